//! What indexing and searching do to every word and every node, compiled for speed:
//! words to numbers, texts to rows of bytes, sums and products over rows.
//!
//! Loops treat every number by itself or add whole numbers in any order, so that the results are the same on every
//! target. Plain loops become SIMD where the compiler sees how; the products of
//! rows, where it does not, are written for WebAssembly by hand.

pub mod graph;
pub mod postings;
pub mod reader;
pub mod sieve;
pub mod subtokens;
pub mod vocabulary;

/// Numbers that one step takes: two registers of 128 bits.
const LANES: usize = 32;

/// The dot product of two rows; what is longer in one of them is left out. Rows
/// of up to 65,535 numbers do not overflow.
#[must_use]
pub fn dot(a: &[i8], b: &[i8]) -> i32 {
    let (a_steps, a_rest) = a.as_chunks::<LANES>();
    let (b_steps, b_rest) = b.as_chunks::<LANES>();
    let sum = steps(a_steps, b_steps);
    if a.len() == b.len() {
        sum + step(a_rest, b_rest)
    } else {
        let done = a_steps.len().min(b_steps.len()) * LANES;
        sum + step(a.get(done..).unwrap_or(&[]), b.get(done..).unwrap_or(&[]))
    }
}

/// Appends the dot product of `row` with each of `rows`, which are as long as it is
/// and stand one after the other.
pub fn dots(row: &[i8], rows: &[i8], products: &mut Vec<i32>) {
    let rows = rows.chunks_exact(row.len().max(1));
    products.extend(rows.map(|other| dot(row, other)));
}

#[cfg(not(target_feature = "simd128"))]
#[inline(always)]
fn steps(a: &[[i8; LANES]], b: &[[i8; LANES]]) -> i32 {
    a.iter().zip(b).map(|(a, b)| step(a, b)).sum()
}

/// The compiler makes of the plain loop four times as many instructions: 105,000
/// rows of 128 numbers take 9 ms with it and 2 with this (Node 20).
#[cfg(target_feature = "simd128")]
#[inline(always)]
fn steps(a: &[[i8; LANES]], b: &[[i8; LANES]]) -> i32 {
    use core::arch::wasm32::{
        i16x8_extmul_high_i8x16, i16x8_extmul_low_i8x16, i32x4_add, i32x4_extadd_pairwise_i16x8,
        i32x4_extract_lane, i32x4_splat, i64x2, v128,
    };
    let word = |word: [i8; 8]| i64::from_le_bytes(word.map(|byte| byte as u8));
    let register = |words: &[[i8; 8]; 2]| -> v128 { i64x2(word(words[0]), word(words[1])) };
    let mut sums = i32x4_splat(0);
    for (a, b) in a.iter().zip(b) {
        let (a, b) = (a.as_chunks::<8>().0, b.as_chunks::<8>().0);
        for (a, b) in a.as_chunks::<2>().0.iter().zip(b.as_chunks::<2>().0) {
            let (a, b) = (register(a), register(b));
            let low = i32x4_extadd_pairwise_i16x8(i16x8_extmul_low_i8x16(a, b));
            let high = i32x4_extadd_pairwise_i16x8(i16x8_extmul_high_i8x16(a, b));
            sums = i32x4_add(sums, i32x4_add(low, high));
        }
    }
    i32x4_extract_lane::<0>(sums)
        + i32x4_extract_lane::<1>(sums)
        + i32x4_extract_lane::<2>(sums)
        + i32x4_extract_lane::<3>(sums)
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
        for length in [0, 1, 31, 32, 33, 128] {
            let query = row(1, length);
            let rows: Vec<Vec<i8>> = (2..7).map(|seed| row(seed, length)).collect();
            let mut products = vec![];
            dots(&query, &rows.concat(), &mut products);
            let expected = rows.iter().filter(|row| !row.is_empty());
            let expected: Vec<i32> = expected.map(|row| dot(&query, row)).collect();
            assert_eq!(products, expected);
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
