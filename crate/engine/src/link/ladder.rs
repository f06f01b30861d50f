//! The locality ladder (spec 2.1 step 9): what is left when nothing is known of
//! a receiver. It splits ties near by, and declines ties of the whole tree.

use crate::extract::facts::{Expr, Flags, Reference};
use crate::ids::{FileId, SymbolId};
use crate::link::evidence::{Absence, Provenance};
use crate::link::linker::Linker;
use crate::link::modules::parent;
use crate::link::resolve::Outcome;

/// A tier with more candidates than this is no evidence.
const SPLIT: usize = 4;

impl Linker<'_> {
    /// Resolves a call by its name alone.
    pub fn by_name(&self, file: FileId, reference: &Reference) -> Outcome {
        let Some(name) = reference.name else {
            return Outcome::Absent(Absence::Dynamic, Vec::new());
        };
        let name = self.program.unit(file).names[name.index()];
        let has_receiver = matches!(self.expr(file, reference.target), Expr::Member { .. });
        let all: Vec<_> = self
            .program
            .named(name)
            .filter(|symbol| self.is_member(*symbol) == has_receiver)
            .filter(|symbol| has_receiver || self.is_visible(file, *symbol))
            .collect();
        if all.is_empty() {
            return Outcome::Absent(Absence::External, Vec::new());
        }
        let family = self.program.family(file);
        let same: Vec<_> = all
            .into_iter()
            .filter(|symbol| self.program.family(self.program.file_of(*symbol)) == family)
            .collect();
        if same.is_empty() {
            return Outcome::Absent(Absence::Filtered, Vec::new());
        }
        let mut fitting: Vec<_> = same
            .into_iter()
            .filter(|symbol| self.takes(*symbol, reference.arguments))
            .collect();
        // A declaration without a body gives way to the body.
        if !has_receiver && fitting.iter().any(|symbol| !self.is_abstract(*symbol)) {
            fitting.retain(|symbol| !self.is_abstract(*symbol));
        }
        if fitting.is_empty() {
            return Outcome::Absent(Absence::External, Vec::new());
        }
        if has_receiver && self.is_library_member(file, name) {
            return Outcome::Absent(Absence::Declined, Self::shown(fitting));
        }
        self.nearest(file, fitting, has_receiver)
    }

    fn nearest(&self, file: FileId, candidates: Vec<SymbolId>, has_receiver: bool) -> Outcome {
        let folder = |id: FileId| parent(&self.program.corpus.files()[id.index()].path);
        let tiers: [(&dyn Fn(SymbolId) -> bool, Provenance); 2] = [
            (
                &|symbol| self.program.file_of(symbol) == file,
                Provenance::SameFile,
            ),
            (
                &|symbol| folder(self.program.file_of(symbol)) == folder(file),
                Provenance::SameDirectory,
            ),
        ];
        if has_receiver && candidates.len() > 1 {
            // Same-named methods near by say nothing of an unknown receiver.
            return Outcome::Absent(Absence::Declined, Self::shown(candidates));
        }
        for (near, provenance) in tiers {
            let here: Vec<_> = candidates
                .iter()
                .copied()
                .filter(|symbol| near(*symbol))
                .collect();
            if !here.is_empty() && here.len() <= SPLIT {
                return Outcome::Targets(here, provenance);
            }
        }
        let far = !has_receiver || self.program.rules(file).manifest().far_members;
        match candidates.as_slice() {
            [_] if far => Outcome::Targets(candidates, Provenance::Unique),
            _ => Outcome::Absent(Absence::Declined, Self::shown(candidates)),
        }
    }

    /// Whether a plain name in `file` can mean `symbol`.
    fn is_visible(&self, file: FileId, symbol: SymbolId) -> bool {
        let hidden = self.program.definition(symbol).flags.has(Flags::PRIVATE);
        !hidden || self.program.file_of(symbol) == file
    }

    fn is_member(&self, symbol: SymbolId) -> bool {
        let definition = self.program.definition(symbol);
        definition.owner.is_some()
            || self.program.container(symbol).is_some_and(|container| {
                let kind = self.program.definition(container).kind;
                kind.is_type() || kind == crate::extract::facts::Kind::Extension
            })
    }

    fn takes(&self, symbol: SymbolId, arguments: Option<u16>) -> bool {
        let definition = self.program.definition(symbol);
        let Some(arguments) = arguments.map(usize::from) else {
            return true;
        };
        let required = definition
            .parameters
            .iter()
            .filter(|parameter| !parameter.optional)
            .count();
        let most = definition.parameters.len();
        // Called like a member, it takes the receiver as its first argument.
        let extends = definition.flags.has(Flags::EXTENSION) && definition.owner.is_none();
        required <= arguments + usize::from(extends)
            && (arguments <= most || definition.flags.has(Flags::VARIADIC))
    }
}
