//! Questions about a tree and their answers, as plain data.
//!
//! An answer is a pure function of a [`View`] and its parameters. Every list
//! that is cut says how much there is, and can be paged.
//! - [`ops`]: the table of operations; one file an operation.
//! - [`view`]: what is asked; `memo`: tables of it that are made once; [`info`], [`page`], [`names`], [`filter`],
//!   [`uses`], [`source`], [`draw`]: what answers and parameters have in common.

pub mod absence_counts;
pub mod absences;
pub mod analyses;
mod around;
pub mod bounds;
mod budget;
pub mod callers;
pub mod cuts;
pub mod draw;
pub mod explain;
pub mod explore_rpg;
mod features;
pub mod fetch_node;
mod files;
pub mod filter;
pub mod find_symbol;
mod functional;
pub mod groups;
pub mod hits;
pub mod host;
pub mod info;
pub mod lifting;
pub mod locate;
mod meaning;
mod memo;
mod merge;
pub mod names;
pub mod ops;
pub mod outline;
pub mod page;
pub mod params;
pub mod review;
pub mod risk;
pub mod search;
pub mod search_node;
pub mod similar;
mod snippets;
pub mod source;
pub mod stats;
mod tags;
pub mod task;
pub mod tested;
pub mod tools;
pub mod topological_order;
pub mod uses;
pub mod view;

pub use memo::Memo;
pub use view::View;
