//! Links tree-sitter grammars, official `.wasm` side modules, into the engine's own memory and function
//! table at run time.
//!
//! Takes a module and the language's name; hands on a [`tree_sitter::Language`] that parses as fast as a
//! grammar compiled in. Knows nothing of files, queries or the registry of languages: which grammar belongs
//! to which file, and linking each only once, is the caller's business.

#[cfg(any(target_arch = "wasm32", test))]
mod dylink;
mod error;
#[cfg(target_arch = "wasm32")]
mod libc;
#[cfg(target_arch = "wasm32")]
mod link;
#[cfg(target_arch = "wasm32")]
mod scanner;

pub use error::GrammarError;
#[cfg(target_arch = "wasm32")]
pub use link::{link, module};
