//! How well search finds what is meant, measured on repositories that are
//! cloned already:
//!
//! `cargo bench -p waymark-tests --bench retrieval -- CLONE…`
//!
//! Sets are made of each clone: a documentation sentence and its function
//! (with and without the documentation in the indexed copy), a name and its
//! definitions, a qualified name and its symbol, a path and its file, a sentence that names a method and that method, the subject of a
//! commit, or all its message, and the files it changed at its parent.
//! `SETS=names,paths` makes these alone; `MISSES=1` runs search as it is alone, and prints the
//! queries whose first hit is another.
//! One row of the tables is search as it is, or without one of its ingredients.
#![allow(clippy::print_stdout)]

mod blank;
mod measure;
mod sets;
mod variants;

use measure::{Files, Sums, Symbols};
use std::path::Path;
use std::sync::Arc;
use waymark_engine::extract::Languages;
use waymark_engine::index::{Build, Embedder, Index, Settings};
use waymark_engine::search::embed::Model;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let clones: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with("--"))
        .collect();
    let model = waymark_tests::model();
    let only = std::env::var("SETS").unwrap_or_default();
    let wants = |set: &str| only.is_empty() || only.split(',').any(|name| name == set);
    let mut phrases = Sums::<Symbols>::default();
    let mut present = Sums::<Symbols>::default();
    let mut names = Sums::<Symbols>::default();
    let mut qualified = Sums::<Symbols>::default();
    let mut paths = Sums::<Symbols>::default();
    let mut reports = Sums::<Symbols>::default();
    let mut commits = Sums::<Files>::default();
    let mut messages = Sums::<Files>::default();
    for clone in &clones {
        let clone = Path::new(clone);
        let whole = index(&model, sets::head(clone)?)?;
        let queries = sets::phrases(&whole);
        if wants("phrases") {
            let blanked = index(&model, blank::without_docs(&whole))?;
            phrases.run(clone, &blanked, &model, &queries);
        }
        if wants("present") {
            present.run(clone, &whole, &model, &queries);
        }
        if wants("names") {
            names.run(clone, &whole, &model, &sets::names(&whole));
        }
        if wants("qualified") {
            qualified.run(clone, &whole, &model, &sets::qualified(&whole));
        }
        if wants("paths") {
            paths.run(clone, &whole, &model, &sets::paths(&whole));
        }
        if wants("reports") {
            reports.run(clone, &whole, &model, &sets::reports(&whole, &queries));
        }
        if wants("commits") {
            for commit in sets::commits(clone)? {
                let parent = index(&model, sets::tree(clone, &format!("{}^", commit.id))?)?;
                if let Some(query) = commit.query(&parent) {
                    let message = commit.message(&query);
                    messages.run(clone, &parent, &model, message.as_slice());
                    commits.run(clone, &parent, &model, &[query]);
                }
            }
        }
    }
    phrases.print("documentation sentence → function, documentation blanked");
    present.print("documentation sentence → function, documentation present");
    names.print("name → a definition of it");
    qualified.print("qualified name → the one symbol that bears it");
    paths.print("path → that file");
    reports.print("sentence that names a method → that method");
    commits.print("subject of a commit → the files it changed");
    messages.print("whole message of a commit → the files it changed");
    Ok(())
}

/// Indexes a tar archive with vectors.
fn index(model: &Arc<Model>, tar: sets::Tree) -> Result<Index, Failure> {
    let mut build = Build::new(Settings::default(), Languages::builtin()?);
    build.set_embedder(Embedder::Model(model.clone()));
    match tar {
        sets::Tree::Tar(bytes) => build.add_tar(&bytes)?,
        sets::Tree::Files(files) => files
            .into_iter()
            .for_each(|(path, bytes)| build.add(&path, bytes)),
    }
    Ok(waymark_tests::finish(build)?)
}
