/** The one instance of the engine in this realm, and what happens when it traps. */
import * as glue from "../engine/waymark_wasm.js";
import { WaymarkError, messageOf } from "./errors.js";

let loaded: WebAssembly.Module | undefined;
let instance = 0;
const restarted: (() => void)[] = [];

/** Calls `restore` whenever the engine was restarted. */
export function afterRestart(restore: () => void): void {
  restarted.push(restore);
}

/** Instantiates the engine; a second time nothing happens. */
export function instantiate(module: WebAssembly.Module): void {
  if (loaded) return;
  glue.initSync({ module });
  loaded = module;
}

/** Bytes of the engine's memory. */
export function memoryBytes(): number {
  // Of the instance that is in use now: a second one is not made.
  return loaded ? glue.initSync({ module: loaded }).memory.buffer.byteLength : 0;
}

/** Calls into the engine; every error comes out as a {@link WaymarkError}, and a trap restarts the engine. */
export function enter<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw failure(error);
  }
}

/** The error that a caller sees for `error`; restarts the engine after a trap. */
export function failure(error: unknown): unknown {
  if (isTrap(error)) return restart(error);
  if (error instanceof WaymarkError || !(error instanceof Error)) return error;
  const { code } = error as Error & { code?: unknown };
  return typeof code === "string" ? new WaymarkError(code as WaymarkError["code"], error.message, { cause: error }) : error;
}

/** A panic, memory that ran out, or a stack that overflowed: memory may be inconsistent. */
export function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}

function restart(cause: unknown): WaymarkError {
  instance += 1;
  glue.restart();
  // The new instance is made by the next call, which must carry nothing that lies in the old memory.
  glue.operations();
  for (const restore of restarted) restore();
  return new WaymarkError("engine-trap", `the engine failed (${messageOf(cause)}) and was restarted; please report this`, { cause });
}

/** An object in the engine's memory: given back once, and never to an instance that did not make it. */
export class Owned<T extends { free(): void }> {
  readonly #instance = instance;
  readonly #name: string;
  #value: T | undefined;

  /** Makes an object; `name` is how messages call it. */
  constructor(name: string, make: () => T) {
    this.#name = name;
    this.#value = enter(make);
  }

  /** The object, for one call. */
  get value(): T {
    if (!this.#value) throw new WaymarkError("closed", `the ${this.#name} is closed`);
    if (this.#instance !== instance) {
      throw new WaymarkError("engine-trap", `the engine failed and was restarted; the ${this.#name} is lost: index again`);
    }
    return this.#value;
  }

  /** The object, for a call that consumes it. */
  take(): T {
    const { value } = this;
    this.#value = undefined;
    return value;
  }

  /** Gives the object back. */
  free(): void {
    if (this.#value && this.#instance === instance) this.#value.free();
    this.#value = undefined;
  }
}
