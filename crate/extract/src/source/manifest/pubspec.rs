//! `pubspec.yaml` of Dart: its name, and the keys of the blocks that say what it needs.

use super::{Dependency, DependencyKind, Ecosystem, Manifest, ManifestData, Place};

/// The blocks that say what is needed, and when.
const NEEDS: &[(&str, DependencyKind)] = &[
    ("dependencies", DependencyKind::Runtime),
    ("dev_dependencies", DependencyKind::Development),
];

pub(super) fn read(place: &Place<'_>, bytes: &[u8]) -> Result<Manifest, String> {
    let text = String::from_utf8_lossy(bytes);
    let (mut name, mut block, mut depth) = (None, None, 0);
    let mut needed: Vec<Dependency> = Vec::new();
    for line in text.lines() {
        let line = line.split(" #").next().unwrap_or_default().trim_end();
        let content = line.trim_start();
        let indent = line.len() - content.len();
        let Some((key, value)) = content
            .split_once(':')
            .filter(|_| !content.starts_with('#'))
        else {
            continue;
        };
        let value = value.trim().trim_matches(['"', '\'']);
        if indent == 0 {
            if key == "name" {
                name = Some(value.to_owned());
            }
            block = NEEDS.iter().find(|(known, _)| *known == key);
            depth = 0;
            continue;
        }
        let Some((_, kind)) = block else { continue };
        if depth == 0 {
            depth = indent;
        }
        if indent == depth {
            needed.push(Dependency {
                name: key.to_owned(),
                kind: *kind,
                ..Dependency::default()
            });
        } else if let Some(last) = needed.last_mut().filter(|_| key == "path") {
            last.path = place.join(value);
        }
    }
    let mut manifest = place.manifest(Ecosystem::Pub, name.as_deref(), ManifestData::Plain);
    manifest.dependencies = needed;
    Ok(manifest)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{dependencies, read_first};

    #[test]
    fn names_and_needs_of_packages_are_read() {
        let text = "# Of the harbour.\nname: dock # here\nenvironment:\n  sdk: ^3.0.0\n\ndependencies:\n  flutter:\n    sdk: flutter\n  \
                    rope: ^1.2.0\n  sea:\n    path: ../sea\ndev_dependencies:\n    knot: any\nflutter:\n  assets: no\n";
        let manifest = read_first(&[("apps/dock/pubspec.yaml", text)]);
        assert_eq!(manifest.name.as_deref(), Some("dock"));
        assert_eq!(
            dependencies(&manifest),
            [
                "Runtime flutter",
                "Development knot",
                "Runtime rope",
                "Runtime sea@apps/sea"
            ]
        );
    }
}
