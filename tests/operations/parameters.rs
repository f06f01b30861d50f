//! Parameters that mean nothing are refused or told, never passed over in silence.

use super::{EXPANSIONS, FLEET, ask, strings};
use serde_json::{Value, json};
use waymark_engine::Code;
use waymark_engine::answer::ops;
use waymark_engine::index::Index;
use waymark_tests::index_of;

/// The code and the message of what is refused.
fn refused(index: &Index, operation: &str, params: &Value) -> (Code, String) {
    match ops::run(&index.view(), operation, &params.to_string()) {
        Ok(answer) => panic!("{operation} {params}: {answer}"),
        Err(error) => (error.code, error.message),
    }
}

#[test]
fn packages_are_found_by_name_and_directory() {
    let index = index_of(&FLEET);
    let found = |query: &str, levels: &[&str]| {
        let params = json!({"query": query, "levels": levels});
        let answer = ask(&index, "codebase_search", &params);
        let page = answer["page"]["total"].as_u64();
        (
            strings(&answer["hits"], "fqn"),
            page,
            answer["confidence"].clone(),
        )
    };
    let hull = ["packages/hull".to_owned()];
    // Called so; the others share a word with it.
    let (ids, total, confidence) = found("@fleet/hull", &["L1"]);
    assert_eq!(ids, ["packages/hull", ".", "packages/yard"]);
    assert_eq!((total, confidence), (Some(3), json!("high")));
    let (ids, total, _) = found("fleet packages", &["L1"]);
    assert_eq!(ids, ["packages/hull", "packages/yard", "."]);
    assert_eq!(total, Some(3));
    let (ids, ..) = found("hull", &["L1", "L3"]);
    assert_eq!(ids[0], "packages/hull");
    assert!(
        ids.contains(&"packages/hull/src/hull.ts::Hull".to_owned()),
        "{ids:?}"
    );
    let (ids, ..) = found("hull", &[]);
    assert!(
        !ids.contains(&hull[0]),
        "packages are found where they are asked for"
    );
    let (code, message) = refused(
        &index,
        "codebase_search",
        &json!({"query": "hull", "levels": ["L0"]}),
    );
    assert!(
        code == Code::InvalidArgument && message.contains("L1"),
        "{message}"
    );
}

#[test]
fn pages_of_packages_and_symbols_are_the_whole() {
    let index = index_of(&FLEET);
    let page = |offset: u32, top_k: u32| {
        let params =
            json!({"query": "hull", "levels": ["L1", "L2", "L3"], "offset": offset, "topK": top_k});
        strings(&ask(&index, "codebase_search", &params)["hits"], "fqn")
    };
    let all = page(0, 50);
    let put_together: Vec<String> = (0..all.len() as u32).flat_map(|at| page(at, 1)).collect();
    assert_eq!(put_together, all);
}

#[test]
fn unknown_languages_are_refused() {
    let index = index_of(&FLEET);
    for operation in ["codebase_search", "search"] {
        let params = json!({"query": "hull", "languages": ["pyhton"]});
        let (code, message) = refused(&index, operation, &params);
        assert_eq!(code, Code::InvalidArgument);
        let told = message.contains("`pyhton`") && message.contains("python, ruby");
        assert!(told, "{message}");
    }
    // One that is known and not in the tree finds nothing.
    let none = ask(
        &index,
        "search",
        &json!({"query": "hull", "languages": ["python"]}),
    );
    assert_eq!(none["page"]["total"], 0);
}

#[test]
fn confidences_are_shares() {
    let index = index_of(&FLEET);
    for (operation, params) in [
        ("callers", json!({"symbol": "Hull.leaks"})),
        ("sub_graph", json!({"seeds": ["Hull.leaks"]})),
        ("flow_trace", json!({"from": "Hull.leaks"})),
        ("impact_analysis", json!({"targets": ["Hull.leaks"]})),
        ("explore_rpg", json!({"startCodeEntities": ["Hull.leaks"]})),
    ] {
        for wrong in [-7.0, 1e12] {
            let mut params = params.clone();
            params["minConfidence"] = json!(wrong);
            let (code, message) = refused(&index, operation, &params);
            assert!(
                code == Code::InvalidArgument && message.contains("0 to 1"),
                "{message}"
            );
        }
        let mut whole = params;
        whole["minConfidence"] = json!(1.0);
        ask(&index, operation, &whole);
    }
}

#[test]
fn no_lines_are_no_source() {
    let index = index_of(&FLEET);
    let params = json!({"fqn": "Hull.leaks", "maxLines": 0});
    assert_eq!(
        refused(&index, "symbol_source", &params).0,
        Code::InvalidArgument
    );
}

#[test]
fn what_is_quoted_of_a_declaration_is_found_again() {
    let wide = "class Hull:\n    @property\n    def leaks(\n        self,\n        depth,\n    ):\n        \"\"\"Whether.\"\"\"\n        return depth\n";
    let index = index_of(&[
        ("hull.py", wide),
        ("a.c", "int f(int a)\n{\n  return a;\n}\n"),
    ]);
    for (fqn, range) in [("Hull.leaks", [3, 6]), ("Hull", [1, 1]), ("a.c::f", [1, 1])] {
        for mode in ["signature", "signature+doc", "signature+body", "full"] {
            let source = ask(&index, "symbol_source", &json!({"fqn": fqn, "mode": mode}));
            if mode.len() < 14 && mode != "full" {
                assert_eq!(source["range"], json!(range), "{fqn} {mode}");
            }
            let checked = ask(
                &index,
                "check_citations",
                &json!({"text": source["markdown"]}),
            );
            assert_eq!(checked["valid"], true, "{fqn} {mode}: {source} {checked}");
        }
    }
}

#[test]
fn long_names_are_not_repeated() {
    let index = index_of(&FLEET);
    let long = "x".repeat(100_000);
    for (operation, params) in [
        ("symbol_detail", json!({"fqn": long})),
        ("callers", json!({"symbol": long})),
        (
            "check_citations",
            json!({"text": format!("`src/{long}.ts`")}),
        ),
    ] {
        let answer = ask(&index, operation, &params).to_string();
        assert!(
            answer.len() < 2000 || operation == "check_citations",
            "{operation}: {}",
            answer.len()
        );
    }
    for (operation, params) in [
        ("codebase_search", json!({"query": "a", "packages": [long]})),
        ("search", json!({"query": "a", "languages": [long]})),
        ("sub_graph", json!({"seeds": ["a"], "edgeKinds": [long]})),
    ] {
        let (_, message) = refused(&index, operation, &params);
        assert!(message.len() < 5000, "{operation}: {}", message.len());
    }
}

#[test]
fn a_small_budget_holds_with_every_list() {
    let index = index_of(&FLEET);
    for fqn in ["Hull", "Hull.leaks", "build"] {
        let params = json!({"fqn": fqn, "expand": EXPANSIONS, "budgetTokens": 300});
        let answer = ask(&index, "symbol_detail", &params).to_string();
        assert!(answer.len() <= 1300, "{fqn}: {} {answer}", answer.len());
    }
}
