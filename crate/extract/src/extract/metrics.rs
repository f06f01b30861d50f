//! Measures of function bodies, by statement kind.

use crate::extract::facts::Metrics;

macro_rules! statements {
    ($($variant:ident $name:literal $cyclomatic:literal $nests:literal $cognitive:ident),+ $(,)?) => {
        /// Statement kinds that count in measures (spec 3.1). Of several for
        /// one node the first here counts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[allow(missing_docs)]
        pub enum StatementKind { $($variant),+ }

        const RULES: &[(&str, StatementKind, Weight)] = &[
            $(($name, StatementKind::$variant,
               Weight { cyclomatic: $cyclomatic, nests: $nests, cognitive: Cognitive::$cognitive })),+
        ];
    };
}

/// How a statement adds to cognitive complexity (Campbell 2018).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cognitive {
    /// Not at all.
    No,
    /// One.
    Flat,
    /// One and the nesting it stands in.
    Nested,
}

/// What a statement adds.
#[derive(Clone, Copy)]
struct Weight {
    cyclomatic: u32,
    nests: bool,
    cognitive: Cognitive,
}

statements! {
    Plain "plain" 0 false No,
    ElseIf "else-if" 1 false Flat,
    If "if" 1 true Nested,
    Else "else" 0 false Flat,
    Conditional "conditional" 1 true Nested,
    Switch "switch" 0 true Nested,
    Case "case" 1 false No,
    For "for" 1 true Nested,
    While "while" 1 true Nested,
    DoWhile "do-while" 1 true Nested,
    Try "try" 0 false No,
    Catch "catch" 1 true Nested,
    Return "return" 0 false No,
    Throw "throw" 0 false No,
    Jump "jump" 0 false Flat,
    Await "await" 0 false No,
    Closure "closure" 0 true No,
    Logical "logical" 1 false Flat,
    // A choice that is written so that nothing has to be understood (Campbell 2018).
    Coalescing "coalescing" 1 false No,
}

impl StatementKind {
    /// The kind called `name` in `@statement.name`.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        RULES
            .iter()
            .find(|(known, ..)| *known == name)
            .map(|(_, kind, _)| *kind)
    }

    /// Whether what stands inside is nested one deeper.
    #[must_use]
    pub fn nests(self) -> bool {
        RULES[self as usize].2.nests
    }
}

/// Whether `rest`, what follows a statement within its function, is more than
/// what closes the blocks around it.
#[must_use]
pub fn goes_on(rest: &[u8]) -> bool {
    let closes = |byte: &u8| byte.is_ascii_whitespace() || b";})],".contains(byte);
    !rest.iter().all(closes)
}

/// Adds one statement at `nesting` to `metrics`. A logical operator inside a
/// run of the same operator counts once for cognitive complexity: the caller
/// passes `continues` for the later ones.
pub fn add(metrics: &mut Metrics, kind: StatementKind, nesting: u32, continues: bool) {
    let weight = RULES[kind as usize].2;
    metrics.cyclomatic += weight.cyclomatic;
    metrics.cognitive += match weight.cognitive {
        Cognitive::No => 0,
        Cognitive::Flat => u32::from(!continues),
        Cognitive::Nested => 1 + nesting,
    };
    if weight.nests && kind != StatementKind::Closure {
        metrics.depth = metrics.depth.max(nesting + 1);
    }
    match kind {
        StatementKind::If
        | StatementKind::ElseIf
        | StatementKind::Conditional
        | StatementKind::Case => {
            metrics.branches += 1;
        }
        StatementKind::For | StatementKind::While | StatementKind::DoWhile => metrics.loops += 1,
        StatementKind::Try => metrics.tries += 1,
        StatementKind::Await => metrics.awaits += 1,
        StatementKind::Closure => metrics.closures += 1,
        _ => {}
    }
    if !matches!(
        kind,
        StatementKind::Conditional
            | StatementKind::Await
            | StatementKind::Closure
            | StatementKind::Logical
            | StatementKind::Coalescing
            | StatementKind::Else
            | StatementKind::ElseIf
            | StatementKind::Case
            | StatementKind::Catch
    ) {
        metrics.statements += 1;
    }
}
