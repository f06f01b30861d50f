/** Waymark in workerd, which compiles nothing at run time: grammars and the model are modules that the host imports. */
import engine from "../../engine/waymark_wasm_bg.wasm";
import { setHost } from "../host.js";

setHost({ engine: () => engine, grammar: () => undefined, model: () => undefined, read: (place) => fetch(place) });
export * from "../index.js";
