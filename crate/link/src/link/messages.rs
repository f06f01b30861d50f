//! Languages in which calls are messages (`messages = true`): a bare name that is no
//! variable is a member of `this`, types and instances answer to members of their
//! own, and types may be opened again, those of the language too.

use crate::extract::facts::{
    Binding, BindingKind, Expr, Flags, InheritanceKind, Kind, Reference, ReferenceKind, ScopeKind,
};
use crate::ids::{FileId, NameId, ScopeId, SymbolId};
use crate::link::evidence::Provenance;
use crate::link::linker::Linker;
use crate::link::packages;
use crate::link::program::Entry;
use crate::link::resolve::Outcome;
use crate::link::types::{Module, Type, TypeId, Types, Value};
use crate::sort::Arrange;

/// Subtypes that are asked for a member a type itself lacks.
const SUBTYPES: usize = 64;
/// Methods of subtypes that a call on the type may mean.
const MEANT: usize = 4;

impl Linker<'_> {
    /// Whether calls are messages in the language of `symbol`.
    #[must_use]
    pub fn has_messages(&self, symbol: SymbolId) -> bool {
        self.program.scoping(self.program.file_of(symbol)).messages
    }

    /// Whether a bare `name` may be a message: constants begin with a capital.
    #[must_use]
    pub fn is_message(&self, file: FileId, name: NameId) -> bool {
        let text = self.program.names.get(name);
        let capital = text.chars().next().is_some_and(char::is_uppercase);
        self.program.scoping(file).messages && (!capital || self.called)
    }

    /// A variable, else what the message yields; where it is passed arguments, the
    /// method it calls.
    pub fn message(&mut self, file: FileId, name: NameId, scope: ScopeId, at: u32) -> Value {
        if self.called {
            return self.addressed(file, name, scope);
        }
        if let Some(value) = self.variable(file, name, scope, at) {
            return value;
        }
        let method = self.addressed(file, name, scope);
        match self.types.get(method.type_) {
            Type::Functions(..) | Type::Class(_) => self.call(file, method, &[]),
            _ => method,
        }
    }

    /// The member of `this` called `name`, else a function outside types.
    fn addressed(&mut self, file: FileId, name: NameId, scope: ScopeId) -> Value {
        self.called = true;
        let this = self.this(file, scope);
        let member = match self.types.get(this.type_) {
            Type::Opaque => None,
            _ => Some(self.member(file, this, name)),
        };
        let answered = |type_: &Type| !matches!(type_, Type::Opaque | Type::External);
        if let Some(value) = member.filter(|value| answered(self.types.get(value.type_))) {
            return value;
        }
        self.global_function(file, name)
            .or(member)
            .unwrap_or_else(|| self.unbound(file, name))
    }

    /// The value of the variable `name`, which belongs to the innermost method.
    fn variable(&mut self, file: FileId, name: NameId, scope: ScopeId, at: u32) -> Option<Value> {
        let facts = self.program.unit(file).facts;
        let mut here = scope;
        loop {
            let row = facts.scopes[here.index()];
            let entries = self.program.entries(file, here, name).iter();
            let bound = entries.filter_map(|(.., entry)| match entry {
                Entry::Binding(row) => Some(&facts.bindings[*row as usize]),
                _ => None,
            });
            let before = |binding: &&Binding| {
                binding.span.start <= at
                    || matches!(
                        binding.kind,
                        BindingKind::Parameter | BindingKind::Narrowing
                    )
            };
            let bound: Vec<_> = bound.filter(before).collect();
            if !bound.is_empty() {
                return Some(self.bindings_value(file, &bound, scope, at));
            }
            let closed = row.kind == ScopeKind::Class
                || row.kind == ScopeKind::Function && row.definition.is_some();
            if closed || row.kind == ScopeKind::File {
                return None;
            }
            here = row.parent;
        }
    }

    /// A function outside types: of the file, else of any.
    fn global_function(&mut self, file: FileId, name: NameId) -> Option<Value> {
        let base = self.program.unit(file).base;
        let entries = self.program.entries(file, ScopeId(0), name).iter();
        let own: Vec<_> = entries
            .filter_map(|(.., entry)| match entry {
                Entry::Definition(row) => Some(SymbolId(base + row)),
                _ => None,
            })
            .filter(|symbol| self.program.definition(*symbol).kind.is_callable())
            .collect();
        if let [.., last] = own[..] {
            return Some(self.symbol_value(last));
        }
        let found = self.top_member(file, name)?;
        let function = matches!(self.types.get(found.type_), Type::Functions(_, None));
        function.then(|| found.weakened(Provenance::Import))
    }

    /// What files bind as `name` outside types and functions.
    fn top_member(&mut self, file: FileId, name: NameId) -> Option<Value> {
        let top = packages::key(self.program.rules(file).manifest(), "");
        if self.modules.places(&top, name).is_empty() {
            return None;
        }
        self.export(&Module::Folder(top.into()), name)
    }

    /// Whether code in `scope` runs for the type rather than for an instance.
    pub fn is_static_code(&self, file: FileId, scope: ScopeId) -> bool {
        if !self.program.scoping(file).messages {
            return false;
        }
        let facts = self.program.unit(file).facts;
        let mut here = scope;
        loop {
            let row = facts.scopes[here.index()];
            if let Some(id) = row.definition {
                let definition = &facts.definitions[id.index()];
                return !definition.kind.is_callable() || definition.flags.has(Flags::STATIC);
            }
            if row.kind == ScopeKind::File {
                return true;
            }
            here = row.parent;
        }
    }

    /// Keeps the members that the receiver answers to: a type its own, an instance
    /// those of instances; constants and types are everybody's.
    pub fn keep_answering(&self, members: &mut Vec<SymbolId>, receiver: Value) {
        let Some(first) = members.first() else { return };
        if !self.has_messages(*first) {
            return;
        }
        let of_type = matches!(self.types.get(receiver.type_), Type::Class(_));
        members.retain(|member| {
            let definition = self.program.definition(*member);
            let constant = definition.kind.is_type() || definition.kind == Kind::Constant;
            constant || definition.flags.has(Flags::STATIC) == of_type
        });
    }

    /// The member `name` of the type `symbol` itself: its own, those lent to it, its
    /// superclass's; at last what every type has, and what makes an instance.
    pub fn type_member(&mut self, symbol: SymbolId, class: Value, name: NameId) -> Option<Value> {
        let order = self.order(symbol);
        let instance = self.types.instance(symbol);
        for base in &order.types {
            let own = std::slice::from_ref(base);
            let found = self.ordered_member(own, instance, class, name);
            let mixed = self.program.definition(base.symbol).kind == Kind::Trait;
            let function =
                |value: Value| matches!(self.types.get(value.type_), Type::Functions(..));
            // A module hands on its constants, not what it answers to itself.
            let hidden = base.symbol != symbol && mixed;
            if found.is_some_and(|found| !hidden || !function(found)) {
                return found;
            }
            if hidden {
                continue;
            }
            for lent in self.lent(base.symbol) {
                let type_ = self.types.instance(lent);
                let receiver = Value { type_, ..class };
                if let Some(found) = self.instance_member(lent, type_, receiver, name) {
                    return Some(found);
                }
            }
        }
        let file = self.program.file_of(symbol);
        let scoping = self.program.scoping(file);
        let makes = scoping.makers.iter();
        if makes
            .into_iter()
            .any(|maker| maker == self.program.names.get(name))
        {
            let type_ = self.types.intern(Type::Class(symbol));
            return Some(Value { type_, ..class });
        }
        None
    }

    /// The types whose members `symbol` itself has.
    fn lent(&mut self, symbol: SymbolId) -> Vec<SymbolId> {
        let mut written = self.program.supertypes(symbol).to_vec();
        for part in self.program.parts(symbol) {
            written.extend(self.program.supertypes(part));
        }
        written.retain(|(.., kind)| *kind == InheritanceKind::Lends);
        let mut lent = Vec::new();
        for (_, file, expr, _) in written.into_iter().rev() {
            let type_ = self.eval_type(file, expr).type_;
            if let Type::Instance(base, _) | Type::Class(base) = *self.types.get(type_) {
                lent.push(base);
            }
        }
        lent
    }

    /// A member that a type of the tree lacks but its subtypes have, or every value.
    pub fn message_member(
        &mut self,
        symbol: SymbolId,
        receiver: Value,
        name: NameId,
    ) -> Option<Value> {
        if !self.has_messages(symbol) {
            return None;
        }
        let file = self.program.file_of(symbol);
        let of_type = matches!(self.types.get(receiver.type_), Type::Class(_));
        let scoping = self.program.scoping(file);
        let metas = scoping.type_roots.iter().filter(|_| of_type);
        let roots: Vec<String> = metas.chain(&scoping.roots).cloned().collect();
        let found = roots
            .iter()
            .find_map(|root| self.root_member(file, root, receiver, name));
        found.or_else(|| self.subtype_member(symbol, receiver, name))
    }

    /// An instance member of the type `root` as the tree opens it again.
    fn root_member(
        &mut self,
        file: FileId,
        root: &str,
        receiver: Value,
        name: NameId,
    ) -> Option<Value> {
        let root = self.program.names.find(root)?;
        let found = self.top_member(file, root)?;
        let Type::Class(root) = *self.types.get(found.type_) else {
            return None;
        };
        let instance = self.types.instance(root);
        let receiver = Value {
            type_: instance,
            ..receiver
        };
        self.instance_member(root, instance, receiver, name)
    }

    /// A member that the tree adds to the language's own type `base`.
    pub fn reopened_member(
        &mut self,
        file: FileId,
        base: NameId,
        receiver: Value,
        name: NameId,
    ) -> Option<Value> {
        let scoping = self.program.scoping(file);
        if !scoping.messages || self.program.named(name).next().is_none() {
            return None;
        }
        let mut roots = scoping.roots.clone();
        roots.insert(0, self.program.names.get(base).to_owned());
        roots
            .iter()
            .find_map(|root| self.root_member(file, root, receiver, name))
    }

    /// Whether `symbol` is a type of the language that the tree only adds to.
    #[must_use]
    pub fn is_reopened(&self, symbol: SymbolId) -> bool {
        let (file, _, definition) = self.program.locate(symbol);
        let name = self.program.name_of(symbol);
        self.has_messages(symbol)
            && definition.container.is_none()
            && self.program.rules(file).container(name).is_some()
    }

    /// Notes the direct subtypes of types.
    pub fn index_subtypes(&mut self) {
        for (subtype, file, expr, kind) in self.program.all_supertypes().to_vec() {
            if matches!(kind, InheritanceKind::Lends | InheritanceKind::Requires) {
                continue;
            }
            // What a type inherits is looked for in what it inherits so far.
            self.order(self.program.whole(subtype));
            let type_ = self.eval_type(file, expr).type_;
            if let Type::Instance(base, _) = *self.types.get(type_) {
                self.subtypes.push((base, self.program.whole(subtype)));
            }
        }
        self.subtypes.arrange();
        self.subtypes.dedup();
    }

    /// The methods that subtypes of `symbol` have as `name` (spec 2.1 step 6).
    fn subtype_member(&mut self, symbol: SymbolId, receiver: Value, name: NameId) -> Option<Value> {
        let of_type = matches!(self.types.get(receiver.type_), Type::Class(_));
        let mut seen = vec![symbol];
        let mut found: Vec<SymbolId> = Vec::new();
        let mut at = 0;
        while let Some(&base) = seen.get(at) {
            at += 1;
            let start = self.subtypes.partition_point(|(known, _)| *known < base);
            let below = self.subtypes[start..].iter();
            let below = below.take_while(|(known, _)| *known == base);
            let below: Vec<_> = below.map(|(_, subtype)| *subtype).collect();
            for subtype in below {
                if seen.contains(&subtype) || seen.len() > SUBTYPES {
                    continue;
                }
                seen.push(subtype);
                let type_ = match of_type {
                    true => self.types.intern(Type::Class(subtype)),
                    false => self.types.instance(subtype),
                };
                let receiver = Value { type_, ..receiver };
                let member = match of_type {
                    true => self.type_member(subtype, receiver, name),
                    false => self.instance_member(subtype, type_, receiver, name),
                };
                if let Some(member) = member
                    && let Type::Functions(symbols, _) = self.types.get(member.type_)
                {
                    for symbol in symbols.iter() {
                        if !found.contains(symbol) {
                            found.push(*symbol);
                        }
                    }
                }
            }
        }
        if found.is_empty() || found.len() > MEANT {
            return None;
        }
        let arms: Vec<TypeId> = found
            .into_iter()
            .map(|symbol| {
                let functions = Type::Functions([symbol].into(), Some(receiver.type_));
                self.types.intern(functions)
            })
            .collect();
        let type_ = self.types.union(arms);
        Some(Value { type_, ..receiver }.weakened(Provenance::Cone))
    }

    /// The method that `super` in the method of `reference` passes its message on
    /// to; none in a constructor.
    pub fn passed_on(
        &mut self,
        file: FileId,
        symbol: SymbolId,
        reference: &Reference,
    ) -> Option<Value> {
        let method = self.program.symbol(file, reference.definition?);
        let definition = self.program.definition(method);
        if !self.has_messages(symbol) || definition.kind == Kind::Constructor {
            return None;
        }
        let name = self.program.name_of(method);
        let evidence = Provenance::SelfType;
        if !definition.flags.has(Flags::STATIC) {
            let order = self.order(symbol);
            let type_ = self.types.instance(symbol);
            let above = &order.types[1.min(order.types.len())..];
            let found = self.ordered_member(above, type_, Value { type_, evidence }, name);
            let absent = match order.open || definition.kind != Kind::Method {
                true => Types::EXTERNAL,
                false => Types::OPAQUE,
            };
            let absent = Value {
                type_: absent,
                evidence,
            };
            return Some(found.unwrap_or(absent));
        }
        let order = self.order(symbol);
        let opaque = Value {
            type_: Types::OPAQUE,
            evidence,
        };
        let classes = order.types.iter().skip(1);
        let mut classes =
            classes.filter(|base| self.program.definition(base.symbol).kind != Kind::Trait);
        let Some(base) = classes.next() else {
            let type_ = Types::EXTERNAL;
            return Some(Value { type_, ..opaque });
        };
        let type_ = self.types.intern(Type::Class(base.symbol));
        self.type_member(base.symbol, Value { type_, evidence }, name)
            .or(Some(opaque))
    }

    /// What a message that only reads comes to: of a variable nothing, of an
    /// attribute that it is mentioned.
    pub fn read_message(
        &mut self,
        file: FileId,
        reference: &Reference,
        value: Value,
    ) -> Option<Outcome> {
        if !self.program.scoping(file).messages || reference.kind != ReferenceKind::Call {
            return None;
        }
        let mut value = value;
        let mut bare = false;
        let (receiver, name) = match self.expr(file, reference.target) {
            Expr::Name { name, scope, at } => {
                let name = self.name(file, *name);
                bare = !self.is_callee(file, reference.target) && self.is_message(file, name);
                if bare && self.variable(file, name, *scope, *at).is_some() {
                    return Some(Outcome::Silent);
                }
                if bare {
                    value = self.addressed(file, name, *scope);
                }
                (self.this(file, *scope), name)
            }
            Expr::Member { object, name } => (self.eval(file, *object), self.name(file, *name)),
            _ => return None,
        };
        let methods = matches!(
            self.types.get(value.type_),
            Type::Functions(..) | Type::Class(_)
        );
        let attribute = match *self.types.get(receiver.type_) {
            Type::Instance(symbol, _) | Type::Class(symbol) if !methods => {
                self.attribute(symbol, name)
            }
            _ => None,
        };
        match attribute {
            Some(member) => {
                let evidence = receiver.evidence.max(value.evidence);
                Some(Outcome::Mention(member, evidence))
            }
            None => bare.then(|| self.call_outcome(file, reference, value)),
        }
    }

    /// The attribute `name` of `symbol`.
    fn attribute(&mut self, symbol: SymbolId, name: NameId) -> Option<SymbolId> {
        let order = self.order(symbol);
        let mut members = order
            .types
            .iter()
            .flat_map(|base| self.program.members(base.symbol, name));
        let (.., member) = *members.next()?;
        let kind = self.program.definition(member).kind;
        matches!(kind, Kind::Property | Kind::Field).then_some(member)
    }
}
