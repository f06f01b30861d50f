//! The name lane: nodes whose whole name, or whose name and the names around
//! it, are what the query says. Tolerates an unfinished or mistyped name where
//! no node has the exact one.

use crate::extract::facts::Kind;
use crate::graph::Graph;
use crate::ids::NodeId;
use crate::search::lexical::score::idf;
use crate::search::lexical::terms::Terms;
use crate::search::lexical::{Lexical, Postings};
use crate::search::tokens::{Parts, name_key};
use crate::sort::merge;
use std::collections::BTreeSet;

/// Match of a name that differs from the query in case or separators only: with all that
/// words add, less than the exact one of a test has.
const FOLDED: f32 = 0.78;
/// The same where one of them has a mark behind it and the other has not (Ruby).
const MARKED: f32 = 0.74;
/// Factor for what the query begins in another case than it is written in.
const OTHER_CASE: f32 = 0.6;
/// Factor for fields and variables where the query is a plain word in lower case: what
/// holds a thing is called as the thing, and there are many.
const HOLDER: f32 = 0.75;
/// Match of a name with one wrong, missing, extra or swapped character.
const MISTYPED: f32 = 0.6;
/// Most of a match of a name that the query begins; the rest is its length.
const BEGUN: f32 = 0.8;
/// Share of a word's weight for a node inside something of that name.
const AROUND: f32 = 0.8;
/// Shortest key, in bytes, that may be unfinished or mistyped.
const SHORTEST_BEGUN: usize = 2;
const SHORTEST_MISTYPED: usize = 4;
/// Names tried for one unfinished or mistyped word.
const MOST_NEAR: usize = 4096;

/// A word looked for among the names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// As written.
    pub text: String,
    /// As the name lane knows it.
    pub key: String,
}

/// How many nodes bear the name `key`.
#[must_use]
pub fn frequency(lexical: &Lexical, key: &str) -> u32 {
    lexical
        .names()
        .get(key)
        .map_or(0, |found| found.documents())
}

/// Whether some name begins with `key` or is one character away from it.
#[must_use]
pub fn has_near(lexical: &Lexical, key: &str) -> bool {
    let mut found = false;
    near(lexical, key, |_, _| {
        found = true;
        false
    });
    found
}

/// Whether some name is longer than `key` and begins with it.
#[must_use]
pub fn has_begun(lexical: &Lexical, key: &str) -> bool {
    let mut found = false;
    begun(lexical, key, |_, _| {
        found = true;
        false
    });
    found
}

/// Nodes by how well they match `wanted`, between 0 and 1, in node order. Each
/// word counts by the rarity of its name. While the query is being typed, names
/// that begin with its last word count beside the exact ones.
#[must_use]
pub fn matches(
    lexical: &Lexical,
    graph: &Graph,
    wanted: &[Wanted],
    typing: bool,
) -> Vec<(NodeId, f32)> {
    let mut sums: Vec<(NodeId, f32)> = Vec::new();
    let mut total = 0.0;
    let mut rarities = Vec::with_capacity(wanted.len());
    for (at, word) in wanted.iter().enumerate() {
        let unfinished = typing && at + 1 == wanted.len();
        let found = word_matches(lexical, graph, word, unfinished);
        let rarity = idf(lexical.documents(), found.len() as u32);
        total += rarity;
        rarities.push(rarity);
        let worth = found.into_iter();
        sums.extend(worth.map(|(node, quality)| (node, quality * rarity)));
    }
    if wanted.len() > 1 {
        merge(&mut sums, |sum, more| *sum += more);
        add_surroundings(graph, wanted, &rarities, &mut sums);
    }
    let share = |sum: f32| if total > 0.0 { sum / total } else { 0.0 };
    sums.into_iter()
        .map(|(node, sum)| (node, share(sum)))
        .collect()
}

/// A node inside `Type` gains from the word `Type`.
fn add_surroundings(
    graph: &Graph,
    wanted: &[Wanted],
    rarities: &[f32],
    sums: &mut [(NodeId, f32)],
) {
    let mut parts = Parts::default();
    for (node, sum) in sums {
        let node = *node;
        let own = name_key(graph.name(node), &mut parts).to_owned();
        let mut open: Vec<(&str, f32)> = (wanted.iter().zip(rarities))
            .filter(|(word, _)| word.key != own)
            .map(|(word, &rarity)| (word.key.as_str(), rarity))
            .collect();
        for outer in graph.ancestors(node) {
            let name = graph.name(outer);
            let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
            let key = name_key(stem, &mut parts);
            if let Some(at) = open.iter().position(|(wanted, _)| *wanted == key) {
                *sum += AROUND * open.swap_remove(at).1;
            }
        }
    }
}

/// Nodes with the name `word`, or near ones where there is none, in node order.
fn word_matches(
    lexical: &Lexical,
    graph: &Graph,
    word: &Wanted,
    unfinished: bool,
) -> Vec<(NodeId, f32)> {
    let case = Case::of(word);
    let exact = lexical.names().get(&word.key).into_iter().flatten();
    let exact = exact.map(|posting| {
        let node = NodeId(posting.document);
        (node, case.exact(graph, node, unfinished))
    });
    let mut found: Vec<(NodeId, f32)> = exact.collect();
    if found.is_empty() || unfinished {
        let mut left = MOST_NEAR;
        near(lexical, &word.key, |quality, postings| {
            let nodes = postings.map(|posting| NodeId(posting.document));
            found.extend(nodes.map(|node| (node, quality * case.near(graph, node))));
            left -= 1;
            left > 0
        });
        merge(&mut found, |best, other| *best = best.max(other));
    }
    found
}

/// How a word is written, and what that says of the names that it may mean.
struct Case<'a> {
    text: &'a str,
    /// A word of small letters, as words are typed.
    plain: bool,
    /// The capital it begins with.
    capital: Option<char>,
}

impl<'a> Case<'a> {
    fn of(word: &'a Wanted) -> Self {
        let text = word.text.as_str();
        Self {
            text,
            plain: text.chars().all(char::is_lowercase),
            capital: text.chars().next().filter(|first| first.is_uppercase()),
        }
    }

    /// How well a node fits that has the key of the word; while that is typed, its small
    /// letters say nothing.
    fn exact(&self, graph: &Graph, node: NodeId, typed: bool) -> f32 {
        let name = graph.name(node);
        match name == self.text || self.plain && typed {
            true => self.holder(graph, node),
            false => folded(name, self.text),
        }
    }

    /// Factor for a node whose name the word begins, or nearly is.
    fn near(&self, graph: &Graph, node: NodeId) -> f32 {
        match self.capital {
            Some(capital) if !graph.name(node).starts_with(capital) => OTHER_CASE,
            _ => self.holder(graph, node),
        }
    }

    fn holder(&self, graph: &Graph, node: NodeId) -> f32 {
        let holds = matches!(
            graph.kind(node),
            Kind::Field | Kind::Variable | Kind::Constant
        );
        if self.plain && holds { HOLDER } else { 1.0 }
    }
}

/// How well `name` matches `text`, which has the same key.
pub fn folded(name: &str, text: &str) -> f32 {
    let is_marked = |text: &str| text.ends_with(['!', '?', '=']);
    if is_marked(name) == is_marked(text) {
        FOLDED
    } else {
        MARKED
    }
}

/// Calls `each`, until it answers `false`, with the names that begin with `key`,
/// or where there is none with those that are one character away.
fn near<'a>(lexical: &'a Lexical, key: &str, mut each: impl FnMut(f32, Postings<'a>) -> bool) {
    let mut any = false;
    begun(lexical, key, |quality, postings| {
        any = true;
        each(quality, postings)
    });
    if !any && key.len() >= SHORTEST_MISTYPED {
        mistyped(lexical.names(), key, &mut |postings| {
            each(MISTYPED, postings)
        });
    }
}

/// Calls `each`, until it answers `false`, with the names that are longer than `key` and
/// begin with it, and how well they match.
pub fn begun<'a>(lexical: &'a Lexical, key: &str, mut each: impl FnMut(f32, Postings<'a>) -> bool) {
    if key.len() < SHORTEST_BEGUN {
        return;
    }
    lexical.names().scan(key, |name, postings| {
        let begins = name.starts_with(key.as_bytes());
        if !begins || name.len() == key.len() {
            return begins;
        }
        each(BEGUN * key.len() as f32 / name.len() as f32, postings)
    });
}

/// Calls `each`, until it answers `false`, with the names one edit from `key`. Most
/// begin as it does; of the others only the first character differs, so that each
/// character names begin with leaves a few to look up.
fn mistyped<'a>(names: &'a Terms, key: &str, each: &mut dyn FnMut(Postings<'a>) -> bool) {
    let mut chars = key.chars();
    let Some(first) = chars.next() else { return };
    let (rest, mut more) = (chars.as_str(), true);
    names.scan(first.encode_utf8(&mut [0; 4]), |name, postings| {
        let begins = name.starts_with(&key.as_bytes()[..first.len_utf8()]);
        more = !begins || !is_one_edit(key.as_bytes(), name) || each(postings);
        begins && more
    });
    let swapped = chars
        .next()
        .map(|second| format!("{second}{first}{}", chars.as_str()));
    let mut from = String::new();
    while more && let Some(begin) = first_from(names, &from) {
        if begin != first {
            let replaced = format!("{begin}{rest}");
            let inserted = format!("{begin}{key}");
            let shorter = rest.starts_with(begin).then(|| rest.to_owned());
            let swapped = swapped.clone().filter(|name| name.starts_with(begin));
            let all = [Some(replaced), Some(inserted), shorter, swapped];
            for name in all.into_iter().flatten().collect::<BTreeSet<String>>() {
                more = more && names.get(&name).is_none_or(&mut *each);
            }
        }
        from = format!("{begin}{}", char::MAX);
    }
}

/// What the first name that is not before `from` begins with.
fn first_from(names: &Terms, from: &str) -> Option<char> {
    let mut first = None;
    names.scan(from, |name, _| {
        first = std::str::from_utf8(name)
            .ok()
            .and_then(|name| name.chars().next());
        false
    });
    first
}

/// Whether one inserted, deleted, replaced or swapped character turns `a` into
/// `b`, both UTF-8. Equal texts are no edit.
#[must_use]
pub fn is_one_edit(a: &[u8], b: &[u8]) -> bool {
    // A character has at most four bytes, two have eight.
    if a.len().abs_diff(b.len()) > 4 || a == b {
        return false;
    }
    let shorter = a.len().min(b.len());
    let pairs = || a.iter().zip(b);
    let before = pairs().take_while(|(x, y)| x == y).count();
    let back = a.iter().rev().zip(b.iter().rev());
    let behind = back
        .take(shorter - before)
        .take_while(|(x, y)| x == y)
        .count();
    let differing = a.len().max(b.len()) - before - behind;
    if differing > 8 {
        return false;
    }
    match (middle(a, before, behind), middle(b, before, behind)) {
        (Some(a), Some(b)) => is_one_step(a, b),
        _ => false,
    }
}

/// `text` without its first and last bytes, as whole characters.
fn middle(text: &[u8], before: usize, behind: usize) -> Option<&str> {
    let (mut start, mut end) = (before, text.len() - behind);
    while start > 0 && is_continuation(text.get(start)) {
        start -= 1;
    }
    while is_continuation(text.get(end)) {
        end += 1;
    }
    std::str::from_utf8(text.get(start..end)?).ok()
}

fn is_one_step(a: &str, b: &str) -> bool {
    let chars = |text: &str| -> [Option<char>; 3] {
        let mut chars = text.chars();
        std::array::from_fn(|_| chars.next())
    };
    match (chars(a), chars(b)) {
        ([None, ..], [Some(_), None, _]) | ([Some(_), None, _], [_, None, _] | [None, ..]) => true,
        ([Some(a0), Some(a1), None], [Some(b0), Some(b1), None]) => a0 == b1 && a1 == b0,
        _ => false,
    }
}

fn is_continuation(byte: Option<&u8>) -> bool {
    byte.is_some_and(|byte| byte & 0xC0 == 0x80)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::put_varint;
    use crate::search::lexical::terms::TermsWriter;
    use waymark_vector::postings::encode;

    /// The names one edit from `key`, looked up and by trying every name.
    #[test]
    fn mistyped_names_are_all_found_once() {
        let mut words: Vec<String> = Vec::new();
        for a in ["r", "é", "x", "e", "rr", ""] {
            for b in ["ender", "edner", "nder", "eneder", "endé"] {
                words.push(format!("{a}{b}"));
            }
        }
        words.sort();
        words.dedup();
        let mut writer = TermsWriter::default();
        for (i, word) in words.iter().enumerate() {
            writer.push(word, |bytes| {
                put_varint(bytes, 1);
                encode(i as u32, 1, |number| put_varint(bytes, number));
            });
        }
        let names = writer.finish();
        for key in ["render", "ender", "erender", "éender", "xendé", "zzzz"] {
            let mut found = Vec::new();
            mistyped(&names, key, &mut |postings| {
                found.extend(postings.map(|posting| words[posting.document as usize].as_str()));
                true
            });
            found.sort_unstable();
            let expected: Vec<&str> = (words.iter().map(String::as_str))
                .filter(|word| is_one_edit(key.as_bytes(), word.as_bytes()))
                .collect();
            assert_eq!(found, expected, "{key}");
        }
    }

    #[test]
    fn one_edit_is_told_from_two() {
        let edit = |a: &str, b: &str| {
            let (there, back) = (
                is_one_edit(a.as_bytes(), b.as_bytes()),
                is_one_edit(b.as_bytes(), a.as_bytes()),
            );
            assert_eq!(there, back, "{a} {b}");
            there
        };
        for (a, b) in [
            ("render", "rendr"),
            ("render", "renderr"),
            ("render", "rander"),
            ("render", "redner"),
            ("render", "ender"),
            ("größe", "grösse"),
            ("größe", "gröe"),
            ("größe", "grüße"),
            ("aab", "aaab"),
            ("имя", "имия"),
        ] {
            assert_eq!(edit(a, b), b != "grösse", "{a} {b}");
        }
        for (a, b) in [
            ("render", "render"),
            ("render", "rnde"),
            ("abcd", "badc"),
            ("", "ab"),
        ] {
            assert!(!edit(a, b), "{a} {b}");
        }
    }
}
