//! What names stand for in one file, as far as routers need it.

use crate::extract::FileFacts;
use crate::extract::facts::{BindingKind, Kind};
use crate::ids::{DefinitionId, ExprId, ScopeId};
use crate::map::HashMap;

/// How many scopes outwards a name is looked up.
const OUTWARD: usize = 64;

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// The scope that declares it.
    pub scope: ScopeId,
    /// What it is.
    pub is: Is,
}

/// What a name may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Is {
    /// An import, by its row.
    Import(u32),
    /// A function or type.
    Definition(DefinitionId),
    /// A variable with its value, where that is known.
    Variable(Option<ExprId>),
    /// A parameter.
    Parameter,
}

/// The names of one file by scope.
#[derive(Debug, Default)]
pub struct Scopes<'a> {
    by_name: HashMap<(ScopeId, &'a str), Is>,
}

impl<'a> Scopes<'a> {
    /// The names of `facts`.
    pub fn of(facts: &'a FileFacts) -> Self {
        let mut by_name = HashMap::default();
        for (row, import) in facts.imports.iter().enumerate() {
            if let Some(alias) = import.alias {
                let is = Is::Import(row as u32);
                by_name
                    .entry((import.scope, facts.names.get(alias)))
                    .or_insert(is);
            }
        }
        for binding in &facts.bindings {
            let is = match binding.kind {
                BindingKind::Parameter => Is::Parameter,
                BindingKind::Local | BindingKind::Assignment => Is::Variable(binding.value),
                _ => continue,
            };
            by_name
                .entry((binding.scope, facts.names.get(binding.name)))
                .or_insert(is);
        }
        for (at, definition) in facts.definitions.iter().enumerate() {
            let is = match definition.kind {
                Kind::Variable | Kind::Constant | Kind::Field | Kind::Property => {
                    Is::Variable(definition.values.first().copied())
                }
                _ => Is::Definition(DefinitionId::at(at)),
            };
            let key = (definition.scope, facts.names.get(definition.name));
            by_name.entry(key).or_insert(is);
        }
        Self { by_name }
    }

    /// What `name` stands for in `scope`.
    pub fn find(&self, facts: &FileFacts, mut scope: ScopeId, name: &str) -> Option<Slot> {
        for _ in 0..OUTWARD {
            if let Some(&is) = self.by_name.get(&(scope, name)) {
                return Some(Slot { scope, is });
            }
            let parent = facts.scopes.get(scope.index())?.parent;
            if parent == scope {
                return None;
            }
            scope = parent;
        }
        self.at_top(name)
    }

    /// What `name` stands for at the top of the file.
    pub fn at_top(&self, name: &str) -> Option<Slot> {
        let scope = ScopeId(0);
        let is = *self.by_name.get(&(scope, name))?;
        Some(Slot { scope, is })
    }
}
