//! Strings to dense numbers while an index is written: one blob, no allocation
//! a string, and the probing table keeps numbers only.

use std::hash::Hasher;

/// A place of the probing table: a part of the hash, which tells most others
/// apart without looking at their text, and the number.
#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    id: u32,
}

/// A slot without an entry.
const FREE: Slot = Slot {
    hash: 0,
    id: u32::MAX,
};

/// An append-only set of strings, numbered in order of arrival.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    text: String,
    ends: Vec<u32>,
    /// Open addressing, a power of two, at most three quarters full.
    slots: Vec<Slot>,
}

impl Vocabulary {
    /// The number of `text`, and whether it is new.
    pub fn insert(&mut self, text: &str) -> (u32, bool) {
        if self.ends.len() * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        let hash = hash(text);
        let at = self.slot(hash, |id| self.get(id) == text);
        let slot = &mut self.slots[at];
        if slot.id != FREE.id {
            return (slot.id, false);
        }
        let id = self.ends.len() as u32;
        *slot = Slot { hash, id };
        self.text.push_str(text);
        self.ends.push(self.text.len() as u32);
        (id, true)
    }

    /// The number of `text`, if it is there.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<u32> {
        if self.is_empty() {
            return None;
        }
        let at = self.slot(hash(text), |id| self.get(id) == text);
        Some(self.slots[at].id).filter(|&id| id != FREE.id)
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

    /// The slot of the entry with `hash` for which `is_same` holds, or the free
    /// one where it belongs.
    fn slot(&self, hash: u32, is_same: impl Fn(u32) -> bool) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.id == FREE.id || slot.hash == hash && is_same(slot.id) {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(64);
        let old = std::mem::replace(&mut self.slots, vec![FREE; size]);
        for slot in old.into_iter().filter(|slot| slot.id != FREE.id) {
            let at = self.slot(slot.hash, |_| false);
            self.slots[at] = slot;
        }
    }
}

fn hash(text: &str) -> u32 {
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(text.as_bytes());
    let hash = hasher.finish();
    (hash ^ hash >> 32) as u32
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
        assert_eq!(vocabulary.find("w7"), Some(7));
        assert_eq!(vocabulary.find("w500"), None);
        assert_eq!(Vocabulary::default().find(""), None);
        assert_eq!(vocabulary.get(499), "w499");
        assert_eq!(vocabulary.get(500), "");
        assert_eq!(vocabulary.insert(""), (500, true));
        assert_eq!(vocabulary.sorted()[..3], [500, 0, 1]);
    }
}
