//! What lifting knows of English and of code, as data.

/// Verbs that say what code does, those of one line about the same: a search for
/// one of them finds the others.
pub(super) const VERBS: &str = "\
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
pub(super) const VAGUE: &[(&str, &str)] = &[
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
pub(super) const IRREGULAR: &[(&str, &str)] = &[
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
pub(super) const SHORT: &str = "alloc allocate;arg argument;args arguments;arr array;async asynchronous;attr attribute;\
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
pub(super) const SPECIAL: &[(&str, &str)] = &[
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
pub(super) const OPERATORS: &[(&str, &str)] = &[
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
pub(super) const GENERIC: &str = "app assorted base class classes code common core data default file files function functions \
general helper helpers impl implementation include index info information int interface interfaces internal internals it item items kind lib \
library main method methods misc module modules object objects other others package packages part parts pkg private project public root \
self shared source sources src stuff system systems thing things type types unit utilities utility value values various void";

/// Words that lead on to more of a phrase and end none.
pub(super) const LINKS: &str = "a about after all an and any are as at be been before between both but by can each either every for from \
given how if in into is it its itself more may no not of on one onto or other our over own per so some such than that the their them then there \
these this those through to under until up upon us using via was we were what when where whether which while who whose will with \
within without you your";

/// Libraries whose names say nothing of what code does.
pub(super) const LIBRARIES: &str = "actix aiohttp angular asyncio axios axum bootstrap boto cython django dotnet \
fastapi fastify flask gevent gson hibernate hono jackson jquery junit keras koa kotlinx laravel lodash log4j matplotlib \
mockito mongoose mypy nestjs netty numpy openssl pandas pydantic pytest pytorch qt redux rxjs scikit scipy serde \
sinatra slf4j sklearn sqlalchemy svelte symfony tensorflow tokio unittest vitest vue webpack";
