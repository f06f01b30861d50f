//! Names as integers.

use crate::ids::NameId;
use crate::map::HashMap;
use serde::{Deserialize, Serialize};

/// An append-only table of distinct strings, one blob and a column of ends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names {
    text: String,
    ends: Vec<u32>,
}

impl Names {
    /// The string of `id`; empty for an id of another table.
    #[must_use]
    pub fn get(&self, id: NameId) -> &str {
        let end = self.ends.get(id.index()).copied().unwrap_or(0) as usize;
        let start = match id.index() {
            0 => 0,
            i => self.ends.get(i - 1).copied().unwrap_or(0) as usize,
        };
        self.text.get(start..end).unwrap_or("")
    }

    /// How many strings the table holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether the table holds no string.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All strings in id order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|i| self.get(NameId::at(i)))
    }

    fn push(&mut self, text: &str) -> NameId {
        self.text.push_str(text);
        self.ends.push(self.text.len() as u32);
        NameId::at(self.ends.len() - 1)
    }
}

/// Builds a [`Names`] table; equal strings get one id.
#[derive(Clone, Debug, Default)]
pub struct Interner {
    names: Names,
    ids: HashMap<Box<str>, NameId>,
}

impl Interner {
    /// The id of `text`, new or known.
    pub fn intern(&mut self, text: &str) -> NameId {
        if let Some(&id) = self.ids.get(text) {
            return id;
        }
        let id = self.names.push(text);
        self.ids.insert(text.into(), id);
        id
    }

    /// The id of `text` if it was interned.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<NameId> {
        self.ids.get(text).copied()
    }

    /// The string of `id`.
    #[must_use]
    pub fn get(&self, id: NameId) -> &str {
        self.names.get(id)
    }

    /// How many strings are interned.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether nothing is interned.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The finished table.
    #[must_use]
    pub fn into_names(self) -> Names {
        self.names
    }
}
