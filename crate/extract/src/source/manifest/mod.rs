//! Package manifests: what packages a tree holds, what they are called, where
//! their sources are and what they depend on.
//!
//! One file an ecosystem turns bytes into plain data; nothing here resolves an
//! import. Manifests are written by people and copied into fixtures in every
//! state of decay: one that cannot be read is counted as `malformed-manifest`
//! with its message and skipped.

mod aliases;
mod cargo;
mod cargo_targets;
mod cmake;
mod composer;
mod dotnet;
mod go;
mod gradle;
mod json;
mod maven;
mod mix;
mod npm;
mod pubspec;
mod pyproject;
mod ruby;
mod setuptools;
mod swift;
mod tokens;
mod toml_ext;
mod tsconfig;

pub use aliases::{ModuleAliases, PathAlias, module_aliases};
pub use cargo::{CargoPackage, CargoTarget, CargoTargetKind, CargoWorkspace};
pub use composer::ComposerPackage;
pub use dotnet::DotNetProject;
pub use go::{GoModule, GoWorkspace};
pub use npm::{EntryPoint, NpmPackage};
pub use swift::SwiftPackage;
pub use tsconfig::TsConfig;

use super::path;
use crate::report::Report;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

/// Which package manager a manifest belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ecosystem {
    /// `package.json`, `pnpm-workspace.yaml`.
    Npm,
    /// `tsconfig.json` and what it extends; no package by itself.
    TypeScript,
    /// `pyproject.toml`, `setup.cfg`, `setup.py`.
    PyPi,
    /// `Cargo.toml`.
    Cargo,
    /// `go.mod`, `go.work`.
    Go,
    /// `pom.xml`.
    Maven,
    /// `build.gradle`, `settings.gradle` and their Kotlin forms.
    Gradle,
    /// `*.csproj` and what stands beside them for several.
    NuGet,
    /// `composer.json`.
    Composer,
    /// `Package.swift`.
    Swift,
    /// `*.gemspec`, `Gemfile`.
    RubyGems,
    /// `mix.exs`.
    Hex,
    /// `pubspec.yaml`.
    Pub,
    /// `CMakeLists.txt` with a `project()`.
    CMake,
}

impl Ecosystem {
    /// The name in external ids (`ext::npm::x`). Maven and Gradle share theirs:
    /// their packages come from the same repositories.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Npm => "npm",
            Self::TypeScript => "typescript",
            Self::PyPi => "pypi",
            Self::Cargo => "cargo",
            Self::Go => "go",
            Self::Maven | Self::Gradle => "maven",
            Self::NuGet => "nuget",
            Self::Composer => "composer",
            Self::Swift => "swift",
            Self::RubyGems => "rubygems",
            Self::Hex => "hex",
            Self::Pub => "pub",
            Self::CMake => "cmake",
        }
    }
}

/// One manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// Its path.
    pub path: String,
    /// The directory it speaks for; `""` is the root.
    pub dir: String,
    /// Its package manager.
    pub ecosystem: Ecosystem,
    /// The package's name as published, where it has one.
    pub name: Option<String>,
    /// What it depends on, in the order of its tables.
    pub dependencies: Vec<Dependency>,
    /// What only this ecosystem has.
    pub data: ManifestData,
}

/// What only one ecosystem has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ManifestData {
    /// `package.json`.
    Npm(NpmPackage),
    /// `pnpm-workspace.yaml`: the patterns of its member directories.
    PnpmWorkspace(Vec<String>),
    /// `tsconfig.json`, `jsconfig.json` and what they extend.
    TypeScript(TsConfig),
    /// `pyproject.toml`, `setup.cfg`, `setup.py`.
    Python(PythonPackage),
    /// `Cargo.toml`.
    Cargo(CargoPackage),
    /// `go.mod`.
    Go(GoModule),
    /// `go.work`.
    GoWorkspace(GoWorkspace),
    /// `pom.xml` and the Gradle files.
    Jvm(JvmProject),
    /// `*.csproj`, `Directory.Build.props`, `.targets` and `Directory.Packages.props`.
    DotNet(DotNetProject),
    /// `composer.json`.
    Composer(ComposerPackage),
    /// `Package.swift`.
    Swift(SwiftPackage),
    /// `*.gemspec`, `Gemfile`, `mix.exs`, `pubspec.yaml`, `CMakeLists.txt`: no more than
    /// names.
    Plain,
}

/// Something a package depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dependency {
    /// The name that the package's own code uses; in Cargo a renamed key.
    pub name: String,
    /// When it is needed.
    pub kind: DependencyKind,
    /// The published name, where it differs from `name`.
    pub package: Option<String>,
    /// The directory in this tree that provides it, where the manifest says so.
    pub path: Option<String>,
}

/// When a dependency is needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DependencyKind {
    /// To run.
    #[default]
    Runtime,
    /// To develop or test.
    Development,
    /// To build.
    Build,
    /// Brought by the user of the package.
    Peer,
    /// On request.
    Optional,
    /// Through another dependency (`// indirect` in `go.mod`).
    Indirect,
}

/// What Python manifests tell about where modules are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PythonPackage {
    /// Directories that imports start from, as declared; else `src` where it
    /// holds Python files, then the manifest's own directory.
    pub source_roots: Vec<String>,
    /// Import packages that are declared by name.
    pub packages: Vec<String>,
    /// Commands and plugins, and the `module:function` or `module` they run.
    pub scripts: Vec<(String, String)>,
}

/// What Maven and Gradle files tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JvmProject {
    /// The group, such as `org.acme`.
    pub group: Option<String>,
    /// Directories of the modules it aggregates.
    pub modules: Vec<String>,
    /// Directories that package names start from: declared, else those of the
    /// standard layout that exist.
    pub source_dirs: Vec<String>,
    /// The same for tests.
    pub test_source_dirs: Vec<String>,
}

/// The files a manifest may ask about.
pub struct Listing<'a> {
    paths: BTreeSet<&'a str>,
    read: &'a dyn Fn(&str) -> Option<Vec<u8>>,
}

impl<'a> Listing<'a> {
    /// A listing of `paths`, whose bytes `read` gives.
    pub fn new(
        paths: impl IntoIterator<Item = &'a str>,
        read: &'a dyn Fn(&str) -> Option<Vec<u8>>,
    ) -> Self {
        let mut listed = BTreeSet::new();
        listed.extend(paths);
        Self {
            paths: listed,
            read,
        }
    }

    /// Whether `path` is listed.
    #[must_use]
    pub fn contains(&self, path: &str) -> bool {
        self.paths.contains(path)
    }

    /// The paths below the directory `dir`, in order.
    pub fn below<'s>(&'s self, dir: &str) -> impl Iterator<Item = &'a str> + use<'s, 'a> {
        let prefix = if dir.is_empty() {
            String::new()
        } else {
            format!("{dir}/")
        };
        let from = self
            .paths
            .range::<str, _>((Bound::Included(prefix.as_str()), Bound::Unbounded));
        from.copied()
            .take_while(move |path| path.starts_with(prefix.as_str()))
    }

    /// The bytes of `path`, where it is listed.
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        if self.contains(path) {
            (self.read)(path)
        } else {
            None
        }
    }
}

/// Where a manifest is, handed to its reader.
struct Place<'a> {
    path: &'a str,
    dir: &'a str,
    listing: &'a Listing<'a>,
}

impl Place<'_> {
    /// `relative` from the manifest's directory, where it stays in the tree.
    fn join(&self, relative: &str) -> Option<String> {
        path::join(self.dir, relative)
    }

    /// `relative` from the manifest's directory, where it is a listed file.
    fn file(&self, relative: &str) -> Option<String> {
        self.join(relative)
            .filter(|path| self.listing.contains(path))
    }

    fn manifest(&self, ecosystem: Ecosystem, name: Option<&str>, data: ManifestData) -> Manifest {
        Manifest {
            path: self.path.to_owned(),
            dir: self.dir.to_owned(),
            ecosystem,
            name: name
                .map(str::trim)
                .filter(|name| !name.is_empty())
                .map(str::to_owned),
            dependencies: Vec::new(),
            data,
        }
    }
}

type Reader = fn(&Place<'_>, &[u8]) -> Result<Manifest, String>;

/// The readers by file name.
const READERS: &[(&str, Reader)] = &[
    ("CMakeLists.txt", cmake::read),
    ("Cargo.toml", cargo::read),
    ("Directory.Build.props", dotnet::read),
    ("Directory.Build.targets", dotnet::read),
    ("Directory.Packages.props", dotnet::read),
    ("Gemfile", ruby::read),
    ("Package.swift", swift::read),
    ("build.gradle", gradle::read),
    ("build.gradle.kts", gradle::read),
    ("composer.json", composer::read),
    ("go.mod", go::read_module),
    ("go.work", go::read_workspace),
    ("mix.exs", mix::read),
    ("package.json", npm::read_package),
    ("pnpm-workspace.yaml", npm::read_pnpm_workspace),
    ("pom.xml", maven::read),
    ("pubspec.yaml", pubspec::read),
    ("pyproject.toml", pyproject::read),
    ("settings.gradle", gradle::read),
    ("settings.gradle.kts", gradle::read),
    ("setup.cfg", setuptools::read_cfg),
    ("setup.py", setuptools::read_py),
];

/// The manifests of a tree, sorted by path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifests {
    list: Vec<Manifest>,
    by_dir: BTreeMap<String, Vec<usize>>,
}

impl Manifests {
    /// Reads every manifest of `listing`. Each is the plain reading of one file,
    /// but for what a Cargo workspace or a folder of .NET projects says for all, which is
    /// filled in.
    pub fn read(listing: &Listing<'_>, report: &mut Report) -> Self {
        let mut found = BTreeMap::new();
        for &path in &listing.paths {
            if let Some(reader) = reader_of(path) {
                read_one(path, reader, listing, report, &mut found);
            }
        }
        tsconfig::read_extended(listing, report, &mut found);
        let mut list: Vec<Manifest> = found.into_values().collect();
        cargo::inherit_from_workspace(&mut list);
        dotnet::inherit_from_folders(&mut list);
        let mut by_dir: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, manifest) in list.iter().enumerate() {
            by_dir.entry(manifest.dir.clone()).or_default().push(at);
        }
        Self { list, by_dir }
    }

    /// All manifests in path order.
    pub fn iter(&self) -> impl Iterator<Item = &Manifest> + Clone {
        self.list.iter()
    }

    /// Number of manifests.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The manifests that lie in the directory `dir`, in path order.
    pub fn in_directory(&self, dir: &str) -> impl Iterator<Item = &Manifest> + use<'_> {
        let rows = self.by_dir.get(dir).into_iter().flatten();
        rows.filter_map(|&at| self.list.get(at))
    }

    /// The nearest manifest above `path` that `wanted` accepts.
    pub fn nearest(&self, path: &str, wanted: impl Fn(&Manifest) -> bool) -> Option<&Manifest> {
        path::ancestors(path).find_map(|dir| self.in_directory(dir).find(|m| wanted(m)))
    }
}

/// Whether `path` is a manifest, judged by its name.
#[must_use]
pub fn is_manifest(path: &str) -> bool {
    reader_of(path).is_some()
}

/// Drops what a list repeats, keeping the order of first occurrence.
fn keep_first_of_each<T: Ord + Clone>(list: &mut Vec<T>) {
    let mut seen = BTreeSet::new();
    list.retain(|item| seen.insert(item.clone()));
}

fn reader_of(path: &str) -> Option<Reader> {
    let name = path::file_name(path);
    if tsconfig::is_config_name(name) {
        return Some(tsconfig::read);
    }
    if dotnet::is_project_name(name) {
        return Some(dotnet::read);
    }
    if ruby::is_spec_name(name) {
        return Some(ruby::read);
    }
    let at = READERS
        .binary_search_by(|(known, _)| (*known).cmp(name))
        .ok()?;
    READERS.get(at).map(|&(_, reader)| reader)
}

fn read_one(
    path: &str,
    reader: Reader,
    listing: &Listing<'_>,
    report: &mut Report,
    found: &mut BTreeMap<String, Manifest>,
) {
    let Some(bytes) = listing.read(path) else {
        return;
    };
    let place = Place {
        path,
        dir: path::parent(path),
        listing,
    };
    match reader(&place, &bytes) {
        Ok(manifest) => _ = found.insert(path.to_owned(), manifest),
        Err(message) => {
            let message = message.lines().next().unwrap_or_default();
            report.add("malformed-manifest", &format!("{path}: {message}"));
        }
    }
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
