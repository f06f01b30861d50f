// Whole graphs as text: what the engine writes comes out of a store as the same bytes, and what is wrong is told.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Waymark } from "waymark";
import { SqliteStore } from "waymark/sqlite";
import { MemoryStore, readGraph, writeGraph } from "waymark/store";
import { root } from "../../pkg-scripts/lib.mjs";

const files = ["crate/js/src/store/walk.ts", "crate/js/src/store/words.ts", "crate/js/src/store/order.ts", "crate/js/src/store/pattern.ts", "crate/engine/src/graph/cycles.rs", "tests/stores/graph.js"];
const index = await Waymark.index(new Map(files.map((path) => [path, readFileSync(`${root}/${path}`)])));
const exported = { json: await text(index.export("json")), jsonl: await text(index.export("jsonl")) };

async function text(pieces) {
  const bytes = [];
  for await (const piece of pieces) bytes.push(piece);
  return Buffer.concat(bytes).toString();
}

const written = (graph, format) => [...writeGraph(graph, format)].join("");

async function through(store, source, format) {
  await store.open(":memory:");
  await store.importJSON(await readGraph(source, format));
  return written(await store.exportJSON(), format);
}

for (const format of ["json", "jsonl"]) {
  for (const [name, Store] of [["memory", MemoryStore], ["SQLite", SqliteStore]]) {
    test(`${format} goes into ${name} and comes out byte by byte`, async () => {
      assert.ok(exported[format].length > 20_000);
      assert.equal(await through(new Store(), exported[format], format), exported[format]);
    });
  }

  test(`${format} is read from pieces that end within a character`, async () => {
    const graph = await readGraph(`${format === "json" ? '{"nodes":[{"id":"größe 🚢","kind":"file"}],"edges":[]}' : '{"t":"node","id":"größe 🚢","kind":"file"}'}`, format);
    const bytes = Buffer.from(exported[format]);
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
    }
    assert.equal(graph.nodes[0].id, "größe 🚢");
    assert.deepEqual(await readGraph(pieces(), format), await readGraph(bytes, format));
    await assert.rejects(readGraph(Uint8Array.of(0x22, 0xff, 0x22), format), { code: "invalid-argument", message: "the graph is no UTF-8" });
  });
}

test("lines hold the graph that the document holds, and the uses without an edge", async () => {
  const [document, lines] = [await readGraph(exported.json, "json"), await readGraph(exported.jsonl, "jsonl")];
  assert.deepEqual(lines.nodes.map(({ id, feature }) => [id, feature]), document.nodes.map(({ id, feature }) => [id, feature]));
  const places = ({ edges }) => edges.map(({ kind, source, target, sites }) => JSON.stringify([kind, source, target, sites])).sort();
  assert.deepEqual(places(lines), places(document));
  assert.equal(lines.unresolved.length, exported.jsonl.split("\n").filter((line) => line.startsWith('{"t":"unresolved"')).length);
  for (const line of written(document, "jsonl").trim().split("\n")) assert.ok(["node", "edge"].includes(JSON.parse(line).t));
});

test("places that rest on different evidence are one edge, as sure as the surest", async () => {
  const lines = [
    { t: "node", id: "a", kind: "function" },
    { t: "node", id: "b", kind: "invented", own: { deep: [1, null] } },
    { t: "edge", kind: "calls", source: "a", target: "b", line: 3, provenance: "unique", confidence: 0.25 },
    { t: "edge", kind: "calls", source: "a", target: "b", line: 9, provenance: "import", confidence: 0.5, note: "é" },
    { t: "edge", kind: "invented", source: "b", target: "a", line: null },
    { t: "unresolved", path: "a", line: 1, name: "x", reason: "external" },
  ];
  const source = lines.map((line) => `${JSON.stringify(line.t === "node" ? { ...line, fqn: line.id } : line)}\n`).join("");
  const store = new MemoryStore();
  await store.importJSON(await readGraph(`\n${source}\r\n`, "jsonl"));
  const [call, own] = await store.getEdges();
  assert.deepEqual([call.confidence, call.provenance, call.sites], [0.5, "import", [3, 9]]);
  assert.equal(own.kind, "invented");
  assert.equal(written(await store.exportJSON(), "jsonl"), source);
});

const line = (row) => JSON.stringify(row);
const a = line({ t: "node", id: "a", kind: "function" });
for (const [name, source, message] of [
  ["what is no JSON", `${a}\n{"t":"node"`, /^line 2 is no JSON/],
  ["what is no object", `${a}\n[1]`, /^line 2 is no object/],
  ["null", "null", /^line 1 is no object/],
  ["a kind of line that is not known", `${a}\n\n${line({ t: "fact", id: "x" })}`, /^line 3 is of no known kind: t is "fact"/],
  ["no kind of line", line({ id: "x" }), /^line 1 is of no known kind: t is missing/],
  ["a node without id", line({ t: "node", kind: "file" }), /^line 1: a node has an id and a kind/],
  ["a node whose id is a number", line({ t: "node", id: 7, kind: "file" }), /^line 1: a node has an id/],
  ["an edge without target", line({ t: "edge", kind: "calls", source: "a" }), /^line 1: an edge has/],
  ["an edge that is there twice", `${a}\n${[1, 2].map(() => line({ t: "edge", kind: "contains", source: "a", target: "a", line: null })).join("\n")}`, /^line 3: there is such an edge already/],
  ["a number that no number can be", `${a}\n{"t":"node","id":"b","kind":"file","start_line":1e999}`, /^line 2: a number is too large/],
  ["a number whose digits would change", '{"t":"node","id":"b","kind":"file","at":12345678901234567890}', /^line 1: a number is too large/],
]) {
  test(`of lines, ${name} is told`, () => assert.rejects(readGraph(source, "jsonl"), { name: "WaymarkError", code: "invalid-argument", message }));
}

const node = (id, more) => ({ id, kind: "function", ...more });
const circular = node("a");
circular.self = circular;
for (const [name, graph, message] of [
  ["nothing", null, /has to be an object/],
  ["no nodes", { edges: [] }, /lists of nodes and edges/],
  ["a later version", { version: 2, nodes: [], edges: [] }, /version 2 is not known/],
  ["a node that is null", { nodes: [null], edges: [] }, /has to be an object/],
  ["a path that is a number", { nodes: [node("a", { path: 3 })], edges: [] }, /have to be strings/],
  ["a feature that is a list", { nodes: [node("a", { feature: ["b"] })], edges: [] }, /have to be strings/],
  ["half a character", { nodes: [node("a\ud800")], edges: [] }, /half a character/],
  ["a zero", { nodes: [node("a\0b")], edges: [] }, /half a character in it, or a zero/],
  ["a circle of objects", { nodes: [circular], edges: [] }, /cannot be written as JSON/],
  ["a confidence that is a word", { nodes: [node("a")], edges: [{ source: "a", target: "a", kind: "calls", confidence: "much" }] }, /no number from 0 to 1/],
  ["a confidence that is no number", { nodes: [node("a")], edges: [{ source: "a", target: "a", kind: "calls", confidence: Number.NaN }] }, /no number from 0 to 1/],
  ["an end that is nowhere", { nodes: [node("a")], edges: [{ source: "a", target: "gone", kind: "calls" }] }, /one of them is no node/],
  ["two nodes of one id", { nodes: [node("a"), node("a")], edges: [] }, /two nodes have one id/],
]) {
  test(`of a document, ${name} is told, and what was there stays`, async () => {
    const store = new MemoryStore();
    await store.importJSON({ nodes: [node("kept")], edges: [] });
    await assert.rejects(store.importJSON(graph), { name: "WaymarkError", code: "invalid-argument", message });
    assert.deepEqual(await store.exportJSON(), { nodes: [node("kept")], edges: [] });
  });
}

test("a document that is no JSON is told", async () => {
  await assert.rejects(readGraph('{"nodes":', "json"), { code: "invalid-argument", message: /^the graph is no JSON/ });
  await assert.rejects(readGraph("{}", "xml"), { code: "invalid-argument" });
  assert.throws(() => written({ nodes: [], edges: [] }, "xml"), { code: "invalid-argument" });
});

test("circles among parents end, and names of objects are names like others", async () => {
  const ids = ["a", "b", "c", "__proto__", "constructor"];
  const edges = [["a", "b"], ["b", "c"], ["c", "a"], ["c", "__proto__"], ["__proto__", "constructor"]].map(([source, target]) => ({ kind: "functional", source, target }));
  for (const store of [new MemoryStore(), new SqliteStore()]) {
    await store.open(":memory:");
    await store.importJSON({ nodes: ids.map((id) => node(id, { name: id })), edges });
    assert.deepEqual((await store.searchByFeature("constructor", ["a"])).map((hit) => hit.node.id), ["constructor"]);
    assert.equal((await store.traverse({ start: "a", direction: "out", depth: -1, edgeTypes: ["functional"] })).total, 5);
    const { cycles, nodes } = await store.getTopologicalOrder();
    assert.deepEqual([cycles, nodes.map(({ id }) => id)], [[["a", "b", "c"]], ["a", "b", "c", "__proto__", "constructor"]]);
    assert.equal((await store.getParent("a")).id, "c");
  }
});

test("a list is no graph", async () => {
  for (const text of ["[]", "null", "7", '{"nodes":[]}']) await assert.rejects(readGraph(text, "json"), { code: "invalid-argument" }, text);
});
