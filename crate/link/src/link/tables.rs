//! Variables that hold tables (`tables = true`): functions are put on them, and one
//! table may stand in for what another lacks.

use crate::extract::facts::{Expr, Kind};
use crate::ids::{ExprId, FileId, NameId, SymbolId};
use crate::link::evidence::Provenance;
use crate::link::linker::Linker;
use crate::link::program::Entry;
use crate::link::types::{Type, Value};

/// How many tables are asked for a member, one in place of the other.
const TABLES: u32 = 8;

impl Linker<'_> {
    /// The function that calling a table calls (Lua `__call`).
    pub fn called_table(&mut self, file: FileId, table: Value) -> Option<Value> {
        let names = &self.program.rules(file).manifest().protocols.call;
        let name = self.program.names.find(names.first()?)?;
        let method = self.member(file, table, name);
        matches!(self.types.get(method.type_), Type::Functions(..)).then_some(method)
    }

    /// Whether `symbol` is a variable that members are put on.
    #[must_use]
    pub fn is_table(&self, symbol: SymbolId) -> bool {
        let (file, _, definition) = self.program.locate(symbol);
        self.program.scoping(file).tables
            && matches!(definition.kind, Kind::Variable | Kind::Field)
            && !self.program.all_members(symbol).is_empty()
    }

    /// The variable or field that `owner` names, whatever it holds.
    pub fn table(&mut self, file: FileId, owner: ExprId) -> Option<SymbolId> {
        if !self.program.scoping(file).tables {
            return None;
        }
        let mut names = Vec::new();
        let mut owner = owner;
        while let Expr::Member { object, name } = self.expr(file, owner) {
            names.push(self.name(file, *name));
            owner = *object;
        }
        let mut table = self.named_table(file, owner)?;
        while let Some(name) = names.pop() {
            let mut members = self.program.members(table, name).iter();
            let is_field = |member: &&(SymbolId, NameId, SymbolId)| {
                self.program.definition(member.2).kind == Kind::Field
            };
            (.., table) = *members.find(is_field)?;
        }
        Some(table)
    }

    /// The variable that the name `owner` is of.
    fn named_table(&self, file: FileId, owner: ExprId) -> Option<SymbolId> {
        let Expr::Name { name, scope, .. } = self.expr(file, owner) else {
            return None;
        };
        let name = self.name(file, *name);
        let facts = self.program.unit(file).facts;
        let mut here = *scope;
        loop {
            let entries = self.program.entries(file, here, name);
            if let Some((.., entry)) = entries.first() {
                let Entry::Definition(row) = entry else {
                    return None;
                };
                let kind = facts.definitions[*row as usize].kind;
                let symbol = SymbolId(self.program.unit(file).base + row);
                return (kind == Kind::Variable).then_some(symbol);
            }
            if here.0 == 0 {
                return None;
            }
            here = facts.scopes[here.index()].parent;
        }
    }

    /// The member that stands in for those that a value lacks.
    #[must_use]
    pub fn fallback(&self, file: FileId) -> Option<NameId> {
        let protocols = &self.program.rules(file).manifest().protocols;
        self.program.names.find(protocols.fallback.first()?)
    }

    /// The member `name` of `receiver`, where it has one.
    pub fn found_member(&mut self, file: FileId, receiver: Value, name: NameId) -> Option<Value> {
        if self.asking >= TABLES {
            return None;
        }
        self.asking += 1;
        let value = self.member(file, receiver, name);
        self.asking -= 1;
        let lacks = |type_: &Type| matches!(type_, Type::Opaque | Type::External | Type::Unknown);
        (!lacks(self.types.get(value.type_))).then_some(value)
    }

    /// A member of what the variable `symbol` holds, or of what stands in for it.
    pub fn table_member(
        &mut self,
        symbol: SymbolId,
        receiver: Value,
        name: NameId,
    ) -> Option<Value> {
        let (file, _, definition) = self.program.locate(symbol);
        for value in &definition.values {
            let value = self.eval(file, *value).weakened(receiver.evidence);
            if let Some(found) = self.found_member(file, value, name) {
                return Some(found);
            }
        }
        let fallback = self.fallback(file).filter(|fallback| *fallback != name)?;
        let instead = self.own_member(symbol, receiver, fallback)?;
        let itself = *self.types.get(instead.type_) == Type::Members(symbol);
        let instead = Value {
            evidence: receiver.evidence.max(Provenance::Qualified),
            ..instead
        };
        match itself {
            true => None,
            false => self.found_member(file, instead, name),
        }
    }
}
