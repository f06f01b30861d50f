//! Why edges are there and why uses have none, on trees read with real grammars.

use super::{ask, strings};
use serde_json::{Value, json};
use waymark_tests::index_of;

const YARD: [(&str, &str); 3] = [
    (
        "yard/boat.py",
        "class Boat:\n    def launch(self, crew):\n        return self.check()\n    def check(self):\n        pass\n\nclass Crate:\n    def launch(self):\n        pass\n",
    ),
    (
        "yard/crane.py",
        "def check(load):\n    pass\n\nclass Crane:\n    def check(self, load, limit):\n        pass\n\nclass Raft:\n    def launch(self):\n        pass\n",
    ),
    (
        "main.py",
        "import json\nfrom yard.boat import Boat\n\ndef run(thing):\n    boat = Boat()\n    boat.launch(3)\n    thing.launch()\n    json.dumps(boat)\n    thing[0]()\n",
    ),
];

fn removed(use_: &Value) -> Vec<(&str, u64)> {
    let rows = use_["removed"].as_array().expect("a list").iter();
    rows.map(|row| {
        (
            row["id"].as_str().expect("an id"),
            row["rule"].as_u64().expect("a rule"),
        )
    })
    .collect()
}

#[test]
fn an_edge_tells_its_rule_and_what_else_there_was() {
    let yard = index_of(&YARD);
    let told = ask(
        &yard,
        "explain_edge",
        &json!({"source": "run", "target": "Boat.launch"}),
    );
    assert_eq!(told["edges"][0]["provenance"], "local-type");
    let [launch] = &told["uses"].as_array().expect("a list")[..] else {
        panic!("{told}")
    };
    assert_eq!((&launch["line"], &launch["rule"]), (&json!(6), &json!(4)));
    assert_eq!(launch["receiver"], "an instance of yard/boat.py::Boat");
    assert_eq!(launch["targets"], json!(["yard/boat.py::Boat::launch"]));
    assert_eq!(
        removed(launch),
        [
            ("yard/boat.py::Crate::launch", 5),
            ("yard/crane.py::Raft::launch", 5)
        ]
    );
    let told = ask(
        &yard,
        "explain_edge",
        &json!({"source": "Boat.launch", "target": "Boat.check"}),
    );
    let check = &told["uses"][0];
    assert_eq!(
        (&check["rule"], &check["provenance"]),
        (&json!(3), &json!("self"))
    );
    assert_eq!(
        removed(check),
        [
            ("yard/crane.py::check", 5),
            ("yard/crane.py::Crane::check", 5)
        ]
    );
    let imported = ask(
        &yard,
        "explain_edge",
        &json!({"source": "main.py", "target": "yard/boat.py"}),
    );
    assert_eq!(imported["uses"][0]["usage"], "declare");
    assert_eq!(imported["uses"][0]["rule"], 1);
    let none = ask(
        &yard,
        "explain_edge",
        &json!({"source": "Crate.launch", "target": "run"}),
    );
    assert_eq!(
        (&none["edges"], &none["page"]["total"]),
        (&json!([]), &json!(0))
    );
    let unknown = ask(
        &yard,
        "explain_edge",
        &json!({"source": "Boad", "target": "check"}),
    );
    assert_eq!(strings(&unknown["notFound"], "name"), ["Boad"]);
    assert_eq!(unknown["ambiguous"][0]["total"], 3);
}

#[test]
fn every_edge_of_a_use_is_explained_by_itself() {
    let yard = index_of(&YARD);
    let view = yard.view();
    let mut uses = 0;
    for edge in view.graph.edges() {
        let (source, target) = (view.graph.fqn(edge.source), view.graph.fqn(edge.target));
        let kind = edge.kind.as_str();
        let told = ask(
            &yard,
            "explain_edge",
            &json!({"source": source, "target": target, "kind": kind}),
        );
        assert_eq!(told["edges"][0]["kind"], kind);
        for told in told["uses"].as_array().expect("a list") {
            uses += 1;
            assert!(
                told["targets"]
                    .as_array()
                    .expect("a list")
                    .contains(&json!(target))
            );
        }
    }
    assert!(uses > 4);
}

#[test]
fn a_use_without_an_edge_tells_why() {
    let yard = index_of(&YARD);
    let at = |line: u32| {
        ask(
            &yard,
            "explain_unresolved",
            &json!({"path": "main.py", "line": line}),
        )
    };
    let told = at(7);
    let launch = &told["uses"][0];
    assert_eq!(launch["absence"], "declined");
    assert_eq!(
        (&launch["rule"], &launch["receiver"]),
        (
            &json!(9),
            &json!("bound in the tree to something that is not understood")
        )
    );
    // One takes another number of arguments; nothing prefers one of the others.
    assert_eq!(
        removed(launch),
        [
            ("yard/boat.py::Boat::launch", 7),
            ("yard/boat.py::Crate::launch", 9),
            ("yard/crane.py::Raft::launch", 9)
        ]
    );
    let dumps = &at(8)["uses"][0];
    assert_eq!(
        (&dumps["absence"], &dumps["receiver"]),
        (&json!("external"), &json!("outside the tree"))
    );
    let computed = &at(9)["uses"][0];
    assert_eq!(
        (&computed["absence"], &computed["name"]),
        (&json!("dynamic"), &json!(""))
    );
    let linked = at(5);
    assert_eq!(
        (&linked["linked"], &linked["page"]["total"]),
        (&json!(1), &json!(0))
    );
    let missing = ask(
        &yard,
        "explain_unresolved",
        &json!({"path": "mian.py", "line": 1}),
    );
    assert_eq!(missing["notFound"]["name"], "mian.py");
    let beyond = waymark_engine::answer::ops::run(
        &yard.view(),
        "explain_unresolved",
        r#"{"path":"main.py","line":99}"#,
    );
    assert!(beyond.is_err());
}

#[test]
fn a_request_of_a_client_tells_the_path() {
    let tree = index_of(&[
        (
            "shop.py",
            "from flask import Flask\n\napp = Flask(__name__)\n\n@app.get(\"/pieces\")\ndef list_pieces():\n    return []\n",
        ),
        (
            "desk.py",
            "import requests\n\ndef ask():\n    return requests.get(\"http://localhost/pieces\")\n",
        ),
    ]);
    let told = ask(
        &tree,
        "explain_edge",
        &json!({"source": "desk.py::ask", "target": "shop.py::list_pieces"}),
    );
    let use_ = &told["uses"][0];
    assert_eq!(
        (&use_["line"], &use_["provenance"]),
        (&json!(4), &json!("route"))
    );
    assert_eq!(
        use_["because"],
        "the path that is asked for is the one it answers: GET /pieces"
    );
}
