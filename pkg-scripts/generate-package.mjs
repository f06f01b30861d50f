// Writes crate/js/src/generated from what the engine was built with: one method an operation, the names of its
// types, where bundlers find the grammars, and the version.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parametersOf } from "./declared-parameters.mjs";
import { root } from "./lib.mjs";
import { initSync, operations } from "../crate/js/engine/waymark_wasm.js";

const js = join(root, "crate/js");
const out = join(js, "src/generated");
const engine = "../../engine/waymark_wasm.js";
mkdirSync(out, { recursive: true });
initSync({ module: readFileSync(join(js, "engine/waymark_wasm_bg.wasm")) });

const rows = operations();
const methods = rows.map(({ name, doc, params, answer, defaults }) => {
  const method = camel(name);
  const told = "budgetTokens" in JSON.parse(defaults) ? `${answer} & Shortened` : answer;
  return `  /** ${doc} */\n  ${method}(params?: ${params}): ${told} {\n    return this.call("${name}", params) as ${told};\n  }\n`;
});
const used = [...new Set(rows.flatMap(({ params, answer }) => [params, answer]))].sort();
const declared = parametersOf(readFileSync(join(js, "engine/waymark_wasm.d.ts"), "utf8"));
const table = rows.map((row) => {
  const parameters = declared(row.params, row.required, JSON.parse(row.defaults)).map((parameter) => `      ${JSON.stringify(parameter)},\n`);
  return `  {\n    name: "${row.name}",\n    method: "${camel(row.name)}",\n    doc: ${JSON.stringify(row.doc)},\n    parameters: [\n${parameters.join("")}    ],\n${row.writes ? "    writes: true,\n" : ""}  },\n`;
});
write(
  "operations",
  `/** The engine's table of operations. */
import type { ${used.join(", ")} } from "${engine}";
import type { Operation, Shortened } from "../operation.js";

/** The operations: names in HTTP and MCP, methods of an index, what they are for, and what they take. */
export const operations: readonly Operation[] = [
${table.join("")}];

/** One method an operation. */
export abstract class Operations {
  /** Runs an operation by its name. */
  abstract call(operation: string, params?: unknown): unknown;

${methods.join("\n")}}
`,
);

const { version } = JSON.parse(readFileSync(join(js, "package.json"), "utf8"));
write("version", `/** The version of this package. */\nexport const version = ${JSON.stringify(version)};\n`);

// Plain data only: classes are wrapped, and what the glue needs by itself is nobody's business.
const types = [...readFileSync(join(js, "engine/waymark_wasm.d.ts"), "utf8").matchAll(/^export (?:interface|type) (\w+)/gm)]
  .map(([, name]) => name)
  .filter((name) => !/^(Sync)?Init(Input|Output)$/.test(name));
write("types", `/** Parameters, answers and other plain data of the engine. */\nexport type {\n${types.sort().map((name) => `  ${name},\n`).join("")}} from "${engine}";\n`);

// Bundlers only see an asset where its name is written out beside import.meta.url.
const grammars = JSON.parse(readFileSync(join(root, "pkg-scripts/grammars.json"), "utf8"));
const urls = grammars.map(({ language }) => `  ${language}: () => new URL("../../grammars/${language}.wasm", import.meta.url),\n`);
write("grammars", `/** Where the package's grammars are. */\nexport const grammars: Readonly<Record<string, () => URL>> = {\n${urls.join("")}};\n`);

// workerd takes modules that are imported by name, and no others.
const imports = grammars.map(({ language }, at) => `import g${at} from "../../grammars/${language}.wasm";\n`);
const modules = grammars.map(({ language }, at) => `  "${language}": g${at},\n`);
write("grammar-modules", `/** Every grammar as a module. */\n${imports.join("")}\nexport const grammars: Readonly<Record<string, WebAssembly.Module>> = {\n${modules.join("")}};\n`);

function camel(name) {
  return name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
}

function write(name, text) {
  writeFileSync(join(out, `${name}.ts`), `// Written by pkg-scripts/generate-package.mjs.\n${text}`);
}
