//! What lies around some nodes, and the edges among it: what neighbourhoods are read off.

use crate::answer::filter::EntityTypes;
use crate::answer::page::Page;
use crate::answer::view::View;
use crate::graph::store::{group, row};
use crate::graph::traverse::{Follow, Reached, reach};
use crate::ids::{EdgeId, NodeId};
use crate::sort::Arrange;
use std::sync::Arc;

/// What lies around some nodes.
#[derive(Debug)]
pub(crate) struct Around {
    /// By depth, then by rank, the highest first, as far as was asked for.
    pub(crate) reached: Vec<Reached>,
    /// The edges among as many of it as were asked for, in the order of the tree.
    edges: Vec<EdgeId>,
    /// How many there are among all of it.
    edge_count: u32,
    /// By node, the edges that lead to it and to what comes before it: starts and rows.
    by_later: (Vec<u32>, Vec<u32>),
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    /// Where to start.
    pub(crate) starts: &'a [NodeId],
    /// Which edges.
    pub(crate) follow: Follow,
    /// How many steps; none for as far as it goes.
    pub(crate) depth: Option<u32>,
    /// What is told of besides the starts.
    pub(crate) types: &'a EntityTypes,
    /// How many of the nodes have to be in order.
    pub(crate) count: u32,
}

/// The place of what was not reached.
const NOWHERE: u32 = u32::MAX;

impl Asked<'_> {
    /// The neighbourhood, which is made once for all its pages that are asked in turn.
    pub(crate) fn around(self, view: &View<'_>) -> Arc<Around> {
        view.memo
            .recent(format!("around {self:?}"), || self.make(view))
    }

    fn make(self, view: &View<'_>) -> Around {
        let graph = view.graph;
        let mut reached = reach(graph, self.starts, self.follow, self.depth);
        reached.retain(|r| r.depth == 0 || self.types.admit(graph.node(r.node).kind));
        sort(view, &mut reached, self.count);
        let mut places = vec![NOWHERE; graph.nodes().len()];
        for (reached, at) in reached.iter().zip(0..) {
            places[reached.node.index()] = at;
        }
        let mut edges: Vec<EdgeId> = Vec::new();
        let mut later: Vec<Option<u32>> = Vec::new();
        let mut edge_count = 0;
        for (source, &place) in graph.ids().zip(&places) {
            if place == NOWHERE {
                continue;
            }
            for (id, edge) in graph.out_ids(source).zip(graph.out_edges(source)) {
                let target = places[edge.target.index()];
                if target != NOWHERE && self.follow.admits(edge) {
                    edge_count += 1;
                    let place = place.max(target);
                    if place < self.count {
                        edges.push(id);
                        later.push(Some(place));
                    }
                }
            }
        }
        Around {
            by_later: group(later, reached.len()),
            reached,
            edges,
            edge_count,
        }
    }
}

impl Around {
    /// How many edges there are.
    pub(crate) const fn edge_count(&self) -> u32 {
        self.edge_count
    }

    /// The edges of a page, in the order of the tree: an edge is on the page of
    /// whichever of its ends comes later.
    pub(crate) fn edges_of(&self, page: &Page) -> Vec<EdgeId> {
        let (starts, rows) = &self.by_later;
        let first = page.offset as usize;
        let places = first
            ..first
                .saturating_add(page.shown as usize)
                .min(self.reached.len());
        let rows = places.flat_map(|place| rows.get(row(starts, place)).unwrap_or(&[]));
        let mut edges: Vec<EdgeId> = rows
            .filter_map(|&at| self.edges.get(at as usize).copied())
            .collect();
        edges.arrange();
        edges
    }
}

/// The first `count` by depth, then by rank, the highest first.
fn sort(view: &View<'_>, reached: &mut [Reached], count: u32) {
    let rank = |r: &Reached| view.ranks.of(r.node);
    // They come by depth: only as far as the level of the last that is asked for.
    let last = reached.get((count as usize).saturating_sub(1));
    let depth = last.map_or(u32::MAX, |last| last.depth);
    let end = reached.partition_point(|r| r.depth <= depth);
    reached[..end].arrange_head(count as usize, |a, b| {
        let depth = a.depth.cmp(&b.depth);
        depth
            .then(rank(b).total_cmp(&rank(a)))
            .then(a.node.cmp(&b.node))
    });
}
