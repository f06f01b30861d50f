//! A SCIP index laid over a tree: its word replaces guesses, holds as long as files
//! stay as they are, and is told where it cannot be used.

use super::ask;
use serde_json::json;
use waymark_engine::Code;
use waymark_engine::extract::Languages;
use waymark_engine::index::{Change, Index};
use waymark_tests::index_of;

const BOAT: &str = "class Boat:\n    def launch(self):\n        pass\n\nclass Raft:\n    def launch(self):\n        pass\n";
const MAIN: &str = "def run(thing, other):\n    thing.launch()\n    other.launch()\n";

fn tree() -> Index {
    index_of(&[("yard/boat.py", BOAT), ("yard/main.py", MAIN)])
}

fn field(number: u8, inside: &[u8]) -> Vec<u8> {
    [&[number << 3 | 2, inside.len() as u8], inside].concat()
}

/// `range`, symbol and roles of the occurrences of a file.
fn document(path: &str, occurrences: &[([u8; 3], &str, u8)]) -> Vec<u8> {
    let mut bytes = field(1, path.as_bytes());
    for (range, symbol, roles) in occurrences {
        let parts = [
            field(1, range),
            field(2, symbol.as_bytes()),
            vec![24, *roles],
        ];
        bytes.extend(field(2, &parts.concat()));
    }
    let length = [bytes.len() as u8 & 127 | 128, (bytes.len() >> 7) as u8];
    [&[18], &length[..], &bytes].concat()
}

/// `thing` is a raft, and `other` something from outside.
fn scip() -> Vec<u8> {
    let boat = document(
        "boat.py",
        &[
            ([1, 8, 14], "p boat/Boat#launch().", 1),
            ([5, 8, 14], "p boat/Raft#launch().", 1),
        ],
    );
    let main = document(
        "main.py",
        &[
            ([1, 10, 16], "p boat/Raft#launch().", 0),
            ([2, 10, 16], "outside/Ship#launch().", 0),
        ],
    );
    [boat, main].concat()
}

fn laid(index: &mut Index) -> Index {
    let build = index.overlay_scip(&scip(), "yard").expect("sound");
    waymark_tests::finish(build).expect("an index")
}

fn edges(index: &Index) -> Vec<(String, String)> {
    let calls = ask(index, "callees", &json!({"symbol": "run"}));
    let uses = calls["uses"].as_array().expect("a list").iter();
    uses.map(|use_| {
        (
            use_["node"]["id"].to_string(),
            use_["provenance"].to_string(),
        )
    })
    .collect()
}

fn state(index: &Index) -> (String, u64, u64) {
    let scip = &ask(index, "index_status", &json!({}))["scip"];
    let number = |name: &str| scip[name].as_u64().expect("a number");
    (
        scip["state"].as_str().expect("a word").to_owned(),
        number("files"),
        number("staleFiles"),
    )
}

#[test]
fn its_word_replaces_guesses_and_is_kept() {
    let mut plain = tree();
    assert_eq!(
        (edges(&plain), state(&plain)),
        (vec![], ("not-requested".to_owned(), 0, 0))
    );
    let over = laid(&mut plain);
    let raft = (
        "\"yard/boat.py::Raft::launch\"".to_owned(),
        "\"scip\"".to_owned(),
    );
    assert_eq!(edges(&over), std::slice::from_ref(&raft));
    assert_eq!(state(&over), ("used".to_owned(), 2, 0));
    let why = ask(
        &over,
        "explain_edge",
        &json!({"source": "run", "target": "Raft.launch"}),
    );
    assert_eq!(
        (&why["uses"][0]["rule"], &why["uses"][0]["confidence"]),
        (&json!(0), &json!(1.0))
    );
    let none = ask(
        &over,
        "explain_unresolved",
        &json!({"path": "yard/main.py", "line": 3}),
    );
    assert_eq!(
        (&none["uses"][0]["rule"], &none["uses"][0]["absence"]),
        (&json!(0), &json!("external"))
    );
    let opened = Index::open(&over.snapshot(), Languages::builtin().expect("shipped"));
    let opened = opened.expect("sound");
    assert_eq!(opened.snapshot(), over.snapshot());
    assert_eq!(
        (edges(&opened), state(&opened)),
        (vec![raft], ("used".to_owned(), 2, 0))
    );
    let again = laid(&mut tree());
    assert_eq!(again.snapshot(), over.snapshot());
}

#[test]
fn a_file_that_changes_is_told_by_names_again() {
    let over = laid(&mut tree());
    let changed = |path: &str, text: &str| {
        let changes = vec![Change::Write(path.to_owned(), text.as_bytes().to_vec())];
        waymark_tests::finish(over.update(changes)).expect("an index")
    };
    let main = changed("yard/main.py", &format!("\n{MAIN}"));
    assert_eq!(
        (edges(&main), state(&main)),
        (vec![], ("used".to_owned(), 1, 1))
    );
    let report = ask(&main, "stats", &json!({}))["report"].to_string();
    assert!(
        report.contains("scip-stale") && report.contains("yard/main.py"),
        "{report}"
    );
    // What it means lies in another state of a file: not outside.
    let boat = changed("yard/boat.py", &format!("\n{BOAT}"));
    assert_eq!(edges(&boat), []);
    let other = changed("yard/other.py", "x = 1\n");
    assert_eq!(
        (edges(&other).len(), state(&other)),
        (1, ("used".to_owned(), 2, 0))
    );
}

#[test]
fn what_cannot_be_used_is_refused_and_told() {
    let mut plain = tree();
    let before = plain.snapshot();
    let mut refused = |bytes: &[u8]| {
        let error = plain
            .overlay_scip(bytes, "yard")
            .err()
            .map(|error| error.code);
        (error, state(&plain).0)
    };
    assert_eq!(
        refused(b""),
        (Some(Code::ScipUnavailable), "unavailable".to_owned())
    );
    assert_eq!(
        refused(&document("gone.py", &[])),
        (Some(Code::ScipUnavailable), "unavailable".to_owned())
    );
    let cut = &scip()[..30];
    assert_eq!(
        refused(cut),
        (Some(Code::InvalidScip), "untrusted".to_owned())
    );
    assert_eq!(plain.snapshot(), before);
}
