//! Packages by declared name: which one each scope of a file is part of. The name
//! is a key that no other language family shares.

use crate::extract::facts::FileFacts;
use crate::extract::manifest::{Manifest, Modules};
use crate::ids::ScopeId;
use crate::link::layout::Layout;

/// Package clauses of one file that are read.
const CLAUSES: usize = 16;

/// The packages that scopes of a file are part of, the file itself first. Empty
/// where the language has no such packages.
#[must_use]
pub fn declared(
    facts: &FileFacts,
    manifest: &Manifest,
    path: &str,
    layout: &Layout,
) -> Vec<(ScopeId, String)> {
    if manifest.modules != Modules::Packages {
        return Vec::new();
    }
    let whole = match manifest.packages.targets {
        true => key(manifest, layout.target(path)),
        false => clauses(facts, manifest)
            .pop()
            .unwrap_or_else(|| key(manifest, "")),
    };
    let mut declared = vec![(ScopeId(0), whole)];
    for package in &facts.packages {
        if package.scope.0 == 0 {
            continue;
        }
        let around = facts.scopes[package.scope.index()].parent;
        let outer = around_scope(facts, &declared, around);
        let name = normal(manifest, facts.names.get(package.name));
        declared.push((package.scope, below(&declared[outer].1, &name)));
    }
    declared
}

/// The packages that a file as a whole is part of, outermost first: one, or where
/// clauses add to each other one for each.
#[must_use]
pub fn clauses(facts: &FileFacts, manifest: &Manifest) -> Vec<String> {
    let whole = facts.packages.iter().filter(|package| package.scope.0 == 0);
    let most = if manifest.packages.clauses {
        CLAUSES
    } else {
        1
    };
    let mut clauses: Vec<String> = Vec::new();
    for package in whole.take(most) {
        let name = normal(manifest, facts.names.get(package.name));
        let outer = clauses.last().cloned();
        clauses.push(below(&outer.unwrap_or_else(|| key(manifest, "")), &name));
    }
    clauses
}

/// The row of the innermost of `declared` around `scope`.
#[must_use]
pub fn around_scope(facts: &FileFacts, declared: &[(ScopeId, String)], scope: ScopeId) -> usize {
    let mut scope = scope;
    loop {
        if let Some(row) = declared.iter().position(|(known, _)| *known == scope) {
            return row;
        }
        if scope.0 == 0 {
            return 0;
        }
        scope = facts.scopes[scope.index()].parent;
    }
}

/// The key of the package called `name`.
#[must_use]
pub fn key(manifest: &Manifest, name: &str) -> String {
    format!("{}:{}", manifest.family, normal(manifest, name))
}

/// The key of the package `name` below `package`.
#[must_use]
pub fn below(package: &str, name: &str) -> String {
    let separator = if package.ends_with(':') { "" } else { "." };
    format!("{package}{separator}{name}")
}

/// The key of the package around `package`; none around the unnamed one.
#[must_use]
pub fn above(package: &str) -> Option<&str> {
    let (family, name) = package.split_once(':')?;
    match name.rsplit_once('.') {
        Some((outer, _)) => Some(&package[..family.len() + 1 + outer.len()]),
        None => (!name.is_empty()).then(|| &package[..=family.len()]),
    }
}

/// `package` and those around it, up to but without `outer`.
pub fn chain<'a>(package: &'a str, outer: &'a str) -> impl Iterator<Item = &'a str> {
    std::iter::successors(Some(package), |package| above(package))
        .take_while(move |package| *package != outer)
}

/// A name with `.` between its parts and nothing else.
fn normal(manifest: &Manifest, name: &str) -> String {
    let separator = manifest.packages.separator.as_str();
    let mut name: String = name.split_whitespace().collect();
    if !manifest.scoping.exact_prefix.is_empty() {
        name.make_ascii_lowercase();
    }
    match separator {
        "" | "." => name,
        separator => name.trim_start_matches(separator).replace(separator, "."),
    }
}
