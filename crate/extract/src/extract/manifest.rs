//! `language.toml`: everything about a language that its queries cannot say.
//! The format is documented in `queries/README.md`.

use crate::fields;
use crate::fields::{Field, Fields, word};
use crate::source::dialect::Dialect;
use crate::source::signs::Signs;
use crate::source::toml;
use std::collections::BTreeMap;

/// The manifest of one language.
#[derive(Clone, Debug, Default)]
pub struct Manifest {
    /// Name, lower case; the folder's name.
    pub name: String,
    /// Languages of one family may refer to each other's definitions.
    pub family: String,
    /// A language whose queries and tables come before this one's.
    pub extends: Option<String>,
    /// Stem of the grammar's `.wasm` file; empty for a base that others extend.
    pub grammar: String,
    /// The grammar's entry symbol.
    pub symbol: String,
    /// File name endings without the leading dot.
    pub extensions: Vec<String>,
    /// Whole file names.
    pub filenames: Vec<String>,
    /// Interpreter names in a `#!` line.
    pub shebangs: Vec<String>,
    /// Extensions of other languages that it shares, and what tells them apart.
    pub shared: Vec<Shared>,
    /// Macros that stand where the grammar expects none.
    pub noise: Noise,
    /// Routines that the grammar does not know.
    pub routines: Routines,
    /// How documentation says types.
    pub documented: Documented,
    /// Whether the grammar knows names in ASCII alone.
    pub ascii_names: bool,
    /// What a line of a mark makes of the line above it, in front of which it is read.
    pub underlines: BTreeMap<String, String>,
    /// Words that are read as others.
    pub stand_ins: Vec<StandIn>,
    /// Line breaks that the grammar asks for and the language does not.
    pub breaks: Breaks,
    /// Words that are keywords in some places and names in others.
    pub soft_words: SoftWords,
    /// Directives of conditional compilation.
    pub conditionals: Conditionals,
    /// Whether files are read for what they declare alone: documents, settings and
    /// data, to which code does not refer by name.
    pub outline: bool,
    /// The rules that resolve its imports.
    pub modules: Modules,
    /// How packages are named and what they see, with `modules = "packages"`.
    pub packages: Packages,
    /// How sources of imports name files.
    pub paths: Paths,
    /// What a name can see.
    pub scoping: Scoping,
    /// Comment markers to strip from documentation.
    pub docs: Docs,
    /// Node kinds that denote values.
    pub expressions: BTreeMap<String, Rule>,
    /// Node kinds that denote types; kinds not listed fall back to `expressions`.
    pub types: BTreeMap<String, Rule>,
    /// Where the name is in nodes that wrap it (C's declarators): kind → operand.
    pub names: BTreeMap<String, String>,
    /// Node kinds of patterns that take values apart.
    pub patterns: BTreeMap<String, Rule>,
    /// How text that the grammar leaves as tokens is read.
    pub embedded: Embedded,
    /// Which parts of a file are code; all of it, if none are named.
    pub regions: Regions,
    /// What is no code in notebooks of the language.
    pub notebook: Notebook,
    /// Node kinds of nested import lists.
    pub import_tree: ImportTree,
    /// Members that parts of the syntax call.
    pub protocols: Protocols,
    /// Members that every function has.
    pub functions: FunctionMembers,
    /// Built-in and standard types that wrap or hold others.
    pub containers: Vec<Container>,
    /// Members that values have though no type of the tree spells them, and what
    /// calling them yields, in the words of [`Container::members`].
    pub universal: BTreeMap<String, String>,
    /// Whether the one method of a name in the tree, however far away, may be what
    /// a receiver that nothing is known of has. Where types are written down such a
    /// receiver is nearly always of a library.
    pub far_members: bool,
    /// The most bytes of a word that the grammar's scanner bears; a file with a longer
    /// one is not parsed. 0 for any.
    pub longest_word: usize,
    /// What may be passed for what, where that chooses between overloads.
    pub conversions: Conversions,
    /// Built-in names that no file of the tree defines.
    pub builtins: Vec<String>,
    /// Names of functions that run without being called (`main`); a `*` stands
    /// for any text.
    pub runs: Vec<String>,
    /// Decorators that change what a definition is: name, or name and arguments
    /// as written (`cfg(test)`) → flag.
    pub decorators: BTreeMap<String, String>,
}

/// Files of an extension that several languages have.
#[derive(Clone, Debug, Default)]
pub struct Shared {
    /// The extension.
    pub extension: String,
    /// What lines of such a file begin with where it is in this language.
    pub lines: Vec<String>,
    /// What else stands in it, outside comments and literals; behind a `\w`, directly
    /// after a letter, digit or underscore.
    pub within: Vec<String>,
    /// What its code says, as tokens with blanks between them: words and marks, `name`, `function`
    /// for the head of one that begins a declaration, and `…)` for what is left inside of brackets.
    pub code: Vec<String>,
    /// The same of what a member of a type begins with, where `self` is the type's name.
    pub members: Vec<String>,
    /// Words in front of the names of types that have such members.
    pub holders: Vec<String>,
    /// Whether such a file is in a language that is not known.
    pub foreign: bool,
}

/// Routines that the grammar does not know: what they are told by and where they end.
/// Words are in lower case and mean any.
#[derive(Clone, Debug, Default)]
pub struct Routines {
    /// Words that a statement begins with that may declare one.
    pub begins: Vec<String>,
    /// Words that may stand between those and `words`.
    pub before: Vec<String>,
    /// Words that say that it is one.
    pub words: Vec<String>,
    /// Words that may stand between those and the name.
    pub after: Vec<String>,
    /// The word that the grammar is shown in their stead; what follows the name becomes
    /// empty brackets.
    pub shown: String,
    /// Words that open a block.
    pub opens: Vec<String>,
    /// Words behind one of those that make it a statement of its own.
    pub whole: Vec<String>,
    /// Words that close a block.
    pub closes: Vec<String>,
    /// Words behind one of those that close what no word of `opens` has opened.
    pub inner: Vec<String>,
    /// Words that say that it is a package of such.
    pub holders: Vec<String>,
    /// The word that the grammar is shown in their stead.
    pub holder: String,
    /// What is added in front of a package, in front of a routine in one, and behind it.
    pub opened: String,
    /// See `opened`.
    pub begin: String,
    /// See `opened`.
    pub closed: String,
    /// Words behind the head of a routine in a package that a body follows.
    pub bodies: Vec<String>,
    /// The mark that begins code which only some versions read, before a number.
    pub versioned: String,
    /// Lines that end all statements before them.
    pub batches: Vec<String>,
    /// The word of a line that says what ends statements from there on.
    pub delimiter: String,
}

/// Names in capitals that stand where the grammar expects none, and are read as if
/// they were not there.
#[derive(Clone, Debug, Default)]
pub struct Noise {
    /// Keywords that begin a declaration: what stands in front of one is noise.
    pub before: Vec<String>,
    /// Keywords that a type's name follows: what stands between is noise.
    pub after: Vec<String>,
    /// Keywords that stand before a type or behind it.
    pub qualifiers: Vec<String>,
    /// The other keywords, which are no names.
    pub keywords: Vec<String>,
    /// Keywords of types whose attributes (`[[…]]`) the grammar does not know, nor those of
    /// what is listed in their braces.
    pub bare: Vec<String>,
    /// Words that begin a statement about modules (C++ `import a.b;`).
    pub modules: Vec<String>,
    /// The word in front of what a module exports.
    pub exports: String,
    /// The mark before a string that may have lines and doubles its quotes. Where there
    /// is one, three quotes or more open a string that as many close.
    pub verbatim: String,
}

/// How documentation says types, which count where the code says nothing.
#[derive(Clone, Debug, Default)]
pub struct Documented {
    /// Tags in front of the type of a variable or field.
    pub value: Vec<String>,
    /// Tags in front of the type of what a function yields.
    pub result: Vec<String>,
    /// Tags in front of the type and name of a parameter.
    pub parameter: Vec<String>,
    /// What encloses a type.
    pub open: String,
    /// See `open`.
    pub close: String,
    /// Whether the name of a parameter may stand in front of the type.
    pub name_first: bool,
    /// Whether of the arguments of a type the last one alone counts.
    pub last: bool,
}

/// Words that the grammar does not know and that may be names elsewhere.
#[derive(Clone, Debug, Default)]
pub struct StandIn {
    /// The words.
    pub words: Vec<String>,
    /// What they are read as: no longer than they are, blanks where nothing is said.
    pub shown: String,
    /// A word that is read as blanks in front of one.
    pub behind: String,
    /// Words of which one follows in the same line; any but `unless`, where none are named.
    pub before: Vec<String>,
    /// Words that follow a name that is spelled like one.
    pub unless: Vec<String>,
}

/// Words that a grammar takes for keywords in more places than the language does, beside the
/// modifiers of [`Breaks`]; and what stands in front of declarations or in branches that it
/// does not know.
#[derive(Clone, Debug, Default)]
pub struct SoftWords {
    /// Where words are keywords; elsewhere they are names.
    pub rules: Vec<SoftRule>,
    /// Words that with the list behind them stand in front of a declaration or a type.
    pub prefixes: Vec<String>,
    /// The word between the condition of a branch and what must hold beside it.
    pub guard: String,
    /// Words that such a condition may begin with, if it is no value.
    pub tests: Vec<String>,
    /// What stands for all other conditions.
    pub otherwise: Vec<String>,
}

/// Where words are keywords: in front of one of `before`, and behind one of `behind`.
#[derive(Clone, Debug, Default)]
pub struct SoftRule {
    /// The words.
    pub words: Vec<String>,
    /// What follows, its parts with blanks between them: words and marks, `name`, `text`,
    /// `end` of the line, `(…)` for a list, `()` for an empty one and `(name)` for one of one thing.
    pub before: Vec<String>,
    /// What precedes in the line: nothing of it (`line`), a `modifier` or annotation, or what
    /// may end a `value`; anything, where none is named.
    pub behind: Vec<String>,
    /// Annotations in front of it are read as blanks where the declaration above ends with the
    /// name that it declares, which the grammar takes for a type then.
    pub bare: bool,
}

/// Line breaks that are read where there are none: in front of a `}` that does not begin
/// its line, between one and a word of `words`, and between an expression or type and a
/// declaration.
#[derive(Clone, Debug, Default)]
pub struct Breaks {
    /// Words that begin a declaration.
    pub words: Vec<String>,
    /// Those of them that are never names.
    pub heads: Vec<String>,
    /// Words that may stand in front of those.
    pub modifiers: Vec<String>,
    /// Words that an expression follows.
    pub joins: Vec<String>,
    /// What opens code inside a string, which a `}` closes.
    pub template: String,
}

/// Directives (a line that begins with `#`) of conditional compilation. Branches that are
/// compiled in no configuration are not read. Where a branch opens or closes brackets, the
/// first that may be compiled is read for all.
#[derive(Clone, Debug, Default)]
pub struct Conditionals {
    /// What begins a conditional.
    pub open: Vec<String>,
    /// What begins another branch.
    pub other: Vec<String>,
    /// What ends it.
    pub close: String,
    /// Keywords of declarations whose braces hold a list.
    pub lists: Vec<String>,
    /// Keywords that join what stands before them to what stands behind.
    pub dangling: Vec<String>,
}

/// Import rules, one module of `link::modules` each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Modules {
    #[default]
    None,
    Ecma,
    Python,
    Rust,
    Go,
    Include,
    /// By the names of the packages or namespaces that files declare.
    Packages,
    /// By the paths of files; what loading one yields is what it exports as `default`.
    Paths,
}

/// Packages by declared name.
#[derive(Clone, Debug, Default)]
pub struct Packages {
    /// Text between the parts of a package's name, where that is not `.` (PHP `\\`).
    pub separator: String,
    /// Whether what the packages around one hold is in scope in it, packages too (C#).
    pub nested: bool,
    /// Whether a package's name means one below the package it is used in (PHP).
    pub relative: bool,
    /// Whether the packages are seen that a file or block names in clauses, and what is
    /// below them, but none else around (Scala).
    pub clauses: bool,
    /// The name from which whole names may start at the top (Scala `_root_`).
    pub root: String,
    /// Whether a function that its own package lacks is that of the unnamed one (PHP).
    pub global_functions: bool,
    /// Endings of files that make their folder a project: imports that are offered
    /// to importers hold in all of its files.
    pub projects: Vec<String>,
    /// Whether files belong to the targets that manifests of the tree name (Swift).
    pub targets: bool,
}

/// Files named by sources of imports that are paths without their ending.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    /// Folders, in that of the file and in each around it, that are searched.
    pub folders: Vec<String>,
    /// What the file's name has behind the source.
    pub endings: Vec<String>,
    /// What stands for `/` in sources, where that is something else (Lua `.`).
    pub separator: String,
}

/// Where a plain declaration binds its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Declares {
    #[default]
    Block,
    Function,
}

/// What code inside a type's body sees of its members without a receiver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClassScope {
    /// Nothing.
    #[default]
    None,
    /// Code directly in the body sees them, functions in it do not (Python).
    Body,
    /// Everything inside sees them, inherited ones too (Java).
    Members,
}

/// Scoping rules.
#[derive(Clone, Debug, Default)]
pub struct Scoping {
    /// Where declarations bind.
    pub declares: Declares,
    /// Whether an assignment to an unbound name declares it.
    pub assignment_declares: bool,
    /// Whether a later declaration in the same block hides an earlier one.
    pub sequential: bool,
    /// What a type's body sees of its members.
    pub class_scope: ClassScope,
    /// Whether a bare name may mean a definition of a file that is not imported.
    pub open_names: bool,
    /// Whether the first parameter of a method is the instance.
    pub self_parameter: bool,
    /// Whether a variable has the functions that are put on it as members, whatever
    /// it holds (Lua's tables).
    pub tables: bool,
    /// Whether calls are messages: a name that is no variable and no constant is a
    /// member of `this`, types and instances have members apart, and calling `super`
    /// calls the method at hand of a supertype (Ruby).
    pub messages: bool,
    /// Words that declare what does not change, where they do in this language alone
    /// (Swift `let`).
    pub constants: Vec<String>,
    /// Members that a type has without declaring them and that make an instance of
    /// it (Ruby `new`).
    pub makers: Vec<String>,
    /// Characters in front of names that are not part of them (Ruby `:` and `@`).
    pub sigils: String,
    /// Types whose members every instance has (Ruby `Object`).
    pub roots: Vec<String>,
    /// Types whose members every type has, before those of `roots` (Ruby `Module`).
    pub type_roots: Vec<String>,
    /// Names of constructors; `"class"` means the name of the class.
    pub constructors: Vec<String>,
    /// Whether a type without a constructor is made by that of its supertype.
    pub inherits_constructors: bool,
    /// Whether calling a type constructs it.
    pub call_constructs: bool,
    /// Functions whose result is the module that their first argument names.
    pub module_calls: Vec<String>,
    /// The function whose result is the instance seen as its supertype.
    pub super_call: String,
    /// Functions whose result is their first argument (C++ `std::move`).
    pub same_calls: Vec<String>,
    /// Names of the positions of a tuple (C++ `first`, `second`).
    pub tuple_fields: Vec<String>,
    /// Whether a value may be an array of its type or a pointer to it: indexing and
    /// unwrapping yield it where the type says nothing else.
    pub pointers: bool,
    /// Kinds of functions whose names begin so (C++ `~`).
    pub name_kinds: BTreeMap<String, String>,
    /// The name that means the enclosing type (Rust `Self`).
    pub this_type: String,
    /// Names that mean something else: `this`, `super`, or `this-type`, the
    /// enclosing type (PHP `self`).
    pub words: BTreeMap<String, String>,
    /// The parameter of an anonymous function that declares none (Kotlin `it`); one
    /// that ends in `0` is the first of several (Swift `$0`).
    pub implicit_parameter: String,
    /// Whether the names that arguments are passed by tell functions apart (Swift).
    pub labels: bool,
    /// Functions from outside by whose argument, counted from 0, names are looked up
    /// in the function they are passed (Kotlin `with`).
    pub receiver_calls: BTreeMap<String, usize>,
    /// Functions whose result is an instance of their first argument, a type (Go `new`).
    pub typed_calls: Vec<String>,
    /// Names that yield an instance of the one type they are given (Scala `asInstanceOf`).
    pub typed_names: Vec<String>,
    /// Whether a capitalised name in a pattern is a constant rather than bound there.
    pub pattern_constants: bool,
    /// Whether several declarations of one name in one scope are parts of one
    /// thing: interfaces, namespaces, a class with either (TypeScript).
    pub merges: bool,
    /// The container that a function from outside wraps the type in that it is
    /// called with (Rust `Result`).
    pub given_results: String,
    /// Whether macros have names of their own, apart from functions (Rust).
    pub macros_apart: bool,
    /// Constructors of wrappers whose payload is not what unwrapping yields (Rust `Err`).
    pub failures: Vec<String>,
    /// Whether a type and an object that is the only instance of its own may share a name
    /// (Scala): flagged as static, the one is meant by values, the other by types.
    pub companions: bool,
    /// Whether a function without parameters is called by its name alone (Scala).
    pub uniform_access: bool,
    /// What the name of the function ends in that is called where what such a function
    /// yields is assigned to (Scala `size_=`).
    pub setter_ending: String,
    /// Whether functions may take several lists of arguments one by one (Scala).
    pub curries: bool,
    /// Whether extensions name their receiver, so that neither `this` nor a bare name
    /// means it (Scala).
    pub named_receivers: bool,
    /// Whether only what is said to be virtual can be overridden, by a function that takes the
    /// same (C++).
    pub virtual_overrides: bool,
    /// Whether a call that no member of the name takes means a function further out
    /// (Kotlin).
    pub outer_overloads: bool,
    /// Whether of several supertypes the last comes first, and bodies come before what
    /// has none (Scala).
    pub last_first: bool,
    /// Whether structures, unions and enumerations have names of their own,
    /// apart from functions and variables (C's tags).
    pub tags_apart: bool,
    /// Whether types of one name are told apart by how many parameters they have (C#).
    pub types_by_arity: bool,
    /// Whether methods and variables of one name do not hide each other (Java).
    pub separate_methods: bool,
    /// The built-in type of `object` literals whose keys are no members.
    pub dict_type: String,
    /// Library names that mean the receiver's own type in annotations.
    pub own_types: Vec<String>,
    /// Library types whose subtypes are tuples of their fields.
    pub tuple_bases: Vec<String>,
    /// What begins the names in which case matters, where it does not in others (PHP
    /// `$`). The tables are then written in lower case.
    pub exact_prefix: String,
    /// Node kinds that hide how many arguments are passed.
    pub spread: Vec<String>,
    /// Prefix of names that are private to their file or type.
    pub private_prefix: String,
    /// Whether a file that lists no exports offers all names without that prefix.
    pub public_names: bool,
    /// Whether an upper-case initial makes a name visible outside (Go).
    pub upper_case_exports: bool,
}

/// Names of members that every function has.
#[derive(Clone, Debug, Default)]
pub struct FunctionMembers {
    /// They call the function (JavaScript `call`, Kotlin `invoke`).
    pub calls: Vec<String>,
    /// They yield it again, with arguments or an instance put in place (`bind`).
    pub binds: Vec<String>,
    /// They are an instance of what it constructs, as those of classes are (`prototype`).
    pub instances: Vec<String>,
}

/// Names of the members that syntax calls on an instance, in order of preference.
#[derive(Clone, Debug, Default)]
pub struct Protocols {
    /// By an index or key (Python `__getitem__`, Kotlin `get`).
    pub index: Vec<String>,
    /// By a loop; the result is a container of the elements, or has what `next` lists.
    pub iterate: Vec<String>,
    /// By a step of a loop, on what `iterate` yields.
    pub next: Vec<String>,
    /// By a `with` statement.
    pub enter: Vec<String>,
    /// By the end of a `with` statement.
    pub leave: Vec<String>,
    /// By a call of the instance itself (Python `__call__`, PHP `__invoke`).
    pub call: Vec<String>,
    /// To reach what it points to (C++ `operator->`), or to take an instance apart in a
    /// pattern (Scala `unapply`).
    pub unwrap: Vec<String>,
    /// Members whose own members stand for those that it lacks (Lua `__index`).
    pub fallback: Vec<String>,
    /// To reach what it points to, where it lacks a member (Rust `deref`).
    pub deref: Vec<String>,
    /// The container whose members everything has that has what `next` lists.
    pub iterator: String,
}

/// Comment markers.
#[derive(Clone, Debug, Default)]
pub struct Docs {
    /// Markers that begin a line comment, longest first.
    pub line: Vec<String>,
    /// Opening and closing markers of block comments, longest first.
    pub block: Vec<(String, String)>,
    /// What a comment begins with that documents nothing.
    pub pragmas: Vec<String>,
    /// Whether blank lines may stand between a comment and what it documents.
    pub loose: bool,
    /// Marker in front of each line of a block comment.
    pub continuation: String,
}

/// How to read one kind of node as an expression. `object`, `name` and the like
/// are field names, or `#n` for the n-th named child, `#last` for the last one, and
/// where a list is expected `#rest` for all named children but the first.
#[derive(Clone, Debug, Default)]
pub struct Rule {
    /// The form, one of the names in `extract::expr::Form`, or in
    /// `extract::patterns::Form` for patterns.
    pub form: String,
    /// Receiver, callee, container, base type, key or operand.
    pub object: String,
    /// Member name, key.
    pub name: String,
    /// Second operand: arguments, index, alternative, value, result.
    pub other: String,
    /// Third operand.
    pub third: String,
    /// The one argument of a call that has no list of them.
    pub argument: String,
    /// Built-in type of a literal or container.
    pub type_: String,
    /// Node kind of the parts that count (pairs of an object, say), of a head that
    /// is a name (`member`), or of an index that slices (`index`).
    pub part: String,
    /// Node kind of a part that is a function with its name in field `name`.
    pub method: String,
    /// Node kind of a part that is both key and value, or of an index that
    /// names a member.
    pub shorthand: String,
    /// Built-in type of a literal with a fraction or an exponent.
    pub fraction: String,
    /// Operator texts for which the rule holds; any, where empty. For other
    /// operators a `union` yields `type`, an `element` and an `unwrap` their operand; of
    /// a `member` those that unwrap its object. Of a
    /// `literal` its own text; others are nothing that is known.
    pub operators: Vec<String>,
    /// Of a `literal` the types by the text's ending (`L`).
    pub endings: BTreeMap<String, String>,
    /// Taken over from a base, whose grammar may have other node kinds.
    pub inherited: bool,
}

/// Text that the grammar leaves as tokens and that is parsed again (Rust's
/// macro arguments).
#[derive(Clone, Debug, Default)]
pub struct Embedded {
    /// What behind a piece makes a statement of it.
    pub after: String,
    /// Node kinds that part a piece which is no code as a whole; its parts are then
    /// read one by one.
    pub separators: Vec<String>,
    /// What an expansion yields, by macro: a built-in type, `void`, or nothing
    /// written where it is the piece itself (`vec![x]`, `dbg!(x)`).
    pub values: BTreeMap<String, String>,
}

/// The elements of a page or component that hold code.
#[derive(Clone, Debug, Default)]
pub struct Regions {
    /// Name of the element (`script`).
    pub tag: String,
    /// Values of its `type` that mean code, besides none.
    pub types: Vec<String>,
}

/// Lines of a notebook's cells that are orders to its kernel.
#[derive(Clone, Debug, Default)]
pub struct Notebook {
    /// What such lines, or values that are assigned, begin with (IPython `%`, `!`).
    pub magics: Vec<String>,
    /// Orders to a whole cell (`%%time`) that leave it code of the language.
    pub wrappers: Vec<String>,
}

/// Node kinds of nested import lists such as Rust's `use a::{b, c as d}`.
#[derive(Clone, Debug, Default)]
pub struct ImportTree {
    /// Lists of paths whose names are children side by side, each path with a tree
    /// behind it or without (Scala's `import a.b.{c, d}, e.f`).
    pub flat: Vec<String>,
    /// A list of trees.
    pub lists: Vec<String>,
    /// A path followed by a list: kind, field of the path, field of the list.
    pub prefixed: Vec<(String, String, String)>,
    /// A path with an alias: kind, field of the path, field of the alias.
    pub aliased: Vec<(String, String, String)>,
    /// A path whose every name is imported; the path is the first named child.
    pub wildcards: Vec<String>,
    /// Text between the parts of a path.
    pub separator: String,
    /// The name that means the path itself (`self`).
    pub itself: String,
}

/// What a library type makes of the argument it stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Through {
    /// The argument itself.
    #[default]
    Itself,
    /// What awaiting it yields.
    Await,
    /// What calling it yields.
    Call,
    /// An instance of it, a class.
    Instance,
}

/// A built-in or standard type that holds or wraps values of its arguments.
#[derive(Clone, Debug, Default)]
pub struct Container {
    /// Names of the type; the first is the one literals use.
    pub names: Vec<String>,
    /// Which type argument an element is (iteration, index).
    pub element: Option<u32>,
    /// Which type argument a key is; iteration yields it where `iterates = "key"`.
    pub key: Option<u32>,
    /// What iteration yields: `element` (default), `key`, `entry` (both as a pair),
    /// or the name of the library type that holds both.
    pub iterates: String,
    /// Whether taking it apart yields its arguments in order (`Pair<A, B>`).
    pub positions: bool,
    /// Which type argument `await` yields.
    pub awaits: Option<u32>,
    /// Which type argument unwrapping yields (`?`, `!`, optional chaining).
    pub unwraps: Option<u32>,
    /// Whether members of the argument are reached without unwrapping
    /// (`Box<T>`, `&T`, `Rc<T>`): the argument's position.
    pub derefs: Option<u32>,
    /// What `derefs` makes of the argument (`Awaited<T>`, `ReturnType<T>`).
    pub through: Through,
    /// Whether a member that is not listed is an element (`Record<string, T>`).
    pub open: bool,
    /// What a member that is read without a call is, in the words of `members`.
    pub fields: BTreeMap<String, String>,
    /// What calling a member yields: `self`, `element`, `key`, `value`,
    /// `argument` (the type of the first argument), `listed`, `indexed` (what
    /// iterating over or indexing it yields), `gathered` (what awaiting each of
    /// its elements yields), `unwrapped`,
    /// `external` (nothing of the tree), the name of a type without arguments,
    /// or a container of one of these, as `Array<element>`.
    pub members: BTreeMap<String, String>,
    /// What the parameters of a function passed to a member are.
    pub closures: BTreeMap<String, Vec<String>>,
    /// What names are looked up in, in a function passed to a member.
    pub receivers: BTreeMap<String, String>,
    /// Which type argument an annotation with this type names as a type object
    /// rather than as an instance (`Type[X]`).
    pub types: Option<u32>,
    /// Which type argument is called where an instance is (`partial(f)`).
    pub calls: Option<u32>,
    /// Calls that build the container from their first argument (`Some(x)`).
    pub constructors: Vec<String>,
    /// Calls that build the container from its elements (`listOf(x, y)`).
    pub collects: Vec<String>,
    /// Whether `constructors` are passed a function that makes the argument (`lazy { … }`).
    pub deferred: bool,
}

/// Which values may be passed for which parameters, by names of types; a language
/// that has them chooses between overloads by the types of the arguments.
#[derive(Clone, Debug, Default)]
pub struct Conversions {
    /// The type that every reference is a value of; empty where types choose nothing.
    pub top: String,
    /// The type of the literal for no value, which is passed for every reference.
    pub null: String,
    /// The type that an operator yields as soon as one operand is of it (Java `String`).
    pub absorbs: String,
    /// Whether overloads of supertypes stand beside those of the type itself.
    pub inherited: bool,
    /// Whether the types of the arguments alone say what type parameters are (C#).
    pub inferred: bool,
    /// Types whose values are no references, each with the one it widens to next,
    /// if there is one.
    pub widens: BTreeMap<String, String>,
    /// By such a type, the reference type it is wrapped in where one is wanted.
    pub boxes: BTreeMap<String, String>,
    /// The direct supertypes of library types; those of a type that is listed are
    /// all known.
    pub supertypes: BTreeMap<String, Vec<String>>,
    /// Library types without subtypes.
    pub finals: Vec<String>,
}

impl Manifest {
    /// Parses a manifest.
    ///
    /// # Errors
    /// The first mistake.
    pub fn parse(text: &str) -> Result<Self, toml::Mistake> {
        let manifest = toml::typed(text, &|value| {
            let mut manifest = Self {
                runs: vec!["main".to_owned()],
                ..Self::default()
            };
            let set: &mut fields::Set<'_> = &mut |name, value| manifest.set(name, value);
            fields::fill(set, Self::NAMES, value).map(|()| manifest)
        })?;
        match manifest.name.is_empty() {
            true => Err(toml::Mistake::whole("name is missing")),
            false => Ok(manifest),
        }
    }

    /// What tells files of this language where others have their extension.
    #[must_use]
    pub fn dialects(&self) -> Vec<Dialect> {
        let shared = self.shared.iter().map(|shared| Dialect {
            extension: shared.extension.clone(),
            lines: shared.lines.clone(),
            within: shared.within.clone(),
            signs: Signs {
                code: shared.code.clone(),
                members: shared.members.clone(),
                holders: shared.holders.clone(),
            },
            foreign: shared.foreign,
            line_comments: self.docs.line.clone(),
            block_comments: self.docs.block.clone(),
        });
        shared.collect()
    }

    /// Takes over the tables of `base` that this manifest leaves out.
    pub fn inherit(&mut self, base: &Self) {
        if self.family.is_empty() {
            self.family.clone_from(&base.family);
        }
        if self.modules == Modules::None {
            self.modules = base.modules;
        }
        if self.packages.separator.is_empty() && !self.packages.nested {
            self.packages = base.packages.clone();
        }
        if self.protocols.call.is_empty() && self.protocols.index.is_empty() {
            self.protocols = base.protocols.clone();
        }
        if self.functions.calls.is_empty() {
            self.functions = base.functions.clone();
        }
        if self.docs.line.is_empty() && self.docs.block.is_empty() {
            self.docs = base.docs.clone();
        }
        let unset =
            |scoping: &Scoping| scoping.constructors.is_empty() && scoping.spread.is_empty();
        if unset(&self.scoping) && !unset(&base.scoping) {
            self.scoping = base.scoping.clone();
        }
        inherit_rules(&mut self.expressions, &base.expressions);
        inherit_rules(&mut self.types, &base.types);
        inherit_rules(&mut self.patterns, &base.patterns);
        if self.noise.before.is_empty() {
            self.noise = base.noise.clone();
        }
        if self.stand_ins.is_empty() {
            self.stand_ins.clone_from(&base.stand_ins);
        }
        if self.conditionals.close.is_empty() {
            self.conditionals = base.conditionals.clone();
        }
        inherit_map(&mut self.names, &base.names);
        inherit_map(&mut self.decorators, &base.decorators);
        if self.builtins.is_empty() {
            self.builtins.clone_from(&base.builtins);
        }
        if self.embedded.after.is_empty() {
            self.embedded = base.embedded.clone();
        }
        if self.import_tree.separator.is_empty() {
            self.import_tree = base.import_tree.clone();
        }
        if self.containers.is_empty() {
            self.containers.clone_from(&base.containers);
        }
        inherit_map(&mut self.universal, &base.universal);
        if self.conversions.top.is_empty() {
            self.conversions.clone_from(&base.conversions);
        }
    }
}

fn inherit_rules(own: &mut BTreeMap<String, Rule>, base: &BTreeMap<String, Rule>) {
    for (kind, rule) in base {
        if !own.contains_key(kind) {
            own.insert(
                kind.clone(),
                Rule {
                    inherited: true,
                    ..rule.clone()
                },
            );
        }
    }
}

fn inherit_map<V: Clone>(own: &mut BTreeMap<String, V>, base: &BTreeMap<String, V>) {
    for (key, value) in base {
        if !own.contains_key(key) {
            own.insert(key.clone(), value.clone());
        }
    }
}

/// Reads the words of an enumeration.
macro_rules! words {
    ($name:ident { $($variant:ident = $word:literal),* }) => {
        impl Field for $name {
            fn read(value: &serde_json::Value) -> Result<Self, String> {
                const ALL: &[$name] = &[$($name::$variant),*];
                let row = word(&[$(&[$word]),*], value)?;
                Ok(ALL.get(row).copied().unwrap_or_default())
            }
        }
    };
}

words!(Modules { None = "none", Ecma = "ecma", Python = "python", Rust = "rust", Go = "go", Include = "include", Packages = "packages", Paths = "paths" });
words!(Declares { Block = "block", Function = "function" });
words!(ClassScope { None = "none", Body = "body", Members = "members" });
words!(Through { Itself = "itself", Await = "await", Call = "call", Instance = "instance" });
fields!(Manifest {
    name,
    family,
    extends,
    grammar,
    symbol,
    extensions,
    filenames,
    shebangs,
    shared,
    noise,
    stand_ins,
    documented,
    ascii_names,
    underlines,
    routines,
    breaks,
    soft_words,
    conditionals,
    outline,
    modules,
    packages,
    paths,
    scoping,
    docs,
    expressions,
    types,
    names,
    patterns,
    embedded,
    regions,
    notebook,
    import_tree,
    protocols,
    functions,
    containers,
    universal,
    far_members,
    longest_word,
    conversions,
    builtins,
    runs,
    decorators,
});

fields!(Shared {
    extension,
    lines,
    within,
    code,
    members,
    holders,
    foreign,
});

fields!(Noise {
    before,
    after,
    qualifiers,
    keywords,
    bare,
    modules,
    exports,
    verbatim,
});

fields!(Documented {
    value,
    result,
    parameter,
    open,
    close,
    name_first,
    last,
});

fields!(StandIn {
    words,
    shown,
    behind,
    before,
    unless,
});

fields!(Routines {
    begins,
    before,
    words,
    after,
    shown,
    opens,
    whole,
    closes,
    inner,
    holders,
    holder,
    opened,
    begin,
    closed,
    bodies,
    versioned,
    batches,
    delimiter,
});

fields!(SoftWords {
    rules,
    prefixes,
    guard,
    tests,
    otherwise,
});

fields!(SoftRule {
    words,
    before,
    behind,
    bare,
});

fields!(Breaks {
    words,
    heads,
    modifiers,
    joins,
    template
});

fields!(Conditionals {
    open,
    other,
    close,
    lists,
    dangling,
});

fields!(Packages {
    separator,
    nested,
    relative,
    clauses,
    root,
    global_functions,
    projects,
    targets,
});

fields!(Paths {
    folders,
    endings,
    separator,
});

fields!(Scoping {
    declares,
    assignment_declares,
    sequential,
    class_scope,
    open_names,
    self_parameter,
    tables,
    messages,
    constants,
    makers,
    sigils,
    roots,
    type_roots,
    constructors,
    inherits_constructors,
    call_constructs,
    module_calls,
    super_call,
    same_calls,
    tuple_fields,
    pointers,
    name_kinds,
    this_type,
    words,
    implicit_parameter,
    labels,
    receiver_calls,
    typed_calls,
    typed_names,
    pattern_constants,
    merges,
    given_results,
    macros_apart,
    failures,
    companions,
    uniform_access,
    setter_ending,
    curries,
    named_receivers,
    virtual_overrides,
    outer_overloads,
    last_first,
    tags_apart,
    types_by_arity,
    separate_methods,
    dict_type,
    own_types,
    tuple_bases,
    exact_prefix,
    spread,
    private_prefix,
    upper_case_exports,
    public_names,
});

fields!(FunctionMembers {
    calls,
    binds,
    instances,
});

fields!(Protocols {
    index,
    iterate,
    next,
    enter,
    leave,
    call,
    unwrap,
    fallback,
    deref,
    iterator,
});

fields!(Docs {
    line,
    block,
    pragmas,
    loose,
    continuation,
});

fields!(Rule {
    form / "as", object, name, other, third, argument, type_ / "type", part, method, shorthand,
    fraction, operators, endings,
} not inherited);

fields!(Embedded {
    after,
    separators,
    values,
});

fields!(Regions { tag, types });

fields!(Notebook { magics, wrappers });

fields!(ImportTree {
    flat,
    lists,
    prefixed,
    aliased,
    wildcards,
    separator,
    itself,
});

fields!(Container {
    names,
    element,
    key,
    iterates,
    positions,
    awaits,
    unwraps,
    derefs,
    through,
    open,
    fields,
    members,
    closures,
    receivers,
    types,
    calls,
    constructors,
    collects,
    deferred,
});

fields!(Conversions {
    top,
    null,
    absorbs,
    inherited,
    inferred,
    widens,
    boxes,
    supertypes,
    finals,
});
