//! Linking: which definition each reference means. A pure function of the
//! sorted facts of all files.

pub mod evidence;
pub mod links;

pub use links::{Endpoint, Link, Links, Unresolved};
