//! Conditional compilation across brackets. A grammar takes `#if … #endif` for one
//! piece; where a branch opens or closes what another one does not, or stands inside
//! an expression, there is none. There the first branch that can be compiled is read
//! as if nothing were conditional, and the others as blanks.

use crate::extract::condition;
use crate::extract::manifest::Conditionals;
use crate::extract::tokens::{Kind, Token};
use std::ops::Range;

/// Brackets inside brackets that are told apart.
const DEPTH: usize = 256;

/// What an open bracket holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    /// Statements or members.
    Block,
    /// Enumerators: directives may stand between them, definitions may not.
    List,
    /// An expression or part of one.
    Expression,
}

/// A conditional that is not closed yet.
struct Group {
    /// The tokens of its directives.
    directives: Vec<usize>,
    before: Vec<Open>,
    after_first: Option<Vec<Open>>,
    lowest: usize,
    broken: bool,
    /// Whether a branch so far is compiled in every configuration.
    certain: bool,
    /// By branch, whether it is compiled in none.
    never: Vec<bool>,
}

impl Group {
    /// Begins a branch under what `directive` says.
    fn begin(&mut self, directive: &[u8]) {
        let condition = word_after(directive);
        let holds = match condition.is_empty() {
            true => Some(true),
            false => condition::known(condition),
        };
        self.never.push(self.certain || holds == Some(false));
        self.certain |= holds == Some(true);
    }

    fn is_never(&self) -> bool {
        self.never.last() == Some(&true)
    }
}

/// The bytes that are to be read as blanks.
#[must_use]
pub fn blanks(source: &[u8], tokens: &[Token], rules: &Conditionals) -> Vec<Range<usize>> {
    let mut pass = Pass {
        source,
        tokens,
        rules,
        open: Vec::new(),
        deeper: 0,
        groups: Vec::new(),
        blanks: Vec::new(),
    };
    if !rules.close.is_empty() {
        (0..tokens.len()).for_each(|at| pass.step(at));
    }
    pass.blanks
}

struct Pass<'a> {
    source: &'a [u8],
    tokens: &'a [Token],
    rules: &'a Conditionals,
    open: Vec<Open>,
    /// Brackets that are open beyond [`DEPTH`].
    deeper: usize,
    groups: Vec<Group>,
    blanks: Vec<Range<usize>>,
}

impl Pass<'_> {
    fn step(&mut self, at: usize) {
        match self.tokens[at].kind {
            Kind::Directive => self.directive(at),
            Kind::Mark(b'(' | b'[') => self.enter(Open::Expression),
            Kind::Mark(b'{') => {
                let holds = self.brace(at);
                self.enter(holds);
            }
            Kind::Mark(b')' | b']' | b'}') if self.deeper > 0 => self.deeper -= 1,
            Kind::Mark(b')' | b']' | b'}') => {
                self.open.pop();
                if let Some(group) = self.groups.last_mut() {
                    group.lowest = group.lowest.min(self.open.len());
                }
            }
            _ => {}
        }
    }

    fn enter(&mut self, holds: Open) {
        if self.open.len() < DEPTH {
            self.open.push(holds);
        } else {
            self.deeper += 1;
        }
    }

    /// What the brace at `at` holds, by what stands before it.
    fn brace(&self, at: usize) -> Open {
        let before = self.tokens[..at].iter().rev();
        let mut before = before.filter(|token| token.kind != Kind::Directive);
        let first = before.next();
        match first.map(|token| token.kind) {
            Some(Kind::Mark(b'=' | b',' | b'(')) => return Open::Expression,
            Some(Kind::Mark(b'{')) if self.open.last() == Some(&Open::Expression) => {
                return Open::Expression;
            }
            _ => {}
        }
        let listed = |token: &Token| self.is_one_of(token, &self.rules.lists);
        let head = first.into_iter().chain(before.take(3));
        let head = head.take_while(|token| !matches!(token.kind, Kind::Mark(b';' | b'}' | b')')));
        match head.into_iter().any(listed) {
            true => Open::List,
            false => Open::Block,
        }
    }

    fn directive(&mut self, at: usize) {
        let word = word(&self.source[self.tokens[at].at.clone()]);
        let is = |list: &[String]| list.iter().any(|known| known.as_bytes() == word);
        let text = &self.source[self.tokens[at].at.clone()];
        if is(&self.rules.open) {
            let mut group = Group {
                directives: vec![at],
                before: self.open.clone(),
                after_first: None,
                lowest: self.open.len(),
                broken: self.open.last() != Some(&Open::List)
                    && self.tokens[..at].last().is_some_and(joins),
                certain: false,
                never: Vec::new(),
            };
            group.begin(text);
            self.groups.push(group);
        } else if is(&self.rules.other) {
            self.end_branch(at);
            if let Some(group) = self.groups.last_mut() {
                let after = std::mem::replace(&mut self.open, group.before.clone());
                if !group.is_never() {
                    group.after_first.get_or_insert(after);
                }
                group.lowest = self.open.len();
                group.directives.push(at);
                group.begin(text);
            }
        } else if self.rules.close.as_bytes() == word {
            self.end_branch(at);
            if let Some(mut group) = self.groups.pop() {
                group.directives.push(at);
                if let Some(after) = group.after_first.take() {
                    self.open = after;
                }
                let lowest = self.open.len().min(group.lowest);
                if let Some(outer) = self.groups.last_mut() {
                    outer.lowest = outer.lowest.min(lowest);
                }
                self.end_group(&group);
            }
        } else if matches!(self.open.last(), Some(Open::Expression | Open::List)) {
            self.blanks.push(self.tokens[at].at.clone());
        }
    }

    /// Ends the branch before the directive at `at`.
    fn end_branch(&mut self, at: usize) {
        let Some(group) = self.groups.last_mut() else {
            return;
        };
        if group.is_never() {
            // It need not even be code.
            let start = group
                .directives
                .last()
                .map(|start| self.tokens[*start].at.end);
            let end = self.tokens[at].at.start;
            self.blanks.extend(start.map(|start| start..end));
            self.open.clone_from(&group.before);
            group.lowest = self.open.len();
            return;
        }
        let first = group.directives.last().map_or(at, |start| start + 1);
        let inside = &self.tokens[first.min(at)..at];
        let balanced = self.open.len() == group.before.len() && group.lowest == self.open.len();
        group.broken |= !balanced;
        let (source, rules) = (self.source, self.rules);
        let dangles = |token: Option<&Token>| {
            token.is_some_and(|token| {
                let text = &source[token.at.clone()];
                rules.dangling.iter().any(|known| known.as_bytes() == text)
            })
        };
        group.broken |= dangles(inside.first()) || dangles(inside.last());
        let listed = group.before.last() == Some(&Open::List);
        group.broken |= !listed && inside.last().is_some_and(joins);
        group.broken |= inside.first().is_some_and(|token| {
            joins(token) || matches!(token.kind, Kind::Mark(b')' | b':' | b'.'))
        });
    }

    fn end_group(&mut self, group: &Group) {
        let within = group.before.last() == Some(&Open::Expression);
        if !group.broken && !within {
            return;
        }
        let span = |at: usize| self.tokens[at].at.clone();
        let kept = group.never.iter().position(|never| !never);
        let mut blanks = Vec::new();
        for (place, pair) in group.directives.windows(2).enumerate() {
            let (start, end) = (span(pair[0]), span(pair[1]));
            blanks.push(if Some(place) == kept {
                start
            } else {
                start.start..end.start
            });
            if place + 2 == group.directives.len() {
                blanks.push(end);
            }
        }
        self.blanks.extend(blanks);
    }

    fn is_one_of(&self, token: &Token, list: &[String]) -> bool {
        let text = &self.source[token.at.clone()];
        list.iter().any(|known| known.as_bytes() == text)
    }
}

/// Whether what stands before and behind the token is one expression or list.
fn joins(token: &Token) -> bool {
    matches!(token.kind, Kind::Mark(b',' | b'=' | b'|' | b'+' | b'?'))
}

/// The word behind the mark of a directive.
fn word(directive: &[u8]) -> &[u8] {
    let text = directive.get(1..).unwrap_or(&[]).trim_ascii_start();
    let end = text.iter().position(|byte| !byte.is_ascii_alphanumeric());
    &text[..end.unwrap_or(text.len())]
}

/// What stands behind that word.
fn word_after(directive: &[u8]) -> &[u8] {
    let text = directive.get(1..).unwrap_or(&[]).trim_ascii_start();
    text[word(directive).len()..].trim_ascii()
}
