//! The snippets stage: terms to nodes by name, path and source text.

use crate::answer::features::shares;
use crate::answer::files::Files;
use crate::answer::hits::{Found, index_of};
use crate::answer::meaning::Meaning;
use crate::answer::names;
use crate::answer::search::Ranking;
use crate::answer::search::RetrievalMode;
use crate::answer::search_node::{MAX_TOP_K, Scope, TermHits, TermReading};
use crate::answer::view::View;
use crate::error::Result;
use crate::extract::expression::Expression;
use crate::graph::suggest;
use crate::ids::{FileId, NodeId};
use crate::search::grep::{Matches, Needle, Places, grep};
use crate::search::query::Query;
use crate::search::{Options, find as find_words};
use crate::sort::{Arrange, unique};
use crate::tier::Tier;
use std::collections::{BTreeMap, BTreeSet};

/// The stage's name in answers.
pub(crate) const STAGE: &str = "snippets";
/// The best score of a node whose text holds a keyword, beside one whose name
/// or words are it.
const TEXT: f32 = 0.5;
/// The same in files that are not the product (spec 2.3).
const DAMPING: f32 = 0.35;
/// Nodes that say a word beyond which it is not looked for in the text of others: the
/// words of these rank them better than the number of matches would, and half of all
/// texts would be read. And how many of them the question must admit.
const COMMON: u32 = 200;
const ENOUGH: usize = 50;
/// The most bearers of a name that are all meant by it.
const FEW: usize = 5;
/// Shortest keyword that is looked for in the text, bytes.
const SHORTEST_TEXT: usize = 2;

/// What a term is.
#[derive(Clone, Debug)]
enum Reading {
    /// A qualified name, with the nodes that bear it.
    Entity(Vec<NodeId>),
    /// The path of a file or directory.
    Path(Vec<NodeId>),
    /// A pattern of paths.
    Pattern,
    /// Words of names, documentation and text.
    Keyword,
    /// In quotes: text that stands exactly so.
    Text,
    /// Between slashes: a regular expression over the text.
    Expression(Expression),
}

/// A term of the stage.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    text: String,
    weight: f32,
    /// Whether it was asked for, not taken from other hits.
    given: bool,
    reading: Reading,
}

impl Term {
    /// Reads `text`.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`](crate::Code::InvalidArgument) for a wrong
    /// regular expression.
    pub(crate) fn new(view: &View<'_>, text: &str) -> Result<Self> {
        let text = text.trim();
        let (text, reading) = match unquoted(text) {
            Some(exact) => (exact, Reading::Text),
            None => match expression(view, text) {
                Some(pattern) => (text, Reading::Expression(Expression::new(pattern)?)),
                None => (text, read(view, text)),
            },
        };
        Ok(Self {
            text: text.to_owned(),
            weight: 1.0,
            given: true,
            reading,
        })
    }

    /// The term as one that counts `weight`.
    pub(crate) fn weighing(self, weight: f32) -> Self {
        Self { weight, ..self }
    }

    /// The term as one that was taken from other hits and counts `weight`.
    pub(crate) fn taken(self, weight: f32) -> Self {
        Self {
            given: false,
            ..self.weighing(weight)
        }
    }

    /// The nodes among `hits` that it names outright, sorted; none where they are many: a
    /// name that everything has tells nothing apart.
    fn named(&self, view: &View<'_>, hits: &[Found]) -> Vec<NodeId> {
        let mut named: Vec<NodeId> = match &self.reading {
            Reading::Entity(nodes) | Reading::Path(nodes) => nodes.clone(),
            Reading::Keyword => {
                let name = self.text.trim_end_matches("()");
                let nodes = hits.iter().map(|hit| hit.node);
                nodes
                    .filter(|&node| view.graph.name(node) == name)
                    .collect()
            }
            Reading::Pattern | Reading::Text | Reading::Expression(_) => Vec::new(),
        };
        unique(&mut named);
        if !self.given || named.len() > FEW {
            named.clear();
        }
        named
    }

    const fn read_as(&self) -> &'static str {
        match self.reading {
            Reading::Entity(_) => "entity",
            Reading::Path(_) => "path",
            Reading::Pattern => "pattern",
            Reading::Keyword => "keyword",
            Reading::Text => "text",
            Reading::Expression(_) => "expression",
        }
    }

    /// Whether it is written like a path or qualified name and is none.
    fn is_unknown_name(&self) -> bool {
        matches!(self.reading, Reading::Keyword) && is_compound(&self.text)
    }

    /// Whether the source text is searched for it.
    fn is_text(&self) -> bool {
        match self.reading {
            Reading::Text | Reading::Expression(_) => true,
            Reading::Keyword => self.text.len() >= SHORTEST_TEXT,
            _ => false,
        }
    }
}

fn unquoted(text: &str) -> Option<&str> {
    let inner = |quote| text.strip_prefix(quote)?.strip_suffix(quote);
    inner('"')
        .or_else(|| inner('\''))
        .filter(|text| !text.is_empty())
}

/// What stands between slashes, unless it is a path: it has no character that only
/// expressions have, and several folders or a folder of the tree.
fn expression<'t>(view: &View<'_>, text: &'t str) -> Option<&'t str> {
    let pattern = text.strip_prefix('/')?.strip_suffix('/')?;
    let is_pattern = pattern.contains(|c: char| c.is_whitespace() || "\\^$|()[]+*?{}".contains(c));
    let is_place = |node: &NodeId| view.graph.node(*node).symbol.is_none();
    let is_path = || pattern.contains('/') || names::find(view, pattern).iter().any(is_place);
    (!pattern.is_empty() && (is_pattern || !is_path())).then_some(pattern)
}

/// A qualified name or a path has a separator in it and means something; else
/// the term is a keyword.
fn read(view: &View<'_>, text: &str) -> Reading {
    if !is_compound(text) {
        return Reading::Keyword;
    }
    if text.contains(['*', '?']) {
        return Reading::Pattern;
    }
    let nodes = names::find(view, text.trim_end_matches("()"));
    let (symbols, places): (Vec<NodeId>, Vec<NodeId>) = nodes
        .into_iter()
        .partition(|&node| view.graph.node(node).symbol.is_some());
    match (symbols.as_slice(), places.as_slice()) {
        ([], []) => Reading::Keyword,
        ([], _) => Reading::Path(places),
        _ => Reading::Entity(symbols),
    }
}

fn is_compound(text: &str) -> bool {
    !text.contains(char::is_whitespace) && text.contains(['/', '.', ':', '#'])
}

/// `terms` without those that say what an earlier one says, and without empty
/// ones.
pub(crate) fn distinct(terms: Vec<Term>) -> Vec<Term> {
    let mut kept: Vec<Term> = Vec::new();
    for term in terms {
        let known = |other: &Term| other.text == term.text && other.read_as() == term.read_as();
        if !term.text.is_empty() && !kept.iter().any(known) {
            kept.push(term);
        }
    }
    kept
}

/// The hits of each of `terms`.
pub(crate) fn find(scope: &Scope<'_, '_>, terms: &[Term]) -> Vec<TermHits> {
    let said: Vec<Said<'_>> = terms.iter().map(|term| say(scope, term)).collect();
    let open = said.iter().filter(|said| said.is_open());
    let open: Vec<&Term> = open.map(|said| said.term).collect();
    let any = |file| scope.files.has(file);
    let mut open = text_matches(scope, &open, &any).into_iter();
    let found = said.into_iter().map(|said| {
        let places = if said.is_open() {
            open.next()
        } else if said.term.is_text() {
            // What hits say is shown by their lines.
            let files = said.hits.iter().take(scope.reach);
            let files = files.filter_map(|hit| scope.view.graph.node(hit.node).file);
            let files: BTreeSet<FileId> = files.collect();
            let within = |file| files.contains(&file);
            text_matches(scope, &[said.term], &within).pop()
        } else {
            None
        };
        said.found(scope, &places.unwrap_or_default())
    });
    found.collect()
}

/// The text matches of `terms` in the files that `keep` admits, in one pass.
fn text_matches(
    scope: &Scope<'_, '_>,
    terms: &[&Term],
    keep: &dyn Fn(FileId) -> bool,
) -> Vec<Matches> {
    let needles = terms.iter().filter_map(|term| match &term.reading {
        Reading::Expression(expression) => Some(Needle::expression(expression.clone())),
        _ => Needle::new(&term.text),
    });
    let needles: Vec<Needle> = needles.collect();
    if needles.is_empty() {
        return Vec::new();
    }
    let view = scope.view;
    let sieves = view.memo.sieves(view);
    grep(view.corpus, view.graph, &needles, sieves, keep)
}

/// A term with what is known of it before any text is read.
struct Said<'a> {
    term: &'a Term,
    hits: Vec<Found>,
    ranking: Option<Ranking>,
    /// How many nodes say it besides.
    unranked: usize,
    /// Whether so many nodes say it that the text of others tells no more.
    common: bool,
}

impl Said<'_> {
    /// Whether every text is searched for it.
    fn is_open(&self) -> bool {
        self.term.is_text() && !self.common
    }
}

/// Whether `text` is one word that many nodes say.
fn is_common(view: &View<'_>, text: &str) -> bool {
    let query = Query::parse(text);
    let [word] = query.words.as_slice() else {
        return false;
    };
    // The last term is the word as a whole.
    let whole = word.terms.last();
    let found = whole.and_then(|term| view.lexical.concept().get(term));
    word.text == text && found.is_some_and(|found| found.documents() > COMMON)
}

fn say<'a>(scope: &Scope<'_, '_>, term: &'a Term) -> Said<'a> {
    let mut ranking = None;
    let mut common = false;
    let mut total = 0;
    let hits: Vec<Found> = match &term.reading {
        Reading::Entity(nodes) | Reading::Path(nodes) => exact(scope, nodes),
        Reading::Pattern => files_matching(scope, &term.text),
        Reading::Text | Reading::Expression(_) => Vec::new(),
        Reading::Keyword => {
            let options = Options {
                limit: scope.limit,
                ceiling: Some(MAX_TOP_K as usize),
                keep: scope.keep,
                ..Options::default()
            };
            let found = find_words(&index_of(scope.view), &term.text, &options);
            common = found.total >= ENOUGH && is_common(scope.view, &term.text);
            ranking = Some(Ranking::of(
                &found,
                RetrievalMode::Lexical,
                &Meaning::default(),
            ));
            total = found.total;
            shares(&found, STAGE)
        }
    };
    Said {
        term,
        hits,
        ranking,
        common,
        unranked: total.saturating_sub(scope.limit),
    }
}

impl Said<'_> {
    /// The hits, with what was found in the text.
    fn found(self, scope: &Scope<'_, '_>, matches: &Matches) -> TermHits {
        let Self { term, mut hits, .. } = self;
        let full = match term.reading {
            Reading::Text | Reading::Expression(_) => 1.0,
            _ => TEXT,
        };
        let mut fresh = add_lines(scope, &mut hits, &matches.places, full);
        if self.common {
            fresh.clear();
        }
        let left_out = fresh.len().saturating_sub(scope.limit);
        fresh.truncate(scope.limit);
        hits.extend(fresh);
        TermHits {
            reading: TermReading {
                term: term.text.clone(),
                stage: STAGE,
                read_as: term.read_as(),
                total: (hits.len() + self.unranked + left_out) as u32,
                unread_files: (matches.unread > 0).then_some(matches.unread),
                ranking: self.ranking,
                suggestions: match hits.is_empty() || term.is_unknown_name() {
                    true => suggestions(scope, &term.text),
                    false => Vec::new(),
                },
            },
            weight: term.weight,
            given: term.given,
            named: term.named(scope.view, &hits),
            weak: false,
            hits,
        }
    }
}

fn suggestions(scope: &Scope<'_, '_>, text: &str) -> Vec<String> {
    let view = scope.view;
    let near = suggest::suggest(view.graph, view.memo.letters(view), text);
    let near = near.into_iter();
    let near = near.filter(|&node| scope.keep.admits(view.graph, node) || is_place(view, node));
    near.map(|node| view.graph.fqn(node)).collect()
}

fn exact(scope: &Scope<'_, '_>, nodes: &[NodeId]) -> Vec<Found> {
    let kept = nodes
        .iter()
        .filter(|&&node| scope.keep.admits(scope.view.graph, node) || is_place(scope.view, node));
    kept.map(|&node| hit(node, 1.0)).collect()
}

/// A directory that was named is shown though directories are not searched.
fn is_place(view: &View<'_>, node: NodeId) -> bool {
    view.graph.node(node).file.is_none()
}

fn hit(node: NodeId, score: f32) -> Found {
    Found {
        node,
        score,
        origin: "exact",
        stage: Some(STAGE),
        lines: Vec::new(),
    }
}

fn files_matching(scope: &Scope<'_, '_>, pattern: &str) -> Vec<Found> {
    let view = scope.view;
    let files = Files::parse(view, pattern);
    let nodes = (0..view.corpus.files().len()).map(FileId::at);
    let nodes = nodes
        .filter(|&file| files.has(file))
        .map(|file| view.graph.file_node(file));
    nodes
        .filter(|&node| scope.keep.admits(scope.view.graph, node))
        .map(|node| hit(node, 1.0))
        .collect()
}

/// Adds the lines of text matches to nodes that were found already; answers the others,
/// with a score below `full` that grows with the number of matches.
fn add_lines(scope: &Scope<'_, '_>, hits: &mut [Found], places: &Places, full: f32) -> Vec<Found> {
    let mut fresh = Vec::new();
    let known = hits.iter().enumerate().map(|(at, hit)| (hit.node, at));
    let known: BTreeMap<NodeId, usize> = known.collect();
    for (&node, place) in places {
        if let Some(&at) = known.get(&node) {
            hits[at].lines.clone_from(&place.lines);
        } else if scope.keep.admits(scope.view.graph, node) {
            let count = place.count as f32;
            let tiers = scope.view.lexical.tiers();
            let tier = match tiers.get(node.index()) {
                Some(Tier::Product) | None => 1.0,
                Some(_) => DAMPING,
            };
            fresh.push(Found {
                lines: place.lines.clone(),
                ..hit(node, full * tier * count / (count + 1.0))
            });
        }
    }
    fresh.arrange_by(|a, b| {
        let rank = |found: &Found| scope.view.ranks.of(found.node);
        (b.score.total_cmp(&a.score))
            .then_with(|| rank(b).total_cmp(&rank(a)))
            .then(a.node.cmp(&b.node))
    });
    fresh
}
