//! The import packages of a Python distribution: what others import of it, and what its
//! commands run.

use crate::corpus::Corpus;
use crate::graph::packages::Package;
use crate::source::manifest::{Manifest, PythonPackage};
use crate::source::path;

/// What makes a directory a package.
const INIT: [&str; 2] = ["__init__.py", "__init__.pyi"];

/// Adds what `manifest` tells.
pub(crate) fn add(
    package: &mut Package,
    manifest: &Manifest,
    python: &PythonPackage,
    corpus: &Corpus,
) {
    let declares = !python.packages.is_empty() || path::file_name(&manifest.path) == "setup.py";
    package.is_library |= manifest.name.is_some() || declares;
    for root in &python.source_roots {
        let named = python.packages.iter().map(|name| name.replace('.', "/"));
        let found = named.filter_map(|name| module(root, &name, corpus));
        package.modules.extend(found.map(|(module, _)| module));
    }
    if package.modules.is_empty() {
        let roots = python.source_roots.iter();
        let found = roots.flat_map(|root| import_packages(root, corpus));
        package.modules.extend(found);
    }
    let within = package.modules.iter().flat_map(|module| {
        let files = INIT.iter().chain(&["__main__.py"]);
        files.filter_map(|file| path::join(module, file))
    });
    package
        .entries
        .extend(within.filter(|path| corpus.find(path).is_some()));
    for (_, run) in &python.scripts {
        let (name, function) = run.split_once(':').unwrap_or((run, ""));
        let name = name.trim().replace('.', "/");
        let roots = python.source_roots.iter();
        let mut found = roots.filter_map(|root| module(root, &name, corpus));
        let Some((_, file)) = found.next() else {
            continue;
        };
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let function = function.trim();
        let end = function.find(|c| !is_name(c)).unwrap_or(function.len());
        package.entries.push(file.clone());
        if end > 0 {
            package.commands.push((file, function[..end].to_owned()));
        }
    }
}

/// The directory or file of the module at `name` below `root`, and the file that it is
/// when it is imported.
fn module(root: &str, name: &str, corpus: &Corpus) -> Option<(String, String)> {
    let dir = path::join(root, name)?;
    let there = |path: &String| corpus.find(path).is_some();
    let files = [format!("{dir}.py"), format!("{dir}.pyi")];
    if let Some(file) = files.into_iter().find(there) {
        return Some((file.clone(), file));
    }
    let mut files = INIT.iter().filter_map(|file| path::join(&dir, file));
    files.find(there).map(|file| (dir, file))
}

/// The directories directly below `root` that are packages.
fn import_packages(root: &str, corpus: &Corpus) -> Vec<String> {
    let files = corpus.files().iter();
    let inits = files.filter(|file| is_init(&file.path));
    let dirs = inits.map(|file| path::parent(&file.path));
    let dirs = dirs.filter(|dir| !dir.is_empty() && path::parent(dir) == root);
    dirs.map(str::to_owned).collect()
}

/// Whether the file at `path` stands for its directory.
#[must_use]
pub(crate) fn is_init(path: &str) -> bool {
    INIT.contains(&path::file_name(path))
}

/// Whether others may import the file at `path`: it lies where the package keeps what is
/// imported, and no part of its name there is private.
#[must_use]
pub(crate) fn is_public(package: &Package, path: &str, private: &str) -> bool {
    let among = |module: &String| path == module || path::below(path, module).is_some();
    let kept = package.modules.is_empty() || package.modules.iter().any(among);
    let inside = path::below(path, &package.dir).unwrap_or(path);
    let parts = inside.split('/').map(|part| part.split('.').next());
    let hidden = |part: &str| part.starts_with(private) && part != "__init__";
    kept && !parts.flatten().any(hidden)
}
