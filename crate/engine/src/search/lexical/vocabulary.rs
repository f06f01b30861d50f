//! Strings to dense numbers while an index is written: one blob, no allocation
//! a string, and the probing table keeps numbers only.

use std::hash::Hasher;

/// A slot without an entry.
const FREE: u32 = u32::MAX;

/// An append-only set of strings, numbered in order of arrival.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    text: String,
    ends: Vec<u32>,
    /// Open addressing, a power of two, at most three quarters full.
    slots: Vec<u32>,
}

impl Vocabulary {
    /// The number of `text`, and whether it is new.
    pub fn insert(&mut self, text: &str) -> (u32, bool) {
        if self.ends.len() * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        let slot = self.slot(text);
        if self.slots[slot] != FREE {
            return (self.slots[slot], false);
        }
        let id = self.ends.len() as u32;
        self.slots[slot] = id;
        self.text.push_str(text);
        self.ends.push(self.text.len() as u32);
        (id, true)
    }

    /// The string numbered `id`; empty for an unknown number.
    #[must_use]
    pub fn get(&self, id: u32) -> &str {
        let end = |i: usize| self.ends.get(i).copied().unwrap_or(0) as usize;
        let id = id as usize;
        let start = if id == 0 { 0 } else { end(id - 1) };
        self.text.get(start..end(id)).unwrap_or("")
    }

    /// How many strings there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no string.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All numbers in the byte order of their strings.
    #[must_use]
    pub fn sorted(&self) -> Vec<u32> {
        let mut ids: Vec<u32> = (0..self.len() as u32).collect();
        ids.sort_unstable_by(|&a, &b| self.get(a).as_bytes().cmp(self.get(b).as_bytes()));
        ids
    }

    /// The slot that holds `text`, or the free one where it belongs.
    fn slot(&self, text: &str) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(text) & mask;
        while self.slots[slot] != FREE && self.get(self.slots[slot]) != text {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(64);
        self.slots.clear();
        self.slots.resize(size, FREE);
        for id in 0..self.len() as u32 {
            let slot = self.slot(self.get(id));
            self.slots[slot] = id;
        }
    }
}

fn hash(text: &str) -> usize {
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_numbered_once() {
        let mut vocabulary = Vocabulary::default();
        for round in 0..2 {
            for i in 0..500_u32 {
                let (id, new) = vocabulary.insert(&format!("w{i}"));
                assert_eq!((id, new), (i, round == 0));
            }
        }
        assert_eq!(vocabulary.len(), 500);
        assert_eq!(vocabulary.get(499), "w499");
        assert_eq!(vocabulary.get(500), "");
        assert_eq!(vocabulary.insert(""), (500, true));
        assert_eq!(vocabulary.sorted()[..3], [500, 0, 1]);
    }
}
