//! The ground state of every build: paths and bytes in memory.

use super::content;
use super::drops::{DropReason, FilterStats};
use super::path;
use std::collections::BTreeMap;

/// Bounds on what is taken into memory. Whatever exceeds them is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one file. Sources above 4 MiB are data or bundles (spec 3.2);
    /// parsing one costs a second and tells nothing.
    pub max_file_bytes: u64,
    /// Files of the tree.
    pub max_files: usize,
    /// Bytes of all files, each of which takes up to seven more while it is read, of the
    /// 4 GiB that a module can address. A host with less memory sets less: an edge
    /// worker's isolate has 128 MB for everything.
    pub max_total_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_file_bytes: 4 << 20,
            max_files: 200_000,
            max_total_bytes: 512 << 20,
        }
    }
}

/// What is held of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Its bytes.
    Bytes(Vec<u8>),
    /// Its length and why its bytes are not kept: data may be most of a tree.
    NoText(u64, DropReason),
}

impl Content {
    /// The content `bytes`, let go where they are no text.
    #[must_use]
    pub fn of(bytes: Vec<u8>) -> Self {
        match content::sniff(&bytes) {
            Ok(()) => Self::Bytes(bytes),
            Err(reason) => Self::NoText(bytes.len() as u64, reason),
        }
    }

    /// Bytes that were taken in for it.
    const fn taken(&self) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::NoText(_, DropReason::TooLarge) => 0,
            Self::NoText(size, _) => *size,
        }
    }
}

/// Files that make a package of the directory that they are in.
const PACKAGES: &[&str] = &["__init__.py", "__init__.pyi"];

/// Files by normalised path, in path order. Holds no directory entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceTree {
    files: BTreeMap<String, Content>,
    total_bytes: u64,
}

impl SourceTree {
    /// A tree of `files`, and what hygiene and `limits` dropped. Raw paths are
    /// normalised; of two equal ones the later wins.
    pub fn from_files<P: AsRef<str>>(
        files: impl IntoIterator<Item = (P, Vec<u8>)>,
        limits: &Limits,
    ) -> (Self, FilterStats) {
        let mut builder = TreeBuilder::new(*limits);
        for (raw, bytes) in files {
            builder.add(raw.as_ref(), bytes);
        }
        builder.finish()
    }

    /// The bytes of the file `path`, given in normal form, where they are kept.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&[u8]> {
        match self.files.get(path)? {
            Content::Bytes(bytes) => Some(bytes),
            Content::NoText(..) => None,
        }
    }

    /// Adds or replaces one file; answers what was there. `path` is in normal
    /// form (see [`path::normalise`]); sizes are the caller's to check.
    fn insert(&mut self, path: &str, content: Content) -> Option<Content> {
        self.total_bytes += content.taken();
        let old = self.files.insert(path.to_owned(), content);
        self.total_bytes -= old.as_ref().map_or(0, Content::taken);
        old
    }

    /// All paths in order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// All files in path order, taken out.
    pub fn into_files(self) -> impl Iterator<Item = (String, Content)> {
        self.files.into_iter()
    }

    /// Number of files.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether the tree has no file.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Bytes of all files.
    #[must_use]
    pub const fn total_bytes(&self) -> u64 {
        self.total_bytes
    }

    /// Moves everything out of the one top-level directory that an archive
    /// wraps around a repository; answers its name, or `None` where there is
    /// no such directory, or its name is that of a package which imports name.
    /// `__MACOSX` beside it is dropped.
    pub fn strip_common_top(&mut self) -> Option<String> {
        let top = path::common_top(self.paths())?.to_owned();
        let is_package = |marker: &&str| self.files.contains_key(&format!("{top}/{marker}"));
        if PACKAGES.iter().any(is_package) {
            return None;
        }
        for (path, content) in std::mem::take(&mut self.files) {
            match path::below(&path, &top) {
                Some(inner) => _ = self.files.insert(inner.to_owned(), content),
                None => self.total_bytes -= content.taken(),
            }
        }
        Some(top)
    }
}

/// Collects files one by one under [`Limits`], so that an archive or a walk can
/// stop handing over bytes before memory runs out.
#[derive(Debug)]
pub struct TreeBuilder {
    limits: Limits,
    tree: SourceTree,
    stats: FilterStats,
}

impl TreeBuilder {
    /// An empty tree under `limits`.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            tree: SourceTree::default(),
            stats: FilterStats::default(),
        }
    }

    /// Where a file of `size` bytes at `raw` would go, or `None` where it may not: it is
    /// counted, or kept as [`DropReason::TooLarge`], since another state of the file may
    /// fit. Ask before producing the bytes.
    pub fn admit(&mut self, raw: &str, size: u64) -> Option<String> {
        let Some(path) = path::normalise(raw) else {
            self.stats
                .drop_file(DropReason::UnsafePath, &printable(raw));
            return None;
        };
        let large = size > self.limits.max_file_bytes;
        let taken = if large { 0 } else { size };
        if self.tree.len() >= self.limits.max_files
            || self.tree.total_bytes.saturating_add(taken) > self.limits.max_total_bytes
        {
            self.stats.drop_file(DropReason::Limit, &path);
            None
        } else if large {
            self.insert(&path, Content::NoText(size, DropReason::TooLarge));
            None
        } else {
            Some(path)
        }
    }

    /// Adds one file, or counts why not. A path with a trailing separator and no
    /// content is a directory entry, as zip has them, and adds nothing.
    pub fn add(&mut self, raw: &str, bytes: Vec<u8>) {
        if raw.ends_with(['/', '\\']) && bytes.is_empty() {
            return;
        }
        if let Some(path) = self.admit(raw, bytes.len() as u64) {
            self.insert(&path, Content::of(bytes));
        }
    }

    fn insert(&mut self, path: &str, content: Content) {
        if self.tree.insert(path, content).is_some() {
            self.stats.drop_file(DropReason::DuplicatePath, path);
        }
    }

    /// Counts an entry that has no content to add, such as a link.
    pub fn note(&mut self, reason: DropReason, raw: &str) {
        self.stats.drop_file(reason, &printable(raw));
    }

    /// The most bytes that the next file may have.
    #[must_use]
    pub fn room(&self) -> u64 {
        let left = self
            .limits
            .max_total_bytes
            .saturating_sub(self.tree.total_bytes);
        self.limits.max_file_bytes.min(left)
    }

    /// The tree, and what was dropped on the way.
    #[must_use]
    pub fn finish(self) -> (SourceTree, FilterStats) {
        (self.tree, self.stats)
    }
}

/// `raw` fit for a report: no control characters, at most 200 characters.
fn printable(raw: &str) -> String {
    raw.chars()
        .take(200)
        .map(|c| if c.is_control() { '\u{FFFD}' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(paths: &[&str]) -> (SourceTree, FilterStats) {
        let files = paths.iter().map(|p| (*p, p.as_bytes().to_vec()));
        SourceTree::from_files(files, &Limits::default())
    }

    fn paths(tree: &SourceTree) -> Vec<&str> {
        tree.paths().collect()
    }

    #[test]
    fn sorts_normalises_and_counts() {
        let (tree, stats) = tree(&["b/x", "./a", "../evil", "/abs", "b\\x", "C:\\y"]);
        assert_eq!(paths(&tree), ["a", "b/x"]);
        assert_eq!(stats.files(DropReason::UnsafePath), 3);
        assert_eq!(stats.files(DropReason::DuplicatePath), 1);
        assert_eq!(tree.get("b/x"), Some(&b"b\\x"[..]));
        assert_eq!(tree.total_bytes(), 6);
    }

    #[test]
    fn directory_entries_add_nothing() {
        let files = [("a/", vec![]), ("a/b", vec![1]), ("c", vec![])];
        let (tree, stats) = SourceTree::from_files(files, &Limits::default());
        assert_eq!(paths(&tree), ["a/b", "c"]);
        assert!(stats.is_empty());
    }

    #[test]
    fn holds_the_limits() {
        let limits = Limits {
            max_file_bytes: 10,
            max_files: 3,
            max_total_bytes: 15,
        };
        let files = [("a", 11), ("b", 10), ("c", 6), ("d", 5), ("e", 0)];
        let files = files.map(|(path, size)| (path, vec![b'x'; size]));
        let (tree, stats) = SourceTree::from_files(files, &limits);
        assert_eq!(paths(&tree), ["a", "b", "d"]);
        assert_eq!(
            tree.files.get("a"),
            Some(&Content::NoText(11, DropReason::TooLarge))
        );
        assert_eq!(tree.total_bytes(), 15);
        assert_eq!(stats.files(DropReason::Limit), 2);
    }

    #[test]
    fn strips_the_top_directory() {
        let (mut one, _) = tree(&["r-1/a", "r-1/b/c", "__MACOSX/r-1/._a"]);
        assert_eq!(one.strip_common_top().as_deref(), Some("r-1"));
        assert_eq!(paths(&one), ["a", "b/c"]);
        assert_eq!(one.total_bytes(), 12);
        let (mut two, _) = tree(&["src/a", "b"]);
        assert_eq!(two.strip_common_top(), None);
        let (mut package, _) = tree(&["p/__init__.py", "p/a.py"]);
        assert_eq!(package.strip_common_top(), None);
        assert_eq!(paths(&two), ["b", "src/a"]);
    }

    #[test]
    fn replacing_keeps_the_total() {
        let (tree, _) = tree(&["a", "b/c", "./a"]);
        assert_eq!((tree.len(), tree.total_bytes()), (2, 6));
    }

    #[test]
    fn bytes_that_are_no_text_count_and_are_let_go() {
        let files = [("a.png", vec![0; 100]), ("b", b"text".to_vec())];
        let (tree, stats) = SourceTree::from_files(files, &Limits::default());
        assert_eq!((tree.get("a.png"), tree.total_bytes()), (None, 104));
        assert!(
            stats.is_empty(),
            "whether its path is ignored is asked first"
        );
        let (_, first) = tree.into_files().next().expect("a file");
        assert_eq!(first, Content::NoText(100, DropReason::Binary));
    }
}
