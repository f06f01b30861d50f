//! Corpus and links to the tables of the graph.

use crate::corpus::{Corpus, File};
use crate::extract::facts::{Flags, Kind};
use crate::graph::connect;
use crate::graph::hierarchy::{self, Place};
use crate::graph::node::Node;
use crate::graph::store::{self, Graph};
use crate::ids::{FileId, NameId, NodeId, SymbolId};
use crate::intern::Interner;
use crate::link::links::Links;
use crate::report::Report;
use std::collections::BTreeSet;

/// The path, name and id of the repository.
const ROOT: &str = ".";

impl Graph {
    /// Builds the graph of `corpus` and `links`. Links to files or symbols that
    /// the corpus does not hold are left out and reported.
    #[must_use]
    pub fn build(corpus: &Corpus, links: &Links, report: &mut Report) -> Self {
        let mut graph = Self::default();
        add_nodes(&mut graph, corpus, links, report);
        graph.kinds = graph.nodes.iter().map(|node| node.kind).collect();
        index_names(&mut graph);
        hierarchy::number(&mut graph);
        connect::add_edges(&mut graph, &links.links, report);
        graph
    }
}

/// The ids of all strings, in the order of the strings.
struct Sorted(Interner);

impl Sorted {
    fn new(mut strings: Vec<&str>) -> Self {
        strings.sort_unstable();
        let mut ids = Interner::default();
        for text in strings {
            ids.intern(text);
        }
        Self(ids)
    }

    fn id(&self, text: &str) -> NameId {
        self.0.find(text).unwrap_or(NameId(0))
    }
}

fn add_nodes(graph: &mut Graph, corpus: &Corpus, links: &Links, report: &mut Report) {
    let directories = directories(corpus);
    let names = all_names(corpus, &directories);
    graph.first_file = 1 + directories.len() as u32;
    graph
        .nodes
        .push(directory(ROOT, Kind::Repository, Graph::ROOT, &names));
    for path in &directories {
        let parent = parent_directory(path, &directories);
        graph
            .nodes
            .push(directory(path, Kind::Directory, parent, &names));
    }
    for (index, file) in corpus.files().iter().enumerate() {
        let parent = parent_directory(&file.path, &directories);
        graph
            .nodes
            .push(file_node(FileId::at(index), file, parent, &names));
    }
    let own = own_nodes(corpus, graph.nodes.len() as u32);
    let places = hierarchy::places(corpus, &links.owners, &own, graph.first_file);
    add_symbols(graph, corpus, &own, &places, &names);
    hierarchy::break_cycles(&mut graph.nodes, graph.first_file, report);
    graph.homes = places.iter().map(|place| place.home).collect();
    graph.names = names.0.into_names();
}

/// Every directory that holds a file, at any depth, sorted; the root left out.
fn directories(corpus: &Corpus) -> Vec<&str> {
    let mut known = BTreeSet::new();
    for file in corpus.files() {
        let mut path = file.path.as_str();
        while let Some((directory, _)) = path.rsplit_once('/') {
            if !known.insert(directory) {
                break;
            }
            path = directory;
        }
    }
    known.into_iter().collect()
}

fn parent_directory(path: &str, directories: &[&str]) -> NodeId {
    path.rsplit_once('/')
        .and_then(|(parent, _)| directories.binary_search(&parent).ok())
        .map_or(Graph::ROOT, |at| NodeId::at(at + 1))
}

fn all_names(corpus: &Corpus, directories: &[&str]) -> Sorted {
    let mut strings = vec!["", ROOT];
    let paths = directories.iter().copied();
    for path in paths.chain(corpus.files().iter().map(|file| file.path.as_str())) {
        strings.extend([path, last_segment(path)]);
    }
    for file in corpus.files() {
        strings.extend(file.language.as_deref());
        let facts = &file.facts;
        strings.extend(facts.definitions.iter().map(|d| facts.names.get(d.name)));
    }
    Sorted::new(strings)
}

fn last_segment(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

fn directory(path: &str, kind: Kind, parent: NodeId, names: &Sorted) -> Node {
    Node {
        kind,
        flags: Flags::default(),
        name: names.id(last_segment(path)),
        path: names.id(path),
        language: names.id(""),
        qualifier: names.id(""),
        ordinal: 1,
        lines: (0, 0),
        name_line: 0,
        parent,
        file: None,
        symbol: None,
    }
}

fn file_node(id: FileId, file: &File, parent: NodeId, names: &Sorted) -> Node {
    Node {
        language: names.id(file.language.as_deref().unwrap_or("")),
        lines: (1, file.facts.lines.max(1)),
        file: Some(id),
        ..directory(&file.path, Kind::Module, parent, names)
    }
}

/// The node of each symbol; extension blocks have none.
fn own_nodes(corpus: &Corpus, first: u32) -> Vec<Option<NodeId>> {
    let mut next = first;
    let definitions = corpus.files().iter().flat_map(|f| &f.facts.definitions);
    definitions
        .map(|definition| {
            let node = (definition.kind != Kind::Extension).then_some(NodeId(next));
            next += u32::from(node.is_some());
            node
        })
        .collect()
}

fn add_symbols(
    graph: &mut Graph,
    corpus: &Corpus,
    own: &[Option<NodeId>],
    places: &[Place],
    names: &Sorted,
) {
    let mut symbol = 0;
    for (index, file) in corpus.files().iter().enumerate() {
        let file_row = *graph.node(graph.file_node(FileId::at(index)));
        for definition in &file.facts.definitions {
            let id = SymbolId(symbol);
            symbol += 1;
            let (Some(Some(_)), Some(place)) = (own.get(id.index()), places.get(id.index())) else {
                continue;
            };
            let stranger = place.stranger.map_or("", |block| corpus.name(block));
            graph.nodes.push(Node {
                kind: definition.kind,
                flags: definition.flags,
                name: names.id(file.facts.names.get(definition.name)),
                qualifier: names.id(stranger),
                lines: definition.lines,
                name_line: definition.name_line,
                parent: place.parent,
                symbol: Some(id),
                ..file_row
            });
        }
    }
}

/// Sorts the nodes by name, so that a name finds its nodes.
fn index_names(graph: &mut Graph) {
    graph.named = graph.ids().collect();
    let nodes = &graph.nodes;
    graph.named.sort_by_key(|id| nodes[id.index()].name);
    let keys = graph.named.iter().map(|id| nodes[id.index()].name.0);
    graph.name_starts = store::starts(keys, graph.names.len());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::evidence::EdgeKind;
    use crate::testing::{Built, Tree};

    fn fqns(built: &Built) -> Vec<String> {
        let graph = &built.graph;
        graph.ids().map(|id| graph.fqn(id)).collect()
    }

    #[test]
    fn nodes_are_numbered_from_the_outside_in() {
        let built = Tree::default()
            .file("src/b.rs", "struct S 1-3\n  field x 2-2\nfunction f 4-6")
            .file("src/a/m.rs", "")
            .file("top.rs", "function g 1-1")
            .build();
        let expected = [
            ".",
            "src",
            "src/a",
            "src/a/m.rs",
            "src/b.rs",
            "top.rs",
            "src/b.rs::S",
            "src/b.rs::S::x",
            "src/b.rs::f",
            "top.rs::g",
        ];
        assert_eq!(fqns(&built), expected);
        let graph = &built.graph;
        let parents: Vec<_> = graph.nodes().iter().map(|node| node.parent.0).collect();
        assert_eq!(parents, [0, 0, 1, 2, 1, 0, 4, 6, 4, 5]);
        let inside: Vec<_> = graph.children(NodeId(4)).collect();
        assert_eq!(inside, [NodeId(6), NodeId(8)]);
        assert_eq!(graph.qualified_name(NodeId(7)), "S::x");
        assert_eq!(graph.qualified_name(NodeId(4)), "b.rs");
    }

    #[test]
    fn an_empty_tree_has_the_repository() {
        assert_eq!(fqns(&Tree::default().build()), ["."]);
    }

    #[test]
    fn namesakes_are_numbered_in_source_order() {
        let outline = "function f 1-1\nfunction f 2-9\n  function g 3-3\n  function g 4-4";
        let built = Tree::default().file("a.rs", outline).build();
        let expected = ["a.rs::f", "a.rs::f#2", "a.rs::f#2::g", "a.rs::f#2::g#2"];
        assert_eq!(fqns(&built)[2..], expected);
    }

    #[test]
    fn no_two_nodes_share_an_id() {
        let outline =
            "class a 1-9\n  test b 2-2\ntest a::b 10-10\ntest a::b#2 11-11\ntest a::b 12-12";
        let built = Tree::default().file("x", outline).file("x/y", "").build();
        let mut names = fqns(&built);
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{names:?}");
    }

    #[test]
    fn members_of_an_extension_hang_under_the_type() {
        let built = Tree::default()
            .file("a.rs", "extension S 1-9\n  method run 2-3\n    function inner 2-2")
            .file("b.rs", "struct S 1-3")
            .file("c.rs", "namespace n 1-9\n  extension Vec 2-8\n    method len 3-3\n      function inner 3-3")
            .owner("a.rs::S", "b.rs::S")
            .owner("a.rs::S::run", "b.rs::S")
            .call("a.rs::S", "c.rs::n::Vec", 5)
            .build();
        let expected = [
            "a.rs::S::run",
            "a.rs::S::run::inner",
            "b.rs::S",
            "c.rs::n",
            "c.rs::n::Vec::len",
            "c.rs::n::Vec::len::inner",
        ];
        assert_eq!(fqns(&built)[4..], expected);
        let graph = &built.graph;
        let parents: Vec<_> = graph.nodes()[4..]
            .iter()
            .map(|node| graph.fqn(node.parent))
            .collect();
        let expected = [
            "b.rs::S",
            "a.rs::S::run",
            "b.rs",
            "c.rs",
            "c.rs::n",
            "c.rs::n::Vec::len",
        ];
        assert_eq!(parents, expected);
        // An extension block speaks through its type, or what is around it.
        let call = graph
            .edges()
            .iter()
            .find(|edge| edge.kind == EdgeKind::Calls);
        let ends = call.map(|edge| (graph.fqn(edge.source), graph.fqn(edge.target)));
        assert_eq!(ends, Some(("b.rs::S".into(), "c.rs::n".into())));
    }

    #[test]
    fn owners_that_lead_in_a_circle_are_cut() {
        let built = Tree::default()
            .file("a.rs", "struct A 1-1\nstruct B 2-2\nstruct C 3-3")
            .owner("a.rs::A", "a.rs::B")
            .owner("a.rs::B", "a.rs::A")
            .owner("a.rs::C", "a.rs::C")
            .build();
        assert_eq!(fqns(&built)[2..], ["a.rs::B::A", "a.rs::B", "a.rs::C"]);
        assert_eq!(built.report.get("owner-cycle"), 1);
    }

    #[test]
    fn a_name_finds_its_nodes() {
        let built = Tree::default()
            .file("a.rs", "function f 1-9")
            .file("b.rs", "function f 1-9\nfunction g 1-1")
            .build();
        let graph = &built.graph;
        let found = graph.name_id("f").map(|name| graph.named(name).to_vec());
        assert_eq!(found, Some(vec![NodeId(3), NodeId(4)]));
        assert_eq!(graph.name_id("h"), None);
    }
}
