//! What a file's name alone tells, before anybody reads its bytes.

use super::drops::DropReason;
use super::path;

/// Extensions of formats that are never text. Sorted, lower case. Only kinds
/// that are common in repositories: the content check catches the rest, this
/// table saves reading them.
const BINARY_EXTENSIONS: &[&str] = &[
    "7z", "a", "aar", "aiff", "apk", "avi", "avif", "bin", "bmp", "br", "bz2", "class", "dat",
    "db", "deb", "dex", "dll", "dmg", "doc", "docx", "dylib", "ear", "eot", "exe", "flac", "gif",
    "gz", "heic", "icns", "ico", "iso", "jar", "jpeg", "jpg", "jxl", "ktx", "lib", "lz4", "m4a",
    "mkv", "mo", "mov", "mp3", "mp4", "mpg", "msi", "nib", "node", "npy", "npz", "o", "obj", "ogg",
    "ogv", "onnx", "otf", "parquet", "pb", "pdb", "pdf", "pickle", "pkl", "png", "ppt", "pptx",
    "psd", "pyc", "pyd", "pyo", "rar", "rlib", "rpm", "snappy", "so", "sqlite", "sqlite3", "swf",
    "tar", "tgz", "tif", "tiff", "ttf", "war", "wasm", "wav", "webm", "webp", "whl", "wmv", "woff",
    "woff2", "xls", "xlsx", "xz", "zip", "zst",
];

/// Files that package managers write. Sorted.
const LOCK_FILES: &[&str] = &[
    "Cargo.lock",
    "Gemfile.lock",
    "Package.resolved",
    "Pipfile.lock",
    "Podfile.lock",
    "bun.lock",
    "bun.lockb",
    "composer.lock",
    "deno.lock",
    "flake.lock",
    "go.sum",
    "go.work.sum",
    "gradle.lockfile",
    "mix.lock",
    "npm-shrinkwrap.json",
    "package-lock.json",
    "packages.lock.json",
    "pdm.lock",
    "pixi.lock",
    "pnpm-lock.yaml",
    "poetry.lock",
    "pubspec.lock",
    "pylock.toml",
    "uv.lock",
    "yarn.lock",
];

/// Endings of source maps: positions of a bundle, not code.
const SOURCE_MAPS: &[&str] = &[
    ".js.map", ".mjs.map", ".cjs.map", ".css.map", ".ts.map", ".mts.map", ".cts.map",
];

/// Endings that minifiers give their output.
const MINIFIED: &[&str] = &[
    ".min.js",
    ".min.mjs",
    ".min.cjs",
    "-min.js",
    ".min.css",
    "-min.css",
    ".min.html",
];

/// Why a file of this name is dropped unread, or `None`.
#[must_use]
pub fn drop_reason(path: &str) -> Option<DropReason> {
    let name = path::file_name(path);
    if LOCK_FILES.binary_search(&name).is_ok() || ends_with_one(name, SOURCE_MAPS) {
        return Some(DropReason::Generated);
    }
    if ends_with_one(name, MINIFIED) {
        return Some(DropReason::Minified);
    }
    let extension = path::extension(name)?.to_ascii_lowercase();
    let binary = BINARY_EXTENSIONS.binary_search(&extension.as_str()).is_ok();
    binary.then_some(DropReason::Binary)
}

fn ends_with_one(name: &str, endings: &[&str]) -> bool {
    endings
        .iter()
        .any(|ending| name.len() > ending.len() && name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell() {
        assert_eq!(drop_reason("a/logo.PNG"), Some(DropReason::Binary));
        assert_eq!(
            drop_reason("a/package-lock.json"),
            Some(DropReason::Generated)
        );
        assert_eq!(drop_reason("a/app.js.map"), Some(DropReason::Generated));
        assert_eq!(drop_reason("a/jquery.min.js"), Some(DropReason::Minified));
        for kept in [
            "a/map.js",
            "src/admin.js",
            "a/.min.js",
            "png",
            "a/lock.rs",
            "Makefile",
            "x.map",
        ] {
            assert_eq!(drop_reason(kept), None, "{kept}");
        }
    }

    #[test]
    fn tables_are_sorted() {
        assert!(BINARY_EXTENSIONS.is_sorted() && LOCK_FILES.is_sorted());
    }
}
