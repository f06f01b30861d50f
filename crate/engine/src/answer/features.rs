//! The features stage: descriptions to nodes. What nodes do, their names and their
//! documentation are matched by words and meaning.

use crate::answer::files::did_you_mean;
use crate::answer::groups::nearest;
use crate::answer::hits::{Found, index_of};
use crate::answer::meaning::Meaning;
use crate::answer::search::{Ranking, RetrievalMode};
use crate::answer::search_node::{MAX_TOP_K, Scope, TermHits, TermReading};
use crate::answer::view::View;
use crate::error::{Code, Result, WaymarkError};
use crate::extract::facts::Kind;
use crate::feature::hierarchy::folded;
use crate::ids::NodeId;
use crate::map::HashMap;
use crate::search::cut::{Confidence, cut};
use crate::search::fuse::narrow;
use crate::search::keep::Keep;
use crate::search::query::Query;
use crate::search::{Options, blend, features, find as find_words};
use crate::sort::Arrange;

/// The stage's name in answers.
pub(crate) const STAGE: &str = "features";
/// Fewer hits above the cut than this are not enough (spec 1.2).
const ENOUGH: usize = 3;
/// Hits of each list that are brought together.
const DEPTH: usize = 200;
/// What is given besides by the cosine of what is said of a node, by the best of the
/// features, and by being in a group that fits. Intents of `tests/bench/intents.txt`
/// (94) found in the first ten in features mode, and documentation sentences of three
/// repositories, without it in the copy (383) and less the words of names (273): none of
/// them .70, .96, .93; NEAR alone .76, .97, .96; with 0.15 of features .77, .97, .96, with
/// 0.5 .73, .94, .96.
const NEAR: f32 = 1.0;
const FEATURES: f32 = 0.15;
const GROUPS: f32 = 0.02;
/// What puts a node that the query names ahead of what all lists give together.
const MENTIONED: f32 = 1.0 + NEAR + FEATURES + GROUPS;
/// Groups that lend their nodes something.
const LENDING: usize = 3;

/// Where descriptions are matched.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scopes {
    groups: Vec<usize>,
    directories: Vec<NodeId>,
}

impl Scopes {
    const fn is_all(&self) -> bool {
        self.groups.is_empty() && self.directories.is_empty()
    }

    fn admit(&self, view: &View<'_>, node: NodeId) -> bool {
        if self.is_all() {
            return true;
        }
        let hierarchy = view.plan.hierarchy(view.tree());
        let own = hierarchy.of_node(view.tree(), node);
        let grouped = own.is_some_and(|own| {
            self.groups
                .iter()
                .any(|&group| hierarchy.is_within(own, group))
        });
        let within = |outer: NodeId| self.directories.contains(&outer);
        grouped || within(node) || view.graph.ancestors(node).any(within)
    }
}

/// The groups of the hierarchy called `names`, or the directories.
///
/// # Errors
/// [`Code::NotFound`] for a name that neither has.
pub(crate) fn scopes(view: &View<'_>, names: &[String]) -> Result<Scopes> {
    let mut scopes = Scopes::default();
    for name in names {
        let groups = view.plan.hierarchy(view.tree()).find(name);
        if !groups.is_empty() {
            scopes.groups.extend(groups);
            continue;
        }
        let wanted = folded(name);
        let graph = view.graph;
        let is_meant = |&node: &NodeId| {
            graph.node(node).kind == Kind::Directory && is_end(&folded(graph.path(node)), &wanted)
        };
        let places = graph
            .ids()
            .take_while(|&node| graph.node(node).symbol.is_none());
        let before = scopes.directories.len();
        scopes.directories.extend(places.filter(is_meant));
        if scopes.directories.len() == before {
            let mut message = format!("no scope is called `{name}`{}", did_you_mean(view, &wanted));
            let near = nearest(view, name);
            if !near.is_empty() {
                message.push_str("; there are ");
                message.push_str(&near.join(", "));
            }
            return Err(WaymarkError::new(Code::NotFound, message));
        }
    }
    Ok(scopes)
}

fn is_end(path: &str, end: &str) -> bool {
    let before = path.strip_suffix(end);
    before.is_some_and(|before| !end.is_empty() && (before.is_empty() || before.ends_with('/')))
}

/// The nodes that `term` describes, within `scopes` if there are any.
pub(crate) fn find(scope: &Scope<'_, '_>, term: &str, scopes: &Scopes) -> TermHits {
    let view = scope.view;
    let within = |node| scope.keep.admits(view.graph, node) && scopes.admit(view, node);
    let keep = match scopes.is_all() {
        true => scope.keep,
        false => Keep::by(&within),
    };
    let mode = RetrievalMode::Hybrid;
    // Never an error: only vectors alone can be refused.
    let meaning = Meaning::of(view, term, None, mode).unwrap_or_default();
    let options = Options {
        limit: scope.limit.max(DEPTH),
        ceiling: Some(DEPTH),
        keep,
        ..Options::default()
    };
    let found = find_words(&index_of(view), term, &meaning.options(mode, options));
    let words: Vec<(NodeId, f32, &'static str)> = (found.hits.iter())
        .map(|hit| (hit.node, hit.score, hit.origin.as_str()))
        .collect();
    let near = by_meaning(view, term, &meaning, &keep);
    let mut hits = fuse(view, &words, &near, &by_feature(view, term, &keep));
    let total = found.total.max(hits.len());
    hits.truncate(scope.limit);
    let scores: Vec<f32> = hits.iter().map(|hit| hit.score).collect();
    let judged = cut(&scores, scope.limit.min(MAX_TOP_K as usize));
    TermHits {
        weight: 1.0,
        given: true,
        named: Vec::new(),
        weak: judged.shown.min(hits.len()) < ENOUGH || found.cut.confidence != Confidence::High,
        reading: TermReading {
            term: term.to_owned(),
            stage: STAGE,
            read_as: "description",
            total: total as u32,
            unread_files: None,
            ranking: Some(Ranking::of(&found, mode, &meaning)),
            suggestions: Vec::new(),
        },
        hits,
    }
}

/// The nodes that are nearest to `term` by the vector of what is said of them, or where
/// nothing is by their own, with their cosines.
fn by_meaning(
    view: &View<'_>,
    term: &str,
    meaning: &Meaning,
    keep: &Keep<'_>,
) -> Vec<(NodeId, f32)> {
    let (Some(vectors), Some(row)) = (view.vectors, meaning.row()) else {
        return Vec::new();
    };
    let mut cosines = vectors.cosines(row, view.graph.nodes().len(), keep.is_narrow());
    view.features().put_cosines(row, &mut cosines);
    let index = index_of(view);
    blend::damp(&index, &Query::parse(term), &mut cosines, &mut []);
    narrow(view.graph, &mut cosines);
    let best = blend::select(&index, &cosines, DEPTH, keep);
    best.iter()
        .map(|scored| (scored.node, scored.score))
        .collect()
}

/// What features find.
struct Described {
    /// Nodes with their shares of the best score, the best first.
    nodes: Vec<(NodeId, f32)>,
    /// Groups, the best first.
    groups: Vec<usize>,
}

/// The nodes whose features say `term`, or where none does those of the group that
/// says it best; and the groups that do.
fn by_feature(view: &View<'_>, term: &str, keep: &Keep<'_>) -> Described {
    let mut scores = features::scores(&view.features().words, term);
    blend::damp(&index_of(view), &Query::parse(term), &mut scores, &mut []);
    let count = view.graph.nodes().len();
    let groups = scores.split_off(count.min(scores.len()));
    let mut groups: Vec<(f32, usize)> = (groups.into_iter().zip(0..))
        .filter(|(score, _)| *score > 0.0)
        .collect();
    groups.arrange_head(LENDING, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let groups: Vec<usize> = groups.into_iter().take(LENDING).map(|row| row.1).collect();
    let best = blend::select(&index_of(view), &scores, DEPTH, keep);
    let top = best.first().map_or(1.0, |scored| scored.score);
    let mut nodes: Vec<(NodeId, f32)> = (best.iter())
        .map(|scored| (scored.node, scored.score / top))
        .collect();
    if nodes.is_empty()
        && let Some(&group) = groups.first()
    {
        // Nothing says it but the group: what is in it, as far as it is leant on.
        let hierarchy = view.plan.hierarchy(view.tree());
        let inside = |node: &NodeId| {
            let own = hierarchy.of_node(view.tree(), *node);
            keep.admits(view.graph, *node) && own.is_some_and(|own| hierarchy.is_within(own, group))
        };
        let mut inside: Vec<NodeId> = view.graph.ids().filter(inside).collect();
        inside.arrange_by(|&a, &b| {
            view.ranks
                .of(b)
                .total_cmp(&view.ranks.of(a))
                .then(a.cmp(&b))
        });
        inside.truncate(DEPTH);
        let places = (0_u16..).map(|place| 1.0 - f32::from(place) / DEPTH as f32);
        nodes = inside.into_iter().zip(places).collect();
    }
    Described { nodes, groups }
}

/// The lists of words, of meanings and of features as one, by a weighted sum of what each
/// gives; scores are shares of the best.
fn fuse(
    view: &View<'_>,
    words: &[(NodeId, f32, &'static str)],
    near: &[(NodeId, f32)],
    features: &Described,
) -> Vec<Found> {
    let hierarchy = view.plan.hierarchy(view.tree());
    let mut sums: Vec<(NodeId, f32, &'static str)> = Vec::new();
    let mut places: HashMap<NodeId, usize> = HashMap::default();
    let best = words.first().map_or(1.0, |row| row.1);
    for &(node, score, origin) in words {
        // What the query names outright stays ahead.
        let mentioned = if origin == "mention" { MENTIONED } else { 0.0 };
        places.insert(node, sums.len());
        sums.push((node, mentioned + score / best, origin));
    }
    let near = near
        .iter()
        .map(|&(node, cosine)| (node, NEAR * cosine, "vector"));
    let said = features.nodes.iter();
    let said = said.map(|&(node, share)| (node, FEATURES * share, "feature"));
    for (node, more, origin) in near.chain(said) {
        match places.get(&node) {
            Some(&at) => sums[at].1 += more,
            None => {
                places.insert(node, sums.len());
                sums.push((node, more, origin));
            }
        }
    }
    for (node, sum, _) in &mut sums {
        let own = hierarchy.of_node(view.tree(), *node);
        let mut groups = features.groups.iter();
        if groups.any(|&group| own.is_some_and(|own| hierarchy.is_within(own, group))) {
            *sum += GROUPS;
        }
    }
    sums.arrange_by(|a, b| b.1.total_cmp(&a.1));
    let top = sums.first().map_or(1.0, |row| row.1);
    let hits = sums.into_iter().map(|(node, sum, origin)| Found {
        node,
        score: sum / top,
        origin,
        stage: Some(STAGE),
        lines: Vec::new(),
    });
    hits.collect()
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
