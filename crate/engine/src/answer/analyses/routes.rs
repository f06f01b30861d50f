//! The requests that the tree answers, and who makes them.

use crate::answer::bounds::bounded;
use crate::answer::names::{Ambiguous, Missing, Unmatched};
use crate::answer::ops::Operation;
use crate::answer::page::{Count, Page, cut, tally};
use crate::answer::params::params;
use crate::answer::tools::scope::Within;
use crate::answer::view::View;
use crate::error::Result;
use crate::framework::Route;
use crate::ids::NodeId;
use crate::link::evidence::{EdgeKind, Provenance};
use crate::sort::Arrange;
use serde::Serialize;

/// The most routes of one answer.
const MAX_LIMIT: u32 = 1000;
const DEFAULT_LIMIT: u32 = 100;
/// The most clients of one route that are listed.
const MAX_CLIENTS: usize = 5;

params! {
    /// The requests that the tree answers.
    pub struct RouteTable {
        /// Only routes whose path has this in it.
        pub path: String = String::new(),
        /// Only routes of this verb, and those of any.
        pub verb: String = String::new(),
        /// Only routes of this framework.
        pub framework: String = String::new(),
        /// Only routes whose handler lies in this package, directory, file or symbol.
        pub root_fqn: String = String::new(),
        /// The most routes, up to 1000; by default 100 as far as the budget reaches.
        pub limit: Option<u32> = None,
        /// How many routes are skipped, for paging.
        pub offset: u32 = 0,
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

/// A request that the tree answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct RouteRow {
    /// The verb in capitals; `ANY` for all.
    pub verb: String,
    /// The path, parameters as the framework writes them.
    pub path: String,
    /// Id of the function or type that answers; where that has no name, of what it
    /// is written in.
    pub handler: String,
    /// Whether the handler has no name.
    pub inline: bool,
    /// The framework.
    pub framework: String,
    /// The file that registers it.
    pub file: String,
    /// The line there, 1-based.
    pub line: u32,
    /// How many uses clients in the tree make of the handler.
    pub client_count: u32,
    /// Ids of the first five that do.
    pub clients: Vec<String>,
}

/// Routes, by path and verb.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct RouteTableAnswer {
    /// The routes.
    pub routes: Vec<RouteRow>,
    /// What part of them is shown.
    pub page: Page,
    /// How many there are by framework.
    pub frameworks: Vec<Count>,
    /// The part, if no node bears its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub not_found: Option<Missing>,
    /// The part, if several nodes bear its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub ambiguous: Option<Ambiguous>,
}

impl Operation for RouteTable {
    const NAME: &'static str = "routes";
    const DOC: &'static str = "The requests that the tree answers: verb, path and handler, and who in the tree makes them.";
    type Answer = RouteTableAnswer;

    fn run(&self, view: &View<'_>) -> Result<RouteTableAnswer> {
        let mut unmatched = Unmatched::default();
        let Some(within) = Within::parse(view, &self.root_fqn, &mut unmatched) else {
            return Ok(RouteTableAnswer {
                not_found: unmatched.missing.pop(),
                ambiguous: unmatched.ambiguous.pop(),
                ..RouteTableAnswer::default()
            });
        };
        let verb = self.verb.to_ascii_uppercase();
        let inside = within.filter(view);
        let fits = |route: &&Route| {
            (verb.is_empty() || route.verb == verb || route.verb == "ANY")
                && (self.framework.is_empty() || route.framework == self.framework)
                && route.path.contains(&self.path)
                && inside(handler(view, route))
        };
        let routes: Vec<&Route> = view.routes.0.iter().filter(fits).collect();
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT);
        let (shown, page) = cut(&routes, self.offset, limit);
        Ok(RouteTableAnswer {
            routes: shown.iter().map(|route| row(view, route)).collect(),
            page,
            frameworks: tally(routes.iter().map(|route| route.framework.as_str())),
            ..RouteTableAnswer::default()
        })
    }

    bounded!(limit, ["routes"]);
}

/// The node that answers `route`.
pub(crate) fn handler(view: &View<'_>, route: &Route) -> NodeId {
    view.graph.end_node(route.handler)
}

fn row(view: &View<'_>, route: &Route) -> RouteRow {
    let handler = handler(view, route);
    let asking = route
        .clients
        .iter()
        .map(|&client| view.graph.end_node(client));
    let mut asking: Vec<NodeId> = asking.collect();
    asking.arrange();
    let clients = view.graph.in_edges(handler);
    let clients: Vec<NodeId> = clients
        .filter(|edge| edge.kind == EdgeKind::Routes)
        // A handler may answer other paths too.
        .filter(|edge| {
            edge.provenance != Provenance::Route || asking.binary_search(&edge.source).is_ok()
        })
        .map(|edge| edge.source)
        .collect();
    let shown = clients.iter().take(MAX_CLIENTS);
    RouteRow {
        verb: route.verb.clone(),
        path: route.path.clone(),
        handler: view.graph.fqn(handler),
        inline: route.inline,
        framework: route.framework.clone(),
        file: view
            .corpus
            .file(route.file)
            .map_or_else(String::new, |file| file.path.clone()),
        line: route.line,
        client_count: clients.len() as u32,
        clients: shown.map(|&client| view.graph.fqn(client)).collect(),
    }
}
