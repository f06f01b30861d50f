// The tools for agents over HTTP in workerd, asked by the SDK's own client.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Place, tree, zip } from "./worker.js";

const place = new Place();
const worker = place.isolate();
after(() => place.dispose());

async function connect(client, path, headers = {}) {
  const asked = new Client({ name: "test", version: "1" });
  const fetch = (url, init) => client.isolate.dispatchFetch(String(url), init);
  await asked.connect(new StreamableHTTPClientTransport(new URL(`http://localhost${path}`), { fetch, requestInit: { headers } }));
  return asked;
}

async function call(client, name, args = {}) {
  const { content, isError } = await client.callTool({ name, arguments: args });
  return { ...JSON.parse(content[0].text), isError: isError ?? false };
}

test("one repository is asked by its own address, and only read", async () => {
  const { id } = (await worker.upload(zip(tree))).body;
  const client = await connect(worker, `/repositories/${id}/mcp`);
  const { tools } = await client.listTools();
  assert.deepEqual([tools.length, tools.every(({ annotations }) => annotations.readOnlyHint)], [13, true]);
  assert.ok(tools.every(({ inputSchema }) => !("root" in inputSchema.properties)));
  const detail = await call(client, "symbol_detail", { fqn: "rust_callee", expand: ["callers"] });
  assert.deepEqual(detail.callers.items.map(({ fqn, site_count: sites }) => [fqn, sites]), [["tiny.rs::rust_caller", 1]]);
  assert.ok((await call(client, "statement_query", { parent_fqns: ["go_caller"] })).page.total > 0);
  assert.equal((await call(client, "codebase_map", { level: "L9" })).code, "invalid-argument");
  await assert.rejects(client.callTool({ name: "index_codebase", arguments: {} }), { code: -32602 });
  const gone = await connect(worker, "/repositories/none/mcp");
  assert.deepEqual([(await call(gone, "codebase_map")).code, (await call(gone, "codebase_map")).isError], ["not-found", true]);
});

test("all repositories are asked at one address, and new ones made there", async () => {
  const client = await connect(worker, "/mcp");
  assert.equal((await client.listTools()).tools.length, 15);
  const files = [{ path: "a.py", content: "def f():\n    return g()\n\ndef g():\n    pass\n" }];
  const indexed = await call(client, "index_codebase", { files, root_alias: "fleet" });
  assert.deepEqual([indexed.isError, indexed.file_count, indexed.name], [false, 1, "fleet"]);
  assert.ok((await call(client, "index_status")).roots.some(({ root, name }) => root === indexed.root && name === "fleet"));
  assert.equal((await call(client, "impact_analysis", { targets: ["g"], root: indexed.root })).direct[0].fqn, "a.py::f");
  const changed = await call(client, "incremental_reindex", { root: indexed.root, changed_files: [{ path: "a.py", content: "def f(): pass\n" }] });
  assert.notEqual(changed.root, indexed.root);
  assert.deepEqual(changed.evolution.deleted, ["a.py::g"]);
  assert.equal((await call(client, "symbol_detail", { fqn: "g", root: indexed.root })).kind, "function");
  const archive = Buffer.from(zip({ "top/b.py": "def h(): pass\n" })).toString("base64");
  const { root } = await call(client, "index_codebase", { archive });
  assert.equal((await call(client, "symbol_detail", { fqn: "h", root })).path, "b.py");
  for (const [args, code] of [
    [{}, "invalid-argument"],
    [{ url: "http://localhost/" }, "invalid-argument"],
    [{ root_path: "/" }, "invalid-argument"],
    [{ files: [1] }, "invalid-argument"],
    [{ archive: "AAAA" }, "invalid-archive"],
    [{ archive: "A".repeat(5_700_000) }, "limit-exceeded"],
  ]) {
    assert.deepEqual([(await call(client, "index_codebase", args)).code], [code], JSON.stringify(args).slice(0, 50));
  }
  assert.equal((await call(client, "codebase_map")).code, "invalid-argument");
});

test("where a token is set, only its bearer makes and changes", async () => {
  const guarded = place.isolate({ WRITE_TOKEN: "sesame" });
  const files = [{ path: "a.py", content: "def f(): pass\n" }];
  const stranger = await connect(guarded, "/mcp");
  assert.equal((await call(stranger, "index_codebase", { files })).code, "unauthorized");
  const { root } = await call(await connect(guarded, "/mcp", { authorization: "Bearer sesame" }), "index_codebase", { files });
  assert.equal((await call(stranger, "incremental_reindex", { root, changed_files: [] })).code, "unauthorized");
  assert.equal((await call(stranger, "symbol_detail", { fqn: "f", root })).kind, "function");
});

test("what is no message is refused", async () => {
  for (const path of ["/mcp", "/repositories/x/mcp"]) {
    const { status, body } = await worker.ask(path);
    assert.deepEqual([status, body.code], [405, "method-not-allowed"]);
    assert.equal((await worker.post(path, "{")).body.code, "invalid-argument");
  }
  assert.equal((await worker.post("/mcp", "x".repeat(7 << 20))).status, 413);
});
