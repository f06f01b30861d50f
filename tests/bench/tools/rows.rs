//! What is asked, and how quickly it must be answered.

use crate::samples::COUNT;

/// What a question is held to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Bar {
    /// A tool that reads.
    Read,
    /// A search.
    Search,
    /// Impact in six steps.
    Impact,
    /// An answer without a budget: hundreds of nodes and all edges between them.
    Whole,
    /// What needs the linker's tables of the whole tree, which no index keeps.
    Linking,
}

impl Bar {
    /// How many inputs are asked about.
    pub const fn inputs(self) -> usize {
        match self {
            Self::Whole | Self::Linking => 40,
            _ => COUNT,
        }
    }

    /// Milliseconds that 95 in 100 answers may take.
    pub const fn milliseconds(self) -> f64 {
        match self {
            Self::Read => 20.0,
            Self::Search => 10.0,
            Self::Impact => 50.0,
            Self::Whole => 200.0,
            Self::Linking => 1000.0,
        }
    }
}

/// A question: an operation and its parameters, where words in capitals stand for what varies.
pub struct Question {
    pub operation: &'static str,
    pub params: &'static str,
    pub bar: Bar,
}

/// Parameters that say how much is wanted: then the default budget holds no longer.
const SIZES: &[&str] = &["\"limit\"", "\"maxLines\""];

impl Question {
    /// Whether it says how much is wanted.
    pub fn is_sized(&self) -> bool {
        SIZES.iter().any(|size| self.params.contains(size))
    }
}

const fn read(operation: &'static str, params: &'static str) -> Question {
    Question {
        operation,
        params,
        bar: Bar::Read,
    }
}

const fn search(operation: &'static str, params: &'static str) -> Question {
    Question {
        operation,
        params,
        bar: Bar::Search,
    }
}

/// Every operation that reads, with its defaults and with what makes it work most.
pub const QUESTIONS: &[Question] = &[
    read("index_status", "{}"),
    read("index_status", r#"{"statements":true}"#),
    read("is_path_indexed", r#"{"path":"FILE"}"#),
    read("is_path_indexed", r#"{"path":"MISTYPED"}"#),
    read("codebase_map", "{}"),
    read("codebase_map", r#"{"level":"L2"}"#),
    read("codebase_map", r#"{"level":"L2","rank":"name"}"#),
    read("codebase_map", r#"{"level":"L3"}"#),
    read("codebase_map", r#"{"level":"L3","rank":"size"}"#),
    read("codebase_map", r#"{"level":"L3","rank":"name"}"#),
    read("codebase_map", r#"{"level":"L3","rootFqn":"PLACE"}"#),
    read("package_summary", "{}"),
    read("package_summary", r#"{"fqn":"PLACE"}"#),
    read("routes", "{}"),
    read("routes", r#"{"path":"/NAME","limit":200}"#),
    read("symbol_detail", r#"{"fqn":"SYMBOL"}"#),
    read("symbol_detail", r#"{"fqn":"MISTYPED"}"#),
    read("symbol_detail", r#"{"fqn":"NAME"}"#),
    read(
        "symbol_detail",
        r#"{"fqn":"SYMBOL","expand":["members","inheritance","callers","callees","exports","decorators","parents"]}"#,
    ),
    read("symbol_source", r#"{"fqn":"SYMBOL"}"#),
    read(
        "symbol_source",
        r#"{"fqn":"SYMBOL","mode":"full","maxLines":200}"#,
    ),
    search("codebase_search", r#"{"query":"NAME"}"#),
    search("codebase_search", r#"{"query":"MISTYPED"}"#),
    search("codebase_search", r#"{"query":"WORDS"}"#),
    search("codebase_search", r#"{"query":"WORDS","mode":"lexical"}"#),
    search("codebase_search", r#"{"query":"WORDS","mode":"vector"}"#),
    read("dependency_graph", "{}"),
    read("dependency_graph", r#"{"scope":"L2"}"#),
    read("dependency_graph", r#"{"scope":"L2","edgeKinds":"calls"}"#),
    read("dependency_graph", r#"{"scope":"L2","rootFqn":"PLACE"}"#),
    read(
        "dependency_graph",
        r#"{"scope":"L2","includeExternal":true}"#,
    ),
    read("dependency_graph", r#"{"scope":"L3","edgeKinds":"calls"}"#),
    read(
        "dependency_graph",
        r#"{"scope":"L3","edgeKinds":"calls","rootFqn":"PLACE"}"#,
    ),
    read("sub_graph", r#"{"seeds":"SYMBOL"}"#),
    read("sub_graph", r#"{"seeds":"SYMBOL","depth":6}"#),
    read("flow_trace", r#"{"from":"SYMBOL"}"#),
    read("flow_trace", r#"{"from":"SYMBOL","allPaths":true}"#),
    read("flow_trace", r#"{"from":"SYMBOL","to":"OTHER"}"#),
    read(
        "flow_trace",
        r#"{"from":"SYMBOL","to":"OTHER","allPaths":true,"maxDepth":6}"#,
    ),
    read("impact_analysis", r#"{"targets":"SYMBOL"}"#),
    read("impact_analysis", r#"{"changedFiles":"FILE"}"#),
    Question {
        operation: "impact_analysis",
        params: r#"{"targets":"SYMBOL","maxDepth":6}"#,
        bar: Bar::Impact,
    },
    read("complexity_report", "{}"),
    read("complexity_report", r#"{"metric":"callers"}"#),
    read("complexity_report", r#"{"rootFqn":"PLACE"}"#),
    read("statement_query", r#"{"parentFqns":"SYMBOL"}"#),
    read("absences", "{}"),
    read("absences", r#"{"within":"SYMBOL"}"#),
    read("absences", r#"{"within":"PLACE"}"#),
    read("absence_counts", "{}"),
    read("callees", r#"{"symbol":"SYMBOL"}"#),
    read("callers", r#"{"symbol":"SYMBOL"}"#),
    read(
        "check_citations",
        r#"{"text":"see `SYMBOL` and `MISTYPED`"}"#,
    ),
    read("context", "{}"),
    read("context", r#"{"format":"compact"}"#),
    read("coupling", "{}"),
    read("coupling", r#"{"scope":"L2"}"#),
    read("cycles", "{}"),
    read("cycles", r#"{"scope":"L3"}"#),
    read("dead_code", "{}"),
    read("dead_code", r#"{"rootFqn":"PLACE"}"#),
    read("dominators", r#"{"from":"SYMBOL"}"#),
    read("dominators", r#"{"from":"SYMBOL","to":"OTHER"}"#),
    Question {
        operation: "explain_edge",
        params: r#"{"source":"SYMBOL","target":"OTHER"}"#,
        bar: Bar::Linking,
    },
    read("explore_rpg", r#"{"startCodeEntities":["SYMBOL"]}"#),
    Question {
        operation: "explore_rpg",
        params: r#"{"startCodeEntities":["SYMBOL"],"traversalDepth":6,"direction":"both"}"#,
        bar: Bar::Whole,
    },
    Question {
        operation: "explain_unresolved",
        params: r#"{"path":"FILE","line":LINE}"#,
        bar: Bar::Linking,
    },
    read("fetch_node", r#"{"codeEntities":["SYMBOL"]}"#),
    search("find_symbol", r#"{"name":"NAME"}"#),
    read("hot_spots", "{}"),
    read("hot_spots", r#"{"rootFqn":"PLACE"}"#),
    read(
        "layering",
        r#"{"layers":[{"name":"a","paths":"PLACE"},{"name":"b","paths":"**"}]}"#,
    ),
    read("lifting_status", "{}"),
    read("locate", r#"{"intent":"WORDS"}"#),
    read("outline", r#"{"within":"PLACE"}"#),
    search("search", r#"{"query":"NAME"}"#),
    search("search", r#"{"query":"WORDS"}"#),
    read("search_node", r#"{"searchTerms":"NAME"}"#),
    search(
        "search_node",
        r#"{"mode":"features","featureTerms":"WORDS"}"#,
    ),
    search("similar", r#"{"symbol":"SYMBOL"}"#),
    read("stats", "{}"),
    read("task", r#"{"query":"WORDS"}"#),
    read("topological_order", "{}"),
];
