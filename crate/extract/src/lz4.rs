//! Blocks of LZ4, for texts and facts at rest.
//!
//! The reader is `lz4_flex`; the writer is here, because that crate's picks its
//! matches by the width of a machine word, and one tree must have one snapshot
//! on every platform. Format: the block format of lz4.org.

/// The most bytes one byte of a block can stand for (a match of 255 per length
/// byte); bounds what a damaged length can make us allocate.
const MAX_RATIO: usize = 255;
/// Shortest match.
const MATCH: usize = 4;
/// Farthest match.
const WINDOW: usize = 65_535;
/// A match begins no nearer to the end than this, and ends no nearer than that.
const LAST_START: usize = 12;
const LAST_END: usize = 5;
/// Entries of the table of recent places, as a power of two; fewer for short
/// inputs.
const TABLE_BITS: u32 = 13;
/// Places without a match after which one more is skipped at a time.
const PATIENCE: usize = 6;

/// `input` as one block.
#[must_use]
pub fn compress(input: &[u8]) -> Vec<u8> {
    let mut writer = Writer {
        input,
        out: Vec::with_capacity(input.len() / 2 + 16),
        anchor: 0,
    };
    // Where five bytes with this hash were seen last, plus one.
    let bits = input
        .len()
        .checked_ilog2()
        .unwrap_or(0)
        .clamp(8, TABLE_BITS);
    let mut seen = vec![0_u32; 1 << bits];
    let mut at = 0;
    let mut misses = 0;
    while at + LAST_START <= input.len() {
        let word = word(input, at);
        let slot = &mut seen[hash(word, bits)];
        let before = std::mem::replace(slot, at as u32 + 1) as usize;
        match before.checked_sub(1) {
            Some(before) if at - before <= WINDOW && is_match(self::word(input, before), word) => {
                at = writer.copy(before, at);
                misses = 0;
            }
            _ => {
                at += 1 + (misses >> PATIENCE);
                misses += 1;
            }
        }
    }
    writer.finish()
}

/// The `len` bytes that `block` stands for; none if it is damaged.
#[must_use]
pub fn decompress(block: &[u8], len: usize) -> Option<Vec<u8>> {
    if len > block.len().saturating_mul(MAX_RATIO) {
        return None;
    }
    let bytes = lz4_flex::block::decompress(block, len).ok()?;
    (bytes.len() == len).then_some(bytes)
}

struct Writer<'a> {
    input: &'a [u8],
    out: Vec<u8>,
    /// The first byte that is not written yet.
    anchor: usize,
}

impl Writer<'_> {
    /// Writes the literals up to a match of `at` with the earlier `before`, and
    /// the match, as long as it is both ways; answers where it ends.
    fn copy(&mut self, mut before: usize, mut at: usize) -> usize {
        let input = self.input;
        let ahead = &input[at + MATCH..input.len() - LAST_END];
        let end = at + MATCH + common(&input[before + MATCH..], ahead);
        while at > self.anchor && before > 0 && input[at - 1] == input[before - 1] {
            at -= 1;
            before -= 1;
        }
        let longer = end - at - MATCH;
        self.literals(at, longer);
        self.out
            .extend_from_slice(&((at - before) as u16).to_le_bytes());
        self.length(longer);
        self.anchor = end;
        end
    }

    /// Writes a token and the literals up to `end`; `longer` is what a match
    /// after them has beyond the shortest.
    fn literals(&mut self, end: usize, longer: usize) {
        let literals = &self.input[self.anchor..end];
        self.out
            .push((literals.len().min(15) << 4 | longer.min(15)) as u8);
        self.length(literals.len());
        self.out.extend_from_slice(literals);
    }

    /// Writes what of `length` does not fit into a token.
    fn length(&mut self, length: usize) {
        let Some(mut rest) = length.checked_sub(15) else {
            return;
        };
        while rest >= 255 {
            self.out.push(255);
            rest -= 255;
        }
        self.out.push(rest as u8);
    }

    fn finish(mut self) -> Vec<u8> {
        self.literals(self.input.len(), 0);
        self.out
    }
}

/// How many bytes `a` and `b` begin with in common, eight at a time.
fn common(a: &[u8], b: &[u8]) -> usize {
    let length = a.len().min(b.len());
    let (a, b) = (&a[..length], &b[..length]);
    let (a_words, _) = a.as_chunks::<8>();
    let (b_words, _) = b.as_chunks::<8>();
    let mut at = 0;
    for (a, b) in a_words.iter().zip(b_words) {
        let differing = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        if differing != 0 {
            return at + differing.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = a[at..].iter().zip(&b[at..]);
    at + rest.take_while(|(a, b)| a == b).count()
}

/// Whether the first four bytes are the same.
const fn is_match(a: u64, b: u64) -> bool {
    a as u32 == b as u32
}

/// The eight bytes from `at`, which are there.
fn word(input: &[u8], at: usize) -> u64 {
    let bytes = input.get(at..).and_then(|rest| rest.first_chunk());
    bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// Fibonacci hashing (Knuth 6.4) of the first five bytes of `word`.
const fn hash(word: u64, bits: u32) -> usize {
    ((word << 24).wrapping_mul(0x9E37_79B1_85EB_CA87) >> (64 - bits)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &[u8]) -> usize {
        let block = compress(input);
        assert_eq!(decompress(&block, input.len()).as_deref(), Some(input));
        block.len()
    }

    #[test]
    fn texts_come_back() {
        let source = include_str!("lz4.rs").as_bytes();
        assert!(check(source) < source.len() * 2 / 3);
        for length in 0..200 {
            check(&source[..length]);
            check(&vec![b'a'; length]);
            check(&source[..length].repeat(3));
        }
        assert!(check(&b"ab".repeat(100_000)) < 1000);
    }

    #[test]
    fn noise_and_far_repeats_come_back() {
        let mut state = 1_u32;
        let noise: Vec<u8> = (0..200_000)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8
            })
            .collect();
        assert!(check(&noise) < noise.len() + noise.len() / 100);
        check(&[&noise[..70_000], &noise[..70_000]].concat());
    }

    #[test]
    fn a_block_is_the_same_on_every_platform() {
        let block = compress(b"one two three one two three one two three four");
        let expected = b"\xEFone two three \x0E\0\x08P four";
        assert_eq!(block.len(), expected.len(), "{block:?}");
        assert_eq!(block, expected);
    }

    #[test]
    fn damage_is_noticed_or_harmless() {
        let input = include_bytes!("lz4.rs");
        let block = compress(input);
        for at in (0..block.len()).step_by(7) {
            let mut wrong = block.clone();
            wrong[at] ^= 0xFF;
            assert!(decompress(&wrong, input.len()).is_none_or(|bytes| bytes.len() == input.len()));
            assert!(decompress(&block[..at], input.len()).is_none());
        }
        assert!(decompress(&block, usize::MAX).is_none());
    }
}
