//! The table of routes.

use crate::extract::frameworks::Framework;
use crate::framework::calls::of_call;
use crate::framework::decorators::of_decorators;
use crate::framework::files::of_path;
use crate::framework::mounts::Mounts;
use crate::framework::path::{join, without_query};
use crate::ids::{FileId, SymbolId};
use crate::link::Endpoint;
use crate::sort::{self, Arrange};
use serde::{Deserialize, Serialize};

/// The most routes of a tree.
pub const MOST: usize = 100_000;

/// A request that a server answers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Route {
    /// The path, parameters as the framework writes them.
    pub path: String,
    /// The verb in capitals, `ANY` for all.
    pub verb: String,
    /// The framework.
    pub framework: String,
    /// The function, type or file that answers.
    pub handler: Endpoint,
    /// Where the route is registered.
    pub file: FileId,
    /// The line there, 1-based.
    pub line: u32,
    /// Whether the handler has no name: it is what is written there.
    pub inline: bool,
    /// Who in the tree asks for it, sorted.
    pub clients: Vec<Endpoint>,
}

/// The routes of a tree, sorted by path, verb and handler.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Routes(pub Vec<Route>);

impl Routes {
    /// The functions and types that answer requests, sorted.
    #[must_use]
    pub fn handlers(&self) -> Vec<SymbolId> {
        let named = self.0.iter().filter(|route| !route.inline);
        let symbols = named.filter_map(|route| match route.handler {
            Endpoint::Symbol(symbol) => Some(symbol),
            Endpoint::File(_) => None,
        });
        let mut handlers: Vec<SymbolId> = symbols.collect();
        sort::unique(&mut handlers);
        handlers
    }

    /// No routes.
    #[must_use]
    pub fn none() -> &'static Self {
        static NONE: Routes = Routes(Vec::new());
        &NONE
    }
}

/// A route before it is known what it is below.
pub struct Found<'a> {
    /// The framework.
    pub framework: &'a Framework,
    /// Where it is registered.
    pub file: FileId,
    /// The line there.
    pub line: u32,
}

/// All routes.
pub fn collect(mounts: &mut Mounts<'_>) -> Routes {
    let mut routes = Vec::new();
    let sources = mounts.sources;
    for (at, source) in sources.iter().enumerate() {
        for row in 0..source.sites.len() {
            if routes.len() < MOST {
                of_call(mounts, (at as u32, row as u32), &mut routes);
            }
        }
        of_decorators(mounts, source, &mut routes);
        of_path(mounts, source, &mut routes);
    }
    routes.arrange();
    routes.dedup();
    Routes(routes)
}

impl Found<'_> {
    /// Adds the routes of `handler` at `path` below each of `paths`.
    pub fn put(
        &self,
        routes: &mut Vec<Route>,
        paths: &[String],
        path: &str,
        verbs: &[String],
        handler: (Endpoint, bool),
    ) {
        let path = without_query(path);
        for prefix in paths {
            let Some(path) = join(prefix, path) else {
                continue;
            };
            for verb in verbs {
                routes.push(Route {
                    path: path.clone(),
                    verb: verb.clone(),
                    framework: self.framework.name.clone(),
                    handler: handler.0,
                    file: self.file,
                    line: self.line,
                    inline: handler.1,
                    clients: Vec::new(),
                });
            }
        }
    }
}

/// A handler, and whether it has no name.
pub type Handler = (Endpoint, bool);
