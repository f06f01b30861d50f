//! `CMakeLists.txt`: what `project()` calls it, and what `find_package()` looks for. A
//! folder without a project of its own is part of the one around it.

use super::{Dependency, Ecosystem, Manifest, ManifestData, Place};
use crate::source::path;

pub(super) fn read(place: &Place<'_>, bytes: &[u8]) -> Result<Manifest, String> {
    let text = String::from_utf8_lossy(bytes);
    let lines = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default());
    let text = lines.collect::<Vec<_>>().join("\n");
    let commands: Vec<(String, &str)> = commands(&text);
    let first = |wanted: &'static str| {
        let called = commands.iter().filter(move |(name, _)| name == wanted);
        called.filter_map(|(_, argument)| (!argument.is_empty()).then_some(*argument))
    };
    // A name that is computed stays unknown: the folder's stands for it.
    let name = first("project")
        .next()
        .map(|name| match name.contains("${") {
            true => path::file_name(place.dir),
            false => name,
        });
    let mut manifest = place.manifest(Ecosystem::CMake, name, ManifestData::Plain);
    let needed = first("find_package").filter(|name| !name.contains("${"));
    manifest.dependencies.extend(needed.map(|name| Dependency {
        name: name.to_owned(),
        ..Dependency::default()
    }));
    if manifest.name.is_none() {
        manifest.dependencies.clear();
    }
    Ok(manifest)
}

/// The commands of `text` in lower case, each with its first argument.
fn commands(text: &str) -> Vec<(String, &str)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices('(') {
        let before = text
            .get(..at)
            .unwrap_or_default()
            .trim_end_matches([' ', '\t']);
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = before.rsplit(|c| !is_word(c)).next().unwrap_or_default();
        let ahead = before.get(..before.len() - name.len()).unwrap_or_default();
        let begins = ahead.trim_end_matches([' ', '\t']);
        if name.is_empty() || !(begins.is_empty() || begins.ends_with(['\n', ')'])) {
            continue;
        }
        let inner = text.get(at + 1..).unwrap_or_default().trim_start();
        let argument = match inner.strip_prefix('"') {
            Some(quoted) => quoted.split('"').next(),
            None => inner.split(|c: char| c.is_whitespace() || c == ')').next(),
        };
        found.push((name.to_ascii_lowercase(), argument.unwrap_or_default()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::testing::{dependencies, read as read_all, read_first};

    #[test]
    fn projects_and_what_they_look_for_are_read() {
        let text = "# project(old)\ncmake_minimum_required(VERSION 3.20)\nProject (\n  dock-yard\n  VERSION 1.0 LANGUAGES CXX)\n\
                    if(WIN32)\n  find_package(Threads REQUIRED)\nendif()\nmessage(\"project(no)\")\nfind_package(${X})\n";
        let manifest = read_first(&[("yard/CMakeLists.txt", text)]);
        assert_eq!(manifest.name.as_deref(), Some("dock-yard"));
        assert_eq!(dependencies(&manifest), ["Runtime Threads"]);
        let computed = read_first(&[("yard/CMakeLists.txt", "project(\"${NAME}\")\n")]);
        assert_eq!(computed.name.as_deref(), Some("yard"));
        let part = read_first(&[(
            "yard/src/CMakeLists.txt",
            "add_library(x x.c)\nfind_package(Y)\n",
        )]);
        assert_eq!((part.name, part.dependencies.len()), (None, 0));
    }

    #[test]
    fn anything_ends() {
        for text in ["", "(", "project(", "project(\"", "project)", "é(\u{0}"] {
            read_all(&[("CMakeLists.txt", text)]);
        }
    }
}
