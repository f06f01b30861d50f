//! What is indexed: every node of the graph is one document, numbered as the
//! node, with the words that its file says about it.

use crate::corpus::{Corpus, File};
use crate::extract::facts::{Definition, FileFacts, Flags};
use crate::graph::{Graph, Node};
use crate::ids::{DefinitionId, FileId, NameId, NodeId};
use crate::search::lexical::writer::Word;
use crate::search::lexical::{Field, Lexical, Weights, Writer};
use crate::tier::Tier;

/// The lexical index of `corpus` over the nodes of `graph`.
#[must_use]
pub fn index(corpus: &Corpus, graph: &Graph, weights: Weights) -> Lexical {
    let mut writer = Writer::new(weights);
    let mut open: Option<(FileId, FileWords<'_>)> = None;
    for id in graph.ids() {
        let node = graph.node(id);
        let file = node.file.and_then(|id| Some((id, corpus.file(id)?)));
        if let Some((file_id, file)) = file
            && open.as_ref().is_none_or(|(known, _)| *known != file_id)
        {
            open = Some((
                file_id,
                FileWords::new(&file.facts, graph.text(node.path), &mut writer),
            ));
        }
        match (&mut open, file) {
            (Some((_, words)), Some((_, file))) => add(&mut writer, corpus, graph, id, file, words),
            _ => add_directory(&mut writer, graph, node),
        }
        writer.end_document(tier(node, file.map(|(_, file)| file)));
    }
    writer.finish()
}

/// A test is a test wherever it stands, and an outline is of no code.
fn tier(node: &Node, file: Option<&File>) -> Tier {
    match node.flags {
        flags if flags.has(Flags::TEST) => Tier::Test,
        flags if flags.has(Flags::OUTLINE) => Tier::Outline,
        _ if node.symbol.is_none() && file.is_some_and(is_outline) => Tier::Outline,
        _ => file.map_or(Tier::Product, |file| file.tier),
    }
}

/// Whether all that a file defines are the parts of a document.
fn is_outline(file: &File) -> bool {
    let parts = file.facts.outline();
    !parts.is_empty() && parts.iter().all(|part| part.flags.has(Flags::OUTLINE))
}

/// Adds a file or symbol.
fn add(
    writer: &mut Writer,
    corpus: &Corpus,
    graph: &Graph,
    id: NodeId,
    file: &File,
    words: &mut FileWords<'_>,
) {
    let node = graph.node(id);
    add_name(writer, graph, node);
    for &word in &words.path {
        writer.add(Field::Path, word, 1);
    }
    let Some((_, definition)) = node.symbol.and_then(|symbol| corpus.locate(symbol)) else {
        return add_file_body(writer, &file.facts, words);
    };
    for outer in graph
        .ancestors(id)
        .take_while(|&outer| graph.node(outer).symbol.is_some())
    {
        let word = writer.word(graph.name(outer));
        writer.add(Field::Path, word, 1);
    }
    if let Some(row) = file.facts.definitions.get(definition.index()) {
        writer.text(Field::Doc, &row.doc);
    }
    words.add_body(writer, Some(definition));
}

fn add_name(writer: &mut Writer, graph: &Graph, node: &Node) {
    let name = graph.text(node.name);
    // What a document or a setting is called decides nothing about code of that name.
    if !node.flags.has(Flags::OUTLINE) {
        writer.name(name);
    }
    let shown = if node.symbol.is_some() {
        name
    } else {
        stem_of(name)
    };
    let word = writer.word(shown);
    writer.add(Field::Name, word, 1);
}

fn add_directory(writer: &mut Writer, graph: &Graph, node: &Node) {
    add_name(writer, graph, node);
    writer.text(Field::Path, graph.text(node.path));
}

/// A file says its words outside definitions, and the names it defines.
fn add_file_body(writer: &mut Writer, facts: &FileFacts, words: &mut FileWords<'_>) {
    words.add_body(writer, None);
    let outermost = |definition: &&Definition| definition.container.is_none();
    for definition in facts.definitions.iter().filter(outermost) {
        let word = words.word(writer, definition.name);
        writer.add(Field::Body, word, 1);
    }
}

/// A file's name without its last extension.
fn stem_of(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

/// The facts of one file with its words looked up at most once.
struct FileWords<'a> {
    facts: &'a FileFacts,
    known: Vec<Option<Word>>,
    path: Vec<Word>,
}

impl<'a> FileWords<'a> {
    fn new(facts: &'a FileFacts, path: &str, writer: &mut Writer) -> Self {
        Self {
            facts,
            known: vec![None; facts.names.len()],
            path: path
                .split('/')
                .map(|segment| writer.word(segment))
                .collect(),
        }
    }

    fn word(&mut self, writer: &mut Writer, name: NameId) -> Word {
        match self.known.get(name.index()).copied().flatten() {
            Some(word) => word,
            None => {
                let word = writer.word(self.facts.names.get(name));
                if let Some(slot) = self.known.get_mut(name.index()) {
                    *slot = Some(word);
                }
                word
            }
        }
    }

    /// The words of `definition`, or those outside all definitions.
    fn add_body(&mut self, writer: &mut Writer, definition: Option<DefinitionId>) {
        let words = &self.facts.words;
        let start = words.partition_point(|word| word.definition < definition);
        for row in words
            .iter()
            .skip(start)
            .take_while(|row| row.definition == definition)
        {
            let word = self.word(writer, row.name);
            writer.add(Field::Body, word, row.count);
        }
    }
}
