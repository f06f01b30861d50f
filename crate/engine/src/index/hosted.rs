//! Vectors that the host makes: texts out, numbers in, in batches that it may
//! answer in any order.

use crate::corpus::File;
use crate::error::{Code, Result, WaymarkError};
use crate::search::embed::{normalise, symbols};
use std::ops::Range;

/// What a host embeds with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostEmbedder {
    /// What tells it from others: the model's name.
    pub name: String,
    /// Numbers of a vector.
    pub dimensions: usize,
}

/// The most numbers of a vector.
const MOST_DIMENSIONS: usize = 4096;

impl HostEmbedder {
    /// An embedder called `name`.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] for no name, or no or too many dimensions.
    pub fn new(name: &str, dimensions: usize) -> Result<Self> {
        if name.is_empty() || !(1..=MOST_DIMENSIONS).contains(&dimensions) {
            let message = format!(
                "an embedder has a name and 1 to {MOST_DIMENSIONS} dimensions, not `{name}` and {dimensions}"
            );
            return Err(WaymarkError::new(Code::InvalidArgument, message));
        }
        Ok(Self {
            name: name.to_owned(),
            dimensions,
        })
    }
}

/// The files whose vectors a host is to make, and those it has made.
#[derive(Clone, Debug, Default)]
pub(super) struct Hosted {
    /// Path of each file and the numbers of its texts, in path order.
    files: Vec<(String, Range<usize>)>,
    /// One vector a text; zeros until it is given.
    rows: Vec<i8>,
    dimensions: usize,
}

impl Hosted {
    /// The texts of `files`.
    pub(super) fn new<'a>(files: impl Iterator<Item = &'a File>, dimensions: usize) -> Self {
        let mut total = 0;
        let mut counted: Vec<(String, Range<usize>)> = Vec::new();
        for file in files {
            let count = 1 + symbols::embedded(file.facts.outline()).count();
            counted.push((file.path.clone(), total..total + count));
            total += count;
        }
        Self {
            files: counted,
            rows: vec![0; total * dimensions],
            dimensions,
        }
    }

    /// How many texts there are.
    pub(super) fn total(&self) -> usize {
        self.files.last().map_or(0, |(_, texts)| texts.end)
    }

    /// The files of the texts of `range`, with the numbers of all their texts.
    pub(super) fn files_of(&self, range: &Range<usize>) -> &[(String, Range<usize>)] {
        let first = self
            .files
            .partition_point(|(_, texts)| texts.end <= range.start);
        let last = self
            .files
            .partition_point(|(_, texts)| texts.start < range.end);
        self.files.get(first..last).unwrap_or(&[])
    }

    /// Takes the vectors of the texts from `first` on.
    ///
    /// # Errors
    /// [`Code::EmbedderMismatch`] if their numbers make no whole vectors, or
    /// there are more than texts.
    pub(super) fn submit(&mut self, first: usize, numbers: &[f32]) -> Result<()> {
        let width = self.dimensions.max(1);
        let start = first.saturating_mul(width);
        let Some(rows) = self
            .rows
            .get_mut(start..start.saturating_add(numbers.len()))
        else {
            return Err(mismatch("there are more vectors than texts"));
        };
        if !numbers.len().is_multiple_of(width) {
            return Err(mismatch("the vectors do not have the declared dimensions"));
        }
        let mut made = Vec::with_capacity(width);
        for (row, numbers) in rows
            .chunks_exact_mut(width)
            .zip(numbers.chunks_exact(width))
        {
            made.clear();
            normalise(numbers, &mut made);
            row.copy_from_slice(&made);
        }
        Ok(())
    }

    /// The rows of the file at `path`, if the host was asked for them.
    pub(super) fn rows_of(&self, path: &str) -> Option<&[i8]> {
        let at = self
            .files
            .binary_search_by(|(known, _)| known.as_str().cmp(path))
            .ok()?;
        let (_, texts) = self.files.get(at)?;
        self.rows
            .get(texts.start * self.dimensions..texts.end * self.dimensions)
    }
}

fn mismatch(what: &str) -> WaymarkError {
    WaymarkError::new(Code::EmbedderMismatch, what)
}
