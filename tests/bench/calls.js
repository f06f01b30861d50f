// Precision and recall of call edges against a truth that a compiler made.
// WAYMARK_TRUTH lists what to score, `scorer.py truth.jsonl.gz folder` each, separated by `;`. The scorer reads the truth
// and an export in the format of `waymark export`; neither it nor the repositories are part of this one.
import { spawnSync } from "node:child_process";
import { mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../pkg-scripts/lib.mjs";

const jobs = (process.env.WAYMARK_TRUTH ?? "").split(";").map((job) => job.trim().split(/\s+/)).filter((job) => job.length === 3);
if (!jobs.length) console.log("nothing to score: set WAYMARK_TRUTH to `scorer.py truth.jsonl.gz folder`, several separated by `;`");

const scratch = mkdtempSync(join(tmpdir(), "waymark-calls-"));
try {
  for (const [scorer, truth, folder] of jobs) {
    const file = join(scratch, "export.jsonl");
    run(process.execPath, [join(root, "crate/js/bin/waymark.js"), "export", folder, "--format", "jsonl"], openSync(file, "w"));
    run("python3", [scorer, truth, file, "--worst", "8"], "inherit");
  }
} finally {
  rmSync(scratch, { recursive: true });
}

function run(command, words, stdout) {
  const { status } = spawnSync(command, words, { stdio: ["ignore", stdout, "inherit"] });
  if (status !== 0) process.exitCode = 1;
}
