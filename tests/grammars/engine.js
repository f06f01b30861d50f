// The engine as built for the web, loaded in Node, and the grammars beside it.
import { readFileSync } from "node:fs";
import { initSync } from "../../build/engine/waymark_wasm.js";

export * from "../../build/engine/waymark_wasm.js";

const build = new URL("../../build/", import.meta.url);

/** What the engine's instance exports, its memory among it. */
export const instance = initSync({ module: readFileSync(new URL("engine/waymark_wasm_bg.wasm", build)) });

/** The bytes of a language's grammar. */
export const grammar = (language) => readFileSync(new URL(`grammars/${language}.wasm`, build));
