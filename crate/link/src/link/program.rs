//! The facts of all files, indexed for linking: names in one table, lexical
//! scopes, members of types, definitions by name.

use crate::corpus::Corpus;
use crate::extract::facts::{
    BindingKind, Definition, Expr, FileFacts, Flags, ImportKind, InheritanceKind, Kind, ScopeKind,
};
use crate::extract::manifest::{ClassScope, Scoping};
use crate::extract::registry::Languages;
use crate::ids::{DefinitionId, ExprId, FileId, NameId, ScopeId, SymbolId};
use crate::intern::Interner;
use crate::link::layout::Layout;
use crate::link::linker::last_name;
use crate::link::packages;
use crate::link::rules::Rules;
use crate::map::HashMap;
use crate::sort::Arrange;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What a name in a scope is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Entry {
    /// Row of [`FileFacts::definitions`].
    Definition(u32),
    /// Row of [`FileFacts::imports`].
    Import(u32),
    /// Row of [`FileFacts::bindings`].
    Binding(u32),
}

/// A file, ready for look-ups.
pub struct Unit<'a> {
    /// Its facts.
    pub facts: &'a FileFacts,
    /// Row of [`Program::rules`].
    pub rules: usize,
    /// Number of its first symbol.
    pub base: u32,
    /// Local name to the program's name.
    pub names: Vec<NameId>,
    /// Rows of the wildcard imports.
    pub wildcards: Vec<u32>,
    /// The packages that scopes are part of, the file itself first, where the
    /// language has packages by declared name.
    pub packages: Vec<(ScopeId, String)>,
    /// Names of scopes, sorted.
    entries: Vec<(ScopeId, NameId, Entry)>,
}

/// A supertype as written: the subtype, the file and expression that name it.
pub type Supertype = (SymbolId, FileId, ExprId, InheritanceKind);

/// All files, ready for look-ups.
pub struct Program<'a> {
    /// The files and their numbering.
    pub corpus: &'a Corpus,
    /// By file.
    pub units: Vec<Unit<'a>>,
    /// The file of each symbol: asked for more often than anything else.
    files: Vec<FileId>,
    /// Rules of the languages in use.
    pub rules: Vec<Rules>,
    /// Every name.
    pub names: Interner,
    /// Members of types, sorted by owner and name.
    members: Vec<(SymbolId, NameId, SymbolId)>,
    /// Supertypes, sorted by subtype, in source order.
    supertypes: Vec<Supertype>,
    /// Functions, methods and types by name, sorted.
    by_name: Vec<(NameId, SymbolId)>,
    /// Extensions by name, sorted.
    extensions: Vec<(NameId, SymbolId)>,
    /// Parts of a declaration and the part that stands for the whole, sorted.
    parts: Vec<(SymbolId, SymbolId)>,
    /// The same the other way round, sorted.
    wholes: Vec<(SymbolId, SymbolId)>,
}

impl<'a> Program<'a> {
    /// Indexes `corpus`.
    #[must_use]
    pub fn new(corpus: &'a Corpus, languages: &Languages, layout: &Layout) -> Self {
        let mut names = Interner::default();
        let mut rules = Vec::new();
        let mut known: HashMap<&str, usize> = HashMap::default();
        let mut units = Vec::with_capacity(corpus.files().len());
        let mut files = Vec::with_capacity(corpus.symbol_count());
        for (index, file) in corpus.files().iter().enumerate() {
            let facts: &FileFacts = &file.facts;
            let row = *known.entry(facts.language.as_str()).or_insert_with(|| {
                rules.push(Rules::new(
                    languages.get(&facts.language).cloned(),
                    &mut names,
                ));
                rules.len() - 1
            });
            let base = corpus.symbol(FileId::at(index), DefinitionId(0)).0;
            files.extend(facts.definitions.iter().map(|_| FileId::at(index)));
            let exact = rules[row].manifest().scoping.exact_prefix.as_str();
            let local = facts
                .names
                .iter()
                .map(|name| names.intern(&folded(name, exact)));
            let local = local.collect();
            let packages = packages::declared(facts, rules[row].manifest(), &file.path, layout);
            units.push(Unit {
                facts,
                rules: row,
                base,
                names: local,
                wildcards: wildcards(facts),
                packages,
                entries: Vec::new(),
            });
        }
        let mut program = Self {
            corpus,
            units,
            files,
            rules,
            names,
            members: Vec::new(),
            supertypes: Vec::new(),
            by_name: Vec::new(),
            extensions: Vec::new(),
            parts: Vec::new(),
            wholes: Vec::new(),
        };
        for index in 0..program.units.len() {
            program.index_scopes(FileId::at(index));
        }
        for index in 0..program.units.len() {
            program.index_parts(FileId::at(index));
        }
        program.index_partial_types();
        program.parts.arrange();
        let wholes = program.parts.iter().map(|(part, whole)| (*whole, *part));
        program.wholes = wholes.collect();
        program.wholes.arrange();
        program.index_members();
        program.index_supertypes();
        program.index_names();
        program
    }

    /// The file `id`.
    #[must_use]
    pub fn unit(&self, id: FileId) -> &Unit<'a> {
        &self.units[id.index()]
    }

    /// The rules of the language of `file`.
    #[must_use]
    pub fn rules(&self, file: FileId) -> &Rules {
        &self.rules[self.unit(file).rules]
    }

    /// The scoping rules of the language of `file`.
    #[must_use]
    pub fn scoping(&self, file: FileId) -> &Scoping {
        &self.rules(file).manifest().scoping
    }

    /// The language family of `file`.
    #[must_use]
    pub fn family(&self, file: FileId) -> &str {
        &self.rules(file).manifest().family
    }

    /// Whether the file numbered `index` is read for its outline alone.
    #[must_use]
    pub fn is_outline(&self, index: usize) -> bool {
        self.rules(FileId::at(index)).manifest().outline
    }

    /// The symbol of a definition.
    #[must_use]
    pub fn symbol(&self, file: FileId, definition: DefinitionId) -> SymbolId {
        SymbolId(self.unit(file).base + definition.0)
    }

    /// The file and the definition of `symbol`.
    ///
    /// Symbols come from this program's own tables, so one always exists.
    #[must_use]
    pub fn locate(&self, symbol: SymbolId) -> (FileId, DefinitionId, &'a Definition) {
        let file = self.files[symbol.index()];
        let unit = self.unit(file);
        let definition = DefinitionId(symbol.0 - unit.base);
        (
            file,
            definition,
            &unit.facts.definitions[definition.index()],
        )
    }

    /// The file of `symbol`.
    #[must_use]
    pub fn file_of(&self, symbol: SymbolId) -> FileId {
        self.files[symbol.index()]
    }

    /// The definition of `symbol`.
    #[must_use]
    pub fn definition(&self, symbol: SymbolId) -> &'a Definition {
        self.locate(symbol).2
    }

    /// The name of `symbol`.
    #[must_use]
    pub fn name_of(&self, symbol: SymbolId) -> NameId {
        let (file, _, definition) = self.locate(symbol);
        self.unit(file).names[definition.name.index()]
    }

    /// The container of `symbol` as a symbol.
    #[must_use]
    pub fn container(&self, symbol: SymbolId) -> Option<SymbolId> {
        let (file, _, definition) = self.locate(symbol);
        definition
            .container
            .map(|container| self.symbol(file, container))
    }

    /// What `name` is in `scope` of `file`, in source order per kind.
    #[must_use]
    pub fn entries(
        &self,
        file: FileId,
        scope: ScopeId,
        name: NameId,
    ) -> &[(ScopeId, NameId, Entry)] {
        range(&self.unit(file).entries, |(s, n, _)| {
            pair(s.0, n.0).cmp(&pair(scope.0, name.0))
        })
    }

    /// The names that `scope` of `file` binds, sorted.
    pub fn names_in(&self, file: FileId, scope: ScopeId) -> impl Iterator<Item = NameId> {
        let entries = range(&self.unit(file).entries, |(known, ..)| known.cmp(&scope));
        entries.iter().map(|(_, name, _)| *name)
    }

    /// Everything that `scope` of `file` binds.
    #[must_use]
    pub fn bound(&self, file: FileId, scope: ScopeId) -> &[(ScopeId, NameId, Entry)] {
        range(&self.unit(file).entries, |(known, ..)| known.cmp(&scope))
    }

    /// The package that `scope` of `file` is part of.
    #[must_use]
    pub fn package_at(&self, file: FileId, scope: ScopeId) -> Option<&str> {
        let unit = self.unit(file);
        let row = packages::around_scope(unit.facts, &unit.packages, scope);
        unit.packages.get(row).map(|(_, package)| package.as_str())
    }

    /// The members called `name` that belong to `owner` itself.
    #[must_use]
    pub fn members(&self, owner: SymbolId, name: NameId) -> &[(SymbolId, NameId, SymbolId)] {
        range(&self.members, |(o, n, _)| {
            pair(o.0, n.0).cmp(&pair(owner.0, name.0))
        })
    }

    /// All members that belong to `owner` itself.
    #[must_use]
    pub fn all_members(&self, owner: SymbolId) -> &[(SymbolId, NameId, SymbolId)] {
        range(&self.members, |(o, ..)| o.cmp(&owner))
    }

    /// The declaration that stands for all of which `symbol` is a part.
    #[must_use]
    pub fn whole(&self, symbol: SymbolId) -> SymbolId {
        let found = self.parts.binary_search_by_key(&symbol, |(part, _)| *part);
        found.map_or(symbol, |at| self.parts[at].1)
    }

    /// The other parts of `symbol`, which stands for the whole.
    pub fn parts(&self, symbol: SymbolId) -> impl Iterator<Item = SymbolId> {
        range(&self.wholes, |(whole, _)| whole.cmp(&symbol))
            .iter()
            .map(|(_, part)| *part)
    }

    /// The supertypes of `symbol` as written.
    #[must_use]
    pub fn supertypes(&self, symbol: SymbolId) -> &[Supertype] {
        range(&self.supertypes, |(subtype, ..)| subtype.cmp(&symbol))
    }

    /// Every supertype as written, sorted by subtype.
    #[must_use]
    pub fn all_supertypes(&self) -> &[Supertype] {
        &self.supertypes
    }

    /// Adds supertypes whose subtype had to be worked out.
    pub fn add_supertypes(&mut self, more: impl IntoIterator<Item = Supertype>) {
        self.supertypes.extend(more);
        self.supertypes.arrange_by_key(|(subtype, ..)| *subtype);
    }

    /// The functions, methods and types called `name`, in symbol order.
    pub fn named(&self, name: NameId) -> impl Iterator<Item = SymbolId> {
        range(&self.by_name, |(n, _)| n.cmp(&name))
            .iter()
            .map(|(_, symbol)| *symbol)
    }

    /// Whether `symbol` has an owner that `this` is an instance of in it.
    #[must_use]
    pub fn has_receiver(&self, symbol: SymbolId) -> bool {
        let (file, _, definition) = self.locate(symbol);
        let named = definition.flags.has(Flags::EXTENSION) && self.scoping(file).named_receivers;
        definition.owner.is_some() && !named
    }

    /// The extensions called `name`, in symbol order.
    #[must_use]
    pub fn extensions(&self, name: NameId) -> &[(NameId, SymbolId)] {
        range(&self.extensions, |(n, _)| n.cmp(&name))
    }

    /// Whether anything in the tree is an extension.
    #[must_use]
    pub fn has_extensions(&self) -> bool {
        !self.extensions.is_empty()
    }

    /// Adds members whose owner had to be worked out.
    pub fn add_members(&mut self, more: impl IntoIterator<Item = (SymbolId, SymbolId)>) {
        for (member, owner) in more {
            let name = self.name_of(member);
            self.members.push((owner, name, member));
        }
        self.members.arrange();
        self.members.dedup();
    }

    fn index_scopes(&mut self, file: FileId) {
        // Names of an outline mean nothing in code, so they are in no table.
        if self.is_outline(file.index()) {
            return;
        }
        let unit = self.unit(file);
        let class_scope = self.scoping(file).class_scope;
        let declares = self.scoping(file).assignment_declares;
        let macros_apart = self.scoping(file).macros_apart;
        let facts = unit.facts;
        let mut entries = Vec::new();
        for (index, definition) in facts.definitions.iter().enumerate() {
            let apart = macros_apart && definition.kind == Kind::Macro;
            if !apart && is_lexical(facts, definition, class_scope) {
                let name = unit.names[definition.name.index()];
                entries.push((definition.scope, name, Entry::Definition(index as u32)));
            }
        }
        for (index, import) in facts.imports.iter().enumerate() {
            if let Some(alias) = import.alias {
                entries.push((
                    import.scope,
                    unit.names[alias.index()],
                    Entry::Import(index as u32),
                ));
            }
        }
        for (index, binding) in facts.bindings.iter().enumerate() {
            let name = unit.names[binding.name.index()];
            let assigned = binding.kind == BindingKind::Assignment && !declares;
            if !assigned && binding.kind != BindingKind::Stored {
                entries.push((binding.scope, name, Entry::Binding(index as u32)));
            }
        }
        entries.arrange();
        let assigned = assignments(facts, &unit.names, &entries, declares);
        if !assigned.is_empty() {
            entries.extend(assigned);
            entries.arrange();
        }
        self.units[file.index()].entries = entries;
    }

    /// Finds declarations of one name in one scope that are parts of one thing.
    fn index_parts(&mut self, file: FileId) {
        if !self.scoping(file).merges {
            return;
        }
        let unit = self.unit(file);
        let definition = |entry: &(ScopeId, NameId, Entry)| match entry.2 {
            Entry::Definition(row) => Some((row, &unit.facts.definitions[row as usize])),
            _ => None,
        };
        let mut parts = Vec::new();
        let mut open = Vec::new();
        for group in unit.entries.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let mergeable = group.iter().filter_map(definition);
            let mergeable: Vec<_> = mergeable
                .filter_map(|(row, definition)| Some((merge_rank(definition.kind)?, row)))
                .collect();
            let Some(&(rank, first)) = mergeable.iter().min() else {
                continue;
            };
            let symbol = |row: u32| SymbolId(unit.base + row);
            // A function does not take part in an interface of its name.
            let others = mergeable.iter().filter(|(other, row)| {
                *row != first && (*other > FUNCTION || *other == rank && rank != FUNCTION)
            });
            let others = others.filter(|(other, _)| rank != FUNCTION || *other == NAMESPACE);
            let others: Vec<u32> = others.map(|(_, row)| *row).collect();
            parts.extend(others.iter().map(|row| (symbol(*row), symbol(first))));
            let all = others.iter().copied().chain([first]);
            let is_space = |row: &u32| {
                unit.facts.definitions[*row as usize].kind == Kind::Namespace && !others.is_empty()
            };
            open.extend(all.filter(is_space).map(|row| (symbol(first), row)));
        }
        let shared = shared_names(unit, &open);
        self.parts.extend(parts);
        let entries = &mut self.units[file.index()].entries;
        entries.extend(shared);
        entries.arrange();
    }

    /// Finds declarations that make up one type of a package, in whatever files; those
    /// that name what they lie in last.
    fn index_partial_types(&mut self) {
        let mut wholes: BTreeMap<String, SymbolId> = BTreeMap::new();
        for placed in [true, false] {
            for (index, unit) in self.units.iter().enumerate() {
                for (row, definition) in unit.facts.definitions.iter().enumerate() {
                    if !definition.flags.has(Flags::PARTIAL)
                        || !definition.kind.is_type()
                        || is_placed(unit.facts, definition) != placed
                    {
                        continue;
                    }
                    let symbol = SymbolId(unit.base + row as u32);
                    let name = self.whole_name(FileId::at(index), definition, &wholes);
                    let whole = *wholes.entry(name).or_insert(symbol);
                    if whole != symbol {
                        self.parts.push((symbol, whole));
                    }
                }
            }
        }
    }

    /// The package, containers and name of a type, with how many parameters each has.
    fn whole_name(
        &self,
        file: FileId,
        definition: &Definition,
        wholes: &BTreeMap<String, SymbolId>,
    ) -> String {
        let facts = self.unit(file).facts;
        let mut name = String::new();
        let mut here = Some(definition);
        let mut scope = definition.scope;
        while let Some(type_) = here {
            let parameters = type_.type_parameters.len();
            let _ = write!(name, "{}`{parameters}.", facts.names.get(type_.name));
            scope = type_.scope;
            here = type_.container.map(|id| &facts.definitions[id.index()]);
            let Some(owner) = type_.owner else { continue };
            let mut owner = Some(owner);
            let mut path = String::new();
            while let Some(expr) = owner.and_then(|id| facts.exprs.get(id.index())) {
                owner = match expr {
                    Expr::Member { object, .. } => Some(*object),
                    _ => None,
                };
                let part = last_name(expr).map_or("", |name| facts.names.get(name));
                let _ = write!(path, "{part}`0.");
            }
            // What it lies in may itself lie in what is around.
            while let Some(around) = here {
                let outer = self.whole_name(file, around, wholes);
                if wholes.contains_key(&format!("{path}{outer}")) {
                    return name + &path + &outer;
                }
                here = around.container.map(|id| &facts.definitions[id.index()]);
            }
            name += &path;
            scope = ScopeId(0);
        }
        name + self.package_at(file, scope).unwrap_or_default()
    }

    fn index_members(&mut self) {
        let mut members = Vec::new();
        for unit in &self.units {
            for (index, definition) in unit.facts.definitions.iter().enumerate() {
                let Some(container) = definition.container else {
                    continue;
                };
                let holder = unit.facts.definitions[container.index()].kind;
                let elsewhere =
                    definition.owner.is_some() && !definition.flags.has(Flags::EXTENSION);
                if elsewhere || !(holder.is_type() || holds_members(holder)) {
                    continue;
                }
                let name = unit.names[definition.name.index()];
                members.push((
                    SymbolId(unit.base + container.0),
                    name,
                    SymbolId(unit.base + index as u32),
                ));
            }
        }
        let mut merged = Vec::new();
        for (owner, name, member) in &members {
            let whole = self.whole(*owner);
            if whole != *owner {
                merged.push((whole, *name, *member));
            }
        }
        members.extend(merged);
        members.arrange();
        self.members = members;
    }

    fn index_supertypes(&mut self) {
        let mut supertypes = Vec::new();
        for (index, unit) in self.units.iter().enumerate() {
            for row in &unit.facts.inheritance {
                let subtype = SymbolId(unit.base + row.definition.0);
                supertypes.push((subtype, FileId::at(index), row.base, row.kind));
            }
        }
        self.supertypes = supertypes;
        self.supertypes.arrange_by_key(|(subtype, ..)| *subtype);
    }

    fn index_names(&mut self) {
        let mut by_name = Vec::new();
        let mut extensions = Vec::new();
        for unit in &self.units {
            for (index, definition) in unit.facts.definitions.iter().enumerate() {
                if definition.flags.has(Flags::OUTLINE) {
                    continue;
                }
                let holder = definition.container.filter(|_| !unit.packages.is_empty());
                let holder = holder.map(|id| unit.facts.definitions[id.index()].kind);
                if definition.flags.has(Flags::EXTENSION) || holder == Some(Kind::Extension) {
                    let name = unit.names[definition.name.index()];
                    extensions.push((name, SymbolId(unit.base + index as u32)));
                }
                if definition.kind.is_callable() || definition.kind.is_type() {
                    by_name.push((
                        unit.names[definition.name.index()],
                        SymbolId(unit.base + index as u32),
                    ));
                }
            }
        }
        by_name.arrange();
        extensions.arrange();
        self.by_name = by_name;
        self.extensions = extensions;
    }
}

/// `name` as names are compared in a language in which case matters only behind the
/// prefix `exact`; paths are left as they are.
fn folded<'n>(name: &'n str, exact: &str) -> Cow<'n, str> {
    if exact.is_empty() || name.starts_with(exact) || name.contains(['/', '.']) {
        return Cow::Borrowed(name);
    }
    Cow::Owned(name.to_ascii_lowercase())
}

/// Whether neither the type nor one around it names what it lies in.
fn is_placed(facts: &FileFacts, definition: &Definition) -> bool {
    let around = |type_: &&Definition| {
        let container = type_.container?;
        facts.definitions.get(container.index())
    };
    let mut chain = std::iter::successors(Some(definition), around);
    chain.all(|type_| type_.owner.is_none())
}

fn wildcards(facts: &FileFacts) -> Vec<u32> {
    let rows = facts.imports.iter().enumerate();
    let wildcards = rows.filter(|(_, import)| import.kind == ImportKind::Wildcard);
    wildcards.map(|(row, _)| row as u32).collect()
}

/// Whether the name of `definition` is seen without a receiver.
fn is_lexical(facts: &FileFacts, definition: &Definition, class_scope: ClassScope) -> bool {
    let class_body = class_scope == ClassScope::Body;
    let extends = definition.flags.has(Flags::EXTENSION);
    if definition.owner.is_some() && !extends || definition.kind == Kind::Extension {
        return false;
    }
    let holder = definition
        .container
        .map(|container| facts.definitions[container.index()].kind);
    let in_type = holder.is_some_and(|kind| kind.is_type() || kind == Kind::Extension);
    match definition.kind {
        Kind::EnumMember => false,
        Kind::Method | Kind::Constructor | Kind::Field => in_type && class_body,
        // An associated type is named through its type.
        Kind::TypeAlias => !in_type || class_scope != ClassScope::None,
        kind => !in_type || class_body || kind.is_type(),
    }
}

const FUNCTION: u8 = 1;
const NAMESPACE: u8 = 3;

/// Which of several parts stands for the whole: the lowest.
const fn merge_rank(kind: Kind) -> Option<u8> {
    match kind {
        Kind::Class | Kind::Enum => Some(0),
        Kind::Function => Some(FUNCTION),
        Kind::Interface => Some(2),
        Kind::Namespace => Some(NAMESPACE),
        _ => None,
    }
}

/// What the parts of a namespace export is in scope in all of them. `open` holds
/// the whole and the part.
fn shared_names(unit: &Unit<'_>, open: &[(SymbolId, u32)]) -> Vec<(ScopeId, NameId, Entry)> {
    if open.is_empty() {
        return Vec::new();
    }
    let facts = unit.facts;
    let mut scopes: HashMap<u32, ScopeId> = HashMap::default();
    for (index, scope) in facts.scopes.iter().enumerate() {
        if let Some(definition) = scope.definition {
            scopes.entry(definition.0).or_insert(ScopeId::at(index));
        }
    }
    let mut shared = Vec::new();
    for (row, definition) in facts.definitions.iter().enumerate() {
        let Some(container) = definition.container else {
            continue;
        };
        let part = open.iter().find(|(_, part)| *part == container.0);
        let Some((whole, own)) = part.filter(|_| definition.flags.has(Flags::EXPORTED)) else {
            continue;
        };
        for (_, other) in open.iter().filter(|(w, part)| w == whole && part != own) {
            if let Some(scope) = scopes.get(other) {
                let name = unit.names[definition.name.index()];
                shared.push((*scope, name, Entry::Definition(row as u32)));
            }
        }
    }
    shared
}

/// Whether a definition that is no type has members reached through it.
const fn holds_members(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Variable
            | Kind::Constant
            | Kind::Namespace
            | Kind::Field
            | Kind::Function
            | Kind::EnumMember
    )
}

/// What is stored in names and, in languages with declarations, assigned to them, under
/// the scope that declares the name; where none does, it is dropped.
fn assignments(
    facts: &FileFacts,
    names: &[NameId],
    entries: &[(ScopeId, NameId, Entry)],
    declares: bool,
) -> Vec<(ScopeId, NameId, Entry)> {
    let mut assigned = Vec::new();
    for (index, binding) in facts.bindings.iter().enumerate() {
        let declared = binding.kind == BindingKind::Assignment && declares;
        if declared || !matches!(binding.kind, BindingKind::Assignment | BindingKind::Stored) {
            continue;
        }
        let name = names[binding.name.index()];
        let mut scope = binding.scope;
        loop {
            let found = range(entries, |(s, n, _)| {
                pair(s.0, n.0).cmp(&pair(scope.0, name.0))
            });
            if !found.is_empty() {
                let assignable = |entry: &Entry| match entry {
                    Entry::Binding(_) => true,
                    Entry::Definition(row) => matches!(
                        facts.definitions[*row as usize].kind,
                        Kind::Variable | Kind::Constant
                    ),
                    Entry::Import(_) => false,
                };
                if found.iter().any(|(.., entry)| assignable(entry)) {
                    assigned.push((scope, name, Entry::Binding(index as u32)));
                }
                break;
            }
            let row = facts.scopes[scope.index()];
            if row.kind == ScopeKind::File {
                break;
            }
            scope = row.parent;
        }
    }
    assigned
}

/// The rows of a sorted table that compare equal.
pub fn range<T>(rows: &[T], compare: impl Fn(&T) -> std::cmp::Ordering) -> &[T] {
    // `partition_point` written out: called, it costs more than what it does.
    let (mut start, mut end) = (0, rows.len());
    while start < end {
        let middle = usize::midpoint(start, end);
        if compare(&rows[middle]).is_lt() {
            start = middle + 1;
        } else {
            end = middle;
        }
    }
    // They are few: most names are bound once in a scope.
    let rest = &rows[start..];
    let count = rest.iter().take_while(|row| compare(row).is_eq()).count();
    &rest[..count]
}

/// Two numbers as one, ordered as the pair: this is compared more often than
/// anything else that links.
const fn pair(a: u32, b: u32) -> u64 {
    (a as u64) << 32 | b as u64
}
