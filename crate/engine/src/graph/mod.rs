//! The graph: nodes and edges with adjacency both ways, and what can be read
//! off its shape alone (reach, paths, order, cycles, exports).
//!
//! It is a pure function of the corpus and its links, and knows nothing of
//! ranks, search or answers.
//! - [`node`], [`edge`]: the rows; [`store`]: the tables and how to read them.
//! - [`build`]: corpus and links to tables; [`hierarchy`]: parents and names;
//!   [`connect`]: edges.
//! - [`lookup`]: what a person types to nodes; [`suggest`]: what it may mean.
//! - [`packages`]: the packages that manifests declare.
//! - [`traverse`], [`paths`], [`order`], [`cycles`], [`recursion`], `dominators`: algorithms.
//! - [`export`]: the whole graph as text, in pieces.

pub mod build;
pub mod connect;
pub mod cycles;
pub(crate) mod dominators;
pub mod edge;
pub mod export;
pub mod hierarchy;
pub mod import_packages;
pub mod lookup;
pub mod node;
pub mod order;
pub mod packages;
pub mod paths;
pub mod recursion;
pub mod store;
pub mod suggest;
pub mod traverse;

pub use edge::{Edge, Kinds, Site};
pub use node::Node;
pub use packages::Packages;
pub use store::Graph;
