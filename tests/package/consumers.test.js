// The package as people install it: from the packed tarball, in each kind of host.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { Miniflare } from "miniflare";
import { chromium } from "playwright-core";
import { build } from "vite";
import { root } from "../../pkg-scripts/lib.mjs";
import { files, makeProject } from "./project.js";

let project;
let expected;
before(() => {
  project = makeProject();
  expected = JSON.parse(run("node.mjs"));
});
after(() => project?.remove());

test("node imports it", () => {
  assert.deepEqual(expected.phases, ["discover", "extract", "resolve", "index"]);
  assert.deepEqual(expected.callers, ["lib/shapes.py::Square::area"]);
  assert.deepEqual(expected.updated, ["lib/shapes.py::cube"]);
  assert.equal(expected.reopened, true);
  assert.deepEqual(expected.near, ["lib/shapes.py::Square::area", "vector"]);
  assert.equal(expected.code, "closed");
  assert.deepEqual(expected.report, []);
});

test("node requires it", () => {
  assert.deepEqual(JSON.parse(run("require.cjs")), expected);
});

test("its types compile, and wrong uses do not", () => {
  execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", "tsconfig.json"], { cwd: project.folder, stdio: "inherit" });
});

test("the tarball holds what it says and nothing else", () => {
  const folder = join(project.folder, "node_modules/waymark");
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const targets = Object.values(manifest.exports["."]).concat(Object.values(manifest.bin), manifest.exports["./engine.wasm"], manifest.exports["./model/codevec.bin"]);
  assert.deepEqual(targets.filter((target) => !existsSync(join(folder, target))), []);
  assert.deepEqual(readdirSync(folder).sort(), ["bin", "dist", "engine", "grammars", "model", "package.json", "src"]);
});

test("the command line runs from the tarball", () => {
  const bin = join(project.folder, "node_modules/.bin/waymark");
  const output = execFileSync(bin, ["export", join(import.meta.dirname, "tree"), "--quiet"], { cwd: project.folder, encoding: "utf8" });
  assert.equal(output, expected.exported);
});

test("a page without a bundler imports it", async () => {
  assert.deepEqual(await inChromium(project.folder, "plain.html"), expected);
});

test("a page built by vite imports it", async () => {
  const outDir = join(project.folder, "built");
  await build({ root: project.folder, logLevel: "error", build: { outDir, assetsInlineLimit: 0 } });
  const engines = readdirSync(join(outDir, "assets")).filter((name) => /^waymark_wasm_bg.*\.wasm$/.test(name));
  assert.equal(engines.length, 1, "the engine is there once");
  assert.deepEqual(await inChromium(outDir, "index.html"), expected);
});

test("workerd runs it from wrangler's bundle", async () => {
  const outDir = join(project.folder, "bundle");
  const wrangler = ["deploy", "worker.js", "--dry-run", "--outdir", outDir, "--name", "consumer", "--compatibility-date", "2026-01-01"];
  execFileSync(join(root, "node_modules/.bin/wrangler"), wrangler, { cwd: project.folder, stdio: ["ignore", "ignore", "inherit"] });
  const names = readdirSync(outDir).filter((name) => /\.(js|wasm|bin)$/.test(name));
  const modules = names
    .sort((a, b) => Number(b === "worker.js") - Number(a === "worker.js"))
    .map((name) => ({ type: moduleTypes[extname(name)], path: `/${name}`, contents: readFileSync(join(outDir, name)) }));
  const worker = new Miniflare({ compatibilityDate: "2026-01-01", modulesRoot: "/", modules });
  try {
    const response = await worker.dispatchFetch("http://localhost/", { method: "POST", body: JSON.stringify(files) });
    assert.deepEqual(await response.json(), expected);
  } finally {
    await worker.dispose();
  }
});

const moduleTypes = { ".js": "ESModule", ".wasm": "CompiledWasm", ".bin": "Data" };

function run(script) {
  return execFileSync(process.execPath, [script], { cwd: project.folder, encoding: "utf8" });
}

const types = { ".js": "text/javascript", ".html": "text/html", ".wasm": "application/wasm" };

/** What the scenario answers in a page that is served from `folder`. */
async function inChromium(folder, page) {
  const server = createServer(({ url }, response) => {
    const file = join(folder, url);
    const found = existsSync(file);
    response.writeHead(found ? 200 : 404, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    response.end(found ? readFileSync(file) : "");
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  try {
    const tab = await browser.newPage();
    const errors = [];
    tab.on("pageerror", (error) => errors.push(error.message));
    await tab.goto(`http://127.0.0.1:${server.address().port}/${page}`);
    await tab.waitForFunction(() => "run" in globalThis, undefined, { timeout: 20_000 });
    const result = await tab.evaluate((files) => globalThis.run(files), files);
    assert.deepEqual(errors, []);
    return result;
  } finally {
    await browser.close();
    server.close();
  }
}
