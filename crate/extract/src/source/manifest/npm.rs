//! `package.json` and `pnpm-workspace.yaml`.

use super::json::Json;
use super::{Dependency, DependencyKind, Ecosystem, Manifest, ManifestData, Place};

/// Entries of one `exports` or `imports` map that are read; real ones have tens.
const MAX_ENTRY_POINTS: usize = 10_000;

/// What `package.json` tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NpmPackage {
    /// Whether `.js` files are ES modules (`"type": "module"`).
    pub is_module: bool,
    /// `main`, as written.
    pub main: Option<String>,
    /// `module`, the ES module build for bundlers.
    pub module: Option<String>,
    /// `types` or `typings`.
    pub types: Option<String>,
    /// `source`, which some build tools have for the file before compilation.
    pub source: Option<String>,
    /// `browser`, where it is one file.
    pub browser: Option<String>,
    /// `tsconfig`, where a package of shared configuration names its file.
    pub tsconfig: Option<String>,
    /// `bin`: command and file.
    pub bin: Vec<(String, String)>,
    /// `exports`, flattened; the key `.` is the package itself. Empty where the
    /// manifest has none, so that every file may be imported.
    pub exports: Vec<EntryPoint>,
    /// `imports`, flattened; keys start with `#`.
    pub imports: Vec<EntryPoint>,
    /// Patterns of member directories, such as `packages/*`; `!` excludes.
    pub workspaces: Vec<String>,
}

/// One leaf of an `exports` or `imports` map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryPoint {
    /// The subpath, perhaps with one `*`.
    pub key: String,
    /// The conditions that lead to it, the outermost first.
    pub conditions: Vec<String>,
    /// The file relative to the package, perhaps with `*`; `None` forbids the
    /// subpath.
    pub target: Option<String>,
}

pub(super) fn read_package(place: &Place<'_>, bytes: &[u8]) -> Result<Manifest, String> {
    let json = Json::parse(bytes)?;
    if !matches!(json, Json::Object(_)) {
        return Err("not an object".to_owned());
    }
    let text = |key: &str| json.text(key).map(str::to_owned);
    let package = NpmPackage {
        is_module: json.text("type") == Some("module"),
        main: text("main"),
        module: text("module").or_else(|| text("jsnext:main")),
        types: text("types").or_else(|| text("typings")),
        source: text("source"),
        browser: text("browser"),
        tsconfig: text("tsconfig"),
        bin: bin(&json),
        exports: json
            .get("exports")
            .map(|exports| flatten(exports, "."))
            .unwrap_or_default(),
        imports: json
            .get("imports")
            .map(|imports| flatten(imports, "#"))
            .unwrap_or_default(),
        workspaces: workspaces(&json),
    };
    let mut manifest = place.manifest(
        Ecosystem::Npm,
        json.text("name"),
        ManifestData::Npm(package),
    );
    manifest.dependencies = dependencies(place, &json);
    Ok(manifest)
}

fn bin(json: &Json) -> Vec<(String, String)> {
    match json.get("bin") {
        Some(Json::Text(file)) => {
            let name = json.text("name").unwrap_or_default();
            // The command of `@scope/name` is `name`.
            let command = name.rsplit('/').next().unwrap_or(name);
            vec![(command.to_owned(), file.clone())]
        }
        Some(bins) => {
            let pair = |(command, file): &(String, Json)| {
                Some((command.clone(), file.as_text()?.to_owned()))
            };
            bins.members().iter().filter_map(pair).collect()
        }
        None => Vec::new(),
    }
}

fn workspaces(json: &Json) -> Vec<String> {
    match json.get("workspaces") {
        Some(object @ Json::Object(_)) => object.texts("packages"),
        Some(list) => list.as_texts(),
        None => Vec::new(),
    }
}

/// The leaves of an `exports` or `imports` value, in the order they are tried.
///
/// Keys that start with `.` or `#` are subpaths, others conditions; a list is
/// tried from its front.
fn flatten(value: &Json, default_key: &str) -> Vec<EntryPoint> {
    let mut entries = Vec::new();
    let mut open = vec![(value, default_key.to_owned(), Vec::new())];
    while let Some((value, key, conditions)) = open.pop() {
        if entries.len() == MAX_ENTRY_POINTS {
            break;
        }
        match value {
            Json::Text(target) => {
                entries.push(EntryPoint {
                    key,
                    conditions,
                    target: Some(target.clone()),
                });
            }
            Json::Null => entries.push(EntryPoint {
                key,
                conditions,
                target: None,
            }),
            Json::List(items) => {
                let each = |item| (item, key.clone(), conditions.clone());
                open.extend(items.iter().rev().map(each));
            }
            Json::Object(members) => {
                for (name, value) in members.iter().rev() {
                    let mut inner = (value, key.clone(), conditions.clone());
                    if name.starts_with(['.', '#']) {
                        inner.1.clone_from(name);
                    } else {
                        inner.2.push(name.clone());
                    }
                    open.push(inner);
                }
            }
            Json::Bool(_) | Json::Number => {}
        }
    }
    entries
}

fn dependencies(place: &Place<'_>, json: &Json) -> Vec<Dependency> {
    const TABLES: &[(&str, DependencyKind)] = &[
        ("dependencies", DependencyKind::Runtime),
        ("devDependencies", DependencyKind::Development),
        ("peerDependencies", DependencyKind::Peer),
        ("optionalDependencies", DependencyKind::Optional),
    ];
    let mut found = Vec::new();
    for &(table, kind) in TABLES {
        for (name, range) in json.get(table).map(Json::members).unwrap_or_default() {
            let range = range.as_text().unwrap_or_default();
            found.push(Dependency {
                name: name.clone(),
                kind,
                package: alias(range),
                path: local(place, range),
            });
        }
    }
    found
}

/// The package behind `npm:real-name@1`.
fn alias(range: &str) -> Option<String> {
    let spec = range.strip_prefix("npm:")?;
    // The version's `@`, not the one that starts a scope.
    let name = match spec.rfind('@') {
        Some(at) if at > 0 => spec.get(..at)?,
        _ => spec,
    };
    Some(name.to_owned())
}

/// The directory behind `file:../x` and its kin.
fn local(place: &Place<'_>, range: &str) -> Option<String> {
    const PROTOCOLS: &[&str] = &["file:", "link:", "portal:", "workspace:./", "workspace:../"];
    let protocol = PROTOCOLS
        .iter()
        .find(|protocol| range.starts_with(**protocol))?;
    let (start, _) = protocol.split_once(':')?;
    place.join(range.get(start.len() + 1..)?)
}

/// Reads the `packages` list of `pnpm-workspace.yaml`, which is a block list or
/// a one-line list of plain or quoted strings in all but contrived files.
pub(super) fn read_pnpm_workspace(place: &Place<'_>, bytes: &[u8]) -> Result<Manifest, String> {
    let text = String::from_utf8_lossy(bytes);
    let mut patterns = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        let line = without_comment(line);
        if let Some(rest) = line.strip_prefix("packages:") {
            inside = true;
            let inline = rest.trim().trim_start_matches('[').trim_end_matches(']');
            patterns.extend(inline.split(',').filter_map(plain));
        } else if let Some(item) = line.trim_start().strip_prefix('-').filter(|_| inside) {
            patterns.extend(plain(item));
        } else if !line.trim().is_empty() {
            inside = false;
        }
    }
    let data = ManifestData::PnpmWorkspace(patterns);
    Ok(place.manifest(Ecosystem::Npm, None, data))
}

fn without_comment(line: &str) -> &str {
    let starts = line.match_indices('#').map(|(at, _)| at);
    let at = starts
        .into_iter()
        .find(|&at| at == 0 || line[..at].ends_with([' ', '\t']));
    at.map_or(line, |at| &line[..at])
}

/// A YAML scalar without its quotes.
fn plain(item: &str) -> Option<String> {
    let item = item.trim();
    let bare = item.trim_matches(|c| c == '"' || c == '\'');
    (!bare.is_empty()).then(|| bare.to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::testing::{dependencies, nth, read, read_first};
    use super::*;

    fn package(text: &str) -> (Manifest, NpmPackage) {
        let manifest = read_first(&[("p/package.json", text)]);
        let ManifestData::Npm(package) = manifest.data.clone() else {
            panic!("npm")
        };
        (manifest, package)
    }

    fn entries(points: &[EntryPoint]) -> Vec<String> {
        let show = |p: &EntryPoint| {
            let target = p.target.as_deref().unwrap_or("-");
            format!("{} {} {target}", p.key, p.conditions.join("+"))
        };
        points.iter().map(show).collect()
    }

    #[test]
    fn reads_entry_points() {
        let (manifest, package) = package(
            r##"{
                "name": "@acme/core", "type": "module", "main": "dist/i.cjs", "typings": "i.d.ts",
                "bin": "cli.js", "workspaces": {"packages": ["packages/*"]},
                "exports": {
                    ".": {"types": "./i.d.ts", "node": {"import": "./n.mjs", "default": "./n.cjs"}, "default": "./i.js"},
                    "./sub/*": ["./sub/*.js", null],
                    "./internal": null
                },
                "imports": {"#x": {"default": "./x.js"}}
            }"##,
        );
        assert_eq!(
            (manifest.dir.as_str(), manifest.name.as_deref()),
            ("p", Some("@acme/core"))
        );
        assert!(package.is_module);
        assert_eq!(package.types.as_deref(), Some("i.d.ts"));
        assert_eq!(package.bin, [("core".to_owned(), "cli.js".to_owned())]);
        assert_eq!(package.workspaces, ["packages/*"]);
        assert_eq!(
            entries(&package.exports),
            [
                ". types ./i.d.ts",
                ". node+import ./n.mjs",
                ". node+default ./n.cjs",
                ". default ./i.js",
                "./sub/*  ./sub/*.js",
                "./sub/*  -",
                "./internal  -",
            ]
        );
        assert_eq!(entries(&package.imports), ["#x default ./x.js"]);
    }

    #[test]
    fn a_single_export_is_the_package() {
        let (_, package) = package(r#"{"exports": "./i.js", "bin": {"a": "a.js", "b": 1}}"#);
        assert_eq!(entries(&package.exports), [".  ./i.js"]);
        assert_eq!(package.bin, [("a".to_owned(), "a.js".to_owned())]);
    }

    #[test]
    fn reads_dependencies() {
        let (manifest, _) = package(
            r#"{
                "dependencies": {"a": "^1", "b": "npm:@s/real@2", "c": "file:../c", "w": "workspace:*"},
                "devDependencies": {"d": "link:./d"}, "peerDependencies": {"e": "*"},
                "optionalDependencies": {"f": "file:/abs"}
            }"#,
        );
        assert_eq!(
            dependencies(&manifest),
            [
                "Runtime a",
                "Runtime b=@s/real",
                "Runtime c@c",
                "Development d@p/d",
                "Peer e",
                "Optional f",
                "Runtime w",
            ]
        );
    }

    #[test]
    fn reads_pnpm_workspaces() {
        let patterns = |text: &str| {
            let manifest = read_first(&[("pnpm-workspace.yaml", text)]);
            let ManifestData::PnpmWorkspace(patterns) = manifest.data else {
                panic!("pnpm")
            };
            patterns.join(" ")
        };
        let block = "# c\npackages:\n  # all\n  - 'packages/*'\n  - \"!**/test/**\" # no\n- docs\ncatalog:\n  - x\n";
        assert_eq!(patterns(block), "packages/* !**/test/** docs");
        assert_eq!(patterns("packages: [a, 'b/*']"), "a b/*");
        assert_eq!(patterns("catalog:\n  a: 1"), "");
    }

    #[test]
    fn odd_shapes_are_counted_or_ignored() {
        let (manifests, report) = read(&[
            ("a/package.json", "[]"),
            ("b/package.json", "{"),
            (
                "c/package.json",
                r#"{"name": 1, "exports": [1, true], "bin": [], "workspaces": 3}"#,
            ),
        ]);
        assert_eq!(report.get("malformed-manifest"), 2);
        assert_eq!(manifests.len(), 1);
        assert_eq!(
            nth(&manifests, 0).data,
            ManifestData::Npm(NpmPackage::default())
        );
    }
}
