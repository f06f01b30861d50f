//! The Waymark engine: a source tree in memory becomes a graph of symbols that
//! can be ranked, searched and questioned. It does no I/O, reads no clock and
//! never fails on the content of a file.
//!
//! Data flows one way; a module imports only from modules above it:
//! - [`extract`]: bytes and language to facts of one file.
//! - [`link`]: facts of all files to edges and absences.

pub mod error;
pub mod extract;
pub mod ids;
pub mod intern;
pub mod link;
pub mod map;
pub mod progress;
pub mod report;
pub mod text;

pub use error::{Code, Result, WaymarkError};
