//! Nodes and edges as answers show them.

use crate::answer::view::View;
use crate::graph::Edge;
use crate::ids::{EdgeId, NodeId};
use serde::Serialize;

/// The most lines of call sites that are listed for one edge.
pub const MAX_SITES: usize = 20;

/// A node of the graph in brief.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct NodeInfo {
    /// The fully qualified name: `.` for the repository, a path for directories
    /// and files, `path/to/file.ext::Outer::name` for symbols. Accepted wherever
    /// a node is asked for.
    pub id: String,
    /// What it is: `file`, `class`, `function` and so on.
    pub kind: &'static str,
    /// Simple name.
    pub name: String,
    /// Path of the directory, of the file, or of the symbol's file.
    pub path: String,
    /// First line, 1-based; 0 for directories.
    pub start_line: u32,
    /// Last line, inclusive; 0 for directories.
    pub end_line: u32,
    /// Name of the language.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub language: Option<String>,
    /// Declaration up to the body, of symbols.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub signature: Option<String>,
    /// What the file is for: `product`, `test`, `example`, `generated`,
    /// `vendored` or `docs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub tier: Option<&'static str>,
    /// Structural rank; the ranks of all nodes sum to 1.
    pub rank: f64,
}

impl NodeInfo {
    /// The node `id` of `view`.
    #[must_use]
    pub fn of(view: &View<'_>, id: NodeId) -> Self {
        let graph = view.graph;
        let node = graph.node(id);
        let definition = node
            .symbol
            .and_then(|symbol| view.corpus.definition(symbol));
        let file = node.file.and_then(|file| view.corpus.file(file));
        let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        Self {
            id: graph.fqn(id),
            kind: node.kind.as_str(),
            name: graph.text(node.name).to_owned(),
            path: graph.text(node.path).to_owned(),
            start_line: node.lines.0,
            end_line: node.lines.1,
            language: text(graph.text(node.language)),
            signature: definition.and_then(|definition| text(&definition.signature)),
            tier: file.map(|file| file.tier.as_str()),
            rank: rounded(view.ranks.of(id)),
        }
    }
}

/// `rank` to nine decimals: finer differences mean nothing and cost tokens.
pub(crate) fn rounded(rank: f64) -> f64 {
    (rank * 1e9).round() / 1e9
}

/// `confidence` to four decimals, as the number that was meant: 0.95 as a single
/// is 0.949999988 as a double.
pub(crate) fn decimal(confidence: f32) -> f64 {
    (f64::from(confidence) * 1e4).round() / 1e4
}

/// Why an edge is believed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Evidence {
    /// What the source does with the target: `calls`, `imports` and so on.
    pub kind: &'static str,
    /// The strongest evidence among the sites: `scip`, `scope`, `import`,
    /// `reexport`, `qualified`, `self`, `local-type`, `field-type`,
    /// `return-type`, `cone`, `same-file`, `same-directory`, `unique`, `split`,
    /// `binding` or `host`.
    pub provenance: &'static str,
    /// Mean confidence of the sites, above 0 and at most 1.
    pub confidence: f64,
    /// The most candidates that share a site; 1 where all are certain.
    pub ambiguity: u16,
    /// Lines of the first sites, in the file of the source; none for `contains`.
    pub sites: Vec<u32>,
    /// How many sites there are.
    pub site_count: u32,
    /// Of a functional edge: how deep its target is below the repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub level: Option<u32>,
    /// Of a functional edge: which of those of its source it is, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub order: Option<u32>,
}

impl Evidence {
    /// The evidence of `edge`, which is the edge `id` of `view`.
    #[must_use]
    pub fn of(view: &View<'_>, id: EdgeId, edge: &Edge) -> Self {
        let sites = view.graph.sites(id);
        Self {
            kind: edge.kind.as_str(),
            provenance: edge.provenance.as_str(),
            confidence: decimal(edge.confidence),
            ambiguity: edge.ambiguity,
            sites: sites.iter().take(MAX_SITES).map(|site| site.line).collect(),
            site_count: sites.len() as u32,
            level: None,
            order: None,
        }
    }
}

/// An edge between two nodes of the answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct EdgeInfo {
    /// Id of the node that uses or contains.
    pub source: String,
    /// Id of the node that is used or contained.
    pub target: String,
    /// Kind of the edge and why it is believed.
    #[serde(flatten)]
    pub evidence: Evidence,
}

impl EdgeInfo {
    /// The edge `id` of `view`; none if there is no such edge.
    #[must_use]
    pub fn of(view: &View<'_>, id: EdgeId) -> Option<Self> {
        let edge = view.graph.edge(id)?;
        Some(Self {
            source: view.graph.fqn(edge.source),
            target: view.graph.fqn(edge.target),
            evidence: Evidence::of(view, id, edge),
        })
    }
}
