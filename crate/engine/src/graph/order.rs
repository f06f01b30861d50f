//! Order along edges, with circles taken as one.

use crate::graph::edge::Kinds;
use crate::graph::store::Graph;
use crate::graph::traverse::{Follow, reach};
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
pub(crate) fn components(graph: &Graph, kinds: Kinds) -> (Vec<Component>, Vec<usize>) {
    let edges = graph.edges().iter().filter(|edge| kinds.has(edge.kind));
    let mut looped = vec![false; graph.nodes().len()];
    let ends = edges.map(|edge| {
        looped[edge.source.index()] |= edge.source == edge.target;
        (edge.source.0, edge.target.0)
    });
    let ends: Vec<(u32, u32)> = ends.collect();
    let mut components: Vec<Component> = strongly_connected(graph.nodes().len(), &ends)
        .into_iter()
        .map(|members| {
            let nodes: Vec<NodeId> = members.into_iter().map(NodeId).collect();
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

/// The strongly connected components of `count` nodes along `edges`, each in
/// order.
///
/// By Kosaraju's algorithm, which petgraph runs without recursion; its Tarjan
/// recurses as deep as the graph.
pub(crate) fn strongly_connected(count: usize, edges: &[(u32, u32)]) -> Vec<Vec<u32>> {
    let mut net: Net = DiGraph::with_capacity(count, edges.len());
    for _ in 0..count {
        net.add_node(());
    }
    for &(source, target) in edges {
        net.add_edge(NodeIndex::from(source), NodeIndex::from(target), ());
    }
    let components = petgraph::algo::kosaraju_scc(&net).into_iter();
    let sorted = components.map(|members| {
        let mut members: Vec<u32> = members.iter().map(|node| node.index() as u32).collect();
        members.arrange();
        members
    });
    sorted.collect()
}

/// What every way from a start passes.
pub(crate) struct DominatorTree {
    /// The nodes that are reached, sorted.
    nodes: Vec<NodeId>,
    /// By place in `nodes`, the place of the node that is passed last before it;
    /// its own for the start.
    above: Vec<usize>,
    /// By place, how many nodes are reached only through it.
    below: Vec<u32>,
}

/// The dominators of what is reached from `start` by the steps of `follow`, by
/// the algorithm of Cooper, Harvey and Kennedy that petgraph has.
pub(crate) fn dominators(graph: &Graph, start: NodeId, follow: Follow) -> DominatorTree {
    let mut nodes: Vec<NodeId> = reach(graph, &[start], follow, None)
        .into_iter()
        .map(|reached| reached.node)
        .collect();
    nodes.arrange();
    let mut places = vec![0_u32; graph.nodes().len()];
    for (at, node) in nodes.iter().enumerate() {
        places[node.index()] = at as u32;
    }
    let place = |node: NodeId| places[node.index()] as usize;
    let mut net: Net = DiGraph::with_capacity(nodes.len(), 0);
    for _ in &nodes {
        net.add_node(());
    }
    for (at, &node) in nodes.iter().enumerate() {
        for (_, next) in follow.steps(graph, node) {
            net.add_edge(NodeIndex::new(at), NodeIndex::new(place(next)), ());
        }
    }
    let root = NodeIndex::new(place(start));
    let found = petgraph::algo::dominators::simple_fast(&net, root);
    let above = (0..nodes.len()).map(|at| {
        let above = found.immediate_dominator(NodeIndex::new(at));
        above.map_or(at, NodeIndex::index)
    });
    let above: Vec<usize> = above.collect();
    let below = sizes_below(&above);
    DominatorTree {
        nodes,
        above,
        below,
    }
}

/// How many are below each place of a tree that is told by the place above each.
fn sizes_below(above: &[usize]) -> Vec<u32> {
    let mut children = vec![0_u32; above.len()];
    let inner = || above.iter().enumerate().filter(|(at, outer)| at != *outer);
    inner().for_each(|(_, &outer)| children[outer] += 1);
    // From the leaves up, each place once all of its children are counted.
    let mut ready: Vec<usize> = (0..above.len()).filter(|&at| children[at] == 0).collect();
    let mut below = vec![0; above.len()];
    while let Some(at) = ready.pop() {
        let outer = above[at];
        if outer != at {
            below[outer] += below[at] + 1;
            children[outer] -= 1;
            ready.extend((children[outer] == 0).then_some(outer));
        }
    }
    below
}

impl DominatorTree {
    /// The nodes that are reached, in order.
    pub(crate) fn reached(&self) -> impl Iterator<Item = NodeId> {
        self.nodes.iter().copied()
    }

    /// How many nodes are reached only through `node`.
    pub(crate) fn below(&self, node: NodeId) -> u32 {
        self.nodes
            .binary_search(&node)
            .map_or(0, |at| self.below[at])
    }

    /// What every way to `node` passes, from the start to it; nothing if no way
    /// leads there.
    pub(crate) fn chain(&self, node: NodeId) -> Vec<NodeId> {
        let Ok(mut at) = self.nodes.binary_search(&node) else {
            return Vec::new();
        };
        let mut chain = vec![node];
        while self.above[at] != at {
            at = self.above[at];
            chain.push(self.nodes[at]);
        }
        chain.reverse();
        chain
    }
}

/// A net of bare nodes.
pub(crate) type Net = DiGraph<(), (), u32>;

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
