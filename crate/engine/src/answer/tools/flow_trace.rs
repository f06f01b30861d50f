//! The ways that lead from one symbol to another, or on from it.

use crate::answer::bounds::bounded;
use crate::answer::explore_rpg::{ExploreDirection, depth};
use crate::answer::filter::{OneOrMany, confidence};
use crate::answer::info::decimal;
use crate::answer::names::{Ambiguous, Missing, Unmatched, resolve};
use crate::answer::ops::Operation;
use crate::answer::params::params;
use crate::answer::tools::sub_graph::kinds_or_calls;
use crate::answer::view::View;
use crate::error::Result;
use crate::graph::paths::{self, Limits, Path, Paths};
use crate::graph::traverse::Follow;
use crate::ids::NodeId;
use serde::Serialize;

/// The most paths of one answer.
const MAX_PATHS: u32 = 200;
const DEFAULT_PATHS: u32 = 20;
/// The greatest depth where none is asked for.
const UNBOUNDED: u32 = 64;
/// The most lines that are told of one step.
const MAX_SITES: usize = 3;

params! {
    /// The ways that lead from one symbol to another, or on from it.
    pub struct FlowTrace {
        /// Where to start: an id, or any name that means one node.
        pub from: String = String::new(),
        /// Where to end; without it, wherever the way ends within the depth.
        pub to: Option<String> = None,
        /// `out` along the edges (the default), `in` against them, `both`.
        pub direction: ExploreDirection = ExploreDirection::Out,
        /// The most steps, up to 6; −1 for no bound.
        pub max_depth: i32 = 4,
        /// The most paths, up to 200; by default 20 as far as the budget reaches.
        pub max_paths: Option<u32> = None,
        /// Which edges are followed: calls, constructions among them, unless others
        /// are named.
        pub edge_kinds: OneOrMany = OneOrMany::default(),
        /// Edges of at least this confidence are followed; 0 to 1.
        pub min_confidence: f32 = 0.0,
        /// Whether longer paths are told too, shortest first; by default only the
        /// shortest ones to each end.
        pub all_paths: bool = false,
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

/// One way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FlowPath {
    /// The symbols on the way, both ends included.
    pub fqns: Vec<String>,
    /// Steps.
    pub length: u32,
    /// The lines where each step is written, the first three, in the file of
    /// the one that uses.
    pub call_sites: Vec<Vec<u32>>,
    /// The lowest confidence on the way; 1 where there is no step.
    pub lowest_confidence: f64,
}

/// The ways, shortest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Flow {
    /// The ways.
    pub paths: Vec<FlowPath>,
    /// Whether there may be more within the depth.
    pub truncated: bool,
    /// Ends that no node bears.
    pub not_found: Vec<Missing>,
    /// Ends that several nodes bear.
    pub ambiguous: Vec<Ambiguous>,
}

impl Operation for FlowTrace {
    const NAME: &'static str = "flow_trace";
    const DOC: &'static str =
        "The ways that calls take from one symbol to another, or on from it, with their lines.";
    const REQUIRED: &'static [&'static str] = &["from"];
    type Answer = Flow;

    fn run(&self, view: &View<'_>) -> Result<Flow> {
        let mut unmatched = Unmatched::default();
        let from = resolve(view, &self.from, &mut unmatched);
        let to = self
            .to
            .as_deref()
            .map(|name| resolve(view, name, &mut unmatched));
        let follow = Follow {
            direction: self.direction.into(),
            kinds: kinds_or_calls(&self.edge_kinds)?,
            min_confidence: confidence(self.min_confidence)?,
        };
        let limits = Limits {
            max_depth: depth(self.max_depth)?.unwrap_or(UNBOUNDED),
            max_paths: self.max_paths.unwrap_or(DEFAULT_PATHS).min(MAX_PATHS) as usize,
            shortest: !self.all_paths,
        };
        let found = match (from, to) {
            (Some(from), None) => paths::onward(view.graph, from, follow, limits),
            (Some(from), Some(Some(to))) => paths::paths(view.graph, from, to, follow, limits),
            _ => Paths::default(),
        };
        Ok(Flow {
            paths: found.paths.iter().map(|path| told(view, path)).collect(),
            truncated: found.truncated,
            not_found: unmatched.missing,
            ambiguous: unmatched.ambiguous,
        })
    }

    bounded!(max_paths, ["paths"], answer => answer.paths.len() as u32);
}

fn told(view: &View<'_>, path: &Path) -> FlowPath {
    let graph = view.graph;
    let confidences = path
        .edges
        .iter()
        .filter_map(|&id| graph.edge(id))
        .map(|edge| edge.confidence);
    let lines = |id| {
        graph
            .sites(id)
            .iter()
            .take(MAX_SITES)
            .map(|site| site.line)
            .collect()
    };
    FlowPath {
        fqns: path
            .nodes
            .iter()
            .map(|&node: &NodeId| graph.fqn(node))
            .collect(),
        length: path.edges.len() as u32,
        call_sites: path.edges.iter().map(|&id| lines(id)).collect(),
        lowest_confidence: decimal(confidences.fold(1.0, f32::min)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use crate::link::evidence::{EdgeKind, Provenance};
    use crate::testing::{Built, functions};

    /// A diamond 0 → 1, 2 → 3, a detour 1 → 2, and 3 → 4 by a guess.
    fn built() -> Built {
        let mut tree = functions(6);
        for (from, to) in [(0, 1), (0, 2), (1, 3), (2, 3), (1, 2)] {
            tree = tree.call(&format!("a.rs::f{from}"), &format!("a.rs::f{to}"), from + 1);
        }
        tree.link_by(
            EdgeKind::Calls,
            "a.rs::f3",
            "a.rs::f4",
            4,
            Provenance::Unique,
        )
        .build()
    }

    fn trace(params: &FlowTrace) -> Flow {
        params.run(&built().view()).expect("an answer")
    }

    fn from(from: &str, to: Option<&str>) -> FlowTrace {
        FlowTrace {
            from: from.to_owned(),
            to: to.map(str::to_owned),
            ..FlowTrace::default()
        }
    }

    fn ways(flow: &Flow) -> Vec<String> {
        let ways = flow.paths.iter().map(|path| {
            assert_eq!(path.call_sites.len(), path.length as usize);
            path.fqns
                .iter()
                .map(|fqn| &fqn[7..])
                .collect::<Vec<_>>()
                .join("")
        });
        ways.collect()
    }

    #[test]
    fn the_shortest_ways_are_told_or_all() {
        assert_eq!(ways(&trace(&from("f0", Some("f3")))), ["013", "023"]);
        let all = FlowTrace {
            all_paths: true,
            ..from("f0", Some("f3"))
        };
        assert_eq!(ways(&trace(&all)), ["013", "023", "0123"]);
        let one = trace(&FlowTrace {
            max_paths: Some(1),
            ..all
        });
        assert!(one.truncated && one.paths.len() == 1);
        assert_eq!(ways(&trace(&from("f0", Some("f5")))), [""; 0]);
    }

    #[test]
    fn without_an_end_the_way_goes_on() {
        assert_eq!(ways(&trace(&from("f0", None))), ["0134"]);
        let all = FlowTrace {
            all_paths: true,
            ..from("f0", None)
        };
        assert_eq!(ways(&trace(&all)), ["0134", "0234", "01234"]);
        let short = FlowTrace {
            max_depth: 1,
            ..all.clone()
        };
        assert_eq!(ways(&trace(&short)), ["01", "02"]);
        let back = FlowTrace {
            direction: ExploreDirection::In,
            ..from("f3", None)
        };
        assert_eq!(ways(&trace(&back)), ["310"]);
        assert_eq!(ways(&trace(&from("f5", None))), ["5"]);
    }

    #[test]
    fn steps_have_lines_and_the_lowest_confidence() {
        let flow = trace(&from("f0", Some("f4")));
        assert_eq!(flow.paths[0].call_sites, [[1], [2], [4]]);
        assert!((flow.paths[0].lowest_confidence - 0.2).abs() < 1e-6);
        let sure = FlowTrace {
            min_confidence: 0.5,
            ..from("f0", Some("f4"))
        };
        assert!(trace(&sure).paths.is_empty());
    }

    #[test]
    fn depth_is_bounded_and_unknown_ends_are_told() {
        let error = FlowTrace {
            max_depth: -3,
            ..from("f0", None)
        }
        .run(&built().view());
        assert_eq!(
            error.map_err(|error| error.code).err(),
            Some(Code::InvalidArgument)
        );
        let flow = trace(&from("f0", Some("g3")));
        assert_eq!((flow.paths.len(), flow.not_found.len()), (0, 1));
        let unbounded = FlowTrace {
            max_depth: -1,
            ..from("f0", Some("f4"))
        };
        assert_eq!(trace(&unbounded).paths.len(), 2);
    }
}
