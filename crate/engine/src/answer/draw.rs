//! Drawings of a part of the graph.

use crate::answer::view::View;
use crate::graph::export::{Drawing, Part, dot, mermaid, tree};
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

/// Draws boxes and arrows; a tree has none.
pub(crate) fn draw_boxes(how: Rendering, drawing: &Drawing) -> String {
    match how {
        Rendering::Dot => dot::dot(drawing),
        Rendering::Mermaid | Rendering::Tree => mermaid::mermaid(drawing),
    }
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
        Rendering::Mermaid | Rendering::Dot => draw_boxes(how, &part.drawing()),
    }
}
