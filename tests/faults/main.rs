//! Hostile and broken input: a clear count of each, the rest still indexed, no
//! panic, and no more stack than a module in a browser has.

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

fn nested(open: &str, close: &str, prefix: &str) -> Vec<u8> {
    let depth = 100_000;
    format!("{prefix}{}{}\n", open.repeat(depth), close.repeat(depth)).into_bytes()
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
        ("b.ts", "[", "", "const x = "),
    ] {
        beside(path, nested(open, close, prefix));
    }
}

#[test]
fn a_chain_of_five_thousand_calls() {
    for path in ["a.ts", "a.py", "a.rs", "a.java", "a.go"] {
        let chain = ".b()".repeat(5000);
        let text = match path {
            "a.py" => format!("x = a{chain}\n"),
            "a.rs" => format!("fn f() {{ a{chain}; }}\n"),
            "a.java" => format!("class A {{ void f() {{ a{chain}; }} }}\n"),
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
    ] {
        beside(path, text.as_bytes().to_vec());
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
