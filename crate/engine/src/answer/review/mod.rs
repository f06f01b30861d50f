//! Review: what a change of the tree means for those who read it. Two states of
//! one tree are compared; a diff makes one of the other.
//!
//! [`patch`]: diffs; [`symbols`]: what differs; [`impact`]: what leans on it;
//! [`edges`]: uses and circles; [`risk`]: reasons; [`markdown`]: the text.

mod edges;
mod impact;
mod markdown;
pub mod patch;
mod risk;
mod symbols;
mod tree;
pub mod types;

pub use tree::{Applied, apply};

use crate::answer::info::{decimal, rounded};
use crate::answer::page::cut;
use crate::answer::risk::Risk;
use crate::answer::tested;
use crate::answer::view::View;
use crate::error::{Code, Result, WaymarkError};
use crate::extract::facts::{Flags, Metrics};
use crate::graph::{Kinds, lookup, order};
use crate::ids::NodeId;
use crate::link::Endpoint;
use crate::link::evidence::EdgeKind;
use crate::rank::{Teleport, Walk, pagerank, weights};
use crate::sort::Arrange;
use edges::Renamed;
use impact::Dependents;
use std::collections::BTreeSet;
use symbols::{Change, ChangeKind, Pair};
use types::{Affected, ChangedFile, ChangedSymbol, ComplexityChange, Impact, Review, ReviewParams};

/// The most entries of a list.
const MAX_LIMIT: u32 = 200;
/// Dependents that are shown of one change.
const TOP: usize = 5;

/// Compares `before` with `after`.
///
/// # Errors
/// [`Code::InvalidArgument`] for a limit beyond the most.
pub fn review(before: &View<'_>, after: &View<'_>, params: &ReviewParams) -> Result<Review> {
    if params.limit == 0 || params.limit > MAX_LIMIT {
        let message = format!("limit is 1 to {MAX_LIMIT}");
        return Err(WaymarkError::new(Code::InvalidArgument, message));
    }
    let pairs = symbols::files(before, after, &params.renames);
    let found = symbols::changes(before, after, &pairs);
    let sides = Sides { before, after };
    let renamed = sides.renamed(&pairs, &found);
    let new_cycles = edges::new_cycles(before, after, &renamed);
    let leaning = sides.leaning(&found);
    let changes = sides.describe(&found, &leaning);
    let tests = sides.tests(&found, &leaning);
    let routes = sides.routes(&found, &leaning);
    let (new_edges, removed_edges) = edges::changed(before, after, &found, &renamed);
    let exports = found
        .iter()
        .zip(&changes)
        .filter(|(change, shown)| sides.exported(change) && breaks(shown));
    let affected_exports = exports.map(|(_, shown)| shown.id.clone()).collect();
    let files: Vec<ChangedFile> = pairs.iter().map(|pair| sides.file(pair, &found)).collect();
    let risk = risk::whole(&changes, new_cycles.len());
    let mut by_rank = changes;
    by_rank.arrange_by(|a, b| b.rank.total_cmp(&a.rank).then(a.id.cmp(&b.id)));
    let (shown_files, file_page) = cut(&files, 0, params.limit);
    let (shown, change_page) = cut(&by_rank, 0, params.limit);
    let (come, new_edge_page) = cut(&new_edges, 0, params.limit);
    let (gone, removed_edge_page) = cut(&removed_edges, 0, params.limit);
    let mut answer = Review {
        files: shown_files.to_vec(),
        file_page,
        changes: shown.to_vec(),
        change_page,
        reading_order: sides.reading_order(&found),
        affected_test_count: tests.len() as u32,
        affected_tests: tests.into_iter().take(params.limit as usize).collect(),
        affected_exports,
        affected_route_count: routes.len() as u32,
        affected_routes: routes.into_iter().take(params.limit as usize).collect(),
        new_edges: come.to_vec(),
        new_edge_page,
        removed_edges: gone.to_vec(),
        removed_edge_page,
        new_cycles,
        risk,
        notes: sides.notes(&pairs, &params.binary),
        markdown: None,
    };
    answer.markdown = params.markdown.then(|| markdown::render(&answer));
    Ok(answer)
}

/// Whether a change may break those who use the symbol.
fn breaks(change: &ChangedSymbol) -> bool {
    change.change == ChangeKind::Removed
        || change.change == ChangeKind::Signature
        || change.also.contains(&ChangeKind::Signature)
}

/// The requests, as `VERB path`, that a handler of a kind answers.
fn requests(view: &View<'_>, by: &dyn Fn(NodeId) -> bool) -> BTreeSet<String> {
    let routes = view.routes.0.iter().filter(|route| {
        by(match route.handler {
            Endpoint::File(file) => view.graph.file_node(file),
            Endpoint::Symbol(symbol) => view.graph.symbol_node(symbol),
        })
    });
    routes
        .map(|route| format!("{} {}", route.verb, route.path))
        .collect()
}

struct Sides<'a, 'v> {
    before: &'a View<'v>,
    after: &'a View<'v>,
}

impl<'v> Sides<'_, 'v> {
    /// The side that a change is shown on, and its node there.
    fn shown(&self, change: &Change) -> (&View<'v>, NodeId) {
        match (change.after, change.before) {
            (Some(node), _) => (self.after, node),
            (None, Some(node)) => (self.before, node),
            (None, None) => (self.after, crate::graph::Graph::ROOT),
        }
    }

    fn renamed(&self, pairs: &[Pair], found: &[Change]) -> Renamed {
        let files = pairs.iter().filter_map(|pair| {
            let old = self.before.corpus.file(pair.before?)?;
            let new = self.after.corpus.file(pair.after?)?;
            Some((new.path.clone(), old.path.clone()))
        });
        let symbols = found.iter().filter_map(|change| {
            Some((
                self.after.graph.fqn(change.after?),
                self.before.graph.fqn(change.before?),
            ))
        });
        files
            .chain(symbols)
            .filter(|(new, old)| new != old)
            .collect()
    }

    /// What leans on each change.
    fn leaning(&self, found: &[Change]) -> Vec<Dependents> {
        let leaning = found.iter().map(|change| {
            let (view, node) = self.shown(change);
            impact::dependents(view, node)
        });
        leaning.collect()
    }

    fn describe(&self, found: &[Change], leaning: &[Dependents]) -> Vec<ChangedSymbol> {
        let focus: Vec<NodeId> = found.iter().filter_map(|change| change.after).collect();
        let graph = self.after.graph;
        let walk = Walk::new(graph.nodes().len(), &weights::weights(graph));
        let ranks = pagerank::pagerank(&walk, &Teleport::focused(graph, &focus));
        let changed: BTreeSet<NodeId> = focus.into_iter().collect();
        let described = found.iter().zip(leaning).map(|(change, dependents)| {
            let rank = change.after.map_or(0.0, |node| ranks.of(node));
            self.symbol(change, dependents, &changed, rounded(rank))
        });
        described.collect()
    }

    fn symbol(
        &self,
        change: &Change,
        dependents: &Dependents,
        changed: &BTreeSet<NodeId>,
        rank: f64,
    ) -> ChangedSymbol {
        let (view, node) = self.shown(change);
        let row = view.graph.node(node);
        let id = view.graph.fqn(node);
        let old_id = change.before.map(|old| self.before.graph.fqn(old));
        let signature = |view: &View<'_>, node: Option<NodeId>| {
            let symbol = node.and_then(|node| view.graph.node(node).symbol)?;
            Some(view.corpus.definition(symbol)?.signature.clone())
        };
        let now = signature(view, Some(node)).unwrap_or_default();
        let old = signature(self.before, change.before);
        let mut described = ChangedSymbol {
            old_id: old_id.filter(|old| *old != id),
            change: change.kind,
            also: change.also.clone(),
            kind: row.kind.as_str(),
            start_line: row.lines.0,
            end_line: row.lines.1,
            old_signature: old.filter(|old| *old != now),
            signature: now,
            impact: self.impact(view, dependents),
            callers_not_updated: Vec::new(),
            complexity: self.complexity(change),
            rank,
            risk: Risk::default(),
            id,
        };
        if breaks(&described) {
            described.callers_not_updated = self.untouched(change, changed);
        }
        described.risk = risk::of(&risk::Subject {
            change: &described,
            exported: self.exported(change),
            test: tested::test_of(view, node).is_some(),
        });
        described
    }

    fn impact(&self, view: &View<'_>, dependents: &Dependents) -> Impact {
        let tests = tested::tests(view, dependents.all.iter().map(|dependent| dependent.node));
        let mut nearest = dependents.all.clone();
        nearest.arrange_by(|a, b| {
            a.depth
                .cmp(&b.depth)
                .then(b.confidence.total_cmp(&a.confidence))
                .then(a.node.cmp(&b.node))
        });
        let top = nearest.iter().take(TOP).map(|dependent| Affected {
            id: view.graph.fqn(dependent.node),
            path: impact::way(dependents, dependent)
                .into_iter()
                .map(|node| view.graph.fqn(node))
                .collect(),
            confidence: decimal(dependent.confidence),
        });
        Impact {
            direct: dependents
                .all
                .iter()
                .filter(|dependent| dependent.depth == 1)
                .count() as u32,
            transitive: dependents.all.len() as u32,
            tests: tests.len() as u32,
            truncated: dependents.truncated,
            top: top.collect(),
        }
    }

    /// Direct callers that are as they were.
    fn untouched(&self, change: &Change, changed: &BTreeSet<NodeId>) -> Vec<String> {
        let (view, node) = self.shown(change);
        let kinds = Kinds::CALLS
            .with(EdgeKind::Inherits)
            .with(EdgeKind::Implements);
        let callers = view
            .graph
            .in_edges(node)
            .filter(|edge| kinds.has(edge.kind) && edge.source != node);
        let ids: BTreeSet<String> = callers.map(|edge| view.graph.fqn(edge.source)).collect();
        let still = |id: &String| {
            let mut now = lookup::find(self.after.graph, id).into_iter();
            now.any(|now| self.after.graph.fqn(now) == *id && !changed.contains(&now))
        };
        ids.into_iter().filter(still).collect()
    }

    fn complexity(&self, change: &Change) -> Option<ComplexityChange> {
        let metrics = |view: &View<'_>, node: Option<NodeId>| -> Option<Metrics> {
            let symbol = view.graph.node(node?).symbol?;
            Some(view.corpus.definition(symbol)?.metrics)
        };
        let (old, new) = (
            metrics(self.before, change.before),
            metrics(self.after, change.after),
        );
        if old == new {
            return None;
        }
        let (old, new) = (old.unwrap_or_default(), new.unwrap_or_default());
        let change = ComplexityChange {
            cyclomatic: (old.cyclomatic, new.cyclomatic),
            cognitive: (old.cognitive, new.cognitive),
        };
        let differs = old.cyclomatic != new.cyclomatic || old.cognitive != new.cognitive;
        differs.then_some(change)
    }

    fn exported(&self, change: &Change) -> bool {
        let flag = |view: &View<'_>, node: Option<NodeId>| {
            node.is_some_and(|node| view.graph.node(node).flags.has(Flags::EXPORTED))
        };
        flag(self.before, change.before) || flag(self.after, change.after)
    }

    /// Ids of all tests that reach a change.
    fn tests(&self, found: &[Change], leaning: &[Dependents]) -> BTreeSet<String> {
        let mut tests = BTreeSet::new();
        for (change, dependents) in found.iter().zip(leaning) {
            let (view, node) = self.shown(change);
            let reached = dependents.all.iter().map(|dependent| dependent.node);
            let reached = tested::tests(view, reached.chain([node]));
            tests.extend(reached.into_iter().map(|node| view.graph.fqn(node)));
        }
        tests
    }

    /// Requests that a change, or what leans on it, answers; and those that only one of
    /// the sides answers.
    fn routes(&self, found: &[Change], leaning: &[Dependents]) -> BTreeSet<String> {
        let mut reached: [BTreeSet<NodeId>; 2] = Default::default();
        for (change, dependents) in found.iter().zip(leaning) {
            let reached = &mut reached[usize::from(change.after.is_none())];
            reached.extend(dependents.all.iter().map(|dependent| dependent.node));
            reached.insert(self.shown(change).1);
        }
        let views = [self.after, self.before];
        let [after, before] = views.map(|view| requests(view, &|_| true));
        let mut affected: BTreeSet<String> = after.symmetric_difference(&before).cloned().collect();
        for (view, reached) in views.into_iter().zip(&reached) {
            affected.extend(requests(view, &|handler| reached.contains(&handler)));
        }
        affected
    }

    /// Ids of the changed symbols, each after what it uses.
    fn reading_order(&self, found: &[Change]) -> Vec<String> {
        let changed: BTreeSet<NodeId> = found.iter().filter_map(|change| change.after).collect();
        let mut components = order::topological(self.after.graph, Kinds::CALLS);
        components.reverse();
        let nodes = components.into_iter().flat_map(|component| component.nodes);
        let nodes = nodes.filter(|node| changed.contains(node));
        nodes.map(|node| self.after.graph.fqn(node)).collect()
    }

    fn file(&self, pair: &Pair, found: &[Change]) -> ChangedFile {
        let old = pair.before.and_then(|id| self.before.corpus.file(id));
        let new = pair.after.and_then(|id| self.after.corpus.file(id));
        let status = match (old, new) {
            (None, _) => "added",
            (_, None) => "removed",
            (Some(old), Some(new)) if old.path != new.path => "renamed",
            _ => "modified",
        };
        let path = new.or(old).map_or("", |file| file.path.as_str());
        let symbols = found.iter().filter(|change| {
            let (view, node) = self.shown(change);
            view.graph.path(node) == path
        });
        ChangedFile {
            old_path: old.map(|old| old.path.clone()).filter(|old| old != path),
            path: path.to_owned(),
            status,
            tier: new.or(old).map_or("product", |file| file.tier.as_str()),
            symbols: symbols.count() as u32,
        }
    }

    fn notes(&self, pairs: &[Pair], binary: &[String]) -> Vec<String> {
        let binary = binary
            .iter()
            .map(|path| format!("{path} is binary: what changed in it is not known"));
        let files = pairs
            .iter()
            .filter_map(|pair| self.after.corpus.file(pair.after?));
        let partial = files.clone().filter(|file| file.facts.is_partial());
        let partial =
            partial.map(|file| format!("{} has syntax errors: symbols may be missing", file.path));
        let unknown = files.filter(|file| file.language.is_none());
        let unknown: Vec<&str> = unknown.map(|file| file.path.as_str()).collect();
        let unknown = (!unknown.is_empty()).then(|| {
            let paths = unknown
                .iter()
                .take(TOP)
                .copied()
                .collect::<Vec<_>>()
                .join(", ");
            let more = if unknown.len() > TOP { " …" } else { "" };
            format!(
                "{} files in no known language were not compared: {paths}{more}",
                unknown.len()
            )
        });
        binary.chain(partial).chain(unknown).collect()
    }
}
