//! Routines that a grammar does not know: procedures of SQL, whose dialects write their
//! bodies in languages of their own. Each is shown to the grammar as something without a
//! body that it does know, at the same place and of the same length; so are the marks
//! between statements that only some dialects have.

use crate::extract::manifest::{Docs, Routines};
use std::borrow::Cow;
use std::ops::Range;

/// Bodies in quotes of their own that may be left open in a file.
const OPEN: usize = 16;
/// Tokens that the head of a routine may have before its name.
const HEAD: usize = 24;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A word.
    Word,
    /// A name or string in quotes.
    Quoted,
    /// A name in brackets.
    Bracketed,
    /// A body in quotes of its own.
    Opaque,
    /// A line that ends what stands before it.
    Batch,
    /// What ends a statement.
    End,
    /// The line that says what does from there on.
    Setting,
    /// What would end a statement if the file had not set another mark.
    Inner,
    /// Any other byte.
    Mark(u8),
}

#[derive(Clone, Debug)]
struct Token {
    kind: Kind,
    at: Range<usize>,
    /// Whether it is the first of its line or statement.
    first: bool,
}

/// The head of a routine: the places of its tokens.
struct Head {
    /// The token that says what it is.
    word: usize,
    /// Its name, and the token behind.
    name: Range<usize>,
}

/// The text with every routine shown as something that the grammar knows.
#[must_use]
pub fn show<'s>(source: Cow<'s, [u8]>, rules: &Routines, docs: &Docs) -> Cow<'s, [u8]> {
    if rules.words.is_empty() {
        return source;
    }
    let reader = Reader {
        source: &source,
        rules,
        docs,
    };
    let tokens = reader.tokens();
    let mut text = source.to_vec();
    for token in tokens.iter().filter(|token| token.kind == Kind::Bracketed) {
        text[token.at.start] = b'"';
        text[token.at.end - 1] = b'"';
    }
    let mut place = 0;
    // Whether a statement has begun and not ended.
    let mut open = false;
    while let Some(token) = tokens.get(place) {
        place = match reader.head(&tokens, place) {
            Some(head) => {
                let last = reader.last(&tokens, &head);
                stand_in(&mut text, &tokens, place, &head, last, &rules.shown);
                open = true;
                last + 1
            }
            None => {
                let ends = matches!(token.kind, Kind::Batch | Kind::End | Kind::Setting);
                if ends {
                    blank(&mut text, token.at.clone());
                }
                if ends && open {
                    text[token.at.start] = b';';
                }
                open = !ends && token.kind != Kind::Mark(b';');
                place + 1
            }
        };
    }
    Cow::Owned(text)
}

/// `CREATE TYPE name (…)`, without what is between the brackets.
fn stand_in(
    text: &mut [u8],
    tokens: &[Token],
    first: usize,
    head: &Head,
    last: usize,
    shown: &str,
) {
    let word = tokens[head.word].at.clone();
    let name = tokens[head.name.start].at.start..tokens[head.name.end - 1].at.end;
    let end = tokens[last].at.end;
    let Some(behind) = text.get(name.end..end) else {
        return;
    };
    let Some(open) = behind.iter().position(|byte| !byte.is_ascii_whitespace()) else {
        return;
    };
    if name.end + open + 1 == end || word.len() < shown.len() {
        return;
    }
    blank(text, tokens[first].at.end..name.start);
    text[word.start..word.start + shown.len()].copy_from_slice(shown.as_bytes());
    blank(text, name.end..end);
    text[name.end + open] = b'(';
    text[end - 1] = b')';
}

fn blank(text: &mut [u8], range: Range<usize>) {
    for byte in &mut text[range] {
        if !byte.is_ascii_whitespace() {
            *byte = b' ';
        }
    }
}

struct Reader<'s> {
    source: &'s [u8],
    rules: &'s Routines,
    docs: &'s Docs,
}

impl Reader<'_> {
    fn word(&self, token: &Token) -> &[u8] {
        self.source.get(token.at.clone()).unwrap_or(&[])
    }

    fn is(&self, token: Option<&Token>, words: &[String]) -> bool {
        let Some(token) = token.filter(|token| token.kind == Kind::Word) else {
            return false;
        };
        let word = self.word(token);
        words
            .iter()
            .any(|known| known.as_bytes().eq_ignore_ascii_case(word))
    }

    /// The head of the routine that begins with the token at `place`.
    fn head(&self, tokens: &[Token], place: usize) -> Option<Head> {
        let first = tokens.get(place).filter(|token| token.first);
        if !self.is(first, &self.rules.begins) {
            return None;
        }
        let mut word = place + 1;
        while !self.is(tokens.get(word), &self.rules.words) {
            let token = tokens.get(word)?;
            let before = tokens[word - 1].kind;
            let assigned = matches!(before, Kind::Mark(b'=' | b'@'));
            let fits = match token.kind {
                Kind::Word => assigned || self.is(Some(token), &self.rules.before),
                Kind::Quoted | Kind::Bracketed => true,
                Kind::Mark(mark) => matches!(mark, b'=' | b'@' | b'(' | b')'),
                _ => false,
            };
            if !fits || word > place + HEAD {
                return None;
            }
            word += 1;
        }
        let mut name = word + 1;
        while self.is(tokens.get(name), &self.rules.after) {
            name += 1;
        }
        let named = |at: usize| {
            let token = tokens.get(at);
            token.is_some_and(|token| {
                matches!(token.kind, Kind::Word | Kind::Quoted | Kind::Bracketed)
            })
        };
        let dotted = |at: usize| {
            let token = tokens.get(at);
            token.is_some_and(|token| token.kind == Kind::Mark(b'.'))
        };
        let mut end = name + 1;
        while dotted(end) && named(end + 1) {
            end += 2;
        }
        let name = name..end;
        named(name.start).then_some(Head { word, name })
    }

    /// The last token of a routine: in front of what ends a statement outside all
    /// blocks, or of the line that ends a batch, where one comes before the next routine.
    fn last(&self, tokens: &[Token], head: &Head) -> usize {
        let mut depth = 0usize;
        let mut plain = None;
        let mut place = head.name.end;
        while let Some(token) = tokens.get(place) {
            match token.kind {
                Kind::Batch => return place - 1,
                Kind::End | Kind::Setting => return plain.unwrap_or(place - 1),
                Kind::Mark(b';') if depth == 0 && plain.is_none() => plain = Some(place - 1),
                Kind::Word if self.head(tokens, place).is_some() => {
                    return plain.unwrap_or(place - 1);
                }
                Kind::Word if plain.is_some() => {}
                Kind::Word if self.is(Some(token), &self.rules.opens) => {
                    let next = tokens.get(place + 1);
                    let whole = next.is_some_and(|next| next.kind == Kind::Mark(b';'));
                    depth += usize::from(!whole && !self.is(next, &self.rules.whole));
                }
                Kind::Word if self.is(Some(token), &self.rules.closes) => {
                    let next = tokens.get(place + 1);
                    let inner = self.is(next, &self.rules.inner);
                    depth -= usize::from(!inner && depth > 0);
                    place += usize::from(inner || self.is(next, &self.rules.opens));
                }
                _ => {}
            }
            place += 1;
        }
        plain.unwrap_or(tokens.len() - 1)
    }

    fn tokens(&self) -> Vec<Token> {
        let mut tokens = Vec::new();
        // Behind the mark of the byte order.
        let mut at = 3 * usize::from(self.source.starts_with(b"\xEF\xBB\xBF"));
        let mut first = true;
        let mut line = true;
        let mut open = 0;
        // What ends statements, where that is not the usual.
        let mut ending: &[u8] = b"";
        while let Some(rest) = self.source.get(at..).filter(|rest| !rest.is_empty()) {
            if rest[0].is_ascii_whitespace() {
                line |= rest[0] == b'\n';
                at += 1;
                continue;
            }
            if let Some(length) = self.comment(rest) {
                at += length;
                continue;
            }
            let (kind, length) = match self.line_token(rest).filter(|_| line) {
                Some((kind, length)) => {
                    if kind == Kind::Setting {
                        let setting = rest[self.rules.delimiter.len()..length].trim_ascii();
                        ending = if setting == b";" { b"" } else { setting };
                    }
                    (kind, length)
                }
                None if !ending.is_empty() && rest.starts_with(ending) => (Kind::End, ending.len()),
                None => match bracketed(&self.source[..at], rest) {
                    Some(length) => (Kind::Bracketed, length),
                    None => token(rest, open < OPEN && ending.is_empty()),
                },
            };
            open += usize::from(kind == Kind::Mark(b'$'));
            let kind = match kind {
                Kind::Mark(b';') if !ending.is_empty() => Kind::Inner,
                kind => kind,
            };
            tokens.push(Token {
                kind,
                at: at..at + length,
                first: first || line,
            });
            first = matches!(
                kind,
                Kind::Mark(b';') | Kind::Batch | Kind::End | Kind::Setting
            );
            line = false;
            at += length;
        }
        tokens
    }

    /// The length of a comment that `rest` begins with.
    fn comment(&self, rest: &[u8]) -> Option<usize> {
        let to = |end: &[u8]| memchr::memmem::find(rest, end);
        let mut lines = self.docs.line.iter();
        if lines.any(|mark| rest.starts_with(mark.as_bytes())) {
            return Some(to(b"\n").unwrap_or(rest.len()));
        }
        let mut blocks = self.docs.block.iter();
        let (_, close) = blocks.find(|(open, _)| rest.starts_with(open.as_bytes()))?;
        Some(to(close.as_bytes()).map_or(rest.len(), |end| end + close.len()))
    }

    /// A line that is about statements and none itself.
    fn line_token(&self, rest: &[u8]) -> Option<(Kind, usize)> {
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let line = rest[..end].trim_ascii_end();
        let is_batch = |known: &String| known.as_bytes().eq_ignore_ascii_case(line);
        if self.rules.batches.iter().any(is_batch) {
            return Some((Kind::Batch, line.len()));
        }
        let word = self.rules.delimiter.as_bytes();
        let (head, tail) = line.split_at_checked(word.len())?;
        let is_setting = !word.is_empty()
            && head.eq_ignore_ascii_case(word)
            && tail.first().is_some_and(u8::is_ascii_whitespace);
        is_setting.then_some((Kind::Setting, line.len()))
    }
}

/// The length of the name in brackets that `rest` begins with, which an index is not.
fn bracketed(before: &[u8], rest: &[u8]) -> Option<usize> {
    let inner = rest.strip_prefix(b"[")?;
    let apart = |byte: &u8| byte.is_ascii_whitespace() || b".,(=".contains(byte);
    let is_name = |byte: &&u8| is_word(byte) || **byte == b' ';
    let length = inner.iter().take_while(is_name).count();
    let begins = inner
        .first()
        .is_some_and(|byte| is_word(byte) && !byte.is_ascii_digit());
    let alone = before.last().is_none_or(apart) && inner.get(length) == Some(&b']');
    (begins && alone).then_some(length + 2)
}

const fn is_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80
}

/// The token that `rest` begins with, and its length; a body in quotes of its own only
/// where those are `quoted`.
fn token(rest: &[u8], quoted: bool) -> (Kind, usize) {
    // A quote that is doubled stands for itself.
    let closed = |close: u8| {
        let mut end = 1;
        while let Some(at) = memchr::memchr(close, rest.get(end..).unwrap_or(&[])) {
            end += at + 1;
            if rest.get(end) != Some(&close) {
                return end;
            }
            end += 1;
        }
        rest.len()
    };
    match rest[0] {
        b'\'' | b'"' | b'`' => (Kind::Quoted, closed(rest[0])),
        b'$' if quoted => {
            let tag = rest[1..].iter().take_while(|byte| is_word(byte)).count();
            let mark = &rest[..(tag + 2).min(rest.len())];
            let inside = rest.get(mark.len()..).filter(|_| mark.ends_with(b"$"));
            let end = inside.and_then(|inside| memchr::memmem::find(inside, mark));
            match end {
                Some(end) => (Kind::Opaque, end + 2 * mark.len()),
                None => (Kind::Mark(b'$'), 1),
            }
        }
        first if is_word(&first) => {
            // What ends statements may be made of such marks.
            let is_part = |byte: &&u8| is_word(byte) || quoted && **byte == b'$';
            (Kind::Word, rest.iter().take_while(is_part).count())
        }
        mark => (Kind::Mark(mark), 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let languages = crate::extract::registry::Languages::builtin().expect("languages");
        let sql = &languages.get("sql").expect("SQL").manifest;
        let shown = show(text.as_bytes().into(), &sql.routines, &sql.docs);
        assert_eq!(String::from_utf8_lossy(&shown), expected);
    }

    #[test]
    fn a_routine_is_shown_without_its_body() {
        check(
            "CREATE FUNCTION a() AS $x$;\nEND;$x$ b;c;",
            "CREATE type     a(         \n        );c;",
        );
        check(
            "CREATE OR ALTER PROC s.[a b] AS\nSELECT 1;\nSELECT 2\nGO\nx",
            "CREATE          type s.\"a b\" ( \n         \n       )\n; \nx",
        );
        check(
            "create procedure a() begin if x then y; end if; z; end; b;",
            "create type      a(                                  ); b;",
        );
    }

    #[test]
    fn a_delimiter_ends_statements_until_another_is_set() {
        check(
            "DELIMITER //\nCREATE PROCEDURE a() b; c //\nd //\ndelimiter ;\ne;",
            "            \nCREATE type      a(     ) ; \nd ; \n           \ne;",
        );
    }

    #[test]
    fn no_statement_is_empty() {
        check("GO\na;\nGO\nb\ngo\n/\n", "  \na;\n  \nb\n; \n \n");
        check(
            "DELIMITER $$\na$$\n$$\nDELIMITER ;",
            "            \na; \n  \n           ",
        );
    }

    #[test]
    fn what_is_no_routine_stays() {
        let text = "CREATE TABLE function (a int[]); SELECT a[b], 'CREATE PROC c' -- GO\n";
        check(text, text);
        check("$a$ $b$ CREATE", "$a$ $b$ CREATE");
        check("CREATE PROC", "CREATE PROC");
        check("CREATE PROC a", "CREATE PROC a");
        check("CREATE PROC a;", "CREATE PROC a;");
    }
}
