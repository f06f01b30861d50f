//! Types that documentation says: `@param Car[] $cars`, `@returns {Promise<Boat>}`. They
//! count where the code itself says nothing.

use crate::extract::expr::Exprs;
use crate::extract::facts::Expr;
use crate::extract::manifest::Documented;
use crate::ids::{ExprId, NameId, ScopeId};
use crate::intern::Interner;

/// Alternatives and arguments of a type that are read, and how deep these may lie.
const FEW: usize = 4;
/// Longest type that is read, in bytes.
const LONGEST: usize = 200;

/// The type behind the first of `tags` in `doc`.
#[must_use]
pub fn said<'d>(doc: &'d str, tags: &[String], rules: &Documented) -> Option<&'d str> {
    if tags.is_empty() || !doc.contains('@') {
        return None;
    }
    let mut lines = doc.lines();
    let line = lines.find_map(|line| behind(line, tags))?;
    Some(type_of(line, rules)?.0)
}

/// The type that `doc` says of the parameter `name`.
#[must_use]
pub fn said_of<'d>(doc: &'d str, name: &str, rules: &Documented) -> Option<&'d str> {
    if rules.parameter.is_empty() || !doc.contains('@') {
        return None;
    }
    let is_name = |word: &str| !word.is_empty() && word.trim_start_matches("...") == name;
    let mut lines = doc
        .lines()
        .filter_map(|line| behind(line, &rules.parameter));
    lines.find_map(|line| {
        let (first, rest) = word(line);
        if rules.name_first && is_name(first) {
            return Some(type_of(rest, rules)?.0);
        }
        let (type_, rest) = type_of(line, rules)?;
        let named = word(rest).0.trim_matches(['[', ']']);
        let named = named.split('=').next().unwrap_or(named);
        is_name(named).then_some(type_)
    })
}

/// What stands behind one of `tags`, where `line` begins with it.
fn behind<'d>(line: &'d str, tags: &[String]) -> Option<&'d str> {
    let (tag, rest) = word(line.trim_start());
    let known = tags.iter().any(|known| known == tag);
    known.then_some(rest)
}

fn word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

/// The type that `text` begins with, and what stands behind it.
fn type_of<'d>(text: &'d str, rules: &Documented) -> Option<(&'d str, &'d str)> {
    let text = text.trim_start();
    let inner = match rules.open.as_str() {
        "" => text,
        open => text.strip_prefix(open)?,
    };
    let mut depth = 0usize;
    for (at, c) in inner.char_indices() {
        match c {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            _ if rules.close.starts_with(c) => {
                return Some((&inner[..at], &inner[at + c.len_utf8()..]));
            }
            _ if c.is_whitespace() && rules.close.is_empty() => {
                return Some((&inner[..at], &inner[at..]));
            }
            _ => {}
        }
    }
    (rules.close.is_empty() && !inner.is_empty()).then_some((inner, ""))
}

impl Exprs<'_, '_> {
    /// The type that `text` is as documentation writes it, read in `scope` at byte `at`;
    /// none where it is no name of a type.
    pub fn documented(
        &mut self,
        text: &str,
        list: NameId,
        scope: ScopeId,
        at: u32,
        names: &mut Interner,
    ) -> Option<ExprId> {
        let text = text.get(..LONGEST.min(text.len()))?;
        let mut place = Place {
            list,
            scope,
            at,
            names,
        };
        self.alternatives(text, &mut place, FEW)
    }

    fn alternatives(&mut self, text: &str, place: &mut Place<'_>, depth: usize) -> Option<ExprId> {
        let parts = split(text.trim().trim_start_matches(['?', '!']), '|');
        let arms = parts.into_iter().take(FEW);
        let arms: Vec<_> = arms
            .filter_map(|part| self.alternative(part, place, depth))
            .collect();
        match arms.as_slice() {
            [] => None,
            [one] => Some(*one),
            _ => Some(self.add(Expr::Union(arms))),
        }
    }

    fn alternative(&mut self, text: &str, place: &mut Place<'_>, depth: usize) -> Option<ExprId> {
        let depth = depth.checked_sub(1)?;
        let text = text
            .trim()
            .trim_start_matches('?')
            .trim_end_matches(['=', '?']);
        if let Some(element) = text.strip_suffix("[]") {
            let base = self.add(Expr::Literal(place.list));
            let arguments = vec![self.alternative(element, place, depth)?];
            return Some(self.add(Expr::Generic { base, arguments }));
        }
        if let Some(inner) = text
            .strip_prefix('(')
            .and_then(|text| text.strip_suffix(')'))
        {
            return self.alternatives(inner, place, depth);
        }
        let (name, arguments) = match text.strip_suffix('>').and_then(|text| text.split_once('<')) {
            Some((name, arguments)) => (name, split(arguments, ',')),
            None => (text, Vec::new()),
        };
        let base = self.type_named(
            name.trim_end_matches('.'),
            place.scope,
            place.at,
            place.names,
        )?;
        if arguments.is_empty() {
            return Some(base);
        }
        let last = arguments.len().saturating_sub(1);
        let skipped = if self.takes_last() { last } else { 0 };
        let arguments = arguments.into_iter().skip(skipped).take(FEW);
        let arguments =
            arguments.map(|text| self.alternatives(text, place, depth).unwrap_or(ExprId(0)));
        let arguments = arguments.collect();
        Some(self.add(Expr::Generic { base, arguments }))
    }
}

/// Where a type stands.
struct Place<'n> {
    list: NameId,
    scope: ScopeId,
    at: u32,
    names: &'n mut Interner,
}

/// The parts of `text` between `mark` outside all brackets.
fn split(text: &str, mark: char) -> Vec<&str> {
    let mut depth = 0usize;
    let parts = text.split(|c| {
        match c {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && c == mark
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(open: &str, close: &str, name_first: bool) -> Documented {
        let list = |tag: &str| vec![tag.to_owned()];
        Documented {
            value: list("@var"),
            result: list("@return"),
            parameter: list("@param"),
            open: open.to_owned(),
            close: close.to_owned(),
            name_first,
            ..Documented::default()
        }
    }

    #[test]
    fn tags_say_types() {
        let bare = rules("", "", false);
        let doc = "Picks.\n@param Car[] $cars all of them\n@param array<int, Car> ...$more\n@return Car|null the first";
        assert_eq!(said(doc, &bare.result, &bare), Some("Car|null"));
        assert_eq!(said_of(doc, "$cars", &bare), Some("Car[]"));
        assert_eq!(said_of(doc, "$more", &bare), Some("array<int, Car>"));
        assert_eq!(said_of(doc, "$none", &bare), None);
        assert_eq!(said("@returns x\n@return", &bare.result, &bare), None);
        let braces = rules("{", "}", false);
        let doc = "@param {Map<string, Boat>} [boats=x] - all\n@param {{a: Boat}} b\n@param c";
        assert_eq!(said_of(doc, "boats", &braces), Some("Map<string, Boat>"));
        assert_eq!(said_of(doc, "b", &braces), Some("{a: Boat}"));
        assert_eq!(said_of(doc, "c", &braces), None);
        let named = rules("", "", true);
        assert_eq!(
            said_of("@param boat Boat the one", "boat", &named),
            Some("Boat")
        );
        let brackets = rules("[", "]", true);
        assert_eq!(
            said_of("@param boat [Array<Boat>] all", "boat", &brackets),
            Some("Array<Boat>")
        );
        assert_eq!(
            said_of("@param [Boat] boat all", "boat", &brackets),
            Some("Boat")
        );
    }
}
