//! Writing a long text in pieces.

use serde::Serialize;

/// A piece is handed on when it is at least this long, in bytes: long enough
/// that the cost of a crossing into JavaScript does not show.
pub const PIECE: usize = 64 * 1024;

/// Where a piecewise text stands; starts at the beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    section: usize,
    row: usize,
}

/// A run of rows: how many, and what writes one.
pub(crate) struct Section<'a> {
    pub(crate) rows: usize,
    pub(crate) write: &'a dyn Fn(usize, &mut Vec<u8>),
}

/// The next piece of `sections`, of whole rows; none at the end.
pub(crate) fn next(cursor: &mut Cursor, sections: &[Section<'_>]) -> Option<Vec<u8>> {
    let mut piece = Vec::with_capacity(PIECE + PIECE / 4);
    while let Some(section) = sections.get(cursor.section) {
        if cursor.row >= section.rows {
            cursor.section += 1;
            cursor.row = 0;
        } else if piece.len() >= PIECE {
            break;
        } else {
            (section.write)(cursor.row, &mut piece);
            cursor.row += 1;
        }
    }
    (!piece.is_empty()).then_some(piece)
}

/// Appends `value` as JSON. Writing into memory cannot fail, and the rows hold
/// only strings and finite numbers; should serde refuse one, it is left out.
pub(crate) fn push_json(piece: &mut Vec<u8>, value: &impl Serialize) {
    let start = piece.len();
    if serde_json::to_writer(&mut *piece, value).is_err() {
        piece.truncate(start);
    }
}

/// Appends `value` as a line of JSON.
pub(crate) fn push_line(piece: &mut Vec<u8>, value: &impl Serialize) {
    push_json(piece, value);
    piece.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(rows: usize, width: usize) -> (Vec<usize>, usize) {
        let write = |row: usize, piece: &mut Vec<u8>| {
            piece.extend(std::iter::repeat_n(b'a' + (row % 26) as u8, width));
        };
        let sections = [
            Section {
                rows,
                write: &write,
            },
            Section {
                rows: 0,
                write: &write,
            },
            Section {
                rows: 1,
                write: &write,
            },
        ];
        let mut cursor = Cursor::default();
        let pieces: Vec<Vec<u8>> = std::iter::from_fn(|| next(&mut cursor, &sections)).collect();
        let lengths = pieces.iter().map(Vec::len).collect();
        (lengths, pieces.concat().len())
    }

    #[test]
    fn pieces_hold_whole_rows_and_end() {
        let (lengths, total) = all(99, 1000);
        assert_eq!(lengths, [66_000, 34_000]);
        assert_eq!(total, 100_000);
        assert_eq!(all(0, 10), (vec![10], 10));
    }

    #[test]
    fn a_long_row_is_one_piece() {
        assert_eq!(all(2, 100_000).0, [100_000; 3]);
    }
}
