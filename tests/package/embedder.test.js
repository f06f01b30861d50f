// Embedders of the host: batches, limits, failures, queries.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Waymark } from "waymark";

const files = new Map(Array.from({ length: 20 }, (_, at) => [`f${at}.py`, `def f${at}(x):\n    return g${at}(x)\n`]));

/** Embeds by the number in the name; counts what is under way. */
function numbers(options = {}) {
  const seen = { texts: [], most: 0, running: 0 };
  const embedder = {
    name: "numbers",
    dimensions: 3,
    batch: 7,
    concurrency: 3,
    async embed(texts) {
      seen.running += 1;
      seen.most = Math.max(seen.most, seen.running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      seen.running -= 1;
      seen.texts.push(...texts);
      return texts.map((text) => {
        const number = Number(/\d+/.exec(text)?.[0] ?? 0);
        return Float32Array.of(Math.cos(number / 7), Math.sin(number / 7), 0.1);
      });
    },
    ...options,
  };
  return { seen, embedder };
}

const report = (index) => Object.fromEntries(index.stats().report.map(({ reason, examples }) => [reason, examples]));

test("a host embeds in batches, so many at once, and finds by what it embedded", async () => {
  const { seen, embedder } = numbers();
  const index = await Waymark.index(files, {}, { embedder });
  assert.deepEqual([seen.texts.length, seen.most, new Set(seen.texts).size], [40, 3, 40]);
  assert.ok(seen.texts.some((text) => text.startsWith("function f3") && text.includes("return g3(x)")));
  const params = await index.withVector({ query: "number 12", mode: "vector", topK: 1, entityTypeFilter: ["function"] });
  assert.equal(params.queryVector.length, 3);
  assert.equal(index.search(params).hits[0].id, "f12.py::f12");
  const again = await Waymark.index(files, {}, { embedder: numbers({ batch: 100, concurrency: 1 }).embedder });
  assert.deepEqual(again.snapshot(), index.snapshot());
});

test("an update asks the host for what changed; a snapshot knows its embedder", async () => {
  const { seen, embedder } = numbers();
  const index = await Waymark.index(files, {}, { embedder });
  seen.texts.length = 0;
  await index.update([["f3.py", "def f33(x): pass\n"]]);
  assert.equal(seen.texts.length, 2);
  const cold = await Waymark.index(new Map([...files, ["f3.py", "def f33(x): pass\n"]]), {}, { embedder });
  assert.deepEqual(index.snapshot(), cold.snapshot());
  const opened = await Waymark.open(index.snapshot(), { embedder });
  assert.equal(opened.search(await opened.withVector({ query: "33", topK: 1, mode: "vector" })).hits.length, 1);
  await assert.rejects(Waymark.open(index.snapshot(), { embedder: { ...embedder, name: "other" } }), { code: "embedder-mismatch" });
  const bare = await Waymark.open(index.snapshot());
  assert.equal(bare.search({ query: "f3" }).ranking.mode, "lexical");
  assert.throws(() => bare.search({ query: "f3", mode: "vector" }), { code: "no-embedder" });
});

test("vectors of one embedder are never mixed with those of another", async () => {
  const { seen, embedder } = numbers();
  const index = await Waymark.index(files, {}, { embedder });
  for (const other of [{ ...embedder, name: "other" }, { ...embedder, dimensions: 4 }]) {
    await assert.rejects(Waymark.open(index.snapshot(), { embedder: other }), { code: "embedder-mismatch" });
    await assert.rejects(index.update([["f3.py", "def f33(x): pass\n"]], { embedder: other }), { code: "embedder-mismatch" });
  }
  // Without its embedder an index keeps what that has made, and tells what is missing.
  const bare = await Waymark.open(index.snapshot());
  await bare.update([["f3.py", "def f33(x): pass\n"]]);
  assert.deepEqual(report(bare), { "embedder-missing": ["numbers"] });
  assert.equal(bare.search({ query: "f33" }).ranking.mode, "lexical");
  seen.texts.length = 0;
  await bare.update([], { embedder });
  assert.equal(seen.texts.length, 2);
  const params = await bare.withVector({ query: "number 12", mode: "vector", topK: 1, entityTypeFilter: ["function"] });
  assert.equal(bare.search(params).hits[0].id, "f12.py::f12");
});

test("a batch that fails is told, and the rest is found", async () => {
  const { embedder } = numbers();
  let calls = 0;
  const flaky = { ...embedder, batch: 4, concurrency: 1, embed: (texts) => (++calls === 2 ? Promise.reject(new Error("busy")) : embedder.embed(texts)) };
  const index = await Waymark.index(files, {}, { embedder: flaky });
  assert.deepEqual(report(index), { "embed-failed": ["busy"] });
  assert.equal(index.search({ query: "f0" }).hits[0].id, "f0.py::f0");
  // What failed is asked for again.
  calls = 10;
  await index.update([]);
  assert.deepEqual(report(index), {});
});

test("an embedder that is down is not asked forever", async () => {
  let calls = 0;
  const down = { name: "down", dimensions: 2, batch: 1, concurrency: 1, embed: () => Promise.reject(new Error(`down ${++calls}`)) };
  const index = await Waymark.index(files, {}, { embedder: down });
  assert.equal(calls, 3);
  assert.ok(report(index)["embed-failed"].includes("gave up after 3 failures in a row"));
  const params = await index.withVector({ query: "f7" });
  assert.deepEqual(params, { query: "f7" });
  assert.equal(index.search(params).hits[0].id, "f7.py::f7");
});

test("vectors that do not fit are an error", async () => {
  for (const [wrong, message] of [
    [{ embed: async (texts) => texts.map(() => [1, 2]) }, /a vector of 2 numbers, not 3/],
    [{ embed: async () => [] }, /by 0 vectors/],
  ]) {
    await assert.rejects(Waymark.index(files, {}, { embedder: numbers(wrong).embedder }), (error) => error.code === "embedder-mismatch" && message.test(error.message));
  }
  await assert.rejects(Waymark.index(files, {}, { embedder: numbers({ name: "" }).embedder }), { code: "invalid-argument" });
});

test("numbers that are none are a failure, not a vector", async () => {
  for (const number of [NaN, Infinity, "x"]) {
    const { embedder } = numbers({ batch: 40, embed: async (texts) => texts.map(() => [1, number, 0]) });
    const index = await Waymark.index(files, {}, { embedder });
    assert.deepEqual(report(index), { "embed-failed": ["numbers answered by a vector that is not of finite numbers"] });
    const params = await index.withVector({ query: "f7" });
    assert.equal(params.queryVector, undefined);
    assert.equal(index.search(params).hits[0].id, "f7.py::f7");
  }
});

test("what answers by no vectors at all is a failure", async () => {
  for (const embed of [async () => undefined, async (texts) => texts.map(() => null), () => { throw new Error("at once"); }, () => 3]) {
    const index = await Waymark.index(files, {}, { embedder: numbers({ batch: 40, embed }).embedder });
    assert.equal(report(index)["embed-failed"].length, 1);
    assert.equal(index.search({ query: "f7" }).hits[0].id, "f7.py::f7");
  }
});

test("an embedder that makes no sense is refused before it is asked", async () => {
  const asked = () => assert.fail("asked");
  for (const wrong of [{ batch: NaN }, { batch: 0 }, { batch: 1.5 }, { concurrency: -1 }, { concurrency: Infinity }, { dimensions: -1 }, { dimensions: 2.5 }, { dimensions: undefined }, { name: 3 }]) {
    await assert.rejects(Waymark.index(files, {}, { embedder: numbers({ ...wrong, embed: asked }).embedder }), { code: "invalid-argument" }, JSON.stringify(wrong));
  }
});

test("a host that never answers is left when the build is stopped", async () => {
  const stop = new AbortController();
  const embed = () => (setTimeout(() => stop.abort(), 20), new Promise(() => {}));
  await assert.rejects(Waymark.index(files, {}, { embedder: numbers({ embed }).embedder, signal: stop.signal }), { code: "cancelled" });
});

test("embedding can be stopped", async () => {
  const stop = new AbortController();
  const { embedder } = numbers();
  const slow = { ...embedder, batch: 1, embed: (texts) => (stop.abort(), embedder.embed(texts)) };
  await assert.rejects(Waymark.index(files, {}, { embedder: slow, signal: stop.signal }), { code: "cancelled" });
});
