//! Answers within a budget of tokens.

use crate::answer::hits::TOKEN;
use serde::Serialize;

/// Counts the characters of what is written against a budget of tokens.
pub(crate) struct Budget {
    total: usize,
    left: usize,
}

impl Budget {
    /// A budget of `tokens`.
    pub(crate) const fn new(tokens: u32) -> Self {
        let total = tokens as usize * TOKEN;
        Self { total, left: total }
    }

    /// Tokens that are used up, about.
    pub(crate) const fn used(&self) -> u32 {
        (self.total - self.left).div_ceil(TOKEN) as u32
    }

    /// Whether what is left holds `value`; it is then paid for.
    pub(crate) fn pay<T: Serialize>(&mut self, value: &T) -> bool {
        let size = size(value);
        let holds = size <= self.left;
        if holds {
            self.left -= size;
        }
        holds
    }

    /// How many of the `parts` of `value`, all of one size, what is left holds.
    pub(crate) fn part_of<T: Serialize>(&self, value: &T, parts: u32) -> u32 {
        (u64::from(parts) * self.left as u64 / size(value).max(1) as u64) as u32
    }

    /// As many of `items`, written out, as what is left holds and `share`
    /// hundredths of the whole.
    pub(crate) fn take<I, T: Serialize>(
        &mut self,
        share: usize,
        items: &[I],
        write: impl Fn(&I) -> T,
    ) -> Vec<T> {
        let share = self.left.min(self.total * share / 100);
        let kept = self.left - share;
        self.left = share;
        let written = items.iter().map(write);
        let taken = written.take_while(|value| self.pay(value)).collect();
        self.left += kept;
        taken
    }
}

/// Characters that `value` takes in an answer.
fn size<T: Serialize>(value: &T) -> usize {
    serde_json::to_string(value).map_or(0, |text| text.len())
}
