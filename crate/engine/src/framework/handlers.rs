//! Which function a handler is.

use crate::corpus::Corpus;
use crate::extract::facts::{Kind, Reference};
use crate::framework::sites::Source;
use crate::ids::{DefinitionId, FileId, SymbolId};
use crate::link::{Endpoint, Links};
use crate::map::HashMap;
use crate::sort::Arrange;

/// Names in a handler that are looked at, from its end.
const FEW: usize = 64;

/// A use in a file: its line, and what it means.
type Use = (u32, SymbolId);

/// What names in the files of a tree mean.
pub struct Handlers<'a> {
    corpus: &'a Corpus,
    /// Uses of functions and types, by file, sorted.
    uses: HashMap<FileId, Vec<Use>>,
    /// What is found by name, once it is asked for.
    named: Option<Named<'a>>,
}

/// Definitions and files by name.
#[derive(Default)]
struct Named<'a> {
    types: HashMap<&'a str, Vec<SymbolId>>,
    /// Members by what they are in.
    members: HashMap<(SymbolId, &'a str), SymbolId>,
    /// The first method of each name in each file.
    methods: HashMap<(FileId, &'a str), SymbolId>,
    files: HashMap<&'a str, Vec<FileId>>,
}

impl<'a> Handlers<'a> {
    /// What names in `sources` mean.
    pub fn new(corpus: &'a Corpus, links: &Links, sources: &[Source<'a>]) -> Self {
        let sources = sources.iter();
        let uses = sources.map(|source| (source.file, uses(corpus, links, source.file)));
        Self {
            corpus,
            uses: uses.collect(),
            named: None,
        }
    }

    /// The function or type that the text `span` of `source` hands on: the last that
    /// it names.
    pub fn handed(&self, source: &Source<'a>, span: (u32, u32)) -> Option<SymbolId> {
        self.handed_but(source, span, &|_| false)
    }

    /// The same without the names that are `left_out`.
    pub fn handed_but(
        &self,
        source: &Source<'a>,
        span: (u32, u32),
        left_out: &dyn Fn(&Reference) -> bool,
    ) -> Option<SymbolId> {
        let inside = source.inside(span).iter().rev().take(FEW);
        let inside = inside.filter(|reference| !left_out(reference));
        let mut named = inside.filter_map(|reference| {
            let name = source.facts.names.get(reference.name?);
            self.used(source.file, reference.line, name)
        });
        named.next()
    }

    /// What `name` at `line` means.
    pub fn used(&self, file: FileId, line: u32, name: &str) -> Option<SymbolId> {
        let uses = self.uses.get(&file)?;
        let first = uses.partition_point(|one| one.0 < line);
        let here = uses.get(first..)?.iter().take_while(|one| one.0 == line);
        here.map(|one| one.1)
            .find(|&symbol| self.corpus.name(symbol) == name)
    }

    /// The method `name` in the file whose path ends with `path`.
    pub fn at_path(&mut self, path: &str, name: &str) -> Option<SymbolId> {
        let corpus = self.corpus;
        let named = self.named();
        let known = named.files.get(path.rsplit('/').next()?)?;
        let whole = |file: &FileId| corpus.file(*file).map_or("", |file| file.path.as_str());
        let fits = |file: &&FileId| {
            let rest = whole(file).strip_suffix(path);
            rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        // The least nested is meant, where there are several.
        let files = known.iter().filter(fits);
        let file = files.min_by_key(|file| whole(file).matches('/').count())?;
        named.methods.get(&(*file, name)).copied()
    }

    /// The method `name` of the one type called `type_` that has it; the one type where
    /// `name` is empty.
    pub fn method(&mut self, type_: &str, name: &str) -> Option<SymbolId> {
        let named = self.named();
        let known = named.types.get(type_)?;
        if name.is_empty() {
            return known.first().copied().filter(|_| known.len() == 1);
        }
        let mut found = known
            .iter()
            .filter_map(|&owner| named.members.get(&(owner, name)));
        let first = found.next().copied();
        first.filter(|_| found.next().is_none())
    }

    fn named(&mut self) -> &Named<'a> {
        let corpus = self.corpus;
        self.named.get_or_insert_with(|| Named::of(corpus))
    }
}

impl<'a> Named<'a> {
    fn of(corpus: &'a Corpus) -> Self {
        let mut named = Self::default();
        for (index, file) in corpus.files().iter().enumerate() {
            let id = FileId::at(index);
            let name = file.path.rsplit('/').next().unwrap_or(&file.path);
            few(named.files.entry(name).or_default(), id);
            for (at, definition) in file.facts.definitions.iter().enumerate() {
                let name = file.facts.names.get(definition.name);
                let symbol = corpus.symbol(id, DefinitionId::at(at));
                if definition.kind.is_type() {
                    few(named.types.entry(name).or_default(), symbol);
                }
                if let Some(outer) = definition.container {
                    let outer = corpus.symbol(id, outer);
                    named.members.entry((outer, name)).or_insert(symbol);
                }
                if definition.kind == Kind::Method {
                    named.methods.entry((id, name)).or_insert(symbol);
                }
            }
        }
        named
    }
}

/// Adds `item`, unless there are many.
fn few<T>(list: &mut Vec<T>, item: T) {
    if list.len() < FEW {
        list.push(item);
    }
}

fn uses(corpus: &Corpus, links: &Links, file: FileId) -> Vec<Use> {
    let mut uses = Vec::new();
    let symbols = corpus.symbols(file).map(Endpoint::Symbol);
    for source in symbols.chain([Endpoint::File(file)]) {
        let first = links.links.partition_point(|link| link.source < source);
        let own = links.links[first..]
            .iter()
            .take_while(|link| link.source == source);
        for link in own {
            if let Endpoint::Symbol(target) = link.target
                && let Some(definition) = corpus.definition(target)
                && (definition.kind.is_callable() || definition.kind.is_type())
            {
                uses.push((link.line, target));
            }
        }
    }
    uses.arrange();
    uses.dedup();
    uses
}

/// The names of a path (`a.b`, `a::b`, `&a.b`), without what is called with them;
/// none where the text is more than that.
pub fn names(text: &str) -> Vec<&str> {
    let head = text.trim().trim_start_matches(['&', '*', '$']);
    let end = head.find('(').unwrap_or(head.len());
    let Some(path) = head.get(..end) else {
        return Vec::new();
    };
    let parts: Vec<&str> = path
        .split(['.', ':', '>'])
        .map(|part| part.trim_end_matches(['-', '?', '!']))
        .filter(|part| !part.is_empty())
        .collect();
    let plain = |part: &&str| {
        part.chars()
            .all(|c| c.is_alphanumeric() || c == '_' || c == '$')
    };
    if parts.iter().all(plain) {
        parts
    } else {
        Vec::new()
    }
}
