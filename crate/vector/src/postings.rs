//! The documents of one term. Each is one number: the gap to the document
//! before, and in the three low bits the weight, or 0 where it is above 7 and
//! follows by itself. Against one bit for "the weight is 1" that took a fifth
//! off the postings of three packages.

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

/// What a term is worth in a document, before its rarity: between 0 and `most`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Norm {
    /// What endless repetition is worth.
    pub most: f32,
    /// What is added to the weight below the line, in a document of no length.
    pub base: f32,
    /// What is added for each word of the document.
    pub slope: f32,
}

impl Norm {
    /// What a term of `weight` is worth in a document of `length`.
    #[inline]
    #[must_use]
    pub fn saturate(&self, weight: u32, length: u16) -> f32 {
        let weight = weight as f32;
        weight * self.most / (weight + self.base + self.slope * f32::from(length))
    }
}

impl Postings<'_> {
    /// Adds to the score of each document what the term is worth there, `rarity`
    /// times. Documents without a score or a length are left out.
    pub fn add_to(self, scores: &mut [f32], lengths: &[u16], norm: Norm, rarity: f32) {
        for posting in self {
            let at = posting.document as usize;
            if let (Some(score), Some(&length)) = (scores.get_mut(at), lengths.get(at)) {
                *score += rarity * norm.saturate(posting.weight, length);
            }
        }
    }
}

/// Takes a number off the front of `bytes`; none where they end or the number
/// does not fit.
#[inline]
pub fn take_varint(bytes: &mut &[u8]) -> Option<u64> {
    // Nearly all are one byte or two.
    match **bytes {
        [low, ref rest @ ..] if low < 0x80 => {
            *bytes = rest;
            Some(u64::from(low))
        }
        [low, high, ref rest @ ..] if high < 0x80 => {
            *bytes = rest;
            Some(u64::from(low & 0x7F) | u64::from(high) << 7)
        }
        _ => take_long_varint(bytes),
    }
}

fn take_long_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    let mut shift = 0;
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(value);
        }
        shift += 7;
        if shift > 56 {
            return None;
        }
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

    fn put_varint(bytes: &mut Vec<u8>, mut value: u64) {
        while value >= 0x80 {
            bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        bytes.push(value as u8);
    }

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
        let found: Vec<_> = postings.clone().map(|p| (p.document, p.weight)).collect();
        assert_eq!(found, rows);
        let norm = Norm {
            most: 2.5,
            base: 0.5,
            slope: 0.25,
        };
        let mut scores = [1.0, 0.0, 0.0];
        postings.add_to(&mut scores, &[4, 2], norm, 2.0);
        assert_eq!(scores, [1.0 + 2.0 * (2.5 / 2.5), 2.0 * (17.5 / 8.0), 0.0]);
    }
}
