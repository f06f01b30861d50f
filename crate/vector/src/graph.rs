//! Hierarchical navigable small worlds (Malkov and Yashunin 2018): a graph over
//! rows that leads from any of them to the nearest of a query. It is a function of
//! the rows and their order.

use crate::dot;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Neighbours of a row in the lowest layer, and in those above.
const WIDTH: usize = 32;
const UPPER_WIDTH: usize = 12;
/// Rows of a layer for one in the layer above.
const THINNING: u64 = 16;
const MOST_LAYERS: usize = 4;
/// Candidates while the graph is built.
const BREADTH: usize = 100;
/// Decides which rows are in which layer.
const SEED: u64 = 0x5741_594D_4152_4B21;
/// Stands for no neighbour.
pub const NONE: u16 = u16::MAX;

/// Rows by number, all of one length.
pub type RowAt<'r> = dyn Fn(u16) -> &'r [i8] + 'r;

/// The rows of a layer, and the neighbours of each, filled up with [`NONE`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// The numbers of its rows, ascending.
    pub members: Vec<u16>,
    /// The neighbours of each, one after the other.
    pub links: Vec<u16>,
    width: usize,
}

/// A row and how near it is: nearer first, equals by number.
type Near = (i32, Reverse<u16>);

impl Layer {
    /// The layer numbered `at` from below.
    #[must_use]
    pub const fn new(at: usize, members: Vec<u16>, links: Vec<u16>) -> Self {
        Self {
            members,
            links,
            width: if at == 0 { WIDTH } else { UPPER_WIDTH },
        }
    }

    /// Whether it is one over `rows` rows.
    #[must_use]
    pub fn fits(&self, rows: usize) -> bool {
        let within = |id: u16| usize::from(id) < rows;
        self.links.len() == self.members.len() * self.width
            && self.members.is_sorted()
            && self.members.iter().all(|&id| within(id))
            && self.links.iter().all(|&id| id == NONE || within(id))
    }

    /// Where `id` is among the members; the lowest layer has all.
    fn place(&self, id: u16) -> Option<usize> {
        match self.members.get(usize::from(id)) {
            Some(&member) if member == id => Some(usize::from(id)),
            _ => self.members.binary_search(&id).ok(),
        }
    }

    /// The neighbours of `id`.
    fn of(&self, id: u16) -> &[u16] {
        let Some(at) = self.place(id) else {
            return &[];
        };
        let all = self
            .links
            .get(at * self.width..(at + 1) * self.width)
            .unwrap_or(&[]);
        let count = all.iter().position(|&id| id == NONE).unwrap_or(all.len());
        &all[..count]
    }

    fn set(&mut self, id: u16, neighbours: &[u16]) {
        if let Some(at) = self.place(id)
            && let Some(links) = self.links.get_mut(at * self.width..(at + 1) * self.width)
        {
            links.fill(NONE);
            for (link, &neighbour) in links.iter_mut().zip(neighbours) {
                *link = neighbour;
            }
        }
    }

    fn insert(&mut self, id: u16) {
        self.members.push(id);
        self.links.resize(self.members.len() * self.width, NONE);
    }
}

/// The `breadth` rows nearest to `query`, nearest first, with their products;
/// nearly all of them.
#[must_use]
pub fn nearest(layers: &[Layer], query: &[i8], row: &RowAt<'_>, breadth: usize) -> Vec<(i32, u16)> {
    let near = descend(layers, &|id| dot(query, row(id)), breadth);
    near.into_iter()
        .map(|(product, id)| (product, id.0))
        .collect()
}

/// The layers over `rows` rows, the lowest first.
#[must_use]
pub fn build(rows: usize, row: &RowAt<'_>) -> Vec<Layer> {
    let builder = Builder { row };
    let mut layers: Vec<Layer> = Vec::new();
    for id in 0..rows.min(usize::from(NONE)) as u16 {
        builder.insert(&mut layers, id);
    }
    layers
}

/// The nearest in the lowest of `layers`, nearest first; each layer starts from
/// the nearest of the one above.
fn descend(layers: &[Layer], product: &dyn Fn(u16) -> i32, breadth: usize) -> Vec<Near> {
    let mut near: Vec<Near> = Vec::new();
    for (at, layer) in layers.iter().enumerate().rev() {
        if near.is_empty() {
            near.extend(layer.members.first().map(|&id| (product(id), Reverse(id))));
        }
        let breadth = if at == 0 { breadth } else { 1 };
        near = walk(layer, &near, product, breadth);
    }
    near
}

/// The `breadth` nearest that can be reached from `start` in `layer` over ever
/// nearer rows, nearest first.
fn walk(layer: &Layer, start: &[Near], product: &dyn Fn(u16) -> i32, breadth: usize) -> Vec<Near> {
    let most = layer.members.last().map_or(0, |&id| usize::from(id) + 1);
    let mut seen = vec![false; most];
    let mut open: BinaryHeap<Near> = start.iter().copied().collect();
    let mut best: BinaryHeap<Reverse<Near>> = start.iter().copied().map(Reverse).collect();
    for &(_, Reverse(id)) in start {
        see(&mut seen, id);
    }
    while let Some(next) = open.pop() {
        let full = best.len() >= breadth;
        if full && best.peek().is_some_and(|worst| worst.0 > next) {
            break;
        }
        for &id in layer.of(next.1.0) {
            if see(&mut seen, id) {
                continue;
            }
            let near = (product(id), Reverse(id));
            if best.len() < breadth || best.peek().is_some_and(|worst| near > worst.0) {
                open.push(near);
                best.push(Reverse(near));
                if best.len() > breadth {
                    best.pop();
                }
            }
        }
    }
    let sorted = best.into_sorted_vec();
    sorted.into_iter().map(|near| near.0).collect()
}

/// Whether `id` was seen before; what is no row counts as seen.
fn see(seen: &mut [bool], id: u16) -> bool {
    let place = seen.get_mut(usize::from(id));
    place.is_none_or(|seen| std::mem::replace(seen, true))
}

/// Builds one graph.
struct Builder<'a, 'r> {
    row: &'a RowAt<'r>,
}

impl Builder<'_, '_> {
    fn insert(&self, layers: &mut Vec<Layer>, id: u16) {
        let product = |other: u16| self.product(id, other);
        let top = top_layer(id);
        let mut near: Vec<Near> = Vec::new();
        for at in (0..layers.len()).rev() {
            if near.is_empty() {
                near.extend(
                    layers[at]
                        .members
                        .first()
                        .map(|&first| (product(first), Reverse(first))),
                );
            }
            let breadth = if at > top { 1 } else { BREADTH };
            near = walk(&layers[at], &near, &product, breadth);
            if at <= top {
                let chosen = self.choose(&near, layers[at].width / 2);
                layers[at].insert(id);
                layers[at].set(id, &chosen);
                for other in chosen {
                    self.link(&mut layers[at], other, id);
                }
            }
        }
        while layers.len() <= top {
            let mut layer = Layer::new(layers.len(), Vec::new(), Vec::new());
            layer.insert(id);
            layers.push(layer);
        }
    }

    /// Adds `id` to the neighbours of `other`; where there is no room, those are
    /// chosen anew.
    fn link(&self, layer: &mut Layer, other: u16, id: u16) {
        let mut neighbours = layer.of(other).to_vec();
        neighbours.push(id);
        if neighbours.len() > layer.width {
            let near = neighbours
                .iter()
                .map(|&id| (self.product(other, id), Reverse(id)));
            let mut near: Vec<Near> = near.collect();
            near.sort_unstable_by(|a, b| b.cmp(a));
            neighbours = self.choose(&near, layer.width);
        }
        layer.set(other, &neighbours);
    }

    /// At most `most` of `near`, which come nearest first: those that are nearer
    /// to the row itself than to one that was chosen before, so that they lead in
    /// different directions; then the nearest of the others.
    fn choose(&self, near: &[Near], most: usize) -> Vec<u16> {
        let mut chosen: Vec<u16> = Vec::with_capacity(most);
        let mut others = Vec::new();
        for &(product, Reverse(id)) in near {
            if chosen.len() == most {
                break;
            }
            match chosen
                .iter()
                .all(|&known| self.product(id, known) < product)
            {
                true => chosen.push(id),
                false => others.push(id),
            }
        }
        let room = most - chosen.len();
        chosen.extend(others.into_iter().take(room));
        chosen
    }

    fn product(&self, a: u16, b: u16) -> i32 {
        dot((self.row)(a), (self.row)(b))
    }
}

/// The highest layer that the row numbered `id` is in: one row in
/// [`THINNING`] is in the next.
fn top_layer(id: u16) -> usize {
    // SplitMix64 (Steele, Lea and Flood 2014).
    let mut hash = SEED.wrapping_add(u64::from(id).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    hash = (hash ^ hash >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    hash = (hash ^ hash >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    hash ^= hash >> 31;
    let mut top = 0;
    while top + 1 < MOST_LAYERS && hash.is_multiple_of(THINNING) {
        hash /= THINNING;
        top += 1;
    }
    top
}
