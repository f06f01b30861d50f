//! `composer.json` of PHP packages.

use super::json::Json;
use super::{Dependency, DependencyKind, Ecosystem, Manifest, ManifestData, Place};

/// What `composer.json` tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComposerPackage {
    /// Whether it is made to be run rather than required (`"type": "project"`).
    pub is_program: bool,
    /// Directories and files of the tree from which classes and functions are loaded,
    /// with the namespace that a directory holds (`psr-4`), else "".
    pub autoload: Vec<(String, String)>,
}

pub(super) fn read(place: &Place<'_>, bytes: &[u8]) -> Result<Manifest, String> {
    let json = Json::parse(bytes)?;
    if !matches!(json, Json::Object(_)) {
        return Err("not an object".to_owned());
    }
    let mut package = ComposerPackage {
        is_program: json.text("type") == Some("project"),
        ..ComposerPackage::default()
    };
    for section in ["autoload", "autoload-dev"] {
        let rules = json.get(section).map(Json::members).unwrap_or_default();
        for (rule, places) in rules {
            autoload(place, rule, places, &mut package.autoload);
        }
    }
    let data = ManifestData::Composer(package);
    let mut manifest = place.manifest(Ecosystem::Composer, json.text("name"), data);
    for (table, kind) in [
        ("require", DependencyKind::Runtime),
        ("require-dev", DependencyKind::Development),
    ] {
        let names = json.get(table).map(Json::members).unwrap_or_default();
        // What has no vendor is PHP itself, or an extension of it.
        let packages = names.iter().filter(|(name, _)| name.contains('/'));
        manifest
            .dependencies
            .extend(packages.map(|(name, _)| Dependency {
                name: name.clone(),
                kind,
                ..Dependency::default()
            }));
    }
    Ok(manifest)
}

/// `psr-4` and `psr-0` map namespaces to directories, `classmap` and `files` are lists.
fn autoload(place: &Place<'_>, rule: &str, places: &Json, found: &mut Vec<(String, String)>) {
    let mut add = |namespace: &str, paths: &Json| {
        let paths = paths.as_texts();
        let paths = paths.iter().filter_map(|path| place.join(path));
        found.extend(paths.map(|path| (namespace.trim_matches('\\').to_owned(), path)));
    };
    match rule {
        "psr-4" => places
            .members()
            .iter()
            .for_each(|(space, paths)| add(space, paths)),
        // The directories of the namespace itself are below that of the rule.
        "psr-0" => places
            .members()
            .iter()
            .for_each(|(_, paths)| add("", paths)),
        "classmap" | "files" => add("", places),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{dependencies, read_first};
    use super::*;

    #[test]
    fn places_of_autoloading_are_read() {
        let text = r#"{
            "name": "acme/app", "type": "project",
            "require": { "php": ">=8", "ext-json": "*", "psr/log": "^3" },
            "require-dev": { "phpunit/phpunit": "^11" },
            "autoload": {
                "psr-4": { "Acme\\": "src/", "Acme\\Gen\\": ["gen", "../out"] },
                "psr-0": { "Old_": "legacy" },
                "classmap": ["db/"], "files": ["src/functions.php"], "exclude-from-classmap": ["x"]
            },
            "autoload-dev": { "psr-4": { "Tests\\": "tests" } }
        }"#;
        let manifest = read_first(&[("app/composer.json", text)]);
        assert_eq!(manifest.name.as_deref(), Some("acme/app"));
        assert_eq!(
            dependencies(&manifest),
            ["Development phpunit/phpunit", "Runtime psr/log"]
        );
        let ManifestData::Composer(package) = &manifest.data else {
            panic!("not of composer");
        };
        assert!(package.is_program);
        let autoload: Vec<_> = package
            .autoload
            .iter()
            .map(|(a, b)| (a.as_str(), b.as_str()))
            .collect();
        let expected = [
            ("Acme", "app/src"),
            ("Acme\\Gen", "app/gen"),
            ("Acme\\Gen", "out"),
            ("", "app/legacy"),
            ("", "app/db"),
            ("", "app/src/functions.php"),
            ("Tests", "app/tests"),
        ];
        assert_eq!(autoload, expected);
    }
}
