//! Which argument of a call is what.

use crate::framework::sites::Site;
use crate::framework::text::{Argument, Arguments, Brackets, Marks, literal};

/// The first argument that `places` name: positions, from the end where negative,
/// or names.
pub fn argument<'t>(arguments: &Arguments<'t>, places: &[String]) -> Option<Argument<'t>> {
    places.iter().find_map(|place| {
        let list = &arguments.list;
        match place.parse::<i32>() {
            Ok(at) => {
                let plain: Vec<_> = list.iter().filter(|one| one.key.is_empty()).collect();
                let at = if at < 0 { plain.len() as i32 + at } else { at };
                plain.get(usize::try_from(at).ok()?).map(|one| **one)
            }
            Err(_) => keyed(list, place),
        }
    })
}

/// The most bytes of an object in which an argument is looked for.
const OBJECT: usize = 2000;

/// The argument called `name`, also in an object that is passed.
fn keyed<'t>(list: &[Argument<'t>], name: &str) -> Option<Argument<'t>> {
    let own = list.iter().find(|one| one.key == name).copied();
    own.or_else(|| list.iter().find_map(|one| inner(one, name)))
}

/// What the object `one` has under the key `name`.
fn inner<'t>(one: &Argument<'t>, name: &str) -> Option<Argument<'t>> {
    let object = one.value.starts_with(['{', '[']) && one.value.len() <= OBJECT;
    if !object || !one.value.contains(name) {
        return None;
    }
    let marks = Marks {
        slashes: true,
        ..Marks::default()
    };
    let brackets = Brackets::of(one.value, marks);
    let inside = brackets.inside(one.value, 0)?;
    let found = inside
        .list
        .into_iter()
        .find(|inner| inner.key == name || inner.value == name)?;
    let start = one.span.1 - one.value.len() as u32;
    Some(Argument {
        span: (start + found.span.0, start + found.span.1),
        ..found
    })
}

/// The path that a call says: a literal, or a name in a place of its own.
pub fn said_path(site: &Site<'_>) -> Option<String> {
    let fixed = site.rule.path.iter().find(|place| place.starts_with('/'));
    let one = argument(&site.arguments, &site.rule.path);
    let handlers = chosen(&site.arguments, &site.rule.handler);
    match one.filter(|one| handlers.iter().all(|other| other.span != one.span)) {
        Some(one) => site.constants.path(one.value),
        None => one
            .and_then(|one| site.constants.string(one.value))
            .or_else(|| fixed.cloned()),
    }
}

/// The arguments that `places` name; `*` for all.
pub fn chosen<'t>(arguments: &Arguments<'t>, places: &[String]) -> Vec<Argument<'t>> {
    if places.iter().any(|place| place == "*") {
        return arguments.list.clone();
    }
    argument(arguments, places).into_iter().collect()
}

/// A path: a literal, or what stands for one.
pub fn path_of(text: &str) -> Option<String> {
    if let Some(path) = literal(text) {
        return Some(path);
    }
    let plain =
        |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '$' | '-' | '>' | '?');
    (text.len() < 80 && !text.is_empty() && text.chars().all(plain)).then(|| format!("{{{text}}}"))
}
