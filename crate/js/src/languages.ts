/** Languages that a host adds at run time. */
import { registerFramework, registerLanguage as register, type LanguageSource } from "../engine/waymark_wasm.js";
import { object } from "./check.js";
import { afterRestart, enter } from "./engine.js";
import { WaymarkError } from "./errors.js";
import type { GrammarSource } from "./grammars.js";
import type { WasmSource } from "./host.js";
import { compile } from "./modules.js";

/** A language: what its folder in `queries/` would hold, and its grammar. */
export interface Language extends LanguageSource {
  /** The grammar: a side module as tree-sitter builds them (`tree-sitter build --wasm`). */
  readonly grammar: GrammarSource;
}

/** By name, for an engine that had to be restarted. */
const registered = new Map<string, { source: LanguageSource; module: WebAssembly.Module }>();

/** Adds or replaces a language. */
export async function addLanguage(language: Language): Promise<void> {
  const { grammar, ...source } = object(language, "a language");
  const module = await compiled(source.name, grammar);
  enter(() => register(source, module));
  registered.set(source.name, { source, module });
}

/** Rules of frameworks, for an engine that had to be restarted: the last ones last, since they replace others. */
const frameworks = new Set<string>();

/** Adds or replaces the rules of a framework. */
export function addFramework(rules: string): void {
  enter(() => registerFramework(rules));
  frameworks.delete(rules);
  frameworks.add(rules);
}

async function compiled(name: string, grammar: GrammarSource): Promise<WebAssembly.Module> {
  try {
    return await compile(typeof grammar === "function" ? await (grammar as () => WasmSource | Promise<WasmSource>)() : grammar);
  } catch (error) {
    if (!(error instanceof WebAssembly.CompileError)) throw error;
    throw new WaymarkError("grammar-not-wasm", `${name}: ${error.message}`, { cause: error });
  }
}

afterRestart(() => {
  for (const { source, module } of registered.values()) register(source, module);
  for (const rules of frameworks) registerFramework(rules);
});
