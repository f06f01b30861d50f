// A language that the package does not ship, added at run time from a folder of queries.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { Waymark, WaymarkError } from "waymark";
import { enter } from "../../crate/js/dist/engine.js";

const waymark = await Waymark.load();
const text = (file) => readFileSync(new URL(`solidity/${file}`, import.meta.url), "utf8");
const grammar = readFileSync(createRequire(import.meta.url).resolve("tree-sitter-solidity/tree-sitter-solidity.wasm"));
const names = ["declarations", "calls", "inheritance", "docs", "statements"];
const queries = Object.fromEntries(names.map((name) => [name, text(`${name}.scm`)]));
const solidity = { name: "solidity", manifest: text("language.toml"), queries, grammar };
const tree = new Map([["shop.sol", text("shop.sol")], ["a.py", "def f(): pass\n"]]);
const edges = (index, symbol) => index.callees({ symbol }).uses.map(({ node, provenance }) => `${node.id} ${provenance}`).sort();

test("before it is known, its files are counted by kind", async () => {
  const index = await waymark.index(tree);
  assert.deepEqual(index.info().unclaimed.map(({ kind, files }) => [kind, files]), [[".sol", 1]]);
});

test("a mistake is told with language, file, line and column, and changes nothing", async () => {
  const fault = (changes) => assert.rejects(waymark.registerLanguage({ ...solidity, ...changes }), (error) => {
    assert.ok(error instanceof WaymarkError);
    message = `${error.code}: ${error.message}`;
    return true;
  });
  let message;
  await fault({ queries: { ...queries, calls: "(call_expression) @reference.call\n (kall) @reference.call" } });
  assert.equal(message, "invalid-language: solidity: queries/solidity/calls.scm:2:2: the grammar has no node kind kall");
  await fault({ queries: { declarations: "(identifier) @definitoin.class" } });
  assert.equal(message, "invalid-language: solidity: queries/solidity/declarations.scm:1:14: unknown capture @definitoin.class");
  await fault({ queries: { declarations: "(identifier" } });
  assert.equal(message, "invalid-language: solidity: queries/solidity/declarations.scm:1:1: the pattern does not end");
  await fault({ manifest: 'name = "solidity"\ncolour = 1\n' });
  assert.match(message, /^invalid-language: solidity: queries\/solidity\/language\.toml:2:1: there is no `colour`/);
  await fault({ manifest: `${solidity.manifest}[names]\nkall = "name"\n` });
  assert.match(message, /^invalid-language: solidity: queries\/solidity\/language\.toml:\d+:1: unknown node kind kall$/);
  await fault({ name: "other" });
  assert.match(message, /^invalid-language: .*solidity/);
  await fault({ grammar: new Uint8Array([1, 2, 3]) });
  assert.match(message, /^grammar-not-wasm: solidity: /);
  await fault({ symbol: "x" });
  assert.match(message, /^invalid-argument: .*symbol/);
  assert.equal((await waymark.index(tree)).info().unclaimed.length, 1);
});

test("then its files are code: definitions, evidence, docs, measures", async () => {
  await waymark.registerLanguage(solidity);
  const index = await waymark.index(tree);
  assert.deepEqual(edges(index, "Shop::sell"), [
    "shop.sol::Counted::count self",
    "shop.sol::Shop::price self",
    "shop.sol::Till::add local-type",
  ]);
  assert.match(JSON.stringify(index.fetchNode({ codeEntities: ["Shop"] })), /Sells by the piece\./);
  assert.equal(index.search({ query: "sell" }).hits[0].id, "shop.sol::Shop::sell");
  const again = Waymark.open(index.snapshot());
  assert.deepEqual(edges(await again, "Shop::sell"), edges(index, "Shop::sell"));
  await index.update([["shop.sol", text("shop.sol").replace("count();", "")]]);
  assert.equal(edges(index, "Shop::sell").length, 2);
});

test("it outlives a restart of the engine", async () => {
  assert.throws(() => enter(() => { throw new WebAssembly.RuntimeError("made up"); }), { code: "engine-trap" });
  const index = await waymark.index(tree);
  assert.equal(edges(index, "Shop::sell").length, 3);
});

test("it may claim the files of a language that is shipped", async () => {
  await waymark.registerLanguage({ ...solidity, extensions: [".sol", "py"] });
  const index = await waymark.index(tree);
  assert.deepEqual(index.stats().languages.map(({ name, count }) => [name, count]), [["solidity", 2]]);
  await waymark.registerLanguage(solidity);
  const after = await waymark.index(tree);
  assert.deepEqual(after.stats().languages.map(({ name, count }) => [name, count]).sort(), [["python", 1], ["solidity", 1]]);
  for (const extensions of [[""], ["a/b"]]) await assert.rejects(waymark.registerLanguage({ ...solidity, extensions }), { code: "invalid-language", message: /among its extensions is the name of no file/u });
});

test("files are read as the language that an option says, by pattern", async () => {
  const pages = new Map([["a.inc", "<?php function f() {}"], ["lib/b.inc", "def g(): pass"]]);
  const index = await waymark.index(pages, { languageOverrides: [["*.inc", "php"], ["/lib/*.inc", "python"], ["*.x", "cobol"]] });
  const { languages, report } = index.stats();
  assert.deepEqual(languages.map(({ name, count }) => [name, count]).sort(), [["php", 1], ["python", 1]]);
  assert.deepEqual(report.map(({ reason, examples }) => [reason, examples]), [["unknown-language", ["cobol"]]]);
});

test("a translation of Qt is no TypeScript, whatever its ending", async () => {
  const text = new Map([["a.ts", "export function f() {}\nconst s = \"<!DOCTYPE TS>\";\n"], ["b.ts", "<?xml version=\"1.0\"?>\n<!DOCTYPE TS>\n<TS version=\"2.1\"></TS>\n"]]);
  const { languages, unknownKinds } = (await waymark.index(text)).stats();
  assert.deepEqual(languages.map(({ name, count }) => [name, count]), [["none", 1], ["typescript", 1]]);
  assert.deepEqual(unknownKinds.map(({ kind, files }) => [kind, files]), [[".ts", 1]]);
});

test("documents, settings and data have an outline, which no caller, search or ranking of code meets", async () => {
  const text = (lines) => `${lines.join("\n")}\n`;
  const code = [["src/app.ts", text(["export function launch() { return moor(); }", "function moor() { return 1; }"])], ["src/other.ts", text(["export function dock() {}"])]];
  const data = [["README.md", text(["# launch", "", "## moor"])], ["package.json", '{ "name": "x", "launch": { "moor": 1 } }'], ["Makefile", text(["launch:", "\ttrue"])], ["big.json", JSON.stringify(Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`key${at}`, at])), undefined, 1)]];
  const [plain, mixed] = await Promise.all([code, [...code, ...data]].map((tree) => waymark.index(new Map(tree), { embed: false })));
  // Files share the rank of the whole tree, whatever is in them; their symbols' order stays.
  const callers = (index) => JSON.stringify(index.callers({ symbol: "moor" }), (key, value) => (key === "rank" ? undefined : value));
  assert.equal(callers(mixed), callers(plain));
  assert.deepEqual(mixed.deadCode().dead, plain.deadCode().dead);
  const ids = (index, query) => index.search({ query, topK: 2 }).hits.map(({ id }) => id);
  assert.deepEqual(ids(mixed, "launch"), ids(plain, "launch").concat("README.md::launch").slice(0, 2));
  const ranked = (index) => index.findSymbol({ name: "moor" }).nodes.map(({ id }) => id);
  assert.deepEqual(ranked(mixed), ranked(plain));
  assert.equal(mixed.findSymbol({ name: "package.json::launch::moor" }).nodes[0].kind, "property");
  const { report, kinds } = mixed.stats();
  assert.deepEqual(report.map(({ reason, examples }) => [reason, examples]), [["outline-too-long", ["big.json"]]]);
  assert.equal(kinds.find(({ name }) => name === "section").count, 3);
});
