//! Enumerations without fields as one byte each.

use crate::error::Result;
use crate::snapshot::header::invalid;
use serde::de::DeserializeOwned;

/// The variants of `T` by their number.
pub(super) struct Variants<T>([Option<T>; 256]);

impl<T: Copy + DeserializeOwned> Variants<T> {
    /// Postcard numbers variants in declaration order, as `as u8` does.
    pub(super) fn new() -> Self {
        Self(std::array::from_fn(|byte| {
            postcard::from_bytes(&[byte as u8]).ok()
        }))
    }

    pub(super) fn get(&self, byte: u8) -> Result<T> {
        self.0[usize::from(byte)].ok_or_else(|| invalid("a column has an unknown value"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::evidence::EdgeKind;

    #[test]
    fn bytes_and_variants_agree() {
        let variants = Variants::<EdgeKind>::new();
        for kind in EdgeKind::all() {
            assert_eq!(variants.get(kind as u8), Ok(kind));
        }
        assert!(variants.get(EdgeKind::all().count() as u8).is_err());
        assert!(variants.get(255).is_err());
    }
}
