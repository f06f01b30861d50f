//! The default skip list: directories that hold no source of this repository.
//!
//! A name alone skips only where it can mean nothing else (`node_modules`).
//! `target`, `vendor`, `build` and their like are common names of packages too,
//! so they need a witness: a file beside or inside the directory of the tool
//! that fills it. `dist`, `out` and `lib` are never skipped by name: in a
//! published package they hold the only code there is. Working copies ignore
//! them by `.gitignore`, and [`tier`](super::tier) damps what remains.

/// A directory that is skipped unless an ignore file says otherwise.
#[derive(Clone, Copy, Debug)]
pub struct SkipRule {
    /// The directory's name; `*` is any.
    pub name: &'static str,
    /// Names of which one must stand beside the directory; none: no matter.
    pub beside: &'static [&'static str],
    /// Names of which one must be in the directory; none: no matter.
    pub inside: &'static [&'static str],
}

const fn always(name: &'static str) -> SkipRule {
    SkipRule {
        name,
        beside: &[],
        inside: &[],
    }
}

const fn beside(name: &'static str, beside: &'static [&'static str]) -> SkipRule {
    SkipRule {
        name,
        beside,
        inside: &[],
    }
}

const fn inside(name: &'static str, inside: &'static [&'static str]) -> SkipRule {
    SkipRule {
        name,
        beside: &[],
        inside,
    }
}

const DOTNET: &[&str] = &["*.csproj", "*.fsproj", "*.vbproj"];
const MAKES_VENDOR: &[&str] = &["go.mod", "composer.json", "Gemfile", "Cargo.toml"];

/// Version control itself; no ignore file brings it back.
pub const VERSION_CONTROL: &[&str] = &[".git", ".hg", ".svn", ".jj", ".bzr", "CVS", ".pijul"];

/// The list. Each tool documents the directory as its own output or cache.
pub const SKIP_DIRECTORIES: &[SkipRule] = &[
    // JavaScript
    always("node_modules"),
    always("bower_components"),
    always("jspm_packages"),
    always(".pnpm-store"),
    always(".yarn"),
    always(".next"),
    always(".nuxt"),
    always(".svelte-kit"),
    always(".turbo"),
    always(".parcel-cache"),
    always(".angular"),
    always(".wrangler"),
    inside(
        "coverage",
        &["lcov.info", "lcov-report", "coverage-final.json"],
    ),
    // Python
    always("__pycache__"),
    always(".venv"),
    always(".tox"),
    always(".nox"),
    always(".eggs"),
    always(".mypy_cache"),
    always(".pytest_cache"),
    always(".ruff_cache"),
    always(".hypothesis"),
    always(".ipynb_checkpoints"),
    always("site-packages"),
    always("*.egg-info"),
    always("*.dist-info"),
    inside("*", &["pyvenv.cfg"]),
    SkipRule {
        name: "build",
        beside: &["setup.py", "pyproject.toml"],
        inside: &["lib", "bdist.*"],
    },
    // Rust, Java and their kin
    beside("target", &["Cargo.toml", "pom.xml", "build.sbt"]),
    beside(
        "build",
        &["build.gradle", "build.gradle.kts", "pubspec.yaml"],
    ),
    always(".gradle"),
    always(".bsp"),
    always(".metals"),
    // .NET
    beside("bin", DOTNET),
    beside("obj", DOTNET),
    always(".vs"),
    // Swift and Apple
    beside("Pods", &["Podfile"]),
    beside("Carthage", &["Cartfile"]),
    beside(".build", &["Package.swift"]),
    always("DerivedData"),
    always("__MACOSX"),
    // Others
    beside("vendor", MAKES_VENDOR),
    inside("vendor", &["modules.txt", "autoload.php"]),
    beside("deps", &["mix.exs", "rebar.config"]),
    beside("_build", &["mix.exs", "rebar.config", "dune-project"]),
    beside("dist-newstyle", &["cabal.project", "*.cabal"]),
    always(".stack-work"),
    always("elm-stuff"),
    always(".dart_tool"),
    always(".terraform"),
    always(".idea"),
    always(".cache"),
    always(".direnv"),
    inside("*", &["CMakeCache.txt"]),
    // bford.info/cachedir: cargo, pytest, ruff, mypy and others mark theirs.
    inside("*", &["CACHEDIR.TAG"]),
];

/// Files that file managers leave behind.
pub const SKIP_FILES: &[&str] = &[".DS_Store", "Thumbs.db", "desktop.ini"];

/// Whether `name` is `pattern`, where one `*` at either end stands for any text.
#[must_use]
pub fn matches(pattern: &str, name: &str) -> bool {
    if let Some(suffix) = pattern.strip_prefix('*') {
        name.ends_with(suffix)
    } else if let Some(prefix) = pattern.strip_suffix('*') {
        name.starts_with(prefix)
    } else {
        pattern == name
    }
}

/// Whether a rule takes `name` for a witness, so that it is worth remembering.
#[must_use]
pub fn is_witness(name: &str) -> bool {
    SKIP_DIRECTORIES
        .iter()
        .any(|rule| holds(rule.beside, name) || holds(rule.inside, name))
}

/// Whether a rule skips the directory `name` on what stands beside it alone.
pub fn skips_by_name<'a>(name: &str, beside: impl Iterator<Item = &'a str> + Clone) -> bool {
    SKIP_DIRECTORIES.iter().any(|rule| {
        rule.inside.is_empty() && matches(rule.name, name) && has_one(rule.beside, beside.clone())
    })
}

/// Whether a rule skips the directory `name` once its own entries are known.
pub fn skips_by_content<'a>(
    name: &str,
    beside: impl Iterator<Item = &'a str> + Clone,
    inside: impl Iterator<Item = &'a str> + Clone,
) -> bool {
    SKIP_DIRECTORIES.iter().any(|rule| {
        !rule.inside.is_empty()
            && matches(rule.name, name)
            && has_one(rule.beside, beside.clone())
            && has_one(rule.inside, inside.clone())
    })
}

/// Whether the rule on `name` needs no witness, so that only `.waymarkignore`
/// may lift it.
#[must_use]
pub fn is_certain(name: &str) -> bool {
    SKIP_DIRECTORIES
        .iter()
        .any(|rule| rule.beside.is_empty() && rule.inside.is_empty() && matches(rule.name, name))
}

fn holds(patterns: &[&str], name: &str) -> bool {
    patterns.iter().any(|pattern| matches(pattern, name))
}

fn has_one<'a>(patterns: &[&str], mut names: impl Iterator<Item = &'a str>) -> bool {
    patterns.is_empty() || names.any(|name| holds(patterns, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_name(name: &str, beside: &[&str]) -> bool {
        skips_by_name(name, beside.iter().copied())
    }

    #[test]
    fn a_certain_name_needs_no_witness() {
        assert!(by_name("node_modules", &[]));
        assert!(by_name("rich.egg-info", &[]));
        assert!(!by_name("node_module", &[]));
        assert!(is_certain(".venv") && !is_certain("vendor"));
    }

    #[test]
    fn a_common_name_needs_its_tool() {
        assert!(by_name("target", &["Cargo.toml", "src"]));
        assert!(!by_name("target", &["package.json"]));
        assert!(by_name("bin", &["App.csproj"]));
        assert!(!by_name("bin", &["package.json"]));
        assert!(!by_name("build", &["package.json"]));
        assert!(!by_name("dist", &["package.json"]));
    }

    #[test]
    fn content_can_convict() {
        let inside = |name, names: &[&str]| {
            skips_by_content(name, ["setup.py"].into_iter(), names.iter().copied())
        };
        assert!(inside("my-env", &["pyvenv.cfg", "lib"]));
        assert!(inside("build", &["bdist.linux-x86_64"]));
        assert!(!inside("build", &["scripts"]));
        assert!(!inside("src", &["lib"]));
    }

    #[test]
    fn patterns_are_plain_or_open_at_one_end() {
        for rule in SKIP_DIRECTORIES {
            for pattern in [&[rule.name][..], rule.beside, rule.inside].concat() {
                let inner = pattern.trim_start_matches('*').trim_end_matches('*');
                assert!(!inner.contains('*'), "{pattern}");
            }
        }
    }
}
