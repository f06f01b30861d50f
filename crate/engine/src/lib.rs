//! The Waymark engine: a source tree in memory becomes a graph of symbols that
//! can be ranked, searched and questioned. It does no I/O, reads no clock and
//! never fails on the content of a file.
//!
//! Data flows one way; a module imports only from modules above it:
//! - [`source`]: paths and bytes to the files worth reading.
//! - [`extract`]: bytes and language to facts of one file.
//! - [`link`]: facts of all files to edges and absences. Everything up to here is in
//!   crates of its own, so that it can be compiled for speed.
//! - [`framework`]: which requests lead to which function, and who makes them.
//! - [`graph`]: files, facts and links to nodes and edges, both ways.
//! - [`rank`]: how much of the tree leans on each node.
//! - [`feature`]: what each node does, and which belong together.
//! - [`search`]: words to ranked symbols and files.
//! - [`snapshot`]: all of it as one portable file, and back.
//! - [`answer`]: questions about all of it, one table of operations.
//! - [`index`]: files to all of these, and updates.

pub mod answer;
pub mod columns;
pub mod feature;
pub mod framework;
pub mod graph;
pub mod index;
pub mod params;
pub mod progress;
pub mod rank;
pub mod search;
pub mod snapshot;
pub mod stem;
#[cfg(test)]
pub(crate) mod testing;
pub mod tokens;

pub use waymark_extract::{
    error, extract, fields, ids, intern, lz4, map, report, sort, source, text, tier,
};

pub use waymark_link::{corpus, facts, link};

pub use error::{Code, Result, WaymarkError};
