//! What a query asks for: elements, predicates, settings.

use crate::extract::expression::Expression;
use crate::sort::Arrange;

/// A pattern as it was read.
#[derive(Debug)]
pub struct Tree {
    /// Byte in the text where it starts.
    pub start: usize,
    /// The node it is rooted at.
    pub top: Element,
    /// What the captures' texts must be.
    pub predicates: Vec<Predicate>,
    /// What it says with `#set!`.
    pub settings: Vec<Setting>,
}

/// A node that is asked for.
#[derive(Debug)]
pub struct Element {
    /// What the node is.
    pub test: Test,
    /// The field it must have in its parent.
    pub field: Option<u16>,
    /// Fields that it must not have itself.
    pub absent: Vec<u16>,
    /// What its children must be, in order, others between them.
    pub children: Vec<Self>,
    /// After the last of them no named child follows.
    pub closed: bool,
    /// No named child stands between the element before and this one.
    pub anchored: bool,
    /// How many siblings it stands for.
    pub quantifier: Quantifier,
    /// Captures of the node.
    pub captures: Vec<u16>,
    /// Whether the element or one inside captures.
    pub captures_any: bool,
}

/// What one node must be.
#[derive(Debug)]
pub enum Test {
    /// Of this kind.
    Kind(u16),
    /// Any named node, but no error.
    Named,
    /// Any node, but no error.
    Any,
    /// The first of these that fits.
    Choice(Vec<Element>),
}

/// How many siblings an element stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// One; each that fits is a match of its own.
    One,
    /// One, or none where none fits.
    Optional,
    /// All that fit.
    Any,
    /// All that fit, and at least one.
    Some,
}

/// `#set!`.
#[derive(Debug)]
pub struct Setting {
    /// What is set.
    pub key: Box<str>,
    /// To what; empty if that is not said.
    pub value: Box<str>,
}

/// What a predicate is asked about.
#[derive(Debug)]
pub enum Argument {
    /// The text of a capture.
    Capture(u16),
    /// A text.
    Text(Box<str>),
}

/// How a predicate compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Equal,
    AnyOf,
    Match,
}

/// A condition on the text of one capture; it holds where nothing is captured.
#[derive(Debug)]
pub struct Predicate {
    /// The capture.
    pub capture: u16,
    /// Whether the condition must hold or must not.
    pub holds: bool,
    /// The condition.
    pub condition: Condition,
}

/// What a capture's text is compared with.
#[derive(Debug)]
pub enum Condition {
    /// Equal to one of these.
    Texts(Vec<Box<str>>),
    /// Equal to the text of a capture.
    Capture(u16),
    /// Holds a match.
    Expression(Expression),
}

impl Element {
    /// An element of `test` alone.
    pub const fn of(test: Test) -> Self {
        Self {
            test,
            field: None,
            absent: Vec::new(),
            children: Vec::new(),
            closed: false,
            anchored: false,
            quantifier: Quantifier::One,
            captures: Vec::new(),
            captures_any: false,
        }
    }

    /// Notes for this element and all inside whether they capture.
    pub fn settle(&mut self) -> bool {
        let mut any = !self.captures.is_empty();
        for child in &mut self.children {
            any |= child.settle();
        }
        if let Test::Choice(options) = &mut self.test {
            for option in options {
                any |= option.settle();
            }
        }
        self.captures_any = any;
        any
    }

    /// The captures of the element and of all inside.
    pub fn all_captures(&self, out: &mut Vec<u16>) {
        out.extend(&self.captures);
        for child in &self.children {
            child.all_captures(out);
        }
        if let Test::Choice(options) = &self.test {
            for option in options {
                option.all_captures(out);
            }
        }
    }

    /// The kinds the node may be of; none if it may be of any.
    pub fn kinds(&self) -> Option<Vec<u16>> {
        match &self.test {
            Test::Kind(kind) => Some(vec![*kind]),
            Test::Named | Test::Any => None,
            Test::Choice(options) => {
                let mut kinds = Vec::new();
                for option in options {
                    kinds.extend(option.kinds()?);
                }
                kinds.arrange();
                kinds.dedup();
                Some(kinds)
            }
        }
    }
}

impl Operator {
    /// The operator called `name`, `not-` before it left out.
    pub fn parse(name: &str) -> Option<(Self, bool)> {
        let (name, holds) = match name.strip_prefix("not-") {
            Some(name) => (name, false),
            None => (name, true),
        };
        let operator = match name {
            "eq" => Self::Equal,
            "any-of" => Self::AnyOf,
            "match" => Self::Match,
            _ => return None,
        };
        Some((operator, holds))
    }
}

impl Predicate {
    /// A predicate, or what is wrong with its arguments.
    pub fn new(
        (operator, holds): (Operator, bool),
        arguments: Vec<Argument>,
    ) -> Result<Self, String> {
        let mut arguments = arguments.into_iter();
        let Some(Argument::Capture(capture)) = arguments.next() else {
            return Err("a predicate begins with a capture".to_owned());
        };
        let rest: Vec<Argument> = arguments.collect();
        let condition = match (operator, &rest[..]) {
            (Operator::Equal, [Argument::Capture(other)]) => Condition::Capture(*other),
            (Operator::Match, [Argument::Text(pattern)]) => {
                Condition::Expression(Expression::new(pattern).map_err(|error| error.message)?)
            }
            (Operator::Equal, [Argument::Text(_)]) | (Operator::AnyOf, _) => {
                Condition::Texts(texts(rest)?)
            }
            _ => return Err("the predicate takes one more argument".to_owned()),
        };
        Ok(Self {
            capture,
            holds,
            condition,
        })
    }
}

fn texts(arguments: Vec<Argument>) -> Result<Vec<Box<str>>, String> {
    let text = |argument| match argument {
        Argument::Text(text) => Ok(text),
        Argument::Capture(_) => Err("a text is expected".to_owned()),
    };
    arguments.into_iter().map(text).collect()
}
