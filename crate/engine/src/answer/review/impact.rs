//! What leans on a change: dependents with the way that leads to them.

use crate::answer::view::View;
use crate::graph::Kinds;
use crate::graph::traverse::{Direction, Follow};
use crate::ids::{EdgeId, NodeId};
use crate::link::evidence::EdgeKind;
use crate::sort::Arrange;

/// How far dependents are followed.
pub const DEPTH: u32 = 3;
/// The most dependents of one change, beside the direct ones.
pub const MAX_DEPENDENTS: usize = 500;

/// A node that depends on another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dependent {
    /// The node.
    pub node: NodeId,
    /// The fewest steps.
    pub depth: u32,
    /// The edge from it towards the change.
    pub edge: EdgeId,
    /// The node that the edge leads to.
    pub via: NodeId,
    /// The lowest confidence on the way.
    pub confidence: f32,
}

/// Dependents, and whether there are more.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dependents {
    /// By depth, then by node.
    pub all: Vec<Dependent>,
    /// Whether the cap was reached.
    pub truncated: bool,
}

/// What was met on the way from each of several starts, in one table.
pub struct Seen {
    /// By node, the number of the start that met it last.
    by: Vec<u32>,
    start: u32,
}

impl Seen {
    /// Nothing of `view` was met yet.
    #[must_use]
    pub fn new(view: &View<'_>) -> Self {
        Self {
            by: vec![0; view.graph.nodes().len()],
            start: 0,
        }
    }

    /// Whether the node is met for the first time from this start.
    fn meet(&mut self, node: NodeId) -> bool {
        let start = self.start;
        let by = self.by.get_mut(node.index());
        by.is_some_and(|by| std::mem::replace(by, start) != start)
    }
}

/// What depends on `start`, breadth first; on a file, what imports it does: that runs
/// what is written outside its symbols.
#[must_use]
pub fn dependents(view: &View<'_>, start: NodeId, seen: &mut Seen) -> Dependents {
    let graph = view.graph;
    let kinds = match graph.node(start).symbol {
        Some(_) => Kinds::DEPENDENCE,
        None => Kinds::DEPENDENCE.with(EdgeKind::Imports),
    };
    let follow = Follow::new(Direction::In, kinds);
    seen.start += 1;
    if !seen.meet(start) {
        return Dependents::default();
    }
    let mut found = Dependents::default();
    let mut level = vec![(start, 1.0_f32)];
    for depth in 1..=DEPTH {
        let mut next: Vec<Dependent> = Vec::new();
        for (at, confidence) in &level {
            for (edge, node) in follow.steps(graph, *at) {
                let trust = graph.edge(edge).map_or(0.0, |edge| edge.confidence);
                let confidence = confidence.min(trust);
                next.push(Dependent {
                    node,
                    depth,
                    edge,
                    via: *at,
                    confidence,
                });
            }
        }
        // Of several ways of one length the surest is shown.
        next.arrange_by(|a, b| {
            a.node
                .cmp(&b.node)
                .then(b.confidence.total_cmp(&a.confidence))
                .then(a.edge.cmp(&b.edge))
        });
        next.dedup_by_key(|dependent| dependent.node);
        next.retain(|dependent| seen.meet(dependent.node));
        let room = match depth {
            1 => next.len(),
            _ => MAX_DEPENDENTS.saturating_sub(found.all.len()),
        };
        found.truncated |= next.len() > room;
        next.truncate(room);
        level = next
            .iter()
            .map(|dependent| (dependent.node, dependent.confidence))
            .collect();
        found.all.extend(next);
    }
    found
}

/// The nodes from `dependent` to the change.
#[must_use]
pub fn way(found: &Dependents, dependent: &Dependent) -> Vec<NodeId> {
    let mut way = vec![dependent.node];
    let mut at = *dependent;
    for _ in 1..dependent.depth {
        let Some(next) = found.all.iter().find(|other| other.node == at.via) else {
            break;
        };
        way.push(next.node);
        at = *next;
    }
    way.push(at.via);
    way
}
