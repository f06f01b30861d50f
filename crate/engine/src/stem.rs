//! Words of English: light stemming and the words that carry no content.
//!
//! Only the concept lane stems. The rules fold plurals, `-ing`, `-ed` and a
//! final `-e`, so that *parse*, *parses*, *parsed* and *parsing* meet; they do
//! not touch words of other scripts, short words or words with digits.

/// Cuts the lower-case `word` to its stem in place.
pub fn stem(word: &mut String) {
    if word.len() < 4 || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return;
    }
    let base = without_ending(without_plural(word)).len();
    word.truncate(base);
    if word.ends_with("ie") && base > 3 {
        word.truncate(base - 2);
        word.push('y');
    } else if word.ends_with('i') && base > 2 {
        word.truncate(base - 1);
        word.push('y');
    } else if word.ends_with('e') && base > 3 {
        word.truncate(base - 1);
    }
}

/// Cuts a stem further, to what a verb, its noun and its agent have in common:
/// `compression` → `compress`, `negotiator` → `negoti`. What is cut of one is cut of
/// all, so that roots may be compared with roots alone.
pub fn root(stem: &mut String) {
    if !stem.bytes().all(|b| b.is_ascii_lowercase()) {
        return;
    }
    // Each ending with the letters that must be left for it to be one.
    const ENDINGS: &[(&str, usize)] = &[("abl", 4), ("ibl", 4), ("ment", 5), ("er", 4), ("or", 4)];
    if let Some(base) = stem.strip_suffix("ion")
        && base.len() >= 4
        && base.ends_with(['s', 't'])
    {
        stem.truncate(base.len());
    } else if let Some(base) = (ENDINGS.iter()).find_map(|&(ending, least)| {
        let base = stem.strip_suffix(ending)?;
        (base.len() >= least).then_some(base.len())
    }) {
        stem.truncate(base);
    }
    if let Some(base) = stem.strip_suffix("at")
        && base.len() >= 5
    {
        stem.truncate(base.len());
    }
}

fn without_plural(word: &str) -> &str {
    const KEPT: &[&str] = &["ss", "us", "is", "as", "os"];
    const SIBILANT: &[&str] = &["sses", "shes", "ches", "xes", "zzes"];
    if SIBILANT.iter().any(|ending| word.ends_with(ending)) {
        return &word[..word.len() - 2];
    }
    match word.strip_suffix('s') {
        Some(rest) if !KEPT.iter().any(|ending| word.ends_with(ending)) => rest,
        _ => word,
    }
}

fn without_ending(word: &str) -> &str {
    for ending in ["ing", "ed"] {
        if let Some(base) = word.strip_suffix(ending)
            && base.len() >= 3
            && has_vowel(base)
        {
            return without_double(base);
        }
    }
    word
}

/// `stopp` → `stop`; *l*, *s* and *z* are doubled in base words too.
fn without_double(base: &str) -> &str {
    match base.as_bytes() {
        [.., a, b] if a == b && !b"aeioulsz".contains(b) && base.len() > 3 => {
            &base[..base.len() - 1]
        }
        _ => base,
    }
}

fn has_vowel(text: &str) -> bool {
    text.bytes().any(|b| b"aeiouy".contains(&b))
}

/// Whether the lower-case `word` says nothing about what is looked for.
#[must_use]
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

/// Function words of English, question words and the verbs of asking, sorted.
const STOP_WORDS: &[&str] = &[
    "a", "about", "an", "and", "any", "are", "as", "at", "be", "been", "being", "but", "by", "can",
    "could", "did", "do", "does", "doing", "done", "for", "from", "had", "has", "have", "how", "i",
    "if", "in", "into", "is", "it", "its", "ll", "may", "me", "might", "my", "of", "on", "onto",
    "or", "our", "re", "s", "shall", "should", "so", "some", "such", "t", "than", "that", "the",
    "their", "them", "then", "there", "these", "they", "this", "those", "to", "us", "ve", "via",
    "was", "we", "were", "what", "when", "where", "which", "while", "who", "whose", "why", "will",
    "with", "would", "you", "your",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn text(word: &str) -> String {
        let mut word = word.to_owned();
        stem(&mut word);
        word
    }

    #[test]
    fn forms_of_a_word_meet() {
        for forms in [
            &["parse", "parses", "parsed", "parsing"][..],
            &["query", "queries"],
            &["stop", "stops", "stopped", "stopping"],
            &["match", "matches", "matched", "matching"],
            &["class", "classes"],
            &["index", "indexes", "indexed", "indexing"],
            &["cache", "caches", "cached", "caching"],
            &["copy", "copies", "copied"],
            &["call", "calls", "called", "calling"],
            &["file", "files"],
            &["process", "processes", "processed", "processing"],
        ] {
            let stems: Vec<String> = forms.iter().map(|form| text(form)).collect();
            assert!(stems.iter().all(|stem| *stem == stems[0]), "{stems:?}");
        }
    }

    #[test]
    fn a_verb_its_noun_and_its_agent_have_one_root() {
        let rooted = |word: &str| {
            let mut stemmed = text(word);
            root(&mut stemmed);
            stemmed
        };
        for forms in [
            &["validate", "validation", "validator"][..],
            &["compress", "compression", "compressor"],
            &["negotiated", "negotiation"],
            &["parse", "parser"],
            &["iterate", "iterator", "iteration"],
            &["attach", "attachment"],
            &["expand", "expandable"],
            &["transform", "transformation"],
        ] {
            let roots: Vec<String> = forms.iter().map(|form| rooted(form)).collect();
            assert!(roots.iter().all(|root| *root == roots[0]), "{roots:?}");
        }
        for word in [
            "user", "order", "error", "table", "element", "format", "größer",
        ] {
            assert_eq!(rooted(word), text(word), "{word}");
        }
    }

    #[test]
    fn other_words_stay() {
        for word in [
            "status", "this", "string", "red", "bus", "größen", "b64s", "io", "thing",
        ] {
            assert_eq!(text(word), word);
        }
    }

    #[test]
    fn stop_words_are_sorted() {
        assert!(STOP_WORDS.is_sorted());
        assert!(is_stop_word("where") && !is_stop_word("parse"));
    }
}
