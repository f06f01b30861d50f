//! `pyproject.toml`: the standard fields and those of the common build tools.

use super::toml_ext::{at, items, pairs, parse, text, texts};
use super::{
    Dependency, DependencyKind, Ecosystem, Manifest, ManifestData, Place, PythonPackage,
    keep_first_of_each,
};
use crate::source::toml::{Table, Value};

/// Where build tools keep the directory that imports start from.
const ROOT_KEYS: &[&[&str]] = &[
    &["tool", "setuptools", "package-dir", ""],
    &["tool", "pdm", "build", "package-dir"],
    &["tool", "maturin", "python-source"],
    &["tool", "uv", "build-backend", "module-root"],
];

/// The same where it is a list.
const ROOT_LISTS: &[&[&str]] = &[
    &["tool", "setuptools", "packages", "find", "where"],
    &["tool", "hatch", "build", "sources"],
    &["tool", "hatch", "build", "targets", "wheel", "sources"],
];

/// Where build tools keep the names of import packages.
const PACKAGE_KEYS: &[&[&str]] = &[
    &["tool", "flit", "module", "name"],
    &["tool", "flit", "metadata", "module"],
    &["tool", "maturin", "module-name"],
    &["tool", "uv", "build-backend", "module-name"],
];

/// The same where it is a list of names.
const PACKAGE_LISTS: &[&[&str]] = &[
    &["tool", "setuptools", "packages"],
    &["tool", "setuptools", "py-modules"],
];

/// The same where it is a list of directories (`src/name`).
const PACKAGE_PATHS: &[&[&str]] = &[
    &["tool", "hatch", "build", "packages"],
    &["tool", "hatch", "build", "targets", "wheel", "packages"],
    &["tool", "scikit-build", "wheel", "packages"],
];

pub(super) fn read(place: &Place<'_>, bytes: &[u8]) -> Result<Manifest, String> {
    let table = parse(bytes)?;
    let name = text(&table, &["project", "name"])
        .or_else(|| text(&table, &["tool", "poetry", "name"]))
        .or_else(|| text(&table, &["tool", "flit", "metadata", "dist-name"]));
    let mut package = PythonPackage::default();
    for keys in ROOT_KEYS {
        package
            .source_roots
            .extend(text(&table, keys).and_then(|dir| place.join(dir)));
    }
    for keys in ROOT_LISTS {
        package
            .source_roots
            .extend(texts(&table, keys).filter_map(|dir| place.join(dir)));
    }
    for keys in PACKAGE_KEYS {
        package
            .packages
            .extend(text(&table, keys).map(str::to_owned));
    }
    for keys in PACKAGE_LISTS {
        package
            .packages
            .extend(texts(&table, keys).map(str::to_owned));
    }
    for keys in PACKAGE_PATHS {
        texts(&table, keys).for_each(|dir| add_package_path(place, dir, &mut package));
    }
    poetry_packages(place, &table, &mut package);
    for keys in [
        &["project", "scripts"][..],
        &["project", "gui-scripts"],
        &["tool", "poetry", "scripts"],
    ] {
        let scripts =
            pairs(&table, keys).filter_map(|(name, value)| Some((name, value.as_text()?)));
        package
            .scripts
            .extend(scripts.map(|(name, run)| (name.to_owned(), run.to_owned())));
    }
    let groups = [
        &["project", "entry-points"][..],
        &["tool", "poetry", "plugins"],
    ];
    let groups = groups.iter().flat_map(|keys| pairs(&table, keys));
    let rows = groups.filter_map(|(_, group)| group.as_table()).flatten();
    for (name, value) in rows {
        let run = value.as_text().map(str::to_owned);
        package.scripts.extend(run.map(|run| (name.clone(), run)));
    }
    let mut manifest = place.manifest(Ecosystem::PyPi, name, ManifestData::Python(package));
    manifest.dependencies = dependencies(place, &table);
    Ok(finish(place, manifest))
}

/// Completes a Python manifest: where no root is declared, the usual ones.
pub(super) fn finish(place: &Place<'_>, mut manifest: Manifest) -> Manifest {
    let ManifestData::Python(package) = &mut manifest.data else {
        return manifest;
    };
    if package.source_roots.is_empty() {
        let src = place.join("src").filter(|src| {
            place
                .listing
                .below(src)
                .any(|path| path.ends_with(".py") || path.ends_with(".pyi"))
        });
        package.source_roots.extend(src);
        package.source_roots.push(place.dir.to_owned());
    }
    keep_first_of_each(&mut package.source_roots);
    keep_first_of_each(&mut package.packages);
    manifest
}

/// `src/name`: the package `name`, imported from `src`.
fn add_package_path(place: &Place<'_>, dir: &str, package: &mut PythonPackage) {
    let dir = dir.trim_end_matches('/');
    let (root, name) = dir.rsplit_once('/').unwrap_or(("", dir));
    package.source_roots.extend(place.join(root));
    package.packages.push(name.to_owned());
}

/// `packages = [{ include = "name", from = "src" }]`.
fn poetry_packages(place: &Place<'_>, table: &Table, package: &mut PythonPackage) {
    let rows = at(table, &["tool", "poetry", "packages"]).map(Value::items);
    for row in rows.unwrap_or_default() {
        let field = |key: &str| row.get(key).and_then(Value::as_text);
        package
            .source_roots
            .extend(place.join(field("from").unwrap_or("")));
        let name = field("include").and_then(|include| include.split('/').next());
        package
            .packages
            .extend(name.filter(|name| !name.contains('*')).map(str::to_owned));
    }
}

fn dependencies(place: &Place<'_>, table: &Table) -> Vec<Dependency> {
    let mut found = Vec::new();
    let mut add = |kind, specs: &mut dyn Iterator<Item = &str>| {
        found.extend(specs.filter_map(|spec| requirement(spec, kind)));
    };
    add(
        DependencyKind::Runtime,
        &mut texts(table, &["project", "dependencies"]),
    );
    add(
        DependencyKind::Build,
        &mut texts(table, &["build-system", "requires"]),
    );
    for (_, group) in pairs(table, &["project", "optional-dependencies"]) {
        add(DependencyKind::Optional, &mut items(group));
    }
    for (_, group) in pairs(table, &["dependency-groups"]) {
        add(DependencyKind::Development, &mut items(group));
    }
    let poetry = ["tool", "poetry", "dependencies"];
    found.extend(poetry_table(place, table, &poetry, DependencyKind::Runtime));
    let development = ["tool", "poetry", "dev-dependencies"];
    found.extend(poetry_table(
        place,
        table,
        &development,
        DependencyKind::Development,
    ));
    for (group, _) in pairs(table, &["tool", "poetry", "group"]) {
        let keys = ["tool", "poetry", "group", group, "dependencies"];
        found.extend(poetry_table(
            place,
            table,
            &keys,
            DependencyKind::Development,
        ));
    }
    for dependency in &mut found {
        let local = text(table, &["tool", "uv", "sources", &dependency.name, "path"]);
        if let Some(path) = local.and_then(|path| place.join(path)) {
            dependency.path = Some(path);
        }
    }
    found
}

fn poetry_table(
    place: &Place<'_>,
    table: &Table,
    keys: &[&str],
    kind: DependencyKind,
) -> Vec<Dependency> {
    let read = |(name, value): (&str, &Value)| Dependency {
        name: name.to_owned(),
        kind,
        package: None,
        path: value
            .get("path")
            .and_then(Value::as_text)
            .and_then(|path| place.join(path)),
    };
    pairs(table, keys)
        .filter(|(name, _)| *name != "python")
        .map(read)
        .collect()
}

/// The dependency in a requirement such as `name[extra]>=1; marker` (PEP 508).
pub(super) fn requirement(spec: &str, kind: DependencyKind) -> Option<Dependency> {
    let spec = spec.trim_start();
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let end = spec.find(|c| !is_name(c)).unwrap_or(spec.len());
    let name = spec.get(..end).filter(|name| !name.is_empty())?;
    Some(Dependency {
        name: name.to_owned(),
        kind,
        ..Dependency::default()
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{dependencies, read, read_first};
    use super::*;

    fn check(text: &str, roots: &[&str], packages: &[&str]) -> Manifest {
        let tree = [("p/pyproject.toml", text), ("p/src/x/__init__.py", "")];
        let manifest = read_first(&tree);
        let ManifestData::Python(package) = &manifest.data else {
            panic!("python")
        };
        assert_eq!(package.source_roots, roots, "{text}");
        assert_eq!(package.packages, packages, "{text}");
        manifest
    }

    #[test]
    fn reads_the_standard_fields() {
        let text = "[project]\nname = \"acme\"\ndependencies = [\"rich>=1; python_version<'4'\", \" a.b[x] @ https://x\", \"\"]\n[project.optional-dependencies]\ntest = [\"pytest\"]\n[dependency-groups]\ndev = [\"ruff\", {include-group = \"x\"}]\n[build-system]\nrequires = [\"hatchling\"]\n[project.scripts]\nacme = \"acme.cli:main\"\n[project.entry-points.\"acme.plugins\"]\nhull = \"acme.hull\"\n[tool.uv.sources]\nrich = { path = \"../rich\" }\n";
        let manifest = check(text, &["p/src", "p"], &[]);
        assert_eq!(manifest.name.as_deref(), Some("acme"));
        assert_eq!(
            dependencies(&manifest),
            [
                "Runtime a.b",
                "Build hatchling",
                "Optional pytest",
                "Runtime rich@rich",
                "Development ruff"
            ]
        );
        let ManifestData::Python(package) = manifest.data else {
            panic!("python")
        };
        let told = package.scripts.iter();
        let told: Vec<_> = told
            .map(|(name, run)| (name.as_str(), run.as_str()))
            .collect();
        assert_eq!(told, [("acme", "acme.cli:main"), ("hull", "acme.hull")]);
    }

    #[test]
    fn reads_the_roots_of_build_tools() {
        check(
            "[tool.setuptools.packages.find]\nwhere = [\"lib\"]",
            &["p/lib"],
            &[],
        );
        check(
            "[tool.setuptools]\npackages = [\"a\", \"a.b\"]\npackage-dir = {\"\" = \"src\"}",
            &["p/src"],
            &["a", "a.b"],
        );
        check(
            "[tool.hatch.build.targets.wheel]\npackages = [\"src/a\", \"src/b/\"]",
            &["p/src"],
            &["a", "b"],
        );
        check(
            "[tool.poetry]\nname = \"x\"\npackages = [{include = \"a\", from = \"src\"}, {include = \"b/**/*.py\"}]",
            &["p/src", "p"],
            &["a", "b"],
        );
        check(
            "[tool.maturin]\npython-source = \"python\"\nmodule-name = \"a._a\"",
            &["p/python"],
            &["a._a"],
        );
        check("[tool.flit.module]\nname = \"a\"", &["p/src", "p"], &["a"]);
        check(
            "[tool.setuptools.packages.find]\nwhere = [\"../../..\"]",
            &["p/src", "p"],
            &[],
        );
    }

    #[test]
    fn reads_poetry_dependencies() {
        let text = "[tool.poetry]\nname = \"x\"\n[tool.poetry.dependencies]\npython = \"^3\"\na = {path = \"../a\"}\n[tool.poetry.group.dev.dependencies]\nb = \"*\"";
        let manifest = check(text, &["p/src", "p"], &[]);
        assert_eq!(dependencies(&manifest), ["Runtime a@a", "Development b"]);
    }

    #[test]
    fn odd_shapes_are_counted_or_ignored() {
        let (manifests, report) = read(&[
            ("a/pyproject.toml", "[project\n"),
            (
                "b/pyproject.toml",
                "project = 1\n[tool]\npoetry = []\nsetuptools = {packages = 3}",
            ),
        ]);
        assert_eq!((manifests.len(), report.get("malformed-manifest")), (1, 1));
    }
}
