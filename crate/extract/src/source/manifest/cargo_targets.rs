//! The crates that a Cargo package builds.

use super::Place;
use super::cargo::{CargoTarget, CargoTargetKind, crate_name};
use super::toml_ext::{at, text};
use crate::source::path;
use crate::source::toml::{Table, Value};
use std::collections::BTreeSet;

/// Where Cargo looks for the crates of one kind.
struct Layout {
    kind: CargoTargetKind,
    /// The table array that declares them.
    key: &'static str,
    /// The directory whose files and `*/main.rs` are found without declaration.
    dir: &'static str,
    /// The key of `[package]` that switches finding off.
    auto: &'static str,
}

const LAYOUTS: &[Layout] = &[
    Layout {
        kind: CargoTargetKind::Binary,
        key: "bin",
        dir: "src/bin",
        auto: "autobins",
    },
    Layout {
        kind: CargoTargetKind::Example,
        key: "example",
        dir: "examples",
        auto: "autoexamples",
    },
    Layout {
        kind: CargoTargetKind::Test,
        key: "test",
        dir: "tests",
        auto: "autotests",
    },
    Layout {
        kind: CargoTargetKind::Benchmark,
        key: "bench",
        dir: "benches",
        auto: "autobenches",
    },
];

/// The crates of the package called `package`, declared in `table` or found
/// where Cargo looks for them; the library first.
pub(super) fn targets(place: &Place<'_>, table: &Table, package: &str) -> Vec<CargoTarget> {
    let mut found = Vec::new();
    let mut add = |kind, name: &str, path: Option<String>| {
        if let Some(path) = path {
            found.push(CargoTarget {
                kind,
                name: crate_name(name),
                path,
            });
        }
    };
    let library = text(table, &["lib", "name"]).unwrap_or(package);
    let root = text(table, &["lib", "path"]).unwrap_or("src/lib.rs");
    add(CargoTargetKind::Library, library, place.file(root));
    let script = text(table, &["package", "build"]).unwrap_or("build.rs");
    add(
        CargoTargetKind::BuildScript,
        "build_script_build",
        place.file(script),
    );
    for layout in LAYOUTS {
        let declared = at(table, &[layout.key]).map(Value::items);
        for declared in declared.unwrap_or_default() {
            let field = |key: &str| declared.get(key).and_then(Value::as_text);
            let Some(name) = field("name") else { continue };
            let path = match field("path") {
                Some(path) => place.file(path),
                None => default_root(place, layout, name, package),
            };
            add(layout.kind, name, path);
        }
        let auto = at(table, &["package", layout.auto]).and_then(Value::as_bool);
        if auto != Some(false) {
            let roots = discovered(place, layout.dir);
            roots
                .into_iter()
                .for_each(|(name, path)| add(layout.kind, &name, Some(path)));
            if layout.kind == CargoTargetKind::Binary {
                add(layout.kind, package, place.file("src/main.rs"));
            }
        }
    }
    // A declared crate is found once more where it lies in the usual place, and
    // may have another name there: the declaration, which came first, counts.
    let mut seen = BTreeSet::new();
    found.retain(|target| seen.insert(target.path.clone()));
    found
}

fn default_root(place: &Place<'_>, layout: &Layout, name: &str, package: &str) -> Option<String> {
    let main = || place.file("src/main.rs");
    place
        .file(&format!("{}/{name}.rs", layout.dir))
        .or_else(|| place.file(&format!("{}/{name}/main.rs", layout.dir)))
        .or_else(|| {
            if layout.kind == CargoTargetKind::Binary && name == package {
                main()
            } else {
                None
            }
        })
}

/// Crate roots in `dir` as Cargo finds them: `x.rs` and `x/main.rs`.
fn discovered(place: &Place<'_>, dir: &str) -> Vec<(String, String)> {
    let Some(dir) = place.join(dir) else {
        return Vec::new();
    };
    let root = |path: &str| {
        let inner = path::below(path, &dir)?;
        let name = match inner.split_once('/') {
            Some((name, "main.rs")) => name,
            Some(_) => return None,
            None => inner.strip_suffix(".rs")?,
        };
        Some((name.to_owned(), path.to_owned()))
    };
    place.listing.below(&dir).filter_map(root).collect()
}
