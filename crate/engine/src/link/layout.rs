//! What package manifests say about where modules are, in the linker's terms.

/// A package of npm.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NpmPackage {
    /// Folder of its `package.json`.
    pub dir: String,
    /// Its name; empty where it has none.
    pub name: String,
    /// Subpath (`.` for the package itself, `./x`, `#x` for own imports; one
    /// `*` allowed) to the files it may mean, in order of preference, relative
    /// to the folder.
    pub entries: Vec<(String, Vec<String>)>,
}

/// Path rules of a `tsconfig.json` or `jsconfig.json`, its `extends` resolved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathConfig {
    /// Folder of the file.
    pub dir: String,
    /// Folder that bare imports may start from, relative to the tree.
    pub base: Option<String>,
    /// Pattern with at most one `*` to targets relative to the tree.
    pub paths: Vec<(String, Vec<String>)>,
}

/// A crate of Cargo.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crate {
    /// Name as code spells it, `-` replaced by `_`.
    pub name: String,
    /// Folder of its `Cargo.toml`.
    pub dir: String,
    /// Path of its library's root file.
    pub library: Option<String>,
    /// Paths of the root files of its other targets.
    pub targets: Vec<String>,
    /// Names its dependencies have in code, and the name of the crate each is.
    pub dependencies: Vec<(String, String)>,
}

/// Everything at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// npm packages, sorted by folder.
    pub npm: Vec<NpmPackage>,
    /// Path configurations, sorted by folder.
    pub paths: Vec<PathConfig>,
    /// Folders that Python's absolute imports start from.
    pub python: Vec<String>,
    /// Go module paths and their folders.
    pub go: Vec<(String, String)>,
    /// Cargo crates, sorted by folder.
    pub crates: Vec<Crate>,
}
