// Loads a graph of 100,000 nodes and 600,000 edges into every store, and asks each the same: the table that it prints
// says how long it took. Smaller: `node tests/bench/stores.js 10000`; one store: `… 100000 sqlite`.
import { performance } from "node:perf_hooks";
import { Miniflare } from "miniflare";
import { D1Store } from "waymark/d1";
import { SqliteStore } from "waymark/sqlite";
import { MemoryStore } from "waymark/store";
import { SurrealStore } from "waymark/surrealdb";
import { table } from "../../pkg-scripts/lib.mjs";

const [size = "100000", only] = process.argv.slice(2);
const graph = made(Number(size), 6 * Number(size));
const worker = new Miniflare({ modules: true, script: "export default {}", compatibilityDate: "2026-04-01", d1Databases: ["GRAPH"] });
const stores = {
  memory: () => new MemoryStore(),
  sqlite: () => new SqliteStore(),
  d1: async () => new D1Store(await worker.getD1Database("GRAPH")),
  surrealdb: () => new SurrealStore(),
};
const rows = [];
const answers = new Set();
for (const [name, make] of Object.entries(stores)) {
  if (only && only !== name) continue;
  const store = await make();
  await store.open(name === "surrealdb" ? "bench" : ":memory:");
  const timed = (what, times, work) => clocked(`${name}: ${what}`, times, work);
  const [load] = await timed("load", 1, () => store.importJSON(graph));
  const [search, hits] = await timed("search", 5, () => store.searchByFeature("parse manifest 77"));
  const start = graph.nodes[500].id;
  const [walk, walked] = await timed("traverse", 5, () => store.traverse({ start, direction: "downstream", depth: 3, maxNodes: 1000 }));
  const [order, { cycles }] = await timed("order", 1, () => store.getTopologicalOrder());
  const [out, exported] = await timed("export", 1, () => store.exportJSON());
  answers.add(JSON.stringify([hits.slice(0, 50), hits.length, walked, cycles.length, JSON.stringify(exported) === JSON.stringify(graph)]));
  rows.push([name, load, search, walk, order, out, Math.round(process.memoryUsage().rss / (1 << 20))]);
  await store.close();
}
await worker.dispose();
console.log(`${graph.nodes.length} nodes, ${graph.edges.length} edges; milliseconds`);
console.log(table(["store", "load", "search", "traverse 3", "order", "export", "process MiB"], rows));
console.log(answers.size === 1 ? "all answers are equal" : "ANSWERS DIFFER");
process.exitCode = answers.size === 1 ? 0 : 1;

/** The middle of the milliseconds that `work` takes, told at once since some take minutes, and its answer. */
async function clocked(what, times, work) {
  const took = [];
  let answer;
  for (let round = 0; round < times; round += 1) {
    const start = performance.now();
    answer = await work();
    took.push(performance.now() - start);
  }
  took.sort((a, b) => a - b);
  const middle = Math.round(took[took.length >> 1] * 10) / 10;
  console.error(`${what} ${middle} ms`);
  return [middle, answer];
}

/** A tree of files whose functions call others near by, and some that all call. */
function made(count, edgeCount) {
  let seed = 42;
  const random = (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 4294967296) * below);
  };
  const verbs = ["parse", "load", "write", "resolve", "render", "count", "merge", "send"];
  const nouns = ["manifest", "graph", "token", "query", "file", "snapshot", "edge", "page"];
  const nodes = Array.from({ length: count }, (_, at) => {
    const path = `src/m${at % 97}/f${at % 1009}.ts`;
    const feature = `${verbs[random(8)]} ${nouns[random(8)]} ${at % 500}`;
    return { id: `${path}::fn${at}`, kind: "function", name: `fn${at}`, path, startLine: 1 + random(400), feature };
  });
  const edges = new Map();
  while (edges.size < edgeCount) {
    const from = random(count);
    const to = random(20) === 0 ? random(100) : Math.min(count - 1, Math.max(0, from + random(400) - 200));
    const kind = ["calls", "calls", "calls", "references", "imports", "contains"][random(6)];
    edges.set(`${from} ${to} ${kind}`, { source: nodes[from].id, target: nodes[to].id, kind, provenance: "import", confidence: 0.5 + random(50) / 100 });
  }
  return { version: 1, nodes, edges: [...edges.values()] };
}
