// What a query costs its caller: through the package, on a tree of 100,000 symbols with vectors.
// WAYMARK_BENCH_TREE names a folder whose code is laid side by side until there are enough symbols; without it that is the
// code in node_modules.
import { Waymark } from "../../crate/js/dist/entry/node.js";
import { root, table } from "../../pkg-scripts/lib.mjs";

const SYMBOLS = 100_000;
const QUERIES = 200;
/** Milliseconds that 95 of 100 queries may take at most. */
const BAR = 10;

const waymark = await Waymark.load();
const folder = process.env.WAYMARK_BENCH_TREE ?? `${root}/node_modules`;
const small = await waymark.index(folder, { embed: false });
const { files, symbols } = await contents(small);
small.close();
const copies = Math.ceil(SYMBOLS / symbols.length);
const tree = new Map(Array.from({ length: copies }, (_, copy) => files.map(([path, text]) => [`copy${copy}/${path}`, text])).flat());
const index = await waymark.index(tree);
console.log(`${folder}, ${copies} times: ${(symbols.length * copies).toLocaleString("en")} symbols, ${tree.size.toLocaleString("en")} files`);

const step = Math.max(1, Math.floor(symbols.length / QUERIES));
const names = symbols.filter((_, at) => at % step === 0).slice(0, QUERIES);
const words = names.map((name) => name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[^\p{L}]+/gu, " ").toLowerCase().trim());
const shapes = {
  "exact name": names,
  "mistyped name": names.map((name) => name.slice(0, name.length >> 1) + name.slice((name.length >> 1) + 1)),
  "start of a name": names.map((name) => name.slice(0, 3)),
  "words of three names": words.map((_, at) => [0, 7, 19].map((far) => words[(at + far) % words.length]).join(" ")),
  "a question": words.map((word) => `where is the ${word} made before it is shown`),
  "words of 100 names": words.slice(0, 20).map((_, at) => Array.from({ length: 100 }, (_, far) => words[(at + far) % words.length]).join(" ")),
};
const rows = Object.entries(shapes).map(([shape, queries]) => [shape, ...times(queries)]);
console.log(table(["query", "p50 ms", "p95 ms"], rows));
if (rows.some(([, , p95]) => p95 > BAR)) {
  console.log(`missed: p95 of ${BAR} ms`);
  process.exitCode = 1;
}
index.close();

/** Median and 95th percentile of the times of `queries`. */
function times(queries) {
  const spent = queries.map((query) => {
    const start = performance.now();
    index.search({ query });
    return performance.now() - start;
  });
  spent.sort((a, b) => a - b);
  return [0.5, 0.95].map((part) => Number(spent[Math.floor(part * spent.length)].toFixed(1)));
}

/** The files that an index holds, and the names of its symbols in the order of the tree. */
async function contents(index) {
  const files = [], symbols = [];
  let rest = "";
  for await (const piece of index.export("jsonl")) {
    const lines = (rest + Buffer.from(piece).toString()).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const { t, kind, path, name } = JSON.parse(line);
      if (t !== "node") continue;
      if (kind === "file") files.push([path, index.text(path) ?? ""]);
      else if (!["package", "directory", "area", "category", "subcategory"].includes(kind)) symbols.push(name);
    }
  }
  return { files, symbols };
}
