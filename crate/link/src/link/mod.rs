//! Linking: which definition each reference means. A pure function of the
//! sorted facts of all files and the layout that package manifests declare.
//!
//! - [`program`]: the facts indexed for look-ups; [`rules`]: manifests in the
//!   linker's terms; [`layout`]: package manifests in the linker's terms.
//! - [`linker`], [`eval`], [`annotations`], [`members`], [`containers`]: what an
//!   expression denotes.
//! - [`promises`]: members that a type has without declaring them.
//! - [`conversions`], [`overloads`]: what may be passed for what, and which of
//!   several functions of one name a call means.
//! - [`lookup`], [`exports`], [`modules`]: what a name and an import mean.
//! - [`places`], [`mentions`], [`subjects`]: edges beside those that ranking
//!   follows: reads, writes and composition, documentation, tests.
//! - [`scip`], [`overlaid`]: what a compiler-grade index says instead;
//!   [`bindings`]: what other languages of the tree offer.
//! - [`functions`]: what functions hand on as values.
//! - [`objects`]: objects beside types, lists of arguments one by one.
//! - [`resolve`], [`ladder`]: references to links and absences; [`explain`]: how
//!   one of them was decided.
//! - [`implied`]: calls that syntax implies.
//! - [`flow`]: what calls hand to parameters, once the calls are known.

mod annotations;
mod assigned;
mod bindings;
mod containers;
mod conversions;
mod declared;
mod eval;
pub mod evidence;
pub mod explain;
mod exports;
mod extensions;
pub mod flow;
mod functions;
mod implied;
mod inclusion;
mod labels;
mod ladder;
pub mod layout;
mod linkage;
mod linker;
pub mod links;
mod lookup;
mod members;
mod mentions;
mod messages;
mod modules;
mod namesakes;
mod objects;
mod overlaid;
mod overloads;
mod packages;
mod places;
mod program;
mod promises;
mod resolve;
mod rules;
pub mod scip;
mod structural;
mod subjects;
mod tables;
mod types;
mod variants;

pub use layout::Layout;
pub use links::{Endpoint, Link, Links, Unresolved};

use crate::corpus::Corpus;
use crate::extract::Languages;

/// Links all references of `corpus`; where `overlay` covers one, its word counts.
/// `on_file` is told of every file and may answer `false` to stop; the result is
/// then none.
#[must_use]
pub fn link(
    corpus: &Corpus,
    languages: &Languages,
    layout: &Layout,
    overlay: Option<&scip::Overlay>,
    on_file: &mut dyn FnMut(usize) -> bool,
) -> Option<Links> {
    let mut program = program::Program::new(corpus, languages, layout);
    let modules = modules::Modules::new(&mut program, layout);
    let mut linker = linker::Linker::new(program, modules);
    linker.overlay = overlay.map(|overlay| overlay.over(corpus));
    linker.link(on_file)
}
