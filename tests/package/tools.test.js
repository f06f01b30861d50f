// The tools that build, freshness, and grammars for statements of an opened snapshot.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Fresh, Waymark } from "waymark";
import { root } from "../../pkg-scripts/lib.mjs";
import { tree } from "./project.js";

const waymark = await Waymark.load();
const files = [["a.py", "def f():\n    return g()\n\ndef g():\n    pass\n"], ["b.py", "from a import f\nf()\n"]];
const command = (...words) => execFileSync(process.execPath, [join(root, "crate/js/bin/waymark.js"), ...words], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

test("index_codebase tells what came of it", async () => {
  const { index, report } = await waymark.indexCodebase({ files, rootAlias: "fleet", includeStatements: true });
  assert.equal(report.fileCount, 2);
  assert.deepEqual(Object.keys(report.elapsed), ["discover", "load", "extract", "embed", "resolve"]);
  const { embedder, dimensions, vectors, bytes, search } = report.embeddingStats;
  assert.ok(embedder && vectors > 1 && bytes >= vectors * dimensions && search === "exact");
  assert.equal(report.enrichment, undefined);
  assert.ok(report.statementCount > 0 && report.nodeCount >= 5 && report.edgeCount > 4);
  const { roots, indexId } = index.indexStatus();
  assert.equal(indexId, report.indexId);
  assert.equal(roots[0].root, "fleet");
  assert.ok(Date.parse(roots[0].indexedAt) > 0);
  await assert.rejects(waymark.indexCodebase({}), { code: "invalid-argument" });
  await assert.rejects(waymark.indexCodebase({ files, rootPath: "." }), { code: "invalid-argument" });
});

test("index_codebase asks a language model where it is to enrich, and has none of its own", async () => {
  const asked = [];
  const model = {
    name: "parrot",
    async complete({ user }) {
      const { entities } = JSON.parse(user);
      asked.push(...entities);
      return JSON.stringify(entities.map(({ id }) => ({ id, feature: "count boats in harbour" })));
    },
  };
  const { index, report } = await waymark.indexCodebase({ files, enrich: true, embed: false }, { model });
  assert.ok(asked.length > 1);
  assert.deepEqual([report.enrichment, report.embeddingStats], [{ accepted: asked.length, refused: 0 }, undefined]);
  assert.equal(Object.keys(report.elapsed).at(-1), "enrich");
  assert.equal(index.liftingStatus().model + index.liftingStatus().host, asked.length);
  await assert.rejects(waymark.indexCodebase({ files, enrich: true }), { code: "invalid-argument", message: /language model/ });
});

test("incremental_reindex tells what changed, and an edit undone leads back to the same index", async () => {
  const { index, report } = await waymark.indexCodebase({ files });
  const edited = await index.incrementalReindex({ changedFiles: [["a.py", "def f():\n    return 1\n\ndef h():\n    pass\n"]], renames: [["b.py", "c.py"]] });
  const { inserted, deleted, modified, renamed } = edited.evolution;
  assert.deepEqual([inserted, deleted, modified, renamed], [["a.py::h"], ["a.py::g"], ["a.py", "a.py::f"], [["b.py", "c.py"]]]);
  assert.notEqual(edited.indexId, report.indexId);
  const gone = index.symbolDetail({ fqn: "a.py::g" }).notFound;
  assert.equal(gone.existed, true);
  const undone = await index.incrementalReindex({ changedFiles: [files[0]], renames: [["c.py", "b.py"]] });
  assert.equal(undone.indexId, report.indexId);
  await assert.rejects(index.incrementalReindex({ renames: [["nope.py", "x.py"]] }), { code: "not-found" });
});

test("what is marked as changed is taken in before the next answer, once for all who ask", async () => {
  const { index } = await waymark.indexCodebase({ files });
  const content = new Map(files);
  let reads = 0;
  const fresh = new Fresh(index, async (path) => {
    reads += 1;
    return content.get(path) ?? null;
  });
  const updates = [];
  fresh.addEventListener("update", ({ report }) => updates.push(report.evolution.changedFiles));
  content.set("a.py", "def f():\n    return 1\n");
  content.delete("b.py");
  fresh.markDirty(["a.py", "b.py"]);
  assert.deepEqual(index.indexStatus().dirtyPaths, ["a.py", "b.py"]);
  const answers = await Promise.all([1, 2, 3].map(() => fresh.ask((current) => current.stats().files)));
  assert.deepEqual(answers, Array(3).fill({ answer: 1, refreshedFiles: 2, refreshFailure: undefined }));
  assert.deepEqual([reads, updates], [2, [2]]);
  assert.equal(index.indexStatus().dirtyCount, 0);
  assert.equal((await fresh.ask((current) => current.codebaseSearch({ query: "f" }))).refreshedFiles, 0);
});

test("a refresh that fails answers with what there is, keeps the debt and says so", async () => {
  const { index } = await waymark.indexCodebase({ files });
  let fails = true;
  const fresh = new Fresh(index, () => {
    if (fails) throw new Error("no disk");
    return "x = 1\n";
  });
  fresh.markDirty(["a.py"]);
  const { answer, refreshFailure } = await fresh.ask((current) => current.symbolSource({ fqn: "a.py::g" }));
  assert.equal(refreshFailure, "no disk");
  assert.equal(answer.stable, false);
  assert.deepEqual(index.indexStatus().dirtyPaths, ["a.py"]);
  assert.equal(index.indexStatus().refreshFailure, "no disk");
  fails = false;
  assert.equal((await fresh.ask((current) => current.text("a.py"))).answer, "x = 1\n");
  assert.equal(index.indexStatus().refreshFailure, undefined);
});

test("statements of a snapshot are there once its grammars are loaded", async () => {
  const snapshot = (await waymark.index(new Map([["a.go", "package a\n\nfunc f() int {\n\tif true {\n\t\treturn 1\n\t}\n\treturn 2\n}\n"]]))).snapshot();
  const opened = waymark.open(snapshot);
  const { hits } = await opened.ask("statement_query", { parentFqns: "f" });
  assert.deepEqual(hits.map(({ kind }) => kind), ["if", "return", "return"]);
  assert.equal(opened.symbolSource({ fqn: "f", mode: "statement", statementId: "s3" }).source, "\treturn 2\n");
});

test("the command line has the tools", () => {
  const folder = mkdtempSync(join(tmpdir(), "waymark-tools-"));
  try {
    const [first, second] = [join(folder, "1.waymark"), join(folder, "2.waymark")];
    const report = JSON.parse(command("index_codebase", "--root-path", tree, "--languages", "python", "-o", first));
    assert.ok(report.fileCount > 0 && readFileSync(first).length > 100);
    const changed = JSON.parse(command("incremental_reindex", first, "--changed-files", '[["lib/new.py","def brand_new(): pass\\n"]]', "-o", second));
    assert.deepEqual(changed.evolution.inserted, ["lib/new.py", "lib/new.py::brand_new"]);
    assert.equal(JSON.parse(command("symbol_detail", second, "--fqn", "brand_new")).kind, "function");
    assert.ok(JSON.parse(command("statement_query", second, "--parent-fqns", "lib/shapes.py")).page.total > 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
