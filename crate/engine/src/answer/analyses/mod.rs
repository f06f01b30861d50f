//! Analyses of the whole graph: circles, dead code, hot spots, coupling, layers,
//! dominators, routes, what changes together; and texts about a tree for agents.

pub mod citations;
pub mod co_change;
pub mod context;
pub mod coupling;
pub mod cycles;
pub mod dead_code;
pub mod dominators;
pub mod hot_spots;
pub mod layering;
pub mod routes;
