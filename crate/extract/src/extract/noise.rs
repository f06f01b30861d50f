//! Macros that stand where a grammar expects none: `API int f()`, `class API Box {`,
//! `int n GUARDED_BY(lock);`. What they expand to is not known, and what they stand
//! at is read as if they were not there: they are blanked, byte for byte, so that
//! everything keeps its place.

use crate::extract::conditionals;
use crate::extract::manifest::{Manifest, Noise};
use crate::extract::tokens::{Kind, Token, tokens};
use crate::sort::Arrange;
use std::borrow::Cow;
use std::ops::Range;

/// How many tokens the head of a function may have.
const HEAD: usize = 256;
/// How many tokens before a macro are looked at.
const LOOK_BACK: usize = 12;

/// The text without what `manifest` says is not to be read.
#[must_use]
pub fn blank<'s>(source: &'s [u8], manifest: &Manifest) -> Cow<'s, [u8]> {
    let noise = &manifest.noise;
    let close = manifest.conditionals.close.as_bytes();
    let is_conditional = !close.is_empty() && memchr::memmem::find(source, close).is_some();
    if noise.before.is_empty() && !is_conditional {
        return source.into();
    }
    let mut tokens = tokens(source, noise, &manifest.docs);
    let mut blanks = conditionals::blanks(source, &tokens, &manifest.conditionals);
    blanks.extend(modules(source, &tokens, noise));
    blanks.arrange_by_key(|range| range.start);
    drop_inside(&mut tokens, &blanks);
    blanks.extend(attributes(source, &tokens, &noise.bare));
    if !noise.before.is_empty() {
        blanks.extend(macros(&tokens));
    }
    without(source, &blanks)
}

/// The text with `blanks` read as blanks, but for line breaks.
#[must_use]
pub fn without<'s>(source: &'s [u8], blanks: &[Range<usize>]) -> Cow<'s, [u8]> {
    let mut text = Cow::Borrowed(source);
    for range in blanks.iter().cloned() {
        for byte in &mut text.to_mut()[range] {
            if !byte.is_ascii_whitespace() {
                *byte = b' ';
            }
        }
    }
    text
}

/// Drops the tokens inside of `ranges`, which are in order.
fn drop_inside(tokens: &mut Vec<Token>, ranges: &[Range<usize>]) {
    let mut ranges = ranges.iter().peekable();
    let mut end = 0;
    tokens.retain(|token| {
        while let Some(range) = ranges.next_if(|range| range.start <= token.at.start) {
            end = end.max(range.end);
        }
        token.at.start >= end
    });
}

/// What says what a module is and imports, the word that exports in front of declarations,
/// and the braces around several.
fn modules(source: &[u8], tokens: &[Token], noise: &Noise) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let word = |place: usize| tokens.get(place).map(|token| &source[token.at.clone()]);
    let is_export =
        |place| !noise.exports.is_empty() && word(place) == Some(noise.exports.as_bytes());
    let is_directive = |place| {
        let listed = |word| noise.modules.iter().any(|known| known.as_bytes() == word);
        word(place).is_some_and(listed)
    };
    // For every brace that is open, whether it is one around what is exported.
    let mut open = Vec::new();
    let mut begins = true;
    for (place, token) in tokens.iter().enumerate() {
        let exports = begins && is_export(place);
        let first = place + usize::from(exports);
        let top = open.iter().all(|exports| *exports);
        let end = (begins && top && is_directive(first)).then(|| module_end(tokens, first));
        if let Some(end) = end.flatten() {
            found.push(token.at.start..tokens[end].at.end);
        } else if exports {
            found.push(token.at.clone());
        }
        match token.kind {
            Kind::Mark(b'{') => {
                let around = place.checked_sub(1).is_some_and(is_export);
                found.extend(around.then(|| token.at.clone()));
                open.push(around);
            }
            Kind::Mark(b'}') => {
                let around = open.pop().unwrap_or_default();
                found.extend(around.then(|| token.at.clone()));
            }
            _ => {}
        }
        begins = matches!(token.kind, Kind::Directive | Kind::Mark(b';' | b'{' | b'}'));
    }
    found
}

/// The place of the `;` of the statement about modules at `place`, if it is one.
fn module_end(tokens: &[Token], place: usize) -> Option<usize> {
    let mut behind = (place + 1..tokens.len()).take(HEAD);
    let end = behind.find(|at| {
        let kind = tokens[*at].kind;
        let is_part = matches!(
            kind,
            Kind::Name | Kind::Capitals | Kind::Literal | Kind::Keyword
        ) || matches!(kind, Kind::Mark(b'.' | b':' | b'<' | b'>' | b'/' | b'-'));
        !is_part
    })?;
    (tokens[end].kind == Kind::Mark(b';')).then_some(end)
}

/// The attributes of types of the keywords `bare`, and of what is in their braces.
fn attributes(source: &[u8], tokens: &[Token], bare: &[String]) -> Vec<Range<usize>> {
    let is_bare = |token: &Token| {
        let word = &source[token.at.clone()];
        bare.iter().any(|known| known.as_bytes() == word)
    };
    let mark = |at: usize, mark: u8| {
        tokens
            .get(at)
            .is_some_and(|token| token.kind == Kind::Mark(mark))
    };
    let mut found = Vec::new();
    let mut inside = false;
    let mut place = 0;
    while let Some(token) = tokens.get(place) {
        if inside && mark(place, b'[') && mark(place + 1, b'[') {
            let mut ends = (place..tokens.len()).take(HEAD);
            let end = ends.find(|at| mark(*at, b']') && mark(at + 1, b']'));
            if let Some(end) = end {
                found.push(token.at.start..tokens[end + 1].at.end);
                place = end + 1;
            }
        }
        inside = (inside || is_bare(token)) && !mark(place, b';') && !mark(place, b'}');
        place += 1;
    }
    found
}

/// The macros among `tokens` that stand where there can be no name.
fn macros(tokens: &[Token]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut last: Vec<Kind> = Vec::new();
    let mut place = 0;
    while let Some(token) = tokens.get(place) {
        let until = (token.kind == Kind::Capitals).then(|| past_arguments(tokens, place));
        let until = until.filter(|until| {
            is_noise(&last, &tokens[*until..], *until > place + 1)
                || opens_body(&tokens[..place], &tokens[*until..])
        });
        if let Some(until) = until {
            found.push(token.at.start..tokens[until - 1].at.end);
            place = until;
            continue;
        }
        last.push(token.kind);
        if last.len() > LOOK_BACK {
            last.remove(0);
        }
        place += 1;
    }
    found
}

/// Whether the name in capitals between `before` and `after` is no part of the
/// declaration it stands in.
fn is_noise(before: &[Kind], after: &[Token], called: bool) -> bool {
    let kind = |at: usize| after.get(at).map(|token| token.kind);
    let named = |kind| matches!(kind, Some(Kind::Name | Kind::Capitals));
    let before = without_attributes(before);
    let previous = before.last().copied();
    // `class API Box {`, and the same with a base.
    if previous == Some(Kind::Type) {
        let mut at = 0;
        while named(kind(at)) && matches!(kind(at + 1), Some(Kind::Mark(b'c'))) {
            at += 2;
        }
        let opens = matches!(
            kind(at + 1),
            Some(Kind::Mark(b'{' | b':')) | Some(Kind::Keyword)
        );
        return named(kind(at)) && opens;
    }
    let begins = match previous {
        None | Some(Kind::Directive) => true,
        Some(Kind::Mark(mark)) => matches!(mark, b';' | b'{' | b'}' | b':' | b'>'),
        Some(kind) => kind == Kind::Opening,
    };
    // Members that a macro stands for: `struct box { int n; MORE };`.
    let members = matches!(
        before,
        [
            ..,
            Kind::Type,
            Kind::Name | Kind::Capitals,
            Kind::Mark(b'{')
        ] | [.., Kind::Mark(b';' | b'}')]
    );
    let ends = |at| matches!(kind(at), Some(Kind::Mark(b'}')));
    if !called && members && (ends(0) || named(kind(0)) && ends(1)) {
        return true;
    }
    // `API int f()`, `API const int f()`; in a list of parameters too.
    let in_list = matches!(previous, Some(Kind::Mark(b'(' | b',')));
    let qualified = after
        .iter()
        .take_while(|token| token.kind == Kind::Qualifier);
    let first = qualified.count();
    if (begins || in_list) && matches!(kind(first), Some(Kind::Opening | Kind::Type)) {
        return !in_list || !called;
    }
    // `API Box *make()`: three names in a row are never three parts of a declaration.
    if begins && !called && named(kind(first)) {
        let next = kind(first + 1);
        return named(next) || matches!(next, Some(Kind::Mark(b'*' | b'&' | b'<' | b'c')));
    }
    // `int n GUARDED_BY(lock);`
    let [outer @ .., Kind::Name] = before else {
        return false;
    };
    let mut outer = outer.iter().rev();
    let typed = outer.find(|kind| **kind != Kind::Qualifier);
    let typed = matches!(
        typed,
        Some(Kind::Name | Kind::Capitals | Kind::Opening | Kind::Mark(b'>' | b'*' | b'&'))
    );
    called && typed && matches!(kind(0), Some(Kind::Mark(b';' | b'=')))
}

/// What stands before the attributes (`[[nodiscard]]`) at the end of `before`.
fn without_attributes(mut before: &[Kind]) -> &[Kind] {
    const OPEN: Kind = Kind::Mark(b'[');
    while let [inside @ .., Kind::Mark(b']'), Kind::Mark(b']')] = before {
        let Some(open) = inside.windows(2).rposition(|pair| pair == [OPEN, OPEN]) else {
            break;
        };
        before = &inside[..open];
    }
    before
}

/// Whether a macro stands between the head of a function and its body:
/// `void f() const NOEXCEPT {`.
fn opens_body(before: &[Token], after: &[Token]) -> bool {
    if !matches!(
        after.first().map(|token| token.kind),
        Some(Kind::Mark(b'{'))
    ) {
        return false;
    }
    let mut depth = 0;
    let back = before.iter().rev();
    let mut back = back
        .skip_while(|token| token.kind == Kind::Qualifier)
        .take(HEAD);
    while let Some(token) = back.next() {
        match token.kind {
            Kind::Mark(b')') => depth += 1,
            Kind::Mark(b'(') => depth -= 1,
            _ if depth == 0 => return false,
            _ => {}
        }
        if depth == 0 {
            // What is called like this and is no `if` or `for` is a function's head.
            return matches!(back.next().map(|token| token.kind), Some(Kind::Name));
        }
    }
    false
}

/// The place behind the arguments of the token at `place`, or behind it where it has
/// none.
fn past_arguments(tokens: &[Token], place: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(place + 1).take(256) {
        match token.kind {
            Kind::Mark(b'(') => depth += 1,
            Kind::Mark(b')') => depth -= 1,
            _ => {}
        }
        match depth {
            0 if at == place + 1 => return place + 1,
            0 => return at + 1,
            _ => {}
        }
    }
    place + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::manifest::{Conditionals, Docs, Noise};

    fn manifest() -> Manifest {
        let list = |words: &str| words.split(' ').map(str::to_owned).collect();
        Manifest {
            noise: Noise {
                before: list("int void static enum"),
                after: list("class struct"),
                qualifiers: list("const"),
                keywords: list("return final if else"),
                bare: list("enum"),
                modules: list("module import"),
                exports: "export".to_owned(),
                ..Noise::default()
            },
            conditionals: Conditionals {
                open: list("if ifdef ifndef"),
                other: list("elif else"),
                close: "endif".to_owned(),
                lists: list("enum"),
                dangling: list("else"),
            },
            docs: Docs {
                line: list("//"),
                block: vec![("/*".to_owned(), "*/".to_owned())],
                ..Docs::default()
            },
            ..Manifest::default()
        }
    }

    fn check(text: &str, expected: &str) {
        let blanked = blank(text.as_bytes(), &manifest());
        assert_eq!(String::from_utf8_lossy(&blanked), expected);
    }

    #[test]
    fn macros_around_declarations_are_blanked() {
        check("API int f();", "    int f();");
        check("static API int f();", "static     int f();");
        check("ALIGNED(8) int f();", "           int f();");
        check("class API Box {", "class     Box {");
        check(
            "struct API(1) Box final : A {",
            "struct        Box final : A {",
        );
        check(
            "class [[nodiscard]] API Box final : A {",
            "class [[nodiscard]]     Box final : A {",
        );
        check("[[a]] [[b]] API int f();", "[[a]] [[b]]     int f();");
        check("API Box *make();", "    Box *make();");
        check("API const int *make();", "    const int *make();");
        check("API const Box *make();", "    const Box *make();");
        check("API a::Box make();", "    a::Box make();");
        check("void f() const NOEXCEPT {", "void f() const          {");
        check("A* const a GUARDED_BY(mu);", "A* const a               ;");
        check("void f() LOCKS(mu) {", "void f()           {");
        check("int n GUARDED_BY(lock);", "int n                 ;");
        check("struct box { int n; MORE };", "struct box { int n;      };");
        check("struct box { MORE ALL };", "struct box {          };");
        check(
            "void f(IN int a, OUT int b);",
            "void f(   int a,     int b);",
        );
    }

    #[test]
    fn attributes_of_enumerations_are_blanked() {
        check(
            "enum class [[a]] b { c [[d(e)]], f };\n[[g]] int h();",
            "enum class       b { c         , f };\n[[g]] int h();",
        );
        check("enum a b[[c]];\nenum [[", "enum a b     ;\nenum [[");
    }

    #[test]
    fn modules_are_blanked() {
        check(
            "module;\nexport module a.b:c;",
            "       \n                    ",
        );
        check(
            "import <a/b.h>;\nimport \"c\";\nexport import d;",
            "               \n           \n                ",
        );
        check(
            "export int f();\nexport { int g(); }\nint h();",
            "       int f();\n         int g();  \nint h();",
        );
        check(
            "namespace a { export box b; }",
            "namespace a {        box b; }",
        );
        for text in [
            "import(a);",
            "module = 1;",
            "f(import, export);",
            "void f() { import a; }",
            "a.export;",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn what_may_be_a_type_or_a_call_stays() {
        for text in [
            "DWORD f();",
            "FILE *f;",
            "FILE const *f;",
            "HANDLE const h;",
            "struct STAT s;",
            "return MAX(a, b);",
            "int LIMIT(1);",
            "#define API int\nint x;",
            "// API int f\n\"API int f\";",
            "if (x) FOO(y);",
            "if (f(x)) EACH(y) {",
            "TEST(a, b) {",
            "enum { ONE };",
            "enum all { ONE };",
            "int x[] = { ONE };",
            "x = FOO * y;",
            "DEFINE(x);\nint y;",
            "const type LIMIT(1);",
            "'\\'' API",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn a_branch_across_brackets_is_read_once() {
        check(
            "#if A\nint f(int a) {\n#else\nint f() {\n#endif\n}\n",
            "     \nint f(int a) {\n     \n         \n      \n}\n",
        );
        check(
            "f(a\n#ifdef B\n, b\n#endif\n);",
            "f(a\n        \n, b\n      \n);",
        );
        check(
            "#if 0\nf {\n#else\ng {\n#endif\n}",
            "     \n   \n     \ng {\n      \n}",
        );
        check(
            "#if !(1)\nf {\n#else\ng {\n#endif\n}",
            "        \n   \n     \ng {\n      \n}",
        );
        check(
            "#if A\nif (b) c(); else\n#endif\nd();",
            "     \nif (b) c(); else\n      \nd();",
        );
        check(
            "int a[] = {\n#include \"b\"\n};",
            "int a[] = {\n            \n};",
        );
    }

    #[test]
    fn a_branch_that_is_never_compiled_is_not_read() {
        check(
            "#if 0\ndon't {\n#elif A\nf {\n#else\ng {\n#endif\n}",
            "     \n       \n       \nf {\n     \n   \n      \n}",
        );
        check(
            "#if A\nf();\n#elif 1\ng();\n#else\nh(\n#endif\n",
            "#if A\nf();\n#elif 1\ng();\n#else\n  \n#endif\n",
        );
        check(
            "#if 0\n#if A\n}\n#endif\n#endif",
            "#if 0\n     \n \n      \n#endif",
        );
        check("f(a\n#if 0\n, b\n#endif\n);", "f(a\n     \n   \n      \n);");
        check("#if 0\n}", "#if 0\n}");
    }

    #[test]
    fn strings_with_lines_hold_no_brackets() {
        let mut manifest = manifest();
        manifest.noise.before.clear();
        manifest.noise.verbatim = "@".to_owned();
        for string in [
            "@\"{\n\"\"\\\"",
            "$@\"(\n\"",
            "@$\"[\n\"",
            "\"\"\"\n \"{\" \n\"\"\"",
            "@\"\"",
        ] {
            let text = format!("f({string});\n#if A\ng();\n#endif\n");
            assert_eq!(blank(text.as_bytes(), &manifest), text.as_bytes());
            let broken = format!("f({string});\n#if A\ng() {{\n#endif\n}}");
            let read = format!("f({string});\n     \ng() {{\n      \n}}");
            assert_eq!(blank(broken.as_bytes(), &manifest), read.as_bytes());
        }
    }

    #[test]
    fn whole_branches_stay() {
        for text in [
            "#if A\nint f() {}\n#else\nint f() { }\n#endif",
            "f() {\n#ifdef A\n g();\n#endif\n}",
            "enum e {\n#ifdef A\n B,\n#endif\n};",
            "#if A\n#endif }",
            "#else\n#endif\n#endif",
            "#if A\nf();\n#elif B\ng();\n#endif",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn the_end_may_come_anywhere() {
        let text = "class API Box : A { int n GUARDED_BY(lock); /* c */\n#if A {\n#else\n}\n#endif API \"x\\";
        for end in 0..text.len() {
            assert_eq!(blank(&text.as_bytes()[..end], &manifest()).len(), end);
        }
    }
}
