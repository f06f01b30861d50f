//! Questions about a tree and their answers, as plain data.
//!
//! An answer is a pure function of a [`View`] and its parameters. Every list
//! that is cut says how much there is, and can be paged.

pub mod view;

pub use view::View;
