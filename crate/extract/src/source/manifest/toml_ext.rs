//! Short ways into TOML tables.

use crate::source::toml::{self, Table, Value};

/// Parses `bytes`.
pub(super) fn parse(bytes: &[u8]) -> Result<Table, String> {
    let parsed = toml::parse(&String::from_utf8_lossy(bytes));
    parsed.map_err(|mistake| format!("line {}: {}", mistake.line, mistake.what))
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
    at(table, keys)?.as_text()
}

/// The table at a path of keys, as pairs; none where there is no table.
pub(super) fn pairs<'t>(
    table: &'t Table,
    keys: &[&str],
) -> impl Iterator<Item = (&'t str, &'t Value)> + use<'t> {
    let found = at(table, keys).and_then(Value::as_table);
    let rows = found.into_iter().flatten();
    rows.map(|(key, value)| (key.as_str(), value))
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
    value.items().iter().filter_map(Value::as_text)
}
