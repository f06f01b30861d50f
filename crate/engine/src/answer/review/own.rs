//! What a file says outside its symbols: statements, imports, comments.

use crate::answer::review::symbols::{ChangeKind, slice, whole};
use crate::answer::view::View;
use crate::corpus::File;
use crate::extract::facts::{Definition, Expr, Kind, Reference, ReferenceKind};
use crate::extract::manifest::Docs;
use crate::ids::FileId;
use crate::sort::Arrange;
use crate::text::Span;

/// What belongs to no symbol of a file, white space folded.
#[derive(Debug, Default)]
pub struct Own {
    /// Statements, directives, text.
    code: String,
    imports: String,
    comments: String,
}

/// A part of the text that is told elsewhere.
struct Piece {
    span: Span,
    what: What,
}

enum What {
    Import,
    /// A definition, and whether the comment in front of it is its documentation.
    Definition {
        documented: bool,
    },
}

impl Own {
    /// What `file` says; nothing where there is none or its language is unknown.
    #[must_use]
    pub fn of(view: &View<'_>, file: Option<FileId>) -> Self {
        let mut own = Self::default();
        let Some(file) = file.and_then(|id| view.corpus.file(id)) else {
            return own;
        };
        let language = file.language.as_deref();
        let Some(language) = language.and_then(|name| view.languages.get(name)) else {
            return own;
        };
        let docs = &language.manifest.docs;
        let text = file.text.unpack().unwrap_or_default();
        let mut at = 0;
        for piece in pieces(&text, file) {
            let span = piece.span;
            let gap = Span {
                start: at,
                end: span.start,
            };
            own.read(&slice(&text, gap), docs, Some(&piece.what));
            if matches!(piece.what, What::Import) {
                let rest = Span {
                    start: span.start.max(at),
                    ..span
                };
                add(&mut own.imports, &slice(&text, rest));
            }
            at = span.end.max(at);
        }
        let end = text.len() as u32;
        own.read(&slice(&text, Span { start: at, end }), docs, None);
        own
    }

    /// What differs between this state and the one `after` it.
    #[must_use]
    pub fn differs(&self, after: &Self) -> Vec<ChangeKind> {
        let kinds = [
            (ChangeKind::Body, self.code != after.code),
            (ChangeKind::Imports, self.imports != after.imports),
            (ChangeKind::Documentation, self.comments != after.comments),
        ];
        let kinds = kinds.into_iter().filter(|(_, differs)| *differs);
        kinds.map(|(kind, _)| kind).collect()
    }

    /// Takes in what stands in front of the piece `next`.
    fn read(&mut self, gap: &str, docs: &Docs, next: Option<&What>) {
        let (code, comments) = parted(gap, docs);
        let end = match next {
            Some(_) => without_head(&code).len(),
            None => code.len(),
        };
        add(&mut self.code, without_ends(&code[..end]));
        let documented = matches!(next, Some(What::Definition { documented: true }));
        let foreign = |at: usize| documented && code[at.min(end)..end].trim().is_empty();
        for (at, comment) in comments {
            if !foreign(at) {
                add(&mut self.comments, comment);
            }
        }
    }
}

/// Whether the file does something outside its symbols when it is loaded.
#[must_use]
pub fn runs(view: &View<'_>, file: FileId) -> bool {
    let does = |reference: &Reference| {
        let acts = matches!(
            reference.kind,
            ReferenceKind::Call
                | ReferenceKind::Construct
                | ReferenceKind::Write
                | ReferenceKind::Expand
        );
        acts && reference.definition.is_none()
    };
    let file = view.corpus.file(file);
    file.is_some_and(|file| file.facts.references.iter().any(does))
}

/// The type that an extension block speaks for, where it stands in the same file, beside
/// the block: its place among the definitions.
#[must_use]
pub fn extended(file: &File, block: &Definition) -> Option<usize> {
    let mut owner = block.owner?;
    let name = loop {
        match file.facts.exprs.get(owner.index())? {
            Expr::Name { name, .. } => break *name,
            Expr::Generic { base, .. } => owner = *base,
            _ => return None,
        }
    };
    let is_it = |other: &Definition| {
        other.name == name && other.container == block.container && other.kind.is_type()
    };
    file.facts.outline().iter().position(is_it)
}

/// What is told elsewhere, in the order of the text: definitions that lie in no other,
/// and imports. An extension block of a type from elsewhere is the file's own, but for
/// its members.
fn pieces(text: &[u8], file: &File) -> Vec<Piece> {
    let told = file.facts.outline().iter().filter(|definition| {
        definition.kind != Kind::Extension || extended(file, definition).is_some()
    });
    let told = told.map(|definition| Piece {
        span: whole(text, definition),
        what: What::Definition {
            documented: !definition.doc.is_empty(),
        },
    });
    let imports = file.facts.imports.iter().map(|import| Piece {
        span: import.span,
        what: What::Import,
    });
    let mut pieces: Vec<Piece> = told.chain(imports).collect();
    pieces.arrange_by(|a, b| {
        let start = a.span.start.cmp(&b.span.start);
        start.then(b.span.end.cmp(&a.span.end))
    });
    pieces
}

/// The code of a text, and its comments with where in the code they stand.
fn parted<'t>(text: &'t str, docs: &Docs) -> (String, Vec<(usize, &'t str)>) {
    let mut code = String::with_capacity(text.len());
    let mut comments = Vec::new();
    let mut before = '\n';
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let comment = comment(rest, docs, before);
        let len = comment.unwrap_or_else(|| match next {
            '"' | '\'' | '`' => literal(rest, next),
            next => next.len_utf8(),
        });
        let (read, after) = rest.split_at(len);
        match comment {
            Some(_) => comments.push((code.len(), read)),
            None => code.push_str(read),
        }
        before = read.chars().next_back().unwrap_or(before);
        rest = after;
    }
    (code, comments)
}

/// How long the comment at the front of `rest` is, behind `before`. What is written like
/// a string is one only where a line begins; a `#` may stand within a word.
fn comment(rest: &str, docs: &Docs, before: char) -> Option<usize> {
    let block = docs.block.iter().find(|(open, _)| {
        let quoted = open.ends_with(['"', '\'']);
        rest.starts_with(open.as_str()) && (before == '\n' || !quoted)
    });
    if let Some((open, close)) = block {
        let end = rest[open.len()..].find(close.as_str());
        return Some(end.map_or(rest.len(), |end| open.len() + end + close.len()));
    }
    let opens = |marker: &String| {
        let within = marker.starts_with('#') && !before.is_whitespace();
        rest.starts_with(marker.as_str()) && !within && !rest.starts_with("#[")
    };
    let line = || rest.find('\n').unwrap_or(rest.len());
    docs.line.iter().any(opens).then(line)
}

/// How long the literal at the front of `rest` is; it ends with its line at the latest,
/// but between grave accents.
fn literal(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, next) in rest.char_indices().skip(1) {
        match next {
            '\n' if quote != '`' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            next if next == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// `code` without what begins the piece behind it: words in front of it on its line, and
/// those that open a group (`const (`).
fn without_head(code: &str) -> &str {
    let words = |line: &str| {
        let mut chars = line.chars();
        chars.all(|c| c.is_alphanumeric() || c == '_' || c.is_whitespace())
    };
    let line = |code: &str| code.rfind('\n').map_or(0, |at| at + 1);
    let at = line(code);
    let code = match words(&code[at..]) {
        true => &code[..at],
        false => code,
    };
    let Some(group) = code.trim_end().strip_suffix(['(', '{', '[']) else {
        return code;
    };
    let at = line(group);
    match words(&group[at..]) {
        true => &code[..at],
        false => code,
    }
}

/// `code` without what ends the piece in front of it and what is around that.
fn without_ends(code: &str) -> &str {
    code.trim_start_matches(|c: char| c.is_whitespace() || ";,)]}".contains(c))
}

/// Adds the words of `text`.
fn add(own: &mut String, text: &str) {
    for word in text.split_whitespace() {
        if !own.is_empty() {
            own.push(' ');
        }
        own.push_str(word);
    }
}
