// What pkg-scripts/start says before it builds anything.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../pkg-scripts/lib.mjs";

const start = (words, env = {}) => spawnSync(join(root, "pkg-scripts/start"), words, { encoding: "utf8", timeout: 20_000, env: { ...process.env, ...env } });

test("start tells its usage", () => {
  const { stdout, stderr, status } = start(["--help"]);
  assert.match(stdout, /^pkg-scripts\/start \[folder or archive\]\n/);
  assert.deepEqual([stderr, status], ["", 0]);
});

test("start refuses what makes no sense, in one line and at once", () => {
  for (const [words, message, env] of [
    [["--frobnicate"], /^start: there is no option --frobnicate;/],
    [["/nowhere"], /^start: there is nothing at \/nowhere;/],
    [[""], /^start: there is nothing at ;/],
    [[root, root], /^start: one folder or archive at a time;/],
    [[join(root, "README.md")], /^start: .*README\.md is no folder and no archive/],
    [[], /^start: PORT has to be a port, not many;/, { PORT: "many" }],
  ]) {
    const { stdout, stderr, status } = start(words, env);
    assert.match(stderr, message);
    assert.deepEqual([stderr.trimEnd().split("\n").length, stdout, status], [1, "", 2], words.join(" "));
  }
});
