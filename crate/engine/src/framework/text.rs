//! The arguments of calls, read from the text: facts keep no strings.
//!
//! One pass over a file notes its brackets, strings and commas; the arguments of
//! any call are then looked up, so that calls in calls cost no more than others.

/// A pair of brackets or a string.
#[derive(Clone, Copy, Debug)]
struct Pair {
    open: u32,
    /// Behind the closing mark.
    end: u32,
}

/// No pair: the file itself.
const NONE: u32 = u32::MAX;
/// The most bytes of a call that is written without brackets.
const LINE: usize = 400;

/// The brackets of a text.
#[derive(Debug, Default)]
pub struct Brackets {
    /// In the order of their openings.
    pairs: Vec<Pair>,
    /// The pair around each comma and where that is, sorted.
    commas: Vec<(u32, u32)>,
}

/// How a language writes what is no code.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks {
    /// `#` begins a comment.
    pub hash: bool,
    /// `//` begins a comment.
    pub slashes: bool,
    /// A single quote may stand alone (lifetimes).
    pub lone_quote: bool,
}

/// An argument.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Argument<'t> {
    /// Its name, empty where it has none.
    pub key: &'t str,
    /// What is passed.
    pub value: &'t str,
    /// First byte and the byte behind the last.
    pub span: (u32, u32),
}

/// The arguments of a call.
#[derive(Clone, Debug, Default)]
pub struct Arguments<'t> {
    /// In order.
    pub list: Vec<Argument<'t>>,
    /// Where they stand, brackets included.
    pub span: (u32, u32),
}

impl Marks {
    /// Those of a language by what begins its `comments`.
    pub fn of(comments: &[String], lone_quote: bool) -> Self {
        let begins = |mark: &str| comments.iter().any(|known| known.starts_with(mark));
        Self {
            hash: begins("#"),
            slashes: begins("//"),
            lone_quote,
        }
    }
}

impl Brackets {
    /// Reads `text`. What is opened and never closed ends with the text.
    pub fn of(text: &str, marks: Marks) -> Self {
        let bytes = text.as_bytes();
        let mut found = Self::default();
        let mut open: Vec<u32> = Vec::new();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let rest = &bytes[at..];
            let next = match byte {
                b'#' if marks.hash && rest.get(1) != Some(&b'[') => at + until(rest, b"\n"),
                b'/' if marks.slashes && rest.starts_with(b"//") => at + until(rest, b"\n"),
                b'/' if marks.slashes && rest.starts_with(b"/*") => {
                    at + 2 + until(&rest[2..], b"*/") + 2
                }
                b'\'' if marks.lone_quote && !is_char(rest) => at + 1,
                b'"' | b'\'' | b'`' => {
                    let end = at + string(rest);
                    found.pairs.push(Pair {
                        open: at as u32,
                        end: end.min(bytes.len()) as u32,
                    });
                    end
                }
                b'(' | b'[' | b'{' => {
                    open.push(found.pairs.len() as u32);
                    found.pairs.push(Pair {
                        open: at as u32,
                        end: bytes.len() as u32,
                    });
                    at + 1
                }
                b')' | b']' | b'}' => {
                    if let Some(pair) = open.pop() {
                        found.pairs[pair as usize].end = at as u32 + 1;
                    }
                    at + 1
                }
                b',' => {
                    let around = open.last().copied().unwrap_or(NONE);
                    found.commas.push((around, at as u32));
                    at + 1
                }
                _ => at + 1,
            };
            at = next;
        }
        found.commas.sort_unstable();
        found
    }

    /// The arguments of the call whose callee ends at `at`; `bare` where the
    /// language calls without brackets.
    pub fn arguments<'t>(&self, text: &'t str, at: u32, bare: bool) -> Option<Arguments<'t>> {
        let mut start = at as usize;
        let skipped = |start: usize| {
            let rest = text.get(start..)?;
            Some(start + rest.len() - rest.trim_start_matches([' ', '\t', '!', '?']).len())
        };
        start = skipped(start)?;
        if text[start..].starts_with("::<") || text[start..].starts_with('<') {
            let end = head(&text[start..], LINE).find('(')?;
            let generic = &text[start..start + end];
            if generic.trim_end().ends_with('>') && !generic.contains([';', '{', '\n']) {
                start += end;
            }
        }
        if text[start..].starts_with(['(', '[']) {
            let pair = self.find(start as u32)?;
            let Pair { open, end } = self.pairs[pair];
            return Some(self.split(text, pair as u32, (open, end)));
        }
        if !bare {
            return None;
        }
        let block = ["do ", "do\n", "do\r", "{"]
            .iter()
            .any(|word| text[start..].starts_with(word));
        let end = if block {
            start
        } else {
            self.command_end(text, start)
        };
        let around = self.around(start as u32);
        let list = self.between(text, around, (start as u32, end as u32));
        Some(Arguments {
            list,
            span: (start as u32, end as u32),
        })
    }

    /// The arguments in the brackets that open at `at`.
    pub fn inside<'t>(&self, text: &'t str, at: u32) -> Option<Arguments<'t>> {
        let pair = self.find(at)?;
        let Pair { open, end } = self.pairs[pair];
        Some(self.split(text, pair as u32, (open, end)))
    }

    /// Behind the brackets that open at `at`.
    pub fn end_of(&self, at: u32) -> Option<u32> {
        self.find(at).map(|pair| self.pairs[pair].end)
    }

    fn find(&self, open: u32) -> Option<usize> {
        self.pairs
            .binary_search_by_key(&open, |pair| pair.open)
            .ok()
    }

    /// The innermost pair around `at`, found among the commas' neighbours.
    fn around(&self, at: u32) -> u32 {
        let mut pair = self.pairs.partition_point(|pair| pair.open < at);
        // Siblings before `at` are stepped over; beyond a few it is the file.
        for _ in 0..LINE {
            let Some(before) = pair.checked_sub(1) else {
                return NONE;
            };
            if self.pairs[before].end > at {
                return before as u32;
            }
            pair = before;
        }
        NONE
    }

    fn split<'t>(&self, text: &'t str, pair: u32, span: (u32, u32)) -> Arguments<'t> {
        let closed = text
            .as_bytes()
            .get(span.1 as usize - 1)
            .is_some_and(|byte| b")]}".contains(byte));
        let inner = (
            span.0 + 1,
            span.1 - u32::from(closed && span.1 > span.0 + 1),
        );
        Arguments {
            list: self.between(text, pair, inner),
            span,
        }
    }

    fn between<'t>(
        &self,
        text: &'t str,
        around: u32,
        (start, end): (u32, u32),
    ) -> Vec<Argument<'t>> {
        let first = self
            .commas
            .partition_point(|comma| *comma < (around, start));
        let commas = self.commas[first..].iter();
        let commas = commas.take_while(|comma| comma.0 == around && comma.1 < end);
        let mut list = Vec::new();
        let mut from = start;
        for to in commas.map(|comma| comma.1).chain([end]) {
            let whole = text.get(from as usize..to as usize).unwrap_or("");
            let trimmed = whole.trim();
            if !trimmed.is_empty() {
                let lead = (whole.len() - whole.trim_start().len()) as u32;
                list.push(argument(trimmed, from + lead));
            }
            from = to + 1;
        }
        list
    }

    /// Where a call without brackets ends: with its line, or where a block begins.
    fn command_end(&self, text: &str, start: usize) -> usize {
        let bytes = text.as_bytes();
        let mut at = start;
        let mut last = b' ';
        while let Some(&byte) = bytes.get(at).filter(|_| at < start + LINE) {
            if matches!(byte, b'(' | b'[' | b'{' | b'"' | b'\'' | b'`')
                && let Some(end) = self.end_of(at as u32)
            {
                if byte == b'{'
                    && bytes[..at].ends_with(b" ")
                    && !matches!(last, b',' | b'>' | b':' | b'=')
                    && at > start
                {
                    return at;
                }
                (at, last) = ((end as usize).max(at + 1), byte);
                continue;
            }
            let ends = match byte {
                b'\n' => last != b',',
                b';' | b')' | b']' | b'}' => true,
                b' ' => [" do\n", " do |", " do ", " do\r", " if ", " unless "]
                    .iter()
                    .any(|word| bytes[at..].starts_with(word.as_bytes())),
                _ => false,
            };
            if ends {
                return at;
            }
            if !byte.is_ascii_whitespace() {
                last = byte;
            }
            at += 1;
        }
        at.min(bytes.len())
    }
}

/// An argument, its name told from its value.
fn argument(text: &str, start: u32) -> Argument<'_> {
    let span = (start, start + text.len() as u32);
    // `"path" => value`
    if text.starts_with(['"', '\''])
        && let Some((key, value)) = text.split_once("=>")
        && let Some(key) = key.trim_end().get(1..key.trim_end().len() - 1)
        && !key.contains(['"', '\''])
    {
        let value = value.trim();
        return Argument { key, value, span };
    }
    let word = text.trim_start_matches([':', '"', '\'']);
    let len = word
        .find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-')
        .unwrap_or(word.len());
    let (key, rest) = word.split_at(len);
    // A name in quotes ends with them: `'http://x'` is no `http`.
    let quote = text
        .starts_with(['"', '\''])
        .then(|| text.get(..1))
        .flatten();
    let rest = match quote {
        Some(quote) => rest.strip_prefix(quote).unwrap_or(""),
        None => rest,
    };
    let rest = rest.trim_start();
    // `x => f(x)` is a function of `x`; a key has a mark.
    let marks: &[&str] = match word.len() == text.len() {
        true => &[":", "="],
        false => &["=>", ":", "="],
    };
    let value = marks.iter().find_map(|mark| {
        let value = rest.strip_prefix(mark)?;
        (!value.starts_with([':', '=', '>']) || *mark == "=>").then_some(value)
    });
    match value.map(str::trim) {
        Some(value) if !key.is_empty() && !value.is_empty() => Argument { key, value, span },
        _ => Argument {
            key: "",
            value: text,
            span,
        },
    }
}

/// The bytes before `mark`, or all.
fn until(bytes: &[u8], mark: &[u8]) -> usize {
    let mut windows = bytes.windows(mark.len());
    windows
        .position(|window| window == mark)
        .unwrap_or(bytes.len())
}

/// The length of the string that `bytes` begin with.
pub fn string(bytes: &[u8]) -> usize {
    let quote = bytes[0];
    let three = [quote; 3];
    if quote != b'`' && bytes.starts_with(&three) {
        return 3 + until(&bytes[3..], &three) + 3;
    }
    let mut at = 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' if quote != b'`' || bytes.get(at + 1) == Some(&b'`') => at += 1,
            // A quote that its line does not close is none.
            b'\n' if quote != b'`' => return 1,
            _ if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    1
}

/// Whether a single quote begins a character, and not a lifetime.
fn is_char(bytes: &[u8]) -> bool {
    match bytes.get(1) {
        Some(b'\\') => true,
        Some(_) => bytes.iter().take(6).skip(2).any(|&byte| byte == b'\''),
        None => false,
    }
}

/// The first bytes of `text`, at most `most`, to the end of a character.
pub fn head(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len()))
        .rev()
        .find(|&end| text.is_char_boundary(end));
    text.get(..end.unwrap_or(0)).unwrap_or("")
}

/// The text of a literal string or symbol; what is put into it stays as `{…}`.
pub fn literal(text: &str) -> Option<String> {
    let text = text.trim();
    let text = text.strip_suffix(".into()").unwrap_or(text);
    if let Some(symbol) = text.strip_prefix(':') {
        let plain = symbol
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        return (plain && !symbol.is_empty()).then(|| symbol.to_owned());
    }
    let body = text
        .trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '$' || c == '@' || c == '#');
    if text.len() - body.len() > 2 {
        return None;
    }
    let quote = body
        .chars()
        .next()
        .filter(|quote| matches!(quote, '"' | '\'' | '`'))?;
    let inner = body.strip_prefix(quote)?.strip_suffix(quote)?;
    let three = inner
        .strip_prefix(quote)
        .and_then(|inner| inner.strip_prefix(quote));
    let three = three.and_then(|inner| inner.strip_suffix(quote)?.strip_suffix(quote));
    let inner = three.unwrap_or(inner);
    if inner.contains(quote) && string(body.as_bytes()) != body.len() {
        return None;
    }
    Some(filled(inner))
}

/// `${x}` and `#{x}` as `{x}`.
fn filled(text: &str) -> String {
    text.replace("${", "{").replace("#{", "{")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(text: &str, name: &str, bare: bool) -> Vec<(String, String)> {
        let marks = Marks {
            hash: bare,
            slashes: !bare,
            lone_quote: false,
        };
        let at = text.find(name).expect("the name") + name.len();
        let brackets = Brackets::of(text, marks);
        let found = brackets
            .arguments(text, at as u32, bare)
            .unwrap_or_default();
        let list = found.list.iter();
        list.map(|one| (one.key.to_owned(), one.value.to_owned()))
            .collect()
    }

    #[test]
    fn arguments_are_told_apart() {
        let found = arguments("get('/a,b', [x, y], {k: 1}, f(1, 2)) // , z", "get", false);
        let values: Vec<&str> = found.iter().map(|one| one.1.as_str()).collect();
        assert_eq!(values, ["'/a,b'", "[x, y]", "{k: 1}", "f(1, 2)"]);
        let found = arguments(
            "x.map<A, B>(\n p = \"/q\",\n methods=['GET'])",
            "map",
            false,
        );
        assert_eq!(found[0], ("p".to_owned(), "\"/q\"".to_owned()));
        assert_eq!(found[1], ("methods".to_owned(), "['GET']".to_owned()));
        let found = arguments("get('/a', c => c.text('x'))", "get", false);
        assert_eq!(found[1], (String::new(), "c => c.text('x')".to_owned()));
    }

    #[test]
    fn calls_without_brackets_end_with_their_line() {
        let found = arguments(
            "get '/a', to: 'b#c',\n  as: :d # e, f\nget '/z'",
            "get",
            true,
        );
        assert_eq!(found.len(), 3);
        assert_eq!(found[1], ("to".to_owned(), "'b#c'".to_owned()));
        let found = arguments("namespace :admin do\n get '/a', x\nend", "namespace", true);
        assert_eq!(found, [(String::new(), ":admin".to_owned())]);
        let found = arguments("match 'x' => 'c#a', via: [:get, :post]\n", "match", true);
        assert_eq!(found[0], ("x".to_owned(), "'c#a'".to_owned()));
        assert_eq!(found[1].1, "[:get, :post]");
    }

    #[test]
    fn literals_are_read() {
        assert_eq!(literal("'/a'").as_deref(), Some("/a"));
        assert_eq!(literal("f\"/a/{id}\"").as_deref(), Some("/a/{id}"));
        assert_eq!(literal("`/a/${id}`").as_deref(), Some("/a/{id}"));
        assert_eq!(literal(":admin").as_deref(), Some("admin"));
        assert_eq!(literal("\"\"\"/a\"\"\"").as_deref(), Some("/a"));
        assert_eq!(literal("'a' + 'b'"), None);
        assert_eq!(literal("name"), None);
    }

    #[test]
    fn broken_text_is_read_to_its_end() {
        for text in [
            "get(",
            "get('",
            "get(]",
            "get)",
            "get",
            "get(,,",
            "get ",
            "get(é, 'ü",
        ] {
            for bare in [false, true] {
                let _ = arguments(text, "get", bare);
            }
        }
        let deep = "f(".repeat(100_000);
        assert_eq!(Brackets::of(&deep, Marks::default()).pairs.len(), 100_000);
    }
}
