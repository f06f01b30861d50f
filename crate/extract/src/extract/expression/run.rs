//! A program over lines: steps at once (Thompson 1968), and what they come to kept, so
//! that a byte is one look-up where the same comes again.

use super::parse::{Bytes, Place, has};
use super::{Expression, Step};
use crate::map::HashMap;
use crate::sort::Arrange;

/// Work that a search may be, in bytes that are looked up; about half a second.
pub const MOST_WORK: u64 = 1 << 28;
/// What it counts to find out what steps come to: for each step that is looked at, and
/// besides.
const A_STEP: u64 = 8;
const A_STATE: u64 = 128;
/// Look-ups that are kept; beyond, they are forgotten and found out again.
const MOST_KEPT: usize = 1 << 17;

/// Bytes that no set of a program tells apart.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    of: Box<[u8; 256]>,
    /// A byte of each class; behind them is the end of a line.
    examples: Vec<u8>,
}

impl Classes {
    /// Those of `program`, and of what is in `words` and what is not.
    pub(super) fn of(program: &[Step], words: &Bytes) -> Self {
        let sets = program.iter().filter_map(|step| match step {
            Step::Take(set) => Some(*set),
            _ => None,
        });
        let mut of = Box::new([0; 256]);
        let mut examples = vec![0];
        for set in sets.chain([*words]) {
            split(&set, &mut of, &mut examples);
        }
        Self { of, examples }
    }

    /// How many there are, with the end of a line.
    const fn count(&self) -> usize {
        self.examples.len() + 1
    }
}

/// Parts each class into what is in `set` and what is not.
fn split(set: &Bytes, of: &mut [u8; 256], examples: &mut Vec<u8>) {
    let mut parted: Vec<Option<u8>> = vec![None; examples.len()];
    for byte in 0..=u8::MAX {
        let class = usize::from(of[usize::from(byte)]);
        if has(set, byte) == has(set, examples[class]) {
            continue;
        }
        let new = *parted[class].get_or_insert_with(|| {
            examples.push(byte);
            (examples.len() - 1) as u8
        });
        of[usize::from(byte)] = new;
    }
}

/// Where a run is between two bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    /// Steps that go on here, in order; a match may begin anywhere besides.
    open: Vec<u16>,
    /// Whether a byte of a word is before it.
    in_word: bool,
    /// Whether it is the start of a line.
    at_start: bool,
}

impl State {
    const START: Self = Self {
        open: Vec::new(),
        in_word: false,
        at_start: true,
    };
}

/// What is found out of states, by number.
const UNKNOWN: u32 = 0;
const MATCHED: u32 = 1;
const FIRST: u32 = 2;

/// A run of an expression over any number of texts, which are [`MOST_WORK`] in all.
#[derive(Debug)]
pub struct Run<'a> {
    expression: &'a Expression,
    numbers: HashMap<State, u32>,
    states: Vec<State>,
    /// The state behind each state and class.
    next: Vec<u32>,
    /// The mark of each step's last visit, and that of this one.
    visited: Vec<u32>,
    mark: u32,
    stack: Vec<usize>,
    spare: Vec<u16>,
    /// Work that is left.
    left: u64,
}

impl<'a> Run<'a> {
    pub(super) fn new(expression: &'a Expression, work: u64) -> Self {
        Self {
            expression,
            numbers: HashMap::default(),
            states: Vec::new(),
            next: Vec::new(),
            visited: vec![0; expression.program.len()],
            mark: 0,
            stack: Vec::new(),
            spare: Vec::new(),
            left: work,
        }
    }

    /// Whether the work was too much: what was not found by then is not known.
    #[must_use]
    pub const fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// The next line of `text` from the byte `from` on that matches, `from` being the start of
    /// one: where its first letter is, and where the line behind it begins.
    pub fn next(&mut self, text: &[u8], from: usize) -> Option<(usize, usize)> {
        let mut from = from;
        while let Some(rest) = text.get(from..).filter(|rest| !rest.is_empty()) {
            if self.is_spent() {
                return None;
            }
            // Lines without what every match holds are passed over.
            let skipped = match &self.expression.required {
                Some(finder) => finder.find(rest)?,
                None => 0,
            };
            let start = rest[..skipped].iter().rposition(|&byte| byte == b'\n');
            let start = from + start.map_or(0, |at| at + 1);
            let line = text.get(start..).unwrap_or(&[]);
            let line = line.split(|&byte| byte == b'\n').next().unwrap_or(line);
            from = start + line.len() + 1;
            if self.matches(line.strip_suffix(b"\r").unwrap_or(line)) {
                let blanks = line.iter().take_while(|byte| byte.is_ascii_whitespace());
                return Some((start + blanks.count(), from));
            }
        }
        None
    }

    /// Whether `line` matches, as far as the work reaches.
    fn matches(&mut self, line: &[u8]) -> bool {
        let classes = &self.expression.classes;
        let width = classes.count();
        let end = width - 1;
        let bytes = line
            .iter()
            .map(|&byte| usize::from(classes.of[usize::from(byte)]));
        let mut state = self.number(State::START);
        for class in bytes.chain([end]) {
            let slot = (state - FIRST) as usize * width + class;
            state = match self.next.get(slot) {
                Some(&UNKNOWN) | None => self.find_out(state, class),
                Some(&known) => known,
            };
            match state {
                MATCHED => return true,
                UNKNOWN => return false,
                _ => {}
            }
        }
        self.left = self.left.saturating_sub(line.len() as u64 + 1);
        false
    }

    /// Whether `line` matches, with nothing kept for another one.
    pub(super) fn matches_once(&mut self, line: &[u8]) -> bool {
        let classes = &self.expression.classes;
        let bytes = line
            .iter()
            .map(|&byte| usize::from(classes.of[usize::from(byte)]));
        let mut state = State::START;
        for class in bytes.chain([classes.examples.len()]) {
            let mut open = std::mem::take(&mut self.spare);
            open.clear();
            if self.step(&state, class, &mut open).0 {
                return true;
            }
            self.spare = std::mem::replace(&mut state, self.behind(open, class)).open;
        }
        false
    }

    /// The state behind a byte of `class`, where `open` go on.
    fn behind(&self, open: Vec<u16>, class: usize) -> State {
        let Expression { classes, words, .. } = self.expression;
        let byte = classes.examples.get(class);
        State {
            open,
            in_word: byte.is_some_and(|&byte| has(words, byte)),
            at_start: false,
        }
    }

    /// The number of `state`, which may be new.
    fn number(&mut self, state: State) -> u32 {
        if let Some(&known) = self.numbers.get(&state) {
            return known;
        }
        let number = self.states.len() as u32 + FIRST;
        self.states.push(state.clone());
        self.numbers.insert(state, number);
        let width = self.expression.classes.count();
        self.next.resize(self.states.len() * width, UNKNOWN);
        number
    }

    /// What comes behind the state `number` and a byte of `class`, kept for the next time;
    /// [`UNKNOWN`] where the work is spent.
    fn find_out(&mut self, number: u32, class: usize) -> u32 {
        let width = self.expression.classes.count();
        let at = (number - FIRST) as usize;
        let Some(state) = self.states.get(at).cloned() else {
            return UNKNOWN;
        };
        let mut open = Vec::new();
        let (matched, visits) = self.step(&state, class, &mut open);
        self.left = (self.left).saturating_sub(A_STATE + A_STEP * visits);
        if self.is_spent() {
            return UNKNOWN;
        }
        let full = self.next.len() > MOST_KEPT;
        if full {
            self.numbers.clear();
            self.states.clear();
            self.next.clear();
        }
        open.arrange();
        let known = match matched {
            true => MATCHED,
            false => self.number(self.behind(open, class)),
        };
        if let Some(slot) = self.next.get_mut(at * width + class).filter(|_| !full) {
            *slot = known;
        }
        known
    }

    /// Puts the steps behind `state` and a byte of `class` into `open`; answers whether
    /// it matches before that byte, and how many steps were looked at.
    fn step(&mut self, state: &State, class: usize, open: &mut Vec<u16>) -> (bool, u64) {
        let Expression {
            program,
            words,
            classes,
            ..
        } = self.expression;
        let byte = classes.examples.get(class).copied();
        let is_word = byte.is_some_and(|byte| has(words, byte));
        self.mark += 1;
        let mut visits = 0;
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        stack.push(0);
        stack.extend(state.open.iter().rev().map(|&step| usize::from(step)));
        while let Some(step) = stack.pop() {
            if std::mem::replace(&mut self.visited[step], self.mark) == self.mark {
                continue;
            }
            visits += 1;
            match &program[step] {
                Step::Match => {
                    self.stack = stack;
                    return (true, visits);
                }
                Step::Fork(one, other) => stack.extend([*other, *one]),
                Step::At(place) => {
                    let holds = match place {
                        Place::Start => state.at_start,
                        Place::End => byte.is_none(),
                        Place::Border => state.in_word != is_word,
                        Place::Inside => state.in_word == is_word,
                    };
                    stack.extend(holds.then_some(step + 1));
                }
                Step::Take(set) => {
                    open.extend(byte.filter(|&byte| has(set, byte)).map(|_| step as u16 + 1));
                }
            }
        }
        self.stack = stack;
        (false, visits)
    }
}
