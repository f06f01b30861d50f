//! The graph as text.
//!
//! [`jsonl`] and [`json`] write the whole graph in pieces, so that a million
//! edges never stand in memory at once. [`tree`] draws a [`Part`] that a person
//! can look at, [`mermaid`] and [`dot`] any [`Drawing`].

pub mod dot;
pub mod json;
pub mod jsonl;
pub mod mermaid;
pub mod pieces;
pub mod tree;

pub use pieces::Cursor;

use crate::graph::store::Graph;
use crate::graph::traverse::Reached;
use crate::ids::{EdgeId, NodeId};
use crate::map::HashMap;

/// What the nodes of a graph do and how they belong together, for exports: the
/// graph itself does not know.
pub trait FeatureView {
    /// What `node` does, and who said so.
    fn feature(&self, node: NodeId) -> (String, &'static str);
    /// How many groups there are.
    fn groups(&self) -> usize;
    /// The group `at`.
    fn group(&self, at: usize) -> Option<GroupRow>;
    /// The id of what holds `node` along functional edges: a group or a node.
    fn holder(&self, node: NodeId) -> Option<String>;
}

/// A functional area, category or subcategory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupRow {
    /// Its id.
    pub id: String,
    /// `area`, `category` or `subcategory`.
    pub kind: &'static str,
    /// What it is called.
    pub name: String,
    /// What it is about.
    pub feature: String,
    /// Who made it.
    pub source: &'static str,
    /// The directories of its files.
    pub directories: Vec<String>,
    /// The words that tell it from others.
    pub keywords: Vec<String>,
    /// Id of the group around it, or of the repository.
    pub parent: String,
}

/// The functional edge numbered `row`: first those into groups, then those into
/// nodes, of which some have none.
pub(crate) fn functional_edge(
    graph: &Graph,
    features: &dyn FeatureView,
    row: usize,
) -> Option<(String, String)> {
    match row.checked_sub(features.groups()) {
        None => features.group(row).map(|group| (group.parent, group.id)),
        Some(at) => {
            let node = NodeId::at(at);
            Some((features.holder(node)?, graph.fqn(node)))
        }
    }
}

/// Some nodes of a graph and the edges among them, for drawing.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// The nodes in the order in which they are drawn.
    pub nodes: &'a [Reached],
    /// Edges; those with an end that is not drawn are left out.
    pub edges: &'a [EdgeId],
    /// How many nodes there would be without a cap.
    pub total: usize,
}

/// Boxes and arrows, for drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// What is written in each box, and what the box stands for.
    pub boxes: Vec<(String, &'static str)>,
    /// From one box to another, with a label.
    pub arrows: Vec<(usize, usize, String)>,
    /// What is said of boxes that are left out.
    pub cut: Option<String>,
}

impl Part<'_> {
    /// The part as boxes and arrows.
    #[must_use]
    pub fn drawing(&self) -> Drawing {
        let nodes = self.nodes.iter().map(|reached| {
            let kind = self.graph.node(reached.node).kind.as_str();
            (self.graph.fqn(reached.node), kind)
        });
        let arrows = self.arrows().into_iter();
        Drawing {
            boxes: nodes.collect(),
            arrows: arrows
                .map(|(source, target, kind)| (source, target, kind.to_owned()))
                .collect(),
            cut: self.cut(),
        }
    }

    /// The position of each node that is drawn.
    fn positions(&self) -> HashMap<NodeId, usize> {
        let nodes = self.nodes.iter().enumerate();
        nodes.map(|(at, reached)| (reached.node, at)).collect()
    }

    /// The edges as positions of their ends, with their kinds' names.
    fn arrows(&self) -> Vec<(usize, usize, &'static str)> {
        let positions = self.positions();
        let edges = self.edges.iter().filter_map(|&id| self.graph.edge(id));
        edges
            .filter_map(|edge| {
                let source = positions.get(&edge.source)?;
                let target = positions.get(&edge.target)?;
                Some((*source, *target, edge.kind.as_str()))
            })
            .collect()
    }

    /// What a drawing says of nodes it leaves out; none if it leaves out none.
    fn cut(&self) -> Option<String> {
        let shown = self.nodes.len();
        (shown < self.total).then(|| format!("{shown} of {} nodes shown", self.total))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::testing::functions;

    /// Two of three functions, of which f0 calls f1 and f1 calls f2.
    pub(crate) fn with_part(check: impl Fn(&Part<'_>)) {
        let tree = functions(3)
            .call("a.rs::f0", "a.rs::f1", 1)
            .call("a.rs::f1", "a.rs::f2", 2);
        let graph = tree.build().graph;
        let nodes = [(2, 0), (3, 1)].map(|(node, depth)| Reached {
            node: NodeId(node),
            depth,
        });
        let edges: Vec<EdgeId> = (0..graph.edges().len()).map(EdgeId::at).collect();
        check(&Part {
            graph: &graph,
            nodes: &nodes,
            edges: &edges,
            total: 3,
        });
    }
}
