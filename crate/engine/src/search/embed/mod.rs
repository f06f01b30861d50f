//! Phrases and code to vectors whose angle says how much they are about the
//! same, without a network and without a runtime.
//!
//! - [`symbols`]: what is said of a symbol.
//! - [`model`]: the file of the model; [`Reader`]: texts to vectors by it.
//!
//! Knows files, and no graph.

pub mod model;
pub mod symbols;

pub use model::Model;
pub use waymark_vector::reader::{Parts, Reader, normalise};
