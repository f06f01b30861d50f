//! What is about the same as a symbol: its neighbours by vector.

use crate::answer::bounds::bounded;
use crate::answer::budget::Budget;
use crate::answer::files::Files;
use crate::answer::filter::OneOrMany;
use crate::answer::hits::{Admitted, DEFAULT_TOP_K, Found, SearchHit, index_of, page, write_out};
use crate::answer::info::NodeInfo;
use crate::answer::names::{Ambiguous, Missing, Unmatched, resolve};
use crate::answer::ops::Operation;
use crate::answer::page::Page;
use crate::answer::search::MAX_TOP_K;
use crate::answer::view::View;
use crate::error::{Code, Result, WaymarkError};
use crate::search::vectors::says;
use crate::search::{Mode, Options, find};
use serde::{Deserialize, Serialize};

/// What is about the same as a symbol.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Similar {
    /// The symbol or file, by its id or any name that means one node.
    pub symbol: String,
    /// The most hits, up to 200; by default 10 as far as the budget reaches.
    #[serde(alias = "top_k")]
    pub top_k: Option<u32>,
    /// How many hits are skipped, for paging.
    pub offset: u32,
    /// Kinds of nodes to find; files and symbols by default.
    #[serde(alias = "entity_type_filter")]
    pub entity_type_filter: OneOrMany,
    /// Languages to look in; all by default.
    pub languages: OneOrMany,
    /// A path or a pattern of gitignore(5); every file by default.
    #[serde(alias = "file_path_or_pattern")]
    pub file_path_or_pattern: String,
    /// Hits below this cosine are left out.
    #[serde(alias = "min_score")]
    pub min_score: f32,
    /// About how many tokens the answer may take; 0 for any number.
    #[serde(alias = "budget_tokens")]
    pub budget_tokens: Option<u32>,
}

impl Default for Similar {
    fn default() -> Self {
        Self {
            symbol: String::new(),
            top_k: None,
            offset: 0,
            entity_type_filter: OneOrMany::default(),
            languages: OneOrMany::default(),
            file_path_or_pattern: String::new(),
            min_score: 0.0,
            budget_tokens: None,
        }
    }
}

/// The neighbours of a symbol.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SimilarNodes {
    /// The symbol; left out where its name does not mean one node.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub symbol: Option<NodeInfo>,
    /// Whether it has a vector: files and symbols with a body have one.
    pub has_vector: bool,
    /// The nodes nearest to it, nearest first. The score is the cosine.
    pub hits: Vec<SearchHit>,
    /// What part of the nodes with a positive cosine is shown.
    pub page: Page,
    /// The name, if no node bears it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub not_found: Option<Missing>,
    /// The name, if several nodes bear it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub ambiguous: Option<Ambiguous>,
}

impl Operation for Similar {
    const NAME: &'static str = "similar";
    const DOC: &'static str =
        "What is about the same as a symbol: its nearest neighbours by vector.";
    const REQUIRED: &'static [&'static str] = &["symbol"];
    type Answer = SimilarNodes;

    fn run(&self, view: &View<'_>) -> Result<SimilarNodes> {
        let admitted = Admitted::parse(view, &self.entity_type_filter, &self.languages)?;
        let files = Files::parse(view, &self.file_path_or_pattern);
        let mut unmatched = Unmatched::default();
        let Some(node) = resolve(view, &self.symbol, &mut unmatched) else {
            return Ok(SimilarNodes {
                not_found: unmatched.missing.pop(),
                ambiguous: unmatched.ambiguous.pop(),
                ..SimilarNodes::default()
            });
        };
        let Some(vectors) = view.vectors else {
            let message = "the index has no vectors: index the tree with an embedder";
            return Err(WaymarkError::new(Code::NoEmbedder, message));
        };
        let row = vectors.of_node(node).filter(|row| says(row));
        let keep =
            |other| other != node && admitted.speaks(view, other) && files.has_node(view, other);
        let top_k = self.top_k.unwrap_or(DEFAULT_TOP_K).min(MAX_TOP_K);
        let options = Options {
            limit: self.offset.saturating_add(top_k) as usize,
            mode: Mode::Vector,
            vector: row,
            least: self.min_score,
            tiers: false,
            narrow: false,
            keep: admitted.keep(true, &keep),
            ..Options::default()
        };
        let found = find(&index_of(view), "", &options);
        let near = found.hits.iter().skip(self.offset as usize);
        let near: Vec<Found> = near.map(Found::of).collect();
        let mut answer = SimilarNodes {
            symbol: Some(NodeInfo::of(view, node)),
            has_vector: row.is_some(),
            page: page(found.total, self.offset, near.len(), top_k),
            ..SimilarNodes::default()
        };
        let mut budget = Budget::of(self.top_k, self.budget_tokens);
        budget.charge(&answer);
        answer.hits = write_out(view, &near, self.offset, &mut budget);
        answer.page.shown = answer.hits.len() as u32;
        Ok(answer)
    }

    bounded!(top_k, ["hits"], _answer => 0);
}
