//! Words of features: what is looked for among what nodes and groups do.
//!
//! Documents are the nodes in order, then the groups of the hierarchy. A verb also
//! counts as what it shares with others of its meaning, so that one asks for
//! `remove` and finds what drops.

use crate::feature::lexicon::meaning;
use crate::feature::plan::is_entity;
use crate::feature::{Plan, Tree};
use crate::search::lexical::reader::QueryTerm;
use crate::search::lexical::{Field, Lexical, Weights, Writer};
use crate::search::query::Query;
use crate::stem::stem;
use crate::tier::Tier;

/// What the meaning of a verb counts beside the verb itself.
const MEANING: f32 = 0.7;

/// The index of what the nodes and groups of `tree` do.
#[must_use]
pub fn index(tree: Tree<'_>, plan: &Plan) -> Lexical {
    let mut writer = Writer::new(Weights::default());
    for node in tree.graph.ids() {
        if is_entity(tree, node) {
            add(&mut writer, &plan.feature(tree, node).0);
        }
        writer.end_document(Tier::Product);
    }
    let hierarchy = plan.hierarchy(tree);
    for group in &hierarchy.groups {
        writer.text(Field::Name, &group.label);
        writer.text(Field::Doc, &group.keywords.join(" "));
        writer.end_document(Tier::Product);
    }
    writer.finish()
}

fn add(writer: &mut Writer, feature: &str) {
    writer.text(Field::Doc, feature);
    let first = feature.split(' ').next().unwrap_or_default();
    if let Some(meaning) = meaning(first) {
        let word = writer.word(&token(meaning));
        writer.add(Field::Doc, word, 1);
    }
}

/// How well each document of `lexical` does what `text` says; 0 for most.
#[must_use]
pub fn scores(lexical: &Lexical, text: &str) -> Vec<f32> {
    let query = Query::parse(text);
    let mut terms: Vec<QueryTerm> = Vec::new();
    let mut add = |text: String, weight: f32| {
        if terms.iter().all(|known| known.text != text) {
            terms.push(QueryTerm { text, weight });
        }
    };
    for word in query.content() {
        word.terms.iter().for_each(|term| add(term.clone(), 1.0));
        if let Some(meaning) = meaning(&word.key) {
            let mut text = token(meaning);
            stem(&mut text);
            add(text, MEANING);
        }
    }
    lexical.scores(&terms)
}

/// A word that stands for a meaning: of letters alone, so that it is one term.
fn token(meaning: u16) -> String {
    let letter = |value: u16| char::from(b'a' + (value % 26) as u8);
    ['z', 'q', letter(meaning / 26), letter(meaning), 'x']
        .iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Tree as Small;

    #[test]
    fn a_verb_finds_others_of_its_meaning() {
        let built = Small::default()
            .file(
                "src/store.rs",
                "function drop_entry 1-1\nfunction load_chart 2-2",
            )
            .build();
        let view = built.view();
        let lexical = index(view.tree(), view.plan);
        let found = scores(&lexical, "remove");
        let best = (0..found.len()).max_by(|&a, &b| found[a].total_cmp(&found[b]));
        let names: Vec<_> = view.graph.ids().map(|node| view.graph.name(node)).collect();
        assert_eq!(best.map(|at| names[at]), Some("drop_entry"));
        assert!(scores(&lexical, "").iter().all(|&score| score == 0.0));
    }
}
