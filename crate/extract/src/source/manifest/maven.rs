//! `pom.xml`.
//!
//! Read by a scan of a hundred lines instead of an XML crate: the fields that
//! matter are plain texts under fixed paths of tags, entities do not occur in
//! them, and a general parser would be a tenth of the engine's size bar.

use super::{Dependency, DependencyKind, Ecosystem, JvmProject, Manifest, ManifestData, Place};
use std::collections::BTreeMap;

pub(super) fn read(place: &Place<'_>, bytes: &[u8]) -> Result<Manifest, String> {
    let text = String::from_utf8_lossy(bytes);
    let leaves = leaves(&text);
    let texts = Texts::new(&leaves);
    if !leaves.iter().any(|leaf| leaf.path.starts_with("project/")) {
        return Err("no <project> with content".to_owned());
    }
    let first = |path: &str| Some(texts.interpolate(texts.get(path)?));
    let modules = leaves
        .iter()
        .filter(|leaf| leaf.path == "project/modules/module");
    let modules = modules.filter_map(|leaf| place.join(&texts.interpolate(leaf.text)));
    let artifact = first("project/artifactId");
    let dirs = |path: &str, usual: &[&str]| match first(path).and_then(|dir| place.join(&dir)) {
        Some(declared) => vec![declared],
        None => existing(place, usual),
    };
    let project = JvmProject {
        group: first("project/groupId").or_else(|| first("project/parent/groupId")),
        modules: modules.collect(),
        source_dirs: dirs("project/build/sourceDirectory", SOURCE_DIRS),
        test_source_dirs: dirs("project/build/testSourceDirectory", TEST_SOURCE_DIRS),
    };
    let mut manifest = place.manifest(
        Ecosystem::Maven,
        artifact.as_deref(),
        ManifestData::Jvm(project),
    );
    manifest.dependencies = dependencies(&leaves, &texts);
    Ok(manifest)
}

/// The standard layout, which Gradle shares.
pub(super) const SOURCE_DIRS: &[&str] = &[
    "src/main/java",
    "src/main/kotlin",
    "src/main/scala",
    "src/main/groovy",
];
/// The same for tests.
pub(super) const TEST_SOURCE_DIRS: &[&str] = &[
    "src/test/java",
    "src/test/kotlin",
    "src/test/scala",
    "src/test/groovy",
];

/// Those of `usual` that hold a file.
pub(super) fn existing(place: &Place<'_>, usual: &[&str]) -> Vec<String> {
    let dirs = usual.iter().filter_map(|dir| place.join(dir));
    dirs.filter(|dir| place.listing.below(dir).next().is_some())
        .collect()
}

fn dependencies(leaves: &[Leaf<'_>], texts: &Texts<'_>) -> Vec<Dependency> {
    const AT: &str = "project/dependencies/dependency/";
    const FIELDS: [&str; 4] = ["groupId", "artifactId", "scope", "optional"];
    let mut found: Vec<(usize, [Option<String>; 4])> = Vec::new();
    for leaf in leaves {
        let Some(field) = leaf.path.strip_prefix(AT) else {
            continue;
        };
        // Fields of nested elements, such as exclusions, are not the dependency's.
        let Some(at) = FIELDS.iter().position(|known| *known == field) else {
            continue;
        };
        if found
            .last()
            .is_none_or(|(element, _)| *element != leaf.parent)
        {
            found.push((leaf.parent, Default::default()));
        }
        if let Some(slot) = found.last_mut().and_then(|(_, fields)| fields.get_mut(at)) {
            *slot = Some(texts.interpolate(leaf.text));
        }
    }
    let read = |(_, [group, artifact, scope, optional]): (usize, [Option<String>; 4])| {
        let kind = match (scope.as_deref(), optional.as_deref()) {
            (Some("test"), _) => DependencyKind::Development,
            (Some("provided" | "system"), _) => DependencyKind::Build,
            (_, Some("true")) => DependencyKind::Optional,
            _ => DependencyKind::Runtime,
        };
        Some(Dependency {
            name: format!("{}:{}", group?, artifact?),
            kind,
            ..Dependency::default()
        })
    };
    found.into_iter().filter_map(read).collect()
}

/// The first text at each path of tags.
struct Texts<'l>(BTreeMap<&'l str, &'l str>);

impl<'l> Texts<'l> {
    fn new(leaves: &'l [Leaf<'_>]) -> Self {
        let mut texts = BTreeMap::new();
        texts.extend(
            leaves
                .iter()
                .rev()
                .map(|leaf| (leaf.path.as_str(), leaf.text)),
        );
        Self(texts)
    }

    fn get(&self, path: &str) -> Option<&'l str> {
        self.0.get(path).copied()
    }

    /// `text` with `${name}` replaced by the property or project field of that
    /// name; what is not in this file stays as written.
    fn interpolate(&self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("${") {
            out.push_str(before);
            let Some((name, tail)) = after.split_once('}') else {
                out.push_str("${");
                rest = after;
                continue;
            };
            match self.property(name) {
                Some(value) => out.push_str(value),
                None => out.extend(["${", name, "}"]),
            }
            rest = tail;
        }
        out.push_str(rest);
        out
    }

    fn property(&self, name: &str) -> Option<&'l str> {
        let field = name
            .strip_prefix("project.")
            .or_else(|| name.strip_prefix("pom."));
        let field = field.map(|field| field.replace('.', "/"));
        let of = |place: &str| self.get(&format!("{place}/{}", field.as_deref()?));
        self.get(&format!("project/properties/{name}"))
            .or_else(|| of("project"))
            .or_else(|| of("project/parent"))
    }
}

/// A text between tags.
struct Leaf<'t> {
    /// Names of the tags around it, joined by `/`.
    path: String,
    /// A number for the element that holds the innermost tag, to tell siblings
    /// of one parent from those of the next.
    parent: usize,
    text: &'t str,
}

/// The texts at depths that matter here.
const MAX_DEPTH: usize = 6;

fn leaves(text: &str) -> Vec<Leaf<'_>> {
    let mut leaves = Vec::new();
    let mut open: Vec<(&str, usize)> = Vec::new();
    let mut rest = text;
    let mut elements = 0;
    while let Some((content, tag)) = rest.split_once('<') {
        if let (false, 2..=MAX_DEPTH) = (content.trim().is_empty(), open.len()) {
            let names: Vec<&str> = open.iter().map(|(name, _)| *name).collect();
            let parent = open.iter().rev().nth(1).map_or(0, |(_, element)| *element);
            leaves.push(Leaf {
                path: names.join("/"),
                parent,
                text: content.trim(),
            });
        }
        let (end, skip) = match tag {
            _ if tag.starts_with("!--") => ("-->", true),
            _ if tag.starts_with("![CDATA[") => ("]]>", true),
            _ if tag.starts_with(['!', '?']) => (">", true),
            _ => (">", false),
        };
        let Some((inner, after)) = tag.split_once(end) else {
            break;
        };
        rest = after;
        if skip {
            continue;
        }
        if inner.starts_with('/') {
            open.pop();
        } else if !inner.ends_with('/') {
            let name = inner.split_whitespace().next().unwrap_or_default();
            elements += 1;
            open.push((name, elements));
        }
    }
    leaves
}

#[cfg(test)]
mod tests {
    use super::super::testing::{dependencies, nth, read, read_first};
    use super::*;

    fn project(manifest: &Manifest) -> &JvmProject {
        match &manifest.data {
            ManifestData::Jvm(project) => project,
            _ => panic!("jvm"),
        }
    }

    #[test]
    fn reads_a_project() {
        let pom = "<?xml version=\"1.0\"?>\n<!-- <artifactId>no</artifactId> -->\n<project xmlns=\"x\">\n<parent><groupId>org.acme</groupId><artifactId>parent</artifactId></parent>\n<artifactId>app</artifactId>\n<properties><lib.group>org.lib</lib.group></properties>\n<modules><module>core</module><module>../out</module></modules>\n<build><sourceDirectory>src</sourceDirectory><plugins><plugin><artifactId>p</artifactId></plugin></plugins></build>\n<dependencies>\n<dependency><groupId>${lib.group}</groupId><artifactId>lib</artifactId></dependency>\n<dependency><groupId>${project.groupId}</groupId><artifactId>core</artifactId><exclusions><exclusion><groupId>x</groupId></exclusion></exclusions><scope>test</scope></dependency>\n<dependency><artifactId>half</artifactId></dependency>\n<dependency/>\n</dependencies></project>";
        let manifest = read_first(&[("app/pom.xml", pom), ("app/src/test/java/A.java", "")]);
        assert_eq!(manifest.name.as_deref(), Some("app"));
        assert_eq!(
            *project(&manifest),
            JvmProject {
                group: Some("org.acme".to_owned()),
                modules: vec!["app/core".to_owned(), "out".to_owned()],
                source_dirs: vec!["app/src".to_owned()],
                test_source_dirs: vec!["app/src/test/java".to_owned()],
            }
        );
        assert_eq!(
            dependencies(&manifest),
            ["Development org.acme:core", "Runtime org.lib:lib"]
        );
    }

    #[test]
    fn hostile_xml_ends() {
        let deep = format!("<project>{}", "<a>".repeat(100_000));
        let (manifests, report) = read(&[
            ("a/pom.xml", ""),
            ("b/pom.xml", "<project><a"),
            ("c/pom.xml", &deep),
            (
                "d/pom.xml",
                "<project><artifactId>${x</artifactId></project>",
            ),
            ("e/pom.xml", "</></project><!--"),
        ]);
        assert_eq!(report.get("malformed-manifest"), 4);
        assert_eq!(nth(&manifests, 0).name.as_deref(), Some("${x"));
    }
}
