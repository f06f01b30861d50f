//! The verbs of requests.

use crate::extract::frameworks::Rule;
use crate::framework::arguments::argument;
use crate::framework::text::{Arguments, head};

/// Bytes in which verbs are listed.
const LISTED: usize = 200;

/// The verbs that there are.
pub const VERBS: [&str; 9] = [
    "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT",
];

/// The verb that a name says; `ANY` where it says none.
pub fn verb_of(name: &str) -> String {
    let mut word = name.to_ascii_uppercase();
    for start in ["MAP", "HTTP"] {
        word = word.strip_prefix(start).unwrap_or(&word).to_owned();
    }
    for end in ["MAPPING", "ASYNC", "ROUTE", "JSON"] {
        word = word.strip_suffix(end).unwrap_or(&word).to_owned();
    }
    let word = if word == "DEL" {
        "DELETE"
    } else {
        word.as_str()
    };
    let known = VERBS.iter().find(|verb| **verb == word);
    known.map_or("ANY", |verb| verb).to_owned()
}

/// The verbs of a call or decorator.
pub fn verbs(rule: &Rule, arguments: &Arguments<'_>, name: &str) -> Vec<String> {
    let listed = argument(arguments, &rule.verbs).map_or("", |one| head(one.value, LISTED));
    // A verb of one's own is told by being all that is written.
    let quoted = listed.trim_start_matches('[').starts_with(['"', '\'']);
    let words = listed.split(|c: char| !c.is_ascii_alphabetic());
    let own =
        |word: &str| quoted && word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    let words = words.filter_map(|word| {
        let verb = word.to_ascii_uppercase();
        (VERBS.contains(&verb.as_str()) || own(word)).then_some(verb)
    });
    let mut verbs: Vec<String> = words.collect();
    if verbs.is_empty() {
        verbs.push(if rule.verb.is_empty() {
            verb_of(name)
        } else {
            rule.verb.clone()
        });
    }
    verbs
}
