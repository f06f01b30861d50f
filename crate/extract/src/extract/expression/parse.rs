//! Text to the tree of a regular expression.

use crate::error::{Code, Result, WaymarkError};

/// Groups inside each other.
const DEEPEST: usize = 32;
/// The largest number in braces.
const MOST_REPEATS: u32 = 1000;

/// A set of bytes.
pub type Bytes = [u64; 4];

/// What a part of an expression matches.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// One byte of a set.
    Set(Bytes),
    /// One after the other.
    Sequence(Vec<Node>),
    /// Any of them.
    Either(Vec<Node>),
    /// A number of times, without a bound where the second is missing.
    Repeat(Box<Node>, u32, Option<u32>),
    /// A place, and no byte.
    Place(Place),
}

/// A place between two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Before the first byte of a line.
    Start,
    /// Behind its last.
    End,
    /// Where a word begins or ends.
    Border,
    /// Anywhere else.
    Inside,
}

/// Parses `pattern`.
///
/// # Errors
/// [`Code::InvalidArgument`] with what is wrong and where.
pub fn parse(pattern: &str) -> Result<Node> {
    let (any_case, rest) = match pattern.strip_prefix("(?i)") {
        Some(rest) => (true, rest),
        None => (false, pattern),
    };
    let mut parser = Parser {
        pattern,
        rest: rest.as_bytes(),
        any_case,
        depth: 0,
    };
    let node = parser.either()?;
    match parser.rest {
        [] => Ok(node),
        _ => Err(parser.wrong("a group is closed that was not opened")),
    }
}

struct Parser<'a> {
    pattern: &'a str,
    rest: &'a [u8],
    any_case: bool,
    depth: usize,
}

impl Parser<'_> {
    fn either(&mut self) -> Result<Node> {
        let mut branches = vec![self.sequence()?];
        while self.skip(b"|") {
            branches.push(self.sequence()?);
        }
        Ok(match branches.len() {
            1 => branches.swap_remove(0),
            _ => Node::Either(branches),
        })
    }

    fn sequence(&mut self) -> Result<Node> {
        let mut parts = Vec::new();
        while !matches!(self.rest.first(), None | Some(b'|' | b')')) {
            let part = self.atom()?;
            parts.push(self.repeated(part)?);
        }
        Ok(Node::Sequence(parts))
    }

    fn atom(&mut self) -> Result<Node> {
        let byte = self.next().unwrap_or_default();
        Ok(match byte {
            b'(' => return self.group(),
            b'[' => self.class()?,
            b'.' => Node::Set(not(&set_of(b"\n"))),
            b'^' => Node::Place(Place::Start),
            b'$' => Node::Place(Place::End),
            b'\\' => match self.next() {
                Some(b'b') => Node::Place(Place::Border),
                Some(b'B') => Node::Place(Place::Inside),
                Some(escaped) => Node::Set(self.escape(escaped)?),
                None => return Err(self.wrong("nothing follows the backslash")),
            },
            b'*' | b'+' | b'?' => return Err(self.wrong("nothing comes before a repetition")),
            byte => Node::Set(self.literal(byte)),
        })
    }

    fn group(&mut self) -> Result<Node> {
        if self.rest.first() == Some(&b'?') && !self.skip(b"?:") {
            return Err(
                self.wrong("of groups with a question mark there is only (?:…), and (?i) in front")
            );
        }
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.wrong("there are too many groups inside each other"));
        }
        let inner = self.either()?;
        self.depth -= 1;
        match self.skip(b")") {
            true => Ok(inner),
            false => Err(self.wrong("a group is not closed")),
        }
    }

    /// `node` with the repetitions that follow it.
    fn repeated(&mut self, mut node: Node) -> Result<Node> {
        loop {
            let (least, most) = match self.rest {
                [b'*', ..] => (0, None),
                [b'+', ..] => (1, None),
                [b'?', ..] => (0, Some(1)),
                [b'{', b'0'..=b'9', ..] => self.braces()?,
                _ => return Ok(node),
            };
            self.next();
            // What matches at all is asked, not how far: a lazy mark changes nothing.
            self.skip(b"?");
            node = Node::Repeat(Box::new(node), least, most);
        }
    }

    /// The numbers in braces; the closing one is left.
    fn braces(&mut self) -> Result<(u32, Option<u32>)> {
        self.next();
        let least = self.number()?;
        let most = match self.skip(b",") {
            false => Some(least),
            true if self.rest.first() == Some(&b'}') => None,
            true => Some(self.number()?),
        };
        let sound = self.rest.first() == Some(&b'}') && most.is_none_or(|most| most >= least);
        match sound {
            true => Ok((least, most)),
            false => Err(self.wrong("a repetition in braces is {2}, {2,} or {2,4}")),
        }
    }

    fn number(&mut self) -> Result<u32> {
        let mut number: u32 = 0;
        while let Some(digit) = self.rest.first().filter(|byte| byte.is_ascii_digit()) {
            number = number * 10 + u32::from(digit - b'0');
            self.next();
            if number > MOST_REPEATS {
                return Err(self.wrong("a number in braces is too large"));
            }
        }
        Ok(number)
    }

    fn class(&mut self) -> Result<Node> {
        let negated = self.skip(b"^");
        let mut set = Bytes::default();
        let mut first = true;
        loop {
            let Some(byte) = self.next() else {
                return Err(self.wrong("a class is not closed"));
            };
            match byte {
                b']' if !first => break,
                b'\\' => {
                    let escaped = self.next().unwrap_or(b'\\');
                    add(&mut set, &self.escape(escaped)?);
                }
                0x80.. => return Err(self.wrong("a class holds ASCII only")),
                _ => match *self.rest {
                    [b'-', last, ..] if last != b']' => {
                        self.rest = self.rest.get(2..).unwrap_or(&[]);
                        (byte..=last).for_each(|byte| add(&mut set, &self.literal(byte)));
                    }
                    _ => add(&mut set, &self.literal(byte)),
                },
            }
            first = false;
        }
        Ok(Node::Set(if negated { not(&set) } else { set }))
    }

    fn escape(&self, byte: u8) -> Result<Bytes> {
        Ok(match byte {
            b'd' | b'D' => range(b'0', b'9'),
            b'w' | b'W' => word(),
            b's' | b'S' => set_of(b" \t\r\n\x0b\x0c"),
            b't' => set_of(b"\t"),
            b'n' => set_of(b"\n"),
            b'r' => set_of(b"\r"),
            _ if byte.is_ascii_alphanumeric() => return Err(self.wrong("there is no such escape")),
            _ => self.literal(byte),
        })
        .map(|set| {
            if byte.is_ascii_uppercase() {
                not(&set)
            } else {
                set
            }
        })
    }

    fn literal(&self, byte: u8) -> Bytes {
        match self.any_case {
            true => set_of(&[byte.to_ascii_lowercase(), byte.to_ascii_uppercase()]),
            false => set_of(&[byte]),
        }
    }

    fn next(&mut self) -> Option<u8> {
        let (&byte, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(byte)
    }

    fn skip(&mut self, text: &[u8]) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn wrong(&self, what: &str) -> WaymarkError {
        let at = self.pattern.len() - self.rest.len();
        let message = format!("/{}/: {what}, before byte {at}", self.pattern);
        WaymarkError::new(Code::InvalidArgument, message)
    }
}

/// Whether `set` holds `byte`.
pub const fn has(set: &Bytes, byte: u8) -> bool {
    set[(byte >> 6) as usize] >> (byte & 63) & 1 == 1
}

/// Letters, digits and `_`, and every byte of other scripts.
pub fn word() -> Bytes {
    let mut set = set_of(b"_");
    for (first, last) in [(b'a', b'z'), (b'A', b'Z'), (b'0', b'9'), (0x80, 0xFF)] {
        add(&mut set, &range(first, last));
    }
    set
}

fn range(first: u8, last: u8) -> Bytes {
    let mut set = Bytes::default();
    (first..=last).for_each(|byte| set[usize::from(byte >> 6)] |= 1 << (byte & 63));
    set
}

fn set_of(bytes: &[u8]) -> Bytes {
    let mut set = Bytes::default();
    bytes
        .iter()
        .for_each(|&byte| add(&mut set, &range(byte, byte)));
    set
}

fn add(set: &mut Bytes, other: &Bytes) {
    set.iter_mut().zip(other).for_each(|(a, b)| *a |= b);
}

fn not(set: &Bytes) -> Bytes {
    set.map(|bits| !bits)
}
