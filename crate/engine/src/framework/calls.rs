//! Routes that calls register.

use crate::corpus::Corpus;
use crate::extract::frameworks::Role;
use crate::framework::arguments::{argument, chosen, path_of};
use crate::framework::controllers::{by_path, by_text, member, resources};
use crate::framework::mounts::Mounts;
use crate::framework::path::behind;
use crate::framework::routes::{Found, Handler, Route};
use crate::framework::sites::{Site, Source};
use crate::framework::text::{Argument, head, literal};
use crate::framework::verbs::{VERBS, verb_of, verbs};
use crate::ids::{DefinitionId, SymbolId};
use crate::link::Endpoint;

/// The routes that the call at `at` registers.
pub fn of_call(mounts: &mut Mounts<'_>, at: (u32, u32), routes: &mut Vec<Route>) {
    let source = &mounts.sources[at.0 as usize];
    let site = mounts.site(at);
    if !matches!(site.rule.role, Role::Route | Role::Resources) || site.mounts {
        return;
    }
    let Some(said) = said(site) else { return };
    let (base, own) = mounts.base(at);
    let member = member(mounts, site, at.0);
    let paths = mounts.paths(base, 0);
    let found = Found {
        framework: site.framework,
        file: source.file,
        line: site.reference.line,
    };
    let own = behind(&member, &own).unwrap_or_default();
    if site.rule.role == Role::Resources {
        let own = behind(&own, said.path()).unwrap_or_default();
        return resources(mounts, source, site, &found, (&paths, &own), routes);
    }
    if !said.given && said.path().is_empty() && own.is_empty() && !site.rule.path.is_empty() {
        return;
    }
    for (verbs, handler) in handled(mounts, source, site, &said) {
        for path in &said.paths {
            let whole = behind(&own, path).unwrap_or_default();
            found.put(routes, &paths, &whole, &verbs, handler);
        }
    }
}

/// What a call says of its route.
struct Said<'t> {
    /// One or, of a handler for several, all.
    paths: Vec<String>,
    /// Whether the path is an argument.
    given: bool,
    verbs: Vec<String>,
    /// The handler, where it is an argument.
    handler: Vec<Argument<'t>>,
}

impl Said<'_> {
    fn path(&self) -> &str {
        self.paths.first().map_or("", String::as_str)
    }
}

fn said<'t>(site: &Site<'t>) -> Option<Said<'t>> {
    let rule = site.rule;
    let arguments = &site.arguments;
    let mut verbs = verbs(rule, arguments, site.name);
    let mut handlers = chosen(arguments, &rule.handler);
    let mut path = argument(arguments, &rule.path);
    let fixed = rule.path.iter().find(|place| place.starts_with('/'));
    let listed = path.filter(|one| one.value.starts_with('['));
    let mut paths = listed.map_or(Vec::new(), |one| site.constants.paths(one.value));
    let mut text = path
        .and_then(|one| site.constants.string(one.value))
        .or_else(|| paths.first().cloned())
        .or_else(|| fixed.cloned());
    if path.is_some() && text.is_none() {
        let other = argument(arguments, &rule.handler);
        if other.map(|one| one.span) == path.map(|one| one.span) && site.rule.path.len() < 2 {
            // `route(path).get(handler)`: there is no path here.
            path = None;
        } else {
            text = path.and_then(|one| path_of(one.value));
            text.as_ref()?;
        }
    }
    if let Some(first) = arguments
        .list
        .first()
        .filter(|one| path.is_none() && rule.on == ["."] && literal(one.value).is_some())
        && !first.key.is_empty()
    {
        // `get "path" => "controller#action"`
        text = Some(first.key.to_owned());
        handlers = vec![*first];
    }
    let mut text = text.unwrap_or_default();
    if let Some((verb, rest)) = text
        .split_once(' ')
        .filter(|(verb, _)| verb.bytes().all(|byte| byte.is_ascii_uppercase()))
    {
        verbs = vec![verb.to_owned()];
        text = rest.trim_start().to_owned();
        text = text.get(text.find('/')?..)?.to_owned();
    }
    let begins = text.is_empty() || text.starts_with(['/', '*', '^', '(', '{']);
    if !begins && rule.on.is_empty() {
        return None;
    }
    let span = path.map(|one| one.span);
    handlers.retain(|one| Some(one.span) != span);
    let block = site.region.1 > site.arguments.span.1;
    if handlers.is_empty() && !block && !rule.handler.is_empty() && rule.on != ["."] {
        return None;
    }
    if paths.is_empty() {
        paths.push(text);
    }
    Some(Said {
        given: path.is_some() || fixed.is_some(),
        paths,
        verbs,
        handler: handlers,
    })
}

/// The handlers of a call with their verbs.
fn handled<'a>(
    mounts: &mut Mounts<'a>,
    source: &'a Source<'a>,
    site: &'a Site<'a>,
    said: &Said<'a>,
) -> Vec<(Vec<String>, Handler)> {
    let place = match site.reference.definition {
        Some(definition) => Endpoint::Symbol(mounts.corpus.symbol(source.file, definition)),
        None => Endpoint::File(source.file),
    };
    let Some(&Argument {
        value: text, span, ..
    }) = said.handler.last()
    else {
        let named = site.rule.on == ["."] && site.region.1 == site.arguments.span.1;
        let found = named
            .then(|| by_path(mounts, source, site, said.path()))
            .flatten();
        return vec![(
            said.verbs.clone(),
            found.map_or((place, true), |symbol| (Endpoint::Symbol(symbol), false)),
        )];
    };
    if site.rule.verb == "nested" {
        let inner = nested(source, span);
        if !inner.is_empty() {
            let handler = |(verb, one): (String, Argument<'a>)| {
                let symbol = match is_inline(one.value) {
                    true => None,
                    false => by_text(mounts, source, site, one.value, one.span),
                };
                let handler =
                    symbol.map_or((place, true), |symbol| (Endpoint::Symbol(symbol), false));
                (vec![verb], handler)
            };
            return inner.into_iter().map(handler).collect();
        }
    }
    let symbol = if is_inline(text) {
        None
    } else {
        by_text(mounts, source, site, text, span)
    };
    if let Some(type_) = symbol.filter(|_| site.rule.members) {
        let methods = methods(mounts.corpus, type_);
        if !methods.is_empty() {
            return methods;
        }
    }
    let verbs = if site.rule.verb == "nested" {
        vec!["ANY".to_owned()]
    } else {
        said.verbs.clone()
    };
    vec![(
        verbs,
        symbol.map_or((place, true), |symbol| (Endpoint::Symbol(symbol), false)),
    )]
}

/// The methods of `type_` that are called like verbs.
fn methods(corpus: &Corpus, type_: SymbolId) -> Vec<(Vec<String>, Handler)> {
    let known = corpus.locate(type_);
    let Some((file, id, row)) = known.and_then(|(file, id)| Some((file, id, corpus.file(file)?)))
    else {
        return Vec::new();
    };
    let definitions = row.facts.definitions.iter().enumerate();
    let own = definitions.filter(|(_, one)| one.container == Some(id) && one.kind.is_callable());
    let found = own.filter_map(|(at, one)| {
        let name = row.facts.names.get(one.name).to_ascii_uppercase();
        let symbol = corpus.symbol(file, DefinitionId::at(at));
        let verb = VERBS.contains(&name.as_str()).then_some(name)?;
        Some((vec![verb], (Endpoint::Symbol(symbol), false)))
    });
    found.collect()
}

/// Names in a handler that are looked at for verbs.
const NESTED: usize = 256;
/// Bytes at the start of a handler by which it is told what it is.
const HEAD: usize = 200;

/// The verbs that are called within a handler, each with its handler.
fn nested<'a>(source: &Source<'a>, span: (u32, u32)) -> Vec<(String, Argument<'a>)> {
    let mut found = Vec::new();
    let mut verb = None;
    for reference in source.inside(span).iter().take(NESTED) {
        let name = reference
            .name
            .map_or("", |name| source.facts.names.get(name));
        let called = verb_of(name);
        if (called == "ANY" && !matches!(name, "any" | "to"))
            || name.starts_with(char::is_uppercase)
        {
            continue;
        }
        let Some(arguments) = source
            .brackets
            .arguments(source.text, reference.span.end, false)
        else {
            continue;
        };
        if name != "to" {
            verb = Some(called);
        }
        if let (Some(verb), Some(handler)) = (&verb, arguments.list.last()) {
            found.push((verb.clone(), *handler));
        }
    }
    found
}

fn is_inline(text: &str) -> bool {
    let text = head(text, HEAD);
    let starts = [
        "function",
        "async ",
        "func(",
        "func (",
        "|",
        "fn(",
        "fn (",
        "lambda",
        "static fn",
        "static function",
        "move |",
        "->",
        "proc",
        "delegate",
    ];
    starts.iter().any(|start| text.starts_with(start))
        || text.split_once("=>").is_some_and(|(head, _)| {
            !head.contains(['[', '\'', '"']) || head.starts_with(['(', '['])
        })
}
