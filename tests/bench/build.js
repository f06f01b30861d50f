// How fast a whole build is: against a bare parse of the same files in the same kind of module, and in lines a CPU second
// of a whole process.
// Both read the same bytes out of memory: other files of the folder, which are hashed and kept but never parsed, and the
// disk are no part of it. Each run pairs the two, and the median of the ratios counts: a machine with other work makes
// either of a pair slower.
// WAYMARK_BENCH_TREE names a folder; without it the code in node_modules is taken, in the order of the paths, up to
// 50,000 and 300,000 lines.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Waymark } from "../../crate/js/dist/entry/node.js";
import { root, table } from "../../pkg-scripts/lib.mjs";
import { languages } from "../../pkg-scripts/languages.mjs";
import { BareParser, grammar } from "../grammars/engine.js";

const RUNS = 5;
/** The most that a run may take: a whole build ÷ a bare parse. */
const BAR = 2.5;
/** The most that linking may take of a whole build. */
const LINK_BAR = 0.2;
const SIZES = [50_000, 300_000];
/** How many times the lines are looked at: an index leaves out what is built or generated. */
const FOUND = 3;
/** Bytes of a file that is more likely bundled than written. */
const LARGEST = 200_000;
/** The grammar of each extension; of pages and components only parts are code. */
const GRAMMARS = Object.fromEntries(languages.filter(({ name, grammar }) => name === grammar).flatMap(({ grammar, extensions }) => extensions.map((extension) => [extension, grammar])));

const waymark = await Waymark.load();
const folder = process.env.WAYMARK_BENCH_TREE;
if (folder) {
  await measure(folder, await held(folder, (path, language) => read(folder, path, language)));
} else {
  for (const size of SIZES) {
    const files = new Map(first(join(root, "node_modules"), FOUND * size).map((file) => [file.path, file]));
    const source = new Map([...files].map(([path, { text }]) => [path, text]));
    let lines = 0;
    const most = (await held(source, (path) => files.get(path))).filter((file) => (lines += file.lines) <= size);
    await measure(`${size.toLocaleString("en")} lines of node_modules`, most);
  }
}

/** Prints what a build of `files` costs. */
async function measure(title, files) {
  const source = new Map(files.map(({ path, text }) => [path, text]));
  const parse = [], build = [], link = [];
  for (let run = 0; run < RUNS; run++) {
    parse.push(await cpu(() => parseAll(files)));
    const phases = stopwatch();
    build.push(await cpu(async () => (await waymark.index(source, {}, { onProgress: phases.onProgress })).close()));
    link.push(phases.share("resolve"));
  }
  const ratios = parse.map((ms, run) => build[run] / ms);
  const ratio = median(ratios);
  const total = files.reduce((sum, file) => sum + file.lines, 0);
  const bytes = files.reduce((sum, file) => sum + file.text.length, 0);
  console.log(`${title}: ${files.length} files with a grammar, ${total.toLocaleString("en")} lines, ${bytes.toLocaleString("en")} bytes`);
  const rows = parse.map((ms, run) => [run + 1, Math.round(ms), Math.round(build[run]), ratios[run].toFixed(2)]);
  console.log(table(["run", "bare parse CPU ms", "whole build CPU ms", "ratio"], rows));
  console.log(`whole ÷ bare, median: ${ratio.toFixed(2)} (bar ${BAR})`);
  console.log(`${Math.round(total / alone(files)).toLocaleString("en")} thousand lines a CPU second, whole process from a folder`);
  console.log(`linking ÷ whole build, median: ${median(link).toFixed(3)} (bar ${LINK_BAR})\n`);
  if (ratio > BAR || median(link) > LINK_BAR) process.exitCode = 1;
}

/** Takes the time of each phase of a build, as its progress tells them. */
function stopwatch() {
  const spent = {};
  let phase = "discover";
  let since = performance.now();
  const onProgress = ({ phase: next }) => {
    if (next === phase) return;
    const now = performance.now();
    spent[phase] = (spent[phase] ?? 0) + now - since;
    [phase, since] = [next, now];
  };
  /** The part of a phase in the whole, once the build is over. */
  const share = (name) => {
    onProgress({ phase: "end" });
    return (spent[name] ?? 0) / Object.values(spent).reduce((sum, ms) => sum + ms, 0);
  };
  return { onProgress, share };
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** The files that an index of `source` holds facts of, as `file` makes them of path and language. */
async function held(source, file) {
  const index = await waymark.index(source);
  const found = [];
  for await (const piece of index.export("jsonl")) {
    for (const line of Buffer.from(piece).toString().split("\n").filter(Boolean)) {
      const node = JSON.parse(line);
      const language = node.kind === "file" && GRAMMARS[node.path.split(".").at(-1)];
      if (language) found.push(file(node.path, language));
    }
  }
  index.close();
  return found;
}

function read(folder, path, language) {
  const text = readFileSync(join(folder, path));
  return { path, language, text, lines: text.toString("latin1").split("\n").length };
}

/** The first files of a folder that together have `size` lines of code, by people rather than by bundlers. */
function first(folder, size) {
  const files = [];
  let lines = 0;
  for (const path of readdirSync(folder, { recursive: true }).sort()) {
    const language = GRAMMARS[path.split(".").at(-1)];
    if (!language || /\.min\.|\.d\.ts$/.test(path) || !statSync(join(folder, path)).isFile()) continue;
    const file = read(folder, path, language);
    if (file.text.length > LARGEST) continue;
    lines += file.lines;
    if (lines > size) break;
    files.push(file);
  }
  return files;
}

function parseAll(files) {
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
  return sum(process.cpuUsage(start));
}

/** CPU milliseconds of a process that indexes the files from a folder, its start included. */
function alone(files) {
  const tree = mkdtempSync(join(tmpdir(), "waymark-bench-"));
  try {
    for (const { path, text } of files) {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      writeFileSync(join(tree, path), text);
    }
    const entry = pathToFileURL(join(root, "crate/js/dist/entry/node.js"));
    const program = `import { Waymark } from "${entry}";
      (await (await Waymark.load()).index(process.argv[1])).close();
      console.log(JSON.stringify(process.cpuUsage()));`;
    return sum(JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", program, tree], { encoding: "utf8" })));
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

function sum({ user, system }) {
  return (user + system) / 1000;
}
