//! What a host told: features, areas, and places in them.
//!
//! Rows name nodes by id and remember what the node's text was, so that what they
//! mean for a tree is a function of the rows and the tree alone: a row holds for
//! the node of its id; where that is gone, for the one new node of the same text.
//! A row whose node has another text by now holds on, and is stale.

use crate::columns::{ColumnReader, ColumnWriter};
use crate::corpus::{ContentHash, File};
use crate::error::{Code, Result, WaymarkError};
use crate::extract::facts::Kind;
use crate::feature::Tree;
use crate::ids::NodeId;
use crate::sort::Arrange;

/// The first bytes of a SHA-256 of the text of a node, its name left out.
pub type Hash = [u8; 8];

/// Shorter texts are alike by chance, and prove no renaming under another name.
pub(crate) const TELLING: usize = 48;
/// How often an answer for a node is refused before the node is given up.
pub const MOST_REFUSALS: u8 = 3;

/// Who made a feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// The rules of this crate.
    #[default]
    Auto,
    /// A model that the host asked.
    Model,
    /// The host itself, or a person.
    Host,
}

impl Source {
    const ALL: [Self; 3] = [Self::Auto, Self::Model, Self::Host];

    /// The name in answers and exports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Model => "model",
            Self::Host => "host",
        }
    }
}

/// What was told of one node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// Id of the node.
    pub id: String,
    /// Its feature, or its place; empty where only refusals are known.
    pub text: String,
    /// Of a place: the feature that the node had then. Of refusals: the reason.
    pub note: String,
    /// The text of the node.
    pub hash: Hash,
    /// Who made it.
    pub by: Source,
    /// How many answers were refused since.
    pub refused: u8,
}

/// Everything that a host told of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lifting {
    /// Features, by id.
    pub(crate) features: Vec<Told>,
    /// Places of files in the hierarchy, by id.
    pub(crate) places: Vec<Told>,
    /// The areas that a model discovered, in its order.
    pub(crate) areas: Vec<String>,
}

/// A row that holds for a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// The node.
    pub node: NodeId,
    /// Place of the row.
    pub row: usize,
    /// Whether the text of the node is another one by now.
    pub stale: bool,
}

/// Puts `told` among `rows`, in place of what was told of that node before.
pub(crate) fn put(rows: &mut Vec<Told>, told: Told) {
    match rows.binary_search_by(|row| row.id.cmp(&told.id)) {
        Ok(at) => rows[at] = told,
        Err(at) => rows.insert(at, told),
    }
}

/// Takes down that an answer for `id`, whose text has `hash`, was refused for
/// `reason`.
pub(crate) fn refuse(rows: &mut Vec<Told>, id: &str, hash: Hash, reason: &str) {
    let at = match rows.binary_search_by(|row| row.id.as_str().cmp(id)) {
        Ok(at) => at,
        Err(at) => {
            let id = id.to_owned();
            rows.insert(
                at,
                Told {
                    id,
                    ..Told::default()
                },
            );
            at
        }
    };
    let row = &mut rows[at];
    // Another text is another question; what was taken earlier stays as it is.
    let again = row.hash == hash || !row.text.is_empty();
    row.refused = if again {
        row.refused.saturating_add(1)
    } else {
        1
    };
    if row.text.is_empty() {
        row.hash = hash;
        reason.clone_into(&mut row.note);
    }
}

/// The rows that hold for nodes of `tree`, by node; `is_meant` are the nodes that
/// rows of this kind are about.
pub(crate) fn matches(
    rows: &[Told],
    tree: Tree<'_>,
    is_meant: &dyn Fn(NodeId) -> bool,
) -> Vec<Match> {
    if rows.is_empty() {
        return Vec::new();
    }
    let meant = tree.graph.ids().filter(|&node| is_meant(node));
    let mut ids: Vec<(String, NodeId)> = meant.map(|node| (tree.graph.fqn(node), node)).collect();
    ids.arrange();
    let mut texts = Texts::new(tree);
    let mut matches: Vec<Match> = Vec::new();
    let mut orphans: Vec<usize> = Vec::new();
    for (row, told) in rows.iter().enumerate() {
        match ids.binary_search_by(|(id, _)| id.cmp(&told.id)) {
            Ok(at) => {
                let node = ids[at].1;
                let stale = texts.hash(node).0 != told.hash;
                matches.push(Match { node, row, stale });
            }
            Err(_) => orphans.push(row),
        }
    }
    matches.arrange_by_key(|found| found.node);
    if !orphans.is_empty() {
        let known = |node: NodeId| {
            matches
                .binary_search_by_key(&node, |found| found.node)
                .is_ok()
        };
        let free: Vec<NodeId> = tree
            .graph
            .ids()
            .filter(|&node| is_meant(node) && !known(node))
            .collect();
        let moved = renamed(rows, &orphans, &free, &mut texts);
        matches.extend(moved);
        matches.arrange_by_key(|found| found.node);
        matches.dedup_by_key(|found| found.node);
    }
    matches
}

/// The nodes among `free` that the nodes of orphaned rows became.
fn renamed(rows: &[Told], orphans: &[usize], free: &[NodeId], texts: &mut Texts<'_>) -> Vec<Match> {
    let hashes = free.iter().map(|&node| (texts.hash(node), node));
    let mut hashes: Vec<((Hash, usize), NodeId)> = hashes.collect();
    hashes.arrange();
    let graph = texts.tree.graph;
    let find = |&row: &usize| {
        let told = rows.get(row)?;
        let start = hashes.partition_point(|((hash, _), _)| *hash < told.hash);
        let alike = hashes
            .iter()
            .skip(start)
            .take_while(|((hash, _), _)| *hash == told.hash);
        let same_name = |node: NodeId| told.id.rsplit(['/', ':']).next() == Some(graph.name(node));
        let named: Vec<NodeId> = alike
            .clone()
            .map(|row| row.1)
            .filter(|&node| same_name(node))
            .collect();
        let telling: Vec<NodeId> = alike
            .filter(|((_, length), _)| *length >= TELLING)
            .map(|row| row.1)
            .collect();
        let node = match (named.as_slice(), telling.as_slice()) {
            ([one], _) | ([], [one]) => *one,
            _ => return None,
        };
        Some(Match {
            node,
            row,
            stale: false,
        })
    };
    orphans.iter().filter_map(find).collect()
}

/// The texts of nodes, one file at a time.
pub(crate) struct Texts<'a> {
    tree: Tree<'a>,
    open: Option<(usize, Vec<u8>)>,
}

impl<'a> Texts<'a> {
    pub(crate) const fn new(tree: Tree<'a>) -> Self {
        Self { tree, open: None }
    }

    /// The hash and length of the text of `node`, its name left out; zeros for
    /// what has no text.
    pub(crate) fn hash(&mut self, node: NodeId) -> (Hash, usize) {
        let Tree { corpus, graph } = self.tree;
        let row = graph.node(node);
        let file = row.file.and_then(|id| Some((id.index(), corpus.file(id)?)));
        let Some((at, file)) = file else {
            return (Hash::default(), 0);
        };
        let Some(definition) = row.symbol.and_then(|symbol| corpus.definition(symbol)) else {
            return (head(file.hash), file.text.len() as usize);
        };
        let text = self.text(at, file);
        let (span, name) = (definition.span, definition.name_span);
        let part =
            |start: u32, end: u32| text.get(start as usize..end as usize).unwrap_or_default();
        let own = match span.start <= name.start && name.end <= span.end {
            true => [part(span.start, name.start), part(name.end, span.end)].concat(),
            false => part(span.start, span.end).to_vec(),
        };
        (head(ContentHash::of(&own)), own.len())
    }

    fn text(&mut self, at: usize, file: &File) -> &[u8] {
        if self.open.as_ref().is_none_or(|(open, _)| *open != at) {
            self.open = Some((at, file.text.unpack().unwrap_or_default()));
        }
        self.open.as_ref().map_or(&[], |(_, text)| text)
    }
}

fn head(hash: ContentHash) -> Hash {
    let [a, b, c, d, e, f, g, h, ..] = hash.0;
    [a, b, c, d, e, f, g, h]
}

/// Whether nodes of `kind` are handed to a model: what runs, types, and files.
#[must_use]
pub const fn is_lifted(kind: Kind) -> bool {
    kind.is_callable() || kind.is_type() || matches!(kind, Kind::Module)
}

impl Lifting {
    /// Whether a host told nothing yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.features.is_empty() && self.places.is_empty() && self.areas.is_empty()
    }

    /// The rows as columns; nothing where there are none.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        if self.is_empty() {
            return Vec::new();
        }
        let mut writer = ColumnWriter::default();
        for rows in [&self.features, &self.places] {
            writer.texts(rows.iter().map(|row| row.id.as_str()));
            writer.texts(rows.iter().map(|row| row.text.as_str()));
            writer.texts(rows.iter().map(|row| row.note.as_str()));
            writer.bytes(&rows.iter().flat_map(|row| row.hash).collect::<Vec<_>>());
            writer.bytes(&rows.iter().map(|row| row.by as u8).collect::<Vec<_>>());
            writer.bytes(&rows.iter().map(|row| row.refused).collect::<Vec<_>>());
        }
        writer.texts(self.areas.iter().map(String::as_str));
        writer.finish()
    }

    /// Reads what [`Lifting::write`] wrote.
    ///
    /// # Errors
    /// [`Code::InvalidSnapshot`] for other bytes.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        if bytes.is_empty() {
            return Ok(Self::default());
        }
        let mut reader = ColumnReader::new(bytes);
        let features = read_rows(&mut reader)?;
        let places = read_rows(&mut reader)?;
        let areas = reader.texts()?.into_iter().map(str::to_owned).collect();
        reader.finish()?;
        Ok(Self {
            features,
            places,
            areas,
        })
    }
}

fn read_rows(reader: &mut ColumnReader<'_>) -> Result<Vec<Told>> {
    let (ids, texts, notes) = (reader.texts()?, reader.texts()?, reader.texts()?);
    let (hashes, by, refused) = (reader.bytes()?, reader.bytes()?, reader.bytes()?);
    let (hashes, rest) = hashes.as_chunks::<8>();
    let count = ids.len();
    let lengths = [
        texts.len(),
        notes.len(),
        hashes.len(),
        by.len(),
        refused.len(),
    ];
    let sorted = ids.windows(2).all(|pair| pair[0] < pair[1]);
    if !rest.is_empty() || !sorted || lengths.iter().any(|&length| length != count) {
        return Err(WaymarkError::new(
            Code::InvalidSnapshot,
            "what a host told is damaged",
        ));
    }
    let rows = (0..count).map(|at| Told {
        id: ids[at].to_owned(),
        text: texts[at].to_owned(),
        note: notes[at].to_owned(),
        hash: hashes[at],
        by: Source::ALL
            .get(usize::from(by[at]))
            .copied()
            .unwrap_or_default(),
        refused: refused[at],
    });
    Ok(rows.collect())
}
