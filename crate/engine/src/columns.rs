//! Columns as bytes: little-endian numbers behind their count, for sections of
//! a snapshot that must open quickly. Reading trusts nothing: a length is
//! checked against what is left before anything is allocated.

use crate::error::{Code, Result, WaymarkError};
pub use waymark_vector::postings::take_varint;

/// Appends columns to a buffer.
#[derive(Clone, Debug, Default)]
pub struct ColumnWriter {
    bytes: Vec<u8>,
}

impl ColumnWriter {
    /// One number.
    pub fn u32(&mut self, value: u32) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    /// A byte column.
    pub fn bytes(&mut self, column: &[u8]) {
        self.u32(column.len() as u32);
        self.bytes.extend_from_slice(column);
    }

    /// A column of 16-bit numbers.
    pub fn u16s(&mut self, column: &[u16]) {
        self.u32(column.len() as u32);
        self.bytes
            .extend(column.iter().flat_map(|value| value.to_le_bytes()));
    }

    /// A column of 32-bit numbers.
    pub fn u32s(&mut self, column: &[u32]) {
        self.u32(column.len() as u32);
        self.bytes
            .extend(column.iter().flat_map(|value| value.to_le_bytes()));
    }

    /// A column of 32-bit floats, bit by bit.
    pub fn f32s(&mut self, column: &[f32]) {
        self.u32(column.len() as u32);
        self.bytes
            .extend(column.iter().flat_map(|value| value.to_le_bytes()));
    }

    /// A column of 64-bit floats, bit by bit.
    pub fn f64s(&mut self, column: &[f64]) {
        self.u32(column.len() as u32);
        self.bytes
            .extend(column.iter().flat_map(|value| value.to_le_bytes()));
    }

    /// A column of texts: one blob and the length of each.
    pub fn texts<'a>(&mut self, column: impl Iterator<Item = &'a str>) {
        let (mut blob, mut lengths) = (Vec::new(), Vec::new());
        for text in column {
            lengths.push(text.len() as u32);
            blob.extend_from_slice(text.as_bytes());
        }
        self.u32s(&lengths);
        self.bytes(&blob);
    }

    /// All that was written.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// Reads columns in the order they were written.
///
/// # Errors
/// Every method answers [`Code::InvalidSnapshot`] where the bytes end early.
#[derive(Clone, Debug)]
pub struct ColumnReader<'a> {
    rest: &'a [u8],
}

impl<'a> ColumnReader<'a> {
    /// Reads from the start of `bytes`.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// One number.
    pub fn u32(&mut self) -> Result<u32> {
        match self.rest.split_first_chunk::<4>() {
            Some((head, rest)) => {
                self.rest = rest;
                Ok(u32::from_le_bytes(*head))
            }
            None => Err(short()),
        }
    }

    /// A byte column, borrowed.
    pub fn bytes(&mut self) -> Result<&'a [u8]> {
        self.column(1)
    }

    /// A column of 16-bit numbers.
    pub fn u16s(&mut self) -> Result<Vec<u16>> {
        let (values, _) = self.column(2)?.as_chunks::<2>();
        Ok(values.iter().map(|v| u16::from_le_bytes(*v)).collect())
    }

    /// A column of 32-bit numbers.
    pub fn u32s(&mut self) -> Result<Vec<u32>> {
        let (values, _) = self.column(4)?.as_chunks::<4>();
        Ok(values.iter().map(|v| u32::from_le_bytes(*v)).collect())
    }

    /// A column of 32-bit floats.
    pub fn f32s(&mut self) -> Result<Vec<f32>> {
        let (values, _) = self.column(4)?.as_chunks::<4>();
        Ok(values.iter().map(|v| f32::from_le_bytes(*v)).collect())
    }

    /// A column of 64-bit floats.
    pub fn f64s(&mut self) -> Result<Vec<f64>> {
        let (values, _) = self.column(8)?.as_chunks::<8>();
        Ok(values.iter().map(|v| f64::from_le_bytes(*v)).collect())
    }

    /// A column of texts, borrowed.
    pub fn texts(&mut self) -> Result<Vec<&'a str>> {
        let lengths = self.u32s()?;
        let blob = self.bytes()?;
        let mut rest = std::str::from_utf8(blob).map_err(|_| wrong("a text is not UTF-8"))?;
        let mut texts = Vec::with_capacity(lengths.len());
        for length in lengths {
            let (text, tail) = (rest.split_at_checked(length as usize)).ok_or_else(short)?;
            texts.push(text);
            rest = tail;
        }
        Ok(texts)
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// [`Code::InvalidSnapshot`] where bytes are left over.
    pub fn finish(self) -> Result<()> {
        match self.rest {
            [] => Ok(()),
            rest => Err(wrong(&format!(
                "a section has {} bytes too many",
                rest.len()
            ))),
        }
    }

    fn column(&mut self, width: usize) -> Result<&'a [u8]> {
        let count = self.u32()? as usize;
        let length = count.checked_mul(width).ok_or_else(short)?;
        let (column, rest) = self.rest.split_at_checked(length).ok_or_else(short)?;
        self.rest = rest;
        Ok(column)
    }
}

fn short() -> WaymarkError {
    wrong("a section ends early")
}

fn wrong(what: &str) -> WaymarkError {
    WaymarkError::new(Code::InvalidSnapshot, what)
}

/// Appends `value` in groups of seven bits, the lowest first.
pub fn put_varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_come_back() {
        let mut writer = ColumnWriter::default();
        writer.u32(7);
        writer.bytes(b"abc");
        writer.u16s(&[1, 65535]);
        writer.u32s(&[1, u32::MAX]);
        writer.f32s(&[0.5]);
        writer.f64s(&[0.1]);
        writer.texts(["a", "", "größe"].into_iter());
        let bytes = writer.finish();
        let mut reader = ColumnReader::new(&bytes);
        assert_eq!(reader.u32(), Ok(7));
        assert_eq!(reader.bytes(), Ok(&b"abc"[..]));
        assert_eq!(reader.u16s(), Ok(vec![1, 65535]));
        assert_eq!(reader.u32s(), Ok(vec![1, u32::MAX]));
        assert_eq!(reader.f32s(), Ok(vec![0.5]));
        assert_eq!(reader.f64s(), Ok(vec![0.1]));
        assert_eq!(reader.texts(), Ok(vec!["a", "", "größe"]));
        assert_eq!(reader.finish(), Ok(()));
    }

    #[test]
    fn a_length_beyond_the_bytes_is_an_error() {
        let bytes = u32::MAX.to_le_bytes();
        assert!(ColumnReader::new(&bytes).u32s().is_err());
        assert!(ColumnReader::new(&bytes).bytes().is_err());
        assert!(ColumnReader::new(&bytes[..3]).u32().is_err());
        assert!(ColumnReader::new(&bytes).finish().is_err());
    }

    #[test]
    fn varints_come_back() {
        for value in [0, 1, 127, 128, 300, u64::from(u32::MAX) * 2] {
            let mut bytes = Vec::new();
            put_varint(&mut bytes, value);
            let mut rest = bytes.as_slice();
            assert_eq!(take_varint(&mut rest), Some(value));
            assert!(rest.is_empty());
            assert_eq!(take_varint(&mut &bytes[..bytes.len() - 1]), None);
        }
        assert_eq!(take_varint(&mut &[0xFF; 12][..]), None);
    }
}
