//! The feature view of a neighbourhood, alone or beside the dependency view
//! (spec 1.4): groups and nodes along functional edges.
//!
//! A place is a node by its number, or a group by its number behind the nodes.

use crate::answer::draw::{Rendering, draw_boxes};
use crate::answer::explore_rpg::{ExploreRpg, Explored, ExploredNode, GraphView, depth};
use crate::answer::filter::{EntityTypes, OneOrMany, confidence, edge_kinds};
use crate::answer::groups::{GroupInfo, Meant, resolve_feature};
use crate::answer::info::{EdgeInfo, Evidence, NodeInfo};
use crate::answer::names::{Unmatched, resolve};
use crate::answer::page::cut;
use crate::answer::view::View;
use crate::error::Result;
use crate::extract::facts::Kind;
use crate::feature::Hierarchy;
use crate::feature::hierarchy::KINDS;
use crate::graph::export::Drawing;
use crate::graph::traverse::{Direction, Follow};
use crate::graph::{Graph, Kinds};
use crate::ids::{EdgeId, NodeId};
use crate::link::evidence::{EdgeKind, Provenance};
use crate::map::HashMap;
use crate::sort::Arrange;

/// Groups and nodes with functional edges, and dependencies if they are wanted.
struct Mixed<'a> {
    view: View<'a>,
    hierarchy: &'a Hierarchy,
    follow: Follow,
    functional: bool,
}

/// A step along an edge: which edge of the graph, else a functional one, whether
/// from its source to its target, and where it leads.
type Step = (Option<EdgeId>, bool, usize);

impl Mixed<'_> {
    fn nodes(&self) -> usize {
        self.view.graph.nodes().len()
    }

    fn group(&self, place: usize) -> Option<usize> {
        place.checked_sub(self.nodes())
    }

    /// What a place holds along functional edges: the repository its areas, a group
    /// its groups or files, a file or symbol what is defined in it.
    fn inside(&self, place: usize) -> Vec<usize> {
        let count = self.nodes();
        match self.group(place) {
            Some(at) => {
                let groups = self.hierarchy.below(Some(at)).map(|at| count + at);
                let last = self
                    .hierarchy
                    .groups
                    .get(at)
                    .is_some_and(|group| group.level + 1 == KINDS.len());
                let files = self.hierarchy.files_of(at).filter(|_| last);
                groups
                    .chain(files.map(|file| self.view.graph.file_node(file).index()))
                    .collect()
            }
            None if NodeId::at(place) == Graph::ROOT => {
                self.hierarchy.below(None).map(|at| count + at).collect()
            }
            None => {
                let node = NodeId::at(place);
                let row = self.view.graph.node(node);
                let held = row.kind == Kind::Module
                    && self.hierarchy.of_node(self.view.tree(), node).is_some();
                let children = self
                    .view
                    .graph
                    .children(node)
                    .filter(|_| held || row.symbol.is_some());
                children.map(NodeId::index).collect()
            }
        }
    }

    /// What holds a place along functional edges.
    fn around(&self, place: usize) -> Option<usize> {
        let count = self.nodes();
        if let Some(at) = self.group(place) {
            let parent = self.hierarchy.groups.get(at)?.parent;
            return Some(parent.map_or(Graph::ROOT.index(), |parent| count + parent));
        }
        let node = NodeId::at(place);
        match self.view.graph.node(node).kind {
            Kind::Module => self
                .hierarchy
                .of_node(self.view.tree(), node)
                .map(|at| count + at),
            Kind::Repository | Kind::Directory | Kind::Package => None,
            _ => self.view.graph.parent(node).map(NodeId::index),
        }
    }

    fn steps(&self, place: usize) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        if self.functional && self.follow.direction.goes_out() {
            steps.extend(self.inside(place).into_iter().map(|to| (None, true, to)));
        }
        if self.functional && self.follow.direction.goes_in() {
            steps.extend(self.around(place).map(|to| (None, false, to)));
        }
        if self.group(place).is_none() {
            let node = NodeId::at(place);
            let along = self.follow.steps(self.view.graph, node);
            steps.extend(along.map(|(id, to)| {
                let forward = self
                    .view
                    .graph
                    .edge(id)
                    .is_some_and(|edge| edge.source == node);
                (Some(id), forward, to.index())
            }));
        }
        steps
    }

    /// Every place within `most` steps of `starts` with its depth, by depth.
    fn reach(&self, starts: &[usize], most: Option<u32>) -> Vec<(usize, u32)> {
        let mut seen = vec![false; self.nodes() + self.hierarchy.groups.len()];
        let (mut reached, mut level, mut depth) = (Vec::new(), starts.to_vec(), 0);
        loop {
            level.retain(|&place| {
                seen.get_mut(place)
                    .is_some_and(|seen| !std::mem::replace(seen, true))
            });
            level.arrange();
            reached.extend(level.iter().map(|&place| (place, depth)));
            if level.is_empty() || most.is_some_and(|most| depth >= most) {
                return reached;
            }
            depth += 1;
            let next = level.iter().flat_map(|&place| self.steps(place));
            level = next
                .map(|(_, _, to)| to)
                .filter(|&to| seen.get(to) == Some(&false))
                .collect();
        }
    }

    fn info(&self, place: usize) -> NodeInfo {
        let group = self
            .group(place)
            .and_then(|at| GroupInfo::of(&self.view, at));
        group.map_or_else(
            || NodeInfo::of(&self.view, NodeId::at(place)),
            GroupInfo::into_node,
        )
    }

    fn feature(&self, place: usize) -> String {
        match self.group(place) {
            Some(at) => self.hierarchy.feature(at),
            None => {
                self.view
                    .plan
                    .feature(self.view.tree(), NodeId::at(place))
                    .0
            }
        }
    }

    fn id(&self, place: usize) -> String {
        self.group(place).map_or_else(
            || self.view.graph.fqn(NodeId::at(place)),
            |at| self.hierarchy.id(at),
        )
    }

    fn kind(&self, place: usize) -> &'static str {
        let group = self
            .group(place)
            .and_then(|at| self.hierarchy.groups.get(at));
        match group {
            Some(group) => KINDS.get(group.level).copied().unwrap_or_default(),
            None => self.view.graph.node(NodeId::at(place)).kind.as_str(),
        }
    }

    /// A functional edge: how deep its target is below the repository, and the how
    /// manieth it is of its source's.
    fn functional_edge(&self, source: usize, target: usize) -> EdgeInfo {
        let above = std::iter::successors(self.around(target), |&place| self.around(place));
        let order = self
            .inside(source)
            .iter()
            .position(|&place| place == target);
        let by = if self.hierarchy.by_model {
            Provenance::Host
        } else {
            Provenance::Scope
        };
        EdgeInfo {
            source: self.id(source),
            target: self.id(target),
            evidence: Evidence {
                kind: EdgeKind::Functional.as_str(),
                provenance: by.as_str(),
                confidence: 1.0,
                ambiguity: 1,
                sites: Vec::new(),
                site_count: 0,
                level: Some(above.count() as u32),
                order: order.map(|order| order as u32),
            },
        }
    }
}

/// Answers `params` in the feature view, or in both.
pub(crate) fn explore(params: &ExploreRpg, view: &View<'_>, which: GraphView) -> Result<Explored> {
    let most = depth(params.traversal_depth)?;
    let (groups, kinds): (Vec<String>, Vec<String>) = (params.entity_type_filter.as_slice().iter())
        .cloned()
        .partition(|name| KINDS.contains(&name.as_str()));
    let types = EntityTypes::parse(&OneOrMany::Many(kinds.clone()))?;
    let asked = edge_kinds(&params.dependency_type_filter)?;
    let direction: Direction = params.direction.into();
    let mixed = Mixed {
        view: *view,
        hierarchy: view.plan.hierarchy(view.tree()),
        follow: Follow {
            direction,
            kinds: if which == GraphView::Feature {
                Kinds::NONE
            } else {
                asked.without(EdgeKind::Functional)
            },
            min_confidence: confidence(params.min_confidence)?,
        },
        functional: asked.has(EdgeKind::Functional),
    };
    let mut unmatched = Unmatched::default();
    let starts = starts(params, &mixed, &mut unmatched);
    let mut reached = mixed.reach(&starts, most);
    let all = groups.is_empty() && kinds.is_empty();
    reached.retain(|&(place, depth)| {
        depth == 0
            || all
            || match mixed.group(place) {
                Some(_) => groups.iter().any(|kind| kind == mixed.kind(place)),
                None => !kinds.is_empty() && types.admit(view.graph.node(NodeId::at(place)).kind),
            }
    });
    sort(&mixed, &mut reached);
    let (shown, page) = cut(&reached, params.offset, params.limit());
    let (edges, total_edges) = edges(&mixed, &reached, page.offset as usize, shown.len());
    let infos = edges.iter().filter_map(|&(id, from, to)| match id {
        Some(id) => EdgeInfo::of(view, id),
        None => Some(mixed.functional_edge(from, to)),
    });
    let rendering = params
        .render
        .map(|how| draw(&mixed, how, &reached, shown, &edges));
    Ok(Explored {
        nodes: (shown.iter())
            .map(|&(place, depth)| ExploredNode {
                node: mixed.info(place),
                depth,
                feature: Some(mixed.feature(place)),
            })
            .collect(),
        edges: infos.collect(),
        page,
        truncated: page.is_cut(),
        total_edges,
        depth: most.map_or(-1, |depth| depth as i32),
        not_found: unmatched.missing,
        ambiguous: unmatched.ambiguous,
        rendering,
    })
}

/// The places to start at; the repository where none is named.
fn starts(params: &ExploreRpg, mixed: &Mixed<'_>, unmatched: &mut Unmatched) -> Vec<usize> {
    let (code, features) = (&params.start_code_entities, &params.start_feature_entities);
    if code.is_empty() && features.is_empty() {
        return vec![Graph::ROOT.index()];
    }
    let nodes = code
        .iter()
        .filter_map(|name| resolve(&mixed.view, name, unmatched));
    let mut starts: Vec<usize> = nodes.map(NodeId::index).collect();
    starts.extend(features.iter().filter_map(|path| {
        Some(match resolve_feature(&mixed.view, path, unmatched)? {
            Meant::Group(at) => mixed.nodes() + at,
            Meant::Node(node) => node.index(),
        })
    }));
    starts
}

/// By depth; groups in their order, then nodes by rank, the highest first.
fn sort(mixed: &Mixed<'_>, reached: &mut [(usize, u32)]) {
    let rank = |place: usize| match mixed.group(place) {
        Some(_) => 2.0,
        None => mixed.view.ranks.of(NodeId::at(place)),
    };
    reached.arrange_by(|a, b| {
        let depth = a.1.cmp(&b.1);
        depth
            .then(rank(b.0).total_cmp(&rank(a.0)))
            .then(a.0.cmp(&b.0))
    });
}

/// The edges of a page, each from its source to its target, and how many there are
/// on all pages. An edge is on the page of whichever of its ends comes later.
fn edges(
    mixed: &Mixed<'_>,
    reached: &[(usize, u32)],
    first: usize,
    shown: usize,
) -> (Vec<(Option<EdgeId>, usize, usize)>, u32) {
    let places: HashMap<usize, usize> = reached
        .iter()
        .enumerate()
        .map(|(at, row)| (row.0, at))
        .collect();
    let outward = Mixed {
        follow: Follow {
            direction: Direction::Out,
            ..mixed.follow
        },
        ..*mixed
    };
    let mut on_page = Vec::new();
    let mut total = 0;
    for (source, &(place, _)) in reached.iter().enumerate() {
        for (id, _, to) in outward.steps(place) {
            if let Some(&target) = places.get(&to) {
                total += 1;
                let here = (first..first.saturating_add(shown)).contains(&source.max(target));
                on_page.extend(here.then_some((id, place, to)));
            }
        }
    }
    (on_page, total)
}

fn draw(
    mixed: &Mixed<'_>,
    how: Rendering,
    reached: &[(usize, u32)],
    shown: &[(usize, u32)],
    edges: &[(Option<EdgeId>, usize, usize)],
) -> String {
    let name = |place: usize| match mixed.group(place) {
        Some(at) => mixed.hierarchy.groups[at].label.clone(),
        None => mixed.id(place),
    };
    let at = |place: usize| shown.iter().position(|row| row.0 == place);
    let word = |id: Option<EdgeId>| {
        let edge = id.and_then(|id| mixed.view.graph.edge(id));
        edge.map_or(EdgeKind::Functional, |edge| edge.kind).as_str()
    };
    if how == Rendering::Tree {
        let mut text = String::new();
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut drawn = vec![false; shown.len()];
        let tops = (0..shown.len()).filter(|&at| shown[at].1 == 0);
        open.extend(tops.rev().map(|at| (at, 0)));
        while let Some((row, indent)) = open.pop() {
            if std::mem::replace(&mut drawn[row], true) {
                continue;
            }
            let (place, depth) = shown[row];
            text.push_str(&"  ".repeat(indent));
            text.push_str(&name(place));
            text.push_str(" (");
            text.push_str(mixed.kind(place));
            text.push_str(")\n");
            let next =
                edges
                    .iter()
                    .filter_map(|&(_, from, to)| match (from == place, to == place) {
                        (true, _) => at(to),
                        (_, true) => at(from),
                        _ => None,
                    });
            let mut next: Vec<usize> = next.filter(|&row| shown[row].1 == depth + 1).collect();
            next.arrange();
            open.extend(next.into_iter().rev().map(|row| (row, indent + 1)));
        }
        return text;
    }
    let boxes = shown
        .iter()
        .map(|&(place, _)| (name(place), mixed.kind(place)));
    let arrows = edges
        .iter()
        .filter_map(|&(id, from, to)| Some((at(from)?, at(to)?, word(id).to_owned())));
    let drawing = Drawing {
        boxes: boxes.collect(),
        arrows: arrows.collect(),
        cut: (shown.len() < reached.len())
            .then(|| format!("{} of {} nodes shown", shown.len(), reached.len())),
    };
    draw_boxes(how, &drawing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::explore_rpg::ExploreDirection;
    use crate::answer::ops::Operation;
    use crate::testing::{Built, Tree};

    fn built() -> Built {
        Tree::default()
            .file("boats/hull.rs", "class Hull 1-3\n  method paint 2-2")
            .file("boats/sail.rs", "function hoist 1-2")
            .file("quays/moor.rs", "function moor 1-2")
            .call("quays/moor.rs::moor", "boats/sail.rs::hoist", 1)
            .build()
    }

    fn explore(params: &ExploreRpg) -> Explored {
        params.run(&built().view()).expect("an answer")
    }

    fn kinds(explored: &Explored) -> Vec<(String, u32)> {
        explored
            .nodes
            .iter()
            .map(|n| (n.node.kind.to_owned(), n.depth))
            .collect()
    }

    #[test]
    fn areas_hold_categories_and_these_files_and_symbols() {
        let params = ExploreRpg {
            view: Some(GraphView::Feature),
            direction: ExploreDirection::Out,
            traversal_depth: -1,
            ..ExploreRpg::default()
        };
        let all = explore(&params);
        let count = |kind: &str| all.nodes.iter().filter(|n| n.node.kind == kind).count();
        assert_eq!((count("area"), count("file"), count("method")), (2, 3, 1));
        assert_eq!(all.total_edges as usize, all.nodes.len() - 1, "a tree");
        assert!(
            all.edges
                .iter()
                .all(|e| e.evidence.kind == "functional" && e.evidence.level.is_some())
        );
    }

    #[test]
    fn a_feature_path_starts_and_both_views_mix() {
        let up = ExploreRpg {
            start_code_entities: vec!["hoist".to_owned()],
            view: Some(GraphView::Feature),
            direction: ExploreDirection::In,
            traversal_depth: -1,
            ..ExploreRpg::default()
        };
        let chain: Vec<_> = kinds(&explore(&up))
            .into_iter()
            .map(|(kind, _)| kind)
            .collect();
        assert_eq!(
            chain,
            [
                "function",
                "file",
                "subcategory",
                "category",
                "area",
                "repository"
            ]
        );
        let area = explore(&up).nodes[4].node.id.clone();
        let down = ExploreRpg {
            start_feature_entities: vec![area],
            entity_type_filter: OneOrMany::One("function".to_owned()),
            direction: ExploreDirection::Out,
            traversal_depth: -1,
            ..ExploreRpg::default()
        };
        let found = explore(&down);
        assert_eq!(
            kinds(&found),
            [("area".to_owned(), 0), ("function".to_owned(), 4)]
        );
        let both = ExploreRpg {
            start_code_entities: vec!["hoist".to_owned()],
            view: Some(GraphView::Both),
            traversal_depth: 1,
            ..ExploreRpg::default()
        };
        let found = explore(&both);
        let kinds: Vec<_> = found.edges.iter().map(|e| e.evidence.kind).collect();
        assert!(
            kinds.contains(&"functional") && kinds.contains(&"calls"),
            "{kinds:?}"
        );
        let missing = ExploreRpg {
            start_feature_entities: vec!["Nowhere / At all".to_owned()],
            ..ExploreRpg::default()
        };
        assert_eq!(explore(&missing).not_found.len(), 1);
    }

    #[test]
    fn it_is_drawn() {
        let drawn = |render| {
            let params = ExploreRpg {
                view: Some(GraphView::Feature),
                direction: ExploreDirection::Out,
                render: Some(render),
                ..ExploreRpg::default()
            };
            explore(&params).rendering.expect("a drawing")
        };
        assert!(
            drawn(Rendering::Tree).contains("\n  Boats (area)\n"),
            "{}",
            drawn(Rendering::Tree)
        );
        assert!(drawn(Rendering::Mermaid).starts_with("flowchart LR\n"));
        assert!(drawn(Rendering::Dot).starts_with("digraph waymark {\n"));
    }
}
