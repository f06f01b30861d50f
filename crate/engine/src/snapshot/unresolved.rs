//! Uses without an edge as columns: there are as many as there are edges.

use crate::columns::{ColumnReader, ColumnWriter};
use crate::corpus::Corpus;
use crate::error::Result;
use crate::ids::{FileId, SymbolId};
use crate::intern::{Interner, Names};
use crate::link::evidence::Absence;
use crate::link::links::{Endpoint, Unresolved};
use crate::snapshot::header::invalid;
use crate::snapshot::variants::Variants;
use crate::snapshot::{from_rows, rows};

pub(super) fn write(unresolved: &[Unresolved]) -> Vec<u8> {
    let mut names = Interner::default();
    let mut columns: [Vec<u32>; 5] = Default::default();
    let (mut reasons, mut in_files, mut candidates) = (Vec::new(), Vec::new(), Vec::new());
    for row in unresolved {
        let (in_file, source) = match row.source {
            Endpoint::File(file) => (1, file.0),
            Endpoint::Symbol(symbol) => (0, symbol.0),
        };
        let name = names.intern(&row.name).0;
        let values = [
            row.file.0,
            row.line,
            name,
            source,
            row.candidates.len() as u32,
        ];
        for (column, value) in columns.iter_mut().zip(values) {
            column.push(value);
        }
        reasons.push(row.reason as u8);
        in_files.push(in_file);
        candidates.extend(row.candidates.iter().map(|symbol| symbol.0));
    }
    let mut writer = ColumnWriter::default();
    writer.bytes(&rows(&names.into_names()));
    for column in &columns {
        writer.u32s(column);
    }
    writer.bytes(&reasons);
    writer.bytes(&in_files);
    writer.u32s(&candidates);
    writer.finish()
}

pub(super) fn read(bytes: &[u8], corpus: &Corpus) -> Result<Vec<Unresolved>> {
    let variants = Variants::<Absence>::new();
    let mut reader = ColumnReader::new(bytes);
    let names: Names = from_rows(reader.bytes()?)?;
    let mut columns: [Vec<u32>; 5] = Default::default();
    for column in &mut columns {
        *column = reader.u32s()?;
    }
    let (reasons, in_files) = (reader.bytes()?, reader.bytes()?);
    let candidates = reader.u32s()?;
    reader.finish()?;
    let [files, lines, name_ids, sources, counts] = columns;
    let lengths = [
        files.len(),
        lines.len(),
        name_ids.len(),
        sources.len(),
        counts.len(),
        in_files.len(),
    ];
    if lengths != [reasons.len(); 6] {
        return Err(invalid("the columns of the absences differ in length"));
    }
    let mut rest = candidates.as_slice();
    let mut unresolved = Vec::with_capacity(reasons.len());
    for (at, &reason) in reasons.iter().enumerate() {
        let Some((own, tail)) = rest.split_at_checked(counts[at] as usize) else {
            return Err(invalid("the candidates end early"));
        };
        rest = tail;
        unresolved.push(Unresolved {
            file: FileId(files[at]),
            line: lines[at],
            name: names.get(crate::ids::NameId(name_ids[at])).to_owned(),
            reason: variants.get(reason)?,
            source: match in_files[at] {
                1 => Endpoint::File(FileId(sources[at])),
                _ => Endpoint::Symbol(SymbolId(sources[at])),
            },
            candidates: own.iter().map(|&symbol| SymbolId(symbol)).collect(),
        });
    }
    if rest.is_empty() && unresolved.iter().all(|row| is_sound(row, corpus)) {
        Ok(unresolved)
    } else {
        Err(invalid("the absences do not fit the files"))
    }
}

fn is_sound(row: &Unresolved, corpus: &Corpus) -> bool {
    let (files, symbols) = (corpus.files().len(), corpus.symbol_count());
    let source = match row.source {
        Endpoint::File(file) => file.index() < files,
        Endpoint::Symbol(symbol) => symbol.index() < symbols,
    };
    source && row.file.index() < files && row.candidates.iter().all(|s| s.index() < symbols)
}
