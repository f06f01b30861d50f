//! Words that are newer than a grammar, read as others that it knows: `using x = f()` as
//! a `const`. Only the parser is shown them, so that strings and comments stay what they are.

use crate::extract::manifest::StandIn;
use crate::extract::tokens;
use std::borrow::Cow;
use std::ops::Range;

/// The text with the words of `rules` as they are to be read.
#[must_use]
pub fn show<'s>(text: Cow<'s, [u8]>, rules: &[StandIn]) -> Cow<'s, [u8]> {
    let mut shown = text;
    for rule in rules {
        for word in &rule.words {
            let places: Vec<_> = memchr::memmem::find_iter(&shown, word).collect();
            for at in places {
                let place = at..at + word.len();
                if stands(&shown, &place, rule) {
                    put(shown.to_mut(), place, rule);
                }
            }
        }
    }
    shown
}

/// The text with letters of any script as ones that every grammar knows, but for lone
/// ones in quotes and the mark of the byte order.
#[must_use]
pub fn ascii(text: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let mut shown = text;
    let mut at = 3 * usize::from(shown.starts_with(b"\xEF\xBB\xBF"));
    while let Some(start) = shown[at..].iter().position(|byte| !byte.is_ascii()) {
        let start = at + start;
        let rest = &shown[start..];
        let length = rest.iter().position(u8::is_ascii).unwrap_or(rest.len());
        let quoted = start > 0 && shown[start - 1] == b'\'';
        at = start + length;
        if !quoted {
            shown.to_mut()[start..at].fill(b'z');
        }
    }
    shown
}

/// Whether a word is what `rule` says it is, at `place`.
fn stands(text: &[u8], place: &Range<usize>, rule: &StandIn) -> bool {
    let before = text[..place.start].last();
    let behind = &text[place.end..];
    let blanks = tokens::blanks(behind);
    let next = &behind[blanks..];
    let named = next
        .first()
        .is_some_and(|byte| *byte == b'$' || tokens::is_word(*byte) && !byte.is_ascii_digit());
    let next = &next[..tokens::word(next)];
    let listed = |list: &[String]| list.iter().any(|known| known.as_bytes() == next);
    let begins = before.is_none_or(|byte| !tokens::is_word(*byte) && !b".$@".contains(byte));
    let fits = rule.before.is_empty() || listed(&rule.before);
    begins && blanks > 0 && named && fits && !listed(&rule.unless)
}

/// Puts what is shown in the place of a word, and blanks in that of the word `behind`.
fn put(text: &mut [u8], place: Range<usize>, rule: &StandIn) {
    let (before, word) = text.split_at_mut(place.start);
    let shown = rule.shown.bytes().chain(std::iter::repeat(b' '));
    for (byte, shown) in word[..place.len()].iter_mut().zip(shown) {
        *byte = shown;
    }
    let head = before.trim_ascii_end().len();
    let behind = rule.behind.as_bytes();
    if !behind.is_empty() && before[..head].ends_with(behind) {
        before[head - behind.len()..head].fill(b' ');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let list = |words: &str| {
            words
                .split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let rules = [
            StandIn {
                words: list("using"),
                shown: "const".to_owned(),
                behind: "await".to_owned(),
                unless: list("in of"),
                ..StandIn::default()
            },
            StandIn {
                words: list("expect actual"),
                before: list("class"),
                ..StandIn::default()
            },
        ];
        let shown = show(text.as_bytes().into(), &rules);
        assert_eq!(String::from_utf8_lossy(&shown), expected);
    }

    #[test]
    fn a_word_is_read_as_another() {
        check("using a = b;", "const a = b;");
        check("await using a = b;", "      const a = b;");
        check("for (using a of b)", "for (const a of b)");
        check("{using $a = b}", "{const $a = b}");
        check("expect class A", "       class A");
        check("actual\tclass A", "      \tclass A");
    }

    #[test]
    fn letters_of_any_script_are_shown_as_one() {
        let shown =
            |text: &str| String::from_utf8_lossy(&ascii(text.as_bytes().into())).into_owned();
        assert_eq!(shown("fun größe() = 'é'"), "fun grzzzze() = 'é'");
        assert_eq!(shown("\u{feff}val 船"), "\u{feff}val zzz");
        assert_eq!(shown("a"), "a");
    }

    #[test]
    fn elsewhere_it_stays() {
        for text in [
            "using",
            "using;",
            "using = a",
            "using.a",
            "a.using b",
            "using of a",
            "using in a",
            "using\nb",
            "reusing a",
            "using 1",
            "expect fun a",
            "$using a",
        ] {
            check(text, text);
        }
    }
}
