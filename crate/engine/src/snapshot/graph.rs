//! The tables of the graph as columns. Every index is checked to be within its
//! table, and that nobody is around themselves; whether an edge is true is not
//! checked.

use crate::columns::{ColumnReader, ColumnWriter};
use crate::corpus::Corpus;
use crate::error::Result;
use crate::extract::facts::{Flags, Kind};
use crate::graph::{Edge, Graph, Node, Site};
use crate::ids::{EdgeId, FileId, NameId, NodeId, SymbolId};
use crate::link::evidence::{EdgeKind, Provenance};
use crate::snapshot::header::invalid;
use crate::snapshot::variants::Variants;
use crate::snapshot::{from_rows, rows};

/// Stands for no file and no symbol.
const NONE: u32 = u32::MAX;
/// Number columns of a node.
const NODE_COLUMNS: usize = 11;

pub(super) fn write_nodes(graph: &Graph) -> Vec<u8> {
    let nodes = &graph.nodes;
    let mut writer = ColumnWriter::default();
    writer.bytes(&rows(&graph.names));
    let kinds: Vec<u8> = nodes.iter().map(|node| node.kind as u8).collect();
    writer.bytes(&kinds);
    let flags: Vec<u16> = nodes.iter().map(|node| node.flags.0).collect();
    writer.u16s(&flags);
    let columns: [fn(&Node) -> u32; NODE_COLUMNS] = [
        |node| node.name.0,
        |node| node.path.0,
        |node| node.language.0,
        |node| node.qualifier.0,
        |node| node.ordinal,
        |node| node.lines.0,
        |node| node.lines.1,
        |node| node.name_line,
        |node| node.parent.0,
        |node| node.file.map_or(NONE, |file| file.0),
        |node| node.symbol.map_or(NONE, |symbol| symbol.0),
    ];
    for column in columns {
        let values: Vec<u32> = nodes.iter().map(column).collect();
        writer.u32s(&values);
    }
    for ids in [&graph.homes, &graph.named] {
        let values: Vec<u32> = ids.iter().map(|node| node.0).collect();
        writer.u32s(&values);
    }
    writer.u32s(&graph.name_starts);
    writer.u32(graph.first_file);
    writer.finish()
}

pub(super) fn write_edges(graph: &Graph) -> Vec<u8> {
    let mut writer = ColumnWriter::default();
    let numbers: [fn(&Edge) -> u32; 3] = [
        |edge| edge.source.0,
        |edge| edge.target.0,
        |edge| edge.first_site,
    ];
    for column in numbers {
        let values: Vec<u32> = graph.edges.iter().map(column).collect();
        writer.u32s(&values);
    }
    write_evidence(
        &mut writer,
        graph
            .edges
            .iter()
            .map(|edge| (edge.provenance, edge.ambiguity, edge.confidence)),
    );
    let kinds: Vec<u8> = graph.edges.iter().map(|edge| edge.kind as u8).collect();
    writer.bytes(&kinds);
    let lines: Vec<u32> = graph.sites.iter().map(|site| site.line).collect();
    writer.u32s(&lines);
    write_evidence(
        &mut writer,
        graph
            .sites
            .iter()
            .map(|site| (site.provenance, site.ambiguity, site.confidence)),
    );
    writer.u32s(&graph.out_starts);
    writer.u32s(&graph.in_starts);
    let in_edges: Vec<u32> = graph.in_edges.iter().map(|edge| edge.0).collect();
    writer.u32s(&in_edges);
    writer.finish()
}

/// How strongly something is believed: provenance, ambiguity, confidence.
type Evidence = (Provenance, u16, f32);

fn write_evidence(writer: &mut ColumnWriter, rows: impl Iterator<Item = Evidence>) {
    let (mut provenances, mut ambiguities, mut confidences) = (Vec::new(), Vec::new(), Vec::new());
    for (provenance, ambiguity, confidence) in rows {
        provenances.push(provenance as u8);
        ambiguities.push(ambiguity);
        confidences.push(confidence);
    }
    writer.bytes(&provenances);
    writer.u16s(&ambiguities);
    writer.f32s(&confidences);
}

fn read_evidence(reader: &mut ColumnReader<'_>, count: usize) -> Result<Vec<Evidence>> {
    let variants = Variants::<Provenance>::new();
    let provenances = reader.bytes()?;
    let (ambiguities, confidences) = (reader.u16s()?, reader.f32s()?);
    same(
        count,
        &[provenances.len(), ambiguities.len(), confidences.len()],
    )?;
    let rows = provenances.iter().zip(ambiguities).zip(confidences);
    rows.map(|((&provenance, ambiguity), confidence)| {
        Ok((variants.get(provenance)?, ambiguity, confidence))
    })
    .collect()
}

pub(super) fn read(nodes: &[u8], edges: &[u8], corpus: &Corpus) -> Result<Graph> {
    let mut graph = Graph::default();
    read_nodes(&mut graph, nodes)?;
    check_nodes(&graph, corpus)?;
    read_edges(&mut graph, edges)?;
    check_edges(&graph)?;
    Ok(graph)
}

fn read_nodes(graph: &mut Graph, bytes: &[u8]) -> Result<()> {
    let mut reader = ColumnReader::new(bytes);
    graph.names = from_rows(reader.bytes()?)?;
    let (kinds, flags) = (reader.bytes()?, reader.u16s()?);
    let mut columns: [Vec<u32>; NODE_COLUMNS] = Default::default();
    for column in &mut columns {
        *column = reader.u32s()?;
        same(kinds.len(), &[flags.len(), column.len()])?;
    }
    let variants = Variants::<Kind>::new();
    let [
        name,
        path,
        language,
        qualifier,
        ordinal,
        first,
        last,
        name_line,
        parent,
        file,
        symbol,
    ] = columns;
    let some = |value: u32| Some(value).filter(|&value| value != NONE);
    graph.nodes.reserve_exact(kinds.len());
    for (at, (&kind, &flags)) in kinds.iter().zip(&flags).enumerate() {
        graph.nodes.push(Node {
            kind: variants.get(kind)?,
            flags: Flags(flags),
            name: NameId(name[at]),
            path: NameId(path[at]),
            language: NameId(language[at]),
            qualifier: NameId(qualifier[at]),
            ordinal: ordinal[at],
            lines: (first[at], last[at]),
            name_line: name_line[at],
            parent: NodeId(parent[at]),
            file: some(file[at]).map(FileId),
            symbol: some(symbol[at]).map(SymbolId),
        });
    }
    graph.kinds = graph.nodes.iter().map(|node| node.kind).collect();
    graph.homes = reader.u32s()?.into_iter().map(NodeId).collect();
    graph.named = reader.u32s()?.into_iter().map(NodeId).collect();
    graph.name_starts = reader.u32s()?;
    graph.first_file = reader.u32()?;
    reader.finish()
}

fn read_edges(graph: &mut Graph, bytes: &[u8]) -> Result<()> {
    let mut reader = ColumnReader::new(bytes);
    let (sources, targets, firsts) = (reader.u32s()?, reader.u32s()?, reader.u32s()?);
    let evidence = read_evidence(&mut reader, sources.len())?;
    let kinds = reader.bytes()?;
    same(sources.len(), &[targets.len(), firsts.len(), kinds.len()])?;
    let variants = Variants::<EdgeKind>::new();
    graph.edges.reserve_exact(sources.len());
    for (at, (provenance, ambiguity, confidence)) in evidence.into_iter().enumerate() {
        graph.edges.push(Edge {
            source: NodeId(sources[at]),
            target: NodeId(targets[at]),
            kind: variants.get(kinds[at])?,
            provenance,
            ambiguity,
            confidence,
            first_site: firsts[at],
        });
    }
    let lines = reader.u32s()?;
    let evidence = read_evidence(&mut reader, lines.len())?;
    let sites = lines.into_iter().zip(evidence);
    graph.sites = sites
        .map(|(line, (provenance, ambiguity, confidence))| Site {
            line,
            provenance,
            ambiguity,
            confidence,
        })
        .collect();
    graph.out_starts = reader.u32s()?;
    graph.in_starts = reader.u32s()?;
    graph.in_edges = reader.u32s()?.into_iter().map(EdgeId).collect();
    reader.finish()
}

fn check_nodes(graph: &Graph, corpus: &Corpus) -> Result<()> {
    let (nodes, names) = (graph.nodes.len(), graph.names.len());
    let (files, symbols) = (corpus.files().len(), corpus.symbol_count());
    let is_sound = |node: &Node| {
        let strings = [node.name, node.path, node.language, node.qualifier];
        strings.iter().all(|name| name.index() < names)
            && node.parent.index() < nodes
            && node.file.is_none_or(|file| file.index() < files)
            && node.symbol.is_none_or(|symbol| symbol.index() < symbols)
    };
    let ids = || graph.homes.iter().chain(&graph.named);
    let sound = nodes > 0
        && graph.nodes.iter().all(is_sound)
        && ids().all(|node| node.index() < nodes)
        && graph.named.len() == nodes
        && graph.homes.len() == symbols
        && graph.first_file as usize + files <= nodes
        && are_starts(&graph.name_starts, names, nodes);
    check(sound)?;
    check(!is_around_itself(graph))
}

fn check_edges(graph: &Graph) -> Result<()> {
    let (nodes, edges, sites) = (graph.nodes.len(), graph.edges.len(), graph.sites.len());
    let is_sound = |edge: &Edge| {
        edge.source.index() < nodes
            && edge.target.index() < nodes
            && edge.first_site as usize <= sites
    };
    check(
        graph.edges.iter().all(is_sound)
            && graph.edges.is_sorted_by_key(|edge| edge.first_site)
            && graph.in_edges.len() == edges
            && graph.in_edges.iter().all(|edge| edge.index() < edges)
            && are_starts(&graph.out_starts, nodes, edges)
            && are_starts(&graph.in_starts, nodes, edges),
    )
}

/// Whether `starts` cuts a table of `total` rows into `count` parts.
fn are_starts(starts: &[u32], count: usize, total: usize) -> bool {
    starts.len() == count + 1
        && starts.is_sorted()
        && starts.last().is_some_and(|&end| end as usize == total)
}

/// Whether going outwards from some node comes back to it.
fn is_around_itself(graph: &Graph) -> bool {
    let mut seen_from = vec![0_u32; graph.nodes.len()];
    for start in graph.ids() {
        let stamp = start.0 + 1;
        let mut at = start;
        while seen_from[at.index()] == 0 {
            seen_from[at.index()] = stamp;
            match graph.parent(at) {
                Some(parent) if seen_from[parent.index()] == stamp => return true,
                Some(parent) => at = parent,
                None => break,
            }
        }
    }
    false
}

fn same(count: usize, others: &[usize]) -> Result<()> {
    check(others.iter().all(|&other| other == count))
}

fn check(sound: bool) -> Result<()> {
    match sound {
        true => Ok(()),
        false => Err(invalid("the tables of the graph do not fit together")),
    }
}
