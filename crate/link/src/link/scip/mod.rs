//! What a compiler-grade index (SCIP) says: which definition each place means.
//!
//! - [`read`]: the bytes of such an index, protobuf.
//! - [`positions`]: its lines and columns to bytes.
//!
//! An [`Overlay`] is what is left of it: places as bytes of files, so that it can
//! be kept in a snapshot and laid over the same files again. What it says of a
//! file holds as long as the file's content is that which it was laid over.

mod positions;
mod read;

use crate::corpus::{ContentHash, Corpus};
use crate::error::{Code, Result, WaymarkError};
use crate::extract::facts::Kind;
use crate::ids::{DefinitionId, FileId, SymbolId};
use crate::map::HashMap;
use crate::sort::Arrange;
use positions::Places;
use serde::{Deserialize, Serialize};

/// In place of a number: none.
const NONE: u32 = u32::MAX;

/// What a compiler-grade index says of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overlay {
    /// The files it covers, by path.
    files: Vec<Covered>,
    /// Where symbols are defined: first row of `places` of each, and the end.
    symbols: Vec<u32>,
    /// A file of `files` and the first byte of the name there.
    places: Vec<(u32, u32)>,
    /// Documents that are no file of the tree, and those whose places do not fit
    /// the file's text: the index is of another state of it.
    pub left_out: LeftOut,
}

/// What of an index is not used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Documents that are no file of the tree.
    pub unknown: u32,
    /// Documents whose places do not fit the text of the file.
    pub misfit: u32,
}

/// A file that is covered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Covered {
    path: String,
    /// Hash of the content that the places are of.
    hash: ContentHash,
    /// First byte of a name and its symbol, sorted.
    uses: Vec<(u32, u32)>,
}

/// What an overlay says of one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// One of these definitions.
    Symbols(Vec<SymbolId>),
    /// Something outside the tree.
    Outside,
}

impl Overlay {
    /// Reads a SCIP index for `corpus`. Its documents are named from `root`, a
    /// folder of the tree, "" for all of it.
    ///
    /// # Errors
    /// [`Code::ScipUnavailable`] for an empty index or one without a document of
    /// the tree, [`Code::InvalidScip`] for bytes that are no such index.
    pub fn read(bytes: &[u8], root: &str, corpus: &Corpus) -> Result<Self> {
        let unavailable = |message| WaymarkError::new(Code::ScipUnavailable, message);
        if bytes.is_empty() {
            return Err(unavailable("the SCIP index is empty"));
        }
        let documents = read::documents(bytes).ok_or_else(|| {
            WaymarkError::new(
                Code::InvalidScip,
                "the bytes are no SCIP index, or a damaged one",
            )
        })?;
        let mut reader = Reader::default();
        for document in &documents {
            reader.document(document, root, corpus);
        }
        let overlay = reader.finish();
        if overlay.files.is_empty() {
            return Err(unavailable(
                "no document of the SCIP index fits a file of the tree: name the folder it is of",
            ));
        }
        Ok(overlay)
    }

    /// What is said of `corpus`.
    #[must_use]
    pub fn over(&self, corpus: &Corpus) -> Laid<'_> {
        let mut rows = vec![NONE; corpus.files().len()];
        // By covered file the places of names, sorted, where it is still the same.
        let mut names: Vec<Vec<(u32, SymbolId)>> = Vec::new();
        for (row, covered) in self.files.iter().enumerate() {
            let id = corpus.find(&covered.path);
            let file = id.and_then(|id| Some((id, corpus.file(id)?)));
            let same = file.filter(|(_, file)| file.hash == covered.hash);
            let mut starts = Vec::new();
            if let Some((id, file)) = same {
                if let Some(slot) = rows.get_mut(id.index()) {
                    *slot = row as u32;
                }
                let outline = file.facts.outline().iter().enumerate();
                let named = outline.filter(|(_, definition)| definition.kind != Kind::Extension);
                starts.extend(named.map(|(at, definition)| {
                    let symbol = corpus.symbol(id, DefinitionId::at(at));
                    (definition.name_span.start, symbol)
                }));
                starts.arrange();
            }
            names.push(starts);
        }
        let target = |(row, at): &(u32, u32)| {
            let names = names.get(*row as usize)?;
            let found = names.partition_point(|(start, _)| start < at);
            names
                .get(found)
                .filter(|(start, _)| start == at)
                .map(|(_, symbol)| *symbol)
        };
        Laid {
            overlay: self,
            rows,
            targets: self.places.iter().map(target).collect(),
        }
    }

    /// How many files it covers.
    #[must_use]
    pub fn file_count(&self) -> usize {
        self.files.len()
    }

    /// How many places it says something of.
    #[must_use]
    pub fn place_count(&self) -> usize {
        self.files.iter().map(|covered| covered.uses.len()).sum()
    }

    /// The covered files whose content is another now, or that are gone.
    pub fn stale<'a>(&'a self, corpus: &'a Corpus) -> impl Iterator<Item = &'a str> {
        let stale = |covered: &&Covered| {
            let file = corpus.find(&covered.path).and_then(|id| corpus.file(id));
            file.is_none_or(|file| file.hash != covered.hash)
        };
        self.files
            .iter()
            .filter(stale)
            .map(|covered| covered.path.as_str())
    }
}

/// An overlay over a tree.
pub struct Laid<'a> {
    overlay: &'a Overlay,
    /// Row of the overlay by file of the tree.
    rows: Vec<u32>,
    /// The definition at each place.
    targets: Vec<Option<SymbolId>>,
}

impl Laid<'_> {
    /// What is said of the name at byte `at` of `file`; none where nothing is, where
    /// no symbol of the graph is meant (a parameter, a local value), or one in a
    /// file that is another now.
    #[must_use]
    pub fn said(&self, file: FileId, at: u32) -> Option<Said> {
        let row = *self.rows.get(file.index())?;
        let uses = &self.overlay.files.get(row as usize)?.uses;
        let found = uses.binary_search_by_key(&at, |(start, _)| *start).ok()?;
        let symbol = uses.get(found)?.1 as usize;
        let starts = &self.overlay.symbols;
        let places = *starts.get(symbol)? as usize..*starts.get(symbol + 1)? as usize;
        if places.is_empty() {
            return Some(Said::Outside);
        }
        let targets = self.targets.get(places)?;
        let symbols: Vec<SymbolId> = targets.iter().flatten().copied().collect();
        (!symbols.is_empty()).then_some(Said::Symbols(symbols))
    }
}

/// An overlay under construction.
#[derive(Default)]
struct Reader<'b> {
    files: Vec<Covered>,
    /// Numbers of symbols; those of one document have its number in front.
    numbers: HashMap<(u32, &'b str), u32>,
    /// The symbols by number.
    names: Vec<&'b str>,
    /// Symbol, row of the file and first byte of each definition.
    places: Vec<(u32, u32, u32)>,
    left_out: LeftOut,
}

impl<'b> Reader<'b> {
    fn document(&mut self, document: &read::Document<'b>, root: &str, corpus: &Corpus) {
        let path = match root.trim_matches('/') {
            "" => document.path.to_owned(),
            root => [root, document.path].join("/"),
        };
        let Some(file) = corpus.find(&path).and_then(|id| corpus.file(id)) else {
            self.left_out.unknown += 1;
            return;
        };
        let row = self.files.len() as u32;
        let text = file.text.unpack().unwrap_or_default();
        let places = Places::new(&text, document.encoding);
        let mut uses = Vec::with_capacity(document.occurrences.len());
        let mut definitions = Vec::new();
        for occurrence in &document.occurrences {
            let Some(at) = places.byte(occurrence.line, occurrence.column) else {
                self.left_out.misfit += 1;
                return;
            };
            let scope = match occurrence.symbol.starts_with("local ") {
                true => row,
                false => NONE,
            };
            let next = self.numbers.len() as u32;
            let symbol = *self
                .numbers
                .entry((scope, occurrence.symbol))
                .or_insert(next);
            if symbol == next {
                self.names.push(occurrence.symbol);
            }
            match occurrence.defines {
                true => definitions.push((symbol, row, at)),
                false => uses.push((at, symbol)),
            }
        }
        self.places.append(&mut definitions);
        // Several symbols at one place, such as a class and its constructor: the
        // first that is said.
        uses.arrange_by(|a, b| a.0.cmp(&b.0));
        uses.dedup_by_key(|(at, _)| *at);
        self.files.push(Covered {
            path,
            hash: file.hash,
            uses,
        });
    }

    /// A symbol that is defined nowhere in the index is from outside only if its
    /// package is: of one that the index defines symbols of, the document is missing.
    fn forget_unsaid(&mut self) {
        let (names, places) = (&self.names, &self.places);
        let name = |symbol: u32| names.get(symbol as usize).copied().unwrap_or("");
        let mut own: Vec<&str> = places.iter().map(|place| package(name(place.0))).collect();
        own.arrange();
        own.dedup();
        for covered in &mut self.files {
            covered.uses.retain(|(_, symbol)| {
                let defined = places.binary_search_by_key(symbol, |place| place.0).is_ok();
                let text = name(*symbol);
                let outside =
                    !text.starts_with("local ") && own.binary_search(&package(text)).is_err();
                defined || outside
            });
        }
    }

    fn finish(mut self) -> Overlay {
        self.places.arrange();
        self.places.dedup();
        self.forget_unsaid();
        let mut overlay = Overlay {
            symbols: vec![0],
            left_out: self.left_out,
            ..Overlay::default()
        };
        for (symbol, row, at) in self.places {
            let starts = &mut overlay.symbols;
            starts.resize(symbol as usize + 1, overlay.places.len() as u32);
            overlay.places.push((row, at));
        }
        let (count, end) = (self.numbers.len() + 1, overlay.places.len() as u32);
        overlay.symbols.resize(count, end);
        overlay.files = self.files;
        overlay
    }
}

/// Scheme, manager, name and version of the package of a symbol.
fn package(symbol: &str) -> &str {
    let mut blanks = symbol.match_indices(' ').map(|(at, _)| at);
    blanks.nth(3).map_or(symbol, |end| &symbol[..end])
}

#[cfg(test)]
mod tests;
