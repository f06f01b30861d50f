//! The features stage: descriptions to nodes. Names and documentation are
//! matched; lifted features join them once nodes have any.

use crate::answer::files::did_you_mean;
use crate::answer::hits::{Found, index_of};
use crate::answer::meaning::Meaning;
use crate::answer::search::{Ranking, RetrievalMode};
use crate::answer::search_node::{Scope, TermHits, TermReading};
use crate::answer::view::View;
use crate::error::{Code, Result, WaymarkError};
use crate::extract::facts::Kind;
use crate::ids::NodeId;
use crate::search::cut::Confidence;
use crate::search::{Options, find as find_words};

/// The stage's name in answers.
pub(crate) const STAGE: &str = "features";
/// Fewer hits above the cut than this are not enough (spec 1.2).
const ENOUGH: usize = 3;

/// The directories called `names`.
///
/// # Errors
/// [`Code::NotFound`] for a name that no directory has.
pub(crate) fn scopes(view: &View<'_>, names: &[String]) -> Result<Vec<NodeId>> {
    let mut scopes = Vec::new();
    for name in names {
        let wanted = folded(name);
        let graph = view.graph;
        let is_meant = |&node: &NodeId| {
            graph.node(node).kind == Kind::Directory && is_end(&folded(graph.path(node)), &wanted)
        };
        let places = graph
            .ids()
            .take_while(|&node| graph.node(node).symbol.is_none());
        let before = scopes.len();
        scopes.extend(places.filter(is_meant));
        if scopes.len() == before {
            let message = format!("no scope is called `{name}`{}", did_you_mean(view, &wanted));
            return Err(WaymarkError::new(Code::NotFound, message));
        }
    }
    Ok(scopes)
}

/// `A B / C` → `a b/c`.
fn folded(path: &str) -> String {
    let segments = path.split('/').map(|segment| segment.trim().to_lowercase());
    let segments: Vec<String> = segments.filter(|segment| !segment.is_empty()).collect();
    segments.join("/")
}

fn is_end(path: &str, end: &str) -> bool {
    let before = path.strip_suffix(end);
    before.is_some_and(|before| !end.is_empty() && (before.is_empty() || before.ends_with('/')))
}

/// The nodes that `term` describes, within `scopes` if there are any.
pub(crate) fn find(scope: &Scope<'_, '_>, term: &str, scopes: &[NodeId]) -> TermHits {
    let graph = scope.view.graph;
    let inside = |node: NodeId| {
        scopes.is_empty()
            || scopes.contains(&node)
            || graph.ancestors(node).any(|outer| scopes.contains(&outer))
    };
    let keep = |node| (scope.keep)(node) && inside(node);
    let mode = RetrievalMode::Hybrid;
    // Never an error: only vectors alone can be refused.
    let meaning = Meaning::of(scope.view, term, None, mode).unwrap_or_default();
    let options = Options {
        limit: scope.limit,
        keep: &keep,
        ..Options::default()
    };
    let found = find_words(&index_of(scope.view), term, &meaning.options(mode, options));
    TermHits {
        hits: shares(&found, STAGE),
        weight: 1.0,
        weak: found.cut.shown.min(found.hits.len()) < ENOUGH
            || found.cut.confidence != Confidence::High,
        reading: TermReading {
            term: term.to_owned(),
            stage: STAGE,
            read_as: "description",
            total: found.total as u32,
            ranking: Some(Ranking::of(&found, mode, &meaning)),
            suggestions: Vec::new(),
        },
    }
}

/// The hits of `found` with scores as shares of the best.
pub(crate) fn shares(found: &crate::search::Found, stage: &'static str) -> Vec<Found> {
    let top = found.hits.first().map_or(1.0, |hit| hit.score);
    let hits = found.hits.iter().map(|hit| Found {
        node: hit.node,
        score: hit.score / top,
        origin: hit.origin.as_str(),
        stage: Some(stage),
        lines: Vec::new(),
    });
    hits.collect()
}
