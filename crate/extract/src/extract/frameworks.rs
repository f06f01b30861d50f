//! Rules about frameworks, as data: `queries/frameworks/*.toml`, which its
//! `README.md` describes.

use crate::error::{Code, Result, WaymarkError};
use crate::fields::{self, Field, word};
use crate::source::toml;
use serde_json::Value;
use std::sync::OnceLock;

/// What is known of one framework, or of one family of clients.
#[derive(Clone, Debug, Default)]
pub struct Framework {
    /// Its name.
    pub name: String,
    /// Languages that it is used in.
    pub languages: Vec<String>,
    /// Modules by the import of which a file is known to use it.
    pub imports: Vec<String>,
    /// Paths of files that use it without saying so, `*` for any text.
    pub files: Vec<String>,
    /// Names that its routers have in files that import nothing of it.
    pub receivers: Vec<String>,
    /// Calls.
    pub calls: Vec<Rule>,
    /// Decorators, attributes and annotations.
    pub decorators: Vec<Rule>,
    /// Marks of definitions.
    pub tags: Vec<Tag>,
    /// Files whose path is a route.
    pub paths: Vec<PathRule>,
    /// Files below whose path all is that they register, where nothing puts them
    /// elsewhere: what the path is like, and the path.
    pub roots: Vec<(String, String)>,
    /// What resources stand for: a verb, what follows the path, and the method.
    pub resources: Vec<(String, String, String)>,
    /// Supertypes outside the tree, and the methods of resources that a type has from
    /// them, `*` for all; from others it may have any.
    pub inherited: Vec<(String, String)>,
}

crate::fields!(Framework {
    name,
    languages,
    imports,
    files,
    receivers,
    calls,
    decorators,
    tags,
    paths,
    roots,
    resources,
    inherited,
});

/// What a call or decorator says.
#[derive(Clone, Debug, Default)]
pub struct Rule {
    /// Names, without a receiver.
    pub names: Vec<String>,
    /// Names that the receiver may have; any where there is none, and `.` for none.
    pub on: Vec<String>,
    /// What may have made what it is called on, beside the names in `on`.
    pub made: Vec<String>,
    /// What it does.
    pub role: Role,
    /// The verb: as written, else what an argument says, else by the name.
    pub verb: String,
    /// Where the verbs are: a position or a name.
    pub verbs: Vec<String>,
    /// Where the path is.
    pub path: Vec<String>,
    /// Where the handler or what is mounted is.
    pub handler: Vec<String>,
    /// Files that what is mounted means by a name, `*` for the name.
    pub modules: Vec<String>,
    /// Where the names of templates are that are written out here.
    pub templates: Vec<String>,
    /// Whether a path that it says stands for the one that was said in the making.
    pub replaces: bool,
    /// Whether the methods of a type that are called like verbs are the handlers.
    pub members: bool,
}

crate::fields!(Rule {
    names,
    on,
    made,
    role,
    verb,
    verbs,
    path,
    handler,
    modules,
    templates,
    replaces,
    members
});

/// What a call does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// Registers a handler.
    #[default]
    Route,
    /// Puts what it is given, or what is written in it, below a path.
    Mount,
    /// Makes a router whose routes begin with a path, or says the path for what is
    /// called on the result.
    Prefix,
    /// Registers a handler for each of several usual requests.
    Resources,
    /// Gives a name to what is written in it, which is written out elsewhere.
    Template,
    /// Asks a server.
    Client,
}

const ROLES: [(Role, &[&str]); 6] = [
    (Role::Route, &["route"]),
    (Role::Mount, &["mount"]),
    (Role::Prefix, &["prefix"]),
    (Role::Resources, &["resources"]),
    (Role::Template, &["template"]),
    (Role::Client, &["client"]),
];

impl Field for Role {
    fn read(value: &Value) -> std::result::Result<Self, String> {
        let row = word(&ROLES.map(|(_, names)| names), value)?;
        Ok(ROLES.get(row).map(|row| row.0).unwrap_or_default())
    }
}

/// A mark of definitions. What is not empty must fit.
#[derive(Clone, Debug, Default)]
pub struct Tag {
    /// The tag.
    pub tag: String,
    /// Decorators that it has one of.
    pub decorators: Vec<String>,
    /// Supertypes that it has one of, `*` for any text.
    pub bases: Vec<String>,
    /// Names that it may have, `*` for any text.
    pub names: Vec<String>,
    /// Kinds that it may be of.
    pub kinds: Vec<String>,
    /// Paths that its file may have.
    pub files: Vec<String>,
    /// Functions it must call one of.
    pub calls: Vec<String>,
    /// Names that its members must have, each with how many at least.
    pub members: Vec<String>,
    /// More that must hold, by name.
    pub needs: Vec<String>,
}

crate::fields!(Tag {
    tag,
    decorators,
    bases,
    names,
    kinds,
    files,
    calls,
    members,
    needs
});

/// Files whose path is a route.
#[derive(Clone, Debug, Default)]
pub struct PathRule {
    /// What the path of the file is like: `*` for any text.
    pub file: String,
    /// Folder behind which the route begins.
    pub below: String,
    /// The verb; where empty, each function that is called like a verb is a handler.
    pub verb: String,
    /// Whether the name of the file is part of the route.
    pub named: bool,
}

crate::fields!(PathRule {
    file,
    below,
    verb,
    named
});

include!(concat!(env!("OUT_DIR"), "/frameworks.rs"));

/// The rules that are shipped, read when they are first asked for.
#[must_use]
pub fn builtin() -> &'static [Framework] {
    static RULES: OnceLock<Vec<Framework>> = OnceLock::new();
    RULES.get_or_init(|| {
        let parsed = BUILTIN.iter().map(|(file, text)| parse(file, text));
        // A test holds that none is wrong.
        parsed.filter_map(Result::ok).collect()
    })
}

/// Reads the rules of one framework.
///
/// # Errors
/// [`Code::InvalidArgument`] with what is wrong.
pub fn parse(file: &str, text: &str) -> Result<Framework> {
    let fault =
        |mistake: toml::Mistake| WaymarkError::new(Code::InvalidArgument, mistake.in_file(file));
    let framework: Framework = toml::typed(text, &fields::nested).map_err(fault)?;
    match framework.name.is_empty() {
        true => Err(fault(toml::Mistake::whole("name is missing"))),
        false => Ok(framework),
    }
}

/// Whether `text` is like `pattern`, in which `*` stands for any text, `?` for one
/// character and `[A-Z]` for a capital.
#[must_use]
pub fn like(pattern: &str, text: &str) -> bool {
    let (mut pattern, mut text) = (pattern, text);
    // Where to go on if what follows the last `*` does not fit.
    let mut again: Option<(&str, &str)> = None;
    loop {
        if let Some(rest) = pattern.strip_prefix('*') {
            pattern = rest;
            again = Some((rest, text));
            continue;
        }
        let mut chars = text.chars();
        let (rest, fits) = match (pattern.strip_prefix("[A-Z]"), chars.next()) {
            (_, None) if pattern.is_empty() => return true,
            (Some(rest), Some(c)) => (rest, c.is_uppercase()),
            (None, Some(c)) => {
                let mut wanted = pattern.chars();
                let one = wanted.next();
                (
                    wanted.as_str(),
                    one.is_some_and(|one| one == '?' || one == c),
                )
            }
            (_, None) => ("", false),
        };
        if fits {
            (pattern, text) = (rest, chars.as_str());
            continue;
        }
        let Some((after, from)) = again else {
            return false;
        };
        let mut chars = from.chars();
        if chars.next().is_none() {
            return false;
        }
        again = Some((after, chars.as_str()));
        (pattern, text) = (after, chars.as_str());
    }
}

impl Framework {
    /// Whether files of `language` may use it.
    #[must_use]
    pub fn is_for(&self, language: &str) -> bool {
        self.languages
            .iter()
            .any(|known| known == language || known == "*")
    }

    /// Whether the import of `source` says that it is used.
    #[must_use]
    pub fn imported_by(&self, source: &str) -> bool {
        self.imports.iter().any(|known| {
            let rest = source.strip_prefix(known.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '.', ':', '\\']))
        })
    }

    /// Whether it says anything of requests.
    #[must_use]
    pub fn has_routes(&self) -> bool {
        !self.calls.is_empty() || !self.decorators.is_empty() || !self.paths.is_empty()
    }

    /// Whether files at `path` use it.
    #[must_use]
    pub fn has_file(&self, path: &str) -> bool {
        self.files.iter().any(|pattern| like(pattern, path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_rule_is_read() {
        for (file, text) in BUILTIN {
            let framework = parse(file, text).expect(file);
            assert_eq!(format!("{}.toml", framework.name), *file);
            assert!(!framework.languages.is_empty(), "{file}");
        }
        assert_eq!(builtin().len(), BUILTIN.len());
    }

    #[test]
    fn a_mistake_is_told() {
        let said = |text| parse("x.toml", text).expect_err(text).message;
        assert_eq!(said("languages = []"), "x.toml:1:1: name is missing");
        assert!(said("name = 'x'\n[[calls]]\nrole = 'y'").contains("route, mount"));
    }

    #[test]
    fn patterns_stand_for_any_text() {
        for (pattern, text, fits) in [
            ("a", "a", true),
            ("a", "ab", false),
            ("*b", "ab", true),
            ("a*", "ab", true),
            ("a*c", "abc", true),
            ("*/pages/*.tsx", "src/pages/x.tsx", true),
            ("*/pages/*.tsx", "src/page/x.tsx", false),
            ("*", "", true),
            ("ab*b", "ab", false),
            ("a?c", "abc", true),
            ("use[A-Z]*", "useState", true),
            ("use[A-Z]*", "user", false),
            ("*.?s", "a.b.ts", true),
        ] {
            assert_eq!(like(pattern, text), fits, "{pattern} {text}");
        }
    }
}
