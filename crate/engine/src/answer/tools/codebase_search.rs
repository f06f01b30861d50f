//! Words to ranked symbols and files, in the shape of the fifteen tools.

use crate::answer::bounds::bounded;
use crate::answer::files::did_you_mean;
use crate::answer::filter::OneOrMany;
use crate::answer::hits::{SearchHit, page};
use crate::answer::info::rounded;
use crate::answer::names::{Unmatched, resolve};
use crate::answer::ops::Operation;
use crate::answer::page::Page;
use crate::answer::params::{params, words};
use crate::answer::search::{RetrievalMode, Search};
use crate::answer::view::View;
use crate::error::{Code, Result, WaymarkError};
use crate::extract::facts::Kind;
use crate::graph::packages::{Package, PackageAt};
use crate::ids::NodeId;
use crate::sort::Arrange;
use serde::Serialize;

/// The most hits of one answer (spec 3.3).
const MAX_TOP_K: u32 = 50;
const DEFAULT_TOP_K: u32 = 10;

words! {
    /// A level of what is found (spec 3.1): the repository is none.
    pub enum FoundLevel {
        /// Packages.
        #[default]
        L1 = "L1" / "l1" / "package",
        /// Files.
        L2 = "L2" / "l2" / "file" / "module",
        /// Symbols.
        L3 = "L3" / "l3" / "symbol",
    }
}

params! {
    /// Words to ranked symbols and files.
    pub struct CodebaseSearch {
        /// What is looked for: a name, or words that describe it.
        pub query: String = String::new(),
        /// Levels to find: `L1` (packages, by name and directory; they come first), `L2`
        /// (files) and `L3` (symbols); the last two by default.
        pub levels: Vec<FoundLevel> = Vec::new(),
        /// The most hits, up to 50; by default 10 as far as the budget reaches.
        pub top_k: Option<u32> = None,
        /// How many hits are skipped, for paging.
        pub offset: u32 = 0,
        /// Kinds of nodes to find: `class`, `function`, `method` or any one kind.
        pub kinds: OneOrMany = OneOrMany::default(),
        /// Packages to look in, by name or directory; all by default.
        pub packages: OneOrMany = OneOrMany::default(),
        /// Languages to look in; all by default.
        pub languages: OneOrMany = OneOrMany::default(),
        /// Hits below this score are left out.
        pub min_score: f32 = 0.0,
        /// How it is looked for.
        pub mode: CodebaseSearchMode = CodebaseSearchMode::default(),
        /// The vector of the query, where the host embeds.
        pub query_vector: Option<Vec<f32>> = None,
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

words! {
    /// What a search compares.
    pub enum CodebaseSearchMode {
        /// Words and vectors; words alone where the index has no vectors.
        #[default]
        Hybrid = "hybrid",
        /// Vectors.
        Vector = "vector",
        /// Words.
        Lexical = "lexical",
    }
}

/// A symbol or file that was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct CodebaseHit {
    /// Its fully qualified name.
    pub fqn: String,
    /// What it is.
    pub kind: &'static str,
    /// First and last line, 1-based, inclusive; zeros of packages.
    pub range: (u32, u32),
    /// How well it fits; comparable within one answer only.
    pub score: f64,
    /// One line that shows what it is.
    pub summary: String,
    /// Declaration up to the body, of symbols.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub signature: Option<String>,
    /// What found it: `exact`, `lexical`, `vector`, `hybrid` or `mention`.
    pub match_origin: &'static str,
}

/// What was found, and how.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct CodebaseHits {
    /// The hits, best first.
    pub hits: Vec<CodebaseHit>,
    /// `name` (whole names) or `concept` (words of names, documentation, bodies).
    pub lane: &'static str,
    /// Why that lane.
    pub reason: String,
    /// What the ranking was made of: `hybrid`, `vector` or `lexical`.
    pub mode: RetrievalMode,
    /// `high`, `low` or `none`: how far the head stands out.
    pub confidence: &'static str,
    /// Nodes with a score.
    pub total_candidates: u32,
    /// What part of them is shown.
    pub page: Page,
    /// Whether there are more than are shown.
    pub truncated: bool,
    /// How many files were taken in before answering.
    pub refreshed_files: u32,
}

impl Operation for CodebaseSearch {
    const NAME: &'static str = "codebase_search";
    const DOC: &'static str =
        "Finds symbols and files by a name or a description, in chosen packages and languages.";
    const REQUIRED: &'static [&'static str] = &["query"];
    type Answer = CodebaseHits;

    fn run(&self, view: &View<'_>) -> Result<CodebaseHits> {
        let top_k = self.top_k.unwrap_or(DEFAULT_TOP_K).min(MAX_TOP_K);
        let packages = self.packages(view)?;
        let named = self.named_packages(view, &packages);
        let skipped = (self.offset as usize).min(named.len());
        let named_total = named.len() as u32;
        let named: Vec<CodebaseHit> = named
            .into_iter()
            .skip(skipped)
            .take(top_k as usize)
            .collect();
        let rest = top_k - named.len() as u32;
        let search = Search {
            query: self.query.clone(),
            top_k: Some(rest),
            offset: self.offset - skipped as u32,
            entity_type_filter: self.kinds.clone(),
            languages: self.languages.clone(),
            min_score: self.min_score,
            mode: match self.mode {
                CodebaseSearchMode::Hybrid => RetrievalMode::Hybrid,
                CodebaseSearchMode::Vector => RetrievalMode::Vector,
                CodebaseSearchMode::Lexical => RetrievalMode::Lexical,
            },
            query_vector: self.query_vector.clone(),
            ..Search::default()
        };
        let is_any = self.levels.is_empty() && packages.is_empty();
        let wanted = |node| {
            let inside = || packages.contains(&view.packages.of_node(view.graph, node));
            self.has_level(view, node) && (packages.is_empty() || inside())
        };
        let found = search.among(view, (!is_any).then_some(&wanted))?;
        let total = found.page.total + named_total;
        let surest = named.iter().any(|hit| hit.match_origin == "exact");
        let hits: Vec<CodebaseHit> = named
            .into_iter()
            .chain(found.hits.into_iter().map(hit))
            .collect();
        let page = page(total as usize, self.offset, hits.len(), top_k);
        Ok(CodebaseHits {
            hits,
            lane: found.ranking.lane,
            reason: found.ranking.reason,
            mode: found.ranking.mode,
            confidence: if surest {
                "high"
            } else {
                found.ranking.confidence
            },
            total_candidates: total,
            truncated: page.is_cut(),
            page,
            refreshed_files: view.host.refreshed,
        })
    }

    bounded!(top_k, ["hits"]);
}

impl CodebaseSearch {
    /// Whether nodes of the levels that are asked for pass.
    fn has_level(&self, view: &View<'_>, node: NodeId) -> bool {
        let level = || match view.graph.node(node).symbol {
            Some(_) => FoundLevel::L3,
            None => FoundLevel::L2,
        };
        self.levels.is_empty() || self.levels.contains(&level())
    }

    /// The packages that the query names, best first, where they are asked for.
    fn named_packages(&self, view: &View<'_>, within: &[PackageAt]) -> Vec<CodebaseHit> {
        let kinds = self.kinds.as_slice();
        let asked = self.levels.contains(&FoundLevel::L1)
            && (kinds.is_empty() || kinds.iter().any(|kind| kind == "package"));
        let packages = view
            .packages
            .list()
            .iter()
            .enumerate()
            .filter(|(at, package)| {
                let inside = within.is_empty() || within.contains(at);
                asked && inside && !package.manifests.is_empty()
            });
        let words = words_of(&self.query);
        let mut found: Vec<CodebaseHit> = packages
            .filter_map(|(at, package)| {
                let (score, match_origin) = fit(package, &self.query, &words)?;
                let manifests = package.manifests.join(", ");
                (score >= f64::from(self.min_score)).then(|| CodebaseHit {
                    fqn: view.packages.id(at).to_owned(),
                    kind: Kind::Package.as_str(),
                    range: (0, 0),
                    score: rounded(score),
                    summary: format!("{} ({manifests})", package.name),
                    signature: None,
                    match_origin,
                })
            })
            .collect();
        found.arrange_by(|a, b| b.score.total_cmp(&a.score).then(a.fqn.cmp(&b.fqn)));
        found
    }

    /// The packages that are asked for.
    fn packages(&self, view: &View<'_>) -> Result<Vec<PackageAt>> {
        let mut packages = Vec::new();
        for name in self.packages.as_slice() {
            let mut unmatched = Unmatched::default();
            let node = resolve(view, name, &mut unmatched).ok_or_else(|| {
                let message = format!("no package is called `{name}`{}", did_you_mean(view, name));
                WaymarkError::new(Code::NotFound, message)
            })?;
            packages.push(view.packages.of_node(view.graph, node));
        }
        Ok(packages)
    }
}

/// The words of a text in lower case.
fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// How well a package fits a query by its names and its directory: 1 where it is called
/// so, else the share of the query's words that it is called by; none without any.
fn fit(package: &Package, query: &str, words: &[String]) -> Option<(f64, &'static str)> {
    let names = || package.names.iter().chain([&package.name, &package.dir]);
    let query = query.trim();
    if names().any(|name| !name.is_empty() && name.eq_ignore_ascii_case(query)) {
        return Some((1.0, "exact"));
    }
    let known: Vec<String> = names().flat_map(|name| words_of(name)).collect();
    let met = words.iter().filter(|word| known.contains(word)).count();
    (met > 0).then(|| (met as f64 / words.len() as f64 * 0.9, "lexical"))
}

fn hit(hit: SearchHit) -> CodebaseHit {
    CodebaseHit {
        fqn: hit.node.id,
        kind: hit.node.kind,
        range: (hit.node.start_line, hit.node.end_line),
        score: hit.score,
        summary: hit.preview,
        signature: hit.node.signature,
        match_origin: hit.origin,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Built, Tree};

    fn built() -> Built {
        Tree::default()
            .text("hull/Cargo.toml", "[package]\nname = \"hull\"\n")
            .file(
                "hull/anchor.rs",
                "function anchor 1-3\nfunction anchor_chain 4-5",
            )
            .file("sail/anchor.rs", "class anchor_light 1-3")
            .build()
    }

    fn search(params: &CodebaseSearch) -> CodebaseHits {
        params.run(&built().view()).expect("an answer")
    }

    fn of() -> CodebaseSearch {
        CodebaseSearch {
            query: "anchor".to_owned(),
            ..CodebaseSearch::default()
        }
    }

    fn names(hits: &CodebaseHits) -> Vec<&str> {
        let mut names: Vec<&str> = hits.hits.iter().map(|hit| hit.fqn.as_str()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn levels_packages_and_kinds_choose() {
        assert_eq!(search(&of()).total_candidates, 5);
        let files = search(&CodebaseSearch {
            levels: vec![FoundLevel::L2],
            ..of()
        });
        assert_eq!(names(&files), ["hull/anchor.rs", "sail/anchor.rs"]);
        let hull = CodebaseSearch {
            levels: vec![FoundLevel::L3],
            packages: OneOrMany::One("hull".to_owned()),
            ..of()
        };
        assert_eq!(
            names(&search(&hull)),
            ["hull/anchor.rs::anchor", "hull/anchor.rs::anchor_chain"]
        );
        let classes = search(&CodebaseSearch {
            kinds: OneOrMany::One("class".to_owned()),
            ..of()
        });
        assert_eq!(names(&classes), ["sail/anchor.rs::anchor_light"]);
        let unspoken = CodebaseSearch {
            languages: OneOrMany::One("klingon".to_owned()),
            ..of()
        };
        let refused = unspoken.run(&built().view()).map_err(|error| error.code);
        assert_eq!(refused.err(), Some(Code::InvalidArgument));
        let unknown = CodebaseSearch {
            packages: OneOrMany::One("keel".to_owned()),
            ..of()
        };
        let error = unknown.run(&built().view()).map_err(|error| error.code);
        assert_eq!(error.err(), Some(Code::NotFound));
    }

    #[test]
    fn vectors_need_an_embedder() {
        let params = CodebaseSearch {
            mode: CodebaseSearchMode::Vector,
            ..of()
        };
        let error = params.run(&built().view()).map_err(|error| error.code);
        assert_eq!(error.err(), Some(Code::NoEmbedder));
        assert_eq!(search(&of()).mode, RetrievalMode::Lexical);
    }

    #[test]
    fn pages_put_together_are_the_whole() {
        let whole = search(&of());
        let pages = (0..5).map(|offset| {
            search(&CodebaseSearch {
                top_k: Some(1),
                offset,
                ..of()
            })
        });
        let hits: Vec<CodebaseHit> = pages.flat_map(|page| page.hits).collect();
        assert_eq!(hits, whole.hits);
        assert_eq!(
            search(&CodebaseSearch {
                top_k: Some(999),
                ..of()
            })
            .page
            .limit,
            50
        );
        let best = whole.hits[0].score as f32;
        assert!(
            search(&CodebaseSearch {
                min_score: best,
                ..of()
            })
            .hits
            .len()
                < 5
        );
    }
}
