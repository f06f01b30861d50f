//! Names in questions: what they mean, or what they may have meant.

use crate::answer::view::View;
use crate::graph::{lookup, suggest};
use crate::ids::NodeId;
use crate::sort::Arrange;
use serde::Serialize;

/// The most candidates that are listed for an ambiguous name.
pub const MAX_CANDIDATES: usize = 10;

/// A name that no node bears.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Missing {
    /// The name as it was given.
    pub name: String,
    /// Ids of at most three nodes with the nearest names, nearest first.
    pub suggestions: Vec<String>,
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
    let nodes = lookup::find(graph, name);
    let ids = |nodes: &[NodeId]| nodes.iter().map(|&node| graph.fqn(node)).collect();
    match nodes.as_slice() {
        [node] => Some(*node),
        [] => {
            unmatched.missing.push(Missing {
                name: name.to_owned(),
                suggestions: ids(&suggest::suggest(graph, name)),
            });
            None
        }
        several => {
            let mut ranked = several.to_vec();
            by_rank(view, &mut ranked);
            unmatched.ambiguous.push(Ambiguous {
                name: name.to_owned(),
                candidates: ids(ranked.get(..MAX_CANDIDATES).unwrap_or(&ranked)),
                total: several.len() as u32,
            });
            None
        }
    }
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
