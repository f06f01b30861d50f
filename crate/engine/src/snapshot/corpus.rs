//! The files: what is small as columns, texts as one blob, facts as one blob of
//! postcard a file, so that a file's facts can be read without the others'.

use crate::columns::{ColumnReader, ColumnWriter};
use crate::corpus::{ContentHash, Corpus, File, StoredText};
use crate::error::Result;
use crate::extract::facts::FileFacts;
use crate::snapshot::header::invalid;
use crate::snapshot::variants::Variants;
use crate::snapshot::{from_rows, rows};
use crate::tier::Tier;
use std::sync::Arc;

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
    let facts: Vec<Vec<u8>> = corpus
        .files()
        .iter()
        .map(|file| rows(&*file.facts))
        .collect();
    let mut writer = ColumnWriter::default();
    write_blobs(&mut writer, facts.iter().map(Vec::as_slice));
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

fn read_facts(bytes: &[u8]) -> Result<Vec<Arc<FileFacts>>> {
    let mut reader = ColumnReader::new(bytes);
    let blobs = read_blobs(&mut reader)?;
    reader.finish()?;
    blobs.into_iter().map(read_file_facts).collect()
}

/// The facts of one file. Definitions must contain each other from the outside
/// in, since everything that walks outwards relies on it.
fn read_file_facts(bytes: &[u8]) -> Result<Arc<FileFacts>> {
    let facts: FileFacts = from_rows(bytes)?;
    let inside_out = |(at, definition): (usize, &crate::extract::facts::Definition)| {
        definition
            .container
            .is_some_and(|outer| outer.index() >= at)
    };
    if facts.definitions.iter().enumerate().any(inside_out) {
        return Err(invalid("a definition contains itself"));
    }
    Ok(Arc::new(facts))
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
