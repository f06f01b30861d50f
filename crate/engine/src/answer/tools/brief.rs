//! Nodes and relations in one line each: lists of them fit a small budget.

use crate::answer::info::{Evidence, rounded};
use crate::answer::view::View;
use crate::graph::traverse::Follow;
use crate::ids::{EdgeId, NodeId};
use crate::sort::Arrange;
use serde::Serialize;

/// A node in one line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Brief {
    /// The fully qualified name, which is the node's id.
    pub fqn: String,
    /// What it is: `file`, `class`, `function` and so on.
    pub kind: &'static str,
    /// Line of its name, 1-based; 0 for directories.
    pub line: u32,
    /// Structural rank; the ranks of all nodes sum to 1.
    pub rank: f64,
}

impl Brief {
    pub(crate) fn of(view: &View<'_>, node: NodeId) -> Self {
        let row = view.graph.node(node);
        Self {
            fqn: view.graph.fqn(node),
            kind: row.kind.as_str(),
            line: row.name_line.max(row.lines.0),
            rank: rounded(view.ranks.of(node)),
        }
    }
}

/// A node at the other end of an edge, and why the edge is believed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Relation {
    /// The other node's fully qualified name.
    pub fqn: String,
    /// What the other node is.
    pub node_kind: &'static str,
    /// The edge.
    #[serde(flatten)]
    pub evidence: Evidence,
}

impl Relation {
    /// The edge `id`, whose other end is `other`.
    pub(crate) fn of(view: &View<'_>, (id, other): (EdgeId, NodeId)) -> Option<Self> {
        Some(Self {
            fqn: view.graph.fqn(other),
            node_kind: view.graph.node(other).kind.as_str(),
            evidence: Evidence::of(view, id, view.graph.edge(id)?),
        })
    }
}

/// The steps that `follow` leads to from `node`, by the rank of the other end,
/// the highest first. One list for every tool that tells callers, so that they
/// cannot disagree.
pub(crate) fn steps(view: &View<'_>, node: NodeId, follow: Follow) -> Vec<(EdgeId, NodeId)> {
    let mut steps: Vec<(EdgeId, NodeId)> = follow.steps(view.graph, node).collect();
    let rank = |node: NodeId| view.ranks.of(node);
    steps.arrange_by(|a, b| rank(b.1).total_cmp(&rank(a.1)).then(a.0.cmp(&b.0)));
    steps.dedup_by_key(|step| step.0);
    steps
}
