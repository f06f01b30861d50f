// Models behind a local server that speaks as OpenAI's and Anthropic's do, and what becomes of their answers.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { inspect } from "node:util";
import { after, test } from "node:test";
import { Waymark } from "waymark";
import { anthropicModel, liftFeatures, liftHierarchy, openAiModel } from "waymark/lifting";

/** What the server does next, and what it was asked. */
let behave = () => ({ text: "[]" });
let requests = [];
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (part) => (body += part));
  request.on("end", () => {
    const asked = { path: request.url, headers: request.headers, body: JSON.parse(body) };
    requests.push(asked);
    const { status = 200, headers = {}, text, hang, message = "not now" } = behave(asked, requests.length);
    if (hang) return;
    const openAi = { choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: text } }] };
    const anthropic = { type: "message", role: "assistant", content: [{ type: "text", text }], stop_reason: "end_turn" };
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(status === 200 ? (request.url.endsWith("/messages") ? anthropic : openAi) : { error: { message } }));
  });
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
after(() => server.close(() => undefined) && server.closeAllConnections());

const url = `http://127.0.0.1:${server.address().port}/v1`;
const options = { url, key: "sk-secret-1", model: "small", delay: 1 };
const models = { openAiModel, anthropicModel };

function serve(next) {
  behave = next;
  requests = [];
}

/** The engine's side: hands out what is not described, refuses what is no feature, gives up after three refusals. */
class Engine {
  constructor(count) {
    this.features = new Map(Array.from({ length: count }, (_, at) => [`f${at}`, { text: "", refused: 0 }]));
    this.areas = [];
    this.places = new Map([["a.py", ""], ["b.py", ""]]);
  }

  async ask(operation, params) {
    return this[operation](params);
  }

  pending_features({ skip, maxEntities = 50 }) {
    const open = [...this.features].filter(([, { text, refused }]) => !text && refused < 3);
    const entities = open.slice(skip, skip + maxEntities).map(([id, { refused }]) => ({ id, source: `def ${id}(): pass`, ...(refused ? { refusal: "no verb" } : {}) }));
    return { entities, tokens: 1, left: open.length, rules: "RULES" };
  }

  submit_features({ features }) {
    const rejected = [];
    for (const { id, feature } of features) {
      const known = this.features.get(id);
      if (/^[a-z]+ [a-z0-9 ]+$/.test(feature)) known.text = feature;
      else {
        known.refused += 1;
        rejected.push({ id, answer: feature, reason: "no verb" });
      }
    }
    return { accepted: features.length - rejected.length, rejected, left: this.pending_features({ skip: 0 }).left };
  }

  pending_hierarchy({ skip }) {
    const files = [...this.places].filter(([, path]) => !path).map(([id]) => ({ id, feature: "load things" }));
    return { stage: this.areas.length ? (files.length ? "assignment" : "done") : "discovery", areas: this.areas, files: files.slice(skip), tokens: 1, left: files.length, rules: "RULES" };
  }

  submit_hierarchy({ areas = [], places = [] }) {
    if (areas.length) this.areas = areas;
    for (const { id, path } of places) this.places.set(id, path);
    return { accepted: places.length, rejected: [], left: 0 };
  }

  pending_routing() {
    return { files: [], paths: [], tokens: 0, left: 0, rules: "" };
  }
}

const shown = ({ body }) => JSON.parse(body.messages.at(-1).content);
const ids = ({ body }) => JSON.parse(body.messages.at(-1).content).entities.map(({ id }) => id);

for (const [name, make] of Object.entries(models)) {
  test(`${name}: the format, the key and the answer`, async () => {
    serve(() => ({ text: "fine" }));
    assert.equal(await make(options).complete({ system: "S", user: "U" }), "fine");
    const [{ path, headers, body }] = requests;
    if (name === "openAiModel") {
      assert.deepEqual([path, headers.authorization], ["/v1/chat/completions", "Bearer sk-secret-1"]);
      assert.deepEqual(body, { model: "small", messages: [{ role: "system", content: "S" }, { role: "user", content: "U" }], max_tokens: 4096 });
    } else {
      assert.deepEqual([path, headers["x-api-key"], headers["anthropic-version"]], ["/v1/messages", "sk-secret-1", "2023-06-01"]);
      assert.deepEqual(body, { model: "small", system: "S", messages: [{ role: "user", content: "U" }], max_tokens: 4096 });
    }
  });

  test(`${name}: what is busy is asked again, what is wrong is not, and the key is told to nobody`, async () => {
    const model = make(options);
    serve((_, times) => (times < 3 ? { status: times === 1 ? 429 : 503, headers: { "retry-after": "0" } } : { text: "at last" }));
    assert.deepEqual([await model.complete({ system: "", user: "" }), requests.length], ["at last", 3]);
    serve(() => ({ status: 401 }));
    const error = await model.complete({ system: "", user: "" }).catch((caught) => caught);
    assert.deepEqual([error.code, requests.length], ["model-failed", 1]);
    serve(() => ({ status: 500 }));
    const spent = await make({ ...options, attempts: 2 }).complete({ system: "", user: "" }).catch((caught) => caught);
    assert.deepEqual([spent.code, requests.length], ["model-failed", 2]);
    const gone = await make({ ...options, url: "http://127.0.0.1:1", attempts: 2 }).complete({ system: "", user: "" }).catch((caught) => caught);
    for (const shown of [model, error, spent, gone]) assert.doesNotMatch(`${inspect(shown, { depth: 9, showHidden: true })}${JSON.stringify(shown)}`, /sk-secret/);
    serve(() => ({ text: undefined }));
    await assert.rejects(model.complete({ system: "", user: "" }), { code: "model-failed" });
  });

  test(`${name}: a server that repeats the key is not repeated, one that is silent is asked again`, async () => {
    serve(({ headers }) => ({ status: 401, message: `wrong key: ${headers.authorization ?? headers["x-api-key"]}` }));
    const error = await make(options).complete({ system: "", user: "" }).catch((caught) => caught);
    assert.match(error.message, /wrong key: .*…/);
    assert.doesNotMatch(error.message, /sk-secret/);
    serve((_, times) => (times < 2 ? { hang: true } : { text: "awake" }));
    assert.equal(await make({ ...options, timeout: 200 }).complete({ system: "", user: "" }), "awake");
    serve(() => ({ hang: true }));
    await assert.rejects(make({ ...options, timeout: 50, attempts: 2 }).complete({ system: "", user: "" }), { code: "model-failed", message: /within 50 ms/ });
  });

  test(`${name}: a stop ends requests and waits`, async () => {
    for (const next of [() => ({ hang: true }), () => ({ status: 429, headers: { "retry-after": "50" } })]) {
      serve(next);
      const stop = new AbortController();
      const asked = make(options).complete({ system: "", user: "" }, stop.signal);
      setTimeout(() => stop.abort(), 100);
      await assert.rejects(asked, { code: "cancelled", message: "the question to the model was cancelled" });
    }
  });

  test(`${name}: all is lifted in batches, and only what is malformed is asked again`, async () => {
    const engine = new Engine(23);
    let first = true;
    serve((asked) => {
      const wanted = ids(asked);
      // The first answer is cut off in its middle, holds one refused feature, and one for nobody.
      const told = wanted.map((id) => ({ id, feature: first && id === "f1" ? "Nonsense!" : `load ${id}` }));
      const text = JSON.stringify([{ id: "nobody", feature: "load x" }, ...told]);
      const cut = first ? `Here you are:\n\`\`\`json\n${text.slice(0, text.indexOf('"f8"'))}` : text;
      first = false;
      return { text: cut };
    });
    const heard = [];
    const report = await liftFeatures(engine, make(options), { maxEntities: 10, concurrency: 1, onProgress: ({ left }) => heard.push(left) });
    assert.ok([...engine.features.values()].every(({ text }) => text.startsWith("load ")));
    assert.deepEqual(report, { accepted: 23, refused: 3 });
    assert.deepEqual(requests.map(ids).flat().filter((id) => ["f1", "f8", "f9"].includes(id)).length, 6);
    assert.equal(requests.map(ids).flat().length, 26);
    assert.equal(heard.at(-1), 0);
  });
}

test("a model that takes the bound of its answer by another name is asked so", async () => {
  serve(({ body }) => ("max_tokens" in body ? { status: 400, message: "use max_completion_tokens" } : { text: "fine" }));
  const model = openAiModel(options);
  for (let round = 0; round < 2; round += 1) assert.equal(await model.complete({ system: "", user: "" }), "fine");
  assert.deepEqual(requests.map(({ body }) => body.max_completion_tokens), [undefined, 4096, 4096]);
});

test("answers with more than was asked for count, and of two the one that says something", async () => {
  const engine = new Engine(1);
  serve(() => ({ text: JSON.stringify([{ id: "f0", feature: "load charts", why: { name: "x" } }, { id: "f0", feature: "" }]) }));
  assert.deepEqual(await liftFeatures(engine, openAiModel(options)), { accepted: 1, refused: 0 });
  await assert.rejects(liftFeatures(new Engine(1), { name: "mute", complete: async () => undefined }), { code: "invalid-argument", message: /mute has to answer with a text/ });
});

test("several batches are under way at once, none twice", async () => {
  const engine = new Engine(40);
  serve((asked) => ({ text: JSON.stringify(ids(asked).map((id) => ({ id, feature: `send ${id}` }))) }));
  await liftFeatures(engine, openAiModel(options), { maxEntities: 10, concurrency: 4 });
  assert.deepEqual([requests.length, new Set(requests.map(ids).flat()).size], [4, 40]);
});

test("a model that never makes sense is not asked for ever", async () => {
  const engine = new Engine(2);
  serve(() => ({ text: "I would rather not." }));
  assert.deepEqual(await liftFeatures(engine, openAiModel(options)), { accepted: 0, refused: 6 });
  assert.equal(requests.length, 3);
});

test("what was taken before a failure stays, and lifting goes on from there", async () => {
  const engine = new Engine(20);
  serve((asked, times) => (times > 1 ? { status: 400 } : { text: JSON.stringify(ids(asked).map((id) => ({ id, feature: `send ${id}` }))) }));
  await assert.rejects(liftFeatures(engine, openAiModel(options), { maxEntities: 10, concurrency: 1 }), { code: "model-failed" });
  assert.equal([...engine.features.values()].filter(({ text }) => text).length, 10);
  serve((asked) => ({ text: JSON.stringify(ids(asked).map((id) => ({ id, feature: `send ${id}` }))) }));
  assert.equal((await liftFeatures(engine, openAiModel(options))).accepted, 10);
});

test("areas are named, then files placed", async () => {
  const engine = new Engine(0);
  serve((_, times) => ({ text: times === 1 ? 'Areas: ["Loading", "Sending"]' : JSON.stringify([{ id: "a.py", path: "Loading/Files/Text" }, { id: "b.py", path: "Sending/Mail/Queue" }]) }));
  assert.deepEqual(await liftHierarchy(engine, anthropicModel(options)), { accepted: 2, refused: 0 });
  assert.deepEqual([engine.areas, engine.places.get("b.py")], [["Loading", "Sending"], "Sending/Mail/Queue"]);
  serve(() => ({ text: "none" }));
  await assert.rejects(liftHierarchy(new Engine(0), anthropicModel(options)), { code: "model-failed" });
});

test("the engine itself hands out, refuses, takes, and keeps it all in a snapshot", async () => {
  const waymark = await Waymark.load();
  const index = await waymark.index(new Map([
    ["mail/send.py", "def deliver(letter):\n    return letter\n"],
    ["mail/queue.py", "def push(letter):\n    pass\n"],
    ["chart/draw.py", "def bars(rows):\n    return rows\n"],
  ]));
  serve((asked, times) => ({ text: JSON.stringify(ids(asked).map((id) => ({ id, feature: times === 1 && id.endsWith("::push") ? "handle stuff" : "send sealed letters" }))) }));
  assert.deepEqual(await liftFeatures(index, openAiModel(options)), { accepted: 6, refused: 1 });
  assert.deepEqual(requests.map((asked) => ids(asked).length), [6, 1]);
  const [{ reason, refusal }] = shown(requests[1]).entities;
  assert.deepEqual([reason, refusal], ["refused", "its verb is vague"]);

  serve((asked) => ({
    text: JSON.stringify(shown(asked).areas.length ? shown(asked).files.map(({ id }) => ({ id, path: id.startsWith("mail") ? "Post/Letters/Delivery" : "Drawing/Charts/Bars" })) : ["Post", "Drawing"]),
  }));
  assert.deepEqual(await liftHierarchy(index, anthropicModel(options)), { accepted: 3, refused: 0 });

  const again = await Waymark.open(index.snapshot());
  for (const one of [index, again]) {
    const { model, pending, hierarchy, placed } = one.liftingStatus();
    assert.deepEqual([model, pending, hierarchy, placed], [6, 0, "model", 3]);
  }
  again.close();
  index.close();
});
