//! Circles: packages, files or symbols that all depend on each other.

use crate::answer::bounds::bounded;
use crate::answer::filter::{OneOrMany, edge_kinds};
use crate::answer::names::{Ambiguous, Missing, Unmatched};
use crate::answer::ops::Operation;
use crate::answer::page::{Page, cut};
use crate::answer::params::params;
use crate::answer::tools::net::{Mesh, Net};
use crate::answer::tools::scope::{Level, Within};
use crate::answer::view::View;
use crate::error::Result;
use crate::graph::Kinds;
use crate::link::evidence::EdgeKind;
use crate::sort::Arrange;
use serde::Serialize;
use std::collections::VecDeque;

/// The most circles of one answer.
const MAX_LIMIT: u32 = 1000;
const DEFAULT_LIMIT: u32 = 50;
/// The most members of one circle that are listed.
const MAX_MEMBERS: usize = 20;

params! {
    /// Circles of packages, files or symbols.
    pub struct Cycles {
        /// `L1` (packages), `L2` (files, the default) or `L3` (symbols).
        pub scope: Level = Level::L2,
        /// Which edges count; by default `imports`, of symbols calls.
        pub edge_kinds: OneOrMany = OneOrMany::default(),
        /// Only what lies in this package, directory, file or symbol.
        pub root_fqn: String = String::new(),
        /// The most circles, up to 1000; by default 50 as far as the budget reaches.
        pub limit: Option<u32> = None,
        /// How many circles are skipped, for paging.
        pub offset: u32 = 0,
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

/// Nodes that all lead to each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Circle {
    /// How many there are.
    pub size: u32,
    /// Their ids, the first twenty.
    pub members: Vec<String>,
    /// A shortest way from the first of them back to it, which is not repeated.
    pub example: Vec<String>,
}

/// Circles, the largest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Circles {
    /// The circles.
    pub cycles: Vec<Circle>,
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

impl Operation for Cycles {
    const NAME: &'static str = "cycles";
    const DOC: &'static str = "Packages, files or symbols that depend on each other in a circle.";
    type Answer = Circles;

    fn run(&self, view: &View<'_>) -> Result<Circles> {
        let kinds = match (self.edge_kinds.as_slice(), self.scope) {
            ([], Level::L3) => Kinds::CALLS,
            ([], _) => Kinds::NONE.with(EdgeKind::Imports),
            _ => edge_kinds(&self.edge_kinds)?.without(EdgeKind::Contains),
        };
        let mut unmatched = Unmatched::default();
        let Some(within) = Within::parse(view, &self.root_fqn, &mut unmatched) else {
            return Ok(Circles {
                not_found: unmatched.missing.pop(),
                ambiguous: unmatched.ambiguous.pop(),
                ..Circles::default()
            });
        };
        let mesh = Mesh {
            scope: self.scope,
            kinds,
            external: false,
        };
        let net = mesh.net(view, &within);
        let mut cycles = net.cycles().to_vec();
        cycles.arrange_by_key(|members| std::cmp::Reverse(members.len()));
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT);
        let (shown, page) = cut(&cycles, self.offset, limit);
        let name = |at: &u32| net.name(view, *at).0;
        let circle = |members: &Vec<u32>| Circle {
            size: members.len() as u32,
            members: members.iter().take(MAX_MEMBERS).map(name).collect(),
            example: round_trip(&net, members).iter().map(name).collect(),
        };
        Ok(Circles {
            cycles: shown.iter().map(circle).collect(),
            page,
            ..Circles::default()
        })
    }

    bounded!(limit, ["cycles"]);
}

/// A shortest way from the first of `members`, which are sorted, back to it.
fn round_trip(net: &Net, members: &[u32]) -> Vec<u32> {
    let Some(&start) = members.first() else {
        return Vec::new();
    };
    let place = |at: u32| members.binary_search(&at).ok();
    let mut before: Vec<Option<u32>> = vec![None; members.len()];
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        let first = net.arrows.partition_point(|((source, _), _)| *source < at);
        let leaving = net.arrows[first..]
            .iter()
            .take_while(|((source, _), _)| *source == at);
        for ((_, next), _) in leaving {
            if *next == start {
                let previous = |at: &u32| before[place(*at)?];
                let mut way: Vec<u32> = std::iter::successors(Some(at), previous).collect();
                way.reverse();
                return way;
            }
            if let Some(place) = place(*next)
                && before[place].is_none()
            {
                before[place] = Some(at);
                queue.push_back(*next);
            }
        }
    }
    vec![start]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Built, Tree};

    /// a → b → c → a and b → a by imports; f ⇄ g by calls.
    fn built() -> Built {
        let mut tree = Tree::default();
        for name in ["a", "b", "c", "d"] {
            tree = tree.file(&format!("{name}.rs"), "function f 1-1\nfunction g 2-2");
        }
        for (from, to) in [("a", "b"), ("b", "c"), ("c", "a"), ("b", "a"), ("d", "a")] {
            tree = tree.link(
                EdgeKind::Imports,
                &format!("{from}.rs"),
                &format!("{to}.rs"),
                1,
            );
        }
        tree.call("d.rs::f", "d.rs::g", 1)
            .call("d.rs::g", "d.rs::f", 2)
            .build()
    }

    fn cycles(params: &Cycles) -> Circles {
        params.run(&built().view()).expect("an answer")
    }

    #[test]
    fn circles_are_told_with_a_short_example() {
        let files = cycles(&Cycles::default());
        let expected = Circle {
            size: 3,
            members: vec!["a.rs".into(), "b.rs".into(), "c.rs".into()],
            example: vec!["a.rs".into(), "b.rs".into()],
        };
        assert_eq!(files.cycles, [expected]);
        let symbols = cycles(&Cycles {
            scope: Level::L3,
            ..Cycles::default()
        });
        assert_eq!(symbols.cycles[0].example, ["d.rs::f", "d.rs::g"]);
        assert!(
            cycles(&Cycles {
                scope: Level::L1,
                ..Cycles::default()
            })
            .cycles
            .is_empty()
        );
    }

    #[test]
    fn a_part_and_pages_are_told() {
        let part = cycles(&Cycles {
            root_fqn: "d.rs".to_owned(),
            scope: Level::L3,
            ..Cycles::default()
        });
        assert_eq!(part.page.total, 1);
        let none = cycles(&Cycles {
            limit: Some(0),
            ..Cycles::default()
        });
        assert_eq!((none.page.total, none.page.shown), (1, 0));
        assert!(
            cycles(&Cycles {
                root_fqn: "e.rs".to_owned(),
                ..Cycles::default()
            })
            .not_found
            .is_some()
        );
    }
}
