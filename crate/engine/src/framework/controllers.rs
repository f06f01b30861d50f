//! Handlers that are told in words, and the usual requests of resources.

use crate::corpus::Corpus;
use crate::extract::frameworks::{Framework, Role};
use crate::framework::arguments::argument;
use crate::framework::bases::bases;
use crate::framework::mounts::Mounts;
use crate::framework::path::behind;
use crate::framework::routes::{Found, Route};
use crate::framework::sites::{Site, Source};
use crate::framework::text::{Argument, literal};
use crate::ids::SymbolId;
use crate::link::Endpoint;

/// The function that a handler in words means: `users#show`, `Users@show`,
/// `[Users::class, 'show']`, or a name.
pub fn by_text<'a>(
    mounts: &mut Mounts<'a>,
    source: &'a Source<'a>,
    site: &Site<'a>,
    text: &str,
    span: (u32, u32),
) -> Option<SymbolId> {
    if let Some(text) = literal(text) {
        if let Some((type_, method)) = text.split_once('@') {
            return mounts.handlers.method(last(type_), method);
        }
        let (controller, action) = text.split_once('#')?;
        return controller_action(mounts, source, site, controller, action);
    }
    if let Some((type_, method)) = text
        .strip_prefix('[')
        .and_then(|text| text.split_once("::class"))
    {
        let method = literal(
            method
                .trim_start_matches([',', ' '])
                .trim_end_matches([']', ' ', ',']),
        );
        return mounts.handlers.method(last(type_.trim()), &method?);
    }
    if let Some(type_) = text.strip_suffix("::class") {
        let type_ = last(type_);
        return mounts
            .handlers
            .method(type_, "__invoke")
            .or_else(|| mounts.handlers.method(type_, ""));
    }
    mounts.handlers.handed(source, span).or_else(|| {
        let start = (span.1 as usize).checked_sub(text.len())?;
        let own = source.text.get(start..span.1 as usize)?;
        named(mounts, source, site, own)
    })
}

fn named<'a>(
    mounts: &mut Mounts<'a>,
    source: &'a Source<'a>,
    site: &Site<'a>,
    text: &'a str,
) -> Option<SymbolId> {
    let scope = site.reference.scope;
    if let Some(base) = mounts.named(source.file, scope, text, 0) {
        let symbol = mounts.symbol_of(base)?;
        let kind = mounts.corpus.definition(symbol)?.kind;
        return (kind.is_callable() || kind.is_type()).then_some(symbol);
    }
    // A member that a type has from outside (`Users.as_view()`).
    let (owner, _) = text.split('(').next()?.rsplit_once('.')?;
    let base = mounts.named(source.file, scope, owner, 0)?;
    let symbol = mounts.symbol_of(base)?;
    let kind = mounts.corpus.definition(symbol)?.kind;
    kind.is_type().then_some(symbol)
}

/// How many calls around a route are looked at.
const OUTWARD: usize = 32;

/// The calls that mount what is in them around `site`, innermost first.
fn outwards<'a>(source: &'a Source<'a>, site: &Site<'_>) -> impl Iterator<Item = &'a Site<'a>> {
    let mut around = site.around;
    let outer = std::iter::from_fn(move || {
        let outer = &source.sites[around? as usize];
        around = outer.around;
        Some(outer)
    });
    outer.take(OUTWARD)
}

fn last(name: &str) -> &str {
    name.rsplit(['\\', ':', '.']).next().unwrap_or(name)
}

/// `pages/about` as the action `about` of the controller `pages`; `:name` as an
/// action of the resources around it.
pub fn by_path<'a>(
    mounts: &mut Mounts<'a>,
    source: &'a Source<'a>,
    site: &'a Site<'a>,
    path: &str,
) -> Option<SymbolId> {
    let path = path.trim_start_matches('/');
    if let Some((controller, action)) = path.rsplit_once('/') {
        return controller_action(mounts, source, site, controller, action);
    }
    for outer in outwards(source, site) {
        if outer.rule.role == Role::Resources {
            let controller = literal(outer.arguments.list.first()?.value)?;
            return controller_action(mounts, source, outer, &plural(outer, &controller), path);
        }
    }
    None
}

/// The method `action` of the controller of that name, in the modules around `site`.
fn controller_action<'a>(
    mounts: &mut Mounts<'a>,
    source: &Source<'a>,
    site: &Site<'a>,
    controller: &str,
    action: &str,
) -> Option<SymbolId> {
    let mut modules = Vec::new();
    for outer in outwards(source, site) {
        if outer.name == "namespace" {
            modules.extend(
                outer
                    .arguments
                    .list
                    .first()
                    .and_then(|one| literal(one.value)),
            );
        } else if let Some(module) = outer.arguments.list.iter().find(|one| one.key == "module") {
            modules.extend(literal(module.value));
        }
    }
    modules.reverse();
    modules.push(controller.trim_start_matches('/').to_owned());
    mounts
        .handlers
        .at_path(&format!("{}_controller.rb", modules.join("/")), action)
}

/// What the resources around a route put before its path.
pub fn member(mounts: &Mounts<'_>, site: &Site<'_>, source: u32) -> String {
    let Some(outer) = site.around.map(|row| mounts.site((source, row))) else {
        return String::new();
    };
    if outer.rule.role != Role::Resources {
        return String::new();
    }
    let on = site.arguments.list.iter().find(|one| one.key == "on");
    match on.and_then(|one| literal(one.value)).as_deref() {
        Some("collection") => String::new(),
        Some("member") if !is_single(outer) => "/:id".to_owned(),
        _ => within(outer),
    }
}

/// What the resources of `site` put before the paths of what belongs to one of them.
pub fn within(site: &Site<'_>) -> String {
    if is_single(site) {
        return String::new();
    }
    let name = site.arguments.list.first();
    let name = name.and_then(|one| literal(one.value)).unwrap_or_default();
    format!("/:{}_id", singular(&name))
}

fn is_single(site: &Site<'_>) -> bool {
    site.name == "resource" && site.rule.on == ["."]
}

fn singular(name: &str) -> String {
    match name.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => name.strip_suffix('s').unwrap_or(name).to_owned(),
    }
}

/// The name of the controller of resources.
fn plural(site: &Site<'_>, name: &str) -> String {
    let given = site
        .arguments
        .list
        .iter()
        .find(|one| one.key == "controller");
    if let Some(given) = given.and_then(|one| literal(one.value)) {
        return given;
    }
    match is_single(site) {
        true if name.ends_with('y') => format!("{}ies", name.trim_end_matches('y')),
        true => format!("{name}s"),
        false => name.to_owned(),
    }
}

/// Whether `type_` has the method `action` from a supertype outside the tree.
fn has(framework: &Framework, corpus: &Corpus, type_: Option<SymbolId>, action: &str) -> bool {
    let known = type_.and_then(|symbol| corpus.locate(symbol));
    let facts = known.and_then(|(file, id)| Some((&corpus.file(file)?.facts, id)));
    let Some((facts, id)) = facts else {
        return true;
    };
    // A supertype that is not known may have any method.
    bases(facts, id).any(|base| {
        let mut known = framework.inherited.iter();
        known
            .find(|(name, _)| name == base)
            .is_none_or(|(_, methods)| {
                methods == "*" || methods.split(' ').any(|method| method == action)
            })
    })
}

/// The calls on the result of `site`, by their names, each with what it is given.
fn chained<'a>(source: &Source<'a>, site: &Site<'a>) -> Vec<Argument<'a>> {
    let mut found = Vec::new();
    let mut at = site.arguments.span.1;
    for _ in 0..OUTWARD {
        let rest = source.text.get(at as usize..).unwrap_or("");
        let call = rest.trim_start();
        let Some(call) = call.strip_prefix("->").or_else(|| call.strip_prefix('.')) else {
            break;
        };
        let plain = |c: char| c.is_alphanumeric() || c == '_';
        let (key, given) = call.split_at(call.find(|c| !plain(c)).unwrap_or(call.len()));
        let open = at + (rest.len() - given.len()) as u32;
        let Some(end) = source.brackets.end_of(open) else {
            break;
        };
        let value = source.text.get(open as usize..end as usize).unwrap_or("");
        let span = (open, end);
        found.push(Argument { key, value, span });
        at = end;
    }
    found
}

/// The routes of resources, by what the framework has them stand for.
pub fn resources<'a>(
    mounts: &mut Mounts<'a>,
    source: &'a Source<'a>,
    site: &'a Site<'a>,
    found: &Found<'_>,
    (paths, own): (&[String], &str),
    routes: &mut Vec<Route>,
) {
    let chained = chained(source, site);
    let words = |key: &str| {
        let named = argument(&site.arguments, &[key.to_owned()]);
        let one = named.or_else(|| chained.iter().find(|one| one.key == key).copied())?;
        Some(
            one.value
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .collect::<Vec<_>>(),
        )
    };
    let (only, except) = (words("only"), words("except"));
    let handler = argument(&site.arguments, &site.rule.handler);
    let single = is_single(site);
    // More than one may be named: `resources :a, :b`.
    let named = site.arguments.list.iter().take_while(|one| {
        one.key.is_empty() && handler.is_none_or(|handler| handler.span != one.span)
    });
    let named: Vec<String> = named.filter_map(|one| literal(one.value)).collect();
    let base = own
        .strip_suffix(named.first().map_or("", |name| name.as_str()))
        .unwrap_or(own)
        .to_owned();
    for name in &named {
        let own = if named.len() > 1 {
            behind(&base, name).unwrap_or_default()
        } else {
            own.to_owned()
        };
        for (verb, after, action) in &found.framework.resources {
            let listed = |list: &Option<Vec<&str>>| {
                list.as_ref().map(|list| list.contains(&action.as_str()))
            };
            let api = site.name.starts_with("api") && after.ends_with(['w', 't', 'e']);
            if listed(&only) == Some(false)
                || listed(&except) == Some(true)
                || api
                || single && action == "index"
            {
                continue;
            }
            let after = if single {
                after.trim_start_matches("/:id")
            } else {
                after
            };
            let symbol = match handler {
                Some(handler) => {
                    let type_ = last(handler.value.trim_end_matches("::class"));
                    let own = mounts.handlers.method(type_, action);
                    let whole = mounts.handlers.method(type_, "");
                    if own.is_none() && !has(found.framework, mounts.corpus, whole, action) {
                        continue;
                    }
                    own.or(whole)
                }
                None => controller_action(mounts, source, site, &plural(site, name), action),
            };
            let handler = symbol.map_or((Endpoint::File(source.file), true), |symbol| {
                (Endpoint::Symbol(symbol), false)
            });
            found.put(
                routes,
                paths,
                &behind(&own, after).unwrap_or_default(),
                std::slice::from_ref(verb),
                handler,
            );
        }
    }
}
