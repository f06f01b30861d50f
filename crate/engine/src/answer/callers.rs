//! Who calls a symbol, and what it calls.

use crate::answer::bounds::Bounds;
use crate::answer::filter::{OneOrMany, confidence, edge_kinds};
use crate::answer::info::NodeInfo;
use crate::answer::names::{Ambiguous, Missing, Unmatched, resolve};
use crate::answer::ops::Operation;
use crate::answer::page::Count;
use crate::answer::uses::{self, Uses};
use crate::answer::view::View;
use crate::error::Result;
use crate::graph::Kinds;
use crate::graph::traverse::{Direction, Follow};
use serde::{Deserialize, Serialize};

/// The most uses in one answer.
const MAX_LIMIT: u32 = 200;
const DEFAULT_LIMIT: u32 = 10;

/// Which callers or callees are asked for.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct CallParams {
    /// The symbol, by its id or any name that means one node.
    pub symbol: String,
    /// Kinds of edges: `calls` and `instantiates`, unless others are named.
    #[serde(alias = "edge_kinds")]
    pub edge_kinds: OneOrMany,
    /// Edges of at least this confidence; 0 to 1. 0.5 leaves out guesses by
    /// name alone.
    #[serde(alias = "min_confidence")]
    pub min_confidence: f32,
    /// How many are skipped.
    pub offset: u32,
    /// The most that are shown, up to 200; by default 10 as far as the budget reaches.
    pub limit: Option<u32>,
    /// About how many tokens the answer may take; 0 for any number.
    #[serde(alias = "budget_tokens")]
    pub budget_tokens: Option<u32>,
}

impl CallParams {
    fn bounds(&mut self) -> Option<Bounds<'_>> {
        Some(Bounds {
            limit: &mut self.limit,
            tokens: self.budget_tokens,
            pages: &["uses"],
        })
    }
}

/// The callers or callees of a symbol.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "typescript", tsify(hashmap_as_object))]
pub struct Calls {
    /// The symbol; left out where its name does not mean one node.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub symbol: Option<NodeInfo>,
    /// The callers or callees.
    #[serde(flatten)]
    pub calls: Uses,
    /// Uses without an edge, by reason: for callees those within the symbol, for
    /// callers those of its name anywhere. `external` ones mean something outside
    /// the tree; `declined`, `filtered`, `dynamic` and `unparsed` ones may be more.
    pub unresolved: Vec<Count>,
    /// The name, if no node bears it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub not_found: Option<Missing>,
    /// The name, if several nodes bear it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub ambiguous: Option<Ambiguous>,
}

/// Who calls a symbol.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Callers(pub CallParams);

impl Operation for Callers {
    const NAME: &'static str = "callers";
    const DOC: &'static str = "Who calls or constructs a symbol, by rank, with evidence and lines.";
    const REQUIRED: &'static [&'static str] = &["symbol"];
    type Answer = Calls;

    fn run(&self, view: &View<'_>) -> Result<Calls> {
        answer(view, &self.0, Direction::In)
    }

    fn bounds(&mut self) -> Option<Bounds<'_>> {
        self.0.bounds()
    }

    fn shown(answer: &Calls) -> u32 {
        answer.calls.page.shown
    }
}

/// What a symbol calls.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Callees(pub CallParams);

impl Operation for Callees {
    const NAME: &'static str = "callees";
    const DOC: &'static str =
        "What a symbol calls or constructs, by rank, with evidence and lines.";
    const REQUIRED: &'static [&'static str] = &["symbol"];
    type Answer = Calls;

    fn run(&self, view: &View<'_>) -> Result<Calls> {
        answer(view, &self.0, Direction::Out)
    }

    fn bounds(&mut self) -> Option<Bounds<'_>> {
        self.0.bounds()
    }

    fn shown(answer: &Calls) -> u32 {
        answer.calls.page.shown
    }
}

fn answer(view: &View<'_>, params: &CallParams, direction: Direction) -> Result<Calls> {
    let kinds = match params.edge_kinds.as_slice() {
        [] => Kinds::CALLS,
        _ => edge_kinds(&params.edge_kinds)?,
    };
    let mut unmatched = Unmatched::default();
    let Some(node) = resolve(view, &params.symbol, &mut unmatched) else {
        return Ok(Calls {
            not_found: unmatched.missing.pop(),
            ambiguous: unmatched.ambiguous.pop(),
            ..Calls::default()
        });
    };
    let follow = Follow {
        min_confidence: confidence(params.min_confidence)?,
        ..Follow::new(direction, kinds)
    };
    let limit = params.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT);
    Ok(Calls {
        symbol: Some(NodeInfo::of(view, node)),
        calls: uses::uses(view, node, follow, params.offset, limit),
        unresolved: match direction {
            Direction::In => uses::unresolved_by_name(view, node),
            Direction::Out | Direction::Both => uses::unresolved_within(view, node),
        },
        ..Calls::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::evidence::{Absence, EdgeKind, Provenance};
    use crate::testing::{Built, Tree, functions};

    fn built() -> Built {
        functions(4)
            .call("a.rs::f0", "a.rs::f1", 1)
            .link_by(
                EdgeKind::Calls,
                "a.rs::f2",
                "a.rs::f1",
                3,
                Provenance::Unique,
            )
            .call("a.rs::f0", "a.rs::f2", 2)
            .call("a.rs::f3", "a.rs::f2", 4)
            .link(EdgeKind::Reads, "a.rs::f3", "a.rs::f1", 4)
            .absence("a.rs::f1", 2, "print", Absence::External)
            .absence("a.rs::f3", 4, "f1", Absence::Declined)
            .build()
    }

    fn of(params: CallParams, direction: Direction) -> Calls {
        answer(&built().view(), &params, direction).expect("an answer")
    }

    fn names(calls: &Calls) -> Vec<&str> {
        calls
            .calls
            .uses
            .iter()
            .map(|u| u.node.name.as_str())
            .collect()
    }

    fn symbol(symbol: &str) -> CallParams {
        CallParams {
            symbol: symbol.to_owned(),
            ..CallParams::default()
        }
    }

    #[test]
    fn callers_come_by_rank_with_evidence() {
        let calls = of(symbol("f1"), Direction::In);
        assert_eq!(names(&calls), ["f2", "f0"]);
        let evidence = &calls.calls.uses[0].evidence;
        assert_eq!((evidence.provenance, evidence.confidence), ("unique", 0.2));
        assert_eq!((&evidence.sites[..], evidence.site_count), (&[3][..], 1));
        let expected = [Count {
            name: "declined".to_owned(),
            count: 1,
        }];
        assert_eq!(calls.unresolved, expected);
    }

    #[test]
    fn callees_say_what_is_unresolved_inside() {
        let calls = of(symbol("a.rs::f1"), Direction::Out);
        assert_eq!(names(&calls), [""; 0]);
        let expected = [Count {
            name: "external".to_owned(),
            count: 1,
        }];
        assert_eq!(calls.unresolved, expected);
    }

    #[test]
    fn filters_and_pages_apply() {
        let strict = CallParams {
            min_confidence: 0.5,
            ..symbol("f1")
        };
        assert_eq!(names(&of(strict, Direction::In)), ["f0"]);
        let reads = CallParams {
            edge_kinds: OneOrMany::One("reads".to_owned()),
            ..symbol("f1")
        };
        assert_eq!(names(&of(reads, Direction::In)), ["f3"]);
        let second = of(
            CallParams {
                offset: 1,
                limit: Some(1),
                ..symbol("f1")
            },
            Direction::In,
        );
        assert_eq!(names(&second), ["f0"]);
        assert_eq!((second.calls.page.total, second.calls.page.shown), (2, 1));
    }

    #[test]
    fn names_that_do_not_mean_one_node_are_explained() {
        let missing = of(symbol("f11"), Direction::In);
        let expected = Missing {
            name: "f11".to_owned(),
            suggestions: vec!["a.rs::f1".to_owned()],
            existed: false,
        };
        assert_eq!((missing.symbol, missing.not_found), (None, Some(expected)));
    }

    #[test]
    fn no_name_is_picked_silently() {
        let built = Tree::default()
            .file("a.rs", "function f 1-1\nfunction g 2-2")
            .file("b.rs", "function f 1-1")
            .call("a.rs::g", "b.rs::f", 2)
            .build();
        let calls = answer(&built.view(), &symbol("f"), Direction::In).expect("an answer");
        let expected = Ambiguous {
            name: "f".to_owned(),
            candidates: vec!["b.rs::f".to_owned(), "a.rs::f".to_owned()],
            total: 2,
        };
        assert_eq!((calls.symbol, calls.ambiguous), (None, Some(expected)));
    }
}
