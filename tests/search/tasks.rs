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
}
