//! Routines that a grammar does not know: procedures of SQL, whose dialects write their
//! bodies in languages of their own. Each is shown to the grammar as something without a
//! body that it does know, at the same place and of the same length; so are the marks
//! between statements that only some dialects have. A package is shown as a transaction,
//! which holds statements as it holds routines.

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

/// A text as a grammar is shown it.
pub struct Shown<'s> {
    /// The text, each byte at its place.
    pub text: Cow<'s, [u8]>,
    /// What is added, in front of which places.
    pub added: Vec<(usize, u8)>,
}

/// The head of a routine or package: the places of its tokens.
struct Head {
    /// The token that says what it is.
    word: usize,
    /// Its name, and the token behind.
    name: Range<usize>,
}

/// The text with every routine shown as something that the grammar knows.
#[must_use]
pub fn show<'s>(source: Cow<'s, [u8]>, rules: &Routines, docs: &Docs) -> Shown<'s> {
    let mut added = Vec::new();
    if rules.words.is_empty() {
        let text = source;
        return Shown { text, added };
    }
    let reader = Reader {
        source: &source,
        rules,
        docs,
    };
    let (tokens, marks) = reader.tokens();
    let mut text = source.to_vec();
    for mark in marks {
        blank(&mut text, mark);
    }
    for token in tokens.iter().filter(|token| token.kind == Kind::Bracketed) {
        text[token.at.start] = b'"';
        text[token.at.end - 1] = b'"';
    }
    let mut place = 0;
    // Whether a statement has begun and not ended.
    let mut open = false;
    while let Some(token) = tokens.get(place) {
        if let Some(head) = reader.holder(&tokens, place) {
            place = reader.show_package(&mut text, &mut added, &tokens, place, &head) + 1;
            open = false;
            continue;
        }
        place = match reader.head(&tokens, place) {
            Some(head) => {
                let last = reader.last(&tokens, &head);
                stand_in(&mut text, &tokens, place, &head, last, &rules.shown);
                open = true;
                last + 1
            }
            None => {
                let ends = matches!(token.kind, Kind::Batch | Kind::End | Kind::Setting);
                let alone = token.kind == Kind::Mark(b';') && !open;
                if ends || alone {
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
    let text = Cow::Owned(text);
    Shown { text, added }
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
        self.head_of(tokens, place, &self.rules.words)
    }

    /// The head of the package that begins with the token at `place`.
    fn holder(&self, tokens: &[Token], place: usize) -> Option<Head> {
        self.head_of(tokens, place, &self.rules.holders)
    }

    fn head_of(&self, tokens: &[Token], place: usize, words: &[String]) -> Option<Head> {
        let first = tokens.get(place).filter(|token| token.first);
        if !self.is(first, &self.rules.begins) {
            return None;
        }
        let mut word = place + 1;
        while !self.is(tokens.get(word), words) {
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
        let name = self.named(tokens, word + 1)?;
        Some(Head { word, name })
    }

    /// The tokens of the name at `place`, behind words that may stand in front of it.
    fn named(&self, tokens: &[Token], place: usize) -> Option<Range<usize>> {
        let mut name = place;
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
        named(name).then_some(name..end)
    }

    /// Shows a package that begins with the token `first` as a transaction of its routines;
    /// answers its last token.
    fn show_package(
        &self,
        text: &mut [u8],
        added: &mut Vec<(usize, u8)>,
        tokens: &[Token],
        first: usize,
        head: &Head,
    ) -> usize {
        let (routines, last) = self.parts_of(tokens, head);
        let at = |place: usize| tokens[place].at.clone();
        let mut add = |place: usize, what: &str| {
            added.extend(what.bytes().map(|byte| (place, byte)));
        };
        let (word, name) = (at(head.word), head.name.end - 1);
        let shown = self.rules.holder.as_bytes();
        if word.len() < shown.len() {
            return last;
        }
        for place in (first + 1..name).chain(name + 1..=last) {
            blank(text, at(place));
        }
        text[word.start..word.start + shown.len()].copy_from_slice(shown);
        add(at(first).start, &self.rules.opened);
        add(at(name).end, ";");
        for (routine, end) in routines {
            let (word, end) = (at(routine.word).start, at(end).start);
            add(word, &self.rules.begin);
            for part in routine.name.clone() {
                text[at(part)].copy_from_slice(&self.source[at(part)]);
            }
            let shown = self.rules.shown.as_bytes();
            text[word..word + shown.len()].copy_from_slice(shown);
            add(at(routine.name.end - 1).end, "(");
            add(end, ")");
            text[end] = b';';
        }
        add(at(last).end, &self.rules.closed);
        last
    }

    /// The routines of a package, each with the token that ends it, and the last token of
    /// the package: behind its own block or its lone end.
    fn parts_of(&self, tokens: &[Token], head: &Head) -> (Vec<(Head, usize)>, usize) {
        let mut routines = Vec::new();
        let mut depth = 0usize;
        let mut place = head.name.end;
        while let Some(token) = tokens.get(place) {
            let begins = self.is(Some(token), &self.rules.words) && self.begins_part(tokens, place);
            match token.kind {
                Kind::Batch | Kind::End | Kind::Setting => return (routines, place - 1),
                Kind::Word if begins && depth == 0 => {
                    if let Some(name) = self.named(tokens, place + 1) {
                        let routine = Head { word: place, name };
                        place = self.end_of_part(tokens, &routine);
                        routines.push((routine, place));
                    }
                }
                Kind::Word if self.is(Some(token), &self.rules.opens) => depth += 1,
                Kind::Word if self.is(Some(token), &self.rules.closes) => {
                    let next = tokens.get(place + 1);
                    let inner = self.is(next, &self.rules.inner);
                    if !inner && depth < 2 {
                        let mut rest = (place..tokens.len()).take(3);
                        let end = rest.find(|at| tokens[*at].kind == Kind::Mark(b';'));
                        return (routines, end.unwrap_or(place));
                    }
                    depth -= usize::from(!inner);
                    place += usize::from(inner || self.is(next, &self.rules.opens));
                }
                _ => {}
            }
            place += 1;
        }
        (routines, tokens.len() - 1)
    }

    /// The token that ends a routine in a package: that behind the block of one with a body.
    fn end_of_part(&self, tokens: &[Token], head: &Head) -> usize {
        // Bodies whose block has not ended, blocks that are open, and whether a body may follow.
        let (mut bodies, mut depth, mut heading) = (0usize, 0usize, true);
        let mut place = head.name.end;
        while let Some(token) = tokens.get(place) {
            let next = tokens.get(place + 1);
            match token.kind {
                Kind::Batch | Kind::End | Kind::Setting => return place - 1,
                Kind::Mark(b';') if depth == 0 && bodies == 0 => return place,
                Kind::Mark(b';') => heading = false,
                Kind::Word if self.is(Some(token), &self.rules.words) => {
                    heading |= self.begins_part(tokens, place);
                }
                Kind::Word if heading && self.is(Some(token), &self.rules.bodies) => {
                    (bodies, heading) = (bodies + 1, false);
                }
                Kind::Word if self.is(Some(token), &self.rules.opens) => depth += 1,
                Kind::Word if depth > 0 && self.is(Some(token), &self.rules.closes) => {
                    let inner = self.is(next, &self.rules.inner);
                    depth -= usize::from(!inner);
                    bodies -= usize::from(!inner && depth == 0 && bodies > 0);
                    place += usize::from(inner || self.is(next, &self.rules.opens));
                }
                _ => {}
            }
            place += 1;
        }
        tokens.len() - 1
    }

    /// Whether the token at `place` begins a part of a package or of a body.
    fn begins_part(&self, tokens: &[Token], place: usize) -> bool {
        let before = place.checked_sub(1).and_then(|place| tokens.get(place));
        before.is_some_and(|token| token.kind == Kind::Mark(b';'))
            || self.is(before, &self.rules.bodies)
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

    /// The tokens, and the marks around code that only some versions read.
    fn tokens(&self) -> (Vec<Token>, Vec<Range<usize>>) {
        let mut tokens = Vec::new();
        let mut marks = Vec::new();
        // Whether the statement, and the place, are inside of such marks.
        let (mut versioned, mut inside) = (false, false);
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
            let mark = match inside && rest.starts_with(b"*/") {
                true => Some(2),
                false => self.versioned(rest, first, versioned),
            };
            if let Some(length) = mark {
                (versioned, inside) = (true, !inside);
                marks.push(at..at + length);
                at += length;
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
            versioned &= !first;
            line = false;
            at += length;
        }
        (tokens, marks)
    }

    /// The length of the mark in front of code that only some versions read, which begins
    /// a statement or goes on with one.
    fn versioned(&self, rest: &[u8], first: bool, goes_on: bool) -> Option<usize> {
        let mark = self.rules.versioned.as_bytes();
        let behind = rest.strip_prefix(mark).filter(|_| !mark.is_empty())?;
        let digits = behind
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let code = behind[digits..].trim_ascii_start();
        let word = &code[..code.iter().take_while(|byte| is_word(byte)).count()];
        let mut begins = self.rules.begins.iter();
        let begins = begins.any(|known| known.as_bytes().eq_ignore_ascii_case(word));
        (goes_on || first && begins).then_some(mark.len() + digits)
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
        let copy = crate::extract::copy::add(shown.text, &shown.added);
        assert_eq!(String::from_utf8_lossy(&copy.bytes), expected);
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
    fn a_package_is_shown_as_a_transaction() {
        check(
            "CREATE PACKAGE a AS\nx NUMBER;\nPROCEDURE b(c IN d);\nFUNCTION e RETURN f;\nEND a;\n/\ng;",
            "begin; CREATE schema  a;   \n         \ncreate type      b(        );\ncreate type     e(         );\n      commit;\n \ng;",
        );
        check(
            "create package body s.a is procedure b is function c return d is begin e; end; begin if f then g; end if; end b; begin h; end;",
            "begin; create schema         a;    create type      b(                                                                         );              commit;",
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
