//! Cutting long lists, and saying so.

use crate::sort::Arrange;
use serde::Serialize;

/// What part of a list is shown. The lists of all pages put together are the
/// whole list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Page {
    /// How many there are.
    pub total: u32,
    /// How many come before the first that is shown.
    pub offset: u32,
    /// How many are shown.
    pub shown: u32,
    /// The most that are shown at once; what was asked for, or the most that may be.
    pub limit: u32,
}

impl Page {
    /// Whether something is left out before or after.
    #[must_use]
    pub const fn is_cut(&self) -> bool {
        self.shown < self.total
    }
}

/// The items from `offset` on, at most `limit` of them, and what that leaves out.
pub(crate) fn cut<T>(items: &[T], offset: u32, limit: u32) -> (&[T], Page) {
    let start = (offset as usize).min(items.len());
    let end = start.saturating_add(limit as usize).min(items.len());
    let page = Page {
        total: items.len() as u32,
        offset,
        shown: (end - start) as u32,
        limit,
    };
    (items.get(start..end).unwrap_or(&[]), page)
}

/// How often something applies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Count {
    /// What is counted.
    pub name: String,
    /// How often.
    pub count: u32,
}

/// Counts by name, the most frequent first, equals by name.
pub(crate) fn tally<'a>(names: impl Iterator<Item = &'a str>) -> Vec<Count> {
    let mut tally = std::collections::BTreeMap::<&str, u32>::new();
    for name in names {
        *tally.entry(name).or_default() += 1;
    }
    let mut counts: Vec<Count> = tally
        .into_iter()
        .map(|(name, count)| Count {
            name: name.to_owned(),
            count,
        })
        .collect();
    counts.arrange_by_key(|count| std::cmp::Reverse(count.count));
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_put_together_are_the_whole() {
        let items: Vec<u32> = (0..10).collect();
        let mut all = Vec::new();
        for offset in [0, 4, 8, 12] {
            let (shown, page) = cut(&items, offset, 4);
            assert_eq!(
                (page.total, page.offset, page.shown as usize),
                (10, offset, shown.len())
            );
            all.extend_from_slice(shown);
        }
        assert_eq!(all, items);
        assert!(cut(&items, 0, 9).1.is_cut());
        assert!(!cut(&items, 0, u32::MAX).1.is_cut());
        assert_eq!(cut(&items, u32::MAX, u32::MAX).0, [0; 0]);
    }

    #[test]
    fn counts_come_by_size_and_then_by_name() {
        let counts = tally(["b", "a", "c", "c"].into_iter());
        let pairs: Vec<_> = counts.iter().map(|c| (c.name.as_str(), c.count)).collect();
        assert_eq!(pairs, [("c", 2), ("a", 1), ("b", 1)]);
    }
}
