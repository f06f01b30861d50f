// Review on real commits: whether every symbol with a changed line is named, and no other. The oracle knows only line
// numbers: the innermost symbol around each line that `git diff` adds or removes, blank lines and comments left out; around
// a line without one it is the file, which is named among the changes or says what is its own.
// WAYMARK_REVIEW_REPO names clones, separated by colons; WAYMARK_REVIEW_COMMITS how many commits of each, 10 by default.
// What is named is compared with review-goldens.json, where that has the commit; WAYMARK_REVIEW_WRITE=1 takes it as right.
// Its 33 commits are of go-chi/chi, toml-rs/toml and Textualize/rich. Read against their diffs by hand: 735ae2b8, 15767233,
// 6adf733e, 38939062, 9b6ddcdd, 60ecea54 (chi), a6702eab, b310fe91 (toml), 36fe3f7c, 42899d8a, 532f0cb7, 4309fd23 (rich).
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { Waymark } from "../../crate/js/dist/entry/node.js";
import { languages } from "../../pkg-scripts/languages.mjs";
import { table } from "../../pkg-scripts/lib.mjs";

const repositories = (process.env.WAYMARK_REVIEW_REPO ?? "").split(":").filter(Boolean);
const count = Number(process.env.WAYMARK_REVIEW_COMMITS ?? 10);
const CODE = new Set(languages.filter(({ outline }) => !outline).flatMap(({ extensions }) => extensions));
const waymark = await Waymark.load();
const rows = [];
const place = new URL("review-goldens.json", import.meta.url);
const goldens = JSON.parse(readFileSync(place, "utf8"));
const found = {};

for (const repository of repositories) {
  const git = (...words) => execFileSync("git", ["-C", repository, ...words], { maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] });
  const log = git("log", "--no-merges", "--first-parent", "--format=%H", "-n", "400").toString().trim().split("\n");
  const changesCode = (commit) => git("show", "--format=", "--name-only", commit).toString().split("\n").some((path) => CODE.has(path.split(".").at(-1)));
  let left = count;
  for (const commit of log.filter(changesCode)) {
    if (left-- <= 0) break;
    try {
      rows.push(await judge(repository, git, commit));
    } catch (error) {
      // A snapshot of a repository may lack its largest files.
      console.log(`skipped  ${commit.slice(0, 9)} ${String(error.message).split("\n")[0]}`);
      left += 1;
    }
  }
}
console.log(table(["repository", "commit", "symbols", "missed", "invented", "ms"], rows));
const sum = (at) => rows.reduce((all, row) => all + row[at], 0);
console.log(`${rows.length} commits: ${sum(2)} symbols with changed lines, ${sum(3)} missed, ${sum(4)} invented`);

const differing = Object.keys(found).filter((commit) => goldens[commit] && `${goldens[commit]}` !== `${found[commit]}`);
for (const commit of differing) {
  const only = (one, other) => one.filter((line) => !other.includes(line));
  console.log(`${commit.slice(0, 9)} differs: now ${only(found[commit], goldens[commit])}; golden ${only(goldens[commit], found[commit])}`);
}
const compared = Object.keys(found).filter((commit) => goldens[commit]).length;
console.log(`${compared} commits compared with goldens, ${differing.length} differ`);
if (process.env.WAYMARK_REVIEW_WRITE) writeFileSync(place, `${JSON.stringify({ ...goldens, ...found }, null, 1)}\n`);
else if (differing.length > 0) process.exitCode = 1;

/** A change in a line. */
function told({ id, oldId, change, also }) {
  return [id, change, ...also, ...(oldId ? ["from", oldId] : [])].join(" ");
}

async function judge(repository, git, commit) {
  const archive = (at) => new Blob([git("archive", "--format=tar.gz", "--prefix=r/", at)]);
  const before = await waymark.index(archive(`${commit}^`));
  const after = await waymark.index(archive(commit));
  const diff = git("diff", "-M", `${commit}^`, commit).toString();
  const start = performance.now();
  const review = await before.review({ diff, limit: 200 });
  const ms = Math.round(performance.now() - start);
  if (review.changePage.shown === review.changePage.total) found[commit] = review.changes.map(told).sort();
  const named = new Set(review.changes.flatMap(({ id, oldId }) => [id, ...(oldId ? [oldId] : [])]));
  for (const { path, oldPath, status, own } of review.files) {
    if (own || status === "added" || status === "removed") named.add(path).add(oldPath);
  }
  const touched = await oracle(before, after, git, commit);
  const missed = [...touched].filter((id) => !named.has(id));
  const allowed = new Set([...touched]);
  const invented = review.changes.filter(({ id, oldId, change }) => change !== "moved" && change !== "documentation" && !allowed.has(id) && !allowed.has(oldId));
  for (const id of missed.slice(0, 5)) console.log(`missed   ${commit.slice(0, 9)} ${id}`);
  for (const { id, change, also } of invented.slice(0, 5)) console.log(`invented ${commit.slice(0, 9)} ${id} ${[change, ...also].join(" ")}`);
  before.close();
  after.close();
  return [repository.split("/").at(-1), commit.slice(0, 9), touched.size, missed.length, invented.length, ms];
}

/** Ids of the innermost symbols around changed lines, on both sides. */
async function oracle(before, after, git, commit) {
  const touched = new Set();
  const sides = { "-": await spans(before), "+": await spans(after) };
  let paths = {};
  let at = {};
  for (const line of git("diff", "-M", "-U0", `${commit}^`, commit).toString().split("\n")) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
    if (line.startsWith("--- ")) paths = { ...paths, "-": line.slice(6) };
    else if (line.startsWith("+++ ")) paths = { ...paths, "+": line.slice(6) };
    else if (hunk) at = { "-": Number(hunk[1]), "+": Number(hunk[2]) };
    else if (line[0] === "-" || line[0] === "+") {
      const side = line[0];
      const number = at[side]++;
      if (/^\s*(\/\/|\/\*|\*|#|--|"""|$)/.test(line.slice(1))) continue;
      const inside = (sides[side].get(paths[side]) ?? []).filter(([first, last]) => first <= number && number <= last);
      const innermost = inside.sort((a, b) => a[1] - a[0] - (b[1] - b[0]) || b[2].length - a[2].length)[0];
      if (innermost) touched.add(innermost[2]);
      else if (sides[side].has(paths[side])) touched.add(paths[side]);
    }
  }
  return touched;
}

/** First and last line and id of the symbols of each file. */
async function spans(index) {
  const found = new Map();
  let text = "";
  for await (const piece of index.export("jsonl")) text += new TextDecoder().decode(piece);
  for (const line of text.split("\n").filter(Boolean)) {
    const node = JSON.parse(line);
    if (node.t !== "node" || !node.id.includes("::")) continue;
    if (!found.has(node.path)) found.set(node.path, []);
    found.get(node.path).push([node.start_line, node.end_line, node.id]);
  }
  return found;
}
