//! Moving a function from one file to another moves nothing else.

use std::collections::BTreeMap;
use waymark_engine::feature::critic;
use waymark_engine::index::Index;

type Tree = BTreeMap<String, Vec<String>>;

/// Words of made-up programs.
const NOUNS: [&str; 12] = [
    "anchor", "boat", "chart", "deck", "engine", "flag", "harbour", "keel", "lantern", "mast",
    "rope", "sail",
];
const VERBS: [&str; 8] = [
    "paint", "load", "find", "check", "count", "send", "close", "parse",
];

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

/// A flat package of many files and two smaller ones, with imports and calls.
fn tree(numbers: &mut Numbers) -> Tree {
    let mut tree = Tree::new();
    let mut names: Vec<String> = Vec::new();
    for (at, noun) in NOUNS.iter().enumerate() {
        names.push(format!("fleet/{noun}.py"));
        names.push(format!("fleet/{noun}_{}.py", NOUNS[(at + 3) % NOUNS.len()]));
        names.push(format!("{}/{noun}_store.py", ["shore", "tools"][at % 2]));
    }
    for name in &names {
        let mut parts = Vec::new();
        for _ in 0..numbers.below(3) {
            let other = &names[numbers.below(names.len())];
            let module = other.trim_end_matches(".py").replace('/', ".");
            parts.push(format!("import {module}\n"));
        }
        for at in 0..1 + numbers.below(4) {
            let (verb, noun) = (
                VERBS[numbers.below(VERBS.len())],
                NOUNS[numbers.below(NOUNS.len())],
            );
            let stem = name
                .rsplit('/')
                .next()
                .unwrap_or_default()
                .trim_end_matches(".py");
            parts.push(format!(
                "def {verb}_{noun}_{stem}_{at}():\n    return {at}\n"
            ));
        }
        tree.insert(name.clone(), parts);
    }
    tree
}

fn index(tree: &Tree) -> Index {
    let files = tree
        .iter()
        .map(|(path, parts)| (path.clone(), parts.concat().into_bytes()));
    waymark_tests::index(files).expect("a tree is indexed")
}

/// Feature and path of every symbol and file, by id.
fn paths(index: &Index) -> BTreeMap<String, (String, String)> {
    let view = index.view();
    let told = view.graph.ids().map(|node| {
        let path = view.plan.path(view.tree(), node).unwrap_or_default();
        let (feature, _) = view.plan.feature(view.tree(), node);
        (view.graph.fqn(node), (feature, path))
    });
    told.collect()
}

#[test]
fn moving_a_function_moves_nothing_else() {
    let mut numbers = Numbers(11);
    let first = tree(&mut numbers);
    let before = paths(&index(&first));
    let files: Vec<&String> = first.keys().collect();
    for round in 0..60 {
        let mut tree = first.clone();
        let from = files[numbers.below(files.len())].clone();
        let to = files[numbers.below(files.len())].clone();
        let own = &first[&from];
        let functions: Vec<&String> = own.iter().filter(|part| part.starts_with("def ")).collect();
        if functions.len() < 2 || from == to {
            continue;
        }
        let moved = functions[numbers.below(functions.len())].clone();
        tree.get_mut(&from)
            .expect("a file")
            .retain(|part| *part != moved);
        tree.get_mut(&to).expect("a file").push(moved.clone());
        let name = moved[4..].split('(').next().unwrap_or_default().to_owned();
        let mut after = paths(&index(&tree));
        let gone = format!("{from}::{name}");
        let new = format!("{to}::{name}");
        assert!(after.remove(&new).is_some(), "round {round}: {new}");
        let mut expected = before.clone();
        assert!(expected.remove(&gone).is_some(), "round {round}: {gone}");
        assert_eq!(after, expected, "round {round}: {gone} moved to {to}");
    }
}

#[test]
fn every_function_and_file_has_a_feature_that_passes() {
    let index = index(&tree(&mut Numbers(5)));
    let view = index.view();
    for node in view.graph.ids() {
        let (feature, _) = view.plan.feature(view.tree(), node);
        assert_eq!(
            critic::judge(&feature),
            Ok(()),
            "{}: {feature}",
            view.graph.fqn(node)
        );
    }
    let hierarchy = view.plan.hierarchy(view.tree());
    assert!(hierarchy.of_file.iter().all(Option::is_some));
    let areas: Vec<_> = hierarchy.below(None).map(|at| hierarchy.path(at)).collect();
    assert!((2..=14).contains(&areas.len()), "{areas:?}");
    for (at, group) in hierarchy.groups.iter().enumerate() {
        let label = group.label.to_lowercase();
        let empty = ["misc", "other", "core", "general", ""];
        assert!(!empty.contains(&label.as_str()), "{}", hierarchy.path(at));
        assert!(!group.directories.is_empty() && group.files > 0);
    }
}
