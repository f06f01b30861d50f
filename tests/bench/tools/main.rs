//! Times and lengths of the answers of every operation that reads, on real trees laid side by
//! side until there are 100,000 symbols and 300,000 lines:
//!
//! `cargo bench -p waymark-tests --bench tools -- [CLONE…]`
//!
//! Without a clone it is this repository. It fails where a bar is missed. `ONLY=name,…` asks
//! some operations alone.
#![allow(clippy::print_stdout)]

mod rows;
mod samples;

use rows::{QUESTIONS, Question};
use samples::Samples;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;
use waymark_engine::answer::{View, ops};
use waymark_engine::index::Index;
use waymark_tests::spent;

type Failure = Box<dyn std::error::Error>;
type Files = Vec<(String, Vec<u8>)>;

const SYMBOLS: usize = 100_000;
const LINES: u64 = 300_000;
/// The most tokens of an answer to a question without a budget, on a tree of [`LINES`].
const TOKENS: usize = 2_500;
/// A budget that is named.
const NAMED_BUDGET: usize = 1_000;
/// Characters of a token.
const TOKEN: usize = 4;

fn main() -> Result<ExitCode, Failure> {
    let clones = std::env::args().skip(1).filter(|a| !a.starts_with("--"));
    let clones: Vec<String> = clones.collect();
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Files::new();
    for (at, clone) in clones.iter().enumerate() {
        files.extend(tracked(Path::new(clone), &format!("t{at}"))?);
    }
    if clones.is_empty() {
        files = tracked(&own, "t0")?;
    }
    let started = Instant::now();
    let index = laid_out(files)?;
    let view = index.view();
    println!(
        "{} symbols, {} edges, {} files, {} lines; built in {:.1?}",
        view.corpus.symbol_count(),
        view.graph.edges().len(),
        view.corpus.files().len(),
        lines(&index),
        started.elapsed()
    );
    let missed = ask_all(&view, &Samples::of(&view));
    missed.iter().for_each(|miss| println!("missed: {miss}"));
    Ok(ExitCode::from(u8::from(!missed.is_empty())))
}

/// The files of a clone that git knows, below a folder called `folder`.
fn tracked(clone: &Path, folder: &str) -> Result<Files, Failure> {
    let listed = Command::new("git")
        .arg("-C")
        .arg(clone)
        .args(["ls-files", "-z"])
        .output()?;
    let names = String::from_utf8(listed.stdout)?;
    let names = names.split('\0').filter(|name| !name.is_empty());
    let read = |name: &str| {
        // What is listed may be a link to nowhere, or deleted.
        let bytes = std::fs::read(clone.join(name)).ok()?;
        Some((format!("{folder}/{name}"), bytes))
    };
    Ok(names.filter_map(read).collect())
}

/// The files, as often as it takes, each time in a folder of their own.
fn laid_out(files: Files) -> Result<Index, Failure> {
    let once = waymark_tests::index(files.clone())?;
    let symbols = once.view().corpus.symbol_count().max(1);
    let copies = SYMBOLS.div_ceil(symbols);
    let copies = copies.max(LINES.div_ceil(lines(&once).max(1)) as usize);
    if copies == 1 {
        return Ok(once);
    }
    let all = (0..copies).flat_map(|copy| {
        let copied =
            move |(path, bytes): &(String, Vec<u8>)| (format!("c{copy}/{path}"), bytes.clone());
        files.iter().map(copied)
    });
    Ok(waymark_tests::index(all)?)
}

fn lines(index: &Index) -> u64 {
    let files = index.view().corpus.files().iter();
    let code = files.filter(|file| file.language.is_some());
    code.map(|file| u64::from(file.facts.line_count())).sum()
}

/// Asks every question, prints a line of each, and says which bars are missed.
fn ask_all(view: &View<'_>, samples: &Samples) -> Vec<String> {
    let only = std::env::var("ONLY").unwrap_or_default();
    let wanted = |name: &str| only.is_empty() || only.split(',').any(|one| one == name);
    let mut missed = Vec::new();
    println!(
        "{:>8} {:>8} {:>8} {:>8} {:>7}  question (milliseconds of the processor, tokens)",
        "first", "p50", "p95", "max", "tokens"
    );
    for question in QUESTIONS.iter().filter(|one| wanted(one.operation)) {
        let asked = Asked::of(view, question, samples);
        println!(
            "{:>8.2} {:>8.2} {:>8.2} {:>8.2} {:>7}  {} {}",
            asked.first,
            asked.at(50),
            asked.at(95),
            asked.at(100),
            asked.tokens,
            question.operation,
            question.params
        );
        missed.extend(asked.missed(question));
    }
    missed
}

/// The answers to one question.
#[derive(Default)]
struct Asked {
    /// Milliseconds of the first answer, which may find nothing prepared.
    first: f64,
    /// Milliseconds of all inputs, the quickest first.
    times: Vec<f64>,
    /// Tokens of the longest answer.
    tokens: usize,
    /// The longest answer to the question with a budget.
    budgeted: usize,
    longest: String,
    errors: Vec<String>,
}

impl Asked {
    fn of(view: &View<'_>, question: &Question, samples: &Samples) -> Self {
        let mut asked = Self::default();
        let mut errors = Vec::new();
        let mut answered = |params: &str| {
            let start = spent();
            let answer = ops::run(view, question.operation, params);
            let time = spent().saturating_sub(start).as_secs_f64() * 1e3;
            let length = answer.as_ref().map_or(0, String::len);
            errors.extend(answer.err().map(|error| error.message));
            (time, length.div_ceil(TOKEN))
        };
        (asked.first, _) = answered(&samples.fill(question.params, 0));
        for at in 0..question.bar.inputs() {
            let params = samples.fill(question.params, at);
            let (time, tokens) = answered(&params);
            asked.times.push(time);
            if tokens > asked.tokens {
                (asked.tokens, asked.longest) = (tokens, params.clone());
            }
            if at % 10 == 0 && takes_a_budget(question.operation) {
                let (_, tokens) = answered(&budgeted(&params));
                asked.budgeted = asked.budgeted.max(tokens);
            }
        }
        asked.times.sort_by(f64::total_cmp);
        asked.errors = errors;
        asked
    }

    fn at(&self, percent: usize) -> f64 {
        let rank = (self.times.len() * percent).div_ceil(100).max(1);
        self.times.get(rank - 1).copied().unwrap_or_default()
    }

    fn missed(&self, question: &Question) -> Vec<String> {
        let name = format!("{} {}", question.operation, question.params);
        let bar = question.bar.milliseconds();
        let slow =
            (self.at(95) > bar).then(|| format!("{name}: p95 {:.2} ms of {bar}", self.at(95)));
        // The others answer as much as is asked for.
        let bounded = takes_a_budget(question.operation) && !question.is_sized();
        let long = (bounded && self.tokens > TOKENS).then(|| {
            let (tokens, params) = (self.tokens, &self.longest);
            format!("{name}: {tokens} tokens of {TOKENS}, by {params}")
        });
        let over = (self.budgeted > NAMED_BUDGET).then(|| {
            format!(
                "{name}: {} tokens of a budget of {NAMED_BUDGET}",
                self.budgeted
            )
        });
        let wrong = self.errors.first().map(|error| format!("{name}: {error}"));
        let all = slow.into_iter().chain(long).chain(over);
        all.chain(wrong).collect()
    }
}

/// `params` with a budget.
fn budgeted(params: &str) -> String {
    let rest = params.strip_prefix('{').unwrap_or_default();
    let comma = if rest == "}" { "" } else { "," };
    format!("{{\"budgetTokens\":{NAMED_BUDGET}{comma}{rest}")
}

fn takes_a_budget(operation: &str) -> bool {
    let defaults = ops::find(operation).map(|row| (row.defaults)());
    defaults.is_some_and(|text| text.contains("\"budgetTokens\""))
}
