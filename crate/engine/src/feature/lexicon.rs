//! What lifting knows of English and of code: tables, and how they are asked.
//!
//! A word is looked up in lower case. Inflected forms are taken back to the form
//! that is in a table; a form that is in none is no word of that kind.

use crate::sort::Arrange;
use std::sync::OnceLock;

/// Verbs that say what code does, those of one line about the same: a search for
/// one of them finds the others.
const VERBS: &str = "\
get fetch retrieve obtain acquire return yield
load read import open
save store persist write dump record keep
set assign put apply
add append insert push attach include
create build make construct generate produce new instantiate allocate
delete remove drop erase discard unset destroy pop detach exclude prune
update change modify alter edit refresh patch mutate adjust
find search locate look seek query
check validate verify test assert ensure examine inspect confirm guard
parse tokenize scan lex interpret
format render print display draw show paint present stringify
convert transform translate map cast adapt coerce normalize canonicalize
encode serialize marshal pack
decode deserialize unmarshal unpack
compress deflate zip
decompress inflate unzip extract
start begin launch run execute invoke call trigger spawn boot
stop end finish terminate abort cancel halt kill quit exit
close shut release free dispose
send post emit publish dispatch transmit broadcast notify
receive accept listen consume
connect link bind join
disconnect unlink unbind unmount
compare match equal differ diff
count measure size
compute calculate evaluate estimate derive infer
sort order rank arrange
filter select choose pick
merge combine concatenate unite fuse mix
split divide cut slice partition chunk separate
copy clone duplicate replicate
move shift relocate transfer
rename label name tag mark
register subscribe declare
unregister unsubscribe
enable activate allow permit
disable deactivate forbid block deny suppress
lock freeze
unlock unfreeze
clear reset flush purge empty
initialize configure prepare setup
collect gather accumulate aggregate
iterate traverse walk visit loop
wrap decorate enclose embed
unwrap expose reveal
resolve lookup
track watch monitor observe trace
log report warn
throw raise fail reject signal
catch recover rescue
escape quote sanitize
unescape unquote
hash digest
encrypt sign
decrypt
authenticate authorize login
cache memoize
schedule queue defer delay postpone enqueue
wait await sleep pause block
resume continue retry repeat
replace substitute swap exchange
trim strip truncate shorten crop
expand extend grow pad widen
shrink reduce collapse fold narrow
increase increment raise
decrease decrement lower
compile optimize
download upload
mount install deploy
describe document explain annotate define represent denote outline
hold contain
list enumerate
group cluster bundle
detect recognize identify discover
handle process manage do perform deal work support help use utilize facilitate provide implement have
respond answer reply
coordinate orchestrate
advance step proceed
rewind restore revert undo rollback
redo replay
route redirect forward
align indent center
highlight color style
align position place
mock simulate emulate fake
benchmark profile
throttle limit bound clamp
skip ignore omit
require demand expect
propagate spread flatten
crawl browse navigate
rotate scale resize
ask prompt request
bump commit fork
confirm approve
alias
compose
consider
debug
demonstrate
inherit
inline
intern
interpolate
lift
lint
lower
number
offer
override
reconcile
rewrite
sample
seed
share
shuffle
synchronize
tune
unify
vary
zoom
encounter treat
hide
drag
focus
toggle flip switch
submit
";

/// Verbs that say nothing, and what is said instead.
const VAGUE: &[(&str, &str)] = &[
    ("deal", "respond to"),
    ("do", "run"),
    ("facilitate", "allow"),
    ("handle", "respond to"),
    ("have", "hold"),
    ("help", "offer help for"),
    ("implement", "define"),
    ("manage", "coordinate"),
    ("perform", "run"),
    ("process", "transform"),
    ("provide", "offer"),
    ("support", "allow"),
    ("use", "apply"),
    ("utilize", "apply"),
    ("work", "run"),
];

/// Forms that no rule takes back.
const IRREGULAR: &[(&str, &str)] = &[
    ("began", "begin"),
    ("bound", "bind"),
    ("built", "build"),
    ("chosen", "choose"),
    ("does", "do"),
    ("drawn", "draw"),
    ("found", "find"),
    ("frozen", "freeze"),
    ("given", "give"),
    ("got", "get"),
    ("has", "have"),
    ("held", "hold"),
    ("hidden", "hide"),
    ("kept", "keep"),
    ("made", "make"),
    ("ran", "run"),
    ("sent", "send"),
    ("shown", "show"),
    ("sought", "seek"),
    ("taken", "take"),
    ("thrown", "throw"),
    ("written", "write"),
];

/// Short forms in names, and what they stand for.
const SHORT: &str = "alloc allocate;arg argument;args arguments;arr array;async asynchronous;attr attribute;\
attrs attributes;auth authentication;bg background;bool boolean;btn button;buf buffer;calc compute;cb callback;\
cfg configuration;char character;cls class;cmd command;cmp compare;cnt count;col column;cols columns;\
concat concatenate;cond condition;conf configuration;config configuration;conn connection;coord coordinate;\
coords coordinates;ctor constructor;ctx context;cur current;curr current;db database;dealloc release;\
decl declaration;def definition;defs definitions;del delete;deps dependencies;desc description;dest destination;\
dev development;dict dictionary;diff difference;dir directory;dirs directories;dist distance;doc document;\
docs documentation;dst destination;dyn dynamic;el element;elem element;elems elements;env environment;\
eq equal;err error;errs errors;eval evaluate;exec execute;expr expression;exprs expressions;ext extension;\
fmt format;fn function;fns functions;freq frequency;func function;funcs functions;gen generate;\
ident identifier;idx index;img image;impl implementation;info information;init initialize;int integer;\
iter iterate;len length;lhs left side;lib library;lit literal;loc location;max maximum;mem memory;\
mgr manager;min minimum;misc assorted;msg message;msgs messages;mut mutable;nav navigation;num number;nums numbers;\
obj object;objs objects;op operation;ops operations;opt option;opts options;param parameter;params parameters;\
pkg package;pkgs packages;pos position;pred predicate;pref preference;prefs preferences;prev previous;\
proc procedure;prop property;props properties;ptr pointer;rec record;ref reference;refs references;\
regex regular expression;rel relative;repo repository;req request;res result;resp response;ret result;\
rhs right side;rm remove;sep separator;seq sequence;sig signature;spec specification;specs specifications;\
src source;stmt statement;stmts statements;str string;sub part;sync synchronize;sys system;tbl table;\
temp temporary;tmp temporary;tok token;tx transaction;txt text;util utility;utils utilities;val value;\
vals values;var variable;vars variables;vec vector;ver version;win window;xform transform";

/// What special names do, `_` for what they are of.
const SPECIAL: &[(&str, &str)] = &[
    ("__add__", "add values of _"),
    ("__aenter__", "open _ asynchronously"),
    ("__aexit__", "close _ asynchronously"),
    ("__bool__", "convert _ to boolean"),
    ("__bytes__", "convert _ to bytes"),
    ("__call__", "call _ like function"),
    ("__contains__", "check whether _ contains item"),
    ("__copy__", "copy _"),
    ("__del__", "release _"),
    ("__delitem__", "delete item of _"),
    ("__enter__", "open _ as context"),
    ("__eq__", "compare _ for equality"),
    ("__exit__", "close _ as context"),
    ("__ge__", "compare order of _"),
    ("__get__", "get value through _"),
    ("__getattr__", "get attribute of _"),
    ("__getitem__", "get item of _"),
    ("__gt__", "compare order of _"),
    ("__hash__", "hash _"),
    ("__init__", "initialize _"),
    ("__init_subclass__", "register subclass of _"),
    ("__int__", "convert _ to integer"),
    ("__iter__", "iterate over _"),
    ("__le__", "compare order of _"),
    ("__len__", "count items of _"),
    ("__lt__", "compare order of _"),
    ("__missing__", "resolve missing item of _"),
    ("__ne__", "compare _ for inequality"),
    ("__new__", "create _"),
    ("__next__", "advance _ to next item"),
    ("__post_init__", "complete _ after initialization"),
    ("__radd__", "add values of _"),
    ("__repr__", "format _ for debugging"),
    ("__set__", "set value through _"),
    ("__setattr__", "set attribute of _"),
    ("__setitem__", "set item of _"),
    ("__str__", "format _ as text"),
    ("clone", "copy _"),
    ("compareTo", "compare order of _"),
    ("constructor", "initialize _"),
    ("default", "create default _"),
    ("deref", "access inner value of _"),
    ("drop", "release _"),
    ("equals", "compare _ for equality"),
    ("fmt", "format _ as text"),
    ("hashCode", "hash _"),
    ("init", "initialize _"),
    ("initialize", "initialize _"),
    ("main", "run main program of _"),
    ("new", "create _"),
    ("next", "advance _ to next item"),
    ("toString", "format _ as text"),
    ("valueOf", "convert _ to primitive value"),
];

/// What an operator's name does.
const OPERATORS: &[(&str, &str)] = &[
    ("!=", "compare _ for inequality"),
    ("()", "call _ like function"),
    ("*", "multiply or access _"),
    ("+", "add values of _"),
    ("++", "increment _"),
    ("-", "compute difference of _"),
    ("->", "access member of _"),
    ("<", "compare order of _"),
    ("<<", "shift or print _"),
    ("<=>", "compare order of _"),
    ("=", "assign _"),
    ("==", "compare _ for equality"),
    ("[]", "access item of _"),
];

/// Words that name no function of a program: neither a label nor an object by
/// themselves.
const GENERIC: &str = "app assorted base class classes code common core data default file files function functions \
general helper helpers impl implementation include index info information int interface interfaces internal internals it item items kind lib \
library main method methods misc module modules object objects other others package packages part parts pkg private project public root \
self shared source sources src stuff system systems thing things type types unit utilities utility value values various void";

/// Words that lead on to more of a phrase and end none.
const LINKS: &str = "a about after all an and any are as at be been before between both but by can each either every for from \
given how if in into is it its itself more may no not of on one onto or other our over own per so some such than that the their them then there \
these this those through to under until up upon us using via was we were what when where whether which while who whose will with \
within without you your";

/// Libraries whose names say nothing of what code does.
const LIBRARIES: &str = "actix aiohttp angular asyncio axios axum bootstrap boto cython django dotnet \
fastapi fastify flask gevent gson hibernate hono jackson jquery junit keras koa kotlinx laravel lodash log4j matplotlib \
mockito mongoose mypy nestjs netty numpy openssl pandas pydantic pytest pytorch qt redux rxjs scikit scipy serde \
sinatra slf4j sklearn sqlalchemy svelte symfony tensorflow tokio unittest vitest vue webpack";

/// A word of a table and where its line is.
type Entry = (&'static str, u16);

/// The tables, sorted.
struct Lexicon {
    verbs: Vec<Entry>,
    short: Vec<(&'static str, &'static str)>,
    generic: Vec<Entry>,
    links: Vec<Entry>,
    libraries: Vec<Entry>,
}

fn lexicon() -> &'static Lexicon {
    static LEXICON: OnceLock<Lexicon> = OnceLock::new();
    LEXICON.get_or_init(|| {
        let mut short: Vec<(&str, &str)> = SHORT
            .split(';')
            .filter_map(|pair| pair.split_once(' '))
            .collect();
        short.arrange();
        Lexicon {
            verbs: table(VERBS),
            short,
            generic: table(GENERIC),
            links: table(LINKS),
            libraries: table(LIBRARIES),
        }
    })
}

fn table(text: &'static str) -> Vec<Entry> {
    let lines = text.lines().zip(0..);
    let mut words: Vec<Entry> = lines
        .flat_map(|(line, at)| line.split_ascii_whitespace().map(move |word| (word, at)))
        .collect();
    words.arrange();
    words.dedup_by_key(|entry| entry.0);
    words
}

fn has(table: &[Entry], word: &str) -> bool {
    table.binary_search_by(|entry| entry.0.cmp(word)).is_ok()
}

/// The base form of `word` where that is a verb.
#[must_use]
pub fn verb(word: &str) -> Option<&'static str> {
    verb_entry(word).map(|(verb, _)| verb)
}

/// What verbs of about the same meaning as `word` share; none where it is no verb.
#[must_use]
pub fn meaning(word: &str) -> Option<u16> {
    verb_entry(word).map(|(_, line)| line)
}

fn verb_entry(word: &str) -> Option<Entry> {
    let find = |form: &str| {
        let verbs = &lexicon().verbs;
        let at = verbs.binary_search_by(|entry| entry.0.cmp(form)).ok()?;
        verbs.get(at).copied()
    };
    if let Some(entry) = find(word) {
        return Some(entry);
    }
    if let Ok(at) = IRREGULAR.binary_search_by(|(form, _)| (*form).cmp(word)) {
        return IRREGULAR.get(at).and_then(|(_, base)| find(base));
    }
    let bases = [
        ("ies", "y"),
        ("ied", "y"),
        ("es", ""),
        ("s", ""),
        ("ing", ""),
        ("ing", "e"),
        ("ed", ""),
        ("ed", "e"),
    ];
    bases.iter().find_map(|(ending, instead)| {
        let stem = word.strip_suffix(ending).filter(|stem| stem.len() > 1)?;
        let doubled = || {
            let mut last = stem.bytes().rev();
            (last.next() == last.next()).then(|| find(&stem[..stem.len() - 1]))?
        };
        let plain = if instead.is_empty() {
            find(stem)
        } else {
            find(&[stem, instead].concat())
        };
        plain.or_else(|| if stem.is_ascii() { doubled() } else { None })
    })
}

/// The verb that an agent is named after: `parser` → `parse`.
#[must_use]
pub fn verb_of_agent(word: &str) -> Option<&'static str> {
    let stem = word
        .strip_suffix("er")
        .or_else(|| word.strip_suffix("or"))
        .filter(|stem| stem.len() > 2)?;
    verb([stem, "ing"].concat().as_str()).or_else(|| verb(stem))
}

/// What is said for a verb that says nothing; none for others.
#[must_use]
pub fn instead_of(verb: &str) -> Option<&'static str> {
    let at = VAGUE
        .binary_search_by(|(vague, _)| (*vague).cmp(verb))
        .ok()?;
    VAGUE.get(at).map(|(_, instead)| *instead)
}

/// What a short form stands for; the word itself where it is none.
#[must_use]
pub fn spelled_out(word: &str) -> &str {
    let short = &lexicon().short;
    let at = short.binary_search_by(|entry| entry.0.cmp(word)).ok();
    at.and_then(|at| short.get(at))
        .map_or(word, |entry| entry.1)
}

/// What a special name does, with `_` for what it is of.
#[must_use]
pub fn special(name: &str) -> Option<&'static str> {
    let find = |table: &'static [(&str, &'static str)], name: &str| {
        let at = table
            .binary_search_by(|(known, _)| (*known).cmp(name))
            .ok()?;
        table.get(at).map(|(_, phrase)| *phrase)
    };
    let operator = name.strip_prefix("operator").unwrap_or(name).trim();
    find(SPECIAL, name).or_else(|| find(OPERATORS, operator))
}

/// Whether `word` names no function of a program by itself.
#[must_use]
pub fn is_generic(word: &str) -> bool {
    has(&lexicon().generic, word)
}

/// Whether `word` leads on to more of a phrase.
#[must_use]
pub fn is_link(word: &str) -> bool {
    has(&lexicon().links, word)
}

/// Whether `word` is the name of a well-known library.
#[must_use]
pub fn is_library(word: &str) -> bool {
    has(&lexicon().libraries, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(VAGUE.is_sorted_by(|a, b| a.0 < b.0));
        assert!(IRREGULAR.is_sorted_by(|a, b| a.0 < b.0));
        assert!(SPECIAL.is_sorted_by(|a, b| a.0 < b.0));
        assert!(OPERATORS.is_sorted_by(|a, b| a.0 < b.0));
        let verbs = VAGUE.iter().map(|(vague, _)| vague);
        assert!(verbs.clone().all(|vague| verb(vague) == Some(*vague)));
    }

    #[test]
    fn inflected_verbs_are_taken_back() {
        for (form, base) in [
            ("parses", "parse"),
            ("parsing", "parse"),
            ("parsed", "parse"),
            ("stopping", "stop"),
            ("copies", "copy"),
            ("matches", "match"),
            ("written", "write"),
            ("sends", "send"),
            ("passes", ""),
            ("red", ""),
            ("s", ""),
            ("größe", ""),
        ] {
            assert_eq!(verb(form).unwrap_or_default(), base, "{form}");
        }
        assert_eq!(verb_of_agent("loader"), Some("load"));
        assert_eq!(verb_of_agent("parser"), Some("parse"));
        assert_eq!(verb_of_agent("iterator"), Some("iterate"));
        assert_eq!(verb_of_agent("number"), None);
        assert_eq!(meaning("fetches"), meaning("retrieve"));
        assert_ne!(meaning("fetch"), meaning("delete"));
    }

    #[test]
    fn short_forms_and_special_names_are_known() {
        assert_eq!(spelled_out("cfg"), "configuration");
        assert_eq!(spelled_out("boat"), "boat");
        assert_eq!(special("__len__"), Some("count items of _"));
        assert_eq!(special("operator=="), Some("compare _ for equality"));
        assert_eq!(special("len"), None);
        assert!(is_generic("utils") || is_generic("utilities"));
        assert!(is_link("of") && is_library("numpy"));
    }
}
