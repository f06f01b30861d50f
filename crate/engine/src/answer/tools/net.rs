//! Packages, files or symbols as boxes, and what leads from one to another as
//! arrows: what dependency graphs, cycles and coupling are read off.

use crate::answer::page::Page;
use crate::answer::tools::scope::{Level, Within};
use crate::answer::view::View;
use crate::graph::Kinds;
use crate::graph::order::strongly_connected;
use crate::graph::store::{group, row};
use crate::ids::{EdgeId, NodeId};
use crate::link::evidence::EdgeKind;
use crate::sort::{self, Arrange};
use std::sync::{Arc, OnceLock};

/// What an arrow stands for.
#[derive(Clone, Debug)]
pub(crate) struct Arrow {
    /// Kinds of its edges, as a set.
    pub(crate) kinds: u32,
    /// How many there are.
    pub(crate) edges: u32,
    /// Places where they are written.
    pub(crate) weight: u32,
    /// The highest confidence among them.
    pub(crate) confidence: f32,
}

impl Arrow {
    const fn of(kind: EdgeKind, weight: u32, confidence: f32) -> Self {
        Self {
            kinds: 1 << kind as u32,
            edges: 1,
            weight,
            confidence,
        }
    }

    fn add(&mut self, other: &Self) {
        self.kinds |= other.kinds;
        self.edges += other.edges;
        self.weight += other.weight;
        self.confidence = self.confidence.max(other.confidence);
    }
}

/// The nodes, packages or files or symbols and what lies outside, by number.
pub(crate) struct Net {
    mesh: Mesh,
    /// What the boxes stand for, sorted.
    units: Vec<u32>,
    /// Ids of what lies outside, whose units come after all others.
    outside: Vec<String>,
    first_outside: u32,
    /// By source and target.
    pub(crate) arrows: Vec<((u32, u32), Arrow)>,
    pub(crate) fan_in: Vec<u32>,
    pub(crate) fan_out: Vec<u32>,
    /// Made when they are asked for.
    order: OnceLock<Vec<u32>>,
    cycles: OnceLock<Vec<Vec<u32>>>,
}

/// Which nodes and edges a net is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mesh {
    /// What a box is.
    pub(crate) scope: Level,
    /// Which edges count.
    pub(crate) kinds: Kinds,
    /// Whether packages from outside are boxes.
    pub(crate) external: bool,
}

/// An arrow between units.
pub(crate) type Step = ((u32, u32), Arrow);

impl Mesh {
    /// The net of what lies `within`.
    pub(crate) fn net(self, view: &View<'_>, within: &Within<'_>) -> Arc<Net> {
        let key = format!("net {self:?} {within:?}");
        view.memo.recent(key, || self.make(view, *within))
    }

    /// The edges between units, of those whose ends are both `inside`.
    fn steps(self, view: &View<'_>, units: &[u32], inside: impl Fn(NodeId) -> bool) -> Vec<Step> {
        let graph = view.graph;
        let mut steps: Vec<Step> = Vec::new();
        for (id, edge) in graph.edges().iter().enumerate() {
            let (source, target) = (units[edge.source.index()], units[edge.target.index()]);
            let counts = self.kinds.has(edge.kind)
                && (edge.kind != EdgeKind::Contains || self.scope == Level::L3);
            if counts && source != target && inside(edge.source) && inside(edge.target) {
                let sites = graph.sites(EdgeId::at(id)).len() as u32;
                let arrow = Arrow::of(edge.kind, sites, edge.confidence);
                steps.push(((source, target), arrow));
            }
        }
        steps
    }

    fn make(self, view: &View<'_>, within: Within<'_>) -> Net {
        let graph = view.graph;
        let units = self.units(view);
        let inside = within.filter(view);
        let inside = |node: NodeId| graph.node(node).file.is_some() && inside(node);
        let mut steps = self.steps(view, &units, inside);
        // Units are nodes or packages, and the repository is one of these.
        let first_outside = graph.nodes().len().max(view.packages.list().len()) as u32;
        let mut outside: Vec<String> = Vec::new();
        if self.external {
            let imports = view.memo.imports(view).iter();
            let imports = imports
                .filter(|((file, _), _)| within.has_file(view, *file))
                .map(|((file, id), count)| (graph.file_node(*file), id, *count));
            outside.extend(imports.clone().map(|(_, id, _)| id.clone()));
            sort::unique(&mut outside);
            steps.extend(imports.map(|(file, id, count)| {
                let target = first_outside + outside.binary_search(id).unwrap_or(0) as u32;
                let arrow = Arrow::of(EdgeKind::Imports, count, 1.0);
                ((units[file.index()], target), arrow)
            }));
        }
        let arrows = added_up(&steps, first_outside as usize + outside.len());
        let mut met = vec![false; first_outside as usize + outside.len()];
        for ((source, target), _) in &arrows {
            met[*source as usize] = true;
            met[*target as usize] = true;
        }
        if matches!(self.scope, Level::L0 | Level::L1) {
            let packages = view.packages.list().iter().zip(&mut met);
            for (package, met) in packages {
                *met |= within.has_directory(&package.dir);
            }
        }
        let mut net = Net {
            mesh: self,
            units: (0..met.len() as u32)
                .filter(|&unit| met[unit as usize])
                .collect(),
            outside,
            first_outside,
            arrows,
            fan_in: Vec::new(),
            fan_out: Vec::new(),
            order: OnceLock::new(),
            cycles: OnceLock::new(),
        };
        net.number();
        net
    }

    /// The number of what each node counts for.
    pub(crate) fn units(self, view: &View<'_>) -> Vec<u32> {
        let ids = view.graph.ids();
        ids.map(|node| match (self.scope, view.graph.node(node).file) {
            (Level::L0 | Level::L1, _) => view.packages.of_node(view.graph, node) as u32,
            (Level::L2, Some(file)) => view.graph.file_node(file).0,
            (Level::L2, None) | (Level::L3, _) => node.0,
        })
        .collect()
    }

    /// The id and kind of a unit.
    pub(crate) fn name(self, view: &View<'_>, unit: u32) -> (String, &'static str) {
        match self.scope {
            Level::L0 | Level::L1 => (view.packages.id(unit as usize).to_owned(), "package"),
            Level::L2 | Level::L3 => {
                let node = NodeId(unit);
                (view.graph.fqn(node), view.graph.node(node).kind.as_str())
            }
        }
    }
}

/// What packages use of each other.
pub(crate) fn uses(view: &View<'_>) -> Vec<Step> {
    let mesh = Mesh {
        scope: Level::L1,
        kinds: Kinds::USES,
        external: false,
    };
    let steps = mesh.steps(view, &mesh.units(view), |_| true);
    added_up(&steps, view.packages.list().len())
}

/// The arrows that `steps` make, by source and target: by two counting sorts, since
/// there may be as many steps as the graph has edges.
fn added_up(steps: &[Step], units: usize) -> Vec<Step> {
    let key = |at: &u32| steps[*at as usize].0;
    let by_target = steps.iter().map(|((_, target), _)| Some(*target)).collect();
    let (_, by_target) = group(by_target, units);
    let by_source = by_target.iter().map(|at| Some(key(at).0)).collect();
    let (_, by_source) = group(by_source, units);
    let mut arrows: Vec<Step> = Vec::new();
    for at in by_source {
        let (ends, step) = &steps[by_target[at as usize] as usize];
        match arrows.last_mut() {
            Some((known, arrow)) if known == ends => arrow.add(step),
            _ => arrows.push((*ends, step.clone())),
        }
    }
    arrows
}

impl Net {
    /// Makes numbers of boxes of the units at the ends of arrows, and counts.
    fn number(&mut self) {
        let count = self.units.len();
        let last = self.units.last().map_or(0, |unit| *unit as usize + 1);
        let mut places = vec![0; last];
        for (place, &unit) in self.units.iter().enumerate() {
            places[unit as usize] = place as u32;
        }
        (self.fan_in, self.fan_out) = (vec![0; count], vec![0; count]);
        for ((source, target), _) in &mut self.arrows {
            (*source, *target) = (places[*source as usize], places[*target as usize]);
            self.fan_out[*source as usize] += 1;
            self.fan_in[*target as usize] += 1;
        }
    }

    /// How many boxes there are.
    pub(crate) fn len(&self) -> usize {
        self.units.len()
    }

    /// The id and kind of a box.
    pub(crate) fn name(&self, view: &View<'_>, at: u32) -> (String, &'static str) {
        let unit = self.units[at as usize];
        match unit.checked_sub(self.first_outside) {
            Some(outside) => (self.outside[outside as usize].clone(), "external"),
            None => self.mesh.name(view, unit),
        }
    }

    /// Those that most depend on first, then those that depend on most, then in the
    /// order of the tree.
    pub(crate) fn order(&self) -> &[u32] {
        self.order.get_or_init(|| {
            let mut order: Vec<u32> = (0..self.units.len() as u32).collect();
            let fans = |at: u32| (self.fan_in[at as usize], self.fan_out[at as usize]);
            order.arrange_head(self.units.len(), |&a, &b| fans(b).cmp(&fans(a)));
            order
        })
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
    pub(crate) fn cycles(&self) -> &[Vec<u32>] {
        self.cycles.get_or_init(|| {
            let ends: Vec<(u32, u32)> = self.arrows.iter().map(|(ends, _)| *ends).collect();
            let count = self.units.len();
            let groups = strongly_connected(count, &ends);
            let (starts, boxes) = group(groups.into_iter().map(Some).collect(), count);
            let members = (0..count).map(|at| &boxes[row(&starts, at)]);
            let cycles = members.filter(|members| members.len() > 1);
            cycles.map(<[u32]>::to_vec).collect()
        })
    }
}
