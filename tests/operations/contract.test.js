// The contract of the fifteen tools: every parameter and its default, caps, paging, names that are not known; that
// their answers agree with each other; and that the library, the command line and MCP carry the same ones.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Waymark, operations } from "waymark";
import { createServer } from "waymark/mcp";
import { root } from "../../pkg-scripts/lib.mjs";

/** One function that all use, lanes that use it in two steps, a chain of ten, packages within a package. */
const LANES = 70;
const lane = (n) => `from fleet.hub import hub, Dock\n\ndef f${n}(a):\n    """Count the boats of lane ${n}."""\n    return hub(a)\n\ndef g${n}(a):\n    return f${n}(a)\n`;
const branches = Array.from({ length: 60 }, (_, n) => `    if x == ${n}:\n        return ${n}\n`).join("");
const files = new Map([
  ["pyproject.toml", '[project]\nname = "fleet"\n'],
  ["fleet/__init__.py", "from fleet.hub import hub, Dock\n"],
  ["fleet/hub.py", "import json\n\ndef hub(x):\n    if x:\n        return 1\n    return 2\n\n\nclass Dock:\n    def moor(self):\n        return hub(1)\n\n\nclass Pier(Dock):\n    def moor(self):\n        return json.dumps(hub(2))\n"],
  ["fleet/wide.py", `def wide(x):\n${branches}    return x\n`],
  ["fleet/long.py", `def long():\n${"    x = 1\n".repeat(300)}    return x\n`],
  ["fleet/chain.py", Array.from({ length: 10 }, (_, n) => `def c${n}():\n    return ${n < 9 ? `c${n + 1}()` : "0"}\n`).join("\n")],
  ...Array.from({ length: LANES }, (_, n) => [`fleet/m${n}.py`, lane(n)]),
  ["tests/test_hub.py", "from fleet.hub import hub\n\ndef test_hub():\n    assert hub(0) == 2\n"],
  ["web/package.json", '{ "name": "web", "main": "index.js" }\n'],
  ["web/index.js", "import { helper } from './lib.js';\nexport function main() { return helper(); }\n"],
  ["web/lib.js", "export function helper() { return 1; }\n"],
]);
const index = await Waymark.index(files);
const folder = mkdtempSync(join(tmpdir(), "waymark-contract-"));
after(() => rmSync(folder, { recursive: true }));

/** A question to each tool that reads, with all it needs. */
const questions = {
  index_status: {},
  is_path_indexed: { path: "fleet/hub.py" },
  codebase_map: {},
  package_summary: { fqn: "web" },
  symbol_detail: { fqn: "hub" },
  symbol_source: { fqn: "hub" },
  codebase_search: { query: "count boats" },
  dependency_graph: {},
  sub_graph: { seeds: ["g1"] },
  flow_trace: { from: "g1", to: "hub" },
  impact_analysis: { targets: ["hub"] },
  complexity_report: {},
  statement_query: { parentFqns: ["fleet/hub.py"] },
};

/** Values of parameters that mean the same as leaving them out (specification 3.3), where the table cannot say so. */
const defaults = {
  codebase_map: { level: "L1", rank: "pagerank", format: "json", maxEntries: 200 },
  package_summary: { maxExports: 50 },
  symbol_detail: { maxChildren: 50 },
  symbol_source: { mode: "signature+body", maxLines: 40 },
  codebase_search: { topK: 10, mode: "hybrid" },
  dependency_graph: { scope: "L1", edgeKinds: ["imports"], includeExternal: false, maxNodes: 200, format: "json" },
  sub_graph: { edgeKinds: ["calls"], depth: 2, maxNodes: 100 },
  flow_trace: { maxDepth: 4, maxPaths: 20, allPaths: false },
  impact_analysis: { maxDepth: 3, direction: "in" },
  complexity_report: { metric: "cyclomatic", topN: 20 },
  statement_query: { topK: 50 },
};

const ask = (name, params) => index.ask(name, { ...questions[name], ...params });
const rowOf = (name) => operations.find((row) => row.name === name);

for (const name of Object.keys(questions)) {
  test(`${name}: leaving a parameter out is its default`, async () => {
    const told = Object.fromEntries(rowOf(name).parameters.filter((one) => one.default !== undefined).map((one) => [one.name, one.default]));
    const plain = await ask(name);
    assert.deepEqual(await ask(name, told), plain);
    for (const [parameter, value] of Object.entries(defaults[name] ?? {})) assert.deepEqual(await ask(name, { [parameter]: value }), plain, parameter);
  });

  test(`${name}: what does not fit a parameter is refused by its name`, async () => {
    for (const { name: parameter, type } of rowOf(name).parameters) {
      const wrong = type === "string" || type === "list" ? 7 : type === "json" ? "x" : { odd: true };
      await assert.rejects(ask(name, { [parameter]: wrong }), (error) => error.code === "invalid-argument" && error.message.includes(parameter), parameter);
    }
    await assert.rejects(ask(name, { nonsense: 1 }), { code: "invalid-argument" });
  });
}

test("a value that is chosen from a list is one of it", async () => {
  for (const name of Object.keys(questions)) {
    for (const { name: parameter, values, type } of rowOf(name).parameters.filter((one) => one.values)) {
      await assert.rejects(ask(name, { [parameter]: type === "list" ? ["sideways"] : "sideways" }), { code: "invalid-argument" }, `${name} ${parameter}`);
      for (const value of values) {
        // One that a statement belongs to.
        const with_ = value === "statement" ? { statementId: "s1" } : {};
        assert.ok(await ask(name, { [parameter]: type === "list" ? [value] : value, ...with_ }), `${name} ${parameter} ${value}`);
      }
    }
  }
});

test("numbers have caps", async () => {
  const of = async (name, params) => (await ask(name, params)).page;
  assert.deepEqual(await of("codebase_search", { query: "lane boats count", topK: 500 }), { total: (await of("codebase_search", { query: "lane boats count" })).total, offset: 0, shown: 50, limit: 50 });
  assert.equal((await of("codebase_map", { level: "L3", maxEntries: 5000 })).limit, 1000);
  assert.equal((await of("dependency_graph", { scope: "L2", maxNodes: 5000 })).limit, 1000);
  assert.equal((await of("sub_graph", { maxNodes: 5000 })).limit, 1000);
  assert.equal((await of("impact_analysis", { maxNodes: 5000 })).limit, 1000);
  const { source, truncated, totalLines } = await ask("symbol_source", { fqn: "long", maxLines: 5000, budgetTokens: 0 });
  assert.deepEqual([source.trimEnd().split("\n").length, truncated, totalLines], [200, true, 302]);
  const deepest = (nodes) => Math.max(...nodes.map(({ depth }) => depth));
  const chain = { seeds: ["c0"], direction: "out", maxNodes: 100 };
  assert.deepEqual([deepest((await ask("sub_graph", { ...chain, depth: 50 })).nodes), deepest((await ask("sub_graph", { ...chain, depth: -1 })).nodes)], [6, 9]);
  const impact = async (maxDepth) => (await ask("impact_analysis", { targets: ["c9"], maxDepth })).transitive;
  assert.deepEqual([deepest(await impact(50)), deepest(await impact(-1))], [6, 9]);
  const flow = async (maxDepth) => (await ask("flow_trace", { from: "c0", to: "c9", maxDepth })).paths.length;
  assert.deepEqual([await flow(50), await flow(-1)], [0, 1]);
});

test("pages together are the whole, each entry once", async () => {
  for (const [name, params, limit, list] of [
    ["codebase_map", { level: "L3" }, "maxEntries", ({ entries }) => entries],
    ["package_summary", { fqn: "fleet" }, "maxExports", ({ exports }) => exports],
    ["symbol_detail", { expand: ["callers"] }, "maxChildren", ({ callers }) => callers.items],
    ["codebase_search", {}, "topK", ({ hits }) => hits],
    ["dependency_graph", { scope: "L2" }, "maxNodes", ({ nodes }) => nodes],
    ["sub_graph", { seeds: ["hub"], direction: "in" }, "maxNodes", ({ nodes }) => nodes],
    ["impact_analysis", { maxDepth: 1 }, "maxNodes", ({ direct }) => direct],
    ["complexity_report", {}, "topN", ({ top }) => top],
    ["statement_query", { parentFqns: ["wide"] }, "topK", ({ hits }) => hits],
  ]) {
    const key = (entry) => `${entry.parent ?? ""} ${entry.id ?? ""} ${entry.fqn ?? ""}`;
    const pages = [];
    let total;
    for (let offset = 0; total === undefined || offset < total; offset += 7) {
      const answer = await ask(name, { ...params, [limit]: 7, offset });
      const { page } = name === "symbol_detail" ? answer.callers : answer;
      total ??= page.total;
      const shown = list(answer);
      assert.deepEqual([page.total, page.offset, page.shown], [total, offset, shown.length], name);
      pages.push(...shown.map(key));
    }
    assert.deepEqual([new Set(pages).size, pages.length], [total, total], name);
    const whole = list(await ask(name, { ...params, [limit]: 1000, budgetTokens: 0 })).map(key);
    assert.deepEqual(pages.slice(0, whole.length), whole, name);
    assert.ok(total > 7 || name === "package_summary", `${name}: ${total}`);
  }
});

test("a name that is not known is an answer, with suggestions and whether it ever was", async () => {
  for (const [name, parameter] of [
    ["codebase_map", "rootFqn"],
    ["package_summary", "fqn"],
    ["symbol_detail", "fqn"],
    ["symbol_source", "fqn"],
    ["dependency_graph", "rootFqn"],
    ["sub_graph", "seeds"],
    ["flow_trace", "from"],
    ["flow_trace", "to"],
    ["impact_analysis", "targets"],
    ["complexity_report", "rootFqn"],
    ["statement_query", "parentFqns"],
    ["is_path_indexed", "path"],
  ]) {
    const answer = await ask(name, { [parameter]: "fleet/hob.py" });
    const [missing] = [answer.notFound].flat();
    assert.deepEqual([missing.name, missing.existed], ["fleet/hob.py", false], `${name} ${parameter}`);
    assert.ok(missing.suggestions.length <= 3 && missing.suggestions.includes("fleet/hub.py"), `${name}: ${missing.suggestions}`);
    const [far] = [(await ask(name, { [parameter]: "nothing_like_it_anywhere" })).notFound].flat();
    assert.deepEqual(far.suggestions, [], name);
  }
});

test("callers are the same, whoever tells them", async () => {
  const { entries } = index.codebaseMap({ level: "L3", maxEntries: 1000, budgetTokens: 0 });
  assert.ok(entries.length > 150);
  let callers = 0;
  for (const { fqn } of entries) {
    const detail = index.symbolDetail({ fqn, expand: ["callers", "callees"], maxChildren: 1000, budgetTokens: 0 });
    const told = (relations) => relations.items.filter(({ kind }) => kind === "calls").map((one) => one.fqn).sort();
    const edges = (direction, end) => {
      const { edges: found } = index.subGraph({ seeds: [fqn], depth: 1, direction, maxNodes: 1000, budgetTokens: 0 });
      return [...new Set(found.filter(({ source, target }) => [source, target].includes(fqn)).map((edge) => edge[end]))].sort();
    };
    assert.deepEqual(told(detail.callers), edges("in", "source"), fqn);
    assert.deepEqual(told(detail.callees), edges("out", "target"), fqn);
    const { direct } = index.impactAnalysis({ targets: [fqn], edgeKinds: ["calls"], maxDepth: 1, maxNodes: 1000, budgetTokens: 0 });
    // What a symbol does to itself is no impact.
    assert.deepEqual(direct.map((one) => one.fqn).sort(), told(detail.callers).filter((one) => one !== fqn), fqn);
    callers += direct.length;
  }
  assert.ok(callers > 140, `${callers}`);
});

test("the library, the command line and MCP give the same answers", async () => {
  const snapshot = join(folder, "fleet.waymark");
  writeFileSync(snapshot, index.snapshot());
  const server = createServer({ mayBuild: false, severalRoots: false, ask: ({ operation, params }) => index.ask(operation, params) });
  const [one, other] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "contract", version: "1" });
  await Promise.all([server.connect(one), client.connect(other)]);
  const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const snaked = (value) =>
    Array.isArray(value) ? value.map(snaked) : value && typeof value === "object" ? Object.fromEntries(Object.entries(value).map(([key, held]) => [snake(key), snaked(held)])) : value;
  for (const [name, params] of Object.entries(questions)) {
    const own = JSON.parse(JSON.stringify(await index.ask(name, params)));
    assert.deepEqual(JSON.parse(JSON.stringify(await index[rowOf(name).method](params))), own, name);
    const { content } = await client.callTool({ name, arguments: snaked(params) });
    assert.deepEqual(JSON.parse(content[0].text), snaked(own), name);
    const options = Object.entries(params).flatMap(([key, value]) => [value].flat().flatMap((part) => [`--${snake(key).replaceAll("_", "-")}`, part]));
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, "crate/js/bin/waymark.js"), name, snapshot, ...options, "--quiet"]);
    assert.deepEqual(JSON.parse(stdout), own, name);
  }
  await client.close();
});
