//! What a source is made of where strings hold code: its words, marks and strings, those
//! of the code inside strings too.

use crate::extract::manifest::Docs;
use crate::extract::tokens;
use std::ops::Range;

/// Marks of more than one byte that mean something else than their first.
const MARKS: [&[u8]; 3] = [b"::", b"->", b"=="];

/// A piece of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its bytes; of a string those of what opens or closes it.
    pub at: Range<usize>,
    /// What it is.
    pub kind: Kind,
    /// Whether it is the first of its line.
    pub fresh: bool,
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name, a keyword or a number.
    Word,
    /// A string or a letter.
    Text,
    /// Anything else.
    Mark,
}

/// The pieces of a source, and what in its strings is to be read otherwise.
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    /// The pieces, in order.
    pub all: Vec<Piece>,
    /// Marks in front of strings that say how many of them open code in it, and the marks
    /// inside: what is shown in the place of each.
    pub sigils: Vec<(usize, u8)>,
}

/// What the text at a place is inside of.
#[derive(Clone, Copy)]
enum Level {
    /// Code, with so many braces open.
    Code(usize),
    /// A string that so many quotes close and in which so many sigils open code.
    Text { quotes: usize, sigils: usize },
}

/// The pieces of `text`, in whose strings `template` opens code: a sigil and a brace.
#[must_use]
pub fn pieces(text: &[u8], template: &str, docs: &Docs) -> Pieces {
    let mut lexer = Lexer {
        text,
        sigil: template.bytes().next().unwrap_or_default(),
        docs,
        outer: Vec::new(),
        level: Level::Code(0),
        fresh: true,
        found: Pieces::default(),
    };
    let mut at = 0;
    while at < text.len() {
        at += match lexer.level {
            Level::Code(depth) => lexer.code(at, depth),
            Level::Text { quotes, sigils } => lexer.string(at, quotes, sigils),
        };
    }
    lexer.found
}

struct Lexer<'s> {
    text: &'s [u8],
    sigil: u8,
    docs: &'s Docs,
    outer: Vec<Level>,
    level: Level,
    fresh: bool,
    found: Pieces,
}

impl Lexer<'_> {
    /// Reads what is `at` in code; how long it is.
    fn code(&mut self, at: usize, depth: usize) -> usize {
        let rest = &self.text[at..];
        let byte = rest[0];
        if let Some(length) = tokens::comment(rest, self.docs) {
            return length;
        }
        if byte.is_ascii_whitespace() {
            self.fresh |= byte == b'\n';
            return 1;
        }
        let sigils = tokens::run(rest, self.sigil);
        if sigils > 1 && rest.get(sigils) == Some(&b'"') {
            self.show(at..at + sigils, b' ');
            return sigils + self.open(at + sigils, sigils);
        }
        if byte == b'"' {
            return self.open(at, 1);
        }
        match byte {
            b'{' => self.level = Level::Code(depth + 1),
            b'}' if depth == 0 => self.level = self.outer.pop().unwrap_or(Level::Code(0)),
            b'}' => self.level = Level::Code(depth - 1),
            _ => {}
        }
        if byte == b'\'' {
            return self.push(at, tokens::literal(rest, byte), Kind::Text);
        }
        if byte == b'`' {
            return self.push(at, tokens::literal(rest, byte), Kind::Word);
        }
        if tokens::is_word(byte) {
            return self.push(at, tokens::word(rest), Kind::Word);
        }
        let mark = MARKS.iter().find(|mark| rest.starts_with(mark));
        self.push(at, mark.map_or(1, |mark| mark.len()), Kind::Mark)
    }

    /// A string begins `at` a quote; how long what opens it is.
    fn open(&mut self, at: usize, sigils: usize) -> usize {
        let quotes = if tokens::run(&self.text[at..], b'"') < 3 {
            1
        } else {
            3
        };
        self.outer.push(std::mem::replace(
            &mut self.level,
            Level::Text { quotes, sigils },
        ));
        self.push(at, quotes, Kind::Text)
    }

    /// Reads what is `at` in a string; how long it is.
    fn string(&mut self, at: usize, quotes: usize, sigils: usize) -> usize {
        let rest = &self.text[at..];
        let run = tokens::run(rest, b'"');
        if run >= quotes || quotes == 1 && rest[0] == b'\n' {
            self.level = self.outer.pop().unwrap_or(Level::Code(0));
            self.fresh |= run == 0;
            return if run == 0 {
                1
            } else {
                self.push(at, run.min(quotes), Kind::Text)
            };
        }
        if quotes == 1 && rest[0] == b'\\' {
            return 2;
        }
        let run = tokens::run(rest, self.sigil);
        if run == 0 {
            return 1;
        }
        let next = rest.get(run).copied().unwrap_or_default();
        let is_code = run >= sigils && (next == b'{' || tokens::is_word(next));
        if sigils > 1 {
            self.show(at..at + run - usize::from(is_code), b'_');
        }
        if !is_code || next != b'{' {
            return run;
        }
        self.outer
            .push(std::mem::replace(&mut self.level, Level::Code(0)));
        self.push(at + run, 1, Kind::Mark);
        run + 1
    }

    fn show(&mut self, range: Range<usize>, byte: u8) {
        self.found.sigils.extend(range.map(|at| (at, byte)));
    }

    fn push(&mut self, at: usize, length: usize, kind: Kind) -> usize {
        self.found.all.push(Piece {
            at: at..at + length,
            kind,
            fresh: std::mem::take(&mut self.fresh),
        });
        length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        let docs = Docs {
            line: vec!["//".to_owned()],
            block: vec![("/*".to_owned(), "*/".to_owned())],
            ..Docs::default()
        };
        let found = pieces(text.as_bytes(), "${", &docs).all;
        let fresh = |piece: &Piece| if piece.fresh { "^" } else { "" };
        found
            .iter()
            .map(|piece| format!("{}{}", fresh(piece), &text[piece.at.clone()]))
            .collect()
    }

    #[test]
    fn code_in_strings_is_read() {
        assert_eq!(texts("a.b // c\n /* d */ e"), ["^a", ".", "b", "^e"]);
        assert_eq!(
            texts("\"a ${b {c}} $d\"::e"),
            ["^\"", "{", "b", "{", "c", "}", "}", "\"", "::", "e"]
        );
        assert_eq!(
            texts("\"\"\"\"a\" ${b}\"\"\"x"),
            ["^\"\"\"", "{", "b", "}", "\"\"\"", "x"]
        );
        assert_eq!(texts("\"\\\"${a\nb"), ["^\"", "{", "a", "^b"]);
        assert_eq!(texts("\"a\nb 'c' `d e`"), ["^\"", "^b", "'c'", "`d e`"]);
    }

    #[test]
    fn several_sigils_open_code() {
        let show = |text: &str| {
            let mut shown = text.as_bytes().to_vec();
            for (at, byte) in pieces(text.as_bytes(), "${", &Docs::default()).sigils {
                shown[at] = byte;
            }
            String::from_utf8(shown).unwrap_or_default()
        };
        assert_eq!(
            show("$$\"${a} $b $$c $$$d $$\""),
            "  \"_{a} _b _$c __$d __\""
        );
        assert_eq!(
            show("$$\"\"\"$${a}\"\"\" + \"$b\""),
            "  \"\"\"_${a}\"\"\" + \"$b\""
        );
        assert_eq!(show("\"$a ${b} $$c\""), "\"$a ${b} $$c\"");
    }

    #[test]
    fn the_end_may_come_anywhere() {
        let text = "a { $$\"$${b { 'x' }}\" } fun \"\"\"${ }\"\"\"\" /* */ `}` \\ \"\\";
        for end in 0..=text.len() {
            let found = pieces(&text.as_bytes()[..end], "${", &Docs::default());
            assert!(found.sigils.iter().all(|(at, _)| *at < end));
        }
    }
}
