//! The feature view for exports of the whole graph.

use crate::extract::facts::Kind;
use crate::feature::hierarchy::KINDS;
use crate::feature::plan::{Plan, Tree};
use crate::graph::Graph;
use crate::graph::export::{FeatureView, GroupRow};
use crate::ids::NodeId;

/// A plan with its tree.
#[derive(Clone, Copy, Debug)]
pub struct Planned<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The tree that it is of.
    pub tree: Tree<'a>,
}

impl FeatureView for Planned<'_> {
    fn feature(&self, node: NodeId) -> (String, &'static str) {
        let (feature, source) = self.plan.feature(self.tree, node);
        (feature, source.as_str())
    }

    fn groups(&self) -> usize {
        self.plan.hierarchy(self.tree).groups.len()
    }

    fn group(&self, at: usize) -> Option<GroupRow> {
        let hierarchy = self.plan.hierarchy(self.tree);
        let group = hierarchy.groups.get(at)?;
        let root = || self.tree.graph.fqn(Graph::ROOT);
        Some(GroupRow {
            id: hierarchy.id(at),
            kind: KINDS.get(group.level).copied().unwrap_or_default(),
            name: group.label.clone(),
            feature: hierarchy.feature(at),
            source: if hierarchy.by_model { "model" } else { "auto" },
            directories: group.directories.clone(),
            keywords: group.keywords.clone(),
            parent: group
                .parent
                .map_or_else(root, |parent| hierarchy.id(parent)),
        })
    }

    fn holder(&self, node: NodeId) -> Option<String> {
        let (graph, hierarchy) = (self.tree.graph, self.plan.hierarchy(self.tree));
        let group = hierarchy.of_node(self.tree, node);
        match graph.node(node).kind {
            Kind::Module => group.map(|at| hierarchy.id(at)),
            Kind::Repository | Kind::Directory | Kind::Package => None,
            _ => group
                .and_then(|_| graph.parent(node))
                .map(|parent| graph.fqn(parent)),
        }
    }
}
