//! The locality ladder (spec 2.1 step 9): what is left when nothing is known of
//! a receiver. It splits ties near by, and declines ties of the whole tree.

use crate::extract::facts::{Expr, Flags, Reference};
use crate::ids::{FileId, NameId, SymbolId};
use crate::link::evidence::{Absence, Provenance};
use crate::link::explain::Removal;
use crate::link::linker::Linker;
use crate::link::modules::parent;
use crate::link::resolve::Outcome;
use crate::map::HashMap;

/// Whether a symbol is near the use at hand.
type Near<'n, L> = &'n dyn Fn(&L, SymbolId) -> bool;

/// A tier with more candidates than this is no evidence.
const SPLIT: usize = 4;

/// All that a guess depends on besides the file: the name, whether there is a receiver,
/// and how many arguments are passed.
type Call = (NameId, bool, Option<u16>);

/// What calls of one file came to by their names: a name may have many definitions and
/// many uses.
#[derive(Default)]
pub struct Guesses {
    file: Option<FileId>,
    known: HashMap<Call, Outcome>,
}

impl Linker<'_> {
    /// Resolves a call by its name alone.
    pub fn by_name(&mut self, file: FileId, reference: &Reference) -> Outcome {
        let Some(name) = reference.name else {
            return Outcome::Absent(Absence::Dynamic, Vec::new());
        };
        let name = self.program.unit(file).names[name.index()];
        let has_receiver = matches!(self.expr(file, reference.target), Expr::Member { .. });
        let call = (name, has_receiver, reference.arguments);
        if self.guesses.file != Some(file) {
            self.guesses = Guesses {
                file: Some(file),
                known: HashMap::default(),
            };
        }
        // Whoever asks what was removed must see it removed.
        let known = self.guesses.known.get(&call);
        if let Some(known) = known.filter(|_| self.removed.is_none()) {
            return known.clone();
        }
        let outcome = self.guess(file, call);
        self.guesses.known.insert(call, outcome.clone());
        outcome
    }

    fn guess(&mut self, file: FileId, (name, has_receiver, arguments): Call) -> Outcome {
        let mut left: Vec<_> = self.program.named(name).collect();
        self.sift(&mut left, Removal::Kind, &|linker, symbol| {
            linker.is_member(symbol) == has_receiver
        });
        self.sift(&mut left, Removal::Hidden, &|linker, symbol| {
            has_receiver || linker.is_visible(file, symbol)
        });
        if left.is_empty() {
            return Outcome::Absent(Absence::External, Vec::new());
        }
        self.sift(&mut left, Removal::Family, &|linker, symbol| {
            linker.program.family(linker.program.file_of(symbol)) == linker.program.family(file)
        });
        if left.is_empty() {
            return Outcome::Absent(Absence::Filtered, Vec::new());
        }
        self.sift(&mut left, Removal::Arity, &|linker, symbol| {
            linker.takes(symbol, arguments)
        });
        // A declaration without a body gives way to the body.
        if !has_receiver && left.iter().any(|symbol| !self.is_abstract(*symbol)) {
            self.sift(&mut left, Removal::Bodiless, &|linker, symbol| {
                !linker.is_abstract(symbol)
            });
        }
        if left.is_empty() {
            return Outcome::Absent(Absence::External, Vec::new());
        }
        if has_receiver && self.is_library_member(file, name) {
            return Outcome::Absent(Absence::Declined, Self::shown(left));
        }
        self.nearest(file, left, has_receiver)
    }

    fn nearest(
        &mut self,
        file: FileId,
        mut candidates: Vec<SymbolId>,
        has_receiver: bool,
    ) -> Outcome {
        let tiers: [(Near<'_, Self>, Provenance); 2] = [
            (
                &|linker, symbol| linker.program.file_of(symbol) == file,
                Provenance::SameFile,
            ),
            (
                &|linker, symbol| {
                    linker.folder(linker.program.file_of(symbol)) == linker.folder(file)
                },
                Provenance::SameDirectory,
            ),
        ];
        if has_receiver && candidates.len() > 1 {
            // Same-named methods near by say nothing of an unknown receiver.
            return Outcome::Absent(Absence::Declined, Self::shown(candidates));
        }
        for (near, provenance) in tiers {
            let here = candidates.iter().filter(|symbol| near(self, **symbol));
            if (1..=SPLIT).contains(&here.count()) {
                self.sift(&mut candidates, Removal::Farther, near);
                return Outcome::Targets(candidates, provenance);
            }
        }
        let far = !has_receiver || self.program.rules(file).manifest().far_members;
        match candidates.as_slice() {
            [_] if far => Outcome::Targets(candidates, Provenance::Unique),
            _ => Outcome::Absent(Absence::Declined, Self::shown(candidates)),
        }
    }

    fn folder(&self, file: FileId) -> &str {
        parent(&self.program.corpus.files()[file.index()].path)
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
