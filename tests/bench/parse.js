// How fast grammars link, and how fast a bare parse is: what the time of a whole build is measured against.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { table } from "../../pkg-scripts/lib.mjs";
import { BareParser, grammar } from "../grammars/engine.js";

const samples = [
  ["typescript", "typescript/lib/lib.dom.d.ts"],
  ["javascript", "typescript/lib/typescript.js"],
  ["tsx", "typescript/lib/lib.es5.d.ts"],
];

const rows = samples.map(([language, path]) => {
  const text = readFileSync(fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url)));
  const [link, parser] = time(() => new BareParser(new WebAssembly.Module(grammar(language)), language));
  const [first, nodes] = time(() => parser.parse(text));
  const best = Math.min(first, ...[1, 2].map(() => time(() => parser.parse(text))[0]));
  parser.free();
  return [language, Math.round(link), text.length, nodes, Math.round(best), Math.round(text.length / best / 100) / 10];
});
console.log(table(["grammar", "compile + link ms", "bytes", "nodes", "parse ms", "MB/s"], rows));

/** Milliseconds that a call took, and what it returned. */
function time(call) {
  const start = performance.now();
  const value = call();
  return [performance.now() - start, value];
}
