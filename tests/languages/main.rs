//! Conformance: small trees with the exact definitions, edges and absences that
//! the rules of their language demand. `cargo test --test languages -- java`
//! runs the cases whose name contains `java`; `--show` prints what was found.

mod case;
mod found;

use case::Case;
use found::{Found, Indexer};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let (flags, filters): (Vec<_>, Vec<_>) = std::env::args()
        .skip(1)
        .partition(|argument| argument.starts_with('-'));
    let show = flags.iter().any(|flag| flag == "--show");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("languages");
    let all = paths(&root);
    let names = all.iter().map(|path| name(&root, path));
    let (chosen, others): (Vec<_>, Vec<_>) = all
        .iter()
        .zip(names)
        .partition(|(_, name)| filters.is_empty() || filters.iter().any(|f| name.contains(f)));
    println!("\nrunning {} cases", chosen.len());
    let mut indexer = Indexer::default();
    let gaps = gaps(&root);
    let mut open = 0;
    let mut failures: Vec<(String, String)> = Vec::new();
    for (path, name) in &chosen {
        let difference = run(&mut indexer, path, show).unwrap_or_else(|error| format!("{error}\n"));
        match (difference.is_empty(), gaps.get(name)) {
            (true, None) => println!("case {name} ... ok"),
            (false, Some(reason)) => {
                open += 1;
                println!("case {name} ... gap: {reason}");
            }
            (true, Some(_)) => {
                println!("case {name} ... FAILED");
                let text = "passes now: take it out of gaps.txt\n".to_owned();
                failures.push((name.clone(), text));
            }
            (false, None) => {
                println!("case {name} ... FAILED");
                failures.push((name.clone(), difference));
            }
        }
    }
    if !failures.is_empty() {
        println!("\nfailures:\n");
    }
    for (name, difference) in &failures {
        println!("---- {name} ----\n{difference}");
    }
    let word = if failures.is_empty() { "ok" } else { "FAILED" };
    println!(
        "\ntest result: {word}. {} passed; {} failed; {open} ignored; {} filtered out\n",
        chosen.len() - failures.len() - open,
        failures.len(),
        others.len()
    );
    ExitCode::from(u8::from(!failures.is_empty()))
}

/// Cases that are known to fail, with the reason: `name: reason` a line. One
/// that passes is a failure too, so the list cannot outlive its entries.
fn gaps(root: &Path) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(root.join("gaps.txt")).unwrap_or_default();
    let rows = text.lines().filter_map(|line| line.split_once(": "));
    rows.map(|(name, reason)| (name.to_owned(), reason.to_owned()))
        .collect()
}

/// All case files, in path order.
fn paths(root: &Path) -> Vec<PathBuf> {
    let entries = |folder: &Path| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let mut found: Vec<PathBuf> = entries(root)
        .iter()
        .flat_map(|folder| entries(folder))
        .filter(|path| path.extension().is_some_and(|ending| ending == "case"))
        .collect();
    found.sort();
    found
}

/// `language/case`.
fn name(root: &Path, path: &Path) -> String {
    let name = path.strip_prefix(root).unwrap_or(path).with_extension("");
    name.to_string_lossy().replace('\\', "/")
}

/// How what was found differs from what the case demands; empty where it does not.
fn run(indexer: &mut Indexer, path: &Path, show: bool) -> Result<String, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let case = Case::parse(&text)?;
    let found = indexer.index(&case.files)?;
    if show {
        for (section, lines) in &found.sections {
            println!("=== {section}\n{}", lines.join("\n"));
        }
    }
    Ok(compare(&case, &found))
}

fn compare(case: &Case, found: &Found) -> String {
    let mut text = String::new();
    for (section, expected) in &case.expected {
        let none = Vec::new();
        // Lines that are alike count once: two calls on one line, say.
        let wanted: BTreeSet<&str> = expected.iter().map(String::as_str).collect();
        let got = found.sections.get(section.as_str()).unwrap_or(&none);
        let got: BTreeSet<&str> = got.iter().map(String::as_str).collect();
        let missing = wanted.difference(&got);
        let mut lines: Vec<_> = missing.map(|l| format!("  missing     {l}\n")).collect();
        let unexpected = got.difference(&wanted);
        lines.extend(unexpected.map(|l| format!("  unexpected  {l}\n")));
        if !lines.is_empty() {
            text.push_str(&format!("{section}:\n{}", lines.concat()));
        }
    }
    if !text.is_empty() {
        text.insert_str(0, &format!("# {}\n", case.title));
    }
    text
}
