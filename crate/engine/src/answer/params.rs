//! Parameters of operations, read from JSON and written as it.
//!
//! They are read as [`crate::fields`] reads any plain type.

use crate::answer::explore_rpg::ExploreDirection;
use crate::answer::filter::OneOrMany;
use crate::error::{Code, Result, WaymarkError};
use crate::fields::{Field, Fields, camel, fill};
use serde_json::{Map, Value};

/// What operations take: every parameter has a default, and unknown ones are
/// refused.
pub trait Params: Sized {
    /// Reads a JSON object.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] with a sentence that says what does not fit.
    fn read(text: &str) -> Result<Self>;

    /// The parameters as they are where none is given, in JSON.
    fn defaults() -> String;
}

/// Fields that can be written too.
pub trait Values: Fields {
    /// The values of the fields, in the order of their names.
    fn values(&self) -> Vec<Value>;
}

/// A value of a parameter.
pub trait Param: Field {
    /// The value in JSON.
    fn write(&self) -> Value;
}

impl<T: Values> Params for T {
    fn read(text: &str) -> Result<Self> {
        let invalid = |sentence| WaymarkError::new(Code::InvalidArgument, sentence);
        let mut params = Self::default();
        let value = parse(text).map_err(invalid)?;
        fill(&mut |name, value| params.set(name, value), T::NAMES, &value).map_err(invalid)?;
        Ok(params)
    }

    fn defaults() -> String {
        written(T::NAMES, T::default().values()).to_string()
    }
}

#[inline(never)]
fn parse(text: &str) -> std::result::Result<Value, String> {
    serde_json::from_str(text).map_err(|error| format!("no JSON: {error}"))
}

#[inline(never)]
fn written(names: &[&str], values: Vec<Value>) -> Value {
    let names = names.iter().map(|name| camel(name));
    Value::Object(Map::from_iter(names.zip(values)))
}

impl Param for bool {
    fn write(&self) -> Value {
        Value::Bool(*self)
    }
}

impl Param for u32 {
    fn write(&self) -> Value {
        Value::from(*self)
    }
}

impl Param for i32 {
    fn write(&self) -> Value {
        Value::from(*self)
    }
}

impl Param for f32 {
    fn write(&self) -> Value {
        Value::from(f64::from(*self))
    }
}

impl Param for String {
    fn write(&self) -> Value {
        Value::String(self.clone())
    }
}

impl<T: Param> Param for Option<T> {
    fn write(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::write)
    }
}

/// One element stands for a list of one.
impl<T: Param> Param for Vec<T> {
    fn write(&self) -> Value {
        self.iter().map(T::write).collect()
    }
}

impl Param for (String, String) {
    fn write(&self) -> Value {
        [self.0.clone(), self.1.clone()].into_iter().collect()
    }
}

impl Field for OneOrMany {
    fn read(value: &Value) -> std::result::Result<Self, String> {
        match value {
            Value::String(one) => Ok(Self::One(one.clone())),
            Value::Array(_) => <Vec<String> as Field>::read(value)
                .map(Self::Many)
                .map_err(|_| "not a string or a list of strings".to_owned()),
            _ => Err("not a string or a list of strings".to_owned()),
        }
    }
}

impl Param for OneOrMany {
    fn write(&self) -> Value {
        self.as_slice().iter().cloned().collect()
    }
}

impl Field for ExploreDirection {
    fn read(value: &Value) -> std::result::Result<Self, String> {
        serde_json::from_value(value.clone())
            .map_err(|_| "none of upstream, downstream, out, in, both".to_owned())
    }
}

impl Param for ExploreDirection {
    fn write(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// Declares parameters: fields with their defaults, and after `/` other names.
macro_rules! params {
    ($(#[$meta:meta])* pub struct $name:ident {
        $($(#[$doc:meta])* pub $field:ident $(/ $alias:literal)* : $type:ty = $default:expr,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        #[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
        #[cfg_attr(feature = "typescript", serde(rename_all = "camelCase", default))]
        pub struct $name {
            $($(#[$doc])* pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $crate::answer::params::Values for $name {
            fn values(&self) -> Vec<serde_json::Value> {
                vec![$($crate::answer::params::Param::write(&self.$field)),*]
            }
        }

        impl $crate::fields::Fields for $name {
            const NAMES: &'static [&'static str] = &[$(stringify!($field)),*];

            #[allow(unused_variables)]
            fn set(&mut self, name: &str, value: &serde_json::Value) -> std::result::Result<bool, String> {
                match name {
                    $(stringify!($field) $(| $alias)* => $crate::fields::put(&mut self.$field, value),)*
                    _ => Ok(false),
                }
            }
        }
    };
}

/// Declares words that a parameter may be, each with its names, the first of
/// which is told.
macro_rules! words {
    ($(#[$meta:meta])* pub enum $name:ident {
        $($(#[$doc:meta])* $variant:ident = $first:literal $(/ $other:literal)*,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
        pub enum $name {
            $($(#[$doc])* #[cfg_attr(feature = "typescript", serde(rename = $first))] $variant,)*
        }

        impl $crate::fields::Field for $name {
            fn read(value: &serde_json::Value) -> std::result::Result<Self, String> {
                const ALL: &[$name] = &[$($name::$variant),*];
                let row = $crate::fields::word(&[$(&[$first $(, $other)*]),*], value)?;
                Ok(ALL.get(row).copied().unwrap_or_default())
            }
        }

        impl $crate::answer::params::Param for $name {
            fn write(&self) -> serde_json::Value {
                let word = match self {
                    $(Self::$variant => $first,)*
                };
                word.into()
            }
        }
    };
}

pub(crate) use params;
pub(crate) use words;

#[cfg(test)]
mod tests {
    use super::*;

    words! {
        /// A word.
        pub enum Word {
            /// One.
            #[default]
            One = "one" / "1",
            /// Two.
            Two = "two",
        }
    }

    params! {
        /// Some parameters.
        pub struct Sample {
            /// A name.
            pub root_fqn / "root": String = ".".to_owned(),
            /// A number.
            pub limit: Option<u32> = None,
            /// Words.
            pub words: Vec<Word> = vec![Word::Two],
            /// A pair.
            pub pairs: Vec<(String, String)> = Vec::new(),
        }
    }

    fn read(text: &str) -> std::result::Result<Sample, String> {
        <Sample as Params>::read(text).map_err(|error| error.message)
    }

    #[test]
    fn every_parameter_has_a_default_and_two_spellings() {
        assert_eq!(read("{}"), Ok(Sample::default()));
        let expected = Sample {
            root_fqn: "a".to_owned(),
            limit: Some(3),
            words: vec![Word::One, Word::Two],
            pairs: vec![("a".to_owned(), "b".to_owned())],
        };
        for name in ["rootFqn", "root_fqn", "root"] {
            let text =
                format!(r#"{{"{name}":"a","limit":3,"words":["1","two"],"pairs":[["a","b"]]}}"#);
            assert_eq!(read(&text), Ok(expected.clone()));
        }
        assert_eq!(read(r#"{"limit":null}"#), Ok(Sample::default()));
    }

    #[test]
    fn what_does_not_fit_is_told() {
        for (text, expected) in [
            ("[]", "a list is not an object"),
            (
                r#"{"nope":1}"#,
                "there is no `nope`; there are rootFqn, limit, words, pairs",
            ),
            (r#"{"limit":-1}"#, "limit: -1 is not a whole number from 0"),
            (
                r#"{"limit":5000000000}"#,
                "limit: 5000000000 is not a whole number from 0",
            ),
            (r#"{"words":"six"}"#, "words: `six` is none of one, two"),
            (r#"{"rootFqn":1}"#, "rootFqn: 1 is not a string"),
            (
                r#"{"pairs":[["a"]]}"#,
                "pairs: [[\"a\"]] is not a list of two",
            ),
        ] {
            assert_eq!(read(text), Err(expected.to_owned()), "{text}");
        }
        let defaults = r#"{"limit":null,"pairs":[],"rootFqn":".","words":["two"]}"#;
        assert_eq!(<Sample as Params>::defaults(), defaults);
        assert!(read("{").is_err());
    }
}
