//! Lifting without a model: what a node does, from what its file says of it.
//!
//! A pure function of one node and what stands around and below it, so that it
//! is asked for one node at a time and nothing has to be kept.

use crate::corpus::{Corpus, File};
use crate::extract::facts::{Definition, Flags, Kind};
use crate::feature::critic::judge;
use crate::feature::lexicon::{
    instead_of, is_generic, is_link, special, spelled_out, verb, verb_of_agent,
};
use crate::feature::phrases::{Phrase, of_doc};
use crate::graph::{Graph, Kinds};
use crate::ids::NodeId;
use crate::tokens::Parts;

/// Words of a name around a node that are said with it.
const OUTER: usize = 3;
/// Bytes at the start of a file that may document it.
const HEAD: usize = 600;

/// The feature of `node`.
#[must_use]
pub fn lift(corpus: &Corpus, graph: &Graph, node: NodeId) -> String {
    let subject = Subject::of(corpus, graph, node);
    let ways: [fn(&Subject<'_>) -> Option<String>; 4] = [by_route, by_special, by_doc, by_name];
    let good = |phrase: &String| judge(phrase).is_ok();
    let found = ways.iter().find_map(|way| way(&subject).filter(good));
    found.unwrap_or_else(|| subject.noun_phrase(subject.verb_of_kind()))
}

/// What is known of a node.
struct Subject<'a> {
    graph: &'a Graph,
    node: NodeId,
    kind: Kind,
    name: &'a str,
    file: Option<&'a File>,
    definition: Option<&'a Definition>,
}

impl<'a> Subject<'a> {
    fn of(corpus: &'a Corpus, graph: &'a Graph, node: NodeId) -> Self {
        let row = graph.node(node);
        Self {
            graph,
            node,
            kind: row.kind,
            name: graph.name(node),
            file: row.file.and_then(|file| corpus.file(file)),
            definition: row.symbol.and_then(|symbol| corpus.definition(symbol)),
        }
    }

    fn has(&self, flag: Flags) -> bool {
        self.graph.node(self.node).flags.has(flag)
    }

    /// What is said of a thing of this kind.
    const fn verb_of_kind(&self) -> &'static str {
        match self.kind {
            Kind::Repository | Kind::Package | Kind::Directory | Kind::Namespace => "group",
            Kind::Module | Kind::Interface | Kind::Trait => "define",
            Kind::Enum | Kind::Union => "enumerate",
            Kind::TypeAlias => "name",
            Kind::Property | Kind::Field => "store",
            Kind::Constant | Kind::Variable => "hold",
            Kind::EnumMember => "denote",
            Kind::Section => "describe",
            Kind::Test => "verify",
            Kind::Method => "return",
            Kind::Function | Kind::Macro | Kind::Decorator | Kind::Operator => "compute",
            Kind::Constructor => "initialize",
            Kind::Destructor => "release",
            _ => "represent",
        }
    }

    /// `verb` and the words of the name, with those around where they say little.
    fn noun_phrase(&self, verb: &str) -> String {
        let mut phrase = Phrase::of(verb);
        let name = match self.kind {
            Kind::Module => stem(self.name),
            _ => self.name,
        };
        let mut own = words(name);
        if own.first().is_some_and(|first| first == verb) {
            own.remove(0);
        }
        let bare = own.iter().all(|word| is_generic(word));
        for word in &own {
            phrase.add(word);
        }
        if bare || own.len() == 1 && self.definition.is_some() {
            let around = self.outer();
            if phrase.len() > 1 && !around.is_empty() {
                phrase.add("of");
            }
            phrase.add(&around);
        }
        let text = phrase.finish();
        match judge(&text) {
            Ok(()) => text,
            Err(_) => format!("{verb} {}", self.kind_word()),
        }
    }

    /// What it is, in one word.
    const fn kind_word(&self) -> &'static str {
        match self.kind {
            Kind::Repository => "project sources",
            Kind::Package | Kind::Directory | Kind::Namespace => "related sources",
            Kind::Module => "source text",
            Kind::Section => "topic",
            _ if self.kind.is_type() => "data shape",
            _ if self.kind.is_callable() => "unnamed step",
            _ => "unnamed datum",
        }
    }

    /// The words of what is around it: of its type, else of its file, else of the
    /// nearest directory that says something.
    fn outer(&self) -> String {
        for outer in self.graph.ancestors(self.node) {
            let row = self.graph.node(outer);
            let name = self.graph.name(outer);
            let name = if row.kind == Kind::Module {
                stem(name)
            } else {
                name
            };
            let words = words(name);
            if row.kind != Kind::Repository && words.iter().any(|word| !is_generic(word)) {
                return words.into_iter().take(OUTER).collect::<Vec<_>>().join(" ");
            }
        }
        String::new()
    }

    /// The first name among those it calls that says a verb and an object.
    fn telling_callee(&self) -> Option<Vec<String>> {
        let calls = self.graph.out_edges(self.node).iter();
        let mut calls =
            calls.filter(|edge| Kinds::CALLS.has(edge.kind) && edge.target != self.node);
        calls.find_map(|edge| {
            let words = words(self.graph.name(edge.target));
            let says =
                words.len() > 1 && verb(&words[0]).is_some_and(|verb| instead_of(verb).is_none());
            says.then_some(words)
        })
    }
}

/// A handler says the method and path that it answers.
fn by_route(subject: &Subject<'_>) -> Option<String> {
    let facts = &subject.file?.facts;
    let decorators = &subject.definition?.decorators;
    decorators.iter().find_map(|decorator| {
        let path = decorator
            .arguments
            .split(['"', '\''])
            .find(|text| text.starts_with('/'))?;
        let name = facts.names().get(decorator.name);
        let method = name.rsplit(['.', ':']).next().unwrap_or(name);
        let mut phrase = Phrase::of("respond to");
        let methods = ["get", "post", "put", "patch", "delete", "head", "options"];
        let method = words(method)
            .into_iter()
            .find(|word| methods.contains(&word.as_str()));
        phrase.add(method.as_deref().unwrap_or("web"));
        phrase.add("request for");
        let segments = path
            .split('/')
            .filter(|part| !part.starts_with(['{', ':', '<', '[']));
        let named: Vec<String> = segments.flat_map(words).collect();
        phrase.add(&named.join(" "));
        if named.is_empty() {
            phrase.add("root path");
        }
        Some(phrase.finish())
    })
}

/// Names that mean the same in every program of their language.
fn by_special(subject: &Subject<'_>) -> Option<String> {
    if !subject.kind.is_callable() || subject.kind == Kind::Test {
        return None;
    }
    let pattern = match subject.kind {
        Kind::Constructor => "initialize _",
        Kind::Destructor => "release _",
        _ => special(subject.name)?,
    };
    let mut phrase = Phrase::default();
    for word in pattern.split(' ') {
        match word {
            "_" => phrase.add(&subject.outer()),
            word => phrase.add(word),
        }
    }
    Some(phrase.finish())
}

/// The first sentence of the documentation.
fn by_doc(subject: &Subject<'_>) -> Option<String> {
    let verb = match subject.kind {
        kind if kind.is_callable() => "return",
        _ => subject.verb_of_kind(),
    };
    match (subject.definition, subject.kind) {
        (Some(definition), _) if !definition.doc.is_empty() => {
            of_doc(beyond_name(&definition.doc, subject.name), verb)
        }
        (None, Kind::Module) => {
            let text = subject.file?.text.unpack().ok()?;
            of_doc(module_doc(&text)?.as_str(), verb)
        }
        _ => None,
    }
}

/// What `doc` says after the name that it begins with, as Go's does: `Close ends it`,
/// `Closer is what can be closed`.
fn beyond_name<'a>(doc: &'a str, name: &str) -> &'a str {
    let after = doc.trim_start().strip_prefix(name);
    let Some(rest) = after.filter(|rest| rest.starts_with(' ')) else {
        return doc;
    };
    let rest = rest.trim_start();
    let is = ["is ", "are "].iter().find_map(|is| rest.strip_prefix(is));
    is.unwrap_or(rest)
}

/// The documentation at the start of a file, in the languages that have one of
/// the file as a whole: Rust, Python and Go.
fn module_doc(text: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(text.get(..HEAD.min(text.len()))?);
    let first = head.trim_start();
    if let Some(doc) = first
        .strip_prefix("\"\"\"")
        .or_else(|| first.strip_prefix("'''"))
    {
        return Some(doc.split(['"', '\'']).next()?.to_owned());
    }
    if first.starts_with("//!") {
        let lines = first.lines().map_while(|line| line.strip_prefix("//!"));
        return Some(lines.collect::<Vec<_>>().join("\n"));
    }
    let doc = first.strip_prefix("// Package ")?;
    let (_, said) = doc.lines().next()?.split_once(' ')?;
    Some(said.to_owned())
}

/// The name, read by the kind of what bears it.
fn by_name(subject: &Subject<'_>) -> Option<String> {
    let words = words(match subject.kind {
        Kind::Module => stem(subject.name),
        _ => subject.name,
    });
    let test = subject.kind == Kind::Test || subject.has(Flags::TEST);
    match subject.kind {
        _ if test => test_phrase(subject, &words),
        kind if kind.is_callable() || subject.has(Flags::ACCESSOR) => call_phrase(subject, &words),
        kind if kind.is_type() => type_phrase(&words),
        _ => None,
    }
}

fn test_phrase(subject: &Subject<'_>, words: &[String]) -> Option<String> {
    let said = words
        .iter()
        .filter(|word| !matches!(word.as_str(), "test" | "should" | "it"));
    let said: Vec<&str> = said.map(String::as_str).collect();
    let mut phrase = Phrase::of("verify");
    if said.is_empty() {
        phrase.add(&subject.outer());
    }
    phrase.add(&said.join(" "));
    Some(phrase.finish())
}

/// `FileLoader` → `load file`; errors are signalled.
fn type_phrase(words: &[String]) -> Option<String> {
    let (last, rest) = words.split_last()?;
    if rest.is_empty() {
        return None;
    }
    let ends = |names: &[&str]| names.contains(&last.as_str());
    let (verb, object) = match verb_of_agent(last) {
        _ if ends(&["error", "exception", "fault", "failure", "panic"]) => ("signal", words),
        _ if ends(&["test", "tests", "spec"]) => ("verify", rest),
        _ if ends(&[
            "options",
            "settings",
            "configuration",
            "state",
            "parameters",
            "properties",
        ]) =>
        {
            ("hold", words)
        }
        Some(verb) => (instead_of(verb).unwrap_or(verb), rest),
        None => return None,
    };
    let mut phrase = Phrase::of(verb);
    object.iter().for_each(|word| phrase.add(word));
    Some(phrase.finish())
}

/// A verb of the name and the other words; by the first words where these tell
/// more than a verb would.
fn call_phrase(subject: &Subject<'_>, words: &[String]) -> Option<String> {
    let (first, rest) = words.split_first()?;
    let object = |rest: &[String]| match rest.is_empty() {
        true => subject.outer(),
        false => rest.join(" "),
    };
    let mut phrase = match first.as_str() {
        "is" | "has" | "can" | "should" | "needs" | "was" | "are" | "supports" | "contains" => {
            let mut phrase = Phrase::of("check whether");
            if first != "is" && first != "has" && first != "should" {
                phrase.add(first);
            }
            phrase
        }
        "to" | "as" | "into" => {
            let mut phrase = Phrase::of("convert");
            phrase.add(&subject.outer());
            phrase.add("to");
            phrase
        }
        "from" => Phrase::of("create value from"),
        "on" | "when" | "after" | "before" => {
            let mut phrase = Phrase::of("respond");
            phrase.add(if first == "on" || first == "when" {
                "to"
            } else {
                first
            });
            phrase
        }
        "with" => Phrase::of("configure"),
        "try" | "maybe" if rest.first().is_some_and(|word| verb(word).is_some()) => {
            return call_phrase(subject, rest);
        }
        _ => return verb_phrase(subject, words),
    };
    phrase.add(&object(rest));
    Some(phrase.finish())
}

fn verb_phrase(subject: &Subject<'_>, words: &[String]) -> Option<String> {
    // A prefix may come first, as in libraries of C: `uv_tcp_bind`.
    let is_verb = |word: &String| verb(word).is_some();
    let at = match words.first().is_some_and(is_verb) {
        true => 0,
        false => words
            .iter()
            .rposition(|word| is_verb(word) && !is_link(word))?,
    };
    let base = verb(words.get(at)?)?;
    let others: Vec<&str> = (words.iter().enumerate())
        .filter(|(place, word)| *place != at && !(at > 0 && *place == 0 && word.len() < 4))
        .map(|(_, word)| word.as_str())
        .collect();
    let vague = instead_of(base);
    if vague.is_some()
        && others.is_empty()
        && let Some(callee) = subject.telling_callee()
    {
        return verb_phrase(subject, &callee);
    }
    let mut phrase = Phrase::of(vague.unwrap_or(base));
    phrase.add(&others.join(" "));
    if others.iter().all(|word| is_generic(word)) {
        let around = subject.outer();
        if !others.is_empty() && !around.is_empty() {
            phrase.add("of");
        }
        phrase.add(&around);
    }
    Some(phrase.finish())
}

/// The words of a name in lower case, short forms spelled out.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut parts = Parts::default();
    parts.split(name);
    let spelled = parts.iter().flat_map(|part| spelled_out(part).split(' '));
    spelled.map(str::to_owned).collect()
}

/// A file's name without its extensions.
pub(crate) fn stem(name: &str) -> &str {
    match name.split_once('.') {
        Some(("", rest)) => rest,
        Some((stem, _)) => stem,
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_documentation_begins_with_is_no_part_of_it() {
        for (doc, rest) in [
            ("Match searches the tree.", "searches the tree."),
            ("Match is a searcher", "a searcher"),
            ("Matches searches", "Matches searches"),
            ("Match", "Match"),
            ("Searches the tree", "Searches the tree"),
        ] {
            assert_eq!(beyond_name(doc, "Match"), rest, "{doc}");
        }
    }
}
