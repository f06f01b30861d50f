//! The rows of the edge table.

use crate::ids::NodeId;
use crate::link::evidence::{EdgeKind, Provenance};

/// All uses of one kind that one node makes of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Who uses; the container for `contains`.
    pub source: NodeId,
    /// What is used.
    pub target: NodeId,
    /// What the source does with the target.
    pub kind: EdgeKind,
    /// The strongest evidence among the sites.
    pub provenance: Provenance,
    /// The most candidates that share one of the sites; 1 where all are certain.
    pub ambiguity: u16,
    /// Mean confidence of the sites, (0, 1].
    pub confidence: f32,
    /// First row in the table of sites; the next edge's is the end.
    pub(crate) first_site: u32,
}

/// One place where an edge is written, in the file of its source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Site {
    /// Line of the name, 1-based.
    pub line: u32,
    /// The evidence at this place.
    pub provenance: Provenance,
    /// How many candidates share the place.
    pub ambiguity: u16,
    /// How far to trust it, (0, 1].
    pub confidence: f32,
}

/// A set of edge kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u32);

impl Kinds {
    /// Every kind.
    pub const ALL: Self = Self(u32::MAX);
    /// No kind.
    pub const NONE: Self = Self(0);
    /// What code does: neither containment nor what documentation and tests are about.
    pub const USES: Self = Self::ALL
        .without(EdgeKind::Contains)
        .without(EdgeKind::Mentions)
        .without(EdgeKind::Tests);
    /// The kinds that structural ranking follows (spec 2.2): control and
    /// inheritance, not side kinds such as `references` or `overrides`.
    pub const RANKED: Self = Self(0)
        .with(EdgeKind::Calls)
        .with(EdgeKind::Instantiates)
        .with(EdgeKind::Imports)
        .with(EdgeKind::Inherits);
    /// A call, or a construction.
    pub const CALLS: Self = Self(0).with(EdgeKind::Calls).with(EdgeKind::Instantiates);

    /// By which a change is felt: every use but imports, which are of files.
    pub const DEPENDENCE: Self = Self::CALLS
        .with(EdgeKind::Inherits)
        .with(EdgeKind::Implements)
        .with(EdgeKind::Overrides)
        .with(EdgeKind::References)
        .with(EdgeKind::Reads)
        .with(EdgeKind::Writes)
        .with(EdgeKind::Routes)
        .with(EdgeKind::Binds);

    /// The set with `kind` added.
    #[must_use]
    pub const fn with(self, kind: EdgeKind) -> Self {
        Self(self.0 | 1 << kind as u32)
    }

    /// The set with `kind` taken out.
    #[must_use]
    pub const fn without(self, kind: EdgeKind) -> Self {
        Self(self.0 & !(1 << kind as u32))
    }

    /// Whether `kind` is in the set.
    #[must_use]
    pub const fn has(self, kind: EdgeKind) -> bool {
        self.0 & 1 << kind as u32 != 0
    }
}

impl FromIterator<EdgeKind> for Kinds {
    fn from_iter<I: IntoIterator<Item = EdgeKind>>(kinds: I) -> Self {
        kinds.into_iter().fold(Self::NONE, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_added() {
        let kinds: Kinds = [EdgeKind::Calls, EdgeKind::Imports].into_iter().collect();
        let held: Vec<_> = EdgeKind::all().filter(|&kind| kinds.has(kind)).collect();
        assert_eq!(held, [EdgeKind::Imports, EdgeKind::Calls]);
        assert!(!Kinds::ALL.without(EdgeKind::Reads).has(EdgeKind::Reads));
    }
}
