//! Search as it is, and without one ingredient each. The two rows without a lane are
//! those without the router, which chooses one of them query by query.

use waymark_engine::search::lexical::Weights;
use waymark_engine::search::route::Lane;
use waymark_engine::search::{Fusion, Mode, Options};

/// A way to search.
pub struct Variant {
    pub name: &'static str,
    pub weights: Weights,
    pub options: fn(Options<'_>) -> Options<'_>,
    /// Whether the description is also held against what nodes and groups do, as
    /// `search_node` and `locate` do.
    pub features: bool,
}

const FIELDS: Weights = Weights {
    name: 3,
    doc: 2,
    body: 1,
    path: 1,
};

const fn row(name: &'static str, options: fn(Options<'_>) -> Options<'_>) -> Variant {
    Variant {
        name,
        weights: FIELDS,
        options,
        features: false,
    }
}

const fn fields(name: &'static str, weights: Weights) -> Variant {
    Variant {
        name,
        weights,
        options: |options| options,
        features: false,
    }
}

const fn lexical(options: Options<'_>) -> Options<'_> {
    Options {
        mode: Mode::Lexical,
        ..options
    }
}

const fn share(options: Options<'_>, share: f32) -> Options<'_> {
    Options {
        fusion: Some(Fusion::Weighted { share }),
        ..options
    }
}

/// All rows of the tables.
pub const VARIANTS: &[Variant] = &[
    row("as it is", |options| options),
    row("without vectors", lexical),
    row("vectors alone", |options| Options {
        mode: Mode::Vector,
        ..options
    }),
    row("reciprocal ranks", |options| Options {
        fusion: Some(Fusion::Ranks),
        ..options
    }),
    row("share 0.2", |options| share(options, 0.2)),
    row("share 0.4", |options| share(options, 0.4)),
    row("share 0.5", |options| share(options, 0.5)),
    row("share 0.6", |options| share(options, 0.6)),
    row("share 0.7", |options| share(options, 0.7)),
    Variant {
        features: true,
        ..row("with features", |options| options)
    },
    row("without the lane of names", |options| Options {
        lane: Some(Lane::Concept),
        ..options
    }),
    row("without the lane of words", |options| Options {
        lane: Some(Lane::Name),
        ..options
    }),
    row("without whole names", |options| Options {
        whole: false,
        ..options
    }),
    row("without mentions", |options| Options {
        mentions: false,
        ..options
    }),
    row("without path tiers", |options| Options {
        tiers: false,
        ..options
    }),
    row("files and types alike", |options| Options {
        narrow: false,
        ..options
    }),
    row("without phrases", |options| Options {
        phrases: false,
        ..options
    }),
    fields(
        "all fields alike",
        Weights {
            name: 1,
            doc: 1,
            body: 1,
            path: 1,
        },
    ),
    fields("without names", Weights { name: 0, ..FIELDS }),
    fields("without documentation", Weights { doc: 0, ..FIELDS }),
    fields("without bodies", Weights { body: 0, ..FIELDS }),
    fields("without paths", Weights { path: 0, ..FIELDS }),
];
