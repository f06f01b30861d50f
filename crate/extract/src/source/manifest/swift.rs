//! `Package.swift`. It is a program; only literals after known words are taken.

use super::tokens::{Comments, Token, after, text_after, tokens};
use super::{Dependency, Ecosystem, Manifest, ManifestData, Place, keep_first_of_each};
use crate::source::path;

/// What a package tells of its targets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwiftPackage {
    /// The folder of each target and the name that code imports it by.
    pub targets: Vec<(String, String)>,
}

/// What declares a target, and the folders that one without a path is looked for in.
const TARGETS: &[(&str, &[&str])] = &[
    ("target", SOURCES),
    ("executableTarget", SOURCES),
    ("macro", SOURCES),
    ("testTarget", &["Tests", "Sources", "Source", "src", "srcs"]),
    ("plugin", &["Plugins"]),
];
const SOURCES: &[&str] = &["Sources", "Source", "src", "srcs"];

pub(super) fn read(place: &Place<'_>, bytes: &[u8]) -> Result<Manifest, String> {
    let text = String::from_utf8_lossy(bytes);
    let tokens = tokens(&text, Comments::Slashes);
    let name = after(&tokens, "Package").find_map(|rest| argument(rest, "name"));
    let mut targets = Vec::new();
    for (word, folders) in TARGETS {
        for rest in after(&tokens, word) {
            targets.extend(target(place, rest, folders));
        }
    }
    keep_first_of_each(&mut targets);
    let data = ManifestData::Swift(SwiftPackage { targets });
    let mut manifest = place.manifest(Ecosystem::Swift, name, data);
    for rest in after(&tokens, "package") {
        let (url, beside) = (argument(rest, "url"), argument(rest, "path"));
        if let Some(source) = url.or(beside) {
            let name = path::file_name(source.trim_end_matches('/'));
            manifest.dependencies.push(Dependency {
                name: name.strip_suffix(".git").unwrap_or(name).to_owned(),
                path: beside.and_then(|path| place.join(path)),
                ..Dependency::default()
            });
        }
    }
    Ok(manifest)
}

/// The target whose arguments `rest` begins with, where its folder is there.
fn target(place: &Place<'_>, rest: &[Token], folders: &[&str]) -> Option<(String, String)> {
    let name = argument(rest, "name")?;
    let dir = match argument(rest, "path") {
        Some(path) => place.join(path),
        None => {
            let mut dirs = folders.iter().map(|folder| format!("{folder}/{name}"));
            dirs.find_map(|dir| place.join(&dir).filter(|dir| exists(place, dir)))
        }
    };
    let allowed = |c: char| if c.is_alphanumeric() { c } else { '_' };
    Some((dir?, name.chars().map(allowed).collect()))
}

fn exists(place: &Place<'_>, dir: &str) -> bool {
    place.listing.below(dir).next().is_some()
}

/// The text passed as `name` in the brackets that `rest` begins with.
fn argument<'t>(rest: &'t [Token], name: &str) -> Option<&'t str> {
    let mut depth = 0usize;
    for (at, token) in rest.iter().enumerate() {
        match token {
            Token::Sign('(' | '[' | '{') => depth += 1,
            Token::Sign(')' | ']' | '}') => depth = depth.saturating_sub(1),
            Token::Word(word) if depth == 1 && word == name => {
                return text_after(rest.get(at + 1..)?, &[':']);
            }
            _ => {}
        }
        if depth == 0 {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::testing::{dependencies, read as read_all, read_first};
    use super::*;

    #[test]
    fn reads_targets() {
        let package = "// swift-tools-version:5.9\nimport PackageDescription\nlet package = Package(\n  name: \"harbour\",\n  products: [.library(name: \"Dock\", targets: [\"Dock\"])],\n  dependencies: [.package(url: \"https://example.org/a/swift-log.git\", from: \"1.0.0\"), .package(path: \"../sea\")],\n  targets: [\n    .target(name: \"Dock\", dependencies: [.product(name: \"Logging\", package: \"swift-log\")]),\n    .target(name: \"old-dock\", path: \"Legacy\"),\n    .testTarget(name: \"DockTests\", dependencies: [\"Dock\", .target(name: \"Nowhere\")]),\n  ])";
        let manifest = read_first(&[
            ("lib/Package.swift", package),
            ("lib/Sources/Dock/A.swift", ""),
            ("lib/Tests/DockTests/B.swift", ""),
        ]);
        assert_eq!(manifest.name.as_deref(), Some("harbour"));
        assert_eq!(
            dependencies(&manifest),
            ["Runtime sea@sea", "Runtime swift-log"]
        );
        let ManifestData::Swift(package) = &manifest.data else {
            panic!("swift")
        };
        let targets = package.targets.iter();
        let targets: Vec<_> = targets.map(|(dir, name)| format!("{name}@{dir}")).collect();
        assert_eq!(
            targets,
            [
                "Dock@lib/Sources/Dock",
                "old_dock@lib/Legacy",
                "DockTests@lib/Tests/DockTests"
            ]
        );
    }

    #[test]
    fn anything_ends() {
        for text in [
            "",
            "Package",
            "Package(name:",
            ".target(name: \"\")",
            ".target(((",
            ")]",
        ] {
            read_all(&[("Package.swift", text)]);
        }
    }
}
