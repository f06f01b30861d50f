//! C and its family: a file sees what it includes, and what that includes (C17
//! §6.10.2). Search folders are a matter of the build, which is not read; the
//! folders that projects commonly search stand for them.

use super::{join, parent};
use crate::extract::facts::{ImportKind, Kind, ScopeKind};
use crate::extract::manifest::Modules as Family;
use crate::ids::{FileId, NameId, ScopeId};
use crate::link::program::Program;
use crate::sort::Arrange;
use std::collections::BTreeMap;

/// Folders below that of the file, or below one around it, that are searched.
const SEARCHED: &[&str] = &["include", "src", ""];

/// Which files include which, and which declare a name.
#[derive(Debug, Default)]
pub struct Includes {
    files: Vec<Includer>,
    /// Files by the last part of their path, in path order.
    by_last: BTreeMap<String, Vec<FileId>>,
    /// Names declared outside functions and types, with the namespace and where, sorted.
    declared: Vec<Declared>,
    /// Namespaces by their whole names, and the files that open them, sorted.
    spaces: Vec<(NameId, FileId)>,
    /// By file, the whole name of the namespace of each scope that is one.
    scopes: Vec<Vec<(ScopeId, NameId)>>,
}

/// A name, the whole name of its namespace, and where it is declared.
type Declared = (NameId, NameId, FileId, ScopeId);

/// What is known of one file.
#[derive(Clone, Debug, Default)]
struct Includer {
    /// The files it includes, sorted.
    includes: Vec<FileId>,
    /// Whether another one includes it, before which there may be anything.
    included: bool,
    /// Whether it includes a file by a path in quotes that the tree lacks.
    incomplete: bool,
}

impl Includes {
    pub(super) fn new(program: &mut Program<'_>) -> Self {
        let mut includes = Self {
            files: vec![Includer::default(); program.units.len()],
            scopes: vec![Vec::new(); program.units.len()],
            ..Self::default()
        };
        let all = (0..program.units.len()).map(FileId::at);
        let family: Vec<FileId> = all
            .filter(|file| program.rules(*file).manifest().modules == Family::Include)
            .collect();
        if family.is_empty() {
            return includes;
        }
        for (index, file) in program.corpus.files().iter().enumerate() {
            let last = file.path.rsplit('/').next().unwrap_or(&file.path);
            let known = includes.by_last.entry(last.to_owned()).or_default();
            known.push(FileId::at(index));
        }
        for file in family {
            includes.read(program, file);
            includes.open_spaces(program, file);
        }
        includes.declared.arrange();
        includes.declared.dedup();
        includes.spaces.arrange();
        includes.spaces.dedup();
        includes
    }

    fn read(&mut self, program: &Program<'_>, file: FileId) {
        let facts = program.unit(file).facts;
        for import in &facts.imports {
            if import.kind != ImportKind::SideEffect {
                continue;
            }
            let source = facts.names.get(import.source);
            match self.resolve(program, file, source) {
                Some(found) => {
                    self.files[file.index()].includes.push(found);
                    self.files[found.index()].included = true;
                }
                None => self.files[file.index()].incomplete |= !source.starts_with('<'),
            }
        }
        let includes = &mut self.files[file.index()].includes;
        includes.arrange();
        includes.dedup();
    }

    /// Notes the namespaces of `file` and the names declared in them.
    fn open_spaces(&mut self, program: &mut Program<'_>, file: FileId) {
        let facts = program.unit(file).facts;
        let root = program.names.intern("");
        let mut known: Vec<(ScopeId, NameId)> = vec![(ScopeId(0), root)];
        for (index, scope) in facts.scopes.iter().enumerate().skip(1) {
            let outer = known.iter().find(|(id, _)| *id == scope.parent);
            let Some(&(_, outer)) = outer.filter(|_| scope.kind == ScopeKind::Namespace) else {
                continue;
            };
            let definition = scope.definition.map(|id| &facts.definitions[id.index()]);
            let named = definition.filter(|definition| definition.kind == Kind::Namespace);
            let path = match named {
                Some(named) => {
                    let name = facts.names.get(named.name);
                    self.note_space(program, file, outer, name)
                }
                None => outer,
            };
            known.push((ScopeId::at(index), path));
        }
        for (scope, path) in &known {
            let names = program.names_in(file, *scope);
            self.declared
                .extend(names.map(|name| (name, *path, file, *scope)));
        }
        self.scopes[file.index()] = known;
    }

    /// Notes the namespace `name`, perhaps several in one, below `outer`.
    fn note_space(
        &mut self,
        program: &mut Program<'_>,
        file: FileId,
        outer: NameId,
        name: &str,
    ) -> NameId {
        let mut path = outer;
        for part in name.split("::").map(str::trim) {
            path = program.names.intern(&below(program.names.get(path), part));
            self.spaces.push((path, file));
        }
        path
    }

    /// The file that `source`, a path or one in angle brackets, means in `file`.
    pub(super) fn resolve(
        &self,
        program: &Program<'_>,
        file: FileId,
        source: &str,
    ) -> Option<FileId> {
        let angled = source
            .strip_prefix('<')
            .and_then(|path| path.strip_suffix('>'));
        let path = angled.unwrap_or(source);
        if path.starts_with('/') || path.is_empty() {
            return None;
        }
        let own = parent(&program.corpus.files()[file.index()].path);
        let at = |folder: &str| program.corpus.find(&join(folder, path)?);
        if angled.is_none()
            && let Some(found) = at(own)
        {
            return Some(found);
        }
        // A header of the system's name is another one but in a folder of headers.
        let names = program.names.find(source);
        let system = names.is_some_and(|name| program.rules(file).builtins.contains(&name));
        let searched = if system { &SEARCHED[..1] } else { SEARCHED };
        let mut folder = own;
        loop {
            let mut below = searched.iter().filter_map(|below| join(folder, below));
            if let Some(found) = below.find_map(|folder| at(&folder)) {
                return Some(found);
            }
            if folder.is_empty() {
                break;
            }
            folder = parent(folder);
        }
        if system {
            None
        } else {
            self.by_end(program, path)
        }
    }

    /// The only file whose path ends in `path`.
    fn by_end(&self, program: &Program<'_>, path: &str) -> Option<FileId> {
        let path = path.trim_start_matches("../").trim_start_matches("./");
        let last = path.rsplit('/').next().unwrap_or(path);
        let ends = |file: &&FileId| {
            let rest = program.corpus.files()[file.index()].path.strip_suffix(path);
            rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        let mut found = self.by_last.get(last)?.iter().filter(ends);
        let only = found.next()?;
        found.next().is_none().then_some(*only)
    }

    /// The files that `file` includes, however far away, and itself; sorted.
    #[must_use]
    pub fn seen_from(&self, file: FileId) -> Vec<FileId> {
        let mut seen = vec![false; self.files.len()];
        let mut work = vec![file];
        let mut all = Vec::new();
        while let Some(file) = work.pop() {
            if !std::mem::replace(&mut seen[file.index()], true) {
                all.push(file);
                work.extend(&self.files[file.index()].includes);
            }
        }
        all.arrange();
        all
    }

    /// Whether a name that none of the files `seen` from `file` declares may still
    /// be one of the tree: the file is included after others, or what it includes
    /// is not all there.
    #[must_use]
    pub fn is_open(&self, file: FileId, seen: &[FileId]) -> bool {
        self.files[file.index()].included
            || seen.iter().any(|file| self.files[file.index()].incomplete)
    }

    /// Where `name` is declared in the namespace `path`, in path order.
    pub fn declaring(&self, name: NameId, path: NameId) -> &[Declared] {
        let start = self
            .declared
            .partition_point(|row| (row.0, row.1) < (name, path));
        let rest = &self.declared[start..];
        let end = rest.partition_point(|row| (row.0, row.1) == (name, path));
        &rest[..end]
    }

    /// Whether any file declares `name` outside functions and types.
    #[must_use]
    pub fn is_declared(&self, name: NameId) -> bool {
        let start = self.declared.partition_point(|row| row.0 < name);
        self.declared.get(start).is_some_and(|row| row.0 == name)
    }

    /// The files that open the namespace `path`, in path order.
    pub fn opening(&self, path: NameId) -> impl Iterator<Item = FileId> {
        let start = self.spaces.partition_point(|(known, _)| *known < path);
        let rest = self.spaces[start..].iter();
        rest.take_while(move |(known, _)| *known == path)
            .map(|(_, file)| *file)
    }

    /// The whole name of the namespace that `scope` of `file` is.
    #[must_use]
    pub fn space(&self, file: FileId, scope: ScopeId) -> Option<NameId> {
        let scopes = &self.scopes[file.index()];
        let found = scopes.iter().find(|(known, _)| *known == scope)?;
        Some(found.1)
    }
}

/// The whole name of the namespace `name` in `outer`.
#[must_use]
pub fn below(outer: &str, name: &str) -> String {
    if outer.is_empty() {
        name.to_owned()
    } else {
        format!("{outer}::{name}")
    }
}
