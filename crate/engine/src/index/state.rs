//! The snapshot of an index: the parts that questions are asked of, and the
//! state that updates start from.

use crate::answer::Memo;
use crate::corpus::Corpus;
use crate::error::{Code, Result, WaymarkError};
use crate::extract::{Grammars, Languages};
use crate::feature::Plan;
use crate::framework::{Route, Routes};
use crate::graph::Packages;
use crate::ids::FileId;
use crate::index::entry::Entry;
use crate::index::{Index, Inventory, Settings, fresh_host, manifests};
use crate::link::scip::Overlay;
use crate::link::{Endpoint, Links};
use crate::report::Report;
use crate::snapshot::{self, Contents};
use crate::source::content::Kept;
use crate::source::drops::DropReason;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Serialize, Deserialize)]
struct State {
    settings: Settings,
    inventory: Inventory,
    /// What the content of each file told, in the order of the corpus.
    kept: Vec<Kept>,
    /// The paths that are no file of the corpus.
    dropped: Vec<(String, Dropped)>,
    /// What a compiler-grade index said.
    overlay: Option<Overlay>,
    /// The requests that the tree answers.
    routes: Routes,
}

#[derive(Serialize, Deserialize)]
enum Dropped {
    Content(u64, DropReason),
    Path(u64),
}

impl Index {
    /// The index as bytes for [`Index::open`]. Equal indexes give equal bytes on
    /// every platform.
    #[must_use]
    pub fn snapshot(&self) -> Vec<u8> {
        let state = postcard::to_stdvec(&self.state());
        snapshot::write(&Contents {
            corpus: &self.corpus,
            graph: &self.graph,
            unresolved: &self.links.unresolved,
            ranks: &self.ranks,
            lexical: &self.lexical,
            vectors: self.vectors.as_deref(),
            lifting: self.plan.lifting(),
            report: &self.report,
            // Writing to a vector cannot fail, and no type here refuses.
            state: &state.unwrap_or_default(),
        })
    }

    /// The index that a snapshot was written of: it answers and updates alike.
    ///
    /// # Errors
    /// [`Code::SnapshotVersion`] where another version of Waymark wrote it,
    /// [`Code::InvalidSnapshot`] for all other bytes that no index wrote.
    pub fn open(bytes: &[u8], languages: Languages) -> Result<Self> {
        let opened = snapshot::read(bytes)?;
        let state: State = postcard::from_bytes(&opened.state).map_err(|_| damaged())?;
        // The report was written with what the manifests told.
        let manifests = manifests(&opened.corpus, &mut Report::default());
        let routes = sound(state.routes, &opened.corpus)?;
        Ok(Self {
            entries: entries(state.kept, state.dropped, &opened.corpus)?,
            settings: state.settings,
            inventory: state.inventory,
            languages,
            packages: Packages::of(&manifests, &opened.corpus),
            manifests,
            grammars: Grammars::default(),
            host: fresh_host(),
            corpus: opened.corpus,
            overlay: state.overlay.map(Arc::new),
            links: Links {
                unresolved: opened.unresolved,
                ..Links::default()
            },
            routes,
            graph: opened.graph,
            plan: Plan::new(opened.lifting),
            memo: Memo::default(),
            lexical: opened.lexical,
            ranks: opened.ranks,
            vectors: opened.vectors.map(Arc::new),
            model: None,
            report: opened.report,
        })
    }

    fn state(&self) -> State {
        let entry = |path: &str| self.entries.get(path);
        let kept = self
            .corpus
            .files()
            .iter()
            .map(|file| match entry(&file.path) {
                Some(Entry::Known(_, kept)) => *kept,
                _ => Kept::default(),
            });
        let dropped = self.entries.iter().filter_map(|(path, entry)| {
            let dropped = match entry {
                Entry::Known(..) => return None,
                Entry::Dropped(size, reason) => Dropped::Content(*size, *reason),
                Entry::Unread(size) => Dropped::Path(*size),
                // The only bytes that a build keeps without making a file of them.
                Entry::Fresh(bytes) => {
                    Dropped::Content(bytes.len() as u64, DropReason::LanguageNotSelected)
                }
            };
            Some((path.clone(), dropped))
        });
        State {
            settings: self.settings.clone(),
            inventory: self.inventory.clone(),
            kept: kept.collect(),
            dropped: dropped.collect(),
            overlay: self.overlay.as_deref().cloned(),
            routes: self.routes.clone(),
        }
    }
}

fn entries(
    kept: Vec<Kept>,
    dropped: Vec<(String, Dropped)>,
    corpus: &Corpus,
) -> Result<BTreeMap<String, Entry>> {
    if kept.len() != corpus.files().len() {
        return Err(damaged());
    }
    let files = corpus.files().iter().zip(kept);
    let known = files.map(|(file, kept)| {
        let entry = Entry::Known(Box::new(file.clone()), kept);
        (file.path.clone(), entry)
    });
    let dropped = dropped.into_iter().map(|(path, dropped)| match dropped {
        Dropped::Content(size, reason) => (path, Entry::Dropped(size, reason)),
        Dropped::Path(size) => (path, Entry::Unread(size)),
    });
    Ok(dropped.chain(known).collect())
}

/// `routes`, if they are of files and symbols that there are.
fn sound(routes: Routes, corpus: &Corpus) -> Result<Routes> {
    let file = |file: FileId| file.index() < corpus.files().len();
    let sound = |route: &Route| {
        let known = |one: &Endpoint| match *one {
            Endpoint::File(at) => file(at),
            Endpoint::Symbol(symbol) => symbol.index() < corpus.symbol_count(),
        };
        known(&route.handler) && route.clients.iter().all(known) && file(route.file)
    };
    let all = routes.0.iter().all(sound);
    all.then_some(routes).ok_or_else(damaged)
}

fn damaged() -> WaymarkError {
    WaymarkError::new(
        Code::InvalidSnapshot,
        "the snapshot's state of the tree is damaged",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::{Build, Change};

    fn finish(mut build: Build) -> Index {
        build.plan();
        build.finish(&mut |_| true).expect("not cancelled")
    }

    fn index(files: &[(&str, &str)]) -> Index {
        let languages = Languages::builtin().expect("shipped");
        let settings = Settings {
            languages: vec!["python".to_owned()],
            ..Settings::default()
        };
        let mut build = Build::new(settings, languages);
        for (path, text) in files {
            build.add(path, text.as_bytes().to_vec());
        }
        build.note(DropReason::Link, "link");
        finish(build)
    }

    fn open(bytes: &[u8]) -> Result<Index> {
        Index::open(bytes, Languages::builtin().expect("shipped"))
    }

    const TREE: [(&str, &str); 6] = [
        (".gitignore", "out\n"),
        ("a.py", "x = 1\n"),
        ("b.rs", "fn f() {}\n"),
        ("data.bin", "\0\0\0"),
        ("out/c.py", "y = 1\n"),
        ("pyproject.toml", "[project]\nname = 'p'\n"),
    ];

    #[test]
    fn an_opened_index_is_the_one_that_was_written() {
        let written = index(&TREE);
        let opened = open(&written.snapshot()).expect("sound");
        assert_eq!(opened.snapshot(), written.snapshot());
        assert_eq!(opened.manifests(), written.manifests());
        assert_eq!(opened.inventory(), written.inventory());
        let reasons: Vec<_> = opened.inventory().drops.iter().map(|(r, _)| r).collect();
        assert_eq!(
            reasons,
            [
                DropReason::Link,
                DropReason::GitIgnored,
                DropReason::Binary,
                DropReason::LanguageNotSelected
            ]
        );
    }

    #[test]
    fn an_opened_index_is_updated_like_the_one_that_was_written() {
        let opened = open(&index(&TREE).snapshot()).expect("sound");
        let changes = vec![
            Change::Write("a.py".to_owned(), b"x = 2\n".to_vec()),
            Change::Delete("b.rs".to_owned()),
        ];
        let mut cold = TREE;
        cold[1].1 = "x = 2\n";
        let cold: Vec<_> = cold.into_iter().filter(|(p, _)| *p != "b.rs").collect();
        let updated = finish(opened.update(changes));
        assert_eq!(updated.snapshot(), index(&cold).snapshot());
    }

    #[test]
    fn a_state_that_does_not_fit_is_refused() {
        let mut index = index(&TREE);
        let bytes = index.snapshot();
        assert_eq!(
            open(&bytes[1..]).err().map(|e| e.code),
            Some(Code::InvalidSnapshot)
        );
        index.entries.clear();
        index.corpus = Corpus::default();
        assert!(open(&index.snapshot()).is_err());
    }
}
