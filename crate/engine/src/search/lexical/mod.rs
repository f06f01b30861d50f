//! The lexical index: which documents say which words, and how strongly.
//!
//! Writer → reader: a [`Writer`] takes documents in order and becomes an
//! immutable [`Lexical`]. Two lanes: `names` knows every document by its whole
//! name, `concept` by the parts of all its words. Knows documents as numbers
//! and text only.

pub mod arena;
pub mod reader;
pub mod score;
pub mod terms;
pub mod writer;

pub use reader::Lexical;
pub use waymark_vector::postings::{Posting, Postings};
pub use writer::{Field, Weights, Writer};
