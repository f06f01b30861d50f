// Call edges against what a compiler resolves. WAYMARK_TREES lists the trees, several separated by `;`:
// `java FOLDER CLASSPATH SOURCES...` (javac; `-` where no library is needed), `go FOLDER` (go/types),
// `rust FOLDER PACKAGES...` (a nightly rustc) or `ruby FOLDER SOURCES TESTS...` (what running the tests calls). The programs in `truth/` print the call sites that the compiler knows,
// `truth/score.js` holds an export of the folder against them.
import { spawnSync } from "node:child_process";
import { mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../pkg-scripts/lib.mjs";

const here = join(root, "tests/bench/truth");
const compilers = {
  java: (folder, classpath = "-", ...sources) => ["java", [join(here, "CallTruth.java"), folder, classpath === "-" ? "" : classpath, ...sources]],
  rust: (folder, ...packages) => ["node", [join(here, "rust.js"), folder, ...packages]],
  ruby: (folder, ...rest) => ["ruby", ["-I", join(folder, "lib"), "-I", join(folder, "test"), join(here, "calls.rb"), folder, ...rest]],
  go: (folder) => ["go", ["run", join(here, "calls.go"), folder]],
};

const trees = (process.env.WAYMARK_TREES ?? "").split(";").map((tree) => tree.trim().split(/\s+/)).filter(([language, folder]) => folder && compilers[language]);
if (!trees.length) console.log("nothing to compare: set WAYMARK_TREES to `java FOLDER CLASSPATH SOURCES...`, `go FOLDER` `rust FOLDER PACKAGES...` or `ruby FOLDER SOURCES TESTS...`, several separated by `;`");

const scratch = mkdtempSync(join(tmpdir(), "waymark-truth-"));
try {
  for (const [language, folder, ...rest] of trees) {
    const [truth, graph] = ["truth.jsonl", "export.jsonl"].map((name) => join(scratch, name));
    console.log(`\n${language} ${folder}`);
    run(...compilers[language](folder, ...rest), openSync(truth, "w"));
    run(process.execPath, [join(root, "crate/js/bin/waymark.js"), "export", folder, "--format", "jsonl"], openSync(graph, "w"));
    run(process.execPath, [join(here, "score.js"), truth, graph], "inherit");
  }
} finally {
  rmSync(scratch, { recursive: true });
}

function run(command, words, stdout) {
  const { status } = spawnSync(command, words, { stdio: ["ignore", stdout, "inherit"] });
  if (status !== 0) process.exitCode = 1;
}
