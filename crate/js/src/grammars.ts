/** Grammars, each compiled once, when the first file needs it. */
import { WaymarkError } from "./errors.js";
import { host, type WasmSource } from "./host.js";
import { compile } from "./modules.js";

/** A grammar, or what gives it when it is needed. */
export type GrammarSource = WasmSource | (() => WasmSource | Promise<WasmSource>);

/**
 * Where grammars come from: the folder of `<name>.wasm` files, sources by name, or a function from a name to
 * a source. A name that is not answered comes from the package itself.
 */
export type Grammars = string | URL | Readonly<Record<string, GrammarSource>> | ((name: string) => GrammarSource | undefined);

let chosen: Grammars | undefined;
const modules = new Map<string, Promise<WebAssembly.Module>>();

/** Takes grammars from `grammars` from now on. */
export function setGrammars(grammars: Grammars): void {
  chosen = grammars;
  modules.clear();
}

/** The module of the grammar `name`. */
export function grammarModule(name: string): Promise<WebAssembly.Module> {
  let module = modules.get(name);
  if (!module) {
    module = load(name);
    modules.set(name, module);
    // A failure may pass: the next build tries again.
    module.catch(() => modules.delete(name));
  }
  return module;
}

async function load(name: string): Promise<WebAssembly.Module> {
  const source = find(name) ?? host().grammar(name);
  if (source === undefined) {
    throw new WaymarkError("grammar-missing", `no grammar is given for ${name}: pass it to Waymark.load({ grammars })`);
  }
  return compile(typeof source === "function" ? await (source as () => WasmSource | Promise<WasmSource>)() : source);
}

function find(name: string): GrammarSource | undefined {
  if (typeof chosen === "function") return chosen(name);
  if (typeof chosen === "string" || chosen instanceof URL) return `${String(chosen).replace(/\/$/, "")}/${name}.wasm`;
  return chosen && Object.hasOwn(chosen, name) ? chosen[name] : undefined;
}
