//! Macros that stand where a grammar expects none: `API int f()`, `class API Box {`,
//! `int n GUARDED_BY(lock);`. What they expand to is not known, and what they stand
//! at is read as if they were not there: they are blanked, byte for byte, so that
//! everything keeps its place.

use crate::extract::manifest::{Docs, Noise};
use std::borrow::Cow;
use std::ops::Range;

/// Shortest name that is taken for a macro.
const SHORTEST: usize = 2;

/// A token of the source.
#[derive(Clone, Debug)]
struct Token {
    kind: Kind,
    at: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
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
    /// One other byte, or `::`.
    Mark(u8),
}

/// The text without what `noise` describes.
#[must_use]
pub fn blank<'s>(source: &'s [u8], noise: &Noise, docs: &Docs) -> Cow<'s, [u8]> {
    if noise.before.is_empty() && noise.after.is_empty() {
        return source.into();
    }
    let tokens = tokens(source, noise, docs);
    let mut text = Cow::Borrowed(source);
    let mut last: Vec<Kind> = Vec::new();
    let mut place = 0;
    while let Some(token) = tokens.get(place) {
        let until = (token.kind == Kind::Capitals).then(|| past_arguments(&tokens, place));
        let until = until.filter(|until| is_noise(&last, &tokens[*until..], *until > place + 1));
        let Some(until) = until else {
            last.push(token.kind);
            if last.len() > 8 {
                last.remove(0);
            }
            place += 1;
            continue;
        };
        let span = token.at.start..tokens[until - 1].at.end;
        for byte in &mut text.to_mut()[span] {
            if !byte.is_ascii_whitespace() {
                *byte = b' ';
            }
        }
        place = until;
    }
    text
}

/// Whether the name in capitals between `before` and `after` is no part of the
/// declaration it stands in.
fn is_noise(before: &[Kind], after: &[Token], called: bool) -> bool {
    let kind = |at: usize| after.get(at).map(|token| token.kind);
    let named = |kind| matches!(kind, Some(Kind::Name | Kind::Capitals));
    let previous = before.last().copied();
    // `class API Box {`, and the same with a base.
    if previous == Some(Kind::Type) {
        let mut at = 0;
        while named(kind(at)) && matches!(kind(at + 1), Some(Kind::Mark(b'c'))) {
            at += 2;
        }
        let opens = matches!(
            kind(at + 1),
            Some(Kind::Mark(b'{' | b':')) | Some(Kind::Keyword)
        );
        return named(kind(at)) && opens;
    }
    let begins = match previous {
        None => true,
        Some(Kind::Mark(mark)) => matches!(mark, b';' | b'{' | b'}' | b':' | b'>' | b'#'),
        Some(kind) => kind == Kind::Opening,
    };
    // Members that a macro stands for: `struct box { int n; MORE };`.
    let members = matches!(
        before,
        [
            ..,
            Kind::Type,
            Kind::Name | Kind::Capitals,
            Kind::Mark(b'{')
        ] | [.., Kind::Mark(b';' | b'}')]
    );
    let ends = |at| matches!(kind(at), Some(Kind::Mark(b'}')));
    if !called && members && (ends(0) || named(kind(0)) && ends(1)) {
        return true;
    }
    // `API int f()`, `API const int f()`; in a list of parameters too.
    let in_list = matches!(previous, Some(Kind::Mark(b'(' | b',')));
    let qualified = after
        .iter()
        .take_while(|token| token.kind == Kind::Qualifier);
    let first = qualified.count();
    if (begins || in_list) && matches!(kind(first), Some(Kind::Opening | Kind::Type)) {
        return !in_list || !called;
    }
    // `API Box *make()`: three names in a row are never three parts of a declaration.
    if begins && !called && named(kind(first)) {
        let next = kind(first + 1);
        return named(next) || matches!(next, Some(Kind::Mark(b'*' | b'&' | b'<' | b'c')));
    }
    // `int n GUARDED_BY(lock);`
    let typed = before.len() > 1
        && matches!(
            before[before.len() - 2],
            Kind::Name | Kind::Capitals | Kind::Opening | Kind::Mark(b'>' | b'*' | b'&')
        );
    called
        && previous == Some(Kind::Name)
        && typed
        && before[before.len() - 2] != Kind::Type
        && matches!(kind(0), Some(Kind::Mark(b';' | b'=')))
}

/// The place behind the arguments of the token at `place`, or behind it where it has
/// none.
fn past_arguments(tokens: &[Token], place: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(place + 1).take(256) {
        match token.kind {
            Kind::Mark(b'(') => depth += 1,
            Kind::Mark(b')') => depth -= 1,
            _ => {}
        }
        match depth {
            0 if at == place + 1 => return place + 1,
            0 => return at + 1,
            _ => {}
        }
    }
    place + 1
}

fn tokens(source: &[u8], noise: &Noise, docs: &Docs) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(source.len() / 8);
    let mut at = 0;
    let mut fresh = true;
    while let Some(&byte) = source.get(at) {
        let rest = &source[at..];
        if let Some(length) = comment(rest, docs) {
            at += length;
        } else if byte == b'#' && fresh {
            let length = line(rest);
            tokens.push(token(Kind::Mark(b'#'), at, length));
            at += length;
        } else if byte == b'"' || byte == b'\'' {
            let length = literal(rest, byte);
            tokens.push(token(Kind::Literal, at, length));
            at += length;
        } else if is_word(byte) {
            let length = rest
                .iter()
                .position(|byte| !is_word(*byte))
                .unwrap_or(rest.len());
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

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
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
fn comment(rest: &[u8], docs: &Docs) -> Option<usize> {
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

/// How long the literal at the front of `rest` is; it ends with its line at the latest.
fn literal(rest: &[u8], quote: u8) -> usize {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let list = |words: &str| words.split(' ').map(str::to_owned).collect();
        let noise = Noise {
            before: list("int void static"),
            qualifiers: list("const"),
            after: list("class struct"),
            keywords: list("return final"),
        };
        let docs = Docs {
            line: vec!["//".to_owned()],
            block: vec![("/*".to_owned(), "*/".to_owned())],
            ..Docs::default()
        };
        let blanked = blank(text.as_bytes(), &noise, &docs);
        assert_eq!(String::from_utf8_lossy(&blanked), expected);
    }

    #[test]
    fn macros_around_declarations_are_blanked() {
        check("API int f();", "    int f();");
        check("static API int f();", "static     int f();");
        check("ALIGNED(8) int f();", "           int f();");
        check("class API Box {", "class     Box {");
        check(
            "struct API(1) Box final : A {",
            "struct        Box final : A {",
        );
        check("API Box *make();", "    Box *make();");
        check("API const int *make();", "    const int *make();");
        check("API const Box *make();", "    const Box *make();");
        check("API a::Box make();", "    a::Box make();");
        check("int n GUARDED_BY(lock);", "int n                 ;");
        check("struct box { int n; MORE };", "struct box { int n;      };");
        check("struct box { MORE ALL };", "struct box {          };");
        check(
            "void f(IN int a, OUT int b);",
            "void f(   int a,     int b);",
        );
    }

    #[test]
    fn what_may_be_a_type_or_a_call_stays() {
        for text in [
            "DWORD f();",
            "FILE *f;",
            "FILE const *f;",
            "HANDLE const h;",
            "struct STAT s;",
            "return MAX(a, b);",
            "int LIMIT(1);",
            "#define API int\nint x;",
            "// API int f\n\"API int f\";",
            "if (x) FOO(y);",
            "TEST(a, b) {",
            "enum { ONE };",
            "enum all { ONE };",
            "int x[] = { ONE };",
            "x = FOO * y;",
            "DEFINE(x);\nint y;",
            "'\\'' API",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn the_end_may_come_anywhere() {
        let text = "class API Box : A { int n GUARDED_BY(lock); /* c */ API int \"x\\";
        for end in 0..text.len() {
            let docs = Docs::default();
            let noise = Noise {
                before: vec!["int".to_owned()],
                ..Noise::default()
            };
            assert_eq!(blank(&text.as_bytes()[..end], &noise, &docs).len(), end);
        }
    }
}
