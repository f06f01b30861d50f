//! Uses that go against the layers that a user writes down.

use crate::answer::bounds::bounded;
use crate::answer::filter::{OneOrMany, edge_kinds};
use crate::answer::info::EdgeInfo;
use crate::answer::ops::Operation;
use crate::answer::page::{Page, cut};
use crate::answer::params::{Param, Values, params};
use crate::answer::view::View;
use crate::error::{Code, Result, WaymarkError};
use crate::fields::{Field, nested};
use crate::graph::Kinds;
use crate::ids::{EdgeId, NodeId};
use crate::link::evidence::EdgeKind;
use crate::source::ignore::{PatternList, Verdict};
use crate::source::path;
use serde::Serialize;
use serde_json::Value;

/// The most violations of one answer.
const MAX_LIMIT: u32 = 1000;
const DEFAULT_LIMIT: u32 = 100;

params! {
    /// Uses that go against the layers.
    pub struct Layering {
        /// The layers from the top down: each may use itself and those below it. A
        /// file is of the first layer that has a pattern for it.
        pub layers: Vec<Layer> = Vec::new(),
        /// Whether a layer may use only itself and the one directly below it.
        pub strict: bool = false,
        /// Pairs of layers by name of which the first may not use the second, besides
        /// what the order forbids.
        pub forbidden: Vec<(String, String)> = Vec::new(),
        /// Pairs of layers by name of which the first may use the second all the same.
        pub allowed: Vec<(String, String)> = Vec::new(),
        /// Which edges count; every use, unless others are named.
        pub edge_kinds: OneOrMany = OneOrMany::default(),
        /// The most violations, up to 1000; by default 100 as far as the budget
        /// reaches.
        pub limit: Option<u32> = None,
        /// How many violations are skipped, for paging.
        pub offset: u32 = 0,
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

params! {
    /// A layer.
    pub struct Layer {
        /// What it is called.
        pub name: String = String::new(),
        /// Its files: patterns of gitignore(5), where a directory stands for all in it.
        pub paths: OneOrMany = OneOrMany::default(),
    }
}

/// A use that a rule forbids.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct LayerViolation {
    /// The layer of the one that uses.
    pub from: String,
    /// The layer of what is used.
    pub to: String,
    /// The use.
    #[serde(flatten)]
    pub edge: EdgeInfo,
}

/// Uses that go against the layers, in the order of the tree.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct LayeringAnswer {
    /// The uses.
    pub violations: Vec<LayerViolation>,
    /// What part of them is shown.
    pub page: Page,
    /// Files of each layer, in its order.
    pub files: Vec<u32>,
    /// Files of no layer: their uses are not judged.
    pub unassigned_files: u32,
}

impl Field for Layer {
    fn read(value: &Value) -> std::result::Result<Self, String> {
        nested(value)
    }
}

impl Param for Layer {
    fn write(&self) -> Value {
        self.values().into_iter().collect()
    }
}

impl Operation for Layering {
    const NAME: &'static str = "layering";
    const DOC: &'static str = "Uses that go against layers that you name by patterns of paths.";
    const REQUIRED: &'static [&'static str] = &["layers"];
    type Answer = LayeringAnswer;

    fn run(&self, view: &View<'_>) -> Result<LayeringAnswer> {
        let kinds = match self.edge_kinds.as_slice() {
            [] => Kinds::USES,
            _ => edge_kinds(&self.edge_kinds)?.without(EdgeKind::Contains),
        };
        let forbidden = self.pairs(&self.forbidden)?;
        let allowed = self.pairs(&self.allowed)?;
        let key = format!(
            "layers {:?} {kinds:?} {forbidden:?} {allowed:?} {}",
            self.layers, self.strict
        );
        let judged = view.memo.recent(key, || {
            let violates = |from: usize, to: usize| {
                let listed = |pairs: &[(usize, usize)]| pairs.contains(&(from, to));
                let upwards = to < from || (self.strict && to > from + 1);
                !listed(&allowed) && (upwards || listed(&forbidden))
            };
            self.judge(view, kinds, &violates)
        });
        let (found, layers) = (&judged.violations, &judged.layers);
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT);
        let (shown, page) = cut(found, self.offset, limit);
        let name = |at: usize| self.layers[at].name.clone();
        let violations = shown.iter().filter_map(|&(id, from, to)| {
            Some(LayerViolation {
                from: name(from),
                to: name(to),
                edge: EdgeInfo::of(view, id)?,
            })
        });
        let count = |at: Option<usize>| layers.iter().filter(|&&layer| layer == at).count() as u32;
        Ok(LayeringAnswer {
            violations: violations.collect(),
            page,
            files: (0..self.layers.len()).map(|at| count(Some(at))).collect(),
            unassigned_files: count(None),
        })
    }

    bounded!(limit, ["violations"]);
}

/// What a set of rules comes to.
struct Judged {
    /// The layer of each file.
    layers: Vec<Option<usize>>,
    /// The edges that go against them, with the layers of their ends.
    violations: Vec<(EdgeId, usize, usize)>,
}

impl Layering {
    fn judge(
        &self,
        view: &View<'_>,
        kinds: Kinds,
        violates: &dyn Fn(usize, usize) -> bool,
    ) -> Judged {
        let graph = view.graph;
        let layers = self.layers_of_files(view);
        let of_node = |node: NodeId| *layers.get(graph.node(node).file?.index())?;
        // Rows of nodes are wide: edges meet them in no order.
        let of_nodes: Vec<Option<usize>> = graph.ids().map(of_node).collect();
        let mut violations = Vec::new();
        for (id, edge) in graph.edges().iter().enumerate() {
            if let (Some(from), Some(to)) =
                (of_nodes[edge.source.index()], of_nodes[edge.target.index()])
                && kinds.has(edge.kind)
                && violates(from, to)
            {
                violations.push((EdgeId::at(id), from, to));
            }
        }
        Judged { layers, violations }
    }

    /// The layer of each file.
    fn layers_of_files(&self, view: &View<'_>) -> Vec<Option<usize>> {
        let lists = self.layers.iter().map(|layer| {
            let patterns = layer.paths.as_slice().iter();
            PatternList::from_globs(
                patterns.map(|pattern| pattern.strip_prefix("./").unwrap_or(pattern)),
            )
        });
        let lists: Vec<PatternList> = lists.collect();
        let has = |list: &PatternList, file: &str| {
            let mut outer = path::ancestors(file).filter(|dir| !dir.is_empty());
            list.verdict(file, false) == Some(Verdict::Ignore)
                || outer.any(|dir| list.verdict(dir, true) == Some(Verdict::Ignore))
        };
        let files = view.corpus.files().iter();
        files
            .map(|file| lists.iter().position(|list| has(list, &file.path)))
            .collect()
    }

    fn pairs(&self, names: &[(String, String)]) -> Result<Vec<(usize, usize)>> {
        let place = |name: &String| {
            let at = self.layers.iter().position(|layer| layer.name == *name);
            at.ok_or_else(|| {
                let message = format!("no layer is called `{name}`");
                WaymarkError::new(Code::InvalidArgument, message)
            })
        };
        names
            .iter()
            .map(|(from, to)| Ok((place(from)?, place(to)?)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Built, Tree};

    fn built() -> Built {
        Tree::default()
            .file("app/page.rs", "function page 1-3")
            .file("core/ship.rs", "function ship 1-3")
            .file("store/disk.rs", "function disk 1-3")
            .file("other.rs", "")
            .call("app/page.rs::page", "core/ship.rs::ship", 1)
            .call("app/page.rs::page", "store/disk.rs::disk", 2)
            .call("store/disk.rs::disk", "core/ship.rs::ship", 1)
            .build()
    }

    fn layers() -> Layering {
        let layer = |name: &str, path: &str| Layer {
            name: name.to_owned(),
            paths: OneOrMany::One(path.to_owned()),
        };
        Layering {
            layers: vec![
                layer("app", "app/"),
                layer("core", "core"),
                layer("store", "store/**"),
            ],
            ..Layering::default()
        }
    }

    fn violations(params: &Layering) -> Vec<String> {
        let answer = params.run(&built().view()).expect("an answer");
        assert_eq!((answer.files, answer.unassigned_files), (vec![1, 1, 1], 1));
        answer
            .violations
            .iter()
            .map(|found| format!("{} {}", found.from, found.to))
            .collect()
    }

    #[test]
    fn a_layer_may_use_those_below_it() {
        assert_eq!(violations(&layers()), ["store core"]);
        assert_eq!(
            violations(&Layering {
                strict: true,
                ..layers()
            }),
            ["app store", "store core"]
        );
        let pair = |from: &str, to: &str| vec![(from.to_owned(), to.to_owned())];
        let rules = Layering {
            forbidden: pair("app", "core"),
            allowed: pair("store", "core"),
            ..layers()
        };
        assert_eq!(violations(&rules), ["app core"]);
        let imports = Layering {
            edge_kinds: OneOrMany::One("imports".to_owned()),
            ..layers()
        };
        assert!(violations(&imports).is_empty());
    }

    #[test]
    fn unknown_layers_are_an_error() {
        let rules = Layering {
            forbidden: vec![("app".to_owned(), "cellar".to_owned())],
            ..layers()
        };
        let error = rules.run(&built().view()).map_err(|error| error.code);
        assert_eq!(error.err(), Some(Code::InvalidArgument));
    }
}
