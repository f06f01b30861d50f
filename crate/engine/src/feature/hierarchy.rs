//! The functional hierarchy: areas, categories and subcategories of files.
//!
//! Without a model the directories are its frame, and communities part what lies
//! together in one directory. What is compared is only what a file declares: its
//! path, its types, what it imports and inherits. So moving a function from one
//! file to another moves nothing else, and the hierarchy of a tree, which is a
//! function of the tree alone, does not jump with every edit.

use crate::feature::ground::ground;
use crate::feature::labels::Vocabulary;
use crate::feature::routing::{self, Candidate};
use crate::feature::{Tree, split};
use crate::ids::{FileId, NodeId};
use crate::sort::Arrange;

/// Levels of groups.
pub const LEVELS: usize = 3;
/// Most keywords of a group.
const KEYWORDS: usize = 8;
/// What separates the labels of a path; in answers with blanks around it.
pub const SEPARATOR: char = '/';

/// The kinds of groups, from the top down.
pub const KINDS: [&str; LEVELS] = ["area", "category", "subcategory"];

/// The labels of an area, a category and a subcategory.
pub(crate) type Path = [String; LEVELS];

/// A functional area, category or subcategory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// 0 for areas, 1 for categories, 2 for subcategories.
    pub level: usize,
    /// What it is called.
    pub label: String,
    /// The group around it.
    pub parent: Option<usize>,
    /// Directories that its files lie in.
    pub directories: Vec<String>,
    /// The words that tell it from others.
    pub keywords: Vec<String>,
    /// How many files it has.
    pub files: usize,
}

/// All groups, each behind the group around it, and the group of each file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hierarchy {
    /// Areas by label, each followed by its categories, those by their subcategories.
    pub groups: Vec<Group>,
    /// The subcategory of each file; none for files that are not understood.
    pub of_file: Vec<Option<usize>>,
    /// Whether a model made it.
    pub by_model: bool,
    /// Files whose place in the hierarchy of a model is in doubt.
    pub doubtful: Vec<Candidate>,
}

impl Hierarchy {
    /// The hierarchy of `tree`: that of a model where one placed at least half of
    /// the files, else that of directories and communities.
    pub(crate) fn of(tree: Tree<'_>, told: &routing::Places<'_>) -> Self {
        let vocabulary = Vocabulary::of(tree);
        let files = vocabulary.files();
        if told.count() * 2 < files.len() || told.count() == 0 {
            return Self::assemble(tree, &vocabulary, split::paths(tree, &vocabulary));
        }
        let (paths, doubtful) = routing::route_all(tree, &vocabulary, told);
        Self {
            by_model: true,
            doubtful,
            ..Self::assemble(tree, &vocabulary, paths)
        }
    }

    /// The groups that the paths of all files name.
    fn assemble(tree: Tree<'_>, vocabulary: &Vocabulary, paths: Vec<(FileId, Path)>) -> Self {
        let mut paths = paths;
        paths.arrange_by(|a, b| a.1.cmp(&b.1).then(a.0.cmp(&b.0)));
        let mut hierarchy = Self {
            of_file: vec![None; tree.corpus.files().len()],
            ..Self::default()
        };
        let mut open: [usize; LEVELS] = [0; LEVELS];
        let mut before: Option<&Path> = None;
        for (file, path) in &paths {
            let same = before.map_or(0, |before| {
                (path.iter().zip(before))
                    .take_while(|(a, b)| a == b)
                    .count()
            });
            for level in same..LEVELS {
                open[level] = hierarchy.groups.len();
                hierarchy.groups.push(Group {
                    level,
                    label: path[level].clone(),
                    parent: level.checked_sub(1).map(|above| open[above]),
                    ..Group::default()
                });
            }
            before = Some(path);
            hierarchy.of_file[file.index()] = open.last().copied();
        }
        hierarchy.fill(tree, vocabulary);
        hierarchy
    }

    /// Grounds every group and finds its keywords.
    fn fill(&mut self, tree: Tree<'_>, vocabulary: &Vocabulary) {
        for at in 0..self.groups.len() {
            let files: Vec<FileId> = self.files_of(at).collect();
            let paths = files.iter().filter_map(|&file| tree.corpus.file(file));
            let paths: Vec<&str> = paths.map(|file| file.path.as_str()).collect();
            let keywords = vocabulary.telling(&files, vocabulary.totals());
            let group = &mut self.groups[at];
            group.directories = ground(&paths);
            group.keywords = keywords
                .into_iter()
                .take(KEYWORDS)
                .map(str::to_owned)
                .collect();
            group.files = files.len();
        }
    }

    /// The files below the group `at`, in order.
    pub fn files_of(&self, at: usize) -> impl Iterator<Item = FileId> {
        let all = self.of_file.iter().enumerate();
        all.filter(move |(_, group)| group.is_some_and(|group| self.is_within(group, at)))
            .map(|(file, _)| FileId::at(file))
    }

    /// Whether the group `inner` is the group `outer` or lies below it.
    #[must_use]
    pub fn is_within(&self, inner: usize, outer: usize) -> bool {
        self.chain(inner).any(|at| at == outer)
    }

    /// The group `at` and those around it.
    pub fn chain(&self, at: usize) -> impl Iterator<Item = usize> {
        let parent = |&at: &usize| self.groups.get(at)?.parent;
        std::iter::successors(Some(at), parent).filter(|&at| at < self.groups.len())
    }

    /// The groups directly below `at`; the areas for none.
    pub fn below(&self, at: Option<usize>) -> impl Iterator<Item = usize> {
        let all = self.groups.iter().enumerate();
        all.filter(move |(_, group)| group.parent == at)
            .map(|(at, _)| at)
    }

    /// The labels from the area to the group `at`, joined by ` / `.
    #[must_use]
    pub fn path(&self, at: usize) -> String {
        let mut labels: Vec<&str> = self
            .chain(at)
            .map(|at| self.groups[at].label.as_str())
            .collect();
        labels.reverse();
        labels.join(" / ")
    }

    /// What the group `at` is about: a feature like those of code.
    #[must_use]
    pub fn feature(&self, at: usize) -> String {
        let label = self.groups.get(at).map_or("", |group| group.label.as_str());
        format!("group {}", label.to_lowercase())
    }

    /// The id of the group `at` in answers and exports.
    #[must_use]
    pub fn id(&self, at: usize) -> String {
        format!("rpg::{}", folded(&self.path(at)))
    }

    /// The group of `node`: that of its file.
    #[must_use]
    pub fn of_node(&self, tree: Tree<'_>, node: NodeId) -> Option<usize> {
        let file = tree.graph.node(node).file?;
        self.of_file.get(file.index()).copied().flatten()
    }

    /// The groups that `path` means: an id, a whole path, or the end of one; case
    /// and blanks around the separator do not matter.
    #[must_use]
    pub fn find(&self, path: &str) -> Vec<usize> {
        let wanted = folded(path.strip_prefix("rpg::").unwrap_or(path));
        let paths: Vec<String> = (0..self.groups.len())
            .map(|at| folded(&self.path(at)))
            .collect();
        let exact: Vec<usize> = (0..paths.len()).filter(|&at| paths[at] == wanted).collect();
        if !exact.is_empty() || wanted.is_empty() {
            return exact;
        }
        let ends = |at: &usize| {
            paths[*at]
                .strip_suffix(&wanted)
                .is_some_and(|rest| rest.ends_with(SEPARATOR))
        };
        (0..paths.len()).filter(ends).collect()
    }
}

/// `A B / C` → `a b/c`.
#[must_use]
pub fn folded(path: &str) -> String {
    let segments = path
        .split(SEPARATOR)
        .map(|segment| segment.trim().to_lowercase());
    let segments: Vec<String> = segments.filter(|segment| !segment.is_empty()).collect();
    segments.join("/")
}
