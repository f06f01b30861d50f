//! Runs a query over a tree: one traversal, at each node the patterns rooted at
//! its kind. A node's children are listed once for all of them.

use crate::extract::query::element::{Condition, Element, Predicate, Quantifier, Test};
use crate::extract::query::{Query, Rooted};
use std::ops::Range;
use tree_sitter::{Node, TreeCursor};

/// Children that may be tested per node of the tree, and for any tree. A pattern
/// of several children at a node with thousands is quadratic; code stays far below.
const TESTS_PER_NODE: usize = 64;
const TESTS: usize = 1_000_000;

/// A captured node.
pub type Capture<'t> = (u16, Node<'t>);

/// Calls `found` with each match below `root`: the pattern's place and its
/// captures, in the order of the traversal. Whether no match was given up.
pub fn run<'t>(
    query: &Query,
    root: Node<'t>,
    source: &[u8],
    found: &mut dyn FnMut(usize, &[Capture<'t>]),
) -> bool {
    let mut run = Run {
        query,
        source,
        found,
        nodes: root.walk(),
        children: Vec::new(),
        families: Vec::new(),
        captures: Vec::new(),
        seen: Vec::new(),
        tests: 0,
        limit: TESTS.max(root.descendant_count().saturating_mul(TESTS_PER_NODE)),
    };
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        let patterns = query.rooted_at(node.kind_id());
        if !patterns.is_empty() {
            run.at(node, patterns);
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return run.tests <= run.limit;
            }
        }
    }
}

/// A node in its place among its siblings.
#[derive(Clone, Copy)]
struct Child<'t> {
    node: Node<'t>,
    kind: u16,
    field: u16,
}

struct Run<'t, 'a> {
    query: &'a Query,
    source: &'a [u8],
    found: &'a mut dyn FnMut(usize, &[Capture<'t>]),
    nodes: TreeCursor<'t>,
    /// The children of the nodes of `families`.
    children: Vec<Child<'t>>,
    families: Vec<(usize, Range<usize>)>,
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
        self.families.clear();
        self.children.clear();
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
            let top = Child {
                node,
                kind: node.kind_id(),
                field: 0,
            };
            self.element(&tree.top, top, &mut |run| run.report(pattern));
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
    fn element(&mut self, element: &Element, child: Child<'t>, then: Then<'_, 't, 'a>) -> bool {
        let fits = match &element.test {
            Test::Kind(kind) => *kind == child.kind,
            Test::Named => self.query.is_named(child.kind) && !child.node.is_error(),
            Test::Any => !child.node.is_error(),
            Test::Choice(options) => return self.choice(element, options, child, then),
        };
        if !fits || element.absent.iter().any(|field| has(child.node, *field)) {
            return false;
        }
        let mark = self.captures.len();
        self.capture(element, child.node);
        let found = if element.children.is_empty() {
            then(self)
        } else {
            let family = self.family(child.node);
            self.sequence(&element.children, element.closed, family, then)
        };
        self.captures.truncate(mark);
        found
    }

    fn choice(
        &mut self,
        element: &Element,
        options: &[Element],
        child: Child<'t>,
        then: Then<'_, 't, 'a>,
    ) -> bool {
        let mark = self.captures.len();
        self.capture(element, child.node);
        let found = options.iter().any(|option| {
            option.field.is_none_or(|field| field == child.field)
                && self.element(option, child, then)
        });
        self.captures.truncate(mark);
        found
    }

    fn capture(&mut self, element: &Element, node: Node<'t>) {
        self.captures
            .extend(element.captures.iter().map(|capture| (*capture, node)));
    }

    /// Finds `elements` in order among the siblings `family`.
    fn sequence(
        &mut self,
        elements: &[Element],
        closed: bool,
        family: Range<usize>,
        then: Then<'_, 't, 'a>,
    ) -> bool {
        let Some((first, rest)) = elements.split_first() else {
            let last = !closed || !family.into_iter().any(|place| self.named(place));
            return last && then(self);
        };
        match first.quantifier {
            Quantifier::One => self.each(first, rest, closed, family, then),
            Quantifier::Optional => {
                self.each(first, rest, closed, family.clone(), then)
                    || self.sequence(rest, closed, family, then)
            }
            Quantifier::Any | Quantifier::Some => self.run_of(first, rest, closed, family, then),
        }
    }

    /// A match for each sibling that fits `first` and is followed by `rest`.
    fn each(
        &mut self,
        first: &Element,
        rest: &[Element],
        closed: bool,
        family: Range<usize>,
        then: Then<'_, 't, 'a>,
    ) -> bool {
        // Where nothing is captured, another place would tell nothing new.
        let once = !first.captures_any && rest.first().is_none_or(|next| !next.anchored);
        let end = family.end;
        let mut found = false;
        for place in family {
            let Some(child) = self.test(place) else { break };
            if first.field.is_none_or(|field| field == child.field) {
                found |= self.element(first, child, &mut |run| {
                    run.sequence(rest, closed, place + 1..end, then)
                });
                if found && once {
                    break;
                }
            }
            if first.anchored && self.query.is_named(child.kind) {
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
        family: Range<usize>,
        then: Then<'_, 't, 'a>,
    ) -> bool {
        let mark = self.captures.len();
        let (mut count, mut next) = (0, family.start);
        for place in family.clone() {
            let Some(child) = self.test(place) else { break };
            let mut taken = Vec::new();
            let fits = first.field.is_none_or(|field| field == child.field)
                && self.element(first, child, &mut |run| {
                    taken = run.captures.clone();
                    true
                });
            if fits {
                self.captures = taken;
                (count, next) = (count + 1, place + 1);
            } else if first.anchored && self.query.is_named(child.kind) {
                break;
            }
        }
        let enough = count > 0 || first.quantifier == Quantifier::Any;
        let found = enough && self.sequence(rest, closed, next..family.end, then);
        self.captures.truncate(mark);
        found
    }

    /// The child at `place`; none once too many were tested.
    fn test(&mut self, place: usize) -> Option<Child<'t>> {
        self.tests += 1;
        let within = self.tests <= self.limit;
        self.children.get(place).copied().filter(|_| within)
    }

    fn named(&self, place: usize) -> bool {
        let child = self.children.get(place);
        child.is_some_and(|child| self.query.is_named(child.kind))
    }

    /// The children of `node`, listed once while the patterns of a root are tried.
    fn family(&mut self, node: Node<'t>) -> Range<usize> {
        let id = node.id();
        if let Some((_, family)) = self.families.iter().find(|(known, _)| *known == id) {
            return family.clone();
        }
        let start = self.children.len();
        self.nodes.reset(node);
        let mut more = self.nodes.goto_first_child();
        while more {
            let node = self.nodes.node();
            self.children.push(Child {
                node,
                kind: node.kind_id(),
                field: self.nodes.field_id().map_or(0, std::num::NonZeroU16::get),
            });
            more = self.nodes.goto_next_sibling();
        }
        let family = start..self.children.len();
        self.families.push((id, family.clone()));
        family
    }
}

fn has(node: Node<'_>, field: u16) -> bool {
    node.child_by_field_id(field).is_some()
}
