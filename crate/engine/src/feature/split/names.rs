//! What the parts of a tree are called: by their folder, else by the files that others build
//! on, else by the files that say most of what tells them apart.

use super::{Part, Splitter};
use crate::extract::facts::Kind;
use crate::feature::labels::{Sum, TESTS, folder_words, label, title, type_names};
use crate::feature::lift::{stem, words};
use crate::ids::FileId;
use crate::sort::Arrange;
use crate::stem::stem as cut_stem;
use crate::tier::Tier;

/// Folders that name no part: they say whose code something is or in what language, as `com/google`
/// and `src/main/java`.
const ORIGINS: [&str; 8] = ["com", "org", "net", "edu", "gov", "java", "kotlin", "scala"];
/// What files are called that stand for the folder they are in.
const ENTRIES: [&str; 6] = ["index", "main", "mod", "lib", "__init__", "__main__"];
/// Files that build on one from which on others are called by it, and the most words of a
/// name that is one half of a label.
const HUB: u32 = 2;
const LONGEST_NAME: usize = 3;

impl Splitter<'_> {
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
    pub(super) fn name(&self, parts: &[Part], whole: &Part, around: &[String]) -> Vec<String> {
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
