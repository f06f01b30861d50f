//! Files to an index, in steps that a host drives.

use crate::dto::{Grammar, Progress};
use crate::grammar;
use crate::index::Index;
use crate::languages::languages;
use crate::model::model;
use crate::values::{Thrown, read, thrown, typed};
use crate::walker::Walker;
use js_sys::Function;
use std::cell::RefCell;
use std::collections::BTreeMap;
use tree_sitter::Language;
use tsify::Ts;
use wasm_bindgen::prelude::*;
use waymark_engine::index::{Build, Embedder, HostEmbedder, Settings};
use waymark_engine::progress;

thread_local! {
    /// The grammars that are linked into this instance, by name.
    static LINKED: RefCell<BTreeMap<String, Language>> = const { RefCell::new(BTreeMap::new()) };
}

/// Keeps a grammar that was linked, for all builds.
pub fn keep(name: &str, language: Language) {
    LINKED.with_borrow_mut(|linked| linked.insert(name.to_owned(), language));
}

/// A build under way: files go in, then `plan`, the grammars it asks for, `step`
/// until all is done, `finish`.
#[wasm_bindgen]
pub struct Builder(Build);

#[wasm_bindgen]
impl Builder {
    /// An empty build.
    ///
    /// # Errors
    /// `invalid-argument` for unknown settings and languages.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: Option<Ts<Settings>>) -> Thrown<Self> {
        let (settings, languages): (Settings, _) = (read(settings)?, languages()?);
        settings.check(&languages).map_err(thrown)?;
        Ok(Self(Build::new(settings, languages)))
    }

    /// Adds or replaces a file.
    #[wasm_bindgen(js_name = addFile)]
    pub fn add_file(&mut self, path: &str, bytes: Vec<u8>) {
        self.0.add(path, bytes);
    }

    /// Adds the files that the next piece of a tar archive completes; an empty
    /// piece is the archive's end.
    ///
    /// # Errors
    /// `invalid-archive` if the bytes are no tar archive.
    #[wasm_bindgen(js_name = addTar)]
    pub fn add_tar(&mut self, piece: &[u8]) -> Thrown<()> {
        self.0.add_tar(piece).map_err(thrown)
    }

    /// Takes a file out; answers whether it was there.
    pub fn remove(&mut self, path: &str) -> bool {
        self.0.remove(path)
    }

    /// Counts what `walker` left out.
    pub fn absorb(&mut self, walker: &Walker) {
        self.0.absorb(walker.stats());
        for (path, size) in walker.too_large() {
            self.0.leave_out(path, *size);
        }
    }

    /// Decides what is indexed; answers the grammars that are still to be linked.
    ///
    /// # Errors
    /// `invalid-grammar` if a linked grammar does not fit.
    pub fn plan(&mut self) -> Thrown<Vec<Ts<Grammar>>> {
        let mut missing = Vec::new();
        for need in self.0.plan() {
            match linked(&need.name) {
                Some(language) => self.0.set_grammar(&need.name, language).map_err(thrown)?,
                None => missing.push(typed(&Grammar::from(need))?),
            }
        }
        Ok(missing)
    }

    /// Links a grammar: a `WebAssembly.Module`, or bytes where this host compiles.
    ///
    /// # Errors
    /// A `grammar-…` code where it cannot be linked.
    #[wasm_bindgen(js_name = linkGrammar)]
    pub fn link_grammar(&mut self, name: &str, symbol: &str, source: &JsValue) -> Thrown<()> {
        let language = link(name, symbol, source)?;
        self.0.set_grammar(name, language).map_err(thrown)
    }

    /// Reports that a grammar is not to be had; its files are listed only.
    #[wasm_bindgen(js_name = missGrammar)]
    pub fn miss_grammar(&mut self, name: &str, cause: &str) {
        self.0.miss_grammar(name, cause);
    }

    /// Whether the settings want vectors.
    #[must_use]
    #[wasm_bindgen(js_name = wantsVectors)]
    pub fn wants_vectors(&self) -> bool {
        self.0.wants_vectors()
    }

    /// Lets the embedding model of this instance make vectors, if it has one.
    #[wasm_bindgen(js_name = useModel)]
    pub fn use_model(&mut self) {
        if let Some(model) = model() {
            self.0.set_embedder(Embedder::Model(model));
        }
    }

    /// Lets the host make vectors.
    ///
    /// # Errors
    /// `invalid-argument` for an embedder without a name or dimensions.
    #[wasm_bindgen(js_name = useHost)]
    pub fn use_host(&mut self, name: &str, dimensions: u32) -> Thrown<()> {
        let host = HostEmbedder::new(name, dimensions as usize).map_err(thrown)?;
        self.0.set_embedder(Embedder::Host(host));
        Ok(())
    }

    /// Prepares the texts that the host is to embed; answers how many there are.
    #[wasm_bindgen(js_name = planTexts)]
    pub fn plan_texts(&mut self) -> u32 {
        self.0.plan_texts() as u32
    }

    /// At most `most` of those texts, from the one numbered `first` on.
    #[must_use]
    pub fn texts(&self, first: u32, most: u32) -> Vec<String> {
        self.0.texts(first as usize, most as usize)
    }

    /// Takes the vectors of the texts from `first` on.
    ///
    /// # Errors
    /// `embedder-mismatch` if the numbers make no whole vectors.
    #[wasm_bindgen(js_name = submitVectors)]
    pub fn submit_vectors(&mut self, first: u32, numbers: &[f32]) -> Thrown<()> {
        self.0
            .submit_vectors(first as usize, numbers)
            .map_err(thrown)
    }

    /// Reports that the host did not embed a batch of texts.
    #[wasm_bindgen(js_name = missVectors)]
    pub fn miss_vectors(&mut self, cause: &str) {
        self.0.miss_vectors(cause);
    }

    /// Reports that the embedding model is not to be had.
    #[wasm_bindgen(js_name = missModel)]
    pub fn miss_model(&mut self, cause: &str) {
        self.0.miss_model(cause);
    }

    /// Extracts files until `budget` bytes are read, and at least one.
    ///
    /// # Errors
    /// `invalid-language` if queries do not fit their grammar.
    pub fn step(&mut self, budget: u32) -> Thrown<Ts<Progress>> {
        let step = self.0.step(budget as usize).map_err(thrown)?;
        typed(&Progress::from(step))
    }

    /// Links, ranks and indexes what was extracted. `onProgress` is called with
    /// phase, units done, units in all and path, and answers `false` to stop.
    ///
    /// # Errors
    /// `cancelled` if it was stopped.
    pub fn finish(
        self,
        #[wasm_bindgen(js_name = onProgress)] on_progress: &Function,
    ) -> Thrown<Index> {
        let mut tell = |progress: progress::Progress<'_>| {
            let arguments = js_sys::Array::of4(
                &progress.phase.as_str().into(),
                &(progress.done as u32).into(),
                &(progress.total as u32).into(),
                &progress.path.into(),
            );
            on_progress
                .apply(&JsValue::UNDEFINED, &arguments)
                .is_ok_and(|answer| answer != JsValue::FALSE)
        };
        self.0.finish(&mut tell).map(Index).map_err(thrown)
    }
}

/// Links a grammar into this instance, once.
///
/// # Errors
/// A `grammar-…` code where it cannot be linked.
pub fn link(name: &str, symbol: &str, source: &JsValue) -> Thrown<Language> {
    if let Some(language) = linked(name) {
        return Ok(language);
    }
    let symbol = symbol.trim_start_matches("tree_sitter_");
    let language = grammar::link(&grammar::module(source)?, symbol)?;
    keep(name, language.clone());
    Ok(language)
}

/// The grammar called `name`, if it is linked.
pub fn linked(name: &str) -> Option<Language> {
    LINKED.with_borrow(|linked| linked.get(name).cloned())
}

impl From<Build> for Builder {
    fn from(build: Build) -> Self {
        Self(build)
    }
}
