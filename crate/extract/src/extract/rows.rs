//! The syntax tree of a file in rows, one a node, outer before inner.
//!
//! tree-sitter finds a node's parent by descending from the root, its next
//! sibling and its fields by going through its siblings. All of them are asked
//! for several times a node, and cost more than the parse; here the tree is
//! walked once, and then every one of them is a look into a table.

use crate::extract::copy::Added;
use crate::extract::query::Compiled;
use crate::text::Span;
use std::sync::Arc;
use tree_sitter::{Language, Point, Range};

/// Where the lines of a text begin.
#[derive(Clone, Debug)]
pub struct Lines(Arc<[u32]>);

/// A tree.
#[derive(Debug)]
pub struct Tree {
    rows: Vec<Row>,
    /// The number of the root among the nodes of all trees of a file.
    first: usize,
    grammar: Language,
    lines: Lines,
    errors: usize,
}

/// A node of a tree.
#[derive(Clone, Copy, Debug)]
pub struct Node<'t> {
    tree: &'t Tree,
    place: u32,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    kind: u16,
    field: u16,
    named: bool,
    extra: bool,
    start: u32,
    end: u32,
    parent: u32,
    /// The place after the last node inside.
    after: u32,
}

impl Lines {
    /// The lines of `source`, which only line feeds end.
    #[must_use]
    pub fn of(source: &[u8]) -> Self {
        let breaks = memchr::memchr_iter(b'\n', source);
        Self(
            std::iter::once(0)
                .chain(breaks.map(|at| at as u32 + 1))
                .collect(),
        )
    }

    fn row(&self, byte: u32) -> usize {
        self.0.partition_point(|start| *start <= byte) - 1
    }

    fn point(&self, byte: u32) -> Point {
        let row = self.row(byte);
        Point::new(row, (byte - self.0[row]) as usize)
    }
}

impl Tree {
    /// The rows of `tree`, whose root is node number `first` of its file, from 1,
    /// whose text has `lines` and was parsed with what is `added`.
    #[must_use]
    pub fn new(
        compiled: &Compiled,
        tree: &tree_sitter::Tree,
        first: usize,
        lines: &Lines,
        added: &Added,
    ) -> Self {
        let root = tree.root_node();
        let (rows, errors) = rows(compiled, root, added);
        // What is missing may have no node that is seen.
        let errors = errors.max(usize::from(root.has_error()));
        Self {
            rows,
            first,
            grammar: compiled.grammar.clone(),
            lines: lines.clone(),
            errors,
        }
    }

    /// The node around all others.
    #[must_use]
    pub const fn root(&self) -> Node<'_> {
        Node {
            tree: self,
            place: 0,
        }
    }

    /// All nodes, outer before inner.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        (0..self.rows.len() as u32).map(|place| Node { tree: self, place })
    }

    /// The nodes that begin in `span`, outer before inner.
    pub fn nodes_from(&self, span: Span) -> impl Iterator<Item = Node<'_>> {
        // Outer before inner is by start.
        let place = |byte| self.rows.partition_point(|row| row.start < byte) as u32;
        (place(span.start)..place(span.end)).map(|place| Node { tree: self, place })
    }

    /// How many nodes there are.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.rows.len()
    }

    /// How many mistakes the parser met.
    #[must_use]
    pub const fn errors(&self) -> usize {
        self.errors
    }
}

/// Lists the nodes from `root` on, and counts what is wrong.
fn rows(compiled: &Compiled, root: tree_sitter::Node<'_>, added: &Added) -> (Vec<Row>, usize) {
    let has_error = root.has_error();
    let mut errors = 0;
    let mut rows = Vec::with_capacity(root.descendant_count());
    let mut cursor = root.walk();
    let mut parent = 0;
    loop {
        let node = cursor.node();
        let place = rows.len() as u32;
        let kind = node.kind_id();
        let named = compiled.query.is_named(kind);
        errors += usize::from(has_error && (node.is_error() || node.is_missing()));
        rows.push(Row {
            kind,
            field: cursor.field_id().map_or(0, std::num::NonZeroU16::get),
            named,
            extra: named && node.is_extra(),
            start: added.in_text(node.start_byte() as u32),
            end: added.in_text(node.end_byte() as u32),
            parent,
            after: place + 1,
        });
        if cursor.goto_first_child() {
            parent = place;
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return (rows, errors);
            }
            let count = rows.len() as u32;
            let row = &mut rows[parent as usize];
            row.after = count;
            parent = row.parent;
        }
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for Node<'_> {}

impl<'t> Node<'t> {
    fn row(self) -> &'t Row {
        &self.tree.rows[self.place as usize]
    }

    const fn at(self, place: u32) -> Self {
        Self {
            tree: self.tree,
            place,
        }
    }

    /// Its number among the nodes of all trees of a file.
    #[must_use]
    pub const fn id(self) -> usize {
        self.tree.first + self.place as usize
    }

    /// The number of its kind.
    #[must_use]
    pub fn kind_id(self) -> u16 {
        self.row().kind
    }

    /// The name of its kind.
    #[must_use]
    pub fn kind(self) -> &'t str {
        self.tree
            .grammar
            .node_kind_for_id(self.kind_id())
            .unwrap_or("ERROR")
    }

    /// The number of the field it is in its parent; 0 for none.
    #[must_use]
    pub fn field_id(self) -> u16 {
        self.row().field
    }

    /// Whether its kind has a name in the grammar, as tokens such as `(` have none.
    #[must_use]
    pub fn is_named(self) -> bool {
        self.row().named
    }

    /// Whether it may stand anywhere, as comments do.
    #[must_use]
    pub fn is_extra(self) -> bool {
        self.row().extra
    }

    /// Whether it is what the parser found no rule for.
    #[must_use]
    pub fn is_error(self) -> bool {
        self.kind_id() == u16::MAX
    }

    /// Byte where it begins.
    #[must_use]
    pub fn start_byte(self) -> usize {
        self.row().start as usize
    }

    /// Byte where it has ended.
    #[must_use]
    pub fn end_byte(self) -> usize {
        self.row().end as usize
    }

    /// Its bytes.
    #[must_use]
    pub fn byte_range(self) -> std::ops::Range<usize> {
        self.start_byte()..self.end_byte()
    }

    /// Its bytes, rows and columns.
    #[must_use]
    pub fn range(self) -> Range {
        let row = self.row();
        Range {
            start_byte: row.start as usize,
            end_byte: row.end as usize,
            start_point: self.tree.lines.point(row.start),
            end_point: self.tree.lines.point(row.end),
        }
    }

    /// The row where it begins, from 0.
    #[must_use]
    pub fn start_row(self) -> usize {
        self.tree.lines.row(self.row().start)
    }

    /// The row where it has ended, from 0.
    #[must_use]
    pub fn end_row(self) -> usize {
        self.tree.lines.row(self.row().end)
    }

    /// The row of its last byte: a node that ends with a line break ends before it.
    #[must_use]
    pub fn last_row(self) -> usize {
        let row = self.row();
        self.tree
            .lines
            .row(row.end.saturating_sub(1).max(row.start))
    }

    /// The node around it.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        (self.place > 0).then(|| self.at(self.row().parent))
    }

    /// Its children.
    pub fn children(self) -> impl Iterator<Item = Self> {
        std::iter::successors(self.first_child(), |child| child.next_sibling())
    }

    /// Its children, tokens left out.
    pub fn named_children(self) -> impl Iterator<Item = Self> {
        self.children().filter(|child| child.is_named())
    }

    /// The first of its children that is `field`.
    #[must_use]
    pub fn child_by_field_id(self, field: u16) -> Option<Self> {
        self.children().find(|child| child.field_id() == field)
    }

    /// The first of its children that is the field `name`.
    #[must_use]
    pub fn child_by_field_name(self, name: &str) -> Option<Self> {
        let field = self.tree.grammar.field_id_for_name(name)?;
        self.child_by_field_id(field.get())
    }

    /// The sibling before it.
    #[must_use]
    pub fn prev_sibling(self) -> Option<Self> {
        self.parent()?
            .children()
            .take_while(|sibling| sibling.place < self.place)
            .last()
    }

    /// The first node inside.
    #[must_use]
    pub fn first_child(self) -> Option<Self> {
        let next = self.place + 1;
        (next < self.row().after).then(|| self.at(next))
    }

    /// The sibling after it.
    #[must_use]
    pub fn next_sibling(self) -> Option<Self> {
        let after = self.row().after;
        let sibling = self.tree.rows.get(after as usize)?;
        (self.place > 0 && sibling.parent == self.row().parent).then(|| self.at(after))
    }
}
