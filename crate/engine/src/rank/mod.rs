//! How much of the tree leans on each node, from the shape of the graph alone.
//!
//! It knows weights, never names or texts; what is asked is told only through
//! the teleport, and a finished rank is never multiplied.
//! - [`weights`]: edges to weights; [`walk`]: weights by target.
//! - [`teleport`] is where personalisation goes in.
//! - [`pagerank`], [`hits`]: the rankings.

pub mod hits;
pub mod pagerank;
pub mod teleport;
pub mod walk;
pub mod weights;

pub use teleport::Teleport;
pub use walk::Walk;

use crate::graph::Graph;
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
    /// The ranks of `graph` without personalisation.
    #[must_use]
    pub fn of_graph(graph: &Graph) -> Self {
        let walk = Walk::new(graph.nodes().len(), &weights::weights(graph));
        pagerank::pagerank(&walk, &Teleport::uniform(graph))
    }

    /// The rank of `node`; 0 for a node of another graph.
    #[must_use]
    pub fn of(&self, node: NodeId) -> f64 {
        self.ranks.get(node.index()).copied().unwrap_or(0.0)
    }
}
