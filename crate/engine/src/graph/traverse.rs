//! Breadth-first reach along selected edges.

use crate::graph::edge::{Edge, Kinds};
use crate::graph::store::Graph;
use crate::ids::{EdgeId, NodeId};
use crate::sort::Arrange;

/// Which way edges are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From source to target: towards what the start uses or contains.
    Out,
    /// From target to source: towards what uses or contains the start.
    In,
    /// Both ways at every step.
    Both,
}

impl Direction {
    /// Whether edges are followed from source to target.
    #[must_use]
    pub const fn goes_out(self) -> bool {
        matches!(self, Self::Out | Self::Both)
    }

    /// Whether edges are followed from target to source.
    #[must_use]
    pub const fn goes_in(self) -> bool {
        matches!(self, Self::In | Self::Both)
    }
}

/// Which edges are followed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Follow {
    /// Which way.
    pub direction: Direction,
    /// Edges of these kinds; a path may mix them.
    pub kinds: Kinds,
    /// Edges of at least this confidence.
    pub min_confidence: f32,
}

impl Follow {
    /// Follows edges of `kinds` in `direction`, whatever their confidence.
    #[must_use]
    pub const fn new(direction: Direction, kinds: Kinds) -> Self {
        Self {
            direction,
            kinds,
            min_confidence: 0.0,
        }
    }

    /// Whether `edge` is of a kind and confidence that is followed.
    #[must_use]
    pub fn admits(&self, edge: &Edge) -> bool {
        self.kinds.has(edge.kind) && edge.confidence >= self.min_confidence
    }

    /// The steps from `node`: each edge that is followed, and its other end.
    pub fn steps(self, graph: &Graph, node: NodeId) -> impl Iterator<Item = (EdgeId, NodeId)> {
        let out = self.direction.goes_out().then(|| graph.out_ids(node));
        let into = self.direction.goes_in().then(|| graph.in_ids(node));
        let out = out.into_iter().flatten().map(|id| (id, true));
        let into = into.into_iter().flatten().map(|&id| (id, false));
        out.chain(into).filter_map(move |(id, forward)| {
            let edge = graph.edge(id).filter(|edge| self.admits(edge))?;
            Some((id, if forward { edge.target } else { edge.source }))
        })
    }
}

/// A node that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The node.
    pub node: NodeId,
    /// The fewest steps from any start.
    pub depth: u32,
}

/// Every node within `max_depth` steps of `starts` (none: as far as it goes),
/// starts included, by depth and then by node. A node is expanded once.
#[must_use]
pub fn reach(
    graph: &Graph,
    starts: &[NodeId],
    follow: Follow,
    max_depth: Option<u32>,
) -> Vec<Reached> {
    let mut seen = vec![false; graph.nodes().len()];
    let mut is_new = |node: NodeId| {
        let seen = seen.get_mut(node.index());
        seen.is_some_and(|seen| !std::mem::replace(seen, true))
    };
    let mut reached = Vec::new();
    let starts = starts.iter().copied();
    let mut level: Vec<NodeId> = starts.filter(|&node| is_new(node)).collect();
    let mut depth = 0;
    loop {
        arrange_level(&mut level, graph.nodes().len());
        reached.extend(level.iter().map(|&node| Reached { node, depth }));
        if level.is_empty() || max_depth.is_some_and(|max| depth >= max) {
            return reached;
        }
        depth += 1;
        let mut next = Vec::new();
        for &node in &level {
            // From within: chained iterators are slow where each step is asked for.
            follow.steps(graph, node).for_each(|(_, other)| {
                if is_new(other) {
                    next.push(other);
                }
            });
        }
        level = next;
    }
}

/// Sorts a level of distinct nodes; a large one by a walk over all `count` nodes.
fn arrange_level(level: &mut Vec<NodeId>, count: usize) {
    if level.len() < count / 16 {
        return level.arrange();
    }
    let mut here = vec![false; count];
    level.iter().for_each(|node| here[node.index()] = true);
    level.clear();
    level.extend((0..count).filter(|&at| here[at]).map(NodeId::at));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::evidence::{EdgeKind, Provenance};
    use crate::testing::{Tree, functions};

    /// f0 calls f1, f1 calls f2 and f3, f3 calls f0, f4 reads f1.
    fn graph() -> Graph {
        let tree = functions(5)
            .call("a.rs::f0", "a.rs::f1", 1)
            .call("a.rs::f1", "a.rs::f2", 2)
            .link_by(
                EdgeKind::Calls,
                "a.rs::f1",
                "a.rs::f3",
                2,
                Provenance::Unique,
            )
            .call("a.rs::f3", "a.rs::f0", 3)
            .link(EdgeKind::Reads, "a.rs::f4", "a.rs::f1", 4);
        tree.build().graph
    }

    fn check(start: &str, follow: Follow, max: Option<u32>, expected: &[(&str, u32)]) {
        let graph = graph();
        let starts = crate::graph::lookup::find(&graph, start);
        let reached = reach(&graph, &starts, follow, max);
        let named: Vec<_> = reached
            .iter()
            .map(|r| (graph.name(r.node), r.depth))
            .collect();
        assert_eq!(named, expected);
    }

    const CALLS_OUT: Follow = Follow::new(Direction::Out, Kinds::CALLS);

    #[test]
    fn out_leads_to_what_is_used() {
        let expected = [("f0", 0), ("f1", 1), ("f2", 2), ("f3", 2)];
        check("f0", CALLS_OUT, None, &expected);
        check("f0", CALLS_OUT, Some(1), &expected[..2]);
        check("f0", CALLS_OUT, Some(0), &expected[..1]);
    }

    #[test]
    fn in_leads_to_the_users() {
        let follow = Follow::new(Direction::In, Kinds::CALLS.with(EdgeKind::Reads));
        let expected = [("f1", 0), ("f0", 1), ("f4", 1), ("f3", 2)];
        check("f1", follow, None, &expected);
    }

    #[test]
    fn both_ways_are_mixed_at_every_step() {
        let follow = Follow::new(Direction::Both, Kinds::ALL.without(EdgeKind::Contains));
        let expected = [("f4", 0), ("f1", 1), ("f0", 2), ("f2", 2), ("f3", 2)];
        check("f4", follow, None, &expected);
    }

    #[test]
    fn weak_edges_can_be_left_out() {
        let follow = Follow {
            min_confidence: 0.5,
            ..CALLS_OUT
        };
        check("f0", follow, None, &[("f0", 0), ("f1", 1), ("f2", 2)]);
    }

    #[test]
    fn a_start_that_is_no_node_reaches_nothing() {
        assert_eq!(reach(&graph(), &[NodeId(99)], CALLS_OUT, None), []);
        assert_eq!(
            reach(&Tree::default().build().graph, &[], CALLS_OUT, None),
            []
        );
    }
}
