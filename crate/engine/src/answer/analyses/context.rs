//! What an agent should know of a tree before it asks, in few words.

use crate::answer::analyses::coupling::coupled;
use crate::answer::memo::Order;
use crate::answer::names::Unmatched;
use crate::answer::ops::Operation;
use crate::answer::page::tally;
use crate::answer::params::{params, words};
use crate::answer::tags::{PATTERN, Tagger};
use crate::answer::tools::complexity_report::Metric;
use crate::answer::tools::measure::Sums;
use crate::answer::tools::scope::{Level, Within};
use crate::answer::view::View;
use crate::error::Result;
use crate::ids::{FileId, NodeId};
use crate::sort::Arrange;
use crate::tier::Tier;
use serde::Serialize;
use serde_json::{Value, json};

params! {
    /// What an agent should know of a tree.
    pub struct Context {
        /// `markdown` (about 300 tokens), `compact` (about 150) or `json` (about 400).
        pub format: ContextFormat = ContextFormat::default(),
    }
}

words! {
    /// How the context is written.
    pub enum ContextFormat {
        /// Headings and lists.
        #[default]
        Markdown = "markdown",
        /// A few lines.
        Compact = "compact",
        /// An object.
        Json = "json",
    }
}

/// What an agent should know of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ContextText {
    /// The text; empty for an empty tree.
    pub text: String,
}

impl Operation for Context {
    const NAME: &'static str = "context";
    const DOC: &'static str =
        "What to know of a tree before asking: packages, complexity, coupling, patterns.";
    type Answer = ContextText;

    fn run(&self, view: &View<'_>) -> Result<ContextText> {
        let text = view.memo.contexts[self.format as usize].get_or_init(|| self.text(view));
        Ok(ContextText { text: text.clone() })
    }
}

impl Context {
    fn text(&self, view: &View<'_>) -> String {
        match (Facts::of(view, self.format), self.format) {
            (None, _) => String::new(),
            (Some(facts), ContextFormat::Markdown) => facts.markdown(),
            (Some(facts), ContextFormat::Compact) => facts.compact(),
            (Some(facts), ContextFormat::Json) => facts.json().to_string(),
        }
    }
}

/// How many of each are told, and how many characters a name may have: a text
/// keeps its size whatever the tree.
struct Room {
    packages: usize,
    patterns: usize,
    symbols: usize,
    name: usize,
}

impl ContextFormat {
    const fn room(self) -> Room {
        match self {
            Self::Markdown => Room {
                packages: 6,
                patterns: 6,
                symbols: 4,
                name: 60,
            },
            Self::Compact => Room {
                packages: 4,
                patterns: 4,
                symbols: 3,
                name: 40,
            },
            Self::Json => Room {
                packages: 6,
                patterns: 6,
                symbols: 4,
                name: 60,
            },
        }
    }
}

/// What is told.
struct Facts {
    files: u32,
    symbols: u32,
    lines: u32,
    language: String,
    /// Name, files and lines of the largest packages.
    packages: Vec<(String, u32, u32)>,
    more_packages: usize,
    /// Name and cyclomatic complexity.
    complex: Vec<(String, u32)>,
    /// Name, afferent and efferent coupling of files.
    coupled: Vec<(String, u32, u32)>,
    key: Vec<String>,
    /// Tags that start with `pattern-`, with their counts.
    patterns: Vec<(String, u32)>,
}

impl Facts {
    fn of(view: &View<'_>, format: ContextFormat) -> Option<Self> {
        let room = format.room();
        let short = |name: &str| shortened(name, room.name);
        let mut packages = vec![Sums::default(); view.packages.list().len().max(1)];
        for (at, own) in view.memo.sums(view).iter().enumerate() {
            if let Some(sums) = packages.get_mut(view.packages.of_file(FileId::at(at))) {
                sums.add(own);
            }
        }
        let mut all = Sums::default();
        packages.iter().for_each(|sums| all.add(sums));
        if all.symbols == 0 {
            return None;
        }
        let mut largest: Vec<(usize, &Sums)> = packages
            .iter()
            .enumerate()
            .filter(|(_, sums)| sums.files > 0)
            .collect();
        largest.arrange_by_key(|(_, sums)| std::cmp::Reverse(sums.loc));
        let named = largest.iter().take(room.packages).map(|(at, sums)| {
            let name = view
                .packages
                .list()
                .get(*at)
                .map_or(".", |package| &package.name);
            (short(name), sums.files, sums.loc)
        });
        let product = |node: &NodeId| {
            let file = view
                .graph
                .node(*node)
                .file
                .and_then(|file| view.corpus.file(file));
            file.is_some_and(|file| file.tier == Tier::Product)
        };
        let symbols = || {
            view.graph
                .ids()
                .filter(|&node| view.graph.node(node).symbol.is_some())
                .filter(product)
        };
        let name = |node: NodeId| short(&view.graph.fqn(node));
        let measured = symbols().filter(|&node| view.graph.node(node).kind.is_callable());
        let measured = measured.filter_map(|node| Some((Metric::Cyclomatic.of(view, node)?, node)));
        let complex = top(measured.collect(), room.symbols);
        let key = view.memo.symbols(view, Order::Rank).iter();
        let key = key.filter(|node| product(node)).take(room.symbols);
        let whole = Within::parse(view, "", &mut Unmatched::default())?;
        let coupled = coupled(view, whole, Level::L2);
        let coupled = coupled.iter();
        let coupled = coupled
            .filter(|unit| unit.afferent + unit.efferent > 0)
            .take(room.symbols);
        Some(Self {
            files: all.files,
            symbols: all.symbols,
            lines: all.loc,
            language: all.language().unwrap_or_else(|| "none".to_owned()),
            more_packages: largest.len().saturating_sub(room.packages),
            packages: named.collect(),
            complex: complex
                .into_iter()
                .map(|(value, node)| (name(node), value))
                .collect(),
            coupled: coupled
                .map(|unit| (short(&unit.fqn), unit.afferent, unit.efferent))
                .collect(),
            key: key.map(|&node| name(node)).collect(),
            patterns: patterns(view, room.patterns),
        })
    }

    fn markdown(&self) -> String {
        let mut text = format!(
            "## Codebase\n{} files, {} symbols, {} lines, mostly {}.\n",
            self.files, self.symbols, self.lines, self.language
        );
        let mut section = |title: &str, lines: Vec<String>| {
            if !lines.is_empty() {
                text += &format!("\n### {title}\n{}\n", lines.join("\n"));
            }
        };
        let mut packages: Vec<String> = self
            .packages
            .iter()
            .map(|(name, files, lines)| format!("- {name}: {files} files, {lines} lines"))
            .collect();
        packages
            .extend((self.more_packages > 0).then(|| format!("- and {} more", self.more_packages)));
        section("Packages", packages);
        section(
            "Most used",
            self.key.iter().map(|name| format!("- {name}")).collect(),
        );
        section(
            "Most complex",
            self.complex
                .iter()
                .map(|(name, value)| format!("- {name}: {value}"))
                .collect(),
        );
        let coupled = self
            .coupled
            .iter()
            .map(|(name, into, out)| format!("- {name}: used by {into}, uses {out}"));
        section("Most coupled", coupled.collect());
        section(
            "Patterns",
            self.patterns
                .iter()
                .map(|(name, count)| format!("- {name}: {count}"))
                .collect(),
        );
        text
    }

    fn compact(&self) -> String {
        let list = |items: Vec<String>| items.join(", ");
        let mut text = format!(
            "{} files, {} symbols, {} lines, {}\n",
            self.files, self.symbols, self.lines, self.language
        );
        let mut line = |title: &str, items: Vec<String>| {
            if !items.is_empty() {
                text += &format!("{title}: {}\n", list(items));
            }
        };
        let more = (self.more_packages > 0).then(|| format!("+{}", self.more_packages));
        line(
            "packages",
            self.packages
                .iter()
                .map(|(name, files, _)| format!("{name} ({files})"))
                .chain(more)
                .collect(),
        );
        line("used", self.key.clone());
        line(
            "complex",
            self.complex
                .iter()
                .map(|(name, value)| format!("{name} ({value})"))
                .collect(),
        );
        line(
            "coupled",
            self.coupled
                .iter()
                .map(|(name, into, out)| format!("{name} ({into}/{out})"))
                .collect(),
        );
        line(
            "patterns",
            self.patterns
                .iter()
                .map(|(name, count)| format!("{name} ({count})"))
                .collect(),
        );
        text
    }

    fn json(&self) -> Value {
        let named = |list: &[(String, u32)], field: &str| -> Value {
            list.iter()
                .map(|(name, value)| json!({"name": name, field: value}))
                .collect()
        };
        let packages: Value = self
            .packages
            .iter()
            .map(|(name, files, lines)| json!({"name": name, "files": files, "lines": lines}))
            .collect();
        let coupled: Value = self
            .coupled
            .iter()
            .map(|(name, into, out)| json!({"name": name, "usedBy": into, "uses": out}))
            .collect();
        json!({
            "files": self.files,
            "symbols": self.symbols,
            "lines": self.lines,
            "language": self.language,
            "packages": packages,
            "morePackages": self.more_packages,
            "mostUsed": self.key,
            "mostComplex": named(&self.complex, "cyclomatic"),
            "mostCoupled": coupled,
            "patterns": named(&self.patterns, "count"),
        })
    }
}

/// The patterns that are there most often, without what their tags begin with.
fn patterns(view: &View<'_>, most: usize) -> Vec<(String, u32)> {
    let tagger = Tagger::of_patterns(view);
    let product = |node: &NodeId| {
        let file = view.graph.node(*node).file;
        let file = file.and_then(|file| view.corpus.file(file));
        file.is_some_and(|file| file.tier == Tier::Product)
    };
    let nodes = view.graph.ids().filter(product);
    let tags: Vec<&str> = nodes.flat_map(|node| tagger.tags(node)).collect();
    let named = tags.iter().filter_map(|tag| tag.strip_prefix(PATTERN));
    let counts = tally(named).into_iter().take(most);
    counts.map(|count| (count.name, count.count)).collect()
}

/// The highest values with their nodes, equals in the order of the tree.
fn top<T: Ord + Copy>(mut values: Vec<(T, NodeId)>, count: usize) -> Vec<(T, NodeId)> {
    values.arrange_head(count, |a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    values.truncate(count);
    values
}

/// The end of a long name, which tells more than its beginning.
fn shortened(name: &str, most: usize) -> String {
    let count = name.chars().count();
    match count > most {
        true => format!(
            "…{}",
            name.chars().skip(count - most + 1).collect::<String>()
        ),
        false => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Built, Tree};

    fn text(built: &Built, format: ContextFormat) -> String {
        Context { format }
            .run(&built.view())
            .expect("an answer")
            .text
    }

    const FORMATS: [(ContextFormat, usize); 3] = [
        (ContextFormat::Markdown, 300),
        (ContextFormat::Compact, 150),
        (ContextFormat::Json, 400),
    ];

    #[test]
    fn an_empty_tree_has_an_empty_context() {
        let built = Tree::default().text("README.md", "# Empty\n").build();
        for (format, _) in FORMATS {
            assert_eq!(text(&built, format), "");
        }
    }

    #[test]
    fn a_tree_is_told_in_three_forms() {
        let built = Tree::default()
            .text("hull/Cargo.toml", "[package]\nname = \"hull\"\n")
            .file("hull/a.rs", "function f 1-9 7")
            .file("b.rs", "function g 1-3 2")
            .call("b.rs::g", "hull/a.rs::f", 2)
            .build();
        let markdown = text(&built, ContextFormat::Markdown);
        assert!(
            markdown.contains("- hull: 2 files, 9 lines\n")
                && markdown.contains("- hull/a.rs::f: 7\n"),
            "{markdown}"
        );
        let compact = text(&built, ContextFormat::Compact);
        assert!(
            compact.contains("complex: hull/a.rs::f (7), b.rs::g (2)\n"),
            "{compact}"
        );
        let object: Value = serde_json::from_str(&text(&built, ContextFormat::Json)).expect("JSON");
        assert_eq!(
            (&object["symbols"], &object["mostComplex"][0]["cyclomatic"]),
            (&json!(2), &json!(7))
        );
    }

    #[test]
    fn a_large_tree_has_a_context_of_the_same_size() {
        let mut tree = Tree::default();
        for at in 0..40 {
            let long = format!("a_rather_long_directory_name_{at}/and_a_rather_long_file_name");
            tree = tree.text(
                &format!("{long}/Cargo.toml"),
                &format!("[package]\nname = \"a-package-with-a-name-{at}\"\n"),
            );
            tree = tree.file(
                &format!("{long}/source_{at}.rs"),
                &format!("function a_function_with_a_long_name_{at} 1-9 {at}"),
            );
            let name = |at: u32| {
                format!(
                    "a_rather_long_directory_name_{at}/and_a_rather_long_file_name/source_{at}.rs::a_function_with_a_long_name_{at}"
                )
            };
            if at > 0 {
                tree = tree.call(&name(at), &name(at - 1), 1);
            }
        }
        let built = tree.build();
        for (format, tokens) in FORMATS {
            let length = text(&built, format).chars().count();
            assert!(
                length <= tokens * 5 && length >= tokens * 2,
                "{format:?}: {length}"
            );
        }
    }
}
