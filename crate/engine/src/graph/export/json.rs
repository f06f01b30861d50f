//! The whole graph as one JSON document, with one row an edge.

use crate::graph::export::pieces::{self, Cursor, Section, push_json};
use crate::graph::export::{FeatureView, GroupRow, functional_edge};
use crate::graph::store::Graph;
use crate::ids::{EdgeId, NodeId};
use crate::link::evidence::{EdgeKind, Provenance};
use serde::Serialize;

/// The version of the document's shape; a reader refuses what it does not know.
pub const VERSION: u32 = 1;

/// The next piece of the document, UTF-8; none at the end. `cursor` starts as
/// [`Cursor::default`] and must be used with the same graph throughout.
pub fn next(
    graph: &Graph,
    features: Option<&dyn FeatureView>,
    cursor: &mut Cursor,
) -> Option<Vec<u8>> {
    let groups = features.map_or(0, FeatureView::groups);
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
            write: &|row, piece| push_row(row, piece, &node_row(graph, NodeId::at(row), features)),
        },
        Section {
            rows: groups,
            write: &|row, piece| {
                if let Some(group) = features.and_then(|features| features.group(row)) {
                    push_row(1, piece, &group_row(&group));
                }
            },
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
            rows: features.map_or(0, |_| groups + graph.nodes().len()),
            write: &|row, piece| {
                let edge = features.and_then(|features| functional_edge(graph, features, row));
                if let Some((source, target)) = edge {
                    let first = graph.edges().is_empty() && row == 0;
                    push_row(usize::from(!first), piece, &functional_row(source, target));
                }
            },
        },
        Section {
            rows: 1,
            write: &tail,
        },
    ];
    pieces::next(cursor, &sections)
}

/// All pieces in order.
pub fn pieces<'a>(
    graph: &'a Graph,
    features: Option<&'a dyn FeatureView>,
) -> impl Iterator<Item = Vec<u8>> + use<'a> {
    let mut cursor = Cursor::default();
    std::iter::from_fn(move || next(graph, features, &mut cursor))
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
    #[serde(skip_serializing_if = "Option::is_none")]
    feature: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    feature_source: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    directories: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    keywords: Option<&'a [String]>,
}

fn group_row(group: &GroupRow) -> NodeRow<'_> {
    NodeRow {
        id: group.id.clone(),
        kind: group.kind,
        name: &group.name,
        path: group.directories.first().map_or(".", String::as_str),
        language: None,
        start_line: 0,
        end_line: 0,
        name_line: 0,
        parent: Some(group.parent.clone()),
        feature: Some(group.feature.clone()),
        feature_source: Some(group.source),
        directories: Some(&group.directories),
        keywords: Some(&group.keywords),
    }
}

fn functional_row(source: String, target: String) -> EdgeRow {
    EdgeRow {
        kind: EdgeKind::Functional.as_str(),
        source,
        target,
        provenance: Provenance::Scope.as_str(),
        confidence: 1.0,
        ambiguity: 1,
        sites: Vec::new(),
    }
}

fn node_row<'a>(graph: &'a Graph, id: NodeId, features: Option<&dyn FeatureView>) -> NodeRow<'a> {
    let (feature, feature_source) = features.map(|features| features.feature(id)).unzip();
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
        feature,
        feature_source,
        directories: None,
        keywords: None,
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
        let pieces: Vec<Vec<u8>> = pieces(&graph, None).collect();
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
