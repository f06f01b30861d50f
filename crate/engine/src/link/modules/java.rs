//! Java: a package is a name that files declare (JLS §7).

use crate::ids::FileId;
use crate::link::program::Program;

/// The package that a file declares; the unnamed one is "".
pub(super) fn package(program: &Program<'_>, file: FileId) -> String {
    let facts = program.unit(file).facts;
    let name = facts.package.map_or("", |name| facts.names.get(name));
    name.split_whitespace().collect()
}
