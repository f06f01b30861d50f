//! Query matches as a flat, sorted list of events.

use crate::extract::query::Compiled;
use crate::extract::rows::{Node, Tree};
use crate::extract::vocabulary::{Role, Root};
use crate::map::HashMap;
use crate::sort::Arrange;
use crate::text::Span;

/// One match of one pattern.
#[derive(Clone, Copy, Debug)]
pub struct Event<'t> {
    /// The root capture.
    pub node: Node<'t>,
    /// Its bytes.
    pub span: Span,
    /// Index of the pattern.
    pub pattern: u32,
    /// What the pattern is about.
    pub root: Root,
    first: u32,
    last: u32,
}

/// All events of a file, in the order the sweep needs: by start, outer before
/// inner, and for one node by [`Root`].
#[derive(Default)]
pub struct Events<'t> {
    /// The events.
    pub list: Vec<Event<'t>>,
    captures: Vec<(Role, Node<'t>)>,
    /// What the text of a node was parsed as, by the node.
    pub embedded: HashMap<usize, Node<'t>>,
    /// Whether the query gave up on some matches.
    pub exceeded: bool,
}

impl<'t> Events<'t> {
    /// Runs the query over `tree`.
    pub fn add(&mut self, compiled: &Compiled, tree: &'t Tree, source: &[u8]) {
        let (list, captures) = (&mut self.list, &mut self.captures);
        let complete = compiled.query.run(tree, source, &mut |pattern, found| {
            let first = captures.len() as u32;
            let mut main = None;
            let mut is_named = true;
            for (capture, node) in found {
                match compiled.roles[usize::from(*capture)] {
                    Role::Root => main = Some(*node),
                    Role::Ignored => {}
                    Role::Name => {
                        let name = compiled.names.inside(*node);
                        // What the parser made up has no bytes.
                        is_named &= !name.byte_range().is_empty();
                        captures.push((Role::Name, name));
                    }
                    role => captures.push((role, *node)),
                }
            }
            let Some(node) = main.filter(|_| is_named) else {
                captures.truncate(first as usize);
                return;
            };
            list.push(Event {
                node,
                span: Span {
                    start: node.start_byte() as u32,
                    end: node.end_byte() as u32,
                },
                pattern: pattern as u32,
                root: compiled.patterns[pattern].root,
                first,
                last: captures.len() as u32,
            });
        });
        self.exceeded |= !complete;
    }

    /// Puts the events in order.
    pub fn sort(&mut self) {
        self.list.sort_by(|a, b| {
            let key = |event: &Event<'_>| {
                (
                    event.span.start,
                    u32::MAX - event.span.end,
                    event.root.alike(),
                    u32::MAX - event.captures(),
                    event.pattern,
                )
            };
            key(a).cmp(&key(b))
        });
        for group in self.list.chunk_by_mut(|a, b| a.span == b.span) {
            outer_first(group);
        }
    }

    /// The first node captured as `role` by `event`.
    #[must_use]
    pub fn get(&self, event: &Event<'t>, role: Role) -> Option<Node<'t>> {
        self.of(event)
            .iter()
            .find(|(known, _)| *known == role)
            .map(|(_, node)| *node)
    }

    /// All captures of `event`.
    #[must_use]
    pub fn of(&self, event: &Event<'t>) -> &[(Role, Node<'t>)] {
        self.captures
            .get(event.first as usize..event.last as usize)
            .unwrap_or(&[])
    }
}

/// Sorts events of one span by depth of their nodes where that matters: a scope
/// or definition may lie in another node that begins and ends with it, such as
/// a block of a single function.
fn outer_first(group: &mut [Event<'_>]) {
    let opens = |event: &&Event<'_>| matches!(event.root, Root::Definition(_) | Root::Scope(_));
    let mut opening = group.iter().filter(opens);
    let Some(first) = opening.next() else { return };
    if opening.any(|event| event.node != first.node) {
        group.arrange_by_cached_key(|event| same_span_depth(event.node));
    }
}

/// How many nodes of the same span are around `node`.
fn same_span_depth(node: Node<'_>) -> usize {
    let around = std::iter::successors(node.parent(), |outer| outer.parent());
    around
        .take_while(|outer| outer.byte_range() == node.byte_range())
        .count()
}

impl Event<'_> {
    const fn captures(&self) -> u32 {
        self.last - self.first
    }
}
