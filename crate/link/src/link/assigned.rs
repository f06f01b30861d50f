//! What a variable with a definition of its own holds at a place: the assignments
//! that reach it, where they are seen to run one after the other.

use crate::extract::facts::{BindingKind, Definition, Expr};
use crate::ids::{ExprId, FileId, NameId, ScopeId, SymbolId};
use crate::link::linker::Linker;
use crate::link::program::Entry;
use crate::link::types::Value;

/// How many expressions of one value are looked at.
const PARTS: usize = 32;

impl Linker<'_> {
    /// The values of the variable `symbol` that a use at `at` in `from` can see, where
    /// not all of them reach it.
    pub fn reaching_values(
        &self,
        file: FileId,
        symbol: SymbolId,
        from: ScopeId,
        at: u32,
    ) -> Option<Vec<ExprId>> {
        let (home, _, definition) = self.program.locate(symbol);
        let alone = definition.values.len() < 2 || definition.type_.is_some();
        if alone || home != file || definition.kind.is_callable() {
            return None;
        }
        let ordered = self.program.scoping(file).assignment_declares;
        if !ordered || self.crosses_function(file, from, definition.scope) {
            return None;
        }
        let mut before = self.assigned_before(file, definition, at)?;
        let certain = before
            .iter()
            .rposition(|(block, _)| self.is_around(file, *block, from))?;
        let reaching = before.split_off(certain);
        Some(reaching.into_iter().map(|(_, value)| value).collect())
    }

    /// The blocks and values of the assignments before `at`, in order; none where the
    /// place of one is not known.
    fn assigned_before(
        &self,
        file: FileId,
        definition: &Definition,
        at: u32,
    ) -> Option<Vec<(ScopeId, ExprId)>> {
        let mut before = Vec::with_capacity(definition.values.len());
        for value in &definition.values {
            let (block, last) = self.place_of(file, *value)?;
            if last < at {
                before.push((block, *value));
            }
        }
        Some(before)
    }

    /// The scope that a value is written in and the place of the last name in it.
    fn place_of(&self, file: FileId, value: ExprId) -> Option<(ScopeId, u32)> {
        let mut work = vec![value];
        let mut place: Option<(ScopeId, u32)> = None;
        for _ in 0..PARTS {
            let Some(expr) = work.pop() else {
                return place;
            };
            match self.expr(file, expr) {
                Expr::Name { scope, at, .. } => {
                    let (block, last) = place.unwrap_or((*scope, *at));
                    place = Some((block, last.max(*at)));
                }
                Expr::Member { object, .. } => work.push(*object),
                Expr::Call { callee, arguments } => {
                    work.extend(arguments);
                    work.push(*callee);
                }
                Expr::Literal(_) if place.is_some() => {}
                Expr::Named(_, inner) => work.push(*inner),
                _ => return None,
            }
        }
        None
    }

    /// What was certainly put last under `key` into what `object` names.
    pub fn stored_under(&mut self, file: FileId, object: ExprId, key: NameId) -> Option<Value> {
        let Expr::Name { name, scope, at } = self.expr(file, object) else {
            return None;
        };
        let name = self.name(file, *name);
        let facts = self.program.unit(file).facts;
        let mut here = *scope;
        while self.program.entries(file, here, name).is_empty() {
            if facts.scopes[here.index()].parent == here || here.0 == 0 {
                return None;
            }
            here = facts.scopes[here.index()].parent;
        }
        if self.crosses_function(file, *scope, here) {
            return None;
        }
        let (mut last, mut assigned) = (None, 0);
        for (.., entry) in self.program.entries(file, here, name) {
            let binding = match entry {
                Entry::Binding(row) => &facts.bindings[*row as usize],
                // Where it is assigned anew is not told.
                Entry::Definition(row) if facts.definitions[*row as usize].values.len() > 1 => {
                    return None;
                }
                _ => continue,
            };
            if binding.span.end > *at {
                continue;
            }
            let stored = binding.value.map(|value| self.expr(file, value));
            let value = match (binding.kind, stored) {
                (BindingKind::Stored, Some(Expr::Object(pairs))) => {
                    let meant = |(at, _): &&(NameId, ExprId)| self.name(file, *at) == key;
                    pairs.iter().find(meant).map(|(_, value)| *value)
                }
                (BindingKind::Stored, _) => None,
                _ => {
                    assigned = assigned.max(binding.span.end);
                    None
                }
            };
            if let Some(value) = value {
                let certain = self.is_around(file, binding.block, *scope);
                last = last.max(Some((binding.span.end, certain.then_some(value))));
            }
        }
        let (_, value) = last.filter(|(end, _)| *end > assigned)?;
        Some(self.eval(file, value?))
    }
}
