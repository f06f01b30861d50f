//! Words to ranked files and symbols: the plain search of the command line and
//! the page.

use crate::answer::bounds::bounded;
use crate::answer::budget::Budget;
use crate::answer::files::Files;
use crate::answer::filter::OneOrMany;
use crate::answer::hits::{Admitted, DEFAULT_TOP_K, Found, SearchHit, index_of, page, write_out};
use crate::answer::info::decimal;
use crate::answer::meaning::Meaning;
use crate::answer::ops::Operation;
use crate::answer::page::Page;
use crate::answer::view::View;
use crate::error::{Code, Result, WaymarkError};
use crate::ids::NodeId;
use crate::search::fuse::DEFAULT_SHARE;
use crate::search::route::Lane;
use crate::search::{Fusion, Hit, Options, find};
use serde::{Deserialize, Serialize};

/// The most hits in one answer.
pub(crate) const MAX_TOP_K: u32 = 200;

/// Words to ranked files and symbols.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Search {
    /// What is looked for: a name, or words that describe it.
    pub query: String,
    /// The most hits, up to 200; by default 10 as far as the budget reaches.
    #[serde(alias = "top_k")]
    pub top_k: Option<u32>,
    /// How many hits are skipped, for paging.
    pub offset: u32,
    /// Kinds of nodes to find: `class`, `function`, `method` or any one kind;
    /// files and symbols by default.
    #[serde(alias = "entity_type_filter")]
    pub entity_type_filter: OneOrMany,
    /// Languages to look in; all by default.
    pub languages: OneOrMany,
    /// A path or a pattern of gitignore(5); every file by default.
    #[serde(alias = "file_path_or_pattern")]
    pub file_path_or_pattern: String,
    /// Hits below this score are left out.
    #[serde(alias = "min_score")]
    pub min_score: f32,
    /// Whether hits behind the largest drop of scores are left out.
    pub cut: bool,
    /// Whether the query is still being typed: its last word may be unfinished.
    pub typing: bool,
    /// The lane, `name` or `concept`; by default the query decides.
    pub lane: Option<String>,
    /// `hybrid` (words and vectors; words alone where there are no vectors),
    /// `vector` or `lexical`.
    pub mode: RetrievalMode,
    /// How words and vectors are put together: `weighted` or `ranks`; by default
    /// what measured best for a query of this shape.
    pub fusion: Option<SearchFusion>,
    /// The vector of the query, where the host embeds.
    #[serde(alias = "query_vector")]
    pub query_vector: Option<Vec<f32>>,
    /// About how many tokens the answer may take; 0 for any number.
    #[serde(alias = "budget_tokens")]
    pub budget_tokens: Option<u32>,
}

impl Default for Search {
    fn default() -> Self {
        Self {
            query: String::new(),
            top_k: None,
            offset: 0,
            entity_type_filter: OneOrMany::default(),
            languages: OneOrMany::default(),
            file_path_or_pattern: String::new(),
            min_score: 0.0,
            cut: false,
            typing: false,
            lane: None,
            mode: RetrievalMode::Hybrid,
            fusion: None,
            query_vector: None,
            budget_tokens: None,
        }
    }
}

/// Which lists a search reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub enum RetrievalMode {
    /// Words and vectors.
    #[default]
    Hybrid,
    /// Vectors alone.
    Vector,
    /// Words alone.
    Lexical,
}

/// How the lists of words and vectors become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub enum SearchFusion {
    /// By a weighted sum of their scores.
    Weighted,
    /// By reciprocal ranks.
    Ranks,
}

/// What was found, and how.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SearchResults {
    /// The hits, best first.
    pub hits: Vec<SearchHit>,
    /// What part of all nodes with a score is shown.
    pub page: Page,
    /// How the ranking was made.
    pub ranking: Ranking,
}

/// How a ranking was made, and how far to trust its head.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Ranking {
    /// The lane: `name` (whole names) or `concept` (words of names,
    /// documentation and bodies).
    pub lane: &'static str,
    /// Why that lane.
    pub reason: String,
    /// `hybrid`, `vector` or `lexical`: what the ranking was made of.
    pub mode: RetrievalMode,
    /// Why no vectors were used where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub without_vectors: Option<&'static str>,
    /// `high` if the scores drop by a fifth or more from one hit to the next and at
    /// least half of the words stand in the tree, else `low`; `none` without a hit.
    pub confidence: &'static str,
    /// The largest relative drop from one hit to the next, in per cent.
    pub drop_percent: f64,
    /// How many hits come before that drop, at least five where there are so
    /// many; all where there is no such drop.
    pub worth_showing: u32,
    /// Whether words of a long query were left out.
    pub query_cut: bool,
    /// Whether the total may be larger: an approximate index of vectors tells the nearest
    /// alone.
    pub is_floor: bool,
}

impl Ranking {
    pub(crate) fn of(found: &crate::search::Found, mode: RetrievalMode, meaning: &Meaning) -> Self {
        Self {
            mode: match meaning.missing {
                Some(_) if mode == RetrievalMode::Hybrid => RetrievalMode::Lexical,
                _ => mode,
            },
            without_vectors: meaning.missing,
            lane: found.route.lane.as_str(),
            reason: found.route.reason.clone(),
            confidence: found.cut.confidence.as_str(),
            drop_percent: decimal(found.cut.drop * 100.0),
            worth_showing: found.cut.shown as u32,
            query_cut: found.truncated,
            is_floor: found.is_floor,
        }
    }
}

impl Operation for Search {
    const NAME: &'static str = "search";
    const DOC: &'static str = "Files and symbols by name or by words that describe them, ranked.";
    const REQUIRED: &'static [&'static str] = &["query"];
    type Answer = SearchResults;

    fn run(&self, view: &View<'_>) -> Result<SearchResults> {
        self.among(view, None)
    }

    bounded!(top_k, ["hits"], _answer => 0);
}

impl Search {
    /// Searches among the nodes that are `wanted`.
    pub(crate) fn among(
        &self,
        view: &View<'_>,
        wanted: Option<&dyn Fn(NodeId) -> bool>,
    ) -> Result<SearchResults> {
        let admitted = Admitted::parse(view, &self.entity_type_filter, &self.languages)?;
        let files = Files::parse(view, &self.file_path_or_pattern);
        let keep = |node| {
            let wanted = wanted.is_none_or(|wanted| wanted(node));
            wanted && admitted.speaks(view, node) && files.has_node(view, node)
        };
        let top_k = self.top_k.unwrap_or(DEFAULT_TOP_K).min(MAX_TOP_K);
        let given = self.query_vector.as_deref();
        let meaning = Meaning::of(view, &self.query, given, self.mode)?;
        let options = Options {
            limit: self.offset.saturating_add(top_k) as usize,
            least: self.min_score,
            lane: self.lane.as_deref().map(lane).transpose()?,
            typing: self.typing,
            fusion: self.fusion.map(|fusion| match fusion {
                SearchFusion::Weighted => Fusion::Weighted {
                    share: DEFAULT_SHARE,
                },
                SearchFusion::Ranks => Fusion::Ranks,
            }),
            keep: admitted.keep(wanted.is_some() || !files.is_all(), &keep),
            ..Options::default()
        };
        let options = meaning.options(self.mode, options);
        let found = find(&index_of(view), &self.query, &options);
        let mut shown: &[Hit] = found.hits.get(self.offset as usize..).unwrap_or(&[]);
        if self.cut && self.offset == 0 {
            shown = shown.get(..found.cut.shown).unwrap_or(shown);
        }
        let shown: Vec<Found> = shown.iter().map(Found::of).collect();
        let mut answer = SearchResults {
            page: page(found.total, self.offset, shown.len(), top_k),
            ranking: Ranking::of(&found, self.mode, &meaning),
            hits: Vec::new(),
        };
        let mut budget = Budget::of(self.top_k, self.budget_tokens);
        budget.charge(&answer);
        answer.hits = write_out(view, &shown, self.offset, &mut budget);
        answer.page.shown = answer.hits.len() as u32;
        Ok(answer)
    }
}

fn lane(name: &str) -> Result<Lane> {
    [Lane::Name, Lane::Concept]
        .into_iter()
        .find(|lane| lane.as_str() == name)
        .ok_or_else(|| {
            let message = format!("no lane is called `{name}`; there are name and concept");
            WaymarkError::new(Code::InvalidArgument, message)
        })
}
