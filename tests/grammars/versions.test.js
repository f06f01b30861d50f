import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const grammars = JSON.parse(read("pkg-scripts/grammars.json"));
const { devDependencies } = JSON.parse(read("package.json"));
const crates = Object.fromEntries(
  [...read("Cargo.lock").matchAll(/^name = "(.+)"\nversion = "(.+)"$/gm)].map(([, name, version]) => [name, version]),
);

for (const { language, package: name, version, crate = name, licence } of grammars) {
  test(`${language}: one version in npm, Cargo and the table, and its licence told`, () => {
    assert.equal(devDependencies[name], version);
    assert.equal(crates[crate], version, `Cargo.lock has no ${crate} ${version}`);
    assert.equal(JSON.parse(read(`node_modules/${name}/package.json`)).license, licence);
    assert.match(read("THIRD-PARTY.md"), new RegExp(`^\\| ${name} \\| ${version} \\| ${licence} \\|`, "m"));
  });
}
