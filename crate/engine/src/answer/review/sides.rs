//! Two states side by side: what each change is, and what leans on it.

use crate::answer::info::{decimal, rounded};
use crate::answer::review::edges::Renamed;
use crate::answer::review::impact::{self, Dependents, Seen};
use crate::answer::review::left::Behind;
use crate::answer::review::risk;
use crate::answer::review::symbols::{Change, ChangeKind, Compared, Pair};
use crate::answer::review::types::{
    Affected, ChangedFile, ChangedSymbol, ComplexityChange, Impact,
};
use crate::answer::risk::{Risk, counted};
use crate::answer::tested;
use crate::answer::tools::{exports, measure};
use crate::answer::view::View;
use crate::extract::facts::Metrics;
use crate::graph::{Kinds, lookup, order};
use crate::ids::NodeId;
use crate::rank::{Teleport, Walk, pagerank, weights};
use crate::sort::Arrange;
use crate::tier::Tier;
use std::collections::{BTreeMap, BTreeSet};

/// Dependents that are shown of one change.
pub const TOP: usize = 5;

/// The requests, as `VERB path`, that a handler of a kind answers.
fn requests(view: &View<'_>, by: &dyn Fn(NodeId) -> bool) -> BTreeSet<String> {
    let routes = view.routes.0.iter();
    let routes = routes.filter(|route| by(view.graph.end_node(route.handler)));
    routes
        .map(|route| format!("{} {}", route.verb, route.path))
        .collect()
}

/// Requests, as `VERB path`, whose answer may change.
#[derive(Default)]
pub struct Requests {
    /// All of them.
    pub affected: BTreeSet<String>,
    /// Those that nothing answered before.
    pub come: Vec<String>,
    /// Those that nothing answers any more.
    pub gone: Vec<String>,
}

/// The two states.
pub struct Sides<'a, 'v> {
    /// The earlier one.
    pub before: &'a View<'v>,
    /// The later one.
    pub after: &'a View<'v>,
}

impl<'v> Sides<'_, 'v> {
    /// The side that a change is shown on, and its node there.
    fn shown(&self, change: &Change) -> (&View<'v>, NodeId) {
        match (change.after, change.before) {
            (Some(node), _) => (self.after, node),
            (None, Some(node)) => (self.before, node),
            (None, None) => (self.after, crate::graph::Graph::ROOT),
        }
    }

    /// Ids before by ids after of what is called otherwise.
    pub fn renamed(&self, pairs: &[Pair], found: &[Change]) -> Renamed {
        let files = pairs.iter().filter_map(|pair| {
            let old = self.before.corpus.file(pair.before?)?;
            let new = self.after.corpus.file(pair.after?)?;
            Some((new.path.clone(), old.path.clone()))
        });
        let symbols = found.iter().filter_map(|change| {
            Some((
                self.after.graph.fqn(change.after?),
                self.before.graph.fqn(change.before?),
            ))
        });
        files
            .chain(symbols)
            .filter(|(new, old)| new != old)
            .collect()
    }

    /// What leans on each change; nothing does on words about it.
    pub fn leaning(&self, found: &[Change]) -> Vec<Dependents> {
        let [mut before, mut after] = [self.before, self.after].map(Seen::new);
        let leaning = found.iter().map(|change| {
            let (view, node) = self.shown(change);
            let seen = match change.after {
                Some(_) => &mut after,
                None => &mut before,
            };
            match change.is_inert() {
                true => Dependents::default(),
                false => impact::dependents(view, node, seen),
            }
        });
        leaning.collect()
    }

    /// The changes as they are told.
    pub fn describe(
        &self,
        found: &[Change],
        leaning: &[Dependents],
        behind: &Behind<'_, '_>,
    ) -> Vec<ChangedSymbol> {
        let focus: Vec<NodeId> = found.iter().filter_map(|change| change.after).collect();
        let graph = self.after.graph;
        let walk = Walk::new(graph.nodes().len(), &weights::weights(graph));
        let ranks = pagerank::pagerank(&walk, &Teleport::focused(graph, &focus));
        let described = found.iter().zip(leaning).map(|(change, dependents)| {
            let rank = change.after.map_or(0.0, |node| ranks.of(node));
            self.symbol(change, dependents, behind, rounded(rank))
        });
        described.collect()
    }

    fn symbol(
        &self,
        change: &Change,
        dependents: &Dependents,
        behind: &Behind<'_, '_>,
        rank: f64,
    ) -> ChangedSymbol {
        let (view, node) = self.shown(change);
        let row = view.graph.node(node);
        let id = view.graph.fqn(node);
        let old_id = change.before.map(|old| self.before.graph.fqn(old));
        let signature = |view: &View<'_>, node: Option<NodeId>, blocks: &[String]| {
            let symbol = node.and_then(|node| view.graph.node(node).symbol)?;
            let declared = &view.corpus.definition(symbol)?.signature;
            let said = std::iter::once(declared).chain(blocks);
            Some(said.cloned().collect::<Vec<_>>().join(" "))
        };
        let [gone, come] = &change.blocks;
        let now = signature(view, Some(node), come).unwrap_or_default();
        let old = signature(self.before, change.before, gone);
        let (callers, overrides) = (behind.callers(change), behind.overrides(change));
        let mut described = ChangedSymbol {
            old_id: old_id.filter(|old| *old != id),
            change: change.kind,
            also: change.also.clone(),
            kind: row.kind.as_str(),
            start_line: row.lines.0,
            end_line: row.lines.1,
            old_signature: old.filter(|old| *old != now),
            signature: now,
            impact: self.impact(view, change, dependents),
            callers_not_updated_count: callers.len() as u32,
            callers_not_updated: callers,
            overrides_not_updated_count: overrides.len() as u32,
            overrides_not_updated: overrides,
            complexity: self.complexity(change),
            rank,
            risk: Risk::default(),
            id,
        };
        described.risk = risk::of(&risk::Subject {
            change: &described,
            what: change,
            exported: self.is_exported(change),
            test: tested::test_of(view, node).is_some(),
        });
        described
    }

    fn impact(&self, view: &View<'_>, change: &Change, dependents: &Dependents) -> Impact {
        let tests = self.reaching(change, dependents);
        let mut nearest = dependents.all.clone();
        nearest.arrange_by(|a, b| {
            a.depth
                .cmp(&b.depth)
                .then(b.confidence.total_cmp(&a.confidence))
                .then(a.node.cmp(&b.node))
        });
        let top = nearest.iter().take(TOP).map(|dependent| Affected {
            id: view.graph.fqn(dependent.node),
            path: impact::way(dependents, dependent)
                .into_iter()
                .map(|node| view.graph.fqn(node))
                .collect(),
            confidence: decimal(dependent.confidence),
        });
        Impact {
            direct: dependents
                .all
                .iter()
                .filter(|dependent| dependent.depth == 1)
                .count() as u32,
            transitive: dependents.all.len() as u32,
            tests: tests.len() as u32,
            truncated: dependents.truncated,
            top: top.collect(),
        }
    }

    fn complexity(&self, change: &Change) -> Option<ComplexityChange> {
        let metrics = |view: &View<'_>, node: Option<NodeId>| -> Option<Metrics> {
            let metrics = measure::metrics(view, node?)?;
            // What is no code has no complexity.
            (metrics.cyclomatic > 0 || metrics.cognitive > 0).then_some(metrics)
        };
        let (old, new) = (
            metrics(self.before, change.before),
            metrics(self.after, change.after),
        );
        let cyclomatic = (old.map(|m| m.cyclomatic), new.map(|m| m.cyclomatic));
        let cognitive = (old.map(|m| m.cognitive), new.map(|m| m.cognitive));
        let differs = cyclomatic.0 != cyclomatic.1 || cognitive.0 != cognitive.1;
        differs.then_some(ComplexityChange {
            cyclomatic,
            cognitive,
        })
    }

    /// Whether others may import the symbol, on either side. Nobody imports tests.
    pub fn is_exported(&self, change: &Change) -> bool {
        let flag = |view: &View<'_>, node: Option<NodeId>| {
            node.is_some_and(|node| {
                let row = view.graph.node(node);
                let file = row.file.and_then(|file| view.corpus.file(file));
                let shipped = file.is_some_and(|file| file.tier != Tier::Test);
                shipped && exports::is_offered(view, node)
            })
        };
        flag(self.before, change.before) || flag(self.after, change.after)
    }

    /// The tests among what leans on a change. What a file runs, every test in a file
    /// that imports it meets.
    fn reaching(&self, change: &Change, dependents: &Dependents) -> BTreeSet<NodeId> {
        let view = self.shown(change).0;
        let reached = || dependents.all.iter().map(|dependent| dependent.node);
        let mut tests = tested::tests(view, reached());
        if change.is_of_file(self.before, self.after) {
            tests.extend(reached().filter(|node| tested::holds_tests(view, *node)));
        }
        tests
    }

    /// Ids of all tests that reach a change, and of files of tests that differ outside
    /// their symbols; of those in which only imports do, where no test of theirs is
    /// known to be reached.
    pub fn tests(
        &self,
        pairs: &[Pair],
        compared: &Compared,
        leaning: &[Dependents],
    ) -> BTreeSet<String> {
        let mut tests = BTreeSet::new();
        let changes = compared.changes.iter().zip(leaning);
        for (change, dependents) in changes.filter(|(change, _)| !change.is_inert()) {
            let (view, node) = self.shown(change);
            let itself = tested::test_of(view, node).into_iter();
            let itself = itself.chain(Some(node).filter(|node| tested::holds_tests(view, *node)));
            let reached = self.reaching(change, dependents).into_iter().chain(itself);
            let reached = reached.map(|node| (view.graph.path(node), view.graph.fqn(node)));
            // What a removed symbol was reached by may be gone too.
            tests.extend(reached.filter(|(_, id)| change.after.is_some() || self.is_there(id)));
        }
        for (pair, own) in pairs.iter().zip(&compared.own) {
            let file = pair.after.map(|file| self.after.graph.file_node(file));
            let file = file.filter(|file| tested::holds_tests(self.after, *file));
            let imports = own.contains(&ChangeKind::Imports);
            if let Some(file) = file.filter(|_| imports) {
                let path = self.after.graph.path(file);
                let known = tests.range((path, String::new())..).next();
                if known.is_none_or(|(known, _)| *known != path) {
                    tests.insert((path, self.after.graph.fqn(file)));
                }
            }
        }
        tests.into_iter().map(|(_, test)| test).collect()
    }

    /// Whether a node has the id after the change.
    fn is_there(&self, id: &str) -> bool {
        let graph = self.after.graph;
        let found = lookup::find(graph, id);
        found.into_iter().any(|node| graph.fqn(node) == id)
    }

    /// Requests that a change, or what leans on it, answers; and those that only one of
    /// the sides answers.
    pub fn routes(&self, found: &[Change], leaning: &[Dependents]) -> Requests {
        let mut reached: [BTreeSet<NodeId>; 2] = Default::default();
        let changes = found.iter().zip(leaning);
        for (change, dependents) in changes.filter(|(change, _)| !change.is_inert()) {
            let reached = &mut reached[usize::from(change.after.is_none())];
            reached.extend(dependents.all.iter().map(|dependent| dependent.node));
            reached.insert(self.shown(change).1);
        }
        let views = [self.after, self.before];
        let [after, before] = views.map(|view| requests(view, &|_| true));
        let mut found = Requests {
            affected: after.symmetric_difference(&before).cloned().collect(),
            come: after.difference(&before).cloned().collect(),
            gone: before.difference(&after).cloned().collect(),
        };
        for (view, reached) in views.into_iter().zip(&reached) {
            let answered = requests(view, &|handler| reached.contains(&handler));
            found.affected.extend(answered);
        }
        found
    }

    /// Ids of the changed symbols, each after what it uses.
    pub fn reading_order(&self, found: &[Change]) -> Vec<String> {
        let changed: BTreeSet<NodeId> = found.iter().filter_map(|change| change.after).collect();
        let mut components = order::topological(self.after.graph, Kinds::CALLS);
        components.reverse();
        let nodes = components.into_iter().flat_map(|component| component.nodes);
        let nodes = nodes.filter(|node| changed.contains(node));
        nodes.map(|node| self.after.graph.fqn(node)).collect()
    }

    /// The files as they are told.
    pub fn files(
        &self,
        pairs: &[Pair],
        compared: &Compared,
        behind: &Behind<'_, '_>,
    ) -> Vec<ChangedFile> {
        let mut symbols: BTreeMap<&str, u32> = BTreeMap::new();
        for change in &compared.changes {
            let (view, node) = self.shown(change);
            let counted = view.graph.node(node).symbol.is_some();
            *symbols.entry(view.graph.path(node)).or_default() += u32::from(counted);
        }
        let files = pairs.iter().zip(&compared.own).map(|(pair, own)| {
            let file = self.file(pair, behind);
            ChangedFile {
                symbols: symbols.get(file.path.as_str()).copied().unwrap_or(0),
                own: own.clone(),
                ..file
            }
        });
        files.collect()
    }

    fn file(&self, pair: &Pair, behind: &Behind<'_, '_>) -> ChangedFile {
        let old = pair.before.and_then(|id| self.before.corpus.file(id));
        let new = pair.after.and_then(|id| self.after.corpus.file(id));
        let status = match (old, new) {
            (None, _) => "added",
            (_, None) => "removed",
            (Some(old), Some(new)) if old.path != new.path => "renamed",
            _ => "modified",
        };
        let path = new.or(old).map_or("", |file| file.path.as_str());
        ChangedFile {
            old_path: old.map(|old| old.path.clone()).filter(|old| old != path),
            path: path.to_owned(),
            status,
            tier: new.or(old).map_or("product", |file| file.tier.as_str()),
            symbols: 0,
            own: Vec::new(),
            importers_not_updated: behind.importers(pair),
        }
    }

    /// What could not be told.
    pub fn notes(&self, pairs: &[Pair], binary: &[String]) -> Vec<String> {
        let nothing = pairs
            .is_empty()
            .then(|| "nothing that is indexed changed".to_owned());
        let binary = binary
            .iter()
            .map(|path| format!("{path} is binary: what changed in it is not known"));
        let files = pairs
            .iter()
            .filter_map(|pair| self.after.corpus.file(pair.after?));
        let partial = files.clone().filter(|file| file.facts.is_partial());
        let partial =
            partial.map(|file| format!("{} has syntax errors: symbols may be missing", file.path));
        let unknown = files.filter(|file| file.language.is_none());
        let unknown: Vec<&str> = unknown.map(|file| file.path.as_str()).collect();
        let unknown = (!unknown.is_empty()).then(|| {
            let paths = unknown
                .iter()
                .take(TOP)
                .copied()
                .collect::<Vec<_>>()
                .join(", ");
            let more = if unknown.len() > TOP { " …" } else { "" };
            format!(
                "{} in no known language not compared: {paths}{more}",
                counted(unknown.len(), "file")
            )
        });
        let files = partial.chain(unknown);
        nothing.into_iter().chain(binary).chain(files).collect()
    }
}
