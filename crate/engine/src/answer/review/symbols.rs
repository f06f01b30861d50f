//! Which symbols a change adds, removes, moves or alters: two states of a tree,
//! compared by what is written in each symbol itself, not in those inside it.

use crate::answer::view::View;
use crate::corpus::File;
use crate::extract::facts::Definition;
use crate::ids::{FileId, NodeId};
use crate::sort::Arrange;
use crate::text::Span;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What became of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub enum ChangeKind {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// Its declaration differs: parameters, types, modifiers, decorators.
    Signature,
    /// Its body differs.
    Body,
    /// Only its documentation differs.
    Documentation,
    /// It stands elsewhere or is called otherwise, and is the same.
    Moved,
}

/// A symbol that is not as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What became of it.
    pub kind: ChangeKind,
    /// The body differs as well, or it has moved as well.
    pub also: Vec<ChangeKind>,
    /// The symbol before.
    pub before: Option<NodeId>,
    /// The symbol after.
    pub after: Option<NodeId>,
}

/// A file before and after; one side is missing where it was added or removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The file before.
    pub before: Option<FileId>,
    /// The file after.
    pub after: Option<FileId>,
}

/// The files that differ, by path after. `renames` names old and new paths; a
/// file that is gone and one of the same bytes that is new are one too.
#[must_use]
pub fn files(before: &View<'_>, after: &View<'_>, renames: &[(String, String)]) -> Vec<Pair> {
    let known: BTreeMap<&str, &str> = renames
        .iter()
        .map(|(old, new)| (new.as_str(), old.as_str()))
        .collect();
    let old_paths: BTreeSet<&str> = renames.iter().map(|(old, _)| old.as_str()).collect();
    let mut pairs = Vec::new();
    let mut taken = BTreeSet::new();
    let mut fresh: Vec<(FileId, &File)> = Vec::new();
    for (id, file) in numbered(after) {
        let path = known.get(file.path.as_str()).copied().unwrap_or(&file.path);
        match before.corpus.find(path) {
            Some(old) => {
                taken.insert(old);
                let same = before
                    .corpus
                    .file(old)
                    .is_some_and(|old| old.hash == file.hash);
                if !same || path != file.path {
                    pairs.push(Pair {
                        before: Some(old),
                        after: Some(id),
                    });
                }
            }
            None => fresh.push((id, file)),
        }
    }
    let mut gone: Vec<(FileId, &File)> = numbered(before)
        .filter(|(id, file)| !taken.contains(id) && !old_paths.contains(file.path.as_str()))
        .collect();
    for (id, file) in fresh {
        let same = gone
            .iter()
            .position(|(_, old)| old.hash == file.hash && !file.text.is_empty());
        let before = same.map(|at| gone.remove(at).0);
        pairs.push(Pair {
            before,
            after: Some(id),
        });
    }
    pairs.extend(gone.into_iter().map(|(id, _)| Pair {
        before: Some(id),
        after: None,
    }));
    let path = |pair: &Pair| {
        let side = pair.after.and_then(|id| after.corpus.file(id));
        let side = side.or_else(|| pair.before.and_then(|id| before.corpus.file(id)));
        side.map_or("", |file| file.path.as_str())
    };
    pairs.arrange_by(|a, b| path(a).cmp(path(b)));
    pairs
}

fn numbered<'a>(view: &View<'a>) -> impl Iterator<Item = (FileId, &'a File)> + use<'a> {
    let files = view.corpus.files().iter().enumerate();
    files.map(|(at, file)| (FileId::at(at), file))
}

/// The symbols that differ in `pairs`, in the order of the files after.
#[must_use]
pub fn changes(before: &View<'_>, after: &View<'_>, pairs: &[Pair]) -> Vec<Change> {
    let mut found = Vec::new();
    let mut lost: Vec<Symbol> = Vec::new();
    let mut fresh: Vec<Symbol> = Vec::new();
    for pair in pairs {
        let old = pair
            .before
            .map(|id| symbols(before, id))
            .unwrap_or_default();
        let new = pair.after.map(|id| symbols(after, id)).unwrap_or_default();
        let moved = match (
            pair.before.and_then(|id| before.corpus.file(id)),
            pair.after.and_then(|id| after.corpus.file(id)),
        ) {
            (Some(old), Some(new)) => old.path != new.path,
            _ => false,
        };
        let (matched, gone, come) = by_name(old, new);
        for (old, new) in matched {
            found.extend(altered(&old, &new, moved));
        }
        lost.extend(gone);
        fresh.extend(come);
    }
    // What is gone in one place and written alike in another has moved.
    for new in fresh {
        let same =
            |old: &Symbol| old.kind == new.kind && !old.body.is_empty() && old.body == new.body;
        let at = lost
            .iter()
            .position(|old| same(old) && old.name == new.name);
        let at = at.or_else(|| {
            lost.iter()
                .position(|old| same(old) && old.body.len() > MIN_BODY)
        });
        match at.map(|at| lost.remove(at)) {
            Some(old) => found.extend(altered(&old, &new, true)),
            None => found.push(Change {
                kind: ChangeKind::Added,
                also: Vec::new(),
                before: None,
                after: Some(new.node),
            }),
        }
    }
    let removed = lost.into_iter().map(|old| Change {
        kind: ChangeKind::Removed,
        also: Vec::new(),
        before: Some(old.node),
        after: None,
    });
    found.extend(removed);
    found.arrange_by_key(|change| (change.after.is_none(), change.after.or(change.before)));
    found
}

/// Bodies of fewer bytes are alike by chance.
const MIN_BODY: usize = 30;

/// A symbol as it is compared.
struct Symbol {
    node: NodeId,
    kind: crate::extract::facts::Kind,
    name: String,
    /// Qualified name within the file, without the number of an overload.
    key: String,
    /// Declaration with decorators and modifiers, white space folded.
    signature: String,
    doc: String,
    /// What is written in the body itself, white space folded.
    body: String,
}

fn symbols(view: &View<'_>, file: FileId) -> Vec<Symbol> {
    let Some(stored) = view.corpus.file(file) else {
        return Vec::new();
    };
    let text = stored.text.unpack().unwrap_or_default();
    let outline = stored.facts.outline();
    let mut inside: Vec<Vec<Span>> = vec![Vec::new(); outline.len()];
    for definition in outline {
        if let Some(container) = definition.container
            && let Some(list) = inside.get_mut(container.index())
        {
            list.push(definition.span);
        }
    }
    let symbols = view.corpus.symbols(file).zip(outline).zip(&inside);
    let symbols = symbols.map(|((symbol, definition), inside)| {
        let node = view.graph.symbol_node(symbol);
        let qualified = view.graph.qualified_name(node);
        let key = qualified.split('#').next().unwrap_or(&qualified);
        Symbol {
            node,
            kind: definition.kind,
            name: view.graph.name(node).to_owned(),
            key: key.to_owned(),
            signature: declaration(&text, definition),
            doc: folded(&definition.doc, inside),
            body: body(&text, definition, inside),
        }
    });
    // An extension block speaks through the type that it extends.
    symbols
        .filter(|symbol| view.graph.node(symbol.node).kind == symbol.kind)
        .collect()
}

/// Decorators and modifiers, then the declaration, white space folded.
fn declaration(text: &[u8], definition: &Definition) -> String {
    let first = definition
        .decorators
        .iter()
        .map(|decorator| decorator.line)
        .min();
    let start = first.map_or(definition.span.start, |line| line_start(text, line));
    let head = Span {
        start: start.min(definition.span.start),
        end: definition.name_span.start,
    };
    let head = slice(text, head);
    let folded: Vec<&str> = head.split_whitespace().collect();
    format!(
        "{} {} {:x}",
        folded.join(" "),
        definition.signature,
        definition.flags.0
    )
}

/// The first byte of a line, 1-based.
fn line_start(text: &[u8], line: u32) -> u32 {
    let mut breaks = memchr::memchr_iter(b'\n', text);
    let before = line.checked_sub(2).and_then(|nth| breaks.nth(nth as usize));
    before.map_or(0, |at| at as u32 + 1)
}

/// The text of a definition's body without what is defined inside it. In a
/// container, comments between its members are theirs.
fn body(text: &[u8], definition: &Definition, inside: &[Span]) -> String {
    let span = if definition.body.is_empty() {
        after_name(definition)
    } else {
        definition.body
    };
    let mut own = String::new();
    let mut at = span.start;
    for member in inside.iter().filter(|member| span.contains(**member)) {
        own.push_str(&slice(
            text,
            Span {
                start: at,
                end: member.start.max(at),
            },
        ));
        at = member.end.max(at);
    }
    own.push_str(&slice(
        text,
        Span {
            start: at,
            end: span.end.max(at),
        },
    ));
    folded(&own, inside)
}

/// `text` with white space folded; with members inside also without comments.
fn folded(text: &str, inside: &[Span]) -> String {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| inside.is_empty() || !is_comment(line));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    words.join(" ")
}

/// What follows the name of a definition without a body: a field's type and value.
fn after_name(definition: &Definition) -> Span {
    Span {
        start: definition.name_span.end.max(definition.span.start),
        end: definition.span.end,
    }
}

fn is_comment(line: &str) -> bool {
    ["//", "/*", "*", "#", "--"]
        .iter()
        .any(|marker| line.starts_with(marker))
}

fn slice(text: &[u8], span: Span) -> String {
    let bytes = text
        .get(span.start as usize..span.end as usize)
        .unwrap_or(&[]);
    String::from_utf8_lossy(bytes).into_owned()
}

type Matched = (Vec<(Symbol, Symbol)>, Vec<Symbol>, Vec<Symbol>);

/// Pairs of the same qualified name and kind. Among overloads those that are
/// written alike first, then in order.
fn by_name(old: Vec<Symbol>, new: Vec<Symbol>) -> Matched {
    let mut waiting: BTreeMap<(String, &str), Vec<Symbol>> = BTreeMap::new();
    for symbol in old {
        let key = (symbol.key.clone(), symbol.kind.as_str());
        waiting.entry(key).or_default().push(symbol);
    }
    let (mut matched, mut rest) = (Vec::new(), Vec::new());
    for symbol in new {
        let group = waiting.get_mut(&(symbol.key.clone(), symbol.kind.as_str()));
        let alike = group.and_then(|group| {
            let at = group
                .iter()
                .position(|old| old.signature == symbol.signature && old.body == symbol.body)?;
            Some(group.remove(at))
        });
        match alike {
            Some(old) => matched.push((old, symbol)),
            None => rest.push(symbol),
        }
    }
    let mut come = Vec::new();
    for symbol in rest {
        let group = waiting.get_mut(&(symbol.key.clone(), symbol.kind.as_str()));
        let same = |group: &Vec<Symbol>| {
            group
                .iter()
                .position(|old| old.signature == symbol.signature)
                .or((!group.is_empty()).then_some(0))
        };
        match group.and_then(|group| same(group).map(|at| group.remove(at))) {
            Some(old) => matched.push((old, symbol)),
            None => come.push(symbol),
        }
    }
    (matched, waiting.into_values().flatten().collect(), come)
}

fn altered(old: &Symbol, new: &Symbol, moved: bool) -> Option<Change> {
    let mut kinds = Vec::new();
    if old.signature != new.signature {
        kinds.push(ChangeKind::Signature);
    }
    let without = |symbol: &Symbol| symbol.body.replacen(&symbol.doc, "", 1);
    if old.body != new.body && (old.doc == new.doc || without(old) != without(new)) {
        kinds.push(ChangeKind::Body);
    }
    if old.doc != new.doc {
        kinds.push(ChangeKind::Documentation);
    }
    if moved {
        kinds.push(ChangeKind::Moved);
    }
    let mut kinds = kinds.into_iter();
    Some(Change {
        kind: kinds.next()?,
        also: kinds.collect(),
        before: Some(old.node),
        after: Some(new.node),
    })
}
