//! How far host lifting is.

use crate::answer::lifting::features::pending;
use crate::answer::lifting::lifted;
use crate::answer::ops::Operation;
use crate::answer::params::params;
use crate::answer::view::View;
use crate::error::Result;
use crate::feature::lifting::{MOST_REFUSALS, Source};
use serde::Serialize;

params! {
    /// How far host lifting is.
    pub struct LiftingStatus {}
}

/// How far an area is lifted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct AreaCoverage {
    /// The area.
    pub area: String,
    /// Nodes in it that are lifted by a model if there is one.
    pub entities: u32,
    /// Those among them that a model or the host lifted.
    pub lifted: u32,
}

/// How far host lifting is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct LiftingProgress {
    /// Files, types and what can be called: what a model lifts. All of them have a
    /// feature; without a model by rules.
    pub entities: u32,
    /// Features by rules.
    pub auto: u32,
    /// Features by a model.
    pub model: u32,
    /// Features by the host.
    pub host: u32,
    /// Features whose node has changed since; they hold until they are lifted again.
    pub stale: u32,
    /// Nodes to lift: new, changed and refused ones.
    pub pending: u32,
    /// Nodes whose answers were refused three times; handed out again if asked for.
    pub given_up: u32,
    /// The same for each area, by name.
    pub areas: Vec<AreaCoverage>,
    /// Who made the hierarchy: `auto` or `model`. A model's is used once it placed
    /// half of the files.
    pub hierarchy: &'static str,
    /// Files that a model placed.
    pub placed: u32,
    /// Files that could be placed.
    pub files: u32,
    /// Files whose place is in doubt.
    pub routing: u32,
}

impl Operation for LiftingStatus {
    const NAME: &'static str = "lifting_status";
    const DOC: &'static str =
        "How much of the tree a model has described and placed, in all and by area.";
    type Answer = LiftingProgress;

    fn run(&self, view: &View<'_>) -> Result<LiftingProgress> {
        // Asked again and again while a model works, which tells in batches.
        let status = view.memo.recent(Self::NAME.to_owned(), || progress(view));
        Ok((*status).clone())
    }
}

fn progress(view: &View<'_>) -> LiftingProgress {
    let tree = view.tree();
    let hierarchy = view.plan.hierarchy(tree);
    let (placed, files) = view.plan.placed(tree);
    let mut status = LiftingProgress {
        hierarchy: if hierarchy.by_model { "model" } else { "auto" },
        placed: placed as u32,
        files: files as u32,
        routing: hierarchy.doubtful.len() as u32,
        pending: pending(view, false).len() as u32,
        ..LiftingProgress::default()
    };
    let areas: Vec<usize> = hierarchy.below(None).collect();
    status.areas = (areas.iter())
        .map(|&at| AreaCoverage {
            area: hierarchy.path(at),
            ..AreaCoverage::default()
        })
        .collect();
    for node in lifted(view) {
        status.entities += 1;
        let told = view.plan.told(tree, node);
        let by = told.map_or(Source::Auto, |(told, _)| told.by);
        match by {
            Source::Auto => status.auto += 1,
            Source::Model => status.model += 1,
            Source::Host => status.host += 1,
        }
        status.stale += u32::from(told.is_some_and(|(_, stale)| stale));
        let area = hierarchy
            .of_node(tree, node)
            .and_then(|at| hierarchy.chain(at).last());
        let area = area.and_then(|area| areas.binary_search(&area).ok());
        if let Some(coverage) = area.and_then(|at| status.areas.get_mut(at)) {
            coverage.entities += 1;
            coverage.lifted += u32::from(by != Source::Auto);
        }
    }
    let refused = view.plan.lifting().features.iter();
    let given_up = refused.filter(|told| told.refused >= MOST_REFUSALS);
    status.given_up = given_up.count() as u32;
    status
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::functions;

    #[test]
    fn all_is_pending_before_a_model_is_asked() {
        let status = LiftingStatus {}
            .run(&functions(3).build().view())
            .expect("a status");
        assert_eq!((status.entities, status.auto, status.pending), (4, 4, 4));
        assert_eq!(
            (status.hierarchy, status.files, status.areas.len()),
            ("auto", 1, 1)
        );
        assert_eq!((status.areas[0].entities, status.areas[0].lifted), (4, 0));
    }
}
