//! A diff applied to the files of an index.

use crate::answer::review::patch::{FilePatch, Way, parse};
use crate::answer::review::types::Unindexed;
use crate::corpus::{Corpus, File};
use crate::error::{Code, Result, WaymarkError};
use crate::source::drops::DropReason;
use std::collections::BTreeSet;

/// What a diff makes of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// Forward where the index is the state before the diff, else backward.
    pub way: Way,
    /// Paths that go.
    pub deleted: Vec<String>,
    /// Paths that come or change, and their contents.
    pub written: Vec<(String, Vec<u8>)>,
    /// Old and new path of renamed files.
    pub renames: Vec<(String, String)>,
    /// Paths of files whose content the diff leaves out.
    pub binary: Vec<String>,
    /// Paths of all other files that it names.
    pub paths: Vec<String>,
    /// Files that have no text to compare, and why.
    pub left_out: Vec<Unindexed>,
    /// Files that it applies to, and that the index does not leave out.
    fitting: usize,
    /// Files that are not in the index, for no reason that is known.
    unknown: usize,
}

/// Why a path is no file of the index, where that is known.
pub type Judge<'a> = &'a mut dyn FnMut(&str) -> Option<DropReason>;

/// Applies `diff` to the tree of `corpus`: forward, or backward where the tree is
/// already the state after it. Files that are not in the index are passed over.
///
/// # Errors
/// [`Code::InvalidArgument`] where the text is no diff, or fits neither way, or none of
/// its files is known.
pub fn apply(corpus: &Corpus, diff: &str, judge: Judge<'_>) -> Result<Applied> {
    let patches = parse(diff)?;
    let forward = one_way(corpus, &patches, Way::Forward, judge);
    let backward = one_way(corpus, &patches, Way::Backward, judge);
    let applied = match (forward, backward) {
        (Ok(forward), Ok(backward)) if backward.fitting > forward.fitting => backward,
        (Ok(forward), _) => forward,
        (Err(_), Ok(backward)) => backward,
        (Err(misfit), Err(_)) => return Err(misfit),
    };
    let known = applied.paths.len() + applied.left_out.len() + applied.binary.len();
    if applied.unknown > 0 && applied.unknown == known {
        let first = applied.paths.first().map_or("", String::as_str);
        return Err(misfit(first, "names a file that is not in the index"));
    }
    Ok(applied)
}

fn one_way(corpus: &Corpus, patches: &[FilePatch], way: Way, judge: Judge<'_>) -> Result<Applied> {
    let mut applied = Applied {
        way,
        deleted: Vec::new(),
        written: Vec::new(),
        renames: Vec::new(),
        binary: Vec::new(),
        paths: Vec::new(),
        left_out: Vec::new(),
        fitting: 0,
        unknown: 0,
    };
    for patch in patches {
        applied.add(corpus, patch, judge)?;
    }
    // Two files may swap their names.
    let written = applied.written.iter().map(|(path, _)| path.as_str());
    let written: BTreeSet<&str> = written.collect();
    applied
        .deleted
        .retain(|path| !written.contains(path.as_str()));
    Ok(applied)
}

impl Applied {
    fn add(&mut self, corpus: &Corpus, patch: &FilePatch, judge: Judge<'_>) -> Result<()> {
        let (from, to) = patch.paths(self.way);
        let Some(path) = to.or(from) else {
            return Ok(());
        };
        if let Some(reason) = patch.odd {
            self.left_out.push(Unindexed {
                path: path.to_owned(),
                reason: reason.to_owned(),
            });
            return Ok(());
        }
        if patch.binary {
            self.binary.push(path.to_owned());
            if let (Some(from), None) = (from, to) {
                self.deleted.push(from.to_owned());
            }
            return Ok(());
        }
        self.paths.push(path.to_owned());
        let known = |path: &str| corpus.find(path).and_then(|id| corpus.file(id));
        let source: Option<&File> = from.and_then(known);
        let left_out = source.is_none() && judge(path).is_some();
        if left_out || from.is_some() && source.is_none() {
            self.unknown += usize::from(!left_out);
            return Ok(());
        }
        let text = source.map(|file| file.text.unpack()).transpose()?;
        let made = patch.apply(&text.unwrap_or_default(), self.way);
        let exists = from != to && to.is_some_and(|to| known(to).is_some());
        let made = made.filter(|_| !exists);
        let made = made.ok_or_else(|| misfit(path, "does not fit"))?;
        self.fitting += 1;
        if let Some(from) = from.filter(|from| to != Some(from) && !patch.copy) {
            self.deleted.push(from.to_owned());
        }
        if let Some(to) = to {
            self.written.push((to.to_owned(), made));
        }
        if let (Some(old), Some(new)) = (&patch.old, &patch.new)
            && old != new
            && !patch.copy
        {
            self.renames.push((old.clone(), new.clone()));
        }
        Ok(())
    }
}

fn misfit(path: &str, what: &str) -> WaymarkError {
    let message =
        format!("the diff of {path} {what}: it must be against the indexed tree, or lead to it");
    WaymarkError::new(Code::InvalidArgument, message)
}
