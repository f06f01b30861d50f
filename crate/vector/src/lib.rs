//! The two inner loops of vector search. They are plain loops over whole
//! numbers, which the compiler turns into SIMD where the target has it: the
//! results are the same either way.

/// Numbers that one step takes: two registers of 128 bits.
const LANES: usize = 32;

/// The dot product of two rows; what is longer in one of them is left out. Rows
/// of up to 65,535 numbers do not overflow.
#[must_use]
pub fn dot(a: &[i8], b: &[i8]) -> i32 {
    let (a_steps, a_rest) = a.as_chunks::<LANES>();
    let (b_steps, b_rest) = b.as_chunks::<LANES>();
    let mut sum = 0;
    for (a, b) in a_steps.iter().zip(b_steps) {
        sum += step(a, b);
    }
    if a.len() == b.len() {
        sum + step(a_rest, b_rest)
    } else {
        let done = a_steps.len().min(b_steps.len()) * LANES;
        sum + step(a.get(done..).unwrap_or(&[]), b.get(done..).unwrap_or(&[]))
    }
}

#[inline(always)]
fn step(a: &[i8], b: &[i8]) -> i32 {
    let products = a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b));
    products.sum()
}

/// Adds `row` to `sums`, number by number.
pub fn add(sums: &mut [i32], row: &[i8]) {
    for (sum, &value) in sums.iter_mut().zip(row) {
        *sum += i32::from(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(seed: i32, length: i32) -> Vec<i8> {
        (0..length).map(|i| (i * 37 + seed * 101) as i8).collect()
    }

    #[test]
    fn products_are_those_of_the_definition() {
        for (a, b) in [
            (0, 0),
            (1, 1),
            (31, 31),
            (128, 128),
            (200, 200),
            (40, 70),
            (64, 3),
        ] {
            let (a, b) = (row(1, a), row(2, b));
            let expected: i64 = a
                .iter()
                .zip(&b)
                .map(|(&a, &b)| i64::from(a) * i64::from(b))
                .sum();
            assert_eq!(i64::from(dot(&a, &b)), expected);
        }
        let low = vec![i8::MIN; 65_535];
        assert_eq!(dot(&low, &low), 65_535 * 16_384);
    }

    #[test]
    fn rows_add_up() {
        let mut sums = vec![0; 100];
        (0..300).for_each(|_| add(&mut sums, &[i8::MIN; 100]));
        assert_eq!(sums, [-38_400; 100]);
    }
}
