//! The evaluator's state: what has been worked out so far.

use crate::extract::facts::{ARGUMENTS, Expr, ScopeKind};
use crate::ids::{DefinitionId, ExprId, FileId, NameId, ScopeId, SymbolId};
use crate::link::evidence::Provenance;
use crate::link::modules::Modules;
use crate::link::program::Program;
use crate::link::types::{Type, TypeId, Types, Value};
use crate::map::HashMap;

/// How deep evaluation may nest. A chain of calls costs one level a link the
/// first time; references come in source order, so its head is known by then.
const DEPTH: u32 = 96;

/// How often what is asked for may turn out to be another thing (a module its default
/// export, an instance what calling it calls): declarations may send it in a circle.
const TURNS: u32 = 96;

/// How many turns one expression may take in all: where each of several things may turn
/// out to be several others, their number doubles with every turn.
const BRANCHES: u32 = 128;

/// What evaluating an expression has come to.
#[derive(Clone, Copy, Debug, Default)]
enum Memo {
    #[default]
    New,
    /// Being evaluated: it depends on itself.
    Open,
    Done(TypeId, Provenance),
}

/// What a name that stands for both a type and a value is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Meaning {
    /// The value.
    #[default]
    Value,
    /// The type.
    Type,
}

/// Works out what expressions denote.
pub struct Linker<'a> {
    /// The facts.
    pub program: Program<'a>,
    /// Where modules are.
    pub modules: Modules,
    /// All types.
    pub types: Types,
    /// Supertypes in resolution order, by type.
    pub orders: HashMap<SymbolId, std::rc::Rc<crate::link::members::Order>>,
    /// The types whose orders are being worked out, with how many others were then.
    pub ordering: HashMap<SymbolId, u32>,
    /// How many orders are being worked out, each for the next.
    pub ordered: u32,
    /// Of how few of them the last order saw only a part.
    pub cut: u32,
    /// Members that traits give to types from outside, once they were asked for.
    pub promises: Option<std::rc::Rc<[crate::link::promises::Promise]>>,
    /// How many types the member at hand is looked up through.
    pub pointers: u32,
    /// Bounds that extensions put on the parameters of the type they extend.
    pub bounds: HashMap<(SymbolId, u32), Vec<(FileId, ExprId)>>,
    /// Modules by importing file, scope and source.
    pub sources: HashMap<(FileId, ScopeId, NameId), TypeId>,
    /// Where files see extensions.
    pub sights: HashMap<FileId, std::rc::Rc<crate::link::extensions::Seen>>,
    /// Types from outside, by name, and the supertypes that extensions give them.
    pub adopted: Vec<(NameId, SymbolId)>,
    /// How many tables are being asked for a member, against circles.
    pub asking: u32,
    /// Types and their direct subtypes, sorted.
    pub subtypes: Vec<(SymbolId, SymbolId)>,
    /// Exports that are being looked up, against cycles.
    pub exporting: usize,
    /// What the modules asked so far on the way to one export offer.
    pub exported: HashMap<(crate::link::types::Module, NameId), Option<Value>>,
    /// Whether the name at hand is being called.
    pub called: bool,
    /// How many arguments it is called with, where that is known.
    pub passed: Option<usize>,
    /// What the name at hand is asked for.
    pub meaning: Meaning,
    /// How many type arguments the name at hand is given.
    pub type_arguments: usize,
    /// By file: how many type arguments each expression is given.
    given: Vec<Vec<u8>>,
    /// By file and expression: the call whose callee it is, or the construction
    /// whose type; the first expression stands for none.
    callers: Vec<Vec<ExprId>>,
    values: Vec<Vec<Memo>>,
    types_of: Vec<Vec<Memo>>,
    results: HashMap<SymbolId, Value>,
    /// Definitions by the declaration that stands for them.
    pub bodies: HashMap<SymbolId, std::rc::Rc<[SymbolId]>>,
    /// By file, what it includes, and how much that is over all files.
    pub seen: HashMap<FileId, std::rc::Rc<[FileId]>>,
    /// See `seen`.
    pub seen_size: usize,
    /// What other languages offer.
    pub offers: crate::link::bindings::Offers,
    /// What a compiler-grade index says.
    pub overlay: Option<crate::link::scip::Laid<'a>>,
    /// What took candidates out, where somebody wants to know.
    pub removed: Option<Vec<(SymbolId, crate::link::explain::Removal)>>,
    /// What calls hand to parameters.
    pub flow: crate::link::flow::Flow,
    /// What calls of the file at hand came to by their names.
    pub guesses: crate::link::ladder::Guesses,
    depth: u32,
    turns: u32,
    /// Turns that the expression at hand may still take.
    left: u32,
}

impl<'a> Linker<'a> {
    /// A linker over `program`.
    #[must_use]
    pub fn new(program: Program<'a>, modules: Modules) -> Self {
        let size = |facts: &crate::extract::FileFacts| vec![Memo::New; facts.exprs.len()];
        let callers = program
            .units
            .iter()
            .map(|unit| callers(unit.facts))
            .collect();
        let given = program.units.iter().map(|unit| given(unit.facts)).collect();
        let values = program.units.iter().map(|unit| size(unit.facts)).collect();
        let types_of = program.units.iter().map(|unit| size(unit.facts)).collect();
        Self {
            program,
            modules,
            types: Types::new(),
            orders: HashMap::default(),
            ordering: HashMap::default(),
            ordered: 0,
            cut: u32::MAX,
            promises: None,
            pointers: 0,
            bounds: HashMap::default(),
            sources: HashMap::default(),
            sights: HashMap::default(),
            adopted: Vec::new(),
            asking: 0,
            subtypes: Vec::new(),
            exporting: 0,
            exported: HashMap::default(),
            called: false,
            passed: None,
            meaning: Meaning::Value,
            type_arguments: 0,
            given,
            callers,
            values,
            types_of,
            results: HashMap::default(),
            bodies: HashMap::default(),
            seen: HashMap::default(),
            seen_size: 0,
            offers: crate::link::bindings::Offers::default(),
            overlay: None,
            removed: None,
            flow: crate::link::flow::Flow::default(),
            guesses: crate::link::ladder::Guesses::default(),
            depth: 0,
            turns: 0,
            left: 0,
        }
    }

    /// What `work` finds at the next turn, or nothing at one too many.
    pub fn turn<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.turns == 0 {
            self.left = BRANCHES;
        }
        if self.turns >= TURNS || self.left == 0 {
            return None;
        }
        self.turns += 1;
        self.left -= 1;
        let found = work(self);
        self.turns -= 1;
        Some(found)
    }

    /// Forgets what was worked out, after members were added.
    pub fn forget(&mut self) {
        for memo in &mut self.types_of {
            memo.fill(Memo::New);
        }
        self.orders.clear();
        self.promises = None;
        self.forget_values();
    }

    /// Forgets what values were worked out; what is declared stays.
    pub fn forget_values(&mut self) {
        for memo in &mut self.values {
            memo.fill(Memo::New);
        }
        self.results.clear();
    }

    /// The expression `id` of `file`.
    #[must_use]
    pub fn expr(&self, file: FileId, id: ExprId) -> &'a Expr {
        static UNKNOWN: Expr = Expr::Unknown;
        self.program
            .unit(file)
            .facts
            .exprs
            .get(id.index())
            .unwrap_or(&UNKNOWN)
    }

    /// The program's name of a local name of `file`.
    #[must_use]
    pub fn name(&self, file: FileId, name: NameId) -> NameId {
        self.program.unit(file).names[name.index()]
    }

    /// Whether `id` is the callee of a call.
    #[must_use]
    pub fn is_callee(&self, file: FileId, id: ExprId) -> bool {
        matches!(self.expr(file, self.caller(file, id)), Expr::Call { .. })
    }

    /// Notes how the name or member `id` is used.
    pub fn note_called(&mut self, file: FileId, id: ExprId) {
        self.called = self.is_callee(file, id);
        let arguments = self.arguments(file, id);
        let spread = |argument: &ExprId| matches!(self.expr(file, *argument), Expr::Element(_));
        let counted = arguments.len() < ARGUMENTS && !arguments.iter().any(spread);
        self.passed = (self.called && counted).then_some(arguments.len());
    }

    /// The arguments of the call or construction that `callee` is the target of.
    #[must_use]
    pub fn arguments(&self, file: FileId, callee: ExprId) -> &'a [ExprId] {
        match self.expr(file, self.caller(file, callee)) {
            Expr::Call { arguments, .. } | Expr::Construct { arguments, .. } => arguments,
            _ => &[],
        }
    }

    fn caller(&self, file: FileId, callee: ExprId) -> ExprId {
        let callers = &self.callers[file.index()];
        callers.get(callee.index()).copied().unwrap_or(ExprId(0))
    }

    /// How many type arguments `id` is given.
    #[must_use]
    pub fn given_types(&self, file: FileId, id: ExprId) -> usize {
        let given = self.given[file.index()].get(id.index());
        given.copied().map_or(0, usize::from)
    }

    /// What `id` denotes as a value.
    pub fn eval(&mut self, file: FileId, id: ExprId) -> Value {
        self.work_out(Meaning::Value, file, id)
    }

    /// What an annotation `id` says its value is.
    pub fn eval_type(&mut self, file: FileId, id: ExprId) -> Value {
        self.work_out(Meaning::Type, file, id)
    }

    fn memo(&mut self, meaning: Meaning, file: FileId) -> &mut Vec<Memo> {
        match meaning {
            Meaning::Value => &mut self.values[file.index()],
            Meaning::Type => &mut self.types_of[file.index()],
        }
    }

    fn work_out(&mut self, meaning: Meaning, file: FileId, id: ExprId) -> Value {
        let depth = self.depth;
        let memo = self.memo(meaning, file);
        match memo.get(id.index()) {
            Some(Memo::Done(type_, evidence)) => {
                return Value {
                    type_: *type_,
                    evidence: *evidence,
                };
            }
            Some(Memo::New) if depth < DEPTH => {}
            _ => return Value::of(Types::UNKNOWN),
        }
        memo[id.index()] = Memo::Open;
        self.depth += 1;
        let called = std::mem::take(&mut self.called);
        let outer = std::mem::replace(&mut self.meaning, meaning);
        let given = self.given_types(file, id);
        let type_arguments = std::mem::replace(&mut self.type_arguments, given);
        let left = std::mem::replace(&mut self.left, BRANCHES);
        let value = match meaning {
            Meaning::Value => self.eval_expr(file, id),
            Meaning::Type => self.eval_type_expr(file, id),
        };
        (self.called, self.meaning, self.left) = (called, outer, left);
        self.type_arguments = type_arguments;
        self.depth -= 1;
        self.memo(meaning, file)[id.index()] = Memo::Done(value.type_, value.evidence);
        value
    }

    /// The result of calling `symbol`, before its receiver is filled in.
    pub fn result_of(&mut self, symbol: SymbolId) -> Value {
        if let Some(value) = self.results.get(&symbol) {
            return *value;
        }
        if self.depth >= DEPTH {
            return Value::of(Types::UNKNOWN);
        }
        self.results.insert(symbol, Value::of(Types::UNKNOWN));
        self.depth += 1;
        let left = std::mem::replace(&mut self.left, BRANCHES);
        let value = self.compute_result(symbol);
        self.left = left;
        self.depth -= 1;
        self.results.insert(symbol, value);
        value
    }

    /// The innermost definition around `scope` that satisfies `accept`.
    #[must_use]
    pub fn around(
        &self,
        file: FileId,
        scope: ScopeId,
        accept: impl Fn(SymbolId) -> bool,
    ) -> Option<SymbolId> {
        let facts = self.program.unit(file).facts;
        let mut scope = scope;
        loop {
            let row = facts.scopes[scope.index()];
            let mut definition = row.definition;
            // A method whose own scope is asked stands in its container.
            while let Some(id) = definition {
                let symbol = self.program.symbol(file, id);
                if accept(symbol) {
                    return Some(symbol);
                }
                definition = facts.definitions[id.index()].container;
            }
            if row.kind == ScopeKind::File {
                return None;
            }
            scope = row.parent;
        }
    }

    /// The type whose instance `this` is in `scope`: the innermost type around
    /// it, or what the innermost extension or method with an owner belongs to.
    pub fn enclosing_type(&mut self, file: FileId, scope: ScopeId) -> Option<SymbolId> {
        let program = &self.program;
        let holder = self.around(file, scope, |symbol| {
            let definition = program.definition(symbol);
            definition.kind.is_type() || program.has_receiver(symbol)
        })?;
        self.owner_or_self(holder)
    }

    /// The type that `symbol` extends, or `symbol` itself where it is a type.
    pub fn owner_or_self(&mut self, symbol: SymbolId) -> Option<SymbolId> {
        let (file, _, definition) = self.program.locate(symbol);
        // A type that is declared outside its owner is still one of its own.
        let owner = definition.owner.filter(|_| !definition.kind.is_type());
        let Some(owner) = owner else {
            return Some(self.program.whole(symbol));
        };
        self.owner_type(file, owner)
    }

    /// The type or function of the tree that the expression `owner` names.
    pub fn owner_type(&mut self, file: FileId, owner: ExprId) -> Option<SymbolId> {
        let type_ = self.eval_type(file, owner).type_;
        match self.types.get(type_) {
            Type::Instance(symbol, _) | Type::Class(symbol) => Some(*symbol),
            Type::Functions(symbols, None) => symbols.first().copied(),
            Type::Members(symbol) => Some(*symbol),
            _ => self.table(file, owner),
        }
    }

    /// The definition `id` of `file` as a value.
    pub fn definition_value(&mut self, file: FileId, id: DefinitionId) -> Value {
        let symbol = self.program.symbol(file, id);
        self.symbol_value(symbol)
    }
}

/// The last name of an expression that names something.
#[must_use]
pub fn last_name(expr: &Expr) -> Option<NameId> {
    match expr {
        Expr::Name { name, .. } | Expr::Member { name, .. } => Some(*name),
        _ => None,
    }
}

fn given(facts: &crate::extract::FileFacts) -> Vec<u8> {
    let mut given = vec![0; facts.exprs.len()];
    for expr in &facts.exprs {
        if let Expr::Generic { base, arguments } = expr
            && let Some(slot) = given.get_mut(base.index())
        {
            *slot = arguments.len() as u8;
        }
    }
    given
}

fn callers(facts: &crate::extract::FileFacts) -> Vec<ExprId> {
    let mut callers = vec![ExprId(0); facts.exprs.len()];
    for (row, expr) in facts.exprs.iter().enumerate() {
        let (target, calls) = match expr {
            Expr::Call { callee, .. } => (callee, true),
            Expr::Construct { type_, .. } => (type_, false),
            _ => continue,
        };
        // With type arguments it is their base that is called.
        let base = match facts.exprs.get(target.index()) {
            Some(Expr::Generic { base, .. }) => *base,
            _ => *target,
        };
        for target in [*target, base] {
            if let Some(slot) = callers.get_mut(target.index())
                && (calls || slot.0 == 0)
            {
                *slot = ExprId::at(row);
            }
        }
    }
    callers
}
