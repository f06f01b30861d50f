//! The documents of one term: the gap to the document before, shifted left by
//! one; the low bit says that a weight other than 1 follows.

use crate::columns::take_varint;

/// One document that holds a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// The document's number.
    pub document: u32,
    /// Sum over the fields of field weight × occurrences.
    pub weight: u32,
}

/// The postings of one term in document order.
#[derive(Clone, Debug)]
pub struct Postings<'a> {
    bytes: &'a [u8],
    documents: u32,
    next: u64,
}

impl<'a> Postings<'a> {
    /// Reads encoded postings: their number, then each.
    #[must_use]
    pub fn new(mut bytes: &'a [u8]) -> Self {
        let documents = take_varint(&mut bytes).unwrap_or(0) as u32;
        Self {
            bytes,
            documents,
            next: 0,
        }
    }

    /// In how many documents the term occurs (its document frequency).
    #[must_use]
    pub const fn documents(&self) -> u32 {
        self.documents
    }
}

impl Iterator for Postings<'_> {
    type Item = Posting;

    #[inline]
    fn next(&mut self) -> Option<Posting> {
        let head = take_varint(&mut self.bytes)?;
        let document = self.next + (head >> 1);
        let weight = match head & 1 {
            0 => 1,
            _ => take_varint(&mut self.bytes)? as u32,
        };
        self.next = document + 1;
        Some(Posting {
            document: u32::try_from(document).ok()?,
            weight,
        })
    }
}
