import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Place, tree, zip } from "./worker.js";

const place = new Place();
after(() => place.dispose());

const numbered = (n) => zip({ [`part${n}.py`]: `def only_${n}():\n    return ${n}\n` });

test("a fresh isolate answers from R2 as the one that indexed", async () => {
  const first = place.isolate();
  const { body } = await first.upload(zip(tree), "?name=tiny");
  const paths = [`/repositories/${body.id}`, `/repositories/${body.id}/callers?symbol=go_callee`, `/nodes/tiny.py?repository=${body.id}`];
  const warm = await Promise.all(paths.map((path) => first.ask(path)));
  const second = place.isolate();
  const cold = await Promise.all(paths.map((path) => second.ask(path)));
  assert.deepEqual(cold, warm);
  assert.deepEqual(cold.map(({ status }) => status), [200, 200, 200]);
});

test("what one isolate deletes is gone in every other", async () => {
  const [first, second] = [place.isolate(), place.isolate()];
  const { body } = await first.upload(numbered(0));
  const path = `/repositories/${body.id}/stats`;
  assert.equal((await second.ask(path)).status, 200);
  assert.equal((await first.fetch(`/repositories/${body.id}`, { method: "DELETE" })).status, 204);
  for (const isolate of [first, second]) assert.equal((await isolate.ask(path)).status, 404);
  assert.equal((await first.fetch(`/repositories/${body.id}`, { method: "DELETE" })).status, 404);
});

test("a damaged snapshot is an error that says so", async () => {
  const worker = place.isolate();
  const { body } = await worker.upload(numbered(1000));
  const bucket = await worker.isolate.getR2Bucket("REPOSITORIES");
  await bucket.put(`repositories/${body.id}`, new Uint8Array(100), { customMetadata: { facts: '{"name":""}' } });
  const answer = await place.isolate().ask(`/repositories/${body.id}/stats`);
  assert.deepEqual([answer.status, answer.body.code], [500, "invalid-snapshot"]);
  await bucket.delete(`repositories/${body.id}`);
});

test("more repositories than may be open at once are all answered, many requests at a time", async () => {
  const worker = place.isolate();
  const ids = [];
  for (let n = 0; n < 12; n += 1) ids.push((await worker.upload(numbered(n))).body.id);
  const questions = Array.from({ length: 120 }, (_, at) => at % ids.length);
  const answers = await Promise.all(questions.map((n) => worker.ask(`/repositories/${ids[n]}/find_symbol?name=only_${n}`)));
  for (const [at, { status, body }] of answers.entries()) {
    assert.deepEqual([status, body.nodes?.map(({ path }) => path)], [200, [`part${questions[at]}.py`]]);
  }
});

test("uploads at once are stored whole or asked to come later", async () => {
  const worker = place.isolate();
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => worker.upload(numbered(100 + (n % 2)))));
  const stored = answers.filter(({ status }) => status === 201);
  assert.ok(stored.length >= 2);
  assert.ok(answers.every(({ status, body }) => status === 201 || (status === 503 && body.code === "busy")), JSON.stringify(answers));
  for (const { body } of stored) assert.equal((await worker.ask(`/repositories/${body.id}/stats`)).body.files, 1);
  assert.equal((await worker.upload(numbered(102))).status, 201);
});

test("the list goes on page by page", async () => {
  const worker = place.isolate();
  const all = (await worker.ask("/repositories")).body.repositories.map(({ id }) => id);
  const paged = [];
  let next = "/repositories?limit=2";
  while (next) {
    const { repositories, cursor } = (await worker.ask(next)).body;
    assert.ok(repositories.length <= 2);
    paged.push(...repositories.map(({ id }) => id));
    next = cursor && `/repositories?limit=2&cursor=${encodeURIComponent(cursor)}`;
  }
  assert.deepEqual(paged, all);
  assert.ok(all.length > 4);
});
