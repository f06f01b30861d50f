//! What the engine finds in a tree, as lines to compare.

use std::collections::BTreeMap;
use waymark_engine::corpus::{ContentHash, Corpus, File, StoredText};
use waymark_engine::extract::facts::{Flags, Import};
use waymark_engine::extract::{Extractor, Languages};
use waymark_engine::graph::Graph;
use waymark_engine::graph::recursion::recursive;
use waymark_engine::ids::EdgeId;
use waymark_engine::intern::Names;
use waymark_engine::link::evidence::EdgeKind;
use waymark_engine::link::links::Links;
use waymark_engine::link::{self, Layout};
use waymark_engine::report::Report;
use waymark_engine::source::manifest::{Listing, Manifests};
use waymark_engine::source::tier::path_tier;

/// What was found, as lines by section.
pub struct Found {
    /// The lines.
    pub sections: BTreeMap<&'static str, Vec<String>>,
}

/// Indexes trees; compiles the queries of a language once.
#[derive(Default)]
pub struct Indexer {
    languages: Languages,
    extractors: BTreeMap<String, Extractor>,
}

impl Indexer {
    /// Indexes `files`.
    pub fn index(&mut self, files: &[(String, Vec<u8>)]) -> Result<Found, String> {
        if self.languages.iter().next().is_none() {
            self.languages = waymark_tests::languages()?;
        }
        let mut corpus = Vec::new();
        for (path, bytes) in files {
            corpus.push(self.file(path, bytes)?);
        }
        let corpus = Corpus::new(corpus);
        let mut report = Report::default();
        let layout = layout(&corpus, &mut report);
        let links = link::link(&corpus, &self.languages, &layout, None, &mut |_| true);
        let links = links.ok_or("linking stopped")?;
        let graph = Graph::build(&corpus, &links, &mut report);
        let mut sections = BTreeMap::new();
        sections.insert("definitions", definitions(&graph));
        sections.insert("partial", partial(&corpus));
        sections.insert("edges", edges(&graph, &CALLS));
        sections.insert("sides", edges(&graph, &SIDES));
        sections.insert("overrides", edges(&graph, &[EdgeKind::Overrides]));
        sections.insert("references", edges(&graph, &[EdgeKind::References]));
        sections.insert("absences", absences(&corpus, &links));
        sections.insert("flags", flags(&graph));
        sections.insert("metrics", metrics(&corpus, &graph));
        sections.insert("docs", docs(&corpus, &graph));
        sections.insert("signatures", signatures(&corpus, &graph));
        sections.insert("imports", imports(&corpus));
        Ok(Found { sections })
    }

    fn file(&mut self, path: &str, bytes: &[u8]) -> Result<File, String> {
        let table = self.languages.table();
        let language = table.detect(path, bytes);
        let language = language.map(|index| table.name(index).to_owned());
        let mut file = File {
            path: path.to_owned(),
            hash: ContentHash::of(bytes),
            text: StoredText::pack(bytes),
            tier: path_tier(path),
            ..File::default()
        };
        if let Some(language) = language {
            let extractor = match self.extractors.get_mut(&language) {
                Some(known) => known,
                None => {
                    let made = waymark_tests::extractor(&language)?;
                    self.extractors.entry(language.clone()).or_insert(made)
                }
            };
            file.facts = extractor.extract(bytes).facts.into();
            file.language = Some(language);
        }
        Ok(file)
    }
}

/// What the package manifests of the tree say.
fn layout(corpus: &Corpus, report: &mut Report) -> Layout {
    let read = |path: &str| {
        let file = corpus.find(path).and_then(|id| corpus.file(id));
        file.and_then(|file| file.text.unpack().ok())
    };
    let listing = Listing::new(corpus.files().iter().map(|f| f.path.as_str()), &read);
    Layout::of(&Manifests::read(&listing, report), report)
}

/// The paths of the files that are not wholly read.
fn partial(corpus: &Corpus) -> Vec<String> {
    let files = corpus.files().iter().filter(|file| file.facts.is_partial());
    files.map(|file| file.path.clone()).collect()
}

/// `kind fqn first-last` of every definition.
fn definitions(graph: &Graph) -> Vec<String> {
    let nodes = graph.ids().map(|id| (id, graph.node(id)));
    let symbols = nodes.filter(|(_, node)| node.symbol.is_some());
    symbols
        .map(|(id, node)| {
            let (first, last) = node.lines;
            format!("{} {} {first}-{last}", node.kind.as_str(), graph.fqn(id))
        })
        .collect()
}

/// The kinds that most cases are about.
const CALLS: [EdgeKind; 4] = [
    EdgeKind::Calls,
    EdgeKind::Instantiates,
    EdgeKind::Inherits,
    EdgeKind::Implements,
];

/// Kinds beside those.
const SIDES: [EdgeKind; 7] = [
    EdgeKind::Composes,
    EdgeKind::Reads,
    EdgeKind::Writes,
    EdgeKind::Exports,
    EdgeKind::Binds,
    EdgeKind::Mentions,
    EdgeKind::Tests,
];

/// `kind source -> target provenance :line` of every site of `kinds`.
fn edges(graph: &Graph, kinds: &[EdgeKind]) -> Vec<String> {
    let mut lines = Vec::new();
    for id in (0..graph.edges().len()).map(EdgeId::at) {
        let Some(edge) = graph.edge(id).filter(|edge| kinds.contains(&edge.kind)) else {
            continue;
        };
        let kind = edge.kind.as_str();
        let (source, target) = (graph.fqn(edge.source), graph.fqn(edge.target));
        for site in graph.sites(id) {
            let provenance = site.provenance.as_str();
            lines.push(format!(
                "{kind} {source} -> {target} {provenance} :{}",
                site.line
            ));
        }
    }
    lines
}

/// `path:line name reason` of every use without an edge.
fn absences(corpus: &Corpus, links: &Links) -> Vec<String> {
    let unresolved = links.unresolved.iter();
    unresolved
        .map(|absence| {
            let path = corpus.file(absence.file).map_or("", |file| &file.path);
            let name = if absence.name.is_empty() {
                "?"
            } else {
                &absence.name
            };
            format!("{path}:{} {name} {}", absence.line, absence.reason.as_str())
        })
        .collect()
}

/// `fqn flag flag …` of every definition that has any.
fn flags(graph: &Graph) -> Vec<String> {
    const NAMES: [(Flags, &str); 16] = [
        (Flags::STATIC, "static"),
        (Flags::ABSTRACT, "abstract"),
        (Flags::ASYNC, "async"),
        (Flags::EXPORTED, "exported"),
        (Flags::ACCESSOR, "accessor"),
        (Flags::CLASS_METHOD, "class-method"),
        (Flags::VARIADIC, "variadic"),
        (Flags::TEST, "test"),
        (Flags::PRIVATE, "private"),
        (Flags::DISTINCT, "distinct"),
        (Flags::PARTIAL, "partial"),
        (Flags::EXTENSION, "extension"),
        (Flags::OUTLINE, "outline"),
        (Flags::RUN, "run"),
        (Flags::VIRTUAL, "virtual"),
        (Flags::OVERRIDE, "override"),
    ];
    let nodes = graph.ids().map(|id| (id, graph.node(id).flags));
    let flagged = nodes.filter(|(_, flags)| *flags != Flags::default());
    flagged
        .map(|(id, flags)| {
            let names = NAMES.iter().filter(|(flag, _)| flags.has(*flag));
            let names: Vec<_> = names.map(|(_, name)| *name).collect();
            format!("{} {}", graph.fqn(id), names.join(" "))
        })
        .collect()
}

/// `fqn cyclomatic n cognitive n depth n` of every definition that runs code.
fn metrics(corpus: &Corpus, graph: &Graph) -> Vec<String> {
    let symbols = graph
        .ids()
        .filter_map(|id| Some((id, graph.node(id).symbol?)));
    let definitions = symbols.filter_map(|(id, symbol)| Some((id, corpus.definition(symbol)?)));
    let recursive = recursive(graph);
    definitions
        .filter(|(_, definition)| !definition.body.is_empty() && definition.kind.is_callable())
        .map(|(id, definition)| {
            let m = definition.metrics;
            let cognitive = m.cognitive + u32::from(recursive[id.index()]);
            let fqn = graph.fqn(id);
            format!(
                "{fqn} cyclomatic {} cognitive {cognitive} depth {}",
                m.cyclomatic, m.depth
            )
        })
        .collect()
}

/// `fqn: text` of every definition.
fn signatures(corpus: &Corpus, graph: &Graph) -> Vec<String> {
    let symbols = graph
        .ids()
        .filter_map(|id| Some((id, graph.node(id).symbol?)));
    symbols
        .filter_map(|(id, symbol)| Some((id, &corpus.definition(symbol)?.signature)))
        .map(|(id, signature)| format!("{}: {signature}", graph.fqn(id)))
        .collect()
}

/// `fqn: text` of every definition with documentation; `|` for a line break.
fn docs(corpus: &Corpus, graph: &Graph) -> Vec<String> {
    let symbols = graph
        .ids()
        .filter_map(|id| Some((id, graph.node(id).symbol?)));
    let definitions =
        symbols.filter_map(|(id, symbol)| Some((id, &corpus.definition(symbol)?.doc)));
    definitions
        .filter(|(_, doc)| !doc.is_empty())
        .map(|(id, doc)| format!("{}: {}", graph.fqn(id), doc.replace('\n', " | ")))
        .collect()
}

/// `path:line kind source name as alias`, as far as each is there.
fn imports(corpus: &Corpus) -> Vec<String> {
    let files = corpus.files().iter();
    files
        .flat_map(|file| {
            let names = &file.facts.names;
            let imports = file.facts.imports.iter();
            imports.map(move |i| import(&file.path, names, i))
        })
        .collect()
}

fn import(path: &str, names: &Names, import: &Import) -> String {
    let kind = format!("{:?}", import.kind).to_lowercase();
    let mut line = format!("{path}:{} {kind} {}", import.line, names.get(import.source));
    if let Some(name) = import.name {
        line.push_str(&format!(" {}", names.get(name)));
    }
    if let Some(alias) = import.alias
        && import.alias != import.name
    {
        line.push_str(&format!(" as {}", names.get(alias)));
    }
    line
}
