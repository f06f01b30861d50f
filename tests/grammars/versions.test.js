import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const grammars = JSON.parse(read("pkg-scripts/grammars.json"));
const { devDependencies } = JSON.parse(read("package.json"));
const crates = Object.fromEntries(
  [...read("Cargo.lock").matchAll(/^name = "(.+)"\nversion = "(.+)"$/gm)].map(([, name, version]) => [name, version]),
);

for (const { language, package: name, version, crate = name, crateVersion = version, licence } of grammars) {
  test(`${language}: one version in npm, Cargo and the table, and its licence told`, () => {
    assert.equal(crates[crate], crateVersion, `Cargo.lock has no ${crate} ${crateVersion}`);
    if (name) {
      assert.equal(devDependencies[name], version);
      assert.equal(JSON.parse(read(`node_modules/${name}/package.json`)).license, licence);
    }
    assert.match(read("THIRD-PARTY.md"), new RegExp(`^\\| ${name ?? crate} \\| ${version} \\| ${licence} \\|`, "m"));
  });
}
