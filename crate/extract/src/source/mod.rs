//! Discovery: from paths and bytes to the files worth reading.
//!
//! Lives here: the source tree in memory, tar, ignore rules and the default skip
//! list, the checks on names and contents, language detection, package
//! manifests. Hands on the kept files with language and tier, the manifests, and
//! a count of every drop by reason. Must not know how a file is parsed.

pub mod archive;
pub mod content;
pub mod dialect;
pub mod drops;
pub mod ignore;
pub mod language;
pub mod manifest;
pub mod names;
pub mod notebook;
pub mod path;
pub mod signs;
pub mod skips;
pub mod tier;
pub mod toml;
pub mod tree;
pub mod walk;
