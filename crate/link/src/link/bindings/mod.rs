//! Rule 10: bindings between languages, only where nothing else matched (spec
//! 2.1). What ways there are is a [`table`]; here is how they are followed.

mod registered;
mod table;

use crate::extract::facts::{Expr, Flags, Kind, Reference, ReferenceKind};
use crate::ids::{DefinitionId, ExprId, FileId, SymbolId};
use crate::link::evidence::{EdgeKind, Provenance};
use crate::link::linker::Linker;
use crate::link::links::{Endpoint, Links};
use crate::link::modules::parent;
use crate::link::program::Entry;
use crate::link::resolve::push;
use crate::sort::Arrange;
use table::{BINDINGS, Binding, Offer, Through};

/// What the other sides of bindings offer.
#[derive(Debug, Default)]
pub struct Offers {
    /// Offered name, row of the table, and the function; sorted.
    functions: Vec<(String, usize, SymbolId)>,
    /// Row of the table and the name of a module of it.
    modules: Vec<(usize, String)>,
    /// Rows of the table both sides of which are in the tree.
    rows: Vec<usize>,
}

impl Linker<'_> {
    /// Collects what is offered. Nothing is read where only one side is there.
    pub fn collect_offers(&mut self) {
        let mut offers = Offers::default();
        let there = |languages: &[&str]| {
            let mut units = self.program.units.iter();
            units.any(|unit| languages.contains(&unit.facts.language.as_str()))
        };
        let rows = BINDINGS.iter().enumerate();
        let rows = rows.filter(|(_, binding)| there(binding.from) && there(binding.to));
        offers.rows = rows.map(|(row, _)| row).collect();
        for &row in &offers.rows.clone() {
            for index in 0..self.program.units.len() {
                let file = FileId::at(index);
                let language = &self.program.unit(file).facts.language;
                if BINDINGS[row].to.contains(&language.as_str()) {
                    match BINDINGS[row].offer {
                        Offer::Marked(marks) => self.marked(file, row, marks, &mut offers),
                        Offer::Registered(marks) => self.registered(file, row, marks, &mut offers),
                        Offer::Named | Offer::Mangled => {}
                    }
                }
            }
        }
        offers.functions.arrange();
        offers.functions.dedup();
        self.offers = offers;
    }

    fn marked(&self, file: FileId, row: usize, marks: &[&str], offers: &mut Offers) {
        let binding = &BINDINGS[row];
        let facts = self.program.unit(file).facts;
        for (at, definition) in facts.definitions.iter().enumerate() {
            let own = facts.names.get(definition.name);
            let mut arguments = definition.decorators.iter().map(|mark| &mark.arguments);
            let given = arguments.find_map(|text| given_name(text, binding.renames));
            for decorator in &definition.decorators {
                let mark = facts.names.get(decorator.name);
                let mark = mark.rsplit("::").next().unwrap_or(mark);
                if mark == binding.module && !mark.is_empty() {
                    offers.modules.push((row, given.unwrap_or(own).to_owned()));
                }
                if marks.contains(&mark) {
                    let name = match (given, binding.camel && definition.kind.is_callable()) {
                        (Some(given), _) => given.to_owned(),
                        (None, true) => camel(own),
                        (None, false) => own.to_owned(),
                    };
                    let symbol = self.program.symbol(file, DefinitionId::at(at));
                    offers.functions.push((name, row, symbol));
                }
            }
        }
    }

    fn registered(&self, file: FileId, row: usize, marks: &[&str], offers: &mut Offers) {
        let stored = &self.program.corpus.files()[file.index()];
        let text = stored.text.unpack().unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        for mark in marks {
            for (name, identifiers) in registered::registered(&text, mark) {
                let mut targets = identifiers.iter().filter_map(|identifier| {
                    let id = self.program.names.find(identifier)?;
                    let mut named = self.program.named(id);
                    named.find(|symbol| self.is_offered(*symbol, BINDINGS[row].to))
                });
                if let Some(symbol) = targets.next() {
                    offers.functions.push((name.to_owned(), row, symbol));
                }
            }
        }
        if !BINDINGS[row].module.is_empty() {
            let names = registered::first_arguments(&text, BINDINGS[row].module);
            offers
                .modules
                .extend(names.iter().map(|name| (row, (*name).to_owned())));
        }
    }

    fn is_offered(&self, symbol: SymbolId, languages: &[&str]) -> bool {
        let (file, _, definition) = self.program.locate(symbol);
        let language = self.program.unit(file).facts.language.as_str();
        languages.contains(&language)
            && definition.kind.is_callable()
            && definition.kind != Kind::Macro
    }

    /// What a call that nothing else explains means in another language.
    pub fn bound_to(&mut self, file: FileId, reference: &Reference) -> Option<Vec<SymbolId>> {
        if self.offers.rows.is_empty() || reference.kind == ReferenceKind::Expand {
            return None;
        }
        let language = self.program.unit(file).facts.language.as_str();
        let rows = self.offers.rows.clone();
        let rows = rows
            .into_iter()
            .filter(|row| BINDINGS[*row].from.contains(&language));
        for row in rows {
            let found = match BINDINGS[row].through {
                Through::Library(libraries) => {
                    self.through_library(file, reference, row, libraries)
                }
                Through::Module(modules) => self.through_module(file, reference, row, modules),
                Through::Declared(_) => Vec::new(),
            };
            if !found.is_empty() {
                return Some(found);
            }
        }
        None
    }

    fn through_library(
        &mut self,
        file: FileId,
        reference: &Reference,
        row: usize,
        libraries: &[&str],
    ) -> Vec<SymbolId> {
        let facts = self.program.unit(file).facts;
        let mut sources = facts
            .imports
            .iter()
            .map(|import| facts.names.get(import.source));
        let has_receiver = matches!(self.expr(file, reference.target), Expr::Member { .. });
        let (true, Some(name)) = (has_receiver, reference.name) else {
            return Vec::new();
        };
        if !sources.any(|source| libraries.contains(&source)) {
            return Vec::new();
        }
        let name = self.name(file, name);
        self.offered_by_name(name, &BINDINGS[row])
    }

    /// The public functions called `name` on the other side, bodies before
    /// declarations.
    fn offered_by_name(&mut self, name: crate::ids::NameId, binding: &Binding) -> Vec<SymbolId> {
        let named = self.program.named(name);
        let mut found: Vec<SymbolId> = named
            .filter(|symbol| {
                let flags = self.program.definition(*symbol).flags;
                self.is_offered(*symbol, binding.to) && !flags.has(Flags::PRIVATE)
            })
            .collect();
        if found.iter().any(|symbol| !self.is_abstract(*symbol)) {
            found.retain(|symbol| !self.is_abstract(*symbol));
        }
        found
    }

    fn through_module(
        &self,
        file: FileId,
        reference: &Reference,
        row: usize,
        modules: &[&str],
    ) -> Vec<SymbolId> {
        let Some((source, name)) = self.imported_name(file, reference.target) else {
            return Vec::new();
        };
        let functions = &self.offers.functions;
        let first = functions.partition_point(|(known, ..)| known.as_str() < name);
        let offered = functions[first..]
            .iter()
            .take_while(|(known, ..)| known == name)
            .filter(|(_, known, _)| *known == row)
            .map(|(.., symbol)| *symbol);
        let last = source.rsplit(['/', '.']).next().unwrap_or(source);
        let known = self
            .offers
            .modules
            .iter()
            .any(|(of, module)| *of == row && module == last);
        let listed = modules.iter().any(|module| match *module {
            "." => source.starts_with('.'),
            module => module == source,
        });
        let around = |symbol: &SymbolId| {
            let home = self.program.file_of(*symbol);
            let path = &self.program.corpus.files()[home.index()].path;
            parent(path).split('/').any(|folder| folder == source)
        };
        offered
            .filter(|symbol| known || listed || around(symbol))
            .collect()
    }

    /// The source of the import that `expr` begins with, and the name in it.
    fn imported_name(&self, file: FileId, expr: ExprId) -> Option<(&str, &str)> {
        let facts = self.program.unit(file).facts;
        let (root, member) = match self.expr(file, expr) {
            Expr::Member { object, name } => (*object, Some(*name)),
            _ => (expr, None),
        };
        let Expr::Name { name, scope, .. } = *self.expr(file, root) else {
            return None;
        };
        let name = self.name(file, name);
        let mut here = scope;
        let import = loop {
            match self.program.entries(file, here, name).first() {
                Some((.., Entry::Import(row))) => break &facts.imports[*row as usize],
                Some((.., Entry::Binding(row))) => {
                    // `const addon = require("./addon")`
                    let value = facts.bindings[*row as usize].value?;
                    return match self.expr(file, value) {
                        Expr::Module(source) => {
                            Some((facts.names.get(*source), facts.names.get(member?)))
                        }
                        _ => None,
                    };
                }
                Some(_) => return None,
                None if here.0 == 0 => return None,
                None => here = facts.scopes[here.index()].parent,
            }
        };
        let name = member.or(import.name)?;
        Some((facts.names.get(import.source), facts.names.get(name)))
    }

    /// Adds the edges of methods whose bodies are functions of another language.
    pub fn link_declared(&mut self, file: FileId, links: &mut Links) {
        let facts = self.program.unit(file).facts;
        for row in self.offers.rows.clone() {
            let binding = &BINDINGS[row];
            let Through::Declared(word) = binding.through else {
                continue;
            };
            if !binding.from.contains(&facts.language.as_str()) {
                continue;
            }
            for (at, definition) in facts.definitions.iter().enumerate() {
                let mut words = definition.signature.split_whitespace();
                if !definition.kind.is_callable() || !words.any(|known| known == word) {
                    continue;
                }
                let symbol = self.program.symbol(file, DefinitionId::at(at));
                let mangled = self.mangled(file, symbol);
                let Some(name) = self.program.names.find(&mangled) else {
                    continue;
                };
                let targets = self.offered_by_name(name, binding);
                let count = targets.len() as u16;
                for target in targets {
                    let (source, target) = (Endpoint::Symbol(symbol), Endpoint::Symbol(target));
                    let line = definition.name_line;
                    push(
                        links,
                        EdgeKind::Binds,
                        source,
                        target,
                        line,
                        Provenance::Binding,
                        count,
                    );
                }
            }
        }
    }

    /// `Java_`, the package, the classes and the method, each mangled.
    fn mangled(&self, file: FileId, symbol: SymbolId) -> String {
        let mut names = Vec::new();
        let mut holder = Some(symbol);
        while let Some(at) = holder {
            names.push(self.program.names.get(self.program.name_of(at)));
            holder = self.program.container(at);
        }
        let mut text = "Java".to_owned();
        let package = self.program.unit(file).facts.package();
        for part in package.split('.').filter(|part| !part.is_empty()) {
            text.push('_');
            mangle(part, &mut text);
        }
        let method = names.len() == 1;
        for (at, name) in names.iter().rev().enumerate() {
            // Classes in classes are joined by `$`.
            let inner = at > 0 && at + 1 < names.len() && !method;
            text.push_str(if inner { "_00024" } else { "_" });
            mangle(name, &mut text);
        }
        text
    }
}

/// Adds `name` as JNI spells it.
fn mangle(name: &str, text: &mut String) {
    for c in name.chars() {
        match c {
            '_' => text.push_str("_1"),
            c if c.is_ascii_alphanumeric() => text.push(c),
            c => {
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    text.push_str("_0");
                    for shift in [12, 8, 4, 0] {
                        let digit = u32::from(*unit >> shift & 15);
                        text.extend(char::from_digit(digit, 16));
                    }
                }
            }
        }
    }
}

/// The name that follows one of `words` and `=` in the arguments of an attribute.
fn given_name<'a>(arguments: &'a str, words: &[&str]) -> Option<&'a str> {
    let word = words.iter().find_map(|word| {
        let (_, rest) = arguments.split_once(word)?;
        rest.trim_start().strip_prefix('=')
    })?;
    let name = word.trim_start().trim_start_matches('"');
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
    name.get(..end.unwrap_or(name.len()))
        .filter(|name| !name.is_empty())
}

/// `open_valve` as `openValve`.
fn camel(name: &str) -> String {
    let mut camel = String::new();
    for (at, part) in name.split('_').enumerate() {
        let mut letters = part.chars();
        if at > 0 {
            camel.extend(letters.next().map(|c| c.to_ascii_uppercase()));
        }
        camel.push_str(letters.as_str());
    }
    camel
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_spelled_as_the_other_side_does() {
        let mut text = String::new();
        mangle("a_b\u{e9}", &mut text);
        assert_eq!(text, "a_1b_000e9");
        assert_eq!(camel("open_valve_2"), "openValve2");
        let given = |arguments| given_name(arguments, &["js_name", "name"]);
        assert_eq!(given("(js_name = openIt)"), Some("openIt"));
        assert_eq!(given("(name = \"open\", text)"), Some("open"));
        assert_eq!(given("(constructor)"), None);
    }
}
