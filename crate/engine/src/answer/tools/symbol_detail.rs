//! What is known of one symbol.

use crate::answer::bounds::bounded;
use crate::answer::fetch_node::{BodyMetrics, decorators, metrics};
use crate::answer::info::rounded;
use crate::answer::names::{Ambiguous, Missing, Unmatched, resolve};
use crate::answer::ops::Operation;
use crate::answer::page::{Count, Page, cut};
use crate::answer::params::{params, words};
use crate::answer::tags::Tagger;
use crate::answer::tools::brief::{Brief, Relation, steps};
use crate::answer::tools::exports;
use crate::answer::tools::measure::definition;
use crate::answer::tools::statement_query::{Statement, statements_of};
use crate::answer::uses;
use crate::answer::view::View;
use crate::error::Result;
use crate::extract::facts::Flags;
use crate::graph::Kinds;
use crate::graph::traverse::{Direction, Follow};
use crate::ids::NodeId;
use crate::link::Endpoint;
use crate::link::evidence::EdgeKind;
use serde::Serialize;

/// The most children of one answer.
const MAX_CHILDREN: u32 = 1000;
const DEFAULT_CHILDREN: u32 = 50;
/// Callers and callees that are told without being asked for (spec 3.3).
const CALLS: usize = 10;

/// The kinds of edges of supertypes.
const SUPERTYPES: Kinds = Kinds::NONE
    .with(EdgeKind::Inherits)
    .with(EdgeKind::Implements)
    .with(EdgeKind::Overrides);

params! {
    /// What is known of one symbol.
    pub struct SymbolDetail {
        /// The symbol, file or directory: its id, or any name that means one node.
        pub fqn: String = String::new(),
        /// What is listed in full, page by page. Without it callers and callees
        /// come as the first ten, and nothing else is listed.
        pub expand: Vec<Expand> = Vec::new(),
        /// The most entries of each list, up to 1000; by default 50 as far as the
        /// budget reaches.
        pub max_children: Option<u32> = None,
        /// How many entries of each list are skipped, for paging.
        pub offset: u32 = 0,
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

words! {
    /// A list of a symbol's detail.
    pub enum Expand {
        /// What is directly inside it.
        #[default]
        Members = "members",
        /// Its supertypes and subtypes, what it overrides and what overrides it.
        Inheritance = "inheritance",
        /// Who calls or constructs it.
        Callers = "callers",
        /// What it calls or constructs.
        Callees = "callees",
        /// What of it its package offers to others.
        Exports = "exports",
        /// Its statements.
        Statements = "statements",
        /// Its decorators.
        Decorators = "decorators",
        /// What is around it.
        Parents = "parents",
    }
}

/// Some entries of a list of relations.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Relations {
    /// By the rank of the other node, the highest first.
    pub items: Vec<Relation>,
    /// What part is shown. Totals are floors: see `unresolved`.
    pub page: Page,
}

/// Supertypes and subtypes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct InheritanceOf {
    /// What it inherits from, implements or overrides.
    pub up: Relations,
    /// What inherits from it, implements or overrides it.
    pub down: Relations,
}

/// Some entries of a list of nodes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Briefs {
    /// In source order.
    pub items: Vec<Brief>,
    /// What part is shown.
    pub page: Page,
}

/// What is known of one symbol.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Detail {
    /// Its fully qualified name.
    pub fqn: String,
    /// Its simple name.
    pub name: String,
    /// What it is.
    pub kind: &'static str,
    /// Path of its file, or its own.
    pub path: String,
    /// First and last line, 1-based, inclusive; zeros for directories.
    pub range: (u32, u32),
    /// Its language.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub language: String,
    /// Id of the package it lies in.
    pub package: String,
    /// Declaration up to the body.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub signature: String,
    /// Documentation without comment markers.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub doc: String,
    /// Modifiers: `exported`, `static`, `abstract`, `async`, `accessor`,
    /// `class-method`, `variadic`, `test`, `private`, `distinct`; and the tier of
    /// its file, where that is not the product; `http-endpoint` and other marks of
    /// frameworks; patterns, which begin with `pattern-`.
    pub tags: Vec<String>,
    /// The requests that it answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub routes: Vec<Answers>,
    /// Measures of the body, of symbols.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub metrics: Option<BodyMetrics>,
    /// Whether the file has syntax errors, so that something may be missing.
    pub partial: bool,
    /// Structural rank.
    pub rank: f64,
    /// Who calls or constructs it.
    pub callers: Relations,
    /// What it calls or constructs.
    pub callees: Relations,
    /// Uses of its name anywhere that have no edge, by reason.
    pub unresolved: Vec<Count>,
    /// What is directly inside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub members: Option<Briefs>,
    /// Supertypes and subtypes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub inheritance: Option<InheritanceOf>,
    /// What of it, and of what is in it, its package offers to others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub exports: Option<Briefs>,
    /// Its statements.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub statements: Option<Vec<Statement>>,
    /// Its decorators, attributes and annotations as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub decorators: Option<Vec<String>>,
    /// What is around it, the repository first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub parents: Option<Vec<Brief>>,
    /// The name, if no node bears it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub not_found: Option<Missing>,
    /// The name, if several nodes bear it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub ambiguous: Option<Ambiguous>,
}

/// A request that a function answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Answers {
    /// The verb in capitals; `ANY` for all.
    pub verb: String,
    /// The path.
    pub path: String,
    /// The framework.
    pub framework: String,
}

impl Operation for SymbolDetail {
    const NAME: &'static str = "symbol_detail";
    const DOC: &'static str =
        "A symbol: signature, documentation, measures, callers and callees, and more on request.";
    const REQUIRED: &'static [&'static str] = &["fqn"];
    type Answer = Detail;

    fn run(&self, view: &View<'_>) -> Result<Detail> {
        let mut unmatched = Unmatched::default();
        let Some(node) = resolve(view, &self.fqn, &mut unmatched) else {
            return Ok(Detail {
                not_found: unmatched.missing.pop(),
                ambiguous: unmatched.ambiguous.pop(),
                ..Detail::default()
            });
        };
        let graph = view.graph;
        let row = graph.node(node);
        let definition = definition(view, node);
        let file = row.file.and_then(|file| view.corpus.file(file));
        let asked = |part| self.expand.contains(&part);
        let statements = match asked(Expand::Statements) {
            true => {
                let all = statements_of(view, &[node])?;
                Some(cut(&all, self.offset, self.limit()).0.to_vec())
            }
            false => None,
        };
        Ok(Detail {
            fqn: graph.fqn(node),
            name: graph.name(node).to_owned(),
            kind: row.kind.as_str(),
            path: graph.path(node).to_owned(),
            range: row.lines,
            language: graph.text(row.language).to_owned(),
            package: view
                .packages
                .id(view.packages.of_node(graph, node))
                .to_owned(),
            signature: definition.map_or_else(String::new, |d| d.signature.clone()),
            doc: definition.map_or_else(String::new, |d| d.doc.clone()),
            tags: tags(view, node),
            routes: routes(view, node),
            metrics: definition.and_then(|definition| metrics(view, node, definition)),
            partial: file.is_some_and(|file| file.facts.is_partial()),
            rank: rounded(view.ranks.of(node)),
            callers: self.calls(view, node, Direction::In, asked(Expand::Callers)),
            callees: self.calls(view, node, Direction::Out, asked(Expand::Callees)),
            unresolved: uses::unresolved_by_name(view, node),
            members: asked(Expand::Members)
                .then(|| self.briefs(view, graph.children(node).collect())),
            inheritance: asked(Expand::Inheritance).then(|| InheritanceOf {
                up: self.relations(view, node, Follow::new(Direction::Out, SUPERTYPES)),
                down: self.relations(view, node, Follow::new(Direction::In, SUPERTYPES)),
            }),
            exports: asked(Expand::Exports).then(|| self.briefs(view, exported(view, node))),
            statements,
            decorators: asked(Expand::Decorators)
                .then(|| definition.map_or_else(Vec::new, |d| decorators(view, node, d))),
            parents: asked(Expand::Parents).then(|| {
                let mut around: Vec<NodeId> = graph.ancestors(node).collect();
                around.reverse();
                around.iter().map(|&outer| Brief::of(view, outer)).collect()
            }),
            ..Detail::default()
        })
    }

    bounded!(max_children, ["items", "statements"], answer => {
        let related = answer.inheritance.iter().flat_map(|of| [&of.up, &of.down]);
        let related = related.chain([&answer.callers, &answer.callees]);
        let briefs = [&answer.members, &answer.exports].into_iter().flatten();
        let pages = related.map(|list| &list.page).chain(briefs.map(|list| &list.page));
        let statements = answer.statements.as_ref().map_or(0, Vec::len) as u32;
        pages.map(|page| page.shown).fold(statements, u32::max)
    });
}

impl SymbolDetail {
    fn limit(&self) -> u32 {
        self.max_children
            .unwrap_or(DEFAULT_CHILDREN)
            .min(MAX_CHILDREN)
    }

    /// The callers or callees: the first ten, or a page where they are asked for.
    fn calls(&self, view: &View<'_>, node: NodeId, direction: Direction, asked: bool) -> Relations {
        let follow = Follow::new(direction, Kinds::CALLS);
        match asked {
            true => self.relations(view, node, follow),
            false => some(view, node, follow, 0, self.limit().min(CALLS as u32)),
        }
    }

    fn relations(&self, view: &View<'_>, node: NodeId, follow: Follow) -> Relations {
        some(view, node, follow, self.offset, self.limit())
    }

    fn briefs(&self, view: &View<'_>, nodes: Vec<NodeId>) -> Briefs {
        let (shown, page) = cut(&nodes, self.offset, self.limit());
        Briefs {
            items: shown.iter().map(|&node| Brief::of(view, node)).collect(),
            page,
        }
    }
}

fn some(view: &View<'_>, node: NodeId, follow: Follow, offset: u32, limit: u32) -> Relations {
    let steps = steps(view, node, follow);
    let (shown, page) = cut(&steps, offset, limit);
    Relations {
        items: shown
            .iter()
            .filter_map(|&step| Relation::of(view, step))
            .collect(),
        page,
    }
}

/// What its package offers of `node` and of what is in it.
fn exported(view: &View<'_>, node: NodeId) -> Vec<NodeId> {
    let package = view.packages.of_node(view.graph, node);
    let offered = exports::of_package(view, package).iter().copied();
    let inside = |&offered: &NodeId| {
        offered == node || view.graph.ancestors(offered).any(|outer| outer == node)
    };
    offered.filter(inside).collect()
}

/// Names of modifiers.
const TAGS: &[(Flags, &str)] = &[
    (Flags::EXPORTED, "exported"),
    (Flags::STATIC, "static"),
    (Flags::ABSTRACT, "abstract"),
    (Flags::ASYNC, "async"),
    (Flags::ACCESSOR, "accessor"),
    (Flags::CLASS_METHOD, "class-method"),
    (Flags::VARIADIC, "variadic"),
    (Flags::TEST, "test"),
    (Flags::PRIVATE, "private"),
    (Flags::DISTINCT, "distinct"),
    (Flags::VIRTUAL, "virtual"),
    (Flags::OVERRIDE, "override"),
];

/// The most requests of one function that are told.
const MAX_ROUTES: usize = 10;

fn routes(view: &View<'_>, node: NodeId) -> Vec<Answers> {
    let Some(symbol) = view.graph.node(node).symbol else {
        return Vec::new();
    };
    let own = view
        .routes
        .0
        .iter()
        .filter(|route| route.handler == Endpoint::Symbol(symbol) && !route.inline);
    let answers = own.take(MAX_ROUTES).map(|route| Answers {
        verb: route.verb.clone(),
        path: route.path.clone(),
        framework: route.framework.clone(),
    });
    answers.collect()
}

fn tags(view: &View<'_>, node: NodeId) -> Vec<String> {
    let row = view.graph.node(node);
    let flags = TAGS.iter().filter(|(flag, _)| row.flags.has(*flag));
    let mut tags: Vec<&str> = flags.map(|&(_, name)| name).collect();
    let tier = row
        .file
        .and_then(|file| view.corpus.file(file))
        .map(|file| file.tier);
    tags.extend(
        tier.filter(|tier| *tier != Default::default())
            .map(|tier| tier.as_str())
            .filter(|tier| !row.flags.has(Flags::TEST) || *tier != "test"),
    );
    let marks = Tagger::new(view).tags(node);
    let marks = marks.into_iter().filter(|mark| !tags.contains(mark));
    let marks: Vec<&str> = marks.collect();
    tags.into_iter().chain(marks).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Built, Tree};

    fn built() -> Built {
        Tree::default()
            .file(
                "a.rs",
                "exported-class C 1-9\n  method run 2-8 3\nclass D 10-12",
            )
            .file("b.rs", "function f 1-3\nfunction g 4-6")
            .call("b.rs::f", "a.rs::C::run", 2)
            .call("b.rs::g", "a.rs::C::run", 5)
            .call("a.rs::C::run", "b.rs::g", 3)
            .link(EdgeKind::Inherits, "a.rs::D", "a.rs::C", 10)
            .build()
    }

    fn detail(params: &SymbolDetail) -> Detail {
        params.run(&built().view()).expect("an answer")
    }

    fn of(fqn: &str, expand: &[Expand]) -> SymbolDetail {
        SymbolDetail {
            fqn: fqn.to_owned(),
            expand: expand.to_vec(),
            ..SymbolDetail::default()
        }
    }

    fn names(relations: &Relations) -> Vec<&str> {
        relations
            .items
            .iter()
            .map(|item| item.fqn.as_str())
            .collect()
    }

    #[test]
    fn callers_and_callees_come_without_being_asked_for() {
        let run = detail(&of("C.run", &[]));
        assert_eq!(names(&run.callers), ["b.rs::g", "b.rs::f"]);
        assert_eq!(names(&run.callees), ["b.rs::g"]);
        assert_eq!(run.callers.items[0].evidence.provenance, "scope");
        assert_eq!(run.metrics.map(|metrics| metrics.cyclomatic), Some(3));
        assert_eq!((run.range, run.signature.as_str()), ((2, 8), "method run"));
        assert_eq!(run.members, None);
    }

    #[test]
    fn lists_come_on_request() {
        use Expand::{Decorators, Exports, Inheritance, Members, Parents};
        let class = detail(&of(
            "C",
            &[Members, Inheritance, Exports, Decorators, Parents],
        ));
        let members = class.members.expect("asked for").items;
        assert_eq!(members[0].fqn, "a.rs::C::run");
        let inheritance = class.inheritance.expect("asked for");
        assert_eq!(
            (names(&inheritance.down), inheritance.up.page.total),
            (vec!["a.rs::D"], 0)
        );
        let parents: Vec<_> = class
            .parents
            .expect("asked for")
            .into_iter()
            .map(|p| p.fqn)
            .collect();
        assert_eq!(parents, [".", "a.rs"]);
        assert_eq!(class.tags, ["exported"]);
        assert_eq!(
            (class.decorators, class.exports.map(|e| e.page.total)),
            (Some(vec![]), Some(0))
        );
    }

    #[test]
    fn pages_put_together_are_the_whole() {
        let page = |offset| {
            let params = SymbolDetail {
                max_children: Some(1),
                offset,
                ..of("C.run", &[Expand::Callers])
            };
            detail(&params).callers
        };
        let pages = [page(0), page(1)];
        let all: Vec<_> = pages.iter().flat_map(|page| page.items.clone()).collect();
        assert_eq!(all, detail(&of("C.run", &[])).callers.items);
        assert_eq!(
            detail(&SymbolDetail {
                max_children: Some(5000),
                ..of("C", &[Expand::Callers])
            })
            .callers
            .page
            .limit,
            1000
        );
    }

    #[test]
    fn a_name_without_a_node_has_suggestions() {
        let missing = detail(&of("C.rum", &[])).not_found.expect("missing");
        assert_eq!(
            (missing.suggestions, missing.existed),
            (vec!["a.rs::C::run".to_owned()], false)
        );
        let mut built = built();
        built.host.remember(["b.rs::old".to_owned()]);
        let gone = of("b.rs::old", &[])
            .run(&built.view())
            .expect("an answer")
            .not_found;
        assert!(gone.expect("missing").existed);
    }
}
