//! The index: everything known of one tree, built from its files and kept in
//! step with them.
//!
//! [`Build`] takes files to an [`Index`]; [`Index::update`] takes an index and
//! changes to a build again. Both end in the same code with the same sorted
//! input, so an updated index cannot differ from a cold one.

mod build;
mod embedding;
mod entry;
mod evolution;
mod hosted;
mod review;
mod scip;
mod settings;
mod state;

pub use build::{Build, GrammarNeed, Step};
pub use embedding::Embedder;
pub use evolution::Evolution;
pub use hosted::HostEmbedder;
pub use settings::Settings;

use crate::answer::host::Host;
use crate::answer::{Memo, View};
use crate::corpus::Corpus;
use crate::error::{Code, Result, WaymarkError};
use crate::extract::{Grammars, Languages};
use crate::feature::{Lifting, Plan};
use crate::framework::{self, Routes};
use crate::graph::{Graph, Packages};
use crate::index::build::tell;
use crate::index::embedding::Embedding;
use crate::index::entry::Entry;
use crate::link::scip::Overlay;
use crate::link::{self, Layout, Links};
use crate::progress::{OnProgress, Phase};
use crate::rank::Ranks;
use crate::report::Report;
use crate::search::documents;
use crate::search::embed::Model;
use crate::search::lexical::{Lexical, Weights};
use crate::search::vectors::Vectors;
use crate::snapshot::header::VERSION;
use crate::source::drops::FilterStats;
use crate::source::language::UnknownKind;
use crate::source::manifest::{Listing, Manifests};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What discovery found and left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inventory {
    /// Drops by reason.
    pub drops: FilterStats,
    /// Those among them that were never paths of a build: left out by a walker
    /// of the host, or on the way into the tree.
    pub outside: FilterStats,
    /// Kinds of files that no language claims.
    pub unknown_kinds: Vec<UnknownKind>,
}

/// A change of one file.
#[derive(Clone, Debug)]
pub enum Change {
    /// The file's bytes are now these.
    Write(String, Vec<u8>),
    /// The file is gone.
    Delete(String),
}

/// What a build hands over.
struct Parts {
    settings: Settings,
    languages: Languages,
    entries: BTreeMap<String, Entry>,
    inventory: Inventory,
    corpus: Corpus,
    overlay: Option<Arc<Overlay>>,
    embedding: Embedding,
    lifting: Lifting,
    report: Report,
}

/// Everything known of one tree.
pub struct Index {
    settings: Settings,
    languages: Languages,
    entries: BTreeMap<String, Entry>,
    inventory: Inventory,
    manifests: Manifests,
    packages: Packages,
    grammars: Grammars,
    host: Host,
    corpus: Corpus,
    overlay: Option<Arc<Overlay>>,
    links: Links,
    routes: Routes,
    graph: Graph,
    plan: Plan,
    memo: Memo,
    lexical: Lexical,
    ranks: Ranks,
    vectors: Option<Arc<Vectors>>,
    model: Option<Arc<Model>>,
    report: Report,
}

impl Index {
    /// Links, ranks and indexes a corpus.
    fn assemble(parts: Parts, on_progress: OnProgress<'_>) -> Result<Self> {
        let Parts {
            corpus,
            overlay,
            embedding,
            mut report,
            ..
        } = parts;
        let manifests = manifests(&corpus, &mut report);
        let layout = Layout::of(&manifests, &mut report);
        let total = corpus.files().len();
        let mut on_file = |done: usize| {
            let path = corpus
                .files()
                .get(done)
                .map_or("", |file| file.path.as_str());
            tell(on_progress, Phase::Resolve, done, total, path).is_ok()
        };
        let mut links = link::link(
            &corpus,
            &parts.languages,
            &layout,
            overlay.as_deref(),
            &mut on_file,
        )
        .ok_or_else(|| WaymarkError::new(Code::Cancelled, "the build was cancelled"))?;
        let routes = framework::find(&corpus, &parts.languages, &manifests, &mut links);
        tell(on_progress, Phase::Index, 0, total, "")?;
        let graph = Graph::build(&corpus, &links, &mut report);
        let ranks = Ranks::of_graph(&graph);
        let lexical = documents::index(&corpus, &graph, Weights::default());
        if let Some(embedder) = embedding.missing() {
            report.add("embedder-missing", embedder);
        }
        if let Some(embedder) = embedding.replaced() {
            report.add("embedder-replaced", embedder);
        }
        if let Some(overlay) = &overlay {
            scip::report(overlay, &corpus, &mut report);
        }
        for file in corpus.files().iter().filter(|file| file.facts.is_partial()) {
            report.add("syntax-error", &file.path);
        }
        let mut on_file = |done| tell(on_progress, Phase::Index, done, total, "");
        let kind = parts.settings.vector_index;
        let vectors = embedding.finish(kind, &corpus, &graph, &mut on_file)?;
        tell(on_progress, Phase::Index, total, total, "")?;
        Ok(Self {
            settings: parts.settings,
            languages: parts.languages,
            entries: parts.entries,
            inventory: parts.inventory,
            packages: Packages::of(&manifests, &corpus),
            manifests,
            grammars: Grammars::default(),
            host: fresh_host(),
            corpus,
            overlay,
            links,
            routes,
            graph,
            plan: Plan::new(parts.lifting),
            memo: Memo::default(),
            lexical,
            ranks,
            vectors: vectors.map(Arc::new),
            model: embedding.embedder.model(),
            report,
        })
    }

    /// A build that ends in this index with `changes` made. Unchanged files are
    /// not read again, and this index answers on until it is replaced.
    #[must_use]
    pub fn update(&self, changes: Vec<Change>) -> Build {
        let mut build = Build::from_known(
            self.settings.clone(),
            self.languages.clone(),
            self.entries.clone(),
            self.inventory.outside.clone(),
            Embedding::of(self.model.clone(), self.vectors.clone(), &self.corpus),
        );
        build.lend(&self.grammars);
        build.overlay.clone_from(&self.overlay);
        build.tell(self.plan.lifting().clone());
        for change in changes {
            match change {
                Change::Write(path, bytes) => {
                    build.remove(&path);
                    build.add(&path, bytes);
                }
                Change::Delete(path) => {
                    build.remove(&path);
                }
            }
        }
        build
    }

    /// What questions are asked of.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        View {
            corpus: &self.corpus,
            graph: &self.graph,
            plan: &self.plan,
            memo: &self.memo,
            packages: &self.packages,
            manifests: &self.manifests,
            overlay: self.overlay.as_deref(),
            unresolved: &self.links.unresolved,
            routes: &self.routes,
            lexical: &self.lexical,
            ranks: &self.ranks,
            vectors: self.vectors.as_deref(),
            model: self.model.as_deref(),
            drops: &self.inventory.drops,
            unknown_kinds: &self.inventory.unknown_kinds,
            report: &self.report,
            languages: &self.languages,
            grammars: &self.grammars,
            host: &self.host,
        }
    }

    /// Takes over what a host has told.
    pub fn tell(&mut self, lifting: Lifting) {
        self.plan = Plan::new(lifting);
        self.memo = Memo::default();
    }

    /// What a host has told.
    #[must_use]
    pub const fn lifting(&self) -> &Lifting {
        self.plan.lifting()
    }

    /// Hands over the built-in model, for queries and updates of an index that
    /// was opened.
    ///
    /// # Errors
    /// [`Code::EmbedderMismatch`] if another embedder made its vectors.
    pub fn attach(&mut self, model: Arc<Model>) -> Result<()> {
        if let Some(vectors) = &self.vectors
            && vectors.embedder() != model.name()
        {
            let message = format!(
                "the index was made with the embedder {}, not {}: index the tree again",
                vectors.embedder(),
                model.name()
            );
            return Err(WaymarkError::new(Code::EmbedderMismatch, message));
        }
        self.model = Some(model);
        // Some of it is made with the model where that is at hand.
        self.memo = Memo::default();
        Ok(())
    }

    /// The vectors, where there are any.
    #[must_use]
    pub fn vectors(&self) -> Option<&Vectors> {
        self.vectors.as_deref()
    }

    /// Hands over a grammar for what is found out on demand.
    pub fn set_grammar(&mut self, name: &str, grammar: tree_sitter::Language) {
        self.grammars.insert(name.to_owned(), grammar);
    }

    /// The grammars of the tree's languages that are not at hand.
    #[must_use]
    pub fn missing_grammars(&self) -> Vec<GrammarNeed> {
        let mut needs = GrammarNeed::of_files(self.corpus.files().iter(), &self.languages);
        needs.retain(|need| !self.grammars.contains_key(&need.name));
        needs
    }

    /// What the host told of the index.
    pub const fn host(&mut self) -> &mut Host {
        &mut self.host
    }

    /// The options it was built with.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What discovery found and left out.
    #[must_use]
    pub const fn inventory(&self) -> &Inventory {
        &self.inventory
    }

    /// Package manifests of the tree, sorted by path.
    #[must_use]
    pub const fn manifests(&self) -> &Manifests {
        &self.manifests
    }
}

/// What is known before the host says anything.
fn fresh_host() -> Host {
    Host {
        format: VERSION,
        ..Host::default()
    }
}

fn manifests(corpus: &Corpus, report: &mut Report) -> Manifests {
    let read = |path: &str| {
        corpus
            .find(path)
            .and_then(|file| corpus.file(file)?.text.unpack().ok())
    };
    let listing = Listing::new(corpus.files().iter().map(|file| file.path.as_str()), &read);
    Manifests::read(&listing, report)
}
