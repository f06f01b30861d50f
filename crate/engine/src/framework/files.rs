//! Routes that the path of a file says.

use crate::extract::FileFacts;
use crate::extract::facts::{Expr, Kind};
use crate::extract::frameworks::{PathRule, like};
use crate::framework::mounts::Mounts;
use crate::framework::routes::{Found, Route};
use crate::framework::sites::Source;
use crate::framework::verbs::VERBS;
use crate::ids::{DefinitionId, ExprId};
use crate::link::Endpoint;

/// Routes that the path of a file says.
pub fn of_path(mounts: &Mounts<'_>, source: &Source<'_>, routes: &mut Vec<Route>) {
    let path = &mounts.corpus.files()[source.file.index()].path;
    for &(framework, says) in source.frameworks {
        let rule = framework
            .paths
            .iter()
            .find(|rule| says && like(&rule.file, &format!("/{path}")));
        let Some((rule, whole)) = rule.and_then(|rule| Some((rule, routed(path, rule)?))) else {
            continue;
        };
        let mut found = Found {
            framework,
            file: source.file,
            line: 1,
        };
        let facts = source.facts;
        let symbol =
            |at: usize| Endpoint::Symbol(mounts.corpus.symbol(source.file, DefinitionId::at(at)));
        let functions = facts
            .definitions
            .iter()
            .enumerate()
            .filter(|(_, one)| one.container.is_none());
        if rule.verb.is_empty() {
            for (at, one) in functions {
                let name = facts.names.get(one.name);
                if VERBS.contains(&name) {
                    found.line = one.name_line;
                    found.put(
                        routes,
                        &[String::new()],
                        &whole,
                        &[name.to_owned()],
                        (symbol(at), false),
                    );
                }
            }
            continue;
        }
        let default = facts
            .exports
            .iter()
            .find(|export| facts.names.get(export.name) == "default");
        let named = default.and_then(|export| defined(facts, export.value));
        let handler = named.map_or((Endpoint::File(source.file), true), |at| {
            (symbol(at.index()), false)
        });
        if let Some(at) = named {
            found.line = facts.definitions[at.index()].name_line;
        }
        found.put(
            routes,
            &[String::new()],
            &whole,
            std::slice::from_ref(&rule.verb),
            handler,
        );
    }
}

/// The function at the top of the file that `value` is.
fn defined(facts: &FileFacts, value: ExprId) -> Option<DefinitionId> {
    match facts.exprs.get(value.index())? {
        Expr::Definition(id) => Some(*id),
        Expr::Name { name, .. } => {
            let mut own = facts.definitions.iter();
            let at = own.position(|one| {
                one.name == *name && one.container.is_none() && one.kind != Kind::Module
            })?;
            Some(DefinitionId::at(at))
        }
        _ => None,
    }
}

/// The route that the path of a file says.
fn routed(path: &str, rule: &PathRule) -> Option<String> {
    let whole = format!("/{path}");
    let below = format!("/{}/", rule.below);
    let start = whole.find(&below)? + below.len() - 1;
    let (folder, name) = whole.get(start..)?.rsplit_once('/')?;
    let stem = name.split('.').next().unwrap_or(name);
    let parts = folder.split('/').chain(rule.named.then_some(stem));
    let kept = parts.filter(|part| {
        let group = part.starts_with('@') || part.starts_with('(') && part.ends_with(')');
        !part.is_empty() && *part != "index" && !group
    });
    let kept: Vec<&str> = kept.collect();
    Some(format!("/{}", kept.join("/")))
}
