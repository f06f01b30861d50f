//! Which lane answers a query, and why (spec 2.3).

use crate::search::lexical::Lexical;
use crate::search::names::{Wanted, frequency, has_begun, has_near};
use crate::search::query::{Query, QueryWord};

/// A name that this many nodes bear points at none of them (spec 2.2 damps
/// names from the same number on).
pub const COMMON: u32 = 16;
/// Plain words beside an identifier beyond which the query is a description.
const FEW: usize = 1;
/// Words that may be one name together: tests are called by sentences.
const LONGEST: usize = 16;
/// Words that may all be names.
const PAIR: usize = 2;
/// Characters of a word that a reason shows.
const SHOWN: usize = 60;

/// The lane that a query is answered from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Whole names.
    Name,
    /// Parts of names, documentation and bodies.
    Concept,
}

impl Lane {
    /// The name in answers.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Concept => "concept",
        }
    }
}

/// A lane and why it was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The lane.
    pub lane: Lane,
    /// Why, for a person.
    pub reason: String,
    /// What is looked for among the names; in the concept lane only where the
    /// query is one name that the lane was declined for.
    pub wanted: Vec<Wanted>,
    /// Whether the query is one name and nothing else.
    pub alone: bool,
}

impl Route {
    /// The lane that the caller wants.
    #[must_use]
    pub fn chosen(lane: Lane, query: &Query) -> Self {
        let reason = "the caller chose the lane";
        match lane {
            Lane::Name => Self::name(query, &query.content(), reason),
            Lane::Concept => Self::concept(reason),
        }
    }

    fn name(query: &Query, words: &[&QueryWord], reason: impl Into<String>) -> Self {
        let wanted = words.iter().map(|word| Wanted {
            text: format!("{}{}", word.text, word.mark),
            key: word.key.clone(),
        });
        Self {
            lane: Lane::Name,
            reason: reason.into(),
            wanted: wanted.collect(),
            alone: query.content().len() == 1,
        }
    }

    /// The name lane because the query as a whole is a path or a qualified name, or ends
    /// as one where it is not `whole`.
    #[must_use]
    pub fn qualified(query: &Query, whole: bool) -> Self {
        let text = quoted(&query.text);
        let reason = match whole {
            true => format!("{text} as a whole is a path or the qualified name of a definition"),
            false => format!("{text} begins with what no definition lies in, and ends as some do"),
        };
        Self {
            alone: true,
            ..Self::name(query, &query.content(), reason)
        }
    }

    fn whole(wanted: Wanted, typing: bool) -> Self {
        let text = quoted(&wanted.text);
        Self {
            lane: Lane::Name,
            reason: match typing {
                true => format!("{text} as a whole is or begins the name of a definition"),
                false => format!("{text} as a whole is the name of a definition"),
            },
            wanted: vec![wanted],
            alone: true,
        }
    }

    /// The concept lane.
    pub fn concept(reason: impl Into<String>) -> Self {
        Self {
            lane: Lane::Concept,
            reason: reason.into(),
            wanted: Vec::new(),
            alone: false,
        }
    }

    /// The name lane declined because `word` is common.
    fn common(query: &Query, word: &QueryWord, count: u32) -> Self {
        let text = quoted(&word.text);
        let reason = format!("{text} names {count} definitions, too common to point at one");
        let named = Self::name(query, &[word], reason);
        Self {
            lane: Lane::Concept,
            wanted: if named.alone {
                named.wanted
            } else {
                Vec::new()
            },
            ..named
        }
    }
}

/// Chooses the lane for `query`, whose last word may be unfinished while it is typed.
#[must_use]
pub fn route(query: &Query, lexical: &Lexical, typing: bool) -> Route {
    if let Some(whole) = whole_name(query, lexical, typing) {
        return Route::whole(whole, typing);
    }
    let content = query.content();
    if content.is_empty() {
        return Route::concept("the query has no words");
    }
    let identifiers: Vec<_> = content.iter().copied().filter(|w| w.identifier).collect();
    match content.len() - identifiers.len() {
        _ if identifiers.is_empty() => route_words(query, &content, lexical, typing),
        plain if plain > FEW => {
            let text = quoted(&identifiers[0].text);
            Route::concept(format!(
                "{plain} words describe what is wanted beside {text}"
            ))
        }
        _ => route_identifiers(query, &identifiers, lexical),
    }
}

/// A query as one name, if there is one that is not common, or one that it begins
/// while it is typed.
fn whole_name(query: &Query, lexical: &Lexical, typing: bool) -> Option<Wanted> {
    let (key, most) = match query.words.len() {
        // Marks alone are an operator, however often that is defined.
        0 => (query.text.clone(), u32::MAX),
        1..=LONGEST => {
            let keys = query.words.iter().map(|word| word.key.as_str());
            (keys.collect(), COMMON - 1)
        }
        _ => return None,
    };
    let known =
        (1..=most).contains(&frequency(lexical, &key)) || typing && has_begun(lexical, &key);
    known.then(|| Wanted {
        text: query.text.clone(),
        key,
    })
}

fn route_identifiers(query: &Query, identifiers: &[&QueryWord], lexical: &Lexical) -> Route {
    let mut common = None;
    for word in identifiers {
        match frequency(lexical, &word.key) {
            0 => {}
            count if count >= COMMON => common = Some((word, count)),
            _ => {
                let reason = format!("{} is written like a name and is one", quoted(&word.text));
                let mut wanted = query.content();
                wanted.retain(|word| word.identifier || frequency(lexical, &word.key) > 0);
                return Route::name(query, &wanted, reason);
            }
        }
    }
    if let Some((word, count)) = common {
        return Route::common(query, word, count);
    }
    let first = identifiers.first().map_or("", |word| word.text.as_str());
    let unknown = format!("no definition is called {}", quoted(first));
    if identifiers.iter().any(|word| has_near(lexical, &word.key)) {
        Route::name(query, identifiers, format!("{unknown}; these come near"))
    } else {
        Route::concept(unknown)
    }
}

fn route_words(query: &Query, content: &[&QueryWord], lexical: &Lexical, typing: bool) -> Route {
    if content.len() > PAIR || content.len() < query.words.len() {
        return Route::concept("the words describe what is wanted");
    }
    for (at, word) in content.iter().enumerate() {
        let unfinished = typing && at + 1 == content.len();
        let text = quoted(&word.text);
        match frequency(lexical, &word.key) {
            _ if unfinished && has_begun(lexical, &word.key) => {}
            0 if content.len() == 1
                && (is_unknown(word, lexical) || is_capitalised(word))
                && has_near(lexical, &word.key) =>
            {
                let reason = format!("no definition is called {text}; these names come near");
                return Route::name(query, content, reason);
            }
            0 => return Route::concept(format!("no definition is called {text}")),
            count if count >= COMMON => return Route::common(query, word, count),
            _ => {}
        }
    }
    Route::name(query, content, "every word is the name of a definition")
}

/// Whether the word begins as names of types do: its stem may be any word's.
fn is_capitalised(word: &QueryWord) -> bool {
    word.text.starts_with(char::is_uppercase)
}

fn is_unknown(word: &QueryWord, lexical: &Lexical) -> bool {
    let known = |term: &String| lexical.concept().get(term).is_some();
    !word.terms.iter().any(known)
}

/// `text` for a reason, which is not as long as what was asked may be.
fn quoted(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("`{}…`", text.get(..end).unwrap_or_default()),
        None => format!("`{text}`"),
    }
}
