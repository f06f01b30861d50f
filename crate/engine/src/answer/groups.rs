//! Groups of the functional hierarchy as answers show them, and names for them.

use crate::answer::info::NodeInfo;
use crate::answer::names::{Ambiguous, MAX_CANDIDATES, Missing, Unmatched, resolve};
use crate::answer::view::View;
use crate::feature::hierarchy::{KINDS, SEPARATOR};
use crate::graph::lookup;
use crate::ids::NodeId;
use crate::sort::Arrange;
use serde::Serialize;

/// A functional area, category or subcategory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct GroupInfo {
    /// `rpg::` and its path in lower case: accepted wherever a feature path is.
    pub id: String,
    /// `area`, `category` or `subcategory`.
    pub kind: &'static str,
    /// What it is called.
    pub name: String,
    /// What it is about.
    pub feature: String,
    /// The labels from the area down, joined by ` / `.
    pub path: String,
    /// The directories that its files lie in.
    pub directories: Vec<String>,
    /// The words that tell it from others.
    pub keywords: Vec<String>,
    /// How many files it has.
    pub files: u32,
}

impl GroupInfo {
    /// The group `at`.
    pub(crate) fn of(view: &View<'_>, at: usize) -> Option<Self> {
        let hierarchy = view.plan.hierarchy(view.tree());
        let group = hierarchy.groups.get(at)?;
        Some(Self {
            id: hierarchy.id(at),
            kind: KINDS.get(group.level).copied().unwrap_or_default(),
            name: group.label.clone(),
            feature: hierarchy.feature(at),
            path: hierarchy.path(at),
            directories: group.directories.clone(),
            keywords: group.keywords.clone(),
            files: group.files as u32,
        })
    }

    /// The same in the form of a node.
    pub(crate) fn into_node(self) -> NodeInfo {
        NodeInfo {
            id: self.id,
            kind: self.kind,
            name: self.name,
            path: self.directories.first().cloned().unwrap_or_default(),
            start_line: 0,
            end_line: 0,
            language: None,
            signature: None,
            tier: None,
            rank: 0.0,
        }
    }
}

/// What a feature path means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meant {
    /// A group.
    Group(usize),
    /// A node.
    Node(NodeId),
}

/// The one group or node that `path` means: a path of labels, or such a path and
/// what is below it, or an id; else it is added to `unmatched`.
pub(crate) fn resolve_feature(
    view: &View<'_>,
    path: &str,
    unmatched: &mut Unmatched,
) -> Option<Meant> {
    let hierarchy = view.plan.hierarchy(view.tree());
    let groups = hierarchy.find(path);
    match groups.as_slice() {
        [group] => return Some(Meant::Group(*group)),
        [] => {}
        several => {
            let candidates = several.iter().take(MAX_CANDIDATES);
            unmatched.ambiguous.push(Ambiguous {
                name: path.to_owned(),
                candidates: candidates.map(|&at| hierarchy.path(at)).collect(),
                total: several.len() as u32,
            });
            return None;
        }
    }
    if let Some(node) = below(view, path) {
        return Some(Meant::Node(node));
    }
    if !lookup::find(view.graph, path).is_empty() {
        return resolve(view, path, unmatched).map(Meant::Node);
    }
    unmatched.missing.push(Missing {
        suggestions: nearest(view, path),
        ..Missing::of(view, path)
    });
    None
}

/// The node that the end of `path` names within the group that the rest means.
fn below(view: &View<'_>, path: &str) -> Option<NodeId> {
    let (group, name) = path.rsplit_once(SEPARATOR)?;
    let hierarchy = view.plan.hierarchy(view.tree());
    let groups = hierarchy.find(group);
    let inside = |node: &NodeId| {
        let own = hierarchy.of_node(view.tree(), *node);
        own.is_some_and(|own| groups.iter().any(|&group| hierarchy.is_within(own, group)))
    };
    let nodes = lookup::find(view.graph, name);
    let mut nodes = nodes.into_iter().filter(inside);
    nodes.next().filter(|_| nodes.next().is_none())
}

/// The paths of at most three groups that have the most words in common with
/// `path`.
pub(crate) fn nearest(view: &View<'_>, path: &str) -> Vec<String> {
    const MOST: usize = 3;
    let hierarchy = view.plan.hierarchy(view.tree());
    let wanted = path.to_lowercase();
    let wanted: Vec<&str> = wanted
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.len() > 1)
        .collect();
    let shared = |at: usize| {
        let label = hierarchy.groups[at].label.to_lowercase();
        let said = |word: &&&str| {
            let mut own = label.split(' ');
            own.any(|own| own == **word || own.starts_with(**word) || word.starts_with(own))
        };
        wanted.iter().filter(said).count()
    };
    let mut found: Vec<(usize, usize)> = (0..hierarchy.groups.len())
        .map(|at| (shared(at), at))
        .collect();
    found.arrange_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    found
        .into_iter()
        .take(MOST)
        .map(|(_, at)| hierarchy.path(at))
        .collect()
}
