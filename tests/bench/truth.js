// Call edges against what a compiler resolves. WAYMARK_TREES lists the trees, several separated by `;`:
//   c FOLDER WORDS...               clang (a word is a source, a folder of them or an option, as `-Iinclude`)
//   csharp FOLDER WORDS...          Mono's compiler (a folder of sources or an option)
//   go FOLDER                       go/types
//   java FOLDER CLASSPATH SOURCES...  javac (`-` where no library is needed)
//   kotlin FOLDER WORDS...          kotlinc (a folder of sources or an option)
//   php FOLDER SOURCES PHPUNIT_WORDS...  what running the tests calls
//   ruby FOLDER SOURCES TESTS...    what running the tests calls
//   rust FOLDER PACKAGES...         a nightly rustc
// The programs in `truth/` print the call sites that the compiler knows, `truth/score.js` holds an export of the folder
// against them. Each says what it needs where that is missing. PYTHON names the interpreter that has clang's bindings.
import { spawnSync } from "node:child_process";
import { mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../pkg-scripts/lib.mjs";

const here = join(root, "tests/bench/truth");
const compilers = {
  java: (folder, classpath = "-", ...sources) => ["java", [join(here, "CallTruth.java"), folder, classpath === "-" ? "" : classpath, ...sources]],
  rust: (folder, ...packages) => ["node", [join(here, "rust.js"), folder, ...packages]],
  c: (folder, ...words) => [process.env.PYTHON ?? "python3", [join(here, "calls.py"), folder, ...words]],
  csharp: (folder, ...words) => ["node", [join(here, "csharp.js"), folder, ...words]],
  kotlin: (folder, ...words) => ["node", [join(here, "kotlin.js"), folder, ...words]],
  php: (folder, ...words) => ["php", [join(here, "calls.php"), folder, ...words]],
  ruby: (folder, ...rest) => ["ruby", ["-I", join(folder, "lib"), "-I", join(folder, "test"), join(here, "calls.rb"), folder, ...rest]],
  go: (folder) => ["go", ["run", join(here, "calls.go"), folder]],
};

const trees = (process.env.WAYMARK_TREES ?? "").split(";").map((tree) => tree.trim().split(/\s+/)).filter(([language, folder]) => folder && compilers[language]);
if (!trees.length) console.log("nothing to compare: set WAYMARK_TREES to a language, a folder and words for its compiler each, as `go FOLDER`, several separated by `;`");

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
