//! Weighted edges in compressed sparse rows by target, for power iteration.

use crate::graph::store;
use crate::rank::weights::Weight;

/// For each node its sources with their weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Walk {
    starts: Vec<u32>,
    sources: Vec<u32>,
    weights: Vec<f64>,
    /// Sum of the weights that leave each node.
    totals: Vec<f64>,
}

impl Walk {
    /// The walk over `nodes` nodes along `weights`. Self-loops, ends that are
    /// no node and weights that are not positive numbers are left out; the
    /// order of `weights` does not matter as long as no edge is repeated.
    #[must_use]
    pub fn new(nodes: usize, weights: &[Weight]) -> Self {
        let mut kept: Vec<Weight> = weights
            .iter()
            .copied()
            .filter(|w| usable(nodes, w))
            .collect();
        kept.sort_by_key(|w| w.source);
        let mut totals = vec![0.0; nodes];
        for w in &kept {
            totals[w.source.index()] += w.weight;
        }
        let targets = kept.iter().map(|w| Some(w.target.0));
        let (starts, order) = store::group(targets.collect(), nodes);
        let by_target = || order.iter().filter_map(|&at| kept.get(at as usize));
        Self {
            sources: by_target().map(|w| w.source.0).collect(),
            weights: by_target().map(|w| w.weight).collect(),
            starts,
            totals,
        }
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.totals.len()
    }

    /// Whether there is no node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.totals.is_empty()
    }

    /// The sum of the weights that leave each node.
    #[must_use]
    pub fn totals(&self) -> &[f64] {
        &self.totals
    }

    /// The same walk with the weights that leave each node summing to 1.
    #[must_use]
    pub fn shares(&self) -> Self {
        let shares = self.sources.iter().zip(&self.weights);
        Self {
            weights: shares.map(|(&s, w)| w / self.totals[s as usize]).collect(),
            ..self.clone()
        }
    }

    /// Adds to each target the value of its sources, weighted: `into = Wᵀ from`.
    /// Summed in the order of the sources, so it is the same to the bit everywhere.
    /// Both are as long as the walk.
    pub(crate) fn gather(&self, from: &[f64], into: &mut [f64]) {
        for (target, sum) in into.iter_mut().enumerate() {
            *sum = self
                .row(target)
                .map(|(source, weight)| from[source] * weight)
                .sum();
        }
    }

    /// Adds to each source the value of its targets, weighted: `into = W from`.
    /// Both are as long as the walk.
    pub(crate) fn scatter(&self, from: &[f64], into: &mut [f64]) {
        into.fill(0.0);
        for (target, value) in from.iter().enumerate() {
            for (source, weight) in self.row(target) {
                into[source] += value * weight;
            }
        }
    }

    fn row(&self, target: usize) -> impl Iterator<Item = (usize, f64)> {
        let range = store::row(&self.starts, target);
        let sources = self.sources.get(range.clone()).unwrap_or(&[]);
        let weights = self.weights.get(range).unwrap_or(&[]);
        sources
            .iter()
            .map(|&s| s as usize)
            .zip(weights.iter().copied())
    }
}

fn usable(nodes: usize, w: &Weight) -> bool {
    let inside = w.source.index() < nodes && w.target.index() < nodes;
    inside && w.source != w.target && w.weight.is_finite() && w.weight > 0.0
}
