//! The files: what is small as columns, texts and facts as one packed block a
//! file, so that those of one file can be read without the others'.

use crate::columns::{ColumnReader, ColumnWriter};
use crate::corpus::{ContentHash, Corpus, File, StoredText};
use crate::error::Result;
use crate::facts::{Facts, Packed};
use crate::snapshot::header::invalid;
use crate::snapshot::variants::Variants;
use crate::tier::Tier;

pub(super) fn write_files(corpus: &Corpus) -> Vec<u8> {
    let files = corpus.files();
    let mut writer = ColumnWriter::default();
    writer.texts(files.iter().map(|file| file.path.as_str()));
    writer.texts(
        files
            .iter()
            .map(|file| file.language.as_deref().unwrap_or("")),
    );
    let hashes: Vec<u8> = files.iter().flat_map(|file| file.hash.0).collect();
    writer.bytes(&hashes);
    let tiers: Vec<u8> = files.iter().map(|file| file.tier as u8).collect();
    writer.bytes(&tiers);
    writer.finish()
}

pub(super) fn write_texts(corpus: &Corpus) -> Vec<u8> {
    let mut writer = ColumnWriter::default();
    let lengths: Vec<u32> = corpus.files().iter().map(|file| file.text.len()).collect();
    writer.u32s(&lengths);
    write_blobs(
        &mut writer,
        corpus.files().iter().map(|file| file.text.packed()),
    );
    writer.finish()
}

pub(super) fn write_facts(corpus: &Corpus) -> Vec<u8> {
    let packed: Vec<Packed> = corpus
        .files()
        .iter()
        .map(|file| file.facts.pack())
        .collect();
    let mut writer = ColumnWriter::default();
    let columns: [fn(&Packed) -> u32; 3] = [|row| row.len, |row| row.definitions, |row| row.lines];
    for column in columns {
        let values: Vec<u32> = packed.iter().map(column).collect();
        writer.u32s(&values);
    }
    let partial: Vec<u8> = packed.iter().map(|row| u8::from(row.partial)).collect();
    writer.bytes(&partial);
    write_blobs(&mut writer, packed.iter().map(|row| &*row.block));
    writer.finish()
}

pub(super) fn read(files: &[u8], texts: &[u8], facts: &[u8]) -> Result<Corpus> {
    let mut corpus = read_files(files)?;
    let (texts, facts) = (read_texts(texts)?, read_facts(facts)?);
    if texts.len() != corpus.len() || facts.len() != corpus.len() {
        return Err(invalid("the sections of the files differ in length"));
    }
    for ((file, text), facts) in corpus.iter_mut().zip(texts).zip(facts) {
        file.text = text;
        file.facts = facts;
    }
    if !corpus.is_sorted_by(|a, b| a.path < b.path) {
        return Err(invalid("the files are not sorted"));
    }
    Ok(Corpus::new(corpus))
}

fn read_files(bytes: &[u8]) -> Result<Vec<File>> {
    let tiers = Variants::<Tier>::new();
    let mut reader = ColumnReader::new(bytes);
    let (paths, languages) = (reader.texts()?, reader.texts()?);
    let (hashes, rest) = reader.bytes()?.as_chunks::<32>();
    let tier_bytes = reader.bytes()?;
    reader.finish()?;
    let count = paths.len();
    if [languages.len(), hashes.len(), tier_bytes.len()] != [count; 3] || !rest.is_empty() {
        return Err(invalid("the columns of the files differ in length"));
    }
    let rows = paths.into_iter().zip(languages).zip(hashes).zip(tier_bytes);
    rows.map(|(((path, language), hash), &tier)| {
        Ok(File {
            path: path.to_owned(),
            language: Some(language)
                .filter(|name| !name.is_empty())
                .map(str::to_owned),
            hash: ContentHash(*hash),
            tier: tiers.get(tier)?,
            ..File::default()
        })
    })
    .collect()
}

fn read_texts(bytes: &[u8]) -> Result<Vec<StoredText>> {
    let mut reader = ColumnReader::new(bytes);
    let lengths = reader.u32s()?;
    let blobs = read_blobs(&mut reader)?;
    reader.finish()?;
    if lengths.len() != blobs.len() {
        return Err(invalid("the columns of the texts differ in length"));
    }
    let pairs = lengths.into_iter().zip(blobs);
    Ok(pairs
        .map(|(length, blob)| StoredText::from_parts(length, blob.into()))
        .collect())
}

fn read_facts(bytes: &[u8]) -> Result<Vec<Facts>> {
    let mut reader = ColumnReader::new(bytes);
    let (lengths, definitions, lines) = (reader.u32s()?, reader.u32s()?, reader.u32s()?);
    let partial = reader.bytes()?;
    let blobs = read_blobs(&mut reader)?;
    reader.finish()?;
    if [lengths.len(), definitions.len(), lines.len(), partial.len()] != [blobs.len(); 4] {
        return Err(invalid("the columns of the facts differ in length"));
    }
    let rows = blobs.into_iter().enumerate().map(|(at, block)| {
        Facts::from_packed(Packed {
            block: block.into(),
            len: lengths[at],
            definitions: definitions[at],
            lines: lines[at],
            partial: partial[at] == 1,
        })
    });
    Ok(rows.collect())
}

fn write_blobs<'a>(writer: &mut ColumnWriter, blobs: impl Iterator<Item = &'a [u8]>) {
    let (mut lengths, mut all) = (Vec::new(), Vec::new());
    for blob in blobs {
        lengths.push(blob.len() as u32);
        all.extend_from_slice(blob);
    }
    writer.u32s(&lengths);
    writer.bytes(&all);
}

fn read_blobs<'a>(reader: &mut ColumnReader<'a>) -> Result<Vec<&'a [u8]>> {
    let lengths = reader.u32s()?;
    let mut rest = reader.bytes()?;
    let mut blobs = Vec::with_capacity(lengths.len());
    for length in lengths {
        let Some((blob, tail)) = rest.split_at_checked(length as usize) else {
            return Err(invalid("a blob ends early"));
        };
        blobs.push(blob);
        rest = tail;
    }
    Ok(blobs)
}
