//! A review as text for a pull request.

use crate::answer::review::symbols::ChangeKind;
use crate::answer::review::types::{ChangedSymbol, ComplexityChange, EdgeChange, Review};
use crate::answer::risk::counted;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Rows that are shown of a list; the rest is counted.
const ROWS: usize = 15;
/// Ids that are shown in one row.
const TOP: usize = 5;

/// The text, with at most `limit` rows in a list.
#[must_use]
pub fn render(review: &Review, limit: usize) -> String {
    let mut text = Text {
        out: String::new(),
        rows: limit.min(ROWS),
    };
    let risk = &review.risk;
    text.line(&format!("### Risk: {} ({}/100)", risk.level, risk.score));
    text.line(&size(review));
    let reasons = risk.reasons.iter().map(|reason| escaped(reason));
    text.list("", reasons.collect(), risk.reasons.len());
    text.table(review);
    text.symbols(review);
    text.tree(review);
    text.out
}

/// How much differs, and how many tests reach it.
fn size(review: &Review) -> String {
    let files = review.file_page.total as usize;
    let own = review.own_file_count as usize;
    let symbols = review.change_page.total as usize - own;
    let tests = review.affected_test_count as usize;
    let beside = match own {
        0 => String::new(),
        own => format!(
            ", and what {} outside symbols,",
            match own {
                1 => "1 file says".to_owned(),
                own => format!("{own} files say"),
            }
        ),
    };
    let one = symbols == 1 && own == 0;
    format!(
        "{}{beside} in {} {}; {} {} {}.",
        counted(symbols, "symbol"),
        counted(files, "file"),
        if one { "differs" } else { "differ" },
        counted(tests, "test"),
        if tests == 1 { "reaches" } else { "reach" },
        if one { "it" } else { "them" },
    )
}

struct Text {
    out: String,
    rows: usize,
}

impl Text {
    fn table(&mut self, review: &Review) {
        if review.changes.is_empty() {
            return;
        }
        self.line("\n| read first | change | dependents | tests | complexity | risk |");
        self.line("|---|---|---|---|---|---|");
        for change in review.changes.iter().take(self.rows) {
            self.line(&row(change));
        }
        let shown = self.rows.min(review.changes.len());
        self.rest(review.change_page.total as usize, shown);
    }

    /// What is told of single symbols.
    fn symbols(&mut self, review: &Review) {
        let changes = &review.changes;
        let high = changes.iter().filter(|change| change.risk.level == "high");
        let high: Vec<String> = high
            .map(|change| {
                let reasons = escaped(&change.risk.reasons.join("; "));
                format!("{}: {reasons}", code(&change.id))
            })
            .collect();
        self.all("Why the risk is high", high);
        let declared = changes.iter().filter_map(|change| {
            let old = change.old_signature.as_ref()?;
            Some(format!("{} → {}", code(old), code(&change.signature)))
        });
        self.all("Declarations", declared.collect());
        for (title, left) in [
            ("Callers that did not change", Left::callers as fn(_) -> _),
            ("Implementations that did not change", Left::overrides),
        ] {
            let left = changes.iter().map(left).filter(|left| left.count > 0);
            let rows =
                left.map(|left| format!("{}: {}", code(left.of), named(left.ids, left.count)));
            self.all(title, rows.collect());
        }
        let files = review.files.iter();
        let files = files.filter(|file| !file.importers_not_updated.is_empty());
        let rows = files.map(|file| {
            let old = file.old_path.as_ref().unwrap_or(&file.path);
            let ids = &file.importers_not_updated;
            format!("{}: {}", code(old), named(ids, ids.len()))
        });
        self.all(
            "Files that import what is not there any more",
            rows.collect(),
        );
    }

    /// What is told of the whole.
    fn tree(&mut self, review: &Review) {
        let edges = |edges: &[EdgeChange]| -> Vec<String> {
            let told = edges.iter();
            told.map(|edge| {
                format!(
                    "{} {} {}",
                    code(&edge.source),
                    edge.kind,
                    code(&edge.target)
                )
            })
            .collect()
        };
        let cycles = review.new_cycles.iter().map(|cycle| {
            let ids: Vec<String> = cycle.iter().map(|id| code(id)).collect();
            ids.join(" → ")
        });
        self.all("Circles of imports that are new", cycles.collect());
        let new = review.new_edge_page.total as usize;
        self.list("Uses that are new", edges(&review.new_edges), new);
        let gone = review.removed_edge_page.total as usize;
        self.list("Uses that are gone", edges(&review.removed_edges), gone);
        for (title, ids, total) in [
            (
                "Declarations that others may import and that changed",
                &review.affected_exports,
                review.affected_export_count,
            ),
            (
                "Requests whose answer may change",
                &review.affected_routes,
                review.affected_route_count,
            ),
            (
                "Requests that nothing answers any more",
                &review.removed_routes,
                review.removed_route_count,
            ),
            (
                "Clients that nothing answers any more",
                &review.clients_not_updated,
                review.clients_not_updated.len() as u32,
            ),
            (
                "Tests to run",
                &review.affected_tests,
                review.affected_test_count,
            ),
        ] {
            self.list(
                title,
                ids.iter().map(|id| code(id)).collect(),
                total as usize,
            );
        }
        let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for file in &review.left_out {
            reasons.entry(&file.reason).or_default().push(&file.path);
        }
        let left_out = reasons.into_iter().map(|(reason, paths)| {
            let (ids, count): (Vec<_>, _) = (
                paths.iter().map(|&path| path.to_owned()).collect(),
                paths.len(),
            );
            format!("not compared ({}): {}", escaped(reason), named(&ids, count))
        });
        let mut rows: Vec<String> = review.notes.iter().map(|note| escaped(note)).collect();
        rows.extend(left_out);
        let page = &review.left_out_page;
        if page.is_cut() {
            let more = (page.total - page.shown) as usize;
            rows.push(format!("{} more not compared", counted(more, "file")));
        }
        self.all("Not told", rows);
    }

    /// All there are.
    fn all(&mut self, title: &str, rows: Vec<String>) {
        let total = rows.len();
        self.list(title, rows, total);
    }

    fn list(&mut self, title: &str, rows: Vec<String>, total: usize) {
        if rows.is_empty() {
            return;
        }
        if !title.is_empty() {
            self.line(&format!("\n**{title}**\n"));
        }
        let shown = self.rows.min(rows.len());
        for row in rows.iter().take(shown) {
            self.line(&format!("- {row}"));
        }
        self.rest(total, shown);
    }

    fn rest(&mut self, total: usize, shown: usize) {
        if total > shown {
            let more = total - shown;
            let are = if more == 1 { "is" } else { "are" };
            self.line(&format!("\n{more} more {are} not shown."));
        }
    }

    fn line(&mut self, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.out, "{text}");
    }
}

/// Those of a symbol that were left behind.
struct Left<'a> {
    of: &'a str,
    ids: &'a [String],
    count: usize,
}

impl<'a> Left<'a> {
    fn callers(change: &'a ChangedSymbol) -> Self {
        Self {
            of: &change.id,
            ids: &change.callers_not_updated,
            count: change.callers_not_updated_count as usize,
        }
    }

    fn overrides(change: &'a ChangedSymbol) -> Self {
        Self {
            of: &change.id,
            ids: &change.overrides_not_updated,
            count: change.overrides_not_updated_count as usize,
        }
    }
}

/// The first of `ids`, of which there are `count`.
fn named(ids: &[String], count: usize) -> String {
    let shown: Vec<String> = ids.iter().take(TOP).map(|id| code(id)).collect();
    match count - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

fn row(change: &ChangedSymbol) -> String {
    let also = change.also.iter().map(|kind| word(*kind));
    let words: Vec<&str> = std::iter::once(word(change.change)).chain(also).collect();
    let impact = &change.impact;
    let more = if impact.truncated { "+" } else { "" };
    format!(
        "| {} | {} | {} direct, {}{more} in all | {} | {} | {} |",
        code(&change.id),
        words.join(", "),
        impact.direct,
        impact.transitive,
        impact.tests,
        change.complexity.map(complexity).unwrap_or_default(),
        change.risk.level
    )
}

/// Cyclomatic complexity before and after.
fn complexity(change: ComplexityChange) -> String {
    match change.cyclomatic {
        (Some(before), Some(after)) if before != after => format!("{before} → {after}"),
        (None, Some(only)) => only.to_string(),
        _ => String::new(),
    }
}

const fn word(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Added => "added",
        ChangeKind::Removed => "removed",
        ChangeKind::Signature => "declaration",
        ChangeKind::Body => "body",
        ChangeKind::Documentation => "documentation",
        ChangeKind::Moved => "moved",
        ChangeKind::Imports => "imports",
    }
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
