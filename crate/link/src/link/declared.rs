//! What a name means in languages whose packages have declared names: the
//! packages around it, imports that a project shares, whole names.

use crate::extract::manifest::Modules;
use crate::ids::{FileId, NameId, ScopeId, SymbolId};
use crate::link::evidence::Provenance;
use crate::link::layout::SharedImport;
use crate::link::linker::Linker;
use crate::link::lookup::imported_value;
use crate::link::packages;
use crate::link::types::{Module, Type, TypeId, Types, Value};

impl Linker<'_> {
    /// What `source`, imported in `scope`, names: a package, a type or a member
    /// of one. Where packages nest it may be below one around it.
    pub fn package_path(&mut self, file: FileId, scope: ScopeId, source: &str) -> TypeId {
        let manifest = self.program.rules(file).manifest();
        if let Some(file) = self.modules.source_file(&self.program, file, source) {
            return self.types.intern(Type::Module(Module::File(file)));
        }
        let nested = manifest.packages.nested;
        let path = packages::key(manifest, source);
        let path = path.split_once(':').map_or("", |(_, name)| name).to_owned();
        let top = packages::key(manifest, "");
        let mut around = Vec::new();
        if nested && let Some(package) = self.program.package_at(file, scope) {
            around.extend(packages::chain(package, &top).map(str::to_owned));
        }
        let clauses = manifest.packages.clauses;
        let root = manifest.packages.root.as_str();
        let rooted = path
            .strip_prefix(root)
            .and_then(|path| path.strip_prefix('.'));
        let rooted = rooted.filter(|_| !root.is_empty()).map(str::to_owned);
        if clauses && rooted.is_none() {
            around.extend(self.seen_packages(file, scope));
        }
        let whole = rooted.is_some();
        let path = rooted.unwrap_or(path);
        around.push(top);
        // What an import leads through are values.
        let meaning = match clauses {
            true => std::mem::take(&mut self.meaning),
            false => self.meaning,
        };
        let mut found = around
            .iter()
            .map(|package| self.below_package(package, &path));
        let mut found = found.find(|type_| *type_ != Types::EXTERNAL);
        if found.is_none() && !whole && clauses {
            found = Some(self.named_path(file, scope, &path));
        }
        self.meaning = meaning;
        found.unwrap_or(Types::EXTERNAL)
    }

    /// The packages that are seen in `scope` with what is below them, innermost first.
    fn seen_packages(&self, file: FileId, scope: ScopeId) -> Vec<String> {
        let unit = self.program.unit(file);
        let mut seen = packages::clauses(unit.facts, self.program.rules(file).manifest());
        let mut blocks = Vec::new();
        let mut here = scope;
        while here.0 != 0 {
            let known = unit.packages.iter().find(|(known, _)| *known == here);
            blocks.extend(known.map(|(_, package)| package.clone()));
            here = unit.facts.scopes[here.index()].parent;
        }
        seen.extend(blocks.into_iter().rev());
        seen.reverse();
        seen
    }

    /// What a path means that begins with any name: that of an object, or one that
    /// another import brings in.
    fn named_path(&mut self, file: FileId, scope: ScopeId, path: &str) -> TypeId {
        // Any other import of the file may bring the name in.
        let mut names = path.split('.');
        let head = self.program.names.intern(names.next().unwrap_or_default());
        let called = std::mem::take(&mut self.called);
        let found = self.turn(|linker| linker.lookup(file, head, scope, u32::MAX));
        self.called = called;
        let Some(mut value) = found.flatten() else {
            return Types::EXTERNAL;
        };
        for name in names {
            let name = self.program.names.intern(name);
            value = self.member(file, value, name);
        }
        match self.types.get(value.type_) {
            Type::Unknown | Type::Opaque => Types::EXTERNAL,
            _ => value.type_,
        }
    }

    /// `a.b.Outer.Inner` below `package`: a package, or a type in one.
    fn below_package(&mut self, package: &str, path: &str) -> TypeId {
        let whole = packages::below(package, path);
        if self.modules.has_package(&whole) {
            return self
                .types
                .intern(Type::Module(Module::Folder(whole.into())));
        }
        // The longest package that is there, then members.
        let mut ends = path.rmatch_indices('.').map(|(at, _)| at).chain([0]);
        let Some((holder, rest)) = ends.find_map(|end| {
            let holder = match end {
                0 => package.to_owned(),
                end => packages::below(package, &path[..end]),
            };
            let rest = path[end..].trim_start_matches('.');
            self.modules.has_package(&holder).then_some((holder, rest))
        }) else {
            return Types::EXTERNAL;
        };
        let module = Type::Module(Module::Folder(holder.into()));
        let mut value = Value::of(self.types.intern(module));
        for name in rest.split('.') {
            let name = self.program.names.intern(name);
            value = self.member(FileId(0), value, name);
            if matches!(self.types.get(value.type_), Type::Opaque | Type::External) {
                return Types::EXTERNAL;
            }
        }
        value.type_
    }

    /// What the package that `scope` is part of offers as `name`, or one around
    /// it that is not that of an outer scope.
    pub fn enclosing_package_value(
        &mut self,
        file: FileId,
        name: NameId,
        scope: ScopeId,
    ) -> Option<Value> {
        let unit = self.program.unit(file);
        let (_, package) = unit.packages.iter().find(|(known, _)| *known == scope)?;
        let package = package.clone();
        let rules = &self.program.rules(file).manifest().packages;
        let (nested, relative) = (rules.nested, rules.relative);
        if rules.clauses {
            let seen = match scope.0 {
                0 => packages::clauses(unit.facts, self.program.rules(file).manifest()),
                _ => vec![package.clone()],
            };
            if seen.is_empty() {
                return self.package_member(&package, name, false);
            }
            let mut seen = seen.iter().rev();
            return seen.find_map(|package| self.package_member(package, name, true));
        }
        if !nested {
            return self.package_member(&package, name, relative);
        }
        let outer = match scope.0 {
            0 => "",
            _ => {
                let around = unit.facts.scopes[scope.index()].parent;
                self.program.package_at(file, around).unwrap_or_default()
            }
        };
        let chain: Vec<String> = packages::chain(&package, outer)
            .map(str::to_owned)
            .collect();
        chain
            .iter()
            .find_map(|package| self.package_member(package, name, true))
    }

    /// What `package` offers as `name`; a package below it only if those count.
    fn package_member(&mut self, package: &str, name: NameId, packages: bool) -> Option<Value> {
        if self.modules.places(package, name).is_empty() && !packages {
            return None;
        }
        let value = self.export(&Module::Folder(package.into()), name)?;
        let is_package = matches!(self.types.get(value.type_), Type::Module(Module::Folder(_)));
        (packages || !is_package).then_some(value)
    }

    /// What an import that holds in the whole project brings in.
    pub fn shared_import_value(&mut self, file: FileId, name: NameId) -> Option<Value> {
        for at in self.modules.shared_by(file).to_vec() {
            let facts = self.program.unit(at).facts;
            for (row, import) in facts.imports.iter().enumerate() {
                let alias = import.alias.map(|alias| self.name(at, alias));
                if !import.reexport || alias.is_some_and(|alias| alias != name) {
                    continue;
                }
                if alias.is_some() {
                    return Some(self.import_value(at, row as u32));
                }
                if let Some(value) = self.wildcard_import_value(at, row as u32, name) {
                    return Some(value);
                }
            }
        }
        for row in 0..self.modules.listed_for(file).len() {
            let import = self.modules.listed_for(file)[row].clone();
            let module = self.listed_module(file, &import);
            let found = match &import.alias {
                None => self.wildcard_member(module, name),
                Some(alias) => (self.program.names.get(name) == alias).then(|| Value::of(module)),
            };
            if let Some(value) = found {
                return Some(imported_value(value));
            }
        }
        None
    }

    /// What an import that a project file lists for `file` names.
    pub fn listed_module(&mut self, file: FileId, import: &SharedImport) -> TypeId {
        let source = self.program.names.intern(&import.source);
        self.module(file, ScopeId(0), source)
    }

    /// A function of the unnamed package, or the first part of a whole name, in
    /// languages where those are seen everywhere.
    pub fn top_package(&mut self, file: FileId, name: NameId) -> Option<Value> {
        let manifest = self.program.rules(file).manifest();
        if manifest.modules != Modules::Packages || manifest.packages.nested {
            return None;
        }
        if manifest.packages.global_functions && self.called {
            let top = packages::key(manifest, "");
            return self.package_member(&top, name, false);
        }
        let text = self.program.names.get(name);
        let root = !text.is_empty() && text == manifest.packages.root;
        let package = packages::key(manifest, if root { "" } else { text });
        if manifest.packages.relative || !self.modules.has_package(&package) {
            return None;
        }
        let module = Module::Folder(package.into());
        Some(Value::of(self.types.intern(Type::Module(module))))
    }

    /// A member of the object that is called like `package`, in a language whose packages
    /// have what objects of their name have.
    pub fn package_object_member(&mut self, package: &str, name: NameId) -> Option<Value> {
        let above = packages::above(package)?.to_owned();
        let own = package.rsplit(['.', ':']).next()?.to_owned();
        let own = self.program.names.intern(&own);
        let places = self.modules.places(&above, own);
        let has_companions = |(file, _): &(FileId, ScopeId)| self.program.scoping(*file).companions;
        if !places.iter().any(has_companions) {
            return None;
        }
        let meaning = std::mem::take(&mut self.meaning);
        let object = self.package_member(&above, own, false);
        self.meaning = meaning;
        let object = object?;
        match *self.types.get(object.type_) {
            Type::Class(symbol) => {
                let found = self.static_member(symbol, object, name);
                found.map(imported_value)
            }
            _ => None,
        }
    }

    /// A member of the package that is called like the type `symbol`.
    pub fn package_of_name(
        &mut self,
        symbol: SymbolId,
        receiver: Value,
        name: NameId,
    ) -> Option<Value> {
        let (file, _, definition) = self.program.locate(symbol);
        if definition.container.is_some() {
            return None;
        }
        let package = self.program.package_at(file, definition.scope)?;
        let own = self.program.names.get(self.program.name_of(symbol));
        let package = packages::below(package, own);
        let value = self.package_member(&package, name, true)?;
        Some(
            value
                .weakened(receiver.evidence)
                .weakened(Provenance::Qualified),
        )
    }

    /// Whether a type has as many parameters as the name at hand is given, in a
    /// language that tells types apart by them.
    pub fn takes_arguments(&self, type_: TypeId) -> bool {
        match self.types.get(type_) {
            Type::Class(symbol) => {
                let (file, _, definition) = self.program.locate(*symbol);
                !self.program.scoping(file).types_by_arity
                    || definition.type_parameters.len() == self.type_arguments
            }
            _ => true,
        }
    }
}
