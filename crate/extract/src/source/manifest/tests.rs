use super::testing::read;
use super::*;

#[test]
fn readers_are_sorted_for_the_search() {
    assert!(READERS.is_sorted_by_key(|(name, _)| *name));
    assert!(is_manifest("a/b/package.json") && is_manifest("tsconfig.app.json"));
    assert!(!is_manifest("my-package.json") && !is_manifest("tsconfigs.json"));
}

#[test]
fn manifests_come_sorted_and_the_nearest_is_found() {
    let (manifests, _) = read(&[
        ("b/Cargo.toml", "[package]\nname = 'b'"),
        ("b/c/Cargo.toml", "[package]\nname = 'c'"),
        ("b/package.json", "{}"),
        ("package.json", "{\"name\": \"root\"}"),
    ]);
    let paths: Vec<&str> = manifests.iter().map(|m| m.path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "b/Cargo.toml",
            "b/c/Cargo.toml",
            "b/package.json",
            "package.json"
        ]
    );
    let name = |path, ecosystem| {
        let found = manifests.nearest(path, |m| m.ecosystem == ecosystem);
        found.map(|m| m.path.as_str())
    };
    assert_eq!(
        name("b/c/src/lib.rs", Ecosystem::Cargo),
        Some("b/c/Cargo.toml")
    );
    assert_eq!(name("b/cc/lib.rs", Ecosystem::Cargo), Some("b/Cargo.toml"));
    assert_eq!(name("b/c/x.js", Ecosystem::Npm), Some("b/package.json"));
    assert_eq!(name("x.js", Ecosystem::Npm), Some("package.json"));
    assert_eq!(name("x.rs", Ecosystem::Cargo), None);
    assert_eq!(manifests.in_directory("b").count(), 2);
}

#[test]
fn a_message_names_file_and_cause_on_one_line() {
    let (_, report) = read(&[
        ("a/Cargo.toml", "x = \n"),
        ("b/package.json", "{\n\"a\" 1}"),
    ]);
    let entry = report
        .iter()
        .next()
        .map(|(_, entry)| entry.examples.clone())
        .unwrap_or_default();
    assert_eq!(entry.len(), 2);
    assert!(entry[0].starts_with("a/Cargo.toml: "), "{entry:?}");
    assert!(
        entry[1].starts_with("b/package.json: ") && entry[1].contains("line 2"),
        "{entry:?}"
    );
    assert!(entry.iter().all(|place| !place.contains('\n')));
}

/// Cuts and mutates one good manifest of each kind: nothing may panic.
#[test]
fn damaged_manifests_never_panic() {
    let samples = [
        (
            "package.json",
            r##"{"name": "a", "exports": {".": {"import": ["./a", null]}}, "workspaces": ["p/*"], "dependencies": {"b": "file:../b"}}"##,
        ),
        (
            "tsconfig.json",
            r#"{"extends": ["./b", "@x/y"], /* c */ "compilerOptions": {"paths": {"@/*": ["./src/*"]}, "baseUrl": "."},}"#,
        ),
        ("pnpm-workspace.yaml", "packages:\n  - 'a/*' # x\n"),
        (
            "Cargo.toml",
            "[package]\nname = \"a\"\n[dependencies]\nb = { path = \"../b\" }\n[[bin]]\nname = \"c\"\n",
        ),
        (
            "go.mod",
            "module x/y\nrequire (\n a v1 // indirect\n)\nreplace a => ../a\n",
        ),
        ("go.work", "use (\n ./a\n)\n"),
        (
            "pom.xml",
            "<project><groupId>${x}</groupId><properties><x>y</x></properties><dependencies><dependency><groupId>a</groupId><artifactId>b</artifactId></dependency></dependencies></project>",
        ),
        (
            "build.gradle",
            "group = 'é'\nimplementation(project(\":a\"))\nsrcDirs = ['x', \"${y}\"]\n",
        ),
        ("settings.gradle.kts", "include(\":a\", \":b:c\")\n"),
        (
            "pyproject.toml",
            "[project]\nname = \"a\"\ndependencies = [\"b>=1\"]\n[tool.poetry]\npackages = [{include = \"a\"}]\n",
        ),
        ("setup.cfg", "[options]\npackage_dir =\n  = src\n"),
        (
            "setup.py",
            "setup(name='a', package_dir={'': 'é'}, packages=find_packages('x'))\n",
        ),
    ];
    let mut random = crate::testing::Random::new(5);
    let noise = [
        "\"", "'", "{", "}", "[", "]", "<", ">", "/", "*", "\\", "é", "\n", "#", "${", "=", ":",
        "\0", "-",
    ];
    for (name, sample) in samples {
        for end in (0..sample.len()).filter(|end| sample.is_char_boundary(*end)) {
            read(&[(name, &sample[..end])]);
        }
        for _ in 0..400 {
            let mut text: Vec<char> = sample.chars().collect();
            for _ in 0..=random.below(3) {
                let at = random.below(text.len() as u32) as usize;
                let with = noise[random.below(noise.len() as u32) as usize];
                text.splice(at..=at, with.chars());
            }
            let text: String = text.into_iter().collect();
            read(&[(name, &text)]);
        }
    }
}
