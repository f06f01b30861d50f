//! Embeds the folders of `queries/`, so that a language is data: adding a
//! folder adds a language without a line of Rust.
#![allow(
    clippy::disallowed_methods,
    reason = "a build script reads and writes files"
)]

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

const QUERIES: [&str; 7] = [
    "declarations",
    "imports",
    "calls",
    "inheritance",
    "docs",
    "decorators",
    "statements",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../queries");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut folders: Vec<_> = fs::read_dir(&root)?
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.join("language.toml").is_file())
        .collect();
    folders.sort();
    let mut code = String::from("const BUILTIN: &[Source<'static>] = &[\n");
    for folder in &folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let folder = folder.canonicalize()?;
        let manifest = folder.join("language.toml");
        println!("cargo::rerun-if-changed={}", manifest.display());
        write!(
            code,
            "Source {{ name: {name:?}, manifest: include_str!({manifest:?}), queries: ["
        )?;
        for query in QUERIES {
            let file = folder.join(format!("{query}.scm"));
            if file.is_file() {
                println!("cargo::rerun-if-changed={}", file.display());
                write!(code, "include_str!({file:?}), ")?;
            } else {
                code.push_str("\"\", ");
            }
        }
        code.push_str("] },\n");
    }
    code.push_str("];\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("languages.rs"), code)?;
    Ok(())
}
