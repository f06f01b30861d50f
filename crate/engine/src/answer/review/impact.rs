//! What leans on a change: dependents with the way that leads to them.

use crate::answer::view::View;
use crate::graph::Kinds;
use crate::graph::traverse::{Direction, Follow};
use crate::ids::{EdgeId, NodeId};
use crate::sort::Arrange;

/// How far dependents are followed.
pub const DEPTH: u32 = 3;
/// The most dependents of one change.
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

/// What depends on `start`, breadth first.
#[must_use]
pub fn dependents(view: &View<'_>, start: NodeId) -> Dependents {
    let graph = view.graph;
    let follow = Follow::new(Direction::In, Kinds::DEPENDENCE);
    let mut seen = vec![false; graph.nodes().len()];
    let Some(first) = seen.get_mut(start.index()) else {
        return Dependents::default();
    };
    *first = true;
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
        next.retain(|dependent| !std::mem::replace(&mut seen[dependent.node.index()], true));
        let room = MAX_DEPENDENTS - found.all.len();
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
