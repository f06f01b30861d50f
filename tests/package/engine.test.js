// Loading, grammars, progress, stopping, updates and traps of the built package.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Waymark, WaymarkError } from "waymark";
import { enter } from "../../crate/js/dist/engine.js";
import { files } from "./project.js";

const waymark = await Waymark.load();
const python = new Map([["a.py", "def f():\n    return g()\n\ndef g():\n    pass\n"]]);
const callers = (index, symbol) => index.callers({ symbol }).uses.map(({ node }) => node.id);
const report = (index) => Object.fromEntries(index.stats().report.map(({ reason, examples }) => [reason, examples]));
const grammar = (name) => new URL(`../../crate/js/grammars/${name}.wasm`, import.meta.url);

/** A tree that takes long enough to be stopped. */
const large = new Map(Array.from({ length: 400 }, (_, at) => [`f${at}.py`, `def f${at}(x):\n    return f${at + 1}(x) + ${at}\n`.repeat(40)]));

test("loading twice is loading once", async () => {
  assert.equal(await Waymark.load(), waymark);
  assert.equal(await Waymark.load({ wasm: "/nowhere" }), waymark);
});

test("a grammar comes as URL, bytes, module, promise or function, and from the package otherwise", async () => {
  const bytes = await readFile(grammar("python"));
  const sources = [grammar("python"), bytes, bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), await WebAssembly.compile(bytes)];
  const [url] = sources;
  const forms = [() => url, { python: () => url }, { python: async () => url }, {}, () => undefined, new URL(".", url), new URL(".", url).href];
  for (const grammars of [...sources.map((source) => ({ python: source })), ...forms]) {
    await Waymark.load({ grammars });
    trap();
    const index = await waymark.index(python);
    assert.deepEqual(callers(index, "g"), ["a.py::f"]);
  }
});

test("a grammar that cannot be had is named, and the rest is indexed", async () => {
  const go = await readFile(grammar("go"));
  for (const [wrong, message] of [
    [new URL("file:///nowhere.wasm"), /^python: file:\/\/\/nowhere\.wasm: ENOENT/],
    [go, /^python: the grammar has no tree_sitter_python; it has tree_sitter_go$/],
    [go.subarray(0, 500), /^python: /],
    [new TextEncoder().encode("<!doctype html>"), /^python: /],
    [() => { throw new Error("no network"); }, /^python: no network$/],
  ]) {
    await Waymark.load({ grammars: { python: wrong } });
    trap();
    const index = await waymark.index(new Map([...python, ["b.rs", "fn f() { g() }\nfn g() {}\n"]]));
    assert.deepEqual(callers(index, "b.rs::g"), ["b.rs::f"]);
    const { "grammar-failed": failed, "no-grammar": without } = report(index);
    assert.match(failed[0], message);
    assert.deepEqual(without, ["a.py"]);
  }
  await Waymark.load({ grammars: {} });
});

test("progress names each phase, counts up, and lets other work run", async () => {
  const events = [];
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const index = await waymark.index(large, {}, { onProgress: (progress) => events.push(progress) });
  clearInterval(timer);
  assert.deepEqual([...new Set(events.map(({ phase }) => phase))], ["discover", "extract", "resolve", "index"]);
  const extracting = events.filter(({ phase }) => phase === "extract");
  assert.ok(extracting.every(({ done, total }, at) => total === 400 && done >= (extracting[at - 1]?.done ?? 0)));
  assert.equal(extracting.at(-1).done, 400);
  assert.ok(turns >= 3, `${turns} turns of the event loop`);
  assert.equal(index.stats().files, 400);
});

test("a signal stops a build in every phase", async () => {
  for (const phase of ["discover", "extract", "resolve", "index"]) {
    const stop = new AbortController();
    const run = { signal: stop.signal, onProgress: (progress) => progress.phase === phase && stop.abort("enough") };
    await assert.rejects(waymark.index(large, {}, run), { name: "WaymarkError", code: "cancelled", cause: "enough" }, phase);
  }
  await assert.rejects(waymark.index(large, {}, { signal: AbortSignal.abort() }), { code: "cancelled" });
});

test("an error of a listener comes out as it is", async () => {
  for (const phase of ["discover", "extract", "resolve", "index"]) {
    const mine = new Error("mine");
    const onProgress = (progress) => {
      if (progress.phase === phase) throw mine;
    };
    await assert.rejects(waymark.index(large, {}, { onProgress }), (error) => error === mine);
  }
});

test("an update that fails leaves the index as it was; updates queue", async () => {
  const index = await waymark.index(python);
  const before = index.snapshot();
  await assert.rejects(index.update([["a.py", "x = 1\n"]], { signal: AbortSignal.abort() }), { code: "cancelled" });
  assert.deepEqual(index.snapshot(), before);
  await Promise.all([index.update([["b.py", "from a import g\ndef h(): g()\n"]]), index.update([["a.py", null]]), index.update(python)]);
  assert.deepEqual(callers(index, "g"), ["a.py::f", "b.py::h"]);
  await index.update(new Map([["b.py", null]]));
  assert.deepEqual(index.snapshot(), before);
});

test("an updated index is the one built from scratch", async () => {
  const start = new Map(files);
  const index = await waymark.index(start);
  const edited = new Map(files);
  let seed = 7;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 12; round += 1) {
    const [path, text] = files[random(files.length)];
    const content = [null, text, text.replaceAll("area", "surface"), "", text.slice(0, text.length / 2)][random(5)];
    if (content === null) edited.delete(path);
    else edited.set(path, content);
    await index.update([[path, content]]);
    const cold = await waymark.index(edited);
    assert.deepEqual(index.snapshot(), cold.snapshot(), `round ${round}: ${path}`);
    cold.close();
  }
});

test("of two changes of a path the later one holds, and is what there ever was", async () => {
  const index = await Waymark.index(new Map([["a.py", "def one(): pass\n"]]));
  await index.update([["b.py", "def two(): pass\n"], ["b.py", null], ["a.py", "def uno(): pass\n"], ["a.py", "def one(): pass\n"]]);
  assert.deepEqual(index.snapshot(), (await Waymark.index(new Map([["a.py", "def one(): pass\n"]]))).snapshot());
  await assert.rejects(index.incrementalReindex({ files: [] }), { code: "invalid-argument", message: /no `files`/ });
});

test("an export ends when the index is updated or closed", async () => {
  const index = await waymark.index(large);
  const pieces = index.export("jsonl");
  await pieces.next();
  await index.update([["f0.py", null]]);
  await assert.rejects(pieces.next(), { code: "closed" });
  const more = index.export("jsonl");
  await more.next();
  index.close();
  await assert.rejects(more.next(), { code: "closed" });
});

test("parameters that do not fit are errors with a code", async () => {
  const index = await waymark.index(python);
  await assert.rejects(index.export("nope").next(), { code: "invalid-argument", message: /^no export is called nope; there are jsonl, json/ });
  for (const [operation, params, code] of [
    ["nope", {}, "not-found"],
    ["callers", { simbol: "f" }, "invalid-argument"],
    ["callers", {}, "invalid-argument"],
    ["callers", { symbol: "f", limit: -1 }, "invalid-argument"],
    ["callers", "f", "invalid-argument"],
    ["callers", null, "invalid-argument"],
    ["callers", () => 1, "invalid-argument"],
    ["callers", { limit: 10n }, "invalid-argument"],
  ]) {
    assert.throws(() => index.call(operation, params), { name: "WaymarkError", code }, `${operation} ${typeof params}`);
  }
  assert.deepEqual(index.callers({ symbol: "g", limit: undefined }), index.callers({ symbol: "g" }));
  await assert.rejects(index.export("yaml").next(), { code: "invalid-argument" });
});

test("a SCIP index that cannot be used is refused, told, and changes nothing", async () => {
  const index = await waymark.index(python);
  const before = index.snapshot();
  const state = () => index.indexStatus().scip.state;
  assert.equal(state(), "not-requested");
  await assert.rejects(index.overlayScip("index.scip"), { code: "invalid-argument" });
  await assert.rejects(index.overlayScip(new Uint8Array()), { code: "scip-unavailable" });
  assert.equal(state(), "unavailable");
  await assert.rejects(index.overlayScip(new Uint8Array([1, 2, 3])), { code: "invalid-scip" });
  assert.equal(state(), "untrusted");
  assert.deepEqual([callers(index, "g"), index.snapshot()], [["a.py::f"], before]);
});

test("bytes that are no snapshot are an error", async () => {
  const sound = (await waymark.index(python)).snapshot();
  const newer = sound.slice();
  newer[8] += 1;
  for (const [bytes, code] of [[new Uint8Array(), "invalid-snapshot"], [sound.subarray(1), "invalid-snapshot"], [sound.subarray(0, -1), "invalid-snapshot"], [newer, "snapshot-version"]]) {
    await assert.rejects(Waymark.open(bytes), { name: "WaymarkError", code });
  }
});

test("after a trap the engine is new, what it held is lost, and it works on", async () => {
  const index = await waymark.index(python);
  const pieces = index.export("jsonl");
  const error = trap();
  assert.ok(error instanceof WaymarkError && error.code === "engine-trap" && error.cause instanceof WebAssembly.RuntimeError);
  assert.throws(() => index.stats(), { code: "engine-trap" });
  await assert.rejects(pieces.next(), { code: "engine-trap" });
  index.close();
  assert.throws(() => index.stats(), { code: "closed" });
  const again = await waymark.index(python);
  assert.deepEqual(callers(again, "g"), ["a.py::f"]);
});

test("what a grammar's own scanner cannot keep leaves that file out, and nothing else", async () => {
  const levels = 400;
  const deep = Array.from({ length: levels }, (_, at) => `${" ".repeat(at)}a:`).join("\n");
  const kept = await waymark.index(python);
  const index = await waymark.index(
    new Map([
      ...python,
      ["quotes.md", `${"> ".repeat(levels)}\n`],
      ["list.md", `${"- ".repeat(levels)}a\n`],
      ["deep.yaml", `${deep}\n`],
      ["tag.rb", `x = <<${"X".repeat(300)}\ntext\n${"X".repeat(300)}\n`],
      ["after.md", "# After\n"],
    ]),
  );
  assert.deepEqual(report(index)["parse-gave-up"], ["deep.yaml", "list.md", "quotes.md", "tag.rb"]);
  assert.deepEqual(callers(index, "g"), ["a.py::f"]);
  assert.equal(index.outline({ within: "after.md" }).symbols.some(({ name }) => name === "After"), true);
  assert.deepEqual(callers(kept, "g"), ["a.py::f"]);
});

test("memory that runs out is a trap, and passes", async () => {
  const index = await waymark.index(python);
  // More than a module of 32 bits can hold.
  const piece = new Uint8Array(1 << 30).fill(97);
  const huge = (function* () {
    for (let at = 0; at < 5; at += 1) yield { path: `${at}.txt`, bytes: piece };
  })();
  const limits = { maxFileBytes: 1 << 30, maxTotalBytes: 5 * (1 << 30) };
  await assert.rejects(waymark.index(huge, limits), { name: "WaymarkError", code: "engine-trap" });
  assert.throws(() => index.stats(), { code: "engine-trap" });
  assert.equal((await waymark.index(python)).stats().files, 1);
});

/** What a trap in the engine does. */
function trap() {
  try {
    return enter(() => {
      throw new WebAssembly.RuntimeError("unreachable");
    });
  } catch (error) {
    return error;
  }
}

const words = new Map([["a.py", "def draw(canvas):\n    canvas.stroke()\n"], ["b.py", "def wait(attempt):\n    sleep(2 ** attempt)\n"]]);
const model = new URL("../../crate/js/model/codevec.bin", import.meta.url);
const found = (index, params = {}) => index.search({ query: "paint an outline", topK: 1, ...params });

test("the model comes as URL, bytes, promise or function, and from the package otherwise", async () => {
  const bytes = await readFile(model);
  for (const source of [model, model.href, bytes, () => bytes, async () => model]) {
    await Waymark.load({ model: source });
    trap();
    const index = await waymark.index(words);
    assert.deepEqual([found(index).hits[0].id, found(index).hits[0].origin], ["a.py::draw", "vector"]);
  }
});

test("halves of surrogate pairs are no reason not to answer", async () => {
  const index = await waymark.index(words);
  for (const half of ["\ud800", "\udc00", "\ud83d\ud83d"]) {
    for (const query of [`${half} draw canvas`, `draw ${half}`]) assert.equal(index.search({ query, topK: 1 }).hits[0].id, "a.py::draw");
    assert.deepEqual(index.search({ query: half, typing: true }).hits, []);
    for (const searchTerms of [half, `"${half}"`, `/${half}+/`, [half, "draw"]]) index.searchNode({ searchTerms });
    assert.equal(index.task({ query: `${half} draw canvas` }).symbols[0].id, "a.py::draw");
    assert.equal(index.similar({ symbol: half }).notFound.name, half.replace(/./g, "\ufffd"));
    assert.ok(index.locate({ intent: half }));
  }
  assert.equal(index.search({ query: "\\ud800 draw" }).hits[0].id, "a.py::draw");
});

test("without vectors a search uses words alone, and says so", async () => {
  const index = await waymark.index(words, { embed: false });
  const { hits, ranking } = found(index);
  assert.deepEqual([hits, ranking.mode, ranking.withoutVectors], [[], "lexical", "the index has no vectors"]);
  assert.throws(() => found(index, { mode: "vector" }), (error) => error instanceof WaymarkError && error.code === "no-embedder");
  assert.deepEqual(found(index, { mode: "lexical" }).ranking.withoutVectors, undefined);
});

test("a model that cannot be had is named, and the rest is indexed", async () => {
  const bytes = await readFile(model);
  for (const [wrong, message] of [
    [new URL("file:///nowhere.bin"), /^file:\/\/\/nowhere\.bin: ENOENT/],
    [bytes.subarray(0, 500), /no embedding model: it is cut off$/],
    [new Uint8Array(), /empty$/],
    [() => { throw new Error("no network"); }, /^no network$/],
  ]) {
    await Waymark.load({ model: wrong });
    trap();
    const index = await waymark.index(words);
    assert.match(report(index)["model-failed"][0], message);
    assert.equal(found(index).ranking.mode, "lexical");
  }
  await Waymark.load({ model: false });
  assert.deepEqual(report(await waymark.index(words)), {});
  await Waymark.load({ model });
});

test("a snapshot's vectors are used once the model is there", async () => {
  const snapshot = (await waymark.index(words)).snapshot();
  trap();
  const opened = waymark.open(snapshot);
  assert.equal(found(opened).ranking.mode, "lexical");
  assert.throws(() => found(opened, { mode: "vector" }), (error) => error.code === "no-embedder");
  await opened.ready();
  assert.equal(found(opened).hits[0].id, "a.py::draw");
  assert.equal(found(await Waymark.open(snapshot)).hits[0].id, "a.py::draw");
  await opened.update([["c.py", "def c(): pass\n"]]);
  const cold = await waymark.index(new Map([...words, ["c.py", "def c(): pass\n"]]));
  assert.deepEqual(opened.snapshot(), cold.snapshot());
});

test("a tree loads the grammars of its own languages and no other", async () => {
  const asked = [];
  await Waymark.load({ grammars: (name) => void asked.push(name) });
  await waymark.index(new Map([["a.ts", "export const f = () => 1;\n"], ["b.ts", "import { f } from \"./a\";\nf();\n"]]));
  assert.deepEqual(asked, ["typescript"]);
  await waymark.index(new Map([["a.ts", "export {};\n"], ["a.lua", "local x = 1\n"]]));
  assert.deepEqual(asked, ["typescript", "lua"]);
  await Waymark.load({ grammars: {} });
});
