//! What a syntax error would take along. A parser ends what was left open wherever it
//! can, often behind the declarations that follow; people see by the layout where it
//! ends. Brackets that are not closed where the indentation says so are closed there, or
//! what they stand in is left out, and the file is read again.

use crate::extract::rows::{Node, Tree};
use crate::sort::Arrange;
use std::ops::Range;

/// What a tabulator counts.
const TAB: usize = 4;

/// How a text is read so that its errors stay where they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repair {
    /// What is left out.
    pub blanks: Vec<Range<usize>>,
    /// What is added, in front of which place.
    pub closers: Vec<(usize, u8)>,
}

/// A bracket that is open.
#[derive(Clone, Debug)]
struct Open {
    at: usize,
    /// Where its line begins.
    row: usize,
    closer: u8,
    line: Indent,
    /// Where the layout ends what it opens.
    end: Option<usize>,
}

/// How far a line is indented, and the one that it goes on.
#[derive(Clone, Copy, Debug, Default)]
struct Indent {
    own: usize,
    base: usize,
}

#[derive(Default)]
struct Layout {
    open: Vec<Open>,
    /// Brackets that are closed nowhere.
    left: Vec<Open>,
    /// Closing ones that nothing opens.
    extra: Vec<usize>,
    /// Lines with brackets whose other one is in another line, in order of the closing.
    spanning: Vec<usize>,
    lines: Vec<Indent>,
    line: Option<Indent>,
    /// Where the line begins.
    row: usize,
    /// Whether the line begins with a bracket that nothing opens.
    is_extra: bool,
    /// Where what was read last ends.
    last: usize,
}

/// What brackets say against the layout of `source`, which was read to `tree` after the
/// repair `before`.
#[must_use]
pub fn brackets(tree: &Tree, source: &[u8], before: &Repair) -> Repair {
    let mut layout = Layout::default();
    pieces(tree, source, &mut |piece| {
        layout.add(&piece, source);
        true
    });
    while let Some(open) = layout.open.pop() {
        layout.leave(open, source.len());
    }
    // What was added before has no place in the text, and is found missing again.
    let mut repair = layout.repair(source);
    repair.blanks.extend_from_slice(&before.blanks);
    repair
}

/// The first string in an error that does not end with its line, whose line is left out.
#[must_use]
pub fn string(tree: &Tree, source: &[u8], before: &Repair) -> Repair {
    let mut last = 0;
    let mut open = None;
    let mut found = None;
    pieces(tree, source, &mut |piece| {
        let Range { start, end } = piece.at;
        if source[last..end].contains(&b'\n') {
            found = std::mem::take(&mut open);
        }
        last = end;
        let quote = source[start];
        if end - start == 1 && matches!(quote, b'"' | b'\'') {
            open = match open {
                Some(at) if source[at] == quote => None,
                None if piece.in_error => Some(start),
                other => other,
            };
        }
        found.is_none()
    });
    let mut repair = before.clone();
    let lines = found.or(open).map(|at| line(source, at));
    repair.blanks.extend(lines);
    repair
}

/// A token, a leaf of the tree, or a byte that is in no node.
struct Piece {
    at: Range<usize>,
    is_token: bool,
    in_error: bool,
}

/// Hands what a tree and `source` are made of to `each`, in order, as long as it says so;
/// without comments and the like.
fn pieces(tree: &Tree, source: &[u8], each: &mut dyn FnMut(Piece) -> bool) {
    let mut from = 0;
    for node in tree.nodes() {
        let at = node.byte_range();
        let is_comment = node.is_extra() && !node.is_error();
        let is_leaf = node.first_child().is_none() && !node.is_error();
        if at.start < from || !(is_comment || is_leaf) {
            continue;
        }
        // Tokens that the grammar hides are in no node either.
        let outer = std::iter::successors(Some(node), |node| node.parent());
        let mut outer = outer.filter(|outer| outer.start_byte() <= from);
        let blank = || source[from..at.start].trim_ascii().is_empty();
        let in_error = !blank() && outer.next().is_some_and(Node::is_error);
        if in_error && !skipped(source, from..at.start, each) {
            return;
        }
        from = at.end;
        let in_error = node.parent().is_some_and(Node::is_error);
        let is_token = !node.is_named();
        if !is_comment
            && !at.is_empty()
            && !each(Piece {
                at,
                is_token,
                in_error,
            })
        {
            return;
        }
    }
    skipped(source, from..source.len(), each);
}

/// Hands the bytes of `range`, which no node has, to `each`.
fn skipped(source: &[u8], range: Range<usize>, each: &mut dyn FnMut(Piece) -> bool) -> bool {
    let mut written = range.filter(|at| !source[*at].is_ascii_whitespace());
    written.all(|at| {
        each(Piece {
            at: at..at + 1,
            is_token: true,
            in_error: true,
        })
    })
}

/// The bytes of the line around `at`, the break left out.
fn line(source: &[u8], at: usize) -> Range<usize> {
    let start = memchr::memrchr(b'\n', &source[..at]).map_or(0, |at| at + 1);
    let end = memchr::memchr(b'\n', &source[at..]).map_or(source.len(), |end| at + end);
    start..end
}

/// How far a line that begins with `blanks` is indented.
fn indentation(blanks: &[u8]) -> usize {
    blanks.iter().fold(0, |width, byte| match byte {
        b'\t' => width + TAB,
        _ => width + 1,
    })
}

impl Layout {
    fn add(&mut self, piece: &Piece, source: &[u8]) {
        let Range { start, end } = piece.at;
        let text = &source[start..end];
        let (first, last) = (text[0], text[text.len() - 1]);
        let closes = piece.is_token && matches!(first, b')' | b']' | b'}');
        let begins = self.line.is_none() || source[self.last..start].contains(&b'\n');
        if begins {
            let row = line(source, start).start;
            self.begin(indentation(&source[row..start]), row, closes);
        }
        if closes {
            self.close(start, first, begins);
        }
        let closer = match last {
            b'(' => b')',
            b'[' => b']',
            b'{' => b'}',
            _ => 0,
        };
        if piece.is_token && closer != 0 {
            self.open.push(Open {
                at: end - 1,
                row: self.row,
                closer,
                line: self.line.unwrap_or_default(),
                end: None,
            });
        }
        self.last = end;
        if let Some(within) = memchr::memrchr(b'\n', text) {
            self.row = start + within + 1;
        }
    }

    /// A line begins.
    fn begin(&mut self, own: usize, row: usize, closes: bool) {
        // What was opened in the line before is what this one is indented for.
        let before = self.row;
        let is_inside = self.open.last().is_some_and(|open| open.row == before);
        while self.lines.last().is_some_and(|line| line.own > own) {
            self.lines.pop();
        }
        let base = match self.lines.last() {
            Some(line) if !is_inside => line.base,
            _ => own,
        };
        let line = Indent { own, base };
        match self.lines.last_mut() {
            Some(last) if last.own == own => *last = line,
            _ => self.lines.push(line),
        }
        self.line = Some(line);
        self.row = row;
        self.is_extra = false;
        if closes {
            return;
        }
        // Every bracket is looked at once, but for the one that ends the search.
        let open = self.open.iter_mut().rev();
        for open in open.take_while(|open| open.line.own >= own && open.end.is_none()) {
            open.end = Some(self.last);
        }
    }

    /// A bracket is closed, at the beginning of a line or inside it.
    fn close(&mut self, at: usize, closer: u8, begins: bool) {
        let own = self.line.map_or(0, |line| line.own);
        if begins {
            while let Some(open) = self.open.pop_if(|open| open.line.base > own) {
                self.leave(open, self.last);
            }
            self.is_extra = self.open.last().is_none_or(|open| open.line.own < own);
        }
        if self.is_extra {
            self.extra.push(at);
            return;
        }
        let Some(open) = self.open.pop_if(|open| open.closer == closer) else {
            return;
        };
        if open.row == self.row {
            return;
        }
        self.spanning.extend([open.row, self.row]);
        // What follows in this line goes on the statement that the other one is in.
        if let Some(line) = &mut self.line {
            line.base = line.base.min(open.line.base);
        }
    }

    fn leave(&mut self, mut open: Open, end: usize) {
        open.end = open.end.or(Some(end));
        self.left.push(open);
    }

    fn repair(mut self, source: &[u8]) -> Repair {
        let mut repair = Repair {
            blanks: self.extra.iter().map(|at| *at..at + 1).collect(),
            closers: Vec::new(),
        };
        self.spanning.arrange();
        self.left.arrange_by_key(|open| open.row);
        for open in self.left.chunk_by(|a, b| a.row == b.row) {
            let whole = line(source, open[0].at);
            match open {
                [one] if source[one.at + 1..whole.end].trim_ascii().is_empty() => {
                    let end = one.end.unwrap_or(source.len());
                    repair.closers.extend([(end, b'\n'), (end, one.closer)]);
                }
                several if self.spanning.binary_search(&open[0].row).is_ok() => {
                    let brackets = several.iter().map(|open| open.at..open.at + 1);
                    repair.blanks.extend(brackets);
                }
                // One that is not closed in its line the parser gets over by itself.
                [one] if one.closer != b'}' => {}
                _ => repair.blanks.push(whole),
            }
        }
        repair
    }
}
