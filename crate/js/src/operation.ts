/** What the table tells of an operation. */
import type { Cut } from "../engine/waymark_wasm.js";

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  /** What its value is; a `list` is one of strings, and one string stands for a list of one. */
  readonly type: "string" | "number" | "boolean" | "list" | "json";
  /** What it means. */
  readonly doc: string;
  /** The JSON Schema of a `json` one. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** All values there are, where they can be told one by one. */
  readonly values?: readonly string[];
  /** Whether there is nothing to answer without it. */
  readonly required?: boolean;
  /** What it is where it is not given. */
  readonly default?: unknown;
}

/** An operation of the engine. */
export interface Operation {
  /** Name in HTTP, MCP and on the command line. */
  readonly name: string;
  /** Name of the method of an index. */
  readonly method: string;
  /** One sentence. */
  readonly doc: string;
  readonly parameters: readonly Parameter[];
  /** Whether it makes or changes an index; all others only read one. */
  readonly builds?: boolean;
  /** Whether it changes what a host told of the tree: a snapshot that was written before is then out of date. */
  readonly writes?: boolean;
}

/** What an answer with a budget says besides. */
export interface Shortened {
  /** Lists and texts that the budget cut and no page goes through; left out where there are none. */
  readonly cuts?: readonly Cut[];
}

/**
 * The value of a parameter that arrives as text, from a command line or an address: texts are taken as they
 * are, all else as JSON. Whether it fits is the engine's to say.
 */
export function valueOf(parameter: Parameter | undefined, texts: readonly string[]): unknown {
  const [text = ""] = texts;
  if (texts.length > 1) return texts.map((one) => (parameter?.type === "list" ? one : parsed(one)));
  if (parameter?.type === "string") return text;
  return parameter?.type === "list" && !text.startsWith("[") ? text : parsed(text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not JSON: the text itself.
    return text;
  }
}
