//! Who was left behind: users that are as they were of what is not.

use crate::answer::review::symbols::{Change, Compared, Pair};
use crate::answer::view::View;
use crate::extract::facts::ReferenceKind;
use crate::framework::text::{Brackets, Marks};
use crate::graph::{Edge, Kinds};
use crate::ids::{FileId, NodeId};
use crate::link::evidence::{EdgeKind, Provenance};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What a changed declaration may break.
const FITTING: Kinds = Kinds::CALLS
    .with(EdgeKind::Inherits)
    .with(EdgeKind::Implements);
/// What breaks where a name leads nowhere any more.
const NAMING: Kinds = FITTING
    .with(EdgeKind::References)
    .with(EdgeKind::Reads)
    .with(EdgeKind::Writes);
const SUPERTYPES: Kinds = Kinds::NONE
    .with(EdgeKind::Inherits)
    .with(EdgeKind::Implements);
const OVERRIDES: Kinds = Kinds::NONE.with(EdgeKind::Overrides);

/// Two states, and what of the later one is not as it was.
pub struct Behind<'a, 'v> {
    before: &'a View<'v>,
    after: &'a View<'v>,
    compared: &'a Compared,
    /// The files that differ: after, by before.
    files: BTreeMap<FileId, Option<FileId>>,
    /// Symbols after with another declaration or body.
    symbols: BTreeSet<NodeId>,
    /// Files after with other bytes.
    texts: BTreeSet<NodeId>,
    /// Names in these files that lead nowhere, by who uses them.
    asked: BTreeSet<(NodeId, &'v str)>,
    /// By side (after or before) and node.
    uses: RefCell<BTreeMap<(bool, NodeId), Rc<Uses<'v>>>>,
}

/// What a node uses: by kind, and whether guesses are left out.
#[derive(Default)]
struct Uses<'v> {
    nodes: BTreeSet<(EdgeKind, bool, NodeId)>,
    labels: BTreeMap<(EdgeKind, bool, Label<'v>), u32>,
}

/// The name of a symbol; none for a file.
type Label<'v> = Option<&'v str>;

fn label<'v>(view: &View<'v>, node: NodeId) -> Label<'v> {
    let graph = view.graph;
    graph.node(node).symbol.map(|_| graph.name(node))
}

impl<'v> Uses<'v> {
    fn of(view: &View<'v>, node: NodeId) -> Self {
        let mut uses = Self::default();
        for edge in view.graph.out_edges(node) {
            let label = label(view, edge.target);
            let known = (!is_guess(edge.provenance)).then_some(true);
            for known in known.into_iter().chain([false]) {
                uses.nodes.insert((edge.kind, known, edge.target));
                *uses.labels.entry((edge.kind, known, label)).or_default() += 1;
            }
        }
        uses
    }
}

impl<'a, 'v> Behind<'a, 'v> {
    /// What is asked of `compared`, which was made of `pairs`.
    #[must_use]
    pub fn new(
        before: &'a View<'v>,
        after: &'a View<'v>,
        pairs: &[Pair],
        compared: &'a Compared,
    ) -> Self {
        let hash = |view: &View<'_>, file: Option<FileId>| Some(view.corpus.file(file?)?.hash);
        let altered = pairs
            .iter()
            .filter(|pair| hash(before, pair.before) != hash(after, pair.after));
        let files = pairs
            .iter()
            .filter_map(|pair| Some((pair.before?, pair.after)));
        let changes = compared.changes.iter();
        Self {
            before,
            after,
            compared,
            files: files.collect(),
            symbols: changes
                .filter(|change| change.rewrites())
                .filter_map(|change| change.after)
                .collect(),
            texts: altered
                .clone()
                .filter_map(|pair| Some(after.graph.file_node(pair.after?)))
                .collect(),
            asked: asked(after, altered.filter_map(|pair| pair.after)),
            uses: RefCell::default(),
        }
    }

    /// Callers, subtypes and others who use the symbol, sorted.
    #[must_use]
    pub fn callers(&self, change: &Change) -> Vec<String> {
        self.users(change, FITTING, NAMING)
    }

    /// What overrides or implements the symbol, sorted.
    #[must_use]
    pub fn overrides(&self, change: &Change) -> Vec<String> {
        self.users(change, OVERRIDES, OVERRIDES)
    }

    /// Those that use the symbol as it is now by one of `fitting` and did not change;
    /// and those that used it before by one of `naming` and reach it no more.
    fn users(&self, change: &Change, fitting: Kinds, naming: Kinds) -> Vec<String> {
        let mut found = BTreeSet::new();
        // What overrides it has to be as it is, even where calls need not.
        let named = change.recalled.is_empty() || self.names_arguments(change);
        let breaks = change.breaks() || fitting == OVERRIDES && change.declares() && named;
        if let Some(new) = change.after.filter(|_| breaks) {
            let edges = self.after.graph.in_edges(new);
            let users = edges.filter(|edge| fitting.has(edge.kind) && edge.source != new);
            found.extend(
                users
                    .map(|edge| edge.source)
                    .filter(|user| !self.symbols.contains(user)),
            );
        }
        if let Some(new) = change.after.filter(|_| fitting != OVERRIDES) {
            found.extend(self.naming(new, &change.recalled));
        }
        if let Some(old) = change.before.filter(|_| breaks || change.moves()) {
            let name = self.before.graph.name(old);
            let edges = self.before.graph.in_edges(old);
            for edge in edges.filter(|edge| naming.has(edge.kind)) {
                let user = self.now(edge.source).filter(|user| {
                    Some(*user) != change.after
                        && self.lost(edge, *user, change.after)
                        && (self.is_as_it_was(*user) || self.asked.contains(&(*user, name)))
                });
                found.extend(user);
            }
        }
        if fitting != OVERRIDES {
            self.heirs(change, &mut found);
        }
        self.ids(found)
    }

    /// Whether the symbol is in a language whose calls may name what they pass.
    fn names_arguments(&self, change: &Change) -> bool {
        let row = change.after.map(|node| self.after.graph.node(node));
        let language = row.map(|row| self.after.graph.text(row.language));
        let language = language.and_then(|name| self.after.languages.get(name));
        language.is_some_and(|language| {
            let mut rules = language.manifest.expressions.values();
            rules.any(|rule| rule.form == "named")
        })
    }

    /// Those that call `symbol`, did not change and pass an argument by one of `names`.
    fn naming(&self, symbol: NodeId, names: &[String]) -> BTreeSet<NodeId> {
        let graph = self.after.graph;
        let ids = graph.in_ids(symbol).iter().filter(|_| !names.is_empty());
        let passing = ids.filter_map(|&id| {
            let edge = graph.edge(id).filter(|edge| FITTING.has(edge.kind))?;
            let mut lines = graph.sites(id).iter().map(|site| site.line);
            let passes = lines.any(|line| passes(self.after, edge.source, line, names));
            (passes && !self.symbols.contains(&edge.source)).then_some(edge.source)
        });
        passing.collect()
    }

    /// Adds those that used a member which the type had of a supertype, reach it no more,
    /// and did not change: the type has the supertype no more.
    fn heirs(&self, change: &Change, found: &mut BTreeSet<NodeId>) {
        let (Some(old), Some(new)) = (change.before, change.after) else {
            return;
        };
        let graph = self.before.graph;
        let kept = self.uses(true, new);
        let supertypes = graph.out_edges(old).iter().filter(|edge| {
            SUPERTYPES.has(edge.kind)
                && self
                    .now(edge.target)
                    .is_some_and(|base| !kept.nodes.contains(&(edge.kind, false, base)))
        });
        let members = supertypes.flat_map(|edge| graph.children(edge.target));
        for edge in members.flat_map(|member| graph.in_edges(member)) {
            let user = self.now(edge.source).filter(|user| {
                NAMING.has(edge.kind)
                    && self.lost(edge, *user, self.now(edge.target))
                    && self.is_as_it_was(*user)
            });
            found.extend(user);
        }
    }

    /// Files that import the file of `pair` by where it was, sorted.
    #[must_use]
    pub fn importers(&self, pair: &Pair) -> Vec<String> {
        let graph = self.before.graph;
        let Some(old) = pair.before.map(|file| graph.file_node(file)) else {
            return Vec::new();
        };
        let new = pair.after.map(|file| self.after.graph.file_node(file));
        let path = graph.path(old);
        if new.is_some_and(|new| self.after.graph.path(new) == path) {
            return Vec::new();
        }
        let stem = path
            .rsplit('/')
            .next()
            .and_then(|name| name.split('.').next());
        let asks = |asked: &str| {
            let mut parts = asked.split(['/', '.', ':', '\\']);
            parts.any(|part| Some(part) == stem && !part.is_empty())
        };
        let mut found = BTreeSet::new();
        for edge in graph.in_edges(old) {
            let Some(file) = graph.node(edge.source).file else {
                continue;
            };
            let user = self.now(graph.file_node(file)).filter(|user| {
                edge.kind == EdgeKind::Imports
                    && Some(*user) != new
                    && self.lost(edge, *user, new)
                    && (self.is_as_it_was(*user) || self.asks(*user, &asks))
            });
            found.extend(user);
        }
        self.ids(found)
    }

    /// Code that is as it was and whose requests nothing answers any more, sorted.
    #[must_use]
    pub fn clients(&self) -> Vec<String> {
        let routes = self.before.routes.0.iter();
        let handlers: BTreeSet<NodeId> = routes
            .map(|route| self.before.graph.end_node(route.handler))
            .collect();
        let asking = |view: &View<'_>, client: NodeId| {
            let edges = view.graph.out_edges(client).iter();
            edges.filter(|edge| edge.kind == EdgeKind::Routes).count()
        };
        let mut found = BTreeSet::new();
        let edges = handlers
            .into_iter()
            .flat_map(|handler| self.before.graph.in_edges(handler));
        for edge in edges.filter(|edge| edge.kind == EdgeKind::Routes) {
            let client = self.now(edge.source).filter(|client| {
                self.is_as_it_was(*client)
                    && asking(self.after, *client) < asking(self.before, edge.source)
            });
            found.extend(client);
        }
        self.ids(found)
    }

    fn ids(&self, nodes: BTreeSet<NodeId>) -> Vec<String> {
        let mut ids: Vec<String> = nodes
            .into_iter()
            .map(|node| self.after.graph.fqn(node))
            .collect();
        crate::sort::unique(&mut ids);
        ids
    }

    /// What a node before is after.
    fn now(&self, node: NodeId) -> Option<NodeId> {
        if let Some(node) = self.compared.same.get(&node) {
            return Some(*node);
        }
        let row = self.before.graph.node(node);
        let file = row.file?;
        let known = self.files.get(&file).copied();
        let path = &self.before.corpus.file(file)?.path;
        let now = known.unwrap_or_else(|| self.after.corpus.find(path))?;
        let Some(symbol) = row.symbol else {
            return Some(self.after.graph.file_node(now));
        };
        // In a file that differs, what is still there was found above.
        if known.is_some() {
            return None;
        }
        let (_, definition) = self.before.corpus.locate(symbol)?;
        let symbol = self.after.corpus.symbol(now, definition);
        Some(self.after.graph.symbol_node(symbol))
    }

    /// Whether nothing is written in the node that was not there before.
    fn is_as_it_was(&self, node: NodeId) -> bool {
        !self.symbols.contains(&node) && !self.texts.contains(&node)
    }

    /// Whether `user` does no more what `edge` is: its way leads neither to `new` nor to
    /// another node that is called alike. What is only guessed where it was known does
    /// not count.
    fn lost(&self, edge: &Edge, user: NodeId, new: Option<NodeId>) -> bool {
        let known = !is_guess(edge.provenance);
        let (then, now) = (self.uses(false, edge.source), self.uses(true, user));
        if new.is_some_and(|new| now.nodes.contains(&(edge.kind, known, new))) {
            return false;
        }
        let sort = (edge.kind, known, label(self.before, edge.target));
        now.labels.get(&sort) < then.labels.get(&sort)
    }

    /// What a node of a side uses, counted when it is first asked for: code that uses
    /// much may be asked of each of it.
    fn uses(&self, after: bool, node: NodeId) -> Rc<Uses<'v>> {
        let view = if after { self.after } else { self.before };
        let mut uses = self.uses.borrow_mut();
        let known = uses.entry((after, node));
        Rc::clone(known.or_insert_with(|| Rc::new(Uses::of(view, node))))
    }

    /// Whether `user`, which changed, still names what is `wanted`, and that is nowhere.
    fn asks(&self, user: NodeId, wanted: &dyn Fn(&str) -> bool) -> bool {
        let names = self.asked.range((user, "")..);
        let mut names = names.take_while(|(asking, _)| *asking == user);
        names.any(|(_, name)| wanted(name))
    }
}

/// Whether a call of `user` at `line` passes an argument by one of `names`.
fn passes(view: &View<'_>, user: NodeId, line: u32, names: &[String]) -> bool {
    let file = view.graph.node(user).file;
    let Some(file) = file.and_then(|file| view.corpus.file(file)) else {
        return false;
    };
    let text = file.text.unpack().unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let language = file.language.as_deref();
    let language = language.and_then(|name| view.languages.get(name));
    let comments = language.map_or(&[][..], |language| &language.manifest.docs.line);
    let brackets = Brackets::of(&text, Marks::of(comments, false));
    let calls = file.facts.references.iter().filter(|reference| {
        let calls = matches!(
            reference.kind,
            ReferenceKind::Call | ReferenceKind::Construct
        );
        reference.line == line && calls
    });
    let mut arguments = calls.filter_map(|call| brackets.arguments(&text, call.span.end, false));
    arguments.any(|arguments| {
        let mut keys = arguments.list.iter().map(|argument| argument.key);
        keys.any(|key| names.iter().any(|name| name == key))
    })
}

/// Names that the files use and that lead nowhere, by who uses them.
fn asked<'v>(view: &View<'v>, files: impl Iterator<Item = FileId>) -> BTreeSet<(NodeId, &'v str)> {
    let unresolved = view.unresolved;
    let within = files.flat_map(|file| {
        let first = unresolved.partition_point(|row| row.file < file);
        let rows = unresolved.iter().skip(first);
        rows.take_while(move |row| row.file == file)
    });
    within
        .map(|row| (view.graph.end_node(row.source), row.name.as_str()))
        .collect()
}

/// Whether an edge rests on a name and a place alone.
const fn is_guess(provenance: Provenance) -> bool {
    matches!(
        provenance,
        Provenance::SameDirectory | Provenance::Unique | Provenance::Split
    )
}
