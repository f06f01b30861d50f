//! All nodes in the order of functional and dependency edges (spec 1.5).

use crate::answer::bounds::bounded;
use crate::answer::filter::{OneOrMany, edge_kinds};
use crate::answer::ops::Operation;
use crate::answer::page::{Page, cut};
use crate::answer::params::params;
use crate::answer::view::View;
use crate::error::Result;
use crate::graph::order::topological;
use serde::Serialize;

/// The most components of one answer.
const MAX_LIMIT: u32 = 1000;
const DEFAULT_LIMIT: u32 = 200;

params! {
    /// Nodes in an order in which every edge leads on, circles as one.
    pub struct TopologicalOrder {
        /// Which edges count; all by default. What functional edges tell of nodes,
        /// `contains` tells too.
        pub dependency_type_filter / "edge_kinds": OneOrMany = OneOrMany::default(),
        /// Whether what is used comes before what uses it.
        pub dependencies_first: bool = false,
        /// How many components are skipped, for paging.
        pub offset: u32 = 0,
        /// The most components, up to 1000; by default 200 as far as the budget reaches.
        pub limit: Option<u32> = None,
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

/// Nodes that all lead to each other, or one node alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct OrderedComponent {
    /// Ids of the nodes, in order.
    pub nodes: Vec<String>,
    /// Whether a way leads from one of them back to itself.
    pub cyclic: bool,
}

/// Nodes in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct OrderedNodes {
    /// The components.
    pub components: Vec<OrderedComponent>,
    /// What part of them is shown.
    pub page: Page,
    /// How many are circles.
    pub cyclic: u32,
}

impl Operation for TopologicalOrder {
    const NAME: &'static str = "topological_order";
    const DOC: &'static str =
        "All nodes so that every edge leads on, with circles as one component.";
    type Answer = OrderedNodes;

    fn run(&self, view: &View<'_>) -> Result<OrderedNodes> {
        let kinds = edge_kinds(&self.dependency_type_filter)?;
        let backwards = self.dependencies_first;
        let key = format!("order {kinds:?} {backwards}");
        let all = view.memo.recent(key, || {
            let mut all = topological(view.graph, kinds);
            if backwards {
                all.reverse();
            }
            all
        });
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT);
        let (shown, page) = cut(&all, self.offset, limit);
        Ok(OrderedNodes {
            cyclic: all.iter().filter(|component| component.cyclic).count() as u32,
            components: (shown.iter())
                .map(|component| OrderedComponent {
                    nodes: component
                        .nodes
                        .iter()
                        .map(|&node| view.graph.fqn(node))
                        .collect(),
                    cyclic: component.cyclic,
                })
                .collect(),
            page,
        })
    }

    bounded!(limit, ["components"]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::functions;

    #[test]
    fn circles_are_one_component() {
        let built = functions(3)
            .call("a.rs::f0", "a.rs::f1", 1)
            .call("a.rs::f1", "a.rs::f0", 1)
            .call("a.rs::f1", "a.rs::f2", 1)
            .build();
        let order = |dependencies_first| {
            let params = TopologicalOrder {
                dependencies_first,
                ..TopologicalOrder::default()
            };
            params.run(&built.view()).expect("an order")
        };
        let ids: Vec<_> = order(false)
            .components
            .into_iter()
            .map(|c| c.nodes.join("~"))
            .collect();
        assert_eq!(ids, [".", "a.rs", "a.rs::f0~a.rs::f1", "a.rs::f2"]);
        assert_eq!(
            (
                order(true).components[0].nodes[0].as_str(),
                order(true).cyclic
            ),
            ("a.rs::f2", 1)
        );
    }
}
