//! Links to edges: uses of one kind of one target by one source become one row.

use crate::graph::edge::{Edge, Site};
use crate::graph::store::{self, Graph, row};
use crate::ids::{EdgeId, NodeId};
use crate::link::evidence::{EdgeKind, Provenance};
use crate::link::links::{Endpoint, Link};
use crate::report::Report;

/// Adds the edges of the hierarchy and of `links`, and the ways to read them.
pub(crate) fn add_edges(graph: &mut Graph, links: &[Link], report: &mut Report) {
    let parents = graph
        .ids()
        .map(|id| graph.parent(id).map(|parent| parent.0));
    let (inside_starts, inside) = store::group(parents.collect(), graph.nodes.len());
    let uses = uses(graph, links, report);
    let sources = uses.iter().map(|u| Some(u.source.0));
    let (use_starts, mut order) = store::group(sources.collect(), graph.nodes.len());
    graph.sites.reserve(uses.len());
    for node in graph.ids() {
        for &child in &inside[row(&inside_starts, node.index())] {
            graph
                .edges
                .push(contains(node, NodeId(child), graph.sites.len()));
        }
        let of_node = &mut order[row(&use_starts, node.index())];
        of_node.sort_by_key(|&at| {
            let u = &uses[at as usize];
            (u.kind, u.target, u.site.line)
        });
        let same = |a: &u32, b: &u32| {
            let (a, b) = (&uses[*a as usize], &uses[*b as usize]);
            (a.kind, a.target) == (b.kind, b.target)
        };
        for edge in of_node.chunk_by(same) {
            push_edge(graph, edge.iter().map(|&at| &uses[at as usize]));
        }
    }
    index(graph);
}

/// One use of one target by one source.
struct Use {
    source: NodeId,
    kind: EdgeKind,
    target: NodeId,
    site: Site,
}

/// The links between nodes that there are.
fn uses(graph: &Graph, links: &[Link], report: &mut Report) -> Vec<Use> {
    let known = links.iter().filter_map(|link| {
        if link.kind == EdgeKind::Contains {
            report.count("link-contains", 1);
            return None;
        }
        let ends = (endpoint(graph, link.source), endpoint(graph, link.target));
        let (Some(source), Some(target)) = ends else {
            report.count("link-out-of-range", 1);
            return None;
        };
        let site = Site {
            line: link.line,
            provenance: link.provenance,
            ambiguity: link.ambiguity.max(1),
            confidence: link.confidence,
        };
        let kind = link.kind;
        Some(Use {
            source,
            kind,
            target,
            site,
        })
    });
    known.collect()
}

fn endpoint(graph: &Graph, end: Endpoint) -> Option<NodeId> {
    match end {
        Endpoint::File(file) => {
            let node = graph.file_node(file);
            (graph.node(node).file == Some(file)).then_some(node)
        }
        Endpoint::Symbol(symbol) => graph.homes.get(symbol.index()).copied(),
    }
}

/// An edge of the hierarchy: a fact of the syntax, written nowhere.
fn contains(parent: NodeId, child: NodeId, sites: usize) -> Edge {
    Edge {
        source: parent,
        target: child,
        kind: EdgeKind::Contains,
        provenance: Provenance::Scope,
        ambiguity: 1,
        confidence: 1.0,
        first_site: sites as u32,
    }
}

/// Adds the edge that stands for `uses`, which have one source, kind and target.
fn push_edge<'a>(graph: &mut Graph, mut uses: impl Iterator<Item = &'a Use> + Clone) {
    let sites = uses.clone().map(|u| u.site);
    let Some(first) = uses.next() else { return };
    let first_site = graph.sites.len();
    graph.sites.extend(sites);
    let sites = &graph.sites[first_site..];
    let sum: f64 = sites.iter().map(|site| f64::from(site.confidence)).sum();
    let provenances = sites.iter().map(|site| site.provenance);
    let ambiguities = sites.iter().map(|site| site.ambiguity);
    graph.edges.push(Edge {
        source: first.source,
        target: first.target,
        kind: first.kind,
        provenance: provenances.min().unwrap_or(first.site.provenance),
        ambiguity: ambiguities.max().unwrap_or(first.site.ambiguity),
        confidence: (sum / sites.len() as f64) as f32,
        first_site: first_site as u32,
    });
}

/// Fills the columns that find the edges of a node.
fn index(graph: &mut Graph) {
    let nodes = graph.nodes.len();
    graph.out_starts = store::starts(graph.edges.iter().map(|edge| edge.source.0), nodes);
    let targets = graph.edges.iter().map(|edge| Some(edge.target.0));
    let (starts, edges) = store::group(targets.collect(), nodes);
    graph.in_starts = starts;
    graph.in_edges = edges.into_iter().map(EdgeId).collect();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{FileId, SymbolId};
    use crate::testing::Tree;

    #[test]
    fn uses_of_one_target_become_one_edge_with_sites() {
        let built = Tree::default()
            .file("a.rs", "function f 1-9\nfunction g 10-10")
            .link_by(
                EdgeKind::Calls,
                "a.rs::f",
                "a.rs::g",
                7,
                Provenance::SameDirectory,
            )
            .link_by(EdgeKind::Calls, "a.rs::f", "a.rs::g", 3, Provenance::Import)
            .link(EdgeKind::Reads, "a.rs::f", "a.rs::g", 4)
            .build();
        let graph = &built.graph;
        let edges = graph.out_edges(NodeId(2));
        assert_eq!(edges.len(), 2);
        assert_eq!(edges[0].kind, EdgeKind::Calls);
        assert_eq!(edges[0].provenance, Provenance::Import);
        assert!((edges[0].confidence - 0.75).abs() < 1e-6);
        let id = graph.out_ids(NodeId(2)).next().expect("an edge");
        let lines: Vec<_> = graph.sites(id).iter().map(|site| site.line).collect();
        assert_eq!(lines, [3, 7]);
        let entering: Vec<_> = graph.in_edges(NodeId(3)).map(|edge| edge.kind).collect();
        assert_eq!(
            entering,
            [EdgeKind::Contains, EdgeKind::Calls, EdgeKind::Reads]
        );
        assert_eq!(graph.site_count(), 3);
    }

    #[test]
    fn links_that_lead_nowhere_are_counted() {
        let mut tree = Tree::default().file("a.rs", "function f 1-9").build();
        for end in [Endpoint::Symbol(SymbolId(1)), Endpoint::File(FileId(1))] {
            tree.links.links.push(Link {
                kind: EdgeKind::Calls,
                source: Endpoint::File(FileId(0)),
                target: end,
                line: 1,
                provenance: Provenance::Scope,
                confidence: 1.0,
                ambiguity: 1,
            });
        }
        let mut report = Report::default();
        let graph = Graph::build(&tree.corpus, &tree.links, &mut report);
        assert_eq!(report.get("link-out-of-range"), 2);
        assert_eq!(graph.edges().len(), 2);
    }
}
