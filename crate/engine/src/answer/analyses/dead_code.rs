//! What nothing in the tree uses.

use crate::answer::bounds::bounded;
use crate::answer::names::{Ambiguous, Missing, Unmatched};
use crate::answer::ops::Operation;
use crate::answer::page::{Count, Page, cut, tally};
use crate::answer::params::params;
use crate::answer::tools::exports;
use crate::answer::tools::measure::definition;
use crate::answer::tools::scope::Within;
use crate::answer::view::View;
use crate::corpus::File;
use crate::error::Result;
use crate::extract::facts::{Definition, Expr, Flags, Kind};
use crate::extract::manifest::Modules;
use crate::graph::{Graph, Kinds};
use crate::ids::{FileId, NameId, NodeId, SymbolId};
use crate::link::evidence::EdgeKind;
use crate::map::HashSet;
use crate::tier::Tier;
use serde::Serialize;

/// The most symbols of one answer.
const MAX_LIMIT: u32 = 1000;
const DEFAULT_LIMIT: u32 = 100;

params! {
    /// Functions, methods and types that nothing uses.
    ///
    /// A symbol is dead if no edge leads to it but that of its container, nor to what
    /// lies in it from elsewhere, it is code of the product, and nothing lets it out: it
    /// is no export of a library, no test, has no decorator, overrides or implements
    /// nothing, is not run by the language, is no value where it stands (an expression,
    /// a member of an object) nor read like one, is not named as a value in its file or
    /// its component's template, and its name is nowhere used without an edge. What lies
    /// in a dead symbol is not told besides.
    pub struct DeadCode {
        /// Only what lies in this package, directory, file or symbol.
        pub root_fqn: String = String::new(),
        /// The most symbols, up to 1000; by default 100 as far as the budget reaches.
        pub limit: Option<u32> = None,
        /// How many symbols are skipped, for paging.
        pub offset: u32 = 0,
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

/// A symbol that nothing uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct DeadSymbol {
    /// Its fully qualified name.
    pub fqn: String,
    /// What it is.
    pub kind: &'static str,
    /// First and last line, 1-based, inclusive.
    pub range: (u32, u32),
}

/// Symbols that nothing uses, in the order of the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct DeadCodeAnswer {
    /// The symbols.
    pub dead: Vec<DeadSymbol>,
    /// What part of them is shown.
    pub page: Page,
    /// Lines of all of them.
    pub lines: u32,
    /// Symbols without an edge to them that are not told, by what lets them out:
    /// `export`, `test`, `decorator`, `override`, `route`, `run`, `template`, `value` or
    /// `unresolved`.
    pub let_out: Vec<Count>,
    /// The part, if no node bears its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub not_found: Option<Missing>,
    /// The part, if several nodes bear its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub ambiguous: Option<Ambiguous>,
}

impl Operation for DeadCode {
    const NAME: &'static str = "dead_code";
    const DOC: &'static str =
        "Functions, methods and types that nothing in the tree uses and nothing lets out.";
    type Answer = DeadCodeAnswer;

    fn run(&self, view: &View<'_>) -> Result<DeadCodeAnswer> {
        let mut unmatched = Unmatched::default();
        let Some(within) = Within::parse(view, &self.root_fqn, &mut unmatched) else {
            return Ok(DeadCodeAnswer {
                not_found: unmatched.missing.pop(),
                ambiguous: unmatched.ambiguous.pop(),
                ..DeadCodeAnswer::default()
            });
        };
        let graph = view.graph;
        let key = format!("dead code {within:?}");
        let found = view.memo.recent(key, || unused(view, within));
        let (dead, let_out) = &*found;
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT);
        let (shown, page) = cut(dead, self.offset, limit);
        let symbol = |&node: &NodeId| DeadSymbol {
            fqn: graph.fqn(node),
            kind: graph.node(node).kind.as_str(),
            range: graph.node(node).lines,
        };
        Ok(DeadCodeAnswer {
            dead: shown.iter().map(symbol).collect(),
            page,
            lines: dead.iter().map(|&node| graph.node(node).line_count()).sum(),
            let_out: tally(let_out.iter().copied()),
            ..DeadCodeAnswer::default()
        })
    }

    bounded!(limit, ["dead"]);
}

/// What nothing uses and nothing lets out, but for what is inside such a symbol; and
/// what lets others out, once each.
fn unused(view: &View<'_>, within: Within<'_>) -> (Vec<NodeId>, Vec<&'static str>) {
    let graph = view.graph;
    let mut outs = Outs {
        view,
        handlers: view.routes.handlers(),
        values: None,
    };
    let mut dead: Vec<NodeId> = Vec::new();
    let mut told = vec![false; graph.nodes().len()];
    let mut let_out = Vec::new();
    let inside = within.filter(view);
    let symbols = graph
        .ids()
        .filter(|&node| inside(node) && is_unused(view, node));
    for node in symbols {
        match outs.way_out(node) {
            Some(way) => let_out.push(way),
            None => {
                let inner = graph.ancestors(node).any(|outer| told[outer.index()]);
                dead.extend((!inner).then_some(node));
                told[node.index()] = true;
            }
        }
    }
    (dead, let_out)
}

/// Whether `node` is a function, method or type of the product that no edge
/// leads to but that of its container.
fn is_unused(view: &View<'_>, node: NodeId) -> bool {
    let row = view.graph.node(node);
    let kind = matches!(
        row.kind,
        Kind::Function | Kind::Method | Kind::Macro | Kind::Test
    ) || row.kind.is_type();
    let product = || {
        let file = row.file.and_then(|file| view.corpus.file(file));
        file.is_some_and(|file| file.tier == Tier::Product)
    };
    kind && row.symbol.is_some()
        && !row.flags.has(Flags::OUTLINE)
        && view
            .graph
            .in_edges(node)
            .all(|edge| !Kinds::USES.has(edge.kind))
        && product()
        && !(row.kind.is_type() && is_entered(view, node))
}

/// Whether something elsewhere uses what lies in `node`.
fn is_entered(view: &View<'_>, node: NodeId) -> bool {
    let graph = view.graph;
    let is_inside = |at: NodeId| at == node || graph.ancestors(at).any(|outer| outer == node);
    graph.children(node).any(|member| {
        let mut edges = graph.in_edges(member);
        edges.any(|edge| Kinds::USES.has(edge.kind) && !is_inside(edge.source))
    })
}

/// Whether something in `node`, however deep, is as asked.
fn holds(graph: &Graph, node: NodeId, asked: impl Fn(NodeId) -> bool + Copy) -> bool {
    graph
        .children(node)
        .any(|member| asked(member) || holds(graph, member, asked))
}

/// What lets symbols out of sight.
struct Outs<'a> {
    view: &'a View<'a>,
    /// What answers requests, sorted.
    handlers: Vec<SymbolId>,
    /// The last file that was asked about, and the names it has as values.
    values: Option<(FileId, HashSet<NameId>)>,
}

impl Outs<'_> {
    /// How `node` may be used without an edge; none if in no way.
    fn way_out(&mut self, node: NodeId) -> Option<&'static str> {
        let row = self.view.graph.node(node);
        let definition = definition(self.view, node)?;
        let at = row.file?;
        let file = self.view.corpus.file(at)?;
        if row.kind == Kind::Test || row.flags.has(Flags::TEST) {
            return Some("test");
        }
        if !definition.decorators.is_empty() {
            return Some("decorator");
        }
        if row
            .symbol
            .is_some_and(|symbol| self.handlers.binary_search(&symbol).is_ok())
        {
            return Some("route");
        }
        if self.is_run(node, file) {
            return Some("run");
        }
        if self.overrides(node, file, definition) {
            return Some("override");
        }
        if self.is_exported(node) {
            return Some("export");
        }
        if self.is_value(node, file, definition) {
            return Some("value");
        }
        if is_in_component(self.view, file) && definition.container.is_none() {
            return Some("template");
        }
        if self
            .view
            .memo
            .absences(self.view, row.name)
            .next()
            .is_some()
        {
            return Some("unresolved");
        }
        let values = match &mut self.values {
            Some((known, values)) if *known == at => values,
            values => &mut values.insert((at, named_as_values(file))).1,
        };
        values.contains(&definition.name).then_some("value")
    }

    /// Whether the language uses it: by its name, for what it is, for a member that
    /// is run, or as a declaration in what is used.
    fn is_run(&self, node: NodeId, file: &File) -> bool {
        let graph = self.view.graph;
        let row = graph.node(node);
        let is_run = |node: NodeId| graph.node(node).flags.has(Flags::RUN);
        let is_declared = row.kind.is_type() || row.flags.has(Flags::ABSTRACT);
        if is_run(node)
            || row.kind.is_type() && holds(graph, node, is_run)
            || is_declared && graph.ancestors(node).any(is_run)
        {
            return true;
        }
        let language = file
            .language
            .as_deref()
            .and_then(|name| self.view.languages.get(name));
        let name = graph.name(node);
        let fits = |pattern: &String| match pattern.split_once('*') {
            Some((head, tail)) => {
                name.len() >= head.len() + tail.len()
                    && name.starts_with(head)
                    && name.ends_with(tail)
            }
            None => pattern == name,
        };
        language.is_some_and(|language| language.manifest.runs.iter().any(fits))
    }

    /// Whether it stands in for something else that may be called: it overrides,
    /// implements for a type from outside, or is of a type with a supertype from
    /// outside.
    fn overrides(&self, node: NodeId, file: &File, definition: &Definition) -> bool {
        let graph = self.view.graph;
        let up = |node: NodeId| {
            let kinds = [
                EdgeKind::Overrides,
                EdgeKind::Inherits,
                EdgeKind::Implements,
            ];
            graph
                .out_edges(node)
                .iter()
                .filter(|edge| kinds.contains(&edge.kind))
                .count()
        };
        // A supertype may ask for an alias, but for no other type.
        let kind = graph.node(node).kind;
        if kind.is_type() && kind != Kind::TypeAlias {
            return false;
        }
        if up(node) > 0 {
            return true;
        }
        let outer = definition
            .container
            .and_then(|outer| file.facts.outline().get(outer.index()));
        if outer.is_some_and(|outer| outer.kind == Kind::Extension && outer.implements.is_some()) {
            return true;
        }
        let Some(type_) = graph
            .parent(node)
            .filter(|&outer| graph.node(outer).kind.is_type())
        else {
            return false;
        };
        if structural(self.view, file) && graph.node(node).flags.has(Flags::EXPORTED) {
            return true;
        }
        let declared = graph
            .node(type_)
            .file
            .and_then(|at| self.view.corpus.file(at));
        let symbol = graph
            .node(type_)
            .symbol
            .and_then(|symbol| self.view.corpus.locate(symbol));
        let written = declared.zip(symbol).map_or(0, |(file, (_, own))| {
            file.facts
                .inheritance
                .iter()
                .filter(|row| row.definition == own)
                .count()
        });
        written > up(type_)
    }

    /// Whether it is a value where it stands, or is read like one.
    fn is_value(&self, node: NodeId, file: &File, definition: &Definition) -> bool {
        let graph = self.view.graph;
        // Only an expression has a name that is known inside it alone, or none.
        let scope = file.facts.scopes.get(definition.scope.index());
        let is_expression = scope.is_some_and(|scope| {
            let (own, around) = (definition.span, scope.span);
            scope.parent != definition.scope && own.start <= around.start && around.end <= own.end
        });
        let is_nameless = graph.name(node).starts_with('<');
        let outer = graph.parent(node).map(|outer| graph.node(outer));
        let in_object = definition.kind == Kind::Method
            && definition.owner.is_none()
            && outer.is_some_and(|outer| outer.symbol.is_some() && !outer.kind.is_type());
        is_expression || is_nameless || in_object || definition.flags.has(Flags::ACCESSOR)
    }

    fn is_exported(&self, node: NodeId) -> bool {
        let view = self.view;
        let at = view.packages.of_node(view.graph, node);
        let offered = exports::of_package(view, at);
        let offers = |node: NodeId| offered.binary_search(&node).is_ok();
        offers(node) || {
            // Members of what is offered are offered, unless they are private.
            let hidden = view.graph.node(node).flags.has(Flags::PRIVATE);
            let from_file = view
                .packages
                .list()
                .get(at)
                .is_some_and(exports::starts_from_files);
            from_file && !hidden && view.graph.ancestors(node).any(offers)
        }
    }
}

/// Whether the file is a component, whose template names what its scripts declare.
fn is_in_component(view: &View<'_>, file: &File) -> bool {
    let language = file
        .language
        .as_deref()
        .and_then(|name| view.languages.get(name));
    language.is_some_and(|language| !language.manifest.regions.tag.is_empty())
}

/// Whether methods of the file's language satisfy interfaces without saying so.
fn structural(view: &View<'_>, file: &File) -> bool {
    let language = file
        .language
        .as_deref()
        .and_then(|name| view.languages.get(name));
    language.is_some_and(|language| language.manifest.modules == Modules::Go)
}

/// What `file` names as a value: of an export, an object, a variable.
fn named_as_values(file: &File) -> HashSet<NameId> {
    let name = |expr: &Expr| match expr {
        Expr::Name { name, .. } | Expr::Member { name, .. } => Some(*name),
        _ => None,
    };
    file.facts.exprs.iter().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::evidence::Absence;
    use crate::testing::{Built, Tree};

    fn built() -> Built {
        Tree::default()
            .text("lib/package.json", r#"{"name":"lib","main":"i.ts"}"#)
            .file("lib/i.ts", "exported-function offered 1-3\nfunction kept 4-5\nexported-class C 6-9\n  method inner 7-8")
            .file("a.rs", "function used 1-2\nfunction unused 3-4\nclass D 5-9\n  method m 6-7\ntest checks 10-11\nfunction maybe 12-13\nmethod over 14-15")
            .call("a.rs::checks", "a.rs::used", 10)
            .link(EdgeKind::Overrides, "a.rs::over", "a.rs::used", 14)
            .absence("a.rs::used", 1, "maybe", Absence::Dynamic)
            .build()
    }

    fn dead(params: &DeadCode) -> DeadCodeAnswer {
        params.run(&built().view()).expect("an answer")
    }

    fn names(answer: &DeadCodeAnswer) -> Vec<&str> {
        answer.dead.iter().map(|dead| dead.fqn.as_str()).collect()
    }

    #[test]
    fn what_nothing_uses_is_told_once() {
        let answer = dead(&DeadCode::default());
        assert_eq!(
            names(&answer),
            ["a.rs::unused", "a.rs::D", "lib/i.ts::kept"]
        );
        assert_eq!(answer.lines, 2 + 5 + 2);
        let ways: Vec<_> = answer
            .let_out
            .iter()
            .map(|way| (way.name.as_str(), way.count))
            .collect();
        assert_eq!(
            ways,
            [
                ("export", 3),
                ("override", 1),
                ("test", 1),
                ("unresolved", 1)
            ]
        );
    }

    #[test]
    fn a_part_and_pages_are_told() {
        let part = dead(&DeadCode {
            root_fqn: "lib".to_owned(),
            ..DeadCode::default()
        });
        assert_eq!(names(&part), ["lib/i.ts::kept"]);
        let second = dead(&DeadCode {
            limit: Some(1),
            offset: 1,
            ..DeadCode::default()
        });
        assert_eq!((names(&second), second.page.total), (vec!["a.rs::D"], 3));
    }

    #[test]
    fn nothing_dead_has_a_user() {
        let built = built();
        let view = built.view();
        for dead in dead(&DeadCode::default()).dead {
            let nodes = crate::graph::lookup::find(view.graph, &dead.fqn);
            let users = view
                .graph
                .in_edges(nodes[0])
                .filter(|edge| edge.kind != EdgeKind::Contains);
            assert_eq!(users.count(), 0, "{}", dead.fqn);
        }
    }
}
