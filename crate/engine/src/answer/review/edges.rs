//! Uses and circles that are new or gone.

use crate::answer::review::symbols::{Change, Pair};
use crate::answer::review::types::EdgeChange;
use crate::answer::view::View;
use crate::graph::{Edge, Kinds, cycles};
use crate::ids::{FileId, NodeId};
use crate::link::evidence::EdgeKind;
use std::collections::{BTreeMap, BTreeSet};

/// Ids before by ids after, of what was renamed or moved.
pub type Renamed = BTreeMap<String, String>;

/// Uses of the changed symbols and by them that are new, and that are gone; imports of
/// changed files too. What was moved counts as the same.
#[must_use]
pub fn changed(
    before: &View<'_>,
    after: &View<'_>,
    pairs: &[Pair],
    changes: &[Change],
    renamed: &Renamed,
) -> (Vec<EdgeChange>, Vec<EdgeChange>) {
    let mut old = around(before, changes.iter().filter_map(|change| change.before));
    let mut new = around(after, changes.iter().filter_map(|change| change.after));
    old.extend(imports(before, pairs.iter().filter_map(|pair| pair.before)));
    new.extend(imports(after, pairs.iter().filter_map(|pair| pair.after)));
    let back = |edge: &EdgeChange| {
        let id = |id: &String| renamed.get(id).unwrap_or(id).clone();
        EdgeChange {
            source: id(&edge.source),
            kind: edge.kind,
            target: id(&edge.target),
        }
    };
    let as_before: BTreeSet<EdgeChange> = new.iter().map(back).collect();
    let come = new
        .iter()
        .filter(|edge| !old.contains(&back(edge)))
        .cloned()
        .collect();
    let gone = old
        .into_iter()
        .filter(|edge| !as_before.contains(edge))
        .collect();
    (come, gone)
}

fn around(view: &View<'_>, nodes: impl Iterator<Item = NodeId>) -> BTreeSet<EdgeChange> {
    let graph = view.graph;
    let edges = nodes.flat_map(|node| graph.out_edges(node).iter().chain(graph.in_edges(node)));
    let edges = edges.filter(|edge| edge.kind != EdgeKind::Contains);
    edges.map(|edge| told(view, edge)).collect()
}

/// Files that the files import.
fn imports(view: &View<'_>, files: impl Iterator<Item = FileId>) -> BTreeSet<EdgeChange> {
    let graph = view.graph;
    let edges = files.flat_map(|file| graph.out_edges(graph.file_node(file)));
    let edges = edges
        .filter(|edge| edge.kind == EdgeKind::Imports && graph.node(edge.target).symbol.is_none());
    edges.map(|edge| told(view, edge)).collect()
}

fn told(view: &View<'_>, edge: &Edge) -> EdgeChange {
    EdgeChange {
        source: view.graph.fqn(edge.source),
        kind: edge.kind.as_str(),
        target: view.graph.fqn(edge.target),
    }
}

/// Circles of files that import each other after, and are none or smaller before.
#[must_use]
pub fn new_cycles(before: &View<'_>, after: &View<'_>, renamed: &Renamed) -> Vec<Vec<String>> {
    let circles = |view: &View<'_>| -> Vec<Vec<String>> {
        let found = cycles::cycles(view.graph, Kinds::NONE.with(EdgeKind::Imports));
        found
            .iter()
            .map(|cycle| {
                cycle
                    .nodes
                    .iter()
                    .map(|node| view.graph.fqn(*node))
                    .collect()
            })
            .collect()
    };
    let known: Vec<BTreeSet<String>> = circles(before)
        .into_iter()
        .map(|cycle| cycle.into_iter().collect())
        .collect();
    let is_new = |cycle: &Vec<String>| {
        let cycle: BTreeSet<String> = cycle
            .iter()
            .map(|id| renamed.get(id).unwrap_or(id).clone())
            .collect();
        !known.iter().any(|known| cycle.is_subset(known))
    };
    circles(after).into_iter().filter(is_new).collect()
}
