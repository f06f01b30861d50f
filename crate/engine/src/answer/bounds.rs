//! Answers that keep within a number of tokens: what does not fit is left for
//! the next page.

use crate::answer::cuts::Parts;

/// Characters of one token, as a rule of thumb for code and English.
pub const TOKEN: usize = 4;
/// Tokens of an answer whose parameters name neither a limit nor a budget.
pub const DEFAULT_TOKENS: u32 = 2000;

/// Characters of an answer that do not belong to the lists that are shortened, at least.
const FRAME: usize = 400;
/// What lists are called of which an answer has several: one entry of each may be too
/// many.
const SEVERAL: &str = "items";
/// How often an answer is shortened before one entry is asked for.
const ROUNDS: u32 = 6;

/// What of an operation's parameters an answer is shortened by.
#[derive(Debug)]
pub struct Bounds<'a> {
    /// The most entries; none stands for the operation's default.
    pub limit: &'a mut Option<u32>,
    /// About how many tokens the answer may take; 0 for any number.
    pub tokens: Option<u32>,
    /// What the lists are called whose entries it limits: they have pages.
    pub pages: &'static [&'static str],
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
/// too long, what the lists are called that it limits, and how many entries of them an
/// answer shows: those of its page, unless something else is counted.
macro_rules! bounded {
    ($limit:ident, [$($page:literal),*]) => {
        bounded!($limit, [$($page),*], answer => answer.page.shown);
    };
    ($limit:ident, [$($page:literal),*], $answer:ident => $shown:expr) => {
        fn bounds(&mut self) -> Option<$crate::answer::bounds::Bounds<'_>> {
            Some($crate::answer::bounds::Bounds {
                limit: &mut self.$limit,
                tokens: self.budget_tokens,
                pages: &[$($page),*],
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
    pages: &'static [&'static str],
    rounds: u32,
    /// The most entries that were short enough, and the answer with them.
    fitting: Option<(u32, String)>,
    /// The fewest entries that were too long.
    too_long: u32,
}

/// What to do with an answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Fitted {
    /// To give this.
    Done(String),
    /// To answer again with this limit.
    Again(u32),
}

impl Budget {
    /// The budget that is asked for; the default one where neither that nor a
    /// limit is.
    pub(crate) fn of(bounds: Option<Bounds<'_>>) -> Self {
        let pages = bounds.as_ref().map_or(&[][..], |bounds| bounds.pages);
        let tokens = bounds.and_then(|bounds| granted(*bounds.limit, bounds.tokens));
        Self {
            characters: tokens.map(|tokens| tokens as usize * TOKEN),
            pages,
            rounds: 0,
            fitting: None,
            too_long: u32::MAX,
        }
    }

    /// An answer of `shown` entries as it fits: whole, with fewer entries (one is always
    /// shown, but of several lists), or with other lists and texts cut, where these take more than half.
    pub(crate) fn fit(&mut self, text: String, shown: u32) -> Fitted {
        let Some(most) = self.characters.filter(|&most| text.len() > most) else {
            return self.fill(text, shown);
        };
        self.too_long = self.too_long.min(shown);
        if let Some((fitting, _)) = self.fitting
            && (self.rounds >= ROUNDS || shown <= fitting + 1)
        {
            return Fitted::Done(self.fitting.take().map_or(text, |(_, text)| text));
        }
        let parts = Parts::of(&text, self.pages);
        let frame = parts.frame(&text);
        if frame > most / 2 {
            let short = parts.cut_frame(&text, most / 2);
            if short.len() <= most {
                return Fitted::Done(short);
            }
        }
        match self.shorten(shown, text.len(), frame) {
            Some(lower) => Fitted::Again(lower),
            None => {
                let short = parts.cut_all(&text, most);
                let several = shown == 1 && self.pages.contains(&SEVERAL);
                match several && short.len() > most {
                    true => Fitted::Again(0),
                    false => Fitted::Done(short),
                }
            }
        }
    }

    /// An answer that is short enough: with more entries, where fewer than were too long
    /// may still be so and much room is left.
    fn fill(&mut self, text: String, shown: u32) -> Fitted {
        let room = self.characters.unwrap_or_default() / 4 * 3;
        let more = self.too_long.saturating_sub(shown) / 2;
        if self.too_long == u32::MAX || self.rounds >= ROUNDS || more == 0 || text.len() >= room {
            return Fitted::Done(text);
        }
        self.rounds += 1;
        self.fitting = Some((shown, text));
        Fitted::Again(shown + more)
    }

    /// The lower limit to answer again with, where an answer of `shown` entries and
    /// `length` characters, `frame` of which are no entry, is too long; none where
    /// nothing is won.
    fn shorten(&mut self, shown: u32, length: usize, frame: usize) -> Option<u32> {
        let most = self.characters?;
        self.rounds += 1;
        if shown <= 1 {
            return None;
        }
        if self.rounds > ROUNDS {
            return Some(1);
        }
        let (entries, frame) = (length.saturating_sub(frame).max(1), frame.min(most / 2));
        let frame = frame.max(FRAME.min(most / 4));
        let share = (most - frame) as f64 / entries as f64;
        // Entries differ in length; more and more room is left for that.
        let room = 0.95 / f64::from(self.rounds);
        let keep = (f64::from(shown) * share * room) as u32;
        let least = self.fitting.as_ref().map_or(1, |(fitting, _)| fitting + 1);
        Some(keep.clamp(least.min(shown - 1), shown - 1))
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
            pages: &["e"],
        }));
        let mut shown = vec![];
        loop {
            let now = limit.unwrap_or(200).min(entries);
            shown.push(now);
            let list = vec!["x".repeat(each - 3); now as usize];
            let text = serde_json::json!({"e": list, "page": "p".repeat(100)});
            match budget.fit(text.to_string(), now) {
                Fitted::Again(lower) => limit = Some(lower),
                Fitted::Done(_) => return shown,
            }
        }
    }

    #[test]
    fn an_answer_is_shortened_until_it_fits() {
        assert_eq!(rounds(None, None, 10, 100), [10]);
        assert_eq!(rounds(None, None, 500, 100), [200, 72]);
        assert_eq!(rounds(None, Some(100), 500, 100), [200, 2]);
        assert_eq!(rounds(None, Some(1), 500, 100).last(), Some(&1));
    }

    /// Entries that grow with their number, as edges among nodes do.
    #[test]
    fn as_much_is_shown_as_fits() {
        let mut limit = None;
        let mut budget = Budget::of(Some(Bounds {
            limit: &mut limit,
            tokens: Some(1000),
            pages: &["drawing"],
        }));
        let mut shown = 100_u32;
        let length = loop {
            let drawing = "x".repeat((shown * shown) as usize);
            let text = serde_json::json!({ "drawing": drawing });
            match budget.fit(text.to_string(), shown) {
                Fitted::Again(next) => shown = next,
                Fitted::Done(text) => break text.len(),
            }
        };
        assert!((3000..=4000).contains(&length), "{length}");
    }

    #[test]
    fn a_limit_that_is_asked_for_is_kept_unless_a_budget_is_too() {
        assert_eq!(rounds(Some(200), None, 500, 100), [200]);
        assert_eq!(rounds(None, Some(0), 500, 100), [200]);
        assert_eq!(rounds(Some(20), Some(100), 500, 100), [20, 2]);
    }
}
