//! What a node uses, or what uses it.

use crate::answer::info::{Evidence, NodeInfo};
use crate::answer::page::{Count, Page, cut, tally};
use crate::answer::view::View;
use crate::graph::traverse::Follow;
use crate::ids::{EdgeId, NodeId};
use crate::link::links::Endpoint;
use crate::sort::Arrange;
use serde::Serialize;

/// A node at the other end of an edge.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Use {
    /// The other node.
    pub node: NodeInfo,
    /// Kind of the edge and why it is believed.
    #[serde(flatten)]
    pub evidence: Evidence,
}

/// A list of uses.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Uses {
    /// One entry an edge, by the rank of the other node, the highest first.
    pub uses: Vec<Use>,
    /// What part of the list is shown. Totals are floors: a use that could not
    /// be resolved is not among them.
    pub page: Page,
}

/// The uses that `follow` leads to from `node`, `limit` of them from `offset` on.
pub(crate) fn uses(view: &View<'_>, node: NodeId, follow: Follow, offset: u32, limit: u32) -> Uses {
    let mut steps: Vec<(EdgeId, NodeId)> = follow.steps(view.graph, node).collect();
    let rank = |node: NodeId| view.ranks.of(node);
    steps.arrange_by(|a, b| rank(b.1).total_cmp(&rank(a.1)).then(a.0.cmp(&b.0)));
    steps.dedup_by_key(|step| step.0);
    let (shown, page) = cut(&steps, offset, limit);
    let uses = shown.iter().filter_map(|&(id, other)| {
        Some(Use {
            node: NodeInfo::of(view, other),
            evidence: Evidence::of(view, id, view.graph.edge(id)?),
        })
    });
    Uses {
        uses: uses.collect(),
        page,
    }
}

/// Uses within `node` that have no edge, by reason.
pub(crate) fn unresolved_within(view: &View<'_>, node: NodeId) -> Vec<Count> {
    let graph = view.graph;
    let Some(file) = graph.node(node).file else {
        return Vec::new();
    };
    let first = view.unresolved.partition_point(|row| row.file < file);
    let rows = view.unresolved[first..]
        .iter()
        .take_while(|row| row.file == file);
    let within = rows.filter(|row| match row.source {
        Endpoint::File(file) => graph.file_node(file) == node,
        Endpoint::Symbol(symbol) => graph.symbol_node(symbol) == node,
    });
    tally(within.map(|row| row.reason.as_str()))
}

/// Uses anywhere of the name of `node` that have no edge, by reason.
pub(crate) fn unresolved_by_name(view: &View<'_>, node: NodeId) -> Vec<Count> {
    let name = view.graph.name(node);
    let rows = view.unresolved.iter().filter(|row| row.name == name);
    tally(rows.map(|row| row.reason.as_str()))
}
