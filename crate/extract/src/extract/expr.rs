//! Nodes read as symbolic expressions, by the manifest's tables.
//!
//! Every node is read at most once: the builder shares sub-expressions, so a
//! chain of a thousand calls costs a thousand steps. It keeps a work list
//! instead of recursing.

use crate::extract::facts::{ARGUMENTS, Expr};
use crate::extract::manifest::{Documented, Manifest, Packages, Scoping};
use crate::extract::operands::{Misfit, Operands, Part, Table, fields, lookup, operands};
use crate::extract::rows::Node;
use crate::ids::{ExprId, NameId, ScopeId};
use crate::intern::Interner;
use crate::map::{HashMap, HashSet};
use crate::text::Span;
use std::borrow::Cow;
use std::collections::BTreeMap;
use tree_sitter::Language;

/// The forms a rule may name in `as`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Name,
    This,
    Super,
    ThisType,
    Member,
    Own,
    Chain,
    Path,
    Scoped,
    Call,
    Construct,
    Index,
    Await,
    Element,
    Unwrap,
    Inner,
    Union,
    Typed,
    Literal,
    List,
    Tuple,
    Object,
    Function,
    Generic,
    FunctionType,
    TypeOf,
    Import,
    Quoted,
    Expansion,
    Void,
    Named,
    Implied,
    Placeholder,
}

/// More bytes than any name has that a manifest lists.
const KNOWN: usize = 256;

const FORMS: &[(&str, Form)] = &[
    ("name", Form::Name),
    ("this", Form::This),
    ("super", Form::Super),
    ("this-type", Form::ThisType),
    ("member", Form::Member),
    ("own", Form::Own),
    ("chain", Form::Chain),
    ("path", Form::Path),
    ("scoped", Form::Scoped),
    ("call", Form::Call),
    ("construct", Form::Construct),
    ("index", Form::Index),
    ("await", Form::Await),
    ("element", Form::Element),
    ("unwrap", Form::Unwrap),
    ("inner", Form::Inner),
    ("union", Form::Union),
    ("typed", Form::Typed),
    ("literal", Form::Literal),
    ("list", Form::List),
    ("tuple", Form::Tuple),
    ("object", Form::Object),
    ("function", Form::Function),
    ("generic", Form::Generic),
    ("function-type", Form::FunctionType),
    ("typeof", Form::TypeOf),
    ("import", Form::Import),
    ("quoted", Form::Quoted),
    ("expansion", Form::Expansion),
    ("void", Form::Void),
    ("named", Form::Named),
    ("implied", Form::Implied),
    ("placeholder", Form::Placeholder),
];

/// Arms of a union, elements of a list, arguments of a call that are kept.
const FEW: usize = 4;
/// Objects in one object literal that are looked into.
const OBJECTS: usize = 16;
/// Parts of a path that are kept.
const SEGMENTS: usize = 16;
/// How far a placeholder may be from the function that it makes.
const PLACEHOLDER: usize = 32;
/// Nodes of such a function that are looked through for placeholders.
const PLACES: usize = 256;
/// Members of an object literal that are kept.
const MEMBERS: usize = 256;

type CompiledRule = Operands<Form>;

/// The rules of a language by node kind.
#[derive(Clone, Debug)]
pub struct Forms {
    values: Table<Form>,
    types: Table<Form>,
    operator: u16,
    name_field: u16,
    type_field: u16,
    key_field: u16,
    spread: Vec<u16>,
    /// Whether arguments choose between overloads.
    overloads: bool,
    /// Whether members may be written without their type.
    implies: bool,
}

impl Forms {
    /// Compiles the tables of `manifest` for `grammar`.
    ///
    /// # Errors
    /// An unknown form, node kind or field.
    pub fn new(manifest: &Manifest, grammar: &Language) -> Result<Self, Misfit> {
        let spread = manifest
            .scoping
            .spread
            .iter()
            .filter_map(|kind| lookup(grammar, kind))
            .collect();
        Ok(Self {
            values: Table::new("expressions", grammar, &manifest.expressions, FORMS)?,
            types: Table::new("types", grammar, &manifest.types, FORMS)?,
            operator: grammar.field_id_for_name("operator").map_or(0, Into::into),
            name_field: grammar.field_id_for_name("name").map_or(0, Into::into),
            type_field: grammar.field_id_for_name("type").map_or(0, Into::into),
            key_field: grammar
                .field_id_for_name("key")
                .map_or(u16::MAX, Into::into),
            spread,
            overloads: !manifest.conversions.top.is_empty(),
            implies: manifest
                .expressions
                .values()
                .any(|rule| rule.form == "implied"),
        })
    }

    fn rule(&self, node: Node<'_>, mode: Mode) -> Option<&CompiledRule> {
        if mode != Mode::Value
            && let Some(rule) = self.types.get(node)
        {
            return Some(rule);
        }
        self.values.get(node)
    }

    /// How many arguments `arguments` passes; none if a spread hides it.
    #[must_use]
    pub fn count_arguments(&self, arguments: Node<'_>) -> Option<u16> {
        let mut count = 0u16;
        for child in operands(arguments) {
            if self.spread.contains(&child.kind_id()) {
                return None;
            }
            count = count.saturating_add(1);
        }
        Some(count)
    }
}

/// The parts of a call.
struct CallParts<'t> {
    callee: Option<Node<'t>>,
    list: Option<Node<'t>>,
    /// An argument that stands behind the list.
    behind: Option<Node<'t>>,
    /// The node of the call without the argument behind it.
    inner: Option<Node<'t>>,
}

/// Whether a node is read as a value or as a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// A value.
    Value,
    /// A type that the source uses as such.
    Type,
    /// A type whose use is recorded elsewhere (a construction).
    QuietType,
}

/// The expressions of one file while it is being read.
pub struct Exprs<'t, 'a> {
    /// The arena.
    pub arena: Vec<Expr>,
    /// By expression: the bytes and the line of the name it ends in.
    pub names: Vec<(Span, u32)>,
    /// Names read before a scope that may hold them was open: first byte, expression.
    pub ahead: Vec<(u32, ExprId)>,
    /// Type names met since the list was last drained.
    pub types: Vec<ExprId>,
    /// Anonymous functions that are arguments: node → call and position.
    pub closures: HashMap<usize, (ExprId, u32)>,
    /// Functions whose type the source says elsewhere, by node.
    pub expected: HashMap<usize, ExprId>,
    /// What has the type that a member without one belongs to, by node.
    pub implied: HashMap<usize, ExprId>,
    /// Calls that are read as part of the node around them.
    pub absorbed: HashSet<usize>,
    /// Open types by name with their scopes, outermost first.
    pub types_around: Vec<(NameId, ScopeId)>,
    forms: &'a Forms,
    source: &'a [u8],
    scoping: &'a Scoping,
    packages: &'a Packages,
    documented: &'a Documented,
    expansions: &'a BTreeMap<String, String>,
    embedded: &'a HashMap<usize, Node<'t>>,
    memo: HashMap<(usize, Mode), ExprId>,
    /// By function: the placeholders that make it one.
    placeholders: HashMap<usize, Vec<usize>>,
    work: Vec<(Node<'t>, ExprId, Mode)>,
}

impl<'t, 'a> Exprs<'t, 'a> {
    /// An empty arena over `source`.
    pub fn new(
        forms: &'a Forms,
        source: &'a [u8],
        manifest: &'a Manifest,
        embedded: &'a HashMap<usize, Node<'t>>,
    ) -> Self {
        Self {
            arena: vec![Expr::Unknown],
            names: vec![(Span::default(), 0)],
            ahead: Vec::new(),
            types: Vec::new(),
            closures: HashMap::default(),
            expected: HashMap::default(),
            implied: HashMap::default(),
            absorbed: HashSet::default(),
            types_around: Vec::new(),
            forms,
            source,
            scoping: &manifest.scoping,
            packages: &manifest.packages,
            documented: &manifest.documented,
            expansions: &manifest.embedded.values,
            embedded,
            memo: HashMap::default(),
            placeholders: HashMap::default(),
            work: Vec::new(),
        }
    }

    /// The expression of `node`, read in `scope`.
    pub fn build(
        &mut self,
        node: Node<'t>,
        mode: Mode,
        scope: ScopeId,
        names: &mut Interner,
    ) -> ExprId {
        let id = self.enter(node, mode);
        while let Some((node, id, mode)) = self.work.pop() {
            let expr = self.read(node, id, mode, scope, names);
            self.arena[id.index()] = expr;
        }
        id
    }

    /// Names inside `span` that were read already are looked up from `scope`,
    /// which has just opened there; those before it are behind the sweep.
    pub fn enter_scope(&mut self, span: Span, scope: ScopeId) {
        let arena = &mut self.arena;
        self.ahead.retain(|(at, id)| {
            if span.start <= *at
                && *at < span.end
                && let Expr::Name { scope: known, .. } = &mut arena[id.index()]
            {
                *known = scope;
            }
            *at >= span.start
        });
    }

    /// The expression that `node` was read as, if it was.
    #[must_use]
    pub fn known(&self, node: Node<'_>) -> Option<ExprId> {
        self.memo.get(&(node.id(), Mode::Value)).copied()
    }

    /// A new expression that no node stands for.
    pub fn add(&mut self, expr: Expr) -> ExprId {
        self.arena.push(expr);
        self.names.push((Span::default(), 0));
        ExprId::at(self.arena.len() - 1)
    }

    /// Makes `node` mean `expr`, also where it was read before.
    pub fn set(&mut self, node: Node<'_>, expr: Expr) -> ExprId {
        for mode in [Mode::Type, Mode::QuietType] {
            if let Some(id) = self.memo.get(&(node.id(), mode)) {
                self.arena[id.index()] = expr.clone();
            }
        }
        if let Some(id) = self.known(node) {
            self.arena[id.index()] = expr;
            return id;
        }
        let id = self.add(expr);
        self.memo.insert((node.id(), Mode::Value), id);
        id
    }

    /// The callee of a node that is read as a call.
    #[must_use]
    pub fn callee(&self, node: Node<'t>) -> Option<Node<'t>> {
        let rule = self.forms.rule(node, Mode::Value)?;
        let object = self.part(node, rule.object);
        object.filter(|_| rule.form == Form::Call)
    }

    /// How many arguments `node`, a call or construction, passes; none if a spread
    /// hides it.
    #[must_use]
    pub fn passed(&self, node: Node<'t>) -> Option<u16> {
        self.passed_from(node, FEW)
    }

    /// The same; lists that follow, at most `depth`, are passed to the same function.
    fn passed_from(&self, node: Node<'t>, depth: usize) -> Option<u16> {
        let passed = self.passed_here(node)?;
        let next = node.parent().filter(|_| self.scoping.curries);
        let calls = |next: &Node<'t>| self.callee(*next).is_some_and(|c| c.id() == node.id());
        match next.filter(calls) {
            Some(_) if depth == 0 => None,
            Some(next) => Some(passed.saturating_add(self.passed_from(next, depth - 1)?)),
            None => Some(passed),
        }
    }

    fn passed_here(&self, node: Node<'t>) -> Option<u16> {
        let Some(rule) = self.forms.rule(node, Mode::Value) else {
            return Some(0);
        };
        let parts = self.call_parts(node, rule);
        let counts = |node: Node<'_>| !self.forms.spread.contains(&node.kind_id());
        let behind = u16::from(parts.behind.is_some_and(counts));
        let Some(list) = parts.list else {
            return Some(behind);
        };
        if rule.shorthand == u16::MAX {
            return Some(self.forms.count_arguments(list)?.saturating_add(behind));
        }
        u16::try_from(self.listed(list, rule).len()).ok()
    }

    /// The arguments of a call, each with the name that stands before it as a node of
    /// its own; those of a list inside the list stand for it.
    fn listed(&self, list: Node<'t>, rule: &CompiledRule) -> Vec<(Option<Node<'t>>, Node<'t>)> {
        let mut name = None;
        let mut listed = Vec::new();
        for child in operands(list) {
            if child.kind_id() == rule.shorthand {
                listed.extend(operands(child).map(|argument| (None, argument)));
            } else if child.field_id() == self.forms.name_field && rule.shorthand != u16::MAX {
                name = Some(child);
            } else {
                listed.push((name.take(), child));
            }
        }
        listed
    }

    /// Whether a node that is read as a call is an index, by what its list begins with.
    fn is_index(&self, list: Option<Node<'t>>, rule: &CompiledRule) -> bool {
        let first = list
            .filter(|_| !rule.operators.is_empty())
            .and_then(|list| operands(list).next())
            .and_then(Node::first_child);
        first.is_some_and(|first| rule.operators.iter().any(|known| **known == *first.kind()))
    }

    /// The parts of a call; an argument behind the list may make a node of its own
    /// around the call it belongs to (`f(1) { … }`).
    fn call_parts(&self, node: Node<'t>, rule: &CompiledRule) -> CallParts<'t> {
        let behind = |node: Node<'t>| {
            let trailing = || operands(node).find(|child| child.kind_id() == rule.method);
            self.part(node, rule.argument).or_else(trailing)
        };
        let mut parts = CallParts {
            callee: self.part(node, rule.object),
            list: self.part(node, rule.other),
            behind: behind(node),
            inner: None,
        };
        // What stands in the place of a list may be one.
        let is_list = |list: Node<'_>| parts.behind.is_some_and(|behind| behind.id() == list.id());
        if parts.list.is_some_and(is_list) {
            parts.behind = None;
        }
        if let Some(inner) = parts.callee
            && parts.behind.is_some()
            && parts.list.is_none()
            && inner.kind_id() == node.kind_id()
            && behind(inner).is_none()
        {
            parts.callee = self.part(inner, rule.object);
            parts.list = self.part(inner, rule.other);
            parts.inner = Some(inner);
        }
        parts
    }

    /// The body of an anonymous function that is an expression.
    #[must_use]
    pub fn function_result(&self, node: Node<'t>) -> Option<Node<'t>> {
        let rule = self.forms.rule(node, Mode::Value)?;
        if rule.form != Form::Function {
            return None;
        }
        let body = self.part(node, rule.other)?;
        self.forms.rule(body, Mode::Value).map(|_| body)
    }

    /// Whether `node` is an anonymous function that lists no parameters, in a language
    /// where it then has one all the same.
    #[must_use]
    pub fn lacks_parameters(&self, node: Node<'t>) -> bool {
        let rule = self.forms.rule(node, Mode::Value);
        rule.is_some_and(|rule| {
            rule.form == Form::Function
                && rule.part != u16::MAX
                && operands(node).all(|child| child.kind_id() != rule.part)
        })
    }

    /// The value itself of a position of a list that is written out.
    #[must_use]
    pub fn element_itself(&self, value: ExprId) -> ExprId {
        let Expr::Position(list, position) = self.arena[value.index()] else {
            return value;
        };
        match &self.arena[list.index()] {
            Expr::Tuple(parts) | Expr::List(_, parts) => {
                let part = parts.get(position as usize);
                part.copied().unwrap_or(value)
            }
            _ => value,
        }
    }

    /// The name that `node` is, where it is a plain name.
    #[must_use]
    pub fn plain_name(&self, node: Node<'t>) -> Option<&'a str> {
        let rule = self.forms.rule(node, Mode::Value)?;
        (rule.form == Form::Name).then(|| self.text(node))
    }

    /// The text of `node`.
    #[must_use]
    pub fn text(&self, node: Node<'_>) -> &'a str {
        let bytes = self.source.get(node.byte_range()).unwrap_or(&[]);
        std::str::from_utf8(bytes).unwrap_or("")
    }

    /// The text of `node` as far as a known name may go: the callee of a long chain of
    /// calls is nearly all of the chain.
    fn start(&self, node: Node<'_>) -> &'a str {
        let (start, end) = (node.start_byte(), node.end_byte());
        let bytes = self
            .source
            .get(start..end.min(start + KNOWN))
            .unwrap_or(&[]);
        match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let whole = bytes.get(..error.valid_up_to()).unwrap_or(&[]);
                std::str::from_utf8(whole).unwrap_or("")
            }
        }
    }

    /// The member `name` of an instance of the type around `scope`, also in code that
    /// runs for the type; or one of the type itself.
    pub fn own(&mut self, scope: ScopeId, name: NameId, of_type: bool) -> Expr {
        let mut object = self.add(Expr::ThisType { scope });
        if !of_type {
            object = self.add(Expr::Call {
                callee: object,
                arguments: Vec::new(),
            });
        }
        Expr::Member { object, name }
    }

    /// The name that `node` is, without what the language puts in front of it.
    #[must_use]
    pub fn bare(&self, node: Node<'_>) -> &'a str {
        let sigils = self.scoping.sigils.as_str();
        self.text(node).trim_start_matches(|c| sigils.contains(c))
    }

    fn enter(&mut self, node: Node<'t>, mode: Mode) -> ExprId {
        let node = self.strip(node, mode);
        if let Some(&id) = self.memo.get(&(node.id(), mode)) {
            return id;
        }
        // A definition is what it is, however it is read.
        if let Some(id) = self.known(node)
            && matches!(self.arena[id.index()], Expr::Definition(_))
        {
            return id;
        }
        let id = self.add(Expr::Unknown);
        self.memo.insert((node.id(), mode), id);
        self.work.push((node, id, mode));
        id
    }

    /// Steps into nodes that only wrap another.
    fn strip(&self, mut node: Node<'t>, mode: Mode) -> Node<'t> {
        while let Some(rule) = self.forms.rule(node, mode) {
            let inner = match (rule.form, rule.object) {
                // One name without arguments.
                (Form::Chain, _) if operands(node).count() == 1 => self.part(node, Part::Nth(0)),
                (Form::Inner, Part::Absent) => self.part(node, Part::Nth(0)),
                (Form::Inner, object) => {
                    let keyword = |child: &Node<'t>| self.forms.rule(*child, mode).is_some();
                    let inner = self.part(node, object);
                    inner.or_else(|| node.children().find(keyword))
                }
                (Form::Named, object) if self.part(node, rule.name).is_none() => {
                    self.part(node, object)
                }
                (Form::Expansion, _) if self.expansion(node, rule) == Some("") => {
                    let piece = self.part(node, rule.other);
                    piece.and_then(|piece| self.embedded.get(&piece.id()).copied())
                }
                _ => None,
            };
            match inner {
                Some(inner) => node = inner,
                None => break,
            }
        }
        node
    }

    /// What the manifest says of the macro that `node` expands.
    fn expansion(&self, node: Node<'t>, rule: &CompiledRule) -> Option<&'a str> {
        let name = self.text(self.part(node, rule.object)?);
        self.expansions.get(name).map(String::as_str)
    }

    fn part(&self, node: Node<'t>, part: Part) -> Option<Node<'t>> {
        part.of(node)
    }

    fn read(
        &mut self,
        node: Node<'t>,
        id: ExprId,
        mode: Mode,
        scope: ScopeId,
        names: &mut Interner,
    ) -> Expr {
        let forms = self.forms;
        let Some(rule) = forms.rule(node, mode) else {
            return Expr::Unknown;
        };
        let object = self.part(node, rule.object);
        match rule.form {
            Form::Name => self.read_name(node, id, mode, scope, names),
            Form::This => Expr::This {
                scope: self.labelled(object, names).unwrap_or(scope),
            },
            Form::Super => Expr::Super { scope },
            Form::ThisType => Expr::ThisType { scope },
            Form::Member => {
                let member = self.read_member(node, id, mode, scope, rule, names);
                self.pointed(node, rule, member)
            }
            Form::Own => {
                self.note_name(id, node);
                let name = names.intern(self.bare(node));
                self.own(scope, name, false)
            }
            Form::Chain => self.read_chain(node, id, mode, rule, names),
            Form::Path => self.read_path(node, id, mode, scope, names),
            Form::Scoped => self.read_scoped(node, id, mode, scope, names),
            Form::Call => self.read_call(node, id, scope, mode, rule, names),
            Form::Construct => self.read_construct(node, id, scope, rule, names),
            Form::Index => {
                let index = self.part(node, rule.other);
                let object = self.operand(object, Mode::Value);
                if let Some(key) = index.filter(|index| index.kind_id() == rule.shorthand) {
                    self.note_name(id, key);
                    let name = names.intern(self.text(key).trim_matches(['"', '\'']));
                    return Expr::Member { object, name };
                }
                if let Some(slice) = index.filter(|index| index.kind_id() == rule.part) {
                    if self.scoping.dict_type.is_empty() {
                        return Expr::Union(vec![object]);
                    }
                    let text = self.text(slice);
                    let literal = text
                        .bytes()
                        .all(|byte| byte == b':' || byte.is_ascii_digit());
                    let key = if literal { text } else { "?:" };
                    return Expr::Index(object, Some(names.intern(&format!("={key}"))));
                }
                let key = index.and_then(|index| self.key(index, names));
                let indexed = Expr::Index(object, key);
                // What is called may have been given a type.
                let type_ = self.part(node, rule.argument);
                match type_.filter(|_| key.is_none() && self.is_called(node)) {
                    Some(type_) => {
                        let base = self.add(indexed);
                        let arguments = vec![self.enter(type_, Mode::Type)];
                        Expr::Generic { base, arguments }
                    }
                    None => indexed,
                }
            }
            Form::Await => Expr::Await(self.first(node, object, Mode::Value)),
            Form::Element => {
                let value = self.first(node, object, Mode::Value);
                if self.operates(node, rule) {
                    Expr::Element(value)
                } else {
                    Expr::Union(vec![value])
                }
            }
            Form::Unwrap => {
                let value = self.first(node, object, mode);
                if self.operates(node, rule) {
                    Expr::Unwrap(value)
                } else {
                    Expr::Union(vec![value])
                }
            }
            Form::Placeholder => self.read_placeholder(node),
            Form::Inner | Form::Import => Expr::Unknown,
            Form::Void => match &*rule.type_ {
                "" => Expr::Unknown,
                type_ => Expr::Literal(names.intern(type_)),
            },
            Form::Union => self.read_union(node, rule, mode, names),
            Form::Typed => match object {
                Some(type_) => {
                    let type_ = self.enter(type_, Mode::Type);
                    if let Some(value) = self.part(node, rule.other) {
                        let value = self.strip(value, Mode::Value);
                        let form = forms.rule(value, Mode::Value).map(|rule| rule.form);
                        if form == Some(Form::Function) {
                            self.expected.insert(value.id(), type_);
                        }
                    }
                    Expr::Typed(type_)
                }
                // A cast to nothing in particular (`as const`) is its operand.
                None => Expr::Union(self.children(node, Mode::Value, 1)),
            },
            Form::Literal => {
                let text = self.text(node);
                let known = &rule.operators;
                if !rule.fraction.is_empty() && has_fraction(text) {
                    Expr::Literal(names.intern(&rule.fraction))
                } else if known.is_empty() || known.iter().any(|known| **known == *text) {
                    let mut endings = rule.endings.iter();
                    let ending = endings.find(|(ending, _)| text.ends_with(&**ending));
                    let type_ = ending.map_or(&*rule.type_, |(_, type_)| type_);
                    Expr::Literal(names.intern(if type_.is_empty() { text } else { type_ }))
                } else {
                    Expr::Unknown
                }
            }
            Form::List => self.read_list(node, rule, mode, names),
            Form::Tuple => self.read_tuple(node, rule, mode),
            Form::Object => self.read_object(node, rule, mode, names),
            Form::Function => Expr::Function(None),
            Form::Generic => {
                let base = self.operand(object, mode);
                // What a call is given in brackets are types too (`f::<T>()`).
                let mode = if mode == Mode::Value {
                    Mode::Type
                } else {
                    mode
                };
                let arguments = self.type_arguments(node, rule, mode);
                Expr::Generic { base, arguments }
            }
            Form::FunctionType => self.read_function_type(node, rule),
            Form::TypeOf => Expr::TypeOf(self.first(node, object, Mode::Value)),
            Form::Quoted => self.read_quoted(node, id, scope, names),
            Form::Named => {
                let key = self.part(node, rule.name);
                let key = names.intern(key.map_or("", |key| self.text(key)));
                Expr::Named(key, self.operand(object, mode))
            }
            Form::Implied => {
                if !self.is_implied(node, rule) {
                    return Expr::Union(vec![self.operand(object, Mode::Value)]);
                }
                let type_ = self.implied.get(&node.id()).copied();
                let type_ = type_.or_else(|| self.opposite(node));
                let (Some(type_), Some(name)) = (type_, object) else {
                    return Expr::Unknown;
                };
                self.note_name(id, name);
                let name = names.intern(self.text(name).trim_matches('`'));
                let object = self.add(Expr::TypeOf(type_));
                Expr::Member { object, name }
            }
            Form::Expansion => match self.expansion(node, rule) {
                Some("" | "void") => Expr::Unknown,
                Some(type_) => Expr::Literal(names.intern(type_)),
                None => Expr::Call {
                    callee: self.operand(object, Mode::Value),
                    arguments: Vec::new(),
                },
            },
        }
    }

    /// Whether `node` is what the call around it calls.
    fn is_called(&self, node: Node<'t>) -> bool {
        let callee = node.parent().and_then(|call| self.callee(call));
        callee.is_some_and(|callee| callee.id() == node.id())
    }

    /// The key that the literal `node` is: its text or, in a language with
    /// dictionaries, `=` and what is no text.
    pub fn key(&self, node: Node<'_>, names: &mut Interner) -> Option<NameId> {
        let text = self.text(node);
        if text.starts_with(['"', '\'']) {
            return Some(names.intern(text.trim_matches(['"', '\''])));
        }
        let number = text.parse::<u32>().is_ok();
        number.then(|| names.intern(&self.spelled(text)))
    }

    /// The key of a member of an object or dictionary as it is spelled.
    fn spelled(&self, text: &'a str) -> Cow<'a, str> {
        let trimmed = text.trim_matches(['"', '\'']);
        if self.scoping.dict_type.is_empty() || trimmed.len() < text.len() {
            return trimmed.into();
        }
        format!("={text}").into()
    }

    /// Whether the node yields nothing that has members (`null`, `return`).
    fn is_void(&self, node: Node<'t>, mode: Mode) -> bool {
        self.forms
            .rule(node, mode)
            .is_some_and(|rule| match rule.form {
                Form::Void => true,
                Form::Expansion => self.expansion(node, rule) == Some("void"),
                _ => false,
            })
    }

    fn operand(&mut self, node: Option<Node<'t>>, mode: Mode) -> ExprId {
        node.map_or(ExprId(0), |node| self.enter(node, mode))
    }

    fn first(&mut self, node: Node<'t>, object: Option<Node<'t>>, mode: Mode) -> ExprId {
        let inner = object.or_else(|| self.part(node, Part::Nth(0)));
        self.operand(inner, mode)
    }

    fn children(&mut self, node: Node<'t>, mode: Mode, most: usize) -> Vec<ExprId> {
        let nodes: Vec<_> = operands(node).take(most).collect();
        nodes
            .into_iter()
            .map(|child| self.enter(child, mode))
            .collect()
    }

    fn type_arguments(&mut self, node: Node<'t>, rule: &CompiledRule, mode: Mode) -> Vec<ExprId> {
        if matches!(rule.other, Part::Rest) {
            let mut arguments = self.children(node, mode, FEW + 1);
            arguments.remove(0);
            return arguments;
        }
        // Some arguments are no types (lifetimes).
        let list = self.part(node, rule.other).into_iter();
        let types = list
            .flat_map(operands)
            .filter(|child| child.kind_id() != rule.part);
        let types: Vec<_> = types.take(FEW).collect();
        types
            .into_iter()
            .map(|child| self.enter(child, mode))
            .collect()
    }

    /// `base` with the type arguments that the call or construction is given.
    fn with_type_arguments(&mut self, node: Node<'t>, rule: &CompiledRule, base: ExprId) -> ExprId {
        let Some(list) = self.part(node, rule.third) else {
            return base;
        };
        let arguments = self.children(list, Mode::Type, FEW);
        let (span, line) = self.names[base.index()];
        let id = self.add(Expr::Generic { base, arguments });
        self.names[id.index()] = (span, line);
        id
    }

    fn note_name(&mut self, id: ExprId, node: Node<'t>) {
        let span = Span {
            start: node.start_byte() as u32,
            end: node.end_byte() as u32,
        };
        self.names[id.index()] = (span, node.start_row() as u32 + 1);
    }

    fn read_name(
        &mut self,
        node: Node<'t>,
        id: ExprId,
        mode: Mode,
        scope: ScopeId,
        names: &mut Interner,
    ) -> Expr {
        self.note_name(id, node);
        if mode == Mode::Type {
            self.types.push(id);
        }
        // Quotes around a name are not part of it.
        let text = self.text(node).trim_matches('`');
        if !text.is_empty() && text == self.scoping.this_type {
            return Expr::ThisType { scope };
        }
        match self.scoping.words.get(text).map(String::as_str) {
            Some("this") => return Expr::This { scope },
            Some("super") => return Expr::Super { scope },
            Some(_) => return Expr::ThisType { scope },
            None => {}
        }
        let at = node.start_byte() as u32;
        self.ahead.push((at, id));
        Expr::Name {
            name: names.intern(text),
            scope,
            at,
        }
    }

    fn read_member(
        &mut self,
        node: Node<'t>,
        id: ExprId,
        mode: Mode,
        scope: ScopeId,
        rule: &CompiledRule,
        names: &mut Interner,
    ) -> Expr {
        let Some(name) = self.part(node, rule.name) else {
            return Expr::Unknown;
        };
        // `x.Base::f()`: where to look is said.
        if self.is_scoped(name) {
            return self.read_scoped(name, id, mode, scope, names);
        }
        let object = self.part(node, rule.object);
        if let Some(type_) = object {
            // `X::new` has no name of its own, `X.this` is the instance of an `X` around.
            if name.id() == type_.id() {
                let type_ = self.enter(type_, Mode::QuietType);
                let made = self.add(construct(type_));
                return Expr::Function(Some(made));
            }
            let word = || self.scoping.words.get(self.text(name));
            let is_this = |rule: &CompiledRule| {
                rule.form == Form::This
                    || rule.form == Form::Name && word().is_some_and(|word| word == "this")
            };
            if self.forms.rule(name, Mode::Value).is_some_and(is_this) {
                let outer = names.intern(self.text(type_));
                let around = self.types_around.iter().rev();
                return match around.clone().find(|(name, _)| *name == outer) {
                    Some((_, scope)) => Expr::This { scope: *scope },
                    None => construct(self.enter(type_, Mode::QuietType)),
                };
            }
        }
        let name = self.strip(name, Mode::Value);
        let forms = self.forms;
        match forms.rule(name, Mode::Value) {
            // A name with type arguments (`x.Of<T>`).
            Some(generic) if generic.form == Form::Generic => {
                let Some(name) = self.part(name, generic.object) else {
                    return Expr::Unknown;
                };
                let base = self.add(Expr::Unknown);
                let member = self.read_member_name(name, object, base, mode, scope, rule, names);
                self.arena[base.index()] = member;
                let arguments = match self.part(node, rule.name) {
                    Some(node) => {
                        self.type_arguments(self.strip(node, Mode::Value), generic, Mode::Type)
                    }
                    None => Vec::new(),
                };
                Expr::Generic { base, arguments }
            }
            // An element of what may be absent (`x?[i]`).
            Some(index) if index.form == Form::Index => {
                Expr::Index(self.operand(object, Mode::Value), None)
            }
            _ => self.read_member_name(name, object, id, mode, scope, rule, names),
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn read_member_name(
        &mut self,
        name: Node<'t>,
        object: Option<Node<'t>>,
        id: ExprId,
        mode: Mode,
        scope: ScopeId,
        rule: &CompiledRule,
        names: &mut Interner,
    ) -> Expr {
        self.note_name(id, name);
        if mode == Mode::Type {
            self.types.push(id);
        }
        let text = names.intern(self.text(name).trim_matches(['"', '\'', '`']));
        match object {
            // The head of a path is a name, whatever it means elsewhere
            // (`self::f`), and never a local.
            Some(head) if self.heads_path(head, rule) => {
                let name = names.intern(self.text(head));
                let object = self.add(Expr::Name { name, scope, at: 0 });
                self.note_name(object, head);
                self.ahead.push((head.start_byte() as u32, object));
                Expr::Member { object, name: text }
            }
            Some(object) => {
                let inner = if mode == Mode::Value {
                    Mode::Value
                } else {
                    Mode::QuietType
                };
                let object = self.enter(object, inner);
                Expr::Member { object, name: text }
            }
            // A path without its head, such as Rust's `::std` or C++'s `::f`.
            None => Expr::Name {
                name: text,
                scope: ScopeId(0),
                at: name.start_byte() as u32,
            },
        }
    }

    /// `member`, of what its object points to where the operator says so.
    fn pointed(&mut self, node: Node<'t>, rule: &CompiledRule, member: Expr) -> Expr {
        if rule.operators.is_empty() || !self.operates(node, rule) {
            return member;
        }
        match member {
            Expr::Member { object, name } => {
                let object = self.add(Expr::Unwrap(object));
                Expr::Member { object, name }
            }
            Expr::Generic { base, arguments } => {
                if let Expr::Member { object, name } = self.arena[base.index()] {
                    let object = self.add(Expr::Unwrap(object));
                    self.arena[base.index()] = Expr::Member { object, name };
                }
                Expr::Generic { base, arguments }
            }
            other => other,
        }
    }

    /// The parts of a path, outermost first, and whether it begins at the root.
    fn segments(&self, node: Node<'t>) -> (Vec<Node<'t>>, bool) {
        let mut segments = Vec::new();
        let mut work = vec![node];
        let mut rooted = false;
        while let Some(node) = work.pop() {
            let rule = self.forms.rule(node, Mode::Type);
            let Some(rule) = rule.filter(|rule| rule.form == Form::Scoped) else {
                segments.push(node);
                if segments.len() == SEGMENTS {
                    break;
                }
                continue;
            };
            if matches!(rule.name, Part::Absent) {
                let first = work.len();
                work.extend(operands(node));
                work[first..].reverse();
                continue;
            }
            let scope = self.part(node, rule.object);
            rooted |= scope.is_none() && segments.is_empty();
            work.extend(self.part(node, rule.name));
            work.extend(scope);
        }
        (segments, rooted)
    }

    /// What holds the last name of the path `node`, read in `scope`.
    pub fn owner(
        &mut self,
        node: Node<'t>,
        scope: ScopeId,
        names: &mut Interner,
    ) -> Option<ExprId> {
        let (mut segments, rooted) = self.segments(node);
        segments.pop();
        segments.last()?;
        let chain = self.chain(&segments, rooted, scope, names);
        while let Some((node, id, mode)) = self.work.pop() {
            let expr = self.read(node, id, mode, scope, names);
            self.arena[id.index()] = expr;
        }
        Some(chain)
    }

    /// The last name of what holds the last name of the path `node`.
    #[must_use]
    pub fn owner_name(&self, node: Node<'t>) -> Option<&'a str> {
        let (mut segments, _) = self.segments(node);
        segments.pop();
        let last = *segments.last()?;
        Some(self.text(self.segment_name(last)))
    }

    /// Whether `node` is read as a path.
    #[must_use]
    pub fn is_scoped(&self, node: Node<'t>) -> bool {
        let rule = self.forms.rule(node, Mode::Type);
        rule.is_some_and(|rule| rule.form == Form::Scoped)
    }

    fn segment_name(&self, segment: Node<'t>) -> Node<'t> {
        let rule = self.forms.rule(segment, Mode::Type);
        let generic = rule.filter(|rule| rule.form == Form::Generic);
        generic
            .and_then(|rule| self.part(segment, rule.object))
            .unwrap_or(segment)
    }

    /// A chain of members from the first of `segments` on.
    fn chain(
        &mut self,
        segments: &[Node<'t>],
        rooted: bool,
        scope: ScopeId,
        names: &mut Interner,
    ) -> ExprId {
        let scope = if rooted { ScopeId(0) } else { scope };
        let mut chain = None;
        for segment in segments {
            let node = self.segment_name(*segment);
            let name = names.intern(self.text(node));
            let at = node.start_byte() as u32;
            let expr = match chain {
                Some(object) => Expr::Member { object, name },
                None => Expr::Name { name, scope, at },
            };
            let mut id = self.add(expr);
            self.note_name(id, node);
            if chain.is_none() && !rooted {
                self.ahead.push((at, id));
            }
            if node.id() != segment.id()
                && let Some(rule) = self.forms.rule(*segment, Mode::Type)
            {
                let arguments = self.type_arguments(*segment, rule, Mode::Type);
                let base = id;
                id = self.add(Expr::Generic { base, arguments });
                self.note_name(id, node);
            }
            chain = Some(id);
        }
        chain.unwrap_or(ExprId(0))
    }

    fn read_scoped(
        &mut self,
        node: Node<'t>,
        id: ExprId,
        mode: Mode,
        scope: ScopeId,
        names: &mut Interner,
    ) -> Expr {
        let (segments, rooted) = self.segments(node);
        let Some(last) = segments.last() else {
            return Expr::Unknown;
        };
        let name = self.segment_name(*last);
        let chain = self.chain(&segments, rooted, scope, names);
        self.note_name(id, name);
        if mode == Mode::Type {
            self.types.push(id);
        }
        self.arena[chain.index()].clone()
    }

    /// The scope of the type around that a `this` names.
    fn labelled(&self, label: Option<Node<'t>>, names: &mut Interner) -> Option<ScopeId> {
        let name = names.intern(self.text(label?));
        let mut around = self.types_around.iter().rev();
        around
            .find(|(known, _)| *known == name)
            .map(|(_, scope)| *scope)
    }

    /// Names one below the other as children of one node, with type arguments.
    fn read_chain(
        &mut self,
        node: Node<'t>,
        id: ExprId,
        mode: Mode,
        rule: &CompiledRule,
        names: &mut Interner,
    ) -> Expr {
        let is_name = |child: &Node<'t>| {
            let rule = self.forms.rule(*child, Mode::Value);
            rule.is_some_and(|rule| rule.form == Form::Name)
        };
        let parts: Vec<_> = operands(node).filter(is_name).collect();
        let Some((last, heads)) = parts.split_last() else {
            return Expr::Unknown;
        };
        let arguments = self.part(node, rule.other);
        let base = match heads.split_first() {
            None => self.enter(*last, mode),
            Some((head, more)) => {
                let mut object = self.enter(*head, Mode::QuietType);
                for part in more {
                    let name = names.intern(self.text(*part));
                    object = self.add(Expr::Member { object, name });
                }
                let name = names.intern(self.text(*last));
                let member = Expr::Member { object, name };
                if arguments.is_none() {
                    self.note_name(id, *last);
                    if mode == Mode::Type {
                        self.types.push(id);
                    }
                    return member;
                }
                let base = self.add(member);
                self.note_name(base, *last);
                if mode == Mode::Type {
                    self.types.push(base);
                }
                base
            }
        };
        let arguments = arguments.map_or_else(Vec::new, |list| self.children(list, mode, FEW));
        Expr::Generic { base, arguments }
    }

    /// A whole name in one node: below an imported name or a package, or, with the
    /// separator in front, from the top.
    fn read_path(
        &mut self,
        node: Node<'t>,
        id: ExprId,
        mode: Mode,
        scope: ScopeId,
        names: &mut Interner,
    ) -> Expr {
        self.note_name(id, node);
        if mode == Mode::Type {
            self.types.push(id);
        }
        let at = node.start_byte() as u32;
        self.path(self.text(node), at, scope, names)
    }

    /// The name `text`, which stands at byte `at`.
    fn path(&mut self, text: &str, at: u32, scope: ScopeId, names: &mut Interner) -> Expr {
        let separator = self.packages.separator.as_str();
        let separator = if separator.is_empty() { "." } else { separator };
        let (path, name) = text.rsplit_once(separator).unwrap_or(("", text));
        let name = names.intern(name.trim());
        let mut parts = path.split(separator).map(str::trim);
        let object = match parts.next().filter(|head| !head.is_empty()) {
            None => {
                let top = format!("{separator}{}", path.trim_start_matches(separator));
                self.add(Expr::Module(names.intern(&top)))
            }
            Some(head) => {
                let name = names.intern(head);
                let mut object = self.add(Expr::Name { name, scope, at });
                self.ahead.push((at, object));
                for part in parts {
                    let name = names.intern(part);
                    object = self.add(Expr::Member { object, name });
                }
                object
            }
        };
        Expr::Member { object, name }
    }

    /// The type may be one that an instance holds (`outer.new Inner()`).
    fn read_construct(
        &mut self,
        node: Node<'t>,
        id: ExprId,
        scope: ScopeId,
        rule: &CompiledRule,
        names: &mut Interner,
    ) -> Expr {
        let type_ = self.constructed_type(node, scope, rule, names);
        let list = self.part(node, rule.other);
        let arguments = match list {
            Some(list) => self.read_listed(list, None, id, rule, names),
            None => self.read_held(node, rule, names).into_iter().collect(),
        };
        Expr::Construct { type_, arguments }
    }

    /// What a literal of a list or map holds that has a name: it may be a function.
    fn read_held(
        &mut self,
        node: Node<'t>,
        rule: &CompiledRule,
        names: &mut Interner,
    ) -> Option<ExprId> {
        let forms = self.forms;
        let type_ = self.part(node, rule.object)?;
        let list = forms
            .types
            .get(type_)
            .filter(|rule| rule.form == Form::List)?;
        let body = self.part(node, rule.argument)?;
        let mut pairs = Vec::new();
        let mut values = Vec::new();
        for child in operands(body).take(MEMBERS) {
            let is_pair = child.kind_id() == rule.method;
            let Some(value) = operands(child).nth(usize::from(is_pair)) else {
                continue;
            };
            let value = self.strip(value, Mode::Value);
            let form = forms.rule(value, Mode::Value).map(|rule| rule.form);
            if !matches!(form, Some(Form::Name | Form::Member)) {
                continue;
            }
            let value = self.enter(value, Mode::Value);
            match operands(child).next().filter(|_| is_pair) {
                Some(key) => {
                    let key = self.key(key, names);
                    pairs.push((key.unwrap_or_else(|| names.intern("=")), value));
                }
                None => values.push(value),
            }
        }
        if !pairs.is_empty() {
            return Some(self.add(Expr::Object(pairs)));
        }
        let any = (!values.is_empty()).then(|| self.add(Expr::Union(values)))?;
        let base = names.intern(&list.type_);
        Some(self.add(Expr::List(base, vec![any])))
    }

    /// The type may be one that an instance holds (`outer.new Inner()`), or the
    /// one around, where it is not written (the constants of an enumeration).
    fn constructed_type(
        &mut self,
        node: Node<'t>,
        scope: ScopeId,
        rule: &CompiledRule,
        names: &mut Interner,
    ) -> ExprId {
        let inner = self.part(node, rule.object);
        let own = |child: &Node<'t>| child.kind_id() == rule.part;
        if let Some(body) = operands(node).find(own) {
            return self.enter(body, Mode::QuietType);
        }
        if let (None, Some(name)) = (inner, self.part(node, rule.name)) {
            let own = self.add(Expr::ThisType { scope });
            self.note_name(own, name);
            return own;
        }
        let outer = self.part(node, rule.third);
        let (Some(outer), Some(inner)) = (outer, inner) else {
            return self.operand(inner, Mode::QuietType);
        };
        // What stands behind the type are its arguments.
        if outer.start_byte() >= inner.end_byte() {
            let base = self.enter(inner, Mode::QuietType);
            return self.with_type_arguments(node, rule, base);
        }
        if outer.id() == inner.id() || self.forms.rule(outer, Mode::Value).is_none() {
            return self.enter(inner, Mode::QuietType);
        }
        let object = self.enter(outer, Mode::Value);
        let name = names.intern(self.text(inner));
        let type_ = self.add(Expr::Member { object, name });
        self.note_name(type_, inner);
        type_
    }

    /// Whether `head` begins a path whose names are never locals.
    fn heads_path(&self, head: Node<'t>, rule: &CompiledRule) -> bool {
        let is_name = || {
            let rule = self.forms.rule(head, Mode::Value);
            let text = self.text(head);
            rule.is_some_and(|rule| rule.form == Form::Name) && text != self.scoping.this_type
        };
        rule.part != u16::MAX && (head.kind_id() == rule.part || is_name())
    }

    fn read_call(
        &mut self,
        node: Node<'t>,
        id: ExprId,
        scope: ScopeId,
        mode: Mode,
        rule: &CompiledRule,
        names: &mut Interner,
    ) -> Expr {
        let parts = self.call_parts(node, rule);
        let (list, callee) = (parts.list, parts.callee);
        self.absorbed.extend(parts.inner.map(|inner| inner.id()));
        let called = callee.map_or("", |callee| self.start(callee));
        if !called.is_empty() && called == self.scoping.super_call {
            return Expr::Super { scope };
        }
        if self.scoping.typed_calls.iter().any(|name| name == called)
            && let Some(type_) = list.and_then(|list| self.part(list, Part::Nth(0)))
        {
            return Expr::Typed(self.enter(type_, Mode::Type));
        }
        let cast = |callee| match self.is_type_alone(callee) {
            true => Some(callee),
            false => self.cast_type(callee),
        };
        if let Some(type_) = callee.and_then(cast) {
            return Expr::Typed(self.enter(type_, Mode::Type));
        }
        if self.scoping.same_calls.iter().any(|name| name == called)
            && let Some(list) = list
        {
            return Expr::Union(self.children(list, Mode::Value, FEW));
        }
        if let Some(callee) = callee
            && let Some(module) = self.read_import(callee, list, mode, names)
        {
            return module;
        }
        if self.is_index(list, rule) {
            let argument = list.and_then(|list| self.listed(list, rule).first().copied());
            let key = argument.map(|(_, argument)| self.strip(argument, Mode::Value));
            let key = key.and_then(|key| self.key(key, names));
            return Expr::Index(self.operand(callee, Mode::Value), key);
        }
        let (mut callee, mut behind) = (callee, parts.behind);
        let name = self
            .part(node, rule.name)
            .map_or("", |name| self.text(name));
        let ends = |(ending, _): &(Box<str>, Box<str>)| name.ends_with(&**ending);
        if rule.endings.iter().any(ends) {
            // A method of the operand behind it.
            std::mem::swap(&mut callee, &mut behind);
        }
        let arguments = match list {
            Some(list) => self.read_listed(list, behind, id, rule, names),
            None => self.read_arguments(behind.into_iter().collect(), id, names),
        };
        // A method call with its receiver in fields of its own (Java).
        if let (Some(object), Some(name)) = (callee, self.part(node, rule.name)) {
            // What the member is called shows only at run time.
            if rule.part != u16::MAX && name.kind_id() != rule.part {
                self.enter(object, Mode::Value);
                let callee = ExprId(0);
                return Expr::Call { callee, arguments };
            }
            let object = self.enter(object, Mode::Value);
            let text = names.intern(self.text(name));
            let callee = self.add(Expr::Member { object, name: text });
            self.note_name(callee, name);
            self.absorbed.insert(name.id());
            return Expr::Call { callee, arguments };
        }
        let Some(callee) = callee else {
            let name = self.part(node, rule.name);
            self.absorbed.extend(name.map(|name| name.id()));
            let callee = self.operand(name, Mode::Value);
            return Expr::Call { callee, arguments };
        };
        if self.scoping.uniform_access {
            // What is called is not read beside.
            let rule = self.forms.rule(callee, Mode::Value);
            let generic = rule.filter(|rule| rule.form == Form::Generic);
            let base = generic.and_then(|rule| self.part(callee, rule.object));
            self.absorbed.extend(base.map(|base| base.id()));
            if rule.is_some_and(|rule| matches!(rule.form, Form::Member | Form::Name)) {
                self.absorbed.insert(callee.id());
            }
        }
        let callee = self.enter(callee, Mode::Value);
        let typed = parts.inner.unwrap_or(node);
        let callee = self.with_type_arguments(typed, rule, callee);
        Expr::Call { callee, arguments }
    }

    /// The arguments in `list` of the call `id`, and one behind it.
    fn read_listed(
        &mut self,
        list: Node<'t>,
        behind: Option<Node<'t>>,
        id: ExprId,
        rule: &CompiledRule,
        names: &mut Interner,
    ) -> Vec<ExprId> {
        let listed = self.listed(list, rule);
        let mut passed: Vec<_> = listed.iter().map(|(_, argument)| *argument).collect();
        passed.extend(behind);
        let mut arguments = self.read_arguments(passed, id, names);
        for ((name, _), argument) in listed.iter().zip(&mut arguments) {
            if let Some(name) = name {
                let name = names.intern(self.text(*name));
                *argument = self.add(Expr::Named(name, *argument));
            }
        }
        arguments
    }

    /// The arguments `nodes` of the call `id`.
    fn read_arguments(
        &mut self,
        nodes: Vec<Node<'t>>,
        id: ExprId,
        names: &mut Interner,
    ) -> Vec<ExprId> {
        let most = if self.forms.overloads { ARGUMENTS } else { FEW };
        let mut arguments = Vec::with_capacity(nodes.len());
        for (position, argument) in nodes.into_iter().take(most).enumerate() {
            let argument = self.strip(argument, Mode::Value);
            let value = self.unnamed(argument);
            let expected = Expr::Expected {
                call: id,
                argument: position as u32,
            };
            if self
                .forms
                .rule(value, Mode::Value)
                .is_some_and(|rule| rule.form == Form::Function)
            {
                self.closures.insert(value.id(), (id, position as u32));
            } else {
                self.expect(value, expected.clone(), names);
            }
            if self.forms.implies {
                self.imply(value, expected);
            }
            arguments.push(self.enter(argument, Mode::Value));
        }
        arguments
    }

    /// Whether members may be written without their type.
    #[must_use]
    pub const fn implies(&self) -> bool {
        self.forms.implies
    }

    /// Whether `node` is a member of a type that is not written (`.red`).
    fn is_implied(&self, node: Node<'t>, rule: &CompiledRule) -> bool {
        let first = node.first_child().map(Node::kind);
        rule.operators.iter().any(|known| first == Some(known))
    }

    /// Notes that the members which the chains of `node` begin with are those of the type
    /// of `expected`, where the type is not written.
    pub fn imply(&mut self, node: Node<'t>, expected: Expr) {
        let mut work = vec![(node, expected)];
        for _ in 0..OBJECTS {
            let Some((node, expected)) = work.pop() else {
                return;
            };
            let node = self.unnamed(self.strip(node, Mode::Value));
            let forms = self.forms;
            let Some(rule) = forms.rule(node, Mode::Value) else {
                continue;
            };
            match rule.form {
                Form::Implied if self.is_implied(node, rule) => {
                    let expected = self.add(expected);
                    self.implied.insert(node.id(), expected);
                }
                Form::Call | Form::Member => {
                    let head = self.part(node, rule.object);
                    work.extend(head.map(|head| (head, expected)));
                }
                Form::Union => {
                    let arms = self.arms(node, rule, Mode::Value);
                    work.extend(arms.into_iter().map(|arm| (arm, expected.clone())));
                }
                Form::List => {
                    let whole = self.add(expected);
                    let is_key = |child: &Node<'t>| child.field_id() == forms.key_field;
                    let elements = operands(node).filter(|child| !is_key(child)).take(FEW);
                    work.extend(elements.map(|element| (element, Expr::Index(whole, None))));
                }
                Form::Function => {
                    if let Some(result) = self.function_result(node) {
                        let callee = self.add(expected);
                        let arguments = Vec::new();
                        work.push((result, Expr::Call { callee, arguments }));
                    }
                }
                _ => {}
            }
        }
    }

    /// What says of what type the member without one is that `node` begins with: what
    /// stands on the other side of a comparison or an assignment.
    fn opposite(&mut self, node: Node<'t>) -> Option<ExprId> {
        let mut here = node;
        let mut beside = None;
        for _ in 0..PLACEHOLDER {
            let Some(around) = here.parent() else { break };
            let Some(rule) = self.forms.rule(around, Mode::Value) else {
                break;
            };
            let parts = [rule.object, rule.other].map(|part| self.part(around, part));
            let is_here = |part: &Option<Node<'t>>| part.is_some_and(|part| part.id() == here.id());
            let other = match parts.iter().position(is_here) {
                Some(0) => parts[1],
                Some(_) => parts[0],
                None => None,
            };
            match rule.form {
                Form::Literal | Form::Void => {
                    return other.map(|other| self.enter(other, Mode::Value));
                }
                Form::Call | Form::Member if is_here(&parts[0]) => {}
                Form::Union => beside = beside.or(other),
                Form::Inner | Form::Named => {}
                _ => break,
            }
            here = around;
        }
        beside.map(|beside| self.enter(beside, Mode::Value))
    }

    /// What is passed by an argument that is passed by its name.
    fn unnamed(&self, argument: Node<'t>) -> Node<'t> {
        let rule = self.forms.rule(argument, Mode::Value);
        let named = rule.filter(|rule| rule.form == Form::Named);
        let value = named.and_then(|rule| self.part(argument, rule.object));
        value.map_or(argument, |value| self.strip(value, Mode::Value))
    }

    /// A parameter that stands where it is used, and makes a function of the argument
    /// around it (`xs.map(_.name)`).
    fn read_placeholder(&mut self, node: Node<'t>) -> Expr {
        let Some(function) = self.placeholder_function(node) else {
            return Expr::Unknown;
        };
        let Some((call, argument)) = self.argument_of(function) else {
            return Expr::Unknown;
        };
        let parameter = match self.placeholders.get(&function.id()) {
            Some(known) => known.iter().position(|id| *id == node.id()),
            None => {
                // What the node says is the body; whoever holds it holds the function.
                if let Some(id) = self.known(function) {
                    let said = self.arena[id.index()].clone();
                    let body = self.add(said);
                    self.names[body.index()] = self.names[id.index()];
                    self.memo.insert((function.id(), Mode::Value), body);
                    self.arena[id.index()] = Expr::Function(Some(body));
                }
                let all = self.placeholders_of(function, node.kind_id());
                let position = all.iter().position(|id| *id == node.id());
                self.placeholders.insert(function.id(), all);
                position
            }
        };
        match parameter {
            Some(parameter) => Expr::ClosureParameter {
                call,
                argument,
                parameter: parameter as u32,
            },
            None => Expr::Unknown,
        }
    }

    /// The expression that the placeholder `node` makes a function of: the innermost one
    /// that is whole and more than the placeholder.
    fn placeholder_function(&self, node: Node<'t>) -> Option<Node<'t>> {
        let mut here = node;
        for _ in 0..PLACEHOLDER {
            let around = here.parent()?;
            let form = self.forms.rule(around, Mode::Value).map(|rule| rule.form);
            let list = self.call_of_list(around);
            let part = matches!(
                form,
                Some(Form::Call | Form::Construct | Form::Member | Form::Generic | Form::Typed)
            );
            match list {
                None if part || here.id() == node.id() => here = around,
                Some(call) if here.id() == node.id() => here = call,
                _ => return Some(here),
            }
        }
        None
    }

    /// The call whose list of arguments `node` is.
    fn call_of_list(&self, node: Node<'t>) -> Option<Node<'t>> {
        let call = node.parent()?;
        let rule = self.forms.rule(call, Mode::Value)?;
        let calls = matches!(rule.form, Form::Call | Form::Construct);
        let list = self.part(call, rule.other).filter(|_| calls)?;
        (list.id() == node.id()).then_some(call)
    }

    /// The call that `node` is an argument of, and which one.
    fn argument_of(&self, node: Node<'t>) -> Option<(ExprId, u32)> {
        let mut here = node;
        for _ in 0..PLACEHOLDER {
            let around = here.parent()?;
            if let Some(call) = self.call_of_list(around) {
                let mut arguments = operands(around).take(ARGUMENTS);
                let position = arguments.position(|child| child.id() == here.id())?;
                return Some((self.known(call)?, position as u32));
            }
            let rule = self.forms.rule(around, Mode::Value)?;
            let argument = self.part(around, rule.argument);
            if rule.form == Form::Call && argument.is_some_and(|child| child.id() == here.id()) {
                return Some((self.known(around)?, 0));
            }
            if rule.form != Form::Inner {
                return None;
            }
            here = around;
        }
        None
    }

    /// The placeholders that make a function of `function`, in order.
    fn placeholders_of(&self, function: Node<'t>, kind: u16) -> Vec<usize> {
        let mut found = Vec::new();
        let mut work = vec![function];
        for _ in 0..PLACES {
            let Some(node) = work.pop() else { break };
            let of = |node| self.placeholder_function(node).map(|of| of.id());
            if node.kind_id() == kind && of(node) == Some(function.id()) {
                found.push(node.id());
            }
            let first = work.len();
            work.extend(operands(node));
            work[first..].reverse();
        }
        found
    }

    /// The container that `node`, which is read as a list of types, makes.
    #[must_use]
    pub fn list_type(&self, node: Node<'t>) -> Option<&'a str> {
        let rule = self.forms.types.get(node)?;
        (rule.form == Form::List).then_some(&*rule.type_)
    }

    /// Whether `node` is of a kind that is written as a type and never as a value.
    #[must_use]
    pub fn is_type_alone(&self, node: Node<'t>) -> bool {
        let forms = self.forms;
        forms.types.get(node).is_some() && forms.values.get(node).is_none()
    }

    /// Whether `node` is a call in the form of a cast.
    #[must_use]
    pub fn is_cast(&self, node: Node<'t>) -> bool {
        let callee = self.callee(node);
        callee.is_some_and(|callee| self.is_type_alone(callee) || self.cast_type(callee).is_some())
    }

    /// The type argument of a callee that yields an instance of it (`static_cast<T>`).
    fn cast_type(&self, callee: Node<'t>) -> Option<Node<'t>> {
        let calls = &self.scoping.typed_calls;
        let name = self.start(callee).split('<').next().unwrap_or("").trim();
        if name.is_empty() || !calls.iter().any(|known| known == name) {
            return None;
        }
        let (segments, _) = self.segments(callee);
        let last = *segments.last()?;
        let rule = self.forms.rule(last, Mode::Value)?;
        let list = self.part(last, rule.other)?;
        self.part(list, Part::Nth(0))
    }

    /// A call that yields a module: now, or (`import(…)` as a value) later.
    fn read_import(
        &mut self,
        callee: Node<'t>,
        list: Option<Node<'t>>,
        mode: Mode,
        names: &mut Interner,
    ) -> Option<Expr> {
        let rule = self.forms.rule(callee, Mode::Value);
        let import = rule.filter(|rule| rule.form == Form::Import);
        let called = self.start(callee);
        let calls = &self.scoping.module_calls;
        if import.is_none() && !calls.iter().any(|name| name == called) {
            return None;
        }
        let source = self.part(list?, Part::Nth(0))?;
        let text = self.text(source);
        let source = text.trim_matches(['"', '\'', '`']);
        if source.len() == text.len() || source.contains("${") {
            // Which module shows only at run time.
            return import.map(|_| Expr::Unknown);
        }
        let module = Expr::Module(names.intern(source));
        match import {
            Some(rule) if mode == Mode::Value && !rule.type_.is_empty() => {
                let later = names.intern(&rule.type_);
                Some(Expr::List(later, vec![self.add(module)]))
            }
            _ => Some(module),
        }
    }

    /// Whether the rule holds for the node's operator.
    fn operates(&self, node: Node<'t>, rule: &CompiledRule) -> bool {
        if rule.operators.is_empty() {
            return true;
        }
        let operator = node
            .child_by_field_id(self.forms.operator)
            .map_or("", |operator| self.text(operator));
        rule.operators.iter().any(|known| **known == *operator)
    }

    fn read_union(
        &mut self,
        node: Node<'t>,
        rule: &CompiledRule,
        mode: Mode,
        names: &mut Interner,
    ) -> Expr {
        if !self.operates(node, rule) {
            return match &*rule.type_ {
                "" => Expr::Unknown,
                type_ => Expr::Literal(names.intern(type_)),
            };
        }
        let nodes = self.arms(node, rule, mode);
        Expr::Union(nodes.into_iter().map(|arm| self.enter(arm, mode)).collect())
    }

    /// The parts of `node`, of which one is its value.
    fn arms(&self, node: Node<'t>, rule: &CompiledRule, mode: Mode) -> Vec<Node<'t>> {
        let parts = [rule.object, rule.other, rule.third];
        // The first child may be what is asked, as in a `switch`.
        let asked = usize::from(matches!(rule.object, Part::Rest));
        let whole = asked > 0 || parts.iter().all(|part| matches!(part, Part::Absent));
        let mut arms = parts.into_iter().filter_map(|part| self.part(node, part));
        let list = arms.find(|arm| arm.kind_id() == rule.part);
        if let Some(list) = list.or(whole.then_some(node)) {
            operands(list)
                .skip(asked)
                .map(|arm| self.strip(arm, mode))
                .filter(|arm| !self.is_void(*arm, mode))
                .take(FEW)
                .collect()
        } else {
            let arms = parts.into_iter().filter_map(|part| self.part(node, part));
            arms.map(|arm| self.strip(arm, mode))
                .filter(|arm| !self.is_void(*arm, mode))
                .collect()
        }
    }

    fn read_list(
        &mut self,
        node: Node<'t>,
        rule: &CompiledRule,
        mode: Mode,
        names: &mut Interner,
    ) -> Expr {
        // What an array is made for (`new X[3]`) stands before what it holds.
        if let (Mode::Value, Some(element)) = (mode, self.part(node, rule.third)) {
            let base = names.intern(&rule.type_);
            let base = self.add(Expr::Literal(base));
            let arguments = vec![self.enter(element, Mode::Type)];
            return Expr::Typed(self.add(Expr::Generic { base, arguments }));
        }
        let elements = match self.part(node, rule.object) {
            Some(element) => vec![self.enter(element, mode)],
            None => self.children(node, mode, FEW),
        };
        let base = names.intern(&rule.type_);
        if mode == Mode::Value {
            return Expr::List(base, elements);
        }
        let base = self.add(Expr::Literal(base));
        Expr::Generic {
            base,
            arguments: elements,
        }
    }

    /// A tuple; where a part declares several names (`a, b int`), its type counts
    /// once for each, and a list of one is that one.
    fn read_tuple(&mut self, node: Node<'t>, rule: &CompiledRule, mode: Mode) -> Expr {
        if matches!(rule.name, Part::Absent) {
            return Expr::Tuple(self.children(node, mode, 2 * FEW));
        }
        let nodes: Vec<_> = operands(node).take(2 * FEW).collect();
        let mut parts = Vec::new();
        for child in nodes {
            let count = fields(child, rule.name).len().clamp(1, 2 * FEW);
            let part = self.enter(child, mode);
            parts.extend(std::iter::repeat_n(part, count));
        }
        match parts.as_slice() {
            [_] => Expr::Union(parts),
            _ => Expr::Tuple(parts),
        }
    }

    fn read_object(
        &mut self,
        node: Node<'t>,
        rule: &CompiledRule,
        mode: Mode,
        names: &mut Interner,
    ) -> Expr {
        let mut members = Vec::new();
        let nodes: Vec<_> = node.named_children().take(MEMBERS).collect();
        for child in nodes {
            if child.kind_id() == rule.part {
                let Some(value) = self.part(child, rule.object) else {
                    continue;
                };
                let mut value = self.enter(value, mode);
                if mode != Mode::Value {
                    value = self.add(Expr::Typed(value));
                }
                for key in fields(child, rule.name) {
                    let key = names.intern(&self.spelled(self.text(key)));
                    members.push((key, value));
                }
            } else if child.kind_id() == rule.method {
                // Its definition takes the place of the value when it opens.
                if let Some(key) = child.child_by_field_id(self.forms.name_field) {
                    let key = names.intern(self.text(key).trim_matches(['"', '\'']));
                    members.push((key, self.enter(child, Mode::Value)));
                }
            } else if child.kind_id() == rule.shorthand {
                let key = names.intern(self.text(child));
                members.push((key, self.enter(child, mode)));
            }
        }
        Expr::Object(members)
    }

    /// Notes of the functions in the object `node` what they are expected to be:
    /// members of `whole`.
    pub fn expect(&mut self, node: Node<'t>, whole: Expr, names: &mut Interner) {
        let is_object = |rule: &CompiledRule| rule.form == Form::Object;
        if !self.forms.rule(node, Mode::Value).is_some_and(is_object) {
            return;
        }
        let mut work = vec![(node, whole)];
        for _ in 0..OBJECTS {
            let Some((node, whole)) = work.pop() else {
                return;
            };
            let forms = self.forms;
            let Some(rule) = forms.rule(node, Mode::Value) else {
                continue;
            };
            let mut object = None;
            let nodes: Vec<_> = node.named_children().take(MEMBERS).collect();
            for child in nodes {
                let (key, value) = if child.kind_id() == rule.part {
                    let value = self.part(child, rule.object);
                    let value = value.map(|value| self.strip(value, Mode::Value));
                    (self.part(child, rule.name), value)
                } else if child.kind_id() == rule.method {
                    (child.child_by_field_id(self.forms.name_field), Some(child))
                } else {
                    continue;
                };
                let (Some(key), Some(value)) = (key, value) else {
                    continue;
                };
                let form = forms.rule(value, Mode::Value).map(|rule| rule.form);
                let is_function = value.id() == child.id() || form == Some(Form::Function);
                if !is_function && form != Some(Form::Object) {
                    continue;
                }
                let object = *object.get_or_insert_with(|| self.add(whole.clone()));
                let name = names.intern(self.text(key).trim_matches(['"', '\'']));
                let member = Expr::Member { object, name };
                if is_function {
                    let member = self.add(member);
                    self.expected.insert(value.id(), member);
                } else {
                    work.push((value, member));
                }
            }
        }
    }

    fn read_function_type(&mut self, node: Node<'t>, rule: &CompiledRule) -> Expr {
        let result = self
            .part(node, rule.object)
            .map(|result| self.enter(result, Mode::Type));
        let mut parameters = Vec::new();
        let list = self.part(node, rule.other);
        // What stands behind the parameters is the result.
        let before = |receiver: &Node<'t>| {
            list.is_some_and(|list| receiver.start_byte() < list.start_byte())
        };
        let receiver = self.part(node, rule.third).filter(before);
        let mut receiver = receiver.map(|receiver| self.enter(receiver, Mode::Type));
        if let Some(list) = list {
            let nodes: Vec<_> = operands(list).take(FEW).collect();
            for child in nodes {
                let type_ = child
                    .child_by_field_id(self.forms.type_field)
                    .unwrap_or(child);
                let type_ = self.enter(type_, Mode::Type);
                if operands(child).any(|part| self.is_this(part)) {
                    receiver = Some(type_);
                } else {
                    parameters.push(type_);
                }
            }
        }
        Expr::FunctionType {
            receiver,
            parameters,
            result,
        }
    }

    fn is_this(&self, node: Node<'_>) -> bool {
        let rule = self.forms.rule(node, Mode::Value);
        rule.is_some_and(|rule| rule.form == Form::This)
    }

    /// A type in quotes: `"A"`, `"a.B"`, `"Optional[A]"`. Only names, members
    /// and one level of arguments are read.
    fn read_quoted(
        &mut self,
        node: Node<'t>,
        id: ExprId,
        scope: ScopeId,
        names: &mut Interner,
    ) -> Expr {
        let text = self.text(node).trim_matches(['"', '\'', ' ']);
        let (head, arguments) = match text.split_once('[') {
            Some((head, rest)) => (head, rest.trim_end_matches(']')),
            None => (text, ""),
        };
        self.note_name(id, node);
        let at = node.start_byte() as u32;
        let base = self.dotted(head, at, scope, names);
        let Some(base) = base else {
            return Expr::Unknown;
        };
        if arguments.is_empty() {
            self.types.push(id);
            return self.arena[base.index()].clone();
        }
        let arguments = arguments
            .split(',')
            .take(FEW)
            .map(|part| {
                self.dotted(part.trim(), at, scope, names)
                    .unwrap_or(ExprId(0))
            })
            .collect();
        Expr::Generic { base, arguments }
    }

    /// The type that is named `text`; none where that is no name.
    pub fn type_named(
        &mut self,
        text: &str,
        scope: ScopeId,
        at: u32,
        names: &mut Interner,
    ) -> Option<ExprId> {
        let is_part = |c: char| c.is_alphanumeric() || "_.:\\$".contains(c);
        if text.is_empty()
            || !text.chars().all(is_part)
            || text.starts_with(|c: char| c.is_ascii_digit())
        {
            return None;
        }
        let word = self.scoping.words.get(text).map(String::as_str);
        let own = matches!(word, Some("this" | "this-type"));
        let separated = text.contains(['.', ':', '\\']);
        let expr = match (own, separated) {
            (true, _) => Expr::ThisType { scope },
            (_, true) => self.path(text, at, scope, names),
            _ => {
                let name = names.intern(text);
                Expr::Name { name, scope, at }
            }
        };
        Some(self.add(expr))
    }

    /// Whether of the arguments of a documented type the last one alone counts.
    #[must_use]
    pub const fn takes_last(&self) -> bool {
        self.documented.last
    }

    fn dotted(
        &mut self,
        text: &str,
        at: u32,
        scope: ScopeId,
        names: &mut Interner,
    ) -> Option<ExprId> {
        let mut parts = text.split('.').map(str::trim);
        let is_name =
            |part: &str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '_');
        let head = parts.next().filter(|head| is_name(head))?;
        let name = names.intern(head);
        let mut expr = self.add(Expr::Name { name, scope, at });
        for part in parts {
            if !is_name(part) {
                return None;
            }
            let name = names.intern(part);
            expr = self.add(Expr::Member { object: expr, name });
        }
        Some(expr)
    }
}

/// An instance of a type that is made without arguments.
const fn construct(type_: ExprId) -> Expr {
    Expr::Construct {
        type_,
        arguments: Vec::new(),
    }
}

/// Whether the text of a number has a fraction or an exponent.
fn has_fraction(text: &str) -> bool {
    let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    !hexadecimal && text.contains(['.', 'e', 'E'])
}

/// The key of the expression a member name is spelled as.
#[must_use]
pub fn name_of(arena: &[Expr], id: ExprId) -> Option<NameId> {
    let mut expr = arena.get(id.index())?;
    // A type with arguments is spelled as its base; two levels are the most
    // that a grammar makes.
    for _ in 0..2 {
        if let Expr::Generic { base, .. } = expr {
            expr = arena.get(base.index())?;
        }
    }
    match expr {
        Expr::Name { name, .. } | Expr::Member { name, .. } => Some(*name),
        _ => None,
    }
}
