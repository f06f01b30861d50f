//! BM25 (Robertson and Zaragoza 2009) over weighted term frequencies.
//!
//! Fields are combined before saturation (BM25F with one length norm): a term's
//! frequency in a document is the sum of field weight × occurrences. A sum of
//! per-field scores would pay a word once per field it repeats in, so that a
//! document that says one query word in its name, doc, body and path beats one
//! that says all of them; and it needs a posting per field instead of one.

use waymark_vector::postings::Norm;

/// How fast repetition stops paying. 0: only presence counts; 3: nearly linear.
/// Spec 2.3.
pub const K1: f32 = 1.5;

/// How much long documents are held back. 0: not at all; 1: in full proportion.
/// Spec 2.3.
pub const B: f32 = 0.75;

/// Inverse document frequency: ln(1 + (N − n + ½) ⁄ (n + ½)), never negative.
#[must_use]
pub fn idf(documents: usize, with_term: u32) -> f32 {
    let n = f64::from(with_term);
    let all = (documents as f64).max(n);
    ln(1.0 + (all - n + 0.5) / (n + 0.5)) as f32
}

/// The length part of BM25: k1·(1 − b + b·length ⁄ average), as a line over the
/// length, for documents of `average` length.
#[must_use]
pub fn norm(average: f32) -> Norm {
    Norm {
        most: K1 + 1.0,
        base: K1 * (1.0 - B),
        slope: if average > 0.0 { K1 * B / average } else { 0.0 },
    }
}

/// The natural logarithm of `x` ≥ 1 from additions, multiplications and
/// divisions alone, so that it has the same bits on every platform; the
/// standard library asks the platform. Error below 1e-12.
fn ln(x: f64) -> f64 {
    let mut halvings = 0.0;
    let mut mantissa = x;
    while mantissa > std::f64::consts::SQRT_2 {
        mantissa *= 0.5;
        halvings += 1.0;
    }
    // ln m = 2·artanh((m − 1) ⁄ (m + 1)), and |(m − 1) ⁄ (m + 1)| < 0.18.
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let square = t * t;
    let mut power = t;
    let mut sum = 0.0;
    for k in 0..10 {
        sum += power / f64::from(2 * k + 1);
        power *= square;
    }
    2.0 * sum + halvings * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for i in 0..2000 {
            let x = 1.0 + f64::from(i) * f64::from(i) * 0.37;
            assert!((ln(x) - x.ln()).abs() < 1e-12, "{x}");
        }
    }

    #[test]
    fn rare_terms_are_worth_more() {
        assert!(idf(1000, 1) > idf(1000, 10));
        assert!(idf(1000, 1000) > 0.0);
        assert!(idf(10, 2000) > 0.0);
    }

    #[test]
    fn repetition_pays_less_and_less() {
        let norm = norm(20.0);
        let worth: Vec<f32> = [1, 2, 3].iter().map(|&w| norm.saturate(w, 20)).collect();
        assert!(worth[1] - worth[0] > worth[2] - worth[1]);
        assert!(norm.saturate(u32::MAX, u16::MAX) <= K1 + 1.0);
        assert!(norm.saturate(1, 10) > norm.saturate(1, 40));
    }
}
