//! What answers are read off and does not depend on what is asked, or was asked
//! last: made when it is first needed, and kept as long as the state of the
//! index. An answer is the same with or without it.

use crate::answer::tools::exports;
use crate::answer::tools::external::{self, Imports};
use crate::answer::tools::measure::Sums;
use crate::answer::tools::net::{self, Step};
use crate::answer::view::View;
use crate::error::Result;
use crate::graph::recursion::recursive;
use crate::graph::store::{group, row};
use crate::graph::suggest::Letters;
use crate::ids::{FileId, NameId, NodeId};
use crate::link::flow::Calls;
use crate::link::links::Unresolved;
use crate::map::HashMap;
use crate::search::features::Features;
use crate::search::grep::Sieves;
use crate::sort::Arrange;
use std::any::Any;
use std::sync::{Arc, OnceLock, PoisonError};

/// How many results of single questions are kept: an answer that is cut to its
/// budget, and the next page, ask for the same again.
const RECENT: usize = 4;

/// Tables of one state of an index.
#[derive(Debug, Default)]
pub struct Memo {
    /// Words and vectors of what nodes do.
    pub(crate) features: OnceLock<Features>,
    /// What calls hand over to parameters.
    pub(crate) calls: OnceLock<Calls>,
    /// The texts of `context`, by format.
    pub(crate) contexts: [OnceLock<String>; 3],
    letters: OnceLock<Letters>,
    sieves: OnceLock<Sieves>,
    sums: OnceLock<Vec<Sums>>,
    recursive: OnceLock<Vec<bool>>,
    symbols: [OnceLock<Vec<NodeId>>; 3],
    exports: OnceLock<Vec<Vec<NodeId>>>,
    imports: OnceLock<Imports>,
    absences: OnceLock<ByName>,
    uses: OnceLock<Vec<Step>>,
    recent: Lock<Vec<Recent>>,
}

/// Rows by name: the first of each name in the second list, and the rows.
type ByName = (Vec<u32>, Vec<u32>);

/// Native hosts may ask one index from several threads; an instance has one.
#[allow(clippy::disallowed_types)]
type Lock<T> = std::sync::Mutex<T>;

/// A result and what it is of.
type Recent = (String, Arc<dyn Any + Send + Sync>);

/// An order of symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Those of highest rank first, then in the order of the tree.
    Rank,
    /// Those of most lines first, then in the order of the tree.
    Size,
    /// By fully qualified name.
    Name,
}

impl Memo {
    /// What tells of most names that they are far from another.
    pub(crate) fn letters(&self, view: &View<'_>) -> &Letters {
        self.letters.get_or_init(|| Letters::of(view.graph))
    }

    /// What tells of each file that it does not hold a literal.
    pub(crate) fn sieves(&self, view: &View<'_>) -> &Sieves {
        self.sieves.get_or_init(|| Sieves::of(view.corpus))
    }

    /// The measures of each file.
    pub(crate) fn sums(&self, view: &View<'_>) -> &[Sums] {
        let files = || (0..view.corpus.files().len()).map(FileId::at);
        let make = || files().map(|file| Sums::of_file(view, file)).collect();
        self.sums.get_or_init(make)
    }

    /// Whether `node` is in a circle of calls.
    pub(crate) fn is_recursive(&self, view: &View<'_>, node: NodeId) -> bool {
        let all = self.recursive.get_or_init(|| recursive(view.graph));
        all.get(node.index()).is_some_and(|recursive| *recursive)
    }

    /// All symbols in `order`.
    pub(crate) fn symbols(&self, view: &View<'_>, order: Order) -> &[NodeId] {
        let graph = view.graph;
        self.symbols[order as usize].get_or_init(|| {
            let is_symbol = |&node: &NodeId| graph.node(node).symbol.is_some();
            let mut symbols: Vec<NodeId> = graph.ids().filter(is_symbol).collect();
            let count = symbols.len();
            let lines = |node: NodeId| graph.node(node).line_count();
            let rank = |node: NodeId| view.ranks.of(node);
            match order {
                Order::Rank => symbols
                    .arrange_head(count, |&a, &b| rank(b).total_cmp(&rank(a)).then(a.cmp(&b))),
                Order::Size => {
                    symbols.arrange_head(count, |&a, &b| lines(b).cmp(&lines(a)).then(a.cmp(&b)))
                }
                Order::Name => symbols.arrange_by_cached_key(|&node| graph.fqn(node)),
            }
            symbols
        })
    }

    /// What each package offers to others, in node order.
    pub(crate) fn exports(&self, view: &View<'_>) -> &[Vec<NodeId>] {
        self.exports.get_or_init(|| exports::of_packages(view))
    }

    /// The imports from outside, by file and package.
    pub(crate) fn imports(&self, view: &View<'_>) -> &Imports {
        self.imports.get_or_init(|| external::imports(view))
    }

    /// What packages use of each other.
    pub(crate) fn uses(&self, view: &View<'_>) -> &[Step] {
        self.uses.get_or_init(|| net::uses(view))
    }

    /// The uses without an edge of what is called `name`.
    pub(crate) fn absences<'a>(
        &self,
        view: &View<'a>,
        name: NameId,
    ) -> impl Iterator<Item = &'a Unresolved> {
        let (starts, rows) = self.absences.get_or_init(|| by_name(view));
        let rows = rows.get(row(starts, name.index())).unwrap_or(&[]);
        rows.iter()
            .filter_map(|&at| view.unresolved.get(at as usize))
    }

    /// The result that `key` tells, which is made where it is none of the last ones.
    pub(crate) fn recent<T: Any + Send + Sync>(
        &self,
        key: String,
        make: impl FnOnce() -> T,
    ) -> Arc<T> {
        let known = self.find(&key).map(Arc::downcast::<T>);
        if let Some(Ok(known)) = known {
            return known;
        }
        let made = Arc::new(make());
        self.keep(key, made.clone());
        made
    }

    /// The same where making it may fail: a failure is not kept.
    pub(crate) fn recent_or<T: Any + Send + Sync>(
        &self,
        key: String,
        make: impl FnOnce() -> Result<T>,
    ) -> Result<Arc<T>> {
        match self.find(&key).map(Arc::downcast::<T>) {
            Some(Ok(known)) => Ok(known),
            _ => make().map(|made| self.recent(key, || made)),
        }
    }

    fn find(&self, key: &str) -> Option<Arc<dyn Any + Send + Sync>> {
        let recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let known = recent.iter().find(|(known, _)| known == key);
        known.map(|(_, result)| result.clone())
    }

    fn keep(&self, key: String, result: Arc<dyn Any + Send + Sync>) {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.insert(0, (key, result));
        recent.truncate(RECENT);
    }
}

/// The uses without an edge by what they are called, as far as a node is called so.
fn by_name(view: &View<'_>) -> ByName {
    let graph = view.graph;
    let names = (0..graph.name_count()).map(NameId::at);
    let names = names.filter(|&name| !graph.named(name).is_empty());
    let known: HashMap<&str, u32> = names.map(|name| (graph.text(name), name.0)).collect();
    let keys = view.unresolved.iter();
    let keys = keys.map(|row| known.get(row.name.as_str()).copied());
    group(keys.collect(), graph.name_count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_results_are_kept() {
        let memo = Memo::default();
        let ask = |key: usize, value: usize| *memo.recent(key.to_string(), || value);
        assert_eq!((ask(0, 1), ask(0, 2)), (1, 1));
        for key in 1..=RECENT {
            ask(key, key);
        }
        assert_eq!((ask(RECENT, 9), ask(0, 2)), (RECENT, 2));
    }

    #[test]
    fn a_key_of_another_type_is_made_anew() {
        let memo = Memo::default();
        assert_eq!(*memo.recent("a".to_owned(), || 1_u8), 1);
        assert_eq!(*memo.recent("a".to_owned(), || "one"), "one");
    }
}
