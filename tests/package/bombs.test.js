// Archives that are small and unpack to gigabytes: the memory and the time of a process that opens one.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { strToU8 } from "fflate";
import { root } from "../../pkg-scripts/lib.mjs";
import { tar, zeros, zerosTarGz, zipOf } from "./archives.js";

const folder = mkdtempSync(join(tmpdir(), "waymark-bombs-"));
after(() => rmSync(folder, { recursive: true }));

/** Indexes `archive` in a process of its own; answers what it left out, its files, and the most memory it took. */
function opened(name, archive) {
  const file = join(folder, name);
  writeFileSync(file, archive);
  const script = `
    const { Waymark } = await import("waymark");
    const index = await Waymark.index(${JSON.stringify(file)});
    const leftOut = index.info().leftOut.map(({ reason, files }) => [reason, files]);
    console.log(JSON.stringify({ leftOut, files: index.stats().files, megabytes: process.resourceUsage().maxRSS / 1024 }));`;
  const start = performance.now();
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { cwd: root, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  const answer = { ...JSON.parse(stdout), seconds: (performance.now() - start) / 1000 };
  console.log(`${name}: ${archive.length} bytes, ${Math.round(answer.megabytes)} MB, ${answer.seconds.toFixed(1)} s`);
  return answer;
}

const { megabytes: usual } = opened("small.tar", tar({ "a.py": strToU8("x = 1\n") }));

test("gigabytes of nothing behind gzip are read past, up to the limit", () => {
  const half = zeros(1024);
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  const { leftOut, files, megabytes } = opened("nothing.tar.gz", Buffer.concat([header, half.subarray(0, half.length - 2), half, Buffer.alloc(8)]));
  assert.deepEqual([leftOut, files], [[["limit", 1]], 0]);
  assert.ok(megabytes < usual + 200, `${megabytes} MB, ${usual} usually`);
});

test("a file of a tar that is too large is passed over as it is inflated", async () => {
  const { leftOut, megabytes } = opened("large.tar.gz", await zerosTarGz("large.py", 600));
  assert.deepEqual(leftOut, [["too-large", 1]]);
  assert.ok(megabytes < usual + 200, `${megabytes} MB, ${usual} usually`);
});

test("many files of nothing take no memory once they are seen to be no text", () => {
  const packed = zeros(4);
  const declare = 4 << 20;
  const content = new Uint8Array(declare);
  const archive = zipOf(Array.from({ length: 300 }, (_, n) => [`f${n}.py`, content, { packed, declare }]));
  const { leftOut, megabytes } = opened("many.zip", archive);
  assert.deepEqual(leftOut, [["limit", 172], ["binary", 128]]);
  assert.ok(megabytes < usual + 250, `${megabytes} MB, ${usual} usually`);
});

test("an archive that is packed twice is one file", () => {
  const { leftOut } = opened("twice.tar.gz", gzipSync(tar({ "inner.tar.gz": gzipSync(tar({ "a.py": strToU8("x = 1\n") })) })));
  assert.deepEqual(leftOut, [["binary", 1]]);
});
