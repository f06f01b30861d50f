//! Queries and what they should find, from a clone.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use waymark_engine::extract::facts::Definition;
use waymark_engine::graph::Node;
use waymark_engine::ids::{FileId, NodeId};
use waymark_engine::index::Index;
use waymark_engine::tier::Tier;

/// Queries of a set that are taken of one clone, evenly spread.
const MOST: usize = 150;
const MOST_COMMITS: usize = 30;
/// Fewest words of a documentation sentence or a subject.
const FEWEST_WORDS: usize = 4;
/// Most files of a commit.
const MOST_FILES: usize = 4;

/// A tree to index.
pub enum Tree {
    /// As an archive.
    Tar(Vec<u8>),
    /// As files.
    Files(Vec<(String, Vec<u8>)>),
}

/// A query and the nodes or files it should find.
pub struct Query {
    pub text: String,
    /// Paths and names: the name is empty where the file is meant.
    pub gold: BTreeSet<(String, String, u32)>,
}

/// A commit that changes few files.
pub struct Commit {
    pub id: String,
    subject: String,
    /// What it says below the subject.
    body: String,
    files: Vec<String>,
}

/// The tree of the newest commit.
pub fn head(clone: &Path) -> std::io::Result<Tree> {
    tree(clone, "HEAD")
}

/// The tree of `commit`.
pub fn tree(clone: &Path, commit: &str) -> std::io::Result<Tree> {
    git(clone, &["archive", "--format=tar", commit]).map(Tree::Tar)
}

/// First sentences of the documentation of functions.
pub fn phrases(index: &Index) -> Vec<Query> {
    let mut golds: BTreeMap<String, BTreeSet<(String, String, u32)>> = BTreeMap::new();
    for (id, node, definition) in definitions(index) {
        let sentence = first_sentence(&definition.doc);
        if node.kind.is_callable() && is_sentence(&sentence) {
            golds.entry(sentence).or_default().insert(place(index, id));
        }
    }
    let queries = golds.into_iter().filter(|(_, gold)| gold.len() <= 3);
    spread(
        queries.map(|(text, gold)| Query { text, gold }).collect(),
        MOST,
    )
}

/// Names of functions and types; every definition of the name will do.
pub fn names(index: &Index) -> Vec<Query> {
    let mut golds: BTreeMap<String, BTreeSet<(String, String, u32)>> = BTreeMap::new();
    let all = index.view().graph;
    for id in all.ids().filter(|&id| all.node(id).symbol.is_some()) {
        let name = all.name(id).to_owned();
        golds.entry(name).or_default().insert(place(index, id));
    }
    let wanted: BTreeSet<&str> = definitions(index)
        .filter(|(_, node, _)| node.kind.is_callable() || node.kind.is_type())
        .map(|(id, ..)| all.name(id))
        .filter(|name| name.len() > 2)
        .collect();
    let queries = golds
        .into_iter()
        .filter(|(name, _)| wanted.contains(name.as_str()));
    spread(
        queries.map(|(text, gold)| Query { text, gold }).collect(),
        MOST,
    )
}

/// Qualified names that one symbol alone bears, with the separator of its language and
/// with dots; that symbol is wanted.
pub fn qualified(index: &Index) -> Vec<Query> {
    let graph = index.view().graph;
    let mut golds: BTreeMap<String, Vec<NodeId>> = BTreeMap::new();
    for id in graph.ids() {
        let around = graph.ancestors(id);
        let around = around.filter(|&outer| graph.node(outer).symbol.is_some());
        let mut names: Vec<&str> = std::iter::once(id)
            .chain(around)
            .map(|at| graph.name(at))
            .collect();
        names.reverse();
        if names.len() > 1 {
            golds.entry(names.join("::")).or_default().push(id);
        }
    }
    let alone = golds.into_iter().filter(|(_, gold)| gold.len() == 1);
    let alone: Vec<(String, NodeId)> = alone.map(|(name, gold)| (name, gold[0])).collect();
    let queries = spread(alone, MOST).into_iter().flat_map(|(name, id)| {
        let node = graph.node(id);
        let own = match graph.text(node.language) {
            "rust" | "cpp" | "php" => name.clone(),
            "ruby" => match name.rsplit_once("::").filter(|_| node.kind.is_callable()) {
                Some((outer, own)) => format!("{outer}#{own}"),
                None => name.clone(),
            },
            _ => name.replace("::", "."),
        };
        [own, name.replace("::", ".")].map(|text| Query {
            text,
            gold: BTreeSet::from([place(index, id)]),
        })
    });
    queries.collect()
}

/// Paths of files; the file is wanted.
pub fn paths(index: &Index) -> Vec<Query> {
    let view = index.view();
    let files = (view.corpus.files().iter().enumerate()).map(|(at, file)| Query {
        text: file.path.clone(),
        gold: BTreeSet::from([place(index, view.graph.file_node(FileId::at(at)))]),
    });
    spread(files.collect(), MOST)
}

/// What is reported of a method by its name (`Type.method`), in the words of a sentence
/// about something else; the method is wanted.
pub fn reports(index: &Index, phrases: &[Query]) -> Vec<Query> {
    let graph = index.view().graph;
    let mut golds: BTreeMap<String, BTreeSet<(String, String, u32)>> = BTreeMap::new();
    for (id, node, _) in definitions(index) {
        let outer = graph
            .parent(id)
            .filter(|&outer| graph.node(outer).kind.is_type());
        if let Some(outer) = outer.filter(|_| node.kind.is_callable()) {
            let name = format!("{}.{}", graph.name(outer), graph.name(id));
            golds.entry(name).or_default().insert(place(index, id));
        }
    }
    let golds = golds.into_iter().filter(|(_, gold)| gold.len() <= 3);
    let said = phrases.iter().rev().cycle();
    let queries = spread(golds.collect(), MOST).into_iter().zip(said);
    let queries = queries.map(|((name, gold), said)| Query {
        text: format!("{name}: {}", said.text),
        gold,
    });
    queries.collect()
}

/// Commits that change few source files, evenly spread over the newest thousand.
pub fn commits(clone: &Path) -> std::io::Result<Vec<Commit>> {
    let log = git(
        clone,
        &[
            "log",
            "--no-merges",
            "--no-renames",
            "-n",
            "1000",
            "--format=%x00%H%x09%s%x09%b%x01",
            "--name-status",
        ],
    )?;
    let log = String::from_utf8_lossy(&log);
    let commits = log.split('\0').filter_map(|entry| {
        let (head, changes) = entry.split_once('\x01')?;
        let (id, message) = head.split_once('\t')?;
        let (subject, body) = message.split_once('\t')?;
        let rows: Vec<(&str, &str)> = changes
            .lines()
            .filter_map(|row| row.split_once('\t'))
            .collect();
        let files: Vec<String> = rows
            .iter()
            .filter(|(status, _)| *status == "M")
            .map(|(_, path)| (*path).to_owned())
            .collect();
        let subject = subject.split(" (#").next().unwrap_or(subject).to_owned();
        Some(Commit {
            id: id.to_owned(),
            subject,
            body: said(body),
            files,
        })
    });
    let is_source = |path: &String| {
        let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
        let known =
            ["py", "rs", "go", "java", "ts", "tsx", "js", "jsx", "mjs"].contains(&extension);
        known && !path.to_lowercase().contains("test") && !path.contains("spec")
    };
    let commits = commits.filter_map(|mut commit| {
        commit.files.retain(is_source);
        let few = (1..=MOST_FILES).contains(&commit.files.len());
        (few && is_sentence(&commit.subject)).then_some(commit)
    });
    Ok(spread(commits.collect(), MOST_COMMITS))
}

impl Commit {
    /// Its subject as a query, if its files are in the index of the parent.
    pub fn query(&self, parent: &Index) -> Option<Query> {
        let known = |path: &&String| parent.view().corpus.find(path).is_some();
        let gold: BTreeSet<_> = (self.files.iter().filter(known))
            .map(|path| (path.clone(), String::new(), 0))
            .collect();
        (gold.len() == self.files.len()).then(|| Query {
            text: self.subject.clone(),
            gold,
        })
    }

    /// The whole message as a query, where there is more of it than the subject.
    pub fn message(&self, query: &Query) -> Option<Query> {
        (!self.body.is_empty()).then(|| Query {
            text: format!("{}\n{}", self.subject, self.body),
            gold: query.gold.clone(),
        })
    }
}

/// The body of a message without its trailers.
fn said(body: &str) -> String {
    let is_trailer = |line: &str| {
        let word = line.split_once(": ").map_or("", |(word, _)| word);
        word.contains('-') && !word.contains(' ') || line.starts_with("PR-URL")
    };
    let lines = body.lines().filter(|line| !is_trailer(line));
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// The path, name and first line of a node.
pub fn place(index: &Index, id: NodeId) -> (String, String, u32) {
    let graph = index.view().graph;
    let node = graph.node(id);
    (
        graph.path(id).to_owned(),
        graph.name(id).to_owned(),
        node.name_line,
    )
}

/// The definitions of the product.
fn definitions(index: &Index) -> impl Iterator<Item = (NodeId, &Node, &Definition)> {
    let view = index.view();
    view.graph.ids().filter_map(move |id| {
        let node = view.graph.node(id);
        let definition = view.corpus.definition(node.symbol?)?;
        let tier = view.lexical.tiers().get(id.index())?;
        (*tier == Tier::Product).then_some((id, node, definition))
    })
}

fn first_sentence(doc: &str) -> String {
    let paragraph = doc.trim().split("\n\n").next().unwrap_or_default();
    let text = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = text.find(". ").map_or(text.len(), |at| at + 1);
    text.get(..end).unwrap_or_default().to_owned()
}

fn is_sentence(text: &str) -> bool {
    text.split_whitespace().count() >= FEWEST_WORDS
        && !text.contains("@")
        && !text.starts_with(['{', '<', ':'])
}

fn spread<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let step = all.len().div_ceil(most).max(1);
    all.into_iter().step_by(step).collect()
}

fn git(clone: &Path, arguments: &[&str]) -> std::io::Result<Vec<u8>> {
    Command::new("git")
        .arg("-C")
        .arg(clone)
        .args(arguments)
        .output()
        .map(|output| output.stdout)
}
