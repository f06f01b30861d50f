// Review through the package and the command line: a diff, or files, against an index.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Waymark } from "waymark";
import { root } from "../../pkg-scripts/lib.mjs";

const before = "def price(piece):\n    return 2 * piece\n\n\ndef day():\n    return price(1)\n";
const after = before.replace("price(piece):", "price(piece, rate):");
const diff = `diff --git a/shop.py b/shop.py
--- a/shop.py
+++ b/shop.py
@@ -1,3 +1,3 @@
-def price(piece):
+def price(piece, rate):
     return 2 * piece
 
diff --git a/logo.png b/logo.png
Binary files a/logo.png and b/logo.png differ
`;
const waymark = await Waymark.load();
const index = await waymark.index(new Map([["shop.py", before]]));
const seen = ({ changes }) => changes.map(({ id, change, callersNotUpdated }) => [id, change, callersNotUpdated]);
const expected = [["shop.py::price", "signature", ["shop.py::day"]]];

test("a diff against the index, and one that leads to it, say the same", async () => {
  const forward = await index.review({ diff });
  assert.deepEqual(seen(forward), expected);
  assert.deepEqual(forward.notes, ["logo.png is binary: what changed in it is not known"]);
  const later = await waymark.index(new Map([["shop.py", after]]));
  assert.deepEqual(await later.review({ diff }), forward);
  assert.equal(index.text("shop.py"), before);
});

test("files as they are afterwards do as well as a diff", async () => {
  const review = await index.review({ files: [["shop.py", after]], markdown: true });
  assert.deepEqual(seen(review), expected);
  assert.match(review.markdown, /`shop\.py::price` \| declaration/);
});

test("files that the index leaves out are told, and the rest is reviewed", async () => {
  const lock = "--- a/package-lock.json\n+++ b/package-lock.json\n@@ -1 +1 @@\n-a\n+b\n";
  const review = await index.review({ diff: diff + lock });
  assert.deepEqual(seen(review), expected);
  assert.deepEqual(review.leftOut, [{ path: "package-lock.json", reason: "generated" }]);
  assert.deepEqual((await index.review({ diff: lock })).notes, ["nothing that is indexed changed"]);
  const files = [["shop.py", after], ["../../z.py", "x = 1\n"]];
  assert.deepEqual((await index.review({ files })).leftOut, [{ path: "../../z.py", reason: "unsafe-path" }]);
});

test("an answer keeps to the budget that is asked for", async () => {
  const many = Array.from({ length: 200 }, (_, at) => [`f${at}.py`, `def f${at}():\n    return ${at}\n`]);
  for (const budgetTokens of [2000, 4000]) {
    const review = await index.review({ files: many, budgetTokens, markdown: true });
    assert.ok(JSON.stringify(review).length <= 4 * budgetTokens);
    assert.equal(review.changePage.total, 200);
  }
});

test("what is no diff of this tree is an error", async () => {
  const code = (input) => index.review(input).then(() => "none", (error) => error.code);
  assert.equal(await code({}), "invalid-argument");
  await assert.rejects(index.review({ before: [], after: [] }), /give either `diff`, or `files`: pairs of a path/);
  assert.equal(await code({ diff, files: [] }), "invalid-argument");
  assert.equal(await code({ diff: "hello" }), "invalid-argument");
  assert.equal(await code({ diff: diff.replace("2 *", "3 *") }), "invalid-argument");
  assert.equal(await code({ diff, limit: 0 }), "invalid-argument");
  assert.equal(await code({ diff, colour: "red" }), "invalid-argument");
});

test("the command line reads a diff from a file or standard input", () => {
  const folder = mkdtempSync(join(tmpdir(), "waymark-review-"));
  try {
    writeFileSync(join(folder, "shop.py"), after);
    const run = (...words) => execFileSync(process.execPath, [join(root, "crate/js/bin/waymark.js"), "review", folder, "--quiet", ...words], { input: diff, encoding: "utf8" });
    assert.match(run(), /### Risk: .*`shop\.py::day`/s);
    assert.deepEqual(seen(JSON.parse(run("--json"))), expected);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
