import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { Miniflare } from "miniflare";
import { chromium } from "playwright-core";

const build = new URL("../../build/", import.meta.url);
const snippet = "const a = <B c={1}>text &amp; {d}</B>;\n";
const NODES = 30;

const types = { js: "text/javascript", wasm: "application/wasm" };
const server = createServer(({ url }, response) => {
  const type = types[url.split(".").pop()];
  response.setHeader("content-type", type ?? "text/html");
  response.end(type ? readFileSync(new URL(url.slice(1), build)) : "<!doctype html><title>grammars</title>");
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
after(() => server.close());

test("a grammar links in a page and in a worker of a real Chromium", async () => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const counts = await page.evaluate(async (snippet) => {
      const parse = async (snippet, base) => {
        const { default: init, BareParser } = await import(`${base}/engine/waymark_wasm.js`);
        await init();
        const grammar = await WebAssembly.compileStreaming(fetch(`${base}/grammars/tsx.wasm`));
        return new BareParser(grammar, "tsx").parse(new TextEncoder().encode(snippet));
      };
      const code = `(${parse})(${JSON.stringify(snippet)}, ${JSON.stringify(location.origin)}).then(postMessage)`;
      const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
      const inWorker = new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = reject;
      });
      return [await parse(snippet, location.origin), await inWorker];
    }, snippet);
    assert.deepEqual(counts, [NODES, NODES]);
  } finally {
    await browser.close();
  }
});

test("a grammar links in workerd as an imported module; bytes are refused with what to do instead", async () => {
  const source = `
    import { initSync, BareParser } from "./engine.js";
    import engine from "./engine.wasm";
    import grammar from "./grammar.wasm";
    initSync({ module: engine });
    export default {
      async fetch(request) {
        const nodes = new BareParser(grammar, "tsx").parse(new TextEncoder().encode(${JSON.stringify(snippet)}));
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
      { type: "CompiledWasm", path: "/worker/grammar.wasm", contents: file("grammars/tsx.wasm") },
    ],
  });
  try {
    const answer = await worker.dispatchFetch("http://localhost/", { method: "POST", body: file("grammars/tsx.wasm") });
    assert.deepEqual(await answer.json(), { nodes: NODES, code: "grammar-compile" });
  } finally {
    await worker.dispose();
  }
});
