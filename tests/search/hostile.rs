//! Queries that no person types.

use crate::vectors::{TREE, index};
use serde_json::{Value, json};
use std::time::Duration;
use waymark_engine::answer::ops;
use waymark_engine::index::Index;
use waymark_tests::spent;

/// How long the processor may work on an answer, with little optimisation.
const PATIENCE: Duration = Duration::from_secs(3);

fn ask(index: &Index, operation: &str, params: &Value) -> Value {
    let start = spent();
    let answer = ops::run(&index.view(), operation, &params.to_string());
    let shown: String = params.to_string().chars().take(80).collect();
    assert!(
        spent().saturating_sub(start) < PATIENCE,
        "{operation} {shown}"
    );
    let answer = answer.unwrap_or_else(|error| panic!("{operation} {shown}: {error}"));
    serde_json::from_str(&answer).expect("plain data")
}

fn queries() -> Vec<String> {
    let long = |piece: &str| piece.repeat(100_000 / piece.len());
    vec![
        String::new(),
        " \t\n".to_owned(),
        "the of and to".to_owned(),
        "...?!--//::".to_owned(),
        "\0\u{1}\u{7f}\u{feff}\u{202e}".to_owned(),
        "مرحبا بالعالم".to_owned(),
        "שלום עולם parseArguments".to_owned(),
        "解析 命令行 参数".to_owned(),
        "🦀🦀🦀 👩‍👩‍👧".to_owned(),
        long("draw canvas "),
        long("x"),
        long("("),
        long("a.b::c/"),
        long("at /a/b.py:1 "),
        long("File \"a.py\", line 3\n"),
        long("größe\n"),
        (0..20_000).map(|word| format!("w{word} ")).collect(),
        (0..10_000).map(|term| format!("\"t{term}\" ")).collect(),
        "parse_".repeat(170_000),
    ]
}

#[test]
fn any_text_has_an_answer() {
    let index = index(&TREE);
    for query in queries() {
        for mode in ["hybrid", "vector", "lexical"] {
            for typing in [false, true] {
                let params = json!({"query": query, "mode": mode, "typing": typing});
                let answer = ask(&index, "search", &params);
                let reason = answer["ranking"]["reason"].as_str();
                // What was asked is not sent back whole.
                assert!(reason.is_some_and(|reason| reason.len() < 400));
            }
        }
        ask(&index, "task", &json!({"query": query}));
        ask(&index, "similar", &json!({"symbol": query}));
        ask(
            &index,
            "search_node",
            &json!({"searchTerms": [query], "featureTerms": [query]}),
        );
    }
}

/// What takes exponential time where expressions are tried one way after the other.
const CATASTROPHIC: &[&str] = &[
    "(a+)+$",
    "(a|a)*b",
    "(.*)*x",
    "(x+x+)+y",
    "a{0,20}a{0,20}b",
    "(.*a){12}b",
    "(?i)(A+A+)+B",
    ".*.*.*.*.*=.*;",
    "(.*)...x{50}",
    "(.*)...[x-z]{50}",
];

#[test]
fn expressions_take_no_longer_than_the_text_is_long() {
    let text = |length: usize| format!("x = '{}'\n", "a".repeat(length));
    let [short, long] = [5_000, 50_000].map(|length| {
        let text = text(length);
        index(&[("long.py", text.as_str())])
    });
    for pattern in CATASTROPHIC {
        let params = json!({"searchTerms": [format!("/{pattern}/")], "mode": "snippets"});
        let time = |index: &Index| {
            let start = spent();
            ask(index, "search_node", &params);
            spent().saturating_sub(start)
        };
        let (short, long) = (time(&short), time(&long));
        let linear = short * 10 * 3 + Duration::from_millis(100);
        assert!(long < linear, "{pattern}: {short:?}, then {long:?}");
    }
    let index = index(&TREE);
    for wrong in ["/[/x /", "/(?=a)b/", "/\\1(a)/", "/(a{999}){999}/"] {
        let params = json!({"searchTerms": [wrong], "mode": "snippets"}).to_string();
        let answer = ops::run(&index.view(), "search_node", &params);
        let code = answer.map_err(|error| error.code).err();
        assert_eq!(code, Some(waymark_engine::Code::InvalidArgument), "{wrong}");
    }
}

/// An expression whose runs are never in the same state twice, over a text that never
/// repeats itself.
#[test]
fn an_expression_that_is_too_much_work_is_given_up_and_that_is_told() {
    let mut dice = 1_u32;
    let mut letter = || {
        dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if dice >> 31 == 0 { 'a' } else { 'b' }
    };
    let line = |_| format!("x = '{}'\n", String::from_iter((0..2000).map(|_| letter())));
    let text: String = (0..100).map(line).collect();
    let index = index(&[("a.py", "aac = 1\n"), ("b.py", &text), ("c.py", &text)]);
    let ask = |pattern: &str| {
        let terms = [format!("/{pattern}/")];
        let params = json!({"searchTerms": terms, "mode": "snippets"});
        ask(&index, "search_node", &params)
    };
    let hard = ask("a[ab]{400}c|aac");
    assert_eq!(hard["terms"][0]["unreadFiles"], 2, "{}", hard["terms"]);
    assert_eq!(hard["hits"][0]["path"], "a.py");
    assert_eq!(hard, ask("a[ab]{400}c|aac"));
    assert_eq!(ask("a+b+=")["terms"][0].get("unreadFiles"), None);
}

#[test]
fn what_says_nothing_finds_nothing_and_says_so() {
    let index = index(&TREE);
    for query in ["", "  ", "?!", "\u{202e}"] {
        let answer = ask(&index, "search", &json!({ "query": query }));
        assert_eq!(answer["hits"], json!([]), "{query:?}");
        assert_eq!(answer["ranking"]["confidence"], "none");
        assert_eq!(answer["ranking"]["reason"], "the query has no words");
    }
}

#[test]
fn words_of_other_scripts_do_not_hide_those_that_are_known() {
    let index = index(&TREE);
    let answer = ask(
        &index,
        "search",
        &json!({"query": "שלום parseArguments", "topK": 1}),
    );
    assert_eq!(answer["hits"][0]["id"], "cli.ts::parseArguments");
}

#[test]
fn pages_put_together_are_the_whole_ranking() {
    let index = index(&TREE);
    let all = ask(
        &index,
        "search",
        &json!({"query": "draw a shape on the canvas", "topK": 200}),
    );
    let total = all["page"]["total"].as_u64().expect("a number");
    let mut pages = Vec::new();
    for offset in 0..total {
        let page = ask(
            &index,
            "search",
            &json!({"query": "draw a shape on the canvas", "topK": 1, "offset": offset}),
        );
        pages.extend(page["hits"].as_array().cloned().unwrap_or_default());
    }
    assert_eq!(Value::from(pages), all["hits"]);
}

/// Functions that read and draw shapes, with names that go together in several ways.
fn shapes() -> Index {
    let verbs = ["draw", "read", "paint", "parse", "load", "stroke"];
    let things = ["shape", "canvas", "outline", "polygon", "line"];
    let function = |at: usize| {
        let (verb, thing) = (verbs[at % 6], things[at / 6 % 5]);
        format!(
            "def {verb}_{thing}_{at}(pen):\n    'Will {verb} the {thing}.'\n    pen.{verb}({at})\n\n"
        )
    };
    let file = |at: usize| (at * 40..at * 40 + 40).map(function).collect::<String>();
    let files: Vec<(String, String)> = (0..8)
        .map(|at| (format!("art/f{at}.py"), file(at)))
        .collect();
    let files: Vec<(&str, &str)> = (files.iter())
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    index(&files)
}

#[test]
fn pages_of_nodes_put_together_are_all_that_is_found() {
    let index = shapes();
    for question in [
        json!({"featureTerms": ["draw a shape on the canvas"], "mode": "features"}),
        json!({"featureTerms": ["draw a shape", "read lines of an outline"], "mode": "features"}),
        json!({"featureTerms": ["draw a shape"], "searchTerms": ["polygon", "\"stroke\"", "/pa\\w+/"]}),
        json!({"searchTerms": ["paint", "outline"], "mode": "snippets"}),
    ] {
        let (mut ids, mut offset, mut total) = (Vec::new(), 0, 1);
        while offset < total {
            let mut params = question.clone();
            params["offset"] = offset.into();
            params["topK"] = 23.into();
            params["budgetTokens"] = 0.into();
            let answer = ask(&index, "search_node", &params);
            let page = &answer["page"];
            let told = page["total"].as_u64().unwrap_or_default();
            assert!(
                offset == 0 || told == total,
                "{question}: {told}, not {total}"
            );
            assert_eq!(answer["isFloor"], false);
            total = told;
            offset += page["shown"]
                .as_u64()
                .filter(|&n| n > 0)
                .expect("a page that shows some");
            let hits = answer["hits"].as_array().cloned().unwrap_or_default();
            ids.extend(hits.iter().map(|hit| hit["id"].to_string()));
        }
        assert!(total > 60, "{question}: {total}");
        assert_eq!(ids.len() as u64, total, "{question}");
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len() as u64, total, "{question}");
    }
}

#[test]
fn a_name_is_found_while_it_is_typed_and_with_a_slip() {
    let index = index(&TREE);
    let first = |query: &str, typing: bool| {
        let answer = ask(
            &index,
            "search",
            &json!({"query": query, "typing": typing, "topK": 1}),
        );
        answer["hits"][0]["id"].as_str().map(str::to_owned)
    };
    let wanted = Some("cli.ts::parseArguments".to_owned());
    for end in 3.."parseArguments".len() {
        assert_eq!(first(&"parseArguments"[..end], true), wanted, "{end}");
    }
    for slip in [
        "parseArgumnts",
        "parseArgumentss",
        "parseArgumenst",
        "perseArguments",
    ] {
        assert_eq!(first(slip, false), wanted, "{slip}");
    }
}
