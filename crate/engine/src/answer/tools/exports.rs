//! What a package offers to others.

use crate::answer::view::View;
use crate::extract::facts::{Flags, ImportKind, Kind};
use crate::graph::Kinds;
use crate::graph::packages::{Package, PackageAt};
use crate::ids::{FileId, NodeId};
use crate::link::evidence::EdgeKind;
use crate::sort;
use crate::tier::Tier;

/// The symbols that the package `at` offers, in node order.
///
/// Where its manifest names the files that others start from (npm), those that
/// these files export and re-export; else every exported symbol whose outer
/// symbols are exported too, in files of the product. A package without a
/// manifest, or that is a mere program, offers nothing.
pub(crate) fn of_package(view: &View<'_>, at: PackageAt) -> Vec<NodeId> {
    let Some(package) = view
        .packages
        .list()
        .get(at)
        .filter(|package| package.is_library)
    else {
        return Vec::new();
    };
    let mut exports = Exports::default();
    if starts_from_files(package) {
        for path in &package.entries {
            exports.open.extend(view.corpus.find(path));
        }
    } else {
        let files = (0..view.corpus.files().len()).map(FileId::at);
        for file in files.filter(|&file| view.packages.of_file(file) == at) {
            if view
                .corpus
                .file(file)
                .is_some_and(|row| row.tier == Tier::Product)
            {
                exports.own(view, file);
            }
        }
    }
    while let Some(file) = exports.open.pop() {
        if !exports.seen.contains(&file) {
            exports.seen.push(file);
            exports.own(view, file);
            exports.passed_on(view, file);
        }
    }
    sort::unique(&mut exports.symbols);
    exports.symbols
}

/// Whether others see only what the files that the manifest names export.
pub(crate) fn starts_from_files(package: &Package) -> bool {
    !package.entries.is_empty() && package.ecosystems.contains(&"npm")
}

#[derive(Default)]
struct Exports {
    symbols: Vec<NodeId>,
    seen: Vec<FileId>,
    open: Vec<FileId>,
}

impl Exports {
    /// Adds what `file` itself exports.
    fn own(&mut self, view: &View<'_>, file: FileId) {
        let graph = view.graph;
        for symbol in view.corpus.symbols(file) {
            let node = graph.symbol_node(symbol);
            let row = graph.node(node);
            if row.symbol != Some(symbol) || !row.flags.has(Flags::EXPORTED) {
                continue;
            }
            let mut around = graph.ancestors(node).map(|outer| graph.node(outer));
            let hidden =
                around.any(|outer| outer.symbol.is_some() && !outer.flags.has(Flags::EXPORTED));
            if !hidden {
                self.symbols.push(node);
            }
        }
    }

    /// Adds what `file` exports of other files.
    fn passed_on(&mut self, view: &View<'_>, file: FileId) {
        let graph = view.graph;
        let Some(row) = view.corpus.file(file) else {
            return;
        };
        let node = graph.file_node(file);
        let kinds = Kinds::NONE
            .with(EdgeKind::Imports)
            .with(EdgeKind::References)
            .with(EdgeKind::Exports);
        for import in row.facts.imports.iter().filter(|import| import.reexport) {
            for id in graph.out_ids(node) {
                let Some(edge) = graph.edge(id).filter(|edge| kinds.has(edge.kind)) else {
                    continue;
                };
                if !graph.sites(id).iter().any(|site| site.line == import.line) {
                    continue;
                }
                let target = graph.node(edge.target);
                match (target.kind, import.kind) {
                    (Kind::Module, ImportKind::Wildcard) => self.open.extend(target.file),
                    (Kind::Module, _) => {}
                    _ => self.symbols.push(edge.target),
                }
            }
        }
    }
}
