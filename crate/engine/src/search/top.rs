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
    /// What a score must reach once as many are kept as are wanted.
    least: f32,
}

impl Top {
    /// Keeps at most `most`.
    #[must_use]
    pub const fn new(most: usize) -> Self {
        Self {
            most,
            kept: BinaryHeap::new(),
            least: f32::NEG_INFINITY,
        }
    }

    /// Whether a node of `score` may be among the best.
    #[inline]
    #[must_use]
    pub fn wants(&self, score: f32) -> bool {
        score >= self.least
    }

    /// Offers a node.
    pub fn push(&mut self, node: NodeId, score: f32, rank: f64) {
        let offered = Scored { node, score, rank };
        if self.kept.len() >= self.most {
            // Thousands may have the same score: most are no better than what is kept.
            match self.kept.peek_mut() {
                Some(mut worst) if offered.order(&worst.0).is_lt() => worst.0 = offered,
                _ => return,
            }
        } else {
            self.kept.push(Worst(offered));
        }
        if self.kept.len() >= self.most {
            let worst = self.kept.peek();
            self.least = worst.map_or(f32::INFINITY, |worst| worst.0.score);
        }
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
            for scored in &all {
                if top.wants(scored.score) {
                    top.push(scored.node, scored.score, scored.rank);
                }
            }
            assert_eq!(top.into_sorted(), sorted[..most.min(500)]);
        }
    }
}
