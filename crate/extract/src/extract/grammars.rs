//! Grammars that are at hand when a question needs a file parsed again.

use crate::error::{Code, Result, WaymarkError};
use crate::extract::{Extractor, Languages};
use std::collections::BTreeMap;

/// Grammars by the names that manifests give them.
pub type Grammars = BTreeMap<String, tree_sitter::Language>;

/// A reader of files in `language`.
///
/// # Errors
/// [`Code::GrammarMissing`] with the grammar to load where it is not at hand,
/// [`Code::NotFound`] for a language that there is not.
pub fn extractor(languages: &Languages, grammars: &Grammars, language: &str) -> Result<Extractor> {
    let Some(known) = languages.get(language) else {
        let message = format!("there is no language `{language}`");
        return Err(WaymarkError::new(Code::NotFound, message));
    };
    let name = &known.manifest.grammar;
    let Some(grammar) = grammars.get(name) else {
        let message = format!(
            "statements need the grammar `{name}`, which an index that was opened from a snapshot \
             does not hold: load it first"
        );
        return Err(WaymarkError::new(Code::GrammarMissing, message));
    };
    Extractor::new(known.clone(), grammar.clone())
}
