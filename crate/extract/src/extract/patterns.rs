//! Patterns that take values apart, by the manifest's `[patterns]` table:
//! every name in one is bound to the part of the value that it stands for.

use crate::extract::events::Event;
use crate::extract::facts::{BindingKind, Expr, LAST};
use crate::extract::operands::{Operands, operands};
use crate::extract::query::Pattern;
use crate::extract::rows::Node;
use crate::extract::vocabulary::Role;
use crate::extract::walk::Walk;
use crate::ids::{ExprId, NameId, ScopeId};
use crate::text::Span;

/// Nodes of one pattern that are read.
const NODES: usize = 4096;

/// The forms a rule of `[patterns]` may name in `as`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A name that is bound.
    Name,
    /// A pattern inside.
    Inner,
    /// Several patterns of the same value.
    Each,
    /// Patterns of a tuple's positions.
    Tuple,
    /// Patterns of elements.
    List,
    /// Patterns of members by name.
    Fields,
    /// Patterns of what a constructor was given.
    Build,
    /// A pattern that says the type.
    Typed,
    /// A pattern with a value for where there is none.
    Default,
    /// An alternative with what it holds, a tuple, or what is inside.
    Case,
}

/// Every form with its name in the manifest.
pub const FORMS: &[(&str, Form)] = &[
    ("name", Form::Name),
    ("inner", Form::Inner),
    ("each", Form::Each),
    ("tuple", Form::Tuple),
    ("list", Form::List),
    ("fields", Form::Fields),
    ("build", Form::Build),
    ("typed", Form::Typed),
    ("default", Form::Default),
    ("case", Form::Case),
];

/// Where and how the names of a pattern are bound.
#[derive(Clone, Copy)]
pub struct Place {
    /// How the names come to be.
    pub kind: BindingKind,
    /// The scope that declares them.
    pub scope: ScopeId,
    /// The bytes after which they are bound.
    pub span: Span,
    /// The node whose scope, not open yet, declares them instead.
    pub body: Option<usize>,
    /// Whether the names are definitions.
    pub declares: bool,
}

/// What is known of the value that a pattern meets.
#[derive(Clone, Copy)]
pub struct Known {
    /// Its declared type.
    pub type_: Option<ExprId>,
    /// The value.
    pub value: Option<ExprId>,
}

impl<'t> Walk<'t, '_> {
    /// Binds the names of the pattern `@targets`.
    pub fn destructure(&mut self, event: &Event<'t>, pattern: &Pattern, kind: BindingKind) {
        let Some(targets) = self.events.get(event, Role::Targets) else {
            return;
        };
        let type_ = self.events.get(event, Role::Type);
        let type_ = type_.map(|node| self.type_(node));
        let name = self.names.intern("");
        let value = self.wrapped(event, pattern, name);
        let start = self.facts.scopes[self.scope().index()].span.start;
        let early = Span { start, end: start };
        let place = Place {
            kind,
            scope: self.declaring_scope(pattern.hoist),
            span: if pattern.early { early } else { event.span },
            body: self.events.get(event, Role::Body).map(|node| node.id()),
            declares: self.declared(pattern).is_some(),
        };
        self.bind_pattern(targets, Known { type_, value }, place);
        self.declare_parts(event, pattern);
    }

    /// Binds the names under `targets` to the parts of the value.
    pub fn bind_pattern(&mut self, targets: Node<'t>, known: Known, place: Place) {
        let mut work = vec![(targets, known)];
        for _ in 0..NODES {
            let Some((node, known)) = work.pop() else {
                return;
            };
            self.pattern_node(node, known, place, &mut work);
        }
    }

    fn pattern_node(
        &mut self,
        node: Node<'t>,
        known: Known,
        place: Place,
        work: &mut Vec<(Node<'t>, Known)>,
    ) {
        let Some(rule) = self.forms_compiled.patterns_table.get(node) else {
            return;
        };
        let object = rule.object.of(node);
        match rule.form {
            Form::Name => self.bind_name(node, known, place),
            Form::Inner => {
                let inner = object.or_else(|| operands(node).next());
                work.extend(inner.map(|inner| (inner, known)));
            }
            Form::Each => work.extend(operands(node).map(|child| (child, known))),
            Form::Tuple => {
                let value = self.whole(known);
                let mut parts = before_rest(node, rule);
                let rest = operands(node).find(|child| child.kind_id() == rule.part);
                if let Some(rest) = rest {
                    let behind: Vec<_> = operands(node)
                        .filter(|child| child.start_byte() >= rest.end_byte())
                        .collect();
                    let from_end = (0..).map(|position| LAST - position);
                    parts.extend(from_end.zip(behind.into_iter().rev()));
                    let others = value.map(|value| {
                        let element = self.exprs.add(Expr::Element(value));
                        let name = self.list_name();
                        self.exprs.add(Expr::List(name, vec![element]))
                    });
                    work.push((rest, Known::of(others)));
                }
                for (position, child) in parts {
                    let part = value.map(|value| self.exprs.add(Expr::Position(value, position)));
                    work.push((child, Known::of(part)));
                }
            }
            Form::List => {
                let value = self.whole(known);
                let part = value.map(|value| self.exprs.add(Expr::Element(value)));
                let rest = rule.other.of(node).map_or(0, |rest| rest.id());
                work.extend(operands(node).map(|child| match child.id() == rest {
                    true => (child, known),
                    false => (child, Known::of(part)),
                }));
            }
            Form::Typed => {
                let type_ = object.map(|type_| self.type_(type_));
                let value = known.value;
                let type_ = type_.or(known.type_);
                work.extend(
                    rule.name
                        .of(node)
                        .map(|inner| (inner, Known { type_, value })),
                );
            }
            Form::Default => {
                let known = self.defaulted(node, rule, known);
                work.extend(object.map(|inner| (inner, known)));
            }
            Form::Fields => self.pattern_fields(node, rule, known, work),
            Form::Build => self.pattern_build(node, rule, known, work),
            Form::Case => self.pattern_case(node, rule, known, work),
        }
    }

    fn bind_name(&mut self, node: Node<'t>, known: Known, place: Place) {
        let text = self.exprs.text(node);
        let constant = self.manifest.scoping.pattern_constants
            && text.chars().next().is_some_and(char::is_uppercase);
        if constant || text == "_" || !self.bound.insert(node.id()) {
            return;
        }
        if place.declares {
            self.parts.push((node, known));
            return;
        }
        let name = self.names.intern(text);
        match place.body {
            Some(body) => self.defer(body, name, place.kind, known),
            None => self.bind(
                name,
                place.kind,
                place.scope,
                place.span,
                known.type_,
                known.value,
            ),
        }
    }

    /// `Point { x, y: Some(z) }`, `{ a, b: c }`: members by name.
    fn pattern_fields(
        &mut self,
        node: Node<'t>,
        rule: &Operands<Form>,
        known: Known,
        work: &mut Vec<(Node<'t>, Known)>,
    ) {
        let path = rule.object.of(node).map(|path| self.value(path));
        let value = self.whole(known);
        for child in operands(node) {
            let (key, inner) = if child.kind_id() == rule.shorthand {
                (child, child)
            } else if child.kind_id() == rule.part
                && let Some(key) = rule.name.of(child)
            {
                (key, rule.other.of(child).unwrap_or(key))
            } else if let Some(other) = self.forms_compiled.patterns_table.get(child) {
                // A name with a default is its own key; the rest is the whole.
                match (other.form, other.object.of(child)) {
                    (Form::Default, Some(key)) => (key, child),
                    _ => {
                        work.push((child, known));
                        continue;
                    }
                }
            } else {
                continue;
            };
            let name = self.member_name(key);
            let part = match (path, value) {
                (Some(path), _) => Some(self.exprs.add(Expr::Payload {
                    path,
                    name,
                    whole: ExprId(0),
                })),
                (None, Some(object)) => Some(self.exprs.add(Expr::Member { object, name })),
                (None, None) => None,
            };
            work.push((inner, Known::of(part)));
        }
    }

    fn member_name(&mut self, key: Node<'t>) -> NameId {
        let text = self.exprs.text(key).trim_matches(['"', '\'']);
        self.names.intern(text)
    }

    /// What is known of a value that is the pattern's own where there is none.
    fn defaulted(&mut self, node: Node<'t>, rule: &Operands<Form>, known: Known) -> Known {
        let Some(default) = rule.other.of(node).map(|node| self.value(node)) else {
            return known;
        };
        match self.whole(known) {
            Some(value) => Known::of(Some(self.exprs.add(Expr::Union(vec![value, default])))),
            None => Known::of(Some(default)),
        }
    }

    /// `Some(x)`, `Shape::Circle(r)`: what the call would have been given. Where
    /// that is a single value, a wrapper from outside may hold it.
    fn pattern_build(
        &mut self,
        node: Node<'t>,
        rule: &Operands<Form>,
        known: Known,
        work: &mut Vec<(Node<'t>, Known)>,
    ) {
        let Some(path_node) = rule.object.of(node) else {
            return;
        };
        let path = self.value(path_node);
        let value = self.whole(known);
        let mut inner = before_rest(node, rule);
        inner.retain(|(_, child)| child.id() != path_node.id());
        let single = inner.len() == 1;
        for (position, (_, child)) in inner.into_iter().enumerate() {
            let name = self.names.intern(&position.to_string());
            // What a wrapper holds is one part; of several the whole is spelled otherwise.
            let whole = match value {
                Some(value) if !single => self.exprs.add(Expr::Named(name, value)),
                value => value.unwrap_or(ExprId(0)),
            };
            let part = self.exprs.add(Expr::Payload { path, name, whole });
            work.push((child, Known::of(Some(part))));
        }
    }

    /// `.some(x)`, `Shape.circle(let r)`, `(a, b)`, `let x as T`. A keyword stands for
    /// the tokens of a pattern that follow it, up to a `=`.
    fn pattern_case(
        &mut self,
        node: Node<'t>,
        rule: &Operands<Form>,
        known: Known,
        work: &mut Vec<(Node<'t>, Known)>,
    ) {
        let parts: Vec<_> = if node.is_named() {
            node.children().collect()
        } else {
            let behind = std::iter::successors(node.next_sibling(), |part| part.next_sibling());
            behind.take_while(|part| part.kind() != "=").collect()
        };
        let at = |text: &str| parts.iter().position(|part| part.kind() == text);
        let patterns = parts.iter().filter(|part| part.kind_id() == rule.part);
        let patterns: Vec<_> = patterns.copied().collect();
        let value = self.whole(known);
        let name = at(".").and_then(|dot| parts.get(dot + 1));
        if let (Some(name), Some(_)) = (name, at("(")) {
            let type_ = parts.iter().find(|part| part.kind_id() == rule.shorthand);
            let object = match (type_, value) {
                (Some(type_), _) => self.value(*type_),
                (None, Some(value)) => self.exprs.add(Expr::TypeOf(value)),
                (None, None) => ExprId(0),
            };
            let name = self.member_name(*name);
            let path = self.exprs.add(Expr::Member { object, name });
            let whole = value.filter(|_| patterns.len() == 1).unwrap_or(ExprId(0));
            for (position, child) in patterns.into_iter().enumerate() {
                let name = self.names.intern(&position.to_string());
                let part = self.exprs.add(Expr::Payload { path, name, whole });
                work.push((child, Known::of(Some(part))));
            }
        } else if name.is_none() && at("(").is_some() {
            for (position, child) in (0..).zip(patterns) {
                let part = value.map(|value| self.exprs.add(Expr::Position(value, position)));
                work.push((child, Known::of(part)));
            }
        } else if name.is_none() {
            let type_ = rule.object.of(node).map(|type_| self.type_(type_));
            let known = Known {
                type_: type_.or(known.type_),
                ..known
            };
            work.extend(parts.into_iter().map(|part| (part, known)));
        }
    }

    /// The value, as an instance of its declared type where it has one.
    fn whole(&mut self, known: Known) -> Option<ExprId> {
        match known.type_ {
            Some(type_) => Some(self.exprs.add(Expr::Typed(type_))),
            None => known.value,
        }
    }
}

/// The children whose position counts from the front: by the commas before
/// them, since a position may be left empty (`[, second]`).
fn before_rest<'t>(node: Node<'t>, rule: &Operands<Form>) -> Vec<(u32, Node<'t>)> {
    let mut children = Vec::new();
    let mut position = 0;
    for child in node.children() {
        if child.kind_id() == rule.part {
            break;
        } else if child.kind() == "," {
            position += 1;
        } else if child.is_named() && !child.is_extra() {
            children.push((position, child));
        }
    }
    children
}

impl Known {
    /// A value without a declared type.
    #[must_use]
    pub const fn of(value: Option<ExprId>) -> Self {
        Self { type_: None, value }
    }
}
