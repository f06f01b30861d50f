//! What a stage dropped, capped or guessed. Passed down as `&mut Report`, so
//! that no stage can ignore an oddity silently.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many example paths a reason keeps.
const EXAMPLES: usize = 5;

/// One reason, how often it applied, and the first few places in path order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// How often.
    pub count: u64,
    /// The first places, sorted.
    pub examples: Vec<String>,
}

/// Counts by reason, in reason order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    entries: BTreeMap<String, Entry>,
}

impl Report {
    /// Counts `reason` once, at `place` (a path, or `path:line`).
    pub fn add(&mut self, reason: &str, place: &str) {
        let entry = self.entry(reason);
        entry.count += 1;
        keep_example(&mut entry.examples, place);
    }

    /// Counts `reason` `count` times without a place.
    pub fn count(&mut self, reason: &str, count: u64) {
        if count > 0 {
            self.entry(reason).count += count;
        }
    }

    /// Adds all of `other`.
    pub fn merge(&mut self, other: &Self) {
        for (reason, more) in &other.entries {
            let entry = self.entry(reason);
            entry.count += more.count;
            for place in &more.examples {
                keep_example(&mut entry.examples, place);
            }
        }
    }

    /// How often `reason` applied.
    #[must_use]
    pub fn get(&self, reason: &str) -> u64 {
        self.entries.get(reason).map_or(0, |entry| entry.count)
    }

    /// All reasons with their entries, sorted by reason.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.entries
            .iter()
            .map(|(reason, entry)| (reason.as_str(), entry))
    }

    fn entry(&mut self, reason: &str) -> &mut Entry {
        if !self.entries.contains_key(reason) {
            self.entries.insert(reason.to_owned(), Entry::default());
        }
        self.entries.entry(reason.to_owned()).or_default()
    }
}

/// Keeps the smallest places, so that the order of arrival does not show.
fn keep_example(examples: &mut Vec<String>, place: &str) {
    if let Err(at) = examples.binary_search_by(|known| known.as_str().cmp(place))
        && at < EXAMPLES
    {
        examples.insert(at, place.to_owned());
        examples.truncate(EXAMPLES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_arrival_does_not_show() {
        let places = ["f", "b", "a", "e", "d", "c", "g"];
        let mut forward = Report::default();
        let mut backward = Report::default();
        places.iter().for_each(|p| forward.add("too-large", p));
        places
            .iter()
            .rev()
            .for_each(|p| backward.add("too-large", p));
        assert_eq!(forward, backward);
        assert_eq!(forward.get("too-large"), 7);
        assert_eq!(
            forward.iter().next().map(|(_, e)| e.examples.len()),
            Some(EXAMPLES)
        );
    }
}
