//! Where imports lead, one file a family of languages. The rules are each
//! language's own; what none of them finds is external.

mod ecma;
mod go;
mod include;
mod java;
mod python;
mod rust;

use crate::extract::manifest::Modules as Family;
use crate::ids::FileId;
use crate::link::layout::Layout;
use crate::link::program::Program;
use crate::link::types::Module;
use std::collections::{BTreeMap, BTreeSet};

pub use include::Includes;
pub use rust::Crates;

/// Everything that resolving an import needs to know of the tree.
#[derive(Debug, Default)]
pub struct Modules {
    /// Folders that hold files of the tree, the root as "".
    folders: BTreeSet<String>,
    /// Files of each package: by folder for Go, by declared name for Java.
    packages: BTreeMap<String, Vec<FileId>>,
    /// The package of each file, where its language has packages.
    package_of: Vec<Option<String>>,
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
    pub fn new(program: &Program<'_>, layout: &Layout) -> Self {
        let mut modules = Self {
            package_of: vec![None; program.units.len()],
            ..Self::default()
        };
        for (index, file) in program.corpus.files().iter().enumerate() {
            modules.add_folders(&file.path);
            let id = FileId::at(index);
            let package = match program.rules(id).manifest().modules {
                Family::Go => Some(go::package(program, id)),
                Family::Java => Some(java::package(program, id)),
                _ => None,
            };
            if let Some(package) = package {
                modules
                    .packages
                    .entry(package.clone())
                    .or_default()
                    .push(id);
                modules.package_of[index] = Some(package);
            }
        }
        modules.ecma = ecma::Packages::new(program, layout);
        modules.python = python::Roots::new(program, layout);
        modules.go = go::GoModules::new(layout);
        modules.crates = Crates::new(program, layout);
        modules.includes = Includes::new(program);
        modules
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
            Family::Java => self
                .has_package(source)
                .then(|| Module::Folder(source.into())),
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
            Module::Folder(folder) => {
                if let Some(module) = python::in_folder(self, program, folder, name) {
                    return Some(module);
                }
                let package = format!("{folder}.{name}");
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
        let below = format!("{name}.");
        self.packages
            .range(below.clone()..)
            .next()
            .is_some_and(|(known, _)| known.starts_with(&below))
    }

    /// The files of the package `name`.
    #[must_use]
    pub fn files_of(&self, name: &str) -> &[FileId] {
        self.packages.get(name).map_or(&[], Vec::as_slice)
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
