//! Review: two small trees, and exactly what differs between them.

use waymark_engine::answer::review::types::{Review, ReviewParams};
use waymark_engine::answer::review::{self};
use waymark_tests::index_of;

#[path = "review_exports.rs"]
mod exports;
#[path = "review_own.rs"]
mod own;
#[path = "review_same.rs"]
mod same;

type Files<'a> = &'a [(&'a str, &'a str)];

fn compared(before: Files<'_>, after: Files<'_>) -> Review {
    let (before, after) = (index_of(before), index_of(after));
    let params = ReviewParams {
        markdown: true,
        ..ReviewParams::default()
    };
    let answer = review::review(&before.view(), &after.view(), &params).expect("a review");
    let backwards = review::review(&after.view(), &before.view(), &params).expect("a review");
    assert_eq!(
        answer.new_edges, backwards.removed_edges,
        "a change taken back takes back its uses"
    );
    answer
}

/// `id: change, also …`, sorted.
fn changes(review: &Review) -> Vec<String> {
    let word = |kind| {
        serde_json::to_value(kind)
            .map(|v| v.as_str().unwrap_or("").to_owned())
            .unwrap_or_default()
    };
    let mut lines: Vec<String> = review
        .changes
        .iter()
        .map(|change| {
            let also = change.also.iter().map(|kind| word(*kind));
            let words: Vec<String> = std::iter::once(word(change.change)).chain(also).collect();
            let from = change
                .old_id
                .as_ref()
                .map_or(String::new(), |old| format!(" from {old}"));
            format!("{}: {}{from}", change.id, words.join(" "))
        })
        .collect();
    lines.sort();
    lines
}

const SHOP: &str = r#"
class Shop:
    """Sells."""

    def sell(self, piece):
        return price(piece)

    def close(self):
        pass


def price(piece):
    return 2 * piece


def old(piece):
    return price(piece) + price(piece)
"#;
const USE: &str =
    "from shop import Shop, price\n\n\ndef day():\n    return Shop().sell(price(1))\n";
const TEST: &str = "from use import day\n\n\ndef test_day():\n    assert day()\n";

#[test]
fn what_differs_is_named_and_nothing_else() {
    let after = SHOP
        .replace("\"\"\"Sells.\"\"\"", "\"\"\"Sells by the piece.\"\"\"")
        .replace(
            "def price(piece):\n    return 2 * piece",
            "def price(piece, rate):\n    # in cents\n    return rate * piece",
        )
        .replace(
            "    def close(self):\n        pass",
            "    def close(self):\n        return self.sell(0)",
        )
        .replace("def old(", "def both(");
    let files = [("shop.py", SHOP), ("use.py", USE), ("test_use.py", TEST)];
    let review = compared(&files, &[("shop.py", &after), files[1], files[2]]);
    let expected = [
        "shop.py::Shop: documentation",
        "shop.py::Shop::close: body",
        "shop.py::both: signature moved from shop.py::old",
        "shop.py::price: signature body",
    ];
    assert_eq!(changes(&review), expected);
    let price = review
        .changes
        .iter()
        .find(|change| change.id.ends_with("::price"))
        .expect("price");
    assert_eq!(
        price.callers_not_updated,
        ["shop.py::Shop::sell", "use.py::day"]
    );
    assert_eq!(price.old_signature.as_deref(), Some("def price(piece):"));
    assert_eq!((price.impact.direct, price.impact.tests), (3, 1));
    assert_eq!(review.affected_tests, ["test_use.py::test_day"]);
    assert_eq!(review.files.len(), 1);
    // Others may import it, and callers of its old declaration did not change.
    assert_eq!(review.risk.level, "high");
    let new: Vec<String> = review
        .new_edges
        .iter()
        .map(|edge| format!("{} {} {}", edge.source, edge.kind, edge.target))
        .collect();
    assert_eq!(new, ["shop.py::Shop::close calls shop.py::Shop::sell"]);
    let text = review.markdown.unwrap_or_default();
    assert!(
        text.contains("`shop.py::price`: `shop.py::Shop::sell`, `use.py::day`"),
        "{text}"
    );
}

#[test]
fn white_space_and_comments_between_members_change_nothing() {
    let after = SHOP
        .replace(
            "    def close",
            "    # The end of the day.\n\n    def close",
        )
        .replace("2 * piece", "2  *  piece");
    let review = compared(&[("shop.py", SHOP)], &[("shop.py", &after)]);
    assert_eq!(changes(&review), [""; 0]);
    assert_eq!(
        (review.files[0].status, review.files[0].symbols),
        ("modified", 0)
    );
}

#[test]
fn a_renamed_file_and_a_moved_function_are_not_new() {
    let rest = SHOP.replace(
        "\n\ndef old(piece):\n    return price(piece) + price(piece)\n",
        "",
    );
    let moved =
        "from shop import price\n\n\ndef old(piece):\n    return price(piece) + price(piece)\n";
    let review = compared(
        &[("shop.py", SHOP), ("use.py", USE)],
        &[("shop.py", &rest), ("more.py", moved), ("day.py", USE)],
    );
    let expected = [
        "day.py::day: moved from use.py::day",
        "more.py::old: moved from shop.py::old",
    ];
    assert_eq!(changes(&review), expected);
    let files: Vec<_> = review
        .files
        .iter()
        .map(|file| (file.path.as_str(), file.status))
        .collect();
    assert_eq!(
        files,
        [
            ("day.py", "renamed"),
            ("more.py", "added"),
            ("shop.py", "modified")
        ]
    );
    assert_eq!(review.removed_edges, []);
}

#[test]
fn what_is_gone_is_named_with_those_who_used_it() {
    let after = SHOP
        .replace("\n    def close(self):\n        pass\n", "")
        .replace("class Shop:", "class Store:");
    let review = compared(
        &[("shop.py", SHOP), ("use.py", USE)],
        &[("shop.py", &after), ("use.py", USE)],
    );
    let shop = review
        .changes
        .iter()
        .find(|change| change.id == "shop.py::Shop")
        .expect("the class");
    assert_eq!(shop.callers_not_updated, ["use.py::day"]);
    assert!(
        shop.risk
            .reasons
            .iter()
            .any(|reason| reason == "it is gone, and 1 caller did not change"),
        "{:?}",
        shop.risk
    );
}

#[test]
fn overloads_are_told_apart_by_what_is_written_in_them() {
    let before =
        "class Till {\n  int add(int a) { return a; }\n  int add(String a) { return 1; }\n}\n";
    let after = "class Till {\n  int add(String a) { return 1; }\n}\n";
    let review = compared(&[("Till.java", before)], &[("Till.java", after)]);
    assert_eq!(changes(&review), ["Till.java::Till::add: removed"]);
}

#[test]
fn a_new_circle_of_imports_is_told() {
    let before = [
        (
            "a.ts",
            "import { b } from './b';\nexport const a = () => b();\n",
        ),
        ("b.ts", "export const b = () => 1;\n"),
    ];
    let after = [
        before[0],
        (
            "b.ts",
            "import { a } from './a';\nexport const b = () => a();\n",
        ),
    ];
    let review = compared(&before, &after);
    assert_eq!(review.new_cycles, [["a.ts", "b.ts"]]);
    let imports = review
        .new_edges
        .iter()
        .filter(|edge| edge.kind == "imports");
    let imports: Vec<_> = imports
        .map(|edge| (edge.source.as_str(), edge.target.as_str()))
        .collect();
    assert!(imports.contains(&("b.ts", "a.ts")), "{imports:?}");
    assert_eq!(
        review.risk.reasons.last().map(String::as_str),
        Some("1 new circle of imports")
    );
    assert_eq!(changes(&review), ["b.ts::b: body"]);
}

#[test]
fn decorators_and_modifiers_are_part_of_the_declaration() {
    let before =
        "import pytest\n\n\n@pytest.mark.parametrize('a', [1])\ndef test_a(a):\n    pass\n";
    let review = compared(
        &[("test_a.py", before)],
        &[("test_a.py", &before.replace("[1]", "[1, 2]"))],
    );
    assert_eq!(changes(&review), ["test_a.py::test_a: signature"]);
}

#[test]
fn a_diff_makes_one_state_of_the_other() {
    let built = index_of(&[("shop.py", SHOP), ("use.py", USE)]);
    let diff = "--- a/shop.py\n+++ b/shop.py\n@@ -11,5 +11,5 @@\n \n \n def price(piece):\n-    return 2 * piece\n+    return 3 * piece\n \n";
    let applied = built.patch(diff).expect("it fits");
    assert_eq!(applied.way, review::patch::Way::Forward);
    assert_eq!(
        applied.written[0].1,
        SHOP.replace("2 *", "3 *").into_bytes()
    );
    let changed = index_of(&[("shop.py", &SHOP.replace("2 *", "3 *")), ("use.py", USE)]);
    let back = changed.patch(diff).expect("it fits backward");
    assert_eq!(
        (back.way, &back.written[0].1[..]),
        (review::patch::Way::Backward, SHOP.as_bytes())
    );
    let swap = "diff --git a/shop.py b/use.py\nrename from shop.py\nrename to use.py\ndiff --git a/use.py b/shop.py\nrename from use.py\nrename to shop.py\n";
    let error = built.patch(swap).map_err(|error| error.code.as_str()).err();
    assert_eq!(
        error,
        Some("invalid-argument"),
        "a rename onto a file that exists"
    );
    for hostile in [
        "--- a/../x\n+++ b/../x\n@@ -0,0 +1 @@\n+x\n",
        "--- a/no\n+++ b/no\n@@ -1 +1 @@\n-a\n+b\n",
        "@@ -1,4294967295 +1 @@\n",
        "\u{0}",
    ] {
        let _ = built.patch(hostile);
    }
}

#[test]
fn requests_whose_answer_may_change_are_told() {
    let shop = "from flask import Flask\nfrom stock import pieces\n\napp = Flask(__name__)\n\n\n\
        @app.get(\"/pieces\")\ndef list_pieces():\n    return pieces()\n\n\n\
        @app.get(\"/door\")\ndef door():\n    return \"open\"\n\n\n\
        @app.get(\"/old\")\ndef sign():\n    return \"since ever\"\n";
    let stock = "def pieces():\n    return []\n";
    let review = compared(
        &[("shop.py", shop), ("stock.py", stock)],
        &[
            ("shop.py", &shop.replace("/old", "/new")),
            ("stock.py", &stock.replace("[]", "[1]")),
        ],
    );
    assert_eq!(
        review.affected_routes,
        ["GET /new", "GET /old", "GET /pieces"]
    );
    assert_eq!(review.affected_route_count, 3);
    let text = review.markdown.unwrap_or_default();
    assert!(
        text.contains("**Requests whose answer may change**\n\n- `GET /new`\n"),
        "{text}"
    );
}

#[test]
fn words_about_a_symbol_reach_nothing() {
    let after = SHOP.replace("\"\"\"Sells.\"\"\"", "\"\"\"Sells by the piece.\"\"\"");
    let files = [("shop.py", SHOP), ("use.py", USE), ("test_use.py", TEST)];
    let review = compared(&files, &[("shop.py", &after), files[1], files[2]]);
    assert_eq!(changes(&review), ["shop.py::Shop: documentation"]);
    assert_eq!(review.affected_tests, [""; 0]);
    let text = review.markdown.unwrap_or_default();
    assert!(
        text.contains("1 symbol in 1 file differs; 0 tests reach it."),
        "{text}"
    );
}

#[test]
fn what_is_new_has_no_complexity_before() {
    let after = format!("{SHOP}\n\ndef fresh(piece):\n    return 1 if piece else 2\n");
    let review = compared(&[("shop.py", SHOP)], &[("shop.py", &after)]);
    let complexity = review.changes[0].complexity.expect("it is code");
    assert_eq!(complexity.cyclomatic, (None, Some(2)));
    let gone = compared(&[("shop.py", &after)], &[("shop.py", SHOP)]);
    let complexity = gone.changes[0].complexity.expect("it was code");
    assert_eq!(complexity.cyclomatic, (Some(2), None));
}
