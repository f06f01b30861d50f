//! Which threes of bytes a text has, in a few bits: what tells of most texts that a
//! literal is not in them, without reading them.

/// Bytes of text for a bit: half as many bits as bytes, up to a power of two. A
/// name of eight letters then passes one text in a hundred that has it not.
const SPARSENESS: usize = 2;
/// Fewest and most bits, as powers of two.
const FEWEST: u32 = 6;
const MOST: u32 = 20;

/// The threes of a text; capitals (ASCII) are small letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sieve {
    words: Box<[u64]>,
}

impl Sieve {
    /// The sieve of `text`.
    #[must_use]
    pub fn of(text: &[u8]) -> Self {
        let wanted = (text.len() / SPARSENESS).next_power_of_two();
        let bits = wanted.ilog2().clamp(FEWEST, MOST);
        let mut words = vec![0_u64; 1 << (bits - FEWEST)];
        for_each(text, |mark| {
            let bit = mark >> (32 - bits);
            words[(bit / 64) as usize] |= 1 << (bit % 64);
        });
        Self {
            words: words.into(),
        }
    }

    /// Whether the text may hold the literal that `marks` are of.
    #[must_use]
    pub fn may_hold(&self, marks: &[u32]) -> bool {
        let bits = self.words.len().max(1).ilog2() + FEWEST;
        marks.iter().all(|mark| {
            let bit = mark >> (32 - bits);
            let word = self.words.get((bit / 64) as usize);
            word.is_some_and(|word| word >> (bit % 64) & 1 == 1)
        })
    }

    /// Bytes in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }
}

/// What a sieve is asked about `literal`; nothing where it is shorter than three
/// bytes.
#[must_use]
pub fn marks(literal: &[u8]) -> Vec<u32> {
    let mut marks = Vec::new();
    for_each(literal, |mark| marks.push(mark));
    marks
}

#[inline(always)]
fn for_each(text: &[u8], mut each: impl FnMut(u32)) {
    let mut three = 0;
    for (at, byte) in text.iter().enumerate() {
        three = (three << 8 | u32::from(byte.to_ascii_lowercase())) & 0x00FF_FFFF;
        if at > 1 {
            // Fibonacci hashing (Knuth 1973): the highest bits are the best mixed.
            each(three.wrapping_mul(0x9E37_79B1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_passes_and_most_else_does_not() {
        let text: String = (0..400)
            .map(|n| format!("let name{n} = read(n);\n"))
            .collect();
        let sieve = Sieve::of(text.as_bytes());
        assert!(sieve.bytes() <= text.len() / 8);
        for there in ["name7", "NAME7", "= ReaD(n)", "let", "", "ab", "\nlet n"] {
            assert!(sieve.may_hold(&marks(there.as_bytes())), "{there}");
        }
        let absent = (0..1000).map(|n| format!("w{n}q{}z", n * 7919));
        let passed = absent.filter(|word| sieve.may_hold(&marks(word.as_bytes())));
        assert!(passed.count() < 20);
    }

    #[test]
    fn any_length_has_a_sieve() {
        for length in [0, 1, 2, 3, 127, 128, 129, 5000] {
            let text: Vec<u8> = (0..length).map(|n: u32| (n * n) as u8).collect();
            let sieve = Sieve::of(&text);
            assert!(text.windows(3).all(|three| sieve.may_hold(&marks(three))));
        }
        assert!(!Sieve::of(b"").may_hold(&marks(b"abc")));
    }
}
