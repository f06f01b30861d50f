//! `mix.exs` of Elixir. It is a program; only atoms and literals after known words are
//! taken.

use super::tokens::{Comments, Token, after, tokens};
use super::{Dependency, DependencyKind, Ecosystem, Manifest, ManifestData, Place};

pub(super) fn read(place: &Place<'_>, bytes: &[u8]) -> Result<Manifest, String> {
    let text = String::from_utf8_lossy(bytes);
    let tokens = tokens(&text, Comments::Hash);
    let name = after(&tokens, "app").find_map(|rest| atom(rest.strip_prefix(&[COLON])?));
    let mut manifest = place.manifest(Ecosystem::Hex, name, ManifestData::Plain);
    // What is needed is listed by a function of that name.
    let listed = ["def", "defp"].iter().flat_map(|word| after(&tokens, word));
    let listed = listed.filter(|rest| rest.first() == Some(&Token::Word("deps".to_owned())));
    for rest in listed {
        let end = rest
            .iter()
            .position(|token| *token == Token::Word("end".to_owned()));
        let body = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        let tuples = body.split(|token| *token == Token::Sign('{')).skip(1);
        manifest
            .dependencies
            .extend(tuples.filter_map(|tuple| need(place, tuple)));
    }
    Ok(manifest)
}

const COLON: Token = Token::Sign(':');

/// The atom that `tokens` begin with.
fn atom(tokens: &[Token]) -> Option<&str> {
    match tokens {
        [Token::Sign(':'), Token::Word(word), ..] => Some(word),
        _ => None,
    }
}

/// `{:name, "~> 1.0", only: :dev, path: "../name"}`, behind its brace.
fn need(place: &Place<'_>, tuple: &[Token]) -> Option<Dependency> {
    let name = atom(tuple)?;
    (tuple.get(2) == Some(&Token::Sign(','))).then_some(())?;
    let option = |key: &str| after(tuple, key).find_map(|rest| rest.strip_prefix(&[COLON]));
    let only: Vec<&str> = option("only").map(atoms).unwrap_or_default();
    let path = option("path").and_then(|rest| match rest.first() {
        Some(Token::Text(path)) => place.join(path),
        _ => None,
    });
    let beside = option("in_umbrella").and_then(|_| place.join(&format!("../{name}")));
    Some(Dependency {
        name: name.to_owned(),
        kind: match only.as_slice() {
            [] => DependencyKind::Runtime,
            only if only.contains(&"prod") => DependencyKind::Runtime,
            _ => DependencyKind::Development,
        },
        path: path.or(beside),
        ..Dependency::default()
    })
}

/// The atom or the atoms in brackets that `tokens` begin with.
fn atoms(tokens: &[Token]) -> Vec<&str> {
    if let Some(one) = atom(tokens) {
        return vec![one];
    }
    let list = tokens.strip_prefix(&[Token::Sign('[')]).unwrap_or_default();
    let end = list.iter().position(|token| *token == Token::Sign(']'));
    let list = list.get(..end.unwrap_or(0)).unwrap_or_default();
    let words = list.iter().filter_map(|token| match token {
        Token::Word(word) => Some(word.as_str()),
        _ => None,
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{dependencies, read as read_all, read_first};

    #[test]
    fn names_and_needs_of_projects_are_read() {
        let text = "defmodule Dock.MixProject do\n  use Mix.Project\n\n  def project do\n    [\n      app: :dock, # here\n      \
                    version: \"0.1.0\",\n      deps: deps()\n    ]\n  end\n\n  def application do\n    [mod: {Dock.Application, []}]\n  end\n\n  \
                    defp deps do\n    [\n      {:rope, \"~> 1.7\"},\n      {:knot, \">= 0.0.0\", only: [:dev, :test], runtime: false},\n      \
                    {:sea, path: \"../sea\"},\n      {:buoy, in_umbrella: true},\n      {:gull, \"1.0\", only: :prod}\n    ]\n  end\nend\n";
        let manifest = read_first(&[("apps/dock/mix.exs", text)]);
        assert_eq!(manifest.name.as_deref(), Some("dock"));
        assert_eq!(
            dependencies(&manifest),
            [
                "Runtime buoy@apps/buoy",
                "Runtime gull",
                "Development knot",
                "Runtime rope",
                "Runtime sea@apps/sea"
            ]
        );
    }

    #[test]
    fn anything_ends() {
        for text in ["", "app:", "defp deps do {:", "def deps {:a,", "app: :"] {
            read_all(&[("mix.exs", text)]);
        }
    }
}
