//! An updated index is the index of a cold build, byte for byte, whatever the
//! changes were and in whatever order the files came.

use std::collections::BTreeMap;
use waymark_engine::answer::ops;
use waymark_engine::graph::export::jsonl;
use waymark_engine::index::{Change, Index};

type Tree = BTreeMap<String, String>;

/// Everything an index says: the whole graph, and what was left out.
fn text(index: &Index) -> Vec<u8> {
    let view = index.view();
    let planned = view.planned();
    let mut text: Vec<u8> = jsonl::pieces(view.graph, view.unresolved, Some(&planned))
        .flatten()
        .collect();
    let inventory = index.inventory();
    text.extend(format!("{:?} {:?}", inventory.drops, inventory.unknown_kinds).bytes());
    for (reason, entry) in view.report.iter() {
        text.extend(format!("\n{reason} {entry:?}").bytes());
    }
    text
}

fn cold(tree: &Tree) -> Index {
    let files = tree
        .iter()
        .map(|(path, text)| (path.clone(), text.clone().into_bytes()));
    waymark_tests::index(files).expect("a tree is indexed")
}

fn tree() -> Tree {
    let files = [
        (
            "package.json",
            r#"{"name":"harbour","exports":{".":"./src/index.ts"}}"#,
        ),
        (
            "tsconfig.json",
            r#"{"compilerOptions":{"baseUrl":".","paths":{"@sea/*":["src/*"]}}}"#,
        ),
        (".gitignore", "ignored/\n"),
        (
            "src/index.ts",
            "export * from './boat'\nexport { moor } from './quay'\n",
        ),
        (
            "src/boat.ts",
            "export class Boat {\n  sail(): this { return this }\n}\n",
        ),
        (
            "src/quay.ts",
            "import { Boat } from '@sea/boat'\nexport function moor(b: Boat) { b.sail().sail() }\n",
        ),
        ("tools/__init__.py", "from .knots import tie\n"),
        (
            "tools/knots.py",
            "class Knot:\n    def hold(self):\n        return self\n\ndef tie():\n    return Knot().hold()\n",
        ),
        (
            "tools/use.py",
            "from tools import tie\n\ndef run():\n    tie().hold()\n",
        ),
        ("Cargo.toml", "[package]\nname = \"winch\"\n"),
        (
            "src/lib.rs",
            "mod rope;\npub fn pull() { rope::Rope::new().haul(); }\n",
        ),
        (
            "src/rope.rs",
            "pub struct Rope;\nimpl Rope { pub fn new() -> Self { Rope } pub fn haul(&self) {} }\n",
        ),
        ("ignored/skip.py", "def never(): pass\n"),
        ("notes.md", "# Notes\n"),
    ];
    files
        .iter()
        .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
        .collect()
}

/// Numbers that are the same on every run (splitmix64, Steele et al. 2014).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % most.max(1) as u64) as usize
    }
}

/// What a random step does to a tree: edits, deletions, renames, new files,
/// reverts, files that are too large or no text, and other ignore rules, paths and
/// package names.
fn step(tree: &mut Tree, first: &Tree, numbers: &mut Numbers) -> Vec<Change> {
    let mut next = tree.clone();
    let paths: Vec<String> = tree.keys().cloned().collect();
    let path = paths[numbers.below(paths.len())].clone();
    match numbers.below(8) {
        0 => {
            let comment = if path.ends_with(".py") || path.starts_with('.') {
                "# "
            } else {
                "// "
            };
            let n = numbers.below(1000);
            next.entry(path)
                .or_default()
                .push_str(&format!("{comment}{n}\n"));
        }
        1 if paths.len() > 4 => {
            next.remove(&path);
        }
        2 => {
            if let Some(text) = next.remove(&path) {
                let (folder, name) = path.rsplit_once('/').unwrap_or(("", &path));
                let slash = if folder.is_empty() { "" } else { "/" };
                next.insert(format!("{folder}{slash}x{name}"), text);
            }
        }
        3 => {
            let n = numbers.below(5);
            next.insert(
                format!("src/new{n}.ts"),
                "import { moor } from 'harbour'\nexport const go = () => moor(null!)\n".to_owned(),
            );
        }
        4 => {
            let rules = ["", "ignored/\n", "tools/\n", "*.rs\n"][numbers.below(4)];
            next.insert(".gitignore".to_owned(), rules.to_owned());
        }
        5 => {
            let target = ["src/*", "lib/*"][numbers.below(2)];
            let text = format!(
                r#"{{"compilerOptions":{{"baseUrl":".","paths":{{"@sea/*":["{target}"]}}}}}}"#
            );
            next.insert("tsconfig.json".to_owned(), text);
        }
        6 => {
            let left_out = ["\0".to_owned(), "x".repeat((4 << 20) + 1)];
            next.insert(path, left_out[numbers.below(2)].clone());
        }
        _ => next = first.clone(),
    }
    let gone = tree.keys().filter(|path| !next.contains_key(*path));
    let mut changes: Vec<_> = gone.map(|path| Change::Delete(path.clone())).collect();
    // What an ignore rule hid is given again: its bytes were never kept.
    let written = next.iter().filter(|(path, text)| {
        tree.get(*path) != Some(*text) || tree.get(".gitignore") != next.get(".gitignore")
    });
    changes
        .extend(written.map(|(path, text)| Change::Write(path.clone(), text.clone().into_bytes())));
    *tree = next;
    changes
}

#[test]
fn two_hundred_random_updates_equal_cold_builds() {
    let first = tree();
    let mut tree = first.clone();
    let mut index = cold(&tree);
    let mut numbers = Numbers(7);
    for round in 0..200 {
        let changes = step(&mut tree, &first, &mut numbers);
        index = waymark_tests::finish(index.update(changes)).expect("an update succeeds");
        if round % 10 == 0 {
            tell(&mut index, round);
        }
        let mut cold = cold(&tree);
        cold.tell(index.lifting().clone());
        let same = text(&index) == text(&cold) && index.snapshot() == cold.snapshot();
        assert!(
            same,
            "round {round} differs from a cold build of {:?}",
            tree.keys()
        );
    }
}

/// Tells features and places as a host would, of some of the nodes.
fn tell(index: &mut Index, round: usize) {
    let feature = |id: &str| format!(r#"{{"id":"{id}","feature":"load charts of round {round}"}}"#);
    let features = [
        "src/boat.ts::Boat",
        "tools/knots.py::tie",
        "src/rope.rs::Rope::haul",
    ]
    .map(feature);
    let places = [
        "src/boat.ts",
        "src/quay.ts",
        "src/index.ts",
        "tools/knots.py",
        "src/lib.rs",
    ]
    .map(|id| format!(r#"{{"id":"{id}","path":"Fleet/Round {round}/Boats"}}"#));
    for (operation, params) in [
        (
            "submit_features",
            format!(r#"{{"features":[{}]}}"#, features.join(",")),
        ),
        (
            "submit_hierarchy",
            format!(r#"{{"places":[{}]}}"#, places.join(",")),
        ),
    ] {
        let done = ops::apply(&index.view(), operation, &params).expect("an answer");
        index.tell(done.lifting.expect("a change"));
    }
}

#[test]
fn a_revert_restores_the_index() {
    let first = tree();
    let index = cold(&first);
    let changed = vec![Change::Write(
        "src/boat.ts".to_owned(),
        b"export class Boat {}\n".to_vec(),
    )];
    let other = waymark_tests::finish(index.update(changed)).expect("an update succeeds");
    assert_ne!(text(&other), text(&index));
    let back = vec![Change::Write(
        "src/boat.ts".to_owned(),
        first["src/boat.ts"].clone().into_bytes(),
    )];
    let again = waymark_tests::finish(other.update(back)).expect("an update succeeds");
    assert_eq!(text(&again), text(&index));
}

#[test]
fn the_order_of_files_does_not_show() {
    let tree = tree();
    let files = tree
        .iter()
        .rev()
        .map(|(path, text)| (path.clone(), text.clone().into_bytes()));
    let backward = waymark_tests::index(files).expect("a tree is indexed");
    assert_eq!(text(&backward), text(&cold(&tree)));
}
