//! What a person may have meant: the nodes whose names are nearest to what
//! was typed.

use crate::graph::store::Graph;
use crate::ids::{NameId, NodeId};

/// How many suggestions are made (spec 3.3).
pub const MAX_SUGGESTIONS: usize = 3;
/// The largest edit distance of a suggestion (spec 3.3); for short names a third
/// of their length, since five edits turn any short name into any other.
pub const MAX_DISTANCE: usize = 5;

/// At most [`MAX_SUGGESTIONS`] nodes, nearest first, whose name is within
/// [`MAX_DISTANCE`] edits of the last name in `text`; case counts as half.
#[must_use]
pub fn suggest(graph: &Graph, letters: &Letters, text: &str) -> Vec<NodeId> {
    let last: Vec<Typed> = last_names(text).into_iter().map(Typed::new).collect();
    let mut scratch = Scratch::default();
    let mut near: Vec<(usize, NameId)> = Vec::new();
    for (name, &outline) in (0..).map(NameId).zip(&letters.0) {
        // Names come in order, so that of several equally near ones the first stay.
        let full = near.get(MAX_SUGGESTIONS - 1);
        let mut below = full.map_or(usize::MAX, |&(distance, _)| distance);
        let mut found = None;
        for typed in &last {
            if typed.may_be_near(outline, below)
                && let Some(distance) = typed.distance(graph.text(name), below, &mut scratch)
            {
                (below, found) = (distance, Some(distance));
            }
        }
        if let Some(distance) = found {
            let at = near.partition_point(|&(known, _)| known <= distance);
            near.insert(at, (distance, name));
            near.truncate(MAX_SUGGESTIONS);
        }
    }
    let mut nodes = rank_by_context(graph, text, &near);
    nodes.truncate(MAX_SUGGESTIONS);
    nodes
}

/// The length and the letters of every name, which tell of most that they are far
/// from another.
#[derive(Debug)]
pub struct Letters(Vec<Outline>);

/// What is kept of a name: its characters, and the letters of it in lower case; nothing
/// of one that no node bears.
type Outline = Option<(u32, u64)>;

impl Letters {
    /// Those of the names of `graph`.
    #[must_use]
    pub fn of(graph: &Graph) -> Self {
        let mut folded = Vec::new();
        let mut outline = |name: NameId| {
            let text = graph.text(name);
            let letters = fold(text.chars(), &mut folded);
            (text.chars().count() as u32, letters)
        };
        let names = (0..graph.name_count()).map(NameId::at);
        let borne = names.map(|name| (!graph.named(name).is_empty()).then_some(name));
        Self(borne.map(|name| name.map(&mut outline)).collect())
    }
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
    let mut row = Vec::new();
    // Every name has its nearest node, so that these are all that can be wanted.
    let most = (MAX_SUGGESTIONS + 1).saturating_sub(near.len());
    let (mut first, mut rest) = (Vec::new(), Vec::new());
    for &(_, name) in near {
        let mut named: Vec<(usize, NodeId)> = Vec::new();
        for &node in graph.named(name).iter().take(COMPARED) {
            let below = named.get(most - 1).map_or(usize::MAX, |&(last, _)| last);
            if let Some(distance) = whole.distance_to_node(graph, node, below, &mut row) {
                let at = named.partition_point(|&(known, _)| known <= distance);
                named.insert(at, (distance, node));
                named.truncate(most);
            }
        }
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
    /// The letters of `folded`.
    letters: u64,
    limit: usize,
}

/// Room that comparisons share.
#[derive(Default)]
struct Scratch {
    folded: Vec<char>,
    row: Vec<usize>,
}

impl Typed {
    /// The longest text that is compared; more says nothing about a slip.
    const MAX_LENGTH: usize = 200;

    fn new(text: &str) -> Self {
        let exact: Vec<char> = text.chars().take(Self::MAX_LENGTH).collect();
        let mut folded = Vec::new();
        Self {
            letters: fold(exact.iter().copied(), &mut folded),
            folded,
            limit: MAX_DISTANCE.min(exact.len().div_ceil(3)),
            exact,
        }
    }

    /// Whether [`Self::distance`] may tell of a name with this outline.
    fn may_be_near(&self, outline: Outline, below: usize) -> bool {
        let Some(((characters, letters), most)) = outline.zip(below.checked_sub(1)) else {
            return false;
        };
        let limit = self.limit.min(most / 2);
        // An edit takes away one letter that the other text lacks, and brings one.
        let lacking = (letters & !self.letters).count_ones();
        let missing = (self.letters & !letters).count_ones();
        (characters as usize).abs_diff(self.exact.len()) <= limit
            && lacking.max(missing) as usize <= limit
    }

    /// Twice the edits between the texts with case folded, plus one if they
    /// differ in case; none beyond the limit, and none that is not `below`.
    fn distance(&self, other: &str, below: usize, scratch: &mut Scratch) -> Option<usize> {
        let limit = self.limit.min(below.checked_sub(1)? / 2);
        fold(other.chars(), &mut scratch.folded);
        let edits = edits(&self.folded, &scratch.folded, limit, &mut scratch.row)?;
        let differs = !other.chars().eq(self.exact.iter().copied());
        Some(2 * edits + usize::from(differs)).filter(|&distance| distance < below)
    }

    /// The edits to the id of `node`, where there are fewer than `below`; if no path was
    /// typed, to its part after the path.
    fn distance_to_node(
        &self,
        graph: &Graph,
        node: NodeId,
        below: usize,
        row: &mut Vec<usize>,
    ) -> Option<usize> {
        let name = match self.exact.contains(&'/') {
            true => graph.fqn(node),
            false => graph.qualified_name(node),
        };
        let mut folded = Vec::new();
        fold(name.chars().take(Self::MAX_LENGTH), &mut folded);
        let most = folded.len().max(self.folded.len());
        edits(&self.folded, &folded, most.min(below.checked_sub(1)?), row)
    }
}

/// Puts `text` in lower case into `folded`, and answers which letters it has: a
/// bit each, which a few of them share.
fn fold(text: impl Iterator<Item = char>, folded: &mut Vec<char>) -> u64 {
    folded.clear();
    folded.extend(text.flat_map(char::to_lowercase));
    (folded.iter()).fold(0, |letters, &c| letters | 1 << (c as u32 % 64))
}

/// Insertions, deletions and replacements between two texts (Levenshtein 1966), if
/// there are no more than `limit`: only what can lead to so few is looked at
/// (Ukkonen 1985).
fn edits(a: &[char], b: &[char], limit: usize, row: &mut Vec<usize>) -> Option<usize> {
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let far = limit + 1;
    row.clear();
    row.extend((0..=b.len()).map(|at| at.min(far)));
    for (i, x) in a.iter().enumerate() {
        let low = i.saturating_sub(limit);
        let high = b.len().min(i + limit + 1);
        let mut corner = row[low];
        row[low] = if low == 0 { far.min(i + 1) } else { far };
        let mut least = row[low];
        for j in low..high {
            let replaced = corner + usize::from(*x != b[j]);
            corner = row[j + 1];
            row[j + 1] = replaced.min(corner + 1).min(row[j] + 1).min(far);
            least = least.min(row[j + 1]);
        }
        if least == far {
            return None;
        }
    }
    Some(row[b.len()]).filter(|&edits| edits <= limit)
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
        let found: Vec<_> = suggest(&graph, &Letters::of(&graph), text)
            .iter()
            .map(|&n| graph.fqn(n))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn edits_are_counted() {
        let count = |a: &str, b: &str| {
            let [a, b] = [a, b].map(|text| text.chars().collect::<Vec<_>>());
            let within = |limit| edits(&a, &b, limit, &mut Vec::new());
            let all = within(a.len().max(b.len())).expect("no limit");
            for limit in 0..10 {
                assert_eq!(
                    within(limit),
                    (all <= limit).then_some(all),
                    "{a:?} {b:?} {limit}"
                );
            }
            all
        };
        for (a, b, expected) in [
            ("kitten", "sitting", 3),
            ("", "ab", 2),
            ("a", "a", 0),
            ("abcdefgh", "bcdefghi", 2),
            ("abcdef", "fedcba", 6),
            ("parse_header", "parser_heads", 3),
        ] {
            assert_eq!((count(a, b), count(b, a)), (expected, expected), "{a} {b}");
        }
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
