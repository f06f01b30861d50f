//! What was moved and changed as well: known again by the words in it.

use crate::answer::review::symbols::{MIN_BODY, Symbol};
use crate::sort::Arrange;

/// How much of what two of one name say must be the same, and of any names.
const SAME_NAME: f64 = 0.5;
const ANY_NAME: f64 = 0.7;
/// What a common name counts for, and by how much the best must be better than others.
const NAME: f64 = 0.25;
const MARGIN: f64 = 0.1;
/// The most pairs that are held against each other by what they say alone.
const MAX_PAIRS: usize = 40_000;

/// A symbol that is gone and one that is new, by their places, and how well they fit.
type Pair = (usize, usize, f64);

/// The words that a symbol is known by, sorted.
fn words(symbol: &Symbol) -> Vec<&str> {
    let said = symbol.said();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut words: Vec<&str> = match said.len() > MIN_BODY {
        true => said
            .split(|c| !is_word(c))
            .filter(|word| !word.is_empty())
            .collect(),
        false => Vec::new(),
    };
    words.arrange();
    words
}

/// The share of words that two sorted lists have in common.
fn alike(one: &[&str], other: &[&str]) -> f64 {
    let (mut a, mut b, mut common) = (0, 0, 0);
    while let (Some(first), Some(second)) = (one.get(a), other.get(b)) {
        let order = first.cmp(second);
        common += usize::from(order.is_eq());
        a += usize::from(order.is_le());
        b += usize::from(order.is_ge());
    }
    (2 * common) as f64 / (one.len() + other.len()).max(1) as f64
}

/// Pairs of `gone` and `come` that are the same in two places: of one kind, and each
/// the one that fits the other best by far.
#[must_use]
pub fn pairs(gone: &[Symbol], come: &[Symbol]) -> Vec<(usize, usize)> {
    let by_words = gone.len().saturating_mul(come.len()) <= MAX_PAIRS;
    let old: Vec<Vec<&str>> = gone.iter().map(words).collect();
    let new: Vec<Vec<&str>> = come.iter().map(words).collect();
    let mut found: Vec<Pair> = Vec::new();
    for (i, before) in gone.iter().enumerate().filter(|(i, _)| !old[*i].is_empty()) {
        for (j, after) in come.iter().enumerate().filter(|(j, _)| !new[*j].is_empty()) {
            let named = before.name == after.name;
            if before.kind != after.kind || !named && !by_words {
                continue;
            }
            let least = if named { SAME_NAME } else { ANY_NAME };
            let (few, many) = (old[i].len().min(new[j].len()), old[i].len() + new[j].len());
            if (2 * few) as f64 / (many as f64) < least {
                continue;
            }
            let share = alike(&old[i], &new[j]);
            if share >= least {
                found.push((i, j, if named { share + NAME } else { share }));
            }
        }
    }
    let best = |at: &dyn Fn(&Pair) -> bool, but: &Pair| {
        let others = found
            .iter()
            .filter(|other| at(other) && (other.0, other.1) != (but.0, but.1));
        others.map(|other| other.2).fold(0.0, f64::max)
    };
    let surely = |pair: &&Pair| {
        let rival =
            best(&|other| other.0 == pair.0, pair).max(best(&|other| other.1 == pair.1, pair));
        pair.2 >= rival + MARGIN
    };
    let sure = found.iter().filter(surely);
    sure.map(|pair| (pair.0, pair.1)).collect()
}
