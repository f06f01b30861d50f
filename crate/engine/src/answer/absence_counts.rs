//! How many uses have no edge, by reason: in total and file by file. A zero is
//! told too, so that it says which kind of zero it is.

use crate::answer::bounds::bounded;
use crate::answer::names::{Ambiguous, Missing, Unmatched, resolve};
use crate::answer::ops::Operation;
use crate::answer::page::{Page, cut};
use crate::answer::params::params;
use crate::answer::view::View;
use crate::error::Result;
use crate::graph::Graph;
use crate::graph::Kinds;
use crate::ids::{EdgeId, FileId};
use crate::link::evidence::Absence;
use crate::sort::Arrange;
use serde::Serialize;

/// The most files in one answer.
const MAX_LIMIT: u32 = 1000;
const DEFAULT_LIMIT: u32 = 20;

params! {
    /// How many uses have no edge, and why.
    pub struct AbsenceCounts {
        /// Only what lies within this node: a directory or file.
        pub within: String = String::new(),
        /// How many files are skipped, for paging.
        pub offset: u32 = 0,
        /// The most files that are shown, up to 1000; by default 20 as far as the budget reaches.
        pub limit: Option<u32> = None,
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

/// Uses with an edge, and those without by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct UseCounts {
    /// Calls and constructions that have an edge.
    pub linked: u32,
    /// The name is not defined in the tree, or bound to an external import.
    pub external: u32,
    /// Several definitions are left and nothing tells them apart.
    pub declined: u32,
    /// Defined only in another family of languages.
    pub filtered: u32,
    /// The callee is computed.
    pub dynamic: u32,
    /// Files with syntax errors, or in a language whose grammar is not there: how
    /// many uses they hold besides is not known.
    pub unparsed: u32,
}

impl UseCounts {
    fn add(&mut self, other: Self) {
        self.linked += other.linked;
        self.external += other.external;
        self.declined += other.declined;
        self.filtered += other.filtered;
        self.dynamic += other.dynamic;
        self.unparsed += other.unparsed;
    }

    const fn absent(self) -> u32 {
        self.external + self.declined + self.filtered + self.dynamic + self.unparsed
    }

    const fn of(&mut self, reason: Absence) -> &mut u32 {
        match reason {
            Absence::External => &mut self.external,
            Absence::Declined => &mut self.declined,
            Absence::Filtered => &mut self.filtered,
            Absence::Dynamic => &mut self.dynamic,
            Absence::Unparsed => &mut self.unparsed,
        }
    }
}

/// The counts of one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FileUses {
    /// Its path.
    pub path: String,
    /// Uses with an edge, and those without by reason.
    #[serde(flatten)]
    pub counts: UseCounts,
}

/// Uses with an edge, and those without by reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct AbsenceTotals {
    /// All files together.
    pub total: UseCounts,
    /// The files that leave a use without an edge, those with the most first.
    pub files: Vec<FileUses>,
    /// Which of the files are shown.
    pub page: Page,
    /// The node to look in, if no node bears its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub not_found: Option<Missing>,
    /// The node to look in, if several nodes bear its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub ambiguous: Option<Ambiguous>,
}

impl Operation for AbsenceCounts {
    const NAME: &'static str = "absence_counts";
    const DOC: &'static str =
        "How many uses have an edge and how many have none, by reason, in total and by file.";
    type Answer = AbsenceTotals;

    fn run(&self, view: &View<'_>) -> Result<AbsenceTotals> {
        let mut unmatched = Unmatched::default();
        let within = match self.within.as_str() {
            "" => Some(Graph::ROOT),
            name => resolve(view, name, &mut unmatched),
        };
        let Some(within) = within else {
            return Ok(AbsenceTotals {
                not_found: unmatched.missing.pop(),
                ambiguous: unmatched.ambiguous.pop(),
                ..AbsenceTotals::default()
            });
        };
        let counts = view.memo.recent("uses".to_owned(), || by_file(view));
        let mut total = UseCounts::default();
        let mut files = Vec::new();
        for (index, &counts) in counts.iter().enumerate() {
            let node = view.graph.file_node(FileId::at(index));
            if node == within || view.graph.ancestors(node).any(|outer| outer == within) {
                total.add(counts);
                if counts.absent() > 0 {
                    files.push((index, counts));
                }
            }
        }
        files.arrange_by_key(|(index, counts)| (u32::MAX - counts.absent(), *index));
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT);
        let (shown, page) = cut(&files, self.offset, limit);
        let shown = shown.iter().map(|(index, counts)| FileUses {
            path: view
                .graph
                .path(view.graph.file_node(FileId::at(*index)))
                .to_owned(),
            counts: *counts,
        });
        Ok(AbsenceTotals {
            total,
            files: shown.collect(),
            page,
            ..AbsenceTotals::default()
        })
    }

    bounded!(limit, ["files"]);
}

fn by_file(view: &View<'_>) -> Vec<UseCounts> {
    let files = view.corpus.files();
    let mut counts = vec![UseCounts::default(); files.len()];
    for row in view.unresolved {
        if let Some(counts) = counts.get_mut(row.file.index()) {
            *counts.of(row.reason) += 1;
        }
    }
    for (id, edge) in view.graph.edges().iter().enumerate() {
        let file = view.graph.node(edge.source).file;
        if let Some(counts) = file.and_then(|file| counts.get_mut(file.index()))
            && Kinds::CALLS.has(edge.kind)
        {
            counts.linked += view.graph.sites(EdgeId::at(id)).len() as u32;
        }
    }
    for (file, counts) in files.iter().zip(&mut counts) {
        let without_grammar =
            file.language.is_some() && file.facts.line_count() == 0 && !file.text.is_empty();
        counts.unparsed += u32::from(file.facts.is_partial() || without_grammar);
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Tree;

    #[test]
    fn all_five_kinds_are_counted_by_file_and_in_total() {
        let built = Tree::default()
            .file("src/a.rs", "function f 1-9\nfunction g 10-10")
            .file("src/b.rs", "function h 1-9")
            .file("c.rs", "function i 1-9")
            .call("src/a.rs::f", "src/a.rs::g", 2)
            .absence("src/a.rs::f", 3, "x", Absence::External)
            .absence("src/a.rs::f", 4, "y", Absence::Dynamic)
            .absence("src/b.rs::h", 2, "z", Absence::Filtered)
            .absence("c.rs::i", 2, "w", Absence::Declined)
            .build();
        let ask = |within: &str, limit| {
            let params = AbsenceCounts {
                within: within.to_owned(),
                limit: Some(limit),
                ..AbsenceCounts::default()
            };
            params.run(&built.view()).expect("an answer")
        };
        let all = ask("", 20);
        let expected = UseCounts {
            linked: 1,
            external: 1,
            declined: 1,
            filtered: 1,
            dynamic: 1,
            unparsed: 0,
        };
        assert_eq!(all.total, expected);
        let paths = |answer: &AbsenceTotals| -> Vec<String> {
            answer.files.iter().map(|file| file.path.clone()).collect()
        };
        assert_eq!(paths(&all), ["src/a.rs", "c.rs", "src/b.rs"]);
        let src = ask("src", 1);
        assert_eq!((src.total.absent(), src.page.total), (3, 2));
        assert_eq!(paths(&src), ["src/a.rs"]);
        assert!(ask("nowhere", 1).not_found.is_some());
    }
}
