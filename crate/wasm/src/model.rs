//! The embedding model of this instance.

use crate::values::{Thrown, thrown};
use std::cell::RefCell;
use std::sync::Arc;
use wasm_bindgen::prelude::*;
use waymark_engine::search::embed::Model;

thread_local! {
    static MODEL: RefCell<Option<Arc<Model>>> = const { RefCell::new(None) };
}

/// Reads the embedding model, once an instance.
///
/// # Errors
/// `invalid-model` for other bytes.
#[wasm_bindgen(js_name = setModel)]
pub fn set_model(bytes: &[u8]) -> Thrown<()> {
    let model = Model::read(bytes).map_err(thrown)?;
    MODEL.set(Some(Arc::new(model)));
    Ok(())
}

/// Whether this instance has the model.
#[wasm_bindgen(js_name = hasModel)]
pub fn has_model() -> bool {
    model().is_some()
}

/// The model, once it is read.
pub fn model() -> Option<Arc<Model>> {
    MODEL.with_borrow(Option::clone)
}
