//! Unified diffs, as `git diff` and `diff -u` write them: text to patches, and
//! patches to the files they make.
//!
//! Source: the GNU diffutils manual, "Detailed Description of Unified Format";
//! git's documentation, "Generating patch text with -p".

use crate::error::{Code, Result, WaymarkError};

/// What a diff does to one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilePatch {
    /// Path before; none for a new file.
    pub old: Option<String>,
    /// Path after; none for a deleted file.
    pub new: Option<String>,
    /// Whether the diff leaves the content out.
    pub binary: bool,
    /// Whether the old file stays (`copy from`).
    pub copy: bool,
    /// Why there is nothing of it to compare, whatever its lines say: `link`,
    /// `submodule`, `combined-diff`.
    pub odd: Option<&'static str>,
    hunks: Vec<Hunk>,
}

/// Lines that are replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Hunk {
    /// First line before and after, 1-based; of an empty side the line before.
    starts: (usize, usize),
    lines: Vec<Line>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    side: Side,
    /// Without its line break.
    text: String,
    /// Whether a line break follows.
    broken: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Both,
    Old,
    New,
}

/// Which way a patch is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From before to after.
    Forward,
    /// From after to before.
    Backward,
}

impl FilePatch {
    /// The path on the side that `way` starts from, and the one it leads to.
    #[must_use]
    pub fn paths(&self, way: Way) -> (Option<&str>, Option<&str>) {
        let (old, new) = (self.old.as_deref(), self.new.as_deref());
        match way {
            Way::Forward => (old, new),
            Way::Backward => (new, old),
        }
    }

    /// Lines added and removed.
    #[must_use]
    pub fn counts(&self) -> (u32, u32) {
        let lines = self.hunks.iter().flat_map(|hunk| &hunk.lines);
        lines.fold((0, 0), |(added, removed), line| match line.side {
            Side::New => (added + 1, removed),
            Side::Old => (added, removed + 1),
            Side::Both => (added, removed),
        })
    }

    /// The file that comes of `text`; none where a hunk does not fit it. A hunk
    /// whose place has moved is looked for, nearest first.
    #[must_use]
    pub fn apply(&self, text: &[u8], way: Way) -> Option<Vec<u8>> {
        let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
        let mut out = Vec::with_capacity(text.len());
        let mut at = 0;
        for hunk in &self.hunks {
            let place = hunk.place(&lines, at, way)?;
            out.extend(lines[at..place].concat());
            at = hunk.write(&lines, place, way, &mut out);
        }
        out.extend(lines[at..].concat());
        Some(out)
    }
}

impl Hunk {
    /// The lines of the side that `way` starts from.
    fn given(&self, way: Way) -> impl Iterator<Item = &Line> {
        self.lines
            .iter()
            .filter(move |line| line.side != added(way))
    }

    /// Where the hunk stands in `lines`, from `from` on.
    fn place(&self, lines: &[&[u8]], from: usize, way: Way) -> Option<usize> {
        let start = match way {
            Way::Forward => self.starts.0,
            Way::Backward => self.starts.1,
        };
        let count = self.given(way).count();
        let meant = if count == 0 {
            start
        } else {
            start.saturating_sub(1)
        }
        .max(from);
        let last = lines.len().checked_sub(count)?;
        if count == 0 {
            return (meant <= lines.len()).then_some(meant);
        }
        let fits = |at: &usize| *at >= from && *at <= last && self.fits(&lines[*at..], way);
        let before = |step: usize| meant.checked_sub(step).filter(|_| step > 0);
        let near = (0..=lines.len()).flat_map(|step| [Some(meant + step), before(step)]);
        near.flatten().find(fits)
    }

    fn fits(&self, lines: &[&[u8]], way: Way) -> bool {
        let mut given = self.given(way).zip(lines);
        given.all(|(line, known)| bare(known) == bare(line.text.as_bytes()))
    }

    /// Writes the other side; where the hunk ends in `lines`.
    fn write(&self, lines: &[&[u8]], place: usize, way: Way, out: &mut Vec<u8>) -> usize {
        let mut at = place;
        // A diff that lost its carriage returns makes lines like those around.
        let mut here = self.given(way).zip(&lines[place..]);
        let returns =
            here.any(|(line, known)| known.ends_with(b"\r\n") && !line.text.ends_with('\r'));
        for line in &self.lines {
            if line.side == added(way) {
                out.extend(line.text.as_bytes());
                if line.broken {
                    out.extend(if returns { &b"\r\n"[..] } else { b"\n" });
                }
                continue;
            }
            if line.side == Side::Both {
                out.extend(lines.get(at).copied().unwrap_or_default());
            }
            at += 1;
        }
        at
    }
}

/// The side whose lines `way` brings in.
const fn added(way: Way) -> Side {
    match way {
        Way::Forward => Side::New,
        Way::Backward => Side::Old,
    }
}

/// A line without its break.
fn bare(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Reads a diff.
///
/// # Errors
/// [`Code::InvalidArgument`] with the line where it is none.
pub fn parse(text: &str) -> Result<Vec<FilePatch>> {
    let mut reader = Reader {
        lines: text.split('\n').collect(),
        at: 0,
        patches: Vec::new(),
    };
    while reader.at < reader.lines.len() {
        reader.next()?;
    }
    if reader.patches.is_empty() && !text.trim().is_empty() {
        return Err(fault(1, "no file is named: this is no unified diff"));
    }
    Ok(reader.patches)
}

struct Reader<'a> {
    lines: Vec<&'a str>,
    at: usize,
    patches: Vec<FilePatch>,
}

impl Reader<'_> {
    /// Reads one line of a header, or a whole hunk.
    fn next(&mut self) -> Result<()> {
        let line = self.lines[self.at].trim_end_matches('\r');
        let combined = |patch: &FilePatch| patch.odd == Some(COMBINED);
        if self.patches.last().is_some_and(combined) && !line.starts_with("diff ") {
            self.at += 1;
            return Ok(());
        }
        if line.starts_with("@@ ") {
            return self.hunk();
        }
        self.at += 1;
        if let Some(rest) = line.strip_prefix("Submodule ") {
            let path = rest.split(' ').next().map(str::to_owned);
            self.patches.push(FilePatch {
                old: path.clone(),
                new: path,
                odd: Some("submodule"),
                ..FilePatch::default()
            });
            return Ok(());
        }
        let merged = ["diff --cc ", "diff --combined "];
        if let Some(path) = merged.iter().find_map(|head| line.strip_prefix(head)) {
            let path = Some(unquoted(path));
            self.patches.push(FilePatch {
                old: path.clone(),
                new: path,
                odd: Some(COMBINED),
                ..FilePatch::default()
            });
            return Ok(());
        }
        if let Some(paths) = line.strip_prefix("diff --git ") {
            let (old, new) = git_paths(paths).unwrap_or_default();
            self.patches.push(FilePatch {
                old,
                new,
                ..FilePatch::default()
            });
            return Ok(());
        }
        let after = self.lines.get(self.at).copied().unwrap_or("");
        if let (Some(old), Some(new)) = (line.strip_prefix("--- "), after.strip_prefix("+++ ")) {
            self.at += 1;
            let (old, new) = (side_path(old), side_path(new));
            match self
                .patches
                .last_mut()
                .filter(|patch| patch.hunks.is_empty() && !patch.binary)
            {
                Some(patch) => (patch.old, patch.new) = (old, new),
                None => self.patches.push(FilePatch {
                    old,
                    new,
                    ..FilePatch::default()
                }),
            }
            return Ok(());
        }
        let Some(patch) = self
            .patches
            .last_mut()
            .filter(|patch| patch.hunks.is_empty())
        else {
            return Ok(());
        };
        patch.odd = patch.odd.or_else(|| mode(line));
        let value = |name: &str| line.strip_prefix(name).map(unquoted);
        if line.starts_with("new file mode") {
            patch.old = None;
        } else if line.starts_with("deleted file mode") {
            patch.new = None;
        } else if let Some(path) = value("rename from ") {
            patch.old = Some(path);
        } else if let Some(path) = value("rename to ") {
            patch.new = Some(path);
        } else if let Some(path) = value("copy from ") {
            (patch.old, patch.copy) = (Some(path), true);
        } else if let Some(path) = value("copy to ") {
            patch.new = Some(path);
        } else if line.starts_with("Binary files ") || line == "GIT binary patch" {
            patch.binary = true;
        }
        Ok(())
    }

    fn hunk(&mut self) -> Result<()> {
        let head = self.at + 1;
        let line = self.lines[self.at];
        let ranges = line
            .strip_prefix("@@ -")
            .and_then(|rest| rest.split_once(" @@"));
        let ranges = ranges.and_then(|(ranges, _)| ranges.split_once(" +"));
        let ranges = ranges.and_then(|(old, new)| Some((range(old)?, range(new)?)));
        let Some(((old_start, old_count), (new_start, new_count))) = ranges else {
            return Err(fault(head, "the head of a hunk is `@@ -1,2 +1,2 @@`"));
        };
        let mut hunk = Hunk {
            starts: (old_start, new_start),
            lines: Vec::new(),
        };
        let (mut old, mut new) = (0, 0);
        self.at += 1;
        while old < old_count || new < new_count {
            let Some(line) = self.lines.get(self.at) else {
                return Err(fault(head, "the hunk is shorter than its head says"));
            };
            let side = match line.as_bytes().first() {
                Some(b'+') => Side::New,
                Some(b'-') => Side::Old,
                Some(b' ' | b'\t') | None => Side::Both,
                Some(b'\r') if line.len() == 1 => Side::Both,
                Some(b'\\') => {
                    self.unbroken(&mut hunk);
                    continue;
                }
                Some(_) => {
                    return Err(fault(
                        self.at + 1,
                        "a line of a hunk begins with +, - or a blank",
                    ));
                }
            };
            old += usize::from(side != Side::New);
            new += usize::from(side != Side::Old);
            let text = line.get(1..).unwrap_or("").to_owned();
            hunk.lines.push(Line {
                side,
                text,
                broken: true,
            });
            self.at += 1;
        }
        if self
            .lines
            .get(self.at)
            .is_some_and(|line| line.starts_with('\\'))
        {
            self.unbroken(&mut hunk);
        }
        let Some(patch) = self.patches.last_mut() else {
            return Err(fault(head, "a hunk stands before the name of its file"));
        };
        patch.hunks.push(hunk);
        Ok(())
    }

    /// `\ No newline at end of file`.
    fn unbroken(&mut self, hunk: &mut Hunk) {
        self.at += 1;
        if let Some(line) = hunk.lines.last_mut() {
            line.broken = false;
        }
    }
}

/// A diff of a merge against all its parents: which lines stood in one of them alone is
/// not told.
const COMBINED: &str = "combined-diff";

/// Why a file of the mode that a line of a header names has no text of its own.
fn mode(line: &str) -> Option<&'static str> {
    let heads = ["new file mode ", "deleted file mode ", "index "];
    let value = heads.iter().find_map(|head| line.strip_prefix(head))?;
    match value.rsplit(' ').next()? {
        "120000" => Some("link"),
        "160000" => Some("submodule"),
        _ => None,
    }
}

/// `12,3` or `12`: start and count.
fn range(text: &str) -> Option<(usize, usize)> {
    let (start, count) = text.split_once(',').unwrap_or((text, "1"));
    let (start, count): (u32, u32) = (start.parse().ok()?, count.parse().ok()?);
    Some((start as usize, count as usize))
}

/// The paths of `a/x b/x`, where they are the same but for their prefixes.
fn git_paths(text: &str) -> Option<(Option<String>, Option<String>)> {
    if text.starts_with('"') {
        let end = closing(text)?;
        let old = unquoted(&text[..=end]);
        let new = unquoted(text[end + 1..].trim_start());
        return Some((side_path(&old), side_path(&new)));
    }
    let half = text.len() / 2;
    let middle = text.get(half..=half) == Some(" ");
    let (old, new) = if middle {
        text.split_at(half)
    } else {
        text.split_once(" b/")?
    };
    let new = new.trim_start();
    Some((Some(stripped(old)), Some(stripped(new))))
}

/// The path after `---` or `+++`; none for `/dev/null`.
fn side_path(text: &str) -> Option<String> {
    let text = text.trim_end_matches('\r');
    let path = if text.starts_with('"') {
        unquoted(text)
    } else {
        text.split('\t').next().unwrap_or("").to_owned()
    };
    (path != "/dev/null").then(|| stripped(&path))
}

fn stripped(path: &str) -> String {
    let bare = ["a/", "b/", "i/", "w/", "c/", "o/"]
        .iter()
        .find_map(|prefix| path.strip_prefix(prefix));
    bare.unwrap_or(path).to_owned()
}

/// Where the quote that begins `text` ends.
fn closing(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.bytes().enumerate().skip(1).find_map(|(at, byte)| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends.then_some(at)
    })
}

/// A path as git quotes it: C escapes, bytes in octal.
fn unquoted(text: &str) -> String {
    let text = text.trim_end_matches('\r');
    let Some(inner) = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
    else {
        return text.to_owned();
    };
    let mut bytes = Vec::new();
    let mut rest = inner.bytes().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        match rest.next() {
            Some(b'n') => bytes.push(b'\n'),
            Some(b't') => bytes.push(b'\t'),
            Some(b'r') => bytes.push(b'\r'),
            Some(digit @ b'0'..=b'3') => {
                let mut value = digit - b'0';
                for _ in 0..2 {
                    if let Some(digit) = rest.next_if(|next| (b'0'..=b'7').contains(next)) {
                        value = value.wrapping_mul(8).wrapping_add(digit - b'0');
                    }
                }
                bytes.push(value);
            }
            Some(other) => bytes.push(other),
            None => {}
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn fault(line: usize, what: &str) -> WaymarkError {
    WaymarkError::new(
        Code::InvalidArgument,
        format!("the diff, line {line}: {what}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> FilePatch {
        let mut patches = parse(text).expect("a diff");
        assert_eq!(patches.len(), 1);
        patches.pop().unwrap_or_default()
    }

    #[test]
    fn a_diff_is_applied_both_ways() {
        let (old, new) = ("a\nb\nc\nd\ne\n", "a\nB\nc\nd\nx\ne");
        let diff = "diff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@ fn\n a\n-b\n+B\n c\n\
            @@ -4,2 +4,3 @@\n d\n-e\n+x\n+e\n\\ No newline at end of file\n";
        let patch = one(diff);
        assert_eq!(patch.counts(), (3, 2));
        assert_eq!(
            patch.apply(old.as_bytes(), Way::Forward).as_deref(),
            Some(new.as_bytes())
        );
        assert_eq!(
            patch.apply(new.as_bytes(), Way::Backward).as_deref(),
            Some(old.as_bytes())
        );
        assert_eq!(patch.apply(b"z\n", Way::Forward), None);
    }

    #[test]
    fn a_moved_hunk_is_found() {
        let patch = one("--- f\n+++ f\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n");
        let moved = patch.apply(b"1\n2\n3\na\nb\n", Way::Forward);
        assert_eq!(moved.as_deref(), Some(&b"1\n2\n3\na\nB\n"[..]));
    }

    #[test]
    fn line_breaks_of_the_file_are_kept() {
        let patch = one("--- f\n+++ f\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n");
        let out = patch.apply(b"a\r\nb\r\n", Way::Forward);
        assert_eq!(out.as_deref(), Some(&b"a\r\nB\r\n"[..]));
        let patch = one("--- f\r\n+++ f\r\n@@ -1,1 +1,1 @@\r\n-b\r\n+B\r\n");
        assert_eq!(
            patch.apply(b"b\r\n", Way::Forward).as_deref(),
            Some(&b"B\r\n"[..])
        );
    }

    #[test]
    fn files_come_go_move_and_are_binary() {
        let diff = "diff --git a/n.rs b/n.rs\nnew file mode 100644\n--- /dev/null\n+++ b/n.rs\n@@ -0,0 +1 @@\n+x\n\
            diff --git a/g.rs b/g.rs\ndeleted file mode 100644\n--- a/g.rs\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n\
            diff --git a/o ld.rs b/n ew.rs\nsimilarity index 100%\nrename from o ld.rs\nrename to n ew.rs\n\
            diff --git a/p.png b/p.png\nBinary files a/p.png and b/p.png differ\n\
            diff --git \"a/\\303\\251.rs\" \"b/\\303\\251.rs\"\n--- \"a/\\303\\251.rs\"\n+++ \"b/\\303\\251.rs\"\n@@ -1 +1 @@\n-a\n+b\n";
        let patches = parse(diff).expect("a diff");
        let paths: Vec<_> = patches
            .iter()
            .map(|p| (p.old.as_deref(), p.new.as_deref(), p.binary))
            .collect();
        let expected = [
            (None, Some("n.rs"), false),
            (Some("g.rs"), None, false),
            (Some("o ld.rs"), Some("n ew.rs"), false),
            (Some("p.png"), Some("p.png"), true),
            (Some("é.rs"), Some("é.rs"), false),
        ];
        assert_eq!(paths, expected);
        assert_eq!(
            patches[0].apply(b"", Way::Forward).as_deref(),
            Some(&b"x\n"[..])
        );
        assert_eq!(
            patches[1].apply(b"x\n", Way::Forward).as_deref(),
            Some(&b""[..])
        );
    }

    #[test]
    fn what_is_no_diff_is_an_error() {
        let message = |text: &str| {
            parse(text)
                .map_err(|error| error.message)
                .err()
                .unwrap_or_default()
        };
        assert_eq!(
            message("hello"),
            "the diff, line 1: no file is named: this is no unified diff"
        );
        assert_eq!(
            message("--- a\n+++ b\n@@ x @@\n"),
            "the diff, line 3: the head of a hunk is `@@ -1,2 +1,2 @@`"
        );
        assert_eq!(
            message("@@ -1 +1 @@\n-a\n+b\n"),
            "the diff, line 1: a hunk stands before the name of its file"
        );
        assert_eq!(
            message("--- a\n+++ b\n@@ -1,9 +1 @@\n-a"),
            "the diff, line 3: the hunk is shorter than its head says"
        );
        assert_eq!(
            message("--- a\n+++ b\n@@ -1 +1 @@\n?a"),
            "the diff, line 4: a line of a hunk begins with +, - or a blank"
        );
        assert_eq!(parse(" \n").map(|patches| patches.len()).ok(), Some(0));
    }
}
