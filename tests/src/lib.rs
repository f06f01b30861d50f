//! What the native tests share: grammars linked as crates of the same versions
//! as the side modules that the package ships.

use waymark_engine::extract::{Extractor, Languages};

/// The native grammar called `name` in a manifest.
#[must_use]
pub fn grammar(name: &str) -> Option<tree_sitter::Language> {
    Some(match name {
        "go" => tree_sitter_go::LANGUAGE.into(),
        "java" => tree_sitter_java::LANGUAGE.into(),
        "javascript" => tree_sitter_javascript::LANGUAGE.into(),
        "python" => tree_sitter_python::LANGUAGE.into(),
        "rust" => tree_sitter_rust::LANGUAGE.into(),
        "tsx" => tree_sitter_typescript::LANGUAGE_TSX.into(),
        "typescript" => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        _ => return None,
    })
}

/// An extractor for the built-in language `name`.
///
/// # Errors
/// The engine's error, or a sentence where the language has no native grammar.
pub fn extractor(name: &str) -> Result<Extractor, String> {
    let languages = Languages::builtin().map_err(|error| error.to_string())?;
    let language = languages
        .get(name)
        .ok_or_else(|| format!("no language {name}"))?
        .clone();
    let grammar =
        grammar(&language.manifest.grammar).ok_or_else(|| format!("no grammar for {name}"))?;
    Extractor::new(language, grammar).map_err(|error| error.to_string())
}
