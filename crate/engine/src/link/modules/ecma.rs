//! JavaScript and TypeScript: relative paths, path configurations, packages of
//! the tree (Node.js "Modules: Packages"; TypeScript "Module Resolution").

use super::{join, parent};
use crate::ids::FileId;
use crate::link::layout::{Layout, NpmPackage, PathConfig};
use crate::link::program::Program;
use std::collections::BTreeMap;

/// Endings tried, in order.
const ENDINGS: &[&str] = &[
    "ts", "tsx", "d.ts", "mts", "cts", "js", "jsx", "mjs", "cjs", "vue", "svelte", "d.mts",
    "d.cts", "json",
];
/// Endings that a compiled name stands for (`./x.js` in TypeScript).
const SOURCES: &[(&str, &[&str])] = &[
    (".js", &["ts", "tsx", "d.ts"]),
    (".jsx", &["tsx", "d.ts"]),
    (".mjs", &["mts", "d.mts"]),
    (".cjs", &["cts", "d.cts"]),
];

/// Packages and path rules of the tree.
#[derive(Debug, Default)]
pub(super) struct Packages {
    by_name: BTreeMap<String, NpmPackage>,
    by_dir: Vec<NpmPackage>,
    configs: Vec<PathConfig>,
}

impl Packages {
    pub(super) fn new(_program: &Program<'_>, layout: &Layout) -> Self {
        let mut by_name = BTreeMap::new();
        for package in layout.npm.iter().filter(|package| !package.name.is_empty()) {
            by_name
                .entry(package.name.clone())
                .or_insert_with(|| package.clone());
        }
        let mut by_dir = layout.npm.clone();
        by_dir.sort_by_key(|package| std::cmp::Reverse(package.dir.len()));
        let mut configs = layout.paths.clone();
        configs.sort_by_key(|config| std::cmp::Reverse(config.dir.len()));
        Self {
            by_name,
            by_dir,
            configs,
        }
    }

    pub(super) fn resolve(
        &self,
        program: &Program<'_>,
        file: FileId,
        source: &str,
    ) -> Option<FileId> {
        let path = &program.corpus.files()[file.index()].path;
        let source = source
            .split(['?', '#'])
            .next()
            .filter(|bare| !bare.is_empty())
            .unwrap_or(source);
        if source.starts_with("./") || source.starts_with("../") || source == "." || source == ".."
        {
            return find(program, &join(parent(path), source)?);
        }
        if source.starts_with('/') || source.contains("://") {
            return None;
        }
        if source.starts_with('#') {
            let package = self
                .by_dir
                .iter()
                .find(|package| is_below(path, &package.dir))?;
            return entry(program, package, source);
        }
        self.by_config(program, path, source)
            .or_else(|| self.by_package(program, source))
    }

    fn by_config(&self, program: &Program<'_>, path: &str, source: &str) -> Option<FileId> {
        let nearest = self
            .configs
            .iter()
            .filter(|config| is_below(path, &config.dir));
        for config in nearest {
            let matching = best_pattern(&config.paths, source);
            if let Some((targets, star)) = matching {
                let found = targets
                    .iter()
                    .find_map(|target| find(program, &target.replacen('*', star, 1)));
                if found.is_some() {
                    return found;
                }
            }
            let from_base =
                |base: &String| join(base, source).and_then(|path| find(program, &path));
            if let Some(found) = config.bases.iter().find_map(from_base) {
                return Some(found);
            }
        }
        None
    }

    fn by_package(&self, program: &Program<'_>, source: &str) -> Option<FileId> {
        let split = |text: &str, count: usize| {
            let at = text
                .match_indices('/')
                .nth(count - 1)
                .map_or(text.len(), |(at, _)| at);
            (text[..at].to_owned(), text[at..].to_owned())
        };
        let (name, rest) = split(source, if source.starts_with('@') { 2 } else { 1 });
        let package = self.by_name.get(&name)?;
        let subpath = format!(".{rest}");
        if let Some(found) = entry(program, package, &subpath) {
            return Some(found);
        }
        if rest.is_empty() {
            return ["index", "src/index", "src/main", "lib/index", "main"]
                .iter()
                .find_map(|path| find(program, &join(&package.dir, path)?));
        }
        find(program, &join(&package.dir, &subpath)?)
            .or_else(|| find(program, &join(&package.dir, &format!("src{rest}"))?))
    }
}

/// The file that `package` offers as `subpath`. Entries name built files; where
/// such a file is not in the tree, its source is looked for.
fn entry(program: &Program<'_>, package: &NpmPackage, subpath: &str) -> Option<FileId> {
    let (targets, star) = best_pattern(&package.entries, subpath)?;
    targets.iter().find_map(|target| {
        let target = target.replacen('*', star, 1);
        find(program, &join(&package.dir, &target)?)
            .or_else(|| source_of(program, package, &target))
    })
}

/// The source of a built file: `dist/x.js` is `src/x.ts`.
fn source_of(program: &Program<'_>, package: &NpmPackage, target: &str) -> Option<FileId> {
    let target = target.trim_start_matches("./");
    let (_, rest) = target.split_once('/')?;
    let stem = rest.rsplit('/').next().unwrap_or(rest);
    let bare = stem.split('.').next().unwrap_or(stem);
    let folder = parent(rest);
    let path = join(&join(&package.dir, "src")?, &format!("{folder}/{bare}"))?;
    find(program, &path)
}

/// The targets of the pattern that fits `source` best, and what its `*` stands
/// for: an exact pattern, else the one with the longest prefix.
fn best_pattern<'a, 'b>(
    patterns: &'a [(String, Vec<String>)],
    source: &'b str,
) -> Option<(&'a [String], &'b str)> {
    let mut best: Option<(usize, &'a [String], &'b str)> = None;
    for (pattern, targets) in patterns {
        match pattern.split_once('*') {
            None if pattern == source => return Some((targets, "")),
            None => {}
            Some((prefix, suffix)) => {
                let star = source
                    .strip_prefix(prefix)
                    .and_then(|rest| rest.strip_suffix(suffix));
                if let Some(star) = star
                    && best.is_none_or(|(length, ..)| prefix.len() > length)
                {
                    best = Some((prefix.len(), targets, star));
                }
            }
        }
    }
    best.map(|(_, targets, star)| (targets, star))
}

/// The file at `path`, with an ending, or the index of the folder.
fn find(program: &Program<'_>, path: &str) -> Option<FileId> {
    let exact = program.corpus.find(path);
    if exact.is_some_and(|file| !program.family(file).is_empty()) {
        return exact;
    }
    for (compiled, endings) in SOURCES {
        if let Some(stem) = path.strip_suffix(compiled) {
            let found = endings
                .iter()
                .find_map(|ending| program.corpus.find(&format!("{stem}.{ending}")));
            if found.is_some() {
                return found;
            }
        }
    }
    let with_ending = |path: &str| {
        ENDINGS
            .iter()
            .find_map(|ending| program.corpus.find(&format!("{path}.{ending}")))
    };
    let index = if path.is_empty() {
        "index".to_owned()
    } else {
        format!("{path}/index")
    };
    with_ending(path).or_else(|| with_ending(&index))
}

fn is_below(path: &str, folder: &str) -> bool {
    folder.is_empty()
        || path
            .strip_prefix(folder)
            .is_some_and(|rest| rest.starts_with('/'))
}
