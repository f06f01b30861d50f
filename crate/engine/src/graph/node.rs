//! The rows of the node table.

use crate::extract::facts::{Flags, Kind};
use crate::ids::{FileId, NameId, NodeId, SymbolId};

/// The repository, a directory, a file or a symbol.
///
/// Nodes are numbered: the repository, directories by path, files by path,
/// symbols by [`SymbolId`] with [`Kind::Extension`] left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// Modifiers of a symbol.
    pub flags: Flags,
    /// Simple name; the last segment of a path.
    pub name: NameId,
    /// Path of the directory, of the file, or of the symbol's file.
    pub path: NameId,
    /// Name of the language; the empty name where there is none.
    pub language: NameId,
    /// The type that the symbol is said to extend where that type is not in the
    /// tree (`impl Trait for Vec`); the empty name elsewhere. Part of the FQN.
    pub qualifier: NameId,
    /// 1, or n for the n-th of several nodes that share a name and a place.
    pub ordinal: u32,
    /// First and last line, 1-based, inclusive; 0 for directories.
    pub lines: (u32, u32),
    /// Line of the name, 1-based; 0 where the name is not written in a file.
    pub name_line: u32,
    /// The node around it; the repository is its own parent.
    pub parent: NodeId,
    /// The file it is or lies in.
    pub file: Option<FileId>,
    /// The definition it stands for.
    pub symbol: Option<SymbolId>,
}

impl Node {
    /// Lines that it spans; 0 for directories.
    #[must_use]
    pub const fn line_count(&self) -> u32 {
        match self.lines {
            (0, _) => 0,
            (first, last) => last.saturating_sub(first) + 1,
        }
    }
}
