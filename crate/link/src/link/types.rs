//! What an expression can turn out to denote.

use crate::ids::{ExprId, FileId, NameId, SymbolId};
use crate::link::evidence::Provenance;
use crate::map::HashMap;

/// An interned [`Type`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(u32);

/// A module that names are looked up in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Module {
    /// A file.
    File(FileId),
    /// A namespace or inline module.
    Namespace(SymbolId),
    /// A namespace that is open, by its whole name, as a file sees it.
    Space(FileId, NameId),
    /// A folder: all files of a package, or the parent of packages.
    Folder(Box<str>),
}

impl Module {
    /// Whether it is the package that has no name.
    #[must_use]
    pub fn is_unnamed(&self) -> bool {
        matches!(self, Self::Folder(name) if name.ends_with(':'))
    }
}

/// What is known of a value. Names are interned in the program's table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Nothing.
    Unknown,
    /// Defined outside the tree.
    External,
    /// Bound to something inside the tree that is not understood.
    Opaque,
    /// No value (`null`, `None`).
    Void,
    /// An instance of a built-in or library type that the manifest knows.
    Builtin(NameId, Box<[TypeId]>),
    /// Such a type itself.
    BuiltinClass(NameId),
    /// A member of an instance of such a type.
    BuiltinMember(TypeId, NameId),
    /// An instance of a type of the tree, with its arguments.
    Instance(SymbolId, Box<[TypeId]>),
    /// A type of the tree itself.
    Class(SymbolId),
    /// The enclosing instance seen as its supertype.
    Super(SymbolId),
    /// Functions of one name, with the receiver they are reached through.
    Functions(Box<[SymbolId]>, Option<TypeId>),
    /// A module.
    Module(Module),
    /// One of several.
    Union(Box<[TypeId]>),
    /// A tuple or multi-value.
    Tuple(Box<[TypeId]>),
    /// An object literal.
    Object(FileId, ExprId),
    /// A variable whose members are definitions (an object literal of functions).
    Members(SymbolId),
    /// An anonymous function.
    Closure(FileId, ExprId),
    /// A value of a function type.
    Callable(FileId, ExprId),
    /// The n-th type parameter of a definition.
    Parameter(SymbolId, u32),
    /// The receiver's own type.
    Own,
}

/// A type with the weakest evidence it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The type.
    pub type_: TypeId,
    /// The evidence.
    pub evidence: Provenance,
}

impl Value {
    /// A value on the evidence of syntax alone.
    #[must_use]
    pub const fn of(type_: TypeId) -> Self {
        Self {
            type_,
            evidence: Provenance::Scope,
        }
    }

    /// The same value on evidence at most as strong as `evidence`.
    #[must_use]
    pub fn weakened(self, evidence: Provenance) -> Self {
        Self {
            type_: self.type_,
            evidence: self.evidence.max(evidence),
        }
    }
}

/// All types met so far.
#[derive(Debug)]
pub struct Types {
    list: Vec<Type>,
    ids: HashMap<Type, TypeId>,
}

impl Types {
    /// Nothing is known.
    pub const UNKNOWN: TypeId = TypeId(0);
    /// Outside the tree.
    pub const EXTERNAL: TypeId = TypeId(1);
    /// Bound, but not understood.
    pub const OPAQUE: TypeId = TypeId(2);
    /// No value.
    pub const VOID: TypeId = TypeId(3);
    /// The receiver's own type.
    pub const SELF: TypeId = TypeId(4);

    /// The table with its constants.
    #[must_use]
    pub fn new() -> Self {
        let mut types = Self {
            list: Vec::new(),
            ids: HashMap::default(),
        };
        for type_ in [
            Type::Unknown,
            Type::External,
            Type::Opaque,
            Type::Void,
            Type::Own,
        ] {
            types.intern(type_);
        }
        types
    }

    /// The id of `type_`.
    pub fn intern(&mut self, type_: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&type_) {
            return id;
        }
        let id = TypeId(self.list.len() as u32);
        self.list.push(type_.clone());
        self.ids.insert(type_, id);
        id
    }

    /// The id of `type_` if it was met.
    #[must_use]
    pub fn find(&self, type_: &Type) -> Option<TypeId> {
        self.ids.get(type_).copied()
    }

    /// The type `id`.
    #[must_use]
    pub fn get(&self, id: TypeId) -> &Type {
        self.list.get(id.0 as usize).unwrap_or(&Type::Unknown)
    }

    /// An instance of `symbol` without arguments.
    pub fn instance(&mut self, symbol: SymbolId) -> TypeId {
        self.intern(Type::Instance(symbol, Box::default()))
    }

    /// `arms` with containers of one kind made one.
    fn merged(&mut self, arms: Vec<TypeId>) -> Vec<TypeId> {
        let mut merged: Vec<TypeId> = Vec::with_capacity(arms.len());
        for arm in arms {
            let (Type::Builtin(name, parts), true) = (self.get(arm), !merged.is_empty()) else {
                merged.push(arm);
                continue;
            };
            let (name, parts) = (*name, parts.clone());
            let same = merged.iter().position(
                |known| matches!(self.get(*known), Type::Builtin(other, _) if *other == name),
            );
            let Some(same) = same else {
                merged.push(arm);
                continue;
            };
            let Type::Builtin(_, others) = self.get(merged[same]).clone() else {
                continue;
            };
            let count = parts.len().max(others.len());
            let part = |of: &[TypeId], n| of.get(n).copied().unwrap_or(Self::UNKNOWN);
            let both = (0..count).map(|n| [part(&others, n), part(&parts, n)]);
            let both: Vec<_> = both.collect();
            let both: Vec<_> = both.into_iter().map(|pair| self.union(pair)).collect();
            merged[same] = self.intern(Type::Builtin(name, both.into()));
        }
        merged
    }

    /// One of `arms`: unknown ones and absent values drop out where another is
    /// known.
    pub fn union(&mut self, arms: impl IntoIterator<Item = TypeId>) -> TypeId {
        let mut known: Vec<TypeId> = Vec::new();
        let mut fallback = Self::UNKNOWN;
        for arm in arms {
            match self.get(arm) {
                Type::Unknown => {}
                Type::Void | Type::Opaque | Type::External => {
                    fallback = if fallback == Self::UNKNOWN || fallback == Self::VOID {
                        arm
                    } else {
                        fallback
                    };
                }
                Type::Union(inner) => {
                    for arm in inner.clone() {
                        if !known.contains(&arm) {
                            known.push(arm);
                        }
                    }
                }
                _ => {
                    if !known.contains(&arm) {
                        known.push(arm);
                    }
                }
            }
        }
        let known = self.merged(known);
        match known.as_slice() {
            [] => fallback,
            [one] => *one,
            arms if arms.len() > 8 => Self::OPAQUE,
            _ => self.intern(Type::Union(known.into_boxed_slice())),
        }
    }
}
