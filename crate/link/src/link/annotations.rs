//! What annotations say, and how type parameters are filled in.

use crate::extract::facts::{BindingKind, Expr, Flags, Kind};
use crate::extract::manifest::Through;
use crate::ids::{ExprId, FileId, NameId, ScopeId, SymbolId};
use crate::link::evidence::Provenance;
use crate::link::linker::Linker;
use crate::link::program::Entry;
use crate::link::types::{Module, Type, TypeId, Types, Value};

/// What a call hands to a function.
pub struct Given<'a> {
    /// What the function is reached through.
    pub receiver: Option<TypeId>,
    /// Type arguments as written.
    pub explicit: &'a [ExprId],
    /// The first arguments.
    pub arguments: &'a [ExprId],
}

impl Linker<'_> {
    /// Evaluates an annotation; [`Linker::eval_type`] remembers it.
    pub fn eval_type_expr(&mut self, file: FileId, id: ExprId) -> Value {
        match self.expr(file, id) {
            Expr::Name { name, scope, at } => {
                let name = self.name(file, *name);
                if let Some(parameter) = self.type_parameter(file, name, *scope) {
                    return parameter;
                }
                let value = self.eval_name(file, name, *scope, *at);
                let value = self.instance_of(value);
                if let Some(type_) = self.itself(file, *scope, value.type_) {
                    return Value { type_, ..value };
                }
                if value.type_ != Types::EXTERNAL {
                    return value;
                }
                // A library type that the manifest knows, or its `Self`.
                if self.program.rules(file).own_types.contains(&name) {
                    return Value {
                        type_: Types::SELF,
                        evidence: Provenance::SelfType,
                    };
                }
                self.named_builtin(file, name).unwrap_or(value)
            }
            Expr::Member { object, name } => {
                let receiver = self.eval(file, *object);
                let name = self.name(file, *name);
                let value = self.member(file, receiver, name);
                let value = self.instance_of(value);
                match self.types.get(value.type_) {
                    Type::External | Type::BuiltinMember(..) => {
                        let inner = self.inner_type(file, *object, name);
                        let found = inner.or_else(|| self.named_builtin(file, name));
                        found.unwrap_or(value)
                    }
                    _ => value,
                }
            }
            Expr::Generic { base, arguments } => self.eval_generic(file, *base, arguments),
            Expr::Union(arms) => {
                let mut evidence = Provenance::Scope;
                let mut types = Vec::new();
                for arm in arms {
                    let value = self.eval_type(file, *arm);
                    evidence = evidence.max(value.evidence);
                    types.push(value.type_);
                }
                Value {
                    type_: self.types.union(types),
                    evidence,
                }
            }
            Expr::Tuple(parts) => {
                let parts: Vec<_> = parts
                    .iter()
                    .map(|part| self.eval_type(file, *part).type_)
                    .collect();
                Value::of(self.types.intern(Type::Tuple(parts.into())))
            }
            Expr::ThisType { .. } => Value {
                type_: Types::SELF,
                evidence: Provenance::SelfType,
            },
            Expr::Unwrap(inner) | Expr::Typed(inner) => self.eval_type(file, *inner),
            Expr::Literal(name) => {
                let name = self.name(file, *name);
                Value::of(self.types.intern(Type::Builtin(name, Box::default())))
            }
            Expr::Unknown => Value::of(Types::VOID),
            Expr::Definition(definition) => {
                let value = self.definition_value(file, *definition);
                self.instance_of(value)
            }
            Expr::FunctionType { .. } | Expr::TypeOf(_) => self.eval(file, id),
            _ => {
                let value = self.eval(file, id);
                self.instance_of(value)
            }
        }
    }

    /// A type inside of a library type with arguments (`vector<T>::iterator`).
    fn inner_type(&mut self, file: FileId, object: ExprId, name: NameId) -> Option<Value> {
        let outer = self.eval_type(file, object);
        let type_ = self.builtin_result(file, outer.type_, name, &[]);
        let known = !matches!(self.types.get(type_), Type::External | Type::Opaque);
        known.then_some(Value { type_, ..outer })
    }

    /// A template named without arguments inside of itself, which it then is.
    fn itself(&mut self, file: FileId, scope: ScopeId, type_: TypeId) -> Option<TypeId> {
        let symbol = match self.types.get(type_) {
            Type::Instance(symbol, arguments) if arguments.is_empty() => *symbol,
            _ => return None,
        };
        let parameters = &self.program.definition(symbol).type_parameters;
        if parameters.is_empty() || !self.includes(file) {
            return None;
        }
        let inside = self.enclosing_type(file, scope) == Some(symbol);
        inside.then(|| self.own_instance(symbol))
    }

    fn eval_generic(&mut self, file: FileId, base: ExprId, arguments: &[ExprId]) -> Value {
        let arguments: Vec<_> = arguments
            .iter()
            .map(|argument| self.eval_type(file, *argument).type_)
            .collect();
        if let Some(value) = self.eval_alias(file, base, &arguments) {
            return value;
        }
        let value = self.eval_type(file, base);
        match self.types.get(value.type_).clone() {
            Type::Builtin(name, _) => {
                let container = self.program.rules(file).container(name);
                let (derefs, types) = container.map_or((None, None), |c| (c.derefs, c.types));
                let through = container.map_or(Through::Itself, |c| c.through);
                let at = |position: Option<u32>| {
                    position.and_then(|n| arguments.get(n as usize).copied())
                };
                if let Some(inner) = at(derefs) {
                    let type_ = self.seen_through(file, inner, through);
                    return Value { type_, ..value };
                }
                if let Some(inner) = at(types) {
                    let type_ = match self.types.get(inner) {
                        Type::Instance(symbol, _) => Type::Class(*symbol),
                        _ => Type::External,
                    };
                    return Value {
                        type_: self.types.intern(type_),
                        ..value
                    };
                }
                Value {
                    type_: self.types.intern(Type::Builtin(name, arguments.into())),
                    ..value
                }
            }
            Type::Instance(symbol, _) => Value {
                type_: self.types.intern(Type::Instance(symbol, arguments.into())),
                ..value
            },
            _ => value,
        }
    }

    /// An alias of a type with parameters, filled in.
    fn eval_alias(&mut self, file: FileId, base: ExprId, arguments: &[TypeId]) -> Option<Value> {
        let Expr::Name { name, scope, at } = self.expr(file, base) else {
            return None;
        };
        let name = self.name(file, *name);
        let given = std::mem::replace(&mut self.type_arguments, arguments.len());
        let value = self.eval_name(file, name, *scope, *at);
        self.type_arguments = given;
        let Type::Class(symbol) = *self.types.get(value.type_) else {
            return None;
        };
        if self.program.definition(symbol).kind != Kind::TypeAlias {
            return None;
        }
        let aliased = self.instance_of_class(symbol, value);
        if matches!(self.types.get(aliased.type_), Type::Instance(own, _) if *own == symbol) {
            return None;
        }
        let filled = Type::Instance(symbol, arguments.into());
        let receiver = self.types.intern(filled);
        let type_ = self.substitute(aliased.type_, receiver, None, 4);
        Some(Value { type_, ..aliased })
    }

    /// What a library type makes of its argument.
    fn seen_through(&mut self, file: FileId, inner: TypeId, through: Through) -> TypeId {
        match through {
            Through::Itself => inner,
            Through::Await => self.awaited(file, inner),
            Through::Call => self.call(file, Value::of(inner), &[]).type_,
            Through::Instance => self.instance_of(Value::of(inner)).type_,
        }
    }

    /// The library type called `name`, where the manifest knows it or types are
    /// told apart by their names.
    fn named_builtin(&mut self, file: FileId, name: NameId) -> Option<Value> {
        let rules = self.program.rules(file);
        if rules.container(name).is_none() && !rules.conversions.choose() {
            return None;
        }
        Some(Value::of(
            self.types.intern(Type::Builtin(name, Box::default())),
        ))
    }

    /// The value that an annotation with `value`'s name stands for.
    pub fn instance_of(&mut self, value: Value) -> Value {
        let type_ = match self.types.get(value.type_).clone() {
            Type::Class(symbol) => return self.instance_of_class(symbol, value),
            Type::BuiltinClass(name) => self.types.intern(Type::Builtin(name, Box::default())),
            Type::Union(arms) => {
                let arms: Vec<_> = arms
                    .into_vec()
                    .into_iter()
                    .map(|arm| {
                        self.instance_of(Value {
                            type_: arm,
                            ..value
                        })
                        .type_
                    })
                    .collect();
                self.types.union(arms)
            }
            // A module that is one class (`export =`, `module.exports =`).
            Type::Module(Module::File(_)) => {
                let whole = self.default_value(value).map(|value| value.type_);
                match whole.map(|whole| self.types.get(whole).clone()) {
                    Some(Type::Class(symbol)) => return self.instance_of_class(symbol, value),
                    Some(functions) => self.types.intern(functions),
                    None => value.type_,
                }
            }
            // A variable that holds an alias of a type (`Alias = Union[A, B]`).
            Type::Functions(..) | Type::External | Type::Opaque | Type::Unknown | Type::Void => {
                value.type_
            }
            _ => value.type_,
        };
        Value { type_, ..value }
    }

    /// What a module exports as a whole, where that is a function or a class.
    pub fn default_value(&mut self, module: Value) -> Option<Value> {
        let Type::Module(found) = self.types.get(module.type_).clone() else {
            return None;
        };
        let default = self.program.names.find("default")?;
        let value = self.export(&found, default)?;
        match self.types.get(value.type_) {
            Type::Functions(..) | Type::Class(_) => Some(value.weakened(module.evidence)),
            _ => None,
        }
    }

    fn instance_of_class(&mut self, symbol: SymbolId, value: Value) -> Value {
        let (file, _, definition) = self.program.locate(symbol);
        if definition.kind == Kind::TypeAlias
            && !definition.flags.has(Flags::DISTINCT)
            && let Some(type_) = definition.type_
            && (!matches!(self.expr(file, type_), Expr::Object(_))
                || self.program.all_members(symbol).is_empty())
        {
            let aliased = self.eval_type(file, type_);
            return Value {
                type_: aliased.type_,
                ..value
            };
        }
        Value {
            type_: self.types.instance(symbol),
            ..value
        }
    }

    /// The type parameter called `name` that is in scope.
    fn type_parameter(&mut self, file: FileId, name: NameId, scope: ScopeId) -> Option<Value> {
        let facts = self.program.unit(file).facts;
        let mut scope = scope;
        for _ in 0..facts.scopes.len() {
            if let Some((.., entry)) = self.program.entries(file, scope, name).first() {
                let Entry::Binding(row) = entry else {
                    return None;
                };
                if facts.bindings[*row as usize].kind != BindingKind::TypeParameter {
                    return None;
                }
                let definition = facts.scopes[scope.index()].definition?;
                return self.parameter_value(file, definition, name);
            }
            let row = facts.scopes[scope.index()];
            if row.parent == scope {
                return None;
            }
            scope = row.parent;
        }
        None
    }

    fn parameter_value(
        &mut self,
        file: FileId,
        definition: crate::ids::DefinitionId,
        name: NameId,
    ) -> Option<Value> {
        let program = &self.program;
        let row = &program.unit(file).facts.definitions[definition.index()];
        let position = row
            .type_parameters
            .iter()
            .position(|known| program.unit(file).names[known.index()] == name)?;
        let symbol = program.whole(program.symbol(file, definition));
        let type_ = match (row.kind, row.owner) {
            // An extension's parameter is its owner's at the same place.
            (Kind::Extension | Kind::Method, Some(owner)) => {
                let position = self
                    .argument_position(file, owner, name)
                    .unwrap_or(position);
                match self.owner_type(file, owner) {
                    Some(owner) => Type::Parameter(owner, position as u32),
                    None => Type::Parameter(symbol, position as u32),
                }
            }
            _ => Type::Parameter(symbol, position as u32),
        };
        Some(Value::of(self.types.intern(type_)))
    }

    fn argument_position(&self, file: FileId, owner: ExprId, name: NameId) -> Option<usize> {
        let Expr::Generic { arguments, .. } = self.expr(file, owner) else {
            return None;
        };
        arguments
            .iter()
            .position(|argument| match self.expr(file, *argument) {
                Expr::Name { name: known, .. } => self.name(file, *known) == name,
                _ => false,
            })
    }

    /// The bound of a type parameter.
    pub fn bound(&mut self, symbol: SymbolId, position: u32) -> Value {
        let (file, definition_id, definition) = self.program.locate(symbol);
        let facts = self.program.unit(file).facts;
        let Some(name) = definition.type_parameters.get(position as usize) else {
            return Value::of(Types::OPAQUE);
        };
        let bound = facts.bindings.iter().find(|binding| {
            binding.kind == BindingKind::TypeParameter
                && binding.name == *name
                && facts.scopes[binding.scope.index()].definition == Some(definition_id)
        });
        let own = bound.and_then(|binding| binding.type_);
        let own = own.map(|type_| (file, type_));
        let more = self.bounds.get(&(symbol, position)).cloned();
        let mut types = Vec::new();
        for (file, type_) in own.into_iter().chain(more.unwrap_or_default()) {
            types.push(self.eval_type(file, type_).type_);
        }
        if types.is_empty() {
            // Without a bound it has only what every value has.
            return Value::of(Types::EXTERNAL);
        }
        Value::of(self.types.union(types)).weakened(Provenance::LocalType)
    }

    /// Collects the bounds that the extensions and methods of `file` put on the
    /// parameters of the types they belong to (`impl<T: Bound> Cart<T>`).
    pub fn collect_bounds(&mut self, file: FileId) {
        let facts = self.program.unit(file).facts;
        for binding in &facts.bindings {
            let holder = facts.scopes[binding.scope.index()].definition;
            let holder = holder.map(|id| &facts.definitions[id.index()]);
            if let (BindingKind::TypeParameter, Some(bound)) = (binding.kind, binding.type_)
                && let Some(owner) = holder.and_then(|holder| holder.owner)
                && let Some(symbol) = self.owner_type(file, owner)
            {
                let name = self.name(file, binding.name);
                if let Some(position) = self.argument_position(file, owner, name) {
                    let bounds = self.bounds.entry((symbol, position as u32)).or_default();
                    bounds.push((file, bound));
                }
            }
        }
    }

    /// `type_` with the receiver's type and arguments in place of its own type
    /// and parameters.
    pub fn fill(&mut self, type_: TypeId, receiver: TypeId) -> TypeId {
        self.substitute(type_, receiver, Some(receiver), 4)
    }

    fn substitute(
        &mut self,
        type_: TypeId,
        receiver: TypeId,
        own: Option<TypeId>,
        depth: u32,
    ) -> TypeId {
        if depth == 0 {
            return type_;
        }
        match self.types.get(type_).clone() {
            Type::Own => own.unwrap_or(type_),
            Type::Parameter(owner, position) => {
                self.argument(receiver, owner, position).unwrap_or(type_)
            }
            Type::Builtin(name, arguments) if !arguments.is_empty() => {
                let arguments: Vec<_> = arguments
                    .iter()
                    .map(|argument| self.substitute(*argument, receiver, own, depth - 1))
                    .collect();
                self.types.intern(Type::Builtin(name, arguments.into()))
            }
            Type::Instance(symbol, arguments) if !arguments.is_empty() => {
                let arguments: Vec<_> = arguments
                    .iter()
                    .map(|argument| self.substitute(*argument, receiver, own, depth - 1))
                    .collect();
                self.types.intern(Type::Instance(symbol, arguments.into()))
            }
            Type::Union(arms) => {
                let arms: Vec<_> = arms
                    .iter()
                    .map(|arm| self.substitute(*arm, receiver, own, depth - 1))
                    .collect();
                self.types.union(arms)
            }
            Type::Tuple(parts) => {
                let parts: Vec<_> = parts
                    .iter()
                    .map(|part| self.substitute(*part, receiver, own, depth - 1))
                    .collect();
                self.types.intern(Type::Tuple(parts.into()))
            }
            _ => type_,
        }
    }

    /// The argument that `receiver` has for a parameter of `owner`, which is its
    /// type or a supertype of it.
    fn argument(&mut self, receiver: TypeId, owner: SymbolId, position: u32) -> Option<TypeId> {
        let Type::Instance(symbol, arguments) = self.types.get(receiver).clone() else {
            return None;
        };
        if symbol == owner {
            return arguments.get(position as usize).copied();
        }
        let order = self.order(symbol);
        let base = order.types.iter().find(|base| base.symbol == owner)?;
        let argument = base.arguments.get(position as usize).copied()?;
        match *self.types.get(argument) {
            Type::Parameter(known, n) if known == symbol => arguments.get(n as usize).copied(),
            _ => Some(argument),
        }
    }

    /// `type_` with the type parameters of the function `symbol` inferred from
    /// parameters whose whole type is one of them.
    pub fn fill_parameters(
        &mut self,
        file: FileId,
        type_: TypeId,
        symbol: SymbolId,
        given: &Given<'_>,
    ) -> TypeId {
        let (at, _, definition) = self.program.locate(symbol);
        let explicit = given.explicit;
        if definition.type_parameters.is_empty() {
            return type_;
        }
        let mut inferred: Vec<TypeId> = vec![Types::UNKNOWN; definition.type_parameters.len()];
        for (slot, explicit) in inferred.iter_mut().zip(explicit) {
            *slot = self.eval_type(file, *explicit).type_;
        }
        if let (Some((at, declared)), Some(receiver), []) =
            (self.declared_receiver(symbol), given.receiver, explicit)
        {
            let declared = self.eval_type(at, declared).type_;
            self.infer(file, declared, receiver, symbol, &mut inferred, 3);
        }
        let first = usize::from(self.takes_receiver(symbol, given.receiver));
        let parameters = definition.parameters.iter().skip(first);
        for (parameter, argument) in parameters.zip(given.arguments) {
            let Some(declared) = parameter.type_.filter(|_| explicit.is_empty()) else {
                continue;
            };
            let declared = self.eval_type(at, declared).type_;
            if self.is_generic(declared, 3) {
                let value = self.eval(file, *argument).type_;
                self.infer(file, declared, value, symbol, &mut inferred, 3);
            }
        }
        let receiver = self.types.intern(Type::Instance(symbol, inferred.into()));
        let filled = self.substitute(type_, receiver, None, 4);
        match self.types.get(filled) {
            Type::Parameter(owner, n) if *owner == symbol => {
                let n = *n;
                self.bound(symbol, n).type_
            }
            _ => filled,
        }
    }

    /// Whether `type_` mentions a type parameter, or is a function type, which may.
    fn is_generic(&self, type_: TypeId, depth: u32) -> bool {
        match self.types.get(type_) {
            Type::Parameter(..) | Type::Callable(..) => true,
            Type::Builtin(_, parts) | Type::Instance(_, parts) => {
                depth > 0 && parts.iter().any(|part| self.is_generic(*part, depth - 1))
            }
            Type::Tuple(parts) | Type::Union(parts) => {
                depth > 0 && parts.iter().any(|part| self.is_generic(*part, depth - 1))
            }
            _ => false,
        }
    }

    /// Fills in the parameters of `symbol` that `declared` mentions by holding it
    /// against what was passed.
    fn infer(
        &mut self,
        file: FileId,
        declared: TypeId,
        passed: TypeId,
        symbol: SymbolId,
        inferred: &mut [TypeId],
        depth: u32,
    ) {
        if depth == 0 {
            return;
        }
        match (
            self.types.get(declared).clone(),
            self.types.get(passed).clone(),
        ) {
            (Type::Parameter(owner, n), _) if owner == symbol => {
                if let Some(slot) = inferred.get_mut(n as usize)
                    && *slot == Types::UNKNOWN
                {
                    *slot = passed;
                }
            }
            (Type::Union(arms), _) => {
                for arm in arms {
                    self.infer(file, arm, passed, symbol, inferred, depth - 1);
                }
            }
            (Type::Builtin(name, inner), Type::Builtin(other, given))
                if name == other || self.is_alike(symbol, name, other) =>
            {
                for (inner, given) in inner.iter().zip(&given) {
                    self.infer(file, *inner, *given, symbol, inferred, depth - 1);
                }
            }
            (Type::Instance(own, inner), Type::Instance(other, given)) if own == other => {
                for (inner, given) in inner.iter().zip(&given) {
                    self.infer(file, *inner, *given, symbol, inferred, depth - 1);
                }
            }
            (Type::Callable(at, expr), Type::Functions(..) | Type::Closure(..)) => {
                if let Expr::FunctionType {
                    result: Some(result),
                    ..
                } = self.expr(at, expr)
                {
                    let declared = self.eval_type(at, *result).type_;
                    if self.is_generic(declared, depth) {
                        let result = self.call(file, Value::of(passed), &[]).type_;
                        self.infer(file, declared, result, symbol, inferred, depth - 1);
                    }
                }
            }
            _ => {}
        }
    }
}
