//! Documentation to phrases: the first sentence, as far as it says what is done.

use crate::feature::critic::WORDS;
use crate::feature::lexicon::{instead_of, is_library, is_link, verb};
use crate::tokens::{Parts, is_word};

/// Most bytes of documentation that are looked at.
const LONGEST: usize = 600;
/// Words before `that`, `which`, `to` or `for` in `A store that keeps …`.
const HEAD: usize = 6;

/// Words that an object begins with, and no predicate.
const OBJECTS: [&str; 10] = [
    "a", "an", "the", "all", "only", "its", "this", "each", "every", "any",
];

/// A phrase of words in lower case, kept to what the critic takes.
#[derive(Debug, Default)]
pub(crate) struct Phrase {
    text: String,
    words: usize,
    last: usize,
}

impl Phrase {
    /// A phrase that begins with `words`.
    pub(crate) fn of(words: &str) -> Self {
        let mut phrase = Self::default();
        phrase.add(words);
        phrase
    }

    /// Adds the words of `text`, as many as there is room for; one that is said
    /// already just before, or names a library, is left out.
    pub(crate) fn add(&mut self, text: &str) {
        for word in text.split_ascii_whitespace() {
            let said = self.text.get(self.last..).is_some_and(|last| last == word);
            if self.words == WORDS.1 || said || is_library(word) {
                continue;
            }
            if self.words > 0 {
                self.text.push(' ');
            }
            self.last = self.text.len();
            self.text.push_str(word);
            self.words += 1;
        }
    }

    /// How many words it has.
    pub(crate) const fn len(&self) -> usize {
        self.words
    }

    /// The phrase without what leads to no more.
    pub(crate) fn finish(self) -> String {
        let mut text = self.text.as_str();
        while let Some((rest, last)) = text.rsplit_once(' ')
            && is_link(last)
        {
            text = rest;
        }
        text.to_owned()
    }
}

/// What `doc` says is done; `noun` is the verb for what is only named.
pub(crate) fn of_doc(doc: &str, noun: &str) -> Option<String> {
    let words = first_sentence(doc);
    let mut words: &[String] = &words;
    if let [first, _, rest @ ..] = words
        && matches!(first.as_str(), "this" | "these")
    {
        words = rest;
    }
    let first = words.first()?;
    let of = words.get(1).is_some_and(|word| word == "of");
    let second = words.get(1).map_or("", String::as_str);
    match verb(first) {
        Some(base) if !(of && base == first) => of_verb(base, words.get(1..)?),
        // `Pretty prints JSON`: how it is done comes first.
        None if is_adverb(first) && verb(second).is_some() => {
            of_verb(verb(second)?, words.get(2..)?)
        }
        // A verb that is not known, and names no thing.
        None if first.ends_with('s') && OBJECTS.contains(&second) => None,
        _ if first == "whether" => finish(Phrase::of("check"), words),
        _ => of_noun(noun, words),
    }
}

/// Whether `word` tells how something is done.
fn is_adverb(word: &str) -> bool {
    word.ends_with("ly") || matches!(word, "also" | "just" | "pretty" | "then" | "always")
}

/// `returns true if …` → `check whether …`; a vague verb is replaced.
fn of_verb(base: &str, rest: &[String]) -> Option<String> {
    let says =
        |at: usize, words: &[&str]| rest.get(at).is_some_and(|word| words.contains(&&**word));
    if says(0, &["whether"]) {
        return finish(Phrase::of("check"), rest);
    }
    if says(0, &["true", "false"]) && says(1, &["if", "when", "iff"]) {
        return finish(Phrase::of("check whether"), rest.get(2..)?);
    }
    finish(Phrase::of(instead_of(base).unwrap_or(base)), rest)
}

/// `A store that keeps logs` → `keep logs`; `the width of a boat` → the verb for
/// things and its words.
fn of_noun(noun: &str, words: &[String]) -> Option<String> {
    let turns = |word: &str| matches!(word, "that" | "which" | "to" | "for");
    let head = words.iter().take(HEAD).skip(1);
    for (at, _) in head.enumerate().filter(|(_, word)| turns(word)) {
        if let Some(base) = words.get(at + 2).and_then(|word| verb(word))
            && instead_of(base).is_none()
        {
            let phrase = of_verb(base, words.get(at + 3..)?);
            if phrase.is_some() {
                return phrase;
            }
        }
    }
    finish(Phrase::of(noun), words)
}

fn finish(mut phrase: Phrase, words: &[String]) -> Option<String> {
    let begun = phrase.len();
    for word in words {
        if phrase.len() > begun + 1
            && matches!(
                &**word,
                "which" | "that" | "when" | "so" | "because" | "where" | "while" | "unless" | "and"
            )
        {
            break;
        }
        if !matches!(&**word, "a" | "an" | "the" | "given" | "this") {
            phrase.add(word);
        }
    }
    (phrase.len() > begun).then(|| phrase.finish())
}

/// The words of the first sentence, up to a mark that begins an aside.
fn first_sentence(doc: &str) -> Vec<String> {
    let end = doc.len().min(LONGEST);
    let mut rest = doc
        .get(..end)
        .unwrap_or_else(|| head(doc, end))
        .trim_start();
    let mut parts = Parts::default();
    let mut words = Vec::new();
    while let Some(first) = rest.chars().next() {
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        if length > 0 {
            let (word, after) = rest.split_at(length);
            parts.split(word);
            // The ending of `file's`.
            if !(word == "s" && doc_before(doc, rest).ends_with('\'')) {
                words.extend(parts.iter().map(str::to_owned));
            }
            rest = after;
            continue;
        }
        let after = &rest[first.len_utf8()..];
        rest = match first {
            '<' | '{' => skip_mark(rest).unwrap_or(after),
            ':' => match skip_role(rest) {
                Some(after) => after,
                None => break,
            },
            '@' | '\\' if words.is_empty() => skip_tag(after),
            '\n' if after
                .trim_start_matches(' ')
                .starts_with(['\n', '@', ':', '-', '*']) =>
            {
                break;
            }
            '.' | '!' | '?' if after.is_empty() || after.starts_with(char::is_whitespace) => break,
            ',' | ';' | '(' | '\u{2014}' | '\u{2013}' | '=' | '|' if words.len() > 1 => break,
            '-' if after.starts_with([' ', '-']) && !words.is_empty() => break,
            _ => after,
        };
    }
    words
}

fn head(text: &str, mut end: usize) -> &str {
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// What of `doc` comes before its end `rest`.
fn doc_before<'a>(doc: &'a str, rest: &str) -> &'a str {
    let end = doc.len().min(LONGEST);
    let used = head(doc, end).len().saturating_sub(rest.len());
    doc.get(..used).unwrap_or_default()
}

/// Past `<b>` and `{@link`.
fn skip_mark(text: &str) -> Option<&str> {
    let close = match text.strip_prefix("{@") {
        Some(_) => text.find(' ')?,
        None if text.starts_with('<') => text.find('>')?,
        None => return None,
    };
    (close < 40).then(|| text.get(close + 1..))?
}

/// Past `` :class:` ``.
fn skip_role(text: &str) -> Option<&str> {
    let (role, after) = text.strip_prefix(':')?.split_once(':')?;
    let plain = !role.is_empty() && role.chars().all(char::is_alphabetic);
    (plain && after.starts_with('`')).then_some(after)
}

/// Past `@brief`.
fn skip_tag(after: &str) -> &str {
    after.trim_start_matches(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(doc: &str) -> String {
        of_doc(doc, "represent").unwrap_or_default()
    }

    #[test]
    fn the_first_sentence_is_what_is_done() {
        for (doc, phrase) in [
            ("Parses the manifest.", "parse manifest"),
            ("Parse a manifest, or fail. More.", "parse manifest"),
            (
                "Returns the number of items in the cache.",
                "return number of items in cache",
            ),
            (
                "Returns true if the list is empty",
                "check whether list is empty",
            ),
            ("Return whether `x` fits.", "check whether x fits"),
            ("Whether it floats.", "check whether it floats"),
            ("This method stops the engine.", "stop engine"),
            ("A store that keeps logs of a boat.", "keep logs of boat"),
            ("Helper to build trees", "build trees"),
            ("The width of a boat", "represent width of boat"),
            ("Number of masts.", "represent number of masts"),
            ("Pretty prints the log.", "print log"),
            ("Lazily loads charts.", "load charts"),
            ("Moors the boat to a buoy.", ""),
            ("Options of the engine.", "represent options of engine"),
            ("Handles keyboard events.", "respond to keyboard events"),
            ("@brief Reads a chart.", "read chart"),
            (
                "Writes {@link Log} entries <b>now</b>.",
                "write log entries now",
            ),
            (
                "Get the :class:`Boat` of a file's owner",
                "get boat of file owner",
            ),
            ("Convert a numpy array", "convert array"),
            ("Sets name (and more)", "set name"),
            ("Load\n\nMore of it.", ""),
            ("", ""),
            ("...", ""),
        ] {
            assert_eq!(said(doc), phrase, "{doc}");
        }
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert!(said(&"größe ".repeat(1000)).split(' ').count() <= WORDS.1);
        assert!(of_doc(&"ß".repeat(2000), "hold").is_some());
        assert!(of_doc(&"<".repeat(2000), "hold").is_none());
    }
}
