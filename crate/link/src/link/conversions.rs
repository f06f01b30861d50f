//! Which named types convert to which, by the manifest's table (the contexts of
//! invocation in JLS 5.3, for any language that chooses between overloads).

use crate::extract::manifest;
use crate::ids::NameId;
use crate::intern::Interner;
use crate::map::{HashMap, HashSet};

/// How certain it is that a value may be passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// It may not.
    No,
    /// Too little is known.
    Maybe,
    /// It may.
    Yes,
}

impl Fit {
    /// [`Fit::Yes`] or [`Fit::No`].
    #[must_use]
    pub const fn of(fits: bool) -> Self {
        if fits { Self::Yes } else { Self::No }
    }
}

/// The table of one language.
#[derive(Debug, Default)]
pub struct Conversions {
    /// The type that every reference is a value of; none where types choose nothing.
    pub top: Option<NameId>,
    /// The type of the literal for no value.
    pub null: Option<NameId>,
    /// The type that an operator yields as soon as one operand is of it.
    pub absorbs: Option<NameId>,
    /// Whether overloads of supertypes stand beside those of the type itself.
    pub inherited: bool,
    /// Whether the types of the arguments alone say what type parameters are.
    pub inferred: bool,
    widens: HashMap<NameId, Option<NameId>>,
    boxes: HashMap<NameId, NameId>,
    unboxes: HashMap<NameId, NameId>,
    supertypes: HashMap<NameId, Vec<NameId>>,
    finals: HashSet<NameId>,
}

impl Conversions {
    /// The table `table` in the program's names.
    #[must_use]
    pub fn new(table: &manifest::Conversions, names: &mut Interner) -> Self {
        let mut name = |text: &String| (!text.is_empty()).then(|| names.intern(text));
        let mut made = Self {
            top: name(&table.top),
            null: name(&table.null),
            absorbs: name(&table.absorbs),
            inherited: table.inherited,
            inferred: table.inferred,
            ..Self::default()
        };
        for (from, to) in &table.widens {
            let to = name(to);
            made.widens.extend(name(from).map(|from| (from, to)));
        }
        for (from, to) in &table.boxes {
            if let (Some(from), Some(to)) = (name(from), name(to)) {
                made.boxes.insert(from, to);
                made.unboxes.insert(to, from);
            }
        }
        for (from, to) in &table.supertypes {
            let to = to.iter().filter_map(&mut name).collect();
            made.supertypes.extend(name(from).map(|from| (from, to)));
        }
        made.finals
            .extend(table.finals.iter().filter_map(&mut name));
        made
    }

    /// Whether the language chooses between overloads by type.
    #[must_use]
    pub const fn choose(&self) -> bool {
        self.top.is_some()
    }

    /// Whether values of `name` are no references.
    #[must_use]
    pub fn is_primitive(&self, name: NameId) -> bool {
        self.widens.contains_key(&name)
    }

    /// Whether nothing outside the table is a subtype of `name`.
    #[must_use]
    pub fn is_final(&self, name: NameId) -> bool {
        self.finals.contains(&name)
    }

    /// Whether all supertypes of `name` are known.
    #[must_use]
    pub fn is_closed(&self, name: NameId) -> bool {
        self.supertypes.contains_key(&name)
    }

    /// Whether a value of the named type `from` may be passed for `to`; `boxing`
    /// tells whether it may be wrapped or unwrapped.
    #[must_use]
    pub fn fit(&self, from: NameId, to: NameId, boxing: bool) -> Fit {
        if from == to {
            return Fit::Yes;
        }
        match (self.is_primitive(from), self.is_primitive(to)) {
            (true, true) => Fit::of(self.widens_to(from, to)),
            (true, false) => match self.boxes.get(&from) {
                Some(boxed) if boxing => self.reference(*boxed, to),
                _ => Fit::No,
            },
            (false, true) => match self.unboxes.get(&from) {
                Some(inner) if boxing => Fit::of(self.widens_to(*inner, to)),
                _ => Fit::No,
            },
            (false, false) => self.reference(from, to),
        }
    }

    /// The widest of two types that an operator was applied to, where both are
    /// numbers.
    #[must_use]
    pub fn wider(&self, a: NameId, b: NameId) -> Option<NameId> {
        let plain = |name: NameId| *self.unboxes.get(&name).unwrap_or(&name);
        let (a, b) = (plain(a), plain(b));
        if self.widens_to(a, b) {
            Some(b)
        } else if self.widens_to(b, a) {
            Some(a)
        } else {
            None
        }
    }

    fn widens_to(&self, from: NameId, to: NameId) -> bool {
        let mut at = Some(from);
        for _ in 0..=self.widens.len() {
            match at {
                Some(name) if name == to => return true,
                Some(name) => at = self.widens.get(&name).copied().flatten(),
                None => return false,
            }
        }
        false
    }

    fn reference(&self, from: NameId, to: NameId) -> Fit {
        if Some(to) == self.top || Some(from) == self.null {
            return Fit::Yes;
        }
        if Some(from) == self.top {
            return Fit::No;
        }
        let mut seen = vec![from];
        let mut closed = true;
        let mut next = 0;
        while let Some(name) = seen.get(next).copied() {
            next += 1;
            if name == to {
                return Fit::Yes;
            }
            match self.supertypes.get(&name) {
                Some(bases) => {
                    let new: Vec<_> = bases.iter().filter(|b| !seen.contains(b)).collect();
                    seen.extend(new);
                }
                None => closed = false,
            }
        }
        if closed || self.is_final(to) {
            Fit::No
        } else {
            Fit::Maybe
        }
    }
}
