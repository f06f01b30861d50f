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
    // To see what the others weigh (`npm run sizes:languages`).
    println!("cargo::rerun-if-env-changed=WAYMARK_LANGUAGES");
    if let Ok(names) = env::var("WAYMARK_LANGUAGES") {
        let named = |folder: &Path| names.split(' ').any(|name| folder.ends_with(name));
        folders.retain(|folder| named(folder));
    }
    let mut code = String::from("const BUILTIN: &[Source<'static>] = &[\n");
    for folder in &folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let folder = folder.canonicalize()?;
        let manifest = embed(&folder.join("language.toml"), '#')?;
        write!(
            code,
            "Source {{ name: {name:?}, manifest: {manifest:?}, queries: ["
        )?;
        for query in QUERIES {
            let file = folder.join(format!("{query}.scm"));
            let text = if file.is_file() {
                embed(&file, ';')?
            } else {
                String::new()
            };
            write!(code, "{text:?}, ")?;
        }
        code.push_str("] },\n");
    }
    code.push_str("];\n");
    let out = env::var("OUT_DIR")?;
    fs::write(Path::new(&out).join("languages.rs"), code)?;
    let rules = frameworks(&root.join("frameworks"))?;
    fs::write(Path::new(&out).join("frameworks.rs"), rules)?;
    Ok(())
}

/// The rules about frameworks, by file.
fn frameworks(folder: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let files = fs::read_dir(folder)?.filter_map(Result::ok);
    let mut files: Vec<_> = files.map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    let mut code = String::from("const BUILTIN: &[(&str, &str)] = &[\n");
    for file in &files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let text = embed(&file.canonicalize()?, '#')?;
        writeln!(code, "({name:?}, {text:?}),")?;
    }
    code.push_str("];\n");
    Ok(code)
}

/// The text of a file, lines that are only a comment emptied: they keep their
/// place, so that messages name the right line, and cost no size.
fn embed(file: &Path, comment: char) -> Result<String, std::io::Error> {
    println!("cargo::rerun-if-changed={}", file.display());
    let text = fs::read_to_string(file)?;
    let lines = text
        .lines()
        .map(|line| if line.starts_with(comment) { "" } else { line });
    Ok(lines.map(|line| format!("{line}\n")).collect())
}
