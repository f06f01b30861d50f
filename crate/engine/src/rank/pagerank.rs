//! Personalised PageRank by power iteration (Page et al. 1999; spec 2.2).

use crate::rank::Ranks;
use crate::rank::teleport::Teleport;
use crate::rank::walk::Walk;

/// The chance to follow an edge rather than to start anew. Towards 1 the shape
/// of the graph decides alone and convergence slows; towards 0 only the
/// teleport does (spec 2.2).
pub const DAMPING: f64 = 0.85;
/// The iteration stops when the ranks change less than this in sum (spec 2.2).
pub const TOLERANCE: f64 = 1e-6;
/// The iteration stops after this many steps at the latest (spec 2.2).
pub const MAX_ITERATIONS: u32 = 100;

/// The ranks of the nodes of `walk`: how often each is met by one who follows
/// edges by weight and, at a dead end or with the chance 1 − [`DAMPING`],
/// starts anew by `teleport`. A teleport of another size gives no ranks.
#[must_use]
pub fn pagerank(walk: &Walk, teleport: &Teleport) -> Ranks {
    let start = teleport.shares();
    if start.len() != walk.len() {
        return Ranks::default();
    }
    let shares = walk.shares();
    let mut ranks = start.to_vec();
    let mut next = vec![0.0; ranks.len()];
    let mut residual = f64::INFINITY;
    let mut iterations = 0;
    while residual >= TOLERANCE && iterations < MAX_ITERATIONS {
        shares.gather(&ranks, &mut next);
        let anew = 1.0 - DAMPING + DAMPING * stranded(walk, &ranks);
        for (rank, share) in next.iter_mut().zip(start) {
            *rank = DAMPING * *rank + anew * share;
        }
        residual = ranks.iter().zip(&next).map(|(a, b)| (a - b).abs()).sum();
        std::mem::swap(&mut ranks, &mut next);
        iterations += 1;
    }
    Ranks {
        ranks,
        iterations,
        converged: residual < TOLERANCE,
        residual,
    }
}

/// The rank that sits on nodes without a way out.
fn stranded(walk: &Walk, ranks: &[f64]) -> f64 {
    let pairs = walk.totals().iter().zip(ranks);
    pairs
        .filter(|(total, _)| **total == 0.0)
        .map(|(_, rank)| rank)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::NodeId;
    use crate::rank::weights::Weight;
    use crate::testing::Random;

    fn weights(edges: &[(u32, u32, f64)]) -> Vec<Weight> {
        let weight = |&(source, target, weight): &(u32, u32, f64)| Weight {
            source: NodeId(source),
            target: NodeId(target),
            weight,
        };
        edges.iter().map(weight).collect()
    }

    fn ranks(nodes: usize, edges: &[(u32, u32, f64)]) -> Ranks {
        let teleport = Teleport::of(vec![1.0; nodes]);
        pagerank(&Walk::new(nodes, &weights(edges)), &teleport)
    }

    fn close(ranks: &Ranks, expected: &[f64]) {
        assert_eq!(ranks.ranks.len(), expected.len());
        for (rank, expected) in ranks.ranks.iter().zip(expected) {
            assert!((rank - expected).abs() < 1e-5, "{:?}", ranks.ranks);
        }
    }

    #[test]
    fn a_pair_shares_the_rank() {
        close(&ranks(2, &[(0, 1, 1.0), (1, 0, 5.0)]), &[0.5, 0.5]);
    }

    #[test]
    fn a_dead_end_starts_anew() {
        // r0 = a/2, r1 = a/2 + 0.85 r0 with a = 0.15 + 0.85 r1, so r1 = 1.85 r0.
        let expected = [1.0 / 2.85, 1.85 / 2.85];
        close(&ranks(2, &[(0, 1, 1.0)]), &expected);
    }

    #[test]
    fn weight_splits_the_rank() {
        // 0 → 1 (3), 0 → 2 (1), both back: r1 = 0.05 + 0.85·¾ r0, r0 = 0.05 + 0.85 (1 − r0).
        let r0 = 0.9 / 1.85;
        let expected = [r0, 0.05 + 0.85 * 0.75 * r0, 0.05 + 0.85 * 0.25 * r0];
        let edges = [(0, 1, 3.0), (0, 2, 1.0), (1, 0, 1.0), (2, 0, 1.0)];
        close(&ranks(3, &edges), &expected);
    }

    #[test]
    fn without_edges_the_teleport_is_the_rank() {
        let result = ranks(
            4,
            &[(1, 1, 1.0), (0, 9, 1.0), (0, 1, f64::NAN), (0, 2, -1.0)],
        );
        close(&result, &[0.25; 4]);
        assert!(result.converged);
        assert_eq!(result.iterations, 1);
    }

    #[test]
    fn the_teleport_draws_rank_to_its_focus() {
        let walk = Walk::new(3, &weights(&[(0, 1, 1.0), (1, 2, 1.0), (2, 0, 1.0)]));
        let result = pagerank(&walk, &Teleport::of(vec![1.0, 0.0, 0.0]));
        // r0 = 0.15 + 0.85³ r0.
        let r0 = 0.15 / (1.0 - 0.85_f64.powi(3));
        close(&result, &[r0, 0.85 * r0, 0.7225 * r0]);
    }

    #[test]
    fn nothing_to_rank_is_no_error() {
        assert!(ranks(0, &[]).ranks.is_empty());
        let walk = Walk::new(2, &[]);
        assert_eq!(pagerank(&walk, &Teleport::default()), Ranks::default());
    }

    #[test]
    fn slow_convergence_is_reported() {
        let edges: Vec<_> = (0..200).map(|i| (i, (i + 1) % 200, 1.0)).collect();
        let walk = Walk::new(200, &weights(&edges));
        let mut start = vec![0.0; 200];
        start[0] = 1.0;
        let result = pagerank(&walk, &Teleport::of(start));
        assert_eq!(result.converged, result.residual < TOLERANCE);
        assert!(result.iterations <= MAX_ITERATIONS);
    }

    #[test]
    fn ranks_sum_to_one_and_do_not_depend_on_the_numbering() {
        let mut random = Random::new(7);
        for _ in 0..100 {
            let nodes = 1 + random.below(30);
            let edges: Vec<(u32, u32, f64)> = (0..random.below(80))
                .map(|_| {
                    (
                        random.below(nodes),
                        random.below(nodes),
                        1.0 + f64::from(random.below(7)),
                    )
                })
                .collect();
            let edges = distinct(edges);
            let plain = ranks(nodes as usize, &edges);
            let sum: f64 = plain.ranks.iter().sum();
            assert!((sum - 1.0).abs() < 1e-9, "{sum}");
            let order = random.permutation(nodes);
            let moved = edges
                .iter()
                .map(|&(s, t, w)| (order[s as usize], order[t as usize], w));
            let moved = ranks(nodes as usize, &moved.collect::<Vec<_>>());
            for (node, &place) in order.iter().enumerate() {
                let difference = plain.ranks[node] - moved.ranks[place as usize];
                assert!(difference.abs() < 1e-9, "{difference}");
            }
        }
    }

    fn distinct(mut edges: Vec<(u32, u32, f64)>) -> Vec<(u32, u32, f64)> {
        edges.sort_by_key(|&(source, target, _)| (source, target));
        edges.dedup_by_key(|&mut (source, target, _)| (source, target));
        edges
    }
}
