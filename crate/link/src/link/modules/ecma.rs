//! JavaScript and TypeScript: relative paths, path configurations, packages of
//! the tree (Node.js "Modules: Packages"; TypeScript "Module Resolution").

use super::{join, parent};
use crate::ids::FileId;
use crate::link::layout::{Layout, NpmPackage, PathConfig};
use crate::link::program::Program;
use crate::sort::Arrange;
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
        by_dir.arrange_by_key(|package| std::cmp::Reverse(package.dir.len()));
        let mut configs = layout.paths.clone();
        configs.arrange_by_key(|config| std::cmp::Reverse(config.dir.len()));
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
        if let Some(found) = self.by_config(program, path, source) {
            return Some(found);
        }
        if source.starts_with('#') {
            let package = self
                .by_dir
                .iter()
                .find(|package| is_below(path, &package.dir))?;
            return self.entry(program, package, source);
        }
        self.by_package(program, source)
    }

    fn by_config(&self, program: &Program<'_>, path: &str, source: &str) -> Option<FileId> {
        // The nearest one that has anything to say of names.
        let config = self.configs.iter().find(|config| {
            is_below(path, &config.dir) && !(config.paths.is_empty() && config.bases.is_empty())
        })?;
        if let Some((targets, star)) = best_pattern(&config.paths, source) {
            let mut targets = targets.iter();
            let found = targets.find_map(|target| find(program, &target.replacen('*', star, 1)));
            if found.is_some() {
                return found;
            }
        }
        let from_base = |base: &String| join(base, source).and_then(|path| find(program, &path));
        config.bases.iter().find_map(from_base)
    }

    /// The file that `package` offers as `subpath`. Entries name built files;
    /// where such a file is not in the tree, its source is looked for.
    fn entry(&self, program: &Program<'_>, package: &NpmPackage, subpath: &str) -> Option<FileId> {
        let (targets, star) = best_pattern(&package.entries, subpath)?;
        targets.iter().find_map(|target| {
            let target = target.replacen('*', star, 1);
            let built = join(&package.dir, &target)?;
            find(program, &built)
                .or_else(|| self.compiled_from(program, &built))
                .or_else(|| source_of(program, package, &target))
        })
    }

    /// The source of the built file at `path`, by the folders that compiler
    /// configurations name.
    fn compiled_from(&self, program: &Program<'_>, path: &str) -> Option<FileId> {
        let outputs = self.configs.iter().flat_map(|config| &config.outputs);
        outputs
            .filter(|(output, _)| is_below(path, output))
            .find_map(|(output, root)| {
                let rest = path.strip_prefix(output.as_str())?;
                find(program, &join(root, bare(rest))?)
            })
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
        if let Some(found) = self.entry(program, package, &subpath) {
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

/// The source of a built file: `dist/x.js` is `src/x.ts`.
fn source_of(program: &Program<'_>, package: &NpmPackage, target: &str) -> Option<FileId> {
    let target = target.trim_start_matches("./");
    let (_, rest) = target.split_once('/')?;
    let path = join(&join(&package.dir, "src")?, bare(rest))?;
    find(program, &path)
}

/// A path without the ending that compilation gave it.
fn bare(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name);
    &path[..path.len() - name.len() + stem.len()]
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
    let is_code =
        |file: FileId| !program.family(file).is_empty() && !program.is_outline(file.index());
    if exact.is_some_and(is_code) {
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
    // A file that is no code (`./data.json`, `./style.css`) is there as well.
    with_ending(path).or_else(|| with_ending(&index)).or(exact)
}

fn is_below(path: &str, folder: &str) -> bool {
    folder.is_empty()
        || path
            .strip_prefix(folder)
            .is_some_and(|rest| rest.starts_with('/'))
}
