//! The errors that cross the boundary. Bad input inside a tree is never an
//! error: it is counted in the [`Report`](crate::report::Report).

use std::fmt;

/// Stable codes, as spelled in JavaScript's `error.code`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(serde::Serialize, tsify::Tsify))]
#[cfg_attr(feature = "typescript", serde(rename_all = "kebab-case"))]
pub enum Code {
    /// The arguments do not fit the operation.
    InvalidArgument,
    /// An archive could not be read.
    InvalidArchive,
    /// A limit on files or bytes was exceeded.
    LimitExceeded,
    /// A language manifest or query is wrong.
    InvalidLanguage,
    /// A grammar could not be linked.
    InvalidGrammar,
    /// A question needs a grammar that is not loaded; the message names it.
    GrammarMissing,
    /// The bytes are no snapshot, or a damaged one.
    InvalidSnapshot,
    /// The snapshot was written by another format version.
    SnapshotVersion,
    /// The bytes are no embedding model.
    InvalidModel,
    /// Vectors were asked for, and there is no embedder, or none for this index.
    NoEmbedder,
    /// The vectors are not those of the embedder that made the index.
    EmbedderMismatch,
    /// The bytes are no SCIP index, or a damaged one.
    InvalidScip,
    /// A SCIP index was asked for, and there is none that fits the tree.
    ScipUnavailable,
    /// The call was cancelled.
    Cancelled,
    /// The operation names something the index does not hold.
    NotFound,
}

impl Code {
    /// The code as a stable kebab-case string.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidArgument => "invalid-argument",
            Self::InvalidArchive => "invalid-archive",
            Self::LimitExceeded => "limit-exceeded",
            Self::InvalidLanguage => "invalid-language",
            Self::InvalidGrammar => "invalid-grammar",
            Self::GrammarMissing => "grammar-missing",
            Self::InvalidSnapshot => "invalid-snapshot",
            Self::SnapshotVersion => "snapshot-version",
            Self::InvalidModel => "invalid-model",
            Self::NoEmbedder => "no-embedder",
            Self::EmbedderMismatch => "embedder-mismatch",
            Self::InvalidScip => "invalid-scip",
            Self::ScipUnavailable => "scip-unavailable",
            Self::Cancelled => "cancelled",
            Self::NotFound => "not-found",
        }
    }
}

/// The most bytes of a message, and how many of its end stay where it is longer.
const MAX_MESSAGE: usize = 4000;
const END: usize = 1000;

/// The beginning and the end of `message`.
fn shortened(message: &str) -> String {
    let head = message.floor_char_boundary(MAX_MESSAGE - END);
    let tail = message.ceil_char_boundary(message.len() - END);
    let (head, tail) = (message.get(..head), message.get(tail..));
    format!(
        "{} … {}",
        head.unwrap_or_default(),
        tail.unwrap_or_default()
    )
}

/// An error with a stable code and a sentence for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaymarkError {
    /// What kind of error, for programs.
    pub code: Code,
    /// What happened and what to do, for people.
    pub message: String,
}

impl WaymarkError {
    /// An error of `code` that says `message`: of a very long one the beginning and the
    /// end, since what it repeats of the input may be of any length.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let message = message.into();
        let message = match message.len() > MAX_MESSAGE {
            true => shortened(&message),
            false => message,
        };
        Self { code, message }
    }
}

impl fmt::Display for WaymarkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.as_str(), self.message)
    }
}

impl std::error::Error for WaymarkError {}

/// The result of a fallible operation of the engine.
pub type Result<T> = std::result::Result<T, WaymarkError>;
