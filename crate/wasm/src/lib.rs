//! The wasm-bindgen boundary: values in, values out, five lines an operation.
//!
//! [`builder`] takes files to an [`index`], read by the [`languages`]; [`walker`] tells a host which files
//! to read; [`grammar`] links the side modules that builds need. Knows nothing
//! of files, networks or event loops: those are the JavaScript around it.

#[cfg(target_arch = "wasm32")]
mod builder;
#[cfg(target_arch = "wasm32")]
mod dto;
pub mod grammar;
#[cfg(target_arch = "wasm32")]
mod index;
#[cfg(target_arch = "wasm32")]
mod languages;
#[cfg(target_arch = "wasm32")]
mod model;
#[cfg(target_arch = "wasm32")]
mod probe;
#[cfg(target_arch = "wasm32")]
mod values;
#[cfg(target_arch = "wasm32")]
mod walker;

/// Gives this module a new instance at the next call, with memory as it was at
/// the start. For hosts whose instance trapped: its memory may be inconsistent.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn restart() {
    wasm_bindgen::handler::schedule_reinit();
}
