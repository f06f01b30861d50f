//! What the native tests share: grammars linked as crates of the same versions
//! as the side modules that the package ships.

use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use waymark_engine::extract::registry::{QUERY_FILES, Source};
use waymark_engine::extract::{Extractor, Languages};
use waymark_engine::index::{Build, Embedder, Index, Settings};
use waymark_engine::search::embed::Model;
use waymark_engine::{Code, WaymarkError};

/// The native grammar called `name` in a manifest.
#[must_use]
pub fn grammar(name: &str) -> Option<tree_sitter::Language> {
    Some(match name {
        "bash" => tree_sitter_bash::LANGUAGE.into(),
        "c" => tree_sitter_c::LANGUAGE.into(),
        "cpp" => tree_sitter_cpp::LANGUAGE.into(),
        "csharp" => tree_sitter_c_sharp::LANGUAGE.into(),
        "go" => tree_sitter_go::LANGUAGE.into(),
        "java" => tree_sitter_java::LANGUAGE.into(),
        "javascript" => tree_sitter_javascript::LANGUAGE.into(),
        "kotlin" => tree_sitter_kotlin_ng::LANGUAGE.into(),
        "lua" => tree_sitter_lua::LANGUAGE.into(),
        "php" => tree_sitter_php::LANGUAGE_PHP.into(),
        "python" => tree_sitter_python::LANGUAGE.into(),
        "ruby" => tree_sitter_ruby::LANGUAGE.into(),
        "rust" => tree_sitter_rust::LANGUAGE.into(),
        "scala" => tree_sitter_scala::LANGUAGE.into(),
        "swift" => tree_sitter_swift::LANGUAGE.into(),
        "tsx" => tree_sitter_typescript::LANGUAGE_TSX.into(),
        "typescript" => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        "css" => tree_sitter_css::LANGUAGE.into(),
        "dockerfile" => tree_sitter_containerfile::LANGUAGE.into(),
        "hcl" => tree_sitter_hcl::LANGUAGE.into(),
        "json" => tree_sitter_json::LANGUAGE.into(),
        "make" => tree_sitter_make::LANGUAGE.into(),
        "markdown" => tree_sitter_md::LANGUAGE.into(),
        "sql" => tree_sitter_sequel::LANGUAGE.into(),
        "toml" => tree_sitter_toml_ng::LANGUAGE.into(),
        "yaml" => tree_sitter_yaml::LANGUAGE.into(),
        _ => return None,
    })
}

/// The built-in languages, or with `WAYMARK_QUERIES` those of that folder as it
/// is now: what is written there is tried without building the engine anew.
///
/// # Errors
/// The first mistake in a language.
pub fn languages() -> Result<Languages, String> {
    let mut languages = Languages::builtin().map_err(|error| error.to_string())?;
    let Some(folder) = std::env::var_os("WAYMARK_QUERIES") else {
        return Ok(languages);
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(folder);
    let entries = std::fs::read_dir(&folder).map_err(|error| error.to_string())?;
    let rules = std::fs::read_dir(folder.join("frameworks"));
    for entry in rules.into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
        if name.ends_with(".toml") {
            let added = languages.add_framework(&name, &text);
            added.map_err(|error| error.to_string())?;
        }
    }
    let mut texts = Vec::new();
    for entry in entries.flatten() {
        let read = |file: &str| std::fs::read_to_string(entry.path().join(file));
        if let Ok(manifest) = read("language.toml") {
            let queries = QUERY_FILES.map(|file| read(&format!("{file}.scm")).unwrap_or_default());
            let name = entry.file_name().to_string_lossy().into_owned();
            texts.push((name, manifest, queries));
        }
    }
    texts.sort();
    let sources = texts.iter().map(|(name, manifest, queries)| Source {
        name,
        manifest,
        queries: queries.each_ref().map(String::as_str),
    });
    let sources: Vec<_> = sources.collect();
    let registered = languages.register_all(&sources);
    registered.map_err(|error| error.to_string())?;
    Ok(languages)
}

/// An extractor for the language `name`.
///
/// # Errors
/// The engine's error, or a sentence where the language has no native grammar.
pub fn extractor(name: &str) -> Result<Extractor, String> {
    let languages = languages()?;
    let language = languages
        .get(name)
        .ok_or_else(|| format!("no language {name}"))?
        .clone();
    let grammar =
        grammar(&language.manifest.grammar).ok_or_else(|| format!("no grammar for {name}"))?;
    Extractor::new(language, grammar).map_err(|error| error.to_string())
}

/// The files below `root` as paths and bytes, `.git` left out.
///
/// # Errors
/// What the file system says.
pub fn read_folder(root: &Path) -> std::io::Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                if !path.ends_with(".git") {
                    folders.push(path);
                }
            } else if let Some(relative) = path.strip_prefix(root).ok().and_then(Path::to_str) {
                files.push((relative.to_owned(), std::fs::read(&path)?));
            }
        }
    }
    Ok(files)
}

/// What the thread has spent of the processor's time: a machine that is shared does not
/// add to it.
#[must_use]
pub fn spent() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    Duration::from_secs(seconds) + Duration::from_nanos(time.tv_nsec.unsigned_abs())
}

/// The embedding model that the package ships.
///
/// # Panics
/// If it is not there or damaged.
#[must_use]
pub fn model() -> Arc<Model> {
    static MODEL: OnceLock<Arc<Model>> = OnceLock::new();
    let read = || {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crate/js/model/codevec.bin");
        let bytes = std::fs::read(path).expect("the model's file");
        Arc::new(Model::read(&bytes).expect("a sound model"))
    };
    MODEL.get_or_init(read).clone()
}

/// The index of a small tree: paths and texts.
///
/// # Panics
/// Where there is none, which is a fault of the test.
#[must_use]
pub fn index_of(files: &[(&str, &str)]) -> Index {
    let files = files.iter();
    let files = files.map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()));
    index(files).expect("an index")
}

/// Indexes `files` with native grammars, the default settings and the model.
///
/// # Errors
/// The engine's error.
pub fn index(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Result<Index, WaymarkError> {
    let languages = languages().map_err(|why| WaymarkError::new(Code::InvalidLanguage, why))?;
    let mut build = Build::new(Settings::default(), languages);
    build.set_embedder(Embedder::Model(model()));
    for (path, bytes) in files {
        build.add(&path, bytes);
    }
    finish(build)
}

/// The same without vectors.
///
/// # Errors
/// The engine's error.
pub fn index_plain(
    files: impl IntoIterator<Item = (String, Vec<u8>)>,
) -> Result<Index, WaymarkError> {
    let languages = languages().map_err(|why| WaymarkError::new(Code::InvalidLanguage, why))?;
    let mut build = Build::new(Settings::default(), languages);
    for (path, bytes) in files {
        build.add(&path, bytes);
    }
    finish(build)
}

/// Gives `build` the grammars it needs and ends it.
///
/// # Errors
/// The engine's error.
pub fn finish(mut build: Build) -> Result<Index, WaymarkError> {
    for need in build.plan() {
        if let Some(grammar) = grammar(&need.name) {
            build.set_grammar(&need.name, grammar)?;
        }
    }
    build.finish(&mut |_| true)
}
