//! What a name means that a file includes, and the definition that a declaration
//! without a body stands for (C17 §6.2.2, C++20 [basic.link]).

use crate::extract::facts::{Definition, Flags, Kind};
use crate::extract::manifest::Modules as Family;
use crate::ids::{FileId, NameId, ScopeId, SymbolId};
use crate::link::evidence::Provenance;
use crate::link::linker::{Linker, Meaning};
use crate::link::modules::parent;
use crate::link::program::Entry;
use crate::link::types::{Type, Types, Value};
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

    /// What the files that `file` includes declare as `name`.
    pub fn included(&mut self, file: FileId, name: NameId) -> Option<Value> {
        let seen = self.seen(file);
        let declaring: Vec<FileId> = self.modules.includes.declaring(name).collect();
        let mut symbols = Vec::new();
        let mut bound = None;
        for at in declaring {
            if at == file || seen.binary_search(&at).is_err() {
                continue;
            }
            for (.., entry) in self.program.entries(at, ScopeId(0), name) {
                match entry {
                    Entry::Definition(row) => {
                        symbols.push(SymbolId(self.program.unit(at).base + row));
                    }
                    Entry::Binding(_) | Entry::Import(_) => bound = bound.or(Some(at)),
                }
            }
        }
        self.keep_asked(&mut symbols);
        let value = match (symbols.is_empty(), bound) {
            (false, _) => self.symbols_value(&symbols),
            (true, Some(at)) if self.meaning == Meaning::Value => {
                self.eval_name(at, name, ScopeId(0), u32::MAX)
            }
            _ => return None,
        };
        Some(value.weakened(Provenance::Import))
    }

    /// What `name` is where nothing that `file` includes declares it: a type that
    /// only another file completes, or unknown where names may be missing.
    pub fn not_included(&mut self, file: FileId, name: NameId) -> Value {
        if self.meaning == Meaning::Type
            && let Some(type_) = self.only_type(file, name)
        {
            let type_ = self.types.intern(Type::Class(type_));
            return Value {
                type_,
                evidence: Provenance::Unique,
            };
        }
        let seen = self.seen(file);
        let known = self.program.rules(file).builtins.contains(&name);
        let open = !known && self.modules.includes.is_open(file, &seen);
        Value::of(if open {
            Types::UNKNOWN
        } else {
            Types::EXTERNAL
        })
    }

    fn only_type(&self, file: FileId, name: NameId) -> Option<SymbolId> {
        let family = self.program.family(file);
        let mut types = self.program.named(name).filter(|symbol| {
            let kind = self.program.definition(*symbol).kind;
            kind.is_type()
                && kind != Kind::TypeAlias
                && self.program.family(self.program.file_of(*symbol)) == family
        });
        let only = types.next()?;
        types.next().is_none().then_some(only)
    }

    /// Drops definitions that are not what is asked for, where types have names
    /// of their own.
    pub fn keep_asked(&self, symbols: &mut Vec<SymbolId>) {
        let is_tag = |kind| matches!(kind, Kind::Struct | Kind::Union | Kind::Enum);
        symbols.retain(|symbol| {
            let (file, _, definition) = self.program.locate(*symbol);
            !self.program.scoping(file).tags_apart
                || match self.meaning {
                    Meaning::Value => !is_tag(definition.kind),
                    Meaning::Type => definition.kind.is_type(),
                }
        });
    }

    /// `targets`, used by `file`, with the definitions of those that are only
    /// declared.
    pub fn linked(&mut self, file: FileId, targets: Vec<SymbolId>) -> Vec<SymbolId> {
        let mut linked: Vec<SymbolId> = Vec::with_capacity(targets.len());
        for target in targets {
            for symbol in self.linked_one(file, target) {
                if !linked.contains(&symbol) {
                    linked.push(symbol);
                }
            }
        }
        linked
    }

    fn linked_one(&mut self, file: FileId, symbol: SymbolId) -> Vec<SymbolId> {
        let (declared, _, definition) = self.program.locate(symbol);
        if !self.includes(declared)
            || !definition.kind.is_callable()
            || !definition.flags.has(Flags::ABSTRACT)
        {
            return vec![symbol];
        }
        let bodies = self.bodies(symbol);
        if bodies.len() < 2 {
            return if bodies.is_empty() {
                vec![symbol]
            } else {
                bodies.to_vec()
            };
        }
        // One a platform, or one a program: those nearest to the use.
        let own = &self.program.corpus.files()[file.index()].path;
        let near = |symbol: &SymbolId| {
            let at = self.program.file_of(*symbol);
            shared(own, &self.program.corpus.files()[at.index()].path)
        };
        let nearest = bodies.iter().map(near).max().unwrap_or(0);
        let mut bodies = bodies.to_vec();
        bodies.retain(|symbol| near(symbol) == nearest);
        bodies
    }

    /// The definitions that the declaration `symbol` may stand for: one of its own
    /// file, else those that see the declaration, else the only one there is.
    fn bodies(&mut self, symbol: SymbolId) -> Rc<[SymbolId]> {
        if let Some(known) = self.bodies.get(&symbol) {
            return known.clone();
        }
        let (file, _, declaration) = self.program.locate(symbol);
        let name = self.program.name_of(symbol);
        let mut all: Vec<SymbolId> = self.program.named(name).collect();
        all.retain(|other| self.may_define(*other, file, declaration));
        let mut found: Vec<SymbolId> = Vec::new();
        let own = |other: &&SymbolId| self.program.file_of(**other) == file;
        found.extend(all.iter().filter(own));
        if found.is_empty() {
            for other in &all {
                let at = self.program.file_of(*other);
                if self.seen(at).binary_search(&file).is_ok() {
                    found.push(*other);
                }
            }
        }
        if found.is_empty() && all.len() == 1 {
            found = all;
        }
        let found: Rc<[SymbolId]> = found.into();
        self.bodies.insert(symbol, found.clone());
        found
    }

    /// Whether `other` can be the definition of a declaration in `file`.
    fn may_define(&self, other: SymbolId, file: FileId, declaration: &Definition) -> bool {
        let (at, _, definition) = self.program.locate(other);
        let own = at == file;
        let hidden = |definition: &Definition| definition.flags.has(Flags::PRIVATE);
        definition.kind.is_callable()
            && definition.kind != Kind::Macro
            && !definition.flags.has(Flags::ABSTRACT)
            && definition.container.is_none()
            && self.program.family(at) == self.program.family(file)
            && (own || !hidden(definition) && !hidden(declaration))
    }

    /// Links each definition to the declarations it completes.
    pub fn declarations(&mut self, file: FileId) -> Vec<(SymbolId, SymbolId)> {
        let mut pairs = Vec::new();
        if !self.includes(file) {
            return pairs;
        }
        for symbol in self.program.corpus.symbols(file).collect::<Vec<_>>() {
            for target in self.linked_one(file, symbol) {
                if target != symbol {
                    pairs.push((target, symbol));
                }
            }
        }
        pairs
    }
}

/// How many folders two paths share from the root.
fn shared(a: &str, b: &str) -> usize {
    let parts = parent(a).split('/').zip(parent(b).split('/'));
    parts.take_while(|(a, b)| a == b && !a.is_empty()).count()
}
