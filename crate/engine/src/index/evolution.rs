//! What an update changed, symbol by symbol, in the order of spec 1.7: what is
//! gone, what is different, what is new, and where files now belong.

use crate::corpus::{Corpus, File};
use crate::feature::Hierarchy;
use crate::feature::lifting::{Hash, TELLING, Texts};
use crate::feature::routing::{KEEP, LEAVE, distance};
use crate::ids::NodeId;
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
    /// Files with the same content under another path, and symbols with the same text
    /// under another name or path: the old id and the new one.
    pub renamed: Vec<(String, String)>,
    /// Files that belong to another functional area, category or subcategory now.
    pub rerouted: Vec<Rerouted>,
    /// Paths of functional areas, categories and subcategories that are gone, since
    /// nothing is in them any more.
    pub pruned: Vec<String>,
    /// Symbols and files that do something else now.
    pub drifted: Vec<Drifted>,
    /// Files whose place in a model's hierarchy is in doubt: see `pendingRouting`.
    pub routing: Vec<String>,
    /// Whether more than half of all symbols and files changed: a host that lifts with
    /// a model had better begin anew.
    pub requires_full_encode: bool,
    /// Changed files that could not be read in full: their paths.
    pub errors: Vec<String>,
    /// Files that were new, gone or different.
    pub changed_files: u32,
}

/// A file that belongs elsewhere now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Rerouted {
    /// The file.
    pub id: String,
    /// Where it was: labels joined by ` / `.
    pub from: String,
    /// Where it is.
    pub to: String,
}

/// A node that does something else now.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Drifted {
    /// The node.
    pub id: String,
    /// What it did.
    pub from: String,
    /// What it does.
    pub to: String,
    /// How far that is, 0 to 1.
    pub drift: f64,
    /// What becomes of its place: `kept`, `candidate` (kept, and a model may look
    /// again) or `reroute`.
    pub verdict: &'static str,
}

impl Eq for Drifted {}

impl Index {
    /// Makes this index, which came of an update of `previous`, its successor: it
    /// takes over what the host told, and remembers the ids that are gone. What
    /// became of features and places is told if `planned`: it is not for nothing.
    pub fn succeed(&mut self, previous: &Self, planned: bool) -> Evolution {
        let mut evolution = between(previous, self);
        if planned {
            plan(previous, self, &mut evolution);
        }
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
    let find = |texts: &[Own], id: &String| {
        let at = texts.binary_search_by(|own| own.id.cmp(id));
        at.ok()
    };
    let mut evolution = Evolution {
        changed_files: changed.len() as u32,
        ..Evolution::default()
    };
    let mut inserted: Vec<&Own> = Vec::new();
    for own in &new {
        match find(&old, &own.id) {
            None if !moved(&own.id) => inserted.push(own),
            Some(at) if old[at].text != own.text => evolution.modified.push(own.id.clone()),
            _ => {}
        }
    }
    let gone = old
        .iter()
        .filter(|own| find(&new, &own.id).is_none() && !moved(&own.id));
    let mut gone: Vec<&Own> = gone.collect();
    evolution.renamed = renamed;
    evolution
        .renamed
        .extend(same_text(&mut gone, &mut inserted));
    let ids = |rows: Vec<&Own>| rows.into_iter().map(|own| own.id.clone()).collect();
    (evolution.deleted, evolution.inserted) = (ids(gone), ids(inserted));
    let count = |index: &Index| index.corpus.symbol_count() + index.corpus.files().len();
    let touched = evolution.inserted.len() + evolution.deleted.len() + evolution.modified.len();
    evolution.requires_full_encode = touched * 2 > count(before).max(count(after));
    let unread = changed.iter().filter(|changed| {
        let after = changed.after;
        after.is_some_and(|file| file.language.is_some() && file.facts.is_partial())
    });
    evolution.errors = unread.map(|changed| changed.path.to_owned()).collect();
    evolution
}

/// Pairs of a symbol that is gone and a new one of the same text, where no other
/// has it; both are taken out of their lists.
fn same_text(gone: &mut Vec<&Own>, inserted: &mut Vec<&Own>) -> Vec<(String, String)> {
    let alone =
        |rows: &[&Own], hash: Hash| rows.iter().filter(|own| own.bare.0 == hash).count() == 1;
    let telling = gone
        .iter()
        .filter(|own| own.bare.1 >= TELLING && own.id.contains("::"));
    let mut pairs = Vec::new();
    for own in telling {
        if alone(gone, own.bare.0)
            && alone(inserted, own.bare.0)
            && let Some(new) = inserted
                .iter()
                .find(|new| new.bare == own.bare && new.id.contains("::"))
        {
            pairs.push((own.id.clone(), new.id.clone()));
        }
    }
    gone.retain(|own| !pairs.iter().any(|(old, _)| *old == own.id));
    inserted.retain(|own| !pairs.iter().any(|(_, new)| *new == own.id));
    pairs
}

/// Tells what became of features and places.
fn plan(before: &Index, after: &Index, evolution: &mut Evolution) {
    let (old, new) = (before.view(), after.view());
    for id in &evolution.modified {
        let feature = |index: &Index| {
            let node = index.node_of(id)?;
            Some(index.plan.feature(index.view().tree(), node).0)
        };
        if let (Some(from), Some(to)) = (feature(before), feature(after))
            && from != to
        {
            let drift = distance(&from, &to);
            evolution.drifted.push(Drifted {
                id: id.clone(),
                drift: (f64::from(drift) * 1e4).round() / 1e4,
                verdict: match drift {
                    drift if drift < KEEP => "kept",
                    drift if drift > LEAVE => "reroute",
                    _ => "candidate",
                },
                from,
                to,
            });
        }
    }
    let (was, is) = (
        before.plan.hierarchy(old.tree()),
        after.plan.hierarchy(new.tree()),
    );
    for (at, file) in before.corpus.files().iter().enumerate() {
        let renamed = evolution
            .renamed
            .iter()
            .find(|(from, _)| *from == file.path);
        let path = renamed.map_or(&file.path, |(_, to)| to);
        let from = was
            .of_file
            .get(at)
            .copied()
            .flatten()
            .map(|at| was.path(at));
        let to = after
            .corpus
            .find(path)
            .and_then(|file| is.of_file.get(file.index()).copied().flatten());
        if let (Some(from), Some(to)) = (from, to.map(|at| is.path(at)))
            && from != to
        {
            evolution.rerouted.push(Rerouted {
                id: path.clone(),
                from,
                to,
            });
        }
    }
    let paths = |hierarchy: &Hierarchy| -> Vec<String> {
        (0..hierarchy.groups.len())
            .map(|at| hierarchy.path(at))
            .collect()
    };
    let kept = paths(is);
    evolution.pruned = paths(was)
        .into_iter()
        .filter(|path| !kept.contains(path))
        .collect();
    let doubtful = is
        .doubtful
        .iter()
        .filter_map(|candidate| after.corpus.file(candidate.file));
    evolution.routing = doubtful.map(|file| file.path.clone()).collect();
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

/// A file or symbol with its text.
struct Own {
    id: String,
    text: Vec<u8>,
    /// Hash and length of the text without the name.
    bare: (Hash, usize),
}

/// The files of `index` that changed, and their symbols, with their texts, by id.
fn texts(index: &Index, changed: &[Changed<'_>]) -> Vec<Own> {
    let mut texts = Vec::new();
    let mut bare = Texts::new(index.view().tree());
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
                texts.push(Own {
                    id: index.graph.fqn(node),
                    text: own.unwrap_or_default().to_vec(),
                    bare: bare.hash(node),
                });
            }
        }
        texts.push(Own {
            id: path.to_owned(),
            text,
            bare: bare.hash(index.graph.file_node(at)),
        });
    }
    texts.arrange_by(|a, b| a.id.cmp(&b.id));
    texts
}

impl Index {
    fn node_of(&self, id: &str) -> Option<NodeId> {
        let nodes = crate::graph::lookup::find(&self.graph, id);
        nodes.into_iter().find(|&node| self.graph.fqn(node) == id)
    }
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
        let evolution = new.succeed(&old, true);
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
