//! Communities of a weighted net by modularity (Blondel et al. 2008), in whole
//! numbers and a fixed order, so that equal nets fall apart alike everywhere.

use crate::sort::{Arrange, merge};

/// Rounds over all nodes before a level is taken as it is.
const PASSES: usize = 16;
/// Levels of merging.
const LEVELS: usize = 6;

/// A link between two nodes and its weight.
pub(crate) type Link = ((u32, u32), u64);

/// The community of each of `count` nodes, numbered by their first members.
pub(crate) fn communities(count: usize, links: &[Link]) -> Vec<u32> {
    let mut of_node: Vec<u32> = (0..count as u32).collect();
    let mut links: Vec<Link> = links.to_vec();
    for _ in 0..LEVELS {
        let groups = of_node.iter().max().map_or(0, |&last| last as usize + 1);
        let moved = numbered(&move_all(groups, &links));
        if moved.iter().zip(0..).all(|(&to, from)| to == from) {
            break;
        }
        let to = |group: u32| moved.get(group as usize).copied().unwrap_or(group);
        of_node.iter_mut().for_each(|group| *group = to(*group));
        links = joined(
            links
                .iter()
                .map(|&((a, b), weight)| ((to(a), to(b)), weight))
                .collect(),
        );
    }
    of_node
}

/// Links of the same two nodes as one; the lesser node comes first.
pub(crate) fn joined(mut links: Vec<Link>) -> Vec<Link> {
    for ((a, b), _) in &mut links {
        if a > b {
            std::mem::swap(a, b);
        }
    }
    merge(&mut links, |sum, more| *sum += more);
    links
}

/// Each node moves to the community that gains most by it, until none does.
fn move_all(count: usize, links: &[Link]) -> Vec<u32> {
    let mut near: Vec<Vec<(u32, u64)>> = vec![Vec::new(); count];
    let mut degree = vec![0_u64; count];
    for &((a, b), weight) in links {
        let (from, to) = (a as usize, b as usize);
        degree[from] += weight;
        degree[to] += weight;
        if a != b {
            near[from].push((b, weight));
            near[to].push((a, weight));
        }
    }
    let total: u64 = degree.iter().sum();
    let mut community: Vec<u32> = (0..count as u32).collect();
    let mut sums = degree.clone();
    for _ in 0..PASSES {
        let mut moved = false;
        for node in 0..count {
            let own = community[node];
            sums[own as usize] -= degree[node];
            let mut ties: Vec<(u32, u64)> = (near[node].iter())
                .map(|&(other, weight)| (community[other as usize], weight))
                .collect();
            ties.push((own, 0));
            merge(&mut ties, |sum, more| *sum += more);
            let gain = |&(to, weight): &(u32, u64)| {
                let expected = i128::from(degree[node]) * i128::from(sums[to as usize]);
                i128::from(weight) * i128::from(total) - expected
            };
            let stays = ties.iter().find(|(to, _)| *to == own).map_or(0, gain);
            let mut best = (own, stays);
            for tie in &ties {
                if gain(tie) > best.1 {
                    best = (tie.0, gain(tie));
                }
            }
            sums[best.0 as usize] += degree[node];
            moved |= best.0 != own;
            community[node] = best.0;
        }
        if !moved {
            break;
        }
    }
    community
}

/// The same communities, numbered from 0 by their first members.
fn numbered(community: &[u32]) -> Vec<u32> {
    let mut firsts: Vec<(u32, usize)> = Vec::new();
    for (at, &group) in community.iter().enumerate() {
        firsts.push((group, at));
    }
    firsts.arrange();
    firsts.dedup_by_key(|first| first.0);
    firsts.arrange_by_key(|first| first.1);
    let mut number = vec![0; community.len()];
    for (&(group, _), at) in firsts.iter().zip(0..) {
        number[group as usize] = at;
    }
    community
        .iter()
        .map(|&group| number[group as usize])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_tied_closely_is_together() {
        let links = [
            ((0, 1), 4),
            ((1, 2), 4),
            ((0, 2), 4),
            ((2, 3), 1),
            ((3, 4), 4),
            ((4, 5), 4),
            ((3, 5), 4),
        ];
        assert_eq!(communities(7, &links), [0, 0, 0, 1, 1, 1, 2]);
        assert!(communities(0, &[]).is_empty());
        assert_eq!(communities(2, &[((0, 0), 3)]), [0, 1]);
    }

    #[test]
    fn links_are_told_once() {
        let links = joined(vec![((1, 0), 2), ((0, 1), 3), ((2, 2), 1)]);
        assert_eq!(links, [((0, 1), 5), ((2, 2), 1)]);
    }
}
