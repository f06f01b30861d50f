//! What a host may choose for a build.

use crate::error::{Code, Result, WaymarkError};
use crate::extract::Languages;
use crate::search::vectors::VectorIndex;
use crate::source::tree::Limits;
use crate::source::walk::PathOptions;
use serde::{Deserialize, Serialize};

/// Options of an index. The same options and files give the same index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Settings {
    /// Patterns in gitignore syntax to leave out.
    pub exclude: Vec<String>,
    /// Whether `.gitignore` files count.
    pub respect_gitignore: bool,
    /// Whether the default skip list counts (`node_modules`, `target` …).
    pub default_skips: bool,
    /// Names of the languages to index; all, where empty.
    pub languages: Vec<String>,
    /// Pairs of a pattern in gitignore syntax and the language its files are in.
    pub language_overrides: Vec<(String, String)>,
    /// Largest file, bytes.
    pub max_file_bytes: u64,
    /// Most files.
    pub max_files: u64,
    /// Most bytes of all files together.
    pub max_total_bytes: u64,
    /// Whether the one folder that holds everything (as in an archive of a git
    /// host) is left out of paths.
    pub strip_top_folder: bool,
    /// Whether symbols get vectors, where there is an embedder.
    pub embed: bool,
    /// How the nearest vectors are found.
    pub vector_index: VectorIndex,
}

impl Default for Settings {
    fn default() -> Self {
        let limits = Limits::default();
        Self {
            exclude: Vec::new(),
            respect_gitignore: true,
            default_skips: true,
            languages: Vec::new(),
            language_overrides: Vec::new(),
            max_file_bytes: limits.max_file_bytes,
            max_files: limits.max_files as u64,
            max_total_bytes: limits.max_total_bytes,
            strip_top_folder: false,
            embed: true,
            vector_index: VectorIndex::Auto,
        }
    }
}

impl Settings {
    /// Whether these settings make sense for `languages`.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] for a language that is not there.
    pub fn check(&self, languages: &Languages) -> Result<()> {
        // A base that others build on has no grammar of its own, and no files.
        let manifests = languages.iter().map(|language| &language.manifest);
        let read = manifests.filter(|manifest| !manifest.grammar.is_empty());
        let known: Vec<&str> = read.map(|manifest| manifest.name.as_str()).collect();
        let unknown = |name: &&String| !known.contains(&name.as_str());
        let Some(name) = self.languages.iter().find(unknown) else {
            return Ok(());
        };
        let message = format!(
            "no language is called `{name}`; there are {}",
            known.join(", ")
        );
        Err(WaymarkError::new(Code::InvalidArgument, message))
    }

    /// The rules for paths.
    #[must_use]
    pub fn paths(&self) -> PathOptions {
        PathOptions {
            exclude: self.exclude.clone(),
            respect_gitignore: self.respect_gitignore,
            default_skips: self.default_skips,
            max_file_bytes: self.max_file_bytes,
        }
    }

    /// The limits of a tree.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits {
            max_file_bytes: self.max_file_bytes,
            max_files: usize::try_from(self.max_files).unwrap_or(usize::MAX),
            max_total_bytes: self.max_total_bytes,
        }
    }
}
