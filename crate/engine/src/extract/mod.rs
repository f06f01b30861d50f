//! Extraction: the bytes of one file and its language become [`FileFacts`].
//!
//! Pure per file, so it runs in parallel workers and is cached by content
//! hash. It records what the source says and decides nothing: which definition
//! a name means is the linker's question.

pub mod facts;

pub use facts::FileFacts;
