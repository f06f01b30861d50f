//! What a package offers to others.

use crate::answer::view::View;
use crate::extract::facts::{Flags, ImportKind, Kind};
use crate::graph::Kinds;
use crate::graph::packages::{Package, PackageAt};
use crate::ids::{FileId, NodeId};
use crate::link::evidence::EdgeKind;
use crate::map::HashSet;
use crate::sort;
use crate::tier::Tier;

/// The symbols that each package offers, in node order.
///
/// Where its manifest names the files that others start from (npm), those that
/// these files export and re-export; else every exported symbol whose outer
/// symbols are exported too, in files of the product. A package without a
/// manifest, or that is a mere program, offers nothing.
pub(crate) fn of_packages(view: &View<'_>) -> Vec<Vec<NodeId>> {
    let packages = view.packages.list();
    let mut own: Vec<Vec<FileId>> = vec![Vec::new(); packages.len()];
    for (at, row) in view.corpus.files().iter().enumerate() {
        let file = FileId::at(at);
        if row.tier == Tier::Product
            && let Some(files) = own.get_mut(view.packages.of_file(file))
        {
            files.push(file);
        }
    }
    let offered = packages.iter().zip(&own).map(|(package, own)| {
        let mut exports = Exports::default();
        match package {
            package if !package.is_library => {}
            package if starts_from_files(package) => exports.follow(view, &package.entries),
            _ => own.iter().for_each(|&file| exports.own(view, file)),
        }
        sort::unique(&mut exports.symbols);
        exports.symbols
    });
    offered.collect()
}

/// What the package `at` offers, in node order.
pub(crate) fn of_package<'a>(view: &View<'a>, at: PackageAt) -> &'a [NodeId] {
    view.memo.exports(view).get(at).map_or(&[], Vec::as_slice)
}

/// Whether others see only what the files that the manifest names export.
pub(crate) fn starts_from_files(package: &Package) -> bool {
    !package.entries.is_empty() && package.ecosystems.contains(&"npm")
}

#[derive(Default)]
struct Exports {
    symbols: Vec<NodeId>,
    open: Vec<FileId>,
}

impl Exports {
    /// Adds what the files at `paths` export, and what these export of others.
    fn follow(&mut self, view: &View<'_>, paths: &[String]) {
        let mut seen = HashSet::default();
        self.open
            .extend(paths.iter().filter_map(|path| view.corpus.find(path)));
        while let Some(file) = self.open.pop() {
            if seen.insert(file) {
                self.own(view, file);
                self.passed_on(view, file);
            }
        }
    }

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
