//! Comment text without its markers.

use crate::extract::manifest::Docs;

/// Longest documentation kept, in bytes.
const LONGEST: usize = 4000;

/// The text of one comment or docstring: markers and continuation marks
/// stripped, blank edges dropped, lines joined by `\n`.
#[must_use]
pub fn clean(docs: &Docs, raw: &str) -> String {
    let mut text = String::new();
    let body = strip_block(docs, raw.trim());
    for line in body.unwrap_or(raw).lines() {
        let line = line.trim();
        let line = match body {
            Some(_) if !docs.continuation.is_empty() => line
                .strip_prefix(docs.continuation.as_str())
                .unwrap_or(line),
            Some(_) => line,
            None => docs
                .line
                .iter()
                .find_map(|marker| line.strip_prefix(marker.as_str()))
                .unwrap_or(line),
        };
        push_line(&mut text, line.trim());
    }
    text.truncate(text.trim_end().len());
    text
}

/// Appends `line`, within the limit; blank lines at the start are dropped.
pub fn push_line(text: &mut String, line: &str) {
    if (line.is_empty() && text.is_empty()) || text.len() + line.len() > LONGEST {
        return;
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}

fn strip_block<'a>(docs: &Docs, raw: &'a str) -> Option<&'a str> {
    docs.block.iter().find_map(|(open, close)| {
        let inner = raw.strip_prefix(open.as_str())?;
        Some(inner.strip_suffix(close.as_str()).unwrap_or(inner))
    })
}

/// `line` without the comment that one of `marks` begins in it, behind a blank and outside
/// strings. An attribute is none (`#[Pure]`).
#[must_use]
pub fn without_comment<'l>(line: &'l str, marks: &[String]) -> &'l str {
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        let rest = &line[at..];
        let begins = |mark: &String| {
            let behind = rest.strip_prefix(mark.as_str());
            behind.is_some_and(|behind| !behind.starts_with('['))
        };
        match quote {
            Some(open) if c == open && before != '\\' => quote = None,
            Some(_) => {}
            None if before.is_whitespace() && marks.iter().any(begins) => return &line[..at],
            None if matches!(c, '"' | '`') => quote = Some(c),
            // One alone is no string but the mark of a lifetime, say.
            None if c == '\'' && rest[1..].contains(c) => quote = Some(c),
            None => {}
        }
        before = c;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::without_comment;

    #[test]
    fn comments_are_told_from_strings_and_attributes() {
        let marks = ["#".to_owned(), "//".to_owned()];
        for (line, expected) in [
            ("class Leaf # of a tree", "class Leaf "),
            ("def f(a=\" # \"):", "def f(a=\" # \"):"),
            ("def f(a=' # ') # b", "def f(a=' # ') "),
            (
                "fn f<'a>(x: T<'a>, y: Y<'a>) // borrows",
                "fn f<'a>(x: T<'a>, y: Y<'a>) ",
            ),
            ("#[Pure] function f()", "#[Pure] function f()"),
            ("fn f<'a>(x: &'a str) // borrows", "fn f<'a>(x: &'a str) "),
            ("url = \"https://a\"", "url = \"https://a\""),
        ] {
            assert_eq!(without_comment(line, &marks), expected, "{line}");
        }
    }
}
