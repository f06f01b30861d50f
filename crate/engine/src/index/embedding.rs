//! The vectors of a build: who makes them, and what is known already.

use crate::corpus::{ContentHash, Corpus, File};
use crate::error::Result;
use crate::graph::Graph;
use crate::index::hosted::{HostEmbedder, Hosted};
use crate::search::embed::{Model, Reader};
use crate::search::vectors::{Rows, VectorIndex, Vectors, embed, says};
use crate::sort::Arrange;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Who makes the vectors of an index.
#[derive(Clone, Debug, Default)]
pub enum Embedder {
    /// Nobody: the index has no vectors.
    #[default]
    Nobody,
    /// The built-in model.
    Model(Arc<Model>),
    /// The host.
    Host(HostEmbedder),
}

impl Embedder {
    /// The name of whoever makes the vectors, and how many numbers each has.
    fn identity(&self) -> Option<(&str, usize)> {
        match self {
            Self::Nobody => None,
            Self::Model(model) => Some((model.name(), model.dimensions())),
            Self::Host(host) => Some((&host.name, host.dimensions)),
        }
    }

    /// The built-in model, where it is that.
    pub(super) fn model(&self) -> Option<Arc<Model>> {
        match self {
            Self::Nobody | Self::Host(_) => None,
            Self::Model(model) => Some(model.clone()),
        }
    }
}

/// The vectors of a build under way.
#[derive(Clone, Debug, Default)]
pub(super) struct Embedding {
    pub(super) embedder: Embedder,
    /// Whether whoever made the vectors before is not at hand: what is known stays, and
    /// what has changed gets none.
    is_absent: bool,
    /// Rows by path, with the hash of the content that they were made of.
    known: BTreeMap<String, (ContentHash, Rows)>,
    /// Where those are from.
    before: Option<Arc<Vectors>>,
    /// What the host makes.
    pub(super) hosted: Hosted,
}

impl Embedding {
    /// What an update starts from.
    pub(super) fn of(
        model: Option<Arc<Model>>,
        vectors: Option<Arc<Vectors>>,
        corpus: &Corpus,
    ) -> Self {
        let Some(vectors) = vectors else {
            return Self::default();
        };
        let is_model = model.is_some();
        let files = corpus.files().iter().enumerate();
        let known = files.filter_map(|(at, file)| {
            // Zeros are what a host failed to make; the built-in model knows no word there.
            let rows = vectors.of_file(at)?;
            let mut each = rows.chunks_exact(vectors.dimensions().max(1));
            let made = is_model || each.all(says);
            made.then(|| (file.path.clone(), (file.hash, rows.clone())))
        });
        let maker = HostEmbedder {
            name: vectors.embedder().to_owned(),
            dimensions: vectors.dimensions(),
        };
        Self {
            is_absent: model.is_none(),
            embedder: model.map_or(Embedder::Host(maker), Embedder::Model),
            known: known.collect(),
            before: Some(vectors.clone()),
            hosted: Hosted::default(),
        }
    }

    /// Lets `embedder` make the vectors. The built-in model does not take the place of
    /// another one that made them; what another one made is forgotten where a host takes
    /// its place.
    pub(super) fn choose(&mut self, embedder: Embedder) {
        let before = self.before.as_deref();
        let before = before.map(|vectors| (vectors.embedder(), vectors.dimensions()));
        if embedder.identity() != before {
            if before.is_some() && embedder.model().is_some() {
                return;
            }
            self.known.clear();
        }
        self.is_absent = false;
        self.embedder = embedder;
    }

    /// Who made the vectors and is not at hand.
    pub(super) fn missing(&self) -> Option<&str> {
        let before = self.before.as_deref()?;
        self.is_absent.then_some(before.embedder())
    }

    /// Who made the vectors before another one made them all anew.
    pub(super) fn replaced(&self) -> Option<&str> {
        let before = self.before.as_deref()?;
        let (name, dimensions) = self.embedder.identity()?;
        let is_same = name == before.embedder() && dimensions == before.dimensions();
        (!is_same).then_some(before.embedder())
    }

    /// Asks the host for the vectors of those of `files` that are not known;
    /// answers how many texts they have.
    pub(super) fn ask_host<'a>(&mut self, files: impl Iterator<Item = &'a File>) -> usize {
        let Embedder::Host(host) = &self.embedder else {
            return 0;
        };
        let mut wanted: Vec<&File> = files.filter(|file| self.rows_of(file).is_none()).collect();
        wanted.arrange_by(|a, b| a.path.cmp(&b.path));
        self.hosted = Hosted::new(wanted.into_iter(), host.dimensions);
        self.hosted.total()
    }

    /// The vectors of `corpus`; `on_file` is told how many files are done.
    ///
    /// # Errors
    /// That of `on_file`.
    pub(super) fn finish(
        &self,
        kind: VectorIndex,
        corpus: &Corpus,
        graph: &Graph,
        on_file: &mut dyn FnMut(usize) -> Result<()>,
    ) -> Result<Option<Vectors>> {
        let Some((name, dimensions)) = self.embedder.identity() else {
            return Ok(None);
        };
        let model = self.embedder.model();
        let mut reader = model.as_deref().map(|model| Reader::new(model));
        let mut files = Vec::with_capacity(corpus.files().len());
        for (at, file) in corpus.files().iter().enumerate() {
            on_file(at)?;
            files.push(match (self.rows_of(file), &mut reader) {
                (Some(rows), _) => rows,
                (None, Some(reader)) => embed(reader, file),
                (None, None) => self.hosted.rows_of(&file.path).unwrap_or_default().into(),
            });
        }
        let vectors = Vectors::new(name, dimensions, files, corpus, graph);
        Ok(Some(vectors.indexed(kind, corpus, self.before.as_deref())))
    }

    fn rows_of(&self, file: &File) -> Option<Rows> {
        let (hash, rows) = self.known.get(&file.path)?;
        (*hash == file.hash).then(|| rows.clone())
    }
}
