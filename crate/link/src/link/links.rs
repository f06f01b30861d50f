//! What linking hands on: edges between files and symbols, and the absences.

use crate::ids::{FileId, SymbolId};
use crate::link::evidence::{Absence, EdgeKind, Provenance};
use serde::{Deserialize, Serialize};

/// An end of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Endpoint {
    /// A file: code outside any definition, or a module.
    File(FileId),
    /// A definition.
    Symbol(SymbolId),
}

/// One use of one target at one site.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// What the source does with the target.
    pub kind: EdgeKind,
    /// Where it is written.
    pub source: Endpoint,
    /// What it means.
    pub target: Endpoint,
    /// Line of the name at the site, 1-based.
    pub line: u32,
    /// The weakest evidence on the way.
    pub provenance: Provenance,
    /// How far to trust it, (0, 1].
    pub confidence: f32,
    /// How many candidates share the site; 1 where it is certain.
    pub ambiguity: u16,
}

/// A use without an edge, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unresolved {
    /// The file.
    pub file: FileId,
    /// Line of the name, 1-based.
    pub line: u32,
    /// The name as written.
    pub name: String,
    /// Why there is no edge.
    pub reason: Absence,
    /// Where it is written.
    pub source: Endpoint,
    /// The definitions that were declined, at most eight.
    pub candidates: Vec<SymbolId>,
}

/// The result of linking a whole tree.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Links {
    /// All links, sorted by source, line, target and kind.
    pub links: Vec<Link>,
    /// All absences, sorted by file and line.
    pub unresolved: Vec<Unresolved>,
    /// The type that a member belongs to where that is not its container
    /// (Rust `impl`, Go receiver), by symbol; sorted by member.
    pub owners: Vec<(SymbolId, SymbolId)>,
}
