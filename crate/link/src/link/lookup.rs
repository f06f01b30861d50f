//! What a bare name means: lexical scopes, then imports and packages
//! (spec 2.1 step 1). A name bound in a scope never reaches an outer one.

use crate::extract::facts::{Binding, BindingKind, Expr, Flags, ImportKind, Kind, ScopeKind};
use crate::extract::manifest::{ClassScope, Modules};
use crate::ids::{ExprId, FileId, NameId, ScopeId, SymbolId};
use crate::link::evidence::Provenance;
use crate::link::linker::{Linker, Meaning, last_name};
use crate::link::program::Entry;
use crate::link::types::{Module, Type, TypeId, Types, Value};
use crate::sort::Arrange;
use std::borrow::Cow;

/// How deep a pattern may take a parameter apart.
const PARTS: usize = 8;

impl Linker<'_> {
    /// What `name` means at byte `at` of `scope`.
    pub fn eval_name(&mut self, file: FileId, name: NameId, scope: ScopeId, at: u32) -> Value {
        if self.is_message(file, name) {
            return self.message(file, name, scope, at);
        }
        let found = self.lookup(file, name, scope, at);
        if found.is_none()
            && self.includes(file)
            && let Some(type_) = self.completed_elsewhere(file, scope, name)
        {
            return type_;
        }
        found.unwrap_or_else(|| self.unbound(file, name))
    }

    /// Like [`Linker::eval_name`]; none where nothing in the tree binds it.
    pub fn lookup(&mut self, file: FileId, name: NameId, scope: ScopeId, at: u32) -> Option<Value> {
        let mut found = self.lookup_from(file, name, scope, at);
        if found.is_none() && self.program.scoping(file).outer_overloads {
            // What takes another number of arguments is better than nothing.
            self.passed = None;
            found = self.lookup_from(file, name, scope, at);
        }
        if found.is_none_or(|value| self.takes_arguments(value.type_)) {
            return found;
        }
        // The file has one with another number of parameters; others may have the one.
        let mut here = Some(scope);
        while let Some(scope) = here {
            if let Some(value) = self.enclosing_package_value(file, name, scope)
                && self.takes_arguments(value.type_)
            {
                return Some(value);
            }
            let parent = self.program.unit(file).facts.scopes[scope.index()].parent;
            here = (scope.0 != 0).then_some(parent);
        }
        found
    }

    fn lookup_from(
        &mut self,
        file: FileId,
        name: NameId,
        scope: ScopeId,
        at: u32,
    ) -> Option<Value> {
        let facts = self.program.unit(file).facts;
        let class_scope = self.program.scoping(file).class_scope;
        if let Some(value) = self.rust_relative(file, name, scope) {
            return Some(value);
        }
        let mut here = scope;
        let mut in_function = false;
        let included = self.includes(file);
        loop {
            let row = facts.scopes[here.index()];
            // All blocks of a namespace are asked at once.
            let shared = included && self.is_shared(file, here, name);
            let hidden = shared
                || row.kind == ScopeKind::Class && class_scope == ClassScope::Body && in_function;
            if !hidden
                && let Some(value) = self.scope_value(file, name, here, scope, at)
                && !(row.kind == ScopeKind::Class && self.is_uncallable(file, value))
            {
                return Some(value);
            }
            if included {
                let found = match (row.kind, row.definition) {
                    (ScopeKind::Function, Some(id)) => self.in_owner(file, id, name),
                    _ => self.in_space(file, here, name, at),
                };
                if found.is_some() {
                    return found;
                }
            }
            if row.kind == ScopeKind::Class
                && class_scope == ClassScope::Members
                && let Some(definition) = row.definition
            {
                // What stands before the body, such as a supertype, sees no members.
                let body = facts.definitions[definition.index()].body;
                if at >= body.start || body.is_empty() {
                    let symbol = self.program.symbol(file, definition);
                    let symbol = self.owner_or_self(symbol).unwrap_or(symbol);
                    let member = self.implicit_member(symbol, name);
                    let member = member.or_else(|| self.implicit_extension(file, symbol, name));
                    if member.is_some() {
                        return member;
                    }
                }
            }
            // The file's own package comes before imports on demand (JLS 6.4.1).
            if let Some(value) = self.enclosing_package_value(file, name, here) {
                return Some(value);
            }
            if let Some(value) = self.wildcard_value(file, name, here) {
                return Some(value);
            }
            if row.kind == ScopeKind::Function
                && class_scope == ClassScope::Members
                && let Some(value) = self.receiver_member(file, here, name)
            {
                return Some(value);
            }
            in_function |= row.kind == ScopeKind::Function;
            if row.kind == ScopeKind::File {
                break;
            }
            here = row.parent;
        }
        self.package_value(file, name)
            .or_else(|| self.shared_import_value(file, name))
            .or_else(|| self.top_package(file, name))
    }

    /// Whether what `scope` itself says of `name` is only part of what its namespace
    /// does: it binds nothing else of that name.
    fn is_shared(&self, file: FileId, scope: ScopeId, name: NameId) -> bool {
        let entries = self.program.entries(file, scope, name);
        let defines = |entry: &Entry| matches!(entry, Entry::Definition(_));
        self.modules.includes.space(file, scope).is_some()
            && entries.iter().all(|(.., entry)| defines(entry))
    }

    /// What a declaration other than a definition binds `name` to in `scope`.
    pub fn bound_in(&mut self, file: FileId, scope: ScopeId, name: NameId) -> Option<Value> {
        self.scope_value(file, name, scope, scope, u32::MAX)
    }

    /// A name that nothing in the tree binds: a known built-in, or external.
    pub fn unbound(&mut self, file: FileId, name: NameId) -> Value {
        let rules = self.program.rules(file);
        if rules.container(name).is_some() {
            return Value::of(self.types.intern(Type::BuiltinClass(name)));
        }
        if self.includes(file) {
            return self.not_included(file, name);
        }
        // What a CommonJS module offers, named from inside.
        if self.is_ecma(file) && self.program.names.get(name) == "exports" {
            return Value::of(self.types.intern(Type::Module(Module::File(file))));
        }
        let open = self.program.scoping(file).open_names && !rules.builtins.contains(&name);
        Value::of(if open {
            Types::UNKNOWN
        } else {
            Types::EXTERNAL
        })
    }

    /// A member of the receiver of an extension or of an anonymous function whose
    /// scope this is.
    fn receiver_member(&mut self, file: FileId, scope: ScopeId, name: NameId) -> Option<Value> {
        let facts = self.program.unit(file).facts;
        if facts.scopes[scope.index()].definition.is_none() {
            // The function may be the receiver of itself: its name is not one of them.
            let called = std::mem::take(&mut self.called);
            let receiver = self.receiver_in(file, scope);
            self.called = called;
            let receiver = receiver.filter(|_| self.meaning == Meaning::Value)?;
            return match *self.types.get(receiver.type_) {
                Type::Instance(symbol, _) => {
                    self.instance_member(symbol, receiver.type_, receiver, name)
                }
                _ => None,
            };
        }
        let definition = &facts.definitions[facts.scopes[scope.index()].definition?.index()];
        let owner = definition.owner?;
        if !definition.flags.has(Flags::EXTENSION)
            || self.meaning == Meaning::Type
            || self.program.scoping(file).named_receivers
        {
            return None;
        }
        let symbol = self.owner_type(file, owner)?;
        self.implicit_member(symbol, name)
    }

    /// A member of the enclosing type or of its supertypes.
    pub fn implicit_member(&mut self, symbol: SymbolId, name: NameId) -> Option<Value> {
        let instance = self.own_instance(symbol);
        let receiver = Value {
            type_: instance,
            evidence: Provenance::SelfType,
        };
        if self.meaning == Meaning::Type {
            return self.implicit_type(symbol, receiver, name);
        }
        let value = self.instance_member(symbol, instance, receiver, name)?;
        // The name of a type is not its constructor's.
        let makes = |symbol: &SymbolId| {
            let kind = self.program.definition(*symbol).kind;
            matches!(kind, Kind::Constructor | Kind::Destructor)
        };
        match self.types.get(value.type_) {
            Type::Functions(symbols, _) if symbols.iter().all(makes) => None,
            _ => {
                let file = self.program.file_of(symbol);
                (!self.is_uncallable(file, value)).then_some(value)
            }
        }
    }

    /// Whether the name at hand is called and this value cannot be: as a member it
    /// does not hide a function further out.
    fn is_uncallable(&mut self, file: FileId, value: Value) -> bool {
        if let Type::Functions(symbols, receiver) = self.types.get(value.type_) {
            let takes = |symbol: &SymbolId| self.takes_count(*symbol, *receiver, self.passed);
            let outer = self.program.scoping(file).outer_overloads;
            return self.called && outer && !symbols.iter().any(takes);
        }
        let Type::Instance(held, _) = *self.types.get(value.type_) else {
            return false;
        };
        let members = self.program.scoping(file).class_scope == ClassScope::Members;
        members && self.called && self.call_member(file, held, value).is_none()
    }

    /// A type that the enclosing type or a supertype holds: a member of its name
    /// that is none does not hide one further out.
    fn implicit_type(&mut self, symbol: SymbolId, receiver: Value, name: NameId) -> Option<Value> {
        let order = self.order(symbol);
        let mut members = order.types.iter().flat_map(|base| {
            let members = self.program.members(base.symbol, name);
            members.iter().map(|(.., member)| *member)
        });
        let type_ = members.find(|member| self.program.definition(*member).kind.is_type());
        let type_ = type_.or_else(|| self.companion_case(symbol, name))?;
        let type_ = self.symbol_value(self.program.whole(type_)).type_;
        Some(Value { type_, ..receiver })
    }

    /// What the entries of one scope say, if there are any.
    fn scope_value(
        &mut self,
        file: FileId,
        name: NameId,
        scope: ScopeId,
        from: ScopeId,
        at: u32,
    ) -> Option<Value> {
        let entries: Vec<Entry> = self
            .program
            .entries(file, scope, name)
            .iter()
            .map(|(.., entry)| *entry)
            .collect();
        if entries.is_empty() {
            return None;
        }
        let facts = self.program.unit(file).facts;
        let mut bindings = Vec::new();
        let mut symbols = Vec::new();
        let mut imports = Vec::new();
        for entry in entries {
            match entry {
                Entry::Binding(row) => bindings.push(&facts.bindings[row as usize]),
                Entry::Definition(row) => {
                    symbols.push(SymbolId(self.program.unit(file).base + row))
                }
                Entry::Import(row) => imports.push(row),
            }
        }
        if self.program.scoping(file).sequential && at != u32::MAX {
            // What is bound further down hides nothing yet.
            bindings.retain(|binding| {
                let always = [BindingKind::TypeParameter, BindingKind::Narrowing];
                binding.span.end <= at || always.contains(&binding.kind)
            });
            if bindings.is_empty() && symbols.is_empty() && imports.is_empty() {
                return None;
            }
        }
        if self.includes(file) {
            self.keep_asked(file, &mut symbols, at);
            if self.meaning == Meaning::Type && self.program.scoping(file).tags_apart {
                bindings.retain(|binding| binding.kind == BindingKind::TypeParameter);
            }
            if bindings.is_empty() && symbols.is_empty() && imports.is_empty() {
                return None;
            }
        }
        if self.program.scoping(file).companions {
            // Types and values have names of their own.
            let types = self.meaning == Meaning::Type;
            bindings.retain(|binding| (binding.kind == BindingKind::TypeParameter) == types);
            if bindings.is_empty() && symbols.is_empty() && imports.is_empty() {
                return None;
            }
        }
        if self.called && self.program.scoping(file).separate_methods {
            bindings.clear();
            symbols.retain(|symbol| self.program.definition(*symbol).kind.is_callable());
            if symbols.is_empty() && imports.is_empty() {
                return None;
            }
        }
        if self.called && !self.program.scoping(file).call_constructs {
            self.keep_callable(&mut symbols);
        }
        if bindings
            .iter()
            .any(|binding| binding.kind == BindingKind::Outer)
        {
            return None;
        }
        if !symbols.is_empty() && imports.is_empty() {
            // What else is assigned to a variable changes nothing of its
            // declared type.
            let declared = symbols
                .iter()
                .any(|symbol| self.program.definition(*symbol).type_.is_some());
            if bindings.is_empty() || declared {
                let symbols = self.reaching(file, &symbols, from, scope, at);
                if let [symbol] = *symbols
                    && let Some(values) = self.reaching_values(file, symbol, from, at)
                {
                    return Some(self.held_value(symbol, &values));
                }
                return Some(self.symbols_value(&symbols));
            }
            let defined = self.symbols_value(&symbols);
            let value = self.bindings_value(file, &bindings, from, at);
            let type_ = self.types.union([defined.type_, value.type_]);
            return Some(Value { type_, ..value }.weakened(defined.evidence));
        }
        if let Some(value) = self.imports_value(file, &imports, &symbols) {
            return Some(value);
        }
        Some(self.bindings_value(file, &bindings, from, at))
    }

    /// Leaves the functions among `symbols` alone, if there are any: where calling a type
    /// does not construct it, nothing else is called by its name.
    fn keep_callable(&self, symbols: &mut Vec<SymbolId>) {
        let callable = |symbol: &SymbolId| self.program.definition(*symbol).kind.is_callable();
        if symbols.iter().any(callable) {
            symbols.retain(callable);
        }
    }

    fn imports_value(
        &mut self,
        file: FileId,
        imports: &[u32],
        symbols: &[SymbolId],
    ) -> Option<Value> {
        if imports.is_empty() {
            return None;
        }
        let mut values: Vec<Value> = imports
            .iter()
            .map(|row| self.import_value(file, *row))
            .collect();
        // An import with a definition as its fallback (`try: import … except`).
        if !symbols.is_empty() {
            values.push(self.symbols_value(symbols));
        }
        // The same thing imported on several branches: what is found counts.
        let found = values
            .iter()
            .find(|value| !matches!(self.types.get(value.type_), Type::External | Type::Opaque));
        Some(found.copied().unwrap_or(values[0]))
    }

    /// Of several definitions of one name in one scope, those that a use at
    /// `at` can mean: in languages that run top to bottom the last one before
    /// it, unless it stands on another branch.
    fn reaching(
        &self,
        file: FileId,
        symbols: &[SymbolId],
        from: ScopeId,
        scope: ScopeId,
        at: u32,
    ) -> Vec<SymbolId> {
        let scoping = self.program.scoping(file);
        let ordered = scoping.assignment_declares || scoping.sequential;
        if symbols.len() < 2 || !ordered || self.crosses_function(file, from, scope) {
            return symbols.to_vec();
        }
        let before = symbols
            .iter()
            .rev()
            .find(|symbol| self.program.definition(**symbol).span.start < at);
        before.map_or_else(|| symbols.to_vec(), |symbol| vec![*symbol])
    }

    /// Whether a function boundary lies between `from` and `scope`.
    pub fn crosses_function(&self, file: FileId, from: ScopeId, scope: ScopeId) -> bool {
        let facts = self.program.unit(file).facts;
        let mut here = from;
        while here != scope {
            let row = facts.scopes[here.index()];
            if row.kind == ScopeKind::Function {
                return true;
            }
            if row.kind == ScopeKind::File {
                return false;
            }
            here = row.parent;
        }
        false
    }

    /// The value of a local: a declared type, else what reaches `at`.
    pub fn bindings_value(
        &mut self,
        file: FileId,
        bindings: &[&Binding],
        from: ScopeId,
        at: u32,
    ) -> Value {
        let declared =
            |kind| move |binding: &&&Binding| binding.kind == kind && binding.type_.is_some();
        if let Some(binding) = bindings.iter().find(declared(BindingKind::Narrowing)) {
            return self.binding_value(file, binding);
        }
        let sequential = self.program.scoping(file).sequential;
        let reaching = self.reaching_bindings(file, bindings, from, at);
        if !sequential
            && let Some(binding) = bindings.iter().find(|binding| binding.type_.is_some())
            && !reaching
                .iter()
                .any(|binding| binding.type_.is_none() && binding.kind == BindingKind::Assignment)
        {
            return self.binding_value(file, binding);
        }
        let mut types = Vec::new();
        let mut evidence = Provenance::Scope;
        for binding in &reaching {
            let value = self.binding_value(file, binding);
            evidence = evidence.max(value.evidence);
            types.push(if value.type_ == Types::UNKNOWN {
                Types::OPAQUE
            } else {
                value.type_
            });
        }
        let type_ = self.types.union(types);
        if type_ == Types::UNKNOWN || type_ == Types::OPAQUE {
            // A declared type is better than an assignment nobody understands.
            if let Some(binding) = bindings.iter().find(|binding| binding.type_.is_some()) {
                return self.binding_value(file, binding);
            }
            return Value {
                type_: Types::OPAQUE,
                evidence,
            };
        }
        Value { type_, evidence }
    }

    /// The bindings whose value a use at `at` in `from` can see: the last one
    /// that certainly ran, and the uncertain ones after it.
    fn reaching_bindings<'b>(
        &self,
        file: FileId,
        bindings: &[&'b Binding],
        from: ScopeId,
        at: u32,
    ) -> Vec<&'b Binding> {
        if bindings.len() < 2 || self.crosses_function(file, from, bindings[0].scope) {
            return bindings.to_vec();
        }
        let mut before: Vec<&Binding> = bindings
            .iter()
            .copied()
            .filter(|binding| binding.span.end <= at)
            .collect();
        if before.is_empty() {
            return bindings.to_vec();
        }
        before.arrange_by_key(|binding| binding.span.end);
        let certain = before.iter().rposition(|binding| {
            binding.kind != BindingKind::Stored && self.is_around(file, binding.block, from)
        });
        before.split_off(certain.unwrap_or(0))
    }

    /// Whether `outer` is `inner` or around it.
    pub fn is_around(&self, file: FileId, outer: ScopeId, inner: ScopeId) -> bool {
        let facts = self.program.unit(file).facts;
        let mut here = inner;
        loop {
            if here == outer {
                return true;
            }
            let row = facts.scopes[here.index()];
            if row.kind == ScopeKind::File {
                return false;
            }
            here = row.parent;
        }
    }

    fn binding_value(&mut self, file: FileId, binding: &Binding) -> Value {
        if binding.kind == BindingKind::TypeParameter {
            return Value::of(Types::OPAQUE);
        }
        let own = self.own_binding_value(file, binding);
        // A declared function type says that any such function may be passed.
        let declared = matches!(self.types.get(own.type_), Type::Callable(..))
            || (binding.type_.is_some() && !self.is_vague(own.type_));
        if declared {
            return own;
        }
        match self.handed(file, binding) {
            Some(handed) if !self.is_vague(handed.type_) => {
                let type_ = self.types.union([own.type_, handed.type_]);
                Value { type_, ..handed }.weakened(own.evidence)
            }
            _ => own,
        }
    }

    /// What a binding says by itself.
    fn own_binding_value(&mut self, file: FileId, binding: &Binding) -> Value {
        let value = match (binding.type_, binding.value) {
            (Some(type_), value) => {
                let declared = self.eval_type(file, type_);
                match value {
                    Some(value) if self.is_vague(declared.type_) => self.eval(file, value),
                    _ => declared,
                }
            }
            (None, Some(value)) => {
                let bound = self.eval(file, value);
                if bound.evidence == Provenance::SelfType {
                    return bound;
                }
                let is_code = matches!(
                    self.types.get(bound.type_),
                    Type::Functions(..) | Type::Class(_) | Type::Closure(..)
                );
                // A parameter's default says what kind of thing it is, not
                // which function a caller passes, where callers are not known.
                if binding.kind == BindingKind::Parameter
                    && is_code
                    && !self.flow.on
                    && !self.is_passed(file, value)
                {
                    return Value {
                        type_: Types::OPAQUE,
                        ..bound
                    };
                }
                if binding.kind == BindingKind::Parameter && is_code && self.flow.on {
                    return bound.weakened(Provenance::ReturnType);
                }
                bound
            }
            (None, None) => return Value::of(Types::OPAQUE),
        };
        let value = self.unit_value(value);
        // A name for a function or a module is as good as the thing itself.
        match self.types.get(value.type_) {
            Type::Functions(..) | Type::Class(_) | Type::Module(_) if binding.type_.is_none() => {
                value
            }
            Type::Members(held) if self.is_table(*held) => value,
            _ => value.weakened(Provenance::LocalType),
        }
    }

    /// Whether a parameter's value is what a call hands over, or a part of it.
    fn is_passed(&self, file: FileId, value: ExprId) -> bool {
        let mut value = value;
        for _ in 0..PARTS {
            value = match self.expr(file, value) {
                Expr::ClosureParameter { .. } => return true,
                Expr::Member { object, .. } => *object,
                Expr::Position(inner, _) | Expr::Element(inner) => *inner,
                _ => return false,
            };
        }
        false
    }

    fn is_vague(&self, type_: TypeId) -> bool {
        matches!(
            self.types.get(type_),
            Type::Unknown | Type::Void | Type::Opaque
        )
    }

    /// Definitions of one name as one value: functions together, else the last
    /// that is understood.
    pub fn symbols_value(&mut self, symbols: &[SymbolId]) -> Value {
        let symbols = &*self.meant(symbols);
        let functions: Vec<_> = symbols
            .iter()
            .copied()
            .filter(|symbol| self.program.definition(*symbol).kind.is_callable())
            .collect();
        let several = Type::Functions(functions.as_slice().into(), None);
        if functions.len() == symbols.len() {
            return Value::of(self.types.intern(several));
        }
        if symbols.len() == 1 {
            return self.symbol_value(symbols[0]);
        }
        let types: Vec<_> = symbols
            .iter()
            .map(|symbol| self.symbol_value(*symbol).type_)
            .collect();
        let class = types
            .iter()
            .find(|type_| matches!(self.types.get(**type_), Type::Class(_)))
            .copied();
        match class {
            _ if functions.len() > 1 && !class.is_some_and(|class| self.shares_name(class)) => {
                Value::of(self.types.intern(several))
            }
            Some(class) => Value::of(class),
            None => Value::of(self.types.union(types)),
        }
    }

    /// Of definitions of one name those that are asked for: a type and a value
    /// may share one, and several may be parts of one thing (TypeScript).
    fn meant<'s>(&self, symbols: &'s [SymbolId]) -> Cow<'s, [SymbolId]> {
        if symbols.len() < 2 {
            return symbols.into();
        }
        let kind = |symbol: &SymbolId| self.program.definition(*symbol).kind;
        let asked = |symbol: &SymbolId| match self.meaning {
            Meaning::Value => !matches!(kind(symbol), Kind::Interface | Kind::TypeAlias),
            Meaning::Type => kind(symbol).is_type() || kind(symbol) == Kind::Namespace,
        };
        let mut wholes: Vec<SymbolId> = Vec::with_capacity(symbols.len());
        for symbol in symbols {
            let whole = self.program.whole(*symbol);
            if !wholes.contains(&whole) {
                wholes.push(whole);
            }
        }
        if wholes.iter().any(asked) {
            wholes.retain(asked);
        }
        let object =
            |symbol: &SymbolId| self.is_object(*symbol) == (self.meaning == Meaning::Value);
        if wholes.len() > 1 && wholes.iter().any(|symbol| self.is_object(*symbol)) {
            wholes.retain(object);
        }
        // Types of one name that differ in the number of their parameters (C#).
        let fits = |symbol: &SymbolId| {
            let (file, _, definition) = self.program.locate(*symbol);
            self.program.scoping(file).types_by_arity
                && definition.kind.is_type()
                && definition.type_parameters.len() == self.type_arguments
        };
        if wholes.iter().any(fits) {
            wholes.retain(fits);
        }
        wholes.into()
    }

    /// A definition as a value.
    pub fn symbol_value(&mut self, symbol: SymbolId) -> Value {
        let (file, id, definition) = self.program.locate(symbol);
        let kind = definition.kind;
        if kind.is_type() {
            let whole = self.program.whole(symbol);
            return Value::of(self.types.intern(Type::Class(whole)));
        }
        if kind.is_callable() {
            return Value::of(self.types.intern(Type::Functions([symbol].into(), None)));
        }
        match kind {
            Kind::Namespace => {
                let module = self.namespace_module(file, id, symbol);
                Value {
                    type_: self.types.intern(Type::Module(module)),
                    evidence: Provenance::Scope,
                }
            }
            Kind::EnumMember => match self.program.container(symbol) {
                Some(owner) => Value::of(self.types.instance(owner)),
                None => Value::of(Types::OPAQUE),
            },
            _ => self.variable_value(symbol),
        }
    }

    /// The value of a variable, constant, field or property.
    pub fn variable_value(&mut self, symbol: SymbolId) -> Value {
        let (file, _, definition) = self.program.locate(symbol);
        if self.is_table(symbol) {
            return Value::of(self.types.intern(Type::Members(symbol)));
        }
        if let Some(type_) = definition.type_ {
            let value = self.eval_type(file, type_);
            if !self.is_vague(value.type_) {
                return value.weakened(Provenance::LocalType);
            }
        }
        self.held_value(symbol, &definition.values)
    }

    /// The value of a variable that holds one of `values`.
    fn held_value(&mut self, symbol: SymbolId, values: &[ExprId]) -> Value {
        let file = self.program.file_of(symbol);
        let mut types = Vec::new();
        let mut evidence = Provenance::Scope;
        for value in values {
            let value = self.eval(file, *value);
            evidence = evidence.max(value.evidence);
            types.push(if value.type_ == Types::UNKNOWN {
                Types::OPAQUE
            } else {
                value.type_
            });
        }
        let type_ = self.types.union(types);
        match self.types.get(type_) {
            Type::Object(at, _) if self.program.scoping(*at).dict_type.is_empty() => {
                let type_ = self.types.intern(Type::Members(symbol));
                Value { type_, evidence }
            }
            // A variable that holds an anonymous function is called by its name.
            Type::Closure(..) => {
                let type_ = self.types.intern(Type::Functions([symbol].into(), None));
                Value { type_, evidence }
            }
            Type::Unknown => Value {
                type_: Types::OPAQUE,
                evidence,
            },
            Type::Functions(..) | Type::Class(_) | Type::Module(_) => Value { type_, evidence },
            Type::Members(held) if self.is_table(*held) => Value { type_, evidence },
            _ => Value { type_, evidence }.weakened(Provenance::LocalType),
        }
    }

    /// A wildcard import of `scope` that offers `name`.
    fn wildcard_value(&mut self, file: FileId, name: NameId, scope: ScopeId) -> Option<Value> {
        let facts = self.program.unit(file).facts;
        for row in 0..self.program.unit(file).wildcards.len() {
            let row = self.program.unit(file).wildcards[row];
            let import = &facts.imports[row as usize];
            if import.scope != scope || import.reexport && scope.0 == 0 && self.is_ecma(file) {
                continue;
            }
            if let Some(value) = self.wildcard_import_value(file, row, name) {
                return Some(value);
            }
        }
        None
    }

    /// What the wildcard import `row` of `file` brings in as `name`.
    pub fn wildcard_import_value(&mut self, file: FileId, row: u32, name: NameId) -> Option<Value> {
        let import = &self.program.unit(file).facts.imports[row as usize];
        let source = self.name(file, import.source);
        let module = self.module(file, import.scope, source);
        let found = self.wildcard_member(module, name).map(imported_value);
        if found.is_some() || !self.program.rules(file).manifest().packages.clauses {
            return found;
        }
        match self.types.get(module).clone() {
            Type::Module(module) => self.submodule(&module, name),
            _ => None,
        }
    }

    fn is_ecma(&self, file: FileId) -> bool {
        self.program.rules(file).manifest().modules == Modules::Ecma
    }

    /// A member that a wildcard import of `module` brings in.
    pub fn wildcard_member(&mut self, module: TypeId, name: NameId) -> Option<Value> {
        match self.types.get(module).clone() {
            Type::Module(Module::Folder(folder))
                if !self.offers(&Module::Folder(folder.clone()), name) =>
            {
                self.package_object_member(&folder, name)
            }
            Type::Module(module) if !self.offers(&module, name) => None,
            Type::Module(module) => self.export(&module, name),
            Type::Class(symbol) => {
                let class = Value::of(module);
                self.static_member(symbol, class, name)
            }
            _ => None,
        }
    }

    /// Whether a wildcard import of `module` brings in `name`: what the module
    /// lists where it lists anything, else what is not private.
    fn offers(&self, module: &Module, name: NameId) -> bool {
        let file = match module {
            Module::File(file) => *file,
            // Packages below a package are not among its names.
            Module::Folder(folder) => return !self.modules.places(folder, name).is_empty(),
            Module::Namespace(_) | Module::Space(..) => return true,
        };
        let rules = self.program.rules(file).manifest();
        match rules.modules {
            Modules::Python => {}
            Modules::Ecma => return self.is_exported(file, name),
            _ => return true,
        }
        let exports = &self.program.unit(file).facts.exports;
        if !exports.is_empty() {
            return exports
                .iter()
                .any(|export| self.name(file, export.name) == name);
        }
        let text = self.program.names.get(name);
        !text.starts_with(rules.scoping.private_prefix.as_str())
    }

    /// Whether `file` exports what it defines as `name`, where it defines it.
    fn is_exported(&self, file: FileId, name: NameId) -> bool {
        let definitions = &self.program.unit(file).facts.definitions;
        let entries = self.program.entries(file, ScopeId(0), name).iter();
        let mut flags = entries.filter_map(|(.., entry)| match entry {
            Entry::Definition(row) => Some(definitions[*row as usize].flags),
            _ => None,
        });
        let exports = &self.program.unit(file).facts.exports;
        let listed = exports.iter().filter(|export| {
            let value = self.expr(file, export.value);
            last_name(value).is_some_and(|value| self.name(file, value) == name)
        });
        // Under another name only, perhaps.
        let mut listed = listed.map(|export| self.name(file, export.name) == name);
        if let Some(first) = listed.next() {
            return first || listed.any(|same| same);
        }
        let exported = |flags: Flags| flags.has(Flags::EXPORTED);
        flags
            .next()
            .is_none_or(|first| exported(first) || flags.any(exported))
    }

    /// What the import `row` of `file` binds.
    pub fn import_value(&mut self, file: FileId, row: u32) -> Value {
        let facts = self.program.unit(file).facts;
        let import = &facts.imports[row as usize];
        let source = self.name(file, import.source);
        let module = self.module(file, import.scope, source);
        let imported = |type_| Value {
            type_,
            evidence: Provenance::Import,
        };
        match import.kind {
            ImportKind::Module => match import.name {
                // `import a.b` binds `a`.
                Some(name) if name != import.source => {
                    let name = self.name(file, name);
                    imported(self.module(file, import.scope, name))
                }
                _ => imported(module),
            },
            ImportKind::Default => {
                let name = self.program.names.intern("default");
                self.imported_member(file, module, name)
            }
            ImportKind::Named => match import.name {
                Some(name) => {
                    let name = self.name(file, name);
                    self.imported_member(file, module, name)
                }
                None => imported(module),
            },
            ImportKind::Wildcard | ImportKind::SideEffect => imported(Types::OPAQUE),
        }
    }

    fn imported_member(&mut self, file: FileId, module: TypeId, name: NameId) -> Value {
        match self.types.get(module).clone() {
            Type::Module(found) => {
                let value = self.export(&found, name);
                let value = value.or_else(|| self.default_module(file, &found, name));
                // What a package imports of itself is a module in it (`from . import a`).
                let own = found == Module::File(file);
                match value.or_else(|| self.submodule(&found, name).filter(|_| own)) {
                    Some(value) => value.weakened(Provenance::Import),
                    None => Value {
                        type_: Types::OPAQUE,
                        evidence: Provenance::Import,
                    },
                }
            }
            Type::Class(symbol) => {
                let class = Value {
                    type_: module,
                    evidence: Provenance::Import,
                };
                let missing = Value {
                    type_: Types::OPAQUE,
                    evidence: Provenance::Import,
                };
                self.static_member(symbol, class, name)
                    .map_or(missing, imported_value)
            }
            _ => Value {
                type_: Types::EXTERNAL,
                evidence: Provenance::Import,
            },
        }
    }

    /// A default import of a module without a default export is the module.
    fn default_module(&self, file: FileId, module: &Module, name: NameId) -> Option<Value> {
        let is_default = self.program.names.get(name) == "default" && self.is_ecma(file);
        let id = self.types.find(&Type::Module(module.clone()))?;
        is_default.then_some(Value {
            type_: id,
            evidence: Provenance::Import,
        })
    }

    /// Whether the definition may be called or constructed by others.
    #[must_use]
    pub fn is_abstract(&self, symbol: SymbolId) -> bool {
        self.program.definition(symbol).flags.has(Flags::ABSTRACT)
    }
}

/// A value that an import brings in: being reached through a type adds nothing.
pub fn imported_value(value: Value) -> Value {
    let evidence = match value.evidence {
        Provenance::Qualified => Provenance::Import,
        evidence => evidence.max(Provenance::Import),
    };
    Value { evidence, ..value }
}
