//! The hierarchy from a model: first the areas of the repository (discovery),
//! then a place in them for every file (assignment).

use crate::answer::lifting::{
    Changed, GivenPlace, MAX_ITEMS, MAX_TOKENS, RefusedAnswer, batch, exact,
};
use crate::answer::ops::Operation;
use crate::answer::params::params;
use crate::answer::view::View;
use crate::error::Result;
use crate::extract::facts::Kind;
use crate::feature::lifting::{Lifting, MOST_REFUSALS, Texts, Told, matches, put, refuse};
use crate::feature::plan::read_path;
use crate::ids::NodeId;
use serde::Serialize;

/// Features of what a file defines that a model is shown.
const MEMBERS: usize = 12;
/// The fewest and most areas.
const AREAS: (usize, usize) = (1, 40);
/// The longest label, in characters.
const LABEL: usize = 60;
/// Labels that say nothing (spec 1.6).
const EMPTY: [&str; 6] = [
    "misc",
    "miscellaneous",
    "other",
    "others",
    "core",
    "general",
];

/// Words of an answer that names no area.
const REFUSALS: [&str; 4] = ["i", "sorry", "cannot", "unable"];
const DISCOVERY: &str = "Name the functional areas of this repository, 3 to 12, from what its files do: two or three \
words each, such as `Data Loading`, never misc, other, core or general. Answer with `areas`.";
const ASSIGNMENT: &str = "Put each file into an area, a category and a subcategory, as `Area/Category/Subcategory`. Use \
the areas that are given; choose categories by what files do together. Answer with `places`.";

params! {
    /// What a model is asked next to make a hierarchy.
    pub struct PendingHierarchy {
        /// The most files, up to 50.
        pub max_entities: u32 = MAX_ITEMS,
        /// About the most tokens of all of them together, up to 8,000.
        pub max_tokens: u32 = MAX_TOKENS,
        /// How many files are passed over: for several batches at once, and to show a
        /// model more of the repository before it names areas.
        pub skip: u32 = 0,
        /// Whether files are handed out again whose answers were refused three times.
        pub again: bool = false,
    }
}

/// A file for a model to place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FileToPlace {
    /// Its path, which is its id.
    pub id: String,
    /// What it does.
    pub feature: String,
    /// What is defined in it does, the first of it.
    pub members: Vec<String>,
    /// Where it is until then: labels joined by ` / `.
    pub path: String,
    /// Why the last answer was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub refusal: Option<String>,
}

/// What a model is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct HierarchyBatch {
    /// `discovery` while no areas are named, `assignment` while files have no place,
    /// else `done`.
    pub stage: &'static str,
    /// The areas.
    pub areas: Vec<String>,
    /// Files: all that there is to go by in discovery, those to place in assignment.
    pub files: Vec<FileToPlace>,
    /// About how many tokens they take.
    pub tokens: u32,
    /// How many files there are in this stage, these and those passed over among them.
    pub left: u32,
    /// What is to be answered: for the model.
    pub rules: &'static str,
}

params! {
    /// Areas, or places for files. What is malformed is refused item by item.
    pub struct SubmitHierarchy {
        /// The names of all areas; they take the place of those before.
        pub areas: Vec<String> = Vec::new(),
        /// Places for files.
        pub places: Vec<GivenPlace> = Vec::new(),
    }
}

/// What became of areas and places.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct PlacedFiles {
    /// The areas there are now.
    pub areas: Vec<String>,
    /// How many places were taken.
    pub accepted: u32,
    /// Areas and places that were not; what was there before stays.
    pub rejected: Vec<RefusedAnswer>,
    /// How many files are still without a place of a model.
    pub left: u32,
}

impl Operation for PendingHierarchy {
    const NAME: &'static str = "pending_hierarchy";
    const DOC: &'static str =
        "What a model is asked next to name areas and to put files into them.";
    type Answer = HierarchyBatch;

    fn run(&self, view: &View<'_>) -> Result<HierarchyBatch> {
        let lifting = view.plan.lifting();
        let discovery = lifting.areas.is_empty();
        let files = match discovery {
            true => files(view).into_iter().map(|node| (node, None)).collect(),
            false => unplaced(view, lifting, self.again),
        };
        let bounds = (self.max_entities, self.max_tokens);
        let write =
            |(node, refusal): &(NodeId, Option<String>)| Ok(file(view, *node, refusal.clone()));
        let (batch, tokens) = batch(&files, self.skip, bounds, write)?;
        Ok(HierarchyBatch {
            stage: match (discovery, files.is_empty()) {
                (true, _) => "discovery",
                (false, false) => "assignment",
                (false, true) => "done",
            },
            areas: lifting.areas.clone(),
            left: files.len() as u32,
            files: batch,
            tokens,
            rules: if discovery { DISCOVERY } else { ASSIGNMENT },
        })
    }
}

impl Operation for SubmitHierarchy {
    const NAME: &'static str = "submit_hierarchy";
    const DOC: &'static str = "Takes the areas and places that a model or the host chose, and refuses the malformed ones.";
    const WRITES: bool = true;
    type Answer = PlacedFiles;

    fn run(&self, view: &View<'_>) -> Result<PlacedFiles> {
        self.change(view).map(|(answer, _)| answer)
    }

    fn change(&self, view: &View<'_>) -> Changed<PlacedFiles> {
        let mut lifting = view.plan.lifting().clone();
        let mut answer = PlacedFiles::default();
        let mut areas: Vec<String> = Vec::new();
        for area in &self.areas {
            let area = area.trim().to_owned();
            match label_fault(&area) {
                None if areas.len() < AREAS.1 => {
                    if !areas
                        .iter()
                        .any(|known| known.to_lowercase() == area.to_lowercase())
                    {
                        areas.push(area);
                    }
                }
                fault => {
                    let reason = fault.unwrap_or("there are too many areas");
                    answer.rejected.push(RefusedAnswer::new("", &area, reason));
                }
            }
        }
        if areas.len() >= AREAS.0 {
            lifting.areas = areas;
        }
        place_all(view, &self.places, &mut lifting, &mut answer);
        Ok((answer, Some(lifting)))
    }
}

/// Takes `places` in, and says what came of it.
pub(crate) fn place_all(
    view: &View<'_>,
    places: &[GivenPlace],
    lifting: &mut Lifting,
    answer: &mut PlacedFiles,
) {
    let mut texts = Texts::new(view.tree());
    let files = files(view);
    for given in places {
        let node = exact(view, &given.id).filter(|node| files.binary_search(node).is_ok());
        let fault = match node {
            None => Some("no file that is understood has this path"),
            Some(_) => path_fault(&given.path, &lifting.areas),
        };
        match (node, fault, read_path(&given.path)) {
            (Some(node), None, Some([area, category, subcategory])) => {
                let wanted = area.to_lowercase();
                let known = lifting
                    .areas
                    .iter()
                    .find(|known| known.to_lowercase() == wanted);
                let area = known.cloned().unwrap_or(area);
                let told = Told {
                    id: given.id.clone(),
                    text: [area, category, subcategory].join("/"),
                    note: view.plan.feature(view.tree(), node).0,
                    hash: texts.hash(node).0,
                    ..Told::default()
                };
                put(&mut lifting.places, told);
                answer.accepted += 1;
            }
            (node, fault, _) => {
                let reason = fault.unwrap_or("it is not Area/Category/Subcategory");
                if let Some(node) = node {
                    let hash = texts.hash(node).0;
                    refuse(&mut lifting.places, &given.id, hash, reason);
                }
                let refused = RefusedAnswer::new(&given.id, &given.path, reason);
                answer.rejected.push(refused);
            }
        }
    }
    answer.areas.clone_from(&lifting.areas);
    answer.left = unplaced(view, lifting, true).len() as u32;
}

/// What is wrong with a label.
fn label_fault(label: &str) -> Option<&'static str> {
    if label.is_empty() || label.chars().count() > LABEL {
        return Some("it is empty or too long");
    }
    if label.contains('/') || label.chars().any(char::is_control) {
        return Some("it has marks that are no words");
    }
    let label = label.to_lowercase();
    let refuses = label.split(' ').any(|word| REFUSALS.contains(&word));
    (refuses || EMPTY.contains(&label.as_str())).then_some("it says nothing")
}

fn path_fault(path: &str, areas: &[String]) -> Option<&'static str> {
    let Some(labels) = read_path(path) else {
        return Some("it is not Area/Category/Subcategory");
    };
    let known = |area: &String| area.to_lowercase() == labels[0].to_lowercase();
    if !areas.is_empty() && !areas.iter().any(known) {
        return Some("its area is none of those that were named");
    }
    labels.iter().find_map(|label| label_fault(label))
}

/// The files that are understood, in node order.
fn files(view: &View<'_>) -> Vec<NodeId> {
    let graph = view.graph;
    let understood = |node: &NodeId| {
        let row = graph.node(*node);
        let file = row.file.and_then(|file| view.corpus.file(file));
        row.kind == Kind::Module && file.is_some_and(|file| file.language.is_some())
    };
    graph.ids().filter(understood).collect()
}

/// The files for which `lifting` has no place, and why the last answer was refused.
fn unplaced(view: &View<'_>, lifting: &Lifting, again: bool) -> Vec<(NodeId, Option<String>)> {
    let files = files(view);
    let is_file = |node: NodeId| files.binary_search(&node).is_ok();
    let found = matches(&lifting.places, view.tree(), &is_file);
    let told = |node: NodeId| {
        let at = found.binary_search_by_key(&node, |found| found.node).ok()?;
        lifting.places.get(found.get(at)?.row)
    };
    let open = files.iter().filter_map(|&node| match told(node) {
        None => Some((node, None)),
        Some(told) if !told.text.is_empty() => None,
        Some(told) if told.refused >= MOST_REFUSALS && !again => None,
        Some(told) => Some((node, Some(told.note.clone()))),
    });
    open.collect()
}

fn file(view: &View<'_>, node: NodeId, refusal: Option<String>) -> FileToPlace {
    let tree = view.tree();
    let hierarchy = view.plan.hierarchy(tree);
    let members = view.graph.children(node).take(MEMBERS);
    FileToPlace {
        id: view.graph.fqn(node),
        feature: view.plan.feature(tree, node).0,
        members: members
            .map(|node| view.plan.feature(tree, node).0)
            .collect(),
        path: hierarchy
            .of_node(tree, node)
            .map_or(String::new(), |at| hierarchy.path(at)),
        refusal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feature::Plan;
    use crate::testing::{Built, Tree};

    fn built() -> Built {
        Tree::default()
            .file("src/boat.rs", "class Boat 1-3")
            .file("src/quay.rs", "class Quay 1-3")
            .build()
    }

    fn submit(built: &mut Built, areas: &[&str], places: &[(&str, &str)]) -> PlacedFiles {
        let params = SubmitHierarchy {
            areas: areas.iter().map(|&area| area.to_owned()).collect(),
            places: places
                .iter()
                .map(|&(id, path)| GivenPlace {
                    id: id.to_owned(),
                    path: path.to_owned(),
                })
                .collect(),
        };
        let (answer, lifting) = params.change(&built.view()).expect("an answer");
        built.plan = Plan::new(lifting.expect("a change"));
        answer
    }

    fn stage(built: &Built) -> (&'static str, u32) {
        let batch = PendingHierarchy::default()
            .run(&built.view())
            .expect("a batch");
        (batch.stage, batch.left)
    }

    #[test]
    fn areas_come_first_and_then_every_file() {
        let mut built = built();
        assert_eq!(stage(&built), ("discovery", 2));
        let answer = submit(&mut built, &["Sailing", "misc", "Harbour", "sailing"], &[]);
        assert_eq!(answer.areas, ["Sailing", "Harbour"]);
        assert_eq!(answer.rejected[0].reason, "it says nothing");
        assert_eq!(stage(&built), ("assignment", 2));
        let places = [
            ("src/boat.rs", "sailing / Hulls / Boats"),
            ("src/quay.rs", "Fishing/Quays/Moorings"),
            ("src/nope.rs", "Sailing/a/b"),
            ("src/quay.rs", "Harbour"),
        ];
        let answer = submit(&mut built, &[], &places);
        assert_eq!(
            (answer.accepted, answer.left, answer.rejected.len()),
            (1, 1, 3)
        );
        assert_eq!(
            answer.rejected[0].reason,
            "its area is none of those that were named"
        );
        let answer = submit(
            &mut built,
            &[],
            &[("src/quay.rs", "Harbour/Quays/Moorings")],
        );
        assert_eq!((answer.accepted, answer.left), (1, 0));
        assert_eq!(stage(&built), ("done", 0));
        let view = built.view();
        let hierarchy = view.plan.hierarchy(view.tree());
        assert!(hierarchy.by_model);
        let boat = exact(&view, "src/boat.rs::Boat").expect("a node");
        let path = view.plan.path(view.tree(), boat);
        assert_eq!(path.as_deref(), Some("Sailing / Hulls / Boats / Boat"));
        assert_eq!(hierarchy.groups[0].directories, ["src"]);
    }
}
