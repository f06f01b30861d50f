//! The queries of every language, held against tree-sitter's own: its compiler
//! accepts each pattern, which proves that the grammar can produce it, and its
//! cursor finds what the engine finds.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tree_sitter::{QueryCursor, StreamingIterator};
use waymark_engine::extract::copy::Added;
use waymark_engine::extract::registry::{Claims, Source};
use waymark_engine::extract::rows::{Lines, Tree};
use waymark_engine::extract::{Compiled, Language};

/// A match: the pattern, and its captures by name and bytes.
type Match = (usize, Vec<(String, usize, usize)>);

#[test]
fn find_what_tree_sitter_finds() -> Result<(), String> {
    let languages = waymark_tests::languages()?;
    let mut compared = 0;
    for language in languages
        .iter()
        .filter(|language| !language.manifest.symbol.is_empty())
    {
        compared += compare(language, &files(&language.manifest.extensions))?;
    }
    assert!(compared > 10_000, "{compared} matches compared");
    Ok(())
}

#[test]
fn mistakes_of_a_manifest_have_places() -> Result<(), String> {
    let check = |text: &str, expected: &str| -> Result<(), String> {
        let mut languages = waymark_tests::languages()?;
        let source = Source {
            name: "toy",
            manifest: text,
            queries: ["(comment) @doc", "", "", "", "", "", ""],
        };
        let grammar = waymark_tests::grammar("json").ok_or("no grammar")?;
        let registered = languages.register(&source, Claims::default());
        let error = registered.and_then(|language| Compiled::new(&language, grammar));
        let message = error.err().ok_or("no mistake")?.message;
        let place = format!("toy: queries/toy/language.toml:{expected}");
        assert!(message.starts_with(&place), "{message}");
        Ok(())
    };
    check("name = 'toy'\nouter = [1,\n", "3:1: expected a value")?;
    check(
        "name = 'toy'\n\ncolour = 1\n",
        "3:1: there is no `colour`; there are",
    )?;
    check("name = 'toy'\n[docs]\nloose = 'x'\n", "3:1: docs: ")?;
    check("family = 'x'\n", "1:1: name is missing")?;
    check("family = 'x'\nname = 'other'\n", "2:1: is called `other`")?;
    check("name = 'toy'\nextends = 'x'\n", "2:1: extends a language")?;
    let types = "name = 'toy'\n[expressions]\nstring = { as = 'literal' }\n[types]\n";
    check(
        &format!("{types}kall = {{ as = 'name' }}\n"),
        "5:1: unknown node kind kall",
    )?;
    check(
        &format!("{types}pair = {{ as = 'nam' }}\n"),
        "5:1: unknown form nam",
    )?;
    check(
        &format!("{types}[names]\npair = 'x'\n"),
        "6:1: unknown field x",
    )?;
    Ok(())
}

fn compare(language: &Language, files: &[PathBuf]) -> Result<usize, String> {
    let name = &language.manifest.name;
    let grammar = waymark_tests::grammar(&language.manifest.grammar).ok_or("no grammar")?;
    let oracle = tree_sitter::Query::new(&grammar, &language.query)
        .map_err(|error| format!("{:?}: {}", language.locate(error.offset), error.message))?;
    let ours = Compiled::new(language, grammar.clone()).map_err(|error| error.to_string())?;
    let mut parser = tree_sitter::Parser::new();
    parser
        .set_language(&grammar)
        .map_err(|error| error.to_string())?;
    let mut compared = 0;
    for file in files {
        let source = std::fs::read(file).map_err(|error| error.to_string())?;
        let tree = parser.parse(&source, None).ok_or("no tree")?;
        // Inside an error the two may differ: a cursor that looks for siblings
        // in order meets them where the parser found no rule.
        if tree.root_node().has_error() {
            continue;
        }
        let theirs = by_tree_sitter(&oracle, &tree, &source);
        let rows = Tree::new(&ours, &tree, 1, &Lines::of(&source), &Added::default());
        let mut found = BTreeSet::new();
        let complete = ours.query.run(&rows, &source, &mut |pattern, captures| {
            let captures = captures.iter().map(|(capture, node)| {
                let name = ours.query.captures[usize::from(*capture)].to_string();
                (name, node.start_byte(), node.end_byte())
            });
            found.insert(sorted(pattern, captures));
        });
        assert!(complete, "{name}: {}", file.display());
        compared += found.len();
        for (side, one) in [
            ("only tree-sitter", theirs.difference(&found)),
            ("only here", found.difference(&theirs)),
        ] {
            if let Some((pattern, captures)) = one.into_iter().next() {
                let place = language.locate(oracle.start_byte_for_pattern(*pattern));
                return Err(format!(
                    "{side}: {place:?} in {}: {captures:?}",
                    file.display()
                ));
            }
        }
    }
    Ok(compared)
}

fn by_tree_sitter(
    query: &tree_sitter::Query,
    tree: &tree_sitter::Tree,
    source: &[u8],
) -> BTreeSet<Match> {
    let mut cursor = QueryCursor::new();
    let mut matches = cursor.matches(query, tree.root_node(), source);
    let mut found = BTreeSet::new();
    while let Some(one) = matches.next() {
        let captures = one.captures().iter().map(|capture| {
            let name = query.capture_names()[capture.index as usize].to_owned();
            (name, capture.node.start_byte(), capture.node.end_byte())
        });
        found.insert(sorted(one.pattern_index, captures));
    }
    found
}

fn sorted(pattern: usize, captures: impl Iterator<Item = (String, usize, usize)>) -> Match {
    let mut captures: Vec<_> = captures.collect();
    captures.sort();
    (pattern, captures)
}

/// The files with one of `extensions` in this repository, or in `WAYMARK_QUERY_TREE`.
fn files(extensions: &[String]) -> Vec<PathBuf> {
    let root = std::env::var_os("WAYMARK_QUERY_TREE").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join(".."),
        PathBuf::from,
    );
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() {
                let skipped = name.starts_with('.')
                    || ["node_modules", "target", "build", "dist"].contains(&&*name);
                if !skipped {
                    open.push(path);
                }
            } else if path
                .extension()
                .is_some_and(|e| extensions.iter().any(|known| e == &**known))
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
