//! Files whose place in the hierarchy of a model is in doubt: new ones, and those
//! whose feature has drifted since they were placed (spec 1.7).

use crate::answer::info::decimal;
use crate::answer::lifting::hierarchy::{PlacedFiles, place_all};
use crate::answer::lifting::{Changed, GivenPlace, MAX_ITEMS, MAX_TOKENS, batch};
use crate::answer::ops::Operation;
use crate::answer::params::params;
use crate::answer::view::View;
use crate::error::Result;
use crate::feature::lifting::MOST_REFUSALS;
use crate::feature::routing::Candidate;
use serde::Serialize;

const RULES: &str = "Each file is where it fits best by the files beside it, what it depends on, and its words. Answer with `places`: for every file the path that it \
should have, `Area/Category/Subcategory`, be it the one it has.";

params! {
    /// Files whose place is in doubt.
    pub struct PendingRouting {
        /// The most files, up to 50.
        pub max_entities: u32 = MAX_ITEMS,
        /// About the most tokens of all of them together, up to 8,000.
        pub max_tokens: u32 = MAX_TOKENS,
        /// How many files are passed over.
        pub skip: u32 = 0,
    }
}

/// A file whose place is in doubt.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FileToRoute {
    /// Its path, which is its id.
    pub id: String,
    /// What it does.
    pub feature: String,
    /// Where it is: labels joined by ` / `.
    pub path: String,
    /// `new` where no place was told for it, `drifted` where it does something else
    /// by now.
    pub reason: &'static str,
    /// How far its feature has drifted since it was placed, 0 to 1: below 0.3 it is
    /// not listed, above 0.7 it was put elsewhere.
    pub drift: f64,
    /// How much it belongs to the area it was put in, 0 to 1: by the share of the files
    /// beside it, or of those that it depends on or that depend on it, that are there, or by
    /// words in common; below 0.3 a new area was proposed.
    pub likeness: f64,
}

/// A batch of files whose place is in doubt.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct RoutingBatch {
    /// The files.
    pub files: Vec<FileToRoute>,
    /// The paths there are to choose from.
    pub paths: Vec<String>,
    /// About how many tokens the files take.
    pub tokens: u32,
    /// How many files are in doubt, these and those passed over among them.
    pub left: u32,
    /// What is to be answered: for the model.
    pub rules: &'static str,
}

params! {
    /// Places for files that were in doubt.
    pub struct SubmitRouting {
        /// The places.
        pub places: Vec<GivenPlace> = Vec::new(),
    }
}

impl Operation for PendingRouting {
    const NAME: &'static str = "pending_routing";
    const DOC: &'static str =
        "Files whose place in a model's hierarchy is in doubt: new ones and drifted ones.";
    type Answer = RoutingBatch;

    fn run(&self, view: &View<'_>) -> Result<RoutingBatch> {
        let hierarchy = view.plan.hierarchy(view.tree());
        let bounds = (self.max_entities, self.max_tokens);
        let write = |candidate: &Candidate| Ok(file(view, candidate));
        // What was refused too often is asked no more.
        let places = &view.plan.lifting().places;
        let open = hierarchy.doubtful.iter().filter(|candidate| {
            let path = view.graph.path(view.graph.file_node(candidate.file));
            let row = places.binary_search_by(|row| row.id.as_str().cmp(path));
            row.is_err() || row.is_ok_and(|at| places[at].refused < MOST_REFUSALS)
        });
        let open: Vec<Candidate> = open.cloned().collect();
        let (files, tokens) = batch(&open, self.skip, bounds, write)?;
        let last = hierarchy
            .groups
            .iter()
            .enumerate()
            .filter(|(_, group)| group.level == 2);
        let paths = match files.is_empty() {
            true => Vec::new(),
            false => last.map(|(at, _)| hierarchy.path(at)).collect(),
        };
        Ok(RoutingBatch {
            files,
            paths,
            tokens,
            left: open.len() as u32,
            rules: RULES,
        })
    }
}

impl Operation for SubmitRouting {
    const NAME: &'static str = "submit_routing";
    const DOC: &'static str =
        "Takes places for files that were in doubt, and refuses the malformed ones.";
    const REQUIRED: &'static [&'static str] = &["places"];
    const WRITES: bool = true;
    type Answer = PlacedFiles;

    fn run(&self, view: &View<'_>) -> Result<PlacedFiles> {
        self.change(view).map(|(answer, _)| answer)
    }

    fn change(&self, view: &View<'_>) -> Changed<PlacedFiles> {
        let mut lifting = view.plan.lifting().clone();
        let mut answer = PlacedFiles::default();
        place_all(view, &self.places, &mut lifting, &mut answer);
        Ok((answer, Some(lifting)))
    }
}

fn file(view: &View<'_>, candidate: &Candidate) -> FileToRoute {
    let tree = view.tree();
    let node = view.graph.file_node(candidate.file);
    let hierarchy = view.plan.hierarchy(tree);
    FileToRoute {
        id: view.graph.fqn(node),
        feature: view.plan.feature(tree, node).0,
        path: hierarchy
            .of_node(tree, node)
            .map_or(String::new(), |at| hierarchy.path(at)),
        reason: candidate.reason,
        drift: decimal(candidate.drift as f32 / 1000.0),
        likeness: decimal(candidate.likeness as f32 / 1000.0),
    }
}
