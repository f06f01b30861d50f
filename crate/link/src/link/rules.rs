//! A language's manifest in the linker's terms.

use crate::extract::manifest::{Container, Manifest};
use crate::ids::NameId;
use crate::intern::Interner;
use crate::link::conversions::Conversions;
use crate::map::{HashMap, HashSet};
use std::sync::Arc;

use crate::extract::registry::Language;

/// The rules of one language.
#[derive(Debug)]
pub struct Rules {
    language: Option<Arc<Language>>,
    empty: Manifest,
    /// Container types by name.
    pub containers: HashMap<NameId, usize>,
    /// Calls that build a container, by name.
    pub constructors: HashMap<NameId, usize>,
    /// Built-in names.
    pub builtins: HashSet<NameId>,
    /// Library names that mean the receiver's own type.
    pub own_types: HashSet<NameId>,
    /// Supertypes whose fields are also positions of a tuple.
    pub tuple_bases: HashSet<NameId>,
    /// Members that call the function that they are read of.
    pub function_calls: HashSet<NameId>,
    /// Members that yield the function that they are called on.
    pub function_binds: HashSet<NameId>,
    /// Members that are an instance of the function or class that they are read of.
    pub function_instances: HashSet<NameId>,
    /// What may be passed for what.
    pub conversions: Conversions,
}

impl Rules {
    /// The rules of `language`; those of a language without rules, for none.
    #[must_use]
    pub fn new(language: Option<Arc<Language>>, names: &mut Interner) -> Self {
        let mut rules = Self {
            language,
            empty: Manifest::default(),
            containers: HashMap::default(),
            constructors: HashMap::default(),
            builtins: HashSet::default(),
            own_types: HashSet::default(),
            tuple_bases: HashSet::default(),
            function_calls: HashSet::default(),
            function_binds: HashSet::default(),
            function_instances: HashSet::default(),
            conversions: Conversions::default(),
        };
        let manifest = rules.manifest().clone();
        for (index, container) in manifest.containers.iter().enumerate() {
            for name in &container.names {
                rules.containers.insert(names.intern(name), index);
            }
            for name in container.constructors.iter().chain(&container.collects) {
                rules.constructors.insert(names.intern(name), index);
            }
        }
        rules.conversions = Conversions::new(&manifest.conversions, names);
        let mut set = |list: &[String]| list.iter().map(|name| names.intern(name)).collect();
        rules.builtins = set(&manifest.builtins);
        rules.own_types = set(&manifest.scoping.own_types);
        rules.function_calls = set(&manifest.functions.calls);
        rules.function_binds = set(&manifest.functions.binds);
        rules.function_instances = set(&manifest.functions.instances);
        rules.tuple_bases = set(&manifest.scoping.tuple_bases);
        rules
    }

    /// The manifest.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        self.language
            .as_ref()
            .map_or(&self.empty, |language| &language.manifest)
    }

    /// The container called `name`.
    #[must_use]
    pub fn container(&self, name: NameId) -> Option<&Container> {
        self.manifest().containers.get(*self.containers.get(&name)?)
    }
}
