//! Functions that share a name with the type beside them: where a call constructs,
//! it means whichever of them and of the constructors takes the arguments.

use crate::extract::facts::{Flags, Kind};
use crate::ids::{FileId, SymbolId};
use crate::link::annotations::Given;
use crate::link::linker::Linker;
use crate::link::program::Entry;
use crate::link::types::{Type, TypeId};

impl Linker<'_> {
    /// Whether a call of `type_` chooses between its constructors and functions of its
    /// name.
    #[must_use]
    pub fn shares_name(&self, type_: TypeId) -> bool {
        let Type::Class(symbol) = *self.types.get(type_) else {
            return false;
        };
        let file = self.program.file_of(symbol);
        let scoping = self.program.scoping(file);
        let chooses = self.program.rules(file).conversions.choose();
        scoping.call_constructs && !scoping.companions && chooses && !self.includes(file)
    }

    /// What a call by `file` of the name of `symbol` may mean, where functions share it.
    pub fn namesakes(&mut self, file: FileId, symbol: SymbolId) -> Option<Vec<SymbolId>> {
        let class = self.types.intern(Type::Class(symbol));
        if !self.shares_name(class) {
            return None;
        }
        let (home, _, definition) = self.program.locate(symbol);
        let name = self.program.name_of(symbol);
        let mut packages = self.program.unit(home).packages.iter();
        let package = packages.find(|(scope, _)| *scope == definition.scope);
        let places = match package {
            Some((_, package)) => self.modules.places(package, name),
            None => vec![(home, definition.scope)],
        };
        let mut makers = Vec::new();
        for (at, scope) in places {
            let base = self.program.unit(at).base;
            for (.., entry) in self.program.entries(at, scope, name) {
                if let Entry::Definition(row) = entry {
                    makers.push(SymbolId(base + row));
                }
            }
        }
        makers.retain(|maker| {
            let definition = self.program.definition(*maker);
            definition.kind.is_callable() && !definition.flags.has(Flags::EXTENSION)
        });
        if makers.is_empty() {
            return None;
        }
        match self.constructors(symbol) {
            made_by if made_by.is_empty() => makers.push(symbol),
            made_by => makers.extend(made_by),
        }
        makers.retain(|maker| {
            let private = self.program.definition(*maker).flags.has(Flags::PRIVATE);
            !private || self.program.file_of(*maker) == file
        });
        Some(makers)
    }

    /// The functions called `symbol`'s name that a call with these arguments may mean.
    pub fn called_namesakes(
        &mut self,
        file: FileId,
        symbol: SymbolId,
        given: &Given<'_>,
    ) -> Vec<SymbolId> {
        let Some(makers) = self.namesakes(file, symbol) else {
            return Vec::new();
        };
        let mut called = self.called_overloads(file, &makers, given);
        let made = |maker: &SymbolId| {
            let kind = self.program.definition(*maker).kind;
            kind.is_type() || kind == Kind::Constructor
        };
        called.retain(|maker| !made(maker));
        called
    }
}
