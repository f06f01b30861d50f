//! Vectors that a host makes.

use crate::vectors::{call, open};
use waymark_engine::extract::Languages;
use waymark_engine::index::{Build, Change, Embedder, HostEmbedder, Index, Settings};
use waymark_engine::{Code, answer::ops};

const TREE: [(&str, &str); 2] = [
    (
        "a.py",
        "def alpha():\n    pass\n\n\ndef beta():\n    '''Says größe.'''\n",
    ),
    ("b.py", "class Gamma:\n    def delta(self): pass\n"),
];

/// An embedder by the letters that a text begins with after its kind.
fn embed(text: &str) -> [f32; 3] {
    let name = text.split_whitespace().nth(1).unwrap_or_default();
    let count = |letter| name.matches(letter).count() as f32;
    [count('a'), count('e'), count('l')]
}

fn host() -> Embedder {
    Embedder::Host(HostEmbedder::new("letters", 3).expect("sound"))
}

/// Builds with `batch` texts at once, the last batch first.
fn build(mut build: Build, batch: usize) -> (Index, usize) {
    build.set_embedder(host());
    for need in build.plan() {
        let grammar = waymark_tests::grammar(&need.name).expect("a grammar");
        build.set_grammar(&need.name, grammar).expect("a sound one");
    }
    while build.step(1).is_ok_and(|step| step.done < step.total) {}
    let total = build.plan_texts();
    for first in (0..total).step_by(batch).rev() {
        let texts = build.texts(first, batch);
        assert_eq!(texts.len(), batch.min(total - first));
        let numbers: Vec<f32> = texts.iter().flat_map(|text| embed(text)).collect();
        build
            .submit_vectors(first, &numbers)
            .expect("whole vectors");
    }
    (build.finish(&mut |_| true).expect("an index"), total)
}

fn fresh(files: &[(&str, &str)]) -> Build {
    let mut build = Build::new(Settings::default(), Languages::builtin().expect("shipped"));
    for (path, text) in files {
        build.add(path, text.as_bytes().to_vec());
    }
    build
}

#[test]
fn batches_come_in_any_size_and_order() {
    let (one, total) = build(fresh(&TREE), 1);
    assert_eq!(total, 6);
    for batch in [2, 4, 100] {
        assert!(build(fresh(&TREE), batch).0.snapshot() == one.snapshot());
    }
    let answer = call(
        &one,
        "search",
        r#"{"query":"x","queryVector":[2,0,0.9],"mode":"vector","topK":1}"#,
    );
    assert_eq!(answer["hits"][0]["id"], "a.py::alpha", "{answer}");
}

#[test]
fn an_update_asks_for_what_changed() {
    let (built, _) = build(fresh(&TREE), 8);
    let change = Change::Write("b.py".to_owned(), b"def lele(): pass\n".to_vec());
    let (updated, asked) = build(built.update(vec![change.clone()]), 8);
    assert_eq!(asked, 2);
    let cold = build(fresh(&[TREE[0], ("b.py", "def lele(): pass\n")]), 8).0;
    assert!(updated.snapshot() == cold.snapshot());
    // Without the embedder what changed has no vectors, what did not keeps them, and that is told.
    let opened = open(&built.snapshot());
    for keeper in [&built, &opened] {
        let mut update = keeper.update(vec![change.clone()]);
        update.set_embedder(Embedder::Model(waymark_tests::model()));
        let lacking = waymark_tests::finish(update).expect("an index");
        let vectors = lacking.vectors().expect("those of the other file");
        assert_eq!((vectors.embedder(), vectors.dimensions()), ("letters", 3));
        assert_eq!(lacking.view().report.get("embedder-missing"), 1);
        let found = r#"{"query":"x","queryVector":[2,0,0.9],"mode":"vector","topK":1}"#;
        assert_eq!(
            call(&lacking, "search", found)["hits"][0]["id"],
            "a.py::alpha"
        );
        // Once it is back it makes those that are missing.
        let (whole, asked) = build(lacking.update(Vec::new()), 8);
        assert_eq!(asked, 2);
        assert!(whole.snapshot() == cold.snapshot());
    }
    // Another one makes all anew, and that is told.
    let mut update = built.update(vec![change]);
    update.set_embedder(Embedder::Host(
        HostEmbedder::new("other", 3).expect("sound"),
    ));
    update.plan();
    while update.step(1).is_ok_and(|step| step.done < step.total) {}
    assert_eq!(update.plan_texts(), 5);
    let other = waymark_tests::finish(update).expect("an index");
    assert_eq!(other.view().report.get("embedder-replaced"), 1);
}

#[test]
fn what_the_host_did_not_embed_is_found_by_words() {
    let mut half = fresh(&TREE);
    half.set_embedder(host());
    half.plan();
    half.plan_texts();
    half.miss_vectors("no network");
    let index = half.finish(&mut |_| true).expect("an index");
    assert_eq!(index.view().report.get("embed-failed"), 1);
    let answer = call(
        &index,
        "search",
        r#"{"query":"a.py","queryVector":[1,0,0]}"#,
    );
    assert_eq!(answer["hits"][0]["id"], "a.py");
    assert_eq!(answer["ranking"]["mode"], "lexical");
    assert_eq!(
        answer["ranking"]["withoutVectors"],
        "no vector was made: the embedder failed"
    );
}

#[test]
fn vectors_that_do_not_fit_are_refused() {
    let mut build = fresh(&TREE);
    build.set_embedder(host());
    build.plan();
    let total = build.plan_texts();
    let code = |result: Result<(), waymark_engine::WaymarkError>| result.map_err(|e| e.code);
    let wrong = Err(Code::EmbedderMismatch);
    assert_eq!(code(build.submit_vectors(0, &[1.0; 4])), wrong);
    assert_eq!(code(build.submit_vectors(total, &[1.0; 3])), wrong);
    assert_eq!(code(build.submit_vectors(usize::MAX, &[1.0; 3])), wrong);
    assert_eq!(code(build.submit_vectors(0, &[f32::NAN; 3])), Ok(()));
    assert!(HostEmbedder::new("", 3).is_err() && HostEmbedder::new("x", 0).is_err());
    let (index, _) = self::build(fresh(&TREE), 8);
    let mut opened = open(&index.snapshot());
    let mismatch = opened.attach(waymark_tests::model()).map_err(|e| e.code);
    assert_eq!(mismatch, wrong);
    let bare = ops::run(&opened.view(), "search", r#"{"query":"x","mode":"vector"}"#);
    assert_eq!(bare.map(|_| ()).map_err(|e| e.code), Err(Code::NoEmbedder));
}
