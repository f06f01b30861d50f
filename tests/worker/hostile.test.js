import assert from "node:assert/strict";
import { after, test } from "node:test";
import { zerosTarGz } from "../package/archives.js";
import { Place, tarGz, tree, zip } from "./worker.js";

const MIB = 1 << 20;
const place = new Place();
const worker = place.isolate();
after(() => place.dispose());

const reasons = ({ filterStats }) => filterStats.map(({ reason }) => reason);

test("what is no archive, or is damaged, is refused", async () => {
  const good = zip(tree);
  const bodies = ["", "hello", "PK\x03\x04", new Uint8Array(5000), Buffer.from([0x1f, 0x8b, 8, 0, 0]), good.subarray(0, 20), zip({})];
  for (const [at, body] of bodies.entries()) {
    const answer = await worker.upload(body);
    assert.deepEqual([answer.status, answer.body.code], [400, "invalid-archive"], `body ${at}: ${JSON.stringify(answer.body)}`);
  }
});

test("a truncated archive gives what is whole, and tells the rest", async () => {
  const whole = zip({ "a.py": "def a(): pass\n", "b.py": "def b(): pass\n" });
  const answer = await worker.upload(whole.subarray(0, whole.length - 30));
  assert.equal(answer.status, 201);
  assert.ok(reasons(answer.body).includes("unreadable"));
});

test("a file that declares less than it holds is left out, the others are indexed", async () => {
  const bomb = zip({ "bomb.py": new Uint8Array(40 * MIB), "fine.py": "def fine(): pass\n" });
  for (const signature of [0x04034b50, 0x02014b50]) declareSize(bomb, signature, "bomb.py", 100);
  const { status, body } = await worker.upload(bomb);
  assert.deepEqual([status, body.files, reasons(body)], [201, 1, ["damaged"]]);
});

test("honest bombs end at the limits", async () => {
  const large = { "bomb.py": new Uint8Array(40 * MIB), "fine.py": "def fine(): pass\n" };
  for (const body of [zip(large), tarGz(large)]) {
    const refused = await worker.upload(body);
    assert.deepEqual([refused.status, refused.body.code], [413, "limit-exceeded"]);
  }
  const { status, body } = await worker.upload(zip(large), "?partial=true");
  assert.deepEqual([status, body.files, reasons(body)], [201, 1, ["limit"]]);
  const text = "x = 1\n".repeat(160_000);
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`f${n}.txt`, text]));
  const tree = { "a.py": "def a(): pass\n", ...many };
  for (const body of [zip(tree), tarGz(tree)]) {
    const refused = await worker.upload(body);
    assert.deepEqual([refused.status, refused.body.code, reasons(refused.body).includes("limit")], [413, "limit-exceeded", true]);
    const partial = await worker.upload(body, "?partial=true");
    assert.deepEqual([partial.status, reasons(partial.body).includes("limit")], [201, true]);
    assert.ok(partial.body.files > 1 && partial.body.files < 5, `${partial.body.files} files`);
  }
});

test("a bomb is not unpacked beyond the limit", async () => {
  await worker.upload(tarGz({ "fine.py": "def fine(): pass\n" }));
  const bomb = await zerosTarGz("bomb.py", 2000);
  for (const query of ["", "?partial=true"]) {
    const start = performance.now();
    const { status, body } = await worker.upload(bomb, query);
    assert.deepEqual([status, body.code], [413, "limit-exceeded"]);
    const seconds = (performance.now() - start) / 1000;
    assert.ok(seconds < 10, `${seconds} s: two gigabytes were unpacked`);
  }
});

test("what is left out of a tar.gz takes no memory", async () => {
  const before = (await worker.ask("/")).body.memoryBytes;
  const { status, body } = await worker.upload(tarGz({ "fine.py": "def fine(): pass\n", "large.py": new Uint8Array(200 * MIB) }), "?partial=true");
  assert.deepEqual([status, body.files, reasons(body)], [201, 1, ["limit", "too-large"]]);
  assert.ok((await worker.ask("/")).body.memoryBytes < before + 8 * MIB);
});

test("entries that share their bytes are not unpacked again and again", async () => {
  const one = zip({ "a/bomb.py": new Uint8Array(MIB), "fine.py": "def fine(): pass\n" });
  const answer = await worker.upload(repeatEntry(one, "a/bomb.py", 4000), "?partial=true");
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  assert.ok(answer.body.filterStats.find(({ reason }) => reason === "unreadable").files > 2000, JSON.stringify(answer.body));
});

test("ignore files count towards the limits", async () => {
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`d${n}/.gitignore`, new Uint8Array(MIB - 1).fill(0x61)]));
  const answer = await worker.upload(zip({ "fine.py": "def fine(): pass\n", ...files }));
  assert.deepEqual([answer.status, answer.body.code, reasons(answer.body).includes("limit")], [413, "limit-exceeded", true]);
  assert.ok((await worker.ask("/")).body.memoryBytes < 64 * MIB);
});

test("paths that lead out of the tree are left out", async () => {
  const files = { "../evil.py": "x = 1\n", "/etc/evil.py": "x = 1\n", "a/../../evil.py": "x = 1\n", "a/fine.py": "def fine(): pass\n", "b.py": "x = 1\n" };
  for (const body of [zip(files), tarGz(files)]) {
    const answer = await worker.upload(body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const unsafe = answer.body.filterStats.find(({ reason }) => reason === "unsafe-path");
    assert.equal(unsafe?.files, 3, JSON.stringify(answer.body));
    assert.equal(answer.body.files, 2);
  }
});

test("a body beyond the limit is refused, with and without a length", async () => {
  const body = new Uint8Array(4 * MIB + 1);
  const told = await worker.upload(body);
  assert.deepEqual([told.status, told.body.code], [413, "limit-exceeded"]);
  let sent = 0;
  const stream = new ReadableStream({
    pull(controller) {
      sent += MIB;
      // Not far beyond: who still sends when the answer comes is cut off before it has read it.
      if (sent > 5 * MIB) controller.close();
      else controller.enqueue(new Uint8Array(MIB));
    },
  });
  const streamed = await worker.ask("/repositories", { method: "POST", body: stream, duplex: "half" });
  assert.deepEqual([streamed.status, streamed.body.code], [413, "limit-exceeded"]);
});

/** `archive` with the directory entry of `name` there `times` times under names of the same length. */
function repeatEntry(archive, name, times) {
  const whole = Buffer.from(archive);
  const end = whole.length - 22;
  const at = whole.lastIndexOf(name) - 46;
  const entry = whole.subarray(at, at + 46 + name.length + whole.readUInt16LE(at + 30) + whole.readUInt16LE(at + 32));
  const copies = Array.from({ length: times }, (_, n) => {
    const copy = Buffer.from(entry);
    copy.write(`b${n.toString(36).padStart(5, "0")}.py`.padStart(name.length, "x").slice(0, name.length), 46);
    return copy;
  });
  const last = Buffer.from(whole.subarray(end));
  const added = copies.reduce((sum, copy) => sum + copy.length, 0);
  last.writeUInt16LE(last.readUInt16LE(8) + times, 8);
  last.writeUInt16LE(last.readUInt16LE(10) + times, 10);
  last.writeUInt32LE(last.readUInt32LE(12) + added, 12);
  return Buffer.concat([whole.subarray(0, end), ...copies, last]);
}

/** Writes `size` over the uncompressed size that the headers with `signature` tell of `name`. */
function declareSize(archive, signature, name, size) {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const [sizeAt, nameAt] = signature === 0x04034b50 ? [22, 30] : [24, 46];
  for (let at = 0; at + nameAt + name.length <= archive.length; at += 1) {
    const named = view.getUint32(at, true) === signature && Buffer.from(archive.subarray(at + nameAt, at + nameAt + name.length)).toString() === name;
    if (named) view.setUint32(at + sizeAt, size, true);
  }
}
