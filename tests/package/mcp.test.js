// The server of MCP over standard input and output, asked by the SDK's own client.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { Waymark, operations } from "waymark";
import { root } from "../../pkg-scripts/lib.mjs";
import { files, tree } from "./project.js";

const bin = join(root, "crate/js/bin/waymark.js");
const folder = realpathSync(mkdtempSync(join(tmpdir(), "waymark-mcp-")));
const open = [];
after(async () => {
  await Promise.all(open.map((client) => client.close()));
  rmSync(folder, { recursive: true });
});

/** A client of a server that was started with `words`. */
async function connect(...words) {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [bin, "mcp", ...words, "--quiet"], stderr: "ignore" }));
  open.push(client);
  return client;
}

/** An answer, with the text that it was. */
async function call(client, name, args = {}) {
  const { content, isError } = await client.callTool({ name, arguments: args });
  assert.deepEqual(content.map(({ type }) => type), ["text"]);
  return { ...JSON.parse(content[0].text), text: content[0].text, isError: isError ?? false };
}

/** The tools with the parameters that the specification gives them. */
const specified = {
  index_codebase: "files archive url root_path languages exclude include_statements embed enrich root_alias respect_gitignore",
  incremental_reindex: "changed_files renames",
  index_status: "",
  is_path_indexed: "path",
  codebase_map: "level root_fqn metrics max_entries rank format",
  package_summary: "fqn exports dependencies max_exports",
  symbol_detail: "fqn expand max_children",
  symbol_source: "fqn mode max_lines statement_id",
  codebase_search: "query levels top_k kinds packages languages min_score mode",
  dependency_graph: "scope edge_kinds include_external root_fqn max_nodes format",
  sub_graph: "seeds edge_kinds depth direction max_nodes format",
  flow_trace: "from to direction max_depth max_paths edge_kinds all_paths",
  impact_analysis: "targets changed_files direction max_depth max_nodes",
  complexity_report: "root_fqn metric top_n",
  statement_query: "parent_fqns kinds query top_k",
};

const served = await connect(tree);

test("the fifteen tools are offered with their parameters, hints and sound schemas", async () => {
  const { tools } = await served.listTools();
  assert.deepEqual(tools.map(({ name }) => name), Object.keys(specified));
  for (const { name, description, inputSchema, annotations } of tools) {
    const told = Object.keys(inputSchema.properties);
    assert.deepEqual(specified[name].split(" ").filter((wanted) => wanted && !told.includes(wanted)), [], name);
    assert.ok(told.includes("root") || name === "index_codebase");
    assert.equal(annotations.readOnlyHint, !/reindex|index_codebase/.test(name), name);
    assert.ok(description.endsWith("."), name);
    for (const parameter of Object.values(inputSchema.properties)) assert.ok(parameter.description, name);
    const { valid } = new AjvJsonSchemaValidator().getValidator(inputSchema)(Object.fromEntries((inputSchema.required ?? []).map((one) => [one, inputSchema.properties[one].type === "array" ? [] : "x"])));
    assert.ok(valid, name);
  }
  assert.match(served.getInstructions(), /codebase_map.*impact_analysis/s);
  const all = await connect(tree, "--all");
  const { tools: rows } = await all.listTools();
  for (const { name, annotations } of rows) assert.equal(annotations.readOnlyHint, !/reindex|index_codebase|^submit_/.test(name), name);
  assert.deepEqual(rows.map(({ name }) => name).sort(), [...operations.map(({ name }) => name), "index_codebase", "incremental_reindex"].sort());
});

const asked = [
  ["is_path_indexed", { path: "src/app.ts" }],
  ["codebase_map", { level: "L2", max_entries: 3 }],
  ["package_summary", { fqn: "." }],
  ["symbol_detail", { fqn: "src/person.ts", expand: ["members", "callers"] }],
  ["symbol_source", { fqn: "src/person.ts", mode: "full" }],
  ["codebase_search", { query: "person" }],
  ["dependency_graph", { scope: "L2", format: "mermaid" }],
  ["sub_graph", { seeds: ["src/app.ts"], edge_kinds: ["imports"], depth: 1 }],
  ["flow_trace", { from: "src/app.ts", to: "src/person.ts", edge_kinds: ["imports"] }],
  ["impact_analysis", { changed_files: ["src/person.ts"], max_depth: 2 }],
  ["complexity_report", { metric: "loc", top_n: 2 }],
  ["statement_query", { parent_fqns: ["lib/shapes.py"], kinds: ["return"] }],
];

test("answers are those of the library, their names with underscores", async () => {
  const index = await Waymark.index(new Map(files));
  const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  const camelKeys = (value) =>
    Array.isArray(value) ? value.map(camelKeys) : value && typeof value === "object" ? Object.fromEntries(Object.entries(value).map(([key, held]) => [camel(key), camelKeys(held)])) : value;
  for (const [name, args] of asked) {
    const { text, isError } = await call(served, name, args);
    assert.equal(isError, false, text);
    assert.doesNotMatch(text, /"[a-z]+[A-Z]\w*":/);
    const { root: where, indexedAt, ...answer } = camelKeys(JSON.parse(text));
    const own = JSON.parse(JSON.stringify(await index.ask(name, camelKeys(args))));
    if (where) assert.deepEqual([where, Boolean(Date.parse(indexedAt))], ["tree", true]);
    for (const key of ["root", "indexedAt"]) delete own[key];
    assert.deepEqual(answer, own, name);
  }
});

test("errors are answers with a stable code; names that are not known are no errors", async () => {
  for (const [name, args, code, words] of [
    ["symbol_detail", { fq: "x" }, "invalid-argument", /there is no `fq`; there are fqn, expand, max_children/],
    ["codebase_map", { level: "L9" }, "invalid-argument", /level/],
    ["codebase_search", { query: "x", top_k: -1 }, "invalid-argument", /-1/],
    ["index_status", { root: "nowhere" }, "not-found", /there are tree/],
    ["index_codebase", {}, "invalid-argument", /give one of/],
    ["index_codebase", { root_path: "/" }, "invalid-argument", /--allow/],
    ["index_codebase", { root_path: join(folder, "none") }, "not-found", /nothing at/],
    ["index_codebase", { url: "http://localhost/" }, "invalid-argument", /--fetch/],
    ["index_codebase", { archive: "*" }, "invalid-argument", /base64/],
    ["incremental_reindex", { renames: [["nope", "x"]] }, "not-found", /nope/],
    ["incremental_reindex", { changed_files: 7 }, "invalid-argument", /changedFiles|changed_files/],
  ]) {
    const answer = await call(served, name, args);
    assert.deepEqual([answer.isError, answer.code], [true, code], `${name} ${answer.text}`);
    assert.match(answer.message, words);
  }
  const { isError, not_found: missing } = await call(served, "symbol_detail", { fqn: "src/persom.ts" });
  assert.deepEqual([isError, missing.suggestions[0]], [false, "src/person.ts"]);
  await assert.rejects(served.callTool({ name: "nope", arguments: {} }), { code: -32602 });
});

test("answers keep to their budget, the default one of 2,000 tokens too", async () => {
  const client = await connect(join(root, "crate/js/src"));
  for (const [name, args] of [
    ["codebase_map", { level: "L3" }],
    ["dependency_graph", { scope: "L3", edge_kinds: ["calls", "imports", "contains"] }],
    ["sub_graph", { seeds: ["index.ts"], edge_kinds: ["contains", "calls"], depth: 4, direction: "both" }],
    ["impact_analysis", { targets: ["errors.ts"], max_depth: 6 }],
    ["symbol_detail", { fqn: "index.ts", expand: ["members", "inheritance", "callers", "callees", "exports", "parents"] }],
    ["codebase_search", { query: "open an index" }],
  ]) {
    for (const budget of [undefined, 900]) {
      const { text, isError } = await call(client, name, budget ? { ...args, budget_tokens: budget } : args);
      assert.ok(!isError && text.length <= (budget ?? 2000) * 4, `${name}: ${text.length}`);
    }
  }
});

test("a directory's changes are in the next answer", async () => {
  const place = join(folder, "watched");
  mkdirSync(place);
  const write = (name, text) => writeFileSync(join(place, name), text);
  write("a.py", "def f():\n    return 1\n");
  write("b.py", "from a import f\nf()\n");
  const client = await connect(place);
  const names = async () => (await call(client, "codebase_map", { level: "L3" })).entries.map(({ name }) => name).sort();
  assert.deepEqual(await names(), ["f"]);
  write("a.py", "def f():\n    return 1\n\ndef g():\n    return f()\n");
  write("c.py", "def h(): pass\n");
  unlinkSync(join(place, "b.py"));
  await sleep(1100);
  const { refreshed_files: taken } = await call(client, "codebase_search", { query: "g" });
  assert.equal(taken, 3);
  assert.deepEqual(await names(), ["f", "g", "h"]);
  write("c.py", "def h(): pass\n");
  write(".gitignore", "a.py\n");
  await sleep(1100);
  assert.deepEqual(await names(), ["h"]);
  unlinkSync(join(place, ".gitignore"));
  await sleep(1100);
  assert.deepEqual(await names(), ["f", "g", "h"]);
  const { roots, dirty_count: dirty } = await call(client, "index_status");
  assert.deepEqual([roots[0].root, roots[0].files, dirty], ["watched", 2, 0]);
});

test("content that is handed over stands until the file changes", async () => {
  const place = join(folder, "edited");
  mkdirSync(place);
  writeFileSync(join(place, "a.py"), "def f(): pass\n");
  const client = await connect(place);
  const { evolution } = await call(client, "incremental_reindex", { changed_files: [{ path: "a.py", content: "def unsaved(): pass\n" }, { path: "new.py", content: "x = 1\n" }] });
  assert.deepEqual([evolution.inserted, evolution.deleted], [["a.py::unsaved", "new.py", "new.py::x"], ["a.py::f"]]);
  await sleep(1100);
  assert.equal((await call(client, "symbol_detail", { fqn: "unsaved" })).fqn, "a.py::unsaved");
  writeFileSync(join(place, "a.py"), "def saved(): pass\n");
  await sleep(1100);
  assert.equal((await call(client, "symbol_detail", { fqn: "saved" })).fqn, "a.py::saved");
});

test("several trees are told apart by `root`, and more can be indexed", async () => {
  const [one, two] = ["one", "two"].map((name) => join(folder, name));
  for (const place of [one, two]) {
    mkdirSync(place);
    writeFileSync(join(place, "a.py"), `def in_${place.slice(-3)}(): pass\n`);
  }
  const client = await connect(one, two);
  assert.deepEqual((await call(client, "index_status")).roots.map(({ root: name, files: count }) => [name, count]), [["one", 1], ["two", 1]]);
  assert.equal((await call(client, "codebase_map")).code, "invalid-argument");
  assert.equal((await call(client, "symbol_detail", { fqn: "in_two", root: "two" })).kind, "function");
  const indexed = await call(client, "index_codebase", { files: [{ path: "m.rs", content: "fn given() {\n    return;\n}\n" }], root_alias: "three", include_statements: true });
  assert.deepEqual([indexed.root, indexed.file_count, indexed.statement_count], ["three", 1, 1]);
  assert.ok(indexed.index_id && indexed.node_count > 1 && indexed.edge_count && indexed.elapsed && indexed.errors && indexed.filter_stats);
  assert.equal((await call(client, "symbol_detail", { fqn: "given", root: "three" })).language, "rust");
  const again = await call(client, "index_codebase", { root_path: two });
  assert.equal(again.root, "two-2");
  assert.equal((await call(client, "index_status")).roots.length, 4);
});

test("a snapshot is served, statements included", async () => {
  const snapshot = join(folder, "tree.waymark");
  writeFileSync(snapshot, (await Waymark.index(new Map(files))).snapshot());
  const client = await connect(snapshot);
  assert.ok((await call(client, "statement_query", { parent_fqns: ["lib/shapes.py"] })).page.total > 0);
  assert.equal((await call(client, "index_status")).roots[0].root, "tree.waymark");
});

test("progress is told to those who ask for it", async () => {
  const heard = [];
  // What comes in one piece with the answer the client does not hand on.
  const given = { files: Array.from({ length: 500 }, (_, at) => ({ path: `f${at}.py`, content: "def f():\n    return g()\n".repeat(20) })) };
  await served.callTool({ name: "index_codebase", arguments: given }, undefined, { onprogress: ({ message }) => heard.push(message) });
  assert.ok(heard.some((message) => message.startsWith("discover")), heard.join());
});

test("what is piped in is answered before the server ends", () => {
  const message = (id, method, params) => JSON.stringify({ jsonrpc: "2.0", ...(id ? { id } : {}), method, ...(params ? { params } : {}) });
  const input = [
    message(1, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "pipe", version: "1" } }),
    message(0, "notifications/initialized"),
    message(2, "tools/call", { name: "codebase_map", arguments: { level: "L2" } }),
  ];
  const { stdout, status } = spawnSync(process.execPath, [bin, "mcp", tree], { input: `${input.join("\n")}\n`, encoding: "utf8" });
  const answers = stdout.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual([status, answers.map(({ id }) => id)], [0, [1, 2]]);
  assert.match(answers[1].result.content[0].text, /src\/app\.ts/);
});
