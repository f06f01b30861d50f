//! A language's queries, compiled once and checked against the vocabulary.

use crate::error::{Code, Result, WaymarkError};
use crate::extract::expr::Forms;
use crate::extract::operands::Table;
use crate::extract::patterns;
use crate::extract::registry::Language;
use crate::extract::vocabulary::{self, Role, Root};
use tree_sitter::Query;

/// How the value of a binding reaches its name (`(#set! wrap …)`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrap {
    /// Directly.
    None,
    /// As an element of the value.
    Element,
    /// As an element reached by an index or key (`for i, x := range xs`).
    Index,
    /// As the instance, whatever the value.
    This,
    /// As what a `with` statement enters.
    Enter,
    /// As what awaiting the value yields.
    Await,
    /// As what unwrapping the value yields.
    Unwrap,
    /// As a member of the value with the key's or the binding's name.
    Member,
    /// As the position of a multi-value.
    Position(u32),
    /// As an instance of the value, which is a type.
    Instance,
    /// As a generator of the value.
    Generator,
    /// Its `@type` is that of the function, not of what calling it yields.
    Callable,
}

/// What a pattern says with `#set!`.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// What it is about.
    pub root: Root,
    /// How its value reaches its name.
    pub wrap: Wrap,
    /// The name is declared in the function's scope, not the block's.
    pub hoist: bool,
    /// The name is bound in the whole scope, before the binding too.
    pub early: bool,
    /// The container is the enclosing type, not the enclosing function.
    pub in_type: bool,
    /// The name is taken and nothing is defined: another pattern's work is
    /// spelled out elsewhere.
    pub skip: bool,
    /// The name is the definition's position among its container's.
    pub positional: bool,
    /// The name is seen inside the definition only.
    pub inside: bool,
    /// A definition takes over the type and the values of the one before it.
    pub carry: bool,
    /// Only the first operand of an embedded piece is code.
    pub operand: bool,
    /// A parameter may be left out.
    pub optional: bool,
    /// An import is offered to importers too.
    pub reexport: bool,
    /// An import is used as a type only.
    pub type_only: bool,
    /// An import happens at run time.
    pub dynamic: bool,
    /// The name, where the source does not spell it (`default`).
    pub name: Option<Box<str>>,
}

/// A compiled language.
#[derive(Debug)]
pub struct Compiled {
    /// The grammar.
    pub grammar: tree_sitter::Language,
    /// All patterns in one query.
    pub query: Query,
    /// By pattern index.
    pub patterns: Vec<Pattern>,
    /// By capture index.
    pub roles: Vec<Role>,
    /// How nodes are read as expressions, by node kind.
    pub forms: Forms,
    /// How nodes are read as patterns that take values apart, by node kind.
    pub patterns_table: Table<patterns::Form>,
}

impl Compiled {
    /// Compiles the queries of `language` for `grammar`.
    ///
    /// # Errors
    /// [`Code::InvalidLanguage`] with file, line and column of the first
    /// mistake: a node kind or field that the grammar lacks, a capture outside
    /// the vocabulary, a pattern without a root, an unknown expression form.
    pub fn new(language: &Language, grammar: tree_sitter::Language) -> Result<Self> {
        let query = Query::new(&grammar, &language.query)
            .map_err(|error| fault(language, error.offset, &error.message))?;
        let mut roots = Vec::new();
        let mut roles = Vec::new();
        for capture in query.capture_names() {
            let Some((root, role)) = vocabulary::parse(capture) else {
                let offset = language.query.find(&format!("@{capture}")).unwrap_or(0);
                return Err(fault(
                    language,
                    offset,
                    &format!("unknown capture @{capture}"),
                ));
            };
            roots.push(root);
            roles.push(role);
        }
        let mut patterns = Vec::new();
        for index in 0..query.pattern_count() {
            patterns.push(pattern(language, &query, index, &roots)?);
        }
        let manifest = &language.manifest;
        let forms = Forms::new(manifest, &grammar)?;
        let patterns_table = Table::new(manifest, &grammar, &manifest.patterns, patterns::FORMS)?;
        Ok(Self {
            grammar,
            query,
            patterns,
            roles,
            forms,
            patterns_table,
        })
    }
}

fn pattern(
    language: &Language,
    query: &Query,
    index: usize,
    roots: &[Option<Root>],
) -> Result<Pattern> {
    let start = query.start_byte_for_pattern(index);
    let root = query
        .capture_quantifiers(index)
        .iter()
        .zip(roots)
        .filter(|(quantifier, _)| **quantifier != tree_sitter::CaptureQuantifier::Zero)
        .find_map(|(_, root)| *root)
        .ok_or_else(|| {
            fault(
                language,
                start,
                "the pattern captures no root such as @reference.call",
            )
        })?;
    let mut pattern = Pattern {
        root,
        wrap: Wrap::None,
        hoist: false,
        early: false,
        in_type: false,
        skip: false,
        positional: false,
        carry: false,
        inside: false,
        operand: false,
        optional: false,
        reexport: false,
        type_only: false,
        dynamic: false,
        name: None,
    };
    for property in query.property_settings(index) {
        let value = property.value.as_deref().unwrap_or("");
        match (&*property.key, value) {
            ("hoist", "") => pattern.hoist = true,
            ("early", "") => pattern.early = true,
            ("in-type", "") => pattern.in_type = true,
            ("skip", "") => pattern.skip = true,
            ("carry", "") => pattern.carry = true,
            ("positional", "") => pattern.positional = true,
            ("inside", "") => pattern.inside = true,
            ("operand", "") => pattern.operand = true,
            ("optional", "") => pattern.optional = true,
            ("reexport", "") => pattern.reexport = true,
            ("type-only", "") => pattern.type_only = true,
            ("dynamic", "") => pattern.dynamic = true,
            ("name", name) => pattern.name = Some(name.into()),
            ("wrap", wrap) => {
                pattern.wrap = parse_wrap(wrap)
                    .ok_or_else(|| fault(language, start, &format!("unknown wrap {wrap}")))?;
            }
            (key, _) => return Err(fault(language, start, &format!("unknown setting {key}"))),
        }
    }
    Ok(pattern)
}

fn parse_wrap(text: &str) -> Option<Wrap> {
    Some(match text {
        "element" => Wrap::Element,
        "index" => Wrap::Index,
        "this" => Wrap::This,
        "enter" => Wrap::Enter,
        "await" => Wrap::Await,
        "unwrap" => Wrap::Unwrap,
        "member" => Wrap::Member,
        "instance" => Wrap::Instance,
        "generator" => Wrap::Generator,
        "callable" => Wrap::Callable,
        _ => Wrap::Position(text.parse().ok()?),
    })
}

fn fault(language: &Language, offset: usize, message: &str) -> WaymarkError {
    let (file, line, column) = language.locate(offset);
    WaymarkError::new(
        Code::InvalidLanguage,
        format!(
            "{}: {file}:{line}:{column}: {message}",
            language.manifest.name
        ),
    )
}
