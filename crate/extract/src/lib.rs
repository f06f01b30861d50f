//! The first half of the engine: paths and bytes to the files worth reading, and
//! each of these, with its language, to plain facts. Every byte of a tree comes
//! through here, so this crate and `waymark-link` are compiled for speed where the
//! rest of the engine is compiled for size; [`waymark_engine`](../waymark_engine)
//! hands its modules on.
//!
//! - [`source`]: paths and bytes to the files worth reading.
//! - [`extract`]: bytes and language to facts of one file.

pub mod error;
pub mod extract;
pub mod fields;
pub mod ids;
pub mod intern;
pub mod lz4;
pub mod map;
pub mod report;
pub mod sort;
pub mod source;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod text;
pub mod tier;

pub use error::{Code, Result, WaymarkError};
