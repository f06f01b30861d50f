//! Graphs over vectors: nearly all of the nearest, and the bytes of a cold build.

use crate::vectors::{TREE, call, model, open, with};
use waymark_engine::columns::{ColumnReader, ColumnWriter};
use waymark_engine::index::{Change, Settings};
use waymark_engine::search::embed::Reader;
use waymark_engine::search::hnsw::{Hnsw, Place};
use waymark_engine::search::vectors::VectorIndex;

const ROWS: usize = 12_000;
const QUERIES: usize = 200;

/// Vectors of phrases of a few words of this file's neighbours.
fn phrases(count: usize, mut seed: u64) -> Vec<Vec<i8>> {
    let text = include_str!("../../crate/engine/src/search/hnsw.rs").to_owned()
        + include_str!("../../crate/link/src/link/eval.rs")
        + include_str!("../../crate/extract/src/source/ignore.rs");
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphabetic())
        .filter(|w| w.len() > 2)
        .collect();
    let model = model();
    let mut reader = Reader::new(&model);
    let mut roll = move || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize
    };
    let mut phrase = || {
        // Neighbours in the text are about the same, as the rows of one file are.
        let start = roll() % (words.len() - 12);
        let chosen: Vec<&str> = (0..6).map(|_| words[start + roll() % 12]).collect();
        reader.phrase(&chosen.join(" "))
    };
    (0..count).map(|_| phrase()).collect()
}

#[test]
fn nearly_all_of_the_nearest_are_found() {
    let rows = phrases(ROWS, 1);
    let row = |place: Place| rows[place.1 as usize].as_slice();
    let shards = Hnsw::shard_count(ROWS);
    assert!(shards > 1);
    let places = (0..shards).map(|shard| {
        let own = (0..ROWS as u32).filter(|at| *at as usize % shards == shard);
        own.map(|at| (0, at)).collect()
    });
    let graphs = Hnsw::build(places.collect(), &row, |_, _| None);
    let mut found = 0;
    for query in phrases(QUERIES, 2) {
        let product = |row: &Vec<i8>| -> i32 {
            row.iter()
                .zip(&query)
                .map(|(&a, &b)| i32::from(a) * i32::from(b))
                .sum()
        };
        let mut exact: Vec<i32> = rows.iter().map(product).collect();
        exact.sort_unstable_by(|a, b| b.cmp(a));
        let mut near = Vec::new();
        graphs.search(&query, &row, |_, product| near.push(product));
        near.sort_unstable_by(|a, b| b.cmp(a));
        found += near
            .iter()
            .take(10)
            .filter(|&&product| product >= exact[9])
            .count();
    }
    let recall = found as f64 / (10 * QUERIES) as f64;
    assert!(recall >= 0.98, "recall@10 {recall}");
    println!(
        "recall@10 {recall:.4}, {} bytes a row",
        graphs.bytes() / ROWS
    );
    let mut writer = ColumnWriter::default();
    graphs.write(&mut writer);
    let bytes = writer.finish();
    assert!(Hnsw::read(&mut ColumnReader::new(&bytes)).as_ref() == Ok(&graphs));
}

#[test]
fn wrong_bytes_do_no_harm() {
    let rows = phrases(40, 3);
    let row = |place: Place| rows.get(place.1 as usize).map_or(&[][..], Vec::as_slice);
    let places = vec![(0..40).map(|at| (0, at)).collect()];
    let mut writer = ColumnWriter::default();
    Hnsw::build(places, &row, |_, _| None).write(&mut writer);
    let bytes = writer.finish();
    for at in 0..bytes.len() {
        assert!(Hnsw::read(&mut ColumnReader::new(&bytes[..at])).is_err());
        let mut wrong = bytes.clone();
        wrong[at] ^= 0xA5;
        if let Ok(graphs) = Hnsw::read(&mut ColumnReader::new(&wrong)) {
            graphs.search(&rows[0], &row, |_, _| {});
        }
    }
}

#[test]
fn an_update_ends_with_the_graphs_of_a_cold_build() {
    let settings = || Settings {
        vector_index: VectorIndex::Hnsw,
        ..Settings::default()
    };
    let built = with(settings(), &TREE);
    assert!(built.vectors().is_some_and(|vectors| vectors.has_graphs()));
    let query = r#"{"query":"paint an outline","topK":1}"#;
    assert_eq!(
        call(&built, "search", query)["hits"][0]["id"],
        "geo/shapes.rs::Polygon::draw"
    );
    let new = (
        "geo/more.py",
        "def paint(outline):\n    return outline.fill()\n",
    );
    let mut opened = open(&built.snapshot());
    opened.attach(model()).expect("the same model");
    for start in [&built, &opened] {
        let changes = vec![
            Change::Write(new.0.to_owned(), new.1.into()),
            Change::Delete("cli.ts".to_owned()),
        ];
        let updated = waymark_tests::finish(start.update(changes)).expect("an index");
        let cold = with(settings(), &[TREE[0], TREE[1], new]);
        assert!(updated.snapshot() == cold.snapshot());
        assert_eq!(
            call(&updated, "search", query)["hits"][0]["id"],
            "geo/more.py::paint"
        );
    }
}
