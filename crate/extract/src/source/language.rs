//! Which language a file is in. A language is data: the entries come from
//! `queries/<language>/language.toml`, or from a host at run time.

use super::dialect::Dialect;
use super::ignore::{PatternList, Verdict};
use super::notebook::kernel;
use super::path;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The extension of notebooks, whose language is that of their kernel.
const NOTEBOOK: &str = "ipynb";

/// How files of one language are told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LanguageEntry {
    /// The language's name, such as `typescript`.
    pub name: String,
    /// Extensions without the leading dot; they may have inner dots (`d.ts`).
    pub extensions: Vec<String>,
    /// Whole file names, such as `Rakefile`.
    pub filenames: Vec<String>,
    /// Interpreters after `#!`; `python` also means `python3.12`.
    pub shebangs: Vec<String>,
    /// Extensions that it shares with others, and what tells them apart.
    pub dialects: Vec<Dialect>,
}

/// An index into the entries of a [`LanguageTable`], in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LanguageIndex(pub u16);

/// Two entries claim the same files; the first one has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The extension, file name or interpreter.
    pub key: String,
    /// The language that has it.
    pub kept: String,
    /// The language that does not.
    pub refused: String,
}

/// Entries made ready for look-up.
#[derive(Clone, Debug, Default)]
pub struct LanguageTable {
    names: Vec<String>,
    extensions: BTreeMap<String, LanguageIndex>,
    filenames: BTreeMap<String, LanguageIndex>,
    shebangs: BTreeMap<String, LanguageIndex>,
    dialects: Vec<(Dialect, LanguageIndex)>,
    conflicts: Vec<Conflict>,
}

impl LanguageTable {
    /// A table of `entries`. Of two that claim the same key the first wins; see
    /// [`LanguageTable::conflicts`].
    pub fn new<'a>(entries: impl IntoIterator<Item = &'a LanguageEntry>) -> Self {
        let mut table = Self::default();
        // `LanguageIndex` numbers 65,536 languages; nobody has more.
        for (at, entry) in entries.into_iter().take(usize::from(u16::MAX)).enumerate() {
            let index = LanguageIndex(at as u16);
            table.names.push(entry.name.clone());
            let dialects = entry.dialects.iter().cloned();
            table
                .dialects
                .extend(dialects.map(|dialect| (dialect, index)));
            for (keys, claims) in [
                (&entry.extensions, Key::Extension),
                (&entry.filenames, Key::FileName),
                (&entry.shebangs, Key::Shebang),
            ] {
                keys.iter().for_each(|key| table.claim(claims, key, index));
            }
        }
        table
    }

    /// The language of the file `path` with the content `bytes`, or `None`.
    ///
    /// Asked in this order: the file's name, its longest known extension, its name
    /// before the first dot (`Dockerfile.test`), its `#!` line. The text decides where
    /// several languages share the extension. Extensions are compared as
    /// written first and in lower case then, so that `.R` and `.r` may differ
    /// while `.PY` is Python.
    #[must_use]
    pub fn detect(&self, path: &str, bytes: &[u8]) -> Option<LanguageIndex> {
        let name = path::file_name(path);
        if let Some(&index) = self.filenames.get(name) {
            return Some(index);
        }
        if path::extension(name) == Some(NOTEBOOK) {
            return self.by_kernel(bytes);
        }
        let Some((extension, index)) = self.by_extension(name) else {
            let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
            let named = self.filenames.get(stem).copied();
            return named.or_else(|| self.by_shebang(bytes));
        };
        let mut dialects = self.dialects.iter();
        let spoken = dialects.find(|(dialect, _)| {
            dialect.extension.eq_ignore_ascii_case(extension) && dialect.is_spoken(bytes)
        });
        match spoken {
            Some((dialect, _)) if dialect.foreign => None,
            Some((_, index)) => Some(*index),
            None => Some(index),
        }
    }

    /// The index of the language called `name`.
    #[must_use]
    pub fn index_of(&self, name: &str) -> Option<LanguageIndex> {
        let at = self.names.iter().position(|known| known == name)?;
        u16::try_from(at).ok().map(LanguageIndex)
    }

    /// The name of the language `index`; empty where the table has none.
    #[must_use]
    pub fn name(&self, index: LanguageIndex) -> &str {
        self.names
            .get(usize::from(index.0))
            .map_or("", String::as_str)
    }

    /// The keys that more than one entry claims.
    #[must_use]
    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }

    fn by_extension<'n>(&self, name: &'n str) -> Option<(&'n str, LanguageIndex)> {
        // From the left, so that `d.ts` is asked before `ts`. A dot at the very
        // front starts a hidden file and no extension.
        let dots = name
            .match_indices('.')
            .map(|(at, _)| at)
            .filter(|&at| at > 0);
        dots.filter_map(|at| name.get(at + 1..))
            .find_map(|extension| {
                let known = self.extensions.get(extension);
                let known = known.or_else(|| self.extensions.get(&extension.to_lowercase()));
                known.map(|index| (extension, *index))
            })
    }

    /// The language of a notebook's code, by what it says of its kernel.
    fn by_kernel(&self, bytes: &[u8]) -> Option<LanguageIndex> {
        let [extension, language, kernel] = kernel(bytes);
        let named = |name: &str| {
            let name = name.to_lowercase();
            self.index_of(name.trim_end_matches(|c: char| c.is_ascii_digit()))
        };
        let by_extension = extension.and_then(|extension| {
            let known = self.extensions.get(extension.strip_prefix('.')?);
            known.copied()
        });
        by_extension.or_else(|| [language, kernel].into_iter().flatten().find_map(named))
    }

    fn by_shebang(&self, bytes: &[u8]) -> Option<LanguageIndex> {
        let program = interpreter(bytes)?;
        let bare = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        self.shebangs
            .get(program)
            .or_else(|| self.shebangs.get(bare))
            .copied()
    }

    fn claim(&mut self, kind: Key, key: &str, index: LanguageIndex) {
        let table = match kind {
            Key::Extension => &mut self.extensions,
            Key::FileName => &mut self.filenames,
            Key::Shebang => &mut self.shebangs,
        };
        let kept = *table.entry(key.to_owned()).or_insert(index);
        if kept != index {
            self.conflicts.push(Conflict {
                key: key.to_owned(),
                kept: self.name(kept).to_owned(),
                refused: self.name(index).to_owned(),
            });
        }
    }
}

#[derive(Clone, Copy)]
enum Key {
    Extension,
    FileName,
    Shebang,
}

/// The interpreter that a `#!` line names, without its directory, or `None`.
/// `env`, its options and its assignments are passed over.
fn interpreter(bytes: &[u8]) -> Option<&str> {
    let line = bytes.strip_prefix(b"#!")?;
    let line = line.split(|&b| b == b'\n').next()?;
    let line = std::str::from_utf8(line.get(..256).unwrap_or(line)).ok()?;
    let mut words = line.split_ascii_whitespace();
    let mut program = path::file_name(words.next()?);
    if program == "env" {
        program = path::file_name(words.find(|w| !w.starts_with('-') && !w.contains('='))?);
    }
    Some(program)
}

/// Languages that a host forces on some paths, before any detection.
#[derive(Clone, Debug, Default)]
pub struct LanguageOverrides {
    rules: Vec<(PatternList, LanguageIndex)>,
}

impl LanguageOverrides {
    /// Overrides from pairs of a pattern in gitignore syntax and a language's
    /// name. The second part is the names that `table` does not know.
    pub fn new<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
        table: &LanguageTable,
    ) -> (Self, Vec<String>) {
        let mut rules = Vec::new();
        let mut unknown = Vec::new();
        for (pattern, name) in pairs {
            match table.index_of(name) {
                Some(index) => rules.push((PatternList::from_globs([pattern]), index)),
                None => unknown.push(name.to_owned()),
            }
        }
        (Self { rules }, unknown)
    }

    /// The language forced on `path`; the last pair that matches wins.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<LanguageIndex> {
        let matches = |list: &PatternList| list.verdict(path, false) == Some(Verdict::Ignore);
        self.rules
            .iter()
            .rev()
            .find(|(list, _)| matches(list))
            .map(|&(_, index)| index)
    }
}

/// Files of one kind that no language claims.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnknownKind {
    /// The extension in lower case with its dot, else the whole file name.
    pub kind: String,
    /// Number of files.
    pub files: u64,
    /// Bytes of those files.
    pub bytes: u64,
    /// The first paths.
    pub examples: Vec<String>,
}

/// Counts files without a language by kind, so that a tree of an unsupported
/// language answers with its name and not with silence.
#[derive(Clone, Debug, Default)]
pub struct UnknownKinds {
    kinds: BTreeMap<String, UnknownKind>,
}

impl UnknownKinds {
    /// Counts the file `path` of `bytes` bytes.
    pub fn add(&mut self, path: &str, bytes: u64) {
        let kind = match path::extension(path) {
            Some(extension) => format!(".{}", extension.to_lowercase()),
            None => path::file_name(path).to_owned(),
        };
        let found = self.kinds.entry(kind).or_default();
        found.files += 1;
        found.bytes += bytes;
        super::drops::keep_first(&mut found.examples, path);
    }

    /// All kinds, the most frequent first, then by name.
    #[must_use]
    pub fn finish(self) -> Vec<UnknownKind> {
        let mut ranked = BTreeMap::new();
        for (kind, found) in self.kinds {
            let key = (Reverse(found.files), kind.clone());
            ranked.insert(key, UnknownKind { kind, ..found });
        }
        ranked.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(
        name: &str,
        extensions: &[&str],
        filenames: &[&str],
        shebangs: &[&str],
    ) -> LanguageEntry {
        let own = |texts: &[&str]| texts.iter().map(|&t| t.to_owned()).collect();
        LanguageEntry {
            name: name.to_owned(),
            extensions: own(extensions),
            filenames: own(filenames),
            shebangs: own(shebangs),
            dialects: Vec::new(),
        }
    }

    fn table() -> LanguageTable {
        LanguageTable::new(&[
            entry("typescript", &["ts", "mts"], &[], &["deno"]),
            entry("declarations", &["d.ts"], &[], &[]),
            entry("python", &["py"], &["SConstruct"], &["python"]),
            entry("ruby", &["rb"], &["Rakefile"], &["ruby"]),
        ])
    }

    fn check(path: &str, bytes: &str, expected: &str) {
        let table = table();
        let found = table.detect(path, bytes.as_bytes());
        assert_eq!(
            found.map_or("", |index| table.name(index)),
            expected,
            "{path} {bytes:?}"
        );
    }

    #[test]
    fn by_name_then_longest_extension_then_shebang() {
        check("a/x.ts", "", "typescript");
        check("a/x.d.ts", "", "declarations");
        check("a/x.test.ts", "", "typescript");
        check("a/X.PY", "", "python");
        check("a/Rakefile", "#!/usr/bin/python", "ruby");
        check("a/Rakefile.local", "#!/usr/bin/python", "ruby");
        check("a/Rakefile.py", "", "python");
        check("a/.py", "", "");
        check("py", "", "");
        check("bin/tool", "#!/usr/bin/env python3.11\n", "python");
        check("bin/tool", "#!/usr/bin/env -S A=1 deno run\n", "typescript");
        check("bin/tool", "#! /usr/bin/ruby2.7 -w\n", "ruby");
        check("bin/tool", "#!/bin/sh\n", "");
        check("bin/tool", "#!", "");
        check("bin/tool", "#!/usr/bin/env", "");
        check("x.rb", "#!/usr/bin/env python\n", "ruby");
        check("x.txt", "#!/usr/bin/env python\n", "python");
    }

    #[test]
    fn the_first_claim_wins_and_the_other_is_told() {
        let table = LanguageTable::new(&[
            entry("c", &["c", "h"], &[], &[]),
            entry("cpp", &["h"], &[], &[]),
        ]);
        assert_eq!(table.detect("a.h", b""), table.index_of("c"));
        let told: Vec<(&str, &str, &str)> = table
            .conflicts()
            .iter()
            .map(|c| (c.key.as_str(), c.kept.as_str(), c.refused.as_str()))
            .collect();
        assert_eq!(told, [("h", "c", "cpp")]);
    }

    #[test]
    fn the_text_decides_between_languages_of_one_extension() {
        let dialect = |start: &str, foreign| Dialect {
            extension: "h".to_owned(),
            lines: vec![start.to_owned()],
            foreign,
            ..Dialect::default()
        };
        let mut c = entry("c", &["c", "h"], &[], &[]);
        c.dialects.push(dialect("@interface", true));
        let mut cpp = entry("cpp", &["cpp"], &[], &[]);
        cpp.dialects.push(dialect("class ", false));
        let table = LanguageTable::new(&[c, cpp]);
        assert_eq!(table.detect("a.h", b"int x;"), table.index_of("c"));
        assert_eq!(table.detect("a.H", b"class A;"), table.index_of("cpp"));
        assert_eq!(table.detect("a.h", b"@interface A"), None);
        assert_eq!(table.detect("a.c", b"class A;"), table.index_of("c"));
    }

    #[test]
    fn overrides_come_first_and_the_last_wins() {
        let table = table();
        let pairs = [
            ("*.inc", "ruby"),
            ("/lib/*.inc", "python"),
            ("*.x", "cobol"),
        ];
        let (overrides, unknown) = LanguageOverrides::new(pairs, &table);
        assert_eq!(unknown, ["cobol"]);
        assert_eq!(overrides.get("a/b.inc"), table.index_of("ruby"));
        assert_eq!(overrides.get("lib/b.inc"), table.index_of("python"));
        assert_eq!(overrides.get("b.x"), None);
    }

    #[test]
    fn unknown_kinds_are_counted_by_extension() {
        let mut kinds = UnknownKinds::default();
        for path in ["b.PAS", "a.pas", "Makefile", "x/Makefile", "c.pas"] {
            kinds.add(path, 10);
        }
        let kinds = kinds.finish();
        let told: Vec<_> = kinds
            .iter()
            .map(|k| (k.kind.as_str(), k.files, k.bytes))
            .collect();
        assert_eq!(told, [(".pas", 3, 30), ("Makefile", 2, 20)]);
        assert_eq!(kinds[0].examples, ["a.pas", "b.PAS", "c.pas"]);
    }
}
