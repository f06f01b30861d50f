//! From a query to ranked nodes: the one place where lanes, phrases, vectors,
//! mentions and path tiers meet.

use crate::corpus::Corpus;
use crate::graph::Graph;
use crate::ids::NodeId;
use crate::rank::Ranks;
use crate::search::blend;
use crate::search::cut::{Confidence, Cut, cut};
use crate::search::fuse::{self, Fusion};
use crate::search::hnsw::BREADTH;
use crate::search::keep::Keep;
use crate::search::lexical::Lexical;
use crate::search::lexical::reader::QueryTerm;
use crate::search::mentions::mentions;
use crate::search::names::matches;
use crate::search::qualified;
use crate::search::query::Query;
use crate::search::route::{Lane, Route, route};
use crate::search::trace;
use crate::search::vectors::Vectors;
use crate::sort::Arrange;

/// Terms of a query that are scored, the rarest.
const MOST_TERMS: usize = 128;
/// Occurrences that are scored, for each node of the tree: the commonest terms of a long
/// text say least, and would take most of the time. Ten words of a question have one.
const MOST_OCCURRENCES: usize = 3;
/// Terms that are scored, however common.
const FEWEST_TERMS: usize = 16;

/// How well the symbol at a place fits that: better than the file does.
const PLACE: f32 = 1.5;

/// What a search reads.
#[derive(Clone, Copy, Debug)]
pub struct Index<'a> {
    /// Files, for their documentation.
    pub corpus: &'a Corpus,
    /// Nodes, for names and places.
    pub graph: &'a Graph,
    /// The lexical index over the nodes.
    pub lexical: &'a Lexical,
    /// Decides between equal scores.
    pub ranks: &'a Ranks,
    /// The vectors of the nodes, where there are any.
    pub vectors: Option<&'a Vectors>,
}

/// How to search.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Hits wanted, from the first.
    pub limit: usize,
    /// How many of them may be shown at once, where these are fewer.
    pub ceiling: Option<usize>,
    /// Scores below this are no hits.
    pub least: f32,
    /// The lane, where the caller decides it.
    pub lane: Option<Lane>,
    /// Whether the query is still being typed: its last word may be unfinished.
    pub typing: bool,
    /// Whether what the query names as a whole leads.
    pub whole: bool,
    /// Whether mentions are lifted.
    pub mentions: bool,
    /// Whether files that are not the product are held back.
    pub tiers: bool,
    /// Whether the vectors of files and types, which are about much, are held
    /// back beside those of functions.
    pub narrow: bool,
    /// Whether words that stand together in the documentation count more.
    pub phrases: bool,
    /// Which lists are searched.
    pub mode: Mode,
    /// How the lists of words and vectors become one; by default what measured
    /// best for a query of this shape.
    pub fusion: Option<Fusion>,
    /// The vector of the query; without one there is only the list of words.
    pub vector: Option<&'a [i8]>,
    /// Which nodes may be found.
    pub keep: Keep<'a>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            limit: 10,
            ceiling: None,
            least: 0.0,
            lane: None,
            typing: false,
            whole: true,
            mentions: true,
            tiers: true,
            narrow: true,
            phrases: true,
            mode: Mode::Hybrid,
            fusion: None,
            vector: None,
            keep: Keep::ALL,
        }
    }
}

/// Which lists a search reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Words and vectors.
    Hybrid,
    /// Vectors alone.
    Vector,
    /// Words alone.
    Lexical,
}

/// What found a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Words of the concept lane.
    Lexical,
    /// Its vector.
    Vector,
    /// Both.
    Hybrid,
    /// Its name is what the query says, or as near as there is.
    Exact,
    /// The query names it.
    Mention,
}

impl Origin {
    /// The name in answers.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Lexical => "lexical",
            Self::Vector => "vector",
            Self::Hybrid => "hybrid",
            Self::Exact => "exact",
            Self::Mention => "mention",
        }
    }
}

/// A found node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The node.
    pub node: NodeId,
    /// Its score; comparable within one answer only.
    pub score: f32,
    /// What found it.
    pub origin: Origin,
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The best, at most [`Options::limit`].
    pub hits: Vec<Hit>,
    /// The lane taken, and why.
    pub route: Route,
    /// Nodes with a positive score.
    pub total: usize,
    /// Whether more may have one: graphs tell the nearest alone.
    pub is_floor: bool,
    /// How many hits are worth showing, and how clearly they stand out.
    pub cut: Cut,
    /// Whether words of the query were left out.
    pub truncated: bool,
}

/// Searches `index` for `text`.
#[must_use]
pub fn find(index: &Index<'_>, text: &str, options: &Options<'_>) -> Found {
    let query = Query::parse(text);
    if options.mode == Mode::Vector {
        return find_near(index, &query, options);
    }
    let mut whole = Vec::new();
    if options.whole && options.lane != Some(Lane::Concept) {
        whole = qualified::matches(index, &query.text, options.typing, &options.keep);
    }
    if let Some(node) = place(index, &query.text).filter(|_| options.whole)
        && options.keep.admits(index.graph, node)
    {
        whole.push((node, PLACE));
        whole.arrange_by_key(|&(node, _)| node);
    }
    let is_whole = whole
        .iter()
        .any(|(_, quality)| *quality > qualified::ELSEWHERE);
    let mut route = match whole.is_empty() {
        true => route(&query, index.lexical, options.typing),
        false => Route::qualified(&query, is_whole),
    };
    if let Some(lane) = options.lane.filter(|&lane| lane != route.lane) {
        route = Route::chosen(lane, &query);
    }
    let (terms, cut_terms) = terms(&query, index.lexical);
    let mut scores = index.lexical.scores(&terms);
    let mut named = matches(index.lexical, index.graph, &route.wanted, options.typing);
    if options.tiers {
        blend::damp(index, &query, &mut scores, &mut named);
    }
    let mut quoted = 0.0;
    if options.phrases && route.lane == Lane::Concept {
        quoted = blend::add_phrase(index, &query, &mut scores, &options.keep);
    }
    let cosines = match options.mode {
        Mode::Hybrid => cosines(index, &query, options),
        Mode::Vector | Mode::Lexical => None,
    };
    let mut words = None;
    if let Some(cosines) = &cosines {
        let fusion = options.fusion.unwrap_or_else(|| Fusion::of(quoted));
        let fused = fuse::fuse(index, fusion, &scores, cosines, &options.keep);
        words = Some(std::mem::replace(&mut scores, fused));
    }
    blend::add_names(&mut scores, &named, &route);
    blend::lead(&mut scores, &whole);
    let mut mentioned = Vec::new();
    if options.mentions && whole.is_empty() {
        mentioned = mentions(&query, index.graph);
        blend::lift(&mut scores, &mentioned);
    }
    let origin = |node: NodeId| {
        if mentioned.contains(&node) {
            Origin::Mention
        } else if [&named, &whole].iter().any(|list| holds(list, node)) {
            Origin::Exact
        } else {
            let lists = words.as_ref().zip(cosines.as_ref());
            lists.map_or(Origin::Lexical, |(words, cosines)| {
                fuse::origin(words, cosines, node)
            })
        }
    };
    let mut found = found(index, &scores, route, options, &origin);
    let is_guess = match whole.is_empty() {
        true => is_noise(&query, index.lexical),
        false => !is_whole,
    };
    if is_guess {
        found.cut.confidence = found.cut.confidence.min(Confidence::Low);
    }
    Found {
        truncated: query.truncated || cut_terms,
        ..found
    }
}

/// The symbol at the place that `text` is and nothing else (`src/a.rs:12`).
fn place(index: &Index<'_>, text: &str) -> Option<NodeId> {
    if text.contains(char::is_whitespace) || !text.contains(':') {
        return None;
    }
    let (frames, _) = trace::frames(text);
    let [frame] = frames.as_slice() else {
        return None;
    };
    let file = trace::file(index.corpus, frame).filter(|_| frame.line > 0)?;
    let definition = trace::definition(index.corpus, file, frame)?;
    Some(
        index
            .graph
            .symbol_node(index.corpus.symbol(file, definition)),
    )
}

/// Whether most words of the query stand nowhere in the tree: however clearly a hit
/// stands out then, it is by a few words, or by a name or meaning that comes near.
fn is_noise(query: &Query, lexical: &Lexical) -> bool {
    let content = query.content();
    let is_known = |term: &String| lexical.concept().get(term).is_some();
    let known = content
        .iter()
        .filter(|word| word.terms.iter().any(is_known));
    2 * known.count() < content.len()
}

/// Whether `list`, which is in node order, holds `node`.
fn holds(list: &[(NodeId, f32)], node: NodeId) -> bool {
    list.binary_search_by_key(&node, |&(node, _)| node).is_ok()
}

/// Searches by the vector of the query alone.
fn find_near(index: &Index<'_>, query: &Query, options: &Options<'_>) -> Found {
    let scores = cosines(index, query, options).unwrap_or_default();
    let route = Route::concept("the vector of the query alone was asked for");
    found(index, &scores, route, options, &|_| Origin::Vector)
}

/// Whether the nearest are looked for in graphs: these know only the nearest of all, so
/// that what is kept of few nodes, or stands far behind, is compared one by one.
fn is_by_graphs(vectors: &Vectors, options: &Options<'_>) -> bool {
    vectors.has_graphs() && options.limit <= BREADTH && !options.keep.is_narrow()
}

/// How near each node is to the query, where both have a vector.
fn cosines(index: &Index<'_>, query: &Query, options: &Options<'_>) -> Option<Vec<f32>> {
    let (vectors, row) = (index.vectors?, options.vector?);
    let exactly = !is_by_graphs(vectors, options);
    let mut cosines = vectors.cosines(row, index.graph.nodes().len(), exactly);
    if options.tiers {
        blend::damp(index, query, &mut cosines, &mut []);
    }
    if options.narrow {
        fuse::narrow(index.graph, &mut cosines);
    }
    Some(cosines)
}

/// The best of `scores`.
fn found(
    index: &Index<'_>,
    scores: &[f32],
    route: Route,
    options: &Options<'_>,
    origin: &dyn Fn(NodeId) -> Origin,
) -> Found {
    // One more than asked for, so that a cliff behind the last is seen.
    let most = options.limit.saturating_add(1);
    let mut best = blend::select(index, scores, most, &options.keep);
    best.retain(|scored| scored.score >= options.least);
    let values: Vec<f32> = best.iter().map(|scored| scored.score).collect();
    let hits = best.iter().take(options.limit).map(|scored| Hit {
        node: scored.node,
        score: scored.score,
        origin: origin(scored.node),
    });
    Found {
        hits: hits.collect(),
        route,
        total: options.keep.count(index.graph, scores, options.least),
        is_floor: options.mode != Mode::Lexical
            && options.vector.is_some()
            && (index.vectors).is_some_and(|vectors| is_by_graphs(vectors, options)),
        cut: cut(&values, options.ceiling.unwrap_or(options.limit)),
        truncated: false,
    }
}

/// The terms of the content words, each once, and whether some were left out.
fn terms(query: &Query, lexical: &Lexical) -> (Vec<QueryTerm>, bool) {
    let mut terms: Vec<(u32, &str)> = Vec::new();
    for word in query.content() {
        for text in &word.terms {
            if let Some(found) = lexical.concept().get(text)
                && !terms.iter().any(|(_, known)| known == text)
            {
                terms.push((found.documents(), text));
            }
        }
    }
    let all = terms.len();
    if all > FEWEST_TERMS {
        terms.arrange();
        let most = MOST_OCCURRENCES * lexical.documents();
        let mut sum = 0;
        let fit = terms.iter().take_while(|(documents, _)| {
            sum += *documents as usize;
            sum <= most
        });
        let fit = fit.count().clamp(FEWEST_TERMS, MOST_TERMS);
        terms.truncate(fit);
    }
    let cut = terms.len() < all;
    let terms = terms.into_iter().map(|(_, text)| QueryTerm {
        text: text.to_owned(),
        weight: 1.0,
    });
    (terms.collect(), cut)
}
