//! Stack traces: the places they name, whatever language printed them.
//!
//! A frame is a path with an extension and a line: `a/b.py", line 3`,
//! `src/a.ts:3:14`, `(Map.java:3)`, `Map.cs:line 3`, `a.php(3)`; or a function alone:
//! `at Map.get(Native Method)`. What stands before it on the line may tell which of several
//! files of a name is meant, and which function where the lines are those of another state.

use crate::corpus::Corpus;
use crate::ids::{DefinitionId, FileId};
use crate::search::tokens::is_word;

/// Frames that are read of one trace.
pub const MOST_FRAMES: usize = 64;
/// Longest line that is looked at.
const LONGEST_LINE: usize = 2000;

/// A place that a trace names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    /// The path as it is written; empty where there is none.
    pub path: &'a str,
    /// The line, from 1; 0 where none is told.
    pub line: u32,
    /// The function as it is written; empty where none is told.
    pub name: &'a str,
    /// What stands before the path on its line.
    before: &'a str,
}

impl<'a> Frame<'a> {
    /// A frame that tells a function alone.
    const fn of_name(name: &'a str) -> Self {
        Self {
            path: "",
            line: 0,
            name,
            before: "",
        }
    }

    /// The names that the function is written with, from the outside in.
    #[must_use]
    pub fn names(&self) -> Vec<&'a str> {
        let is_name = |c: char| is_word(c) && c != '$' || matches!(c, '!' | '?');
        let names = without_accessors(self.name);
        let names = names.split(|c| !is_name(c));
        let mut names: Vec<&str> = names.filter(|name| is_told(name)).collect();
        // What makes a thing is called as the thing (Java, Scala).
        if self.name.ends_with("<init>") || self.name.ends_with("<clinit>") {
            names.pop();
        }
        names
    }
}

/// `name` without what the compilers of Kotlin and Java write around it.
fn without_accessors(name: &str) -> &str {
    let name = name.strip_suffix("$default").unwrap_or(name);
    match name.rsplit_once("access$") {
        Some((before, inner)) if before.is_empty() || before.ends_with('.') => inner,
        _ => name,
    }
}

/// Whether a name is one of the source, and not made by a compiler.
fn is_told(name: &str) -> bool {
    let digits = name.strip_prefix('h').unwrap_or(name);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        && (digits.len() == 16 || name.bytes().all(|byte| byte.is_ascii_digit()));
    !is_number
        && !matches!(
            name,
            "lambda" | "closure" | "anonymous" | "module" | "async"
        )
}

/// The frames of `text` in its order, and the lines that are none, which say
/// what went wrong.
#[must_use]
pub fn frames(text: &str) -> (Vec<Frame<'_>>, String) {
    let mut frames = Vec::new();
    let mut message = String::new();
    // The function of the place on the next line (Rust, Go).
    let mut above = Above::Nothing;
    for line in text.lines() {
        let found = frame(line);
        let before = std::mem::replace(&mut above, Above::Nothing);
        if let (Above::Frame(name), None) = (before, found) {
            frames.push(Frame::of_name(name));
        }
        if let Some(found) = found {
            let name = match before {
                Above::Frame(name) | Above::Call(name) if found.name.is_empty() => name,
                _ => found.name,
            };
            frames.push(Frame { name, ..found });
        } else if let Some(name) = numbered(line) {
            above = Above::Frame(name);
        } else if let Some(name) = placeless(line) {
            frames.push(Frame::of_name(name));
        } else {
            above = call(line).map_or(Above::Nothing, Above::Call);
            message.push_str(line);
            message.push('\n');
        }
    }
    if let Above::Frame(name) = above {
        frames.push(Frame::of_name(name));
    }
    frames.truncate(MOST_FRAMES);
    (frames, message)
}

/// What the line above said.
#[derive(Clone, Copy)]
enum Above<'a> {
    Nothing,
    /// A frame whose place may follow.
    Frame(&'a str),
    /// What may be a function, if a place follows.
    Call(&'a str),
}

/// `12: a::b::c`, or with an address before the name.
fn numbered(line: &str) -> Option<&str> {
    let (number, name) = short(line)?.trim_start().split_once(": ")?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let name = name.rsplit(" - ").next().unwrap_or(name).trim();
    (is_number && name.contains("::")).then_some(name)
}

/// `at a.B.c(Native Method)`, `(Unknown Source)`, `(B.java)`, and .NET's
/// `at A.B.C(Type argument)`.
fn placeless(line: &str) -> Option<&str> {
    let rest = short(line)?.trim_start().strip_prefix("at ")?;
    let (name, place) = rest.split_once('(')?;
    let place = place.split(')').next().unwrap_or(place);
    // A frame of JavaScript's own has a blank there.
    let is_name = name.contains(['.', ':']) && !name.contains(char::is_whitespace);
    (is_name && rest.contains(')') && !place.starts_with('<')).then_some(name)
}

/// `main.(*Cart).Add(0x1, …)`.
fn call(line: &str) -> Option<&str> {
    let (name, _) = short(line)?.strip_suffix(')')?.rsplit_once('(')?;
    (name.contains('.') && !name.contains(char::is_whitespace)).then_some(name)
}

fn short(line: &str) -> Option<&str> {
    (line.len() <= LONGEST_LINE).then_some(line)
}

fn frame(line: &str) -> Option<Frame<'_>> {
    if line.len() > LONGEST_LINE {
        return None;
    }
    let mut rest = line;
    while let Some(dot) = rest.find('.') {
        let at = line.len() - rest.len() + dot;
        rest = &rest[dot + 1..];
        let is_path = |c: char| !c.is_whitespace() && !"\"'()<>[]{},;".contains(c);
        let extension = rest
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(rest.len());
        let number = number_after(&rest[extension..]);
        if let Some(number) = number.filter(|_| (1..=6).contains(&extension)) {
            let start = line[..at].rfind(|c| !is_path(c)).map_or(0, |before| {
                before + line[before..].chars().next().map_or(1, char::len_utf8)
            });
            let end = line.len() - rest.len() + extension;
            let before = &line[..start];
            let (called, path) = called_at(&line[start..end]);
            return Some(Frame {
                path,
                line: number,
                name: told_behind(&line[end..])
                    .or_else(|| told_before(before))
                    .or(called)
                    .unwrap_or_default(),
                before,
            });
        }
    }
    None
}

/// The function that stands behind a place: `, in add` (Python), `:in 'Cart#add'` (Ruby),
/// `(31): Cart->add(…)` (PHP).
fn told_behind(text: &str) -> Option<&str> {
    let behind = |mark| {
        text.split_once(mark)
            .map(|(_, behind): (&str, &str)| behind)
    };
    if let Some(name) = behind("in `").or_else(|| behind("in '")) {
        return name.split_once('\'').map(|(name, _)| name);
    }
    if let Some(name) = behind("): ") {
        return name.split_once('(').map(|(name, _)| name);
    }
    behind(", in ").map(str::trim)
}

/// The function that stands before a place: `at Cart.add (` (JavaScript), `at
/// shop.Cart.add(` (Java), `at Shop.Cart.Add(Item item) in ` (.NET).
fn told_before(text: &str) -> Option<&str> {
    let name = text.trim_start().strip_prefix("at ")?;
    let name = name.split('(').next().unwrap_or(name).trim();
    // The module of a class (Java).
    let name = name.rsplit('/').next().unwrap_or(name);
    (!name.is_empty()).then_some(name)
}

/// The function in front of an address, and the path: `add@https://a.b/cart.js` (Firefox,
/// Safari). Folders may have that mark themselves.
fn called_at(text: &str) -> (Option<&str>, &str) {
    match text.split_once('@') {
        Some((name, path)) if !name.contains('/') && path.contains("://") => (Some(name), path),
        _ => (None, text),
    }
}

/// What stands between a path and the number of a line: Python, .NET, PHP, and
/// most others; of two that fit the longer one first.
const BEFORE_NUMBER: &[&str] = &["\", line ", ", line ", ":line ", " on line ", ":", "("];

/// The number behind one of [`BEFORE_NUMBER`].
fn number_after(text: &str) -> Option<u32> {
    let mut rests = BEFORE_NUMBER.iter().map(|mark| text.strip_prefix(mark));
    let digits = rests.find_map(|rest| rest)?;
    let end = digits
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(digits.len());
    digits[..end].parse().ok().filter(|&line| line > 0)
}

/// The file that a frame means: of those with its name the one whose folders fit
/// best, by the path or else by the names before it; of several that fit alike the one
/// that has the function. None where none or several are left.
#[must_use]
pub fn file(corpus: &Corpus, frame: &Frame<'_>) -> Option<FileId> {
    let written: Vec<&str> = frame.path.split(['/', '\\']).collect();
    let named: Vec<&str> = (frame.before)
        .rsplit(char::is_whitespace)
        .find(|word| !word.is_empty())
        .unwrap_or_default()
        .split(['.', ':', '/', '$', '('])
        .collect();
    let mut best = 0;
    let mut fitting = Vec::new();
    for (at, file) in corpus.files().iter().enumerate() {
        let mut folders = file.path.rsplit('/');
        if folders.next() != written.last().copied() {
            continue;
        }
        let by_path = folders.clone().zip(written.iter().rev().skip(1));
        let by_path = by_path.take_while(|(a, b)| a == *b).count();
        let by_name = folders.filter(|folder| named.contains(folder)).count();
        let fit = 2 * by_path + by_name;
        if fit > best {
            fitting.clear();
            best = fit;
        }
        if fit == best {
            fitting.push(FileId::at(at));
        }
    }
    if fitting.len() > 1 {
        fitting.retain(|&file| by_name(corpus, file, frame).is_some());
    }
    match fitting.as_slice() {
        [file] => Some(*file),
        _ => None,
    }
}

/// The definition of `file` that a frame means: the innermost around its line, if it or
/// one around it is the function that is told, or else the nearest of that name. A
/// source that has changed since has other lines.
#[must_use]
pub fn definition(corpus: &Corpus, file: FileId, frame: &Frame<'_>) -> Option<DefinitionId> {
    let facts = &corpus.file(file)?.facts;
    let definitions = facts.outline();
    let inner = definitions
        .iter()
        .rposition(|d| (d.lines.0..=d.lines.1).contains(&frame.line));
    let inner = inner.map(DefinitionId::at);
    let Some(&own) = frame.names().last() else {
        return inner;
    };
    let of = |id: &DefinitionId| definitions.get(id.index());
    let around = std::iter::successors(inner, |id| of(id)?.container);
    let mut names = around.filter_map(|id| Some(facts.names.get(of(&id)?.name)));
    if names.any(|name| name == own) {
        return inner;
    }
    by_name(corpus, file, frame).or(inner)
}

/// The definition of `file` that has the name of the function: of several the one with
/// the name before it around it, then the nearest to the line.
fn by_name(corpus: &Corpus, file: FileId, frame: &Frame<'_>) -> Option<DefinitionId> {
    let facts = &corpus.file(file)?.facts;
    let definitions = facts.outline();
    let names = frame.names();
    let (own, outer) = names.split_last()?;
    let named = definitions
        .iter()
        .enumerate()
        .filter(|(_, definition)| facts.names.get(definition.name) == *own);
    let best = named.min_by_key(|(_, definition)| {
        let container = definition
            .container
            .and_then(|id| definitions.get(id.index()));
        let container = container.map(|container| facts.names.get(container.name));
        let is_inside = container.is_some() && container == outer.last().copied();
        (!is_inside, definition.lines.0.abs_diff(frame.line))
    });
    best.map(|(at, _)| DefinitionId::at(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::File;

    #[test]
    fn frames_of_each_language_are_read() {
        for (line, path, number) in [
            (
                "  File \"/srv/app/shop/cart.py\", line 31, in add",
                "/srv/app/shop/cart.py",
                31,
            ),
            (
                "    at Cart.add (/srv/app/src/cart.ts:12:7)",
                "/srv/app/src/cart.ts",
                12,
            ),
            ("    at src/cart.js:9:1", "src/cart.js", 9),
            ("\tat com.shop.Cart.add(Cart.java:44)", "Cart.java", 44),
            ("             at ./src/cart.rs:8:5", "./src/cart.rs", 8),
            ("\t/srv/app/cart.go:17 +0x1d", "/srv/app/cart.go", 17),
            ("C:\\app\\cart.py:3: error", "C:\\app\\cart.py", 3),
            ("größe.py:2", "größe.py", 2),
            (
                "   at Shop.Cart.Add(Item item) in C:\\app\\Shop\\Cart.cs:line 12",
                "C:\\app\\Shop\\Cart.cs",
                12,
            ),
            (
                "\tfrom /srv/app/lib/cart.rb:31:in `add'",
                "/srv/app/lib/cart.rb",
                31,
            ),
            (
                "lib/cart.rb:8:in 'Shop::Cart#add': no item (KeyError)",
                "lib/cart.rb",
                8,
            ),
            (
                "#0 /srv/app/src/Cart.php(31): Shop\\Cart->add(Object(Item))",
                "/srv/app/src/Cart.php",
                31,
            ),
            (
                "PHP Fatal error:  Uncaught Exception in /srv/app/Cart.php:9",
                "/srv/app/Cart.php",
                9,
            ),
            (
                "Warning: no item in /srv/app/Cart.php on line 7",
                "/srv/app/Cart.php",
                7,
            ),
            (
                "    at async file:///srv/app/src/cart.mjs:3:9",
                "file:///srv/app/src/cart.mjs",
                3,
            ),
            (
                "\tat app//com.shop.Cart$Line.add(Cart.java:44) ~[shop.jar:1.2]",
                "Cart.java",
                44,
            ),
        ] {
            let found = frame(line);
            assert_eq!(
                found.map(|f| (f.path, f.line)),
                Some((path, number)),
                "{line}"
            );
        }
        for line in [
            "",
            "version 1.2",
            "took 3.5: slow",
            "a.b.c",
            "ends in .",
            "x.py:0",
        ] {
            assert_eq!(frame(line), None, "{line}");
        }
    }

    #[test]
    fn what_is_no_frame_is_the_message() {
        let (found, message) = frames("Traceback:\n  File \"a.py\", line 1\nKeyError: 'x'\n");
        assert_eq!(found.len(), 1);
        assert_eq!(message, "Traceback:\nKeyError: 'x'\n");
    }

    #[test]
    fn the_file_with_the_best_folders_is_meant() {
        let paths = [
            "a/Cart.java",
            "com/shop/Cart.java",
            "src/cart.ts",
            "test/cart.ts",
        ];
        let files = paths.map(|path| File {
            path: path.to_owned(),
            ..File::default()
        });
        let corpus = Corpus::new(files.to_vec());
        let meant = |line: &str| {
            let file = frame(line).and_then(|frame| file(&corpus, &frame));
            file.and_then(|file| corpus.file(file))
                .map(|file| file.path.as_str())
        };
        assert_eq!(
            meant("at com.shop.Cart.add(Cart.java:4)"),
            Some("com/shop/Cart.java")
        );
        assert_eq!(meant("at /x/src/cart.ts:1:2"), Some("src/cart.ts"));
        assert_eq!(meant("at cart.ts:1:2"), None);
        assert_eq!(meant("at other.ts:1:2"), None);
    }
}
