//! Where a ranking stops being worth reading (spec 2.3).

/// Hits that are always shown, where there are so many.
pub const FLOOR: usize = 5;
/// The least relative drop from one hit to the next that counts as a cliff.
pub const CLIFF: f32 = 0.2;

/// How clearly the head of a ranking stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// Nothing was found.
    None,
    /// The scores fall off gently; the best hit may be any of them.
    Low,
    /// A cliff exists among the hits shown.
    High,
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

/// Judges descending `scores`, of which at most `ceiling` may be shown: cut at the
/// largest drop if it is at least [`CLIFF`], though not above the first [`FLOOR`]. The
/// drop behind the last score is not counted: every list ends.
#[must_use]
pub fn cut(scores: &[f32], ceiling: usize) -> Cut {
    let within = ceiling.min(scores.len());
    let pairs = scores.windows(2).take(within);
    let drops = pairs.map(|pair| relative_drop(pair[0], pair[1])).zip(1..);
    let (mut largest, mut at) = (0.0, within);
    for (drop, behind) in drops {
        if drop > largest {
            (largest, at) = (drop, behind);
        }
    }
    let is_cliff = largest >= CLIFF;
    Cut {
        shown: match is_cliff {
            true => at.max(FLOOR).min(within),
            false => within,
        },
        confidence: match () {
            () if scores.is_empty() => Confidence::None,
            () if is_cliff => Confidence::High,
            () => Confidence::Low,
        },
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
    fn cuts_at_the_largest_cliff() {
        let scores = [10.0, 9.0, 9.0, 9.0, 9.0, 7.0, 6.9, 3.0, 2.9, 2.8];
        let judged = cut(&scores, 10);
        assert_eq!((judged.shown, judged.confidence), (7, Confidence::High));
        assert!((judged.drop - (6.9 - 3.0) / 6.9).abs() < 1e-6);
        let flat = [1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7];
        let judged = cut(&flat, 3);
        assert_eq!((judged.shown, judged.confidence), (3, Confidence::Low));
    }

    #[test]
    fn a_cliff_above_the_floor_leaves_the_floor() {
        let scores = [10.0, 1.0, 0.95, 0.9, 0.85, 0.8, 0.6, 0.5];
        let judged = cut(&scores, 30);
        assert_eq!((judged.shown, judged.confidence), (FLOOR, Confidence::High));
        assert_eq!(cut(&scores, 3).shown, 3);
        assert_eq!(cut(&scores[..4], 30).shown, 4);
    }

    #[test]
    fn an_empty_ranking_has_no_confidence() {
        assert_eq!(cut(&[], 10).confidence, Confidence::None);
        assert_eq!(cut(&[1.0], 10).confidence, Confidence::Low);
        assert_eq!(cut(&[1.0, 0.0], 0).shown, 0);
    }
}
