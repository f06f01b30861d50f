//! The format of a case file, described in `README.md` beside it.

use std::collections::BTreeMap;

/// The sections that a case may demand.
pub const SECTIONS: [&str; 12] = [
    "definitions",
    "partial",
    "edges",
    "absences",
    "flags",
    "docs",
    "signatures",
    "imports",
    "metrics",
    "sides",
    "overrides",
    "references",
];

/// One case.
#[derive(Default)]
pub struct Case {
    /// What it shows, in a sentence.
    pub title: String,
    /// Path and bytes of each file.
    pub files: Vec<(String, Vec<u8>)>,
    /// The lines demanded, by section.
    pub expected: BTreeMap<String, Vec<String>>,
}

impl Case {
    /// Reads a case file.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut case = Self::default();
        let (head, rest) = text.split_once('\n').unwrap_or((text, ""));
        case.title = head
            .strip_prefix("# ")
            .ok_or("a case begins with `# ` and a sentence")?
            .to_owned();
        for part in format!("\n{rest}").split("\n=== ").skip(1) {
            let (head, body) = part.split_once('\n').unwrap_or((part, ""));
            // The line break before the next head belongs to the body.
            let body = if body.is_empty() || body.ends_with('\n') {
                body.to_owned()
            } else {
                format!("{body}\n")
            };
            let mut words = head.split_whitespace();
            let name = words.next().ok_or("a head without a name")?;
            if SECTIONS.contains(&name) {
                let lines = body.lines().map(str::trim_end);
                let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
                let lines: Vec<_> = lines.map(str::to_owned).collect();
                case.expected.insert(name.to_owned(), lines);
            } else if name.contains(['.', '/']) {
                case.files.push((name.to_owned(), encode(&body, words)?));
            } else {
                return Err(format!("no section is called {name}"));
            }
        }
        if case.expected.is_empty() || case.files.is_empty() {
            return Err("a case has a file and demands something".to_owned());
        }
        Ok(case)
    }
}

/// The bytes of a source, by the options after its path.
fn encode<'a>(body: &str, options: impl Iterator<Item = &'a str>) -> Result<Vec<u8>, String> {
    let mut bytes = body.as_bytes().to_vec();
    for option in options {
        bytes = match option {
            "!crlf" => replace(&bytes, "\n", "\r\n"),
            "!bom" => [b"\xef\xbb\xbf", bytes.as_slice()].concat(),
            "!tabs" => replace(&bytes, "    ", "\t"),
            "!unended" => bytes.strip_suffix(b"\n").unwrap_or(&bytes).to_vec(),
            "!latin1" => latin1(&bytes)?,
            "!escapes" => unescape(&String::from_utf8_lossy(&bytes))?,
            _ => return Err(format!("unknown option {option}")),
        };
    }
    Ok(bytes)
}

fn replace(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    String::from_utf8_lossy(bytes)
        .replace(from, to)
        .into_bytes()
}

fn latin1(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let text = String::from_utf8_lossy(bytes);
    let narrow = |c: char| u8::try_from(c).map_err(|_| format!("{c} is not in Latin-1"));
    text.chars().map(narrow).collect()
}

/// `\u{1F600}` is a character, `\x{FF}` a byte; other backslashes stand.
fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\u{").into_iter().chain(rest.find("\\x{")).min() {
        let (before, escape) = rest.split_at(at);
        bytes.extend(before.as_bytes());
        let (digits, after) = escape[3..].split_once('}').ok_or("an escape without }")?;
        let value = u32::from_str_radix(digits, 16).map_err(|error| error.to_string())?;
        if escape.starts_with("\\x") {
            bytes.push(u8::try_from(value).map_err(|error| error.to_string())?);
        } else {
            let c = char::from_u32(value).ok_or("an escape that is no character")?;
            bytes.extend(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
        rest = after;
    }
    bytes.extend(rest.as_bytes());
    Ok(bytes)
}
