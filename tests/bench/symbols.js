// Symbols against universal-ctags: how many of its functions, methods and types are found at their line, by language,
// and what the others are. WAYMARK_TREES lists folders, several separated by `;`; without it, packages that this
// repository depends on. `ctags errs` counts what tests/bench/ctags/differences.js knows to be no definition; the part is
// of the others. Needs `ctags` (apt-get install universal-ctags). Scala and Swift, which ctags does not know, are held
// against a scan of our own (tests/bench/ctags/scan.js).
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Waymark } from "../../crate/js/dist/entry/node.js";
import { root, table } from "../../pkg-scripts/lib.mjs";
import { KINDS, MISTAKEN, UNNAMED, bareName, nameOf } from "./ctags/differences.js";
import { declarationsOf, scannedLanguage } from "./ctags/scan.js";

const BAR = 0.97;
const SHOWN = Number(process.env.WAYMARK_SHOWN ?? 5);

const waymark = await Waymark.load();
const trees = (process.env.WAYMARK_TREES ?? "").split(";").map((tree) => tree.trim()).filter(Boolean);
const short = [];
const quoted = new WeakMap();
for (const tree of trees.length ? trees : packages()) {
  const rows = new Map();
  const found = await definitionsOf(tree);
  for (const tag of [...tagsOf(tree), ...scanned(tree, found.files)]) {
    const verdict = compare(tag, found);
    if (!verdict) continue;
    const row = rows.get(tag.language) ?? rows.set(tag.language, { all: 0, found: 0, mistaken: 0, others: new Map() }).get(tag.language);
    row.all += 1;
    if (verdict === "found") row.found += 1;
    else row.others.set(verdict, [...(row.others.get(verdict) ?? []), tag]);
    row.mistaken += verdict.startsWith("ctags errs") ? 1 : 0;
  }
  console.log(`\n${tree}`);
  if (!rows.size) continue;
  const part = ({ all, found, mistaken }) => found / Math.max(all - mistaken, 1);
  console.log(table(["language", "tags", "ctags errs", "found", "part"], [...rows].map(([name, row]) => [name, row.all, row.mistaken, row.found, part(row).toFixed(4)])));
  for (const [name, row] of rows) {
    if (part(row) < BAR && row.all > row.mistaken) short.push(`${name} in ${tree}`);
    for (const [why, list] of row.others) {
      console.log(`${name}, ${why}: ${list.length}`);
      for (const { path, line, kind, name, text } of list.slice(0, SHOWN)) console.log(`  ${path}:${line} ${kind} ${name}: ${text.trim().slice(0, 90)}`);
    }
  }
}
console.log(short.length ? `\nbelow ${BAR}: ${short.join(", ")}` : `\nall at ${BAR} or more`);
process.exitCode = short.length ? 1 : 0;

/** `found`, nothing for what has no name or is in no file that was read, or what kind of difference it is. */
function compare(tag, { files, at, isPartial }) {
  const { name, kind, path, line, text, language } = tag;
  if (!files.has(path) || UNNAMED.test(name)) return undefined;
  const nodes = at.get(path) ?? [];
  const near = nodes.filter(({ start, end }) => start <= line && line <= end);
  const named = nameOf(tag);
  const bare = bareName(named);
  if (near.some((node) => (node.name === named || bareName(node.name) === bare) && line - node.start <= 30)) return "found";
  // What a macro defines is called by what is written in it (`TEST_IMPL(tcp_open)`): that is what people look for.
  const inMacro = kind === "function" && /^[A-Z_\d]+$/.test(name);
  if (inMacro && nodes.some((node) => (line <= node.start && node.start <= line + 2) || (near.includes(node) && text.includes(node.name)))) return "found";
  const context = { ...tag, bare, quoted: isQuoted(tag) };
  const row = MISTAKEN.find(([languages, kinds, , is]) => languages.split(" ").includes(language) && (kinds === "*" || kinds.split(" ").includes(kind)) && is(context));
  if (row) return `ctags errs: ${row[2]}`;
  if (/^companion object\b/.test(text.trim().replace(/^(?:\w+ )*(?=companion)/, "")) && name === "Companion") return "an unnamed companion, whose members are its class's";
  if (/\bpackage object\b/.test(text) && language === "Scala") return "a package object, whose members are its package's";
  if (isPartial(path)) return "the file has syntax errors for the grammar";
  if (nodes.some((node) => node.name === bare)) return "at another line";
  return near.length ? "within another definition" : "not found";
}

/** Whether a line of Ruby is in a here-document, by the first and last lines of these, or in a template. */
function isQuoted({ language, path, line, lines }) {
  if (language !== "Ruby") return false;
  if (!quoted.has(lines)) quoted.set(lines, quotedLines(lines));
  return quoted.get(lines).has(line) || path.endsWith(".tt");
}

/** The numbers of the lines that stand in here-documents. */
function quotedLines(lines) {
  const found = new Set();
  let until;
  for (const [at, text] of lines.entries()) {
    if (until) {
      found.add(at + 1);
      if (text.trim() === until) until = undefined;
    } else until = /<<[~-]?["'`]?([A-Z]\w*)["'`]?/.exec(text.replace(/^\s*#.*/, ""))?.[1];
  }
  return found;
}

/** ctags' tags of the kinds that are compared, with the line's text. */
function tagsOf(tree) {
  const wanted = Object.keys(KINDS).filter((name) => name !== "Scala" && name !== "Swift").join(",");
  const { stdout, error } = spawnSync("ctags", ["--output-format=json", "--fields=+nKlS", `--languages=${wanted}`, "--kinds-Go=+n", "--sort=no", "-R", "-f", "-", "."], { cwd: tree, encoding: "utf8", maxBuffer: 1 << 30 });
  if (error) throw new Error(`ctags does not run (${error.code}): apt-get install universal-ctags`);
  const linesOf = lines(tree);
  return stdout
    .split("\n")
    .filter((row) => row.startsWith("{"))
    .map((row) => JSON.parse(row))
    .filter(({ language, kind }) => KINDS[language]?.split(" ").includes(kind))
    .map(({ name, kind, language, line, path }) => ({ name, kind, language, line, path: path.replace(/^\.\//, "") }))
    .map((tag) => ({ ...tag, lines: linesOf(tag.path), text: linesOf(tag.path)[tag.line - 1] ?? "" }));
}

/** The same of the files in languages that ctags does not know. */
function scanned(tree, files) {
  const linesOf = lines(tree);
  const known = [...files].filter(scannedLanguage);
  return known.flatMap((path) => {
    const rows = linesOf(path);
    const language = scannedLanguage(path);
    return declarationsOf(language, rows.join("\n")).map((row) => ({ ...row, language, path, lines: rows, text: rows[row.line - 1] ?? "" }));
  });
}

/** Reads the lines of files of `tree`, each once. */
function lines(tree) {
  const texts = new Map();
  return (path) => texts.get(path) ?? texts.set(path, readFileSync(join(tree, path), "utf8").split("\n")).get(path);
}

/** What Waymark finds: the files that it read, and the definitions of each. */
async function definitionsOf(tree) {
  const index = await waymark.index(tree, { embed: false });
  let text = "";
  const decoder = new TextDecoder();
  for await (const piece of index.export("jsonl")) text += decoder.decode(piece, { stream: true });
  const nodes = text.split("\n").filter((row) => row.startsWith('{"t":"node"')).map((row) => JSON.parse(row));
  const parents = new Set(nodes.map(({ id }) => id));
  const files = new Set();
  const at = new Map();
  for (const node of nodes) {
    if (node.kind === "file") files.add(node.path);
    if (["file", "directory", "repository"].includes(node.kind) || !parents.has(node.parent)) continue;
    const row = { name: node.name, start: node.start_line, end: node.end_line };
    (at.get(node.path) ?? at.set(node.path, []).get(node.path)).push(row);
  }
  const isPartial = (path) => index.fetchNode({ codeEntities: [path], fields: [] }).nodes[0]?.partial ?? false;
  return { files, at, isPartial };
}

/** Packages that are installed with this repository: C, Rust, JavaScript, TypeScript, Python. */
function packages() {
  const crates = JSON.parse(execFileSync("cargo", ["metadata", "--format-version", "1", "--locked"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 })).packages;
  const crate = (name) => dirname(crates.find((row) => row.name === name).manifest_path);
  const python = spawnSync("python3", ["-c", "import email; print(email.__path__[0])"], { encoding: "utf8" }).stdout?.trim();
  const found = [crate("petgraph"), join(crate("tree-sitter"), "src"), join(root, "node_modules/eslint/lib"), join(root, "node_modules/hono/dist"), join(root, "crate/js/src"), python];
  return found.filter((folder) => folder && existsSync(folder));
}
