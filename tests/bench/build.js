// How fast a whole build is: against a bare parse of the same files in the same kind of module, and in lines a CPU second.
// Both read the same bytes out of memory: other files of the folder, which are hashed and kept but never parsed, and the
// disk are no part of it.
// WAYMARK_BENCH_TREE names the folder; this repository if it is not set.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Waymark } from "../../crate/js/dist/entry/node.js";
import { root, table } from "../../pkg-scripts/lib.mjs";
import { languages } from "../../pkg-scripts/languages.mjs";
import { BareParser, grammar } from "../grammars/engine.js";

const RUNS = 3;
/** The grammar of each extension; of pages and components only parts are code. */
const GRAMMARS = Object.fromEntries(languages.filter(({ name, grammar }) => name === grammar).flatMap(({ grammar, extensions }) => extensions.map((extension) => [extension, grammar])));
const folder = process.env.WAYMARK_BENCH_TREE ?? root;
const waymark = await Waymark.load();

const files = await listed();
const source = new Map(files.map(({ path, text }) => [path, text]));
const rows = [];
for (let run = 0; run < RUNS; run++) {
  const parse = await cpu(() => parseAll());
  const build = await cpu(async () => (await waymark.index(source)).close());
  rows.push([run + 1, Math.round(parse), Math.round(build), (build / parse).toFixed(2)]);
}
const lines = files.reduce((sum, file) => sum + file.text.toString("latin1").split("\n").length, 0);
const bytes = files.reduce((sum, file) => sum + file.text.length, 0);
console.log(`${folder}: ${files.length} files with a grammar, ${lines.toLocaleString("en")} lines, ${bytes.toLocaleString("en")} bytes`);
console.log(table(["run", "bare parse CPU ms", "whole build CPU ms", "ratio"], rows));
const best = Math.min(...rows.map((row) => row[2]));
console.log(`${Math.round(lines / best).toLocaleString("en")} thousand lines a CPU second, whole build`);

/** The files that an index of the folder holds facts of, with their bytes. */
async function listed() {
  const index = await waymark.index(folder);
  const found = [];
  for await (const piece of index.export("jsonl")) {
    for (const line of Buffer.from(piece).toString().split("\n").filter(Boolean)) {
      const node = JSON.parse(line);
      const language = node.kind === "file" && GRAMMARS[node.path.split(".").at(-1)];
      if (language) found.push({ path: node.path, language, text: readFileSync(join(folder, node.path)) });
    }
  }
  index.close();
  return found;
}

function parseAll() {
  const parsers = new Map();
  for (const { language, text } of files) {
    if (!parsers.has(language)) parsers.set(language, new BareParser(new WebAssembly.Module(grammar(language)), language));
    parsers.get(language).parse(text);
  }
  for (const parser of parsers.values()) parser.free();
}

/** CPU milliseconds of the process, all threads, that a call took. */
async function cpu(call) {
  const start = process.cpuUsage();
  await call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

