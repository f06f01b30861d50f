//! The symbols that are written in a file or below a directory.

use crate::answer::bounds::bounded;
use crate::answer::filter::{EntityTypes, OneOrMany};
use crate::answer::info::NodeInfo;
use crate::answer::memo::Order;
use crate::answer::names::{Ambiguous, Missing, Unmatched, resolve};
use crate::answer::ops::Operation;
use crate::answer::page::{Page, cut};
use crate::answer::view::View;
use crate::error::Result;
use crate::graph::Graph;
use crate::ids::NodeId;
use serde::{Deserialize, Serialize};

/// The most symbols in one answer.
const MAX_LIMIT: u32 = 1000;
/// The most where neither a number nor a budget is asked for.
const DEFAULT_LIMIT: u32 = 200;

/// What comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub enum OutlineOrder {
    /// By file, then as written.
    #[default]
    Source,
    /// By structural rank, the highest first.
    Rank,
}

/// The symbols that are written in a file or below a directory.
///
/// A member that is written apart from its type (Rust `impl`, Go methods) is
/// told by where it is written.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Outline {
    /// The file or directory; for a symbol, its file.
    pub within: String,
    /// Which symbols, as in `exploreRpg`; all by default.
    pub kinds: OneOrMany,
    /// What comes first.
    pub order: OutlineOrder,
    /// How many are skipped, for paging.
    pub offset: u32,
    /// The most that are shown, up to 1000; by default 200 as far as the budget
    /// reaches.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub limit: Option<u32>,
    /// About how many tokens the answer may take; 0 for any number.
    #[serde(alias = "budget_tokens")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub budget_tokens: Option<u32>,
}

impl Default for Outline {
    fn default() -> Self {
        Self {
            within: ".".to_owned(),
            kinds: OneOrMany::default(),
            order: OutlineOrder::Source,
            offset: 0,
            limit: None,
            budget_tokens: None,
        }
    }
}

/// A symbol of an outline.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct OutlineSymbol {
    /// The symbol.
    #[serde(flatten)]
    pub node: NodeInfo,
    /// How many symbols of the same file are around it.
    pub depth: u32,
}

/// The symbols of a file or directory.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Outlined {
    /// The symbols.
    pub symbols: Vec<OutlineSymbol>,
    /// What part of them is shown.
    pub page: Page,
    /// The place, if no node bears its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub not_found: Option<Missing>,
    /// The place, if several nodes bear its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub ambiguous: Option<Ambiguous>,
}

impl Operation for Outline {
    const NAME: &'static str = "outline";
    const DOC: &'static str =
        "The symbols written in a file or below a directory, as written or by rank.";
    type Answer = Outlined;

    fn run(&self, view: &View<'_>) -> Result<Outlined> {
        let types = EntityTypes::parse(&self.kinds)?;
        let mut unmatched = Unmatched::default();
        let Some(within) = resolve(view, &self.within, &mut unmatched) else {
            return Ok(Outlined {
                not_found: unmatched.missing.pop(),
                ambiguous: unmatched.ambiguous.pop(),
                ..Outlined::default()
            });
        };
        let graph = view.graph;
        let wanted = |&id: &NodeId| {
            let row = graph.node(id);
            row.symbol.is_some() && types.admit(row.kind) && lies_within(graph, id, within)
        };
        let symbols: Vec<NodeId> = match self.order {
            OutlineOrder::Rank => {
                let ranked = view.memo.symbols(view, Order::Rank).iter().copied();
                ranked.filter(wanted).collect()
            }
            OutlineOrder::Source => graph.ids().filter(wanted).collect(),
        };
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT);
        let (shown, page) = cut(&symbols, self.offset, limit);
        let symbol = |&id: &NodeId| OutlineSymbol {
            node: NodeInfo::of(view, id),
            depth: depth(graph, id),
        };
        Ok(Outlined {
            symbols: shown.iter().map(symbol).collect(),
            page,
            ..Outlined::default()
        })
    }

    bounded!(limit, ["symbols"]);
}

/// Whether the symbol `id` is written in the file of `place`, or below it if it
/// is a directory.
fn lies_within(graph: &Graph, id: NodeId, place: NodeId) -> bool {
    if let Some(file) = graph.node(place).file {
        return graph.node(id).file == Some(file);
    }
    let inside = graph.path(id).strip_prefix(graph.path(place));
    place == Graph::ROOT || inside.is_some_and(|rest| rest.starts_with('/'))
}

fn depth(graph: &Graph, id: NodeId) -> u32 {
    let file = graph.node(id).file;
    let around = graph.ancestors(id).map(|around| graph.node(around));
    let symbols = around.take_while(|node| node.symbol.is_some());
    symbols.filter(|node| node.file == file).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Tree;

    fn outline(params: &Outline) -> Outlined {
        let built = Tree::default()
            .file("src/a.rs", "class C 1-5\n  method run 2-3")
            .file("src/b.rs", "method stop 1-2\nfunction go 3-4")
            .file("srcs/c.rs", "function far 1-1")
            .owner("src/b.rs::stop", "src/a.rs::C")
            .call("src/b.rs::go", "srcs/c.rs::far", 4)
            .build();
        params.run(&built.view()).expect("an answer")
    }

    fn within(place: &str) -> Outline {
        Outline {
            within: place.to_owned(),
            ..Outline::default()
        }
    }

    fn told(outlined: &Outlined) -> Vec<(&str, u32)> {
        let symbols = outlined.symbols.iter();
        symbols
            .map(|symbol| (symbol.node.name.as_str(), symbol.depth))
            .collect()
    }

    #[test]
    fn a_file_has_what_is_written_in_it() {
        assert_eq!(told(&outline(&within("src/a.rs"))), [("C", 0), ("run", 1)]);
        let other = outline(&within("src/b.rs"));
        assert_eq!(told(&other), [("stop", 0), ("go", 0)]);
    }

    #[test]
    fn a_directory_has_what_is_written_below_it() {
        let symbols = outline(&within("src"));
        assert_eq!(
            told(&symbols),
            [("C", 0), ("run", 1), ("stop", 0), ("go", 0)]
        );
        assert_eq!(outline(&within(".")).page.total, 5);
        assert!(outline(&within("nope")).not_found.is_some());
    }

    #[test]
    fn the_most_used_come_first_on_request() {
        let ranked = outline(&Outline {
            order: OutlineOrder::Rank,
            kinds: OneOrMany::One("function".to_owned()),
            limit: Some(1),
            ..within(".")
        });
        assert_eq!(told(&ranked), [("far", 0)]);
        assert_eq!((ranked.page.total, ranked.page.shown), (2, 1));
    }
}
