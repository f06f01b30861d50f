use super::{PathOptions, Walker};
use crate::source::drops::DropReason::{
    self, Binary, DefaultSkip, Excluded, GitIgnored, Minified, TooLarge, WaymarkIgnored,
};

/// Filters `tree` (path, content) as a listing and as a walk, which must agree.
fn filter(tree: &[(&str, &str)], options: PathOptions) -> Vec<(String, Option<DropReason>)> {
    let listed = filter_listing(tree, options.clone());
    assert_eq!(
        listed,
        filter_walking(tree, options),
        "a walk and a listing agree"
    );
    listed
}

fn filter_listing(
    tree: &[(&str, &str)],
    options: PathOptions,
) -> Vec<(String, Option<DropReason>)> {
    let mut walker = Walker::new(options);
    walker.enter_all(tree.iter().map(|(path, _)| *path));
    for (path, bytes) in tree {
        walker.add_ignore_file(path, bytes.as_bytes());
    }
    let ask = |(path, bytes): &(&str, &str)| {
        (
            (*path).to_owned(),
            walker.skip_file(path, bytes.len() as u64),
        )
    };
    tree.iter().map(ask).collect()
}

/// Walks as a host does: list, enter, ignore files, then children.
fn filter_walking(
    tree: &[(&str, &str)],
    options: PathOptions,
) -> Vec<(String, Option<DropReason>)> {
    let mut walker = Walker::new(options);
    let mut verdicts: Vec<(String, Option<DropReason>)> = tree
        .iter()
        .map(|(path, _)| ((*path).to_owned(), None))
        .collect();
    let mut open = vec![(String::new(), None)];
    while let Some((directory, dropped)) = open.pop() {
        let prefix = if directory.is_empty() {
            String::new()
        } else {
            format!("{directory}/")
        };
        let below = tree
            .iter()
            .filter_map(|(path, _)| path.strip_prefix(prefix.as_str()));
        let mut names: Vec<&str> = below.filter_map(|rest| rest.split('/').next()).collect();
        names.dedup();
        let dropped = dropped.or_else(|| walker.enter(&directory, names.iter().copied()));
        for (path, bytes) in tree
            .iter()
            .filter(|(path, _)| crate::source::path::parent(path) == directory)
        {
            walker.add_ignore_file(path, bytes.as_bytes());
        }
        for name in names {
            let path = format!("{prefix}{name}");
            match tree.iter().position(|(known, _)| *known == path) {
                Some(at) => {
                    let size = tree[at].1.len() as u64;
                    verdicts[at].1 = dropped.or_else(|| walker.skip_file(&path, size));
                }
                None => {
                    let dropped = dropped.or_else(|| walker.skip_directory(&path));
                    open.push((path, dropped));
                }
            }
        }
    }
    verdicts
}

/// Checks that exactly `dropped` are dropped, for those reasons.
fn check(tree: &[(&str, &str)], options: PathOptions, dropped: &[(&str, DropReason)]) {
    let found: Vec<(String, DropReason)> = filter(tree, options)
        .into_iter()
        .filter_map(|(path, reason)| reason.map(|reason| (path, reason)))
        .collect();
    let expected: Vec<(String, DropReason)> = dropped
        .iter()
        .map(|(path, reason)| ((*path).to_owned(), *reason))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn nested_gitignore() {
    check(
        &[
            (".gitignore", "*.log\n/gen/\n!important.log"),
            ("a.log", ""),
            ("gen/x.rs", ""),
            ("important.log", ""),
            ("sub/.gitignore", "!b.log\n/local.rs"),
            ("sub/b.log", ""),
            ("sub/c.log", ""),
            ("sub/deep/local.rs", ""),
            ("sub/gen/x.rs", ""),
            ("sub/local.rs", ""),
        ],
        PathOptions::default(),
        &[
            ("a.log", GitIgnored),
            ("gen/x.rs", GitIgnored),
            ("sub/c.log", GitIgnored),
            ("sub/local.rs", GitIgnored),
        ],
    );
}

#[test]
fn a_file_below_an_ignored_directory_cannot_come_back() {
    check(
        &[
            (".gitignore", "out/\n!out/keep.rs\nlib/*\n!lib/keep.rs"),
            ("lib/drop.rs", ""),
            ("lib/keep.rs", ""),
            ("out/.gitignore", "!*"),
            ("out/keep.rs", ""),
        ],
        PathOptions::default(),
        &[
            ("lib/drop.rs", GitIgnored),
            ("out/.gitignore", GitIgnored),
            ("out/keep.rs", GitIgnored),
        ],
    );
}

#[test]
fn gitignore_can_be_switched_off() {
    let options = PathOptions {
        respect_gitignore: false,
        ..PathOptions::default()
    };
    let tree = [
        (".gitignore", "*.rs"),
        (".waymarkignore", "b.rs"),
        ("a.rs", ""),
        ("b.rs", ""),
    ];
    check(&tree, options, &[("b.rs", WaymarkIgnored)]);
}

#[test]
fn waymarkignore_is_stronger_both_ways() {
    check(
        &[
            (".gitignore", "generated/\n!kept.rs"),
            (
                ".waymarkignore",
                "!generated/\n!node_modules/\nkept.rs\n!.git/",
            ),
            (".git/config", ""),
            ("generated/a.rs", ""),
            ("kept.rs", ""),
            ("node_modules/x/i.js", ""),
            ("sub/.waymarkignore", "node_modules/"),
            ("sub/node_modules/i.js", ""),
        ],
        PathOptions::default(),
        &[
            (".git/config", DefaultSkip),
            ("kept.rs", WaymarkIgnored),
            ("sub/node_modules/i.js", WaymarkIgnored),
        ],
    );
}

#[test]
fn exclude_is_strongest() {
    let exclude = vec!["*.test.ts".to_owned(), "/fixtures".to_owned()];
    check(
        &[
            (".waymarkignore", "!fixtures"),
            ("a.test.ts", ""),
            ("fixtures/a.ts", ""),
            ("sub/fixtures/b.ts", ""),
        ],
        PathOptions {
            exclude,
            ..PathOptions::default()
        },
        &[("a.test.ts", Excluded), ("fixtures/a.ts", Excluded)],
    );
}

#[test]
fn common_names_are_skipped_only_beside_their_tool() {
    check(
        &[
            ("Cargo.toml", ""),
            ("js/build/index.js", ""),
            ("js/dist/index.js", ""),
            ("js/package.json", ""),
            ("js/target/index.js", ""),
            ("my-env/lib/x.py", ""),
            ("my-env/pyvenv.cfg", ""),
            ("src/target/mod.rs", ""),
            ("target/debug/build.rs", ""),
        ],
        PathOptions::default(),
        &[
            ("my-env/lib/x.py", DefaultSkip),
            ("my-env/pyvenv.cfg", DefaultSkip),
            ("target/debug/build.rs", DefaultSkip),
        ],
    );
}

#[test]
fn a_gitignore_negation_lifts_only_the_uncertain_rules() {
    check(
        &[
            (".gitignore", "!vendor/\n!node_modules/"),
            ("go.mod", ""),
            ("node_modules/a.js", ""),
            ("vendor/x/x.go", ""),
        ],
        PathOptions::default(),
        &[("node_modules/a.js", DefaultSkip)],
    );
    let options = PathOptions {
        default_skips: false,
        ..PathOptions::default()
    };
    check(
        &[
            ("go.mod", ""),
            ("node_modules/a.js", ""),
            ("vendor/x.go", ""),
        ],
        options,
        &[],
    );
}

#[test]
fn names_and_sizes() {
    let options = PathOptions {
        max_file_bytes: 3,
        ..PathOptions::default()
    };
    check(
        &[
            ("a.png", ""),
            ("a.rs", "1234"),
            ("b.rs", "123"),
            ("j.min.js", ""),
        ],
        options,
        &[
            ("a.png", Binary),
            ("a.rs", TooLarge),
            ("j.min.js", Minified),
        ],
    );
}

#[test]
fn git_exclude_is_weakest() {
    let mut walker = Walker::new(PathOptions::default());
    walker.add_ignore_file(".git/info/exclude", b"*.tmp\n/private/");
    walker.add_ignore_file(".gitignore", b"!keep.tmp");
    assert_eq!(walker.skip_file("a.tmp", 0), Some(GitIgnored));
    assert_eq!(walker.skip_file("sub/keep.tmp", 0), None);
    assert_eq!(walker.skip_directory("private"), Some(GitIgnored));
    assert_eq!(walker.skip_directory("sub/private"), None);
}

#[test]
fn a_dropped_directory_counts_once_and_its_files_each() {
    let mut walker = Walker::new(PathOptions::default());
    let paths = [
        "node_modules/a/i.js",
        "node_modules/b/i.js",
        "src/node_modules/c.js",
    ];
    walker.enter_all(paths);
    for path in paths {
        walker.skip_file(path, 0);
    }
    assert_eq!(walker.skip_directory("node_modules"), Some(DefaultSkip));
    let stats = walker.stats().get(DefaultSkip).cloned().unwrap_or_default();
    assert_eq!((stats.files, stats.directories), (3, 2));
    assert_eq!(stats.examples, ["node_modules/", "src/node_modules/"]);
}

#[test]
fn ignore_files_may_come_late() {
    let mut walker = Walker::new(PathOptions::default());
    assert_eq!(walker.skip_file("a/b/c.rs", 0), None);
    walker.add_ignore_file(".gitignore", b"b/");
    assert_eq!(walker.skip_file("a/b/c.rs", 0), Some(GitIgnored));
    walker.add_ignore_file(".gitignore", b"");
    assert_eq!(walker.skip_file("a/b/c.rs", 0), None);
}

#[test]
fn refused_patterns_are_reported() {
    let mut walker = Walker::new(PathOptions::default());
    walker.add_ignore_file("a/.gitignore", "**/".repeat(40).as_bytes());
    let (_, report) = walker.finish();
    assert_eq!(report.get("ignore-patterns-refused"), 1);
}
