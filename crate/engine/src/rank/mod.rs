//! How much of the tree leans on each node, from the shape of the graph alone.

use crate::ids::NodeId;

/// The result of a ranking: one number a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranks {
    /// Rank by node id; they sum to 1.
    pub ranks: Vec<f64>,
    /// Iterations done.
    pub iterations: u32,
    /// Whether the last step changed less than the tolerance.
    pub converged: bool,
    /// Sum of the absolute changes of the last step.
    pub residual: f64,
}

impl Ranks {
    /// The rank of `node`; 0 for a node of another graph.
    #[must_use]
    pub fn of(&self, node: NodeId) -> f64 {
        self.ranks.get(node.index()).copied().unwrap_or(0.0)
    }
}
