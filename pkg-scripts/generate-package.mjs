// Writes crate/js/src/generated from what the engine was built with: one method an operation, the names of its
// types, and where bundlers find the grammars.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib.mjs";
import { initSync, operations } from "../crate/js/engine/waymark_wasm.js";

const js = join(root, "crate/js");
const out = join(js, "src/generated");
const engine = "../../engine/waymark_wasm.js";
mkdirSync(out, { recursive: true });
initSync({ module: readFileSync(join(js, "engine/waymark_wasm_bg.wasm")) });

const rows = operations();
const methods = rows.map(({ name, doc, params, answer }) => {
  const method = camel(name);
  return `  /** ${doc} */\n  ${method}(params?: ${params}): ${answer} {\n    return this.call("${name}", params) as ${answer};\n  }\n`;
});
const used = [...new Set(rows.flatMap(({ params, answer }) => [params, answer]))].sort();
const table = rows.map(({ name, doc }) => `  { name: "${name}", method: "${camel(name)}", doc: ${JSON.stringify(doc)} },\n`);
write(
  "operations",
  `/** The engine's table of operations. */
import type { ${used.join(", ")} } from "${engine}";

/** The operations: names in HTTP and MCP, methods of an index, and what they are for. */
export const operations = [
${table.join("")}] as const;

/** One method an operation. */
export abstract class Operations {
  /** Runs an operation by its name. */
  abstract call(operation: string, params?: unknown): unknown;

${methods.join("\n")}}
`,
);

// Plain data only: classes are wrapped, and what the glue needs by itself is nobody's business.
const types = [...readFileSync(join(js, "engine/waymark_wasm.d.ts"), "utf8").matchAll(/^export (?:interface|type) (\w+)/gm)]
  .map(([, name]) => name)
  .filter((name) => !/^(Sync)?Init(Input|Output)$/.test(name));
write("types", `/** Parameters, answers and other plain data of the engine. */\nexport type {\n${types.sort().map((name) => `  ${name},\n`).join("")}} from "${engine}";\n`);

// Bundlers only see an asset where its name is written out beside import.meta.url.
const grammars = JSON.parse(readFileSync(join(root, "pkg-scripts/grammars.json"), "utf8"));
const urls = grammars.map(({ language }) => `  ${language}: () => new URL("../../grammars/${language}.wasm", import.meta.url),\n`);
write("grammars", `/** Where the package's grammars are. */\nexport const grammars: Readonly<Record<string, () => URL>> = {\n${urls.join("")}};\n`);

function camel(name) {
  return name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
}

function write(name, text) {
  writeFileSync(join(out, `${name}.ts`), `// Written by pkg-scripts/generate-package.mjs.\n${text}`);
}
