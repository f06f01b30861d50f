//! What `tsconfig` files make of module names, once `extends` is followed.

use super::tsconfig::{Packages, TsConfig, config};
use super::{Manifest, Manifests, keep_first_of_each};
use crate::report::Report;
use crate::source::path;
use std::collections::{BTreeMap, BTreeSet};

/// Configurations in one `extends` chain that are followed. Cycles end by
/// themselves; this bounds a contrived chain of thousands.
const MAX_CHAIN: usize = 64;

/// How the files below one directory may name modules that are not relative.
/// All paths are relative to the root of the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModuleAliases {
    /// The directory of the configuration.
    pub dir: String,
    /// The patterns of `paths` in the order to try: of several configurations in
    /// one directory `tsconfig.json` first, then what it references, then the
    /// rest by name.
    pub aliases: Vec<PathAlias>,
    /// Directories that a bare name may start from (`baseUrl`).
    pub base_dirs: Vec<String>,
    /// Directories whose contents are seen as one (`rootDirs`).
    pub root_dirs: Vec<String>,
    /// Output and source directory of the compilation (`outDir`, `rootDir`), so
    /// that `./dist/x.js` in a manifest finds `src/x.ts`.
    pub outputs: Vec<(String, String)>,
}

/// One row of `paths`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathAlias {
    /// The name, perhaps with one `*`.
    pub pattern: String,
    /// What to try, in order, with the same `*`.
    pub targets: Vec<String>,
}

/// The aliases by directory, for every directory with a configuration, sorted. A
/// file obeys the nearest directory above it.
///
/// An `extends` that leads nowhere in this tree is counted as
/// `tsconfig-base-not-found`.
pub fn module_aliases(manifests: &Manifests, report: &mut Report) -> Vec<ModuleAliases> {
    let mut reader = Reader {
        by_path: BTreeMap::new(),
        packages: Packages::new(manifests.iter()),
        report,
    };
    let mut dirs = BTreeSet::new();
    for manifest in manifests.iter().filter(|m| config(m).is_some()) {
        reader.by_path.insert(&manifest.path, manifest);
        dirs.insert(manifest.dir.as_str());
    }
    let aliases = dirs.into_iter().map(|dir| {
        let mut found = ModuleAliases {
            dir: dir.to_owned(),
            ..ModuleAliases::default()
        };
        let mut patterns = BTreeSet::new();
        for manifest in reader.in_order(manifests, dir) {
            add(&mut found, &mut patterns, dir, &reader.chain(manifest));
        }
        keep_first_of_each(&mut found.base_dirs);
        keep_first_of_each(&mut found.root_dirs);
        found
    });
    aliases.collect()
}

/// A configuration and what it says.
type Link<'m> = (&'m Manifest, &'m TsConfig);

/// Adds what the configurations of `chain` say, the first of which lies in the
/// directory `leaf`; what is there already wins.
fn add<'m>(
    found: &mut ModuleAliases,
    patterns: &mut BTreeSet<&'m str>,
    leaf: &str,
    chain: &[Link<'m>],
) {
    let from = |own: &Manifest, text: &str| resolve(leaf, &own.dir, text);
    let first = |get: fn(&TsConfig) -> Option<&String>| {
        chain.iter().find_map(|&(m, config)| from(m, get(config)?))
    };
    let base_dir = first(|config| config.base_url.as_ref());
    if let Some((own, paths)) = chain
        .iter()
        .find_map(|&(m, c)| Some((m, c.paths.as_ref()?)))
    {
        let base = base_dir.as_deref().unwrap_or(&own.dir);
        for (pattern, targets) in paths {
            let targets = targets
                .iter()
                .filter_map(|target| resolve(leaf, base, target));
            let targets: Vec<String> = targets.collect();
            if !targets.is_empty() && patterns.insert(pattern) {
                found.aliases.push(PathAlias {
                    pattern: pattern.clone(),
                    targets,
                });
            }
        }
    }
    if let Some((own, dirs)) = chain
        .iter()
        .find_map(|&(m, c)| Some((m, c.root_dirs.as_ref()?)))
    {
        let dirs = dirs.iter().filter_map(|dir| from(own, dir));
        found.root_dirs.extend(dirs);
    }
    if let Some(out_dir) = first(|config| config.out_dir.as_ref()) {
        let root = first(|config| config.root_dir.as_ref()).unwrap_or_else(|| leaf.to_owned());
        found.outputs.push((out_dir, root));
    }
    found.base_dirs.extend(base_dir);
}

/// A path as written in a configuration of the directory `own`, extended by one
/// of the directory `leaf`, which `${configDir}` stands for.
fn resolve(leaf: &str, own: &str, text: &str) -> Option<String> {
    match text.strip_prefix("${configDir}") {
        Some(rest) => path::join(leaf, rest.trim_start_matches('/')),
        None => path::join(own, text),
    }
}

struct Reader<'m, 'r> {
    by_path: BTreeMap<&'m str, &'m Manifest>,
    packages: Packages,
    report: &'r mut Report,
}

impl<'m> Reader<'m, '_> {
    /// The configurations of one directory, the most telling first.
    fn in_order(&self, manifests: &Manifests, dir: &str) -> Vec<&'m Manifest> {
        let main = path::join(dir, "tsconfig.json");
        let said = main
            .as_ref()
            .and_then(|main| config(self.by_path.get(main.as_str())?));
        let referenced = said.into_iter().flat_map(|main| &main.references);
        let referenced = referenced.filter_map(|reference| path::join(dir, reference));
        let others = manifests.in_directory(dir).map(|m| m.path.clone());
        let mut paths: Vec<String> = main
            .iter()
            .cloned()
            .chain(referenced)
            .chain(others)
            .collect();
        keep_first_of_each(&mut paths);
        let configs = paths
            .iter()
            .filter_map(|path| self.by_path.get(path.as_str()).copied());
        configs.filter(|m| m.dir == dir).collect()
    }

    /// `leaf` and all it extends, the one that overrides the others first.
    fn chain(&mut self, leaf: &'m Manifest) -> Vec<Link<'m>> {
        let mut chain: Vec<Link<'m>> = Vec::new();
        let mut open = vec![leaf];
        while let Some(manifest) = open.pop() {
            let known = chain.iter().any(|(known, _)| known.path == manifest.path);
            let Some(config) = config(manifest).filter(|_| !known) else {
                continue;
            };
            if chain.len() == MAX_CHAIN {
                self.report.add("tsconfig-chain-cut", &leaf.path);
                break;
            }
            chain.push((manifest, config));
            // The last base is on top of the stack: it overrides those before.
            for spec in &config.extends {
                match self.base(manifest, spec) {
                    Some(base) => open.push(base),
                    None => {
                        let place = format!("{}: {spec}", manifest.path);
                        self.report.add("tsconfig-base-not-found", &place);
                    }
                }
            }
        }
        chain
    }

    fn base(&self, manifest: &Manifest, spec: &str) -> Option<&'m Manifest> {
        let exists = |path: &str| self.by_path.contains_key(path);
        let path = self.packages.locate(manifest, spec, exists)?;
        self.by_path.get(path.as_str()).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::read;
    use super::*;

    /// Aliases of `dir` as lines, and how many bases were not found.
    fn check(tree: &[(&str, &str)], dir: &str, expected: &[&str]) -> u64 {
        let (manifests, mut report) = read(tree);
        assert_eq!(report.get("malformed-manifest"), 0);
        let all = module_aliases(&manifests, &mut report);
        let found = all
            .iter()
            .find(|found| found.dir == dir)
            .expect("a configuration");
        let mut lines: Vec<String> = found
            .aliases
            .iter()
            .map(|alias| format!("{} -> {}", alias.pattern, alias.targets.join(" ")))
            .collect();
        lines.extend(found.base_dirs.iter().map(|dir| format!("base {dir}")));
        lines.extend(found.root_dirs.iter().map(|dir| format!("root {dir}")));
        lines.extend(
            found
                .outputs
                .iter()
                .map(|(out, root)| format!("{out} from {root}")),
        );
        assert_eq!(lines, expected, "{dir:?}");
        report.get("tsconfig-base-not-found")
    }

    #[test]
    fn paths_are_relative_to_the_file_that_has_them_or_to_the_base() {
        let tree = [
            (
                "tsconfig.base.json",
                r#"{"compilerOptions": {"paths": {"@lib/*": ["libs/*/src", "x/*"],}}}"#,
            ),
            ("app/tsconfig.json", r#"{"extends": "../tsconfig.base"}"#),
            (
                "web/tsconfig.json",
                r#"{"extends": "../tsconfig.base.json", "compilerOptions": {"baseUrl": "./src"}}"#,
            ),
        ];
        check(&tree, "app", &["@lib/* -> libs/*/src x/*"]);
        check(
            &tree,
            "web",
            &["@lib/* -> web/src/libs/*/src web/src/x/*", "base web/src"],
        );
    }

    #[test]
    fn the_nearest_paths_replace_inherited_ones_and_the_last_base_wins() {
        let tree = [
            (
                "a.json",
                r#"{"compilerOptions": {"baseUrl": ".", "paths": {"a": ["a"]}, "rootDir": "ra"}}"#,
            ),
            (
                "b.json",
                r#"{"compilerOptions": {"paths": {"b": ["b"]}, "outDir": "out"}}"#,
            ),
            (
                "p/tsconfig.json",
                r#"{"extends": ["../a.json", "../b.json"]}"#,
            ),
            (
                "q/tsconfig.json",
                r#"{"extends": ["../a.json", "../b.json"], "compilerOptions": {"paths": {}}}"#,
            ),
        ];
        check(&tree, "p", &["b -> b", "base ", "out from ra"]);
        check(&tree, "q", &["base ", "out from ra"]);
    }

    #[test]
    fn bases_are_found_in_packages_of_the_tree() {
        let tree = [
            (
                "config/package.json",
                r#"{"name": "@acme/config", "tsconfig": "node.json"}"#,
            ),
            (
                "config/node.json",
                r#"{"compilerOptions": {"paths": {"~/*": ["${configDir}/src/*"]}}}"#,
            ),
            ("config/strict.json", r#"{"extends": "./node.json"}"#),
            ("p/tsconfig.json", r#"{"extends": "@acme/config"}"#),
            ("q/tsconfig.json", r#"{"extends": "@acme/config/strict"}"#),
            (
                "r/tsconfig.json",
                r#"{"extends": "@tsconfig/node20/tsconfig.json"}"#,
            ),
        ];
        check(&tree, "p", &["~/* -> p/src/*"]);
        check(&tree, "q", &["~/* -> q/src/*"]);
        assert_eq!(check(&tree, "r", &[]), 1);
    }

    #[test]
    fn a_solution_file_speaks_through_its_references() {
        let tree = [
            (
                "tsconfig.app.json",
                r#"{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}"#,
            ),
            (
                "tsconfig.a-tool.json",
                r#"{"compilerOptions": {"paths": {"@/*": ["./tool/*"], "t": ["t"]}}}"#,
            ),
            (
                "tsconfig.json",
                r#"{"files": [], "references": [{"path": "./tsconfig.app.json"}]}"#,
            ),
        ];
        check(&tree, "", &["@/* -> src/*", "t -> t"]);
    }

    #[test]
    fn cycles_and_climbing_end() {
        let tree = [
            (
                "a/tsconfig.json",
                r#"{"extends": "../b/tsconfig.json", "compilerOptions": {"paths": {"x": ["../../../x", "x"]}}}"#,
            ),
            (
                "b/tsconfig.json",
                r#"{"extends": ["../a", "./tsconfig.json"], "compilerOptions": {"rootDirs": ["l", "../../.."]}}"#,
            ),
        ];
        check(&tree, "a", &["x -> a/x", "root b/l"]);
        check(&tree, "b", &["x -> a/x", "root b/l"]);
    }
}
