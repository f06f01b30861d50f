//! Review: who was left behind by a change, by hand.

use waymark_engine::answer::review;
use waymark_engine::answer::review::types::{ChangedSymbol, Review, ReviewParams};
use waymark_tests::index_of;

type Files<'a> = &'a [(&'a str, &'a str)];

fn compared(before: Files<'_>, after: Files<'_>) -> Review {
    let (before, after) = (index_of(before), index_of(after));
    let params = ReviewParams {
        markdown: true,
        ..ReviewParams::default()
    };
    review::review(&before.view(), &after.view(), &params).expect("a review")
}

fn change<'a>(review: &'a Review, id: &str) -> &'a ChangedSymbol {
    let found = review.changes.iter().find(|change| change.id == id);
    found.unwrap_or_else(|| panic!("{id} is not among {:?}", ids(review)))
}

fn ids(review: &Review) -> Vec<&str> {
    review
        .changes
        .iter()
        .map(|change| change.id.as_str())
        .collect()
}

const SIZE: &str =
    "export function size(n: number) {\n  const twice = n + n + n;\n  return twice * 2;\n}\n";
const GO: &str =
    "import { size } from './b';\nexport function go() {\n  return size(1);\n}\nsize(2);\n";

#[test]
fn a_file_that_moves_leaves_behind_who_imports_it_by_its_old_path() {
    let review = compared(
        &[("src/a.ts", GO), ("src/b.ts", SIZE)],
        &[("src/a.ts", GO), ("src/c.ts", SIZE)],
    );
    let size = change(&review, "src/c.ts::size");
    assert_eq!(size.callers_not_updated, ["src/a.ts", "src/a.ts::go"]);
    assert_eq!(
        size.risk.reasons[0],
        "it is elsewhere, and 2 callers did not change"
    );
    assert_eq!(review.files[0].importers_not_updated, ["src/a.ts"]);
    assert_eq!(review.risk.level, "medium", "{:?}", review.risk);
    let reason = "src/b.ts: it is not where 1 file imports it";
    assert!(
        review.risk.reasons.contains(&reason.to_owned()),
        "{:?}",
        review.risk
    );
    let text = review.markdown.unwrap_or_default();
    assert!(
        text.contains("- `src/c.ts::size`: `src/a.ts`, `src/a.ts::go`\n"),
        "{text}"
    );
    assert!(text.contains("- `src/b.ts`: `src/a.ts`\n"), "{text}");
}

#[test]
fn who_imports_a_file_by_its_new_path_is_not_left_behind() {
    let now = GO.replace("./b", "./c");
    let review = compared(
        &[("src/a.ts", GO), ("src/b.ts", SIZE)],
        &[("src/a.ts", &now), ("src/c.ts", SIZE)],
    );
    assert_eq!(
        change(&review, "src/c.ts::size").callers_not_updated,
        [""; 0]
    );
    assert!(
        review
            .files
            .iter()
            .all(|file| file.importers_not_updated.is_empty())
    );
    assert_eq!(review.risk.level, "none", "{:?}", review.risk);
}

#[test]
fn a_module_that_becomes_a_directory_is_found_as_before() {
    let review = compared(
        &[("src/a.ts", GO), ("src/b.ts", SIZE)],
        &[("src/a.ts", GO), ("src/b/index.ts", SIZE)],
    );
    assert_eq!(
        change(&review, "src/b/index.ts::size").callers_not_updated,
        [""; 0]
    );
    assert!(
        review
            .files
            .iter()
            .all(|file| file.importers_not_updated.is_empty())
    );
}

const TOOLS: &str = "def help_out(piece):\n    total = piece + piece\n    return total * 3\n";
const DAY: &str = "from tools import help_out\n\n\ndef day():\n    return help_out(1)\n\n\ndef night():\n    return 2 * help_out(1)\n";

#[test]
fn a_function_that_is_renamed_leaves_behind_who_uses_the_old_name() {
    let renamed = TOOLS.replace("help_out", "aid");
    let review = compared(
        &[("tools.py", TOOLS), ("use.py", DAY)],
        &[("tools.py", &renamed), ("use.py", DAY)],
    );
    let aid = change(&review, "tools.py::aid");
    assert_eq!(aid.old_id.as_deref(), Some("tools.py::help_out"));
    assert_eq!(aid.callers_not_updated, ["use.py::day", "use.py::night"]);
    // One of them follows; the file's import too.
    let half = DAY
        .replace("import help_out", "import aid")
        .replace("    return help_out(1)", "    return aid(1)");
    let review = compared(
        &[("tools.py", TOOLS), ("use.py", DAY)],
        &[("tools.py", &renamed), ("use.py", &half)],
    );
    assert_eq!(
        change(&review, "tools.py::aid").callers_not_updated,
        ["use.py::night"]
    );
}

#[test]
fn a_caller_that_changed_and_still_uses_the_old_name_is_left_behind() {
    let renamed = TOOLS.replace("help_out", "aid");
    let now = DAY.replace("    return help_out(1)", "    return help_out(2)");
    let review = compared(
        &[("tools.py", TOOLS), ("use.py", DAY)],
        &[("tools.py", &renamed), ("use.py", &now)],
    );
    assert_eq!(
        change(&review, "tools.py::aid").callers_not_updated,
        ["use.py::day", "use.py::night"]
    );
    let without = DAY.replace("    return help_out(1)", "    return 3");
    let review = compared(
        &[("tools.py", TOOLS), ("use.py", DAY)],
        &[("tools.py", &renamed), ("use.py", &without)],
    );
    assert_eq!(
        change(&review, "tools.py::aid").callers_not_updated,
        ["use.py::night"]
    );
}

const SHOP: &str = "class Shop:\n    def sell(self, piece):\n        total = piece + piece\n        return total\n";
const OPEN: &str = "from shop import Shop\n\n\ndef open_shop():\n    return Shop().sell(1)\n";

#[test]
fn a_class_that_moves_leaves_behind_the_old_import() {
    let review = compared(
        &[
            ("shop.py", &format!("LIMIT = 1\n\n\n{SHOP}")),
            ("use.py", OPEN),
        ],
        &[
            ("shop.py", "LIMIT = 1\n"),
            ("store.py", SHOP),
            ("use.py", OPEN),
        ],
    );
    for id in ["store.py::Shop", "store.py::Shop::sell"] {
        assert_eq!(
            change(&review, id).callers_not_updated,
            ["use.py::open_shop"],
            "{id}"
        );
    }
    let now = OPEN.replace("from shop", "from store");
    let review = compared(
        &[
            ("shop.py", &format!("LIMIT = 1\n\n\n{SHOP}")),
            ("use.py", OPEN),
        ],
        &[
            ("shop.py", "LIMIT = 1\n"),
            ("store.py", SHOP),
            ("use.py", &now),
        ],
    );
    for id in ["store.py::Shop", "store.py::Shop::sell"] {
        assert_eq!(change(&review, id).callers_not_updated, [""; 0], "{id}");
    }
}

#[test]
fn what_stands_in_for_what_is_gone_leaves_nobody_behind() {
    let local = "def price(piece):\n    return piece * 2\n\n\ndef day():\n    return price(1)\n";
    let now = "from prices import price\n\n\ndef day():\n    return price(1)\n";
    let prices = "def price(piece):\n    return piece * 3\n";
    let review = compared(
        &[("shop.py", local), ("prices.py", prices)],
        &[("shop.py", now), ("prices.py", prices)],
    );
    assert_eq!(
        change(&review, "shop.py::price").callers_not_updated,
        [""; 0]
    );
}

#[test]
fn implementations_of_a_changed_declaration_are_left_behind() {
    let shape = "export interface Shape { area(n: number): number }\n\
        export class Square implements Shape { area(n: number) { return n } }\n\
        export function ask(shape: Shape) { return shape.area(1) }\n";
    let wider = shape.replacen("area(n: number)", "area(n: number, unit: string)", 1);
    let review = compared(&[("s.ts", shape)], &[("s.ts", &wider)]);
    let area = change(&review, "s.ts::Shape::area");
    assert_eq!(area.overrides_not_updated, ["s.ts::Square::area"]);
    assert_eq!(area.callers_not_updated, ["s.ts::ask"]);
    let text = review.markdown.unwrap_or_default();
    let row =
        "**Implementations that did not change**\n\n- `s.ts::Shape::area`: `s.ts::Square::area`\n";
    assert!(text.contains(row), "{text}");

    let go = "pub trait Go { fn go(&self, n: u32) -> u32; }\npub struct Car;\n\
        impl Go for Car {\n    fn go(&self, n: u32) -> u32 { n }\n}\n\
        pub fn drive(go: &dyn Go) -> u32 { go.go(1) }\n";
    let wider = go.replacen("n: u32)", "n: u32, m: u32)", 1);
    let review = compared(&[("src/lib.rs", go)], &[("src/lib.rs", &wider)]);
    let changed = change(&review, "src/lib.rs::Go::go");
    assert_eq!(changed.overrides_not_updated, ["src/lib.rs::Car::go"]);
    assert_eq!(changed.callers_not_updated, ["src/lib.rs::drive"]);
    let both = go.replace("n: u32)", "n: u32, m: u32)");
    let review = compared(&[("src/lib.rs", go)], &[("src/lib.rs", &both)]);
    let changed = change(&review, "src/lib.rs::Go::go");
    assert_eq!(changed.overrides_not_updated, [""; 0]);

    let base = "class Base:\n    def hook(self, n):\n        pass\n\n\nclass Child(Base):\n    def hook(self, n):\n        return n\n";
    for (now, left) in [
        (
            base.replacen("hook(self, n)", "hook(self, n, m)", 1),
            "b.py::Base::hook",
        ),
        (
            base.replacen("hook(self, n)", "hook(self, n, m=1)", 1),
            "b.py::Base::hook",
        ),
        (
            base.replacen(
                "    def hook(self, n):\n        pass\n",
                "    rate = 1\n",
                1,
            ),
            "b.py::Base::hook",
        ),
    ] {
        let review = compared(&[("b.py", base)], &[("b.py", &now)]);
        assert_eq!(
            change(&review, left).overrides_not_updated,
            ["b.py::Child::hook"]
        );
    }
}

#[test]
fn a_parameter_that_may_be_left_out_breaks_no_caller() {
    let before = "def opt(x):\n    return x\n\n\ndef day():\n    return opt(1)\n";
    let score = |declaration: &str| {
        let now = before.replace("def opt(x):", declaration);
        let review = compared(&[("a.py", before)], &[("a.py", &now)]);
        let opt = change(&review, "a.py::opt");
        (opt.callers_not_updated.len(), opt.risk.score)
    };
    let (required, optional) = (score("def opt(x, y):"), score("def opt(x, y=1):"));
    assert_eq!((required.0, optional.0), (1, 0));
    assert!(optional.1 < required.1, "{optional:?} {required:?}");
    for breaking in [
        "def opt(y, x=1):",
        "async def opt(x, y=1):",
        "def opt(y=1):",
        "def opt(x, z, y=1):",
    ] {
        assert_eq!(score(breaking).0, 1, "{breaking}");
    }
}

#[test]
fn a_client_of_a_request_that_nothing_answers_is_named() {
    let shop = "from flask import Flask\napp = Flask(__name__)\n\n\n@app.get(\"/old\")\ndef sign():\n    return 1\n";
    let client = "export function load() { return fetch('/old'); }\n";
    let renamed = shop.replace("/old", "/new");
    let review = compared(
        &[("shop.py", shop), ("client.ts", client)],
        &[("shop.py", &renamed), ("client.ts", client)],
    );
    assert_eq!(review.clients_not_updated, ["client.ts::load"]);
    let reason = "nothing answers any more what 1 client asked for";
    assert!(
        review.risk.reasons.iter().any(|told| told == reason),
        "{:?}",
        review.risk
    );
    let text = review.markdown.unwrap_or_default();
    assert!(
        text.contains("**Clients that nothing answers any more**\n\n- `client.ts::load`\n"),
        "{text}"
    );
    let now = client.replace("/old", "/new");
    let review = compared(
        &[("shop.py", shop), ("client.ts", client)],
        &[("shop.py", &renamed), ("client.ts", &now)],
    );
    assert_eq!(review.clients_not_updated, [""; 0]);
}

#[test]
fn what_only_came_to_be_exported_leaves_nobody_behind() {
    let before = "function size(n: number) {\n  return n;\n}\nexport const two = () => size(2);\n";
    let review = compared(
        &[("a.ts", before)],
        &[("a.ts", &["export ", before].concat())],
    );
    let size = change(&review, "a.ts::size");
    assert_eq!(format!("{:?}", size.change), "Signature");
    assert!(size.callers_not_updated.is_empty(), "{size:?}");
    let asynchronous = ["async ", before].concat();
    let review = compared(&[("a.ts", before)], &[("a.ts", &asynchronous)]);
    assert_eq!(
        change(&review, "a.ts::size").callers_not_updated,
        ["a.ts::two"]
    );
}

#[test]
fn a_method_that_changes_is_no_change_of_the_object_that_holds_it() {
    let before = "export const ops = {\n  insert(a: number) {\n    return a;\n  },\n};\n";
    let review = compared(
        &[("a.ts", before)],
        &[("a.ts", &before.replace("return a", "return a + 1"))],
    );
    assert_eq!(ids(&review), ["a.ts::ops::insert"]);
    let insert = change(&review, "a.ts::ops::insert");
    assert_eq!(format!("{:?}", insert.change), "Body");
}
