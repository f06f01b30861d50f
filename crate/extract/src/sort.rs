//! Sorting where speed does not matter. The standard library's sort is compiled
//! anew for every type and every comparison, three kilobytes each; these share one.

use std::cmp::Ordering;

/// Stable sorting through one shared instance of the standard library's sort.
pub trait Arrange<T> {
    /// By comparison.
    fn arrange_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// In order.
    fn arrange(&mut self)
    where
        T: Ord,
    {
        self.arrange_by(T::cmp);
    }

    /// The first `count` by comparison, of many; the rest in any order.
    fn arrange_head(&mut self, count: usize, compare: impl FnMut(&T, &T) -> Ordering);

    /// By a key, which is made once of each.
    fn arrange_by_cached_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);

    /// By a key, which is made anew for every comparison.
    fn arrange_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.arrange_by(|a, b| key(a).cmp(&key(b)));
    }
}

impl<T> Arrange<T> for [T] {
    fn arrange_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        let order = permutation(self.len(), &mut |a, b| compare(&self[a], &self[b]));
        put(order, &mut |a, b| self.swap(a, b));
    }

    fn arrange_head(&mut self, count: usize, mut compare: impl FnMut(&T, &T) -> Ordering) {
        let order = head(self.len(), count, &mut |a, b| compare(&self[a], &self[b]));
        put(order, &mut |a, b| self.swap(a, b));
    }

    fn arrange_by_cached_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K) {
        let keys: Vec<K> = self.iter().map(key).collect();
        let order = permutation(keys.len(), &mut |a, b| keys[a].cmp(&keys[b]));
        put(order, &mut |a, b| self.swap(a, b));
    }
}

/// Puts what is at `order[n]` at n by swaps.
fn put(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut at = start;
        // Each circle of the permutation is followed once.
        while order[at] != start {
            let from = std::mem::replace(&mut order[at], at);
            swap(at, from);
            at = from;
        }
        order[at] = at;
    }
}

/// Sorts `pairs` by their keys and adds up the values of equal ones.
pub fn merge<K: Ord, V: Default>(pairs: &mut Vec<(K, V)>, mut add: impl FnMut(&mut V, V)) {
    pairs.arrange_by(|a, b| a.0.cmp(&b.0));
    pairs.dedup_by(|later, kept| {
        let same = later.0 == kept.0;
        if same {
            add(&mut kept.1, std::mem::take(&mut later.1));
        }
        same
    });
}

/// Sorts `items`, and leaves each once.
pub fn unique<T: Ord>(items: &mut Vec<T>) {
    items.arrange();
    items.dedup();
}

/// How often each key is there, in their order.
pub fn count<K: Ord>(keys: impl Iterator<Item = K>) -> Vec<(K, u32)> {
    let mut counts: Vec<(K, u32)> = keys.map(|key| (key, 1)).collect();
    merge(&mut counts, |sum, more| *sum += more);
    counts
}

/// Which items come first, and the others.
fn head(len: usize, count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    let mut both = |a: &usize, b: &usize| compare(*a, *b).then(a.cmp(b));
    if count < len {
        order.select_nth_unstable_by(count, &mut both);
    }
    if let Some(head) = order.get_mut(..count.min(len)) {
        head.sort_unstable_by(both);
    }
    order
}

/// Which item comes at which place.
fn permutation(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_by(|a, b| compare(*a, *b));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn it_sorts_as_the_standard_library_does() {
        let mut random = Random::new(3);
        for len in 0..200 {
            let mut items: Vec<(u32, u32)> = (0..len).map(|at| (random.below(20), at)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            items.arrange_by_key(|item| item.0);
            assert_eq!(items, expected);
            expected.sort_unstable();
            items.arrange();
            assert_eq!(items, expected);
            let half = items.len() / 2;
            items.arrange_head(half, |a, b| b.1.cmp(&a.1));
            assert!(
                items[..half]
                    .iter()
                    .map(|item| item.1)
                    .eq((0..len).rev().take(half))
            );
            items.arrange_by_cached_key(|item| std::cmp::Reverse(item.1));
            assert!(items.is_sorted_by(|a, b| a.1 >= b.1));
        }
    }

    #[test]
    fn equal_keys_are_one() {
        assert_eq!(count([2, 1, 2].into_iter()), [(1, 1), (2, 2)]);
        let mut items = vec![3, 1, 3];
        unique(&mut items);
        assert_eq!(items, [1, 3]);
    }
}
