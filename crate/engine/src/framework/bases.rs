//! What types are declared to be made of.

use crate::extract::FileFacts;
use crate::extract::facts::Expr;
use crate::ids::{DefinitionId, ExprId};

/// How many layers around a name are looked through.
const LAYERS: usize = 4;

/// The last names of the declared supertypes of the type `id`.
pub fn bases(facts: &FileFacts, id: DefinitionId) -> impl Iterator<Item = &str> {
    let rows = facts
        .inheritance
        .iter()
        .filter(move |row| row.definition == id);
    rows.filter_map(|row| last_name(facts, row.base))
}

/// The last name of a type or call, as it is written.
#[must_use]
pub fn last_name(facts: &FileFacts, expr: ExprId) -> Option<&str> {
    let mut expr = facts.exprs.get(expr.index())?;
    for _ in 0..LAYERS {
        match expr {
            Expr::Name { name, .. } | Expr::Member { name, .. } => {
                return Some(facts.names.get(*name));
            }
            Expr::Generic { base, .. } => expr = facts.exprs.get(base.index())?,
            Expr::Call { callee, .. } => expr = facts.exprs.get(callee.index())?,
            _ => return None,
        }
    }
    None
}
