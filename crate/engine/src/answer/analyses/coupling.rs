//! How packages or files lean on each other (Martin 1994).

use crate::answer::bounds::bounded;
use crate::answer::info::decimal;
use crate::answer::names::{Ambiguous, Missing, Unmatched};
use crate::answer::ops::Operation;
use crate::answer::page::{Page, cut};
use crate::answer::params::params;
use crate::answer::tools::net::Mesh;
use crate::answer::tools::scope::{Level, Within};
use crate::answer::view::View;
use crate::error::{Code, Result, WaymarkError};
use crate::extract::facts::{Flags, Kind};
use crate::graph::Kinds;
use crate::ids::NodeId;
use crate::sort::Arrange;
use serde::Serialize;
use std::sync::Arc;

/// The most units of one answer.
const MAX_LIMIT: u32 = 1000;
const DEFAULT_LIMIT: u32 = 100;

params! {
    /// How packages or files lean on each other.
    pub struct Coupling {
        /// `L1` (packages, the default) or `L2` (files).
        pub scope: Level = Level::L1,
        /// Only what lies in this package or directory.
        pub root_fqn: String = String::new(),
        /// The most, up to 1000; by default 100 as far as the budget reaches.
        pub limit: Option<u32> = None,
        /// How many are skipped, for paging.
        pub offset: u32 = 0,
        /// About how many tokens the answer may take; 0 for any number.
        pub budget_tokens: Option<u32> = None,
    }
}

/// A package or file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Coupled {
    /// Its id.
    pub fqn: String,
    /// Files and symbols outside that use something inside (Ca).
    pub afferent: u32,
    /// Files and symbols inside that use something outside (Ce).
    pub efferent: u32,
    /// Ce ÷ (Ca + Ce): 0 for what all lean on, 1 for what leans on others; 0
    /// where there is neither.
    pub instability: f64,
    /// Abstract types ÷ types; 0 where there is no type.
    pub abstractness: f64,
    /// |abstractness + instability − 1|: far from 0 are what all lean on and
    /// cannot be varied, and what is abstract for nobody.
    pub distance: f64,
}

/// Packages or files, those of most coupling first.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct CouplingAnswer {
    /// The packages or files.
    pub units: Vec<Coupled>,
    /// What part of them is shown.
    pub page: Page,
    /// The part, if no node bears its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub not_found: Option<Missing>,
    /// The part, if several nodes bear its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub ambiguous: Option<Ambiguous>,
}

impl Operation for Coupling {
    const NAME: &'static str = "coupling";
    const DOC: &'static str =
        "Afferent and efferent coupling, instability and abstractness of packages or files.";
    type Answer = CouplingAnswer;

    fn run(&self, view: &View<'_>) -> Result<CouplingAnswer> {
        if !matches!(self.scope, Level::L1 | Level::L2) {
            let message = "coupling is told of packages (L1) and files (L2)";
            return Err(WaymarkError::new(Code::InvalidArgument, message));
        }
        let mut unmatched = Unmatched::default();
        let Some(within) = Within::parse(view, &self.root_fqn, &mut unmatched) else {
            return Ok(CouplingAnswer {
                not_found: unmatched.missing.pop(),
                ambiguous: unmatched.ambiguous.pop(),
                ..CouplingAnswer::default()
            });
        };
        let coupled = coupled(view, within, self.scope);
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT);
        let (shown, page) = cut(&coupled, self.offset, limit);
        Ok(CouplingAnswer {
            units: shown.to_vec(),
            page,
            ..CouplingAnswer::default()
        })
    }

    bounded!(limit, ["units"]);
}

/// Types of a unit, and those of them that are abstract.
#[derive(Clone, Default)]
struct Types {
    all: u32,
    abstract_ones: u32,
}

/// The units of `scope` within, those of most coupling first.
pub(crate) fn coupled(view: &View<'_>, within: Within<'_>, scope: Level) -> Arc<Vec<Coupled>> {
    let key = format!("coupled {scope:?} {within:?}");
    view.memo.recent(key, || measured(view, within, scope))
}

fn measured(view: &View<'_>, within: Within<'_>, scope: Level) -> Vec<Coupled> {
    let graph = view.graph;
    let mesh = Mesh {
        scope,
        kinds: Kinds::USES,
        external: false,
    };
    let units = mesh.units(view);
    let count = units.iter().max().map_or(0, |last| *last as usize + 1);
    let mut types: Vec<Option<Types>> = vec![None; count];
    let inside = within.filter(view);
    for id in graph.ids() {
        let row = graph.node(id);
        if row.file.is_some() && inside(id) {
            let all = u32::from(row.kind.is_type() && !row.flags.has(Flags::OUTLINE));
            let sum = types[units[id.index()] as usize].get_or_insert_default();
            sum.all += all;
            sum.abstract_ones += all * u32::from(is_abstract(row.kind, row.flags));
        }
    }
    // Edges come by source, so that the last source of a unit is all it takes to
    // count each once.
    let (mut users, mut using) = (vec![0; count], vec![0; count]);
    let mut last = vec![[None; 2]; count];
    for edge in graph.edges() {
        let [source, target] = [edge.source, edge.target].map(|end| units[end.index()] as usize);
        if Kinds::USES.has(edge.kind) && source != target {
            let is_new =
                |known: &mut Option<NodeId>| known.replace(edge.source) != Some(edge.source);
            using[source] += u32::from(is_new(&mut last[source][0]));
            users[target] += u32::from(is_new(&mut last[target][1]));
        }
    }
    let told = types.into_iter().enumerate().filter_map(|(unit, types)| {
        let types = types?;
        let (name, _) = mesh.name(view, unit as u32);
        Some(told(name, &types, users[unit], using[unit]))
    });
    let mut told: Vec<Coupled> = told.collect();
    told.arrange_by(|a, b| {
        let all = |coupled: &Coupled| coupled.afferent + coupled.efferent;
        all(b).cmp(&all(a)).then_with(|| a.fqn.cmp(&b.fqn))
    });
    told
}

const fn is_abstract(kind: Kind, flags: Flags) -> bool {
    matches!(kind, Kind::Interface | Kind::Trait) || flags.has(Flags::ABSTRACT)
}

fn told(fqn: String, types: &Types, afferent: u32, efferent: u32) -> Coupled {
    let share = |part: u32, all: u32| part as f32 / all.max(1) as f32;
    let instability = share(efferent, afferent + efferent);
    let abstractness = share(types.abstract_ones, types.all);
    Coupled {
        fqn,
        afferent,
        efferent,
        instability: decimal(instability),
        abstractness: decimal(abstractness),
        distance: decimal((abstractness + instability - 1.0).abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Built, Tree};

    fn built() -> Built {
        Tree::default()
            .text("hull/Cargo.toml", "[package]\nname = \"hull\"\n")
            .file("hull/a.rs", "trait T 1-3\nclass C 4-6\nfunction f 7-8")
            .text("yard/Cargo.toml", "[package]\nname = \"yard\"\n")
            .file("yard/b.rs", "function g 1-3\nfunction h 4-6")
            .call("yard/b.rs::g", "hull/a.rs::f", 1)
            .call("yard/b.rs::h", "hull/a.rs::f", 4)
            .call("yard/b.rs::h", "hull/a.rs::C", 5)
            .call("hull/a.rs::f", "yard/b.rs::g", 7)
            .build()
    }

    #[test]
    fn coupling_is_counted_as_martin_does() {
        let answer = Coupling::default().run(&built().view()).expect("an answer");
        let find = |fqn: &str| {
            answer
                .units
                .iter()
                .find(|unit| unit.fqn == fqn)
                .expect("there")
                .clone()
        };
        let hull = find("hull");
        assert_eq!((hull.afferent, hull.efferent), (2, 1));
        let near = |a: f64, b: f64| (a - b).abs() < 1e-3;
        assert!(
            near(hull.instability, 0.3333)
                && near(hull.abstractness, 0.5)
                && near(hull.distance, 0.1667),
            "{hull:?}"
        );
        let yard = find("yard");
        assert_eq!(
            (yard.afferent, yard.efferent, yard.abstractness),
            (1, 2, 0.0)
        );
        let files = Coupling {
            scope: Level::L2,
            ..Coupling::default()
        };
        assert_eq!(
            files.run(&built().view()).expect("an answer").units[0].fqn,
            "hull/a.rs"
        );
        let wrong = Coupling {
            scope: Level::L3,
            ..Coupling::default()
        };
        assert!(wrong.run(&built().view()).is_err());
    }
}
