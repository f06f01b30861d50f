//! Host lifting (spec 1.6): what a model is asked, batch by batch, and what becomes
//! of its answers.
//!
//! A host pulls a batch, asks its model, and submits the answers, in any order and
//! as many batches at once as it likes. What is malformed is refused item by item
//! with a reason, and comes back in a later batch with that reason. All that was
//! taken is part of a snapshot, so that lifting goes on where it stopped.
//! - [`features`]: what nodes do; [`hierarchy`]: areas, and files in them;
//!   [`routing`]: files whose place is in doubt; [`status`]: how far it all is.

pub mod features;
pub mod hierarchy;
pub mod routing;
pub mod status;

use crate::answer::bounds::TOKEN;
use crate::answer::hits::shortened;
use crate::answer::params::Param;
use crate::answer::view::View;
use crate::error::Result;
use crate::feature::lifting::Lifting;
use crate::feature::plan::is_entity;
use crate::fields::Field;
use crate::graph::lookup;
use crate::ids::NodeId;
use serde::Serialize;
use serde_json::Value;

/// The most items and tokens of a batch (spec 1.6).
pub const MAX_ITEMS: u32 = 50;
/// The most tokens of a batch, about.
pub const MAX_TOKENS: u32 = 8000;

/// An answer of a model for one node.
///
/// Read leniently: what is missing or no text is empty, so that one malformed item
/// is refused and not the whole batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct GivenFeature {
    /// Id of the node.
    pub id: String,
    /// What it does.
    pub feature: String,
}

/// A place for one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct GivenPlace {
    /// Id of the file: its path.
    pub id: String,
    /// Labels of area, category and subcategory, joined by `/`.
    pub path: String,
}

impl Field for GivenFeature {
    fn read(value: &Value) -> std::result::Result<Self, String> {
        let (id, feature) = texts(value, "feature");
        Ok(Self { id, feature })
    }

    fn read_alone(value: &Value) -> std::result::Result<Self, String> {
        object(value, "feature").and_then(Self::read)
    }
}

impl Param for GivenFeature {
    fn write(&self) -> Value {
        Value::Null
    }
}

impl Field for GivenPlace {
    fn read(value: &Value) -> std::result::Result<Self, String> {
        let (id, path) = texts(value, "path");
        Ok(Self { id, path })
    }

    fn read_alone(value: &Value) -> std::result::Result<Self, String> {
        object(value, "path").and_then(Self::read)
    }
}

impl Param for GivenPlace {
    fn write(&self) -> Value {
        Value::Null
    }
}

/// `value`, if it is an object: anything else in the place of a list was never the answer of
/// a model, but is a mistake of the host.
fn object<'v>(value: &'v Value, name: &str) -> std::result::Result<&'v Value, String> {
    match value.is_object() {
        true => Ok(value),
        false => Err(format!("no list of objects with `id` and `{name}`")),
    }
}

fn texts(value: &Value, name: &str) -> (String, String) {
    let text = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default();
    (text("id").trim().to_owned(), text(name).trim().to_owned())
}

/// An answer that was not taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct RefusedAnswer {
    /// Id that it was for; empty where it named none.
    pub id: String,
    /// What was answered, its first 200 characters.
    pub answer: String,
    /// Why it was not taken: what to put right.
    pub reason: String,
}

impl RefusedAnswer {
    /// The `answer` for `id` that was refused for `reason`. Whatever its length, what is
    /// told of it is short.
    pub(crate) fn new(id: &str, answer: &str, reason: &str) -> Self {
        Self {
            id: shortened(id),
            answer: shortened(answer),
            reason: reason.to_owned(),
        }
    }
}

/// What became of a batch of answers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Submitted {
    /// How many answers were taken.
    pub accepted: u32,
    /// Those that were not; what was there before stays.
    pub rejected: Vec<RefusedAnswer>,
    /// How many items are still to be answered.
    pub left: u32,
}

/// The nodes that a model is asked about: parts of documents, settings and data say
/// themselves what they are.
pub(crate) fn lifted<'v>(view: &'v View<'_>) -> impl Iterator<Item = NodeId> + 'v {
    let outlined = |node: NodeId| {
        let file = view.graph.node(node).file;
        let file = file.and_then(|file| view.corpus.file(file));
        let language = file.and_then(|file| file.language.as_deref());
        language.is_some_and(|language| view.is_outline(language))
    };
    let tree = view.tree();
    (view.graph.ids()).filter(move |&node| is_entity(tree, node) && !outlined(node))
}

/// The one node whose id is `id`.
pub(crate) fn exact(view: &View<'_>, id: &str) -> Option<NodeId> {
    let nodes = lookup::find(view.graph, id);
    nodes.into_iter().find(|&node| view.graph.fqn(node) == id)
}

/// As many of `items`, from the one numbered `skip` on, as fit into a batch, and
/// about how many tokens they take. One always fits.
pub(crate) fn batch<I, T: Serialize>(
    items: &[I],
    skip: u32,
    (most_items, most_tokens): (u32, u32),
    write: impl Fn(&I) -> Result<T>,
) -> Result<(Vec<T>, u32)> {
    let (mut batch, mut tokens) = (Vec::new(), 0);
    let most = most_items.clamp(1, MAX_ITEMS) as usize;
    for item in items.iter().skip(skip as usize).take(most) {
        let item = write(item)?;
        let size = serde_json::to_string(&item).map_or(0, |text| text.len().div_ceil(TOKEN)) as u32;
        if tokens + size > most_tokens.min(MAX_TOKENS) && !batch.is_empty() {
            break;
        }
        tokens += size;
        batch.push(item);
    }
    Ok((batch, tokens))
}

/// What a submission makes of what was told before.
pub(crate) type Changed<T> = Result<(T, Option<Lifting>)>;
