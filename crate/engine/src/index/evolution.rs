//! What an update changed, symbol by symbol.

use crate::corpus::{Corpus, File};
use crate::index::Index;
use crate::sort::Arrange;
use serde::Serialize;

/// What an update changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Evolution {
    /// Ids of symbols and files that are new.
    pub inserted: Vec<String>,
    /// Ids of symbols and files that are gone.
    pub deleted: Vec<String>,
    /// Ids of symbols and files whose text differs.
    pub modified: Vec<String>,
    /// Files with the same content under another path: the old and the new one.
    pub renamed: Vec<(String, String)>,
    /// Files that were new, gone or different.
    pub changed_files: u32,
}

impl Index {
    /// Makes this index, which came of an update of `previous`, its successor: it
    /// takes over what the host told, and remembers the ids that are gone.
    pub fn succeed(&mut self, previous: &Self) -> Evolution {
        let evolution = between(previous, self);
        let former = previous.host.former.clone();
        self.host = previous.host.clone();
        self.host.former = former;
        self.host.remember(evolution.deleted.iter().cloned());
        self.host.refreshed = evolution.changed_files;
        self.host.failure.clear();
        for changed in changed(&previous.corpus, &self.corpus) {
            self.host.dirty.remove(changed.path);
        }
        evolution
    }
}

/// A file that differs, before and after.
struct Changed<'a> {
    path: &'a str,
    before: Option<&'a File>,
    after: Option<&'a File>,
}

/// The files that differ, by path.
fn changed<'a>(before: &'a Corpus, after: &'a Corpus) -> Vec<Changed<'a>> {
    let found = |corpus: &'a Corpus, path: &str| corpus.file(corpus.find(path)?);
    let mut changed = Vec::new();
    for file in before.files() {
        let later = found(after, &file.path);
        if later.is_none_or(|later| later.hash != file.hash) {
            changed.push(Changed {
                path: &file.path,
                before: Some(file),
                after: later,
            });
        }
    }
    let new = after
        .files()
        .iter()
        .filter(|file| before.find(&file.path).is_none());
    changed.extend(new.map(|file| Changed {
        path: &file.path,
        before: None,
        after: Some(file),
    }));
    changed.arrange_by(|a, b| a.path.cmp(b.path));
    changed
}

fn between(before: &Index, after: &Index) -> Evolution {
    let changed = changed(&before.corpus, &after.corpus);
    let renamed = renamed(&changed);
    let moved = |id: &String| {
        let path = id.split("::").next().unwrap_or(id);
        renamed.iter().any(|(from, to)| from == path || to == path)
    };
    let (old, new) = (texts(before, &changed), texts(after, &changed));
    let find = |texts: &[(String, Vec<u8>)], id: &String| {
        let at = texts.binary_search_by(|(known, _)| known.cmp(id));
        at.ok()
    };
    let mut evolution = Evolution {
        changed_files: changed.len() as u32,
        ..Evolution::default()
    };
    for (id, text) in &new {
        match find(&old, id) {
            None if !moved(id) => evolution.inserted.push(id.clone()),
            Some(at) if old[at].1 != *text => evolution.modified.push(id.clone()),
            _ => {}
        }
    }
    let gone = old
        .iter()
        .filter(|(id, _)| find(&new, id).is_none() && !moved(id));
    evolution.deleted = gone.map(|(id, _)| id.clone()).collect();
    evolution.renamed = renamed;
    evolution
}

/// Pairs of a file that is gone and a new one of the same content.
fn renamed(changed: &[Changed<'_>]) -> Vec<(String, String)> {
    let mut gone: Vec<&File> = changed
        .iter()
        .filter(|c| c.after.is_none())
        .filter_map(|c| c.before)
        .collect();
    let mut renamed = Vec::new();
    for new in changed
        .iter()
        .filter(|c| c.before.is_none())
        .filter_map(|c| c.after)
    {
        if let Some(at) = gone.iter().position(|old| old.hash == new.hash) {
            renamed.push((gone.remove(at).path.clone(), new.path.clone()));
        }
    }
    renamed
}

/// The files of `index` that changed, and their symbols, with their texts, by id.
fn texts(index: &Index, changed: &[Changed<'_>]) -> Vec<(String, Vec<u8>)> {
    let mut texts = Vec::new();
    for path in changed.iter().map(|changed| changed.path) {
        let Some(at) = index.corpus.find(path) else {
            continue;
        };
        let Some(file) = index.corpus.file(at) else {
            continue;
        };
        let text = file.text.unpack().unwrap_or_default();
        for (symbol, definition) in index.corpus.symbols(at).zip(file.facts.outline()) {
            let node = index.graph.symbol_node(symbol);
            if index.graph.node(node).symbol == Some(symbol) {
                let span = definition.span;
                let own = text.get(span.start as usize..span.end as usize);
                texts.push((index.graph.fqn(node), own.unwrap_or_default().to_vec()));
            }
        }
        texts.push((path.to_owned(), text));
    }
    texts.arrange_by(|a, b| a.0.cmp(&b.0));
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::Languages;
    use crate::index::{Build, Change, Settings};

    fn index(files: &[(&str, &str)]) -> Index {
        let languages = Languages::builtin().expect("shipped");
        let mut build = Build::new(Settings::default(), languages);
        for (path, text) in files {
            build.add(path, text.as_bytes().to_vec());
        }
        build.plan();
        build.finish(&mut |_| true).expect("not cancelled")
    }

    #[test]
    fn what_changed_is_told_and_what_the_host_said_is_kept() {
        let mut old = index(&[
            ("a.py", "x = 1\n"),
            ("b.py", "y = 1\n"),
            ("c.py", "z = 1\n"),
        ]);
        old.host().dirty.insert("a.py".to_owned());
        old.host().root = "fleet".to_owned();
        let changes = vec![
            Change::Write("a.py".to_owned(), b"x = 2\n".to_vec()),
            Change::Delete("b.py".to_owned()),
            Change::Write("d.py".to_owned(), b"z = 1\n".to_vec()),
            Change::Delete("c.py".to_owned()),
            Change::Write("e.py".to_owned(), b"new = 1\n".to_vec()),
        ];
        let mut build = old.update(changes);
        build.plan();
        let mut new = build.finish(&mut |_| true).expect("not cancelled");
        let evolution = new.succeed(&old);
        assert_eq!(evolution.modified, ["a.py"]);
        assert_eq!(
            (&evolution.deleted[..], &evolution.inserted[..]),
            (&["b.py".to_owned()][..], &["e.py".to_owned()][..])
        );
        assert_eq!(evolution.renamed, [("c.py".to_owned(), "d.py".to_owned())]);
        assert_eq!(evolution.changed_files, 5);
        let host = new.host();
        assert_eq!(
            (host.root.as_str(), host.refreshed, host.dirty.len()),
            ("fleet", 5, 0)
        );
        assert!(host.former.contains("b.py"));
    }
}
