//! How a use was decided: the one file is linked again with a recorder, so that
//! a build keeps nothing for it and pays nothing.

use crate::corpus::Corpus;
use crate::extract::Languages;
use crate::extract::facts::{Expr, Reference};
use crate::ids::{ExprId, FileId, SymbolId};
use crate::link::evidence::{Absence, Provenance};
use crate::link::flow::Calls;
use crate::link::linker::Linker;
use crate::link::links::Endpoint;
use crate::link::resolve::Outcome;
use crate::link::scip::Overlay;
use crate::link::types::{Type, TypeId};
use crate::link::{Layout, modules, program};
use std::sync::OnceLock;

/// What takes a candidate out, in the order of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Removal {
    /// The name means something else where it is written.
    Elsewhere,
    /// Private to another file.
    Hidden,
    /// Not a member of what the receiver is known to be.
    Receiver,
    /// It takes another number of arguments.
    Arity,
    /// Another overload fits the arguments better.
    Overload,
    /// A member, and there is no receiver; or the other way round.
    Kind,
    /// Of another family of languages.
    Family,
    /// A declaration, which gives way to the body.
    Bodiless,
    /// Another definition is nearer.
    Farther,
    /// Nothing prefers it to others.
    Tie,
}

/// Number of the rule (spec 2.1) and what it says.
const REMOVALS: &[(Removal, u8, &str)] = &[
    (Removal::Elsewhere, 1, "the name means something else here"),
    (Removal::Hidden, 1, "private to its file"),
    (Removal::Receiver, 5, "no member of what the receiver is"),
    (Removal::Arity, 7, "takes another number of arguments"),
    (
        Removal::Overload,
        7,
        "another overload fits the arguments better",
    ),
    (
        Removal::Kind,
        8,
        "cannot be meant with or without a receiver as here",
    ),
    (Removal::Family, 9, "defined in another family of languages"),
    (
        Removal::Bodiless,
        9,
        "a declaration that gives way to a body",
    ),
    (Removal::Farther, 9, "another one is nearer"),
    (Removal::Tie, 9, "nothing prefers it to the others"),
];

impl Removal {
    /// Number of the rule.
    #[must_use]
    pub fn rule(self) -> u8 {
        REMOVALS.get(self as usize).map_or(0, |row| row.1)
    }

    /// What the rule says.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        REMOVALS.get(self as usize).map_or("", |row| row.2)
    }
}

/// What is known of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// Nothing.
    Nothing,
    /// It lies outside the tree.
    Outside,
    /// A library or built-in type that the language's manifest knows, by its name.
    Library(String),
    /// It is bound in the tree, to something that is not understood.
    Computed,
    /// An instance of a type of the tree.
    Instance(SymbolId),
    /// A definition of the tree itself.
    Definition(SymbolId),
    /// A file as a module.
    File(FileId),
    /// A package or namespace.
    Package,
    /// One of several.
    Several,
    /// An anonymous function, object or tuple.
    Anonymous,
    /// A type parameter.
    Parameter,
}

/// How one use was decided.
#[derive(Clone, Debug)]
pub struct Decision<'a> {
    /// The use.
    pub reference: &'a Reference,
    /// What holds it.
    pub source: Endpoint,
    /// Whether a compiler-grade index decided.
    pub overlaid: bool,
    /// What its receiver is known to be; none where there is no receiver.
    pub receiver: Option<Known>,
    /// What the name itself is known to be.
    pub meaning: Known,
    /// What is meant; empty where there is no edge.
    pub targets: Vec<Endpoint>,
    /// The evidence of the targets.
    pub provenance: Option<Provenance>,
    /// Why there is no edge.
    pub absence: Option<Absence>,
    /// The definitions of the name that are not meant, and what took each out,
    /// in symbol order.
    pub removed: Vec<(SymbolId, Removal)>,
}

/// What uses are explained of.
#[derive(Clone, Copy, Debug)]
pub struct Tree<'a, 't> {
    /// Files and facts.
    pub corpus: &'a Corpus,
    /// How they were read.
    pub languages: &'t Languages,
    /// What the manifests say.
    pub layout: &'t Layout,
    /// What a compiler-grade index said.
    pub overlay: Option<&'a Overlay>,
    /// What calls hand over: found when a use first asks for it, since everything is
    /// linked for that.
    pub calls: &'t OnceLock<Calls>,
}

/// Links the uses of `file` again that `wanted` accepts, and tells how each is
/// decided. Uses that are neither an edge nor an absence are left out.
#[must_use]
pub fn explain<'a>(
    tree: Tree<'a, '_>,
    file: FileId,
    wanted: &dyn Fn(&Reference) -> bool,
) -> Vec<Decision<'a>> {
    let Some(stored) = tree.corpus.file(file) else {
        return Vec::new();
    };
    let references = &stored.facts.references;
    if !references.iter().any(wanted) {
        return Vec::new();
    }
    let mut linker = tree.linker();
    let (mut decisions, open) = linker.decisions(file, references, wanted);
    if open.is_empty() {
        return decisions
            .into_iter()
            .map(|(_, decision)| decision)
            .collect();
    }
    // What calls hand over shows only once all of them are linked; two linkers of the
    // whole tree at once take too much room.
    if tree.calls.get().is_none() {
        drop(linker);
        tree.calls.get_or_init(|| tree.linker().follow_calls());
        linker = tree.linker();
        (decisions, _) = linker.decisions(file, references, wanted);
    }
    if let Some(calls) = tree.calls.get() {
        linker.take_over(calls);
        for row in calls.open_in(file) {
            let reference = &references[row as usize];
            let known = decisions.iter_mut().find(|(at, _)| *at == row);
            match (known, open.contains(&row)) {
                (Some(known), true) => {
                    if let Some(again) = linker.decision(file, reference) {
                        known.1 = again;
                    }
                }
                _ => drop(linker.outcome(file, reference)),
            }
        }
    }
    decisions
        .into_iter()
        .map(|(_, decision)| decision)
        .collect()
}

impl<'a> Tree<'a, '_> {
    /// A linker that has linked nothing yet.
    fn linker(&self) -> Linker<'a> {
        let mut program = program::Program::new(self.corpus, self.languages, self.layout);
        let modules = modules::Modules::new(&mut program, self.layout);
        let mut linker = Linker::new(program, modules);
        linker.overlay = self.overlay.map(|overlay| overlay.over(self.corpus));
        linker.link_owners();
        linker.collect_offers();
        linker
    }
}

/// Decisions with the rows of their uses.
type Decided<'a> = Vec<(u32, Decision<'a>)>;

impl<'a> Linker<'a> {
    /// The decisions of the uses that are `wanted`, and the rows of those whose calls are
    /// left open until what all calls hand over is known.
    fn decisions(
        &mut self,
        file: FileId,
        references: &'a [Reference],
        wanted: &dyn Fn(&Reference) -> bool,
    ) -> (Decided<'a>, Vec<u32>) {
        let (mut decisions, mut open) = (Vec::new(), Vec::new());
        // In source order, as in a build: a long chain is worked out from its head.
        for (row, reference) in (0..).zip(references) {
            if !wanted(reference) {
                self.outcome(file, reference);
            } else if let Some(decision) = self.decision(file, reference) {
                if self.leaves_open(file, reference) {
                    open.push(row);
                }
                decisions.push((row, decision));
            }
        }
        (decisions, open)
    }

    fn decision(&mut self, file: FileId, reference: &'a Reference) -> Option<Decision<'a>> {
        self.removed = Some(Vec::new());
        let outcome = self.outcome(file, reference);
        let removed = self.removed.take().unwrap_or_default();
        let mut decision = Decision {
            reference,
            source: self.source(file, reference),
            overlaid: self.overlaid(file, reference).is_some(),
            receiver: None,
            meaning: Known::Nothing,
            targets: Vec::new(),
            provenance: None,
            absence: None,
            removed,
        };
        match outcome {
            Outcome::Silent => return None,
            Outcome::Targets(targets, provenance) => {
                decision.targets = targets.into_iter().map(Endpoint::Symbol).collect();
                decision.provenance = Some(provenance);
            }
            Outcome::Mention(target, provenance) => {
                decision.targets = vec![Endpoint::Symbol(target)];
                decision.provenance = Some(provenance);
            }
            Outcome::Module(target, provenance) => {
                decision.targets = vec![Endpoint::File(target)];
                decision.provenance = Some(provenance);
            }
            Outcome::Absent(absence, _) => decision.absence = Some(absence),
        }
        let object = match self.expr(file, reference.target) {
            Expr::Member { object, .. } => Some(*object),
            _ => None,
        };
        decision.receiver = object.map(|object| self.known_of(file, object));
        decision.meaning = self.known_of(file, reference.target);
        self.add_rest(file, &mut decision);
        Some(decision)
    }

    /// Adds the definitions of the name that evidence never came to.
    fn add_rest(&mut self, file: FileId, decision: &mut Decision<'_>) {
        let why = match (&decision.receiver, decision.absence) {
            _ if decision.overlaid => Removal::Elsewhere,
            (_, Some(Absence::Declined)) => Removal::Tie,
            (Some(_), _) => Removal::Receiver,
            (None, _) => Removal::Elsewhere,
        };
        let Some(name) = decision.reference.name else {
            return;
        };
        let name = self.name(file, name);
        for symbol in self.program.named(name) {
            let meant = decision.targets.contains(&Endpoint::Symbol(symbol));
            let known = decision.removed.iter().any(|(other, _)| *other == symbol);
            if !meant && !known {
                decision.removed.push((symbol, why));
            }
        }
        let targets = &decision.targets;
        let removed = &mut decision.removed;
        removed.retain(|(symbol, _)| !targets.contains(&Endpoint::Symbol(*symbol)));
        crate::sort::Arrange::arrange(removed.as_mut_slice());
        removed.dedup_by_key(|(symbol, _)| *symbol);
    }

    fn known_of(&mut self, file: FileId, expr: ExprId) -> Known {
        let type_ = self.eval(file, expr).type_;
        self.known(type_)
    }

    fn known(&self, type_: TypeId) -> Known {
        match self.types.get(type_) {
            Type::Unknown => Known::Nothing,
            Type::External => Known::Outside,
            Type::Builtin(name, _) | Type::BuiltinClass(name) | Type::BuiltinMember(_, name) => {
                Known::Library(self.program.names.get(*name).to_owned())
            }
            Type::Opaque | Type::Void | Type::Own => Known::Computed,
            Type::Instance(symbol, _) | Type::Super(symbol) => Known::Instance(*symbol),
            Type::Class(symbol) | Type::Members(symbol) => Known::Definition(*symbol),
            Type::Functions(symbols, _) => match **symbols {
                [symbol] => Known::Definition(symbol),
                _ => Known::Several,
            },
            Type::Module(crate::link::types::Module::File(file)) => Known::File(*file),
            Type::Module(_) => Known::Package,
            Type::Union(_) => Known::Several,
            Type::Tuple(_) | Type::Object(..) | Type::Closure(..) | Type::Callable(..) => {
                Known::Anonymous
            }
            Type::Parameter(..) => Known::Parameter,
        }
    }

    /// Leaves the candidates that `keep` accepts, and takes down the others where
    /// somebody wants to know.
    pub fn sift(
        &mut self,
        candidates: &mut Vec<SymbolId>,
        why: Removal,
        keep: &dyn Fn(&Self, SymbolId) -> bool,
    ) {
        let mut out = Vec::new();
        candidates.retain(|symbol| {
            let kept = keep(self, *symbol);
            if !kept && self.removed.is_some() {
                out.push((*symbol, why));
            }
            kept
        });
        if let Some(removed) = &mut self.removed {
            removed.append(&mut out);
        }
    }

    /// Takes down which of `symbols` an overload choice left out.
    pub fn note_overloads(
        &mut self,
        symbols: &[SymbolId],
        targets: &[SymbolId],
        receiver: Option<TypeId>,
        count: Option<usize>,
    ) {
        let Some(mut removed) = self.removed.take() else {
            return;
        };
        for symbol in symbols.iter().filter(|symbol| !targets.contains(symbol)) {
            let fits = self.takes_count(*symbol, receiver, count);
            let why = if fits {
                Removal::Overload
            } else {
                Removal::Arity
            };
            removed.push((*symbol, why));
        }
        self.removed = Some(removed);
    }
}

impl Provenance {
    /// Number of the rule (spec 2.1) that the evidence comes from; none for what
    /// the host says.
    #[must_use]
    pub const fn rule(self) -> Option<u8> {
        Some(match self {
            Self::Scip => 0,
            Self::Scope | Self::Import | Self::Reexport => 1,
            Self::Qualified => 2,
            Self::SelfType => 3,
            Self::LocalType => 4,
            Self::FieldType | Self::ReturnType => 5,
            Self::Cone => 6,
            Self::SameFile | Self::SameDirectory | Self::Unique | Self::Split => 9,
            Self::Binding => 10,
            Self::Route | Self::Host => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_removal_has_its_row() {
        for (at, (removal, rule, text)) in REMOVALS.iter().enumerate() {
            assert_eq!(*removal as usize, at);
            assert_eq!((removal.rule(), removal.as_str()), (*rule, *text));
        }
        assert_eq!(REMOVALS.len(), Removal::Tie as usize + 1);
    }
}
