//! Which of several languages a file is in whose extension they share, by its text
//! (`.h`: C, C++ or Objective-C).

use super::signs::Signs;

/// What tells that a file with an extension of another language is in this one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// The extension, without the leading dot.
    pub extension: String,
    /// What lines of such a file begin with.
    pub lines: Vec<String>,
    /// What else stands in it, outside comments and literals.
    pub within: Vec<String>,
    /// What its tokens say.
    pub signs: Signs,
    /// Whether it is of a language that has no entry.
    pub foreign: bool,
    /// Markers of line comments.
    pub line_comments: Vec<String>,
    /// Opening and closing markers of block comments.
    pub block_comments: Vec<(String, String)>,
}

impl Dialect {
    /// Whether the text says that it is in this language.
    #[must_use]
    pub fn is_spoken(&self, text: &[u8]) -> bool {
        // Most files hold none of it, comments and literals included.
        let mut parts = self.lines.iter().chain(&self.within);
        if !self.signs.may_stand(text)
            && !parts.any(|part| memchr::memmem::find(text, bare(part).as_bytes()).is_some())
        {
            return false;
        }
        let code = self.code(text);
        let lines = code.split(|byte| *byte == b'\n');
        let begins = |line: &[u8]| {
            let line = line.trim_ascii_start();
            self.lines
                .iter()
                .any(|start| line.starts_with(start.as_bytes()))
        };
        lines.into_iter().any(begins)
            || self.within.iter().any(|part| holds(&code, part))
            || self.signs.stand(&code)
    }

    /// The text without comments and without what literals hold.
    fn code(&self, text: &[u8]) -> Vec<u8> {
        let mut code = Vec::with_capacity(text.len());
        let mut rest = text;
        while let Some(&byte) = rest.first() {
            let length = match self.comment(rest) {
                Some(length) => length,
                None if matches!(byte, b'"' | b'\'') => {
                    code.extend([byte, byte]);
                    literal(rest, byte)
                }
                None => {
                    code.push(byte);
                    1
                }
            };
            rest = &rest[length..];
        }
        code
    }

    fn comment(&self, rest: &[u8]) -> Option<usize> {
        let opens = |marker: &str| rest.starts_with(marker.as_bytes());
        if self.line_comments.iter().any(|marker| opens(marker)) {
            return Some(memchr::memchr(b'\n', rest).unwrap_or(rest.len()));
        }
        let mut blocks = self.block_comments.iter();
        let (open, close) = blocks.find(|(open, _)| opens(open))?;
        let end = memchr::memmem::find(&rest[open.len()..], close.as_bytes());
        Some(end.map_or(rest.len(), |end| open.len() + end + close.len()))
    }
}

/// What begins a part that must stand directly behind a letter, digit or underscore.
const JOINED: &str = "\\w";

fn bare(part: &str) -> &str {
    part.strip_prefix(JOINED).unwrap_or(part)
}

/// Whether `part` stands in `code`, joined where it says so.
fn holds(code: &[u8], part: &str) -> bool {
    let joined = part.starts_with(JOINED);
    let part = bare(part);
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let before = |at: usize| at.checked_sub(1).and_then(|at| code.get(at));
    memchr::memmem::find_iter(code, part.as_bytes())
        .any(|at| !joined || before(at).is_some_and(is_word))
}

/// How long the literal at the front of `rest` is; it ends with its line at the latest.
fn literal(rest: &[u8], quote: u8) -> usize {
    let mut escaped = false;
    for (at, &byte) in rest.iter().enumerate().skip(1) {
        match byte {
            b'\n' => return at,
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            byte if byte == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_marks_count_outside_comments_and_literals() {
        let dialect = Dialect {
            lines: vec!["class ".to_owned()],
            within: vec!["::".to_owned(), "\\w& ".to_owned()],
            line_comments: vec!["//".to_owned()],
            block_comments: vec![("/*".to_owned(), "*/".to_owned())],
            ..Dialect::default()
        };
        for text in [
            "class A;",
            "\n  class A;",
            "int x = '\"'; a::b();",
            "/* \n */ class A",
            "void f(const A& a);",
        ] {
            assert!(dialect.is_spoken(text.as_bytes()), "{text}");
        }
        for text in [
            "",
            "int class ;",
            "/*\nclass of ships\n*/ int x;",
            "// a::b",
            "x = a & b;",
            "char *s = \"a::b\\\"::\";",
            "/*\nclass A;",
            "'\\",
        ] {
            assert!(!dialect.is_spoken(text.as_bytes()), "{text}");
        }
    }
}
