//! Paths of a source tree: relative, `/`-separated, without `.` or `..`.
//!
//! Paths are compared by whole segments everywhere, never by prefix of text:
//! `src/app` does not hold `src/application.ts`.

/// Longest accepted path in bytes. POSIX `PATH_MAX`; longer ones come only from
/// damaged or hostile archives.
pub const MAX_PATH_BYTES: usize = 4096;

/// Most segments of an accepted path. Nobody nests so deep, and what costs
/// depth × files stays bounded.
pub const MAX_SEGMENTS: usize = 128;

/// The normal form of `raw`, or `None` where it does not name a place inside
/// the tree: absolute paths, drive letters, `..`, NUL, nothing left, too long,
/// too deep.
///
/// Backslashes become `/`, since zip writers on Windows use them; empty and `.`
/// segments vanish, as POSIX resolves them.
#[must_use]
pub fn normalise(raw: &str) -> Option<String> {
    if raw.len() > MAX_PATH_BYTES || raw.contains('\0') || raw.starts_with(['/', '\\']) {
        return None;
    }
    let mut path = String::with_capacity(raw.len());
    for segment in raw.split(['/', '\\']) {
        match segment {
            "" | "." => {}
            ".." => return None,
            _ => push(&mut path, segment),
        }
    }
    let segments = path.split('/').take(MAX_SEGMENTS + 1).count();
    // Asked of the result, since `./C:x` starts with a drive only then.
    let safe = !path.is_empty() && segments <= MAX_SEGMENTS && !has_drive(&path);
    safe.then_some(path)
}

/// `relative` resolved from the directory `dir`, or `None` where it leaves the
/// tree. The root is the empty string, both as `dir` and as the result.
///
/// `/`-rooted references are refused: in manifests they name the machine.
#[must_use]
pub fn join(dir: &str, relative: &str) -> Option<String> {
    if relative.len() > MAX_PATH_BYTES
        || relative.contains('\0')
        || has_drive(relative)
        || relative.starts_with(['/', '\\'])
    {
        return None;
    }
    let mut path = dir.to_owned();
    for segment in relative.split(['/', '\\']) {
        match segment {
            "" | "." => {}
            ".." if path.is_empty() => return None,
            ".." => path.truncate(parent(&path).len()),
            _ => push(&mut path, segment),
        }
    }
    (!has_drive(&path)).then_some(path)
}

/// The directory that holds `path`; the empty string for the root's children.
#[must_use]
pub fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(dir, _)| dir)
}

/// The last segment.
#[must_use]
pub fn file_name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// The directories above `path`, the nearest first, the root (`""`) last.
pub fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    let first = (!path.is_empty()).then(|| parent(path));
    std::iter::successors(first, |dir| (!dir.is_empty()).then(|| parent(dir)))
}

/// The part of `path` below the directory `dir`, or `None` where it is not in
/// it. Every path is below the root (`""`).
#[must_use]
pub fn below<'a>(path: &'a str, dir: &str) -> Option<&'a str> {
    if dir.is_empty() {
        return Some(path);
    }
    path.strip_prefix(dir)?.strip_prefix('/')
}

/// The extension without its dot, or `None`; a leading dot makes none
/// (`.gitignore`).
#[must_use]
pub fn extension(path: &str) -> Option<&str> {
    match file_name(path).rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() && !extension.is_empty() => Some(extension),
        _ => None,
    }
}

/// The one top-level directory that holds every path, or `None`.
///
/// Archives of git hosts (`name-ref/…`) and npm (`package/…`) have one.
/// `__MACOSX`, which the Finder adds beside it, does not count.
pub fn common_top<'a>(paths: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut top = None;
    for path in paths {
        let first = path.split_once('/').map(|(first, _)| first);
        match (first, top) {
            (Some("__MACOSX"), _) => {}
            (None, _) => return None,
            (Some(first), None) => top = Some(first),
            (Some(first), Some(known)) if first != known => return None,
            _ => {}
        }
    }
    top
}

fn push(path: &mut String, segment: &str) {
    if !path.is_empty() {
        path.push('/');
    }
    path.push_str(segment);
}

fn has_drive(raw: &str) -> bool {
    let mut bytes = raw.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic()) && bytes.next() == Some(b':')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn normalises() {
        let cases = [
            ("a/b.rs", Some("a/b.rs")),
            ("./a//b/./c", Some("a/b/c")),
            ("a\\b\\c.cs", Some("a/b/c.cs")),
            ("a/", Some("a")),
            ("…/ü.py", Some("…/ü.py")),
            ("..a/b..", Some("..a/b..")),
            ("", None),
            (".", None),
            ("/etc/passwd", None),
            ("\\\\server\\share", None),
            ("C:\\x", None),
            ("c:x", None),
            (".//c:x", None),
            ("a/c:x", Some("a/c:x")),
            ("a/../b", None),
            ("a\\..\\..\\b", None),
            ("..", None),
            ("a\0b", None),
        ];
        for (raw, expected) in cases {
            assert_eq!(normalise(raw).as_deref(), expected, "{raw:?}");
        }
        assert_eq!(normalise(&"a".repeat(MAX_PATH_BYTES + 1)), None);
        assert!(normalise(&"a/".repeat(MAX_SEGMENTS)).is_some());
        assert_eq!(normalise(&"a/".repeat(MAX_SEGMENTS + 1)), None);
    }

    #[test]
    fn whatever_comes_in_what_goes_out_is_clean_and_stable() {
        let mut random = Random::new(7);
        let parts = [
            "/", "\\", ".", "..", "a", "B:", "c:", "ü", "\0", " ", "a.b", "~", "*", "\n",
        ];
        let mut kept = 0;
        for _ in 0..20_000 {
            let raw: String = (0..random.below(8))
                .map(|_| pick(&mut random, &parts))
                .collect();
            let Some(path) = normalise(&raw) else {
                continue;
            };
            kept += 1;
            assert!(!path.starts_with('/') && !path.ends_with('/'), "{raw:?}");
            assert!(!path.contains(['\\', '\0']), "{raw:?}");
            assert!(
                path.split('/').all(|s| !matches!(s, "" | "." | "..")),
                "{raw:?}"
            );
            assert_eq!(normalise(&path), Some(path.clone()), "{raw:?}");
        }
        assert!(
            kept > 1_000,
            "the generator makes enough good paths: {kept}"
        );
    }

    #[test]
    fn joining_never_leaves_the_tree() {
        let cases = [
            ("a/b", "../c", Some("a/c")),
            ("a/b", "../../c", Some("c")),
            ("a/b", "../..", Some("")),
            ("a/b", "../../../c", None),
            ("", "./src/", Some("src")),
            ("a", "", Some("a")),
            ("a", "/c", None),
            ("a", "D:\\c", None),
        ];
        for (dir, relative, expected) in cases {
            assert_eq!(
                join(dir, relative).as_deref(),
                expected,
                "{dir:?} {relative:?}"
            );
        }
        let mut random = Random::new(11);
        for _ in 0..10_000 {
            let steps = ["..", ".", "a", "", "b"];
            let relative: Vec<&str> = (0..random.below(7))
                .map(|_| pick(&mut random, &steps))
                .collect();
            if let Some(path) = join("x/y", &relative.join("/")) {
                assert!(path.is_empty() || normalise(&path).as_ref() == Some(&path));
            }
        }
    }

    fn pick<'a>(random: &mut Random, from: &[&'a str]) -> &'a str {
        from[random.below(from.len() as u32) as usize]
    }

    #[test]
    fn compares_whole_segments() {
        assert_eq!(below("src/app/x.ts", "src/app"), Some("x.ts"));
        assert_eq!(below("src/application.ts", "src/app"), None);
        assert_eq!(below("x.ts", ""), Some("x.ts"));
        assert_eq!(ancestors("a/b/c").collect::<Vec<_>>(), ["a/b", "a", ""]);
        assert_eq!(ancestors("a").collect::<Vec<_>>(), [""]);
        assert_eq!(ancestors("").count(), 0);
    }

    #[test]
    fn extensions() {
        assert_eq!(extension("a.b/c"), None);
        assert_eq!(extension("x/.gitignore"), None);
        assert_eq!(extension("x/a.d.ts"), Some("ts"));
        assert_eq!(extension("x."), None);
    }

    #[test]
    fn finds_the_top_directory_of_an_archive() {
        assert_eq!(common_top(["r-1/a", "r-1/b/c"]), Some("r-1"));
        assert_eq!(common_top(["r-1/a", "__MACOSX/r-1/._a"]), Some("r-1"));
        assert_eq!(common_top(["r-1/a", "b"]), None);
        assert_eq!(common_top(["r-1/a", "r/b"]), None);
        assert_eq!(common_top([]), None);
    }
}
