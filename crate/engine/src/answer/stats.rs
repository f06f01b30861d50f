//! What the index holds, in numbers.

use crate::answer::ops::Operation;
use crate::answer::page::{Count, tally};
use crate::answer::view::View;
use crate::error::Result;
use crate::search::vectors::Vectors;
use serde::{Deserialize, Serialize};

/// What the index holds; without parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Stats {}

/// How often the build left something out or guessed, and where first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ReportEntry {
    /// What was left out or guessed.
    pub reason: String,
    /// How often.
    pub count: u64,
    /// The first places, sorted.
    pub examples: Vec<String>,
}

/// What discovery left out for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FilterEntry {
    /// Why: `ignored-by-gitignore`, `too-large`, `binary`, `minified` and so on.
    pub reason: &'static str,
    /// Files that are known to be left out; a floor where a directory was left
    /// out without being opened.
    pub files: u64,
    /// Directories left out whole.
    pub directories: u64,
    /// The first places in path order; a directory ends in `/`.
    pub examples: Vec<String>,
}

/// Files of one kind that no language claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct UnknownEntry {
    /// The extension in lower case with its dot, else the whole file name.
    pub kind: String,
    /// How many files.
    pub files: u64,
    /// Bytes of those files.
    pub bytes: u64,
    /// The first paths.
    pub examples: Vec<String>,
}

/// How the structural ranks were found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct RankStats {
    /// Iterations done.
    pub iterations: u32,
    /// Whether the last step changed less than the tolerance.
    pub converged: bool,
    /// Sum of the changes of the last step.
    pub residual: f64,
}

/// The vectors of an index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct EmbeddingStats {
    /// What made them.
    pub embedder: String,
    /// Numbers of each.
    pub dimensions: u32,
    /// How many there are.
    pub vectors: u32,
    /// Bytes that they take.
    pub bytes: u32,
    /// How they are compared with a query: `exact` or `hnsw`.
    pub search: &'static str,
}

/// What the index holds, in numbers. Edges are floors: every use without an
/// edge is counted among the absences.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct IndexStats {
    /// Files.
    pub files: u32,
    /// Files with syntax errors.
    pub partial_files: u32,
    /// Lines of all files.
    pub lines: u32,
    /// Bytes of all files, uncompressed.
    pub bytes: u64,
    /// Nodes: the repository, directories, files and symbols.
    pub nodes: u32,
    /// Symbols.
    pub symbols: u32,
    /// Edges, `contains` included.
    pub edges: u32,
    /// Places where edges are written.
    pub sites: u32,
    /// Nodes by kind.
    pub kinds: Vec<Count>,
    /// Files by language; `none` for files of no known language.
    pub languages: Vec<Count>,
    /// Files by tier.
    pub tiers: Vec<Count>,
    /// Edges by kind.
    pub edge_kinds: Vec<Count>,
    /// Edges by provenance, `contains` left out.
    pub provenances: Vec<Count>,
    /// Uses without an edge by reason: `external`, `declined`, `filtered`,
    /// `dynamic` or `unparsed`.
    pub absences: Vec<Count>,
    /// How the structural ranks were found.
    pub rank: RankStats,
    /// The vectors, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub embedding: Option<EmbeddingStats>,
    /// What discovery left out, by reason.
    pub filter_stats: Vec<FilterEntry>,
    /// Files that no language claims, by kind.
    pub unknown_kinds: Vec<UnknownEntry>,
    /// What the build left out or guessed, by reason.
    pub report: Vec<ReportEntry>,
}

impl Operation for Stats {
    const NAME: &'static str = "stats";
    const DOC: &'static str =
        "Numbers of files, symbols, edges and absences by kind, and what the build left out.";
    type Answer = IndexStats;

    fn run(&self, view: &View<'_>) -> Result<IndexStats> {
        let counted = view.memo.recent("stats".to_owned(), || Self::counted(view));
        Ok(IndexStats::clone(&counted))
    }
}

impl Stats {
    fn counted(view: &View<'_>) -> IndexStats {
        let files = view.corpus.files();
        let (nodes, edges) = (view.graph.nodes(), view.graph.edges());
        let uses = edges.iter().filter(|edge| !is_contains(edge));
        IndexStats {
            files: files.len() as u32,
            partial_files: files.iter().filter(|file| file.facts.is_partial()).count() as u32,
            lines: files.iter().map(|file| file.facts.line_count()).sum(),
            bytes: files.iter().map(|file| u64::from(file.text.len())).sum(),
            nodes: nodes.len() as u32,
            symbols: nodes.iter().filter(|node| node.symbol.is_some()).count() as u32,
            edges: edges.len() as u32,
            sites: view.graph.site_count() as u32,
            kinds: tally(nodes.iter().map(|node| node.kind.as_str())),
            languages: tally(
                files
                    .iter()
                    .map(|file| file.language.as_deref().unwrap_or("none")),
            ),
            tiers: tally(files.iter().map(|file| file.tier.as_str())),
            edge_kinds: tally(edges.iter().map(|edge| edge.kind.as_str())),
            provenances: tally(uses.map(|edge| edge.provenance.as_str())),
            absences: tally(view.unresolved.iter().map(|row| row.reason.as_str())),
            rank: RankStats {
                iterations: view.ranks.iterations,
                converged: view.ranks.converged,
                residual: view.ranks.residual,
            },
            embedding: view.vectors.map(EmbeddingStats::of),
            filter_stats: filter_stats(view),
            unknown_kinds: unknown_kinds(view),
            report: report(view),
        }
    }
}

impl EmbeddingStats {
    fn of(vectors: &Vectors) -> Self {
        Self {
            embedder: vectors.embedder().to_owned(),
            dimensions: vectors.dimensions() as u32,
            vectors: vectors.made() as u32,
            bytes: vectors.bytes() as u32,
            search: if vectors.has_graphs() {
                "hnsw"
            } else {
                "exact"
            },
        }
    }
}

fn is_contains(edge: &crate::graph::Edge) -> bool {
    edge.kind == crate::link::evidence::EdgeKind::Contains
}

fn filter_stats(view: &View<'_>) -> Vec<FilterEntry> {
    let drops = view.drops.iter();
    drops
        .map(|(reason, dropped)| FilterEntry {
            reason: reason.as_str(),
            files: dropped.files,
            directories: dropped.directories,
            examples: dropped.examples.clone(),
        })
        .collect()
}

fn unknown_kinds(view: &View<'_>) -> Vec<UnknownEntry> {
    let kinds = view.unknown_kinds.iter();
    kinds
        .map(|kind| UnknownEntry {
            kind: kind.kind.clone(),
            files: kind.files,
            bytes: kind.bytes,
            examples: kind.examples.clone(),
        })
        .collect()
}

fn report(view: &View<'_>) -> Vec<ReportEntry> {
    let entries = view.report.iter();
    entries
        .map(|(reason, entry)| ReportEntry {
            reason: reason.to_owned(),
            count: entry.count,
            examples: entry.examples.clone(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::evidence::{Absence, EdgeKind, Provenance};
    use crate::source::drops::DropReason;
    use crate::testing::Tree;

    #[test]
    fn everything_is_counted() {
        let mut built = Tree::default()
            .file("src/a.rs", "class C 1-4\n  method m 2-3\nfunction f 5-9")
            .file("b.rs", "")
            .call("src/a.rs::f", "src/a.rs::C::m", 6)
            .call("src/a.rs::f", "src/a.rs::C::m", 7)
            .link_by(EdgeKind::Imports, "b.rs", "src/a.rs", 1, Provenance::Import)
            .absence("b.rs", 1, "x", Absence::External)
            .build();
        built.report.add("link-contains", "big.js");
        built.drops.drop_directory(DropReason::GitIgnored, "target");
        let stats = Stats {}.run(&built.view()).expect("an answer");
        assert_eq!((stats.files, stats.nodes, stats.symbols), (2, 7, 3));
        assert_eq!((stats.edges, stats.sites, stats.lines), (8, 3, 10));
        let text = |counts: &[Count]| -> String {
            let parts: Vec<_> = counts
                .iter()
                .map(|c| format!("{} {}", c.count, c.name))
                .collect();
            parts.join(", ")
        };
        assert_eq!(
            text(&stats.kinds),
            "2 file, 1 class, 1 directory, 1 function, 1 method, 1 repository"
        );
        assert_eq!(text(&stats.edge_kinds), "6 contains, 1 calls, 1 imports");
        assert_eq!(text(&stats.provenances), "1 import, 1 scope");
        assert_eq!(text(&stats.absences), "1 external");
        assert_eq!(text(&stats.languages), "2 rust");
        assert_eq!(stats.report[0].examples, ["big.js"]);
        let dropped = &stats.filter_stats[0];
        assert_eq!(dropped.reason, "ignored-by-gitignore");
        assert_eq!(
            (dropped.directories, &dropped.examples[0][..]),
            (1, "target/")
        );
        assert!(stats.rank.converged);
    }
}
