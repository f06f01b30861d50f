//! Short ways into TOML tables.

use toml::{Table, Value};

/// Parses `bytes`; nesting beyond the parser's limit is refused by it.
pub(super) fn parse(bytes: &[u8]) -> Result<Table, String> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    // The full message draws the line; its last line says what is wrong.
    toml::from_str(text).map_err(|error| error.message().to_owned())
}

/// The value at a path of keys.
pub(super) fn at<'t>(table: &'t Table, keys: &[&str]) -> Option<&'t Value> {
    let (last, parents) = keys.split_last()?;
    let parent = parents
        .iter()
        .try_fold(table, |table, key| table.get(*key)?.as_table())?;
    parent.get(*last)
}

/// The string at a path of keys.
pub(super) fn text<'t>(table: &'t Table, keys: &[&str]) -> Option<&'t str> {
    at(table, keys)?.as_str()
}

/// The table at a path of keys, as pairs; none where there is no table.
pub(super) fn pairs<'t>(
    table: &'t Table,
    keys: &[&str],
) -> impl Iterator<Item = (&'t str, &'t Value)> + use<'t> {
    let found = at(table, keys).and_then(Value::as_table);
    found
        .into_iter()
        .flat_map(|table| table.iter().map(|(key, value)| (key.as_str(), value)))
}

/// The strings of the list at a path of keys; none where there is no list.
pub(super) fn texts<'t>(
    table: &'t Table,
    keys: &[&str],
) -> impl Iterator<Item = &'t str> + use<'t> {
    at(table, keys).into_iter().flat_map(items)
}

/// The strings of a list; none of anything else.
pub(super) fn items(value: &Value) -> impl Iterator<Item = &str> {
    value
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
}
