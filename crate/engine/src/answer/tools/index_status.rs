//! What is indexed, and whether it is current.

use crate::answer::names::{self, Missing};
use crate::answer::ops::Operation;
use crate::answer::page::{Count, tally};
use crate::answer::params::params;
use crate::answer::view::View;
use crate::corpus::Digest;
use crate::error::{Code, Result};
use crate::link::scip::Overlay;
use crate::source::drops::DropReason;
use crate::source::path;
use serde::Serialize;

/// The most paths that are listed.
const MAX_PATHS: usize = 100;

params! {
    /// What is indexed.
    pub struct IndexStatus {
        /// Whether statements are counted.
        pub statements: bool = false,
    }
}

/// A tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct RootStatus {
    /// What the host calls the tree; `.` where it did not say.
    pub root: String,
    /// When it was indexed, as the host writes times; empty where it did not say.
    pub indexed_at: String,
    /// Files.
    pub files: u32,
    /// Nodes: the repository, directories, files and symbols.
    pub nodes: u32,
    /// Edges, `contains` included.
    pub edges: u32,
    /// Files by language.
    pub languages: Vec<Count>,
    /// Packages.
    pub packages: u32,
    /// Statements of all that can be called, if they were to be counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub statements: Option<u32>,
}

/// What is indexed, and what changed since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Status {
    /// Hash of the paths and contents of all files: equal trees have equal ids,
    /// so that an edit and its reversal lead back to the same one.
    pub index_id: String,
    /// The trees; one.
    pub roots: Vec<RootStatus>,
    /// How many paths are marked as changed and not yet taken in.
    pub dirty_count: u32,
    /// The first hundred of them, sorted.
    pub dirty_paths: Vec<String>,
    /// How many files the last update took in.
    pub refreshed_files: u32,
    /// Why the last update failed, so that this answers for an older state.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub refresh_failure: String,
    /// Version of the format of snapshots.
    pub snapshot_version: u32,
    /// What came of a compiler-grade index.
    pub scip: ScipStatus,
}

/// What came of a compiler-grade index (SCIP).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ScipStatus {
    /// `not-requested`; `unavailable`, where it was empty or of another tree;
    /// `untrusted`, where it was damaged; `used`. Names decide in the first three.
    pub state: &'static str,
    /// Files that it covers and that are as they were when it was laid over.
    pub files: u32,
    /// Files that it covered and that are different now: names decide in them.
    pub stale_files: u32,
    /// Why the last one was not used; empty where it was.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub cause: String,
}

fn scip(view: &View<'_>) -> ScipStatus {
    let stale = view
        .overlay
        .map_or(0, |overlay| overlay.stale(view.corpus).count());
    let files = view.overlay.map_or(0, Overlay::file_count);
    let state = match (&view.host.scip, view.overlay) {
        (Some(error), None) if error.code == Code::InvalidScip => "untrusted",
        (Some(_), None) => "unavailable",
        (_, Some(_)) => "used",
        (None, None) => "not-requested",
    };
    ScipStatus {
        state,
        files: (files - stale) as u32,
        stale_files: stale as u32,
        cause: view
            .host
            .scip
            .as_ref()
            .map_or_else(String::new, |error| error.message.clone()),
    }
}

impl Operation for IndexStatus {
    const NAME: &'static str = "index_status";
    const DOC: &'static str = "What is indexed, when, and which paths changed since.";
    type Answer = Status;

    fn run(&self, view: &View<'_>) -> Result<Status> {
        let files = view.corpus.files();
        let languages = files.iter().filter_map(|file| file.language.as_deref());
        let host = view.host;
        let root = RootStatus {
            root: root_name(view),
            indexed_at: host.indexed_at.clone(),
            files: files.len() as u32,
            nodes: view.graph.nodes().len() as u32,
            edges: view.graph.edges().len() as u32,
            languages: tally(languages),
            packages: view.packages.list().len() as u32,
            statements: self.statements.then(|| statements(view)),
        };
        Ok(Status {
            index_id: (view.memo.recent("index id".to_owned(), || index_id(view))).to_string(),
            roots: vec![root],
            dirty_count: host.dirty.len() as u32,
            dirty_paths: host.dirty.iter().take(MAX_PATHS).cloned().collect(),
            refreshed_files: host.refreshed,
            refresh_failure: host.failure.clone(),
            snapshot_version: host.format,
            scip: scip(view),
        })
    }
}

fn statements(view: &View<'_>) -> u32 {
    let files = view.corpus.files().iter();
    let definitions = files.flat_map(|file| file.facts.outline());
    definitions
        .map(|definition| definition.metrics.statements)
        .sum()
}

fn root_name(view: &View<'_>) -> String {
    let name = view.host.root.as_str();
    Some(name)
        .filter(|name| !name.is_empty())
        .unwrap_or(".")
        .to_owned()
}

/// The SHA-256 of every path with its content's, in path order.
fn index_id(view: &View<'_>) -> String {
    let mut digest = Digest::default();
    for file in view.corpus.files() {
        digest.update(file.path.as_bytes());
        digest.update(&[0]);
        digest.update(&file.hash.0);
    }
    digest.finish().hex()
}

params! {
    /// Whether a path is indexed.
    pub struct IsPathIndexed {
        /// A file or directory, from the root of the tree.
        pub path: String = String::new(),
    }
}

/// Whether a path is indexed, and if not, why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct PathIndexed {
    /// Whether the path is a file or directory of the index.
    pub indexed: bool,
    /// What the host calls the tree.
    pub root: String,
    /// When it was indexed, as the host writes times.
    pub indexed_at: String,
    /// Whether the file changed since.
    pub dirty: bool,
    /// Why it is not indexed, where that is known: the reason it was left out,
    /// or `unknown`. Of each reason only the first places are kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub reason: Option<&'static str>,
    /// What the path may have meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub not_found: Option<Missing>,
}

impl Operation for IsPathIndexed {
    const NAME: &'static str = "is_path_indexed";
    const DOC: &'static str = "Whether a file or directory is indexed, and why not.";
    const REQUIRED: &'static [&'static str] = &["path"];
    type Answer = PathIndexed;

    fn run(&self, view: &View<'_>) -> Result<PathIndexed> {
        let given = self.path.trim();
        let plain = path::normalise(given).unwrap_or_default();
        let directory = || {
            let nodes = names::find(view, &plain);
            nodes.iter().any(|&node| {
                view.graph.node(node).symbol.is_none() && view.graph.path(node) == plain
            })
        };
        let is_root = matches!(given, "" | "." | "./");
        let indexed = is_root || view.corpus.find(&plain).is_some() || directory();
        Ok(PathIndexed {
            indexed,
            root: root_name(view),
            indexed_at: view.host.indexed_at.clone(),
            dirty: view.host.dirty.contains(&plain),
            reason: (!indexed).then(|| {
                let reason = view.drops.reason(&plain);
                reason.map_or("unknown", DropReason::as_str)
            }),
            not_found: (!indexed).then(|| Missing::of(view, given)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Built, Tree};

    fn built() -> Built {
        let mut built = Tree::default()
            .file("src/a.rs", "function f 1-3")
            .text("Cargo.toml", "[package]\nname = \"p\"\n")
            .build();
        built.host.dirty.insert("src/a.rs".to_owned());
        built.host.indexed_at = "today".to_owned();
        built.drops.drop_directory(DropReason::GitIgnored, "target");
        built
    }

    #[test]
    fn what_is_indexed_is_told() {
        let status = IndexStatus::default()
            .run(&built().view())
            .expect("an answer");
        let root = &status.roots[0];
        assert_eq!((root.files, root.nodes, root.packages), (2, 5, 1));
        assert_eq!(
            (root.root.as_str(), root.indexed_at.as_str()),
            (".", "today")
        );
        assert_eq!(
            (status.dirty_count, &status.dirty_paths[..]),
            (1, &["src/a.rs".to_owned()][..])
        );
        assert_eq!(status.index_id.len(), 64);
    }

    #[test]
    fn the_id_depends_on_paths_and_contents_alone() {
        let id = |path: &str, text: &str| {
            let built = Tree::default().text(path, text).build();
            IndexStatus::default()
                .run(&built.view())
                .expect("an answer")
                .index_id
        };
        assert_eq!(id("a", "x"), id("a", "x"));
        assert_ne!(id("a", "x"), id("b", "x"));
        assert_ne!(id("a", "x"), id("a", "y"));
    }

    fn indexed(path: &str) -> PathIndexed {
        let params = IsPathIndexed {
            path: path.to_owned(),
        };
        params.run(&built().view()).expect("an answer")
    }

    #[test]
    fn files_and_directories_are_indexed() {
        for path in ["src/a.rs", "./src/a.rs", "src", "src/", ".", ""] {
            assert!(indexed(path).indexed, "{path}");
        }
        assert!(indexed("src/a.rs").dirty && !indexed("src").dirty);
    }

    #[test]
    fn what_is_not_says_why() {
        assert_eq!(
            indexed("target/debug/x").reason,
            Some("ignored-by-gitignore")
        );
        let slip = indexed("src/b.rs");
        assert_eq!((slip.indexed, slip.reason), (false, Some("unknown")));
        let missing = slip.not_found.map(|missing| missing.suggestions);
        assert_eq!(missing, Some(vec!["src/a.rs".to_owned()]));
        assert!(!indexed("a.rs::f").indexed && !indexed("../x").indexed);
    }
}
