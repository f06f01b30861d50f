//! What depends on what, by package, file or symbol.

use crate::answer::bounds::bounded;
use crate::answer::draw::draw_boxes;
use crate::answer::filter::{OneOrMany, edge_kinds};
use crate::answer::info::decimal;
use crate::answer::names::{Ambiguous, Missing, Unmatched};
use crate::answer::ops::Operation;
use crate::answer::page::{Page, cut};
use crate::answer::params::params;
use crate::answer::tools::net::{Mesh, Net};
use crate::answer::tools::scope::{Level, Within};
use crate::answer::tools::sub_graph::GraphFormat;
use crate::answer::view::View;
use crate::error::Result;
use crate::graph::Kinds;
use crate::graph::export::Drawing;
use crate::link::evidence::EdgeKind;
use serde::Serialize;

/// The most nodes of one answer (spec 3.3).
const MAX_NODES: u32 = 1000;
const DEFAULT_NODES: u32 = 200;

params! {
    /// What depends on what.
    pub struct DependencyGraph {
        /// `L1` (packages), `L2` (files) or `L3` (symbols).
        pub scope: Level = Level::L1,
        /// Which edges count: `imports`, unless others are named.
        pub edge_kinds: OneOrMany = OneOrMany::default(),
        /// Whether packages from outside are nodes too (`ext::npm::react`).
        pub include_external: bool = false,
        /// Only what lies in this package, directory, file or symbol.
        pub root_fqn: String = String::new(),
        /// The most nodes, up to 1000; by default 200 as far as the budget reaches.
        pub max_nodes: Option<u32> = None,
        /// How many nodes are skipped, for paging.
        pub offset: u32 = 0,
        /// `json`, or a drawing instead of the lists.
        pub format: GraphFormat = GraphFormat::Json,
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

/// A package, file or symbol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct DependencyNode {
    /// Its id; `ext::npm::react` for what lies outside.
    pub fqn: String,
    /// `repository`, `package`, `file`, the kind of the symbol, or `external`.
    pub kind: &'static str,
    /// How many others depend on it.
    pub fan_in: u32,
    /// How many others it depends on.
    pub fan_out: u32,
}

/// One depends on another.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct DependencyEdge {
    /// Id of the one that depends.
    pub source: String,
    /// Id of what it depends on.
    pub target: String,
    /// Kinds of the edges that this one stands for.
    pub kinds: Vec<&'static str>,
    /// Places where they are written.
    pub weight: u32,
    /// The highest confidence among them.
    pub confidence: f64,
}

/// The graph as a whole, shown or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct DependencyMetrics {
    /// Nodes.
    pub nodes: u32,
    /// Edges.
    pub edges: u32,
    /// Groups of nodes that all depend on each other.
    pub cycles: u32,
    /// The most that depend on one.
    pub max_fan_in: u32,
    /// The most that one depends on.
    pub max_fan_out: u32,
}

/// What depends on what.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct DependencyAnswer {
    /// The nodes, those that most depend on first, then those that depend on most.
    pub nodes: Vec<DependencyNode>,
    /// The edges among the nodes of this page and of those before it that have
    /// an end in this page, so that every edge is on one page.
    pub edges: Vec<DependencyEdge>,
    /// The graph as a whole.
    pub metrics: DependencyMetrics,
    /// The drawing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub rendering: Option<String>,
    /// What part of the nodes is shown.
    pub page: Page,
    /// Whether there are more nodes than are shown.
    pub truncated: bool,
    /// The part, if no node bears its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub not_found: Option<Missing>,
    /// The part, if several nodes bear its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub ambiguous: Option<Ambiguous>,
}

impl Operation for DependencyGraph {
    const NAME: &'static str = "dependency_graph";
    const DOC: &'static str =
        "What depends on what by package, file or symbol, with cycles and fan-in and fan-out.";
    type Answer = DependencyAnswer;

    fn run(&self, view: &View<'_>) -> Result<DependencyAnswer> {
        let kinds = match self.edge_kinds.as_slice() {
            [] => Kinds::NONE.with(EdgeKind::Imports),
            _ => edge_kinds(&self.edge_kinds)?,
        };
        let mut unmatched = Unmatched::default();
        let Some(within) = Within::parse(view, &self.root_fqn, &mut unmatched) else {
            return Ok(DependencyAnswer {
                not_found: unmatched.missing.pop(),
                ambiguous: unmatched.ambiguous.pop(),
                ..DependencyAnswer::default()
            });
        };
        let mesh = Mesh {
            scope: self.scope,
            kinds,
            external: self.include_external,
        };
        let net = mesh.net(view, &within);
        let order = net.order();
        let limit = self.max_nodes.unwrap_or(DEFAULT_NODES).min(MAX_NODES);
        let (shown, page) = cut(order, self.offset, limit);
        let edges = net.edges_of(order, &page);
        let rendering = self
            .format
            .rendering()
            .map(|how| draw_boxes(how, &net.drawing(view, shown, &edges, page)));
        let listed = rendering.is_none();
        Ok(DependencyAnswer {
            nodes: shown
                .iter()
                .filter(|_| listed)
                .map(|&at| net.node(view, at))
                .collect(),
            edges: edges
                .iter()
                .filter(|_| listed)
                .map(|&at| net.edge(view, at))
                .collect(),
            metrics: net.metrics(),
            truncated: page.is_cut(),
            rendering,
            page,
            ..DependencyAnswer::default()
        })
    }

    bounded!(max_nodes, ["nodes", "edges", "rendering"]);
}

impl Net {
    fn node(&self, view: &View<'_>, at: u32) -> DependencyNode {
        let (fqn, kind) = self.name(view, at);
        DependencyNode {
            fqn,
            kind,
            fan_in: self.fan_in[at as usize],
            fan_out: self.fan_out[at as usize],
        }
    }

    fn edge(&self, view: &View<'_>, at: usize) -> DependencyEdge {
        let ((source, target), ref arrow) = self.arrows[at];
        let name = |at: u32| self.name(view, at).0;
        let kinds = EdgeKind::all().filter(|&kind| arrow.kinds & 1 << kind as u32 != 0);
        DependencyEdge {
            source: name(source),
            target: name(target),
            kinds: kinds.map(EdgeKind::as_str).collect(),
            weight: arrow.weight,
            confidence: decimal(arrow.confidence),
        }
    }

    fn metrics(&self) -> DependencyMetrics {
        DependencyMetrics {
            nodes: self.len() as u32,
            edges: self.arrows.len() as u32,
            cycles: self.cycles().len() as u32,
            max_fan_in: self.fan_in.iter().copied().max().unwrap_or(0),
            max_fan_out: self.fan_out.iter().copied().max().unwrap_or(0),
        }
    }

    /// The boxes of `shown` and the arrows `edges`, where both ends are shown.
    fn drawing(&self, view: &View<'_>, shown: &[u32], edges: &[usize], page: Page) -> Drawing {
        let mut places = vec![None; self.len()];
        for (place, &at) in shown.iter().enumerate() {
            places[at as usize] = Some(place);
        }
        let arrows = edges.iter().filter_map(|&at| {
            let ((source, target), ref arrow) = self.arrows[at];
            Some((
                places[source as usize]?,
                places[target as usize]?,
                arrow.weight.to_string(),
            ))
        });
        Drawing {
            boxes: shown.iter().map(|&at| self.name(view, at)).collect(),
            arrows: arrows.collect(),
            cut: page
                .is_cut()
                .then(|| format!("{} of {} nodes shown", page.shown, page.total)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Built, Tree};

    /// Two packages that import each other, and one file besides.
    fn built() -> Built {
        let imports = |tree: Tree, from: &str, to: &str| tree.link(EdgeKind::Imports, from, to, 1);
        let mut tree = Tree::default()
            .text("hull/Cargo.toml", "[package]\nname = \"hull\"\n")
            .text("sail/Cargo.toml", "[package]\nname = \"sail\"\n")
            .file("hull/a.rs", "function a 1-3")
            .file("hull/b.rs", "function b 1-3")
            .file("sail/c.rs", "function c 1-3");
        tree = imports(tree, "hull/a.rs", "hull/b.rs");
        tree = imports(tree, "hull/a.rs", "sail/c.rs");
        tree = imports(tree, "sail/c.rs", "hull/b.rs");
        tree.call("hull/a.rs::a", "sail/c.rs::c", 2).build()
    }

    fn graph(params: &DependencyGraph) -> DependencyAnswer {
        params.run(&built().view()).expect("an answer")
    }

    fn at(scope: Level) -> DependencyGraph {
        DependencyGraph {
            scope,
            ..DependencyGraph::default()
        }
    }

    fn edges(answer: &DependencyAnswer) -> Vec<(&str, &str)> {
        answer
            .edges
            .iter()
            .map(|edge| (edge.source.as_str(), edge.target.as_str()))
            .collect()
    }

    #[test]
    fn packages_files_and_symbols_depend_on_each_other() {
        let packages = graph(&at(Level::L1));
        assert_eq!(edges(&packages), [("hull", "sail"), ("sail", "hull")]);
        let expected = DependencyMetrics {
            nodes: 3,
            edges: 2,
            cycles: 1,
            max_fan_in: 1,
            max_fan_out: 1,
        };
        assert_eq!(packages.metrics, expected);
        let files = graph(&at(Level::L2));
        assert_eq!(edges(&files).len(), 3);
        assert_eq!((files.metrics.cycles, files.nodes[0].fan_in), (0, 2));
        let symbols = graph(&DependencyGraph {
            edge_kinds: OneOrMany::One("calls".to_owned()),
            ..at(Level::L3)
        });
        assert_eq!(edges(&symbols), [("hull/a.rs::a", "sail/c.rs::c")]);
    }

    #[test]
    fn a_part_is_told_by_itself() {
        let hull = graph(&DependencyGraph {
            root_fqn: "hull".to_owned(),
            ..at(Level::L2)
        });
        assert_eq!(edges(&hull), [("hull/a.rs", "hull/b.rs")]);
        assert!(
            graph(&DependencyGraph {
                root_fqn: "keel".to_owned(),
                ..at(Level::L2)
            })
            .not_found
            .is_some()
        );
    }

    #[test]
    fn pages_put_together_are_the_whole() {
        let whole = graph(&at(Level::L2));
        let pages = (0..3).map(|offset| {
            graph(&DependencyGraph {
                max_nodes: Some(1),
                offset,
                ..at(Level::L2)
            })
        });
        let (mut nodes, mut count) = (Vec::new(), 0);
        for page in pages {
            nodes.extend(page.nodes);
            count += page.edges.len();
        }
        assert_eq!((nodes, count), (whole.nodes, whole.edges.len()));
        assert_eq!(
            graph(&DependencyGraph {
                max_nodes: Some(9999),
                ..at(Level::L2)
            })
            .page
            .limit,
            1000
        );
    }

    #[test]
    fn a_drawing_stands_for_the_lists() {
        let drawn = graph(&DependencyGraph {
            format: GraphFormat::Mermaid,
            ..at(Level::L1)
        });
        let text = drawn.rendering.unwrap_or_default();
        assert!(
            text.contains("n0[\"hull\"]") && text.contains("-->|\"1\"|"),
            "{text}"
        );
        assert!(drawn.nodes.is_empty());
    }
}
