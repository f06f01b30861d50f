//! How risky a change is, in one scale and in the same words wherever it is told:
//! reasons with weights, which add up.

use serde::Serialize;

/// From here on a risk is `medium`, and `high`.
const LEVELS: (u32, u32) = (25, 50);
/// That nothing tests it.
pub const UNTESTED: &str = "no test is known to reach it";

/// How risky a change is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Risk {
    /// `none`, `low`, `medium` or `high`.
    pub level: &'static str,
    /// 0 to 100: the weights of the reasons, added.
    pub score: u32,
    /// Each with what it rests on.
    pub reasons: Vec<String>,
}

impl Risk {
    /// The risk of `reasons`, whose weights add up to `score`.
    #[must_use]
    pub fn of(score: u32, reasons: Vec<String>) -> Self {
        let score = score.min(100);
        let level = match score {
            0 => "none",
            score if score >= LEVELS.1 => "high",
            score if score >= LEVELS.0 => "medium",
            _ => "low",
        };
        Self {
            level,
            score,
            reasons,
        }
    }
}

/// That `count` nodes depend on what changes.
#[must_use]
pub fn leaning(count: u32) -> String {
    format!("{count} nodes depend on it")
}

/// `1 caller`, `2 callers`.
#[must_use]
pub fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_make_levels() {
        for (score, level) in [
            (0, "none"),
            (1, "low"),
            (25, "medium"),
            (50, "high"),
            (180, "high"),
        ] {
            let risk = Risk::of(score, Vec::new());
            assert_eq!((risk.level, risk.score), (level, score.min(100)));
        }
    }
}
