//! What calls itself, be it through others.

use crate::graph::order::strongly_connected;
use crate::graph::store::Graph;
use crate::link::evidence::{EdgeKind, Provenance};

/// By node: whether it is a function in a circle of calls, each of which is certain
/// to mean what it leads to.
#[must_use]
pub fn recursive(graph: &Graph) -> Vec<bool> {
    let certain = Provenance::SameFile.confidence();
    let edges = graph.edges().iter().filter(|edge| {
        edge.kind == EdgeKind::Calls
            && edge.ambiguity < 2
            && edge.provenance.confidence() >= certain
            && graph.node(edge.source).kind.is_callable()
            && graph.node(edge.target).kind.is_callable()
    });
    let count = graph.nodes().len();
    let ends: Vec<(u32, u32)> = edges.map(|edge| (edge.source.0, edge.target.0)).collect();
    let groups = strongly_connected(count, &ends);
    let mut recursive = vec![false; count];
    for &(source, target) in &ends {
        recursive[source as usize] |= groups[source as usize] == groups[target as usize];
    }
    recursive
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::functions;

    #[test]
    fn every_function_of_a_circle_is_recursive() {
        let tree = functions(5)
            .call("a.rs::f0", "a.rs::f0", 1)
            .call("a.rs::f1", "a.rs::f2", 1)
            .call("a.rs::f2", "a.rs::f1", 1)
            .call("a.rs::f2", "a.rs::f3", 1)
            .call("a.rs::f4", "a.rs::f0", 1);
        let graph = tree.build().graph;
        let found = recursive(&graph);
        let named = graph.ids().filter(|node| found[node.index()]);
        let named: Vec<&str> = named.map(|node| graph.name(node)).collect();
        assert_eq!(named, ["f0", "f1", "f2"]);
    }
}
