//! What a member name means on a receiver: members of types through their
//! supertypes, of modules, of literals (spec 2.1 steps 2 to 5).

use crate::extract::facts::{Expr, Flags, InheritanceKind, Kind};
use crate::ids::{ExprId, FileId, NameId, SymbolId};
use crate::link::evidence::Provenance;
use crate::link::linker::Linker;
use crate::link::program::range;
use crate::link::types::{Type, TypeId, Types, Value};
use crate::sort::Arrange;
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// How many supertypes are followed.
const SUPERTYPES: usize = 64;

/// A type in a resolution order, with its arguments in terms of the
/// parameters of the type that the order is of.
#[derive(Clone, Debug)]
pub struct Base {
    /// The type.
    pub symbol: SymbolId,
    /// Its arguments.
    pub arguments: Box<[TypeId]>,
    /// How it is inherited; the type itself counts as extending.
    pub kind: InheritanceKind,
}

/// The order in which members of a type are looked up.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// The type itself first.
    pub types: Vec<Base>,
    /// What comes before it.
    pub before: Vec<Base>,
    /// Whether a supertype is not in the tree.
    pub open: bool,
    /// The supertypes that are not in the tree and have a name.
    pub outside: Vec<NameId>,
}

/// The supertypes that a type names.
struct Bases {
    /// Those of the tree, in the order in which they are asked.
    types: Vec<Base>,
    /// How many of them come before the first that is not in the tree; none where all are.
    certain: Option<usize>,
    /// Those that are not in the tree and have a name.
    outside: Vec<NameId>,
}

impl Linker<'_> {
    /// The member `name` of `receiver`, or a function that is called like one.
    pub fn member(&mut self, file: FileId, receiver: Value, name: NameId) -> Value {
        let unknown = Value {
            type_: Types::UNKNOWN,
            ..receiver
        };
        self.turn(|linker| linker.member_of(file, receiver, name))
            .unwrap_or(unknown)
    }

    fn member_of(&mut self, file: FileId, receiver: Value, name: NameId) -> Value {
        let value = self.declared_member(file, receiver, name);
        let value = self.without_extensions(value);
        let lacks = match self.types.get(receiver.type_) {
            Type::Instance(..) | Type::Parameter(..) => {
                matches!(self.types.get(value.type_), Type::External | Type::Opaque)
            }
            Type::Builtin(..) => !self.knows(file, receiver.type_, name),
            _ => false,
        };
        if lacks && let Some(value) = self.promised(file, receiver, name) {
            return value;
        }
        if !self.program.has_extensions() {
            return value;
        }
        match self.types.get(value.type_) {
            Type::External | Type::Opaque | Type::BuiltinMember(..) => {
                self.extension(file, receiver, name).unwrap_or(value)
            }
            _ => value,
        }
    }

    /// Functions that a type holds and that are called on values of another one are
    /// not called on its own.
    fn without_extensions(&mut self, value: Value) -> Value {
        let Type::Functions(symbols, receiver) = self.types.get(value.type_) else {
            return value;
        };
        let is_own = |symbol: &SymbolId| {
            let (file, _, definition) = self.program.locate(*symbol);
            let holder = self.program.container(*symbol);
            definition.owner.is_none()
                || !definition.flags.has(Flags::EXTENSION)
                || self.program.scoping(file).named_receivers
                || !holder.is_some_and(|holder| self.program.definition(holder).kind.is_type())
        };
        if symbols.iter().all(is_own) {
            return value;
        }
        let own: Vec<_> = symbols.iter().copied().filter(is_own).collect();
        let type_ = match own.is_empty() {
            true => Types::OPAQUE,
            false => {
                let own = Type::Functions(own.into(), *receiver);
                self.types.intern(own)
            }
        };
        Value { type_, ..value }
    }

    fn declared_member(&mut self, file: FileId, receiver: Value, name: NameId) -> Value {
        let opaque = Value {
            type_: Types::OPAQUE,
            ..receiver
        };
        match self.types.get(receiver.type_).clone() {
            Type::Unknown => Value {
                type_: Types::UNKNOWN,
                ..receiver
            },
            Type::External => Value {
                type_: Types::EXTERNAL,
                ..receiver
            },
            Type::Opaque | Type::Void | Type::Own => Value {
                type_: Types::UNKNOWN,
                ..receiver
            },
            Type::Builtin(base, _) => self
                .reopened_member(file, base, receiver, name)
                .unwrap_or_else(|| self.builtin_member(file, receiver, name)),
            Type::BuiltinClass(base) => {
                let instance = self.types.intern(Type::Builtin(base, Box::default()));
                let type_ = self.types.intern(Type::BuiltinMember(instance, name));
                Value { type_, ..receiver }
            }
            Type::BuiltinMember(..) => {
                let type_ = self.read_field(file, receiver.type_);
                if type_ == receiver.type_ {
                    let type_ = Types::EXTERNAL;
                    return Value { type_, ..receiver };
                }
                let read = Value { type_, ..receiver };
                self.member(file, read.weakened(Provenance::FieldType), name)
            }
            Type::Instance(symbol, _) => {
                let found = self.instance_member(symbol, receiver.type_, receiver, name);
                match found.or_else(|| self.made_member(file, receiver, name)) {
                    Some(value) => value,
                    None => self.missing(symbol, receiver, name),
                }
            }
            Type::Class(symbol) => {
                let found = self.static_member(symbol, receiver, name);
                let found = found.or_else(|| self.package_of_name(symbol, receiver, name));
                let found = found.or_else(|| self.constructed_member(file, symbol, receiver, name));
                found.unwrap_or_else(|| self.missing(symbol, receiver, name))
            }
            Type::Super(symbol) => {
                let order = self.order(symbol);
                let instance = self.own_instance(symbol);
                let order = &order.types[1.min(order.types.len())..];
                let found = self.ordered_member(order, instance, receiver, name);
                found.unwrap_or_else(|| self.missing(symbol, receiver, name))
            }
            Type::Functions(symbols, None) => {
                let qualified = receiver.weakened(Provenance::Qualified);
                let found = self.own_member(symbols[0], qualified, name);
                found.unwrap_or_else(|| self.function_member(file, receiver, name))
            }
            Type::Module(module) => match self.export(&module, name) {
                Some(value) => value
                    .weakened(receiver.evidence)
                    .weakened(Provenance::Qualified),
                // The unnamed package is where the language's own names are too.
                None if module.is_unnamed() => Value {
                    type_: Types::EXTERNAL,
                    ..receiver
                },
                None => self
                    .default_member(file, &module, receiver, name)
                    .unwrap_or(opaque),
            },
            Type::Union(arms) => self.union_member(file, &arms, receiver, name),
            Type::Tuple(parts) => {
                let text = self.program.names.get(name);
                let mut fields = self.program.scoping(file).tuple_fields.iter();
                let position = fields.position(|field| field == text);
                let position = position.or_else(|| text.parse().ok());
                let part = position.and_then(|position| parts.get(position).copied());
                Value {
                    type_: part.unwrap_or(Types::EXTERNAL),
                    ..receiver
                }
            }
            Type::Object(at, expr) => match self.dictionary(at, expr) {
                Some(type_) => self.builtin_member(file, Value { type_, ..receiver }, name),
                None => self
                    .object_member(at, expr, receiver, name)
                    .unwrap_or(opaque),
            },
            Type::Members(symbol) => self
                .variable_member(symbol, receiver, name)
                .unwrap_or(opaque),
            Type::Parameter(symbol, position) => {
                let bound = self.bound(symbol, position);
                let type_ = bound.type_;
                self.member(
                    file,
                    Value {
                        type_,
                        evidence: bound.evidence.max(receiver.evidence),
                    },
                    name,
                )
            }
            Type::Functions(..) | Type::Closure(..) | Type::Callable(..) => {
                self.function_member(file, receiver, name)
            }
        }
    }

    /// A member that a known type lacks: inherited from outside the tree where
    /// it has such a supertype or nothing in the tree has that name, else added
    /// in a way that is not seen.
    fn missing(&mut self, symbol: SymbolId, receiver: Value, name: NameId) -> Value {
        // Members that the tree does not spell out, every enumeration has.
        let is_enum = self.program.definition(symbol).kind == Kind::Enum;
        if let Type::Instance(..) = self.types.get(receiver.type_)
            && let Some(value) = self.cone(symbol, receiver, name)
        {
            return value;
        }
        if let Type::Instance(..) = self.types.get(receiver.type_)
            && let Some(value) = self.reached(symbol, receiver, name)
        {
            return value;
        }
        let nowhere = self.program.named(name).next().is_none();
        let instance = self.instance_of(receiver).type_;
        if let Some(type_) = self.universal_member(symbol, instance, name) {
            return Value { type_, ..receiver };
        }
        if !nowhere && let Some(value) = self.message_member(symbol, receiver, name) {
            return value;
        }
        let type_ = if is_enum || nowhere || self.order(symbol).open {
            Types::EXTERNAL
        } else {
            Types::OPAQUE
        };
        Value { type_, ..receiver }
    }

    /// The member `name` of the subtypes of `symbol`, all of whose supertypes are in the
    /// tree: what an instance that lacks it may be (spec 2.1 step 6).
    fn cone(&mut self, symbol: SymbolId, receiver: Value, name: NameId) -> Option<Value> {
        if self.order(symbol).open || self.has_messages(symbol) {
            return None;
        }
        let mut cone = vec![symbol];
        let mut types = Vec::new();
        let mut at = 0;
        while let Some(&base) = cone.get(at) {
            at += 1;
            for (_, subtype) in range(&self.subtypes, |(known, _)| known.cmp(&base)) {
                if !cone.contains(subtype) && cone.len() < SUPERTYPES {
                    cone.push(*subtype);
                }
            }
            let members = self.nearest_members(base, name);
            if !members.is_empty() {
                let instance = self.own_instance(base);
                types.push(self.members_value(&members, instance, receiver).type_);
            }
        }
        let type_ = self.types.union(types);
        let known = !matches!(self.types.get(type_), Type::Unknown | Type::Opaque);
        known.then(|| Value { type_, ..receiver }.weakened(Provenance::Cone))
    }

    fn union_member(
        &mut self,
        file: FileId,
        arms: &[TypeId],
        receiver: Value,
        name: NameId,
    ) -> Value {
        let mut types = Vec::new();
        let mut evidence = receiver.evidence;
        let mut outside = true;
        for arm in arms {
            let value = self.member(
                file,
                Value {
                    type_: *arm,
                    ..receiver
                },
                name,
            );
            outside &= value.type_ == Types::EXTERNAL;
            if !matches!(
                self.types.get(value.type_),
                Type::External | Type::Opaque | Type::Unknown
            ) {
                evidence = evidence.max(value.evidence);
                types.push(value.type_);
            }
        }
        if types.is_empty() {
            let type_ = if outside {
                Types::EXTERNAL
            } else {
                Types::OPAQUE
            };
            return Value { type_, ..receiver };
        }
        Value {
            type_: self.types.union(types),
            evidence,
        }
    }

    /// The member `name` of an instance of `symbol`.
    pub fn instance_member(
        &mut self,
        symbol: SymbolId,
        instance: TypeId,
        receiver: Value,
        name: NameId,
    ) -> Option<Value> {
        let order = self.order(symbol);
        let before = self.ordered_member(&order.before, instance, receiver, name);
        let found = before.or_else(|| self.ordered_member(&order.types, instance, receiver, name));
        found.or_else(|| {
            let case = self.companion_case(symbol, name)?;
            Some(self.members_value(&[case], instance, receiver))
        })
    }

    pub fn ordered_member(
        &mut self,
        order: &[Base],
        instance: TypeId,
        receiver: Value,
        name: NameId,
    ) -> Option<Value> {
        let mut inherited: Option<Value> = None;
        for (row, base) in order.iter().enumerate() {
            let mut members = self.nearest_members(base.symbol, name);
            self.keep_answering(&mut members, receiver);
            if members.is_empty() {
                continue;
            }
            let value = self.members_value(&members, instance, receiver);
            if self.inherits_overloads(base.symbol)
                && let Type::Functions(own, _) = self.types.get(value.type_).clone()
            {
                let mut found = if row == 0 { own.to_vec() } else { Vec::new() };
                for base in &order[row.max(1)..] {
                    self.add_inherited(&mut found, base, instance, name);
                }
                if found.is_empty() {
                    continue;
                }
                let found = Type::Functions(found.into(), Some(instance));
                let type_ = self.types.intern(found);
                return Some(Value { type_, ..value });
            }
            // A declaration without a body gives way to a body further up.
            let gives_way = base.kind == InheritanceKind::Implements || {
                let home = self.program.file_of(base.symbol);
                self.program.scoping(home).last_first
            };
            if members.iter().all(|member| self.is_abstract(*member)) && gives_way {
                inherited = inherited.or(Some(value));
                continue;
            }
            return Some(value);
        }
        inherited
    }

    /// The members called `name` of `symbol`; those of its own before those that an
    /// extension gives it for an interface (Rust: inherent before trait methods).
    fn nearest_members(&self, symbol: SymbolId, name: NameId) -> Vec<SymbolId> {
        let members = self.program.members(symbol, name).iter();
        let members: Vec<_> = members.map(|(.., member)| *member).collect();
        let promised = |member: &SymbolId| {
            let holder = self.program.container(*member);
            holder.is_some_and(|holder| self.program.definition(holder).implements.is_some())
        };
        let own = members.iter().filter(|member| !promised(member));
        let own: Vec<_> = own.copied().collect();
        if own.is_empty() { members } else { own }
    }

    /// Whether overloads of supertypes stand beside those of `symbol`.
    pub fn inherits_overloads(&self, symbol: SymbolId) -> bool {
        let rules = self.program.rules(self.program.file_of(symbol));
        rules.conversions.inherited
    }

    /// Members of one name as one value.
    fn members_value(&mut self, members: &[SymbolId], instance: TypeId, receiver: Value) -> Value {
        // A field and a method of one name: a call means the method.
        let callable = |m: &&SymbolId| self.program.definition(**m).kind.is_callable();
        let (methods, others): (Vec<_>, Vec<_>) = members.iter().partition(callable);
        let mixed = !methods.is_empty() && !others.is_empty();
        let members: &[SymbolId] = match (mixed, self.called) {
            (true, true) => &methods,
            (true, false) => &others,
            (false, _) => members,
        };
        let first = self.program.definition(members[0]);
        let mut read = members.iter().copied();
        if let Some(read) = read.find(|m| self.program.definition(*m).flags.has(Flags::ACCESSOR)) {
            let result = self.result_of(read);
            let type_ = self.fill(result.type_, instance);
            return Value { type_, ..result }
                .weakened(receiver.evidence)
                .weakened(Provenance::FieldType);
        }
        if first.kind.is_callable() {
            let functions: Vec<_> = members
                .iter()
                .copied()
                .filter(|m| self.program.definition(*m).kind.is_callable())
                .collect();
            let type_ = self
                .types
                .intern(Type::Functions(functions.into(), Some(instance)));
            return Value { type_, ..receiver };
        }
        let value = self.symbol_value(members[0]);
        let type_ = self.fill(value.type_, instance);
        let value = Value { type_, ..value }.weakened(receiver.evidence);
        if first.kind.is_type() || first.kind == Kind::EnumMember {
            value
        } else {
            value.weakened(Provenance::FieldType)
        }
    }

    /// The member `name` of the type `symbol` itself.
    pub fn static_member(&mut self, symbol: SymbolId, class: Value, name: NameId) -> Option<Value> {
        let instance = self.types.instance(symbol);
        let receiver = class.weakened(Provenance::Qualified);
        let found = match self.has_messages(symbol) {
            true => self.type_member(symbol, receiver, name),
            false => self.instance_member(symbol, instance, receiver, name),
        };
        if found.is_some() {
            return found;
        }
        // An alias of a type has the type's members.
        let (file, _, definition) = self.program.locate(symbol);
        if definition.kind == Kind::TypeAlias
            && let Some(aliased) = definition.type_
        {
            let aliased = self.eval_type(file, aliased).type_;
            if let Type::Instance(target, _) = *self.types.get(aliased)
                && target != symbol
            {
                let found = self.turn(|linker| linker.static_member(target, class, name));
                return found.flatten();
            }
        }
        None
    }

    /// A member that belongs to `symbol` itself and not to a supertype.
    pub fn own_member(&mut self, symbol: SymbolId, receiver: Value, name: NameId) -> Option<Value> {
        let members: Vec<_> = self
            .program
            .members(symbol, name)
            .iter()
            .map(|(.., member)| *member)
            .collect();
        if members.is_empty() {
            return None;
        }
        Some(self.members_value(&members, receiver.type_, receiver))
    }

    /// A member of an object literal that a variable holds.
    fn variable_member(
        &mut self,
        symbol: SymbolId,
        receiver: Value,
        name: NameId,
    ) -> Option<Value> {
        if let Some(value) = self.own_member(symbol, receiver, name) {
            return Some(value.weakened(Provenance::Qualified));
        }
        let (file, _, definition) = self.program.locate(symbol);
        if self.program.scoping(file).tables {
            return self.table_member(symbol, receiver, name);
        }
        for value in &definition.values {
            let value = self.eval(file, *value);
            if let Type::Object(at, expr) = *self.types.get(value.type_) {
                return self.object_member(at, expr, receiver, name);
            }
        }
        None
    }

    fn object_member(
        &mut self,
        at: FileId,
        expr: ExprId,
        receiver: Value,
        name: NameId,
    ) -> Option<Value> {
        let Expr::Object(members) = self.expr(at, expr) else {
            return None;
        };
        let mut found = members.iter();
        let Some((_, value)) = found.find(|(key, _)| self.name(at, *key) == name) else {
            let fallback = self.fallback(at)?;
            let (_, instead) = members
                .iter()
                .find(|(key, _)| self.name(at, *key) == fallback)?;
            let instead = self.eval(at, *instead).weakened(receiver.evidence);
            return self.found_member(at, instead, name);
        };
        Some(
            self.eval(at, *value)
                .weakened(receiver.evidence)
                .weakened(Provenance::Qualified),
        )
    }

    /// The resolution order of `symbol`'s members.
    pub fn order(&mut self, symbol: SymbolId) -> Rc<Order> {
        if let Some(order) = self.orders.get(&symbol) {
            self.cut = self.cut.min(self.part_of(symbol));
            return order.clone();
        }
        self.ordered += 1;
        let cut = std::mem::replace(&mut self.cut, u32::MAX);
        let mut found = Vec::new();
        // Supertypes first and without recursion: a chain may be thousands long.
        let mut open = vec![(symbol, false)];
        while let Some((at, ready)) = open.pop() {
            let own = Base {
                symbol: at,
                arguments: Box::default(),
                kind: InheritanceKind::Extends,
            };
            if ready {
                let order = Rc::new(self.linearise(at, own));
                self.orders.insert(at, order);
                self.ordering.remove(&at);
            } else if let Entry::Vacant(place) = self.orders.entry(at) {
                // A type that inherits from itself sees only its own members.
                place.insert(Rc::new(Order {
                    types: vec![own],
                    ..Order::default()
                }));
                self.ordering.insert(at, self.ordered);
                found.push(at);
                open.push((at, true));
                let bases = self.bases(at).types;
                open.extend(bases.iter().rev().map(|base| (base.symbol, false)));
            } else {
                self.cut = self.cut.min(self.part_of(at));
            }
        }
        let order = self.orders.get(&symbol).cloned().unwrap_or_default();
        self.ordered -= 1;
        // What was worked out for a type whose own order is not whole yet is not whole either,
        // unless it goes round in circles.
        if self.ordered == 1 && self.cut == 1 {
            for symbol in found {
                self.orders.remove(&symbol);
            }
        }
        self.cut = self.cut.min(cut);
        order
    }

    /// For how many orders that of `symbol` is still worked out.
    fn part_of(&self, symbol: SymbolId) -> u32 {
        self.ordering.get(&symbol).copied().unwrap_or(u32::MAX)
    }

    fn linearise(&mut self, symbol: SymbolId, own: Base) -> Order {
        let Bases {
            types: mut bases,
            certain,
            mut outside,
        } = self.bases(symbol);
        let mut open = certain.is_some();
        let mut before = Vec::new();
        for base in bases.extract_if(.., |base| base.kind == InheritanceKind::Prepends) {
            let order = self.order(base.symbol);
            before.extend(order.types.iter().cloned());
        }
        let mut sequences = Vec::new();
        for base in &bases {
            let order = self.order(base.symbol);
            open |= order.open;
            outside.extend(&order.outside);
            let inherited: Vec<_> = order
                .types
                .iter()
                .map(|known| self.through(base, known))
                .collect();
            sequences.push(inherited);
        }
        sequences.push(bases);
        let mut types = vec![own];
        types.extend(merge(sequences));
        types.truncate(SUPERTYPES);
        outside.arrange();
        outside.dedup();
        Order {
            types,
            before,
            open,
            outside,
        }
    }

    /// `known`, a supertype of `base`, seen from a type that inherits `base`.
    fn through(&mut self, base: &Base, known: &Base) -> Base {
        let receiver = self
            .types
            .intern(Type::Instance(base.symbol, base.arguments.clone()));
        let arguments: Vec<_> = known
            .arguments
            .iter()
            .map(|argument| self.fill(*argument, receiver))
            .collect();
        let arguments = if known.symbol == base.symbol {
            base.arguments.clone()
        } else {
            arguments.into()
        };
        Base {
            symbol: known.symbol,
            arguments,
            kind: base.kind,
        }
    }

    /// Whether what stands at `place` in the order of a type is asked before any supertype
    /// that is not in the tree.
    pub fn is_certain(&mut self, order: &[Base], place: usize) -> bool {
        let found = order[place].symbol;
        order[..place].iter().all(|base| {
            let bases = self.bases(base.symbol);
            let Some(certain) = bases.certain else {
                return true;
            };
            bases.types[..certain].iter().any(|before| {
                let above = self.order(before.symbol);
                above.types.iter().any(|base| base.symbol == found)
            })
        })
    }

    /// The supertypes as written.
    fn bases(&mut self, symbol: SymbolId) -> Bases {
        let mut bases: Vec<Base> = Vec::new();
        let mut certain = None;
        let mut outside = Vec::new();
        let mut written = self.program.supertypes(symbol).to_vec();
        for part in self.program.parts(symbol) {
            written.extend(self.program.supertypes(part));
        }
        written.retain(|(.., kind)| *kind != InheritanceKind::Lends);
        let scoping = self.program.scoping(self.program.file_of(symbol));
        if scoping.last_first {
            written.reverse();
        }
        // What is mixed in comes before what is inherited.
        let last_first = self.has_messages(symbol);
        written.arrange_by_cached_key(|(subtype, file, expr, kind)| {
            let mixes = *kind != InheritanceKind::Mixes;
            // A line is looked for in the whole file: only where it decides.
            let later = last_first && *kind != InheritanceKind::Extends;
            let line = later.then(|| u32::MAX - self.supertype_line(*subtype, *file, *expr));
            (*kind == InheritanceKind::Requires, mixes, line)
        });
        for (_, file, expr, kind) in written {
            let type_ = self.eval_type(file, expr).type_;
            for (base, arguments) in self.named_types(type_) {
                if base != symbol && !bases.iter().any(|known| known.symbol == base) {
                    bases.push(Base {
                        symbol: base,
                        arguments,
                        kind,
                    });
                }
            }
            match self.types.get(type_) {
                Type::Instance(..) => {}
                Type::Functions(symbols, None) if self.constructs(symbols[0]) => {}
                Type::Builtin(name, _) => {
                    certain = certain.or(Some(bases.len()));
                    outside.push(*name);
                }
                _ => certain = certain.or(Some(bases.len())),
            }
        }
        Bases {
            types: bases,
            certain,
            outside,
        }
    }

    /// The types of the tree that a supertype stands for: several where it is the name
    /// of an intersection.
    pub fn named_types(&self, type_: TypeId) -> Vec<(SymbolId, Box<[TypeId]>)> {
        let named = |type_: TypeId| match self.types.get(type_) {
            Type::Instance(symbol, arguments) => Some((*symbol, arguments.clone())),
            Type::Functions(symbols, None) if self.constructs(symbols[0]) => {
                Some((symbols[0], Box::default()))
            }
            _ => None,
        };
        match self.types.get(type_) {
            Type::Union(arms) => arms.iter().filter_map(|arm| named(*arm)).collect(),
            _ => named(type_).into_iter().collect(),
        }
    }
}

/// C3: the first head that stands in no other tail (Barrett et al. 1996).
/// Where the orders contradict each other the first head is taken.
fn merge(mut sequences: Vec<Vec<Base>>) -> Vec<Base> {
    let mut merged = Vec::new();
    loop {
        sequences.retain(|sequence| !sequence.is_empty());
        let in_tail = |symbol| {
            sequences.iter().any(|sequence| {
                sequence
                    .iter()
                    .skip(1)
                    .any(|base: &Base| base.symbol == symbol)
            })
        };
        let heads = sequences.iter().map(|sequence| &sequence[0]);
        let Some(next) = heads
            .clone()
            .find(|head| !in_tail(head.symbol))
            .or_else(|| heads.clone().next())
            .cloned()
        else {
            return merged;
        };
        for sequence in &mut sequences {
            sequence.retain(|base| base.symbol != next.symbol);
        }
        merged.push(next);
        if merged.len() > SUPERTYPES {
            return merged;
        }
    }
}
