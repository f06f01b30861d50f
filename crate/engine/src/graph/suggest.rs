//! What a person may have meant: the nodes whose names are nearest to what
//! was typed.

use crate::graph::store::Graph;
use crate::ids::{NameId, NodeId};
use crate::sort::Arrange;

/// How many suggestions are made (spec 3.3).
pub const MAX_SUGGESTIONS: usize = 3;
/// The largest edit distance of a suggestion (spec 3.3); for short names a third
/// of their length, since five edits turn any short name into any other.
pub const MAX_DISTANCE: usize = 5;

/// At most [`MAX_SUGGESTIONS`] nodes, nearest first, whose name is within
/// [`MAX_DISTANCE`] edits of the last name in `text`; case counts as half.
#[must_use]
pub fn suggest(graph: &Graph, text: &str) -> Vec<NodeId> {
    let last: Vec<Typed> = last_names(text).into_iter().map(Typed::new).collect();
    let mut near: Vec<(usize, NameId)> = Vec::new();
    for index in 0..graph.name_count() {
        let name = NameId::at(index);
        if !graph.named(name).is_empty()
            && let Some(distance) = last
                .iter()
                .filter_map(|t| t.distance(graph.text(name)))
                .min()
        {
            near.push((distance, name));
        }
    }
    near.arrange();
    let mut nodes = rank_by_context(graph, text, &near);
    nodes.truncate(MAX_SUGGESTIONS);
    nodes
}

/// The last name in `text`, with dots as part of it and as separators.
fn last_names(text: &str) -> Vec<&str> {
    let text = text.trim().trim_end_matches(['/', ':', '.']);
    let last = text.rsplit(['/', ':']).next().unwrap_or(text);
    let last = match last.rsplit_once('#') {
        Some((name, digits)) if digits.parse::<u32>().is_ok() => name,
        _ => last,
    };
    let mut names = vec![last];
    names.extend(last.rsplit_once('.').map(|(_, name)| name));
    names.retain(|name| !name.is_empty());
    names
}

/// For each of the nearest names the node whose id is nearest to the whole
/// text, then their namesakes.
fn rank_by_context(graph: &Graph, text: &str, near: &[(usize, NameId)]) -> Vec<NodeId> {
    /// Namesakes that are compared with the whole text.
    const COMPARED: usize = 64;
    let whole = Typed::new(text);
    let (mut first, mut rest) = (Vec::new(), Vec::new());
    for &(_, name) in near.iter().take(MAX_SUGGESTIONS) {
        let named = graph.named(name).iter().take(COMPARED);
        let mut named: Vec<(usize, NodeId)> = named
            .map(|&node| (whole.distance_to_node(graph, node), node))
            .collect();
        named.arrange();
        let mut nodes = named.into_iter().map(|(_, node)| node);
        first.extend(nodes.next());
        rest.extend(nodes);
    }
    first.extend(rest);
    first
}

/// A text that others are compared with.
struct Typed {
    exact: Vec<char>,
    folded: Vec<char>,
    limit: usize,
}

impl Typed {
    /// The longest text that is compared; more says nothing about a slip.
    const MAX_LENGTH: usize = 200;

    fn new(text: &str) -> Self {
        let exact: Vec<char> = text.chars().take(Self::MAX_LENGTH).collect();
        Self {
            folded: fold(&exact),
            limit: MAX_DISTANCE.min(exact.len().div_ceil(3)),
            exact,
        }
    }

    /// Twice the edits between the texts with case folded, plus one if they
    /// differ in case; none beyond the limit.
    fn distance(&self, other: &str) -> Option<usize> {
        let length = other.chars().count();
        if length.abs_diff(self.exact.len()) > self.limit {
            return None;
        }
        let other: Vec<char> = other.chars().collect();
        let edits = edits(&self.folded, &fold(&other));
        (edits <= self.limit).then(|| 2 * edits + usize::from(other != self.exact))
    }

    /// The edits to the id of `node`; if no path was typed, to its part after the path.
    fn distance_to_node(&self, graph: &Graph, node: NodeId) -> usize {
        let name = match self.exact.contains(&'/') {
            true => graph.fqn(node),
            false => graph.qualified_name(node),
        };
        let name: Vec<char> = name.chars().take(Self::MAX_LENGTH).collect();
        edits(&self.folded, &fold(&name))
    }
}

fn fold(text: &[char]) -> Vec<char> {
    text.iter().flat_map(|c| c.to_lowercase()).collect()
}

/// Insertions, deletions and replacements between two texts (Levenshtein 1966).
fn edits(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = replaced.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Tree;

    fn graph() -> Graph {
        let python =
            "class Loader 1-9\n  method load 2-3\nfunction parse_header 10-11\nfunction at 12-12";
        let tree = Tree::default().file("src/data/loader.py", python).file(
            "src/web/loader.py",
            "function load 1-1\nfunction parse_headers 2-2",
        );
        tree.build().graph
    }

    fn check(text: &str, expected: &[&str]) {
        let graph = graph();
        let found: Vec<_> = suggest(&graph, text)
            .iter()
            .map(|&n| graph.fqn(n))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn edits_are_counted() {
        let count = |a: &str, b: &str| {
            edits(
                &a.chars().collect::<Vec<_>>(),
                &b.chars().collect::<Vec<_>>(),
            )
        };
        assert_eq!(
            (count("kitten", "sitting"), count("", "ab"), count("a", "a")),
            (3, 2, 0)
        );
    }

    #[test]
    fn the_nearest_name_comes_first() {
        check(
            "parse_heade",
            &[
                "src/data/loader.py::parse_header",
                "src/web/loader.py::parse_headers",
            ],
        );
        check(
            "LOADER",
            &[
                "src/data/loader.py::Loader",
                "src/web/loader.py::load",
                "src/data/loader.py::Loader::load",
            ],
        );
    }

    #[test]
    fn the_rest_of_the_text_chooses_among_namesakes() {
        check(
            "web/loader.pi",
            &[
                "src/web/loader.py",
                "src/data/loader.py::Loader",
                "src/data/loader.py",
            ],
        );
        check(
            "src/web/loader.py::laod",
            &[
                "src/web/loader.py::load",
                "src/data/loader.py::Loader::load",
            ],
        );
        check(
            "Parser.loadd",
            &[
                "src/data/loader.py::Loader::load",
                "src/data/loader.py::Loader",
                "src/web/loader.py::load",
            ],
        );
    }

    #[test]
    fn a_short_name_is_not_everything_else() {
        check("xy", &[]);
        check("", &[]);
        check(":::", &[]);
    }
}
