//! Projects: folders with a file of their own kind, whose files share the imports
//! that are offered to importers (C# `global using`).

use super::parent;
use crate::ids::FileId;
use crate::link::layout::{Layout, SharedImport};
use crate::link::program::Program;
use std::collections::{BTreeMap, BTreeSet};

/// Which files share their imports with which.
#[derive(Debug, Default)]
pub(super) struct Projects {
    /// By file, its row of `shared`.
    project_of: Vec<Option<usize>>,
    /// By project, the files that share imports.
    shared: Vec<Vec<FileId>>,
    /// By project, the imports that its project files list.
    listed: Vec<Vec<SharedImport>>,
}

impl Projects {
    pub(super) fn new(program: &Program<'_>, layout: &Layout) -> Self {
        let mut projects = Self {
            project_of: vec![None; program.units.len()],
            shared: Vec::new(),
            listed: Vec::new(),
        };
        let mut known: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        let folders = folders(program);
        for (index, file) in program.corpus.files().iter().enumerate() {
            let family = program.family(FileId::at(index));
            let Some(folder) = nearest(&folders, family, &file.path) else {
                continue;
            };
            let row = *known.entry((family, folder)).or_insert_with(|| {
                projects.shared.push(Vec::new());
                let holds = |import: &&SharedImport| {
                    import.dir == folder || import.below && is_below(folder, &import.dir)
                };
                let listed = layout.imports.iter().filter(holds).cloned();
                projects.listed.push(listed.collect());
                projects.shared.len() - 1
            });
            projects.project_of[index] = Some(row);
            if file.facts.imports.iter().any(|import| import.reexport) {
                projects.shared[row].push(FileId::at(index));
            }
        }
        projects
    }

    pub(super) fn shared_by(&self, file: FileId) -> &[FileId] {
        let row = self.project_of.get(file.index()).copied().flatten();
        row.map_or(&[], |row| self.shared[row].as_slice())
    }

    pub(super) fn listed_for(&self, file: FileId) -> &[SharedImport] {
        let row = self.project_of.get(file.index()).copied().flatten();
        row.map_or(&[], |row| self.listed[row].as_slice())
    }
}

/// The folders that are projects, by language family. A language with projects
/// has one at the root, for files that stand in no other.
fn folders<'a>(program: &Program<'a>) -> BTreeSet<(String, &'a str)> {
    let mut folders = BTreeSet::new();
    for rules in &program.rules {
        let manifest = rules.manifest();
        let endings = &manifest.packages.projects;
        let marks = |path: &str| {
            let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
            endings.iter().any(|known| known == ending)
        };
        if !endings.is_empty() {
            folders.insert((manifest.family.clone(), ""));
        }
        for file in program
            .corpus
            .files()
            .iter()
            .filter(|file| marks(&file.path))
        {
            folders.insert((manifest.family.clone(), parent(&file.path)));
        }
    }
    folders
}

/// The innermost project of `family` around the file at `path`.
fn nearest<'a>(
    folders: &BTreeSet<(String, &'a str)>,
    family: &str,
    path: &'a str,
) -> Option<&'a str> {
    let mut folder = parent(path);
    loop {
        if folders.contains(&(family.to_owned(), folder)) {
            return Some(folder);
        }
        if folder.is_empty() {
            return None;
        }
        folder = parent(folder);
    }
}

fn is_below(folder: &str, outer: &str) -> bool {
    let rest = folder.strip_prefix(outer);
    outer.is_empty() || rest.is_some_and(|rest| rest.starts_with('/'))
}
