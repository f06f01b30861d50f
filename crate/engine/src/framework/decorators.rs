//! Routes that decorators, attributes and annotations register.

use crate::extract::FileFacts;
use crate::extract::facts::Definition;
use crate::extract::frameworks::{Framework, Role, Rule, like};
use crate::framework::arguments::argument;
use crate::framework::mounts::{Base, Key, Mounts};
use crate::framework::path::behind;
use crate::framework::routes::{Found, MOST, Route};
use crate::framework::sites::Source;
use crate::framework::text::{Brackets, Marks};
use crate::framework::verbs::verbs;
use crate::ids::{DefinitionId, SymbolId};
use crate::link::Endpoint;

/// Decorators of one definition that are looked at.
const DECORATORS: usize = 32;
/// Paths of one handler.
const PATHS: usize = 64;

/// What a decorator says.
struct Mark<'a> {
    rule: &'a Rule,
    receiver: &'a str,
    paths: Vec<String>,
    verbs: Vec<String>,
    line: u32,
}

/// The routes that decorators in `source` register.
pub fn of_decorators<'a>(mounts: &mut Mounts<'a>, source: &'a Source<'a>, routes: &mut Vec<Route>) {
    for &(framework, says) in source.frameworks {
        if framework.decorators.is_empty() || !says && framework.receivers.is_empty() {
            continue;
        }
        for (at, definition) in source.facts.definitions.iter().enumerate() {
            if definition.decorators.is_empty() || definition.kind.is_type() || routes.len() > MOST
            {
                continue;
            }
            let marks = marks(framework, source, definition);
            let below = marks.iter().find(|mark| mark.rule.role == Role::Prefix);
            let below = below.map_or(Vec::new(), |mark| mark.paths.clone());
            for mark in marks.iter().filter(|mark| mark.rule.role == Role::Route) {
                let symbol = mounts.corpus.symbol(source.file, DefinitionId::at(at));
                let own = match (mark.paths.is_empty(), below.is_empty()) {
                    (false, _) => mark.paths.clone(),
                    (true, false) => below.clone(),
                    (true, true) => vec![String::new()],
                };
                let found = Found {
                    framework,
                    file: source.file,
                    line: mark.line,
                };
                let outer = classes(framework, source, definition);
                let base = based(mounts, source, definition, mark, symbol);
                let paths = mounts.paths(base, 0);
                let pairs = outer
                    .iter()
                    .flat_map(|outer| own.iter().map(move |own| (outer, own)));
                for (outer, own) in pairs.take(PATHS) {
                    let absolute =
                        own.starts_with("~/") || own.starts_with('/') && framework.name == "aspnet";
                    let whole = match absolute {
                        true => Some(own.trim_start_matches('~').to_owned()),
                        false => behind(outer, own),
                    };
                    let whole = filled(source.facts, definition, &whole.unwrap_or_default());
                    found.put(
                        routes,
                        &paths,
                        &whole,
                        &mark.verbs,
                        (Endpoint::Symbol(symbol), false),
                    );
                }
            }
        }
    }
}

/// What the routes of a decorator are registered on: its receiver, else what the
/// function is handed to.
fn based<'a>(
    mounts: &mut Mounts<'a>,
    source: &'a Source<'a>,
    definition: &Definition,
    mark: &Mark<'a>,
    symbol: SymbolId,
) -> Base {
    if mark.receiver.is_empty() {
        return mounts.router(Key::Symbol(symbol));
    }
    let base = mounts.named(source.file, definition.scope, mark.receiver, 0);
    base.unwrap_or(Base::Free)
}

fn marks<'a>(
    framework: &'a Framework,
    source: &'a Source<'a>,
    definition: &Definition,
) -> Vec<Mark<'a>> {
    let facts = source.facts;
    let found = definition
        .decorators
        .iter()
        .take(DECORATORS)
        .filter_map(|decorator| {
            let whole = facts.names.get(decorator.name);
            let at = whole.rfind(['.', ':', '\\']);
            let (receiver, name) = at.map_or(("", whole), |at| {
                (whole[..at].trim_end_matches(':'), &whole[at + 1..])
            });
            let name = name.strip_suffix("Attribute").unwrap_or(name);
            let fits = |rule: &&Rule| {
                rule.names.iter().any(|known| known == name)
                    && (rule.on.is_empty()
                        || !receiver.is_empty() && rule.on.iter().any(|on| like(on, receiver)))
            };
            let rule = framework.decorators.iter().find(fits)?;
            let text = format!(
                "({})",
                decorator
                    .arguments
                    .trim()
                    .trim_start_matches('(')
                    .trim_end_matches(')')
            );
            let brackets = Brackets::of(&text, Marks::default());
            let arguments = brackets.inside(&text, 0).unwrap_or_default();
            let said = argument(&arguments, &rule.path);
            let paths = said.map_or(Vec::new(), |one| source.constants.paths(one.value));
            Some(Mark {
                rule,
                receiver: if rule.on.is_empty() { "" } else { receiver },
                paths,
                verbs: verbs(rule, &arguments, name),
                line: decorator.line,
            })
        });
    found.collect()
}

/// The paths that the types around `definition` say.
fn classes<'a>(
    framework: &'a Framework,
    source: &'a Source<'a>,
    definition: &Definition,
) -> Vec<String> {
    let facts = source.facts;
    let container = definition
        .container
        .and_then(|id| facts.definitions.get(id.index()));
    let Some(outer) = container.filter(|outer| outer.kind.is_type()) else {
        return vec![String::new()];
    };
    let found: Vec<String> = marks(framework, source, outer)
        .into_iter()
        .flat_map(|mark| mark.paths)
        .collect();
    if found.is_empty() {
        vec![String::new()]
    } else {
        found
    }
}

/// `[controller]` and `[action]` as what they stand for.
fn filled(facts: &FileFacts, definition: &Definition, path: &str) -> String {
    if !path.contains("[controller]") && !path.contains("[action]") {
        return path.to_owned();
    }
    let container = definition
        .container
        .and_then(|id| facts.definitions.get(id.index()));
    let type_ = container.map_or("", |outer| facts.names.get(outer.name));
    let type_ = type_.strip_suffix("Controller").unwrap_or(type_);
    path.replace("[controller]", type_)
        .replace("[action]", facts.names.get(definition.name))
}
