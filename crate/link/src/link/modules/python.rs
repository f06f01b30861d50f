//! Python: dotted names from source roots, relative imports from the package
//! (The import system, Python Language Reference §5).

use super::{Modules, join, parent};
use crate::extract::manifest::Modules as Family;
use crate::ids::FileId;
use crate::link::layout::Layout;
use crate::link::program::Program;
use crate::link::types::Module;

/// Folders that absolute imports start from.
#[derive(Debug, Default)]
pub(super) struct Roots {
    folders: Vec<String>,
}

impl Roots {
    pub(super) fn new(program: &Program<'_>, layout: &Layout) -> Self {
        let mut folders = vec![String::new(), "src".to_owned()];
        folders.extend(layout.python.iter().cloned());
        // The folder above each outermost package holds importable packages.
        for (index, file) in program.corpus.files().iter().enumerate() {
            let is_package =
                file.path.ends_with("/__init__.py") || file.path.ends_with("/__init__.pyi");
            if is_package && program.rules(FileId::at(index)).manifest().modules == Family::Python {
                let package = parent(&file.path);
                let above = parent(package);
                if !has_init(program, above) {
                    folders.push(above.to_owned());
                }
            }
        }
        let mut seen = std::collections::BTreeSet::new();
        folders.retain(|folder| seen.insert(folder.clone()));
        Self { folders }
    }

    pub(super) fn resolve(
        &self,
        modules: &Modules,
        program: &Program<'_>,
        file: FileId,
        source: &str,
    ) -> Option<Module> {
        let path = &program.corpus.files()[file.index()].path;
        let dots = source.bytes().take_while(|byte| *byte == b'.').count();
        let dotted = source[dots..].trim();
        if dots > 0 {
            let mut folder = parent(path);
            for _ in 1..dots {
                if folder.is_empty() {
                    return None;
                }
                folder = parent(folder);
            }
            return find(modules, program, folder, dotted);
        }
        // The package root of the importing file first, then the declared and
        // found roots, then the file's own folder (scripts).
        let mut own = parent(path);
        while !own.is_empty() && has_init(program, own) {
            own = parent(own);
        }
        let roots = std::iter::once(own).chain(self.folders.iter().map(String::as_str));
        for root in roots {
            if let Some(module) = find(modules, program, root, dotted) {
                return Some(module);
            }
        }
        None
    }
}

/// `dotted` below `folder`: a file, a package, or a folder without `__init__`.
fn find(modules: &Modules, program: &Program<'_>, folder: &str, dotted: &str) -> Option<Module> {
    let path = join(folder, &dotted.replace('.', "/"))?;
    if dotted.is_empty() {
        return package(modules, program, &path);
    }
    for extension in ["py", "pyi"] {
        if let Some(file) = program.corpus.find(&format!("{path}.{extension}")) {
            // A package wins over a module of its name.
            return init(program, &path).or(Some(file)).map(Module::File);
        }
    }
    package(modules, program, &path)
}

fn package(modules: &Modules, program: &Program<'_>, folder: &str) -> Option<Module> {
    if let Some(file) = init(program, folder) {
        return Some(Module::File(file));
    }
    (!folder.is_empty() && modules.has_folder(folder) && holds_python(program, folder))
        .then(|| Module::Folder(format!("/{folder}").into()))
}

/// Whether a folder without `__init__` holds Python files, at any depth.
fn holds_python(program: &Program<'_>, folder: &str) -> bool {
    let files = program.corpus.files();
    let prefix = format!("{folder}/");
    let start = files.partition_point(|file| file.path.as_str() < prefix.as_str());
    files[start..]
        .iter()
        .take_while(|file| file.path.starts_with(&prefix))
        .any(|file| file.path.ends_with(".py") || file.path.ends_with(".pyi"))
}

fn init(program: &Program<'_>, folder: &str) -> Option<FileId> {
    let slash = if folder.is_empty() { "" } else { "/" };
    let find = |extension| {
        program
            .corpus
            .find(&format!("{folder}{slash}__init__.{extension}"))
    };
    find("py").or_else(|| find("pyi"))
}

fn has_init(program: &Program<'_>, folder: &str) -> bool {
    init(program, folder).is_some()
}

/// The submodule `name` of the package whose `__init__` is `file`.
pub(super) fn below(
    modules: &Modules,
    program: &Program<'_>,
    file: FileId,
    name: &str,
) -> Option<Module> {
    let path = &program.corpus.files()[file.index()].path;
    let folder = parent(path);
    let is_package = path
        .rsplit('/')
        .next()
        .is_some_and(|name| name.starts_with("__init__."));
    if is_package {
        find(modules, program, folder, name)
    } else {
        None
    }
}

/// The submodule `name` of a folder without `__init__`.
pub(super) fn in_folder(
    modules: &Modules,
    program: &Program<'_>,
    folder: &str,
    name: &str,
) -> Option<Module> {
    find(modules, program, folder.strip_prefix('/')?, name)
}
