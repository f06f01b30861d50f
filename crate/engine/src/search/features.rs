//! What nodes do: words and vectors of it, for descriptions to be held against.
//!
//! Documents are the nodes in order, then the groups of the hierarchy. A node says its
//! name, its feature and the beginning of its documentation. Every word also counts as
//! what it shares with words of about the same meaning, so that one asks for `remove` and
//! finds what drops. What is documented has a vector of that text besides: beside the
//! vector of its whole body, in which the few words that say what it is for drown.

use crate::extract::facts::Definition;
use crate::feature::lexicon::{senses_of, spelled_out};
use crate::feature::plan::is_entity;
use crate::feature::{Plan, Tree};
use crate::ids::NodeId;
use crate::search::embed::{Model, Reader};
use crate::search::lexical::reader::QueryTerm;
use crate::search::lexical::writer::Word;
use crate::search::lexical::{Field, Lexical, Weights, Writer};
use crate::search::query::Query;
use crate::search::tokens::{Parts, words};
use crate::search::vectors::UNIT;
use crate::stem::{is_stop_word, stem};
use crate::tier::Tier;
use waymark_vector::vocabulary::Vocabulary;

/// What a sense of a word counts beside the word.
const SENSE: f32 = 0.5;
/// Words of documentation that are looked up, and those that a vector is of.
const WORDS: usize = 60;
const PHRASE: usize = 24;

/// What the nodes and groups of a tree do.
#[derive(Debug)]
pub struct Features {
    /// The words of it.
    pub words: Lexical,
    /// The nodes that are documented, with a row of bytes each.
    nodes: Vec<NodeId>,
    rows: Vec<i8>,
}

impl Features {
    /// What the nodes and groups of `tree` do; vectors by `model`.
    #[must_use]
    pub fn of(tree: Tree<'_>, plan: &Plan, model: Option<&Model>) -> Self {
        let mut writer = Described::new();
        let mut reader = model.map(|model| Reader::new(model));
        let (mut nodes, mut rows) = (Vec::new(), Vec::new());
        for node in tree.graph.ids() {
            if is_entity(tree, node) {
                let name = tree.graph.name(node);
                let feature = plan.feature(tree, node).0;
                let doc = said(tree, node);
                writer.text(Field::Name, name);
                writer.text(Field::Doc, &feature);
                doc.iter().for_each(|word| writer.word(Field::Doc, word));
                if let Some(reader) = reader.as_mut().filter(|_| !doc.is_empty()) {
                    let doc = doc.get(..PHRASE).unwrap_or(&doc).join(" ");
                    nodes.push(node);
                    rows.extend(reader.phrase(&format!("{name} {feature} {doc}")));
                }
            }
            writer.words.end_document(Tier::Product);
        }
        for group in &plan.hierarchy(tree).groups {
            writer.text(Field::Name, &group.label);
            writer.text(Field::Doc, &group.keywords.join(" "));
            writer.words.end_document(Tier::Product);
        }
        Self {
            words: writer.words.finish(),
            nodes,
            rows,
        }
    }

    /// Puts how near the text of each documented node is to `row`, a vector of the model
    /// that made those of the nodes, in the place of its cosine among `cosines`.
    pub fn put_cosines(&self, row: &[i8], cosines: &mut [f32]) {
        let mut products = Vec::with_capacity(self.nodes.len());
        waymark_vector::dots(row, &self.rows, &mut products);
        for (node, product) in self.nodes.iter().zip(products) {
            if let Some(cosine) = cosines.get_mut(node.index()) {
                *cosine = product as f32 / UNIT;
            }
        }
    }
}

/// The first words of the documentation of `node`.
fn said(tree: Tree<'_>, node: NodeId) -> Vec<&str> {
    let symbol = tree.graph.node(node).symbol;
    let definition = symbol.and_then(|symbol| tree.corpus.definition(symbol));
    let words = definition.into_iter().flat_map(words_of);
    words.take(WORDS).collect()
}

/// The words of the documentation of `definition`, up to a list: of parameters, results or
/// errors.
fn words_of(definition: &Definition) -> impl Iterator<Item = &str> {
    const HEADINGS: [&str; 9] = [
        "args:",
        "arguments:",
        "example:",
        "parameters",
        "parameters:",
        "params:",
        "raises:",
        "returns:",
        "yields:",
    ];
    let heads = |line: &str| {
        HEADINGS
            .iter()
            .any(|known| line.eq_ignore_ascii_case(known))
    };
    let lines = definition.doc.lines().map(str::trim);
    let told = lines.take_while(move |line| !line.starts_with(['@', ':']) && !heads(line));
    told.flat_map(words)
}

/// A writer of words with what they share with others.
struct Described {
    words: Writer,
    parts: Parts,
    known: Vocabulary,
    /// What each known part of a word counts as besides.
    besides: Vec<Vec<Word>>,
}

impl Described {
    fn new() -> Self {
        Self {
            words: Writer::new(Weights {
                name: 1,
                doc: 1,
                body: 0,
                path: 0,
            }),
            parts: Parts::default(),
            known: Vocabulary::default(),
            besides: Vec::new(),
        }
    }

    fn text(&mut self, field: Field, text: &str) {
        for word in words(text) {
            self.word(field, word);
        }
    }

    fn word(&mut self, field: Field, text: &str) {
        let word = self.words.word(text);
        self.words.add(field, word, 1);
        self.parts.split(text);
        for part in self.parts.iter().filter(|part| !is_stop_word(part)) {
            let (id, new) = self.known.insert(part);
            if new {
                let words = besides(part).map(|text| self.words.word(&text));
                self.besides.push(words.collect());
            }
            for &word in self.besides.get(id as usize).into_iter().flatten() {
                self.words.add(field, word, 1);
            }
        }
    }
}

/// What `part` counts as besides itself: what it stands for, and what it shares with words
/// of about the same meaning.
fn besides(part: &str) -> impl Iterator<Item = String> {
    let spelled = spelled_out(part);
    let long = spelled.split(' ').filter(move |_| spelled != part);
    let senses = spelled.split(' ').flat_map(senses_of).map(token);
    long.map(str::to_owned).chain(senses)
}

/// How well each document of `lexical` does what `text` says; 0 for most.
#[must_use]
pub fn scores(lexical: &Lexical, text: &str) -> Vec<f32> {
    let query = Query::parse(text);
    let mut terms: Vec<QueryTerm> = Vec::new();
    let mut add = |text: String, weight: f32| {
        if terms.iter().all(|known| known.text != text) {
            terms.push(QueryTerm { text, weight });
        }
    };
    let content = query.content();
    for word in &content {
        word.terms.iter().for_each(|term| add(term.clone(), 1.0));
    }
    let mut parts = Parts::default();
    for word in &content {
        parts.split(&word.text);
        for mut text in parts.iter().flat_map(besides) {
            stem(&mut text);
            add(text, SENSE);
        }
    }
    lexical.scores(&terms)
}

/// A word that stands for a sense: of letters alone, so that it is one term.
fn token(sense: u16) -> String {
    let letter = |value: u16| char::from(b'a' + (value % 26) as u8);
    let letters = [letter(sense / 676), letter(sense / 26), letter(sense)];
    ['z', 'q'].iter().chain(&letters).chain(&['x']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::embed::model::tests::file;
    use crate::search::testing::Shelf;
    use crate::testing::{Tree as Small, definition};

    #[test]
    fn a_verb_finds_others_of_its_meaning() {
        let built = Small::default()
            .file(
                "src/store.rs",
                "function drop_entry 1-1\nfunction load_chart 2-2",
            )
            .build();
        let view = built.view();
        let lexical = Features::of(view.tree(), view.plan, None).words;
        let found = scores(&lexical, "remove");
        let best = (0..found.len()).max_by(|&a, &b| found[a].total_cmp(&found[b]));
        let names: Vec<_> = view.graph.ids().map(|node| view.graph.name(node)).collect();
        assert_eq!(best.map(|at| names[at]), Some("drop_entry"));
        assert!(scores(&lexical, "").iter().all(|&score| score == 0.0));
    }

    #[test]
    fn documentation_is_read_up_to_its_lists_and_short_forms_stand_for_words() {
        let shelf = Shelf::default().file(
            "a.py",
            "function fold | Brings pictures into order. | x
             function load_cfg | | y
             function paint | | z",
        );
        let built = shelf.build();
        let view = built.view();
        let words = Features::of(view.tree(), view.plan, None).words;
        let found = |text: &str| {
            let found = scores(&words, text);
            let best = (0..found.len()).max_by(|&a, &b| found[a].total_cmp(&found[b]));
            let best = best.filter(|&at| found[at] > 0.0);
            best.map(|at| view.graph.name(NodeId::at(at)).to_owned())
        };
        assert_eq!(found("sort an image").as_deref(), Some("fold"));
        assert_eq!(found("configuration").as_deref(), Some("load_cfg"));
        let definition = Definition {
            doc: "Folds it.\n\nArgs:\n    harbour: who asks".to_owned(),
            ..definition()
        };
        assert_eq!(words_of(&definition).collect::<Vec<_>>(), ["Folds", "it"]);
    }

    #[test]
    fn what_is_documented_is_as_near_as_its_text() {
        let model = Model::read(&file(&["mast", "oar"], &[&[1, 0, 0, 0], &[0, 1, 0, 0]]));
        let model = model.expect("sound");
        let shelf = Shelf::default().file("a.py", "function f | An oar. | x\nfunction g | | y");
        let built = shelf.build();
        let view = built.view();
        let features = Features::of(view.tree(), view.plan, Some(&model));
        let mut cosines = vec![0.5; view.graph.nodes().len()];
        features.put_cosines(&Reader::new(&model).phrase("oar"), &mut cosines);
        let of = |name: &str| {
            let node = view.graph.ids().find(|&node| view.graph.name(node) == name);
            node.map(|node| cosines[node.index()])
        };
        assert_eq!((of("f"), of("g")), (Some(1.0), Some(0.5)));
    }
}
