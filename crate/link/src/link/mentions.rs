//! Names in documentation: what stands between backticks in Markdown and in doc
//! comments, where it can mean but one definition.

use crate::ids::{DefinitionId, FileId, SymbolId};
use crate::link::evidence::{EdgeKind, Provenance};
use crate::link::linker::Linker;
use crate::link::links::{Endpoint, Links};
use crate::link::resolve::push;

/// Endings of files that are prose.
const PROSE: [&str; 4] = [".md", ".mdx", ".markdown", ".rst"];
/// A longer span is code, not a name, bytes.
const LONGEST: usize = 120;
/// A shorter name alone means nothing, bytes.
const SHORTEST: usize = 3;
/// How far a name alone is to be trusted: by chance it is a word.
const TRUST: f32 = 0.5;

impl Linker<'_> {
    /// Adds the edges of names that the documentation of `file` mentions.
    pub fn link_mentions(&mut self, file: FileId, links: &mut Links) {
        let stored = &self.program.corpus.files()[file.index()];
        if PROSE.iter().any(|ending| stored.path.ends_with(ending)) {
            let text = stored.text.unpack().unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            self.mention_lines(Endpoint::File(file), &text, &|row| row + 1, links);
        }
        for (row, definition) in stored.facts.definitions.iter().enumerate() {
            if definition.doc.contains('`') {
                let symbol = self.program.symbol(file, DefinitionId::at(row));
                let line = definition.name_line;
                self.mention_lines(Endpoint::Symbol(symbol), &definition.doc, &|_| line, links);
            }
        }
    }

    fn mention_lines(
        &self,
        source: Endpoint,
        text: &str,
        line_of: &dyn Fn(u32) -> u32,
        links: &mut Links,
    ) {
        let mut fenced = false;
        for (row, line) in text.lines().enumerate() {
            if line.trim_start().starts_with("```") {
                fenced = !fenced;
            }
            if fenced || !line.contains('`') {
                continue;
            }
            // Between the first and the second backtick, the third and the fourth …
            for span in line.split('`').skip(1).step_by(2) {
                if let Some((symbol, provenance)) = self.mentioned(span)
                    && Endpoint::Symbol(symbol) != source
                {
                    let target = Endpoint::Symbol(symbol);
                    let line = line_of(row as u32);
                    push(
                        links,
                        EdgeKind::Mentions,
                        source,
                        target,
                        line,
                        provenance,
                        1,
                    );
                    if let Some(link) = links.links.last_mut() {
                        link.confidence = link.confidence.max(TRUST);
                    }
                }
            }
        }
    }

    /// The one definition that `span` can mean: by its name and, where it is
    /// qualified, the names around it.
    fn mentioned(&self, span: &str) -> Option<(SymbolId, Provenance)> {
        let span = span.split('(').next().unwrap_or(span).trim();
        if span.len() > LONGEST || span.len() < SHORTEST {
            return None;
        }
        let mut parts = span
            .rsplit(['.', ':', '#', '/'])
            .filter(|part| !part.is_empty());
        let last = parts.next()?;
        let named = |part: &str| {
            let mut letters = part.chars();
            letters
                .next()
                .is_some_and(|c| c.is_alphabetic() || c == '_')
                && letters.all(|c| c.is_alphanumeric() || c == '_')
        };
        let around: Vec<&str> = parts.collect();
        if !named(last) || !around.iter().all(|part| named(part)) {
            return None;
        }
        let name = self.program.names.find(last)?;
        let mut fitting = self
            .program
            .named(name)
            .filter(|symbol| self.lies_in(*symbol, &around));
        let symbol = fitting.next()?;
        let provenance = match around.is_empty() {
            true => Provenance::Unique,
            false => Provenance::Qualified,
        };
        fitting.next().is_none().then_some((symbol, provenance))
    }

    /// Whether the names around `symbol`, from the inside out, begin with `around`:
    /// containers, then the file and its folders.
    fn lies_in(&self, symbol: SymbolId, around: &[&str]) -> bool {
        let mut names: Vec<&str> = Vec::new();
        let mut holder = self.program.container(symbol);
        while let Some(at) = holder.filter(|_| names.len() < around.len()) {
            names.push(self.program.names.get(self.program.name_of(at)));
            holder = self.program.container(at);
        }
        let path = &self.program.corpus.files()[self.program.file_of(symbol).index()].path;
        let mut folders = path.rsplit('/');
        let file = folders.next().unwrap_or_default();
        names.push(file.split('.').next().unwrap_or(file));
        names.extend(folders);
        around.len() <= names.len() && around.iter().zip(&names).all(|(a, b)| a == b)
    }
}
