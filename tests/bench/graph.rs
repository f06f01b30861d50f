//! Times of the graph's stages and of the read tools on a made-up tree of 100,000 symbols and
//! 500,000 uses: building, ranking, export, reach, look-up.
//!
//! `cargo bench -p waymark-tests --bench graph`
#![allow(clippy::print_stdout)]

use std::time::Instant;
use waymark_engine::answer::host::Host;
use waymark_engine::answer::{Memo, View, ops};
use waymark_engine::corpus::{Corpus, File};
use waymark_engine::extract::facts::{Definition, FileFacts, Flags, Kind, Metrics};
use waymark_engine::extract::{Grammars, Languages};
use waymark_engine::feature::plan::Plan;
use waymark_engine::graph::export::jsonl;
use waymark_engine::graph::traverse::{Direction, Follow, reach};
use waymark_engine::graph::{Graph, Kinds, Packages, lookup, order, suggest};
use waymark_engine::ids::{DefinitionId, NameId, NodeId, ScopeId, SymbolId};
use waymark_engine::intern::Interner;
use waymark_engine::link::evidence::{EdgeKind, Provenance};
use waymark_engine::link::{Endpoint, Link, Links};
use waymark_engine::rank::{Ranks, Teleport, Walk, hits, pagerank, weights};
use waymark_engine::report::Report;
use waymark_engine::search::documents;
use waymark_engine::search::lexical::Weights;
use waymark_engine::source::drops::FilterStats;
use waymark_engine::source::manifest::Manifests;
use waymark_engine::text::Span;

const FILES: u32 = 5_000;
const SYMBOLS_PER_FILE: u32 = 20;
const USES: u32 = 500_000;

fn main() {
    let corpus = timed("corpus", corpus);
    let links = timed("links", || links(corpus.symbol_count() as u32));
    let mut report = Report::default();
    let graph = timed("Graph::build", || {
        Graph::build(&corpus, &links, &mut report)
    });
    println!(
        "{:>31} nodes, {} edges",
        graph.nodes().len(),
        graph.edges().len()
    );
    let weights = timed("weights", || weights::weights(&graph));
    let walk = timed("Walk::new", || Walk::new(graph.nodes().len(), &weights));
    let teleport = timed("Teleport::uniform", || Teleport::uniform(&graph));
    let ranks = timed("pagerank", || pagerank::pagerank(&walk, &teleport));
    println!(
        "{:>31} iterations, converged: {}",
        ranks.iterations, ranks.converged
    );
    timed("Ranks::of_graph, all of it", || Ranks::of_graph(&graph));
    timed("hits", || hits::hits(&walk));
    let bytes: usize = timed("jsonl", || {
        jsonl::pieces(&graph, &[], None)
            .map(|piece| piece.len())
            .sum()
    });
    println!("{:>31} MB", bytes / 1_000_000);
    let follow = Follow::new(Direction::Both, Kinds::ALL);
    timed("reach, everything", || {
        reach(&graph, &[NodeId(9_000)], follow, None).len()
    });
    timed("topological order", || {
        order::topological(&graph, Kinds::CALLS).len()
    });
    timed("find by id", || {
        lookup::find(&graph, "src/d7/file1007.rs::name4_1007")
    });
    timed("find a common name", || lookup::find(&graph, "name0"));
    let letters = suggest::Letters::of(&graph);
    timed("suggest", || {
        suggest::suggest(&graph, &letters, "nmae4_1007")
    });
    tools(&corpus, &graph, &ranks);
}

/// Every read tool with its default parameters on a hundred symbols: the time
/// that 95 in 100 answers do not exceed, and the longest.
fn tools(corpus: &Corpus, graph: &Graph, ranks: &Ranks) {
    let lexical = documents::index(corpus, graph, Weights::default());
    let packages = Packages::of(&Manifests::default(), corpus);
    let languages = Languages::default();
    let view = View {
        corpus,
        graph,
        plan: &Plan::default(),
        memo: &Memo::default(),
        packages: &packages,
        manifests: &Manifests::default(),
        unresolved: &[],
        routes: waymark_engine::framework::Routes::none(),
        lexical: &lexical,
        ranks,
        drops: &FilterStats::default(),
        unknown_kinds: &[],
        report: &Report::default(),
        languages: &languages,
        grammars: &Grammars::default(),
        host: &Host::default(),
        overlay: None,
        vectors: None,
        model: None,
    };
    println!("\n{:<44}{:>9}{:>9}", "tool", "p95 ms", "max ms");
    for (name, params) in TOOLS {
        let mut times: Vec<f64> = (0..100)
            .map(|at| {
                let file = at * 47 % FILES;
                let symbol = format!(
                    "src/d{}/file{file}.rs::name0_{file}::name4_{file}",
                    file % 100
                );
                let params = params.replace("SYMBOL", &symbol);
                let start = Instant::now();
                let answer = ops::run(&view, name, &params);
                assert!(answer.is_ok(), "{name} {params}: {answer:?}");
                start.elapsed().as_secs_f64() * 1e3
            })
            .collect();
        times.sort_by(f64::total_cmp);
        println!(
            "{:<44}{:>9.2}{:>9.2}",
            format!("{name} {params}"),
            times[94],
            times[99]
        );
    }
}

const TOOLS: &[(&str, &str)] = &[
    ("index_status", "{}"),
    ("is_path_indexed", r#"{"path":"src/d7/file7.rs"}"#),
    ("codebase_map", "{}"),
    ("codebase_map", r#"{"level":"L2"}"#),
    ("codebase_map", r#"{"level":"L3"}"#),
    ("package_summary", "{}"),
    ("symbol_detail", r#"{"fqn":"SYMBOL"}"#),
    ("symbol_detail", r#"{"fqn":"nmae4_1007"}"#),
    ("symbol_source", r#"{"fqn":"SYMBOL"}"#),
    ("codebase_search", r#"{"query":"name4 1007"}"#),
    ("dependency_graph", "{}"),
    ("dependency_graph", r#"{"scope":"L2","edgeKinds":"calls"}"#),
    ("sub_graph", r#"{"seeds":"SYMBOL"}"#),
    ("flow_trace", r#"{"from":"SYMBOL"}"#),
    ("impact_analysis", r#"{"targets":"SYMBOL"}"#),
    ("impact_analysis", r#"{"targets":"SYMBOL","maxDepth":6}"#),
    ("complexity_report", "{}"),
    ("cycles", "{}"),
    ("coupling", "{}"),
    ("hot_spots", "{}"),
    ("dead_code", "{}"),
    ("dominators", r#"{"from":"SYMBOL"}"#),
    ("context", "{}"),
];

fn timed<T>(what: &str, run: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = run();
    println!("{what:<27}{:>9.2} ms", start.elapsed().as_secs_f64() * 1e3);
    result
}

fn corpus() -> Corpus {
    let file = |index: u32| File {
        path: format!("src/d{}/file{index}.rs", index % 100),
        language: Some("rust".to_owned()),
        facts: facts(index).into(),
        ..File::default()
    };
    Corpus::new((0..FILES).map(file).collect())
}

/// A class with methods, the first of which has a common name.
fn facts(file: u32) -> FileFacts {
    let mut names = Interner::default();
    let definitions = (0..SYMBOLS_PER_FILE).map(|at| {
        let name = match at {
            1 => "name0".to_owned(),
            _ => format!("name{at}_{file}"),
        };
        definition(names.intern(&name), at)
    });
    FileFacts {
        definitions: definitions.collect(),
        names: names.into_names(),
        lines: SYMBOLS_PER_FILE * 10,
        ..FileFacts::default()
    }
}

fn definition(name: NameId, at: u32) -> Definition {
    Definition {
        name,
        kind: if at == 0 { Kind::Class } else { Kind::Method },
        flags: Flags::default(),
        span: Span::default(),
        name_span: Span::default(),
        body: Span::default(),
        lines: (at * 10 + 1, at * 10 + 9),
        name_line: at * 10 + 1,
        container: (at > 0).then_some(DefinitionId(0)),
        scope: ScopeId(0),
        owner: None,
        implements: None,
        signature: String::new(),
        doc: String::new(),
        decorators: Vec::new(),
        parameters: Vec::new(),
        type_parameters: Vec::new(),
        type_: None,
        values: Vec::new(),
        metrics: Metrics {
            cyclomatic: at % 7 + 1,
            ..Metrics::default()
        },
    }
}

/// Calls from everywhere, half of them to a hundredth of the symbols.
fn links(symbols: u32) -> Links {
    let mut state = 1_u64;
    let mut below = |bound: u32| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % u64::from(bound)) as u32
    };
    let mut links: Vec<Link> = (0..USES)
        .map(|_| {
            let source = below(symbols);
            let target = if below(2) == 0 {
                below(symbols / 100) * 100
            } else {
                below(symbols)
            };
            Link {
                kind: EdgeKind::Calls,
                source: Endpoint::Symbol(SymbolId(source)),
                target: Endpoint::Symbol(SymbolId(target)),
                line: below(200) + 1,
                provenance: Provenance::Import,
                confidence: 1.0,
                ambiguity: 1,
            }
        })
        .collect();
    links.sort_by_key(|link| (link.source, link.line, link.target));
    Links {
        links,
        ..Links::default()
    }
}
