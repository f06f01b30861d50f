//! What the index knows of every path it was given, kept or dropped, so that
//! an update can judge the whole tree again without the bytes of what did not
//! change.

use crate::corpus::{ContentHash, File, StoredText};
use crate::source::content::{self, Kept};
use crate::source::drops::DropReason;

/// A path of the tree.
#[derive(Clone, Debug)]
pub enum Entry {
    /// Bytes that were just given.
    Fresh(Vec<u8>),
    /// A file as an earlier build left it, with what its content told.
    Known(Box<File>, Kept),
    /// Dropped by its content; the bytes are gone.
    Dropped(u64, DropReason),
    /// Dropped by its path; nobody looked inside, and the bytes are gone.
    Unread(u64),
}

impl Entry {
    /// Length in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        match self {
            Self::Fresh(bytes) => bytes.len() as u64,
            Self::Known(file, _) => u64::from(file.text.len()),
            Self::Dropped(size, _) | Self::Unread(size) => *size,
        }
    }

    /// What the content tells.
    ///
    /// # Errors
    /// The reason to drop it.
    pub fn inspect(&self, path: &str) -> Result<Kept, DropReason> {
        match self {
            Self::Fresh(bytes) => content::inspect(path, bytes),
            Self::Known(_, kept) => Ok(*kept),
            Self::Dropped(_, reason) => Err(*reason),
            Self::Unread(_) => Err(DropReason::Unreadable),
        }
    }

    /// The bytes, empty where they are gone.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Fresh(bytes) => bytes.clone(),
            Self::Known(file, _) => file.text.unpack().unwrap_or_default(),
            Self::Dropped(..) | Self::Unread(_) => Vec::new(),
        }
    }
}

/// The file at `path` with `bytes`, its facts still to come.
#[must_use]
pub fn fresh_file(
    path: &str,
    language: Option<String>,
    tier: crate::tier::Tier,
    bytes: &[u8],
) -> File {
    File {
        path: path.to_owned(),
        language,
        hash: ContentHash::of(bytes),
        text: StoredText::pack(bytes),
        tier,
        facts: crate::facts::Facts::default(),
    }
}
