//! The whole graph as one JSON document, with one row an edge.

use crate::graph::export::pieces::{self, Cursor, Section, push_json};
use crate::graph::store::Graph;
use crate::ids::{EdgeId, NodeId};
use serde::Serialize;

/// The version of the document's shape; a reader refuses what it does not know.
pub const VERSION: u32 = 1;

/// The next piece of the document, UTF-8; none at the end. `cursor` starts as
/// [`Cursor::default`] and must be used with the same graph throughout.
pub fn next(graph: &Graph, cursor: &mut Cursor) -> Option<Vec<u8>> {
    let once = |text: String| move |_: usize, piece: &mut Vec<u8>| piece.extend(text.as_bytes());
    let head = once(format!("{{\"version\":{VERSION},\"nodes\":["));
    let middle = once("],\"edges\":[".to_owned());
    let tail = once("]}".to_owned());
    let sections = [
        Section {
            rows: 1,
            write: &head,
        },
        Section {
            rows: graph.nodes().len(),
            write: &|row, piece| push_row(row, piece, &node_row(graph, NodeId::at(row))),
        },
        Section {
            rows: 1,
            write: &middle,
        },
        Section {
            rows: graph.edges().len(),
            write: &|row, piece| push_row(row, piece, &edge_row(graph, EdgeId::at(row))),
        },
        Section {
            rows: 1,
            write: &tail,
        },
    ];
    pieces::next(cursor, &sections)
}

/// All pieces in order.
pub fn pieces(graph: &Graph) -> impl Iterator<Item = Vec<u8>> {
    let mut cursor = Cursor::default();
    std::iter::from_fn(move || next(graph, &mut cursor))
}

fn push_row(row: usize, piece: &mut Vec<u8>, value: &impl Serialize) {
    if row > 0 {
        piece.push(b',');
    }
    push_json(piece, value);
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NodeRow<'a> {
    id: String,
    kind: &'static str,
    name: &'a str,
    path: &'a str,
    language: Option<&'a str>,
    start_line: u32,
    end_line: u32,
    name_line: u32,
    parent: Option<String>,
}

fn node_row(graph: &Graph, id: NodeId) -> NodeRow<'_> {
    let node = graph.node(id);
    NodeRow {
        id: graph.fqn(id),
        kind: node.kind.as_str(),
        name: graph.text(node.name),
        path: graph.text(node.path),
        language: Some(graph.text(node.language)).filter(|text| !text.is_empty()),
        start_line: node.lines.0,
        end_line: node.lines.1,
        name_line: node.name_line,
        parent: graph.parent(id).map(|parent| graph.fqn(parent)),
    }
}

#[derive(Serialize)]
struct EdgeRow {
    kind: &'static str,
    source: String,
    target: String,
    provenance: &'static str,
    confidence: f32,
    ambiguity: u16,
    sites: Vec<u32>,
}

fn edge_row(graph: &Graph, id: EdgeId) -> Option<EdgeRow> {
    let edge = graph.edge(id)?;
    Some(EdgeRow {
        kind: edge.kind.as_str(),
        source: graph.fqn(edge.source),
        target: graph.fqn(edge.target),
        provenance: edge.provenance.as_str(),
        confidence: edge.confidence,
        ambiguity: edge.ambiguity,
        sites: graph.sites(id).iter().map(|site| site.line).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::functions;

    #[test]
    fn the_pieces_make_one_document() {
        let mut tree = functions(2000);
        for i in 1..2000 {
            tree = tree.call(&format!("a.rs::f{i}"), "a.rs::f0", i);
        }
        let graph = tree.build().graph;
        let pieces: Vec<Vec<u8>> = pieces(&graph).collect();
        assert!(pieces.len() > 2);
        let document: serde_json::Value =
            serde_json::from_slice(&pieces.concat()).expect("one document");
        let count = |field: &str| document[field].as_array().map(Vec::len);
        assert_eq!(count("nodes"), Some(graph.nodes().len()));
        assert_eq!(count("edges"), Some(graph.edges().len()));
        let call = document["edges"].as_array().and_then(|edges| edges.last());
        let expected = serde_json::json!({
            "kind": "calls", "source": "a.rs::f1999", "target": "a.rs::f0", "provenance": "scope",
            "confidence": 1.0, "ambiguity": 1, "sites": [1999],
        });
        assert_eq!(call, Some(&expected));
    }
}
