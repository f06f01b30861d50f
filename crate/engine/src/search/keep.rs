//! Which nodes a search may find.

use crate::extract::facts::Kind;
use crate::graph::Graph;
use crate::ids::NodeId;

/// Which nodes a search may find: kinds first, which is cheap to tell of all nodes,
/// then whatever else was asked for.
#[derive(Clone, Copy)]
pub struct Keep<'a> {
    /// Whether nodes of each kind may be.
    pub kinds: [bool; Kind::COUNT],
    /// Whether a node may be, where its kind does not say it all.
    pub nodes: Option<&'a dyn Fn(NodeId) -> bool>,
}

impl<'a> Keep<'a> {
    /// Every node.
    pub const ALL: Self = Self {
        kinds: [true; Kind::COUNT],
        nodes: None,
    };

    /// The nodes that `nodes` admits.
    #[must_use]
    pub const fn by(nodes: &'a dyn Fn(NodeId) -> bool) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::ALL
        }
    }

    /// Whether more is asked of a node than its kind, or few kinds are wanted.
    #[must_use]
    pub fn is_narrow(&self) -> bool {
        let wanted = self.kinds.iter().filter(|&&wanted| wanted).count();
        self.nodes.is_some() || 2 * wanted < Kind::COUNT
    }

    /// Whether `node` may be found.
    #[must_use]
    pub fn admits(&self, graph: &Graph, node: NodeId) -> bool {
        self.admits_kind(graph.kind(node), node)
    }

    /// How many nodes with a score above 0 that is not below `least` may be found.
    #[must_use]
    pub fn count(&self, graph: &Graph, scores: &[f32], least: f32) -> usize {
        let rows = scores.iter().zip(graph.kinds()).enumerate();
        let is_found = |score: f32| score > 0.0 && score >= least;
        rows.filter(|&(at, (&score, &kind))| {
            is_found(score) && self.admits_kind(kind, NodeId::at(at))
        })
        .count()
    }

    fn admits_kind(&self, kind: Kind, node: NodeId) -> bool {
        self.kinds[kind as usize] && self.nodes.is_none_or(|admits| admits(node))
    }
}
