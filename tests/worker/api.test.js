import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { languages } from "../../pkg-scripts/languages.mjs";
import { Place, folder, tree, zip } from "./worker.js";

const place = new Place();
const worker = place.isolate();
after(() => place.dispose());

const deployed = [...readFileSync(join(folder, "src/grammars.ts"), "utf8").matchAll(/waymark\/grammars\/(\w+)\.wasm/g)].map(([, name]) => name);
const own = languages.filter(({ name, grammar }) => name === grammar);
const code = own.filter(({ name, outline }) => !outline && deployed.includes(name)).map(({ name }) => name);
const missing = own.filter(({ name }) => !deployed.includes(name)).map(({ name }) => name);
const { operations } = (await worker.ask("/")).body;
const { body: stored, status } = await worker.upload(zip(tree), "?name=tiny%20%E2%98%83");
const at = `/repositories/${stored.id}`;

test("a zip is indexed, stored, shown and listed", async () => {
  assert.equal(status, 201, JSON.stringify(stored));
  assert.match(stored.id, /^[0-9a-f]{32}$/);
  assert.equal(stored.name, "tiny ☃");
  assert.equal(stored.files, Object.keys(tree).length - 1);
  assert.ok(stored.symbols >= 2 * code.length && stored.edges > stored.files, JSON.stringify(stored));
  assert.deepEqual(stored.filterStats.map(({ reason }) => reason), ["default-skip"]);
  assert.deepEqual(await worker.ask(at), { status: 200, body: stored });
  const { repositories } = (await worker.ask("/repositories")).body;
  assert.deepEqual(repositories.map(({ id, name, files }) => ({ id, name, files })), [{ id: stored.id, name: "tiny ☃", files: stored.files }]);
});

test("every grammar that is deployed is there, and its calls are found; the others are told", async () => {
  assert.equal(code.length, deployed.length);
  assert.ok(code.length >= 12);
  const { body: stats } = await worker.ask(`${at}/stats`);
  const told = stats.report.find(({ reason }) => reason === "grammar-failed");
  assert.equal(told.count, missing.length, JSON.stringify(stats.report));
  for (const language of code) {
    const { body } = await worker.ask(`${at}/callers?symbol=${language}_callee`);
    assert.deepEqual(body.uses.map(({ node }) => node.name), [`${language}_caller`], language);
  }
});

test("files are read as the language that the upload says", async () => {
  const { status, body } = await worker.upload(zip({ "a.inc": "<?php function override_read() {}\n" }), "?readAs=*.inc%3Dphp");
  assert.equal(status, 201, JSON.stringify(body));
  assert.deepEqual(body.languages.map(({ name, count }) => [name, count]), [["php", 1]]);
  assert.equal((await worker.upload(zip(tree), "?readAs=php")).status, 400);
});

test("the same tree has the same id, whatever its archive looks like", async () => {
  const again = await worker.upload(zip(Object.fromEntries(Object.entries(tree).reverse()), { level: 0 }), "?name=tiny%20%E2%98%83");
  assert.deepEqual({ ...again.body, uploaded: stored.uploaded }, stored);
});

test("the same tree keeps the name that it has, and takes one where it has none", async () => {
  for (const query of ["?name=other", ""]) {
    assert.equal((await worker.upload(zip(tree), query)).body.name, "tiny ☃");
    assert.equal((await worker.ask(at)).body.name, "tiny ☃");
  }
  const nameless = zip({ "nameless.py": "def nameless(): pass\n" });
  assert.equal((await worker.upload(nameless)).body.name, "");
  assert.equal((await worker.upload(nameless, "?name=late")).body.name, "late");
});

test("a diff is reviewed, and the repository stays as it is", async () => {
  const before = (await worker.ask(`${at}/stats`)).body;
  const diff = "--- a/tiny.rs\n+++ b/tiny.rs\n@@ -1,3 +1,3 @@\n-fn rust_callee() -> u32 {\n+fn rust_callee(n: u32) -> u32 {\n     1\n }\n";
  const { status, body } = await worker.post(`${at}/review?limit=5&markdown=true`, diff);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(body.changes.map(({ id, change }) => [id, change]), [["tiny.rs::rust_callee", "signature"]]);
  assert.deepEqual(body.changes[0].callersNotUpdated, ["tiny.rs::rust_caller"]);
  assert.match(body.markdown, /rust_callee/);
  assert.deepEqual((await worker.ask(`${at}/stats`)).body, before);
  for (const [path, wrong, code] of [[`${at}/review`, "hello", "invalid-argument"], [`${at}/review?colour=red`, diff, "invalid-argument"], ["/repositories/nope/review", diff, "not-found"], [`${at}/review`, "x".repeat(2 << 20), "limit-exceeded"]]) {
    assert.equal((await worker.post(path, wrong)).body.code, code, path);
  }
});

test("values in an address are read by the table", async () => {
  const one = await worker.ask(`${at}/fetch_node?codeEntities=tiny.py&fields=metrics`);
  assert.deepEqual(one.body.nodes.map(({ id }) => id), ["tiny.py"]);
  assert.equal((await worker.ask(`${at}/find_symbol?name=123`)).body.notFound.name, "123");
  const { parameters } = operations.find(({ name }) => name === "callers");
  assert.deepEqual(parameters.map(({ name }) => name), ["symbol", "edgeKinds", "minConfidence", "offset", "limit", "budgetTokens"]);
});

test("a search finds by name and by words", async () => {
  const byName = await worker.ask(`/search?repository=${stored.id}&q=rust_callee&k=3`);
  assert.equal(byName.status, 200, JSON.stringify(byName.body));
  assert.equal(byName.body.hits[0].name, "rust_callee");
  assert.ok(byName.body.hits.length <= 3);
  const byWords = await worker.ask(`/search?repository=${stored.id}&q=parses+the+configuration`);
  assert.equal(byWords.body.hits[0].name, "python_callee");
});

test("a node is fetched by its encoded name, the root by none", async () => {
  const id = "tiny.rs::rust_caller";
  for (const name of [encodeURIComponent(id), id]) {
    const { body } = await worker.ask(`/nodes/${name}?repository=${stored.id}`);
    assert.equal(body.id, id);
    assert.match(body.source.text, /^fn rust_caller/);
  }
  const { body } = await worker.ask(`/nodes/?repository=${stored.id}&fields[]=hierarchy`);
  assert.equal(body.id, ".");
  assert.equal(body.source, undefined);
});

test("a name that means nothing is answered with suggestions, one that means several with candidates", async () => {
  const missing = await worker.ask(`/nodes/rust_calle?repository=${stored.id}`);
  assert.equal(missing.status, 404);
  assert.equal(missing.body.code, "not-found");
  assert.ok(missing.body.suggestions.includes("tiny.rs::rust_callee"), JSON.stringify(missing.body));
  const { body } = await worker.upload(zip({ "a.py": "def twin(): pass\n", "b.py": "def twin(): pass\n" }));
  const several = await worker.ask(`/nodes/twin?repository=${body.id}`);
  assert.equal(several.status, 409);
  assert.deepEqual([several.body.code, several.body.candidates.sort()], ["ambiguous", ["a.py::twin", "b.py::twin"]]);
});

test("what surrounds a node is explored", async () => {
  const { body } = await worker.ask(`/explore?repository=${stored.id}&start=python_caller&direction=upstream&dependencyTypeFilter=calls`);
  assert.deepEqual(body.edges.map(({ kind, target }) => [kind, target]), [["calls", "tiny.py::python_callee"]]);
  const missing = await worker.ask(`/explore?repository=${stored.id}&start=nowhere_at_all`);
  assert.equal(missing.status, 404);
});

test("every operation of the engine is answered, by GET and by POST", async () => {
  assert.ok(operations.length >= 7);
  for (const { name, parameters } of operations) {
    const needed = parameters.filter(({ required }) => required).map((one) => [one.name, { string: "tiny.py", number: 1, list: ["tiny.py"], json: [] }[one.type]]);
    const query = new URLSearchParams(needed.map(([key, value]) => [key, typeof value === "object" ? JSON.stringify(value) : value]));
    const got = await worker.ask(`${at}/${name}?${query}`);
    // What was stored has no vectors, which one of them needs.
    assert.ok(got.status === 200 || got.body.code === "no-embedder", `${name}: ${JSON.stringify(got.body)}`);
    assert.deepEqual(await worker.post(`${at}/${name}`, Object.fromEntries(needed)), got);
    if (needed.length) assert.match((await worker.ask(`${at}/${name}`)).body.message, /`\w+` is needed/, name);
  }
  const listed = await worker.ask(`${at}/fetch_node?codeEntities=tiny.py&codeEntities=tiny.rs`);
  assert.deepEqual(await worker.post(`${at}/fetch_node`, { codeEntities: ["tiny.py", "tiny.rs"] }), listed);
  assert.deepEqual(listed.body.nodes.map(({ id }) => id), ["tiny.py", "tiny.rs"]);
});

test("what does not fit is refused with a code", async () => {
  const search = `/search?repository=${stored.id}`;
  const cases = [
    [worker.ask("/repositories/0123456789abcdef0123456789abcdef"), 404, "not-found"],
    [worker.ask("/repositories/nope/stats"), 404, "not-found"],
    [worker.ask("/search?repository=nope&q=a"), 404, "not-found"],
    [worker.ask(`${at}/no_such_operation`), 404, "not-found"],
    [worker.ask("/search?q=a"), 400, "invalid-argument"],
    [worker.ask(search), 400, "invalid-argument"],
    [worker.ask(`${search}&q=a&k=-1`), 400, "invalid-argument"],
    [worker.ask(`${search}&q=a&k=1e9`), 400, "invalid-argument"],
    [worker.ask(`${at}/callers?simbol=a`), 400, "invalid-argument"],
    [worker.ask(`${at}/callers?__proto__=a`), 400, "invalid-argument"],
    [worker.post(`${at}/callers`, "{"), 400, "invalid-argument"],
    [worker.post(`${at}/callers`, "[]"), 400, "invalid-argument"],
    [worker.upload(zip({ "a.py": "x = 1\n" }), "?zz=1"), 400, "invalid-argument"],
    [worker.ask("/repositories?zz=1"), 400, "invalid-argument"],
    [worker.post(`${at}/callers`, { symbol: "a".repeat(70_000) }), 413, "limit-exceeded"],
    [worker.ask("/repositories?limit=0"), 400, "invalid-argument"],
    [worker.upload(zip(tree), `?name=${"a".repeat(101)}`), 400, "invalid-argument"],
  ];
  for (const [at, [answer, status, code]] of cases.entries()) {
    const { status: got, body } = await answer;
    assert.deepEqual([got, body.code, typeof body.message], [status, code, "string"], `case ${at}: ${JSON.stringify(body)}`);
  }
});

test("statements are asked of a snapshot, and changes make another repository", async () => {
  const statements = await worker.ask(`${at}/statement_query?parentFqns=python_caller`);
  assert.deepEqual(statements.body.hits.map(({ kind }) => kind), ["return", "call"]);
  const changed = await worker.ask(`${at}/incremental_reindex`, { method: "POST", body: JSON.stringify({ changed_files: [["new.py", "def brand_new(): pass\n"]] }) });
  assert.equal(changed.status, 201, JSON.stringify(changed.body));
  assert.deepEqual(changed.body.report.evolution.inserted, ["new.py", "new.py::brand_new"]);
  assert.notEqual(changed.body.id, stored.id);
  const found = await worker.ask(`/repositories/${changed.body.id}/symbol_detail?fqn=brand_new`);
  assert.equal(found.body.kind, "function");
  assert.equal((await worker.ask(`${at}/symbol_detail?fqn=brand_new`)).body.fqn, "");
});
