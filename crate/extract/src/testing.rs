//! What tests of this crate and of those after it share.

use crate::extract::facts::{Definition, Flags, Kind, Metrics};
use crate::ids::{NameId, ScopeId};
use crate::text::Span;

/// Numbers that look random and are the same on every run (xorshift64*, Vigna 2016).
pub struct Random(u64);

impl Random {
    /// The numbers that follow from `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed.max(1))
    }

    /// A number below `bound`, which is at least 1.
    pub fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        (high % u64::from(bound)) as u32
    }

    /// The numbers below `count`, each once, in a random order (Fisher-Yates).
    pub fn permutation(&mut self, count: u32) -> Vec<u32> {
        let mut order: Vec<u32> = (0..count).collect();
        for last in (1..count).rev() {
            let other = self.below(last + 1);
            order.swap(last as usize, other as usize);
        }
        order
    }
}

/// A definition with nothing in it.
#[must_use]
pub fn definition() -> Definition {
    Definition {
        name: NameId(0),
        kind: Kind::Function,
        flags: Flags::default(),
        span: Span::default(),
        name_span: Span::default(),
        body: Span::default(),
        lines: (1, 1),
        name_line: 1,
        container: None,
        scope: ScopeId(0),
        owner: None,
        implements: None,
        signature: String::new(),
        doc: String::new(),
        decorators: Vec::new(),
        parameters: Vec::new(),
        type_parameters: Vec::new(),
        type_: None,
        values: Vec::new(),
        metrics: Metrics::default(),
    }
}
