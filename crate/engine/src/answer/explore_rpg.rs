//! The neighbourhood of some nodes along chosen edges (spec 1.4).

use crate::answer::around::Asked;
use crate::answer::bounds::bounded;
use crate::answer::draw::{Rendering, draw};
use crate::answer::filter::{EntityTypes, OneOrMany, confidence, edge_kinds};
use crate::answer::functional;
use crate::answer::info::{EdgeInfo, NodeInfo};
use crate::answer::names::{Ambiguous, Missing, Unmatched, resolve};
use crate::answer::ops::Operation;
use crate::answer::page::{Page, cut};
use crate::answer::view::View;
use crate::error::{Code, Result, WaymarkError};
use crate::graph::traverse::{Direction, Follow, Reached};
use crate::ids::NodeId;
use crate::link::evidence::EdgeKind;
use crate::params;
use serde::{Deserialize, Serialize};

/// The most nodes of one answer (spec 3.3).
pub const MAX_NODES: u32 = 1000;
/// The most where neither a number nor a budget is asked for.
const DEFAULT_NODES: u32 = 200;
/// The greatest depth but for −1 (spec 3.3).
pub const MAX_DEPTH: u32 = 6;

/// Which way a traversal goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub enum ExploreDirection {
    /// Towards what the start depends on; the same as `out`.
    Upstream,
    /// Towards what depends on the start; the same as `in`.
    Downstream,
    /// From source to target; for `contains` and `composes` into the container.
    #[serde(alias = "forward")]
    Out,
    /// From target to source; for `contains` and `composes` to the container.
    #[serde(alias = "backward")]
    In,
    /// Both ways at every step.
    #[default]
    Both,
}

impl From<ExploreDirection> for Direction {
    fn from(direction: ExploreDirection) -> Self {
        match direction {
            ExploreDirection::Upstream | ExploreDirection::Out => Self::Out,
            ExploreDirection::Downstream | ExploreDirection::In => Self::In,
            ExploreDirection::Both => Self::Both,
        }
    }
}

/// Which edges are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub enum GraphView {
    /// What uses and holds what.
    Dependency,
    /// Functional areas, what belongs to them, and what is defined there.
    Feature,
    /// Both.
    Both,
}

/// The neighbourhood of some nodes.
///
/// Other tools use the words upstream and downstream the other way round; here
/// `upstream` leads to dependencies and `downstream` to dependents.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ExploreRpg {
    /// Where to start: ids, or any names that mean one node each.
    #[serde(alias = "start_code_entities", deserialize_with = "params::list")]
    #[cfg_attr(feature = "typescript", tsify(type = "OneOrMany"))]
    pub start_code_entities: Vec<String>,
    /// Feature paths to start at (`Data Loading / Parsers`); in the feature view the
    /// repository, where no start is named.
    #[serde(alias = "start_feature_entities", deserialize_with = "params::list")]
    #[cfg_attr(feature = "typescript", tsify(type = "OneOrMany"))]
    pub start_feature_entities: Vec<String>,
    /// Which edges are looked at: `dependency`, `feature` or `both`. By default those
    /// of the kind of the starts, and `both` where `functional` is among the edges
    /// that are asked for.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub view: Option<GraphView>,
    /// Which way to go.
    pub direction: ExploreDirection,
    /// How many steps, up to 6; −1 until nothing new is met.
    #[serde(alias = "traversal_depth")]
    pub traversal_depth: i32,
    /// Which nodes are reported: `class` stands for every kind of type,
    /// `function` and `method` for what can be called, any other name for the
    /// kind that bears it. Others are passed through. Starts are always reported.
    #[serde(alias = "entity_type_filter")]
    pub entity_type_filter: OneOrMany,
    /// Which edges are followed; all without a name. `invokes` means `calls`.
    #[serde(alias = "dependency_type_filter")]
    pub dependency_type_filter: OneOrMany,
    /// The most nodes that are reported, up to 1000; by default 200 as far as the
    /// budget reaches.
    #[serde(alias = "max_nodes")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub max_nodes: Option<u32>,
    /// How many nodes are skipped, for paging.
    pub offset: u32,
    /// Edges of at least this confidence are followed; 0 to 1.
    #[serde(alias = "min_confidence")]
    pub min_confidence: f32,
    /// A drawing of what is reported, if one is wanted.
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub render: Option<Rendering>,
    /// About how many tokens the answer may take; 0 for any number.
    #[serde(alias = "budget_tokens")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub budget_tokens: Option<u32>,
}

impl Default for ExploreRpg {
    fn default() -> Self {
        Self {
            start_code_entities: Vec::new(),
            start_feature_entities: Vec::new(),
            view: None,
            direction: ExploreDirection::default(),
            traversal_depth: 2,
            entity_type_filter: OneOrMany::default(),
            dependency_type_filter: OneOrMany::default(),
            max_nodes: None,
            offset: 0,
            min_confidence: 0.0,
            render: None,
            budget_tokens: None,
        }
    }
}

/// A node of a neighbourhood.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ExploredNode {
    /// The node.
    #[serde(flatten)]
    pub node: NodeInfo,
    /// The fewest steps from any start.
    pub depth: u32,
    /// What it does, in the feature view.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub feature: Option<String>,
}

/// A neighbourhood.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "typescript", tsify(hashmap_as_object))]
pub struct Explored {
    /// The nodes by depth, then by rank, the highest first.
    pub nodes: Vec<ExploredNode>,
    /// The edges among the nodes of this page and of those before it that have
    /// an end in this page, so that every edge is on one page.
    pub edges: Vec<EdgeInfo>,
    /// What part of the nodes is shown.
    pub page: Page,
    /// Whether there are more nodes than are shown.
    pub truncated: bool,
    /// How many edges there are among all nodes.
    pub total_edges: u32,
    /// How many steps were allowed; −1 for no bound.
    pub depth: i32,
    /// Starts that no node bears, with suggestions.
    pub not_found: Vec<Missing>,
    /// Starts that several nodes bear.
    pub ambiguous: Vec<Ambiguous>,
    /// The drawing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub rendering: Option<String>,
}

impl Operation for ExploreRpg {
    const NAME: &'static str = "explore_rpg";
    const DOC: &'static str =
        "Nodes and edges around some nodes: what they depend on, what depends on them, or both.";
    type Answer = Explored;

    fn run(&self, view: &View<'_>) -> Result<Explored> {
        let which = self.which();
        if which != GraphView::Dependency {
            return functional::explore(self, view, which);
        }
        let max_depth = depth(self.traversal_depth)?;
        let types = EntityTypes::parse(&self.entity_type_filter)?;
        let follow = Follow {
            direction: self.direction.into(),
            kinds: edge_kinds(&self.dependency_type_filter)?,
            min_confidence: confidence(self.min_confidence)?,
        };
        let mut unmatched = Unmatched::default();
        let names = self.start_code_entities.iter();
        let starts: Vec<NodeId> = names
            .filter_map(|name| resolve(view, name, &mut unmatched))
            .collect();
        let asked = Asked {
            starts: &starts,
            follow,
            depth: max_depth,
            types: &types,
            count: self.offset.saturating_add(MAX_NODES),
        };
        let around = asked.around(view);
        let (shown, page) = cut(&around.reached, self.offset, self.limit());
        let edges = around.edges_of(&page);
        Ok(Explored {
            nodes: shown.iter().map(|r| explored(view, r)).collect(),
            edges: edges
                .iter()
                .filter_map(|&id| EdgeInfo::of(view, id))
                .collect(),
            page,
            truncated: page.is_cut(),
            total_edges: around.edge_count(),
            depth: max_depth.map_or(-1, |depth| depth as i32),
            not_found: unmatched.missing,
            ambiguous: unmatched.ambiguous,
            rendering: self
                .render
                .map(|how| draw(view, how, shown, &edges, page.total)),
        })
    }

    bounded!(max_nodes, ["nodes", "edges", "rendering"]);
}

impl ExploreRpg {
    /// The most nodes of this answer.
    pub(crate) fn limit(&self) -> u32 {
        self.max_nodes.unwrap_or(DEFAULT_NODES).min(MAX_NODES)
    }

    fn which(&self) -> GraphView {
        let named = self.dependency_type_filter.as_slice();
        let functional = named
            .iter()
            .any(|kind| kind == EdgeKind::Functional.as_str());
        let starts = (
            !self.start_code_entities.is_empty(),
            !self.start_feature_entities.is_empty(),
        );
        self.view.unwrap_or(match starts {
            (true, true) => GraphView::Both,
            (false, true) if named.is_empty() => GraphView::Feature,
            (false, true) => GraphView::Both,
            _ if functional => GraphView::Both,
            _ => GraphView::Dependency,
        })
    }
}

/// The bound on steps that `asked` stands for; none for −1.
///
/// # Errors
/// [`Code::InvalidArgument`] for any other negative number.
pub(crate) fn depth(asked: i32) -> Result<Option<u32>> {
    match u32::try_from(asked) {
        Ok(depth) => Ok(Some(depth.min(MAX_DEPTH))),
        Err(_) if asked == -1 => Ok(None),
        Err(_) => {
            let message = "traversalDepth is a number of steps, or -1 for no bound";
            Err(WaymarkError::new(Code::InvalidArgument, message))
        }
    }
}

fn explored(view: &View<'_>, reached: &Reached) -> ExploredNode {
    ExploredNode {
        node: NodeInfo::of(view, reached.node),
        depth: reached.depth,
        feature: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Built, Tree};

    /// main → Server::run → log, and Client inherits Server.
    fn built() -> Built {
        Tree::default()
            .file("src/main.rs", "function main 1-9")
            .file(
                "src/net.rs",
                "class Server 1-9\n  method run 2-8\nclass Client 10-12",
            )
            .file("src/log.rs", "function log 1-3\nfunction lag 4-5")
            .call("src/main.rs::main", "src/net.rs::Server::run", 3)
            .call("src/net.rs::Server::run", "src/log.rs::log", 4)
            .link(
                EdgeKind::Instantiates,
                "src/main.rs::main",
                "src/net.rs::Server",
                2,
            )
            .link(
                EdgeKind::Inherits,
                "src/net.rs::Client",
                "src/net.rs::Server",
                10,
            )
            .build()
    }

    fn explore(params: &ExploreRpg) -> Explored {
        params.run(&built().view()).expect("an answer")
    }

    fn from(start: &str, direction: ExploreDirection) -> ExploreRpg {
        ExploreRpg {
            start_code_entities: vec![start.to_owned()],
            direction,
            ..ExploreRpg::default()
        }
    }

    fn one(name: &str) -> OneOrMany {
        OneOrMany::One(name.to_owned())
    }

    fn nodes(explored: &Explored) -> Vec<(&str, u32)> {
        explored
            .nodes
            .iter()
            .map(|n| (n.node.name.as_str(), n.depth))
            .collect()
    }

    #[test]
    fn upstream_leads_to_dependencies() {
        for direction in [ExploreDirection::Upstream, ExploreDirection::Out] {
            let explored = explore(&from("main", direction));
            assert_eq!(
                nodes(&explored)[..3],
                [("main", 0), ("Server", 1), ("run", 1)]
            );
            assert_eq!(nodes(&explored)[3..], [("log", 2)]);
            assert_eq!(explored.edges.len(), 4, "with Server contains run");
        }
    }

    #[test]
    fn downstream_leads_to_dependents() {
        let params = ExploreRpg {
            dependency_type_filter: OneOrMany::Many(vec!["invokes".into(), "instantiates".into()]),
            ..from("log", ExploreDirection::Downstream)
        };
        let explored = explore(&params);
        assert_eq!(nodes(&explored), [("log", 0), ("run", 1), ("main", 2)]);
        let edge = &explored.edges[0];
        assert_eq!(edge.source, "src/main.rs::main");
        assert_eq!(
            (edge.evidence.kind, &edge.evidence.sites[..]),
            ("calls", &[3][..])
        );
    }

    #[test]
    fn a_type_filter_passes_through_other_kinds() {
        let params = ExploreRpg {
            entity_type_filter: one("function"),
            ..from("main", ExploreDirection::Out)
        };
        let explored = explore(&params);
        assert_eq!(nodes(&explored), [("main", 0), ("log", 2)]);
        assert!(explored.edges.is_empty());
    }

    #[test]
    fn depth_is_bounded_unless_it_is_minus_one() {
        let at = |depth| ExploreRpg {
            traversal_depth: depth,
            ..from("main", ExploreDirection::Out)
        };
        assert_eq!(nodes(&explore(&at(0))), [("main", 0)]);
        assert_eq!(explore(&at(99)).depth, 6);
        assert_eq!(explore(&at(-1)).depth, -1);
        let error = at(-2).run(&built().view()).map_err(|error| error.code);
        assert_eq!(error, Err(Code::InvalidArgument));
    }

    #[test]
    fn pages_put_together_are_the_whole() {
        let whole = explore(&from(".", ExploreDirection::Both));
        let (mut nodes, mut edges) = (Vec::new(), Vec::new());
        for offset in (0..whole.page.total).step_by(3) {
            let page = explore(&ExploreRpg {
                max_nodes: Some(3),
                offset,
                ..from(".", ExploreDirection::Both)
            });
            assert!(page.truncated);
            assert_eq!(page.total_edges, whole.total_edges);
            nodes.extend(page.nodes);
            edges.extend(page.edges);
        }
        assert_eq!(nodes, whole.nodes);
        assert_eq!(edges.len(), whole.total_edges as usize);
        assert_eq!(whole.edges.len(), edges.len());
        assert!(whole.edges.iter().all(|edge| edges.contains(edge)));
    }

    #[test]
    fn starts_that_mean_no_node_are_hints() {
        let explored = explore(&ExploreRpg {
            start_code_entities: vec!["lug".to_owned(), "main".to_owned()],
            traversal_depth: 0,
            ..ExploreRpg::default()
        });
        assert_eq!(nodes(&explored), [("main", 0)]);
        let suggestions = &explored.not_found[0].suggestions;
        assert_eq!(suggestions, &["src/log.rs::lag", "src/log.rs::log"]);
    }

    #[test]
    fn a_drawing_is_made_on_request() {
        let drawn = |render| {
            let params = ExploreRpg {
                render: Some(render),
                dependency_type_filter: one("calls"),
                ..from("main", ExploreDirection::Out)
            };
            explore(&params).rendering.unwrap_or_default()
        };
        let tree = "src/main.rs::main (function)\n└── → calls src/net.rs::Server::run (method)\n    \
                    └── → calls src/log.rs::log (function)\n";
        assert_eq!(drawn(Rendering::Tree), tree);
        assert!(drawn(Rendering::Mermaid).starts_with("flowchart LR\n"));
        assert!(drawn(Rendering::Dot).starts_with("digraph waymark {\n"));
    }
}
