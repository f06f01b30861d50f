//! An approximate index over rows: hierarchical navigable small worlds (Malkov
//! and Yashunin 2018), for trees where comparing with every row takes too long.
//!
//! The rows are divided into shards by the path of their file, and each shard is
//! a graph that is built in the order of its rows. So a graph is a function of
//! the rows of its shard alone: an update builds those again in which a row came,
//! went or changed, keeps the others, and ends with the bytes of a cold build.

use crate::columns::{ColumnReader, ColumnWriter};
use crate::error::{Code, Result, WaymarkError};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Rows of a shard, about: one is built in a second, and the more there are the
/// more has to be searched.
const SHARD: usize = 8192;
/// Neighbours of a row in the lowest layer, and in those above.
const WIDTH: usize = 32;
const UPPER_WIDTH: usize = 12;
/// Rows of a layer for one in the layer above.
const THINNING: u64 = 16;
const MOST_LAYERS: usize = 4;
/// Candidates while the graph is built, and the fewest while it is searched.
const BREADTH: usize = 100;
const SEARCH_BREADTH: usize = 96;
/// Decides which rows are in which layer.
const SEED: u64 = 0x5741_594D_4152_4B21;
/// Stands for no neighbour.
const NONE: u16 = u16::MAX;

/// Where a row is: its file, and its place in the file.
pub type Place = (u32, u32);

/// The graphs of all shards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hnsw {
    shards: Vec<Shard>,
}

/// The graph of one shard.
#[derive(Clone, Debug, Default, PartialEq)]
struct Shard {
    places: Vec<Place>,
    layers: Vec<Layer>,
}

/// The rows of a layer, and the neighbours of each, filled up with [`NONE`].
#[derive(Clone, Debug, Default, PartialEq)]
struct Layer {
    members: Vec<u16>,
    links: Vec<u16>,
    width: usize,
}

/// A row and how near it is: nearer first, equals by number.
type Near = (i32, Reverse<u16>);

impl Hnsw {
    /// The shards of `rows` rows.
    #[must_use]
    pub fn shard_count(rows: usize) -> usize {
        rows.div_ceil(SHARD).next_power_of_two()
    }

    /// Builds the graphs of `shards`, the places of whose rows are in the order of
    /// the corpus; `known` answers a graph that was built of the same rows.
    #[must_use]
    pub fn build<'a>(
        shards: Vec<Vec<Place>>,
        row: &impl Fn(Place) -> &'a [i8],
        known: impl Fn(usize, &[Place]) -> Option<&'a Self>,
    ) -> Self {
        let shards = shards.into_iter().enumerate().map(|(at, places)| {
            let before = known(at, &places).and_then(|known| known.shards.get(at));
            let layers = before.map(|shard| shard.layers.clone());
            let layers = layers.unwrap_or_else(|| Builder::new(&places, row).build());
            Shard { places, layers }
        });
        Self {
            shards: shards.collect(),
        }
    }

    /// The places of each shard.
    pub fn places(&self) -> impl Iterator<Item = &[Place]> {
        self.shards.iter().map(|shard| shard.places.as_slice())
    }

    /// Calls `each` with the places of the rows that come near `query`, and their
    /// products with it: about the `wanted` nearest of every shard.
    pub fn search<'a>(
        &self,
        query: &[i8],
        wanted: usize,
        row: &impl Fn(Place) -> &'a [i8],
        mut each: impl FnMut(Place, i32),
    ) {
        let breadth = wanted.clamp(SEARCH_BREADTH, SHARD);
        for shard in &self.shards {
            let product = |id: u16| waymark_vector::dot(query, row(shard.place(id)));
            for (product, Reverse(id)) in descend(&shard.layers, &product, breadth) {
                each(shard.place(id), product);
            }
        }
    }

    /// Bytes in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let layers = self.shards.iter().flat_map(|shard| &shard.layers);
        let links: usize = layers
            .map(|layer| 2 * (layer.links.len() + layer.members.len()))
            .sum();
        links
            + self
                .shards
                .iter()
                .map(|shard| shard.places.len() * size_of::<Place>())
                .sum::<usize>()
    }

    /// Appends the graphs as columns.
    pub fn write(&self, writer: &mut ColumnWriter) {
        writer.u32(self.shards.len() as u32);
        for shard in &self.shards {
            let (files, rows): (Vec<u32>, Vec<u32>) = shard.places.iter().copied().unzip();
            writer.u32s(&files);
            writer.u32s(&rows);
            writer.u32(shard.layers.len() as u32);
            for layer in &shard.layers {
                writer.u16s(&layer.members);
                writer.u16s(&layer.links);
            }
        }
    }

    /// Reads what [`Hnsw::write`] wrote.
    ///
    /// # Errors
    /// Where the bytes end early, or a graph does not fit its rows.
    pub fn read(reader: &mut ColumnReader<'_>) -> Result<Self> {
        let mut shards = Vec::new();
        for _ in 0..reader.u32()? {
            let (files, rows) = (reader.u32s()?, reader.u32s()?);
            let count = files.len();
            let mut layers = Vec::new();
            for at in 0..reader.u32()? {
                let layer = Layer {
                    members: reader.u16s()?,
                    links: reader.u16s()?,
                    width: if at == 0 { WIDTH } else { UPPER_WIDTH },
                };
                if !layer.fits(count) {
                    return Err(misfit());
                }
                layers.push(layer);
            }
            if rows.len() != count {
                return Err(misfit());
            }
            let places = files.into_iter().zip(rows).collect();
            shards.push(Shard { places, layers });
        }
        Ok(Self { shards })
    }
}

impl Shard {
    fn place(&self, id: u16) -> Place {
        self.places
            .get(usize::from(id))
            .copied()
            .unwrap_or_default()
    }
}

impl Layer {
    fn fits(&self, rows: usize) -> bool {
        let within = |id: u16| usize::from(id) < rows;
        self.links.len() == self.members.len() * self.width
            && self.members.is_sorted()
            && self.members.iter().all(|&id| within(id))
            && self.links.iter().all(|&id| id == NONE || within(id))
    }

    /// The neighbours of `id`.
    fn of(&self, id: u16) -> &[u16] {
        let Ok(at) = self.members.binary_search(&id) else {
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
        if let Ok(at) = self.members.binary_search(&id)
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
    let mut seen = vec![false; usize::from(NONE)];
    let mut open: BinaryHeap<Near> = start.iter().copied().collect();
    let mut best: BinaryHeap<Reverse<Near>> = start.iter().copied().map(Reverse).collect();
    for &(_, Reverse(id)) in start {
        seen[usize::from(id)] = true;
    }
    while let Some(next) = open.pop() {
        let full = best.len() >= breadth;
        if full && best.peek().is_some_and(|worst| worst.0 > next) {
            break;
        }
        for &id in layer.of(next.1.0) {
            if std::mem::replace(&mut seen[usize::from(id)], true) {
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

/// Builds one graph.
struct Builder<'a, R> {
    places: &'a [Place],
    row: &'a R,
}

impl<'a, 'r, R: Fn(Place) -> &'r [i8]> Builder<'a, R> {
    const fn new(places: &'a [Place], row: &'a R) -> Self {
        Self { places, row }
    }

    fn build(&self) -> Vec<Layer> {
        let mut layers: Vec<Layer> = Vec::new();
        // One shard has far fewer rows than there are numbers.
        for id in 0..self.places.len().min(usize::from(NONE)) as u16 {
            self.insert(&mut layers, id);
        }
        layers
    }

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
            let width = if layers.is_empty() {
                WIDTH
            } else {
                UPPER_WIDTH
            };
            let mut layer = Layer {
                width,
                ..Layer::default()
            };
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
        let row = |id: u16| {
            (self.row)(
                self.places
                    .get(usize::from(id))
                    .copied()
                    .unwrap_or_default(),
            )
        };
        waymark_vector::dot(row(a), row(b))
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

fn misfit() -> WaymarkError {
    let message = "the graph of the vectors does not fit them";
    WaymarkError::new(Code::InvalidSnapshot, message)
}
