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

    /// By a key, which is made anew for every comparison.
    fn arrange_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.arrange_by(|a, b| key(a).cmp(&key(b)));
    }
}

impl<T> Arrange<T> for [T] {
    fn arrange_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        let mut order = permutation(self.len(), &mut |a, b| compare(&self[a], &self[b]));
        for start in 0..order.len() {
            let mut at = start;
            // Each circle of the permutation is followed once.
            while order[at] != start {
                let from = std::mem::replace(&mut order[at], at);
                self.swap(at, from);
                at = from;
            }
            order[at] = at;
        }
    }
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
        }
    }
}
