//! The middle of the engine: the facts of all files to links between their
//! symbols. Every expression of a tree is worked out here, so like extraction it is
//! compiled for speed; [`waymark_engine`](../waymark_engine) hands its modules on.
//!
//! - [`corpus`], [`facts`]: the files of a tree with what was extracted from them.
//! - [`link`]: facts of all files to edges and absences.

pub mod corpus;
pub mod facts;
pub mod link;

pub use waymark_extract::{
    Code, Result, WaymarkError, error, extract, ids, intern, lz4, map, report, sort, source, text,
    tier,
};

#[cfg(test)]
pub(crate) use waymark_extract::testing;
