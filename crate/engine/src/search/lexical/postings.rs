//! The documents of one term. Each is one number: the gap to the document
//! before, and in the three low bits the weight, or 0 where it is above 7 and
//! follows by itself. Against one bit for "the weight is 1" that took a fifth
//! off the postings of three packages.

use crate::columns::take_varint;

/// Bits of a posting that hold the weight.
const WEIGHT_BITS: u32 = 3;

/// Encodes one posting: hands `put` the numbers to write.
pub fn encode(gap: u32, weight: u32, mut put: impl FnMut(u64)) {
    let head = u64::from(gap) << WEIGHT_BITS;
    if weight >> WEIGHT_BITS == 0 {
        put(head | u64::from(weight));
    } else {
        put(head);
        put(u64::from(weight));
    }
}

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
        let document = self.next + (head >> WEIGHT_BITS);
        let weight = match head as u32 & ((1 << WEIGHT_BITS) - 1) {
            0 => take_varint(&mut self.bytes)? as u32,
            weight => weight,
        };
        self.next = document + 1;
        Some(Posting {
            document: u32::try_from(document).ok()?,
            weight,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::put_varint;

    #[test]
    fn postings_come_back() {
        let rows = [(0, 1), (1, 7), (2, 8), (1000, 70_000), (u32::MAX, 2)];
        let mut bytes = Vec::new();
        put_varint(&mut bytes, rows.len() as u64);
        let mut next = 0;
        for (document, weight) in rows {
            encode(document - next, weight, |number| {
                put_varint(&mut bytes, number)
            });
            next = document.wrapping_add(1);
        }
        let postings = Postings::new(&bytes);
        assert_eq!(postings.documents(), 5);
        let found: Vec<_> = postings.map(|p| (p.document, p.weight)).collect();
        assert_eq!(found, rows);
    }
}
