//! Ranks to figures.

use crate::sets::{Query, place};
use crate::variants::VARIANTS;
use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;
use std::path::Path;
use waymark_engine::answer::ops;
use waymark_engine::graph::lookup;
use waymark_engine::ids::NodeId;
use waymark_engine::index::Index;
use waymark_engine::search::embed::{Model, Reader};
use waymark_engine::search::lexical::{Lexical, Weights};
use waymark_engine::search::{self, Options, documents, find};

/// Hits that are looked at.
const DEPTH: usize = 50;

/// What a query is judged by.
pub trait Judge {
    /// Names of the figures.
    const FIGURES: &'static [&'static str];
    /// The figures of one query.
    fn judge(index: &Index, query: &Query, found: &[NodeId]) -> Vec<f64>;
}

/// A symbol is wanted.
#[derive(Default)]
pub struct Symbols;

impl Judge for Symbols {
    const FIGURES: &'static [&'static str] = &["MRR", "R@1", "R@5", "R@10"];

    fn judge(index: &Index, query: &Query, found: &[NodeId]) -> Vec<f64> {
        let hits = || found.iter().take(20);
        let rank = hits().position(|&node| query.gold.contains(&place(index, node)));
        let within = |most: usize| f64::from(u8::from(rank.is_some_and(|rank| rank < most)));
        let reciprocal = rank.map_or(0.0, |rank| 1.0 / (rank as f64 + 1.0));
        vec![reciprocal, within(1), within(5), within(10)]
    }
}

/// Files are wanted.
#[derive(Default)]
pub struct Files;

impl Judge for Files {
    const FIGURES: &'static [&'static str] = &["all@10", "any@10", "all@5", "any@1", "MRR"];

    fn judge(index: &Index, query: &Query, found: &[NodeId]) -> Vec<f64> {
        let mut files: Vec<String> = Vec::new();
        for &node in found {
            let path = index.view().graph.path(node);
            if !files.iter().any(|known| known == path) {
                files.push(path.to_owned());
            }
        }
        let ranks: BTreeSet<usize> = (query.gold.iter())
            .map(|(path, ..)| {
                files
                    .iter()
                    .position(|file| file == path)
                    .unwrap_or(usize::MAX)
            })
            .collect();
        let (first, last) = (ranks.first().copied(), ranks.last().copied());
        let within = |rank: Option<usize>, most: usize| {
            f64::from(u8::from(rank.is_some_and(|rank| rank < most)))
        };
        let reciprocal = first
            .filter(|&rank| rank < DEPTH)
            .map_or(0.0, |rank| 1.0 / (rank as f64 + 1.0));
        vec![
            within(last, 10),
            within(first, 10),
            within(last, 5),
            within(first, 1),
            reciprocal,
        ]
    }
}

/// Sums of figures by clone and variant.
#[derive(Default)]
pub struct Sums<J> {
    rows: BTreeMap<String, Vec<(Vec<f64>, usize)>>,
    judge: PhantomData<J>,
}

impl<J: Judge> Sums<J> {
    /// Runs `queries` in all variants.
    pub fn run(&mut self, clone: &Path, index: &Index, model: &Model, queries: &[Query]) {
        let view = index.view();
        let mut reader = Reader::new(model);
        let rows = queries
            .iter()
            .map(|query| reader.phrase(&query.text))
            .collect::<Vec<_>>();
        let name = clone
            .components()
            .rev()
            .find_map(|part| part.as_os_str().to_str().filter(|n| *n != "repo"));
        let sums = self
            .rows
            .entry(name.unwrap_or_default().to_owned())
            .or_default();
        sums.resize(VARIANTS.len(), (vec![0.0; J::FIGURES.len()], 0));
        let mut known: Option<(Weights, Lexical)> = None;
        let misses = std::env::var_os("MISSES").is_some();
        let most = if misses { 1 } else { VARIANTS.len() };
        for (variant, sum) in VARIANTS.iter().zip(sums).take(most) {
            if known
                .as_ref()
                .is_none_or(|(weights, _)| *weights != variant.weights)
            {
                let lexical = documents::index(view.corpus, view.graph, variant.weights);
                known = Some((variant.weights, lexical));
            }
            let Some((_, lexical)) = &known else { continue };
            let index_of = search::Index {
                corpus: view.corpus,
                graph: view.graph,
                lexical,
                ranks: view.ranks,
                vectors: view.vectors,
            };
            for (query, row) in queries.iter().zip(&rows) {
                let options = Options {
                    limit: DEPTH,
                    vector: Some(row),
                    ..Options::default()
                };
                let found: Vec<NodeId> = match variant.features {
                    true => with_features(index, &query.text),
                    false => {
                        let found = find(&index_of, &query.text, &(variant.options)(options));
                        found.hits.iter().map(|hit| hit.node).collect()
                    }
                };
                let figures = J::judge(index, query, &found);
                if misses && figures[0] < 1.0 {
                    let first = found.first().map(|&node| view.graph.fqn(node));
                    let wanted = query.gold.first();
                    println!(
                        "{}: {:?}\n    {first:?}\n    {wanted:?}",
                        variant.name, query.text
                    );
                }
                for (sum, value) in sum.0.iter_mut().zip(figures) {
                    *sum += value;
                }
                sum.1 += 1;
            }
        }
    }

    /// Prints one table over all clones, and search as it is by clone.
    pub fn print(&self, title: &str) {
        let Some(count) = self
            .rows
            .values()
            .map(|rows| rows[0].1)
            .reduce(|a, b| a + b)
        else {
            return;
        };
        println!("\n{title} ({count})");
        let head: String = J::FIGURES
            .iter()
            .map(|figure| format!("{figure:>8}"))
            .collect();
        println!("{:<28}{head}", "");
        for (at, variant) in VARIANTS.iter().enumerate() {
            let rows: Vec<_> = self.rows.values().map(|rows| &rows[at]).collect();
            println!("{:<28}{}", variant.name, figures::<J>(&rows));
        }
        for (clone, rows) in &self.rows {
            let [hybrid, lexical] = [0, 1].map(|at| figures::<J>(&[&rows[at]]));
            println!(
                "  {clone:<26}{hybrid}  words alone{lexical}  ({})",
                rows[0].1
            );
        }
    }
}

/// What `search_node` finds by what nodes do besides.
fn with_features(index: &Index, text: &str) -> Vec<NodeId> {
    let view = index.view();
    let params = serde_json::json!({ "mode": "features", "featureTerms": [text], "topK": DEPTH });
    let answer = ops::run(&view, "search_node", &params.to_string()).unwrap_or_default();
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap_or_default();
    let hits = answer["hits"].as_array().map_or(&[][..], Vec::as_slice);
    let ids = hits.iter().filter_map(|hit| hit["id"].as_str());
    ids.flat_map(|id| lookup::find(view.graph, id)).collect()
}

fn figures<J: Judge>(rows: &[&(Vec<f64>, usize)]) -> String {
    let count: usize = rows.iter().map(|(_, count)| count).sum();
    let mean = |at: usize| rows.iter().map(|(sums, _)| sums[at]).sum::<f64>() / count.max(1) as f64;
    (0..J::FIGURES.len())
        .map(|at| format!("{:>8.3}", mean(at)))
        .collect()
}
