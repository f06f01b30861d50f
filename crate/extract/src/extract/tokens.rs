//! The tokens of a source as far as any language has them: words, marks, literals,
//! directives; comments are none.

use crate::extract::manifest::{Docs, Noise};
use std::ops::Range;

/// Shortest name that is taken for a macro.
const SHORTEST: usize = 2;

/// A token of the source.
#[derive(Clone, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Its bytes.
    pub at: Range<usize>,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name in capitals: it may be a macro.
    Capitals,
    /// A name.
    Name,
    /// One of [`Noise::before`].
    Opening,
    /// One of [`Noise::after`].
    Type,
    /// One of [`Noise::qualifiers`].
    Qualifier,
    /// Another keyword.
    Keyword,
    /// A literal.
    Literal,
    /// A directive with its line, lines that go on included.
    Directive,
    /// One other byte, or `::` as `c`.
    Mark(u8),
}

/// The tokens of `source`.
#[must_use]
pub fn tokens(source: &[u8], noise: &Noise, docs: &Docs) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(source.len() / 8);
    let mut at = 0;
    let mut fresh = true;
    while let Some(&byte) = source.get(at) {
        let rest = &source[at..];
        if let Some(length) = comment(rest, docs) {
            at += length;
        } else if byte == b'#' && fresh {
            let length = line(rest);
            tokens.push(token(Kind::Directive, at, length));
            at += length;
        } else if byte == b'"' || byte == b'\'' {
            let long = long_string(&source[..at], rest, &noise.verbatim);
            let length = long.unwrap_or_else(|| literal(rest, byte));
            tokens.push(token(Kind::Literal, at, length));
            at += length;
        } else if is_word(byte) {
            let length = word(rest);
            let kind = word_kind(&rest[..length], noise);
            tokens.push(token(kind, at, length));
            at += length;
        } else if byte.is_ascii_whitespace() || byte == b'\\' {
            fresh |= byte == b'\n';
            at += 1;
            continue;
        } else if rest.starts_with(b"::") {
            tokens.push(token(Kind::Mark(b'c'), at, 2));
            at += 2;
        } else {
            tokens.push(token(Kind::Mark(byte), at, 1));
            at += 1;
        }
        fresh = false;
    }
    tokens
}

const fn token(kind: Kind, at: usize, length: usize) -> Token {
    Token {
        kind,
        at: at..at + length,
    }
}

/// Whether `byte` may be part of a word.
#[must_use]
pub const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// How long the word at the front of `rest` is.
#[must_use]
pub fn word(rest: &[u8]) -> usize {
    let end = rest.iter().position(|byte| !is_word(*byte));
    end.unwrap_or(rest.len())
}

/// How many blanks `rest` begins with, in its line.
#[must_use]
pub fn blanks(rest: &[u8]) -> usize {
    let end = rest.iter().position(|byte| !matches!(byte, b' ' | b'\t'));
    end.unwrap_or(rest.len())
}

/// How often `byte` stands at the front of `rest`.
#[must_use]
pub fn run(rest: &[u8], byte: u8) -> usize {
    rest.iter().take_while(|next| **next == byte).count()
}

fn word_kind(word: &[u8], noise: &Noise) -> Kind {
    let listed = |list: &[String]| list.iter().any(|known| known.as_bytes() == word);
    let capitals = word
        .iter()
        .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_');
    if word.first().is_some_and(u8::is_ascii_digit) {
        Kind::Literal
    } else if capitals && word.len() >= SHORTEST {
        Kind::Capitals
    } else if listed(&noise.before) {
        Kind::Opening
    } else if listed(&noise.after) {
        Kind::Type
    } else if listed(&noise.qualifiers) {
        Kind::Qualifier
    } else if listed(&noise.keywords) {
        Kind::Keyword
    } else {
        Kind::Name
    }
}

/// How long the comment at the front of `rest` is.
#[must_use]
pub fn comment(rest: &[u8], docs: &Docs) -> Option<usize> {
    let opens = |marker: &str| rest.starts_with(marker.as_bytes());
    if docs.line.iter().any(|marker| opens(marker)) {
        return Some(memchr::memchr(b'\n', rest).unwrap_or(rest.len()));
    }
    let (open, close) = docs.block.iter().find(|(open, _)| opens(open))?;
    let inside = &rest[open.len()..];
    let end = memchr::memmem::find(inside, close.as_bytes());
    Some(end.map_or(rest.len(), |end| open.len() + end + close.len()))
}

/// How long the directive at the front of `rest` is, lines that go on included.
fn line(rest: &[u8]) -> usize {
    let mut breaks = memchr::memchr_iter(b'\n', rest);
    let goes_on = |end: &usize| {
        let before = rest[..*end].strip_suffix(b"\r").unwrap_or(&rest[..*end]);
        before.ends_with(b"\\")
    };
    breaks.find(|end| !goes_on(end)).unwrap_or(rest.len())
}

/// How long the string at the front of `rest` is, where it is one that may have lines.
fn long_string(before: &[u8], rest: &[u8], verbatim: &str) -> Option<usize> {
    let quotes = run(rest, b'"');
    if verbatim.is_empty() || quotes == 0 {
        return None;
    }
    let before = before.strip_suffix(b"$").unwrap_or(before);
    if before.ends_with(verbatim.as_bytes()) {
        return Some(verbatim_string(rest));
    }
    if quotes < 3 {
        return None;
    }
    let end = memchr::memmem::find(&rest[quotes..], &rest[..quotes]);
    Some(end.map_or(rest.len(), |end| quotes + end + quotes))
}

/// How long the string at the front of `rest` is, in which quotes are doubled.
fn verbatim_string(rest: &[u8]) -> usize {
    let mut at = 1;
    while let Some(quote) = memchr::memchr(b'"', &rest[at..]) {
        at += quote + 1;
        if rest.get(at) != Some(&b'"') {
            return at;
        }
        at += 1;
    }
    rest.len()
}

/// How long the literal at the front of `rest` is; it ends with its line at the latest.
#[must_use]
pub fn literal(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while let Some(&byte) = rest.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => return at,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}
