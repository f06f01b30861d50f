// Drawings are what Mermaid and Graphviz read, hostile names included, and show the names as they are.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { Waymark, operations } from "waymark";

/** What a path may hold, and what means something to one of the two. */
const hostile = [
  'q"uote', "back`tick", "a<b>c", "#35;", "&lt;amp&amp;", "%% comment", "%%{init: {}}%%", "[box]", "(round)", "{brace}", "pi|pe",
  "semi;colon", "end", "graph TD", "a-->b", "--x", "@{shape: x}", ":::class", "click", "back\\slash", "\\n", "\\N\\G", "emoji 🚢", "größe",
  "**bold**", "_it_", "$math$", "<script>alert(1)</script>", "-->|", "style x fill:red", "subgraph", "'single'", "tab\there", "1. one", "- dash",
];

const files = new Map(hostile.flatMap((name, at) => [
  [`src/${at}/${name.replaceAll("/", "∕")}.ts`, `import { f${at + 1} } from "../${at + 1}/index";\nexport class C { "${at} ]\\" --> x"() { return f${at + 1}(); } }\n`],
  [`src/${at}/index.ts`, `export function f${at}() { return ${at}; }\n`],
]));
files.set(`src/${hostile.length}/index.ts`, `export function f${hostile.length}() { return 0; }\n`);

const index = await Waymark.index(files);
const every = { maxNodes: 1000, budgetTokens: 0 };
const seeds = { seeds: [...files.keys()], edgeKinds: ["contains", "calls", "imports"], depth: 6, direction: "out", ...every };
const surroundings = { startCodeEntities: [...files.keys()], direction: "out", traversalDepth: 3, ...every };
const exported = async (format) => {
  const pieces = [];
  for await (const piece of index.export(format)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
};
const groups = ["area", "category", "subcategory"];
const shown = ({ nodes }) => nodes.map(({ id, fqn, kind, name }) => (groups.includes(kind) ? name : (id ?? fqn)));

/** Every drawing: the operation, a question to it, and how its form is asked for. */
const drawings = [
  ["dependency_graph", { scope: "L1", includeExternal: true, ...every }, "format"],
  ["dependency_graph", { scope: "L2", ...every }, "format"],
  ["dependency_graph", { scope: "L3", edgeKinds: ["contains", "calls"], ...every }, "format"],
  ["sub_graph", seeds, "format"],
  ["explore_rpg", surroundings, "render"],
  ["explore_rpg", { view: "feature", direction: "out", traversalDepth: -1, ...every }, "render"],
  ["explore_rpg", { view: "both", ...surroundings }, "render"],
].map(([name, params, form]) => {
  const ask = (more) => index[operations.find((row) => row.name === name).method]({ ...params, ...more });
  return { name, draw: (format) => ask({ [form]: format }).rendering, names: shown(ask({})) };
});
const paths = [".", ...index.codebaseMap({ level: "L2", maxEntries: 1000, budgetTokens: 0 }).entries.map(({ fqn }) => fqn)];
drawings.push({ name: "export", draw: exported, names: paths });

test("every operation that draws is among the drawings", () => {
  const draws = operations.filter(({ parameters }) => parameters.some(({ values = [] }) => values.includes("mermaid")));
  assert.deepEqual(draws.map(({ name }) => name).sort(), [...new Set(drawings.map(({ name }) => name))].filter((name) => name !== "export").sort());
  for (const { name, names } of drawings) assert.ok(names.length > 0, name);
});

test("Graphviz reads every drawing and shows the names", async () => {
  for (const { name, draw, names } of drawings) {
    const drawn = execFileSync("dot", ["-Tjson0"], { input: await draw("dot"), encoding: "utf8", maxBuffer: 1 << 28 });
    const labels = JSON.parse(drawn).objects.map(({ label }) => label.replaceAll("\\\\", "\\"));
    assert.deepEqual(labels.sort(), [...names].sort(), name);
  }
});

let browser;
let page;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  page = await browser.newPage();
  await page.setContent("<main></main>");
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve("mermaid/dist/mermaid.min.js") });
  await page.evaluate(() => globalThis.mermaid.initialize({ startOnLoad: false, maxEdges: 5000, maxTextSize: 1e7, htmlLabels: true, flowchart: { htmlLabels: true } }));
});

after(() => browser?.close());

test("Mermaid reads every drawing and shows the names", async () => {
  for (const { name, draw, names } of drawings) {
    const labels = await page.evaluate(async (drawing) => {
      const { svg } = await globalThis.mermaid.render("drawing", drawing);
      document.querySelector("main").innerHTML = svg;
      return [...document.querySelectorAll(".node .nodeLabel")].map(({ textContent }) => textContent);
    }, await draw("mermaid"));
    const folded = (list) => list.map((name) => name.replaceAll(/\s+/g, " ").trim()).sort();
    assert.deepEqual(folded(labels), folded(names), name);
  }
});
