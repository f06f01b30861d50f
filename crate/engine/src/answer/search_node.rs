//! Nodes by what they do or by what they are called (spec 1.2).
//!
//! Features mode matches descriptions, within functional areas or directories if
//! some are named. Snippets mode matches names, paths and the
//! source text. Auto does the first and, where that is not enough, the second.

use crate::answer::bounds::Bounds;
use crate::answer::budget::Budget;
use crate::answer::files::{Files, did_you_mean, one_file};
use crate::answer::filter::OneOrMany;
use crate::answer::hits::{Admitted, DEFAULT_TOP_K, Found, SearchHit, page, write_out};
use crate::answer::ops::Operation;
use crate::answer::page::Page;
use crate::answer::search::Ranking;
use crate::answer::snippets::{self, Term};
use crate::answer::source::{self, SourceText};
use crate::answer::view::View;
use crate::answer::{features, merge};
use crate::error::{Code, Result, WaymarkError};
use crate::ids::NodeId;
use crate::search::cut::{Confidence, cut};
use crate::search::keep::Keep;
use serde::{Deserialize, Serialize};

/// The most hits in one answer (spec 3.3).
pub(crate) const MAX_TOP_K: u32 = 50;
/// Hits that all terms together bring, wherever a page begins: what is ranked must not
/// depend on it. And the fewest of one term.
const MOST_RANKED: usize = 5000;
const FEWEST_RANKED: usize = 200;
/// The most lines of one file.
const MAX_LINES: u32 = 2000;
/// The most terms of one question; every one is looked for in every text.
const MAX_TERMS: usize = 64;
/// Fewer feature hits above the cut ask for snippets too (spec 1.2).
const ENOUGH: usize = 3;
/// Hundredths of the budget that what is told of the terms may take.
const TERMS: usize = 50;
/// Feature hits whose names and paths enrich the search terms, and what such a
/// term counts beside a given one.
const ENRICHING: usize = 3;
const ENRICHED: f32 = 0.3;
/// What a description counts that is looked for as words because features were not enough:
/// words alone know less of it.
const REPEATED: f32 = 0.5;

/// How nodes are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub enum SearchMode {
    /// Features first; snippets where they are not enough or were asked for.
    #[default]
    Auto,
    /// By what nodes do.
    Features,
    /// By names, paths and source text.
    Snippets,
}

/// Nodes by what they do or by what they are called.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SearchNode {
    /// How to look.
    pub mode: SearchMode,
    /// Descriptions of what is looked for, in words.
    #[serde(alias = "feature_terms")]
    pub feature_terms: OneOrMany,
    /// Feature paths (`Data Loading / Parsers`) or directories that descriptions are
    /// matched in; `/` may have blanks around it, and case does not matter. All by
    /// default.
    #[serde(alias = "search_scopes")]
    pub search_scopes: OneOrMany,
    /// Paths, patterns of paths, qualified names (`file:Class.method`), or words
    /// of names and source text (one that more than 200 nodes say: of the text of the
    /// best of these); in quotes, text that stands exactly so; between slashes, a
    /// regular expression over the text (`/fn\s+parse_\w+/`).
    #[serde(alias = "search_terms")]
    pub search_terms: OneOrMany,
    /// First and last line to show, 1-based; needs one exact file.
    #[serde(alias = "line_nums")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub line_nums: Option<(u32, u32)>,
    /// A path or a pattern of gitignore(5); every file by default.
    #[serde(alias = "file_path_or_pattern")]
    pub file_path_or_pattern: String,
    /// The most hits, up to 50; by default 10 as far as the budget reaches.
    #[serde(alias = "top_k")]
    pub top_k: Option<u32>,
    /// How many hits are skipped, for paging.
    pub offset: u32,
    /// Kinds of nodes to find: `class`, `function`, `method` or any one kind.
    #[serde(alias = "entity_type_filter")]
    pub entity_type_filter: OneOrMany,
    /// Languages to look in; all by default.
    pub languages: OneOrMany,
    /// Hits below this score, 0 to 1, are left out.
    #[serde(alias = "min_score")]
    pub min_score: f32,
    /// About how many tokens the answer may take; 0 for any number.
    #[serde(alias = "budget_tokens")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub budget_tokens: Option<u32>,
}

impl Default for SearchNode {
    fn default() -> Self {
        Self {
            mode: SearchMode::Auto,
            feature_terms: OneOrMany::default(),
            search_scopes: OneOrMany::default(),
            search_terms: OneOrMany::default(),
            line_nums: None,
            file_path_or_pattern: String::new(),
            top_k: None,
            offset: 0,
            entity_type_filter: OneOrMany::default(),
            languages: OneOrMany::default(),
            min_score: 0.0,
            budget_tokens: None,
        }
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FoundNodes {
    /// The hits, best first; scores are shares of the best hit of each term.
    pub hits: Vec<SearchHit>,
    /// What part of all hits is shown. Where no number is asked for, a cut of the first page
    /// at a cliff of the scores is in it: the next page begins behind what is shown.
    pub page: Page,
    /// Whether a term found more than is ranked, so that the total is a floor.
    pub is_floor: bool,
    /// `high` if the first hit is what a term names, or the scores drop by a fifth or more
    /// from one hit to the next, else `low`; `none` without a hit.
    pub confidence: &'static str,
    /// How each term was read and ranked, in the order of the stages, as far as half
    /// the budget reaches.
    pub terms: Vec<TermReading>,
    /// The lines that were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub lines: Option<FileLines>,
}

/// How a term was read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct TermReading {
    /// The term as given, or taken from the hits of the first stage.
    pub term: String,
    /// The stage: `features` or `snippets`.
    pub stage: &'static str,
    /// What it was taken for: `description`, `entity`, `path`, `pattern`,
    /// `keyword` or `text`.
    pub read_as: &'static str,
    /// How many nodes it found.
    pub total: u32,
    /// Files that were not read to their end for it: matching the expression there would
    /// be too much work, and what they hold may be missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub unread_files: Option<u32>,
    /// How the nodes were ranked, where words were looked up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub ranking: Option<Ranking>,
    /// Ids of the nearest nodes, where it found none or is written like a path
    /// or qualified name and is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub suggestions: Vec<String>,
}

/// Lines of one file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FileLines {
    /// Path of the file.
    pub path: String,
    /// The lines.
    #[serde(flatten)]
    pub source: SourceText,
}

/// The hits of one term of one stage, with scores up to 1.
pub(crate) struct TermHits {
    pub(crate) reading: TermReading,
    pub(crate) hits: Vec<Found>,
    /// What the term counts beside the others.
    pub(crate) weight: f32,
    /// Whether it was asked for, not taken from other hits.
    pub(crate) given: bool,
    /// The few nodes that the term names outright, sorted.
    pub(crate) named: Vec<NodeId>,
    /// Whether its own ranking had too few hits above the cut, or no clear head.
    pub(crate) weak: bool,
}

/// What all terms of a question share.
pub(crate) struct Scope<'a, 'v> {
    pub(crate) view: &'a View<'v>,
    pub(crate) files: &'a Files,
    pub(crate) keep: Keep<'a>,
    /// Hits that one term may bring.
    pub(crate) limit: usize,
    /// Hits of one term that may be shown, on this page or before it.
    pub(crate) reach: usize,
}

impl Operation for SearchNode {
    const NAME: &'static str = "search_node";
    const DOC: &'static str =
        "Nodes by what they do (features) or by names, paths and source text (snippets).";
    type Answer = FoundNodes;

    fn run(&self, view: &View<'_>) -> Result<FoundNodes> {
        let count = self.feature_terms.as_slice().len() + self.search_terms.as_slice().len();
        if count > MAX_TERMS {
            let message = format!("{count} terms are more than {MAX_TERMS}; ask in parts");
            return Err(WaymarkError::new(Code::InvalidArgument, message));
        }
        let lines = self.lines(view)?;
        let admitted = Admitted::parse(view, &self.entity_type_filter, &self.languages)?;
        let files = Files::parse(view, &self.file_path_or_pattern);
        if files.is_empty() {
            return Err(self.no_file(view));
        }
        let scopes = features::scopes(view, self.search_scopes.as_slice())?;
        let keep = |node| admitted.speaks(view, node) && files.has_node(view, node);
        let scope = Scope {
            view,
            files: &files,
            keep: admitted.keep(!files.is_all(), &keep),
            limit: (MOST_RANKED / count.max(1)).max(FEWEST_RANKED),
            reach: self.offset.saturating_add(MAX_TOP_K) as usize,
        };
        let mut found = self.feature_stage(&scope, &scopes);
        if self.wants_snippets(&found) {
            let terms = self.snippet_terms(view, &found)?;
            found.extend(snippets::find(&scope, &terms));
        }
        Ok(self.answer(view, found, lines))
    }

    fn bounds(&mut self) -> Option<Bounds<'_>> {
        self.limits_itself().then_some(Bounds {
            limit: &mut self.top_k,
            tokens: self.budget_tokens,
            pages: &["hits", "terms"],
        })
    }
}

impl SearchNode {
    /// Whether it keeps to a budget that is not asked for: lines that are asked for are
    /// no default to be cut.
    const fn limits_itself(&self) -> bool {
        self.line_nums.is_none() || self.budget_tokens.is_some()
    }

    fn lines(&self, view: &View<'_>) -> Result<Option<FileLines>> {
        let Some((first, last)) = self.line_nums else {
            return Ok(None);
        };
        let path = self.file_path_or_pattern.trim();
        let Some(file) = one_file(view, path).and_then(|id| view.corpus.file(id)) else {
            return Err(self.no_file(view));
        };
        if first == 0 || last < first {
            let message = format!("lines {first} to {last} are no range; lines count from 1");
            return Err(WaymarkError::new(Code::InvalidArgument, message));
        }
        let text = file.text.unpack()?;
        Ok(Some(FileLines {
            path: file.path.clone(),
            source: source::lines(&text, first, last, MAX_LINES),
        }))
    }

    fn no_file(&self, view: &View<'_>) -> WaymarkError {
        let path = self.file_path_or_pattern.trim();
        let nearest = did_you_mean(view, path);
        let message = match self.line_nums {
            Some(_) => format!("lineNums needs one file, and `{path}` is not one{nearest}"),
            None => format!("no file matches `{path}`{nearest}"),
        };
        WaymarkError::new(Code::NotFound, message)
    }

    fn feature_stage(&self, scope: &Scope<'_, '_>, scopes: &features::Scopes) -> Vec<TermHits> {
        let given = self.feature_terms.as_slice();
        let terms = match self.mode {
            SearchMode::Snippets => &[],
            _ if given.is_empty() && self.mode == SearchMode::Features => {
                self.search_terms.as_slice()
            }
            _ => given,
        };
        terms
            .iter()
            .map(|term| features::find(scope, term, scopes))
            .collect()
    }

    /// Snippets are looked for where they were asked for, and in auto where
    /// search terms were given or the features were not enough.
    fn wants_snippets(&self, features: &[TermHits]) -> bool {
        match self.mode {
            SearchMode::Features => false,
            SearchMode::Snippets => true,
            SearchMode::Auto => {
                !self.search_terms.as_slice().is_empty()
                    || features.iter().any(|term| term.weak)
                    || merge::merge(features).len() < ENOUGH
            }
        }
    }

    /// The search terms, or the feature terms where there are none; in auto
    /// with the names and paths of the best feature hits.
    fn snippet_terms(&self, view: &View<'_>, features: &[TermHits]) -> Result<Vec<Term>> {
        let given = match self.search_terms.as_slice() {
            [] => self.feature_terms.as_slice(),
            given => given,
        };
        let repeated = self.mode == SearchMode::Auto && self.search_terms.as_slice().is_empty();
        let weight = if repeated { REPEATED } else { 1.0 };
        let terms: Result<Vec<Term>> = (given.iter())
            .map(|text| Ok(Term::new(view, text)?.weighing(weight)))
            .collect();
        let mut terms = terms?;
        if self.mode == SearchMode::Auto && !self.search_terms.as_slice().is_empty() {
            for hit in merge::merge(features).iter().take(ENRICHING) {
                let path = view.graph.path(hit.node);
                terms.push(Term::new(view, &view.graph.fqn(hit.node))?.taken(ENRICHED));
                terms.push(Term::new(view, path)?.taken(ENRICHED));
            }
        }
        Ok(snippets::distinct(terms))
    }

    fn answer(
        &self,
        view: &View<'_>,
        found: Vec<TermHits>,
        lines: Option<FileLines>,
    ) -> FoundNodes {
        let mut all = merge::merge(&found);
        all.retain(|hit| hit.score >= self.min_score);
        let top_k = self.top_k.unwrap_or(DEFAULT_TOP_K).min(MAX_TOP_K);
        let scores: Vec<f32> = all.iter().map(|hit| hit.score).collect();
        let judged = cut(&scores, top_k as usize);
        // Who says how many is shown as many.
        let end = match (self.offset, self.top_k) {
            (0, None) => judged.shown,
            (offset, _) => (offset as usize).saturating_add(top_k as usize),
        };
        let is_named = |node: NodeId| found.iter().any(|term| term.named.contains(&node));
        let confidence = match all.first() {
            Some(head) if is_named(head.node) => Confidence::High,
            _ => judged.confidence,
        };
        let start = (self.offset as usize).min(all.len());
        let shown = all.get(start..end.clamp(start, all.len())).unwrap_or(&[]);
        let limit = self.top_k.or((!self.limits_itself()).then_some(top_k));
        let mut budget = Budget::of(limit, self.budget_tokens);
        let mut answer = FoundNodes {
            page: page(all.len(), self.offset, shown.len(), top_k),
            is_floor: found
                .iter()
                .any(|term| term.reading.total as usize > term.hits.len()),
            confidence: confidence.as_str(),
            terms: Vec::new(),
            hits: Vec::new(),
            lines: None,
        };
        budget.charge(&answer);
        answer.terms = budget.take(TERMS, &found, |term| term.reading.clone());
        answer.lines = lines.map(|lines| lines.within(&mut budget));
        answer.hits = write_out(view, shown, self.offset, &mut budget);
        answer.page.shown = answer.hits.len() as u32;
        answer
    }
}

impl FileLines {
    /// As many of the lines as `budget` holds, about.
    fn within(mut self, budget: &mut Budget) -> Self {
        if !budget.pay(&self) {
            let shown = self.source.shown();
            let kept = budget.part_of(&self, shown).min(shown);
            self.source.keep(kept);
            budget.charge(&self);
        }
        self
    }
}

#[cfg(test)]
#[path = "search_node_tests.rs"]
mod tests;
