//! Review: what a change of the tree means for those who read it. Two states of
//! one tree are compared; a diff makes one of the other.
//!
//! [`patch`]: diffs; [`symbols`]: what differs; [`own`]: outside symbols; [`impact`]: what leans on it;
//! [`left`]: who was left behind; [`edges`]: uses and circles; [`risk`]: reasons;
//! [`sides`]: all of that of each change; [`markdown`]: the text.

mod edges;
mod impact;
mod left;
mod markdown;
mod own;
pub mod patch;
mod risk;
mod sides;
mod similar;
mod symbols;
mod tree;
pub mod types;

pub use symbols::ChangeKind;
pub use tree::{Applied, apply};

use crate::answer::bounds::{Bounds, Budget};
use crate::answer::ops;
use crate::answer::page::{Page, cut};
use crate::answer::risk::Risk;
use crate::answer::view::View;
use crate::error::{Code, Result, WaymarkError};
use crate::extract::facts::Kind;
use crate::sort::Arrange;
use left::Behind;
use sides::{Requests, Sides};
use std::collections::BTreeSet;
use types::{ChangedFile, ChangedSymbol, EdgeChange, Review, ReviewParams, Unindexed};

/// The most entries of a list, and how many there are by default.
const MAX_LIMIT: u32 = 200;
const LIMIT: u32 = 50;
/// Tokens of an answer where neither they nor a limit are asked for.
const TOKENS: u32 = 8000;
/// The lists that the limit shortens.
const PAGES: &[&str] = &[
    "files",
    "changes",
    "readingOrder",
    "affectedTests",
    "affectedExports",
    "affectedRoutes",
    "newRoutes",
    "removedRoutes",
    "newEdges",
    "removedEdges",
    "leftOut",
];

/// Compares `before` with `after`.
///
/// # Errors
/// [`Code::InvalidArgument`] for a limit beyond the most.
pub fn review(before: &View<'_>, after: &View<'_>, params: &ReviewParams) -> Result<Review> {
    let limit = limit(params)?;
    Ok(Whole::of(before, after, params).shown(limit, params.markdown))
}

/// Compares `before` with `after`, within the budget, as JSON.
///
/// # Errors
/// [`Code::InvalidArgument`] for a limit beyond the most.
pub fn answer(before: &View<'_>, after: &View<'_>, params: &ReviewParams) -> Result<String> {
    let most = limit(params)?;
    let whole = Whole::of(before, after, params);
    let tokens = match (params.limit, params.budget_tokens) {
        (None, None) => Some(TOKENS),
        (_, tokens) => tokens,
    };
    let budget = Budget::of(Some(Bounds {
        limit: &mut params.limit.clone(),
        tokens,
        pages: PAGES,
    }));
    ops::within(budget, &mut |lower| {
        let shown = whole.shown(lower.unwrap_or(most).min(most), params.markdown);
        let entries = whole.longest().min(lower.unwrap_or(most));
        Ok((serde_json::to_string(&shown), entries))
    })
}

fn limit(params: &ReviewParams) -> Result<u32> {
    let limit = params.limit.unwrap_or(LIMIT);
    if limit == 0 || limit > MAX_LIMIT {
        let message = format!("limit is 1 to {MAX_LIMIT}");
        return Err(WaymarkError::new(Code::InvalidArgument, message));
    }
    Ok(limit)
}

/// All there is to say, before lists are cut.
struct Whole {
    files: Vec<ChangedFile>,
    changes: Vec<ChangedSymbol>,
    reading_order: Vec<String>,
    tests: BTreeSet<String>,
    exports: Vec<String>,
    routes: Requests,
    clients: Vec<String>,
    come: Vec<EdgeChange>,
    gone: Vec<EdgeChange>,
    new_cycles: Vec<Vec<String>>,
    risk: Risk,
    left_out: Vec<Unindexed>,
    notes: Vec<String>,
}

impl Whole {
    fn of(before: &View<'_>, after: &View<'_>, params: &ReviewParams) -> Self {
        let pairs = symbols::files(before, after, &params.renames);
        let compared = symbols::compare(before, after, &pairs);
        let found = &compared.changes;
        let sides = Sides { before, after };
        let behind = Behind::new(before, after, &pairs, &compared);
        let renamed = sides.renamed(&pairs, found);
        let new_cycles = edges::new_cycles(before, after, &renamed);
        let leaning = sides.leaning(found);
        let mut changes = sides.describe(found, &leaning, &behind);
        let (come, gone) = edges::changed(before, after, &pairs, found, &renamed);
        let exports = found.iter().zip(&changes);
        let exports = exports
            .filter(|(change, _)| sides.is_exported(change) && change.alters_declaration())
            .map(|(_, shown)| shown.id.clone())
            .collect();
        let files = sides.files(&pairs, &compared, &behind);
        let clients = behind.clients();
        let routes = sides.routes(found, &leaning);
        let risk = risk::whole(&risk::All {
            changes: &changes,
            files: &files,
            clients: clients.len(),
            routes: routes.gone.len(),
            cycles: new_cycles.len(),
        });
        changes.arrange_by(|a, b| b.rank.total_cmp(&a.rank).then(a.id.cmp(&b.id)));
        Self {
            reading_order: sides.reading_order(found),
            tests: sides.tests(&pairs, &compared, &leaning),
            routes,
            notes: sides.notes(&pairs, &params.binary),
            left_out: params.left_out.clone(),
            files,
            changes,
            exports,
            clients,
            come,
            gone,
            new_cycles,
            risk,
        }
    }

    /// How many of the changes are of files.
    fn own_files(&self) -> u32 {
        let of_file = |change: &&ChangedSymbol| change.kind == Kind::Module.as_str();
        self.changes.iter().filter(of_file).count() as u32
    }

    /// Entries of the longest list that is cut.
    fn longest(&self) -> u32 {
        let lengths = [
            self.files.len(),
            self.changes.len(),
            self.tests.len(),
            self.exports.len(),
            self.routes.affected.len(),
            self.come.len(),
            self.gone.len(),
            self.left_out.len(),
        ];
        lengths.into_iter().max().unwrap_or(0) as u32
    }

    /// The answer with at most `limit` entries in each list.
    fn shown(&self, limit: u32, markdown: bool) -> Review {
        let (files, file_page) = page(&self.files, limit);
        let (changes, change_page) = page(&self.changes, limit);
        let (new_edges, new_edge_page) = page(&self.come, limit);
        let (removed_edges, removed_edge_page) = page(&self.gone, limit);
        let (left_out, left_out_page) = page(&self.left_out, limit);
        let first = |ids: &mut dyn Iterator<Item = &String>| -> Vec<String> {
            ids.take(limit as usize).cloned().collect()
        };
        let mut answer = Review {
            files,
            file_page,
            changes,
            change_page,
            own_file_count: self.own_files(),
            reading_order: first(&mut self.reading_order.iter()),
            affected_tests: first(&mut self.tests.iter()),
            affected_test_count: self.tests.len() as u32,
            affected_exports: first(&mut self.exports.iter()),
            affected_export_count: self.exports.len() as u32,
            affected_routes: first(&mut self.routes.affected.iter()),
            affected_route_count: self.routes.affected.len() as u32,
            new_routes: first(&mut self.routes.come.iter()),
            new_route_count: self.routes.come.len() as u32,
            removed_routes: first(&mut self.routes.gone.iter()),
            removed_route_count: self.routes.gone.len() as u32,
            clients_not_updated: self.clients.clone(),
            new_edges,
            new_edge_page,
            removed_edges,
            removed_edge_page,
            new_cycles: self.new_cycles.clone(),
            risk: self.risk.clone(),
            left_out,
            left_out_page,
            notes: self.notes.clone(),
            markdown: None,
        };
        for file in &mut answer.files {
            file.importers_not_updated.truncate(limit as usize);
        }
        for change in &mut answer.changes {
            change.callers_not_updated.truncate(limit as usize);
            change.overrides_not_updated.truncate(limit as usize);
        }
        answer.markdown = markdown.then(|| markdown::render(&answer, limit as usize));
        answer
    }
}

fn page<T: Clone>(items: &[T], limit: u32) -> (Vec<T>, Page) {
    let (shown, page) = cut(items, 0, limit);
    (shown.to_vec(), page)
}
