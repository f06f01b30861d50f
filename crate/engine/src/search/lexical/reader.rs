//! The immutable lexical index and its scores.

use crate::columns::{ColumnReader, ColumnWriter};
use crate::error::{Code, Result, WaymarkError};
use crate::search::lexical::score::{idf, norm};
use crate::search::lexical::terms::Terms;
use crate::tier::Tier;
use waymark_vector::postings::Norm;

/// The lexical index of a tree; documents are numbered from 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lexical {
    concept: Terms,
    names: Terms,
    lengths: Vec<u16>,
    tiers: Vec<Tier>,
    norm: Norm,
}

/// A term of a query and what it counts.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryTerm {
    /// The term as the index knows it.
    pub text: String,
    /// Factor of its score; 1 is usual.
    pub weight: f32,
}

impl Lexical {
    /// Puts an index together.
    #[must_use]
    pub fn new(concept: Terms, names: Terms, lengths: Vec<u16>, tiers: Vec<Tier>) -> Self {
        let filled = lengths.iter().filter(|&&length| length > 0).count();
        let total: u64 = lengths.iter().map(|&length| u64::from(length)).sum();
        Self {
            concept,
            names,
            lengths,
            tiers,
            norm: norm(total as f32 / filled.max(1) as f32),
        }
    }

    /// The concept lane: stemmed parts and wholes of all words.
    #[must_use]
    pub const fn concept(&self) -> &Terms {
        &self.concept
    }

    /// The name lane: whole names.
    #[must_use]
    pub const fn names(&self) -> &Terms {
        &self.names
    }

    /// Weighted length of each document, at most 65,535.
    #[must_use]
    pub fn lengths(&self) -> &[u16] {
        &self.lengths
    }

    /// What each document is for.
    #[must_use]
    pub fn tiers(&self) -> &[Tier] {
        &self.tiers
    }

    /// How many documents there are.
    #[must_use]
    pub const fn documents(&self) -> usize {
        self.lengths.len()
    }

    /// Bytes in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.concept.bytes() + self.names.bytes() + 3 * self.lengths.len()
    }

    /// BM25 of every document over the concept lane; 0 where no term occurs.
    /// Terms are added in the given order, so equal queries give equal bits.
    #[must_use]
    pub fn scores(&self, terms: &[QueryTerm]) -> Vec<f32> {
        let mut scores = vec![0.0; self.documents()];
        for term in terms {
            let Some(postings) = self.concept.get(&term.text) else {
                continue;
            };
            let rarity = term.weight * idf(self.documents(), postings.documents());
            postings.add_to(&mut scores, &self.lengths, self.norm, rarity);
        }
        scores
    }

    /// Appends the index as columns.
    pub fn write(&self, writer: &mut ColumnWriter) {
        self.concept.write(writer);
        self.names.write(writer);
        writer.u16s(&self.lengths);
        let tiers: Vec<u8> = self.tiers.iter().map(|&tier| tier as u8).collect();
        writer.bytes(&tiers);
    }

    /// Reads what [`Lexical::write`] wrote.
    ///
    /// # Errors
    /// Where the bytes end early or their columns differ in length. Other wrong
    /// contents give wrong scores, no panic.
    pub fn read(reader: &mut ColumnReader<'_>) -> Result<Self> {
        let concept = Terms::read(reader)?;
        let names = Terms::read(reader)?;
        let (lengths, tiers) = (reader.u16s()?, reader.bytes()?);
        let tiers: Vec<Tier> = (tiers.iter())
            .filter_map(|&byte| Tier::ALL.get(usize::from(byte)).copied())
            .collect();
        if tiers.len() == lengths.len() {
            Ok(Self::new(concept, names, lengths, tiers))
        } else {
            let message = "the columns of the lexical index differ in length";
            Err(WaymarkError::new(Code::InvalidSnapshot, message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::lexical::{Field, Weights, Writer};

    fn index(documents: &[&str]) -> Lexical {
        let mut writer = Writer::new(Weights::default());
        for text in documents {
            writer.text(Field::Body, text);
            writer.end_document(Tier::Product);
        }
        writer.finish()
    }

    fn term(text: &str) -> QueryTerm {
        QueryTerm {
            text: text.to_owned(),
            weight: 1.0,
        }
    }

    #[test]
    fn documents_with_more_of_the_query_come_first() {
        let lexical = index(&["alpha beta", "alpha alpha gamma", "delta", ""]);
        let scores = lexical.scores(&[term("alpha"), term("beta")]);
        assert!(scores[0] > scores[1] && scores[1] > 0.0);
        assert_eq!(scores[2..], [0.0, 0.0]);
        assert!(lexical.scores(&[term("none")]).iter().all(|&s| s == 0.0));
    }

    #[test]
    fn an_index_comes_back_from_its_columns() {
        let lexical = index(&["alpha beta", "getUserById", "größe 用户名"]);
        let mut writer = ColumnWriter::default();
        lexical.write(&mut writer);
        let bytes = writer.finish();
        let mut reader = ColumnReader::new(&bytes);
        assert_eq!(Lexical::read(&mut reader), Ok(lexical));
        assert_eq!(reader.finish(), Ok(()));
    }

    /// Scores of the `bm25` crate on the same tokens, to within rounding.
    #[test]
    fn scores_are_those_of_the_bm25_crate() {
        let corpus: Vec<String> = (0..40_u32)
            .map(|i| {
                let words = (0..5 + i % 7)
                    .map(|j| format!("w{}", ["a", "b", "c", "d"][((i * 7 + j * j) % 4) as usize]));
                words.collect::<Vec<_>>().join(" ")
            })
            .collect();
        let texts: Vec<&str> = corpus.iter().map(String::as_str).collect();
        let lexical = index(&texts);
        let embedder: bm25::Embedder<u64, Blanks> =
            bm25::EmbedderBuilder::with_tokenizer_and_fit_to_corpus(Blanks, &texts)
                .k1(super::super::score::K1)
                .b(super::super::score::B)
                .build();
        let mut scorer = bm25::Scorer::<u32, u64>::new();
        for (id, text) in (0..).zip(&texts) {
            scorer.upsert(&id, embedder.embed(text));
        }
        let scores = lexical.scores(&[term("wa"), term("wc")]);
        for (id, score) in (0..).zip(&scores) {
            let oracle = scorer.score(&id, &embedder.embed("wa wc")).unwrap_or(0.0);
            assert!((oracle - score).abs() < 1e-4, "{id}: {oracle} {score}");
        }
    }

    struct Blanks;

    impl bm25::Tokenizer for Blanks {
        fn tokenize(&self, text: &str) -> Vec<String> {
            text.split(' ').map(str::to_owned).collect()
        }
    }
}
