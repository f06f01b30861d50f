//! One state of the index as one portable file.
//!
//! [`header`] is the container; every other file writes and reads the sections
//! of one table. Columns are raw little-endian numbers, since a snapshot must
//! open quickly; what is rarely large is postcard. A reader trusts no byte:
//! wrong ones are an error, never a panic or a large allocation.
//!
//! Law: what is read answers exactly as what was written, and equal states give
//! equal bytes on every platform.

mod checksum;
mod corpus;
mod graph;
pub mod header;
mod unresolved;
mod variants;

use crate::columns::{ColumnReader, ColumnWriter};
use crate::corpus::Corpus;
use crate::error::Result;
use crate::feature::Lifting;
use crate::graph::Graph;
use crate::link::links::Unresolved;
use crate::rank::Ranks;
use crate::report::Report;
use crate::search::lexical::Lexical;
use crate::search::vectors::Vectors;
use header::{invalid, pack, unpack};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What a snapshot is written of.
#[derive(Clone, Copy, Debug)]
pub struct Contents<'a> {
    /// Files, facts and texts.
    pub corpus: &'a Corpus,
    /// Nodes and edges.
    pub graph: &'a Graph,
    /// Uses without an edge.
    pub unresolved: &'a [Unresolved],
    /// Structural rank of every node.
    pub ranks: &'a Ranks,
    /// The lexical index.
    pub lexical: &'a Lexical,
    /// Vectors of the nodes, where there are any.
    pub vectors: Option<&'a Vectors>,
    /// What a host told.
    pub lifting: &'a Lifting,
    /// What the build dropped, capped or guessed.
    pub report: &'a Report,
    /// What the index needs for updates, as it writes it itself.
    pub state: &'a [u8],
}

/// What a snapshot holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opened {
    /// Files, facts and texts.
    pub corpus: Corpus,
    /// Nodes and edges.
    pub graph: Graph,
    /// Uses without an edge.
    pub unresolved: Vec<Unresolved>,
    /// Structural rank of every node.
    pub ranks: Ranks,
    /// The lexical index.
    pub lexical: Lexical,
    /// Vectors of the nodes, where there are any.
    pub vectors: Option<Vectors>,
    /// What a host told.
    pub lifting: Lifting,
    /// What the build dropped, capped or guessed.
    pub report: Report,
    /// What the index needs for updates.
    pub state: Vec<u8>,
}

/// The snapshot of `contents`.
#[must_use]
pub fn write(contents: &Contents<'_>) -> Vec<u8> {
    pack(&[
        rows(contents.report),
        corpus::write_files(contents.corpus),
        corpus::write_texts(contents.corpus),
        corpus::write_facts(contents.corpus),
        graph::write_nodes(contents.graph),
        graph::write_edges(contents.graph),
        unresolved::write(contents.unresolved),
        write_ranks(contents.ranks),
        write_lexical(contents.lexical),
        contents.state.to_vec(),
        contents.vectors.map(write_vectors).unwrap_or_default(),
        contents.lifting.write(),
    ])
}

/// Opens a snapshot.
///
/// # Errors
/// [`Code::SnapshotVersion`](crate::Code::SnapshotVersion) where another version
/// of Waymark wrote it, [`Code::InvalidSnapshot`](crate::Code::InvalidSnapshot)
/// for all other bytes that [`write`] did not make.
pub fn read(bytes: &[u8]) -> Result<Opened> {
    let [
        report,
        files,
        texts,
        facts,
        nodes,
        edges,
        absent,
        ranks,
        lexical,
        state,
        vectors,
        lifting,
    ] = unpack(bytes)?;
    let corpus = corpus::read(files, texts, facts)?;
    let graph = graph::read(nodes, edges, &corpus)?;
    let opened = Opened {
        report: from_rows(report)?,
        unresolved: unresolved::read(absent, &corpus)?,
        ranks: read_ranks(ranks)?,
        lexical: read_lexical(lexical)?,
        state: state.to_vec(),
        vectors: read_vectors(vectors)?,
        lifting: Lifting::read(lifting)?,
        corpus,
        graph,
    };
    let nodes = opened.graph.nodes().len();
    if opened.ranks.ranks.len() != nodes || opened.lexical.documents() != nodes {
        return Err(invalid("the sections do not fit together"));
    }
    Ok(opened)
}

fn write_lexical(lexical: &Lexical) -> Vec<u8> {
    let mut writer = ColumnWriter::default();
    lexical.write(&mut writer);
    writer.finish()
}

fn read_lexical(bytes: &[u8]) -> Result<Lexical> {
    let mut reader = ColumnReader::new(bytes);
    let lexical = Lexical::read(&mut reader)?;
    reader.finish()?;
    Ok(lexical)
}

fn write_vectors(vectors: &Vectors) -> Vec<u8> {
    let mut writer = ColumnWriter::default();
    vectors.write(&mut writer);
    writer.finish()
}

fn read_vectors(bytes: &[u8]) -> Result<Option<Vectors>> {
    if bytes.is_empty() {
        return Ok(None);
    }
    let mut reader = ColumnReader::new(bytes);
    let vectors = Vectors::read(&mut reader)?;
    reader.finish()?;
    Ok(Some(vectors))
}

fn write_ranks(ranks: &Ranks) -> Vec<u8> {
    let mut writer = ColumnWriter::default();
    writer.f64s(&ranks.ranks);
    writer.u32(ranks.iterations);
    writer.u32(u32::from(ranks.converged));
    writer.f64s(&[ranks.residual]);
    writer.finish()
}

fn read_ranks(bytes: &[u8]) -> Result<Ranks> {
    let mut reader = ColumnReader::new(bytes);
    let ranks = Ranks {
        ranks: reader.f64s()?,
        iterations: reader.u32()?,
        converged: reader.u32()? == 1,
        residual: reader.f64s()?.first().copied().unwrap_or_default(),
    };
    reader.finish()?;
    Ok(ranks)
}

/// `value` as postcard.
fn rows<T: Serialize>(value: &T) -> Vec<u8> {
    // Writing to a vector cannot fail, and no type here refuses to be written.
    postcard::to_stdvec(value).unwrap_or_default()
}

/// A value of which `bytes` are all the postcard.
fn from_rows<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    match postcard::take_from_bytes(bytes) {
        Ok((value, [])) => Ok(value),
        _ => Err(invalid("a section is damaged")),
    }
}

#[cfg(test)]
mod tests;
