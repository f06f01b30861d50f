//! The strings that names stand for in one file, and what is put together of them.

use crate::extract::FileFacts;
use crate::extract::facts::{BindingKind, Kind};
use crate::framework::arguments::path_of;
use crate::framework::text::{literal, string};
use crate::map::HashMap;

/// The most bytes of an expression that is taken apart.
const LONGEST: usize = 400;
/// The most expressions that are read for one.
const STEPS: u32 = 64;

/// The names that are given a value once in a file, each with the text of that.
#[derive(Debug, Default)]
pub struct Constants<'a>(HashMap<&'a str, Option<&'a str>>);

impl<'a> Constants<'a> {
    /// The constants of `facts`, whose text is `text`.
    pub fn of(facts: &'a FileFacts, text: &'a str) -> Self {
        let mut values: HashMap<&str, Option<&str>> = HashMap::default();
        let defined = facts.definitions.iter().map(|row| {
            let holds = matches!(
                row.kind,
                Kind::Variable | Kind::Constant | Kind::Field | Kind::Property
            );
            (row.name, row.span, holds)
        });
        let bound = facts.bindings.iter().filter(|row| {
            let names = matches!(
                row.kind,
                BindingKind::Parameter | BindingKind::Local | BindingKind::Assignment
            );
            names && row.definition.is_none()
        });
        let bound = bound.map(|row| (row.name, row.span, true));
        for (name, span, holds) in defined.chain(bound) {
            let whole = text.get(span.start as usize..span.end as usize);
            let value = whole.filter(|_| holds).and_then(assigned);
            let known = values.entry(facts.names.get(name));
            known.and_modify(|known| *known = None).or_insert(value);
        }
        Self(values)
    }

    /// The string that `text` is: a literal, a constant or several put together, in
    /// which what is not known is a parameter. None where nothing of it is known.
    pub fn string(&self, text: &str) -> Option<String> {
        let mut steps = STEPS;
        self.read(text.trim(), &mut steps)
    }

    /// The path that `text` is: a string, or a name that stands for one.
    pub fn path(&self, text: &str) -> Option<String> {
        self.string(text).or_else(|| path_of(text))
    }

    /// The paths that a text says: one, or those of a list.
    pub fn paths(&self, text: &str) -> Vec<String> {
        let inner = text
            .strip_prefix(['[', '{'])
            .and_then(|text| text.strip_suffix([']', '}']));
        match inner {
            Some(inner) => {
                let each = inner.split(',').map(str::trim);
                each.filter_map(|one| self.path(one)).collect()
            }
            None => self.path(text).into_iter().collect(),
        }
    }

    fn read(&self, text: &str, steps: &mut u32) -> Option<String> {
        *steps = steps.checked_sub(1)?;
        let terms = terms(text);
        if let [one] = terms.as_slice() {
            return self.term(one, steps);
        }
        let mut any = false;
        let mut whole = String::new();
        for term in terms {
            let known = self.term(term, steps);
            any |= known.is_some();
            let unknown = || path_of(term).unwrap_or_else(|| "{}".to_owned());
            whole.push_str(&known.unwrap_or_else(unknown));
        }
        any.then_some(whole)
    }

    fn term(&self, text: &str, steps: &mut u32) -> Option<String> {
        match literal(text) {
            Some(said) if is_template(text) && text.len() <= LONGEST => {
                Some(self.filled(&said, steps))
            }
            Some(said) => Some(said),
            None => self.value(text, steps),
        }
    }

    fn value(&self, name: &str, steps: &mut u32) -> Option<String> {
        let value = self.0.get(name).copied().flatten()?;
        self.read(value, steps)
    }

    /// `{name}` and `$name` of a template as the constants that they are.
    fn filled(&self, text: &str, steps: &mut u32) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '$']) {
            let (before, here) = rest.split_at(at);
            out.push_str(before);
            let inner = &here[1..];
            let braced = here.starts_with('{');
            let plain = |c: char| c.is_alphanumeric() || c == '_';
            let len = match braced {
                true => inner.find('}'),
                false => Some(inner.find(|c| !plain(c)).unwrap_or(inner.len())),
            };
            let name = len.and_then(|len| inner.get(..len)).unwrap_or_default();
            match self.value(name.trim(), steps) {
                Some(value) => {
                    out.push_str(&value);
                    rest = inner.get(name.len() + usize::from(braced)..).unwrap_or("");
                }
                None => {
                    out.push_str(&here[..1]);
                    rest = inner;
                }
            }
        }
        out.push_str(rest);
        out
    }
}

/// The value that a declaration or an assignment gives.
fn assigned(text: &str) -> Option<&str> {
    let at = text.find('=').filter(|_| text.len() <= LONGEST)?;
    let (before, value) = (text.get(..at)?, text.get(at + 1..)?);
    let compares = value.starts_with(['=', '>', '~'])
        || before.ends_with(['!', '<', '>', '+', '-', '|', '&', '?', '.']);
    (!compares).then(|| value.trim().trim_end_matches([';', ',']).trim_end())
}

/// Whether names in the literal `text` stand for their values.
fn is_template(text: &str) -> bool {
    let marked = ["f\"", "f'", "F\"", "F'", "rf", "fr", "$\"", "$@"];
    text.contains("${")
        || text.contains("#{")
        || marked.iter().any(|mark| text.starts_with(mark))
        || text.starts_with('"') && text.contains('$')
}

/// The operands of `+`, and of ` . ` where it stands between them.
fn terms(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let (mut from, mut at, mut depth) = (0, 0, 0_u32);
    while let Some(&byte) = bytes.get(at).filter(|_| text.len() <= LONGEST) {
        match byte {
            b'"' | b'\'' | b'`' => {
                at += string(bytes.get(at..).unwrap_or(&[]));
                continue;
            }
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'+' if depth == 0 => {
                found.push(text.get(from..at).unwrap_or("").trim());
                from = at + 1;
            }
            b' ' if depth == 0 && bytes.get(at..at + 3) == Some(b" . ") => {
                found.push(text.get(from..at).unwrap_or("").trim());
                from = at + 2;
            }
            _ => {}
        }
        at += 1;
    }
    found.push(text.get(from..).unwrap_or("").trim());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constants() -> Constants<'static> {
        let rows = [
            ("P", Some("'/v1'")),
            ("Q", Some("P + \"/x\"")),
            ("R", Some("R + R + R + R + '/r'")),
            ("many", None),
        ];
        Constants(rows.into_iter().collect())
    }

    #[test]
    fn strings_are_put_together_of_constants() {
        for (text, whole) in [
            ("'/a'", Some("/a")),
            ("P", Some("/v1")),
            ("Q + '/y'", Some("/v1/x/y")),
            ("`${P}/y/${id}`", Some("/v1/y/{id}")),
            ("f\"{P}/{ id }\"", Some("/v1/{ id }")),
            ("\"/{P}\"", Some("/{P}")),
            ("\"$P/y$z\"", Some("/v1/y$z")),
            ("P . '/z'", Some("/v1/z")),
            ("far.P + '/z'", Some("{far.P}/z")),
            ("f(1, 2) + '/z+z'", Some("{}/z+z")),
            ("many", None),
            ("f() + g()", None),
        ] {
            assert_eq!(constants().string(text).as_deref(), whole, "{text}");
        }
        assert_eq!(constants().paths("{P, \"/b\"}"), ["/v1", "/b"]);
    }

    #[test]
    fn what_is_made_of_itself_ends() {
        assert!(
            constants()
                .string("R")
                .is_some_and(|whole| whole.len() < 10_000)
        );
    }

    #[test]
    fn values_are_what_stands_behind_the_sign() {
        for (text, value) in [
            ("String B = \"/a\";", Some("\"/a\"")),
            ("P := \"/a=b\"", Some("\"/a=b\"")),
            ("p += '/a'", None),
            ("p", None),
            ("f = () => 1", Some("() => 1")),
        ] {
            assert_eq!(assigned(text), value, "{text}");
        }
    }
}
