import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { buildGrammar, buildSideModule } from "../../pkg-scripts/grammar-from-source.mjs";
import { BareParser, grammar, instance } from "./engine.js";
import { snippets } from "./snippets.js";
import { dylink, language, languageByOffsets, legacyDylink, wasm } from "./wasm.js";

const grammars = JSON.parse(readFileSync(new URL("../../pkg-scripts/grammars.json", import.meta.url), "utf8"));

test("every grammar in the table links and parses", () => {
  const nodes = Object.fromEntries(
    grammars.map(({ language, symbol }) => [language, parse(grammar(language), symbol, snippets[language][0])]),
  );
  assert.deepEqual(nodes, Object.fromEntries(Object.entries(snippets).map(([name, [, count]]) => [name, count])));
});

test("a grammar is taken as bytes, as a buffer, as a module, and as a module of another realm", () => {
  const bytes = grammar("go");
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  const foreign = runInNewContext("new WebAssembly.Module(bytes)", { bytes });
  const counts = [bytes, buffer, new WebAssembly.Module(bytes), foreign].map((g) => parse(g, "go", snippets.go[0]));
  assert.deepEqual(counts, [29, 29, 29, 29]);
});

test("a grammar built from its C source parses like the published one", () => {
  const go = grammars.find((g) => g.language === "go");
  assert.equal(parse(readFileSync(buildGrammar(go)), "go", snippets.go[0]), snippets.go[1]);
});

test("what external scanners use is there and works: C functions, pointers to functions and data, constructors", () => {
  const source = fileURLToPath(new URL("scanner.c", import.meta.url));
  const wasm = fileURLToPath(new URL("../../build/tests/probe.wasm", import.meta.url));
  const exports = ["twice", "started", "language"].map((name) => `--export=${name}`);
  const probe = new WebAssembly.Module(readFileSync(buildSideModule([source], "probe", wasm, ...exports)));
  const imported = WebAssembly.Module.imports(probe).map(({ module }) => module);
  assert.ok(imported.includes("GOT.func") && imported.includes("GOT.mem"));
  assert.match(fault(probe, "probe").message, /ABI 99 /);
});

test("a grammar linked many times takes its own memory each time and no more", () => {
  const link = () => new BareParser(grammar("go"), "go").free();
  for (let i = 0; i < 5; i++) link();
  const before = instance.memory.buffer.byteLength;
  for (let i = 0; i < 10; i++) link();
  assert.ok(instance.memory.buffer.byteLength - before < 10 * 300_000);
});

test("a refused grammar gives its memory back", () => {
  const refused = wasm(dylink(50 << 20), ...language("old", 12));
  fault(refused, "old");
  const before = instance.memory.buffer.byteLength;
  for (let i = 0; i < 20; i++) fault(refused, "old");
  assert.equal(instance.memory.buffer.byteLength, before);
});

const faults = [
  ["garbage", Uint8Array.of(1, 2, 3), "grammar-not-wasm", /first bytes/],
  ["no bytes", new Uint8Array(), "grammar-not-wasm", /first bytes/],
  ["a page instead of a grammar", new TextEncoder().encode("<!doctype html>"), "grammar-not-wasm", /first bytes/],
  ["text", "tree-sitter-x.wasm", "grammar-not-wasm", /first bytes/],
  ["nothing", undefined, "grammar-not-wasm", /first bytes/],
  ["an array-like that claims to be huge", { length: 1e10 }, "grammar-not-wasm", /first bytes/],
  ["a truncated module", grammar("go").subarray(0, 1000), "grammar-compile", /did not compile/],
  ["a module of its own", wasm(), "grammar-not-side-module", /no dylink\.0 section/],
  ["a damaged section", wasm(["dylink.0", [1, 9, 1]]), "grammar-malformed", /ends too early/],
  ["a demand for 4 GB", wasm(dylink(0xffffffff)), "grammar-malformed", /more memory/],
  ["a side module without a language", wasm(dylink()), "grammar-wrong-symbol", /nor any other/],
  ["another language", grammar("tsx"), "grammar-wrong-symbol", /no tree_sitter_x; it has tree_sitter_tsx$/],
  ["an import of C", wasm(dylink(), ...language("x", 15, ["env", "fork"])), "grammar-missing-import", /env\.fork/],
  ["an import of WASI", wasm(dylink(), ...language("x", 15, ["wasi_snapshot_preview1", "fd_write"])), "grammar-missing-import", /wasi_snapshot_preview1\.fd_write/],
  ["an import of another type", wasm(dylink(), ...language("x", 15, ["env", "malloc"])), "grammar-instantiate", /malloc/],
  ["a language too old", wasm(dylink(), ...language("x", 12)), "grammar-abi", /ABI 12 is too old.* 13 to 15/],
  ["a language too new", wasm(dylink(), ...language("x", 16)), "grammar-abi", /ABI 16 is too new.* 13 to 15/],
  ["the same in a legacy section", wasm(legacyDylink(), ...language("x", 16)), "grammar-abi", /ABI 16/],
  ["the same through offset tables", wasm(dylink(), ...languageByOffsets("x", 16)), "grammar-abi", /ABI 16/],
  ["a language beyond its memory", wasm(dylink(64), ...language("x", 15)), "grammar-instantiate", /does not return a language/],
];
for (const [name, source, code, message] of faults) {
  test(`refused: ${name}`, () => {
    const error = fault(source, "x");
    assert.equal(error.code, code);
    assert.match(error.message, message);
  });
}

test("the engine links and parses on after every refusal", () => {
  assert.equal(parse(grammar("python"), "python", snippets.python[0]), snippets.python[1]);
});

function parse(source, symbol, snippet) {
  const parser = new BareParser(source, symbol);
  try {
    return parser.parse(new TextEncoder().encode(snippet));
  } finally {
    parser.free();
  }
}

function fault(source, symbol) {
  try {
    new BareParser(source, symbol).free();
  } catch (error) {
    assert.ok(error instanceof Error);
    return error;
  }
  return assert.fail("linked");
}
