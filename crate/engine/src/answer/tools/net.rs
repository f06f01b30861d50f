//! Packages, files or symbols as boxes, and what leads from one to another as
//! arrows: what dependency graphs, cycles and coupling are read off.

use crate::answer::page::Page;
use crate::answer::tools::external;
use crate::answer::tools::scope::{Level, Within};
use crate::answer::view::View;
use crate::graph::order::strongly_connected;
use crate::graph::{Edge, Kinds};
use crate::ids::{EdgeId, FileId, NodeId};
use crate::link::evidence::EdgeKind;
use crate::map::HashMap;
use crate::sort::{self, Arrange};

/// What an arrow stands for.
#[derive(Clone, Copy, Default)]
pub(crate) struct Arrow {
    /// Kinds of its edges, as a set.
    pub(crate) kinds: u32,
    /// Places where they are written.
    pub(crate) weight: u32,
    /// The highest confidence among them.
    pub(crate) confidence: f32,
}

impl Arrow {
    fn add(&mut self, kind: EdgeKind, weight: u32, confidence: f32) {
        self.kinds |= 1 << kind as u32;
        self.weight += weight;
        self.confidence = self.confidence.max(confidence);
    }
}

/// Arrows by source and target.
#[derive(Default)]
struct Arrows {
    places: HashMap<(u64, u64), usize>,
    list: Vec<((u64, u64), Arrow)>,
}

impl Arrows {
    fn between(&mut self, source: u64, target: u64) -> &mut Arrow {
        let new = self.list.len();
        let at = *self.places.entry((source, target)).or_insert(new);
        if at == new {
            self.list.push(((source, target), Arrow::default()));
        }
        &mut self.list[at].1
    }

    fn sorted(mut self) -> Vec<((u64, u64), Arrow)> {
        // There may be as many as the graph has edges.
        self.list.sort_unstable_by_key(|(ends, _)| *ends);
        self.list
    }
}

/// The nodes, packages or files or symbols and what lies outside, by number.
#[derive(Default)]
pub(crate) struct Net {
    /// Ids and kinds.
    pub(crate) boxes: Vec<(String, &'static str)>,
    /// By source and target.
    pub(crate) arrows: Vec<((u32, u32), Arrow)>,
    pub(crate) fan_in: Vec<u32>,
    pub(crate) fan_out: Vec<u32>,
}

/// Which nodes and edges a net is made of.
#[derive(Clone, Copy)]
pub(crate) struct Mesh {
    /// What a box is.
    pub(crate) scope: Level,
    /// Which edges count.
    pub(crate) kinds: Kinds,
    /// Whether packages from outside are boxes.
    pub(crate) external: bool,
}

impl Mesh {
    /// The net of what lies `within`.
    pub(crate) fn net(self, view: &View<'_>, within: &Within<'_>) -> Net {
        let mut arrows = Arrows::default();
        let graph = view.graph;
        let files: Vec<bool> = (0..view.corpus.files().len())
            .map(|file| within.has_file(view, FileId::at(file)))
            .collect();
        let inside = |node: NodeId| {
            let file = graph.node(node).file;
            file.is_some_and(|file| files[file.index()])
                && (!within.is_symbol(view) || within.has(view, node))
        };
        for id in 0..graph.edges().len() {
            let edge: &Edge = &graph.edges()[id];
            if !self.kinds.has(edge.kind)
                || edge.kind == EdgeKind::Contains && self.scope != Level::L3
            {
                continue;
            }
            let (source, target) = (self.unit(view, edge.source), self.unit(view, edge.target));
            if source != target && inside(edge.source) && inside(edge.target) {
                let weight = graph.sites(EdgeId::at(id)).len() as u32;
                arrows
                    .between(source, target)
                    .add(edge.kind, weight, edge.confidence);
            }
        }
        let mut names: Vec<(u64, (String, &'static str))> = Vec::new();
        if self.external {
            let imports = external::imports(view, |file| files[file.index()]);
            let mut outside: Vec<String> = imports.iter().map(|((_, id), _)| id.clone()).collect();
            sort::unique(&mut outside);
            for ((file, id), count) in &imports {
                let source = self.unit(view, graph.file_node(*file));
                let target = OUTSIDE + outside.binary_search(id).unwrap_or(0) as u64;
                arrows
                    .between(source, target)
                    .add(EdgeKind::Imports, *count, 1.0);
            }
            let numbered = outside.into_iter().enumerate();
            names.extend(numbered.map(|(at, id)| (OUTSIDE + at as u64, (id, "external"))));
        }
        let arrows = arrows.sorted();
        let ends = arrows
            .iter()
            .flat_map(|((source, target), _)| [*source, *target]);
        let mut units: Vec<u64> = ends.filter(|&unit| unit < OUTSIDE).collect();
        if matches!(self.scope, Level::L0 | Level::L1) {
            let packages = view.packages.list().iter().enumerate();
            let inside = packages.filter(|(_, package)| within.has_directory(&package.dir));
            units.extend(inside.map(|(at, _)| at as u64));
        }
        sort::unique(&mut units);
        names.splice(
            0..0,
            units.into_iter().map(|unit| (unit, self.name(view, unit))),
        );
        Net::of(names, arrows)
    }

    /// The number of what `node` counts for.
    pub(crate) fn unit(self, view: &View<'_>, node: NodeId) -> u64 {
        match self.scope {
            Level::L0 | Level::L1 => view.packages.of_node(view.graph, node) as u64,
            Level::L2 => {
                let file = view.graph.node(node).file;
                u64::from(file.map_or(node, |file| view.graph.file_node(file)).0)
            }
            Level::L3 => u64::from(node.0),
        }
    }

    pub(crate) fn name(self, view: &View<'_>, unit: u64) -> (String, &'static str) {
        match self.scope {
            Level::L0 | Level::L1 => (view.packages.id(unit as usize).to_owned(), "package"),
            Level::L2 | Level::L3 => {
                let node = NodeId(unit as u32);
                (view.graph.fqn(node), view.graph.node(node).kind.as_str())
            }
        }
    }
}

/// Numbers of what lies outside come after all others.
const OUTSIDE: u64 = 1 << 32;

impl Net {
    fn of(names: Vec<(u64, (String, &'static str))>, arrows: Vec<((u64, u64), Arrow)>) -> Self {
        let units: Vec<u64> = names.iter().map(|(unit, _)| *unit).collect();
        let place = |unit: u64| units.binary_search(&unit).unwrap_or(0) as u32;
        let mut net = Self {
            boxes: names.into_iter().map(|(_, name)| name).collect(),
            fan_in: vec![0; units.len()],
            fan_out: vec![0; units.len()],
            arrows: arrows
                .into_iter()
                .map(|((source, target), arrow)| ((place(source), place(target)), arrow))
                .collect(),
        };
        for ((source, target), _) in &net.arrows {
            net.fan_out[*source as usize] += 1;
            net.fan_in[*target as usize] += 1;
        }
        net
    }

    /// Those of most neighbours first, then by id.
    pub(crate) fn order(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.boxes.len() as u32).collect();
        let neighbours = |at: u32| self.fan_in[at as usize] + self.fan_out[at as usize];
        order.arrange_by(|&a, &b| {
            let names = || self.boxes[a as usize].0.cmp(&self.boxes[b as usize].0);
            neighbours(b).cmp(&neighbours(a)).then_with(names)
        });
        order
    }

    /// The arrows whose later end in `order` is on `page`.
    pub(crate) fn edges_of(&self, order: &[u32], page: &Page) -> Vec<usize> {
        let mut places = vec![0_u32; order.len()];
        for (place, &at) in order.iter().enumerate() {
            places[at as usize] = place as u32;
        }
        let here = page.offset..page.offset.saturating_add(page.shown);
        let arrows = self.arrows.iter().enumerate();
        let on_page = arrows.filter(|(_, ((source, target), _))| {
            here.contains(&places[*source as usize].max(places[*target as usize]))
        });
        on_page.map(|(at, _)| at).collect()
    }

    /// The groups of boxes that all lead to each other, each in order.
    pub(crate) fn cycles(&self) -> Vec<Vec<u32>> {
        let ends: Vec<(u32, u32)> = self.arrows.iter().map(|(ends, _)| *ends).collect();
        let mut components = strongly_connected(self.boxes.len(), &ends);
        components.retain(|component| component.len() > 1);
        components.arrange();
        components
    }
}
