//! The words of files, and which of them tell some files from others.

use crate::feature::Tree;
use crate::feature::lexicon::{is_generic, is_library, is_link};
use crate::feature::lift::{lift, stem, words};
use crate::graph::Graph;
use crate::ids::FileId;
use crate::sort::{Arrange, merge};
use crate::stem::stem as cut;
use crate::tokens::Parts;

/// What a word counts by where it stands.
const IN_STEM: u32 = 6;
const IN_FOLDER: u32 = 2;
const IN_TYPE: u32 = 1;
const IN_FEATURE: u32 = 1;
/// Types of one file whose names count.
const TYPES: usize = 8;
/// Words that say that something is tested, not what.
pub(crate) const TESTS: [&str; 5] = ["test", "tests", "testing", "spec", "specs"];
/// Shortest word that tells anything.
const SHORTEST: usize = 3;

/// How often a word is said, and by how many files.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sum {
    pub(crate) count: u32,
    pub(crate) files: u32,
}

/// The words of all files that are understood.
pub(crate) struct Vocabulary {
    files: Vec<FileId>,
    /// Each word as it is written, in the order of their stems.
    words: Vec<String>,
    /// Words of each file with what they count, by file of the corpus.
    of_file: Vec<Vec<(u32, u32)>>,
    totals: Vec<(u32, Sum)>,
}

impl Vocabulary {
    pub(crate) fn of(tree: Tree<'_>) -> Self {
        let corpus = tree.corpus;
        let mut rows: Vec<((usize, String, String), u32)> = Vec::new();
        let mut files = Vec::new();
        for (at, file) in corpus.files().iter().enumerate() {
            if file.language.is_none() {
                continue;
            }
            files.push(FileId::at(at));
            let node = tree.graph.file_node(FileId::at(at));
            let mut add = |text: &str, count: u32| {
                for written in words(text) {
                    if tells(&written) {
                        let mut stem = written.clone();
                        cut(&mut stem);
                        rows.push(((at, stem, written), count));
                    }
                }
            };
            add(stem(tree.graph.name(node)), IN_STEM);
            let folders = file.path.rsplit('/').skip(1);
            if let Some(folder) = folders
                .into_iter()
                .find(|folder| words(folder).iter().any(|word| tells(word)))
            {
                add(folder, IN_FOLDER);
            }
            for name in type_names(tree.graph, node) {
                add(name, IN_TYPE);
            }
            let feature = lift(corpus, tree.graph, node);
            add(
                feature.split_once(' ').map_or("", |(_, object)| object),
                IN_FEATURE,
            );
        }
        merge(&mut rows, |sum, more| *sum += more);
        Self::number(files, rows, corpus.files().len())
    }

    /// Numbers the words; each is written as it is first.
    fn number(files: Vec<FileId>, rows: Vec<((usize, String, String), u32)>, count: usize) -> Self {
        let mut all: Vec<(String, String)> = rows
            .iter()
            .map(|((_, stem, written), _)| (stem.clone(), written.clone()))
            .collect();
        all.arrange();
        all.dedup_by(|later, kept| later.0 == kept.0);
        let mut of_file: Vec<Vec<(u32, u32)>> = vec![Vec::new(); count];
        for ((file, stem, _), weight) in &rows {
            if let Ok(word) = all.binary_search_by(|(known, _)| known.cmp(stem)) {
                of_file[*file].push((word as u32, *weight));
            }
        }
        for own in &mut of_file {
            merge(own, |sum, more| *sum += more);
        }
        let mut vocabulary = Self {
            files,
            words: all.into_iter().map(|(_, written)| written).collect(),
            of_file,
            totals: Vec::new(),
        };
        vocabulary.totals = vocabulary.of_files(&vocabulary.files);
        vocabulary
    }

    /// The files that are understood, in order.
    pub(crate) fn files(&self) -> &[FileId] {
        &self.files
    }

    /// The words of `file` with what they count, by word.
    pub(crate) fn of_file(&self, file: FileId) -> &[(u32, u32)] {
        self.of_file.get(file.index()).map_or(&[], Vec::as_slice)
    }

    /// The words of some files together, by word.
    pub(crate) fn of_files(&self, files: &[FileId]) -> Vec<(u32, Sum)> {
        let rows = files.iter().flat_map(|&file| self.of_file(file));
        let mut sums: Vec<(u32, Sum)> = rows
            .map(|&(word, count)| (word, Sum { count, files: 1 }))
            .collect();
        merge(&mut sums, |sum, more| {
            sum.count += more.count;
            sum.files += more.files;
        });
        sums
    }

    /// The words of all files together.
    pub(crate) fn totals(&self) -> &[(u32, Sum)] {
        &self.totals
    }

    /// The words that tell `files` from the others whose words are `among`, the best
    /// first: those that are said by many of them and by few others.
    pub(crate) fn telling(&self, files: &[FileId], among: &[(u32, Sum)]) -> Vec<&str> {
        let score = |&(word, own): &(u32, Sum)| {
            let at = among.binary_search_by_key(&word, |row| row.0);
            let total = at.map_or(own.count, |at| among[at].1.count).max(1);
            let share = f64::from(own.count) / f64::from(total);
            f64::from(own.count) * share * (1.0 + f64::from(own.files))
        };
        let own = self.of_files(files);
        let mut scored: Vec<(f64, u32)> = own.iter().map(|row| (score(row), row.0)).collect();
        scored.arrange_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let written = |(_, word): (f64, u32)| self.words.get(word as usize).map(String::as_str);
        scored.into_iter().filter_map(written).collect()
    }
}

/// The names of the outermost types of a file, the first few.
pub(crate) fn type_names(graph: &Graph, file: crate::ids::NodeId) -> impl Iterator<Item = &str> {
    let inside = graph
        .children(file)
        .filter(|&node| graph.node(node).kind.is_type());
    inside.take(TYPES).map(|node| graph.name(node))
}

/// Whether a word may stand in a label.
fn tells(word: &str) -> bool {
    let long = word.chars().count() >= SHORTEST;
    long && names(word) && !is_library(word) && !TESTS.contains(&word)
}

/// Whether a word of a folder's name may stand in a label. A folder that is called as a
/// library is may well be that library's.
fn names(word: &str) -> bool {
    word.chars().all(char::is_alphabetic) && !is_generic(word) && !is_link(word)
}

/// The words of the name of a folder that may stand in a label, in lower case; of a
/// short name (`ci`, `ui`) all.
pub(crate) fn folder_words(name: &str) -> Vec<String> {
    let mut parts = Parts::default();
    parts.split(name);
    let long = |word: &str| word.chars().count() >= SHORTEST || word == name;
    parts
        .iter()
        .filter(|word| long(word) && names(word))
        .map(str::to_owned)
        .collect()
}

/// The words of a label: those that say what is tested behind those that say that it is,
/// as `ui test` → `Tests of Ui`.
pub(crate) fn label(words: &[&str]) -> String {
    let (tests, tested): (Vec<&str>, Vec<&str>) =
        words.iter().partition(|word| TESTS.contains(word));
    match (tests.is_empty(), tested.is_empty()) {
        (true, _) => title(words),
        (false, true) => "Tests".to_owned(),
        (false, false) => format!("Tests of {}", title(&tested)),
    }
}

/// `word loader` → `Word Loader`.
pub(crate) fn title(words: &[&str]) -> String {
    let mut title = String::new();
    for word in words {
        if !title.is_empty() {
            title.push(' ');
        }
        let mut chars = word.chars();
        title.extend(chars.next().into_iter().flat_map(char::to_uppercase));
        title.push_str(chars.as_str());
    }
    title
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_says_what_is_tested() {
        for (words, expected) in [
            (&["word", "loader"][..], "Word Loader"),
            (&["tests"], "Tests"),
            (&["test", "native", "image"], "Tests of Native Image"),
            (&["ui", "spec"], "Tests of Ui"),
            (&[], ""),
        ] {
            assert_eq!(label(words), expected);
        }
    }
}
