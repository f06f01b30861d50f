//! What a file is for, which decides how its symbols are ranked and listed.

use serde::{Deserialize, Serialize};

/// The role of a file, judged by its path and head.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub enum Tier {
    /// Code that ships.
    #[default]
    Product,
    /// Tests and their fixtures.
    Test,
    /// Examples, demos and benchmarks.
    Example,
    /// Written by a program.
    Generated,
    /// Copied from another project.
    Vendored,
    /// Documentation.
    Docs,
    /// What documents, settings and data are made of; files of them are in the tier
    /// that their path says.
    Outline,
}

impl Tier {
    /// All tiers in order.
    pub const ALL: [Self; 7] = [
        Self::Product,
        Self::Test,
        Self::Example,
        Self::Generated,
        Self::Vendored,
        Self::Docs,
        Self::Outline,
    ];

    /// The tier's name in answers.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Product => "product",
            Self::Test => "test",
            Self::Example => "example",
            Self::Generated => "generated",
            Self::Vendored => "vendored",
            Self::Docs => "docs",
            Self::Outline => "outline",
        }
    }
}
