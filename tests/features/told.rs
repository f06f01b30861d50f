//! What a host told is kept through edits, moves and renames, and an updated index
//! is the cold build of the same tree that was told the same.

use std::collections::BTreeMap;
use waymark_engine::answer::ops;
use waymark_engine::extract::Languages;
use waymark_engine::index::{Change, Index};

type Tree = BTreeMap<String, String>;

const LOADER: &str = "class Loader:\n    def open(self, path):\n        text = read(path)\n        return text.splitlines()\n\n\ndef read(path):\n    with open(path) as file:\n        return file.read()\n";
const TABLE: &str = "from loader import Loader\n\ndef draw(rows):\n    for row in rows:\n        print(' '.join(str(cell) for cell in row))\n";

fn tree() -> Tree {
    let files = [
        ("data/loader.py", LOADER),
        ("view/table.py", TABLE),
        ("view/menu.py", "def show(): pass\n"),
    ];
    files
        .map(|(path, text)| (path.to_owned(), text.to_owned()))
        .into()
}

fn cold(tree: &Tree) -> Index {
    let files = tree
        .iter()
        .map(|(path, text)| (path.clone(), text.clone().into_bytes()));
    waymark_tests::index(files).expect("a tree is indexed")
}

fn tell(index: &mut Index, operation: &str, params: &str) -> serde_json::Value {
    let done = ops::apply(&index.view(), operation, params).expect(operation);
    index.tell(done.lifting.expect("a change"));
    serde_json::from_str(&done.text).expect("JSON")
}

fn ask(index: &Index, operation: &str, params: &str) -> serde_json::Value {
    serde_json::from_str(&ops::run(&index.view(), operation, params).expect(operation))
        .expect("JSON")
}

fn told() -> Index {
    let mut index = cold(&tree());
    let features = r#"{"features":[
        {"id":"data/loader.py::Loader","feature":"read lines of text files"},
        {"id":"data/loader.py::read","feature":"read whole file"},
        {"id":"view/table.py::draw","feature":"print rows of cells"},
        {"id":"view/table.py","feature":"render tables"}]}"#;
    assert_eq!(tell(&mut index, "submit_features", features)["accepted"], 4);
    let hierarchy = r#"{"areas":["Data Access","Presentation"],"places":[
        {"id":"data/loader.py","path":"Data Access/Files/Loading"},
        {"id":"view/table.py","path":"Presentation/Output/Tables"},
        {"id":"view/menu.py","path":"Presentation/Input/Menus"}]}"#;
    assert_eq!(
        tell(&mut index, "submit_hierarchy", hierarchy)["accepted"],
        3
    );
    index
}

fn update(index: &Index, changes: Vec<Change>) -> Index {
    waymark_tests::finish(index.update(changes)).expect("an update succeeds")
}

fn write(path: &str, text: &str) -> Change {
    Change::Write(path.to_owned(), text.as_bytes().to_vec())
}

fn features(index: &Index, id: &str) -> (String, String, bool, String) {
    let answer = ask(
        index,
        "fetch_node",
        &format!(r#"{{"codeEntities":["{id}"],"fields":["features"]}}"#),
    );
    let features = &answer["nodes"][0]["features"];
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let stale = features["stale"].as_bool().unwrap_or_default();
    (
        text(&features["feature"]),
        text(&features["source"]),
        stale,
        text(&features["paths"][0]),
    )
}

fn row(feature: &str, source: &str, stale: bool, path: &str) -> (String, String, bool, String) {
    (
        feature.to_owned(),
        source.to_owned(),
        stale,
        path.to_owned(),
    )
}

#[test]
fn a_model_places_files_and_its_features_are_searched() {
    let index = told();
    assert_eq!(
        features(&index, "view/table.py::draw"),
        row(
            "print rows of cells",
            "model",
            false,
            "Presentation / Output / Tables / draw"
        )
    );
    let found = ask(
        &index,
        "search_node",
        r#"{"mode":"features","featureTerms":"cells","searchScopes":"presentation/output"}"#,
    );
    assert_eq!(found["hits"][0]["id"], "view/table.py::draw");
    assert_eq!(found["hits"][0]["feature"], "print rows of cells");
    let wrong = ops::run(
        &index.view(),
        "search_node",
        r#"{"featureTerms":"cells","searchScopes":"Presentatoin"}"#,
    );
    assert!(
        wrong
            .expect_err("no such scope")
            .message
            .contains("there are")
    );
    let status = ask(&index, "lifting_status", "{}");
    assert_eq!(
        (&status["model"], &status["hierarchy"], &status["placed"]),
        (&4.into(), &"model".into(), &3.into())
    );
}

#[test]
fn a_feature_goes_with_a_renamed_file_and_function() {
    let index = told();
    let renamed = TABLE.replace("draw", "paint");
    let changes = vec![
        Change::Delete("data/loader.py".to_owned()),
        write("data/reader.py", LOADER),
        write("view/table.py", &renamed),
    ];
    let mut after = update(&index, changes);
    assert_eq!(
        features(&after, "data/reader.py::Loader"),
        row(
            "read lines of text files",
            "model",
            false,
            "Data Access / Files / Loading / Loader"
        )
    );
    assert_eq!(
        features(&after, "view/table.py::paint").0,
        "print rows of cells"
    );
    let evolution = after.succeed(&index, true);
    assert!(
        evolution
            .renamed
            .contains(&("data/loader.py".to_owned(), "data/reader.py".to_owned()))
    );
    assert!(evolution.renamed.contains(&(
        "view/table.py::draw".to_owned(),
        "view/table.py::paint".to_owned()
    )));
    assert!(
        evolution.inserted.is_empty() && evolution.deleted.is_empty(),
        "{evolution:?}"
    );
}

#[test]
fn a_changed_node_keeps_its_feature_until_it_is_lifted_again() {
    let index = told();
    let edited = format!("{LOADER}    # and no more\n");
    let after = update(&index, vec![write("data/loader.py", &edited)]);
    let read = features(&after, "data/loader.py::read");
    assert_eq!((read.0.as_str(), read.2), ("read whole file", true));
    let pending = ask(&after, "pending_features", "{}");
    let reasons = pending["entities"].as_array().expect("a list").iter();
    let changed: Vec<_> = reasons
        .filter(|entity| entity["reason"] == "changed")
        .map(|entity| entity["id"].clone())
        .collect();
    assert!(
        changed.contains(&"data/loader.py::read".into()),
        "{changed:?}"
    );
    let back = update(&after, vec![write("data/loader.py", LOADER)]);
    assert_eq!(back.snapshot(), index.snapshot());
}

#[test]
fn new_files_are_routed_and_empty_groups_are_pruned() {
    let index = told();
    let changes = vec![
        Change::Delete("view/menu.py".to_owned()),
        write("view/table_rows.py", "def table_rows(): pass\n"),
    ];
    let mut after = update(&index, changes);
    let evolution = after.succeed(&index, true);
    assert_eq!(
        evolution.pruned,
        ["Presentation / Input", "Presentation / Input / Menus"]
    );
    assert_eq!(evolution.routing, ["view/table_rows.py"]);
    let routing = ask(&after, "pending_routing", "{}");
    assert_eq!(routing["files"][0]["reason"], "new");
    let place = r#"{"places":[{"id":"view/table_rows.py","path":"Presentation/Output/Tables"}]}"#;
    assert_eq!(tell(&mut after, "submit_routing", place)["accepted"], 1);
    assert_eq!(ask(&after, "pending_routing", "{}")["left"], 0);
    assert_eq!(
        features(&after, "view/table_rows.py").3,
        "Presentation / Output / Tables / table_rows.py"
    );
}

/// A file goes where those beside it are and those that use it, though its words are those
/// of another area.
#[test]
fn a_new_file_goes_where_its_neighbours_are() {
    let index = told();
    let lines = "def lines_of_text_file_loader(reader): pass\n";
    let changes = vec![
        write("view/text_file_loader.py", lines),
        write("shared/rows.py", "def rows_of(cells): return cells\n"),
        write(
            "data/loader.py",
            &format!("from shared.rows import rows_of\n{LOADER}\nrows_of([])\n"),
        ),
    ];
    let after = update(&index, changes);
    let path = |id: &str| features(&after, id).3;
    assert!(path("view/text_file_loader.py").starts_with("Presentation / "));
    assert!(path("shared/rows.py").starts_with("Data Access / Files / Loading"));
    let routing = ask(&after, "pending_routing", "{}");
    let files = routing["files"].as_array().expect("a list");
    assert!(
        files.iter().all(|file| file["likeness"] == 1.0),
        "{files:?}"
    );
}

#[test]
fn half_a_tree_of_changes_asks_for_a_full_encode() {
    let index = told();
    let mut after = update(
        &index,
        vec![write("view/menu.py", "def show(): return 1\n")],
    );
    assert!(!after.succeed(&index, true).requires_full_encode);
    let all = vec![
        Change::Delete("data/loader.py".to_owned()),
        Change::Delete("view/table.py".to_owned()),
        write("view/menu.py", "def other(): return 2\n"),
    ];
    let mut after = update(&index, all);
    assert!(after.succeed(&index, true).requires_full_encode);
}

#[test]
fn what_was_told_outlives_a_snapshot() {
    let index = told();
    let languages = Languages::builtin().expect("shipped");
    let opened = Index::open(&index.snapshot(), languages).expect("sound");
    assert_eq!(opened.snapshot(), index.snapshot());
    assert_eq!(
        ask(&opened, "lifting_status", "{}"),
        ask(&index, "lifting_status", "{}")
    );
    assert_eq!(
        features(&opened, "view/table.py::draw").0,
        "print rows of cells"
    );
}
