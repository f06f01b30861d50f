//! Texts to vectors: the rows of their words, averaged.

use crate::subtokens::{runs, subtokens};
use crate::vocabulary::Vocabulary;

/// The parts of a symbol that a table weighs.
pub const FIELDS: usize = 4;

/// Shortest word that may stand inside an unknown one.
const SHORTEST_PART: usize = 3;
/// Bytes of an unknown word that are looked at.
const LONGEST_UNKNOWN: usize = 64;
/// Longest run that is remembered, and how many are.
const LONGEST_RUN: usize = 48;
const MOST_RUNS: usize = 1 << 17;

/// What a symbol is made of, as a table weighs it. Bytes that are no ASCII
/// letters or digits separate words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts<'a> {
    /// Its name.
    pub name: &'a [u8],
    /// The names around it.
    pub container: &'a [u8],
    /// What stands between name and body: parameters and types.
    pub signature: &'a [u8],
    /// Its body, or what else describes it.
    pub body: &'a [u8],
}

/// A row of bytes for each word, and how much of a text is read.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Numbers of a row.
    pub dimensions: usize,
    /// What name, container, signature and body weigh.
    pub weights: [f32; FIELDS],
    /// The most words taken of each.
    pub most: [usize; FIELDS],
    /// The most words taken of a phrase.
    pub most_phrase: usize,
    /// The longest word, in bytes.
    pub longest: usize,
    /// The words.
    pub words: Vocabulary,
    /// The rows of the words, in their order.
    pub rows: Vec<i8>,
}

impl Table {
    /// The row of the word numbered `id`.
    #[must_use]
    pub fn row(&self, id: u32) -> &[i8] {
        let start = id as usize * self.dimensions;
        self.rows.get(start..start + self.dimensions).unwrap_or(&[])
    }
}

/// Reads texts by a table. It remembers the runs it has cut: code repeats
/// itself.
#[derive(Debug)]
pub struct Reader<'a> {
    table: &'a Table,
    runs: Vocabulary,
    /// Where the ids of each remembered run end in `pool`.
    ends: Vec<u32>,
    pool: Vec<u32>,
    /// The field that each id was last taken for.
    seen: Vec<u32>,
    field: u32,
    /// Ids of the field at hand.
    ids: Vec<u32>,
    sums: Vec<i32>,
    vector: Vec<f32>,
}

impl<'a> Reader<'a> {
    /// A reader by `table`.
    #[must_use]
    pub fn new(table: &'a Table) -> Self {
        Self {
            table,
            runs: Vocabulary::default(),
            ends: Vec::new(),
            pool: Vec::new(),
            seen: vec![0; table.words.len()],
            field: 0,
            ids: Vec::new(),
            sums: vec![0; table.dimensions],
            vector: vec![0.0; table.dimensions],
        }
    }

    /// The vector of a phrase; all zeros if the table knows none of its words.
    #[must_use]
    pub fn phrase(&mut self, text: &str) -> Vec<i8> {
        self.take(text.as_bytes(), self.table.most_phrase);
        self.vector.fill(0.0);
        self.sum();
        for (value, &sum) in self.vector.iter_mut().zip(&self.sums) {
            *value = sum as f32;
        }
        let mut row = Vec::with_capacity(self.vector.len());
        normalise(&self.vector, &mut row);
        row
    }

    /// Appends the vector of a symbol to `rows`; all zeros if the table knows
    /// none of its words.
    pub fn symbol(&mut self, parts: &Parts<'_>, rows: &mut Vec<i8>) {
        self.vector.fill(0.0);
        let texts: [&[u8]; FIELDS] = [parts.name, parts.container, parts.signature, parts.body];
        for (at, text) in texts.into_iter().enumerate() {
            self.take(text, self.table.most[at]);
            if self.ids.is_empty() {
                continue;
            }
            self.sum();
            let count = self.ids.len() as f32;
            let weight = self.table.weights[at];
            for (value, &sum) in self.vector.iter_mut().zip(&self.sums) {
                *value += weight * (sum as f32 / count);
            }
        }
        normalise(&self.vector, rows);
    }

    /// The first `most` ids of `text`, each once.
    fn take(&mut self, text: &[u8], most: usize) {
        self.field += 1;
        self.ids.clear();
        for run in runs(text) {
            let (start, end) = self.run(run);
            for at in start..end {
                let id = self.pool[at];
                let Some(seen) = self.seen.get_mut(id as usize) else {
                    continue;
                };
                if *seen != self.field {
                    if self.ids.len() == most {
                        return;
                    }
                    *seen = self.field;
                    self.ids.push(id);
                }
            }
        }
    }

    /// Where the ids of `run` are in the pool.
    fn run(&mut self, run: &str) -> (usize, usize) {
        let start = self.remembered();
        self.pool.truncate(start);
        if run.len() > LONGEST_RUN || self.runs.len() >= MOST_RUNS {
            self.cut(run);
            return (start, self.pool.len());
        }
        let (id, new) = self.runs.insert(run);
        if new {
            self.cut(run);
            self.ends.push(self.pool.len() as u32);
        }
        let end = |id: usize| self.ends.get(id).map_or(0, |&end| end as usize);
        let id = id as usize;
        (id.checked_sub(1).map_or(0, end), end(id))
    }

    /// Ids of all remembered runs.
    fn remembered(&self) -> usize {
        self.ends.last().map_or(0, |&end| end as usize)
    }

    /// Appends the ids of `run` to the pool.
    fn cut(&mut self, run: &str) {
        for word in subtokens(run) {
            let word = word.to_ascii_lowercase();
            match self.table.words.find(&word) {
                Some(id) => self.pool.push(id),
                None if word.as_bytes()[0].is_ascii_digit() => {}
                None => self.cut_unknown(word.get(..LONGEST_UNKNOWN).unwrap_or(&word)),
            }
        }
    }

    /// Appends the ids of the longest words inside `word`, from left to right.
    fn cut_unknown(&mut self, word: &str) {
        let mut at = 0;
        while at + SHORTEST_PART <= word.len() {
            let longest = (word.len() - at).min(self.table.longest);
            let mut lengths = (SHORTEST_PART..=longest).rev();
            let found = lengths.find_map(|length| {
                let part = word.get(at..at + length)?;
                Some((self.table.words.find(part)?, length))
            });
            match found {
                Some((id, length)) => {
                    self.pool.push(id);
                    at += length;
                }
                None => at += 1,
            }
        }
    }

    /// Sums the rows of the ids at hand.
    fn sum(&mut self) {
        self.sums.fill(0);
        for &id in &self.ids {
            crate::add(&mut self.sums, self.table.row(id));
        }
    }
}

/// Appends `vector`, scaled to length 127 and rounded half up, to `rows`; a
/// vector of zeros stays one. Every step is rounded as IEEE 754 says, so the
/// bytes are the same everywhere.
pub fn normalise(vector: &[f32], rows: &mut Vec<i8>) {
    let squares = vector.iter().map(|&v| f64::from(v) * f64::from(v));
    let length = squares.fold(0.0, |sum, square| sum + square).sqrt();
    let scale = if length > 0.0 && length.is_finite() {
        127.0 / length
    } else {
        0.0
    };
    rows.extend(
        vector
            .iter()
            .map(|&v| (f64::from(v) * scale + 0.5).floor() as i8),
    );
}
