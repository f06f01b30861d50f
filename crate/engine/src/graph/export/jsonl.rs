//! One JSON object a line: the export that scorers and other tools read.
//!
//! | line | fields |
//! |---|---|
//! | node | `t:"node"`, `id`, `kind`, `path`, `name`, `fqn`, `start_line`, `end_line`, `parent` |
//! | edge | `t:"edge"`, `kind`, `source`, `target`, `line`, `provenance`, `confidence`; one line a site |
//! | unresolved | `t:"unresolved"`, `path`, `line`, `name`, `reason`, `source`, `candidates` |
//!
//! With a feature view, node lines gain `feature` and `feature_source`; the groups of
//! the hierarchy are nodes of the kinds `area`, `category` and `subcategory` with
//! `directories` and `keywords`; `functional` edges lead from the repository down.
//!
//! Lines are 1-based and inclusive; 0 on directories, and `line` is null on
//! `contains`. The source of a call is the innermost function around it, else
//! the class, else the file.

use crate::extract::facts::{Flags, Kind};
use crate::graph::edge::{Edge, Kinds};
use crate::graph::export::pieces::{self, Cursor, Section, push_line};
use crate::graph::export::{FeatureView, functional_edge};
use crate::graph::store::Graph;
use crate::ids::{EdgeId, NodeId};
use crate::link::evidence::{EdgeKind, Provenance};
use crate::link::links::Unresolved;
use serde::Serialize;

/// The next piece of the export of `graph`, `unresolved` and, where they are wanted,
/// `features`: UTF-8 in whole lines; none at the end. `cursor` starts as [`Cursor::default`] and must be
/// used with the same graph throughout.
pub fn next(
    graph: &Graph,
    unresolved: &[Unresolved],
    features: Option<&dyn FeatureView>,
    cursor: &mut Cursor,
) -> Option<Vec<u8>> {
    let groups = features.map_or(0, FeatureView::groups);
    let sections = [
        Section {
            rows: graph.nodes().len(),
            write: &|row, piece| push_node(graph, NodeId::at(row), features, piece),
        },
        Section {
            rows: groups,
            write: &|row, piece| push_group(features, row, piece),
        },
        Section {
            rows: graph.edges().len(),
            write: &|row, piece| push_edge(graph, EdgeId::at(row), piece),
        },
        Section {
            rows: features.map_or(0, |_| groups + graph.nodes().len()),
            write: &|row, piece| push_functional(graph, features, row, piece),
        },
        Section {
            rows: unresolved.len(),
            write: &|row, piece| push_unresolved(graph, &unresolved[row], piece),
        },
    ];
    pieces::next(cursor, &sections)
}

/// All pieces in order.
pub fn pieces<'a>(
    graph: &'a Graph,
    unresolved: &'a [Unresolved],
    features: Option<&'a dyn FeatureView>,
) -> impl Iterator<Item = Vec<u8>> + use<'a> {
    let mut cursor = Cursor::default();
    std::iter::from_fn(move || next(graph, unresolved, features, &mut cursor))
}

#[derive(Serialize)]
struct NodeLine<'a> {
    t: &'static str,
    id: &'a str,
    kind: &'static str,
    path: &'a str,
    name: &'a str,
    fqn: &'a str,
    start_line: u32,
    end_line: u32,
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

fn push_group(features: Option<&dyn FeatureView>, row: usize, piece: &mut Vec<u8>) {
    let Some(group) = features.and_then(|features| features.group(row)) else {
        return;
    };
    let line = NodeLine {
        t: "node",
        id: &group.id,
        kind: group.kind,
        path: group.directories.first().map_or(".", String::as_str),
        name: &group.name,
        fqn: &group.id,
        start_line: 0,
        end_line: 0,
        parent: Some(group.parent.clone()),
        feature: Some(group.feature.clone()),
        feature_source: Some(group.source),
        directories: Some(&group.directories),
        keywords: Some(&group.keywords),
    };
    push_line(piece, &line);
}

fn push_functional(
    graph: &Graph,
    features: Option<&dyn FeatureView>,
    row: usize,
    piece: &mut Vec<u8>,
) {
    let edge = features.and_then(|features| functional_edge(graph, features, row));
    if let Some((source, target)) = edge {
        let line = EdgeLine {
            t: "edge",
            kind: EdgeKind::Functional.as_str(),
            source: &source,
            target: &target,
            line: None,
            provenance: Provenance::Scope.as_str(),
            confidence: 1.0,
        };
        push_line(piece, &line);
    }
}

fn push_node(graph: &Graph, id: NodeId, features: Option<&dyn FeatureView>, piece: &mut Vec<u8>) {
    let node = graph.node(id);
    let fqn = graph.fqn(id);
    let (feature, feature_source) = features.map(|features| features.feature(id)).unzip();
    let line = NodeLine {
        t: "node",
        id: &fqn,
        kind: node.kind.as_str(),
        path: graph.text(node.path),
        name: graph.text(node.name),
        fqn: &fqn,
        start_line: node.lines.0,
        end_line: node.lines.1,
        parent: graph.parent(id).map(|parent| graph.fqn(parent)),
        feature,
        feature_source,
        directories: None,
        keywords: None,
    };
    push_line(piece, &line);
}

#[derive(Serialize)]
struct EdgeLine<'a> {
    t: &'static str,
    kind: &'static str,
    source: &'a str,
    target: &'a str,
    line: Option<u32>,
    provenance: &'static str,
    confidence: f32,
}

fn push_edge(graph: &Graph, id: EdgeId, piece: &mut Vec<u8>) {
    let Some(edge) = graph.edge(id) else { return };
    let source = graph.fqn(source_of(graph, edge));
    let target = graph.fqn(edge.target);
    let mut push = |line, provenance, confidence| {
        let line = EdgeLine {
            t: "edge",
            kind: edge.kind.as_str(),
            source: &source,
            target: &target,
            line,
            provenance,
            confidence,
        };
        push_line(piece, &line);
    };
    let sites = graph.sites(id);
    if sites.is_empty() {
        push(None, edge.provenance.as_str(), edge.confidence);
    }
    for site in sites {
        push(Some(site.line), site.provenance.as_str(), site.confidence);
    }
}

/// The source of `edge`; of a call, the innermost function, class or file.
fn source_of(graph: &Graph, edge: &Edge) -> NodeId {
    if !Kinds::CALLS.has(edge.kind) {
        return edge.source;
    }
    let runs = |&node: &NodeId| {
        let row = graph.node(node);
        let accessor = row.flags.has(Flags::ACCESSOR);
        accessor || row.kind == Kind::Module || row.kind.is_callable() || row.kind.is_type()
    };
    let around = graph.ancestors(edge.source);
    let mut all = std::iter::once(edge.source).chain(around);
    all.find(runs).unwrap_or(edge.source)
}

#[derive(Serialize)]
struct UnresolvedLine<'a> {
    t: &'static str,
    path: &'a str,
    line: u32,
    name: &'a str,
    reason: &'static str,
    source: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    candidates: Vec<String>,
}

fn push_unresolved(graph: &Graph, row: &Unresolved, piece: &mut Vec<u8>) {
    let source = graph.end_node(row.source);
    let candidates = row.candidates.iter();
    let line = UnresolvedLine {
        t: "unresolved",
        path: graph.path(graph.file_node(row.file)),
        line: row.line,
        name: &row.name,
        reason: row.reason.as_str(),
        source: graph.fqn(source),
        candidates: candidates
            .map(|&symbol| graph.fqn(graph.symbol_node(symbol)))
            .collect(),
    };
    push_line(piece, &line);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::evidence::Absence;
    use crate::testing::{Built, Tree};

    fn text(built: &Built) -> String {
        let pieces: Vec<Vec<u8>> = pieces(&built.graph, &built.links.unresolved, None).collect();
        String::from_utf8(pieces.concat()).expect("UTF-8")
    }

    #[test]
    fn the_export_follows_the_contract() {
        let built = Tree::default()
            .file(
                "src/a.rs",
                "class C 1-4\n  field x 2-2\n  method m 3-4\nfunction \"q\" 5-6",
            )
            .call("src/a.rs::C::m", "src/a.rs::\"q\"", 4)
            .link_by(
                EdgeKind::Calls,
                "src/a.rs::C::m",
                "src/a.rs::\"q\"",
                3,
                Provenance::Unique,
            )
            .link(EdgeKind::Instantiates, "src/a.rs::C::x", "src/a.rs::C", 2)
            .absence("src/a.rs::C::m", 3, "print", Absence::External)
            .build();
        let expected = r#"{"t":"node","id":".","kind":"repository","path":".","name":".","fqn":".","start_line":0,"end_line":0,"parent":null}
{"t":"node","id":"src","kind":"directory","path":"src","name":"src","fqn":"src","start_line":0,"end_line":0,"parent":"."}
{"t":"node","id":"src/a.rs","kind":"file","path":"src/a.rs","name":"a.rs","fqn":"src/a.rs","start_line":1,"end_line":6,"parent":"src"}
{"t":"node","id":"src/a.rs::C","kind":"class","path":"src/a.rs","name":"C","fqn":"src/a.rs::C","start_line":1,"end_line":4,"parent":"src/a.rs"}
{"t":"node","id":"src/a.rs::C::x","kind":"field","path":"src/a.rs","name":"x","fqn":"src/a.rs::C::x","start_line":2,"end_line":2,"parent":"src/a.rs::C"}
{"t":"node","id":"src/a.rs::C::m","kind":"method","path":"src/a.rs","name":"m","fqn":"src/a.rs::C::m","start_line":3,"end_line":4,"parent":"src/a.rs::C"}
{"t":"node","id":"src/a.rs::\"q\"","kind":"function","path":"src/a.rs","name":"\"q\"","fqn":"src/a.rs::\"q\"","start_line":5,"end_line":6,"parent":"src/a.rs"}
{"t":"edge","kind":"contains","source":".","target":"src","line":null,"provenance":"scope","confidence":1.0}
{"t":"edge","kind":"contains","source":"src","target":"src/a.rs","line":null,"provenance":"scope","confidence":1.0}
{"t":"edge","kind":"contains","source":"src/a.rs","target":"src/a.rs::C","line":null,"provenance":"scope","confidence":1.0}
{"t":"edge","kind":"contains","source":"src/a.rs","target":"src/a.rs::\"q\"","line":null,"provenance":"scope","confidence":1.0}
{"t":"edge","kind":"contains","source":"src/a.rs::C","target":"src/a.rs::C::x","line":null,"provenance":"scope","confidence":1.0}
{"t":"edge","kind":"contains","source":"src/a.rs::C","target":"src/a.rs::C::m","line":null,"provenance":"scope","confidence":1.0}
{"t":"edge","kind":"instantiates","source":"src/a.rs::C","target":"src/a.rs::C","line":2,"provenance":"scope","confidence":1.0}
{"t":"edge","kind":"calls","source":"src/a.rs::C::m","target":"src/a.rs::\"q\"","line":3,"provenance":"unique","confidence":0.2}
{"t":"edge","kind":"calls","source":"src/a.rs::C::m","target":"src/a.rs::\"q\"","line":4,"provenance":"scope","confidence":1.0}
{"t":"unresolved","path":"src/a.rs","line":3,"name":"print","reason":"external","source":"src/a.rs::C::m"}
"#;
        assert_eq!(text(&built), expected);
    }

    #[test]
    fn candidates_are_named() {
        let mut built = Tree::default().file("a.rs", "function f 1-1").build();
        built = Built {
            links: crate::link::Links {
                unresolved: vec![Unresolved {
                    file: crate::ids::FileId(0),
                    line: 1,
                    name: "f".to_owned(),
                    reason: Absence::Declined,
                    source: crate::link::Endpoint::File(crate::ids::FileId(0)),
                    candidates: vec![crate::ids::SymbolId(0), crate::ids::SymbolId(9)],
                }],
                ..built.links
            },
            ..built
        };
        let last = text(&built).lines().last().map(str::to_owned);
        let expected = r#"{"t":"unresolved","path":"a.rs","line":1,"name":"f","reason":"declined","source":"a.rs","candidates":["a.rs::f","."]}"#;
        assert_eq!(last.as_deref(), Some(expected));
    }
}
