//! What a tree consists of, level by level.

use crate::answer::bounds::bounded;
use crate::answer::info::rounded;
use crate::answer::memo::Order;
use crate::answer::names::{Ambiguous, Missing, Unmatched};
use crate::answer::ops::Operation;
use crate::answer::page::{Page, cut};
use crate::answer::params::{params, words};
use crate::answer::tools::measure::{Sums, cyclomatic, definition};
use crate::answer::tools::scope::{Level, Within};
use crate::answer::view::View;
use crate::error::Result;
use crate::ids::{FileId, NodeId};
use crate::sort::Arrange;
use serde::Serialize;
use std::fmt::Write as _;

/// The most entries of one answer (spec 3.3).
const MAX_ENTRIES: u32 = 1000;
const DEFAULT_ENTRIES: u32 = 200;

params! {
    /// What a tree consists of.
    pub struct CodebaseMap {
        /// `L0` (the repository), `L1` (packages, the default), `L2` (files) or `L3`
        /// (symbols).
        pub level: Level = Level::L1,
        /// Only what lies in this package, directory, file or symbol.
        pub root_fqn: String = String::new(),
        /// Whether complexity and lines are told; they are by default.
        pub metrics: bool = true,
        /// The most entries, up to 1000; by default 200 as far as the budget reaches.
        pub max_entries: Option<u32> = None,
        /// How many entries are skipped, for paging.
        pub offset: u32 = 0,
        /// What comes first.
        pub rank: MapRank = MapRank::default(),
        /// Whether a table in Markdown is drawn too.
        pub format: MapFormat = MapFormat::default(),
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

words! {
    /// What comes first in a map.
    pub enum MapRank {
        /// What the rest of the tree leans on most.
        #[default]
        Pagerank = "pagerank",
        /// What has most lines.
        Size = "size",
        /// By fully qualified name.
        Name = "name",
    }
}

words! {
    /// How a map is told.
    pub enum MapFormat {
        /// As entries.
        #[default]
        Json = "json",
        /// As a table in Markdown, without entries.
        Markdown = "markdown",
    }
}

/// A package, file or symbol of a map.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct MapEntry {
    /// Its id; of a package that of its directory.
    pub fqn: String,
    /// Its name; of a package as published.
    pub name: String,
    /// `repository`, `package`, `file` or the kind of the symbol.
    pub kind: &'static str,
    /// The language of most of its lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub language: Option<String>,
    /// Files of a package or repository, symbols directly in a file or symbol.
    pub children: u32,
    /// Cyclomatic complexity, summed over what can be called.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub cyclomatic: Option<u32>,
    /// Lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub loc: Option<u32>,
    /// Structural rank, summed over what lies in it but for symbols.
    pub rank: f64,
}

/// Sums over all entries, shown or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct MapTotals {
    /// Packages.
    pub packages: u32,
    /// Files.
    pub files: u32,
    /// Symbols.
    pub symbols: u32,
    /// Lines.
    pub loc: u32,
    /// Cyclomatic complexity.
    pub cyclomatic: u32,
}

/// What a tree consists of.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct MapAnswer {
    /// The entries in the order that was asked for.
    pub entries: Vec<MapEntry>,
    /// Sums over the part of the tree.
    pub totals: MapTotals,
    /// What part of the entries is shown.
    pub page: Page,
    /// Whether there are more entries than are shown.
    pub truncated: bool,
    /// The table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub rendering: Option<String>,
    /// The part, if no node bears its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub not_found: Option<Missing>,
    /// The part, if several nodes bear its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub ambiguous: Option<Ambiguous>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Package(usize),
    File(FileId),
    Symbol(NodeId),
}

impl Operation for CodebaseMap {
    const NAME: &'static str = "codebase_map";
    const DOC: &'static str =
        "Packages, files or symbols with sizes, complexity and rank: what a tree consists of.";
    type Answer = MapAnswer;

    fn run(&self, view: &View<'_>) -> Result<MapAnswer> {
        let mut unmatched = Unmatched::default();
        let Some(within) = Within::parse(view, &self.root_fqn, &mut unmatched) else {
            return Ok(MapAnswer {
                not_found: unmatched.missing.pop(),
                ambiguous: unmatched.ambiguous.pop(),
                ..MapAnswer::default()
            });
        };
        let key = format!("map {:?} {:?} {within:?}", self.level, self.rank);
        let listed = view.memo.recent(key, || self.listed(view, within));
        let limit = self.max_entries.unwrap_or(DEFAULT_ENTRIES).min(MAX_ENTRIES);
        let (shown, page) = cut(&listed.places, self.offset, limit);
        let mut entries: Vec<MapEntry> = shown
            .iter()
            .map(|&place| self.entry(view, place, &listed.packages))
            .collect();
        let rendering = (self.format == MapFormat::Markdown)
            .then(|| table(&std::mem::take(&mut entries), page));
        Ok(MapAnswer {
            totals: listed.totals,
            truncated: page.is_cut(),
            entries,
            page,
            rendering,
            ..MapAnswer::default()
        })
    }

    bounded!(max_entries, ["entries", "rendering"]);
}

/// What a map lists, in order.
struct Listed {
    places: Vec<Place>,
    /// The measures of packages, where these are listed.
    packages: Vec<Sums>,
    totals: MapTotals,
}

impl MapRank {
    const fn order(self) -> Order {
        match self {
            Self::Pagerank => Order::Rank,
            Self::Size => Order::Size,
            Self::Name => Order::Name,
        }
    }
}

impl CodebaseMap {
    fn listed(&self, view: &View<'_>, within: Within<'_>) -> Listed {
        let files = (0..view.corpus.files().len()).map(FileId::at);
        let files: Vec<FileId> = files.filter(|&file| within.has_file(view, file)).collect();
        let mut packages = Vec::new();
        let mut places: Vec<Place> = match self.level {
            Level::L0 | Level::L1 => {
                packages = measured(view, &files, self.level);
                inside(view, &within, &packages)
            }
            Level::L2 => files.iter().map(|&file| Place::File(file)).collect(),
            Level::L3 => symbols(view, within, self.rank.order()),
        };
        if self.level != Level::L3 {
            self.sort(view, &packages, &mut places);
        }
        Listed {
            places,
            packages,
            totals: totals(view, &files),
        }
    }

    /// Sorts packages or files.
    fn sort(&self, view: &View<'_>, packages: &[Sums], places: &mut [Place]) {
        let count = places.len();
        let sums = |place: Place| match place {
            Place::Package(at) => packages.get(at),
            Place::File(file) => view.memo.sums(view).get(file.index()),
            Place::Symbol(_) => None,
        };
        let rank = |place: Place| sums(place).map_or(0.0, |sums| sums.rank);
        let lines = |place: Place| sums(place).map_or(0, |sums| sums.loc);
        match self.rank {
            MapRank::Pagerank => {
                places.arrange_head(count, |&a, &b| rank(b).total_cmp(&rank(a)).then(a.cmp(&b)))
            }
            MapRank::Size => {
                places.arrange_head(count, |&a, &b| lines(b).cmp(&lines(a)).then(a.cmp(&b)));
            }
            MapRank::Name => places.arrange_by_cached_key(|&place| fqn(view, place)),
        }
    }

    fn entry(&self, view: &View<'_>, place: Place, packages: &[Sums]) -> MapEntry {
        let entry = match place {
            Place::Package(at) => self.package(view, at, &packages[at]),
            Place::File(file) => {
                let sums = &view.memo.sums(view)[file.index()];
                node_entry(
                    view,
                    view.graph.file_node(file),
                    sums.loc,
                    sums.cyclomatic,
                    sums.rank,
                )
            }
            Place::Symbol(node) => {
                let own = definition(view, node).map_or(0, cyclomatic);
                let lines = view.graph.node(node).line_count();
                node_entry(view, node, lines, own, view.ranks.of(node))
            }
        };
        match self.metrics {
            true => entry,
            false => MapEntry {
                cyclomatic: None,
                loc: None,
                ..entry
            },
        }
    }

    fn package(&self, view: &View<'_>, at: usize, sums: &Sums) -> MapEntry {
        let package = view.packages.list().get(at);
        MapEntry {
            fqn: fqn(view, Place::Package(at)),
            name: package.map_or_else(String::new, |package| package.name.clone()),
            kind: match self.level {
                Level::L0 => "repository",
                _ => "package",
            },
            language: sums.language(),
            children: sums.files,
            cyclomatic: Some(sums.cyclomatic),
            loc: Some(sums.loc),
            rank: rounded(sums.rank),
        }
    }
}

fn node_entry(view: &View<'_>, node: NodeId, loc: u32, cyclomatic: u32, rank: f64) -> MapEntry {
    let graph = view.graph;
    let row = graph.node(node);
    let language = Some(graph.text(row.language)).filter(|text| !text.is_empty());
    MapEntry {
        fqn: graph.fqn(node),
        name: graph.name(node).to_owned(),
        kind: row.kind.as_str(),
        language: language.map(str::to_owned),
        children: graph.children(node).count() as u32,
        cyclomatic: Some(cyclomatic),
        loc: Some(loc),
        rank: rounded(rank),
    }
}

fn fqn(view: &View<'_>, place: Place) -> String {
    match place {
        Place::Package(at) => view.packages.id(at).to_owned(),
        Place::File(file) => view.graph.fqn(view.graph.file_node(file)),
        Place::Symbol(node) => view.graph.fqn(node),
    }
}

/// The measures of each package, of those of `files` that lie in no package inside
/// it; those of one for all at the level of the repository.
fn measured(view: &View<'_>, files: &[FileId], level: Level) -> Vec<Sums> {
    let count = match level {
        Level::L0 => 1,
        _ => view.packages.list().len(),
    };
    let mut sums = vec![Sums::default(); count];
    let measured = view.memo.sums(view);
    for &file in files {
        sums[view.packages.of_file(file).min(count - 1)].add(&measured[file.index()]);
    }
    sums
}

/// The packages that have a file within or lie there.
fn inside(view: &View<'_>, within: &Within<'_>, packages: &[Sums]) -> Vec<Place> {
    let list = view.packages.list();
    let lies = |at: usize| {
        let dir = list.get(at).map_or("", |package| &package.dir);
        at > 0 && within.has_directory(dir)
    };
    let places = packages.iter().enumerate();
    let places = places.filter(|(at, sums)| sums.files > 0 || lies(*at));
    places.map(|(at, _)| Place::Package(at)).collect()
}

fn symbols(view: &View<'_>, within: Within<'_>, order: Order) -> Vec<Place> {
    let inside = within.filter(view);
    let all = view.memo.symbols(view, order).iter();
    let symbols = all.filter(|&&node| inside(node));
    symbols.map(|&node| Place::Symbol(node)).collect()
}

fn totals(view: &View<'_>, files: &[FileId]) -> MapTotals {
    let mut sums = Sums::default();
    let mut packages = vec![false; view.packages.list().len()];
    let measured = view.memo.sums(view);
    for &file in files {
        sums.add(&measured[file.index()]);
        if let Some(seen) = packages.get_mut(view.packages.of_file(file)) {
            *seen = true;
        }
    }
    MapTotals {
        packages: packages.iter().filter(|&&seen| seen).count() as u32,
        files: sums.files,
        symbols: sums.symbols,
        loc: sums.loc,
        cyclomatic: sums.cyclomatic,
    }
}

fn table(entries: &[MapEntry], page: Page) -> String {
    let mut text = String::from(
        "| name | kind | language | children | complexity | lines |\n|---|---|---|--:|--:|--:|\n",
    );
    let count = |value: Option<u32>| value.map(|value| value.to_string()).unwrap_or_default();
    for entry in entries {
        // Writing into a string cannot fail.
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} |",
            entry.fqn.replace('|', "\\|").replace(['\n', '\r'], " "),
            entry.kind,
            entry.language.as_deref().unwrap_or_default(),
            entry.children,
            count(entry.cyclomatic),
            count(entry.loc)
        );
    }
    if page.is_cut() {
        let _ = writeln!(text, "\n{} of {} shown", page.shown, page.total);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Built, Tree};

    fn built() -> Built {
        Tree::default()
            .text("package.json", r#"{"name":"fleet"}"#)
            .text("hull/package.json", r#"{"name":"hull"}"#)
            .file("hull/a.rs", "class C 1-9\n  method run 2-8")
            .file("src/b.rs", "function f 1-3\nfunction g 4-5")
            .call("src/b.rs::f", "hull/a.rs::C::run", 2)
            .build()
    }

    fn map(params: &CodebaseMap) -> MapAnswer {
        params.run(&built().view()).expect("an answer")
    }

    fn at(level: Level) -> CodebaseMap {
        CodebaseMap {
            level,
            ..CodebaseMap::default()
        }
    }

    fn names(map: &MapAnswer) -> Vec<(&str, &str, u32)> {
        map.entries
            .iter()
            .map(|e| (e.fqn.as_str(), e.kind, e.children))
            .collect()
    }

    #[test]
    fn every_level_is_told() {
        assert_eq!(names(&map(&at(Level::L0))), [(".", "repository", 4)]);
        let packages = map(&CodebaseMap {
            rank: MapRank::Name,
            ..CodebaseMap::default()
        });
        assert_eq!(
            names(&packages),
            [(".", "package", 2), ("hull", "package", 2)]
        );
        assert_eq!(packages.entries[1].name, "hull");
        let files = map(&CodebaseMap {
            rank: MapRank::Size,
            ..at(Level::L2)
        });
        let expected = [("hull/a.rs", "file", 1), ("src/b.rs", "file", 2)];
        assert_eq!(names(&files)[..2], expected);
        assert_eq!(map(&at(Level::L3)).page.total, 4);
    }

    #[test]
    fn the_part_that_is_asked_for_is_told() {
        let hull = CodebaseMap {
            root_fqn: "hull".to_owned(),
            ..at(Level::L3)
        };
        let expected = [
            ("hull/a.rs::C::run", "method", 0),
            ("hull/a.rs::C", "class", 1),
        ];
        assert_eq!(names(&map(&hull)), expected);
        let class = CodebaseMap {
            root_fqn: "C".to_owned(),
            ..at(Level::L3)
        };
        assert_eq!(map(&class).page.total, 2);
        assert_eq!(map(&hull).totals.files, 2);
        let unknown = map(&CodebaseMap {
            root_fqn: "hall".to_owned(),
            ..at(Level::L1)
        });
        assert_eq!(
            unknown.not_found.map(|missing| missing.suggestions),
            Some(vec!["hull".to_owned()])
        );
    }

    #[test]
    fn measures_can_be_left_out() {
        let with = map(&CodebaseMap {
            rank: MapRank::Size,
            ..at(Level::L3)
        });
        assert_eq!(
            (with.entries[0].loc, with.entries[0].cyclomatic),
            (Some(9), Some(0))
        );
        let without = map(&CodebaseMap {
            metrics: false,
            ..at(Level::L3)
        });
        assert_eq!(without.entries[0].loc, None);
    }

    #[test]
    fn pages_put_together_are_the_whole() {
        let whole = map(&at(Level::L3));
        let pages = (0..4).map(|offset| {
            map(&CodebaseMap {
                max_entries: Some(1),
                offset,
                ..at(Level::L3)
            })
        });
        let entries: Vec<MapEntry> = pages
            .flat_map(|page| {
                assert!(page.truncated);
                page.entries
            })
            .collect();
        assert_eq!(entries, whole.entries);
        let capped = map(&CodebaseMap {
            max_entries: Some(9999),
            ..at(Level::L3)
        });
        assert_eq!(capped.page.limit, 1000);
    }

    #[test]
    fn a_table_stands_for_the_entries() {
        let drawn = map(&CodebaseMap {
            format: MapFormat::Markdown,
            max_entries: Some(1),
            ..at(Level::L2)
        });
        let text = drawn.rendering.unwrap_or_default();
        assert!(
            text.contains("| hull/a.rs | file | rust | 1 | 0 | 9 |"),
            "{text}"
        );
        assert!(text.ends_with("1 of 4 shown\n") && drawn.entries.is_empty());
    }
}
