//! Files to areas, categories and subcategories without a model; [`names`] is what they are
//! called.

mod names;

use crate::feature::Tree;
use crate::feature::communities::{Link, communities, joined};
use crate::feature::hierarchy::{LEVELS, Path};
use crate::feature::labels::{Vocabulary, folder_words};
use crate::graph::Kinds;
use crate::ids::FileId;
use crate::link::evidence::EdgeKind;
use crate::sort::{Arrange, unique};
use crate::tier::Tier;

/// Files of one directory from which on communities part them.
const FLAT: usize = 8;
/// Groups of one level beyond which communities bring them together.
const MANY: usize = 14;
/// A word of more files than this ties none of them.
const COMMON: usize = 8;
/// What two files have in common, as a weight.
const IMPORT: u64 = 4;
const INHERIT: u64 = 6;
const WORD: u64 = 5;

/// Files that belong together, and the directory that they are all of.
struct Part {
    files: Vec<FileId>,
    /// The segment of their paths that sets them apart; empty where none does.
    folder: String,
}

/// The path of every file that is understood.
pub(crate) fn paths(tree: Tree<'_>, vocabulary: &Vocabulary) -> Vec<(FileId, Path)> {
    let declared = declared(tree);
    let splitter = Splitter {
        tree,
        vocabulary,
        users: users(&declared, tree.corpus.files().len()),
        ties: ties(&declared, vocabulary),
    };
    let mut placed = Vec::new();
    let whole = Part {
        files: vocabulary.files().to_vec(),
        folder: String::new(),
    };
    splitter.descend(&whole, &mut Vec::new(), &mut placed);
    placed
}

struct Splitter<'a> {
    tree: Tree<'a>,
    vocabulary: &'a Vocabulary,
    /// How many files import each file or build on its types.
    users: Vec<u32>,
    /// What ties files, by both.
    ties: Vec<Link>,
}

impl Splitter<'_> {
    fn descend(&self, part: &Part, labels: &mut Vec<String>, placed: &mut Vec<(FileId, Path)>) {
        if let [area, category, subcategory] = labels.as_slice() {
            let path = [area.clone(), category.clone(), subcategory.clone()];
            placed.extend(part.files.iter().map(|&file| (file, path.clone())));
            return;
        }
        let parts = self.split(part, labels.len());
        let names = self.name(&parts, part, labels);
        for (part, name) in parts.iter().zip(names) {
            labels.push(name);
            self.descend(part, labels, placed);
            labels.pop();
        }
    }

    /// The parts of `whole` at `level`: directories, or communities of the files of
    /// one directory.
    fn split(&self, whole: &Part, level: usize) -> Vec<Part> {
        let mut parts = self.by_folder(&whole.files);
        if level + 1 < LEVELS {
            self.open_biggest(&mut parts, whole, level);
        }
        if let [one] = parts.as_slice()
            && one.files.len() >= FLAT
        {
            parts = self.by_community(one);
        }
        if parts.len() > MANY {
            parts = self.together(parts);
        }
        parts.arrange_by_key(|part| part.files.first().copied());
        parts
    }

    /// Puts what is in the directory that holds most of `whole` in its place: it says
    /// nothing as a part.
    fn open_biggest(&self, parts: &mut Vec<Part>, whole: &Part, level: usize) {
        let product = |files: &[FileId]| {
            let tier = |&&file: &&FileId| {
                let file = self.tree.corpus.file(file);
                file.is_some_and(|file| file.tier == Tier::Product)
            };
            files.iter().filter(tier).count()
        };
        let all = product(&whole.files);
        let big = parts.iter().position(|part| product(&part.files) * 2 > all);
        let Some(at) = big.filter(|_| whole.files.len() >= FLAT) else {
            return;
        };
        let below = self.by_folder(&parts[at].files);
        if level > 0 && below.len() == 1 {
            return;
        }
        let mut inner = Vec::new();
        for part in below {
            match part.folder.is_empty() && part.files.len() >= FLAT {
                true => inner.extend(self.by_community(&part)),
                false => inner.push(part),
            }
        }
        // More parts than these would be brought together from several
        // directories, and nobody could say what they are.
        if parts.len() - 1 + inner.len() <= MANY {
            parts.remove(at);
            parts.extend(inner);
        }
    }

    /// One part for each directory next below the deepest one that holds all of
    /// `files`, and one for the files directly in it. A directory whose name says
    /// nothing stands aside for those in it.
    fn by_folder(&self, files: &[FileId]) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut open = vec![files.to_vec()];
        let mut direct: Vec<FileId> = Vec::new();
        while let Some(files) = open.pop() {
            let depth = self.common_depth(&files);
            let segment = |file: FileId| self.path(file).split('/').nth(depth).unwrap_or_default();
            let is_direct = |file: FileId| self.path(file).split('/').count() == depth + 1;
            direct.extend(files.iter().copied().filter(|&file| is_direct(file)));
            let mut inner: Vec<(String, FileId)> = (files.iter().copied())
                .filter(|&file| !is_direct(file))
                .map(|file| (segment(file).to_owned(), file))
                .collect();
            inner.arrange();
            for below in inner.chunk_by(|a, b| a.0 == b.0) {
                let files: Vec<FileId> = below.iter().map(|row| row.1).collect();
                let folder = below.first().map_or(String::new(), |row| row.0.clone());
                if folder_words(&folder).is_empty() && self.has_folders(&files, depth + 1) {
                    open.push(files);
                } else {
                    parts.push(Part { files, folder });
                }
            }
        }
        if !direct.is_empty() {
            direct.arrange();
            parts.push(Part {
                files: direct,
                folder: String::new(),
            });
        }
        parts.arrange_by_key(|part| part.files.first().copied());
        parts
    }

    /// Whether some of `files` lie in directories below `depth` segments.
    fn has_folders(&self, files: &[FileId], depth: usize) -> bool {
        files
            .iter()
            .any(|&file| self.path(file).split('/').count() > depth + 1)
    }

    /// How many directories all of `files` have in common.
    fn common_depth(&self, files: &[FileId]) -> usize {
        // Files are in path order: the first and the last differ most.
        let (Some(&first), Some(&last)) = (files.first(), files.last()) else {
            return 0;
        };
        let folders = |file: FileId| {
            let path = self.path(file);
            path.rsplit_once('/')
                .map_or("", |(folders, _)| folders)
                .split('/')
        };
        let common = folders(first)
            .zip(folders(last))
            .take_while(|(a, b)| a == b && !a.is_empty())
            .count();
        let least = files
            .iter()
            .map(|&file| self.path(file).split('/').count() - 1)
            .min();
        common.min(least.unwrap_or(0))
    }

    fn path(&self, file: FileId) -> &str {
        self.tree
            .corpus
            .file(file)
            .map_or("", |file| file.path.as_str())
    }

    /// The communities of the files of `part`; files that nothing ties to others
    /// are one part together.
    fn by_community(&self, part: &Part) -> Vec<Part> {
        let units: Vec<Vec<FileId>> = part.files.iter().map(|&file| vec![file]).collect();
        let mut parts = self.grouped(&units);
        let (single, mut more): (Vec<Part>, Vec<Part>) =
            parts.drain(..).partition(|part| part.files.len() == 1);
        let rest: Vec<FileId> = single.into_iter().flat_map(|part| part.files).collect();
        if !rest.is_empty() {
            more.push(Part {
                files: rest,
                folder: String::new(),
            });
        }
        if more.len() > MANY {
            return self.together(more);
        }
        more
    }

    /// Parts brought together by what ties their files.
    fn together(&self, parts: Vec<Part>) -> Vec<Part> {
        let units: Vec<Vec<FileId>> = parts.into_iter().map(|part| part.files).collect();
        self.grouped(&units)
    }

    fn grouped(&self, units: &[Vec<FileId>]) -> Vec<Part> {
        let mut unit_of: Vec<(FileId, u32)> = Vec::new();
        for (unit, at) in units.iter().zip(0..) {
            unit_of.extend(unit.iter().map(|&file| (file, at)));
        }
        unit_of.arrange();
        let unit = |file: u32| {
            let at = unit_of
                .binary_search_by_key(&FileId(file), |row| row.0)
                .ok()?;
            unit_of.get(at).map(|row| row.1)
        };
        let within = self
            .ties
            .iter()
            .filter_map(|&((a, b), weight)| Some(((unit(a)?, unit(b)?), weight)));
        let links = joined(within.collect());
        let mut parts: Vec<Part> = Vec::new();
        for (files, group) in units.iter().zip(communities(units.len(), &links)) {
            let at = group as usize;
            if at == parts.len() {
                parts.push(Part {
                    files: Vec::new(),
                    folder: String::new(),
                });
            }
            if let Some(part) = parts.get_mut(at) {
                part.files.extend(files);
            }
        }
        parts.iter_mut().for_each(|part| part.files.arrange());
        parts
    }
}

/// A file, one that it imports or whose types it builds on, and which it does.
type Declared = (u32, u32, EdgeKind);

/// What files declare of each other, each once.
fn declared(tree: Tree<'_>) -> Vec<Declared> {
    let kinds = Kinds::NONE
        .with(EdgeKind::Imports)
        .with(EdgeKind::Inherits)
        .with(EdgeKind::Implements)
        .with(EdgeKind::Composes);
    let edges = tree.graph.edges().iter();
    let mut once: Vec<Declared> = Vec::new();
    for edge in edges.filter(|edge| kinds.has(edge.kind)) {
        let file = |node| tree.graph.node(node).file;
        if let (Some(from), Some(to)) = (file(edge.source), file(edge.target))
            && from != to
        {
            once.push((from.0, to.0, edge.kind));
        }
    }
    unique(&mut once);
    once
}

/// How many files declare something of each of `count` files.
fn users(declared: &[Declared], count: usize) -> Vec<u32> {
    let mut users = vec![0; count];
    for same in declared.chunk_by(|a, b| a.0 == b.0 && a.1 == b.1) {
        if let Some(of) = same.first().and_then(|row| users.get_mut(row.1 as usize)) {
            *of += 1;
        }
    }
    users
}

/// What ties files: imports, inheritance, and words that few others have.
fn ties(declared: &[Declared], vocabulary: &Vocabulary) -> Vec<Link> {
    let mut ties: Vec<Link> = (declared.iter())
        .map(|&(from, to, kind)| {
            (
                (from, to),
                if kind == EdgeKind::Imports {
                    IMPORT
                } else {
                    INHERIT
                },
            )
        })
        .collect();
    let mut said: Vec<(u32, u32)> = Vec::new();
    for &file in vocabulary.files() {
        said.extend(
            vocabulary
                .of_file(file)
                .iter()
                .map(|&(word, _)| (word, file.0)),
        );
    }
    said.arrange();
    for same in said
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|same| same.len() <= COMMON)
    {
        for (at, (_, first)) in same.iter().enumerate() {
            ties.extend(
                same.iter()
                    .skip(at + 1)
                    .map(|(_, second)| ((*first, *second), WORD)),
            );
        }
    }
    joined(ties)
}

const _: () = assert!(LEVELS == 3);
