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
