//! What the condition of a directive says whatever is defined: `0 && DEBUG` never holds.
//! Numbers and the two words for truth are known; names, calls and comparisons are not.

/// How deep parentheses are looked into.
const DEPTH: usize = 32;

/// Whether `text`, the condition of a directive, always holds, or never does; none where
/// that hangs on what is defined.
#[must_use]
pub fn known(text: &[u8]) -> Option<bool> {
    let text = without_comments(text);
    // What binds looser than `||` is told by none of its parts.
    if text.iter().any(|byte| matches!(byte, b'?' | b',')) {
        return None;
    }
    let mut reader = Reader { rest: &text };
    let value = reader.any(0);
    value.filter(|_| reader.is_at_end())
}

fn without_comments(text: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, more)) = rest.split_first() {
        if rest.starts_with(b"//") {
            break;
        }
        if rest.starts_with(b"/*") {
            let end = memchr::memmem::find(rest, b"*/").map_or(rest.len(), |end| end + 2);
            kept.push(b' ');
            rest = &rest[end..];
            continue;
        }
        kept.push(match first {
            b'\\' => b' ',
            other => *other,
        });
        rest = more;
    }
    kept
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    fn is_at_end(&mut self) -> bool {
        self.rest = self.rest.trim_ascii_start();
        self.rest.is_empty()
    }

    fn takes(&mut self, mark: &[u8]) -> bool {
        self.rest = self.rest.trim_ascii_start();
        let rest = self.rest.strip_prefix(mark);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Parts of which one has to hold.
    fn any(&mut self, depth: usize) -> Option<bool> {
        let mut value = self.all(depth);
        while self.takes(b"||") {
            value = match (value, self.all(depth)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), other) => other,
                _ => None,
            };
        }
        value
    }

    /// Parts that all have to hold.
    fn all(&mut self, depth: usize) -> Option<bool> {
        let mut value = self.part(depth);
        while self.takes(b"&&") {
            value = match (value, self.part(depth)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), other) => other,
                _ => None,
            };
        }
        value
    }

    fn part(&mut self, depth: usize) -> Option<bool> {
        let mut denied = false;
        while !self.rest.starts_with(b"!=") && self.takes(b"!") {
            denied = !denied;
        }
        let value = match depth < DEPTH && self.takes(b"(") {
            true => {
                let value = self.any(depth + 1);
                let closed = self.takes(b")");
                value.filter(|_| closed)
            }
            false => self.word(),
        };
        let value = value.filter(|_| self.ends());
        self.skip();
        value.map(|value| value != denied)
    }

    fn word(&mut self) -> Option<bool> {
        self.rest = self.rest.trim_ascii_start();
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        let length = self.rest.iter().take_while(is_part).count();
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        match word {
            b"true" => Some(true),
            b"false" => Some(false),
            _ if word.first().is_some_and(u8::is_ascii_digit) => number(word),
            _ => None,
        }
    }

    /// Whether nothing else belongs to the part that was read.
    fn ends(&mut self) -> bool {
        self.is_at_end()
            || [b"&&".as_slice(), b"||", b")"]
                .iter()
                .any(|end| self.rest.starts_with(end))
    }

    /// Goes on to the end of a part that is not understood.
    fn skip(&mut self) {
        let mut depth = 0usize;
        while let Some((first, rest)) = self.rest.split_first() {
            match first {
                b')' if depth == 0 => return,
                b'(' => depth += 1,
                b')' => depth -= 1,
                b'&' | b'|' if depth == 0 && rest.first() == Some(first) => return,
                _ => {}
            }
            self.rest = rest;
        }
    }
}

/// Whether a number is not nought.
fn number(word: &[u8]) -> Option<bool> {
    let digits = match word.get(1) {
        Some(b'x' | b'X' | b'b' | b'B') => &word[2..],
        _ => word,
    };
    let length = digits
        .iter()
        .take_while(|byte| byte.is_ascii_hexdigit())
        .count();
    let (digits, ending) = digits.split_at(length);
    let suffix = ending.iter().all(|byte| b"uUlLzZ".contains(byte));
    (suffix && !digits.is_empty()).then(|| digits.iter().any(|digit| *digit != b'0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hangs_on_nothing_is_known() {
        for (text, value) in [
            ("0", false),
            ("(0)", false),
            ("!1", false),
            ("! ( 1 )", false),
            ("00", false),
            ("0x0UL", false),
            ("false", false),
            ("0 && A", false),
            ("A && (B || C) && 0", false),
            ("A == 2 && 0", false),
            ("0 || !true", false),
            ("(A && 0) || 0 // c", false),
            ("1", true),
            ("10L", true),
            ("0x1", true),
            ("1 || A", true),
            ("A(b) || 1 /* c */", true),
            ("!(0 && A) && 1", true),
            ("!!1", true),
        ] {
            assert_eq!(known(text.as_bytes()), Some(value), "{text}");
        }
    }

    #[test]
    fn what_hangs_on_something_is_not() {
        for text in [
            "",
            "A",
            "!A",
            "0 == A",
            "0 + 1",
            "0 && A || B",
            "1 && A",
            "0 || A",
            "A ? 0 : 0",
            "0, A",
            "(0",
            "0)",
            "defined(A)",
            "defined A",
            "0.5",
            "0 < 1",
            "1 != 1",
            "(0) == 0",
            "A & 0",
            "0 | A",
        ] {
            assert_eq!(known(text.as_bytes()), None, "{text}");
        }
        let deep = "(".repeat(100) + "0" + &")".repeat(100);
        assert_eq!(known(deep.as_bytes()), None);
    }
}
