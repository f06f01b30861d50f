//! Reviews: what of a change the index leaves out, and why.

use crate::answer::review::types::{ReviewParams, Unindexed};
use crate::answer::review::{self, Applied};
use crate::error::Result;
use crate::index::Index;
use crate::index::entry::Entry;
use crate::source::drops::DropReason;
use crate::source::path;
use crate::source::walk::Walker;
use std::collections::BTreeSet;

impl Index {
    /// What `diff` makes of this tree.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`](crate::Code::InvalidArgument) where it is no diff, or
    /// one of another tree.
    pub fn patch(&self, diff: &str) -> Result<Applied> {
        let mut judge = Judge::new(self);
        review::apply(&self.corpus, diff, &mut |path| judge.reason(path))
    }

    /// What the change from this tree to `after` means, as JSON.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`](crate::Code::InvalidArgument) for parameters that make
    /// no sense.
    pub fn review(&self, after: &Self, mut params: ReviewParams) -> Result<String> {
        let left_out = self.left_out(after, &params.paths);
        params.left_out.extend(left_out);
        review::answer(&self.view(), &after.view(), &params)
    }

    /// Which of `paths` are not in the index before or after, and why.
    fn left_out(&self, after: &Self, paths: &[String]) -> Vec<Unindexed> {
        let mut judges = [after, self].map(Judge::new);
        let distinct: BTreeSet<&String> = paths.iter().collect();
        let left_out = distinct.into_iter().filter_map(|path| {
            let missing = judges.iter_mut().filter(|judge| !judge.has(path));
            let reasons: Vec<Option<DropReason>> =
                missing.map(|judge| judge.reason(path)).collect();
            let reason = reasons.iter().copied().flatten().next();
            let nowhere = reasons.len() == judges.len();
            let unknown = nowhere.then_some("not-in-the-index");
            let reason = reason.map(DropReason::as_str).or(unknown)?;
            Some(Unindexed {
                path: path.clone(),
                reason: reason.to_owned(),
            })
        });
        left_out.collect()
    }
}

/// The rules of an index, asked of single paths.
struct Judge<'a> {
    index: &'a Index,
    walker: Walker,
}

impl<'a> Judge<'a> {
    fn new(index: &'a Index) -> Self {
        let mut walker = Walker::new(index.settings.paths());
        walker.enter_all(index.entries.keys().map(String::as_str));
        for (path, entry) in &index.entries {
            if Walker::is_ignore_file(path) {
                walker.add_ignore_file(path, &entry.bytes());
            }
        }
        Self { index, walker }
    }

    fn has(&self, path: &str) -> bool {
        self.index.corpus.find(path).is_some()
    }

    /// Why the file at `path`, which is not in the index, is left out; none where it is
    /// not known to be.
    fn reason(&mut self, path: &str) -> Option<DropReason> {
        let Some(path) = path::normalise(path) else {
            return Some(DropReason::UnsafePath);
        };
        let entry = self.index.entries.get(&path);
        if let Some(Entry::Dropped(_, reason)) = entry {
            return Some(*reason);
        }
        let size = entry.map_or(0, Entry::size);
        let reason = self.walker.skip_file(&path, size);
        let reason = reason.or_else(|| self.index.inventory.drops.reason(&path));
        reason.or(entry.map(|_| DropReason::LanguageNotSelected))
    }
}
