//! Drawings of a part of the graph.

use crate::answer::view::View;
use crate::graph::export::{Part, dot, mermaid, tree};
use crate::graph::traverse::Reached;
use crate::ids::EdgeId;
use serde::{Deserialize, Serialize};

/// How a part of the graph is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub enum Rendering {
    /// Indented text.
    Tree,
    /// A Mermaid flowchart.
    Mermaid,
    /// Graphviz' language.
    Dot,
}

/// Draws `nodes` and `edges`, out of `total` nodes.
pub(crate) fn draw(
    view: &View<'_>,
    how: Rendering,
    nodes: &[Reached],
    edges: &[EdgeId],
    total: u32,
) -> String {
    let part = Part {
        graph: view.graph,
        nodes,
        edges,
        total: total as usize,
    };
    match how {
        Rendering::Tree => tree::tree(&part),
        Rendering::Mermaid => mermaid::mermaid(&part),
        Rendering::Dot => dot::dot(&part),
    }
}
