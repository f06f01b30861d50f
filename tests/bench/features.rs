//! What the feature view is worth, on repositories that are cloned already:
//!
//! `cargo bench -p waymark-tests --bench features -- CLONE…`
//!
//! Intents are first sentences of documentation without the words that appear in
//! any identifier of the repository, and those that were written for a clone in
//! `intents.txt`. Looked for with the whole graph, without
//! dependencies, and without features (names, paths and source text alone).
#![allow(clippy::print_stdout)]

#[path = "retrieval/sets.rs"]
#[allow(dead_code)]
mod sets;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Instant;
use waymark_engine::answer::ops;
use waymark_engine::feature::critic;
use waymark_engine::feature::plan::is_entity;
use waymark_engine::ids::NodeId;
use waymark_engine::index::Index;
use waymark_engine::search::query::Query;
use waymark_engine::tokens::Parts;

type Failure = Box<dyn std::error::Error>;

/// Hits that count.
const TOP: usize = 10;
/// Fewest words of an intent that are left.
const FEWEST: usize = 2;
/// The intents that were written.
const WRITTEN: &str = include_str!("intents.txt");

/// An intent and the ids that are meant.
type Intent = (String, BTreeSet<String>);
/// How many were looked for, how many were found, and the sum of their reciprocal ranks, by
/// the kind of intent and the system.
type Sums = BTreeMap<(&'static str, &'static str), [f64; 3]>;

fn main() -> Result<(), Failure> {
    let mut all = Sums::new();
    for clone in std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
    {
        let started = Instant::now();
        let index = waymark_tests::index(waymark_tests::read_folder(Path::new(&clone))?)?;
        let built = started.elapsed();
        let view = index.view();
        let started = Instant::now();
        let areas = view.plan.hierarchy(view.tree()).below(None).count();
        let hierarchy = started.elapsed();
        let started = Instant::now();
        let entities: Vec<_> = view
            .graph
            .ids()
            .filter(|&node| is_entity(view.tree(), node))
            .collect();
        let passing = entities
            .iter()
            .filter(|&&node| critic::judge(&view.plan.feature(view.tree(), node).0).is_ok());
        let passing = passing.count();
        let features = started.elapsed();
        println!(
            "{clone}: {} of {} features pass; {areas} areas; build {built:.2?}, hierarchy {hierarchy:.2?}, features {features:.2?}",
            passing,
            entities.len(),
        );
        let name = Path::new(&clone).file_name().and_then(|name| name.to_str());
        let (tuned, kept) = written(&index, name.unwrap_or_default());
        for (kind, intents) in [
            ("sentences", intents(&index)),
            ("written", tuned),
            ("written, held out", kept),
        ] {
            judge(&index, kind, &intents, &mut all)?;
        }
    }
    println!("all");
    for ((kind, system), row) in &all {
        print_row(kind, system, row);
    }
    Ok(())
}

/// Looks for `intents` in every way, and adds what comes of it to `all`.
fn judge(
    index: &Index,
    kind: &'static str,
    intents: &[Intent],
    all: &mut Sums,
) -> Result<(), Failure> {
    for (system, rank) in systems().into_iter().filter(|_| !intents.is_empty()) {
        let mut row = [0.0; 3];
        for (text, gold) in intents {
            let place = rank(index, text)?.iter().position(|id| gold.contains(id));
            row[0] += 1.0;
            row[1] += f64::from(u8::from(place.is_some()));
            row[2] += place.map_or(0.0, |place| 1.0 / (place as f64 + 1.0));
        }
        print_row(kind, system, &row);
        let sum = all.entry((kind, system)).or_default();
        for (sum, value) in sum.iter_mut().zip(row) {
            *sum += value;
        }
    }
    Ok(())
}

fn print_row(kind: &str, system: &str, [count, found, reciprocal]: &[f64; 3]) {
    println!(
        "  {kind:<18} {count:>4}  {system:<22} first ten {:.3}  mean reciprocal rank {:.3}",
        found / count.max(1.0),
        reciprocal / count.max(1.0)
    );
}

type Rank = fn(&Index, &str) -> Result<Vec<String>, Failure>;

fn systems() -> [(&'static str, Rank); 4] {
    [
        ("whole graph", |index, text| {
            ask(
                index,
                "locate",
                &serde_json::json!({ "intent": text, "topK": TOP }),
            )
        }),
        ("without dependencies", |index, text| {
            ask(
                index,
                "locate",
                &serde_json::json!({ "intent": text, "expand": false, "topK": TOP }),
            )
        }),
        ("features mode", |index, text| {
            ask(
                index,
                "search_node",
                &serde_json::json!({ "mode": "features", "featureTerms": text, "topK": TOP }),
            )
        }),
        ("without features", |index, text| {
            let words = Query::parse(text);
            let words: Vec<&str> = words
                .content()
                .iter()
                .map(|word| word.text.as_str())
                .collect();
            ask(
                index,
                "search_node",
                &serde_json::json!({ "mode": "snippets", "searchTerms": words, "topK": TOP }),
            )
        }),
    ]
}

fn ask(index: &Index, operation: &str, params: &serde_json::Value) -> Result<Vec<String>, Failure> {
    let answer: serde_json::Value =
        serde_json::from_str(&ops::run(&index.view(), operation, &params.to_string())?)?;
    let hits = answer["hits"].as_array().map_or(&[][..], Vec::as_slice);
    let ids = hits.iter().take(TOP).filter_map(|hit| hit["id"].as_str());
    Ok(ids.map(str::to_owned).collect())
}

/// The intents that were written for the clone `name`: those that weights were chosen by,
/// and the others. What its tree has no more is told.
fn written(index: &Index, name: &str) -> (Vec<Intent>, Vec<Intent>) {
    let view = index.view();
    let (mut tuned, mut kept) = (Vec::new(), Vec::new());
    let sections = WRITTEN.split("\n# ");
    let mut own = sections.filter(|section| section.split(' ').next() == Some(name));
    for line in own.next().unwrap_or_default().lines().skip(1) {
        let (held_out, line) = match line.strip_prefix("+ ") {
            Some(line) => (true, line),
            None => (false, line),
        };
        let Some((head, text)) = line.split_once(": ") else {
            continue;
        };
        let (path, names) = head.split_once(' ').unwrap_or((head, ""));
        let is_meant = |&node: &NodeId| {
            view.graph.path(node) == path
                && names.split('|').any(|name| name == view.graph.name(node))
        };
        let gold: BTreeSet<String> = (view.graph.ids().filter(is_meant))
            .map(|node| view.graph.fqn(node))
            .collect();
        if gold.is_empty() {
            println!("  nothing is called {head}");
            continue;
        }
        let list = if held_out { &mut kept } else { &mut tuned };
        list.push((text.to_owned(), gold));
    }
    (tuned, kept)
}

/// Sentences without the words of identifiers, and the ids that they are of.
fn intents(index: &Index) -> Vec<Intent> {
    let view = index.view();
    let mut names: BTreeSet<String> = BTreeSet::new();
    let mut parts = Parts::default();
    for node in view.graph.ids() {
        parts.split(view.graph.name(node));
        names.extend(parts.iter().map(str::to_owned));
    }
    let ids: BTreeMap<(String, String, u32), String> = view
        .graph
        .ids()
        .map(|node| (sets::place(index, node), view.graph.fqn(node)))
        .collect();
    let told = sets::phrases(index).into_iter().filter_map(|query| {
        let words = Query::parse(&query.text);
        let words: Vec<&str> = (words.content().iter())
            .map(|word| word.text.as_str())
            .filter(|word| {
                !names.contains(&word.to_lowercase()) && word.chars().all(char::is_alphabetic)
            })
            .collect();
        let gold = query
            .gold
            .iter()
            .filter_map(|place| ids.get(place).cloned())
            .collect();
        (words.len() >= FEWEST).then(|| (words.join(" "), gold))
    });
    told.collect()
}
