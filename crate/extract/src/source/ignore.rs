//! Ignore files: git's own pattern language, through `gix-ignore`.

use gix_ignore::glob::Pattern;
use gix_ignore::glob::pattern::Case;
use gix_ignore::glob::wildmatch::Mode;

/// Patterns taken from one ignore file. Every path is tried against every
/// pattern, so an endless file would stall the build.
pub const MAX_PATTERNS: usize = 10_000;

/// `**` in one pattern. Matching doubles its work with each, and no pattern
/// that a person writes has more than three.
pub const MAX_DOUBLE_STARS: usize = 8;

/// What an ignore file says about a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A pattern matches.
    Ignore,
    /// A negated pattern (`!…`) matches.
    Keep,
}

/// The patterns of one ignore file, for the paths below its directory.
#[derive(Clone, Debug, Default)]
pub struct PatternList {
    patterns: Vec<Pattern>,
    refused: usize,
}

impl PatternList {
    /// The patterns in `bytes`, in the syntax of gitignore(5).
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Self {
        let mut list = Self::default();
        for (pattern, ..) in gix_ignore::parse(bytes, false) {
            if list.patterns.len() < MAX_PATTERNS && is_simple(&pattern) {
                list.patterns.push(pattern);
            } else {
                list.refused += 1;
            }
        }
        list
    }

    /// The patterns given one by one, as options are.
    pub fn from_globs<S: AsRef<str>>(globs: impl IntoIterator<Item = S>) -> Self {
        let mut lines = String::new();
        for glob in globs {
            lines.push_str(glob.as_ref());
            lines.push('\n');
        }
        Self::parse(lines.as_bytes())
    }

    /// What the list says of `path`, which is relative to the list's directory,
    /// or `None` where no pattern matches. The last match wins.
    ///
    /// Parents are the caller's: a file below an ignored directory is ignored
    /// because nobody descends to it, not because a pattern matches it.
    #[must_use]
    pub fn verdict(&self, path: &str, is_directory: bool) -> Option<Verdict> {
        let base = path.rfind('/').map(|at| at + 1);
        let found = self.patterns.iter().rev().find(|pattern| {
            pattern.matches_repo_relative_path(
                path.as_bytes().into(),
                base,
                Some(is_directory),
                Case::Sensitive,
                Mode::NO_MATCH_SLASH_LITERAL,
            )
        })?;
        Some(if found.is_negative() {
            Verdict::Keep
        } else {
            Verdict::Ignore
        })
    }

    /// How many patterns were beyond [`MAX_PATTERNS`] or [`MAX_DOUBLE_STARS`].
    #[must_use]
    pub const fn refused(&self) -> usize {
        self.refused
    }

    /// Whether no pattern is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }
}

fn is_simple(pattern: &Pattern) -> bool {
    pattern.text.windows(2).filter(|pair| pair == b"**").count() <= MAX_DOUBLE_STARS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(patterns: &str, path: &str, expected: Option<Verdict>) {
        let (path, is_directory) = match path.strip_suffix('/') {
            Some(path) => (path, true),
            None => (path, false),
        };
        let list = PatternList::parse(patterns.as_bytes());
        assert_eq!(
            list.verdict(path, is_directory),
            expected,
            "{patterns:?} on {path:?}"
        );
    }

    #[test]
    fn speaks_gitignore() {
        let (ignore, keep) = (Some(Verdict::Ignore), Some(Verdict::Keep));
        check("*.log", "a/b/x.log", ignore);
        check("/*.log", "a/x.log", None);
        check("/*.log", "x.log", ignore);
        check("build", "a/build", ignore);
        check("build/", "build", None);
        check("build/", "a/build/", ignore);
        check("a/build", "b/a/build", None);
        check("**/a/build", "b/a/build", ignore);
        check("a/**/z", "a/z", ignore);
        check("a/**", "a/b/c", ignore);
        check("*.log\n!keep.log", "keep.log", keep);
        check("!keep.log\n*.log", "keep.log", ignore);
        check("\\#x", "#x", ignore);
        check("# x", "# x", None);
        check("x  ", "x", ignore);
        check("x\\ ", "x ", ignore);
        check("[a-c].rs", "b.rs", ignore);
        check("a?c", "a/c", None);
        check("*.RS", "a.rs", None);
        check("\u{feff}*.log\r\n*.tmp\r\n", "x.log", ignore);
    }

    #[test]
    fn refuses_patterns_that_would_stall() {
        let list = PatternList::parse("**/".repeat(30).as_bytes());
        assert_eq!((list.refused(), list.is_empty()), (1, true));
        let many = "x\n".repeat(MAX_PATTERNS + 5);
        assert_eq!(PatternList::parse(many.as_bytes()).refused(), 5);
    }

    #[test]
    fn the_worst_accepted_pattern_is_quick() {
        // A count of steps would be better than nothing to wait for; that this
        // test ends is the assertion.
        let list = PatternList::from_globs([format!("{}x", "**/".repeat(MAX_DOUBLE_STARS))]);
        let deep = "a/".repeat(2000);
        for _ in 0..20 {
            assert_eq!(list.verdict(&format!("{deep}b"), false), None);
        }
    }
}
