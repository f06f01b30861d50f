//! What questions are asked of: symbols of few and of many edges, places, words, and slips.

use waymark_engine::answer::View;
use waymark_engine::graph::Graph;
use waymark_engine::ids::NodeId;

/// How many inputs each question gets.
pub const COUNT: usize = 200;
/// The line that is asked about, where a file has so many.
const LINE: u32 = 20;
/// Of the symbols, how many are those of most edges.
const MOST: usize = 20;

/// The values of the words in capitals, by input.
pub struct Samples {
    symbols: Vec<String>,
    names: Vec<String>,
    mistyped: Vec<String>,
    words: Vec<String>,
    files: Vec<String>,
    /// A line of each of the files.
    lines: Vec<String>,
    places: Vec<String>,
}

impl Samples {
    /// What is asked of `view`.
    pub fn of(view: &View<'_>) -> Self {
        let graph = view.graph;
        let spread = by_degree(graph);
        let names: Vec<String> = spread.iter().map(|&n| graph.name(n).to_owned()).collect();
        let files = view.corpus.files();
        let files = files.iter().filter(|file| file.facts.line_count() > 0);
        let files: Vec<_> = files.collect();
        let step = (files.len() / COUNT).max(1);
        let files: Vec<_> = files.into_iter().step_by(step).take(COUNT).collect();
        let line = |count: u32| count.min(LINE).to_string();
        Self {
            symbols: spread.iter().map(|&node| graph.fqn(node)).collect(),
            mistyped: names
                .iter()
                .enumerate()
                .map(|(at, n)| slip(n, at))
                .collect(),
            words: spread.iter().map(|&node| words(view, node)).collect(),
            names,
            lines: (files.iter().map(|file| line(file.facts.line_count()))).collect(),
            files: files.iter().map(|file| file.path.clone()).collect(),
            places: places(graph),
        }
    }

    /// `params` with the words in capitals replaced by their values of input `at`.
    pub fn fill(&self, params: &str, at: usize) -> String {
        let other = at * 7 + 3;
        let values = [
            ("SYMBOL", pick(&self.symbols, at)),
            ("OTHER", pick(&self.symbols, other)),
            ("MISTYPED", pick(&self.mistyped, at)),
            ("NAME", pick(&self.names, at)),
            ("WORDS", pick(&self.words, at)),
            ("FILE", pick(&self.files, at)),
            ("LINE", pick(&self.lines, at)),
            ("PLACE", pick(&self.places, at)),
        ];
        let quoted = |text: &str| {
            let json = serde_json::Value::from(text).to_string();
            json.trim_matches('"').to_owned()
        };
        let filled = values.into_iter();
        filled.fold(params.to_owned(), |text, (word, value)| {
            match text.contains(word) {
                true => text.replace(word, &quoted(value)),
                false => text,
            }
        })
    }
}

fn pick(list: &[String], at: usize) -> &str {
    list.get(at % list.len().max(1)).map_or("", String::as_str)
}

/// The symbols of most edges, then others from many edges to none.
fn by_degree(graph: &Graph) -> Vec<NodeId> {
    let degree = |node: NodeId| graph.out_edges(node).len() + graph.in_ids(node).len();
    let is_code =
        |&node: &NodeId| graph.node(node).kind.is_callable() || graph.node(node).kind.is_type();
    let mut all: Vec<NodeId> = graph.ids().filter(is_code).collect();
    all.sort_by_key(|&node| (std::cmp::Reverse(degree(node)), node));
    let rest = all.iter().skip(MOST);
    let step = (rest.len() / (COUNT - MOST)).max(1);
    let rest = rest.step_by(step).take(COUNT - MOST);
    all.iter().take(MOST).chain(rest).copied().collect()
}

/// Directories of all depths, the whole tree among them.
fn places(graph: &Graph) -> Vec<String> {
    let is_directory = |&node: &NodeId| {
        let row = graph.node(node);
        row.symbol.is_none() && row.file.is_none()
    };
    let all: Vec<NodeId> = graph.ids().filter(is_directory).collect();
    let step = (all.len() / COUNT).max(1);
    let all = all.iter().step_by(step).take(COUNT);
    all.map(|&node| graph.fqn(node)).collect()
}

/// A name with a letter too many, too few, or two of them swapped.
fn slip(name: &str, at: usize) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    let place = at % letters.len().max(1);
    match at % 3 {
        0 => letters.insert(place, 'x'),
        1 => drop((letters.len() > 1).then(|| letters.remove(place))),
        _ if place > 0 => letters.swap(place - 1, place),
        _ => letters.push('q'),
    }
    letters.into_iter().collect()
}

/// The first words of the documentation, or the words of the name.
fn words(view: &View<'_>, node: NodeId) -> String {
    let symbol = view.graph.node(node).symbol;
    let doc = symbol.and_then(|symbol| view.corpus.definition(symbol));
    let doc = doc.map_or("", |definition| definition.doc.as_str());
    let told: Vec<&str> = doc.split_whitespace().take(8).collect();
    match told.len() > 2 {
        true => told.join(" "),
        false => view.graph.name(node).replace(['_', '-', '.'], " "),
    }
}
