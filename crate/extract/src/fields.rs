//! Fields of plain types, read from JSON.
//!
//! A derived reader takes four kilobytes a type, since it is compiled for every
//! one of them. Here a type only says where each of its fields is; all else is
//! shared. Names are read in `camelCase`, `kebab-case` and `snake_case`.

use serde_json::Value;
use std::collections::BTreeMap;

/// Where the fields of a type are.
pub trait Fields: Default {
    /// Their names in `snake_case`.
    const NAMES: &'static [&'static str];

    /// Puts `value` into the field `name`; answers whether there is one.
    ///
    /// # Errors
    /// What the value is not.
    fn set(&mut self, name: &str, value: &Value) -> Result<bool, String>;
}

/// What a field may hold.
pub trait Field: Sized {
    /// Reads a value.
    ///
    /// # Errors
    /// What it is not: `not a string`, `none of in, out`.
    fn read(value: &Value) -> Result<Self, String>;

    /// Reads a value that stands where a list of such values may be.
    ///
    /// # Errors
    /// What it is not.
    fn read_alone(value: &Value) -> Result<Self, String> {
        Self::read(value)
    }
}

/// Reads parameters inside others.
///
/// # Errors
/// What does not fit.
pub fn nested<T: Fields>(value: &Value) -> Result<T, String> {
    let mut params = T::default();
    match fill(&mut |name, value| params.set(name, value), T::NAMES, value) {
        Ok(()) => Ok(params),
        Err(what) => Err(format!("no such object: {what}")),
    }
}

/// Puts `value` into `field`.
///
/// # Errors
/// What the value is not.
pub fn put<T: Field>(field: &mut T, value: &Value) -> Result<bool, String> {
    *field = T::read(value)?;
    Ok(true)
}

/// Sets a field by its name; answers whether there is one.
pub type Set<'a> = dyn FnMut(&str, &Value) -> Result<bool, String> + 'a;

/// Puts the fields of an object by `set`, which answers whether there is one of the
/// name; there are `names`.
///
/// # Errors
/// What does not fit.
#[inline(never)]
pub fn fill(set: &mut Set<'_>, names: &[&str], value: &Value) -> Result<(), String> {
    let fields = match value {
        Value::Object(fields) => fields,
        Value::Array(_) => return Err("a list is not an object".to_owned()),
        other => return Err(format!("{other} is not an object")),
    };
    for (name, value) in fields {
        match set(&snake(name), value) {
            Ok(true) => {}
            Ok(false) => {
                let known: Vec<String> = names.iter().map(|name| camel(name)).collect();
                return Err(format!(
                    "there is no `{name}`; there are {}",
                    known.join(", ")
                ));
            }
            Err(not) => {
                let told = match value {
                    Value::String(text) => format!("`{text}`"),
                    other => other.to_string(),
                };
                return Err(format!("{name}: {} is {not}", short(&told)));
            }
        }
    }
    Ok(())
}

/// The row of `table` that `value` names.
///
/// # Errors
/// The names that there are.
#[inline(never)]
pub fn word(table: &[&[&str]], value: &Value) -> Result<usize, String> {
    let found = value.as_str().and_then(|text| {
        let mut rows = table.iter();
        rows.position(|row| row.contains(&text))
    });
    found.ok_or_else(|| {
        let names: Vec<&str> = table
            .iter()
            .filter_map(|row| row.first().copied())
            .collect();
        format!("none of {}", names.join(", "))
    })
}

/// `value`, or what it is not.
fn or<T>(value: Option<T>, expected: &str) -> Result<T, String> {
    value.ok_or_else(|| format!("not {expected}"))
}

impl Field for bool {
    fn read(value: &Value) -> Result<Self, String> {
        or(value.as_bool(), "true or false")
    }
}

impl Field for u32 {
    fn read(value: &Value) -> Result<Self, String> {
        let number = value.as_u64().and_then(|number| number.try_into().ok());
        or(number, "a whole number from 0")
    }
}

impl Field for i32 {
    fn read(value: &Value) -> Result<Self, String> {
        let number = value.as_i64().and_then(|number| number.try_into().ok());
        or(number, "a whole number")
    }
}

impl Field for f32 {
    fn read(value: &Value) -> Result<Self, String> {
        or(value.as_f64().map(|number| number as Self), "a number")
    }
}

impl Field for String {
    fn read(value: &Value) -> Result<Self, String> {
        or(value.as_str().map(Self::from), "a string")
    }
}

impl<T: Field> Field for Option<T> {
    fn read(value: &Value) -> Result<Self, String> {
        match value {
            Value::Null => Ok(None),
            value => T::read(value).map(Some),
        }
    }
}

/// One element stands for a list of one.
impl<T: Field> Field for Vec<T> {
    fn read(value: &Value) -> Result<Self, String> {
        match value {
            Value::Array(items) => items.iter().map(T::read).collect(),
            one => T::read_alone(one).map(|one| vec![one]),
        }
    }
}

impl Field for (String, String) {
    fn read(value: &Value) -> Result<Self, String> {
        match value.as_array().map(Vec::as_slice) {
            Some([Value::String(one), Value::String(other)]) => Ok((one.clone(), other.clone())),
            _ => Err("not a list of two".to_owned()),
        }
    }
}

impl Field for usize {
    fn read(value: &Value) -> Result<Self, String> {
        u32::read(value).map(|number| number as Self)
    }
}

impl Field for (String, String, String) {
    fn read(value: &Value) -> Result<Self, String> {
        match value.as_array().map(Vec::as_slice) {
            Some([Value::String(a), Value::String(b), Value::String(c)]) => {
                Ok((a.clone(), b.clone(), c.clone()))
            }
            _ => Err("not a list of three".to_owned()),
        }
    }
}

impl<T: Field> Field for BTreeMap<String, T> {
    fn read(value: &Value) -> Result<Self, String> {
        let entries = or(value.as_object(), "an object")?;
        let read = |(key, value): (&String, &Value)| match T::read(value) {
            Ok(value) => Ok((key.clone(), value)),
            Err(not) => Err(format!("an object: of {key}, {value} is {not}")),
        };
        entries.iter().map(read).collect()
    }
}

/// `rootFqn`, `root-fqn` and `root_fqn` as `root_fqn`.
pub fn snake(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 2);
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(if c == '-' {
            '_'
        } else {
            c.to_ascii_lowercase()
        });
    }
    snake
}

/// `root_fqn` as `rootFqn`.
#[must_use]
pub fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let mut camel = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut chars = part.chars();
        camel.extend(chars.next().map(|c| c.to_ascii_uppercase()));
        camel.push_str(chars.as_str());
    }
    camel
}

/// `text`, cut where it is long.
#[must_use]
pub fn short(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Says where the fields of a type are: their names, after `/` other names, and
/// those that are not read.
#[macro_export]
macro_rules! fields {
    ($name:ident { $($field:ident $(/ $alias:literal)*),* $(,)? } $(not $unread:ident)?) => {
        impl $crate::fields::Fields for $name {
            const NAMES: &'static [&'static str] = &[$(stringify!($field)),*];

            fn set(
                &mut self,
                name: &str,
                value: &serde_json::Value,
            ) -> std::result::Result<bool, String> {
                // Every field is named here, or this is no pattern.
                let Self { $($field,)* $($unread: _)? } = self;
                match name {
                    $(stringify!($field) $(| $alias)* => $crate::fields::put($field, value),)*
                    _ => Ok(false),
                }
            }
        }

        impl $crate::fields::Field for $name {
            fn read(value: &serde_json::Value) -> std::result::Result<Self, String> {
                $crate::fields::nested(value)
            }
        }
    };
}
