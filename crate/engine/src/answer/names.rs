//! Names in questions: what they mean, or what they may have meant.

use crate::answer::view::View;
use crate::extract::facts::Flags;
use crate::graph::packages::PackageAt;
use crate::graph::{lookup, suggest};
use crate::ids::NodeId;
use crate::sort::Arrange;
use serde::Serialize;

/// The most candidates that are listed for an ambiguous name.
pub const MAX_CANDIDATES: usize = 10;

/// The most characters of a name that are repeated where it means nothing.
const MAX_ECHO: usize = 200;

/// `name` as it is repeated to who asked: what is longer than any name is cut.
fn echoed(name: &str) -> String {
    match name.char_indices().nth(MAX_ECHO) {
        Some((at, _)) => format!("{}…", name.get(..at).unwrap_or_default()),
        None => name.to_owned(),
    }
}

/// A name that no node bears.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Missing {
    /// The name as it was given; of a very long one the first 200 characters.
    pub name: String,
    /// Ids of at most three nodes with the nearest names, nearest first.
    pub suggestions: Vec<String>,
    /// Whether a node bore it before an update of this index.
    pub existed: bool,
}

impl Missing {
    /// What is told of a name that no node of `view` bears.
    pub(crate) fn of(view: &View<'_>, name: &str) -> Self {
        let near = suggest::suggest(view.graph, view.memo.letters(view), name);
        Self {
            name: echoed(name),
            suggestions: near.into_iter().map(|node| view.graph.fqn(node)).collect(),
            existed: view.host.former.contains(name.trim()),
        }
    }
}

/// A name that several nodes bear. None of them is picked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Ambiguous {
    /// The name as it was given.
    pub name: String,
    /// Ids of the first ten nodes that bear it, those of highest rank first.
    pub candidates: Vec<String>,
    /// How many nodes bear it.
    pub total: u32,
}

/// The names of a question that do not mean one node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unmatched {
    pub(crate) missing: Vec<Missing>,
    pub(crate) ambiguous: Vec<Ambiguous>,
}

/// The one node that `name` means; else it is added to `unmatched`.
pub(crate) fn resolve(view: &View<'_>, name: &str, unmatched: &mut Unmatched) -> Option<NodeId> {
    let graph = view.graph;
    let nodes = find(view, name);
    let ids = |nodes: &[NodeId]| nodes.iter().map(|&node| graph.fqn(node)).collect();
    match nodes.as_slice() {
        [node] => Some(*node),
        [] => {
            unmatched.missing.push(Missing::of(view, name));
            None
        }
        several => {
            let mut ranked = several.to_vec();
            by_rank(view, &mut ranked);
            unmatched.ambiguous.push(Ambiguous {
                name: echoed(name),
                candidates: ids(ranked.get(..MAX_CANDIDATES).unwrap_or(&ranked)),
                total: several.len() as u32,
            });
            None
        }
    }
}

/// The nodes that `name` means, in node order: what [`lookup::find`] has it mean,
/// else a package by its published name, or what follows that name and `::`
/// within the package (`pkg::path::Outer::name`).
pub(crate) fn find(view: &View<'_>, name: &str) -> Vec<NodeId> {
    let nodes = lookup::find(view.graph, name);
    // What a document or a manifest says under that name is the least that can be meant.
    let is_code = |node: &NodeId| !view.graph.node(*node).flags.has(Flags::OUTLINE);
    if nodes.iter().any(is_code) {
        return nodes;
    }
    match in_packages(view, name.trim()) {
        packages if packages.is_empty() => nodes,
        packages => packages,
    }
}

fn in_packages(view: &View<'_>, name: &str) -> Vec<NodeId> {
    let mut nodes = Vec::new();
    for (at, package) in view.packages.list().iter().enumerate() {
        let names = package.names.iter().chain([&package.name]);
        let mut rests = names.filter_map(|known| name.strip_prefix(known.as_str()));
        match rests.next() {
            Some("") => nodes.extend(lookup::find(view.graph, view.packages.id(at))),
            Some(rest) => {
                if let Some(rest) = rest.strip_prefix("::") {
                    nodes.extend(within(view, at, rest));
                }
            }
            None => {}
        }
    }
    nodes.arrange();
    nodes.dedup();
    nodes
}

/// The nodes of the package `at` that `rest` means: by its path from the
/// package's directory, else by the end of it.
fn within(view: &View<'_>, at: PackageAt, rest: &str) -> Vec<NodeId> {
    let dir = view
        .packages
        .list()
        .get(at)
        .map_or("", |package| &package.dir);
    let whole = [dir, rest].join("/");
    let mut nodes = lookup::find(view.graph, whole.trim_start_matches('/'));
    if nodes.is_empty() {
        nodes = lookup::find(view.graph, rest);
    }
    nodes.retain(|&node| view.packages.of_node(view.graph, node) == at);
    nodes
}

/// Sorts by rank, the highest first, equals by node.
pub(crate) fn by_rank(view: &View<'_>, nodes: &mut [NodeId]) {
    nodes.arrange_by(|&a, &b| {
        view.ranks
            .of(b)
            .total_cmp(&view.ranks.of(a))
            .then(a.cmp(&b))
    });
}
