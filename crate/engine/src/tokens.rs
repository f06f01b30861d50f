//! The code tokeniser (spec 2.3): words of a text, and the parts of a word.
//!
//! A word is a run of letters, digits and `_`. Its parts are split where a
//! lower-case letter meets an upper-case one, an acronym meets a capitalised
//! word, and a letter meets a digit; the whole is the parts joined. Letters of
//! every script are kept; scripts written without spaces give pairs of
//! characters, so that a part of a sentence can be found.

/// The parts of one word, lower-cased. Reused between words to save memory.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    text: String,
    ranges: Vec<(u32, u32)>,
}

impl Parts {
    /// The parts joined: `getUserById` → `getuserbyid`. Empty for a word of
    /// separators only.
    #[must_use]
    pub fn whole(&self) -> &str {
        &self.text
    }

    /// The parts in order. A word that cannot be split is its only part.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.ranges
            .iter()
            .filter_map(|&(start, end)| self.text.get(start as usize..end as usize))
    }

    /// How many parts there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Whether the word had no part.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Splits `word`, forgetting the last one.
    pub fn split(&mut self, word: &str) {
        self.text.clear();
        self.ranges.clear();
        if word.is_ascii() {
            self.split_ascii(word.as_bytes());
        } else {
            self.split_unicode(word);
        }
    }

    fn split_ascii(&mut self, word: &[u8]) {
        let mut at = 0;
        while let Some(&byte) = word.get(at) {
            let class = Class::of_byte(byte);
            if class == Class::Separator {
                at += 1;
                continue;
            }
            let length = part_length(
                word.len() - at,
                |i| Class::of_byte(word[at + i]),
                |i| word[at + i] == b's',
            );
            let start = self.text.len() as u32;
            for byte in &word[at..at + length] {
                self.text.push(byte.to_ascii_lowercase() as char);
            }
            self.ranges.push((start, self.text.len() as u32));
            at += length;
        }
    }

    fn split_unicode(&mut self, word: &str) {
        let chars: Vec<(char, Class)> = word.chars().map(|c| (c, Class::of(c))).collect();
        let mut at = 0;
        while let Some(&(_, class)) = chars.get(at) {
            if class == Class::Separator {
                at += 1;
                continue;
            }
            let rest = &chars[at..];
            let length = part_length(rest.len(), |i| rest[i].1, |i| rest[i].0 == 's');
            match class {
                Class::Unspaced => self.push_pairs(&rest[..length]),
                _ => self.push_part(&rest[..length]),
            }
            at += length;
        }
    }

    fn push_part(&mut self, chars: &[(char, Class)]) {
        let start = self.text.len() as u32;
        self.text
            .extend(chars.iter().flat_map(|(c, _)| c.to_lowercase()));
        self.ranges.push((start, self.text.len() as u32));
    }

    /// Every two neighbouring characters; a lone one stands for itself.
    fn push_pairs(&mut self, chars: &[(char, Class)]) {
        let mut previous = None;
        for (c, _) in chars {
            let start = self.text.len() as u32;
            self.text.push(*c);
            let end = self.text.len() as u32;
            if let Some(first) = previous.replace(start) {
                self.ranges.push((first, end));
            } else if chars.len() == 1 {
                self.ranges.push((start, end));
            }
        }
    }
}

/// What a character is to the tokeniser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Lower,
    Upper,
    Digit,
    /// A letter of a script that is written without spaces between words.
    Unspaced,
    Separator,
}

impl Class {
    fn of_byte(byte: u8) -> Self {
        match byte {
            b'a'..=b'z' => Self::Lower,
            b'A'..=b'Z' => Self::Upper,
            b'0'..=b'9' => Self::Digit,
            _ => Self::Separator,
        }
    }

    fn of(c: char) -> Self {
        if c.is_ascii() {
            Self::of_byte(c as u8)
        } else if c.is_uppercase() {
            Self::Upper
        } else if within(UNSPACED, c) {
            Self::Unspaced
        } else if c.is_numeric() {
            Self::Digit
        } else if c.is_alphabetic() || is_mark(c) {
            Self::Lower
        } else {
            Self::Separator
        }
    }
}

/// How many characters the part at the start of a rest of `len > 0` has, given
/// the classes and whether a character is a lower-case `s`.
fn part_length(len: usize, class: impl Fn(usize) -> Class, is_s: impl Fn(usize) -> bool) -> usize {
    let run = |from: usize, wanted: Class| {
        (from..len).find(|&i| class(i) != wanted).unwrap_or(len) - from
    };
    let first = class(0);
    if first != Class::Upper {
        return run(0, first);
    }
    let upper = run(0, Class::Upper);
    let lower = run(upper, Class::Lower);
    match (upper, lower) {
        (_, 0) => upper,
        (1, _) => 1 + lower,
        // The plural of an acronym: `URLs`, `IDs`.
        (_, 1) if is_s(upper) => upper + 1,
        _ => upper - 1,
    }
}

/// The words of `text` in order, as written: runs of letters, digits, `_` and
/// `$`.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !is_word(c))
        .filter(|word| !word.is_empty())
}

/// Whether `c` belongs to a word.
#[must_use]
pub fn is_word(c: char) -> bool {
    matches!(c, '_' | '$') || Class::of(c) != Class::Separator
}

/// The key that the name lane knows `name` by: its parts joined, or the name
/// itself where it has none (operators).
#[must_use]
pub fn name_key<'a>(name: &'a str, parts: &'a mut Parts) -> &'a str {
    parts.split(name);
    if parts.is_empty() {
        name
    } else {
        parts.whole()
    }
}

fn within(table: &[(u32, u32)], c: char) -> bool {
    let code = c as u32;
    table
        .binary_search_by(|&(first, last)| match () {
            () if last < code => std::cmp::Ordering::Less,
            () if first > code => std::cmp::Ordering::Greater,
            () => std::cmp::Ordering::Equal,
        })
        .is_ok()
}

/// Scripts without spaces: Thai, Lao, Myanmar, Khmer, Kana, Han.
const UNSPACED: &[(u32, u32)] = &[
    (0x0E01, 0x0E3A),
    (0x0E40, 0x0E4E),
    (0x0E81, 0x0ECE),
    (0x1000, 0x103F),
    (0x1780, 0x17D3),
    (0x3005, 0x3007),
    (0x3041, 0x3096),
    (0x309D, 0x309F),
    (0x30A1, 0x30FA),
    (0x30FC, 0x30FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9F),
    (0x20000, 0x323AF),
];

/// Marks that belong to the letter before them and that the standard library
/// does not count as letters: combining accents, joiners, Indic signs.
fn is_mark(c: char) -> bool {
    const MARKS: &[(u32, u32)] = &[
        (0x0300, 0x036F),
        (0x0483, 0x0487),
        (0x0591, 0x05BD),
        (0x064B, 0x065F),
        (0x1AB0, 0x1AFF),
        (0x1DC0, 0x1DFF),
        (0x200C, 0x200D),
        (0x20D0, 0x20F0),
        (0xFE20, 0xFE2F),
    ];
    let code = c as u32;
    let indic = (0x0900..0x0E00).contains(&code) && matches!(code & 0x7F, 0x3C | 0x4D);
    indic || within(MARKS, c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(word: &str) -> String {
        let mut parts = Parts::default();
        parts.split(word);
        let mut all: Vec<&str> = parts.iter().collect();
        if all != [parts.whole()] {
            all.push(parts.whole());
        }
        all.join(" ")
    }

    #[test]
    fn vectors_of_the_specification() {
        for (word, expected) in [
            ("getUserById", "get user by id getuserbyid"),
            ("MAX_SIZE", "max size maxsize"),
            ("HTTPClient2", "http client 2 httpclient2"),
        ] {
            assert_eq!(split(word), expected);
        }
    }

    #[test]
    fn words_split_where_their_shape_changes() {
        for (word, expected) in [
            ("parse", "parse"),
            ("Parse", "parse"),
            ("HTTP", "http"),
            ("__init__", "init"),
            ("parseHTML5Doc", "parse html 5 doc parsehtml5doc"),
            ("URLs", "urls"),
            ("userIDs", "user ids userids"),
            ("IDsOf", "ids of idsof"),
            ("XMLHttpRequest", "xml http request xmlhttprequest"),
            ("$scope", "scope"),
            ("sha256sum", "sha 256 sum sha256sum"),
            ("a", "a"),
            ("___", ""),
            ("", ""),
        ] {
            assert_eq!(split(word), expected, "{word}");
        }
    }

    #[test]
    fn other_scripts_are_kept() {
        for (word, expected) in [
            ("größeÄndern", "größe ändern größeändern"),
            ("ÉCOLEPublique", "école publique écolepublique"),
            ("пользовательИмя", "пользователь имя пользовательимя"),
            ("用户名Id", "用户 户名 id 用户名id"),
            ("値", "値"),
            ("हिन्दी", "हिन्दी"),
            ("cafe\u{301}", "cafe\u{301}"),
            ("שלום", "שלום"),
        ] {
            assert_eq!(split(word), expected, "{word}");
        }
    }

    #[test]
    fn texts_are_cut_into_words() {
        let text = "Read a_b.cD(e-f) -- 'ok'\u{2014}né»";
        let found: Vec<&str> = words(text).collect();
        assert_eq!(found, ["Read", "a_b", "cD", "e", "f", "ok", "né"]);
        assert_eq!(words("?! ...").count(), 0);
    }

    #[test]
    fn operators_are_known_by_themselves() {
        let mut parts = Parts::default();
        assert_eq!(name_key("+", &mut parts), "+");
        assert_eq!(name_key("user_id", &mut parts), "userid");
    }
}
