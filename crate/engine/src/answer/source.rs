//! Lines of source text.

use crate::answer::view::View;
use crate::error::Result;
use crate::ids::NodeId;
use crate::text::Lines;
use serde::Serialize;

/// A run of lines of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SourceText {
    /// First line, 1-based.
    pub start_line: u32,
    /// Last line that is shown, inclusive.
    pub end_line: u32,
    /// The lines with their line ends; bytes that are not UTF-8 are replaced.
    pub text: String,
    /// How many lines there would be without a cap.
    pub total_lines: u32,
    /// Whether lines are left out: at the end, or around the line that is meant.
    pub truncated: bool,
}

impl SourceText {
    /// How many lines are shown.
    pub(crate) const fn shown(&self) -> u32 {
        (self.end_line + 1).saturating_sub(self.start_line)
    }

    /// Keeps the first `lines` lines of those that are shown.
    pub(crate) fn keep(&mut self, lines: u32) {
        let ends = self.text.match_indices('\n').map(|(at, _)| at + 1);
        let kept = ends.take(lines as usize).last().unwrap_or(0);
        let (shown, all) = (self.shown(), self.text.len());
        if lines < shown {
            self.text
                .truncate(if lines == 0 { 0 } else { kept.min(all) });
            self.end_line = (self.start_line + lines).saturating_sub(1);
            self.truncated = true;
        }
    }
}

/// The source of `node` with `context` lines around it, at most `max_lines`
/// lines; none for directories.
pub(crate) fn of_node(
    view: &View<'_>,
    node: NodeId,
    context: u32,
    max_lines: u32,
) -> Result<Option<SourceText>> {
    let row = view.graph.node(node);
    let Some(file) = row.file.and_then(|file| view.corpus.file(file)) else {
        return Ok(None);
    };
    let text = file.text.unpack()?;
    let first = row.lines.0.saturating_sub(context).max(1);
    let last = row.lines.1.saturating_add(context);
    Ok(Some(lines(&text, first, last, max_lines)))
}

/// At most `max_lines` lines of the source of `node`, `line` among them if it is there.
pub(crate) fn around(
    view: &View<'_>,
    node: NodeId,
    line: u32,
    max_lines: u32,
) -> Result<Option<SourceText>> {
    let row = view.graph.node(node);
    let Some(file) = row.file.and_then(|file| view.corpus.file(file)) else {
        return Ok(None);
    };
    let text = file.text.unpack()?;
    let (first, last) = row.lines;
    let most = last.saturating_sub(max_lines.saturating_sub(1)).max(first);
    let start = match (first..=last).contains(&line) {
        true => line.saturating_sub(max_lines / 2).clamp(first, most),
        false => first,
    };
    let mut shown = lines(&text, start, last, max_lines);
    shown.total_lines += start - first;
    shown.truncated |= start > first;
    Ok(Some(shown))
}

/// The lines `first` to `last` of `text`, as far as there are any, at most
/// `max_lines` of them.
pub(crate) fn lines(text: &[u8], first: u32, last: u32, max_lines: u32) -> SourceText {
    let starts = Lines::of(text);
    // What follows the last line end is a line only if it holds something.
    let count = match text.last() {
        Some(b'\n') => starts.count() - 1,
        _ => starts.count(),
    };
    let last = last.min(count);
    let first = first.max(1);
    let total_lines = (last + 1).saturating_sub(first);
    let shown = total_lines.min(max_lines);
    let end_line = first.saturating_add(shown).saturating_sub(1);
    let from = starts.start(first) as usize;
    let to = match end_line >= starts.count() {
        true => text.len(),
        false => starts.start(end_line.saturating_add(1)) as usize,
    };
    let bytes = if shown == 0 { None } else { text.get(from..to) };
    SourceText {
        start_line: first,
        end_line,
        text: String::from_utf8_lossy(bytes.unwrap_or(&[])).into_owned(),
        total_lines,
        truncated: shown < total_lines,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, (first, last, max): (u32, u32, u32), expected: (u32, u32, &str, bool)) {
        let shown = lines(text.as_bytes(), first, last, max);
        let found = (
            shown.start_line,
            shown.end_line,
            shown.text.as_str(),
            shown.truncated,
        );
        assert_eq!(found, expected);
    }

    #[test]
    fn lines_are_cut_out_whole() {
        let text = "one\ntwo\r\nthree\nfour";
        check(text, (2, 3, 9), (2, 3, "two\r\nthree\n", false));
        check(text, (3, 9, 9), (3, 4, "three\nfour", false));
        check(text, (1, 4, 2), (1, 2, "one\ntwo\r\n", true));
        check(text, (0, 1, 9), (1, 1, "one\n", false));
        check("one\n", (1, 9, 9), (1, 1, "one\n", false));
    }

    #[test]
    fn there_may_be_no_line() {
        check("one\n", (5, 9, 9), (5, 4, "", false));
        check("one\n", (1, 1, 0), (1, 0, "", true));
        check("", (1, 1, 9), (1, 1, "", false));
    }

    #[test]
    fn broken_text_is_replaced() {
        assert_eq!(lines(b"a\xffb\n", 1, 1, 1).text, "a\u{fffd}b\n");
    }
}
