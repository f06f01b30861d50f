//! Files to areas, categories and subcategories without a model.

use crate::extract::facts::Kind;
use crate::feature::Tree;
use crate::feature::communities::{Link, communities, joined};
use crate::feature::hierarchy::{LEVELS, Path};
use crate::feature::labels::{Sum, TESTS, Vocabulary, folder_words, label, title, type_names};
use crate::feature::lift::{stem, words};
use crate::graph::Kinds;
use crate::ids::FileId;
use crate::link::evidence::EdgeKind;
use crate::sort::{Arrange, unique};
use crate::stem::stem as cut_stem;
use crate::tier::Tier;

/// Files of one directory from which on communities part them.
const FLAT: usize = 8;
/// Groups of one level beyond which communities bring them together.
const MANY: usize = 14;
/// A word of more files than this ties none of them.
const COMMON: usize = 8;
/// Folders that name no part: they say whose code something is or in what language, as `com/google`
/// and `src/main/java`.
const ORIGINS: [&str; 8] = ["com", "org", "net", "edu", "gov", "java", "kotlin", "scala"];

/// What files are called that stand for the folder they are in.
const ENTRIES: [&str; 6] = ["index", "main", "mod", "lib", "__init__", "__main__"];
/// Files that build on one from which on others are called by it, and the most words of a
/// name that is one half of a label.
const HUB: u32 = 2;
const LONGEST_NAME: usize = 3;

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

    /// The words of a part's folder; where that only says whose or in what language it is,
    /// those of the deepest folder that holds all of it and says more.
    fn own_words(&self, part: &Part) -> Vec<String> {
        let own = telling_words(&part.folder);
        match own.is_empty() && !part.folder.is_empty() {
            true => self.words_around(part),
            false => own,
        }
    }

    /// The words of the deepest folder that holds all of `part` and says something.
    fn words_around(&self, part: &Part) -> Vec<String> {
        let depth = self.common_depth(&part.files);
        let path = part.files.first().map_or("", |&file| self.path(file));
        let folders: Vec<&str> = path.split('/').take(depth).collect();
        let mut said = folders.iter().rev().map(|folder| telling_words(folder));
        said.find(|words| !words.is_empty()).unwrap_or_default()
    }

    /// What `files` are called if hardly any of them is code: if all that they define
    /// are headings and keys.
    fn without_code(&self, files: &[FileId]) -> Option<&'static str> {
        let kinds = |file: FileId| {
            let outline = self.tree.corpus.file(file).map(|file| file.facts.outline());
            let definitions = outline.unwrap_or_default().iter();
            definitions.map(|definition| definition.kind)
        };
        let is_text = |kind| matches!(kind, Kind::Section | Kind::Property);
        let texts = files
            .iter()
            .filter(|&&file| kinds(file).next().is_some() && kinds(file).all(is_text));
        if texts.clone().count() * 4 < files.len() * 3 {
            return None;
        }
        let documents = texts.filter(|&&file| kinds(file).all(|kind| kind == Kind::Section));
        let most = documents.count() * 2 >= files.len();
        Some(if most { "documents" } else { "configuration" })
    }

    /// Whether nearly all of `files` test others.
    fn are_tests(&self, files: &[FileId]) -> bool {
        let is_test = |&&file: &&FileId| {
            let file = self.tree.corpus.file(file);
            file.is_some_and(|file| file.tier == Tier::Test)
        };
        files.iter().filter(is_test).count() * 4 >= files.len() * 3
    }

    /// The name of `file` without its ending.
    fn stem(&self, file: FileId) -> &str {
        stem(self.path(file).rsplit('/').next().unwrap_or_default())
    }

    /// The words of the name of `file`, but for those that say that it is a test; none where
    /// they say nothing.
    fn own_name(&self, file: FileId) -> Option<Vec<String>> {
        let own = self.stem(file);
        let mut name = if ENTRIES.contains(&own) {
            Vec::new()
        } else {
            words(own)
        };
        name.retain(|word| !TESTS.contains(&word.as_str()));
        let telling = name.iter().any(|word| !folder_words(word).is_empty());
        telling.then_some(name)
    }

    /// What `files` are called, where all of them are called alike but for what says that
    /// they are tests: words in the order that they are written in.
    fn common_stem(&self, files: &[FileId]) -> Option<String> {
        let first = self.own_name(*files.first()?)?;
        let mut others = files.iter().map(|&file| self.own_name(file));
        let same = others.all(|name| name.as_ref() == Some(&first));
        same.then(|| title_of(&first))
    }

    /// The one or two of `files` that most others of the tree build on.
    fn hubs(&self, files: &[FileId]) -> Option<String> {
        let named = files.iter().filter_map(|&file| {
            let users = *self.users.get(file.index())?;
            let name = self.own_name(file)?;
            (users >= HUB && name.len() <= LONGEST_NAME).then_some((users, file, name))
        });
        let mut hubs: Vec<(u32, FileId, Vec<String>)> = named.collect();
        hubs.arrange_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        match hubs.as_slice() {
            [] => None,
            [(first, _, name), (second, _, other), ..] if *second * 2 > *first => {
                Some(format!("{} and {}", title_of(name), title_of(other)))
            }
            [(_, _, name), ..] => Some(title_of(name)),
        }
    }

    /// The first two of `telling` as one label, where a name in `files` has them side by
    /// side; else the names of the two files that say most of them.
    fn pair(&self, files: &[FileId], telling: &[&str]) -> Option<String> {
        let beside = |a: &str, b: &str| {
            let names = files.iter().flat_map(|&file| self.names(file));
            let mut names = names.map(words);
            names.any(|name| {
                let mut pairs = name.windows(2);
                pairs.any(|pair| alike(&pair[0], a) && alike(&pair[1], b))
            })
        };
        match telling {
            [a, b, ..] if beside(a, b) => return Some(title(&[a, b])),
            [a, b, ..] if beside(b, a) => return Some(title(&[b, a])),
            _ => {}
        }
        let mut names: Vec<String> = Vec::new();
        for word in telling {
            let named = files.iter().filter_map(|&file| self.own_name(file));
            let named = named.filter(|name| name.iter().any(|own| alike(own, word)));
            let shortest = named.min_by_key(Vec::len);
            let name = shortest.filter(|name| name.len() <= LONGEST_NAME);
            names.extend(name.map(|name| title_of(&name)));
            names.dedup();
            if names.len() == 2 {
                break;
            }
        }
        match (names.as_slice(), telling) {
            ([], []) => None,
            ([], [a, b, ..]) => Some(format!("{} and {}", title(&[a]), title(&[b]))),
            ([], [a]) => Some(title(&[a])),
            (names, _) => Some(names.join(" and ")),
        }
    }

    /// The names that a file says itself: its own, and those of its outermost types.
    fn names(&self, file: FileId) -> impl Iterator<Item = &str> {
        let graph = self.tree.graph;
        let node = graph.file_node(file);
        std::iter::once(self.stem(file)).chain(type_names(graph, node))
    }

    /// A name for each of `parts`, no two alike, and none like those around.
    fn name(&self, parts: &[Part], whole: &Part, around: &[String]) -> Vec<String> {
        let mut taken: Vec<String> = around.to_vec();
        let mut names = Vec::new();
        let own = self.vocabulary.of_files(&whole.files);
        let among = match parts {
            [_] => self.vocabulary.totals(),
            _ => &own,
        };
        for part in parts {
            let name = self.name_one(part, whole, among, taken.split_at(around.len()));
            taken.push(name.clone());
            names.push(name);
        }
        names
    }

    fn name_one(
        &self,
        part: &Part,
        whole: &Part,
        among: &[(u32, Sum)],
        (around, beside): (&[String], &[String]),
    ) -> String {
        let folder = self.own_words(part);
        let taken = || around.iter().chain(beside);
        let said: Vec<String> = taken().flat_map(|name| words(name)).collect();
        let telling = self.vocabulary.telling(&part.files, among);
        let mut telling: Vec<&str> = telling
            .into_iter()
            .filter(|word| !folder.iter().any(|known| alike(known, word)))
            .collect();
        telling.truncate(8);
        let own_folder = part.folder != whole.folder && !folder.is_empty();
        let folder: Vec<&str> = folder.iter().map(String::as_str).collect();
        let mut tries: Vec<String> = Vec::new();
        if own_folder {
            tries.push(label(&folder));
            let more = telling.iter();
            tries.extend(more.map(|word| label(&[&folder[..], &[word]].concat())));
        }
        if let Some(kind) = self.without_code(&part.files) {
            let around = self.words_around(part);
            let around = around.iter().map(String::as_str).chain([kind]);
            tries.push(title(&[kind]));
            tries.push(title(&around.collect::<Vec<_>>()));
        }
        // Where what is around says so, it need not be said again.
        let tests =
            !said.iter().any(|word| TESTS.contains(&word.as_str())) && self.are_tests(&part.files);
        let tested = |name: String| match tests {
            true => format!("Tests of {name}"),
            false => name,
        };
        tries.extend(self.common_stem(&part.files).map(tested));
        tries.extend(self.hubs(&part.files).map(tested));
        let new = |word: &&&str| !said.iter().any(|known| alike(known, word));
        let fresh: Vec<&str> = telling.iter().filter(new).copied().collect();
        tries.extend(self.pair(&part.files, &fresh).map(tested));
        tries.extend(fresh.iter().map(|word| tested(title(&[word]))));
        tries.extend(self.pair(&part.files, &telling).map(tested));
        tries.extend(telling.iter().map(|word| tested(title(&[word]))));
        tries.extend((!folder.is_empty()).then(|| label(&folder)));
        let entry = part
            .files
            .iter()
            .all(|&file| ENTRIES.contains(&self.stem(file)));
        tries.extend(entry.then(|| "Entry Points".to_owned()));
        let free = |name: &&String| !taken().any(|known| known == *name);
        if let Some(name) = tries.iter().find(free) {
            return name.clone();
        }
        // Nothing tells it from what is around it: the same again, in other words.
        let base = tries
            .first()
            .or(taken().next_back())
            .map_or("Program", String::as_str);
        let base = base
            .trim_end_matches(" Sources")
            .trim_end_matches(" Details");
        let more = [" Sources", " Details", " Parts"].map(|more| format!("{base}{more}"));
        let numbered = (2..).map(|n| format!("{base} {n}"));
        let mut names = more.into_iter().chain(numbered);
        names.find(|name| free(&name)).unwrap_or_default()
    }
}

fn title_of(words: &[String]) -> String {
    title(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The words of the name of a folder that say what is in it.
fn telling_words(folder: &str) -> Vec<String> {
    let mut words = folder_words(folder);
    words.retain(|word| !ORIGINS.contains(&word.as_str()));
    words
}

/// Whether two words have one stem.
fn alike(a: &str, b: &str) -> bool {
    let stemmed = |word: &str| {
        let mut word = word.to_owned();
        cut_stem(&mut word);
        word
    };
    stemmed(a) == stemmed(b)
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
