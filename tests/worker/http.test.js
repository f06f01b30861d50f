import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Place, tree, zip } from "./worker.js";

const place = new Place();
const worker = place.isolate();
after(() => place.dispose());

test("paths and methods that are not there are refused in JSON", async () => {
  const cases = [
    ["GET", "/nothing", 404, null],
    ["POST", "/repositories/a/b/c", 404, null],
    ["PUT", "/repositories", 405, "GET, HEAD, POST"],
    ["PATCH", "/repositories/a", 405, "GET, HEAD, DELETE"],
    ["DELETE", "/search", 405, "GET, HEAD"],
    ["OPTIONS", "/search", 405, "GET, HEAD"],
  ];
  for (const [method, path, status, allow] of cases) {
    const response = await worker.fetch(path, { method });
    assert.deepEqual([response.status, response.headers.get("content-type")], [status, "application/json"], `${method} ${path}`);
    assert.deepEqual(response.headers.get("allow")?.split(", ").sort().join(", ") ?? null, allow && allow.split(", ").sort().join(", "));
    assert.equal((await response.json()).code, status === 404 ? "not-found" : "method-not-allowed");
  }
});

test("HEAD is GET without a body", async () => {
  for (const [path, status] of [["/", 200], ["/repositories", 200], ["/nothing", 404]]) {
    const response = await worker.fetch(path, { method: "HEAD" });
    assert.deepEqual([response.status, await response.text()], [status, ""], path);
    assert.match(response.headers.get("content-type"), /^application\/json/);
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  }
});

test("pages of other origins read nothing, unless theirs is allowed", async () => {
  const allow = async (client, origin) => (await client.fetch("/", { headers: { origin } })).headers.get("access-control-allow-origin");
  assert.equal(await allow(worker, "https://a.example"), null);
  const open = place.isolate({ ALLOW_ORIGIN: "https://a.example, https://b.example" });
  assert.equal(await allow(open, "https://b.example"), "https://b.example");
  assert.equal(await allow(open, "https://c.example"), null);
  assert.equal(await allow(place.isolate({ ALLOW_ORIGIN: "*" }), "https://c.example"), "*");
  const headers = { origin: "https://a.example", "access-control-request-method": "DELETE" };
  const preflight = await open.fetch("/repositories/a", { method: "OPTIONS", headers });
  assert.equal(preflight.status, 204);
  assert.match(preflight.headers.get("access-control-allow-methods"), /DELETE/);
  const error = await open.fetch("/nothing", { headers });
  assert.equal(error.headers.get("access-control-allow-origin"), "https://a.example");
});

test("where a token is set, only its bearer writes", async () => {
  const guarded = place.isolate({ WRITE_TOKEN: "sesame" });
  const post = (authorization) => guarded.fetch("/repositories", { method: "POST", body: zip(tree), headers: { authorization } });
  for (const wrong of ["", "Bearer", "Bearer sesam", "sesame"]) {
    const response = await post(wrong);
    assert.deepEqual([response.status, (await response.json()).code], [401, "unauthorized"], wrong);
  }
  const response = await post("Bearer sesame");
  assert.equal(response.status, 201);
  const { id } = await response.json();
  assert.equal((await guarded.fetch(`/repositories/${id}`, { method: "DELETE" })).status, 401);
  assert.equal((await guarded.fetch(`/repositories/${id}`)).status, 200);
});
