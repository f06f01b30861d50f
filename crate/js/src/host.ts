/** What differs between Node, browsers and workerd; an entry sets it once. */
import { WaymarkError } from "./errors.js";
import type { Source } from "./sources/source.js";

/** Where something is, or its bytes. */
export type Place = string | URL | Request | Response | BufferSource;

/** A WebAssembly module, or where it is. */
export type WasmSource = Place | WebAssembly.Module;

/** What differs between hosts. */
export interface Host {
  /** The engine's module, where nothing else is asked for. */
  engine(): WasmSource;
  /** The grammar `name`, where nothing else is asked for. */
  grammar(name: string): WasmSource | undefined;
  /** The embedding model, where nothing else is asked for. */
  model(): Place | undefined;
  /** What is at `place`. */
  read(place: string | URL): Promise<Response | Uint8Array<ArrayBuffer>>;
  /** The tree at `path` of the file system; only where there is one. */
  readonly tree?: (path: string | URL) => Source;
}

let current: Host | undefined;

/** Sets the host; the last one wins. */
export function setHost(host: Host): void {
  current = host;
}

/** The host that the entry has set. */
export function host(): Host {
  if (!current) throw new WaymarkError("invalid-argument", "import waymark by its name: no entry has been loaded");
  return current;
}
