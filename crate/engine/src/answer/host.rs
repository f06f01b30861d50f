//! What only the host knows of an index: it is no part of a snapshot.

use crate::error::WaymarkError;
use std::collections::BTreeSet;

/// The most former ids that are kept.
const MAX_FORMER: usize = 100_000;

/// What only the host knows of an index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Host {
    /// Version of the format of snapshots.
    pub format: u32,
    /// What the tree is called.
    pub root: String,
    /// When it was indexed, as the host writes times.
    pub indexed_at: String,
    /// Paths that changed since.
    pub dirty: BTreeSet<String>,
    /// How many files the last update took in.
    pub refreshed: u32,
    /// Why the last update failed; empty where it did not.
    pub failure: String,
    /// Why the last SCIP index was not laid over; none where there was none, or it
    /// was.
    pub scip: Option<WaymarkError>,
    /// Ids that an earlier state of this index held and this one does not.
    pub(crate) former: BTreeSet<String>,
}

impl Host {
    /// Remembers that `ids` were there.
    pub(crate) fn remember(&mut self, ids: impl IntoIterator<Item = String>) {
        let room = MAX_FORMER.saturating_sub(self.former.len());
        self.former.extend(ids.into_iter().take(room));
    }
}
