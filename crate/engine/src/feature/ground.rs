//! Grounding: which directories a set of files lies in (spec 1.6).

use crate::sort::unique;

/// The fewest directories, disjoint and sorted, that hold all of `paths`, each as
/// deep as can be: of the files below one top directory their deepest common one.
/// The root, `.`, is said only if a file lies directly in it.
#[must_use]
pub fn ground(paths: &[&str]) -> Vec<String> {
    let mut directories: Vec<Vec<&str>> = paths.iter().map(|path| directory(path)).collect();
    unique(&mut directories);
    if directories.first().is_some_and(Vec::is_empty) {
        return vec![".".to_owned()];
    }
    // A node of the trie of directories that branches or ends a path takes the
    // place of all below it; only the root itself is kept apart.
    directories
        .chunk_by(|a, b| a.first() == b.first())
        .filter_map(|below| {
            let (first, last) = (below.first()?, below.last()?);
            let common = first.iter().zip(last).take_while(|(a, b)| a == b).count();
            Some(first.get(..common)?.join("/"))
        })
        .collect()
}

/// The directory of a file, as segments.
fn directory(path: &str) -> Vec<&str> {
    match path.rsplit_once('/') {
        Some((directory, _)) => directory.split('/').collect(),
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn vectors_of_the_specification() {
        for (paths, grounded) in [
            (
                &["src/data/loader.py", "src/data/parser.py"][..],
                &["src/data"][..],
            ),
            (&[], &[]),
            (&["src/a.py", "lib/b.py"], &["lib", "src"]),
            (&["src/a/x.py", "src/b/y.py"], &["src"]),
            (&["src/a/x.py", "src/a/b/y.py"], &["src/a"]),
            (&["src/a/b/x.py"], &["src/a/b"]),
            (&["setup.py", "src/a.py"], &["."]),
            (&["setup.py"], &["."]),
            (&["ab/x.py", "a/x.py"], &["a", "ab"]),
        ] {
            assert_eq!(ground(paths), grounded, "{paths:?}");
        }
    }

    /// The walk as the specification tells it, node by node.
    fn by_trie(paths: &[&str]) -> Vec<String> {
        fn walk(prefix: &str, directories: &[String], is_root: bool) -> Vec<String> {
            let inside = |child: &String| match is_root {
                true => child.clone(),
                false => format!("{prefix}/{child}"),
            };
            let below =
                |directory: &&String| is_root || directory.starts_with(&format!("{prefix}/"));
            let rest = |directory: &String| match is_root {
                true => directory.clone(),
                false => directory[prefix.len() + 1..].to_owned(),
            };
            let deeper = directories.iter().filter(below).map(rest);
            let mut children: Vec<String> = deeper
                .map(|rest| rest.split('/').next().unwrap_or_default().to_owned())
                .filter(|child| !child.is_empty())
                .collect();
            unique(&mut children);
            let ends = match is_root {
                true => directories.iter().any(String::is_empty),
                false => directories.iter().any(|directory| directory == prefix),
            };
            if ends || (children.len() > 1 && !is_root) {
                return vec![if is_root {
                    ".".to_owned()
                } else {
                    prefix.to_owned()
                }];
            }
            children
                .iter()
                .flat_map(|child| walk(&inside(child), directories, false))
                .collect()
        }
        let directories: Vec<String> = paths
            .iter()
            .map(|path| {
                path.rsplit_once('/')
                    .map_or("", |(directory, _)| directory)
                    .to_owned()
            })
            .collect();
        walk("", &directories, true)
    }

    #[test]
    fn it_is_the_walk_of_the_trie_whatever_the_paths() {
        let mut random = Random::new(7);
        for _ in 0..3000 {
            let count = random.below(7);
            let paths: Vec<String> = (0..count)
                .map(|_| {
                    let depth = random.below(5);
                    let mut segment = || ["a", "b", "ab"][random.below(3) as usize];
                    let directories: String =
                        (0..depth).map(|_| format!("{}/", segment())).collect();
                    format!("{directories}x.py")
                })
                .collect();
            let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
            let found = ground(&paths);
            assert_eq!(found, by_trie(&paths), "{paths:?}");
            assert!(found.is_sorted(), "{found:?}");
            let holds = |path: &&str| {
                let root = |directory: &String| directory == ".";
                found
                    .iter()
                    .any(|d| root(d) || path.starts_with(&format!("{d}/")))
            };
            assert!(paths.iter().all(holds), "{paths:?}");
        }
    }
}
