//! What every question is asked of.

use crate::answer::host::Host;
use crate::answer::memo::Memo;
use crate::corpus::Corpus;
use crate::extract::{Grammars, Languages};
use crate::feature::{Plan, Planned, Tree};
use crate::framework::Routes;
use crate::graph::{Graph, Packages};
use crate::link::links::Unresolved;
use crate::link::scip::Overlay;
use crate::rank::Ranks;
use crate::report::Report;
use crate::search::embed::Model;
use crate::search::features::Features;
use crate::search::lexical::Lexical;
use crate::search::vectors::Vectors;
use crate::source::drops::FilterStats;
use crate::source::language::UnknownKind;
use crate::source::manifest::Manifests;

/// One consistent, immutable state of the index. Borrowed as a whole, so that
/// two operations in a row cannot see different states.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Files, facts and texts.
    pub corpus: &'a Corpus,
    /// Nodes and edges.
    pub graph: &'a Graph,
    /// Packages, from manifests.
    pub packages: &'a Packages,
    /// What the manifests say.
    pub manifests: &'a Manifests,
    /// What a compiler-grade index said, where one was laid over.
    pub overlay: Option<&'a Overlay>,
    /// Uses without an edge, sorted by file and line.
    pub unresolved: &'a [Unresolved],
    /// The requests that the tree answers.
    pub routes: &'a Routes,
    /// What nodes do and how they belong together, made when it is asked for.
    pub plan: &'a Plan,
    /// Tables that are made when they are asked for.
    pub memo: &'a Memo,
    /// Words of symbols and files.
    pub lexical: &'a Lexical,
    /// Structural rank of every node, without personalisation.
    pub ranks: &'a Ranks,
    /// Vectors of symbols and files, where an embedder made them.
    pub vectors: Option<&'a Vectors>,
    /// The built-in embedder, where it is at hand and made the vectors.
    pub model: Option<&'a Model>,
    /// What discovery left out.
    pub drops: &'a FilterStats,
    /// Kinds of files that no language claims.
    pub unknown_kinds: &'a [UnknownKind],
    /// What the build dropped, capped or guessed.
    pub report: &'a Report,
    /// How files are read again, for what is found out on demand.
    pub languages: &'a Languages,
    /// The grammars at hand for that.
    pub grammars: &'a Grammars,
    /// What the host told of the index.
    pub host: &'a Host,
}

impl<'a> View<'a> {
    /// Whether files of the language are read for their outline alone.
    #[must_use]
    pub fn is_outline(&self, language: &str) -> bool {
        let language = self.languages.get(language);
        language.is_some_and(|language| language.manifest.outline)
    }

    /// The feature view, for exports.
    #[must_use]
    pub const fn planned(&self) -> Planned<'a> {
        Planned {
            plan: self.plan,
            tree: self.tree(),
        }
    }

    /// Words and vectors of what nodes do.
    pub(crate) fn features(&self) -> &'a Features {
        let model = self.model.filter(|_| self.vectors.is_some());
        let make = || Features::of(self.tree(), self.plan, model);
        self.memo.features.get_or_init(make)
    }

    /// What features are made from.
    #[must_use]
    pub const fn tree(&self) -> Tree<'a> {
        Tree {
            corpus: self.corpus,
            graph: self.graph,
        }
    }
}
