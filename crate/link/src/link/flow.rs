//! What calls hand to parameters whose type is not declared, functions above all.
//!
//! Everything else is linked first. The calls found so far say what such a
//! parameter can hold; the uses that nothing was known of are looked at again,
//! which finds more calls, and so on for a few rounds. A call by a value that
//! flows counts like one by a returned value.

use crate::extract::facts::{Binding, BindingKind, Expr, Flags, Reference, ReferenceKind};
use crate::ids::{DefinitionId, ExprId, FileId, SymbolId};
use crate::link::evidence::Provenance;
use crate::link::linker::Linker;
use crate::link::links::Links;
use crate::link::program::range;
use crate::link::types::{Type, TypeId, Types, Value};
use crate::sort::Arrange;

/// How often the uses that are left open are looked at again.
const ROUNDS: usize = 4;
/// A function that is called at more places than this may be handed anything.
const SITES: usize = 32;

/// What is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Function {
    /// A definition.
    Symbol(SymbolId),
    /// An anonymous function.
    Closure(FileId, ExprId),
}

/// What a call hands over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Handed {
    /// The arguments of the call that this is the callee of.
    Arguments(ExprId),
    /// A definition that the callee decorates.
    Decorated(DefinitionId),
}

/// What the calls of a tree hand over, once all have been followed.
#[derive(Debug)]
pub struct Calls {
    sites: Vec<(Function, FileId, Handed)>,
    open: Vec<(FileId, u32)>,
}

impl Calls {
    /// The rows of the uses of `file` that nothing was known of at first, in order.
    pub fn open_in(&self, file: FileId) -> impl Iterator<Item = u32> {
        let open = range(&self.open, |(at, _)| at.cmp(&file));
        open.iter().map(|(_, row)| *row)
    }
}

/// The state of the rounds.
#[derive(Debug, Default)]
pub struct Flow {
    /// Whether parameters hold what calls hand over.
    pub on: bool,
    /// By function: where it is called, and with what.
    sites: Vec<(Function, FileId, Handed)>,
    /// The same as found since the last round.
    found: Vec<(Function, FileId, Handed)>,
    /// Uses that nothing is known of at first, in order.
    open: Vec<(FileId, u32)>,
}

impl Linker<'_> {
    /// Notes that `reference` calls `targets`, or keeps it for later where nothing
    /// is known of what it calls; whether it is kept.
    pub fn note_call(
        &mut self,
        file: FileId,
        row: u32,
        reference: &Reference,
        targets: &[SymbolId],
    ) -> bool {
        let value = match reference.kind {
            ReferenceKind::Call | ReferenceKind::Decorate | ReferenceKind::Implied(_) => {
                self.eval(file, reference.target)
            }
            ReferenceKind::Construct => self.eval_type(file, reference.target),
            _ => return false,
        };
        if !self.flow.on && targets.is_empty() && self.is_open(value.type_) {
            self.flow.open.push((file, row));
            return true;
        }
        let Some(handed) = self.handing(file, reference) else {
            return false;
        };
        let arms = self.arms(value.type_);
        let closures = arms
            .into_iter()
            .filter_map(|arm| match *self.types.get(arm) {
                Type::Closure(at, expr) => Some(Function::Closure(at, expr)),
                _ => None,
            });
        let takes = |symbol: &&SymbolId| {
            let mut parameters = self.program.definition(**symbol).parameters.iter();
            parameters.any(|parameter| parameter.type_.is_none())
        };
        let symbols = targets.iter().filter(takes);
        let functions = symbols.map(|symbol| Function::Symbol(*symbol));
        let sites: Vec<_> = functions.chain(closures).collect();
        let sites = sites.into_iter().map(|function| (function, file, handed));
        self.flow.found.extend(sites);
        false
    }

    /// Whether what calls hand over may tell more of a value.
    fn is_open(&self, type_: TypeId) -> bool {
        matches!(self.types.get(type_), Type::Unknown | Type::Opaque)
    }

    pub fn arms(&self, type_: TypeId) -> Vec<TypeId> {
        match self.types.get(type_) {
            Type::Union(arms) => arms.to_vec(),
            _ => vec![type_],
        }
    }

    fn handing(&mut self, file: FileId, reference: &Reference) -> Option<Handed> {
        if reference.kind != ReferenceKind::Decorate {
            let given = !self.arguments(file, reference.target).is_empty()
                && !self.calls_through(file, reference.target);
            return given.then_some(Handed::Arguments(reference.target));
        }
        let definitions = &self.program.unit(file).facts.definitions;
        let at = reference.span.start;
        let first = definitions.partition_point(|definition| definition.span.start <= at);
        let mut rows = first.saturating_sub(1)..definitions.len();
        let decorated = rows.find(|row| definitions[*row].name_span.start > at);
        decorated.map(|row| Handed::Decorated(DefinitionId::at(row)))
    }

    /// Links the uses that were left open, with what the calls found so far hand over.
    pub fn link_open(&mut self, links: &mut Links) {
        let open = std::mem::take(&mut self.flow.open);
        if open.is_empty() {
            return;
        }
        self.flow.on = true;
        let mut found = Links::default();
        for round in 0..ROUNDS {
            let known = self.flow.sites.len();
            self.flow.sites.append(&mut self.flow.found);
            self.flow.sites.arrange();
            self.flow.sites.dedup();
            if round > 0 && self.flow.sites.len() == known {
                break;
            }
            self.forget_values();
            found = Links::default();
            for (file, row) in &open {
                self.link_reference(*file, *row, &mut found);
            }
        }
        links.links.append(&mut found.links);
        links.unresolved.append(&mut found.unresolved);
        self.flow.open = open;
    }

    /// What all calls hand over: links everything for nothing but that.
    pub fn follow_calls(mut self) -> Calls {
        let mut links = Links::default();
        for index in 0..self.program.units.len() {
            self.link_file(FileId::at(index), &mut links);
        }
        self.link_open(&mut links);
        Calls {
            sites: self.flow.sites,
            open: self.flow.open,
        }
    }

    /// Takes over what calls hand over; what was worked out without it is forgotten.
    pub fn take_over(&mut self, calls: &Calls) {
        self.flow.on = true;
        self.flow.sites.clone_from(&calls.sites);
        self.forget_values();
    }

    /// Whether nothing is known of what `reference` calls before its parameters are.
    pub fn leaves_open(&mut self, file: FileId, reference: &Reference) -> bool {
        let value = match reference.kind {
            ReferenceKind::Call | ReferenceKind::Decorate | ReferenceKind::Implied(_) => {
                self.eval(file, reference.target)
            }
            ReferenceKind::Construct => self.eval_type(file, reference.target),
            _ => return false,
        };
        self.is_open(value.type_)
    }

    /// What calls hand to the parameter that `binding` stands for, where that is asked.
    pub fn handed(&mut self, file: FileId, binding: &Binding) -> Option<Value> {
        if !self.flow.on || binding.kind != BindingKind::Parameter {
            return None;
        }
        let value = binding.value.map(|value| self.expr(file, value));
        let (function, position) = match value {
            Some(Expr::ClosureParameter {
                call,
                argument,
                parameter,
            }) => {
                let (Expr::Call { arguments, .. } | Expr::Construct { arguments, .. }) =
                    self.expr(file, *call)
                else {
                    return None;
                };
                let closure = *arguments.get(*argument as usize)?;
                (Function::Closure(file, closure), *parameter as usize)
            }
            value => {
                let facts = self.program.unit(file).facts;
                let id = facts.scopes[binding.scope.index()].definition?;
                let parameters = &facts.definitions[id.index()].parameters;
                let position = parameters.iter().position(|p| p.name == binding.name)?;
                // Without a default it may be left out only where it takes the rest.
                if parameters[position].optional && value.is_none() {
                    return None;
                }
                (Function::Symbol(self.program.symbol(file, id)), position)
            }
        };
        let sites = range(&self.flow.sites, |(known, ..)| known.cmp(&function)).to_vec();
        if sites.len() > SITES {
            return Some(Value::of(Types::OPAQUE));
        }
        let name = self.name(file, binding.name);
        let mut types = Vec::with_capacity(sites.len());
        let mut evidence = Provenance::ReturnType;
        for (_, at, handed) in sites {
            let value = match handed {
                Handed::Decorated(id) if position == 0 => self.definition_value(at, id),
                Handed::Decorated(_) => continue,
                Handed::Arguments(callee) => {
                    let first = usize::from(self.hands_receiver(function, at, callee));
                    let arguments = self.arguments(at, callee);
                    let named = arguments.iter().find_map(|a| match self.expr(at, *a) {
                        Expr::Named(key, value) if self.name(at, *key) == name => Some(*value),
                        _ => None,
                    });
                    let placed = arguments.get(..=position + first).and_then(|arguments| {
                        let placed = |a: &ExprId| {
                            !matches!(self.expr(at, *a), Expr::Named(..) | Expr::Element(_))
                        };
                        arguments
                            .last()
                            .filter(|_| arguments.iter().all(placed))
                            .copied()
                    });
                    match named.or(placed) {
                        Some(argument) => self.eval(at, argument),
                        None => continue,
                    }
                }
            };
            evidence = evidence.max(value.evidence);
            types.push(value.type_);
        }
        let type_ = self.types.union(types);
        Some(Value { type_, evidence })
    }

    /// Whether the call hands a method its instance as the first argument (`C.m(c)`).
    fn hands_receiver(&mut self, function: Function, file: FileId, callee: ExprId) -> bool {
        let (Function::Symbol(symbol), Expr::Member { object, .. }) =
            (function, self.expr(file, callee))
        else {
            return false;
        };
        let (at, _, definition) = self.program.locate(symbol);
        let bound =
            definition.flags.has(Flags::STATIC) || definition.flags.has(Flags::CLASS_METHOD);
        if bound || definition.container.is_none() || !self.program.scoping(at).self_parameter {
            return false;
        }
        let object = self.eval(file, *object);
        matches!(self.types.get(object.type_), Type::Class(_))
    }
}
