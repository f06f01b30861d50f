//! A part of the graph as an indented text tree.

use crate::graph::export::Part;

/// The part as a forest: each start at the left, every other node under the
/// first node one step nearer to a start that it has an edge with. `→` marks
/// an edge from the upper to the lower node, `←` one from the lower to the upper.
#[must_use]
pub fn tree(part: &Part<'_>) -> String {
    let parents = parents(part);
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); part.nodes.len()];
    let mut roots = Vec::new();
    for (at, parent) in parents.iter().enumerate() {
        match parent {
            Some((parent, _)) => children[*parent].push(at),
            None => roots.push(at),
        }
    }
    let mut text = String::new();
    let mut stack: Vec<(usize, String, &str)> = Vec::new();
    for &root in roots.iter().rev() {
        stack.push((root, String::new(), ""));
    }
    while let Some((at, indent, branch)) = stack.pop() {
        let label = parents[at].as_ref().map_or("", |(_, label)| label);
        let node = part.nodes[at].node;
        let kind = part.graph.node(node).kind.as_str();
        text += &format!("{indent}{branch}{label}{} ({kind})\n", part.graph.fqn(node));
        let inner = match branch {
            "" => indent,
            "└── " => indent + "    ",
            _ => indent + "│   ",
        };
        for (nth, &child) in children[at].iter().rev().enumerate() {
            let branch = if nth == 0 { "└── " } else { "├── " };
            stack.push((child, inner.clone(), branch));
        }
    }
    text.extend(part.cut().map(|cut| format!("({cut})\n")));
    text
}

/// The position of the node above each node, and how the edge is labelled.
fn parents(part: &Part<'_>) -> Vec<Option<(usize, String)>> {
    let mut parents: Vec<Option<(usize, String)>> = vec![None; part.nodes.len()];
    for (source, target, kind) in part.arrows() {
        let depth = |at: usize| part.nodes[at].depth;
        let ways = [(source, target, "→"), (target, source, "←")];
        for (upper, lower, arrow) in ways {
            let nearer = parents[lower]
                .as_ref()
                .is_none_or(|(known, _)| upper < *known);
            if depth(lower) == depth(upper) + 1 && nearer {
                parents[lower] = Some((upper, format!("{arrow} {kind} ")));
            }
        }
    }
    parents
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::export::tests::with_part;
    use crate::graph::traverse::{Direction, Follow, reach};
    use crate::graph::{Graph, Kinds};
    use crate::ids::{EdgeId, NodeId};
    use crate::testing::functions;

    #[test]
    fn a_cut_is_said() {
        let expected =
            "a.rs::f0 (function)\n└── → calls a.rs::f1 (function)\n(2 of 3 nodes shown)\n";
        with_part(|part| assert_eq!(tree(part), expected));
    }

    #[test]
    fn each_node_hangs_under_one_nearer_to_the_start() {
        let mut builder = functions(6);
        for (from, to) in [(0, 1), (0, 2), (1, 3), (2, 3), (4, 0), (3, 0)] {
            builder = builder.call(&format!("a.rs::f{from}"), &format!("a.rs::f{to}"), 1);
        }
        let graph: Graph = builder.build().graph;
        let follow = Follow::new(Direction::Both, Kinds::CALLS);
        let mut nodes = reach(&graph, &[NodeId(2)], follow, None);
        nodes.extend(reach(&graph, &[NodeId(7)], follow, None));
        let edges: Vec<EdgeId> = (0..graph.edges().len()).map(EdgeId::at).collect();
        let part = Part {
            graph: &graph,
            nodes: &nodes,
            edges: &edges,
            total: nodes.len(),
        };
        let expected = "\
a.rs::f0 (function)
├── → calls a.rs::f1 (function)
├── → calls a.rs::f2 (function)
├── ← calls a.rs::f3 (function)
└── ← calls a.rs::f4 (function)
a.rs::f5 (function)
";
        assert_eq!(tree(&part), expected);
    }

    #[test]
    fn a_long_chain_does_not_exhaust_the_stack() {
        let mut builder = functions(3000);
        for i in 1..3000 {
            builder = builder.call(&format!("a.rs::f{}", i - 1), &format!("a.rs::f{i}"), 1);
        }
        let graph = builder.build().graph;
        let follow = Follow::new(Direction::Out, Kinds::CALLS);
        let nodes = reach(&graph, &[NodeId(2)], follow, None);
        let edges: Vec<EdgeId> = (0..graph.edges().len()).map(EdgeId::at).collect();
        let part = Part {
            graph: &graph,
            nodes: &nodes,
            edges: &edges,
            total: nodes.len(),
        };
        assert_eq!(tree(&part).lines().count(), 3000);
    }
}
