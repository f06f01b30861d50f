//! TOML: package manifests of Python and Cargo, and the languages' own.
//!
//! A reader of its own because a general one is a tenth of the engine's size:
//! on an empty module `toml` 1.2 adds 71 KB compressed, this 20. It reads TOML
//! 1.0 and the multi-line inline tables of 1.1. It is laxer in what only a
//! writer needs to know: a key given twice has its last value, and numbers and
//! dates are not checked.

mod parser;
use parser::Parser;
use std::collections::BTreeMap;

/// A table: keys in their order as text.
pub type Table = BTreeMap<String, Value>;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A string.
    Text(String),
    /// `true` or `false`.
    Bool(bool),
    /// A number or a date, as written.
    Scalar(String),
    /// An array, also of tables.
    List(Vec<Value>),
    /// A table.
    Table(Table),
}

impl Value {
    /// The text of a string.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value of a boolean.
    #[must_use]
    pub const fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The rows of a table.
    #[must_use]
    pub const fn as_table(&self) -> Option<&Table> {
        match self {
            Self::Table(table) => Some(table),
            _ => None,
        }
    }

    /// The items of a list; of anything else none.
    #[must_use]
    pub fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// The value of `key` in a table.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.as_table()?.get(key)
    }
}

/// What is wrong in a document, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The line, from 1.
    pub line: usize,
    /// The byte in the line, from 1.
    pub column: usize,
    /// What is wrong.
    pub what: String,
}

impl Mistake {
    /// One of the whole document.
    #[must_use]
    pub fn whole(what: &str) -> Self {
        Self::at("", 0, what)
    }

    /// The mistake with the name of its file.
    #[must_use]
    pub fn in_file(&self, file: &str) -> String {
        let Self { line, column, what } = self;
        format!("{file}:{line}:{column}: {what}")
    }

    fn at(text: &str, place: usize, what: &str) -> Self {
        let before = text.get(..place).unwrap_or(text);
        Self {
            line: 1 + before.matches('\n').count(),
            column: 1 + before.len() - before.rfind('\n').map_or(0, |end| end + 1),
            what: what.to_owned(),
        }
    }
}

/// Parses a document.
///
/// # Errors
/// What is wrong.
pub fn parse(text: &str) -> Result<Table, Mistake> {
    let text = unmarked(text);
    let mut parser = Parser::new(text);
    let table = parser.document();
    table.map_err(|what| Mistake::at(text, parser.at, what))
}

fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{FEFF}').unwrap_or(text)
}

/// The first statement with which `fault` finds something wrong in the document up to
/// there; without any, the beginning and `otherwise`.
pub fn blame(text: &str, otherwise: &str, fault: &dyn Fn(&str) -> Option<String>) -> Mistake {
    let text = unmarked(text);
    let mut parser = Parser::new(text);
    // What cannot be read ends the statements that are asked about.
    _ = parser.document();
    let starts = parser.starts;
    let up_to = |index: usize| {
        let end = starts.get(index + 1).copied().unwrap_or(text.len());
        fault(text.get(..end).unwrap_or(text))
    };
    let (mut low, mut high) = (0, starts.len());
    while low < high {
        let middle = (low + high) / 2;
        match up_to(middle) {
            Some(_) => high = middle,
            None => low = middle + 1,
        }
    }
    match starts.get(low) {
        Some(start) => Mistake::at(text, *start, &up_to(low).unwrap_or_default()),
        None => Mistake::at(text, 0, otherwise),
    }
}

/// The document as `read` takes it, which says what does not fit.
///
/// # Errors
/// What is wrong.
pub fn typed<T>(
    text: &str,
    read: &dyn Fn(&serde_json::Value) -> Result<T, String>,
) -> Result<T, Mistake> {
    let read = |text: &str| {
        let json = to_json(text)?;
        let value = serde_json::from_str(&json).map_err(|error| error.to_string());
        let value = value.and_then(|value| read(&value));
        value.map_err(|what| Mistake::at(text, 0, &what))
    };
    read(text).or_else(|first: Mistake| {
        parse(text)?;
        let fault = |text: &str| read(text).err().map(|mistake| mistake.what);
        Err(blame(text, &first.what, &fault))
    })
}

/// The document as JSON, for readers of typed data: numbers that JSON has stay
/// numbers, dates become strings.
///
/// # Errors
/// As [`parse`].
pub fn to_json(text: &str) -> Result<String, Mistake> {
    let mut out = String::new();
    write_table(&parse(text)?, &mut out);
    Ok(out)
}

// Recursion here is as deep as the document, which the parser bounds.
fn write_table(table: &Table, out: &mut String) {
    out.push('{');
    for (at, (key, value)) in table.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        write_text(key, out);
        out.push(':');
        write_value(value, out);
    }
    out.push('}');
}

fn write_value(value: &Value, out: &mut String) {
    match value {
        Value::Text(text) => write_text(text, out),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Scalar(scalar) => match json_number(scalar) {
            Some(number) => out.push_str(&number),
            None => write_text(scalar, out),
        },
        Value::List(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write_value(item, out);
            }
            out.push(']');
        }
        Value::Table(table) => write_table(table, out),
    }
}

fn write_text(text: &str, out: &mut String) {
    const DIGITS: [char; 16] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f',
    ];
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\0'..='\u{1F}' => {
                let code = c as usize;
                out.push_str("\\u00");
                out.extend([DIGITS[code >> 4], DIGITS[code & 15]]);
            }
            _ => out.push(c),
        }
    }
    out.push('"');
}

/// `scalar` as JSON writes it, where it is a decimal number.
fn json_number(scalar: &str) -> Option<String> {
    let text = scalar.replace('_', "");
    let text = text.strip_prefix('+').unwrap_or(&text);
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let plain = whole == "0" || !whole.starts_with('0');
    (plain && [whole, fraction, exponent].into_iter().all(digits)).then(|| text.to_owned())
}

#[cfg(test)]
mod tests;
