/** WebAssembly modules and other assets from whatever they are given as. */
import { kindOf } from "./check.js";
import { WaymarkError, invalid, messageOf } from "./errors.js";
import { host, type Place, type WasmSource } from "./host.js";

/** Compiles `source`, streaming where the host can. */
export async function compile(source: WasmSource): Promise<WebAssembly.Module> {
  if (isModule(source)) return source;
  const given = await fetched(source as Place);
  if (!(given instanceof Response)) return WebAssembly.compile(given);
  return given.ok ? compileResponse(given) : refuse(given);
}

/** The bytes of an asset. */
export async function bytesOf(source: Place): Promise<Uint8Array> {
  const given = await fetched(source);
  if (given instanceof Response) return new Uint8Array(await bytes(given));
  return ArrayBuffer.isView(given) ? new Uint8Array(given.buffer, given.byteOffset, given.byteLength) : new Uint8Array(given);
}

async function fetched(source: Place): Promise<Response | BufferSource> {
  if (source instanceof Request) return fetch(source);
  if (typeof source === "string" || source instanceof URL) return read(source);
  if (source instanceof Response || source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  return invalid(`${kindOf(source)} is no WebAssembly module: pass its place, its bytes or the module`);
}

/** Whether `value` is a compiled module; by its tag, since it may be of another realm. */
function isModule(value: unknown): boolean {
  return Object.prototype.toString.call(value) === "[object WebAssembly.Module]";
}

async function read(place: string | URL): Promise<Response | Uint8Array<ArrayBuffer>> {
  try {
    return await host().read(place);
  } catch (error) {
    throw new WaymarkError("not-found", `${String(place)}: ${messageOf(error)}`, { cause: error });
  }
}

/** Compiling while the bytes arrive needs the right media type. */
async function compileResponse(response: Response): Promise<WebAssembly.Module> {
  const streams = typeof WebAssembly.compileStreaming === "function" && response.headers.get("content-type")?.startsWith("application/wasm");
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await bytes(response));
}

async function bytes(response: Response): Promise<ArrayBuffer> {
  return response.ok ? response.arrayBuffer() : refuse(response);
}

function refuse(response: Response): never {
  throw new WaymarkError("not-found", `${response.url}: ${response.status} ${response.statusText}`);
}
