//! What discovery left out and why: `filter_stats` of `index_codebase`.

use crate::source::path;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many example paths a reason keeps.
pub const EXAMPLES: usize = 5;

/// Why a file or directory is not indexed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum DropReason {
    /// The path is absolute, climbs with `..`, or cannot be a path at all.
    UnsafePath,
    /// An archive names the path twice; the later entry won, as in tar.
    DuplicatePath,
    /// A symbolic or hard link: its target is indexed, or outside the tree.
    Link,
    /// A device, pipe or other entry without content.
    SpecialFile,
    /// The host could not read it, or the archive ends within it.
    Unreadable,
    /// [`Limits`](super::Limits) on the number of files or on all bytes.
    Limit,
    /// Larger than the size cap of one file.
    TooLarge,
    /// A `.gitignore` matches.
    GitIgnored,
    /// A `.waymarkignore` matches.
    WaymarkIgnored,
    /// An `exclude` option matches.
    Excluded,
    /// The [default skip list](super::skips) names it.
    DefaultSkip,
    /// Not text.
    Binary,
    /// Text in UTF-16, which the grammars' byte offsets cannot serve.
    Utf16,
    /// Machine-shortened code: its names and lines mean nothing to a reader.
    Minified,
    /// A lock file or source map.
    Generated,
    /// The `languages` option leaves its language out.
    LanguageNotSelected,
    /// Its bytes in the archive are not those that were packed. Last, since
    /// snapshots number the reasons.
    Damaged,
}

impl DropReason {
    /// The reason's stable name in `filter_stats`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::UnsafePath => "unsafe-path",
            Self::DuplicatePath => "duplicate-path",
            Self::Link => "link",
            Self::SpecialFile => "special-file",
            Self::Unreadable => "unreadable",
            Self::Limit => "limit",
            Self::TooLarge => "too-large",
            Self::GitIgnored => "ignored-by-gitignore",
            Self::WaymarkIgnored => "ignored-by-waymarkignore",
            Self::Excluded => "excluded",
            Self::DefaultSkip => "default-skip",
            Self::Binary => "binary",
            Self::Utf16 => "utf-16",
            Self::Minified => "minified",
            Self::Generated => "generated",
            Self::LanguageNotSelected => "language-not-selected",
            Self::Damaged => "damaged",
        }
    }
}

/// What one reason dropped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dropped {
    /// Files known to be dropped, those below dropped directories included
    /// where the tree was listed before it was filtered.
    pub files: u64,
    /// Directories dropped whole. A walker never opens them, so `files` is then
    /// a floor and not a count.
    pub directories: u64,
    /// The first [`EXAMPLES`] places in path order; a directory ends in `/`.
    pub examples: Vec<String>,
}

/// Drops by reason. Equal for equal trees, whatever order they were read in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilterStats {
    drops: BTreeMap<DropReason, Dropped>,
}

impl FilterStats {
    /// Counts the dropped file `path`.
    pub fn drop_file(&mut self, reason: DropReason, path: &str) {
        let dropped = self.drops.entry(reason).or_default();
        dropped.files += 1;
        keep_first(&mut dropped.examples, path);
    }

    /// Counts the directory `path` as dropped whole.
    pub fn drop_directory(&mut self, reason: DropReason, path: &str) {
        let dropped = self.drops.entry(reason).or_default();
        dropped.directories += 1;
        keep_first(&mut dropped.examples, &format!("{path}/"));
    }

    /// Counts one file below a directory that is already counted.
    pub fn drop_below(&mut self, reason: DropReason) {
        self.drops.entry(reason).or_default().files += 1;
    }

    /// Adds all of `other`.
    pub fn merge(&mut self, other: &Self) {
        for (&reason, more) in &other.drops {
            let dropped = self.drops.entry(reason).or_default();
            dropped.files += more.files;
            dropped.directories += more.directories;
            for example in &more.examples {
                keep_first(&mut dropped.examples, example);
            }
        }
    }

    /// What `reason` dropped, if anything.
    #[must_use]
    pub fn get(&self, reason: DropReason) -> Option<&Dropped> {
        self.drops.get(&reason)
    }

    /// Why `path` was dropped, where it or a directory around it is among the places
    /// that are kept.
    #[must_use]
    pub fn reason(&self, path: &str) -> Option<DropReason> {
        let covers = |place: &String| {
            let place = place.strip_suffix('/').unwrap_or(place);
            place == path || path::below(path, place).is_some()
        };
        let mut drops = self.iter();
        let found = drops.find(|(_, dropped)| dropped.examples.iter().any(covers));
        found.map(|(reason, _)| reason)
    }

    /// The files that `reason` dropped.
    #[must_use]
    pub fn files(&self, reason: DropReason) -> u64 {
        self.get(reason).map_or(0, |dropped| dropped.files)
    }

    /// All reasons that applied, in the order of [`DropReason`].
    pub fn iter(&self) -> impl Iterator<Item = (DropReason, &Dropped)> {
        self.drops
            .iter()
            .map(|(&reason, dropped)| (reason, dropped))
    }

    /// Whether nothing was dropped.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.drops.is_empty()
    }
}

/// Keeps the smallest places, so that the order of arrival does not show.
pub(super) fn keep_first(examples: &mut Vec<String>, place: &str) {
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
    fn counts_and_keeps_the_first_examples_in_any_order() {
        let names = ["d", "a", "g", "b", "f", "c", "e"];
        let mut forward = FilterStats::default();
        let mut backward = FilterStats::default();
        names
            .iter()
            .for_each(|n| forward.drop_file(DropReason::Binary, n));
        names
            .iter()
            .rev()
            .for_each(|n| backward.drop_file(DropReason::Binary, n));
        assert_eq!(forward, backward);
        let binary = forward.get(DropReason::Binary);
        assert_eq!(binary.map(|d| d.files), Some(7));
        assert_eq!(
            binary.map(|d| d.examples.join("")),
            Some("abcde".to_owned())
        );
    }

    #[test]
    fn a_directory_is_one_drop_with_files_below() {
        let mut stats = FilterStats::default();
        stats.drop_directory(DropReason::DefaultSkip, "node_modules");
        stats.drop_below(DropReason::DefaultSkip);
        stats.drop_below(DropReason::DefaultSkip);
        let mut twice = stats.clone();
        twice.merge(&stats);
        assert_eq!(
            twice.get(DropReason::DefaultSkip),
            Some(&Dropped {
                files: 4,
                directories: 2,
                examples: vec!["node_modules/".to_owned()]
            })
        );
    }
}
