//! Go: a package is a folder; an import path is a module path and a folder
//! (Go Modules Reference, "Packages").

use super::{Modules, join, parent};
use crate::ids::FileId;
use crate::link::layout::Layout;
use crate::link::program::Program;
use crate::link::types::Module;
use crate::sort::Arrange;

/// The modules of the tree: module path and folder, longest path first.
#[derive(Debug, Default)]
pub(super) struct GoModules {
    modules: Vec<(String, String)>,
}

impl GoModules {
    pub(super) fn new(layout: &Layout) -> Self {
        let mut modules = layout.go.clone();
        modules.arrange_by(|a, b| b.0.len().cmp(&a.0.len()).then(a.cmp(b)));
        Self { modules }
    }

    pub(super) fn resolve(&self, modules: &Modules, source: &str) -> Option<Module> {
        let folder = self.folder(source)?;
        (!modules.files_of(&key(&folder)).is_empty()).then(|| Module::Folder(key(&folder).into()))
    }

    /// The name that the package at `source` declares, else the last part of
    /// the path, major version suffixes skipped.
    pub(super) fn declared_name<'a>(
        &self,
        modules: &Modules,
        program: &'a Program<'_>,
        source: &'a str,
    ) -> &'a str {
        let declared = self.folder(source).and_then(|folder| {
            let file = *modules.files_of(&key(&folder)).first()?;
            Some(program.unit(file).facts.package()).filter(|name| !name.is_empty())
        });
        declared.unwrap_or_else(|| {
            let mut parts = source.rsplit('/');
            let last = parts.next().unwrap_or(source);
            let is_version = last
                .strip_prefix('v')
                .is_some_and(|n| n.parse::<u32>().is_ok());
            let name = if is_version {
                parts.next().unwrap_or(last)
            } else {
                last
            };
            let name = name.split(".v").next().unwrap_or(name);
            name.strip_prefix("go-").unwrap_or(name)
        })
    }

    fn folder(&self, source: &str) -> Option<String> {
        self.modules.iter().find_map(|(path, folder)| {
            let rest = source.strip_prefix(path.as_str())?;
            match rest.strip_prefix('/') {
                Some(rest) => join(folder, rest),
                None => rest.is_empty().then(|| folder.clone()),
            }
        })
    }
}

/// The package of a file: its folder. External tests (`package x_test`) are a
/// package of their own.
pub(super) fn package(program: &Program<'_>, file: FileId) -> String {
    let path = &program.corpus.files()[file.index()].path;
    let facts = program.unit(file).facts;
    let name = facts.package();
    let external = name.ends_with("_test") && path.ends_with("_test.go");
    let key = key(parent(path));
    if external {
        format!("{key}\u{0}test")
    } else {
        key
    }
}

/// Packages by folder and by declared name share a table; a folder is told from a
/// name by its leading slash.
fn key(folder: &str) -> String {
    format!("/{folder}")
}
