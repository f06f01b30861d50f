// Conformance: each language in full has enough trees, and the table of what each is tried on names trees that are there.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root, table } from "../../pkg-scripts/lib.mjs";

const LEAST = 25;
const folder = join(root, "tests/languages");
const trees = (language) => readdirSync(join(folder, language)).filter((file) => file.endsWith(".case")).map((file) => file.replace(/\.case$/, ""));
const [[, ...things], ...rows] = readFileSync(join(folder, "README.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && line.split("|").length > 10)
  .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));

/** The trees that a cell names: a name that ends in `…` stands for all that begin with it. */
function named(language, cell) {
  const all = trees(language);
  const words = cell === "–" ? [] : cell.split(", ");
  return words.flatMap((word) => {
    const found = word.endsWith("…") ? all.filter((name) => name.startsWith(word.slice(0, -1))) : all.filter((name) => name === word);
    assert.ok(found.length, `tests/languages/${language} has no case ${word}`);
    return found;
  });
}

test("sixteen languages have trees enough, and those that show each thing are there", () => {
  const counts = rows.map(([language, ...cells]) => [language, trees(language).length, ...cells.map((cell) => named(language, cell).length)]);
  console.log(table(["language", "trees", ...things], counts));
  assert.equal(rows.length, 16);
  assert.deepEqual(counts.filter(([, all]) => all < LEAST), []);
});

test("each language is tried on text of any form, documentation and what never runs", () => {
  for (const thing of ["code that never runs, macros", "docs", "layout", "CRLF, BOM, tabs"]) {
    const column = things.indexOf(thing) + 1;
    assert.ok(column > 0, thing);
    for (const row of rows) assert.ok(named(row[0], row[column]).length, `${row[0]}: ${thing}`);
  }
});
