//! Built-in and library types that hold or wrap others, by the manifest's table.

use crate::extract::facts::{Expr, RECEIVER};
use crate::extract::manifest::{Container, Protocols};
use crate::ids::{ExprId, FileId, NameId, SymbolId};
use crate::link::linker::Linker;
use crate::link::types::{Type, TypeId, Types, Value};

impl Linker<'_> {
    fn container_of(&self, file: FileId, type_: TypeId) -> Option<(Container, Box<[TypeId]>)> {
        let Type::Builtin(name, arguments) = self.types.get(type_) else {
            return None;
        };
        let container = self.program.rules(file).container(*name)?;
        Some((container.clone(), arguments.clone()))
    }

    /// A member of an instance of a built-in type.
    pub fn builtin_member(&mut self, file: FileId, receiver: Value, name: NameId) -> Value {
        if let Some((container, own)) = self.container_of(file, receiver.type_)
            && container.open
        {
            let type_ = container.element.and_then(|n| own.get(n as usize).copied());
            let type_ = type_.unwrap_or(Types::OPAQUE);
            return Value { type_, ..receiver };
        }
        let type_ = self.types.intern(Type::BuiltinMember(receiver.type_, name));
        Value { type_, ..receiver }
    }

    /// The built-in type of a literal whose keys are no members (Python).
    pub fn dictionary(&mut self, at: FileId, expr: ExprId) -> Option<TypeId> {
        let name = self.program.scoping(at).dict_type.clone();
        if name.is_empty() {
            return None;
        }
        let Expr::Object(members) = self.expr(at, expr) else {
            return None;
        };
        let values: Vec<_> = members
            .iter()
            .map(|(_, value)| self.eval(at, *value).type_)
            .collect();
        let values = self.types.union(values);
        let name = self.program.names.intern(&name);
        Some(
            self.types
                .intern(Type::Builtin(name, [Types::UNKNOWN, values].into())),
        )
    }

    /// What iterating over a value yields.
    pub fn element(&mut self, file: FileId, type_: TypeId) -> TypeId {
        let type_ = self.made_of(type_).unwrap_or(type_);
        let type_ = self.read_field(file, type_);
        match self.types.get(type_).clone() {
            Type::Object(at, expr) => match self.dictionary(at, expr) {
                Some(type_) => self.element(file, type_),
                None => Types::OPAQUE,
            },
            Type::Builtin(..) => match self.container_of(file, type_) {
                Some((container, arguments)) => self.iterated(&container, &arguments),
                None => Types::EXTERNAL,
            },
            Type::Tuple(parts) => self.types.union(parts.into_vec()),
            Type::Instance(symbol, _)
                if !self.follows(symbol, |protocols| &protocols.iterate)
                    && self.follows(symbol, |protocols| &protocols.next) =>
            {
                let next = self.protocol(file, type_, |protocols| &protocols.next);
                next.map_or(Types::OPAQUE, |next| self.unwrapped(file, next))
            }
            Type::Instance(..) => self
                .protocol(file, type_, |protocols| &protocols.iterate)
                .map_or(Types::OPAQUE, |result| {
                    match self.types.get(result).clone() {
                        Type::Builtin(..) => self.element(file, result),
                        Type::Instance(symbol, _)
                            if self.follows(symbol, |protocols| &protocols.next) =>
                        {
                            let next = self.protocol(file, result, |protocols| &protocols.next);
                            next.map_or(Types::OPAQUE, |next| self.unwrapped(file, next))
                        }
                        Type::Instance(..) if self.program.scoping(file).pointers => {
                            self.unwrapped(file, result)
                        }
                        _ => Types::OPAQUE,
                    }
                }),
            Type::Union(arms) => {
                let arms: Vec<_> = arms.iter().map(|arm| self.element(file, *arm)).collect();
                self.types.union(arms)
            }
            Type::External => Types::EXTERNAL,
            _ => Types::OPAQUE,
        }
    }

    fn iterated(&mut self, container: &Container, arguments: &[TypeId]) -> TypeId {
        let at = |position: Option<u32>| position.and_then(|n| arguments.get(n as usize).copied());
        let element = at(container.element).unwrap_or(Types::OPAQUE);
        let key = at(container.key).unwrap_or(Types::OPAQUE);
        match container.iterates.as_str() {
            "" | "element" => element,
            "key" => key,
            _ => self.entry(container, key, element),
        }
    }

    /// A key with its element: a pair, or an instance of the type the table names.
    fn entry(&mut self, container: &Container, key: TypeId, element: TypeId) -> TypeId {
        match container.iterates.as_str() {
            "" | "element" | "key" | "entry" => {
                self.types.intern(Type::Tuple([key, element].into()))
            }
            name => {
                let name = self.program.names.intern(name);
                self.types
                    .intern(Type::Builtin(name, [key, element].into()))
            }
        }
    }

    /// What stands at a position of a library type that is taken apart into its
    /// arguments, where it is.
    pub fn argument_at(&mut self, file: FileId, type_: TypeId, position: u32) -> Option<TypeId> {
        let (container, arguments) = self.container_of(file, type_)?;
        let argument = arguments.get(position as usize).copied();
        container
            .positions
            .then(|| argument.unwrap_or(Types::OPAQUE))
    }

    /// What indexing a value yields.
    pub fn index(&mut self, file: FileId, type_: TypeId, index: Option<NameId>) -> TypeId {
        let type_ = self.made_of(type_).unwrap_or(type_);
        let type_ = self.read_field(file, type_);
        match self.types.get(type_).clone() {
            Type::Object(at, expr) => self.keyed(at, expr, index),
            Type::Members(symbol) if index.is_some() => self.keyed_member(symbol, index),
            Type::Builtin(base, _) => match self.container_of(file, type_) {
                Some((container, arguments))
                    if container.element == Some(0) && arguments.len() > 2 =>
                {
                    match self.places(index, arguments.len() - 1) {
                        Some((place, None)) => arguments[1 + place],
                        Some((start, Some(end))) => {
                            let parts = arguments[1 + start..1 + end].to_vec();
                            let element = self.types.union(parts.iter().copied());
                            let parts = std::iter::once(element).chain(parts).collect();
                            self.types.intern(Type::Builtin(base, parts))
                        }
                        // Which one is meant shows only at run time.
                        None => Types::OPAQUE,
                    }
                }
                Some(_) if self.slices(index) => type_,
                Some((container, arguments)) => {
                    let position = container
                        .element
                        .and_then(|n| arguments.get(n as usize).copied());
                    position.unwrap_or(Types::OPAQUE)
                }
                None => Types::EXTERNAL,
            },
            Type::Tuple(parts) => match self.places(index, parts.len()) {
                Some((place, None)) => parts[place],
                Some((start, Some(end))) => {
                    let parts = Type::Tuple(parts[start..end].into());
                    self.types.intern(parts)
                }
                None if index.is_some() => Types::OPAQUE,
                None => self.types.union(parts.into_vec()),
            },
            Type::Instance(..) => self
                .protocol(file, type_, |protocols| &protocols.index)
                .unwrap_or(if self.program.scoping(file).pointers {
                    type_
                } else {
                    Types::OPAQUE
                }),
            Type::Union(arms) => {
                let arms: Vec<_> = arms
                    .iter()
                    .map(|arm| self.index(file, *arm, index))
                    .collect();
                self.types.union(arms)
            }
            Type::External => Types::EXTERNAL,
            _ => Types::OPAQUE,
        }
    }

    fn slices(&self, key: Option<NameId>) -> bool {
        key.is_some_and(|key| self.program.names.get(key).contains(':'))
    }

    /// The place that a key means among `count`, or the first and the one behind the
    /// last of a slice.
    fn places(&self, key: Option<NameId>, count: usize) -> Option<(usize, Option<usize>)> {
        let text = self.program.names.get(key?).trim_start_matches('=');
        let Some((start, end)) = text.split_once(':') else {
            let place = text.parse().ok()?;
            return (place < count).then_some((place, None));
        };
        let at = |text: &str, default| match text {
            "" => Some(default),
            text => text.parse::<usize>().ok().map(|at| at.min(count)),
        };
        let (start, end) = (at(start, 0)?, at(end, count)?);
        (start <= end).then_some((start, Some(end)))
    }

    /// The member of an object or dictionary literal that has the key, or one of all
    /// where the key shows only at run time.
    fn keyed(&mut self, at: FileId, expr: ExprId, key: Option<NameId>) -> TypeId {
        let Expr::Object(members) = self.expr(at, expr) else {
            return Types::OPAQUE;
        };
        // Under a key of run time there is what any key may mean.
        let any = self.program.names.find("=");
        let meant = |(name, _): &&(NameId, ExprId)| {
            let name = self.name(at, *name);
            key.is_none_or(|key| name == key || Some(name) == any)
        };
        let values: Vec<_> = members
            .iter()
            .filter(meant)
            .map(|(_, value)| *value)
            .collect();
        let values: Vec<_> = values
            .into_iter()
            .map(|value| self.eval(at, value).type_)
            .collect();
        match self.types.union(values) {
            Types::UNKNOWN => Types::OPAQUE,
            type_ => type_,
        }
    }

    /// The same of an object literal whose functions are definitions.
    fn keyed_member(&mut self, symbol: SymbolId, key: Option<NameId>) -> TypeId {
        let (file, _, definition) = self.program.locate(symbol);
        let members = self.program.all_members(symbol).to_vec();
        let meant = members.iter().filter(|(_, name, _)| Some(*name) == key);
        let meant: Vec<_> = meant.map(|(.., member)| *member).collect();
        let mut types: Vec<_> = meant
            .into_iter()
            .map(|m| self.symbol_value(m).type_)
            .collect();
        for value in &definition.values {
            let value = self.eval(file, *value);
            if let Type::Object(at, expr) = *self.types.get(value.type_) {
                types.push(self.keyed(at, expr, key));
            }
        }
        match self.types.union(types) {
            Types::UNKNOWN => Types::OPAQUE,
            type_ => type_,
        }
    }

    /// What awaiting a value yields.
    pub fn awaited(&mut self, file: FileId, type_: TypeId) -> TypeId {
        let type_ = self.read_field(file, type_);
        match self.types.get(type_).clone() {
            Type::Builtin(..) => match self.container_of(file, type_) {
                Some((container, arguments)) => match container.awaits {
                    Some(n) => arguments.get(n as usize).copied().unwrap_or(Types::OPAQUE),
                    None => type_,
                },
                None => type_,
            },
            Type::Union(arms) => {
                let arms: Vec<_> = arms.iter().map(|arm| self.awaited(file, *arm)).collect();
                self.types.union(arms)
            }
            _ => type_,
        }
    }

    /// What unwrapping an optional or a result yields.
    pub fn unwrapped(&mut self, file: FileId, type_: TypeId) -> TypeId {
        if matches!(self.types.get(type_), Type::Instance(..)) {
            let found = self.protocol(file, type_, |protocols| &protocols.unwrap);
            return found.unwrap_or(type_);
        }
        match self.container_of(file, type_) {
            Some((container, arguments)) => match container.unwraps {
                Some(n) => arguments.get(n as usize).copied().unwrap_or(Types::OPAQUE),
                None => type_,
            },
            None => type_,
        }
    }

    /// What a `with` statement binds.
    pub fn entered(&mut self, file: FileId, type_: TypeId) -> TypeId {
        match self.types.get(type_).clone() {
            Type::Instance(..) => self
                .protocol(file, type_, |protocols| &protocols.enter)
                .unwrap_or(type_),
            // A generator function decorated as a context manager.
            Type::Builtin(..) => self.element(file, type_),
            _ => type_,
        }
    }

    /// What the first member that `names` lists yields when it is called.
    pub fn protocol(
        &mut self,
        file: FileId,
        type_: TypeId,
        names: fn(&Protocols) -> &Vec<String>,
    ) -> Option<TypeId> {
        let names = names(&self.program.rules(file).manifest().protocols).clone();
        for name in &names {
            let Some(name) = self.program.names.find(name) else {
                continue;
            };
            let method = self.member(file, Value::of(type_), name);
            let Type::Functions(symbols, receiver) = self.types.get(method.type_).clone() else {
                continue;
            };
            if self.program.scoping(file).labels {
                // What is passed is not known here.
                let mut results = Vec::with_capacity(symbols.len());
                for symbol in symbols {
                    let result = self.result_of(symbol).type_;
                    results.push(receiver.map_or(result, |of| self.fill(result, of)));
                }
                return Some(self.types.union(results));
            }
            let result = self.call(file, method, &[]).type_;
            return Some(self.awaited(file, result));
        }
        None
    }

    /// What calling the member `name` of a built-in instance yields.
    pub fn builtin_result(
        &mut self,
        file: FileId,
        receiver: TypeId,
        name: NameId,
        arguments: &[ExprId],
    ) -> TypeId {
        let text = self.program.names.get(name).to_owned();
        let (container, own) = self.container_of(file, receiver).unwrap_or_default();
        let universal = &self.program.rules(file).manifest().universal;
        let what = container
            .members
            .get(&text)
            .or_else(|| universal.get(&text));
        match what.cloned() {
            Some(what) => self.described(file, &what, &container, &own, receiver, arguments),
            None => Types::EXTERNAL,
        }
    }

    /// The table of `receiver`'s type or, where that lacks a member, of what every
    /// value has.
    fn holder(
        &mut self,
        file: FileId,
        receiver: TypeId,
        has: impl Fn(&Container) -> bool,
    ) -> Option<(Container, Box<[TypeId]>)> {
        let own = self.container_of(file, receiver);
        own.filter(|(container, _)| has(container)).or_else(|| {
            let rules = self.program.rules(file);
            let top = rules.container(rules.conversions.top?)?;
            has(top).then(|| (top.clone(), Box::default()))
        })
    }

    /// What is read, where that is a member that needs no call.
    pub fn read_field(&mut self, file: FileId, type_: TypeId) -> TypeId {
        match *self.types.get(type_) {
            Type::BuiltinMember(receiver, name) => {
                self.builtin_field(file, receiver, name).unwrap_or(type_)
            }
            _ => type_,
        }
    }

    /// What a member of a built-in instance that is read without a call is.
    pub fn builtin_field(
        &mut self,
        file: FileId,
        receiver: TypeId,
        name: NameId,
    ) -> Option<TypeId> {
        let (container, own) = self.container_of(file, receiver)?;
        let what = container.fields.get(self.program.names.get(name))?;
        Some(self.described(file, what, &container, &own, receiver, &[]))
    }

    /// A member of `instance`, a type of `symbol`, that values have though no type
    /// of the tree spells it.
    pub fn universal_member(
        &mut self,
        symbol: SymbolId,
        instance: TypeId,
        name: NameId,
    ) -> Option<TypeId> {
        let rules = self.program.rules(self.program.file_of(symbol));
        let text = self.program.names.get(name);
        let has = rules.manifest().universal.contains_key(text);
        has.then(|| self.types.intern(Type::BuiltinMember(instance, name)))
    }

    /// Whether built-in types have a member of that name.
    pub fn is_library_member(&self, file: FileId, name: NameId) -> bool {
        let manifest = self.program.rules(file).manifest();
        let text = self.program.names.get(name);
        manifest.universal.contains_key(text)
            || manifest.containers.iter().any(|container| {
                container.members.contains_key(text) || container.closures.contains_key(text)
            })
    }

    /// Reads a description such as `element` or `Array<element>`.
    fn described(
        &mut self,
        file: FileId,
        what: &str,
        container: &Container,
        own: &[TypeId],
        receiver: TypeId,
        arguments: &[ExprId],
    ) -> TypeId {
        if let Some((base, inner)) = what.strip_suffix('>').and_then(|what| what.split_once('<')) {
            let inner = self.described(file, inner, container, own, receiver, arguments);
            let name = self.program.names.intern(base);
            let position = self
                .program
                .rules(file)
                .container(name)
                .map_or(0, |container| {
                    container
                        .element
                        .or(container.unwraps)
                        .or(container.awaits)
                        .unwrap_or(0)
                });
            let mut types = vec![Types::UNKNOWN; position as usize];
            types.push(inner);
            return self.types.intern(Type::Builtin(name, types.into()));
        }
        let at = |position: Option<u32>| {
            position
                .and_then(|n| own.get(n as usize).copied())
                .unwrap_or(Types::OPAQUE)
        };
        match what {
            "self" => receiver,
            "type" => match *self.types.get(receiver) {
                Type::Instance(symbol, _) => self.types.intern(Type::Class(symbol)),
                _ => Types::OPAQUE,
            },
            "element" | "value" => at(container.element.or(container.unwraps)),
            "key" => at(container.key),
            "entry" => {
                let (key, element) = (at(container.key), at(container.element));
                self.entry(container, key, element)
            }
            "unwrapped" => at(container.unwraps),
            "awaited" => at(container.awaits),
            "argument" => match arguments.first() {
                Some(argument) => {
                    let value = self.eval(file, *argument);
                    self.unit_value(value).type_
                }
                None => Types::OPAQUE,
            },
            // What the function passed as the first argument yields, a
            // container of its elements where it yields one itself.
            "listed" | "indexed" | "gathered" => {
                let Some(argument) = arguments.first() else {
                    return Types::OPAQUE;
                };
                if let (Expr::List(_, parts), "gathered") = (self.expr(file, *argument), what) {
                    let parts: Vec<_> = parts
                        .iter()
                        .map(|part| {
                            let part = self.eval(file, *part).type_;
                            self.awaited(file, part)
                        })
                        .collect();
                    return self.types.intern(Type::Tuple(parts.into()));
                }
                let argument = self.eval(file, *argument).type_;
                match what {
                    "listed" => self.element(file, argument),
                    "indexed" => self.index(file, argument, None),
                    _ => {
                        let element = self.element(file, argument);
                        let element = self.awaited(file, element);
                        match *self.types.get(argument) {
                            Type::Builtin(name, _) => {
                                self.types.intern(Type::Builtin(name, [element].into()))
                            }
                            _ => Types::OPAQUE,
                        }
                    }
                }
            }
            "result" | "unlisted" => {
                let result = self.closure_result(file, arguments);
                if what == "unlisted" {
                    self.element(file, result)
                } else {
                    self.awaited(file, result)
                }
            }
            "" => Types::OPAQUE,
            "external" => Types::EXTERNAL,
            name => {
                let name = self.program.names.intern(name);
                self.types.intern(Type::Builtin(name, Box::default()))
            }
        }
    }

    fn closure_result(&mut self, file: FileId, arguments: &[ExprId]) -> TypeId {
        let Some(argument) = arguments.first() else {
            return Types::OPAQUE;
        };
        let function = self.eval(file, *argument);
        match self.types.get(function.type_) {
            Type::Closure(at, expr) => {
                let (at, expr) = (*at, *expr);
                match self.expr(at, expr) {
                    Expr::Function(Some(result)) => self.eval(at, *result).type_,
                    _ => Types::OPAQUE,
                }
            }
            Type::Functions(..) | Type::Class(_) => self.call(file, function, &[]).type_,
            _ => Types::OPAQUE,
        }
    }

    /// What a parameter of a function passed to the member `name` is.
    pub fn builtin_closure(
        &mut self,
        file: FileId,
        receiver: TypeId,
        name: NameId,
        parameter: u32,
    ) -> TypeId {
        let text = self.program.names.get(name).to_owned();
        let has = |container: &Container| match parameter {
            RECEIVER => container.receivers.contains_key(&text),
            _ => container.closures.contains_key(&text),
        };
        let Some((container, own)) = self.holder(file, receiver, has) else {
            return match self.container_of(file, receiver) {
                Some(_) => Types::OPAQUE,
                None => Types::EXTERNAL,
            };
        };
        let what = match parameter {
            RECEIVER => container.receivers.get(&text).cloned(),
            parameter => {
                let parameters = container.closures.get(&text);
                parameters.and_then(|parameters| parameters.get(parameter as usize).cloned())
            }
        };
        match what {
            Some(what) if !what.is_empty() => {
                self.described(file, &what, &container, &own, receiver, &[])
            }
            _ => Types::OPAQUE,
        }
    }
}
