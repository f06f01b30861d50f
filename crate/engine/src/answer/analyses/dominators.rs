//! What must be read first: what every way from a start to a symbol passes.

use crate::answer::bounds::bounded;
use crate::answer::filter::OneOrMany;
use crate::answer::names::{Ambiguous, Missing, Unmatched, resolve};
use crate::answer::ops::Operation;
use crate::answer::page::{Page, cut};
use crate::answer::params::params;
use crate::answer::tools::brief::Brief;
use crate::answer::tools::sub_graph::kinds_or_calls;
use crate::answer::view::View;
use crate::error::Result;
use crate::graph::dominators::dominators;
use crate::graph::traverse::{Direction, Follow};
use crate::ids::NodeId;
use crate::sort::Arrange;
use serde::Serialize;

/// The most nodes of one answer.
const MAX_LIMIT: u32 = 1000;
const DEFAULT_LIMIT: u32 = 50;

params! {
    /// What every way from a start passes (Cooper, Harvey, Kennedy 2001).
    pub struct Dominators {
        /// Where to start.
        pub from: String = String::new(),
        /// The symbol to understand: the answer is what every way to it passes, from
        /// the start on. Without it: what most of the rest is reached through.
        pub to: Option<String> = None,
        /// Which edges are followed: calls, constructions among them, unless others
        /// are named.
        pub edge_kinds: OneOrMany = OneOrMany::default(),
        /// The most nodes, up to 1000; by default 50 as far as the budget reaches.
        pub limit: Option<u32> = None,
        /// How many nodes are skipped, for paging.
        pub offset: u32 = 0,
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

/// A node that others are reached through.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Dominator {
    /// The node.
    #[serde(flatten)]
    pub node: Brief,
    /// How many others are reached from the start only through it.
    pub dominates: u32,
}

/// What every way passes.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct DominatorsAnswer {
    /// To a symbol: in the order in which they are passed, both ends included.
    /// Else: those that most is reached through first.
    pub nodes: Vec<Dominator>,
    /// What part of them is shown.
    pub page: Page,
    /// How many nodes are reached from the start, itself included.
    pub reached: u32,
    /// Ends that no node bears.
    pub not_found: Vec<Missing>,
    /// Ends that several nodes bear.
    pub ambiguous: Vec<Ambiguous>,
}

impl Operation for Dominators {
    const NAME: &'static str = "dominators";
    const DOC: &'static str =
        "What must be read first: the symbols that every way from a start to another passes.";
    const REQUIRED: &'static [&'static str] = &["from"];
    type Answer = DominatorsAnswer;

    fn run(&self, view: &View<'_>) -> Result<DominatorsAnswer> {
        let mut unmatched = Unmatched::default();
        let from = resolve(view, &self.from, &mut unmatched);
        let to = self
            .to
            .as_deref()
            .map(|name| resolve(view, name, &mut unmatched));
        let follow = Follow::new(Direction::Out, kinds_or_calls(&self.edge_kinds)?);
        let (Some(from), None | Some(Some(_))) = (from, to) else {
            return Ok(DominatorsAnswer {
                not_found: unmatched.missing,
                ambiguous: unmatched.ambiguous,
                ..DominatorsAnswer::default()
            });
        };
        let key = format!("dominators {from:?} {follow:?}");
        let tree = (view.memo).recent(key, || dominators(view.graph, from, follow));
        let nodes: Vec<NodeId> = match to.flatten() {
            Some(to) => tree.chain(to),
            None => {
                let reached = tree.reached().iter().copied();
                let mut nodes: Vec<NodeId> = reached
                    .filter(|&node| node != from && tree.below(node) > 0)
                    .collect();
                nodes.arrange_by(|&a, &b| tree.below(b).cmp(&tree.below(a)).then(a.cmp(&b)));
                nodes
            }
        };
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT);
        let (shown, page) = cut(&nodes, self.offset, limit);
        let told = |&node: &NodeId| Dominator {
            node: Brief::of(view, node),
            dominates: tree.below(node),
        };
        Ok(DominatorsAnswer {
            nodes: shown.iter().map(told).collect(),
            page,
            reached: tree.reached().len() as u32,
            ..DominatorsAnswer::default()
        })
    }

    bounded!(limit, ["nodes"]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Built, functions};

    /// 0 → 1 → {2, 3} → 4 → 5, and 0 → 6.
    fn built() -> Built {
        let mut tree = functions(8);
        for (from, to) in [
            (0, 1),
            (1, 2),
            (1, 3),
            (2, 4),
            (3, 4),
            (4, 5),
            (5, 4),
            (0, 6),
        ] {
            tree = tree.call(&format!("a.rs::f{from}"), &format!("a.rs::f{to}"), 1);
        }
        tree.build()
    }

    fn told(params: &Dominators) -> (Vec<(String, u32)>, u32) {
        let answer = params.run(&built().view()).expect("an answer");
        let nodes = answer
            .nodes
            .iter()
            .map(|node| (node.node.fqn[6..].to_owned(), node.dominates));
        (nodes.collect(), answer.reached)
    }

    fn of(from: &str, to: Option<&str>) -> Dominators {
        Dominators {
            from: from.to_owned(),
            to: to.map(str::to_owned),
            ..Dominators::default()
        }
    }

    fn named(nodes: &[(&str, u32)]) -> Vec<(String, u32)> {
        nodes
            .iter()
            .map(|&(name, count)| (name.to_owned(), count))
            .collect()
    }

    #[test]
    fn every_way_passes_the_dominators() {
        let (chain, reached) = told(&of("f0", Some("f5")));
        assert_eq!(
            (chain, reached),
            (named(&[("f0", 6), ("f1", 4), ("f4", 1), ("f5", 0)]), 7)
        );
        assert_eq!(told(&of("f0", None)).0, named(&[("f1", 4), ("f4", 1)]));
        assert_eq!(told(&of("f0", Some("f7"))).0, named(&[]));
        assert_eq!(told(&of("f7", None)), (named(&[]), 1));
    }

    #[test]
    fn unknown_ends_are_told() {
        let answer = of("f0", Some("g")).run(&built().view()).expect("an answer");
        assert_eq!((answer.not_found.len(), answer.reached), (1, 0));
    }
}
