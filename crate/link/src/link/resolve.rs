//! References to links: each use is evaluated, and what it denotes becomes an
//! edge or an absence.

use crate::extract::facts::{
    Expr, Flags, Import, ImportKind, InheritanceKind, Kind, Protocol, Reference, ReferenceKind,
};
use crate::ids::{ExprId, FileId, NameId, SymbolId};
use crate::link::evidence::{Absence, EdgeKind, Provenance};
use crate::link::linker::{Linker, last_name};
use crate::link::links::{Endpoint, Link, Links, Unresolved};
use crate::link::members::Base;
use crate::link::overloads::Passed;
use crate::link::types::{Module, Type, TypeId, Value};
use crate::sort::Arrange;

/// Instances that are called one for the other.
const CALLED: usize = 8;
/// How deep types may lie in extensions of each other.
const OWNERS: usize = 4;
/// Candidates of a declined reference that are kept.
const CANDIDATES: usize = 8;

/// What a use comes to.
#[derive(Clone)]
pub enum Outcome {
    /// These targets.
    Targets(Vec<SymbolId>, Provenance),
    /// The type is only referred to.
    Mention(SymbolId, Provenance),
    /// A file as a whole.
    Module(FileId, Provenance),
    /// No edge.
    Absent(Absence, Vec<SymbolId>),
    /// Not worth an edge nor a line in the report (a local value, say).
    Silent,
}

impl Linker<'_> {
    /// Links everything.
    pub fn link(&mut self, on_file: &mut dyn FnMut(usize) -> bool) -> Option<Links> {
        let owners = self.link_owners();
        self.collect_offers();
        let mut links = Links {
            owners,
            ..Links::default()
        };
        for index in 0..self.program.units.len() {
            if !on_file(index) {
                return None;
            }
            self.link_file(FileId::at(index), &mut links);
        }
        self.link_open(&mut links);
        self.link_supertypes(&mut links);
        self.link_subjects(&mut links);
        links.links.sort_by(|a, b| {
            let key = |link: &Link| {
                (
                    link.source,
                    link.line,
                    link.target,
                    link.kind,
                    link.provenance,
                    link.ambiguity,
                )
            };
            key(a).cmp(&key(b))
        });
        links.links.dedup_by_key(|link| {
            (
                link.source,
                link.line,
                link.target,
                link.kind,
                link.provenance,
            )
        });
        links.unresolved.sort_by(|a, b| {
            (a.file, a.line, &a.name, a.reason).cmp(&(b.file, b.line, &b.name, b.reason))
        });
        Some(links)
    }

    /// Works out what extensions and methods with an owner belong to. A type that one
    /// extension holds may be what another one extends, a table the field of another one.
    pub(super) fn link_owners(&mut self) -> Vec<(SymbolId, SymbolId)> {
        let mut members = Vec::new();
        let mut open = self.owned();
        for _ in 0..OWNERS {
            let known = members.len();
            let mut supertypes = Vec::new();
            let mut left = Vec::new();
            for (file, row, owner) in open {
                let definition = &self.program.unit(file).facts.definitions[row as usize];
                let symbol = SymbolId(self.program.unit(file).base + row);
                let Some(owner) = self.owner_type(file, owner) else {
                    left.push((file, row, owner));
                    continue;
                };
                if definition.kind != Kind::Extension {
                    members.push((symbol, owner));
                    continue;
                }
                let promised = definition.implements.into_iter();
                supertypes
                    .extend(promised.map(|base| (owner, file, base, InheritanceKind::Implements)));
                let written = self.program.supertypes(symbol).iter();
                supertypes.extend(written.map(|(_, at, base, kind)| (owner, *at, *base, *kind)));
            }
            let found = &members[known..];
            self.program.add_members(found.iter().copied());
            self.program.add_supertypes(supertypes);
            self.forget();
            let holds = |symbol| {
                let (file, _, definition) = self.program.locate(symbol);
                let kind = definition.kind;
                kind.is_type() || kind == Kind::Field && self.program.scoping(file).tables
            };
            open = left;
            if open.is_empty() || !found.iter().any(|(symbol, _)| holds(*symbol)) {
                break;
            }
        }
        self.adopt(&open);
        self.index_subtypes();
        members.arrange();
        members
    }

    /// Definitions that belong to a type which is not around them: the row, and what
    /// the type is called.
    fn owned(&mut self) -> Vec<(FileId, u32, ExprId)> {
        let mut owned = Vec::new();
        for index in 0..self.program.units.len() {
            let file = FileId::at(index);
            self.collect_bounds(file);
            let definitions = &self.program.unit(file).facts.definitions;
            for (row, definition) in definitions.iter().enumerate() {
                let holder = definition.container.map(|id| &definitions[id.index()]);
                let extended = holder.filter(|holder| holder.kind == Kind::Extension);
                let owner = definition
                    .owner
                    .or(extended.and_then(|holder| holder.owner));
                if let Some(owner) = owner.filter(|_| !definition.flags.has(Flags::EXTENSION)) {
                    owned.push((file, row as u32, owner));
                }
            }
        }
        owned
    }

    /// Notes which supertypes of the tree extensions give to types from outside.
    fn adopt(&mut self, outside: &[(FileId, u32, ExprId)]) {
        for (file, row, owner) in outside {
            let symbol = SymbolId(self.program.unit(*file).base + row);
            if self.program.definition(symbol).kind != Kind::Extension {
                continue;
            }
            let name = last_name(self.expr(*file, *owner)).map(|name| self.name(*file, name));
            for (_, at, base, _) in self.program.supertypes(symbol).to_vec() {
                let base = self.eval_type(at, base).type_;
                if let (Some(name), Type::Instance(base, _)) = (name, self.types.get(base)) {
                    self.adopted.push((name, *base));
                }
            }
        }
    }

    pub(super) fn link_file(&mut self, file: FileId, links: &mut Links) {
        let facts = self.program.unit(file).facts;
        for (row, import) in facts.imports.iter().enumerate() {
            self.link_import(file, row as u32, import, links);
        }
        for row in 0..facts.references.len() {
            self.link_reference(file, row as u32, links);
            self.link_place(file, &facts.references[row], links);
        }
        self.link_declared(file, links);
        self.link_composition(file, links);
        self.link_mentions(file, links);
        for (definition, declaration) in self.declarations(file) {
            let line = self.program.definition(definition).name_line;
            let own = self.program.file_of(definition) == file;
            let provenance = if own {
                Provenance::Scope
            } else {
                Provenance::Import
            };
            let (source, target) = (Endpoint::Symbol(definition), Endpoint::Symbol(declaration));
            push(
                links,
                EdgeKind::Implements,
                source,
                target,
                line,
                provenance,
                1,
            );
        }
    }

    fn link_import(&mut self, file: FileId, row: u32, import: &Import, links: &mut Links) {
        let source = Endpoint::File(file);
        let line = import.line;
        let name = self.name(file, import.source);
        let module = self.module(file, import.scope, name);
        let mut add = |target, provenance| {
            if target != source {
                push(
                    links,
                    EdgeKind::Imports,
                    source,
                    target,
                    line,
                    provenance,
                    1,
                );
                if import.reexport {
                    push(
                        links,
                        EdgeKind::Exports,
                        source,
                        target,
                        line,
                        provenance,
                        1,
                    );
                }
            }
        };
        let mut inside = matches!(self.types.get(module), Type::Module(Module::Space(..)));
        let mut targets = self.module_files(module);
        if let Type::Module(Module::Folder(folder)) = self.types.get(module)
            && !self.program.unit(file).packages.is_empty()
        {
            // What else a package holds does not touch a file that names none of it.
            let imported = import.name.map(|name| [self.name(file, name)]);
            let names = match (&import.kind, &imported) {
                (ImportKind::Named, Some(name)) => name.as_slice(),
                _ => &self.program.unit(file).names,
            };
            let used = self.modules.files_that_bind(folder, names);
            inside = import.kind == ImportKind::Wildcard;
            targets.retain(|target| used.contains(target));
        }
        for target in targets {
            inside = true;
            add(Endpoint::File(target), Provenance::Import);
        }
        if import.alias.is_some() || import.kind == ImportKind::Named {
            let value = self.import_value(file, row);
            match self.types.get(value.type_).clone() {
                Type::Functions(symbols, _) => symbols
                    .iter()
                    .for_each(|symbol| add(Endpoint::Symbol(*symbol), value.evidence)),
                Type::Class(symbol) | Type::Members(symbol) => {
                    add(Endpoint::Symbol(symbol), value.evidence)
                }
                Type::Module(Module::File(target)) => add(Endpoint::File(target), value.evidence),
                _ => {}
            }
            inside |= !matches!(self.types.get(value.type_), Type::External);
        }
        if !inside {
            let names = &self.program.unit(file).facts.names;
            links.unresolved.push(Unresolved {
                file,
                line,
                name: names.get(import.source).to_owned(),
                reason: Absence::External,
                source,
                candidates: Vec::new(),
            });
        }
    }

    /// The files that importing a module reaches.
    fn module_files(&self, module: TypeId) -> Vec<FileId> {
        match self.types.get(module) {
            Type::Module(Module::File(file)) => vec![*file],
            Type::Module(Module::Namespace(symbol)) | Type::Class(symbol) => {
                vec![self.program.file_of(*symbol)]
            }
            Type::Module(Module::Folder(folder)) => self.modules.files_of(folder).to_vec(),
            _ => Vec::new(),
        }
    }

    /// Links the use `row` of `file`.
    pub fn link_reference(&mut self, file: FileId, row: u32, links: &mut Links) {
        let reference = &self.program.unit(file).facts.references[row as usize];
        let outcome = self.outcome(file, reference);
        let targets = match &outcome {
            Outcome::Targets(targets, evidence) if !is_guess(*evidence) => targets.as_slice(),
            _ => &[],
        };
        let made_by = match targets {
            [type_] => self.inherited_constructors(file, reference, *type_),
            _ => Vec::new(),
        };
        let runs = if made_by.is_empty() {
            targets
        } else {
            &made_by
        };
        if self.note_call(file, row, reference, runs) {
            return;
        }
        let source = self.source(file, reference);
        let line = reference.line;
        match outcome {
            Outcome::Silent => {}
            Outcome::Mention(target, provenance) => {
                let target = Endpoint::Symbol(target);
                push(
                    links,
                    EdgeKind::References,
                    source,
                    target,
                    line,
                    provenance,
                    1,
                );
            }
            Outcome::Module(target, provenance) if Endpoint::File(target) != source => {
                let target = Endpoint::File(target);
                push(
                    links,
                    EdgeKind::References,
                    source,
                    target,
                    line,
                    provenance,
                    1,
                );
            }
            Outcome::Module(..) => {}
            Outcome::Absent(reason, candidates) => {
                if !matches!(
                    reference.kind,
                    ReferenceKind::Type | ReferenceKind::Read | ReferenceKind::Write
                ) {
                    let names = &self.program.unit(file).facts.names;
                    let name = reference.name.map_or("", |name| names.get(name)).to_owned();
                    links.unresolved.push(Unresolved {
                        file,
                        line,
                        name,
                        reason,
                        source,
                        candidates,
                    });
                }
            }
            Outcome::Targets(targets, provenance) => {
                self.link_targets(file, reference, &targets, provenance, links);
                self.link_targets(file, reference, &made_by, provenance, links);
            }
        }
    }

    /// Adds an edge to each of `targets`, of which one is meant.
    fn link_targets(
        &self,
        file: FileId,
        reference: &Reference,
        targets: &[SymbolId],
        provenance: Provenance,
        links: &mut Links,
    ) {
        let source = self.source(file, reference);
        let ambiguity = targets.len() as u16;
        let split = ambiguity > 1 && is_guess(provenance);
        let provenance = if split { Provenance::Split } else { provenance };
        for target in targets {
            let kind = self.edge_kind(file, reference, *target);
            let target = Endpoint::Symbol(*target);
            push(
                links,
                kind,
                source,
                target,
                reference.line,
                provenance,
                ambiguity,
            );
        }
    }

    pub(super) fn source(&self, file: FileId, reference: &Reference) -> Endpoint {
        match reference.definition {
            Some(definition) => Endpoint::Symbol(self.program.symbol(file, definition)),
            None => Endpoint::File(file),
        }
    }

    fn edge_kind(&self, file: FileId, reference: &Reference, target: SymbolId) -> EdgeKind {
        let definition = self.program.definition(target);
        let constructs = matches!(definition.kind, Kind::Constructor | Kind::EnumMember)
            || definition.kind.is_type();
        match reference.kind {
            ReferenceKind::Read | ReferenceKind::Write if self.is_implied(file, target) => {
                EdgeKind::Calls
            }
            ReferenceKind::Type | ReferenceKind::Read => EdgeKind::References,
            // What call graphs that are made by compilers count as no call.
            ReferenceKind::Implied(Protocol::Enter | Protocol::Leave) => EdgeKind::References,
            ReferenceKind::Write => EdgeKind::Writes,
            ReferenceKind::Construct => EdgeKind::Instantiates,
            // `super().__init__()` and `super()` initialise; nothing new is built.
            _ if constructs && !self.initialises(file, reference.target, target) => {
                EdgeKind::Instantiates
            }
            _ => EdgeKind::Calls,
        }
    }

    /// Whether calling `expr`, which is `target`, builds no instance but goes on with one.
    fn initialises(&self, file: FileId, expr: ExprId, target: SymbolId) -> bool {
        match self.expr(file, expr) {
            Expr::Super { .. } | Expr::This { .. } => true,
            Expr::Member { object, name } => match self.expr(file, *object) {
                Expr::Super { .. } => true,
                Expr::This { .. } => {
                    let (at, _, definition) = self.program.locate(target);
                    let is_called = self.name(at, definition.name) == self.name(file, *name);
                    definition.kind == Kind::Constructor && is_called
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// What `reference` means.
    pub fn outcome(&mut self, file: FileId, reference: &Reference) -> Outcome {
        let said = self.overlaid(file, reference);
        let covered = said.is_some();
        match said.unwrap_or_else(|| self.meant_outcome(file, reference)) {
            Outcome::Targets(targets, evidence) => {
                Outcome::Targets(self.linked(file, targets), evidence)
            }
            Outcome::Absent(reason @ (Absence::External | Absence::Filtered), candidates)
                if !covered =>
            {
                match self.bound_to(file, reference) {
                    Some(targets) => Outcome::Targets(targets, Provenance::Binding),
                    None => Outcome::Absent(reason, candidates),
                }
            }
            other => other,
        }
    }

    fn meant_outcome(&mut self, file: FileId, reference: &Reference) -> Outcome {
        if reference.kind == ReferenceKind::Expand {
            return self.expanded(file, reference);
        }
        if let ReferenceKind::Implied(protocol) = reference.kind {
            return self.implied(file, reference, protocol);
        }
        if reference.kind == ReferenceKind::Call && self.continues(file, reference.target) {
            return Outcome::Silent;
        }
        if let Some((member, evidence)) = self.enum_member(file, reference.target) {
            return Outcome::Targets(vec![member], evidence);
        }
        if reference.kind == ReferenceKind::Type
            && let Some((alias, evidence)) = self.written_alias(file, reference.target)
        {
            return Outcome::Targets(vec![alias], evidence);
        }
        let value = match reference.kind {
            ReferenceKind::Construct => {
                let made = self.eval_type(file, reference.target);
                self.initialised(file, reference, made)
            }
            ReferenceKind::Type => self.eval_type(file, reference.target),
            ReferenceKind::Read | ReferenceKind::Write => self.eval_use(file, reference.target),
            _ => self.eval(file, reference.target),
        };
        match reference.kind {
            ReferenceKind::Call | ReferenceKind::Decorate => self
                .read_message(file, reference, value)
                .unwrap_or_else(|| self.call_outcome(file, reference, value)),
            ReferenceKind::Construct => match self.expr(file, reference.target) {
                Expr::ThisType { scope } => match self.enclosing_type(file, *scope) {
                    // An enumeration's constants make instances of it.
                    Some(symbol)
                        if reference.definition.map(|id| self.program.symbol(file, id))
                            == Some(symbol)
                            && self.constructors(symbol).is_empty() =>
                    {
                        Outcome::Silent
                    }
                    Some(symbol) => self.constructed(file, symbol, reference, Provenance::SelfType),
                    None => Outcome::Absent(Absence::External, Vec::new()),
                },
                _ => self.construct_outcome(file, reference, value),
            },
            ReferenceKind::Expand | ReferenceKind::Implied(_) => Outcome::Silent,
            ReferenceKind::Type => match self.types.get(value.type_) {
                Type::Instance(symbol, _) | Type::Class(symbol) => {
                    Outcome::Targets(vec![*symbol], value.evidence)
                }
                _ => Outcome::Silent,
            },
            ReferenceKind::Read | ReferenceKind::Write => match self.types.get(value.type_).clone()
            {
                Type::Functions(symbols, _) => {
                    let mut symbols = symbols.into_vec();
                    if reference.kind == ReferenceKind::Write {
                        symbols = self.setters(file, symbols);
                    }
                    if symbols.is_empty() {
                        return Outcome::Silent;
                    }
                    if symbols.iter().any(|symbol| self.is_read(file, *symbol)) {
                        symbols.retain(|symbol| self.is_read(file, *symbol));
                    }
                    Outcome::Targets(symbols, value.evidence)
                }
                Type::Class(symbol) | Type::Members(symbol) => {
                    Outcome::Targets(vec![symbol], value.evidence)
                }
                Type::Module(Module::File(target)) => Outcome::Module(target, value.evidence),
                _ => Outcome::Silent,
            },
        }
    }

    /// What constructing by a name makes that is no type: the member of that name, which a
    /// constructor initialises (C++).
    fn initialised(&mut self, file: FileId, reference: &Reference, made: Value) -> Value {
        let known = match self.types.get(made.type_) {
            Type::External | Type::Opaque | Type::Unknown => false,
            // Types from outside are told apart by their names.
            Type::Builtin(name, _) => self.program.rules(file).container(*name).is_some(),
            _ => true,
        };
        let name = reference.name.filter(|_| !known && self.includes(file));
        let Some(name) = name.map(|name| self.name(file, name)) else {
            return made;
        };
        let at = reference.span.start;
        let called = std::mem::take(&mut self.called);
        let member = self.lookup(file, name, reference.scope, at);
        self.called = called;
        let is_made = |value: &Value| matches!(self.types.get(value.type_), Type::Instance(..));
        member.filter(is_made).unwrap_or(made)
    }

    /// The alias that a type is written by, which is what is named there: what it stands
    /// for is named by the alias itself.
    fn written_alias(&mut self, file: FileId, id: ExprId) -> Option<(SymbolId, Provenance)> {
        let mut id = id;
        while let Expr::Generic { base, .. } = self.expr(file, id) {
            id = *base;
        }
        if !matches!(self.expr(file, id), Expr::Name { .. } | Expr::Member { .. }) {
            return None;
        }
        let value = self.eval(file, id);
        match *self.types.get(value.type_) {
            Type::Class(symbol) if self.program.definition(symbol).kind == Kind::TypeAlias => {
                Some((symbol, value.evidence))
            }
            _ => None,
        }
    }

    pub fn call_outcome(&mut self, file: FileId, reference: &Reference, value: Value) -> Outcome {
        match self.types.get(value.type_).clone() {
            Type::Functions(symbols, receiver) => {
                self.chosen(file, &symbols, receiver, reference, value.evidence)
            }
            Type::Class(symbol) if self.is_object(symbol) => {
                let called = self.called_object(symbol, value, reference.arguments);
                match called.map(|called| (called, self.types.get(called.type_))) {
                    Some((called, Type::Class(made))) => {
                        self.constructed(file, *made, reference, called.evidence)
                    }
                    Some((called, Type::Functions(..))) => {
                        self.call_outcome(file, reference, called)
                    }
                    _ => Outcome::Absent(self.lacking(symbol), Vec::new()),
                }
            }
            // Which subtype `cls` is shows only at run time: the type is
            // referred to, and that it is built here is not claimed.
            Type::Class(symbol)
                if self.program.definition(symbol).kind == Kind::Class
                    && self.is_own_type(file, reference.target) =>
            {
                Outcome::Mention(symbol, value.evidence)
            }
            // A conversion, which builds nothing.
            Type::Class(symbol)
                if self.is_callee(file, reference.target)
                    && !self.program.scoping(file).call_constructs =>
            {
                Outcome::Mention(symbol, value.evidence)
            }
            Type::Class(symbol) => match self.namesakes(file, symbol) {
                Some(makers) => self.chosen(file, &makers, None, reference, value.evidence),
                None => self.constructed(file, symbol, reference, value.evidence),
            },
            Type::Super(symbol) => match self.passed_on(file, symbol, reference) {
                Some(value) => self.next_outcome(file, reference, value),
                None => self.super_constructor(file, symbol, reference),
            },
            // `this(…)` in a constructor calls another one.
            Type::Instance(symbol, _)
                if matches!(self.expr(file, reference.target), Expr::This { .. }) =>
            {
                let constructors = self.constructors(symbol);
                match constructors.is_empty() {
                    true => Outcome::Absent(Absence::Dynamic, Vec::new()),
                    false => self.chosen(file, &constructors, None, reference, value.evidence),
                }
            }
            Type::Instance(symbol, _) => self.called_instance(file, symbol, value, reference),
            Type::Members(_) => match self.called_table(file, value) {
                Some(method) => self.next_outcome(file, reference, method),
                None => Outcome::Absent(Absence::Dynamic, Vec::new()),
            },
            Type::Union(arms) => self.union_outcome(file, reference, value, &arms),
            Type::Module(Module::File(_)) => match self.default_value(value) {
                Some(called) => self.next_outcome(file, reference, called),
                None => Outcome::Absent(Absence::Dynamic, Vec::new()),
            },
            // A decorator of the language itself is no news.
            Type::External | Type::BuiltinClass(_)
                if reference.kind == ReferenceKind::Decorate
                    && value.evidence != Provenance::Import =>
            {
                Outcome::Silent
            }
            Type::Builtin(..) if let Some(held) = self.held_function(file, value) => {
                self.next_outcome(file, reference, held)
            }
            Type::External
            | Type::Builtin(..)
            | Type::BuiltinClass(_)
            | Type::BuiltinMember(..) => Outcome::Absent(Absence::External, Vec::new()),
            Type::Unknown => self.by_name(file, reference),
            _ => Outcome::Absent(Absence::Dynamic, Vec::new()),
        }
    }

    /// Whether the expression is the enclosing type, whichever subtype it is.
    fn is_own_type(&self, file: FileId, expr: ExprId) -> bool {
        match self.expr(file, expr) {
            Expr::ThisType { .. } => true,
            Expr::Name { name, .. } => {
                let facts = self.program.unit(file).facts;
                let mut bindings = facts
                    .bindings
                    .iter()
                    .filter(|binding| binding.name == *name);
                bindings.any(|binding| {
                    let value = binding.value.map(|value| self.expr(file, value));
                    matches!(value, Some(Expr::ThisType { .. }))
                })
            }
            _ => false,
        }
    }

    fn union_outcome(
        &mut self,
        file: FileId,
        reference: &Reference,
        value: Value,
        arms: &[TypeId],
    ) -> Outcome {
        let mut targets = Vec::new();
        let mut weakest = value.evidence;
        let mut outside = true;
        for arm in arms {
            let type_ = *arm;
            match self.call_outcome(file, reference, Value { type_, ..value }) {
                Outcome::Targets(more, evidence) => {
                    weakest = weakest.max(evidence);
                    targets.extend(more);
                }
                Outcome::Absent(Absence::External, _) => {}
                _ => outside = false,
            }
        }
        targets.arrange();
        targets.dedup();
        if targets.is_empty() {
            let reason = if outside {
                Absence::External
            } else {
                Absence::Dynamic
            };
            return Outcome::Absent(reason, Vec::new());
        }
        Outcome::Targets(targets, weakest)
    }

    /// Calling an instance calls the member that the language has for that.
    fn called_instance(
        &mut self,
        file: FileId,
        symbol: SymbolId,
        value: Value,
        reference: &Reference,
    ) -> Outcome {
        let (mut holder, mut called) = (symbol, value);
        for _ in 0..CALLED {
            let Some(method) = self.call_member(file, holder, called) else {
                break;
            };
            // What is called may be an instance too, round in a circle at worst.
            match *self.types.get(method.type_) {
                Type::Instance(next, _) => (holder, called) = (next, method),
                Type::Union(_) => break,
                _ => return self.next_outcome(file, reference, method),
            }
        }
        // What is raised, say, and no type.
        if !self.is_callee(file, reference.target) {
            return Outcome::Silent;
        }
        Outcome::Absent(Absence::Dynamic, Vec::new())
    }

    /// What calling what a called value stands for comes to.
    fn next_outcome(&mut self, file: FileId, reference: &Reference, value: Value) -> Outcome {
        self.turn(|linker| linker.call_outcome(file, reference, value))
            .unwrap_or(Outcome::Absent(Absence::Dynamic, Vec::new()))
    }

    fn construct_outcome(&mut self, file: FileId, reference: &Reference, value: Value) -> Outcome {
        if self.makes_by_value(file, value.type_, reference.target) {
            return Outcome::Absent(Absence::Dynamic, Vec::new());
        }
        match self.types.get(value.type_).clone() {
            // Which subtype `new this` builds shows only at run time.
            Type::Instance(symbol, _)
                if matches!(
                    self.expr(file, reference.target),
                    Expr::This { .. } | Expr::ThisType { .. }
                ) && self.program.definition(symbol).kind == Kind::Class =>
            {
                Outcome::Mention(symbol, value.evidence)
            }
            // A number of a name of its own.
            Type::Instance(symbol, _)
                if self.program.definition(symbol).kind == Kind::Enum && self.includes(file) =>
            {
                Outcome::Silent
            }
            Type::Instance(symbol, _) | Type::Class(symbol) => {
                self.constructed(file, symbol, reference, value.evidence)
            }
            Type::Functions(symbols, _) => Outcome::Targets(vec![symbols[0]], value.evidence),
            Type::Super(symbol) => self.super_constructor(file, symbol, reference),
            // What a type parameter makes shows only where it is filled in.
            Type::Parameter(..) => Outcome::Silent,
            // A value of the language's own types is no news.
            Type::Builtin(name, _)
                if self.includes(file) && self.program.rules(file).container(name).is_none() =>
            {
                Outcome::Silent
            }
            // The enclosing type itself (the constants of an enumeration).
            Type::Own => {
                let own = self.eval(file, reference.target);
                match *self.types.get(own.type_) {
                    Type::Class(symbol) => self.constructed(file, symbol, reference, own.evidence),
                    _ => Outcome::Absent(Absence::Dynamic, Vec::new()),
                }
            }
            Type::Union(arms) => {
                let mut targets = Vec::new();
                for arm in arms {
                    if let Type::Instance(symbol, _) | Type::Class(symbol) = *self.types.get(arm)
                        && let Outcome::Targets(more, _) =
                            self.constructed(file, symbol, reference, value.evidence)
                    {
                        targets.extend(more);
                    }
                }
                if targets.is_empty() {
                    Outcome::Absent(Absence::Dynamic, Vec::new())
                } else {
                    Outcome::Targets(targets, value.evidence)
                }
            }
            Type::Unknown => self.by_name(file, reference),
            Type::External | Type::Builtin(..) | Type::BuiltinClass(_) => {
                Outcome::Absent(Absence::External, Vec::new())
            }
            _ => Outcome::Absent(Absence::Dynamic, Vec::new()),
        }
    }

    /// Whether `expr`, which is to make a `made`, is no type but a value of an interface:
    /// what constructing by it makes is said by no definition.
    pub fn makes_by_value(&mut self, file: FileId, made: TypeId, expr: ExprId) -> bool {
        let named = matches!(
            self.expr(file, expr),
            Expr::Name { .. } | Expr::Member { .. }
        );
        let promises = |type_: &TypeId| match self.types.get(*type_) {
            Type::Instance(symbol, _) => self.program.definition(*symbol).kind == Kind::Interface,
            _ => false,
        };
        if !named || !self.arms(made).iter().any(promises) {
            return false;
        }
        let value = self.eval(file, expr).type_;
        let is_instance = |type_: &TypeId| matches!(self.types.get(*type_), Type::Instance(..));
        self.arms(value).iter().any(is_instance)
    }

    /// The type that `symbol` is another name of, else itself.
    fn aliased(&mut self, symbol: SymbolId) -> SymbolId {
        let (file, _, definition) = self.program.locate(symbol);
        let named = definition
            .type_
            .filter(|_| definition.kind == Kind::TypeAlias);
        let type_ = named.map(|named| self.eval_type(file, named).type_);
        match type_.map(|type_| self.types.get(type_)) {
            Some(Type::Instance(type_, _)) => *type_,
            _ => symbol,
        }
    }

    /// Constructing a type means its constructor where it declares one, else
    /// the type.
    pub(super) fn constructed(
        &mut self,
        file: FileId,
        symbol: SymbolId,
        reference: &Reference,
        evidence: Provenance,
    ) -> Outcome {
        let symbol = self.aliased(symbol);
        let constructors = self.constructors(symbol);
        if constructors.is_empty() && self.is_reopened(symbol) {
            return Outcome::Absent(Absence::External, Vec::new());
        }
        if constructors.is_empty() {
            return Outcome::Targets(vec![symbol], evidence);
        }
        match self.chosen(file, &constructors, None, reference, evidence) {
            // One that nobody wrote takes other names.
            Outcome::Absent(..) => Outcome::Targets(vec![symbol], evidence),
            outcome => outcome,
        }
    }

    /// The overloads of `symbols` that `reference` may mean; what its arguments do
    /// not tell apart is split.
    pub(super) fn chosen(
        &mut self,
        file: FileId,
        symbols: &[SymbolId],
        receiver: Option<TypeId>,
        reference: &Reference,
        evidence: Provenance,
    ) -> Outcome {
        let passed = Passed {
            file,
            count: reference.arguments.map(usize::from),
            arguments: self.arguments(file, reference.target),
            types: match self.expr(file, reference.target) {
                Expr::Generic { arguments, .. } if reference.kind == ReferenceKind::Call => {
                    arguments.len()
                }
                _ => 0,
            },
        };
        let targets = self.overloads(symbols, receiver, &passed);
        self.note_overloads(symbols, &targets, receiver, passed.count);
        if targets.is_empty() {
            return Outcome::Absent(Absence::External, Vec::new());
        }
        // Definitions under different conditions are each meant.
        let chooses = self.program.rules(file).conversions.choose();
        let evidence = if targets.len() > 1 && chooses {
            Provenance::Split
        } else {
            evidence
        };
        Outcome::Targets(targets, evidence)
    }

    pub(super) fn constructors(&self, symbol: SymbolId) -> Vec<SymbolId> {
        let members = self
            .program
            .all_members(symbol)
            .iter()
            .map(|(.., member)| *member);
        // What initialises the type itself is called by nobody.
        let made_by = members.filter(|member| {
            let definition = self.program.definition(*member);
            definition.kind == Kind::Constructor && !definition.flags.has(Flags::STATIC)
        });
        // The type stands for a constructor that it declares with its name.
        let parts = std::iter::once(symbol).chain(self.program.parts(symbol));
        let primary = parts.filter(|part| !self.program.definition(*part).parameters.is_empty());
        primary.chain(made_by).collect()
    }

    /// The constructors that run where a type that declares none is made, if they are
    /// inherited from a type of the tree for certain.
    fn inherited_constructors(
        &mut self,
        file: FileId,
        reference: &Reference,
        type_: SymbolId,
    ) -> Vec<SymbolId> {
        let calls = matches!(
            reference.kind,
            ReferenceKind::Call | ReferenceKind::Construct
        );
        let inherits = self.program.scoping(file).inherits_constructors;
        if !calls || !inherits || self.program.definition(type_).kind != Kind::Class {
            return Vec::new();
        }
        let order = self.order(type_);
        let mut above = order.types.iter().enumerate();
        let found = above.find_map(|(place, base)| {
            let constructors = self.constructors(base.symbol);
            (!constructors.is_empty()).then_some((place, constructors))
        });
        match found {
            Some((place, constructors)) if place > 0 && self.is_certain(&order.types, place) => {
                match self.chosen(file, &constructors, None, reference, Provenance::SelfType) {
                    Outcome::Targets(targets, _) => targets,
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    /// `super(…)` calls the constructor of the next type that declares one.
    fn super_constructor(
        &mut self,
        file: FileId,
        symbol: SymbolId,
        reference: &Reference,
    ) -> Outcome {
        let order = self.order(symbol);
        for base in order.types.iter().skip(1) {
            let constructors = self.constructors(base.symbol);
            if !constructors.is_empty() {
                return self.chosen(file, &constructors, None, reference, Provenance::SelfType);
            }
        }
        let is_class = |base: &&Base| {
            let kind = self.program.definition(base.symbol).kind;
            base.kind != InheritanceKind::Implements
                && !matches!(kind, Kind::Interface | Kind::Trait)
        };
        match order.types.iter().skip(1).find(is_class) {
            Some(base) => Outcome::Targets(vec![base.symbol], Provenance::SelfType),
            None => Outcome::Absent(Absence::External, Vec::new()),
        }
    }

    fn link_supertypes(&mut self, links: &mut Links) {
        for (subtype, file, expr, kind) in self.program.all_supertypes().to_vec() {
            if kind == InheritanceKind::Requires {
                continue;
            }
            let value = self.eval_type(file, expr);
            let line = self.supertype_line(subtype, file, expr);
            let Some(subtype) = self.owner_or_self(subtype) else {
                continue;
            };
            let bases = self.named_types(value.type_);
            if bases.is_empty() {
                self.absent_supertype(subtype, file, expr, line, value, links);
            }
            for (base, _) in bases {
                if base == subtype {
                    continue;
                }
                let is_interface = |symbol| {
                    let kind = self.program.definition(symbol).kind;
                    matches!(kind, Kind::Interface | Kind::Trait)
                };
                let extends = is_interface(base) && !is_interface(subtype);
                let edge = match kind {
                    InheritanceKind::Implements => EdgeKind::Implements,
                    InheritanceKind::Extends if extends => EdgeKind::Implements,
                    _ => EdgeKind::Inherits,
                };
                let (source, target) = (Endpoint::Symbol(subtype), Endpoint::Symbol(base));
                push(links, edge, source, target, line, value.evidence, 1);
            }
        }
        self.link_overrides(links);
        self.link_structural(links);
    }

    pub fn supertype_line(&self, subtype: SymbolId, file: FileId, expr: ExprId) -> u32 {
        let facts = self.program.unit(file).facts;
        let row = facts.inheritance.iter().find(|row| row.base == expr);
        let extension = || {
            facts
                .definitions
                .iter()
                .find(|definition| definition.implements == Some(expr))
        };
        row.map(|row| row.line)
            .or_else(|| extension().map(|definition| definition.name_line))
            .unwrap_or_else(|| self.program.definition(subtype).name_line)
    }

    fn absent_supertype(
        &mut self,
        subtype: SymbolId,
        file: FileId,
        expr: ExprId,
        line: u32,
        value: Value,
        links: &mut Links,
    ) {
        let expr = match self.expr(file, expr) {
            Expr::Generic { base, .. } => *base,
            _ => expr,
        };
        let name = match last_name(self.expr(file, expr)) {
            Some(name) => self.program.unit(file).facts.names.get(name),
            None => return,
        };
        let reason = match self.types.get(value.type_) {
            Type::Opaque | Type::Unknown => Absence::Dynamic,
            _ => Absence::External,
        };
        links.unresolved.push(Unresolved {
            file,
            line,
            name: name.to_owned(),
            reason,
            source: Endpoint::Symbol(subtype),
            candidates: Vec::new(),
        });
    }

    /// Methods that replace one of a supertype.
    fn link_overrides(&mut self, links: &mut Links) {
        let mut subtypes: Vec<_> = self
            .program
            .all_supertypes()
            .iter()
            .map(|(subtype, ..)| *subtype)
            .collect();
        subtypes.dedup();
        for subtype in subtypes {
            let Some(owner) = self.owner_or_self(subtype) else {
                continue;
            };
            let order = self.order(owner);
            for (_, name, member) in self.program.all_members(owner).to_vec() {
                let definition = self.program.definition(member);
                let elsewhere =
                    definition.owner.is_some() && self.includes(self.program.file_of(member));
                let special = matches!(definition.kind, Kind::Constructor | Kind::Destructor);
                if !definition.kind.is_callable() || special || elsewhere {
                    continue;
                }
                let overridden = self.overridden(member, name, &order.types);
                if let Some(target) = overridden {
                    let (source, target) = (Endpoint::Symbol(member), Endpoint::Symbol(target));
                    push(
                        links,
                        EdgeKind::Overrides,
                        source,
                        target,
                        definition.name_line,
                        Provenance::Scope,
                        1,
                    );
                }
            }
        }
    }

    /// The method of a supertype that `member` replaces: one of its name, and of its
    /// parameters where overloads are told apart by them.
    fn overridden(&mut self, member: SymbolId, name: NameId, order: &[Base]) -> Option<SymbolId> {
        let own = order.first()?.symbol;
        let file = self.program.file_of(member);
        let says_so = self.program.scoping(file).virtual_overrides;
        let by_parameters = says_so || self.inherits_overloads(own);
        let instance = self.own_instance(own);
        let flags = self.program.definition(member).flags;
        if says_so && flags.has(Flags::STATIC) {
            return None;
        }
        let mut is_virtual = !says_so || flags.has(Flags::OVERRIDE);
        let mut nearest = None;
        for base in order.iter().skip(1) {
            for row in 0..self.program.members(base.symbol, name).len() {
                let (.., other) = self.program.members(base.symbol, name)[row];
                let definition = self.program.definition(other);
                let flags = definition.flags;
                if !definition.kind.is_callable()
                    || says_so && flags.has(Flags::STATIC)
                    || by_parameters && !self.overrides(member, other, instance)
                {
                    continue;
                }
                // What overrides a virtual function is virtual itself, whether it says so or not.
                is_virtual |= flags.has(Flags::VIRTUAL) || flags.has(Flags::OVERRIDE);
                let nearest = *nearest.get_or_insert(other);
                if is_virtual {
                    return Some(nearest);
                }
            }
        }
        None
    }

    /// The declined candidates that the report keeps.
    pub fn shown(candidates: Vec<SymbolId>) -> Vec<SymbolId> {
        let mut candidates = candidates;
        candidates.truncate(CANDIDATES);
        candidates
    }
}

/// Adds a link; candidates of one site share its confidence.
pub fn push(
    links: &mut Links,
    kind: EdgeKind,
    source: Endpoint,
    target: Endpoint,
    line: u32,
    provenance: Provenance,
    ambiguity: u16,
) {
    let confidence = provenance.confidence() / f32::from(ambiguity.max(1));
    links.links.push(Link {
        kind,
        source,
        target,
        line,
        provenance,
        confidence,
        ambiguity,
    });
}

/// Whether the provenance is a rule of the ladder.
const fn is_guess(provenance: Provenance) -> bool {
    matches!(
        provenance,
        Provenance::SameFile | Provenance::SameDirectory | Provenance::Unique
    )
}
