//! Hits of a search as answers show them, and what searches have in common.

use crate::answer::budget::Budget;
use crate::answer::filter::{EntityTypes, OneOrMany};
use crate::answer::info::{NodeInfo, decimal};
use crate::answer::page::Page;
use crate::answer::source;
use crate::answer::view::View;
use crate::error::{Code, Result, WaymarkError};
use crate::extract::facts::Kind;
use crate::ids::NodeId;
use crate::search::keep::Keep;
use crate::search::{Hit, Index};
use crate::sort::unique;
use serde::Serialize;

/// Longest preview of a hit and longest repetition of what was given, in characters.
const MAX_PREVIEW: usize = 200;
/// Hits where neither a number nor a budget is asked for, as far as the default
/// budget reaches.
pub(crate) const DEFAULT_TOP_K: u32 = 10;

/// A node that a search found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SearchHit {
    /// Place in the whole ranking, from 1.
    pub place: u32,
    /// What was found.
    #[serde(flatten)]
    pub node: NodeInfo,
    /// How well it fits; comparable within one answer only.
    pub score: f64,
    /// What found it: `exact` (its name, path or text is what was asked for),
    /// `lexical` (its words), `vector` (its meaning), `hybrid` (both), `feature`
    /// (what it does) or `mention` (the query names it).
    pub origin: &'static str,
    /// The stage that found it first: `features` or `snippets`; none in a plain
    /// search.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub stage: Option<&'static str>,
    /// Lines that hold the text that was looked for, 1-based, the first few.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub lines: Vec<u32>,
    /// What it does, in searches for features.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub feature: Option<String>,
    /// The functional areas it belongs to, from the outside in, and its name, joined
    /// by ` / `; in searches for features.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub feature_path: Option<String>,
    /// One line that shows what it is: the first line of the documentation, or
    /// a line of its source.
    pub preview: String,
}

/// A hit before it is written out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    pub(crate) node: NodeId,
    pub(crate) score: f32,
    pub(crate) origin: &'static str,
    pub(crate) stage: Option<&'static str>,
    /// Lines with a match in the text.
    pub(crate) lines: Vec<u32>,
}

impl Found {
    /// A hit of a plain search.
    pub(crate) fn of(hit: &Hit) -> Self {
        Self {
            node: hit.node,
            score: hit.score,
            origin: hit.origin.as_str(),
            stage: None,
            lines: Vec::new(),
        }
    }
}

/// Writes out `found`, which comes after `offset` others in the ranking, as far
/// as `budget` reaches; the first hit is always shown.
pub(crate) fn write_out(
    view: &View<'_>,
    found: &[Found],
    offset: u32,
    budget: &mut Budget,
) -> Vec<SearchHit> {
    let mut hits = Vec::new();
    for (found, place) in found.iter().zip(offset + 1..) {
        let hit = write_hit(view, found, place);
        if !budget.pay(&hit) && !hits.is_empty() {
            break;
        }
        hits.push(hit);
    }
    hits
}

fn write_hit(view: &View<'_>, found: &Found, place: u32) -> SearchHit {
    let staged = found.stage.is_some();
    SearchHit {
        feature: staged.then(|| view.plan.feature(view.tree(), found.node).0),
        feature_path: staged
            .then(|| view.plan.path(view.tree(), found.node))
            .flatten(),
        place,
        node: NodeInfo::of(view, found.node),
        score: decimal(found.score),
        origin: found.origin,
        stage: found.stage,
        lines: found.lines.clone(),
        preview: preview(view, found),
    }
}

/// The first line of the documentation; else the first line with a match, or
/// the line of the name, or the first line that is not empty.
fn preview(view: &View<'_>, found: &Found) -> String {
    let node = view.graph.node(found.node);
    let definition = node
        .symbol
        .and_then(|symbol| view.corpus.definition(symbol));
    let doc = definition.and_then(|definition| definition.doc.lines().find(|l| !l.is_empty()));
    if let (Some(doc), []) = (doc, found.lines.as_slice()) {
        return shortened(doc);
    }
    let Some(file) = node.file.and_then(|file| view.corpus.file(file)) else {
        return String::new();
    };
    let text = file.text.unpack().unwrap_or_default();
    let first = found
        .lines
        .first()
        .copied()
        .unwrap_or(node.name_line.max(1));
    // A file may begin with blank lines.
    let shown = source::lines(&text, first, first + 9, 10).text;
    shortened(
        shown
            .lines()
            .find(|line| !line.trim().is_empty())
            .unwrap_or_default(),
    )
}

/// `line` without blanks around it, cut at 200 characters.
pub(crate) fn shortened(line: &str) -> String {
    let line = line.trim();
    match line.char_indices().nth(MAX_PREVIEW) {
        Some((at, _)) => format!("{}…", line.get(..at).unwrap_or_default()),
        None => line.to_owned(),
    }
}

/// What part of `total` hits is shown.
pub(crate) fn page(total: usize, offset: u32, shown: usize, limit: u32) -> Page {
    Page {
        total: total as u32,
        offset,
        shown: shown as u32,
        limit,
    }
}

/// What a search of `view` reads.
pub(crate) const fn index_of<'a>(view: &View<'a>) -> Index<'a> {
    Index {
        corpus: view.corpus,
        graph: view.graph,
        lexical: view.lexical,
        ranks: view.ranks,
        vectors: view.vectors,
    }
}

/// Refuses names that no language has: nothing found would read as nothing there.
fn known_languages(view: &View<'_>, names: &[String]) -> Result<()> {
    if names.is_empty() {
        return Ok(());
    }
    let read = view
        .languages
        .iter()
        .map(|known| known.manifest.name.as_str());
    let spoken = view.corpus.files().iter();
    let spoken = spoken.filter_map(|file| file.language.as_deref());
    let mut known: Vec<&str> = read.chain(spoken).collect();
    unique(&mut known);
    let unknown = names.iter().find(|name| !known.contains(&name.as_str()));
    let Some(unknown) = unknown else {
        return Ok(());
    };
    let message = format!(
        "no language is called `{unknown}`; there are {}",
        known.join(", ")
    );
    Err(WaymarkError::new(Code::InvalidArgument, message))
}

/// Which nodes a search may find: files and symbols of the kinds and languages
/// that were asked for, or directories where they were.
pub(crate) struct Admitted<'a> {
    /// Whether nodes of each kind are.
    kinds: [bool; Kind::COUNT],
    languages: &'a [String],
}

impl<'a> Admitted<'a> {
    /// Kinds by name, and languages by name; without a name all.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] for a name that no kind or no language has.
    pub(crate) fn parse(
        view: &View<'_>,
        types: &OneOrMany,
        languages: &'a OneOrMany,
    ) -> Result<Self> {
        known_languages(view, languages.as_slice())?;
        let any_type = types.as_slice().is_empty();
        let types = EntityTypes::parse(types)?;
        let mut kinds = [false; Kind::COUNT];
        for kind in Kind::all() {
            kinds[kind as usize] = match kind {
                Kind::Repository => false,
                Kind::Directory | Kind::Package if any_type => false,
                kind => types.admit(kind),
            };
        }
        Ok(Self {
            kinds,
            languages: languages.as_slice(),
        })
    }

    pub(crate) fn admit(&self, view: &View<'_>, node: NodeId) -> bool {
        self.kinds[view.graph.kind(node) as usize] && self.speaks(view, node)
    }

    /// Whether the language of `node` is one of those asked for.
    pub(crate) fn speaks(&self, view: &View<'_>, node: NodeId) -> bool {
        let spoken = || {
            let language = view.graph.text(view.graph.node(node).language);
            self.languages.iter().any(|name| name == language)
        };
        self.languages.is_empty() || spoken()
    }

    /// The nodes that are admitted, by their kinds alone unless `nodes`, which asks
    /// for their languages, is needed.
    pub(crate) const fn keep<'k>(
        &self,
        needed: bool,
        nodes: &'k dyn Fn(NodeId) -> bool,
    ) -> Keep<'k> {
        Keep {
            kinds: self.kinds,
            nodes: if needed || !self.languages.is_empty() {
                Some(nodes)
            } else {
                None
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_shortened_at_characters() {
        assert_eq!(shortened("  short \n"), "short");
        let long = "ä".repeat(MAX_PREVIEW + 5);
        let short = shortened(&long);
        assert_eq!(short.chars().count(), MAX_PREVIEW + 1);
        assert!(short.ends_with('…'));
    }
}
