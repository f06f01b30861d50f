//! Vectors in an index: built, updated, written and opened alike.

use waymark_engine::Code;
use waymark_engine::answer::ops;
use waymark_engine::extract::Languages;
use waymark_engine::index::{Build, Change, Embedder, Index, Settings};
pub use waymark_tests::model;

/// A small tree in three languages.
pub const TREE: [(&str, &str); 3] = [
    (
        "net/retry.py",
        "class Backoff:\n    def wait(self, attempt):\n        sleep(self.base * 2 ** attempt)\n\n\
         def fetch(url):\n    return get(url, retries=3)\n",
    ),
    (
        "geo/shapes.rs",
        "pub struct Polygon;\nimpl Polygon {\n    pub fn draw(&self, canvas: &mut Canvas) { canvas.stroke(self) }\n}\n",
    ),
    (
        "cli.ts",
        "export function parseArguments(argv: string[]) { return argv.map(readOption); }\n",
    ),
];

/// Indexes with vectors.
pub fn index(files: &[(&str, &str)]) -> Index {
    with(Settings::default(), files)
}

/// Indexes with vectors and `settings`.
pub fn with(settings: Settings, files: &[(&str, &str)]) -> Index {
    let mut build = Build::new(settings, Languages::builtin().expect("shipped"));
    build.set_embedder(Embedder::Model(model()));
    for (path, text) in files {
        build.add(path, text.as_bytes().to_vec());
    }
    waymark_tests::finish(build).expect("an index")
}

/// The answer of an operation.
pub fn call(index: &Index, operation: &str, params: &str) -> serde_json::Value {
    let answer = ops::run(&index.view(), operation, params).expect("an answer");
    serde_json::from_str(&answer).expect("plain data")
}

fn search(index: &Index, params: &str) -> serde_json::Value {
    call(index, "search", params)
}

#[test]
fn what_no_word_says_is_found_by_its_vector() {
    let index = index(&TREE);
    let answer = search(&index, r#"{"query":"paint an outline","topK":1}"#);
    assert_eq!(
        answer["hits"][0]["id"], "geo/shapes.rs::Polygon::draw",
        "{answer}"
    );
    assert_eq!(answer["hits"][0]["origin"], "vector");
    assert_eq!(answer["ranking"]["mode"], "hybrid");
    let lexical = search(&index, r#"{"query":"paint an outline","mode":"lexical"}"#);
    assert_eq!(lexical["hits"].as_array().map(Vec::len), Some(0));
    assert_eq!(lexical["ranking"]["mode"], "lexical");
}

#[test]
fn an_updated_index_is_that_of_a_cold_build() {
    let changed = (
        "cli.ts",
        "export function printHelp() { console.log(usage); }\n",
    );
    let changes = [
        Change::Write(changed.0.to_owned(), changed.1.into()),
        Change::Delete("net/retry.py".to_owned()),
        Change::Write("net/again.py".to_owned(), TREE[0].1.into()),
    ];
    let built = index(&TREE);
    let updated = waymark_tests::finish(built.update(changes.to_vec())).expect("an index");
    let cold = index(&[TREE[1], changed, ("net/again.py", TREE[0].1)]);
    assert!(updated.snapshot() == cold.snapshot());
    assert_eq!(
        cold.vectors().map(|vectors| vectors.is_empty()),
        Some(false)
    );

    let mut opened = open(&built.snapshot());
    opened.attach(model()).expect("the same model");
    let updated = waymark_tests::finish(opened.update(changes.to_vec())).expect("an index");
    assert!(updated.snapshot() == cold.snapshot());
}

#[test]
fn an_opened_index_answers_like_the_one_that_was_written() {
    let written = index(&TREE);
    let mut opened = open(&written.snapshot());
    let query = r#"{"query":"wait before trying again"}"#;
    let without = search(&opened, query);
    assert_eq!(without["ranking"]["mode"], "lexical");
    assert!(without["ranking"]["withoutVectors"].is_string());
    opened.attach(model()).expect("the same model");
    assert_eq!(search(&opened, query), search(&written, query));
    assert!(opened.snapshot() == written.snapshot());
}

#[test]
fn vectors_alone_need_an_embedder() {
    let settings = Settings {
        embed: false,
        ..Settings::default()
    };
    let bare = with(settings, &TREE);
    let code = |index: &Index, params: &str| {
        let answer = ops::run(&index.view(), "search", params);
        answer.map(|_| ()).map_err(|error| error.code)
    };
    let vector = r#"{"query":"draw","mode":"vector"}"#;
    assert_eq!(code(&bare, vector), Err(Code::NoEmbedder));
    let written = index(&TREE);
    assert_eq!(code(&written, vector), Ok(()));
    assert_eq!(
        code(&open(&written.snapshot()), vector),
        Err(Code::NoEmbedder)
    );
    let wrong = r#"{"query":"draw","queryVector":[1,2,3]}"#;
    assert_eq!(code(&written, wrong), Err(Code::EmbedderMismatch));
    // A query that the model knows no word of is no error.
    assert_eq!(
        code(&written, r#"{"query":"日本","mode":"vector"}"#),
        Ok(())
    );
}

/// Opens a snapshot.
pub fn open(bytes: &[u8]) -> Index {
    Index::open(bytes, Languages::builtin().expect("shipped")).expect("sound")
}
