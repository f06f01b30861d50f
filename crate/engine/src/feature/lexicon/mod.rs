//! What lifting knows of English and of code: tables, and how they are asked.
//!
//! A word is looked up in lower case. Inflected forms are taken back to the form
//! that is in a table; a form that is in none is no word of that kind.

mod tables;

use crate::sort::{Arrange, unique};
use crate::stem::{root, stem};
use std::sync::OnceLock;
use tables::{GENERIC, IRREGULAR, LIBRARIES, LINKS, OPERATORS, SHORT, SPECIAL, VAGUE, VERBS};

/// A word of a table and where its line is.
type Entry = (&'static str, u16);

/// Words that searches take for each other, those of one line about the same. A word
/// may be on several lines: in one sense it is this, in another that.
const SYNONYMS: &str = include_str!("synonyms.txt");

/// The tables, sorted.
struct Lexicon {
    verbs: Vec<Entry>,
    /// The roots of verbs and of words with synonyms, with the numbers of their lines.
    senses: Vec<(String, u16)>,
    short: Vec<(&'static str, &'static str)>,
    generic: Vec<Entry>,
    links: Vec<Entry>,
    libraries: Vec<Entry>,
}

fn lexicon() -> &'static Lexicon {
    static LEXICON: OnceLock<Lexicon> = OnceLock::new();
    LEXICON.get_or_init(|| {
        let mut short: Vec<(&str, &str)> = SHORT
            .split(';')
            .filter_map(|pair| pair.split_once(' '))
            .collect();
        short.arrange();
        Lexicon {
            verbs: table(VERBS),
            senses: senses(),
            short,
            generic: table(GENERIC),
            links: table(LINKS),
            libraries: table(LIBRARIES),
        }
    })
}

fn table(text: &'static str) -> Vec<Entry> {
    let lines = text.lines().zip(0..);
    let mut words: Vec<Entry> = lines
        .flat_map(|(line, at)| line.split_ascii_whitespace().map(move |word| (word, at)))
        .collect();
    words.arrange();
    words.dedup_by_key(|entry| entry.0);
    words
}

fn senses() -> Vec<(String, u16)> {
    let lines = VERBS.lines().chain(SYNONYMS.lines()).zip(0..);
    let mut senses: Vec<(String, u16)> = lines
        .flat_map(|(line, at)| {
            let words = line.split_ascii_whitespace();
            words.map(move |word| (rooted(word), at))
        })
        .collect();
    unique(&mut senses);
    senses
}

fn rooted(word: &str) -> String {
    let mut word = word.to_owned();
    stem(&mut word);
    root(&mut word);
    word
}

fn has(table: &[Entry], word: &str) -> bool {
    table.binary_search_by(|entry| entry.0.cmp(word)).is_ok()
}

/// The base form of `word` where that is a verb.
#[must_use]
pub fn verb(word: &str) -> Option<&'static str> {
    verb_entry(word).map(|(verb, _)| verb)
}

/// What verbs of about the same meaning as `word` share; none where it is no verb.
#[must_use]
pub fn meaning(word: &str) -> Option<u16> {
    verb_entry(word).map(|(_, line)| line)
}

/// What `word`, in whatever form, shares with verbs and nouns of about the same meaning:
/// a number for each of its senses.
pub fn senses_of(word: &str) -> impl Iterator<Item = u16> {
    let base = IRREGULAR.binary_search_by(|(form, _)| (*form).cmp(word));
    let base = base.ok().and_then(|at| IRREGULAR.get(at));
    let root = rooted(base.map_or(word, |(_, base)| base));
    let senses = &lexicon().senses;
    let start = senses.partition_point(|(known, _)| *known < root);
    let own = senses.iter().skip(start);
    own.take_while(move |(known, _)| *known == root)
        .map(|&(_, sense)| sense)
}

fn verb_entry(word: &str) -> Option<Entry> {
    let find = |form: &str| {
        let verbs = &lexicon().verbs;
        let at = verbs.binary_search_by(|entry| entry.0.cmp(form)).ok()?;
        verbs.get(at).copied()
    };
    if let Some(entry) = find(word) {
        return Some(entry);
    }
    if let Ok(at) = IRREGULAR.binary_search_by(|(form, _)| (*form).cmp(word)) {
        return IRREGULAR.get(at).and_then(|(_, base)| find(base));
    }
    let bases = [
        ("ies", "y"),
        ("ied", "y"),
        ("es", ""),
        ("s", ""),
        ("ing", ""),
        ("ing", "e"),
        ("ed", ""),
        ("ed", "e"),
    ];
    bases.iter().find_map(|(ending, instead)| {
        let stem = word.strip_suffix(ending).filter(|stem| stem.len() > 1)?;
        let doubled = || {
            let mut last = stem.bytes().rev();
            (last.next() == last.next()).then(|| find(&stem[..stem.len() - 1]))?
        };
        let plain = if instead.is_empty() {
            find(stem)
        } else {
            find(&[stem, instead].concat())
        };
        plain.or_else(|| if stem.is_ascii() { doubled() } else { None })
    })
}

/// The verb that an agent is named after: `parser` → `parse`.
#[must_use]
pub fn verb_of_agent(word: &str) -> Option<&'static str> {
    let stem = word
        .strip_suffix("er")
        .or_else(|| word.strip_suffix("or"))
        .filter(|stem| stem.len() > 2)?;
    verb([stem, "ing"].concat().as_str()).or_else(|| verb(stem))
}

/// What is said for a verb that says nothing; none for others.
#[must_use]
pub fn instead_of(verb: &str) -> Option<&'static str> {
    let at = VAGUE
        .binary_search_by(|(vague, _)| (*vague).cmp(verb))
        .ok()?;
    VAGUE.get(at).map(|(_, instead)| *instead)
}

/// What a short form stands for; the word itself where it is none.
#[must_use]
pub fn spelled_out(word: &str) -> &str {
    let short = &lexicon().short;
    let at = short.binary_search_by(|entry| entry.0.cmp(word)).ok();
    at.and_then(|at| short.get(at))
        .map_or(word, |entry| entry.1)
}

/// What a special name does, with `_` for what it is of.
#[must_use]
pub fn special(name: &str) -> Option<&'static str> {
    let find = |table: &'static [(&str, &'static str)], name: &str| {
        let at = table
            .binary_search_by(|(known, _)| (*known).cmp(name))
            .ok()?;
        table.get(at).map(|(_, phrase)| *phrase)
    };
    let operator = name.strip_prefix("operator").unwrap_or(name).trim();
    find(SPECIAL, name).or_else(|| find(OPERATORS, operator))
}

/// Whether `word` names no function of a program by itself.
#[must_use]
pub fn is_generic(word: &str) -> bool {
    has(&lexicon().generic, word)
}

/// Whether `word` leads on to more of a phrase.
#[must_use]
pub fn is_link(word: &str) -> bool {
    has(&lexicon().links, word)
}

/// Whether `word` is the name of a well-known library.
#[must_use]
pub fn is_library(word: &str) -> bool {
    has(&lexicon().libraries, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(VAGUE.is_sorted_by(|a, b| a.0 < b.0));
        assert!(IRREGULAR.is_sorted_by(|a, b| a.0 < b.0));
        assert!(SPECIAL.is_sorted_by(|a, b| a.0 < b.0));
        assert!(OPERATORS.is_sorted_by(|a, b| a.0 < b.0));
        let verbs = VAGUE.iter().map(|(vague, _)| vague);
        assert!(verbs.clone().all(|vague| verb(vague) == Some(*vague)));
    }

    #[test]
    fn inflected_verbs_are_taken_back() {
        for (form, base) in [
            ("parses", "parse"),
            ("parsing", "parse"),
            ("parsed", "parse"),
            ("stopping", "stop"),
            ("copies", "copy"),
            ("matches", "match"),
            ("written", "write"),
            ("sends", "send"),
            ("passes", ""),
            ("red", ""),
            ("s", ""),
            ("größe", ""),
        ] {
            assert_eq!(verb(form).unwrap_or_default(), base, "{form}");
        }
        assert_eq!(verb_of_agent("loader"), Some("load"));
        assert_eq!(verb_of_agent("parser"), Some("parse"));
        assert_eq!(verb_of_agent("iterator"), Some("iterate"));
        assert_eq!(verb_of_agent("number"), None);
        assert_eq!(meaning("fetches"), meaning("retrieve"));
        assert_ne!(meaning("fetch"), meaning("delete"));
    }

    #[test]
    fn words_of_one_meaning_share_a_sense() {
        let share = |a: &str, b: &str| senses_of(a).any(|sense| senses_of(b).any(|s| s == sense));
        for (a, b) in [
            ("failures", "error"),
            ("pictures", "image"),
            ("kept", "preserve"),
            ("validator", "checks"),
            ("undo", "rollback"),
            ("largest", "maximum"),
        ] {
            assert!(share(a, b), "{a} {b}");
        }
        assert!(!share("picture", "error"));
        assert_eq!(senses_of("").count() + senses_of("boat").count(), 0);
    }

    #[test]
    fn synonyms_are_sorted_and_no_line_is_part_of_another() {
        let lines: Vec<Vec<&str>> = (SYNONYMS.lines())
            .map(|line| line.split_ascii_whitespace().collect())
            .collect();
        assert!(SYNONYMS.lines().is_sorted());
        for (at, line) in lines.iter().enumerate() {
            let part_of = |(other, long): (usize, &Vec<&str>)| {
                other != at && line.iter().all(|word| long.contains(word))
            };
            assert!(
                line.len() > 1 && !lines.iter().enumerate().any(part_of),
                "{line:?}"
            );
        }
    }

    #[test]
    fn short_forms_and_special_names_are_known() {
        assert_eq!(spelled_out("cfg"), "configuration");
        assert_eq!(spelled_out("boat"), "boat");
        assert_eq!(special("__len__"), Some("count items of _"));
        assert_eq!(special("operator=="), Some("compare _ for equality"));
        assert_eq!(special("len"), None);
        assert!(is_generic("utils") || is_generic("utilities"));
        assert!(is_link("of") && is_library("numpy"));
    }
}
