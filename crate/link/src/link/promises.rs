//! Members that a type has without declaring them: those of what it points to or
//! yields step by step, and those that an implementation of a trait of the tree gives
//! to types from outside (Rust: `Deref`, `Iterator`, extension traits, blanket
//! implementations).

use crate::extract::facts::Kind;
use crate::extract::manifest::Protocols;
use crate::ids::{DefinitionId, ExprId, FileId, NameId, SymbolId};
use crate::link::evidence::Provenance;
use crate::link::linker::Linker;
use crate::link::program::range;
use crate::link::types::{Type, TypeId, Types, Value};
use crate::sort::Arrange;
use std::rc::Rc;

/// How many types one may point through.
const POINTERS: u32 = 4;

/// A member with its trait and the type from outside that has it by that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Promise {
    name: NameId,
    member: SymbolId,
    trait_: SymbolId,
    file: FileId,
    owner: ExprId,
}

impl Linker<'_> {
    /// The member `name` of what an instance of `symbol` points to or yields.
    pub fn reached(&mut self, symbol: SymbolId, receiver: Value, name: NameId) -> Option<Value> {
        let file = self.program.file_of(symbol);
        if self.pointers < POINTERS && self.follows(symbol, |protocols| &protocols.deref) {
            let inner = self.protocol(file, receiver.type_, |protocols| &protocols.deref)?;
            self.pointers += 1;
            let value = Value {
                type_: inner,
                ..receiver
            };
            let found = self.member(file, value.weakened(Provenance::ReturnType), name);
            self.pointers -= 1;
            let known = !matches!(
                self.types.get(found.type_),
                Type::Unknown | Type::External | Type::Opaque
            );
            if inner != receiver.type_ && known {
                return Some(found);
            }
        }
        if self.follows(symbol, |protocols| &protocols.next) {
            let iterator = self
                .program
                .rules(file)
                .manifest()
                .protocols
                .iterator
                .clone();
            let iterator = self.program.names.find(&iterator)?;
            let element = self.element(file, receiver.type_);
            let iterator = Type::Builtin(iterator, [element].into());
            let type_ = self.types.intern(iterator);
            if self.knows(file, type_, name) {
                return Some(self.builtin_member(file, Value { type_, ..receiver }, name));
            }
        }
        None
    }

    /// Whether a type of the tree has one of the members that a protocol lists.
    pub fn follows(&mut self, symbol: SymbolId, names: fn(&Protocols) -> &Vec<String>) -> bool {
        let rules = self.program.rules(self.program.file_of(symbol));
        let names = names(&rules.manifest().protocols).iter();
        let names: Vec<_> = names
            .filter_map(|name| self.program.names.find(name))
            .collect();
        if names.is_empty() {
            return false;
        }
        let order = self.order(symbol);
        let has = |name: &NameId| {
            let mut types = order.types.iter();
            types.any(|base| !self.program.members(base.symbol, *name).is_empty())
        };
        names.iter().any(has)
    }

    /// The member `name` that a trait seen by `file` gives to a type from outside.
    pub fn promised(&mut self, file: FileId, receiver: Value, name: NameId) -> Option<Value> {
        let promises = self.all_promises();
        let mut found: Option<(bool, SymbolId)> = None;
        for promise in range(&promises, |promise| promise.name.cmp(&name)) {
            let owner = self.eval_type(promise.file, promise.owner).type_;
            let own = match (self.types.get(owner), self.types.get(receiver.type_)) {
                (Type::Builtin(promised, _), Type::Builtin(known, _)) => promised == known,
                (Type::Parameter(..), _) => false,
                _ => continue,
            };
            let blanket = matches!(self.types.get(owner), Type::Parameter(..));
            let better = found.is_none_or(|(known, _)| own && !known);
            if (own || blanket) && better && self.sees_trait(file, promise.trait_) {
                found = Some((own, promise.member));
            }
        }
        let (_, member) = found?;
        let functions = Type::Functions([member].into(), Some(receiver.type_));
        let type_ = self.types.intern(functions);
        Some(Value { type_, ..receiver }.weakened(Provenance::LocalType))
    }

    /// Whether `file` holds or imports the trait.
    fn sees_trait(&mut self, file: FileId, trait_: SymbolId) -> bool {
        if self.program.file_of(trait_) == file {
            return true;
        }
        let name = self.program.name_of(trait_);
        let imports = &self.program.unit(file).facts.imports;
        let mut named = imports.iter().filter_map(|import| import.name);
        if named.any(|imported| self.name(file, imported) == name) {
            return true;
        }
        let seen = self.lookup(file, name, crate::ids::ScopeId(0), u32::MAX);
        seen.is_some_and(|seen| *self.types.get(seen.type_) == Type::Class(trait_))
    }

    fn all_promises(&mut self) -> Rc<[Promise]> {
        if let Some(promises) = &self.promises {
            return promises.clone();
        }
        let mut promises = Vec::new();
        for index in 0..self.program.units.len() {
            self.collect_promises(FileId::at(index), &mut promises);
        }
        promises.arrange();
        promises.dedup();
        let promises: Rc<[_]> = promises.into();
        self.promises = Some(promises.clone());
        promises
    }

    fn collect_promises(&mut self, file: FileId, promises: &mut Vec<Promise>) {
        let definitions = &self.program.unit(file).facts.definitions;
        for (row, block) in definitions.iter().enumerate() {
            let (Kind::Extension, Some(interface), Some(owner)) =
                (block.kind, block.implements, block.owner)
            else {
                continue;
            };
            if self.owner_type(file, owner).is_some() {
                continue;
            }
            let Some(trait_) = self.owner_type(file, interface) else {
                continue;
            };
            let id = DefinitionId::at(row);
            let own = definitions.iter().enumerate().skip(row + 1);
            let own = own.take_while(|(_, member)| member.span.start < block.span.end);
            let own = own.filter(|(_, member)| member.container == Some(id));
            let own: Vec<_> = own
                .map(|(row, _)| self.program.symbol(file, DefinitionId::at(row)))
                .collect();
            let given = self
                .program
                .all_members(trait_)
                .iter()
                .map(|(.., member)| *member);
            let own_names: Vec<_> = own
                .iter()
                .map(|member| self.program.name_of(*member))
                .collect();
            let given = given.filter(|member| !own_names.contains(&self.program.name_of(*member)));
            let members: Vec<_> = own.iter().copied().chain(given).collect();
            promises.extend(members.into_iter().map(|member| Promise {
                name: self.program.name_of(member),
                member,
                trait_,
                file,
                owner,
            }));
        }
    }

    /// Whether the table of a built-in type, or of all types, lists the member.
    pub fn knows(&self, file: FileId, type_: TypeId, name: NameId) -> bool {
        let manifest = self.program.rules(file).manifest();
        let text = self.program.names.get(name);
        if manifest.universal.contains_key(text) {
            return true;
        }
        let Type::Builtin(base, _) = self.types.get(type_) else {
            return type_ == Types::UNKNOWN;
        };
        let container = self.program.rules(file).container(*base);
        container.is_some_and(|container| {
            container.members.contains_key(text) || container.closures.contains_key(text)
        })
    }
}
