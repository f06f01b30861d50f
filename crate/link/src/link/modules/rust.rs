//! Rust: crates, the module tree of files, paths (The Rust Reference, "Modules"
//! and "Paths").

use super::{join, parent};
use crate::extract::facts::{FileFacts, Import, ImportKind, Kind};
use crate::extract::manifest::Modules as Family;
use crate::ids::{DefinitionId, FileId, NameId, ScopeId};
use crate::link::evidence::Provenance;
use crate::link::layout::{Crate, Layout};
use crate::link::linker::Linker;
use crate::link::program::Program;
use crate::link::types::{Module, Type, TypeId, Types, Value};
use std::collections::BTreeMap;

/// The crates of the tree.
#[derive(Debug, Default)]
pub struct Crates {
    crates: Vec<Crate>,
    /// Root file of each library, by name.
    libraries: BTreeMap<String, FileId>,
    /// Root files of all targets with the row of their crate, by path.
    roots: BTreeMap<String, usize>,
}

impl Crates {
    pub(super) fn new(program: &Program<'_>, layout: &Layout) -> Self {
        let mut crates = Self {
            crates: layout.crates.clone(),
            ..Self::default()
        };
        for (row, package) in layout.crates.iter().enumerate() {
            for root in package.library.iter().chain(&package.targets) {
                crates.roots.insert(root.clone(), row);
            }
            if let Some(root) = package
                .library
                .as_ref()
                .and_then(|path| program.corpus.find(path))
            {
                crates.libraries.entry(package.name.clone()).or_insert(root);
            }
        }
        crates
    }

    /// The root file of the crate that `file` belongs to: a target's own file,
    /// else the library or first target of the nearest crate above it.
    pub fn root(&self, program: &Program<'_>, file: FileId) -> Option<FileId> {
        let path = &program.corpus.files()[file.index()].path;
        if self.roots.contains_key(path) {
            return Some(file);
        }
        let mut folder = parent(path);
        loop {
            for name in ["lib.rs", "main.rs"] {
                if let Some(root) = program.corpus.find(&join(folder, name)?)
                    && (self.roots.is_empty()
                        || self
                            .roots
                            .contains_key(&program.corpus.files()[root.index()].path))
                {
                    return Some(root);
                }
            }
            // A folder named after a root file holds that root's modules.
            if let Some(root) = program.corpus.find(&format!("{folder}.rs"))
                && self
                    .roots
                    .contains_key(&program.corpus.files()[root.index()].path)
            {
                return Some(root);
            }
            if folder.is_empty() {
                return None;
            }
            folder = parent(folder);
        }
    }

    /// The library called `name`, as the crate of `file` knows it.
    fn library(&self, program: &Program<'_>, file: FileId, name: &str) -> Option<FileId> {
        let path = &program.corpus.files()[file.index()].path;
        let own = self.crates.iter().filter(|known| {
            known.dir.is_empty()
                || path
                    .strip_prefix(known.dir.as_str())
                    .is_some_and(|rest| rest.starts_with('/'))
        });
        let own = own.max_by_key(|known| known.dir.len());
        let renamed = own.and_then(|own| own.dependencies.iter().find(|(alias, _)| alias == name));
        let name = renamed.map_or(name, |(_, name)| name.as_str());
        self.libraries.get(name).copied()
    }

    /// The file of `mod name;` in the inline module `path` of `file`.
    pub(super) fn below(
        &self,
        program: &Program<'_>,
        file: FileId,
        path: &[String],
        name: &str,
    ) -> Option<FileId> {
        if let Some(source) = told(program.unit(file).facts, name) {
            return self.told(program, file, path, source);
        }
        let own = &program.corpus.files()[file.index()].path;
        let folder = inside(self.module_folder(own), path)?;
        let find = |path: Option<String>| program.corpus.find(&path?);
        find(join(&folder, &format!("{name}.rs")))
            .or_else(|| find(join(&folder, &format!("{name}/mod.rs"))))
    }

    /// The file that a module in the inline module `path` of `file` is told to lie at.
    fn told(
        &self,
        program: &Program<'_>,
        file: FileId,
        path: &[String],
        source: &str,
    ) -> Option<FileId> {
        let own = &program.corpus.files()[file.index()].path;
        let folder = match path {
            [] => parent(own).to_owned(),
            path => inside(self.module_folder(own), path)?,
        };
        program.corpus.find(&join(&folder, source)?)
    }

    /// The folder that holds the modules below the file at `path`.
    fn module_folder(&self, path: &str) -> String {
        let folder = parent(path);
        let name = path.rsplit('/').next().unwrap_or(path);
        let is_root =
            self.roots.contains_key(path) || matches!(name, "lib.rs" | "main.rs" | "mod.rs");
        if is_root {
            return folder.to_owned();
        }
        path.strip_suffix(".rs").unwrap_or(path).to_owned()
    }

    /// The file of the module above `file`.
    pub fn above(&self, program: &Program<'_>, file: FileId) -> Option<FileId> {
        let path = &program.corpus.files()[file.index()].path;
        if self.roots.contains_key(path) {
            return None;
        }
        let name = path.rsplit('/').next().unwrap_or(path);
        let folder = if name == "mod.rs" {
            parent(parent(path))
        } else {
            parent(path)
        };
        for name in ["mod.rs", "lib.rs", "main.rs"] {
            if let Some(found) = program.corpus.find(&join(folder, name)?)
                && found != file
            {
                return Some(found);
            }
        }
        program
            .corpus
            .find(&format!("{folder}.rs"))
            .filter(|found| *found != file)
    }
}

/// The folder of the inline module `path` below `folder`.
fn inside(folder: String, path: &[String]) -> Option<String> {
    let mut path = path.iter();
    path.try_fold(folder, |folder, part| join(&folder, part))
}

/// The path that the module `name` of a file is told to lie at (`#[path]`).
fn told<'f>(facts: &'f FileFacts, name: &str) -> Option<&'f str> {
    let of_name = |import: &&Import| {
        let mut definitions = facts.definitions.iter();
        definitions.any(|row| row.span == import.span && facts.names.get(row.name) == name)
    };
    let told = |import: &&Import| import.kind == ImportKind::SideEffect;
    let found = facts.imports.iter().filter(told).find(of_name)?;
    Some(facts.names.get(found.source))
}

/// The names of the inline modules from the file down to `definition`.
pub(super) fn inline_path(
    program: &Program<'_>,
    file: FileId,
    definition: DefinitionId,
) -> Vec<String> {
    let facts = program.unit(file).facts;
    let mut path = Vec::new();
    let mut here = Some(definition);
    while let Some(id) = here {
        let row = &facts.definitions[id.index()];
        if row.kind == Kind::Namespace {
            path.push(facts.names.get(row.name).to_owned());
        }
        here = row.container;
    }
    path.reverse();
    path
}

impl Linker<'_> {
    /// What the path `source` of a `use` in `file` names: a module, or a type
    /// whose members are imported.
    pub fn rust_path(&mut self, file: FileId, scope: ScopeId, source: &str) -> TypeId {
        if source.starts_with("./") {
            let path = match self.module_around(file, scope) {
                Module::Namespace(symbol) => {
                    let (file, id, _) = self.program.locate(symbol);
                    inline_path(&self.program, file, id)
                }
                _ => Vec::new(),
            };
            let crates = &self.modules.crates;
            return match crates.told(&self.program, file, &path, source) {
                Some(found) => self.types.intern(Type::Module(Module::File(found))),
                None => Types::EXTERNAL,
            };
        }
        let mut parts = source.split("::").map(str::trim);
        let head = parts.next().unwrap_or("");
        let mut value = match head {
            // `use name;`, or a path from the crates (`::name`).
            "" => match parts.next() {
                None => return self.types.intern(Type::Module(Module::File(file))),
                Some(name) => match self.modules.crates.library(&self.program, file, name) {
                    Some(root) => Value::of(self.types.intern(Type::Module(Module::File(root)))),
                    None => return Types::EXTERNAL,
                },
            },
            head => {
                let name = self.program.names.intern(head);
                match self.lookup(file, name, scope, u32::MAX) {
                    Some(value) => value,
                    None => return Types::EXTERNAL,
                }
            }
        };
        for part in parts {
            let name = self.program.names.intern(part);
            value = self.member(file, value, name);
        }
        match self.types.get(value.type_) {
            Type::Module(_) | Type::Class(_) => value.type_,
            _ => Types::EXTERNAL,
        }
    }

    /// The names every path may begin with: `crate`, `self`, `super`, crates.
    pub fn rust_head(&mut self, file: FileId, name: NameId) -> Option<Value> {
        let text = self.program.names.get(name);
        let found = match text {
            "crate" => self.modules.crates.root(&self.program, file)?,
            "self" => file,
            "super" => self.modules.crates.above(&self.program, file)?,
            text => self.modules.crates.library(&self.program, file, text)?,
        };
        Some(Value {
            type_: self.types.intern(Type::Module(Module::File(found))),
            evidence: Provenance::Scope,
        })
    }

    /// `crate`, `self` and `super`, which no import binds; inline modules around
    /// `scope` count.
    pub fn rust_relative(&mut self, file: FileId, name: NameId, scope: ScopeId) -> Option<Value> {
        let text = self.program.names.get(name);
        if !matches!(text, "crate" | "self" | "super")
            || self.program.rules(file).manifest().modules != Family::Rust
        {
            return None;
        }
        let module = self.module_around(file, scope);
        let Module::Namespace(symbol) = module else {
            return self.rust_head(file, name);
        };
        if text == "crate" {
            return self.rust_head(file, name);
        }
        let found = match text {
            "self" => module,
            _ => {
                let (_, _, definition) = self.program.locate(symbol);
                self.module_around(file, definition.scope)
            }
        };
        Some(Value {
            type_: self.types.intern(Type::Module(found)),
            evidence: Provenance::Scope,
        })
    }
}
