//! Functions that are called like members on values of a type which does not
//! declare them: they take part where the file sees them, after its members.

use crate::extract::facts::{Flags, Kind};
use crate::ids::{ExprId, FileId, NameId, ScopeId, SymbolId};
use crate::link::evidence::Provenance;
use crate::link::linker::{Linker, Meaning};
use crate::link::packages;
use crate::link::program::Entry;
use crate::link::types::{Module, Type, TypeId, Types, Value};
use std::collections::BTreeSet;
use std::rc::Rc;

/// How deep bounds and unions of a declared receiver are followed.
const DEPTH: u32 = 4;

/// Where a file sees extensions without naming them.
#[derive(Debug, Default)]
pub struct Seen {
    packages: BTreeSet<String>,
    types: BTreeSet<SymbolId>,
}

impl Linker<'_> {
    /// The extensions called `name` that `file` sees and that take `receiver`.
    pub fn extension(&mut self, file: FileId, receiver: Value, name: NameId) -> Option<Value> {
        let mut candidates = self.imported_extensions(file, name);
        for row in 0..self.program.extensions(name).len() {
            let (_, symbol) = self.program.extensions(name)[row];
            if !candidates.contains(&symbol)
                && (self.sees(file, symbol) || self.accompanies(symbol, receiver.type_))
            {
                candidates.push(symbol);
            }
        }
        candidates.retain(|symbol| self.receives(*symbol, receiver.type_));
        if candidates.is_empty() {
            return None;
        }
        let is_read = |symbol: &SymbolId| {
            let definition = self.program.definition(*symbol);
            definition.flags.has(Flags::ACCESSOR) || !definition.kind.is_callable()
        };
        if let Some(read) = candidates.iter().copied().find(is_read) {
            let result = match self.program.definition(read).kind.is_callable() {
                true => self.result_of(read),
                false => self.variable_value(read),
            };
            return Some(
                result
                    .weakened(receiver.evidence)
                    .weakened(Provenance::FieldType),
            );
        }
        let functions = Type::Functions(candidates.into(), Some(receiver.type_));
        let type_ = self.types.intern(functions);
        Some(Value { type_, ..receiver }.weakened(Provenance::Import))
    }

    /// Whether `symbol`, reached through `receiver`, takes it as its first argument.
    #[must_use]
    pub fn takes_receiver(&self, symbol: SymbolId, receiver: Option<TypeId>) -> bool {
        let definition = self.program.definition(symbol);
        let Some(receiver) = receiver else {
            return false;
        };
        let holder = match self.types.get(receiver) {
            Type::Instance(holder, _) => Some(*holder),
            _ => None,
        };
        definition.flags.has(Flags::EXTENSION)
            && definition.owner.is_none()
            && (holder.is_none() || holder != self.program.container(symbol))
    }

    /// What an extension declares its receiver to be.
    #[must_use]
    pub fn declared_receiver(&self, symbol: SymbolId) -> Option<(FileId, ExprId)> {
        let (file, _, definition) = self.program.locate(symbol);
        let first = || definition.parameters.first().and_then(|first| first.type_);
        let declared = match definition.flags.has(Flags::EXTENSION) {
            true => definition.owner.or_else(first),
            false => self.extended(symbol),
        };
        Some((file, declared?))
    }

    /// The type that the extension around `symbol` adds to.
    fn extended(&self, symbol: SymbolId) -> Option<ExprId> {
        let holder = self.program.definition(self.program.container(symbol)?);
        holder.owner.filter(|_| holder.kind == Kind::Extension)
    }

    fn receives(&mut self, symbol: SymbolId, receiver: TypeId) -> bool {
        let Some((at, declared)) = self.declared_receiver(symbol) else {
            return false;
        };
        let declared = self.eval_type(at, declared).type_;
        self.is_received(symbol, declared, receiver, DEPTH)
    }

    /// A member that extensions add to the type `around`, where that is one from outside
    /// or inherits from one, named without a receiver.
    pub fn implicit_extension(
        &mut self,
        file: FileId,
        around: SymbolId,
        name: NameId,
    ) -> Option<Value> {
        let asked = self.meaning == Meaning::Value && self.program.scoping(file).labels;
        if !asked || self.program.extensions(name).is_empty() {
            return None;
        }
        let (at, _, definition) = self.program.locate(around);
        let owner = definition
            .owner
            .filter(|_| definition.kind == Kind::Extension);
        let type_ = match owner {
            Some(owner) => self.eval_type(at, owner).type_,
            None => self.own_instance(around),
        };
        let evidence = Provenance::SelfType;
        self.extension(file, Value { type_, evidence }, name)
    }

    fn is_received(
        &mut self,
        symbol: SymbolId,
        declared: TypeId,
        receiver: TypeId,
        depth: u32,
    ) -> bool {
        if depth == 0 {
            return false;
        }
        match (
            self.types.get(declared).clone(),
            self.types.get(receiver).clone(),
        ) {
            (Type::Parameter(owner, n), _) => {
                let bound = self.bound(owner, n).type_;
                bound == Types::EXTERNAL || self.is_received(symbol, bound, receiver, depth - 1)
            }
            (Type::Union(arms), _) => arms
                .iter()
                .any(|arm| self.is_received(symbol, *arm, receiver, depth - 1)),
            (Type::Instance(wanted, _), Type::Instance(given, _)) => {
                let order = self.order(given);
                order.types.iter().any(|base| base.symbol == wanted)
            }
            (Type::Builtin(wanted, _), Type::Instance(given, _)) => {
                self.order(given).outside.contains(&wanted)
            }
            // Nothing is known of a type from outside but that it is one.
            (Type::External, Type::Instance(given, _)) => self.order(given).open,
            (Type::External, Type::External) => true,
            (Type::Builtin(wanted, _), Type::Builtin(given, _)) => {
                wanted == given || self.is_alike(symbol, wanted, given)
            }
            (Type::Callable(..), Type::Callable(..) | Type::Closure(..) | Type::Functions(..)) => {
                true
            }
            _ => false,
        }
    }

    /// Whether two library types hold their elements alike (a list is iterable).
    pub(super) fn is_alike(&self, symbol: SymbolId, wanted: NameId, given: NameId) -> bool {
        let rules = self.program.rules(self.program.file_of(symbol));
        match (rules.container(wanted), rules.container(given)) {
            (Some(wanted), Some(given)) => {
                wanted.element.is_some()
                    && (wanted.element, wanted.key) == (given.element, given.key)
            }
            _ => false,
        }
    }

    /// Extensions that an import of `file` names `name`.
    fn imported_extensions(&mut self, file: FileId, name: NameId) -> Vec<SymbolId> {
        let entries = self.program.entries(file, ScopeId(0), name).iter();
        let rows: Vec<u32> = entries
            .filter_map(|(.., entry)| match entry {
                Entry::Import(row) => Some(*row),
                _ => None,
            })
            .collect();
        let mut found = Vec::new();
        for row in rows {
            let value = self.import_value(file, row);
            if let Type::Functions(symbols, _) = self.types.get(value.type_) {
                found.extend(symbols.iter().copied());
            }
        }
        found.retain(|symbol| self.program.definition(*symbol).flags.has(Flags::EXTENSION));
        found
    }

    /// Whether `file` sees the extension `symbol` by its own name.
    fn sees(&mut self, file: FileId, symbol: SymbolId) -> bool {
        let (at, _, definition) = self.program.locate(symbol);
        if at == file {
            return true;
        }
        let is_local = |symbol| self.program.definition(symbol).kind.is_callable();
        if definition.flags.has(Flags::PRIVATE)
            || self.program.container(symbol).is_some_and(is_local)
        {
            return false;
        }
        let seen = self.sights(file);
        let container = self.offered_by(symbol);
        let package = self.program.package_at(at, definition.scope);
        package.is_some_and(|package| seen.packages.contains(package))
            || container.is_some_and(|container| seen.types.contains(&container))
    }

    /// What must be seen for the extension `symbol` to be: its container, or that of a
    /// class whose functions take what it is made from.
    fn offered_by(&self, symbol: SymbolId) -> Option<SymbolId> {
        let (at, _, definition) = self.program.locate(symbol);
        let container = self.program.container(symbol)?;
        let made = definition.owner.is_some() && self.program.scoping(at).named_receivers;
        match made && !self.program.definition(container).parameters.is_empty() {
            true => self.program.container(container),
            false => Some(container),
        }
    }

    /// Whether the extension `symbol` is offered by the object beside the type of
    /// `receiver` or beside a supertype.
    fn accompanies(&mut self, symbol: SymbolId, receiver: TypeId) -> bool {
        let object = self.offered_by(symbol);
        let Some(object) = object.filter(|object| self.is_object(*object)) else {
            return false;
        };
        let Type::Instance(given, _) = *self.types.get(receiver) else {
            return false;
        };
        let order = self.order(given);
        let name = self.program.name_of(object);
        let scope = self.program.definition(object).scope;
        order.types.iter().any(|base| {
            let definition = self.program.definition(base.symbol);
            let beside = self.program.file_of(base.symbol) == self.program.file_of(object);
            beside && definition.scope == scope && self.program.name_of(base.symbol) == name
        })
    }

    fn sights(&mut self, file: FileId) -> Rc<Seen> {
        if let Some(seen) = self.sights.get(&file) {
            return seen.clone();
        }
        let mut seen = Seen::default();
        let nested = self.program.rules(file).manifest().packages.nested;
        for (_, package) in &self.program.unit(file).packages {
            let around = packages::chain(package, "").map(str::to_owned);
            seen.packages
                .extend(around.take(if nested { usize::MAX } else { 1 }));
        }
        self.see_wildcards(file, false, &mut seen);
        for shared in self.modules.shared_by(file).to_vec() {
            self.see_wildcards(shared, true, &mut seen);
        }
        for import in self.modules.listed_for(file).to_vec() {
            let module = self.listed_module(file, &import);
            self.see_module(module, &mut seen);
        }
        let seen = Rc::new(seen);
        self.sights.insert(file, seen.clone());
        seen
    }

    fn see_wildcards(&mut self, file: FileId, shared: bool, seen: &mut Seen) {
        let unit = self.program.unit(file);
        for row in unit.wildcards.clone() {
            let import = &self.program.unit(file).facts.imports[row as usize];
            if shared && !import.reexport {
                continue;
            }
            let source = self.name(file, import.source);
            let module = self.module(file, import.scope, source);
            self.see_module(module, seen);
        }
    }

    fn see_module(&mut self, module: TypeId, seen: &mut Seen) {
        match self.types.get(module).clone() {
            Type::Module(Module::Folder(folder)) => {
                seen.packages.insert(folder.to_string());
            }
            Type::Class(symbol) | Type::Instance(symbol, _) => {
                let order = self.order(symbol);
                seen.types
                    .extend(order.types.iter().map(|base| base.symbol));
            }
            _ => {}
        }
    }
}
