//! What expressions denote (DESIGN 3b): values, calls, members, containers.

use crate::extract::facts::{Expr, Flags, Kind, LAST, RECEIVER, ScopeKind};
use crate::extract::manifest::{Container, Modules as Family};
use crate::ids::{ExprId, FileId, NameId, ScopeId, SymbolId};
use crate::link::annotations::Given;
use crate::link::evidence::Provenance;
use crate::link::linker::Linker;
use crate::link::overloads::Passed;
use crate::link::program::Entry;
use crate::link::types::{Module, Type, TypeId, Types, Value};
use crate::sort::Arrange;

impl Linker<'_> {
    /// Evaluates an expression as a value; [`Linker::eval`] remembers it.
    pub fn eval_expr(&mut self, file: FileId, id: ExprId) -> Value {
        match self.expr(file, id) {
            Expr::Unknown => Value::of(Types::UNKNOWN),
            Expr::Name { .. } | Expr::Member { .. } => {
                let value = self.eval_use(file, id);
                self.read_function(file, id, value)
            }
            Expr::This { scope } => self.this(file, *scope),
            Expr::Super { scope } => match self.enclosing_type(file, *scope) {
                Some(symbol) => Value {
                    type_: self.types.intern(Type::Super(symbol)),
                    evidence: Provenance::SelfType,
                },
                None => Value::of(Types::OPAQUE),
            },
            Expr::ThisType { scope } => match self.enclosing_type(file, *scope) {
                Some(symbol) => Value {
                    type_: self.types.intern(Type::Class(symbol)),
                    evidence: Provenance::SelfType,
                },
                None => Value::of(Types::OPAQUE),
            },
            Expr::Call { callee, arguments } => self.eval_call(file, *callee, arguments),
            Expr::Construct { type_, arguments } => {
                let made = self.eval_construct(file, *type_);
                self.with_held(file, made, arguments)
            }
            Expr::Index(object, index) => {
                let value = self.eval(file, *object);
                // A generic function or type with its type arguments.
                match *self.types.get(value.type_) {
                    Type::Functions(..) => return value,
                    Type::Class(symbol) if self.is_generic_type(symbol) => return value,
                    _ => {}
                }
                let index = index.map(|key| self.name(file, key));
                if let Some(stored) = index.and_then(|key| self.stored_under(file, *object, key)) {
                    return self.derived(stored, stored.type_);
                }
                let type_ = self.index(file, value.type_, index);
                self.derived(value, type_)
            }
            Expr::Await(inner) => {
                let value = self.eval(file, *inner);
                Value {
                    type_: self.awaited(file, value.type_),
                    ..value
                }
            }
            Expr::Element(inner) => {
                let value = self.eval(file, *inner);
                let type_ = self.element(file, value.type_);
                self.derived(value, type_)
            }
            Expr::Enter(inner) => {
                let value = self.eval(file, *inner);
                let type_ = self.entered(file, value.type_);
                self.derived(value, type_)
            }
            Expr::Unwrap(inner) => {
                let value = self.eval(file, *inner);
                Value {
                    type_: self.unwrapped(file, value.type_),
                    ..value
                }
            }
            Expr::Position(inner, position) => self.eval_position(file, *inner, *position),
            Expr::Union(arms) => self.eval_union(file, arms),
            Expr::Typed(type_) => {
                let value = self.eval_type(file, *type_).weakened(Provenance::LocalType);
                match (self.types.get(value.type_), self.expr(file, *type_)) {
                    // `f[T](x)` reads like a conversion to the type `f[T]`.
                    (Type::Functions(..), Expr::Generic { .. }) => {
                        self.eval_call(file, *type_, &[])
                    }
                    _ => value,
                }
            }
            Expr::ClosureParameter {
                call,
                argument,
                parameter,
            } => self.closure_parameter(file, *call, *argument, *parameter),
            Expr::Payload { path, name, whole } => {
                let name = self.name(file, *name);
                self.payload(file, *path, name, *whole)
            }
            Expr::Expected { call, argument } => self.expected(file, *call, *argument),
            Expr::Definition(definition) => self.definition_value(file, *definition),
            Expr::Function(_) => Value::of(self.types.intern(Type::Closure(file, id))),
            Expr::Object(_) => Value::of(self.types.intern(Type::Object(file, id))),
            Expr::Tuple(parts) => {
                let (parts, evidence) = self.eval_parts(file, parts);
                let type_ = self.types.intern(Type::Tuple(parts.into()));
                Value { type_, evidence }
            }
            Expr::List(base, elements) => {
                let base = self.name(file, *base);
                let (elements, evidence) = self.eval_parts(file, elements);
                let pairs = |known: &Container| (known.key, known.element) == (Some(0), Some(1));
                if self.program.rules(file).container(base).is_some_and(pairs) {
                    let at = |n: usize| elements.iter().copied().skip(n).step_by(2);
                    let parts = [self.types.union(at(0)), self.types.union(at(1))];
                    let type_ = self.types.intern(Type::Builtin(base, parts.into()));
                    return Value { type_, evidence };
                }
                let element = self.types.union(elements.iter().copied());
                let mut parts = vec![element];
                // Of several functions it is the place that says which one is meant.
                let is_code = |part: &TypeId| {
                    matches!(self.types.get(*part), Type::Functions(..) | Type::Class(_))
                };
                if elements.len() > 1 && elements.iter().all(is_code) {
                    parts.extend(elements);
                }
                let type_ = self.types.intern(Type::Builtin(base, parts.into()));
                Value { type_, evidence }
            }
            Expr::Literal(name) => {
                let name = self.name(file, *name);
                Value::of(self.types.intern(Type::Builtin(name, Box::default())))
            }
            Expr::Generic { base, .. } => {
                let base = self.eval(file, *base);
                self.instantiated(file, id, base)
            }
            Expr::FunctionType { .. } => Value::of(self.types.intern(Type::Callable(file, id))),
            Expr::TypeOf(inner) | Expr::Named(_, inner) => self.eval(file, *inner),
            Expr::Module(source) => {
                let source = self.name(file, *source);
                let module = Value {
                    type_: self.module(file, ScopeId(0), source),
                    evidence: Provenance::Import,
                };
                self.loaded(file, module)
            }
        }
    }

    /// What a name or member denotes, a function as itself.
    pub fn eval_use(&mut self, file: FileId, id: ExprId) -> Value {
        match self.expr(file, id) {
            Expr::Name { name, scope, at } => {
                let name = self.name(file, *name);
                self.note_called(file, id);
                let value = self.eval_name(file, name, *scope, *at);
                // A library type that is known, though it is imported.
                let known = value.type_ == Types::EXTERNAL;
                if known && self.program.rules(file).container(name).is_some() {
                    let type_ = self.types.intern(Type::BuiltinClass(name));
                    return Value { type_, ..value };
                }
                value
            }
            Expr::Member { object, name } => {
                let receiver = self.eval(file, *object);
                let name = self.name(file, *name);
                self.note_called(file, id);
                self.member(file, receiver, name)
            }
            _ => self.eval(file, id),
        }
    }

    /// What loading a module yields, where that is a value like others.
    fn loaded(&mut self, file: FileId, module: Value) -> Value {
        let Type::Module(Module::File(at)) = *self.types.get(module.type_) else {
            return module;
        };
        if self.program.rules(file).manifest().modules != Family::Paths {
            return module;
        }
        let exports = &self.program.unit(at).facts.exports;
        match exports.last().map(|export| export.value) {
            Some(value) => self.eval(at, value).weakened(module.evidence),
            None => module,
        }
    }

    /// The types of several values and the weakest evidence among them.
    fn eval_parts(&mut self, file: FileId, parts: &[ExprId]) -> (Vec<TypeId>, Provenance) {
        let mut evidence = Provenance::Scope;
        let mut types = Vec::with_capacity(parts.len());
        for part in parts {
            let value = self.eval(file, *part);
            let value = self.unit_value(value);
            evidence = evidence.max(value.evidence);
            types.push(value.type_);
        }
        (types, evidence)
    }

    /// A value got by looking into another one: an instance of a type is no
    /// stronger evidence than a local's type.
    fn derived(&self, from: Value, type_: TypeId) -> Value {
        Value { type_, ..from }.weakened(Provenance::LocalType)
    }

    pub fn this(&mut self, file: FileId, scope: ScopeId) -> Value {
        if let Some(receiver) = self.closure_receiver(file, scope) {
            return receiver;
        }
        let program = &self.program;
        let holder = self.around(file, scope, |symbol| {
            let definition = program.definition(symbol);
            let holds = matches!(
                definition.kind,
                Kind::Variable | Kind::Constant | Kind::Field
            );
            // A function that others put methods on constructs what they are of.
            let constructs =
                definition.kind == Kind::Function && !program.all_members(symbol).is_empty();
            definition.kind.is_type() || program.has_receiver(symbol) || holds || constructs
        });
        let Some(holder) = holder else {
            return Value::of(Types::OPAQUE);
        };
        let definition = self.program.definition(holder);
        let is_function = definition.kind == Kind::Function;
        if definition.owner.is_none() && !definition.kind.is_type() && !is_function {
            let type_ = self.types.intern(Type::Members(holder));
            return Value {
                type_,
                evidence: Provenance::SelfType,
            };
        }
        match self.owner_or_self(holder) {
            Some(symbol) if self.is_static_code(file, scope) => Value {
                type_: self.types.intern(Type::Class(symbol)),
                evidence: Provenance::SelfType,
            },
            Some(symbol) if self.is_table(symbol) => Value {
                type_: self.types.intern(Type::Members(symbol)),
                evidence: Provenance::SelfType,
            },
            Some(symbol) => Value {
                type_: self.own_instance(symbol),
                evidence: Provenance::SelfType,
            },
            // An extension of a library type.
            None => match definition.owner {
                Some(owner) if definition.flags.has(Flags::EXTENSION) => {
                    let file = self.program.file_of(holder);
                    self.eval_type(file, owner).weakened(Provenance::SelfType)
                }
                _ => Value::of(Types::EXTERNAL),
            },
        }
    }

    /// An instance of `symbol` with its own parameters as arguments.
    pub fn own_instance(&mut self, symbol: SymbolId) -> TypeId {
        let count = self.program.definition(symbol).type_parameters.len() as u32;
        let arguments: Vec<_> = (0..count)
            .map(|n| self.types.intern(Type::Parameter(symbol, n)))
            .collect();
        self.types.intern(Type::Instance(symbol, arguments.into()))
    }

    fn eval_union(&mut self, file: FileId, arms: &[ExprId]) -> Value {
        let mut evidence = Provenance::Scope;
        let mut types = Vec::with_capacity(arms.len());
        for arm in arms {
            let value = self.eval(file, *arm);
            evidence = evidence.max(value.evidence);
            types.push(value.type_);
        }
        Value {
            type_: self.types.union(types),
            evidence,
        }
    }

    fn eval_position(&mut self, file: FileId, inner: ExprId, position: u32) -> Value {
        // A list that is taken apart where it is written is as good as a tuple.
        if let Expr::List(_, elements) | Expr::Tuple(elements) = self.expr(file, inner)
            && let Some(element) = elements.get(position as usize)
            && !elements
                .iter()
                .any(|e| matches!(self.expr(file, *e), Expr::Element(_)))
        {
            return self.eval(file, *element);
        }
        let value = self.eval(file, inner);
        let type_ = self.position_of(file, value.type_, position);
        // `v, ok := x.(T)` and `v, ok := m[k]`.
        let checked = position == 0
            && matches!(
                self.expr(file, inner),
                Expr::Typed(_) | Expr::Index(..) | Expr::Element(_)
            );
        match type_ {
            Some(type_) => Value { type_, ..value },
            None if checked => value,
            None => Value {
                type_: Types::OPAQUE,
                ..value
            },
        }
    }

    /// What stands at a position of a value of `type_`, where it has positions.
    fn position_of(&mut self, file: FileId, type_: TypeId, position: u32) -> Option<TypeId> {
        match self.types.get(type_).clone() {
            Type::Tuple(parts) => {
                let from_end = parts.len().checked_sub((LAST - position) as usize + 1);
                let place = match parts.len() > position as usize {
                    true => Some(position as usize),
                    false => from_end,
                };
                let part = place.and_then(|place| parts.get(place).copied());
                Some(part.unwrap_or(Types::UNKNOWN))
            }
            Type::Builtin(..) => match self.argument_at(file, type_, position) {
                Some(argument) => Some(argument),
                None => Some(self.element(file, type_)),
            },
            // A type that declares its constructor is taken apart into its parameters.
            Type::Instance(symbol, _) if !self.program.definition(symbol).parameters.is_empty() => {
                let (at, _, definition) = self.program.locate(symbol);
                let parameter = definition.parameters.get(position as usize)?;
                let declared = self.eval_type(at, parameter.type_?).type_;
                Some(self.fill(declared, type_))
            }
            Type::Instance(symbol, _) if self.is_tuple(symbol) => {
                Some(self.tuple_field(symbol, position))
            }
            Type::External => Some(Types::EXTERNAL),
            Type::Union(arms) => {
                let mut parts = Vec::new();
                for arm in arms {
                    parts.extend(self.position_of(file, arm, position));
                }
                (!parts.is_empty()).then(|| self.types.union(parts))
            }
            _ => None,
        }
    }

    /// Whether a type of the tree is a tuple of its fields.
    fn is_tuple(&self, symbol: SymbolId) -> bool {
        let rules = self.program.rules(self.program.file_of(symbol));
        self.program
            .supertypes(symbol)
            .iter()
            .any(|(_, file, base, _)| {
                let name = crate::link::linker::last_name(self.expr(*file, *base))
                    .map(|name| self.name(*file, name));
                name.is_some_and(|name| rules.tuple_bases.contains(&name))
            })
    }

    /// The type of the n-th field of a tuple type.
    fn tuple_field(&mut self, symbol: SymbolId, position: u32) -> TypeId {
        let mut fields: Vec<_> = self
            .program
            .all_members(symbol)
            .iter()
            .map(|(.., member)| *member)
            .collect();
        fields.retain(|field| self.program.definition(*field).kind == Kind::Field);
        fields.arrange();
        match fields.get(position as usize) {
            Some(field) => self.symbol_value(*field).type_,
            None => Types::OPAQUE,
        }
    }

    fn eval_construct(&mut self, file: FileId, type_: ExprId) -> Value {
        let value = self.eval_type(file, type_);
        if matches!(
            self.expr(file, type_),
            Expr::This { .. } | Expr::ThisType { .. }
        ) {
            return value;
        }
        if self.makes_by_value(file, value.type_, type_) {
            let type_ = Types::OPAQUE;
            return Value { type_, ..value };
        }
        match self.types.get(value.type_).clone() {
            Type::Functions(symbols, _) => {
                // A function used as a constructor.
                let symbol = symbols[0];
                Value {
                    type_: self.types.instance(symbol),
                    ..value
                }
            }
            Type::Super(symbol) => {
                let base = self.order(symbol).types.get(1).map(|base| base.symbol);
                let type_ = base.map_or(Types::OPAQUE, |base| self.types.instance(base));
                Value { type_, ..value }
            }
            _ => value,
        }
        .weakened(Provenance::LocalType)
    }

    fn is_generic_type(&self, symbol: SymbolId) -> bool {
        !self.program.definition(symbol).type_parameters.is_empty()
    }

    /// A container that a literal has made, with the functions that stand in it where its
    /// elements are such.
    fn with_held(&mut self, file: FileId, made: Value, held: &[ExprId]) -> Value {
        let ([held], Type::Builtin(..)) = (held, self.types.get(made.type_)) else {
            return made;
        };
        let element = self.index(file, made.type_, None);
        let element = self.made_of(element).unwrap_or(element);
        if !matches!(self.types.get(element), Type::Callable(..)) {
            return made;
        }
        let held = self.eval(file, *held).type_;
        let type_ = self.types.union([held, made.type_]);
        Value { type_, ..made }
    }

    fn eval_call(&mut self, file: FileId, callee: ExprId, arguments: &[ExprId]) -> Value {
        if let Some(value) = self.eval_container_call(file, callee, arguments) {
            return value;
        }
        if self.continues(file, callee) {
            return self.eval(file, callee);
        }
        if let Some(function) = self.bound_function(file, callee) {
            return function;
        }
        let arguments = match self.calls_through(file, callee) {
            true => &[],
            false => arguments,
        };
        let value = self.eval(file, callee);
        let explicit = match self.expr(file, callee) {
            Expr::Generic { arguments, .. } => arguments.as_slice(),
            _ => &[],
        };
        let result = self.call_with(file, value, explicit, arguments);
        match explicit {
            [type_] if result.type_ == Types::EXTERNAL => self.given(file, *type_, result),
            _ => result,
        }
    }

    /// What is called outside with a type yields it, wrapped as is the custom
    /// of the language (`text.parse::<Boat>()`).
    fn given(&mut self, file: FileId, type_: ExprId, result: Value) -> Value {
        let wrapper = self.program.scoping(file).given_results.clone();
        if wrapper.is_empty() {
            return result;
        }
        let given = self.eval_type(file, type_).type_;
        let wrapper = self.program.names.intern(&wrapper);
        let type_ = self.types.intern(Type::Builtin(wrapper, [given].into()));
        Value { type_, ..result }.weakened(Provenance::ReturnType)
    }

    /// `Some(x)`, `list(xs)`: a call that builds a container.
    fn eval_container_call(
        &mut self,
        file: FileId,
        callee: ExprId,
        arguments: &[ExprId],
    ) -> Option<Value> {
        let (Expr::Name { name, .. } | Expr::Member { name, .. }) = self.expr(file, callee) else {
            return None;
        };
        let name = self.name(file, *name);
        let rules = self.program.rules(file);
        let index = *rules.constructors.get(&name)?;
        let container = rules.manifest().containers.get(index)?;
        // Other members of such names are too many libraries' own.
        if matches!(self.expr(file, callee), Expr::Member { .. }) && container.calls.is_none() {
            return None;
        }
        let base = container
            .names
            .first()
            .and_then(|name| self.program.names.find(name))?;
        let position = container
            .element
            .or(container.unwraps)
            .or(container.derefs)
            .unwrap_or(0) as usize;
        let text = self.program.names.get(name);
        let collects = container.collects.iter().any(|known| known == text);
        let iterated = container.element.is_some() && !collects;
        let deferred = container.deferred;
        let callee = self.eval(file, callee);
        if !matches!(
            self.types.get(callee.type_),
            Type::External | Type::BuiltinClass(_)
        ) {
            return None;
        }
        let argument = match arguments.first() {
            Some(_) if collects => self.eval_union(file, arguments),
            Some(argument) => self.eval(file, *argument),
            None => Value::of(Types::UNKNOWN),
        };
        let argument = match self.types.get(argument.type_) {
            Type::Closure(..) if deferred => self.call(file, argument, &[]),
            _ => argument,
        };
        let value = self.unit_value(argument);
        let held = if iterated {
            self.element(file, value.type_)
        } else {
            value.type_
        };
        let mut types = vec![Types::UNKNOWN; position];
        types.push(held);
        let type_ = self.types.intern(Type::Builtin(base, types.into()));
        Some(Value { type_, ..value })
    }

    /// The result of calling `callee`.
    pub fn call(&mut self, file: FileId, callee: Value, arguments: &[ExprId]) -> Value {
        self.call_with(file, callee, &[], arguments)
    }

    /// The result of calling `callee` with type arguments.
    fn call_with(
        &mut self,
        file: FileId,
        callee: Value,
        explicit: &[ExprId],
        arguments: &[ExprId],
    ) -> Value {
        match self.types.get(callee.type_).clone() {
            Type::Functions(symbols, receiver) => {
                let mut types = Vec::new();
                let mut evidence = callee.evidence.max(Provenance::ReturnType);
                let given = Given {
                    receiver,
                    explicit,
                    arguments,
                };
                for symbol in self.called_overloads(file, &symbols, &given) {
                    let result = self.result_of(symbol);
                    evidence = evidence.max(result.evidence);
                    let type_ = self.fill_parameters(file, result.type_, symbol, &given);
                    types.push(receiver.map_or(type_, |receiver| self.fill(type_, receiver)));
                }
                let type_ = match types.as_slice() {
                    [one] => *one,
                    _ => self.types.union(types),
                };
                let result = Value { type_, evidence };
                match self.passes_on(file, &symbols, arguments.len()) {
                    true => self.call_result(file, result, arguments),
                    false => result,
                }
            }
            Type::Class(symbol) if self.is_object(symbol) => {
                let count = u16::try_from(arguments.len()).ok();
                let called = self.called_object(symbol, callee, count);
                match called.map(|called| (called, self.types.get(called.type_))) {
                    Some((called, Type::Class(_))) => {
                        self.instance_of(called).weakened(Provenance::LocalType)
                    }
                    Some((called, Type::Functions(..))) => {
                        self.call_result(file, called, arguments)
                    }
                    _ => Value {
                        type_: Types::OPAQUE,
                        ..callee
                    },
                }
            }
            Type::Class(symbol) => {
                let given = Given {
                    receiver: None,
                    explicit,
                    arguments,
                };
                let functions = self.called_namesakes(file, symbol, &given);
                if functions.is_empty() {
                    let value = self.instance_of(callee);
                    return value.weakened(Provenance::LocalType);
                }
                let functions = Type::Functions(functions.into(), None);
                let type_ = self.types.intern(functions);
                self.call_with(file, Value { type_, ..callee }, explicit, arguments)
            }
            Type::Super(_) | Type::Unknown => Value {
                type_: Types::UNKNOWN,
                ..callee
            },
            Type::BuiltinMember(receiver, name) => {
                let type_ = self.builtin_result(file, receiver, name, arguments);
                Value { type_, ..callee }.weakened(Provenance::ReturnType)
            }
            Type::BuiltinClass(name) => {
                Value::of(self.types.intern(Type::Builtin(name, Box::default())))
            }
            Type::Closure(at, expr) => match self.expr(at, expr) {
                Expr::Function(Some(result)) => {
                    self.eval(at, *result).weakened(Provenance::ReturnType)
                }
                _ => Value {
                    type_: Types::OPAQUE,
                    ..callee
                },
            },
            Type::Callable(at, expr) => match self.expr(at, expr) {
                Expr::FunctionType {
                    result: Some(result),
                    ..
                } => self.eval_type(at, *result).weakened(Provenance::ReturnType),
                _ => Value {
                    type_: Types::OPAQUE,
                    ..callee
                },
            },
            // A member of an enumeration is called with its payload.
            Type::Instance(symbol, _) if self.program.definition(symbol).kind == Kind::Enum => {
                callee.weakened(Provenance::LocalType)
            }
            // What an attribute holds.
            Type::Instance(symbol, _) if self.has_messages(symbol) => callee,
            Type::Instance(symbol, _) => {
                if let Some(type_) = self.made_of(callee.type_) {
                    let made = Value { type_, ..callee };
                    return self
                        .turn(|linker| linker.call(file, made, arguments))
                        .unwrap_or(Value::of(Types::UNKNOWN));
                }
                let method = self.call_member(file, symbol, callee);
                match method.map(|method| (method, self.types.get(method.type_))) {
                    Some((method, Type::Functions(..))) => self.call(file, method, arguments),
                    _ => Value {
                        type_: Types::OPAQUE,
                        ..callee
                    },
                }
            }
            Type::Union(arms) => {
                let mut types = Vec::new();
                let mut evidence = Provenance::ReturnType;
                for arm in arms {
                    let value = self.call(
                        file,
                        Value {
                            type_: arm,
                            ..callee
                        },
                        arguments,
                    );
                    evidence = evidence.max(value.evidence);
                    types.push(value.type_);
                }
                Value {
                    type_: self.types.union(types),
                    evidence,
                }
            }
            Type::Module(Module::File(_)) => match self.default_value(callee) {
                Some(value) => self.call(file, value, arguments),
                None => Value::of(Types::OPAQUE),
            },
            // A container that is made empty (`[X]()`).
            Type::Builtin(name, held) if self.are_types(&held) => {
                let held = held.iter().map(|type_| {
                    let held = Value {
                        type_: *type_,
                        ..callee
                    };
                    self.instance_of(held).type_
                });
                let held = held.collect();
                let type_ = self.types.intern(Type::Builtin(name, held));
                Value { type_, ..callee }
            }
            Type::Builtin(..) if let Some(held) = self.held_function(file, callee) => {
                self.call(file, held, arguments)
            }
            Type::Builtin(..) => Value {
                type_: self.called_builtin(file, callee.type_, arguments),
                ..callee
            },
            Type::External => callee,
            _ => Value {
                type_: Types::OPAQUE,
                ..callee
            },
        }
    }

    fn are_types(&self, held: &[TypeId]) -> bool {
        let is_type = |type_: &TypeId| {
            let type_ = self.types.get(*type_);
            matches!(type_, Type::Class(_) | Type::BuiltinClass(_))
        };
        !held.is_empty() && held.iter().all(is_type)
    }

    /// What calling an instance of a library type yields, where that is a member.
    fn called_builtin(&mut self, file: FileId, type_: TypeId, arguments: &[ExprId]) -> TypeId {
        let names = &self.program.rules(file).manifest().protocols.call;
        let Some(name) = names.first().cloned() else {
            return Types::EXTERNAL;
        };
        let name = self.program.names.intern(&name);
        self.builtin_result(file, type_, name, arguments)
    }

    /// The member that calling an instance of `symbol` calls.
    pub fn call_member(&mut self, file: FileId, symbol: SymbolId, callee: Value) -> Option<Value> {
        let names = &self.program.rules(file).manifest().protocols.call;
        let name = names
            .first()
            .and_then(|name| self.program.names.find(name))?;
        self.instance_member(symbol, callee.type_, callee, name)
    }

    /// The overloads that a call with `arguments` may mean: one in a language that
    /// does not choose by type, where the first that takes as many will do.
    pub fn called_overloads(
        &mut self,
        file: FileId,
        symbols: &[SymbolId],
        given: &Given<'_>,
    ) -> Vec<SymbolId> {
        if symbols.len() == 1 {
            return symbols.to_vec();
        }
        let (receiver, arguments) = (given.receiver, given.arguments);
        let count = Some(arguments.len());
        if self.program.rules(file).conversions.choose() {
            let passed = Passed {
                file,
                count,
                arguments,
                types: given.explicit.len(),
            };
            return self.overloads(symbols, receiver, &passed);
        }
        let fits = |symbol: &&SymbolId| self.takes_count(**symbol, receiver, count);
        let first = symbols.iter().find(fits).or_else(|| symbols.first());
        first.copied().into_iter().collect()
    }

    /// What calling `symbol` yields: its declared result, or what it returns.
    pub fn compute_result(&mut self, symbol: SymbolId) -> Value {
        let (file, _, definition) = self.program.locate(symbol);
        if !definition.kind.is_callable() {
            let function = self.eval_union(file, &definition.values);
            return self.call(file, function, &[]);
        }
        let container = self.program.container(symbol);
        let makes = definition.kind == Kind::Constructor && self.program.scoping(file).labels;
        let value = match (definition.type_, container) {
            (Some(type_), _) => self.eval_type(file, type_),
            // An initialiser that is called by its name.
            (None, Some(container)) if makes => {
                let made = self.owner_or_self(container).unwrap_or(container);
                Value::of(self.own_instance(made))
            }
            (None, _) => {
                let value = self.eval_union(file, &definition.values);
                self.own_result(symbol, value)
            }
        };
        if definition.flags.has(Flags::ASYNC)
            && !self.yields(file, &definition.values)
            && !self.is_awaitable(file, value.type_)
        {
            let name = self.awaitable(file);
            let type_ = name.map_or(value.type_, |name| {
                self.types.intern(Type::Builtin(name, [value.type_].into()))
            });
            return Value { type_, ..value };
        }
        value
    }

    /// A method that returns its instance yields the type it is called on.
    fn own_result(&mut self, symbol: SymbolId, value: Value) -> Value {
        let Some(container) = self.program.container(symbol) else {
            return value;
        };
        let is_type = self.program.definition(container).kind.is_type();
        if value.evidence != Provenance::SelfType || !is_type {
            return value;
        }
        let Some(container) = self.owner_or_self(container) else {
            return value;
        };
        if value.type_ != self.own_instance(container) {
            return value;
        }
        Value {
            type_: Types::SELF,
            ..value
        }
    }

    /// Whether one of the values is what a generator yields.
    fn yields(&self, file: FileId, values: &[ExprId]) -> bool {
        values.iter().any(|value| match self.expr(file, *value) {
            Expr::List(name, _) => self.program.unit(file).facts.names.get(*name) == "Generator",
            _ => false,
        })
    }

    fn is_awaitable(&self, file: FileId, type_: TypeId) -> bool {
        match self.types.get(type_) {
            Type::Builtin(name, _) => self
                .program
                .rules(file)
                .container(*name)
                .is_some_and(|c| c.awaits.is_some()),
            Type::Unknown | Type::External | Type::Opaque => true,
            _ => false,
        }
    }

    fn awaitable(&self, file: FileId) -> Option<NameId> {
        let manifest = self.program.rules(file).manifest();
        let container = manifest
            .containers
            .iter()
            .find(|container| container.awaits.is_some())?;
        self.program.names.find(container.names.first()?)
    }

    /// What a parameter of a function passed as an argument is.
    fn closure_parameter(
        &mut self,
        file: FileId,
        call: ExprId,
        argument: u32,
        parameter: u32,
    ) -> Value {
        // A call that is the body of a function without parameters of its own.
        let call = match self.expr(file, call) {
            Expr::Function(Some(inner)) => *inner,
            _ => call,
        };
        let Expr::Call { callee, .. } = self.expr(file, call) else {
            // A function that a declared variable holds.
            let function = self.eval_type(file, call);
            return self
                .parameter_of(function, parameter)
                .weakened(function.evidence)
                .weakened(Provenance::LocalType);
        };
        let callee_expr = callee;
        let (callee, argument) = match self.begun(file, *callee) {
            Some((callee, passed)) => (callee, argument + passed as u32),
            None => (self.eval(file, *callee), argument),
        };
        let unknown = Value {
            type_: Types::OPAQUE,
            ..callee
        };
        let called = match self.types.get(callee.type_).clone() {
            Type::Class(symbol) => match self.constructors(symbol) {
                made_by if !made_by.is_empty() => Type::Functions(made_by.into(), None),
                _ => {
                    let given = self.arguments(file, *callee_expr).get(argument as usize);
                    let field = given.and_then(|given| self.given_field(file, symbol, *given));
                    let function = field.unwrap_or(unknown);
                    return self.parameter_of(function, parameter);
                }
            },
            other => other,
        };
        match called {
            Type::External | Type::Builtin(..) | Type::BuiltinClass(..)
                if parameter == RECEIVER =>
            {
                self.given_receiver(file, *callee_expr).unwrap_or(unknown)
            }
            Type::BuiltinMember(receiver, name) => {
                let type_ = self.builtin_closure(file, receiver, name, parameter);
                Value { type_, ..callee }.weakened(Provenance::LocalType)
            }
            Type::Functions(symbols, receiver) => {
                let given = Given {
                    receiver,
                    explicit: &[],
                    arguments: self.arguments(file, *callee_expr),
                };
                let chosen = self.called_overloads(file, &symbols, &given);
                let Some(chosen) = chosen.first().copied() else {
                    return unknown;
                };
                let (at, _, definition) = self.program.locate(chosen);
                let first = usize::from(self.takes_receiver(chosen, receiver));
                let position = argument as usize;
                let place = self.parameter_of_argument(chosen, file, given.arguments, position);
                let Some(type_) = definition
                    .parameters
                    .get(place + first)
                    .and_then(|p| p.type_)
                else {
                    return unknown;
                };
                let function = self.eval_type(at, type_);
                let mut value = self.parameter_of(function, parameter);
                if let Some(receiver) = receiver {
                    value.type_ = self.fill(value.type_, receiver);
                }
                value.weakened(Provenance::LocalType)
            }
            Type::External => Value {
                type_: Types::EXTERNAL,
                ..callee
            },
            _ => unknown,
        }
    }

    /// The method that a function in place of an instance of `symbol` stands for
    /// (JLS 9.8: the one abstract method of an interface).
    pub fn only_method(&self, symbol: SymbolId) -> Option<SymbolId> {
        if self.program.definition(symbol).kind != Kind::Interface {
            return None;
        }
        let members = self
            .program
            .all_members(symbol)
            .iter()
            .map(|(.., member)| *member);
        let mut methods = members
            .filter(|m| self.program.definition(*m).kind.is_callable() && self.is_abstract(*m));
        let only = methods.next()?;
        methods.next().is_none().then_some(only)
    }

    /// What names are looked up in, in a function passed to one from outside.
    fn given_receiver(&mut self, file: FileId, callee: ExprId) -> Option<Value> {
        let name = crate::link::linker::last_name(self.expr(file, callee))?;
        let text = self.program.unit(file).facts.names.get(name);
        let position = *self.program.scoping(file).receiver_calls.get(text)?;
        let argument = *self.arguments(file, callee).get(position)?;
        Some(self.eval(file, argument).weakened(Provenance::LocalType))
    }

    /// The value that names are looked up in, in the innermost anonymous function
    /// around `scope` that has one.
    fn closure_receiver(&mut self, file: FileId, scope: ScopeId) -> Option<Value> {
        let facts = self.program.unit(file).facts;
        let mut here = scope;
        loop {
            let row = facts.scopes[here.index()];
            if let Some(receiver) = self.receiver_in(file, here) {
                return Some(receiver);
            }
            let is_code = matches!(row.kind, ScopeKind::Function | ScopeKind::Block);
            if !is_code || row.definition.is_some() {
                return None;
            }
            here = row.parent;
        }
    }

    /// The value that names are looked up in, in the anonymous function whose scope
    /// this is, where its type is known.
    pub fn receiver_in(&mut self, file: FileId, scope: ScopeId) -> Option<Value> {
        let facts = self.program.unit(file).facts;
        let name = self.program.names.find("this")?;
        let (.., entry) = self.program.entries(file, scope, name).first()?;
        let Entry::Binding(row) = entry else {
            return None;
        };
        let binding = &facts.bindings[*row as usize];
        if let Some(type_) = binding.type_ {
            return Some(self.eval_type(file, type_).weakened(Provenance::LocalType));
        }
        if self.program.scoping(file).receiver_calls.is_empty()
            || facts.scopes[scope.index()].definition.is_some()
        {
            return None;
        }
        let value = self.eval(file, binding.value?);
        match self.types.get(value.type_) {
            Type::Instance(..) | Type::Builtin(..) => Some(value),
            _ => None,
        }
    }

    /// The field that an argument sets by its name, in making a type that declares no
    /// constructor.
    fn given_field(&mut self, file: FileId, symbol: SymbolId, argument: ExprId) -> Option<Value> {
        let Expr::Named(name, _) = self.expr(file, argument) else {
            return None;
        };
        let name = self.name(file, *name);
        let instance = self.own_instance(symbol);
        self.instance_member(symbol, instance, Value::of(instance), name)
    }

    /// What the callee of `call` declares its n-th parameter to be.
    fn expected(&mut self, file: FileId, call: ExprId, argument: u32) -> Value {
        let Expr::Call { callee, arguments } = self.expr(file, call) else {
            return Value::of(Types::OPAQUE);
        };
        let callee = self.eval(file, *callee);
        let unknown = Value {
            type_: Types::OPAQUE,
            ..callee
        };
        let (symbols, receiver) = match self.types.get(callee.type_).clone() {
            Type::Functions(symbols, receiver) => (symbols.into_vec(), receiver),
            Type::Class(symbol) => match self.constructors(symbol) {
                made_by if !made_by.is_empty() => (made_by, None),
                _ => {
                    let given = arguments.get(argument as usize);
                    let field = given.and_then(|given| self.given_field(file, symbol, *given));
                    return field.unwrap_or(unknown);
                }
            },
            // What a container is handed is most often an element.
            Type::BuiltinMember(container, _) => {
                let type_ = self.element(file, container);
                return Value { type_, ..callee }.weakened(Provenance::FieldType);
            }
            _ => return unknown,
        };
        let passed = Passed {
            file,
            count: Some(arguments.len()),
            arguments,
            types: 0,
        };
        let mut types = Vec::new();
        let mut evidence = Provenance::LocalType;
        for chosen in self.labelled(&symbols, &passed) {
            let (at, _, definition) = self.program.locate(chosen);
            let place = self.parameter_of_argument(chosen, file, arguments, argument as usize);
            let declared = definition.parameters.get(place);
            if let Some(type_) = declared.and_then(|parameter| parameter.type_) {
                let value = self.eval_type(at, type_);
                evidence = evidence.max(value.evidence);
                types.push(receiver.map_or(value.type_, |of| self.fill(value.type_, of)));
            }
            // Elsewhere the first is taken for all.
            if types.is_empty() || !self.program.scoping(file).labels {
                break;
            }
        }
        match types.is_empty() {
            true => unknown,
            false => Value {
                type_: self.types.union(types),
                evidence,
            },
        }
    }

    /// The n-th parameter of a value of a function type.
    fn parameter_of(&mut self, function: Value, parameter: u32) -> Value {
        let arms = match self.types.get(function.type_).clone() {
            Type::Union(arms) => arms.into_vec(),
            _ => vec![function.type_],
        };
        for arm in arms {
            if let Type::Callable(at, expr) = *self.types.get(arm)
                && let Expr::FunctionType {
                    parameters,
                    receiver,
                    ..
                } = self.expr(at, expr)
                && let Some(type_) = match parameter {
                    RECEIVER => receiver.as_ref(),
                    parameter => parameters.get(parameter as usize),
                }
            {
                return self.eval_type(at, *type_);
            }
            let (method, receiver) = match self.types.get(arm) {
                Type::Instance(symbol, _) => (self.only_method(*symbol), Some(arm)),
                Type::Functions(symbols, receiver) => (symbols.first().copied(), *receiver),
                _ => continue,
            };
            let Some(method) = method else { continue };
            let (at, _, definition) = self.program.locate(method);
            let declared = definition.parameters.get(parameter as usize);
            if let Some(type_) = declared.and_then(|parameter| parameter.type_) {
                let value = self.eval_type(at, type_);
                let receiver = receiver.unwrap_or(Types::UNKNOWN);
                return Value {
                    type_: self.fill(value.type_, receiver),
                    ..value
                };
            }
        }
        Value {
            type_: Types::OPAQUE,
            ..function
        }
    }
}
