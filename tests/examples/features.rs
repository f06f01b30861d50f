//! Prints the features of the nodes of a folder: `features PATH [kind]`.
#![allow(clippy::print_stdout)]

use std::path::Path;
use waymark_engine::feature::{critic, lift};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let root = arguments.next().ok_or("which folder?")?;
    let kind = arguments.next();
    let index = waymark_tests::index(waymark_tests::read_folder(Path::new(&root))?)?;
    let view = index.view();
    let (mut all, mut good) = (0, 0);
    for node in view.graph.ids() {
        let row = view.graph.node(node);
        if kind
            .as_deref()
            .is_some_and(|kind| kind != row.kind.as_str())
        {
            continue;
        }
        let feature = lift(view.corpus, view.graph, node);
        let judged = critic::judge(&feature);
        all += 1;
        good += usize::from(judged.is_ok());
        let why = judged.err().unwrap_or_default();
        println!(
            "{}\t{}\t{feature}\t{why}",
            row.kind.as_str(),
            view.graph.fqn(node)
        );
    }
    println!("{good} of {all} pass the critic");
    Ok(())
}
