//! The part of SCIP's protobuf messages that an overlay needs (`scip.proto`:
//! `Index`, `Document`, `Occurrence`). Strings stay in the bytes.

use micropb::PbDecoder;

/// A file.
#[derive(Default)]
pub struct Document<'b> {
    /// `Document.relative_path`.
    pub path: &'b str,
    /// `Document.position_encoding`; 0 where it is not told.
    pub encoding: i32,
    /// `Document.occurrences` that name a symbol.
    pub occurrences: Vec<Occurrence<'b>>,
}

/// A place that a symbol is named at.
#[derive(Default)]
pub struct Occurrence<'b> {
    /// First line, from 0.
    pub line: u32,
    /// First column, from 0.
    pub column: u32,
    /// `Occurrence.symbol`.
    pub symbol: &'b str,
    /// Whether the symbol is defined here.
    pub defines: bool,
}

/// `SymbolRole.Definition`.
const DEFINITION: u32 = 1;
/// Wire type of bytes, strings and messages.
const LENGTH: u8 = 2;

/// Takes a field: its number, its wire type, and the decoder before its value;
/// answers whether it was read. None where it makes no sense.
type Take<'t, 'b> = dyn FnMut(u32, u8, &mut PbDecoder<&'b [u8]>) -> Option<bool> + 't;

/// Reads the documents of an index; none for bytes that are none.
#[must_use]
pub fn documents(bytes: &[u8]) -> Option<Vec<Document<'_>>> {
    let mut documents = Vec::new();
    fields(bytes, &mut |number, wire, decoder| {
        match (number, wire) {
            (2, LENGTH) => documents.push(document(inside(decoder)?)?),
            _ => return Some(false),
        }
        Some(true)
    })?;
    Some(documents)
}

fn document(bytes: &[u8]) -> Option<Document<'_>> {
    let mut document = Document::default();
    fields(bytes, &mut |number, wire, decoder| {
        match (number, wire) {
            (1, LENGTH) => document.path = text(decoder)?,
            (2, LENGTH) => {
                let occurrence = occurrence(inside(decoder)?)?;
                if !occurrence.symbol.is_empty() {
                    document.occurrences.push(occurrence);
                }
            }
            (6, 0) => document.encoding = decoder.decode_int32().ok()?,
            _ => return Some(false),
        }
        Some(true)
    })?;
    Some(document)
}

fn occurrence(bytes: &[u8]) -> Option<Occurrence<'_>> {
    let mut occurrence = Occurrence::default();
    // Three numbers where it ends on its first line, else four.
    let mut range: Vec<u32> = Vec::new();
    fields(bytes, &mut |number, wire, decoder| {
        match (number, wire) {
            (1, LENGTH) => {
                let packed = inside(decoder)?;
                let mut numbers = PbDecoder::new(packed);
                while numbers.bytes_read() < packed.len() {
                    range.push(numbers.decode_varint32().ok()?);
                }
            }
            (1, 0) => range.push(decoder.decode_varint32().ok()?),
            (2, LENGTH) => occurrence.symbol = text(decoder)?,
            (3, 0) => occurrence.defines = decoder.decode_varint32().ok()? & DEFINITION != 0,
            _ => return Some(false),
        }
        Some(true)
    })?;
    let ([line, column, _] | [line, column, _, _]) = range[..] else {
        return None;
    };
    (occurrence.line, occurrence.column) = (line, column);
    Some(occurrence)
}

/// Reads the fields of a message one by one; those that `take` leaves are skipped.
fn fields<'b>(bytes: &'b [u8], take: &mut Take<'_, 'b>) -> Option<()> {
    let mut decoder = PbDecoder::new(bytes);
    while decoder.bytes_read() < bytes.len() {
        let tag = decoder.decode_tag().ok()?;
        if !take(tag.field_num(), tag.wire_type(), &mut decoder)? {
            decoder.skip_wire_value(tag.wire_type()).ok()?;
        }
    }
    Some(())
}

/// The bytes of a field that begins with its length.
fn inside<'b>(decoder: &mut PbDecoder<&'b [u8]>) -> Option<&'b [u8]> {
    let length = decoder.decode_varint32().ok()? as usize;
    let bytes: &'b [u8] = decoder.as_reader();
    let inside = bytes.get(..length)?;
    decoder.skip_bytes(length).ok()?;
    Some(inside)
}

fn text<'b>(decoder: &mut PbDecoder<&'b [u8]>) -> Option<&'b str> {
    std::str::from_utf8(inside(decoder)?).ok()
}
