//! Lines and columns of a SCIP index to bytes of a file. Columns count bytes,
//! UTF-16 units or characters, as the index says (`PositionEncoding`).

use crate::text::Lines;

/// Columns count bytes.
const UTF8: i32 = 1;
/// Columns count characters.
const UTF32: i32 = 3;

/// The places of one file.
pub struct Places<'t> {
    text: &'t [u8],
    lines: Lines,
    encoding: i32,
}

impl<'t> Places<'t> {
    /// The places of `text`, told in `encoding`. Where it is not told columns count
    /// UTF-16 units, as the indexers do that do not tell it.
    #[must_use]
    pub fn new(text: &'t [u8], encoding: i32) -> Self {
        Self {
            text,
            lines: Lines::of(text),
            encoding,
        }
    }

    /// The byte at `column` of `line`, both from 0; none where the text has no such
    /// place.
    #[must_use]
    pub fn byte(&self, line: u32, column: u32) -> Option<u32> {
        if line >= self.lines.count() {
            return None;
        }
        let start = self.lines.start(line + 1);
        let end = match line + 1 == self.lines.count() {
            true => self.text.len() as u32,
            false => self.lines.start(line + 2),
        };
        let line = self.text.get(start as usize..end as usize)?;
        let within = match self.encoding {
            UTF8 => column as usize,
            encoding => counted(line, column, encoding == UTF32)?,
        };
        (within <= line.len()).then(|| start + within as u32)
    }
}

/// The byte after `column` units of `line`.
fn counted(line: &[u8], column: u32, characters: bool) -> Option<usize> {
    let mut left = column;
    let mut at = 0;
    while left > 0 {
        // By the first byte of a character; what is not UTF-8 counts by the byte.
        let (bytes, units) = match line.get(at)? {
            0xC2..=0xDF => (2, 1),
            0xE0..=0xEF => (3, 1),
            0xF0..=0xF4 => (4, 2),
            _ => (1, 1),
        };
        let units = if characters { 1 } else { units };
        left = left.checked_sub(units)?;
        at += bytes;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_the_unit_of_the_index() {
        let text = "a\n\u{e9}\u{1f600}x = 1\r\nlast";
        let at = |encoding, line, column| Places::new(text.as_bytes(), encoding).byte(line, column);
        let x = text.find('x').map(|at| at as u32);
        assert_eq!([at(1, 1, 6), at(2, 1, 3), at(3, 1, 2), at(0, 1, 3)], [x; 4]);
        assert_eq!(at(2, 1, 2), None, "inside a character");
        assert_eq!(
            (at(2, 0, 1), at(2, 3, 0), at(2, 2, 4)),
            (Some(1), None, Some(text.len() as u32))
        );
        assert_eq!([at(1, 2, 5), at(2, 2, 5), at(3, 2, 5)], [None; 3]);
        assert_eq!(Places::new(b"\xff\xfe x", 2).byte(0, 3), Some(3));
    }
}
