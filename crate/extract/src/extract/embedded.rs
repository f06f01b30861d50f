//! Text inside a file that its grammar leaves as tokens and that reads as code
//! of the same language: the arguments of macros. Each piece is parsed by
//! itself, in place, so that its nodes have the file's positions and an error
//! stays inside it; pieces inside pieces come next, to a fixed depth.

use crate::extract::Steps;
use crate::extract::copy::Added;
use crate::extract::events::Events;
use crate::extract::manifest::Embedded;
use crate::extract::query::Compiled;
use crate::extract::rows::{Lines, Node, Tree};
use crate::extract::vocabulary::Root;
use crate::sort::Arrange;
use std::cell::OnceCell;
use tree_sitter::{Parser, Point, Range};

/// Pieces inside pieces that are read.
const DEPTH: usize = 4;

/// Trees of one depth, and those of the next.
pub struct Layer {
    trees: Vec<(usize, Tree)>,
    below: OnceCell<Box<Self>>,
}

impl Layer {
    /// The file's own tree.
    #[must_use]
    pub fn file(tree: Tree) -> Self {
        Self::of(vec![(0, tree)])
    }

    fn of(trees: Vec<(usize, Tree)>) -> Self {
        let below = OnceCell::new();
        Self { trees, below }
    }
}

/// The tools that a file is read with.
pub struct Tools<'a> {
    /// The language.
    pub compiled: &'a Compiled,
    /// Its parser.
    pub parser: &'a mut Parser,
    /// Where the file's lines begin.
    pub lines: &'a Lines,
    /// The number of the next node of the file.
    pub next: usize,
    /// How pieces are read.
    pub manifest: &'a Embedded,
}

/// A piece: the node it is the text of, and its bytes.
type Piece<'t> = (Node<'t>, Range);

/// The events of `top` and of the pieces inside it.
pub fn collect<'t>(tools: &mut Tools<'_>, top: &'t Layer, source: &[u8]) -> Events<'t> {
    let mut events = Events::default();
    let mut layer = top;
    for depth in 0..=DEPTH {
        let first = events.list.len();
        for (host, tree) in &layer.trees {
            if *host != 0
                && let Some(content) = tree.root().named_children().next()
            {
                events.embedded.insert(*host, content);
            }
            events.add(tools.compiled, tree, source);
        }
        let pieces = pieces(&events, first);
        if pieces.is_empty() || depth == DEPTH {
            break;
        }
        layer = layer.below.get_or_init(|| {
            let trees = pieces
                .iter()
                .flat_map(|piece| parse_piece(tools, piece, source));
            Box::new(Layer::of(trees.collect()))
        });
    }
    events.sort();
    events
}

/// The pieces that the events from `first` on name, by their nodes.
fn pieces<'t>(events: &Events<'t>, first: usize) -> Vec<Piece<'t>> {
    let mut pieces: Vec<Piece<'t>> = events.list[first..]
        .iter()
        .filter_map(|event| match event.root {
            Root::Embedded(inner) => Some((event.node, range(event.node, inner))),
            _ => None,
        })
        .filter(|(_, range)| range.start_byte < range.end_byte)
        .collect();
    pieces.arrange_by_key(|(_, range)| range.start_byte);
    pieces.dedup_by_key(|(_, range)| range.start_byte);
    pieces
}

fn range(node: Node<'_>, inner: bool) -> Range {
    let mut range = node.range();
    if inner {
        range.start_byte += 1;
        range.start_point.column += 1;
        range.end_byte = range.end_byte.saturating_sub(1);
        range.end_point.column = range.end_point.column.saturating_sub(1);
    }
    range
}

/// The trees of a piece, the whole one's with the node that it is the text of:
/// where it is no code as a whole, its parts are read one by one.
fn parse_piece(tools: &mut Tools<'_>, piece: &Piece<'_>, source: &[u8]) -> Vec<(usize, Tree)> {
    let (host, range) = piece;
    let whole = parse(tools, *range, source);
    let broken = whole.as_ref().is_none_or(|tree| tree.errors() > 0);
    let parts = if broken {
        parts(*host, tools.manifest)
    } else {
        Vec::new()
    };
    if parts.len() < 2 {
        return whole.into_iter().map(|tree| (host.id(), tree)).collect();
    }
    let parts = parts
        .into_iter()
        .filter_map(|range| parse(tools, range, source));
    parts.map(|tree| (0, tree)).collect()
}

/// The bytes between separators.
fn parts(host: Node<'_>, manifest: &Embedded) -> Vec<Range> {
    let mut parts: Vec<Range> = Vec::new();
    let mut open = false;
    let count = host.children().count();
    for (place, child) in host.children().enumerate() {
        let kind = child.kind();
        // The first and the last are the delimiters.
        if place == 0 || place + 1 == count || manifest.separators.iter().any(|s| s == kind) {
            open = false;
            continue;
        }
        match parts.last_mut().filter(|_| open) {
            Some(part) => {
                let end = child.range();
                part.end_byte = end.end_byte;
                part.end_point = end.end_point;
            }
            None => parts.push(child.range()),
        }
        open = true;
    }
    parts
}

fn parse(tools: &mut Tools<'_>, range: Range, source: &[u8]) -> Option<Tree> {
    let end = range.end_byte;
    let after = tools.manifest.after.as_bytes();
    let widened = Range {
        end_byte: end + after.len(),
        end_point: Point {
            row: range.end_point.row,
            column: range.end_point.column + after.len(),
        },
        ..range
    };
    tools.parser.set_included_ranges(&[widened]).ok()?;
    let mut read = |at: usize, _| match at.checked_sub(end) {
        Some(past) => after.get(past..).unwrap_or(&[]),
        None => source.get(at..end).unwrap_or(&[]),
    };
    let tree = Steps::of(end - range.start_byte).parse(tools.parser, &mut read);
    let _ = tools.parser.set_included_ranges(&[]);
    let tree = Tree::new(
        tools.compiled,
        &tree?,
        tools.next,
        tools.lines,
        &Added::default(),
    );
    tools.next += tree.count();
    Some(tree)
}
