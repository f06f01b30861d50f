//! Runs a query over a tree: one traversal, at each node the patterns rooted at
//! its kind.

use crate::extract::query::element::{Condition, Element, Predicate, Quantifier, Test};
use crate::extract::query::{Query, Rooted};
use crate::extract::rows::{Node, Tree};

/// Children that may be tested per node of the tree, and for any tree. A pattern
/// of several children at a node with thousands is quadratic; code stays far below.
const TESTS_PER_NODE: usize = 64;
const TESTS: usize = 1_000_000;

/// A captured node.
pub type Capture<'t> = (u16, Node<'t>);

/// Calls `found` with each match in `tree`: the pattern's place and its
/// captures, in the order of the traversal. Whether no match was given up.
pub fn run<'t>(
    query: &Query,
    tree: &'t Tree,
    source: &[u8],
    found: &mut dyn FnMut(usize, &[Capture<'t>]),
) -> bool {
    let mut run = Run {
        query,
        source,
        found,
        captures: Vec::new(),
        seen: Vec::new(),
        tests: 0,
        limit: TESTS.max(tree.count().saturating_mul(TESTS_PER_NODE)),
    };
    for node in tree.nodes() {
        let patterns = query.rooted_at(node.kind_id());
        if !patterns.is_empty() {
            run.at(node, patterns);
        }
    }
    run.tests <= run.limit
}

struct Run<'t, 'a> {
    query: &'a Query,
    source: &'a [u8],
    found: &'a mut dyn FnMut(usize, &[Capture<'t>]),
    captures: Vec<Capture<'t>>,
    /// Matches of the pattern at hand, where it may find one twice.
    seen: Vec<Vec<Capture<'t>>>,
    tests: usize,
    limit: usize,
}

/// What is done once the elements so far have been found; whether a match came of it.
type Then<'k, 't, 'a> = &'k mut dyn FnMut(&mut Run<'t, 'a>) -> bool;

impl<'t, 'a> Run<'t, 'a> {
    fn at(&mut self, node: Node<'t>, patterns: &[Rooted]) {
        for rooted in patterns {
            let pattern = rooted.pattern as usize;
            if let Some(capture) = rooted.lone {
                (self.found)(pattern, &[(capture, node)]);
                continue;
            }
            let query = self.query;
            let Some(tree) = query.patterns.get(pattern) else {
                continue;
            };
            self.seen.clear();
            self.element(&tree.top, node, &mut |run| run.report(pattern));
            self.captures.clear();
        }
    }

    /// Passes on the captures at hand, unless a predicate is against it.
    fn report(&mut self, pattern: usize) -> bool {
        let query = self.query;
        let tree = &query.patterns[pattern];
        if !tree
            .predicates
            .iter()
            .all(|predicate| self.holds(predicate))
        {
            return false;
        }
        if query.repeats[pattern] {
            if self.seen.contains(&self.captures) {
                return true;
            }
            self.seen.push(self.captures.clone());
        }
        (self.found)(pattern, &self.captures);
        true
    }

    fn holds(&self, predicate: &Predicate) -> bool {
        let all = self
            .captures
            .iter()
            .filter(|(capture, _)| *capture == predicate.capture);
        all.map(|(_, node)| self.text(*node)).all(|text| {
            let is = match &predicate.condition {
                Condition::Texts(texts) => texts.iter().any(|known| known.as_bytes() == text),
                Condition::Expression(expression) => expression.is_match(text),
                Condition::Capture(other) => {
                    let mut others = self.captures.iter().filter(|(capture, _)| capture == other);
                    others.all(|(_, node)| self.text(*node) == text)
                }
            };
            is == predicate.holds
        })
    }

    fn text(&self, node: Node<'t>) -> &'a [u8] {
        self.source.get(node.byte_range()).unwrap_or(&[])
    }

    /// Tests `child` against `element` with all that is inside.
    fn element(&mut self, element: &Element, child: Node<'t>, then: Then<'_, 't, 'a>) -> bool {
        let fits = match &element.test {
            Test::Kind(kind) => *kind == child.kind_id(),
            Test::Named => child.is_named() && !child.is_error(),
            Test::Any => !child.is_error(),
            Test::Choice(options) => return self.choice(element, options, child, then),
        };
        if !fits
            || element
                .absent
                .iter()
                .any(|field| child.child_by_field_id(*field).is_some())
        {
            return false;
        }
        let mark = self.captures.len();
        self.capture(element, child);
        let found = if element.children.is_empty() {
            then(self)
        } else {
            self.sequence(&element.children, element.closed, child.first_child(), then)
        };
        self.captures.truncate(mark);
        found
    }

    fn choice(
        &mut self,
        element: &Element,
        options: &[Element],
        child: Node<'t>,
        then: Then<'_, 't, 'a>,
    ) -> bool {
        let mark = self.captures.len();
        self.capture(element, child);
        let found = options.iter().any(|option| {
            option.field.is_none_or(|field| field == child.field_id())
                && self.element(option, child, then)
        });
        self.captures.truncate(mark);
        found
    }

    fn capture(&mut self, element: &Element, node: Node<'t>) {
        for capture in &element.captures {
            self.captures.push((*capture, node));
        }
    }

    /// Finds `elements` in order among `sibling` and those after it.
    fn sequence(
        &mut self,
        elements: &[Element],
        closed: bool,
        sibling: Option<Node<'t>>,
        then: Then<'_, 't, 'a>,
    ) -> bool {
        let Some((first, rest)) = elements.split_first() else {
            let last = !closed || !from(sibling).any(Node::is_named);
            return last && then(self);
        };
        match first.quantifier {
            Quantifier::One => self.each(first, rest, closed, sibling, then),
            Quantifier::Optional => {
                self.each(first, rest, closed, sibling, then)
                    || self.sequence(rest, closed, sibling, then)
            }
            Quantifier::Any | Quantifier::Some => self.run_of(first, rest, closed, sibling, then),
        }
    }

    /// A match for each sibling that fits `first` and is followed by `rest`.
    fn each(
        &mut self,
        first: &Element,
        rest: &[Element],
        closed: bool,
        sibling: Option<Node<'t>>,
        then: Then<'_, 't, 'a>,
    ) -> bool {
        // Where nothing is captured, another place would tell nothing new.
        let once = !first.captures_any && rest.first().is_none_or(|next| !next.anchored);
        let mut found = false;
        for child in from(sibling) {
            if !self.may_test() {
                break;
            }
            let other = matches!(first.test, Test::Kind(kind) if kind != child.kind_id());
            if !other && first.field.is_none_or(|field| field == child.field_id()) {
                found |= self.element(first, child, &mut |run| {
                    run.sequence(rest, closed, child.next_sibling(), then)
                });
                if found && once {
                    break;
                }
            }
            if first.anchored && child.is_named() {
                break;
            }
        }
        found
    }

    /// All siblings that fit `first`, as one match.
    fn run_of(
        &mut self,
        first: &Element,
        rest: &[Element],
        closed: bool,
        sibling: Option<Node<'t>>,
        then: Then<'_, 't, 'a>,
    ) -> bool {
        let mark = self.captures.len();
        let (mut count, mut next) = (0, sibling);
        for child in from(sibling) {
            if !self.may_test() {
                break;
            }
            let mut taken = Vec::new();
            let fits = first.field.is_none_or(|field| field == child.field_id())
                && self.element(first, child, &mut |run| {
                    taken = run.captures.clone();
                    true
                });
            if fits {
                self.captures = taken;
                (count, next) = (count + 1, child.next_sibling());
            } else if first.anchored && child.is_named() {
                break;
            }
        }
        let enough = count > 0 || first.quantifier == Quantifier::Any;
        let found = enough && self.sequence(rest, closed, next, then);
        self.captures.truncate(mark);
        found
    }

    /// Counts a test; false once there were too many.
    const fn may_test(&mut self) -> bool {
        self.tests += 1;
        self.tests <= self.limit
    }
}

/// `sibling` and those after it.
fn from(sibling: Option<Node<'_>>) -> impl Iterator<Item = Node<'_>> {
    std::iter::successors(sibling, |sibling| sibling.next_sibling())
}
