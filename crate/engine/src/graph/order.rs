//! Order along edges, with circles taken as one.

use crate::graph::edge::Kinds;
use crate::graph::store::{Graph, starts};
use crate::ids::NodeId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Nodes that all lead to each other, or one node alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    let (mut components, place) = components(graph, kinds);
    let leads = |component: &Component, own: usize| -> Vec<usize> {
        let edges = component
            .nodes
            .iter()
            .flat_map(|&node| graph.out_edges(node));
        let edges = edges.filter(|edge| kinds.has(edge.kind));
        let places = edges.map(|edge| place[edge.target.index()]);
        places.filter(|&other| other != own).collect()
    };
    let mut waits = vec![0_usize; components.len()];
    for (at, component) in components.iter().enumerate() {
        for target in leads(component, at) {
            waits[target] += 1;
        }
    }
    let mut ready: BinaryHeap<Reverse<usize>> = BinaryHeap::new();
    ready.extend(
        (0..components.len())
            .filter(|&at| waits[at] == 0)
            .map(Reverse),
    );
    let mut order = Vec::with_capacity(components.len());
    // Components are numbered in the order of their least nodes.
    while let Some(Reverse(at)) = ready.pop() {
        for target in leads(&components[at], at) {
            waits[target] -= 1;
            if waits[target] == 0 {
                ready.push(Reverse(target));
            }
        }
        order.push(at);
    }
    let taken = order.into_iter();
    taken
        .map(|at| std::mem::take(&mut components[at]))
        .collect()
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
    let groups = strongly_connected(graph.nodes().len(), &ends);
    let count = groups.iter().max().map_or(0, |last| *last as usize + 1);
    let mut components = vec![Component::default(); count];
    for (&group, node) in groups.iter().zip(graph.ids()) {
        let component = &mut components[group as usize];
        component.nodes.push(node);
        component.cyclic = component.nodes.len() > 1 || looped[node.index()];
    }
    let place = groups.into_iter().map(|group| group as usize).collect();
    (components, place)
}

/// The strongly connected component of each of `count` nodes along `edges`, which
/// are sorted by source: its number in the order of their least nodes.
///
/// By the algorithm of Tarjan (1972), with a list of what is open for a recursion
/// that would be as deep as the graph.
pub(crate) fn strongly_connected(count: usize, edges: &[(u32, u32)]) -> Vec<u32> {
    const DONE: u32 = u32::MAX;
    let starts = starts(edges.iter().map(|(source, _)| *source), count);
    // Places in the order in which nodes are met, from 1; 0 of those that are not.
    let mut met = vec![0_u32; count];
    // The least such place that a node leads back to.
    let mut back = vec![0_u32; count];
    let mut groups = vec![0_u32; count];
    let mut found = 0;
    let mut last = 0;
    let mut open: Vec<u32> = Vec::new();
    let mut way: Vec<(u32, u32)> = Vec::new();
    for root in 0..count as u32 {
        let mut entered = (met[root as usize] == 0).then_some(root);
        loop {
            if let Some(node) = entered.take() {
                last += 1;
                (met[node as usize], back[node as usize]) = (last, last);
                open.push(node);
                way.push((node, starts[node as usize]));
            }
            let Some((at, next)) = way.last_mut() else {
                break;
            };
            let at = *at as usize;
            if *next < starts[at + 1] {
                let target = edges[*next as usize].1;
                *next += 1;
                match met[target as usize] {
                    0 => entered = Some(target),
                    // What is done has the last place of all.
                    place => back[at] = back[at].min(place),
                }
                continue;
            }
            way.pop();
            if let Some((above, _)) = way.last() {
                back[*above as usize] = back[*above as usize].min(back[at]);
            }
            if back[at] == met[at] {
                let first = open.iter().rposition(|node| *node as usize == at);
                for node in open.drain(first.unwrap_or(0)..) {
                    met[node as usize] = DONE;
                    groups[node as usize] = found;
                }
                found += 1;
            }
        }
    }
    numbered(groups, found)
}

/// `groups` numbered in the order in which they come.
fn numbered(mut groups: Vec<u32>, count: u32) -> Vec<u32> {
    let mut numbers = vec![None; count as usize];
    let mut next = 0;
    for group in &mut groups {
        *group = *numbers[*group as usize].get_or_insert_with(|| {
            next += 1;
            next - 1
        });
    }
    groups
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
