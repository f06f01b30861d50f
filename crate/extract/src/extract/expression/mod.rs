//! Regular expressions over names and lines of source text: those of grep,
//! without captures, in time linear in the text and in the expression.
//!
//! That a text matches is all that is asked, of queries' `#match?` and of
//! searches. The crate `regex-lite` would do, and make the module 12 KB larger.
//! - `parse`: text to a tree; here, the tree to a program; `run`: that over lines.

mod parse;
mod run;

use crate::error::{Code, Result, WaymarkError};
use memchr::memmem::Finder;
use parse::{Bytes, Node, Place, has, word};
use run::Classes;
pub use run::{MOST_WORK, Run};

/// Longest expression, bytes.
const LONGEST: usize = 1000;
/// Steps of a program: a byte of text takes so many at most.
const MOST_STEPS: usize = 1000;

/// A regular expression.
#[derive(Clone, Debug)]
pub struct Expression {
    program: Vec<Step>,
    classes: Classes,
    /// What words are of, where borders of words are asked for.
    words: Bytes,
    /// What every match holds.
    required: Option<Box<Finder<'static>>>,
}

/// A step of the program (Thompson 1968).
#[derive(Clone, Debug)]
enum Step {
    /// Takes a byte of the set to the next step.
    Take(Bytes),
    /// Goes on at both.
    Fork(usize, usize),
    /// Goes on at the next step if this is the place.
    At(Place),
    /// The line matches.
    Match,
}

impl Expression {
    /// The expression `pattern`: literals, `.`, classes, `\d \w \s \b` and their
    /// opposites, groups, `|`, `* + ? {2,4}`, `^` and `$` at lines, `(?i)` in
    /// front.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] with what is wrong with it.
    pub fn new(pattern: &str) -> Result<Self> {
        if pattern.len() > LONGEST {
            return Err(too_large(pattern));
        }
        let tree = parse::parse(pattern)?;
        let mut program = Vec::new();
        compile(&tree, &mut program);
        program.push(Step::Match);
        if program.len() > MOST_STEPS {
            return Err(too_large(pattern));
        }
        let required = required(&tree);
        let is_border = |step: &Step| matches!(step, Step::At(Place::Border | Place::Inside));
        let words = match program.iter().any(is_border) {
            true => word(),
            false => Bytes::default(),
        };
        Ok(Self {
            classes: Classes::of(&program, &words),
            words,
            program,
            required: (required.len() > 1).then(|| Box::new(Finder::new(&required).into_owned())),
        })
    }

    /// Whether `text`, as one line, holds a match.
    #[must_use]
    pub fn is_match(&self, text: &[u8]) -> bool {
        self.run(u64::MAX).matches_once(text)
    }

    /// What every match holds; empty where that is not known.
    #[must_use]
    pub fn required(&self) -> &[u8] {
        self.required.as_ref().map_or(&[], |finder| finder.needle())
    }

    /// A run over texts, which may be `work` in all, [`MOST_WORK`] as a rule.
    #[must_use]
    pub fn run(&self, work: u64) -> Run<'_> {
        Run::new(self, work)
    }
}

/// Appends the program of `node`; beyond [`MOST_STEPS`] it may be cut short.
fn compile(node: &Node, program: &mut Vec<Step>) {
    if program.len() > MOST_STEPS {
        return;
    }
    match node {
        Node::Set(set) => program.push(Step::Take(*set)),
        Node::Place(place) => program.push(Step::At(*place)),
        Node::Sequence(parts) => parts.iter().for_each(|part| compile(part, program)),
        Node::Either(branches) => {
            let mut ends = Vec::new();
            for (at, branch) in branches.iter().enumerate() {
                let fork = program.len();
                let last = at + 1 == branches.len();
                if !last {
                    program.push(Step::Fork(fork + 1, 0));
                }
                compile(branch, program);
                if !last {
                    ends.push(program.len());
                    program.push(Step::Fork(0, 0));
                    program[fork] = Step::Fork(fork + 1, program.len());
                }
            }
            let end = program.len();
            ends.into_iter()
                .for_each(|at| program[at] = Step::Fork(end, end));
        }
        Node::Repeat(inner, least, most) => {
            (0..*least).for_each(|_| compile(inner, program));
            match most {
                None => {
                    let fork = program.len();
                    program.push(Step::Fork(0, 0));
                    compile(inner, program);
                    program.push(Step::Fork(fork, fork));
                    program[fork] = Step::Fork(fork + 1, program.len());
                }
                Some(most) => {
                    for _ in *least..*most {
                        let fork = program.len();
                        program.push(Step::Fork(0, 0));
                        compile(inner, program);
                        program[fork] = Step::Fork(fork + 1, program.len());
                    }
                }
            }
        }
    }
}

/// The longest text that stands in every match, outside repetitions and branches.
fn required(node: &Node) -> Vec<u8> {
    let Node::Sequence(parts) = node else {
        return Vec::new();
    };
    let (mut best, mut run) = (Vec::new(), Vec::new());
    for part in parts {
        match part {
            Node::Set(set) if set.iter().map(|bits| bits.count_ones()).sum::<u32>() == 1 => {
                run.extend((0..=u8::MAX).find(|&byte| has(set, byte)));
            }
            Node::Place(_) => {}
            _ => {
                let inner = required(part);
                run = longer(std::mem::take(&mut run), inner);
                best = longer(best, std::mem::take(&mut run));
            }
        }
    }
    longer(best, run)
}

fn longer(a: Vec<u8>, b: Vec<u8>) -> Vec<u8> {
    if b.len() > a.len() { b } else { a }
}

fn too_large(pattern: &str) -> WaymarkError {
    let shown: String = pattern.chars().take(40).collect();
    let message = format!("/{shown}…/: the expression is too large");
    WaymarkError::new(Code::InvalidArgument, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_match(pattern: &str, line: &str) -> bool {
        let expression = Expression::new(pattern).expect(pattern);
        let found = expression.run(MOST_WORK).next(line.as_bytes(), 0).is_some();
        assert_eq!(
            found,
            line.lines()
                .any(|line| expression.is_match(line.as_bytes()))
        );
        found
    }

    #[test]
    fn lines_match_as_grep_says() {
        for (pattern, line, expected) in [
            (r"^fn parse_\w+", "fn parse_all()", true),
            (r"^fn parse_\w+", "  fn parse_all()", false),
            (r"parse\(\d\)$", "x = parse(1)", true),
            (r"parse\(\d\)$", "x = parse(1);", false),
            ("colou?r", "a color", true),
            ("a{2,3}b", "ab", false),
            ("^a{2,3}b", "aaab", true),
            ("^a{2,3}b", "aaaab", false),
            ("^(ab|cd|)+e", "abcdabe", true),
            ("x|y|z", "only z", true),
            ("x|y|z", "not w", false),
            (r"\bget\b", "get_user", false),
            (r"\bget\b", "a.get()", true),
            (r"\Bget", "forget", true),
            ("[^a-c]", "abcabc", false),
            ("[]x-]", "a-b", true),
            (r"[\d_]+\.", "v1_0.", true),
            ("(?i)todo", "TODO: x", true),
            ("gr.+e", "größe", true),
            ("größe", "größe", true),
            ("(?:a|b)*?c", "c", true),
            ("(a*)*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaac", false),
        ] {
            assert_eq!(is_match(pattern, line), expected, "{pattern} {line}");
        }
    }

    #[test]
    fn lines_are_told_by_their_first_letter() {
        let text = b"a\r\n  fn b\n\nfn c";
        let starts = |pattern: &str| -> Vec<usize> {
            let expression = Expression::new(pattern).expect("sound");
            let mut run = expression.run(MOST_WORK);
            let mut starts = Vec::new();
            let mut from = 0;
            while let Some((start, behind)) = run.next(text, from) {
                starts.push(start);
                from = behind;
            }
            starts
        };
        assert_eq!(starts("fn"), [5, 11]);
        assert_eq!(starts("^[ac]$"), [0]);
        assert_eq!(starts("^$"), [10]);
        assert_eq!(starts("absent"), [0; 0]);
    }

    #[test]
    fn what_a_match_must_hold_is_known() {
        for (pattern, expected) in [
            (r"fn\s+parse_\w+", "parse_"),
            ("colou?r", "colo"),
            ("(abc)+def", "def"),
            (r"a\.b\(c\)", "a.b(c)"),
            ("alpha|beta", ""),
            ("(?i)alpha", ""),
            ("x(longer)y", "longer"),
        ] {
            let found = parse::parse(pattern)
                .map(|tree| required(&tree))
                .expect("sound");
            assert_eq!(String::from_utf8_lossy(&found), expected, "{pattern}");
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        let long = "a".repeat(LONGEST + 1);
        let deep = "(".repeat(100);
        for pattern in [
            "(",
            ")",
            "[a",
            "*a",
            "a{3,2}",
            "a{",
            "a{99999}",
            "((a{100}){100}){9}",
            r"\q",
            "\\",
            "(?<n>a)",
            "[ä]",
            &long,
            &deep,
        ] {
            let code = Expression::new(pattern).map(|_| ()).map_err(|e| e.code);
            let expected = if pattern == "a{" {
                Ok(())
            } else {
                Err(Code::InvalidArgument)
            };
            assert_eq!(code, expected, "{pattern}");
        }
    }

    #[test]
    fn a_long_line_takes_time_in_proportion() {
        let line = "a".repeat(200_000);
        assert!(!is_match("(a|a)*(a|a)*b", &line));
        assert!(!is_match("(a?){50}b$", &line[..20_000]));
    }

    #[test]
    fn a_run_does_no_more_than_it_may() {
        let text = "abbabaabbbaabab\n".repeat(1000);
        let expression = Expression::new("(a|b)*a(a|b){12}c").expect("sound");
        for (work, spent) in [(MOST_WORK, false), (10_000, true), (0, true)] {
            let mut run = expression.run(work);
            assert_eq!(run.next(text.as_bytes(), 0), None);
            assert_eq!(run.is_spent(), spent, "{work}");
        }
        // What was found before is told.
        let text = format!("aabbaabbaabbaac\n{text}");
        let mut run = expression.run(10_000);
        assert_eq!(run.next(text.as_bytes(), 0), Some((0, 16)));
        assert_eq!(run.next(text.as_bytes(), 16), None);
        assert!(run.is_spent());
    }
}
