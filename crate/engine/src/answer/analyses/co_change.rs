//! Files that change together, by a history that the host supplies.

use crate::answer::bounds::bounded;
use crate::answer::files::one_file;
use crate::answer::info::decimal;
use crate::answer::names::Missing;
use crate::answer::ops::Operation;
use crate::answer::page::{Page, cut};
use crate::answer::params::params;
use crate::answer::view::View;
use crate::error::Result;
use crate::ids::FileId;
use crate::sort::{self, Arrange};
use serde::Serialize;

/// The most pairs of one answer.
const MAX_LIMIT: u32 = 1000;
const DEFAULT_LIMIT: u32 = 50;
/// Commits of more files say nothing of any pair: they format, rename, import.
const MAX_FILES: usize = 50;

params! {
    /// Files that change together.
    pub struct CoChange {
        /// What `git log --name-only` prints, in any format that has a line with the
        /// commit's hash.
        pub log: String = String::new(),
        /// Only pairs of this file.
        pub path: Option<String> = None,
        /// Pairs of at least so many common commits.
        pub min_count: u32 = 2,
        /// The most pairs, up to 1000; by default 50 as far as the budget reaches.
        pub limit: Option<u32> = None,
        /// How many pairs are skipped, for paging.
        pub offset: u32 = 0,
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

/// Two files that change together.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct CoChanged {
    /// One file; the one that was asked for.
    pub path: String,
    /// The other file.
    pub other: String,
    /// Commits of both.
    pub together: u32,
    /// The share of the commits of `path` that change `other` too.
    pub confidence: f64,
    /// Whether an edge of the graph leads from one to the other, or to what is in it.
    pub linked: bool,
}

/// Pairs, those of most common commits first.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct CoChangeAnswer {
    /// The pairs.
    pub pairs: Vec<CoChanged>,
    /// What part of them is shown.
    pub page: Page,
    /// Commits that were read.
    pub commits: u32,
    /// Commits of more than fifty files, which were left out.
    pub large_commits: u32,
    /// The file, if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub not_found: Option<Missing>,
}

impl Operation for CoChange {
    const NAME: &'static str = "co_change";
    const DOC: &'static str =
        "Files that change together, by the text of `git log --name-only` that you pass.";
    const REQUIRED: &'static [&'static str] = &["log"];
    type Answer = CoChangeAnswer;

    fn run(&self, view: &View<'_>) -> Result<CoChangeAnswer> {
        let only = match self.path.as_deref() {
            None | Some("") => None,
            Some(path) => match one_file(view, path) {
                Some(file) => Some(file),
                None => {
                    return Ok(CoChangeAnswer {
                        not_found: Some(Missing::of(view, path)),
                        ..CoChangeAnswer::default()
                    });
                }
            },
        };
        let (commits, large_commits) = commits(view, &self.log);
        let each = sort::count(commits.iter().flatten().copied());
        let commits_of = |file: FileId| {
            let at = each.binary_search_by(|(known, _)| known.cmp(&file));
            at.map_or(1, |at| each[at].1)
        };
        let mut both: Vec<(FileId, FileId)> = Vec::new();
        for files in &commits {
            for (at, &one) in files.iter().enumerate() {
                for &other in &files[at + 1..] {
                    match only {
                        Some(file) if file == other => both.push((other, one)),
                        Some(file) if file != one => {}
                        _ => both.push((one, other)),
                    }
                }
            }
        }
        let mut pairs = sort::count(both.into_iter());
        pairs.retain(|(_, count)| *count >= self.min_count.max(1));
        pairs.arrange_by(|a, b| b.1.cmp(&a.1));
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT);
        let (shown, page) = cut(&pairs, self.offset, limit);
        let path = |file: FileId| {
            view.corpus
                .file(file)
                .map_or_else(String::new, |file| file.path.clone())
        };
        let told = |&((one, other), together): &((FileId, FileId), u32)| CoChanged {
            path: path(one),
            other: path(other),
            together,
            confidence: decimal(together as f32 / commits_of(one) as f32),
            linked: linked(view, one, other),
        };
        Ok(CoChangeAnswer {
            pairs: shown.iter().map(told).collect(),
            page,
            commits: commits.len() as u32,
            large_commits,
            ..CoChangeAnswer::default()
        })
    }

    bounded!(limit, ["pairs"]);
}

/// The indexed files of each commit, sorted, and how many commits were too large.
fn commits(view: &View<'_>, log: &str) -> (Vec<Vec<FileId>>, u32) {
    let mut commits: Vec<Vec<FileId>> = Vec::new();
    let mut large = 0;
    let mut files = Vec::new();
    // What stands before the first commit is of none.
    let mut open = false;
    for line in log.lines().map(str::trim_end).chain(["commit 0000000"]) {
        if is_head(line) {
            let all = std::mem::take(&mut files);
            match all.len() {
                _ if !open => {}
                0..=MAX_FILES => commits.push(all),
                _ => large += 1,
            }
            open = true;
        } else {
            files.extend(view.corpus.find(&unquoted(line)));
        }
    }
    commits.iter_mut().for_each(sort::unique);
    (commits, large)
}

/// Whether a line begins a commit: `commit <hash>`, or with a hash alone. A short one
/// without a digit may be a word of a subject.
fn is_head(line: &str) -> bool {
    let (bare, line) = match line.strip_prefix("commit ") {
        Some(rest) => (false, rest),
        None => (true, line),
    };
    let hash = line
        .split([' ', '\t', '|', ';', ','])
        .next()
        .unwrap_or_default();
    let short = hash.len() >= 7 && hash.bytes().any(|byte| byte.is_ascii_digit());
    let enough = match bare {
        true => hash.len() >= 40 || short,
        false => hash.len() >= 4,
    };
    enough && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A path as git quotes it where it holds more than ASCII.
fn unquoted(line: &str) -> String {
    let Some(inner) = line
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
    else {
        return line.to_owned();
    };
    let mut bytes = Vec::new();
    let mut rest = inner.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        match rest.next() {
            Some(b'n') => bytes.push(b'\n'),
            Some(b't') => bytes.push(b'\t'),
            Some(first @ b'0'..=b'7') => {
                let digits = [
                    first,
                    rest.next().unwrap_or(b'0'),
                    rest.next().unwrap_or(b'0'),
                ];
                let value = digits
                    .iter()
                    .fold(0_u32, |sum, digit| sum * 8 + u32::from(digit & 7));
                bytes.push(value as u8);
            }
            Some(other) => bytes.push(other),
            None => {}
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether an edge leads from one file, or what is in it, to the other.
fn linked(view: &View<'_>, one: FileId, other: FileId) -> bool {
    let graph = view.graph;
    let leads = |from: FileId, to: FileId| {
        let symbols = view
            .corpus
            .symbols(from)
            .map(|symbol| graph.symbol_node(symbol));
        let mut nodes = symbols.chain([graph.file_node(from)]);
        nodes.any(|node| {
            graph.node(node).file == Some(from)
                && graph
                    .out_edges(node)
                    .iter()
                    .any(|edge| graph.node(edge.target).file == Some(to))
        })
    };
    leads(one, other) || leads(other, one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Built, Tree};

    const LOG: &str = "commit 1234567\nAuthor: A\nDate: today\n\n    Touch a.rs\n\na.rs\nb.rs\ngone.rs\n\n\
        commit 2345678\n\n    b\n\na.rs\nb.rs\n\ncommit 3456789\n\n    c\n\na.rs\n\"src/gr\\303\\266\\303\\237e.rs\"\n";

    fn built() -> Built {
        Tree::default()
            .file("a.rs", "function f 1-2")
            .file("b.rs", "function g 1-2")
            .file("src/größe.rs", "")
            .call("a.rs::f", "b.rs::g", 1)
            .build()
    }

    fn pairs(params: &CoChange) -> CoChangeAnswer {
        params.run(&built().view()).expect("an answer")
    }

    fn of(min_count: u32) -> CoChange {
        CoChange {
            log: LOG.to_owned(),
            min_count,
            ..CoChange::default()
        }
    }

    #[test]
    fn pairs_are_counted_by_commit() {
        let answer = pairs(&of(2));
        assert_eq!((answer.commits, answer.pairs.len()), (3, 1));
        let pair = &answer.pairs[0];
        assert_eq!(
            (
                pair.path.as_str(),
                pair.other.as_str(),
                pair.together,
                pair.linked
            ),
            ("a.rs", "b.rs", 2, true)
        );
        assert!((pair.confidence - 0.6667).abs() < 1e-3);
        assert_eq!(pairs(&of(1)).page.total, 2);
    }

    #[test]
    fn short_logs_are_read_too() {
        for log in [
            "1a2b3c4 Touch a\na.rs\nb.rs\n\n2b3c4d5 defaced b\na.rs\nb.rs\n",
            "1a2b3c4\na.rs\nb.rs\n2b3c4d5\ndefaced b\na.rs\nb.rs\n",
        ] {
            let params = CoChange {
                log: log.to_owned(),
                ..of(2)
            };
            let answer = pairs(&params);
            assert_eq!((answer.commits, answer.pairs.len()), (2, 1), "{log}");
        }
    }

    #[test]
    fn one_file_may_be_asked_for() {
        let b = CoChange {
            path: Some("b.rs".to_owned()),
            ..of(1)
        };
        let answer = pairs(&b);
        assert_eq!(
            (answer.pairs[0].path.as_str(), answer.pairs[0].confidence),
            ("b.rs", 1.0)
        );
        let none = CoChange {
            path: Some("c.rs".to_owned()),
            ..of(1)
        };
        assert!(pairs(&none).not_found.is_some());
    }

    #[test]
    fn large_commits_say_nothing() {
        let mut tree = Tree::default();
        let mut log = "0123456789012345678901234567890123456789\n".to_owned();
        for at in 0..60 {
            tree = tree.file(&format!("f{at}.rs"), "");
            log += &format!("f{at}.rs\n");
        }
        let answer = CoChange {
            log,
            min_count: 1,
            ..CoChange::default()
        }
        .run(&tree.build().view());
        let answer = answer.expect("an answer");
        assert_eq!(
            (answer.commits, answer.large_commits, answer.page.total),
            (0, 1, 0)
        );
    }
}
