//! What names stand for: through imports and exports to the router that they bring.

use super::{Base, DEPTH, Key, Mounts};
use crate::extract::facts::{Expr, ImportKind};
use crate::framework::handlers::names;
use crate::framework::scopes::{Is, Slot};
use crate::framework::sites::Source;
use crate::ids::{ExprId, FileId, NameId, ScopeId};
use crate::link::Endpoint;

impl<'a> Mounts<'a> {
    /// The router that the name or call `text` in `scope` of `file` stands for.
    pub fn named(
        &mut self,
        file: FileId,
        scope: ScopeId,
        text: &'a str,
        depth: u32,
    ) -> Option<Base> {
        let parts: Vec<&'a str> = names(text);
        let (first, rest) = parts.split_first()?;
        let (first, rest) = match (*first, rest.split_first()) {
            ("this" | "self" | "crate" | "super", Some((first, rest))) => (*first, rest),
            (first, _) => (first, rest),
        };
        let facts = self.facts(file);
        let slot = self.scopes(file).find(facts, scope, first)?;
        self.slotted(file, slot, first, rest, depth)
    }

    fn slotted(
        &mut self,
        file: FileId,
        slot: Slot,
        name: &'a str,
        rest: &[&'a str],
        depth: u32,
    ) -> Option<Base> {
        if depth > DEPTH {
            return None;
        }
        match slot.is {
            Is::Import(row) => self.imported(file, row, rest, depth + 1),
            // What is in it is found by the linker.
            Is::Definition(_) if !rest.is_empty() => None,
            Is::Definition(id) => {
                let symbol = self.corpus.symbol(file, id);
                Some(self.router(Key::Symbol(symbol)))
            }
            Is::Variable(_) | Is::Parameter => {
                if let Is::Variable(Some(value)) = slot.is
                    && let Some(Expr::Module(source)) = self.facts(file).exprs.get(value.index())
                {
                    return self.required(file, *source, rest, depth + 1);
                }
                Some(self.variable(file, slot, name, depth))
            }
        }
    }

    /// What the import in `row` of `file` means, and the names behind it.
    fn imported(&mut self, file: FileId, row: u32, rest: &[&'a str], depth: u32) -> Option<Base> {
        let facts = self.facts(file);
        let import = facts.imports.get(row as usize)?;
        let name = import.name.map(|name| facts.names.get(name));
        let name = name.filter(|_| import.kind == ImportKind::Named);
        let targets = self.imports.get(&(file, import.line))?.clone();
        targets.into_iter().find_map(|target| match target {
            Endpoint::File(home) => {
                // The name may be that of the file (`from api import users`).
                let is_file = name.is_some_and(|name| {
                    let path = &self.corpus.files()[home.index()].path;
                    path.rsplit('/')
                        .next()
                        .and_then(|last| last.split('.').next())
                        == Some(name)
                });
                match name.filter(|_| !is_file).or_else(|| rest.first().copied()) {
                    Some(name) => self.exported(home, name, depth),
                    None => self.whole(home, depth),
                }
            }
            Endpoint::Symbol(symbol) => {
                let (home, id) = self.corpus.locate(symbol)?;
                let definition = self.facts(home).definitions.get(id.index())?;
                let own = self.facts(home).names.get(definition.name);
                (import.kind != ImportKind::Named || name == Some(own)).then_some(())?;
                self.exported(home, own, depth)
            }
        })
    }

    /// The file that is loaded in place by its path.
    pub(super) fn loaded(&mut self, source: &'a Source<'a>, module: &str) -> Option<Base> {
        let names = &source.facts.names;
        let mut imports = source.facts.imports.iter();
        let import = imports.find(|import| names.get(import.source) == module)?;
        self.required(source.file, import.source, &[], 0)
    }

    fn required(
        &mut self,
        file: FileId,
        source: NameId,
        rest: &[&'a str],
        depth: u32,
    ) -> Option<Base> {
        let facts = self.facts(file);
        let mut imports = facts.imports.iter();
        let line = imports.find(|import| import.source == source)?.line;
        let targets = self.imports.get(&(file, line))?.clone();
        targets
            .into_iter()
            .find_map(|target| match (target, rest.first()) {
                (Endpoint::File(home), Some(name)) => self.exported(home, name, depth),
                (Endpoint::File(home), None) => self.whole(home, depth),
                (Endpoint::Symbol(_), _) => None,
            })
    }

    fn exported(&mut self, file: FileId, name: &'a str, depth: u32) -> Option<Base> {
        if depth > DEPTH {
            return None;
        }
        let slot = self.scopes(file).at_top(name);
        if let Some(slot) = slot {
            return self.slotted(file, slot, name, &[], depth);
        }
        let facts = self.facts(file);
        let mut exports = facts.exports.iter();
        let export = exports.find(|export| facts.names.get(export.name) == name)?;
        self.valued(file, export.value, depth)
    }

    /// What a file stands for that is imported whole.
    fn whole(&mut self, file: FileId, depth: u32) -> Option<Base> {
        let facts = self.facts(file);
        let mut exports = facts.exports.iter();
        let default = exports.find(|export| {
            matches!(
                facts.names.get(export.name),
                "default" | "module.exports" | "="
            )
        });
        let found = default.and_then(|export| self.valued(file, export.value, depth));
        found.or_else(|| Some(self.router(Key::File(file))))
    }

    fn valued(&mut self, file: FileId, value: ExprId, depth: u32) -> Option<Base> {
        let facts = self.facts(file);
        match facts.exprs.get(value.index())? {
            Expr::Name { name, scope, .. } => {
                let name = facts.names.get(*name);
                let slot = self.scopes(file).find(facts, *scope, name)?;
                self.slotted(file, slot, name, &[], depth + 1)
            }
            Expr::Definition(id) => {
                let symbol = self.corpus.symbol(file, *id);
                Some(self.router(Key::Symbol(symbol)))
            }
            _ => None,
        }
    }

    /// The file that the dotted name `module` means, seen from `file`: the nearest
    /// that is like one of `patterns`, where `*` is the name.
    pub(super) fn module(
        &mut self,
        file: FileId,
        module: &str,
        patterns: &[String],
    ) -> Option<Base> {
        let relative = module.replace('.', "/");
        let mut folder = self.corpus.files()[file.index()].path.as_str();
        for _ in 0..DEPTH {
            folder = folder.rsplit_once('/').map_or("", |(folder, _)| folder);
            let slash = if folder.is_empty() { "" } else { "/" };
            let paths = patterns
                .iter()
                .map(|pattern| pattern.replace('*', &relative));
            let mut homes =
                paths.filter_map(|path| self.corpus.find(&format!("{folder}{slash}{path}")));
            if let Some(home) = homes.next() {
                return Some(self.router(Key::File(home)));
            }
            if folder.is_empty() {
                break;
            }
        }
        None
    }
}
