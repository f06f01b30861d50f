//! Measures of files and packages, summed over what lies in them.

use crate::answer::view::View;
use crate::extract::facts::{Definition, Flags, Kind, Metrics};
use crate::ids::{FileId, NodeId};

/// Sums over files.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sums {
    pub(crate) files: u32,
    pub(crate) symbols: u32,
    pub(crate) loc: u32,
    /// Sum of the cyclomatic complexity of what can be called.
    pub(crate) cyclomatic: u32,
    pub(crate) rank: f64,
    /// Lines by language.
    languages: Vec<(String, u32)>,
}

impl Sums {
    /// What `file` holds.
    pub(crate) fn of_file(view: &View<'_>, file: FileId) -> Self {
        let Some(row) = view.corpus.file(file) else {
            return Self::default();
        };
        // Documents and data are no code, however many lines they have.
        let language = row.language.as_ref();
        let language = language.filter(|name| !view.is_outline(name));
        let loc = language.map_or(0, |_| row.facts.line_count());
        let mut sums = Self {
            files: 1,
            loc,
            rank: view.ranks.of(view.graph.file_node(file)),
            languages: language
                .map(|name| (name.clone(), loc))
                .into_iter()
                .collect(),
            ..Self::default()
        };
        for (symbol, definition) in view.corpus.symbols(file).zip(row.facts.outline()) {
            // A block that extends a type has no node of its own.
            if definition.kind != Kind::Extension && !definition.flags.has(Flags::OUTLINE) {
                sums.symbols += 1;
                sums.rank += view.ranks.of(view.graph.symbol_node(symbol));
                sums.cyclomatic += cyclomatic(definition);
            }
        }
        sums
    }

    /// Adds what `other` holds.
    pub(crate) fn add(&mut self, other: &Self) {
        self.files += other.files;
        self.symbols += other.symbols;
        self.loc += other.loc;
        self.cyclomatic += other.cyclomatic;
        self.rank += other.rank;
        for (language, lines) in &other.languages {
            match self
                .languages
                .iter_mut()
                .find(|(known, _)| known == language)
            {
                Some((_, sum)) => *sum += lines,
                None => self.languages.push((language.clone(), *lines)),
            }
        }
    }

    /// The language of most lines; of several the first by name.
    pub(crate) fn language(&self) -> Option<String> {
        let by = self
            .languages
            .iter()
            .max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0)));
        by.map(|(language, _)| language.clone())
    }
}

/// The cyclomatic complexity of what can be called, 0 for all else.
pub(crate) fn cyclomatic(definition: &Definition) -> u32 {
    match definition.kind.is_callable() {
        true => definition.metrics.cyclomatic,
        false => 0,
    }
}

/// The measures of the code of `node`. What a body alone does not tell: each function
/// in a circle of calls is one harder to understand (Campbell 2018).
pub(crate) fn metrics(view: &View<'_>, node: NodeId) -> Option<Metrics> {
    let mut metrics = definition(view, node)?.metrics;
    metrics.cognitive += u32::from(view.memo.is_recursive(view, node));
    Some(metrics)
}

/// The definition that `node` stands for.
pub(crate) fn definition<'a>(view: &View<'a>, node: NodeId) -> Option<&'a Definition> {
    view.corpus.definition(view.graph.node(node).symbol?)
}
