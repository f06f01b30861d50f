//! Filters in questions: names of kinds to kinds.

use crate::error::{Code, Result, WaymarkError};
use crate::extract::facts::Kind;
use crate::graph::Kinds;
use crate::link::evidence::EdgeKind;
use serde::{Deserialize, Serialize};

/// One string or several.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged, expecting = "a string or a list of strings")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub enum OneOrMany {
    /// One string.
    One(String),
    /// Several strings; an empty list is no filter.
    Many(Vec<String>),
}

impl Default for OneOrMany {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl OneOrMany {
    /// The strings.
    #[must_use]
    pub fn as_slice(&self) -> &[String] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Many(many) => many,
        }
    }
}

/// The set of edge kinds called `names`; every kind if there is no name.
///
/// # Errors
/// [`Code::InvalidArgument`] for a name that no edge kind has.
pub fn edge_kinds(names: &OneOrMany) -> Result<Kinds> {
    let names = names.as_slice();
    if names.is_empty() {
        return Ok(Kinds::ALL);
    }
    let parse = |name: &String| EdgeKind::parse(name).ok_or_else(|| unknown_edge_kind(name));
    names.iter().map(parse).collect()
}

fn unknown_edge_kind(name: &str) -> WaymarkError {
    let known: Vec<&str> = EdgeKind::all().map(EdgeKind::as_str).collect();
    let message = format!(
        "no edge kind is called `{name}`; there are {}",
        known.join(", ")
    );
    WaymarkError::new(Code::InvalidArgument, message)
}

/// The lowest confidence of edges that are asked for.
///
/// # Errors
/// [`Code::InvalidArgument`] for one that no edge may have.
pub fn confidence(least: f32) -> Result<f32> {
    match (0.0..=1.0).contains(&least) {
        true => Ok(least),
        false => {
            let message = format!("minConfidence is 0 to 1, not {least}");
            Err(WaymarkError::new(Code::InvalidArgument, message))
        }
    }
}

/// Which kinds of nodes are reported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntityTypes(Vec<EntityType>);

/// A family of kinds or one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EntityType {
    /// Every kind of type.
    Class,
    /// What can be called without an instance.
    Function,
    /// What is called on an instance or makes one.
    Method,
    One(Kind),
}

/// Names of families; every other name is that of one kind.
const FAMILIES: &[(&str, EntityType)] = &[
    ("class", EntityType::Class),
    ("function", EntityType::Function),
    ("method", EntityType::Method),
];

impl EntityTypes {
    /// The filter that `names` describe: `class` stands for every kind of type,
    /// `function` for functions, macros, decorators and tests, `method` for
    /// methods, constructors, destructors and operators, any other name for the
    /// kind that bears it. Without a name everything passes.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] for a name that no kind has.
    pub fn parse(names: &OneOrMany) -> Result<Self> {
        let parse = |name: &String| {
            let family = FAMILIES.iter().find(|(known, _)| known == name);
            let kind = || Kind::parse(name).filter(|&kind| kind != Kind::Extension);
            family
                .map(|&(_, family)| family)
                .or_else(|| kind().map(EntityType::One))
                .ok_or_else(|| {
                    let message = format!("no kind of node is called `{name}`");
                    WaymarkError::new(Code::InvalidArgument, message)
                })
        };
        names
            .as_slice()
            .iter()
            .map(parse)
            .collect::<Result<_>>()
            .map(Self)
    }

    /// Whether nodes of `kind` pass.
    #[must_use]
    pub fn admit(&self, kind: Kind) -> bool {
        self.0.is_empty() || self.0.iter().any(|family| family.has(kind))
    }
}

impl EntityType {
    fn has(self, kind: Kind) -> bool {
        let method = matches!(
            kind,
            Kind::Method | Kind::Constructor | Kind::Destructor | Kind::Operator
        );
        match self {
            Self::Class => kind.is_type(),
            Self::Function => kind.is_callable() && !method,
            Self::Method => method,
            Self::One(one) => one == kind,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn many(names: &[&str]) -> OneOrMany {
        OneOrMany::Many(names.iter().map(|&name| name.to_owned()).collect())
    }

    #[test]
    fn edge_kinds_are_read_by_name() {
        let kinds = edge_kinds(&many(&["invokes", "imports"])).expect("known");
        assert_eq!(
            kinds,
            [EdgeKind::Calls, EdgeKind::Imports].into_iter().collect()
        );
        assert_eq!(edge_kinds(&OneOrMany::default()), Ok(Kinds::ALL));
        let error = edge_kinds(&OneOrMany::One("cals".to_owned())).expect_err("unknown");
        assert_eq!(error.code, Code::InvalidArgument);
        assert!(error.message.contains("`cals`") && error.message.contains("calls"));
    }

    #[test]
    fn families_stand_for_their_kinds() {
        let admitted = |names: &[&str]| -> Vec<&str> {
            let types = EntityTypes::parse(&many(names)).expect("known");
            let kinds = [
                Kind::Module,
                Kind::Class,
                Kind::Trait,
                Kind::Function,
                Kind::Test,
                Kind::Constructor,
            ];
            let kinds = kinds.into_iter().filter(|&kind| types.admit(kind));
            kinds.map(Kind::as_str).collect()
        };
        assert_eq!(admitted(&["class"]), ["class", "trait"]);
        assert_eq!(admitted(&["function"]), ["function", "test"]);
        assert_eq!(admitted(&["method", "file"]), ["file", "constructor"]);
        assert_eq!(admitted(&[]).len(), 6);
        assert!(EntityTypes::parse(&many(&["klass"])).is_err());
        assert!(EntityTypes::parse(&many(&["extension"])).is_err());
    }

    #[test]
    fn a_filter_is_one_string_or_several() {
        let read = |json: &str| serde_json::from_str::<OneOrMany>(json).ok();
        assert_eq!(read("\"a\""), Some(OneOrMany::One("a".to_owned())));
        assert_eq!(read("[\"a\",\"b\"]"), Some(many(&["a", "b"])));
        assert_eq!(read("1"), None);
    }
}
