//! Circles along edges.

use crate::graph::edge::Kinds;
use crate::graph::order;
use crate::graph::store::Graph;
use crate::graph::traverse::{Direction, Follow};
use crate::ids::NodeId;
use crate::sort::Arrange;
use std::collections::VecDeque;

/// Nodes that all lead to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// All of them, in order.
    pub nodes: Vec<NodeId>,
    /// A shortest way from the first node back to it, which is not repeated.
    pub example: Vec<NodeId>,
}

/// Every circle of `graph` along edges of `kinds`, the largest first, equals by
/// their first nodes.
#[must_use]
pub fn cycles(graph: &Graph, kinds: Kinds) -> Vec<Cycle> {
    let (components, place) = order::components(graph, kinds);
    let cyclic = components.into_iter().filter(|component| component.cyclic);
    let mut cycles: Vec<Cycle> = cyclic
        .map(|component| Cycle {
            example: round_trip(graph, kinds, &component.nodes, &place),
            nodes: component.nodes,
        })
        .collect();
    cycles.arrange_by_key(|cycle| std::cmp::Reverse(cycle.nodes.len()));
    cycles
}

/// A shortest way from the first of `nodes` back to it within the component.
fn round_trip(graph: &Graph, kinds: Kinds, nodes: &[NodeId], place: &[usize]) -> Vec<NodeId> {
    let follow = Follow::new(Direction::Out, kinds);
    let Some(&start) = nodes.first() else {
        return Vec::new();
    };
    let inside = |node: NodeId| nodes.binary_search(&node).ok();
    let mut before: Vec<Option<NodeId>> = vec![None; nodes.len()];
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        for (_, next) in follow.steps(graph, at) {
            if next == start {
                return way_back(at, nodes, &before);
            }
            if place[next.index()] == place[start.index()]
                && let Some(known) = inside(next).and_then(|index| before.get_mut(index))
                && known.is_none()
            {
                *known = Some(at);
                queue.push_back(next);
            }
        }
    }
    vec![start]
}

/// The nodes from the start, which has none before it, to `end`.
fn way_back(end: NodeId, nodes: &[NodeId], before: &[Option<NodeId>]) -> Vec<NodeId> {
    let previous = |node: &NodeId| before[nodes.binary_search(node).ok()?];
    let mut way: Vec<NodeId> = std::iter::successors(Some(end), previous).collect();
    way.reverse();
    way
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::functions;

    #[test]
    fn circles_are_found_with_a_short_example() {
        let mut tree = functions(7);
        for (from, to) in [
            (0, 1),
            (1, 0),
            (2, 3),
            (3, 4),
            (4, 5),
            (5, 2),
            (4, 2),
            (6, 6),
            (1, 2),
        ] {
            tree = tree.call(&format!("a.rs::f{from}"), &format!("a.rs::f{to}"), 1);
        }
        let graph = tree.build().graph;
        let found: Vec<_> = cycles(&graph, Kinds::CALLS)
            .into_iter()
            .map(|cycle| {
                let names = |nodes: &[NodeId]| -> Vec<String> {
                    nodes
                        .iter()
                        .map(|&node| graph.name(node).to_owned())
                        .collect()
                };
                (
                    names(&cycle.nodes).join(" "),
                    names(&cycle.example).join(" "),
                )
            })
            .collect();
        let expected = [
            ("f2 f3 f4 f5", "f2 f3 f4"),
            ("f0 f1", "f0 f1"),
            ("f6", "f6"),
        ];
        assert_eq!(
            found,
            expected.map(|(all, way)| (all.to_owned(), way.to_owned()))
        );
    }

    #[test]
    fn a_tree_has_no_circle() {
        assert_eq!(cycles(&functions(3).build().graph, Kinds::ALL), []);
    }
}
