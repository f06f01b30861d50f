//! Definitions while the sweep is inside them.

use crate::extract::docs;
use crate::extract::documented;
use crate::extract::events::Event;
use crate::extract::facts::{
    BindingKind, Decorator, Definition, Expr, Flags, Kind, Metrics, Parameter, ScopeKind,
};
use crate::extract::operands::operands;
use crate::extract::query::{Pattern, Wrap};
use crate::extract::rows::Node;
use crate::extract::vocabulary::{FlagName, Role};
use crate::extract::walk::Walk;
use crate::ids::{DefinitionId, ExprId, NameId, ScopeId};
use crate::sort::Arrange;
use crate::text::Span;

/// Longest signature kept, in bytes.
const SIGNATURE: usize = 300;
/// Longest decorator arguments kept, in bytes.
const ARGUMENTS: usize = 200;
/// Definitions kept of one document or file of data.
const OUTLINE: usize = 1000;
/// Values kept of one variable, field or function.
const VALUES: usize = 4;

/// A definition that the sweep is inside of.
pub struct Open<'t> {
    /// The definition.
    pub id: DefinitionId,
    /// Where its node ends.
    pub end: u32,
    /// Nesting statements open when it began.
    pub nesting: usize,
    node: Node<'t>,
    function: Option<Node<'t>>,
    /// The node of its value.
    value: Option<usize>,
    /// Whether its type is that of the function itself.
    callable: bool,
    /// Parts that are read once its own scope is open.
    type_: Option<Node<'t>>,
    owner: Option<Node<'t>>,
    implements: Option<Node<'t>>,
}

impl Open<'_> {
    /// Whether what `node` defines stands beside this: in the same node, as the
    /// value of it that has a name too, or as another part than this one's.
    fn is_beside(&self, node: Node<'_>) -> bool {
        let chained = self.value == Some(node.id()) && self.node.kind_id() == node.kind_id();
        let is_part = node
            .parent()
            .is_some_and(|parent| parent.id() == self.node.id());
        let apart = is_part
            && self
                .function
                .is_some_and(|function| function.id() != node.id());
        self.node.id() == node.id() || chained || apart
    }

    /// The node whose scope and body are the definition's.
    #[must_use]
    pub fn function_node(&self) -> usize {
        self.function.unwrap_or(self.node).id()
    }

    /// Whether the scope of `node` is this definition's.
    #[must_use]
    pub fn owns(&self, node: Node<'_>) -> bool {
        self.node.id() == node.id() || self.is_function(node)
    }

    fn is_function(&self, node: Node<'_>) -> bool {
        self.function
            .is_some_and(|function| function.id() == node.id())
    }
}

impl<'t, 'a> Walk<'t, 'a> {
    /// Opens a definition, or records a local variable as a binding.
    pub fn definition(&mut self, event: &Event<'t>, pattern: &Pattern, kind: Kind) {
        let Some(name_node) = self.name_node(event) else {
            return;
        };
        // The value of a definition is not another one.
        if self
            .open
            .last()
            .is_some_and(|open| open.is_function(event.node))
        {
            return;
        }
        // A field declared by a parameter is a parameter too.
        if !pattern.in_type && !self.bound.insert(name_node.id()) {
            return;
        }
        if pattern.skip {
            return;
        }
        let name = match &pattern.name {
            Some(name) => self.names.intern(name),
            None if pattern.positional => self.position_name(),
            None => self.written_name(event, name_node, pattern),
        };
        if self.manifest.outline && self.leaves_out(name) {
            return;
        }
        if pattern.in_type {
            let known = self
                .innermost_type()
                .is_none_or(|type_| self.fields.contains_key(&(type_, name)));
            if known {
                return;
            }
        } else if is_variable(kind) && self.is_local(pattern.hoist) {
            self.local(event, pattern, name);
            return;
        }
        if is_variable(kind) && self.again(name, |walk| walk.wrapped(event, pattern, name)) {
            return;
        }
        let id = self.add_definition(event, pattern, kind, name, name_node);
        let kind = self.facts.definitions[id.index()].kind;
        if pattern.assigned {
            self.take_type(id, event);
        }
        if is_variable(kind) {
            self.read_variable(id, event, pattern, name);
        }
        if pattern.declares.is_some() {
            let values = &self.facts.definitions[id.index()].values;
            let taken = values.iter().map(|value| (*value, id));
            self.takers.extend(taken);
        }
        self.open_definition(id, event, pattern, kind);
    }

    /// What the names of a pattern or list are definitions of here.
    pub fn declared(&self, pattern: &Pattern) -> Option<Kind> {
        let declares = pattern.declares;
        declares.filter(|_| !self.is_local(pattern.hoist))
    }

    /// Adds the definitions of the names that the pattern or list of `event` binds.
    pub fn declare_parts(&mut self, event: &Event<'t>, pattern: &Pattern) {
        let Some(kind) = self.declared(pattern) else {
            return;
        };
        let mut parts = std::mem::take(&mut self.parts);
        parts.arrange_by_key(|(node, _)| node.start_byte());
        for (node, known) in parts {
            let name = self.simple_name(node, pattern);
            let name = self.names.intern(name);
            if !self.again(name, |_| known.value) {
                let id = self.add_definition(event, pattern, kind, name, node);
                self.note_variable(id, known.type_, known.value);
                if let Some(value) = known.value {
                    self.takers.insert(self.exprs.element_itself(value), id);
                }
            }
        }
    }

    /// The definition of whose list of values the anonymous function `event` is one: it
    /// is that of a function then.
    pub fn named_closure(&mut self, event: &Event<'t>) -> Option<DefinitionId> {
        let expr = self.exprs.known(event.node)?;
        let id = self.takers.remove(&expr)?;
        let known = &self.facts.definitions[id.index()];
        let kind = self.refine_kind(Kind::Function, known.name, known.container);
        let node = event.node;
        let definition = &mut self.facts.definitions[id.index()];
        definition.kind = kind;
        definition.span = event.span;
        definition.lines = (node.start_row() as u32 + 1, node.end_row() as u32 + 1);
        definition.values.clear();
        definition.metrics.cyclomatic = 1;
        self.exprs.arena[expr.index()] = Expr::Definition(id);
        self.open.push(Open {
            id,
            end: event.span.end,
            nesting: self.nesting_depth(),
            node,
            value: None,
            function: None,
            callable: false,
            type_: None,
            owner: None,
            implements: None,
        });
        Some(id)
    }

    fn name_node(&self, event: &Event<'t>) -> Option<Node<'t>> {
        // An unnamed definition is still a definition where the kind says what
        // it is (an extension block, a default export).
        self.events
            .get(event, Role::Name)
            .or_else(|| self.events.get(event, Role::Owner))
            .or(Some(event.node))
    }

    /// The number of members that the innermost definition has so far.
    fn position_name(&mut self) -> NameId {
        let container = self.open.last().map(|open| open.id);
        let members = self.facts.definitions.iter().rev();
        let members = members.take_while(|member| Some(member.container) == Some(container));
        let position = members.count().to_string();
        self.names.intern(&position)
    }

    /// The name that stands in `node`, or the names of all parts of one that has
    /// several.
    fn written_name(&mut self, event: &Event<'t>, node: Node<'t>, pattern: &Pattern) -> NameId {
        let parts = self.events.of(event).iter();
        let mut parts = parts.filter(|(role, _)| *role == Role::Name).skip(1);
        let first = self.simple_name(node, pattern);
        let Some((_, next)) = parts.next() else {
            let whole = match &pattern.without {
                Some(text) => without(first, text),
                None => first.into(),
            };
            return self.names.intern(&whole);
        };
        let name = [first, self.simple_name(*next, pattern)].join(".");
        self.names.intern(&name)
    }

    fn simple_name(&self, node: Node<'t>, pattern: &Pattern) -> &'a str {
        let text = self.exprs.text(node);
        let head = pattern.before.as_ref();
        let text = head
            .and_then(|end| text.split(&**end).next())
            .unwrap_or(text);
        let length = self.forms_compiled.names.end(node) - node.start_byte();
        let text = text.get(..length).unwrap_or(text).trim_end();
        let quoted = text.trim_matches(['"', '\'', '`']);
        // A heading may begin and end with code.
        let text = if quoted.contains('`') { text } else { quoted };
        let sigils = self.manifest.scoping.sigils.as_str();
        let text = text.trim_matches(|c| sigils.contains(c));
        if text.len() > 200 || text.contains('\n') {
            ""
        } else {
            text
        }
    }

    /// Whether a part of an outline has no name, or is one too many.
    fn leaves_out(&mut self, name: NameId) -> bool {
        self.cut |= self.facts.definitions.len() >= OUTLINE;
        self.cut || self.names.get(name).is_empty()
    }

    /// Whether a declaration here is one of a function's.
    pub fn is_local(&self, hoist: bool) -> bool {
        let scope = self.declaring_scope(hoist);
        let kind = self.facts.scopes[scope.index()].kind;
        kind == ScopeKind::Function || kind == ScopeKind::Block && !self.is_body(scope)
    }

    /// Whether the block is all that a namespace or type holds.
    fn is_body(&self, scope: ScopeId) -> bool {
        let row = self.facts.scopes[scope.index()];
        let around = self.facts.scopes[row.parent.index()];
        matches!(around.kind, ScopeKind::Namespace | ScopeKind::Class)
            && row.span.end == around.span.end
    }

    fn local(&mut self, event: &Event<'t>, pattern: &Pattern, name: NameId) {
        let type_ = self.written_type(event);
        self.note_implied(event, type_);
        let value = self.wrapped(event, pattern, name);
        self.note_typed_closure(event, type_);
        let scope = self.declaring_scope(pattern.hoist);
        let kind = if self.manifest.scoping.assignment_declares {
            BindingKind::Assignment
        } else {
            BindingKind::Local
        };
        self.bind(name, kind, scope, event.span, type_, value);
    }

    /// The type that a variable is declared with. A container may be the element of an array
    /// by what stands around the name; of other types an array is read as its elements.
    fn written_type(&mut self, event: &Event<'t>) -> Option<ExprId> {
        let node = self.events.get(event, Role::Type)?;
        let type_ = self.type_(node);
        if !matches!(self.exprs.arena[type_.index()], Expr::Generic { .. }) {
            return Some(type_);
        }
        let name = self.events.get(event, Role::Name);
        let around = name.and_then(|name| name.parent());
        let Some(array) = around.and_then(|around| self.exprs.list_type(around)) else {
            return Some(type_);
        };
        let array = self.names.intern(array);
        let base = self.exprs.add(Expr::Literal(array));
        let arguments = vec![type_];
        Some(self.exprs.add(Expr::Generic { base, arguments }))
    }

    /// Puts a further value into the variable of a name that has a definition already.
    fn again(&mut self, name: NameId, value: impl FnOnce(&mut Self) -> Option<ExprId>) -> bool {
        if !self.manifest.scoping.assignment_declares {
            return false;
        }
        let scope = self.declaring_scope(true);
        let known = self.variables.get(&(scope, name)).copied();
        let is_variable = |id: &DefinitionId| is_variable(self.facts.definitions[id.index()].kind);
        let Some(known) = known.filter(is_variable) else {
            return false;
        };
        let value = value(self);
        let definition = &mut self.facts.definitions[known.index()];
        if let Some(value) = value
            && definition.values.len() < VALUES
        {
            definition.values.push(value);
        }
        true
    }

    fn add_definition(
        &mut self,
        event: &Event<'t>,
        pattern: &Pattern,
        kind: Kind,
        name: NameId,
        name_node: Node<'t>,
    ) -> DefinitionId {
        let id = DefinitionId::at(self.facts.definitions.len());
        let container = if pattern.in_type {
            self.innermost_type()
        } else if pattern.top {
            None
        } else if pattern.around {
            let mut outer = self.open.iter().rev().map(|open| open.id);
            outer.find(|id| !self.facts.definitions[id.index()].kind.is_type())
        } else {
            // Several names may be declared by one node or by a chain of them: side by
            // side (`a, b int`, `A = B = 1`), or one in the other (`namespace A.B`).
            let nests = kind == Kind::Namespace;
            let mut outer = self.open.iter().rev();
            outer
                .find(|open| nests || !open.is_beside(event.node))
                .map(|open| open.id)
        };
        let scope = match container {
            Some(container) if pattern.in_type => self.body_scope(container),
            // The scope that the definition is about to open.
            _ if pattern.inside => ScopeId::at(self.facts.scopes.len()),
            _ if pattern.top => ScopeId(0),
            _ if pattern.around => self.scope_around(),
            _ if pattern.assigned => self.scope_of(name),
            _ => self.declaring_scope(pattern.hoist),
        };
        let kind = self.refine_kind(kind, name, container);
        let kind = self.named_kind(kind, name, event);
        let body = self
            .events
            .get(event, Role::Body)
            .map_or(Span::default(), span_of);
        let first_row = event.node.start_row();
        let decorators = std::mem::take(&mut self.decorators);
        let decorated = decorators.first();
        let doc_row = decorated.map_or(first_row, |decorator| decorator.line as usize - 1);
        // The head of a template stands before what it is the head of.
        let head = self.ahead.first().map(|(row, ..)| *row);
        let doc = self.take_doc(head.map_or(doc_row, |row| row.min(doc_row)));
        // Blank lines behind it are its grammar's, and nobody else's.
        let text = self.source.get(event.node.byte_range()).unwrap_or(&[]);
        let blank = &text[text.trim_ascii_end().len()..];
        let breaks = blank.iter().filter(|byte| **byte == b'\n').count();
        let end_row = event.node.end_row() - breaks;
        let definition = Definition {
            name,
            kind,
            flags: Flags::default(),
            span: event.span,
            name_span: span_of(name_node),
            body,
            lines: (first_row as u32 + 1, end_row as u32 + 1),
            name_line: name_node.start_row() as u32 + 1,
            container,
            scope,
            owner: None,
            implements: None,
            signature: self.signature(event, body),
            doc,
            decorators: Vec::new(),
            parameters: Vec::new(),
            type_parameters: Vec::new(),
            type_: None,
            values: Vec::new(),
            metrics: Metrics {
                cyclomatic: u32::from(kind.is_callable() && !self.manifest.outline),
                ..Metrics::default()
            },
        };
        self.facts.definitions.push(definition);
        if is_variable(kind) {
            self.variables.insert((scope, name), id);
        }
        for decorator in decorators {
            self.apply_decorator(id, decorator);
        }
        self.set_flags(id, event, scope);
        id
    }

    fn open_definition(
        &mut self,
        id: DefinitionId,
        event: &Event<'t>,
        pattern: &Pattern,
        kind: Kind,
    ) {
        let function = self.events.get(event, Role::Function);
        if let Some(function) = function {
            self.exprs.set(function, Expr::Definition(id));
        }
        // A field of a tuple is its type's own node, which must stay a type.
        let is_part = self
            .events
            .of(event)
            .iter()
            .any(|(role, part)| *role != Role::Body && part.id() == event.node.id());
        if !is_part {
            self.exprs.set(event.node, Expr::Definition(id));
        }
        let late = |role| self.events.get(event, role);
        let open = Open {
            id,
            end: event.span.end,
            nesting: self.nesting_depth(),
            node: event.node,
            value: late(Role::Value).map(|node| node.id()),
            function,
            callable: pattern.wrap == Wrap::Callable,
            // That of a variable is read already.
            type_: late(Role::Type).filter(|_| !is_variable(kind)),
            owner: late(Role::Owner),
            implements: late(Role::Implements),
        };
        self.open.push(open);
    }

    /// Gives a function that is put into a variable the type of that.
    fn take_type(&mut self, id: DefinitionId, event: &Event<'t>) {
        let definition = &self.facts.definitions[id.index()];
        let declared = self.declared_type(definition.scope, definition.name);
        let (Some(declared), Some(function)) = (declared, self.events.get(event, Role::Function))
        else {
            return;
        };
        let type_ = self.called_type(function, declared);
        self.facts.definitions[id.index()].type_ = Some(type_);
    }

    /// What calling `function`, whose type is declared, yields.
    fn called_type(&mut self, function: Node<'t>, declared: ExprId) -> ExprId {
        self.exprs.expected.insert(function.id(), declared);
        let callee = self.exprs.add(Expr::Typed(declared));
        let arguments = Vec::new();
        self.exprs.add(Expr::Call { callee, arguments })
    }

    fn read_variable(
        &mut self,
        id: DefinitionId,
        event: &Event<'t>,
        pattern: &Pattern,
        name: NameId,
    ) {
        let type_ = self.written_type(event);
        let type_ = type_.or_else(|| self.documented_value(id));
        self.note_implied(event, type_);
        let value = self.wrapped(event, pattern, name);
        self.note_typed_closure(event, type_);
        let before = id.index().checked_sub(1).filter(|_| pattern.carry);
        let before = before.map(|before| &self.facts.definitions[before]);
        let (type_, values) = match before {
            Some(before) if type_.is_none() => (before.type_, before.values.clone()),
            _ => (type_, Vec::new()),
        };
        self.facts.definitions[id.index()].values = values;
        self.note_variable(id, type_, value);
    }

    fn note_variable(&mut self, id: DefinitionId, type_: Option<ExprId>, value: Option<ExprId>) {
        let definition = &mut self.facts.definitions[id.index()];
        definition.type_ = type_;
        definition.values.extend(value);
        let name = definition.name;
        if let Some(container) = definition.container
            && self.facts.definitions[container.index()].kind.is_type()
        {
            self.fields.insert((container, name), id);
        }
    }

    /// Reads the parts of the innermost definition that see its own scope.
    pub fn flush_definition(&mut self) {
        let Some(open) = self.open.last_mut() else {
            return;
        };
        let id = open.id;
        let parts = (open.type_.take(), open.owner.take(), open.implements.take());
        let (callable, function) = (open.callable, open.function.unwrap_or(open.node));
        let mut type_ = parts.0.map(|node| self.type_(node));
        if let Some(declared) = type_.filter(|_| callable) {
            type_ = Some(self.called_type(function, declared));
        }
        let owner = parts.1.and_then(|node| self.owner(id, node));
        let documented = type_
            .is_none()
            .then(|| self.documented_result(id))
            .flatten();
        let implements = parts.2.map(|node| self.type_(node));
        let definition = &mut self.facts.definitions[id.index()];
        definition.type_ = definition.type_.or(type_).or(documented);
        definition.owner = definition.owner.or(owner);
        definition.implements = definition.implements.or(implements);
    }

    /// The type that its documentation says that calling the definition `id` yields.
    fn documented_result(&mut self, id: DefinitionId) -> Option<ExprId> {
        let definition = &self.facts.definitions[id.index()];
        let tags = &self.manifest.documented.result;
        if tags.is_empty() || !definition.kind.is_callable() || definition.type_.is_some() {
            return None;
        }
        let said = documented::said(&definition.doc, tags, &self.manifest.documented)?;
        let said = said.to_owned();
        self.documented_type(&said)
    }

    /// The type that its documentation says that the variable `id` has.
    fn documented_value(&mut self, id: DefinitionId) -> Option<ExprId> {
        let rules = &self.manifest.documented;
        let doc = &self.facts.definitions[id.index()].doc;
        let said = documented::said(doc, &rules.value, rules)?.to_owned();
        self.documented_type(&said)
    }

    /// What the definition `id` belongs to by `node`: the type itself, or a path that
    /// ends in the definition's name.
    fn owner(&mut self, id: DefinitionId, node: Node<'t>) -> Option<ExprId> {
        if !self.exprs.is_scoped(node) {
            return Some(self.type_(node));
        }
        let scope = self.facts.definitions[id.index()].scope;
        self.exprs.owner(node, scope, &mut self.names)
    }

    /// Closes the innermost definition.
    pub fn close_definition(&mut self) {
        self.flush_definition();
        self.drain_types();
        self.open.pop();
    }

    /// The innermost open type or extension.
    #[must_use]
    pub fn innermost_type(&self) -> Option<DefinitionId> {
        let is_type = |id: &DefinitionId| {
            let kind = self.facts.definitions[id.index()].kind;
            kind.is_type() || kind == Kind::Extension
        };
        self.open.iter().rev().map(|open| open.id).find(is_type)
    }

    /// The innermost open function, where its name is that of a type by custom.
    fn constructor_function(&self) -> Option<DefinitionId> {
        let id = self.open.last()?.id;
        let definition = &self.facts.definitions[id.index()];
        let name = self.names.get(definition.name);
        let is_upper = name.chars().next().is_some_and(char::is_uppercase);
        (definition.kind == Kind::Function && is_upper).then_some(id)
    }

    /// The innermost open function, where it is put on a table that it is called with.
    fn owned_function(&self) -> Option<DefinitionId> {
        let id = self.open.last()?.id;
        let owned = self.facts.definitions[id.index()].owner.is_some();
        (owned && self.manifest.scoping.tables).then_some(id)
    }

    /// The innermost scope that is no type's.
    fn scope_around(&self) -> ScopeId {
        let mut scope = self.declaring_scope(false);
        while self.facts.scopes[scope.index()].kind == ScopeKind::Class {
            scope = self.facts.scopes[scope.index()].parent;
        }
        scope
    }

    /// The scope that declares the variable `name`; the file's, where none does.
    fn scope_of(&mut self, name: NameId) -> ScopeId {
        let mut scope = self.scope();
        while scope.0 != 0 {
            let known = self.variables.contains_key(&(scope, name));
            if known || self.is_bound(scope, name) {
                break;
            }
            scope = self.facts.scopes[scope.index()].parent;
        }
        scope
    }

    /// The type that `name` is declared with in `scope`, where it is.
    fn declared_type(&self, scope: ScopeId, name: NameId) -> Option<ExprId> {
        if let Some(id) = self.variables.get(&(scope, name)) {
            return self.facts.definitions[id.index()].type_;
        }
        let mut bindings = self.facts.bindings.iter().rev();
        let binding = bindings.find(|row| (row.scope, row.name) == (scope, name))?;
        binding.type_
    }

    fn body_scope(&self, definition: DefinitionId) -> ScopeId {
        let found = self.scopes.iter().rev().map(|(scope, _)| *scope);
        let mut found =
            found.filter(|scope| self.facts.scopes[scope.index()].definition == Some(definition));
        found.next().unwrap_or_else(|| self.scope())
    }

    /// A function in a type is a method; one with a constructor's name
    /// constructs it; an upper-case method's kind stays as the query says.
    fn refine_kind(&self, kind: Kind, name: NameId, container: Option<DefinitionId>) -> Kind {
        let Some(container) = container.map(|id| &self.facts.definitions[id.index()]) else {
            return kind;
        };
        let in_type = container.kind.is_type() || container.kind == Kind::Extension;
        let constructors = &self.manifest.scoping.constructors;
        let constructs = || {
            let text = self.names.get(name);
            constructors
                .iter()
                .any(|known| known == text || (known == "class" && container.name == name))
        };
        match kind {
            Kind::Function | Kind::Method if in_type && constructs() => Kind::Constructor,
            Kind::Function if in_type => Kind::Method,
            Kind::Variable if in_type => Kind::Field,
            _ => kind,
        }
    }

    /// The kind that the name of a function says: by how it begins, or because it is
    /// that of the type it belongs to.
    fn named_kind(&mut self, kind: Kind, name: NameId, event: &Event<'t>) -> Kind {
        if !matches!(kind, Kind::Function | Kind::Method) {
            return kind;
        }
        let text = self.names.get(name);
        let begins = |prefix: &str| {
            let rest = text.strip_prefix(prefix);
            let next = rest.and_then(|rest| rest.chars().next());
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            next.is_some_and(|next| !prefix.ends_with(is_word) || !is_word(next))
        };
        let mut kinds = self.manifest.scoping.name_kinds.iter();
        if let Some((_, known)) = kinds.find(|(prefix, _)| begins(prefix)) {
            return Kind::parse(known).unwrap_or(kind);
        }
        let by_class = self.manifest.scoping.constructors.iter();
        let owner = self.events.get(event, Role::Owner);
        let Some(owner) = owner.filter(|_| by_class.clone().any(|known| known == "class")) else {
            return kind;
        };
        match self.exprs.owner_name(owner) {
            Some(owner) if owner == self.names.get(name) => Kind::Constructor,
            Some(_) => Kind::Method,
            None => kind,
        }
    }

    fn set_flags(&mut self, id: DefinitionId, event: &Event<'t>, scope: ScopeId) {
        let mut flags = match self.manifest.outline {
            true => Flags::OUTLINE,
            false => Flags::default(),
        };
        for (role, _) in self.events.of(event) {
            if let Role::Flag(flag) = role {
                flags.set(*flag);
            }
        }
        let container = self.facts.definitions[id.index()].container;
        for (_, place, flag) in &self.flags {
            if *place == (scope, container) {
                flags.set(*flag);
            }
        }
        if container.is_some_and(|id| self.facts.definitions[id.index()].flags.has(Flags::TEST)) {
            flags.set(Flags::TEST);
        }
        if flags.has(Flags::PRIVATE) {
            // A private member of an interface, whose members are exported.
            flags.0 &= !Flags::EXPORTED.0;
        }
        let scoping = &self.manifest.scoping;
        let name = self.names.get(self.facts.definitions[id.index()].name);
        if scoping.upper_case_exports && name.chars().next().is_some_and(char::is_uppercase) {
            flags.set(Flags::EXPORTED);
        }
        if !scoping.private_prefix.is_empty()
            && name.starts_with(scoping.private_prefix.as_str())
            && !name.ends_with("__")
        {
            flags.set(Flags::PRIVATE);
        }
        self.facts.definitions[id.index()].flags.set(flags);
    }

    /// The head of a definition in one line, without comments; what declares several has
    /// its type in front of all.
    fn signature(&self, event: &Event<'t>, body: Span) -> String {
        let span = event.span;
        let end = if body.is_empty() {
            span.end
        } else {
            body.start
        };
        let text = |from: usize, to: usize| {
            let text = self.source.get(from..to).unwrap_or(&[]);
            String::from_utf8_lossy(&text[..text.len().min(4 * SIGNATURE)])
        };
        let type_ = self.events.get(event, Role::Type);
        let type_ = type_.filter(|type_| type_.end_byte() <= span.start as usize);
        let type_ = type_.map(|type_| text(type_.start_byte(), type_.end_byte()));
        let type_ = type_.as_deref().and_then(|type_| type_.split('{').next());
        let mut head = type_.unwrap_or_default().to_owned();
        let marks = &self.manifest.docs.line;
        for line in text(span.start as usize, end as usize).lines() {
            head.push(' ');
            head.push_str(docs::without_comment(line, marks));
        }
        fold(&head, SIGNATURE)
    }

    fn take_doc(&mut self, first_row: usize) -> String {
        let near = self.doc.last_row < first_row && first_row <= self.doc.last_row + 1;
        let fits = self.doc.any && (near || self.manifest.docs.loose);
        let mut text = std::mem::take(&mut self.doc.text);
        text.truncate(text.trim_end().len());
        self.doc.any = false;
        if fits { text } else { String::new() }
    }

    /// Records a parameter of `owner`; answers what it stands for where it is
    /// the instance or the class itself.
    #[allow(clippy::too_many_arguments)]
    pub fn declare_parameter(
        &mut self,
        owner: DefinitionId,
        event: &Event<'t>,
        pattern: &Pattern,
        name: NameId,
        type_: Option<ExprId>,
        index: u32,
        scope: ScopeId,
    ) -> Option<ExprId> {
        let definition = &self.facts.definitions[owner.index()];
        let in_type = definition
            .container
            .is_some_and(|id| self.facts.definitions[id.index()].kind.is_type());
        let flags = definition.flags;
        if self.manifest.scoping.self_parameter
            && index == 0
            && in_type
            && !flags.has(Flags::STATIC)
        {
            let is_class = flags.has(Flags::CLASS_METHOD);
            let expr = if is_class {
                Expr::ThisType { scope }
            } else {
                Expr::This { scope }
            };
            return Some(self.exprs.add(expr));
        }
        let variadic = self
            .events
            .of(event)
            .iter()
            .any(|(role, _)| *role == Role::Flag(Flags::VARIADIC));
        let optional =
            pattern.optional || variadic || self.events.get(event, Role::Value).is_some();
        let definition = &mut self.facts.definitions[owner.index()];
        if variadic {
            definition.flags.set(Flags::VARIADIC);
        }
        definition.parameters.push(Parameter {
            name,
            type_,
            optional,
        });
        None
    }

    /// A member assigned on the instance: a field of the enclosing type.
    pub fn member(&mut self, event: &Event<'t>, pattern: &Pattern) {
        let (Some(object), Some(name_node)) = (
            self.events.get(event, Role::Object),
            self.events.get(event, Role::Name),
        ) else {
            return;
        };
        if !self.is_instance(object) {
            return;
        }
        let container = self
            .innermost_type()
            .or_else(|| self.constructor_function())
            .or_else(|| self.owned_function());
        let Some(container) = container else {
            return;
        };
        let name = self.names.intern(self.exprs.bare(name_node));
        let type_ = self
            .events
            .get(event, Role::Type)
            .map(|node| self.type_(node));
        let value = self.wrapped(event, pattern, name);
        let known = self.fields.get(&(container, name));
        // What is put into a field does not declare it.
        if known.is_none() && pattern.wrap == Wrap::Listed {
            return;
        }
        if let Some(&known) = known {
            let definition = &mut self.facts.definitions[known.index()];
            definition.type_ = definition.type_.or(type_);
            if let Some(value) = value
                && definition.values.len() < VALUES
            {
                definition.values.push(value);
            }
            return;
        }
        let id = DefinitionId::at(self.facts.definitions.len());
        let rows = (
            event.node.start_row() as u32 + 1,
            event.node.last_row() as u32 + 1,
        );
        let scope = self.body_scope(container);
        let owner = self.facts.definitions[container.index()].owner;
        let owner = owner.filter(|_| self.manifest.scoping.tables);
        self.facts.definitions.push(Definition {
            name,
            kind: Kind::Field,
            flags: Flags::default(),
            span: event.span,
            name_span: span_of(name_node),
            body: Span::default(),
            lines: rows,
            name_line: name_node.start_row() as u32 + 1,
            container: Some(container).filter(|_| owner.is_none()),
            scope,
            owner,
            implements: None,
            signature: self.signature(event, Span::default()),
            doc: String::new(),
            decorators: Vec::new(),
            parameters: Vec::new(),
            type_parameters: Vec::new(),
            type_,
            values: value.into_iter().collect(),
            metrics: Metrics::default(),
        });
        self.fields.insert((container, name), id);
    }

    /// Whether `node` denotes the instance: `this`, or the first parameter of
    /// the method around it.
    fn is_instance(&mut self, node: Node<'t>) -> bool {
        let expr = self.value(node);
        match self.exprs.arena[expr.index()] {
            Expr::This { .. } => true,
            // A member in one node (`@x`) names the instance along with it.
            Expr::Member { object, .. } => {
                operands(node).next().is_none()
                    && matches!(self.exprs.arena[object.index()], Expr::Call { .. })
            }
            Expr::Name { name, .. } if self.manifest.scoping.self_parameter => {
                let exprs = &self.exprs.arena;
                self.facts.bindings.iter().rev().take(64).any(|binding| {
                    binding.name == name
                        && binding.kind == BindingKind::Parameter
                        && binding.value.is_some_and(|value| {
                            matches!(
                                exprs[value.index()],
                                Expr::This { .. } | Expr::ThisType { .. }
                            )
                        })
                })
            }
            _ => false,
        }
    }

    /// A decorator of the definition it stands in (before the name) or of the
    /// next one.
    pub fn decorator(&mut self, event: &Event<'t>) {
        let Some(node) = self.events.get(event, Role::Name) else {
            return;
        };
        if !self.bound.insert(node.id()) {
            return;
        }
        let arguments = self
            .events
            .get(event, Role::Arguments)
            .map_or("", |node| self.exprs.text(node));
        let decorator = Decorator {
            name: self.name(node),
            arguments: fold(arguments, ARGUMENTS),
            line: event.node.start_row() as u32 + 1,
        };
        let inside = self.open.last().map(|open| open.id);
        let inside = inside
            .filter(|id| event.span.end <= self.facts.definitions[id.index()].name_span.start);
        match inside {
            Some(id) => self.apply_decorator(id, decorator),
            None => {
                self.decorators.push(decorator);
                self.decorators_end = event.span.end;
            }
        }
    }

    fn apply_decorator(&mut self, id: DefinitionId, decorator: Decorator) {
        let name = self.names.get(decorator.name);
        let last = name.rsplit(['.', ':']).next().unwrap_or(name);
        let table = &self.manifest.decorators;
        let flag = table
            .get(name)
            .or_else(|| table.get(last))
            .or_else(|| table.get(&format!("{name}{}", decorator.arguments)));
        let definition = &mut self.facts.definitions[id.index()];
        if let Some(flag) = flag.and_then(|flag| FlagName::parse(flag)) {
            definition.flags.set(flag.get());
        }
        definition.decorators.push(decorator);
    }
}

/// Whether the kind is a name for a value rather than for code.
const fn is_variable(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Variable | Kind::Constant | Kind::Field | Kind::Property | Kind::EnumMember
    )
}

pub fn span_of(node: Node<'_>) -> Span {
    Span {
        start: node.start_byte() as u32,
        end: node.end_byte() as u32,
    }
}

/// `text` on one line, cut at a character near `most` bytes.
fn fold(text: &str, most: usize) -> String {
    let mut folded = String::with_capacity(text.len().min(most));
    for word in text.split_whitespace() {
        if folded.len() + word.len() > most {
            folded.push('…');
            break;
        }
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    folded
}

/// `name` without `text` and the word behind it, wherever they stand.
fn without(name: &str, text: &str) -> String {
    let mut parts = name.split(text);
    let mut rest = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        rest.push_str(part.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_'));
    }
    rest
}
