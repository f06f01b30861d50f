//! Where a ranking stops being worth reading (spec 2.3).

/// Hits that are always shown, where there are so many.
pub const FLOOR: usize = 5;
/// The least relative drop from one hit to the next that counts as a cliff.
pub const CLIFF: f32 = 0.2;

/// How clearly the head of a ranking stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confidence {
    /// A cliff exists among the hits shown.
    High,
    /// The scores fall off gently; the best hit may be any of them.
    Low,
    /// Nothing was found.
    None,
}

impl Confidence {
    /// The name in answers.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Low => "low",
            Self::None => "none",
        }
    }
}

/// The judgement on a ranking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// How many hits are worth showing.
    pub shown: usize,
    /// How clearly the head stands out.
    pub confidence: Confidence,
    /// The largest relative drop between neighbours inside the ceiling, 0 to 1.
    pub drop: f32,
}

/// Judges descending `scores`, of which at most `ceiling` may be shown: cut at
/// the largest drop of at least [`CLIFF`] after the first [`FLOOR`]. The drop
/// behind the last score is not counted: every list ends.
#[must_use]
pub fn cut(scores: &[f32], ceiling: usize) -> Cut {
    let within = ceiling.min(scores.len());
    let drops = || {
        let pairs = scores.windows(2).take(within);
        pairs.map(|pair| relative_drop(pair[0], pair[1])).zip(1..)
    };
    let largest = drops().map(|(drop, _)| drop).fold(0.0, f32::max);
    let mut shown = within;
    let mut deepest = CLIFF;
    for (drop, at) in drops().filter(|&(_, at)| at >= FLOOR && at < within) {
        if drop >= deepest && (drop > deepest || shown == within) {
            (deepest, shown) = (drop, at);
        }
    }
    let confidence = match () {
        () if scores.is_empty() => Confidence::None,
        () if largest >= CLIFF => Confidence::High,
        () => Confidence::Low,
    };
    Cut {
        shown,
        confidence,
        drop: largest,
    }
}

fn relative_drop(before: f32, after: f32) -> f32 {
    if before > 0.0 {
        ((before - after) / before).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_at_the_largest_cliff_behind_the_floor() {
        let scores = [10.0, 9.0, 9.0, 9.0, 9.0, 7.0, 6.9, 3.0, 2.9, 2.8];
        let cut = cut(&scores, 10);
        assert_eq!((cut.shown, cut.confidence), (7, Confidence::High));
        assert!((cut.drop - (6.9 - 3.0) / 6.9).abs() < 1e-6);
    }

    #[test]
    fn a_cliff_above_the_floor_is_confidence_only() {
        let scores = [10.0, 1.0, 0.95, 0.9, 0.85, 0.8, 0.75];
        let judged = cut(&scores, 20);
        assert_eq!((judged.shown, judged.confidence), (7, Confidence::High));
        let flat = [1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7];
        let judged = cut(&flat, 3);
        assert_eq!((judged.shown, judged.confidence), (3, Confidence::Low));
    }

    #[test]
    fn an_empty_ranking_has_no_confidence() {
        assert_eq!(cut(&[], 10).confidence, Confidence::None);
        assert_eq!(cut(&[1.0], 10).confidence, Confidence::Low);
        assert_eq!(cut(&[1.0, 0.0], 0).shown, 0);
    }
}
