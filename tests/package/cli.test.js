// The command line as built: output, exit codes, errors in one line.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { zipSync } from "fflate";
import { operations } from "waymark";
import { root } from "../../pkg-scripts/lib.mjs";
import { files, tree } from "./project.js";

const bin = join(root, "node_modules/.bin/waymark");
const folder = mkdtempSync(join(tmpdir(), "waymark-cli-"));
after(() => rmSync(folder, { recursive: true }));
const snapshot = join(folder, "tree.waymark");
const run = (words, options = {}) => spawnSync(bin, words, { encoding: "utf8", ...options });
const index = run(["index", tree, "-o", snapshot]);

test("npx finds the command line at the root", () => {
  const { stdout, status } = spawnSync("npx", ["waymark", "--version"], { cwd: root, encoding: "utf8" });
  const { version } = JSON.parse(readFileSync(join(root, "crate/js/package.json"), "utf8"));
  assert.deepEqual([stdout, status], [`${version}\n`, 0]);
});

test("index says what the tree holds and writes a snapshot", () => {
  assert.equal(index.status, 0, index.stderr);
  assert.match(index.stdout, /^9 files, \d+ lines, \d+ symbols, \d+ edges\nlanguages: .*typescript 2/);
  assert.match(index.stderr, /^reading files\nextracting \d files\nlinking\nindexing\nin [\d.]+ s\n$/);
  assert.equal(readFileSync(snapshot).subarray(0, 7).toString(), "WAYMARK");
});

test("a tree, its archive and its snapshot give the same export, twice", () => {
  const zip = join(folder, "tree.zip");
  writeFileSync(zip, zipSync(Object.fromEntries(files.map(([path, text]) => [path, new TextEncoder().encode(text)]))));
  const [expected, ...others] = [tree, tree, zip, snapshot].map((path) => run(["export", path, "--quiet"]));
  assert.equal(expected.stderr, "");
  const lines = expected.stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.ok(lines.some((line) => line.t === "edge" && line.kind === "calls" && line.source === "src/app.ts::main" && line.target === "src/person.ts::greet"));
  for (const other of others) assert.equal(other.stdout, expected.stdout);
});

test("every format is written", () => {
  for (const [format, start] of [["jsonl", '{"t":"node"'], ["json", "{"], ["mermaid", "flowchart"], ["dot", "digraph"], ["tree", "."]]) {
    const { stdout, status } = run(["export", snapshot, "--format", format]);
    assert.deepEqual([status, stdout.startsWith(start), stdout.includes("\r")], [0, true, false], format);
  }
});

test("show prints source and neighbours", () => {
  const { stdout, status } = run(["show", snapshot, "greet"]);
  assert.equal(status, 0);
  assert.match(stdout, /^src\/person\.ts:10-12 {2}function src\/person\.ts::greet\n/);
  assert.match(stdout, /return person\.salute\(\);/);
  assert.match(stdout, /used by \(\d\)\n(.*\n)*? {2}calls src\/app\.ts::main/);
});

test("search ranks", () => {
  const { stdout, status } = run(["search", snapshot, "salute", "person", "-k", "3"]);
  assert.equal(status, 0);
  assert.match(stdout, /^1\. src\/person\.ts:5-7 {2}salute\n2\. /);
  assert.equal(stdout.trimEnd().split("\n").length, 3);
});

test("a line server answers one request a line, in order, and goes on after a bad one", () => {
  const input = '{"query":"square","k":2}\n\n{"query":\n{"id":7,"query":"greet"}\n{"question":"x"}\n{"query":"no such thing at all zzz"}\n';
  const { stdout, status } = run(["search", snapshot, "--queries", "-"], { input });
  const [square, bad, greet, wrong, none, ...rest] = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual([status, rest], [1, []]);
  assert.deepEqual(Object.keys(square[0]), ["rank", "path", "name", "start_line", "end_line", "score"]);
  assert.deepEqual([square.length, square[0].rank, square[0].name, square[1].rank], [2, 1, "square", 2]);
  assert.equal(greet[0].name, "greet");
  assert.ok(bad.error.message && wrong.error.code === "invalid-argument");
  assert.deepEqual(none, []);
});

test("explore draws", () => {
  const { stdout, status } = run(["explore", snapshot, "greet", "--direction", "downstream", "--depth=1"]);
  assert.deepEqual([status, stdout.includes("src/app.ts::main")], [0, true]);
});

test("an operation is a command with its parameters as options", () => {
  const { stdout } = run(["callers", snapshot, "--symbol", "greet", "--min-confidence", "0.5", "--edge-kinds", "calls"]);
  assert.deepEqual(JSON.parse(stdout).uses.map(({ node }) => node.id), ["src/app.ts::main"]);
  const fetched = run(["fetch_node", snapshot, "--code-entities", '["greet","main"]', "--fields", '["metrics"]']);
  assert.equal(JSON.parse(fetched.stdout).nodes.length + JSON.parse(fetched.stdout).ambiguous.length, 2);
});

test("help names every command and operation", () => {
  const { stdout, status } = run(["--help"]);
  assert.equal(status, 0);
  for (const { name, doc } of operations) assert.ok(stdout.includes(name) && stdout.includes(doc), name);
  assert.match(run(["search", "--help"]).stdout, /--queries/);
  assert.match(run(["callers", "--help"]).stdout, /waymark callers/);
  assert.equal(run([]).status, 2);
});

test("errors are one line with a code", () => {
  for (const [words, status, message] of [
    [["show", snapshot, "gret"], 1, /^nothing is called gret; did you mean src\/person\.ts::greet/],
    [["show", "/nowhere", "x"], 1, /^waymark: there is nothing at \/nowhere \(not-found\)$/],
    [["export", join(root, "package.json")], 1, /^waymark: .*\(invalid-snapshot\)$/],
    [["nope"], 2, /^waymark: there is no command nope; waymark --help tells more$/],
    [["show", snapshot], 2, /^waymark: name a symbol or a file;/],
    [["index"], 2, /^waymark: name a directory/],
    [["export", snapshot, "--format", "yaml"], 2, /^waymark: there is no format yaml;/],
    [["show", snapshot, "greet", "--colour"], 2, /^waymark: --colour wants a value/],
    [["show", snapshot, "greet", "--colour", "x"], 2, /^waymark: there is no option --colour here/],
    [["callers", snapshot, "--simbol", "f"], 1, /^waymark: callers: unknown field `simbol`.*\(invalid-argument\)$/],
  ]) {
    const { stderr, stdout, status: code } = run(words);
    assert.match(stderr.trimEnd(), message);
    assert.deepEqual([stderr.trimEnd().split("\n").length, stdout, code], [1, "", status], words.join(" "));
  }
});

test("a reader that goes away ends the command quietly", async () => {
  const child = spawn("bash", ["-c", `"${bin}" export "${snapshot}" | head -c 10; echo "$\{PIPESTATUS[0]}"`]);
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (text) => (stdout += text));
  child.stderr.on("data", (text) => (stderr += text));
  await new Promise((close) => child.on("close", close));
  assert.deepEqual([stdout.slice(10), stderr], ["0\n", ""]);
});

test("an interrupt stops it with 130", async () => {
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`f${at}.py`, new TextEncoder().encode("def f(x):\n    return g(x)\n".repeat(60))]));
  const zip = join(folder, "many.zip");
  writeFileSync(zip, zipSync(many, { level: 1 }));
  const child = spawn(process.execPath, [join(root, "crate/js/bin/waymark.js"), "export", zip]);
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
    if (text.includes("extracting")) child.kill("SIGINT");
  });
  const code = await new Promise((close) => child.on("close", close));
  assert.deepEqual([code, stderr.split("\n").at(-2)], [130, "waymark: the build was cancelled (cancelled)"]);
});
