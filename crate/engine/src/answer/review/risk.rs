//! How risky a change is: a table of reasons with weights.

use crate::answer::review::symbols::ChangeKind;
use crate::answer::review::types::ChangedSymbol;
use crate::answer::risk::{Risk, UNTESTED, leaning};

/// Dependents that make a change widely felt.
const MANY: u32 = 20;
/// A rise of cognitive complexity that is worth a word.
const RISE: u32 = 5;

/// What is judged.
pub struct Subject<'a> {
    /// The change.
    pub change: &'a ChangedSymbol,
    /// Whether others may import the symbol.
    pub exported: bool,
    /// Whether it is a test.
    pub test: bool,
}

type Rule = (u32, fn(&Subject<'_>) -> Option<String>);

/// Weight and reason.
const RULES: &[Rule] = &[
    (40, |Subject { change, .. }| {
        let callers = change.callers_not_updated.len();
        let what = match change.change {
            ChangeKind::Removed => "it is gone",
            _ => "its declaration changed",
        };
        (callers > 0).then(|| format!("{what}, and {callers} callers did not change"))
    }),
    (
        20,
        |Subject {
             change, exported, ..
         }| {
            let broken = change.change == ChangeKind::Removed || declares(change);
            (*exported && broken).then(|| {
                "others may import it, and its declaration changed or it is gone".to_owned()
            })
        },
    ),
    (20, |Subject { change, .. }| {
        let total = change.impact.transitive;
        (total >= MANY).then(|| leaning(total))
    }),
    (15, |Subject { change, test, .. }| {
        let alters = matches!(change.change, ChangeKind::Signature | ChangeKind::Body);
        let untested = alters && !test && change.impact.tests == 0;
        untested.then(|| UNTESTED.to_owned())
    }),
    (15, |Subject { change, .. }| {
        let (before, after) = change.complexity?.cognitive;
        let rose = after >= before + RISE;
        rose.then(|| format!("cognitive complexity rose from {before} to {after}"))
    }),
];

fn declares(change: &ChangedSymbol) -> bool {
    change.change == ChangeKind::Signature || change.also.contains(&ChangeKind::Signature)
}

/// The risk of one change.
#[must_use]
pub fn of(subject: &Subject<'_>) -> Risk {
    let found = RULES
        .iter()
        .filter_map(|(weight, rule)| Some((*weight, rule(subject)?)));
    let (weights, reasons): (Vec<u32>, Vec<String>) = found.unzip();
    Risk::of(weights.iter().sum(), reasons)
}

/// The risk of the whole: of its riskiest part, and of new circles.
#[must_use]
pub fn whole(changes: &[ChangedSymbol], cycles: usize) -> Risk {
    let riskiest = changes.iter().max_by_key(|change| change.risk.score);
    let mut reasons = Vec::new();
    let mut score = 0;
    if let Some(change) = riskiest.filter(|change| change.risk.score > 0) {
        score = change.risk.score;
        reasons.push(format!("{}: {}", change.id, change.risk.reasons.join("; ")));
    }
    if cycles > 0 {
        score += 20;
        reasons.push(format!("{cycles} new circles of imports"));
    }
    Risk::of(score, reasons)
}
