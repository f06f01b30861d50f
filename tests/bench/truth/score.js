// Call edges of an export against call sites that a compiler resolved: precision by provenance label, recall by the
// shape of the receiver, and the names most missed and most wrong. `node score.js truth.jsonl export.jsonl [names]`.
// An edge is right where a site on its line has its target; a site is found where an edge on its line has its target.
// Every edge of a split counts. Sites that the compiler could not resolve judge nothing, nor does an edge to what it left
// out: another configuration's definition of the name that is called there. Where what is made is not known, no edge that
// makes something is judged, and none that makes what has no name.
import { readFileSync } from "node:fs";

/** The labels that claim to be certain, and how often they must be right. */
const CERTAIN = ["scope", "import", "qualified", "self", "local-type"];
const FLOOR = 0.99;
/** The labels that are as uncertain alone as others are that share a site. */
const GUESSES = ["unique", "same-directory", "binding"];

const [truthFile, exportFile, shown = "12"] = process.argv.slice(2);
const read = (file) => readFileSync(file, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));

const truth = read(truthFile);
const covered = new Set(truth.filter((row) => row.t === "file").map((row) => row.path));
const { kinds, except = [], configured } = truth.find((row) => row.t === "judges") ?? { kinds: ["calls", "instantiates"] };
const ranges = group(truth.filter((row) => row.t === "range"), (row) => row.path);
const rows = read(exportFile);
const nodes = new Map(rows.filter((row) => row.t === "node").map((node) => [node.id, node]));
const named = group([...nodes.values()].filter((node) => node.kind !== "file"), (node) => `${node.path} ${node.name}`);
const calls = rows.filter((row) => row.t === "edge" && kinds.includes(row.kind));
const edges = calls.filter((edge) => covered.has(nodes.get(edge.source)?.path) && !except.includes(nodes.get(edge.target)?.kind) && nodes.get(edge.target)?.name !== "<anonymous>" && compiled(edge));

const sites = truth.filter((row) => row.t === "site");
for (const site of sites) site.ids = new Set((site.targets ?? []).map(node).filter(Boolean));
const sitesAt = group(sites, (site) => `${site.path}:${site.line}`);
const edgesAt = group(edges, place);

const labels = new Map();
const wrong = new Map();
for (const edge of edges) {
  const here = sitesAt.get(place(edge)) ?? [];
  const name = nodes.get(edge.target)?.name;
  const right = here.some((site) => site.ids.has(edge.target));
  const open = (site) => site.state === "unknown" && (site.name === name || site.shape === "new" && edge.kind === "instantiates");
  if (!right && here.some((site) => open(site) || site.name === name && left(edge.target))) continue;
  const tied = edge.confidence <= 0.5 && !GUESSES.includes(edge.provenance);
  const label = tied ? `${edge.provenance}, tied` : edge.provenance;
  tally(labels, label, right);
  if (!right) note(wrong, `${name} [${label}]`, place(edge));
}
const shapes = new Map();
const missed = new Map();
for (const site of sites.filter((site) => site.state === "in")) {
  const found = (edgesAt.get(`${site.path}:${site.line}`) ?? []).some((edge) => site.ids.has(edge.target));
  tally(shapes, site.shape, found);
  if (!found) note(missed, `${site.name} [${site.shape}]`, `${site.path}:${site.line}`);
}
table("precision of edges, by provenance", labels, CERTAIN);
table("recall of sites, by receiver", shapes);
list("most wrong", wrong);
list("most missed", missed);

function place(edge) {
  return `${nodes.get(edge.source)?.path}:${edge.line}`;
}

function group(list, key) {
  const groups = new Map();
  for (const item of list) note(groups, key(item), item);
  return groups;
}

/** Whether the compiler read the edge's line: it tells which ones where that depends on the platform. */
function compiled(edge) {
  const read = ranges.get(nodes.get(edge.source).path);
  return !read || read.some(({ from, to }) => from <= edge.line && edge.line <= to);
}

/** Whether a definition stands in what the compiler did not read. */
function left(id) {
  const { path, start_line, end_line } = nodes.get(id);
  return configured && !(ranges.get(path) ?? []).some(({ from, to }) => from <= end_line && start_line <= to);
}

/** The innermost node of the target's name around its line. */
function node({ path, line, name }) {
  const around = (named.get(`${path} ${name}`) ?? []).filter((node) => node.start_line <= line && line <= node.end_line);
  return around.sort((a, b) => b.start_line - a.start_line || a.end_line - b.end_line)[0]?.id;
}

function tally(table, key, hit) {
  const row = table.get(key) ?? [0, 0];
  row[hit ? 0 : 1] += 1;
  table.set(key, row);
}

function note(table, key, at) {
  if (!table.get(key)?.push(at)) table.set(key, [at]);
}

function table(title, rows, certain = []) {
  const sum = [0, 0];
  console.log(`\n${title}`);
  for (const [key, [hit, miss]] of [...rows].sort((a, b) => b[1][0] + b[1][1] - a[1][0] - a[1][1])) {
    sum[0] += hit;
    sum[1] += miss;
    line(key, hit, miss, certain.includes(key));
  }
  line("all", ...sum);
}

function line(key, hit, miss, certain = false) {
  const below = certain && hit < FLOOR * (hit + miss) ? `  below ${FLOOR}` : "";
  console.log(`  ${key.padEnd(24)} ${(hit / (hit + miss || 1)).toFixed(4)}  ${hit} of ${hit + miss}${below}`);
}

function list(title, rows) {
  console.log(`\n${title}`);
  for (const [key, places] of [...rows].sort((a, b) => b[1].length - a[1].length).slice(0, Number(shown))) {
    console.log(`  ${String(places.length).padStart(5)} ${key}  ${places.slice(0, 3).join(" ")}`);
  }
}
