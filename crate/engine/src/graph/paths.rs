//! The ways from one node to others, shortest first.

use crate::graph::store::Graph;
use crate::graph::traverse::{Direction, Follow, reach};
use crate::ids::{EdgeId, NodeId};
use crate::sort::Arrange;

/// How many steps a search for paths takes before it gives up; a dense graph
/// has more paths than anyone can list.
const MAX_STEPS: usize = 2_000_000;

/// How far a search for paths goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most edges of a path.
    pub max_depth: u32,
    /// The most paths.
    pub max_paths: usize,
    /// Whether paths that are longer than the shortest are left out.
    pub shortest: bool,
}

/// A way along edges that meets no node twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The nodes from start to end.
    pub nodes: Vec<NodeId>,
    /// The edges between them, one fewer.
    pub edges: Vec<EdgeId>,
}

/// The paths that were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paths {
    /// By length, then by the nodes on the way.
    pub paths: Vec<Path>,
    /// Whether there may be more within the depth.
    pub truncated: bool,
}

/// The paths from `from` to `to` along the edges that `follow` admits. Between
/// two nodes the edge of the highest confidence is taken. The path from a node
/// to itself has no edge.
#[must_use]
pub fn paths(graph: &Graph, from: NodeId, to: NodeId, follow: Follow, limits: Limits) -> Paths {
    let mut search = Search {
        graph,
        to,
        follow,
        limits,
        distances: distances(graph, to, follow, limits.max_depth),
        on_path: vec![false; graph.nodes().len()],
        steps: 0,
        found: Paths::default(),
    };
    let Some(shortest) = search.distance(from) else {
        return search.found;
    };
    let longest = if limits.shortest {
        shortest
    } else {
        limits.max_depth
    };
    for length in shortest..=longest {
        if !search.of_length(from, length) {
            break;
        }
    }
    search.found
}

/// The ways on from `from`, shortest first: every way that meets no node twice
/// and cannot go on within the depth; or with `limits.shortest` one shortest way
/// to each node where such a way ends.
#[must_use]
pub fn onward(graph: &Graph, from: NodeId, follow: Follow, limits: Limits) -> Paths {
    let mut found = match limits.shortest {
        true => shortest_ways(graph, from, follow, limits),
        false => every_way(graph, from, follow, limits),
    };
    found.paths.arrange_head(limits.max_paths, |a, b| {
        let length = a.edges.len().cmp(&b.edges.len());
        length.then_with(|| a.nodes.cmp(&b.nodes))
    });
    if found.paths.len() > limits.max_paths {
        found.paths.truncate(limits.max_paths);
        found.truncated = true;
    }
    found
}

/// The steps from `node`, one to each neighbour: the one of highest confidence.
fn best_steps(graph: &Graph, node: NodeId, follow: Follow) -> Vec<(EdgeId, NodeId)> {
    let mut steps: Vec<(EdgeId, NodeId)> = follow.steps(graph, node).collect();
    let trust = |id: EdgeId| graph.edge(id).map_or(0.0, |edge| edge.confidence);
    steps.arrange_by(|a, b| {
        a.1.cmp(&b.1)
            .then(trust(b.0).total_cmp(&trust(a.0)))
            .then(a.0.cmp(&b.0))
    });
    steps.dedup_by_key(|step| step.1);
    steps
}

/// How many paths are looked at before the shortest of them are chosen, where
/// there are more than are wanted.
const MAX_WAYS: usize = 10_000;
/// The same of steps.
const MAX_WAYS_STEPS: usize = 100_000;

fn every_way(graph: &Graph, from: NodeId, follow: Follow, limits: Limits) -> Paths {
    let mut found = Paths::default();
    let mut path = Path {
        nodes: vec![from],
        edges: Vec::new(),
    };
    let mut stack = vec![best_steps(graph, from, follow).into_iter()];
    // Whether the node at the end was gone on from.
    let mut left = vec![false];
    let mut steps = 0;
    while let Some(rest) = stack.last_mut() {
        let room = (path.edges.len() as u32) < limits.max_depth;
        let next = rest
            .by_ref()
            .find(|(_, next)| room && !path.nodes.contains(next));
        steps += 1;
        if steps > MAX_WAYS_STEPS || found.paths.len() > MAX_WAYS {
            found.truncated = true;
            return found;
        }
        if let Some((edge, next)) = next {
            left.last_mut().into_iter().for_each(|left| *left = true);
            path.nodes.push(next);
            path.edges.push(edge);
            stack.push(best_steps(graph, next, follow).into_iter());
            left.push(false);
        } else {
            if left.pop() == Some(false) {
                found.paths.push(path.clone());
            }
            stack.pop();
            path.nodes.pop();
            path.edges.pop();
        }
    }
    found
}

fn shortest_ways(graph: &Graph, from: NodeId, follow: Follow, limits: Limits) -> Paths {
    let mut before: Vec<Option<(EdgeId, NodeId)>> = vec![None; graph.nodes().len()];
    let mut level = vec![from];
    let mut found = Paths::default();
    for depth in 0..=limits.max_depth {
        let mut next = Vec::new();
        for &node in &level {
            let mut steps = best_steps(graph, node, follow);
            if depth < limits.max_depth {
                let path = way_to(node, &before);
                steps.retain(|(_, other)| !path.nodes.contains(other));
            } else {
                steps.clear();
            }
            if steps.is_empty() {
                found.paths.push(way_to(node, &before));
            }
            for (edge, other) in steps {
                let known = &mut before[other.index()];
                if known.is_none() {
                    *known = Some((edge, node));
                    next.push(other);
                }
            }
        }
        level = next;
        if found.paths.len() > limits.max_paths {
            break;
        }
    }
    found
}

/// The way that `before` tells from a node without one before it to `end`.
fn way_to(end: NodeId, before: &[Option<(EdgeId, NodeId)>]) -> Path {
    let mut path = Path {
        nodes: vec![end],
        edges: Vec::new(),
    };
    let mut at = end;
    while let Some((edge, node)) = before[at.index()] {
        path.nodes.push(node);
        path.edges.push(edge);
        at = node;
    }
    path.nodes.reverse();
    path.edges.reverse();
    path
}

/// The fewest steps from each node to `to`.
fn distances(graph: &Graph, to: NodeId, follow: Follow, max_depth: u32) -> Vec<u32> {
    let back = Follow {
        direction: match follow.direction {
            Direction::Out => Direction::In,
            Direction::In => Direction::Out,
            Direction::Both => Direction::Both,
        },
        ..follow
    };
    let mut distances = vec![u32::MAX; graph.nodes().len()];
    for reached in reach(graph, &[to], back, Some(max_depth)) {
        distances[reached.node.index()] = reached.depth;
    }
    distances
}

struct Search<'a> {
    graph: &'a Graph,
    to: NodeId,
    follow: Follow,
    limits: Limits,
    distances: Vec<u32>,
    on_path: Vec<bool>,
    steps: usize,
    found: Paths,
}

/// A node of the path at hand and the steps from it that are not yet tried.
struct Frame {
    node: NodeId,
    rest: std::vec::IntoIter<(EdgeId, NodeId)>,
    taken: Option<EdgeId>,
}

impl Search<'_> {
    fn distance(&self, node: NodeId) -> Option<u32> {
        let distance = self.distances.get(node.index()).copied()?;
        (distance != u32::MAX).then_some(distance)
    }

    /// Adds the paths of exactly `length` edges; answers whether to go on.
    fn of_length(&mut self, from: NodeId, length: u32) -> bool {
        let mut stack = vec![self.frame(from)];
        while let Some(frame) = stack.last_mut() {
            let Some((edge, next)) = frame.rest.next() else {
                self.on_path[frame.node.index()] = false;
                stack.pop();
                continue;
            };
            self.steps += 1;
            if self.steps > MAX_STEPS {
                self.found.truncated = true;
                return false;
            }
            let left = length - stack.len() as u32;
            if self.on_path[next.index()] || self.distance(next).is_none_or(|d| d > left) {
                continue;
            }
            if let Some(frame) = stack.last_mut() {
                frame.taken = Some(edge);
            }
            if next != self.to {
                stack.push(self.frame(next));
            } else if left == 0 && !self.add(&stack) {
                return false;
            }
        }
        if length == 0 {
            self.found.paths.push(Path {
                nodes: vec![from],
                edges: Vec::new(),
            });
        }
        length > 0
    }

    fn frame(&mut self, node: NodeId) -> Frame {
        self.on_path[node.index()] = true;
        let mut steps = best_steps(self.graph, node, self.follow);
        if node == self.to {
            steps.clear();
        }
        Frame {
            node,
            rest: steps.into_iter(),
            taken: None,
        }
    }

    /// Adds the path on the stack; answers whether there is room for more.
    fn add(&mut self, stack: &[Frame]) -> bool {
        if self.found.paths.len() >= self.limits.max_paths {
            self.found.truncated = true;
            return false;
        }
        let mut nodes: Vec<NodeId> = stack.iter().map(|frame| frame.node).collect();
        nodes.push(self.to);
        self.found.paths.push(Path {
            nodes,
            edges: stack.iter().filter_map(|frame| frame.taken).collect(),
        });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Kinds;
    use crate::testing::functions;

    const CALLS: Follow = Follow::new(Direction::Out, Kinds::CALLS);

    /// A diamond with a detour: f0 → f1, f2 → f3 and f1 → f2, f3 → f0.
    fn graph() -> Graph {
        let mut tree = functions(5);
        for (from, to) in [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (3, 0)] {
            tree = tree.call(&format!("a.rs::f{from}"), &format!("a.rs::f{to}"), 1);
        }
        tree.build().graph
    }

    fn found(from: u32, to: u32, max_depth: u32, max_paths: usize) -> (Vec<String>, bool) {
        let graph = graph();
        let at = |index: u32| NodeId(2 + index);
        let limits = Limits {
            max_depth,
            max_paths,
            shortest: false,
        };
        let found = paths(&graph, at(from), at(to), CALLS, limits);
        let name = |path: &Path| {
            assert_eq!(path.nodes.len(), path.edges.len() + 1);
            let names: Vec<_> = path.nodes.iter().map(|&node| graph.name(node)).collect();
            names.join(" ")
        };
        (found.paths.iter().map(name).collect(), found.truncated)
    }

    fn check(from: u32, to: u32, limits: (u32, usize), expected: &[&str], truncated: bool) {
        let expected = expected.iter().map(|path| (*path).to_owned()).collect();
        assert_eq!(found(from, to, limits.0, limits.1), (expected, truncated));
    }

    #[test]
    fn short_paths_come_first_and_none_meets_a_node_twice() {
        let all = ["f0 f1 f3", "f0 f2 f3", "f0 f1 f2 f3"];
        check(0, 3, (9, 20), &all, false);
        check(0, 3, (2, 20), &all[..2], false);
        check(3, 2, (9, 20), &["f3 f0 f2", "f3 f0 f1 f2"], false);
    }

    #[test]
    fn a_cut_is_said() {
        check(0, 3, (9, 1), &["f0 f1 f3"], true);
        check(
            0,
            3,
            (9, 3),
            &["f0 f1 f3", "f0 f2 f3", "f0 f1 f2 f3"],
            false,
        );
    }

    #[test]
    fn there_may_be_no_path() {
        check(0, 4, (9, 20), &[], false);
        check(0, 3, (1, 20), &[], false);
        check(0, 0, (9, 20), &["f0"], false);
    }

    #[test]
    fn a_dense_graph_ends() {
        let mut tree = functions(40);
        for from in 0..40 {
            for to in 0..40 {
                tree = tree.call(&format!("a.rs::f{from}"), &format!("a.rs::f{to}"), 1);
            }
        }
        let graph = tree.build().graph;
        let limits = Limits {
            max_depth: 30,
            max_paths: 5000,
            shortest: false,
        };
        let found = paths(&graph, NodeId(2), NodeId(3), CALLS, limits);
        assert!(found.truncated);
        assert_eq!(found.paths.len(), 5000);
    }
}
