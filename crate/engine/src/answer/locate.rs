//! From an intent to code in one call: discover, verify, expand, pinpoint (the
//! orchestration of the planning graph's three tools), with the trail of it.

use crate::answer::bounds::bounded;
use crate::answer::budget::{Budget, size};
use crate::answer::features;
use crate::answer::files::Files;
use crate::answer::filter::OneOrMany;
use crate::answer::hits::{Admitted, DEFAULT_TOP_K, Found, SearchHit, page, write_out};
use crate::answer::merge::merge;
use crate::answer::ops::Operation;
use crate::answer::page::Page;
use crate::answer::params::params;
use crate::answer::search_node::{Scope, TermHits};
use crate::answer::snippets::{self, Term};
use crate::answer::source;
use crate::answer::view::View;
use crate::error::Result;
use crate::feature::lexicon::senses_of;
use crate::graph::Kinds;
use crate::graph::traverse::{Direction, Follow};
use crate::ids::NodeId;
use crate::search::cut::cut;
use crate::search::keep::Keep;
use crate::search::query::Query;
use crate::search::tokens::{Parts, words};
use crate::sort::Arrange;
use crate::stem::stem;
use serde::Serialize;
use std::borrow::Cow;

/// Candidates that are verified, and those that are then expanded from.
const VERIFIED: usize = 30;
const ANCHORS: usize = 5;
/// Words of an intent that candidates are verified by, and names in it that are looked up.
const READ_WORDS: usize = 64;
const LOOKED_UP: usize = 16;
/// Lines of source that are read to verify a candidate.
const LINES: u32 = 120;
/// What a neighbour of an anchor gains, as a share of the anchor's score.
const NEAR: f32 = 0.15;
/// How much a candidate gains that says all of the intent.
const COVERED: f32 = 0.25;
/// Ids that a step of the trail lists; fewer where the trail took more than half.
const SHOWN: usize = 10;
/// The most hits.
const MAX_TOP_K: u32 = 50;

params! {
    /// Where something is done, from a description of it.
    pub struct Locate {
        /// What is looked for, in words: behaviour, an issue, an error message.
        pub intent / "query": String = String::new(),
        /// Feature paths or directories to look in; all by default.
        pub search_scopes: OneOrMany = OneOrMany::default(),
        /// A path or a pattern of gitignore(5); every file by default.
        pub file_path_or_pattern: String = String::new(),
        /// Kinds of nodes to find; all by default.
        pub entity_type_filter: OneOrMany = OneOrMany::default(),
        /// Whether edges are followed from what was found.
        pub expand: bool = true,
        /// The most hits, up to 50; by default 10 as far as the budget reaches.
        pub top_k: Option<u32> = None,
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

/// One step on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct TrailStep {
    /// `discover`, `verify`, `expand` or `pinpoint`.
    pub step: &'static str,
    /// The operation that does the same by itself.
    pub tool: &'static str,
    /// What was done, and why.
    pub did: String,
    /// How many nodes were looked at, and how many were kept.
    pub seen: u32,
    /// How many of them were kept or added.
    pub kept: u32,
    /// Ids of the first that were kept or added.
    pub nodes: Vec<String>,
}

/// Where it is, and how that was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Located {
    /// What does it, best first.
    pub hits: Vec<SearchHit>,
    /// What part of all hits is shown.
    pub page: Page,
    /// `high` if the scores drop by a fifth or more from one hit to the next, else
    /// `low`; `none` without a hit.
    pub confidence: &'static str,
    /// The steps, in order.
    pub trail: Vec<TrailStep>,
}

impl Operation for Locate {
    const NAME: &'static str = "locate";
    const DOC: &'static str = "Where something is done: searches by what code does, verifies, follows edges, and says how.";
    const REQUIRED: &'static [&'static str] = &["intent"];
    type Answer = Located;

    fn run(&self, view: &View<'_>) -> Result<Located> {
        let any = OneOrMany::default();
        let admitted = Admitted::parse(view, &self.entity_type_filter, &any)?;
        let files = Files::parse(view, &self.file_path_or_pattern);
        let scopes = features::scopes(view, self.search_scopes.as_slice())?;
        let keep = |node| admitted.speaks(view, node) && files.has_node(view, node);
        let keep = admitted.keep(!files.is_all(), &keep);
        let scope = Scope {
            view,
            files: &files,
            keep,
            limit: VERIFIED,
            reach: VERIFIED,
        };
        let mut trail = Vec::new();
        let terms = features::find(&scope, &self.intent, &scopes);
        let (mut found, weak) = (terms.hits.clone(), terms.weak);
        let found_in_all = terms.reading.total as usize;
        trail.push(step(
            view,
            "discover",
            "search_node",
            "matched the intent with what nodes do, their names and documentation",
            found_in_all,
            &found,
        ));
        let seen = found.len();
        verify(view, &self.intent, &mut found);
        trail.push(step(
            view,
            "verify",
            "fetch_node",
            "read the candidates, and dropped those that neither say nor mean anything of the intent",
            seen,
            &found,
        ));
        if self.expand {
            let (looked, added) = expand(view, &keep, &mut found);
            trail.push(step(
                view,
                "expand",
                "explore_rpg",
                "followed calls, inheritance and uses from the best, both ways",
                looked,
                &added,
            ));
        }
        if weak {
            self.pinpoint(&scope, terms, &mut found, &mut trail)?;
        }
        Ok(self.answer(view, &found, trail))
    }

    bounded!(top_k, ["hits", "trail"], _answer => 0);
}

impl Locate {
    /// Looks names and texts up that the intent holds, where what was found leaves
    /// doubt.
    fn pinpoint(
        &self,
        scope: &Scope<'_, '_>,
        features: TermHits,
        found: &mut Vec<Found>,
        trail: &mut Vec<TrailStep>,
    ) -> Result<()> {
        let view = scope.view;
        let query = Query::parse(&self.intent);
        let named = query
            .words
            .iter()
            .filter(|word| word.identifier)
            .map(|word| &word.text);
        let texts = query.compounds.iter().chain(named).take(LOOKED_UP);
        let texts: Vec<&String> = texts.collect();
        if texts.is_empty() {
            return Ok(());
        }
        let terms: Result<Vec<Term>> = texts
            .into_iter()
            .map(|text| Term::new(view, text))
            .collect();
        let hits = snippets::find(scope, &snippets::distinct(terms?));
        let mut all = vec![TermHits {
            hits: std::mem::take(found),
            ..features
        }];
        all.extend(hits);
        *found = merge(&all);
        trail.push(step(
            view,
            "pinpoint",
            "search_node",
            "looked up the names and paths that the intent holds",
            found.len(),
            found,
        ));
        Ok(())
    }

    fn answer(&self, view: &View<'_>, found: &[Found], trail: Vec<TrailStep>) -> Located {
        let scores: Vec<f32> = found.iter().map(|hit| hit.score).collect();
        let top_k = self.top_k.unwrap_or(DEFAULT_TOP_K).min(MAX_TOP_K);
        let judged = cut(&scores, top_k as usize);
        let shown = found.get(..found.len().min(top_k as usize)).unwrap_or(&[]);
        let mut answer = Located {
            page: page(found.len(), 0, shown.len(), top_k),
            hits: Vec::new(),
            confidence: judged.confidence.as_str(),
            trail,
        };
        let mut budget = Budget::of(self.top_k, self.budget_tokens);
        let mut listed = SHOWN;
        while listed > 1 && size(&answer.trail) > budget.part(2) {
            listed /= 2;
            let nodes = answer.trail.iter_mut().map(|step| &mut step.nodes);
            nodes.for_each(|nodes| nodes.truncate(listed));
        }
        budget.charge(&answer);
        answer.hits = write_out(view, shown, 0, &mut budget);
        answer.page.shown = answer.hits.len() as u32;
        answer
    }
}

fn step(
    view: &View<'_>,
    step: &'static str,
    tool: &'static str,
    did: &str,
    seen: usize,
    kept: &[Found],
) -> TrailStep {
    let nodes = kept.iter().take(SHOWN).map(|hit| view.graph.fqn(hit.node));
    TrailStep {
        step,
        tool,
        did: did.to_owned(),
        seen: seen as u32,
        kept: kept.len() as u32,
        nodes: nodes.collect(),
    }
}

/// What is the same in words that mean the same.
#[derive(PartialEq)]
enum Sense<'a> {
    /// The stem of a word.
    Stem(Cow<'a, str>),
    /// What words of about the same meaning share.
    Shared(u16),
}

/// Hands `each` the senses of the words of `text`, until it answers `false`.
fn senses(text: &str, mut each: impl FnMut(&Sense<'_>) -> bool) {
    let mut parts = Parts::default();
    let mut stemmed = String::new();
    for word in words(text) {
        parts.split(word);
        for part in parts.iter() {
            stemmed.clear();
            stemmed.push_str(part);
            stem(&mut stemmed);
            let on = senses_of(part).all(|sense| each(&Sense::Shared(sense)));
            if !on || !each(&Sense::Stem(Cow::Borrowed(&stemmed))) {
                return;
            }
        }
    }
}

/// What a word of an intent may be said by.
fn wanted(word: &str) -> Vec<Sense<'static>> {
    let mut wanted = Vec::new();
    senses(word, |sense| {
        wanted.push(match sense {
            Sense::Stem(stem) => Sense::Stem(Cow::Owned(stem.clone().into_owned())),
            Sense::Shared(sense) => Sense::Shared(*sense),
        });
        true
    });
    wanted
}

/// Drops the candidates that say no word of the intent and are not near it in meaning
/// either; the others gain by how many they say.
fn verify(view: &View<'_>, intent: &str, found: &mut Vec<Found>) {
    let query = Query::parse(intent);
    let content = query.content();
    let content = content.iter().take(READ_WORDS);
    let wanted: Vec<_> = content.map(|word| wanted(&word.text)).collect();
    if wanted.is_empty() {
        return;
    }
    found.retain_mut(|hit| {
        let covered = said_by(view, hit.node, &wanted);
        hit.score += COVERED * covered as f32 / wanted.len() as f32;
        covered > 0 || matches!(hit.origin, "vector" | "hybrid")
    });
    order(found);
}

/// How many words of `wanted` a node says. Its text is read only for what its name,
/// feature and documentation do not say.
fn said_by(view: &View<'_>, node: NodeId, wanted: &[Vec<Sense<'_>>]) -> usize {
    let definition = view
        .graph
        .node(node)
        .symbol
        .and_then(|symbol| view.corpus.definition(symbol));
    let mut open: Vec<&Vec<Sense<'_>>> = wanted.iter().collect();
    let mut read = |text: &str| {
        senses(text, |said| {
            open.retain(|word| !word.contains(said));
            !open.is_empty()
        });
        !open.is_empty()
    };
    let told = read(view.graph.name(node))
        && read(&view.plan.feature(view.tree(), node).0)
        && read(definition.map_or("", |definition| &definition.doc));
    if told && let Some(text) = source::of_node(view, node, 0, LINES).ok().flatten() {
        read(&text.text);
    }
    wanted.len() - open.len()
}

/// What a node gains from those beside it, and the score of the best of them: being
/// beside a hit makes none a better one.
#[derive(Clone, Copy, Default)]
struct Lent {
    share: f32,
    most: f32,
}

/// Lends nodes beside the best something of their scores. How many were met, and
/// those that are new.
fn expand(view: &View<'_>, keep: &Keep<'_>, found: &mut Vec<Found>) -> (usize, Vec<Found>) {
    let follow = Follow::new(Direction::Both, Kinds::DEPENDENCE);
    let anchors: Vec<(NodeId, f32)> = found
        .iter()
        .take(ANCHORS)
        .map(|hit| (hit.node, hit.score))
        .collect();
    let mut near: Vec<(NodeId, Lent)> = Vec::new();
    for &(anchor, score) in &anchors {
        let steps: Vec<NodeId> = follow
            .steps(view.graph, anchor)
            .map(|(_, other)| other)
            .collect();
        // Of many neighbours each is less of a hint.
        let share = NEAR * score / (1.0 + steps.len() as f32).sqrt();
        near.extend(
            steps
                .into_iter()
                .filter(|&other| other != anchor && keep.admits(view.graph, other))
                .map(|other| (other, Lent { share, most: score })),
        );
    }
    crate::sort::merge(&mut near, |sum, more| {
        sum.share += more.share;
        sum.most = sum.most.max(more.most);
    });
    let mut added = Vec::new();
    for &(node, lent) in &near {
        match found.iter_mut().find(|hit| hit.node == node) {
            Some(hit) => hit.score = hit.score.max((hit.score + lent.share).min(lent.most)),
            None => added.push(Found {
                node,
                score: lent.share.min(lent.most),
                origin: "feature",
                stage: Some("expand"),
                lines: Vec::new(),
            }),
        }
    }
    order(&mut added);
    added.truncate(VERIFIED);
    found.extend(added.iter().cloned());
    order(found);
    (near.len(), added)
}

fn order(found: &mut [Found]) {
    found.arrange_by(|a, b| b.score.total_cmp(&a.score));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Tree;

    #[test]
    fn the_trail_tells_every_step() {
        let built = Tree::default()
            .file(
                "src/store.rs",
                "function drop_entry 1-1\nfunction load_chart 2-2",
            )
            .file("src/ship.rs", "function sink 1-1\nfunction paint 2-2")
            .call("src/ship.rs::sink", "src/store.rs::drop_entry", 1)
            .build();
        let params = Locate {
            intent: "remove something from the store".to_owned(),
            entity_type_filter: OneOrMany::One("function".to_owned()),
            ..Locate::default()
        };
        let located = params.run(&built.view()).expect("an answer");
        assert_eq!(located.hits[0].node.id, "src/store.rs::drop_entry");
        assert_eq!(located.hits[0].feature.as_deref(), Some("drop entry"));
        let steps: Vec<_> = located.trail.iter().map(|step| step.step).collect();
        assert_eq!(steps, ["discover", "verify", "expand"]);
        let sink = located.hits.iter().find(|hit| hit.node.name == "sink");
        assert_eq!(sink.and_then(|hit| hit.stage), Some("expand"));
        let nothing = Locate::default().run(&built.view()).expect("an answer");
        assert_eq!((nothing.hits.len(), nothing.confidence), (0, "none"));
    }
}
