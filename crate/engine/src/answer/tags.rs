//! What marks a definition bears, by the rules about frameworks and patterns.

use crate::answer::view::View;
use crate::corpus::File;
use crate::extract::facts::{Definition, Expr, Flags, Kind};
use crate::extract::frameworks::{Framework, Tag, like};
use crate::framework::{self, last_name};
use crate::graph::Graph;
use crate::ids::{DefinitionId, NodeId, SymbolId};
use crate::link::evidence::EdgeKind;
use crate::sort;

/// What a handler of requests bears.
pub const ENDPOINT: &str = "http-endpoint";
/// What tags of patterns begin with.
pub const PATTERN: &str = "pattern-";

/// Tells marks.
pub struct Tagger<'a> {
    view: &'a View<'a>,
    frameworks: Vec<&'a Framework>,
    /// Handlers of requests, sorted.
    handlers: Vec<SymbolId>,
}

/// A definition, and what is known of it.
struct Subject<'a> {
    view: &'a View<'a>,
    file: &'a File,
    id: DefinitionId,
    definition: &'a Definition,
    node: NodeId,
}

impl<'a> Tagger<'a> {
    /// A teller of all marks.
    pub fn new(view: &'a View<'a>) -> Self {
        let frameworks = view.languages.frameworks();
        Self {
            view,
            frameworks: frameworks
                .filter(|framework| !framework.tags.is_empty())
                .collect(),
            handlers: view.routes.handlers(),
        }
    }

    /// A teller of patterns alone.
    pub fn of_patterns(view: &'a View<'a>) -> Self {
        let mut tagger = Self::new(view);
        tagger.handlers.clear();
        let patterns = |framework: &&Framework| {
            let mut tags = framework.tags.iter();
            tags.any(|rule| rule.tag.starts_with(PATTERN))
        };
        tagger.frameworks.retain(patterns);
        tagger
    }

    /// The marks of `node`, each once.
    pub fn tags(&self, node: NodeId) -> Vec<&'a str> {
        let mut tags = Vec::new();
        let Some(subject) = Subject::of(self.view, node) else {
            return tags;
        };
        let symbol = self.view.graph.node(node).symbol;
        if symbol.is_some_and(|symbol| self.handlers.binary_search(&symbol).is_ok()) {
            tags.push(ENDPOINT);
        }
        for framework in self
            .frameworks
            .iter()
            .filter(|framework| subject.uses(framework))
        {
            let fitting = framework.tags.iter().filter(|rule| subject.fits(rule));
            tags.extend(fitting.map(|rule| rule.tag.as_str()));
        }
        sort::unique(&mut tags);
        tags
    }
}

impl<'a> Subject<'a> {
    fn of(view: &'a View<'a>, node: NodeId) -> Option<Self> {
        let (at, id) = view.corpus.locate(view.graph.node(node).symbol?)?;
        let file = view.corpus.file(at)?;
        let definition = file.facts.outline().get(id.index())?;
        Some(Self {
            view,
            file,
            id,
            definition,
            node,
        })
    }

    fn name(&self) -> &'a str {
        self.view.graph.name(self.node)
    }

    /// Whether the file uses `framework`. What asks for nothing is looked at last:
    /// facts beyond the outline are unpacked for it.
    fn uses(&self, framework: &Framework) -> bool {
        let language = self.file.language.as_deref().unwrap_or_default();
        if !framework.is_for(language) || !framework.tags.iter().any(|rule| self.may_fit(rule)) {
            return false;
        }
        if framework.imports.is_empty() && framework.files.is_empty()
            || framework.has_file(&self.file.path)
        {
            return true;
        }
        let mut imports = self.file.facts.imports.iter();
        imports.any(|import| framework.imported_by(self.file.facts.names.get(import.source)))
    }

    /// What the outline alone tells of `rule`.
    fn may_fit(&self, rule: &Tag) -> bool {
        let any = |patterns: &[String], text: &str| {
            patterns.is_empty() || patterns.iter().any(|pattern| like(pattern, text))
        };
        let kind = self.definition.kind;
        let kinds = match rule.kinds.is_empty() {
            true => kind.is_type() || kind.is_callable() || !rule.calls.is_empty(),
            false => rule
                .kinds
                .iter()
                .any(|known| known == kind.as_str() || known == "type" && kind.is_type()),
        };
        kinds
            && any(&rule.names, self.name())
            && any(&rule.files, &self.file.path)
            && (rule.decorators.is_empty() || self.is_decorated(&rule.decorators))
    }

    fn fits(&self, rule: &Tag) -> bool {
        self.may_fit(rule)
            && (rule.bases.is_empty() || self.extends(&rule.bases))
            && (rule.calls.is_empty() || self.is_made_by(&rule.calls))
            && rule.members.iter().all(|wanted| self.has_members(wanted))
            && rule.needs.iter().all(|need| self.holds(need))
    }

    fn is_decorated(&self, names: &[String]) -> bool {
        let last = |name: &'a str| name.rsplit(['.', ':', '\\']).next().unwrap_or(name);
        let own = self.definition.decorators.iter();
        own.map(|decorator| last(self.file.facts.names().get(decorator.name)))
            .any(|name| {
                names
                    .iter()
                    .any(|known| known == name.trim_end_matches("Attribute"))
            })
    }

    fn extends(&self, bases: &[String]) -> bool {
        let mut own = framework::bases(&self.file.facts, self.id);
        own.any(|name| bases.iter().any(|base| like(base, name)))
    }

    /// Whether its value is what one of `names` yields.
    fn is_made_by(&self, names: &[String]) -> bool {
        let facts = &self.file.facts;
        let calls = self
            .definition
            .values
            .iter()
            .filter(|value| matches!(facts.exprs.get(value.index()), Some(Expr::Call { .. })));
        let mut called = calls.filter_map(|&value| last_name(facts, value));
        called.any(|name| names.iter().any(|known| known == name))
    }

    fn members(&self) -> impl Iterator<Item = NodeId> + use<'a> {
        self.view.graph.children(self.node)
    }

    /// Whether there are members like one of `a|b:2`, as many as it says.
    fn has_members(&self, wanted: &str) -> bool {
        let (names, count) = wanted.split_once(':').unwrap_or((wanted, "1"));
        let count = count.parse::<usize>().unwrap_or(1);
        let fits = |node: &NodeId| {
            let name = self.view.graph.name(*node);
            names.split('|').any(|pattern| like(pattern, name))
        };
        self.members().filter(fits).take(count).count() == count
    }

    fn holds(&self, need: &str) -> bool {
        let graph = self.view.graph;
        match need {
            "private-constructor" => self.members().any(|node| {
                let row = graph.node(node);
                row.kind == Kind::Constructor && row.flags.has(Flags::PRIVATE)
            }),
            "static-own" => self.members().any(|node| {
                let row = graph.node(node);
                (row.flags.has(Flags::STATIC) || row.kind == Kind::Property)
                    && self.says(node, self.name())
            }),
            "returns-own" => {
                self.members()
                    .filter(|&node| graph.node(node).kind == Kind::Method && self.yields_own(node))
                    .take(2)
                    .count()
                    == 2
            }
            "wraps-base" => self.wraps_base(),
            "calls-own-abstract" => self.calls_own_abstract(),
            _ => false,
        }
    }

    fn signature(&self, node: NodeId) -> &'a str {
        let symbol = self.view.graph.node(node).symbol;
        let definition = symbol.and_then(|symbol| self.view.corpus.definition(symbol));
        definition.map_or("", |definition| definition.signature.as_str())
    }

    /// Whether the declaration of `node` names `type_`.
    fn says(&self, node: NodeId, type_: &str) -> bool {
        let mut words = self
            .signature(node)
            .split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| word == type_)
    }

    /// Whether the method hands on what it is called on, as far as it declares that.
    fn yields_own(&self, node: NodeId) -> bool {
        let text = self.signature(node);
        let behind = text.rfind(')').and_then(|at| text.get(at..)).unwrap_or("");
        let before = text.find('(').and_then(|at| text.get(..at)).unwrap_or("");
        let own = |text: &str| {
            let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
            words.any(|word| word == self.name() || word == "Self" || word == "this")
        };
        let head = before.rsplit_once([' ', '.']).map_or("", |(head, _)| head);
        own(behind) || own(head)
    }

    fn bases(&self) -> impl Iterator<Item = NodeId> + use<'a> {
        let edges = self.view.graph.out_edges(self.node).iter();
        let kinds = [EdgeKind::Inherits, EdgeKind::Implements];
        edges
            .filter(move |edge| kinds.contains(&edge.kind))
            .map(|edge| edge.target)
    }

    /// Whether it is handed one of what it is itself.
    fn wraps_base(&self) -> bool {
        let graph: &Graph = self.view.graph;
        self.bases().any(|base| {
            let name = graph.name(base);
            let holds = |node: NodeId| {
                let kind = graph.node(node).kind;
                matches!(kind, Kind::Constructor | Kind::Field | Kind::Property)
                    && self.says(node, name)
            };
            self.members().any(holds)
        })
    }

    fn calls_own_abstract(&self) -> bool {
        let graph = self.view.graph;
        let own = |node: NodeId| graph.parent(node) == Some(self.node);
        let mut concrete = self
            .members()
            .filter(|&node| !graph.node(node).flags.has(Flags::ABSTRACT));
        concrete.any(|node| {
            graph.out_edges(node).iter().any(|edge| {
                edge.kind == EdgeKind::Calls
                    && own(edge.target)
                    && graph.node(edge.target).flags.has(Flags::ABSTRACT)
            })
        })
    }
}
