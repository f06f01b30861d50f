// Runs test suites and adds up what they report. A new suite is a row here.
import { spawn } from "node:child_process";
import { root, table } from "./lib.mjs";

/** Name, the groups it belongs to besides its own name, and the command, run by a shell at the root. */
const suites = [
  ["lint", [], "pkg-scripts/lint"],
  ["engine", ["operations"], "cargo test -p waymark-extract -p waymark-link -p waymark-engine -p waymark-vector -p waymark-wasm -p regex --no-fail-fast"],
  ["languages", ["trust"], "cargo test -p waymark-tests --test languages --test queries --no-fail-fast"],
  ["updates", ["operations"], "cargo test -p waymark-tests --test operations --test review --test review-behind --test review-diffs --no-fail-fast"],
  ["search", ["operations"], "cargo test -p waymark-tests --test search"],
  ["tools", ["operations"], "cargo test -p waymark-tests --test tools"],
  ["features", ["operations"], "cargo test -p waymark-tests --test features"],
  ["frameworks", ["languages"], "cargo test -p waymark-tests --test frameworks --test frameworks-hostile --no-fail-fast"],
  ["faults", ["trust", "operations"], "cargo test -p waymark-tests --test faults"],
  ["grammars", ["languages", "package"], "node --test --test-reporter=spec tests/grammars/*.test.js"],
  ["worker", [], "node --test --test-reporter=spec tests/worker/*.test.js"],
  ["package", [], "node --test --test-reporter=spec tests/package/*.test.js"],
  ["hosts", ["operations"], "node --test --test-reporter=spec tests/operations/*.test.js"],
  ["stores", ["operations", "package"], "node --test --test-reporter=spec tests/stores/*.test.js"],
  ["viewer", [], "node --test --test-reporter=spec tests/browser/*.test.js"],
  ["structure", [], "node --test --test-reporter=spec tests/structure/*.test.js"],
];

/** What each runner says when it closes; every match is added up. */
const reports = [
  { pattern: /^test result: \w+\. (\d+) passed; (\d+) failed/gm, read: (m) => [m[1], m[2]] }, // cargo test
  { pattern: /^(?:#|ℹ) pass (\d+)$/gm, read: (m) => [m[1], 0] }, // node --test
  { pattern: /^(?:#|ℹ) (?:fail|cancelled) (\d+)$/gm, read: (m) => [0, m[1]] },
  { pattern: /^ *Tests {2}.*?(\d+) passed/gm, read: (m) => [m[1], 0] }, // vitest
  { pattern: /^ *Tests {2}.*?(\d+) failed/gm, read: (m) => [0, m[1]] },
];

const groups = process.argv.slice(2);
const chosen = suites.filter(([name, others]) => !groups.length || groups.some((g) => g === name || others.includes(g)));
if (!chosen.length) {
  console.error(`test: no suite in ${groups.join(", ")}; there are ${suites.map(([name]) => name).join(", ")}`);
}

const rows = [];
for (const [name, , command] of chosen) {
  console.log(`\n== ${name}: ${command}`);
  const start = performance.now();
  const { output, code } = await run(command);
  const [passed, failed] = count(output, code);
  rows.push([name, passed, failed, Math.round((performance.now() - start) / 100) / 10]);
}
const sum = (column) => rows.reduce((total, row) => total + row[column], 0);
console.log(`\n${table(["suite", "passed", "failed", "seconds"], rows)}\n`);
console.log(`${sum(1)} passed, ${sum(2)} failed`);
process.exitCode = chosen.length && sum(2) === 0 ? 0 : 1;

/** Runs a command, shows its output and returns it. */
function run(command) {
  return new Promise((resolve) => {
    const child = spawn(command, { cwd: root, shell: "/bin/bash", env: { ...process.env, NO_COLOR: "1" }, stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      process.stdout.write(text);
    });
    child.on("close", (code) => resolve({ output, code }));
  });
}

/** Passed and failed tests; a command that reports none is one check, and a failure is never counted as none. */
function count(output, code) {
  let [passed, failed] = [0, 0];
  for (const { pattern, read } of reports) {
    for (const match of output.matchAll(pattern)) {
      const [p, f] = read(match).map(Number);
      passed += p;
      failed += f;
    }
  }
  if (code !== 0 && failed === 0) failed = 1;
  if (passed + failed === 0) passed = 1;
  return [passed, failed];
}
