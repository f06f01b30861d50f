//! Whether what a text quotes of a tree is there, and still so.

use crate::answer::names::{self, Missing};
use crate::answer::ops::Operation;
use crate::answer::params::params;
use crate::answer::source::lines;
use crate::answer::view::View;
use crate::corpus::ContentHash;
use crate::error::Result;
use crate::graph::Graph;
use serde::Serialize;

/// The most citations of one text that are checked.
const MAX_CITATIONS: usize = 1000;

params! {
    /// Checks the quoted blocks and names of a text.
    pub struct CheckCitations {
        /// The text, in Markdown: fenced blocks with a place (`path:first-last`) in
        /// their first line are compared with the lines there; names in backticks
        /// that look like ids (`path/to/file.ext::Outer::name`), paths or places
        /// (`file.ext:12`, `file.ext:4-9`) are looked up.
        pub text: String = String::new(),
    }
}

/// A block or name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Citation {
    /// Line of the text, 1-based.
    pub line: u32,
    /// The place or name as it is written.
    pub cited: String,
    /// `ok`; `moved` (the block stands elsewhere in the file); `stale` (the file
    /// says something else, has no such lines, or changed since it was indexed);
    /// `ambiguous`; `missing`.
    pub status: &'static str,
    /// The first line where the block stands now, if it moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub now_at: Option<u32>,
    /// What a name may have meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub not_found: Option<Missing>,
}

/// The blocks and names of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct CitationReport {
    /// Whether all of them were checked and are `ok`.
    pub valid: bool,
    /// How many were checked, the first 1,000.
    pub checked: u32,
    /// How many there are.
    pub total: u32,
    /// Those that are not `ok`, in the order of the text.
    pub problems: Vec<Citation>,
}

impl Operation for CheckCitations {
    const NAME: &'static str = "check_citations";
    const DOC: &'static str =
        "Whether the blocks and names that a text quotes are in the tree, and still so.";
    const REQUIRED: &'static [&'static str] = &["text"];
    type Answer = CitationReport;

    fn run(&self, view: &View<'_>) -> Result<CitationReport> {
        let cited = read(&self.text);
        let checked = cited.len().min(MAX_CITATIONS);
        let mut problems = Vec::new();
        for cited in cited.iter().take(MAX_CITATIONS) {
            let citation = match &cited.block {
                Some(block) => check_block(view, cited, block)?,
                None => check_name(view, cited),
            };
            problems.extend((citation.status != "ok").then_some(citation));
        }
        Ok(CitationReport {
            valid: problems.is_empty() && checked == cited.len(),
            checked: checked as u32,
            total: cited.len() as u32,
            problems,
        })
    }
}

/// What a text cites.
#[derive(Debug, PartialEq, Eq)]
struct Cited {
    line: u32,
    cited: String,
    block: Option<Block>,
}

/// A quoted block.
#[derive(Debug, Default, PartialEq, Eq)]
struct Block {
    path: String,
    range: (u32, u32),
    short_sha: Option<String>,
    text: String,
}

/// A fence: what it is made of, and how far it is indented.
struct Fence<'a> {
    mark: &'a str,
    indent: usize,
}

impl<'a> Fence<'a> {
    /// The fence that `line` begins (CommonMark 4.5), and what follows it.
    fn of(line: &'a str) -> Option<(Self, &'a str)> {
        let inner = line.trim_start();
        let mark = inner.chars().next().filter(|c| "`~".contains(*c))?;
        let rest = inner.trim_start_matches(mark);
        let (indent, length) = (line.len() - inner.len(), inner.len() - rest.len());
        let mark = inner.get(..length)?;
        (length >= 3).then_some((Self { mark, indent }, rest))
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let end = line.trim();
        end.len() >= self.mark.len() && end.bytes().all(|byte| self.mark.as_bytes()[0] == byte)
    }

    /// `line` of a block, without the indent of its fence.
    fn inner<'l>(&self, line: &'l str) -> &'l str {
        let blank = line.len() - line.trim_start_matches([' ', '\t']).len();
        line.get(self.indent.min(blank)..).unwrap_or(line)
    }
}

/// Reads fences and names in backticks. A fence that is not closed ends with the text.
fn read(text: &str) -> Vec<Cited> {
    let mut cited = Vec::new();
    let mut open: Option<(Fence<'_>, Option<Cited>)> = None;
    for (line, number) in text.lines().zip(1..) {
        match &mut open {
            Some((fence, block)) if fence.is_closed_by(line) => {
                cited.extend(block.take());
                open = None;
            }
            Some((fence, block)) => {
                if let Some(block) = block.as_mut().and_then(|cited| cited.block.as_mut()) {
                    block.text.push_str(fence.inner(line));
                    block.text.push('\n');
                }
            }
            None => match Fence::of(line) {
                Some((fence, info)) => open = Some((fence, head(info, number))),
                None => cited.extend(names_in(line, number)),
            },
        }
    }
    cited.extend(open.and_then(|(_, block)| block));
    cited
}

/// `path:first-last` or `path:line`; a number that is none of a line is one that no
/// file has.
fn place(text: &str) -> Option<(&str, (u32, u32))> {
    let (path, range) = text.rsplit_once(':')?;
    let (first, last) = range.split_once('-').unwrap_or((range, range));
    let number = |text: &str| {
        let digits = text.strip_prefix('L').unwrap_or(text);
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| digits.parse().unwrap_or(u32::MAX))
    };
    let path = path.trim_end_matches(':');
    (!path.is_empty()).then_some((path, (number(first)?, number(last)?)))
}

/// The block that a fence with `info` begins, if `info` holds a place.
fn head(info: &str, line: u32) -> Option<Cited> {
    let words: Vec<&str> = info.split_whitespace().collect();
    let places = words.iter().enumerate();
    let mut places = places.filter_map(|(at, word)| Some((at, place(word)?)));
    let (at, (path, range)) = places.next()?;
    let sha = words
        .get(at + 1)
        .filter(|word| word.len() == 8 && word.bytes().all(|b| b.is_ascii_hexdigit()));
    Some(Cited {
        line,
        cited: words[at].to_owned(),
        block: Some(Block {
            path: path.to_owned(),
            range,
            short_sha: sha.map(|sha| (*sha).to_owned()),
            text: String::new(),
        }),
    })
}

/// The names in backticks that look like ids, paths or places.
fn names_in(line: &str, number: u32) -> Vec<Cited> {
    let quoted = line.split('`').skip(1).step_by(2);
    let looks_so = |name: &&str| {
        let word = !name.is_empty() && !name.contains(char::is_whitespace);
        let id = name
            .split_once("::")
            .is_some_and(|(path, _)| path.contains(['.', '/']));
        let stem = name.rsplit('/').next().unwrap_or(name);
        let path = name.contains('/') && stem.contains('.') && !name.contains("://");
        word && (id || path || is_place(name))
    };
    let names = quoted.filter(looks_so).map(|name| Cited {
        line: number,
        cited: name.to_owned(),
        block: None,
    });
    names.collect()
}

/// Whether `name` is a line of a file: a port of a host has no extension of letters
/// before it.
fn is_place(name: &str) -> bool {
    let path = place(name).map_or("", |(path, _)| path);
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    extension.starts_with(|c: char| c.is_ascii_alphabetic()) && !path.contains("//")
}

fn told(cited: &Cited, status: &'static str) -> Citation {
    Citation {
        line: cited.line,
        cited: cited.cited.clone(),
        status,
        now_at: None,
        not_found: None,
    }
}

fn check_name(view: &View<'_>, cited: &Cited) -> Citation {
    let place = place(&cited.cited);
    let name = place.map_or(cited.cited.as_str(), |(path, _)| path);
    let nodes = names::find(view, name);
    match nodes.as_slice() {
        [] => Citation {
            not_found: Some(Missing::of(view, name)),
            ..told(cited, "missing")
        },
        [node] => {
            let dirty = *node != Graph::ROOT && view.host.dirty.contains(view.graph.path(*node));
            let file = view.graph.node(*node).file;
            let lines = file.and_then(|file| view.corpus.file(file));
            let lines = lines.map_or(0, |file| file.facts.lines);
            let is_there = |(first, last)| first > 0 && first <= last && last <= lines;
            let there = place.is_none_or(|(_, range)| is_there(range));
            told(cited, if dirty || !there { "stale" } else { "ok" })
        }
        _ => told(cited, "ambiguous"),
    }
}

fn check_block(view: &View<'_>, cited: &Cited, block: &Block) -> Result<Citation> {
    let file = view
        .corpus
        .find(&block.path)
        .and_then(|file| view.corpus.file(file));
    let Some(file) = file else {
        return Ok(Citation {
            not_found: Some(Missing::of(view, &block.path)),
            ..told(cited, "missing")
        });
    };
    if view.host.dirty.contains(&file.path) {
        return Ok(told(cited, "stale"));
    }
    let text = file.text.unpack()?;
    let (first, last) = block.range;
    let there = lines(&text, first, last, u32::MAX).text;
    let same = |a: &str, b: &str| {
        a.lines()
            .map(str::trim_end)
            .eq(b.lines().map(str::trim_end))
    };
    let by_hash = || {
        let hash = ContentHash::of(there.as_bytes()).hex();
        block.short_sha.as_deref() == hash.get(..8)
    };
    if same(&there, &block.text) || (block.text.trim().is_empty() && by_hash()) {
        return Ok(told(cited, "ok"));
    }
    let all = String::from_utf8_lossy(&text).into_owned();
    let now_at = place_of(&all, &block.text);
    Ok(match now_at {
        Some(_) => Citation {
            now_at,
            ..told(cited, "moved")
        },
        None => told(cited, "stale"),
    })
}

/// The first line, 1-based, from which `text` holds the lines of `block`.
fn place_of(text: &str, block: &str) -> Option<u32> {
    let wanted: Vec<&str> = block.lines().map(str::trim_end).collect();
    let all: Vec<&str> = text.lines().map(str::trim_end).collect();
    if wanted.iter().all(|line| line.is_empty()) {
        return None;
    }
    let at = all
        .windows(wanted.len())
        .position(|window| window == wanted);
    at.map(|at| at as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::tools::symbol_source::SymbolSource;
    use crate::testing::{Built, Tree};

    fn built() -> Built {
        Tree::default()
            .file("src/a.rs", "function f 2-4\nfunction g 5-6")
            .build()
    }

    fn check(text: &str) -> CitationReport {
        let params = CheckCitations {
            text: text.to_owned(),
        };
        params.run(&built().view()).expect("an answer")
    }

    fn status(text: &str) -> Vec<&'static str> {
        check(text)
            .problems
            .iter()
            .map(|problem| problem.status)
            .collect()
    }

    #[test]
    fn a_block_that_symbol_source_gave_is_valid() {
        let source = SymbolSource {
            fqn: "f".to_owned(),
            ..SymbolSource::default()
        };
        let block = source.run(&built().view()).expect("an answer").markdown;
        let report = check(&format!(
            "See `src/a.rs::f`:\n\n{block}\nand `src/a.rs`, `src/a.rs:3`.\n"
        ));
        assert_eq!((report.valid, report.checked), (true, 4), "{report:?}");
    }

    #[test]
    fn what_is_elsewhere_or_gone_is_told() {
        let moved = check("```rust src/a.rs:1-2\nsrc/a.rs 3\nsrc/a.rs 4\n```\n");
        assert_eq!(
            (moved.problems[0].status, moved.problems[0].now_at),
            ("moved", Some(3))
        );
        assert_eq!(status("```src/a.rs:2-2\nother\n```\n"), ["stale"]);
        assert_eq!(status("```rust src/b.rs:2-2\nx\n```\n"), ["missing"]);
        let missing = check("`src/a.rs::ff` is not there, `plain words` and `f()` are no names");
        assert_eq!((missing.checked, missing.problems.len()), (1, 1));
        let suggestions = missing.problems[0]
            .not_found
            .clone()
            .map(|missing| missing.suggestions);
        assert_eq!(
            suggestions.and_then(|s| s.first().cloned()),
            Some("src/a.rs::f".to_owned())
        );
    }

    #[test]
    fn places_are_looked_up() {
        let report = check("`src/a.rs:3-5` `a.rs:4` `a.rs:L2-L3` `localhost:80` `127.0.0.1:80`");
        assert_eq!((report.valid, report.checked), (true, 3), "{report:?}");
        assert_eq!(
            status("`src/a.rs:99`, `src/a.rs:5-4`, `src/a.rs:0`, `a.rs:99999999999999999999`"),
            ["stale"; 4]
        );
        assert_eq!(status("`nope.rs:5` and `src/nope.rs:4-9`"), ["missing"; 2]);
    }

    #[test]
    fn fences_of_every_form_are_blocks() {
        let block = |open: &str, close: &str, indent: &str| {
            format!(
                "{indent}{open}rust src/a.rs:3-4\n{indent}src/a.rs 3\n{indent}src/a.rs 4\n{close}"
            )
        };
        for text in [
            block("~~~", "~~~\n", ""),
            block("```", "", ""),
            block("````", "  ````\n", "  "),
        ] {
            let report = check(&text);
            assert_eq!(
                (report.valid, report.checked),
                (true, 1),
                "{text} {report:?}"
            );
        }
        assert_eq!(status("~~~ src/a.rs:3-4\n```\nother\n"), ["stale"]);
    }

    #[test]
    fn citations_that_are_not_checked_are_not_valid() {
        let report = check(&"`src/a.rs::f`\n".repeat(MAX_CITATIONS + 1));
        assert_eq!(
            (report.valid, report.checked, report.total),
            (false, 1000, 1001)
        );
    }

    #[test]
    fn a_changed_file_makes_citations_stale() {
        let mut built = built();
        built.host.dirty.insert("src/a.rs".to_owned());
        let params = CheckCitations {
            text: "`src/a.rs::f`".to_owned(),
        };
        assert_eq!(
            params.run(&built.view()).expect("an answer").problems[0].status,
            "stale"
        );
    }

    #[test]
    fn blocks_without_a_place_are_no_citations() {
        let report = check("```js\nconst a = `x/y.z`;\n```\n````md a.md:1-1\n```\n````\n");
        assert_eq!(report.checked, 1);
        assert_eq!(check("").checked, 0);
    }
}
