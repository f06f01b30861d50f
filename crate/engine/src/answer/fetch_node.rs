//! Everything about chosen nodes: source, dependencies, place, measures (spec 1.3).

use crate::answer::bounds::bounded;
use crate::answer::budget::{Budget, size};
use crate::answer::groups::{GroupInfo, Meant, resolve_feature};
use crate::answer::info::NodeInfo;
use crate::answer::names::{Ambiguous, Missing, Unmatched, resolve};
use crate::answer::ops::Operation;
use crate::answer::page::{Page, cut};
use crate::answer::source::{self, SourceText};
use crate::answer::tools::measure;
use crate::answer::uses::{self, Uses};
use crate::answer::view::View;
use crate::error::Result;
use crate::extract::facts::Definition;
use crate::graph::Kinds;
use crate::graph::traverse::{Direction, Follow};
use crate::ids::{FileId, NodeId};
use crate::link::evidence::EdgeKind;
use crate::params;
use serde::{Deserialize, Serialize};

/// The most lines of source of one node (spec 3.3).
const MAX_LINES: u32 = 200;
/// The most entries of one list.
const MAX_LIMIT: u32 = 200;
/// The most where neither a number nor a budget is asked for.
const DEFAULT_LIMIT: u32 = 50;

/// Bytes of documentation that are not cut.
const SHORT_DOC: usize = 100;

/// A part of what is known of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub enum NodeField {
    /// What it does, and the functional areas it belongs to.
    Features,
    /// The source text.
    Source,
    /// What it uses and what uses it.
    Deps,
    /// What is around it and inside it.
    Hierarchy,
    /// Measures of its body.
    Metrics,
}

/// Everything about chosen nodes.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FetchNode {
    /// The nodes: ids, or any names that mean one node each.
    #[serde(alias = "code_entities", deserialize_with = "params::list")]
    #[cfg_attr(feature = "typescript", tsify(type = "OneOrMany"))]
    pub code_entities: Vec<String>,
    /// Feature paths (`Data Loading / Parsers`), with the name of a node at the end or
    /// without.
    #[serde(alias = "feature_entities", deserialize_with = "params::list")]
    #[cfg_attr(feature = "typescript", tsify(type = "OneOrMany"))]
    pub feature_entities: Vec<String>,
    /// Which parts; all by default.
    #[serde(deserialize_with = "params::list")]
    #[cfg_attr(feature = "typescript", tsify(type = "NodeField | NodeField[]"))]
    pub fields: Vec<NodeField>,
    /// The most lines of source of one node, up to 200, as far as the budget reaches.
    #[serde(alias = "max_lines")]
    pub max_lines: u32,
    /// Lines of source before and after a node.
    #[serde(alias = "context_lines")]
    pub context_lines: u32,
    /// How many entries of each list are skipped, for paging.
    pub offset: u32,
    /// The most entries of each list, up to 200; by default 50 as far as the budget
    /// reaches.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub limit: Option<u32>,
    /// About how many tokens the answer may take; 0 for any number. Every node gets
    /// an equal part, and is told of in brief where that is none.
    #[serde(alias = "budget_tokens")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub budget_tokens: Option<u32>,
}

impl Default for FetchNode {
    fn default() -> Self {
        Self {
            code_entities: Vec::new(),
            feature_entities: Vec::new(),
            fields: vec![
                NodeField::Features,
                NodeField::Source,
                NodeField::Deps,
                NodeField::Hierarchy,
                NodeField::Metrics,
            ],
            max_lines: MAX_LINES,
            context_lines: 0,
            offset: 0,
            limit: None,
            budget_tokens: None,
        }
    }
}

/// What a node uses and what uses it, directly; `contains` left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Dependencies {
    /// What the node uses.
    pub dependencies: Uses,
    /// What uses the node.
    pub dependents: Uses,
}

/// Where a node lies.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Place {
    /// The nodes around it, the repository first.
    pub ancestors: Vec<NodeInfo>,
    /// The nodes directly inside it, in source order.
    pub children: Vec<NodeInfo>,
    /// What part of the children is shown.
    pub page: Page,
}

/// Measures of a body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct BodyMetrics {
    /// Lines of the definition.
    pub lines: u32,
    /// Parameters, the receiver left out.
    pub parameters: u32,
    /// Statements.
    pub statements: u32,
    /// Deepest nesting of branches and loops.
    pub depth: u32,
    /// Branches: `if`, `case`, conditional expressions.
    pub branches: u32,
    /// Loops.
    pub loops: u32,
    /// Blocks that catch.
    pub tries: u32,
    /// Calls.
    pub calls: u32,
    /// Returns before the last statement.
    pub early_returns: u32,
    /// `await` expressions.
    pub awaits: u32,
    /// Anonymous functions.
    pub closures: u32,
    /// Cyclomatic complexity: 1 + decisions (McCabe 1976).
    pub cyclomatic: u32,
    /// Cognitive complexity (Campbell 2018).
    pub cognitive: u32,
}

/// What a node does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct NodeFeatures {
    /// What it does.
    pub feature: String,
    /// Who made that: `auto` (rules), `model` or `host`.
    pub source: &'static str,
    /// Whether the node has changed since a model or the host said so.
    pub stale: bool,
    /// The feature paths it is on: labels and its name, joined by ` / `.
    pub paths: Vec<String>,
}

/// A functional area, category or subcategory with what is in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FetchedGroup {
    /// The path as it was given.
    pub requested: String,
    /// The group.
    #[serde(flatten)]
    pub group: GroupInfo,
    /// The groups directly below it.
    pub groups: Vec<GroupInfo>,
    /// Its files.
    pub nodes: Vec<NodeInfo>,
    /// What part of the files is shown.
    pub page: Page,
}

/// A node with all that was asked for.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FetchedNode {
    /// The name as it was given.
    pub requested: String,
    /// The node.
    #[serde(flatten)]
    pub node: NodeInfo,
    /// Documentation without comment markers.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub doc: String,
    /// Decorators, attributes and annotations with their arguments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub decorators: Vec<String>,
    /// Whether the file has syntax errors, so that something may be missing.
    pub partial: bool,
    /// What it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub features: Option<NodeFeatures>,
    /// The source; left out for directories.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub source: Option<SourceText>,
    /// Direct dependencies both ways.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub deps: Option<Dependencies>,
    /// Where it lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub hierarchy: Option<Place>,
    /// Measures of the body, of symbols.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub metrics: Option<BodyMetrics>,
}

/// The nodes that were found, and the names that were not.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "typescript", tsify(hashmap_as_object))]
pub struct FetchedNodes {
    /// The nodes in the order of the request.
    pub nodes: Vec<FetchedNode>,
    /// The functional areas, categories and subcategories that were asked for.
    pub groups: Vec<FetchedGroup>,
    /// Names that no node bears, with suggestions.
    pub not_found: Vec<Missing>,
    /// Names that several nodes bear.
    pub ambiguous: Vec<Ambiguous>,
}

impl Operation for FetchNode {
    const NAME: &'static str = "fetch_node";
    const DOC: &'static str = "Features, source, direct dependencies, place and measures of files, classes, functions and functional areas.";
    type Answer = FetchedNodes;

    fn run(&self, view: &View<'_>) -> Result<FetchedNodes> {
        let mut unmatched = Unmatched::default();
        let mut nodes = Vec::new();
        for name in &self.code_entities {
            if let Some(node) = resolve(view, name, &mut unmatched) {
                nodes.push(self.fetch(view, name, node)?);
            }
        }
        let mut groups = Vec::new();
        for name in &self.feature_entities {
            match resolve_feature(view, name, &mut unmatched) {
                Some(Meant::Node(node)) => nodes.push(self.fetch(view, name, node)?),
                Some(Meant::Group(at)) => groups.extend(self.group(view, name, at)),
                None => {}
            }
        }
        let mut answer = FetchedNodes {
            nodes: Vec::new(),
            groups: Vec::new(),
            not_found: unmatched.missing,
            ambiguous: unmatched.ambiguous,
        };
        let mut budget = Budget::of(self.limit, self.budget_tokens);
        budget.charge(&answer);
        let mut parts = nodes.len() + groups.len();
        for group in &mut groups {
            group.within(budget.part(parts));
            budget.charge(group);
            parts -= 1;
        }
        for node in &mut nodes {
            node.within(budget.part(parts));
            budget.charge(node);
            parts -= 1;
        }
        (answer.nodes, answer.groups) = (nodes, groups);
        Ok(answer)
    }

    bounded!(limit, ["nodes", "groups"], _answer => 0);
}

impl FetchNode {
    /// The most entries of each list.
    fn limit(&self) -> u32 {
        self.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT)
    }

    fn fetch(&self, view: &View<'_>, name: &str, id: NodeId) -> Result<FetchedNode> {
        let asked = |field| self.fields.contains(&field);
        let node = view.graph.node(id);
        let definition = node
            .symbol
            .and_then(|symbol| view.corpus.definition(symbol));
        let file = node.file.and_then(|file| view.corpus.file(file));
        let source = match asked(NodeField::Source) {
            true => {
                let max_lines = self.max_lines.min(MAX_LINES);
                source::of_node(view, id, self.context_lines, max_lines)?
            }
            false => None,
        };
        Ok(FetchedNode {
            requested: name.to_owned(),
            node: NodeInfo::of(view, id),
            doc: definition.map(|d| d.doc.clone()).unwrap_or_default(),
            decorators: definition.map_or_else(Vec::new, |d| decorators(view, id, d)),
            features: asked(NodeField::Features).then(|| features(view, id)),
            partial: file.is_some_and(|file| file.facts.partial),
            source,
            deps: asked(NodeField::Deps).then(|| self.dependencies(view, id)),
            hierarchy: asked(NodeField::Hierarchy).then(|| self.place(view, id)),
            metrics: definition
                .filter(|_| asked(NodeField::Metrics))
                .and_then(|definition| metrics(view, id, definition)),
        })
    }

    fn group(&self, view: &View<'_>, name: &str, at: usize) -> Option<FetchedGroup> {
        let hierarchy = view.plan.hierarchy(view.tree());
        let files: Vec<FileId> = hierarchy.files_of(at).collect();
        let (shown, page) = cut(&files, self.offset, self.limit());
        let nodes = shown
            .iter()
            .map(|&file| NodeInfo::of(view, view.graph.file_node(file)));
        let below = hierarchy.below(Some(at));
        Some(FetchedGroup {
            requested: name.to_owned(),
            group: GroupInfo::of(view, at)?,
            groups: below.filter_map(|at| GroupInfo::of(view, at)).collect(),
            nodes: nodes.collect(),
            page,
        })
    }

    fn dependencies(&self, view: &View<'_>, id: NodeId) -> Dependencies {
        let kinds = Kinds::ALL.without(EdgeKind::Contains);
        let (offset, limit) = (self.offset, self.limit());
        let uses = |direction| uses::uses(view, id, Follow::new(direction, kinds), offset, limit);
        Dependencies {
            dependencies: uses(Direction::Out),
            dependents: uses(Direction::In),
        }
    }

    fn place(&self, view: &View<'_>, id: NodeId) -> Place {
        let mut around: Vec<NodeId> = view.graph.ancestors(id).collect();
        around.reverse();
        let inside: Vec<NodeId> = view.graph.children(id).collect();
        let (shown, page) = cut(&inside, self.offset, self.limit());
        let infos = |nodes: &[NodeId]| nodes.iter().map(|&node| NodeInfo::of(view, node)).collect();
        Place {
            ancestors: infos(&around),
            children: infos(shown),
            page,
        }
    }
}

impl FetchedNode {
    /// Halves whichever part is longest until the whole holds `room` characters, or
    /// nothing is left to halve.
    fn within(&mut self, room: usize) {
        while size(self) > room && self.halve_longest() {}
    }

    /// Whether something was left out.
    fn halve_longest(&mut self) -> bool {
        let source = self.source.as_mut().map(Part::Lines);
        let place = self.hierarchy.as_mut();
        let place = place.map(|place| Part::Nodes(&mut place.children, &mut place.page));
        let (to, from) = match &mut self.deps {
            Some(deps) => (Some(&mut deps.dependencies), Some(&mut deps.dependents)),
            None => (None, None),
        };
        let uses = [to, from].map(|uses| uses.map(Part::Uses));
        let [to, from] = uses;
        let parts = [source, place, to, from, Some(Part::Doc(&mut self.doc))];
        let parts = parts.into_iter().flatten().filter(Part::can_be_halved);
        let longest = parts.max_by_key(Part::size);
        longest.map(Part::halve).is_some()
    }
}

impl FetchedGroup {
    /// Halves its files until the whole holds `room` characters, or one is left.
    fn within(&mut self, room: usize) {
        while size(self) > room && self.nodes.len() > 1 {
            Part::Nodes(&mut self.nodes, &mut self.page).halve();
        }
    }
}

/// A part of an answer of which less may be told.
enum Part<'a> {
    Lines(&'a mut SourceText),
    Nodes(&'a mut Vec<NodeInfo>, &'a mut Page),
    Uses(&'a mut Uses),
    Doc(&'a mut String),
}

impl Part<'_> {
    fn size(&self) -> usize {
        match self {
            Self::Lines(source) => source.text.len(),
            Self::Nodes(nodes, _) => size(nodes),
            Self::Uses(uses) => size(&uses.uses),
            Self::Doc(doc) => doc.len(),
        }
    }

    fn can_be_halved(&self) -> bool {
        match self {
            Self::Lines(source) => source.shown() > 0,
            Self::Nodes(nodes, _) => !nodes.is_empty(),
            Self::Uses(uses) => !uses.uses.is_empty(),
            Self::Doc(doc) => doc.len() > SHORT_DOC,
        }
    }

    fn halve(self) {
        match self {
            Self::Lines(source) => source.keep(source.shown() / 2),
            Self::Nodes(nodes, page) => {
                nodes.truncate(nodes.len() / 2);
                page.shown = nodes.len() as u32;
            }
            Self::Uses(Uses { uses, page }) => {
                uses.truncate(uses.len() / 2);
                page.shown = uses.len() as u32;
            }
            Self::Doc(doc) => {
                doc.truncate(doc.floor_char_boundary(doc.len() / 2));
                doc.push('…');
            }
        }
    }
}

fn features(view: &View<'_>, id: NodeId) -> NodeFeatures {
    let (feature, source) = view.plan.feature(view.tree(), id);
    NodeFeatures {
        feature,
        source: source.as_str(),
        stale: (view.plan.told(view.tree(), id)).is_some_and(|(_, stale)| stale),
        paths: view.plan.path(view.tree(), id).into_iter().collect(),
    }
}

/// Each decorator as written: name and arguments.
pub(crate) fn decorators(view: &View<'_>, id: NodeId, definition: &Definition) -> Vec<String> {
    let file = view
        .graph
        .node(id)
        .file
        .and_then(|file| view.corpus.file(file));
    let Some(file) = file else {
        return Vec::new();
    };
    let decorators = definition.decorators.iter();
    decorators
        .map(|decorator| match decorator.arguments.as_str() {
            "" => file.facts.names.get(decorator.name).to_owned(),
            arguments if arguments.starts_with('(') => {
                format!("{}{arguments}", file.facts.names.get(decorator.name))
            }
            arguments => format!("{}({arguments})", file.facts.names.get(decorator.name)),
        })
        .collect()
}

pub(crate) fn metrics(
    view: &View<'_>,
    node: NodeId,
    definition: &Definition,
) -> Option<BodyMetrics> {
    let m = measure::metrics(view, node)?;
    Some(BodyMetrics {
        lines: definition.lines.1.saturating_sub(definition.lines.0) + 1,
        parameters: definition.parameters.len() as u32,
        statements: m.statements,
        depth: m.depth,
        branches: m.branches,
        loops: m.loops,
        tries: m.tries,
        calls: m.calls,
        early_returns: m.early_returns,
        awaits: m.awaits,
        closures: m.closures,
        cyclomatic: m.cyclomatic,
        cognitive: m.cognitive,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Built, Tree};

    fn built() -> Built {
        Tree::default()
            .file(
                "src/a.rs",
                "class C 2-8\n  method run 3-4\n  method stop 5-6\nfunction f 9-10",
            )
            .call("src/a.rs::C::run", "src/a.rs::f", 4)
            .call("src/a.rs::f", "src/a.rs::C::stop", 10)
            .build()
    }

    fn fetch(params: &FetchNode) -> FetchedNodes {
        params.run(&built().view()).expect("an answer")
    }

    fn of(names: &[&str]) -> FetchNode {
        FetchNode {
            code_entities: names.iter().map(|&name| name.to_owned()).collect(),
            ..FetchNode::default()
        }
    }

    fn names(uses: &Uses) -> Vec<&str> {
        uses.uses.iter().map(|u| u.node.name.as_str()).collect()
    }

    #[test]
    fn a_node_comes_with_all_its_parts() {
        let fetched = fetch(&of(&["f"]));
        let node = &fetched.nodes[0];
        assert_eq!(
            (node.requested.as_str(), node.node.id.as_str()),
            ("f", "src/a.rs::f")
        );
        assert_eq!(node.node.signature.as_deref(), Some("function f"));
        let source = node.source.as_ref().map(|source| source.text.as_str());
        assert_eq!(source, Some("src/a.rs 9\nsrc/a.rs 10\n"));
        let deps = node.deps.as_ref().expect("asked for");
        assert_eq!(names(&deps.dependencies), ["stop"]);
        assert_eq!(names(&deps.dependents), ["run"]);
        let place = node.hierarchy.as_ref().expect("asked for");
        let around: Vec<_> = place
            .ancestors
            .iter()
            .map(|node| node.id.as_str())
            .collect();
        assert_eq!(around, [".", "src", "src/a.rs"]);
        assert_eq!(node.metrics.as_ref().map(|metrics| metrics.lines), Some(2));
    }

    #[test]
    fn only_what_is_asked_for_comes() {
        let fetched = fetch(&FetchNode {
            fields: vec![NodeField::Metrics],
            ..of(&["C"])
        });
        let node = &fetched.nodes[0];
        assert!(node.source.is_none() && node.deps.is_none() && node.hierarchy.is_none());
        assert!(node.metrics.is_some());
    }

    #[test]
    fn lists_are_paged() {
        let fetched = fetch(&FetchNode {
            offset: 1,
            limit: Some(1),
            ..of(&["C"])
        });
        let place = fetched.nodes[0].hierarchy.as_ref().expect("asked for");
        let inside: Vec<_> = place
            .children
            .iter()
            .map(|node| node.name.as_str())
            .collect();
        assert_eq!(inside, ["stop"]);
        assert_eq!((place.page.total, place.page.shown), (2, 1));
    }

    #[test]
    fn the_longest_parts_give_way_to_the_budget() {
        let mut tree = Tree::default().file("src/long.rs", "function hub 1-150");
        let outline: Vec<String> = (1..90).map(|n| format!("function f{n} {n}-{n}")).collect();
        tree = tree.file("src/many.rs", &outline.join("\n"));
        for n in 1..90 {
            tree = tree.call(&format!("src/many.rs::f{n}"), "src/long.rs::hub", n);
        }
        let built = tree.build();
        let ask = |params: &FetchNode| params.run(&built.view()).expect("an answer");
        for tokens in [700, 1000, 2000] {
            let fetched = ask(&FetchNode {
                budget_tokens: Some(tokens),
                ..of(&["hub"])
            });
            assert!(size(&fetched) <= tokens as usize * 4, "{tokens}");
            let node = &fetched.nodes[0];
            let source = node.source.as_ref().expect("asked for");
            assert!(source.shown() > 0, "{tokens}");
            assert_eq!(source.truncated, source.shown() < 150);
            let dependents = &node.deps.as_ref().expect("asked for").dependents;
            assert_eq!(dependents.page.shown as usize, dependents.uses.len());
            assert_eq!(dependents.page.total, 89);
        }
        let whole = ask(&FetchNode {
            budget_tokens: Some(0),
            ..of(&["hub"])
        });
        let shown = whole.nodes[0].source.as_ref().map(SourceText::shown);
        assert_eq!(shown, Some(150));
        let two = ask(&of(&["hub", "src/many.rs"]));
        assert!(size(&two) <= 2000 * 4);
        assert!(two.nodes.iter().all(|node| node.hierarchy.is_some()));
    }

    #[test]
    fn unknown_names_do_not_fail_the_call() {
        let fetched = fetch(&of(&["C", "stp", "."]));
        assert_eq!(fetched.nodes.len(), 2);
        assert_eq!(fetched.nodes[1].source, None);
        assert_eq!(fetched.not_found[0].suggestions, ["src/a.rs::C::stop"]);
    }
}
