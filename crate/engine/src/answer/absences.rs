//! Uses without an edge, and why (spec 2.1: absences are data).

use crate::answer::bounds::bounded;
use crate::answer::names::{Ambiguous, Missing, Unmatched, resolve};
use crate::answer::ops::Operation;
use crate::answer::page::{Count, Page, cut};
use crate::answer::uses::by_reason;
use crate::answer::view::View;
use crate::error::{Code, Result, WaymarkError};
use crate::ids::NodeId;
use crate::link::evidence::Absence;
use crate::link::links::Unresolved;
use serde::{Deserialize, Serialize};

/// The most rows in one answer.
const MAX_LIMIT: u32 = 1000;
const DEFAULT_LIMIT: u32 = 100;

/// Uses without an edge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Absences {
    /// Only what lies within this node: a directory, file or symbol.
    pub within: String,
    /// Only this reason: `external`, `declined`, `filtered`, `dynamic` or
    /// `unparsed`.
    pub reason: String,
    /// Only uses of this name.
    pub name: String,
    /// How many are skipped, for paging.
    pub offset: u32,
    /// The most that are shown, up to 1000; by default 100 as far as the budget reaches.
    pub limit: Option<u32>,
    /// About how many tokens the answer may take; 0 for any number.
    #[serde(alias = "budget_tokens")]
    pub budget_tokens: Option<u32>,
}

/// A use without an edge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct AbsentUse {
    /// Path of the file.
    pub path: String,
    /// Line of the name, 1-based.
    pub line: u32,
    /// The name as written; empty where the callee is computed.
    pub name: String,
    /// Why there is no edge.
    pub reason: &'static str,
    /// Id of the node that holds the use.
    pub source: String,
    /// Ids of the definitions that nothing tells apart, at most eight.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub candidates: Vec<String>,
}

/// Uses without an edge, in the order of the files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct AbsentUses {
    /// The uses.
    pub uses: Vec<AbsentUse>,
    /// What part of them is shown.
    pub page: Page,
    /// How many there are by reason.
    pub reasons: Vec<Count>,
    /// The node to look in, if no node bears its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub not_found: Option<Missing>,
    /// The node to look in, if several nodes bear its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub ambiguous: Option<Ambiguous>,
}

impl Operation for Absences {
    const NAME: &'static str = "absences";
    const DOC: &'static str =
        "Uses that have no edge and why: external, declined, filtered, dynamic or unparsed.";
    type Answer = AbsentUses;

    fn run(&self, view: &View<'_>) -> Result<AbsentUses> {
        let reason = reason(&self.reason)?;
        let mut unmatched = Unmatched::default();
        let within = match self.within.as_str() {
            "" => Some(crate::graph::Graph::ROOT),
            name => resolve(view, name, &mut unmatched),
        };
        let Some(within) = within else {
            return Ok(AbsentUses {
                not_found: unmatched.missing.pop(),
                ambiguous: unmatched.ambiguous.pop(),
                ..AbsentUses::default()
            });
        };
        let rows: Vec<&Unresolved> = rows_within(view, within)
            .filter(|row| reason.is_none_or(|reason| row.reason == reason))
            .filter(|row| self.name.is_empty() || row.name == self.name)
            .collect();
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT);
        let (shown, page) = cut(&rows, self.offset, limit);
        Ok(AbsentUses {
            uses: shown.iter().map(|row| absent(view, row)).collect(),
            page,
            reasons: by_reason(rows.iter().map(|row| row.reason)),
            ..AbsentUses::default()
        })
    }

    bounded!(limit, ["uses"]);
}

fn reason(name: &str) -> Result<Option<Absence>> {
    let known = Absence::ALL
        .into_iter()
        .find(|reason| reason.as_str() == name);
    if name.is_empty() || known.is_some() {
        return Ok(known);
    }
    let names = Absence::ALL.map(Absence::as_str).join(", ");
    let message = format!("no absence has the reason `{name}`; there are {names}");
    Err(WaymarkError::new(Code::InvalidArgument, message))
}

/// The uses in `within`, file by file.
fn rows_within<'a>(view: &View<'a>, within: NodeId) -> impl Iterator<Item = &'a Unresolved> {
    let view = *view;
    let graph = view.graph;
    let files = view.unresolved.chunk_by(|a, b| a.file == b.file);
    let wanted = files.filter(move |rows| match graph.node(within).file {
        Some(file) => rows[0].file == file,
        None => lies_within(&view, graph.file_node(rows[0].file), within),
    });
    let symbol = graph.node(within).symbol.is_some();
    let rows = wanted.flatten();
    rows.filter(move |row| !symbol || lies_within(&view, view.graph.end_node(row.source), within))
}

fn lies_within(view: &View<'_>, node: NodeId, outer: NodeId) -> bool {
    let root = outer == crate::graph::Graph::ROOT;
    root || node == outer || view.graph.ancestors(node).any(|at| at == outer)
}

fn absent(view: &View<'_>, row: &Unresolved) -> AbsentUse {
    let graph = view.graph;
    let candidates = row.candidates.iter();
    AbsentUse {
        path: graph.path(graph.file_node(row.file)).to_owned(),
        line: row.line,
        name: row.name.clone(),
        reason: row.reason.as_str(),
        source: graph.fqn(view.graph.end_node(row.source)),
        candidates: candidates
            .map(|&symbol| graph.fqn(graph.symbol_node(symbol)))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Built, Tree};

    fn built() -> Built {
        Tree::default()
            .file("src/a.rs", "class C 1-9\n  method m 2-3")
            .file("src/b.rs", "function f 1-9")
            .absence("src/a.rs::C::m", 2, "print", Absence::External)
            .absence("src/a.rs::C::m", 3, "get", Absence::Declined)
            .absence("src/b.rs::f", 4, "get", Absence::External)
            .build()
    }

    fn check(params: &Absences, expected: &[&str]) -> AbsentUses {
        let answer = params.run(&built().view()).expect("an answer");
        let row = |u: &AbsentUse| format!("{}:{} {} {}", u.path, u.line, u.name, u.reason);
        assert_eq!(answer.uses.iter().map(row).collect::<Vec<_>>(), expected);
        answer
    }

    #[test]
    fn uses_are_filtered_and_counted() {
        let all = [
            "src/a.rs:2 print external",
            "src/a.rs:3 get declined",
            "src/b.rs:4 get external",
        ];
        let answer = check(&Absences::default(), &all);
        let counts: Vec<_> = answer
            .reasons
            .iter()
            .map(|c| (c.name.as_str(), c.count))
            .collect();
        assert_eq!(counts, [("external", 2), ("declined", 1)]);
        let of = |within: &str, reason: &str, name: &str| Absences {
            within: within.to_owned(),
            reason: reason.to_owned(),
            name: name.to_owned(),
            ..Absences::default()
        };
        check(&of("C", "", ""), &all[..2]);
        check(&of("src", "external", ""), &[all[0], all[2]]);
        check(&of("", "", "get"), &all[1..]);
        assert!(check(&of("D", "", ""), &[]).not_found.is_some());
        let page = Absences {
            offset: 1,
            limit: Some(1),
            ..Absences::default()
        };
        assert_eq!(check(&page, &all[1..2]).page.total, 3);
        let error = of("", "lost", "")
            .run(&built().view())
            .map_err(|error| error.code);
        assert_eq!(error, Err(Code::InvalidArgument));
    }
}
