//! Frameworks: which requests lead to which function, which calls of clients make
//! such a request, and what marks a definition bears. All by rules that are data.
//!
//! - [`text`], [`arguments`]: the arguments of calls, read from the text;
//!   [`constants`]: what names stand for in them.
//! - [`sites`]: the calls that rules are about; [`scopes`]: what names stand for.
//! - [`mounts`]: the paths that routers are put below.
//! - [`routes`]: the table of routes; [`calls`], [`decorators`], [`files`]: what
//!   registers them; [`handlers`], [`controllers`], [`bases`]: who answers;
//!   [`verbs`], [`path`].
//! - [`clients`]: who asks for them.

mod arguments;
mod bases;
mod calls;
mod clients;
mod constants;
mod controllers;
mod decorators;
mod files;
mod handlers;
mod mounts;
mod path;
mod routes;
mod scopes;
mod sites;
pub(crate) mod text;
mod verbs;

pub use bases::{bases, last_name};
pub use routes::{Route, Routes};

use crate::corpus::Corpus;
use crate::extract::Languages;
use crate::extract::frameworks::Framework;
use crate::link::Links;
use crate::source::manifest::Manifests;

/// The routes of `corpus`; the uses that clients make of them are added to `links`.
#[must_use]
pub fn find(
    corpus: &Corpus,
    languages: &Languages,
    manifests: &Manifests,
    links: &mut Links,
) -> Routes {
    let rules: Vec<&Framework> = languages.frameworks().collect();
    let used = sites::used(corpus, manifests, &rules);
    let texts = sites::texts(corpus, languages, &used);
    let trees = sites::read(corpus, &texts);
    let mut mounts = mounts::Mounts::new(corpus, links, &trees);
    mounts.mount();
    let mut routes = routes::collect(&mut mounts);
    let asked = clients::collect(&mut mounts);
    clients::connect(&mut routes, &asked, links);
    routes
}
