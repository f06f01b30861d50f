// The engine as a native program and in Node: the same bytes.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Waymark } from "waymark";
import { root } from "../../pkg-scripts/lib.mjs";
import { files, tree } from "../package/project.js";

test("native export and snapshot are those of the module", async () => {
  const folder = mkdtempSync(join(tmpdir(), "waymark-native-"));
  try {
    const snapshot = join(folder, "tree.waymark");
    const native = execFileSync("cargo", ["run", "--quiet", "-p", "waymark-tests", "--example", "export", "--", tree, snapshot], { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const index = await Waymark.index(new Map(files));
    let exported = "";
    for await (const piece of index.export("jsonl")) exported += new TextDecoder().decode(piece);
    assert.equal(exported, native);
    assert.ok(readFileSync(snapshot).equals(Buffer.from(index.snapshot())));
    assert.ok(native.split("\n").length > 50);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
