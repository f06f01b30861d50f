//! Which symbols a change adds, removes, moves or alters: two states of a tree,
//! compared by what is written in each symbol itself, not in those inside it.

use crate::answer::review::own::{self, Own, extended};
use crate::answer::review::similar;
use crate::answer::view::View;
use crate::corpus::{ContentHash, File};
use crate::extract::facts::{Definition, Flags, Kind};
use crate::ids::{FileId, NodeId};
use crate::intern::Names;
use crate::sort::Arrange;
use crate::text::Span;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

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
    /// What a file imports differs.
    Imports,
}

/// A symbol that is not as it was, or a file of which that is true outside its symbols.
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
    /// Whether calls as they were fit the changed declaration: all that is new in it
    /// may be left out, or only parameters are called otherwise.
    pub fits: bool,
    /// Parameters that are called otherwise, by their old names, where nothing else of
    /// the declaration differs.
    pub recalled: Vec<String>,
    /// Extension blocks of the type that are gone, and that are new.
    pub blocks: [Vec<String>; 2],
}

impl Change {
    /// That something is new, gone or another.
    fn new(kind: ChangeKind, before: Option<NodeId>, after: Option<NodeId>) -> Self {
        Self {
            kind,
            also: Vec::new(),
            before,
            after,
            fits: false,
            recalled: Vec::new(),
            blocks: Default::default(),
        }
    }

    /// Whether the declaration changed.
    #[must_use]
    pub fn declares(&self) -> bool {
        self.is(ChangeKind::Signature)
    }

    /// Whether the declaration changed or is gone.
    #[must_use]
    pub fn alters_declaration(&self) -> bool {
        self.kind == ChangeKind::Removed || self.declares()
    }

    /// Whether it is elsewhere or called otherwise.
    #[must_use]
    pub fn moves(&self) -> bool {
        self.is(ChangeKind::Moved)
    }

    /// Whether it is of a file, outside its symbols.
    #[must_use]
    pub fn is_of_file(&self, before: &View<'_>, after: &View<'_>) -> bool {
        let of = |view: &View<'_>, node: Option<NodeId>| {
            node.is_some_and(|node| view.graph.node(node).symbol.is_none())
        };
        of(before, self.before) || of(after, self.after)
    }

    /// Whether the type implements less than it did.
    #[must_use]
    pub fn sheds(&self) -> bool {
        !self.blocks[0].is_empty()
    }

    /// Whether nothing but its documentation differs: what it does is the same.
    #[must_use]
    pub fn is_inert(&self) -> bool {
        self.kind == ChangeKind::Documentation && self.also.is_empty()
    }

    /// Whether what is written in it differs, beside its documentation.
    #[must_use]
    pub fn rewrites(&self) -> bool {
        self.declares()
            || [ChangeKind::Added, ChangeKind::Body]
                .iter()
                .any(|kind| self.is(*kind))
    }

    /// Whether those who use it may have to change: it is gone, or its declaration is
    /// another one.
    #[must_use]
    pub fn breaks(&self) -> bool {
        self.kind == ChangeKind::Removed || self.declares() && !self.fits
    }

    fn is(&self, kind: ChangeKind) -> bool {
        self.kind == kind || self.also.contains(&kind)
    }
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
    let mut gone: BTreeMap<ContentHash, VecDeque<FileId>> = BTreeMap::new();
    for (id, file) in numbered(before) {
        if !taken.contains(&id) && !old_paths.contains(file.path.as_str()) {
            gone.entry(file.hash).or_default().push_back(id);
        }
    }
    for (id, file) in fresh {
        let same = gone.get_mut(&file.hash).filter(|_| !file.text.is_empty());
        pairs.push(Pair {
            before: same.and_then(VecDeque::pop_front),
            after: Some(id),
        });
    }
    pairs.extend(gone.into_values().flatten().map(|id| Pair {
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

/// The symbols of files that differ, and these files themselves.
#[derive(Debug, Default)]
pub struct Compared {
    /// Those that differ, in the order of the files after.
    pub changes: Vec<Change>,
    /// By pair of files, what differs outside their symbols.
    pub own: Vec<Vec<ChangeKind>>,
    /// Nodes after by nodes before, of those that are on both sides.
    pub same: BTreeMap<NodeId, NodeId>,
}

impl Compared {
    fn meet(&mut self, old: &Symbol, new: &Symbol, moved: bool) {
        self.same.insert(old.node, new.node);
        self.changes.extend(altered(old, new, moved));
    }

    /// What the files of `pair` say outside their symbols.
    fn file(&mut self, before: &View<'_>, after: &View<'_>, pair: &Pair) {
        let (kind, own) = match (pair.before, pair.after) {
            (None, Some(new)) => (
                own::runs(after, new).then_some(ChangeKind::Added),
                Vec::new(),
            ),
            (Some(old), None) => (
                own::runs(before, old).then_some(ChangeKind::Removed),
                Vec::new(),
            ),
            (old, new) => {
                let own = Own::of(before, old).differs(&Own::of(after, new));
                let kind = own.first().filter(|kind| **kind == ChangeKind::Body);
                (kind.copied(), own)
            }
        };
        self.own.push(own);
        let nodes = (
            pair.before.map(|file| before.graph.file_node(file)),
            pair.after.map(|file| after.graph.file_node(file)),
        );
        let change = kind.map(|kind| Change::new(kind, nodes.0, nodes.1));
        self.changes.extend(change);
    }
}

/// The symbols in `pairs`, compared.
#[must_use]
pub fn compare(before: &View<'_>, after: &View<'_>, pairs: &[Pair]) -> Compared {
    let mut found = Compared::default();
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
            found.meet(&old, &new, moved);
        }
        lost.extend(gone);
        fresh.extend(come);
        found.file(before, after, pair);
    }
    let mut lost = Lost::new(lost);
    let mut come = Vec::new();
    for new in fresh {
        match lost.take(&new) {
            Some(old) => found.meet(&old, &new, true),
            None => come.push(new),
        }
    }
    let gone: Vec<Symbol> = lost.symbols.into_iter().flatten().collect();
    let moved = similar::pairs(&gone, &come);
    for (old, new) in &moved {
        found.meet(&gone[*old], &come[*new], true);
    }
    let is_moved = |symbol: &Symbol| {
        let mut nodes = moved
            .iter()
            .map(|(old, new)| (gone[*old].node, come[*new].node));
        nodes.any(|(_, new)| new == symbol.node)
    };
    let is_left = |symbol: &Symbol| {
        let mut nodes = moved.iter().map(|(old, _)| gone[*old].node);
        nodes.any(|old| old == symbol.node)
    };
    let added = come.iter().filter(|new| !is_moved(new));
    let added = added.map(|new| Change::new(ChangeKind::Added, None, Some(new.node)));
    found.changes.extend(added);
    let removed = gone.iter().filter(|old| !is_left(old));
    let removed = removed.map(|old| Change::new(ChangeKind::Removed, Some(old.node), None));
    found.changes.extend(removed);
    found
        .changes
        .arrange_by_key(|change| (change.after.is_none(), change.after.or(change.before)));
    found
}

/// What is gone in one place: written alike in another, it has moved.
struct Lost {
    symbols: Vec<Option<Symbol>>,
    /// By kind, body and name; without a name by the first two alone.
    alike: BTreeMap<(&'static str, String, String), VecDeque<usize>>,
}

impl Lost {
    fn new(symbols: Vec<Symbol>) -> Self {
        let mut alike: BTreeMap<_, VecDeque<usize>> = BTreeMap::new();
        for (at, old) in symbols.iter().enumerate() {
            let key = |name: &str| (old.kind.as_str(), old.said().to_owned(), name.to_owned());
            if !old.said().is_empty() {
                alike.entry(key(&old.name)).or_default().push_back(at);
            }
            if old.said().len() > MIN_BODY {
                alike.entry(key("")).or_default().push_back(at);
            }
        }
        Self {
            symbols: symbols.into_iter().map(Some).collect(),
            alike,
        }
    }

    /// Takes out what `new` was: of its name, or of any where its body is no chance.
    fn take(&mut self, new: &Symbol) -> Option<Symbol> {
        [new.name.as_str(), ""].into_iter().find_map(|name| {
            let key = (new.kind.as_str(), new.said().to_owned(), name.to_owned());
            let waiting = self.alike.get_mut(&key)?;
            std::iter::from_fn(|| waiting.pop_front())
                .find_map(|at| self.symbols.get_mut(at).and_then(Option::take))
        })
    }
}

/// Bodies of fewer bytes are alike by chance.
pub const MIN_BODY: usize = 30;

/// A symbol as it is compared.
pub struct Symbol {
    /// Its node on its side.
    pub node: NodeId,
    /// What it is.
    pub kind: Kind,
    flags: Flags,
    /// What it is called.
    pub name: String,
    /// Qualified name within the file, without the number of an overload.
    key: String,
    /// Declaration with decorators and modifiers, white space folded.
    signature: String,
    /// Names of the parameters, and whether a call may leave them out.
    parameters: Vec<(String, bool)>,
    doc: String,
    /// What is written in the body itself, white space folded.
    body: String,
    /// What is in it, of a container that says nothing itself.
    members: String,
    /// What extension blocks of the file say of it, but for what they hold.
    blocks: Blocks,
}

/// Extension blocks of a type, their members left out, white space folded.
#[derive(Default)]
struct Blocks {
    /// Those that say what it implements.
    promises: BTreeSet<String>,
    /// Those that hold members and say nothing else.
    plain: BTreeSet<String>,
}

impl Blocks {
    /// What these say and `other` do not. That there is one block more or less that only
    /// holds members says nothing.
    fn beyond(&self, other: &Self) -> Vec<String> {
        let holds = self.plain.is_subset(&other.plain) || other.plain.is_subset(&self.plain);
        let promises = self.promises.difference(&other.promises);
        let plain = self.plain.difference(&other.plain).filter(|_| !holds);
        promises.chain(plain).cloned().collect()
    }
}

impl Symbol {
    /// What it is known again by elsewhere.
    #[must_use]
    pub fn said(&self) -> &str {
        match self.body.as_str() {
            "" => &self.members,
            body => body,
        }
    }
}

/// The extension blocks of a file by the type of the file that they speak for: its place
/// among the definitions.
fn blocks(file: &File, text: &[u8], inside: &[Vec<Span>]) -> BTreeMap<usize, Blocks> {
    let mut found: BTreeMap<usize, Blocks> = BTreeMap::new();
    for (definition, inside) in file.facts.outline().iter().zip(inside) {
        let speaks = definition.kind == Kind::Extension;
        let Some(at) = extended(file, definition).filter(|_| speaks) else {
            continue;
        };
        let head = Span {
            start: whole(text, definition).start,
            end: definition.body.start,
        };
        let said = format!("{} {}", slice(text, head), body(text, definition, inside));
        let blocks = found.entry(at).or_default();
        let list = match definition.implements {
            Some(_) => &mut blocks.promises,
            None => &mut blocks.plain,
        };
        list.insert(folded(&said, inside));
    }
    found
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
            list.push(whole(&text, definition));
        }
    }
    let mut blocks = blocks(stored, &text, &inside);
    let symbols = view.corpus.symbols(file).zip(outline).zip(&inside);
    let symbols = symbols
        .enumerate()
        .map(|(at, ((symbol, definition), inside))| {
            let node = view.graph.symbol_node(symbol);
            let qualified = view.graph.qualified_name(node);
            let key = qualified.split('#').next().unwrap_or(&qualified);
            let body = body(&text, definition, inside);
            Symbol {
                node,
                kind: definition.kind,
                flags: definition.flags,
                name: view.graph.name(node).to_owned(),
                key: key.to_owned(),
                signature: declaration(&text, definition, !inside.is_empty()),
                parameters: parameters(definition, stored.facts.names()),
                doc: folded(&definition.doc, inside),
                members: match body.is_empty() && !inside.is_empty() {
                    true => folded(&slice(&text, definition.body), &[]),
                    false => String::new(),
                },
                body,
                blocks: blocks.remove(&at).unwrap_or_default(),
            }
        });
    // An extension block speaks through the type that it extends.
    symbols
        .filter(|symbol| view.graph.node(symbol.node).kind == symbol.kind)
        .collect()
}

/// Modifiers that let others see what had none.
const OPENS: [&str; 3] = ["export", "pub", "public"];

fn parameters(definition: &Definition, names: &Names) -> Vec<(String, bool)> {
    let named = definition.parameters.iter();
    named
        .map(|parameter| (names.get(parameter.name).to_owned(), parameter.optional))
        .collect()
}

/// Decorators and modifiers, then the declaration, white space folded; of a variable that
/// `holds` definitions of its own not what it is given.
fn declaration(text: &[u8], definition: &Definition, holds: bool) -> String {
    let head = Span {
        start: whole(text, definition).start,
        end: definition.name_span.start,
    };
    let head = slice(text, head);
    let folded: Vec<&str> = head.split_whitespace().collect();
    let declared = match definition.kind {
        Kind::Variable | Kind::Constant | Kind::Field if holds => {
            definition.signature.split(" = ").next().unwrap_or_default()
        }
        _ => &definition.signature,
    };
    format!("{} {declared} {:x}", folded.join(" "), definition.flags.0)
}

/// The bytes of a definition from the line of its first decorator on, or from what it is
/// a template of.
pub fn whole(text: &[u8], definition: &Definition) -> Span {
    let first = definition
        .decorators
        .iter()
        .map(|decorator| decorator.line)
        .min();
    let start = first.map_or(definition.span.start, |line| line_start(text, line));
    let start = start.min(definition.span.start);
    Span {
        start: template(text, start).unwrap_or(start),
        ..definition.span
    }
}

/// The most bytes of the parameters of a template.
const MAX_TEMPLATE: usize = 2000;

/// Where a word with parameters in angle brackets begins that stands in front of the
/// definition at `start` (`template <typename T>`).
fn template(text: &[u8], start: u32) -> Option<u32> {
    let before = text.get(..start as usize)?.trim_ascii_end();
    before.ends_with(b">").then_some(())?;
    let mut depth = 0;
    let bytes = before.iter().enumerate().rev().take(MAX_TEMPLATE);
    let mut marks = bytes.filter(|(_, byte)| matches!(**byte, b'<' | b'>'));
    let open = marks.find(|(_, byte)| {
        depth += if **byte == b'>' { 1 } else { -1 };
        depth == 0
    });
    let open = open.map(|(at, _)| at)?;
    let head = before[..open].trim_ascii_end();
    let word = head
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_lowercase());
    let word = word.count();
    let at = head.len() - word;
    let alone = at == 0 || head[at - 1].is_ascii_whitespace();
    (word > 0 && alone).then_some(at as u32)
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

/// The text of `span`.
pub fn slice(text: &[u8], span: Span) -> String {
    let bytes = text
        .get(span.start as usize..span.end as usize)
        .unwrap_or(&[]);
    String::from_utf8_lossy(bytes).into_owned()
}

/// Qualified name and kind.
type Named = (String, &'static str);

/// The names of which there are several with one and the same declaration, as many as
/// before: no overloads, but such as replace each other, so that their order counts.
fn replacing(old: &BTreeMap<Named, VecDeque<Symbol>>, new: &[Symbol]) -> BTreeSet<Named> {
    let mut after: BTreeMap<Named, Vec<&Symbol>> = BTreeMap::new();
    for symbol in new {
        let key = (symbol.key.clone(), symbol.kind.as_str());
        after.entry(key).or_default().push(symbol);
    }
    let several = after.into_iter().filter(|(key, after)| {
        let before = old.get(key).filter(|before| before.len() == after.len());
        let all = before.into_iter().flatten().chain(after.iter().copied());
        let same = |symbol: &Symbol| symbol.signature == after[0].signature;
        before.is_some() && after.len() > 1 && all.into_iter().all(same)
    });
    several.map(|(key, _)| key).collect()
}

type Matched = (Vec<(Symbol, Symbol)>, Vec<Symbol>, Vec<Symbol>);

/// Pairs of the same qualified name and kind. Among overloads those that are
/// written alike first, then in order; in order alone where they replace each other.
fn by_name(old: Vec<Symbol>, new: Vec<Symbol>) -> Matched {
    let mut waiting: BTreeMap<Named, VecDeque<Symbol>> = BTreeMap::new();
    for symbol in old {
        let key = (symbol.key.clone(), symbol.kind.as_str());
        waiting.entry(key).or_default().push_back(symbol);
    }
    let (mut matched, mut rest) = (Vec::new(), Vec::new());
    let replacing = replacing(&waiting, &new);
    for symbol in new {
        let key = (symbol.key.clone(), symbol.kind.as_str());
        let in_order = replacing.contains(&key);
        let group = waiting.get_mut(&key);
        let alike = group.and_then(|group| {
            let is_it = |old: &Symbol| {
                in_order || old.signature == symbol.signature && old.body == symbol.body
            };
            let at = group.iter().position(is_it)?;
            group.remove(at)
        });
        match alike {
            Some(old) => matched.push((old, symbol)),
            None => rest.push(symbol),
        }
    }
    let mut come = Vec::new();
    for symbol in rest {
        let group = waiting.get_mut(&(symbol.key.clone(), symbol.kind.as_str()));
        let same = |group: &VecDeque<Symbol>| {
            group
                .iter()
                .position(|old| old.signature == symbol.signature)
                .or((!group.is_empty()).then_some(0))
        };
        match group.and_then(|group| same(group).and_then(|at| group.remove(at))) {
            Some(old) => matched.push((old, symbol)),
            None => come.push(symbol),
        }
    }
    (matched, waiting.into_values().flatten().collect(), come)
}

fn altered(old: &Symbol, new: &Symbol, moved: bool) -> Option<Change> {
    let mut kinds = Vec::new();
    let blocks = [
        old.blocks.beyond(&new.blocks),
        new.blocks.beyond(&old.blocks),
    ];
    let same = old.signature == new.signature;
    if !same || blocks.iter().any(|list| !list.is_empty()) {
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
    let recalled = recalled(old, new);
    let mut kinds = kinds.into_iter();
    Some(Change {
        kind: kinds.next()?,
        also: kinds.collect(),
        before: Some(old.node),
        after: Some(new.node),
        fits: old.name == new.name
            && (same || !recalled.is_empty() || widened(old, new) || opened(old, new)),
        recalled,
        blocks,
    })
}

/// Whether the declaration only gained parameters that may be left out, at the end.
fn widened(old: &Symbol, new: &Symbol) -> bool {
    let Some((known, added)) = new.parameters.split_at_checked(old.parameters.len()) else {
        return false;
    };
    let optional = added.iter().all(|(_, optional)| *optional);
    known == old.parameters && optional && !added.is_empty() && inserted(old, new)
}

/// The old names of parameters that are called otherwise, where that is all that differs
/// in the declaration; names that change places are other parameters.
fn recalled(old: &Symbol, new: &Symbol) -> Vec<String> {
    let names: Vec<(&str, &str)> = old
        .parameters
        .iter()
        .zip(&new.parameters)
        .map(|((old, _), (new, _))| (old.as_str(), new.as_str()))
        .filter(|(old, new)| old != new)
        .collect();
    let (before, after) = (pieces(&old.signature), pieces(&new.signature));
    let fits = |(old, new): (&&str, &&str)| old == new || names.contains(&(*old, *new));
    let known = |name: &str| old.parameters.iter().any(|(old, _)| old == name);
    let only = !names.iter().any(|(_, new)| known(new))
        && old.parameters.len() == new.parameters.len()
        && before.len() == after.len()
        && before.iter().zip(&after).all(fits);
    let names = names.into_iter().filter(|_| only);
    names.map(|(old, _)| old.to_owned()).collect()
}

/// The words of a declaration, and what stands between them.
fn pieces(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = is_word(first);
        let end = rest.find(|c| is_word(c) != word).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// Whether the declaration only came to be seen from further away.
fn opened(old: &Symbol, new: &Symbol) -> bool {
    let seen = |symbol: &Symbol| {
        (
            symbol.flags.has(Flags::EXPORTED),
            !symbol.flags.has(Flags::PRIVATE),
        )
    };
    let other = |symbol: &Symbol| symbol.flags.0 & !(Flags::EXPORTED.0 | Flags::PRIVATE.0);
    let ((was_exported, was_open), (exported, open)) = (seen(old), seen(new));
    let words = |symbol: &Symbol| -> Vec<String> {
        let said = symbol
            .signature
            .rsplit_once(' ')
            .map_or("", |(said, _flags)| said);
        let words = said.split(' ').filter(|word| !OPENS.contains(word));
        words.map(str::to_owned).collect()
    };
    let wider = exported >= was_exported && open >= was_open;
    old.signature != new.signature && wider && other(old) == other(new) && words(old) == words(new)
}

/// Whether the declaration is the old one with one piece put in.
fn inserted(old: &Symbol, new: &Symbol) -> bool {
    let (old, new) = (old.signature.as_bytes(), new.signature.as_bytes());
    let alike = |(a, b): &(&u8, &u8)| a == b;
    let start = old.iter().zip(new).take_while(alike).count();
    let rev = old.iter().rev().zip(new.iter().rev());
    start + rev.take_while(alike).count() >= old.len()
}
