//! Words that stand together in the query and in a node's documentation: the
//! mark of a phrase that was copied, or remembered, from there.

use crate::map::HashSet;
use crate::search::stem::stem;
use crate::search::tokens::{Parts, words};
use crate::sort::Arrange;

/// Words of a text that are looked at, and parts of a word.
const MOST_WORDS: usize = 400;
const MOST_PARTS: usize = 64;

/// Neighbouring words of a query.
#[derive(Clone, Debug, Default)]
pub struct Phrase {
    pairs: HashSet<(String, String)>,
}

impl Phrase {
    /// The phrase `query`.
    #[must_use]
    pub fn new(query: &str) -> Self {
        Self {
            pairs: pairs(&[query]).into_iter().collect(),
        }
    }

    /// Whether there are too few words for a phrase.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.len() < 2
    }

    /// The share of the phrase's pairs that stand in one of `texts`, 0 to 1.
    #[must_use]
    pub fn overlap(&self, texts: &[&str]) -> f32 {
        let mut found: Vec<(String, String)> = pairs(texts);
        found.retain(|pair| self.pairs.contains(pair));
        found.arrange();
        found.dedup();
        found.len() as f32 / self.pairs.len().max(1) as f32
    }
}

fn pairs(texts: &[&str]) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let mut parts = Parts::default();
    for text in texts {
        let mut before: Option<String> = None;
        for word in words(text).take(MOST_WORDS) {
            parts.split(word);
            for part in parts.iter().take(MOST_PARTS) {
                let mut term = part.to_owned();
                stem(&mut term);
                if let Some(before) = before.replace(term.clone()) {
                    pairs.push((before, term));
                }
            }
        }
    }
    pairs
}
