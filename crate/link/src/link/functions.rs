//! What functions hand on when they are values: members that call them, members and
//! library functions that yield them again.

use crate::extract::facts::Expr;
use crate::ids::{ExprId, FileId, NameId, SymbolId};
use crate::link::evidence::Provenance;
use crate::link::linker::Linker;
use crate::link::rules::Rules;
use crate::link::types::{Type, TypeId, Types, Value};

impl Linker<'_> {
    /// Whether a value of `type_` is a function.
    fn is_function(&self, type_: TypeId) -> bool {
        match self.types.get(type_) {
            Type::Functions(..) | Type::Closure(..) | Type::Callable(..) => true,
            Type::Union(arms) => arms.iter().all(|arm| {
                let arm = self.types.get(*arm);
                matches!(arm, Type::Functions(..) | Type::Closure(..))
            }),
            _ => false,
        }
    }

    /// The member `name` of a function: itself where that calls it.
    pub fn function_member(&mut self, file: FileId, function: Value, name: NameId) -> Value {
        if self.program.rules(file).function_calls.contains(&name) {
            return function;
        }
        let made = match self.types.get(function.type_) {
            Type::Functions(symbols, None) => {
                self.constructed_member(file, symbols[0], function, name)
            }
            _ => None,
        };
        made.unwrap_or(Value {
            type_: Types::EXTERNAL,
            ..function
        })
    }

    /// The member `name` of `maker`, which is the type or constructing function `symbol`,
    /// where that is an instance.
    pub fn constructed_member(
        &mut self,
        file: FileId,
        symbol: SymbolId,
        maker: Value,
        name: NameId,
    ) -> Option<Value> {
        if !self.program.rules(file).function_instances.contains(&name) {
            return None;
        }
        let type_ = self.types.instance(symbol);
        Some(Value { type_, ..maker }.weakened(Provenance::Qualified))
    }

    /// Whether functions of the language of `symbol` construct instances.
    pub fn constructs(&self, symbol: SymbolId) -> bool {
        let rules = self.program.rules(self.program.file_of(symbol));
        !rules.function_instances.is_empty()
    }

    /// Whether `callee` is a member that calls the function that it is read of: what is
    /// passed there need not be what the function takes.
    pub fn calls_through(&mut self, file: FileId, callee: ExprId) -> bool {
        let called = |rules: &Rules, name| rules.function_calls.contains(&name);
        self.function_of(file, callee, called).is_some()
    }

    /// The function that calling `callee`, a member of it, yields again (`f.bind(this)`).
    pub fn bound_function(&mut self, file: FileId, callee: ExprId) -> Option<Value> {
        let binds = |rules: &Rules, name| rules.function_binds.contains(&name);
        self.function_of(file, callee, binds)
    }

    /// The function that `callee` is a member of, one that `listed` says.
    fn function_of(
        &mut self,
        file: FileId,
        callee: ExprId,
        listed: impl Fn(&Rules, NameId) -> bool,
    ) -> Option<Value> {
        let Expr::Member { object, name } = self.expr(file, callee) else {
            return None;
        };
        let name = self.name(file, *name);
        if !listed(self.program.rules(file), name) {
            return None;
        }
        let object = self.eval(file, *object);
        self.is_function(object.type_).then_some(object)
    }

    /// What an instance of a library type hands its calls to (`partial(f)`).
    pub fn held_function(&self, file: FileId, value: Value) -> Option<Value> {
        let Type::Builtin(name, held) = self.types.get(value.type_) else {
            return None;
        };
        let position = self.program.rules(file).container(*name)?.calls?;
        let type_ = *held.get(position as usize)?;
        Some(Value { type_, ..value })
    }
}
