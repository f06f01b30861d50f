//! Which parameters arguments are passed for, in languages where the names that
//! arguments are passed by are part of what a function is called (Swift).

use crate::extract::facts::{Expr, Flags};
use crate::ids::{ExprId, FileId, SymbolId};
use crate::link::linker::Linker;
use crate::link::overloads::Passed;
use crate::link::types::{Type, Types};

impl Linker<'_> {
    /// Those of `symbols` that take what is passed by the names it is passed by; all,
    /// where names tell nothing apart.
    pub fn labelled(&mut self, symbols: &[SymbolId], passed: &Passed<'_>) -> Vec<SymbolId> {
        if !self.program.scoping(passed.file).labels {
            return symbols.to_vec();
        }
        let mut fitting = Vec::with_capacity(symbols.len());
        for symbol in symbols {
            let foreign = !self.program.scoping(self.program.file_of(*symbol)).labels;
            if foreign || self.takes_labels(*symbol, passed) {
                fitting.push(*symbol);
            }
        }
        fitting
    }

    fn takes_labels(&mut self, symbol: SymbolId, passed: &Passed<'_>) -> bool {
        let Some(places) = self.passed_for(symbol, passed.file, passed.arguments) else {
            return false;
        };
        let all = passed.count == Some(passed.arguments.len());
        let last = places.last().map_or(0, |last| last + 1);
        let parameters = &self.program.definition(symbol).parameters;
        let mut left = parameters.iter().skip(last);
        !all || left.all(|parameter| parameter.optional)
    }

    /// The parameter of `symbol` that the argument at `position` is passed for, by their
    /// names where these count.
    pub fn parameter_of_argument(
        &mut self,
        symbol: SymbolId,
        file: FileId,
        arguments: &[ExprId],
        position: usize,
    ) -> usize {
        if !self.program.scoping(file).labels {
            return position;
        }
        let places = self.passed_for(symbol, file, arguments);
        let place = places.and_then(|places| places.get(position).copied());
        place.unwrap_or(position)
    }

    /// Whether two functions of as many parameters take arguments by the same names,
    /// where these count.
    #[must_use]
    pub fn same_labels(&self, a: SymbolId, b: SymbolId) -> bool {
        let (at, _, own) = self.program.locate(a);
        let (file, _, other) = self.program.locate(b);
        let pairs = own.parameters.iter().zip(&other.parameters);
        !self.program.scoping(at).labels
            || pairs
                .into_iter()
                .all(|(a, b)| self.name(at, a.name) == self.name(file, b.name))
    }

    /// Whether a function may be passed for a parameter of the type `expr`.
    fn may_be_code(&mut self, file: FileId, expr: Option<ExprId>) -> bool {
        let type_ = expr.map_or(Types::UNKNOWN, |expr| self.eval_type(file, expr).type_);
        matches!(
            self.types.get(type_),
            Type::Callable(..) | Type::Unknown | Type::External | Type::Opaque
        )
    }

    /// The parameter of each argument in order; none where they do not fit. A function
    /// without a name may stand behind the list and be passed for any parameter.
    fn passed_for(
        &mut self,
        symbol: SymbolId,
        file: FileId,
        arguments: &[ExprId],
    ) -> Option<Vec<usize>> {
        let (at, _, definition) = self.program.locate(symbol);
        let several = definition.flags.has(Flags::VARIADIC);
        let parameters = &definition.parameters;
        let mut places: Vec<usize> = Vec::with_capacity(arguments.len());
        let mut next = 0;
        for argument in arguments {
            let argument = self.expr(file, *argument);
            let label = match argument {
                Expr::Named(label, _) => Some(self.name(file, *label)),
                _ => None,
            };
            let mut place = None;
            for (row, parameter) in parameters.iter().enumerate().skip(next) {
                let name = self.name(at, parameter.name);
                let takes = match label {
                    Some(label) => name == label,
                    None if self.program.names.get(name).is_empty() => true,
                    // What is no function may be left out before the one behind the list.
                    None => {
                        matches!(argument, Expr::Function(_))
                            && self.may_be_code(at, parameter.type_)
                    }
                };
                if takes {
                    place = Some(row);
                    break;
                }
            }
            let left_out = |place: usize| parameters[next..place].iter().all(|p| p.optional);
            match place.filter(|place| left_out(*place)) {
                Some(place) => {
                    places.push(place);
                    next = place + 1;
                }
                None if several && label.is_none() && next > 0 => places.push(next - 1),
                None => return None,
            }
        }
        Some(places)
    }
}
