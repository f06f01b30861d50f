/** The embedding model: fetched once, when something first needs it. */
import { hasModel, setModel } from "../engine/waymark_wasm.js";
import { enter } from "./engine.js";
import { WaymarkError } from "./errors.js";
import { host, type Place } from "./host.js";
import { bytesOf } from "./modules.js";

/** The embedding model, where it is, or what gives it when it is needed; `false` for none. */
export type ModelSource = Place | (() => Place | Promise<Place>) | false;

let chosen: ModelSource | undefined;
let loading: Promise<Uint8Array> | undefined;
/** Whether the engine's model is of another source. */
let stale = false;

/** Takes the model from `source` from now on. */
export function setModelSource(source: ModelSource): void {
  chosen = source;
  loading = undefined;
  stale = true;
}

/** Gives the engine its model; answers whether there is one. */
export async function loadModel(): Promise<boolean> {
  const ready = () => !stale && enter(hasModel);
  const source = chosen ?? host().model();
  if (source === undefined || source === false) return false;
  if (ready()) return true;
  loading ??= read(source);
  try {
    const bytes = await loading;
    // Another build may have been here meanwhile.
    if (!ready()) enter(() => setModel(bytes));
    stale = false;
    return true;
  } catch (error) {
    // A failure may pass: the next build tries again.
    loading = undefined;
    throw error;
  }
}

async function read(source: Exclude<ModelSource, false>): Promise<Uint8Array> {
  const bytes = await bytesOf(typeof source === "function" ? await source() : source);
  if (!bytes.byteLength) throw new WaymarkError("invalid-model", "the embedding model is empty");
  return bytes;
}
