//! What crosses the boundary besides the parameters and answers of operations.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use waymark_engine::answer::ops::Row;
use waymark_engine::answer::review::types::Unindexed;
use waymark_engine::index::{GrammarNeed, Index, Settings, Step};
use waymark_engine::progress::Phase;
use waymark_engine::source::drops::{DropReason, FilterStats};

/// How far a build has come.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// What is being done.
    pub phase: Phase,
    /// Units done.
    pub done: u32,
    /// Units in all, 0 where nobody knows yet; files for discover and extract.
    pub total: u32,
    /// The file at hand, empty where there is none.
    pub path: String,
}

impl From<Step> for Progress {
    fn from(step: Step) -> Self {
        Self {
            phase: Phase::Extract,
            done: step.done as u32,
            total: step.total as u32,
            path: step.path,
        }
    }
}

/// A grammar that the files of a build need.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Grammar {
    /// Stem of the grammar's file.
    pub name: String,
    /// Its entry symbol.
    pub symbol: String,
}

impl From<GrammarNeed> for Grammar {
    fn from(need: GrammarNeed) -> Self {
        Self {
            name: need.name,
            symbol: need.symbol,
        }
    }
}

/// A language that a host adds at run time, as its folder in `queries/` would be.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LanguageSource {
    /// Its name in lower case.
    pub name: String,
    /// File name endings; those of the manifest if left out.
    #[serde(default)]
    #[tsify(optional)]
    pub extensions: Option<Vec<String>>,
    /// Whole file names; those of the manifest if left out.
    #[serde(default)]
    #[tsify(optional)]
    pub filenames: Option<Vec<String>>,
    /// Interpreter names in a `#!` line; those of the manifest if left out.
    #[serde(default)]
    #[tsify(optional)]
    pub shebangs: Option<Vec<String>>,
    /// The text of `language.toml`; only the name if left out.
    #[serde(default)]
    #[tsify(optional)]
    pub manifest: Option<String>,
    /// The texts of its queries.
    #[serde(default)]
    #[tsify(optional)]
    pub queries: QueryTexts,
}

/// The seven query files of a language; each may be left out.
#[derive(Default, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[allow(missing_docs)]
pub struct QueryTexts {
    #[tsify(optional)]
    pub declarations: String,
    #[tsify(optional)]
    pub imports: String,
    #[tsify(optional)]
    pub calls: String,
    #[tsify(optional)]
    pub inheritance: String,
    #[tsify(optional)]
    pub docs: String,
    #[tsify(optional)]
    pub decorators: String,
    #[tsify(optional)]
    pub statements: String,
}

/// Why a host leaves out a file by itself.
#[derive(Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum HostDrop {
    /// A symbolic or hard link.
    Link,
    /// A device, pipe or other entry without content.
    SpecialFile,
    /// It could not be read.
    Unreadable,
    /// There are too many files or bytes.
    Limit,
    /// It is larger than a file may be.
    TooLarge,
    /// Its bytes in the archive are not those that were packed.
    Damaged,
}

impl From<HostDrop> for DropReason {
    fn from(reason: HostDrop) -> Self {
        match reason {
            HostDrop::Link => Self::Link,
            HostDrop::SpecialFile => Self::SpecialFile,
            HostDrop::Unreadable => Self::Unreadable,
            HostDrop::Limit => Self::Limit,
            HostDrop::TooLarge => Self::TooLarge,
            HostDrop::Damaged => Self::Damaged,
        }
    }
}

/// What one reason left out.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LeftOut {
    /// `unsafe-path`, `duplicate-path`, `link`, `special-file`, `unreadable`,
    /// `limit`, `too-large`, `ignored-by-gitignore`,
    /// `ignored-by-waymarkignore`, `excluded`, `default-skip`, `binary`,
    /// `utf-16`, `minified`, `generated`, `language-not-selected` or `damaged`.
    pub reason: &'static str,
    /// Files known to be left out.
    pub files: u32,
    /// Directories left out whole. Nobody looked inside, so `files` is then a floor.
    pub directories: u32,
    /// The first places in path order; a directory ends in `/`.
    pub examples: Vec<String>,
}

impl LeftOut {
    /// What `stats` counted.
    pub fn of(stats: &FilterStats) -> Vec<Self> {
        let rows = stats.iter().map(|(reason, dropped)| Self {
            reason: reason.as_str(),
            files: dropped.files as u32,
            directories: dropped.directories as u32,
            examples: dropped.examples.clone(),
        });
        rows.collect()
    }
}

/// Files of one kind that no language claims.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct UnclaimedFiles {
    /// The extension in lower case with its dot, else the whole file name.
    pub kind: String,
    /// How many.
    pub files: u32,
    /// Their bytes.
    pub bytes: f64,
    /// The first paths.
    pub examples: Vec<String>,
}

/// A package manifest.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PackageManifest {
    /// Path of the manifest.
    pub path: String,
    /// `npm`, `typescript`, `pypi`, `cargo`, `go` or `maven`.
    pub ecosystem: &'static str,
    /// Name of the package as published.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub name: Option<String>,
}

/// How an index came about.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct IndexInfo {
    /// The options it was built with.
    pub settings: Settings,
    /// What discovery left out, by reason.
    pub left_out: Vec<LeftOut>,
    /// Files that are listed but not understood.
    pub unclaimed: Vec<UnclaimedFiles>,
    /// Package manifests, sorted by path.
    pub packages: Vec<PackageManifest>,
}

impl From<&Index> for IndexInfo {
    fn from(index: &Index) -> Self {
        let inventory = index.inventory();
        let unclaimed = inventory.unknown_kinds.iter().map(|kind| UnclaimedFiles {
            kind: kind.kind.clone(),
            files: kind.files as u32,
            bytes: kind.bytes as f64,
            examples: kind.examples.clone(),
        });
        let packages = index.manifests().iter().map(|manifest| PackageManifest {
            path: manifest.path.clone(),
            ecosystem: manifest.ecosystem.as_str(),
            name: manifest.name.clone(),
        });
        Self {
            settings: index.settings().clone(),
            left_out: LeftOut::of(&inventory.drops),
            unclaimed: unclaimed.collect(),
            packages: packages.collect(),
        }
    }
}

/// How a diff fits the tree of an index.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DiffInfo {
    /// Whether the tree is the state after the diff.
    pub backward: bool,
    /// Old and new path of renamed files.
    pub renames: Vec<(String, String)>,
    /// Files whose content the diff leaves out.
    pub binary: Vec<String>,
    /// All other files that it names.
    pub paths: Vec<String>,
    /// Files that have no text to compare, and why.
    pub left_out: Vec<Unindexed>,
}

/// A row of the table of operations.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct OperationRow {
    /// Name in `snake_case`.
    pub name: &'static str,
    /// One sentence for people and agents.
    pub doc: &'static str,
    /// Name of the parameters' type.
    pub params: &'static str,
    /// Name of the answer's type.
    pub answer: &'static str,
    /// Parameters without which there is nothing to answer.
    pub required: Vec<&'static str>,
    /// The parameters as they are where none is given: a JSON object.
    pub defaults: String,
    /// Whether it changes what a host told of the tree.
    pub writes: bool,
}

impl From<&Row> for OperationRow {
    fn from(row: &Row) -> Self {
        Self {
            name: row.name,
            doc: row.doc,
            params: last((row.params)()),
            answer: last((row.answer)()),
            required: row.required.to_vec(),
            defaults: (row.defaults)(),
            writes: row.writes,
        }
    }
}

/// The name at the end of a path.
fn last(path: &'static str) -> &'static str {
    path.rsplit("::").next().unwrap_or(path)
}
