//! Answers within a budget of tokens.

use crate::answer::bounds::{TOKEN, granted};
use serde::Serialize;

/// Counts the characters of what is written against a budget of tokens.
pub(crate) struct Budget {
    total: usize,
    left: usize,
}

impl Budget {
    /// A budget of `tokens`.
    pub(crate) const fn new(tokens: u32) -> Self {
        let total = (tokens as usize).saturating_mul(TOKEN);
        Self { total, left: total }
    }

    /// The budget of an answer that `limit` entries and `tokens` are asked of.
    pub(crate) fn of(limit: Option<u32>, tokens: Option<u32>) -> Self {
        Self::new(granted(limit, tokens).unwrap_or(u32::MAX))
    }

    /// Pays for `value`, which is shown even where what is left does not hold it.
    pub(crate) fn charge<T: Serialize>(&mut self, value: &T) {
        self.left = self.left.saturating_sub(size(value));
    }

    /// Characters that are left for each of `parts`.
    pub(crate) const fn part(&self, parts: usize) -> usize {
        match parts {
            0 => self.left,
            parts => self.left / parts,
        }
    }

    /// Tokens that are used up, about.
    pub(crate) const fn used(&self) -> u32 {
        (self.total - self.left).div_ceil(TOKEN) as u32
    }

    /// Whether what is left holds `value`; it is then paid for.
    pub(crate) fn pay<T: Serialize>(&mut self, value: &T) -> bool {
        // The comma before the next entry.
        let size = size(value) + 1;
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
        let share = (self.total as u64 * share as u64 / 100) as usize;
        let share = self.left.min(share);
        let kept = self.left - share;
        self.left = share;
        let written = items.iter().map(write);
        let taken = written.take_while(|value| self.pay(value)).collect();
        self.left += kept;
        taken
    }
}

/// Characters that `value` takes in an answer.
pub(crate) fn size<T: Serialize>(value: &T) -> usize {
    serde_json::to_string(value).map_or(0, |text| text.len())
}
