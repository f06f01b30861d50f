//! `*.gemspec` and `Gemfile` of Ruby. They are programs; only literals after known words
//! are taken.

use super::tokens::{Comments, Token, text_after, tokens};
use super::{Dependency, DependencyKind, Ecosystem, Manifest, ManifestData, Place};

/// The calls that declare what is needed, and when.
const NEEDS: &[(&str, DependencyKind)] = &[
    ("add_dependency", DependencyKind::Runtime),
    ("add_runtime_dependency", DependencyKind::Runtime),
    ("add_development_dependency", DependencyKind::Development),
    ("gem", DependencyKind::Runtime),
];

/// Whether a file of this name tells of a gem.
pub(super) fn is_spec_name(name: &str) -> bool {
    name.strip_suffix(".gemspec")
        .is_some_and(|stem| !stem.is_empty())
}

pub(super) fn read(place: &Place<'_>, bytes: &[u8]) -> Result<Manifest, String> {
    let text = String::from_utf8_lossy(bytes);
    let tokens = tokens(&text, Comments::Hash);
    let said = |wanted: &'static str| {
        let places = tokens.iter().enumerate();
        places.filter_map(move |(at, token)| match token {
            Token::Word(word) if word.rsplit('.').next() == Some(wanted) => {
                Some((at, word.as_str()))
            }
            _ => None,
        })
    };
    let literal = |at: usize, opening: &[char]| {
        let rest = tokens.get(at + 1..)?;
        text_after(rest, opening).filter(|text| !text.contains("#{"))
    };
    let name = said("name")
        .filter(|(_, word)| word.contains('.'))
        .find_map(|(at, _)| literal(at, &['=']));
    let mut manifest = place.manifest(Ecosystem::RubyGems, name, ManifestData::Plain);
    for &(call, kind) in NEEDS {
        let needed = said(call).filter_map(|(at, _)| literal(at, &['(']));
        manifest.dependencies.extend(needed.map(|name| Dependency {
            name: name.to_owned(),
            kind,
            ..Dependency::default()
        }));
    }
    Ok(manifest)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{dependencies, read_first};

    #[test]
    fn names_and_needs_of_gems_are_read() {
        let text = "Gem::Specification.new do |s|\n  s.name = \"hoist\" # the crane\n  \
                    s.version = Hoist::VERSION\n  s.add_dependency \"rope\", \">= 1\"\n  \
                    s.add_development_dependency('knot')\n  s.add_dependency \"x#{1}\"\nend\n";
        let manifest = read_first(&[("hoist/hoist.gemspec", text)]);
        assert_eq!(manifest.name.as_deref(), Some("hoist"));
        assert_eq!(
            dependencies(&manifest),
            ["Development knot", "Runtime rope"]
        );
        let manifest = read_first(&[("Gemfile", "source 'there'\ngem 'rope'\n# gem 'knot'\n")]);
        assert_eq!(manifest.name, None);
        assert_eq!(dependencies(&manifest), ["Runtime rope"]);
    }
}
