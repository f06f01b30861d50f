//! The calls that rules are about, file by file.

use crate::corpus::{Corpus, File};
use crate::extract::facts::{Expr, Reference, ReferenceKind};
use crate::extract::frameworks::{Framework, Role, Rule, like};
use crate::extract::{FileFacts, Languages};
use crate::framework::constants::Constants;
use crate::framework::scopes::{Is, Scopes};
use crate::framework::text::{Arguments, Brackets, Marks};
use crate::ids::{ExprId, FileId, ScopeId};
use crate::map::{HashMap, HashSet};
use crate::sort::Arrange;
use crate::source::manifest::{Manifest, ManifestData, Manifests};
use crate::source::path;
use std::rc::Rc;

/// How far behind the arguments of a call its block may begin.
const BLOCK: u32 = 8;

/// A file and the frameworks that it uses.
#[derive(Debug)]
pub struct Used<'r> {
    /// The file.
    pub file: FileId,
    /// Frameworks that it uses, each with whether the file says so itself.
    pub frameworks: Vec<(&'r Framework, bool)>,
}

/// The text of a file that uses frameworks.
#[derive(Debug)]
pub struct Text<'r> {
    /// The file.
    pub file: FileId,
    frameworks: Vec<(&'r Framework, bool)>,
    text: String,
    brackets: Brackets,
    bare: bool,
}

/// A call that a rule is about.
#[derive(Debug)]
pub struct Site<'a> {
    /// The framework.
    pub framework: &'a Framework,
    /// The rule.
    pub rule: &'a Rule,
    /// The call.
    pub reference: &'a Reference,
    /// The name that is called.
    pub name: &'a str,
    /// What it is given.
    pub arguments: Arguments<'a>,
    /// What names stand for in these.
    pub constants: Rc<Constants<'a>>,
    /// Where its arguments and the block behind them stand.
    pub region: (u32, u32),
    /// The innermost call around it that mounts what is in it.
    pub around: Option<u32>,
    /// The innermost route whose arguments it is in.
    pub route: Option<u32>,
    /// Whether it only says where what is mounted in it is.
    pub mounts: bool,
}

/// A file with its calls.
#[derive(Debug)]
pub struct Source<'a> {
    /// The file.
    pub file: FileId,
    /// Its facts.
    pub facts: &'a FileFacts,
    /// Its text.
    pub text: &'a str,
    /// The brackets in it.
    pub brackets: &'a Brackets,
    /// Frameworks that it uses.
    pub frameworks: &'a [(&'a Framework, bool)],
    /// What names in it stand for.
    pub constants: Rc<Constants<'a>>,
    /// The calls, in source order.
    pub sites: Vec<Site<'a>>,
    /// The calls by what is called.
    pub by_target: HashMap<ExprId, u32>,
    /// The variables whose making calls are part of, by what is called.
    pub makes: HashMap<ExprId, (ScopeId, &'a str)>,
}

impl<'a> Source<'a> {
    /// The uses of names that are written in `span`.
    pub fn inside(&self, span: (u32, u32)) -> &'a [Reference] {
        let references = &self.facts.references;
        let first = references.partition_point(|reference| reference.span.start < span.0);
        let end = references.partition_point(|reference| reference.span.start < span.1);
        references.get(first..end).unwrap_or(&[])
    }
}

/// The files that use frameworks. Of a framework that some file imports, others may
/// use routers that they are handed.
pub fn used<'r>(corpus: &Corpus, manifests: &Manifests, rules: &[&'r Framework]) -> Vec<Used<'r>> {
    let imported: Vec<Vec<usize>> = corpus
        .files()
        .iter()
        .map(|file| imported(file, manifests, rules))
        .collect();
    let mut anywhere = vec![false; rules.len()];
    for &at in imported.iter().flatten() {
        anywhere[at] = true;
    }
    let declared: Vec<Vec<&str>> = rules
        .iter()
        .map(|framework| declaring(manifests, framework))
        .collect();
    let mut used = Vec::new();
    for (index, (file, imported)) in corpus.files().iter().zip(&imported).enumerate() {
        let language = file.language.as_deref().unwrap_or_default();
        let frameworks = rules.iter().enumerate().filter_map(|(at, framework)| {
            if !framework.is_for(language) || !framework.has_routes() {
                return None;
            }
            let known = anywhere[at]
                || framework.imports.is_empty()
                || declared[at]
                    .iter()
                    .any(|dir| path::below(&file.path, dir).is_some());
            let says = imported.contains(&at)
                || known && framework.has_file(&file.path)
                || framework.imports.is_empty() && framework.files.is_empty();
            let may = anywhere[at] && !framework.receivers.is_empty();
            (says || may).then_some((*framework, says))
        });
        // What the file imports itself is meant before what it may be handed.
        let (mut own, may): (Vec<_>, Vec<_>) = frameworks.partition(|(_, says)| *says);
        own.extend(may);
        let frameworks = own;
        if !frameworks.is_empty() {
            used.push(Used {
                file: FileId::at(index),
                frameworks,
            });
        }
    }
    used
}

/// The folders whose manifests depend on `framework`, where the paths of files tell
/// who uses it.
fn declaring<'m>(manifests: &'m Manifests, framework: &Framework) -> Vec<&'m str> {
    let depends = |manifest: &&Manifest| {
        let mut names = manifest.dependencies.iter();
        names.any(|one| framework.imported_by(one.package.as_deref().unwrap_or(&one.name)))
    };
    let found = manifests.iter().filter(|_| !framework.files.is_empty());
    found
        .filter(depends)
        .map(|manifest| manifest.dir.as_str())
        .collect()
}

/// The frameworks that the file imports, or its project for all its files.
fn imported(file: &File, manifests: &Manifests, rules: &[&Framework]) -> Vec<usize> {
    let facts: &FileFacts = &file.facts;
    let of_project = |manifest: &Manifest| matches!(&manifest.data, ManifestData::DotNet(project) if !project.below);
    let project = manifests.nearest(&file.path, of_project);
    let shared: &[&str] = match project.map(|manifest| &manifest.data) {
        Some(ManifestData::DotNet(project)) => project.implied,
        _ => &[],
    };
    let language = file.language.as_deref().unwrap_or_default();
    let fits = |(_, framework): &(usize, &&Framework)| {
        let mut imports = facts.imports.iter();
        framework.is_for(language)
            && (imports.any(|import| framework.imported_by(facts.names.get(import.source)))
                || shared.iter().any(|source| framework.imported_by(source)))
    };
    let rules = rules.iter().enumerate();
    rules.filter(fits).map(|(at, _)| at).collect()
}

/// The texts of files that call what a rule names.
pub fn texts<'r>(corpus: &Corpus, languages: &Languages, used: &[Used<'r>]) -> Vec<Text<'r>> {
    let mut texts = Vec::new();
    for Used { file, frameworks } in used {
        let Some(row) = corpus.file(*file) else {
            continue;
        };
        let facts: &FileFacts = &row.facts;
        let wanted = wanted(facts, frameworks);
        let makers = makers(facts, frameworks);
        let mut references = facts.references.iter();
        let calls = wanted.iter().any(|&wanted| wanted)
            && references.any(|reference| {
                matching(facts, reference, frameworks, &wanted, makers.as_ref()).is_some()
            });
        let decorated = || {
            let mut definitions = facts.definitions.iter();
            frameworks
                .iter()
                .any(|(framework, _)| !framework.decorators.is_empty())
                && definitions.any(|definition| !definition.decorators.is_empty())
        };
        let pathed = || {
            let mut rules = frameworks
                .iter()
                .flat_map(|(framework, _)| &framework.paths);
            rules.any(|rule| like(&rule.file, &format!("/{}", row.path)))
        };
        if !calls && !decorated() && !pathed() {
            continue;
        }
        let bytes = row.text.unpack().unwrap_or_default();
        // Places in facts are of the bytes: a text that is none is not read.
        let Ok(text) = String::from_utf8(bytes) else {
            continue;
        };
        let language = languages.get(&facts.language);
        let line: &[String] = language.map_or(&[], |language| &language.manifest.docs.line);
        let marks = Marks::of(line, facts.language == "rust");
        texts.push(Text {
            file: *file,
            frameworks: frameworks.clone(),
            brackets: Brackets::of(&text, marks),
            text,
            bare: facts.language == "ruby",
        });
    }
    texts
}

/// The calls in `texts`.
pub fn read<'a>(corpus: &'a Corpus, texts: &'a [Text<'a>]) -> Vec<Source<'a>> {
    let sources = texts.iter().filter_map(|text| {
        let facts: &FileFacts = &corpus.file(text.file)?.facts;
        Some(source(text, facts))
    });
    sources.collect()
}

fn source<'a>(text: &'a Text<'a>, facts: &'a FileFacts) -> Source<'a> {
    let mut sites: Vec<Site<'_>> = Vec::new();
    let wanted = wanted(facts, &text.frameworks);
    let makers = makers(facts, &text.frameworks);
    let constants = Rc::new(Constants::of(facts, &text.text));
    for reference in &facts.references {
        let found = matching(facts, reference, &text.frameworks, &wanted, makers.as_ref());
        let Some((framework, rule, name)) = found else {
            continue;
        };
        let arguments = text
            .brackets
            .arguments(&text.text, reference.span.end, text.bare);
        let Some(arguments) = arguments else { continue };
        let region = (arguments.span.0, block_end(facts, arguments.span.1));
        sites.push(Site {
            framework,
            rule,
            reference,
            name,
            arguments,
            constants: constants.clone(),
            region,
            around: None,
            route: None,
            mounts: false,
        });
    }
    sites.arrange_by_key(|site| site.reference.span.start);
    let (mut open, mut routes): (Vec<u32>, Vec<u32>) = Default::default();
    let mut by_target = HashMap::default();
    for at in 0..sites.len() {
        let start = sites[at].reference.span.start;
        for open in [&mut open, &mut routes] {
            while open
                .last()
                .is_some_and(|&outer| sites[outer as usize].region.1 <= start)
            {
                open.pop();
            }
        }
        sites[at].around = open.last().copied();
        by_target.insert(sites[at].reference.target, at as u32);
        let rule = sites[at].rule;
        if rule.role == Role::Mount
            && rule.path.is_empty()
            && let Some(&route) = routes.last()
        {
            sites[at].route = Some(route);
            sites[route as usize].mounts = true;
        }
        match rule.role {
            Role::Mount | Role::Resources | Role::Template => open.push(at as u32),
            Role::Route => routes.push(at as u32),
            Role::Prefix | Role::Client => {}
        }
    }
    Source {
        file: text.file,
        facts,
        text: &text.text,
        brackets: &text.brackets,
        frameworks: &text.frameworks,
        constants,
        sites,
        makes: makes(facts, &by_target),
        by_target,
    }
}

/// How many steps of the making of a variable are looked at.
const MAKING: usize = 16;

/// How many calls in a chain belong to the variable that it makes.
const CHAIN: usize = 64;

/// The variables that chains of calls make (`const api = Router().use(users)`).
fn makes<'a>(
    facts: &'a FileFacts,
    sites: &HashMap<ExprId, u32>,
) -> HashMap<ExprId, (ScopeId, &'a str)> {
    let bound = facts.bindings.iter();
    let bound = bound.filter_map(|row| Some((row.scope, row.name, row.value?)));
    let defined = facts
        .definitions
        .iter()
        .filter(|row| !row.kind.is_callable());
    let defined = defined.filter_map(|row| Some((row.scope, row.name, *row.values.first()?)));
    let mut makes = HashMap::default();
    for (scope, name, value) in bound.chain(defined) {
        let mut next = Some(value);
        for _ in 0..CHAIN {
            next = match next.and_then(|id| facts.exprs.get(id.index())) {
                Some(Expr::Call { callee, .. }) => {
                    if sites.contains_key(callee) {
                        let named = (scope, facts.names.get(name));
                        makes.entry(*callee).or_insert(named);
                    }
                    Some(*callee)
                }
                Some(Expr::Member { object, .. }) => Some(*object),
                Some(Expr::Generic { base, .. }) => Some(*base),
                _ => break,
            };
        }
    }
    makes
}

/// The end of the block that begins behind `at`, else `at`.
fn block_end(facts: &FileFacts, at: u32) -> u32 {
    let first = facts.scopes.partition_point(|scope| scope.span.start < at);
    let scope = facts.scopes.get(first);
    scope
        .filter(|scope| scope.span.start <= at + BLOCK)
        .map_or(at, |scope| scope.span.end.max(at))
}

/// By name of the file: whether a rule of `frameworks` is about calls of it.
fn wanted(facts: &FileFacts, frameworks: &[(&Framework, bool)]) -> Vec<bool> {
    let rules = frameworks
        .iter()
        .flat_map(|(framework, _)| &framework.calls);
    let names: HashSet<&str> = rules
        .flat_map(|rule| rule.names.iter().map(String::as_str))
        .collect();
    facts
        .names
        .iter()
        .map(|name| names.contains(name))
        .collect()
}

/// The first rule that the call is about.
fn matching<'a, 'r>(
    facts: &'a FileFacts,
    reference: &Reference,
    frameworks: &[(&'r Framework, bool)],
    wanted: &[bool],
    makers: Option<&Scopes<'_>>,
) -> Option<(&'r Framework, &'r Rule, &'a str)> {
    let calls = matches!(
        reference.kind,
        ReferenceKind::Call | ReferenceKind::Construct
    );
    let name = reference
        .name
        .filter(|name| calls && wanted.get(name.index()) == Some(&true))?;
    let name = facts.names.get(name);
    let receiver = receiver(facts, reference.target);
    let made = makers.map_or(Vec::new(), |scopes| made(facts, scopes, reference.target));
    let made = &made;
    let mut fitting = frameworks.iter().flat_map(|&(framework, says)| {
        let by_name = !says || framework.imports.is_empty() && framework.files.is_empty();
        let fits = move |rule: &&Rule| {
            let on = match rule.on.is_empty() && by_name {
                true => &framework.receivers,
                false => &rule.on,
            };
            rule.names.iter().any(|known| known == name)
                && (on.is_empty()
                    || on.iter().any(|known| like(known, receiver.unwrap_or(".")))
                    || rule.made.iter().any(|known| made.contains(&known.as_str())))
                && (says || receiver.is_some())
        };
        let rules = framework.calls.iter().filter(fits);
        rules.map(move |rule| (framework, rule, name))
    });
    // What is surer comes first: what says by what it is called, then what serves.
    let order = |rule: &Rule| match (rule.on.is_empty(), rule.role) {
        (false, _) => 0,
        (true, Role::Client) => 2,
        (true, _) => 1,
    };
    let first = fitting.next()?;
    Some(fitting.fold(first, |best, next| {
        if order(next.1) < order(best.1) {
            next
        } else {
            best
        }
    }))
}

/// What names stand for, where a rule asks what made a variable.
fn makers<'a>(facts: &'a FileFacts, frameworks: &[(&Framework, bool)]) -> Option<Scopes<'a>> {
    let mut rules = frameworks
        .iter()
        .flat_map(|(framework, _)| &framework.calls);
    rules
        .any(|rule| !rule.made.is_empty())
        .then(|| Scopes::of(facts))
}

/// The names in the making of the variable that the member is called on.
fn made<'a>(facts: &'a FileFacts, scopes: &Scopes<'_>, target: ExprId) -> Vec<&'a str> {
    let variable = object(facts, target).and_then(|id| facts.exprs.get(id.index()));
    let Some(Expr::Name { name, scope, .. }) = variable else {
        return Vec::new();
    };
    let slot = scopes.find(facts, *scope, facts.names.get(*name));
    let Some(Is::Variable(Some(value))) = slot.map(|slot| slot.is) else {
        return Vec::new();
    };
    let mut names = Vec::new();
    let mut next = Some(value);
    for _ in 0..MAKING {
        next = match next.and_then(|id| facts.exprs.get(id.index())) {
            Some(Expr::Call { callee: inner, .. } | Expr::Construct { type_: inner, .. }) => {
                Some(*inner)
            }
            Some(Expr::Await(inner) | Expr::Enter(inner) | Expr::Unwrap(inner)) => Some(*inner),
            Some(Expr::Member { object, name }) => {
                names.push(facts.names.get(*name));
                Some(*object)
            }
            Some(Expr::Name { name, .. }) => {
                names.push(facts.names.get(*name));
                break;
            }
            _ => break,
        };
    }
    names
}

/// What a member is called on.
pub fn object(facts: &FileFacts, target: ExprId) -> Option<ExprId> {
    let target = match facts.exprs.get(target.index())? {
        Expr::Generic { base, .. } => *base,
        _ => target,
    };
    match facts.exprs.get(target.index())? {
        Expr::Member { object, .. } => Some(*object),
        _ => None,
    }
}

/// The last name of what the member is called on; empty where it has none, and none
/// where nothing is.
fn receiver(facts: &FileFacts, target: ExprId) -> Option<&str> {
    let object = object(facts, target)?;
    Some(match facts.exprs.get(object.index()) {
        Some(Expr::Name { name, .. } | Expr::Member { name, .. }) => facts.names.get(*name),
        _ => "",
    })
}
