//! The hits of several terms and stages as one ranking.

use crate::answer::hits::Found;
use crate::answer::search_node::TermHits;
use crate::ids::NodeId;
use crate::sort::Arrange;
use std::collections::BTreeMap;

/// Every node once. Its score is the sum of what each term gives it, as a share
/// of what the given terms of that stage could give, and the better of its stages; what a
/// term names outright has all of it, however many terms there are. It
/// is labelled with the first stage that found it and with the origin of its
/// best score. Equal scores keep the order of the terms.
pub(crate) fn merge(terms: &[TermHits]) -> Vec<Found> {
    let mut nodes: BTreeMap<NodeId, Sum<'_>> = BTreeMap::new();
    let mut place = 0;
    for term in terms {
        let stage = term.reading.stage;
        let full = given(terms, stage);
        for hit in &term.hits {
            place += 1;
            let share = match term.named.binary_search(&hit.node) {
                Ok(_) => hit.score,
                Err(_) => hit.score * term.weight / full,
            };
            nodes
                .entry(hit.node)
                .or_insert_with(|| Sum::new(hit, place))
                .add(hit, stage, share);
        }
    }
    let mut merged: Vec<(usize, Found)> = nodes.into_values().map(Sum::finish).collect();
    merged.arrange_by(|(a_place, a), (b_place, b)| {
        b.score.total_cmp(&a.score).then(a_place.cmp(b_place))
    });
    merged.into_iter().map(|(_, found)| found).collect()
}

/// How many terms of `stage` were asked for, at least one.
fn given(terms: &[TermHits], stage: &str) -> f32 {
    let own = terms.iter().filter(|term| term.reading.stage == stage);
    own.filter(|term| term.given).count().max(1) as f32
}

/// The shares of one node.
struct Sum<'a> {
    first: &'a Found,
    place: usize,
    /// Origin of the largest share.
    origin: &'static str,
    largest: f32,
    /// Sums by stage; there are two at most.
    stages: Vec<(&'static str, f32)>,
    lines: Vec<u32>,
}

impl<'a> Sum<'a> {
    fn new(first: &'a Found, place: usize) -> Self {
        Self {
            first,
            place,
            origin: first.origin,
            largest: 0.0,
            stages: Vec::new(),
            lines: Vec::new(),
        }
    }

    fn add(&mut self, hit: &Found, stage: &'static str, share: f32) {
        match self.stages.iter_mut().find(|(known, _)| *known == stage) {
            Some((_, sum)) => *sum += share,
            None => self.stages.push((stage, share)),
        }
        if share > self.largest {
            (self.largest, self.origin) = (share, hit.origin);
        }
        for line in &hit.lines {
            if !self.lines.contains(line) {
                self.lines.push(*line);
            }
        }
    }

    fn finish(mut self) -> (usize, Found) {
        self.lines.arrange();
        let found = Found {
            score: (self.stages.iter())
                .map(|&(_, sum)| sum.min(1.0))
                .fold(0.0, f32::max),
            origin: self.origin,
            stage: self.stages.first().map(|&(stage, _)| stage),
            lines: self.lines,
            ..self.first.clone()
        };
        (self.place, found)
    }
}
