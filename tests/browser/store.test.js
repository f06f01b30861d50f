// SQLite in a page's worker keeps the graph in the origin's private files.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { MemoryStore } from "waymark/store";
import { root } from "../../pkg-scripts/lib.mjs";
import { everything, graph } from "../stores/graph.js";
import { newPage } from "./page.js";

const places = {
  "/dist/": join(root, "crate/js/dist/"),
  "/sqlite/": fileURLToPath(new URL(".", import.meta.resolve("@sqlite.org/sqlite-wasm"))),
  "/stores/": join(root, "tests/stores/"),
};
const types = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

// A worker has no import map: what it imports is served beside it, by addresses.
const worker = `
  import { SqliteStore } from "/dist/store/sqlite.js";
  import { graph, everything } from "/stores/graph.js";
  onmessage = async ({ data: name }) => {
    try { postMessage({ answer: await work[name]() }); } catch (error) { postMessage({ error: String(error.stack) }); }
  };
  const work = {
    async fill() {
      const store = new SqliteStore();
      await store.open("graph.db");
      const answers = JSON.stringify(await everything(store));
      await store.importJSON(graph);
      const hits = (await store.searchByFeature("launch every boat")).map(({ node }) => node.id);
      const { persistent } = store;
      await store.close();
      return { persistent, answers, hits };
    },
    async open() {
      const store = new SqliteStore();
      await store.open("graph.db");
      const [kept, hits] = [await store.exportJSON(), await store.searchByFeature("launch every boat")];
      await store.addNode({ id: "later", kind: "function", feature: "launch a raft" });
      return { kept: JSON.stringify(kept), hits: hits.map(({ node }) => node.id), after: (await store.searchByFeature("raft")).map(({ node }) => node.id) };
    },
  };
`;

let address;
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://127.0.0.1");
  const place = Object.keys(places).find((prefix) => pathname.startsWith(prefix));
  response.setHeader("content-type", types[extname(pathname)] ?? "text/html");
  if (!place) return response.end(pathname === "/worker.js" ? worker : "<!doctype html><title>store</title>");
  const bytes = readFileSync(join(places[place], normalize(pathname.slice(place.length))));
  return response.end(extname(pathname) === ".js" ? bytes.toString().replace('"@sqlite.org/sqlite-wasm"', '"/sqlite/index.mjs"') : bytes);
});
before(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  address = `http://127.0.0.1:${server.address().port}/`;
});
after(() => server.close());

test("a page's worker keeps a graph in files, which answer as memory does, today and after a reload", async () => {
  const { page, problems } = await newPage();
  const ask = (name) =>
    page.evaluate(
      (question) =>
        new Promise((resolve, reject) => {
          const asked = new Worker("/worker.js", { type: "module" });
          asked.onmessage = ({ data }) => (asked.terminate(), data.error ? reject(new Error(data.error)) : resolve(data.answer));
          asked.onerror = (event) => reject(new Error(event.message));
          asked.postMessage(question);
        }),
      name,
    );
  await page.goto(address);
  const filled = await ask("fill");
  assert.equal(filled.persistent, true);
  const expected = JSON.parse(JSON.stringify(await everything(new MemoryStore())));
  for (const [question, answer] of Object.entries(JSON.parse(filled.answers))) assert.deepEqual(answer, expected[question], question);
  await page.reload();
  assert.deepEqual(await ask("open"), { kept: JSON.stringify(graph), hits: filled.hits, after: ["later"] });
  assert.deepEqual(problems, []);
  await page.context().close();
});
