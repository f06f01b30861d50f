//! `Cargo.toml`.

use super::cargo_targets::targets;
use super::toml_ext::{at, pairs, parse, text, texts};
use super::{Dependency, DependencyKind, Ecosystem, Manifest, ManifestData, Place};
use crate::source::path;
use crate::source::toml::{Table, Value};
use std::collections::BTreeMap;

/// What `Cargo.toml` tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CargoPackage {
    /// The name that other crates `use`: of the library, else of the package,
    /// with `_` for `-`. `None` for a virtual workspace.
    pub crate_name: Option<String>,
    /// The crates that this package builds whose root file exists, the
    /// library first: declared, else found where Cargo looks for them.
    pub targets: Vec<CargoTarget>,
    /// `[workspace]`, where this is a workspace's root.
    pub workspace: Option<CargoWorkspace>,
}

/// One crate of a package.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CargoTarget {
    /// What it is built for.
    pub kind: CargoTargetKind,
    /// Its crate name, with `_` for `-`.
    pub name: String,
    /// Its root file.
    pub path: String,
}

/// What a crate is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CargoTargetKind {
    /// The library.
    Library,
    /// A program.
    Binary,
    /// An example.
    Example,
    /// An integration test.
    Test,
    /// A benchmark.
    Benchmark,
    /// The build script.
    BuildScript,
}

/// `[workspace]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CargoWorkspace {
    /// Patterns of member directories.
    pub members: Vec<String>,
    /// Directories that are no members.
    pub exclude: Vec<String>,
    /// `[workspace.dependencies]`, which members inherit by name.
    pub dependencies: Vec<Dependency>,
}

/// A dependency's path until [`inherit_from_workspace`] replaces it. No path
/// contains NUL.
const INHERITED: &str = "\0workspace";

pub(super) fn read(place: &Place<'_>, bytes: &[u8]) -> Result<Manifest, String> {
    let table = parse(bytes)?;
    let name = text(&table, &["package", "name"]).or_else(|| text(&table, &["project", "name"]));
    let library = text(&table, &["lib", "name"]).or(name);
    let package = CargoPackage {
        crate_name: library.map(crate_name),
        targets: name
            .map(|name| targets(place, &table, name))
            .unwrap_or_default(),
        workspace: at(&table, &["workspace"])
            .and_then(Value::as_table)
            .map(|workspace| CargoWorkspace {
                members: texts(workspace, &["members"]).map(str::to_owned).collect(),
                exclude: texts(workspace, &["exclude"]).map(str::to_owned).collect(),
                dependencies: table_of(place, workspace, "dependencies", DependencyKind::Runtime),
            }),
    };
    let mut manifest = place.manifest(Ecosystem::Cargo, name, ManifestData::Cargo(package));
    manifest.dependencies = dependencies(place, &table);
    Ok(manifest)
}

/// The name that code uses for what is published as `name`.
pub(super) fn crate_name(name: &str) -> String {
    name.replace('-', "_")
}

fn dependencies(place: &Place<'_>, table: &Table) -> Vec<Dependency> {
    const TABLES: &[(&str, DependencyKind)] = &[
        ("dependencies", DependencyKind::Runtime),
        ("dev-dependencies", DependencyKind::Development),
        ("dev_dependencies", DependencyKind::Development),
        ("build-dependencies", DependencyKind::Build),
        ("build_dependencies", DependencyKind::Build),
    ];
    let platforms = pairs(table, &["target"]).filter_map(|(_, value)| value.as_table());
    let mut found = Vec::new();
    for table in std::iter::once(table).chain(platforms) {
        for &(name, kind) in TABLES {
            found.extend(table_of(place, table, name, kind));
        }
    }
    found
}

fn table_of(place: &Place<'_>, table: &Table, key: &str, kind: DependencyKind) -> Vec<Dependency> {
    let read = |(name, value): (&str, &Value)| {
        let field = |key: &str| value.get(key);
        let optional = field("optional").and_then(Value::as_bool) == Some(true);
        let inherited = field("workspace").and_then(Value::as_bool) == Some(true);
        let path = field("path")
            .and_then(Value::as_text)
            .and_then(|path| place.join(path));
        Dependency {
            name: name.to_owned(),
            kind: if optional {
                DependencyKind::Optional
            } else {
                kind
            },
            package: field("package").and_then(Value::as_text).map(str::to_owned),
            path: if inherited {
                Some(INHERITED.to_owned())
            } else {
                path
            },
        }
    };
    pairs(table, &[key]).map(read).collect()
}

/// Fills in dependencies that say `workspace = true` from the workspace above.
pub(super) fn inherit_from_workspace(manifests: &mut [Manifest]) {
    let mut workspaces: BTreeMap<String, BTreeMap<String, Dependency>> = BTreeMap::new();
    for manifest in manifests.iter() {
        if let ManifestData::Cargo(package) = &manifest.data
            && let Some(workspace) = &package.workspace
        {
            let offered = workspaces.entry(manifest.dir.clone()).or_default();
            let rows = workspace.dependencies.iter();
            offered.extend(rows.map(|offer| (offer.name.clone(), offer.clone())));
        }
    }
    for manifest in manifests {
        let own = workspaces.get(&manifest.dir);
        let above = || path::ancestors(&manifest.dir).find_map(|dir| workspaces.get(dir));
        let offered = own.or_else(above);
        for dependency in &mut manifest.dependencies {
            if dependency.path.as_deref() == Some(INHERITED) {
                let found = offered.and_then(|offered| offered.get(&dependency.name));
                dependency.path = found.and_then(|offer| offer.path.clone());
                dependency.package = found.and_then(|offer| offer.package.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{dependencies, nth, read, read_first};
    use super::*;

    fn package(manifest: &Manifest) -> &CargoPackage {
        match &manifest.data {
            ManifestData::Cargo(package) => package,
            _ => panic!("cargo"),
        }
    }

    fn targets_of(tree: &[(&str, &str)]) -> Vec<String> {
        let manifest = read_first(tree);
        let show = |t: &CargoTarget| format!("{:?} {} {}", t.kind, t.name, t.path);
        package(&manifest).targets.iter().map(show).collect()
    }

    #[test]
    fn finds_the_usual_targets() {
        let found = targets_of(&[
            (
                "a/Cargo.toml",
                "[package]\nname = \"my-tool\"\n[[example]]\nname = \"far\"\npath = \"x/far.rs\"\n",
            ),
            ("a/benches/b.rs", ""),
            ("a/build.rs", ""),
            ("a/examples/e.rs", ""),
            ("a/examples/multi/main.rs", ""),
            ("a/examples/multi/part.rs", ""),
            ("a/src/bin/extra.rs", ""),
            ("a/src/lib.rs", ""),
            ("a/src/main.rs", ""),
            ("a/tests/t.rs", ""),
            ("a/tests/common/mod.rs", ""),
            ("a/x/far.rs", ""),
        ]);
        assert_eq!(
            found,
            [
                "Library my_tool a/src/lib.rs",
                "BuildScript build_script_build a/build.rs",
                "Binary extra a/src/bin/extra.rs",
                "Binary my_tool a/src/main.rs",
                "Example far a/x/far.rs",
                "Example e a/examples/e.rs",
                "Example multi a/examples/multi/main.rs",
                "Test t a/tests/t.rs",
                "Benchmark b a/benches/b.rs",
            ]
        );
    }

    #[test]
    fn declarations_count_before_what_is_found() {
        let text = "[package]\nname = \"a\"\nautotests = false\nbuild = false\n[lib]\nname = \"b\"\npath = \"b.rs\"\n[[bin]]\nname = \"tool\"\npath = \"src/main.rs\"\n[[bin]]\nname = \"gone\"\n";
        let tree = [
            ("Cargo.toml", text),
            ("b.rs", ""),
            ("src/main.rs", ""),
            ("tests/t.rs", ""),
        ];
        assert_eq!(
            targets_of(&tree),
            ["Library b b.rs", "Binary tool src/main.rs"]
        );
        assert_eq!(package(&read_first(&tree)).crate_name.as_deref(), Some("b"));
    }

    #[test]
    fn reads_dependencies_and_inherits_from_the_workspace() {
        let root = "[workspace]\nmembers = [\"crates/*\"]\n[workspace.dependencies]\ncore = { path = \"crates/core\", package = \"acme-core\" }\nserde = \"1\"\n";
        let member = "[package]\nname = \"app\"\n[dependencies]\ncore.workspace = true\nserde = { workspace = true, optional = true }\nhere = { path = \"../here\" }\nother = { package = \"real\", version = \"1\" }\n[dev-dependencies]\nlost.workspace = true\n[target.'cfg(unix)'.build-dependencies]\ncc = \"1\"\n";
        let tree = [("crates/app/Cargo.toml", member), ("Cargo.toml", root)];
        let manifest = read_first(&tree);
        assert_eq!(
            dependencies(&manifest),
            [
                "Build cc",
                "Runtime core=acme-core@crates/core",
                "Runtime here@crates/here",
                "Development lost",
                "Runtime other=real",
                "Optional serde",
            ]
        );
        let (manifests, _) = read(&tree);
        let workspace = package(nth(&manifests, 0))
            .workspace
            .as_ref()
            .expect("a workspace");
        assert_eq!(
            (nth(&manifests, 0).name.as_deref(), workspace.members.len()),
            (None, 1)
        );
    }

    #[test]
    fn odd_shapes_are_counted_or_ignored() {
        let (manifests, report) = read(&[
            ("a/Cargo.toml", "[package"),
            (
                "b/Cargo.toml",
                "package = 3\ndependencies = [1]\nbin = \"x\"\nworkspace = 1",
            ),
            ("c/Cargo.toml", &format!("x = {}", "[".repeat(50_000))),
            (
                "d/Cargo.toml",
                "[package]\nname = \"../../x\"\n[[bin]]\nname = \"../../../y\"",
            ),
        ]);
        assert_eq!(report.get("malformed-manifest"), 2);
        assert_eq!(manifests.len(), 2);
    }
}
