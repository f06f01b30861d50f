//! Rule 0: where a compiler-grade index covers a place, what it says replaces
//! every other candidate (spec 2.1).

use crate::extract::facts::{Reference, ReferenceKind};
use crate::ids::{FileId, SymbolId};
use crate::link::evidence::{Absence, Provenance};
use crate::link::linker::Linker;
use crate::link::resolve::Outcome;
use crate::link::scip::Said;

impl Linker<'_> {
    /// What the overlay says of `reference`; none where it says nothing that is
    /// of use: of a value it is what the value holds that counts.
    pub fn overlaid(&mut self, file: FileId, reference: &Reference) -> Option<Outcome> {
        // It speaks of the value there, not of the member that is implied.
        if matches!(reference.kind, ReferenceKind::Implied(_)) {
            return None;
        }
        let said = self.overlay.as_ref()?.said(file, reference.span.start)?;
        let called = !matches!(
            reference.kind,
            ReferenceKind::Type | ReferenceKind::Read | ReferenceKind::Write
        );
        let symbols = match said {
            Said::Symbols(symbols) => symbols,
            Said::Outside if called => {
                return Some(Outcome::Absent(Absence::External, Vec::new()));
            }
            Said::Outside => return Some(Outcome::Silent),
        };
        let kind = |symbol: SymbolId| self.program.definition(symbol).kind;
        let fits = |symbol: &SymbolId| kind(*symbol).is_type() || kind(*symbol).is_callable();
        let mut symbols: Vec<_> = symbols.into_iter().filter(fits).collect();
        let [first, ..] = symbols[..] else {
            return None;
        };
        if !called {
            symbols.truncate(1);
            return Some(Outcome::Targets(symbols, Provenance::Scip));
        }
        if kind(first).is_type() {
            let first = self.program.whole(first);
            return Some(self.constructed(file, first, reference, Provenance::Scip));
        }
        Some(self.chosen(file, &symbols, None, reference, Provenance::Scip))
    }
}
