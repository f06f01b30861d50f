//! The packages of a tree (level L1), from its manifests.
//!
//! A package is a directory with a manifest; its id is the directory's. The
//! root is always one, so that every file lies in exactly one package: the
//! nearest above it.

use crate::corpus::Corpus;
use crate::graph::import_packages;
use crate::graph::store::Graph;
use crate::ids::{FileId, NodeId};
use crate::sort::Arrange;
use crate::source::manifest::{
    CargoTargetKind, DependencyKind, Ecosystem, Manifest, ManifestData, Manifests,
};
use crate::source::path;

/// A package's place in [`Packages::list`].
pub type PackageAt = usize;

/// A directory with a manifest, or the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Package {
    /// Its directory; `""` is the root.
    pub dir: String,
    /// Its name: as published, else its directory's; `.` for a nameless root.
    pub name: String,
    /// Every name that it is published under, by ecosystem.
    pub names: Vec<String>,
    /// Its package managers.
    pub ecosystems: Vec<&'static str>,
    /// Paths of its manifests.
    pub manifests: Vec<String>,
    /// What its manifests say it depends on, sorted.
    pub dependencies: Vec<Depends>,
    /// Paths of the files that others start from, sorted; only those there are.
    pub entries: Vec<String>,
    /// Whether others can use it: it is no mere program.
    pub is_library: bool,
    /// Directories and files that others import from, where others can do without what
    /// is beside them (Python); sorted.
    pub modules: Vec<String>,
    /// What commands and plugins run: file and name in it, sorted.
    pub commands: Vec<(String, String)>,
    /// The package around it; none for the root.
    pub parent: Option<PackageAt>,
}

/// Something that a manifest depends on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Depends {
    /// Name as published.
    pub name: String,
    /// The package of this tree that it means, if any.
    pub inside: Option<PackageAt>,
    /// Whether only development or tests want it.
    pub development: bool,
}

/// All packages, sorted by directory, so that the root is the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packages {
    list: Vec<Package>,
    of_file: Vec<PackageAt>,
}

impl Packages {
    /// The packages that `manifests` declare in `corpus`.
    #[must_use]
    pub fn of(manifests: &Manifests, corpus: &Corpus) -> Self {
        let mut list = vec![Package::default()];
        for manifest in manifests.iter().filter(|manifest| declares(manifest)) {
            let at = list.iter().position(|package| package.dir == manifest.dir);
            let at = at.unwrap_or_else(|| {
                list.push(Package {
                    dir: manifest.dir.clone(),
                    ..Package::default()
                });
                list.len() - 1
            });
            add(&mut list[at], manifest, corpus);
        }
        list.arrange_by(|a, b| a.dir.cmp(&b.dir));
        let mut packages = Self {
            list,
            of_file: Vec::new(),
        };
        packages.finish(corpus);
        packages.depend(manifests);
        packages
    }

    /// The packages, sorted by directory.
    #[must_use]
    pub fn list(&self) -> &[Package] {
        &self.list
    }

    /// The package that `file` lies in.
    #[must_use]
    pub fn of_file(&self, file: FileId) -> PackageAt {
        self.of_file.get(file.index()).copied().unwrap_or(0)
    }

    /// The package whose directory is `dir` or the nearest above it.
    #[must_use]
    pub fn of_directory(&self, dir: &str) -> PackageAt {
        let own = self.at(dir);
        own.unwrap_or_else(|| {
            let mut around = path::ancestors(dir).filter_map(|outer| self.at(outer));
            around.next().unwrap_or(0)
        })
    }

    /// The package that `node` lies in, or is.
    #[must_use]
    pub fn of_node(&self, graph: &Graph, node: NodeId) -> PackageAt {
        match graph.node(node).file {
            Some(file) => self.of_file(file),
            None if node == Graph::ROOT => 0,
            None => self.of_directory(graph.path(node)),
        }
    }

    /// The packages published as `name`, or whose directory is called so.
    pub fn named(&self, name: &str) -> impl Iterator<Item = &Package> {
        let is = move |package: &&Package| {
            package.name == name || package.names.iter().any(|known| known == name)
        };
        self.list.iter().filter(is)
    }

    /// The id that answers give the package `at`.
    #[must_use]
    pub fn id(&self, at: PackageAt) -> &str {
        match self.list.get(at).map_or("", |package| &package.dir) {
            "" => ".",
            dir => dir,
        }
    }

    fn at(&self, dir: &str) -> Option<PackageAt> {
        let found = self
            .list
            .binary_search_by(|package| package.dir.as_str().cmp(dir));
        found.ok()
    }

    /// Fills in what the list as a whole decides.
    fn finish(&mut self, corpus: &Corpus) {
        let parents: Vec<Option<PackageAt>> = self
            .list
            .iter()
            .map(|package| {
                let mut around = path::ancestors(&package.dir).filter_map(|dir| self.at(dir));
                around.next()
            })
            .collect();
        for (package, parent) in self.list.iter_mut().zip(parents) {
            package.parent = parent;
            package.names.dedup();
            package.name = match (package.names.first(), package.dir.as_str()) {
                (Some(name), _) => name.clone(),
                (None, "") => ".".to_owned(),
                (None, dir) => path::file_name(dir).to_owned(),
            };
            let lists = [
                &mut package.entries,
                &mut package.manifests,
                &mut package.modules,
            ];
            for list in lists {
                list.arrange();
                list.dedup();
            }
            package.commands.arrange();
            package.commands.dedup();
            package.ecosystems.arrange();
            package.ecosystems.dedup();
        }
        let files = corpus.files().iter();
        self.of_file = files
            .map(|file| self.of_directory(path::parent(&file.path)))
            .collect();
    }

    fn depend(&mut self, manifests: &Manifests) {
        for manifest in manifests.iter().filter(|manifest| declares(manifest)) {
            let Some(at) = self.at(&manifest.dir) else {
                continue;
            };
            let depends = manifest.dependencies.iter().map(|dependency| {
                let name = dependency.package.as_ref().unwrap_or(&dependency.name);
                let by_path = dependency.path.as_ref().and_then(|dir| self.at(dir));
                let by_name = || {
                    self.list
                        .iter()
                        .position(|package| package.names.contains(name))
                };
                Depends {
                    name: name.clone(),
                    inside: by_path.or_else(by_name).filter(|&inside| inside != at),
                    development: matches!(
                        dependency.kind,
                        DependencyKind::Development | DependencyKind::Build
                    ),
                }
            });
            let depends: Vec<Depends> = depends.collect();
            let known = &mut self.list[at].dependencies;
            known.extend(depends);
            known.arrange();
            known.dedup_by(|later, kept| later.name == kept.name);
        }
    }
}

/// Whether a manifest makes its directory a package: one without a name or a
/// dependency sets an option for a folder.
fn declares(manifest: &Manifest) -> bool {
    let told = manifest.name.is_some() || !manifest.dependencies.is_empty();
    match &manifest.data {
        ManifestData::TypeScript(_)
        | ManifestData::PnpmWorkspace(_)
        | ManifestData::GoWorkspace(_) => false,
        ManifestData::Npm(_) => told,
        // A folder of a larger project has no project of its own.
        ManifestData::Plain if manifest.ecosystem == Ecosystem::CMake => told,
        ManifestData::DotNet(project) => !project.below,
        _ => true,
    }
}

fn add(package: &mut Package, manifest: &Manifest, corpus: &Corpus) {
    package.names.extend(manifest.name.clone());
    if let ManifestData::Jvm(project) = &manifest.data
        && let (Some(group), Some(artifact)) = (&project.group, &manifest.name)
    {
        package.names.push(format!("{group}:{artifact}"));
    }
    package.manifests.push(manifest.path.clone());
    package.ecosystems.push(manifest.ecosystem.as_str());
    let dir = &manifest.dir;
    let mut enter = |relative: &str| {
        let path = path::join(dir, relative);
        package
            .entries
            .extend(path.filter(|path| corpus.find(path).is_some()));
    };
    match &manifest.data {
        ManifestData::Npm(npm) => {
            let single = [
                &npm.main,
                &npm.module,
                &npm.types,
                &npm.source,
                &npm.browser,
            ];
            let exported = npm.exports.iter().filter_map(|entry| entry.target.as_ref());
            let programs = npm.bin.iter().map(|(_, file)| file);
            let named = single.into_iter().flatten().chain(exported);
            package.is_library |= named.clone().next().is_some();
            named.chain(programs).for_each(|file| enter(file));
            let stems = ["index", "src/index", "lib/index"];
            for stem in stems {
                ["ts", "tsx", "js", "mjs"]
                    .iter()
                    .for_each(|ending| enter(&format!("{stem}.{ending}")));
            }
        }
        ManifestData::Cargo(cargo) => {
            for target in &cargo.targets {
                package.is_library |= target.kind == CargoTargetKind::Library;
                package.entries.push(target.path.clone());
            }
        }
        ManifestData::Python(python) => import_packages::add(package, manifest, python, corpus),
        ManifestData::Composer(composer) => package.is_library |= !composer.is_program,
        _ => package.is_library |= manifest.ecosystem != Ecosystem::TypeScript,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Report;
    use crate::source::manifest::Listing;
    use crate::testing::Tree;

    fn packages(files: &[(&str, &str)], check: impl Fn(&Packages, &Corpus, &Graph)) {
        let mut tree = Tree::default();
        for (path, _) in files {
            tree = tree.file(path, "");
        }
        let built = tree.build();
        let read = |path: &str| {
            let text = files.iter().find(|(known, _)| *known == path);
            text.map(|(_, text)| text.as_bytes().to_vec())
        };
        let listing = Listing::new(files.iter().map(|(path, _)| *path), &read);
        let manifests = Manifests::read(&listing, &mut Report::default());
        check(
            &Packages::of(&manifests, &built.corpus),
            &built.corpus,
            &built.graph,
        );
    }

    const WORKSPACE: [(&str, &str); 9] = [
        (
            "package.json",
            r#"{"name":"fleet","workspaces":["packages/*"]}"#,
        ),
        (
            "packages/hull/package.json",
            r#"{"name":"@fleet/hull","main":"src/a.js"}"#,
        ),
        ("packages/hull/src/a.js", ""),
        ("packages/hull/esm/package.json", r#"{"type":"module"}"#),
        ("packages/hull/esm/b.js", ""),
        (
            "packages/sail/package.json",
            r#"{"name":"sail","dependencies":{"@fleet/hull":"*","left":"1"},"devDependencies":{"jest":"1"}}"#,
        ),
        ("packages/sail/index.ts", ""),
        ("tools/rig/Cargo.toml", "[package]\nname = \"rig\"\n"),
        ("tools/rig/src/main.rs", ""),
    ];

    #[test]
    fn packages_nest_and_every_file_lies_in_the_nearest() {
        packages(&WORKSPACE, |packages, corpus, graph| {
            let names: Vec<_> = packages
                .list()
                .iter()
                .map(|p| (p.dir.as_str(), p.name.as_str(), p.parent))
                .collect();
            let expected = [
                ("", "fleet", None),
                ("packages/hull", "@fleet/hull", Some(0)),
                ("packages/sail", "sail", Some(0)),
                ("tools/rig", "rig", Some(0)),
            ];
            assert_eq!(names, expected);
            let of = |path: &str| packages.of_file(corpus.find(path).expect("there"));
            assert_eq!(
                (
                    of("packages/hull/esm/b.js"),
                    of("tools/rig/src/main.rs"),
                    of("package.json")
                ),
                (1, 3, 0)
            );
            for node in graph
                .ids()
                .filter(|&node| graph.path(node) == "packages/hull/src")
            {
                assert_eq!(packages.of_node(graph, node), 1);
            }
            assert_eq!((packages.id(0), packages.id(2)), (".", "packages/sail"));
            assert_eq!(packages.named("@fleet/hull").count(), 1);
        });
    }

    #[test]
    fn dependencies_are_told_inside_from_outside() {
        packages(&WORKSPACE, |packages, _, _| {
            let sail = &packages.list()[2];
            let told: Vec<_> = sail
                .dependencies
                .iter()
                .map(|d| (d.name.as_str(), d.inside, d.development))
                .collect();
            assert_eq!(
                told,
                [
                    ("@fleet/hull", Some(1), false),
                    ("jest", None, true),
                    ("left", None, false)
                ]
            );
            assert_eq!(sail.entries, ["packages/sail/index.ts"]);
            assert_eq!(packages.list()[1].entries, ["packages/hull/src/a.js"]);
            assert!(packages.list()[1].is_library && !packages.list()[3].is_library);
        });
    }

    #[test]
    fn a_module_is_meant_by_its_group_and_artifact() {
        let tree = [
            (
                "core/pom.xml",
                "<project><parent><groupId>dock</groupId></parent><artifactId>core</artifactId></project>",
            ),
            (
                "web/pom.xml",
                "<project><parent><groupId>dock</groupId></parent><artifactId>web</artifactId><dependencies>\
                <dependency><groupId>${project.parent.groupId}</groupId><artifactId>core</artifactId></dependency>\
                <dependency><groupId>far</groupId><artifactId>core</artifactId></dependency></dependencies></project>",
            ),
        ];
        packages(&tree, |packages, _, _| {
            let web = &packages.list()[2];
            let told: Vec<_> = web
                .dependencies
                .iter()
                .map(|d| (d.name.as_str(), d.inside))
                .collect();
            assert_eq!(told, [("dock:core", Some(1)), ("far:core", None)]);
            assert_eq!(web.name, "web");
        });
    }

    #[test]
    fn projects_of_elixir_dart_and_cmake_are_packages() {
        let tree = [
            ("CMakeLists.txt", "project(yard)\nadd_subdirectory(src)\n"),
            ("src/CMakeLists.txt", "add_library(hull hull.cpp)\n"),
            ("src/hull.cpp", ""),
            (
                "app/pubspec.yaml",
                "name: deck\ndependencies:\n  sea:\n    path: ../sea\n",
            ),
            ("sea/pubspec.yaml", "name: sea\n"),
            ("web/mix.exs", "def project do\n  [app: :quay]\nend\n"),
        ];
        packages(&tree, |packages, corpus, _| {
            let told: Vec<_> = packages
                .list()
                .iter()
                .map(|p| (p.dir.as_str(), p.name.as_str(), p.ecosystems.join(" ")))
                .collect();
            let expected = [
                ("", "yard", "cmake".to_owned()),
                ("app", "deck", "pub".to_owned()),
                ("sea", "sea", "pub".to_owned()),
                ("web", "quay", "hex".to_owned()),
            ];
            assert_eq!(told, expected);
            let deck = &packages.list()[1];
            assert_eq!(deck.dependencies[0].inside, Some(2));
            let hull = corpus.find("src/hull.cpp").expect("there");
            assert_eq!(packages.of_file(hull), 0);
        });
    }

    #[test]
    fn a_tree_without_manifests_is_one_package() {
        packages(&[("a.rs", "")], |packages, _, _| {
            assert_eq!(
                (packages.list().len(), packages.list()[0].name.as_str()),
                (1, ".")
            );
        });
    }
}
