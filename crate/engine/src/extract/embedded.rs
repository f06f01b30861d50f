//! Text inside a file that its grammar leaves as tokens and that reads as code
//! of the same language: the arguments of macros. Each piece is parsed by
//! itself, in place, so that its nodes have the file's positions and an error
//! stays inside it; pieces inside pieces come next, to a fixed depth.

use crate::extract::Steps;
use crate::extract::events::Events;
use crate::extract::query::Compiled;
use crate::extract::vocabulary::Root;
use std::cell::OnceCell;
use tree_sitter::{Node, Parser, Point, QueryCursor, Range, Tree};

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
    /// A cursor.
    pub cursor: &'a mut QueryCursor,
    /// What stands behind a piece so that it is a statement.
    pub after: &'a str,
}

/// The events of `top` and of the pieces inside it.
pub fn collect<'t>(tools: &mut Tools<'_>, top: &'t Layer, source: &[u8]) -> Events<'t> {
    let mut events = Events::default();
    let mut layer = top;
    for depth in 0..=DEPTH {
        let first = events.list.len();
        for (host, tree) in &layer.trees {
            if depth > 0
                && let Some(content) = tree.root_node().named_child(0)
            {
                events.embedded.insert(*host, content);
            }
            events.add(tools.compiled, tools.cursor, tree, source);
        }
        let pieces = pieces(&events, first);
        if pieces.is_empty() || depth == DEPTH {
            break;
        }
        layer = layer.below.get_or_init(|| {
            let parse = |(host, range)| Some((host, parse(tools, range, source)?));
            Box::new(Layer::of(pieces.into_iter().filter_map(parse).collect()))
        });
    }
    events.sort();
    events
}

/// The pieces that the events from `first` on name, by their nodes.
fn pieces(events: &Events<'_>, first: usize) -> Vec<(usize, Range)> {
    let mut pieces: Vec<(usize, Range)> = events.list[first..]
        .iter()
        .filter_map(|event| match event.root {
            Root::Embedded(inner) => Some((event.node.id(), range(event.node, inner))),
            _ => None,
        })
        .filter(|(_, range)| range.start_byte < range.end_byte)
        .collect();
    pieces.sort_by_key(|(_, range)| range.start_byte);
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

fn parse(tools: &mut Tools<'_>, range: Range, source: &[u8]) -> Option<Tree> {
    let end = range.end_byte;
    let after = tools.after.as_bytes();
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
    tree
}
