//! Why an edge is there, and why a use has none: which rule decided, which
//! definitions of the name there were, and what took each out.

use crate::answer::bounds::bounded;
use crate::answer::info::{EdgeInfo, decimal};
use crate::answer::names::{Ambiguous, Missing, Unmatched, resolve};
use crate::answer::ops::Operation;
use crate::answer::page::{Page, cut};
use crate::answer::params::params;
use crate::answer::view::View;
use crate::error::{Code, Result, WaymarkError};
use crate::extract::facts::{Protocol, Reference, ReferenceKind};
use crate::ids::{EdgeId, FileId, NodeId};
use crate::link::Layout;
use crate::link::evidence::{Absence, Provenance};
use crate::link::explain::{Decision, Known, Tree, explain};
use crate::report::Report;
use serde::Serialize;

/// The most uses that one answer explains.
const MAX_LIMIT: u32 = 100;
const DEFAULT_LIMIT: u32 = 10;
/// Definitions of the name that are listed for one use.
const MAX_CANDIDATES: usize = 20;

/// The rules in their order (spec 2.1), each in a sentence.
const RULES: [&str; 11] = [
    "a compiler-grade index covers the place",
    "scopes and imports say what the name is bound to",
    "the whole qualified name is that of a definition",
    "the receiver is the enclosing instance or its supertype",
    "the receiver is a local of one known type",
    "the receiver's type follows from fields and results",
    "the receiver's type is known up to its subtypes",
    "the number or types of arguments decide",
    "the kind of use decides",
    "nothing is known of the receiver: the nearest definition of the name",
    "a binding between languages of that name",
];

params! {
    /// Why there is an edge.
    pub struct ExplainEdge {
        /// Who uses: an id or any name that means one node.
        pub source: String = String::new(),
        /// What is used.
        pub target: String = String::new(),
        /// Only edges of this kind: `calls`, `references` and so on.
        pub kind: String = String::new(),
        /// How many uses are skipped, for paging.
        pub offset: u32 = 0,
        /// The most uses that are explained, up to 100; by default 10 as far as the budget
        /// reaches.
        pub limit: Option<u32> = None,
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

params! {
    /// Why a use has no edge.
    pub struct ExplainUnresolved {
        /// Path of the file.
        pub path: String = String::new(),
        /// Line of the name, 1-based.
        pub line: u32 = 0,
        /// Only uses of this name; all of the line, if left out.
        pub name: String = String::new(),
        /// How many uses are skipped, for paging.
        pub offset: u32 = 0,
        /// The most uses that are explained, up to 100; by default 10 as far as the budget
        /// reaches.
        pub limit: Option<u32> = None,
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

/// A definition of the name that is not meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Removed {
    /// Its id.
    pub id: String,
    /// Number of the rule that took it out.
    pub rule: u8,
    /// Why, in words.
    pub why: &'static str,
}

/// How one use was decided.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Explanation {
    /// Path of the file.
    pub path: String,
    /// Line of the name, 1-based.
    pub line: u32,
    /// The name as written; empty where the callee is computed.
    pub name: String,
    /// What is done with it: `call`, `construct`, `type`, `read`, `write`,
    /// `decorate`, `expand`, what syntax implies (`iterate`, `next`, `enter`,
    /// `leave`), or `declare`.
    pub usage: &'static str,
    /// Id of the node that holds the use.
    pub source: String,
    /// Number of the rule that decided, 0 to 10, in the order in which they are
    /// tried; none where a host said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub rule: Option<u8>,
    /// The rule in words.
    pub because: String,
    /// What the receiver is known to be; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub receiver: Option<String>,
    /// Ids of what is meant; several where nothing tells them apart, none where
    /// there is no edge.
    pub targets: Vec<String>,
    /// The evidence, where there is an edge.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub provenance: Option<&'static str>,
    /// How far each target is to be trusted, above 0 and at most 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub confidence: Option<f64>,
    /// Why there is no edge: `external`, `declined`, `filtered`, `dynamic` or
    /// `unparsed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub absence: Option<&'static str>,
    /// Other definitions of the name and what took each out, at most twenty.
    pub removed: Vec<Removed>,
    /// How many there are.
    pub removed_total: u32,
}

/// Why there is an edge.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ExplainedEdge {
    /// The edges from the source to the target, by kind; none if there are none.
    pub edges: Vec<EdgeInfo>,
    /// The uses they stand for, by line.
    pub uses: Vec<Explanation>,
    /// What part of the uses is shown.
    pub page: Page,
    /// Names that no node bears.
    pub not_found: Vec<Missing>,
    /// Names that several nodes bear.
    pub ambiguous: Vec<Ambiguous>,
}

/// Why uses have no edge.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ExplainedUses {
    /// The uses of the line that have no edge, in the order of the source.
    pub uses: Vec<Explanation>,
    /// What part of the uses is shown.
    pub page: Page,
    /// Uses of the line that have an edge: `explainEdge` tells of them.
    pub linked: u32,
    /// The path, if there is no such file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub not_found: Option<Missing>,
}

impl Operation for ExplainEdge {
    const NAME: &'static str = "explain_edge";
    const DOC: &'static str =
        "Why an edge is there: the rule that decided, the candidates, and what took each out.";
    const REQUIRED: &'static [&'static str] = &["source", "target"];
    type Answer = ExplainedEdge;

    fn run(&self, view: &View<'_>) -> Result<ExplainedEdge> {
        let mut unmatched = Unmatched::default();
        let ends = [&self.source, &self.target].map(|name| resolve(view, name, &mut unmatched));
        let mut answer = ExplainedEdge {
            not_found: unmatched.missing,
            ambiguous: unmatched.ambiguous,
            ..ExplainedEdge::default()
        };
        let [Some(source), Some(target)] = ends else {
            return Ok(answer);
        };
        let ids: Vec<EdgeId> = view
            .graph
            .out_ids(source)
            .filter(|&id| {
                view.graph.edge(id).is_some_and(|edge| {
                    let kind = edge.kind.as_str();
                    edge.target == target && (self.kind.is_empty() || self.kind == kind)
                })
            })
            .collect();
        answer.edges = ids
            .iter()
            .filter_map(|&id| EdgeInfo::of(view, id))
            .collect();
        let uses = of_edges(view, source, target, &ids);
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT);
        let (shown, page) = cut(&uses, self.offset, limit);
        (answer.uses, answer.page) = (shown.to_vec(), page);
        Ok(answer)
    }

    bounded!(limit, ["uses"]);
}

impl Operation for ExplainUnresolved {
    const NAME: &'static str = "explain_unresolved";
    const DOC: &'static str =
        "Why the uses of a line have no edge: the rule, the candidates, and what took each out.";
    const REQUIRED: &'static [&'static str] = &["path", "line"];
    type Answer = ExplainedUses;

    fn run(&self, view: &View<'_>) -> Result<ExplainedUses> {
        let Some(file) = view.corpus.find(&self.path) else {
            return Ok(ExplainedUses {
                not_found: Some(Missing::of(view, &self.path)),
                ..ExplainedUses::default()
            });
        };
        let lines = view.corpus.file(file).map_or(0, |file| file.facts.lines);
        if self.line == 0 || self.line > lines {
            let message = format!("{} has lines 1 to {lines}, not {}", self.path, self.line);
            return Err(WaymarkError::new(Code::InvalidArgument, message));
        }
        let of_name = |reference: &Reference| {
            self.name.is_empty() || name_of(view, file, reference) == self.name
        };
        let decisions = decide(view, file, &|reference| {
            reference.line == self.line && of_name(reference)
        });
        let absent = decisions
            .iter()
            .filter(|decision| decision.absence.is_some());
        let uses: Vec<Explanation> = absent.map(|decision| told(view, file, decision)).collect();
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT);
        let (shown, page) = cut(&uses, self.offset, limit);
        Ok(ExplainedUses {
            uses: shown.to_vec(),
            page,
            linked: (decisions.len() - uses.len()) as u32,
            ..ExplainedUses::default()
        })
    }

    bounded!(limit, ["uses"]);
}

fn decide<'a>(
    view: &View<'a>,
    file: FileId,
    wanted: &dyn Fn(&Reference) -> bool,
) -> Vec<Decision<'a>> {
    let layout = Layout::of(view.manifests, &mut Report::default());
    let tree = Tree {
        corpus: view.corpus,
        languages: view.languages,
        layout: &layout,
        overlay: view.overlay,
        calls: &view.memo.calls,
    };
    explain(tree, file, wanted)
}

/// The uses that the edges `ids` from `source` to `target` stand for, by line;
/// what is no use of a name (a supertype, an import) has the rule alone.
fn of_edges(view: &View<'_>, source: NodeId, target: NodeId, ids: &[EdgeId]) -> Vec<Explanation> {
    let graph = view.graph;
    let Some(file) = graph.node(source).file else {
        return Vec::new();
    };
    let sites = ids.iter().flat_map(|&id| graph.sites(id));
    let sites: Vec<(u32, Provenance, f32)> = sites
        .map(|site| (site.line, site.provenance, site.confidence))
        .collect();
    let decisions = decide(view, file, &|reference| {
        sites.iter().any(|(line, ..)| *line == reference.line)
    });
    let meant = decisions.iter().filter(|decision| {
        let mut targets = decision.targets.iter();
        view.graph.end_node(decision.source) == source
            && targets.any(|&end| view.graph.end_node(end) == target)
    });
    let mut uses: Vec<Explanation> = meant.map(|decision| told(view, file, decision)).collect();
    for (line, provenance, confidence) in sites {
        if uses.iter().all(|told| told.line != line) {
            let at = uses.partition_point(|told| told.line < line);
            let declared = declared(view, (source, target), line, provenance, confidence);
            uses.insert(at, declared);
        }
    }
    uses
}

fn name_of<'a>(view: &View<'a>, file: FileId, reference: &Reference) -> &'a str {
    let names = view.corpus.file(file).map(|file| file.facts.names());
    match (names, reference.name) {
        (Some(names), Some(name)) => names.get(name),
        _ => "",
    }
}

/// A use that is declared rather than made: an import, a supertype, an override.
fn declared(
    view: &View<'_>,
    (source, target): (NodeId, NodeId),
    line: u32,
    provenance: Provenance,
    confidence: f32,
) -> Explanation {
    let graph = view.graph;
    Explanation {
        path: graph.path(source).to_owned(),
        line,
        name: graph.name(target).to_owned(),
        usage: "declare",
        source: graph.fqn(source),
        rule: provenance.rule(),
        because: match provenance {
            Provenance::Route => asked(view, target),
            _ => because(provenance.rule()),
        },
        receiver: None,
        targets: vec![graph.fqn(target)],
        provenance: Some(provenance.as_str()),
        confidence: Some(decimal(confidence)),
        absence: None,
        removed: Vec::new(),
        removed_total: 0,
    }
}

/// That a client asks for what `handler` answers.
fn asked(view: &View<'_>, handler: NodeId) -> String {
    let routes = view.routes.0.iter();
    let own = routes.filter(|route| view.graph.end_node(route.handler) == handler);
    let mut told: Vec<String> = own
        .map(|route| format!("{} {}", route.verb, route.path))
        .take(MAX_CANDIDATES)
        .collect();
    told.dedup();
    format!(
        "the path that is asked for is the one it answers: {}",
        told.join(", ")
    )
}

fn because(rule: Option<u8>) -> String {
    let text = rule.and_then(|rule| RULES.get(usize::from(rule)).copied());
    text.unwrap_or("a host says so").to_owned()
}

fn told(view: &View<'_>, file: FileId, decision: &Decision<'_>) -> Explanation {
    let graph = view.graph;
    let share = decision.targets.len().max(1) as f32;
    let removed = decision.removed.iter().take(MAX_CANDIDATES);
    let (rule, because) = match decision.provenance {
        Some(provenance) => (provenance.rule(), because(provenance.rule())),
        None => absent(view, decision),
    };
    Explanation {
        path: graph.path(graph.file_node(file)).to_owned(),
        line: decision.reference.line,
        name: name_of(view, file, decision.reference).to_owned(),
        usage: usage(decision.reference.kind),
        source: graph.fqn(view.graph.end_node(decision.source)),
        rule,
        because,
        receiver: decision
            .receiver
            .as_ref()
            .map(|known| in_words(view, known)),
        targets: decision
            .targets
            .iter()
            .map(|&end| graph.fqn(view.graph.end_node(end)))
            .collect(),
        provenance: decision.provenance.map(Provenance::as_str),
        confidence: decision
            .provenance
            .map(|provenance| decimal(provenance.confidence() / share)),
        absence: decision.absence.map(Absence::as_str),
        removed: removed
            .map(|(symbol, why)| Removed {
                id: graph.fqn(graph.symbol_node(*symbol)),
                rule: why.rule(),
                why: why.as_str(),
            })
            .collect(),
        removed_total: decision.removed.len() as u32,
    }
}

/// The rule that left a use without an edge, and why.
fn absent(view: &View<'_>, decision: &Decision<'_>) -> (Option<u8>, String) {
    if decision.overlaid {
        return (Some(0), because(Some(0)));
    }
    let text = match decision.absence {
        Some(Absence::Declined) => Some("no definition of the name is preferred to the others"),
        Some(Absence::Filtered) => Some("only other families of languages define the name"),
        _ => None,
    };
    if let Some(text) = text {
        return (Some(9), text.to_owned());
    }
    let known = match (&decision.receiver, &decision.meaning) {
        (Some(Known::Nothing) | None, meaning) => meaning,
        (Some(receiver), _) => receiver,
    };
    let what = match decision.receiver {
        Some(_) => "the receiver",
        None => "the name",
    };
    let text = match known {
        Known::Nothing if decision.removed.is_empty() => {
            "no definition of the tree has this name".to_owned()
        }
        Known::Nothing => {
            "nothing is known of it, and no definition of the name is preferred to the others"
                .to_owned()
        }
        known => [what, "is", &in_words(view, known)].join(" "),
    };
    let rule = match (known, &decision.receiver) {
        (Known::Nothing, _) => 9,
        (_, Some(_)) => 5,
        (_, None) => 1,
    };
    (Some(rule), text)
}

fn in_words(view: &View<'_>, known: &Known) -> String {
    let graph = view.graph;
    match known {
        Known::Nothing => "unknown".to_owned(),
        Known::Outside => "outside the tree".to_owned(),
        Known::Library(name) => ["of the library type ", name].concat(),
        Known::Computed => "bound in the tree to something that is not understood".to_owned(),
        Known::Instance(symbol) => {
            ["an instance of ", &graph.fqn(graph.symbol_node(*symbol))].concat()
        }
        Known::Definition(symbol) => graph.fqn(graph.symbol_node(*symbol)),
        Known::File(file) => ["the module ", graph.path(graph.file_node(*file))].concat(),
        Known::Package => "a package or namespace".to_owned(),
        Known::Several => "one of several".to_owned(),
        Known::Anonymous => "a function, object or tuple without a name".to_owned(),
        Known::Parameter => "of the type of a type parameter".to_owned(),
    }
}

const fn usage(kind: ReferenceKind) -> &'static str {
    match kind {
        ReferenceKind::Call => "call",
        ReferenceKind::Construct => "construct",
        ReferenceKind::Type => "type",
        ReferenceKind::Read => "read",
        ReferenceKind::Write => "write",
        ReferenceKind::Decorate => "decorate",
        ReferenceKind::Expand => "expand",
        ReferenceKind::Implied(Protocol::Iterate) => "iterate",
        ReferenceKind::Implied(Protocol::Next) => "next",
        ReferenceKind::Implied(Protocol::Enter) => "enter",
        ReferenceKind::Implied(Protocol::Leave) => "leave",
    }
}
