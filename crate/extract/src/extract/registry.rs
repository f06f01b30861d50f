//! The languages: built-in ones from `queries/`, and those a host registers.

// Compiled queries point into a grammar, which a WebAssembly module cannot move
// between threads; it has only one.
#![allow(clippy::arc_with_non_send_sync)]

use crate::error::{Code, Result, WaymarkError};
use crate::extract::frameworks::{self, Framework};
use crate::extract::manifest::Manifest;
use crate::extract::operands::Misfit;
use crate::extract::query::Compiled;
use crate::source::language::{LanguageEntry, LanguageTable};
use crate::source::toml;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// The seven query files of a language, in the order they are joined.
pub const QUERY_FILES: [&str; 7] = [
    "declarations",
    "imports",
    "calls",
    "inheritance",
    "docs",
    "decorators",
    "statements",
];

/// The texts of a language as they stand in its folder.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Folder name.
    pub name: &'a str,
    /// `language.toml`.
    pub manifest: &'a str,
    /// The query files of [`QUERY_FILES`]; empty where a file is missing.
    pub queries: [&'a str; 7],
}

impl Source<'_> {
    fn manifest(&self) -> Result<Manifest> {
        Manifest::parse(self.manifest).map_err(|mistake| fault(self.name, &mistake))
    }
}

/// The files that a registered language is for, where its manifest does not say.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    /// File name endings without the leading dot.
    pub extensions: Option<Vec<String>>,
    /// Whole file names.
    pub filenames: Option<Vec<String>>,
    /// Interpreter names in a `#!` line.
    pub shebangs: Option<Vec<String>>,
}

impl Claims {
    fn fill(self, manifest: &mut Manifest) {
        let Self {
            extensions,
            filenames,
            shebangs,
        } = self;
        manifest.extensions =
            extensions.unwrap_or_else(|| std::mem::take(&mut manifest.extensions));
        manifest.filenames = filenames.unwrap_or_else(|| std::mem::take(&mut manifest.filenames));
        manifest.shebangs = shebangs.unwrap_or_else(|| std::mem::take(&mut manifest.shebangs));
        for key in &mut manifest.extensions {
            *key = key.trim_start_matches('.').to_owned();
        }
        if manifest.grammar.is_empty() {
            manifest.grammar.clone_from(&manifest.name);
        }
        if manifest.symbol.is_empty() {
            manifest.symbol = format!("tree_sitter_{}", manifest.name.replace('-', "_"));
        }
    }
}

/// A language ready for use: its manifest with inherited tables, and its
/// queries joined.
#[derive(Clone, Debug)]
pub struct Language {
    /// The manifest.
    pub manifest: Manifest,
    /// The text of the manifest, for the places of its mistakes.
    text: String,
    /// All queries as one text.
    pub query: String,
    /// Where each part of [`Language::query`] starts, in bytes, and the file it
    /// came from.
    pub parts: Vec<(usize, String)>,
    /// The queries compiled for the first grammar that was given. Compiling
    /// takes as long as parsing a megabyte, so builds and updates share it.
    compiled: OnceLock<Arc<Compiled>>,
}

/// Languages by name.
#[derive(Clone, Debug, Default)]
pub struct Languages {
    by_name: BTreeMap<String, Arc<Language>>,
    /// Names of those that a host registered, the last one first: what several claim is
    /// that one's.
    registered: Vec<String>,
    /// Rules about frameworks that a host added.
    frameworks: Vec<Framework>,
}

impl Languages {
    /// The languages shipped with the engine.
    ///
    /// # Errors
    /// [`Code::InvalidLanguage`] if a shipped manifest is wrong; a test holds
    /// that none is.
    pub fn builtin() -> Result<Self> {
        let mut languages = Self::default();
        languages.register_all(BUILTIN)?;
        Ok(languages)
    }

    /// Rules about frameworks: those that a host added, then those that are shipped,
    /// but for those of a name that was added.
    pub fn frameworks(&self) -> impl Iterator<Item = &Framework> {
        let added = |name: &str| self.frameworks.iter().any(|own| own.name == name);
        let shipped = frameworks::builtin().iter();
        let shipped = shipped.filter(move |framework| !added(&framework.name));
        self.frameworks.iter().chain(shipped)
    }

    /// Adds the rules of a framework, or replaces those of its name.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] with what is wrong in them.
    pub fn add_framework(&mut self, file: &str, text: &str) -> Result<()> {
        let framework = frameworks::parse(file, text)?;
        self.frameworks.retain(|known| known.name != framework.name);
        self.frameworks.push(framework);
        Ok(())
    }

    /// Adds or replaces languages, those that others extend first.
    ///
    /// # Errors
    /// [`Code::InvalidLanguage`] if a manifest is wrong or extends a language
    /// that is not among them or known.
    pub fn register_all(&mut self, sources: &[Source<'_>]) -> Result<()> {
        let mut waiting: Vec<&Source<'_>> = sources.iter().collect();
        while !waiting.is_empty() {
            let names: Vec<&str> = waiting.iter().map(|source| source.name).collect();
            let mut later = Vec::new();
            for source in waiting {
                let manifest = source.manifest()?;
                let base = manifest.extends.as_deref();
                if base.is_some_and(|base| names.contains(&base)) {
                    later.push(source);
                } else {
                    self.add(manifest, source)?;
                }
            }
            if later.len() == names.len() {
                return Err(unknown_base(later[0]));
            }
            waiting = later;
        }
        Ok(())
    }

    /// Adds or replaces a language. Files that it claims are no other's as long as it
    /// does; what `claims` leaves out is as its manifest says.
    ///
    /// # Errors
    /// [`Code::InvalidLanguage`] if the manifest is wrong or extends a language
    /// that is not known, or a claim is no name.
    pub fn register(&mut self, source: &Source<'_>, claims: Claims) -> Result<Arc<Language>> {
        let mut manifest = source.manifest()?;
        if manifest.name != source.name {
            let what = format!("is called `{}`", manifest.name);
            return Err(misplaced(source.name, source.manifest, &["name"], &what));
        }
        claims.fill(&mut manifest);
        for (key, names) in [
            ("extensions", &manifest.extensions),
            ("filenames", &manifest.filenames),
            ("shebangs", &manifest.shebangs),
        ] {
            if let Some(name) = names.iter().find(|name| !is_claim(name)) {
                let what = format!("`{name}` among its {key} is the name of no file");
                return Err(misplaced(source.name, source.manifest, &[key], &what));
            }
        }
        self.registered.retain(|name| name != source.name);
        self.registered.insert(0, source.name.to_owned());
        self.add(manifest, source)?;
        let added = self.get(source.name).cloned();
        added.ok_or_else(|| unknown_base(source))
    }

    /// The language called `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Arc<Language>> {
        self.by_name.get(name)
    }

    /// How files of the languages are told that have a grammar.
    #[must_use]
    pub fn table(&self) -> LanguageTable {
        let registered = self.registered.iter().filter_map(|name| self.get(name));
        let shipped = self.iter();
        let shipped = shipped.filter(|language| !self.registered.contains(&language.manifest.name));
        let languages = registered.chain(shipped).map(|language| &language.manifest);
        let entries = languages
            .filter(|manifest| !manifest.grammar.is_empty())
            .map(|manifest| LanguageEntry {
                name: manifest.name.clone(),
                extensions: manifest.extensions.clone(),
                filenames: manifest.filenames.clone(),
                shebangs: manifest.shebangs.clone(),
                dialects: manifest.dialects(),
            });
        LanguageTable::new(&entries.collect::<Vec<_>>())
    }

    /// All languages in name order, bases without a grammar included.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Language>> {
        self.by_name.values()
    }

    fn add(&mut self, mut manifest: Manifest, source: &Source<'_>) -> Result<()> {
        let mut query = String::new();
        let mut parts = Vec::new();
        if let Some(name) = &manifest.extends {
            let base = self.get(name).ok_or_else(|| unknown_base(source))?;
            query.push_str(&base.query);
            parts.clone_from(&base.parts);
            let base = base.manifest.clone();
            manifest.inherit(&base);
        }
        for (file, text) in QUERY_FILES.iter().zip(source.queries) {
            parts.push((query.len(), format!("queries/{}/{file}.scm", source.name)));
            query.push_str(text);
            query.push('\n');
        }
        if manifest.family.is_empty() {
            manifest.family.clone_from(&manifest.name);
        }
        let name = manifest.name.clone();
        self.by_name.insert(
            name,
            Arc::new(Language {
                manifest,
                text: source.manifest.to_owned(),
                query,
                parts,
                compiled: OnceLock::new(),
            }),
        );
        Ok(())
    }
}

impl Language {
    /// The queries compiled for `grammar`.
    ///
    /// # Errors
    /// See [`Compiled::new`].
    pub fn compile(&self, grammar: tree_sitter::Language) -> Result<Arc<Compiled>> {
        if let Some(known) = self.compiled.get()
            && known.grammar == grammar
        {
            return Ok(known.clone());
        }
        let compiled = Arc::new(Compiled::new(self, grammar)?);
        // Another grammar than the first is compiled anew each time; no host
        // does that but to replace one.
        _ = self.compiled.set(compiled.clone());
        Ok(compiled)
    }

    /// The query files: where each starts in the joined query, and its text.
    pub fn texts(&self) -> impl Iterator<Item = (usize, &str)> {
        let ends = self.parts.iter().skip(1).map(|(start, _)| *start);
        let ends = ends.chain([self.query.len()]);
        let parts = self.parts.iter().zip(ends);
        parts.map(|((start, _), end)| (*start, self.query.get(*start..end).unwrap_or("")))
    }

    /// The error of a table that does not fit the grammar, with its place.
    #[must_use]
    pub fn misfit(&self, misfit: &Misfit) -> WaymarkError {
        let path = [misfit.table, &misfit.key];
        misplaced(&self.manifest.name, &self.text, &path, &misfit.what)
    }

    /// The file, line and column (1-based) of byte `offset` of the joined query.
    #[must_use]
    pub fn locate(&self, offset: usize) -> (String, usize, usize) {
        let index = self.parts.partition_point(|(start, _)| *start <= offset);
        let (start, file) = match index {
            0 => (0, String::new()),
            i => (self.parts[i - 1].0, self.parts[i - 1].1.clone()),
        };
        let before = self.query.get(start..offset).unwrap_or("");
        let line = before.matches('\n').count() + 1;
        let column = before.len() - before.rfind('\n').map_or(0, |i| i + 1) + 1;
        (file, line, column)
    }
}

/// Whether a file may end in `name`, be called so, or name it as its program.
fn is_claim(name: &str) -> bool {
    !name.is_empty() && !name.contains(['/', '\\']) && !name.contains(char::is_whitespace)
}

fn unknown_base(source: &Source<'_>) -> WaymarkError {
    let what = "extends a language that is not registered";
    misplaced(source.name, source.manifest, &["extends"], what)
}

/// What is wrong at a path of keys of a manifest.
fn misplaced(language: &str, text: &str, path: &[&str], what: &str) -> WaymarkError {
    let mistake = toml::blame(text, what, &|text| {
        let (first, rest) = path.split_first()?;
        let table = toml::parse(text).ok()?;
        let mut value = table.get(*first)?;
        for key in rest {
            value = value.get(key)?;
        }
        Some(what.to_owned())
    });
    fault(language, &mistake)
}

fn fault(language: &str, mistake: &toml::Mistake) -> WaymarkError {
    let place = mistake.in_file(&format!("queries/{language}/language.toml"));
    WaymarkError::new(Code::InvalidLanguage, format!("{language}: {place}"))
}
