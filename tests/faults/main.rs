//! Hostile and broken input: a clear count of each, the rest still indexed, no
//! panic, and no more stack than a module in a browser has.

mod externals;

use std::time::{Duration, Instant};
use waymark_engine::index::Index;

/// Stack of a thread of the engine, as a WebAssembly module has it.
const STACK: usize = 1 << 20;
/// How long a hostile file may take, on a machine with other work.
const PATIENCE: Duration = Duration::from_secs(60);

/// Indexes `bytes` at `path` beside a file that must survive, on a small stack.
fn beside(path: &str, bytes: Vec<u8>) -> Index {
    let path = path.to_owned();
    let thread = std::thread::Builder::new().stack_size(STACK);
    let start = Instant::now();
    let work = move || {
        let good = ("good.py".to_owned(), b"def keep():\n    pass\n".to_vec());
        waymark_tests::index([(path, bytes), good]).expect("a tree is indexed")
    };
    let index = thread
        .spawn(work)
        .expect("a thread")
        .join()
        .expect("no panic");
    assert!(start.elapsed() < PATIENCE, "took {:?}", start.elapsed());
    let view = index.view();
    let kept = view
        .graph
        .ids()
        .any(|id| view.graph.fqn(id) == "good.py::keep");
    assert!(kept, "the file beside it is gone");
    index
}

/// A hundred thousand of each, twenty a line: in one line it would be left out as minified.
fn nested(open: &str, close: &str, prefix: &str) -> Vec<u8> {
    let lines = |token: &str| format!("{}\n", token.repeat(20)).repeat(5_000);
    format!("{prefix}{}{}\n", lines(open), lines(close)).into_bytes()
}

#[test]
fn a_hundred_thousand_nested_brackets() {
    for (path, open, close, prefix) in [
        ("a.ts", "[", "]", "const x = "),
        ("a.js", "(", ")", "x = "),
        ("a.tsx", "{", "}", ""),
        ("a.py", "[", "]", "x = "),
        ("a.rs", "(", ")", "fn f() { let x = "),
        ("a.go", "(", ")", "package a\nvar x = "),
        ("a.java", "(", ")", "class A { int x = "),
        ("a.c", "(", ")", "int x = "),
        ("a.cc", "{", "}", "int x = "),
        ("b.ts", "[", "", "const x = "),
    ] {
        beside(path, nested(open, close, prefix));
    }
}

#[test]
fn a_chain_of_a_hundred_thousand_calls() {
    for path in ["a.js", "a.py", "a.rs", "A.java"] {
        let (head, tail) = match path {
            "a.py" => ("x = (y\n", ")\n"),
            "a.rs" => ("fn f() { y\n", "}\n"),
            "A.java" => ("class A { int f() { return y\n", "; } }\n"),
            _ => ("y\n", ""),
        };
        let chain = ".m()\n".repeat(100_000);
        beside(path, format!("{head}{chain}{tail}").into_bytes());
    }
}

#[test]
fn a_word_that_a_scanner_cannot_keep_leaves_the_file_out() {
    let tag = "X".repeat(300);
    let index = beside("a.rb", format!("x = <<{tag}\ntext\n{tag}\n").into_bytes());
    assert_eq!(index.view().report.get("parse-gave-up"), 1);
}

#[test]
fn a_hundred_thousand_nested_definitions_are_cut_and_reported() {
    for (path, open, close, prefix) in [
        ("a.ts", "function f(){", "}", ""),
        ("b.ts", "class A{m(){", "}}", ""),
        ("c.ts", "namespace A{", "}", ""),
        ("a.py", "lambda: (", ")", "x = "),
        ("a.rs", "mod a{", "}", ""),
        ("a.go", "func(){", "}", "package a\nvar x = "),
        ("a.java", "class A{", "}", ""),
        ("a.c", "struct a{", "};", ""),
        ("a.cc", "namespace a{", "}", ""),
    ] {
        let index = beside(path, nested(open, close, prefix));
        let report = index.view().report;
        let told = ["nested-too-deeply", "parse-gave-up"].iter().any(|reason| {
            report
                .iter()
                .any(|(known, entry)| known == *reason && entry.examples == [path])
        });
        assert!(told || index.view().graph.nodes().len() < 200, "{path}");
    }
}

#[test]
fn a_hundred_thousand_nested_types() {
    for (path, open, prefix) in [
        ("a.ts", "A<", "let x: "),
        ("a.rs", "Vec<", "type X = "),
        ("a.java", "List<", "class A { "),
        ("a.cc", "A<", "using X = "),
    ] {
        beside(path, nested(open, ">", prefix));
    }
}

#[test]
fn modules_that_all_re_export_each_other() {
    let others = |at: usize, line: &dyn Fn(usize) -> String| -> String {
        (0..40).filter(|other| *other != at).map(line).collect()
    };
    let mut files = vec![
        (
            "use.ts".to_owned(),
            "import { no } from './m0';\nno();\n".to_owned(),
        ),
        ("use.py".to_owned(), "from m0 import no\nno()\n".to_owned()),
        (
            "src/lib.rs".to_owned(),
            (0..40)
                .map(|at| format!("pub mod m{at};\n"))
                .collect::<String>()
                + "fn f() { m0::no(); }\n",
        ),
        (
            "Cargo.toml".to_owned(),
            "[package]\nname = \"m\"\n".to_owned(),
        ),
    ];
    for at in 0..40 {
        files.push((
            format!("m{at}.ts"),
            others(at, &|other| format!("export * from './m{other}';\n")),
        ));
        files.push((
            format!("m{at}.py"),
            others(at, &|other| format!("from m{other} import *\n")),
        ));
        files.push((
            format!("src/m{at}.rs"),
            others(at, &|other| format!("pub use crate::m{other}::*;\n")),
        ));
    }
    let start = Instant::now();
    let files = files
        .into_iter()
        .map(|(path, text)| (path, text.into_bytes()));
    waymark_tests::index(files).expect("a tree is indexed");
    assert!(start.elapsed() < PATIENCE, "took {:?}", start.elapsed());
}

#[test]
fn things_that_stand_for_any_of_each_other() {
    let count = 8;
    let all = |mark: &str| {
        (0..count)
            .map(|at| format!("m{at}"))
            .collect::<Vec<_>>()
            .join(mark)
    };
    let imports = (0..count).map(|at| format!("import * as m{at} from './m{at}'\n"));
    let imports: String = imports.collect();
    let mut files = Vec::new();
    for at in 0..count {
        let text = format!("{imports}export default {}\nm{at}.x().y()\n", all(" || "));
        files.push((format!("m{at}.ts"), text));
        let called = format!("class m{at}:\n    __call__: '{}'\n", all(" | "));
        files.push((format!("n{at}.py"), format!("from n0 import *\n{called}")));
        let applied = format!("class m{at} {{ def apply: {} = ??? }}\n", all(" | "));
        files.push((format!("m{at}.scala"), applied));
    }
    files.push((
        "use.scala".to_owned(),
        "object Use { def f(a: m0) = a(1)(2)(3).x }\n".to_owned(),
    ));
    files.push((
        "use.py".to_owned(),
        "from n0 import m0\ndef f(a: m0):\n    a()()().g()\n".to_owned(),
    ));
    let start = Instant::now();
    let files = files.into_iter();
    let files = files.map(|(path, text)| (path, text.into_bytes()));
    waymark_tests::index(files).expect("a tree is indexed");
    assert!(start.elapsed() < PATIENCE, "took {:?}", start.elapsed());
}

#[test]
fn a_name_with_sixty_thousand_definitions_and_uses() {
    let definitions = (0..60_000).map(|at| format!("class C{at}:\n    def m(self): pass\n"));
    let uses = (0..60_000).map(|at| format!("def f{at}(x):\n    x.m()\n"));
    let text: String = definitions.chain(uses).collect();
    beside("a.py", text.into_bytes());
}

#[test]
fn a_chain_of_thirty_thousand_supertypes() {
    type Line = fn(usize) -> String;
    let chains: [(&str, &str, Line); 6] = [
        ("a.ts", "class C0 { m() {} }\n", |at| {
            format!("class C{at} extends C{} {{}}\n", at - 1)
        }),
        ("a.py", "class C0:\n    def m(self): pass\n", |at| {
            format!("class C{at}(C{}): pass\n", at - 1)
        }),
        ("a.rs", "trait C0 { fn m(&self); }\n", |at| {
            format!("trait C{at}: C{} {{}}\n", at - 1)
        }),
        ("a.go", "package a\ntype C0 struct{}\n", |at| {
            format!("type C{at} struct {{ C{} }}\n", at - 1)
        }),
        ("a.java", "class C0 { void m() {} }\n", |at| {
            format!("class C{at} extends C{} {{}}\n", at - 1)
        }),
        ("a.cc", "class C0 { void m() {} };\n", |at| {
            format!("class C{at} : C{} {{}};\n", at - 1)
        }),
    ];
    for (path, first, line) in chains {
        let chain: String = (1..30_000).map(line).collect();
        beside(path, format!("{first}{chain}").into_bytes());
    }
}

#[test]
fn a_chain_of_five_thousand_calls() {
    for path in ["a.ts", "a.py", "a.rs", "a.java", "a.go", "a.cc"] {
        let chain = ".b()".repeat(5000);
        let text = match path {
            "a.py" => format!("x = a{chain}\n"),
            "a.rs" => format!("fn f() {{ a{chain}; }}\n"),
            "a.java" => format!("class A {{ void f() {{ a{chain}; }} }}\n"),
            "a.cc" => format!("void f() {{ a{chain}; }}\n"),
            "a.go" => format!("package a\nfunc f() {{ a{chain} }}\n"),
            _ => format!("a{chain}\n"),
        };
        beside(path, text.into_bytes());
    }
}

#[test]
fn a_line_of_five_megabytes_is_left_out_and_counted() {
    let index = beside(
        "long.py",
        format!("x = \"{}\"\n", "a".repeat(5 << 20)).into_bytes(),
    );
    assert!(
        index
            .inventory()
            .drops
            .iter()
            .any(|(reason, _)| reason.as_str() == "too-large")
    );
}

#[test]
fn bytes_that_are_no_text_are_counted() {
    let index = beside("nul.py", b"def f():\0 pass\n".to_vec());
    assert!(
        index
            .inventory()
            .drops
            .iter()
            .any(|(reason, _)| reason.as_str() == "binary")
    );
    let index = beside("latin.py", b"def f():\n    return '\xe9'\n".to_vec());
    let view = index.view();
    assert!(
        view.graph
            .ids()
            .any(|id| view.graph.fqn(id) == "latin.py::f")
    );
    for empty in [Vec::new(), b"\xef\xbb\xbf".to_vec(), b"\n".to_vec()] {
        beside("empty.py", empty);
    }
}

#[test]
fn circles_end() {
    for (path, text) in [
        (
            "a.ts",
            "class A extends B {}\nclass B extends A { f() { this.g() } }\n",
        ),
        (
            "b.ts",
            "export * from './b'\nimport { x } from './b'\nx()\n",
        ),
        (
            "c.ts",
            "type A = B; type B = A;\nfunction f(a: A) { a.g() }\nconst y = y2; const y2 = y; y.z()\n",
        ),
        (
            "d.py",
            "class A(B): pass\nclass B(A): pass\nA().f()\nx = y\ny = x\nx.g()\n",
        ),
        (
            "e.rs",
            "use crate::a; mod a { pub use super::*; }\nfn f() { a::b(); }\n",
        ),
        ("f.java", "class A extends A { void f() { g(); } }\n"),
        (
            "g.h",
            "#include \"g.h\"\ntypedef struct a b; typedef b a;\nint f(a *x) { return x->y(); }\n",
        ),
        (
            "h.cc",
            "class A : A::B { class B : A {}; void f() { g(); } };\nnamespace n = m; namespace m = n;\nvoid A::B::f() { n::g(); }\n",
        ),
        (
            "i.ts",
            "import * as whole from './i'\nexport default whole\nwhole.x(); whole.default.y(); whole()\n",
        ),
        (
            "j.js",
            "module.exports = require('./j')\nrequire('./j').x(); require('./j')()\n",
        ),
        (
            "k.py",
            "class A:\n    __call__: 'B'\nclass B:\n    __call__: A\ndef f(a: A):\n    a()()\n",
        ),
        (
            "l.go",
            "package a\ntype A B\ntype B A\nfunc f(a A) { a.g(); a().h(); a[0].i() }\n",
        ),
        (
            "m.rs",
            "type A = B; type B = A;\nfn f(a: A) { A::new(); a.g(); B::new().h(); }\n",
        ),
        (
            "n.rs",
            "use self::a as b; use self::b as c; use self::c as a;\nfn f() { a(); b::g(); }\n",
        ),
        (
            "o.kt",
            "typealias A = B\ntypealias B = A\nclass C { operator fun invoke(): C = this\n val c: C = C() }\nfun f(a: A, c: C) { A(); a.g(); c()()() }\n",
        ),
        (
            "p.cs",
            "using A = B; using B = A;\nclass C { A a; void F() { a.G(); A.H(); new A(); } }\n",
        ),
        (
            "q.lua",
            "local A = setmetatable({}, { __index = B })\nB = setmetatable({}, { __index = A })\nA.__index = A\nA.f(); B:g()\n",
        ),
        (
            "r.php",
            "<?php\nclass A { public A $a; function __call($n, $p) { return $this->$n(); } function __invoke() { return $this; } }\n(new A)()()->b();\n",
        ),
        (
            "t.scala",
            "class A { def apply = if (c) this else new B }\nclass B { def apply = if (c) new A else this }\nobject M { def f(a: A) = a(1)(2).x }\n",
        ),
        (
            "u.py",
            "class A:\n    def __call__(self):\n        return self if x else B()\nclass B:\n    __call__: 'A | B'\ndef f(a: A, b: B):\n    a()()().g()\n    b()()().g()\n",
        ),
        (
            "s.rb",
            "module A\n include B\nend\nmodule B\n include A\nend\nclass C\n extend A\n def call = self\nend\nC.new.call.call.x\nC.y\n",
        ),
    ] {
        beside(path, text.as_bytes().to_vec());
    }
}

#[test]
fn fifty_thousand_branches_across_brackets() {
    for branch in ["#if A\n(\n", "#if A\n{\n#else\n", "#endif\n)\n"] {
        beside("a.c", branch.repeat(50_000).into_bytes());
    }
}

#[test]
fn many_definitions_in_one_file() {
    let text: String = (0..100_000)
        .map(|n| format!("def f{n}(): pass\n"))
        .collect();
    let index = beside("many.py", text.into_bytes());
    assert!(index.view().graph.nodes().len() > 100_000);
}

#[test]
fn paths_that_leave_the_tree_are_refused() {
    for path in [
        "../up.py",
        "/etc/passwd.py",
        "a/../../b.py",
        "C:\\x.py",
        "a\0b.py",
    ] {
        let index = beside(path, b"def out(): pass\n".to_vec());
        let drops = &index.inventory().drops;
        let refused = drops
            .iter()
            .any(|(reason, _)| reason.as_str() == "unsafe-path");
        assert!(refused, "{path:?} was taken");
    }
}

#[test]
fn a_syntax_error_leaves_the_rest_and_is_counted() {
    let index = beside(
        "broken.py",
        b"def ok():\n    pass\n\ndef bad(:\n\ndef fine():\n    ok()\n".to_vec(),
    );
    let view = index.view();
    assert!(
        view.graph
            .ids()
            .any(|id| view.graph.fqn(id) == "broken.py::ok")
    );
    assert_eq!(view.report.get("syntax-error"), 1);
}
