//! Indexes a folder natively and prints the export:
//! `cargo run --release --example export -- DIR`.

use std::io::Write as _;
use std::time::Instant;
use waymark_engine::graph::export::jsonl;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = std::env::args().nth(1).ok_or("usage: export DIR")?;
    let start = Instant::now();
    let index = waymark_tests::index(waymark_tests::read_folder(root.as_ref())?)?;
    let view = index.view();
    let mut out = std::io::stdout().lock();
    for piece in jsonl::pieces(view.graph, view.unresolved) {
        out.write_all(&piece)?;
    }
    eprintln!(
        "{} files in {:.3} s",
        view.corpus.files().len(),
        start.elapsed().as_secs_f64()
    );
    Ok(())
}
