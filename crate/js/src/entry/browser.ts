/** Waymark in pages and Web Workers, with and without a bundler. */
import { grammars } from "../generated/grammars.js";
import { setHost } from "../host.js";

const engine = () => new URL("../../engine/waymark_wasm_bg.wasm", import.meta.url);
const model = () => new URL("../../model/codevec.bin", import.meta.url);
setHost({ engine, model, grammar: (name) => grammars[name]?.(), read: (place) => fetch(place) });
export * from "../index.js";
