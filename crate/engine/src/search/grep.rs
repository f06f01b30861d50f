//! The text lane: where a literal stands, or a regular expression matches, in
//! the source, and in which symbol.
//!
//! Every file is unpacked once, whatever the number of needles, and none that a
//! [`Sieve`] says holds no needle.

use crate::corpus::{Corpus, File};
use crate::extract::expression::{Expression, MOST_WORK, Run};
use crate::graph::Graph;
use crate::ids::{DefinitionId, FileId, NodeId};
use crate::text::Lines;
use memchr::memmem::Finder;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::OnceLock;
use waymark_vector::sieve::{Sieve, marks};

/// Lines kept of one symbol.
const MOST_LINES: usize = 20;

/// Matches counted in one file and of one needle; beyond, one more says nothing.
const MOST_MATCHES: usize = 10_000;

/// What is looked for.
#[derive(Clone, Debug)]
pub struct Needle {
    /// What a text that holds it has, as a [`Sieve`] knows.
    marks: Vec<u32>,
    form: Form,
}

#[derive(Clone, Debug)]
enum Form {
    /// A literal.
    Literal(Finder<'static>),
    /// A literal in lower case that is found in capitals, too (ASCII).
    AnyCase(Finder<'static>),
    /// A regular expression over lines.
    Expression(Expression),
}

impl Needle {
    /// The literal `text`, in any case where it has no capital; none for an empty
    /// one.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let form = match text.chars().any(char::is_uppercase) {
            true => Form::Literal,
            false => Form::AnyCase,
        };
        (!text.is_empty()).then(|| Self {
            marks: marks(text.as_bytes()),
            form: form(Finder::new(text).into_owned()),
        })
    }

    /// The regular expression `expression` over lines.
    #[must_use]
    pub fn expression(expression: Expression) -> Self {
        Self {
            marks: marks(expression.required()),
            form: Form::Expression(expression),
        }
    }

    /// Calls `each` with where it is found; `run` is that of an expression.
    fn find(&self, texts: &Texts<'_>, run: Option<&mut Run<'_>>, mut each: impl FnMut(usize)) {
        let each = &mut each;
        match &self.form {
            Form::Literal(finder) => finder
                .find_iter(texts.bytes)
                .take(MOST_MATCHES)
                .for_each(each),
            Form::AnyCase(finder) => {
                let folded = texts
                    .folded
                    .get_or_init(|| texts.bytes.to_ascii_lowercase());
                finder.find_iter(folded).take(MOST_MATCHES).for_each(each);
            }
            Form::Expression(_) => {
                let Some(run) = run else { return };
                let mut from = 0;
                let lines = std::iter::from_fn(|| {
                    let (start, behind) = run.next(texts.bytes, from)?;
                    from = behind;
                    Some(start)
                });
                lines.take(MOST_MATCHES).for_each(each);
            }
        }
    }

    fn run(&self) -> Option<Run<'_>> {
        match &self.form {
            Form::Expression(expression) => Some(expression.run(MOST_WORK)),
            _ => None,
        }
    }
}

/// What tells of each file that it does not hold a literal, made when the file is
/// first read for one: then few files are unpacked for the next.
#[derive(Debug, Default)]
pub struct Sieves(Vec<OnceLock<Sieve>>);

impl Sieves {
    /// Those of `corpus`, none made yet.
    #[must_use]
    pub fn of(corpus: &Corpus) -> Self {
        Self(corpus.files().iter().map(|_| OnceLock::new()).collect())
    }

    /// Bytes in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let made = self.0.iter().filter_map(OnceLock::get);
        made.map(Sieve::bytes).sum()
    }

    fn may_hold(&self, file: usize, needle: &Needle) -> bool {
        let sieve = self.0.get(file).and_then(OnceLock::get);
        sieve.is_none_or(|sieve| sieve.may_hold(&needle.marks))
    }

    fn make(&self, file: usize, text: &[u8]) {
        if let Some(sieve) = self.0.get(file) {
            sieve.get_or_init(|| Sieve::of(text));
        }
    }
}

/// The text of a file in the forms that needles read, made when one asks.
struct Texts<'a> {
    bytes: &'a [u8],
    folded: OnceCell<Vec<u8>>,
}

/// The matches of one literal within one symbol, or in a file outside symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// Lines of the first matches, 1-based, each once.
    pub lines: Vec<u32>,
    /// How many matches there are.
    pub count: u32,
}

/// The matches of one literal by node.
pub type Places = BTreeMap<NodeId, Place>;

/// What was found of one needle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matches {
    /// The matches.
    pub places: Places,
    /// Files that were not read to their end: matching the expression was too much work.
    pub unread: u32,
}

/// Looks for `needles` in the files that `keep` admits; one result a needle.
#[must_use]
pub fn grep(
    corpus: &Corpus,
    graph: &Graph,
    needles: &[Needle],
    sieves: &Sieves,
    keep: &dyn Fn(FileId) -> bool,
) -> Vec<Matches> {
    let mut found = vec![Matches::default(); needles.len()];
    let mut runs: Vec<Option<Run<'_>>> = needles.iter().map(Needle::run).collect();
    let sieved = needles.iter().any(|needle| !needle.marks.is_empty());
    for (at, file) in corpus.files().iter().enumerate() {
        let id = FileId::at(at);
        let wanted = |needle: &Needle| sieves.may_hold(at, needle);
        if !needles.iter().any(wanted) || !keep(id) {
            continue;
        }
        let Ok(text) = file.text.unpack() else {
            continue;
        };
        if sieved {
            sieves.make(at, &text);
        }
        let texts = Texts {
            bytes: &text,
            folded: OnceCell::new(),
        };
        let mut page = Page {
            corpus,
            graph,
            id,
            file,
            text: &text,
            lines: None,
        };
        let open = needles.iter().zip(&mut found).zip(&mut runs);
        for ((needle, found), run) in open.filter(|((needle, _), _)| wanted(needle)) {
            let places = &mut found.places;
            needle.find(&texts, run.as_mut(), |at| page.add(at as u32, places));
            found.unread += u32::from(run.as_ref().is_some_and(Run::is_spent));
        }
    }
    found
}

/// One file while it is searched; its lines are counted on the first match.
struct Page<'a> {
    corpus: &'a Corpus,
    graph: &'a Graph,
    id: FileId,
    file: &'a File,
    text: &'a [u8],
    lines: Option<Lines>,
}

impl Page<'_> {
    fn add(&mut self, at: u32, places: &mut Places) {
        let line = self
            .lines
            .get_or_insert_with(|| Lines::of(self.text))
            .line(at);
        let place = places.entry(self.node(at)).or_insert_with(|| Place {
            file: self.id,
            lines: Vec::new(),
            count: 0,
        });
        place.count += 1;
        if place.lines.len() < MOST_LINES && place.lines.last() != Some(&line) {
            place.lines.push(line);
        }
    }

    /// The innermost node around the byte `at`.
    fn node(&self, at: u32) -> NodeId {
        let definitions = self.file.facts.outline();
        let before = definitions.partition_point(|definition| definition.span.start <= at);
        let mut inner = before.checked_sub(1).map(DefinitionId::at);
        let file = self.graph.file_node(self.id);
        while let Some(id) = inner
            && let Some(definition) = definitions.get(id.index())
        {
            if definition.span.covers(at) {
                return self.graph.symbol_node(self.corpus.symbol(self.id, id));
            }
            // A sibling before it cannot reach further than what is around both.
            inner = definition.container;
        }
        file
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::testing::{Indexed, Shelf};

    fn tree() -> Indexed {
        Shelf::default()
            .file(
                "a.py",
                "class Cart | | Max_Size max_size
                 method Cart.add | | max_size
                 function other | | MAX_SIZE größe",
            )
            .file("b.py", "function f | | nothing")
            .build()
    }

    fn places(tree: &Indexed, text: &str) -> Vec<(String, Vec<u32>, u32)> {
        let needles: Vec<Needle> = Needle::new(text).into_iter().collect();
        let sieves = Sieves::of(&tree.corpus);
        let found = grep(&tree.corpus, &tree.graph, &needles, &sieves, &|_| true);
        let again = grep(&tree.corpus, &tree.graph, &needles, &sieves, &|_| true);
        assert_eq!(found, again, "{text}");
        let places = found.into_iter().flat_map(|found| found.places);
        places
            .map(|(node, place)| (tree.graph.fqn(node), place.lines, place.count))
            .collect()
    }

    fn row(id: &str, line: u32, count: u32) -> (String, Vec<u32>, u32) {
        (id.to_owned(), vec![line], count)
    }

    #[test]
    fn matches_belong_to_the_innermost_symbol() {
        let tree = tree();
        let expected = [
            row("a.py::Cart", 1, 2),
            row("a.py::other", 3, 1),
            row("a.py::Cart::add", 2, 1),
        ];
        let mut found = places(&tree, "max_size");
        found.sort_by_key(|(_, lines, _)| lines.clone());
        assert_eq!(
            found,
            [
                expected[0].clone(),
                expected[2].clone(),
                expected[1].clone()
            ]
        );
    }

    #[test]
    fn a_capital_asks_for_the_case() {
        let tree = tree();
        assert_eq!(places(&tree, "MAX_SIZE"), [row("a.py::other", 3, 1)]);
        assert_eq!(places(&tree, "größe"), [row("a.py::other", 3, 1)]);
        assert_eq!(places(&tree, "absent"), []);
        assert_eq!(places(&tree, ""), []);
    }

    #[test]
    fn only_kept_files_are_read() {
        let tree = tree();
        let needles = [Needle::new("f").expect("a literal")];
        let sieves = Sieves::of(&tree.corpus);
        let found = grep(&tree.corpus, &tree.graph, &needles, &sieves, &|file| {
            file.0 == 1
        });
        let places = &found[0].places;
        assert!(places.values().all(|place| place.file.0 == 1));
        assert_eq!(places.len(), 1);
    }
}
