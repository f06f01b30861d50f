// Every store gives the same answers to every method; those of the memory store are checked by hand.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Miniflare } from "miniflare";
import { Waymark } from "waymark";
import { D1Store } from "waymark/d1";
import { SqliteStore } from "waymark/sqlite";
import { MemoryStore } from "waymark/store";
import { SurrealStore } from "waymark/surrealdb";
import { everything, graph } from "./graph.js";

const ids = (nodes) => nodes.map((found) => (found.node ?? found).id);
const odd = graph.nodes[5].id;
const answers = await everything(new MemoryStore());

test("what goes in comes out, byte by byte", () => {
  assert.equal(answers["round trip"], true);
  assert.deepEqual(answers["empty"], { nodes: [], edges: [] });
  assert.deepEqual(answers["emptied"], { nodes: [], edges: [] });
});

test("nodes and edges are found by what they are", () => {
  assert.deepEqual(answers["stats"], {
    nodes: 13,
    edges: 15,
    features: 6,
    nodeKinds: { area: 2, category: 1, class: 1, directory: 1, file: 1, function: 5, method: 1, repository: 1 },
    edgeKinds: { calls: 5, contains: 4, functional: 4, imports: 1, reads: 1 },
  });
  assert.deepEqual(answers[`getNode ${odd}`], graph.nodes[5]);
  assert.equal(answers["getNode nope"], null);
  assert.deepEqual(ids(answers['getNodes {"path":"src"}']), ["src", "src/HTTPServer.ts::f1", odd, "src/b.ts", "src/b.ts::Boat", "src/b.ts::Boat::launchAll"]);
  assert.deepEqual(ids(answers['getNodes {"kinds":["function"],"path":"src/**","hasFeature":true}']), [odd]);
  assert.deepEqual(answers['getNodes {"kinds":[]}'], []);
  assert.equal(answers['getEdges {"type":"dependency"}'].length, 11);
  assert.deepEqual(answers['getEdges {"type":"invokes"}'], answers['getEdges {"minConfidence":0.8,"type":"calls"}'].concat(graph.edges[8], graph.edges[14]).sort((a, b) => (a.source < b.source ? -1 : 1)));
  assert.deepEqual(answers['getEdges {"source":"a","target":"src/b.ts::Boat"}'].map(({ kind }) => kind), ["calls", "imports"]);
});

test("the hierarchy of features comes before that of files", () => {
  assert.deepEqual(ids(answers["getChildren area/cat"]), ["src/b.ts::Boat", "src/b.ts::Boat::launchAll"]);
  assert.equal(answers["getParent src/b.ts::Boat"].id, "area/cat");
  assert.equal(answers["getParent src/b.ts"].id, "src");
  assert.deepEqual([answers["getParent ."], answers["getChildren nope"]], [null, []]);
  assert.deepEqual(ids(answers["getDependents src/b.ts::Boat"]), ["a"]);
  assert.deepEqual(ids(answers["getDependencies srcery/x.ts::f2"]), ["src/HTTPServer.ts::f1", odd]);
});

test("walks tell the nearest first, and what they left out", () => {
  const walked = (options) => answers[`traverse ${JSON.stringify(options)}`];
  const upstream = walked({ start: "src/b.ts::Boat::launchAll", direction: "out", depth: -1 });
  assert.deepEqual(upstream.nodes.map(({ node, depth }) => [node.id, depth]), [["src/b.ts::Boat::launchAll", 0], ["src/HTTPServer.ts::f1", 1], ["srcery/x.ts::f2", 2], [odd, 3]]);
  assert.equal(upstream.edges.length, 4);
  assert.deepEqual(ids(walked({ start: odd, direction: "downstream", depth: 3, minConfidence: 0.6 }).nodes), [odd, "srcery/x.ts::f2", "src/HTTPServer.ts::f1"]);
  const cut = walked({ start: odd, direction: "in", depth: -1, maxNodes: 2 });
  assert.deepEqual([cut.nodes.length, cut.total, cut.truncated], [2, 4, true]);
  const areas = walked({ start: ["area", "nope"], direction: "out", depth: -1, edgeTypes: ["functional"] });
  assert.deepEqual([ids(areas.nodes), areas.notFound], [["area", "area/cat", "src/b.ts::Boat", "src/b.ts::Boat::launchAll"], ["nope"]]);
  const mixed = walked({ start: ".", direction: "out", depth: 4, edgeTypes: ["contains", "invokes"], nodeKinds: ["class", "method", "function"] });
  assert.deepEqual(mixed.nodes.map(({ node, depth }) => [node.id, depth]), [["src/b.ts::Boat", 3], ["src/b.ts::Boat::launchAll", 4]]);
  assert.match(walked({ start: "a", depth: 1.5 }), /^invalid-argument/);
});

test("features are found by words, within scopes", () => {
  const found = (query, scopes) => answers[`searchByFeature ${query} ${scopes}`];
  assert.deepEqual(ids(found("boat")), ["src/b.ts::Boat", "src/b.ts::Boat::launchAll", odd]);
  assert.equal(found("boat")[0].score, found("boat")[1].score);
  assert.deepEqual(ids(found("launch every boat")).slice(0, 1), ["src/b.ts::Boat::launchAll"]);
  assert.deepEqual(ids(found("boat größe", ["area2"])), [odd]);
  assert.deepEqual(ids(found("water", ["area"])), ["area", "src/b.ts::Boat"]);
  assert.deepEqual(ids(found("f1 f2")), ["src/HTTPServer.ts::f1", "srcery/x.ts::f2"]);
  assert.deepEqual([found("zebra"), found('- " \' * OR'), found("boat", [])], [[], [], []]);
  assert.match(found("boat", ["nowhere"]), /^not-found/);
  assert.deepEqual(ids(answers["found after"]), ["new", "src/b.ts::Boat"]);
});

test("paths fit patterns", () => {
  const at = (pattern) => ids(answers[`searchByPath ${pattern}`]);
  assert.deepEqual(at("src/*.ts"), ["src/HTTPServer.ts::f1", "src/b.ts", "src/b.ts::Boat", "src/b.ts::Boat::launchAll"]);
  assert.deepEqual([at("z/**"), at("z/*/a.ts"), at("src/a b/*"), at("nowhere"), at("src/[b].ts")], [["Z", "a"], ["a"], [odd], [], []]);
  assert.deepEqual(at("src/"), at("src"));
  assert.equal(at("**").length, 13);
});

test("sources stand before targets, circles together", () => {
  const { nodes, cycles } = answers["order"];
  assert.deepEqual(cycles, [["Z"], ["src/HTTPServer.ts::f1", "srcery/x.ts::f2"]]);
  const place = new Map(ids(nodes).map((id, at) => [id, at]));
  assert.equal(place.size, 13);
  const circle = (id) => cycles.findIndex((members) => members.includes(id));
  for (const { source, target } of graph.edges) assert.ok(place.get(source) < place.get(target) || (circle(source) >= 0 && circle(source) === circle(target)), `${source} ${target}`);
  assert.deepEqual(answers["order after"].cycles, []);
});

test("changes are kept, and misuse is told", () => {
  const { nodes, edges, made } = answers["after"];
  assert.deepEqual([nodes.length, edges.length, made], [13, 11, { by: "hand" }]);
  assert.deepEqual(nodes.at(-1).id, "new");
  assert.deepEqual(nodes[0], plain({ ...graph.nodes[0], kind: "struct", feature: "float like a raft", startLine: undefined }));
  assert.deepEqual(edges.at(-1), { source: "new", target: "a", kind: "calls", confidence: 0.3 });
  for (const name of ["add twice", "add nothing", "update id", "import loose", "import twins", "import two of a kind"]) assert.match(answers[name], /^invalid-argument/, name);
  for (const name of ["add loose edge", "update nobody"]) assert.match(answers[name], /^not-found/, name);
  assert.equal(answers["still there"].nodes, 13);
});

test("a graph that is told bit by bit keeps its order", () => {
  const { nodes, edges } = answers["told bit by bit"];
  assert.deepEqual([ids(nodes), edges.map(({ target }) => target)], [["z", "y", "x"], ["z", "y"]]);
  assert.equal(answers["walk over what was told"].edges.length, 2);
  assert.match(answers["walk nowhere"], /^invalid-argument/);
});

test("edges of older files are read", () => {
  const kept = [...graph.edges].sort((a, b) => (a.source < b.source ? -1 : a.source > b.source ? 1 : a.target < b.target ? -1 : a.target > b.target ? 1 : a.kind < b.kind ? -1 : 1));
  assert.deepEqual(answers["legacy"], kept);
});

let worker;
before(() => {
  worker = new Miniflare({ modules: true, script: "export default {}", compatibilityDate: "2026-04-01", d1Databases: ["GRAPH"] });
});
after(() => worker.dispose());

for (const [name, make] of [
  ["SQLite", () => new SqliteStore()],
  ["D1 in workerd", async () => new D1Store(await worker.getD1Database("GRAPH"))],
  ["SurrealDB", () => new SurrealStore()],
]) {
  test(`${name} answers as memory does`, async () => {
    const store = await make();
    await store.open(name === "SurrealDB" ? "conformance" : ":memory:");
    const own = await everything(store);
    for (const question of Object.keys(answers)) assert.deepEqual(plain(own[question]), plain(answers[question]), question);
    await closes(store);
  });
}

test("memory closes as the others do", () => closes(new MemoryStore()));

async function closes(store) {
  await store.close();
  for (const use of [() => store.getNodes(), () => store.removeNode("x"), () => store.exportJSON()]) await assert.rejects(use(), { code: "closed" });
}

test("an index is taken over whole, and SQLite's file is opened again", async () => {
  const index = await Waymark.index(new Map([["a.py", "from b import g\n\ndef f():\n    return g()\n"], ["b.py", "def g():\n    return 1\n"]]));
  const memory = await index.store();
  assert.deepEqual(ids(await memory.getDependents("b.py::g")), ["a.py", "a.py::f"].slice(-(await memory.getDependents("b.py::g")).length));
  const sqlite = new SqliteStore();
  await sqlite.open(":memory:");
  await index.store(sqlite);
  const again = new SqliteStore({ bytes: sqlite.bytes() });
  await again.open("graph.db");
  assert.deepEqual(await again.exportJSON(), await memory.exportJSON());
  await again.addNode({ id: "later", kind: "function" });
  assert.equal((await again.getStats()).nodes, (await memory.getStats()).nodes + 1);
  assert.equal(sqlite.persistent, false);
  await sqlite.close();
  await assert.rejects(sqlite.getStats(), { code: "closed" });
});

function plain(value) {
  return JSON.parse(JSON.stringify(value));
}
