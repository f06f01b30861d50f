//! The manifest's tables of node kinds, compiled for a grammar: which form a
//! node is read as, and how to reach its operands.

use crate::extract::manifest::{Manifest, Rule};
use crate::extract::rows::Node;
use std::collections::BTreeMap;
use tree_sitter::Language;

/// How to reach an operand from a node.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// Not at all.
    Absent,
    /// By its field.
    Field(u16),
    /// As the first named child of a field.
    Inside(u16),
    /// As the first named child of a kind.
    Kind(u16),
    /// As the n-th named child.
    Nth(u32),
    /// As the n-th named child from the end; the last is 1.
    FromEnd(u32),
    /// As all named children but the first.
    Rest,
}

impl Part {
    /// The operand of `node`.
    #[must_use]
    pub fn of<'t>(self, node: Node<'t>) -> Option<Node<'t>> {
        match self {
            Self::Absent | Self::Rest => None,
            Self::Field(id) => node.child_by_field_id(id),
            Self::Inside(id) => operands(node.child_by_field_id(id)?).next(),
            Self::Kind(id) => operands(node).find(|child| child.kind_id() == id),
            Self::Nth(n) => operands(node).nth(n as usize),
            Self::FromEnd(1) => operands(node).last(),
            Self::FromEnd(n) => {
                let at = operands(node).count().checked_sub(n as usize)?;
                operands(node).nth(at)
            }
        }
    }
}

/// A rule of one node kind.
#[derive(Clone, Debug)]
pub struct Operands<F> {
    /// The form it is read as.
    pub form: F,
    /// See [`Rule::object`].
    pub object: Part,
    /// See [`Rule::name`].
    pub name: Part,
    /// See [`Rule::other`].
    pub other: Part,
    /// See [`Rule::third`].
    pub third: Part,
    /// See [`Rule::argument`].
    pub argument: Part,
    /// See [`Rule::type_`].
    pub type_: Box<str>,
    /// See [`Rule::fraction`].
    pub fraction: Box<str>,
    /// See [`Rule::part`]; a number that no kind has, where there is none.
    pub part: u16,
    /// See [`Rule::method`].
    pub method: u16,
    /// See [`Rule::shorthand`].
    pub shorthand: u16,
    /// See [`Rule::operators`].
    pub operators: Vec<Box<str>>,
    /// See [`Rule::endings`].
    pub endings: Vec<(Box<str>, Box<str>)>,
}

/// What in a table of the manifest does not fit the grammar.
#[derive(Clone, Debug)]
pub struct Misfit {
    /// The table.
    pub table: &'static str,
    /// The key in it.
    pub key: String,
    /// What is wrong.
    pub what: String,
}

impl Misfit {
    fn new(table: &'static str, key: &str, what: String) -> Self {
        let key = key.to_owned();
        Self { table, key, what }
    }
}

/// Rules by node kind.
#[derive(Clone, Debug)]
pub struct Table<F>(Vec<Option<Box<Operands<F>>>>);

impl<F: Copy> Table<F> {
    /// Compiles the `rules` of the manifest's table `name`, whose forms are `forms`, for
    /// `grammar`.
    ///
    /// # Errors
    /// An unknown form, node kind or field.
    pub fn new(
        name: &'static str,
        grammar: &Language,
        rules: &BTreeMap<String, Rule>,
        forms: &[(&str, F)],
    ) -> Result<Self, Misfit> {
        let mut table = vec![None; grammar.node_kind_count()];
        for (kind, rule) in rules {
            let misfit = |what| Misfit::new(name, kind, what);
            let id = match kind_id(grammar, kind) {
                Err(_) if rule.inherited => continue,
                id => id.map_err(misfit)?,
            };
            // A keyword may be a node of its own in one place and a token in another.
            for id in [id, grammar.id_for_node_kind(kind, false)] {
                if let Some(slot) = table.get_mut(id as usize).filter(|_| id != 0) {
                    let compiled = compile(grammar, rule, forms).map_err(misfit)?;
                    *slot = Some(Box::new(compiled));
                }
            }
        }
        Ok(Self(table))
    }

    /// The rule of `node`.
    #[must_use]
    pub fn get(&self, node: Node<'_>) -> Option<&Operands<F>> {
        self.0.get(node.kind_id() as usize)?.as_deref()
    }
}

/// Where the name is in nodes that wrap it, by node kind: a part of the node, or what
/// stands before a part.
#[derive(Clone, Debug, Default)]
pub struct Wrapped {
    inside: Vec<Part>,
    before: Vec<Part>,
}

impl Wrapped {
    /// Compiles the `names` of `manifest` for `grammar`.
    ///
    /// # Errors
    /// An unknown node kind or field.
    pub fn new(manifest: &Manifest, grammar: &Language) -> Result<Self, Misfit> {
        let mut wrapped = Self::default();
        for (kind, operand) in &manifest.names {
            let misfit = |what| Misfit::new("names", kind, what);
            let id = match kind_id(grammar, kind) {
                Err(_) if manifest.extends.is_some() => continue,
                id => id.map_err(misfit)?,
            };
            let (parts, operand) = match operand.strip_prefix('-') {
                Some(operand) => (&mut wrapped.before, operand),
                None => (&mut wrapped.inside, operand.as_str()),
            };
            parts.resize(grammar.node_kind_count(), Part::Absent);
            if let Some(slot) = parts.get_mut(usize::from(id)) {
                *slot = part(grammar, operand).map_err(misfit)?;
            }
        }
        Ok(wrapped)
    }

    /// The name inside `node`.
    #[must_use]
    pub fn inside<'t>(&self, mut node: Node<'t>) -> Node<'t> {
        while let Some(part) = self.inside.get(usize::from(node.kind_id()))
            && let Some(inner) = part.of(node)
        {
            node = inner;
        }
        node
    }

    /// The byte in front of which the name that `node` is ends.
    #[must_use]
    pub fn end(&self, node: Node<'_>) -> usize {
        let part = self.before.get(usize::from(node.kind_id()));
        let after = part.and_then(|part| part.of(node));
        after.map_or(node.end_byte(), |after| after.start_byte())
    }
}

/// The number of the node kind `kind`, named or not.
#[must_use]
pub fn lookup(grammar: &Language, kind: &str) -> Option<u16> {
    match grammar.id_for_node_kind(kind, true) {
        0 => match grammar.id_for_node_kind(kind, false) {
            0 => None,
            id => Some(id),
        },
        id => Some(id),
    }
}

fn kind_id(grammar: &Language, kind: &str) -> Result<u16, String> {
    lookup(grammar, kind).ok_or_else(|| format!("unknown node kind {kind}"))
}

fn part(grammar: &Language, text: &str) -> Result<Part, String> {
    let field = |name: &str| {
        let id = grammar.field_id_for_name(name).map(u16::from);
        id.ok_or_else(|| format!("unknown field {name}"))
    };
    match text {
        "" => Ok(Part::Absent),
        "#last" => Ok(Part::FromEnd(1)),
        "#rest" => Ok(Part::Rest),
        text => match text.strip_prefix('#').and_then(|n| n.parse::<i32>().ok()) {
            Some(n @ 0..) => Ok(Part::Nth(n.unsigned_abs())),
            Some(n) => Ok(Part::FromEnd(n.unsigned_abs())),
            None => match (text.strip_suffix("#0"), text.strip_prefix('@')) {
                (Some(name), _) => field(name).map(Part::Inside),
                (None, Some(kind)) => kind_id(grammar, kind).map(Part::Kind),
                (None, None) => field(text).map(Part::Field),
            },
        },
    }
}

fn compile<F: Copy>(
    grammar: &Language,
    rule: &Rule,
    forms: &[(&str, F)],
) -> Result<Operands<F>, String> {
    let form = forms
        .iter()
        .find(|(name, _)| *name == rule.form)
        .map(|(_, form)| *form)
        .ok_or_else(|| format!("unknown form {}", rule.form))?;
    let part = |text: &str| part(grammar, text);
    let kind = |text: &str| match text {
        "" => Ok(u16::MAX),
        text => kind_id(grammar, text),
    };
    Ok(Operands {
        form,
        object: part(&rule.object)?,
        name: part(&rule.name)?,
        other: part(&rule.other)?,
        third: part(&rule.third)?,
        argument: part(&rule.argument)?,
        type_: rule.type_.as_str().into(),
        fraction: rule.fraction.as_str().into(),
        part: kind(&rule.part)?,
        method: kind(&rule.method)?,
        shorthand: kind(&rule.shorthand)?,
        operators: rule
            .operators
            .iter()
            .map(|text| text.as_str().into())
            .collect(),
        endings: rule
            .endings
            .iter()
            .map(|(ending, type_)| (ending.as_str().into(), type_.as_str().into()))
            .collect(),
    })
}

/// Every operand of `node` that `part` reaches: a field may be there several times.
pub fn fields<'t>(node: Node<'t>, part: Part) -> Vec<Node<'t>> {
    let Part::Field(field) = part else {
        return part.of(node).into_iter().collect();
    };
    node.named_children()
        .filter(|child| child.field_id() == field)
        .collect()
}

/// The named children of `node` but comments.
pub fn operands(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    node.named_children().filter(|child| !child.is_extra())
}
