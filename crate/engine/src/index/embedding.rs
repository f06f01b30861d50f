//! The vectors of a build: who makes them, and what is known already.

use crate::corpus::{ContentHash, Corpus, File};
use crate::error::Result;
use crate::graph::Graph;
use crate::search::embed::{Model, Reader};
use crate::search::vectors::{Rows, Vectors, embed};
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
}

impl Embedder {
    /// Whether vectors of both fit together.
    pub(super) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Nobody, Self::Nobody) => true,
            (Self::Model(a), Self::Model(b)) => a.name() == b.name(),
            _ => false,
        }
    }

    /// The built-in model, where it is that.
    pub(super) fn model(&self) -> Option<Arc<Model>> {
        match self {
            Self::Nobody => None,
            Self::Model(model) => Some(model.clone()),
        }
    }
}

/// The vectors of a build under way.
#[derive(Clone, Debug, Default)]
pub(super) struct Embedding {
    pub(super) embedder: Embedder,
    /// Rows by path, with the hash of the content that they were made of.
    known: BTreeMap<String, (ContentHash, Rows)>,
}

impl Embedding {
    /// No vectors yet.
    pub(super) fn with(embedder: Embedder) -> Self {
        Self {
            embedder,
            known: BTreeMap::new(),
        }
    }

    /// What an update starts from.
    pub(super) fn of(
        model: Option<Arc<Model>>,
        vectors: Option<&Vectors>,
        corpus: &Corpus,
    ) -> Self {
        let (Some(model), Some(vectors)) = (model, vectors) else {
            return Self::default();
        };
        let files = corpus.files().iter().enumerate();
        let known = files.filter_map(|(at, file)| {
            let rows = vectors.of_file(at)?;
            Some((file.path.clone(), (file.hash, rows.clone())))
        });
        Self {
            embedder: Embedder::Model(model),
            known: known.collect(),
        }
    }

    /// The vectors of `corpus`; `on_file` is told how many files are done.
    ///
    /// # Errors
    /// That of `on_file`.
    pub(super) fn finish(
        &self,
        corpus: &Corpus,
        graph: &Graph,
        on_file: &mut dyn FnMut(usize) -> Result<()>,
    ) -> Result<Option<Vectors>> {
        let Embedder::Model(model) = &self.embedder else {
            return Ok(None);
        };
        let mut reader = Reader::new(model);
        let mut files = Vec::with_capacity(corpus.files().len());
        for (at, file) in corpus.files().iter().enumerate() {
            on_file(at)?;
            let rows = self.rows_of(file);
            files.push(rows.unwrap_or_else(|| embed(&mut reader, file)));
        }
        let vectors = Vectors::new(model.name(), model.dimensions(), files, corpus, graph);
        Ok(Some(vectors))
    }

    fn rows_of(&self, file: &File) -> Option<Rows> {
        let (hash, rows) = self.known.get(&file.path)?;
        (*hash == file.hash).then(|| rows.clone())
    }
}
