//! The definition that a declaration without a body stands for (C17 §6.2.2, C++20
//! [basic.link]).

use crate::extract::facts::{Definition, Expr, Flags, Kind};
use crate::extract::manifest::ClassScope;
use crate::ids::{ExprId, FileId, NameId, SymbolId};
use crate::link::linker::Linker;
use crate::link::modules::parent;
use crate::link::types::{Module, Type};
use std::rc::Rc;

impl Linker<'_> {
    /// `targets`, used by `file`, with the definitions of those that are only
    /// declared.
    pub fn linked(&mut self, file: FileId, targets: Vec<SymbolId>) -> Vec<SymbolId> {
        let mut linked: Vec<SymbolId> = Vec::with_capacity(targets.len());
        for target in targets {
            for symbol in self.linked_one(file, target) {
                if !linked.contains(&symbol) {
                    linked.push(symbol);
                }
            }
        }
        linked
    }

    fn linked_one(&mut self, file: FileId, symbol: SymbolId) -> Vec<SymbolId> {
        let (declared, _, definition) = self.program.locate(symbol);
        if !self.includes(declared)
            || !definition.kind.is_callable()
            || !definition.flags.has(Flags::ABSTRACT)
        {
            return vec![symbol];
        }
        let bodies = self.bodies(symbol);
        if bodies.len() < 2 {
            return if bodies.is_empty() {
                vec![symbol]
            } else {
                bodies.to_vec()
            };
        }
        // One a platform, or one a program: those nearest to the use.
        let own = &self.program.corpus.files()[file.index()].path;
        let near = |symbol: &SymbolId| {
            let at = self.program.file_of(*symbol);
            shared(own, &self.program.corpus.files()[at.index()].path)
        };
        let nearest = bodies.iter().map(near).max().unwrap_or(0);
        let mut bodies = bodies.to_vec();
        bodies.retain(|symbol| near(symbol) == nearest);
        bodies
    }

    /// `symbols` without definitions that a declaration among them stands for.
    pub fn declared_once(&mut self, mut symbols: Vec<SymbolId>) -> Vec<SymbolId> {
        let mut bodies = Vec::new();
        for symbol in &symbols {
            let file = self.program.file_of(*symbol);
            if self.includes(file) && self.is_abstract(*symbol) {
                bodies.extend(self.bodies(*symbol).iter().copied());
            }
        }
        symbols.retain(|symbol| !bodies.contains(symbol));
        symbols
    }

    /// The definitions that the declaration `symbol` may stand for: one of its own
    /// file, else those that see the declaration, else the only one there is.
    fn bodies(&mut self, symbol: SymbolId) -> Rc<[SymbolId]> {
        if let Some(known) = self.bodies.get(&symbol) {
            return known.clone();
        }
        let (file, _, declaration) = self.program.locate(symbol);
        let name = self.program.name_of(symbol);
        let home = self.home(symbol);
        let mut all: Vec<SymbolId> = self.program.named(name).collect();
        all.retain(|other| self.may_define(*other, file, declaration));
        all.retain(|other| self.home(*other) == home);
        self.keep_alike(&mut all, symbol);
        let mut found: Vec<SymbolId> = Vec::new();
        let own = |other: &&SymbolId| self.program.file_of(**other) == file;
        found.extend(all.iter().filter(own));
        if found.is_empty() {
            for other in &all {
                let at = self.program.file_of(*other);
                if self.seen(at).binary_search(&file).is_ok() {
                    found.push(*other);
                }
            }
        }
        if found.is_empty() && all.len() == 1 {
            found = all;
        }
        let found: Rc<[SymbolId]> = found.into();
        self.bodies.insert(symbol, found.clone());
        found
    }

    /// Whether `other` can be the definition of a declaration in `file`.
    fn may_define(&self, other: SymbolId, file: FileId, declaration: &Definition) -> bool {
        let (at, _, definition) = self.program.locate(other);
        let own = at == file;
        let hidden = |definition: &Definition| definition.flags.has(Flags::PRIVATE);
        definition.kind.is_callable()
            && definition.kind != Kind::Macro
            && !definition.flags.has(Flags::ABSTRACT)
            && self.program.family(at) == self.program.family(file)
            && (own || !hidden(definition) && !hidden(declaration))
    }

    /// What `symbol` is a member of.
    fn home(&mut self, symbol: SymbolId) -> Home {
        let (file, _, definition) = self.program.locate(symbol);
        if let Some(owner) = definition.owner {
            let owner = self.eval_type(file, owner).type_;
            return match *self.types.get(owner) {
                Type::Instance(symbol, _) | Type::Class(symbol) => Home::Type(symbol),
                Type::Module(Module::Space(_, path)) => Home::Space(path),
                _ => Home::Unknown,
            };
        }
        match self.program.container(symbol) {
            Some(holder) if self.program.definition(holder).kind.is_type() => Home::Type(holder),
            _ => Home::Space(self.space_around(symbol)),
        }
    }

    /// Of several definitions of one name, keeps those whose parameters are those of
    /// the declaration, by their number, then by the names of their types.
    fn keep_alike(&self, all: &mut Vec<SymbolId>, declaration: SymbolId) {
        let count = |symbol: SymbolId| self.program.definition(symbol).parameters.len();
        let overloads = self.program.scoping(self.program.file_of(declaration));
        if overloads.class_scope == ClassScope::None {
            return;
        }
        all.retain(|other| count(*other) == count(declaration));
        let types = |symbol: SymbolId| -> Vec<Option<NameId>> {
            let (file, _, definition) = self.program.locate(symbol);
            let parameters = definition.parameters.iter();
            let name = |type_| self.type_name(file, type_);
            parameters
                .map(|parameter| parameter.type_.and_then(name))
                .collect()
        };
        let wanted = types(declaration);
        if all.len() > 1 && all.iter().any(|other| types(*other) == wanted) {
            all.retain(|other| types(*other) == wanted);
        }
    }

    /// The last name that a type is written with.
    fn type_name(&self, file: FileId, type_: ExprId) -> Option<NameId> {
        match self.expr(file, type_) {
            Expr::Name { name, .. } | Expr::Member { name, .. } | Expr::Literal(name) => {
                Some(self.name(file, *name))
            }
            Expr::Generic { base, .. } => match self.expr(file, *base) {
                Expr::Name { name, .. } | Expr::Member { name, .. } | Expr::Literal(name) => {
                    Some(self.name(file, *name))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Links each definition to the declarations it completes.
    pub fn declarations(&mut self, file: FileId) -> Vec<(SymbolId, SymbolId)> {
        let mut pairs = Vec::new();
        if !self.includes(file) {
            return pairs;
        }
        for symbol in self.program.corpus.symbols(file).collect::<Vec<_>>() {
            for target in self.linked_one(file, symbol) {
                if target != symbol {
                    pairs.push((target, symbol));
                }
            }
        }
        pairs
    }
}

/// What a definition is a member of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Home {
    Unknown,
    /// A namespace, by its whole name.
    Space(NameId),
    /// A type.
    Type(SymbolId),
}

/// How many folders two paths share from the root.
fn shared(a: &str, b: &str) -> usize {
    let parts = parent(a).split('/').zip(parent(b).split('/'));
    parts.take_while(|(a, b)| a == b && !a.is_empty()).count()
}
