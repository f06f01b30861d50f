// What all languages cost one who reads TypeScript alone: CPU time of an index of the tree, before any other language was
// read and with all of them read and as many again registered; and what the text of each adds to the engine.
// WAYMARK_BENCH_TREE names a tree of TypeScript; without it the sources of the package are taken.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { Waymark } from "../../crate/js/dist/entry/node.js";
import { languages } from "../../pkg-scripts/languages.mjs";
import { root, table } from "../../pkg-scripts/lib.mjs";
import { snippets } from "../grammars/snippets.js";

const PAIRS = 5;
const RUNS = 9;
/** The most that an index of TypeScript may take with all languages, of what it takes alone. */
const BAR = 1.05;
const tree = process.env.WAYMARK_BENCH_TREE ?? join(root, "crate/js/src");
const folder = join(root, "queries");

if (process.argv[2]) {
  console.log(JSON.stringify(await measure(process.argv[2] === "all")));
} else {
  times();
  sizes();
}

/** Compares processes, in pairs: other work on the machine makes either slower. */
function times() {
  const run = (mode) => JSON.parse(execFileSync(process.execPath, [fileURLToPath(import.meta.url), mode], { encoding: "utf8" }));
  const pairs = Array.from({ length: PAIRS }, (_, at) => {
    const [first, second] = at % 2 ? [run("all"), run("alone")] : [run("alone"), run("all")];
    return at % 2 ? [second, first] : [first, second];
  });
  const ratio = median(pairs.map(([alone, all]) => all.ms / alone.ms));
  const [[alone, all]] = pairs;
  console.log(`${tree}: asks for ${alone.asked.join(", ")}; with all languages for ${all.asked.length} grammars, and ${all.registered} languages more are registered`);
  console.log(table(["pair", "alone, CPU ms", "with all, CPU ms", "ratio"], pairs.map(([one, other], at) => [at + 1, Math.round(one.ms), Math.round(other.ms), (other.ms / one.ms).toFixed(3)])));
  console.log(`with all ÷ alone, median: ${ratio.toFixed(3)} (bar ${BAR})\n`);
  if (ratio > BAR) process.exitCode = 1;
}

/**
 * What an index of the tree takes at best once the engine is warm, before other languages were met or after: while modules
 * are being compiled in the background, and while others work, it takes longer.
 */
async function measure(withAll) {
  const asked = [];
  const waymark = await Waymark.load({ grammars: (name) => void asked.push(name) });
  const index = async (source) => (await waymark.index(source, { embed: false })).close();
  await index(tree);
  let registered = 0;
  if (withAll) {
    await index(new Map(languages.map(({ grammar, extensions, filenames }) => [extensions[0] ? `a.${extensions[0]}` : filenames[0], snippets[grammar][0]])));
    for (const { name, grammar } of languages) {
      await waymark.registerLanguage(again(name, grammar));
      registered += 1;
    }
  }
  const times = [];
  for (let run = 0; run < RUNS; run++) {
    const start = process.cpuUsage();
    await index(tree);
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  return { ms: Math.min(...times), asked, registered };
}

/** A language like one of the folder, of files of its own. */
function again(name, grammar) {
  const manifest = readFileSync(join(folder, name, "language.toml"), "utf8")
    .replace(/^name = .*/m, `name = "${name}-again"`)
    .replace(/^extensions = \[[^\]]*\]/m, `extensions = ["${name}again"]`)
    .replace(/^(?:filenames|shebangs) = \[[^\]]*\]\n/gm, "")
    .replace(/^\[\[shared\]\]\n(?:(?!\[)[^\n]*\n)*/gm, "");
  const queries = Object.fromEntries(scm(name).map((file) => [basename(file, ".scm"), readFileSync(join(folder, name, file), "utf8")]));
  return { name: `${name}-again`, grammar: new URL(`../../crate/js/grammars/${grammar}.wasm`, import.meta.url), manifest, queries };
}

/** Prints what each language's text weighs in the engine: what gzip saves where its place is filled with blanks. */
function sizes() {
  const engine = readFileSync(join(root, "crate/js/engine/waymark_wasm_bg.wasm"));
  const whole = gzipSync(engine).length;
  const rows = readdirSync(folder).sort().flatMap((name) => {
    const texts = [...scm(name), "language.toml"].map((file) => embedded(name, file)).filter(Boolean);
    if (!texts.length) return [];
    const without = Buffer.from(engine);
    const missing = texts.filter((text) => !erase(without, text));
    if (missing.length) console.log(`${name}: ${missing.length} texts are not in the engine as they are in the folder: it was built from others`);
    return [[name, texts.reduce((sum, text) => sum + text.length, 0), whole - gzipSync(without).length]];
  });
  const sum = (column) => rows.reduce((total, row) => total + row[column], 0);
  console.log(table(["language", "bytes in the engine", "of its gzip"], rows.map(([name, ...counts]) => [name, ...counts.map((count) => count.toLocaleString("en"))])));
  console.log(`all: ${sum(1).toLocaleString("en")} of ${engine.length.toLocaleString("en")} bytes, ${sum(2).toLocaleString("en")} of ${whole.toLocaleString("en")} by gzip`);
}

/** Blanks `text` in `bytes`, if it is there. */
function erase(bytes, text) {
  const at = bytes.indexOf(text);
  if (at >= 0) bytes.fill(" ", at, at + text.length);
  return at >= 0;
}

/** A file as the engine holds it: without the text of lines that are comments. */
function embedded(name, file) {
  try {
    const comment = file.endsWith(".scm") ? /^;.*$/gm : /^#.*$/gm;
    return Buffer.from(readFileSync(join(folder, name, file), "utf8").replace(comment, ""));
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw error;
  }
}

function scm(name) {
  return name.includes(".") ? [] : readdirSync(join(folder, name)).filter((file) => file.endsWith(".scm"));
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
