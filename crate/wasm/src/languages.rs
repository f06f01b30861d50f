//! The languages of this instance: those shipped, and those a host registers.

use crate::builder;
use crate::dto::LanguageSource;
use crate::grammar;
use crate::values::{Thrown, read, thrown};
use std::cell::RefCell;
use tsify::Ts;
use wasm_bindgen::prelude::*;
use waymark_engine::extract::Languages;
use waymark_engine::extract::registry::{Claims, Source};

thread_local! {
    static KNOWN: RefCell<Option<Languages>> = const { RefCell::new(None) };
}

/// All languages.
///
/// # Errors
/// `invalid-language` if a shipped one is wrong; a test holds that none is.
pub fn languages() -> Thrown<Languages> {
    KNOWN.with_borrow_mut(|known| {
        if known.is_none() {
            *known = Some(Languages::builtin().map_err(thrown)?);
        }
        Ok(known.clone().unwrap_or_default())
    })
}

/// Adds or replaces a language: builds and snapshots from now on know it.
///
/// # Errors
/// `invalid-language` with file, line and column of the first mistake in the
/// manifest or the queries, a `grammar-…` code where the grammar cannot be linked.
/// What was known stays as it was then.
#[wasm_bindgen(js_name = registerLanguage)]
pub fn register_language(language: Ts<LanguageSource>, module: &JsValue) -> Thrown<()> {
    let given: LanguageSource = read(Some(language))?;
    let named = format!("name = {:?}\n", given.name);
    let queries = &given.queries;
    let source = Source {
        name: &given.name,
        manifest: given.manifest.as_deref().unwrap_or(&named),
        queries: [
            &queries.declarations,
            &queries.imports,
            &queries.calls,
            &queries.inheritance,
            &queries.docs,
            &queries.decorators,
            &queries.statements,
        ],
    };
    let claims = Claims {
        extensions: given.extensions,
        filenames: given.filenames,
        shebangs: given.shebangs,
    };
    let mut known = languages()?;
    let language = known.register(&source, claims).map_err(thrown)?;
    let symbol = language.manifest.symbol.trim_start_matches("tree_sitter_");
    let linked = grammar::link(&grammar::module(module)?, symbol)?;
    language.compile(linked.clone()).map_err(thrown)?;
    builder::keep(&language.manifest.grammar, linked);
    KNOWN.set(Some(known));
    Ok(())
}

/// Adds the rules of a framework, a text like the files of `queries/frameworks`, or
/// replaces those of its name. Builds from then on know them.
///
/// # Errors
/// `invalid-argument` with what is wrong in them.
#[wasm_bindgen(js_name = registerFramework)]
pub fn register_framework(rules: &str) -> Thrown<()> {
    let mut known = languages()?;
    known.add_framework("rules", rules).map_err(thrown)?;
    KNOWN.set(Some(known));
    Ok(())
}
