//! The sweep: events in source order become facts, with stacks for what is
//! open. Nothing here knows a language.

use crate::extract::defs::{Open, span_of};
use crate::extract::docs;
use crate::extract::documented;
use crate::extract::events::{Event, Events};
use crate::extract::expr::{Exprs, Mode, name_of};
use crate::extract::facts::{
    ARGUMENTS, Binding, BindingKind, Decorator, Definition, Export, Expr, FileFacts, Flags, Import,
    ImportKind, Inheritance, Kind, Metrics, Package, RECEIVER, Reference, ReferenceKind, Scope,
    ScopeKind,
};
use crate::extract::manifest::{Declares, Manifest};
use crate::extract::metrics::{self, StatementKind};
use crate::extract::operands::operands;
use crate::extract::patterns::{Known, Place};
use crate::extract::query::{Compiled, Pattern, Wrap};
use crate::extract::rows::Node;
use crate::extract::vocabulary::{Role, Root};
use crate::ids::{DefinitionId, ExprId, NameId, ScopeId};
use crate::intern::Interner;
use crate::map::{HashMap, HashSet};
use crate::text::Span;

/// How deep definitions and scopes may be nested; code that people write stays
/// below a tenth.
const DEFINITIONS: usize = 128;
const SCOPES: usize = 512;

/// A comment waiting for the definition it documents.
#[derive(Default)]
pub struct PendingDoc {
    pub text: String,
    pub last_row: usize,
    pub any: bool,
}

/// The state of the sweep over one file.
pub struct Walk<'t, 'a> {
    pub manifest: &'a Manifest,
    pub source: &'a [u8],
    pub events: &'a Events<'t>,
    pub facts: FileFacts,
    pub names: Interner,
    pub exprs: Exprs<'t, 'a>,
    /// Open definitions, outermost first.
    pub open: Vec<Open<'t>>,
    /// Open scopes, outermost first.
    pub scopes: Vec<(ScopeId, u32)>,
    pub doc: PendingDoc,
    pub decorators: Vec<Decorator>,
    /// Where the last of them ends.
    pub decorators_end: u32,
    /// Flags of what stands directly in a node: end, scope and container, flag.
    pub flags: Vec<(u32, (ScopeId, Option<DefinitionId>), Flags)>,
    /// Name nodes that are bound already.
    pub bound: HashSet<usize>,
    /// Fields by type and name.
    pub fields: HashMap<(DefinitionId, NameId), DefinitionId>,
    /// The language's queries and tables.
    pub forms_compiled: &'a Compiled,
    nesting: Vec<(u32, bool)>,
    /// The last code that never runs.
    dead: Span,
    /// The innermost logical operators: end, operator, node.
    logical: Vec<(u32, (u16, &'a str), usize)>,
    /// The last statement counted.
    counted: usize,
    /// Type parameters of a definition that comes: where their head begins and ends,
    /// name, bound.
    pub ahead: Vec<(usize, u32, NameId, Option<ExprId>)>,
    /// Names of a pattern that are definitions, with what is known of them.
    pub parts: Vec<(Node<'t>, Known)>,
    /// Variables that further assignments put values into, by scope and name.
    pub variables: HashMap<(ScopeId, NameId), DefinitionId>,
    /// Definitions by the anonymous function that is their value.
    pub takers: HashMap<ExprId, DefinitionId>,
    /// Whether an outline has more definitions than are kept.
    pub cut: bool,
    /// Names bound in a scope that is not open yet, by its node.
    deferred: HashMap<usize, Vec<(NameId, BindingKind, Known)>>,
    closure_scopes: HashMap<ScopeId, ExprId>,
    /// The node of each anonymous function, by its scope.
    closure_nodes: HashMap<ScopeId, usize>,
    parameters: HashMap<ScopeId, u32>,
    referenced: HashSet<(usize, ReferenceKind)>,
    file_metrics: Metrics,
    /// Names that are bound in a scope, of as many bindings as are noted.
    locals: (usize, HashSet<(ScopeId, NameId)>),
}

impl<'t, 'a> Walk<'t, 'a> {
    /// Starts a sweep over `source`.
    pub fn new(
        manifest: &'a Manifest,
        compiled: &'a Compiled,
        source: &'a [u8],
        events: &'a Events<'t>,
    ) -> Self {
        let end = source.len() as u32;
        let file = Scope {
            parent: ScopeId(0),
            kind: ScopeKind::File,
            span: Span { start: 0, end },
            definition: None,
        };
        let facts = FileFacts {
            scopes: vec![file],
            ..FileFacts::default()
        };
        Self {
            manifest,
            source,
            events,
            facts,
            names: Interner::default(),
            exprs: Exprs::new(&compiled.forms, source, manifest, &events.embedded),
            open: Vec::new(),
            scopes: vec![(ScopeId(0), u32::MAX)],
            doc: PendingDoc::default(),
            decorators: Vec::new(),
            decorators_end: 0,
            flags: Vec::new(),
            bound: HashSet::default(),
            fields: HashMap::default(),
            forms_compiled: compiled,
            nesting: Vec::new(),
            dead: Span::default(),
            logical: Vec::new(),
            counted: 0,
            ahead: Vec::new(),
            parts: Vec::new(),
            variables: HashMap::default(),
            takers: HashMap::default(),
            cut: false,
            deferred: HashMap::default(),
            closure_scopes: HashMap::default(),
            closure_nodes: HashMap::default(),
            parameters: HashMap::default(),
            referenced: HashSet::default(),
            file_metrics: Metrics::default(),
            locals: Default::default(),
        }
    }

    /// Reads all events. The facts, and why they are not all that the file says:
    /// definitions or scopes are nested deeper than code is, or an outline is longer
    /// than anybody reads.
    pub fn run(mut self) -> (FileFacts, Option<&'static str>) {
        let flattened = self.sweep();
        let fallback = match (flattened, self.cut) {
            (true, _) => Some("nested-too-deeply"),
            (_, true) => Some("outline-too-long"),
            _ => None,
        };
        (self.finish(), fallback)
    }

    /// Reads all events, and whether some were nested too deep to be told apart.
    pub fn sweep(&mut self) -> bool {
        let events = self.events;
        let mut flattened = false;
        for event in &events.list {
            self.close(event.span.start);
            if self.is_too_deep(event.root) {
                flattened = true;
                continue;
            }
            let pattern = &self.forms_compiled.patterns[event.pattern as usize];
            self.event(event, pattern);
            self.drain_types();
        }
        self.close(u32::MAX);
        self.drain_types();
        flattened
    }

    /// Whether the sweep took `node` for a call.
    pub fn is_call(&self, node: Node<'t>) -> bool {
        self.referenced.contains(&(node.id(), ReferenceKind::Call))
    }

    /// Names and look-ups grow with the depth; what is inside counts as its surroundings'.
    fn is_too_deep(&self, root: Root) -> bool {
        match root {
            Root::Definition(_) => self.open.len() >= DEFINITIONS,
            Root::Scope(_) => self.scopes.len() >= SCOPES,
            _ => false,
        }
    }

    fn event(&mut self, event: &Event<'t>, pattern: &'a Pattern) {
        if pattern.outside && self.is_local(true) || pattern.local && !self.is_local(true) {
            return;
        }
        if event.span.start >= self.decorators_end {
            self.drop_decorators(event.root);
        }
        match event.root {
            Root::Dead => {
                let mut span = event.span;
                if let Some(last) = &pattern.ending {
                    span.end = branch_end(event.node, last) as u32;
                }
                self.dead(span);
            }
            Root::Flag(flag) => self.flag(event, pattern, flag.get()),
            Root::Definition(kind) => self.definition(event, pattern, kind),
            Root::Scope(kind) => self.open_scope(event, kind.get()),
            Root::Parameter => self.parameter(event, pattern),
            Root::Binding(kind) => self.binding(event, pattern, kind.get()),
            Root::Tuple(kind) => self.tuple(event, pattern, kind.get()),
            Root::Destructure(kind) => self.destructure(event, pattern, kind.get()),
            Root::Member => self.member(event, pattern),
            Root::Reference(kind) => self.reference(event, pattern, kind.get()),
            Root::Import(kind) => self.import(event, pattern, kind.get()),
            Root::ImportTree => self.import_tree(event, pattern),
            Root::Export => self.export(event, pattern),
            Root::Inherit(kind) => self.inherit(event, pattern, kind.get()),
            Root::Package => self.package(event, pattern),
            Root::Return => self.returned(event, pattern),
            Root::Doc => self.comment(event),
            Root::DocInner => self.inner_doc(event),
            Root::Decorator => self.decorator(event),
            Root::Embedded(_) => self.embedded(event, pattern),
            Root::Statement(kind) => self.statement(event, kind),
        }
    }

    /// Notes a flag of what stands in the node, or from the node on.
    fn flag(&mut self, event: &Event<'t>, pattern: &Pattern, flag: Flags) {
        let container = self.open.last().map(|open| open.id);
        let place = (self.declaring_scope(false), container);
        let mut end = event.span.end;
        if pattern.onward {
            end = self.facts.scopes[self.scope().index()].span.end;
            let visibility = Flags(Flags::PRIVATE.0 | Flags::EXPORTED.0);
            self.flags.retain(|(until, known, flag)| {
                (*until, *known) != (end, place) || !visibility.has(*flag)
            });
        }
        self.flags.push((end, place, flag));
    }

    /// Decorators belong to what they stand before; where that is no definition
    /// (an import, a statement), they are not the next definition's.
    fn drop_decorators(&mut self, root: Root) {
        if !matches!(
            root,
            Root::Definition(_)
                | Root::Decorator
                | Root::Doc
                | Root::Flag(_)
                | Root::Dead
                | Root::Export
                | Root::Statement(_)
        ) {
            self.decorators.clear();
            self.doc.any &= !self.manifest.docs.loose;
        }
    }

    /// The innermost open scope.
    pub fn scope(&self) -> ScopeId {
        self.scopes.last().map_or(ScopeId(0), |(scope, _)| *scope)
    }

    /// The scope that a declaration binds in.
    pub fn declaring_scope(&self, hoist: bool) -> ScopeId {
        let mut scope = self.scope();
        if hoist || self.manifest.scoping.declares == Declares::Function {
            while self.facts.scopes[scope.index()].kind == ScopeKind::Block {
                scope = self.facts.scopes[scope.index()].parent;
            }
        }
        scope
    }

    /// Reads `node` as a value in the current scope.
    pub fn value(&mut self, node: Node<'t>) -> ExprId {
        let scope = self.scope();
        self.exprs.build(node, Mode::Value, scope, &mut self.names)
    }

    /// Reads `node` as a type in the current scope.
    pub fn type_(&mut self, node: Node<'t>) -> ExprId {
        let scope = self.scope();
        self.exprs.build(node, Mode::Type, scope, &mut self.names)
    }

    /// The interned text of `node`.
    pub fn name(&mut self, node: Node<'t>) -> NameId {
        self.names.intern(self.exprs.text(node))
    }

    /// The value of a binding as the pattern wraps it.
    pub fn wrapped(
        &mut self,
        event: &Event<'t>,
        pattern: &Pattern,
        name: NameId,
    ) -> Option<ExprId> {
        let node = self.events.get(event, Role::Value)?;
        if pattern.wrap == Wrap::Own {
            self.exprs.absorbed.insert(node.id());
            let mut name = pattern.sigil.to_string();
            name.push_str(self.exprs.bare(node));
            let name = self.names.intern(&name);
            let of_type = self.is_flagged(Flags::STATIC);
            let own = self.exprs.own(self.scope(), name, of_type);
            return Some(self.exprs.add(own));
        }
        let value = self.value(node);
        let expr = match pattern.wrap {
            Wrap::None | Wrap::Callable | Wrap::Own => return Some(value),
            Wrap::Element => Expr::Element(value),
            Wrap::Enter => Expr::Enter(value),
            Wrap::Await => Expr::Await(value),
            Wrap::Unwrap => Expr::Unwrap(value),
            Wrap::Instance => Expr::Construct {
                type_: value,
                arguments: Vec::new(),
            },
            Wrap::Generator => Expr::List(self.names.intern("Generator"), vec![value]),
            Wrap::Listed => Expr::List(self.list_name(), vec![value]),
            Wrap::Keyed => {
                let key = self.events.get(event, Role::Object);
                let key = key.and_then(|key| self.exprs.key(key, &mut self.names));
                let key = key.unwrap_or_else(|| self.names.intern("="));
                Expr::Object(vec![(key, value)])
            }
            Wrap::Index => Expr::Index(value, None),
            Wrap::This => Expr::This {
                scope: self.scope(),
            },
            Wrap::Position(n) => Expr::Position(value, n),
            Wrap::Member => {
                let key = self
                    .events
                    .get(event, Role::Object)
                    .map_or(name, |key| self.name(key));
                let member = self.exprs.add(Expr::Member {
                    object: value,
                    name: key,
                });
                // A function that is handed on is not called by being named.
                let arguments = Vec::new();
                self.exprs.add(Expr::Call {
                    callee: member,
                    arguments,
                });
                return Some(member);
            }
        };
        Some(self.exprs.add(expr))
    }

    /// Whether what stands directly here has the flag.
    fn is_flagged(&self, flag: Flags) -> bool {
        let container = self.open.last().map(|open| open.id);
        let place = (self.declaring_scope(false), container);
        let mut flags = self.flags.iter();
        flags.any(|(_, known, other)| *known == place && *other == flag)
    }

    /// The type of the language's lists.
    pub fn list_name(&mut self) -> NameId {
        let mut containers = self.manifest.containers.iter();
        let list = containers.find(|container| container.element.is_some());
        let name = list.and_then(|list| list.names.first());
        self.names.intern(name.map_or("", String::as_str))
    }

    fn close(&mut self, at: u32) {
        while self.scopes.last().is_some_and(|(_, end)| *end <= at) {
            let closed = self.scopes.pop();
            if self.exprs.types_around.last().map(|(_, scope)| *scope) == closed.map(|(id, _)| id) {
                self.exprs.types_around.pop();
            }
        }
        while self.open.last().is_some_and(|open| open.end <= at) {
            self.close_definition();
        }
        self.ahead.retain(|(_, end, ..)| *end > at);
        self.flags.retain(|(end, ..)| *end > at);
        while self.nesting.last().is_some_and(|(end, _)| *end <= at) {
            self.nesting.pop();
        }
    }

    fn open_scope(&mut self, event: &Event<'t>, kind: ScopeKind) {
        let parent = self.scope();
        let same = self.facts.scopes[parent.index()];
        if parent.0 != 0 && same.span == event.span && same.kind == kind {
            return;
        }
        let id = ScopeId::at(self.facts.scopes.len());
        let owner = self.open.last().filter(|open| open.owns(event.node));
        let definition = match owner.map(|open| open.id) {
            None if kind == ScopeKind::Function => self.named_closure(event),
            definition => definition,
        };
        self.facts.scopes.push(Scope {
            parent,
            kind,
            span: event.span,
            definition,
        });
        self.scopes.push((id, event.span.end));
        self.exprs.enter_scope(event.span, id);
        if let Some(definition) = definition {
            for (_, _, name, bound) in std::mem::take(&mut self.ahead) {
                let span = event.span;
                if self.new_type_parameter(name, bound) {
                    self.bind(name, BindingKind::TypeParameter, id, span, bound, None);
                }
            }
            self.flush_definition();
            let known = &self.facts.definitions[definition.index()];
            if kind == ScopeKind::Class || known.flags.has(Flags::EXTENSION) {
                self.exprs.types_around.push((known.name, id));
            }
            if let Some(body) = self.exprs.function_result(event.node) {
                let result = self.value(body);
                self.facts.definitions[definition.index()]
                    .values
                    .push(result);
            }
        } else if kind == ScopeKind::Function {
            self.open_closure(event.node, id);
        }
        for (name, kind, known) in self.deferred.remove(&event.node.id()).unwrap_or_default() {
            let span = Span {
                start: event.span.start,
                end: event.span.start,
            };
            self.facts.bindings.push(Binding {
                name,
                kind,
                scope: id,
                block: id,
                span,
                type_: known.type_,
                value: known.value,
                definition: None,
            });
        }
    }

    fn open_closure(&mut self, node: Node<'t>, scope: ScopeId) {
        self.closure_nodes.insert(scope, node.id());
        self.bind_implicit(node, scope);
        let Some(expr) = self.exprs.known(node) else {
            return;
        };
        self.closure_scopes.insert(scope, expr);
        if let Some(body) = self.exprs.function_result(node) {
            let result = self.value(body);
            self.exprs.arena[expr.index()] = Expr::Function(Some(result));
        }
    }

    /// Binds what an anonymous function has without declaring it: a parameter, and
    /// the value that names are looked up in.
    fn bind_implicit(&mut self, node: Node<'t>, scope: ScopeId) {
        let scoping = &self.manifest.scoping;
        let mut implicit = Vec::new();
        if !scoping.implicit_parameter.is_empty() && self.exprs.lacks_parameters(node) {
            for first in scoping.implicit_parameter.split(' ') {
                let head = first.trim_end_matches(|c: char| c.is_ascii_digit());
                match first[head.len()..].parse::<u32>() {
                    Err(_) => implicit.push((first.to_owned(), 0)),
                    Ok(from) => {
                        implicit.extend((0..IMPLICIT).map(|n| (format!("{head}{}", from + n), n)))
                    }
                }
            }
        }
        if !scoping.receiver_calls.is_empty() {
            implicit.push(("this".to_owned(), RECEIVER));
        }
        for (name, parameter) in implicit {
            if let Some(value) = self.closure_parameter(scope, parameter) {
                let name = self.names.intern(&name);
                let start = scope_start(&self.facts, scope);
                let span = Span { start, end: start };
                self.bind(name, BindingKind::Parameter, scope, span, None, Some(value));
            }
        }
    }

    fn parameter(&mut self, event: &Event<'t>, pattern: &'a Pattern) {
        let scope = self.scope();
        let position = self.parameters.entry(scope).or_default();
        let index = *position;
        let name_node = self.events.get(event, Role::Name);
        let targets = self.events.get(event, Role::Targets);
        if name_node
            .or(targets)
            .is_none_or(|node| self.bound.insert(node.id()))
        {
            *position += 1;
        } else {
            return;
        }
        let name = match name_node {
            Some(node) => self.name(node),
            None => self.names.intern(""),
        };
        let passed_as = match self
            .events
            .get(event, Role::Label)
            .map(|node| self.exprs.text(node))
        {
            Some("_") => self.names.intern(""),
            Some(label) => self.names.intern(label.trim_matches('`')),
            None => name,
        };
        let type_ = self
            .events
            .get(event, Role::Type)
            .map(|node| self.type_(node));
        self.note_implied(event, type_);
        let default = self.wrapped(event, pattern, name);
        let owner = self.facts.scopes[scope.index()].definition;
        let type_ = type_.or_else(|| self.documented_parameter(owner?, name));
        let value = match owner {
            Some(owner) => {
                let expected = self.expected_parameter(scope, index);
                let type_ = type_.or_else(|| Some(self.exprs.add(Expr::TypeOf(expected?))));
                self.declare_parameter(owner, event, pattern, passed_as, type_, index, scope)
                    .or(default)
                    .or(expected)
            }
            None => default.or_else(|| self.closure_parameter(scope, index)),
        };
        if let Some(node) = name_node {
            let span = Span {
                start: scope_start(&self.facts, scope),
                end: node.start_byte() as u32,
            };
            self.bind(name, BindingKind::Parameter, scope, span, type_, value);
        }
        if let Some(targets) = targets {
            let place = Place {
                kind: BindingKind::Parameter,
                scope,
                span: Span {
                    start: scope_start(&self.facts, scope),
                    end: targets.start_byte() as u32,
                },
                body: None,
                declares: false,
            };
            self.bind_pattern(targets, Known { type_, value }, place);
        }
    }

    /// The type that the documentation of `owner` says of its parameter `name`.
    fn documented_parameter(&mut self, owner: DefinitionId, name: NameId) -> Option<ExprId> {
        let doc = &self.facts.definitions[owner.index()].doc;
        let rules = &self.manifest.documented;
        let text = documented::said_of(doc, self.names.get(name), rules)?.to_owned();
        self.documented_type(&text)
    }

    /// The type that documentation writes as `text`.
    pub fn documented_type(&mut self, text: &str) -> Option<ExprId> {
        let (list, scope) = (self.list_name(), self.scope());
        let at = self.facts.scopes[scope.index()].span.start;
        self.exprs
            .documented(text, list, scope, at, &mut self.names)
    }

    /// What is known of a parameter of a definition that is a function in an
    /// object, where the source says what the object is.
    fn expected_parameter(&mut self, scope: ScopeId, parameter: u32) -> Option<ExprId> {
        let node = self.open.last()?.function_node();
        let row = self.facts.scopes[scope.index()];
        let open = self.open.last().map(|open| open.id);
        let call = *self
            .exprs
            .expected
            .get(&node)
            .filter(|_| row.definition == open)?;
        Some(self.exprs.add(Expr::ClosureParameter {
            call,
            argument: 0,
            parameter,
        }))
    }

    /// What is known of a parameter of a function passed as an argument.
    fn closure_parameter(&mut self, scope: ScopeId, parameter: u32) -> Option<ExprId> {
        let function = self.closure_nodes.get(&scope)?;
        let expr = match self.exprs.closures.get(function) {
            Some(&(call, argument)) => Expr::ClosureParameter {
                call,
                argument,
                parameter,
            },
            None => Expr::ClosureParameter {
                call: *self.exprs.expected.get(function)?,
                argument: 0,
                parameter,
            },
        };
        Some(self.exprs.add(expr))
    }

    /// Records a binding in the innermost block.
    pub fn bind(
        &mut self,
        name: NameId,
        kind: BindingKind,
        scope: ScopeId,
        span: Span,
        type_: Option<ExprId>,
        value: Option<ExprId>,
    ) {
        let block = self.scope();
        self.facts.bindings.push(Binding {
            name,
            kind,
            scope,
            block,
            span,
            type_,
            value,
            definition: None,
        });
    }

    fn binding(&mut self, event: &Event<'t>, pattern: &Pattern, kind: BindingKind) {
        let Some(node) = self.events.get(event, Role::Name) else {
            return;
        };
        if kind == BindingKind::Narrowing {
            self.narrowing(event, pattern, node);
            return;
        }
        // What is put into a field of the instance.
        if pattern.wrap == Wrap::Listed && self.events.get(event, Role::Object).is_some() {
            self.member(event, pattern);
            return;
        }
        if !self.bound.insert(node.id()) {
            return;
        }
        let name = self.name(node);
        let type_ = self
            .events
            .get(event, Role::Type)
            .map(|node| self.type_(node));
        let value = match pattern.wrap {
            Wrap::This => {
                let scope = self.scope();
                Some(self.exprs.add(Expr::This { scope }))
            }
            _ => self.wrapped(event, pattern, name),
        };
        self.note_typed_closure(event, type_);
        if pattern.ahead {
            let row = event.node.start_row();
            self.ahead.push((row, event.span.end, name, type_));
            return;
        }
        if kind == BindingKind::TypeParameter && !self.new_type_parameter(name, type_) {
            return;
        }
        let scope = if kind == BindingKind::Parameter || kind == BindingKind::TypeParameter {
            self.scope()
        } else {
            self.declaring_scope(pattern.hoist)
        };
        let start = if pattern.early {
            self.facts.scopes[self.scope().index()].span.start
        } else {
            event.span.start
        };
        let end = if pattern.early { start } else { event.span.end };
        self.bind(name, kind, scope, Span { start, end }, type_, value);
    }

    /// Lists a type parameter with its definition; one that is declared already
    /// (`where T: Bound`) only takes over the bound.
    fn new_type_parameter(&mut self, name: NameId, bound: Option<ExprId>) -> bool {
        let scope = self.scope();
        let known = self.facts.bindings.iter_mut().rev().take(64).find(|known| {
            known.scope == scope && known.name == name && known.kind == BindingKind::TypeParameter
        });
        if let Some(known) = known {
            known.type_ = known.type_.or(bound);
            return false;
        }
        if let Some(open) = self.open.last() {
            self.facts.definitions[open.id.index()]
                .type_parameters
                .push(name);
        }
        true
    }

    /// A value may be a member of its declared type that is written without it.
    pub fn note_implied(&mut self, event: &Event<'t>, type_: Option<ExprId>) {
        if self.exprs.implies()
            && let (Some(type_), Some(value)) = (type_, self.events.get(event, Role::Value))
        {
            let expected = match self.exprs.arena[type_.index()] {
                // An instance of the type around.
                Expr::ThisType { .. } => Expr::Call {
                    callee: type_,
                    arguments: Vec::new(),
                },
                _ => Expr::Typed(type_),
            };
            self.exprs.imply(value, expected);
        }
    }

    /// Remembers the declared type of a function that a variable holds.
    pub fn note_typed_closure(&mut self, event: &Event<'t>, type_: Option<ExprId>) {
        if let (Some(type_), Some(value)) = (type_, self.events.get(event, Role::Value)) {
            self.exprs.expected.insert(value.id(), type_);
            self.exprs
                .expect(value, Expr::Typed(type_), &mut self.names);
        }
    }

    fn narrowing(&mut self, event: &Event<'t>, pattern: &Pattern, name: Node<'t>) {
        let (Some(type_), Some(body)) = (
            self.events.get(event, Role::Type),
            self.events.get(event, Role::Body),
        ) else {
            return;
        };
        let name = match &pattern.name {
            Some(name) => self.names.intern(name),
            None => self.name(name),
        };
        let known = Known {
            type_: Some(self.type_(type_)),
            value: None,
        };
        self.defer(body.id(), name, BindingKind::Narrowing, known);
    }

    /// Records a binding in the scope of a node that comes later.
    pub fn defer(&mut self, body: usize, name: NameId, kind: BindingKind, known: Known) {
        let waiting = self.deferred.entry(body).or_default();
        waiting.push((name, kind, known));
    }

    fn tuple(&mut self, event: &Event<'t>, pattern: &Pattern, kind: BindingKind) {
        let Some(targets) = self.events.get(event, Role::Targets) else {
            return;
        };
        let targets: Vec<_> = operands(targets).collect();
        let values = self.tuple_values(event, pattern, targets.len());
        let declares = self.declared(pattern).is_some();
        for (position, target) in targets.into_iter().enumerate() {
            let Some(text) = self.exprs.plain_name(target) else {
                continue;
            };
            if !self.bound.insert(target.id()) {
                continue;
            }
            let value = match &values {
                TupleValues::None => None,
                TupleValues::Each(values) => values.get(position).copied(),
                TupleValues::One(value) => {
                    Some(self.exprs.add(Expr::Position(*value, position as u32)))
                }
            };
            if declares {
                self.parts.push((target, Known::of(value)));
                continue;
            }
            let name = self.names.intern(text);
            let scope = self.declaring_scope(pattern.hoist);
            let span = if pattern.early {
                let start = self.facts.scopes[self.scope().index()].span.start;
                Span { start, end: start }
            } else {
                event.span
            };
            self.bind(name, kind, scope, span, None, value);
        }
        self.declare_parts(event, pattern);
    }

    fn tuple_values(&mut self, event: &Event<'t>, pattern: &Pattern, count: usize) -> TupleValues {
        let Some(node) = self.events.get(event, Role::Values) else {
            let name = self.names.intern("");
            return self
                .wrapped(event, pattern, name)
                .map_or(TupleValues::None, TupleValues::One);
        };
        let nodes: Vec<_> = operands(node).collect();
        match nodes.as_slice() {
            [one] if count > 1 => TupleValues::One(self.value(*one)),
            _ => TupleValues::Each(nodes.into_iter().map(|node| self.value(node)).collect()),
        }
    }

    fn reference(&mut self, event: &Event<'t>, pattern: &Pattern, kind: ReferenceKind) {
        let node = self.events.get(event, Role::Name).unwrap_or(event.node);
        let taken = match kind {
            ReferenceKind::Call => self.bound.contains(&node.id()),
            // What is assigned to is not read.
            ReferenceKind::Read => self.referenced.contains(&(node.id(), ReferenceKind::Write)),
            _ => false,
        };
        if self.exprs.absorbed.contains(&node.id()) || taken {
            return;
        }
        if !self.referenced.insert((node.id(), kind)) {
            return;
        }
        // What has its name in one of its parts is no other use.
        self.referenced.insert((event.node.id(), kind));
        let arguments = self.arguments(event, kind);
        if let Some(type_) = self.events.get(event, Role::Type) {
            let target = self.refer_type(event.node, type_, kind, arguments);
            self.note_arguments(event, kind, target);
            return;
        }
        if self.exprs.is_cast(node) {
            return;
        }
        // What is written as types alone are: each name in it is one.
        if kind == ReferenceKind::Type && self.exprs.is_type_alone(node) {
            if !self.is_dead(node) {
                self.type_(node);
                self.drain_types();
            }
            return;
        }
        let expr = self.value(node);
        let target = match (kind, &self.exprs.arena[expr.index()]) {
            (ReferenceKind::Call, Expr::Call { callee, .. }) => *callee,
            // `super()` of Python: the instance seen as its supertype; a call
            // that loads a module.
            (ReferenceKind::Call, Expr::Super { .. })
                if self.events.get(event, Role::Name).is_none()
                    && !self.manifest.scoping.messages =>
            {
                return;
            }
            (ReferenceKind::Call, Expr::Module(_) | Expr::List(..)) => return,
            (ReferenceKind::Construct | ReferenceKind::Call, Expr::Construct { type_, .. }) => {
                *type_
            }
            // A conversion, or a call whose result is its argument's instance.
            (ReferenceKind::Call, Expr::Typed(type_)) => {
                let type_ = *type_;
                let callee = self.exprs.callee(node);
                callee.map_or(type_, |callee| self.value(callee))
            }
            // A call whose result is its argument is still one.
            (ReferenceKind::Call, Expr::Union(_)) => match self.exprs.callee(node) {
                Some(callee) => self.value(callee),
                None => expr,
            },
            _ => expr,
        };
        if kind == ReferenceKind::Call && self.is_local_read(event.node, target) {
            self.referenced.remove(&(node.id(), kind));
            return;
        }
        let target = match &pattern.ending {
            Some(ending) => self.ended(target, ending),
            None => target,
        };
        let target = match &pattern.member {
            Some(name) => self.member_of(target, name),
            None => target,
        };
        let target = match self.events.get(event, Role::Object) {
            Some(object) => self.spelt_member(object, node),
            None => target,
        };
        if kind == ReferenceKind::Call {
            self.metrics(|metrics| metrics.calls += 1);
        }
        if self.events.get(event, Role::Name).is_some() {
            self.note_arguments(event, kind, target);
        }
        self.refer(kind, target, arguments, event.node);
    }

    /// Whether what would be a call on `this` is a variable, by its name alone.
    fn is_local_read(&mut self, node: Node<'t>, target: ExprId) -> bool {
        let Expr::Name { name, .. } = self.exprs.arena[target.index()] else {
            return false;
        };
        if !self.manifest.scoping.messages || node.named_children().next().is_some() {
            return false;
        }
        let mut scope = self.scope();
        for _ in 0..SCOPES {
            if self.is_bound(scope, name) {
                return true;
            }
            let row = &self.facts.scopes[scope.index()];
            if row.definition.is_some() || row.parent == scope {
                break;
            }
            scope = row.parent;
        }
        false
    }

    /// Whether `scope` itself binds `name` so far.
    pub fn is_bound(&mut self, scope: ScopeId, name: NameId) -> bool {
        let (noted, locals) = &mut self.locals;
        let fresh = self.facts.bindings.get(*noted..).unwrap_or(&[]);
        locals.extend(fresh.iter().map(|row| (row.scope, row.name)));
        *noted = self.facts.bindings.len();
        locals.contains(&(scope, name))
    }

    /// The member `target`, with `ending` behind its name.
    fn ended(&mut self, target: ExprId, ending: &str) -> ExprId {
        let Expr::Member { object, name } = self.exprs.arena[target.index()] else {
            return target;
        };
        let mut whole = self.names.get(name).to_owned();
        whole.push_str(ending);
        let name = self.names.intern(&whole);
        let ended = self.exprs.add(Expr::Member { object, name });
        self.exprs.names[ended.index()] = self.exprs.names[target.index()];
        ended
    }

    /// The member `name` of `object`, at the place of that.
    fn member_of(&mut self, object: ExprId, name: &str) -> ExprId {
        let name = self.names.intern(name);
        let member = self.exprs.add(Expr::Member { object, name });
        self.exprs.names[member.index()] = self.exprs.names[object.index()];
        member
    }

    /// The member of `object` whose name the text of `name` spells, which is no name to
    /// the grammar.
    fn spelt_member(&mut self, object: Node<'t>, name: Node<'t>) -> ExprId {
        let object = self.value(object);
        let spelt = self.exprs.bare(name);
        let spelt = self.names.intern(spelt);
        let member = self.exprs.add(Expr::Member {
            object,
            name: spelt,
        });
        self.exprs.names[member.index()] = (span_of(name), name.start_row() as u32 + 1);
        member
    }

    /// Makes a call or construction of what is used and arguments that stand in no node
    /// that is read as one.
    fn note_arguments(&mut self, event: &Event<'t>, kind: ReferenceKind, used: ExprId) {
        if let Some(list) = self.events.get(event, Role::Arguments) {
            let nodes: Vec<_> = operands(list).take(ARGUMENTS).collect();
            let arguments = nodes.into_iter().map(|node| self.value(node)).collect();
            self.exprs.add(match kind {
                ReferenceKind::Construct => Expr::Construct {
                    type_: used,
                    arguments,
                },
                _ => Expr::Call {
                    callee: used,
                    arguments,
                },
            });
        }
    }

    /// How many arguments a call or construction passes, where that shows.
    fn arguments(&self, event: &Event<'t>, kind: ReferenceKind) -> Option<u16> {
        if !matches!(kind, ReferenceKind::Call | ReferenceKind::Construct) {
            return None;
        }
        match self.events.get(event, Role::Arguments) {
            Some(list) => self.forms_compiled.forms.count_arguments(list),
            None => self.exprs.passed(event.node),
        }
    }

    /// A use at `node` of a type that is named elsewhere.
    fn refer_type(
        &mut self,
        node: Node<'t>,
        type_: Node<'t>,
        kind: ReferenceKind,
        arguments: Option<u16>,
    ) -> ExprId {
        let scope = self.scope();
        let known = self
            .exprs
            .build(type_, Mode::QuietType, scope, &mut self.names);
        // Where the name stands is not where it is used.
        let expr = Expr::Union(vec![known]);
        let target = self.exprs.add(expr);
        let first = self.facts.references.len();
        self.refer(kind, target, arguments, node);
        let name = name_of(&self.exprs.arena, known);
        if let Some(reference) = self.facts.references.get_mut(first) {
            reference.name = name;
        }
        target
    }

    /// Whether `node` never runs.
    fn is_dead(&self, node: Node<'t>) -> bool {
        let start = node.start_byte() as u32;
        self.dead.start <= start && start < self.dead.end
    }

    fn refer(
        &mut self,
        kind: ReferenceKind,
        target: ExprId,
        arguments: Option<u16>,
        node: Node<'t>,
    ) {
        if self.is_dead(node) {
            return;
        }
        let start = node.start_byte() as u32;
        let (mut span, mut line) = self.exprs.names[target.index()];
        if line == 0
            && let Expr::Generic { base, .. } = &self.exprs.arena[target.index()]
        {
            (span, line) = self.exprs.names[base.index()];
        }
        if line == 0 {
            span = Span {
                start: node.start_byte() as u32,
                end: node.end_byte() as u32,
            };
            line = node.start_row() as u32 + 1;
        }
        let name = name_of(&self.exprs.arena, target);
        let definition = self.running(start);
        let scope = self.scope();
        self.facts.references.push(Reference {
            kind,
            name,
            target,
            arguments,
            definition,
            scope,
            span,
            line,
        });
    }

    /// The definition that runs what stands at byte `at`. What stands before a
    /// definition's name (a decorator) runs around it.
    fn running(&self, at: u32) -> Option<DefinitionId> {
        self.open.iter().rev().map(|open| open.id).find(|id| {
            let definition = &self.facts.definitions[id.index()];
            let kind = definition.kind;
            // A property runs code where it has a body.
            let computed = kind == Kind::Property && !definition.body.is_empty();
            (kind.is_callable() || kind.is_type() || computed) && at >= definition.name_span.start
        })
    }

    /// Records the types met as references from the innermost definition.
    pub fn drain_types(&mut self) {
        let types = std::mem::take(&mut self.exprs.types);
        for expr in types {
            let (span, line) = self.exprs.names[expr.index()];
            let name = name_of(&self.exprs.arena, expr);
            let definition = self.running(u32::MAX);
            let scope = self.scope();
            self.facts.references.push(Reference {
                kind: ReferenceKind::Type,
                name,
                target: expr,
                arguments: None,
                definition,
                scope,
                span,
                line,
            });
        }
    }

    fn import(&mut self, event: &Event<'t>, pattern: &Pattern, kind: ImportKind) {
        let Some(source) = self.events.get(event, Role::Source) else {
            return;
        };
        let name_node = self.events.get(event, Role::Name);
        let alias_node = self.events.get(event, Role::Alias);
        let bound = alias_node.or(name_node).unwrap_or(source);
        if !self.bound.insert(bound.id()) {
            return;
        }
        self.bound.extend(name_node.map(|name| name.id()));
        let name_node = name_node.filter(|_| kind != ImportKind::Wildcard);
        let mut text = self.exprs.text(source);
        // The name may be the end of the source.
        if let Some(name) = name_node.filter(|name| {
            source.start_byte() < name.start_byte() && name.end_byte() <= source.end_byte()
        }) {
            let head = &text[..name.start_byte() - source.start_byte()];
            text = head.trim_end_matches(|c: char| c.is_whitespace() || ".:\\/".contains(c));
        }
        let bare = text.trim_matches(['"', '\'', '`']);
        let source = if pattern.beside {
            let mut path = String::from("./");
            path.push_str(bare);
            self.names.intern(&path)
        } else if bare.len() == text.len() {
            // A name may be spread over white space (`a . b`), a path may not.
            let joined: String = bare.split_whitespace().collect();
            self.names.intern(&joined)
        } else {
            self.names.intern(bare)
        };
        let name = match &pattern.name {
            Some(name) => Some(self.names.intern(name)),
            None => name_node.map(|node| self.name(node)),
        };
        let alias = match alias_node {
            Some(node) => Some(self.name(node)),
            None if kind == ImportKind::Named => name,
            None => None,
        };
        let scope = self.declaring_scope(false);
        let line = event.node.start_row() as u32 + 1;
        self.facts.imports.push(Import {
            kind,
            source,
            name,
            alias,
            scope,
            type_only: pattern.type_only,
            reexport: pattern.reexport,
            dynamic: pattern.dynamic,
            span: event.span,
            line,
        });
    }

    /// References inside `span` are dropped.
    fn dead(&mut self, span: Span) {
        if span.start >= self.dead.end {
            self.dead = span;
        } else {
            self.dead.end = self.dead.end.max(span.end);
        }
    }

    /// What a piece holds behind its first operand may be a pattern.
    fn embedded(&mut self, event: &Event<'t>, pattern: &Pattern) {
        let piece = self.events.embedded.get(&event.node.id()).copied();
        let Some(piece) = piece.filter(|_| pattern.operand) else {
            return;
        };
        let list = operands(piece).next().unwrap_or(piece);
        if let Some(second) = operands(list).nth(1) {
            self.dead(Span {
                start: second.start_byte() as u32,
                end: event.span.end,
            });
        }
    }

    fn export(&mut self, event: &Event<'t>, pattern: &Pattern) {
        let name = match (&pattern.name, self.events.get(event, Role::Name)) {
            (Some(name), _) => self.names.intern(name),
            (None, Some(node)) => self.unquoted(node),
            (None, None) => return,
        };
        let value = self.events.get(event, Role::Value);
        let value = value.map_or(ExprId(0), |value| self.value(value));
        let line = event.node.start_row() as u32 + 1;
        self.facts.exports.push(Export { name, value, line });
    }

    fn unquoted(&mut self, node: Node<'t>) -> NameId {
        let text = self.exprs.text(node).trim_matches(['"', '\'']);
        self.names.intern(text)
    }

    fn inherit(
        &mut self,
        event: &Event<'t>,
        pattern: &Pattern,
        kind: crate::extract::facts::InheritanceKind,
    ) {
        let base = self.events.get(event, Role::Base);
        let definition = match self.events.get(event, Role::Owner) {
            Some(owner) => self.named_before(owner),
            None => self.innermost_type(),
        };
        let Some(definition) = definition else {
            return;
        };
        let scope = self.scope();
        let base = match (&pattern.name, base) {
            (Some(name), _) => {
                let name = self.names.intern(name);
                self.exprs.add(Expr::Name { name, scope, at: 0 })
            }
            (None, Some(_)) if pattern.wrap == Wrap::This => self.exprs.add(Expr::This { scope }),
            (None, Some(base)) => self.type_(base),
            (None, None) => return,
        };
        let line = event.node.start_row() as u32 + 1;
        self.facts.inheritance.push(Inheritance {
            definition,
            kind,
            base,
            line,
        });
    }

    /// The last definition so far of the name that `node` is, outside types.
    fn named_before(&self, node: Node<'t>) -> Option<DefinitionId> {
        let name = self.names.find(self.exprs.bare(node))?;
        let named = |definition: &Definition| definition.name == name && definition.owner.is_none();
        let row = self.facts.definitions.iter().rposition(named)?;
        Some(DefinitionId::at(row))
    }

    fn package(&mut self, event: &Event<'t>, pattern: &Pattern) {
        let node = self.events.get(event, Role::Name).unwrap_or(event.node);
        let name = match &pattern.name {
            Some(name) => self.names.intern(name),
            None => self.name(node),
        };
        let scope = self.scope();
        self.facts.packages.push(Package { name, scope });
    }

    fn returned(&mut self, event: &Event<'t>, pattern: &Pattern) {
        let mut scope = self.scope();
        while !matches!(
            self.facts.scopes[scope.index()].kind,
            ScopeKind::Function | ScopeKind::File
        ) {
            scope = self.facts.scopes[scope.index()].parent;
        }
        let nameless = self.names.intern("");
        if let Some(definition) = self.facts.scopes[scope.index()].definition {
            self.note_implied(event, self.facts.definitions[definition.index()].type_);
            let value = self.wrapped(event, pattern, nameless);
            let values = &mut self.facts.definitions[definition.index()].values;
            if values.len() < 4 {
                values.extend(value);
            }
        } else if let Some(&closure) = self.closure_scopes.get(&scope)
            && self.exprs.arena[closure.index()] == Expr::Function(None)
        {
            let value = self.wrapped(event, pattern, nameless);
            self.exprs.arena[closure.index()] = Expr::Function(value);
        }
    }

    fn comment(&mut self, event: &Event<'t>) {
        let node = event.node;
        let start = node.start_byte();
        let line_start = self.source[..start]
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |at| at + 1);
        let before = &self.source[line_start..start];
        if !before
            .strip_prefix(BYTE_ORDER_MARK)
            .unwrap_or(before)
            .iter()
            .all(u8::is_ascii_whitespace)
        {
            return;
        }
        let apart = node.start_row() > self.doc.last_row + 1;
        if !self.doc.any || apart && !self.manifest.docs.loose {
            self.doc.text.clear();
        }
        let text = self.exprs.text(node);
        let pragmas = &self.manifest.docs.pragmas;
        if !pragmas
            .iter()
            .any(|pragma| text.starts_with(pragma.as_str()))
        {
            let text = docs::clean(&self.manifest.docs, text);
            // A line without a word parts paragraphs.
            for line in text.lines().chain(text.is_empty().then_some("")) {
                docs::push_line(&mut self.doc.text, line);
            }
        }
        self.doc.any = true;
        // A line comment may include its line break.
        self.doc.last_row = node.last_row();
    }

    fn inner_doc(&mut self, event: &Event<'t>) {
        let text = docs::clean(&self.manifest.docs, self.exprs.text(event.node));
        if let Some(open) = self.open.last() {
            let doc = &mut self.facts.definitions[open.id.index()].doc;
            for line in text.lines() {
                docs::push_line(doc, line);
            }
        }
    }

    fn statement(&mut self, event: &Event<'t>, kind: StatementKind) {
        if std::mem::replace(&mut self.counted, event.node.id()) == event.node.id() {
            return;
        }
        // A function that has a name is not one inside itself.
        let is_definition = |open: &Open<'_>| open.owns(event.node);
        if kind == StatementKind::Closure && self.open.last().is_some_and(is_definition) {
            return;
        }
        let floor = self.open.last().map_or(0, |open| open.nesting);
        let nesting = self.nesting[floor.min(self.nesting.len())..]
            .iter()
            .filter(|(_, nests)| *nests)
            .count() as u32;
        let continues = kind == StatementKind::Logical && self.continues_logical(event);
        let early = kind == StatementKind::Return && self.goes_on_after(event);
        self.metrics(|metrics| {
            metrics::add(metrics, kind, nesting, continues);
            metrics.early_returns += u32::from(early);
        });
        if kind.nests() {
            self.nesting.push((event.span.end, true));
        }
    }

    /// Whether code of the innermost function follows a return.
    fn goes_on_after(&self, event: &Event<'t>) -> bool {
        let callable = self.callable();
        let end = callable.map_or(self.source.len(), |open| open.end as usize);
        let rest = self.source.get(event.span.end as usize..end);
        metrics::goes_on(rest.unwrap_or(&[]))
    }

    /// Whether a logical operator stands under the same operator with nothing
    /// but parentheses in between.
    fn continues_logical(&mut self, event: &Event<'t>) -> bool {
        while self
            .logical
            .last()
            .is_some_and(|(end, ..)| *end <= event.span.start)
        {
            self.logical.pop();
        }
        let node = event.node;
        if !node.is_named() {
            // A chain of tokens: the first of them begins the run.
            let before = node
                .prev_sibling()
                .and_then(|operand| operand.prev_sibling());
            return before.is_some_and(|before| before.kind_id() == node.kind_id());
        }
        let operator = node.child_by_field_name("operator");
        let text = operator.map_or("", |operator| self.exprs.text(operator));
        let operator = (operator.unwrap_or(node).kind_id(), text);
        let around = self
            .logical
            .last()
            .filter(|(_, around, _)| *around == operator);
        let continues = around.is_some_and(|(_, _, id)| {
            let mut outer = node.parent();
            while let Some(parenthesis) = outer.filter(|outer| outer.kind().contains("parenthes")) {
                outer = parenthesis.parent();
            }
            outer.is_some_and(|outer| outer.id() == *id)
        });
        self.logical.push((event.span.end, operator, node.id()));
        continues
    }

    /// The innermost open definition that can be called.
    fn callable(&self) -> Option<&Open<'t>> {
        let mut open = self.open.iter().rev();
        open.find(|open| self.facts.definitions[open.id.index()].kind.is_callable())
    }

    fn metrics(&mut self, change: impl FnOnce(&mut Metrics)) {
        match self.callable().map(|open| open.id) {
            Some(id) => change(&mut self.facts.definitions[id.index()].metrics),
            None => change(&mut self.file_metrics),
        }
    }

    /// How deep the stack of nesting statements is, for a definition that opens.
    pub fn nesting_depth(&self) -> usize {
        self.nesting.len()
    }

    /// Looks names up from the scopes they stand in where a scope narrows one:
    /// an expression is read as a whole, before the scopes inside it open.
    fn narrow_names(&mut self) {
        let bindings = &self.facts.bindings;
        if !bindings.iter().any(|b| b.kind == BindingKind::Narrowing) {
            return;
        }
        let scopes = &self.facts.scopes;
        for expr in &mut self.exprs.arena {
            let Expr::Name { scope, at, .. } = expr else {
                continue;
            };
            let last = scopes.partition_point(|row| row.span.start <= *at);
            let mut here = ScopeId::at(last.saturating_sub(1));
            while scopes[here.index()].span.end <= *at && here.0 != 0 {
                here = scopes[here.index()].parent;
            }
            let innermost = here;
            while scopes[here.index()].kind == ScopeKind::Block && here != *scope {
                here = scopes[here.index()].parent;
            }
            if here == *scope {
                *scope = innermost;
            }
        }
    }

    /// A module that is only loaded, by a statement that binds it too.
    fn drop_repeated_imports(&mut self) {
        let imports = &mut self.facts.imports;
        let mut bound: HashMap<NameId, Vec<Span>> = HashMap::default();
        for import in imports.iter() {
            if import.kind != ImportKind::SideEffect {
                bound.entry(import.source).or_default().push(import.span);
            }
        }
        imports.retain(|import| {
            let spans = bound.get(&import.source).map_or(&[][..], Vec::as_slice);
            let around =
                |span: &Span| span.start <= import.span.start && import.span.end <= span.end;
            import.kind != ImportKind::SideEffect || !spans.iter().any(around)
        });
    }

    /// What the file defines and exports by name (`export { f }`) is exported.
    fn flag_listed_exports(&mut self) {
        let mut listed: HashSet<NameId> = HashSet::default();
        let mut defined: Vec<DefinitionId> = Vec::new();
        let arena = &self.exprs.arena;
        for export in &self.facts.exports {
            match &arena[export.value.index()] {
                Expr::Name { name, .. } => {
                    listed.insert(*name);
                }
                Expr::Object(members) => {
                    listed.extend(members.iter().filter_map(|(_, value)| {
                        match &arena[value.index()] {
                            Expr::Name { name, .. } => Some(*name),
                            _ => None,
                        }
                    }));
                }
                Expr::Definition(id) => defined.push(*id),
                _ => {}
            }
        }
        for id in defined {
            self.facts.definitions[id.index()]
                .flags
                .set(Flags::EXPORTED);
        }
        if listed.is_empty() {
            return;
        }
        for definition in &mut self.facts.definitions {
            if definition.container.is_none()
                && definition.scope == ScopeId(0)
                && listed.contains(&definition.name)
            {
                definition.flags.set(Flags::EXPORTED);
            }
        }
    }

    /// What bears no mark of what is private is exported, where the language has it so:
    /// of a file that lists what it offers no more than that, and members of both.
    fn flag_public_names(&mut self) {
        let scoping = &self.manifest.scoping;
        if !scoping.public_names {
            return;
        }
        let listed = self.facts.exports.iter().map(|export| export.name);
        let listed: HashSet<NameId> = listed.collect();
        for at in 0..self.facts.definitions.len() {
            let definition = &self.facts.definitions[at];
            let public = match definition.container {
                None if listed.is_empty() => {
                    let name = self.names.get(definition.name);
                    !name.starts_with(scoping.private_prefix.as_str())
                }
                None => listed.contains(&definition.name),
                Some(outer) => {
                    let outer = &self.facts.definitions[outer.index()];
                    let seen = outer.kind.is_type() && outer.flags.has(Flags::EXPORTED);
                    seen && !definition.flags.has(Flags::PRIVATE)
                }
            };
            if public {
                self.facts.definitions[at].flags.set(Flags::EXPORTED);
            }
        }
    }

    fn finish(mut self) -> FileFacts {
        self.drop_repeated_imports();
        self.narrow_names();
        self.flag_listed_exports();
        self.flag_public_names();
        self.facts
            .references
            .sort_by_key(|reference| (reference.span.start, reference.kind, reference.target));
        if !self.manifest.outline {
            self.facts.words =
                crate::extract::words::count(self.source, &self.facts.definitions, &mut self.names);
        }
        self.facts.exprs = self.exprs.arena;
        self.facts.names = self.names.into_names();
        self.facts
    }
}

/// Parameters that an anonymous function has without listing them, where there may be several.
const IMPLICIT: u32 = 4;
/// What some editors put before the text of a file.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The end of a piece that begins with the marker `node`: the next marker of its
/// level, where such as begin with `last` close one and such as begin with that without
/// its `end` open it.
fn branch_end(node: Node<'_>, last: &str) -> usize {
    let opens = last.replacen("end", "", 1);
    let mut depth = 0;
    let mut next = node.next_sibling();
    let mut end = node.parent().map_or(node.end_byte(), Node::end_byte);
    while let Some(sibling) = next {
        next = sibling.next_sibling();
        if sibling.kind_id() != node.kind_id() {
            continue;
        }
        let token = sibling.first_child().map(Node::kind);
        if token == Some(opens.as_str()) {
            depth += 1;
        } else if depth == 0 {
            end = sibling.start_byte();
            break;
        } else if token == Some(last) {
            depth -= 1;
        }
    }
    end
}

enum TupleValues {
    None,
    One(ExprId),
    Each(Vec<ExprId>),
}

fn scope_start(facts: &FileFacts, scope: ScopeId) -> u32 {
    facts.scopes[scope.index()].span.start
}
