//! A diff applied to the files of an index.

use crate::answer::review::patch::{FilePatch, Way, parse};
use crate::corpus::Corpus;
use crate::error::{Code, Result, WaymarkError};

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
}

/// Applies `diff` to the tree of `corpus`: forward, or backward where the tree is
/// already the state after it.
///
/// # Errors
/// [`Code::InvalidArgument`] where the text is no diff, or fits neither way.
pub fn apply(corpus: &Corpus, diff: &str) -> Result<Applied> {
    let patches = parse(diff)?;
    match one_way(corpus, &patches, Way::Forward) {
        Ok(applied) => Ok(applied),
        Err(misfit) => one_way(corpus, &patches, Way::Backward).map_err(|_| misfit),
    }
}

fn one_way(corpus: &Corpus, patches: &[FilePatch], way: Way) -> Result<Applied> {
    let mut applied = Applied {
        way,
        deleted: Vec::new(),
        written: Vec::new(),
        renames: Vec::new(),
        binary: Vec::new(),
    };
    for patch in patches {
        let (from, to) = patch.paths(way);
        if patch.binary {
            applied.binary.extend(to.or(from).map(str::to_owned));
            if let (Some(from), None) = (from, to) {
                applied.deleted.push(from.to_owned());
            }
            continue;
        }
        let text = match from {
            Some(from) => read(corpus, from)?,
            None => Vec::new(),
        };
        let exists = to.is_some_and(|to| from != Some(to) && corpus.find(to).is_some());
        let made = patch.apply(&text, way).filter(|_| !exists);
        let made = made.ok_or_else(|| misfit(to.or(from).unwrap_or(""), "does not fit"))?;
        if let Some(from) = from.filter(|from| to != Some(from) && !patch.copy) {
            applied.deleted.push(from.to_owned());
        }
        if let Some(to) = to {
            applied.written.push((to.to_owned(), made));
        }
        if let (Some(old), Some(new)) = (&patch.old, &patch.new)
            && old != new
            && !patch.copy
        {
            applied.renames.push((old.clone(), new.clone()));
        }
    }
    // Two files may swap their names.
    let written = &applied.written;
    applied
        .deleted
        .retain(|path| written.iter().all(|(other, _)| other != path));
    Ok(applied)
}

fn read(corpus: &Corpus, path: &str) -> Result<Vec<u8>> {
    let file = corpus.find(path).and_then(|id| corpus.file(id));
    let file = file.ok_or_else(|| misfit(path, "names a file that is not in the index"))?;
    file.text.unpack()
}

fn misfit(path: &str, what: &str) -> WaymarkError {
    let message =
        format!("the diff of {path} {what}: it must be against the indexed tree, or lead to it");
    WaymarkError::new(Code::InvalidArgument, message)
}
