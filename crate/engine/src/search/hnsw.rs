//! An approximate index over rows, for trees where comparing with every row takes
//! too long: graphs as [`waymark_vector::graph`] builds them.
//!
//! The rows are divided into shards by the path of their file, and each shard is
//! a graph that is built in the order of its rows. So a graph is a function of
//! the rows of its shard alone: an update builds those again in which a row came,
//! went or changed, keeps the others, and ends with the bytes of a cold build.

use crate::columns::{ColumnReader, ColumnWriter};
use crate::error::{Code, Result, WaymarkError};
use waymark_vector::graph::{Layer, build, nearest};

/// Rows of a shard, about. Larger ones are searched sooner (32,768 rows in 143 µs,
/// 8,192 in 105), but a change of one row builds its shard again.
const SHARD: usize = 8192;
/// Candidates while a graph is searched, which are those that it finds: the same for
/// every page, so that pages are parts of one ranking.
pub const BREADTH: usize = 96;

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
            let layers = layers.unwrap_or_else(|| {
                // One shard has far fewer rows than there are numbers.
                let at = |id: u16| places.get(usize::from(id)).copied().unwrap_or_default();
                build(places.len(), &|id| row(at(id)))
            });
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
    /// products with it: about the [`BREADTH`] nearest of every shard.
    pub fn search<'a>(
        &self,
        query: &[i8],
        row: &impl Fn(Place) -> &'a [i8],
        mut each: impl FnMut(Place, i32),
    ) {
        for shard in &self.shards {
            let row = |id: u16| row(shard.place(id));
            for (product, id) in nearest(&shard.layers, query, &row, BREADTH) {
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
                let layer = Layer::new(at as usize, reader.u16s()?, reader.u16s()?);
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

fn misfit() -> WaymarkError {
    let message = "the graph of the vectors does not fit them";
    WaymarkError::new(Code::InvalidSnapshot, message)
}
