//! Indexes a folder natively, with a SCIP index over it where one is named, prints
//! the export, and writes a snapshot where one is named:
//! `cargo run --release --example export -- DIR [SNAPSHOT|-] [SCIP]`.

use std::io::Write as _;
use std::time::Instant;
use waymark_engine::graph::export::jsonl;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = std::env::args().nth(1).ok_or("usage: export DIR")?;
    let start = Instant::now();
    let mut index = waymark_tests::index(waymark_tests::read_folder(root.as_ref())?)?;
    if let Some(path) = std::env::args().nth(3) {
        let build = index.overlay_scip(&std::fs::read(path)?, "")?;
        index = waymark_tests::finish(build)?;
    }
    let view = index.view();
    let mut out = std::io::stdout().lock();
    let planned = view.planned();
    for piece in jsonl::pieces(view.graph, view.unresolved, Some(&planned)) {
        out.write_all(&piece)?;
    }
    if let Some(path) = std::env::args().nth(2).filter(|path| path != "-") {
        std::fs::write(path, index.snapshot())?;
    }
    eprintln!(
        "{} files in {:.3} s",
        view.corpus.files().len(),
        start.elapsed().as_secs_f64()
    );
    Ok(())
}
