//! A review as text for a pull request.

use crate::answer::review::symbols::ChangeKind;
use crate::answer::review::types::{ChangedSymbol, Review};
use std::fmt::Write as _;

/// Rows that are shown of a list; the rest is counted.
const ROWS: usize = 15;

/// The text.
#[must_use]
pub fn render(review: &Review) -> String {
    let mut out = String::new();
    let risk = &review.risk;
    let (files, symbols) = (review.file_page.total, review.change_page.total);
    line(
        &mut out,
        &format!("### Risk: {} ({}/100)", risk.level, risk.score),
    );
    line(
        &mut out,
        &format!(
            "{symbols} symbols in {files} files differ; {} tests reach them.",
            review.affected_test_count
        ),
    );
    list(
        &mut out,
        "",
        risk.reasons.iter().map(|reason| escaped(reason)),
    );
    if !review.changes.is_empty() {
        line(
            &mut out,
            "\n| read first | change | dependents | tests | risk |",
        );
        line(&mut out, "|---|---|---|---|---|");
        for change in review.changes.iter().take(ROWS) {
            line(&mut out, &row(change));
        }
        rest(
            &mut out,
            review.change_page.total as usize,
            ROWS.min(review.changes.len()),
        );
    }
    let callers = review
        .changes
        .iter()
        .filter(|change| !change.callers_not_updated.is_empty());
    let callers = callers.map(|change| {
        let shown: Vec<String> = change
            .callers_not_updated
            .iter()
            .take(TOP)
            .map(|id| code(id))
            .collect();
        let more = change.callers_not_updated.len().saturating_sub(TOP);
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        format!("{}: {}{more}", code(&change.id), shown.join(", "))
    });
    list(&mut out, "Callers that did not change", callers);
    list(
        &mut out,
        "Circles of imports that are new",
        review.new_cycles.iter().map(|cycle| {
            cycle
                .iter()
                .map(|id| code(id))
                .collect::<Vec<_>>()
                .join(" → ")
        }),
    );
    for (title, ids) in [
        (
            "Declarations that others may import and that changed",
            &review.affected_exports,
        ),
        ("Requests whose answer may change", &review.affected_routes),
        ("Tests to run", &review.affected_tests),
    ] {
        list(&mut out, title, ids.iter().map(|id| code(id)));
    }
    list(
        &mut out,
        "Not told",
        review.notes.iter().map(|note| escaped(note)),
    );
    out
}

/// Callers that are shown of one symbol.
const TOP: usize = 5;

fn row(change: &ChangedSymbol) -> String {
    let also = change.also.iter().map(|kind| word(*kind));
    let words: Vec<&str> = std::iter::once(word(change.change)).chain(also).collect();
    let impact = &change.impact;
    let more = if impact.truncated { "+" } else { "" };
    format!(
        "| {} | {} | {} direct, {}{more} in all | {} | {} |",
        code(&change.id),
        words.join(", "),
        impact.direct,
        impact.transitive,
        impact.tests,
        change.risk.level
    )
}

const fn word(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Added => "added",
        ChangeKind::Removed => "removed",
        ChangeKind::Signature => "declaration",
        ChangeKind::Body => "body",
        ChangeKind::Documentation => "documentation",
        ChangeKind::Moved => "moved",
    }
}

fn list(out: &mut String, title: &str, rows: impl Iterator<Item = String>) {
    let rows: Vec<String> = rows.collect();
    if rows.is_empty() {
        return;
    }
    if !title.is_empty() {
        line(out, &format!("\n**{title}**\n"));
    }
    for row in rows.iter().take(ROWS) {
        line(out, &format!("- {row}"));
    }
    rest(out, rows.len(), ROWS.min(rows.len()));
}

fn rest(out: &mut String, total: usize, shown: usize) {
    if total > shown {
        line(out, &format!("\n{} more are not shown.", total - shown));
    }
}

fn line(out: &mut String, text: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{text}");
}

/// `text` as code, whatever is in it.
fn code(text: &str) -> String {
    let text = text.replace('|', "\\|").replace(['\n', '\r'], " ");
    let fence = if text.contains('`') { "``" } else { "`" };
    format!("{fence}{text}{fence}")
}

fn escaped(text: &str) -> String {
    text.replace('<', "&lt;")
        .replace('|', "\\|")
        .replace(['\n', '\r'], " ")
}
