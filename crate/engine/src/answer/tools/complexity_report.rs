//! What is hardest to understand.

use crate::answer::bounds::bounded;
use crate::answer::names::{Ambiguous, Missing, Unmatched};
use crate::answer::ops::Operation;
use crate::answer::page::{Page, cut};
use crate::answer::params::{params, words};
use crate::answer::tools::measure::metrics;
use crate::answer::tools::scope::Within;
use crate::answer::view::View;
use crate::error::Result;
use crate::graph::Kinds;
use crate::ids::NodeId;
use crate::sort::Arrange;
use serde::Serialize;

/// The most symbols of one answer.
const MAX_TOP: u32 = 1000;
const DEFAULT_TOP: u32 = 20;

params! {
    /// What is hardest to understand.
    pub struct ComplexityReport {
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

words! {
    /// A measure of what can be called.
    pub enum Metric {
        /// 1 + decisions (McCabe 1976).
        #[default]
        Cyclomatic = "cyclomatic",
        /// Cognitive complexity (Campbell 2018).
        Cognitive = "cognitive",
        /// Deepest nesting of branches and loops.
        Nesting = "nesting",
        /// How many others it calls or constructs.
        FanOut = "fan-out" / "fan_out",
        /// Lines.
        Loc = "loc",
        /// How many call or construct it.
        Callers = "callers",
    }
}

/// A measured symbol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Measured {
    /// Its fully qualified name.
    pub fqn: String,
    /// What it is.
    pub kind: &'static str,
    /// First and last line, 1-based, inclusive.
    pub range: (u32, u32),
    /// The measure.
    pub value: u32,
}

/// What is hardest to understand, and what is usual.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Complexity {
    /// The highest values, equals in the order of the tree.
    pub top: Vec<Measured>,
    /// The value in the middle, the lower of two.
    pub median: u32,
    /// The value that 95 in 100 do not exceed (nearest rank).
    pub p95: u32,
    /// How many were measured: what can be called and is more than a declaration.
    pub evaluated: u32,
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

impl Operation for ComplexityReport {
    const NAME: &'static str = "complexity_report";
    const DOC: &'static str =
        "The most complex, longest, deepest or most used functions, with median and p95.";
    type Answer = Complexity;

    fn run(&self, view: &View<'_>) -> Result<Complexity> {
        let mut unmatched = Unmatched::default();
        let Some(within) = Within::parse(view, &self.root_fqn, &mut unmatched) else {
            return Ok(Complexity {
                not_found: unmatched.missing.pop(),
                ambiguous: unmatched.ambiguous.pop(),
                ..Complexity::default()
            });
        };
        let graph = view.graph;
        let key = format!("complexity {:?} {within:?}", self.metric);
        let values = view.memo.recent(key, || self.metric.values(view, within));
        let limit = self.top_n.unwrap_or(DEFAULT_TOP).min(MAX_TOP);
        let (shown, page) = cut(&values, self.offset, limit);
        let measured = |&(value, node): &(u32, NodeId)| Measured {
            fqn: graph.fqn(node),
            kind: graph.node(node).kind.as_str(),
            range: graph.node(node).lines,
            value,
        };
        Ok(Complexity {
            top: shown.iter().map(measured).collect(),
            median: percentile(&values, 50),
            p95: percentile(&values, 95),
            evaluated: values.len() as u32,
            page,
            ..Complexity::default()
        })
    }

    bounded!(top_n, ["top"]);
}

impl Metric {
    /// The measures of what can be called within, the highest first.
    fn values(self, view: &View<'_>, within: Within<'_>) -> Vec<(u32, NodeId)> {
        let graph = view.graph;
        let inside = within.filter(view);
        let callable = graph
            .ids()
            .filter(|&node| graph.node(node).kind.is_callable() && inside(node));
        let values = callable.filter_map(|node| Some((self.of(view, node)?, node)));
        let mut values: Vec<(u32, NodeId)> = values.collect();
        values.arrange_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        values
    }

    /// The measure of `node`; none for a mere declaration.
    pub(crate) fn of(self, view: &View<'_>, node: NodeId) -> Option<u32> {
        // What has a body has a complexity of at least 1.
        let metrics = metrics(view, node).filter(|metrics| metrics.cyclomatic > 0)?;
        Some(match self {
            Self::Cyclomatic => metrics.cyclomatic,
            Self::Cognitive => metrics.cognitive,
            Self::Nesting => metrics.depth,
            Self::Loc => view.graph.node(node).line_count(),
            Self::FanOut => count(view.graph.out_edges(node).iter()),
            Self::Callers => count(view.graph.in_edges(node)),
        })
    }
}

fn count<'a>(edges: impl Iterator<Item = &'a crate::graph::Edge>) -> u32 {
    edges.filter(|edge| Kinds::CALLS.has(edge.kind)).count() as u32
}

/// The value that `percent` in 100 of the falling `values` do not exceed, by
/// nearest rank.
fn percentile(values: &[(u32, NodeId)], percent: usize) -> u32 {
    let rank = (values.len() * percent).div_ceil(100).max(1);
    let at = values.len().saturating_sub(rank);
    values.get(at).map_or(0, |&(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Built, Tree};

    fn built() -> Built {
        Tree::default()
            .file(
                "a.rs",
                "function f 1-9 7\nfunction g 10-11 2\nfunction h 12-12\nclass C 13-20 9",
            )
            .file("b.rs", "function i 1-3 2")
            .call("b.rs::i", "a.rs::g", 2)
            .build()
    }

    fn report(params: &ComplexityReport) -> Complexity {
        params.run(&built().view()).expect("an answer")
    }

    fn of(metric: Metric) -> ComplexityReport {
        ComplexityReport {
            metric,
            ..ComplexityReport::default()
        }
    }

    fn top(report: &Complexity) -> Vec<(&str, u32)> {
        report
            .top
            .iter()
            .map(|measured| (measured.fqn.as_str(), measured.value))
            .collect()
    }

    #[test]
    fn the_highest_come_first() {
        let found = report(&of(Metric::Cyclomatic));
        assert_eq!(
            top(&found),
            [("a.rs::f", 7), ("a.rs::g", 2), ("b.rs::i", 2)]
        );
        assert_eq!((found.evaluated, found.median, found.p95), (3, 2, 7));
        assert_eq!(top(&report(&of(Metric::Loc)))[0], ("a.rs::f", 9));
        assert_eq!(top(&report(&of(Metric::Callers)))[0], ("a.rs::g", 1));
        assert_eq!(top(&report(&of(Metric::FanOut)))[0], ("b.rs::i", 1));
        assert_eq!(top(&report(&of(Metric::Nesting)))[0].1, 0);
        assert_eq!(top(&report(&of(Metric::Cognitive)))[0].1, 0);
    }

    #[test]
    fn a_part_and_pages_are_told() {
        let part = report(&ComplexityReport {
            root_fqn: "b.rs".to_owned(),
            ..of(Metric::Cyclomatic)
        });
        assert_eq!(top(&part), [("b.rs::i", 2)]);
        let whole = report(&of(Metric::Cyclomatic));
        let pages = (0..3).map(|offset| {
            report(&ComplexityReport {
                top_n: Some(1),
                offset,
                ..of(Metric::Cyclomatic)
            })
        });
        assert_eq!(
            pages.flat_map(|page| page.top).collect::<Vec<_>>(),
            whole.top
        );
        assert!(
            report(&ComplexityReport {
                root_fqn: "c.rs".to_owned(),
                ..of(Metric::Loc)
            })
            .not_found
            .is_some()
        );
        let empty = report(&ComplexityReport {
            root_fqn: "C".to_owned(),
            ..of(Metric::Loc)
        });
        assert_eq!((empty.evaluated, empty.median, empty.p95), (0, 0, 0));
    }

    #[test]
    fn percentiles_are_by_nearest_rank() {
        let values: Vec<_> = (1..=20).rev().map(|value| (value, NodeId(0))).collect();
        assert_eq!(
            (
                percentile(&values, 50),
                percentile(&values, 95),
                percentile(&values, 100)
            ),
            (10, 19, 20)
        );
    }
}
