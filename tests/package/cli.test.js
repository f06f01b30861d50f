// The command line as built: output, exit codes, errors in one line.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
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

test("files are read as the language that an option says", () => {
  const tree = join(folder, "pages");
  mkdirSync(tree);
  writeFileSync(join(tree, "a.inc"), "<?php function f() {}\n");
  assert.match(run(["index", tree, "--read-as", "*.inc=php"]).stdout, /languages: php 1/);
  const { status, stderr } = run(["index", tree, "--read-as", "php"]);
  assert.deepEqual([status, /--read-as wants a pattern and a language/.test(stderr)], [2, true]);
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
  assert.match(stdout, /^1\. src\/person\.ts:5-7 {2}method Person::salute\n2\. /);
  assert.equal(stdout.trimEnd().split("\n").length, 3);
});

test("a line server answers one request a line, in order, and goes on after a bad one", () => {
  const input = '{"query":"square","k":2}\n\n{"query":\n{"id":7,"query":"greet"}\n{"question":"x"}\n{"query":"no such thing at all zzz"}\n';
  const { stdout, status } = run(["search", snapshot, "--queries", "-"], { input });
  const [square, blank, bad, greet, wrong, none, ...rest] = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual([status, rest], [1, []]);
  assert.deepEqual(Object.keys(square[0]), ["rank", "path", "name", "start_line", "end_line", "score", "id", "kind"]);
  assert.deepEqual([square.length, square[0].rank, square[0].name, square[1].rank], [2, 1, "square", 2]);
  assert.equal(greet[0].name, "greet");
  assert.ok(blank.error.message);
  assert.match(wrong.error.message, /there is no `question` in a request/);
  assert.ok(bad.error.message && wrong.error.code === "invalid-argument");
  assert.deepEqual(none, []);
});

test("a line that holds no request is answered by an error, one line each", () => {
  const lines = ["", "null", "5", "[]", '{"query":"greet","k":0}', '{"query":"greet","limit":3}', '{"query":"greet"}'];
  const { stdout, status } = run(["search", snapshot, "--queries", "-"], { input: lines.join("\n") });
  const answers = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual([status, answers.length], [1, lines.length]);
  for (const { error } of answers.slice(0, -1)) assert.deepEqual([error.code, typeof error.message], ["invalid-argument", "string"]);
  assert.match(answers[5].error.message, /`limit`/);
  assert.equal(answers[6][0].name, "greet");
});

test("what a terminal would obey is written out for people, and stays as it is in JSON", () => {
  const zip = join(folder, "controls.zip");
  const names = ["esc\x1b[31m.py", "line\nfeed.py", "c1\x9b.py", "del\x7f.py", "bidi\u202e.py"];
  const text = "def terminal():\n\treturn 1 # \x1b]0;title\x07 \u2066x\u2069\r\n";
  writeFileSync(zip, zipSync(Object.fromEntries([...names, "many\x1b.dat"].map((name) => [name, name.endsWith("py") ? new TextEncoder().encode(text) : new Uint8Array(9)]))));
  const tree = join(folder, "controls.waymark");
  const indexed = run(["index", zip, "-o", tree]);
  const found = run(["search", tree, "terminal", "-k", "20"]);
  const shown = run(["show", tree, ...names]);
  const outputs = [indexed, found, shown, run(["show", tree, "no\x1bsuch"]), run(["explore", tree, names[0]]), ...["tree", "dot", "mermaid"].map((format) => run(["export", tree, "-f", format]))];
  for (const { stdout, stderr } of outputs) assert.doesNotMatch(stdout + stderr, /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  assert.match(indexed.stdout, /^left out: binary 1 file, such as many\\x1b\.dat$/m);
  const lines = found.stdout.trimEnd().split("\n");
  for (const [at, line] of lines.entries()) assert.ok(line.startsWith(`${at + 1}. `), line);
  assert.ok(["esc\\x1b[31m.py", "line\\nfeed.py", "c1\\x9b.py", "del\\x7f.py", "bidi\\u202e.py"].every((name) => found.stdout.includes(name)), found.stdout);
  assert.match(shown.stdout, /^\treturn 1 # \\x1b\]0;title\\x07 \\u2066x\\u2069$/m);
  const paths = JSON.parse(run(["search", tree, "terminal", "-k", "20", "--json"]).stdout).map(({ path }) => path);
  assert.ok(names.every((name) => paths.includes(name)), paths.join());
});

test("output that cannot be written is one line with a code, before anything is built where that can be known", () => {
  const full = spawnSync("bash", ["-c", `"${bin}" export "${snapshot}" > /dev/full`], { encoding: "utf8" });
  assert.deepEqual([full.status, full.stderr], [1, "waymark: the output cannot be written: ENOSPC: no space left on device, write (io-failed)\n"]);
  const written = run(["index", tree, "-o", "/dev/full", "--quiet"]);
  assert.deepEqual([written.status, written.stderr], [1, "waymark: /dev/full cannot be written: ENOSPC: no space left on device, write (io-failed)\n"]);
  for (const [path, message] of [[folder, "it is a directory"], [`${folder}/new/`, "it is a directory"], [join(snapshot, "x"), `${snapshot} is no directory`], [join(snapshot, "x/y"), `${snapshot}/x is no directory`]]) {
    const { status, stdout, stderr } = run(["index", tree, "-o", path]);
    assert.deepEqual([status, stdout], [1, ""]);
    assert.match(stderr, new RegExp(`^waymark: .* cannot be written: ${message} \\(invalid-argument\\)\n$`));
  }
});

test("a command ends when it is done, whatever V8 would like to compile", () => {
  const tree = join(folder, "swift");
  mkdirSync(tree);
  writeFileSync(join(tree, "a.swift"), "func a() -> Int { return 1 }\nfunc b() -> Int { return a() }\n");
  const script = `const { execSync, spawnSync } = require("node:child_process");
    const { status } = spawnSync(${JSON.stringify(bin)}, ["index", ${JSON.stringify(tree)}]);
    console.log(status, execSync("cut -d' ' -f16 /proc/$PPID/stat").toString().trim());`;
  const [status, ticks] = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" }).stdout.trim().split(" ").map(Number);
  assert.equal(status, 0);
  // Hundredths of a second of the processor, which take no notice of how busy it is.
  assert.ok(ticks < 1500, `${ticks / 100} s`);
});

test("explore draws", () => {
  const { stdout, status } = run(["explore", snapshot, "greet", "--direction", "downstream", "--depth=1"]);
  assert.deepEqual([status, stdout.includes("src/app.ts::main")], [0, true]);
});

test("explain says why an edge is there, and that a line leaves nothing without one", () => {
  const edge = run(["explain", snapshot, "src/app.ts::main", "greet"]);
  assert.deepEqual([edge.status, edge.stdout.split("\n").slice(0, 2)], [0, ["src/app.ts:5  call greet: import 1", "  means src/person.ts::greet"]]);
  assert.match(edge.stdout, /^ {2}rule 1: scopes and imports/m);
  const place = run(["explain", snapshot, "src/app.ts:5"]);
  assert.deepEqual([place.status, place.stdout], [1, ""]);
  assert.match(place.stderr, /^nothing on that line is without an edge; \d+ uses have one$/m);
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
  const named = (name) => stdout.split("\n").filter((line) => line.trim().split(/ +/)[0] === name).length;
  for (const { name } of operations) assert.equal(named(name), 1, name);
  for (const name of ["index", "show", "explore", "review", "export"]) assert.equal(named(name), 1, name);
  assert.match(run(["search", "--help"]).stdout, /--queries/);
  assert.match(run(["review", "--help"]).stdout, /--diff <file\|->/);
  assert.equal(run([]).status, 2);
});

test("the help of an operation tells every parameter with type, meaning and default", () => {
  for (const { name, parameters } of operations) {
    const help = run([name === "search" ? "search" : name, "--help"]).stdout.replace(/\s+/g, " ");
    if (name === "search") continue; // Shadowed by the command for people.
    for (const { name: parameter, doc, ...more } of parameters) {
      const option = `--${parameter.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      assert.ok(doc.length > 5 && help.includes(`${option} <`) && help.includes(doc), `${name}: ${option}`);
      if (more.default !== undefined && !Array.isArray(more.default)) assert.ok(help.includes(`By default ${more.default}.`), `${name}: ${option}`);
    }
  }
  assert.match(run(["callers", "--help"]).stdout, /--symbol <text> .*Required\./);
  assert.match(run(["explore_rpg", "--help"]).stdout, /--direction <upstream\|downstream\|out\|in\|both>/);
  assert.match(run(["callers", "--help"]).stdout, /--limit <number> [^<]*by default 10\s/);
});

test("a value is read as its parameter is: one for a list, digits for a name, either spelling", () => {
  const ask = (...words) => JSON.parse(run(words).stdout);
  const explored = ask("explore_rpg", snapshot, "--start-code-entities", "src/app.ts", "--traversalDepth", "1");
  assert.ok(explored.nodes.some(({ id }) => id === "src/app.ts"));
  assert.deepEqual(ask("fetch_node", snapshot, "--code_entities", "greet", "--fields", "metrics").nodes.length, 1);
  assert.deepEqual(ask("fetch_node", snapshot, "--code-entities", "greet", "--code-entities", "src/app.ts").nodes.length, 2);
  assert.equal(ask("find_symbol", snapshot, "--name", "12").notFound.name, "12");
  const lengths = ask("complexity_report", snapshot, "--metric", "loc", "--top-n", "1");
  assert.notDeepEqual(lengths.top, ask("complexity_report", snapshot, "--top-n", "1").top);
  assert.match(run(["complexity_report", snapshot, "--metric", "weight"]).stderr, /`weight` is none of .*fan-out/);
});

test("a name that several nodes bear shows all of few, and the highest in rank of many", () => {
  const many = (count) => {
    const zip = join(folder, `same${count}.zip`);
    const files = Array.from({ length: count }, (_, n) => [`m${n}.py`, "def same():\n    return 1\n"]);
    writeFileSync(zip, zipSync(Object.fromEntries([...files, ["use.py", "from m1 import same\nsame()\n"]].map(([path, text]) => [path, new TextEncoder().encode(text)]))));
    return run(["show", zip, "same", "--quiet"]);
  };
  const [few, lots] = [many(2), many(6)];
  assert.deepEqual([few.status, few.stderr], [0, "2 nodes are called same; here are all of them\n"]);
  assert.match(few.stdout, /m1\.py::same[^]*m0\.py::same/);
  assert.equal(lots.status, 0);
  assert.match(lots.stderr, /^6 nodes are called same; here is m1\.py::same, the highest in rank\. Others: m0\.py::same, /);
  assert.deepEqual(lots.stdout.match(/function m\d\.py::same/g), ["function m1.py::same"]);
});

test("zeros are written, and a tree without code says so", () => {
  const zip = join(folder, "text.zip");
  writeFileSync(zip, zipSync({ "notes.xyz": new TextEncoder().encode("nothing\n") }));
  const { stdout, stderr, status } = run(["index", zip, "--quiet"]);
  assert.match(stdout, /^1 file, \d lines?, 0 symbols, \d edges?\nlanguages: .*\nno code was found/);
  assert.deepEqual([stderr, status], ["", 0]);
});

test("what is not found is told and makes the exit code 1, the answer being there all the same", () => {
  for (const words of [["callers", snapshot, "--symbol", "Nope"], ["fetch_node", snapshot, "--code-entities", "Nope"], ["find_symbol", snapshot, "--name", "Nope"], ["outline", snapshot, "--within", "Nope"]]) {
    const { stdout, stderr, status } = run(words);
    assert.match(stderr, /^nothing is called Nope/);
    assert.deepEqual([status, typeof JSON.parse(stdout)], [1, "object"], words.join(" "));
  }
  assert.deepEqual(run(["search", snapshot, "zzzqqq", "--json"]).stdout, "[]\n");
});

const archives = Object.fromEntries(
  [
    ["empty", new Uint8Array()],
    ["junk", new TextEncoder().encode("PK\x03\x04 and what is no archive")],
    ["prefix", Buffer.concat([Buffer.from("#!/bin/sh\n"), zipSync({ "a.py": new Uint8Array() })])],
    ["gzjunk", gzipSync("x".repeat(4000))],
  ].map(([name, bytes]) => {
    const path = join(folder, `${name}.zip`);
    writeFileSync(path, bytes);
    return [name, path];
  }),
);

test("errors are one line with a code", () => {
  for (const [words, status, message] of [
    [["show", snapshot, "gret"], 1, /^nothing is called gret; did you mean src\/person\.ts::greet/],
    [["show", "/nowhere", "x"], 1, /^waymark: there is nothing at \/nowhere \(not-found\)$/],
    [["export", join(root, "package.json")], 1, /^waymark: .*package\.json is neither an archive \(zip, tar, tar\.gz\) nor a snapshot \(invalid-archive\)$/],
    [["index", archives.empty], 1, /^waymark: .* is empty \(invalid-archive\)$/],
    [["index", archives.junk], 1, /^waymark: not a zip archive, or damaged at its start \(invalid-archive\)$/],
    [["index", archives.prefix], 1, /^waymark: .* is neither an archive .*\(invalid-archive\)$/],
    [["index", archives.gzjunk, "--quiet"], 1, /^waymark: not a tar archive, or damaged at its start \(invalid-archive\)$/],
    [["index", tree, "-o", "/nonexistent/x"], 1, /^waymark: \/nonexistent\/x cannot be written: there is no directory \/nonexistent \(not-found\)$/],
    [["index", tree, "--frobnicate"], 2, /^waymark: there is no option --frobnicate here; waymark index --help tells more$/],
    [["index", tree, "--language", "cobol"], 1, /^waymark: no language is called `cobol`; there are .*python.* \(invalid-argument\)$/],
    [["index", snapshot, "--exclude", "x"], 2, /^waymark: --exclude means nothing for a snapshot/],
    [["stats", snapshot, "extra", "args"], 2, /^waymark: nothing is done with extra args;/],
    [["callers", snapshot], 2, /^waymark: callers wants --symbol <text>;/],
    [["search", snapshot, "zzzqqq"], 1, /^nothing answers to zzzqqq$/],
    [["search", snapshot, ""], 2, /^waymark: say what to search for;/],
    [["search", snapshot, "--queries", "/nowhere"], 1, /^waymark: there is nothing at \/nowhere \(not-found\)$/],
    [["review", tree, "--diff", "/nowhere"], 1, /^waymark: there is nothing at \/nowhere \(not-found\)$/],
    [["explain", snapshot, "greet"], 2, /^waymark: name the two ends of an edge, or a place: <path>:<line>;/],
    [["stats", snapshot, "--scip", "/nowhere"], 1, /^waymark: there is nothing at \/nowhere \(not-found\)$/],
    [["explore", snapshot, "greet", "--direction", "up"], 2, /^waymark: --direction is one of upstream, downstream, both, not up;/],
    [["nope"], 2, /^waymark: there is no command nope; waymark --help tells more$/],
    [["show", snapshot], 2, /^waymark: name a symbol or a file;/],
    [["index"], 2, /^waymark: name a directory/],
    [["export", snapshot, "--format", "yaml"], 2, /^waymark: --format is one of jsonl, .*, not yaml;/],
    [["show", snapshot, "greet", "--colour", "x"], 2, /^waymark: there is no option --colour here; waymark show --help/],
    [["index", tree, "--output"], 2, /^waymark: --output wants a value/],
    [["callers", snapshot, "--simbol", "f"], 2, /^waymark: there is no option --simbol here; waymark callers --help/],
    [["callers", snapshot, "--symbol", "f", "--limit", "-1"], 1, /^waymark: callers: limit: -1 is not a whole number from 0 \(invalid-argument\)$/],
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
