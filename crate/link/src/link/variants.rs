//! Members of enumerations as what they are, what patterns take out of them,
//! and macros, which have names of their own.

use crate::extract::facts::{Expr, Flags, Kind, Reference};
use crate::ids::{ExprId, FileId, NameId, SymbolId};
use crate::link::evidence::{Absence, Provenance};
use crate::link::linker::{Linker, last_name};
use crate::link::resolve::Outcome;
use crate::link::types::{Type, TypeId, Types, Value};

/// Types that are made one like the other.
const MADE: usize = 32;

impl Linker<'_> {
    /// The member of an enumeration that the expression names.
    pub fn enum_member(
        &mut self,
        file: FileId,
        mut expr: ExprId,
    ) -> Option<(SymbolId, Provenance)> {
        while let Expr::Generic { base, .. } = self.expr(file, expr) {
            expr = *base;
        }
        match self.expr(file, expr) {
            Expr::Member { object, name } => {
                let name = self.name(file, *name);
                let owner = self.eval(file, *object);
                let held = self.read_field(file, owner.type_);
                let symbol = match (self.expr(file, *object), self.types.get(held)) {
                    (Expr::TypeOf(_), Type::Instance(symbol, _)) => *symbol,
                    _ => self.type_itself(file, *object, owner.type_)?,
                };
                let member = self.member_of_enum(symbol, name)?;
                Some((member, owner.weakened(Provenance::Qualified).evidence))
            }
            Expr::Name { name, .. } => {
                let name = self.name(file, *name);
                let value = self.eval(file, expr);
                let Type::Instance(symbol, _) = *self.types.get(value.type_) else {
                    return None;
                };
                Some((self.member_of_enum(symbol, name)?, value.evidence))
            }
            _ => None,
        }
    }

    /// What a type that is made like another is made of.
    pub fn made_of(&mut self, type_: TypeId) -> Option<TypeId> {
        let mut made = self.made_like(type_)?;
        for _ in 0..MADE {
            match self.made_like(made) {
                Some(next) => made = next,
                None => return Some(made),
            }
        }
        // Types that are made like each other are made like nothing.
        None
    }

    fn made_like(&mut self, type_: TypeId) -> Option<TypeId> {
        let Type::Instance(symbol, _) = *self.types.get(type_) else {
            return None;
        };
        let (file, _, definition) = self.program.locate(symbol);
        let made = definition
            .type_
            .filter(|_| definition.flags.has(Flags::DISTINCT))?;
        Some(self.eval_type(file, made).type_)
    }

    /// A member of what the receiver's type is made like: a field, or any of an
    /// interface, but no method.
    pub fn made_member(&mut self, file: FileId, receiver: Value, name: NameId) -> Option<Value> {
        let type_ = self.made_of(receiver.type_)?;
        let interface = match self.types.get(type_) {
            Type::Instance(symbol, _) => self.program.definition(*symbol).kind == Kind::Interface,
            _ => false,
        };
        let value = self.member(file, Value { type_, ..receiver }, name);
        let method = matches!(self.types.get(value.type_), Type::Functions(..));
        (interface || !method).then_some(value)
    }

    /// A struct without fields, used as a value, is its instance.
    pub fn unit_value(&mut self, value: Value) -> Value {
        match *self.types.get(value.type_) {
            Type::Class(symbol) if self.program.definition(symbol).kind == Kind::Struct => {
                let type_ = self.types.instance(symbol);
                Value { type_, ..value }.weakened(Provenance::LocalType)
            }
            _ => value,
        }
    }

    /// The type that a path names, aliases followed.
    fn type_itself(&mut self, file: FileId, path: ExprId, type_: TypeId) -> Option<SymbolId> {
        let Type::Class(symbol) = *self.types.get(type_) else {
            return None;
        };
        if self.program.definition(symbol).kind != Kind::TypeAlias {
            return Some(symbol);
        }
        let aliased = self.eval_type(file, path).type_;
        match self.types.get(aliased) {
            Type::Instance(symbol, _) => Some(*symbol),
            _ => Some(symbol),
        }
    }

    fn member_of_enum(&self, symbol: SymbolId, name: NameId) -> Option<SymbolId> {
        let mut members = self.program.members(symbol, name).iter();
        let is_member =
            |symbol: &SymbolId| self.program.definition(*symbol).kind == Kind::EnumMember;
        members.find_map(|(.., member)| Some(*member).filter(is_member))
    }

    /// What a pattern takes out of an instance that `path` builds; of a wrapper
    /// from outside, what unwrapping the `whole` yields.
    pub fn payload(&mut self, file: FileId, path: ExprId, name: NameId, whole: ExprId) -> Value {
        let holder = match self.enum_member(file, path) {
            Some((member, _)) => Some(member),
            None => {
                let type_ = self.eval(file, path).type_;
                self.type_itself(file, path, type_)
            }
        };
        let Some(holder) = holder else {
            if matches!(self.expr(file, whole), Expr::Named(..)) {
                return Value::of(Types::UNKNOWN);
            }
            let value = self.eval(file, whole);
            let type_ = if self.is_failure(file, path) {
                self.failure(file, value.type_)
            } else {
                self.unwrapped(file, value.type_)
            };
            return Value { type_, ..value };
        };
        if let Some(value) = self.built_part(file, holder, name, whole) {
            return value;
        }
        let members = self.program.members(holder, name);
        match members.first().map(|(.., member)| *member) {
            Some(field) => self.variable_value(field).weakened(Provenance::FieldType),
            None => {
                let extractor = self.eval(file, path);
                self.extracted(file, extractor, name)
            }
        }
    }

    /// Whether `path` names a wrapper whose payload is not what unwrapping yields.
    fn is_failure(&self, file: FileId, path: ExprId) -> bool {
        let name = last_name(self.expr(file, path)).map(|name| self.name(file, name));
        let name = name.map(|name| self.program.names.get(name));
        let failures = &self.program.scoping(file).failures;
        name.is_some_and(|name| failures.iter().any(|failure| failure == name))
    }

    /// What a wrapper from outside holds where it has failed: the argument behind
    /// the one that unwrapping yields.
    fn failure(&self, file: FileId, type_: TypeId) -> TypeId {
        match self.types.get(type_) {
            Type::External => Types::EXTERNAL,
            Type::Builtin(name, arguments) => {
                let container = self.program.rules(file).container(*name);
                let unwraps = container.and_then(|container| container.unwraps);
                let at = unwraps.and_then(|n| arguments.get(n as usize + 1));
                at.copied().unwrap_or(Types::UNKNOWN)
            }
            _ => Types::UNKNOWN,
        }
    }

    /// The macro that a reference expands: of this file, of its crate, or the
    /// only one of that name. One that an import binds from outside is external.
    pub fn expanded(&mut self, file: FileId, reference: &Reference) -> Outcome {
        let external = Outcome::Absent(Absence::External, Vec::new());
        let value = self.eval(file, reference.target);
        let imported = value.evidence != Provenance::Scope;
        let Some(name) = reference
            .name
            .filter(|_| !imported || value.type_ != Types::EXTERNAL)
        else {
            return external;
        };
        let name = self.program.unit(file).names[name.index()];
        let family = self.program.family(file);
        let all: Vec<_> = self.program.named(name).collect();
        let macros = all.into_iter().filter(|symbol| {
            self.program.definition(*symbol).kind == Kind::Macro
                && self.program.family(self.program.file_of(*symbol)) == family
        });
        let macros: Vec<_> = macros.collect();
        let own = |near: &dyn Fn(FileId) -> bool| -> Vec<SymbolId> {
            let mut near = macros
                .iter()
                .copied()
                .filter(|m| near(self.program.file_of(*m)));
            near.by_ref().collect()
        };
        let here = own(&|at| at == file);
        if !here.is_empty() {
            return Outcome::Targets(here, Provenance::Scope);
        }
        let root = self.modules.crates.root(&self.program, file);
        let here = own(&|at| root.is_some() && self.modules.crates.root(&self.program, at) == root);
        if !here.is_empty() {
            return Outcome::Targets(here, Provenance::Scope);
        }
        match macros.as_slice() {
            [] => external,
            [_] => Outcome::Targets(macros, Provenance::Unique),
            _ => Outcome::Absent(Absence::Declined, Self::shown(macros)),
        }
    }
}
