//! A sorted dictionary of terms with their postings, compact and immutable.
//!
//! Terms are front-coded in blocks: each entry is the length it shares with the
//! term before it, the length of the rest, the rest, and the length of its
//! postings. A look-up is a binary search over the first terms of the blocks
//! and a walk through one block.

use crate::columns::{ColumnReader, ColumnWriter, put_varint, take_varint};
use crate::error::Result;
use waymark_vector::postings::Postings;

/// Terms a block.
const BLOCK: usize = 16;

/// Terms in byte order, each with its postings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    count: u32,
    entries: Vec<u8>,
    postings: Vec<u8>,
    /// Per block, where its entries and its postings start.
    entry_starts: Vec<u32>,
    posting_starts: Vec<u32>,
}

impl Terms {
    /// How many terms there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there is no term.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Bytes in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.entries.len() + self.postings.len() + 8 * self.entry_starts.len()
    }

    /// The postings of `term`.
    #[must_use]
    pub fn get(&self, term: &str) -> Option<Postings<'_>> {
        let mut found = None;
        self.scan(term, |known, postings| {
            found = (known == term.as_bytes()).then_some(postings);
            false
        });
        found
    }

    /// Calls `each` with the terms that are not before `from`, in order, until
    /// it answers `false`.
    pub fn scan<'a>(&'a self, from: &str, mut each: impl FnMut(&[u8], Postings<'a>) -> bool) {
        let from = from.as_bytes();
        let block = self.block_of(from);
        let mut cursor = Cursor::at(self, block);
        while let Some(postings) = cursor.next() {
            if cursor.term.as_slice() >= from && !each(&cursor.term, postings) {
                return;
            }
        }
    }

    /// Appends the terms as columns.
    pub fn write(&self, writer: &mut ColumnWriter) {
        writer.u32(self.count);
        writer.bytes(&self.entries);
        writer.bytes(&self.postings);
        writer.u32s(&self.entry_starts);
        writer.u32s(&self.posting_starts);
    }

    /// Reads what [`Terms::write`] wrote.
    ///
    /// # Errors
    /// Where the bytes end early. Wrong contents give wrong or no postings.
    pub fn read(reader: &mut ColumnReader<'_>) -> Result<Self> {
        Ok(Self {
            count: reader.u32()?,
            entries: reader.bytes()?.to_vec(),
            postings: reader.bytes()?.to_vec(),
            entry_starts: reader.u32s()?,
            posting_starts: reader.u32s()?,
        })
    }

    /// The last block whose first term is not after `term`.
    fn block_of(&self, term: &[u8]) -> usize {
        self.entry_starts
            .partition_point(|&start| self.first_term(start).is_some_and(|first| first <= term))
            .saturating_sub(1)
    }

    fn first_term(&self, start: u32) -> Option<&[u8]> {
        let mut rest = self.entries.get(start as usize..)?;
        take_varint(&mut rest)?;
        let length = take_varint(&mut rest)? as usize;
        rest.get(..length)
    }
}

/// Walks the entries from the start of a block.
struct Cursor<'a> {
    entries: &'a [u8],
    postings: &'a [u8],
    term: Vec<u8>,
}

impl<'a> Cursor<'a> {
    fn at(terms: &'a Terms, block: usize) -> Self {
        let rest = |bytes: &'a [u8], starts: &[u32]| {
            let start = starts.get(block).map_or(usize::MAX, |&s| s as usize);
            bytes.get(start..).unwrap_or_default()
        };
        Self {
            entries: rest(&terms.entries, &terms.entry_starts),
            postings: rest(&terms.postings, &terms.posting_starts),
            term: Vec::new(),
        }
    }

    /// Steps to the next term and gives its postings.
    fn next(&mut self) -> Option<Postings<'a>> {
        let shared = take_varint(&mut self.entries)? as usize;
        let length = take_varint(&mut self.entries)? as usize;
        let (rest, entries) = self.entries.split_at_checked(length)?;
        self.entries = entries;
        self.term.truncate(shared);
        self.term.extend_from_slice(rest);
        let length = take_varint(&mut self.entries)? as usize;
        let (own, postings) = self.postings.split_at_checked(length)?;
        self.postings = postings;
        Some(Postings::new(own))
    }
}

/// Builds [`Terms`] from terms that arrive in byte order.
#[derive(Clone, Debug, Default)]
pub struct TermsWriter {
    terms: Terms,
    last: Vec<u8>,
}

impl TermsWriter {
    /// Appends `term`, which is after the last one; `write` appends its postings.
    pub fn push(&mut self, term: &str, write: impl FnOnce(&mut Vec<u8>)) {
        let terms = &mut self.terms;
        let mut shared = 0;
        if (terms.count as usize).is_multiple_of(BLOCK) {
            terms.entry_starts.push(terms.entries.len() as u32);
            terms.posting_starts.push(terms.postings.len() as u32);
        } else {
            let pairs = self.last.iter().zip(term.as_bytes());
            shared = pairs.take_while(|(a, b)| a == b).count();
        }
        let rest = term.as_bytes().get(shared..).unwrap_or_default();
        put_varint(&mut terms.entries, shared as u64);
        put_varint(&mut terms.entries, rest.len() as u64);
        terms.entries.extend_from_slice(rest);
        let start = terms.postings.len();
        write(&mut terms.postings);
        put_varint(&mut terms.entries, (terms.postings.len() - start) as u64);
        terms.count += 1;
        self.last.truncate(shared);
        self.last.extend_from_slice(rest);
    }

    /// The finished dictionary.
    #[must_use]
    pub fn finish(mut self) -> Terms {
        self.terms.entries.shrink_to_fit();
        self.terms.postings.shrink_to_fit();
        self.terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waymark_vector::postings::{Posting, encode};

    fn terms(words: &[String]) -> Terms {
        let mut writer = TermsWriter::default();
        for (i, word) in words.iter().enumerate() {
            writer.push(word, |bytes| {
                put_varint(bytes, 1);
                encode(i as u32, 1, |number| put_varint(bytes, number));
            });
        }
        writer.finish()
    }

    fn words() -> Vec<String> {
        let mut words: Vec<String> = (0..100).map(|i| format!("w{i}")).collect();
        words.push("äther".to_owned());
        words.sort();
        words
    }

    #[test]
    fn every_term_is_found_and_no_other() {
        let words = words();
        let terms = terms(&words);
        assert_eq!(terms.len(), words.len());
        for (i, word) in words.iter().enumerate() {
            let found: Vec<Posting> = terms.get(word).into_iter().flatten().collect();
            let expected = Posting {
                document: i as u32,
                weight: 1,
            };
            assert_eq!(found, [expected], "{word}");
            assert!(terms.get(&format!("{word}x")).is_none());
        }
        assert!(terms.get("").is_none() && terms.get("a").is_none() && terms.get("z").is_none());
        assert!(Terms::default().get("a").is_none());
    }

    #[test]
    fn a_scan_starts_anywhere() {
        let words = words();
        let terms = terms(&words);
        for from in ["", "w5", "w50", "w500", "x", "ä", "zz"] {
            let mut found = Vec::new();
            terms.scan(from, |term, _| {
                found.push(String::from_utf8_lossy(term).into_owned());
                true
            });
            let expected: Vec<String> = words.iter().filter(|w| &w[..] >= from).cloned().collect();
            assert_eq!(found, expected, "{from}");
        }
    }

    #[test]
    fn wrong_bytes_do_no_harm() {
        let terms = terms(&words());
        let mut writer = ColumnWriter::default();
        terms.write(&mut writer);
        let bytes = writer.finish();
        assert_eq!(Terms::read(&mut ColumnReader::new(&bytes)), Ok(terms));
        for at in 0..bytes.len() {
            let mut wrong = bytes.clone();
            wrong[at] ^= 0xA5;
            if let Ok(terms) = Terms::read(&mut ColumnReader::new(&wrong)) {
                terms.scan("w3", |_, postings| postings.count() < 1_000_000);
                let _ = terms.get("w42");
            }
        }
    }
}
