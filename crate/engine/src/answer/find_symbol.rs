//! What a name means.

use crate::answer::bounds::bounded;
use crate::answer::info::NodeInfo;
use crate::answer::names::{self, Missing, by_rank};
use crate::answer::ops::Operation;
use crate::answer::page::{Page, cut};
use crate::answer::view::View;
use crate::error::Result;
use serde::{Deserialize, Serialize};

/// The most nodes in one answer.
const MAX_LIMIT: u32 = 200;
const DEFAULT_LIMIT: u32 = 20;

/// The nodes that a name means.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FindSymbol {
    /// An id, a path, `path:Outer.name`, `Outer.name`, `Outer::name` or a bare
    /// name. Whole names are compared, case included.
    pub name: String,
    /// How many nodes are skipped, for paging.
    pub offset: u32,
    /// The most nodes, up to 200; by default 20 as far as the budget reaches.
    pub limit: Option<u32>,
    /// About how many tokens the answer may take; 0 for any number.
    #[serde(alias = "budget_tokens")]
    pub budget_tokens: Option<u32>,
}

/// The nodes that bear a name.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FoundSymbols {
    /// The nodes by rank, the highest first.
    pub nodes: Vec<NodeInfo>,
    /// What part of them is shown.
    pub page: Page,
    /// The name and what it may have meant, if no node bears it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub not_found: Option<Missing>,
}

impl Operation for FindSymbol {
    const NAME: &'static str = "find_symbol";
    const DOC: &'static str = "The files and symbols that bear a name, or the nearest names.";
    const REQUIRED: &'static [&'static str] = &["name"];
    type Answer = FoundSymbols;

    fn run(&self, view: &View<'_>) -> Result<FoundSymbols> {
        let mut nodes = names::find(view, &self.name);
        by_rank(view, &mut nodes);
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT);
        let (shown, page) = cut(&nodes, self.offset, limit);
        let not_found = nodes.is_empty().then(|| Missing::of(view, &self.name));
        Ok(FoundSymbols {
            nodes: shown.iter().map(|&node| NodeInfo::of(view, node)).collect(),
            page,
            not_found,
        })
    }

    bounded!(limit, ["nodes"]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Built, Tree};

    fn built() -> Built {
        Tree::default()
            .file("a.rs", "function load 1-1\nfunction main 2-2")
            .file("b.rs", "function load 1-1")
            .call("a.rs::main", "b.rs::load", 2)
            .build()
    }

    fn find(name: &str, offset: u32, limit: u32) -> FoundSymbols {
        let params = FindSymbol {
            name: name.to_owned(),
            offset,
            limit: Some(limit),
            ..FindSymbol::default()
        };
        params.run(&built().view()).expect("an answer")
    }

    #[test]
    fn namesakes_come_by_rank() {
        let found = find("load", 0, 20);
        let ids: Vec<_> = found.nodes.iter().map(|node| node.id.as_str()).collect();
        assert_eq!(ids, ["b.rs::load", "a.rs::load"]);
        let second = find("load", 1, 1);
        assert_eq!(
            (second.nodes[0].id.as_str(), second.page.total),
            ("a.rs::load", 2)
        );
    }

    #[test]
    fn an_unknown_name_has_suggestions() {
        let missing = find("mian", 0, 20).not_found.expect("missing");
        assert_eq!(missing.suggestions, ["a.rs::main"]);
    }
}
