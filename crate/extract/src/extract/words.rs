//! The words of each definition's own text, counted, for search.

use crate::extract::facts::{Definition, Word};
use crate::ids::{DefinitionId, NameId};
use crate::intern::Interner;
use crate::map::HashMap;
use crate::sort::Arrange;

/// Longest word kept, in bytes.
const LONGEST: usize = 64;
/// Words kept per definition; a table of literals does not drown its index.
const MOST: usize = 4096;

/// Counts the words of `source` for the innermost definition around each, in
/// definition order (the file's own words first), then by first use.
pub fn count(source: &[u8], definitions: &[Definition], names: &mut Interner) -> Vec<Word> {
    let mut counter = Counter::default();
    let mut open: Vec<(DefinitionId, u32)> = Vec::new();
    let mut next = 0;
    for (start, end) in (Runs { source, at: 0 }) {
        let at = start as u32;
        while open.last().is_some_and(|(_, close)| *close <= at) {
            open.pop();
        }
        while let Some(definition) = definitions.get(next)
            && definition.span.start <= at
        {
            if at < definition.span.end {
                open.push((DefinitionId::at(next), definition.span.end));
            }
            next += 1;
        }
        if let Some(word) = source
            .get(start..end)
            .and_then(|bytes| std::str::from_utf8(bytes).ok())
        {
            counter.add(open.last().map(|(id, _)| *id), names.intern(word));
        }
    }
    counter
        .words
        .arrange_by_key(|word| word.definition.map_or(0, |id| id.0 + 1));
    counter.words
}

#[derive(Default)]
struct Counter {
    words: Vec<Word>,
    places: HashMap<(Option<DefinitionId>, NameId), usize>,
    sizes: HashMap<Option<DefinitionId>, usize>,
}

impl Counter {
    fn add(&mut self, definition: Option<DefinitionId>, name: NameId) {
        if let Some(&place) = self.places.get(&(definition, name)) {
            self.words[place].count += 1;
            return;
        }
        let size = self.sizes.entry(definition).or_default();
        if *size < MOST {
            *size += 1;
            self.places.insert((definition, name), self.words.len());
            self.words.push(Word {
                definition,
                name,
                count: 1,
            });
        }
    }
}

/// Runs of letters, digits, `_` and non-ASCII bytes that hold a letter.
struct Runs<'a> {
    source: &'a [u8],
    at: usize,
}

impl Iterator for Runs<'_> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let rest = self.source.get(self.at..)?;
            let start = self.at + rest.iter().position(|byte| is_word(*byte))?;
            let length = self.source[start..].iter().position(|byte| !is_word(*byte));
            let end = length.map_or(self.source.len(), |length| start + length);
            self.at = end;
            let first = self.source[start];
            if end - start > 1 && end - start <= LONGEST && !first.is_ascii_digit() {
                return Some((start, end));
            }
        }
    }
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}
