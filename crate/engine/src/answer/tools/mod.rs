//! The fifteen tools (spec 3.3): names, parameters and defaults are a contract.
//!
//! `index_codebase` and `incremental_reindex` are builds, which the boundary
//! offers; all others are operations. [`brief`], [`measure`] and [`scope`] are
//! what they have in common.

pub mod brief;
pub mod codebase_map;
pub mod codebase_search;
pub mod complexity_report;
pub mod dependency_graph;
pub(crate) mod exports;
pub(crate) mod external;
pub mod flow_trace;
pub mod impact_analysis;
pub mod index_status;
pub(crate) mod measure;
pub(crate) mod net;
pub mod package_summary;
pub(crate) mod scope;
pub mod statement_query;
pub mod sub_graph;
pub mod symbol_detail;
pub mod symbol_source;
