//! What is both hard to understand and leaned on by much of the tree.

use crate::answer::bounds::bounded;
use crate::answer::info::rounded;
use crate::answer::names::{Ambiguous, Missing, Unmatched};
use crate::answer::ops::Operation;
use crate::answer::page::{Page, cut};
use crate::answer::params::params;
use crate::answer::tools::complexity_report::Metric;
use crate::answer::tools::scope::Within;
use crate::answer::view::View;
use crate::error::Result;
use crate::ids::NodeId;
use crate::sort::Arrange;
use serde::Serialize;

/// The most symbols of one answer.
const MAX_TOP: u32 = 1000;
const DEFAULT_TOP: u32 = 20;

params! {
    /// What is both complex and much used.
    pub struct HotSpots {
        /// Only what lies in this package, directory, file or symbol.
        pub root_fqn: String = String::new(),
        /// What is measured.
        pub metric: Metric = Metric::default(),
        /// The most symbols, up to 1000; by default 20 as far as the budget reaches.
        pub top_n: Option<u32> = None,
        /// How many symbols are skipped, for paging.
        pub offset: u32 = 0,
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

/// A function that is worth care.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct HotSpot {
    /// Its fully qualified name.
    pub fqn: String,
    /// First and last line, 1-based, inclusive.
    pub range: (u32, u32),
    /// The measure.
    pub complexity: u32,
    /// Structural rank.
    pub rank: f64,
    /// Complexity × rank, as a share of the highest.
    pub score: f64,
}

/// Functions by complexity × rank.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct HotSpotsAnswer {
    /// The functions, the hottest first.
    pub hot_spots: Vec<HotSpot>,
    /// What part of them is shown.
    pub page: Page,
    /// The part, if no node bears its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub not_found: Option<Missing>,
    /// The part, if several nodes bear its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub ambiguous: Option<Ambiguous>,
}

impl Operation for HotSpots {
    const NAME: &'static str = "hot_spots";
    const DOC: &'static str = "Functions that are both complex and much leaned on.";
    type Answer = HotSpotsAnswer;

    fn run(&self, view: &View<'_>) -> Result<HotSpotsAnswer> {
        let mut unmatched = Unmatched::default();
        let Some(within) = Within::parse(view, &self.root_fqn, &mut unmatched) else {
            return Ok(HotSpotsAnswer {
                not_found: unmatched.missing.pop(),
                ambiguous: unmatched.ambiguous.pop(),
                ..HotSpotsAnswer::default()
            });
        };
        let graph = view.graph;
        let key = format!("hot spots {:?} {within:?}", self.metric);
        let measured = view.memo.recent(key, || self.measured(view, within));
        let limit = self.top_n.unwrap_or(DEFAULT_TOP).min(MAX_TOP);
        let highest = measured
            .first()
            .map_or(1.0, |hot| hot.0)
            .max(f64::MIN_POSITIVE);
        let (shown, page) = cut(&measured, self.offset, limit);
        let told = |&(score, complexity, node): &(f64, u32, NodeId)| HotSpot {
            fqn: graph.fqn(node),
            range: graph.node(node).lines,
            complexity,
            rank: rounded(view.ranks.of(node)),
            score: (score / highest * 1e4).round() / 1e4,
        };
        Ok(HotSpotsAnswer {
            hot_spots: shown.iter().map(told).collect(),
            page,
            ..HotSpotsAnswer::default()
        })
    }

    bounded!(top_n, ["hotSpots"]);
}

impl HotSpots {
    /// The product of complexity and rank, and the complexity, of what can be called
    /// within, the highest first.
    fn measured(&self, view: &View<'_>, within: Within<'_>) -> Vec<(f64, u32, NodeId)> {
        let graph = view.graph;
        let inside = within.filter(view);
        let callable = graph
            .ids()
            .filter(|&node| graph.node(node).kind.is_callable() && inside(node));
        let measured = callable.filter_map(|node| {
            let value = self.metric.of(view, node)?;
            Some((f64::from(value) * view.ranks.of(node), value, node))
        });
        let mut measured: Vec<(f64, u32, NodeId)> = measured.collect();
        let count = measured.len();
        measured.arrange_head(count, |a, b| b.0.total_cmp(&a.0).then(a.2.cmp(&b.2)));
        measured
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Tree;

    #[test]
    fn complexity_and_rank_both_count() {
        let built = Tree::default()
            .file("a.rs", "function used 1-3 4\nfunction plain 4-5 1\nfunction complex 6-9 5\nfunction user 10-11 1")
            .call("a.rs::user", "a.rs::used", 10)
            .call("a.rs::complex", "a.rs::used", 7)
            .build();
        let answer = HotSpots::default().run(&built.view()).expect("an answer");
        let names: Vec<_> = answer.hot_spots.iter().map(|hot| &hot.fqn[6..]).collect();
        assert_eq!(names[..2], ["used", "complex"]);
        assert!((answer.hot_spots[0].score - 1.0).abs() < 1e-9 && answer.page.total == 4);
        let one = HotSpots {
            top_n: Some(1),
            offset: 1,
            ..HotSpots::default()
        };
        assert_eq!(
            one.run(&built.view()).expect("an answer").hot_spots[0],
            answer.hot_spots[1]
        );
    }
}
