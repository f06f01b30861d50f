//! The vocabulary of edges: kinds, and the evidence that an edge rests on, as
//! tables (spec 1.1 and 2.1).

use serde::{Deserialize, Serialize};

/// What an edge says of its source and target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum EdgeKind {
    Contains,
    Imports,
    Calls,
    Instantiates,
    Inherits,
    Implements,
    Overrides,
    Composes,
    References,
    Reads,
    Writes,
    Exports,
    Routes,
    Binds,
    Functional,
    /// Documentation names it.
    Mentions,
    /// A test is about it.
    Tests,
}

const EDGE_KINDS: &[(EdgeKind, &str)] = &[
    (EdgeKind::Contains, "contains"),
    (EdgeKind::Imports, "imports"),
    (EdgeKind::Calls, "calls"),
    (EdgeKind::Instantiates, "instantiates"),
    (EdgeKind::Inherits, "inherits"),
    (EdgeKind::Implements, "implements"),
    (EdgeKind::Overrides, "overrides"),
    (EdgeKind::Composes, "composes"),
    (EdgeKind::References, "references"),
    (EdgeKind::Reads, "reads"),
    (EdgeKind::Writes, "writes"),
    (EdgeKind::Exports, "exports"),
    (EdgeKind::Routes, "routes"),
    (EdgeKind::Binds, "binds"),
    (EdgeKind::Functional, "functional"),
    (EdgeKind::Mentions, "mentions"),
    (EdgeKind::Tests, "tests"),
];

impl EdgeKind {
    /// The kind's name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        EDGE_KINDS.get(self as usize).map_or("", |(_, name)| name)
    }

    /// The kind called `name`; `invokes` is accepted for `calls` (spec 1.1).
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let name = if name == "invokes" { "calls" } else { name };
        EDGE_KINDS
            .iter()
            .find(|(_, known)| *known == name)
            .map(|(kind, _)| *kind)
    }

    /// All kinds in order.
    pub fn all() -> impl Iterator<Item = Self> {
        EDGE_KINDS.iter().map(|(kind, _)| *kind)
    }
}

/// The weakest evidence an edge rests on, from strongest to weakest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Provenance {
    Scip,
    /// Containment and other facts of the syntax itself.
    Scope,
    Import,
    Reexport,
    Qualified,
    SelfType,
    LocalType,
    FieldType,
    ReturnType,
    Cone,
    SameFile,
    SameDirectory,
    Unique,
    Split,
    Binding,
    /// A client asks for the path that it answers.
    Route,
    Host,
}

/// Label and base confidence (spec 2.1) of each provenance.
const PROVENANCES: &[(Provenance, &str, f32)] = &[
    (Provenance::Scip, "scip", 1.0),
    (Provenance::Scope, "scope", 1.0),
    (Provenance::Import, "import", 1.0),
    (Provenance::Reexport, "reexport", 1.0),
    (Provenance::Qualified, "qualified", 1.0),
    (Provenance::SelfType, "self", 1.0),
    (Provenance::LocalType, "local-type", 0.95),
    (Provenance::FieldType, "field-type", 0.95),
    (Provenance::ReturnType, "return-type", 0.9),
    (Provenance::Cone, "cone", 0.7),
    (Provenance::SameFile, "same-file", 0.9),
    (Provenance::SameDirectory, "same-directory", 0.5),
    (Provenance::Unique, "unique", 0.2),
    (Provenance::Split, "split", 0.5),
    (Provenance::Binding, "binding", 0.2),
    (Provenance::Route, "route", 0.8),
    (Provenance::Host, "host", 1.0),
];

impl Provenance {
    /// The label in answers and exports.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        PROVENANCES
            .get(self as usize)
            .map_or("", |(_, name, _)| name)
    }

    /// The confidence of an edge with this provenance and one candidate.
    #[must_use]
    pub fn confidence(self) -> f32 {
        PROVENANCES
            .get(self as usize)
            .map_or(0.0, |(_, _, confidence)| *confidence)
    }
}

/// Why a reference has no edge (spec 2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Absence {
    /// The name is not defined in the tree, or is bound to an external import.
    External,
    /// Several definitions are left and nothing tells them apart.
    Declined,
    /// Defined only in another language family.
    Filtered,
    /// The callee is computed.
    Dynamic,
    /// The file has errors or its language has no grammar.
    Unparsed,
}

impl Absence {
    /// Every reason, in their order.
    pub const ALL: [Self; 5] = [
        Self::External,
        Self::Declined,
        Self::Filtered,
        Self::Dynamic,
        Self::Unparsed,
    ];

    /// The reason's name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::External => "external",
            Self::Declined => "declined",
            Self::Filtered => "filtered",
            Self::Dynamic => "dynamic",
            Self::Unparsed => "unparsed",
        }
    }
}
