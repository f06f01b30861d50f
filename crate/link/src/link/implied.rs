//! Calls that syntax implies: a loop asks for an iterator and steps it, a block that
//! holds a value enters and leaves it (the protocols of a language's manifest).

use crate::extract::facts::{Protocol, Reference};
use crate::extract::manifest::Protocols;
use crate::ids::FileId;
use crate::link::evidence::Provenance;
use crate::link::linker::Linker;
use crate::link::resolve::Outcome;
use crate::link::types::{Type, TypeId, Value};

impl Linker<'_> {
    /// The member that `protocol` calls on what `reference` names; silent where that is
    /// no instance of a type of the tree.
    pub(super) fn implied(
        &mut self,
        file: FileId,
        reference: &Reference,
        protocol: Protocol,
    ) -> Outcome {
        let value = self.eval(file, reference.target);
        let value = value.weakened(Provenance::LocalType);
        match protocol {
            Protocol::Iterate => self.asked(file, reference, value, |named| &named.iterate),
            Protocol::Enter => self.asked(file, reference, value, |named| &named.enter),
            Protocol::Leave => self.asked(file, reference, value, |named| &named.leave),
            Protocol::Next => match self.iterator(file, value.type_) {
                Some(type_) => {
                    let value = Value { type_, ..value };
                    self.asked(file, reference, value, |named| &named.next)
                }
                None => Outcome::Silent,
            },
        }
    }

    /// The first member of `names` that an instance of a type of the tree has.
    fn asked(
        &mut self,
        file: FileId,
        reference: &Reference,
        value: Value,
        names: fn(&Protocols) -> &Vec<String>,
    ) -> Outcome {
        if !matches!(self.types.get(value.type_), Type::Instance(..)) {
            return Outcome::Silent;
        }
        let names = names(&self.program.rules(file).manifest().protocols).iter();
        let names: Vec<_> = names
            .filter_map(|name| self.program.names.find(name))
            .collect();
        for name in names {
            let method = self.member(file, value, name);
            if let Type::Functions(symbols, receiver) = self.types.get(method.type_).clone() {
                return self.chosen(file, &symbols, receiver, reference, method.evidence);
            }
        }
        Outcome::Silent
    }

    /// What a loop over an instance steps: what it yields, or itself where it is stepped
    /// without being asked.
    fn iterator(&mut self, file: FileId, type_: TypeId) -> Option<TypeId> {
        let Type::Instance(symbol, _) = *self.types.get(type_) else {
            return None;
        };
        if self.follows(symbol, |named| &named.iterate) {
            return self.protocol(file, type_, |named| &named.iterate);
        }
        Some(type_)
    }
}
