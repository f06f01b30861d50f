//! `task` and `similar` over a small tree.

use crate::vectors::{call, index};
use serde_json::Value;

const TREE: [(&str, &str); 4] = [
    (
        "shop/cart.py",
        "from shop.tax import rate\n\n\nclass Cart:\n    def total(self):\n        return sum(line.price for line in self.lines) * rate(self.country)\n\n\
         def checkout(cart):\n    return charge(cart.total())\n\n\ndef charge(amount):\n    raise ValueError(amount)\n",
    ),
    (
        "shop/tax.py",
        "def rate(country):\n    return RATES[country]\n\n\ndef tariff(country):\n    return RATES[country]\n",
    ),
    (
        "tests/test_cart.py",
        "from shop.cart import checkout\n\n\ndef test_checkout_charges_the_total():\n    checkout(None)\n",
    ),
    ("docs.md", "# Shop\n"),
];

fn ids(list: &Value) -> Vec<&str> {
    let list = list.as_array().map_or(&[][..], Vec::as_slice);
    list.iter()
        .filter_map(|row| row["id"].as_str().or(row.as_str()))
        .collect()
}

#[test]
fn a_task_gets_symbols_neighbours_tests_and_source() {
    let index = index(&TREE);
    let answer = call(
        &index,
        "task",
        r#"{"query":"Cart.total applies the wrong tax rate"}"#,
    );
    let symbols = ids(&answer["symbols"]);
    assert_eq!(symbols[0], "shop/cart.py::Cart::total", "{answer}");
    assert!(symbols.contains(&"shop/tax.py::rate"));
    let first = &answer["neighbours"][0];
    assert_eq!(ids(&first["callers"]), ["shop/cart.py::checkout"]);
    assert_eq!(ids(&first["callees"]), ["shop/tax.py::rate"]);
    assert_eq!(
        ids(&answer["tests"]),
        ["tests/test_cart.py::test_checkout_charges_the_total"]
    );
    assert_eq!(answer["sources"][0]["id"], "shop/cart.py::Cart::total");
    assert!(
        answer["sources"][0]["text"]
            .as_str()
            .is_some_and(|text| text.contains("line.price"))
    );
}

#[test]
fn a_task_keeps_to_its_budget_and_says_what_it_cut() {
    let index = index(&TREE);
    for budget in [0, 50, 200, 400, 1000] {
        let params = format!(r#"{{"query":"checkout total tax","budgetTokens":{budget}}}"#);
        let answer = call(&index, "task", &params);
        let used = answer["usedTokens"].as_u64().expect("a number");
        assert!(used <= budget, "{answer}");
        let parts = ["symbols", "neighbours", "tests", "sources"];
        let shown: usize = parts
            .iter()
            .map(|part| answer[part].to_string().len() - 2)
            .sum();
        assert!(shown <= 4 * budget as usize + 64, "{budget}: {shown}");
        // The frame of an answer alone is longer than the smallest budgets.
        let all = answer.to_string().len();
        assert!(
            budget < 400 || all <= 4 * budget as usize,
            "{budget}: {all}"
        );
        let cuts = answer["cuts"].as_array().map_or(0, Vec::len);
        assert_eq!(cuts > 0, budget < 1000, "{answer}");
    }
}

#[test]
fn a_stack_trace_leads_to_its_symbols() {
    let index = index(&TREE);
    let trace = "Traceback (most recent call last):\\n  File \\\"/srv/app/shop/cart.py\\\", line 8, in checkout\\n    \
                 return charge(cart.total())\\n  File \\\"/srv/app/shop/cart.py\\\", line 12, in charge\\n  \
                 File \\\"/usr/lib/python3/runpy.py\\\", line 3, in run\\nValueError: 3";
    let answer = call(&index, "task", &format!(r#"{{"query":"{trace}"}}"#));
    let frames: Vec<_> = answer["frames"]
        .as_array()
        .expect("a list")
        .iter()
        .collect();
    let found: Vec<_> = frames.iter().map(|frame| frame["id"].as_str()).collect();
    assert_eq!(
        found,
        [
            Some("shop/cart.py::checkout"),
            Some("shop/cart.py::charge"),
            None
        ],
        "{answer}"
    );
    assert_eq!(
        ids(&answer["symbols"])[..2],
        ["shop/cart.py::checkout", "shop/cart.py::charge"]
    );
    assert_eq!(answer["symbols"][0]["origin"], "frame");
}

/// A trace as each runtime prints it, and the symbols of its frames in the tree.
const TRACES: &[(&str, &str, &[Option<&str>])] = &[
    (
        "JavaScript",
        "TypeError: Cannot read properties of undefined\n    at Cart.add (file:///srv/app/web/cart.js:3:9)\n    at node:internal/main/run:9:1",
        &[Some("web/cart.js::Cart::add")],
    ),
    (
        "Java",
        "Exception in thread \"main\" java.lang.IllegalStateException: empty\n\tat shop.Cart.add(Cart.java:5)\n\tat java.base/java.util.ArrayList.forEach(ArrayList.java:1511)",
        &[Some("shop/Cart.java::Cart::add"), None],
    ),
    (
        "Rust",
        "thread 'main' panicked at src/cart.rs:4:9:\nempty\nstack backtrace:\n   1: shop::cart::Cart::add\n             at ./src/cart.rs:4:9\n   2: std::rt::lang_start\n             at /rustc/1/library/std/src/rt.rs:1:1",
        &[
            Some("src/cart.rs::Cart::add"),
            Some("src/cart.rs::Cart::add"),
            None,
        ],
    ),
    (
        "Go",
        "panic: empty\n\ngoroutine 1 [running]:\nmain.Add(...)\n\t/srv/app/go/cart.go:4 +0x1d\nexit status 2",
        &[Some("go/cart.go::Add")],
    ),
    (
        "C#",
        "Unhandled exception. System.InvalidOperationException: empty\n   at Shop.Cart.Add(String item) in C:\\app\\net\\Cart.cs:line 5\n   at Program.<Main>$(String[] args)",
        &[Some("net/Cart.cs::Cart::Add"), None],
    ),
    (
        ".NET without symbols",
        "System.InvalidOperationException: empty\n   at Shop.Cart.Add(String item)\n   at System.Linq.Enumerable.First[T](IEnumerable`1 source)",
        &[Some("net/Cart.cs::Cart::Add"), None],
    ),
    (
        "Java without lines",
        "java.lang.IllegalStateException\n\tat shop.Cart.add(Native Method)\n\tat app//shop.Cart$Line.price(Unknown Source)\n\tat shop.Cart.<init>(Cart.java)\n\tat java.base/java.lang.Thread.run(Unknown Source)",
        &[
            Some("shop/Cart.java::Cart::add"),
            Some("shop/Cart.java::Cart::Line::price"),
            Some("shop/Cart.java::Cart"),
            None,
        ],
    ),
    (
        "Rust without places",
        "stack backtrace:\n   0: std::panicking::begin_panic\n   1: shop::bag::Bag::put::{{closure}}\n   2: 0x5581 - bag::Bag::put::h0123456789abcdef\n   3: bag::Cart::add\n",
        &[
            None,
            Some("src/bag.rs::Bag::put"),
            Some("src/bag.rs::Bag::put"),
            None,
        ],
    ),
    (
        "Ruby",
        "lib/cart.rb:3:in 'Cart#add': empty (RuntimeError)\n\tfrom bin/run.rb:2:in '<main>'",
        &[Some("lib/cart.rb::Cart::add"), None],
    ),
    (
        "PHP",
        "PHP Fatal error:  Uncaught Exception: empty in /srv/app/php/Cart.php:5\nStack trace:\n#0 /srv/app/php/Cart.php(5): Cart->add('x')\n#1 {main}",
        &[
            Some("php/Cart.php::Cart::add"),
            Some("php/Cart.php::Cart::add"),
        ],
    ),
];

#[test]
fn traces_of_every_runtime_lead_to_their_symbols() {
    let index = index(&[
        (
            "web/cart.js",
            "export class Cart {\n  add(item) {\n    this.items.push(item);\n  }\n}\n",
        ),
        (
            "shop/Cart.java",
            "package shop;\n\nclass Cart {\n    void add(String item) {\n        throw new IllegalStateException();\n    }\n    static class Line { int price() { return 0; } }\n}\n",
        ),
        (
            "src/cart.rs",
            "struct Cart;\nimpl Cart {\n    fn add(&self) {\n        panic!(\"empty\")\n    }\n}\n",
        ),
        (
            "src/bag.rs",
            "struct Bag;\nimpl Bag {\n    fn put(&self) {\n        panic!(\"full\")\n    }\n}\n",
        ),
        (
            "go/cart.go",
            "package main\n\nfunc Add() {\n\tpanic(\"empty\")\n}\n",
        ),
        (
            "net/Cart.cs",
            "namespace Shop {\n  class Cart {\n    void Add(string item)\n    {\n      throw new System.Exception();\n    }\n  }\n}\n",
        ),
        (
            "lib/cart.rb",
            "class Cart\n  def add(item)\n    raise 'empty'\n  end\nend\n",
        ),
        (
            "php/Cart.php",
            "<?php\nclass Cart\n{\n    function add($item) {\n        throw new Exception();\n    }\n}\n",
        ),
    ]);
    for (runtime, trace, expected) in TRACES {
        let params = serde_json::json!({ "query": trace });
        let answer = call(&index, "task", &params.to_string());
        let frames = answer["frames"].as_array().map_or(&[][..], Vec::as_slice);
        let found: Vec<_> = frames.iter().map(|frame| frame["id"].as_str()).collect();
        assert_eq!(found, *expected, "{runtime}: {answer}");
        let first = expected.iter().find_map(|id| *id);
        assert_eq!(answer["symbols"][0]["id"].as_str(), first);
    }
}

/// A trace of another state of the tree, in which lines have moved.
#[test]
fn the_function_that_a_frame_tells_counts_more_than_its_line() {
    let index = index(&[
        (
            "shop/cart.py",
            "def before():\n    pass\n\n\nclass Cart:\n    def total(self):\n        return 1\n\n    def add(self):\n        def each(line):\n            return line\n        return each(2)\n\n\ndef total():\n    return 2\n",
        ),
        ("a/index.js", "export function open() {\n  return 1;\n}\n"),
        ("b/index.js", "export function close() {\n  return 1;\n}\n"),
    ]);
    for (frame, expected) in [
        (
            "  File \"shop/cart.py\", line 2, in add",
            "shop/cart.py::Cart::add",
        ),
        (
            "  File \"shop/cart.py\", line 900, in before",
            "shop/cart.py::before",
        ),
        (
            "  File \"shop/cart.py\", line 11, in add",
            "shop/cart.py::Cart::add::each",
        ),
        (
            "  File \"shop/cart.py\", line 1, in <module>",
            "shop/cart.py::before",
        ),
        (
            "  File \"shop/cart.py\", line 12, in gone",
            "shop/cart.py::Cart::add",
        ),
        (
            "  File \"shop/cart.py\", line 9, in total",
            "shop/cart.py::Cart::total",
        ),
        (
            "shop/cart.py:14:in 'Cart#total'",
            "shop/cart.py::Cart::total",
        ),
        ("    at close (index.js:2:3)", "b/index.js::close"),
    ] {
        let params = serde_json::json!({ "query": format!("Error\n{frame}") });
        let answer = call(&index, "task", &params.to_string());
        assert_eq!(answer["frames"][0]["id"], expected, "{frame}: {answer}");
    }
}

/// Functions of fifteen lines and one of three hundred, which call each other in turn.
#[test]
fn a_trace_gets_the_source_of_most_of_its_frames() {
    let body = |lines: usize| "    step = work(step, 'some words of a line')\n".repeat(lines);
    let function = |at: usize| {
        let lines = if at == 4 { 300 } else { 13 };
        format!(
            "def part_{at}(step):\n{}    return part_{}(step)\n\n",
            body(lines),
            at + 1
        )
    };
    let text: String = (0..9).map(function).collect();
    let index = index(&[("flow.py", &text)]);
    let starts: Vec<usize> = (text.lines().zip(1..))
        .filter_map(|(line, number)| line.starts_with("def").then_some(number))
        .collect();
    let frame = |(at, start): (usize, &usize)| {
        let line = if at == 4 { start + 250 } else { start + 14 };
        format!("  File \"flow.py\", line {line}, in part_{at}\n")
    };
    let trace: String = starts.iter().enumerate().map(frame).collect();
    let params = serde_json::json!({ "query": format!("Traceback:\n{trace}ValueError: step"), "budgetTokens": 2000 });
    let answer = call(&index, "task", &params.to_string());
    let sources = answer["sources"].as_array().map_or(&[][..], Vec::as_slice);
    assert!(sources.len() >= 5, "{}: {answer}", sources.len());
    assert!(answer.to_string().len() <= 8000);
    // Of what is too long, the lines around the frame.
    let long = sources
        .iter()
        .find(|source| source["id"] == "flow.py::part_4");
    if let Some(long) = long {
        let met = starts[4] as u64 + 250;
        let range = [&long["startLine"], &long["endLine"]].map(|n| n.as_u64().unwrap_or_default());
        assert!((range[0]..=range[1]).contains(&met), "{long}");
        assert_eq!(
            (&long["truncated"], &long["totalLines"]),
            (&true.into(), &302.into())
        );
    }
}

#[test]
fn neighbours_by_vector_are_alike() {
    let index = index(&TREE);
    let answer = call(&index, "similar", r#"{"symbol":"rate","topK":2}"#);
    assert_eq!(ids(&answer["hits"])[0], "shop/tax.py::tariff", "{answer}");
    assert_eq!(answer["hasVector"], true);
    assert!(!ids(&answer["hits"]).contains(&"shop/tax.py::rate"));
    let rest = call(
        &index,
        "similar",
        r#"{"symbol":"rate","topK":1,"offset":1}"#,
    );
    assert_eq!(rest["hits"][0], answer["hits"][1]);
    let missing = call(&index, "similar", r#"{"symbol":"ratte"}"#);
    assert_eq!(missing["notFound"]["suggestions"][0], "shop/tax.py::rate");
}

#[test]
fn expressions_are_looked_for_in_the_text() {
    let index = index(&TREE);
    let answer = call(
        &index,
        "search_node",
        r#"{"mode":"snippets","searchTerms":["/RATES\\[\\w+\\]/"]}"#,
    );
    let mut found = ids(&answer["hits"]);
    found.sort_unstable();
    assert_eq!(
        found,
        ["shop/tax.py::rate", "shop/tax.py::tariff"],
        "{answer}"
    );
    assert_eq!(answer["terms"][0]["readAs"], "expression");
    let path = call(
        &index,
        "search_node",
        r#"{"mode":"snippets","searchTerms":["/shop/"]}"#,
    );
    assert_ne!(path["terms"][0]["readAs"], "expression");
    let word = call(
        &index,
        "search_node",
        r#"{"mode":"snippets","searchTerms":["/RATES/"]}"#,
    );
    assert_eq!(word["terms"][0]["readAs"], "expression");
}
