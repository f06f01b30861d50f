//! Links a folder natively and prints the export: `cargo run --release --example export -- DIR`.

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use waymark_engine::corpus::{ContentHash, Corpus, File, StoredText};
use waymark_engine::extract::{Extractor, Languages};
use waymark_engine::graph::{Graph, export::jsonl};
use waymark_engine::link::{self, Layout};
use waymark_engine::report::Report;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = std::env::args().nth(1).ok_or("usage: export DIR")?;
    let languages = Languages::builtin()?;
    let mut extractors: std::collections::BTreeMap<String, Extractor> =
        std::collections::BTreeMap::new();
    let mut paths = Vec::new();
    walk(Path::new(&root), Path::new(&root), &mut paths)?;
    let mut files = Vec::new();
    let (mut bytes, mut spent, mut parsing) = (0usize, 0.0, 0.0);
    for path in paths {
        let ending = path.rsplit('.').next().unwrap_or("").to_owned();
        let language = languages
            .iter()
            .find(|l| l.manifest.extensions.contains(&ending) && !l.manifest.grammar.is_empty());
        let Some(language) = language else { continue };
        let source = std::fs::read(Path::new(&root).join(&path))?;
        let name = language.manifest.name.clone();
        if !extractors.contains_key(&name) {
            extractors.insert(name.clone(), waymark_tests::extractor(&name)?);
        }
        let extractor = extractors.get_mut(&name).ok_or("no extractor")?;
        let start = Instant::now();
        drop(extractor.parse(&source));
        parsing += start.elapsed().as_secs_f64();
        let start = Instant::now();
        let facts = extractor.extract(&source).facts;
        spent += start.elapsed().as_secs_f64();
        bytes += source.len();
        files.push(File {
            path,
            language: Some(name),
            hash: ContentHash::of(&source),
            text: StoredText::pack(&source),
            facts: Arc::new(facts),
            ..File::default()
        });
    }
    let corpus = Corpus::new(files);
    let start = Instant::now();
    let links =
        link::link(&corpus, &languages, &Layout::default(), &mut |_| true).ok_or("stopped")?;
    let linking = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let graph = Graph::build(&corpus, &links, &mut Report::default());
    let building = start.elapsed().as_secs_f64();
    let mut out = std::io::stdout().lock();
    for piece in jsonl::pieces(&graph, &links.unresolved) {
        out.write_all(&piece)?;
    }
    eprintln!(
        "{} files {bytes} bytes; parse {parsing:.3} extract {spent:.3} link {linking:.3} graph {building:.3}; ratio {:.2}",
        corpus.files().len(),
        (spent + linking + building) / parsing
    );
    Ok(())
}

fn walk(root: &Path, folder: &Path, paths: &mut Vec<String>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            if !path.ends_with(".git") && !path.ends_with("node_modules") {
                walk(root, &path, paths)?;
            }
        } else if let Some(path) = path.strip_prefix(root).ok().and_then(Path::to_str) {
            paths.push(path.to_owned());
        }
    }
    Ok(())
}
