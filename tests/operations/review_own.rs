//! What differs outside symbols: it is the file's own change, or that of the type that a
//! block extends, and never nothing.

use super::{changes, compared};
use waymark_engine::answer::review::ChangeKind;

const APP: &str = "import express from \"express\";\n\
    import { list } from \"./list\";\n\
    import { audit } from \"./audit\";\n\n\
    const app = express();\n\
    app.use(audit);\n\
    app.get(\"/users\", (req, res) => { res.json(list()); });\n\
    app.delete(\"/users/:id\", (req, res) => { res.json({}); });\n";
const LIST: &str = "export function list() {\n  return [];\n}\n";
const AUDIT: &str = "export function audit(a, b, next) {\n  next();\n}\n";
const SPEC: &str = "import { list } from \"../src/list\";\n\n\
    describe(\"list\", () => {\n  it(\"is empty\", () => {\n    expect(list()).toEqual([]);\n  });\n});\n";

#[test]
fn statements_of_a_file_are_its_own() {
    let after = APP.replace("app.use(audit);\n", "");
    let files = |app: &'static str| {
        [
            ("src/app.ts", app),
            ("src/list.ts", LIST),
            ("src/audit.ts", AUDIT),
            (
                "test/app.spec.ts",
                "import \"../src/app\";\ntest(\"it starts\", () => {});\n",
            ),
        ]
    };
    let review = compared(&files(APP), &files(after.leak()));
    assert_eq!(changes(&review), ["src/app.ts: body"]);
    let change = &review.changes[0];
    assert_eq!((change.kind, change.impact.direct), ("file", 1));
    let file = &review.files[0];
    assert_eq!((file.symbols, &file.own[..]), (0, &[ChangeKind::Body][..]));
    assert_eq!(review.affected_tests, ["test/app.spec.ts"]);
    assert_eq!(
        review.affected_routes,
        ["DELETE /users/:id", "GET /users"],
        "what the file runs stands before its own handlers"
    );
    let gone = review.removed_edges.iter();
    let gone: Vec<_> = gone
        .map(|edge| (edge.source.as_str(), edge.target.as_str()))
        .collect();
    assert_eq!(gone, [("src/app.ts", "src/audit.ts::audit")]);
    let text = review.markdown.unwrap_or_default();
    let size =
        "0 symbols, and what 1 file says outside symbols, in 1 file differ; 1 test reaches them.";
    assert!(text.contains(size), "{text}");
}

#[test]
fn a_request_that_nothing_answers_any_more_is_named_as_removed() {
    let after = APP
        .lines()
        .filter(|line| !line.contains("delete"))
        .collect::<Vec<_>>()
        .join("\n")
        + "\napp.put(\"/users/:id\", (req, res) => { res.json({}); });\n";
    let review = compared(&[("app.ts", APP)], &[("app.ts", &after)]);
    assert_eq!(changes(&review), ["app.ts: body"]);
    assert_eq!(review.removed_routes, ["DELETE /users/:id"]);
    assert_eq!(review.new_routes, ["PUT /users/:id"]);
    let reason = "1 request is not answered any more";
    assert!(
        review.risk.reasons.iter().any(|said| said == reason),
        "{:?}",
        review.risk
    );
    let text = review.markdown.unwrap_or_default();
    let title = "**Requests that nothing answers any more**\n\n- `DELETE /users/:id`\n";
    assert!(text.contains(title), "{text}");
}

#[test]
fn the_path_of_a_request_is_no_part_of_its_handler() {
    let before = "app.get(\"/x\", async function named(req, res) {\n  res.json(1);\n});\n";
    let after = before.replace("/x", "/z");
    let review = compared(&[("app.js", before)], &[("app.js", &after)]);
    assert_eq!(changes(&review), ["app.js: body"]);
}

#[test]
fn a_changed_file_of_tests_is_to_be_run() {
    let files = |spec: &'static str| [("src/list.ts", LIST), ("test/list.spec.ts", spec)];
    let review = compared(
        &files(SPEC),
        &files(SPEC.replace("toEqual([])", "toHaveLength(0)").leak()),
    );
    assert_eq!(changes(&review), ["test/list.spec.ts: body"]);
    assert_eq!(review.affected_tests, ["test/list.spec.ts"]);
    // A helper that is called like a test does not take the rest of the file's tests away.
    let named = format!("{SPEC}function testUser() {{\n  return 1;\n}}\n").leak();
    let review = compared(
        &files(named),
        &files(named.replace("is empty", "has nothing").leak()),
    );
    assert_eq!(review.affected_tests, ["test/list.spec.ts"]);
    // What it imports decides what it tests.
    let imports = SPEC.replace("../src/list", "../src/lists").leak();
    let review = compared(&files(SPEC), &files(imports));
    assert_eq!(changes(&review), [""; 0]);
    assert_eq!(review.files[0].own, [ChangeKind::Imports]);
    assert_eq!(review.affected_tests, ["test/list.spec.ts"]);
    // A new one is to be run too.
    let review = compared(&files(SPEC)[..1], &files(SPEC));
    assert_eq!(changes(&review), ["test/list.spec.ts: added"]);
    assert_eq!(review.affected_tests, ["test/list.spec.ts"]);
}

#[test]
fn tests_that_are_gone_are_not_to_be_run() {
    let shop = "def price():\n    return 1\n";
    let test = "from shop import price\n\n\ndef test_price():\n    assert price()\n";
    let review = compared(
        &[("shop.py", shop), ("test_shop.py", test)],
        &[("shop.py", &shop.replace('1', "2"))],
    );
    assert_eq!(review.affected_tests, [""; 0]);
}

#[test]
fn comments_and_imports_of_a_file_are_told_with_the_file() {
    let before = "\"\"\"A shop.\"\"\"\n\nimport os\n\n# Prices are in cents.\nRATE = 2\n";
    let after = "\"\"\"A good shop.\"\"\"\n\nimport sys\n\n# Prices are in cents.\nRATE = 2\n";
    let review = compared(&[("shop.py", before)], &[("shop.py", after)]);
    assert_eq!(changes(&review), [""; 0]);
    let own = &review.files[0].own;
    assert_eq!(own[..], [ChangeKind::Imports, ChangeKind::Documentation]);
}

#[test]
fn what_a_definition_is_written_with_is_not_the_file_s_own() {
    for (path, before, added, id) in [
        (
            "a.ts",
            "export const one = 1;\n",
            "export default class Two {}\n",
            "Two",
        ),
        (
            "a.go",
            "package a\n\nimport \"fmt\"\n",
            "\nconst (\n\tTwo = 2\n)\n",
            "Two",
        ),
        (
            "a.py",
            "import os\n",
            "\n\n@cache\n@other(1)\ndef two():\n    pass\n",
            "two",
        ),
        (
            "a.rs",
            "use std::fmt;\n",
            "\n/// Two.\n#[derive(Debug)]\npub(crate) struct Two;\n",
            "Two",
        ),
        (
            "a.cpp",
            "#include <map>\n",
            "\ntemplate <typename T, class... Rest>\nT two(T t) { return t; }\n",
            "two",
        ),
        (
            "a.java",
            "package a;\n",
            "\n@Deprecated\npublic final class Two {}\n",
            "Two",
        ),
        ("a.json", "{\n  \"one\": 1\n", "  ,\"two\": 2\n", "two"),
    ] {
        let end = if path.ends_with("json") { "}\n" } else { "" };
        let (old, new) = (format!("{before}{end}"), format!("{before}{added}{end}"));
        let review = compared(&[(path, &old)], &[(path, &new)]);
        assert_eq!(changes(&review), [format!("{path}::{id}: added")], "{new}");
    }
}

#[test]
fn the_parameters_of_a_template_are_part_of_its_declaration() {
    let before = "template <typename T>\nT two(T t) { return t; }\n";
    let after = before.replace("typename T>", "typename T, int N>");
    let review = compared(&[("a.hpp", before)], &[("a.hpp", &after)]);
    assert_eq!(changes(&review), ["a.hpp::two: signature"]);
}

const BLOCKS: &str = "pub struct Boat;\npub trait Float {\n    fn float(&self) {}\n}\n\
    impl Float for Boat {}\npub fn go(boat: &Boat) {\n    boat.float();\n}\n";

#[test]
fn a_block_that_is_gone_changes_the_type_it_was_for() {
    let after = BLOCKS.replace("impl Float for Boat {}\n", "");
    let review = compared(&[("a.rs", BLOCKS)], &[("a.rs", &after)]);
    assert_eq!(changes(&review), ["a.rs::Boat: signature"]);
    let boat = &review.changes[0];
    let old = boat.old_signature.as_deref();
    assert_eq!(old, Some("pub struct Boat; impl Float for Boat {}"));
    assert_eq!(
        boat.callers_not_updated,
        ["a.rs::go"],
        "it used what the type had of the trait"
    );
    let reason = "`impl Float for Boat {}` is gone";
    assert!(
        boat.risk.reasons.iter().any(|said| said == reason),
        "{:?}",
        boat.risk
    );
    let back = compared(&[("a.rs", &after)], &[("a.rs", BLOCKS)]);
    assert_eq!(changes(&back), ["a.rs::Boat: signature"]);
    assert_eq!(back.changes[0].callers_not_updated, [""; 0]);
}

#[test]
fn a_block_for_a_type_from_elsewhere_is_the_file_s_own() {
    let before = "pub trait Float {}\nimpl Float for Vec<u8> {}\n";
    let after = "pub trait Float {}\nimpl Float for Vec<u16> {}\n";
    let review = compared(&[("a.rs", before)], &[("a.rs", after)]);
    assert_eq!(changes(&review), ["a.rs: body"]);
}

#[test]
fn one_more_block_of_methods_says_nothing_but_the_methods() {
    let before = "pub struct Boat;\nimpl Boat {\n    fn a(&self) {}\n}\n";
    let after = format!("{before}impl Boat {{\n    fn b(&self) {{}}\n}}\n");
    let review = compared(&[("a.rs", before)], &[("a.rs", &after)]);
    assert_eq!(changes(&review), ["a.rs::Boat::b: added"]);
    let bounded = "pub struct Boat<T>(T);\nimpl<T: Copy> Boat<T> {\n    fn a(&self) {}\n}\n";
    let wider = bounded.replace("T: Copy", "T: Clone");
    let review = compared(&[("a.rs", bounded)], &[("a.rs", &wider)]);
    assert_eq!(changes(&review), ["a.rs::Boat: signature"]);
}
