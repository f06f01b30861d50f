//! Values and errors on their way between Rust and JavaScript.

use serde::Serialize;
use serde::de::DeserializeOwned;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;
use waymark_engine::{Code, WaymarkError, params};

/// What an exported function answers.
pub type Thrown<T> = Result<T, JsValue>;

/// A JavaScript `Error` with a `code`.
pub fn thrown(error: WaymarkError) -> JsValue {
    let object = js_sys::Error::new(&error.message);
    // Cannot fail: the object is new and extensible.
    let _ = js_sys::Reflect::set(&object, &"code".into(), &error.code.as_str().into());
    object.into()
}

/// `value` as JSON; `{}` where there is none. Parameters are read from JSON, so
/// that an unknown field is refused and `undefined` means the default.
///
/// # Errors
/// [`Code::InvalidArgument`] for what JSON cannot say.
pub fn json(value: &JsValue) -> Thrown<String> {
    if value.is_undefined() {
        return Ok("{}".to_owned());
    }
    let text = js_sys::JSON::stringify(value).ok();
    text.and_then(|text| text.as_string())
        .map(well_formed)
        .ok_or_else(|| invalid("the value is no plain data"))
}

/// JSON with each half of a surrogate pair, which texts of JavaScript may hold and
/// Unicode does not, replaced as everything replaces it. `stringify` writes those
/// alone as `\udXXX`.
fn well_formed(text: String) -> String {
    const LONE: &str = "\\ud";
    if !text.contains(LONE) {
        return text;
    }
    let mut whole = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        let length = if escape.starts_with("\\u") { 6 } else { 2 };
        let (escape, after) = escape.split_at_checked(length).unwrap_or((escape, ""));
        whole.push_str(before);
        whole.push_str(if escape.starts_with(LONE) {
            "\u{fffd}"
        } else {
            escape
        });
        rest = after;
    }
    whole.push_str(rest);
    whole
}

/// `value` in Rust; its default where there is none.
///
/// # Errors
/// [`Code::InvalidArgument`] where it does not fit.
pub fn read<T: Tsify + DeserializeOwned>(value: Option<Ts<T>>) -> Thrown<T> {
    from_json(&value.map_or(JsValue::UNDEFINED, |value| value.js_value()))
}

/// `value` in Rust; its default where it is `undefined`.
///
/// # Errors
/// [`Code::InvalidArgument`] where it does not fit.
pub fn from_json<T: DeserializeOwned>(value: &JsValue) -> Thrown<T> {
    params::read(&json(value)?).map_err(thrown)
}

/// `value` as the plain data that its JSON is.
///
/// # Errors
/// [`Code::InvalidArgument`] for what JSON cannot say.
pub fn plain<T: Serialize>(value: &T) -> Thrown<JsValue> {
    let text = serde_json::to_string(value).map_err(|error| invalid(&error.to_string()))?;
    js_sys::JSON::parse(&text)
}

/// `value` in JavaScript, with its type in TypeScript: maps as plain objects,
/// nothing as `undefined`.
///
/// # Errors
/// [`Code::InvalidArgument`] for a number beyond what JavaScript counts.
pub fn typed<T: Tsify + Serialize>(value: &T) -> Thrown<Ts<T>> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_maps_as_objects(true);
    let value = value.serialize(&serializer);
    value
        .map(Ts::new_unchecked)
        .map_err(|error| invalid(&error.to_string()))
}

fn invalid(message: &str) -> JsValue {
    thrown(WaymarkError::new(Code::InvalidArgument, message))
}

#[cfg(test)]
mod tests {
    use super::well_formed;

    #[test]
    fn halves_of_pairs_are_replaced() {
        for (text, whole) in [
            (r#"{"a":"b"}"#, r#"{"a":"b"}"#),
            (r#""\ud800 x\udc00""#, "\"\u{fffd} x\u{fffd}\""),
            (r#""\\ud800 \n\u0001é""#, r#""\\ud800 \n\u0001é""#),
            (r#""\\\ud800""#, "\"\\\\\u{fffd}\""),
            (r#""\ud8"#, "\"\u{fffd}"),
        ] {
            assert_eq!(well_formed(text.to_owned()), whole, "{text}");
        }
    }
}
