//! Frameworks: small trees with the exact routes, requests of clients and marks
//! that the framework's documentation demands. `cargo test --test frameworks --
//! express` runs the cases whose name contains `express`; `--show` prints what was
//! found.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use waymark_engine::answer::ops::run;
use waymark_engine::index::Index;
use waymark_engine::link::evidence::EdgeKind;

/// The sections that a case may demand.
const SECTIONS: [&str; 4] = ["routes", "clients", "ties", "tags"];

fn main() -> ExitCode {
    let (flags, filters): (Vec<_>, Vec<_>) = std::env::args()
        .skip(1)
        .partition(|argument| argument.starts_with('-'));
    let show = flags.iter().any(|flag| flag == "--show");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("frameworks");
    let (mut passed, mut failed) = (0_u32, 0_u32);
    for path in cases(&root) {
        let name = path.strip_prefix(&root).unwrap_or(&path).with_extension("");
        let name = name.to_string_lossy().into_owned();
        if !filters.is_empty() && !filters.iter().any(|filter| name.contains(filter)) {
            continue;
        }
        let difference = check(&path, show).unwrap_or_else(|error| format!("{error}\n"));
        let word = if difference.is_empty() {
            "ok"
        } else {
            "FAILED"
        };
        println!("case {name} ... {word}\n{difference}");
        match difference.is_empty() {
            true => passed += 1,
            false => failed += 1,
        }
    }
    let word = if failed == 0 { "ok" } else { "FAILED" };
    println!("test result: {word}. {passed} passed; {failed} failed");
    ExitCode::from(u8::from(failed > 0))
}

/// All case files, in path order.
fn cases(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(cases(&path));
        } else if path.extension().is_some_and(|ending| ending == "case") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// How what was found differs from what the case demands; empty where it does not.
fn check(path: &Path, show: bool) -> Result<String, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let (mut files, mut demanded) = (Vec::new(), Vec::new());
    let whole = format!("\n{text}");
    for part in whole.split("\n=== ").skip(1) {
        let (head, body) = part.split_once('\n').unwrap_or((part, ""));
        match SECTIONS.iter().find(|section| **section == head.trim()) {
            Some(section) => demanded.push((*section, body)),
            None => files.push((head.trim(), format!("{body}\n"))),
        }
    }
    if demanded.is_empty() || !text.starts_with("# ") {
        return Err("a case says what it shows and demands something".to_owned());
    }
    let files = files
        .into_iter()
        .map(|(path, text)| (path.to_owned(), text.into_bytes()));
    let index = waymark_tests::index_plain(files).map_err(|error| error.message)?;
    let mut difference = String::new();
    for section in SECTIONS {
        let found = found(&index, section)?;
        if show {
            println!("=== {section}\n{}", found.join("\n"));
        }
        let Some((_, body)) = demanded.iter().find(|(known, _)| *known == section) else {
            continue;
        };
        let lines = body
            .lines()
            .map(str::trim_end)
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        let wanted: BTreeSet<&str> = lines.collect();
        let got: BTreeSet<&str> = found.iter().map(String::as_str).collect();
        difference.extend(
            wanted
                .difference(&got)
                .map(|line| format!("  missing     {line}\n")),
        );
        difference.extend(
            got.difference(&wanted)
                .map(|line| format!("  unexpected  {line}\n")),
        );
    }
    Ok(difference)
}

fn found(index: &Index, section: &str) -> Result<Vec<String>, String> {
    let view = index.view();
    match section {
        "routes" => routes(index),
        "clients" => {
            let edges = view
                .graph
                .edges()
                .iter()
                .filter(|edge| edge.kind == EdgeKind::Routes);
            Ok(edges
                .map(|edge| {
                    format!(
                        "{} -> {}",
                        view.graph.fqn(edge.source),
                        view.graph.fqn(edge.target)
                    )
                })
                .collect())
        }
        "ties" => {
            let ties = view
                .unresolved
                .iter()
                .filter(|row| row.name.starts_with('/'));
            Ok(ties
                .map(|row| format!("{} :{} {}", row.name, row.line, row.candidates.len()))
                .collect())
        }
        _ => marks(index),
    }
}

/// What [`marks`] leaves out: what the language says.
const MODIFIERS: [&str; 9] = [
    "exported",
    "static",
    "abstract",
    "async",
    "accessor",
    "class-method",
    "variadic",
    "private",
    "distinct",
];

/// `fqn tag tag …` of every definition that has marks beside its modifiers.
fn marks(index: &Index) -> Result<Vec<String>, String> {
    let view = index.view();
    let symbols = view
        .graph
        .ids()
        .filter(|&node| view.graph.node(node).symbol.is_some());
    let mut lines = Vec::new();
    for node in symbols {
        let fqn = view.graph.fqn(node);
        let answer = run(
            &view,
            "symbol_detail",
            &serde_json::json!({ "fqn": fqn }).to_string(),
        );
        let answer: Value = serde_json::from_str(&answer.map_err(|error| error.message)?)
            .map_err(|error| error.to_string())?;
        let tags = answer["tags"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str);
        let tags: Vec<&str> = tags.filter(|tag| !MODIFIERS.contains(tag)).collect();
        if !tags.is_empty() {
            lines.push(format!("{fqn} {}", tags.join(" ")));
        }
    }
    Ok(lines)
}

/// `VERB path handler framework file:line`, `inline` where the handler has no name.
fn routes(index: &Index) -> Result<Vec<String>, String> {
    let answer = run(
        &index.view(),
        "routes",
        r#"{"limit":1000,"budgetTokens":0}"#,
    );
    let answer = answer.map_err(|error| error.message)?;
    let answer: Value = serde_json::from_str(&answer).map_err(|error| error.to_string())?;
    let rows = answer["routes"].as_array().ok_or("no routes")?;
    Ok(rows
        .iter()
        .map(|row| {
            let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
            let inline = if row["inline"] == true { " inline" } else { "" };
            format!(
                "{} {} {} {} :{}{inline}",
                text("verb"),
                text("path"),
                text("handler"),
                text("framework"),
                row["line"]
            )
        })
        .collect())
}
