//! The one table of operations. The JavaScript API, the command line, HTTP and
//! MCP are transports of it: they carry parameters in and answers out, both as
//! JSON. Code that is generic over formats would be compiled once more for
//! every type of every operation, and made the module a third larger.

use crate::answer::absence_counts::AbsenceCounts;
use crate::answer::absences::Absences;
use crate::answer::analyses::citations::CheckCitations;
use crate::answer::analyses::co_change::CoChange;
use crate::answer::analyses::context::Context;
use crate::answer::analyses::coupling::Coupling;
use crate::answer::analyses::cycles::Cycles;
use crate::answer::analyses::dead_code::DeadCode;
use crate::answer::analyses::dominators::Dominators;
use crate::answer::analyses::hot_spots::HotSpots;
use crate::answer::analyses::layering::Layering;
use crate::answer::analyses::routes::RouteTable;
use crate::answer::bounds::{Bounds, Budget, Fitted};
use crate::answer::callers::{Callees, Callers};
use crate::answer::explain::{ExplainEdge, ExplainUnresolved};
use crate::answer::explore_rpg::ExploreRpg;
use crate::answer::fetch_node::FetchNode;
use crate::answer::find_symbol::FindSymbol;
use crate::answer::lifting::features::{PendingFeatures, SubmitFeatures};
use crate::answer::lifting::hierarchy::{PendingHierarchy, SubmitHierarchy};
use crate::answer::lifting::routing::{PendingRouting, SubmitRouting};
use crate::answer::lifting::status::LiftingStatus;
use crate::answer::locate::Locate;
use crate::answer::outline::Outline;
use crate::answer::params::Params;
use crate::answer::search::Search;
use crate::answer::search_node::SearchNode;
use crate::answer::similar::Similar;
use crate::answer::stats::Stats;
use crate::answer::task::Task;
use crate::answer::tools::codebase_map::CodebaseMap;
use crate::answer::tools::codebase_search::CodebaseSearch;
use crate::answer::tools::complexity_report::ComplexityReport;
use crate::answer::tools::dependency_graph::DependencyGraph;
use crate::answer::tools::flow_trace::FlowTrace;
use crate::answer::tools::impact_analysis::ImpactAnalysis;
use crate::answer::tools::index_status::{IndexStatus, IsPathIndexed};
use crate::answer::tools::package_summary::PackageSummary;
use crate::answer::tools::statement_query::StatementQuery;
use crate::answer::tools::sub_graph::SubGraph;
use crate::answer::tools::symbol_detail::SymbolDetail;
use crate::answer::tools::symbol_source::SymbolSource;
use crate::answer::topological_order::TopologicalOrder;
use crate::answer::view::View;
use crate::error::{Code, Result, WaymarkError};
use crate::feature::Lifting;
use crate::params;
use serde::Serialize;

/// A question with its parameters.
///
/// The parameters are the type itself: every field has a default and unknown
/// fields are refused.
pub trait Operation: Params + 'static {
    /// Name in `snake_case`, as HTTP and MCP spell it; camel case in JavaScript.
    const NAME: &'static str;
    /// One sentence for people and agents.
    const DOC: &'static str;
    /// Parameters without which there is nothing to answer, as JavaScript spells
    /// them.
    const REQUIRED: &'static [&'static str] = &[];
    /// Whether it changes what a host told of the tree: the index that answers then
    /// takes that over, and a host that keeps snapshots writes a new one.
    const WRITES: bool = false;
    /// What comes back: plain data.
    type Answer: Serialize + 'static;

    /// Answers the question.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] for parameters that make no sense. A name that
    /// is not known is no error: the answer says so.
    fn run(&self, view: &View<'_>) -> Result<Self::Answer>;

    /// Answers the question, and says what a host has told by then, where that is
    /// changed.
    ///
    /// # Errors
    /// Those of [`Operation::run`].
    fn change(&self, view: &View<'_>) -> Result<(Self::Answer, Option<Lifting>)> {
        self.run(view).map(|answer| (answer, None))
    }

    /// What is lowered where the answer is longer than its budget; none where its
    /// answer is short.
    fn bounds(&mut self) -> Option<Bounds<'_>> {
        None
    }

    /// How many entries of what [`Operation::bounds`] limits `answer` shows.
    fn shown(_answer: &Self::Answer) -> u32 {
        0
    }
}

/// An operation with its types erased.
#[derive(Clone, Copy)]
pub struct Row {
    /// Name in `snake_case`.
    pub name: &'static str,
    /// One sentence for people and agents.
    pub doc: &'static str,
    /// Path of the parameters' type in Rust.
    pub params: fn() -> &'static str,
    /// Path of the answer's type in Rust.
    pub answer: fn() -> &'static str,
    /// Parameters without which there is nothing to answer.
    pub required: &'static [&'static str],
    /// The parameters as they are where none is given, in JSON.
    pub defaults: fn() -> String,
    /// Whether it changes what a host told of the tree.
    pub writes: bool,
    /// Answers parameters in JSON by JSON.
    pub run: fn(&View<'_>, &str) -> Result<Done>,
}

/// An answer, and what it changes.
#[derive(Debug)]
pub struct Done {
    /// The answer in JSON.
    pub text: String,
    /// What a host has told by then, where that is changed.
    pub lifting: Option<Lifting>,
}

/// Every operation, by name.
pub const OPERATIONS: &[Row] = &[
    row::<AbsenceCounts>(),
    row::<Absences>(),
    row::<Callees>(),
    row::<Callers>(),
    row::<CheckCitations>(),
    row::<CoChange>(),
    row::<CodebaseMap>(),
    row::<CodebaseSearch>(),
    row::<ComplexityReport>(),
    row::<Context>(),
    row::<Coupling>(),
    row::<Cycles>(),
    row::<DeadCode>(),
    row::<DependencyGraph>(),
    row::<Dominators>(),
    row::<ExplainEdge>(),
    row::<ExplainUnresolved>(),
    row::<ExploreRpg>(),
    row::<FetchNode>(),
    row::<FindSymbol>(),
    row::<FlowTrace>(),
    row::<HotSpots>(),
    row::<ImpactAnalysis>(),
    row::<IndexStatus>(),
    row::<IsPathIndexed>(),
    row::<Layering>(),
    row::<LiftingStatus>(),
    row::<Locate>(),
    row::<Outline>(),
    row::<PackageSummary>(),
    row::<PendingFeatures>(),
    row::<PendingHierarchy>(),
    row::<PendingRouting>(),
    row::<RouteTable>(),
    row::<Search>(),
    row::<SearchNode>(),
    row::<Similar>(),
    row::<StatementQuery>(),
    row::<Stats>(),
    row::<SubGraph>(),
    row::<SubmitFeatures>(),
    row::<SubmitHierarchy>(),
    row::<SubmitRouting>(),
    row::<SymbolDetail>(),
    row::<SymbolSource>(),
    row::<Task>(),
    row::<TopologicalOrder>(),
];

/// The operation called `name`.
#[must_use]
pub fn find(name: &str) -> Option<&'static Row> {
    OPERATIONS.iter().find(|row| row.name == name)
}

/// Runs the operation called `name` on `params`, a JSON object; answers JSON. What
/// it would change is not changed: [`apply`] hands that on.
///
/// # Errors
/// [`Code::NotFound`] if there is no such operation, [`Code::InvalidArgument`]
/// if the parameters do not fit it.
pub fn run(view: &View<'_>, name: &str, params: &str) -> Result<String> {
    apply(view, name, params).map(|done| done.text)
}

/// The same, with what it changes for whoever holds the index.
///
/// # Errors
/// Those of [`run`].
pub fn apply(view: &View<'_>, name: &str, params: &str) -> Result<Done> {
    let row = find(name).ok_or_else(|| unknown(name))?;
    (row.run)(view, params)
}

fn unknown(name: &str) -> WaymarkError {
    let known: Vec<&str> = OPERATIONS.iter().map(|row| row.name).collect();
    let message = format!(
        "no operation is called `{name}`; there are {}",
        known.join(", ")
    );
    WaymarkError::new(Code::NotFound, message)
}

const fn row<O: Operation>() -> Row {
    Row {
        name: O::NAME,
        doc: O::DOC,
        params: std::any::type_name::<O>,
        answer: std::any::type_name::<O::Answer>,
        required: O::REQUIRED,
        defaults: O::defaults,
        writes: O::WRITES,
        run: run_json::<O>,
    }
}

fn run_json<O: Operation>(view: &View<'_>, text: &str) -> Result<Done> {
    let given = O::read(text).and_then(|given| params::require(text, O::REQUIRED).map(|()| given));
    let mut operation = given.map_err(|error| named(O::NAME, error))?;
    let budget = Budget::of(operation.bounds());
    let mut told = None;
    let mut answer = |limit: Option<u32>| {
        if let (Some(limit), Some(bounds)) = (limit, operation.bounds()) {
            *bounds.limit = Some(limit);
        }
        let (answer, lifting) = operation.change(view)?;
        told = lifting;
        let text = serde_json::to_string(&answer);
        Ok((text, O::shown(&answer)))
    };
    let text = within(budget, &mut answer)?;
    Ok(Done {
        text,
        lifting: told,
    })
}

/// A text of an answer, or why there is none, and how many entries it shows.
pub(crate) type Answered = (serde_json::Result<String>, u32);

/// Answers, and again with a lower limit while that is worth it.
pub(crate) fn within(
    mut budget: Budget,
    answer: &mut dyn FnMut(Option<u32>) -> Result<Answered>,
) -> Result<String> {
    let mut limit = None;
    loop {
        let (text, shown) = answer(limit)?;
        let text =
            text.map_err(|error| WaymarkError::new(Code::InvalidArgument, error.to_string()))?;
        match budget.fit(text, shown) {
            Fitted::Done(text) => return Ok(text),
            Fitted::Again(lower) => limit = Some(lower),
        }
    }
}

fn named(name: &str, error: WaymarkError) -> WaymarkError {
    WaymarkError {
        message: format!("{name}: {}", error.message),
        ..error
    }
}

/// Parameters that serde reads.
macro_rules! derived {
    ($($params:ty),+ $(,)?) => {$(
        impl Params for $params {
            fn read(text: &str) -> Result<Self> {
                params::read(text)
            }

            fn defaults() -> String {
                // Parameters come from JSON, so that they can be written as JSON.
                serde_json::to_string(&Self::default()).unwrap_or_default()
            }
        }
    )+};
}

derived!(
    Absences, Callees, Callers, ExploreRpg, FetchNode, FindSymbol, Outline, Search, SearchNode,
    Similar, Stats, Task,
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::functions;

    fn call(name: &str, params: &str) -> Result<serde_json::Value> {
        let built = functions(2).call("a.rs::f0", "a.rs::f1", 1).build();
        let text = run(&built.view(), name, params)?;
        let answer: serde_json::Value =
            serde_json::from_str(&text).expect("an answer is plain data");
        // Of two fields of one name, as flattening can bring about, one is lost.
        assert_eq!(answer.to_string().len(), text.len(), "{name}: {text}");
        Ok(answer)
    }

    #[test]
    fn an_operation_is_called_by_its_name() {
        let answer = call("callers", r#"{"symbol":"f1","minConfidence":0.5}"#).expect("an answer");
        assert_eq!(answer["uses"][0]["node"]["id"], "a.rs::f0");
        assert_eq!(answer["page"]["total"], 1);
    }

    #[test]
    fn both_spellings_of_a_parameter_are_read() {
        let answer = call("callers", r#"{"symbol":"f1","min_confidence":1}"#);
        assert!(answer.is_ok());
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        let code = |name, params| call(name, params).map_err(|error| error.code).err();
        assert_eq!(code("nope", "{}"), Some(Code::NotFound));
        assert_eq!(
            code("callers", r#"{"simbol":"f1"}"#),
            Some(Code::InvalidArgument)
        );
        assert_eq!(
            code("callers", r#"{"limit":-1}"#),
            Some(Code::InvalidArgument)
        );
        assert_eq!(
            code("callers", r#"{"edgeKinds":"cals"}"#),
            Some(Code::InvalidArgument)
        );
    }

    #[test]
    fn a_misfit_names_the_parameter_in_words_of_json() {
        for (name, params, message) in [
            (
                "callers",
                r#"{"simbol":"f1"}"#,
                "callers: there is no `simbol`; there are symbol, edgeKinds, minConfidence, offset, limit, \
             budgetTokens",
            ),
            (
                "callers",
                r#"{"symbol":"f1","limit":-1}"#,
                "callers: limit: -1 is not a whole number from 0",
            ),
            (
                "callers",
                r#"{"symbol":7}"#,
                "callers: symbol: 7 is not a string",
            ),
            (
                "callers",
                r#"{"symbol":"f1","edgeKinds":5}"#,
                "callers: edgeKinds: 5 is not a string or a list of strings",
            ),
            ("stats", r#"{"x":1}"#, "stats: there is no `x`"),
            ("callers", "[1]", "callers: a list is not an object"),
            ("callers", "{}", "callers: `symbol` is needed"),
        ] {
            let error = call(name, params).expect_err(params);
            assert_eq!(error.message, message);
        }
    }

    #[test]
    fn one_entity_is_as_good_as_a_list_of_one() {
        let one = call("fetch_node", r#"{"codeEntities":"f0","fields":"metrics"}"#);
        let list = call(
            "fetch_node",
            r#"{"codeEntities":["f0"],"fields":["metrics"]}"#,
        );
        assert_eq!(one.expect("an answer"), list.expect("an answer"));
        assert!(call("explore_rpg", r#"{"startCodeEntities":"f0"}"#).is_ok());
    }

    #[test]
    fn the_table_tells_defaults_that_are_read_again() {
        for row in OPERATIONS {
            let defaults: serde_json::Value =
                serde_json::from_str(&(row.defaults)()).expect("an object");
            let needed: serde_json::Map<_, _> = row
                .required
                .iter()
                .map(|&name| (name.to_owned(), defaults[name].clone()))
                .collect();
            let needed = serde_json::Value::Object(needed).to_string();
            let told = call(row.name, &(row.defaults)()).expect("an answer");
            assert_eq!(
                told,
                call(row.name, &needed).expect("an answer"),
                "{}",
                row.name
            );
            let refused = call(row.name, "{}").err();
            assert_eq!(refused.is_some(), !row.required.is_empty(), "{}", row.name);
        }
    }

    #[test]
    fn the_table_is_sorted_and_documented() {
        assert!(OPERATIONS.is_sorted_by(|a, b| a.name < b.name));
        for row in OPERATIONS {
            assert!(row.doc.ends_with('.') && row.doc.len() > 20, "{}", row.name);
            assert_eq!(find(row.name).map(|found| found.name), Some(row.name));
        }
    }

    #[test]
    fn no_field_of_an_answer_hides_another() {
        for (name, params) in [
            ("search", r#"{"query":"f0"}"#),
            ("search_node", r#"{"searchTerms":"f0"}"#),
            ("fetch_node", r#"{"codeEntities":["f0","nope"]}"#),
            ("explore_rpg", r#"{"startCodeEntities":["f0"]}"#),
            ("callees", r#"{"symbol":"f0"}"#),
            ("outline", r#"{"within":"a.rs"}"#),
        ] {
            assert!(call(name, params).is_ok(), "{name}");
        }
    }
}
