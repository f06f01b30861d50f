//! Integer identifiers. A path or a name is never a key: both are interned
//! after sorting, so equal trees get equal ids on every run and platform.

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub struct $name(pub u32);

        impl $name {
            /// The id as an index into the table it numbers.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The id of the row `index`. Tables hold fewer than 2³² rows.
            #[must_use]
            pub const fn at(index: usize) -> Self {
                Self(index as u32)
            }
        }
    };
}

id!(
    /// A file of the tree, numbered in path order.
    FileId
);
id!(
    /// An interned string, numbered per table.
    NameId
);
id!(
    /// A definition within one file, in source order.
    DefinitionId
);
id!(
    /// A lexical scope within one file; 0 is the file itself.
    ScopeId
);
id!(
    /// A symbolic expression within one file.
    ExprId
);
id!(
    /// A definition of the whole tree: files in path order, then source order.
    SymbolId
);
id!(
    /// A node of the graph.
    NodeId
);
id!(
    /// An edge of the graph: by source, kind and target.
    EdgeId
);
