// Sources of the built package: what they read, what they refuse, and that one bad file takes nothing with it.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { Waymark } from "waymark";
import { files, tree } from "./project.js";
import { tar, zeros, zipOf } from "./archives.js";

const waymark = await Waymark.load();

/** Paths of the files of an index. */
function paths(index) {
  const { nodes } = index.exploreRpg({ startCodeEntities: ["."], direction: "out", traversalDepth: -1, entityTypeFilter: "file", budgetTokens: 0 });
  return nodes.filter(({ kind }) => kind === "file").map(({ path }) => path).sort();
}

/** What was left out, as `reason files+directories`. */
const leftOut = (index) => index.info().leftOut.map(({ reason, files, directories }) => `${reason} ${files}+${directories}`);

async function text(index) {
  let text = "";
  for await (const piece of index.export("jsonl")) text += new TextDecoder().decode(piece);
  return text;
}

const expected = await text(await waymark.index(new Map(files)));
const bytes = Object.fromEntries(files.map(([path, content]) => [path, strToU8(content)]));
const inFolder = (folder) => Object.fromEntries(Object.entries(bytes).map(([path, content]) => [`${folder}/${path}`, content]));

for (const [name, source] of [
  ["a directory", () => tree],
  ["a file URL", () => pathToFileURL(tree)],
  ["a generator", function* () { for (const [path, content] of files) yield { path, bytes: content }; }],
  ["an async generator", async function* () { for (const [path, content] of files) yield { path, bytes: strToU8(content) }; }],
  ["picked files", () => Object.entries(bytes).map(([path, content]) => picked(`tree/${path}`, content))],
  ["a directory handle", () => handle("", bytes)],
  ["a zip", () => zipSync(bytes)],
  ["a zip of a git host", () => zipSync(inFolder("sample-main"))],
  ["a zip that is not compressed", () => zipSync(bytes, { level: 0 })],
  ["a zip with a comment behind", () => zipOf(Object.entries(bytes), { comment: "end" })],
  ["a zip64", () => zipOf(Object.entries(bytes), { wide: true })],
  ["a tar", () => tar(inFolder("sample-main"))],
  ["a tar.gz", () => gzipSync(tar(inFolder("sample-main")))],
  ["a blob", () => new Blob([zipSync(bytes)])],
  ["an array buffer", () => zipSync(bytes).buffer],
  ["a response", () => new Response(gzipSync(tar(bytes)))],
  ["a stream", () => new Blob([gzipSync(tar(bytes))]).stream()],
]) {
  test(`${name} gives the same index as a map`, async () => {
    const index = await waymark.index(source());
    assert.equal(await text(index), expected);
  });
}

test("what is ignored is not read", async () => {
  const read = [];
  const entries = { ".gitignore": "secret.py\n/out/\n", "a.py": "x = 1\n", "secret.py": "", "out/b.py": "", "node_modules/c/index.js": "", "sub/.gitignore": "deep.py\n", "sub/deep.py": "", "sub/kept.py": "" };
  const index = await waymark.index(handle("", entries, (path) => read.push(path)));
  assert.deepEqual(read.sort(), [".gitignore", ".gitignore", "a.py", "sub/.gitignore", "sub/.gitignore", "sub/kept.py"]);
  assert.deepEqual(paths(index), [".gitignore", "a.py", "sub/.gitignore", "sub/kept.py"]);
  assert.deepEqual(leftOut(index), ["ignored-by-gitignore 2+1", "default-skip 0+1"]);
});

test("git's private ignore file counts", async () => {
  const index = await waymark.index(handle("", { ".git/info/exclude": "b.py\n", ".git/config": "", "a.py": "", "b.py": "" }));
  assert.deepEqual(paths(index), ["a.py"]);
});

test("a file that cannot be read is counted, and the rest is indexed", async () => {
  const onRead = (path) => {
    if (path === "b.py") throw new Error("no");
  };
  const index = await waymark.index(handle("", { "a.py": "x = 1\n", "b.py": "" }, onRead));
  assert.deepEqual([paths(index), leftOut(index)], [["a.py"], ["unreadable 1+0"]]);
});

test("links are not followed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "waymark-"));
  try {
    mkdirSync(join(folder, "real"));
    writeFileSync(join(folder, "real/a.py"), "x = 1\n");
    symlinkSync(".", join(folder, "real/loop"));
    symlinkSync("/etc/passwd", join(folder, "passwd.py"));
    const index = await waymark.index(folder);
    assert.deepEqual([paths(index), leftOut(index)], [["real/a.py"], ["link 2+0"]]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a zip cannot write outside, and its links are left out", async () => {
  const entries = [["../../evil.py", "x"], ["/abs.py", "x"], ["C:\\win.py", "x"], ["ok/../fine.py", "x = 1\n"], ["a.py", "x = 1\n"], ["link.py", "/etc/passwd", { link: true }]];
  const index = await waymark.index(zipOf(entries));
  assert.deepEqual(paths(index).filter((path) => path.includes("evil") || path.startsWith("/")), []);
  assert.ok(paths(index).includes("a.py"));
  assert.ok(leftOut(index).includes("link 1+0"), leftOut(index).join());
  assert.ok(leftOut(index).some((line) => line.startsWith("unsafe-path")), leftOut(index).join());
});

test("an entry that holds more than it declares is a bomb, and is not unpacked", async () => {
  const archive = zipOf([["bomb.py", "", { packed: zeros(8192), declare: 1000 }], ["a.py", "x = 1\n"]]);
  const start = performance.now();
  const index = await waymark.index(archive);
  assert.deepEqual([paths(index), leftOut(index)], [["a.py"], ["damaged 1+0"]]);
  const seconds = (performance.now() - start) / 1000;
  assert.ok(seconds < 4, `${seconds} s: eight gigabytes were unpacked`);
});

test("an entry that declares too much is not unpacked", async () => {
  for (const [declare, reason] of [[30_000_000, "too-large"], [3_000_000_000, "limit"]]) {
    const index = await waymark.index(zipOf([["big.py", "x", { declare }], ["a.py", "x = 1\n"]]));
    assert.deepEqual([paths(index), leftOut(index)], [["a.py"], [`${reason} 1+0`]]);
  }
});

test("limits on files and bytes hold for every source", async () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${String(at).padStart(2, "0")}.py`, strToU8("x = 1\n")]));
  for (const source of [zipSync(many), handle("", many), tar(many), new Map(Object.entries(many))]) {
    const index = await waymark.index(source, { maxFiles: 10 });
    assert.deepEqual([paths(index).length, leftOut(index)], [10, ["limit 20+0"]]);
    const small = await waymark.index(source, { maxTotalBytes: 60 });
    assert.deepEqual([paths(small).length, leftOut(small)], [10, ["limit 20+0"]]);
  }
});

test("a file of a size that an update changes is counted as in a build from scratch", async () => {
  const small = { "a.py": strToU8("x = 1\n"), "b.py": strToU8("y = 2\n") };
  const large = { ...small, "b.py": new Uint8Array(2000).fill(35) };
  const states = [[large, ["a.py"], ["too-large 1+0"]], [small, ["a.py", "b.py"], []], [large, ["a.py"], ["too-large 1+0"]]];
  for (const form of [zipSync, (files) => handle("", files), tar, (files) => new Map(Object.entries(files))]) {
    const index = await waymark.index(form(large), { maxFileBytes: 1000 });
    for (const [files, held, missed] of states) {
      await index.update(Object.entries(files));
      const cold = await waymark.index(form(files), { maxFileBytes: 1000 });
      assert.deepEqual([paths(index), leftOut(index)], [held, missed]);
      assert.deepEqual(index.snapshot(), cold.snapshot());
    }
  }
});

test("a tar.gz stops at the limit while it is unpacked", async () => {
  const archive = gzipSync(tar({ "a.py": strToU8("x = 1\n"), "big.py": new Uint8Array(64 << 20).fill(35) }));
  const index = await waymark.index(archive, { maxTotalBytes: 1 << 20, maxFiles: 10 });
  assert.deepEqual(paths(index), ["a.py"]);
  assert.ok(leftOut(index).some((line) => line.startsWith("limit")), leftOut(index).join());
});

test("a tar.gz of several members is read as a whole, and a wrong checksum is told", async () => {
  const whole = tar({ "a.py": strToU8("x = 1\n"), "b.py": strToU8("y = 2\n") });
  const members = Buffer.concat([gzipSync(whole.subarray(0, 700)), gzipSync(whole.subarray(700))]);
  const index = await waymark.index(new Uint8Array(members));
  assert.deepEqual([paths(index), leftOut(index)], [["a.py", "b.py"], []]);
  const wrong = new Uint8Array(gzipSync(whole));
  wrong[wrong.length - 8] ^= 1;
  assert.deepEqual(leftOut(await waymark.index(wrong)), ["unreadable 1+0"]);
});

test("an entry whose bytes are not those that were packed is left out", async () => {
  const stored = zipSync({ "a.py": strToU8("def kept(): pass\n"), "b.py": strToU8("def good(): pass\n") }, { level: 0 });
  const packed = zipSync({ "a.py": strToU8("def kept(): pass\n"), "b.py": strToU8("def good(): pass\n".repeat(50)) });
  for (const archive of [stored, packed]) {
    const name = Buffer.from(archive).indexOf("b.py");
    for (let at = name + 4; at < name + 4 + 12; at += 1) {
      const damaged = archive.slice();
      damaged[at] ^= 1;
      const index = await waymark.index(damaged);
      assert.deepEqual([paths(index), leftOut(index)], [["a.py"], ["damaged 1+0"]], `byte ${at}`);
    }
  }
});

test("the folder around a tar stays where that is wanted", async () => {
  const index = await waymark.index(tar({ "top/a.py": strToU8("x = 1\n") }), { stripTopFolder: false });
  assert.deepEqual(paths(index), ["top/a.py"]);
});

test("what comes before the damage of an archive is indexed", async () => {
  const noise = { "z.py": crypto.getRandomValues(new Uint8Array(60_000)) };
  for (const [whole, part] of [[zipSync({ ...bytes, ...noise }), 0.5], [gzipSync(tar({ ...bytes, ...noise })), 0.5], [tar({ ...bytes, ...noise }), 0.5]]) {
    const index = await waymark.index(whole.subarray(0, whole.length * part));
    assert.ok(paths(index).includes("src/app.ts"), paths(index).join());
    const told = [...leftOut(index), ...index.stats().report.map(({ reason }) => reason)];
    assert.ok(told.some((line) => /^(unreadable|damaged-archive)/.test(line)), told.join());
  }
});

test("bytes that are no archive are an error", async () => {
  for (const wrong of [new Uint8Array(), strToU8("hello"), new Uint8Array(2000), gzipSync("hello"), strToU8("PK"), Uint8Array.of(0x1f, 0x8b, 8)]) {
    await assert.rejects(waymark.index(wrong), { name: "WaymarkError", code: "invalid-archive" });
  }
});

test("what is no argument is an error with a code", async () => {
  const index = await waymark.index(new Map([["a.py", "x = 1\n"]]));
  const wrong = { code: "invalid-argument", name: "WaymarkError" };
  for (const source of [null, undefined, 5, true, () => 1, [5], [null], [["a.py", "x"]], [{ path: 5, bytes: "" }], new Map([["a.py", 5]]), new Map([[5, "a"]])]) {
    await assert.rejects(waymark.index(source), wrong);
  }
  for (const [options, run] of [[5, {}], [null, {}], [{}, null], [{}, 5], [{}, { onProgress: 5 }], [{}, { signal: "stop" }], [{ languages: ["cobol"] }, {}], [{ maxFiles: "many" }, {}]]) {
    await assert.rejects(waymark.index(new Map(), options, run), wrong);
  }
  for (const snapshot of [null, undefined, 5, "WAYMARK", {}]) {
    await assert.rejects(Waymark.open(snapshot), wrong);
    assert.throws(() => waymark.open(snapshot), wrong);
  }
  for (const embedder of [{}, null, { name: "x" }, { name: "x", dimensions: 3 }, { name: "x", dimensions: "3", embed: () => [] }]) {
    await assert.rejects(waymark.index(new Map([["a.py", "x = 1\n"]]), {}, { embedder }), wrong);
    await assert.rejects(Waymark.open(index.snapshot(), { embedder }), wrong);
  }
  const { buffer, byteOffset, byteLength } = index.snapshot();
  assert.deepEqual(paths(await Waymark.open(buffer.slice(byteOffset, byteOffset + byteLength))), ["a.py"]);
  for (const changes of ["x", null, 5, {}, ["ab"], [["a.py"]], [["a.py", 5]], [[5, "x"]]]) await assert.rejects(index.update(changes), wrong);
  for (const change of [null, 5, { diff: 5 }, { files: "x" }]) await assert.rejects(index.review(change), wrong);
  for (const language of [null, 5]) await assert.rejects(waymark.registerLanguage(language), wrong);
  await assert.rejects(Waymark.load(null), wrong);
  for (const call of [() => index.call(5), () => index.text(null), () => index.callers(5), () => index.callers([]), () => index.search({ query: 5 })]) assert.throws(call, wrong);
  assert.deepEqual(paths(index), ["a.py"]);
});

test("a misfit names the parameter, and says nothing of the engine's insides", async () => {
  const index = await waymark.index(new Map([["a.py", "x = 1\n"]]));
  const message = (call) => assert.throws(call, (error) => !/ at line | column |u32|struct|sequence/.test(error.message) && error.code === "invalid-argument") ?? call;
  for (const call of [() => index.callers({ simbol: "a" }), () => index.callers({ limit: -1 }), () => index.fetchNode({ codeEntities: 5 }), () => index.exploreRpg({ direction: "up" })]) message(call);
  assert.throws(() => index.callers({ simbol: "a" }), { message: /there is no `simbol`; there are symbol, edgeKinds, minConfidence, offset, limit, budgetTokens$/ });
});

test("a path where nothing is, an unknown setting, and what is no tree are errors", async () => {
  await assert.rejects(waymark.index("/nowhere/at/all"), { code: "not-found" });
  await assert.rejects(waymark.index(new Map(), { exclud: [] }), { code: "invalid-argument", message: /exclud/ });
  await assert.rejects(waymark.index({}), { code: "invalid-argument" });
});

/** A file as a file input gives it. */
function picked(path, content) {
  const file = new File([content], path.split("/").at(-1));
  Object.defineProperty(file, "webkitRelativePath", { value: path });
  return file;
}

/** A directory handle over `entries`; `onRead` is told the path of each file that is read. */
function handle(directory, entries, onRead = () => undefined) {
  const at = directory ? `${directory}/` : "";
  const names = new Set(Object.keys(entries).filter((path) => path.startsWith(at)).map((path) => path.slice(at.length).split("/")[0]));
  const toHandle = (name) => {
    const path = at + name;
    if (!(path in entries)) return handle(path, entries, onRead);
    const read = () => {
      onRead(path);
      return new Blob([entries[path]]).arrayBuffer();
    };
    return { kind: "file", name, getFile: async () => ({ size: new Blob([entries[path]]).size, arrayBuffer: async () => read() }) };
  };
  return {
    kind: "directory",
    name: directory.split("/").at(-1),
    async *values() {
      for (const name of names) yield toHandle(name);
    },
  };
}
