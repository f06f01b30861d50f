//! Line breaks that a grammar takes for the end of a declaration and that the language
//! does not ask for: `class A { val x = 1 }`. They are read as if they were there.

use crate::extract::manifest::{Breaks, Docs};
use crate::extract::tokens;

/// What the text at a place is inside of.
enum Level {
    /// Code, with so many braces open.
    Code(usize),
    /// A string that so many quotes close.
    String(usize),
}

/// What was read last in a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    Closing,
    Other,
}

/// What is missing in `text`, in front of which places, in order.
#[must_use]
pub fn missing(text: &[u8], breaks: &Breaks, docs: &Docs) -> Vec<(usize, u8)> {
    let mut places = Vec::new();
    if breaks.words.is_empty() {
        return places;
    }
    let mut outer = Vec::new();
    let mut level = Level::Code(0);
    let mut last = Last::Nothing;
    let mut end = 0;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let rest = &text[at..];
        if let Level::String(quotes) = level {
            let opens = rest.starts_with(breaks.template.as_bytes());
            if opens && !breaks.template.is_empty() {
                outer.push(std::mem::replace(&mut level, Level::Code(0)));
                at += breaks.template.len();
                continue;
            }
            let run = tokens::run(rest, b'"');
            if run >= quotes || (quotes == 1 && byte == b'\n') {
                level = outer.pop().unwrap_or(Level::Code(0));
            }
            let escapes = quotes == 1 && byte == b'\\';
            at += run.max(1 + usize::from(escapes));
            end = at;
            continue;
        }
        let is_first = last == Last::Nothing;
        if let Some(length) = tokens::comment(rest, docs) {
            at += length;
            continue;
        }
        let mut length = 1;
        let closed = std::mem::replace(&mut last, Last::Other) == Last::Closing;
        match (byte, &mut level) {
            (b'\n', _) => last = Last::Nothing,
            (b'"', _) => {
                let run = tokens::run(rest, byte);
                length = if run < 3 { 1 } else { 3 };
                outer.push(std::mem::replace(&mut level, Level::String(length)));
            }
            (b'\'' | b'`', _) => length = tokens::literal(rest, byte),
            (b'{', Level::Code(depth)) => {
                *depth += 1;
                last = Last::Nothing;
            }
            (b'}', Level::Code(0)) => level = outer.pop().unwrap_or(Level::Code(0)),
            (b'}', Level::Code(depth)) => {
                *depth -= 1;
                last = Last::Closing;
                if !is_first {
                    places.push((at, b'\n'));
                }
            }
            _ if tokens::is_word(byte) => {
                length = tokens::word(rest);
                let word = &rest[..length];
                let listed = |list: &[String]| list.iter().any(|known| known.as_bytes() == word);
                if closed && listed(&breaks.words) {
                    places.push((at, b'\n'));
                } else if !is_first && listed(&breaks.heads) {
                    let start = run_on(&text[..end], breaks);
                    places
                        .extend(start.map(|start| (if start == end { at } else { start }, b'\n')));
                }
            }
            _ if byte.is_ascii_whitespace() && is_first => last = Last::Nothing,
            _ if byte.is_ascii_whitespace() && closed => last = Last::Closing,
            _ => {}
        }
        at += length;
        if !byte.is_ascii_whitespace() {
            end = at;
        }
    }
    places
}

/// Where the declaration begins whose first keyword stands behind `before`, at its end
/// if no modifiers do, where what is in front of it in the line is whole.
fn run_on(before: &[u8], breaks: &Breaks) -> Option<usize> {
    let listed = |list: &[String], word: &[u8]| list.iter().any(|known| known.as_bytes() == word);
    let mut at = before.len();
    loop {
        let front = before[..at].trim_ascii_end();
        if before[front.len()..at].contains(&b'\n') {
            return None;
        }
        let start = front.iter().rposition(|byte| !tokens::is_word(*byte));
        let start = start.map_or(0, |start| start + 1);
        let word = &front[start..];
        if !word.is_empty() && listed(&breaks.modifiers, word) {
            at = start;
            continue;
        }
        let name = |byte: &u8| tokens::is_word(*byte) || b".:".contains(byte);
        let annotated = front.iter().rfind(|byte| !name(byte)) == Some(&b'@');
        let typed = front.ends_with(b">") && !front.ends_with(b"->") || front.ends_with(b"?");
        let whole = !front.ends_with(b"}") && (ends(front) || typed);
        let apart = whole && !annotated && !listed(&breaks.joins, word);
        return apart.then_some(at);
    }
}

/// Whether an expression may end with `text`.
fn ends(text: &[u8]) -> bool {
    let last = text.last();
    last.is_some_and(|&last| tokens::is_word(last) || matches!(last, b')' | b']' | b'}' | b'"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let breaks = Breaks {
            words: vec!["fun".to_owned(), "val".to_owned()],
            heads: vec!["fun".to_owned(), "val".to_owned()],
            modifiers: vec!["open".to_owned()],
            joins: vec!["return".to_owned()],
            template: "${".to_owned(),
        };
        let docs = Docs {
            line: vec!["//".to_owned()],
            block: vec![("/*".to_owned(), "*/".to_owned())],
            ..Docs::default()
        };
        let mut broken = text.to_owned();
        for (place, byte) in missing(text.as_bytes(), &breaks, &docs).into_iter().rev() {
            broken.insert(place, byte.into());
        }
        assert_eq!(broken, expected);
    }

    #[test]
    fn breaks_are_added_where_a_line_goes_on() {
        check("a { val x = 1 }", "a { val x = 1 \n}");
        check("a {x}", "a {x\n}");
        check("a { b { x } }", "a { b { x \n} \n}");
        check("a { x } fun b", "a { x \n} \nfun b");
        check("a { x }fun b", "a { x \n}\nfun b");
        check("a { } /* b */ fun b", "a { } /* b */ \nfun b");
        check("é { é } val", "é { é \n} \nval");
        check("\"${a { b }}\" }", "\"${a { b \n}}\" }");
    }

    #[test]
    fn breaks_are_added_between_declarations() {
        check("fun a() = 1 fun b", "fun a() = 1 \nfun b");
        check("fun a(): A? open val b", "fun a(): A? \nopen val b");
        check("val a: A<B> fun b", "val a: A<B> \nfun b");
        check("val a = b() /* c */ fun d", "val a = b() /* c */ \nfun d");
    }

    #[test]
    fn what_needs_none_stays() {
        for text in [
            "",
            "{ }",
            "{\n}",
            "{\n  a\n  }",
            "{ a } else { ",
            "{\n} infix x",
            "\"{ a }\"",
            "\"${a[\"}\"]}\"",
            "\"\"\"\n { a } \"fun\" ${a}\"\"\"",
            "'}' '\"' // a }",
            "`a }` /* a } */",
            "\"\\\"{ a }",
            "} }",
            "fun a",
            "a\nopen fun b",
            "a(open val b, val c)",
            "@A fun b",
            "@a:A.B val b",
            "return fun() = 1",
            "a = fun() = 1",
            "b -> val c",
            "b; val c",
            "open",
        ] {
            let text = text.replace("{ a } else", "{\na\n} else");
            check(&text, &text);
        }
    }

    #[test]
    fn the_end_may_come_anywhere() {
        let text = "a { \"${b { 'x' }}\" } fun \"\"\"${ }\"\"\"\" /* */ `}` \\";
        for end in 0..=text.len() {
            let breaks = Breaks {
                words: vec!["fun".to_owned()],
                template: "${".to_owned(),
                ..Breaks::default()
            };
            let places = missing(&text.as_bytes()[..end], &breaks, &Docs::default());
            assert!(places.iter().all(|(place, _)| *place < end));
        }
    }
}
