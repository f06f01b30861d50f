//! Helpers of this folder's unit tests.

use super::{Listing, Manifest, Manifests};
use crate::report::Report;
use crate::sort::Arrange;

/// Reads the manifests of a tree given as pairs of path and text.
pub(super) fn read(tree: &[(&str, &str)]) -> (Manifests, Report) {
    let read = |path: &str| {
        let found = tree.iter().find(|(known, _)| *known == path)?;
        Some(found.1.as_bytes().to_vec())
    };
    let listing = Listing::new(tree.iter().map(|(path, _)| *path), &read);
    let mut report = Report::default();
    let manifests = Manifests::read(&listing, &mut report);
    (manifests, report)
}

/// The manifest at the first path of `tree`, which must be read without a note.
pub(super) fn read_first(tree: &[(&str, &str)]) -> Manifest {
    let (manifests, report) = read(tree);
    assert_eq!(report, Report::default());
    let first = manifests.iter().find(|manifest| manifest.path == tree[0].0);
    first.cloned().expect("the first path is a manifest")
}

/// Dependencies as `kind name[=package][@path]`, sorted by name for short
/// assertions.
pub(super) fn dependencies(manifest: &Manifest) -> Vec<String> {
    let show = |d: &super::Dependency| {
        let package = d
            .package
            .as_ref()
            .map(|p| format!("={p}"))
            .unwrap_or_default();
        let path = d.path.as_ref().map(|p| format!("@{p}")).unwrap_or_default();
        format!("{:?} {}{package}{path}", d.kind, d.name)
    };
    let mut found: Vec<String> = manifest.dependencies.iter().map(show).collect();
    found.arrange_by_key(|shown| shown.split(' ').nth(1).map(str::to_owned));
    found
}

/// The manifest at `at` in path order.
pub(super) fn nth(manifests: &Manifests, at: usize) -> &Manifest {
    manifests.iter().nth(at).expect("that many manifests")
}
