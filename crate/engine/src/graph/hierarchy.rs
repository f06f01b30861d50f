//! Where each symbol belongs and what it is called: homes, parents, ordinals.

use crate::corpus::Corpus;
use crate::graph::node::Node;
use crate::graph::store::Graph;
use crate::ids::{DefinitionId, FileId, NameId, NodeId, SymbolId};
use crate::map::HashMap;
use crate::report::Report;
use crate::sort::Arrange;
use std::hash::{BuildHasher, BuildHasherDefault};

/// Where a symbol belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The node that speaks for it: its own, or what an extension extends.
    pub(crate) home: NodeId,
    /// The node around it.
    pub(crate) parent: NodeId,
    /// The extension block that it lies in or is, if its type is not in the tree.
    pub(crate) stranger: Option<SymbolId>,
}

/// The place of every symbol. `owners` is sorted by member; `own` is each
/// symbol's own node, none for extension blocks.
pub(crate) fn places(
    corpus: &Corpus,
    owners: &[(SymbolId, SymbolId)],
    own: &[Option<NodeId>],
    first_file: u32,
) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::with_capacity(own.len());
    for (index, file) in corpus.files().iter().enumerate() {
        let file_node = NodeId(first_file + index as u32);
        for (at, definition) in file.facts.definitions.iter().enumerate() {
            let symbol = corpus.symbol(FileId::at(index), DefinitionId::at(at));
            let around = definition
                .container
                .filter(|container| container.index() < at)
                .map(|container| corpus.symbol(FileId::at(index), container));
            let owner = owner_of(owners, symbol).and_then(|owner| *own.get(owner.index())?);
            places.push(place(symbol, owner, around, file_node, own, &places));
        }
    }
    places
}

fn owner_of(owners: &[(SymbolId, SymbolId)], member: SymbolId) -> Option<SymbolId> {
    let at = owners.binary_search_by_key(&member, |&(m, _)| m).ok()?;
    owners.get(at).map(|&(_, owner)| owner)
}

fn place(
    symbol: SymbolId,
    owner: Option<NodeId>,
    around: Option<SymbolId>,
    file: NodeId,
    own: &[Option<NodeId>],
    places: &[Place],
) -> Place {
    let node_of = |symbol: SymbolId| own.get(symbol.index()).copied().flatten();
    let own = node_of(symbol);
    let owner = owner.filter(|&owner| Some(owner) != own);
    let outer = around.and_then(|around| places.get(around.index()));
    let block = around.filter(|&around| node_of(around).is_none());
    let stranger = match (owner, own) {
        (Some(_), _) => None,
        (None, None) => Some(symbol),
        (None, Some(_)) => block.and(outer).and_then(|place| place.stranger),
    };
    let parent = owner.or(outer.map(|place| place.home)).unwrap_or(file);
    Place {
        home: own.unwrap_or(parent),
        parent,
        stranger,
    }
}

/// Hangs a symbol under its file where owners lead back to itself.
pub(crate) fn break_cycles(nodes: &mut [Node], first_file: u32, report: &mut Report) {
    let mut stamps = vec![0_u32; nodes.len()];
    for start in 0..nodes.len() {
        let stamp = start as u32 + 1;
        let mut at = start;
        while let Some(node) = nodes.get_mut(at)
            && node.symbol.is_some()
            && stamps[at] == 0
        {
            stamps[at] = stamp;
            let next = node.parent.index();
            if stamps.get(next) == Some(&stamp) {
                node.parent = NodeId(first_file + node.file.map_or(0, |file| file.0));
                report.count("owner-cycle", 1);
                break;
            }
            at = next;
        }
    }
}

/// Numbers the nodes that would share a fully qualified name, in source order;
/// a node is numbered after the nodes around it.
pub(crate) fn number(graph: &mut Graph) {
    let mut last: HashMap<(NameId, NodeId, NameId, NameId), u32> = HashMap::default();
    let mut taken = Taken::default();
    for id in by_depth(graph) {
        let node = *graph.node(id);
        let place = (node.path, node.parent, node.qualifier, node.name);
        let count = last.entry(place).or_insert(0);
        loop {
            *count += 1;
            if let Some(node) = graph.nodes.get_mut(id.index()) {
                node.ordinal = *count;
            }
            if taken.claim(graph, id) {
                break;
            }
        }
    }
}

/// All nodes, those of less depth first, each depth in node order.
fn by_depth(graph: &Graph) -> Vec<NodeId> {
    let depths = depths(graph);
    let mut ids: Vec<NodeId> = graph.ids().collect();
    ids.arrange_by_key(|id| depths[id.index()]);
    ids
}

/// How many nodes are around each node.
fn depths(graph: &Graph) -> Vec<u32> {
    const UNKNOWN: u32 = u32::MAX;
    let mut depths = vec![UNKNOWN; graph.nodes().len()];
    let mut chain = Vec::new();
    for id in graph.ids() {
        let mut at = id;
        while depths[at.index()] == UNKNOWN {
            chain.push(at);
            match graph.parent(at) {
                Some(parent) => at = parent,
                None => break,
            }
        }
        let mut depth = match depths[at.index()] {
            UNKNOWN => 0,
            known => known + 1,
        };
        while let Some(at) = chain.pop() {
            depths[at.index()] = depth;
            depth += 1;
        }
    }
    depths
}

/// The names given so far, by hash: the strings themselves are not kept.
#[derive(Default)]
struct Taken {
    first: HashMap<u64, NodeId>,
    /// Nodes whose hash was another node's too.
    rest: Vec<NodeId>,
}

impl Taken {
    /// Takes the name of `id`; answers whether it was free.
    fn claim(&mut self, graph: &Graph, id: NodeId) -> bool {
        let fqn = graph.fqn(id);
        let hasher = BuildHasherDefault::<rustc_hash::FxHasher>::default();
        let hash = hasher.hash_one(&fqn);
        let Some(&first) = self.first.get(&hash) else {
            self.first.insert(hash, id);
            return true;
        };
        let free = graph.fqn(first) != fqn && self.rest.iter().all(|&at| graph.fqn(at) != fqn);
        if free {
            self.rest.push(id);
        }
        free
    }
}
