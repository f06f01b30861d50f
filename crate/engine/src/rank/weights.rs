//! How strongly one node leans on another: the weights that ranking follows.

use crate::extract::facts::Flags;
use crate::graph::{Graph, Kinds};
use crate::ids::{EdgeId, NameId, NodeId};
use crate::link::evidence::Provenance;
use crate::sort::Arrange;

/// The heaviest edge (spec 2.2): beyond 64 certain uses more say no more.
pub const MAX_WEIGHT: f64 = 8.0;
/// Factor on targets whose name says little (spec 2.2).
pub const COMMON_NAME_FACTOR: f64 = 0.1;
/// How many definitions make a name common (spec 2.2).
pub const COMMON_NAME_DEFINITIONS: usize = 16;

/// A weighted edge between two nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// Who leans.
    pub source: NodeId,
    /// What it leans on.
    pub target: NodeId,
    /// How strongly, (0, 8].
    pub weight: f64,
}

/// The weights of `graph`, sorted by source and target.
///
/// A weight is mean confidence × √(number of uses) over the edges of the
/// [`Kinds::RANKED`] kinds, at most [`MAX_WEIGHT`]; × 0.1 if the target's name
/// is defined 16 times or more, or starts with `_`, unless a use is known by
/// scope, import or SCIP. Self-loops are left out (spec 2.2).
#[must_use]
pub fn weights(graph: &Graph) -> Vec<Weight> {
    let common = common_names(graph);
    let mut weights = Vec::new();
    let mut parts: Vec<Part> = Vec::new();
    for source in graph.ids() {
        parts.clear();
        parts.extend(graph.out_ids(source).filter_map(|id| part(graph, id)));
        parts.arrange_by_key(|part| part.target);
        let targets = parts.chunk_by(|a, b| a.target == b.target);
        weights.extend(targets.filter_map(|parts| weight(graph, &common, source, parts)));
    }
    weights
}

/// What one edge adds to a weight.
struct Part {
    target: NodeId,
    confidence: f64,
    uses: f64,
    certain: bool,
}

fn part(graph: &Graph, id: EdgeId) -> Option<Part> {
    let edge = graph.edge(id)?;
    if edge.source == edge.target || !Kinds::RANKED.has(edge.kind) {
        return None;
    }
    let uses = graph.sites(id).len() as f64;
    Some(Part {
        target: edge.target,
        confidence: f64::from(edge.confidence) * uses,
        uses,
        certain: matches!(
            edge.provenance,
            Provenance::Scip | Provenance::Import | Provenance::Scope
        ),
    })
}

fn weight(graph: &Graph, common: &[bool], source: NodeId, parts: &[Part]) -> Option<Weight> {
    let first = parts.first()?;
    let uses: f64 = parts.iter().map(|part| part.uses).sum();
    let confidence: f64 = parts.iter().map(|part| part.confidence).sum();
    let name = graph.node(first.target).name;
    let vague = common.get(name.index()) == Some(&true) || graph.text(name).starts_with('_');
    let factor = match vague && !parts.iter().any(|part| part.certain) {
        true => COMMON_NAME_FACTOR,
        false => 1.0,
    };
    let weight = (confidence / uses * uses.sqrt()).min(MAX_WEIGHT) * factor;
    (weight > 0.0).then_some(Weight {
        source,
        target: first.target,
        weight,
    })
}

/// Whether each name is defined by [`COMMON_NAME_DEFINITIONS`] symbols or more.
fn common_names(graph: &Graph) -> Vec<bool> {
    (0..graph.name_count())
        .map(|index| {
            let named = graph.named(NameId::at(index)).iter();
            let nodes = named.map(|&id| graph.node(id));
            let symbols = nodes.filter(|n| n.symbol.is_some() && !n.flags.has(Flags::OUTLINE));
            symbols.count() >= COMMON_NAME_DEFINITIONS
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::evidence::EdgeKind;
    use crate::testing::Tree;

    fn one(tree: Tree) -> f64 {
        let weights = weights(&tree.build().graph);
        assert_eq!(weights.len(), 1);
        weights[0].weight
    }

    fn two_functions(target: &str) -> Tree {
        Tree::default().file("a.rs", &format!("function f 1-1\nfunction {target} 2-2"))
    }

    #[test]
    fn a_weight_grows_with_the_root_of_the_uses() {
        let mut tree = two_functions("g");
        for line in 1..=4 {
            tree = tree.call("a.rs::f", "a.rs::g", line);
        }
        assert_eq!(one(tree), 2.0);
    }

    #[test]
    fn kinds_are_put_together_by_their_uses() {
        let tree = two_functions("g")
            .link_by(
                EdgeKind::Imports,
                "a.rs::f",
                "a.rs::g",
                1,
                Provenance::Import,
            )
            .link_by(
                EdgeKind::Calls,
                "a.rs::f",
                "a.rs::g",
                2,
                Provenance::SameDirectory,
            )
            .link(EdgeKind::Reads, "a.rs::f", "a.rs::g", 3);
        assert!((one(tree) - 0.75 * 2_f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_weight_is_capped() {
        let mut tree = two_functions("g");
        for line in 1..=100 {
            tree = tree.call("a.rs::f", "a.rs::g", line);
        }
        assert_eq!(one(tree), MAX_WEIGHT);
    }

    #[test]
    fn vague_names_weigh_a_tenth_unless_the_use_is_certain() {
        for (provenance, weight) in [(Provenance::SelfType, 0.1), (Provenance::Import, 1.0)] {
            let tree = two_functions("_g");
            let tree = tree.link_by(EdgeKind::Calls, "a.rs::f", "a.rs::_g", 1, provenance);
            assert!((one(tree) - weight).abs() < 1e-12);
        }
        let outline = "function g 1-1\n".repeat(16) + "function f 2-2";
        let tree = Tree::default().file("a.rs", &outline);
        let tree = tree.link_by(
            EdgeKind::Calls,
            "a.rs::f",
            "a.rs::g",
            1,
            Provenance::SelfType,
        );
        assert!((one(tree) - 0.1).abs() < 1e-12);
    }

    #[test]
    fn self_loops_and_side_kinds_do_not_weigh() {
        let tree = two_functions("g")
            .call("a.rs::f", "a.rs::f", 1)
            .link(EdgeKind::Overrides, "a.rs::f", "a.rs::g", 1)
            .link(EdgeKind::References, "a.rs::f", "a.rs::g", 1);
        assert_eq!(weights(&tree.build().graph), []);
    }
}
