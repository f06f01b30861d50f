//! The neighbourhood of some symbols.

use crate::answer::around::Asked;
use crate::answer::bounds::bounded;
use crate::answer::draw::{Rendering, draw};
use crate::answer::explore_rpg::{ExploreDirection, depth};
use crate::answer::filter::{EntityTypes, OneOrMany, confidence, edge_kinds};
use crate::answer::info::EdgeInfo;
use crate::answer::names::{Ambiguous, Missing, Unmatched, resolve};
use crate::answer::ops::Operation;
use crate::answer::page::{Page, cut};
use crate::answer::params::{params, words};
use crate::answer::tools::brief::Brief;
use crate::answer::view::View;
use crate::error::Result;
use crate::graph::Kinds;
use crate::graph::traverse::Follow;
use crate::ids::NodeId;
use serde::Serialize;

/// The most nodes of one answer (spec 3.3).
const MAX_NODES: u32 = 1000;
const DEFAULT_NODES: u32 = 100;

params! {
    /// The neighbourhood of some symbols.
    pub struct SubGraph {
        /// Where to start: ids, or any names that mean one node each.
        pub seeds: OneOrMany = OneOrMany::default(),
        /// Which edges are followed: calls, constructions among them, unless others
        /// are named.
        pub edge_kinds: OneOrMany = OneOrMany::default(),
        /// How many steps, up to 6; −1 until nothing new is met.
        pub depth: i32 = 2,
        /// Which way to go.
        pub direction: ExploreDirection = ExploreDirection::Both,
        /// The most nodes, up to 1000; by default 100 as far as the budget reaches.
        pub max_nodes: Option<u32> = None,
        /// How many nodes are skipped, for paging.
        pub offset: u32 = 0,
        /// Edges of at least this confidence are followed; 0 to 1.
        pub min_confidence: f32 = 0.0,
        /// `json`, or a drawing besides.
        pub format: GraphFormat = GraphFormat::Json,
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

words! {
    /// How a part of the graph is told.
    pub enum GraphFormat {
        /// As nodes and edges.
        #[default]
        Json = "json",
        /// As a Mermaid flowchart, without nodes and edges.
        Mermaid = "mermaid",
        /// In Graphviz' language, without nodes and edges.
        Dot = "dot",
    }
}

impl GraphFormat {
    pub(crate) const fn rendering(self) -> Option<Rendering> {
        match self {
            Self::Json => None,
            Self::Mermaid => Some(Rendering::Mermaid),
            Self::Dot => Some(Rendering::Dot),
        }
    }
}

/// A neighbourhood.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SubGraphAnswer {
    /// The nodes by depth, then by rank, the highest first.
    pub nodes: Vec<SubGraphNode>,
    /// The edges among the nodes of this page and of those before it that have
    /// an end in this page, so that every edge is on one page.
    pub edges: Vec<EdgeInfo>,
    /// What part of the nodes is shown.
    pub page: Page,
    /// Whether there are more nodes than are shown.
    pub truncated: bool,
    /// How many edges there are among all nodes.
    pub total_edges: u32,
    /// The drawing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub rendering: Option<String>,
    /// Seeds that no node bears, with suggestions.
    pub not_found: Vec<Missing>,
    /// Seeds that several nodes bear.
    pub ambiguous: Vec<Ambiguous>,
}

/// A node of a neighbourhood.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SubGraphNode {
    /// The node.
    #[serde(flatten)]
    pub node: Brief,
    /// The fewest steps from any seed.
    pub depth: u32,
}

impl Operation for SubGraph {
    const NAME: &'static str = "sub_graph";
    const DOC: &'static str =
        "The calls, or other edges, around some symbols, as lists or as a drawing.";
    const REQUIRED: &'static [&'static str] = &["seeds"];
    type Answer = SubGraphAnswer;

    fn run(&self, view: &View<'_>) -> Result<SubGraphAnswer> {
        let max_depth = depth(self.depth)?;
        let follow = Follow {
            direction: self.direction.into(),
            kinds: kinds_or_calls(&self.edge_kinds)?,
            min_confidence: confidence(self.min_confidence)?,
        };
        let mut unmatched = Unmatched::default();
        let seeds = self.seeds.as_slice().iter();
        let seeds: Vec<NodeId> = seeds
            .filter_map(|name| resolve(view, name, &mut unmatched))
            .collect();
        let limit = self.max_nodes.unwrap_or(DEFAULT_NODES).min(MAX_NODES);
        let asked = Asked {
            starts: &seeds,
            follow,
            depth: max_depth,
            types: &EntityTypes::default(),
            count: self.offset.saturating_add(MAX_NODES),
        };
        let around = asked.around(view);
        let (shown, page) = cut(&around.reached, self.offset, limit);
        let edges = around.edges_of(&page);
        let rendering = self.format.rendering();
        let rendering = rendering.map(|how| draw(view, how, shown, &edges, page.total));
        let listed = rendering.is_none();
        let nodes = shown.iter().filter(|_| listed).map(|reached| SubGraphNode {
            node: Brief::of(view, reached.node),
            depth: reached.depth,
        });
        let edges = edges
            .iter()
            .filter(|_| listed)
            .filter_map(|&id| EdgeInfo::of(view, id));
        Ok(SubGraphAnswer {
            nodes: nodes.collect(),
            edges: edges.collect(),
            truncated: page.is_cut(),
            page,
            total_edges: around.edge_count(),
            rendering,
            not_found: unmatched.missing,
            ambiguous: unmatched.ambiguous,
        })
    }

    bounded!(max_nodes, ["nodes", "edges", "rendering"]);
}

/// The kinds called `names`; without a name calls and constructions.
pub(crate) fn kinds_or_calls(names: &OneOrMany) -> Result<Kinds> {
    match names.as_slice() {
        [] => Ok(Kinds::CALLS),
        _ => edge_kinds(names),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::callers::{CallParams, Callers};
    use crate::answer::tools::symbol_detail::{Expand, SymbolDetail};
    use crate::error::Code;
    use crate::link::evidence::EdgeKind;
    use crate::testing::{Built, functions};

    /// f0 → f1 → f2 → f3 → f4 by calls, f0 refers to f4, f5 constructs f1.
    fn built() -> Built {
        let mut tree = functions(6);
        for i in 0..4 {
            tree = tree.call(&format!("a.rs::f{i}"), &format!("a.rs::f{}", i + 1), i + 1);
        }
        tree.link(EdgeKind::References, "a.rs::f0", "a.rs::f4", 9)
            .link(EdgeKind::Instantiates, "a.rs::f5", "a.rs::f1", 6)
            .build()
    }

    fn graph(params: &SubGraph) -> SubGraphAnswer {
        params.run(&built().view()).expect("an answer")
    }

    fn from(seed: &str, direction: ExploreDirection) -> SubGraph {
        SubGraph {
            seeds: OneOrMany::One(seed.to_owned()),
            direction,
            ..SubGraph::default()
        }
    }

    fn names(answer: &SubGraphAnswer) -> Vec<&str> {
        let mut names: Vec<&str> = answer
            .nodes
            .iter()
            .map(|node| &node.node.fqn[6..])
            .collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn depth_direction_and_kinds_choose() {
        assert_eq!(
            names(&graph(&from("f0", ExploreDirection::Out))),
            ["f0", "f1", "f2"]
        );
        assert_eq!(
            names(&graph(&from("f1", ExploreDirection::In))),
            ["f0", "f1", "f5"]
        );
        assert_eq!(
            names(&graph(&from("f1", ExploreDirection::Both))),
            ["f0", "f1", "f2", "f3", "f5"]
        );
        let all = SubGraph {
            depth: -1,
            ..from("f0", ExploreDirection::Out)
        };
        assert_eq!(graph(&all).nodes.len(), 5);
        let references = SubGraph {
            edge_kinds: OneOrMany::One("references".to_owned()),
            ..from("f0", ExploreDirection::Out)
        };
        assert_eq!(names(&graph(&references)), ["f0", "f4"]);
        let error = SubGraph {
            depth: -2,
            ..from("f0", ExploreDirection::Out)
        }
        .run(&built().view());
        assert_eq!(
            error.map_err(|error| error.code).err(),
            Some(Code::InvalidArgument)
        );
    }

    #[test]
    fn callers_are_the_same_in_every_tool() {
        let built = built();
        let view = built.view();
        for node in view.graph.ids() {
            let fqn = view.graph.fqn(node);
            let mut around: Vec<String> = SubGraph {
                depth: 1,
                ..from(&fqn, ExploreDirection::In)
            }
            .run(&view)
            .expect("an answer")
            .edges
            .into_iter()
            .filter(|edge| edge.target == fqn)
            .map(|edge| edge.source)
            .collect();
            let detail = SymbolDetail {
                fqn: fqn.clone(),
                expand: vec![Expand::Callers],
                ..SymbolDetail::default()
            };
            let detail = detail.run(&view).expect("an answer").callers;
            let mut detail: Vec<String> = detail.items.into_iter().map(|item| item.fqn).collect();
            let callers = Callers(CallParams {
                symbol: fqn.clone(),
                limit: Some(200),
                ..CallParams::default()
            });
            let callers = callers.run(&view).expect("an answer").calls.uses;
            let mut callers: Vec<String> = callers.into_iter().map(|user| user.node.id).collect();
            for list in [&mut around, &mut detail, &mut callers] {
                list.sort_unstable();
            }
            assert_eq!((&around, &around), (&detail, &callers), "{fqn}");
        }
    }

    #[test]
    fn pages_put_together_are_the_whole() {
        let whole = graph(&SubGraph {
            depth: -1,
            ..from("f0", ExploreDirection::Both)
        });
        let (mut nodes, mut edges) = (Vec::new(), 0);
        for offset in 0..whole.page.total {
            let page = graph(&SubGraph {
                depth: -1,
                max_nodes: Some(1),
                offset,
                ..from("f0", ExploreDirection::Both)
            });
            nodes.extend(page.nodes);
            edges += page.edges.len();
        }
        assert_eq!((nodes, edges), (whole.nodes, whole.total_edges as usize));
    }

    #[test]
    fn a_drawing_stands_for_the_lists() {
        for (format, head) in [
            (GraphFormat::Mermaid, "flowchart LR\n"),
            (GraphFormat::Dot, "digraph waymark {\n"),
        ] {
            let drawn = graph(&SubGraph {
                format,
                ..from("f0", ExploreDirection::Out)
            });
            assert!(drawn.rendering.is_some_and(|text| text.starts_with(head)));
            assert!(drawn.nodes.is_empty() && drawn.edges.is_empty() && drawn.page.shown == 3);
        }
    }

    #[test]
    fn unknown_seeds_are_told() {
        let answer = graph(&from("g0", ExploreDirection::Out));
        assert_eq!(answer.not_found[0].suggestions, ["a.rs::f0"]);
        assert_eq!(answer.page.total, 0);
    }
}
