//! The text of a file as the parser is given it, where that is not the text as it is:
//! bytes are added that the file lacks. What nodes say of places is led back.

use std::borrow::Cow;

/// A text with bytes added.
#[derive(Debug)]
pub struct Copy<'s> {
    /// Its bytes.
    pub bytes: Cow<'s, [u8]>,
    /// What is in it alone.
    pub added: Added,
}

/// The places of bytes that are in a copy alone, in order.
#[derive(Clone, Debug, Default)]
pub struct Added(Vec<u32>);

impl Added {
    /// What is `at` in the copy, in the text.
    #[must_use]
    pub fn in_text(&self, at: u32) -> u32 {
        at - self.0.partition_point(|added| *added < at) as u32
    }
}

/// `text` with `bytes` added, each in front of the place it comes with, which are in order.
#[must_use]
pub fn add<'s>(text: Cow<'s, [u8]>, bytes: &[(usize, u8)]) -> Copy<'s> {
    let mut added = Vec::with_capacity(bytes.len());
    if bytes.is_empty() {
        let added = Added(added);
        return Copy { bytes: text, added };
    }
    let mut copy = Vec::with_capacity(text.len() + bytes.len());
    let mut from = 0;
    for &(place, byte) in bytes {
        copy.extend_from_slice(&text[from..place]);
        added.push(copy.len() as u32);
        copy.push(byte);
        from = place;
    }
    copy.extend_from_slice(&text[from..]);
    Copy {
        bytes: copy.into(),
        added: Added(added),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_lead_back() {
        let copy = add(b"abc".as_slice().into(), &[(1, b'1'), (1, b'2'), (3, b'3')]);
        assert_eq!(&*copy.bytes, b"a12bc3");
        let places = (0..=6).map(|at| copy.added.in_text(at));
        assert_eq!(places.collect::<Vec<_>>(), [0, 1, 1, 1, 2, 3, 3]);
        let same = add(b"abc".as_slice().into(), &[]);
        assert_eq!(same.added.in_text(2), 2);
    }
}
