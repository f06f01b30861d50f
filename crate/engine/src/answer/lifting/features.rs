//! Features from a model: what is to be lifted, and answers.

use crate::answer::lifting::{
    Changed, GivenFeature, MAX_ITEMS, MAX_TOKENS, RefusedAnswer, Submitted, batch, exact, lifted,
};
use crate::answer::ops::Operation;
use crate::answer::params::{params, words};
use crate::answer::source;
use crate::answer::view::View;
use crate::error::Result;
use crate::feature::critic::{RULES, judge_told};
use crate::feature::lifting::{MOST_REFUSALS, Source, Texts, Told, put, refuse};
use crate::graph::Kinds;
use crate::ids::NodeId;
use crate::sort::unique;
use serde::Serialize;

/// Lines of source and names of callees that a model is shown of one node.
const LINES: u32 = 40;
const CALLEES: usize = 8;
/// Characters of documentation and source of one node.
const LONGEST: usize = 2000;

params! {
    /// The next nodes for a model to lift: files, types, and what can be called.
    pub struct PendingFeatures {
        /// The most nodes, up to 50.
        pub max_entities: u32 = MAX_ITEMS,
        /// About the most tokens of all of them together, up to 8,000; one node is
        /// always handed out.
        pub max_tokens: u32 = MAX_TOKENS,
        /// How many nodes are passed over: for a host that asks for several batches
        /// at once.
        pub skip: u32 = 0,
        /// Whether nodes are handed out again whose answers were refused three times.
        pub again: bool = false,
    }
}

/// A node for a model to lift.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct EntityToLift {
    /// Its id, which the answer repeats.
    pub id: String,
    /// What it is.
    pub kind: &'static str,
    /// The feature that it has until then.
    pub feature: String,
    /// Why it is asked for: `new`, `changed` since it was lifted, or `refused`.
    pub reason: &'static str,
    /// Why the last answer was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub refusal: Option<String>,
    /// Declaration up to the body.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub signature: String,
    /// Documentation.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub doc: String,
    /// The first names that it calls.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub callees: Vec<String>,
    /// The first lines of its source; of a file, the names it defines.
    pub source: String,
}

/// A batch of nodes to lift.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FeatureBatch {
    /// The nodes.
    pub entities: Vec<EntityToLift>,
    /// About how many tokens they take.
    pub tokens: u32,
    /// How many nodes are still to be lifted, these and those passed over among them.
    pub left: u32,
    /// What a feature must be like: for the model.
    pub rules: &'static str,
}

words! {
    /// Who made what is submitted.
    pub enum LiftedBy {
        /// A model.
        #[default]
        Model = "model",
        /// The host itself, or a person.
        Host = "host",
    }
}

params! {
    /// Features that a host made. What is malformed is refused item by item.
    pub struct SubmitFeatures {
        /// The features, each with the id of its node.
        pub features: Vec<GivenFeature> = Vec::new(),
        /// Who made them.
        pub source: LiftedBy = LiftedBy::Model,
    }
}

impl Operation for PendingFeatures {
    const NAME: &'static str = "pending_features";
    const DOC: &'static str =
        "The next nodes for a model to describe, in batches by number and tokens.";
    type Answer = FeatureBatch;

    fn run(&self, view: &View<'_>) -> Result<FeatureBatch> {
        let pending = pending(view, self.again);
        let bounds = (self.max_entities, self.max_tokens);
        let (entities, tokens) = batch(&pending, self.skip, bounds, |item| entity(view, item))?;
        Ok(FeatureBatch {
            entities,
            tokens,
            left: pending.len() as u32,
            rules: RULES,
        })
    }
}

impl Operation for SubmitFeatures {
    const NAME: &'static str = "submit_features";
    const DOC: &'static str =
        "Takes features that a model or the host made, and refuses the malformed ones.";
    const REQUIRED: &'static [&'static str] = &["features"];
    const WRITES: bool = true;
    type Answer = Submitted;

    fn run(&self, view: &View<'_>) -> Result<Submitted> {
        self.change(view).map(|(answer, _)| answer)
    }

    fn change(&self, view: &View<'_>) -> Changed<Submitted> {
        let mut lifting = view.plan.lifting().clone();
        let mut texts = Texts::new(view.tree());
        let mut answer = Submitted::default();
        let mut taken: Vec<NodeId> = Vec::new();
        for given in &self.features {
            let feature = tidy(&given.feature);
            let node = exact(view, &given.id);
            let verdict = match node {
                None => Err("no node has this id"),
                Some(_) => judge_told(&feature),
            };
            match (node, verdict) {
                (Some(node), Ok(())) => {
                    taken.push(node);
                    put(
                        &mut lifting.features,
                        Told {
                            id: given.id.clone(),
                            text: feature,
                            hash: texts.hash(node).0,
                            by: match self.source {
                                LiftedBy::Model => Source::Model,
                                LiftedBy::Host => Source::Host,
                            },
                            ..Told::default()
                        },
                    );
                }
                (node, verdict) => {
                    let reason = verdict.err().unwrap_or_default();
                    if let Some(node) = node {
                        let hash = texts.hash(node).0;
                        refuse(&mut lifting.features, &given.id, hash, reason);
                    }
                    let refused = RefusedAnswer::new(&given.id, &given.feature, reason);
                    answer.rejected.push(refused);
                }
            }
        }
        unique(&mut taken);
        answer.accepted = taken.len() as u32;
        let open = pending(view, false);
        let answered = |item: &&Pending| taken.binary_search(&item.node).is_ok();
        answer.left = (open.len() - open.iter().filter(answered).count()) as u32;
        Ok((answer, Some(lifting)))
    }
}

/// A node to lift, and why.
pub(crate) struct Pending {
    pub(crate) node: NodeId,
    reason: &'static str,
    refusal: Option<String>,
}

/// The nodes that no model lifted as they are now, in node order.
pub(crate) fn pending(view: &View<'_>, again: bool) -> Vec<Pending> {
    let tree = view.tree();
    let matched = view.plan.matched(tree);
    let rows = &view.plan.lifting().features;
    let open = lifted(view).filter_map(|node| {
        let found = matched.binary_search_by_key(&node, |found| found.node).ok();
        let found = found.and_then(|at| matched.get(at));
        let told = found.and_then(|found| Some((rows.get(found.row)?, found.stale)));
        let (reason, refusal) = match told {
            None => ("new", None),
            Some((told, stale)) if told.text.is_empty() => {
                if told.refused >= MOST_REFUSALS && !again && !stale {
                    return None;
                }
                ("refused", Some(told.note.clone()))
            }
            Some((told, true)) if told.refused >= MOST_REFUSALS && !again => return None,
            Some((_, true)) => ("changed", None),
            Some((_, false)) => return None,
        };
        Some(Pending {
            node,
            reason,
            refusal,
        })
    });
    open.collect()
}

fn entity(view: &View<'_>, item: &Pending) -> Result<EntityToLift> {
    let graph = view.graph;
    let row = graph.node(item.node);
    let definition = row.symbol.and_then(|symbol| view.corpus.definition(symbol));
    let mut callees: Vec<String> = (graph.out_edges(item.node).iter())
        .filter(|edge| Kinds::CALLS.has(edge.kind))
        .map(|edge| graph.name(edge.target).to_owned())
        .collect();
    callees.truncate(CALLEES);
    let source = match definition {
        Some(_) => source::of_node(view, item.node, 0, LINES)?.map(|source| source.text),
        None => {
            let names: Vec<&str> = graph
                .children(item.node)
                .map(|node| graph.name(node))
                .collect();
            Some(names.join(" "))
        }
    };
    Ok(EntityToLift {
        id: graph.fqn(item.node),
        kind: row.kind.as_str(),
        feature: view.plan.feature(view.tree(), item.node).0,
        reason: item.reason,
        refusal: item.refusal.clone(),
        signature: definition.map_or(String::new(), |definition| definition.signature.clone()),
        doc: definition.map_or(String::new(), |definition| short(&definition.doc)),
        callees,
        source: short(&source.unwrap_or_default()),
    })
}

fn short(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}

/// A feature without the full stop and the capital of a sentence.
fn tidy(feature: &str) -> String {
    let feature = feature.trim().trim_end_matches('.');
    let mut chars = feature.chars();
    let first = chars.next().into_iter().flat_map(char::to_lowercase);
    first.chain(chars).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::ops;
    use crate::error::Code;
    use crate::feature::{Lifting, Plan};
    use crate::testing::{Built, functions};

    fn given(id: &str, feature: &str) -> GivenFeature {
        GivenFeature {
            id: id.to_owned(),
            feature: feature.to_owned(),
        }
    }

    fn submit(built: &mut Built, features: Vec<GivenFeature>) -> Submitted {
        let params = SubmitFeatures {
            features,
            ..SubmitFeatures::default()
        };
        let (answer, lifting) = params.change(&built.view()).expect("an answer");
        built.plan = Plan::new(lifting.expect("a change"));
        answer
    }

    #[test]
    fn batches_are_bounded_by_number_and_tokens() {
        let built = functions(120).build();
        let pull = |params: PendingFeatures| params.run(&built.view()).expect("a batch");
        let first = pull(PendingFeatures::default());
        assert_eq!((first.entities.len(), first.left), (50, 121));
        let second = pull(PendingFeatures {
            skip: 50,
            ..PendingFeatures::default()
        });
        assert!(
            first
                .entities
                .iter()
                .all(|a| second.entities.iter().all(|b| a.id != b.id))
        );
        let small = pull(PendingFeatures {
            max_tokens: 1,
            ..PendingFeatures::default()
        });
        assert_eq!(small.entities.len(), 1);
        let tokens = pull(PendingFeatures {
            max_tokens: 300,
            ..PendingFeatures::default()
        });
        assert!(tokens.tokens <= 300 && tokens.entities.len() > 1);
    }

    #[test]
    fn what_is_no_answer_is_refused_as_a_whole_and_what_is_long_is_told_in_short() {
        for features in [r#""x""#, "3", "null"] {
            let params = format!(r#"{{"features":{features}}}"#);
            let refused = ops::run(&functions(1).build().view(), "submit_features", &params);
            assert_eq!(
                refused.map_err(|e| e.code),
                Err(Code::InvalidArgument),
                "{features}"
            );
        }
        let mut built = functions(1).build();
        let long = "x".repeat(1 << 20);
        let answer = submit(&mut built, vec![given(&long, &long)]);
        let told = &answer.rejected[0];
        assert!(told.answer.chars().count() <= 201 && told.id.chars().count() <= 201);
    }

    #[test]
    fn what_is_malformed_is_refused_alone_and_asked_again() {
        let mut built = functions(2).build();
        let answers = vec![
            given("a.rs::f0", "Load charts."),
            given("a.rs::f1", "handle stuff"),
            given("nope", "load charts"),
            GivenFeature::default(),
        ];
        let answer = submit(&mut built, answers);
        assert_eq!(
            (answer.accepted, answer.rejected.len(), answer.left),
            (1, 3, 2)
        );
        assert_eq!(answer.rejected[0].reason, "its verb is vague");
        let feature = |built: &Built, id: &str| {
            let view = built.view();
            let node = exact(&view, id).expect("a node");
            let (text, by) = view.plan.feature(view.tree(), node);
            (text, by.as_str())
        };
        assert_eq!(
            feature(&built, "a.rs::f0"),
            ("load charts".to_owned(), "model")
        );
        assert_eq!(feature(&built, "a.rs::f1").1, "auto");
        let batch = PendingFeatures::default()
            .run(&built.view())
            .expect("a batch");
        let asked: Vec<_> = batch
            .entities
            .iter()
            .map(|e| (e.id.as_str(), e.reason))
            .collect();
        assert_eq!(asked, [("a.rs", "new"), ("a.rs::f1", "refused")]);
        for _ in 0..2 {
            submit(&mut built, vec![given("a.rs::f1", "")]);
        }
        let batch = PendingFeatures::default()
            .run(&built.view())
            .expect("a batch");
        assert_eq!(batch.entities.len(), 1);
        let again = PendingFeatures {
            again: true,
            ..PendingFeatures::default()
        };
        assert_eq!(again.run(&built.view()).expect("a batch").entities.len(), 2);
    }

    #[test]
    fn what_was_told_outlives_a_snapshot() {
        let mut built = functions(2).build();
        submit(
            &mut built,
            vec![given("a.rs::f0", "load charts"), given("a.rs::f1", "no")],
        );
        let told = built.plan.lifting();
        assert_eq!(Lifting::read(&told.write()).as_ref(), Ok(told));
        assert!(Lifting::read(&told.write()[1..]).is_err());
    }

    #[test]
    fn json_that_is_no_answer_is_refused_item_by_item() {
        let built = functions(1).build();
        let text = r#"{"features":[{"id":"a.rs::f0","feature":"load charts"},7,{"id":3},{"feature":"x"}]}"#;
        let done = ops::apply(&built.view(), "submit_features", text).expect("an answer");
        assert!(done.text.starts_with(r#"{"accepted":1,"#) && done.lifting.is_some());
    }
}
