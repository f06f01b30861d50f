//! The source of one symbol, ready to be quoted.

use crate::answer::bounds::bounded;
use crate::answer::names::{Ambiguous, Missing, Unmatched, resolve};
use crate::answer::ops::Operation;
use crate::answer::params::{params, words};
use crate::answer::source::{SourceText, lines};
use crate::answer::tools::measure::definition;
use crate::answer::tools::statement_query::statements_of;
use crate::answer::view::View;
use crate::corpus::{ContentHash, File};
use crate::error::{Code, Result, WaymarkError};
use crate::extract::facts::Definition;
use crate::extract::manifest::Docs;
use crate::ids::NodeId;
use crate::text::Lines;
use serde::Serialize;

/// The most lines of one answer (spec 3.3).
const MAX_LINES: u32 = 200;
const DEFAULT_LINES: u32 = 40;

params! {
    /// The source of one symbol.
    pub struct SymbolSource {
        /// The symbol or file: its id, or any name that means one node.
        pub fqn: String = String::new(),
        /// How much of it.
        pub mode: SourceMode = SourceMode::default(),
        /// The most lines, up to 200; by default 40 as far as the budget reaches.
        pub max_lines: Option<u32> = None,
        /// How many lines are skipped, for paging.
        pub offset: u32 = 0,
        /// The id of the statement, in the mode `statement`.
        pub statement_id: Option<String> = None,
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

words! {
    /// How much of a symbol is shown.
    pub enum SourceMode {
        /// The declaration up to the body.
        Signature = "signature",
        /// The documentation and the declaration.
        SignatureDoc = "signature+doc",
        /// All of it but the comment before it.
        #[default]
        SignatureBody = "signature+body",
        /// All of it with the comment before it.
        Full = "full",
        /// One statement.
        Statement = "statement",
    }
}

/// The source of one symbol.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SourceAnswer {
    /// Its fully qualified name.
    pub fqn: String,
    /// Path of its file.
    pub path: String,
    /// First and last line that are shown, 1-based, inclusive.
    pub range: (u32, u32),
    /// The lines; the declaration alone in the modes of signatures.
    pub source: String,
    /// SHA-256 of what would be shown without a cap, in hexadecimal digits; in the modes
    /// of signatures of the lines that the declaration stands on, which are quoted.
    pub sha256: String,
    /// Its first eight digits.
    pub short_sha: String,
    /// Whether the file is not marked as changed since it was indexed.
    pub stable: bool,
    /// Lines without a cap.
    pub total_lines: u32,
    /// Whether lines are left out.
    pub truncated: bool,
    /// The source as a block of Markdown whose first line says where it stands:
    /// `check_citations` reads it.
    pub markdown: String,
    /// The name, if no node bears it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub not_found: Option<Missing>,
    /// The name, if several nodes bear it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub ambiguous: Option<Ambiguous>,
}

impl Operation for SymbolSource {
    const NAME: &'static str = "symbol_source";
    const DOC: &'static str =
        "The source of a symbol or statement with its place and hash, ready to be quoted.";
    const REQUIRED: &'static [&'static str] = &["fqn"];
    type Answer = SourceAnswer;

    fn run(&self, view: &View<'_>) -> Result<SourceAnswer> {
        let mut unmatched = Unmatched::default();
        let Some(node) = resolve(view, &self.fqn, &mut unmatched) else {
            return Ok(SourceAnswer {
                not_found: unmatched.missing.pop(),
                ambiguous: unmatched.ambiguous.pop(),
                ..SourceAnswer::default()
            });
        };
        let row = view.graph.node(node);
        let Some(file) = row.file.and_then(|file| view.corpus.file(file)) else {
            let message = format!("`{}` is a directory, which has no source", self.fqn);
            return Err(WaymarkError::new(Code::InvalidArgument, message));
        };
        let text = file.text.unpack()?;
        if self.max_lines == Some(0) {
            let message = format!("maxLines is 1 to {MAX_LINES}");
            return Err(WaymarkError::new(Code::InvalidArgument, message));
        }
        let piece = self.piece(view, node, file, &text)?;
        Ok(self.told(view, node, (file, &text), &piece))
    }

    bounded!(max_lines, [], answer => (answer.range.1 + 1).saturating_sub(answer.range.0));
}

/// What is shown, without a cap.
struct Piece {
    text: String,
    /// Line of its first line in the file.
    line: u32,
    /// The lines of the file that it is made of, where it is not them itself.
    made_of: Option<(u32, u32)>,
}

impl SymbolSource {
    fn piece(&self, view: &View<'_>, node: NodeId, file: &File, text: &[u8]) -> Result<Piece> {
        let (first, last) = view.graph.node(node).lines;
        let all = |first, last| Piece {
            text: lines(text, first, last, u32::MAX).text,
            line: first,
            made_of: None,
        };
        let declared = definition(view, node).filter(|definition| !definition.signature.is_empty());
        Ok(match (self.mode, declared) {
            (SourceMode::Signature, Some(definition)) => Piece {
                text: format!("{}\n", definition.signature),
                line: definition.name_line,
                made_of: Some(declared_lines(text, definition)),
            },
            (SourceMode::SignatureDoc, Some(definition)) => {
                let doc = Some(&definition.doc).filter(|doc| !doc.is_empty());
                let doc = doc.map(|doc| format!("{doc}\n")).unwrap_or_default();
                Piece {
                    text: format!("{doc}{}\n", definition.signature),
                    line: definition.name_line,
                    made_of: Some(declared_lines(text, definition)),
                }
            }
            (SourceMode::Full, Some(_)) => {
                let language = file
                    .language
                    .as_deref()
                    .and_then(|name| view.languages.get(name));
                let starts = Lines::of(text);
                let above = language.map_or(0, |language| {
                    comment_above(text, &starts, first, &language.manifest.docs)
                });
                all(first - above, last)
            }
            (SourceMode::Statement, _) => {
                let id = self.statement_id.as_deref().unwrap_or_default();
                let statements = statements_of(view, &[node])?;
                let found = statements.iter().find(|statement| statement.id == id);
                let found = found.ok_or_else(|| {
                    let message = format!(
                        "`{}` has no statement `{id}`; statement_query lists them",
                        self.fqn
                    );
                    WaymarkError::new(Code::NotFound, message)
                })?;
                all(found.range.0, found.range.1)
            }
            _ => all(first, last),
        })
    }

    fn told(
        &self,
        view: &View<'_>,
        node: NodeId,
        (file, text): (&File, &[u8]),
        piece: &Piece,
    ) -> SourceAnswer {
        let limit = self.max_lines.unwrap_or(DEFAULT_LINES).min(MAX_LINES);
        let from = self.offset.saturating_add(1);
        let shown: SourceText = lines(piece.text.as_bytes(), from, u32::MAX, limit);
        let total_lines = lines(piece.text.as_bytes(), 1, u32::MAX, u32::MAX).total_lines;
        // What is quoted has to be found in the file again.
        let (range, hashed, quoted) = match piece.made_of {
            Some((first, last)) => {
                let whole = lines(text, first, last, limit);
                let hashed = lines(text, first, last, u32::MAX).text;
                ((first, whole.end_line), hashed, whole.text)
            }
            None => {
                let first = piece.line + shown.start_line - 1;
                let last = (piece.line + shown.end_line).saturating_sub(1);
                ((first, last), piece.text.clone(), shown.text.clone())
            }
        };
        let sha256 = ContentHash::of(hashed.as_bytes()).hex();
        let short_sha = sha256.get(..8).unwrap_or_default().to_owned();
        let language = file.language.as_deref().unwrap_or_default();
        SourceAnswer {
            fqn: view.graph.fqn(node),
            path: file.path.clone(),
            range,
            markdown: block(language, &file.path, range, &short_sha, &quoted),
            stable: !view.host.dirty.contains(&file.path),
            truncated: shown.total_lines < total_lines || shown.truncated,
            source: shown.text,
            total_lines,
            sha256,
            short_sha,
            ..SourceAnswer::default()
        }
    }
}

/// The lines that a declaration up to its body stands on.
fn declared_lines(text: &[u8], definition: &Definition) -> (u32, u32) {
    let (first, last) = definition.lines;
    if definition.body.is_empty() {
        return (first, last);
    }
    let head = text.get(..definition.body.start as usize).unwrap_or(text);
    let end = head.trim_ascii_end().len().saturating_sub(1) as u32;
    (first, Lines::of(text).line(end).clamp(first, last))
}

/// How many lines directly above line `first` are comment.
fn comment_above(text: &[u8], starts: &Lines, first: u32, docs: &Docs) -> u32 {
    let line = |number: u32| {
        let from = starts.start(number) as usize;
        let to = starts.start(number + 1) as usize;
        String::from_utf8_lossy(text.get(from..to.max(from)).unwrap_or(&[]))
            .trim()
            .to_owned()
    };
    let mut above = 0;
    // A block comment is entered from its last line, and left by its first.
    let mut opener: Option<&str> = None;
    while above + 1 < first {
        let text = line(first - above - 1);
        match opener {
            Some(open) => {
                if text.starts_with(open) {
                    opener = None;
                }
            }
            None if docs
                .line
                .iter()
                .any(|marker| text.starts_with(marker.as_str())) => {}
            None => {
                let Some((open, _)) = docs
                    .block
                    .iter()
                    .find(|(_, close)| !close.is_empty() && text.ends_with(close.as_str()))
                else {
                    break;
                };
                opener = (!text.starts_with(open.as_str())).then_some(open.as_str());
            }
        }
        above += 1;
    }
    match opener {
        // What ends like a comment and never begins is none.
        Some(_) => 0,
        None => above,
    }
}

/// The lines as a block of Markdown, in a fence longer than any in them.
fn block(language: &str, path: &str, range: (u32, u32), short_sha: &str, text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!(
        "{fence}{language} {path}:{}-{} {short_sha}\n{text}{end}{fence}\n",
        range.0, range.1
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::Languages;
    use crate::testing::{Built, Tree};

    fn built() -> Built {
        let mut built = Tree::default().file("src/a.rs", "function f 2-5").build();
        built.languages = Languages::builtin().expect("shipped");
        built
    }

    fn source(params: &SymbolSource) -> SourceAnswer {
        params.run(&built().view()).expect("an answer")
    }

    fn of(mode: SourceMode) -> SymbolSource {
        SymbolSource {
            fqn: "f".to_owned(),
            mode,
            ..SymbolSource::default()
        }
    }

    #[test]
    fn a_symbol_is_shown_with_its_place_and_hash() {
        let shown = source(&of(SourceMode::SignatureBody));
        assert_eq!(
            shown.source,
            "src/a.rs 2\nsrc/a.rs 3\nsrc/a.rs 4\nsrc/a.rs 5\n"
        );
        assert_eq!(
            (shown.range, shown.truncated, shown.stable),
            ((2, 5), false, true)
        );
        assert_eq!(shown.sha256, ContentHash::of(shown.source.as_bytes()).hex());
        let head = format!("```rust src/a.rs:2-5 {}\n", shown.short_sha);
        assert!(shown.markdown.starts_with(&head) && shown.markdown.ends_with("5\n```\n"));
        assert_eq!(source(&of(SourceMode::Signature)).source, "function f\n");
    }

    #[test]
    fn a_cut_is_said_and_pages_put_together_are_the_whole() {
        let whole = source(&of(SourceMode::SignatureBody));
        let page = |offset| {
            source(&SymbolSource {
                max_lines: Some(2),
                offset,
                ..of(SourceMode::SignatureBody)
            })
        };
        let (one, two) = (page(0), page(2));
        assert_eq!(
            [one.source.as_str(), two.source.as_str()].concat(),
            whole.source
        );
        assert_eq!(
            (one.range, two.range, one.sha256 == whole.sha256),
            ((2, 3), (4, 5), true)
        );
        assert!(one.truncated && one.total_lines == 4);
    }

    #[test]
    fn a_changed_file_is_not_stable() {
        let mut built = built();
        built.host.dirty.insert("src/a.rs".to_owned());
        let shown = of(SourceMode::Full).run(&built.view()).expect("an answer");
        assert!(!shown.stable);
    }

    #[test]
    fn comments_above_are_found() {
        let languages = Languages::builtin().expect("shipped");
        let docs = &languages.get("rust").expect("rust").manifest.docs;
        for (text, first, expected) in [
            ("/// a\n/// b\nfn", 3, 2),
            ("x\n/** a\n b */\nfn", 4, 2),
            ("b */\nfn", 2, 0),
            ("/// a\n\nfn", 3, 0),
            ("fn", 1, 0),
        ] {
            let starts = Lines::of(text.as_bytes());
            assert_eq!(
                comment_above(text.as_bytes(), &starts, first, docs),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn a_fence_is_longer_than_what_it_holds() {
        assert!(block("md", "a", (1, 1), "0", "```\n").starts_with("````md a:1-1 0\n```\n````"));
    }

    #[test]
    fn a_directory_has_no_source() {
        let params = SymbolSource {
            fqn: "src".to_owned(),
            ..SymbolSource::default()
        };
        let error = params.run(&built().view()).map_err(|error| error.code);
        assert_eq!(error, Err(Code::InvalidArgument));
    }
}
