//! Answers that keep within a number of tokens: what does not fit is left for
//! the next page.

/// Characters of one token, as a rule of thumb for code and English.
pub const TOKEN: usize = 4;
/// Tokens of an answer whose parameters name neither a limit nor a budget.
pub const DEFAULT_TOKENS: u32 = 2000;

/// Characters of an answer that do not belong to the list that is shortened.
const FRAME: usize = 400;
/// How often an answer is shortened before it is given as it is.
const ROUNDS: u32 = 5;

/// What of an operation's parameters an answer is shortened by.
#[derive(Debug)]
pub struct Bounds<'a> {
    /// The most entries; none stands for the operation's default.
    pub limit: &'a mut Option<u32>,
    /// About how many tokens the answer may take; 0 for any number.
    pub tokens: Option<u32>,
}

/// The tokens that an answer may take: those that are asked for, 0 for any number;
/// the default where neither they nor a limit are.
#[must_use]
pub const fn granted(limit: Option<u32>, tokens: Option<u32>) -> Option<u32> {
    match (tokens, limit) {
        (Some(0), _) | (None, Some(_)) => None,
        (Some(tokens), _) => Some(tokens),
        (None, None) => Some(DEFAULT_TOKENS),
    }
}

/// Says of an operation with a budget which parameter is lowered where an answer is
/// too long, and how many entries of what it limits an answer shows: those of its
/// page, unless something else is counted.
macro_rules! bounded {
    ($limit:ident) => {
        bounded!($limit, answer => answer.page.shown);
    };
    ($limit:ident, $answer:ident => $shown:expr) => {
        fn bounds(&mut self) -> Option<$crate::answer::bounds::Bounds<'_>> {
            Some($crate::answer::bounds::Bounds {
                limit: &mut self.$limit,
                tokens: self.budget_tokens,
            })
        }

        fn shown($answer: &Self::Answer) -> u32 {
            $shown
        }
    };
}

pub(crate) use bounded;

/// How long an answer may be, and how often it was shortened.
pub(crate) struct Budget {
    characters: Option<usize>,
    rounds: u32,
}

impl Budget {
    /// The budget that is asked for; the default one where neither that nor a
    /// limit is.
    pub(crate) fn of(bounds: Option<Bounds<'_>>) -> Self {
        let tokens = bounds.and_then(|bounds| granted(*bounds.limit, bounds.tokens));
        Self {
            characters: tokens.map(|tokens| tokens as usize * TOKEN),
            rounds: 0,
        }
    }

    /// The lower limit to answer again with, where an answer of `shown` entries and
    /// `length` characters is too long; none where it is not, or nothing is won.
    /// One entry is always shown.
    pub(crate) fn shorten(&mut self, shown: u32, length: usize) -> Option<u32> {
        let most = self.characters.filter(|&most| length > most)?;
        self.rounds += 1;
        if shown <= 1 || self.rounds > ROUNDS {
            return None;
        }
        let frame = FRAME.min(most / 4);
        let share = (most - frame) as f64 / (length - frame) as f64;
        // Entries differ in length; more and more room is left for that.
        let room = 0.95 / f64::from(self.rounds);
        let keep = (f64::from(shown) * share * room) as u32;
        Some(keep.clamp(1, shown - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounds(limit: Option<u32>, tokens: Option<u32>, entries: u32, each: usize) -> Vec<u32> {
        let mut limit = limit;
        let mut budget = Budget::of(Some(Bounds {
            limit: &mut limit,
            tokens,
        }));
        let mut shown = vec![];
        loop {
            let now = limit.unwrap_or(200).min(entries);
            shown.push(now);
            let length = 100 + now as usize * each;
            match budget.shorten(now, length) {
                Some(lower) => limit = Some(lower),
                None => return shown,
            }
        }
    }

    #[test]
    fn an_answer_is_shortened_until_it_fits() {
        assert_eq!(rounds(None, None, 10, 100), [10]);
        assert_eq!(rounds(None, None, 500, 100), [200, 73]);
        assert_eq!(rounds(None, Some(100), 500, 100), [200, 2]);
        assert_eq!(rounds(None, Some(1), 500, 100).last(), Some(&1));
    }

    #[test]
    fn a_limit_that_is_asked_for_is_kept_unless_a_budget_is_too() {
        assert_eq!(rounds(Some(200), None, 500, 100), [200]);
        assert_eq!(rounds(None, Some(0), 500, 100), [200]);
        assert_eq!(rounds(Some(20), Some(100), 500, 100), [20, 2]);
    }
}
