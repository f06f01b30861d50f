//! The inner loops of search over all nodes. They are plain loops that treat
//! every number by itself or whole numbers in any order, which the compiler turns
//! into SIMD where the target has it: the results are the same either way.

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

/// The largest of `values`, 0 where none is above it.
#[must_use]
pub fn largest(values: &[f32]) -> f32 {
    let (steps, rest) = values.as_chunks::<LANES>();
    let mut lanes = [0.0_f32; LANES];
    for step in steps {
        for (most, &value) in lanes.iter_mut().zip(step) {
            *most = if value > *most { value } else { *most };
        }
    }
    lanes.iter().chain(rest).copied().fold(0.0, f32::max)
}

/// Multiplies `values` by `factor`.
pub fn scale(values: &mut [f32], factor: f32) {
    values.iter_mut().for_each(|value| *value *= factor);
}

/// Where one of `values` is above 0 or its neighbour in `others` reaches `least`: the
/// sum of both by `shares`, what is below 0 in `others` left out.
pub fn mix(values: &mut [f32], others: &[f32], shares: (f32, f32), least: f32) {
    for (value, &other) in values.iter_mut().zip(others) {
        let other_part = if other > 0.0 { shares.1 * other } else { 0.0 };
        let sum = shares.0 * *value + other_part;
        *value = if *value > 0.0 || other >= least {
            sum
        } else {
            *value
        };
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
    fn values_are_compared_and_mixed_one_by_one() {
        for length in [0, 1, 31, 32, 33, 100] {
            let values: Vec<f32> = (0..length).map(|i| (i * 37 % 101) as f32 - 50.0).collect();
            let expected = values.iter().copied().fold(0.0, f32::max);
            assert_eq!(largest(&values).to_bits(), expected.to_bits());
        }
        let mut values = [2.0, 0.0, 0.0, 4.0];
        mix(&mut values, &[-1.0, 0.5, 0.1, 0.25], (0.5, 2.0), 0.2);
        assert_eq!(values, [1.0, 1.0, 0.0, 2.5]);
        scale(&mut values, 2.0);
        assert_eq!(values, [2.0, 2.0, 0.0, 5.0]);
    }

    #[test]
    fn rows_add_up() {
        let mut sums = vec![0; 100];
        (0..300).for_each(|_| add(&mut sums, &[i8::MIN; 100]));
        assert_eq!(sums, [-38_400; 100]);
    }
}
