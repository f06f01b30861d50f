//! `build.gradle`, `settings.gradle` and their Kotlin forms. They are programs;
//! only literals after known words are taken.

use super::maven::{SOURCE_DIRS, TEST_SOURCE_DIRS, existing};
use super::tokens::{Comments, Token, after, text_after, texts_while, tokens};
use super::{
    Dependency, DependencyKind, Ecosystem, JvmProject, Manifest, ManifestData, Place,
    keep_first_of_each,
};
use crate::source::path;

/// Configurations that a dependency is declared in.
const CONFIGURATIONS: &[(&str, DependencyKind)] = &[
    ("api", DependencyKind::Runtime),
    ("compile", DependencyKind::Runtime),
    ("implementation", DependencyKind::Runtime),
    ("runtimeOnly", DependencyKind::Runtime),
    ("compileOnly", DependencyKind::Build),
    ("annotationProcessor", DependencyKind::Build),
    ("kapt", DependencyKind::Build),
    ("ksp", DependencyKind::Build),
    ("testImplementation", DependencyKind::Development),
    ("testCompile", DependencyKind::Development),
    ("testRuntimeOnly", DependencyKind::Development),
    ("androidTestImplementation", DependencyKind::Development),
];

pub(super) fn read(place: &Place<'_>, bytes: &[u8]) -> Result<Manifest, String> {
    let text = String::from_utf8_lossy(bytes);
    let tokens = tokens(&text, Comments::Slashes);
    let first = |word: &str| after(&tokens, word).find_map(|rest| text_after(rest, &['=', '(']));
    // Without a name Gradle takes the directory's; the root's is unknown here.
    let by_directory = Some(path::file_name(place.dir)).filter(|name| !name.is_empty());
    let is_settings = path::file_name(place.path).starts_with("settings.");
    let name = first("rootProject.name").or(if is_settings { None } else { by_directory });
    let project = JvmProject {
        group: first("group")
            .or_else(|| first("project.group"))
            .map(str::to_owned),
        modules: modules(place, &tokens),
        source_dirs: source_dirs(place, &tokens, is_settings),
        test_source_dirs: if is_settings {
            Vec::new()
        } else {
            existing(place, TEST_SOURCE_DIRS)
        },
    };
    let mut manifest = place.manifest(Ecosystem::Gradle, name, ManifestData::Jvm(project));
    manifest.dependencies = dependencies(place, &tokens);
    Ok(manifest)
}

/// `include(":a", ":b:c")` names directories with colons.
fn modules(place: &Place<'_>, tokens: &[Token]) -> Vec<String> {
    let included = after(tokens, "include").flat_map(|rest| texts_while(rest, &['(', ','], &[]));
    included
        .filter_map(|name| project_dir(place, name))
        .collect()
}

fn project_dir(place: &Place<'_>, name: &str) -> Option<String> {
    place.join(&name.trim_matches(':').replace(':', "/"))
}

fn source_dirs(place: &Place<'_>, tokens: &[Token], is_settings: bool) -> Vec<String> {
    if is_settings {
        return Vec::new();
    }
    let words = [
        "srcDir",
        "srcDirs",
        "java.srcDir",
        "java.srcDirs",
        "kotlin.srcDir",
        "setSrcDirs",
    ];
    let declared = words
        .iter()
        .flat_map(|word| after(tokens, word))
        .flat_map(|rest| {
            texts_while(
                rest,
                &['(', '[', '=', '+', ','],
                &["listOf", "files", "file"],
            )
        });
    let mut dirs: Vec<String> = declared
        .filter_map(|dir| place.join(dir))
        // Resources are declared by the same words.
        .filter(|dir| !dir.ends_with("/resources"))
        .collect();
    dirs.extend(existing(place, SOURCE_DIRS));
    keep_first_of_each(&mut dirs);
    dirs
}

fn dependencies(place: &Place<'_>, tokens: &[Token]) -> Vec<Dependency> {
    let mut found = Vec::new();
    for &(word, kind) in CONFIGURATIONS {
        for rest in after(tokens, word) {
            // `implementation(platform("g:a:v"))` and `implementation("g:a:v")`.
            let rest = skip_words(rest, &["platform", "enforcedPlatform", "kotlin"]);
            if let Some(project) = project(rest) {
                found.push(Dependency {
                    name: project.to_owned(),
                    kind,
                    package: None,
                    path: project_from_root(place, project),
                });
            } else if let Some(name) = text_after(rest, &['(']).and_then(coordinates) {
                found.push(Dependency {
                    name,
                    kind,
                    ..Dependency::default()
                });
            }
        }
    }
    found
}

/// `group:artifact` of `group:artifact:version`.
fn coordinates(text: &str) -> Option<String> {
    let mut parts = text.split(':');
    let (group, artifact) = (parts.next()?, parts.next()?);
    let whole = !group.is_empty() && !artifact.is_empty();
    whole.then(|| format!("{group}:{artifact}"))
}

/// The path in `project(":a:b")` or `project(path: ":a")` at the front.
fn project(tokens: &[Token]) -> Option<&str> {
    let rest = match tokens {
        [Token::Word(word), rest @ ..] | [Token::Sign('('), Token::Word(word), rest @ ..]
            if word == "project" =>
        {
            rest
        }
        _ => return None,
    };
    let texts = texts_while(rest, &['(', ':', '='], &["path"]);
    texts.into_iter().find(|text| text.starts_with(':'))
}

/// Project paths start at the settings file, the nearest above.
fn project_from_root(place: &Place<'_>, project: &str) -> Option<String> {
    let dirs = std::iter::once(place.dir).chain(path::ancestors(place.dir));
    let settings = |dir: &&str| {
        ["settings.gradle", "settings.gradle.kts"]
            .iter()
            .any(|name| path::join(dir, name).is_some_and(|path| place.listing.contains(&path)))
    };
    let root = dirs.into_iter().find(settings)?;
    path::join(root, &project.trim_matches(':').replace(':', "/"))
}

fn skip_words<'t>(tokens: &'t [Token], words: &[&str]) -> &'t [Token] {
    match tokens {
        [Token::Sign('('), Token::Word(word), rest @ ..] if words.contains(&word.as_str()) => rest,
        [Token::Word(word), rest @ ..] if words.contains(&word.as_str()) => rest,
        _ => tokens,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{dependencies, nth, read, read_first};
    use super::*;

    #[test]
    fn reads_groovy() {
        let build = "plugins { id 'java' }\ngroup = 'org.acme'\nversion '1'\nsourceSets { main { java { srcDirs = ['gen', \"src/extra\"] } } }\ndependencies {\n  implementation 'g:a:1' // x\n  api project(':core')\n  testImplementation(project(path: ':lib:util'))\n  compileOnly \"g:${v}:1\"\n  implementation libs.okhttp\n}";
        let tree = [
            ("app/build.gradle", build),
            ("app/src/main/java/A.java", ""),
            (
                "settings.gradle",
                "rootProject.name = 'all'\ninclude ':app', 'lib:util'\n",
            ),
        ];
        let manifest = read_first(&tree);
        assert_eq!(manifest.name.as_deref(), Some("app"));
        let ManifestData::Jvm(project) = &manifest.data else {
            panic!("jvm")
        };
        assert_eq!(project.group.as_deref(), Some("org.acme"));
        assert_eq!(
            project.source_dirs,
            ["app/gen", "app/src/extra", "app/src/main/java"]
        );
        assert_eq!(
            dependencies(&manifest),
            [
                "Runtime :core@core",
                "Development :lib:util@lib/util",
                "Runtime g:a"
            ]
        );
        let (manifests, _) = read(&tree);
        let ManifestData::Jvm(settings) = &nth(&manifests, 1).data else {
            panic!("jvm")
        };
        assert_eq!(nth(&manifests, 1).name.as_deref(), Some("all"));
        assert_eq!(settings.modules, ["app", "lib/util"]);
    }

    #[test]
    fn reads_kotlin() {
        let build = "group = \"org.acme\"\ndependencies {\n  implementation(\"g:a:1\")\n  implementation(platform(\"g:bom:1\"))\n  implementation(project(\":core\"))\n  testImplementation(kotlin(\"test\"))\n}\nsourceSets.main { java.srcDir(\"gen\") }";
        let manifest = read_first(&[
            ("build.gradle.kts", build),
            ("settings.gradle.kts", "include(\n\":core\",\n\":x\")"),
        ]);
        assert_eq!(manifest.name, None);
        assert_eq!(
            dependencies(&manifest),
            ["Runtime :core@core", "Runtime g:a", "Runtime g:bom"]
        );
    }

    #[test]
    fn anything_ends() {
        for text in [
            "",
            "implementation",
            "implementation(",
            "include ':..:..:x'",
            "project(':",
            "'",
        ] {
            read(&[("a/build.gradle", text), ("b/settings.gradle.kts", text)]);
        }
    }
}
