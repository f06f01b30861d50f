//! What a query names as a whole: a path, or a name with the names around it
//! (`Outer.Inner.name`, `a::B#c`, `src/a.py:B.c`).
//!
//! Its end is the name of a node, and what is before it the names around that node, in
//! their order: those of symbols, of its file, of folders. A name may itself hold what
//! separates names (`a.py`, a heading, a setting).

use crate::extract::facts::Flags;
use crate::graph::Graph;
use crate::ids::NodeId;
use crate::search::find::Index;
use crate::search::keep::Keep;
use crate::search::names::{begun, folded};
use crate::search::tokens::{Parts, name_key};
use crate::sort::merge;
use crate::tier::Tier;

/// Longest text that may be a name, bytes.
const LONGEST: usize = 1000;
/// Pieces of a text that are looked at.
const MOST_PIECES: usize = 32;
/// Factor for each name that the query leaves out, and for what is not the product.
const LEFT_OUT: f32 = 0.98;
/// Factor where the names go on outside what the query says of them.
const WIDER: f32 = 0.97;
/// Factor where the first names are not found: they may say where the tree lies, or what
/// it is called.
pub const ELSEWHERE: f32 = 0.8;
/// Names that stand for the root of a package or an unknown instance.
pub const ROOTS: &[&str] = &["crate", "self", "super", "this", "~", "@", "."];
/// What separates names: paths, scopes, members, members of instances.
const SEPARATORS: &[char] = &['/', '\\', ':', '.', '#'];

/// A text taken apart where names may end.
struct Pieces<'a> {
    text: &'a str,
    pieces: Vec<Piece>,
    parts: Parts,
}

/// What stands between two separators.
struct Piece {
    start: usize,
    end: usize,
    key: String,
}

/// The nodes that `text` names as a whole and that may be found, by how well, up to
/// 1, in node order; none where it is one name, or says more than a name. While it is
/// being typed, its end may be unfinished.
#[must_use]
pub fn matches(index: &Index<'_>, text: &str, typing: bool, keep: &Keep<'_>) -> Vec<(NodeId, f32)> {
    let Index { graph, lexical, .. } = *index;
    let mut found = Vec::new();
    let (text, ordinal) = numbered(text);
    let text = plain(text);
    let mut pieces = Pieces::of(&text);
    let mut add = |pieces: &mut Pieces<'_>, node: NodeId, outer: usize, quality: f32| {
        let tier = match lexical.tiers().get(node.index()) {
            Some(Tier::Product) | None => 1.0,
            Some(_) => LEFT_OUT,
        };
        if keep.admits(graph, node)
            && let Some(around) = pieces.around(graph, node, outer)
        {
            let numbered = ordinal.is_none_or(|ordinal| graph.fqn(node).ends_with(ordinal));
            let numbered = if numbered { 1.0 } else { LEFT_OUT };
            found.push((node, quality * around * tier * numbered));
        }
    };
    let count = pieces.pieces.len();
    for first in (0..count).filter(|_| count > 1 || ordinal.is_some()) {
        let key = pieces.key(first, count);
        let postings = lexical.names().get(&key).into_iter().flatten();
        let coded = postings.map(|posting| NodeId(posting.document));
        let written = graph.name_id(pieces.written(first, count));
        let written = written.map_or(&[][..], |name| graph.named(name));
        let is_outline = |node: &NodeId| graph.node(*node).flags.has(Flags::OUTLINE);
        for node in coded.chain(written.iter().copied().filter(is_outline)) {
            let quality = pieces.spelled(graph.name(node), count);
            add(&mut pieces, node, first, quality);
        }
        if typing {
            begun(lexical, &key, |quality, postings| {
                for posting in postings {
                    add(&mut pieces, NodeId(posting.document), first, quality);
                }
                true
            });
        }
    }
    merge(&mut found, |best, other| *best = best.max(other));
    found
}

impl<'a> Pieces<'a> {
    fn of(text: &'a str) -> Self {
        let mut parts = Parts::default();
        let mut pieces = Vec::new();
        let most = if text.len() > LONGEST { 0 } else { text.len() };
        let whole = text.get(..most).unwrap_or_default();
        for piece in whole.split(SEPARATORS) {
            let start = piece.as_ptr() as usize - text.as_ptr() as usize;
            let is_root = pieces.is_empty() && ROOTS.contains(&piece);
            if !piece.is_empty() && !is_root && pieces.len() < MOST_PIECES {
                let (end, key) = (start + piece.len(), name_key(piece, &mut parts).to_owned());
                pieces.push(Piece { start, end, key });
            }
        }
        Self {
            text,
            pieces,
            parts,
        }
    }

    /// The pieces from `first` to before `end` as one name.
    fn key(&self, first: usize, end: usize) -> String {
        let pieces = self.pieces.get(first..end).unwrap_or(&[]);
        pieces.iter().map(|piece| piece.key.as_str()).collect()
    }

    /// What is written from the piece `first` to before the piece `end`.
    fn written(&self, first: usize, end: usize) -> &str {
        let pieces = self.pieces.get(first..end).unwrap_or(&[]);
        let ends = pieces.first().zip(pieces.last());
        let range = ends.map(|(first, last)| first.start..last.end);
        range.and_then(|range| self.text.get(range)).unwrap_or("")
    }

    /// How well `name` is what is written before the piece `end`, where its key is.
    fn spelled(&self, name: &str, end: usize) -> f32 {
        let before = self
            .pieces
            .get(end - 1)
            .and_then(|last| self.text.get(..last.end));
        let before = before.and_then(|before| before.strip_suffix(name));
        match before {
            Some(before) if before.is_empty() || before.ends_with(SEPARATORS) => 1.0,
            _ => folded(name, self.text),
        }
    }

    /// Where the pieces before `end` begin that are `name`, and how well they are.
    fn last(&mut self, name: &str, end: usize) -> Option<(usize, f32)> {
        let nearest = self.pieces.get(end.wrapping_sub(1))?;
        if name.is_ascii() && !may_end(name, &nearest.key) {
            return None;
        }
        let mut first = end;
        let mut rest = name_key(name, &mut self.parts);
        while !rest.is_empty() {
            first = first.checked_sub(1)?;
            rest = rest.strip_suffix(self.pieces.get(first)?.key.as_str())?;
        }
        (first < end).then(|| (first, self.spelled(name, end)))
    }

    /// How well the names around `node` are the pieces before `open`, if they are.
    fn around(&mut self, graph: &Graph, node: NodeId, mut open: usize) -> Option<f32> {
        let all = open;
        let mut quality = 1.0;
        let mut gap = 1.0;
        chain(graph, node, &mut |name, is_file| {
            if open == 0 {
                quality *= if is_file { 1.0 } else { WIDER };
                return false;
            }
            let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
            let mut fit = self.last(name, open);
            if is_file && fit.is_none() {
                fit = self.last(stem, open);
            }
            match fit {
                Some((first, fit)) => {
                    quality *= gap * fit;
                    (open, gap) = (first, 1.0);
                }
                // A file is left out as a rule.
                None if is_file => {}
                None => gap *= LEFT_OUT,
            }
            true
        });
        let found = all - open;
        let is_path = self.text.contains(['/', '\\']);
        match open {
            0 => Some(quality),
            _ if found > 0 && (open == 1 || is_path) => {
                let share = (found + 1) as f32 / (all + 1) as f32;
                Some(quality * ELSEWHERE * share)
            }
            _ => None,
        }
    }
}

/// Whether the key of `name` may end with `key`; most do not.
fn may_end(name: &str, key: &str) -> bool {
    let mut letters = name.bytes().rev().filter(u8::is_ascii_alphanumeric);
    let fits = |letter: u8| {
        letters
            .next()
            .is_some_and(|own| own.to_ascii_lowercase() == letter)
    };
    key.bytes().rev().all(fits) || !name.bytes().any(|byte| byte.is_ascii_alphanumeric())
}

/// Calls `each` with the names around `node`, from the inside out, and whether it is
/// that of its file, until it answers `false`.
fn chain(graph: &Graph, node: NodeId, each: &mut dyn FnMut(&str, bool) -> bool) {
    let is_symbol = |node| graph.node(node).symbol.is_some();
    let mut at = node;
    while is_symbol(at) {
        let row = graph.node(at);
        let (qualifier, name) = (graph.text(row.qualifier), graph.text(row.name));
        if at != node && !each(name, false) || !qualifier.is_empty() && !each(qualifier, false) {
            return;
        }
        at = row.parent;
    }
    let mut is_file = is_symbol(node);
    let around = graph.path(node).rsplit('/');
    for name in around.skip(usize::from(!is_file)) {
        if !each(name, std::mem::take(&mut is_file)) {
            return;
        }
    }
}

/// `text` without the number that tells definitions of one name apart, and that (`#2`).
fn numbered(text: &str) -> (&str, Option<&str>) {
    let Some(at) = text.rfind('#') else {
        return (text, None);
    };
    let (name, ordinal) = text.split_at(at);
    let number = ordinal.get(1..).unwrap_or_default();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    match is_number && !name.is_empty() {
        true => (name, Some(ordinal)),
        false => (text, None),
    }
}

/// `text` without arguments behind it, the star of a receiver (Go), arrows, and the
/// line of a path.
fn plain(text: &str) -> String {
    let text = without_line(text);
    let mut depth = 0;
    let opened = text.rfind(|c| {
        depth += i32::from(c == ')') - i32::from(c == '(');
        depth <= 0
    });
    let named = opened.and_then(|at| text.get(..at));
    let named = named.filter(|named| !named.is_empty() && text.ends_with(')'));
    let named = named.unwrap_or(text).replace("->", ".");
    match named.contains("(*") {
        true => named.replace("(*", "").replace(')', ""),
        false => named,
    }
}

/// `a/b.rs:12:3` → `a/b.rs`.
#[must_use]
pub fn without_line(path: &str) -> &str {
    let mut path = path;
    while let Some((before, after)) = path.rsplit_once(':')
        && !after.is_empty()
        && !before.ends_with(':')
        && after.bytes().all(|byte| byte.is_ascii_digit())
    {
        path = before;
    }
    path
}
