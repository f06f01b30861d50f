//! The best few of many scores without sorting all.

use crate::ids::NodeId;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A node with what it is ordered by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// The node.
    pub node: NodeId,
    /// Its score; more is better.
    pub score: f32,
    /// Decides between equal scores; more is better.
    pub rank: f64,
}

impl Scored {
    /// Better first: by score, then rank, then the lower id.
    #[must_use]
    pub fn order(&self, other: &Self) -> Ordering {
        (other.score.total_cmp(&self.score))
            .then_with(|| other.rank.total_cmp(&self.rank))
            .then_with(|| self.node.cmp(&other.node))
    }
}

/// Keeps the best `most` of what is pushed.
#[derive(Debug)]
pub struct Top {
    most: usize,
    /// The worst kept is on top.
    kept: BinaryHeap<Worst>,
    pushed: usize,
}

impl Top {
    /// Keeps at most `most`.
    #[must_use]
    pub const fn new(most: usize) -> Self {
        Self {
            most,
            kept: BinaryHeap::new(),
            pushed: 0,
        }
    }

    /// Offers a node; `rank` is asked only where it can matter.
    pub fn push(&mut self, node: NodeId, score: f32, rank: impl FnOnce() -> f64) {
        self.pushed += 1;
        let full = self.kept.len() >= self.most;
        if full && self.kept.peek().is_none_or(|worst| worst.0.score > score) {
            return;
        }
        let rank = rank();
        self.kept.push(Worst(Scored { node, score, rank }));
        if full {
            self.kept.pop();
        }
    }

    /// How many were offered.
    #[must_use]
    pub const fn pushed(&self) -> usize {
        self.pushed
    }

    /// The kept, best first.
    #[must_use]
    pub fn into_sorted(self) -> Vec<Scored> {
        let sorted = self.kept.into_sorted_vec();
        sorted.into_iter().map(|worst| worst.0).collect()
    }
}

/// Orders the worst last, so that a max-heap has it on top.
#[derive(Debug)]
struct Worst(Scored);

impl Ord for Worst {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.order(&other.0)
    }
}

impl PartialOrd for Worst {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Worst {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Worst {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_a_prefix_of_the_full_order() {
        let all: Vec<Scored> = (0..500_u32)
            .map(|i| Scored {
                node: NodeId(i),
                score: (i * 7919 % 31) as f32,
                rank: f64::from(i * 104_729 % 5),
            })
            .collect();
        let mut sorted = all.clone();
        sorted.sort_by(Scored::order);
        for most in [0, 1, 10, 499, 600] {
            let mut top = Top::new(most);
            all.iter()
                .for_each(|s| top.push(s.node, s.score, || s.rank));
            assert_eq!(top.pushed(), 500);
            assert_eq!(top.into_sorted(), sorted[..most.min(500)]);
        }
    }
}
