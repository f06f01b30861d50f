//! How risky a change is: a table of reasons with weights.

use crate::answer::review::symbols::{Change, ChangeKind};
use crate::answer::review::types::{ChangedFile, ChangedSymbol};
use crate::answer::risk::{Risk, UNTESTED, counted, leaning};

/// Dependents that make a change widely felt.
const MANY: u32 = 20;
/// A rise of cognitive complexity that is worth a word.
const RISE: u32 = 5;
/// Cognitive complexity of something new that is worth a word.
const COMPLEX: u32 = 15;
/// What code that was left behind weighs, and a new circle of imports.
const BEHIND: u32 = 40;
const CIRCLE: u32 = 20;
/// What requests weigh that were answered.
const GONE: u32 = 25;

/// What is judged.
pub struct Subject<'a> {
    /// The change as it is told.
    pub change: &'a ChangedSymbol,
    /// The change.
    pub what: &'a Change,
    /// Whether others may import the symbol.
    pub exported: bool,
    /// Whether it is a test.
    pub test: bool,
}

type Rule = (u32, fn(&Subject<'_>) -> Option<String>);

/// Weight and reason.
const RULES: &[Rule] = &[
    (BEHIND, |Subject { change, what, .. }| {
        let callers = change.callers_not_updated_count as usize;
        let callers = (callers > 0).then(|| counted(callers, "caller"))?;
        Some(format!("{}, and {callers} did not change", became(what)))
    }),
    (BEHIND, |Subject { change, what, .. }| {
        let overrides = change.overrides_not_updated_count as usize;
        let overrides = (overrides > 0).then(|| counted(overrides, "implementation"))?;
        Some(format!("{}, and {overrides} did not change", became(what)))
    }),
    (20, |Subject { what, exported, .. }| {
        (*exported && what.breaks())
            .then(|| "others may import it, and its declaration changed or it is gone".to_owned())
    }),
    (20, |Subject { what, .. }| {
        let gone = what.blocks[0].first()?;
        Some(format!("`{gone}` is gone"))
    }),
    (5, |Subject { what, .. }| {
        let fits = what.fits && what.declares() && !what.sheds();
        fits.then(|| "its declaration changed, and calls as they were fit it".to_owned())
    }),
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
        let after = after?;
        match before {
            Some(before) => (after >= before + RISE)
                .then(|| format!("cognitive complexity rose from {before} to {after}")),
            None => (after >= COMPLEX).then(|| format!("its cognitive complexity is {after}")),
        }
    }),
];

const fn became(change: &Change) -> &'static str {
    match change.kind {
        ChangeKind::Removed => "it is gone",
        ChangeKind::Signature => "its declaration changed",
        _ => "it is elsewhere",
    }
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

/// What the risk of the whole is made of.
pub struct All<'a> {
    /// The symbols that differ.
    pub changes: &'a [ChangedSymbol],
    /// The files that differ.
    pub files: &'a [ChangedFile],
    /// Clients whose requests nothing answers any more.
    pub clients: usize,
    /// Requests that were answered.
    pub routes: usize,
    /// New circles.
    pub cycles: usize,
}

/// The risk of the whole: of its riskiest part, of files and clients that were left
/// behind, of requests without an answer, and of new circles.
#[must_use]
pub fn whole(all: &All<'_>) -> Risk {
    let riskiest = all.changes.iter().max_by_key(|change| change.risk.score);
    let mut reasons = Vec::new();
    let mut score = 0;
    if let Some(change) = riskiest.filter(|change| change.risk.score > 0) {
        score = change.risk.score;
        reasons.push(format!("{}: {}", change.id, change.risk.reasons.join("; ")));
    }
    let left = |file: &&ChangedFile| file.importers_not_updated.len();
    if let Some(file) = all
        .files
        .iter()
        .max_by_key(left)
        .filter(|file| left(file) > 0)
    {
        score = score.max(BEHIND);
        reasons.push(format!(
            "{}: it is not where {} it",
            file.old_path.as_ref().unwrap_or(&file.path),
            match left(&file) {
                1 => "1 file imports".to_owned(),
                files => format!("{files} files import"),
            }
        ));
    }
    if all.clients > 0 {
        score += BEHIND;
        reasons.push(format!(
            "nothing answers any more what {} asked for",
            counted(all.clients, "client")
        ));
    }
    if all.routes > 0 {
        score += GONE;
        let are = if all.routes == 1 { "is" } else { "are" };
        let requests = counted(all.routes, "request");
        reasons.push(format!("{requests} {are} not answered any more"));
    }
    if all.cycles > 0 {
        score += CIRCLE;
        let circles = counted(all.cycles, "new circle");
        reasons.push(format!("{circles} of imports"));
    }
    Risk::of(score, reasons)
}
