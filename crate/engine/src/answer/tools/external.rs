//! What a tree uses of the world outside it: packages by ecosystem.

use crate::answer::view::View;
use crate::extract::manifest::Modules;
use crate::ids::FileId;
use crate::link::evidence::Absence;
use crate::link::links::Endpoint;
use crate::sort;

/// Files with the packages from outside that they import, and how often, sorted.
pub(crate) type Imports = Vec<((FileId, String), u32)>;

/// The imports from outside, by file and package (`ext::npm::react`).
pub(crate) fn imports(view: &View<'_>) -> Imports {
    let mut imports = Vec::new();
    for row in view.unresolved {
        let at_file = matches!(row.source, Endpoint::File(_));
        if row.reason != Absence::External || !at_file {
            continue;
        }
        let Some(file) = view.corpus.file(row.file) else {
            continue;
        };
        // Names that a file uses stand among the absences too.
        let is_import = file.facts.imports.iter().any(|import| {
            import.line == row.line && file.facts.names.get(import.source) == row.name
        });
        if let Some(id) = is_import
            .then(|| id(view, file.language.as_deref(), &row.name))
            .flatten()
        {
            imports.push((row.file, id));
        }
    }
    sort::count(imports.into_iter())
}

/// The id of the package that provides the module `source`.
fn id(view: &View<'_>, language: Option<&str>, source: &str) -> Option<String> {
    let manifest = &view.languages.get(language?)?.manifest;
    let (ecosystem, package) = match manifest.modules {
        Modules::Ecma => ("npm", npm(source)),
        Modules::Python => ("pypi", source.split('.').next().unwrap_or(source)),
        Modules::Rust => ("cargo", source.split("::").next().unwrap_or(source)),
        Modules::Go => ("go", source),
        // What is imported is a namespace.
        Modules::Packages if manifest.family == "dotnet" => ("nuget", source),
        Modules::Packages => (
            ecosystem(&manifest.family),
            source
                .rsplit_once(['.', '\\'])
                .map_or(source, |(package, _)| package),
        ),
        _ => (manifest.family.as_str(), source),
    };
    let relative = package.is_empty() || package.starts_with(['.', '/']);
    (!relative).then(|| format!("ext::{ecosystem}::{package}"))
}

/// Where packages of a family of languages come from, in the names of package URLs.
fn ecosystem(family: &str) -> &str {
    match family {
        "jvm" => "maven",
        "php" => "composer",
        other => other,
    }
}

/// `@scope/name` or `name`; what the runtime brings has a scheme.
fn npm(source: &str) -> &str {
    let segments = if source.starts_with('@') { 2 } else { 1 };
    let end = source
        .match_indices('/')
        .nth(segments - 1)
        .map(|(at, _)| at);
    end.and_then(|end| source.get(..end)).unwrap_or(source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn npm_packages_may_have_a_scope() {
        assert_eq!(npm("react"), "react");
        assert_eq!(npm("react/jsx"), "react");
        assert_eq!(npm("@a/b/c"), "@a/b");
        assert_eq!(npm("node:fs"), "node:fs");
    }
}
