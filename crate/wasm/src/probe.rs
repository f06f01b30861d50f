//! A bare parse: what the time of a whole build is measured against, and what shows that a grammar works.

use tree_sitter::Parser;
use wasm_bindgen::prelude::*;

use crate::grammar;

/// Parses with one grammar and does nothing else.
#[wasm_bindgen]
pub struct BareParser(Parser);

#[wasm_bindgen]
impl BareParser {
    /// Links `grammar`, bytes or a `WebAssembly.Module`, as the language `name`.
    ///
    /// # Errors
    /// When the grammar cannot be linked.
    #[wasm_bindgen(constructor)]
    pub fn new(grammar: &JsValue, name: &str) -> Result<Self, JsValue> {
        let language = grammar::link(&grammar::module(grammar)?, name)?;
        let mut parser = Parser::new();
        parser
            .set_language(&language)
            .map_err(|error| JsError::new(&error.to_string()))?;
        Ok(Self(parser))
    }

    /// Parses `text` and returns the number of nodes.
    pub fn parse(&mut self, text: &[u8]) -> usize {
        self.0
            .parse(text, None)
            .map_or(0, |tree| tree.root_node().descendant_count())
    }
}
