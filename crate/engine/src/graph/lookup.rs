//! What a person types to nodes.
//!
//! A node is named by its id (the fully qualified name), by a path and what is
//! inside (`loader.py:Loader.load`), or by the end of either (`Loader.load`,
//! `load`, `data/loader.py`). Whole segments are compared, never parts of a
//! name, and several matches are all handed back: the choice is the caller's.

use crate::extract::facts::Flags;
use crate::graph::store::Graph;
use crate::ids::NodeId;
use crate::sort::Arrange;

/// Files that stand for their directory in a dotted module path.
const INDEX_STEMS: &[&str] = &["__init__", "index", "lib", "main", "mod"];

/// Colons that may end the path; a path holds none as a rule, and a text of
/// nothing but colons must not take forever.
const MAX_CUTS: usize = 16;

/// Bytes of a text that may be a name: four times the longest path of any system.
const LONGEST: usize = 16 << 10;

/// The nodes that `text` names, in node order; none if it names nothing.
///
/// The first of these that holds for any node decides:
/// 1. `text` is the id; a leading `./` or a trailing `/` does not matter.
/// 2. `text` is the id written as `path:Outer.name` or `path::Outer.name`.
/// 3. The path before a colon ends a file's path, and the rest ends the chain
///    of names of a node in it.
/// 4. `text` ends a path, or the chain of directories, file and outer names
///    down to a node: `Outer.name`, `Outer::name`, `module.Outer.name`, `name`.
#[must_use]
pub fn find(graph: &Graph, text: &str) -> Vec<NodeId> {
    let text = text.trim();
    let text = text.strip_prefix("./").unwrap_or(text);
    let text = text.trim_start_matches("::").trim_start_matches('\\');
    if text.is_empty() || text.len() > LONGEST {
        return Vec::new();
    }
    let written: Vec<Written<'_>> = readings(text);
    let rules: [Rule<'_>; 4] = [
        &|node, _| {
            let id = text.strip_suffix('/').unwrap_or(text);
            id.starts_with(graph.path(node)) && graph.fqn(node) == id
        },
        &|node, written| written.is(graph, node),
        &|node, written| written.path.is_some() && written.ends(graph, node),
        &|node, written| written.path.is_none() && written.ends(graph, node),
    ];
    let candidates: Vec<(NodeId, &Written<'_>)> = written
        .iter()
        .flat_map(|written| {
            written
                .candidates(graph)
                .into_iter()
                .map(move |n| (n, written))
        })
        .collect();
    for rule in rules {
        let matches = candidates
            .iter()
            .filter(|(node, written)| rule(*node, written));
        let mut nodes: Vec<NodeId> = matches.map(|&(node, _)| node).collect();
        if !nodes.is_empty() {
            nodes.arrange();
            nodes.dedup();
            prefer_code(graph, &mut nodes);
            return nodes;
        }
    }
    Vec::new()
}

/// Where code has the name, the sections and settings that have it too are not meant.
fn prefer_code(graph: &Graph, nodes: &mut Vec<NodeId>) {
    let is_code = |node: &NodeId| !graph.node(*node).flags.has(Flags::OUTLINE);
    if nodes.iter().any(is_code) {
        nodes.retain(is_code);
    }
}

/// Whether a node is meant by one way to read what was typed.
type Rule<'a> = &'a dyn Fn(NodeId, &Written<'_>) -> bool;

/// One way to read what was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Written<'a> {
    /// The part before a colon.
    path: Option<&'a str>,
    /// Names from the outside in; at least one.
    names: Vec<&'a str>,
    /// The number after the last `#`.
    ordinal: Option<u32>,
}

/// Every way to read `text`: as one path, or cut at a colon into path and
/// names, or as names; names are separated by `::` or by dots.
fn readings(text: &str) -> Vec<Written<'_>> {
    let mut readings = vec![whole_path(text)];
    for (plain, ordinal) in [(text, None)].into_iter().chain(without_ordinal(text)) {
        let cuts = plain.match_indices(':').map(|(at, _)| at);
        let cuts = cuts.filter(|&at| at > 0 && plain.as_bytes().get(at - 1) != Some(&b':'));
        let cuts = cuts.take(MAX_CUTS);
        let parts = cuts.map(|at| (plain.get(..at), plain.get(at..).unwrap_or("")));
        for (path, rest) in std::iter::once((None, plain)).chain(parts) {
            let rest = rest.trim_start_matches(':');
            for names in segmentations(rest) {
                readings.push(Written {
                    path,
                    names,
                    ordinal,
                });
            }
        }
    }
    readings.dedup();
    readings
}

fn whole_path(text: &str) -> Written<'_> {
    let text = text.strip_suffix('/').unwrap_or(text);
    Written {
        path: None,
        names: text.split('/').collect(),
        ordinal: None,
    }
}

/// `text` without a final `#n`, and that n.
fn without_ordinal(text: &str) -> Option<(&str, Option<u32>)> {
    let (plain, digits) = text.rsplit_once('#')?;
    let ordinal = digits.parse().ok()?;
    (!plain.is_empty()).then_some((plain, Some(ordinal)))
}

/// What names are cut at: nothing, `::`, dots too, and what else languages write there.
const SEPARATORS: &[&[&str]] = &[&[], &["::"], &["::", "."], &["::", ".", "#", "->", "\\"]];

/// `text` as names, cut at each of [`SEPARATORS`].
fn segmentations(text: &str) -> Vec<Vec<&str>> {
    let ways = SEPARATORS.iter().map(|separators| {
        let mut names = vec![text];
        for separator in *separators {
            names = names
                .iter()
                .flat_map(|name| name.split(separator))
                .collect();
        }
        names
    });
    let mut ways: Vec<Vec<&str>> = ways.collect();
    ways.dedup();
    ways.retain(|names| names.iter().all(|name| !name.is_empty()));
    ways
}

impl Written<'_> {
    /// The nodes called like the last name.
    fn candidates(&self, graph: &Graph) -> Vec<NodeId> {
        let name = self.names.last().and_then(|name| graph.name_id(name));
        let named = name.map_or(&[][..], |name| graph.named(name));
        let fits = |&node: &NodeId| self.ordinal.is_none_or(|n| graph.node(node).ordinal == n);
        named.iter().copied().filter(fits).collect()
    }

    /// Whether this is the id of `node`, separators aside.
    fn is(&self, graph: &Graph, node: NodeId) -> bool {
        if self.path != Some(graph.path(node))
            || graph.node(node).ordinal != self.ordinal.unwrap_or(1)
        {
            return false;
        }
        let chain = symbol_chain(graph, node);
        chain.len() == self.names.len() && ends_with(&chain, &self.names)
    }

    /// Whether this is the end of the names of `node`; where a path is given,
    /// of those within the file, and the path is the end of the file's path.
    fn ends(&self, graph: &Graph, node: NodeId) -> bool {
        let path = graph.path(node);
        if self.path.is_some_and(|end| !path_ends_with(path, end)) {
            return false;
        }
        let mut chain = symbol_chain(graph, node);
        if self.path.is_some() {
            return !chain.is_empty() && ends_with(&chain, &self.names);
        }
        let mut with_stem = chain.clone();
        chain.extend(path.rsplit('/'));
        if with_stem.is_empty() {
            return ends_with(&chain, &self.names);
        }
        with_stem.extend(module_path(path));
        ends_with(&with_stem, &self.names)
    }
}

/// The names of `node` and the symbols around it, from the inside out; none
/// for files and directories.
fn symbol_chain(graph: &Graph, node: NodeId) -> Vec<&str> {
    let mut chain = Vec::new();
    for at in std::iter::once(node).chain(graph.ancestors(node)) {
        let row = graph.node(at);
        if row.symbol.is_none() {
            break;
        }
        chain.push(graph.text(row.name));
        chain.extend(Some(graph.text(row.qualifier)).filter(|text| !text.is_empty()));
    }
    chain
}

/// The names of a module by its path, from the inside out: the stem, unless the
/// file stands for its directory, and the directories.
fn module_path(path: &str) -> impl Iterator<Item = &str> {
    let (directories, file) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = file.split_once('.').map_or(file, |(stem, _)| stem);
    let stem = Some(stem).filter(|stem| !INDEX_STEMS.contains(stem));
    let directories = directories.rsplit('/').filter(|name| !name.is_empty());
    stem.into_iter().chain(directories)
}

/// Whether `chain`, from the inside out, begins with `names` read backwards.
fn ends_with(chain: &[&str], names: &[&str]) -> bool {
    chain.len() >= names.len() && names.iter().rev().zip(chain).all(|(a, b)| a == b)
}

/// Whether `end` is `path` or its last whole segments.
fn path_ends_with(path: &str, end: &str) -> bool {
    path.strip_suffix(end)
        .is_some_and(|front| front.is_empty() || front.ends_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Tree;

    fn graph() -> Graph {
        let python = "class Loader 1-9\n  method load 2-3\n  method load 4-5\nfunction parse 10-11";
        let tree = Tree::default()
            .file("src/data/loader.py", python)
            .file("src/data/__init__.py", "function setup 1-1")
            .file("src/xloader.py", "function load 1-1")
            .file(
                "lib/data/parser.py",
                "function parse 1-1\ntest is::odd 2-2\nfunction a.b 3-3",
            )
            .file("ext.rs", "extension Vec 1-3\n  method size 2-2");
        tree.build().graph
    }

    fn check(text: &str, expected: &[&str]) {
        let graph = graph();
        let found: Vec<_> = find(&graph, text).iter().map(|&n| graph.fqn(n)).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn an_id_finds_its_node() {
        let graph = graph();
        for node in graph.ids() {
            assert_eq!(
                find(&graph, &graph.fqn(node)),
                [node],
                "{}",
                graph.fqn(node)
            );
        }
        check("./src/data/", &["src/data"]);
    }

    #[test]
    fn other_separators_find_the_same_node() {
        for text in [
            "src/data/loader.py:Loader.load",
            "src/data/loader.py::Loader.load",
            "src/data/loader.py:Loader::load",
            " src/data/loader.py::Loader::load ",
        ] {
            check(text, &["src/data/loader.py::Loader::load"]);
        }
        check(
            "src/data/loader.py:Loader.load#2",
            &["src/data/loader.py::Loader::load#2"],
        );
    }

    #[test]
    fn the_end_of_a_path_is_enough() {
        check("loader.py:Loader", &["src/data/loader.py::Loader"]);
        check("data/loader.py", &["src/data/loader.py"]);
        check("loader.py", &["src/data/loader.py"]);
        check("data/loader.py:parse", &["src/data/loader.py::parse"]);
        check("oader.py", &[]);
    }

    #[test]
    fn several_matches_are_all_handed_back() {
        let both = [
            "src/data/loader.py::Loader::load",
            "src/data/loader.py::Loader::load#2",
        ];
        check("Loader.load", &both);
        check("Loader::load", &both);
        check("Loader.load#2", &both[1..]);
        check("load", &[both[0], both[1], "src/xloader.py::load"]);
        check("data", &["lib/data", "src/data"]);
    }

    #[test]
    fn dotted_module_paths_count_as_names() {
        check("loader.parse", &["src/data/loader.py::parse"]);
        check("data.parser.parse", &["lib/data/parser.py::parse"]);
        check("data.setup", &["src/data/__init__.py::setup"]);
        check("Vec::size", &["ext.rs::Vec::size"]);
    }

    #[test]
    fn names_may_hold_separators() {
        check("is::odd", &["lib/data/parser.py::is::odd"]);
        check("a.b", &["lib/data/parser.py::a.b"]);
    }

    #[test]
    fn nothing_is_found_by_nothing() {
        let long = "a:".repeat(50_000);
        for text in [
            &long,
            "",
            " ",
            ":",
            "::",
            ".:",
            "#",
            "#2",
            "/",
            "nope",
            "src/data/loader.py:nope",
        ] {
            let expected: &[&str] = &[];
            check(text, expected);
        }
    }
}
