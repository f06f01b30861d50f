//! What a feature must be like (spec 1.1): a verb and its object, in lower case,
//! two to eight words, nothing vague, no name of a library.

use crate::feature::lexicon::{instead_of, is_library, is_link, verb};

/// Fewest and most words of a feature.
pub const WORDS: (usize, usize) = (2, 8);
/// Most bytes of a feature; a word may be long, not endless.
const LONGEST: usize = 120;

/// Words that models begin with and that are no verbs: of who answers, what is answered
/// about, and what stands for nothing.
const NO_VERBS: [&str; 26] = [
    "i",
    "he",
    "she",
    "they",
    "sorry",
    "cannot",
    "could",
    "would",
    "should",
    "might",
    "unable",
    "please",
    "yes",
    "null",
    "none",
    "nil",
    "undefined",
    "unknown",
    "nothing",
    "misc",
    "various",
    "several",
    "function",
    "method",
    "class",
    "code",
];

/// Words of objects that tell nothing, and of answers that refuse.
const NO_OBJECTS: [&str; 8] = [
    "something",
    "anything",
    "everything",
    "stuff",
    "things",
    "whatever",
    "sorry",
    "cannot",
];

/// The rules in words, for whoever lifts.
pub const RULES: &str = "A feature says what the code does: a verb in its base form, then its object, in lower \
case, 2 to 8 words, without a full stop. No vague verb (handle, process, manage, do, perform, support, use), no \
identifier, no name of a library, no words such as `code` or `function` alone as the object.";

/// Judges a `feature` that was made here, of verbs that the lexicon has.
///
/// # Errors
/// Which rule it breaks, in words.
pub fn judge(feature: &str) -> Result<(), &'static str> {
    judge_by(feature, |first| verb(first) == Some(first))
}

/// Judges a `feature` that a model or a person made: they know more verbs than the
/// lexicon, which only tells forms that are none.
///
/// # Errors
/// Which rule it breaks, in words.
pub fn judge_told(feature: &str) -> Result<(), &'static str> {
    judge_by(feature, |first| match verb(first) {
        Some(base) => base == first,
        None => !is_link(first) && !is_noun(first) && !NO_VERBS.contains(&first),
    })?;
    match feature.split(' ').any(|word| NO_OBJECTS.contains(&word)) {
        true => Err("it says nothing of what it does"),
        false => Ok(()),
    }
}

fn judge_by(feature: &str, is_verb: impl Fn(&str) -> bool) -> Result<(), &'static str> {
    if feature.len() > LONGEST {
        return Err("it is too long");
    }
    let words: Vec<&str> = feature.split(' ').collect();
    if words.iter().any(|word| word.is_empty()) {
        return Err("it is empty, or has blanks where no word is");
    }
    if feature.chars().any(char::is_uppercase) {
        return Err("it is not in lower case");
    }
    if !feature.chars().all(is_plain) {
        return Err("it has marks that are no words");
    }
    if words.len() < WORDS.0 || words.len() > WORDS.1 {
        return Err("it has not 2 to 8 words");
    }
    let (first, rest) = (words[0], &words[1..]);
    if !is_verb(first) {
        return Err("it does not begin with a verb in its base form");
    }
    if instead_of(first).is_some() {
        return Err("its verb is vague");
    }
    if words.iter().any(|word| is_library(word)) {
        return Err("it names a library");
    }
    if words.last().is_some_and(|word| is_link(word)) {
        return Err("it breaks off");
    }
    if rest.iter().all(|word| is_link(word)) {
        return Err("its verb has no object");
    }
    if words.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("it repeats a word");
    }
    Ok(())
}

/// Whether the form of `word` is that of a noun, an adjective or an inflected verb.
fn is_noun(word: &str) -> bool {
    const ENDINGS: [&str; 10] = [
        "ations", "ation", "ness", "ity", "ings", "ising", "izing", "able", "ers", "lly",
    ];
    ENDINGS.iter().any(|ending| word.ends_with(ending))
        || word.starts_with(|first: char| first.is_ascii_digit())
}

/// A character of words: letters and digits of any script, and what joins them.
fn is_plain(c: char) -> bool {
    c.is_alphanumeric()
        || matches!(c, ' ' | '-' | '\'' | '\u{300}'..='\u{36F}' | '\u{900}'..='\u{DFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verb_and_object_pass() {
        for feature in [
            "parse manifest",
            "count items of ring buffer",
            "check whether list is empty",
            "convert größe to text",
        ] {
            assert_eq!(judge(feature), Ok(()), "{feature}");
        }
    }

    #[test]
    fn models_may_know_more_verbs() {
        for feature in ["deliver parcel", "audit access rights", "parse manifest"] {
            assert_eq!(judge_told(feature), Ok(()), "{feature}");
        }
        assert!(judge("audit access rights").is_err());
        for feature in [
            "parses manifest",
            "of the manifest",
            "validation of input",
            "2 boats",
            "handle request",
            "i cannot help",
            "misc helpers",
            "various things",
            "undefined value",
            "update something",
            "really load charts",
        ] {
            assert!(judge_told(feature).is_err(), "{feature}");
        }
    }

    #[test]
    fn every_rule_is_told() {
        for (feature, rule) in [
            ("", "it is empty, or has blanks where no word is"),
            ("parse  it", "it is empty, or has blanks where no word is"),
            ("Parse manifest", "it is not in lower case"),
            ("parse load_file", "it has marks that are no words"),
            ("parse manifest.", "it has marks that are no words"),
            ("parse", "it has not 2 to 8 words"),
            ("parse a b c d e f g h", "it has not 2 to 8 words"),
            (
                "boat manifest",
                "it does not begin with a verb in its base form",
            ),
            (
                "parses manifest",
                "it does not begin with a verb in its base form",
            ),
            ("handle request", "its verb is vague"),
            ("convert numpy array", "it names a library"),
            ("parse manifest of", "it breaks off"),
            ("parse of it", "it breaks off"),
            ("parse parse tree", "it repeats a word"),
        ] {
            assert_eq!(judge(feature), Err(rule), "{feature}");
        }
        assert!(judge(&"x".repeat(1000)).is_err());
    }
}
