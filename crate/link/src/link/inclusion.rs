//! What a name means in a language whose files see what they include, with open
//! namespaces (C17 §6.10.2, C++20 [basic.lookup.unqual]).

use crate::extract::facts::{Flags, Kind};
use crate::extract::manifest::Modules as Family;
use crate::ids::{DefinitionId, FileId, NameId, ScopeId, SymbolId};
use crate::link::evidence::Provenance;
use crate::link::linker::{Linker, Meaning};
use crate::link::modules::below;
use crate::link::program::Entry;
use crate::link::types::{Module, Type, TypeId, Types, Value};
use std::rc::Rc;

/// Files that are remembered as seen from others, over all of them.
const REMEMBERED: usize = 4_000_000;

impl Linker<'_> {
    /// Whether the names of other files reach `file` by inclusion.
    #[must_use]
    pub fn includes(&self, file: FileId) -> bool {
        self.program.rules(file).manifest().modules == Family::Include
    }

    /// The files whose text is part of `file`, sorted.
    pub fn seen(&mut self, file: FileId) -> Rc<[FileId]> {
        if let Some(seen) = self.seen.get(&file) {
            return seen.clone();
        }
        let seen: Rc<[FileId]> = self.modules.includes.seen_from(file).into();
        self.seen_size += seen.len();
        if self.seen_size > REMEMBERED {
            self.seen.clear();
            self.seen_size = seen.len();
        }
        self.seen.insert(file, seen.clone());
        seen
    }

    /// What `name` is in the namespace that `scope` of `file` is, or in the file: all
    /// that its blocks declare which `file` sees, or a namespace inside it.
    pub fn in_space(
        &mut self,
        file: FileId,
        scope: ScopeId,
        name: NameId,
        at: u32,
    ) -> Option<Value> {
        let path = self.modules.includes.space(file, scope)?;
        let parent = self.program.unit(file).facts.scopes[scope.index()].parent;
        let outer = self.modules.includes.space(file, parent)?;
        // A block may open several namespaces at once.
        let mut path = path;
        loop {
            let value = self.seen_in(file, path, name, at);
            if value.is_some() || path == outer {
                return value;
            }
            path = self.outer_space(path)?;
            if path == outer && scope != parent {
                return None;
            }
        }
    }

    /// The whole name of the namespace around that called `path`.
    fn outer_space(&self, path: NameId) -> Option<NameId> {
        let text = self.program.names.get(path);
        let outer = text.rsplit_once("::").map_or("", |(outer, _)| outer);
        self.program.names.find(outer).filter(|_| !text.is_empty())
    }

    /// What `name` is in the namespace `path` as `file` sees it at byte `at`.
    pub fn seen_in(&mut self, file: FileId, path: NameId, name: NameId, at: u32) -> Option<Value> {
        let seen = self.seen(file);
        let rows = self.modules.includes.declaring(name, path).to_vec();
        let mut symbols = Vec::new();
        let mut bound = None;
        let mut own = false;
        for (.., place, scope) in rows {
            if seen.binary_search(&place).is_err() {
                continue;
            }
            for (.., entry) in self.program.entries(place, scope, name) {
                match entry {
                    Entry::Definition(row) => {
                        symbols.push(SymbolId(self.program.unit(place).base + row));
                        own |= place == file;
                    }
                    Entry::Binding(_) | Entry::Import(_) => bound = bound.or(Some((place, scope))),
                }
            }
        }
        let is_space = |symbol: &SymbolId| {
            let definition = self.program.definition(*symbol);
            definition.kind == Kind::Namespace
        };
        symbols.retain(|symbol| !is_space(symbol));
        self.keep_asked(file, &mut symbols, at);
        if !symbols.is_empty() {
            let value = self.symbols_value(&symbols);
            let evidence = if own {
                Provenance::Scope
            } else {
                Provenance::Import
            };
            return Some(value.weakened(evidence));
        }
        if let Some((place, scope)) = bound
            && (self.meaning == Meaning::Value || !self.program.scoping(file).tags_apart)
            && let Some(value) = self.bound_in(place, scope, name)
        {
            return Some(value.weakened(Provenance::Import));
        }
        let (outer, text) = (self.program.names.get(path), self.program.names.get(name));
        let inner = self.program.names.find(&below(outer, text))?;
        let mut opening = self.modules.includes.opening(inner);
        opening.find(|place| seen.binary_search(place).is_ok())?;
        Some(Value::of(
            self.types.intern(Type::Module(Module::Space(file, inner))),
        ))
    }

    /// The namespace that `text` names in `scope` of `file`.
    pub fn named_space(&mut self, file: FileId, scope: ScopeId, text: &str) -> Option<TypeId> {
        let mut parts = text
            .split("::")
            .map(str::trim)
            .filter(|part| !part.is_empty());
        let first = self.program.names.find(parts.next()?)?;
        let mut value = self.lookup(file, first, scope, u32::MAX)?;
        for part in parts {
            let name = self.program.names.find(part)?;
            value = self.member(file, value, name);
        }
        let is_space = matches!(self.types.get(value.type_), Type::Module(Module::Space(..)));
        is_space.then_some(value.type_)
    }

    /// What a function sees that is defined outside of what it belongs to: members of
    /// its type and of those around it, then the namespaces around them.
    pub fn in_owner(&mut self, file: FileId, id: DefinitionId, name: NameId) -> Option<Value> {
        let definition = &self.program.unit(file).facts.definitions[id.index()];
        let owner = definition.owner?;
        let owner = self.eval_type(file, owner).type_;
        let mut path = match *self.types.get(owner) {
            Type::Module(Module::Space(_, path)) => path,
            Type::Instance(symbol, _) | Type::Class(symbol) => {
                let mut around = Some(symbol);
                while let Some(symbol) = around {
                    let definition = self.program.definition(symbol);
                    if definition.kind.is_type()
                        && let Some(value) = self.implicit_member(symbol, name)
                    {
                        return Some(value);
                    }
                    around = self.program.container(symbol);
                }
                self.space_around(symbol)
            }
            _ => return None,
        };
        loop {
            let outer = self.outer_space(path)?;
            if let Some(value) = self.seen_in(file, path, name, u32::MAX) {
                return Some(value);
            }
            path = outer;
        }
    }

    /// The whole name of the namespace that `symbol` is declared in.
    pub fn space_around(&self, symbol: SymbolId) -> NameId {
        let (file, _, definition) = self.program.locate(symbol);
        let scopes = &self.program.unit(file).facts.scopes;
        let mut scope = definition.scope;
        loop {
            if let Some(path) = self.modules.includes.space(file, scope) {
                return path;
            }
            let outer = scopes[scope.index()].parent;
            if outer == scope {
                return NameId(0);
            }
            scope = outer;
        }
    }

    /// The type `name` that only files which `file` does not see complete: the one of the
    /// nearest namespace around `scope` that has any.
    pub fn completed_elsewhere(
        &mut self,
        file: FileId,
        scope: ScopeId,
        name: NameId,
    ) -> Option<Value> {
        let seen = self.seen(file);
        if self.meaning != Meaning::Type || !self.modules.includes.is_open(file, &seen) {
            return None;
        }
        let scopes = &self.program.unit(file).facts.scopes;
        let mut here = scope;
        let mut path = loop {
            match self.modules.includes.space(file, here) {
                Some(path) => break path,
                None if here.0 == 0 => return None,
                None => here = scopes[here.index()].parent,
            }
        };
        loop {
            let types = self.types_of_space(path, name);
            match *types {
                [] => path = self.outer_space(path)?,
                [only] => return Some(self.completed(only)),
                _ => return None,
            }
        }
    }

    /// The types that the namespace `path` has as `name`, in whatever files.
    fn types_of_space(&self, path: NameId, name: NameId) -> Vec<SymbolId> {
        let rows = self.modules.includes.declaring(name, path).iter();
        let entries = rows.flat_map(|(.., place, scope)| {
            let entries = self.program.entries(*place, *scope, name).iter();
            let base = self.program.unit(*place).base;
            entries.filter_map(move |(.., entry)| match entry {
                Entry::Definition(row) => Some(SymbolId(base + row)),
                _ => None,
            })
        });
        let is_type = |symbol: &SymbolId| {
            let kind = self.program.definition(*symbol).kind;
            kind.is_type() && kind != Kind::TypeAlias
        };
        entries.filter(is_type).collect()
    }

    fn completed(&mut self, symbol: SymbolId) -> Value {
        Value {
            type_: self.types.intern(Type::Class(symbol)),
            evidence: Provenance::Import,
        }
    }

    /// The only type that the namespace `path` has as `name`, where such is asked for.
    pub fn only_type_of_space(&mut self, path: NameId, name: NameId) -> Option<Value> {
        let types = self.types_of_space(path, name);
        match *types {
            [only] if self.meaning == Meaning::Type => Some(self.completed(only)),
            _ => None,
        }
    }

    /// What `name` is where nothing that `file` includes declares it: a type that
    /// only another file completes, or unknown where names may be missing.
    pub fn not_included(&mut self, file: FileId, name: NameId) -> Value {
        let family = self.program.family(file);
        let own = |symbol: &SymbolId| self.program.family(self.program.file_of(*symbol)) == family;
        let named: Vec<SymbolId> = self.program.named(name).filter(own).collect();
        let seen = self.seen(file);
        if self.meaning == Meaning::Type {
            // What is included after others may name a type that those complete.
            return if self.modules.includes.is_open(file, &seen) {
                self.only_type(&named)
            } else {
                Value::of(Types::EXTERNAL)
            };
        }
        let known = self.program.rules(file).builtins.contains(&name);
        // A name that the tree nowhere declares is none of its names.
        let declared = self.modules.includes.is_declared(name) || !named.is_empty();
        let open = declared && !known && self.modules.includes.is_open(file, &seen);
        Value::of(if open {
            Types::UNKNOWN
        } else {
            Types::EXTERNAL
        })
    }

    /// The only type among `named`; external where there is none.
    fn only_type(&mut self, named: &[SymbolId]) -> Value {
        let mut types = named.iter().filter(|symbol| {
            let kind = self.program.definition(**symbol).kind;
            kind.is_type() && kind != Kind::TypeAlias
        });
        match (types.next(), types.next()) {
            (Some(only), None) => Value {
                type_: self.types.intern(Type::Class(*only)),
                evidence: Provenance::Unique,
            },
            (Some(_), Some(_)) => Value::of(Types::UNKNOWN),
            (None, _) => Value::of(Types::EXTERNAL),
        }
    }

    /// Drops definitions that a use in `file` at byte `at` cannot mean: where types
    /// have names of their own, those that are not asked for, and other names for a
    /// type inside of their own declaration.
    pub fn keep_asked(&self, file: FileId, symbols: &mut Vec<SymbolId>, at: u32) {
        let is_tag = |kind| matches!(kind, Kind::Struct | Kind::Union | Kind::Enum);
        let tags_apart = self.program.scoping(file).tags_apart;
        symbols.retain(|symbol| {
            let (place, _, definition) = self.program.locate(*symbol);
            let span = definition.span;
            let inside = place == file && span.start <= at && at < span.end;
            if definition.kind == Kind::TypeAlias && inside {
                return false;
            }
            !tags_apart
                || match self.meaning {
                    Meaning::Value => !is_tag(definition.kind),
                    Meaning::Type => definition.kind.is_type(),
                }
        });
        let definition = |symbol: &SymbolId| self.program.definition(*symbol);
        if symbols
            .iter()
            .any(|symbol| definition(symbol).kind.is_type())
        {
            // A macro without parameters is another name of the type, under some condition.
            symbols.retain(|symbol| {
                let definition = definition(symbol);
                definition.kind != Kind::Macro
                    || !definition.parameters.is_empty()
                    || definition.flags.has(Flags::VARIADIC)
            });
        }
    }
}
