//! What is a test: the one rule that reviews, impact and callers go by.

use crate::answer::view::View;
use crate::extract::facts::{Flags, Kind};
use crate::ids::NodeId;
use crate::tier::Tier;
use std::collections::BTreeSet;

/// The test that `node` is: itself where it is one, or its file where that is one
/// whose tests have no names.
#[must_use]
pub fn test_of(view: &View<'_>, node: NodeId) -> Option<NodeId> {
    let graph = view.graph;
    let row = graph.node(node);
    if row.kind == Kind::Test || row.flags.has(Flags::TEST) {
        return Some(node);
    }
    let file = row.file?;
    let stored = view
        .corpus
        .file(file)
        .filter(|file| file.tier == Tier::Test)?;
    if row.symbol.is_some() && is_test_name(graph.name(node)) {
        return Some(node);
    }
    let names = stored.facts.names();
    let named = stored.facts.outline().iter().any(|definition| {
        definition.kind == Kind::Test
            || definition.flags.has(Flags::TEST)
            || is_test_name(names.get(definition.name))
    });
    (!named).then(|| graph.file_node(file))
}

/// Whether `node` is a file of tests, whatever these are called.
#[must_use]
pub fn holds_tests(view: &View<'_>, node: NodeId) -> bool {
    let row = view.graph.node(node);
    let file = row.file.filter(|_| row.symbol.is_none());
    file.and_then(|file| view.corpus.file(file))
        .is_some_and(|file| {
            let language = file.language.as_deref();
            file.tier == Tier::Test && language.is_some_and(|name| !view.is_outline(name))
        })
}

/// By the convention of pytest, unittest, Go, `XCTest` and the first `JUnit`.
fn is_test_name(name: &str) -> bool {
    name.starts_with("test") || name.starts_with("Test")
}

/// The tests among `nodes`, each once.
#[must_use]
pub fn tests(view: &View<'_>, nodes: impl Iterator<Item = NodeId>) -> BTreeSet<NodeId> {
    nodes.filter_map(|node| test_of(view, node)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Tree;

    #[test]
    fn a_test_is_marked_or_named_or_the_file_whose_tests_have_no_names() {
        let built = Tree::default()
            .file("src/a.rs", "function test_pilot 1-2\ntest checks 3-4")
            .file("tests/named.rs", "function test_a 1-2\nfunction helper 3-4")
            .file("tests/bare.rs", "function setup 1-2")
            .build();
        let view = built.view();
        for (node, test) in [
            ("src/a.rs::test_pilot", None),
            ("src/a.rs::checks", Some("src/a.rs::checks")),
            ("tests/named.rs::test_a", Some("tests/named.rs::test_a")),
            ("tests/named.rs::helper", None),
            ("tests/bare.rs::setup", Some("tests/bare.rs")),
        ] {
            let found = view.graph.ids().find(|&id| view.graph.fqn(id) == node);
            let found = test_of(&view, found.expect(node));
            assert_eq!(
                found.map(|id| view.graph.fqn(id)).as_deref(),
                test,
                "{node}"
            );
        }
    }
}
