import assert from "node:assert/strict";
import { request } from "node:http";
import { before, test } from "node:test";
import { unzipSync } from "fflate";
import { serve, shop, shopFolder } from "./page.js";

let address;
before(async () => {
  address = new URL(await serve(shopFolder()));
});

/** Asks the server for `path` as it stands, dots included. */
function ask(path, { host = address.host, method = "GET" } = {}) {
  return new Promise((resolve, reject) => {
    const asked = request({ host: address.hostname, port: address.port, path, method, headers: { host } }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () => resolve({ status: response.statusCode, type: response.headers["content-type"], body: Buffer.concat(parts) }));
    });
    asked.on("error", reject).end();
  });
}

test("the page and its modules come with their types", async () => {
  const page = await ask("/");
  assert.deepEqual([page.status, page.type], [200, "text/html; charset=utf-8"]);
  const script = /src="\.\/(assets\/index-[^"]+\.js)"/.exec(page.body.toString())[1];
  assert.equal((await ask(`/${script}`)).type, "text/javascript");
  const { body: worker } = await ask(`/${script}`);
  const name = /worker-[\w-]+\.js/.exec(worker.toString())[0];
  const wasm = /waymark_wasm_bg-[\w-]+\.wasm/.exec((await ask(`/assets/${name}`)).body.toString())[0];
  assert.equal((await ask(`/assets/${wasm}`, { method: "HEAD" })).type, "application/wasm");
});

test("a folder is served as an archive of what an index reads", async () => {
  const { status, body } = await ask(address.searchParams.get("source"));
  assert.equal(status, 200);
  const paths = Object.keys(unzipSync(body));
  assert.deepEqual(paths.sort(), Object.keys(shop).filter((path) => !path.startsWith("secret/")).sort());
});

test("what is no path is refused", async () => {
  for (const path of ["/%ff%00", "/a%00b", "/%", "//"]) assert.equal((await ask(path)).status, 400, path);
  assert.equal((await ask(`/${"a".repeat(3000)}`)).status, 404);
});

test("nothing outside of the page is served, and to no other site's name", async () => {
  for (const path of ["/../serve.js", "/%2e%2e/serve.js", "/assets/../../package.json", "/assets", "/nothing", "/index.html/a"]) {
    assert.equal((await ask(path)).status, 404, path);
  }
  assert.equal((await ask("/", { host: "example.org" })).status, 403);
  assert.equal((await ask("/", { method: "POST" })).status, 405);
});
