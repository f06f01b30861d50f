// Drawings are what Mermaid and Graphviz read, hostile names included, and show the names as they are.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { Waymark } from "waymark";

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
const surroundings = { startCodeEntities: [...files.keys()], direction: "out", traversalDepth: 3, maxNodes: 1000 };
const exported = async (format) => {
  const pieces = [];
  for await (const piece of index.export(format)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
};
const drawn = async (format) => [
  index.dependencyGraph({ scope: "L2", ...every, format }).rendering,
  index.subGraph({ ...seeds, format }).rendering,
  index.exploreRpg({ ...surroundings, render: format }).rendering,
  await exported(format),
];
const names = [
  index.dependencyGraph({ scope: "L2", ...every }).nodes.map(({ fqn }) => fqn),
  index.subGraph({ ...seeds }).nodes.map(({ fqn }) => fqn),
  index.exploreRpg(surroundings).nodes.map(({ id }) => id),
  [".", ...index.codebaseMap({ level: "L2", maxEntries: 1000, budgetTokens: 0 }).entries.map(({ fqn }) => fqn)],
];

test("Graphviz reads every drawing and shows the names", async () => {
  for (const [at, text] of (await drawn("dot")).entries()) {
    const { objects } = JSON.parse(execFileSync("dot", ["-Tjson0"], { input: text, encoding: "utf8", maxBuffer: 1 << 28 }));
    const labels = objects.map(({ label }) => label.replaceAll("\\\\", "\\"));
    assert.deepEqual(labels.sort(), [...names[at]].sort());
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
  // The other drawings are of the same writer, and large ones take a browser long.
  for (const [at, text] of (await drawn("mermaid")).slice(0, 2).entries()) {
    const labels = await page.evaluate(async (drawing) => {
      const { svg } = await globalThis.mermaid.render("drawing", drawing);
      document.querySelector("main").innerHTML = svg;
      return [...document.querySelectorAll(".node .nodeLabel")].map(({ textContent }) => textContent);
    }, text);
    const folded = (list) => list.map((name) => name.replaceAll(/\s+/g, " ").trim()).sort();
    assert.deepEqual(folded(labels), folded(names[at]));
  }
});
