//! Which files are meant: one path, or a pattern.

use crate::answer::names;
use crate::answer::view::View;
use crate::graph::suggest;
use crate::ids::{FileId, NodeId};
use crate::source::ignore::{PatternList, Verdict};

/// The files of a search.
pub(crate) enum Files {
    /// Every file.
    All,
    /// One file.
    One(FileId),
    /// Files by number, where the pattern matches.
    Some(Vec<bool>),
}

impl Files {
    /// The files that `pattern` means: one file's path or the end of it, or
    /// patterns of gitignore(5), where `*.py` matches anywhere, `src/*.py` from
    /// the root, and a directory stands for all in it. Empty means every file.
    pub(crate) fn parse(view: &View<'_>, pattern: &str) -> Self {
        let pattern = pattern.trim();
        let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
        if pattern.is_empty() || matches!(pattern, "**" | "**/*" | "*" | "." | "/") {
            return Self::All;
        }
        if let Some(file) = one_file(view, pattern) {
            return Self::One(file);
        }
        let list = PatternList::from_globs([pattern]);
        let matches =
            |path: &str, directory| list.verdict(path, directory) == Some(Verdict::Ignore);
        let admitted = view.corpus.files().iter().map(|file| {
            let mut directory = file.path.as_str();
            while let Some((outer, _)) = directory.rsplit_once('/') {
                if matches(outer, true) {
                    return true;
                }
                directory = outer;
            }
            matches(&file.path, false)
        });
        Self::Some(admitted.collect())
    }

    pub(crate) fn has(&self, file: FileId) -> bool {
        match self {
            Self::All => true,
            Self::One(one) => *one == file,
            Self::Some(admitted) => admitted.get(file.index()).copied().unwrap_or(false),
        }
    }

    /// Whether `node` is one of the files or lies in one; a directory where
    /// every file is meant.
    pub(crate) fn has_node(&self, view: &View<'_>, node: NodeId) -> bool {
        self.is_all() || (view.graph.node(node).file).is_some_and(|file| self.has(file))
    }

    /// Whether every file is meant.
    pub(crate) const fn is_all(&self) -> bool {
        matches!(self, Self::All)
    }

    /// Whether no file is meant.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Self::Some(admitted) if !admitted.contains(&true))
    }
}

/// The file whose path is `path`, or the only one whose path ends with it.
pub(crate) fn one_file(view: &View<'_>, path: &str) -> Option<FileId> {
    view.corpus.find(path).or_else(|| {
        let nodes = names::find(view, path);
        let [node] = nodes.as_slice() else {
            return None;
        };
        let row = view.graph.node(*node);
        row.file.filter(|_| row.symbol.is_none())
    })
}

/// A sentence with the nearest ids to `text`, or none.
pub(crate) fn did_you_mean(view: &View<'_>, text: &str) -> String {
    let near = suggest::suggest(view.graph, view.memo.letters(view), text);
    let ids: Vec<String> = near.into_iter().map(|node| view.graph.fqn(node)).collect();
    match ids.as_slice() {
        [] => String::new(),
        ids => format!("; nearest are {}", ids.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Tree;

    fn paths(pattern: &str) -> Vec<String> {
        let built = Tree::default()
            .file("a.py", "")
            .file("src/a.rs", "")
            .file("src/deep/b.rs", "function f 1-1")
            .file("src/deep/c.py", "")
            .build();
        let view = built.view();
        let files = Files::parse(&view, pattern);
        let all = built.corpus.files().iter().enumerate();
        all.filter(|&(at, _)| files.has(FileId::at(at)))
            .map(|(_, file)| file.path.clone())
            .collect()
    }

    #[test]
    fn patterns_are_those_of_git() {
        for (pattern, expected) in [
            ("", 4),
            ("**/*", 4),
            ("*.py", 2),
            ("**/*.rs", 2),
            ("src/*.rs", 1),
            ("src", 3),
            ("src/deep/", 2),
            ("./src/a.rs", 1),
            ("b.rs", 1),
            ("nothing.*", 0),
        ] {
            assert_eq!(paths(pattern).len(), expected, "{pattern}");
        }
        assert_eq!(paths("deep/b.rs"), ["src/deep/b.rs"]);
    }
}
