//! Types that have all methods of an interface, where a language asks for no
//! more than that (Go).

use crate::extract::facts::{Definition, Expr, Flags, Kind};
use crate::extract::manifest::Modules;
use crate::ids::{ExprId, FileId, NameId, SymbolId};
use crate::link::evidence::{EdgeKind, Provenance};
use crate::link::linker::Linker;
use crate::link::links::{Endpoint, Links};
use crate::link::resolve::push;
use crate::map::HashMap;

/// How deep types of parameters are compared.
const DEPTH: usize = 4;

/// A method by its name, its parameter and result types as far as they are
/// named, and the package that alone can name it where it is not exported.
type Method = (NameId, String, Option<String>);

impl Linker<'_> {
    /// Adds the edges of types that satisfy interfaces of the tree.
    pub fn link_structural(&mut self, links: &mut Links) {
        let mut interfaces = Vec::new();
        let mut types = Vec::new();
        for index in 0..self.program.units.len() {
            let file = FileId::at(index);
            if self.program.rules(file).manifest().modules != Modules::Go {
                continue;
            }
            let facts = self.program.unit(file).facts;
            for (row, definition) in facts.definitions.iter().enumerate() {
                let symbol = SymbolId(self.program.unit(file).base + row as u32);
                let made = definition.flags.has(Flags::DISTINCT);
                match definition.kind {
                    Kind::Interface => interfaces.push(symbol),
                    Kind::Struct => types.push(symbol),
                    Kind::TypeAlias if made => types.push(symbol),
                    _ => {}
                }
            }
        }
        let mut by_method: HashMap<Method, Vec<SymbolId>> = HashMap::default();
        let mut members = HashMap::default();
        for symbol in types {
            let methods = self.methods(symbol);
            for (method, _) in &methods {
                let holders = by_method.entry(method.clone()).or_default();
                holders.push(symbol);
            }
            members.insert(symbol, methods);
        }
        for interface in interfaces {
            self.link_satisfied(interface, &by_method, &members, links);
        }
    }

    fn link_satisfied(
        &mut self,
        interface: SymbolId,
        by_method: &HashMap<Method, Vec<SymbolId>>,
        members: &HashMap<SymbolId, Vec<(Method, SymbolId)>>,
        links: &mut Links,
    ) {
        // Of an interface that embeds one from outside not all methods are known.
        if self.order(interface).open {
            return;
        }
        let demanded = self.methods(interface);
        let holders = |method: &Method| by_method.get(method).map_or(&[][..], Vec::as_slice);
        let Some(rarest) = demanded
            .iter()
            .map(|(method, _)| holders(method))
            .min_by_key(|holders| holders.len())
        else {
            return;
        };
        for type_ in rarest {
            let own = members.get(type_).map_or(&[][..], Vec::as_slice);
            let find = |method: &Method| own.iter().find(|(known, _)| known == method);
            if !demanded.iter().all(|(method, _)| find(method).is_some()) {
                continue;
            }
            let line = self.program.definition(*type_).name_line;
            let (source, target) = (Endpoint::Symbol(*type_), Endpoint::Symbol(interface));
            push(
                links,
                EdgeKind::Implements,
                source,
                target,
                line,
                Provenance::Scope,
                1,
            );
            for (method, declared) in &demanded {
                if let Some((_, body)) = find(method) {
                    let line = self.program.definition(*body).name_line;
                    let (source, target) = (Endpoint::Symbol(*body), Endpoint::Symbol(*declared));
                    push(
                        links,
                        EdgeKind::Overrides,
                        source,
                        target,
                        line,
                        Provenance::Scope,
                        1,
                    );
                }
            }
        }
    }

    /// The methods of a type, promoted ones too; the nearest of each name.
    fn methods(&mut self, symbol: SymbolId) -> Vec<(Method, SymbolId)> {
        let order = self.order(symbol);
        let mut methods: Vec<(Method, SymbolId)> = Vec::new();
        for base in &order.types {
            for (_, name, member) in self.program.all_members(base.symbol).to_vec() {
                let known = methods.iter().any(|((known, ..), _)| *known == name);
                let (file, _, definition) = self.program.locate(member);
                if known || !definition.kind.is_callable() {
                    continue;
                }
                let package = (!definition.flags.has(Flags::EXPORTED))
                    .then(|| self.modules.package_of(file).unwrap_or("").to_owned());
                methods.push(((name, self.shape(file, definition), package), member));
            }
        }
        methods
    }

    /// The types of a method's parameters and results, qualifiers left out.
    fn shape(&self, file: FileId, definition: &Definition) -> String {
        let mut text = String::new();
        for parameter in &definition.parameters {
            self.write_shape(file, parameter.type_, DEPTH, &mut text);
            text.push(',');
        }
        text.push('>');
        self.write_shape(file, definition.type_, DEPTH, &mut text);
        text
    }

    fn write_shape(&self, file: FileId, type_: Option<ExprId>, depth: usize, text: &mut String) {
        let (Some(type_), 1..) = (type_, depth) else {
            return;
        };
        let mut list = |mark: char, parts: &[ExprId]| {
            for part in parts {
                text.push(mark);
                self.write_shape(file, Some(*part), depth - 1, text);
            }
        };
        match self.expr(file, type_) {
            Expr::Name { name, .. } | Expr::Member { name, .. } | Expr::Literal(name) => {
                text.push_str(self.program.names.get(self.name(file, *name)));
            }
            Expr::Generic { base, arguments } => {
                list(' ', &[*base]);
                list('[', arguments);
            }
            Expr::Tuple(parts) => list(';', parts),
            Expr::Union(parts) => list(';', parts),
            Expr::FunctionType {
                parameters, result, ..
            } => {
                list('(', parameters);
                list(')', result.as_slice());
            }
            _ => text.push('_'),
        }
    }
}
