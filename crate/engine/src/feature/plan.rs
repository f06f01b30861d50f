//! The feature view of one tree, made as far as it is asked for.

use crate::corpus::Corpus;
use crate::extract::facts::Kind;
use crate::feature::hierarchy::{Hierarchy, LEVELS, Path};
use crate::feature::lift::lift;
use crate::feature::lifting::{Lifting, Match, Source, is_lifted, matches};
use crate::feature::routing::{Place, Places, distance};
use crate::graph::Graph;
use crate::ids::NodeId;
use std::sync::OnceLock;

/// What features are made from.
#[derive(Clone, Copy, Debug)]
pub struct Tree<'a> {
    /// Files and facts.
    pub corpus: &'a Corpus,
    /// Nodes and edges.
    pub graph: &'a Graph,
}

/// The features of one tree: what a host told, and what is made of it once.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    lifting: Lifting,
    features: OnceLock<Vec<Match>>,
    hierarchy: OnceLock<Hierarchy>,
}

impl Plan {
    /// The plan of a tree of which a host told `lifting`.
    #[must_use]
    pub fn new(lifting: Lifting) -> Self {
        Self {
            lifting,
            ..Self::default()
        }
    }

    /// What a host told.
    #[must_use]
    pub const fn lifting(&self) -> &Lifting {
        &self.lifting
    }

    /// The feature of `node`, and who made it.
    #[must_use]
    pub fn feature(&self, tree: Tree<'_>, node: NodeId) -> (String, Source) {
        match self.told(tree, node) {
            Some((told, _)) => (told.text.clone(), told.by),
            None => (lift(tree.corpus, tree.graph, node), Source::Auto),
        }
    }

    /// What a host told of `node`, and whether the node has changed since.
    #[must_use]
    pub fn told(
        &self,
        tree: Tree<'_>,
        node: NodeId,
    ) -> Option<(&crate::feature::lifting::Told, bool)> {
        let matched = self.matched(tree);
        let at = matched
            .binary_search_by_key(&node, |found| found.node)
            .ok()?;
        let found = matched.get(at)?;
        let told = self.lifting.features.get(found.row)?;
        (!told.text.is_empty()).then_some((told, found.stale))
    }

    /// The rows of features that hold for nodes, by node.
    #[must_use]
    pub fn matched(&self, tree: Tree<'_>) -> &[Match] {
        let meant = |_| true;
        self.features
            .get_or_init(|| matches(&self.lifting.features, tree, &meant))
    }

    /// The functional hierarchy.
    #[must_use]
    pub fn hierarchy(&self, tree: Tree<'_>) -> &Hierarchy {
        self.hierarchy.get_or_init(|| {
            let rows = self.places(tree);
            Hierarchy::of(tree, &Places { rows: &rows })
        })
    }

    /// The places that hold, by file.
    fn places(&self, tree: Tree<'_>) -> Vec<Place> {
        let is_file = |node| tree.graph.node(node).kind == Kind::Module;
        let rows = &self.lifting.places;
        let found = matches(rows, tree, &is_file);
        let places = found.iter().filter_map(|found| {
            let told = rows.get(found.row)?;
            let drift = match found.stale {
                true => distance(&told.note, &self.feature(tree, found.node).0),
                false => 0.0,
            };
            Some(Place {
                file: tree.graph.node(found.node).file?,
                path: read_path(&told.text)?,
                drift,
            })
        });
        places.collect()
    }

    /// How many files hold a place that was told, and how many there are.
    #[must_use]
    pub fn placed(&self, tree: Tree<'_>) -> (usize, usize) {
        let all = tree
            .corpus
            .files()
            .iter()
            .filter(|file| file.language.is_some());
        (self.places(tree).len(), all.count())
    }

    /// The feature path of `node`: the labels above it and the names down to it;
    /// none for what lies in no file that is understood.
    #[must_use]
    pub fn path(&self, tree: Tree<'_>, node: NodeId) -> Option<String> {
        let hierarchy = self.hierarchy(tree);
        let mut path = hierarchy.path(hierarchy.of_node(tree, node)?);
        path.push_str(" / ");
        path.push_str(&match tree.graph.node(node).symbol {
            Some(_) => tree.graph.qualified_name(node),
            None => tree.graph.name(node).to_owned(),
        });
        Some(path)
    }
}

/// `a/b/c` as three labels.
pub(crate) fn read_path(text: &str) -> Option<Path> {
    let labels: Vec<&str> = text
        .split('/')
        .map(str::trim)
        .filter(|label| !label.is_empty())
        .collect();
    let [a, b, c] = labels
        .try_into()
        .ok()
        .filter(|labels: &[&str; LEVELS]| labels.iter().all(|l| l.len() <= 80))?;
    Some([a.to_owned(), b.to_owned(), c.to_owned()])
}

/// Whether `node` is handed to a model.
#[must_use]
pub fn is_entity(tree: Tree<'_>, node: NodeId) -> bool {
    let row = tree.graph.node(node);
    let understood = || {
        row.file
            .and_then(|file| tree.corpus.file(file))
            .is_some_and(|file| file.language.is_some())
    };
    is_lifted(row.kind) && understood()
}
