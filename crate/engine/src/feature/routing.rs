//! Places in the hierarchy of a model: which hold, and where the files go that
//! none was told for (spec 1.7).
//!
//! A file goes where the files beside it are and those that it depends on or that depend on
//! it; its words decide where these do not. Words are compared, not vectors: a place must not
//! depend on whether a model
//! is at hand, or an opened snapshot would differ from the index it was made of.

use crate::feature::Tree;
use crate::feature::hierarchy::{LEVELS, Path};
use crate::feature::labels::{Sum, Vocabulary, title};
use crate::feature::lexicon::{is_link, meaning};
use crate::graph::Kinds;
use crate::ids::FileId;
use crate::sort::{Arrange, unique};
use crate::stem::stem;
use std::collections::BTreeMap;

/// Below this drift a place is kept.
pub const KEEP: f32 = 0.3;
/// Above this drift a file goes elsewhere.
pub const LEAVE: f32 = 0.7;
/// A file that belongs to every area less than this has a new one proposed.
pub const NEW_AREA: f32 = 0.3;

/// What all words in common count beside all neighbours being in a group.
const WORDS: f32 = 0.5;

/// A place that a host told: of which file, where, and how far its feature has
/// drifted since.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) file: FileId,
    pub(crate) path: Path,
    pub(crate) drift: f32,
}

/// The places that a host told, by file.
pub(crate) struct Places<'a> {
    pub(crate) rows: &'a [Place],
}

impl Places<'_> {
    pub(crate) const fn count(&self) -> usize {
        self.rows.len()
    }
}

/// A file whose place is in doubt, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The file.
    pub file: FileId,
    /// `new` for files that no place was told for, `drifted` for others.
    pub reason: &'static str,
    /// How far its feature has drifted, in thousandths.
    pub drift: u32,
    /// How much it belongs to the area it was put in, in thousandths.
    pub likeness: u32,
}

/// The path of every file: as told where that holds, else the best there is.
pub(crate) fn route_all(
    tree: Tree<'_>,
    vocabulary: &Vocabulary,
    told: &Places<'_>,
) -> (Vec<(FileId, Path)>, Vec<Candidate>) {
    let firm = told.rows.iter().filter(|place| place.drift <= LEAVE);
    let mut known: Vec<(&Path, FileId)> = firm.map(|place| (&place.path, place.file)).collect();
    known.arrange();
    let router = Router {
        vocabulary,
        groups: groups(vocabulary, &known),
        around: Around::of(tree, &known),
    };
    let (mut paths, mut doubtful) = (Vec::new(), Vec::new());
    for &file in vocabulary.files() {
        let place = told
            .rows
            .binary_search_by_key(&file, |place| place.file)
            .ok();
        let place = place.and_then(|at| told.rows.get(at));
        let drift = place.map_or(0.0, |place| place.drift);
        let (path, likeness) = match place.filter(|place| place.drift <= LEAVE) {
            Some(place) => (place.path.clone(), 1.0),
            None => router.route(file),
        };
        paths.push((file, path));
        if place.is_none() || drift >= KEEP {
            doubtful.push(Candidate {
                file,
                reason: if place.is_none() { "new" } else { "drifted" },
                drift: (drift * 1000.0) as u32,
                likeness: (likeness * 1000.0) as u32,
            });
        }
    }
    (paths, doubtful)
}

/// A group that files are known of: where it is among them, and its words.
struct Known<'a> {
    level: usize,
    first: usize,
    end: usize,
    label: &'a str,
    words: Vec<(u32, Sum)>,
}

/// Every group that `known` names, each behind those around it.
fn groups<'a>(vocabulary: &Vocabulary, known: &[(&'a Path, FileId)]) -> Vec<Known<'a>> {
    let mut groups = Vec::new();
    for level in 0..LEVELS {
        let mut first = 0;
        for own in known.chunk_by(|a, b| a.0[..=level] == b.0[..=level]) {
            let files: Vec<FileId> = own.iter().map(|row| row.1).collect();
            groups.push(Known {
                level,
                first,
                end: first + own.len(),
                label: own.first().map_or("", |row| &row.0[level]),
                words: vocabulary.of_files(&files),
            });
            first += own.len();
        }
    }
    groups
}

/// What tells where a file belongs.
struct Router<'a> {
    vocabulary: &'a Vocabulary,
    groups: Vec<Known<'a>>,
    around: Around<'a>,
}

impl Router<'_> {
    /// Down from the root to the child that `file` belongs to most, level by level; a
    /// new area where it belongs to none. Also how much it belongs to the area.
    fn route(&self, file: FileId) -> (Path, f32) {
        let near = self.around.of_file(file);
        let mut path: Path = Default::default();
        let mut first = 0.0;
        let mut within = 0..usize::MAX;
        for (level, label) in path.iter_mut().enumerate() {
            let mut best: Option<(f32, f32, &Known<'_>)> = None;
            let inside = |group: &&Known<'_>| {
                group.level == level && within.start <= group.first && group.end <= within.end
            };
            for child in self.groups.iter().filter(inside) {
                let words = likeness(self.vocabulary, file, &child.words);
                let [beside, tied] = near.each_ref().map(|places| child.share(places));
                let score = beside + tied + WORDS * words;
                if best.is_none_or(|(known, ..)| score > known) {
                    best = Some((score, beside.max(tied).max(words), child));
                }
            }
            match best {
                Some((_, belongs, child)) if level > 0 || belongs >= NEW_AREA => {
                    if level == 0 {
                        first = belongs;
                    }
                    child.label.clone_into(label);
                    within = child.first..child.end;
                }
                _ => {
                    let belongs = best.map_or(0.0, |(_, belongs, _)| belongs);
                    return (proposed(self.vocabulary, file), belongs);
                }
            }
        }
        (path, first)
    }
}

impl Known<'_> {
    /// The share of `places`, in order, that are in the group.
    fn share(&self, places: &[usize]) -> f32 {
        let own = places.partition_point(|&at| at < self.end)
            - places.partition_point(|&at| at < self.first);
        own as f32 / places.len().max(1) as f32
    }
}

/// The files with a place around others: by directory and by dependency, by their place
/// among those that are known.
struct Around<'a> {
    tree: Tree<'a>,
    /// Directories, each with the places of the files directly in it.
    directories: BTreeMap<&'a str, Vec<usize>>,
    /// Files and the places of those tied to them.
    ties: Vec<(FileId, usize)>,
}

impl<'a> Around<'a> {
    fn of(tree: Tree<'a>, known: &[(&Path, FileId)]) -> Self {
        let mut directories: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        let mut places: Vec<(FileId, usize)> = Vec::new();
        for (at, &(_, file)) in known.iter().enumerate() {
            let path = tree.corpus.file(file).map_or("", |file| &file.path);
            directories.entry(directory(path)).or_default().push(at);
            places.push((file, at));
        }
        places.arrange();
        let place = |file: FileId| {
            let at = places.binary_search_by_key(&file, |row| row.0).ok()?;
            places.get(at).map(|row| row.1)
        };
        let mut ties: Vec<(FileId, usize)> = Vec::new();
        for edge in tree.graph.edges() {
            let file = |node| tree.graph.node(node).file;
            if !Kinds::DEPENDENCE.has(edge.kind) {
                continue;
            }
            if let (Some(from), Some(to)) = (file(edge.source), file(edge.target))
                && from != to
            {
                ties.extend(place(to).map(|at| (from, at)));
                ties.extend(place(from).map(|at| (to, at)));
            }
        }
        unique(&mut ties);
        Self {
            tree,
            directories,
            ties,
        }
    }

    /// The places of the files in the directory of `file`, or in the nearest around it that
    /// has some, and of those tied to it.
    fn of_file(&self, file: FileId) -> [Vec<usize>; 2] {
        let path = self.tree.corpus.file(file).map_or("", |file| &file.path);
        let mut folder = directory(path);
        let beside = loop {
            match self.directories.get(folder) {
                Some(places) => break places.clone(),
                None if folder.is_empty() => break Vec::new(),
                None => folder = directory(folder),
            }
        };
        // All files lie below the root: that says nothing of those in a folder.
        let beside = match folder.is_empty() && path.contains('/') {
            true => Vec::new(),
            false => beside,
        };
        let start = self.ties.partition_point(|row| row.0 < file);
        let tied = self.ties.iter().skip(start);
        let tied = tied.take_while(|row| row.0 == file).map(|row| row.1);
        [beside, tied.collect()]
    }
}

/// The directory that `path` lies in; empty for the root.
fn directory(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(directory, _)| directory)
}

/// A path of the file's own words.
fn proposed(vocabulary: &Vocabulary, file: FileId) -> Path {
    let own = vocabulary.telling(&[file], vocabulary.totals());
    let name = |at: usize| {
        let words: Vec<&str> = own.iter().skip(at).take(2).copied().collect();
        match words.is_empty() {
            true => "Program Sources".to_owned(),
            false => title(&words),
        }
    };
    [name(0), name(1), name(2)]
}

/// The share of the words of `file` that are among `theirs`.
fn likeness(vocabulary: &Vocabulary, file: FileId, theirs: &[(u32, Sum)]) -> f32 {
    let (mut all, mut shared) = (0, 0);
    for &(word, count) in vocabulary.of_file(file) {
        all += count;
        let said = theirs.binary_search_by_key(&word, |row| row.0).is_ok();
        shared += if said { count } else { 0 };
    }
    shared as f32 / all.max(1) as f32
}

/// How far apart two features are: one less the share of words in common
/// (Jaccard 1912); verbs of one meaning are one word.
#[must_use]
pub fn distance(a: &str, b: &str) -> f32 {
    let (a, b) = (tokens(a), tokens(b));
    let shared = a
        .iter()
        .filter(|token| b.binary_search(token).is_ok())
        .count();
    let all = a.len() + b.len() - shared;
    if all == 0 {
        0.0
    } else {
        1.0 - shared as f32 / all as f32
    }
}

fn tokens(feature: &str) -> Vec<String> {
    let words = feature
        .split(' ')
        .filter(|word| !word.is_empty() && !is_link(word));
    let mut tokens: Vec<String> = (words.enumerate())
        .map(|(at, word)| match meaning(word).filter(|_| at == 0) {
            Some(meaning) => format!("={meaning}"),
            None => {
                let mut word = word.to_owned();
                stem(&mut word);
                word
            }
        })
        .collect();
    unique(&mut tokens);
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_of_one_meaning_are_near() {
        assert_eq!(distance("fetch user", "retrieve users"), 0.0);
        assert_eq!(distance("", ""), 0.0);
        assert_eq!(distance("fetch user", "delete boat"), 1.0);
        let half = distance("fetch user", "fetch boat");
        assert!(half > KEEP && half < LEAVE, "{half}");
    }
}
