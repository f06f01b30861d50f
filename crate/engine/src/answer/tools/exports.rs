//! What a package offers to others.

use crate::answer::view::View;
use crate::extract::facts::{Flags, ImportKind, Kind};
use crate::graph::packages::{Package, PackageAt};
use crate::graph::{Kinds, import_packages};
use crate::ids::{FileId, NodeId};
use crate::link::evidence::EdgeKind;
use crate::map::HashSet;
use crate::sort;
use crate::tier::Tier;

/// The symbols that each package offers, in node order.
///
/// Where its manifest names the files that others start from (npm), those that
/// these files export and re-export; else every exported symbol whose outer
/// symbols are exported too, in files of the product. Where what is public goes by
/// names (Python), those of public modules, with what these take over of private
/// ones; what commands run is offered too. A package without a manifest, or that
/// is a mere program, offers nothing.
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
            _ => own
                .iter()
                .for_each(|&file| exports.public(view, package, file)),
        }
        exports.commands(view, package);
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

/// Whether others may use the symbol: it is exported and, where what is public goes by
/// names, no part of its module's name says otherwise, or a public module takes it over.
pub(crate) fn is_offered(view: &View<'_>, node: NodeId) -> bool {
    let row = view.graph.node(node);
    let Some(file) = row.file else {
        return false;
    };
    let at = view.packages.of_file(file);
    let listed = || of_package(view, at).binary_search(&node).is_ok();
    let package = view.packages.list().get(at);
    let public = || match package.zip(private_prefix(view, file)) {
        Some((package, _)) if package.is_library => listed(),
        Some((package, prefix)) => {
            import_packages::is_public(package, view.graph.path(node), prefix)
        }
        None => true,
    };
    match row.flags.has(Flags::EXPORTED) {
        true => public(),
        // What a command runs may be private otherwise.
        false => package.is_some_and(|package| !package.commands.is_empty()) && listed(),
    }
}

/// What private names begin with, where the language of `file` goes by names.
fn private_prefix<'a>(view: &View<'a>, file: FileId) -> Option<&'a str> {
    let language = view.corpus.file(file)?.language.as_deref()?;
    let scoping = &view.languages.get(language)?.manifest.scoping;
    scoping
        .public_names
        .then_some(scoping.private_prefix.as_str())
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

    /// Adds what `file` of `package` offers, unless it is private itself.
    fn public(&mut self, view: &View<'_>, package: &Package, file: FileId) {
        let Some(prefix) = private_prefix(view, file) else {
            return self.own(view, file);
        };
        let path = view.corpus.file(file).map_or("", |file| &file.path);
        if import_packages::is_public(package, path, prefix) {
            self.own(view, file);
            self.taken_over(view, file, prefix);
        }
    }

    /// Adds what `file` imports and offers as its own: what it lists; where it lists
    /// nothing and stands for a package, all that bears no mark of what is private.
    fn taken_over(&mut self, view: &View<'_>, file: FileId, prefix: &str) {
        let Some(row) = view.corpus.file(file) else {
            return;
        };
        let (graph, facts) = (view.graph, &row.facts);
        let name = |id| facts.names.get(id);
        let listed = |wanted: &str| facts.exports.iter().any(|one| name(one.name) == wanted);
        let offers = |wanted: &str| match facts.exports.is_empty() {
            true => import_packages::is_init(&row.path) && !wanted.starts_with(prefix),
            false => listed(wanted),
        };
        let imports = facts.imports.iter().filter(|import| import.scope.0 == 0);
        for import in imports {
            let bound = import.alias.map(name);
            if bound.is_some_and(|bound| !offers(bound)) {
                continue;
            }
            for target in imported(view, file, import.line) {
                let row = graph.node(target);
                let all = import.kind == ImportKind::Wildcard && row.kind == Kind::Module;
                let inner = row.file.filter(|_| all);
                let of_module = inner
                    .into_iter()
                    .flat_map(|inner| view.corpus.symbols(inner));
                let of_module = of_module.map(|symbol| graph.symbol_node(symbol));
                let named = import.name.map(name) == Some(graph.name(target));
                let itself = Some(target).filter(|_| row.symbol.is_some() && named);
                let exported = |node: &NodeId| graph.node(*node).flags.has(Flags::EXPORTED);
                let outer = of_module.filter(|node| {
                    let top = graph.parent(*node) == inner.map(|inner| graph.file_node(inner));
                    top && exported(node) && offers(graph.name(*node))
                });
                for node in outer.chain(itself) {
                    self.symbols.push(node);
                    self.symbols.extend(graph.children(node).filter(exported));
                }
            }
        }
    }

    /// Adds what commands and plugins run.
    fn commands(&mut self, view: &View<'_>, package: &Package) {
        for (path, name) in &package.commands {
            let Some(file) = view.corpus.find(path) else {
                continue;
            };
            let graph = view.graph;
            let nodes = view
                .corpus
                .symbols(file)
                .map(|symbol| graph.symbol_node(symbol));
            let top = graph.file_node(file);
            let run =
                nodes.filter(|node| graph.name(*node) == name && graph.parent(*node) == Some(top));
            self.symbols.extend(run);
        }
    }

    /// Adds what `file` exports of other files.
    fn passed_on(&mut self, view: &View<'_>, file: FileId) {
        let Some(row) = view.corpus.file(file) else {
            return;
        };
        for import in row.facts.imports.iter().filter(|import| import.reexport) {
            for node in imported(view, file, import.line) {
                let target = view.graph.node(node);
                match (target.kind, import.kind) {
                    (Kind::Module, ImportKind::Wildcard) => self.open.extend(target.file),
                    (Kind::Module, _) => {}
                    _ => self.symbols.push(node),
                }
            }
        }
    }
}

/// What the imports in a line of `file` lead to.
fn imported(view: &View<'_>, file: FileId, line: u32) -> Vec<NodeId> {
    let graph = view.graph;
    let kinds = Kinds::NONE
        .with(EdgeKind::Imports)
        .with(EdgeKind::References)
        .with(EdgeKind::Exports);
    let edges = graph.out_ids(graph.file_node(file)).filter_map(|id| {
        let edge = graph.edge(id).filter(|edge| kinds.has(edge.kind))?;
        let there = graph.sites(id).iter().any(|site| site.line == line);
        there.then_some(edge.target)
    });
    edges.collect()
}
