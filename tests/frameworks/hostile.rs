//! Trees that are made to cost much: many routes and many clients, routers that are
//! put below each other, nesting without end; and the rules of a host.

use std::time::{Duration, Instant};
use waymark_engine::framework::Route;
use waymark_engine::index::{Build, Index, Settings};
use waymark_engine::link::evidence::EdgeKind;

fn index(files: &[(&str, String)]) -> Index {
    let files = files.iter();
    let files = files.map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()));
    waymark_tests::index_plain(files).expect("an index")
}

fn paths(index: &Index) -> Vec<&str> {
    let routes = index.view().routes.0.iter();
    routes.map(|route: &Route| route.path.as_str()).collect()
}

/// A server of `count` routes and as many requests; all of one path where `same`.
fn tree(module: &str, count: usize, same: bool) -> Vec<(&'static str, String)> {
    let path = |at: usize| match same {
        true => "/a/:x/b".to_owned(),
        false => format!("/r{at}/:x/b"),
    };
    let mut server = format!("const lib = require('{module}');\nconst app = lib();\n");
    let mut client = String::new();
    for at in 0..count {
        server += &format!("function h{at}() {{}}\napp.get('{}', h{at});\n", path(at));
        client += &format!(
            "function c{at}() {{ fetch('{}'); }}\n",
            path(at).replace(":x", "7")
        );
    }
    vec![("server.js", server), ("client.js", client)]
}

/// The least time of a few builds.
fn time(files: &[(&'static str, String)]) -> Duration {
    let build = |_| {
        let start = Instant::now();
        index(files);
        start.elapsed()
    };
    (0..3).map(build).min().unwrap_or_default()
}

#[test]
fn many_routes_and_clients_cost_little_beside_the_build() {
    for same in [false, true] {
        let with = time(&tree("express", 10_000, same));
        let without = time(&tree("another", 10_000, same));
        assert!(with < without * 5, "{with:?} {without:?} {same}");
    }
}

#[test]
fn each_client_finds_its_route_among_many() {
    let index = index(&tree("express", 2_000, false));
    let edges = index.view().graph.edges().iter();
    let found = edges.filter(|edge| edge.kind == EdgeKind::Routes);
    assert_eq!((found.count(), paths(&index).len()), (2_000, 2_000));
}

#[test]
fn routers_below_each_other_end() {
    let text = "const express = require('express');
const a = express.Router();
const b = express.Router();
a.use('/b', b);
b.use('/a', a);
a.use('/self', a);
a.get('/x', h);
function h() {}
";
    let index = index(&[("app.js", text.to_owned())]);
    assert!(!paths(&index).is_empty() && paths(&index).iter().all(|path| path.len() < 600));
}

#[test]
fn nesting_has_a_bound() {
    let depth = 3_000;
    let text = format!(
        "package a\nimport \"github.com/go-chi/chi/v5\"\nfunc f(r chi.Router) {{\n{}r.Get(\"/x\", h)\n{}}}\nfunc h() {{}}\n",
        "r.Route(\"/a\", func(r chi.Router) {\n".repeat(depth),
        "})\n".repeat(depth)
    );
    let index = index(&[("a.go", text)]);
    assert!(paths(&index).iter().all(|path| path.len() <= 512));
    let chained = format!(
        "const express = require('express');\nconst app = express();\napp{}.get('/x', h);\n",
        ".route('/a')".repeat(depth)
    );
    let _ = self::index(&[("a.js", chained)]);
    let variables: String = (1..depth)
        .map(|at| format!("const r{at} = r{}.basePath('/a');\n", at - 1))
        .collect();
    let variables = format!(
        "import {{ Hono }} from 'hono';\nconst r0 = new Hono();\n{variables}r{}.get('/x', () => 1);\n",
        depth - 1
    );
    let _ = self::index(&[("a.ts", variables)]);
}

#[test]
fn many_prefixes_are_cut() {
    let mounts: String = (0..5_000)
        .map(|at| format!("app.use('/p{at}', r);\n"))
        .collect();
    let text = format!(
        "const express = require('express');\nconst app = express();\nconst r = express.Router();\n{mounts}r.get('/x', () => 1);\n"
    );
    let index = index(&[("app.js", text)]);
    assert_eq!(paths(&index).len(), 8);
}

#[test]
fn rules_of_a_host_count() {
    let mut languages = waymark_tests::languages().expect("the languages");
    let rules = "name = 'own'
languages = ['python']
imports = ['own']
[[decorators]]
names = ['answers']
on = ['*']
path = ['0']
verb = 'GET'
";
    languages
        .add_framework("own.toml", rules)
        .expect("sound rules");
    let mistake = languages.add_framework("own.toml", "name = 'own'\nnone = 1");
    assert!(mistake.is_err_and(|error| error.message.contains("`none`")));
    let mut build = Build::new(Settings::default(), languages);
    let text = "import own\nserver = own.Server()\n@server.answers('/x')\ndef x():\n    pass\n";
    build.add("a.py", text.as_bytes().to_vec());
    let index = waymark_tests::finish(build).expect("an index");
    assert_eq!(paths(&index), ["/x"]);
}
