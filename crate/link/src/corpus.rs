//! The files of a tree with their facts, and the numbering of their symbols.
//!
//! The text of a file is kept compressed, since most answers need only facts
//! and graph. A content hash is SHA-256: every host (browser, Node, workerd)
//! computes it natively, so that a host can tell which files changed without
//! handing their bytes to the engine, and it can be checked outside Waymark.

use crate::error::{Code, Result, WaymarkError};
use crate::extract::facts::Definition;
use crate::facts::Facts;
use crate::ids::{DefinitionId, FileId, SymbolId};
use crate::lz4;
use crate::sort::Arrange;
use crate::tier::Tier;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::sync::Arc;

/// The SHA-256 of a file's bytes.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct ContentHash(pub [u8; 32]);

impl ContentHash {
    /// The hash of `bytes`.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The hash as 64 lower-case hexadecimal digits.
    #[must_use]
    pub fn hex(&self) -> String {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let nibbles = self.0.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        nibbles
            .map(|nibble| char::from(DIGITS[usize::from(nibble)]))
            .collect()
    }
}

/// A SHA-256 of several pieces.
#[derive(Default)]
pub struct Digest(Sha256);

impl Digest {
    /// Adds `bytes`.
    pub fn update(&mut self, bytes: &[u8]) {
        sha2::Digest::update(&mut self.0, bytes);
    }

    /// The hash of all that was added.
    #[must_use]
    pub fn finish(self) -> ContentHash {
        ContentHash(self.0.finalize().into())
    }
}

/// The bytes of a file as one LZ4 block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredText {
    /// Length of the text in bytes.
    len: u32,
    /// Shared, so that an update does not copy what did not change.
    packed: Arc<[u8]>,
}

impl StoredText {
    /// Compresses `text`.
    #[must_use]
    pub fn pack(text: &[u8]) -> Self {
        Self {
            len: text.len() as u32,
            packed: lz4::compress(text).into(),
        }
    }

    /// The parts of a text that was stored earlier: its length and its block.
    #[must_use]
    pub fn from_parts(len: u32, packed: Arc<[u8]>) -> Self {
        Self { len, packed }
    }

    /// The compressed block.
    #[must_use]
    pub fn packed(&self) -> &[u8] {
        &self.packed
    }

    /// Length of the text in bytes, uncompressed.
    #[must_use]
    pub const fn len(&self) -> u32 {
        self.len
    }

    /// Whether the text is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The text.
    ///
    /// # Errors
    /// [`Code::InvalidSnapshot`] if the block is damaged; a block made by
    /// [`StoredText::pack`] never is.
    pub fn unpack(&self) -> Result<Vec<u8>> {
        let len = self.len as usize;
        if len == 0 {
            return Ok(Vec::new());
        }
        let damaged = || WaymarkError::new(Code::InvalidSnapshot, "a stored text is damaged");
        lz4::decompress(&self.packed, len).ok_or_else(damaged)
    }
}

/// A file of the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// Path relative to the root, `/`-separated.
    pub path: String,
    /// Name of the language, as in its manifest; none where no language fits.
    pub language: Option<String>,
    /// Hash of the bytes.
    pub hash: ContentHash,
    /// The bytes.
    pub text: StoredText,
    /// What the file is for.
    pub tier: Tier,
    /// What the file says; without definitions where it could not be parsed.
    pub facts: Facts,
}

/// All files in path order, and the running number of their definitions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corpus {
    files: Vec<File>,
    /// Number of the first symbol of each file, and the number of all symbols.
    bases: Vec<u32>,
}

impl Corpus {
    /// The corpus of `files`. They are sorted by path; of several files with
    /// one path the last given is kept.
    #[must_use]
    pub fn new(mut files: Vec<File>) -> Self {
        files.reverse();
        files.arrange_by(|a, b| a.path.cmp(&b.path));
        files.dedup_by(|later, kept| later.path == kept.path);
        let mut bases = Vec::with_capacity(files.len() + 1);
        let mut base = 0;
        bases.push(base);
        for file in &files {
            base = u32::saturating_add(base, file.facts.definition_count() as u32);
            bases.push(base);
        }
        Self { files, bases }
    }

    /// The files in path order; a [`FileId`] is an index.
    #[must_use]
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// The files, taken apart again for an update.
    #[must_use]
    pub fn into_files(self) -> Vec<File> {
        self.files
    }

    /// The file `id`.
    #[must_use]
    pub fn file(&self, id: FileId) -> Option<&File> {
        self.files.get(id.index())
    }

    /// The file at `path`.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<FileId> {
        self.files
            .binary_search_by(|file| file.path.as_str().cmp(path))
            .ok()
            .map(FileId::at)
    }

    /// How many symbols (definitions) all files hold.
    #[must_use]
    pub fn symbol_count(&self) -> usize {
        self.bases.last().copied().unwrap_or(0) as usize
    }

    /// The symbols of `file`, in source order.
    pub fn symbols(&self, file: FileId) -> impl Iterator<Item = SymbolId> + use<> {
        let at = |index: usize| self.bases.get(index).copied().unwrap_or(0);
        (at(file.index())..at(file.index() + 1)).map(SymbolId)
    }

    /// The number of the definition `definition` of `file`.
    #[must_use]
    pub fn symbol(&self, file: FileId, definition: DefinitionId) -> SymbolId {
        SymbolId(self.bases.get(file.index()).copied().unwrap_or(0) + definition.0)
    }

    /// Where `symbol` is defined.
    #[must_use]
    pub fn locate(&self, symbol: SymbolId) -> Option<(FileId, DefinitionId)> {
        if symbol.index() >= self.symbol_count() {
            return None;
        }
        let file = self.bases.partition_point(|&base| base <= symbol.0) - 1;
        Some((FileId::at(file), DefinitionId(symbol.0 - self.bases[file])))
    }

    /// The definition of `symbol`.
    #[must_use]
    pub fn definition(&self, symbol: SymbolId) -> Option<&Definition> {
        let (file, definition) = self.locate(symbol)?;
        self.file(file)?.facts.outline().get(definition.index())
    }

    /// The name of `symbol`, empty for an unknown one.
    #[must_use]
    pub fn name(&self, symbol: SymbolId) -> &str {
        self.locate(symbol)
            .and_then(|(file, definition)| {
                let facts = &self.file(file)?.facts;
                Some(
                    facts
                        .names()
                        .get(facts.outline().get(definition.index())?.name),
                )
            })
            .unwrap_or("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::facts::FileFacts;

    fn file(path: &str, definitions: usize) -> File {
        let facts = FileFacts {
            definitions: vec![crate::testing::definition(); definitions],
            ..FileFacts::default()
        };
        File {
            path: path.to_owned(),
            facts: facts.into(),
            ..File::default()
        }
    }

    #[test]
    fn symbols_are_numbered_over_files_in_path_order() {
        let corpus = Corpus::new(vec![
            file("b", 2),
            file("a", 1),
            file("ab", 0),
            file("c", 3),
        ]);
        let paths: Vec<_> = corpus.files().iter().map(|f| f.path.as_str()).collect();
        assert_eq!(paths, ["a", "ab", "b", "c"]);
        assert_eq!(corpus.symbol_count(), 6);
        let places: Vec<_> = (0..7)
            .map(|i| corpus.locate(SymbolId(i)).map(|(f, d)| (f.0, d.0)))
            .collect();
        let expected = [(0, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2)].map(Some);
        assert_eq!(places[..6], expected);
        assert_eq!(places[6], None);
        assert_eq!(corpus.symbol(FileId(2), DefinitionId(1)), SymbolId(2));
        assert_eq!(corpus.symbols(FileId(1)).count(), 0);
    }

    #[test]
    fn the_last_of_two_files_with_one_path_is_kept() {
        let corpus = Corpus::new(vec![file("a", 1), file("a", 2)]);
        assert_eq!((corpus.files().len(), corpus.symbol_count()), (1, 2));
    }

    #[test]
    fn a_text_survives_storage_and_damage_is_an_error() {
        let text = "let x = 1;\n".repeat(100);
        let stored = StoredText::pack(text.as_bytes());
        assert_eq!(stored.unpack().as_deref(), Ok(text.as_bytes()));
        assert!(stored.packed().len() < text.len());
        assert_eq!(StoredText::pack(b"").unpack().as_deref(), Ok(&b""[..]));
        assert_eq!(StoredText::default().unpack().as_deref(), Ok(&b""[..]));
        let cut: Box<[u8]> = stored.packed()[..stored.packed().len() - 2].into();
        for (len, packed) in [(1100, cut), (u32::MAX, Box::from(stored.packed()))] {
            let damaged = StoredText::from_parts(len, packed.into()).unpack();
            assert_eq!(damaged.map_err(|e| e.code), Err(Code::InvalidSnapshot));
        }
    }

    #[test]
    fn the_hash_is_the_one_that_hosts_compute() {
        assert_eq!(
            ContentHash::of(b"abc").hex(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
