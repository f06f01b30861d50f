//! Review of diffs that name what the index leaves out, and how long answers are.

use serde_json::Value;
use waymark_engine::answer::review::patch::Way;
use waymark_engine::answer::review::types::ReviewParams;
use waymark_engine::index::{Change, Index};
use waymark_tests::index_of;

type Files<'a> = &'a [(&'a str, &'a str)];

/// The review of `diff`, by the steps that the package takes.
fn reviewed(index: &Index, diff: &str, params: ReviewParams) -> Result<Value, String> {
    let applied = index.patch(diff).map_err(|error| error.message)?;
    let deleted = applied.deleted.into_iter().map(Change::Delete);
    let written = applied.written.into_iter();
    let written = written.map(|(path, bytes)| Change::Write(path, bytes));
    let other = waymark_tests::finish(index.update(deleted.chain(written).collect()))
        .map_err(|error| error.message)?;
    let params = ReviewParams {
        renames: applied.renames,
        binary: applied.binary,
        paths: applied.paths,
        left_out: applied.left_out,
        ..params
    };
    let (before, after) = match applied.way {
        Way::Forward => (index, &other),
        Way::Backward => (&other, index),
    };
    let text = before
        .review(after, params)
        .map_err(|error| error.message)?;
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

fn of(index: &Index, diff: &str) -> Value {
    let params = ReviewParams {
        markdown: true,
        ..ReviewParams::default()
    };
    reviewed(index, diff, params).expect("a review")
}

/// `path reason`.
fn left_out(review: &Value) -> Vec<String> {
    let files = review["leftOut"].as_array().expect("a list").iter();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    files
        .map(|file| format!("{} {}", text(&file["path"]), text(&file["reason"])))
        .collect()
}

fn changed(review: &Value) -> Vec<&str> {
    let changes = review["changes"].as_array().expect("a list").iter();
    changes.filter_map(|change| change["id"].as_str()).collect()
}

const SHOP: &str = "def price(piece):\n    return 2 * piece\n";
const CHANGE: &str = "diff --git a/shop.py b/shop.py\n--- a/shop.py\n+++ b/shop.py\n@@ -1,2 +1,2 @@\n def price(piece):\n-    return 2 * piece\n+    return 3 * piece\n";

/// A change of one line of a file that the index does not have.
fn touched(path: &str) -> String {
    format!(
        "diff --git a/{path} b/{path}\nindex 1..2 100644\n--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-a\n+b\n"
    )
}

#[test]
fn what_the_index_leaves_out_is_told_and_the_rest_is_reviewed() {
    let big = "x = 1\n".repeat(2_000_000);
    let files = [
        ("shop.py", SHOP),
        (".gitignore", "made/\n"),
        ("made/out.py", "x = 1\n"),
        ("big.py", big.as_str()),
    ];
    let mut diff = CHANGE.to_owned();
    for path in [
        "package-lock.json",
        "Cargo.lock",
        "node_modules/x/i.js",
        "made/out.py",
        "big.py",
        "who/knows.py",
    ] {
        diff += &touched(path);
    }
    diff += "diff --git a/lib b/lib\nindex 1111111..2222222 160000\n--- a/lib\n+++ b/lib\n@@ -1 +1 @@\n-Subproject commit 1\n+Subproject commit 2\n";
    diff += "diff --git a/link.py b/link.py\nnew file mode 120000\n--- /dev/null\n+++ b/link.py\n@@ -0,0 +1 @@\n+shop.py\n\\ No newline at end of file\n";
    diff += "diff --git a/go.sum b/go.sum\ndeleted file mode 100644\n--- a/go.sum\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n";
    let expected = [
        "lib submodule",
        "link.py link",
        "Cargo.lock generated",
        "big.py too-large",
        "go.sum generated",
        "made/out.py ignored-by-gitignore",
        "node_modules/x/i.js default-skip",
        "package-lock.json generated",
        "who/knows.py not-in-the-index",
    ];
    let before = index_of(&files);
    let review = of(&before, &diff);
    assert_eq!(changed(&review), ["shop.py::price"]);
    assert_eq!(left_out(&review), expected);
    let text = review["markdown"].as_str().expect("Markdown");
    let told = "- not compared (generated): `Cargo.lock`, `go.sum`, `package-lock.json`\n";
    assert!(
        text.contains("**Not told**") && text.contains(told),
        "{text}"
    );
    // The tree after the diff says the same.
    let now = SHOP.replace("2 *", "3 *");
    let after = index_of(&[("shop.py", &now), files[1], files[2], files[3]]);
    let back = of(&after, &diff);
    assert_eq!(
        (changed(&back), left_out(&back)),
        (changed(&review), left_out(&review))
    );
}

#[test]
fn a_diff_of_lock_files_alone_changes_nothing_that_is_indexed() {
    let index = index_of(&[("shop.py", SHOP)]);
    let review = of(&index, &(touched("yarn.lock") + &touched("sub/go.sum")));
    assert_eq!(
        left_out(&review),
        ["sub/go.sum generated", "yarn.lock generated"]
    );
    assert_eq!(review["notes"][0], "nothing that is indexed changed");
    assert_eq!(review["risk"]["level"], "none");
}

#[test]
fn a_diff_of_another_tree_is_an_error() {
    let index = index_of(&[("shop.py", SHOP)]);
    let error = |diff: &str| reviewed(&index, diff, ReviewParams::default()).err();
    let unknown = "the diff of other/a.py names a file that is not in the index: it must be against the indexed tree, or lead to it";
    assert_eq!(
        error(&(touched("other/a.py") + &touched("other/b.py"))).as_deref(),
        Some(unknown)
    );
    let misfit =
        "the diff of shop.py does not fit: it must be against the indexed tree, or lead to it";
    assert_eq!(
        error(&CHANGE.replace("2 *", "4 *").replace("3 *", "5 *")).as_deref(),
        Some(misfit)
    );
}

#[test]
fn the_way_of_a_diff_is_the_one_that_more_files_fit() {
    let new = "diff --git a/new.py b/new.py\nnew file mode 100644\n--- /dev/null\n+++ b/new.py\n@@ -0,0 +1 @@\n+x = 1\n";
    let gone = "diff --git a/old.py b/old.py\ndeleted file mode 100644\n--- a/old.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-y = 1\n";
    let lock = "diff --git a/go.sum b/go.sum\nnew file mode 100644\n--- /dev/null\n+++ b/go.sum\n@@ -0,0 +1 @@\n+a\n";
    let way =
        |files: Files<'_>, diff: &str| index_of(files).patch(diff).map(|applied| applied.way).ok();
    assert_eq!(way(&[("a.py", "")], new), Some(Way::Forward));
    assert_eq!(way(&[("new.py", "x = 1\n")], new), Some(Way::Backward));
    assert_eq!(way(&[("old.py", "y = 1\n")], gone), Some(Way::Forward));
    assert_eq!(way(&[("a.py", "")], gone), Some(Way::Backward));
    assert_eq!(
        way(&[("a.py", "")], &(gone.to_owned() + lock)),
        Some(Way::Backward)
    );
    assert_eq!(
        way(&[("old.py", "y = 1\n")], &(gone.to_owned() + lock)),
        Some(Way::Forward)
    );
}

#[test]
fn what_cannot_be_compared_is_told() {
    let index = index_of(&[("shop.py", SHOP)]);
    let merge = "diff --cc shop.py\nindex 1,2..3\n--- a/shop.py\n+++ b/shop.py\n@@@ -1,2 -1,2 +1,2 @@@\n  def price(piece):\n- -    return 2 * piece\n--- a/other.py\n++    return 3 * piece\n";
    let review = of(&index, merge);
    assert_eq!(left_out(&review), ["shop.py combined-diff"]);
    assert_eq!(changed(&review), [""; 0]);
    let new = |path: &str, text: &str| {
        format!(
            "diff --git a/{path} b/{path}\nnew file mode 100644\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+{text}\n"
        )
    };
    let minified = format!("var a={};", "b(1),".repeat(20_000));
    let diff =
        new("../../x.py", "x = 1") + &new("small.min.js", "f()") + &new("long.js", &minified);
    assert_eq!(
        left_out(&of(&index, &diff)),
        [
            "../../x.py unsafe-path",
            "long.js minified",
            "small.min.js minified"
        ]
    );
    let absolute = "--- /dev/null\n+++ /etc/x.py\n@@ -0,0 +1 @@\n+x = 1\n";
    assert_eq!(left_out(&of(&index, absolute)), ["/etc/x.py unsafe-path"]);
}

/// Forty functions in as many files, each of which calls the first.
fn many() -> Vec<(String, String)> {
    let first = ("f0.py".to_owned(), "def f0(n):\n    return n\n".to_owned());
    let file = |at: u32| {
        let text = format!("from f0 import f0\n\n\ndef f{at}(n):\n    return f0({at})\n");
        (format!("f{at}.py"), text)
    };
    std::iter::once(first).chain((1..=300).map(file)).collect()
}

#[test]
fn an_answer_keeps_within_its_budget() {
    let files = many();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    let index = index_of(&files);
    let mut diff =
        "--- a/f0.py\n+++ b/f0.py\n@@ -1 +1 @@\n-def f0(n):\n+def f0(n, m):\n".to_owned();
    for at in 1..=120 {
        diff += &format!(
            "--- a/f{at}.py\n+++ b/f{at}.py\n@@ -5 +5 @@\n-    return f0({at})\n+    return f0({at}, 1)\n"
        );
    }
    let asked = |limit: Option<u32>, budget_tokens: Option<u32>, markdown: bool| {
        let params = ReviewParams {
            limit,
            budget_tokens,
            markdown,
            ..ReviewParams::default()
        };
        reviewed(&index, &diff, params).expect("a review")
    };
    for (tokens, markdown) in [(1000, false), (2000, true), (4000, true), (20_000, false)] {
        let review = asked(None, Some(tokens), markdown);
        let length = review.to_string().len() as u32;
        assert!(length <= 4 * tokens, "{length} for {tokens}");
        assert_eq!(review["changePage"]["total"], 121);
        let shown = review["changes"].as_array().map_or(0, Vec::len);
        assert_eq!(review["changePage"]["shown"], shown);
        assert!(shown > 0);
    }
    assert!(asked(None, None, true).to_string().len() <= 32_000);
    let review = asked(Some(7), None, false);
    let count = |name: &str| review[name].as_array().map_or(0, Vec::len);
    for name in ["files", "changes", "readingOrder", "newEdges"] {
        assert!(count(name) <= 7, "{name}");
    }
    assert_eq!(count("readingOrder"), 7);
    let first = review["changes"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|change| change["id"] == "f0.py::f0");
    let first = first.expect("the one that all call");
    assert_eq!(first["callersNotUpdatedCount"], 180);
    assert_eq!(first["callersNotUpdated"].as_array().map(Vec::len), Some(7));
    assert_eq!(first["impact"]["direct"], 300);
    let whole = asked(Some(200), Some(0), false);
    assert_eq!(whole["readingOrder"].as_array().map(Vec::len), Some(121));
}
