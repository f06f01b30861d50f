//! A build in steps, so that a host can load grammars between planning and
//! extraction, show progress, and stop.

use crate::corpus::{ContentHash, Corpus, File};
use crate::error::{Code, Result, WaymarkError};
use crate::extract::{Extractor, FileFacts, Grammars, Languages};
use crate::facts::Facts;
use crate::feature::Lifting;
use crate::index::embedding::{Embedder, Embedding};
use crate::index::entry::{Entry, fresh_file};
use crate::index::settings::Settings;
use crate::index::{Index, Inventory, Parts};
use crate::link::scip::Overlay;
use crate::map::HashMap;
use crate::progress::{OnProgress, Phase, Progress};
use crate::report::Report;
use crate::search::embed::symbols;
use crate::sort::Arrange;
use crate::source::archive::TarReader;
use crate::source::content::Kept;
use crate::source::drops::{DropReason, FilterStats};
use crate::source::language::{LanguageOverrides, LanguageTable, UnknownKinds};
use crate::source::path;
use crate::source::tree::{Content, TreeBuilder};
use crate::source::walk::Walker;
use crate::tier::Tier;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A grammar that the files of a build need.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GrammarNeed {
    /// Stem of the grammar's file.
    pub name: String,
    /// Its entry symbol.
    pub symbol: String,
}

impl GrammarNeed {
    /// The grammars of the languages of `files`, each once, sorted.
    pub(super) fn of_files<'a>(
        files: impl Iterator<Item = &'a File>,
        languages: &Languages,
    ) -> Vec<Self> {
        let mut needs: Vec<Self> = Vec::new();
        for language in files.filter_map(|file| file.language.as_deref()) {
            let Some(language) = languages.get(language) else {
                continue;
            };
            let manifest = &language.manifest;
            if needs.iter().all(|need| need.name != manifest.grammar) {
                needs.push(Self {
                    name: manifest.grammar.clone(),
                    symbol: manifest.symbol.clone(),
                });
            }
        }
        needs.arrange();
        needs
    }
}

/// The largest document or file of data whose outline is read, in bytes: what is
/// larger is data, which nobody reads by its outline.
const OUTLINE_FILE: u64 = 512 << 10;
/// The most bytes of a tree that are read for outlines, in the order of the paths.
const OUTLINE_TREE: u64 = 16 << 20;

/// The most definitions and references that the files of a tree have, but for those of
/// the last file that is read: of dense text they take about 300 bytes each, of the 4 GiB
/// that a module can address. Code of people has about one in a line.
const MOST_FACTS: usize = 5_000_000;

/// How far a build has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Files read.
    pub done: usize,
    /// Files to read.
    pub total: usize,
    /// The file read last.
    pub path: String,
}

/// A file whose facts are to be extracted.
struct Pending {
    file: File,
    kept: Kept,
}

/// A build under way: files go in, then [`Build::plan`], the grammars, and
/// [`Build::step`] until nothing is left, then [`Build::finish`].
pub struct Build {
    settings: Settings,
    languages: Languages,
    tree: Option<TreeBuilder>,
    tar: TarReader,
    entries: BTreeMap<String, Entry>,
    inventory: Inventory,
    pending: Vec<Pending>,
    next: usize,
    files: Vec<File>,
    /// Bytes read for outlines.
    outlines: u64,
    /// Definitions and references of the files that were extracted, and the most of all.
    extracted: usize,
    most_facts: usize,
    grammars: Grammars,
    extractors: BTreeMap<String, Extractor>,
    facts: HashMap<(String, ContentHash), Facts>,
    pub(super) overlay: Option<Arc<Overlay>>,
    embedding: Embedding,
    lifting: Lifting,
    report: Report,
}

impl Build {
    /// An empty build.
    #[must_use]
    pub fn new(settings: Settings, languages: Languages) -> Self {
        let tree = TreeBuilder::new(settings.limits());
        Self {
            settings,
            languages,
            tree: Some(tree),
            tar: TarReader::default(),
            entries: BTreeMap::new(),
            inventory: Inventory::default(),
            pending: Vec::new(),
            next: 0,
            files: Vec::new(),
            outlines: 0,
            extracted: 0,
            most_facts: MOST_FACTS,
            grammars: Grammars::new(),
            extractors: BTreeMap::new(),
            facts: HashMap::default(),
            overlay: None,
            embedding: Embedding::default(),
            lifting: Lifting::default(),
            report: Report::default(),
        }
    }

    /// A build that starts from what an index knows.
    pub(super) fn from_known(
        settings: Settings,
        languages: Languages,
        entries: BTreeMap<String, Entry>,
        outside: FilterStats,
        embedding: Embedding,
    ) -> Self {
        let mut build = Self::new(settings, languages);
        for entry in entries.values() {
            if let Entry::Known(file, _) = entry
                && let Some(language) = &file.language
            {
                build
                    .facts
                    .insert((language.clone(), file.hash), file.facts.clone());
            }
        }
        build.entries = entries;
        build.embedding = embedding;
        build.inventory.outside = outside;
        build
    }

    /// Takes over what a host has told of the tree, or of an earlier state of it.
    pub fn tell(&mut self, lifting: Lifting) {
        self.lifting = lifting;
    }

    /// Takes over grammars that were linked before.
    pub(super) fn lend(&mut self, grammars: &Grammars) {
        self.grammars.clone_from(grammars);
    }

    /// Adds a file. A path that is unsafe or beyond the limits is counted.
    pub fn add(&mut self, path: &str, bytes: Vec<u8>) {
        if let Some(tree) = &mut self.tree {
            tree.add(path, bytes);
        }
    }

    /// Tells of a file of `size` bytes that is too large to be added.
    pub fn leave_out(&mut self, path: &str, size: u64) {
        if let Some(tree) = &mut self.tree {
            tree.admit(path, size);
        }
    }

    /// Adds the files that the next piece of a tar archive completes; an empty
    /// piece is the archive's end.
    ///
    /// # Errors
    /// [`Code::InvalidArchive`] if the bytes are no tar archive.
    pub fn add_tar(&mut self, piece: &[u8]) -> Result<()> {
        match &mut self.tree {
            Some(tree) if piece.is_empty() => self.tar.end(tree, &mut self.report),
            Some(tree) => self.tar.push(piece, tree, &mut self.report),
            None => Ok(()),
        }
    }

    /// Counts a file that the host left out itself.
    pub fn note(&mut self, reason: DropReason, path: &str) {
        if let Some(tree) = &mut self.tree {
            tree.note(reason, path);
        }
    }

    /// Counts what a walker of the host left out before this build could see it.
    pub fn absorb(&mut self, left_out: &FilterStats) {
        self.inventory.outside.merge(left_out);
    }

    /// Whether the settings want vectors.
    #[must_use]
    pub const fn wants_vectors(&self) -> bool {
        self.settings.embed
    }

    /// Reports that the embedding model is not to be had: the index is without
    /// vectors.
    pub fn miss_model(&mut self, cause: &str) {
        self.report.add("model-failed", cause);
    }

    /// Prepares the texts that the host is to embed, once all is extracted;
    /// answers how many there are.
    pub fn plan_texts(&mut self) -> usize {
        let pending = self.pending.iter().map(|pending| &pending.file);
        self.embedding.ask_host(self.files.iter().chain(pending))
    }

    /// At most `most` of the texts that the host is to embed, from the one
    /// numbered `first` on.
    #[must_use]
    pub fn texts(&self, first: usize, most: usize) -> Vec<String> {
        let range = first..first.saturating_add(most);
        let mut texts = Vec::new();
        for (path, own) in self.embedding.hosted.files_of(&range) {
            let start = range.start.max(own.start) - own.start;
            let end = range.end.min(own.end) - own.start;
            let of_file = self.file_at(path).map(symbols::texts).unwrap_or_default();
            texts.extend(of_file.into_iter().skip(start).take(end - start));
        }
        texts
    }

    /// Takes the host's vectors, one after the other, of the texts from `first`
    /// on. Texts may be answered in any order; those that are not have no vector.
    ///
    /// # Errors
    /// [`Code::EmbedderMismatch`] if the numbers make no whole vectors.
    pub fn submit_vectors(&mut self, first: usize, numbers: &[f32]) -> Result<()> {
        self.embedding.hosted.submit(first, numbers)
    }

    /// Reports that the host did not embed a batch of texts.
    pub fn miss_vectors(&mut self, cause: &str) {
        self.report.add("embed-failed", cause);
    }

    fn file_at(&self, path: &str) -> Option<&File> {
        match self.entries.get(path) {
            Some(Entry::Known(file, _)) => Some(file),
            _ => {
                let mut pending = self.pending.iter().map(|pending| &pending.file);
                pending.find(|file| file.path == path)
            }
        }
    }

    /// Reports that the grammar `name` is not to be had: its files are listed
    /// without facts.
    pub fn miss_grammar(&mut self, name: &str, cause: &str) {
        self.report
            .add("grammar-failed", &format!("{name}: {cause}"));
    }

    /// Lets `embedder` make the vectors, unless the settings want none. What
    /// another one made is forgotten.
    pub fn set_embedder(&mut self, embedder: Embedder) {
        if self.settings.embed {
            self.embedding.choose(embedder);
        }
    }

    /// Takes `path` out of the tree (for an update).
    pub fn remove(&mut self, path: &str) -> bool {
        let normal = path::normalise(path);
        let path = normal.as_deref().unwrap_or(path);
        self.entries.remove(path).is_some()
    }

    /// Decides what is indexed, and answers which grammars that needs.
    pub fn plan(&mut self) -> Vec<GrammarNeed> {
        if let Some(tree) = self.tree.take() {
            let (mut tree, drops) = tree.finish();
            self.inventory.outside.merge(&drops);
            // The files of an update are already told by their paths below it.
            if self.settings.strip_top_folder && self.entries.is_empty() {
                tree.strip_common_top();
            }
            for (path, content) in tree.into_files() {
                let entry = match content {
                    Content::Bytes(bytes) => Entry::Fresh(bytes),
                    Content::NoText(size, reason) => Entry::Dropped(size, reason),
                };
                self.entries.insert(path, entry);
            }
        }
        self.inventory.drops = self.inventory.outside.clone();
        let kept = self.filter();
        let table = self.languages.table();
        let overrides = self
            .settings
            .language_overrides
            .iter()
            .map(|(p, l)| (p.as_str(), l.as_str()));
        let (overrides, unknown) = LanguageOverrides::new(overrides, &table);
        for name in unknown {
            self.report.add("unknown-language", &name);
        }
        let mut kinds = UnknownKinds::default();
        for (path, kept) in kept {
            self.admit(&path, kept, &table, &overrides, &mut kinds);
        }
        self.inventory.unknown_kinds = kinds.finish();
        self.needs()
    }

    /// Hands over a grammar. A language whose queries do not fit it is reported
    /// by name, and its files stay without facts.
    ///
    /// # Errors
    /// [`Code::InvalidGrammar`] if the grammar's ABI is not supported.
    pub fn set_grammar(&mut self, name: &str, grammar: tree_sitter::Language) -> Result<()> {
        let mut parser = tree_sitter::Parser::new();
        parser
            .set_language(&grammar)
            .map_err(|error| WaymarkError::new(Code::InvalidGrammar, format!("{name}: {error}")))?;
        self.grammars.insert(name.to_owned(), grammar);
        Ok(())
    }

    /// Extracts files until `budget` bytes are read, and at least one.
    ///
    /// # Errors
    /// [`Code::InvalidLanguage`] if the queries of a language do not fit its
    /// grammar.
    pub fn step(&mut self, budget: usize) -> Result<Step> {
        let mut spent = 0;
        let mut path = String::new();
        while spent < budget.max(1) && self.next < self.pending.len() {
            let index = self.next;
            self.next += 1;
            path.clone_from(&self.pending[index].file.path);
            if self.extracted >= self.most_facts {
                continue;
            }
            spent += (self.pending[index].file.text.len() as usize).max(1);
            let facts = self.facts_of(index)?;
            self.extracted += count(&facts);
            self.pending[index].file.facts = facts;
        }
        Ok(Step {
            done: self.next,
            total: self.pending.len(),
            path,
        })
    }

    /// Links, ranks and indexes what was extracted.
    ///
    /// # Errors
    /// [`Code::Cancelled`] if `on_progress` answers `false`; errors of
    /// [`Build::step`] for what was not extracted yet.
    pub fn finish(mut self, on_progress: OnProgress<'_>) -> Result<Index> {
        while self.next < self.pending.len() {
            let step = self.step(1 << 20)?;
            tell(
                on_progress,
                Phase::Extract,
                step.done,
                step.total,
                &step.path,
            )?;
        }
        let mut entries = self.entries;
        let mut files = self.files;
        for pending in self.pending {
            let path = pending.file.path.clone();
            files.push(pending.file.clone());
            entries.insert(path, Entry::Known(Box::new(pending.file), pending.kept));
        }
        files.arrange_by(|a, b| a.path.cmp(&b.path));
        let mut facts = 0;
        files.retain(|file| {
            let fits = facts < self.most_facts;
            if fits {
                facts += count(&file.facts);
            } else {
                let size = u64::from(file.text.len());
                entries.insert(file.path.clone(), Entry::Dropped(size, DropReason::Limit));
                self.inventory
                    .drops
                    .drop_file(DropReason::Limit, &file.path);
            }
            fits
        });
        let corpus = Corpus::new(files);
        let parts = Parts {
            settings: self.settings,
            languages: self.languages,
            entries,
            inventory: self.inventory,
            corpus,
            overlay: self.overlay,
            embedding: self.embedding,
            lifting: self.lifting,
            report: self.report,
        };
        let mut index = Index::assemble(parts, on_progress)?;
        index.grammars = self.grammars;
        Ok(index)
    }

    /// The paths to keep, and what their content told.
    fn filter(&mut self) -> Vec<(String, Kept)> {
        let mut walker = Walker::new(self.settings.paths());
        walker.enter_all(self.entries.keys().map(String::as_str));
        for (path, entry) in &self.entries {
            if Walker::is_ignore_file(path) {
                walker.add_ignore_file(path, &entry.bytes());
            }
        }
        let mut kept = Vec::new();
        for (path, entry) in &mut self.entries {
            if walker.skip_file(path, entry.size()).is_some() {
                *entry = Entry::Unread(entry.size());
                continue;
            }
            match entry.inspect(path) {
                Ok(found) => kept.push((path.clone(), found)),
                Err(reason) => {
                    walker.note(reason, path);
                    *entry = Entry::Dropped(entry.size(), reason);
                }
            }
        }
        let (stats, report) = walker.finish();
        self.inventory.drops.merge(&stats);
        self.report.merge(&report);
        kept
    }

    fn admit(
        &mut self,
        path: &str,
        kept: Kept,
        table: &LanguageTable,
        overrides: &LanguageOverrides,
        kinds: &mut UnknownKinds,
    ) {
        // The bytes are let go as soon as the file is stored, so that a tree is
        // never held twice.
        let Some(entry) = self.entries.get_mut(path) else {
            return;
        };
        let size = entry.size();
        let entry = std::mem::replace(entry, Entry::Unread(size));
        let bytes = entry.bytes();
        let language = overrides.get(path).or_else(|| table.detect(path, &bytes));
        let mut language = language.map(|index| table.name(index).to_owned());
        let wanted = |name: &String| {
            self.settings.languages.is_empty() || self.settings.languages.contains(name)
        };
        if language.as_ref().is_some_and(|name| !wanted(name)) {
            self.inventory
                .drops
                .drop_file(DropReason::LanguageNotSelected, path);
            self.entries.insert(path.to_owned(), entry);
            return;
        }
        let tier = if kept.generated {
            Tier::Generated
        } else {
            crate::source::tier::path_tier(path)
        };
        if language.is_none() {
            kinds.add(path, bytes.len() as u64);
        }
        if language.as_ref().is_some_and(|name| self.is_outline(name)) {
            self.outlines += size;
            if size > OUTLINE_FILE || self.outlines > OUTLINE_TREE {
                self.outlines -= size;
                self.report.add("outline-too-large", path);
                language = None;
            }
        }
        let file = match entry {
            Entry::Known(file, _) if file.language == language => File { tier, ..*file },
            _ => fresh_file(path, language, tier, &bytes),
        };
        let known = file
            .language
            .clone()
            .and_then(|language| self.facts.get(&(language, file.hash)).cloned());
        match (known, &file.language) {
            (Some(facts), _) => self.keep(File { facts, ..file }, kept),
            (None, Some(_)) => self.pending.push(Pending { file, kept }),
            (None, None) => self.keep(file, kept),
        }
    }

    /// Whether files of the language are read for their outline alone.
    fn is_outline(&self, language: &str) -> bool {
        let language = self.languages.get(language);
        language.is_some_and(|language| language.manifest.outline)
    }

    fn keep(&mut self, file: File, kept: Kept) {
        self.entries.insert(
            file.path.clone(),
            Entry::Known(Box::new(file.clone()), kept),
        );
        self.files.push(file);
    }

    fn needs(&self) -> Vec<GrammarNeed> {
        let files = self.pending.iter().map(|pending| &pending.file);
        GrammarNeed::of_files(files, &self.languages)
    }

    fn facts_of(&mut self, index: usize) -> Result<Facts> {
        let pending = &self.pending[index];
        let Some(name) = pending.file.language.clone() else {
            return Ok(Facts::default());
        };
        let key = (name.clone(), pending.file.hash);
        if let Some(facts) = self.facts.get(&key) {
            return Ok(facts.clone());
        }
        if !self.extractors.contains_key(&name) {
            let Some(language) = self.languages.get(&name).cloned() else {
                return Ok(Facts::default());
            };
            let Some(grammar) = self.grammars.get(&language.manifest.grammar).cloned() else {
                self.report.add("no-grammar", &pending.file.path);
                return Ok(Facts::from(FileFacts {
                    language: name,
                    ..FileFacts::default()
                }));
            };
            self.extractors
                .insert(name.clone(), Extractor::new(language, grammar)?);
        }
        let Some(extractor) = self.extractors.get_mut(&name) else {
            return Ok(Facts::default());
        };
        let bytes = pending.file.text.unpack()?;
        let extracted = extractor.extract(&bytes);
        if let Some(fallback) = extracted.fallback {
            self.report.add(fallback, &pending.file.path);
        }
        let facts = Facts::from(extracted.facts);
        self.facts.insert(key, facts.clone());
        Ok(facts)
    }
}

/// Definitions and references.
fn count(facts: &Facts) -> usize {
    facts.definitions.len() + facts.references.len()
}

/// Reports progress.
///
/// # Errors
/// [`Code::Cancelled`] if the host wants to stop.
pub(super) fn tell(
    on_progress: OnProgress<'_>,
    phase: Phase,
    done: usize,
    total: usize,
    path: &str,
) -> Result<()> {
    if on_progress(Progress {
        phase,
        done,
        total,
        path,
    }) {
        return Ok(());
    }
    Err(WaymarkError::new(
        Code::Cancelled,
        "the build was cancelled",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::facts::{Reference, ReferenceKind};
    use crate::ids::{ExprId, ScopeId};
    use crate::text::Span;

    /// A build of files with facts of as many references as they have bytes.
    fn build(files: &[(&str, &str)], most_facts: usize) -> Build {
        let languages = Languages::builtin().expect("shipped");
        let mut build = Build::new(Settings::default(), languages);
        build.most_facts = most_facts;
        let reference = Reference {
            kind: ReferenceKind::Call,
            name: None,
            target: ExprId(0),
            arguments: None,
            definition: None,
            scope: ScopeId(0),
            span: Span { start: 0, end: 0 },
            line: 1,
        };
        for (path, text) in files {
            let facts = FileFacts {
                language: "python".to_owned(),
                references: vec![reference; text.len()],
                ..FileFacts::default()
            };
            let key = ("python".to_owned(), ContentHash::of(text.as_bytes()));
            build.facts.insert(key, Facts::from(facts));
            build.add(path, text.as_bytes().to_vec());
        }
        build.plan();
        build
    }

    #[test]
    fn files_behind_too_many_facts_are_left_out() {
        let files = [("a.py", "xx"), ("b.py", "y"), ("c.py", "z"), ("d.py", "")];
        for (most, left) in [(5, 4), (4, 3), (3, 2), (2, 1), (1, 1), (0, 0)] {
            let index = build(&files, most).finish(&mut |_| true).expect("an index");
            assert_eq!(index.corpus.files().len(), left, "{most}");
            let dropped = index.inventory().drops.files(DropReason::Limit);
            assert_eq!(dropped as usize, files.len() - left);
        }
    }
}
