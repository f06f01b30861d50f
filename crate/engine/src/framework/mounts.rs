//! Which paths routers are put below: through variables, calls in calls, files that
//! import each other and functions that are handed a router.

mod follow;
mod paths;

use crate::corpus::Corpus;
use crate::extract::FileFacts;
use crate::extract::facts::{Expr, Reference};
use crate::extract::frameworks::Role;
use crate::framework::arguments::{chosen, said_path};
use crate::framework::handlers::{Handlers, names};
use crate::framework::path::behind;
use crate::framework::scopes::{Is, Scopes, Slot};
use crate::framework::sites::{Site, Source, object};
use crate::framework::text::{Argument, literal};
use crate::ids::{ExprId, FileId, ScopeId, SymbolId};
use crate::link::evidence::EdgeKind;
use crate::link::{Endpoint, Links};
use crate::map::HashMap;
use std::rc::Rc;

/// Paths that one router may be put below.
const PREFIXES: usize = 8;
/// How far routers are followed.
const DEPTH: u32 = 32;
/// How long a chain of calls is followed.
const CHAIN: usize = 64;

/// Imports of one line that are looked at.
const TARGETS: usize = 64;

/// What has routes below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A variable, by file and scope and the number of its name.
    Variable(FileId, ScopeId, u32),
    /// A function or type.
    Symbol(SymbolId),
    /// All that a file registers.
    File(FileId),
}

/// A call, by its source and its place in that.
type At = (u32, u32);

/// What routes are registered on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// Nothing that is put below anything.
    Free,
    /// A router.
    Router(u32),
    /// What a call has below it.
    Call(At),
}

#[derive(Clone, Debug)]
struct Router {
    /// What it stands for.
    key: Key,
    /// What it is made of.
    base: Base,
    /// What its own making says.
    own: String,
    /// Calls that put it below something.
    mounts: Vec<At>,
    /// What a function is handed: routers, and calls that make them.
    handed: Vec<Base>,
    paths: Memo,
}

#[derive(Clone, Debug, Default)]
enum Memo {
    #[default]
    New,
    Open,
    Done(Rc<[String]>),
}

/// The routers of a tree.
pub struct Mounts<'a> {
    /// The files.
    pub corpus: &'a Corpus,
    /// Files with the calls that rules are about.
    pub sources: &'a [Source<'a>],
    /// What names in them mean.
    pub handlers: Handlers<'a>,
    by_file: HashMap<FileId, u32>,
    scopes: HashMap<FileId, Rc<Scopes<'a>>>,
    names: HashMap<&'a str, u32>,
    keys: HashMap<Key, u32>,
    routers: Vec<Router>,
    calls: HashMap<At, Memo>,
    imports: HashMap<(FileId, u32), Vec<Endpoint>>,
    /// Calls that write out templates, by the name of the template.
    written: HashMap<&'a str, Vec<At>>,
}

impl<'a> Mounts<'a> {
    /// The routers of `sources`.
    pub fn new(corpus: &'a Corpus, links: &Links, sources: &'a [Source<'a>]) -> Self {
        let by_file = sources
            .iter()
            .enumerate()
            .map(|(at, source)| (source.file, at as u32));
        Self {
            corpus,
            sources,
            handlers: Handlers::new(corpus, links, sources),
            by_file: by_file.collect(),
            scopes: HashMap::default(),
            names: HashMap::default(),
            keys: HashMap::default(),
            routers: Vec::new(),
            calls: HashMap::default(),
            imports: imports(corpus, links),
            written: HashMap::default(),
        }
    }

    /// Notes what is put where.
    pub fn mount(&mut self) {
        let sources = self.sources;
        for (at, source) in sources.iter().enumerate() {
            for (row, site) in source.sites.iter().enumerate() {
                if site.rule.role == Role::Mount {
                    for child in self.mounted(source, site) {
                        let mounts = &mut self.routers[child as usize].mounts;
                        if mounts.len() < PREFIXES {
                            mounts.push((at as u32, row as u32));
                        }
                    }
                }
                for name in templates(site) {
                    let written = self.written.entry(name).or_default();
                    if written.len() < PREFIXES {
                        written.push((at as u32, row as u32));
                    }
                }
                self.base((at as u32, row as u32));
            }
        }
        for (at, source) in sources.iter().enumerate() {
            if !source.sites.is_empty() {
                self.hand(source, at as u32);
            }
        }
    }

    /// Notes the routers that functions are handed (`register(router)`,
    /// `register(router.group("/users"))`).
    fn hand(&mut self, source: &'a Source<'a>, at: u32) {
        let facts = source.facts;
        let calls = facts.exprs.iter().filter_map(|expr| match expr {
            Expr::Call { callee, arguments } if !arguments.is_empty() => Some((*callee, arguments)),
            _ => None,
        });
        let calls: HashMap<ExprId, &Vec<ExprId>> = calls.collect();
        for reference in &facts.references {
            let (Some(arguments), Some(name)) = (calls.get(&reference.target), reference.name)
            else {
                continue;
            };
            if source.by_target.contains_key(&reference.target) {
                continue;
            }
            for argument in *arguments {
                let Some(outer) = self.passed(source, at, *argument) else {
                    continue;
                };
                let called = self
                    .handlers
                    .used(source.file, reference.line, facts.names.get(name));
                if let Some(symbol) = called
                    && let Base::Router(inner) = self.router(Key::Symbol(symbol))
                    && self.routers[inner as usize].handed.len() < PREFIXES
                {
                    self.routers[inner as usize].handed.push(outer);
                }
            }
        }
    }

    /// The router that the argument of a call is.
    fn passed(&mut self, source: &'a Source<'a>, at: u32, argument: ExprId) -> Option<Base> {
        match source.facts.exprs.get(argument.index())? {
            Expr::Name { name, scope, .. } => {
                self.known(source, *scope, source.facts.names.get(*name))
            }
            Expr::Call { callee, .. } => {
                let row = *source.by_target.get(callee)?;
                let prefix = self.site((at, row)).rule.role == Role::Prefix;
                prefix.then_some(Base::Call((at, row)))
            }
            _ => None,
        }
    }

    /// The router that the variable `name` is known to hold, or is made to by calls
    /// that rules are about.
    fn known(&mut self, source: &'a Source<'a>, scope: ScopeId, name: &'a str) -> Option<Base> {
        let file = source.file;
        let slot = self.scopes(file).find(source.facts, scope, name)?;
        let number = self.names.get(name);
        let key = number.map(|number| Key::Variable(file, slot.scope, *number));
        if let Some(&known) = key.and_then(|key| self.keys.get(&key)) {
            return Some(Base::Router(known));
        }
        let made = source
            .makes
            .values()
            .any(|made| *made == (slot.scope, name));
        made.then(|| self.variable(file, slot, name, 0))
    }

    /// The call at `at`.
    pub fn site(&self, (source, row): At) -> &'a Site<'a> {
        &self.sources[source as usize].sites[row as usize]
    }

    fn source(&self, at: At) -> &'a Source<'a> {
        &self.sources[at.0 as usize]
    }

    fn facts(&self, file: FileId) -> &'a FileFacts {
        &self.corpus.files()[file.index()].facts
    }

    /// What the call at `at` is called on, and the paths of the calls in between,
    /// outermost first.
    pub fn base(&mut self, at: At) -> (Base, String) {
        let source = self.source(at);
        let site = self.site(at);
        let (base, own) = self.chain(source, object(source.facts, site.reference.target), at.0);
        let around = site.route.or(site.around).map(|row| (at.0, row));
        let base = match (base, around) {
            (Chain::Variable(slot, _), Some(outer)) if self.inside(source, slot, outer) => {
                Base::Call(outer)
            }
            (Chain::Variable(slot, name), _) => self.variable(source.file, slot, name, 0),
            (Chain::Free, _) if let Some(made) = self.made(source, site) => made,
            (Chain::Free, Some(outer)) => Base::Call(outer),
            (Chain::Free, None) => match site.reference.definition {
                Some(id) => self.router(Key::Symbol(self.corpus.symbol(source.file, id))),
                None => self.router(Key::File(source.file)),
            },
        };
        (base, own)
    }

    /// The variable that the call is part of the making of.
    fn made(&mut self, source: &'a Source<'a>, site: &Site<'a>) -> Option<Base> {
        let &(scope, name) = source.makes.get(&site.reference.target)?;
        if site.rule.role == Role::Prefix {
            return None;
        }
        let slot = self.scopes(source.file).find(source.facts, scope, name)?;
        let variable = matches!(slot.is, Is::Variable(_));
        variable.then(|| self.variable(source.file, slot, name, 0))
    }

    /// What the making of the variable says that the call at `at` is called on.
    pub fn own(&mut self, at: At) -> String {
        match self.base(at).0 {
            Base::Router(router) => self.routers[router as usize].own.clone(),
            _ => String::new(),
        }
    }

    fn inside(&self, source: &Source<'a>, slot: Slot, outer: At) -> bool {
        let region = self.site(outer).region;
        let scope = source.facts.scopes.get(slot.scope.index());
        slot.scope.0 != 0
            && scope.is_some_and(|scope| region.0 <= scope.span.start && scope.span.end <= region.1)
    }

    /// What a chain of calls begins with, and the path that its calls say.
    fn chain(&mut self, source: &Source<'a>, expr: Option<ExprId>, at: u32) -> (Chain<'a>, String) {
        let facts = source.facts;
        let mut own = String::new();
        let mut next = expr;
        for _ in 0..CHAIN {
            let Some(id) = next else { break };
            let said = source.by_target.get(&id).map(|&row| self.site((at, row)));
            if let Some(site) = said.filter(|site| site.rule.role == Role::Prefix) {
                let path = said_path(site);
                own = behind(&path.unwrap_or_default(), &own).unwrap_or_default();
            }
            next = match facts.exprs.get(id.index()) {
                Some(Expr::Call { callee, .. }) => Some(*callee),
                Some(Expr::Construct { type_, .. }) => Some(*type_),
                Some(Expr::Generic { base, .. }) => Some(*base),
                Some(Expr::Await(inner) | Expr::Unwrap(inner)) => Some(*inner),
                Some(Expr::Position(inner, 0)) => Some(*inner),
                Some(Expr::Union(arms)) => arms.first().copied(),
                Some(Expr::Member { object, name }) => {
                    let name = facts.names.get(*name);
                    if matches!(
                        facts.exprs.get(object.index()),
                        Some(Expr::This { .. } | Expr::Call { .. })
                    ) && self.is_own(facts, *object)
                    {
                        let slot = self.scopes(source.file).find(facts, ScopeId(0), name);
                        let slot = slot.unwrap_or(Slot {
                            scope: ScopeId(u32::MAX),
                            is: Is::Parameter,
                        });
                        return (Chain::Variable(slot, name), own);
                    }
                    Some(*object)
                }
                Some(Expr::Name { name, scope, .. }) => {
                    let name = facts.names.get(*name);
                    let slot = self.scopes(source.file).find(facts, *scope, name);
                    let variable =
                        slot.filter(|slot| matches!(slot.is, Is::Variable(_) | Is::Parameter));
                    return (
                        variable.map_or(Chain::Free, |slot| Chain::Variable(slot, name)),
                        own,
                    );
                }
                _ => None,
            };
        }
        (Chain::Free, own)
    }

    /// Whether `object` is the enclosing instance.
    fn is_own(&self, facts: &FileFacts, object: ExprId) -> bool {
        match facts.exprs.get(object.index()) {
            Some(Expr::This { .. }) => true,
            Some(Expr::Call { callee, .. }) => {
                matches!(facts.exprs.get(callee.index()), Some(Expr::ThisType { .. }))
            }
            _ => false,
        }
    }

    /// The routers that a call mounts.
    fn mounted(&mut self, source: &'a Source<'a>, site: &'a Site<'a>) -> Vec<u32> {
        let mut found = Vec::new();
        for one in chosen(&site.arguments, &site.rule.handler) {
            for part in parts_of(source, one) {
                let text = part.value;
                let required = text
                    .strip_prefix("require(")
                    .and_then(|rest| literal(rest.split(')').next()?));
                let made = || self.made_by(source, part);
                let base = match (literal(text), required) {
                    (None, None) if let Some(symbol) = made() => {
                        Some(self.router(Key::Symbol(symbol)))
                    }
                    (Some(module), _) => self.module(source.file, &module, &site.rule.modules),
                    (None, Some(module)) => self.loaded(source, &module),
                    (None, None) => self.named(source.file, site.reference.scope, text, 0),
                };
                // What calls inside are given is theirs, not what is mounted here.
                let theirs = |reference: &Reference| {
                    let at = reference.span.start;
                    source.sites.iter().any(|inner| {
                        let start = inner.reference.span.start;
                        part.span.0 <= start && start <= at && at < inner.region.1
                    })
                };
                let handed = || {
                    let symbol = self.handlers.handed_but(source, part.span, &theirs)?;
                    Some(Key::Symbol(symbol))
                };
                let base = match base {
                    None if literal(text).is_none() => handed().map(|key| self.router(key)),
                    base => base,
                };
                if let Some(Base::Router(child)) = base {
                    found.push(child);
                }
            }
        }
        found
    }

    /// The function that makes the router `part`, where that is the call of a member
    /// (`users.routes(store)`).
    fn made_by(&self, source: &Source<'a>, part: Argument<'a>) -> Option<SymbolId> {
        let parts = names(part.value);
        let (name, _) = parts.split_last()?;
        let calls = parts.len() > 1 && part.value.ends_with(')');
        let mut inside = source.inside(part.span).iter().filter(|_| calls);
        let called = inside.find(|reference| {
            let known = reference.name.map(|known| source.facts.names.get(known));
            known == Some(*name)
        });
        self.handlers.used(source.file, called?.line, name)
    }

    fn scopes(&mut self, file: FileId) -> Rc<Scopes<'a>> {
        let facts = self.facts(file);
        self.scopes
            .entry(file)
            .or_insert_with(|| Rc::new(Scopes::of(facts)))
            .clone()
    }

    /// The router that stands for `key`.
    pub fn router(&mut self, key: Key) -> Base {
        if let Some(&known) = self.keys.get(&key) {
            return Base::Router(known);
        }
        let base = match key {
            Key::Symbol(symbol) => match self.corpus.locate(symbol) {
                Some((file, _)) => self.router(Key::File(file)),
                None => Base::Free,
            },
            _ => Base::Free,
        };
        let at = self.routers.len() as u32;
        self.keys.insert(key, at);
        self.routers.push(Router {
            key,
            base,
            own: String::new(),
            mounts: Vec::new(),
            handed: Vec::new(),
            paths: Memo::New,
        });
        Base::Router(at)
    }

    /// The router that a variable holds, with what its value says.
    fn variable(&mut self, file: FileId, slot: Slot, name: &'a str, depth: u32) -> Base {
        let next = self.names.len() as u32;
        let number = *self.names.entry(name).or_insert(next);
        let key = Key::Variable(file, slot.scope, number);
        if let Some(&known) = self.keys.get(&key) {
            return Base::Router(known);
        }
        let made = self.router(key);
        let (mut base, mut own) = (Base::Free, String::new());
        if let (Is::Variable(Some(value)), Some(&at)) = (slot.is, self.by_file.get(&file)) {
            let source = &self.sources[at as usize];
            let (root, said) = self.chain(source, Some(value), at);
            own = said;
            if let Chain::Variable(slot, name) = root
                && depth < DEPTH
            {
                base = self.variable(file, slot, name, depth + 1);
            }
        }
        if base == Base::Free || base == made {
            base = self.holder(file, slot);
        }
        if let Base::Router(at) = made {
            let router = &mut self.routers[at as usize];
            (router.base, router.own) = (base, own);
        }
        made
    }

    /// The function or file that a variable belongs to.
    fn holder(&mut self, file: FileId, slot: Slot) -> Base {
        let facts = self.facts(file);
        let mut scope = slot.scope;
        for _ in 0..DEPTH {
            let Some(row) = facts.scopes.get(scope.index()) else {
                break;
            };
            if let Some(id) = row.definition {
                let symbol = self.corpus.symbol(file, id);
                return self.router(Key::Symbol(symbol));
            }
            if row.parent == scope {
                break;
            }
            scope = row.parent;
        }
        self.router(Key::File(file))
    }

    /// The function or type that `base` stands for.
    pub fn symbol_of(&self, base: Base) -> Option<SymbolId> {
        let Base::Router(at) = base else { return None };
        match self.routers.get(at as usize)?.key {
            Key::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }
}

/// What a chain begins with.
#[derive(Clone, Copy, Debug)]
enum Chain<'a> {
    Free,
    Variable(Slot, &'a str),
}

/// What in an argument may each be mounted: the whole, or what is in its brackets.
fn parts_of<'a>(source: &Source<'a>, one: Argument<'a>) -> Vec<Argument<'a>> {
    let text = one.value;
    let head = text.find(['[', '(']).unwrap_or(text.len());
    let lists = text
        .get(..head)
        .is_some_and(|name| name.is_empty() || name == "routes!" || name == "include");
    let at = one.span.1 - (text.len() - head) as u32;
    match source.brackets.inside(source.text, at).filter(|_| lists) {
        Some(inner) => inner.list,
        None => vec![one],
    }
}

/// The names of templates that a call writes out.
fn templates<'a>(site: &Site<'a>) -> impl Iterator<Item = &'a str> {
    let named = match site.rule.templates.is_empty() {
        true => Vec::new(),
        false => chosen(&site.arguments, &site.rule.templates),
    };
    let words = |one: Argument<'a>| one.value.split(|c: char| !c.is_alphanumeric() && c != '_');
    named
        .into_iter()
        .flat_map(words)
        .filter(|name| !name.is_empty())
}

/// What the imports of all files mean, by line.
fn imports(corpus: &Corpus, links: &Links) -> HashMap<(FileId, u32), Vec<Endpoint>> {
    let mut found: HashMap<(FileId, u32), Vec<Endpoint>> = HashMap::default();
    for link in links
        .links
        .iter()
        .filter(|link| link.kind == EdgeKind::Imports)
    {
        let file = match link.source {
            Endpoint::File(file) => Some(file),
            Endpoint::Symbol(symbol) => corpus.locate(symbol).map(|(file, _)| file),
        };
        if let Some(file) = file {
            let targets = found.entry((file, link.line)).or_default();
            if targets.len() < TARGETS {
                targets.push(link.target);
            }
        }
    }
    found
}
