//! What one needs to see for a task, within a budget: the symbols that matter
//! with their signatures, who uses them and what they use, tests that reach
//! them, and the source of the best. A stack trace counts as a task, too.

use crate::answer::bounds::DEFAULT_TOKENS;
use crate::answer::budget::{Budget, size};
use crate::answer::cuts::Cut;
use crate::answer::files::Files;
use crate::answer::filter::OneOrMany;
use crate::answer::hits::{Admitted, index_of};
use crate::answer::info::{NodeInfo, decimal};
use crate::answer::meaning::Meaning;
use crate::answer::names::by_rank;
use crate::answer::ops::Operation;
use crate::answer::search::{Ranking, RetrievalMode};
use crate::answer::source::{self, SourceText};
use crate::answer::view::View;
use crate::error::Result;
use crate::graph::Kinds;
use crate::graph::traverse::{Direction, Follow};
use crate::ids::NodeId;
use crate::search::keep::Keep;
use crate::search::{Hit, Options, find, qualified, trace};
use crate::tier::Tier;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The most symbols in one answer.
const MAX_TOP_K: u32 = 100;
/// Hundredths of the budget that lists may take; source takes what is left.
struct Shares {
    frames: usize,
    signatures: usize,
    neighbours: usize,
    tests: usize,
}
/// Of a task in words.
const TOLD: Shares = Shares {
    frames: 25,
    signatures: 30,
    neighbours: 15,
    tests: 5,
};
/// Of a trace, which says itself who calls whom: what stands there is what it needs.
const TRACED: Shares = Shares {
    frames: 25,
    signatures: 12,
    neighbours: 6,
    tests: 2,
};
/// Lines of a body below which a part of it says too little.
const FEWEST_LINES: u32 = 5;
/// How well a function's names have to be those of a symbol, where a trace tells no
/// file of the tree: all but the first, which may be a namespace that is no folder.
const WHOLE: f32 = 0.5;
/// Symbols whose neighbours and tests are looked for.
const HEAD: usize = 5;
/// Neighbours of one symbol and way.
const MOST_NEIGHBOURS: usize = 5;
/// Calls between a test and what it reaches.
const REACH: usize = 3;
/// Nodes that are looked at for tests.
const MOST_REACHED: usize = 2000;
/// The longest piece of source, in lines.
const MOST_LINES: u32 = 200;

/// What one needs to see for a task.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Task {
    /// The task in words, an issue, or a stack trace.
    pub query: String,
    /// About how many tokens the answer may take.
    #[serde(alias = "budget_tokens")]
    pub budget_tokens: u32,
    /// The most symbols, up to 100.
    #[serde(alias = "top_k")]
    pub top_k: u32,
    /// Languages to look in; all by default.
    pub languages: OneOrMany,
    /// A path or a pattern of gitignore(5); every file by default.
    #[serde(alias = "file_path_or_pattern")]
    pub file_path_or_pattern: String,
    /// `hybrid`, `vector` or `lexical`, as in `search`.
    pub mode: RetrievalMode,
    /// The vector of the query, where the host embeds.
    #[serde(alias = "query_vector")]
    pub query_vector: Option<Vec<f32>>,
}

impl Default for Task {
    fn default() -> Self {
        Self {
            query: String::new(),
            budget_tokens: DEFAULT_TOKENS,
            top_k: 20,
            languages: OneOrMany::default(),
            file_path_or_pattern: String::new(),
            mode: RetrievalMode::Hybrid,
            query_vector: None,
        }
    }
}

/// What one needs to see for a task, most important first.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct TaskContext {
    /// The places of a stack trace in the query, in its order.
    pub frames: Vec<TaskFrame>,
    /// The symbols that matter, with signatures.
    pub symbols: Vec<TaskSymbol>,
    /// Who uses the best of them, and what those use.
    pub neighbours: Vec<TaskNeighbours>,
    /// Ids of tests that reach the best of them over at most three calls.
    pub tests: Vec<String>,
    /// The source of the best of them.
    pub sources: Vec<TaskSource>,
    /// What the budget cut short: `frames`, `symbols`, `neighbours`, `tests` or
    /// `sources`.
    pub cuts: Vec<Cut>,
    /// About how many tokens the answer takes.
    pub used_tokens: u32,
    /// How the symbols were ranked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub ranking: Option<Ranking>,
}

/// A place that a stack trace names.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct TaskFrame {
    /// The path as it is written; empty where a function alone is told.
    pub path: String,
    /// The line, from 1; 0 where none is told.
    pub line: u32,
    /// The function as it is written; left out where none is told.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub name: String,
    /// Id of the symbol: the innermost at the line, or the nearest called so where the
    /// line is in none of that name; else of the file. None if the tree has no such file
    /// or function, or several.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub id: Option<String>,
}

/// A symbol that matters for a task.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct TaskSymbol {
    /// The symbol.
    #[serde(flatten)]
    pub node: NodeInfo,
    /// How well it fits; 0 for a frame that the words do not find.
    pub score: f64,
    /// What found it: `frame`, or as in `search`.
    pub origin: &'static str,
}

/// What surrounds a symbol.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct TaskNeighbours {
    /// Id of the symbol.
    pub id: String,
    /// Ids of those that call it, the first five by rank.
    pub callers: Vec<String>,
    /// Ids of those that it calls, the first five by rank.
    pub callees: Vec<String>,
}

/// The source of a symbol.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct TaskSource {
    /// Id of the symbol.
    pub id: String,
    /// Its lines.
    #[serde(flatten)]
    pub source: SourceText,
}

/// A ranked node and what found it.
type Ranked = (NodeId, f32, &'static str);

impl Operation for Task {
    const NAME: &'static str = "task";
    const DOC: &'static str =
        "What one needs to see for a task or a stack trace, within a budget of tokens.";
    const REQUIRED: &'static [&'static str] = &["query"];
    type Answer = TaskContext;

    fn run(&self, view: &View<'_>) -> Result<TaskContext> {
        let none = OneOrMany::default();
        let admitted = Admitted::parse(view, &none, &self.languages)?;
        let files = Files::parse(view, &self.file_path_or_pattern);
        let keep = |node| admitted.admit(view, node) && files.has_node(view, node);
        let (frames, message) = trace::frames(&self.query);
        let places = frames.iter().map(|frame| (frame, place(view, frame)));
        let places: Vec<_> = places.collect();
        let traced = places.iter().filter_map(|(_, node)| *node);
        let traced = distinct(traced.filter(|&node| keep(node)));
        // Lines without a place in the tree say no more than the others.
        let words = if traced.is_empty() {
            &self.query
        } else {
            &message
        };
        let meaning = Meaning::of(view, words, self.query_vector.as_deref(), self.mode)?;
        let limit = self.top_k.min(MAX_TOP_K) as usize;
        let options = Options {
            limit,
            keep: admitted.keep(!files.is_all(), &keep),
            ..Options::default()
        };
        let found = find(&index_of(view), words, &meaning.options(self.mode, options));
        let mut ranked = with_frames(&traced, &found.hits);
        ranked.truncate(limit);
        let frames = places.iter().map(|(frame, node)| TaskFrame {
            path: frame.path.to_owned(),
            line: frame.line,
            name: frame.name.to_owned(),
            id: node.map(|node| view.graph.fqn(node)),
        });
        let frames: Vec<TaskFrame> = frames.collect();
        let context = TaskContext {
            ranking: Some(Ranking::of(&found, self.mode, &meaning)),
            // As if all were cut: that it fits is known at the end.
            cuts: ["frames", "symbols", "neighbours", "tests", "sources"]
                .map(|list| Cut {
                    list: list.to_owned(),
                    shown: 99,
                    total: 999,
                })
                .to_vec(),
            ..TaskContext::default()
        };
        let lines = lines_of(&places);
        context.filled(view, (&frames, &lines), &ranked, self.budget_tokens)
    }
}

impl TaskContext {
    /// With as much of `frames`, whose symbols are met at the lines given, and `ranked`, and of what belongs to them, as the
    /// budget holds.
    fn filled(
        mut self,
        view: &View<'_>,
        (frames, lines): (&[TaskFrame], &[(NodeId, u32)]),
        ranked: &[Ranked],
        tokens: u32,
    ) -> Result<Self> {
        let shares = if lines.is_empty() { TOLD } else { TRACED };
        let mut budget = Budget::new(tokens);
        budget.charge(&self);
        self.frames = budget.take(shares.frames, frames, TaskFrame::clone);
        let write = |&(node, score, origin): &Ranked| TaskSymbol {
            node: NodeInfo::of(view, node),
            score: decimal(score),
            origin,
        };
        self.symbols = budget.take(shares.signatures, ranked, write);
        let shown = ranked.iter().take(self.symbols.len());
        let shown: Vec<NodeId> = shown.map(|&(node, ..)| node).collect();
        let best = shown.get(..HEAD).unwrap_or(&shown);
        self.neighbours = budget.take(shares.neighbours, best, |&node| TaskNeighbours {
            id: view.graph.fqn(node),
            callers: around(view, node, Direction::In),
            callees: around(view, node, Direction::Out),
        });
        let tests = tests(view, best);
        self.tests = budget.take(shares.tests, &tests, |&node| view.graph.fqn(node));
        // A file as a whole is too much; its symbols are shown by themselves.
        let has_body = |node: &NodeId| view.graph.node(*node).symbol.is_some();
        // Frames come first.
        let most = self.symbols.len().max(lines.len());
        let bodies = ranked
            .iter()
            .take(most)
            .map(|&(node, ..)| node)
            .filter(has_body);
        let bodies: Vec<(NodeId, u32)> = bodies.map(|node| (node, line_of(lines, node))).collect();
        let mut sourced = 0;
        self.sources = sources(view, &bodies, &mut budget, &mut sourced)?;
        // What the source left over goes to more signatures.
        let more = ranked.get(self.symbols.len()..).unwrap_or(&[]);
        self.symbols.extend(budget.take(100, more, write));
        let counts = [
            ("frames", self.frames.len(), frames.len()),
            ("symbols", self.symbols.len(), ranked.len()),
            ("neighbours", self.neighbours.len(), best.len()),
            ("tests", self.tests.len(), tests.len()),
            ("sources", sourced, bodies.len()),
        ];
        let cuts = counts.into_iter().filter(|(_, shown, total)| shown < total);
        self.cuts = cuts
            .map(|(list, shown, total)| Cut {
                list: list.to_owned(),
                shown: shown as u32,
                total: total as u32,
            })
            .collect();
        self.used_tokens = budget.used();
        Ok(self)
    }
}

/// The symbols of frames, then those that the words found.
fn with_frames(traced: &[NodeId], hits: &[Hit]) -> Vec<Ranked> {
    let score = |node| {
        hits.iter()
            .find(|hit| hit.node == node)
            .map_or(0.0, |hit| hit.score)
    };
    let frames = traced.iter().map(|&node| (node, score(node), "frame"));
    let fresh = hits.iter().filter(|hit| !traced.contains(&hit.node));
    frames
        .chain(fresh.map(|hit| (hit.node, hit.score, hit.origin.as_str())))
        .collect()
}

/// The node that a frame means: by its file, or else by the names of its function.
fn place(view: &View<'_>, frame: &trace::Frame<'_>) -> Option<NodeId> {
    let Some(file) = trace::file(view.corpus, frame) else {
        return called(view, frame);
    };
    let inner = trace::definition(view.corpus, file, frame);
    Some(match inner {
        Some(definition) => view.graph.symbol_node(view.corpus.symbol(file, definition)),
        None => view.graph.file_node(file),
    })
}

/// The one symbol that a frame's function is as a whole.
fn called(view: &View<'_>, frame: &trace::Frame<'_>) -> Option<NodeId> {
    let names = frame.names().join(".");
    let own = frame.names().pop()?;
    let is_symbol = |node| view.graph.node(node).symbol.is_some() && view.graph.name(node) == own;
    let found = qualified::matches(&index_of(view), &names, false, &Keep::by(&is_symbol));
    let best = found
        .iter()
        .map(|&(_, quality)| quality)
        .fold(WHOLE, f32::max);
    let mut best = found.iter().filter(|&&(_, quality)| quality >= best);
    match (best.next(), best.next()) {
        (Some(&(node, _)), None) => Some(node),
        _ => None,
    }
}

fn distinct(nodes: impl Iterator<Item = NodeId>) -> Vec<NodeId> {
    let mut seen = BTreeSet::new();
    nodes.filter(|&node| seen.insert(node)).collect()
}

/// The first few nodes one call from `node`, by rank.
fn around(view: &View<'_>, node: NodeId, direction: Direction) -> Vec<String> {
    let steps = Follow::new(direction, Kinds::CALLS).steps(view.graph, node);
    let mut nodes = distinct(steps.map(|(_, other)| other).filter(|&other| other != node));
    by_rank(view, &mut nodes);
    nodes.truncate(MOST_NEIGHBOURS);
    nodes
        .into_iter()
        .map(|other| view.graph.fqn(other))
        .collect()
}

/// Tests that reach one of `nodes`, those with the fewest calls between first.
fn tests(view: &View<'_>, nodes: &[NodeId]) -> Vec<NodeId> {
    let tiers = view.lexical.tiers();
    let is_test = |node: NodeId| tiers.get(node.index()) == Some(&Tier::Test);
    let follow = Follow::new(Direction::In, Kinds::CALLS);
    let mut seen: BTreeSet<NodeId> = nodes.iter().copied().collect();
    let mut front = nodes.to_vec();
    let mut tests = Vec::new();
    for _ in 0..REACH {
        let mut next = Vec::new();
        for &node in &front {
            for (_, other) in follow.steps(view.graph, node) {
                if seen.len() < MOST_REACHED && seen.insert(other) {
                    next.push(other);
                }
            }
        }
        tests.extend(next.iter().copied().filter(|&node| is_test(node)));
        front = next;
    }
    tests
}

/// The lines at which frames meet symbols, the first of each.
fn lines_of(places: &[(&trace::Frame<'_>, Option<NodeId>)]) -> Vec<(NodeId, u32)> {
    let met = places
        .iter()
        .filter_map(|(frame, node)| Some(((*node)?, frame.line)));
    met.collect()
}

/// The line of `lines` at which `node` is met, 0 where it is not.
fn line_of(lines: &[(NodeId, u32)], node: NodeId) -> u32 {
    let met = lines.iter().find(|(known, _)| *known == node);
    met.map_or(0, |&(_, line)| line)
}

/// The source of `nodes`, each around its line as far as half of what is left of the
/// budget reaches, so that the next has some; what stands inside another one is not
/// shown again, and counts as shown.
fn sources(
    view: &View<'_>,
    nodes: &[(NodeId, u32)],
    budget: &mut Budget,
    shown: &mut usize,
) -> Result<Vec<TaskSource>> {
    let mut taken: Vec<TaskSource> = Vec::new();
    let written = |(node, line), lines| -> Result<Option<TaskSource>> {
        let source = source::around(view, node, line, lines)?;
        let source = source.filter(|source| !source.text.is_empty());
        Ok(source.map(|source| TaskSource {
            id: view.graph.fqn(node),
            source,
        }))
    };
    for (at, &(node, line)) in nodes.iter().enumerate() {
        let before = nodes.get(..at).unwrap_or(&[]);
        let is_before = |outer: NodeId| before.iter().any(|&(node, _)| node == outer);
        if view.graph.ancestors(node).any(is_before) {
            *shown += 1;
            continue;
        }
        let Some(whole) = written((node, line), MOST_LINES)? else {
            continue;
        };
        let is_last = at + 1 == nodes.len();
        let part = budget.part(if is_last { 1 } else { 2 });
        if size(&whole) < part && budget.pay(&whole) {
            taken.push(whole);
            *shown += 1;
            continue;
        }
        // As many lines as fit, about.
        let lines = whole.source.shown() as usize * part / size(&whole).max(1);
        if lines < FEWEST_LINES as usize {
            break;
        }
        let piece = written((node, line), lines as u32)?;
        taken.extend(piece.filter(|piece| budget.pay(piece)));
    }
    Ok(taken)
}
