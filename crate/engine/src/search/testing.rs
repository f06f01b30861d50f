//! Small trees with documentation and bodies, for tests of search.

use crate::answer::host::Host;
use crate::answer::{Memo, View};
use crate::corpus::{Corpus, File, StoredText};
use crate::extract::facts::{Definition, FileFacts, Kind, Word};
use crate::extract::{Grammars, Languages};
use crate::feature::Plan;
use crate::graph::{Graph, Packages};
use crate::ids::DefinitionId;
use crate::intern::Interner;
use crate::link::Links;
use crate::rank::Ranks;
use crate::report::Report;
use crate::search::documents::index;
use crate::search::find::{Found, Index, Options, find};
use crate::search::lexical::{Lexical, Weights};
use crate::search::tokens::words;
use crate::source::drops::FilterStats;
use crate::source::manifest::Manifests;
use crate::testing::definition;
use crate::text::Span;
use crate::tier::Tier;

/// A tree under construction. A file is a list of definitions, one a line:
/// `kind Outer.name | documentation | body`, each one line long in the source.
#[derive(Default)]
pub(crate) struct Shelf {
    files: Vec<File>,
}

/// A finished tree with its index.
pub(crate) struct Indexed {
    pub(crate) corpus: Corpus,
    pub(crate) graph: Graph,
    pub(crate) lexical: Lexical,
    pub(crate) ranks: Ranks,
    pub(crate) drops: FilterStats,
    pub(crate) report: Report,
    /// What searches do not read.
    pub(crate) beside: (Packages, Languages, Grammars, Host, Manifests),
    pub(crate) planned: (Plan, Memo),
}

impl Shelf {
    pub(crate) fn file(self, path: &str, outline: &str) -> Self {
        self.tier(path, Tier::Product, outline)
    }

    pub(crate) fn tier(mut self, path: &str, tier: Tier, outline: &str) -> Self {
        let rows: Vec<&str> = outline
            .lines()
            .map(str::trim)
            .filter(|l| !l.is_empty())
            .collect();
        self.files.push(File {
            path: path.to_owned(),
            language: Some("python".to_owned()),
            text: StoredText::pack(rows.join("\n").as_bytes()),
            tier,
            facts: facts(&rows).into(),
            ..File::default()
        });
        self
    }

    pub(crate) fn build(self) -> Indexed {
        let corpus = Corpus::new(self.files);
        let graph = Graph::build(&corpus, &Links::default(), &mut Report::default());
        let lexical = index(&corpus, &graph, Weights::default());
        Indexed {
            corpus,
            graph,
            lexical,
            ranks: Ranks::default(),
            drops: FilterStats::default(),
            report: Report::default(),
            beside: Default::default(),
            planned: Default::default(),
        }
    }
}

impl Indexed {
    pub(crate) fn index(&self) -> Index<'_> {
        Index {
            corpus: &self.corpus,
            graph: &self.graph,
            lexical: &self.lexical,
            ranks: &self.ranks,
            vectors: None,
        }
    }

    pub(crate) fn view(&self) -> View<'_> {
        View {
            corpus: &self.corpus,
            graph: &self.graph,
            unresolved: &[],
            routes: crate::framework::Routes::none(),
            lexical: &self.lexical,
            ranks: &self.ranks,
            overlay: None,
            vectors: None,
            model: None,
            drops: &self.drops,
            unknown_kinds: &[],
            report: &self.report,
            packages: &self.beside.0,
            languages: &self.beside.1,
            grammars: &self.beside.2,
            host: &self.beside.3,
            manifests: &self.beside.4,
            plan: &self.planned.0,
            memo: &self.planned.1,
        }
    }

    pub(crate) fn find(&self, query: &str) -> Found {
        find(&self.index(), query, &Options::default())
    }

    /// The ids of the hits, best first.
    pub(crate) fn ids(&self, found: &Found) -> Vec<String> {
        found
            .hits
            .iter()
            .map(|hit| self.graph.fqn(hit.node))
            .collect()
    }
}

fn facts(rows: &[&str]) -> FileFacts {
    let mut names = Interner::default();
    let mut facts = FileFacts {
        language: "python".to_owned(),
        lines: rows.len().max(1) as u32,
        ..FileFacts::default()
    };
    let mut known: Vec<String> = Vec::new();
    let mut at = 0;
    for (row, line) in rows.iter().zip(1..) {
        let mut columns = row.split('|').map(str::trim);
        let (kind, name) = columns
            .next()
            .and_then(|c| c.split_once(' '))
            .expect("kind name");
        let (outer, own) = name.rsplit_once('.').unwrap_or(("", name));
        let container = known
            .iter()
            .rposition(|known| known == outer)
            .map(DefinitionId::at);
        let id = DefinitionId::at(facts.definitions.len());
        facts.definitions.push(Definition {
            name: names.intern(own),
            kind: Kind::parse(kind).expect("a kind"),
            lines: (line, line),
            span: Span {
                start: at,
                end: at + row.len() as u32,
            },
            name_line: line,
            container,
            signature: format!("{kind} {own}"),
            doc: columns.next().unwrap_or_default().to_owned(),
            ..definition()
        });
        known.push(name.to_owned());
        at += row.len() as u32 + 1;
        for word in words(columns.next().unwrap_or_default()) {
            facts.words.push(Word {
                definition: Some(id),
                name: names.intern(word),
                count: 1,
            });
        }
    }
    facts.names = names.into_names();
    facts
}
