//! JSON as manifests have it: objects keep their order, since the conditions of
//! `exports` are tried in the order written, and comments and trailing commas
//! are allowed, since `tsconfig.json` has both.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// A JSON value. Numbers are not kept: no manifest field that matters has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Json {
    Null,
    Bool(bool),
    Number,
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Parses `bytes`; the message names line and column. Nesting beyond 128
    /// levels is refused by the parser.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, String> {
        let text = String::from_utf8_lossy(bytes);
        serde_json::from_str(&relaxed(&text)).map_err(|error| error.to_string())
    }

    /// The member `key`; of several the last, as JavaScript has it.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        self.members()
            .iter()
            .rev()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    }

    /// The member `key` where it is a string.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.get(key)?.as_text()
    }

    /// The strings of the list at `key`; a single string counts as a list.
    pub(super) fn texts(&self, key: &str) -> Vec<String> {
        self.get(key).map(Self::as_texts).unwrap_or_default()
    }

    pub(super) fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn as_texts(&self) -> Vec<String> {
        match self {
            Self::Text(text) => vec![text.clone()],
            Self::List(items) => items
                .iter()
                .filter_map(Self::as_text)
                .map(str::to_owned)
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The members of an object in the order written; of anything else none.
    pub(super) fn members(&self) -> &[(String, Self)] {
        match self {
            Self::Object(members) => members,
            _ => &[],
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Ordered)
    }
}

struct Ordered;

impl<'de> Visitor<'de> for Ordered {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Json, E> {
        Ok(Json::Number)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Json, E> {
        Ok(Json::Number)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Json, E> {
        Ok(Json::Number)
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Json::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Json::Object(members))
    }
}

/// `text` without a byte order mark, with comments and trailing commas blanked
/// out. Positions stay, so that messages point into the file.
fn relaxed(text: &str) -> String {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut bytes = text.as_bytes().to_vec();
    // The last comma, while only blanks and comments follow it.
    let mut comma = None;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if let Some(end) = end_of_comment(&bytes, at) {
            let comment = bytes.iter_mut().take(end).skip(at);
            comment
                .filter(|byte| **byte != b'\n')
                .for_each(|byte| *byte = b' ');
            at = end;
            continue;
        }
        match byte {
            b',' => comma = Some(at),
            b'}' | b']' => {
                if let Some(slot) = comma.take().and_then(|at: usize| bytes.get_mut(at)) {
                    *slot = b' ';
                }
            }
            _ if byte.is_ascii_whitespace() => {}
            _ => comma = None,
        }
        at = if byte == b'"' {
            end_of_string(&bytes, at)
        } else {
            at + 1
        };
    }
    // Only whole comments and commas became blanks, so this is UTF-8 still.
    String::from_utf8(bytes).unwrap_or_default()
}

/// Where the comment that opens at `at` ends, or `None` where none opens.
fn end_of_comment(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?;
    let find = |needle: &[u8]| memchr::memmem::find(rest.get(2..)?, needle);
    let length = match rest {
        [b'/', b'/', ..] => find(b"\n").map(|end| end + 2),
        [b'/', b'*', ..] => find(b"*/").map(|end| end + 4),
        _ => return None,
    };
    Some(length.map_or(bytes.len(), |length| at + length))
}

/// Where the string that opens at `at` ends, past its quote.
fn end_of_string(bytes: &[u8], at: usize) -> usize {
    let mut at = at + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_comments_and_trailing_commas() {
        let text = "\u{FEFF}// head\n{ /* x, */ \"a\": [1, 2, /* no */ ], // tail,\n \
                    \"u\": \"http://x/*y*/\\\"//\", \"n\": null,\n}";
        let json = Json::parse(text.as_bytes()).expect("JSONC");
        assert_eq!(
            json.get("a"),
            Some(&Json::List(vec![Json::Number, Json::Number]))
        );
        assert_eq!(json.text("u"), Some("http://x/*y*/\"//"));
        assert_eq!(json.get("n"), Some(&Json::Null));
    }

    #[test]
    fn keeps_order_and_the_last_of_equal_keys() {
        let json = Json::parse(br#"{"b":"1","a":"2","b":"3"}"#).expect("JSON");
        let keys: Vec<&str> = json.members().iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, ["b", "a", "b"]);
        assert_eq!(json.text("b"), Some("3"));
    }

    #[test]
    fn damaged_text_is_an_error_with_its_place() {
        let message = |text: &str| Json::parse(text.as_bytes()).expect_err("damaged");
        let told = message("{ // a\n  \"a\": }");
        assert!(told.contains("line 2 column 8"), "{told}");
        for text in [
            "",
            "{",
            "{\"a\"",
            "[1,,2]",
            "{\"a\":1,,}",
            "/*",
            "\"\\",
            "// x",
            "[,1]",
        ] {
            message(text);
        }
        message(&"[".repeat(100_000));
    }

    #[test]
    fn odd_values_do_not_stop_it() {
        let text = "{\"big\": 123456789012345678901234567890, \"u\": \"\\ud83d\\ude00\"}";
        assert_eq!(
            Json::parse(text.as_bytes()).expect("JSON").text("u"),
            Some("😀")
        );
    }
}
