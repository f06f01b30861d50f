//! No edge ever leads from a name that an external import binds to a definition of
//! the tree: programs are made at random that use imported names in every shape a
//! language has, beside a file that defines the same names.

use waymark_engine::ids::EdgeId;

/// Programs a language.
const PROGRAMS: u64 = 60;
/// Uses in a program.
const USES: u64 = 6;

/// How programs of one language are made. `{f}` is an imported function, `{T}` an
/// imported type, `{m}` a member, `{v}` a local.
struct Language {
    decoy: (&'static str, &'static str),
    user: &'static str,
    imports: &'static [&'static str],
    head: &'static str,
    uses: &'static [&'static str],
    foot: &'static str,
}

const ECMA_USES: &[&str] = &[
    "{f}();",
    "{f}().{m}();",
    "{f}({T}).{m}().{m}();",
    "new {T}().{m}();",
    "const {v} = new {T}(); {v}.{m}();",
    "const {v} = {f}(); {v}.{m}();",
    "const {v} = await {f}(); {v}.{m}();",
    "const { {m} } = {f}(); {m}();",
    "for (const {v} of {f}()) {v}.{m}();",
    "{f}().then((it) => it.{m}());",
    "[{f}, {T}].forEach((it) => it.{m}());",
    "{T}.{m}(); {T}.make().{m}();",
    "{f}(() => {f}().{m}());",
    "class {v} extends {T} { go() { this.{m}(); super.{m}(); } }",
    "function {v}(it = new {T}()) { it.{m}(); return {f}; }",
];

const LANGUAGES: &[Language] = &[
    Language {
        decoy: (
            "src/decoy.ts",
            "export function {f}() {}\nexport class {T} { {m}() {} static make() { return new {T}(); } }\n",
        ),
        user: "src/user.ts",
        imports: &[
            "import { {f}, {T} } from 'outside';",
            "import { x as {f}, Y as {T} } from 'outside/deep';",
            "import {f}, { {T} } from '@outside/lib';",
        ],
        head: "async function run(given: {T}, other: {T}[], get: () => {T}) {\n",
        uses: &[
            "given.{m}();",
            "other[0].{m}(); other.map((it) => it.{m}());",
            "get().{m}();",
            "let {v}: {T}; {v}.{m}();",
            "(({f}() as unknown) as {T}).{m}();",
            "class {v} { constructor(private it: {T}) {} go() { this.it.{m}(); } }",
        ],
        foot: "}\n",
    },
    Language {
        decoy: (
            "src/decoy.js",
            "export function {f}() {}\nexport class {T} { {m}() {} static make() { return new {T}(); } }\n",
        ),
        user: "src/user.js",
        imports: &[
            "import { {f}, {T} } from 'outside';",
            "import { x as {f}, Y as {T} } from 'outside/deep';",
            "const { {f}, {T} } = require('outside');",
        ],
        head: "async function run() {\n",
        uses: ECMA_USES,
        foot: "}\n",
    },
    Language {
        decoy: (
            "src/decoy.py",
            "def {f}():\n    pass\n\nclass {T}:\n    def {m}(self):\n        pass\n\n    @classmethod\n    def make(cls):\n        return cls()\n",
        ),
        user: "src/user.py",
        imports: &[
            "from outside import {f}, {T}",
            "from outside.deep import x as {f}, Y as {T}",
            "import outside\n{f} = outside.{f}\n{T} = outside.{T}",
        ],
        head: "def run(given: {T}, other: list[{T}]):\n",
        uses: &[
            "    {f}()",
            "    {f}().{m}()",
            "    {T}().{m}()",
            "    {v} = {T}()\n    {v}.{m}()",
            "    {v} = {f}()\n    {v}.{m}()",
            "    with {f}() as {v}:\n        {v}.{m}()",
            "    for {v} in {f}():\n        {v}.{m}()",
            "    [it.{m}() for it in {f}()]",
            "    given.{m}()",
            "    other[0].{m}()",
            "    {T}.make().{m}()",
            "    @{f}\n    def {v}():\n        pass",
            "    class {v}({T}):\n        def go(self):\n            self.{m}()\n            super().{m}()",
            "    list(map({f}, other))",
            "    {v} = {f} or {T}\n    {v}()",
        ],
        foot: "",
    },
    Language {
        decoy: (
            "src/decoy.rs",
            "pub fn {f}() {}\npub struct {T};\nimpl {T} {\n    pub fn {m}(&self) {}\n    pub fn make() -> Self { {T} }\n}\n",
        ),
        user: "src/lib.rs",
        imports: &[
            "mod decoy;\nuse outside::{{f}, {T}};",
            "mod decoy;\nuse outside::deep::{x as {f}, Y as {T}};",
            "mod decoy;\nuse ::outside::{f};\nuse outside::types::{T};",
        ],
        head: "fn run(given: {T}, other: Vec<{T}>) {\n",
        uses: &[
            "{f}();",
            "{f}().{m}();",
            "{T}::make().{m}();",
            "let {v} = {T}::make(); {v}.{m}();",
            "let {v}: {T} = todo!(); {v}.{m}();",
            "let {v} = {f}(); {v}.{m}();",
            "{f}().map(|it| it.{m}());",
            "for it in {f}() { it.{m}(); }",
            "if let Some(it) = {f}() { it.{m}(); }",
            "match {f}() { Ok(it) => it.{m}(), Err(it) => it.{m}() }",
            "given.{m}();",
            "other[0].{m}(); other.iter().for_each(|it| it.{m}());",
            "outside::{f}();",
            "let {v} = {f}()?; {v}.{m}();",
        ],
        foot: "}\n",
    },
    Language {
        decoy: (
            "decoy.go",
            "package main\n\nfunc {F}() {}\n\ntype {T} struct{}\n\nfunc (t *{T}) {M}() {}\n",
        ),
        user: "main.go",
        imports: &[
            "package main\n\nimport lib \"example.com/outside\"\n",
            "package main\n\nimport \"example.com/lib\"\n",
        ],
        head: "func run(given *lib.{T}, other []lib.{T}) {\n",
        uses: &[
            "lib.{F}()",
            "lib.{F}().{M}()",
            "{v} := lib.{T}{}; {v}.{M}()",
            "var {v} lib.{T}; {v}.{M}()",
            "{v}, _ := lib.{F}(); {v}.{M}()",
            "for _, {v} := range lib.{F}() { {v}.{M}() }",
            "func({v} *lib.{T}) { {v}.{M}() }(nil)",
            "given.{M}()",
            "other[0].{M}()",
            "{v} := lib.{F}; {v}()",
            "go given.{M}()",
            "type {v} struct { lib.{T} }; var a{v} {v}; a{v}.{M}()",
        ],
        foot: "}\n",
    },
    Language {
        decoy: (
            "src/decoy/{T}.java",
            "package decoy;\n\npublic class {T} {\n    public static {T} {f}() { return null; }\n    public void {m}() { }\n    public static {T} make() { return null; }\n}\n",
        ),
        user: "src/user/User.java",
        imports: &[
            "package user;\n\nimport outside.{T};\nimport static outside.Functions.{f};\n",
            "package user;\n\nimport outside.deep.{T};\nimport static outside.deep.{T}.{f};\n",
        ],
        head: "class User {\n    {T} field;\n    void run({T} given, java.util.List<{T}> other) {\n",
        uses: &[
            "{f}();",
            "{f}().{m}();",
            "new {T}().{m}();",
            "{T} {v} = new {T}(); {v}.{m}();",
            "{T}.make().{m}();",
            "var {v} = {f}(); {v}.{m}();",
            "for ({T} {v} : {f}()) {v}.{m}();",
            "accept(({T} {v}) -> {v}.{m}());",
            "accept({T}::{m});",
            "other.get(0).{m}(); other.forEach(it -> it.{m}());",
            "field.{m}(); given.{m}();",
            "(({T}) null).{m}();",
            "new {T}() { void go() { {m}(); super.{m}(); } }.{m}();",
        ],
        foot: "    }\n}\n",
    },
    Language {
        decoy: (
            "src/decoy.cc",
            "class {T} {\n public:\n  void {m}() {}\n  static {T} make();\n};\n{T} {f}() { return {T}(); }\n",
        ),
        user: "src/user.cc",
        imports: &[
            "#include <outside/lib.h>\n",
            "#include <outside/lib.h>\nusing namespace outside;\n",
            "#include <outside/lib.h>\nusing outside::{T};\nusing outside::{f};\n",
        ],
        head: "void run({T}& given, std::vector<{T}> other) {\n",
        uses: &[
            "{f}();",
            "{f}().{m}();",
            "{T}().{m}();",
            "{T} {v}; {v}.{m}();",
            "{T}* {v} = new {T}(); {v}->{m}();",
            "auto {v} = {f}(); {v}.{m}();",
            "{T}::make().{m}();",
            "for (auto& {v} : other) {v}.{m}();",
            "other[0].{m}(); other.front().{m}();",
            "std::make_unique<{T}>()->{m}();",
            "static_cast<{T}&>(given).{m}();",
            "outside::{f}().{m}();",
            "auto {v} = [&]({T}& it) { it.{m}(); given.{m}(); };",
            "struct {v} : {T} { void go() { {m}(); this->{m}(); {T}::{m}(); } };",
        ],
        foot: "}\n",
    },
];

/// Names that library functions and methods often have.
const NAMES: &[&str] = &[
    "fetch", "get", "open", "close", "send", "push", "build", "load", "parse", "render",
];
const TYPES: &[&str] = &[
    "Client", "Session", "Response", "Path", "Event", "Config", "Node", "Buffer",
];

#[test]
fn names_of_libraries_mean_nothing_in_the_tree() {
    for (row, language) in LANGUAGES.iter().enumerate() {
        for program in 0..PROGRAMS {
            let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ (row as u64) << 32 ^ program << 1 | 1);
            check(language, &mut random);
        }
    }
}

fn check(language: &Language, random: &mut Random) {
    let (function, type_, member) = (random.of(NAMES), random.of(TYPES), random.of(NAMES));
    let fill = |text: &str, local: &str| {
        let capital = |name: &str| format!("{}{}", name[..1].to_uppercase(), &name[1..]);
        let parts = [
            ("{f}", function.to_owned()),
            ("{F}", capital(function)),
            ("{T}", type_.to_owned()),
            ("{m}", member.to_owned()),
            ("{M}", capital(member)),
            ("{v}", local.to_owned()),
        ];
        parts.iter().fold(text.to_owned(), |text, (key, value)| {
            text.replace(key, value)
        })
    };
    let mut user = fill(random.of(language.imports), "");
    user.push('\n');
    user.push_str(&fill(language.head, ""));
    for row in 0..USES {
        user.push_str(&fill(random.of(language.uses), &format!("v{row}")));
        user.push('\n');
    }
    user.push_str(&fill(language.foot, ""));
    let decoy = fill(language.decoy.0, "");
    let files = [
        (decoy.clone(), fill(language.decoy.1, "").into_bytes()),
        (language.user.to_owned(), user.clone().into_bytes()),
    ];
    let index = waymark_tests::index(files).expect("a tree is indexed");
    let graph = index.view().graph;
    for id in (0..graph.edges().len()).map(EdgeId::at) {
        let Some(edge) = graph.edge(id) else { continue };
        let (source, target) = (graph.fqn(edge.source), graph.fqn(edge.target));
        let leads = source.starts_with(language.user) && target.starts_with(&format!("{decoy}::"));
        assert!(
            !leads,
            "{} {source} -> {target}\n{user}",
            edge.kind.as_str()
        );
    }
}

/// Xorshift (Marsaglia 2003).
struct Random(u64);

impl Random {
    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        list[(self.0 % list.len() as u64) as usize]
    }
}
