import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { root } from "../../pkg-scripts/lib.mjs";

/** The stages in the order that data flows; a stage uses itself, those before it, and the roots. */
const stages = ["source", "extract", "link", "framework", "graph", "rank", "feature", "search", "answer", "snapshot", "index"];

/** Files at the root that are put together from stages; each counts as the last stage it may use. */
const composed = { corpus: "extract", facts: "extract" };

/** The crates of the engine, the last of which hands on the others. */
const sources = ["extract", "link", "engine"].map((name) => join(root, "crate", name, "src"));
const files = new Map(
  sources.flatMap((folder) => readdirSync(folder, { recursive: true })
    .filter((file) => /\.rs$/.test(file) && !/(^|\/)(lib|tests|testing)\.rs$/.test(file))
    .map((file) => [file, join(folder, file)])),
);

test("a stage of the engine uses no later stage", () => {
  const upward = [...files.keys()].flatMap((file) => {
    const own = stageOf(file);
    return usedBy(file)
      .filter((used) => rank(used) > rank(own))
      .map((used) => `${file} uses ${used}`);
  });
  assert.deepEqual(upward, []);
});

test("every folder of the engine is a stage", () => {
  const folders = new Set([...files.keys()].filter((file) => file.includes("/")).map((file) => file.split("/")[0]));
  assert.deepEqual([...folders].filter((folder) => !stages.includes(folder)), []);
});

test("the engine knows nothing of JavaScript, but for declarations that only the boundary asks for", () => {
  for (const folder of sources) {
    const manifest = readFileSync(join(folder, "../Cargo.toml"), "utf8");
    assert.doesNotMatch(manifest, /^(wasm-bindgen|js-sys|web-sys)\b(?!.*optional = true)/m);
  }
});

/** What a file counts as: its folder, or for a file at the root its composed stage or nothing. */
function stageOf(file) {
  return file.includes("/") ? file.split("/")[0] : composed[basename(file, ".rs")];
}

/** Modules of the engine that the code of a file names, its tests and comments left out. */
function usedBy(file) {
  const code = readFileSync(files.get(file), "utf8").split(/^#\[cfg\(test\)\]\n(?:pub.*)?mod /m)[0].replace(/\/\/.*$/gm, "");
  const names = [...code.matchAll(/\bcrate::(?:(\w+)|\{([^}]*)\})/g)].flatMap(([, one, many]) => one ?? many.match(/\b\w+(?=::|,|$)/g) ?? []);
  return [...new Set(names)].map((name) => composed[name] ?? name).filter((name) => stages.includes(name));
}

function rank(stage) {
  return stages.indexOf(stage);
}
