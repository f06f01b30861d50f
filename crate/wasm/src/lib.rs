//! The wasm-bindgen boundary.

pub mod grammar;
#[cfg(target_arch = "wasm32")]
mod probe;
