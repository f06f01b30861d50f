//! The file of the built-in model: a table with one row of bytes a word.
//!
//! All numbers are little-endian.
//!
//! | offset | type | meaning |
//! |---|---|---|
//! | 0 | 4 bytes | `CVEC` |
//! | 4 | u16 | version, 1 |
//! | 6 | u16 | dimensions |
//! | 8 | u32 | number of words |
//! | 12 | 4 × f32 | weights of name, container, signature and body |
//! | 28 | 4 × u16 | the most words taken of each |
//! | 36 | u16 | the most words taken of a phrase |
//! | 38 | u16 | longest word, bytes |
//! | 40 | u32 | bytes of the word block |
//! | 44 | | the words, sorted: a length in one byte, then ASCII |
//! | the next multiple of 16 | | the rows |

use crate::corpus::ContentHash;
use crate::error::{Code, Result, WaymarkError};
use std::fmt;
use std::ops::Deref;
use waymark_vector::reader::{FIELDS, Table};
use waymark_vector::vocabulary::Vocabulary;

const MAGIC: &[u8; 4] = b"CVEC";
const VERSION: u16 = 1;
const HEAD: usize = 44;
const ALIGNMENT: usize = 16;
/// Beyond these a file is none of ours; they bound memory and sums.
const MOST_DIMENSIONS: usize = 4096;
const MOST_WORDS: u32 = 1 << 20;
const MOST_TAKEN: u16 = 1024;
const LONGEST_WORD: u16 = 64;

/// An embedding model, read and checked.
pub struct Model {
    /// What an index remembers of the model that made its vectors.
    name: String,
    table: Table,
}

impl Model {
    /// Reads a model.
    ///
    /// # Errors
    /// [`Code::InvalidModel`] for bytes that are no such file, and nothing else.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let mut head = Head(bytes.get(..HEAD).ok_or_else(|| invalid("it is cut off"))?);
        if head.take::<4>() != *MAGIC {
            return Err(invalid("it does not begin as one"));
        }
        if head.u16() != VERSION {
            return Err(invalid("it is of another version"));
        }
        let dimensions = usize::from(head.u16());
        let count = head.u32();
        let weights = std::array::from_fn(|_| f32::from_le_bytes(head.take()));
        let most: [u16; FIELDS] = std::array::from_fn(|_| head.u16());
        let (most_phrase, longest) = (head.u16(), head.u16());
        let block = head.u32() as usize;
        let sound = (1..=MOST_DIMENSIONS).contains(&dimensions)
            && count <= MOST_WORDS
            && weights.iter().all(|weight| weight.is_finite())
            && most
                .iter()
                .chain([&most_phrase])
                .all(|&most| most <= MOST_TAKEN)
            && longest <= LONGEST_WORD;
        if !sound {
            return Err(invalid("its header makes no sense"));
        }
        let end = HEAD.saturating_add(block);
        let words = bytes
            .get(HEAD..end)
            .ok_or_else(|| invalid("it is cut off"))?;
        let words = read_words(words, count, usize::from(longest))?;
        let start = end.next_multiple_of(ALIGNMENT);
        let rows = bytes.get(start..).unwrap_or(&[]);
        if rows.len() != count as usize * dimensions || bytes[end..start].iter().any(|&b| b != 0) {
            return Err(invalid("its rows do not fit its words"));
        }
        Ok(Self {
            name: format!("codevec-{}", &ContentHash::of(bytes).hex()[..16]),
            table: Table {
                dimensions,
                weights,
                most: most.map(usize::from),
                most_phrase: usize::from(most_phrase),
                longest: usize::from(longest),
                words,
                rows: rows.iter().map(|&byte| byte as i8).collect(),
            },
        })
    }

    /// What tells it from other models.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Numbers of a vector.
    #[must_use]
    pub const fn dimensions(&self) -> usize {
        self.table.dimensions
    }

    /// How many words it knows.
    #[must_use]
    pub fn words(&self) -> usize {
        self.table.words.len()
    }
}

impl Deref for Model {
    type Target = Table;

    fn deref(&self) -> &Table {
        &self.table
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} words)", self.name, self.words())
    }
}

/// The words of the block, which fills `block` and is sorted, so that no word is
/// there twice.
fn read_words(mut block: &[u8], count: u32, longest: usize) -> Result<Vocabulary> {
    let mut words = Vocabulary::default();
    let mut before: &[u8] = &[];
    for _ in 0..count {
        let word = block.split_first().and_then(|(&length, rest)| {
            let (word, rest) = rest.split_at_checked(usize::from(length))?;
            block = rest;
            Some(word)
        });
        let word = word.filter(|word| (1..=longest).contains(&word.len()) && *word > before);
        let text = word.filter(|word| word.is_ascii());
        let text = text.and_then(|word| std::str::from_utf8(word).ok());
        words.insert(text.ok_or_else(|| invalid("its words are damaged"))?);
        before = word.unwrap_or_default();
    }
    if block.is_empty() {
        Ok(words)
    } else {
        Err(invalid("bytes follow its words"))
    }
}

/// The header, field by field; its length was checked.
struct Head<'a>(&'a [u8]);

impl Head<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (field, rest) = self.0.split_first_chunk().unwrap_or((&[0; N], &[]));
        self.0 = rest;
        *field
    }

    fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.take())
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }
}

fn invalid(what: &str) -> WaymarkError {
    let message = format!("these bytes are no embedding model: {what}");
    WaymarkError::new(Code::InvalidModel, message)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A model of `words`, which are sorted; the row of each is the next of
    /// `rows`.
    pub(crate) fn file(words: &[&str], rows: &[&[i8]]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let dimensions = rows.first().map_or(4, |row| row.len()) as u16;
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(dimensions.to_le_bytes());
        bytes.extend((words.len() as u32).to_le_bytes());
        bytes.extend([1.0_f32, 0.5, 0.25, 1.0].map(f32::to_le_bytes).concat());
        bytes.extend([12_u16, 12, 32, 96, 32, 20].map(u16::to_le_bytes).concat());
        let block: usize = words.iter().map(|word| word.len() + 1).sum();
        bytes.extend((block as u32).to_le_bytes());
        for word in words {
            bytes.push(word.len() as u8);
            bytes.extend(word.as_bytes());
        }
        bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0);
        bytes.extend(rows.concat().iter().map(|&value| value as u8));
        bytes
    }

    fn sample() -> Vec<u8> {
        file(
            &["a", "b", "cd"],
            &[&[1, 2, 3, 4], &[5, 6, 7, 8], &[9, 10, 11, -12]],
        )
    }

    #[test]
    fn a_sound_file_is_read() {
        let model = Model::read(&sample()).expect("sound");
        assert_eq!((model.words(), model.dimensions()), (3, 4));
        assert_eq!(model.row(2), [9, 10, 11, -12]);
        assert_eq!(model.row(3), [0_i8; 0]);
        assert!(Model::read(&file(&[], &[])).is_ok());
    }

    #[test]
    fn other_bytes_are_refused() {
        let bytes = sample();
        let code = |bytes: &[u8]| Model::read(bytes).map(|_| ()).map_err(|error| error.code);
        for at in 0..bytes.len() {
            assert_eq!(code(&bytes[..at]), Err(Code::InvalidModel), "cut at {at}");
        }
        let longer = [bytes.as_slice(), &[0]].concat();
        assert_eq!(code(&longer), Err(Code::InvalidModel));
        let swapped = file(&["b", "a"], &[&[1, 2], &[3, 4]]);
        assert_eq!(code(&swapped), Err(Code::InvalidModel));
        // No byte makes it panic or ask for much memory.
        for at in 0..bytes.len() {
            for wrong in [0, 1, 0x7F, 0xFF] {
                let mut damaged = bytes.clone();
                damaged[at] = wrong;
                let _ = Model::read(&damaged);
            }
        }
    }
}
