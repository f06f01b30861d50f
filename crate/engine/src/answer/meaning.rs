//! The vector of a query, or why there is none.

use crate::answer::search::RetrievalMode;
use crate::answer::view::View;
use crate::error::{Code, Result, WaymarkError};
use crate::search::embed::{Reader, normalise};
use crate::search::{Mode, Options};

/// What a query means to the embedder of an index.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meaning {
    row: Option<Vec<i8>>,
    /// Why there is no vector.
    pub(crate) missing: Option<&'static str>,
}

impl Meaning {
    /// The meaning of `text`; `given` is its vector where the host embeds.
    ///
    /// # Errors
    /// [`Code::EmbedderMismatch`] where `given` is no vector of this index;
    /// [`Code::NoEmbedder`] where `mode` asks for vectors alone and there are none.
    pub(crate) fn of(
        view: &View<'_>,
        text: &str,
        given: Option<&[f32]>,
        mode: RetrievalMode,
    ) -> Result<Self> {
        if mode == RetrievalMode::Lexical {
            return Ok(Self::default());
        }
        let absent = |why: &'static str| match mode {
            RetrievalMode::Vector => {
                let message = format!("{why}, and vectors alone were asked for");
                Err(WaymarkError::new(Code::NoEmbedder, message))
            }
            _ => Ok(Self::missing(why)),
        };
        Ok(match (view.vectors, given, view.model) {
            (None, ..) => absent("the index has no vectors")?,
            (Some(vectors), ..) if vectors.is_blank() => {
                absent("no vector was made: the embedder failed")?
            }
            (Some(vectors), Some(given), _) => {
                let mut row = Vec::with_capacity(given.len());
                normalise(given, &mut row);
                if given.len() != vectors.dimensions() {
                    return Err(misfit(vectors.dimensions(), given.len()));
                }
                Self::said(row, "the vector of the query is zero")
            }
            (_, None, Some(model)) => {
                let row = Reader::new(model).phrase(text);
                Self::said(row, "the embedder knows no word of the query")
            }
            _ => absent("the embedder that made the vectors is not at hand")?,
        })
    }

    /// The vector.
    pub(crate) fn row(&self) -> Option<&[i8]> {
        self.row.as_deref()
    }

    /// `options` with this vector, in `mode`.
    pub(crate) fn options<'a>(&'a self, mode: RetrievalMode, options: Options<'a>) -> Options<'a> {
        Options {
            mode: match mode {
                RetrievalMode::Hybrid => Mode::Hybrid,
                RetrievalMode::Vector => Mode::Vector,
                RetrievalMode::Lexical => Mode::Lexical,
            },
            vector: self.row.as_deref(),
            ..options
        }
    }

    /// `row`, unless it is zero for the reason `silent`.
    fn said(row: Vec<i8>, silent: &'static str) -> Self {
        if row.iter().all(|&value| value == 0) {
            return Self::missing(silent);
        }
        Self {
            row: Some(row),
            missing: None,
        }
    }

    const fn missing(why: &'static str) -> Self {
        Self {
            row: None,
            missing: Some(why),
        }
    }
}

fn misfit(wanted: usize, given: usize) -> WaymarkError {
    let message =
        format!("the vectors of the index have {wanted} numbers, that of the query {given}");
    WaymarkError::new(Code::EmbedderMismatch, message)
}
