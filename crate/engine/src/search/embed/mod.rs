//! Phrases and code to vectors whose angle says how much they are about the
//! same, without a network and without a runtime.
//!
//! - [`subtokens`]: text to the words of the model.
//! - [`symbols`]: what is said of a symbol.
//! - [`model`]: the file of the model; [`reader`]: texts to vectors by it.
//!
//! Knows files, and no graph.

pub mod model;
pub mod reader;
pub mod subtokens;
pub mod symbols;

pub use model::Model;
pub use reader::{Parts, Reader};
