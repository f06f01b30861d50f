//! Stands in for the crate `regex`, by a patch in the workspace's manifest.
//!
//! tree-sitter asks for it with Unicode's tables, for the predicate `#match?` of
//! queries alone: a quarter of the whole module. The engine runs queries itself;
//! tree-sitter's are the oracle in tests, for which [`regex_lite`] does, which
//! knows no `\p{…}`.

/// Expressions over bytes.
pub mod bytes {
    /// An expression, as `#match?` uses it.
    #[derive(Clone, Debug)]
    pub struct Regex(regex_lite::Regex);

    impl Regex {
        /// The expression `pattern`.
        ///
        /// # Errors
        /// What is wrong with `pattern`.
        pub fn new(pattern: &str) -> Result<Self, regex_lite::Error> {
            regex_lite::Regex::new(pattern).map(Self)
        }

        /// Whether `text` holds a match. Bytes that are no UTF-8 are replaced
        /// first, so that they match what stands for any character.
        #[must_use]
        pub fn is_match(&self, text: &[u8]) -> bool {
            self.0.is_match(&String::from_utf8_lossy(text))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::bytes::Regex;

    #[test]
    fn names_match() {
        let is = |pattern: &str, text: &[u8]| Regex::new(pattern).map(|regex| regex.is_match(text));
        assert_eq!(is("^[A-Z]\\w*$", b"Name").ok(), Some(true));
        assert_eq!(is("^[A-Z]\\w*$", b"name").ok(), Some(false));
        assert_eq!(is("^a.b$", b"a\xFFb").ok(), Some(true));
        assert!(is("(", b"").is_err());
    }
}
