//! What one file says, as plain data: the output of extraction and the only
//! input of linking. Facts depend on the file's bytes and language alone, so
//! they are cached by content hash and exchanged between workers.

use crate::ids::{DefinitionId, ExprId, NameId, ScopeId};
use crate::intern::Names;
use crate::text::Span;
use serde::{Deserialize, Serialize};

/// The facts of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileFacts {
    /// Name of the language, as in its manifest.
    pub language: String,
    /// Every string the facts mention.
    pub names: Names,
    /// Definitions in source order; a container precedes its members.
    pub definitions: Vec<Definition>,
    /// Lexical scopes in source order; the first is the file.
    pub scopes: Vec<Scope>,
    /// Names bound to values or types other than definitions and imports.
    pub bindings: Vec<Binding>,
    /// Uses of names in source order.
    pub references: Vec<Reference>,
    /// One entry per imported name.
    pub imports: Vec<Import>,
    /// What the file offers under another name than its own, and re-exports.
    pub exports: Vec<Export>,
    /// Supertypes as written.
    pub inheritance: Vec<Inheritance>,
    /// Arena of symbolic expressions.
    pub exprs: Vec<Expr>,
    /// The packages or namespaces that the file declares, in source order.
    pub packages: Vec<Package>,
    /// Lines of the file.
    pub lines: u32,
    /// Whether the parser met a syntax error; the facts are then what the rest
    /// of the file says.
    pub partial: bool,
    /// Words of the file outside definitions are not kept; these are the words
    /// of each definition's body, for search: (definition, name) counted.
    pub words: Vec<Word>,
}

/// A package or namespace, as far as one file declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Package {
    /// The name as written, without that of a package around it.
    pub name: NameId,
    /// The scope that is part of it: the whole file, or a block.
    pub scope: ScopeId,
}

impl FileFacts {
    /// The name of the package that the whole file belongs to, "" where none is declared.
    #[must_use]
    pub fn package(&self) -> &str {
        let mut whole = self.packages.iter().filter(|package| package.scope.0 == 0);
        whole
            .next()
            .map_or("", |package| self.names.get(package.name))
    }
}

/// A word of a definition's body, comment or string, with its count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word {
    /// The innermost definition around it; none for the file itself.
    pub definition: Option<DefinitionId>,
    /// The word as written.
    pub name: NameId,
    /// How often.
    pub count: u32,
}

/// What a definition is (spec 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Kind {
    Repository,
    Package,
    Directory,
    /// A file.
    Module,
    Class,
    Interface,
    Trait,
    Struct,
    Enum,
    Union,
    Record,
    TypeAlias,
    Namespace,
    Function,
    Method,
    Constructor,
    Destructor,
    Operator,
    Property,
    Field,
    Constant,
    Variable,
    Macro,
    Decorator,
    Test,
    Section,
    /// A block that adds members to a type defined elsewhere (Rust `impl`,
    /// Swift `extension`). It is a container of facts, never a graph node.
    Extension,
    /// A member of an enumeration.
    EnumMember,
}

/// Every kind with its name, in declaration order.
const KINDS: &[(Kind, &str)] = &[
    (Kind::Repository, "repository"),
    (Kind::Package, "package"),
    (Kind::Directory, "directory"),
    (Kind::Module, "file"),
    (Kind::Class, "class"),
    (Kind::Interface, "interface"),
    (Kind::Trait, "trait"),
    (Kind::Struct, "struct"),
    (Kind::Enum, "enum"),
    (Kind::Union, "union"),
    (Kind::Record, "record"),
    (Kind::TypeAlias, "type-alias"),
    (Kind::Namespace, "namespace"),
    (Kind::Function, "function"),
    (Kind::Method, "method"),
    (Kind::Constructor, "constructor"),
    (Kind::Destructor, "destructor"),
    (Kind::Operator, "operator"),
    (Kind::Property, "property"),
    (Kind::Field, "field"),
    (Kind::Constant, "constant"),
    (Kind::Variable, "variable"),
    (Kind::Macro, "macro"),
    (Kind::Decorator, "decorator"),
    (Kind::Test, "test"),
    (Kind::Section, "section"),
    (Kind::Extension, "extension"),
    (Kind::EnumMember, "enum-member"),
];

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = KINDS.len();

    /// Every kind, in declaration order.
    pub fn all() -> impl Iterator<Item = Self> {
        KINDS.iter().map(|(kind, _)| *kind)
    }

    /// The kind's name in queries, answers and exports.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        KINDS.get(self as usize).map_or("", |(_, name)| name)
    }

    /// The kind called `name`.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        KINDS
            .iter()
            .find(|(_, known)| *known == name)
            .map(|(kind, _)| *kind)
    }

    /// Whether the kind can have members that are reached through an instance.
    #[must_use]
    pub const fn is_type(self) -> bool {
        matches!(
            self,
            Self::Class
                | Self::Interface
                | Self::Trait
                | Self::Struct
                | Self::Enum
                | Self::Union
                | Self::Record
                | Self::TypeAlias
        )
    }

    /// Whether the kind has a body that runs when it is called.
    #[must_use]
    pub const fn is_callable(self) -> bool {
        matches!(
            self,
            Self::Function
                | Self::Method
                | Self::Constructor
                | Self::Destructor
                | Self::Operator
                | Self::Macro
                | Self::Test
                | Self::Decorator
        )
    }
}

/// Modifiers that change how a definition is found or ranked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flags(pub u16);

impl Flags {
    /// Belongs to the type, not to an instance.
    pub const STATIC: Self = Self(1);
    /// Has no body of its own (interface member, abstract method, overload signature).
    pub const ABSTRACT: Self = Self(1 << 1);
    /// Runs asynchronously; a call yields the language's promise of the return type.
    pub const ASYNC: Self = Self(1 << 2);
    /// Visible outside its file or package.
    pub const EXPORTED: Self = Self(1 << 3);
    /// Read as a value, without a call (getter, Python `@property`).
    pub const ACCESSOR: Self = Self(1 << 4);
    /// A class method: its first parameter is the class.
    pub const CLASS_METHOD: Self = Self(1 << 5);
    /// Accepts any number of arguments beyond its parameters.
    pub const VARIADIC: Self = Self(1 << 6);
    /// Marked as a test by the language or a decorator.
    pub const TEST: Self = Self(1 << 7);
    /// Private to its container or file.
    pub const PRIVATE: Self = Self(1 << 8);
    /// A type of its own that is made like another, not another name for it
    /// (Go `type A B`).
    pub const DISTINCT: Self = Self(1 << 9);
    /// One of several declarations that make up one type (C# `partial`).
    pub const PARTIAL: Self = Self(1 << 10);
    /// A function that is called like a member on values of its owner or, where it
    /// has none, of its first parameter's type.
    pub const EXTENSION: Self = Self(1 << 11);
    /// Part of the outline of a document, of settings or of data. No name in code
    /// means it, and it is ranked, measured and embedded with none.
    pub const OUTLINE: Self = Self(1 << 12);
    /// Used by the language itself, where no code names it: where a program begins,
    /// what is declared to the compiler. What is declared in it without a body is too.
    pub const RUN: Self = Self(1 << 13);
    /// May be replaced by a function of a type that inherits it, in languages that ask for
    /// it to be said (C++).
    pub const VIRTUAL: Self = Self(1 << 14);
    /// Says that it replaces one of a supertype.
    pub const OVERRIDE: Self = Self(1 << 15);

    /// Whether all bits of `other` are set.
    #[must_use]
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Sets the bits of `other`.
    pub const fn set(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// A named piece of code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Definition {
    /// Simple name; `constructor`, `__init__` and the like as written.
    pub name: NameId,
    /// What it is.
    pub kind: Kind,
    /// Modifiers.
    pub flags: Flags,
    /// The whole definition, decorators included.
    pub span: Span,
    /// The name.
    pub name_span: Span,
    /// The body, empty where there is none.
    pub body: Span,
    /// First and last line, 1-based, inclusive.
    pub lines: (u32, u32),
    /// Line of the name, 1-based.
    pub name_line: u32,
    /// The definition around it.
    pub container: Option<DefinitionId>,
    /// The scope that the name is declared in.
    pub scope: ScopeId,
    /// The type it belongs to where that is not the container: Go receiver,
    /// Rust `impl` target, extension receiver.
    pub owner: Option<ExprId>,
    /// The interface or trait that an extension block implements.
    pub implements: Option<ExprId>,
    /// Declaration up to the body, white space folded.
    pub signature: String,
    /// Documentation without comment markers, lines joined by `\n`.
    pub doc: String,
    /// Decorators, attributes and annotations.
    pub decorators: Vec<Decorator>,
    /// Parameters in order, the receiver excluded.
    pub parameters: Vec<Parameter>,
    /// Type parameters in order.
    pub type_parameters: Vec<NameId>,
    /// Declared return type, or declared type of a variable or field.
    pub type_: Option<ExprId>,
    /// Values it yields: returned expressions of a function, initialisers of a
    /// variable or field, at most four.
    pub values: Vec<ExprId>,
    /// Measures of the body.
    pub metrics: Metrics,
}

/// A decorator, attribute or annotation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decorator {
    /// Name as written, with its qualifier (`app.route`).
    pub name: NameId,
    /// Arguments as written, white space folded, at most 200 characters.
    pub arguments: String,
    /// Line, 1-based.
    pub line: u32,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    /// Name, empty for a pattern.
    pub name: NameId,
    /// Declared type.
    pub type_: Option<ExprId>,
    /// Whether a call may leave it out.
    pub optional: bool,
}

/// Measures of a body (spec 3.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metrics {
    /// Statements.
    pub statements: u32,
    /// Deepest nesting of branches and loops.
    pub depth: u32,
    /// `if`, `case`, conditional expressions.
    pub branches: u32,
    /// Loops.
    pub loops: u32,
    /// Blocks that catch.
    pub tries: u32,
    /// Calls.
    pub calls: u32,
    /// Returns before the last statement.
    pub early_returns: u32,
    /// `await` expressions.
    pub awaits: u32,
    /// Anonymous functions.
    pub closures: u32,
    /// McCabe's number: 1 + decisions (McCabe 1976).
    pub cyclomatic: u32,
    /// Cognitive complexity (Campbell 2018).
    pub cognitive: u32,
}

/// What a scope is, which decides what a name inside it can see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScopeKind {
    /// The whole file.
    File,
    /// A namespace or inline module.
    Namespace,
    /// The body of a type.
    Class,
    /// A function with its parameters.
    Function,
    /// A block.
    Block,
}

/// A lexical scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scope {
    /// The scope around it; the file's scope is its own parent.
    pub parent: ScopeId,
    /// What it is.
    pub kind: ScopeKind,
    /// Its bytes.
    pub span: Span,
    /// The definition whose scope it is.
    pub definition: Option<DefinitionId>,
}

/// How a name came to be bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BindingKind {
    /// A parameter.
    Parameter,
    /// A declaration of a local or file-level variable.
    Local,
    /// An assignment, which declares only in languages without declarations.
    Assignment,
    /// A test that narrows the name within `block` (`isinstance`, `instanceof`, a pattern).
    Narrowing,
    /// A type parameter; `type_` is its bound.
    TypeParameter,
    /// A declaration that the name belongs to the file or to an outer function
    /// (`global`, `nonlocal`).
    Outer,
    /// A value put into what the name holds, beside what is there.
    Stored,
}

/// A name bound to a value or type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Binding {
    /// The name.
    pub name: NameId,
    /// How it came to be.
    pub kind: BindingKind,
    /// The scope that declares it.
    pub scope: ScopeId,
    /// The innermost block around it; it holds for certain only there.
    pub block: ScopeId,
    /// The binding's bytes; the name is bound after their end.
    pub span: Span,
    /// Declared type.
    pub type_: Option<ExprId>,
    /// Value bound to it.
    pub value: Option<ExprId>,
    /// The definition that stands for it, where it has one.
    pub definition: Option<DefinitionId>,
}

/// What a reference does with its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ReferenceKind {
    /// Calls it.
    Call,
    /// Constructs it.
    Construct,
    /// Names it as a type.
    Type,
    /// Reads it as a value.
    Read,
    /// Assigns to it.
    Write,
    /// Applies it as a decorator.
    Decorate,
    /// Expands it: the target is a macro.
    Expand,
    /// Calls a member of it that the syntax implies.
    Implied(Protocol),
}

/// What syntax asks of a value without naming the member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Protocol {
    /// The iterator of a loop.
    Iterate,
    /// A step of a loop.
    Next,
    /// The beginning of a block that it is held for.
    Enter,
    /// The end of such a block.
    Leave,
}

/// A use of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    /// What it does.
    pub kind: ReferenceKind,
    /// The last name of the expression; none where the callee is computed.
    pub name: Option<NameId>,
    /// The expression that denotes the target.
    pub target: ExprId,
    /// Arguments passed; none if a spread hides the number.
    pub arguments: Option<u16>,
    /// The innermost definition around it that is a graph node and runs code.
    pub definition: Option<DefinitionId>,
    /// The innermost scope around it.
    pub scope: ScopeId,
    /// The name's bytes.
    pub span: Span,
    /// The name's line, 1-based.
    pub line: u32,
}

/// How an import binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImportKind {
    /// One name of the module.
    Named,
    /// The module itself.
    Module,
    /// The module's default export.
    Default,
    /// Every name of the module.
    Wildcard,
    /// The module is loaded and nothing is bound.
    SideEffect,
}

/// One imported name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Import {
    /// How it binds.
    pub kind: ImportKind,
    /// The module as written, without quotes (`./x`, `..pkg.mod`, `a::b`).
    pub source: NameId,
    /// The name within the module, for [`ImportKind::Named`].
    pub name: Option<NameId>,
    /// The local name; none where nothing is bound.
    pub alias: Option<NameId>,
    /// The scope it is bound in.
    pub scope: ScopeId,
    /// Used as a type only.
    pub type_only: bool,
    /// Offered to importers of this file too (`export … from`, `pub use`).
    pub reexport: bool,
    /// Loaded at run time by a call (`require`, `import()`).
    pub dynamic: bool,
    /// The statement's bytes.
    pub span: Span,
    /// Line, 1-based.
    pub line: u32,
}

/// A name that the file offers to importers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Export {
    /// The exported name; `default` for a default export.
    pub name: NameId,
    /// What it denotes.
    pub value: ExprId,
    /// Line, 1-based.
    pub line: u32,
}

/// How a type relates to a supertype.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum InheritanceKind {
    /// Takes over members of a class.
    Extends,
    /// Promises the members of an interface or trait.
    Implements,
    /// Takes over members of a mixin, trait use or embedded field.
    Mixes,
    /// Like a mixin, but its members come before those of the type itself.
    Prepends,
    /// Its members become members of the type itself, not of instances.
    Lends,
    /// What inherits the type has its members too (Scala's self types).
    Requires,
}

/// One supertype of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inheritance {
    /// The subtype.
    pub definition: DefinitionId,
    /// How it relates.
    pub kind: InheritanceKind,
    /// The supertype as written.
    pub base: ExprId,
    /// Line, 1-based.
    pub line: u32,
}

/// In place of a parameter's number: what names are looked up in.
pub const RECEIVER: u32 = u32::MAX;
/// The last position of a tuple in [`Expr::Position`]; the one before it is one less.
pub const LAST: u32 = u32::MAX;
/// Arguments of a call that are kept where they choose between overloads.
pub const ARGUMENTS: usize = 8;

/// A symbolic expression: enough of a value or a type to find what it denotes.
/// Extraction records it; only linking decides what it means (DESIGN 3b).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Expr {
    /// Nothing is known.
    Unknown,
    /// A name, looked up from the scope at the byte.
    Name {
        /// The name.
        name: NameId,
        /// Where it is looked up.
        scope: ScopeId,
        /// Its first byte.
        at: u32,
    },
    /// The enclosing instance (`this`, `self`).
    This {
        /// Where it is written.
        scope: ScopeId,
    },
    /// The enclosing instance seen as its supertype (`super`).
    Super {
        /// Where it is written.
        scope: ScopeId,
    },
    /// The enclosing type itself (`Self`, `cls`, `static`).
    ThisType {
        /// Where it is written.
        scope: ScopeId,
    },
    /// A member of a value, type or module.
    Member {
        /// The receiver.
        object: ExprId,
        /// The member.
        name: NameId,
    },
    /// The result of calling a value; constructing, where the callee is a type.
    Call {
        /// The callee.
        callee: ExprId,
        /// The first arguments in order: four, or eight in a language with overloads.
        arguments: Vec<ExprId>,
    },
    /// An instance of a type (`new X`, struct literal).
    Construct {
        /// The type.
        type_: ExprId,
        /// The first arguments in order, as many as of a call.
        arguments: Vec<ExprId>,
    },
    /// An element by index or key; the key where it is a literal, spelled as in
    /// [`Expr::Object`], or what is sliced out, with the key `=1:3`.
    Index(ExprId, Option<NameId>),
    /// The value a promise yields.
    Await(ExprId),
    /// An element of a container (`for x of xs`, `*xs`).
    Element(ExprId),
    /// The value that a `with` statement binds.
    Enter(ExprId),
    /// The payload of an optional or result (`x!`, `x?`).
    Unwrap(ExprId),
    /// Position `1` of a tuple or multi-value; from [`LAST`] down, counted from its end.
    Position(ExprId, u32),
    /// One of several values or types.
    Union(Vec<ExprId>),
    /// A value of the type (cast, annotation used as a value).
    Typed(ExprId),
    /// What a pattern takes out of an instance that the path builds: the field
    /// `name` of a type or enumeration member, `0`, `1` … where they have no names.
    Payload {
        /// The type or enumeration member.
        path: ExprId,
        /// The field.
        name: NameId,
        /// The value that the pattern takes apart, where the path may be a wrapper
        /// from outside that holds just the one; the first expression stands for none.
        whole: ExprId,
    },
    /// A parameter of an anonymous function that is passed to a call.
    ClosureParameter {
        /// The call it is passed to.
        call: ExprId,
        /// Which argument the function is.
        argument: u32,
        /// Which parameter it is, or [`RECEIVER`].
        parameter: u32,
    },
    /// What a call expects as an argument.
    Expected {
        /// The call.
        call: ExprId,
        /// Which argument.
        argument: u32,
    },
    /// A definition of this file as a value (object literal, named function expression).
    Definition(DefinitionId),
    /// An anonymous function with its result.
    Function(Option<ExprId>),
    /// An object, table or map literal with named members; in a language with
    /// dictionaries a key that is no text has `=` in front.
    Object(Vec<(NameId, ExprId)>),
    /// A tuple, or a multi-value return.
    Tuple(Vec<ExprId>),
    /// A list literal: the built-in type it makes, and its first elements.
    List(NameId, Vec<ExprId>),
    /// A value of a built-in type (`string`, `number` …).
    Literal(NameId),
    /// A type with arguments.
    Generic {
        /// The type.
        base: ExprId,
        /// Its arguments.
        arguments: Vec<ExprId>,
    },
    /// A type of functions.
    FunctionType {
        /// The type by whose members names are looked up in the function.
        receiver: Option<ExprId>,
        /// Parameter types.
        parameters: Vec<ExprId>,
        /// Result type.
        result: Option<ExprId>,
    },
    /// The type of a value (`typeof x`).
    TypeOf(ExprId),
    /// A module loaded at run time, by its source.
    Module(NameId),
    /// An argument that is passed by its name.
    Named(NameId, ExprId),
}
