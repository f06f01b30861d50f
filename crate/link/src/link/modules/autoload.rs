//! Which of several files that declare a name of a package loads it, where a manifest
//! says from where packages are loaded (PHP, PSR-4).

use crate::ids::{FileId, NameId, ScopeId};
use crate::link::layout::Layout;
use crate::link::packages;
use crate::link::program::Program;

/// Drops from the sorted `names` of `package` what other files are loaded before: the
/// file that a package's directory holds for the name, else any that is loaded at all.
pub fn prefer(
    names: &mut Vec<(NameId, FileId, ScopeId)>,
    package: &str,
    program: &Program<'_>,
    layout: &Layout,
) {
    let namesakes = |a: &(NameId, FileId, ScopeId), b: &(NameId, FileId, ScopeId)| a.0 == b.0;
    if names.chunk_by(namesakes).all(|group| group.len() == 1) {
        return;
    }
    let mut kept = Vec::with_capacity(names.len());
    for group in names.chunk_by(namesakes) {
        let ranks = group
            .iter()
            .map(|(name, file, _)| rank(program, layout, package, *name, *file));
        let ranks: Vec<u8> = ranks.collect();
        let best = ranks.iter().copied().max();
        let rows = group
            .iter()
            .zip(&ranks)
            .filter(|(_, rank)| Some(**rank) == best);
        kept.extend(rows.map(|(row, _)| *row));
    }
    *names = kept;
}

/// 2 for the file in which a class of the name is looked for, 1 for others that are
/// loaded, 0 for those that are not.
fn rank(program: &Program<'_>, layout: &Layout, package: &str, name: NameId, file: FileId) -> u8 {
    let path = &program.corpus.files()[file.index()].path;
    let manifest = program.rules(file).manifest();
    let mut best = 0;
    for (prefix, place) in &layout.autoload {
        let Some(rest) = path.strip_prefix(place.as_str()) else {
            continue;
        };
        let rest = match place.is_empty() {
            true => rest,
            false if rest.is_empty() => "",
            false => match rest.strip_prefix('/') {
                Some(rest) => rest,
                None => continue,
            },
        };
        let prefix = packages::key(manifest, prefix);
        let below = package
            .strip_prefix(&prefix)
            .map(|rest| rest.trim_start_matches('.'));
        let name = program.names.get(name);
        let wanted = below.map(|below| format!("{}/{name}", below.replace('.', "/")));
        let stem = rest.rsplit_once('.').map_or(rest, |(stem, _)| stem);
        let exact =
            wanted.is_some_and(|wanted| wanted.trim_start_matches('/').eq_ignore_ascii_case(stem));
        best = best.max(1 + u8::from(exact));
    }
    best
}
