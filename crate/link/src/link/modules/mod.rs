//! Where imports lead, one file a family of languages. The rules are each
//! language's own; what none of them finds is external.

mod autoload;
mod ecma;
mod go;
mod include;
mod projects;
mod python;
mod rust;

use crate::extract::facts::Flags;
use crate::extract::manifest::Modules as Family;
use crate::ids::{FileId, NameId, ScopeId};
use crate::link::layout::{Layout, SharedImport};
use crate::link::packages;
use crate::link::program::{Entry, Program};
use crate::link::types::Module;
use crate::sort::Arrange;
use std::collections::{BTreeMap, BTreeSet};

pub use include::{Includes, below};
pub use rust::Crates;

/// A package as the files of the tree make it up.
#[derive(Debug, Default)]
struct Package {
    files: Vec<FileId>,
    /// What its files bind directly in it, and where, sorted.
    names: Vec<(NameId, FileId, ScopeId)>,
}

/// Everything that resolving an import needs to know of the tree.
#[derive(Debug, Default)]
pub struct Modules {
    /// Folders that hold files of the tree, the root as "".
    folders: BTreeSet<String>,
    /// By folder for Go, by declared name for others.
    packages: BTreeMap<String, Package>,
    /// The package of each file, where its language has packages.
    package_of: Vec<Option<String>>,
    projects: projects::Projects,
    ecma: ecma::Packages,
    python: python::Roots,
    go: go::GoModules,
    /// Rust crates.
    pub crates: Crates,
    /// Which files include which.
    pub includes: Includes,
}

impl Modules {
    /// Reads the tree's layout.
    #[must_use]
    pub fn new(program: &mut Program<'_>, layout: &Layout) -> Self {
        let mut modules = Self {
            package_of: vec![None; program.units.len()],
            ..Self::default()
        };
        for (index, file) in program.corpus.files().iter().enumerate() {
            modules.add_folders(&file.path);
            let id = FileId::at(index);
            let declared = match program.rules(id).manifest().modules {
                Family::Go => vec![(ScopeId(0), go::package(program, id))],
                _ => program.unit(id).packages.clone(),
            };
            for (scope, package) in &declared {
                modules.add_package(program, id, *scope, package);
            }
            modules.package_of[index] = declared.into_iter().next().map(|(_, package)| package);
        }
        for (name, package) in &mut modules.packages {
            package.names.arrange();
            package.files.dedup();
            if !layout.autoload.is_empty() {
                autoload::prefer(&mut package.names, name, program, layout);
            }
        }
        modules.projects = projects::Projects::new(program, layout);
        modules.ecma = ecma::Packages::new(program, layout);
        modules.python = python::Roots::new(program, layout);
        modules.go = go::GoModules::new(layout);
        modules.crates = Crates::new(program, layout);
        modules.includes = Includes::new(program);
        modules
    }

    fn add_package(&mut self, program: &Program<'_>, file: FileId, scope: ScopeId, name: &str) {
        let package = self.packages.entry(name.to_owned()).or_default();
        package.files.push(file);
        let definitions = &program.unit(file).facts.definitions;
        let packages = program.rules(file).manifest().modules == Family::Packages;
        // What is private to its file is there for nobody else.
        let seen = |entry: &Entry| match entry {
            Entry::Definition(row) => {
                !packages || !definitions[*row as usize].flags.has(Flags::PRIVATE)
            }
            _ => true,
        };
        let bound = program.bound(file, scope).iter();
        let bound = bound.filter(|(.., entry)| seen(entry));
        package
            .names
            .extend(bound.map(|(_, name, _)| (*name, file, scope)));
    }

    /// The module that `source` means in `file`.
    #[must_use]
    pub fn resolve(&self, program: &Program<'_>, file: FileId, source: &str) -> Option<Module> {
        match program.rules(file).manifest().modules {
            Family::None | Family::Rust => None,
            Family::Ecma => self.ecma.resolve(program, file, source).map(Module::File),
            Family::Python => self.python.resolve(self, program, file, source),
            Family::Go => self.go.resolve(self, source),
            Family::Include => {
                let found = self.includes.resolve(program, file, source);
                found.map(Module::File)
            }
            Family::Paths => {
                let found = self.source_file(program, file, source);
                found.map(Module::File)
            }
            // Which of the packages around it such a source is below depends on its scope.
            Family::Packages => None,
        }
    }

    /// The module called `name` directly below `module`.
    #[must_use]
    pub fn submodule(&self, program: &Program<'_>, module: &Module, name: &str) -> Option<Module> {
        match module {
            Module::File(file) => match program.rules(*file).manifest().modules {
                Family::Python => python::below(self, program, *file, name),
                Family::Rust => self
                    .crates
                    .below(program, *file, &[], name)
                    .map(Module::File),
                _ => None,
            },
            Module::Space(..) => None,
            Module::Folder(folder) => {
                if let Some(module) = python::in_folder(self, program, folder, name) {
                    return Some(module);
                }
                let package = packages::below(folder, name);
                self.has_package(&package)
                    .then(|| Module::Folder(package.into()))
            }
            Module::Namespace(symbol) => {
                let (file, id, _) = program.locate(*symbol);
                if program.rules(file).manifest().modules != Family::Rust {
                    return None;
                }
                let path = rust::inline_path(program, file, id);
                self.crates
                    .below(program, file, &path, name)
                    .map(Module::File)
            }
        }
    }

    /// Whether files or packages lie under the package `name`.
    #[must_use]
    pub fn has_package(&self, name: &str) -> bool {
        if self.packages.contains_key(name) {
            return true;
        }
        let below = packages::below(name, "");
        self.packages
            .range(below.clone()..)
            .next()
            .is_some_and(|(known, _)| known.starts_with(&below))
    }

    /// The files of the package `name`.
    #[must_use]
    pub fn files_of(&self, name: &str) -> &[FileId] {
        self.packages
            .get(name)
            .map_or(&[], |package| package.files.as_slice())
    }

    /// Where the files of `package` bind `name`, in file order.
    #[must_use]
    pub fn places(&self, package: &str, name: NameId) -> Vec<(FileId, ScopeId)> {
        let names = self
            .packages
            .get(package)
            .map_or(&[][..], |package| package.names.as_slice());
        let start = names.partition_point(|(known, ..)| *known < name);
        let found = names[start..]
            .iter()
            .take_while(|(known, ..)| *known == name);
        let mut places: Vec<_> = found.map(|(_, file, scope)| (*file, *scope)).collect();
        places.dedup();
        places
    }

    /// The files of `package` that bind one of `names` in it.
    #[must_use]
    pub fn files_that_bind(&self, package: &str, names: &[NameId]) -> BTreeSet<FileId> {
        let wanted: BTreeSet<NameId> = names.iter().copied().collect();
        let bound = self
            .packages
            .get(package)
            .map_or(&[][..], |package| &package.names);
        let bound = bound.iter().filter(|(name, ..)| wanted.contains(name));
        bound.map(|(_, file, _)| *file).collect()
    }

    /// The file that a source names by its path (PHP `require`), from the folder of
    /// `file` or from the root; without its ending where the language leaves that out.
    #[must_use]
    pub fn source_file(&self, program: &Program<'_>, file: FileId, source: &str) -> Option<FileId> {
        let manifest = program.rules(file).manifest();
        let from = parent(&program.corpus.files()[file.index()].path);
        let find = |folder: &str, path: &str| program.corpus.find(&join(folder, path)?);
        let ending = source.rsplit_once('.').map_or("", |(_, ending)| ending);
        if manifest.extensions.iter().any(|known| known == ending)
            && let Some(found) = find(from, source).or_else(|| find("", source))
        {
            return Some(found);
        }
        let paths = &manifest.paths;
        let path = match paths.separator.as_str() {
            "" => source.to_owned(),
            separator => source.replace(separator, "/"),
        };
        let with_ending = |folder: &str| {
            let mut endings = paths.endings.iter();
            endings.find_map(|ending| find(folder, &format!("{path}{ending}")))
        };
        if source.starts_with("./") || source.starts_with("../") {
            return with_ending(from);
        }
        let mut folder = from;
        loop {
            let mut below = paths.folders.iter().filter_map(|below| join(folder, below));
            if let Some(found) = below.find_map(|folder| with_ending(&folder)) {
                return Some(found);
            }
            if folder.is_empty() {
                return None;
            }
            folder = parent(folder);
        }
    }

    /// The imports that project files list for `file`.
    #[must_use]
    pub fn listed_for(&self, file: FileId) -> &[SharedImport] {
        self.projects.listed_for(file)
    }

    /// The files whose imports hold in `file` as well.
    #[must_use]
    pub fn shared_by(&self, file: FileId) -> &[FileId] {
        self.projects.shared_by(file)
    }

    /// The package of `file`.
    #[must_use]
    pub fn package_of(&self, file: FileId) -> Option<&str> {
        self.package_of.get(file.index())?.as_deref()
    }

    /// The name an import of `source` binds where it names none (Go).
    #[must_use]
    pub fn declared_name<'a>(
        &self,
        program: &'a Program<'_>,
        _file: FileId,
        source: &'a str,
    ) -> &'a str {
        self.go.declared_name(self, program, source)
    }

    /// Whether files of the tree lie in or under `folder`.
    #[must_use]
    pub fn has_folder(&self, folder: &str) -> bool {
        self.folders.contains(folder)
    }

    fn add_folders(&mut self, path: &str) {
        let mut folder = parent(path);
        while self.folders.insert(folder.to_owned()) {
            if folder.is_empty() {
                break;
            }
            folder = parent(folder);
        }
    }
}

/// The folder of `path`, "" for the root.
#[must_use]
pub fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// `path` below `folder`, with `.` and `..` resolved; none above the root.
#[must_use]
pub fn join(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
