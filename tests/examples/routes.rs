//! Prints the routes of a folder, who asks for them, and on request the marks:
//! `cargo run --release --example routes -- FOLDER [marks]`.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;
use waymark_engine::answer::ops::run;
use waymark_engine::framework;
use waymark_engine::link::Links;
use waymark_engine::link::evidence::EdgeKind;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("a folder")?;
    let files = waymark_tests::read_folder(Path::new(&folder))?;
    let start = Instant::now();
    let index = waymark_tests::index_plain(files)?;
    let whole = start.elapsed();
    let view = index.view();
    let start = Instant::now();
    let _ = framework::find(
        view.corpus,
        view.languages,
        view.manifests,
        &mut Links::default(),
    );
    println!("{:?} of {whole:?} for the routes", start.elapsed());
    for route in &view.routes.0 {
        let file = view.corpus.file(route.file).map_or("", |file| &file.path);
        let node = match route.handler {
            waymark_engine::link::Endpoint::File(file) => view.graph.file_node(file),
            waymark_engine::link::Endpoint::Symbol(symbol) => view.graph.symbol_node(symbol),
        };
        let inline = if route.inline { " (inline)" } else { "" };
        let handler = view.graph.fqn(node);
        println!(
            "{} {} -> {handler}{inline} [{} {file}:{}]",
            route.verb, route.path, route.framework, route.line
        );
    }
    for edge in view
        .graph
        .edges()
        .iter()
        .filter(|edge| edge.kind == EdgeKind::Routes)
    {
        println!(
            "{} asks {}",
            view.graph.fqn(edge.source),
            view.graph.fqn(edge.target)
        );
    }
    if std::env::args().nth(2).is_none() {
        return Ok(());
    }
    let mut marks = BTreeMap::<String, Vec<String>>::new();
    for node in view
        .graph
        .ids()
        .filter(|&node| view.graph.node(node).symbol.is_some())
    {
        let fqn = view.graph.fqn(node);
        let answer = run(
            &view,
            "symbol_detail",
            &serde_json::json!({ "fqn": fqn }).to_string(),
        )?;
        let answer: serde_json::Value = serde_json::from_str(&answer)?;
        for tag in answer["tags"].as_array().into_iter().flatten() {
            marks.entry(tag.to_string()).or_default().push(fqn.clone());
        }
    }
    for (tag, all) in marks {
        println!(
            "{tag} {}: {}",
            all.len(),
            all.iter().take(8).cloned().collect::<Vec<_>>().join(" ")
        );
    }
    println!("{}", run(&view, "context", "{}")?);
    Ok(())
}
