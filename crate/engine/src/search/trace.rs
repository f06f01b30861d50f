//! Stack traces: the places they name, whatever language printed them.
//!
//! A frame is a path with an extension and a line: `a/b.py", line 3`,
//! `src/a.ts:3:14`, `(Map.java:3)`, `Map.cs:line 3`, `a.php(3)`. What stands before it on the line may tell
//! which of several files of a name is meant.

use crate::corpus::Corpus;
use crate::ids::{DefinitionId, FileId};

/// Frames that are read of one trace.
pub const MOST_FRAMES: usize = 64;
/// Longest line that is looked at.
const LONGEST_LINE: usize = 2000;

/// A place that a trace names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    /// The path as it is written.
    pub path: &'a str,
    /// The line, from 1.
    pub line: u32,
    /// What stands before the path on its line.
    before: &'a str,
}

/// The frames of `text` in its order, and the lines that are none, which say
/// what went wrong.
#[must_use]
pub fn frames(text: &str) -> (Vec<Frame<'_>>, String) {
    let mut frames = Vec::new();
    let mut message = String::new();
    for line in text.lines() {
        match frame(line) {
            Some(frame) if frames.len() < MOST_FRAMES => frames.push(frame),
            _ => {
                message.push_str(line);
                message.push('\n');
            }
        }
    }
    (frames, message)
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
            return Some(Frame {
                path: &line[start..end],
                line: number,
                before: &line[..start],
            });
        }
    }
    None
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
/// best, by the path or else by the names before it. None where none or several
/// fit alike.
#[must_use]
pub fn file(corpus: &Corpus, frame: &Frame<'_>) -> Option<FileId> {
    let written: Vec<&str> = frame.path.split(['/', '\\']).collect();
    let named: Vec<&str> = (frame.before)
        .rsplit(char::is_whitespace)
        .find(|word| !word.is_empty())
        .unwrap_or_default()
        .split(['.', ':', '/', '$', '('])
        .collect();
    let mut best: Option<(usize, FileId)> = None;
    let mut tied = false;
    for (at, file) in corpus.files().iter().enumerate() {
        let mut folders = file.path.rsplit('/');
        if folders.next() != written.last().copied() {
            continue;
        }
        let by_path = folders.clone().zip(written.iter().rev().skip(1));
        let by_path = by_path.take_while(|(a, b)| a == *b).count();
        let by_name = folders.filter(|folder| named.contains(folder)).count();
        let fit = 2 * by_path + by_name;
        tied = best.is_some_and(|(known, _)| known == fit)
            || tied && best.is_some_and(|(known, _)| known > fit);
        if best.is_none_or(|(known, _)| fit > known) {
            best = Some((fit, FileId::at(at)));
        }
    }
    best.filter(|_| !tied).map(|(_, file)| file)
}

/// The innermost definition of `file` around `line`.
#[must_use]
pub fn definition(corpus: &Corpus, file: FileId, line: u32) -> Option<DefinitionId> {
    let definitions = corpus.file(file)?.facts.outline();
    let around = definitions
        .iter()
        .rposition(|d| (d.lines.0..=d.lines.1).contains(&line));
    around.map(DefinitionId::at)
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
