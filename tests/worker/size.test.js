import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Place, folder, zip } from "./worker.js";

const MIB = 1 << 20;
const place = new Place();
after(() => place.dispose());

// Deployed, a worker may have 3 MiB by gzip, or 10 where it is paid for, and 64 MiB unpacked.
test("the deployed worker is at most 3 MiB by gzip", () => {
  const out = mkdtempSync(join(tmpdir(), "waymark-deploy-"));
  try {
    const env = { ...process.env, WRANGLER_SEND_METRICS: "false" };
    const said = execFileSync("wrangler", ["deploy", "--dry-run", "--outdir", out], { cwd: folder, env, encoding: "utf8" });
    const [line, total, gzip] = /Total Upload: ([\d.]+) KiB \/ gzip: ([\d.]+) KiB/.exec(said) ?? [];
    console.log(line);
    assert.ok(Number(gzip) <= 3 * 1024 && Number(total) <= 32 * 1024, said);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
});

// workerd enforces its 128 MB only where it is deployed.
test("trees at the limits leave room in an isolate", async () => {
  const worker = place.isolate();
  const memory = async () => (await worker.ask("/")).body.memoryBytes / MIB;
  const before = await memory();
  for (let round = 0; round < 3; round += 1) {
    const { status, body } = await worker.upload(zip(largeTree(round)));
    assert.equal(status, 201, JSON.stringify(body));
    assert.ok(body.lines > 100_000, `${body.lines} lines`);
    assert.equal((await worker.ask(`/repositories/${body.id}/callers?symbol=f0_0`)).status, 200);
    console.log(`round ${round}: ${body.lines} lines, ${body.symbols} symbols, ${body.edges} edges, memory ${(await memory()).toFixed(1)} MiB, ${before.toFixed(1)} before`);
  }
  assert.ok((await memory()) <= 88, `${await memory()} MiB`);
});

/** Nearly 3 MiB of functions that call each other. */
function largeTree(round) {
  const files = {};
  for (let file = 0; file < 235; file += 1) {
    const lines = [`// ${round}`];
    for (let n = 0; n < 100; n += 1) {
      lines.push(`export function f${file}_${n}(value: number, other: string): number {`, `  const result = f${file}_${(n + 1) % 100}(value + ${n}, other);`, "  return result;", "}", "");
    }
    files[`src/module${file % 10}/file${file}.ts`] = lines.join("\n");
  }
  return files;
}
