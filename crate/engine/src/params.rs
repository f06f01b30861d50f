//! Parameters out of JSON, and what does not fit in words of JSON: serde tells
//! places in a text that nobody typed, types of Rust, and every spelling of a name.

use crate::error::{Code, Result, WaymarkError};
use crate::fields::{short, snake};
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error as _};
use serde_json::{Map, Value};

/// Reads the JSON object `text`.
///
/// # Errors
/// [`Code::InvalidArgument`] where it does not fit, with the name of the
/// parameter.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T> {
    let invalid = |sentence| WaymarkError::new(Code::InvalidArgument, sentence);
    let all = match serde_json::from_str(text) {
        Ok(Value::Object(all)) => all,
        // Of a list, serde would take the elements for the fields in order.
        Ok(Value::Array(_)) => return Err(invalid("a list is not an object".to_owned())),
        Ok(other) => return Err(invalid(format!("{other} is not an object"))),
        Err(error) => return Err(invalid(format!("no JSON: {error}"))),
    };
    // By way of a value: the reader of text would be compiled for each type.
    serde_json::from_value(Value::Object(all.clone())).map_err(|error| {
        let said = error.to_string();
        invalid(match culprit::<T>(all, &said) {
            Some((name, value)) => format!("{name}: {}", sentence(&said, Some(&value))),
            None => sentence(&said, None),
        })
    })
}

/// Whether the JSON object `text` gives each of `names`, however they are spelled. What
/// is no object is for [`read`] to tell.
///
/// # Errors
/// [`Code::InvalidArgument`] with the first name that is not given.
pub fn require(text: &str, names: &[&str]) -> Result<()> {
    if names.is_empty() {
        return Ok(());
    }
    let Ok(Value::Object(all)) = serde_json::from_str(text) else {
        return Ok(());
    };
    let given = |name: &str| {
        let name = snake(name);
        let mut values = all.iter().filter(|(key, _)| snake(key) == name);
        values.any(|(_, value)| !value.is_null())
    };
    names
        .iter()
        .find(|&&name| !given(name))
        .map_or(Ok(()), |name| {
            let message = format!("`{name}` is needed");
            Err(WaymarkError::new(Code::InvalidArgument, message))
        })
}

/// For fields that are lists: one element stands for a list of one.
///
/// # Errors
/// Those of the elements.
pub fn list<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<Vec<T>, D::Error> {
    let value = match Value::deserialize(deserializer)? {
        Value::Array(values) => values,
        value => vec![value],
    };
    serde_json::from_value(Value::Array(value)).map_err(D::Error::custom)
}

/// The parameter that serde says this of: read alone, it gives the same error.
fn culprit<T: DeserializeOwned>(all: Map<String, Value>, said: &str) -> Option<(String, Value)> {
    if said.starts_with("unknown field") {
        return None;
    }
    all.into_iter().find(|(name, value)| {
        let alone = Map::from_iter([(name.clone(), value.clone())]);
        let read = serde_json::from_value::<T>(Value::Object(alone));
        read.is_err_and(|error| error.to_string() == said)
    })
}

fn sentence(said: &str, value: Option<&Value>) -> String {
    let Some((what, expected)) = said.split_once(", ") else {
        // Nothing fitted at all: what was expected is all that is said.
        return match value {
            Some(value) => format!("{} is not {said}", short(&value.to_string())),
            None => said.to_owned(),
        };
    };
    if let Some(name) = what.strip_prefix("unknown field ") {
        let names = spelled_once(expected);
        let known = if names.is_empty() {
            String::new()
        } else {
            format!("; there are {}", names.join(", "))
        };
        return format!("there is no {name}{known}");
    }
    let expected = expected.strip_prefix("expected ").unwrap_or(expected);
    if let Some(name) = what.strip_prefix("unknown variant ") {
        return format!("{name} is none of {}", spelled_once(expected).join(", "));
    }
    let found = ["invalid type: ", "invalid value: ", "invalid length "];
    let found = found.iter().find_map(|start| what.strip_prefix(start));
    found.map_or_else(
        || said.to_owned(),
        |found| format!("{} is not {}", in_json(found), in_words(expected)),
    )
}

/// The names in backticks, those in `snake_case` left out where there are others:
/// both are read, and one is enough to know.
fn spelled_once(list: &str) -> Vec<&str> {
    let names: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
    let camel = |name: &str| !name.contains('_');
    if names.iter().any(|name| camel(name)) {
        names.into_iter().filter(|name| camel(name)).collect()
    } else {
        names
    }
}

/// What serde calls a value, as JSON writes it.
fn in_json(found: &str) -> String {
    match found {
        "map" => "an object".to_owned(),
        "sequence" => "a list".to_owned(),
        _ => {
            let kinds = ["integer ", "floating point ", "boolean ", "string "];
            let text = kinds.iter().find_map(|kind| found.strip_prefix(kind));
            short(text.unwrap_or(found).trim_matches('`'))
        }
    }
}

/// What serde expects, in words of JSON.
fn in_words(expected: &str) -> &str {
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number from 0",
        "i8" | "i16" | "i32" | "i64" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "an object",
        "a tuple of size 2" | "an array of length 2" => "a list of two",
        _ if expected.starts_with("struct ") => "an object",
        _ => expected,
    }
}
