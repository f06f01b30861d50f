//! Extraction: the bytes of one file and its language become [`FileFacts`].
//!
//! Pure per file, so it runs in parallel workers and is cached by content
//! hash. It records what the source says and decides nothing: which definition
//! a name means is the linker's question. One query runs per file; its matches
//! are swept once, in source order.

mod breaks;
mod code_pieces;
mod condition;
mod conditionals;
pub mod copy;
mod defs;
mod docs;
mod documented;
mod embedded;
mod events;
mod expr;
pub mod expression;
pub mod facts;
pub mod frameworks;
pub mod grammars;
mod import_tree;
pub mod manifest;
mod metrics;
mod noise;
pub mod notebook;
mod operands;
mod patterns;
mod query;
mod regions;
pub mod registry;
mod repair;
mod routines;
pub mod rows;
pub mod scanner;
mod soft_words;
mod stand_ins;
pub mod statements;

mod tokens;
mod underlines;
mod vocabulary;
mod walk;
mod words;

pub use facts::FileFacts;
pub use grammars::Grammars;
pub use query::{Compiled, Query};
pub use registry::{Language, Languages};

use crate::error::{Code, Result, WaymarkError};
use crate::extract::repair::Repair;
use crate::extract::routines::Shown;
use crate::sort::Arrange;
use std::ops::ControlFlow;
use tree_sitter::{ParseOptions, Parser, Tree};

/// Parser operations allowed per byte of a file, and for any file. Error
/// recovery on hostile input is superlinear; ordinary code stays below a tenth.
const STEPS_PER_BYTE: usize = 4;
const STEPS: usize = 1_000_000;

/// Finds a repair of a text that was read to a tree after another one.
type Way = fn(&rows::Tree, &[u8], &Repair) -> Repair;

/// How many repairs of a file with syntax errors are tried, each at the cost of a parse.
const REPAIRS: usize = 4;

/// Reads files of one language.
pub struct Extractor {
    language: std::sync::Arc<Language>,
    compiled: std::sync::Arc<Compiled>,
    parser: Parser,
}

/// What came of one file.
pub struct Extracted {
    /// The facts; empty but for the language where the parser gave up.
    pub facts: FileFacts,
    /// Why the facts are not the whole file's, for the report.
    pub fallback: Option<&'static str>,
}

impl Extractor {
    /// An extractor for `language` with its `grammar`.
    ///
    /// # Errors
    /// [`Code::InvalidLanguage`] if the queries do not fit the grammar,
    /// [`Code::InvalidGrammar`] if the grammar's ABI is not supported.
    pub fn new(language: std::sync::Arc<Language>, grammar: tree_sitter::Language) -> Result<Self> {
        let mut parser = Parser::new();
        parser.set_language(&grammar).map_err(|error| {
            WaymarkError::new(
                Code::InvalidGrammar,
                format!("{}: {error}", language.manifest.name),
            )
        })?;
        let compiled = language.compile(grammar)?;
        Ok(Self {
            language,
            compiled,
            parser,
        })
    }

    /// The facts of `source`, a file of code or a notebook.
    pub fn extract(&mut self, source: &[u8]) -> Extracted {
        let rules = &self.language.manifest.notebook;
        let Some(notebook) = notebook::Notebook::read(source, rules) else {
            return self.extract_code(source);
        };
        let mut extracted = self.extract_code(&notebook.code);
        notebook.place(&mut extracted.facts);
        extracted.facts.lines = count_lines(source);
        extracted
    }

    fn extract_code(&mut self, source: &[u8]) -> Extracted {
        let manifest = &self.language.manifest;
        let source = &*regions::code(source, &manifest.regions);
        let lines = rows::Lines::of(source);
        let Some((tree, partial)) = self.read(source, &lines) else {
            let facts = FileFacts {
                language: self.language.manifest.name.clone(),
                lines: count_lines(source),
                partial: true,
                ..FileFacts::default()
            };
            return Extracted {
                facts,
                fallback: Some("parse-gave-up"),
            };
        };
        let next = 1 + tree.count();
        let top = embedded::Layer::file(tree);
        let mut tools = embedded::Tools {
            compiled: &self.compiled,
            parser: &mut self.parser,
            lines: &lines,
            next,
            manifest: &self.language.manifest.embedded,
        };
        let events = embedded::collect(&mut tools, &top, source);
        let walk = walk::Walk::new(&self.language.manifest, &self.compiled, source, &events);
        let (mut facts, fallback) = walk.run();
        let fallback = match events.exceeded {
            true => Some("query-gave-up"),
            false => fallback,
        };
        facts.language.clone_from(&self.language.manifest.name);
        facts.lines = count_lines(source);
        facts.partial = partial;
        Extracted { facts, fallback }
    }

    /// The tree of `source`, a file's code, which has `lines`, and whether it has syntax
    /// errors; none where it takes too long.
    fn read(&mut self, source: &[u8], lines: &rows::Lines) -> Option<(rows::Tree, bool)> {
        let manifest = &self.language.manifest;
        let text = noise::blank(source, manifest);
        let text = stand_ins::show(text, &manifest.stand_ins);
        let text = soft_words::show(text, manifest);
        let text = match manifest.ascii_names {
            true => stand_ins::ascii(text),
            false => text,
        };
        let Shown { text, mut added } = routines::show(text, &manifest.routines, &manifest.docs);
        let shown = underlines::show(text, &manifest.underlines);
        let text = shown.text;
        added.extend(shown.added);
        let words = manifest.longest_word;
        if words != 0 && has_longer_word(&text, words) {
            return None;
        }
        let mut repair = Repair::default();
        let mut tree = self.read_repaired(&text, &added, &repair, lines)?;
        let partial = tree.errors() > 0;
        let (mut tries, mut in_vain) = (0, 0);
        let ways: [Way; 2] = [repair::brackets, repair::string];
        for find in ways.into_iter().cycle() {
            if tree.errors() == 0 || in_vain == 2 || tries == REPAIRS {
                break;
            }
            in_vain += 1;
            let more = find(&tree, &text, &repair);
            if more == repair {
                continue;
            }
            tries += 1;
            let Some(better) = self.read_repaired(&text, &added, &more, lines) else {
                break;
            };
            if better.errors() < tree.errors() {
                (tree, repair, in_vain) = (better, more, 0);
            }
        }
        Some((tree, partial))
    }

    /// The tree of `text`, the code of a file that has `lines`, with what is `added` and
    /// after its `repair`.
    fn read_repaired(
        &mut self,
        text: &[u8],
        added: &[(usize, u8)],
        repair: &Repair,
        lines: &rows::Lines,
    ) -> Option<rows::Tree> {
        let manifest = &self.language.manifest;
        let text = noise::without(text, &repair.blanks);
        let breaks = breaks::missing(&text, &manifest.breaks, &manifest.docs);
        let mut bytes = added.to_vec();
        bytes.extend(&repair.closers);
        bytes.extend(breaks);
        bytes.arrange_by_key(|(place, _)| *place);
        let copy = copy::add(text, &bytes);
        let tree = self.parse(&copy.bytes)?;
        Some(rows::Tree::new(
            &self.compiled,
            &tree,
            1,
            lines,
            &copy.added,
        ))
    }

    /// Parses `source` and nothing else: the reference that benches measure against.
    pub fn parse(&mut self, source: &[u8]) -> Option<Tree> {
        let mut read = |at: usize, _| source.get(at..).unwrap_or(&[]);
        Steps::of(source.len()).parse(&mut self.parser, &mut read)
    }
}

/// How many operations a parse may take.
struct Steps {
    bytes: usize,
    most: usize,
}

impl Steps {
    /// As many as `bytes` of ordinary code need, many times over.
    fn of(bytes: usize) -> Self {
        Self {
            bytes,
            most: STEPS.max(bytes.saturating_mul(STEPS_PER_BYTE)),
        }
    }

    /// Parses what `read` yields; none if that takes more steps.
    fn parse<'s>(
        self,
        parser: &mut Parser,
        read: &mut impl FnMut(usize, tree_sitter::Point) -> &'s [u8],
    ) -> Option<Tree> {
        scanner::begin(self.bytes);
        let mut steps = 0usize;
        let mut progress = |_: &tree_sitter::ParseState| {
            steps += 1;
            if steps > self.most || scanner::gave_up() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let tree = parser.parse_with_options(read, None, Some(options));
        parser.reset();
        tree.filter(|_| !scanner::gave_up())
    }
}

/// Whether a word of `source` has more than `most` bytes.
fn has_longer_word(source: &[u8], most: usize) -> bool {
    let part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
    source
        .split(|byte| !part(byte))
        .any(|word| word.len() > most)
}

fn count_lines(source: &[u8]) -> u32 {
    let breaks = memchr::memchr_iter(b'\n', source).count();
    let tail = source.last().is_some_and(|byte| *byte != b'\n');
    breaks as u32 + u32::from(tail)
}
