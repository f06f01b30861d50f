// Symbols against universal-ctags: how many of its functions, methods and types are found at their line, by language,
// and what kind the others are. WAYMARK_TREES lists folders, several separated by `;`; without it, packages that this
// repository depends on. Needs `ctags` (apt-get install universal-ctags).
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root, table } from "../../pkg-scripts/lib.mjs";

/** Kinds that are compared: what has a body of code or members. Variables and fields are not. */
const KINDS = {
  C: "function struct union enum",
  "C++": "function class struct union enum namespace",
  "C#": "class enum interface method namespace struct",
  Go: "func struct interface methodSpec",
  Java: "annotation class enum interface method",
  JavaScript: "class function generator method getter setter",
  Kotlin: "class interface method object",
  Lua: "function",
  PHP: "class function interface namespace trait",
  Python: "class function member",
  Ruby: "class method module singletonMethod",
  Rust: "enum function interface method module struct macro",
  Sh: "function",
  TypeScript: "class enum function generator interface method namespace",
};
const BAR = 0.97;
const SHOWN = 5;

const trees = (process.env.WAYMARK_TREES ?? "").split(";").map((tree) => tree.trim()).filter(Boolean);
let short = false;
for (const tree of trees.length ? trees : packages()) {
  const tags = tagsOf(tree);
  const found = definitionsOf(tree);
  const rows = new Map();
  for (const tag of tags) {
    const row = rows.get(tag.language) ?? rows.set(tag.language, { all: 0, found: 0, others: new Map() }).get(tag.language);
    const verdict = compare(tag, found);
    if (!verdict) continue;
    row.all += 1;
    if (verdict === "found") row.found += 1;
    else row.others.set(verdict, [...(row.others.get(verdict) ?? []), tag]);
  }
  console.log(`\n${tree}`);
  if (!rows.size) continue;
  console.log(table(["language", "tags", "found", "part"], [...rows].map(([name, { all, found }]) => [name, all, found, (found / Math.max(all, 1)).toFixed(4)])));
  for (const [name, { all, found, others }] of rows) {
    short ||= found < BAR * all;
    for (const [why, list] of others) {
      console.log(`${name}, ${why}: ${list.length}`);
      for (const { path, line, name } of list.slice(0, SHOWN)) console.log(`  ${path}:${line} ${name}`);
    }
  }
}
console.log(short ? `\nbelow ${BAR} somewhere` : `\nall at ${BAR} or more`);
process.exitCode = short ? 1 : 0;

/** `found`, nothing for what is no definition, or what kind of difference it is. */
function compare({ name, kind, path, line, text }, { files, at }) {
  const file = files.get(path);
  if (!file) return undefined;
  const nodes = at.get(path) ?? [];
  const near = nodes.filter(({ start, end }) => start <= line && line <= end);
  const bare = name.replace(/^(?:.*(?:::|[.:#]))?([^.:#]+)$/, "$1");
  if (near.some((node) => [name, bare].includes(node.name) && line - node.start <= 30)) return "found";
  if (/^__anon|^anonymous|^\{/.test(name)) return undefined;
  if (kind === "function" && new RegExp(`^\\s*${escape(name)}\\s*\\(`).test(text) && /^[A-Z_\d]+$/.test(name)) {
    // What a macro defines is called by what is written in it (`TEST_IMPL(tcp_open)`): that is what people look for.
    const defined = nodes.some((node) => line <= node.start && node.start <= line + 2 || near.includes(node) && text.includes(node.name));
    return defined ? "found" : "the use of a macro, which ctags takes for a function";
  }
  if (nodes.some((node) => node.name === bare)) return "at another line";
  if (!text.includes(bare)) return "no such name in the line (ctags errs)";
  if (file.partial) return "the file has syntax errors, or code that macros hide";
  return near.length ? "within another definition" : "not found";
}

function escape(text) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** ctags' tags of the kinds that are compared, with the line's text. */
function tagsOf(tree) {
  const wanted = Object.keys(KINDS).join(",");
  const { stdout, error } = spawnSync("ctags", ["--output-format=json", "--fields=+nKlS", `--languages=${wanted}`, "--kinds-Go=+n", "--sort=no", "-R", "-f", "-", "."], { cwd: tree, encoding: "utf8", maxBuffer: 1 << 30 });
  if (error) throw new Error(`ctags does not run (${error.code}): apt-get install universal-ctags`);
  const texts = new Map();
  const lineOf = (path, line) => {
    if (!texts.has(path)) texts.set(path, readFileSync(join(tree, path), "utf8").split("\n"));
    return texts.get(path)[line - 1] ?? "";
  };
  return stdout
    .split("\n")
    .filter((row) => row.startsWith("{"))
    .map((row) => JSON.parse(row))
    .filter(({ language, kind }) => KINDS[language]?.split(" ").includes(kind))
    .map(({ name, kind, language, line, path }) => ({ name, kind, language, line, path: path.replace(/^\.\//, "") }))
    .map((tag) => ({ ...tag, text: lineOf(tag.path, tag.line) }));
}

/** What Waymark finds: the files that it read, and the definitions of each. */
function definitionsOf(tree) {
  const run = (...words) => execFileSync(process.execPath, [join(root, "crate/js/bin/waymark.js"), ...words], { encoding: "utf8", maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] });
  const rows = run("export", tree, "--format", "jsonl").split("\n").filter(Boolean).map((row) => JSON.parse(row));
  const nodes = rows.filter(({ t }) => t === "node");
  const parents = new Map(nodes.map((node) => [node.id, node]));
  const files = new Map();
  const at = new Map();
  for (const node of nodes) {
    if (node.kind === "file") files.set(node.path, { partial: node.partial ?? false });
    if (["file", "directory", "repository"].includes(node.kind) || !parents.has(node.parent)) continue;
    const row = { name: node.name, start: node.start_line, end: node.end_line };
    (at.get(node.path) ?? at.set(node.path, []).get(node.path)).push(row);
  }
  return { files, at };
}

/** Packages that are installed with this repository: C, Rust, JavaScript, TypeScript, Python. */
function packages() {
  const crates = JSON.parse(execFileSync("cargo", ["metadata", "--format-version", "1", "--locked"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 })).packages;
  const crate = (name) => dirname(crates.find((row) => row.name === name).manifest_path);
  const python = spawnSync("python3", ["-c", "import email; print(email.__path__[0])"], { encoding: "utf8" }).stdout?.trim();
  const found = [crate("petgraph"), join(crate("tree-sitter"), "src"), join(root, "node_modules/eslint/lib"), join(root, "node_modules/hono/dist"), join(root, "crate/js/src"), python];
  return found.filter((folder) => folder && existsSync(folder));
}
