//! Order along edges, with circles taken as one.

use crate::graph::edge::Kinds;
use crate::graph::store::Graph;
use crate::ids::NodeId;
use crate::sort::Arrange;
use petgraph::graph::{DiGraph, NodeIndex};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Nodes that all lead to each other, or one node alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// The nodes in order; at least one.
    pub nodes: Vec<NodeId>,
    /// Whether a way leads from one of them back to itself.
    pub cyclic: bool,
}

/// The strongly connected components of `graph` along edges of `kinds`,
/// sources before targets; of those that could come next, first the one with
/// the least node. Read backwards it is the order of dependencies.
#[must_use]
pub fn topological(graph: &Graph, kinds: Kinds) -> Vec<Component> {
    let (components, place) = components(graph, kinds);
    let mut targets: Vec<(usize, usize)> = graph
        .edges()
        .iter()
        .filter(|edge| kinds.has(edge.kind))
        .map(|edge| (place[edge.source.index()], place[edge.target.index()]))
        .filter(|(source, target)| source != target)
        .collect();
    targets.arrange();
    targets.dedup();
    let mut waits = vec![0_usize; components.len()];
    for &(_, target) in &targets {
        waits[target] += 1;
    }
    let mut ready: BinaryHeap<Reverse<(NodeId, usize)>> = BinaryHeap::new();
    let entry = |at: usize| Reverse((components[at].nodes[0], at));
    ready.extend(
        (0..components.len())
            .filter(|&at| waits[at] == 0)
            .map(entry),
    );
    let mut order = Vec::with_capacity(components.len());
    while let Some(Reverse((_, at))) = ready.pop() {
        order.push(at);
        let first = targets.partition_point(|&(source, _)| source < at);
        for &(_, target) in targets[first..]
            .iter()
            .take_while(|&&(source, _)| source == at)
        {
            waits[target] -= 1;
            if waits[target] == 0 {
                ready.push(entry(target));
            }
        }
    }
    order.into_iter().map(|at| components[at].clone()).collect()
}

/// The strongly connected components in the order of their least nodes, and
/// the component of each node.
///
/// By Kosaraju's algorithm, which petgraph runs without recursion; its Tarjan
/// recurses as deep as the graph.
pub(crate) fn components(graph: &Graph, kinds: Kinds) -> (Vec<Component>, Vec<usize>) {
    let edges = graph.edges().iter().filter(|edge| kinds.has(edge.kind));
    let mut net: DiGraph<(), (), u32> = DiGraph::with_capacity(graph.nodes().len(), 0);
    graph.ids().for_each(|_| {
        net.add_node(());
    });
    let mut looped = vec![false; graph.nodes().len()];
    for edge in edges {
        net.add_edge(
            NodeIndex::from(edge.source.0),
            NodeIndex::from(edge.target.0),
            (),
        );
        looped[edge.source.index()] |= edge.source == edge.target;
    }
    let mut components: Vec<Component> = petgraph::algo::kosaraju_scc(&net)
        .into_iter()
        .map(|members| {
            let mut nodes: Vec<NodeId> = members.iter().map(|n| NodeId::at(n.index())).collect();
            nodes.arrange();
            let cyclic = nodes.len() > 1 || nodes.iter().any(|node| looped[node.index()]);
            Component { nodes, cyclic }
        })
        .collect();
    components.arrange_by_key(|component| component.nodes.first().copied());
    let mut place = vec![0; graph.nodes().len()];
    for (at, component) in components.iter().enumerate() {
        for node in &component.nodes {
            place[node.index()] = at;
        }
    }
    (components, place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Tree, functions};

    fn order(tree: Tree) -> String {
        let graph = tree.build().graph;
        let parts = topological(&graph, Kinds::CALLS);
        let parts = parts
            .iter()
            .filter(|part| graph.node(part.nodes[0]).symbol.is_some());
        let text = parts.map(|part| {
            let names: Vec<_> = part.nodes.iter().map(|&node| graph.name(node)).collect();
            names.join(if part.cyclic { "~" } else { "!" }) + if part.cyclic { "~" } else { "" }
        });
        text.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn sources_come_before_targets_and_ties_by_node() {
        let tree = functions(4)
            .call("a.rs::f3", "a.rs::f0", 1)
            .call("a.rs::f1", "a.rs::f0", 1);
        assert_eq!(order(tree), "f1 f2 f3 f0");
    }

    #[test]
    fn a_circle_is_one_component() {
        let tree = functions(5)
            .call("a.rs::f4", "a.rs::f1", 1)
            .call("a.rs::f1", "a.rs::f3", 1)
            .call("a.rs::f3", "a.rs::f1", 1)
            .call("a.rs::f3", "a.rs::f0", 1)
            .call("a.rs::f2", "a.rs::f2", 1);
        assert_eq!(order(tree), "f2~ f4 f1~f3~ f0");
    }

    #[test]
    fn a_long_chain_does_not_exhaust_the_stack() {
        let mut outline = String::new();
        for i in 0..100_000 {
            outline += &format!("function f{i} 1-1\n");
        }
        let mut tree = Tree::default().file("a.rs", &outline);
        for i in 1..100_000 {
            tree = tree.call(&format!("a.rs::f{i}"), &format!("a.rs::f{}", i - 1), 1);
        }
        let parts = topological(&tree.build().graph, Kinds::CALLS);
        let last = parts.last().map(|part| part.nodes.clone());
        assert_eq!((parts.len(), last), (100_002, Some(vec![NodeId(2)])));
    }
}
