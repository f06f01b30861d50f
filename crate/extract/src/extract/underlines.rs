//! Headings that the line below them makes, shown to a grammar as ones that say their
//! rank themselves: `Title` over `=====` as `# Title` (CommonMark 4.3).

use crate::extract::routines::Shown;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Most blanks in front of what is no code.
const INDENT: usize = 3;

/// The text with the headings that the `marks` below them make as ones behind what is
/// shown for each.
#[must_use]
pub fn show<'s>(text: Cow<'s, [u8]>, marks: &BTreeMap<String, String>) -> Shown<'s> {
    let mut added = Vec::new();
    if marks.is_empty() {
        return Shown { text, added };
    }
    let mut shown = text.to_vec();
    let mut fence: Option<&[u8]> = None;
    // Behind settings at the front, which lines of marks enclose.
    let mut at = front(&text);
    // The lines of the paragraph so far, and where the last one begins.
    let (mut lines, mut last) = (0, 0);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let length = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        let line = rest[..length].trim_ascii_end();
        let inner = line.trim_ascii_start();
        let mark = |open: &&[u8]| inner.starts_with(open);
        let opens = [b"```".as_slice(), b"~~~"].into_iter().find(mark);
        let rank = marks.iter().find(|(mark, _)| is_underline(inner, mark));
        let indented = line.len() - inner.len() > INDENT;
        match (fence, opens, rank) {
            (Some(open), ..) => fence = Some(open).filter(|open| !mark(open)),
            (None, Some(open), _) => (fence, lines) = (Some(open), 0),
            (None, None, Some((_, prefix))) if lines == 1 && !indented => {
                added.extend(prefix.bytes().map(|byte| (last, byte)));
                let start = at + line.len() - inner.len();
                shown[start..at + line.len()].fill(b' ');
                lines = 0;
            }
            _ if inner.is_empty() || (lines == 0 && !is_plain(inner, indented)) => lines = 0,
            _ => (lines, last) = (lines + 1, at),
        }
        at += length;
    }
    let text = Cow::Owned(shown);
    Shown { text, added }
}

/// Whether a line is made of `mark` alone.
fn is_underline(line: &[u8], mark: &str) -> bool {
    let mark = mark.as_bytes();
    !line.is_empty() && line.iter().all(|byte| mark == [*byte])
}

/// Whether a line begins a paragraph.
fn is_plain(line: &[u8], indented: bool) -> bool {
    let item = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let listed = item > 0 && line.get(item).is_some_and(|mark| b".)".contains(mark));
    !indented && !listed && !b"#>-*+|<".contains(&line[0])
}

/// Where what stands in front of the text of a document ends.
fn front(text: &[u8]) -> usize {
    let Some(inner) = text.strip_prefix(b"---\n") else {
        return 0;
    };
    memchr::memmem::find(inner, b"\n---\n").map_or(0, |end| end + 9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::copy;

    fn check(text: &str, expected: &str) {
        let marks =
            [("=", "# "), ("-", "## ")].map(|(mark, shown)| (mark.to_owned(), shown.to_owned()));
        let shown = show(text.as_bytes().into(), &marks.into_iter().collect());
        let copy = copy::add(shown.text, &shown.added);
        assert_eq!(String::from_utf8_lossy(&copy.bytes), expected);
    }

    #[test]
    fn a_line_of_marks_makes_a_heading() {
        check(
            "A\n===\n\nb\n\nC d\n---\ne",
            "# A\n   \n\nb\n\n## C d\n   \ne",
        );
        check("---\na: b\n---\nA\n=\n", "---\na: b\n---\n# A\n \n");
    }

    #[test]
    fn other_lines_stay() {
        for text in [
            "---\na: b\n---\n",
            "a\n\n---\n",
            "- a\n---\n",
            "| a |\n---\n",
            "```\na\n===\n```\n",
            "a\nb\n===\n",
            "# a\n===\n",
            "",
            "===",
        ] {
            check(text, text);
        }
    }
}
