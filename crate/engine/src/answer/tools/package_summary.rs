//! What a package is, offers and needs.

use crate::answer::bounds::bounded;
use crate::answer::info::rounded;
use crate::answer::memo::Order;
use crate::answer::names::{Ambiguous, Missing, Unmatched, by_rank, resolve};
use crate::answer::ops::Operation;
use crate::answer::page::{Page, cut};
use crate::answer::params::params;
use crate::answer::tools::brief::Brief;
use crate::answer::tools::exports;
use crate::answer::tools::measure::{Sums, definition};
use crate::answer::view::View;
use crate::error::Result;
use crate::extract::facts::Flags;
use crate::graph::Graph;
use crate::graph::packages::{Package, PackageAt};
use crate::ids::{FileId, NodeId};
use crate::sort::{self, Arrange};
use crate::tier::Tier;
use serde::Serialize;

/// The most exports of one answer.
const MAX_EXPORTS: u32 = 1000;
const DEFAULT_EXPORTS: u32 = 50;
/// Symbols that the package is best known by.
const KEY_SYMBOLS: usize = 10;
/// The most dependencies of each sort.
const MAX_DEPENDENCIES: usize = 50;

params! {
    /// What a package is, offers and needs.
    pub struct PackageSummary {
        /// The package, by name, directory, or anything in it; by default the root.
        pub fqn: String = String::new(),
        /// Whether its exports are listed; they are by default.
        pub exports: bool = true,
        /// Whether its dependencies are listed; they are by default.
        pub dependencies: bool = true,
        /// The most exports, up to 1000; by default 50 as far as the budget reaches.
        pub max_exports: Option<u32> = None,
        /// How many exports are skipped, for paging.
        pub offset: u32 = 0,
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

/// A package of this tree that another one depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct InternalDependency {
    /// Id of the package.
    pub fqn: String,
    /// Its name.
    pub name: String,
    /// Whether a manifest declares it.
    pub declared: bool,
    /// Edges from the one package into the other, `contains` left out.
    pub edges: u32,
}

/// A package from outside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ExternalDependency {
    /// Its name.
    pub name: String,
    /// Whether a manifest declares it.
    pub declared: bool,
    /// Whether only development or tests want it, as the manifest says.
    pub development: bool,
    /// Imports of it.
    pub imports: u32,
}

/// What a package is, offers and needs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Summary {
    /// Id of the package: its directory.
    pub fqn: String,
    /// Its name as published, else its directory's.
    pub name: String,
    /// Its package managers.
    pub ecosystems: Vec<&'static str>,
    /// Paths of its manifests.
    pub manifests: Vec<String>,
    /// Id of the package around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub parent: Option<String>,
    /// Ids of the packages directly inside it.
    pub packages: Vec<String>,
    /// Files, those of packages inside it left out.
    pub file_count: u32,
    /// Symbols in them.
    pub symbol_count: u32,
    /// Lines of them.
    pub loc: u32,
    /// Its share of the structural rank.
    pub rank: f64,
    /// Paths of the files that others start from.
    pub entry_points: Vec<String>,
    /// What it offers, by rank.
    pub exports: Vec<Brief>,
    /// What part of the exports is shown.
    pub page: Page,
    /// Packages of this tree that it depends on, those of most edges first.
    pub internal: Vec<InternalDependency>,
    /// Packages from outside, those of most imports first; the first fifty.
    pub external: Vec<ExternalDependency>,
    /// The ten symbols of highest rank.
    pub key_symbols: Vec<Brief>,
    /// One paragraph.
    pub summary: String,
    /// The package, if no node bears its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub not_found: Option<Missing>,
    /// The package, if several nodes bear its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub ambiguous: Option<Ambiguous>,
}

impl Operation for PackageSummary {
    const NAME: &'static str = "package_summary";
    const DOC: &'static str =
        "A package: its size, entry points, exports, dependencies and most used symbols.";
    type Answer = Summary;

    fn run(&self, view: &View<'_>) -> Result<Summary> {
        let mut unmatched = Unmatched::default();
        let node = match self.fqn.as_str() {
            "" => Some(Graph::ROOT),
            name => resolve(view, name, &mut unmatched),
        };
        let Some(node) = node else {
            return Ok(Summary {
                not_found: unmatched.missing.pop(),
                ambiguous: unmatched.ambiguous.pop(),
                ..Summary::default()
            });
        };
        let at = view.packages.of_node(view.graph, node);
        let empty = Package::default();
        let package = view.packages.list().get(at).unwrap_or(&empty);
        let files: Vec<FileId> = (0..view.corpus.files().len())
            .map(FileId::at)
            .filter(|&file| view.packages.of_file(file) == at)
            .collect();
        let mut sums = Sums::default();
        let measured = view.memo.sums(view);
        files
            .iter()
            .for_each(|&file| sums.add(&measured[file.index()]));
        let offered = match self.exports {
            true => ranked(view, exports::of_package(view, at)),
            false => Vec::new(),
        };
        let limit = self.max_exports.unwrap_or(DEFAULT_EXPORTS).min(MAX_EXPORTS);
        let (shown, page) = cut(&offered, self.offset, limit);
        let (internal, external) = match self.dependencies {
            true => (internal(view, at, package), external(view, &files, package)),
            false => Default::default(),
        };
        let key = key_symbols(view, at);
        let briefs = |nodes: &[NodeId]| nodes.iter().map(|&node| Brief::of(view, node)).collect();
        let inside = view.packages.list().iter().enumerate();
        let inside = inside.filter(|(_, inner)| inner.parent == Some(at) && !inner.dir.is_empty());
        Ok(Summary {
            fqn: view.packages.id(at).to_owned(),
            name: package.name.clone(),
            ecosystems: package.ecosystems.clone(),
            manifests: package.manifests.clone(),
            parent: package
                .parent
                .map(|parent| view.packages.id(parent).to_owned()),
            packages: inside
                .map(|(at, _)| view.packages.id(at).to_owned())
                .collect(),
            file_count: sums.files,
            symbol_count: sums.symbols,
            loc: sums.loc,
            rank: rounded(sums.rank),
            entry_points: package.entries.clone(),
            summary: paragraph(view, package, &sums, &key, internal.len(), external.len()),
            exports: briefs(shown),
            page,
            internal,
            external,
            key_symbols: briefs(&key),
            ..Summary::default()
        })
    }

    bounded!(max_exports, ["exports"]);
}

fn ranked(view: &View<'_>, nodes: &[NodeId]) -> Vec<NodeId> {
    let mut nodes = nodes.to_vec();
    by_rank(view, &mut nodes);
    nodes
}

/// The symbols of highest rank in files of the product.
fn key_symbols(view: &View<'_>, at: PackageAt) -> Vec<NodeId> {
    let is_own = |node: &NodeId| {
        let row = view.graph.node(*node);
        let file = row.file.filter(|&file| view.packages.of_file(file) == at);
        let file = file.and_then(|file| view.corpus.file(file));
        !row.flags.has(Flags::OUTLINE) && file.is_some_and(|file| file.tier == Tier::Product)
    };
    let all = view.memo.symbols(view, Order::Rank).iter().copied();
    all.filter(is_own).take(KEY_SYMBOLS).collect()
}

/// The packages that `at` leads into, by declaration or by edges.
fn internal(view: &View<'_>, at: PackageAt, package: &Package) -> Vec<InternalDependency> {
    let leaving = view.memo.uses(view).iter();
    let leaving = leaving.filter(|((source, _), _)| *source as usize == at);
    let mut edges: Vec<(PackageAt, u32)> = leaving
        .map(|((_, target), arrow)| (*target as usize, arrow.edges))
        .collect();
    let declared = |other| {
        package
            .dependencies
            .iter()
            .any(|depends| depends.inside == Some(other))
    };
    let inside = package
        .dependencies
        .iter()
        .filter_map(|depends| depends.inside);
    edges.extend(inside.map(|other| (other, 0)));
    sort::merge(&mut edges, |sum, more| *sum += more);
    let others = edges.into_iter().filter(|&(other, _)| other != at);
    let mut internal: Vec<InternalDependency> = others
        .map(|(other, edges)| InternalDependency {
            fqn: view.packages.id(other).to_owned(),
            name: view.packages.list()[other].name.clone(),
            declared: declared(other),
            edges,
        })
        .collect();
    internal.arrange_by(|a, b| b.edges.cmp(&a.edges).then(a.fqn.cmp(&b.fqn)));
    internal
}

/// The packages from outside that `files` import or the manifests declare.
fn external(view: &View<'_>, files: &[FileId], package: &Package) -> Vec<ExternalDependency> {
    let imports = view.memo.imports(view).iter();
    let imports = imports.filter(|((file, _), _)| files.binary_search(file).is_ok());
    let names = imports.map(|((_, id), count)| {
        let name = id.rsplit("::").next().unwrap_or(id);
        (name.to_owned(), *count)
    });
    let mut used: Vec<(String, u32)> = names.collect();
    sort::merge(&mut used, |sum, more| *sum += more);
    let outside = package
        .dependencies
        .iter()
        .filter(|depends| depends.inside.is_none());
    let mut external: Vec<ExternalDependency> = outside
        .map(|depends| ExternalDependency {
            name: depends.name.clone(),
            declared: true,
            development: depends.development,
            imports: 0,
        })
        .collect();
    let namespaces = package.ecosystems.contains(&"nuget");
    used.retain(|(name, count)| {
        let fits = external
            .iter_mut()
            .filter(|one| provides(&one.name, name, namespaces));
        let provider = fits.max_by_key(|one| one.name.len());
        provider.map(|one| one.imports += count).is_none()
    });
    external.extend(used.into_iter().map(|(name, imports)| ExternalDependency {
        name,
        declared: false,
        development: false,
        imports,
    }));
    external.arrange_by(|a, b| b.imports.cmp(&a.imports).then(a.name.cmp(&b.name)));
    external.truncate(MAX_DEPENDENCIES);
    external
}

/// Whether the package `name` provides what is imported as `used`; of packages that
/// are called like `namespaces`, also what is below theirs.
fn provides(name: &str, used: &str, namespaces: bool) -> bool {
    let begins = || {
        let (head, rest) = (used.get(..name.len())?, used.get(name.len()..)?);
        let inside = rest.is_empty() || rest.starts_with('.');
        Some(inside && head.eq_ignore_ascii_case(name))
    };
    name == used || namespaces && begins() == Some(true)
}

/// What the package is in a few words: no more than the other fields tell.
fn paragraph(
    view: &View<'_>,
    package: &Package,
    sums: &Sums,
    key: &[NodeId],
    internal: usize,
    external: usize,
) -> String {
    let sort = package.ecosystems.first().copied().unwrap_or("plain");
    let language = sums.language().unwrap_or_else(|| "no language".to_owned());
    let mut text = format!(
        "{} is a {sort} package of {} files in {language} with {} symbols on {} lines",
        package.name, sums.files, sums.symbols, sums.loc
    );
    text +=
        &format!("; it depends on {internal} packages of this tree and {external} from outside.");
    let names: Vec<&str> = key
        .iter()
        .take(3)
        .map(|&node| view.graph.name(node))
        .collect();
    if !names.is_empty() {
        text += &format!(" Most used: {}.", names.join(", "));
    }
    let docs = key
        .iter()
        .filter_map(|&node| definition(view, node)?.doc.lines().next());
    if let Some(doc) = docs.map(str::trim).find(|doc| !doc.is_empty()) {
        text += &format!(" {doc}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Built, Tree};

    fn built() -> Built {
        Tree::default()
            .text("hull/package.json", r#"{"name":"hull","main":"a.ts"}"#)
            .file("hull/a.ts", "exported-function f 1-3\nfunction g 4-5")
            .text(
                "sail/package.json",
                r#"{"name":"sail","main":"i.ts","dependencies":{"hull":"1","left":"1"}}"#,
            )
            .file("sail/i.ts", "exported-class S 1-9")
            .call("sail/i.ts::S", "hull/a.ts::f", 2)
            .build()
    }

    fn summary(params: &PackageSummary) -> Summary {
        params.run(&built().view()).expect("an answer")
    }

    fn of(fqn: &str) -> PackageSummary {
        PackageSummary {
            fqn: fqn.to_owned(),
            ..PackageSummary::default()
        }
    }

    #[test]
    fn a_package_is_named_in_several_ways() {
        for name in ["hull", "hull/a.ts", "hull/a.ts::f", "hull::a.ts:f"] {
            assert_eq!(summary(&of(name)).fqn, "hull", "{name}");
        }
        assert_eq!(summary(&of("")).packages, ["hull", "sail"]);
        let unknown = summary(&of("hall"));
        assert!(unknown.not_found.is_some() && unknown.name.is_empty());
    }

    #[test]
    fn what_it_offers_and_needs_is_told() {
        let hull = summary(&of("hull"));
        assert_eq!((hull.file_count, hull.symbol_count), (2, 2));
        let exports: Vec<_> = hull
            .exports
            .iter()
            .map(|export| export.fqn.as_str())
            .collect();
        assert_eq!(exports, ["hull/a.ts::f"]);
        assert_eq!(hull.entry_points, ["hull/a.ts"]);
        let sail = summary(&of("sail"));
        let inside = &sail.internal[0];
        assert_eq!(
            (inside.name.as_str(), inside.declared, inside.edges),
            ("hull", true, 1)
        );
        let outside = &sail.external[0];
        assert_eq!(
            (outside.name.as_str(), outside.declared, outside.imports),
            ("left", true, 0)
        );
        assert!(
            sail.summary
                .starts_with("sail is a npm package of 2 files in rust"),
            "{}",
            sail.summary
        );
    }

    #[test]
    fn parts_can_be_left_out() {
        let short = summary(&PackageSummary {
            exports: false,
            dependencies: false,
            ..of("sail")
        });
        assert!(short.exports.is_empty() && short.internal.is_empty() && short.external.is_empty());
        assert_eq!(
            summary(&PackageSummary {
                max_exports: Some(0),
                ..of("hull")
            })
            .page
            .total,
            1
        );
    }
}
