//! Which of several functions of one name a call means, by the number and the
//! types of its arguments: applicable ones in phases, then the most specific
//! (JLS 15.12.2, with the tables of any language). What is not known excludes
//! nothing; ties that are left stay ties.

use crate::extract::facts::{Definition, Expr, Flags, InheritanceKind, Kind};
use crate::ids::{ExprId, FileId, NameId, SymbolId};
use crate::link::conversions::Fit;
use crate::link::linker::Linker;
use crate::link::members::Base;
use crate::link::types::{Type, TypeId, Types};

/// How deep types are looked into.
const DEPTH: u32 = 6;

/// What a call passes.
pub struct Passed<'a> {
    /// Its file.
    pub file: FileId,
    /// How many arguments; none if a spread hides the number.
    pub count: Option<usize>,
    /// The first of them.
    pub arguments: &'a [ExprId],
    /// How many type arguments are written.
    pub types: usize,
}

/// What an argument is known to be.
enum Argument {
    Unknown,
    /// A function: it stands for any type of functions.
    Function,
    /// A value that is one of these, whichever is meant.
    Values(Vec<TypeId>),
}

/// What is allowed to make an argument fit (JLS 15.12.2.2 to 15.12.2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Strict,
    Loose,
    Variadic,
}

/// An overload that may be meant.
struct Candidate {
    symbol: SymbolId,
    parameters: Vec<TypeId>,
    phase: Phase,
    fit: Fit,
}

impl Linker<'_> {
    /// The overloads that `passed` may mean, reached through `receiver`; none where it
    /// is passed by names that none of them has.
    pub fn overloads(
        &mut self,
        symbols: &[SymbolId],
        receiver: Option<TypeId>,
        passed: &Passed<'_>,
    ) -> Vec<SymbolId> {
        let symbols = &*self.labelled(symbols, passed);
        let Some(first) = symbols.first().filter(|_| symbols.len() > 1) else {
            return symbols.to_vec();
        };
        let home = self.program.file_of(*first);
        let fitting: Vec<_> = symbols
            .iter()
            .copied()
            .filter(|symbol| self.takes_count(*symbol, receiver, passed.count))
            .collect();
        let fitting = if fitting.is_empty() {
            symbols.to_vec()
        } else {
            fitting
        };
        let fitting = self.declared_once(fitting);
        if self.program.rules(home).conversions.choose() {
            let fitting = self.fitting_types(fitting, passed.types);
            return self.applicable(&fitting, receiver, passed);
        }
        // What a declaration stands for is found later: another definition is not it.
        if self.includes(home) {
            return fitting;
        }
        // A declaration without a body gives way to the body of the same container.
        let with_body: Vec<_> = fitting
            .iter()
            .copied()
            .filter(|symbol| !self.is_abstract(*symbol))
            .collect();
        if with_body.is_empty() {
            vec![fitting[0]]
        } else {
            with_body
        }
    }

    /// Whether `symbol`, reached through `receiver`, takes as many arguments.
    #[must_use]
    pub fn takes_count(
        &self,
        symbol: SymbolId,
        receiver: Option<TypeId>,
        count: Option<usize>,
    ) -> bool {
        let first = usize::from(self.takes_receiver(symbol, receiver));
        let count = count.map(|count| count + first);
        accepts(self.program.definition(symbol), count)
    }

    /// Those that take as many type arguments as are written or, where none are, those
    /// whose type parameters the arguments tell, if the language asks for that.
    fn fitting_types(&self, symbols: Vec<SymbolId>, types: usize) -> Vec<SymbolId> {
        let fits = |symbol: &SymbolId| {
            let (file, _, definition) = self.program.locate(*symbol);
            let inferred = self.program.rules(file).conversions.inferred;
            match types {
                0 => !inferred || self.tells_types(file, definition),
                types => definition.type_parameters.len() == types,
            }
        };
        let fitting: Vec<_> = symbols.iter().copied().filter(fits).collect();
        if fitting.is_empty() { symbols } else { fitting }
    }

    /// Whether each type parameter of a function is mentioned by one of its parameters.
    fn tells_types(&self, file: FileId, definition: &Definition) -> bool {
        let mut mentioned = Vec::new();
        let parameters = definition.parameters.iter();
        let mut work: Vec<ExprId> = parameters.filter_map(|parameter| parameter.type_).collect();
        while let Some(expr) = work.pop() {
            match self.expr(file, expr) {
                Expr::Name { name, .. } => mentioned.push(*name),
                Expr::Generic { base, arguments } => {
                    work.push(*base);
                    work.extend(arguments);
                }
                Expr::Union(parts) | Expr::Tuple(parts) => work.extend(parts),
                Expr::FunctionType {
                    parameters, result, ..
                } => {
                    work.extend(parameters);
                    work.extend(result);
                }
                _ => {}
            }
        }
        let mut names = definition.type_parameters.iter();
        names.all(|name| mentioned.contains(name))
    }

    fn applicable(
        &mut self,
        symbols: &[SymbolId],
        receiver: Option<TypeId>,
        passed: &Passed<'_>,
    ) -> Vec<SymbolId> {
        if symbols.len() == 1 {
            return symbols.to_vec();
        }
        let arguments: Vec<_> = passed
            .arguments
            .iter()
            .map(|argument| self.passed_value(passed.file, *argument))
            .collect();
        let declared: Vec<_> = symbols
            .iter()
            .map(|symbol| self.parameter_types(*symbol, receiver))
            .collect();
        let mut candidates: Vec<Candidate> = Vec::new();
        for phase in [Phase::Strict, Phase::Loose, Phase::Variadic] {
            for (symbol, parameters) in symbols.iter().zip(&declared) {
                if candidates.iter().any(|known| known.symbol == *symbol) {
                    continue;
                }
                let fit = self.fits(*symbol, parameters, passed, &arguments, phase);
                if fit != Fit::No {
                    candidates.push(Candidate {
                        symbol: *symbol,
                        parameters: parameters.clone(),
                        phase,
                        fit,
                    });
                }
            }
            if candidates.iter().any(|known| known.fit == Fit::Yes) {
                break;
            }
        }
        let meant = self.most_specific(&candidates, passed, &arguments);
        if meant.is_empty() {
            symbols.to_vec()
        } else {
            meant
        }
    }

    /// The types of a function's parameters as seen through `receiver`.
    fn parameter_types(&mut self, symbol: SymbolId, receiver: Option<TypeId>) -> Vec<TypeId> {
        let (file, _, definition) = self.program.locate(symbol);
        let first = usize::from(self.takes_receiver(symbol, receiver));
        let types = definition.parameters.iter().skip(first).map(|parameter| {
            let type_ = parameter
                .type_
                .map_or(Types::UNKNOWN, |type_| self.eval_type(file, type_).type_);
            receiver.map_or(type_, |receiver| self.fill(type_, receiver))
        });
        types.collect()
    }

    fn fits(
        &mut self,
        symbol: SymbolId,
        parameters: &[TypeId],
        passed: &Passed<'_>,
        arguments: &[Argument],
        phase: Phase,
    ) -> Fit {
        let definition = self.program.definition(symbol);
        let variadic = definition.flags.has(Flags::VARIADIC);
        if (phase == Phase::Variadic) && !variadic {
            return Fit::No;
        }
        let Some(count) = passed.count else {
            return Fit::Maybe;
        };
        let all = parameters.len();
        if phase != Phase::Variadic && (count > all || variadic && count < all) {
            return Fit::No;
        }
        let mut fit = Fit::Yes;
        for position in 0..count {
            let Some(parameter) = parameter_at(parameters, position, phase) else {
                // A parameter that is not spelled out.
                return Fit::Maybe;
            };
            let parameter = self.spread(parameter, position + 1 >= all && phase == Phase::Variadic);
            let one = match arguments.get(position) {
                None | Some(Argument::Unknown) => Fit::Maybe,
                Some(Argument::Function) => self.takes_function(passed.file, parameter),
                Some(Argument::Values(types)) => {
                    let fits = types.iter().map(|type_| {
                        let boxing = phase != Phase::Strict;
                        self.converts(passed.file, *type_, parameter, boxing, DEPTH)
                    });
                    fits.min().unwrap_or(Fit::Maybe)
                }
            };
            fit = fit.min(one);
            if fit == Fit::No {
                break;
            }
        }
        fit
    }

    /// What one of the values of a parameter for any number of them is.
    fn spread(&self, parameter: TypeId, several: bool) -> TypeId {
        match self.types.get(parameter) {
            Type::Builtin(_, inner) if several => inner.first().copied().unwrap_or(parameter),
            _ => parameter,
        }
    }

    /// Drops candidates where another one certainly applies and takes less.
    fn most_specific(
        &mut self,
        candidates: &[Candidate],
        passed: &Passed<'_>,
        arguments: &[Argument],
    ) -> Vec<SymbolId> {
        let mut meant = Vec::new();
        for (row, candidate) in candidates.iter().enumerate() {
            let beaten = candidates.iter().enumerate().any(|(other, better)| {
                if other == row || better.fit != Fit::Yes || better.phase > candidate.phase {
                    return false;
                }
                // Of two that are alike the one in the nearer type is meant; what one
                // type has twice differs in what is not known.
                let nearer = other < row
                    && self.program.container(better.symbol)
                        != self.program.container(candidate.symbol);
                self.narrower(passed, arguments, better, candidate)
                    && (nearer || !self.narrower(passed, arguments, candidate, better))
            });
            if !beaten {
                meant.push(candidate.symbol);
            }
        }
        meant
    }

    /// Whether whatever is passed for `a` may be passed for `b`, if these arguments
    /// may (JLS 15.12.2.5). An argument of just the type that `a` takes may be passed
    /// for `b` only if that is so.
    fn narrower(
        &mut self,
        passed: &Passed<'_>,
        arguments: &[Argument],
        a: &Candidate,
        b: &Candidate,
    ) -> bool {
        let phase = a.phase.max(b.phase);
        let longest = a.parameters.len().max(b.parameters.len());
        let count = match phase {
            Phase::Variadic => longest.max(passed.count.unwrap_or(0)),
            _ => passed.count.unwrap_or(longest),
        };
        (0..count).all(|position| {
            let at = |candidate: &Candidate| {
                let parameter = parameter_at(&candidate.parameters, position, phase)?;
                let last = position + 1 >= candidate.parameters.len();
                Some(self.spread(parameter, last && phase == Phase::Variadic))
            };
            let (Some(a), Some(b)) = (at(a), at(b)) else {
                return true;
            };
            let takes_code = |type_| matches!(self.types.get(type_), Type::Callable(..));
            let is_taken = |argument: &Argument| match argument {
                Argument::Values(types) => types.as_slice() == [a],
                // A function is sooner passed for one than for a value of any type.
                Argument::Function => takes_code(a) && !takes_code(b),
                Argument::Unknown => false,
            };
            a == b
                || arguments.get(position).is_some_and(is_taken)
                || self.converts(passed.file, a, b, false, DEPTH) == Fit::Yes
        })
    }

    /// What is known of the argument `expr`.
    fn passed_value(&mut self, file: FileId, expr: ExprId) -> Argument {
        let mut arms = vec![expr];
        let mut types = Vec::new();
        let mut known = true;
        while let Some(arm) = arms.pop() {
            if let Expr::Union(more) = self.expr(file, arm) {
                arms.extend(more);
                continue;
            }
            let type_ = self.eval(file, arm).type_;
            match self.types.get(type_).clone() {
                Type::Closure(..) | Type::Functions(..) | Type::Callable(..) => {
                    return Argument::Function;
                }
                Type::Builtin(..) | Type::Instance(..) | Type::Parameter(..) => types.push(type_),
                Type::BuiltinMember(receiver, name) => {
                    match self.builtin_field(file, receiver, name) {
                        Some(type_) => types.push(type_),
                        None => known = false,
                    }
                }
                Type::Union(more) => types.extend(more),
                _ => known = false,
            }
        }
        self.operated(file, types, known)
    }

    /// The type that an operator or a choice between values yields.
    fn operated(&self, file: FileId, types: Vec<TypeId>, known: bool) -> Argument {
        if types.len() < 2 && known {
            return Argument::Values(types);
        }
        let conversions = &self.program.rules(file).conversions;
        let name = |type_: &TypeId| match self.types.get(*type_) {
            Type::Builtin(name, _) => Some(*name),
            _ => None,
        };
        let absorbing = types
            .iter()
            .find(|type_| name(type_).is_some() && name(type_) == conversions.absorbs);
        match absorbing {
            Some(type_) => Argument::Values(vec![*type_]),
            None if !known => Argument::Unknown,
            None => {
                let mut widest = types[0];
                for type_ in &types {
                    let wider = name(&widest)
                        .zip(name(type_))
                        .and_then(|(a, b)| conversions.wider(a, b));
                    match wider {
                        Some(wider) if Some(wider) == name(type_) => widest = *type_,
                        Some(wider) if Some(wider) == name(&widest) => {}
                        Some(_) => return Argument::Unknown,
                        None => return Argument::Values(types),
                    }
                }
                Argument::Values(vec![widest])
            }
        }
    }

    /// Whether a function may be passed for `parameter`.
    fn takes_function(&mut self, file: FileId, parameter: TypeId) -> Fit {
        match self.types.get(parameter).clone() {
            Type::Callable(..) => Fit::Yes,
            Type::Instance(symbol, _) => {
                if self.program.definition(symbol).kind != Kind::Interface {
                    return Fit::No;
                }
                if !self.program.supertypes(symbol).is_empty() {
                    return Fit::Maybe;
                }
                Fit::of(self.only_method(symbol).is_some())
            }
            Type::Builtin(name, arguments) => {
                let conversions = &self.program.rules(file).conversions;
                let excluded = conversions.is_primitive(name)
                    || conversions.is_closed(name)
                    || Some(name) == conversions.top
                    || self.is_array(name, &arguments);
                if excluded { Fit::No } else { Fit::Maybe }
            }
            Type::Union(arms) => {
                let fits = arms.iter().map(|arm| self.takes_function(file, *arm));
                fits.max().unwrap_or(Fit::Maybe)
            }
            _ => Fit::Maybe,
        }
    }

    /// Whether a value of `from` may be passed for `to`.
    fn converts(
        &mut self,
        file: FileId,
        from: TypeId,
        to: TypeId,
        boxing: bool,
        depth: u32,
    ) -> Fit {
        if from == to {
            return Fit::Yes;
        }
        if depth == 0 {
            return Fit::Maybe;
        }
        match (self.types.get(from).clone(), self.types.get(to).clone()) {
            (_, Type::Parameter(symbol, position)) => {
                let bounds = self.bounds_of(file, symbol, position);
                let fits = bounds
                    .into_iter()
                    .map(|bound| self.converts(file, from, bound, boxing, depth - 1));
                fits.min().unwrap_or(Fit::Maybe)
            }
            (Type::Parameter(symbol, position), _) => {
                let bounds = self.bounds_of(file, symbol, position);
                let fits = bounds
                    .into_iter()
                    .map(|bound| self.converts(file, bound, to, boxing, depth - 1));
                fits.max().unwrap_or(Fit::Maybe)
            }
            (Type::Union(arms), _) => {
                let fits = arms
                    .iter()
                    .map(|arm| self.converts(file, *arm, to, boxing, depth - 1));
                fits.min().unwrap_or(Fit::Maybe)
            }
            (_, Type::Union(arms)) => {
                let fits = arms
                    .iter()
                    .map(|arm| self.converts(file, from, *arm, boxing, depth - 1));
                fits.max().unwrap_or(Fit::Maybe)
            }
            (Type::Instance(symbol, _), Type::Instance(base, _)) => {
                Fit::of(self.order(symbol).types.iter().any(|b| b.symbol == base))
            }
            (Type::Instance(symbol, _), Type::Builtin(name, arguments)) => {
                self.instance_fits(file, symbol, name, &arguments)
            }
            // What is outside the tree knows nothing of its types.
            (Type::Builtin(name, _), Type::Instance(base, _)) => {
                let conversions = &self.program.rules(file).conversions;
                Fit::of(Some(name) == conversions.null || self.adopts(name, base))
            }
            (Type::Builtin(name, own), Type::Builtin(other, others)) => {
                let (array, to_array) = (self.is_array(name, &own), self.is_array(other, &others));
                if array && to_array {
                    let primitive = |type_: &TypeId| self.is_primitive(file, *type_);
                    return match (own.first(), others.first()) {
                        (Some(a), Some(b)) if a != b && (primitive(a) || primitive(b)) => Fit::No,
                        (Some(a), Some(b)) => self.converts(file, *a, *b, false, depth - 1),
                        _ => Fit::Maybe,
                    };
                }
                self.program
                    .rules(file)
                    .conversions
                    .fit(name, other, boxing)
            }
            _ => Fit::Maybe,
        }
    }

    /// Whether an extension makes a type from outside a subtype of `base`.
    fn adopts(&mut self, name: NameId, base: SymbolId) -> bool {
        let adopted = self.adopted.iter().filter(|(known, _)| *known == name);
        let adopted: Vec<_> = adopted.map(|(_, symbol)| *symbol).collect();
        adopted.into_iter().any(|symbol| {
            let order = self.order(symbol);
            order.types.iter().any(|known| known.symbol == base)
        })
    }

    /// What is known of a type parameter: its bounds, else the type of every
    /// reference.
    fn bounds_of(&mut self, file: FileId, symbol: SymbolId, position: u32) -> Vec<TypeId> {
        let bound = self.bound(symbol, position).type_;
        match self.types.get(bound).clone() {
            Type::Union(arms) => arms.into_vec(),
            Type::External => {
                let top = self.program.rules(file).conversions.top;
                let top = top.map(|top| self.types.intern(Type::Builtin(top, Box::default())));
                top.into_iter().collect()
            }
            _ => vec![bound],
        }
    }

    fn instance_fits(
        &mut self,
        file: FileId,
        symbol: SymbolId,
        name: NameId,
        arguments: &[TypeId],
    ) -> Fit {
        let order = self.order(symbol);
        let conversions = &self.program.rules(file).conversions;
        if Some(name) == conversions.top {
            return Fit::Yes;
        }
        if conversions.is_primitive(name) || self.is_array(name, arguments) {
            return Fit::No;
        }
        let outside = order.outside.iter();
        let fit = outside
            .map(|base| conversions.fit(*base, name, false))
            .max();
        match fit {
            Some(fit) => fit,
            None if order.open && !conversions.is_final(name) => Fit::Maybe,
            None => Fit::No,
        }
    }

    /// Whether a built-in type is written as an array; its name is no name.
    fn is_array(&self, name: NameId, arguments: &[TypeId]) -> bool {
        let text = self.program.names.get(name);
        !arguments.is_empty() && !text.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }

    fn is_primitive(&self, file: FileId, type_: TypeId) -> bool {
        match self.types.get(type_) {
            Type::Builtin(name, _) => self.program.rules(file).conversions.is_primitive(*name),
            _ => false,
        }
    }

    /// Adds the methods called `name` that are inherited from `base` and that none of
    /// `found`, which stand nearer, overrides.
    pub fn add_inherited(
        &mut self,
        found: &mut Vec<SymbolId>,
        base: &Base,
        instance: TypeId,
        name: NameId,
    ) {
        for row in 0..self.program.members(base.symbol, name).len() {
            let (.., symbol) = self.program.members(base.symbol, name)[row];
            let definition = self.program.definition(symbol);
            let labels = self.program.scoping(self.program.file_of(symbol)).labels;
            let apart = definition.flags.has(Flags::PRIVATE) && !labels
                || definition.flags.has(Flags::STATIC) && base.kind == InheritanceKind::Implements;
            if !definition.kind.is_callable() || apart {
                continue;
            }
            let mut same = None;
            for (row, known) in found.iter().enumerate() {
                if self.overrides(*known, symbol, instance) {
                    same = Some(row);
                    break;
                }
            }
            match same {
                None => found.push(symbol),
                // The body of a superclass is what a promise of an interface means.
                Some(row) if self.promises(found[row]) && !self.promises(symbol) => {
                    found[row] = symbol;
                }
                Some(_) => {}
            }
        }
    }

    /// Whether a method has no body because it is an interface's.
    fn promises(&self, symbol: SymbolId) -> bool {
        let holder = self.program.container(symbol);
        let kind = holder.map(|holder| self.program.definition(holder).kind);
        kind == Some(Kind::Interface) && self.is_abstract(symbol)
    }

    /// Whether two functions of one name take the same parameters, seen through
    /// `instance` (JLS 8.4.2, by erasure).
    pub fn overrides(&mut self, a: SymbolId, b: SymbolId, instance: TypeId) -> bool {
        let count = |symbol: SymbolId| self.program.definition(symbol).parameters.len();
        if count(a) != count(b) || !self.same_labels(a, b) {
            return false;
        }
        let own = self.parameter_types(a, Some(instance));
        let others = self.parameter_types(b, Some(instance));
        let file = self.program.file_of(a);
        own.iter()
            .zip(&others)
            .all(|(a, b)| self.alike(file, *a, *b, DEPTH))
    }

    /// Whether two types are one but for their arguments; unknown ones may be.
    fn alike(&mut self, file: FileId, a: TypeId, b: TypeId, depth: u32) -> bool {
        if a == b || depth == 0 {
            return true;
        }
        match (self.types.get(a).clone(), self.types.get(b).clone()) {
            (Type::Parameter(symbol, position), _) => {
                let bounds = self.bounds_of(file, symbol, position);
                bounds
                    .first()
                    .is_none_or(|bound| self.alike(file, *bound, b, depth - 1))
            }
            (_, Type::Parameter(..)) => self.alike(file, b, a, depth - 1),
            (Type::Instance(a, _), Type::Instance(b, _)) => a == b,
            (Type::Builtin(a, own), Type::Builtin(b, others)) => {
                let inner = match (own.first(), others.first()) {
                    (Some(x), Some(y)) if self.is_array(a, &own) => {
                        self.alike(file, *x, *y, depth - 1)
                    }
                    _ => true,
                };
                a == b && inner
            }
            (Type::Instance(..), Type::Builtin(..)) | (Type::Builtin(..), Type::Instance(..)) => {
                false
            }
            _ => true,
        }
    }
}

/// The parameter that takes the argument at `position`.
fn parameter_at(parameters: &[TypeId], position: usize, phase: Phase) -> Option<TypeId> {
    match parameters.get(position) {
        Some(parameter) => Some(*parameter),
        None if phase == Phase::Variadic => parameters.last().copied(),
        None => None,
    }
}

/// Whether a call with so many arguments fits the parameters (spec 2.1 step 7).
pub fn accepts(definition: &Definition, arguments: Option<usize>) -> bool {
    let Some(arguments) = arguments else {
        return true;
    };
    let required = definition
        .parameters
        .iter()
        .filter(|parameter| !parameter.optional)
        .count();
    required <= arguments
        && (arguments <= definition.parameters.len() || definition.flags.has(Flags::VARIADIC))
}
