//! Links to edges: uses of one kind of one target by one source become one row.

use crate::graph::edge::{Edge, Site};
use crate::graph::store::{self, Graph};
use crate::ids::{EdgeId, NodeId};
use crate::link::evidence::{EdgeKind, Provenance};
use crate::link::links::{Endpoint, Link};
use crate::report::Report;

/// One use, before uses of one edge are put together.
#[derive(Clone, Copy)]
struct Use {
    source: NodeId,
    kind: EdgeKind,
    target: NodeId,
    site: Option<Site>,
}

/// Adds the edges of the hierarchy and of `links`, and the ways to read them.
pub(crate) fn add_edges(graph: &mut Graph, links: &[Link], report: &mut Report) {
    let mut uses = Vec::with_capacity(links.len() + graph.nodes.len());
    uses.extend(graph.ids().filter_map(|child| {
        Some(Use {
            source: graph.parent(child)?,
            kind: EdgeKind::Contains,
            target: child,
            site: None,
        })
    }));
    for link in links {
        let ends = (endpoint(graph, link.source), endpoint(graph, link.target));
        let (Some(source), Some(target)) = ends else {
            report.count("link-out-of-range", 1);
            continue;
        };
        let site = Some(Site {
            line: link.line,
            provenance: link.provenance,
            ambiguity: link.ambiguity.max(1),
            confidence: link.confidence,
        });
        let kind = link.kind;
        uses.push(Use {
            source,
            kind,
            target,
            site,
        });
    }
    uses.sort_by_key(|u| (u.source, u.kind, u.target, u.site.map(|site| site.line)));
    for group in uses.chunk_by(|a, b| (a.source, a.kind, a.target) == (b.source, b.kind, b.target))
    {
        push_edge(graph, group);
    }
    let keys = graph.edges.iter().map(|edge| edge.source.0);
    graph.out_starts = store::starts(keys, graph.nodes.len());
    index_targets(graph);
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

fn push_edge(graph: &mut Graph, group: &[Use]) {
    let Some(first) = group.first() else { return };
    let first_site = graph.sites.len() as u32;
    graph.sites.extend(group.iter().filter_map(|u| u.site));
    let sites = &graph.sites[first_site as usize..];
    let sum: f64 = sites.iter().map(|site| f64::from(site.confidence)).sum();
    let syntax = (Provenance::Scope, 1, 1.0);
    let (provenance, ambiguity, confidence) = match sites.len() {
        0 => syntax,
        count => (
            sites
                .iter()
                .map(|site| site.provenance)
                .min()
                .unwrap_or(syntax.0),
            sites
                .iter()
                .map(|site| site.ambiguity)
                .max()
                .unwrap_or(syntax.1),
            (sum / count as f64) as f32,
        ),
    };
    graph.edges.push(Edge {
        source: first.source,
        target: first.target,
        kind: first.kind,
        provenance,
        ambiguity,
        confidence,
        first_site,
    });
}

fn index_targets(graph: &mut Graph) {
    graph.in_edges = (0..graph.edges.len()).map(EdgeId::at).collect();
    let edges = &graph.edges;
    graph.in_edges.sort_by_key(|id| {
        let edge = &edges[id.index()];
        (edge.target, edge.kind, edge.source)
    });
    let keys = graph.in_edges.iter().map(|id| edges[id.index()].target.0);
    graph.in_starts = store::starts(keys, graph.nodes.len());
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
