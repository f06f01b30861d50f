//! What part of a repository a path belongs to. Ranks damp everything but the
//! product, and impact analysis looks for tests.
//!
//! Only whole segments and whole ends of names count: `latest/` and
//! `contest.py` are no tests.

use super::path;
use crate::tier::Tier;

/// Directory names by tier. Where several apply the first row wins: a test of
/// vendored code is vendored, a fixture in an example is a test.
const DIRECTORIES: &[(Tier, &[&str])] = &[
    (
        Tier::Vendored,
        &[
            "vendor",
            "_vendor",
            "vendored",
            "third_party",
            "third-party",
            "thirdparty",
            "3rdparty",
            "3rd_party",
            "node_modules",
            "bower_components",
            "Godeps",
            "Pods",
            "Carthage",
            "site-packages",
            "external_libs",
            "extern",
        ],
    ),
    (
        Tier::Generated,
        &[
            "__generated__",
            "generated",
            "_generated",
            "autogen",
            "dist",
            "out",
        ],
    ),
    (
        Tier::Test,
        &[
            "test",
            "tests",
            "Test",
            "Tests",
            "__tests__",
            "__test__",
            "spec",
            "specs",
            "testdata",
            "test_data",
            "test-data",
            "testing_data",
            "fixtures",
            "fixture",
            "__fixtures__",
            "__mocks__",
            "__snapshots__",
            "e2e",
            "testsuite",
            "test-utils",
            "test_utils",
            "testutil",
            "testutils",
            "androidTest",
            "integrationTest",
            "unittest",
            "unittests",
            "cypress",
        ],
    ),
    (
        Tier::Example,
        &[
            "example",
            "examples",
            "sample",
            "samples",
            "demo",
            "demos",
            "playground",
            "tutorial",
            "tutorials",
            "bench",
            "benches",
            "benchmark",
            "benchmarks",
        ],
    ),
    (
        Tier::Docs,
        &["doc", "docs", "documentation", "docs_src", "website"],
    ),
];

/// File names by tier: what the name starts and ends with.
const FILES: &[(Tier, &str, &str)] = &[
    (Tier::Generated, "", ".pb.go"),
    (Tier::Generated, "", ".pb.h"),
    (Tier::Generated, "", ".pb.cc"),
    (Tier::Generated, "", "_pb2.py"),
    (Tier::Generated, "", "_pb2_grpc.py"),
    (Tier::Generated, "", "_pb.js"),
    (Tier::Generated, "", "_pb.ts"),
    (Tier::Generated, "", ".g.dart"),
    (Tier::Generated, "", ".freezed.dart"),
    (Tier::Generated, "", ".generated.ts"),
    (Tier::Generated, "", ".generated.js"),
    (Tier::Generated, "", ".generated.cs"),
    (Tier::Generated, "", ".g.cs"),
    (Tier::Generated, "", ".Designer.cs"),
    (Tier::Generated, "zz_generated.", ".go"),
    (Tier::Generated, "", "_generated.go"),
    (Tier::Test, "", "_test.go"),
    (Tier::Test, "test_", ".py"),
    (Tier::Test, "", "_test.py"),
    (Tier::Test, "conftest.py", ""),
    (Tier::Test, "", "_test.rs"),
    (Tier::Test, "", "_tests.rs"),
    (Tier::Test, "tests.rs", ""),
    (Tier::Test, "test.rs", ""),
    (Tier::Test, "", "_spec.rb"),
    (Tier::Test, "", "_test.rb"),
    (Tier::Test, "", "_test.exs"),
    (Tier::Test, "", "_test.dart"),
    (Tier::Test, "", "_test.cc"),
    (Tier::Test, "", "_test.cpp"),
    (Tier::Test, "", "Test.java"),
    (Tier::Test, "", "Tests.java"),
    (Tier::Test, "", "Test.kt"),
    (Tier::Test, "", "Tests.kt"),
    (Tier::Test, "", "Spec.scala"),
    (Tier::Test, "", "Suite.scala"),
    (Tier::Test, "", "Test.scala"),
    (Tier::Test, "", "Tests.scala"),
    (Tier::Test, "", "Test.php"),
    (Tier::Test, "", "Tests.cs"),
    (Tier::Test, "", "Test.cs"),
    (Tier::Test, "", "Tests.swift"),
];

/// What comes before the extension in scripts: `x.test.ts`.
const INFIXES: &[(Tier, &str)] = &[
    (Tier::Test, ".test."),
    (Tier::Test, ".spec."),
    (Tier::Test, ".e2e-spec."),
    (Tier::Test, ".cy."),
    (Tier::Example, ".bench."),
    (Tier::Test, ".test-d."),
    (Tier::Example, ".stories."),
];

/// The tier of `path`.
#[must_use]
pub fn path_tier(path: &str) -> Tier {
    let by_directory = directory_tier(path::parent(path));
    let by_name = name_tier(path::file_name(path));
    // A directory says more than a name only where it stands higher in the table.
    match (by_directory, by_name) {
        (Tier::Vendored | Tier::Generated, _) => by_directory,
        (_, Tier::Product) => by_directory,
        _ => by_name,
    }
}

fn directory_tier(directory: &str) -> Tier {
    let (directory, layout) = split_layout(directory);
    let found = DIRECTORIES
        .iter()
        .find(|(_, names)| directory.split('/').any(|segment| names.contains(&segment)))
        .map(|&(tier, _)| tier);
    found.unwrap_or(layout)
}

/// Java's layout: below `src/main/<language>` segments are package names, and
/// `com/example` is where half of them start.
fn split_layout(directory: &str) -> (&str, Tier) {
    const LAYOUTS: &[(&str, Tier)] = &[
        ("src/main/java", Tier::Product),
        ("src/main/kotlin", Tier::Product),
        ("src/main/scala", Tier::Product),
        ("src/test/java", Tier::Test),
        ("src/test/kotlin", Tier::Test),
        ("src/test/scala", Tier::Test),
    ];
    for &(layout, tier) in LAYOUTS {
        if let Some((before, _)) = split_at_segments(directory, layout) {
            return (before, tier);
        }
    }
    (directory, Tier::Product)
}

/// `directory` before and after the whole segments `middle`.
fn split_at_segments<'a>(directory: &'a str, middle: &str) -> Option<(&'a str, &'a str)> {
    directory.match_indices(middle).find_map(|(at, _)| {
        let before = directory.get(..at)?;
        let after = directory.get(at + middle.len()..)?;
        let whole = (before.is_empty() || before.ends_with('/'))
            && (after.is_empty() || after.starts_with('/'));
        whole.then_some((before, after))
    })
}

fn name_tier(name: &str) -> Tier {
    let by_ends = FILES.iter().find(|(_, start, end)| {
        name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
    });
    let by_infix = || INFIXES.iter().find(|(_, infix)| name.contains(infix));
    by_ends
        .map(|row| row.0)
        .or_else(|| by_infix().map(|row| row.0))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiers() {
        let cases = [
            ("src/app.ts", Tier::Product),
            ("src/latest/contest.py", Tier::Product),
            ("src/app.test.ts", Tier::Test),
            ("src/__tests__/app.ts", Tier::Test),
            ("tests/fixtures/x.py", Tier::Test),
            ("pkg/x_test.go", Tier::Test),
            ("pkg/testing.go", Tier::Product),
            ("test_x.py", Tier::Test),
            ("src/parser/tests.rs", Tier::Test),
            ("src/testserver.rs", Tier::Product),
            ("src/Contest.java", Tier::Product),
            ("app/src/main/java/com/example/App.java", Tier::Product),
            ("app/src/test/java/com/example/App.java", Tier::Test),
            (
                "examples/app/src/main/java/com/acme/App.java",
                Tier::Example,
            ),
            ("examples/a/main.py", Tier::Example),
            ("examples/a/test_main.py", Tier::Test),
            ("src/button.stories.tsx", Tier::Example),
            ("vendor/github.com/x/x_test.go", Tier::Vendored),
            ("api/v1/x.pb.go", Tier::Generated),
            ("dist/index.js", Tier::Generated),
            ("docs/conf.py", Tier::Docs),
            ("docs/examples/a.py", Tier::Example),
            ("documents/a.py", Tier::Product),
            ("benches/parse.rs", Tier::Example),
            ("", Tier::Product),
        ];
        for (path, expected) in cases {
            assert_eq!(path_tier(path), expected, "{path}");
        }
    }
}
