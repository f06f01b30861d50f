//! What the nodes of a graph do, and how they belong together: the feature view
//! of the planning graph (spec 1.1, 1.6, 1.7).
//!
//! Everything here is a pure function of the corpus, its graph and what a host
//! told, made when it is first asked for; a build pays nothing. Knows no search
//! and no answer.
//! - [`lexicon`], [`phrases`], [`lift`](mod@lift): features without a model.
//! - [`critic`]: what a feature must be like, whoever made it.
//! - [`lifting`]: what a host told, and of which nodes it still holds.
//! - [`hierarchy`]: areas, categories, subcategories; [`split`], [`communities`],
//!   [`labels`]: those without a model; [`routing`]: places that a model told.
//! - [`ground`](mod@ground): the directories of a group.
//! - [`export`]: what exports of the graph say of it.
//! - [`plan`]: all of it for one tree.

mod communities;
pub mod critic;
pub mod export;
pub mod ground;
pub mod hierarchy;
mod labels;
pub mod lexicon;
pub mod lift;
pub mod lifting;
mod phrases;
pub mod plan;
pub mod routing;
mod split;

pub use export::Planned;
pub use ground::ground;
pub use hierarchy::{Group, Hierarchy};
pub use lift::lift;
pub use lifting::{Lifting, Source};
pub use plan::{Plan, Tree};
