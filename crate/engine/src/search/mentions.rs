//! Artefacts that a query names outright: a path, a module, a `Type.method`.
//! They are lifted into the first rows, by a score, never pinned (spec 2.3).

use crate::extract::facts::Kind;
use crate::graph::{Graph, lookup};
use crate::ids::NodeId;
use crate::search::qualified::{ROOTS, without_line};
use crate::search::query::{MARKS, Query, segments};

/// Artefacts lifted for one query; the last still gets a positive score.
const MOST: usize = 12;
/// Artefacts that one written name may stand for; beyond, it names none.
const AMBIGUOUS: usize = 3;
/// Compounds looked at.
const MOST_COMPOUNDS: usize = 16;
/// Bearers of a name beyond which a qualified one is not looked up.
const MOST_NAMESAKES: usize = 2000;

/// What `query` names, in its order, each once.
#[must_use]
pub fn mentions(query: &Query, graph: &Graph) -> Vec<NodeId> {
    let mut found: Vec<NodeId> = Vec::new();
    for compound in query.compounds.iter().take(MOST_COMPOUNDS) {
        let marked = named(compound, graph);
        let nodes = match marked.is_empty() {
            true => named(compound.trim_end_matches(MARKS), graph),
            false => marked,
        };
        for node in nodes {
            if !found.contains(&node) {
                found.push(node);
            }
        }
    }
    found.truncate(MOST);
    found
}

/// The score of the mention in `slot`, where the best other score is `top`.
#[must_use]
pub fn lifted(top: f32, slot: usize) -> f32 {
    top * (1.0 - 0.05 * (slot as f32 + 1.0))
}

/// The nodes that `compound` stands for, tried as written and then without its
/// first segment, which may be the name of the root itself.
fn named(compound: &str, graph: &Graph) -> Vec<NodeId> {
    let written = compound.replace('\\', "/").replace("->", ".");
    let written = without_line(&written)
        .trim_end_matches("()")
        .trim_matches('/');
    let separator = if written.contains('/') {
        "/"
    } else if written.contains("::") {
        "::"
    } else {
        "."
    };
    let last = segments(written).next_back().unwrap_or_default();
    if namesakes(graph, last) > MOST_NAMESAKES {
        return Vec::new();
    }
    let mut rest = written;
    while let Some((root, inner)) = rest.split_once(separator)
        && ROOTS.contains(&root)
    {
        rest = inner;
    }
    let inner = rest.split_once(separator).map(|(_, inner)| inner);
    let inner = inner.filter(|inner| inner.contains(separator));
    for text in [Some(rest), inner].into_iter().flatten() {
        let nodes = lookup::find(graph, text);
        let is_root = |node: &NodeId| graph.node(*node).kind == Kind::Repository;
        if !nodes.is_empty() && !nodes.iter().any(is_root) {
            return if nodes.len() <= AMBIGUOUS {
                nodes
            } else {
                Vec::new()
            };
        }
    }
    Vec::new()
}

fn namesakes(graph: &Graph, name: &str) -> usize {
    graph
        .name_id(name)
        .map_or(0, |name| graph.named(name).len())
}
