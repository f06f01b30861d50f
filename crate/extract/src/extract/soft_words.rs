//! Words that are keywords in some places and names in all others, and what is newer than
//! a grammar around them. A grammar that takes them for keywords anywhere loses what
//! follows; where they are names it is shown another name of the same length.

use crate::extract::code_pieces::{self, Kind, Piece};
use crate::extract::manifest::{Manifest, SoftRule};
use std::borrow::Cow;

/// What a name is shown as.
const NAME: u8 = b'z';
/// How many pieces around a word are looked at.
const REACH: usize = 1024;

/// The text with the soft words of `manifest` as they are to be read.
#[must_use]
pub fn show<'s>(text: Cow<'s, [u8]>, manifest: &Manifest) -> Cow<'s, [u8]> {
    if manifest.soft_words.rules.is_empty() {
        return text;
    }
    let pieces = code_pieces::pieces(&text, &manifest.breaks.template, &manifest.docs);
    let code = Code {
        text: &text,
        pieces: &pieces.all,
        manifest,
    };
    let mut shown = pieces.sigils.clone();
    for place in 0..pieces.all.len() {
        code.read(place, &mut shown);
    }
    let mut text = text;
    for (at, byte) in shown {
        text.to_mut()[at] = byte;
    }
    text
}

struct Code<'s> {
    text: &'s [u8],
    pieces: &'s [Piece],
    manifest: &'s Manifest,
}

impl Code<'_> {
    /// Adds to `shown` what is read otherwise of the word at `place`.
    fn read(&self, place: usize, shown: &mut Vec<(usize, u8)>) {
        let piece = &self.pieces[place];
        if piece.kind != Kind::Word || self.word(place.wrapping_sub(1)) == b"@" {
            return;
        }
        let rules = &self.manifest.soft_words;
        let word = self.word(place);
        if listed(&rules.prefixes, word) {
            if let Some(end) = self.prefix_end(place) {
                self.blank(place, end, shown);
            }
        } else if word == rules.guard.as_bytes() {
            self.guard(place, shown);
        } else if self.is_soft(word) {
            if !self.is_keyword(place) {
                shown.extend(piece.at.clone().map(|at| (at, NAME)));
            } else if self.rules(word).any(|rule| rule.bare)
                && let Some(first) = self.bare_annotations(place)
            {
                self.blank(first, place, shown);
            }
        }
    }

    fn word(&self, place: usize) -> &[u8] {
        let piece = self.pieces.get(place);
        piece.map_or(b"", |piece| &self.text[piece.at.clone()])
    }

    fn is_fresh(&self, place: usize) -> bool {
        self.pieces.get(place).is_none_or(|piece| piece.fresh)
    }

    /// Reads what is from the piece `from` up to `end` as blanks.
    fn blank(&self, from: usize, end: usize, shown: &mut Vec<(usize, u8)>) {
        let range = self.pieces[from].at.start..self.pieces[end - 1].at.end;
        let bytes = range.filter(|at| !self.text[*at].is_ascii_whitespace());
        shown.extend(bytes.map(|at| (at, b' ')));
    }

    fn is_soft(&self, word: &[u8]) -> bool {
        self.rules(word).next().is_some() || listed(&self.manifest.breaks.modifiers, word)
    }

    fn rules<'a>(&'a self, word: &'a [u8]) -> impl Iterator<Item = &'a SoftRule> {
        let rules = self.manifest.soft_words.rules.iter();
        rules.filter(move |rule| listed(&rule.words, word))
    }

    /// Whether the soft word at `place` is the keyword there.
    fn is_keyword(&self, place: usize) -> bool {
        let word = self.word(place);
        let modifies = listed(&self.manifest.breaks.modifiers, word) && self.modifies(place);
        modifies || self.rules(word).any(|rule| self.follows(place, rule))
    }

    /// Whether a declaration follows the word at `place`, which modifies it.
    fn modifies(&self, place: usize) -> bool {
        let next = self.word(place + 1);
        let heads = &self.manifest.breaks.heads;
        let declares = next == b"@" || listed(heads, next) || self.is_soft(next);
        let begins = || self.stands(place, "line") || self.stands(place, "modifier");
        let before = self.word(place.wrapping_sub(1));
        let named = !self.is_fresh(place) && (before == b"." || listed(heads, before));
        declares && !named && (!self.is_fresh(place + 1) || begins())
    }

    /// Whether the word at `place` stands as `rule` asks for.
    fn follows(&self, place: usize, rule: &SoftRule) -> bool {
        let behind = &rule.behind;
        let stands = behind.is_empty() || behind.iter().any(|what| self.stands(place, what));
        stands && rule.before.iter().any(|what| self.fits(place + 1, what))
    }

    /// Whether what stands before `place` is `what`.
    fn stands(&self, place: usize, what: &str) -> bool {
        let before = match place.checked_sub(1) {
            Some(before) if !self.is_fresh(place) => before,
            _ => return what == "line",
        };
        let word = self.word(before);
        match what {
            "line" => matches!(word, b"{" | b"}" | b";" | b"(" | b","),
            "modifier" => {
                listed(&self.manifest.breaks.modifiers, word) || self.annotation(before).is_some()
            }
            _ => self.ends_value(before),
        }
    }

    /// Whether an expression or a type may end at `place`.
    fn ends_value(&self, place: usize) -> bool {
        let word = self.word(place);
        let breaks = &self.manifest.breaks;
        match self.pieces[place].kind {
            Kind::Text => true,
            Kind::Word => !listed(&breaks.heads, word) && !listed(&breaks.joins, word),
            Kind::Mark => matches!(word, b")" | b"]" | b"}" | b">" | b"?"),
        }
    }

    /// Where the annotation begins that ends at `place`.
    fn annotation(&self, place: usize) -> Option<usize> {
        let mut at = place;
        if self.word(at) == b")" {
            at = self.opening(at)?.checked_sub(1)?;
        }
        let part =
            |at: usize| self.pieces[at].kind == Kind::Word || matches!(self.word(at), b"." | b":");
        for _ in 0..REACH {
            if !part(at) || self.is_fresh(at) {
                break;
            }
            at = at.checked_sub(1)?;
        }
        (self.word(at) == b"@").then_some(at)
    }

    /// The annotations in front of the keyword at `place` that would be read as a part of
    /// the declaration before, which ends with the name that it declares.
    fn bare_annotations(&self, place: usize) -> Option<usize> {
        let mut first = place;
        for _ in 0..REACH {
            let before = first.checked_sub(1)?;
            let modifies = listed(&self.manifest.breaks.modifiers, self.word(before));
            match self.annotation(before) {
                Some(start) => first = start,
                None if modifies => first = before,
                None => break,
            }
        }
        let declared = first.checked_sub(2)?;
        let heads = &self.manifest.breaks.heads;
        let bare = self.word(first) == b"@"
            && self.pieces[first - 1].kind == Kind::Word
            && listed(heads, self.word(declared));
        bare.then_some(first)
    }

    /// Where the bracket is opened that is closed at `place`.
    fn opening(&self, place: usize) -> Option<usize> {
        let mut depth = 0_usize;
        (0..=place).rev().take(REACH).find(|at| {
            match self.word(*at) {
                b")" => depth += 1,
                b"(" => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        })
    }

    /// Behind the list in round brackets that begins at `place`.
    fn list_end(&self, place: usize) -> Option<usize> {
        let mut depth = 0_usize;
        let mut near = (place..self.pieces.len()).take(REACH);
        let close = near.find(|at| {
            match self.word(*at) {
                b"(" => depth += 1,
                b")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        });
        close.filter(|close| *close > place).map(|close| close + 1)
    }

    /// Whether what begins at `place` is `what`, as a [`SoftRule`] says it.
    fn fits(&self, place: usize, what: &str) -> bool {
        let mut at = place;
        what.split_ascii_whitespace().all(|item| {
            let word = self.word(at);
            let kind = self.pieces.get(at).map(|piece| piece.kind);
            let next = match item {
                "name" => {
                    let named = kind == Some(Kind::Word) && !word[0].is_ascii_digit();
                    named.then_some(at + 1)
                }
                "text" => (kind == Some(Kind::Text)).then_some(at + 1),
                "end" => (self.is_fresh(at) || matches!(word, b";" | b"}")).then_some(at),
                "(…)" => self.list_end(at),
                "()" => self.list_end(at).filter(|end| *end == at + 2),
                "(name)" => self
                    .list_end(at)
                    .filter(|end| self.holds_one(at + 1, end - 1)),
                _ => (word == item.as_bytes()).then_some(at + 1),
            };
            at = next.unwrap_or(at);
            next.is_some()
        })
    }

    /// Whether the pieces between `from` and `end` are one of a list, and begin with a name.
    fn holds_one(&self, from: usize, end: usize) -> bool {
        let named = self.pieces[from].kind == Kind::Word || self.word(from) == b"@";
        let mut depth = 0_usize;
        let single = (from..end).all(|at| {
            match self.word(at) {
                b"(" | b"<" => depth += 1,
                b")" | b">" => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth > 0 || at + 1 == end || self.word(at) != b","
        });
        from < end && named && single
    }

    /// Where a list ends that the word at `place` puts before a declaration or a type.
    fn prefix_end(&self, place: usize) -> Option<usize> {
        let end = self.list_end(place + 1)?;
        let next = self.word(end);
        let declares = next == b"@"
            || listed(&self.manifest.breaks.heads, next)
            || listed(&self.manifest.breaks.modifiers, next)
            || listed(&self.manifest.soft_words.prefixes, next);
        let begins = self.stands(place, "line") || self.stands(place, "modifier");
        let named = self.pieces.get(end).map(|piece| piece.kind) == Some(Kind::Word);
        let typed = || {
            let goes_on = !self.is_fresh(end) && (next == b"(" || named);
            goes_on && self.word(place.wrapping_sub(1)) == b":"
        };
        (declares && begins || typed()).then_some(end)
    }

    /// Reads the guard of a branch whose word is at `place` as one more condition: `is A if b ->`.
    fn guard(&self, place: usize, shown: &mut Vec<(usize, u8)>) {
        let at = &self.pieces[place].at;
        let Some(first) = self.head(place).filter(|_| self.is_guarded(place + 1)) else {
            return;
        };
        let rules = &self.manifest.soft_words;
        if listed(&rules.otherwise, self.word(first)) {
            self.blank(first, place + 1, shown);
        } else {
            shown.extend(at.clone().map(|byte| (byte, b' ')));
            shown.push((at.start, b','));
        }
    }

    /// Where the condition begins that the word at `place` stands behind: a test, a name, or the word
    /// for all others.
    fn head(&self, place: usize) -> Option<usize> {
        let rules = &self.manifest.soft_words;
        let begins = |at: &usize| {
            self.is_fresh(*at)
                || at
                    .checked_sub(1)
                    .is_some_and(|at| matches!(self.word(at), b"{" | b";" | b"}"))
        };
        let first = (0..place).rev().take(REACH).find(begins)?;
        let tests = listed(&rules.tests, self.word(first))
            || self.word(first) == b"!" && listed(&rules.tests, self.word(first + 1));
        if listed(&rules.otherwise, self.word(first)) {
            return (first + 1 == place).then_some(first);
        }
        let apart = |at: usize| self.pieces[at - 1].at.end < self.pieces[at].at.start;
        let single = !self.is_fresh(place)
            && self.ends_value(place - 1)
            && !(first + 1..place).any(apart)
            && self.pieces[first].kind != Kind::Mark;
        (tests || single).then_some(first)
    }

    /// Whether what begins at `place` is a condition that leads to a branch.
    fn is_guarded(&self, place: usize) -> bool {
        let mut depth = 0_usize;
        for at in place..self.pieces.len().min(place + REACH) {
            let word = self.word(at);
            let goes_on = matches!(word, b"&" | b"|" | b"." | b"?")
                || matches!(
                    self.word(at - 1),
                    b"&" | b"|" | b"." | b":" | b"==" | b"=" | b"<" | b"+" | b"-"
                );
            if depth == 0 && self.is_fresh(at) && !goes_on {
                return false;
            }
            match word {
                b"->" if depth == 0 => return true,
                b"(" | b"[" | b"{" => depth += 1,
                b")" | b"]" | b"}" if depth == 0 => return false,
                b")" | b"]" | b"}" => depth -= 1,
                _ => {}
            }
        }
        false
    }
}

fn listed(list: &[String], word: &[u8]) -> bool {
    list.iter().any(|known| known.as_bytes() == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::manifest::{Breaks, SoftWords};

    fn manifest() -> Manifest {
        let list = |words: &str| words.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let rule = |words: &str, before: &[&str], behind: &str| SoftRule {
            words: list(words),
            before: before.iter().map(|what| (*what).to_owned()).collect(),
            behind: behind.split_whitespace().map(str::to_owned).collect(),
            bare: words == "get",
        };
        Manifest {
            breaks: Breaks {
                heads: list("fun val class"),
                modifiers: list("open data"),
                joins: list("return else"),
                template: "${".to_owned(),
                ..Breaks::default()
            },
            soft_words: SoftWords {
                rules: vec![
                    rule("get", &["() =", "() {", "end"], "line modifier"),
                    rule("set", &["(name) ="], "line modifier value"),
                    rule("where", &["name :"], ""),
                ],
                prefixes: list("context"),
                guard: "if".to_owned(),
                tests: list("is in"),
                otherwise: list("else"),
            },
            ..Manifest::default()
        }
    }

    fn check(text: &str, expected: &str) {
        let shown = show(text.as_bytes().into(), &manifest());
        assert_eq!(String::from_utf8_lossy(&shown), expected);
    }

    #[test]
    fn words_are_names_where_no_rule_holds() {
        check("where = a", "zzzzz = a");
        check("f(open = 1, data)", "f(zzzz = 1, zzzz)");
        check("val a = open\nval b", "val a = zzzz\nval b");
        check("a { } get b", "a { } zzz b");
        check("val a = b\nget(1)", "val a = b\nzzz(1)");
        check("set(a, b) = 1", "zzz(a, b) = 1");
    }

    #[test]
    fn keywords_stay() {
        for text in [
            "fun a() where T : B",
            "open class A",
            "open data class A",
            "open\nval a",
            "val a: B\n    get() = 1",
            "val a = 1\n    open set(v: B) = 1",
            "@get:A val b",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn what_is_newer_is_read_as_what_is_known() {
        check("context(a: B) fun c", "              fun c");
        check("val a\n@B(\"c\") get() = 1", "val a\n        get() = 1");
        check("{ is A if b -> c }", "{ is A ,  b -> c }");
        check(
            "{\nA if b &&\nc -> d\nelse if e -> f }",
            "{\nA ,  b &&\nc -> d\n        e -> f }",
        );
        check("a $$\"${b}\"", "a   \"_{b}\"");
        for text in [
            "a\nelse if (b) { c -> d }",
            "return if (a) b",
            "context(a) { b }",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn the_end_may_come_anywhere() {
        let text = "@A(b) get() = set(c) context(d: E) fun where T : { is F if g -> h \nelse if (i) -> open data )";
        for end in 0..=text.len() {
            let shown = show(text.as_bytes()[..end].into(), &manifest());
            assert_eq!(shown.len(), end);
            let shown = show(text.as_bytes()[end..].into(), &manifest());
            assert_eq!(shown.len(), text.len() - end);
        }
    }
}
