//! Postings while they grow: many byte lists in one buffer, each a chain of
//! chunks that double in size, so that a list costs no allocation and a rare
//! term no more than a few bytes.

/// Bytes of the link at the end of a chunk.
const LINK: usize = 4;
/// Payload of the first chunk, and the most a chunk may hold.
const FIRST: usize = 8;
const LARGEST: usize = 4096;

/// Where one list begins and ends.
#[derive(Clone, Copy, Debug)]
pub struct List {
    head: u32,
    /// Where the next byte goes.
    at: u32,
    /// End of the payload of the last chunk.
    end: u32,
    /// Payload of the last chunk.
    size: u32,
}

/// The buffer that all lists share.
#[derive(Clone, Debug, Default)]
pub struct Arena {
    bytes: Vec<u8>,
}

impl Arena {
    /// A new empty list.
    pub fn list(&mut self) -> List {
        let head = self.chunk(FIRST);
        List {
            head,
            at: head,
            end: head + FIRST as u32,
            size: FIRST as u32,
        }
    }

    /// Appends `byte` to `list`.
    pub fn push(&mut self, list: &mut List, byte: u8) {
        if list.at == list.end {
            let size = (list.size as usize * 2).min(LARGEST);
            let next = self.chunk(size);
            let link = list.end as usize;
            self.bytes[link..link + LINK].copy_from_slice(&next.to_le_bytes());
            *list = List {
                head: list.head,
                at: next,
                end: next + size as u32,
                size: size as u32,
            };
        }
        self.bytes[list.at as usize] = byte;
        list.at += 1;
    }

    /// Appends a number in groups of seven bits, the lowest first.
    pub fn push_varint(&mut self, list: &mut List, mut value: u64) {
        while value >= 0x80 {
            self.push(list, value as u8 | 0x80);
            value >>= 7;
        }
        self.push(list, value as u8);
    }

    /// Appends the bytes of `list` to `out`.
    pub fn copy(&self, list: &List, out: &mut Vec<u8>) {
        let (mut start, mut size) = (list.head as usize, FIRST);
        while start + size != list.end as usize {
            out.extend_from_slice(&self.bytes[start..start + size]);
            let link = &self.bytes[start + size..start + size + LINK];
            start = link.iter().rev().fold(0, |n, &b| n << 8 | b as usize);
            size = (size * 2).min(LARGEST);
        }
        out.extend_from_slice(&self.bytes[start..list.at as usize]);
    }

    fn chunk(&mut self, size: usize) -> u32 {
        let start = self.bytes.len();
        self.bytes.resize(start + size + LINK, 0);
        start as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_do_not_mix() {
        let mut arena = Arena::default();
        let mut lists: Vec<List> = (0..3).map(|_| arena.list()).collect();
        for i in 0..20_000_usize {
            arena.push(&mut lists[i % 2], (i / 2) as u8);
        }
        for (list, length) in lists.iter().zip([10_000, 10_000, 0]) {
            let mut out = Vec::new();
            arena.copy(list, &mut out);
            let expected: Vec<u8> = (0..length).map(|i: usize| i as u8).collect();
            assert_eq!(out, expected);
        }
    }

    #[test]
    fn varints_are_those_of_columns() {
        let mut arena = Arena::default();
        let mut list = arena.list();
        let mut expected = Vec::new();
        for value in [0, 127, 128, 99_999, u64::from(u32::MAX) << 1] {
            arena.push_varint(&mut list, value);
            crate::columns::put_varint(&mut expected, value);
        }
        let mut out = Vec::new();
        arena.copy(&list, &mut out);
        assert_eq!(out, expected);
    }
}
