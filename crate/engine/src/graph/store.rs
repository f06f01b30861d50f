//! The tables of the graph and how to read them.

use crate::extract::facts::Kind;
use crate::graph::edge::{Edge, Site};
use crate::graph::node::Node;
use crate::ids::{EdgeId, FileId, NameId, NodeId, SymbolId};
use crate::intern::Names;
use crate::link::Endpoint;
use crate::link::evidence::EdgeKind;

/// Nodes and edges in compressed sparse rows, both ways.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    /// Every string, sorted, so that ids compare as the strings do.
    pub(crate) names: Names,
    pub(crate) nodes: Vec<Node>,
    /// The kind of each node: what looks at all nodes reads these bytes, not the rows.
    pub(crate) kinds: Vec<Kind>,
    /// Sorted by source, kind and target.
    pub(crate) edges: Vec<Edge>,
    pub(crate) sites: Vec<Site>,
    /// First edge of each node, and the number of edges.
    pub(crate) out_starts: Vec<u32>,
    /// First row of `in_edges` of each node, and the number of edges.
    pub(crate) in_starts: Vec<u32>,
    /// Edges by target, source and kind.
    pub(crate) in_edges: Vec<EdgeId>,
    /// The node that speaks for each symbol: its own, or for an extension block
    /// the type that it extends, else what is around the block.
    pub(crate) homes: Vec<NodeId>,
    /// First row of `named` of each name, and the number of nodes.
    pub(crate) name_starts: Vec<u32>,
    /// Nodes by name.
    pub(crate) named: Vec<NodeId>,
    /// Number of the first file node.
    pub(crate) first_file: u32,
}

impl Graph {
    /// The repository.
    pub const ROOT: NodeId = NodeId(0);

    /// All nodes; a [`NodeId`] is an index.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The kinds of all nodes.
    #[must_use]
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The kind of `node`; that of a repository for an id of another graph.
    #[must_use]
    pub fn kind(&self, node: NodeId) -> Kind {
        let kind = self.kinds.get(node.index());
        kind.copied().unwrap_or(Kind::Repository)
    }

    /// All edges, sorted by source, kind and target; an [`EdgeId`] is an index.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// How many sites all edges have.
    #[must_use]
    pub fn site_count(&self) -> usize {
        self.sites.len()
    }

    /// The node `id`; a bare repository for an id of another graph.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        const NOTHING: &Node = &Node {
            kind: Kind::Repository,
            flags: crate::extract::facts::Flags(0),
            name: NameId(0),
            path: NameId(0),
            language: NameId(0),
            qualifier: NameId(0),
            ordinal: 1,
            lines: (0, 0),
            name_line: 0,
            parent: Graph::ROOT,
            file: None,
            symbol: None,
        };
        self.nodes.get(id.index()).unwrap_or(NOTHING)
    }

    /// The ids of all nodes.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (0..self.nodes.len()).map(NodeId::at)
    }

    /// How many strings the graph holds: names, paths, languages.
    #[must_use]
    pub fn name_count(&self) -> usize {
        self.names.len()
    }

    /// The string of a name id.
    #[must_use]
    pub fn text(&self, name: NameId) -> &str {
        self.names.get(name)
    }

    /// The simple name of `node`.
    #[must_use]
    pub fn name(&self, node: NodeId) -> &str {
        self.text(self.node(node).name)
    }

    /// The path of `node`: its own, or its file's.
    #[must_use]
    pub fn path(&self, node: NodeId) -> &str {
        self.text(self.node(node).path)
    }

    /// The node of `file`.
    #[must_use]
    pub fn file_node(&self, file: FileId) -> NodeId {
        NodeId(self.first_file + file.0)
    }

    /// The node that speaks for `symbol`; the repository for an unknown one.
    #[must_use]
    pub fn symbol_node(&self, symbol: SymbolId) -> NodeId {
        self.homes
            .get(symbol.index())
            .copied()
            .unwrap_or(Self::ROOT)
    }

    /// The node that `end` of a link stands for.
    #[must_use]
    pub fn end_node(&self, end: Endpoint) -> NodeId {
        match end {
            Endpoint::File(file) => self.file_node(file),
            Endpoint::Symbol(symbol) => self.symbol_node(symbol),
        }
    }

    /// The nodes called `name`, in order.
    #[must_use]
    pub fn named(&self, name: NameId) -> &[NodeId] {
        let range = row(&self.name_starts, name.index());
        self.named.get(range).unwrap_or(&[])
    }

    /// The id of the string `text`, if a node bears it.
    #[must_use]
    pub fn name_id(&self, text: &str) -> Option<NameId> {
        let (mut low, mut high) = (0, self.names.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.names.get(NameId::at(middle)).cmp(text) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(NameId::at(middle)),
            }
        }
        None
    }

    /// The edge `id`.
    #[must_use]
    pub fn edge(&self, id: EdgeId) -> Option<&Edge> {
        self.edges.get(id.index())
    }

    /// The edges that leave `node`, by kind and target.
    #[must_use]
    pub fn out_edges(&self, node: NodeId) -> &[Edge] {
        let range = row(&self.out_starts, node.index());
        self.edges.get(range).unwrap_or(&[])
    }

    /// The ids of the edges that leave `node`.
    pub fn out_ids(&self, node: NodeId) -> impl ExactSizeIterator<Item = EdgeId> + use<> {
        row(&self.out_starts, node.index()).map(EdgeId::at)
    }

    /// The ids of the edges that enter `node`, by source and kind.
    #[must_use]
    pub fn in_ids(&self, node: NodeId) -> &[EdgeId] {
        let range = row(&self.in_starts, node.index());
        self.in_edges.get(range).unwrap_or(&[])
    }

    /// The edges that enter `node`, by source and kind.
    pub fn in_edges(&self, node: NodeId) -> impl Iterator<Item = &Edge> {
        self.in_ids(node).iter().filter_map(|&id| self.edge(id))
    }

    /// The places where the edge `id` is written, by line; none for `contains`.
    #[must_use]
    pub fn sites(&self, id: EdgeId) -> &[Site] {
        let start = |index: usize| self.edges.get(index).map(|edge| edge.first_site as usize);
        let Some(first) = start(id.index()) else {
            return &[];
        };
        let end = start(id.index() + 1).unwrap_or(self.sites.len());
        self.sites.get(first..end).unwrap_or(&[])
    }

    /// The nodes directly inside `node`, in order.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.out_edges(node)
            .iter()
            .take_while(|edge| edge.kind == EdgeKind::Contains)
            .map(|edge| edge.target)
    }

    /// The node around `node`; none for the repository.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.node(node).parent;
        (parent != node).then_some(parent)
    }

    /// The nodes around `node`, from the inside out, the repository last.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.parent(node), |&at| self.parent(at))
    }

    /// The fully qualified name of `node`, which is its id in every answer:
    /// `.` for the repository, a path for directories and files, and
    /// `path/to/file.ext::Outer::name` for symbols, with `#2`, `#3` … on the
    /// later ones of several that share it (spec 3.1).
    #[must_use]
    pub fn fqn(&self, node: NodeId) -> String {
        let row = self.node(node);
        if row.symbol.is_none() {
            return with_ordinal(self.text(row.path).to_owned(), row.ordinal);
        }
        let mut chain = vec![node];
        chain.extend(
            self.ancestors(node)
                .take_while(|&at| self.node(at).symbol.is_some()),
        );
        let mut fqn = self.text(row.path).to_owned();
        for &at in chain.iter().rev() {
            let row = self.node(at);
            let qualifier = Some(self.text(row.qualifier)).filter(|text| !text.is_empty());
            for part in qualifier.into_iter().chain([self.text(row.name)]) {
                fqn.push_str("::");
                fqn.push_str(part);
            }
            fqn = with_ordinal(fqn, row.ordinal);
        }
        fqn
    }

    /// The part of the fully qualified name after the path: `Outer::name`. The
    /// name of directories and files.
    #[must_use]
    pub fn qualified_name(&self, node: NodeId) -> String {
        let fqn = self.fqn(node);
        let tail = fqn.get(self.path(node).len()..).unwrap_or_default();
        match tail.strip_prefix("::") {
            Some(tail) if self.node(node).symbol.is_some() => tail.to_owned(),
            _ => self.name(node).to_owned(),
        }
    }
}

fn with_ordinal(mut fqn: String, ordinal: u32) -> String {
    if ordinal > 1 {
        fqn.push('#');
        fqn.push_str(&ordinal.to_string());
    }
    fqn
}

/// The half-open range of row `index` in a column of starts.
pub(crate) fn row(starts: &[u32], index: usize) -> std::ops::Range<usize> {
    let at = |index: usize| starts.get(index).copied().unwrap_or(0) as usize;
    let (start, end) = (at(index), at(index + 1));
    start..end.max(start)
}

/// The first position of each key below `count` in the sorted `keys`, and the end.
pub(crate) fn starts(keys: impl Iterator<Item = u32>, count: usize) -> Vec<u32> {
    let mut starts = vec![0; count + 1];
    for key in keys {
        if let Some(slot) = starts.get_mut(key as usize + 1) {
            *slot += 1;
        }
    }
    let mut sum = 0;
    for slot in &mut starts {
        sum += *slot;
        *slot = sum;
    }
    starts
}

/// The positions of each key below `count`, in order: a column of starts, and
/// the positions themselves (counting sort, so it is linear and stable).
pub(crate) fn group(keys: Vec<Option<u32>>, count: usize) -> (Vec<u32>, Vec<u32>) {
    let starts = starts(keys.iter().filter_map(|key| *key), count);
    let mut next = starts.clone();
    let mut positions = vec![0; starts.last().copied().unwrap_or(0) as usize];
    for (position, key) in keys.iter().enumerate() {
        if let Some(next) = key.and_then(|key| next.get_mut(key as usize))
            && let Some(slot) = positions.get_mut(*next as usize)
        {
            *slot = position as u32;
            *next += 1;
        }
    }
    (starts, positions)
}
