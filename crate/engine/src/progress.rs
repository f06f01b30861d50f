//! Progress of a build and the way to stop it.

use serde::Serialize;

/// The phases of a build, in order (spec 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub enum Phase {
    /// Listing and filtering files.
    Discover,
    /// Parsing and extracting facts.
    Extract,
    /// Linking references to definitions.
    Resolve,
    /// Ranking and indexing for search.
    Index,
}

impl Phase {
    /// The phase's name in progress events.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Discover => "discover",
            Self::Extract => "extract",
            Self::Resolve => "resolve",
            Self::Index => "index",
        }
    }
}

/// One progress event.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// What is being done.
    pub phase: Phase,
    /// Units done.
    pub done: usize,
    /// Units in all; files for discover and extract.
    pub total: usize,
    /// The file at hand, empty where none applies.
    pub path: &'a str,
}

/// Receives progress; answers `false` to cancel.
pub type OnProgress<'a> = &'a mut dyn FnMut(Progress<'_>) -> bool;
