//! What every way from a start passes.

use crate::graph::store::{Graph, group, row};
use crate::graph::traverse::Follow;
use crate::ids::NodeId;

/// What is reached from a start, each under the node that every way to it passes
/// last.
#[derive(Debug)]
pub(crate) struct DominatorTree {
    /// The nodes that are reached, in the order of a walk in depth.
    nodes: Vec<NodeId>,
    /// Places in `nodes`, by node.
    places: Vec<u32>,
    /// By place, the place of the node that is passed last before it, which is a
    /// lower one; its own for the start.
    above: Vec<u32>,
    /// By place, how many nodes are reached only through it.
    below: Vec<u32>,
}

/// No place.
const NONE: u32 = u32::MAX;

/// The dominators of what is reached from `start` by the steps of `follow`, by the
/// simple algorithm of Lengauer and Tarjan (1979).
pub(crate) fn dominators(graph: &Graph, start: NodeId, follow: Follow) -> DominatorTree {
    let walk = Walk::of(graph, start, follow);
    let above = walk.immediate();
    let mut below = vec![0; above.len()];
    for at in (1..above.len()).rev() {
        below[above[at] as usize] += below[at] + 1;
    }
    DominatorTree {
        nodes: walk.nodes,
        places: walk.places,
        above,
        below,
    }
}

/// A walk in depth from a start.
struct Walk {
    nodes: Vec<NodeId>,
    places: Vec<u32>,
    /// By place, where the walk came from.
    from: Vec<u32>,
    /// Every step between places, by where it began.
    steps: Vec<(u32, u32)>,
}

impl Walk {
    fn of(graph: &Graph, start: NodeId, follow: Follow) -> Self {
        let mut walk = Self {
            nodes: Vec::new(),
            places: vec![NONE; graph.nodes().len()],
            from: Vec::new(),
            steps: Vec::new(),
        };
        let mut way = vec![(walk.enter(start, 0), follow.steps(graph, start))];
        while let Some((at, rest)) = way.last_mut() {
            let Some((_, next)) = rest.next() else {
                way.pop();
                continue;
            };
            let at = *at;
            let known = walk.places[next.index()];
            if known == NONE {
                let place = walk.enter(next, at);
                walk.steps.push((at, place));
                way.push((place, follow.steps(graph, next)));
            } else {
                walk.steps.push((at, known));
            }
        }
        walk
    }

    fn enter(&mut self, node: NodeId, from: u32) -> u32 {
        let place = self.nodes.len() as u32;
        self.nodes.push(node);
        self.from.push(from);
        if let Some(slot) = self.places.get_mut(node.index()) {
            *slot = place;
        }
        place
    }

    /// By place, the place that every way to it passes last.
    fn immediate(&self) -> Vec<u32> {
        let count = self.nodes.len();
        let targets = self.steps.iter().map(|(_, target)| Some(*target));
        let (starts, into) = group(targets.collect(), count);
        let mut forest = Forest::of(count);
        let mut above = vec![0; count];
        // The places whose semidominator is a place, as lists.
        let mut first = vec![NONE; count];
        let mut next = vec![NONE; count];
        for at in (1..count).rev() {
            for &step in &into[row(&starts, at)] {
                let lowest = forest.lowest(self.steps[step as usize].0);
                forest.semi[at] = forest.semi[at].min(forest.semi[lowest as usize]);
            }
            let semi = forest.semi[at] as usize;
            next[at] = std::mem::replace(&mut first[semi], at as u32);
            let from = self.from[at];
            forest.outer[at] = from;
            let mut waiting = std::mem::replace(&mut first[from as usize], NONE);
            while waiting != NONE {
                let lowest = forest.lowest(waiting) as usize;
                let at = waiting as usize;
                above[at] = match forest.semi[lowest] < forest.semi[at] {
                    true => lowest as u32,
                    false => from,
                };
                waiting = next[at];
            }
        }
        for at in 1..count {
            if above[at] != forest.semi[at] {
                above[at] = above[above[at] as usize];
            }
        }
        above
    }
}

/// The part of the walk's tree that is dealt with.
struct Forest {
    /// By place, the lowest place that leads to it past higher ones alone, as far as
    /// it is known.
    semi: Vec<u32>,
    /// By place, a place above it in the same tree.
    outer: Vec<u32>,
    /// By place, that of least `semi` from it up to `outer`.
    label: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    fn of(count: usize) -> Self {
        Self {
            semi: (0..count as u32).collect(),
            outer: vec![NONE; count],
            label: (0..count as u32).collect(),
            path: Vec::new(),
        }
    }

    /// The place of least `semi` from `at` up, below the root of its tree; the way
    /// there is shortened.
    fn lowest(&mut self, at: u32) -> u32 {
        let mut up = at;
        while self.outer[up as usize] != NONE {
            self.path.push(up);
            up = self.outer[up as usize];
        }
        // The one below the root stays as it is.
        self.path.pop();
        while let Some(at) = self.path.pop() {
            let at = at as usize;
            let outer = self.outer[at] as usize;
            let [own, other] = [self.label[at], self.label[outer]];
            if self.semi[other as usize] < self.semi[own as usize] {
                self.label[at] = other;
            }
            self.outer[at] = self.outer[outer];
        }
        self.label[at as usize]
    }
}

impl DominatorTree {
    /// The nodes that are reached.
    pub(crate) fn reached(&self) -> &[NodeId] {
        &self.nodes
    }

    /// How many nodes are reached only through `node`.
    pub(crate) fn below(&self, node: NodeId) -> u32 {
        self.place(node).map_or(0, |at| self.below[at])
    }

    /// What every way to `node` passes, from the start to it; nothing if no way
    /// leads there.
    pub(crate) fn chain(&self, node: NodeId) -> Vec<NodeId> {
        let Some(mut at) = self.place(node) else {
            return Vec::new();
        };
        let mut chain = vec![node];
        while self.above[at] as usize != at {
            at = self.above[at] as usize;
            chain.push(self.nodes[at]);
        }
        chain.reverse();
        chain
    }

    fn place(&self, node: NodeId) -> Option<usize> {
        let place = self.places.get(node.index()).copied()?;
        (place != NONE).then_some(place as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Kinds;
    use crate::graph::traverse::Direction;
    use crate::testing::{Random, functions};
    use petgraph::algo::dominators::simple_fast;
    use petgraph::graph::{DiGraph, NodeIndex};

    /// The same as petgraph has it, whose tables of nodes take twenty times as long.
    #[test]
    fn dominators_are_those_of_another_algorithm() {
        const NODES: u32 = 30;
        let mut random = Random::new(7);
        for edges in [10, 30, 45, 60, 200] {
            let mut tree = functions(NODES);
            let mut net: DiGraph<(), ()> = DiGraph::new();
            for _ in 0..NODES {
                net.add_node(());
            }
            for _ in 0..edges {
                let (from, to) = (random.below(NODES), random.below(NODES));
                tree = tree.call(&format!("a.rs::f{from}"), &format!("a.rs::f{to}"), 1);
                net.add_edge(
                    NodeIndex::new(from as usize),
                    NodeIndex::new(to as usize),
                    (),
                );
            }
            let graph = tree.build().graph;
            let node = |at: usize| {
                let name = format!("f{at}");
                graph
                    .ids()
                    .find(|&id| graph.name(id) == name)
                    .expect("there")
            };
            let follow = Follow::new(Direction::Out, Kinds::CALLS);
            let own = dominators(&graph, node(0), follow);
            let known = simple_fast(&net, NodeIndex::new(0));
            for at in 0..NODES as usize {
                let chain = known.dominators(NodeIndex::new(at));
                let mut chain: Vec<NodeId> =
                    chain.map_or_else(Vec::new, |way| way.map(|n| node(n.index())).collect());
                chain.reverse();
                assert_eq!(own.chain(node(at)), chain, "{edges} edges, f{at}");
            }
        }
    }
}
