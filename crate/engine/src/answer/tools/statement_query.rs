//! The statements of chosen symbols, read on demand.

use crate::answer::bounds::bounded;
use crate::answer::filter::OneOrMany;
use crate::answer::info::decimal;
use crate::answer::names::{Ambiguous, Missing, Unmatched, resolve};
use crate::answer::ops::Operation;
use crate::answer::page::{Page, cut};
use crate::answer::params::params;
use crate::answer::view::View;
use crate::corpus::File;
use crate::error::{Code, Result, WaymarkError};
use crate::extract::facts::Kind;
use crate::extract::grammars;
use crate::extract::statements::{self, Piece};
use crate::ids::NodeId;
use crate::search::tokens::{Parts, words};
use crate::sort::{self, Arrange};
use crate::text::Span;
use serde::Serialize;

/// The most statements of one answer (spec 3.3), and as many where none are asked for.
const MAX_TOP_K: u32 = 50;
/// The most symbols whose files are read again for one question.
const MAX_PARENTS: usize = 200;
/// The most characters of a statement or condition that are shown.
const MAX_TEXT: usize = 160;

params! {
    /// The statements of chosen symbols.
    pub struct StatementQuery {
        /// The symbols; a type or file stands for all in it that can be called.
        pub parent_fqns: OneOrMany = OneOrMany::default(),
        /// Kinds of statements (spec 3.1): `if`, `call`, `early-return`,
        /// `null-check` and so on; all by default.
        pub kinds: OneOrMany = OneOrMany::default(),
        /// Words that the statement holds; those of most words come first.
        pub query: String = String::new(),
        /// The most statements, up to 50; by default as many as the budget allows.
        pub top_k: Option<u32> = None,
        /// How many statements are skipped, for paging.
        pub offset: u32 = 0,
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

/// A statement of a symbol.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Statement {
    /// Fully qualified name of the symbol.
    pub parent: String,
    /// Its number among the symbol's statements: `s1`, `s2` … in the order of
    /// the text. Edits outside the symbol do not change it.
    pub id: String,
    /// What it is.
    pub kind: &'static str,
    /// What it is besides: `early-return`, `chained-call`, `callback`,
    /// `promise`, `assertion`, `type-guard`, `null-check`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub also: Vec<&'static str>,
    /// First and last line, 1-based, inclusive.
    pub range: (u32, u32),
    /// Its first line, shortened.
    pub expression: String,
    /// What it depends on, of branches and loops.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub condition: Option<String>,
    /// The share of the query's words that it holds; 1 without a query.
    pub score: f64,
}

/// The statements, best first, equals in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Statements {
    /// The statements.
    pub hits: Vec<Statement>,
    /// What part of them is shown.
    pub page: Page,
    /// Whether there are more than are shown, or symbols that were not read:
    /// 200 are at a time.
    pub truncated: bool,
    /// Symbols that no node bears.
    pub not_found: Vec<Missing>,
    /// Symbols that several nodes bear.
    pub ambiguous: Vec<Ambiguous>,
}

impl Operation for StatementQuery {
    const NAME: &'static str = "statement_query";
    const DOC: &'static str =
        "Statements of chosen symbols by kind and words, read from their files on demand.";
    const REQUIRED: &'static [&'static str] = &["parentFqns"];
    type Answer = Statements;

    fn run(&self, view: &View<'_>) -> Result<Statements> {
        let kinds = self.kinds.as_slice();
        if let Some(unknown) = kinds
            .iter()
            .find(|kind| !statements::KINDS.contains(&kind.as_str()))
        {
            let message = format!(
                "no kind of statement is called `{unknown}`; there are {}",
                statements::KINDS.join(", ")
            );
            return Err(WaymarkError::new(Code::InvalidArgument, message));
        }
        let mut unmatched = Unmatched::default();
        let mut parents = Vec::new();
        for name in self.parent_fqns.as_slice() {
            if let Some(node) = resolve(view, name, &mut unmatched) {
                parents.extend(parents_in(view, node));
            }
        }
        let all = parents.len();
        parents.truncate(MAX_PARENTS);
        let wanted = parts_of(&self.query);
        let mut hits = Vec::new();
        let key = format!("statements {parents:?}");
        let statements = view.memo.recent_or(key, || {
            let mut all = Vec::new();
            let in_one_file =
                |a: &NodeId, b: &NodeId| view.graph.node(*a).file == view.graph.node(*b).file;
            for parents in parents.chunk_by(in_one_file) {
                all.append(&mut statements_of(view, parents)?);
            }
            Ok(all)
        })?;
        for statement in statements.iter() {
            let named =
                |kind: &String| statement.kind == kind || statement.also.contains(&kind.as_str());
            let score = score(statement, &wanted);
            if (kinds.is_empty() || kinds.iter().any(named)) && score > 0.0 {
                hits.push(Statement {
                    score,
                    ..statement.clone()
                });
            }
        }
        hits.arrange_by(|a, b| b.score.total_cmp(&a.score));
        let limit = self.top_k.map_or(MAX_TOP_K, |asked| asked.min(MAX_TOP_K));
        let (shown, page) = cut(&hits, self.offset, limit);
        Ok(Statements {
            hits: shown.to_vec(),
            truncated: page.is_cut() || all > parents.len(),
            page,
            not_found: unmatched.missing,
            ambiguous: unmatched.ambiguous,
        })
    }

    bounded!(top_k, ["hits"]);
}

/// `node`, or all in it that can be called where it is no such thing itself.
fn parents_in(view: &View<'_>, node: NodeId) -> Vec<NodeId> {
    let graph = view.graph;
    let row = graph.node(node);
    if row.kind.is_callable() || row.file.is_none() {
        return vec![node];
    }
    let Some(file) = row.file else {
        return Vec::new();
    };
    let symbols = view
        .corpus
        .symbols(file)
        .map(|symbol| graph.symbol_node(symbol));
    let mut inside: Vec<NodeId> = symbols
        .filter(|&at| graph.node(at).kind.is_callable() && graph.node(at).file == Some(file))
        .filter(|&at| row.symbol.is_none() || graph.ancestors(at).any(|outer| outer == node))
        .collect();
    inside.dedup();
    inside
}

/// The statements of `nodes`, symbols of one file, those of functions inside them left
/// out; of a file those outside all functions. The file is read once.
///
/// # Errors
/// [`Code::GrammarMissing`] where the file cannot be read again.
pub(crate) fn statements_of(view: &View<'_>, nodes: &[NodeId]) -> Result<Vec<Statement>> {
    let graph = view.graph;
    let file = nodes.first().and_then(|&node| graph.node(node).file);
    let Some(file) = file.and_then(|file| view.corpus.file(file)) else {
        return Ok(Vec::new());
    };
    let Some(language) = &file.language else {
        return Ok(Vec::new());
    };
    let text = file.text.unpack()?;
    let pieces: Vec<Piece> = nodes
        .iter()
        .map(|&node| piece(view, file, node, text.len() as u32))
        .collect();
    let mut reader = grammars::extractor(view.languages, view.grammars, language)?;
    let found = reader.statements(&text, &pieces);
    let mut told = Vec::new();
    for (&node, statements) in nodes.iter().zip(found) {
        let parent = graph.fqn(node);
        let statements = statements.into_iter().enumerate();
        told.extend(statements.map(|(at, statement)| {
            Statement {
                parent: parent.clone(),
                id: format!("s{}", at + 1),
                kind: statement.kind,
                expression: first_line(&text, statement.span),
                condition: statement
                    .condition
                    .map(|condition| first_line(&text, condition)),
                also: statement.also,
                range: statement.lines,
                score: 1.0,
            }
        }));
    }
    Ok(told)
}

/// Where the statements of `node` are in its file of `length` bytes.
fn piece(view: &View<'_>, file: &File, node: NodeId, length: u32) -> Piece {
    let symbol = view.graph.node(node).symbol;
    let own = symbol.and_then(|symbol| view.corpus.definition(symbol));
    let all = Span {
        start: 0,
        end: length,
    };
    let within = own.map_or(all, |definition| definition.span);
    let inner = file.facts.outline().iter().filter(|d| {
        (d.kind.is_callable() || d.kind == Kind::Extension)
            && d.span != within
            && within.contains(d.span)
    });
    let mut without: Vec<Span> = inner.map(|d| d.span).collect();
    without.arrange_by_key(|span| (span.start, u32::MAX - span.end));
    without.dedup_by(|inner, outer| outer.contains(*inner));
    Piece { within, without }
}

/// The first line of `span` with blanks folded, shortened.
fn first_line(text: &[u8], span: Span) -> String {
    let bytes = text
        .get(span.start as usize..span.end as usize)
        .unwrap_or(&[]);
    let text = String::from_utf8_lossy(bytes);
    let line = text.lines().next().unwrap_or_default().trim();
    match line.char_indices().nth(MAX_TEXT) {
        Some((at, _)) => format!("{}…", line.get(..at).unwrap_or_default()),
        None => line.to_owned(),
    }
}

fn parts_of(text: &str) -> Vec<String> {
    let mut split = Parts::default();
    let mut found = Vec::new();
    for word in words(text) {
        split.split(word);
        found.extend(split.iter().map(str::to_owned));
    }
    sort::unique(&mut found);
    found
}

fn score(statement: &Statement, wanted: &[String]) -> f64 {
    if wanted.is_empty() {
        return 1.0;
    }
    let held = parts_of(&statement.expression);
    let more = parts_of(statement.condition.as_deref().unwrap_or_default());
    let met = wanted
        .iter()
        .filter(|word| held.contains(*word) || more.contains(*word));
    decimal(met.count() as f32 / wanted.len() as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::Languages;
    use crate::testing::functions;

    #[test]
    fn without_its_grammar_a_file_cannot_be_read_again() {
        let mut built = functions(1).build();
        built.languages = Languages::builtin().expect("shipped");
        let params = StatementQuery {
            parent_fqns: OneOrMany::One("f0".to_owned()),
            ..StatementQuery::default()
        };
        let error = params.run(&built.view()).expect_err("no grammar");
        assert_eq!(error.code, Code::GrammarMissing);
        assert!(error.message.contains("`rust`"), "{}", error.message);
    }

    #[test]
    fn unknown_kinds_and_symbols_are_told() {
        let built = functions(1).build();
        let params = StatementQuery {
            kinds: OneOrMany::One("iff".to_owned()),
            ..StatementQuery::default()
        };
        let error = params.run(&built.view()).map_err(|error| error.code);
        assert_eq!(error.err(), Some(Code::InvalidArgument));
        let unknown = StatementQuery {
            parent_fqns: OneOrMany::One("g0".to_owned()),
            ..StatementQuery::default()
        };
        let answer = unknown.run(&built.view()).expect("an answer");
        assert_eq!((answer.hits.len(), answer.not_found.len()), (0, 1));
    }
}
