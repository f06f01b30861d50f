//! `go.mod` and `go.work`.

use super::{Dependency, DependencyKind, Ecosystem, Manifest, ManifestData, Place};
use std::collections::BTreeMap;

/// What `go.mod` tells; the module's path is the manifest's name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoModule {
    /// Modules that this tree provides instead of their own: path and directory.
    pub replaces: Vec<(String, String)>,
}

/// What `go.work` tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoWorkspace {
    /// Directories of the modules in use.
    pub uses: Vec<String>,
    /// As in [`GoModule`].
    pub replaces: Vec<(String, String)>,
}

pub(super) fn read_module(place: &Place<'_>, bytes: &[u8]) -> Result<Manifest, String> {
    let text = String::from_utf8_lossy(bytes);
    let directives = directives(&text);
    let name = directives
        .iter()
        .find_map(|d| (d.verb == "module").then_some(d.words.first()?));
    let name = name.ok_or("no module directive")?;
    let replaces = replaces(place, &directives);
    let mut dependencies: Vec<Dependency> = directives
        .iter()
        .filter(|directive| directive.verb == "require")
        .filter_map(|directive| {
            let name = directive.words.first()?;
            Some(Dependency {
                name: (*name).to_owned(),
                kind: if directive.indirect {
                    DependencyKind::Indirect
                } else {
                    DependencyKind::Runtime
                },
                ..Dependency::default()
            })
        })
        .collect();
    let mut by_name: BTreeMap<&str, &str> = BTreeMap::new();
    by_name.extend(
        replaces
            .iter()
            .map(|(name, dir)| (name.as_str(), dir.as_str())),
    );
    for dependency in &mut dependencies {
        dependency.path = by_name
            .get(dependency.name.as_str())
            .map(|dir| (*dir).to_owned());
    }
    let data = ManifestData::Go(GoModule { replaces });
    let mut manifest = place.manifest(Ecosystem::Go, Some(name), data);
    manifest.dependencies = dependencies;
    Ok(manifest)
}

pub(super) fn read_workspace(place: &Place<'_>, bytes: &[u8]) -> Result<Manifest, String> {
    let text = String::from_utf8_lossy(bytes);
    let directives = directives(&text);
    let uses = directives
        .iter()
        .filter(|directive| directive.verb == "use");
    let workspace = GoWorkspace {
        uses: uses.filter_map(|d| place.join(d.words.first()?)).collect(),
        replaces: replaces(place, &directives),
    };
    Ok(place.manifest(Ecosystem::Go, None, ManifestData::GoWorkspace(workspace)))
}

/// One directive, alone or out of a block.
struct Directive<'t> {
    verb: &'t str,
    words: Vec<&'t str>,
    indirect: bool,
}

fn directives(text: &str) -> Vec<Directive<'_>> {
    let mut found = Vec::new();
    let mut block = None;
    for line in text.lines() {
        let (code, comment) = line.split_once("//").unwrap_or((line, ""));
        let mut words: Vec<&str> = code
            .split_whitespace()
            .map(|word| word.trim_matches(['"', '`']))
            .collect();
        match (block, words.as_slice()) {
            (_, []) => continue,
            (Some(_), [")", ..]) => {
                block = None;
                continue;
            }
            (None, [verb, "("]) => {
                block = Some(*verb);
                continue;
            }
            _ => {}
        }
        let verb = block.unwrap_or_else(|| words.remove(0));
        found.push(Directive {
            verb,
            words,
            indirect: comment.trim() == "indirect",
        });
    }
    found
}

/// `replace old [version] => ./dir`; a replacement by another module is not here.
fn replaces(place: &Place<'_>, directives: &[Directive<'_>]) -> Vec<(String, String)> {
    let local = |directive: &Directive<'_>| {
        let arrow = directive.words.iter().position(|word| *word == "=>")?;
        let (old, new) = (directive.words.first()?, directive.words.get(arrow + 1)?);
        let is_path = matches!(*new, "." | "..") || new.starts_with("./") || new.starts_with("../");
        Some(((*old).to_owned(), place.join(new).filter(|_| is_path)?))
    };
    directives
        .iter()
        .filter(|d| d.verb == "replace")
        .filter_map(local)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{dependencies, read, read_first};
    use super::*;

    #[test]
    fn reads_modules() {
        let text = "// head\nmodule \"example.org/app/v2\" // here\n\ngo 1.22\nrequire (\n\texample.org/lib v1.0.0\n\texample.org/deep v0.1.0 // indirect\n)\nrequire example.org/one v1.2.3\nreplace example.org/lib v1.0.0 => ../lib\nreplace (\n\texample.org/one => example.org/fork v1\n)\n";
        let manifest = read_first(&[("app/go.mod", text)]);
        assert_eq!(manifest.name.as_deref(), Some("example.org/app/v2"));
        assert_eq!(
            dependencies(&manifest),
            [
                "Indirect example.org/deep",
                "Runtime example.org/lib@lib",
                "Runtime example.org/one"
            ]
        );
        let replaces = vec![("example.org/lib".to_owned(), "lib".to_owned())];
        assert_eq!(manifest.data, ManifestData::Go(GoModule { replaces }));
    }

    #[test]
    fn reads_workspaces() {
        let text = "go 1.22\nuse ./a\nuse (\n ./b\n ../out\n)\nreplace x => ./c";
        let manifest = read_first(&[("go.work", text)]);
        let expected = GoWorkspace {
            uses: vec!["a".to_owned(), "b".to_owned()],
            replaces: vec![("x".to_owned(), "c".to_owned())],
        };
        assert_eq!(manifest.data, ManifestData::GoWorkspace(expected));
    }

    #[test]
    fn a_module_without_a_name_is_counted() {
        let (_, report) = read(&[
            ("a/go.mod", ""),
            ("b/go.mod", "module"),
            ("c/go.mod", ")\n(\n=>"),
        ]);
        assert_eq!(report.get("malformed-manifest"), 3);
    }
}
