//! The list of words and the list of vectors as one.

use crate::extract::facts::Kind;
use crate::graph::Graph;
use crate::ids::NodeId;
use crate::search::blend::{best, select};
use crate::search::find::{Index, Origin};
use crate::search::keep::Keep;

/// The cosine from which on a vector makes a hit by itself.
const NEAR: f32 = 0.2;
/// The part of the vectors in a weighted sum.
pub const DEFAULT_SHARE: f32 = 0.6;
/// The part of a query from which on it is a quotation, and the part of the vectors then.
const QUOTED: f32 = 0.9;
const QUOTED_SHARE: f32 = 0.3;
/// Hits of each list that are fused by their ranks.
const DEPTH: usize = 1000;
/// The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009).
const K: f32 = 60.0;

/// Factor of the cosines of what is no function. 1: a file that is about a little
/// of everything comes before the function that is meant; 0: types have no
/// vector. Documentation sentences of twelve repositories, mean reciprocal rank:
/// 1 → .608, 0.75 → .618, 0.6 → .620.
const BROAD: f32 = 0.6;

/// How two lists become one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fusion {
    /// (1 − share) · words ⁄ best + share · cosine.
    Weighted {
        /// The part of the vectors, 0 to 1.
        share: f32,
    },
    /// Reciprocal ranks: 1 ⁄ (60 + rank), ranks from 1.
    Ranks,
}

impl Fusion {
    /// What measured best for a query of which the part `quoted`, 0 to 1, stands word by
    /// word in the documentation of one node: what is copied from there is not to be
    /// outdone by what means about the same.
    #[must_use]
    pub fn of(quoted: f32) -> Self {
        Self::Weighted {
            share: match quoted >= QUOTED {
                true => QUOTED_SHARE,
                false => DEFAULT_SHARE,
            },
        }
    }
}

/// Holds back the cosines of files and types.
pub fn narrow(graph: &Graph, cosines: &mut [f32]) {
    let mut factors = [BROAD; Kind::COUNT];
    for kind in Kind::all().filter(|kind| kind.is_callable()) {
        factors[kind as usize] = 1.0;
    }
    for (cosine, &kind) in cosines.iter_mut().zip(graph.kinds()) {
        *cosine *= factors[kind as usize];
    }
}

/// The scores of `words` and `cosines` as one list.
#[must_use]
pub fn fuse(
    index: &Index<'_>,
    fusion: Fusion,
    words: &[f32],
    cosines: &[f32],
    keep: &Keep<'_>,
) -> Vec<f32> {
    match fusion {
        Fusion::Weighted { share } => weighted(words, cosines, share),
        Fusion::Ranks => ranks(index, words, cosines, keep),
    }
}

/// What `node` was found by, where `words` and `cosines` were fused.
#[must_use]
pub fn origin(words: &[f32], cosines: &[f32], node: NodeId) -> Origin {
    let of = |list: &[f32]| list.get(node.index()).copied().unwrap_or_default();
    match () {
        () if of(cosines) < NEAR => Origin::Lexical,
        () if of(words) > 0.0 => Origin::Hybrid,
        () => Origin::Vector,
    }
}

fn weighted(words: &[f32], cosines: &[f32], share: f32) -> Vec<f32> {
    let mut scores = words.to_vec();
    let top = best(words);
    let part = if top > 0.0 { (1.0 - share) / top } else { 0.0 };
    waymark_vector::mix(&mut scores, cosines, (part, share), NEAR);
    scores
}

fn ranks(index: &Index<'_>, words: &[f32], cosines: &[f32], keep: &Keep<'_>) -> Vec<f32> {
    let mut scores = vec![0.0; words.len()];
    let words = select(index, words, DEPTH, keep);
    let near = select(index, cosines, DEPTH, keep);
    for list in [words, near] {
        for (scored, rank) in list.iter().zip(1_u16..) {
            if let Some(score) = scores.get_mut(scored.node.index()) {
                *score += 1.0 / (K + f32::from(rank));
            }
        }
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::testing::{Indexed, Shelf};

    /// The repository, a file and two functions.
    fn tree() -> Indexed {
        let outline = "function f | | x\nfunction g | | y";
        Shelf::default().file("a.py", outline).build()
    }

    fn fused(fusion: Fusion, words: [f32; 4], cosines: [f32; 4]) -> (Vec<f32>, Vec<Origin>) {
        let tree = tree();
        let scores = fuse(&tree.index(), fusion, &words, &cosines, &Keep::ALL);
        let origins = (0..words.len()).map(|at| origin(&words, &cosines, NodeId::at(at)));
        (scores, origins.collect())
    }

    #[test]
    fn weighted_scores_are_shares_of_the_best_words_and_cosines() {
        let half = Fusion::Weighted { share: 0.5 };
        let (scores, origins) = fused(half, [0.0, 4.0, 2.0, 0.0], [0.0, 0.1, 0.5, 0.8]);
        assert_eq!(scores, [0.0, 0.55, 0.5, 0.4]);
        let expected = [
            Origin::Lexical,
            Origin::Lexical,
            Origin::Hybrid,
            Origin::Vector,
        ];
        assert_eq!(origins, expected);
        // What is far makes no hit by itself, and no words are no reason to fail.
        let (scores, _) = fused(half, [0.0; 4], [0.0, 0.1, 0.0, 0.4]);
        assert_eq!(scores, [0.0, 0.0, 0.0, 0.2]);
    }

    #[test]
    fn ranks_count_from_one() {
        let (scores, _) = fused(Fusion::Ranks, [0.0, 9.0, 1.0, 0.0], [0.0, 0.3, 0.0, 0.4]);
        let expected = [0.0, 1.0 / 61.0 + 1.0 / 62.0, 1.0 / 62.0, 1.0 / 61.0];
        assert_eq!(scores, expected);
    }

    #[test]
    fn what_is_about_much_is_held_back() {
        let mut cosines = vec![1.0; 4];
        narrow(&tree().graph, &mut cosines);
        assert_eq!(cosines, [BROAD, BROAD, 1.0, 1.0]);
    }
}
