//! A language's queries, compiled once and checked against the vocabulary.
//!
//! The syntax is tree-sitter's; reading and running it is done here. The
//! library's own compiler analyses each pattern against the whole grammar: 190 ms
//! for TypeScript, as long as parsing two megabytes, and its cursor takes nine
//! tenths of a parse, twice what [`matches`] does. A test holds the two equal.

mod element;
mod matches;
mod syntax;

pub use matches::Capture;

use crate::error::{Code, Result, WaymarkError};
use crate::extract::expr::Forms;
use crate::extract::facts::Kind;
use crate::extract::operands::{Table, Wrapped};
use crate::extract::patterns;
use crate::extract::query::element::{Element, Quantifier, Test, Tree};
use crate::extract::registry::Language;
use crate::extract::rows;
use crate::extract::vocabulary::{self, Role, Root};
use std::ops::Range;

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
    /// As the member of the instance that it names.
    Own,
    /// A list that holds the value.
    Listed,
    /// An object or dictionary that holds the value under the key `@object`.
    Keyed,
    /// Its `@type` is that of the function, not of what calling it yields.
    Callable,
}

/// Patterns, by the kinds that they are rooted at.
#[derive(Debug)]
pub struct Query {
    patterns: Vec<Tree>,
    /// Whether a pattern may find the same captures twice.
    repeats: Vec<bool>,
    /// By place, which patterns and matches refer to.
    pub captures: Vec<Box<str>>,
    rooted: Vec<Rooted>,
    /// By kind, its part of `rooted`.
    kinds: Vec<Range<u32>>,
    /// By kind, whether it has a name.
    named: Vec<bool>,
}

/// A pattern at a kind.
#[derive(Clone, Copy, Debug)]
struct Rooted {
    pattern: u32,
    /// The one capture of a pattern that asks for nothing but the kind.
    lone: Option<u16>,
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
    /// It holds outside functions only.
    pub outside: bool,
    /// It holds inside functions only.
    pub local: bool,
    /// A type parameter belongs to the definition whose scope opens next.
    pub ahead: bool,
    /// A flag holds from here to the end of the scope, or to another such flag.
    pub onward: bool,
    /// The source of an import is a path from the folder of the file.
    pub beside: bool,
    /// What the name of a member ends in that the source does not spell.
    pub ending: Option<Box<str>>,
    /// The member of what the source spells that is meant.
    pub member: Option<Box<str>>,
    /// What the name of a member begins with that the source does not spell.
    pub sigil: Box<str>,
    /// What a definition's name ends in front of.
    pub before: Option<Box<str>>,
    /// What is left out of a definition's name, with the word behind it.
    pub without: Option<Box<str>>,
    /// A definition in a type is one of what is around all types.
    pub around: bool,
    /// A definition is the file's, wherever it stands.
    pub top: bool,
    /// The name is declared where it was declared before.
    pub assigned: bool,
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
    /// What the names of a pattern or list are definitions of, outside functions.
    pub declares: Option<Kind>,
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
    /// Where names are in nodes that wrap them.
    pub names: Wrapped,
}

impl Compiled {
    /// Compiles the queries of `language` for `grammar`.
    ///
    /// # Errors
    /// [`Code::InvalidLanguage`] with file, line and column of the first
    /// mistake: a node kind or field that the grammar lacks, a capture outside
    /// the vocabulary, a pattern without a root, an unknown expression form.
    pub fn new(language: &Language, grammar: tree_sitter::Language) -> Result<Self> {
        let query = Query::new(&grammar, language)
            .map_err(|mistake| fault(language, mistake.offset, &mistake.message))?;
        let mut roots = Vec::new();
        let mut roles = Vec::new();
        for capture in &query.captures {
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
        let patterns = query.patterns.iter();
        let patterns = patterns
            .map(|tree| pattern(language, tree, &roots))
            .collect::<Result<Vec<Pattern>>>()?;
        let manifest = &language.manifest;
        let misfit = |misfit| language.misfit(&misfit);
        let forms = Forms::new(manifest, &grammar).map_err(misfit)?;
        let rules = &manifest.patterns;
        let patterns_table = Table::new("patterns", &grammar, rules, patterns::FORMS);
        let patterns_table = patterns_table.map_err(misfit)?;
        let names = Wrapped::new(manifest, &grammar).map_err(misfit)?;
        Ok(Self {
            grammar,
            query,
            patterns,
            roles,
            forms,
            patterns_table,
            names,
        })
    }
}

impl Query {
    /// Reads the queries of `language` for `grammar`, each file by itself.
    ///
    /// # Errors
    /// The first mistake.
    pub fn new(
        grammar: &tree_sitter::Language,
        language: &Language,
    ) -> std::result::Result<Self, syntax::Mistake> {
        let mut captures = Vec::new();
        let mut patterns = Vec::new();
        for (base, text) in language.texts() {
            patterns.extend(syntax::read(text, base, grammar, &mut captures)?);
        }
        for pattern in &mut patterns {
            pattern.top.settle();
        }
        let count = grammar.node_kind_count() as u16;
        let mut at: Vec<Vec<Rooted>> = vec![Vec::new(); usize::from(count)];
        for (place, tree) in patterns.iter().enumerate() {
            let rooted = Rooted {
                pattern: place as u32,
                lone: lone(tree),
            };
            let kinds = tree.top.kinds().unwrap_or_else(|| (0..count).collect());
            for kind in kinds {
                if let Some(list) = at.get_mut(usize::from(kind)) {
                    list.push(rooted);
                }
            }
        }
        let mut rooted = Vec::new();
        let kinds = at.iter().map(|list| {
            let start = rooted.len() as u32;
            rooted.extend(list);
            start..rooted.len() as u32
        });
        Ok(Self {
            kinds: kinds.collect(),
            rooted,
            repeats: patterns.iter().map(|tree| repeats(&tree.top)).collect(),
            named: (0..count)
                .map(|kind| grammar.node_kind_is_named(kind))
                .collect(),
            patterns,
            captures,
        })
    }

    /// Calls `found` with each match in `tree`, outer nodes first: the place
    /// of the pattern, and the captures. Whether no match was given up.
    pub fn run<'t>(
        &self,
        tree: &'t rows::Tree,
        source: &[u8],
        found: &mut dyn FnMut(usize, &[Capture<'t>]),
    ) -> bool {
        matches::run(self, tree, source, found)
    }

    fn rooted_at(&self, kind: u16) -> &[Rooted] {
        let range = self.kinds.get(usize::from(kind)).cloned().unwrap_or(0..0);
        self.rooted
            .get(range.start as usize..range.end as usize)
            .unwrap_or(&[])
    }

    /// Whether a kind has a name in the grammar.
    #[must_use]
    pub fn is_named(&self, kind: u16) -> bool {
        // Beyond the table lies the kind of errors.
        self.named.get(usize::from(kind)).copied().unwrap_or(true)
    }
}

/// The capture of a pattern that asks for nothing but a kind and captures once.
fn lone(tree: &Tree) -> Option<u16> {
    let top = &tree.top;
    let plain = matches!(top.test, Test::Kind(_))
        && top.children.is_empty()
        && top.absent.is_empty()
        && !top.closed
        && tree.predicates.is_empty();
    match top.captures[..] {
        [capture] if plain => Some(capture),
        _ => None,
    }
}

/// Whether one set of captures may be found at several places of an element that
/// captures nothing.
fn repeats(element: &Element) -> bool {
    let silent = element.children.windows(2).any(|pair| {
        !pair[0].captures_any && pair[0].quantifier == Quantifier::One && pair[1].anchored
    });
    let inside = match &element.test {
        Test::Choice(options) => options.iter().any(repeats),
        _ => false,
    };
    silent || inside || element.children.iter().any(repeats)
}

fn pattern(language: &Language, tree: &Tree, roots: &[Option<Root>]) -> Result<Pattern> {
    let start = tree.start;
    let mut captures = Vec::new();
    tree.top.all_captures(&mut captures);
    let root = captures
        .iter()
        .find_map(|capture| roots[usize::from(*capture)])
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
        outside: false,
        local: false,
        ahead: false,
        onward: false,
        beside: false,
        ending: None,
        member: None,
        sigil: Box::default(),
        before: None,
        without: None,
        around: false,
        top: false,
        assigned: false,
        optional: false,
        reexport: false,
        type_only: false,
        dynamic: false,
        name: None,
        declares: None,
    };
    for setting in &tree.settings {
        match (&*setting.key, &*setting.value) {
            ("hoist", "") => pattern.hoist = true,
            ("early", "") => pattern.early = true,
            ("in-type", "") => pattern.in_type = true,
            ("skip", "") => pattern.skip = true,
            ("carry", "") => pattern.carry = true,
            ("positional", "") => pattern.positional = true,
            ("inside", "") => pattern.inside = true,
            ("operand", "") => pattern.operand = true,
            ("outside", "") => pattern.outside = true,
            ("local", "") => pattern.local = true,
            ("ahead", "") => pattern.ahead = true,
            ("onward", "") => pattern.onward = true,
            ("beside", "") => pattern.beside = true,
            ("sigil", sigil) => pattern.sigil = sigil.into(),
            ("ending", ending) => pattern.ending = Some(ending.into()),
            ("member", name) => pattern.member = Some(name.into()),
            ("around", "") => pattern.around = true,
            ("top", "") => pattern.top = true,
            ("assigned", "") => pattern.assigned = true,
            ("optional", "") => pattern.optional = true,
            ("reexport", "") => pattern.reexport = true,
            ("type-only", "") => pattern.type_only = true,
            ("dynamic", "") => pattern.dynamic = true,
            ("before", text) => pattern.before = Some(text.into()),
            ("without", text) => pattern.without = Some(text.into()),
            ("name", name) => pattern.name = Some(name.into()),
            ("wrap", wrap) => {
                pattern.wrap = parse_wrap(wrap)
                    .ok_or_else(|| fault(language, start, &format!("unknown wrap {wrap}")))?;
            }
            ("declares", kind) if Kind::parse(kind).is_some() => {
                pattern.declares = Kind::parse(kind);
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
        "listed" => Wrap::Listed,
        "keyed" => Wrap::Keyed,
        "callable" => Wrap::Callable,
        "own" => Wrap::Own,
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
