// What the README tells to type, typed.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { root } from "../../pkg-scripts/lib.mjs";
import { tree } from "./project.js";

const readme = readFileSync(join(root, "README.md"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "waymark-readme-"));
after(() => rmSync(folder, { recursive: true }));

/** The lines of the code blocks in `language`. */
const blocks = (language) => [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, text]) => text);
const lines = blocks("sh").flatMap((block) => block.trim().split("\n"));
const commands = lines.filter((line) => line.includes("npx waymark"));

test("there are commands, and scripts that exist", () => {
  assert.ok(commands.length > 7);
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const [, name] of readme.matchAll(/`(?:npm run )?((?:test:|bench)\w*)`/g)) assert.ok(scripts[name], name);
  for (const [, script] of readme.matchAll(/^(pkg-scripts\/\w+)/gm)) assert.ok(existsSync(join(root, script)), script);
});

for (const command of commands) {
  test(command, () => {
    // The snapshot lies elsewhere: a test leaves nothing in the repository.
    const typed = command.replaceAll("map.waymark", join(folder, "map.waymark"));
    const { stdout, stderr, status } = spawnSync("bash", ["-o", "pipefail", "-c", typed], { cwd: root, encoding: "utf8" });
    assert.equal(status, 0, stderr);
    assert.ok(stdout.length > 20 || stderr.includes("nothing to review"), `${stdout}\n${stderr}`);
  });
}

/** What the example leaves to its reader: a file's new content, a diff that leads to it, a task, a language, and a framework. */
const given = `
import { readFileSync } from "node:fs";
const read = (name) => readFileSync(${JSON.stringify(join(root, "tests/package/solidity/"))} + name, "utf8");
const newText = "export const boat = 1;\\n";
const diff = "--- a/src/boat.ts\\n+++ b/src/boat.ts\\n@@ -1 +1 @@\\n-export const boat = 0;\\n+export const boat = 1;\\n";
const issueOrStackTrace = "boats are launched twice";
const grammar = readFileSync(${JSON.stringify(join(root, "node_modules/tree-sitter-solidity/tree-sitter-solidity.wasm"))});
const [manifest, queries] = [read("language.toml"), { declarations: read("declarations.scm") }];
const rules = readFileSync(${JSON.stringify(join(root, "queries/frameworks/koa.toml"))}, "utf8");
`;

test("the example in JavaScript runs", () => {
  const [example] = blocks("js");
  const text = example.replace('"waymark"', JSON.stringify(pathToFileURL(join(root, "crate/js/dist/entry/node.js")).href)).replace("path/to/repository", tree);
  const file = join(folder, "example.mjs");
  writeFileSync(file, `${given}${text}`);
  const { stderr, status } = spawnSync(process.execPath, [file], { encoding: "utf8" });
  assert.deepEqual([stderr, status], ["", 0]);
});
