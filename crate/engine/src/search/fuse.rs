//! The list of words and the list of vectors as one.

use crate::ids::NodeId;
use crate::search::blend::{best, select};
use crate::search::find::{Index, Origin};
use crate::search::query::Query;
use crate::search::route::Route;

/// The cosine from which on a vector makes a hit by itself.
const NEAR: f32 = 0.2;
/// The part of the vectors in a weighted sum.
pub const DEFAULT_SHARE: f32 = 0.6;
/// Hits of each list that are fused by their ranks.
const DEPTH: usize = 1000;
/// The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009).
const K: f32 = 60.0;

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
    /// What measured best for a query of this shape.
    #[must_use]
    pub fn of(_query: &Query, _route: &Route) -> Self {
        Self::Weighted {
            share: DEFAULT_SHARE,
        }
    }
}

/// Fuses `cosines` into `scores`; answers what each node was found by.
pub fn fuse(
    index: &Index<'_>,
    fusion: Fusion,
    scores: &mut [f32],
    cosines: &[f32],
    keep: &dyn Fn(NodeId) -> bool,
) -> Vec<Origin> {
    let origins = scores
        .iter()
        .zip(cosines)
        .map(|(&score, &cosine)| match () {
            () if cosine < NEAR => Origin::Lexical,
            () if score > 0.0 => Origin::Hybrid,
            () => Origin::Vector,
        });
    let origins = origins.collect();
    match fusion {
        Fusion::Weighted { share } => weighted(scores, cosines, share),
        Fusion::Ranks => ranks(index, scores, cosines, keep),
    }
    origins
}

fn weighted(scores: &mut [f32], cosines: &[f32], share: f32) {
    let top = best(scores);
    let words = if top > 0.0 { (1.0 - share) / top } else { 0.0 };
    for (score, &cosine) in scores.iter_mut().zip(cosines) {
        if *score > 0.0 || cosine >= NEAR {
            *score = words * *score + share * cosine.max(0.0);
        }
    }
}

fn ranks(index: &Index<'_>, scores: &mut [f32], cosines: &[f32], keep: &dyn Fn(NodeId) -> bool) {
    let (words, _) = select(index, scores, DEPTH, keep);
    let (near, _) = select(index, cosines, DEPTH, keep);
    scores.fill(0.0);
    for list in [words, near] {
        for (scored, rank) in list.iter().zip(1_u16..) {
            if let Some(score) = scores.get_mut(scored.node.index()) {
                *score += 1.0 / (K + f32::from(rank));
            }
        }
    }
}
