//! Where a ranking starts from: the only place for personalisation (spec 2.2).

use crate::extract::facts::Flags;
use crate::graph::{Graph, Node};
use crate::ids::{FileId, NodeId};
use crate::sort::Arrange;

/// The share of a focused teleport that goes to the focus (spec 2.2).
pub const FOCUS_SHARE: f64 = 0.7;

/// A distribution over the nodes; it sums to 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Teleport(Vec<f64>);

impl Teleport {
    /// Equal shares for files and symbols; directories and outlines get none, since
    /// no edge that is ranked leads to or from them.
    #[must_use]
    pub fn uniform(graph: &Graph) -> Self {
        let is_ranked = |node: &Node| node.file.is_some() && !node.flags.has(Flags::OUTLINE);
        let shares = graph.nodes().iter().map(|node| f64::from(is_ranked(node)));
        Self::of(shares.collect())
    }

    /// [`FOCUS_SHARE`] shared by `nodes`, the rest uniform. Without a node it
    /// is uniform.
    #[must_use]
    pub fn focused(graph: &Graph, nodes: &[NodeId]) -> Self {
        let mut nodes = nodes.to_vec();
        nodes.retain(|node| graph.node(*node).file.is_some());
        nodes.arrange();
        nodes.dedup();
        let uniform = Self::uniform(graph);
        if nodes.is_empty() {
            return uniform;
        }
        let rest = uniform.0.iter().map(|share| share * (1.0 - FOCUS_SHARE));
        let mut shares: Vec<f64> = rest.collect();
        for node in &nodes {
            if let Some(share) = shares.get_mut(node.index()) {
                *share += FOCUS_SHARE / nodes.len() as f64;
            }
        }
        Self::of(shares)
    }

    /// Focused on the symbols of changed files; a file without symbols stands
    /// for itself.
    #[must_use]
    pub fn changed(graph: &Graph, files: &[FileId]) -> Self {
        let mut files = files.to_vec();
        files.arrange();
        files.dedup();
        let mut nodes = Vec::new();
        let mut bare = vec![true; files.len()];
        for id in graph.ids() {
            let node = graph.node(id);
            if let (Some(file), Some(_)) = (node.file, node.symbol)
                && !node.flags.has(Flags::OUTLINE)
                && let Ok(at) = files.binary_search(&file)
            {
                nodes.push(id);
                bare[at] = false;
            }
        }
        let alone = files.iter().zip(&bare).filter(|(_, bare)| **bare);
        nodes.extend(alone.map(|(&file, _)| graph.file_node(file)));
        Self::focused(graph, &nodes)
    }

    /// Shares in proportion to the given weights (churn, or a caller's own).
    /// Weights that are not positive numbers count as none; without a positive
    /// one it is uniform.
    #[must_use]
    pub fn weighted(graph: &Graph, weights: &[(NodeId, f64)]) -> Self {
        let mut shares = vec![0.0; graph.nodes().len()];
        for &(node, weight) in weights {
            if let Some(share) = shares.get_mut(node.index())
                && weight.is_finite()
                && weight > 0.0
            {
                *share += weight;
            }
        }
        match shares.iter().any(|&share| share > 0.0) {
            true => Self::of(shares),
            false => Self::uniform(graph),
        }
    }

    /// The distribution in proportion to `shares`.
    pub(crate) fn of(mut shares: Vec<f64>) -> Self {
        let sum: f64 = shares.iter().sum();
        if sum > 0.0 {
            shares.iter_mut().for_each(|share| *share /= sum);
        }
        Self(shares)
    }

    /// The share of each node, by node id.
    #[must_use]
    pub fn shares(&self) -> &[f64] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Tree;

    fn graph() -> Graph {
        let tree = Tree::default()
            .file("a.rs", "function f 1-1\nfunction g 2-2")
            .file("b.rs", "function h 1-1")
            .file("c.rs", "");
        tree.build().graph
    }

    fn close(teleport: &Teleport, expected: &[f64]) {
        assert_eq!(teleport.shares().len(), expected.len());
        for (share, expected) in teleport.shares().iter().zip(expected) {
            assert!((share - expected).abs() < 1e-12, "{:?}", teleport.shares());
        }
    }

    // Nodes: repository, a.rs, b.rs, c.rs, f, g, h.

    #[test]
    fn directories_get_no_share() {
        let sixth = 1.0 / 6.0;
        close(
            &Teleport::uniform(&graph()),
            &[0.0, sixth, sixth, sixth, sixth, sixth, sixth],
        );
    }

    #[test]
    fn changed_files_share_the_focus_among_their_symbols() {
        let graph = graph();
        let files = [FileId(2), FileId(0), FileId(0)];
        let (base, focus) = (0.05, 0.05 + 0.7 / 3.0);
        close(
            &Teleport::changed(&graph, &files),
            &[0.0, base, base, focus, focus, focus, base],
        );
        assert_eq!(Teleport::changed(&graph, &[]), Teleport::uniform(&graph));
        assert_eq!(
            Teleport::changed(&graph, &[FileId(9)]),
            Teleport::uniform(&graph)
        );
    }

    #[test]
    fn weights_are_proportions() {
        let graph = graph();
        let weights = [
            (NodeId(4), 3.0),
            (NodeId(5), 1.0),
            (NodeId(6), -2.0),
            (NodeId(1), f64::NAN),
        ];
        close(
            &Teleport::weighted(&graph, &weights),
            &[0.0, 0.0, 0.0, 0.0, 0.75, 0.25, 0.0],
        );
        assert_eq!(
            Teleport::weighted(&graph, &weights[2..]),
            Teleport::uniform(&graph)
        );
    }
}
