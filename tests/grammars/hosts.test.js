import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { Miniflare } from "miniflare";
import { chromium } from "playwright-core";
import { snippets } from "./snippets.js";

const build = new URL("../../build/", import.meta.url);
const grammars = JSON.parse(readFileSync(new URL("../../pkg-scripts/grammars.json", import.meta.url), "utf8"));

/** What every host is given, and what it is to find: language, symbol and snippet, and nodes by language. */
const rows = grammars.map(({ language, symbol }) => [language, symbol, snippets[language][0]]);
const expected = Object.fromEntries(grammars.map(({ language }) => [language, snippets[language][1]]));

const types = { js: "text/javascript", wasm: "application/wasm" };
const server = createServer(({ url }, response) => {
  const type = types[url.split(".").pop()];
  response.setHeader("content-type", type ?? "text/html");
  response.end(type ? readFileSync(new URL(url.slice(1), build)) : "<!doctype html><title>grammars</title>");
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
after(() => server.close());

test("every grammar links and parses in a page and in a worker of a real Chromium", async () => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const counts = await page.evaluate(async (rows) => {
      const parse = async (rows, base) => {
        const { default: init, BareParser } = await import(`${base}/engine/waymark_wasm.js`);
        await init();
        const counts = {};
        for (const [language, symbol, snippet] of rows) {
          const grammar = await WebAssembly.compileStreaming(fetch(`${base}/grammars/${language}.wasm`));
          counts[language] = new BareParser(grammar, symbol).parse(new TextEncoder().encode(snippet));
        }
        return counts;
      };
      const code = `(${parse})(${JSON.stringify(rows)}, ${JSON.stringify(location.origin)}).then(postMessage)`;
      const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
      const inWorker = new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = reject;
      });
      return [await parse(rows, location.origin), await inWorker];
    }, rows);
    assert.deepEqual(counts, [expected, expected]);
  } finally {
    await browser.close();
  }
});

test("every grammar links in workerd as an imported module; bytes are refused with what to do instead", async () => {
  const source = `
    import { initSync, BareParser } from "./engine.js";
    import engine from "./engine.wasm";
    ${rows.map(([language], at) => `import g${at} from "./${language}.wasm";`).join("\n")}
    initSync({ module: engine });
    const modules = [${rows.map((_, at) => `g${at}`).join(", ")}];
    export default {
      async fetch(request) {
        const count = ([language, symbol, snippet], at) => [language, new BareParser(modules[at], symbol).parse(new TextEncoder().encode(snippet))];
        const nodes = Object.fromEntries(${JSON.stringify(rows)}.map(count));
        let code;
        try { new BareParser(await request.arrayBuffer(), "tsx"); } catch (error) { code = error.code; }
        return Response.json({ nodes, code });
      },
    };`;
  const file = (path) => readFileSync(new URL(path, build));
  const worker = new Miniflare({
    compatibilityDate: "2026-01-01",
    modulesRoot: "/worker",
    modules: [
      { type: "ESModule", path: "/worker/index.js", contents: source },
      { type: "ESModule", path: "/worker/engine.js", contents: file("engine/waymark_wasm.js") },
      { type: "CompiledWasm", path: "/worker/engine.wasm", contents: file("engine/waymark_wasm_bg.wasm") },
      ...rows.map(([language]) => ({ type: "CompiledWasm", path: `/worker/${language}.wasm`, contents: file(`grammars/${language}.wasm`) })),
    ],
  });
  try {
    const answer = await worker.dispatchFetch("http://localhost/", { method: "POST", body: file("grammars/tsx.wasm") });
    assert.deepEqual(await answer.json(), { nodes: expected, code: "grammar-compile" });
  } finally {
    await worker.dispose();
  }
});
