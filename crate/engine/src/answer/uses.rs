//! What a node uses, or what uses it.

use crate::answer::info::{Evidence, NodeInfo};
use crate::answer::page::{Count, Page, cut};
use crate::answer::view::View;
use crate::graph::traverse::Follow;
use crate::ids::{EdgeId, NodeId};
use crate::link::evidence::Absence;
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
    let within = rows.filter(|row| graph.end_node(row.source) == node);
    by_reason(within.map(|row| row.reason))
}

/// Uses anywhere of the name of `node` that have no edge, by reason.
pub(crate) fn unresolved_by_name(view: &View<'_>, node: NodeId) -> Vec<Count> {
    let rows = view.memo.absences(view, view.graph.node(node).name);
    by_reason(rows.map(|row| row.reason))
}

/// Counts by reason, the most frequent first, equals by name.
pub(crate) fn by_reason(reasons: impl Iterator<Item = Absence>) -> Vec<Count> {
    let mut counts = [0; Absence::ALL.len()];
    for reason in reasons {
        counts[reason as usize] += 1;
    }
    let counts = Absence::ALL
        .iter()
        .zip(counts)
        .filter(|(_, count)| *count > 0);
    let mut counts: Vec<Count> = counts
        .map(|(reason, count)| Count {
            name: reason.as_str().to_owned(),
            count,
        })
        .collect();
    counts.arrange_by(|a, b| b.count.cmp(&a.count).then_with(|| a.name.cmp(&b.name)));
    counts
}
