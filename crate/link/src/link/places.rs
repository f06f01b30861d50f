//! Where values are kept: which field or variable of a file a read or a write
//! means. Evaluation looks through these to the value; here it is the place that
//! counts.

use crate::extract::facts::{Expr, ImportKind, Kind, Reference, ReferenceKind, ScopeKind};
use crate::extract::manifest::ClassScope;
use crate::ids::{DefinitionId, ExprId, FileId, NameId, ScopeId, SymbolId};
use crate::link::evidence::{EdgeKind, Provenance};
use crate::link::linker::Linker;
use crate::link::links::{Endpoint, Links};
use crate::link::program::Entry;
use crate::link::resolve::push;
use crate::link::types::{Module, Type};

/// A field or variable, and the evidence that it is meant.
type Place = (SymbolId, Provenance);

impl Linker<'_> {
    /// Adds the edge of a read or a write of a field, or of a variable of a file.
    pub fn link_place(&mut self, file: FileId, reference: &Reference, links: &mut Links) {
        let kind = match reference.kind {
            ReferenceKind::Read => EdgeKind::Reads,
            ReferenceKind::Write => EdgeKind::Writes,
            _ => return,
        };
        let Some((place, evidence)) = self.place(file, reference.target) else {
            return;
        };
        let (home, _, definition) = self.program.locate(place);
        // That it is declared there is no use of it.
        if home == file && definition.name_span == reference.span {
            return;
        }
        let (source, target) = (self.source(file, reference), Endpoint::Symbol(place));
        if source != target {
            push(links, kind, source, target, reference.line, evidence, 1);
        }
    }

    /// The field or variable of a file that `expr` names.
    fn place(&mut self, file: FileId, expr: ExprId) -> Option<Place> {
        match *self.expr(file, expr) {
            Expr::Member { object, name } => {
                let name = self.name(file, name);
                let object = self.eval(file, object);
                let (place, evidence) = match self.types.get(object.type_).clone() {
                    Type::Instance(symbol, _) | Type::Class(symbol) | Type::Super(symbol) => {
                        (self.kept_member(symbol, name)?, object.evidence)
                    }
                    Type::Module(Module::File(module)) => {
                        (self.kept_in(module, name)?, Provenance::Import)
                    }
                    _ => return None,
                };
                Some((place, evidence.max(object.evidence)))
            }
            Expr::Name { name, scope, .. } => {
                let name = self.name(file, name);
                self.named_place(file, name, scope)
            }
            _ => None,
        }
    }

    /// The field called `name` of `symbol` or of its nearest supertype that has one.
    fn kept_member(&mut self, symbol: SymbolId, name: NameId) -> Option<SymbolId> {
        let order = self.order(symbol);
        let mut bases = order.types.iter();
        let member = bases.find_map(|base| self.program.members(base.symbol, name).first())?;
        let member = member.2;
        self.is_kept(member).then_some(member)
    }

    /// The variable called `name` of a file.
    fn kept_in(&self, file: FileId, name: NameId) -> Option<SymbolId> {
        let entries = self.program.entries(file, ScopeId(0), name);
        let place = entries
            .iter()
            .find_map(|(.., entry)| self.defined(file, *entry))?;
        self.is_kept(place).then_some(place)
    }

    /// The innermost scope that binds `name` decides.
    fn named_place(&mut self, file: FileId, name: NameId, scope: ScopeId) -> Option<Place> {
        let facts = self.program.unit(file).facts;
        let class_scope = self.program.scoping(file).class_scope;
        let (mut here, mut in_function) = (scope, false);
        loop {
            let row = facts.scopes[here.index()];
            let class = row.kind == ScopeKind::Class;
            let hidden = class && class_scope == ClassScope::Body && in_function;
            let entries = self.program.entries(file, here, name);
            if !hidden && let Some((.., entry)) = entries.first().copied() {
                return match entry {
                    Entry::Import(row) => self.imported_place(file, row),
                    entry => {
                        let place = self.defined(file, entry)?;
                        self.is_kept(place).then_some((place, Provenance::Scope))
                    }
                };
            }
            if class
                && class_scope == ClassScope::Members
                && let Some(definition) = row.definition
            {
                let symbol = self.program.symbol(file, definition);
                let symbol = self.owner_or_self(symbol).unwrap_or(symbol);
                if let Some(place) = self.kept_member(symbol, name) {
                    return Some((place, Provenance::SelfType));
                }
            }
            if row.kind == ScopeKind::File {
                return None;
            }
            in_function |= row.kind == ScopeKind::Function;
            here = row.parent;
        }
    }

    fn imported_place(&mut self, file: FileId, row: u32) -> Option<Place> {
        let import = &self.program.unit(file).facts.imports[row as usize];
        let (ImportKind::Named, Some(name)) = (import.kind, import.name) else {
            return None;
        };
        let (source, name) = (self.name(file, import.source), self.name(file, name));
        let module = self.module(file, import.scope, source);
        match *self.types.get(module) {
            Type::Module(Module::File(module)) => {
                Some((self.kept_in(module, name)?, Provenance::Import))
            }
            _ => None,
        }
    }

    fn defined(&self, file: FileId, entry: Entry) -> Option<SymbolId> {
        let id = match entry {
            Entry::Definition(row) => DefinitionId(row),
            Entry::Binding(row) => {
                self.program.unit(file).facts.bindings[row as usize].definition?
            }
            Entry::Import(_) => return None,
        };
        Some(self.program.symbol(file, id))
    }

    fn is_kept(&self, symbol: SymbolId) -> bool {
        is_kept(self.program.definition(symbol).kind)
    }

    /// Adds what the fields of types are made of: an edge from the type that has
    /// the field to each type of the tree in it, those in containers too.
    pub fn link_composition(&mut self, file: FileId, links: &mut Links) {
        let facts = self.program.unit(file).facts;
        for (row, definition) in facts.definitions.iter().enumerate() {
            if !matches!(definition.kind, Kind::Field | Kind::Property) {
                continue;
            }
            let field = self.program.symbol(file, DefinitionId::at(row));
            let Some(owner) = self.program.container(field) else {
                continue;
            };
            let owner = self.program.whole(owner);
            if !self.program.definition(owner).kind.is_type() {
                continue;
            }
            let value = self.variable_value(field);
            // The type, what it holds, and what that holds (`Map<Key, List<Part>>`).
            let mut types = vec![value.type_];
            for _ in 0..3 {
                types = types
                    .into_iter()
                    .flat_map(|type_| self.held(type_))
                    .collect();
            }
            for type_ in types {
                if let Type::Instance(part, _) = *self.types.get(type_)
                    && part != owner
                {
                    let (source, target) = (Endpoint::Symbol(owner), Endpoint::Symbol(part));
                    let line = definition.name_line;
                    push(
                        links,
                        EdgeKind::Composes,
                        source,
                        target,
                        line,
                        value.evidence,
                        1,
                    );
                }
            }
        }
    }

    /// What a container holds; anything else itself.
    fn held(&self, type_: crate::link::types::TypeId) -> Vec<crate::link::types::TypeId> {
        match self.types.get(type_) {
            Type::Builtin(_, inner) | Type::Union(inner) | Type::Tuple(inner) => inner.to_vec(),
            _ => vec![type_],
        }
    }
}

/// Whether the kind keeps a value.
const fn is_kept(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Field | Kind::Property | Kind::Constant | Kind::Variable | Kind::EnumMember
    )
}
