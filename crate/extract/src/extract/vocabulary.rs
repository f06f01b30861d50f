//! The capture vocabulary: what a capture name in a query means. Documented for
//! authors of languages in `queries/README.md`.

use crate::extract::facts::{
    BindingKind, Flags, ImportKind, InheritanceKind, Kind, Protocol, ReferenceKind, ScopeKind,
};
use crate::extract::metrics::StatementKind;

/// The capture that a pattern is about; each pattern has exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Root {
    /// Code that never runs; what it refers to is not referred to.
    Dead,
    /// Gives definitions inside the node a flag.
    Flag(FlagName),
    /// A decorator of the definition around or after it.
    Decorator,
    /// A definition.
    Definition(Kind),
    /// A lexical scope.
    Scope(ScopeName),
    /// A parameter of the innermost function.
    Parameter,
    /// A name bound to a value.
    Binding(BindingName),
    /// A pattern of names bound to positions of a value.
    Tuple(BindingName),
    /// A pattern of names, read by the manifest's `patterns`.
    Destructure(BindingName),
    /// A member assigned on an instance (`self.x = …`).
    Member,
    /// A use of a name.
    Reference(ReferenceName),
    /// An imported name.
    Import(ImportName),
    /// Nested imports, read by the manifest's `import_tree`.
    ImportTree,
    /// An exported name.
    Export,
    /// A supertype of the innermost type.
    Inherit(InheritName),
    /// The package the file declares.
    Package,
    /// A value the innermost function yields.
    Return,
    /// A comment; it documents the definition that follows.
    Doc,
    /// A comment or string that documents the definition around it.
    DocInner,
    /// Text that is read again as code of the language: as it stands, or
    /// (`true`) what its delimiters enclose.
    Embedded(bool),
    /// A statement, for measures.
    Statement(StatementKind),
}

impl Root {
    /// The root that stands for all of its kind, where patterns of different ones may
    /// be about the same thing.
    #[must_use]
    pub const fn alike(self) -> Self {
        match self {
            Self::Import(_) => Self::Import(ImportName(0)),
            other => other,
        }
    }
}

macro_rules! named {
    ($(#[$doc:meta])* $alias:ident($of:ty) { $($name:literal => $value:expr),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $alias(u8);

        impl $alias {
            const TABLE: &'static [(&'static str, $of)] = &[$(($name, $value)),+];

            /// The entry called `name`.
            #[must_use]
            pub fn parse(name: &str) -> Option<Self> {
                Self::TABLE.iter().position(|(known, _)| *known == name).map(|i| Self(i as u8))
            }

            /// What the name stands for.
            #[must_use]
            pub const fn get(self) -> $of {
                Self::TABLE[self.0 as usize].1
            }
        }
    };
}

named!(
    /// The part of a capture name after `flag.`.
    FlagName(Flags) {
        "static" => Flags::STATIC,
        "abstract" => Flags::ABSTRACT,
        "async" => Flags::ASYNC,
        "exported" => Flags::EXPORTED,
        "accessor" => Flags::ACCESSOR,
        "class-method" => Flags::CLASS_METHOD,
        "variadic" => Flags::VARIADIC,
        "test" => Flags::TEST,
        "private" => Flags::PRIVATE,
        "distinct" => Flags::DISTINCT,
        "partial" => Flags::PARTIAL,
        "extension" => Flags::EXTENSION,
        "run" => Flags::RUN,
        "virtual" => Flags::VIRTUAL,
        "override" => Flags::OVERRIDE,
    }
);
named!(
    /// The part of a capture name after `scope.`.
    ScopeName(ScopeKind) {
        "file" => ScopeKind::File,
        "namespace" => ScopeKind::Namespace,
        "class" => ScopeKind::Class,
        "function" => ScopeKind::Function,
        "block" => ScopeKind::Block,
    }
);
named!(
    /// The part of a capture name after `binding.`, `tuple.` or `destructure.`.
    BindingName(BindingKind) {
        "parameter" => BindingKind::Parameter,
        "local" => BindingKind::Local,
        "assignment" => BindingKind::Assignment,
        "narrowing" => BindingKind::Narrowing,
        "type-parameter" => BindingKind::TypeParameter,
        "outer" => BindingKind::Outer,
        "stored" => BindingKind::Stored,
    }
);
named!(
    /// The part of a capture name after `reference.`.
    ReferenceName(ReferenceKind) {
        "call" => ReferenceKind::Call,
        "construct" => ReferenceKind::Construct,
        "type" => ReferenceKind::Type,
        "read" => ReferenceKind::Read,
        "write" => ReferenceKind::Write,
        "decorate" => ReferenceKind::Decorate,
        "expand" => ReferenceKind::Expand,
        "iterate" => ReferenceKind::Implied(Protocol::Iterate),
        "next" => ReferenceKind::Implied(Protocol::Next),
        "enter" => ReferenceKind::Implied(Protocol::Enter),
        "leave" => ReferenceKind::Implied(Protocol::Leave),
    }
);
named!(
    /// The part of a capture name after `import.`.
    ImportName(ImportKind) {
        "named" => ImportKind::Named,
        "module" => ImportKind::Module,
        "default" => ImportKind::Default,
        "wildcard" => ImportKind::Wildcard,
        "side-effect" => ImportKind::SideEffect,
    }
);
named!(
    /// The part of a capture name after `inherit.`.
    InheritName(InheritanceKind) {
        "extends" => InheritanceKind::Extends,
        "implements" => InheritanceKind::Implements,
        "mixes" => InheritanceKind::Mixes,
        "prepends" => InheritanceKind::Prepends,
        "lends" => InheritanceKind::Lends,
        "requires" => InheritanceKind::Requires,
    }
);

/// A capture that describes the root capture of its pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The root itself.
    Root,
    /// The name.
    Name,
    /// Declared type, result type, or bound.
    Type,
    /// Initialiser, assigned or exported value.
    Value,
    /// The body.
    Body,
    /// The type that a member or extension belongs to.
    Owner,
    /// The interface or trait that an extension implements.
    Implements,
    /// The function node that is the value of a definition.
    Function,
    /// The module of an import.
    Source,
    /// The local name of an import.
    Alias,
    /// The name that a parameter is passed by, where that is another than its own.
    Label,
    /// Arguments of a decorator.
    Arguments,
    /// The names of a tuple binding, or a pattern.
    Targets,
    /// The values of a tuple binding.
    Values,
    /// A supertype.
    Base,
    /// The object whose member is assigned, the module or key of a pattern.
    Object,
    /// A modifier that is present.
    Flag(Flags),
    /// Only used in predicates (`@_x`).
    Ignored,
}

/// Reads a capture name.
#[must_use]
pub fn parse(capture: &str) -> Option<(Option<Root>, Role)> {
    if capture.starts_with('_') {
        return Some((None, Role::Ignored));
    }
    if let Some(root) = parse_root(capture) {
        return Some((Some(root), Role::Root));
    }
    let role = match capture {
        "name" => Role::Name,
        "type" => Role::Type,
        "value" => Role::Value,
        "body" => Role::Body,
        "owner" => Role::Owner,
        "implements" => Role::Implements,
        "function" => Role::Function,
        "source" => Role::Source,
        "alias" => Role::Alias,
        "label" => Role::Label,
        "arguments" => Role::Arguments,
        "targets" => Role::Targets,
        "values" => Role::Values,
        "base" => Role::Base,
        "object" => Role::Object,
        _ => Role::Flag(FlagName::parse(capture.strip_prefix("is.")?)?.get()),
    };
    Some((None, role))
}

fn parse_root(capture: &str) -> Option<Root> {
    let (head, tail) = capture.split_once('.').unwrap_or((capture, ""));
    Some(match (head, tail) {
        ("dead", "") => Root::Dead,
        ("parameter", "") => Root::Parameter,
        ("member", "") => Root::Member,
        ("import-tree", "") => Root::ImportTree,
        ("export", "") => Root::Export,
        ("package", "") => Root::Package,
        ("return", "") => Root::Return,
        ("doc", "") => Root::Doc,
        ("doc", "inner") => Root::DocInner,
        ("embedded", "") => Root::Embedded(false),
        ("embedded", "inner") => Root::Embedded(true),
        ("decorator", "") => Root::Decorator,
        ("flag", _) => Root::Flag(FlagName::parse(tail)?),
        ("definition", _) => Root::Definition(Kind::parse(tail)?),
        ("scope", _) => Root::Scope(ScopeName::parse(tail)?),
        ("binding", _) => Root::Binding(BindingName::parse(tail)?),
        ("destructure", _) => Root::Destructure(BindingName::parse(tail)?),
        ("tuple", _) => Root::Tuple(BindingName::parse(tail)?),
        ("reference", _) => Root::Reference(ReferenceName::parse(tail)?),
        ("import", _) => Root::Import(ImportName::parse(tail)?),
        ("inherit", _) => Root::Inherit(InheritName::parse(tail)?),
        ("statement", _) => Root::Statement(StatementKind::parse(tail)?),
        _ => return None,
    })
}
