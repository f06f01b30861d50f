//! Small trees for tests: facts and links written as text.

use crate::answer::host::Host;
use crate::answer::{Memo, View};
use crate::corpus::{ContentHash, Corpus, File, StoredText};
use crate::extract::facts::{Definition, FileFacts, Flags, Kind, Metrics};
use crate::extract::{Grammars, Languages};
use crate::feature::Plan;
use crate::graph::{Graph, Packages};
use crate::ids::{DefinitionId, FileId, SymbolId};
use crate::intern::Interner;
use crate::link::evidence::{Absence, EdgeKind, Provenance};
use crate::link::links::{Endpoint, Link, Links, Unresolved};
use crate::rank::Ranks;
use crate::report::Report;
use crate::search::documents;
use crate::search::lexical::{Lexical, Weights};
use crate::source::drops::FilterStats;
use crate::source::manifest::{Listing, Manifests};
use crate::source::tier::path_tier;
use std::collections::BTreeMap;
pub(crate) use waymark_extract::testing::{Random, definition};

/// A tree under construction.
///
/// A file is an outline, one definition a line: `kind name first-last`,
/// indented by two blanks a level; `exported-kind` has that flag, and what
/// follows the lines is its cyclomatic complexity. A symbol is named `path::Outer::name`, the
/// n-th of several alike `path::Outer::name#n`; a file by its path.
#[derive(Default)]
pub(crate) struct Tree {
    files: Vec<File>,
    links: Vec<(EdgeKind, String, String, u32, Provenance)>,
    owners: Vec<(String, String)>,
    absences: Vec<(String, u32, String, Absence)>,
}

/// A finished tree.
pub(crate) struct Built {
    pub(crate) corpus: Corpus,
    pub(crate) links: Links,
    pub(crate) graph: Graph,
    pub(crate) manifests: Manifests,
    pub(crate) packages: Packages,
    pub(crate) plan: Plan,
    pub(crate) memo: Memo,
    pub(crate) lexical: Lexical,
    pub(crate) ranks: Ranks,
    pub(crate) drops: FilterStats,
    pub(crate) report: Report,
    pub(crate) languages: Languages,
    pub(crate) grammars: Grammars,
    pub(crate) host: Host,
}

impl Built {
    pub(crate) fn view(&self) -> View<'_> {
        View {
            corpus: &self.corpus,
            graph: &self.graph,
            packages: &self.packages,
            manifests: &self.manifests,
            unresolved: &self.links.unresolved,
            routes: crate::framework::Routes::none(),
            plan: &self.plan,
            memo: &self.memo,
            lexical: &self.lexical,
            ranks: &self.ranks,
            overlay: None,
            vectors: None,
            model: None,
            drops: &self.drops,
            unknown_kinds: &[],
            report: &self.report,
            languages: &self.languages,
            grammars: &self.grammars,
            host: &self.host,
        }
    }
}

impl Tree {
    pub(crate) fn file(mut self, path: &str, outline: &str) -> Self {
        let facts = facts(outline);
        let text: String = (1..=facts.lines).map(|n| format!("{path} {n}\n")).collect();
        self.files.push(File {
            path: path.to_owned(),
            language: Some("rust".to_owned()),
            tier: path_tier(path),
            text: StoredText::pack(text.as_bytes()),
            facts: facts.into(),
            ..File::default()
        });
        self
    }

    /// A file without definitions that says `text`.
    pub(crate) fn text(mut self, path: &str, text: &str) -> Self {
        self.files.push(File {
            path: path.to_owned(),
            hash: ContentHash::of(text.as_bytes()),
            text: StoredText::pack(text.as_bytes()),
            ..File::default()
        });
        self
    }

    pub(crate) fn link(self, kind: EdgeKind, source: &str, target: &str, line: u32) -> Self {
        self.link_by(kind, source, target, line, Provenance::Scope)
    }

    pub(crate) fn call(self, source: &str, target: &str, line: u32) -> Self {
        self.link(EdgeKind::Calls, source, target, line)
    }

    pub(crate) fn link_by(
        mut self,
        kind: EdgeKind,
        source: &str,
        target: &str,
        line: u32,
        provenance: Provenance,
    ) -> Self {
        let (source, target) = (source.to_owned(), target.to_owned());
        self.links.push((kind, source, target, line, provenance));
        self
    }

    pub(crate) fn owner(mut self, member: &str, owner: &str) -> Self {
        self.owners.push((member.to_owned(), owner.to_owned()));
        self
    }

    pub(crate) fn absence(mut self, source: &str, line: u32, name: &str, why: Absence) -> Self {
        let row = (source.to_owned(), line, name.to_owned(), why);
        self.absences.push(row);
        self
    }

    pub(crate) fn build(self) -> Built {
        let corpus = Corpus::new(self.files);
        let ends = ends(&corpus);
        let end = |name: &str| *ends.get(name).unwrap_or_else(|| panic!("no {name}"));
        let symbol = |name: &str| match end(name) {
            Endpoint::Symbol(symbol) => symbol,
            Endpoint::File(_) => panic!("{name} is a file"),
        };
        let mut links = Links::default();
        for (kind, source, target, line, provenance) in &self.links {
            links.links.push(Link {
                kind: *kind,
                source: end(source),
                target: end(target),
                line: *line,
                provenance: *provenance,
                confidence: provenance.confidence(),
                ambiguity: 1,
            });
        }
        links.owners = self
            .owners
            .iter()
            .map(|(m, o)| (symbol(m), symbol(o)))
            .collect();
        links.owners.sort_unstable();
        for (source, line, name, reason) in &self.absences {
            let source = end(source);
            let file = match source {
                Endpoint::File(file) => file,
                Endpoint::Symbol(symbol) => corpus.locate(symbol).expect("known").0,
            };
            links.unresolved.push(Unresolved {
                file,
                line: *line,
                name: name.clone(),
                reason: *reason,
                source,
                candidates: Vec::new(),
            });
        }
        let mut report = Report::default();
        let graph = Graph::build(&corpus, &links, &mut report);
        let manifests = manifests(&corpus, &mut report);
        Built {
            plan: Plan::default(),
            memo: Memo::default(),
            lexical: documents::index(&corpus, &graph, Weights::default()),
            ranks: Ranks::of_graph(&graph),
            drops: FilterStats::default(),
            packages: Packages::of(&manifests, &corpus),
            manifests,
            languages: Languages::default(),
            grammars: Grammars::default(),
            host: Host::default(),
            corpus,
            links,
            graph,
            report,
        }
    }
}

fn manifests(corpus: &Corpus, report: &mut Report) -> Manifests {
    let read = |path: &str| corpus.file(corpus.find(path)?)?.text.unpack().ok();
    let listing = Listing::new(corpus.files().iter().map(|file| file.path.as_str()), &read);
    Manifests::read(&listing, report)
}

/// A file `a.rs` with the functions `f0`, `f1` … one a line; nodes from 2 on.
pub(crate) fn functions(count: u32) -> Tree {
    let lines = (0..count).map(|i| format!("function f{i} {0}-{0}\n", i + 1));
    Tree::default().file("a.rs", &lines.collect::<String>())
}

/// Reads an outline.
fn facts(outline: &str) -> FileFacts {
    let mut names = Interner::default();
    let mut facts = FileFacts {
        language: "rust".to_owned(),
        lines: 1,
        ..FileFacts::default()
    };
    let mut open: Vec<(usize, DefinitionId)> = Vec::new();
    for line in outline.lines().filter(|line| !line.trim().is_empty()) {
        let indent = line.len() - line.trim_start().len();
        let words: Vec<&str> = line.split_whitespace().collect();
        let (first, last) = words[2].split_once('-').expect("first-last");
        let lines = (
            first.parse().expect("a line"),
            last.parse().expect("a line"),
        );
        open.retain(|&(outer, _)| outer < indent);
        let mut flags = Flags::default();
        let kind = match words[0].strip_prefix("exported-") {
            Some(kind) => {
                flags.set(Flags::EXPORTED);
                kind
            }
            None => words[0],
        };
        let cyclomatic = words
            .get(3)
            .map_or(0, |word| word.parse().expect("a number"));
        facts.definitions.push(Definition {
            name: names.intern(words[1]),
            kind: Kind::parse(kind).expect("a kind"),
            flags,
            metrics: Metrics {
                cyclomatic,
                ..Metrics::default()
            },
            lines,
            name_line: lines.0,
            container: open.last().map(|&(_, id)| id),
            signature: format!("{kind} {}", words[1]),
            ..definition()
        });
        open.push((indent, DefinitionId::at(facts.definitions.len() - 1)));
        facts.lines = facts.lines.max(lines.1);
    }
    facts.names = names.into_names();
    facts
}

/// Every file and symbol by the name that tests give it.
fn ends(corpus: &Corpus) -> BTreeMap<String, Endpoint> {
    let mut ends = BTreeMap::new();
    for (index, file) in corpus.files().iter().enumerate() {
        ends.insert(file.path.clone(), Endpoint::File(FileId::at(index)));
        let mut names: Vec<String> = Vec::new();
        for (at, definition) in file.facts.definitions.iter().enumerate() {
            let outer = definition
                .container
                .map_or(&file.path, |c| &names[c.index()]);
            let name = format!("{outer}::{}", file.facts.names.get(definition.name));
            let symbol: SymbolId = corpus.symbol(FileId::at(index), DefinitionId::at(at));
            let alike = (2..).map(|n| format!("{name}#{n}"));
            let free = std::iter::once(name.clone())
                .chain(alike)
                .find(|n| !ends.contains_key(n));
            ends.insert(free.unwrap_or_default(), Endpoint::Symbol(symbol));
            names.push(name);
        }
    }
    ends
}
