//! Search: from words to ranked symbols and files.
//!
//! Writers turn documents into compact immutable readers; readers answer
//! queries. Knows the corpus, the graph and the ranks, and no operation.
//! - [`tokens`], [`stem`]: words and their parts.
//! - [`lexical`]: postings and BM25; [`documents`]: what is indexed.
//! - [`query`]: a query taken apart; [`route`]: which lane answers it.
//! - [`names`]: the name lane; [`qualified`]: what a query names as a whole;
//!   [`mentions`]: what it names beside other words.
//! - [`proximity`]: phrases; [`blend`]: how all scores come together.
//! - [`embed`]: texts to vectors; [`vectors`]: those of all nodes.
//! - [`hnsw`]: an index over vectors where there are very many.
//! - [`fuse`]: the lists of words and vectors as one.
//! - [`features`]: the words of what nodes do.
//! - [`grep`]: literals and regular expressions in the source text.
//! - [`trace`]: the places that a stack trace names.
//! - [`find`]: all but that; [`top`], [`cut`]: the best, and how many.

pub mod blend;
pub mod cut;
pub mod documents;
pub mod embed;
pub mod features;
pub mod find;
#[cfg(test)]
mod find_tests;
pub mod fuse;
pub mod grep;
pub mod hnsw;
pub mod keep;
pub mod lexical;
pub mod mentions;
pub mod names;
pub mod proximity;
pub mod qualified;
pub mod query;
pub mod route;
#[cfg(test)]
pub(crate) mod testing;
pub mod top;
pub mod trace;
pub mod vectors;

pub use crate::{stem, tokens};
pub use find::{Found, Hit, Index, Mode, Options, Origin, find};
pub use fuse::Fusion;
