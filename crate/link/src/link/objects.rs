//! Objects that share a name with a type, and functions that take their arguments
//! list by list or none at all (Scala).

use crate::extract::facts::{Expr, Flags, Kind};
use crate::ids::{ExprId, FileId, NameId, SymbolId};
use crate::link::evidence::{Absence, Provenance};
use crate::link::linker::{Linker, last_name};
use crate::link::program::Entry;
use crate::link::types::{Type, Types, Value};

/// Lists of arguments that one call passes.
const LISTS: usize = 8;

impl Linker<'_> {
    /// Whether `symbol` is the only instance of its own type, and goes by its name.
    #[must_use]
    pub fn is_object(&self, symbol: SymbolId) -> bool {
        let (file, _, definition) = self.program.locate(symbol);
        definition.kind == Kind::Class
            && definition.flags.has(Flags::STATIC)
            && self.program.scoping(file).companions
    }

    /// What calling the object `symbol` calls: its member for that or, where none takes
    /// as many arguments, the type of its name.
    pub fn called_object(
        &mut self,
        symbol: SymbolId,
        object: Value,
        count: Option<u16>,
    ) -> Option<Value> {
        let home = self.program.file_of(symbol);
        let names = &self.program.rules(home).manifest().protocols.call;
        let name = names.first().and_then(|name| self.program.names.find(name));
        let called = std::mem::replace(&mut self.called, true);
        let applied = name.and_then(|name| self.static_member(symbol, object, name));
        self.called = called;
        let fits = |value: &Value| match self.types.get(value.type_) {
            Type::Functions(symbols, receiver) => {
                let count = count.map(usize::from);
                let mut symbols = symbols.iter();
                symbols.any(|symbol| self.takes_count(*symbol, *receiver, count))
            }
            _ => false,
        };
        if let Some(applied) = applied.filter(fits) {
            return Some(applied);
        }
        let companion = self.companion(symbol);
        let made = companion.map(|type_| self.types.intern(Type::Class(type_)));
        let made = made.map(|type_| Value { type_, ..object });
        let function = |value: &Value| matches!(self.types.get(value.type_), Type::Functions(..));
        made.or(applied.filter(function))
    }

    /// The type that goes by the name of the object `symbol`.
    fn companion(&self, symbol: SymbolId) -> Option<SymbolId> {
        let (file, _, definition) = self.program.locate(symbol);
        let name = self.program.name_of(symbol);
        let base = self.program.unit(file).base;
        let entries = self.program.entries(file, definition.scope, name).iter();
        let types = entries.filter_map(|(.., entry)| match entry {
            Entry::Definition(row) => Some(SymbolId(base + row)),
            _ => None,
        });
        let is_type = |other: &SymbolId| {
            let kind = self.program.definition(*other).kind;
            matches!(kind, Kind::Class | Kind::Enum) && !self.is_object(*other)
        };
        types.into_iter().find(is_type)
    }

    /// The case `name` of the enumeration that goes by the name of the object `symbol`.
    pub fn companion_case(&self, symbol: SymbolId, name: NameId) -> Option<SymbolId> {
        if !self.is_object(symbol) {
            return None;
        }
        let type_ = self.companion(symbol)?;
        if self.program.definition(type_).kind != Kind::Enum {
            return None;
        }
        let mut members = self.program.members(type_, name).iter();
        let (.., case) = members.find(|(.., member)| {
            let kind = self.program.definition(*member).kind;
            kind == Kind::EnumMember || kind.is_type()
        })?;
        Some(*case)
    }

    /// Why calling an object calls nothing that is known.
    pub fn lacking(&mut self, symbol: SymbolId) -> Absence {
        match self.order(symbol).open {
            true => Absence::External,
            false => Absence::Dynamic,
        }
    }

    /// Whether naming `symbol` calls it: it takes no arguments.
    #[must_use]
    pub fn is_read(&self, file: FileId, symbol: SymbolId) -> bool {
        let definition = self.program.definition(symbol);
        let function = matches!(definition.kind, Kind::Function | Kind::Method);
        function
            && self.program.scoping(file).uniform_access
            && self.takes_count(symbol, None, Some(0))
    }

    /// Whether `symbol` is called where it is named alone, taken apart by, or assigned to.
    #[must_use]
    pub fn is_implied(&self, file: FileId, symbol: SymbolId) -> bool {
        if !self.program.scoping(file).uniform_access {
            return false;
        }
        let (home, _, definition) = self.program.locate(symbol);
        let name = self.program.names.get(self.name(home, definition.name));
        let manifest = self.program.rules(file).manifest();
        let ending = &manifest.scoping.setter_ending;
        self.is_read(file, symbol)
            || (!ending.is_empty() && name.ends_with(ending))
            || manifest.protocols.unwrap.iter().any(|known| known == name)
    }

    /// What the member by which `extractor` takes instances apart yields for the pattern
    /// at the place `name`.
    pub fn extracted(&mut self, file: FileId, extractor: Value, name: NameId) -> Value {
        let place = self.program.names.get(name).parse::<usize>();
        let yielded = self.protocol(file, extractor.type_, |protocols| &protocols.unwrap);
        let (Ok(place), Some(yielded)) = (place, yielded) else {
            return Value::of(Types::UNKNOWN);
        };
        let held = self.unwrapped(file, yielded);
        let type_ = match self.types.get(held) {
            Type::Tuple(parts) => parts.get(place).copied().unwrap_or(Types::UNKNOWN),
            _ if place == 0 => held,
            _ => Types::UNKNOWN,
        };
        Value { type_, ..extractor }.weakened(Provenance::ReturnType)
    }

    /// What is called where something is assigned to what `functions` yield: functions of
    /// the same types, by the name with an ending. Without such an ending `functions` themselves.
    pub fn setters(&self, file: FileId, functions: Vec<SymbolId>) -> Vec<SymbolId> {
        let ending = &self.program.scoping(file).setter_ending;
        if ending.is_empty() {
            return functions;
        }
        let mut setters = Vec::new();
        for function in functions {
            let (home, _, definition) = self.program.locate(function);
            let name = self.program.names.get(self.name(home, definition.name));
            let name = self.program.names.find(&format!("{name}{ending}"));
            if let (Some(name), Some(owner)) = (name, definition.container) {
                let owner = self.program.symbol(home, owner);
                let members = self.program.members(owner, name);
                setters.extend(members.iter().map(|(.., member)| *member));
            }
        }
        setters
    }

    /// What `value`, which the name or member `id` denotes, yields: a function that is not
    /// called there and takes no arguments, its result.
    pub fn read_function(&mut self, file: FileId, id: ExprId, value: Value) -> Value {
        let Type::Functions(symbols, _) = self.types.get(value.type_) else {
            return value;
        };
        let read = symbols.iter().any(|symbol| self.is_read(file, *symbol));
        if !read || self.is_callee(file, id) {
            return value;
        }
        self.call(file, value, &[])
    }

    /// What `base` yields when it is given type arguments and nothing else: an instance of
    /// the type for some names, and what an object makes of none.
    pub fn instantiated(&mut self, file: FileId, id: ExprId, base: Value) -> Value {
        let Expr::Generic {
            base: named,
            arguments,
        } = self.expr(file, id)
        else {
            return base;
        };
        if self.is_callee(file, *named) {
            return base;
        }
        match *self.types.get(base.type_) {
            Type::Class(symbol) if self.is_object(symbol) => {
                match self.called_object(symbol, base, Some(0)) {
                    Some(called) => self.call_result(file, called, &[]),
                    None => base,
                }
            }
            Type::External | Type::Opaque | Type::Unknown | Type::BuiltinMember(..) => {
                let facts = self.program.unit(file).facts;
                let name = last_name(self.expr(file, *named)).map(|name| facts.names.get(name));
                let typed = &self.program.scoping(file).typed_names;
                match (name, arguments.as_slice()) {
                    (Some(name), [type_]) if typed.iter().any(|known| known == name) => {
                        let given = self.eval_type(file, *type_);
                        given.weakened(Provenance::LocalType)
                    }
                    _ => base,
                }
            }
            _ => base,
        }
    }

    /// Whether arguments in a call of `symbols` are passed to what these yield without.
    #[must_use]
    pub fn passes_on(&self, file: FileId, symbols: &[SymbolId], count: usize) -> bool {
        let bare = |symbol: &SymbolId| {
            let definition = self.program.definition(*symbol);
            definition.parameters.is_empty() && definition.kind != Kind::Constructor
        };
        count > 0 && self.program.scoping(file).uniform_access && symbols.iter().all(bare)
    }

    /// The result of calling what a call came to; what comes to itself, nothing.
    pub fn call_result(&mut self, file: FileId, callee: Value, arguments: &[ExprId]) -> Value {
        self.turn(|linker| linker.call(file, callee, arguments))
            .unwrap_or(Value::of(Types::UNKNOWN))
    }

    /// Where `callee` is a call: what the first call of the chain calls, and how many
    /// arguments it has been passed in lists before.
    pub fn begun(&mut self, file: FileId, callee: ExprId) -> Option<(Value, usize)> {
        if !self.program.scoping(file).curries {
            return None;
        }
        let mut here = callee;
        let (mut passed, mut called) = (0, false);
        for _ in 0..LISTS {
            match self.expr(file, here) {
                Expr::Generic { base, .. } => here = *base,
                Expr::Call { callee, arguments } => {
                    called = true;
                    passed += arguments.len();
                    here = *callee;
                }
                Expr::Construct { type_, arguments } => {
                    passed += arguments.len();
                    return Some((self.eval_type(file, *type_), passed));
                }
                _ => return called.then(|| (self.eval(file, here), passed)),
            }
        }
        None
    }

    /// Whether a call whose callee is `callee` only passes a further list of arguments.
    pub fn continues(&mut self, file: FileId, callee: ExprId) -> bool {
        let Some((begun, passed)) = self.begun(file, callee) else {
            return false;
        };
        let mut count = passed.try_into().ok();
        let mut begun = begun;
        if let Type::Class(symbol) = *self.types.get(begun.type_)
            && self.is_object(symbol)
        {
            begun = match self.called_object(symbol, begun, count.take()) {
                Some(called) => called,
                None => return false,
            };
        }
        let symbols = match self.types.get(begun.type_) {
            Type::Functions(symbols, _) => symbols.to_vec(),
            Type::Class(symbol) | Type::Instance(symbol, _) => vec![*symbol],
            // What a function from outside takes is not known, but a second function is
            // seldom passed to what it yields.
            Type::BuiltinMember(..) | Type::External | Type::Opaque | Type::Unknown => {
                return self.passes_function(file, callee) || !self.is_called(file, callee);
            }
            _ => return false,
        };
        let lists = |symbol: &SymbolId| {
            let parameters = &self.program.definition(*symbol).parameters;
            let needed = parameters.iter().filter(|parameter| !parameter.optional);
            (needed.count(), parameters.len())
        };
        if symbols.iter().any(|symbol| lists(symbol).0 > passed) {
            return true;
        }
        symbols.iter().any(|symbol| lists(symbol).1 > passed)
            && (!self.is_called(file, callee) || self.fits_next(file, callee, symbols[0], passed))
    }

    /// Whether the call whose callee is `callee` is passed a function first.
    fn passes_function(&self, file: FileId, callee: ExprId) -> bool {
        let first = self.arguments(file, callee).first();
        first.is_some_and(|first| matches!(self.expr(file, *first), Expr::Function(_)))
    }

    /// Whether the call whose callee is `callee` is passed an instance of what `symbol`
    /// declares its parameter behind the first `passed` to be.
    fn fits_next(&mut self, file: FileId, callee: ExprId, symbol: SymbolId, passed: usize) -> bool {
        let (at, _, definition) = self.program.locate(symbol);
        let declared = definition
            .parameters
            .get(passed)
            .and_then(|next| next.type_);
        let (Some(declared), Some(given)) = (declared, self.arguments(file, callee).first()) else {
            return false;
        };
        let declared = self.eval_type(at, declared).type_;
        let given = self.eval(file, *given).type_;
        match (self.types.get(declared), self.types.get(given)) {
            (Type::Instance(wanted, _), Type::Instance(given, _) | Type::Class(given)) => {
                let (wanted, given) = (*wanted, *given);
                let order = self.order(given);
                order.types.iter().any(|base| base.symbol == wanted)
            }
            _ => false,
        }
    }

    /// Whether what the call `callee` yields can be called.
    fn is_called(&mut self, file: FileId, callee: ExprId) -> bool {
        let value = self.eval(file, callee);
        match *self.types.get(value.type_) {
            Type::Instance(symbol, _) => self.call_member(file, symbol, value).is_some(),
            Type::Builtin(name, _) => {
                let container = self.program.rules(file).container(name);
                container.is_some_and(|container| container.element.is_some())
            }
            Type::Functions(..) | Type::Closure(..) | Type::Callable(..) => true,
            _ => false,
        }
    }

    /// The parameter that stands at the position `name` of a type that declares its
    /// constructor, where `whole` is taken apart into what it was made from.
    pub fn built_part(
        &mut self,
        file: FileId,
        holder: SymbolId,
        name: NameId,
        whole: ExprId,
    ) -> Option<Value> {
        let position: usize = self.program.names.get(name).parse().ok()?;
        let holder = match self.is_object(holder) {
            true => self.companion(holder)?,
            false => holder,
        };
        let (at, _, definition) = self.program.locate(holder);
        let declared = definition.parameters.get(position)?.type_?;
        let value = self.eval_type(at, declared).weakened(Provenance::FieldType);
        let whole = self.eval(file, whole).type_;
        let filled = match self.types.get(whole) {
            Type::Instance(known, _) if *known == holder => self.fill(value.type_, whole),
            _ => value.type_,
        };
        Some(Value {
            type_: filled,
            ..value
        })
    }
}
