//! The contract of the fifteen tools: names, defaults, caps, pages, unknown
//! names, and that they agree with each other, on trees read with real grammars.

mod explain;
mod parameters;
mod scip;

use serde_json::{Value, json};
use waymark_engine::Code;
use waymark_engine::answer::ops;
use waymark_engine::extract::Languages;
use waymark_engine::index::Index;
use waymark_tests::{grammar, index_of};

fn ask(index: &Index, operation: &str, params: &Value) -> Value {
    let answer = ops::run(&index.view(), operation, &params.to_string());
    let answer = answer.unwrap_or_else(|error| panic!("{operation} {params}: {error}"));
    serde_json::from_str(&answer).expect("JSON")
}

fn strings(list: &Value, field: &str) -> Vec<String> {
    let items = list.as_array().map(Vec::as_slice).unwrap_or_default();
    let texts = items.iter().filter_map(|item| item[field].as_str());
    texts.map(str::to_owned).collect()
}

/// All that `symbol_detail` may be asked to expand.
const EXPANSIONS: [&str; 8] = [
    "members",
    "inheritance",
    "callers",
    "callees",
    "exports",
    "statements",
    "decorators",
    "parents",
];

/// A workspace of two packages, one of which uses the other.
const FLEET: [(&str, &str); 6] = [
    (
        "package.json",
        r#"{"name":"fleet","private":true,"workspaces":["packages/*"],"dependencies":{"left":"1"}}"#,
    ),
    (
        "packages/hull/package.json",
        r#"{"name":"@fleet/hull","main":"src/index.ts"}"#,
    ),
    (
        "packages/hull/src/index.ts",
        "export { Hull } from './hull';\nimport { debug } from 'left';\nexport function launch(): void { debug(); }\n",
    ),
    (
        "packages/hull/src/hull.ts",
        "export class Hull {\n  /** Tests the seams. */\n  leaks(depth: number): boolean {\n    if (depth > 3) return true;\n    return this.plan(depth);\n  }\n  private plan(depth: number): boolean { return depth < 0; }\n}\n",
    ),
    (
        "packages/yard/package.json",
        r#"{"name":"@fleet/yard","dependencies":{"@fleet/hull":"*"}}"#,
    ),
    (
        "packages/yard/src/build.ts",
        "import { Hull, launch } from '@fleet/hull';\nexport function build(): Hull {\n  const hull = new Hull();\n  hull.leaks(2);\n  launch();\n  return hull;\n}\nexport function twice() { build(); build(); }\n",
    ),
];

#[test]
fn the_names_of_the_tools_are_those_of_the_specification() {
    for name in [
        "index_status",
        "is_path_indexed",
        "codebase_map",
        "package_summary",
        "symbol_detail",
        "symbol_source",
        "codebase_search",
        "dependency_graph",
        "sub_graph",
        "flow_trace",
        "impact_analysis",
        "complexity_report",
        "statement_query",
    ] {
        assert!(ops::find(name).is_some(), "{name}");
    }
}

#[test]
fn parameters_are_read_in_both_spellings() {
    let fleet = index_of(&FLEET);
    for (operation, params) in [
        (
            "codebase_map",
            json!({"level": "L3", "root_fqn": "packages/hull", "metrics": false, "max_entries": 3, "rank": "name", "format": "json", "budget_tokens": 0}),
        ),
        (
            "package_summary",
            json!({"fqn": "@fleet/hull", "exports": true, "dependencies": true, "max_exports": 5}),
        ),
        (
            "symbol_detail",
            json!({"fqn": "Hull", "expand": ["members", "inheritance", "callers", "callees", "exports", "statements", "decorators", "parents"], "max_children": 5}),
        ),
        (
            "symbol_source",
            json!({"fqn": "Hull.leaks", "mode": "signature+doc", "max_lines": 5}),
        ),
        (
            "codebase_search",
            json!({"query": "hull", "levels": ["L2", "L3"], "top_k": 5, "kinds": ["class"], "packages": ["@fleet/hull"], "languages": ["typescript"], "min_score": 0.0, "mode": "lexical"}),
        ),
        (
            "dependency_graph",
            json!({"scope": "L2", "edge_kinds": ["imports"], "include_external": true, "root_fqn": ".", "max_nodes": 5, "format": "dot"}),
        ),
        (
            "sub_graph",
            json!({"seeds": ["build"], "edge_kinds": ["calls"], "depth": 1, "direction": "forward", "max_nodes": 5, "format": "mermaid"}),
        ),
        (
            "flow_trace",
            json!({"from": "twice", "to": "Hull.plan", "direction": "forward", "max_depth": 4, "max_paths": 5, "edge_kinds": ["calls"], "all_paths": true}),
        ),
        (
            "impact_analysis",
            json!({"target": "Hull", "changed_files": [], "direction": "backward", "max_depth": 3, "max_nodes": 5}),
        ),
        (
            "complexity_report",
            json!({"root_fqn": ".", "metric": "fan-out", "top_n": 5}),
        ),
        (
            "statement_query",
            json!({"parent_fqns": ["build"], "kinds": ["call"], "query": "launch", "top_k": 5}),
        ),
        ("is_path_indexed", json!({"path": "packages"})),
        ("index_status", json!({})),
    ] {
        ask(&fleet, operation, &params);
        let Value::Object(params) = params else {
            panic!("an object")
        };
        let camel = params
            .into_iter()
            .map(|(name, value)| (camel(&name), value));
        ask(&fleet, operation, &Value::Object(camel.collect()));
        let unknown = ops::run(&fleet.view(), operation, r#"{"nope":1}"#);
        assert_eq!(
            unknown.map_err(|error| error.code).err(),
            Some(Code::InvalidArgument)
        );
    }
}

fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text += &part[..1].to_uppercase();
        text += &part[1..];
    }
    text
}

#[test]
fn packages_are_a_level_and_an_alias() {
    let fleet = index_of(&FLEET);
    let map = ask(&fleet, "codebase_map", &json!({"rank": "name"}));
    assert_eq!(
        strings(&map["entries"], "fqn"),
        [".", "packages/hull", "packages/yard"]
    );
    assert_eq!(
        strings(&map["entries"], "name"),
        ["fleet", "@fleet/hull", "@fleet/yard"]
    );
    for name in [
        "@fleet/hull::src/hull.ts::Hull::leaks",
        "@fleet/hull::src/hull.ts:Hull.leaks",
        "@fleet/hull::Hull.leaks",
        "packages/hull/src/hull.ts:Hull.leaks",
        "hull.ts:Hull.leaks",
    ] {
        let detail = ask(&fleet, "symbol_detail", &json!({ "fqn": name }));
        assert_eq!(
            detail["fqn"], "packages/hull/src/hull.ts::Hull::leaks",
            "{name}"
        );
        let found = ask(&fleet, "find_symbol", &json!({ "name": name }));
        assert_eq!(found["page"]["total"], 1, "{name}");
    }
    let summary = ask(&fleet, "package_summary", &json!({"fqn": "@fleet/hull"}));
    let mut exports = strings(&summary["exports"], "fqn");
    exports.sort();
    assert_eq!(
        exports,
        [
            "packages/hull/src/hull.ts::Hull",
            "packages/hull/src/index.ts::launch"
        ]
    );
    assert_eq!(summary["external"][0]["name"], "left");
    let yard = ask(&fleet, "package_summary", &json!({"fqn": "@fleet/yard"}));
    assert_eq!(
        (
            &yard["internal"][0]["name"],
            &yard["internal"][0]["declared"]
        ),
        (&json!("@fleet/hull"), &json!(true))
    );
    let graph = ask(
        &fleet,
        "dependency_graph",
        &json!({"includeExternal": true}),
    );
    let targets = strings(&graph["edges"], "target");
    assert!(targets.contains(&"ext::npm::left".to_owned()), "{graph}");
}

#[test]
fn projects_of_dotnet_declare_packages_and_each_other() {
    let project = r#"<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>
        <ProjectReference Include="..\Hull\Hull.csproj" /><PackageReference Include="Serilog" Version="1" />
        </ItemGroup></Project>"#;
    let dock = index_of(&[
        (
            "src/Hull/Hull.csproj",
            "<Project Sdk=\"Microsoft.NET.Sdk\" />",
        ),
        (
            "src/Hull/Plank.cs",
            "namespace Hull; public class Plank { public int Get() => 1; }",
        ),
        ("src/Yard/Yard.csproj", project),
        (
            "src/Yard/Crane.cs",
            "using Hull; using Serilog.Core; using Xunit; class Crane { int Lift() => new Plank().Get(); }",
        ),
    ]);
    let yard = ask(&dock, "package_summary", &json!({"fqn": "Yard"}));
    assert_eq!(yard["internal"][0]["name"], "Hull", "{yard}");
    assert_eq!(yard["internal"][0]["declared"], json!(true));
    let told = yard["external"].as_array().cloned().unwrap_or_default();
    let told = told
        .iter()
        .map(|one| format!("{} {} {}", one["name"], one["declared"], one["imports"]));
    assert_eq!(
        told.collect::<Vec<_>>(),
        ["\"Serilog\" true 1", "\"Xunit\" false 1"]
    );
}

#[test]
fn a_client_is_told_of_the_path_that_it_asks_for() {
    let dock = index_of(&[
        (
            "server.js",
            "const express = require('express');\nconst app = express();\napp.get(['/arr1', '/arr2'], both);\nfunction both(req, res) {}\n",
        ),
        ("client.js", "export const one = () => fetch('/arr1');\n"),
    ]);
    let told = |index: &Index| {
        let answer = ask(index, "routes", &json!({}));
        let rows = answer["routes"].as_array().cloned().unwrap_or_default();
        let rows = rows
            .iter()
            .map(|row| (row["path"].clone(), row["clients"].clone()));
        rows.collect::<Vec<_>>()
    };
    let expected = [
        (json!("/arr1"), json!(["client.js::one"])),
        (json!("/arr2"), json!([])),
    ];
    assert_eq!(told(&dock), expected);
    let opened = Index::open(&dock.snapshot(), Languages::builtin().expect("shipped"));
    assert_eq!(told(&opened.expect("sound")), expected);
}

#[test]
fn an_unknown_name_is_an_answer_with_suggestions() {
    let fleet = index_of(&FLEET);
    for (operation, params, place) in [
        ("codebase_map", json!({"rootFqn": "Hall"}), "/notFound"),
        ("package_summary", json!({"fqn": "Hall"}), "/notFound"),
        ("symbol_detail", json!({"fqn": "Hall"}), "/notFound"),
        ("symbol_source", json!({"fqn": "Hall"}), "/notFound"),
        ("dependency_graph", json!({"rootFqn": "Hall"}), "/notFound"),
        ("sub_graph", json!({"seeds": "Hall"}), "/notFound/0"),
        ("flow_trace", json!({"from": "Hall"}), "/notFound/0"),
        ("impact_analysis", json!({"targets": "Hall"}), "/notFound/0"),
        ("complexity_report", json!({"rootFqn": "Hall"}), "/notFound"),
        (
            "statement_query",
            json!({"parentFqns": "Hall"}),
            "/notFound/0",
        ),
        ("is_path_indexed", json!({"path": "Hall"}), "/notFound"),
    ] {
        let answer = ask(&fleet, operation, &params);
        let missing = answer
            .pointer(place)
            .unwrap_or_else(|| panic!("{operation}: {answer}"));
        assert_eq!(
            (&missing["name"], &missing["existed"]),
            (&json!("Hall"), &json!(false)),
            "{operation}"
        );
        let suggestions = missing["suggestions"]
            .as_array()
            .map(Vec::len)
            .unwrap_or_default();
        assert!((1..=3).contains(&suggestions), "{operation}: {missing}");
    }
}

#[test]
fn callers_edges_and_direct_impact_agree() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../crate/engine/src/graph");
    let engine = waymark_tests::index(waymark_tests::read_folder(&root).expect("readable"))
        .expect("an index");
    let graph = engine.view().graph;
    let mut compared = 0;
    for node in graph
        .ids()
        .filter(|&node| graph.node(node).kind.is_callable())
    {
        let fqn = graph.fqn(node);
        let detail = ask(
            &engine,
            "symbol_detail",
            &json!({"fqn": fqn, "expand": ["callers"], "maxChildren": 1000}),
        );
        let mut callers = strings(&detail["callers"]["items"], "fqn");
        let around = ask(
            &engine,
            "sub_graph",
            &json!({"seeds": fqn, "direction": "in", "depth": 1, "maxNodes": 1000}),
        );
        let edges = around["edges"].as_array().cloned().unwrap_or_default();
        let edges = edges
            .into_iter()
            .filter(|edge| edge["target"] == json!(fqn))
            .collect();
        let mut sources = strings(&Value::Array(edges), "source");
        let impact = ask(
            &engine,
            "impact_analysis",
            &json!({"targets": fqn, "maxNodes": 1000, "edgeKinds": ["calls", "instantiates"], "maxDepth": 1}),
        );
        let mut direct = strings(&impact["direct"], "fqn");
        let listed = ask(&engine, "callers", &json!({"symbol": fqn, "limit": 200}));
        let uses = listed["uses"].as_array().cloned().unwrap_or_default();
        let mut users: Vec<String> = uses
            .iter()
            .filter_map(|user| user["node"]["id"].as_str())
            .map(str::to_owned)
            .collect();
        for list in [&mut callers, &mut sources, &mut direct, &mut users] {
            list.sort();
            list.dedup();
        }
        assert_eq!((&callers, &callers), (&sources, &users), "{fqn}");
        // What lies inside a function is it for impact, and a function may call itself.
        callers.retain(|caller| !(caller == &fqn || caller.starts_with(&format!("{fqn}::"))));
        assert!(
            callers.iter().all(|caller| direct.contains(caller)),
            "{fqn}: {callers:?} {direct:?}"
        );
        compared += callers.len();
    }
    assert!(compared > 100, "{compared} callers");
}

#[test]
fn default_answers_keep_within_their_budget() {
    let mut files = vec![("package.json".to_owned(), br#"{"name":"big"}"#.to_vec())];
    for at in 0..60 {
        let calls: String = (0..60)
            .map(|to| format!("  f{to}_{}();\n", (at + to) % 60))
            .collect();
        let functions: String = (0..60)
            .map(|n| format!("export function f{n}_{at}(argument: number) {{\n{calls}}}\n"))
            .collect();
        let imports: String = (0..60)
            .map(|to| format!("import {{ f{to}_{0} }} from './m{0}';\n", (at + to) % 60))
            .collect();
        files.push((format!("src/m{at}.ts"), (imports + &functions).into_bytes()));
    }
    let big = waymark_tests::index(files).expect("an index");
    for (operation, params) in [
        ("index_status", json!({})),
        ("codebase_map", json!({})),
        ("codebase_map", json!({"level": "L3"})),
        ("codebase_map", json!({"level": "L3", "format": "markdown"})),
        ("package_summary", json!({})),
        ("symbol_detail", json!({"fqn": "src/m1.ts::f1_1"})),
        (
            "symbol_detail",
            json!({"fqn": "src/m1.ts", "expand": ["members"]}),
        ),
        ("symbol_source", json!({"fqn": "src/m1.ts"})),
        ("codebase_search", json!({"query": "function argument"})),
        ("dependency_graph", json!({"scope": "L2"})),
        (
            "dependency_graph",
            json!({"scope": "L2", "format": "mermaid"}),
        ),
        ("sub_graph", json!({"seeds": "src/m1.ts::f1_1"})),
        (
            "sub_graph",
            json!({"seeds": "src/m1.ts::f1_1", "format": "dot"}),
        ),
        ("flow_trace", json!({"from": "src/m1.ts::f1_1"})),
        ("impact_analysis", json!({"targets": "src/m1.ts::f1_1"})),
        ("complexity_report", json!({})),
        ("statement_query", json!({"parentFqns": "src/m1.ts"})),
        ("explore_rpg", json!({"startCodeEntities": "src/m1.ts"})),
        ("explore_rpg", json!({"view": "feature"})),
        ("outline", json!({"within": "."})),
        ("fetch_node", json!({"codeEntities": "src/m1.ts::f1_1"})),
        ("fetch_node", json!({"codeEntities": ["src/m1.ts", "src"]})),
    ] {
        for (tokens, params) in [
            (2500, params.clone()),
            (900, with(&params, "budgetTokens", json!(900))),
        ] {
            let text = ops::run(&big.view(), operation, &params.to_string()).expect("an answer");
            assert!(
                text.len() <= tokens * 4,
                "{operation} {params}: {} characters",
                text.len()
            );
        }
        let whole = ops::run(
            &big.view(),
            operation,
            &with(&params, "budgetTokens", json!(0)).to_string(),
        );
        let bounded = operation == "index_status" || whole.is_ok();
        assert!(bounded, "{operation}");
    }
}

/// Functions that all have the longest of names, paths and documentation, and a package
/// that depends on many others.
fn wordy() -> Index {
    let long = |word: &str| [word; 12].join("_");
    let name = |at: usize| format!("{}_{at}", long("keelhauled"));
    let dependencies: Vec<String> = (0..80)
        .map(|at| format!("\"{}-{at}\":\"1\"", long("cargo")))
        .collect();
    let manifest = format!(
        "{{\"name\":\"{}\",\"dependencies\":{{{}}}}}",
        long("armada"),
        dependencies.join(",")
    );
    let doc = "Heaves the anchor, and says so at length. ".repeat(120);
    let file = |at: usize| {
        let others = (0..30).map(|to| format!("  {}();\n", name(to)));
        let imports = (0..30).filter(|&to| to != at);
        let imports = imports.map(|to| format!("import {{ {0} }} from './{0}';\n", name(to)));
        let text = format!(
            "{}/** {doc} */\nexport function {}(a: {}) {{\n{}}}\n",
            imports.collect::<String>(),
            name(at),
            long("Barnacle"),
            others.collect::<String>()
        );
        (format!("src/{}.ts", name(at)), text.into_bytes())
    };
    let tests = (0..30).map(|at| {
        let text = format!(
            "import {{ {0} }} from '../src/{0}';\ntest('{0}', () => {{ {0}(1); }});\n",
            name(at)
        );
        (format!("tests/{}.test.ts", name(at)), text.into_bytes())
    });
    let manifest = ("package.json".to_owned(), manifest.into_bytes());
    let files = (0..30).map(file).chain(tests).chain([manifest]);
    waymark_tests::index(files).expect("an index")
}

#[test]
fn no_answer_exceeds_a_budget_that_is_named() {
    let wordy = wordy();
    let view = wordy.view();
    let budgeted = |row: &&ops::Row| (row.defaults)().contains("\"budgetTokens\"");
    let name = format!("{}_7", ["keelhauled"; 12].join("_"));
    let fqn = format!("src/{name}.ts::{name}");
    let paths = view.corpus.files().iter().take(20);
    let paths: Vec<&str> = paths.map(|file| file.path.as_str()).collect();
    let log = (0..4).map(|at| format!("commit {at}\n\n{}\n\n", paths.join("\n")));
    let log: String = log.collect();
    let all = json!(EXPANSIONS);
    let asked: Vec<&str> = ops::OPERATIONS
        .iter()
        .filter(budgeted)
        .map(|row| row.name)
        .collect();
    let (mut cut, mut failures) = (0, Vec::new());
    for operation in &asked {
        let questions = match *operation {
            "symbol_detail" => vec![json!({"fqn": fqn}), json!({"fqn": fqn, "expand": all})],
            "symbol_source" => vec![
                json!({"fqn": fqn}),
                json!({"fqn": fqn, "mode": "full"}),
                json!({"fqn": fqn, "mode": "signature+doc"}),
            ],
            "codebase_search" | "search" | "task" => vec![
                json!({"query": "heaves the anchor"}),
                json!({"query": name}),
            ],
            "search_node" => vec![
                json!({"searchTerms": name}),
                json!({"featureTerms": "heave the anchor"}),
            ],
            "locate" => vec![json!({"intent": "heave the anchor"})],
            "sub_graph" => vec![
                json!({"seeds": fqn}),
                json!({"seeds": fqn, "format": "dot"}),
            ],
            "impact_analysis" => vec![json!({"targets": fqn})],
            "callers" | "callees" => vec![json!({"symbol": fqn, "limit": 200})],
            "find_symbol" => vec![json!({"name": name})],
            "explain_edge" => vec![json!({"source": fqn, "target": fqn})],
            "explain_unresolved" => vec![json!({"path": paths[0], "line": 1})],
            "flow_trace" | "dominators" => vec![json!({"from": fqn})],
            "explore_rpg" => vec![
                json!({"startCodeEntities": fqn}),
                json!({"view": "feature"}),
            ],
            "fetch_node" => vec![
                json!({"codeEntities": fqn}),
                json!({"codeEntities": ["src", fqn]}),
            ],
            "statement_query" => vec![json!({"parentFqns": fqn})],
            "similar" => continue,
            "co_change" => vec![json!({"log": log})],
            "layering" => vec![
                json!({"layers": [{"name": "a", "paths": "src"}, {"name": "b", "paths": "tests"}]}),
            ],
            "codebase_map" => ["L1", "L2", "L3"]
                .map(|level| json!({"level": level}))
                .to_vec(),
            _ => vec![json!({})],
        };
        for params in questions {
            for tokens in [800_usize, 1500] {
                let mut params = params.clone();
                params["budgetTokens"] = json!(tokens);
                let text = ops::run(&view, operation, &params.to_string());
                let text = text.unwrap_or_else(|error| panic!("{operation} {params}: {error}"));
                if text.len() > tokens * 4 {
                    failures.push(format!("{operation} {params}: {} characters", text.len()));
                }
                let answer: Value = serde_json::from_str(&text).expect("JSON");
                for told in answer["cuts"].as_array().into_iter().flatten() {
                    assert!(
                        told["shown"].as_u64() < told["total"].as_u64(),
                        "{operation}: {told}"
                    );
                    cut += 1;
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(asked.len() > 15 && cut > 10, "{asked:?}, {cut} cuts");
}

fn with(params: &Value, name: &str, value: Value) -> Value {
    let mut params = params.clone();
    if let Value::Object(fields) = &mut params
        && !fields.is_empty()
    {
        fields.insert(name.to_owned(), value);
    }
    params
}

#[test]
fn what_is_a_value_where_it_stands_is_not_dead() {
    let index = index_of(&[
        (
            "dock.ts",
            "setTimeout(function tick() { return 1 }, 1);\nconst crane = { lift() { return 2 } };\nclass Gate { get open() { return true } static bolt = 1; shut() { return 3 } }\nfunction idle() { return Gate.bolt }\ntype Load = string;\nexport function weigh(load: Load) { return crane }\nclass Empty {}\n",
        ),
        (
            "Dock.java",
            "enum Tide { HIGH { int depth() { return 9; } }; int depth() { return 1; } }\nclass Dock { Runnable wait = new Runnable() { public void run() {} }; }\n",
        ),
        (
            "Dock.vue",
            "<template><a @click=\"moor\">x</a></template>\n<script setup>\nfunction moor() { function inner() {} }\n</script>\n",
        ),
    ]);
    let answer = ask(&index, "dead_code", &json!({"limit": 50}));
    let mut dead = strings(&answer["dead"], "fqn");
    dead.sort_unstable();
    assert_eq!(
        dead,
        [
            "Dock.java::Dock",
            "Dock.vue::moor::inner",
            "dock.ts::Empty",
            "dock.ts::Gate::shut",
            "dock.ts::idle",
            "dock.ts::weigh",
        ]
    );
}

#[test]
fn what_the_language_uses_is_not_dead() {
    let index = index_of(&[
        (
            "global.ts",
            "export {};\ndeclare global {\n  interface Window { reef(): void }\n  namespace Harbour { interface Berth { moor(): void } }\n  function hoist(): void;\n}\ndeclare module 'ropes' { interface Knot { tie(): void } }\ninterface Idle {}\n",
        ),
        (
            "waves.rs",
            "struct Waves;\nimpl Iterator for Waves {\n    type Item = u8;\n    fn next(&mut self) -> Option<u8> { None }\n}\ntype Idle = u8;\nfn see() -> Waves { Waves }\n",
        ),
        (
            "Program.cs",
            "class Program { static void Main(string[] args) {} static void Idle() {} }\n",
        ),
        (
            "Harbour.java",
            "class Harbour { public static void main(String[] args) {} void idle() {} }\n",
        ),
        (
            "harbour.kt",
            "object Port { @JvmStatic fun main(args: Array<String>) {} }\nfun main() {}\nfun idle() {}\n",
        ),
        (
            "Harbour.scala",
            "object First extends App { println(1) }\nobject Second { def main(args: Array[String]): Unit = () }\n",
        ),
        (
            "main.c",
            "int main(void) { return 0; }\nstatic int idle(void) { return 0; }\n",
        ),
        ("main.rs", "fn main() {}\n"),
        ("main.cpp", "int main() { return 0; }\n"),
    ]);
    let answer = ask(&index, "dead_code", &json!({"limit": 50}));
    let mut dead = strings(&answer["dead"], "fqn");
    dead.sort_unstable();
    assert_eq!(
        dead,
        [
            "Harbour.java::Harbour::idle",
            "Program.cs::Program::Idle",
            "global.ts::Idle",
            "harbour.kt::idle",
            "main.c::idle",
            "waves.rs::Idle",
            "waves.rs::see",
        ]
    );
}

#[test]
fn public_declarations_of_kotlin_are_exports() {
    let index = index_of(&[
        ("build.gradle.kts", "plugins { `java-library` }\n"),
        (
            "src/main/kotlin/Hull.kt",
            "class Hull { fun leaks() = true\n  private fun plan() = false\n  internal fun test() = false }\ninternal class Yard { fun build() {} }\nprivate fun idle() {}\nfun launch() {}\n",
        ),
    ]);
    let answer = ask(&index, "dead_code", &json!({"limit": 50}));
    let path = "src/main/kotlin/Hull.kt";
    let dead = ["Hull::plan", "Hull::test", "Yard", "idle"];
    let dead = dead.map(|name| format!("{path}::{name}"));
    assert_eq!(strings(&answer["dead"], "fqn"), dead);
}

#[test]
fn a_drawing_shows_as_much_as_its_budget_holds() {
    let text: String = (0..200)
        .map(|at| {
            format!(
                "function f{at}() {{ f{}(); f{}(); }}\n",
                (at + 1) % 200,
                (at + 7) % 200
            )
        })
        .collect();
    let index = index_of(&[("chain.js", &text)]);
    for format in ["mermaid", "dot", "json"] {
        let params = json!({"seeds": "f0", "depth": 6, "format": format, "budgetTokens": 1000});
        let answer = ask(&index, "sub_graph", &params);
        let length = answer.to_string().len();
        assert!((2500..=4000).contains(&length), "{format}: {length}");
    }
}

#[test]
fn no_answer_holds_more_than_fifty_statements() {
    let text = format!("def f(x):\n{}", "    x = 1\n".repeat(60));
    let built = index_of(&[("a.py", &text)]);
    let all = json!({"parentFqns": "f", "budgetTokens": 0});
    for params in [all.clone(), with(&all, "topK", json!(1000))] {
        let answer = ask(&built, "statement_query", &params);
        assert_eq!(answer["hits"].as_array().map(Vec::len), Some(50));
        assert_eq!(answer["page"]["total"], json!(60));
        assert_eq!(answer["truncated"], json!(true));
    }
}

#[test]
fn statements_are_read_on_demand() {
    let built = index_of(&FLEET);
    let ids = |index: &Index| {
        let answer = ask(
            index,
            "statement_query",
            &json!({"parentFqns": "Hull.leaks"}),
        );
        (
            strings(&answer["hits"], "id"),
            strings(&answer["hits"], "kind"),
        )
    };
    let (numbers, kinds) = ids(&built);
    assert_eq!(kinds, ["if", "return", "return", "method-call"]);
    assert_eq!(numbers, ["s1", "s2", "s3", "s4"]);
    let one = ask(
        &built,
        "symbol_source",
        &json!({"fqn": "Hull.leaks", "mode": "statement", "statementId": "s3"}),
    );
    assert_eq!(one["source"], "    return this.plan(depth);\n");
    let early = ask(
        &built,
        "statement_query",
        &json!({"parentFqns": "Hull", "kinds": "early-return"}),
    );
    assert_eq!(strings(&early["hits"], "expression"), ["return true;"]);
    // A snapshot holds no grammars: what to load is said, and then it is like new.
    let mut opened =
        Index::open(&built.snapshot(), Languages::builtin().expect("shipped")).expect("sound");
    let params = r#"{"parentFqns":"Hull.leaks"}"#;
    let error = ops::run(&opened.view(), "statement_query", params).expect_err("no grammar");
    assert_eq!(error.code, Code::GrammarMissing);
    let needs = opened.missing_grammars();
    assert_eq!(
        needs
            .iter()
            .map(|need| need.name.as_str())
            .collect::<Vec<_>>(),
        ["json", "typescript"]
    );
    for need in needs {
        opened.set_grammar(&need.name, grammar(&need.name).expect("linked"));
    }
    assert_eq!(ids(&opened), ids(&built));
}

#[test]
fn a_name_alone_is_a_call_only_where_no_variable_is_called_so() {
    let text = "def f(a, b)\n  c = a\n  c + d\n  [a].each { |e| e.g(b, c) }\n  h\n  d = 1\n  d(d)\nend\ndef empty(a)\nend\n";
    let built = index_of(&[("names.rb", text)]);
    let kinds = |name: &str| {
        let answer = ask(&built, "statement_query", &json!({ "parentFqns": name }));
        strings(&answer["hits"], "kind").join(" ")
    };
    assert_eq!(
        kinds("f"),
        "assignment call method-call closure method-call call assignment call"
    );
    assert_eq!(kinds("empty"), "");
    let detail = ask(&built, "symbol_detail", &json!({ "fqn": "f" }));
    assert_eq!(detail["metrics"]["calls"], json!(5), "{detail}");
}

#[test]
fn every_language_has_statements() {
    let mut failures: Vec<String> = Vec::new();
    for (path, text, expected) in [
        (
            "names.kt",
            "fun f(a: Int) {\n    val y = 1\n    var z: Int\n    z = a\n    val (p, q) = g()\n}\n",
            "constant variable assignment destructuring call",
        ),
        (
            "names.swift",
            "func f(a: Int) {\n    let y = 1\n    var z: Int\n    z = a\n    g()\n}\n",
            "constant variable assignment call",
        ),
        (
            "a.ts",
            "function f(list: number[], x?: string) {\n  const { a } = x as any;\n  let n = 0;\n  n = 1;\n  for (const item of list) {\n    if (x !== undefined && typeof x === 'string') continue;\n    else break;\n  }\n  for (const key in list) {}\n  for (;;) {}\n  do { n++; } while (n < 3);\n  while (n) {}\n  switch (n) { case 1: break; default: }\n  try { g().h(); } catch { throw new Error(); } finally { }\n  list.map((item) => item);\n  // a remark\n  return n;\n}\n",
            "destructuring variable assignment for-of if+type-guard+null-check continue else break for-in for do-while while switch case default try method-call+chained-call catch throw constructor-call finally method-call arrow+callback comment return",
        ),
        (
            "a.py",
            "def f(xs, x):\n    a, b = xs\n    n = 0\n    for item in xs:\n        if x is None:\n            continue\n        elif isinstance(x, int):\n            break\n        else:\n            return 1\n    while n:\n        yield n\n    try:\n        g().h()\n    except ValueError:\n        raise\n    finally:\n        assert n\n    match x:\n        case 1:\n            pass\n    k = lambda v: v\n    # a remark\n    return 2\n",
            "destructuring variable for-in if+null-check continue else-if+type-guard break else return+early-return while yield try method-call+chained-call catch throw finally assertion switch case comment return",
        ),
        (
            "a.rs",
            "fn f(xs: Vec<u32>) -> u32 {\n    let (a, b) = (1, 2);\n    let n = 0;\n    for x in xs {\n        if x == a { continue; } else if x == b { break; } else { return 1; }\n    }\n    while n < 1 {}\n    loop {}\n    match n { 1 => g(), _ => h() }\n    let k = |v: u32| v;\n    assert!(n == 0);\n    // a remark\n    return 2;\n}\n",
            "destructuring variable for-in if continue else-if break else return+early-return while switch case call closure call+assertion comment return",
        ),
        (
            "a.go",
            "package a\n\nfunc f(xs []int, e error) int {\n\tn := 0\n\tvar m int\n\tn = 2\n\tfor _, x := range xs {\n\t\tif e != nil {\n\t\t\tcontinue\n\t\t} else {\n\t\t\tbreak\n\t\t}\n\t}\n\tfor i := 0; i < 3; i++ {\n\t}\n\tswitch n {\n\tcase 1:\n\tdefault:\n\t}\n\tg().h()\n\tk := func() {}\n\t// a remark\n\treturn n\n}\n",
            "variable assignment for-in if+null-check continue else break for switch case default method-call+chained-call closure comment return",
        ),
        (
            "A.java",
            "class A {\n  int f(int[] xs, Object o) {\n    final int a = 1;\n    int n = 0;\n    n = 2;\n    for (int x : xs) {\n      if (o == null) continue;\n      else if (o instanceof String) break;\n      else return 1;\n    }\n    for (int i = 0; i < 3; i++) {}\n    do { n++; } while (n < 3);\n    while (n > 0) {}\n    switch (n) { case 1: break; default: }\n    try { g().h(); } catch (Exception e) { throw new Error(); } finally { }\n    Runnable r = () -> {};\n    assert n > 0;\n    // a remark\n    return n;\n  }\n}\n",
            "constant variable assignment for-in if+null-check continue else-if+type-guard break else return+early-return for do-while while switch case default try method-call+chained-call catch throw constructor-call finally closure assertion comment return",
        ),
    ] {
        let built = index_of(&[(path, text)]);
        let answer = ask(
            &built,
            "statement_query",
            &json!({"parentFqns": "f", "topK": 1000}),
        );
        let hits = answer["hits"].as_array().cloned().unwrap_or_default();
        let found: Vec<String> = hits
            .iter()
            .map(|hit| {
                let also = hit["also"].as_array().cloned().unwrap_or_default();
                let also = also
                    .iter()
                    .filter_map(Value::as_str)
                    .map(|also| format!("+{also}"));
                format!(
                    "{}{}",
                    hit["kind"].as_str().unwrap_or_default(),
                    also.collect::<String>()
                )
            })
            .collect();
        // In the order of the text, with what is not demanded in between.
        let mut rest = found.iter();
        let missing = expected
            .split(' ')
            .find(|kind| !rest.any(|found| found == kind));
        failures.extend(missing.map(|kind| format!("{path}: no {kind} in {found:?}")));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
