//! One row of bytes for every file and every symbol with a body, and the scan
//! that compares a query with all of them.
//!
//! A scan is exact, and linear: 100,000 rows take two milliseconds. Beyond
//! [`MANY`] rows, or where it is asked for, an [`Hnsw`] stands beside the rows.

use crate::columns::{ColumnReader, ColumnWriter};
use crate::corpus::{Corpus, File};
use crate::error::{Code, Result, WaymarkError};
use crate::graph::Graph;
use crate::ids::{FileId, NodeId};
use crate::search::embed::{Reader, symbols};
use crate::search::hnsw::{Hnsw, Place};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The rows of one file, one after the other: its own, then those of its
/// definitions. Shared, so that an update copies nothing.
pub type Rows = Arc<[i8]>;

/// Rows from which on graphs stand beside them. A shard of 8,192 rows is searched in
/// 105 µs where a scan takes 156 (Node 20); up to this number a scan takes 6 ms and
/// spares the seconds that each shard takes to build.
pub const MANY: usize = 300_000;

/// How the nearest rows are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub enum VectorIndex {
    /// By comparing all up to 300,000, by graphs beyond.
    #[default]
    Auto,
    /// By comparing all.
    Exact,
    /// By hierarchical navigable small worlds: nearly all of the nearest.
    Hnsw,
}

/// The square of the length of a row.
pub const UNIT: f32 = 127.0 * 127.0;

/// The vectors of a tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vectors {
    embedder: String,
    dimensions: usize,
    files: Vec<Rows>,
    /// What each row speaks of, over all files.
    nodes: Vec<NodeId>,
    /// The number of the first row of each file.
    starts: Vec<u32>,
    graphs: Option<Hnsw>,
}

/// The rows of `file`.
#[must_use]
pub fn embed(reader: &mut Reader<'_>, file: &File) -> Rows {
    let mut rows = Vec::new();
    symbols::parts(file, |parts| reader.symbol(parts, &mut rows));
    rows.into()
}

impl Vectors {
    /// Puts together the rows of all files, in the order of the corpus, that
    /// `embedder` made. A file whose rows are missing or do not fit gets zeros.
    #[must_use]
    pub fn new(
        embedder: &str,
        dimensions: usize,
        mut files: Vec<Rows>,
        corpus: &Corpus,
        graph: &Graph,
    ) -> Self {
        let mut nodes = Vec::new();
        files.resize(corpus.files().len(), Rows::default());
        for (at, (file, rows)) in corpus.files().iter().zip(&mut files).enumerate() {
            let id = FileId::at(at);
            let before = nodes.len();
            nodes.push(graph.file_node(id));
            let symbols = symbols::embedded(file.facts.outline());
            nodes
                .extend(symbols.map(|definition| graph.symbol_node(corpus.symbol(id, definition))));
            let length = (nodes.len() - before) * dimensions;
            if rows.len() != length {
                *rows = vec![0; length].into();
            }
        }
        Self {
            embedder: embedder.to_owned(),
            dimensions,
            starts: starts(&files, dimensions),
            files,
            nodes,
            graphs: None,
        }
    }

    /// With graphs beside the rows, if `kind` and their number say so. Those of
    /// `before` are kept where their rows are the same.
    #[must_use]
    pub fn indexed(mut self, kind: VectorIndex, corpus: &Corpus, before: Option<&Self>) -> Self {
        let wanted = match kind {
            VectorIndex::Auto => self.len() > MANY,
            VectorIndex::Exact => false,
            VectorIndex::Hnsw => true,
        };
        if wanted {
            let known = |shard: usize, places: &[Place]| {
                let graphs = before?.graphs.as_ref()?;
                let old = graphs.places().nth(shard)?;
                let same = |(&a, &b): (&Place, &Place)| {
                    self.row(a) == before.map_or(&[][..], |v| v.row(b))
                };
                (old.len() == places.len() && places.iter().zip(old).all(same)).then_some(graphs)
            };
            let graphs = Hnsw::build(self.shards(corpus), &|place| self.row(place), known);
            self.graphs = Some(graphs);
        }
        self
    }

    /// Places of the rows that are not zero, by the shard of their file.
    fn shards(&self, corpus: &Corpus) -> Vec<Vec<Place>> {
        let mut shards = vec![Vec::new(); Hnsw::shard_count(self.len())];
        for ((file, rows), at) in corpus.files().iter().zip(&self.files).zip(0..) {
            let shard = path_hash(&file.path) as usize & (shards.len() - 1);
            for (row, number) in rows.chunks_exact(self.dimensions.max(1)).zip(0..) {
                if says(row) {
                    shards[shard].push((at, number));
                }
            }
        }
        shards
    }

    fn row(&self, (file, number): Place) -> &[i8] {
        let start = number as usize * self.dimensions;
        let rows = self.files.get(file as usize);
        rows.and_then(|rows| rows.get(start..start + self.dimensions))
            .unwrap_or(&[])
    }

    /// Who made them.
    #[must_use]
    pub fn embedder(&self) -> &str {
        &self.embedder
    }

    /// Numbers of a vector.
    #[must_use]
    pub const fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many of them say something: one of zeros is what a host failed to make, or
    /// of a text whose words the model does not know.
    #[must_use]
    pub fn made(&self) -> usize {
        let rows = self.files.iter();
        let rows = rows.flat_map(|rows| rows.chunks_exact(self.dimensions.max(1)));
        rows.filter(|row| says(row)).count()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether no row says anything: whoever was to make them did not.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        let mut rows = self.files.iter();
        rows.all(|rows| !says(rows))
    }

    /// Bytes in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let graphs = self.graphs.as_ref().map_or(0, Hnsw::bytes);
        self.nodes.len() * (self.dimensions + size_of::<NodeId>()) + graphs
    }

    /// Whether there are graphs beside the rows.
    #[must_use]
    pub const fn has_graphs(&self) -> bool {
        self.graphs.is_some()
    }

    /// The rows of the file at `at`.
    #[must_use]
    pub fn of_file(&self, at: usize) -> Option<&Rows> {
        self.files.get(at)
    }

    /// The row of `node`, if it has one; the first of several.
    #[must_use]
    pub fn of_node(&self, node: NodeId) -> Option<&[i8]> {
        let number = self.nodes.iter().position(|&known| known == node)?;
        let after = self
            .starts
            .partition_point(|&start| start as usize <= number);
        let file = after.checked_sub(1)?;
        Some(self.row((file as u32, number as u32 - self.starts.get(file)?)))
    }

    /// The cosine of `query` with each of `documents` nodes; 0 for a node without
    /// a row, the best of several rows of one node. By the graphs, where there are any
    /// and `exactly` is not asked for, only the nearest have theirs, nearly all of them.
    #[must_use]
    pub fn cosines(&self, query: &[i8], documents: usize, exactly: bool) -> Vec<f32> {
        let mut best = vec![0.0_f32; documents];
        let mut keep = |node: NodeId, product: i32| {
            if let Some(known) = best.get_mut(node.index()) {
                let cosine = product as f32 / UNIT;
                // `max` asks what is no number, and is a call.
                if cosine > *known {
                    *known = cosine;
                }
            }
        };
        match self.graphs.as_ref().filter(|_| !exactly) {
            None => {
                for (&node, product) in self.nodes.iter().zip(self.products(query)) {
                    keep(node, product);
                }
            }
            Some(graphs) => graphs.search(
                query,
                &|place| self.row(place),
                |(file, number), product| {
                    let start = self.starts.get(file as usize).copied().unwrap_or_default();
                    if let Some(&node) = self.nodes.get((start + number) as usize) {
                        keep(node, product);
                    }
                },
            ),
        }
        best
    }

    /// The product of `query` with every row.
    fn products(&self, query: &[i8]) -> Vec<i32> {
        let mut products = Vec::with_capacity(self.nodes.len());
        if query.len() == self.dimensions {
            for rows in &self.files {
                waymark_vector::dots(query, rows, &mut products);
            }
        }
        products
    }

    /// Appends the vectors as columns.
    pub fn write(&self, writer: &mut ColumnWriter) {
        writer.bytes(self.embedder.as_bytes());
        writer.u32(self.dimensions as u32);
        let nodes: Vec<u32> = self.nodes.iter().map(|node| node.0).collect();
        writer.u32s(&nodes);
        let lengths: Vec<u32> = self.files.iter().map(|rows| rows.len() as u32).collect();
        writer.u32s(&lengths);
        let rows = self.files.iter().flat_map(|rows| rows.iter());
        let rows: Vec<u8> = rows.map(|&value| value as u8).collect();
        writer.bytes(&rows);
        writer.u32(u32::from(self.graphs.is_some()));
        if let Some(graphs) = &self.graphs {
            graphs.write(writer);
        }
    }

    /// Reads what [`Vectors::write`] wrote.
    ///
    /// # Errors
    /// Where the bytes end early, or the columns do not fit together. Other wrong
    /// contents give wrong scores, no panic.
    pub fn read(reader: &mut ColumnReader<'_>) -> Result<Self> {
        let embedder = String::from_utf8_lossy(reader.bytes()?).into_owned();
        let dimensions = reader.u32()? as usize;
        let nodes: Vec<NodeId> = reader.u32s()?.into_iter().map(NodeId).collect();
        let lengths = reader.u32s()?;
        let mut rest = reader.bytes()?;
        let mut files = Vec::with_capacity(lengths.len());
        for length in lengths {
            let (rows, tail) = rest.split_at_checked(length as usize).ok_or_else(misfit)?;
            files.push(rows.iter().map(|&byte| byte as i8).collect());
            rest = tail;
        }
        let graphs = match reader.u32()? {
            0 => None,
            1 => Some(Hnsw::read(reader)?),
            _ => return Err(misfit()),
        };
        let vectors = Self {
            embedder,
            dimensions,
            starts: starts(&files, dimensions),
            files,
            nodes,
            graphs,
        };
        let total: usize = vectors.files.iter().map(|rows| rows.len()).sum();
        if rest.is_empty() && vectors.nodes.len().checked_mul(dimensions) == Some(total) {
            Ok(vectors)
        } else {
            Err(misfit())
        }
    }
}

/// Whether a number of `row` is not zero.
#[must_use]
pub fn says(row: &[i8]) -> bool {
    row.iter().any(|&value| value != 0)
}

/// The number of the first row of each file.
fn starts(files: &[Rows], dimensions: usize) -> Vec<u32> {
    let counts = files.iter().map(|rows| rows.len() / dimensions.max(1));
    let starts = counts.scan(0, |start, count| {
        let own = *start;
        *start += count as u32;
        Some(own)
    });
    starts.collect()
}

/// FNV-1a, which is the same on every platform.
fn path_hash(path: &str) -> u32 {
    let step = |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    path.bytes().fold(0x811C_9DC5, step)
}

fn misfit() -> WaymarkError {
    let message = "the columns of the vectors do not fit together";
    WaymarkError::new(Code::InvalidSnapshot, message)
}
