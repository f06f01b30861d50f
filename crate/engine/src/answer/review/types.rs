//! What a review says, as plain data.

use crate::answer::page::Page;
use crate::answer::review::symbols::ChangeKind;
use crate::answer::risk::Risk;
use serde::{Deserialize, Serialize};

/// What a review is asked for.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ReviewParams {
    /// Files that were renamed: old and new path. Files of the same bytes are
    /// found without.
    pub renames: Vec<(String, String)>,
    /// Files that changed in a way that is not known; they are noted.
    pub binary: Vec<String>,
    /// All files that the change names: those that the index leaves out are told.
    pub paths: Vec<String>,
    /// Files that are known to be left out, and why.
    pub left_out: Vec<Unindexed>,
    /// The most entries of each list, up to 200; 50 by default, as far as the budget
    /// reaches.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub limit: Option<u32>,
    /// About how many tokens the answer may take; 0 for any number. Where neither it
    /// nor a limit is given, 8000.
    #[serde(alias = "budget_tokens")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub budget_tokens: Option<u32>,
    /// Whether the text for a pull request is wanted too.
    pub markdown: bool,
}

/// A file that changes and that the index leaves out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Unindexed {
    /// Its path.
    pub path: String,
    /// Why: as in `filter_stats`, or `submodule`, `combined-diff`, `not-in-the-index`.
    pub reason: String,
}

/// What a change of the tree means.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Review {
    /// The files that differ, by path.
    pub files: Vec<ChangedFile>,
    /// Which of the files are shown.
    pub file_page: Page,
    /// The symbols that differ, and files whose statements outside symbols do: those to
    /// be read first come first.
    pub changes: Vec<ChangedSymbol>,
    /// Which of them are shown.
    pub change_page: Page,
    /// How many of the changes are of files, outside their symbols.
    pub own_file_count: u32,
    /// Ids of the changed symbols, each after what it uses; of a removed symbol there
    /// is nothing to read.
    pub reading_order: Vec<String>,
    /// Tests that reach a change.
    pub affected_tests: Vec<String>,
    /// How many tests that are.
    pub affected_test_count: u32,
    /// Changed symbols that others may import, with a changed declaration or gone.
    pub affected_exports: Vec<String>,
    /// How many there are.
    pub affected_export_count: u32,
    /// Requests whose answer may change, as `VERB path`: those that a changed symbol
    /// or what leans on it answers, and those that only one of the states answers.
    pub affected_routes: Vec<String>,
    /// How many there are.
    pub affected_route_count: u32,
    /// Those of them that nothing answered before.
    pub new_routes: Vec<String>,
    /// How many there are.
    pub new_route_count: u32,
    /// Those of them that nothing answers any more.
    pub removed_routes: Vec<String>,
    /// How many there are.
    pub removed_route_count: u32,
    /// Code that is as it was and asks for what nothing answers any more.
    pub clients_not_updated: Vec<String>,
    /// Uses that are new, of changed symbols and by them.
    pub new_edges: Vec<EdgeChange>,
    /// Which of the new uses are shown.
    pub new_edge_page: Page,
    /// Uses that are gone.
    pub removed_edges: Vec<EdgeChange>,
    /// Which of the removed uses are shown.
    pub removed_edge_page: Page,
    /// Circles of files that import each other and did not before.
    pub new_cycles: Vec<Vec<String>>,
    /// The risk of the whole.
    pub risk: Risk,
    /// Files that change and that the index leaves out.
    pub left_out: Vec<Unindexed>,
    /// Which of them are shown.
    pub left_out_page: Page,
    /// What could not be told: files with syntax errors, and the like.
    pub notes: Vec<String>,
    /// The review as Markdown, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub markdown: Option<String>,
}

/// A file that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ChangedFile {
    /// Its path; of a removed file the old one.
    pub path: String,
    /// Its path before, where that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub old_path: Option<String>,
    /// `added`, `removed`, `modified` or `renamed`.
    pub status: &'static str,
    /// What it is for.
    pub tier: &'static str,
    /// Symbols in it that differ.
    pub symbols: u32,
    /// What differs outside its symbols: `body` (statements, directives and text),
    /// `imports`, `documentation` (comments). Of a file that was added or removed
    /// nothing is said here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub own: Vec<ChangeKind>,
    /// Files that import it by a path where it no longer is.
    pub importers_not_updated: Vec<String>,
}

/// A symbol that differs, or a file that does outside its symbols.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ChangedSymbol {
    /// Its id; of a removed symbol the old one.
    pub id: String,
    /// Its id before, where that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub old_id: Option<String>,
    /// What became of it.
    pub change: ChangeKind,
    /// What else became of it.
    pub also: Vec<ChangeKind>,
    /// What it is.
    pub kind: &'static str,
    /// First line after the change; of a removed symbol before it.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
    /// Declaration after the change; of a removed symbol before it. Extension blocks of
    /// a type that are new stand behind it.
    pub signature: String,
    /// Declaration before, where it differs, with the extension blocks that are gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub old_signature: Option<String>,
    /// What leans on it, after the change; for a removed symbol before it.
    pub impact: Impact,
    /// Direct users that were left behind: unchanged callers of a declaration that
    /// changed so that they may not fit it, and those that still use what is gone, or
    /// the old place or name of what moved.
    pub callers_not_updated: Vec<String>,
    /// How many there are.
    pub callers_not_updated_count: u32,
    /// What overrides or implements it and was left behind likewise.
    pub overrides_not_updated: Vec<String>,
    /// How many there are.
    pub overrides_not_updated_count: u32,
    /// Complexity before and after, where it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub complexity: Option<ComplexityChange>,
    /// How likely it is to be met by one who starts at the change.
    pub rank: f64,
    /// What may go wrong.
    pub risk: Risk,
}

/// What leans on a symbol.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Impact {
    /// Direct dependents.
    pub direct: u32,
    /// All dependents to the third step; a floor where uses are unresolved.
    pub transitive: u32,
    /// Tests among them.
    pub tests: u32,
    /// Whether there are more than are counted.
    pub truncated: bool,
    /// The nearest and surest of them.
    pub top: Vec<Affected>,
}

/// A dependent and the way to the change.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Affected {
    /// The dependent.
    pub id: String,
    /// Ids from it to the change.
    pub path: Vec<String>,
    /// The lowest confidence on the way.
    pub confidence: f64,
}

/// Complexity before and after; null where there was or is no such symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ComplexityChange {
    /// McCabe's number.
    #[cfg_attr(feature = "typescript", tsify(type = "[number | null, number | null]"))]
    pub cyclomatic: (Option<u32>, Option<u32>),
    /// Cognitive complexity.
    #[cfg_attr(feature = "typescript", tsify(type = "[number | null, number | null]"))]
    pub cognitive: (Option<u32>, Option<u32>),
}

/// A use that is new or gone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct EdgeChange {
    /// Id of the node that uses.
    pub source: String,
    /// Kind of use.
    pub kind: &'static str,
    /// Id of the node that is used.
    pub target: String,
}
