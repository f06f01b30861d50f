//! The facts of a file, packed until somebody asks.
//!
//! Most answers need the definitions of a few files; only linking needs all
//! facts of all files. So an index that was opened from a snapshot keeps facts
//! as bytes, and reads what is asked for: the outline (names and definitions),
//! which comes first in the bytes, or all.

use crate::extract::facts::{Definition, FileFacts};
use crate::intern::Names;
use crate::lz4;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// The facts of one file. Cheap to clone; whoever asks first unpacks for all.
#[derive(Clone, Default)]
pub struct Facts(Arc<Inner>);

#[derive(Default)]
struct Inner {
    packed: Option<Packed>,
    outline: OnceLock<Outline>,
    full: OnceLock<FileFacts>,
}

/// Facts as bytes, with what is asked of all files at once beside them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packed {
    /// Facts as one LZ4 block of postcard.
    pub block: Box<[u8]>,
    /// Length of the postcard in bytes.
    pub len: u32,
    /// How many definitions there are.
    pub definitions: u32,
    /// Lines of the file.
    pub lines: u32,
    /// Whether the parser met a syntax error.
    pub partial: bool,
}

/// The first fields of [`FileFacts`], in its order: postcard has no names, so
/// the bytes of the whole begin with these.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Outline {
    language: String,
    names: Names,
    definitions: Vec<Definition>,
}

impl Facts {
    /// Facts that were packed earlier.
    #[must_use]
    pub fn from_packed(packed: Packed) -> Self {
        Self(Arc::new(Inner {
            packed: Some(packed),
            ..Inner::default()
        }))
    }

    /// The facts as bytes.
    #[must_use]
    pub fn pack(&self) -> Packed {
        if let Some(packed) = &self.0.packed {
            return packed.clone();
        }
        // Writing to a vector cannot fail, and no fact refuses to be written.
        let bytes = postcard::to_stdvec(&**self).unwrap_or_default();
        Packed {
            block: lz4::compress(&bytes).into_boxed_slice(),
            len: bytes.len() as u32,
            definitions: self.definitions.len() as u32,
            lines: self.lines,
            partial: self.partial,
        }
    }

    /// How many definitions there are.
    #[must_use]
    pub fn definition_count(&self) -> usize {
        match &self.0.packed {
            Some(packed) => packed.definitions as usize,
            None => self.definitions.len(),
        }
    }

    /// Lines of the file.
    #[must_use]
    pub fn line_count(&self) -> u32 {
        self.0
            .packed
            .as_ref()
            .map_or_else(|| self.lines, |packed| packed.lines)
    }

    /// Whether the parser met a syntax error.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        self.0
            .packed
            .as_ref()
            .map_or_else(|| self.partial, |packed| packed.partial)
    }

    /// The definitions, without unpacking the rest.
    #[must_use]
    pub fn outline(&self) -> &[Definition] {
        match self.0.full.get() {
            Some(full) => &full.definitions,
            None => &self.0.outline().definitions,
        }
    }

    /// The strings that definitions mention, without unpacking the rest.
    #[must_use]
    pub fn names(&self) -> &Names {
        match self.0.full.get() {
            Some(full) => &full.names,
            None => &self.0.outline().names,
        }
    }
}

impl Inner {
    fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| {
            let packed = self.packed.as_ref();
            let outline = packed.and_then(|packed| {
                let bytes = packed.unpack()?;
                let (outline, _) = postcard::take_from_bytes::<Outline>(&bytes).ok()?;
                packed.fits(&outline.definitions).then_some(outline)
            });
            outline.unwrap_or_default()
        })
    }

    fn full(&self) -> &FileFacts {
        self.full.get_or_init(|| {
            let packed = self.packed.as_ref();
            let full = packed.and_then(|packed| {
                let bytes = packed.unpack()?;
                let (full, rest) = postcard::take_from_bytes::<FileFacts>(&bytes).ok()?;
                (rest.is_empty() && packed.fits(&full.definitions)).then_some(full)
            });
            full.unwrap_or_default()
        })
    }
}

impl Packed {
    fn unpack(&self) -> Option<Vec<u8>> {
        lz4::decompress(&self.block, self.len as usize)
    }

    /// Whether there are as many definitions as was said, and they contain each
    /// other from the outside in, which whoever walks outwards relies on.
    fn fits(&self, definitions: &[Definition]) -> bool {
        let inside = |(at, definition): (usize, &Definition)| {
            definition.container.is_none_or(|outer| outer.index() < at)
        };
        definitions.len() == self.definitions as usize && definitions.iter().enumerate().all(inside)
    }
}

/// All facts. Damaged bytes, which a checksum keeps out, hold no facts.
impl Deref for Facts {
    type Target = FileFacts;

    fn deref(&self) -> &FileFacts {
        self.0.full()
    }
}

impl From<FileFacts> for Facts {
    fn from(facts: FileFacts) -> Self {
        Self(Arc::new(Inner {
            full: OnceLock::from(facts),
            ..Inner::default()
        }))
    }
}

impl PartialEq for Facts {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || **self == **other
    }
}

impl Eq for Facts {}

impl fmt::Debug for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::facts::Word;
    use crate::ids::{DefinitionId, NameId};
    use crate::intern::Interner;

    fn facts() -> FileFacts {
        let mut names = Interner::default();
        let name = names.intern("größe");
        let definition = Definition {
            name,
            doc: "How large.".to_owned(),
            ..crate::testing::definition()
        };
        let inner = Definition {
            container: Some(DefinitionId(0)),
            ..definition.clone()
        };
        FileFacts {
            language: "rust".to_owned(),
            names: names.into_names(),
            definitions: vec![definition, inner],
            lines: 7,
            partial: true,
            words: vec![Word {
                definition: None,
                name: NameId(0),
                count: 2,
            }],
            ..FileFacts::default()
        }
    }

    #[test]
    fn packed_facts_say_the_same() {
        let fresh = Facts::from(facts());
        let packed = Facts::from_packed(fresh.pack());
        assert_eq!(packed.definition_count(), 2);
        assert_eq!((packed.line_count(), packed.is_partial()), (7, true));
        assert_eq!(packed.outline(), &fresh.definitions);
        assert_eq!(packed.names(), &fresh.names);
        assert!(packed.0.full.get().is_none(), "the outline is enough");
        assert_eq!(packed, fresh);
        assert_eq!(packed.pack(), fresh.pack());
        assert_eq!(Facts::default().definition_count(), 0);
    }

    #[test]
    fn damaged_bytes_hold_no_facts() {
        let sound = Facts::from(facts()).pack();
        for at in 0..sound.block.len() {
            let mut wrong = sound.clone();
            wrong.block[at] ^= 0xFF;
            let facts = Facts::from_packed(wrong);
            assert!(facts.outline().len() <= 2);
            assert!(facts.definitions.len() <= 2);
        }
        for (len, definitions) in [(u32::MAX, 2), (sound.len, 3), (sound.len + 1, 2)] {
            let wrong = Packed {
                len,
                definitions,
                ..sound.clone()
            };
            let facts = Facts::from_packed(wrong);
            assert!(facts.outline().is_empty() && facts.definitions.is_empty());
        }
        let mut cycle = facts();
        cycle.definitions[0].container = Some(DefinitionId(1));
        let packed = Facts::from(cycle).pack();
        assert!(Facts::from_packed(packed).outline().is_empty());
    }
}
