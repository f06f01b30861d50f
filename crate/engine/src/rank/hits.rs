//! Hubs and authorities (Kleinberg 1999): a hub uses much that matters, an
//! authority is used by many that use much.

use crate::ids::NodeId;
use crate::rank::pagerank::{MAX_ITERATIONS, TOLERANCE};
use crate::rank::walk::Walk;

/// Two numbers a node, each set with the Euclidean length 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hits {
    /// How much a node gathers, by node id.
    pub hubs: Vec<f64>,
    /// How much a node is leaned on, by node id.
    pub authorities: Vec<f64>,
    /// Iterations done.
    pub iterations: u32,
    /// Whether the last step changed less than the tolerance.
    pub converged: bool,
    /// Sum of the absolute changes of the authorities in the last step.
    pub residual: f64,
}

impl Hits {
    /// The authority of `node`; 0 for a node of another graph.
    #[must_use]
    pub fn authority(&self, node: NodeId) -> f64 {
        self.authorities.get(node.index()).copied().unwrap_or(0.0)
    }

    /// The hub value of `node`; 0 for a node of another graph.
    #[must_use]
    pub fn hub(&self, node: NodeId) -> f64 {
        self.hubs.get(node.index()).copied().unwrap_or(0.0)
    }
}

/// The hubs and authorities of `walk`. Without edges all are 0.
#[must_use]
pub fn hits(walk: &Walk) -> Hits {
    let mut hits = Hits {
        hubs: vec![1.0; walk.len()],
        authorities: vec![0.0; walk.len()],
        residual: f64::INFINITY,
        ..Hits::default()
    };
    let mut next = vec![0.0; walk.len()];
    while hits.residual >= TOLERANCE && hits.iterations < MAX_ITERATIONS {
        walk.gather(&hits.hubs, &mut next);
        normalise(&mut next);
        let changes = hits
            .authorities
            .iter()
            .zip(&next)
            .map(|(a, b)| (a - b).abs());
        hits.residual = changes.sum();
        std::mem::swap(&mut hits.authorities, &mut next);
        walk.scatter(&hits.authorities, &mut hits.hubs);
        normalise(&mut hits.hubs);
        hits.iterations += 1;
    }
    hits.converged = hits.residual < TOLERANCE;
    hits
}

fn normalise(values: &mut [f64]) {
    let length = values.iter().map(|value| value * value).sum::<f64>().sqrt();
    if length > 0.0 {
        values.iter_mut().for_each(|value| *value /= length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::weights::Weight;

    fn of(nodes: usize, edges: &[(u32, u32)]) -> Hits {
        let weight = |&(source, target): &(u32, u32)| Weight {
            source: NodeId(source),
            target: NodeId(target),
            weight: 1.0,
        };
        hits(&Walk::new(
            nodes,
            &edges.iter().map(weight).collect::<Vec<_>>(),
        ))
    }

    #[test]
    fn two_hubs_make_one_authority() {
        let hits = of(3, &[(0, 2), (1, 2)]);
        let half = 0.5_f64.sqrt();
        assert!((hits.authority(NodeId(2)) - 1.0).abs() < 1e-9);
        assert!((hits.hub(NodeId(0)) - half).abs() < 1e-9);
        assert!((hits.hub(NodeId(1)) - half).abs() < 1e-9);
        assert_eq!(hits.hub(NodeId(2)), 0.0);
        assert!(hits.converged);
    }

    #[test]
    fn the_better_hub_uses_the_better_authorities() {
        // 0 uses 2 and 3, 1 uses 3: a = (1, φ), h = (φ, 1) up to length, φ the golden ratio.
        let hits = of(4, &[(0, 2), (0, 3), (1, 3)]);
        let golden = (1.0 + 5_f64.sqrt()) / 2.0;
        assert!((hits.hub(NodeId(0)) / hits.hub(NodeId(1)) - golden).abs() < 1e-5);
        let ratio = hits.authority(NodeId(3)) / hits.authority(NodeId(2));
        assert!((ratio - golden).abs() < 1e-5);
    }

    #[test]
    fn without_edges_nothing_stands_out() {
        let hits = of(2, &[]);
        assert_eq!((hits.hubs, hits.authorities), (vec![0.0; 2], vec![0.0; 2]));
    }
}
