//! What a change of some symbols or files may break.

use crate::answer::bounds::bounded;
use crate::answer::explore_rpg::{ExploreDirection, depth};
use crate::answer::filter::{OneOrMany, confidence, edge_kinds};
use crate::answer::info::decimal;
use crate::answer::names::{Ambiguous, Missing, Unmatched, by_rank, resolve};
use crate::answer::ops::Operation;
use crate::answer::page::{Count, Page, cut};
use crate::answer::params::params;
use crate::answer::risk::{Risk, UNTESTED, leaning};
use crate::answer::tested::test_of;
use crate::answer::tools::brief::Brief;
use crate::answer::tools::exports;
use crate::answer::view::View;
use crate::error::Result;
use crate::extract::facts::Flags;
use crate::graph::Kinds;
use crate::graph::traverse::{Direction, Follow, Reached, reach};
use crate::ids::NodeId;
use crate::link::evidence::EdgeKind;
use crate::map::{HashMap, HashSet};
use crate::sort::{self, Arrange};
use serde::Serialize;
use std::cmp::Ordering;

/// The most nodes of one answer (spec 3.3).
const MAX_NODES: u32 = 1000;
const DEFAULT_NODES: u32 = 500;
/// Callers and tests that are named.
const NAMED: usize = 10;

params! {
    /// What a change of some symbols or files may break.
    pub struct ImpactAnalysis {
        /// What changes: symbols, or files for all that is in them. A type stands
        /// for its members too.
        pub targets / "target": OneOrMany = OneOrMany::default(),
        /// Changed files, by path.
        pub changed_files: OneOrMany = OneOrMany::default(),
        /// `in` for what depends on the targets (the default; `backward` means the
        /// same), `out` for what they depend on.
        pub direction: ExploreDirection = ExploreDirection::In,
        /// Which edges count: every use but imports, unless others are named.
        pub edge_kinds: OneOrMany = OneOrMany::default(),
        /// How many steps, up to 6; −1 for no bound.
        pub max_depth: i32 = 3,
        /// The most nodes, up to 1000; by default 500 as far as the budget reaches.
        pub max_nodes: Option<u32> = None,
        /// How many nodes are skipped, for paging.
        pub offset: u32 = 0,
        /// Edges of at least this confidence are followed; 0 to 1.
        pub min_confidence: f32 = 0.0,
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

/// A node that a change may reach.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Impacted {
    /// The node.
    #[serde(flatten)]
    pub node: Brief,
    /// The fewest steps from any target.
    pub depth: u32,
    /// Kinds of the edges that lead from it to the targets; of direct ones only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub via: Vec<&'static str>,
}

/// What a change may break.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ImpactAnswer {
    /// What uses a target itself, by rank; first those that call or construct it.
    pub direct: Vec<Impacted>,
    /// What uses those, and so on, by depth, then by rank.
    pub transitive: Vec<Impacted>,
    /// What part of both lists, one after the other, is shown.
    pub page: Page,
    /// Whether there are more than are shown.
    pub truncated: bool,
    /// How many nodes of each package are among them, the most first.
    pub by_package: Vec<Count>,
    /// Tests among them, of least depth, then by rank; the first ten.
    pub affected_tests: Vec<Brief>,
    /// How many tests there are among them.
    pub total_tests: u32,
    /// The ten that call or construct a target that have most rank.
    pub top_callers: Vec<Brief>,
    /// How much may break.
    pub risk: Risk,
    /// Targets that no node bears.
    pub not_found: Vec<Missing>,
    /// Targets that several nodes bear.
    pub ambiguous: Vec<Ambiguous>,
}

impl Operation for ImpactAnalysis {
    const NAME: &'static str = "impact_analysis";
    const DOC: &'static str =
        "What a change of symbols or files may break: users, packages, tests, and the risk.";
    type Answer = ImpactAnswer;

    fn run(&self, view: &View<'_>) -> Result<ImpactAnswer> {
        let max_depth = depth(self.max_depth)?;
        let follow = Follow {
            direction: self.direction.into(),
            kinds: match self.edge_kinds.as_slice() {
                [] => Kinds::DEPENDENCE,
                _ => edge_kinds(&self.edge_kinds)?,
            },
            min_confidence: confidence(self.min_confidence)?,
        };
        let mut unmatched = Unmatched::default();
        let names = self
            .targets
            .as_slice()
            .iter()
            .chain(self.changed_files.as_slice());
        let named: Vec<NodeId> = names
            .filter_map(|name| resolve(view, name, &mut unmatched))
            .collect();
        let targets = with_contents(view, &named);
        let mut reached = reach(view.graph, &targets, follow, max_depth);
        reached.retain(|reached| reached.depth > 0);
        let via = direct_kinds(view, &targets, follow);
        let callers = callers(view, &reached, &via);
        let tests = tests(view, &reached);
        let limit = self.max_nodes.unwrap_or(DEFAULT_NODES).min(MAX_NODES);
        sort(view, &mut reached, &via, self.offset.saturating_add(limit));
        let (shown, page) = cut(&reached, self.offset, limit);
        let split = shown.partition_point(|reached| reached.depth == 1);
        let told = |reached: &Reached| Impacted {
            node: Brief::of(view, reached.node),
            depth: reached.depth,
            via: match reached.depth {
                1 => names_of(kinds_of(&via, reached.node)),
                _ => Vec::new(),
            },
        };
        let packages = by_package(view, &reached);
        let briefs = |nodes: &[NodeId]| {
            nodes
                .iter()
                .take(NAMED)
                .map(|&node| Brief::of(view, node))
                .collect()
        };
        Ok(ImpactAnswer {
            direct: shown[..split].iter().map(told).collect(),
            transitive: shown[split..].iter().map(told).collect(),
            truncated: page.is_cut(),
            page,
            risk: risk(view, &targets, &reached, &via, packages.len(), tests.len()),
            by_package: packages,
            affected_tests: briefs(&tests),
            total_tests: tests.len() as u32,
            top_callers: briefs(&callers),
            not_found: unmatched.missing,
            ambiguous: unmatched.ambiguous,
        })
    }

    bounded!(max_nodes, ["direct", "transitive"]);
}

/// `named` with all that is in them.
fn with_contents(view: &View<'_>, named: &[NodeId]) -> Vec<NodeId> {
    let contains = Follow::new(Direction::Out, Kinds::NONE.with(EdgeKind::Contains));
    reach(view.graph, named, contains, None)
        .into_iter()
        .map(|reached| reached.node)
        .collect()
}

/// The kinds of edges, as a set, that lead between the targets and each node
/// beside them.
fn direct_kinds(view: &View<'_>, targets: &[NodeId], follow: Follow) -> Via {
    let mut kinds: Via = Vec::new();
    for &target in targets {
        for (id, other) in follow.steps(view.graph, target) {
            let kind = view.graph.edge(id).map_or(0, |edge| 1 << edge.kind as u32);
            kinds.push((other, kind));
        }
    }
    sort::merge(&mut kinds, |all, more| *all |= more);
    let targets: HashSet<NodeId> = targets.iter().copied().collect();
    kinds.retain(|(node, _)| !targets.contains(node));
    kinds
}

/// Nodes with the kinds of their edges as sets, sorted.
type Via = Vec<(NodeId, u32)>;

/// The kinds of the edges of `node`.
fn kinds_of(via: &Via, node: NodeId) -> u32 {
    let at = via.binary_search_by(|(known, _)| known.cmp(&node));
    at.ok()
        .and_then(|at| via.get(at))
        .map_or(0, |(_, kinds)| *kinds)
}

fn names_of(kinds: u32) -> Vec<&'static str> {
    let all = EdgeKind::all().filter(|&kind| kinds & 1 << kind as u32 != 0);
    all.map(EdgeKind::as_str).collect()
}

fn calls(kinds: u32) -> bool {
    EdgeKind::all().any(|kind| Kinds::CALLS.has(kind) && kinds & 1 << kind as u32 != 0)
}

/// The first `count` by depth; direct ones that call first; then by rank.
fn sort(view: &View<'_>, reached: &mut [Reached], via: &Via, count: u32) {
    let calls = |reached: &Reached| reached.depth == 1 && calls(kinds_of(via, reached.node));
    reached.arrange_head(count as usize, |a, b| {
        let depth = a.depth.cmp(&b.depth);
        depth
            .then_with(|| calls(b).cmp(&calls(a)))
            .then_with(|| by_rank_of(view, a.node, b.node))
    });
}

/// The one of higher rank first.
fn by_rank_of(view: &View<'_>, a: NodeId, b: NodeId) -> Ordering {
    let rank = |node: NodeId| view.ranks.of(node);
    rank(b).total_cmp(&rank(a)).then(a.cmp(&b))
}

/// The tests among what is reached, the first few by the least depth and the highest
/// rank of what they are reached as.
fn tests(view: &View<'_>, reached: &[Reached]) -> Vec<NodeId> {
    let mut found: Vec<(Reached, NodeId)> = Vec::new();
    let mut places: HashMap<NodeId, usize> = HashMap::default();
    let before = |a: &Reached, b: &Reached| {
        let depth = a.depth.cmp(&b.depth);
        depth.then_with(|| by_rank_of(view, a.node, b.node))
    };
    for &reached in reached {
        let Some(test) = test_of(view, reached.node) else {
            continue;
        };
        let at = *places.entry(test).or_insert(found.len());
        match found.get_mut(at) {
            Some((known, _)) if before(&reached, known).is_lt() => *known = reached,
            Some(_) => {}
            None => found.push((reached, test)),
        }
    }
    found.arrange_head(NAMED, |a, b| before(&a.0, &b.0));
    found.into_iter().map(|(_, test)| test).collect()
}

fn callers(view: &View<'_>, reached: &[Reached], via: &Via) -> Vec<NodeId> {
    let direct = reached.iter().take_while(|reached| reached.depth == 1);
    let calling = direct.filter(|reached| calls(kinds_of(via, reached.node)));
    let mut callers: Vec<NodeId> = calling.map(|reached| reached.node).collect();
    by_rank(view, &mut callers);
    callers
}

fn by_package(view: &View<'_>, reached: &[Reached]) -> Vec<Count> {
    let mut counts = vec![0; view.packages.list().len()];
    for reached in reached {
        if let Some(count) = counts.get_mut(view.packages.of_node(view.graph, reached.node)) {
            *count += 1;
        }
    }
    let counts = counts
        .into_iter()
        .enumerate()
        .filter(|(_, count)| *count > 0);
    let named = counts.map(|(at, count)| Count {
        name: view.packages.id(at).to_owned(),
        count,
    });
    let mut counts: Vec<Count> = named.collect();
    counts.arrange_by(|a, b| b.count.cmp(&a.count));
    counts
}

/// Each reason weighs something; the sum decides. Weights and bounds are a rule
/// of thumb: they order changes, and the reasons say what went in.
fn risk(
    view: &View<'_>,
    targets: &[NodeId],
    reached: &[Reached],
    via: &Via,
    packages: usize,
    tests: usize,
) -> Risk {
    let mut reasons = Vec::new();
    let mut weight = 0;
    let mut add = |points: u32, reason: String| {
        weight += points;
        reasons.push(reason);
    };
    match reached.len() {
        0 => {}
        few @ 1..=5 => add(10, leaning(few as u32)),
        some @ 6..=30 => add(20, leaning(some as u32)),
        many => add(40, leaning(many as u32)),
    }
    if packages > 1 {
        add(20, format!("it reaches {packages} packages"));
    }
    let offered = targets.iter().filter(|&&target| {
        let row = view.graph.node(target);
        row.flags.has(Flags::EXPORTED) && row.symbol.is_some()
    });
    let mut packages_of: Vec<usize> = Vec::new();
    let offered: Vec<NodeId> = offered.copied().collect();
    packages_of.extend(
        offered
            .iter()
            .map(|&target| view.packages.of_node(view.graph, target)),
    );
    sort::unique(&mut packages_of);
    let is_public = |target: &&NodeId| {
        let mut exports = packages_of.iter().map(|&at| exports::of_package(view, at));
        exports.any(|exports| exports.binary_search(target).is_ok())
    };
    let public = offered.iter().filter(is_public).count();
    if public > 0 {
        add(
            20,
            format!("{public} of it are offered by their package to others"),
        );
    }
    let supertypes = Kinds::NONE
        .with(EdgeKind::Inherits)
        .with(EdgeKind::Implements)
        .with(EdgeKind::Overrides);
    let below = via.iter().filter(|(_, kinds)| {
        EdgeKind::all().any(|kind| supertypes.has(kind) && kinds & 1 << kind as u32 != 0)
    });
    let below = below.count();
    if below > 0 {
        add(10, format!("{below} inherit, implement or override it"));
    }
    if !reached.is_empty() && tests == 0 {
        add(15, UNTESTED.to_owned());
    }
    let doubt = doubtful(view, targets);
    if doubt > 0.5 {
        add(
            10,
            format!(
                "{:.0} % of its uses are guesses by name",
                decimal(doubt) * 100.0
            ),
        );
    }
    Risk::of(weight, reasons)
}

/// The share of the uses of `targets` that are believed by half or less.
fn doubtful(view: &View<'_>, targets: &[NodeId]) -> f32 {
    let edges = targets
        .iter()
        .flat_map(|&target| view.graph.in_edges(target));
    let uses = edges.filter(|edge| Kinds::DEPENDENCE.has(edge.kind));
    let (mut all, mut weak) = (0_u32, 0_u32);
    for edge in uses {
        all += 1;
        weak += u32::from(edge.confidence <= 0.5);
    }
    weak as f32 / all.max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::tools::symbol_detail::{Expand, SymbolDetail};
    use crate::testing::{Built, Tree};

    /// Three callers in a row, a subclass, a test, and a use as a value.
    fn built() -> Built {
        Tree::default()
            .text("hull/Cargo.toml", "[package]\nname = \"hull\"\n")
            .file("hull/a.rs", "class C 1-9\n  method run 2-8\nclass D 10-12")
            .file("b.rs", "function f 1-3\nfunction g 4-6\nfunction h 7-9")
            .file("t.rs", "test checks 1-3")
            .call("b.rs::f", "hull/a.rs::C::run", 2)
            .call("b.rs::g", "b.rs::f", 5)
            .call("t.rs::checks", "b.rs::g", 2)
            .link(EdgeKind::References, "b.rs::h", "hull/a.rs::C::run", 8)
            .link(EdgeKind::Inherits, "hull/a.rs::D", "hull/a.rs::C", 10)
            .build()
    }

    fn impact(params: &ImpactAnalysis) -> ImpactAnswer {
        params.run(&built().view()).expect("an answer")
    }

    fn of(target: &str) -> ImpactAnalysis {
        ImpactAnalysis {
            targets: OneOrMany::One(target.to_owned()),
            ..ImpactAnalysis::default()
        }
    }

    fn names(impacted: &[Impacted]) -> Vec<(&str, u32)> {
        impacted
            .iter()
            .map(|impacted| (impacted.node.fqn.as_str(), impacted.depth))
            .collect()
    }

    #[test]
    fn what_depends_on_a_symbol_is_told_by_depth() {
        let run = impact(&of("C.run"));
        assert_eq!(names(&run.direct), [("b.rs::f", 1), ("b.rs::h", 1)]);
        assert_eq!(run.direct[0].via, ["calls"]);
        assert_eq!(
            names(&run.transitive),
            [("b.rs::g", 2), ("t.rs::checks", 3)]
        );
        assert_eq!(
            (run.total_tests, run.affected_tests[0].fqn.as_str()),
            (1, "t.rs::checks")
        );
        assert_eq!(run.top_callers.len(), 1);
        assert_eq!(
            run.by_package[0],
            Count {
                name: ".".to_owned(),
                count: 4
            }
        );
        let near = impact(&ImpactAnalysis {
            max_depth: 1,
            ..of("C.run")
        });
        assert!(near.transitive.is_empty());
        let out = impact(&ImpactAnalysis {
            direction: ExploreDirection::Out,
            ..of("b.rs::g")
        });
        assert_eq!(names(&out.direct), [("b.rs::f", 1)]);
    }

    #[test]
    fn a_type_and_a_file_stand_for_what_is_in_them() {
        let class = impact(&of("C"));
        assert_eq!(
            names(&class.direct),
            [("b.rs::f", 1), ("b.rs::h", 1), ("hull/a.rs::D", 1)]
        );
        let file = ImpactAnalysis {
            changed_files: OneOrMany::One("hull/a.rs".to_owned()),
            ..ImpactAnalysis::default()
        };
        assert_eq!(
            names(&impact(&file).direct),
            [("b.rs::f", 1), ("b.rs::h", 1)]
        );
        assert_eq!(impact(&of("C.rum")).not_found.len(), 1);
    }

    #[test]
    fn the_direct_ones_that_call_are_the_callers() {
        let built = built();
        let view = built.view();
        let members = view
            .graph
            .ids()
            .filter(|&node| view.graph.children(node).next().is_none());
        for node in members {
            let fqn = view.graph.fqn(node);
            let detail = SymbolDetail {
                fqn: fqn.clone(),
                expand: vec![Expand::Callers],
                ..SymbolDetail::default()
            };
            let detail = detail.run(&view).expect("an answer").callers;
            let callers: Vec<String> = detail.items.into_iter().map(|item| item.fqn).collect();
            let direct = of(&fqn).run(&view).expect("an answer").direct.into_iter();
            let calling = direct.filter(|impacted| impacted.via.contains(&"calls"));
            assert_eq!(
                calling
                    .map(|impacted| impacted.node.fqn)
                    .collect::<Vec<_>>(),
                callers,
                "{fqn}"
            );
        }
    }

    #[test]
    fn pages_put_together_are_the_whole() {
        let whole = impact(&of("C.run"));
        let mut all = Vec::new();
        for offset in 0..4 {
            let page = impact(&ImpactAnalysis {
                max_nodes: Some(1),
                offset,
                ..of("C.run")
            });
            assert!(page.truncated && page.risk == whole.risk);
            all.extend(page.direct.into_iter().chain(page.transitive));
        }
        let expected: Vec<Impacted> = whole.direct.into_iter().chain(whole.transitive).collect();
        assert_eq!(all, expected);
        assert_eq!(
            impact(&ImpactAnalysis {
                max_nodes: Some(9999),
                ..of("C")
            })
            .page
            .limit,
            1000
        );
    }

    #[test]
    fn risk_has_reasons() {
        let none = impact(&of("D"));
        assert_eq!((none.risk.level, none.risk.reasons.len()), ("none", 0));
        let class = impact(&of("C"));
        assert_eq!(class.risk.level, "medium");
        assert!(
            class
                .risk
                .reasons
                .iter()
                .any(|reason| reason.starts_with("1 inherit")),
            "{:?}",
            class.risk
        );
    }
}
