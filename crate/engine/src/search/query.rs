//! A query taken apart: its words, their shape, and what is written as a path
//! or qualified name.

use crate::search::stem::{is_stop_word, stem};
use crate::search::tokens::{Parts, words};
use waymark_vector::vocabulary::Vocabulary;

/// Distinct words of a query that count; a pasted log does not stall a search.
pub const MOST_WORDS: usize = 512;
/// Bytes of a word that count: no name is as long, and a pasted blob may be one word.
const LONGEST_WORD: usize = 256;

/// What ends a sentence, and names in Ruby.
pub const MARKS: &[char] = &['!', '?'];

/// A query taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// The query without blanks around it.
    pub text: String,
    /// Its words in order of first appearance, each once.
    pub words: Vec<QueryWord>,
    /// What stands between blanks, quotes and brackets and has a separator of
    /// paths or names in it, in order, each once.
    pub compounds: Vec<String>,
    /// Whether words beyond [`MOST_WORDS`], or the ends of endless ones, were left out.
    pub truncated: bool,
}

/// A word of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryWord {
    /// As written.
    pub text: String,
    /// The mark behind it that may be part of a name.
    pub mark: String,
    /// As the name lane knows it.
    pub key: String,
    /// Its terms in the concept lane.
    pub terms: Vec<String>,
    /// Whether it is written like an identifier, not like a word of a sentence.
    pub identifier: bool,
    /// Whether it says nothing about what is looked for.
    pub stop: bool,
}

impl Query {
    /// Takes `text` apart.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        let mut query = Self {
            text: text.to_owned(),
            ..Self::default()
        };
        let mut seen = Vocabulary::default();
        let mut compounds = Vocabulary::default();
        let mut parts = Parts::default();
        for piece in text.split_inclusive(is_border) {
            let mark = piece.chars().next_back().filter(|c| MARKS.contains(c));
            let mark = mark.map_or("", |mark| &piece[piece.len() - mark.len_utf8()..]);
            let chunk = trim_chunk(piece.strip_suffix(is_border).unwrap_or(piece));
            let compound = is_compound(chunk);
            if compound && compounds.insert(chunk).1 {
                query.compounds.push(format!("{chunk}{mark}"));
            }
            let marked = compound && is_qualified(chunk) || chunk.ends_with("()");
            for word in words(chunk) {
                let clipped = clipped(word);
                query.truncated |= clipped.len() < word.len();
                let word = clipped;
                if seen.insert(word).1 {
                    if query.words.len() == MOST_WORDS {
                        query.truncated = true;
                        return query;
                    }
                    let mark = if chunk.ends_with(word) { mark } else { "" };
                    query
                        .words
                        .extend(query_word(word, mark, marked, &mut parts));
                }
            }
        }
        query
    }

    /// The words that say what is looked for; all words where none does.
    #[must_use]
    pub fn content(&self) -> Vec<&QueryWord> {
        let content: Vec<_> = self.words.iter().filter(|word| !word.stop).collect();
        if content.is_empty() {
            self.words.iter().collect()
        } else {
            content
        }
    }

    /// Whether one of the words has the part `part`, which is in lower case.
    #[must_use]
    pub fn mentions(&self, part: &str) -> bool {
        let mut parts = Parts::default();
        self.words.iter().any(|word| {
            parts.split(&word.text);
            parts.iter().any(|known| known == part)
        })
    }
}

fn clipped(word: &str) -> &str {
    let mut ends = (0..=LONGEST_WORD).rev();
    let end = ends.find(|&end| word.is_char_boundary(end));
    match word.len() {
        0..=LONGEST_WORD => word,
        _ => word.get(..end.unwrap_or(0)).unwrap_or(word),
    }
}

fn query_word(text: &str, mark: &str, marked: bool, parts: &mut Parts) -> Option<QueryWord> {
    parts.split(text);
    if parts.is_empty() {
        return None;
    }
    let mut terms: Vec<String> = Vec::new();
    for part in parts.iter() {
        let mut term = part.to_owned();
        stem(&mut term);
        terms.push(term);
    }
    let whole = parts.whole();
    let compound = parts.len() > 1;
    if compound {
        terms.push(whole.to_owned());
    }
    let letters = text.trim_matches('_');
    let joined = compound && !is_plain_mix(letters);
    Some(QueryWord {
        text: text.to_owned(),
        mark: mark.to_owned(),
        key: whole.to_owned(),
        terms,
        identifier: marked || joined || letters.len() < text.len(),
        stop: !compound && is_stop_word(whole),
    })
}

/// Digits beside letters, or a script without spaces, make parts but no
/// identifier: `utf8`, `3D`.
fn is_plain_mix(word: &str) -> bool {
    let cased = |c: char| c.is_uppercase();
    let inner_upper = word.chars().skip(1).any(cased) && !word.chars().all(|c| !c.is_lowercase());
    !inner_upper && !word.contains('_')
}

/// Blanks, quotes and brackets end a chunk; `()` is kept as the mark of a call.
fn is_border(c: char) -> bool {
    c.is_whitespace() || c.is_control() || "\"'`,;<>{}[]|=!?*«»“”‘’".contains(c)
}

/// A chunk without the punctuation of the sentence around it.
fn trim_chunk(chunk: &str) -> &str {
    let chunk = chunk.trim_start_matches(['(', ':', '-']);
    let chunk = chunk.trim_end_matches(['.', ':', '-']);
    match chunk.strip_suffix(')') {
        Some(open) if !chunk.ends_with("()") && !open.contains('(') => open,
        _ => chunk,
    }
}

/// Whether `chunk` has a separator of paths or names between two words.
fn is_compound(chunk: &str) -> bool {
    words(chunk).nth(1).is_some() && chunk.contains(['/', '\\', '.', ':', '#'])
}

/// Whether `chunk` is names joined by `.`, `::` or `#`.
fn is_qualified(chunk: &str) -> bool {
    let chunk = chunk.trim_end_matches("()");
    let named = |part: &str| part.starts_with(|c: char| c.is_alphabetic() || c == '_');
    !chunk.contains(['/', '\\'])
        && segments(chunk).all(|part| named(part) && words(part).count() == 1)
        && chunk.split('.').all(|part| part.chars().count() > 1)
}

/// The names of a qualified name: `a::B.c#d` → `a B c d`.
pub fn segments(chunk: &str) -> impl DoubleEndedIterator<Item = &str> {
    chunk
        .trim_end_matches("()")
        .split(['.', ':', '#'])
        .filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identifiers(text: &str) -> Vec<String> {
        let query = Query::parse(text);
        let words = query.words.into_iter().filter(|word| word.identifier);
        words.map(|word| word.text).collect()
    }

    #[test]
    fn identifiers_have_a_shape() {
        for (text, expected) in [
            ("getUserById", &["getUserById"][..]),
            ("where is MAX_SIZE used?", &["MAX_SIZE"]),
            ("call render() twice", &["render"]),
            ("HTTPClient timeout", &["HTTPClient"]),
            ("the Console.print method", &["Console", "print"]),
            ("std::mem::swap", &["std", "mem", "swap"]),
            ("__init__", &["__init__"]),
            ("Parse the HTTP header, e.g. utf8 or 3D.", &[]),
            ("version 1.2.3", &[]),
            ("src/main.rs", &[]),
        ] {
            assert_eq!(identifiers(text), expected, "{text}");
        }
    }

    #[test]
    fn compounds_are_kept_whole() {
        let query = Query::parse("see `src/a.rs:12` (pkg.mod.Type), Type.method(). End, a/b");
        assert_eq!(
            query.compounds,
            ["src/a.rs:12", "pkg.mod.Type", "Type.method()", "a/b"]
        );
    }

    #[test]
    fn stop_words_count_only_alone() {
        let texts = |query: &Query| -> Vec<String> {
            query.content().iter().map(|w| w.text.clone()).collect()
        };
        assert_eq!(texts(&Query::parse("where is the cache?")), ["cache"]);
        assert_eq!(texts(&Query::parse("where is the")), ["where", "is", "the"]);
        assert!(Query::parse("... ?! --").words.is_empty());
    }

    #[test]
    fn long_queries_are_bounded() {
        let text: String = (0..20_000).map(|i| format!("w{i} ")).collect();
        let query = Query::parse(&text);
        assert_eq!(query.words.len(), MOST_WORDS);
        assert!(query.truncated);
        let query = Query::parse(&"größe_".repeat(100_000));
        assert!(query.truncated && query.words[0].text.len() <= LONGEST_WORD);
        assert!(query.words[0].terms.len() < LONGEST_WORD);
    }

    #[test]
    fn terms_are_those_of_the_index() {
        let query = Query::parse("parsing getUsers");
        assert_eq!(query.words[0].terms, ["pars"]);
        assert_eq!(query.words[1].terms, ["get", "user", "getusers"]);
        assert!(query.mentions("users") && !query.mentions("user"));
    }
}
