//! Words, strings and signs of files that are programs: `setup.py` and Gradle.
//!
//! They are not evaluated. A manifest reader looks for a word it knows followed
//! by literals, so that what a program computes is absent and never guessed.

/// One token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// An identifier; dots belong to it (`rootProject.name`).
    Word(String),
    /// A string literal without its quotes. Empty where it has a placeholder.
    Text(String),
    /// Any other sign but blanks.
    Sign(char),
}

/// How comments look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comments {
    /// `#` to the end of the line.
    Hash,
    /// `//` to the end of the line and `/* */`.
    Slashes,
}

/// The tokens of `text`.
pub(super) fn tokens(text: &str, comments: Comments) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some(length) = comment(rest, comments) {
            rest = rest.get(length..).unwrap_or_default();
        } else if first == '"' || first == '\'' {
            let (content, after) = string(rest, first);
            let computed = content.contains("${") || content.contains('{') && is_f(&tokens);
            tokens.push(Token::Text(if computed {
                String::new()
            } else {
                content.to_owned()
            }));
            rest = after;
        } else if first.is_alphabetic() || first == '_' {
            let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            tokens.push(Token::Word(word.to_owned()));
            rest = after;
        } else {
            if !first.is_whitespace() {
                tokens.push(Token::Sign(first));
            }
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
        }
    }
    tokens
}

/// What follows each occurrence of the word `name`.
pub(super) fn after<'t>(tokens: &'t [Token], name: &str) -> impl Iterator<Item = &'t [Token]> {
    tokens
        .iter()
        .enumerate()
        .filter_map(move |(at, token)| match token {
            Token::Word(word) if word == name => tokens.get(at + 1..),
            _ => None,
        })
}

/// The string at the front of `tokens`, past one of the signs in `opening`.
pub(super) fn text_after<'t>(tokens: &'t [Token], opening: &[char]) -> Option<&'t str> {
    let text = match tokens {
        [Token::Text(text), ..] => text,
        [Token::Sign(sign), Token::Text(text), ..] if opening.contains(sign) => text,
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

/// The strings at the front of `tokens` up to a sign that is not in `between`;
/// words in `words` are passed over.
pub(super) fn texts_while<'t>(
    tokens: &'t [Token],
    between: &[char],
    words: &[&str],
) -> Vec<&'t str> {
    let mut texts = Vec::new();
    for token in tokens {
        match token {
            Token::Text(text) if !text.is_empty() => texts.push(text.as_str()),
            Token::Text(_) => {}
            Token::Sign(sign) if between.contains(sign) => {}
            Token::Word(word) if words.contains(&word.as_str()) => {}
            _ => break,
        }
    }
    texts
}

/// Whether the string that follows is Python's `f"…"`; takes the prefix away.
fn is_f(tokens: &[Token]) -> bool {
    matches!(tokens.last(), Some(Token::Word(word)) if matches!(word.as_str(), "f" | "F" | "rf" | "fr"))
}

fn comment(rest: &str, comments: Comments) -> Option<usize> {
    let line = || rest.find('\n').unwrap_or(rest.len());
    match comments {
        Comments::Hash => rest.starts_with('#').then(line),
        Comments::Slashes if rest.starts_with("//") => Some(line()),
        Comments::Slashes if rest.starts_with("/*") => {
            Some(rest.find("*/").map_or(rest.len(), |end| end + 2))
        }
        Comments::Slashes => None,
    }
}

/// The content of the string at the front of `rest`, and what follows it. A
/// string of one quote ends with its line at the latest, so that an apostrophe
/// where none was expected cannot swallow the file.
fn string(rest: &str, quote: char) -> (&str, &str) {
    let triple: String = std::iter::repeat_n(quote, 3).collect();
    if let Some(inner) = rest.strip_prefix(&triple) {
        return inner.split_once(triple.as_str()).unwrap_or((inner, ""));
    }
    let inner = rest.get(1..).unwrap_or_default();
    let mut escaped = false;
    for (at, c) in inner.char_indices() {
        match c {
            '\n' => return inner.split_at(at),
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => {
                let (content, after) = inner.split_at(at);
                return (content, after.get(1..).unwrap_or_default());
            }
            _ => {}
        }
    }
    (inner, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(text: &str, comments: Comments) -> String {
        let show = |token: &Token| match token {
            Token::Word(word) => word.clone(),
            Token::Text(text) => format!("<{text}>"),
            Token::Sign(sign) => sign.to_string(),
        };
        tokens(text, comments)
            .iter()
            .map(show)
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn splits() {
        let python = "setup( # 'x'\n name = \"a'b\", v=f'{x}', d='''long\n # no''')";
        let expected = "setup ( name = <a'b> , v = f <> , d = <long\n # no> )";
        assert_eq!(show(python, Comments::Hash), expected);
        let gradle = "a.b = 'x' // it's\n/* \"y */ c(\"g:a:${v}\")";
        assert_eq!(show(gradle, Comments::Slashes), "a.b = <x> c ( <> )");
        assert_eq!(
            show("'open\nnext 'é\\'", Comments::Hash),
            "<open> next <é\\'>"
        );
        assert_eq!(show("\"\"\"never", Comments::Hash), "<never>");
        assert_eq!(show("/* never", Comments::Slashes), "");
    }

    #[test]
    fn finds_literals_after_words() {
        let tokens = tokens("name='a', x=[\"b\", 'c', d, 'e']", Comments::Hash);
        let first = |name| after(&tokens, name).next().unwrap_or_default();
        assert_eq!(text_after(first("name"), &['=']), Some("a"));
        assert_eq!(texts_while(first("x"), &['=', '[', ','], &[]), ["b", "c"]);
        assert_eq!(
            texts_while(first("x"), &['=', '[', ','], &["d"]),
            ["b", "c", "e"]
        );
        assert_eq!(text_after(first("none"), &['=']), None);
    }
}
