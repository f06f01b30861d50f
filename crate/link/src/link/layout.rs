//! What package manifests say about where modules are, in the linker's terms.

use crate::link::modules::parent;
use crate::report::Report;
use crate::sort::Arrange;
use crate::source::manifest::{self, CargoTargetKind, Manifest, ManifestData, Manifests};

/// A package of npm.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NpmPackage {
    /// Folder of its `package.json`.
    pub dir: String,
    /// Its name; empty where it has none.
    pub name: String,
    /// Subpath (`.` for the package itself, `./x`, `#x` for own imports; one
    /// `*` allowed) to the files it may mean, in order of preference, relative
    /// to the folder.
    pub entries: Vec<(String, Vec<String>)>,
}

/// Path rules of a `tsconfig.json` or `jsconfig.json`, its `extends` resolved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathConfig {
    /// Folder of the file.
    pub dir: String,
    /// Folders that bare imports may start from, relative to the tree.
    pub bases: Vec<String>,
    /// Pattern with at most one `*` to targets relative to the tree.
    pub paths: Vec<(String, Vec<String>)>,
    /// Folders of built files and of their sources.
    pub outputs: Vec<(String, String)>,
}

/// A crate of Cargo.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crate {
    /// Name as code spells it, `-` replaced by `_`.
    pub name: String,
    /// Folder of its `Cargo.toml`.
    pub dir: String,
    /// Path of its library's root file.
    pub library: Option<String>,
    /// Paths of the root files of its other targets.
    pub targets: Vec<String>,
    /// Names its dependencies have in code, and the name of the crate each is.
    pub dependencies: Vec<(String, String)>,
}

/// An import that a project file lists for all its files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SharedImport {
    /// Folder of the file.
    pub dir: String,
    /// Whether it holds in the projects below that folder, or in the one there.
    pub below: bool,
    /// The package or type.
    pub source: String,
    /// The name it gets, where all of its names are not meant.
    pub alias: Option<String>,
}

/// Everything at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// npm packages, sorted by folder.
    pub npm: Vec<NpmPackage>,
    /// Path configurations, sorted by folder.
    pub paths: Vec<PathConfig>,
    /// Folders that Python's absolute imports start from.
    pub python: Vec<String>,
    /// Go module paths and their folders.
    pub go: Vec<(String, String)>,
    /// Cargo crates, sorted by folder.
    pub crates: Vec<Crate>,
    /// Imports that project files list.
    pub imports: Vec<SharedImport>,
    /// Where packages are loaded from: the package as written, "" where none is said,
    /// and a directory or file.
    pub autoload: Vec<(String, String)>,
    /// Folders of targets and the names that code imports them by, sorted.
    pub targets: Vec<(String, String)>,
}

impl Layout {
    /// What `manifests` say.
    #[must_use]
    pub fn of(manifests: &Manifests, report: &mut Report) -> Self {
        let mut layout = Self {
            paths: path_configs(manifests, report),
            ..Self::default()
        };
        for manifest in manifests.iter() {
            match &manifest.data {
                ManifestData::Npm(package) => layout.npm.push(npm_package(manifest, package)),
                ManifestData::Python(package) => {
                    layout.python.extend(package.source_roots.iter().cloned())
                }
                ManifestData::Go(module) => {
                    layout.go.extend(
                        manifest
                            .name
                            .clone()
                            .map(|name| (name, manifest.dir.clone())),
                    );
                    layout.go.extend(module.replaces.iter().cloned());
                }
                ManifestData::GoWorkspace(workspace) => {
                    layout.go.extend(workspace.replaces.iter().cloned())
                }
                ManifestData::Cargo(package) => {
                    layout.crates.extend(cargo_crate(manifest, package))
                }
                ManifestData::DotNet(project) => {
                    let shared = project.usings.iter().map(|(source, alias)| SharedImport {
                        dir: manifest.dir.clone(),
                        below: project.below,
                        source: source.clone(),
                        alias: alias.clone(),
                    });
                    layout.imports.extend(shared);
                }
                ManifestData::Composer(package) => {
                    layout.autoload.extend(package.autoload.iter().cloned())
                }
                ManifestData::Swift(package) => {
                    layout.targets.extend(package.targets.iter().cloned())
                }
                _ => {}
            }
        }
        layout.targets.arrange();
        layout
    }

    /// The target that the file at `path` belongs to; "" where it belongs to none.
    #[must_use]
    pub fn target(&self, path: &str) -> &str {
        let mut folder = path;
        while !folder.is_empty() && !self.targets.is_empty() {
            folder = parent(folder);
            let row = self
                .targets
                .partition_point(|(dir, _)| dir.as_str() < folder);
            if let Some((dir, name)) = self.targets.get(row)
                && dir == folder
            {
                return name;
            }
        }
        ""
    }
}

/// `exports` and `imports` as written, then the older fields for the package
/// itself, sources before what is built from them.
fn npm_package(manifest: &Manifest, package: &manifest::NpmPackage) -> NpmPackage {
    let mut entries: Vec<(String, Vec<String>)> = Vec::new();
    let mut add = |key: &str, target: &str| match entries.iter_mut().find(|(known, _)| known == key)
    {
        Some((_, targets)) => targets.push(target.to_owned()),
        None => entries.push((key.to_owned(), vec![target.to_owned()])),
    };
    package.source.iter().for_each(|target| add(".", target));
    for entry in package.exports.iter().chain(&package.imports) {
        entry
            .target
            .iter()
            .for_each(|target| add(&entry.key, target));
    }
    let older = [
        &package.module,
        &package.main,
        &package.types,
        &package.browser,
    ];
    older
        .into_iter()
        .flatten()
        .for_each(|target| add(".", target));
    NpmPackage {
        dir: manifest.dir.clone(),
        name: manifest.name.clone().unwrap_or_default(),
        entries,
    }
}

fn path_configs(manifests: &Manifests, report: &mut Report) -> Vec<PathConfig> {
    let aliases = manifest::module_aliases(manifests, report);
    let config = |found: manifest::ModuleAliases| PathConfig {
        dir: found.dir,
        bases: found.base_dirs,
        paths: found
            .aliases
            .into_iter()
            .map(|alias| (alias.pattern, alias.targets))
            .collect(),
        outputs: found.outputs,
    };
    aliases.into_iter().map(config).collect()
}

fn cargo_crate(manifest: &Manifest, package: &manifest::CargoPackage) -> Option<Crate> {
    let name = package.crate_name.clone()?;
    let (libraries, others): (Vec<_>, Vec<_>) = package
        .targets
        .iter()
        .partition(|target| target.kind == CargoTargetKind::Library);
    let renamed = manifest.dependencies.iter().filter_map(|dependency| {
        let published = dependency.package.as_ref()?;
        Some((
            dependency.name.replace('-', "_"),
            published.replace('-', "_"),
        ))
    });
    Some(Crate {
        name,
        dir: manifest.dir.clone(),
        library: libraries.first().map(|target| target.path.clone()),
        targets: others.iter().map(|target| target.path.clone()).collect(),
        dependencies: renamed.collect(),
    })
}
