//! The container: a header, a table of sections, the sections without gaps.
//!
//! All numbers are little-endian.
//!
//! | offset | type | meaning |
//! |---|---|---|
//! | 0 | 8 bytes | `WAYMARK\0` |
//! | 8 | u32 | format version |
//! | 12 | u32 | flags, 0 |
//! | 16 | u32 | number of sections, n |
//! | 20 | u32 | 0 |
//! | 24 | n × 32 bytes | u32 id, u32 0, u64 offset, u64 length, u64 checksum |
//! | 24 + 32n | u64 | checksum of all before it |
//!
//! Every byte is covered by a checksum, and a reader takes only what a writer
//! of the same version writes: known sections, each once, in the order of their
//! ids, each where the one before ends, the last at the end of the bytes.

use crate::error::{Code, Result, WaymarkError};
use crate::snapshot::checksum::checksum;

/// The first bytes of every snapshot.
pub const MAGIC: [u8; 8] = *b"WAYMARK\0";
/// The version that is written, and the only one that is read.
pub const VERSION: u32 = 4;

const HEAD: usize = 24;
const ROW: usize = 32;
const CHECKSUM: usize = 8;

/// What a section holds, with its id. Ids are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Section {
    /// What the build reported.
    Report = 1,
    /// Paths, languages, hashes and tiers of the files.
    Files = 2,
    /// The compressed texts of the files.
    Texts = 3,
    /// The facts of the files.
    Facts = 4,
    /// Nodes of the graph and the strings they mention.
    Nodes = 5,
    /// Edges of the graph with their sites.
    Edges = 6,
    /// Uses without an edge.
    Unresolved = 7,
    /// Structural rank of each node.
    Ranks = 8,
    /// The lexical index.
    Lexical = 9,
    /// What the index needs for updates.
    State = 10,
    /// Vectors of symbols and files; empty where there are none.
    Vectors = 11,
    /// What a host told of features and places; empty where it told nothing.
    Lifting = 12,
}

impl Section {
    /// All sections in the order they are written.
    pub const ALL: [Self; 12] = [
        Self::Report,
        Self::Files,
        Self::Texts,
        Self::Facts,
        Self::Nodes,
        Self::Edges,
        Self::Unresolved,
        Self::Ranks,
        Self::Lexical,
        Self::State,
        Self::Vectors,
        Self::Lifting,
    ];
}

/// Puts the sections, in the order of [`Section::ALL`], into a container.
#[must_use]
pub fn pack(sections: &[Vec<u8>; Section::ALL.len()]) -> Vec<u8> {
    let start = HEAD + ROW * sections.len() + CHECKSUM;
    let total = start + sections.iter().map(Vec::len).sum::<usize>();
    let mut bytes = Vec::with_capacity(total);
    bytes.extend_from_slice(&MAGIC);
    for number in [VERSION, 0, sections.len() as u32, 0] {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    let mut offset = start as u64;
    for (section, content) in Section::ALL.iter().zip(sections) {
        bytes.extend_from_slice(&(*section as u64).to_le_bytes());
        for number in [offset, content.len() as u64, checksum(content)] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        offset += content.len() as u64;
    }
    bytes.extend_from_slice(&checksum(&bytes).to_le_bytes());
    for content in sections {
        bytes.extend_from_slice(content);
    }
    bytes
}

/// The sections of a container, in the order of [`Section::ALL`].
///
/// # Errors
/// [`Code::SnapshotVersion`] for another version, [`Code::InvalidSnapshot`] for
/// anything that [`pack`] would not have written.
pub fn unpack(bytes: &[u8]) -> Result<[&[u8]; Section::ALL.len()]> {
    let Some(head) = bytes.get(..HEAD).filter(|head| head.starts_with(&MAGIC)) else {
        return Err(invalid("these bytes are no snapshot"));
    };
    check_version(number(head, 8))?;
    let count = Section::ALL.len();
    if [number(head, 12), number(head, 16), number(head, 20)] != [0, count as u32, 0] {
        return Err(invalid("the header is damaged"));
    }
    let start = HEAD + ROW * count + CHECKSUM;
    let table = bytes
        .get(..start)
        .and_then(|table| table.split_last_chunk());
    let Some((table, expected)) = table else {
        return Err(invalid("the snapshot is cut off"));
    };
    if checksum(table) != u64::from_le_bytes(*expected) {
        return Err(invalid("the table of sections is damaged"));
    }
    let mut sections = [&bytes[..0]; Section::ALL.len()];
    let mut end = start;
    let (rows, _) = table[HEAD..].as_chunks::<ROW>();
    for ((slot, section), row) in sections.iter_mut().zip(Section::ALL).zip(rows) {
        *slot = content(bytes, section, row, end)?;
        end += slot.len();
    }
    if end == bytes.len() {
        Ok(sections)
    } else {
        Err(invalid("bytes follow the last section"))
    }
}

/// The checked bytes of one section, which must start at `start`.
fn content<'a>(
    bytes: &'a [u8],
    section: Section,
    row: &[u8; ROW],
    start: usize,
) -> Result<&'a [u8]> {
    let (fields, _) = row.as_chunks::<8>();
    let mut numbers = [0; 4];
    for (number, field) in numbers.iter_mut().zip(fields) {
        *number = u64::from_le_bytes(*field);
    }
    let [id, offset, length, expected] = numbers;
    if id != section as u64 || offset != start as u64 {
        return Err(invalid("the table of sections is wrong"));
    }
    let end = usize::try_from(length)
        .ok()
        .and_then(|length| start.checked_add(length));
    let Some(content) = end.and_then(|end| bytes.get(start..end)) else {
        return Err(invalid("the snapshot is cut off"));
    };
    if checksum(content) == expected {
        Ok(content)
    } else {
        Err(invalid(&format!("the section {section:?} is damaged")))
    }
}

fn check_version(version: u32) -> Result<()> {
    if version == VERSION {
        return Ok(());
    }
    let age = if version > VERSION {
        "a newer"
    } else {
        "an older"
    };
    Err(WaymarkError::new(
        Code::SnapshotVersion,
        format!(
            "the snapshot has format {version}, of {age} Waymark; this one reads format {VERSION}: index the tree again"
        ),
    ))
}

fn number(bytes: &[u8], at: usize) -> u32 {
    let field = bytes.get(at..).and_then(|rest| rest.first_chunk::<4>());
    field.map_or(0, |field| u32::from_le_bytes(*field))
}

/// An error that says what is wrong with the bytes.
#[must_use]
pub fn invalid(what: &str) -> WaymarkError {
    WaymarkError::new(Code::InvalidSnapshot, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<u8> {
        let mut sections: [Vec<u8>; Section::ALL.len()] = Default::default();
        for (length, section) in sections.iter_mut().enumerate() {
            *section = (0..length as u8).collect();
        }
        pack(&sections)
    }

    #[test]
    fn sections_come_back() {
        let bytes = sample();
        let sections = unpack(&bytes).expect("sound");
        let lengths = sections.map(<[u8]>::len);
        assert_eq!(lengths, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
        assert_eq!(sections[3], [0, 1, 2]);
    }

    #[test]
    fn no_flipped_bit_and_no_cut_goes_unnoticed() {
        let bytes = sample();
        for at in 0..bytes.len() {
            assert!(unpack(&bytes[..at]).is_err(), "cut at {at}");
            for bit in 0..8 {
                let mut wrong = bytes.clone();
                wrong[at] ^= 1 << bit;
                assert!(unpack(&wrong).is_err(), "bit {bit} of {at}");
            }
        }
        let longer = [bytes.as_slice(), &[0]].concat();
        assert!(unpack(&longer).is_err());
    }

    #[test]
    fn sections_that_overlap_or_are_huge_are_refused() {
        let bytes = sample();
        let row = |section: usize| HEAD + ROW * section;
        let forge = |at: usize, value: u64| {
            let mut wrong = bytes.clone();
            wrong[at..at + 8].copy_from_slice(&value.to_le_bytes());
            let end = HEAD + ROW * Section::ALL.len();
            let sum = checksum(&wrong[..end]);
            wrong[end..end + 8].copy_from_slice(&sum.to_le_bytes());
            unpack(&wrong).map(|_| ()).map_err(|error| error.code)
        };
        let refused = Err(Code::InvalidSnapshot);
        assert_eq!(forge(row(0), Section::Report as u64), Ok(()));
        assert_eq!(forge(row(2), Section::Files as u64), refused, "twice");
        assert_eq!(forge(row(3) + 8, HEAD as u64), refused, "overlap");
        assert_eq!(forge(row(8) + 16, u64::MAX), refused, "huge");
        assert_eq!(forge(row(8) + 16, 1 << 33), refused, "beyond the end");
    }

    #[test]
    fn other_versions_are_told_apart() {
        let mut bytes = sample();
        bytes[8] = VERSION as u8 + 1;
        let code = unpack(&bytes).map(|_| ()).map_err(|error| error.code);
        assert_eq!(code, Err(Code::SnapshotVersion));
        let code = unpack(b"PK\x03\x04")
            .map(|_| ())
            .map_err(|error| error.code);
        assert_eq!(code, Err(Code::InvalidSnapshot));
    }
}
