//! Reads tree-sitter's query syntax: text to a tree of elements, kinds and
//! fields resolved against the grammar.
//!
//! Left out of it, with an error that says so: groups of siblings, `ERROR` and
//! `MISSING`, supertypes. Source: tree-sitter's documentation, "Query syntax".

use crate::extract::query::element::{
    Argument, Element, Operator, Predicate, Quantifier, Setting, Test, Tree,
};
use tree_sitter::Language;

/// Elements inside elements that are read.
const DEPTH: usize = 64;

/// What is wrong with a query, and where.
#[derive(Debug)]
pub struct Mistake {
    /// Byte in the text.
    pub offset: usize,
    /// The reason.
    pub message: String,
}

type Read<T> = Result<T, Mistake>;

/// Reads all patterns of `text`, which starts at byte `base` of a larger one;
/// capture names are collected in `captures`, and stand in the patterns as their
/// places there.
///
/// # Errors
/// The first [`Mistake`].
pub fn read(
    text: &str,
    base: usize,
    grammar: &Language,
    captures: &mut Vec<Box<str>>,
) -> Read<Vec<Tree>> {
    let mut reader = Reader {
        text,
        at: 0,
        grammar,
        captures,
        predicates: Vec::new(),
        settings: Vec::new(),
    };
    let mut patterns = Vec::new();
    while reader.peek().is_some() {
        let start = reader.at;
        let pattern = reader.pattern().map_err(|mistake| Mistake {
            // What is missing at the end belongs to the pattern that lacks it.
            offset: base
                + if reader.peek().is_none() {
                    start
                } else {
                    mistake.offset
                },
            ..mistake
        });
        let pattern = pattern?;
        patterns.push(Tree {
            start: base + pattern.start,
            ..pattern
        });
    }
    Ok(patterns)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    grammar: &'a Language,
    captures: &'a mut Vec<Box<str>>,
    predicates: Vec<Predicate>,
    settings: Vec<Setting>,
}

impl Reader<'_> {
    fn pattern(&mut self) -> Read<Tree> {
        self.peek();
        let start = self.at;
        let top = self.element(0)?;
        if top.field.is_some() || top.quantifier != Quantifier::One {
            return self.fail(start, "a pattern begins with a node");
        }
        Ok(Tree {
            start,
            top,
            predicates: std::mem::take(&mut self.predicates),
            settings: std::mem::take(&mut self.settings),
        })
    }

    /// One element with its field, quantifier and captures.
    fn element(&mut self, depth: usize) -> Read<Element> {
        let start = self.at;
        if depth > DEPTH {
            return self.fail(start, "elements are nested too deeply");
        }
        let mut element = match self.peek() {
            Some('(') => self.parenthesis(depth)?,
            Some('[') => self.choice(depth)?,
            Some('"') => {
                let name = self.string()?;
                Element::of(Test::Kind(self.kind(start, &name, false)?))
            }
            Some(c) if is_word(c) => {
                let word = self.word();
                if self.peek() == Some(':') {
                    self.at += 1;
                    self.peek();
                    let field = self.field(start, &word)?;
                    let mut element = self.element(depth + 1)?;
                    if element.field.replace(field).is_some() {
                        return self.fail(start, "two fields for one node");
                    }
                    return Ok(element);
                }
                if word != "_" {
                    return self.fail(start, &format!("a node is written in parentheses: {word}"));
                }
                Element::of(Test::Any)
            }
            Some(c) => return self.fail(start, &format!("unexpected {c}")),
            None => return self.fail(start, "the pattern does not end"),
        };
        self.suffixes(&mut element)?;
        Ok(element)
    }

    fn suffixes(&mut self, element: &mut Element) -> Read<()> {
        while let Some(c) = self.peek() {
            match c {
                '@' => {
                    self.at += 1;
                    let name = self.word();
                    let capture = self.capture(&name);
                    element.captures.push(capture);
                }
                '?' | '*' | '+' if element.quantifier == Quantifier::One => {
                    self.at += 1;
                    element.quantifier = match c {
                        '?' => Quantifier::Optional,
                        '*' => Quantifier::Any,
                        _ => Quantifier::Some,
                    };
                }
                '?' | '*' | '+' => return self.fail(self.at, "two quantifiers for one node"),
                _ => break,
            }
        }
        Ok(())
    }

    /// A node, or a group around one node and its predicates.
    fn parenthesis(&mut self, depth: usize) -> Read<Element> {
        let start = self.at;
        self.at += 1;
        match self.peek() {
            Some(c) if is_word(c) => self.node(start, depth),
            _ => self.group(start, depth),
        }
    }

    fn group(&mut self, start: usize, depth: usize) -> Read<Element> {
        let element = self.element(depth + 1)?;
        while self.predicate()? {}
        match self.peek() {
            Some(')') => self.at += 1,
            _ => return self.fail(start, "a group of siblings: name their parent"),
        }
        Ok(element)
    }

    fn node(&mut self, start: usize, depth: usize) -> Read<Element> {
        let name = self.word();
        let test = match &*name {
            "_" => Test::Named,
            "ERROR" | "MISSING" => {
                return self.fail(start, &format!("{name} cannot be asked for"));
            }
            _ => Test::Kind(self.kind(start, &name, true)?),
        };
        let mut node = Element::of(test);
        let mut anchored = false;
        loop {
            if self.predicate()? {
                continue;
            }
            let at = self.at;
            match self.peek() {
                Some(')') => {
                    self.at += 1;
                    node.closed = anchored;
                    return Ok(node);
                }
                Some('.') => {
                    self.at += 1;
                    anchored = true;
                }
                Some('!') => {
                    self.at += 1;
                    let word = self.word();
                    node.absent.push(self.field(at, &word)?);
                }
                _ => {
                    let mut child = self.element(depth + 1)?;
                    child.anchored = std::mem::take(&mut anchored);
                    node.children.push(child);
                }
            }
        }
    }

    fn choice(&mut self, depth: usize) -> Read<Element> {
        let start = self.at;
        self.at += 1;
        let mut options = Vec::new();
        while self.peek() != Some(']') {
            options.push(self.element(depth + 1)?);
        }
        self.at += 1;
        if options.is_empty() {
            return self.fail(start, "a choice of nothing");
        }
        Ok(Element::of(Test::Choice(options)))
    }

    /// Reads a predicate or setting, if one is next.
    fn predicate(&mut self) -> Read<bool> {
        if self.peek() != Some('(') || !self.after_parenthesis().starts_with('#') {
            return Ok(false);
        }
        let start = self.at;
        self.at += 1;
        self.peek();
        self.at += 1;
        let name = self.word();
        let asks = self.peek();
        if matches!(asks, Some('?' | '!')) {
            self.at += 1;
        }
        let mut arguments = Vec::new();
        loop {
            match self.peek() {
                Some(')') => break,
                Some('@') => {
                    self.at += 1;
                    let word = self.word();
                    arguments.push(Argument::Capture(self.capture(&word)));
                }
                Some('"') => arguments.push(Argument::Text(self.string()?.into())),
                Some(c) if is_word(c) => arguments.push(Argument::Text(self.word().into())),
                _ => return self.fail(start, "a predicate takes captures and texts"),
            }
        }
        self.at += 1;
        if (&*name, asks) == ("set", Some('!')) {
            return self.setting(start, &arguments);
        }
        let operator = asks.filter(|c| *c == '?').and(Operator::parse(&name));
        let Some(operator) = operator else {
            return self.fail(start, &format!("unknown predicate #{name}"));
        };
        match Predicate::new(operator, arguments) {
            Ok(predicate) => self.predicates.push(predicate),
            Err(message) => return self.fail(start, &message),
        }
        Ok(true)
    }

    fn setting(&mut self, start: usize, arguments: &[Argument]) -> Read<bool> {
        let setting = match arguments {
            [Argument::Text(key)] => Setting {
                key: key.clone(),
                value: "".into(),
            },
            [Argument::Text(key), Argument::Text(value)] => Setting {
                key: key.clone(),
                value: value.clone(),
            },
            _ => return self.fail(start, "#set! takes a key and a value"),
        };
        self.settings.push(setting);
        Ok(true)
    }

    fn kind(&self, start: usize, name: &str, named: bool) -> Read<u16> {
        let kind = self.grammar.id_for_node_kind(name, named);
        if kind == 0 {
            return self.fail(start, &format!("the grammar has no node kind {name}"));
        }
        if self.grammar.node_kind_is_supertype(kind) {
            return self.fail(start, &format!("{name} stands for other kinds: name those"));
        }
        Ok(kind)
    }

    fn field(&self, start: usize, name: &str) -> Read<u16> {
        let field = self.grammar.field_id_for_name(name);
        let unknown = || Mistake {
            offset: start,
            message: format!("the grammar has no field {name}"),
        };
        field.map(std::num::NonZeroU16::get).ok_or_else(unknown)
    }

    fn capture(&mut self, name: &str) -> u16 {
        let known = self.captures.iter().position(|known| &**known == name);
        let place = known.unwrap_or_else(|| {
            self.captures.push(name.into());
            self.captures.len() - 1
        });
        place as u16
    }

    /// Skips blanks and comments; the character after them.
    fn peek(&mut self) -> Option<char> {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if !trimmed.starts_with(';') {
                return trimmed.chars().next();
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    fn after_parenthesis(&self) -> &str {
        self.text.get(self.at + 1..).unwrap_or("").trim_start()
    }

    fn word(&mut self) -> String {
        let rest = &self.text[self.at..];
        let end = rest.find(|c| !is_word_part(c)).unwrap_or(rest.len());
        self.at += end;
        rest[..end].to_owned()
    }

    fn string(&mut self) -> Read<String> {
        let start = self.at;
        let mut out = String::new();
        let mut characters = self.text[start + 1..].char_indices();
        while let Some((offset, c)) = characters.next() {
            match c {
                '"' => {
                    self.at = start + 1 + offset + 1;
                    return Ok(out);
                }
                '\n' => break,
                '\\' => match characters.next() {
                    Some((_, 'n')) => out.push('\n'),
                    Some((_, 't')) => out.push('\t'),
                    Some((_, 'r')) => out.push('\r'),
                    Some((_, '0')) => out.push('\0'),
                    Some((_, c)) => out.push(c),
                    None => break,
                },
                c => out.push(c),
            }
        }
        self.fail(start, "the text does not end")
    }

    fn fail<T>(&self, offset: usize, message: &str) -> Read<T> {
        Err(Mistake {
            offset: offset.min(self.text.len()),
            message: message.to_owned(),
        })
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_word_part(c: char) -> bool {
    is_word(c) || matches!(c, '-' | '.')
}
