//! How the scores of one query come together: each step takes the scores of all
//! nodes and changes them in place.

use crate::ids::NodeId;
use crate::search::find::Index;
use crate::search::keep::Keep;
use crate::search::mentions::lifted;
use crate::search::proximity::Phrase;
use crate::search::query::Query;
use crate::search::route::{Lane, Route};
use crate::search::top::{Scored, Top};
use crate::tier::Tier;

/// Factor of the scores of files that are not the product (spec 2.3).
const DAMPING: f32 = 0.35;
/// The same for a match of the name: enough to come after the product's, not so
/// much that a nearer name is passed by a farther one.
const NAME_DAMPING: f32 = 0.9;
/// Share of the words in the score of a query that is one name: they order
/// equals and fill up behind them.
const UNDERTONE: f32 = 0.1;
/// The same for a query of several names, or of names and a word beside them:
/// less than a name, so that `Type member` finds the member.
const SECOND_VOICE: f32 = 0.5;
/// What a whole phrase found in a node's documentation adds, as a share of the
/// best score. 0: word order is ignored; 1: a copied sentence beats all else.
/// Documentation sentences of six packages (5,568), mean reciprocal rank by
/// package: 0 → .89–.95, 0.2 → .95–.98, 0.4 → .97–.99, 0.8 → .98–.99.
const PHRASE: f32 = 0.4;
/// The best nodes whose documentation is read for phrases.
const PHRASE_DEPTH: usize = 50;

/// What a query names as a whole gets besides how well it does: more than any name and
/// all words together.
const LEAD: f32 = 1.0 + UNDERTONE;

/// The tiers that are held back, and the words by which a query names them.
const DAMPED: &[(Tier, &[&str])] = &[
    (
        Tier::Test,
        &[
            "test", "tests", "testing", "tested", "spec", "specs", "fixture", "fixtures",
        ],
    ),
    (
        Tier::Example,
        &[
            "example",
            "examples",
            "demo",
            "demos",
            "sample",
            "samples",
            "benchmark",
            "benchmarks",
        ],
    ),
    (Tier::Generated, &["generated"]),
    (Tier::Vendored, &["vendor", "vendors", "vendored"]),
    (
        Tier::Outline,
        &["section", "heading", "setting", "settings"],
    ),
];

/// Holds back tests, examples, generated and vendored files, but for tiers
/// that the query names.
pub fn damp(index: &Index<'_>, query: &Query, scores: &mut [f32], named: &mut [(NodeId, f32)]) {
    let is_named = |words: &[&str]| words.iter().any(|word| query.mentions(word));
    let held = |tier| {
        let row = DAMPED.iter().find(|(known, _)| *known == tier);
        row.is_some_and(|(_, words)| !is_named(words))
    };
    let held: [bool; Tier::ALL.len()] = Tier::ALL.map(held);
    let factors = held.map(|held| if held { DAMPING } else { 1.0 });
    let tiers = index.lexical.tiers();
    for (score, &tier) in scores.iter_mut().zip(tiers) {
        *score *= factors[tier as usize];
    }
    for (node, quality) in named {
        let tier = tiers.get(node.index());
        if tier.is_some_and(|&tier| held[tier as usize]) {
            *quality *= NAME_DAMPING;
        }
    }
}

/// Adds the share of the query that stands word by word in a node's name or
/// documentation; answers the largest.
pub fn add_phrase(index: &Index<'_>, query: &Query, scores: &mut [f32], keep: &Keep<'_>) -> f32 {
    let phrase = Phrase::new(&query.text);
    let mut largest = 0.0_f32;
    if phrase.is_empty() {
        return largest;
    }
    let head = select(index, scores, PHRASE_DEPTH, keep);
    let top = best(scores);
    for Scored { node, .. } in head {
        let symbol = index.graph.node(node).symbol;
        let definition = symbol.and_then(|symbol| index.corpus.definition(symbol));
        let doc = definition.map_or("", |definition| &definition.doc);
        let overlap = phrase.overlap(&[index.graph.name(node), doc]);
        largest = largest.max(overlap);
        if let Some(score) = scores.get_mut(node.index()) {
            *score += PHRASE * top * overlap;
        }
    }
    largest
}

/// Puts what the query names as a whole before what parts of it name.
pub fn lead(scores: &mut [f32], whole: &[(NodeId, f32)]) {
    for &(node, quality) in whole {
        if let Some(score) = scores.get_mut(node.index()) {
            *score = LEAD + quality;
        }
    }
}

/// Adds the matches of names. In the name lane they lead, and the words count
/// less, and less still where the query is nothing but a name. In the concept lane they are the bearers of a common name that is all
/// of the query: those come first, in the order of the words.
pub fn add_names(scores: &mut [f32], named: &[(NodeId, f32)], route: &Route) {
    if route.lane == Lane::Concept && named.is_empty() {
        return;
    }
    let share = if route.alone { UNDERTONE } else { SECOND_VOICE };
    let top = best(scores);
    if top > 0.0 {
        waymark_vector::scale(scores, share / top);
    }
    for &(node, quality) in named {
        if let Some(score) = scores.get_mut(node.index()) {
            *score += quality;
        }
    }
}

/// Lifts what the query names outright.
pub fn lift(scores: &mut [f32], nodes: &[NodeId]) {
    let top = match best(scores) {
        top if top > 0.0 => top,
        _ => 1.0,
    };
    for (slot, node) in nodes.iter().enumerate() {
        if let Some(score) = scores.get_mut(node.index()) {
            *score = score.max(lifted(top, slot));
        }
    }
}

/// The best `most` nodes that may be found, of those with a positive score.
#[must_use]
pub fn select(index: &Index<'_>, scores: &[f32], most: usize, keep: &Keep<'_>) -> Vec<Scored> {
    let mut top = Top::new(most);
    for (at, &score) in scores.iter().enumerate() {
        // Few get as far as to be asked whether they may be.
        if score > 0.0 && top.wants(score) {
            let node = NodeId::at(at);
            if keep.admits(index.graph, node) {
                top.push(node, score, index.ranks.of(node));
            }
        }
    }
    top.into_sorted()
}

/// The best score, 0 where there is none.
#[must_use]
pub fn best(scores: &[f32]) -> f32 {
    waymark_vector::largest(scores)
}
