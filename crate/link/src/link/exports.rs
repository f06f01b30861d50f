//! What modules offer, through re-exports (spec 2.1 step 1).

use crate::extract::facts::{Expr, ImportKind, Kind};
use crate::extract::manifest::Modules as Family;
use crate::ids::{DefinitionId, FileId, NameId, ScopeId, SymbolId};
use crate::link::evidence::Provenance;
use crate::link::linker::Linker;
use crate::link::types::{Module, Type, TypeId, Types, Value};

/// How many re-exports are followed.
const HOPS: usize = 32;

impl Linker<'_> {
    /// What `source`, imported by `file`, is: a module, a type of the tree
    /// whose members are imported, or external.
    pub fn module(&mut self, file: FileId, scope: ScopeId, source: NameId) -> TypeId {
        let family = self.program.rules(file).manifest().modules;
        let key = (
            file,
            if matches!(family, Family::Rust | Family::Packages) {
                scope
            } else {
                ScopeId(0)
            },
            source,
        );
        if let Some(&known) = self.sources.get(&key) {
            return known;
        }
        self.sources.insert(key, Types::EXTERNAL);
        let text = self.program.names.get(source).to_owned();
        let type_ = match family {
            Family::Rust => self.rust_path(file, scope, &text),
            Family::Include if self.named_space(file, scope, &text).is_some() => self
                .named_space(file, scope, &text)
                .unwrap_or(Types::EXTERNAL),
            Family::Packages => self.package_path(file, scope, &text),
            _ => match self.modules.resolve(&self.program, file, &text) {
                Some(module) => self.types.intern(Type::Module(module)),
                None => Types::EXTERNAL,
            },
        };
        self.sources.insert(key, type_);
        type_
    }

    /// What `module` offers as `name`.
    pub fn export(&mut self, module: &Module, name: NameId) -> Option<Value> {
        let key = (module.clone(), name);
        if let Some(known) = self.exported.get(&key) {
            return *known;
        }
        if self.exporting > HOPS {
            return None;
        }
        // What is asked for again on the way leads nowhere new. Modules that
        // re-export each other are each asked once for a name.
        self.exported.insert(key.clone(), None);
        self.exporting += 1;
        let value = match module {
            Module::File(file) => self.file_export(*file, name),
            Module::Namespace(symbol) => self.namespace_export(*symbol, name),
            Module::Space(file, path) => self
                .seen_in(*file, *path, name, u32::MAX)
                .or_else(|| self.only_type_of_space(*path, name)),
            Module::Folder(folder) => self.folder_export(folder, name),
        };
        self.exporting -= 1;
        if self.exporting == 0 {
            // A circle makes what was found on the way depend on where it began.
            self.exported.clear();
        } else {
            self.exported.insert(key, value);
        }
        value
    }

    fn file_export(&mut self, file: FileId, name: NameId) -> Option<Value> {
        let facts = self.program.unit(file).facts;
        let ecma = self.program.rules(file).manifest().modules == Family::Ecma;
        let whole = ecma || self.program.rules(file).manifest().modules == Family::Paths;
        for export in facts.exports.iter().filter(|_| whole) {
            if self.name(file, export.name) == name {
                let value = match self.expr(file, export.value) {
                    // Both meanings of the name are exported.
                    Expr::Name { name, scope, at } => {
                        let name = self.name(file, *name);
                        self.eval_name(file, name, *scope, *at)
                    }
                    _ => self.eval(file, export.value),
                };
                if value.type_ != Types::EXTERNAL || self.program.names.get(name) == "default" {
                    return Some(value);
                }
            }
        }
        if let Some(value) = self.scope_export(file, ScopeId(0), name, !ecma) {
            return Some(value);
        }
        for (row, import) in facts.imports.iter().enumerate() {
            let named = import
                .alias
                .is_some_and(|alias| self.name(file, alias) == name);
            if import.reexport && named {
                let value = self.import_value(file, row as u32);
                return Some(value.weakened(Provenance::Reexport));
            }
        }
        if ecma && self.program.names.get(name) == "default" {
            return None;
        }
        self.wildcard_export(file, ScopeId(0), name, ecma)
            .or_else(|| self.submodule(&Module::File(file), name))
    }

    /// A definition, variable or (where languages export those) import that
    /// `scope` of `file` binds.
    fn scope_export(
        &mut self,
        file: FileId,
        scope: ScopeId,
        name: NameId,
        imports: bool,
    ) -> Option<Value> {
        use crate::link::program::Entry;
        let entries: Vec<Entry> = self
            .program
            .entries(file, scope, name)
            .iter()
            .map(|(.., entry)| *entry)
            .collect();
        let base = self.program.unit(file).base;
        let mut symbols = Vec::new();
        for entry in &entries {
            if let Entry::Definition(row) = entry {
                symbols.push(SymbolId(base + row));
            }
        }
        let assigned = entries
            .iter()
            .any(|entry| matches!(entry, Entry::Binding(_)));
        if !symbols.is_empty() && !assigned {
            return Some(self.symbols_value(&symbols));
        }
        for entry in &entries {
            match entry {
                Entry::Import(row) if imports => {
                    return Some(self.import_value(file, *row).weakened(Provenance::Reexport));
                }
                Entry::Binding(_) => return Some(self.eval_name(file, name, scope, u32::MAX)),
                _ => {}
            }
        }
        None
    }

    fn wildcard_export(
        &mut self,
        file: FileId,
        scope: ScopeId,
        name: NameId,
        only_reexports: bool,
    ) -> Option<Value> {
        let facts = self.program.unit(file).facts;
        for row in 0..self.program.unit(file).wildcards.len() {
            let import = &facts.imports[self.program.unit(file).wildcards[row] as usize];
            if import.scope != scope || only_reexports && !import.reexport {
                continue;
            }
            let source = self.name(file, import.source);
            let module = self.module(file, import.scope, source);
            if let Some(value) = self.wildcard_member(module, name) {
                return Some(value.weakened(Provenance::Reexport));
            }
        }
        None
    }

    fn namespace_export(&mut self, symbol: SymbolId, name: NameId) -> Option<Value> {
        let (file, id, _) = self.program.locate(symbol);
        let scope = self.body_scope(file, id);
        if let Some(scope) = scope
            && let Some(value) = self.scope_export(file, scope, name, true)
        {
            return Some(value);
        }
        let members: Vec<_> = self
            .program
            .members(symbol, name)
            .iter()
            .map(|(.., member)| *member)
            .collect();
        if !members.is_empty() {
            return Some(self.symbols_value(&members));
        }
        self.wildcard_export(file, scope?, name, false)
            .or_else(|| self.submodule(&Module::Namespace(symbol), name))
    }

    /// The scope of the body of a definition.
    #[must_use]
    pub fn body_scope(&self, file: FileId, id: DefinitionId) -> Option<ScopeId> {
        let scopes = &self.program.unit(file).facts.scopes;
        scopes
            .iter()
            .position(|scope| scope.definition == Some(id))
            .map(ScopeId::at)
    }

    /// What the files of a package define as `name`, or a package below it.
    fn folder_export(&mut self, folder: &str, name: NameId) -> Option<Value> {
        // The same function may stand in several files, one a platform.
        let mut found: Option<Value> = None;
        let mut functions = Vec::new();
        for (file, scope) in self.modules.places(folder, name) {
            let Some(value) = self.scope_export(file, scope, name, false) else {
                continue;
            };
            if self.shares_name(value.type_) {
                return Some(value);
            }
            if let Type::Functions(symbols, None) = self.types.get(value.type_) {
                functions.extend(symbols.iter().copied());
            }
            let fits = |value: &Value| self.takes_arguments(value.type_);
            if found.is_none_or(|known| !fits(&known) && fits(&value)) {
                found = Some(value);
            }
        }
        if let Some(value) = found {
            if functions.len() < 2 {
                return Some(value);
            }
            let type_ = self.types.intern(Type::Functions(functions.into(), None));
            return Some(Value { type_, ..value });
        }
        self.submodule(&Module::Folder(folder.into()), name)
            .or_else(|| self.package_object_member(folder, name))
    }

    /// The module called `name` below `module`.
    pub fn submodule(&mut self, module: &Module, name: NameId) -> Option<Value> {
        let text = self.program.names.get(name);
        let found = match (text, module) {
            ("super", Module::Namespace(symbol)) => {
                let (file, _, definition) = self.program.locate(*symbol);
                self.module_around(file, definition.scope)
            }
            ("super", Module::File(file)) => {
                Module::File(self.modules.crates.above(&self.program, *file)?)
            }
            _ => self.modules.submodule(&self.program, module, text)?,
        };
        Some(Value {
            type_: self.types.intern(Type::Module(found)),
            evidence: Provenance::Import,
        })
    }

    /// Names that a file sees without an import: those of its package.
    pub fn package_value(&mut self, file: FileId, name: NameId) -> Option<Value> {
        match self.program.rules(file).manifest().modules {
            Family::Go => {
                if let Some(value) = self.implicit_import(file, name) {
                    return Some(value);
                }
                let folder = self.modules.package_of(file)?.to_owned();
                let value = self.export(&Module::Folder(folder.into()), name)?;
                (!matches!(self.types.get(value.type_), Type::Module(_))).then_some(value)
            }
            Family::Rust => self.rust_head(file, name),
            _ => None,
        }
    }

    /// An import that binds the name its package declares (Go).
    fn implicit_import(&mut self, file: FileId, name: NameId) -> Option<Value> {
        let facts = self.program.unit(file).facts;
        for import in &facts.imports {
            if import.kind != ImportKind::Module || import.alias.is_some() {
                continue;
            }
            let source = self.name(file, import.source);
            let declared =
                self.modules
                    .declared_name(&self.program, file, self.program.names.get(source));
            if declared == self.program.names.get(name) {
                return Some(Value {
                    type_: self.module(file, import.scope, source),
                    evidence: Provenance::Import,
                });
            }
        }
        None
    }

    /// The module that a namespace definition stands for: its body, or the file
    /// that holds it (Rust's `mod x;`).
    pub fn namespace_module(&mut self, file: FileId, id: DefinitionId, symbol: SymbolId) -> Module {
        let definition = &self.program.unit(file).facts.definitions[id.index()];
        if definition.kind == Kind::Namespace
            && definition.body.is_empty()
            && self.body_scope(file, id).is_none()
        {
            let outer = self.module_around(file, definition.scope);
            let name = self.program.unit(file).names[definition.name.index()];
            let text = self.program.names.get(name);
            if let Some(module) = self.modules.submodule(&self.program, &outer, text) {
                return module;
            }
        }
        Module::Namespace(symbol)
    }

    /// The module that holds `scope`.
    #[must_use]
    pub fn module_around(&self, file: FileId, scope: ScopeId) -> Module {
        let program = &self.program;
        match self.around(file, scope, |symbol| {
            program.definition(symbol).kind == Kind::Namespace
        }) {
            Some(symbol) => Module::Namespace(symbol),
            None => Module::File(file),
        }
    }

    /// A member of what a module exports as a whole (CommonJS).
    pub fn default_member(
        &mut self,
        file: FileId,
        module: &Module,
        receiver: Value,
        name: NameId,
    ) -> Option<Value> {
        let Module::File(at) = module else {
            return None;
        };
        if self.program.rules(*at).manifest().modules != Family::Ecma {
            return None;
        }
        let default = self.program.names.intern("default");
        if name == default {
            return None;
        }
        let whole = self.export(module, default)?;
        let value = self.member(file, whole.weakened(receiver.evidence), name);
        (!matches!(self.types.get(value.type_), Type::Opaque | Type::Unknown)).then_some(value)
    }
}
