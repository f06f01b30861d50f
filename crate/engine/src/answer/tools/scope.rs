//! Levels of a tree, and which nodes lie within another.

use crate::answer::names::{Unmatched, resolve};
use crate::answer::params::words;
use crate::answer::view::View;
use crate::graph::Graph;
use crate::ids::{FileId, NodeId};
use crate::source::path;

words! {
    /// A level of the tree (spec 3.1).
    pub enum Level {
        /// The repository.
        #[default]
        L0 = "L0" / "l0" / "repository",
        /// Packages.
        L1 = "L1" / "l1" / "package",
        /// Files.
        L2 = "L2" / "l2" / "file" / "module",
        /// Symbols.
        L3 = "L3" / "l3" / "symbol",
    }
}

/// The part of the tree that a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Within<'a> {
    place: NodeId,
    /// Path of a directory; none for a file or symbol.
    directory: Option<&'a str>,
}

impl<'a> Within<'a> {
    /// The part called `root`; all of the tree for an empty name, none where the
    /// name is in `unmatched` then.
    pub(crate) fn parse(view: &View<'a>, root: &str, unmatched: &mut Unmatched) -> Option<Self> {
        let place = match root {
            "" => Graph::ROOT,
            name => resolve(view, name, unmatched)?,
        };
        let row = view.graph.node(place);
        let directory = match (row.file, place) {
            (Some(_), _) => None,
            (None, Graph::ROOT) => Some(""),
            (None, _) => Some(view.graph.path(place)),
        };
        Some(Self { place, directory })
    }

    /// Whether all or a part of `file` lies within.
    pub(crate) fn has_file(&self, view: &View<'_>, file: FileId) -> bool {
        match self.directory {
            Some(directory) => {
                let file = view.corpus.file(file);
                file.is_some_and(|file| path::below(&file.path, directory).is_some())
            }
            None => view.graph.node(self.place).file == Some(file),
        }
    }

    /// Whether a node lies within, where many are asked about.
    pub(crate) fn filter(self, view: &View<'a>) -> impl Fn(NodeId) -> bool + use<'a> {
        let graph = view.graph;
        let files = (0..view.corpus.files().len()).map(FileId::at);
        let files: Vec<bool> = files.map(|file| self.has_file(view, file)).collect();
        let symbol = self.is_symbol(view);
        move |node| match graph.node(node).file {
            None => node == self.place,
            Some(file) => {
                files.get(file.index()) == Some(&true)
                    && (!symbol
                        || node == self.place
                        || graph.ancestors(node).any(|outer| outer == self.place))
            }
        }
    }

    /// Whether the directory `dir` lies within, or is it.
    pub(crate) fn has_directory(&self, dir: &str) -> bool {
        self.directory
            .is_some_and(|outer| dir == outer || path::below(dir, outer).is_some())
    }

    /// Whether the part is a symbol.
    fn is_symbol(&self, view: &View<'_>) -> bool {
        view.graph.node(self.place).symbol.is_some()
    }
}
