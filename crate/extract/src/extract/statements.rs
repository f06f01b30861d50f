//! The statements of a piece of code (level L4), found on demand by reading its
//! file again, so that they cost nothing at rest.
//!
//! What the language's queries say of definitions, uses and measures is told
//! here as statements. Finer distinctions follow from words of the text and from
//! how grammars name their nodes (`break_statement`, `finally_clause`), which is
//! a convention of tree-sitter and not of any language.

use crate::extract::events::{Event, Events};
use crate::extract::facts::{BindingKind, Kind, ReferenceKind};
use crate::extract::metrics::{self, StatementKind};
use crate::extract::notebook::Notebook;
use crate::extract::rows::{Lines, Node, Tree};
use crate::extract::vocabulary::{Role, Root};
use crate::extract::walk::Walk;
use crate::extract::{Extractor, embedded, regions};
use crate::sort::Arrange;
use crate::text::Span;

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// What it is, one of the kinds of spec 3.1.
    pub kind: &'static str,
    /// What it is besides: `chained-call`, `null-check` and the like.
    pub also: Vec<&'static str>,
    /// Its bytes.
    pub span: Span,
    /// First and last line, 1-based, inclusive.
    pub lines: (u32, u32),
    /// What it depends on, as written: of branches and loops.
    pub condition: Option<Span>,
}

/// Every kind of statement (spec 3.1). Of several for one node the first here is
/// told.
pub const KINDS: &[&str] = &[
    "destructuring",
    "variable",
    "constant",
    "assignment",
    "else-if",
    "else",
    "if",
    "switch",
    "case",
    "default",
    "for",
    "for-of",
    "for-in",
    "while",
    "do-while",
    "return",
    "early-return",
    "break",
    "continue",
    "throw",
    "call",
    "method-call",
    "chained-call",
    "constructor-call",
    "await",
    "yield",
    "try",
    "catch",
    "finally",
    "arrow",
    "closure",
    "callback",
    "promise",
    "assertion",
    "type-guard",
    "null-check",
    "pattern",
    "comment",
];

/// How names of nodes begin whatever the grammar, and the kinds they stand for.
const CONVENTIONS: &[(&str, &str)] = &[
    ("break", "break"),
    ("continue", "continue"),
    ("yield", "yield"),
    ("assignment", "assignment"),
    ("augmented_assignment", "assignment"),
    ("compound_assignment", "assignment"),
    ("finally", "finally"),
    ("switch_default", "default"),
    ("default_case", "default"),
    ("assert", "assertion"),
    ("match_pattern", "pattern"),
    ("case_pattern", "pattern"),
    ("record_pattern", "pattern"),
    ("type_pattern", "pattern"),
];
/// Fields that hold what a statement depends on, in the names of grammars.
const CONDITIONS: &[&str] = &["condition", "value", "subject", "right"];
/// Words that test a type.
const TYPE_TESTS: &[&str] = &[
    "instanceof",
    "typeof",
    "isinstance(",
    "is_a?",
    ".(type)",
    " is ",
];
/// Words that stand for nothing.
const NOTHING: &[&str] = &["null", "None", "nil", "undefined", "nullptr"];
/// How names of functions that check begin.
const CHECKS: &[&str] = &["assert", "expect", "debug_assert", "require!"];
/// Members of promises.
const PROMISES: &[&str] = &[".then", ".catch", ".finally"];
/// Words that declare what does not change.
const CONSTANTS: &[&str] = &["const", "final", "val", "static final"];

/// A piece of code whose statements are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where they are.
    pub within: Span,
    /// Where they are not: pieces inside, in the order of the text, none in another.
    pub without: Vec<Span>,
}

impl Extractor {
    /// The statements of each of the `pieces` of `source`, in the order of the text,
    /// outer before inner.
    pub fn statements(&mut self, source: &[u8], pieces: &[Piece]) -> Vec<Vec<Statement>> {
        let manifest = &self.language.manifest;
        let Some(notebook) = Notebook::read(source, &manifest.notebook) else {
            let code = regions::code(source, &manifest.regions).into_owned();
            return self.statements_of_code(&code, pieces);
        };
        let to_code = |span: &Span| notebook.to_code(*span);
        let pieces = pieces.iter().map(|piece| Piece {
            within: to_code(&piece.within),
            without: piece.without.iter().map(to_code).collect(),
        });
        let mut found = self.statements_of_code(&notebook.code, &pieces.collect::<Vec<_>>());
        for statement in found.iter_mut().flatten() {
            statement.span = notebook.to_file(statement.span);
            let (first, last) = statement.lines;
            statement.lines = (notebook.line(first), notebook.line(last));
            statement.condition = statement.condition.map(|span| notebook.to_file(span));
        }
        found
    }

    fn statements_of_code(&mut self, source: &[u8], pieces: &[Piece]) -> Vec<Vec<Statement>> {
        let lines = Lines::of(source);
        let Some((tree, _)) = self.read(source, &lines) else {
            return vec![Vec::new(); pieces.len()];
        };
        let constants = &self.language.manifest.scoping.constants;
        let readings = pieces.iter().map(|piece| {
            let mut reading = Reading {
                source,
                piece,
                constants,
                list: Vec::new(),
            };
            reading.conventional(&tree);
            reading
        });
        let readings: Vec<Reading<'_>> = readings.collect();
        let next = 1 + tree.count();
        let top = embedded::Layer::file(tree);
        let mut tools = embedded::Tools {
            compiled: &self.compiled,
            parser: &mut self.parser,
            lines: &lines,
            next,
            manifest: &self.language.manifest.embedded,
        };
        let events = embedded::collect(&mut tools, &top, source);
        let mut walk = Walk::new(&self.language.manifest, &self.compiled, source, &events);
        walk.sweep();
        let read = readings.into_iter().map(|mut reading| {
            reading.events(&events, &walk);
            reading.finish()
        });
        read.collect()
    }
}

struct Reading<'a> {
    source: &'a [u8],
    piece: &'a Piece,
    /// Words that declare constants in this language alone.
    constants: &'a [String],
    list: Vec<Statement>,
}

impl Reading<'_> {
    /// Adds the nodes whose kinds tell by themselves.
    fn conventional(&mut self, tree: &Tree) {
        for node in tree.nodes_from(self.piece.within) {
            if !node.is_named() || !self.piece.within.contains(span_of(node)) {
                continue;
            }
            let known = CONVENTIONS
                .iter()
                .find(|(start, _)| node.kind().starts_with(start));
            let kind = known.map(|&(_, kind)| kind);
            let kind = kind.or_else(|| self.by_words(node));
            // The label or keyword inside a statement may be named like it.
            let inner = node
                .parent()
                .is_some_and(|outer| outer.kind().starts_with(node.kind()));
            if let Some(kind) = kind.filter(|_| !inner) {
                self.push(kind, Vec::new(), node);
            }
        }
    }

    /// What a node is by a part of its kind and its first word.
    fn by_words(&self, node: Node<'_>) -> Option<&'static str> {
        let kind = node.kind();
        if kind.contains("comment") {
            return Some("comment");
        }
        let text = self.bytes(node);
        let label = kind == "switch_label" || kind == "case_statement";
        (label && text.starts_with(b"default")).then_some("default")
    }

    fn events<'t>(&mut self, events: &Events<'t>, walk: &Walk<'t, '_>) {
        let within = self.piece.within;
        let first = events
            .list
            .partition_point(|event| event.span.start < within.start);
        let from = events.list.iter().skip(first);
        for event in from.take_while(|event| event.span.start < within.end) {
            // A name alone may be a variable, or what is declared.
            let leaf = event.node.named_children().next().is_none();
            let call =
                matches!(event.root, Root::Reference(name) if name.get() == ReferenceKind::Call);
            let is_name = leaf && call && !walk.is_call(event.node);
            if within.contains(event.span) && !is_name {
                let targets = events.get(event, Role::Targets);
                self.event(event, targets.or_else(|| events.get(event, Role::Name)));
            }
        }
    }

    fn event(&mut self, event: &Event<'_>, target: Option<Node<'_>>) {
        let node = event.node;
        match event.root {
            Root::Statement(kind) => self.measured(kind, node),
            Root::Reference(name) => match name.get() {
                ReferenceKind::Call | ReferenceKind::Expand => self.call(node),
                ReferenceKind::Construct => self.push("constructor-call", Vec::new(), node),
                _ => {}
            },
            Root::Definition(Kind::Variable | Kind::Constant | Kind::Property)
                if event.span != self.piece.within =>
            {
                self.declared(node);
            }
            Root::Binding(name) => match name.get() {
                BindingKind::Local => self.declared(node),
                BindingKind::Assignment => self.push("assignment", Vec::new(), node),
                _ => {}
            },
            Root::Member => self.push("assignment", Vec::new(), node),
            Root::Tuple(name) | Root::Destructure(name) => {
                let binds = matches!(name.get(), BindingKind::Local | BindingKind::Assignment);
                let taken_apart = target.is_some_and(takes_apart);
                match (binds, taken_apart) {
                    (true, true) => self.push("destructuring", Vec::new(), node),
                    (true, false) => self.declared(node),
                    (false, _) => {}
                }
            }
            _ => {}
        }
    }

    /// A statement that counts in measures.
    fn measured(&mut self, kind: StatementKind, node: Node<'_>) {
        let kind = match kind {
            StatementKind::ElseIf => "else-if",
            StatementKind::If => "if",
            StatementKind::Else => "else",
            StatementKind::Switch => "switch",
            StatementKind::Case
                if ["default", "else", "_ "]
                    .iter()
                    .any(|word| self.bytes(node).starts_with(word.as_bytes())) =>
            {
                "default"
            }
            StatementKind::Case => "case",
            StatementKind::For => for_kind(node),
            StatementKind::While => "while",
            StatementKind::DoWhile => "do-while",
            StatementKind::Try => "try",
            StatementKind::Catch => "catch",
            StatementKind::Return => "return",
            StatementKind::Throw => "throw",
            StatementKind::Await => "await",
            StatementKind::Closure => {
                let kind = if node.kind().contains("arrow") {
                    "arrow"
                } else {
                    "closure"
                };
                let passed = node
                    .parent()
                    .is_some_and(|outer| outer.kind().contains("argument"));
                let also = if passed { vec!["callback"] } else { Vec::new() };
                return self.push(kind, also, node);
            }
            StatementKind::Plain
            | StatementKind::Conditional
            | StatementKind::Jump
            | StatementKind::Logical
            | StatementKind::Coalescing => return,
        };
        let mut also = Vec::new();
        if let Some(condition) =
            condition(node).filter(|_| matches!(kind, "if" | "else-if" | "while" | "do-while"))
        {
            let text = self.text(condition);
            let compares = text.contains("==") || text.contains("!=") || text.contains(" is ");
            let nothing = compares && NOTHING.iter().any(|word| has_word(&text, word));
            let tests = |test: &str| text.contains(test) && !(nothing && test == " is ");
            if TYPE_TESTS.iter().any(|test| tests(test)) {
                also.push("type-guard");
            }
            if nothing {
                also.push("null-check");
            }
        }
        self.push(kind, also, node);
    }

    fn call(&mut self, node: Node<'_>) {
        let callee = self.callee(node);
        let mut also = Vec::new();
        let member = callee.rfind(['.', '>']).filter(|&at| at > 0);
        let receiver = member.and_then(|at| callee.get(..at)).unwrap_or_default();
        let receiver = receiver.trim_end_matches(['?', '!', '-', ' ', '\n', '\t', '\r']);
        if receiver.ends_with([')', ']']) && receiver.contains('(') {
            also.push("chained-call");
        }
        if PROMISES.iter().any(|name| callee.ends_with(name)) || callee.starts_with("Promise.") {
            also.push("promise");
        }
        if CHECKS.iter().any(|check| callee.starts_with(check)) {
            also.push("assertion");
        }
        let kind = if member.is_some() {
            "method-call"
        } else {
            "call"
        };
        self.push(kind, also, node);
    }

    /// The text of a call before its arguments.
    fn callee(&self, node: Node<'_>) -> String {
        let arguments = node.named_children().filter(|child| {
            child.kind().contains("argument") || child.kind().contains("token_tree")
        });
        let end = arguments.last().map(Node::start_byte);
        let bytes = self
            .source
            .get(node.start_byte()..end.unwrap_or(node.end_byte()));
        String::from_utf8_lossy(bytes.unwrap_or(&[]))
            .trim()
            .to_owned()
    }

    /// A variable, or a constant by the words before it.
    fn declared(&mut self, node: Node<'_>) {
        let start = node.parent().map_or(0, |outer| outer.start_byte());
        let lead = self.source.get(start..node.start_byte()).unwrap_or(&[]);
        let lead = String::from_utf8_lossy(lead);
        // What is around may be a list of declarations, or the block.
        let declaration = lead.trim_end().ends_with(',') || !lead.contains(['\n', ';', '{']);
        let own = self.text(node);
        let mut words = CONSTANTS.iter().copied();
        let begins = |word: &str| {
            let head = Some(&*lead).filter(|_| declaration);
            let rest = [head, Some(&own)].map(|text| text?.strip_prefix(word));
            rest.iter().flatten().any(|rest| rest.starts_with(' '))
        };
        let constant = words.any(begins) || self.constants.iter().any(|word| begins(word));
        self.push(
            if constant { "constant" } else { "variable" },
            Vec::new(),
            node,
        );
    }

    fn bytes(&self, node: Node<'_>) -> &[u8] {
        self.source.get(node.byte_range()).unwrap_or(&[])
    }

    fn text(&self, node: Node<'_>) -> String {
        String::from_utf8_lossy(self.bytes(node)).into_owned()
    }

    fn push(&mut self, kind: &'static str, also: Vec<&'static str>, node: Node<'_>) {
        let span = span_of(node);
        let holes = &self.piece.without;
        let before = holes.partition_point(|hole| hole.start <= span.start);
        if before
            .checked_sub(1)
            .is_some_and(|at| holes[at].contains(span))
        {
            return;
        }
        self.list.push(Statement {
            kind,
            also,
            span,
            lines: (node.start_row() as u32 + 1, node.end_row() as u32 + 1),
            condition: condition(node).map(span_of),
        });
    }

    /// Puts the statements in order, each once, and tells early returns.
    fn finish(mut self) -> Vec<Statement> {
        let rank = |kind: &str| KINDS.iter().position(|known| *known == kind);
        self.list.arrange_by_key(|statement| {
            let span = statement.span;
            (
                span.start,
                u32::MAX - span.end,
                declares(statement.kind),
                rank(statement.kind),
            )
        });
        self.list.dedup_by(|later, kept| {
            let same = later.span == kept.span
                && (later.kind == kept.kind || doubles(kept.kind, later.kind));
            if same {
                kept.also.append(&mut later.also);
                kept.also.dedup();
            }
            same
        });
        for statement in &mut self.list {
            let rest = self
                .source
                .get(statement.span.end as usize..self.piece.within.end as usize);
            if statement.kind == "return" && metrics::goes_on(rest.unwrap_or(&[])) {
                statement.also.push("early-return");
            }
        }
        self.list
    }
}

/// Whether a pattern binds more than the whole value.
fn takes_apart(pattern: Node<'_>) -> bool {
    let kind = pattern.kind();
    let whole = kind.starts_with("mut") || kind.starts_with("ref");
    pattern.named_children().nth(1).is_some() || (kind.contains("pattern") && !whole)
}

/// Whether a kind says that a name is bound.
fn declares(kind: &str) -> bool {
    matches!(
        kind,
        "variable" | "constant" | "assignment" | "destructuring"
    )
}

/// Whether two kinds of one node say the same twice; a loop or test that binds
/// a name is no declaration.
fn doubles(a: &str, b: &str) -> bool {
    let calls = |kind: &str| matches!(kind, "call" | "method-call" | "constructor-call");
    let branches = |kind: &str| matches!(kind, "if" | "else-if" | "else");
    let cases = |kind: &str| matches!(kind, "case" | "default");
    let alike = [calls as fn(&str) -> bool, branches, cases];
    declares(a) || declares(b) || alike.iter().any(|is| is(a) && is(b))
}

fn span_of(node: Node<'_>) -> Span {
    Span {
        start: node.start_byte() as u32,
        end: node.end_byte() as u32,
    }
}

fn condition(node: Node<'_>) -> Option<Node<'_>> {
    CONDITIONS
        .iter()
        .find_map(|field| node.child_by_field_name(field))
}

/// `for x of xs`, `for x in xs` or one that counts, by its words.
fn for_kind(node: Node<'_>) -> &'static str {
    for child in node.children() {
        match child.kind() {
            "of" => return "for-of",
            "in" | ":" | "range_clause" => return "for-in",
            _ => {}
        }
    }
    "for"
}

/// Whether `word` stands in `text` by itself.
fn has_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text
            .get(at + word.len()..)
            .and_then(|after| after.chars().next());
        !before.is_some_and(part) && !after.is_some_and(part)
    })
}
