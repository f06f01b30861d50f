//! Byte offsets, lines and UTF-16 columns: the only place that converts them.

use serde::{Deserialize, Serialize};

/// A half-open range of bytes within one file.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Whether `other` lies inside, bounds included.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether the byte `at` lies inside.
    #[must_use]
    pub const fn covers(self, at: u32) -> bool {
        self.start <= at && at < self.end
    }

    /// Length in bytes.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Whether the span holds no byte.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }
}

/// Where each line of a text starts. Lines end at `\n`; a `\r` before it
/// belongs to the line. Lines are numbered from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lines {
    starts: Vec<u32>,
}

impl Lines {
    /// Reads the line starts of `text`.
    #[must_use]
    pub fn of(text: &[u8]) -> Self {
        let mut starts = vec![0];
        starts.extend(memchr::memchr_iter(b'\n', text).map(|i| i as u32 + 1));
        Self { starts }
    }

    /// The 1-based line that holds the byte `at`.
    #[must_use]
    pub fn line(&self, at: u32) -> u32 {
        self.starts.partition_point(|&start| start <= at).max(1) as u32
    }

    /// The first byte of the 1-based `line`, clamped to the last line.
    #[must_use]
    pub fn start(&self, line: u32) -> u32 {
        let index = (line.max(1) as usize - 1).min(self.starts.len().saturating_sub(1));
        self.starts.get(index).copied().unwrap_or(0)
    }

    /// How many lines the text has; an empty text has one.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.starts.len().max(1) as u32
    }
}

/// The 0-based UTF-16 column of the byte `at` within `text`, whose line starts
/// at `line_start`. Offsets inside a character count as its start.
#[must_use]
pub fn utf16_column(text: &str, line_start: usize, at: usize) -> usize {
    let mut end = at.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(line_start..end)
        .map_or(0, |line| line.encode_utf16().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_from_one() {
        let lines = Lines::of(b"a\r\nbc\n");
        assert_eq!(lines.count(), 3);
        assert_eq!(
            (lines.line(0), lines.line(2), lines.line(3), lines.line(6)),
            (1, 1, 2, 3)
        );
        assert_eq!((lines.start(2), lines.start(9)), (3, 6));
        assert_eq!(Lines::of(b"").count(), 1);
    }

    #[test]
    fn columns_count_utf16_units() {
        let text = "x😀y";
        assert_eq!(utf16_column(text, 0, 5), 3);
        assert_eq!(utf16_column(text, 0, 3), 1);
    }
}
